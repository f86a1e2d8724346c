//! `slotguard-precompile IN.wasm OUT.cwasm`: compiles the component ahead of time for this machine.

use std::{env, fs};

use anyhow::{Context as _, bail};

fn main() -> anyhow::Result<()> {
    let mut args = env::args_os().skip(1);
    let (Some(input), Some(output)) = (args.next(), args.next()) else {
        bail!("usage: slotguard-precompile IN.wasm OUT.cwasm");
    };
    let component = fs::read(&input).with_context(|| format!("reading {}", input.display()))?;
    let compiled = slotguard_host::engine::precompile(&component)
        .map_err(|error| anyhow::anyhow!("compiling {}: {error:#}", input.display()))?;
    fs::write(&output, compiled).with_context(|| format!("writing {}", output.display()))
}
