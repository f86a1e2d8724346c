//! The flat list of token formats. Adding a format is one row in the file of its family.

use crate::shape::Shape;

/// One token format: the row is the whole definition.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Stable name, `provider-what`; it is the rule's name in replacements.
    pub id: &'static str,
    /// Who issues it.
    pub provider: &'static str,
    /// Matching and generation.
    pub shape: Shape,
    /// Where the facts come from.
    pub source: &'static str,
}

/// Every format, in one list.
pub(crate) const ALL: &[Format] = &[];

impl Format {
    /// The fixed text the pass finds it by.
    pub(crate) const fn anchor(&self) -> Option<&'static str> {
        None
    }

    /// The token around the anchor at `at`.
    pub(crate) fn find(&self, text: &[u8], at: usize) -> Option<crate::Span> {
        let len = self.shape.matches(text, at)?;
        Some(crate::Span::new(at, at + len))
    }
}

/// Every format; a format's index here is its number in [`Rule::Format`](crate::Rule::Format).
pub fn all() -> &'static [Format] {
    ALL
}

/// The format of that number.
///
/// # Panics
/// If there is none; numbers come only from [`all`].
pub fn get(index: u16) -> &'static Format {
    &ALL[usize::from(index)]
}
