//! The component inside this binary.

use wasmtime::Engine;
use wasmtime::component::Component;

use crate::Error;

// `COMPONENT` and `PRECOMPILED`, written by the build script.
include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The component's own bytes, for whoever wants to inspect them.
pub(crate) fn bytes() -> Option<&'static [u8]> {
    COMPONENT
}

/// Loads the component: precompiled if it was compiled for this version and this CPU, else compiled now.
pub(crate) fn load(engine: &Engine) -> Result<Component, Error> {
    let component = COMPONENT.ok_or(Error::MissingComponent)?;
    if let Some(Ok(ready)) = PRECOMPILED.map(|bytes| deserialize(engine, bytes)) {
        return Ok(ready);
    }
    Component::new(engine, component).map_err(Error::foreign)
}

/// The one `unsafe` of the host.
#[allow(
    unsafe_code,
    reason = "wasmtime cannot check precompiled machine code; see SAFETY"
)]
fn deserialize(engine: &Engine, bytes: &'static [u8]) -> wasmtime::Result<Component> {
    // SAFETY: `Component::deserialize` runs the machine code it is given, so the bytes must come from
    // `Engine::precompile_component`. These were put into this very binary when it was built, by
    // `cargo xtask build` from the component beside them: whoever can change them can change the rest of the
    // binary too. wasmtime itself checks that version, settings and CPU features fit, and fails otherwise.
    unsafe { Component::deserialize(engine, bytes) }
}
