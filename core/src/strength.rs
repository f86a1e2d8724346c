//! How much a value tells by itself.

/// Whether a secret is replaced wherever it stands, not only in the context it was found in.
pub(crate) fn propagates(value: &str) -> bool {
    value.len() >= 8
}
