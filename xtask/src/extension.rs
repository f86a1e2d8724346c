//! The VS Code extension: its checks, its package, and the real VS Code that it is tested in. What each of them
//! does is in `vscode-extension`; here is the order, and what they need.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};

use crate::{child, guest, node, place, step};

/// `cargo xtask package`: makes the `.vsix` and prints its size.
pub(crate) fn package(_args: &[String]) -> anyhow::Result<()> {
    child::run(&mut script("package.mjs")?)
}

/// `cargo xtask try [--port N] [--no-open]`: VS Code in a browser, with the extension, a sample project and a model
/// that is a script.
pub(crate) fn show(args: &[String]) -> anyhow::Result<()> {
    if !has_rig() {
        bail!(
            "the VS Code that this opens runs on Linux on x86-64 only; `cargo xtask package` works elsewhere too"
        );
    }
    child::run(script("test/rig/install.mjs")?.arg("--no-browser"))?;
    package(&[])?;
    let mut show = script("try/try.mjs")?;
    child::run(show.arg("--packed").args(args))
}

/// Types and lints.
pub(crate) fn check() -> anyhow::Result<()> {
    // The types of the component are made with its glue.
    child::run(&mut script("build.mjs")?)?;
    child::run(node::npm(["run", "--silent", "check"]).current_dir(dir()))
}

/// The unit tests, in Node.
pub(crate) fn unit_tests() -> anyhow::Result<Command> {
    script("test/unit.mjs")
}

/// Whether there can be a VS Code to test in.
pub(crate) fn has_rig() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64"))
}

/// Installs VS Code and the browser, where they are not yet, and packs the extension for the tests below.
pub(crate) fn prepare_rig() -> anyhow::Result<()> {
    child::run(&mut script("test/rig/install.mjs")?)?;
    package(&[])
}

/// Tests inside the extension host of a real VS Code.
pub(crate) fn host_tests() -> anyhow::Result<Command> {
    let mut tests = script("test/rig/host.mjs")?;
    tests.arg("--packed");
    Ok(tests)
}

/// Stories in a real VS Code, driven through a browser.
pub(crate) fn stories() -> anyhow::Result<Command> {
    let mut stories = script("test/rig/stories.mjs")?;
    stories.arg("--packed");
    Ok(stories)
}

/// A script of the extension, with its packages installed and the component built.
fn script(path: &str) -> anyhow::Result<Command> {
    install()?;
    let mut node = Command::new("node");
    node.arg(path).current_dir(dir());
    node.env("SLOTGUARD_COMPONENT", guest::component()?);
    Ok(node)
}

fn install() -> anyhow::Result<()> {
    let lock = fs::read(dir().join("package-lock.json")).context("vscode-extension's lock file")?;
    let installed = dir().join("node_modules");
    step::step("extension-packages", &[&lock], &installed, || {
        let quiet = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
        child::run(node::npm(quiet).current_dir(dir()))
    })
}

fn dir() -> PathBuf {
    place::root().join("vscode-extension")
}
