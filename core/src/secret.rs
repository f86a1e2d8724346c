//! The type that holds raw values.

use zeroize::Zeroizing;

/// A raw protected value.
///
/// It has no `Debug`, `Display`, `Clone` or serialisation, so that it cannot reach a log, a panic or an
/// error by accident, and it is wiped when dropped. Reading it is one visible call.
pub struct Secret(Zeroizing<Box<str>>);

impl Secret {
    /// Takes a copy of `raw` into the wiped store.
    pub fn new(raw: &str) -> Self {
        Self(Zeroizing::new(raw.into()))
    }

    /// The raw value. Every call is a place to review.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the value is the empty string.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
