//! `slotguard-npm-glue MODULE.wasm DIR`: what the command `wasm-bindgen --target nodejs` does, without an
//! installation.

use std::env;

use anyhow::bail;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut args = env::args().skip(1);
    let (Some(module), Some(dir)) = (args.next(), args.next()) else {
        bail!("usage: slotguard-npm-glue MODULE.wasm DIR");
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name("slotguard")
        .typescript(true);
    bindgen.nodejs(true)?.generate(dir)
}
