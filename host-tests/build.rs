//! Picks up the component that `cargo xtask build` made, if it is there.
//!
//! Without it the crate builds as well, so that editors and `cargo check` work in a fresh clone; opening a
//! session is an error then, which names the command to run.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=SLOTGUARD_ARTIFACTS");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let artifacts = match env::var_os("SLOTGUARD_ARTIFACTS") {
        Some(named) => PathBuf::from(named),
        None => target_dir(&out).join("slotguard/artifacts"),
    };
    // An existing directory is watched cheaply; a missing one would run this script on every build.
    fs::create_dir_all(&artifacts)?;
    println!("cargo::rerun-if-changed={}", artifacts.display());
    let text = format!(
        "{}{}",
        constant("COMPONENT", &artifacts.join("slotguard.wasm")),
        constant("PRECOMPILED", &artifacts.join("slotguard.cwasm")),
    );
    fs::write(out.join("embedded.rs"), text)
}

fn constant(name: &str, file: &Path) -> String {
    let value = match file.exists() {
        true => format!("Some(include_bytes!({file:?}))"),
        false => "None".to_owned(),
    };
    format!("const {name}: Option<&[u8]> = {value};\n")
}

/// The target directory holds the cache tag that cargo writes.
fn target_dir(out: &Path) -> &Path {
    out.ancestors()
        .find(|dir| dir.join("CACHEDIR.TAG").exists())
        .unwrap_or(out)
}
