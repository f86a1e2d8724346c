//! Any bytes as a provider request: JSON in gives JSON out with as many tokens, and twice is once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slotguard_core::oracle;

#[path = "../session.rs"]
mod session;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    session::holds(oracle::request(&mut session::known(), &text));
});
