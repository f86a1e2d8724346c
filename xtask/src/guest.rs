//! From the crate `wasm` to the component, step by step.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow};
use wit_component::ComponentEncoder;

use crate::{child, node, place, step};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the code may use. Nothing here is newer than what every engine we name runs.
const FEATURES: &[&str] = &[
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Builds the component and returns its path, `slotguard/artifacts/slotguard.wasm` in the target directory.
pub(crate) fn component() -> anyhow::Result<PathBuf> {
    let module = optimised(&module("component", "guest")?)?;
    let component = encode(&fs::read(&module)?)?;
    let to = place::made("artifacts/slotguard.wasm");
    step::write(&to, &component)?;
    Ok(to)
}

/// Builds one face of the crate `wasm` and returns the module.
pub(crate) fn module(face: &str, profile: &str) -> anyhow::Result<PathBuf> {
    add_target()?;
    let mut cargo = child::cargo(["build", "--package", "slotguard-component"]);
    cargo.args(["--profile", profile, "--target", TARGET]);
    cargo.args(["--no-default-features", "--features", face]);
    // A RUSTFLAGS of the caller would displace the flags in .cargo/config.toml.
    cargo
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    child::run(&mut cargo)?;
    Ok(place::target()
        .join(TARGET)
        .join(profile)
        .join("slotguard_component.wasm"))
}

fn add_target() -> anyhow::Result<()> {
    let libdir = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(place::root())
        .output()
        .context("starting rustc")?;
    let libdir = String::from_utf8_lossy(&libdir.stdout).trim().to_owned();
    if Path::new(&libdir).is_dir() {
        return Ok(());
    }
    eprintln!("xtask: adding the target {TARGET}");
    child::run(Command::new("rustup").args(["target", "add", TARGET]))
        .with_context(|| format!("install the Rust target {TARGET} and try again"))
}

/// The module after `wasm-opt -O3`, or as it is where there is no Node.
fn optimised(module: &Path) -> anyhow::Result<PathBuf> {
    if !node::available() {
        eprintln!(
            "xtask: no Node with npm here, so the component stays larger and slower than it could be"
        );
        return Ok(module.to_owned());
    }
    let wasm_opt = node::tool("binaryen/bin/wasm-opt")?;
    let to = place::made("optimised.wasm");
    let flags = FEATURES.join(" ");
    let lock = fs::read(place::root().join("xtask/tools/package-lock.json"))?;
    step::step(
        "wasm-opt",
        &[&fs::read(module)?, flags.as_bytes(), &lock],
        &to,
        || {
            let mut command = Command::new("node");
            command.arg(&wasm_opt).arg("-O3").args(FEATURES);
            child::run(command.arg(module).arg("-o").arg(&to))
        },
    )?;
    Ok(to)
}

fn encode(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = ComponentEncoder::default();
    encoder
        .validate(true)
        .module(module)
        .and_then(|encoder| encoder.encode())
        .map_err(|error| anyhow!("encoding the component: {error:#}"))
}
