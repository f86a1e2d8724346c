//! What the session knows of the machine: roots, homes, users, hosts; configured or learned.

/// Places and names of this machine that detectors ask for.
#[derive(Default)]
pub(crate) struct Facts {}

impl Facts {
    /// Whether the word at `at` is the first component of a known root behind a separator.
    pub(crate) fn is_root_start(&self, bytes: &[u8], at: usize) -> bool {
        let _ = (bytes, at);
        false
    }
}
