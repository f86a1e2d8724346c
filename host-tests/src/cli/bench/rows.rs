//! The rows of the bench.

use slotguard_host::Boundary;

use super::Row;
use super::clock::{medians, prepared};
use super::pieces;
use super::sides::{Component, Native, ROOT, USER};
use crate::cli::end::{Done, End};

/// Mixed output of tools: code, a test run, logs, an env dump, JSON, a traceback. Invented.
const TURN_1K: &str = include_str!("../../../bench/turn-1k.txt");
pub(super) const TURN_6K: &str = include_str!("../../../bench/turn-6k.txt");
const IN_TURN_1K: usize = 4;
const IN_TURN_6K: usize = 7;
/// Copies of the 6 KB turn that make the 64 KB one.
const COPIES: usize = 11;

const PATH: &str = "/Users/tove/skagerrak/tide-api/src/tide/window.ts:21";
const AUTHOR: &str = "Author: tove";
const COMMAND: &str = include_str!("../../../bench/command-200.sh");
const CALL: &str = include_str!("../../../bench/call-1k.json");
const SLOT_PATH: &str = "[REPO_ROOT_1]/src/tide/window.ts";

/// Runs of a row whose sessions are used once.
const FRESH: usize = 201;

type Measure = fn(&'static str) -> Result<Row, End>;

pub(super) const ROWS: &[(&str, Measure)] = &[
    ("turn-1k", |name| known(name, &text(TURN_1K), IN_TURN_1K)),
    ("turn-6k", |name| known(name, &text(TURN_6K), IN_TURN_6K)),
    ("turn-6k-first-seen", |name| {
        first_seen(name, &text(TURN_6K))
    }),
    ("turn-64k", |name| {
        known(name, &text(TURN_6K).repeat(COPIES), IN_TURN_6K * COPIES)
    }),
    ("path", |name| known(name, PATH, 1)),
    ("rebind-path", rebind_path),
    ("rebind-command-200", rebind_command),
    ("rebind-call-1k", rebind_call),
    ("first-call", |name| first_call(name, &text(TURN_1K))),
    ("instantiate", instantiate),
    ("history-1500k", pieces::history),
    ("delta-20", pieces::delta),
];

/// Without the bars that keep tokens from looking live.
pub(super) fn text(bundled: &str) -> String {
    bundled.replace('¦', "")
}

/// A turn whose values the session has seen before, as most of them are.
fn known(name: &'static str, text: &str, expected: usize) -> Result<Row, End> {
    let mut component = Component::open(&Boundary::new()?)?;
    let mut echo = Component::open(&Boundary::new()?)?;
    let mut native = Native::open()?;
    let [component_ns, native_ns, echo_ns] = medians([
        &mut || expect(name, component.sanitize(text)?, expected),
        &mut || expect(name, native.sanitize(text)?, expected),
        &mut || expect(name, echo.echo(text)?, text.len()),
    ])?;
    Ok(Row {
        name,
        bytes: text.len(),
        component_ns,
        native_ns,
        echo_ns,
        replacements: expected,
    })
}

/// What comes back from a model: `text` is its stand-ins, each side says how it is rebound and what is counted.
fn rebound(
    name: &'static str,
    text: &str,
    expected: usize,
    through: fn(&mut Component, &str) -> Result<usize, End>,
    direct: fn(&mut Native, &str) -> Result<usize, End>,
) -> Result<Row, End> {
    let mut component = Component::open(&Boundary::new()?)?;
    let mut native = Native::open()?;
    let mut echo = Component::open(&Boundary::new()?)?;
    component.sanitize(PATH)?;
    native.sanitize(PATH)?;
    component.sanitize(AUTHOR)?;
    native.sanitize(AUTHOR)?;
    let [component_ns, native_ns, echo_ns] = medians([
        &mut || expect(name, through(&mut component, text)?, expected),
        &mut || expect(name, direct(&mut native, text)?, expected),
        &mut || expect(name, echo.echo(text)?, text.len()),
    ])?;
    Ok(Row {
        name,
        bytes: text.len(),
        component_ns,
        native_ns,
        echo_ns,
        replacements: text.matches("_1]").count(),
    })
}

fn rebind_path(name: &'static str) -> Result<Row, End> {
    let (through, direct) = (Component::rebind_path, Native::rebind_path);
    rebound(name, SLOT_PATH, 1, through, direct)
}

fn rebind_command(name: &'static str) -> Result<Row, End> {
    let local = restored(COMMAND).len();
    let (through, direct) = (Component::rebind_command, Native::rebind_command);
    rebound(name, COMMAND, local, through, direct)
}

fn rebind_call(name: &'static str) -> Result<Row, End> {
    let local = restored(CALL).len();
    let through = |side: &mut Component, args: &str| side.rebind_call("Edit", args);
    let direct = |side: &mut Native, args: &str| side.rebind_call("Edit", args);
    rebound(name, CALL, local, through, direct)
}

fn restored(text: &str) -> String {
    text.replace("[REPO_ROOT_1]", ROOT)
        .replace("[USER_1]", USER)
}

/// A turn whose values are new to a session that is not.
fn first_seen(name: &'static str, text: &str) -> Result<Row, End> {
    // As long as the turn and with nothing in it: it warms memory and caches.
    let warm = "nothing to see here\n".repeat(text.len() / 20);
    let boundary = Boundary::new()?;
    let component = || {
        let mut session = Component::open(&boundary)?;
        expect(name, session.sanitize(&warm)?, 0)?;
        Ok(session)
    };
    let native = || {
        let mut session = Native::open()?;
        expect(name, session.sanitize(&warm)?, 0)?;
        Ok(session)
    };
    Ok(Row {
        name,
        bytes: text.len(),
        component_ns: prepared(FRESH, component, |session| {
            expect(name, session.sanitize(text)?, IN_TURN_6K)
        })?,
        native_ns: prepared(FRESH, native, |session| {
            expect(name, session.sanitize(text)?, IN_TURN_6K)
        })?,
        echo_ns: prepared(FRESH, component, |session| session.echo(text))?,
        replacements: IN_TURN_6K,
    })
}

/// The first call of a session: whatever is not ready before it shows here.
fn first_call(name: &'static str, text: &str) -> Result<Row, End> {
    let boundary = Boundary::new()?;
    Ok(Row {
        name,
        bytes: text.len(),
        component_ns: prepared(
            FRESH,
            || Component::open(&boundary),
            |session| expect(name, session.sanitize(text)?, IN_TURN_1K),
        )?,
        native_ns: prepared(FRESH, Native::open, |session| {
            expect(name, session.sanitize(text)?, IN_TURN_1K)
        })?,
        echo_ns: prepared(
            FRESH,
            || Component::open(&boundary),
            |session| session.echo(text),
        )?,
        replacements: IN_TURN_1K,
    })
}

/// Opening a session: an instance with memory of its own. Nothing crosses, so the echo is that of no text.
fn instantiate(name: &'static str) -> Result<Row, End> {
    let boundary = Boundary::new()?;
    let mut echo = Component::open(&boundary)?;
    let [echo_ns] = medians([&mut || expect(name, echo.echo("")?, 0)])?;
    Ok(Row {
        name,
        bytes: 0,
        component_ns: prepared(FRESH, || Ok(()), |()| Component::open(&boundary))?,
        native_ns: prepared(FRESH, || Ok(()), |()| Native::open())?,
        echo_ns,
        replacements: 0,
    })
}

pub(super) fn expect(name: &str, got: usize, expected: usize) -> Done {
    match got == expected {
        true => Ok(()),
        false => Err(End::Failed(format!(
            "{name}: {got} replacements, expected {expected}"
        ))),
    }
}
