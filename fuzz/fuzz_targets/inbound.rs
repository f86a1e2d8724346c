//! Any text of the model against a session: no panic, no secret in what is shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slotguard_core::oracle;

#[path = "../session.rs"]
mod session;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let known = session::known();
    session::holds(oracle::inbound(&known, &text, &[session::SECRET]));
});
