//! Limits and bad components: typed errors, and only the session that met one is lost.

#![allow(
    clippy::assertions_on_constants,
    reason = "what a type can do is a constant, and the test says which"
)]

use std::time::Duration;

use slotguard_host::{
    Boundary, Config, Context, Error, HostLimits, Limits, Origin, SanitizeError, Session,
};

fn boundary() -> Boundary {
    Boundary::new().expect("run `cargo xtask test`, which builds the component first")
}

fn sanitize(session: &mut Session, text: &str) -> Result<String, Error> {
    let safe = session.sanitize(text, Origin::Tool, &Context::default())?;
    Ok(safe.text)
}

#[test]
fn a_call_that_takes_too_long_is_stopped_and_poisons_its_session_alone() {
    let hasty = boundary().with_limits(HostLimits {
        time: Duration::from_millis(1),
        time_per_mib: Duration::ZERO,
        ..HostLimits::default()
    });
    let mut lost = hasty.session(Config::default()).expect("opens");
    let mut other = hasty.session(Config::default()).expect("opens");
    let long = "DB_PASSWORD=Tern-Gull-4471 at /home/zoe/quarry/a.rs\n".repeat(1 << 20);
    assert!(matches!(sanitize(&mut lost, &long), Err(Error::TimedOut)));
    let again = sanitize(&mut lost, "short").expect_err("is poisoned");
    assert!(matches!(again, Error::Poisoned));
    assert_eq!(again.to_string(), "session is poisoned; open a new one");
    assert!(matches!(lost.slots(), Err(Error::Poisoned)));
    assert_eq!(sanitize(&mut other, "short").expect("goes on"), "short");
}

#[test]
fn a_call_that_needs_too_much_memory_is_stopped_and_poisons_its_session_alone() {
    let small = boundary().with_limits(HostLimits {
        memory: 8 << 20,
        ..HostLimits::default()
    });
    let mut lost = small.session(Config::default()).expect("opens");
    let mut other = small.session(Config::default()).expect("opens");
    let long = "nothing\n".repeat(2 << 20);
    assert!(matches!(
        sanitize(&mut lost, &long),
        Err(Error::OutOfMemory)
    ));
    assert!(matches!(sanitize(&mut lost, "short"), Err(Error::Poisoned)));
    assert_eq!(sanitize(&mut other, "short").expect("goes on"), "short");
}

#[test]
fn fifty_megabytes_pass() {
    let mut session = boundary().session(Config::default()).expect("opens");
    let long = "GET /v2/stations/0431/levels 200 18.2kB 141ms\n".repeat((50 << 20) / 46);
    let safe = sanitize(&mut session, &long).expect("is within the limits");
    assert_eq!(safe.len(), long.len());
}

#[test]
fn a_text_over_the_session_s_limit_is_an_error_and_the_session_goes_on() {
    let config = Config {
        limits: Limits {
            text: 100,
            ..Limits::default()
        },
        ..Config::default()
    };
    let mut session = boundary().session(config).expect("opens");
    let long = sanitize(&mut session, &"x ".repeat(51));
    assert!(matches!(long, Err(Error::Sanitize(SanitizeError::TooLong))));
    assert_eq!(sanitize(&mut session, "short").expect("goes on"), "short");
}

#[test]
fn a_full_table_fails_closed_and_the_session_goes_on() {
    let config = Config {
        limits: Limits {
            values: 4,
            ..Limits::default()
        },
        ..Config::default()
    };
    let mut session = boundary().session(config).expect("opens");
    let many: String = (0..9)
        .map(|n| format!("tern{n}@quarry-data.de\n"))
        .collect();
    let full = sanitize(&mut session, &many);
    assert!(matches!(
        full,
        Err(Error::Sanitize(SanitizeError::TableFull))
    ));
    assert_eq!(sanitize(&mut session, "short").expect("goes on"), "short");
}

#[test]
fn foreign_components_are_told_apart() {
    let empty_component = b"\0asm\x0d\0\x01\0";
    let empty_module = b"\0asm\x01\0\0\0";
    for foreign in [&empty_component[..], empty_module, b"", b"#!/bin/sh\n"] {
        let opened = Boundary::from_component_bytes(foreign);
        assert!(matches!(opened, Err(Error::ForeignComponent(_))));
    }
}

#[test]
fn the_component_runs_without_its_precompiled_code() {
    let component = Boundary::component_bytes().expect("is embedded");
    let compiled_now = Boundary::from_component_bytes(component).expect("is ours");
    let mut session = compiled_now.session(Config::default()).expect("opens");
    assert_eq!(session.echo("to and fro").expect("answers"), "to and fro");
}

#[test]
fn a_bad_configuration_names_the_field_and_not_its_value() {
    let config = Config {
        roots: vec![slotguard_host::Root::new("zoe/quarry")],
        ..Config::default()
    };
    let Err(Error::Config { field, problem }) = boundary().session(config) else {
        panic!("a relative root is no root");
    };
    assert!(field.starts_with("roots[0]"), "{field}");
    assert!(!problem.contains("quarry"), "{problem}");
}

/// Types with raw values in them cannot be printed by accident.
#[test]
fn raw_values_have_no_debug() {
    // For a type without `Debug` the inherent constant does not exist and the trait's `false` is taken.
    trait Absent {
        const DEBUG: bool = false;
    }
    impl<T> Absent for T {}
    struct Has<T>(std::marker::PhantomData<T>);
    impl<T: std::fmt::Debug> Has<T> {
        #[allow(dead_code, reason = "used where it exists, which is the point")]
        const DEBUG: bool = true;
    }
    assert!(Has::<slotguard_host::Sanitized>::DEBUG, "the probe works");
    assert!(!Has::<slotguard_host::Rebound>::DEBUG);
    assert!(!Has::<slotguard_host::ReboundCommand>::DEBUG);
    assert!(!Has::<slotguard_host::ReboundArgv>::DEBUG);
    assert!(!Has::<slotguard_host::ReboundCall>::DEBUG);
    assert!(!Has::<slotguard_host::Revealed>::DEBUG);
    assert!(!Has::<Config>::DEBUG);
    assert!(!Has::<Session>::DEBUG);
}
