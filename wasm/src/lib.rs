//! SlotGuard's core for hosts that speak WebAssembly.
//!
//! The crate has two faces over the same types, those of `wit/slotguard.wit`. It holds no logic: a face takes
//! a call, [`convert`] changes its types, and the core answers.

#[cfg(all(feature = "component", feature = "npm"))]
compile_error!(
    "`component` and `npm` exclude each other: build with --no-default-features and one of them"
);
#[cfg(not(any(feature = "component", feature = "npm")))]
compile_error!("choose a face: --features component, or --features npm");

#[cfg(feature = "component")]
mod component;
#[cfg(any(feature = "component", feature = "npm"))]
mod convert;
#[cfg(all(feature = "npm", not(feature = "component")))]
#[allow(unreachable_pub, reason = "wasm-bindgen exports what is `pub`")]
mod npm;

/// The types of the WIT, as this build's face has them.
#[cfg(feature = "component")]
use component::bindings::exports::slotguard::boundary::sessions as wit;
#[cfg(all(feature = "npm", not(feature = "component")))]
use npm::bindings::exports::slotguard::boundary::sessions as wit;
