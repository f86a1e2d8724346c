//! What the session knows of the machine: roots, homes, users, hosts; configured or learned.

/// Places and names of this machine that detectors ask for.
#[derive(Default)]
pub(crate) struct Facts {}

impl Facts {
    /// What the configuration says.
    pub(crate) fn from_config(config: &crate::Config) -> Self {
        let _ = config;
        Self::default()
    }

    /// Takes a value the session now knows. Returns whether it changes what is looked for.
    pub(crate) fn learn(&mut self, kind: crate::Kind, raw: &str) -> bool {
        let _ = (kind, raw);
        false
    }

    /// The first three bytes of the first component of every known root.
    pub(crate) fn beginnings(&self) -> impl Iterator<Item = [u8; 3]> {
        std::iter::empty()
    }

    /// Whether the word at `at` is the first component of a known root behind a separator.
    pub(crate) fn is_root_start(&self, bytes: &[u8], at: usize) -> bool {
        let _ = (bytes, at);
        false
    }
}
