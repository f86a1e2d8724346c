//! Where things are.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The repository that `cargo xtask` was called in. Clones that share a target directory share this program too, so
/// what Cargo says now goes before what it said when it built.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let xtask = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let xtask = xtask.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        xtask.parent().map_or(xtask.clone(), Path::to_owned)
    })
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
