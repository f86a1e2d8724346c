//! The engine's settings, shared by running and precompiling.

use wasmtime::{Config, Engine, OptLevel};

/// An engine as the boundary runs it.
///
/// # Errors
/// When this machine is none that wasmtime can compile for.
pub fn engine() -> wasmtime::Result<Engine> {
    let mut config = Config::new();
    config.wasm_component_model(true);
    config.cranelift_opt_level(OptLevel::Speed);
    // Interrupts a call that takes too long; cheaper than fuel by some 10 % of the running time.
    config.epoch_interruption(true);
    Engine::new(&config)
}

/// The component compiled for this machine and this version of wasmtime.
///
/// # Errors
/// When `component` is none.
pub fn precompile(component: &[u8]) -> wasmtime::Result<Vec<u8>> {
    engine()?.precompile_component(component)
}
