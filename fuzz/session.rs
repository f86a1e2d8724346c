//! The session that all targets start from.

use slotguard_core::oracle::Broken;
use slotguard_core::{Config, Kind, Random, Session};

/// A secret that the session knows.
pub const SECRET: &str = "Rauhreif-4711-Feld";
/// Values that must never leave.
#[allow(dead_code, reason = "not every target asks for them")]
pub const VALUES: &[&str] = &[SECRET, "/home/zoe/quarry", "zoe"];

/// Reproducible, so that a crash can be run again.
struct Seeded(u64);

impl Random for Seeded {
    fn fill(&mut self, buffer: &mut [u8]) {
        for byte in buffer {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (self.0 >> 33) as u8;
        }
    }
}

/// A session that knows a root, a home, a user and a secret.
pub fn known() -> Session {
    let config = Config {
        roots: vec!["/home/zoe/quarry".to_owned()],
        home: Some("/home/zoe".to_owned()),
        user: Some("zoe".to_owned()),
        ..Config::default()
    };
    let mut session = Session::new(config, [7; 32], Box::new(Seeded(1))).expect("a good configuration");
    session.protect(SECRET, Kind::Secret).expect("room for one");
    session
}

/// Ends the run at a broken property.
pub fn holds(property: Result<(), Broken>) {
    if let Err(broken) = property {
        panic!("broken: {broken}");
    }
}
