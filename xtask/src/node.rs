//! The tools that come from npm, pinned by `xtask/tools/package-lock.json`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use crate::{child, place, step};

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Whether Node and npm are there.
pub(crate) fn available() -> bool {
    child::exists("node") && child::exists(NPM)
}

/// npm, with these arguments.
pub(crate) fn npm<const N: usize>(args: [&str; N]) -> Command {
    let mut npm = Command::new(NPM);
    npm.args(args);
    npm
}

/// The script of one of the tools, to be run by node; installs the tools if the lock file changed.
pub(crate) fn tool(script: &str) -> anyhow::Result<PathBuf> {
    let from = place::root().join("xtask/tools");
    let to = place::made("tools");
    let package = fs::read(from.join("package.json")).context("xtask/tools/package.json")?;
    let lock = fs::read(from.join("package-lock.json")).context("xtask/tools/package-lock.json")?;
    let installed = to.join("node_modules");
    step::step("tools", &[&package, &lock], &installed, || {
        step::write(&to.join("package.json"), &package)?;
        step::write(&to.join("package-lock.json"), &lock)?;
        let quiet = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
        child::run(npm(quiet).current_dir(&to))
    })?;
    Ok(installed.join(script))
}
