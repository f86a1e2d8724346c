//! The npm package: the other face of the crate `wasm`, with the JavaScript around it.

use std::fs;
use std::path::PathBuf;

use crate::{child, guest, place, step};

/// Builds the package for Node and returns its directory.
pub(crate) fn package() -> anyhow::Result<PathBuf> {
    let module = guest::module("npm", "npm")?;
    let to = place::made("npm");
    let version = fs::read(place::root().join("xtask/glue/Cargo.toml"))?;
    step::step(
        "npm-glue",
        &[&fs::read(&module)?, &version],
        &to.join("slotguard.js"),
        || {
            let mut glue = child::cargo(["run", "--package", "slotguard-npm-glue", "--"]);
            child::run(glue.arg(&module).arg(&to))
        },
    )?;
    Ok(to)
}
