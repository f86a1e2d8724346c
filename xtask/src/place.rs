//! Where things are.

use std::env;
use std::path::{Path, PathBuf};

/// The repository.
pub(crate) fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Cargo's target directory: the one this very program was built into.
pub(crate) fn target() -> PathBuf {
    let exe = env::current_exe().unwrap_or_default();
    let tagged = |dir: &&Path| dir.join("CACHEDIR.TAG").exists();
    match exe.ancestors().find(tagged) {
        Some(dir) => dir.to_owned(),
        None => root().join("target"),
    }
}

/// What xtask makes: `slotguard/` in the target directory.
pub(crate) fn made(name: &str) -> PathBuf {
    target().join("slotguard").join(name)
}
