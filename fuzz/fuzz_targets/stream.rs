//! Any bytes in any pieces: the split changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slotguard_core::oracle;

#[path = "../session.rs"]
mod session;

fuzz_target!(|data: &[u8]| {
    let (sizes, bytes) = data.split_at(data.len().min(8));
    session::holds(oracle::stream(session::known, bytes, sizes));
});
