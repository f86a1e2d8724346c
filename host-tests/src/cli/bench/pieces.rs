//! Rows of what agents do all the time: a history that is resent, and deltas that are shown.

use std::cell::Cell;

use slotguard_host::{Boundary, Encoding};

use super::Row;
use super::clock::medians;
use super::rows::{TURN_6K, expect, text};
use super::sides::{Component, Native};
use crate::cli::end::End;

const MESSAGES: usize = 400;
/// Bytes of the turn that are one message: 1.5 MB in all.
const MESSAGE: usize = 3_700;
const DELTA: &str = "a word of the answer";

/// A history of 400 messages that was sent before, with one new message at its end.
pub(super) fn history(name: &'static str) -> Result<Row, End> {
    let (mut component, mut native) = (Component::open(&Boundary::new()?)?, Native::open()?);
    let mut echo = Component::open(&Boundary::new()?)?;
    // Another new message in each run, and as many bytes.
    let number = Cell::new(1_000_000);
    let start = request();
    let next = || {
        number.set(number.get() + 1);
        format!(
            r#"{start},{{"role":"user","content":"run {}"}}]}}"#,
            number.get()
        )
    };
    let first = component.sanitize_json(&next())?;
    expect(name, native.sanitize_json(&next())?, first)?;
    let bytes = next().len();
    let [component_ns, native_ns, echo_ns] = medians([
        &mut || expect(name, component.sanitize_json(&next())?, first),
        &mut || expect(name, native.sanitize_json(&next())?, first),
        &mut || expect(name, echo.echo(&next())?, bytes),
    ])?;
    Ok(Row {
        name,
        bytes,
        component_ns,
        native_ns,
        echo_ns,
        replacements: first,
    })
}

/// Without the end of the list.
fn request() -> String {
    let turn = text(TURN_6K);
    let end = (MESSAGE..=turn.len()).find(|&at| turn.is_char_boundary(at));
    let turn = &turn[..end.unwrap_or(0)];
    let message = |number: usize| {
        let content = format!("{number}\n{turn}");
        serde_json::json!({"role": "user", "content": content}).to_string()
    };
    let messages: Vec<String> = (0..MESSAGES).map(message).collect();
    format!(r#"{{"messages":[{}"#, messages.join(","))
}

/// A delta of a model without a slot in it.
pub(super) fn delta(name: &'static str) -> Result<Row, End> {
    let (mut component, native) = (Component::open(&Boundary::new()?)?, Native::open()?);
    let mut echo = Component::open(&Boundary::new()?)?;
    let stream = component.0.rebind_stream(Encoding::Text)?;
    let mut inside = slotguard_core::RebindStream::new(slotguard_core::Encoding::Text);
    let [component_ns, native_ns, echo_ns] = medians([
        &mut || {
            let shown = stream.push(&mut component.0, DELTA)?;
            expect(name, shown.restored.len(), 0)
        },
        &mut || {
            let shown = inside.push(&native.0, DELTA);
            expect(name, shown.restored.len(), 0)
        },
        &mut || expect(name, echo.echo(DELTA)?, DELTA.len()),
    ])?;
    Ok(Row {
        name,
        bytes: DELTA.len(),
        component_ns,
        native_ns,
        echo_ns,
        replacements: 0,
    })
}
