//! Steps that are skipped while their inputs stay the same.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::place;

/// Makes `output` with `make`, unless it was made from the same `inputs` before.
pub(crate) fn step(
    name: &str,
    inputs: &[&[u8]],
    output: &Path,
    make: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stamp = place::made("stamps").join(name);
    let hash = hash(inputs);
    if output.exists() && fs::read_to_string(&stamp).is_ok_and(|old| old == hash) {
        return Ok(());
    }
    eprintln!("xtask: {name}");
    make().with_context(|| format!("step `{name}`"))?;
    write(&stamp, hash.as_bytes())
}

/// Writes a file and the directories above it, unless it has that content already: cargo looks at times.
pub(crate) fn write(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    if fs::read(file).is_ok_and(|old| old == content) {
        return Ok(());
    }
    if let Some(dir) = file.parent() {
        fs::create_dir_all(dir)?;
    }
    fs::write(file, content).with_context(|| format!("writing {}", file.display()))
}

fn hash(inputs: &[&[u8]]) -> String {
    let mut all = Sha256::new();
    for input in inputs {
        all.update((input.len() as u64).to_le_bytes());
        all.update(input);
    }
    all.finalize().iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
