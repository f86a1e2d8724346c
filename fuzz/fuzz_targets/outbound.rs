//! Any bytes through one session: nothing known leaves, and everything of `oracle::outbound` holds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slotguard_core::oracle;

#[path = "../session.rs"]
mod session;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut known = session::known();
    session::holds(oracle::outbound(&mut known, &text));
    session::holds(oracle::hides(&mut known, &text, session::VALUES));
    session::holds(oracle::display_round_trip(&mut session::known(), &text));
});
