//! `cargo xtask build`: the component, its precompiled code, and `slotguard` with both inside.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use crate::{child, guest, place, step};

const EXE: &str = std::env::consts::EXE_SUFFIX;

pub(crate) fn run(_args: &[String]) -> anyhow::Result<()> {
    let cli = command_line()?;
    let component = place::made("artifacts/slotguard.wasm");
    let size = fs::metadata(&component)?.len();
    println!(
        "component  {} ({} KB)",
        component.display(),
        size.div_ceil(1024)
    );
    println!("command    {}", cli.display());
    Ok(())
}

/// Builds everything and returns the path of `slotguard`.
pub(crate) fn command_line() -> anyhow::Result<PathBuf> {
    artifacts()?;
    child::run(&mut host(["build", "--bin", "slotguard"]))?;
    Ok(program("slotguard"))
}

/// Builds the component and compiles it for this machine, into the directory that the host's build script
/// looks at.
pub(crate) fn artifacts() -> anyhow::Result<()> {
    let component = guest::component()?;
    let compiled = place::made("artifacts/slotguard.cwasm");
    let bytes = fs::read(&component)?;
    let settings = fs::read(place::root().join("host-tests/src/engine.rs"))?;
    let version = wasmtime_version()?;
    step::step(
        "precompile",
        &[&bytes, &settings, version.as_bytes()],
        &compiled,
        || {
            child::run(&mut host(["build", "--bin", "slotguard-precompile"]))?;
            // Not into the watched directory at once: only a finished file may be embedded.
            let fresh = place::made("fresh.cwasm");
            let mut precompile = Command::new(program("slotguard-precompile"));
            child::run(precompile.arg(&component).arg(&fresh))?;
            Ok(fs::rename(&fresh, &compiled)?)
        },
    )
}

/// Cargo for the host crate, always with one profile, so that wasmtime is built once.
pub(crate) fn host<const N: usize>(args: [&str; N]) -> Command {
    let mut cargo = child::cargo(args);
    cargo.args(["--package", "slotguard-host", "--profile", "host"]);
    cargo.env("SLOTGUARD_ARTIFACTS", place::made("artifacts"));
    cargo
}

fn program(name: &str) -> PathBuf {
    place::target().join("host").join(format!("{name}{EXE}"))
}

fn wasmtime_version() -> anyhow::Result<String> {
    let lock = fs::read_to_string(place::root().join("Cargo.lock"))?;
    let after = lock.split("name = \"wasmtime\"\nversion = ").nth(1);
    let line = after.and_then(|rest| rest.lines().next());
    Ok(line
        .context("Cargo.lock does not name wasmtime")?
        .to_owned())
}
