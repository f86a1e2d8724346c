//! What the model hands back: to be accepted, refused, or left as text.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Figure, text, texts, with_session};
use crate::{Boundary, Command, Failure, Origin, Session, Setup, Text};

/// One figure for each expectation and one for each category.
pub(super) fn rebinding(boundary: &dyn Boundary, rows: &[Value]) -> Vec<Figure> {
    let mut by_expectation = BTreeMap::new();
    let mut by_category = BTreeMap::new();
    for row in rows {
        let id = text(row, "id");
        let outcome = with_session(boundary, &Setup::default(), |session| outcome(session, row));
        let right = judge(row, &outcome);
        let remark = || format!("{} {outcome:?}", text(row, "why"));
        by_expectation
            .entry(text(row, "expect"))
            .or_insert_with_key(|expect| Figure::new("rebind", *expect))
            .count(id, right, remark);
        by_category
            .entry(text(row, "category"))
            .or_insert_with_key(|category| Figure::new("rebind", format!("  {category}")))
            .count(id, right, remark);
    }
    let figures = by_expectation.into_values();
    figures.chain(by_category.into_values()).collect()
}

/// What was asked for, after `{{SYN:NAME}}` was filled in, and what came of it.
#[derive(Debug)]
struct Outcome {
    asked: String,
    result: Result<Command, Failure>,
}

fn outcome(session: &mut dyn Session, row: &Value) -> Result<Outcome, Failure> {
    let mut seen = String::new();
    for (index, turn) in texts(row, "setup_turns").into_iter().enumerate() {
        // The first turn is the harness speaking for the user; it names the workspace.
        let origin = if index == 0 {
            Origin::User
        } else {
            Origin::Tool
        };
        let turn = Text {
            text: turn,
            origin,
            file: None,
        };
        seen.push_str(&session.sanitize(turn)?.text);
        seen.push('\n');
    }
    let fill = |text: &str| with_stand_ins(text, &seen);
    let call = &row["tool_call"];
    let stream = |key: &str| texts(call, key).concat();
    if let Some(said) = row.get("text").and_then(Value::as_str) {
        return Ok(display(session, fill(said)));
    }
    if call.get("text_stream").is_some() {
        return Ok(display(session, fill(&stream("text_stream"))));
    }
    if call.get("stream").is_some() {
        let asked = fill(&stream("stream"));
        let result = session.command(&asked);
        return Ok(Outcome { asked, result });
    }
    let asked = fill(&call["args"].to_string());
    let result = session.tool_call(text(call, "tool"), &asked);
    Ok(Outcome { asked, result })
}

fn display(session: &mut dyn Session, asked: String) -> Outcome {
    let result = session.display(&asked).map(|text| Command {
        text,
        env: Vec::new(),
    });
    Outcome { asked, result }
}

/// Replaces `{{SYN:NAME}}` by what stands behind `NAME=` in what the provider saw.
fn with_stand_ins(text: &str, seen: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{SYN:") {
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        let (name, change) = name.split_once(':').unwrap_or((name, ""));
        let value = seen.lines().find_map(|line| {
            let (key, value) = line.split_once('=')?;
            (key.trim().trim_start_matches("export ") == name).then_some(value)
        });
        let value = value.unwrap_or("no-such-stand-in");
        out.push_str(before);
        match change {
            "upper" => out.push_str(&value.to_uppercase()),
            "head" => out.extend(value.chars().take(10)),
            _ => out.push_str(value),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn judge(row: &Value, outcome: &Result<Outcome, Failure>) -> bool {
    let Ok(outcome) = outcome else {
        return false;
    };
    match (text(row, "expect"), &outcome.result) {
        ("reject", Err(failure)) => failure.kind != "error",
        ("literal", Ok(command)) => same(&outcome.asked, &command.text),
        ("accept", Ok(command)) => match row.get("resolves_to").and_then(Value::as_str) {
            Some(wanted) => resolves(&command.text, wanted),
            None => !command.text.contains("_1]"),
        },
        _ => false,
    }
}

/// Equal as text, or as JSON.
fn same(before: &str, after: &str) -> bool {
    let json = |text: &str| serde_json::from_str::<Value>(text).ok();
    before == after || json(before).is_some_and(|before| json(after) == Some(before))
}

/// Whether a string of the result is `wanted`, or the shell sees the same words.
fn resolves(result: &str, wanted: &str) -> bool {
    let value = serde_json::from_str::<Value>(result);
    let value = value.unwrap_or_else(|_| Value::String(result.to_owned()));
    let mut strings = Vec::new();
    collect(&value, &mut strings);
    let mut strings = strings.into_iter();
    strings.any(|string| string == wanted || words(string) == words(wanted))
}

fn collect<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::String(string) => into.push(string),
        Value::Array(list) => list.iter().for_each(|item| collect(item, into)),
        Value::Object(map) => map.values().for_each(|item| collect(item, into)),
        _ => {}
    }
}

/// The words a POSIX shell sees: quotes removed, nothing expanded.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => word
                .get_or_insert_default()
                .extend(chars.by_ref().take_while(|c| *c != '\'')),
            '"' => quoted(&mut chars, word.get_or_insert_default()),
            '\\' => word.get_or_insert_default().extend(chars.next()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The inside of double quotes.
fn quoted(chars: &mut std::str::Chars<'_>, word: &mut String) {
    while let Some(c) = chars.next() {
        match c {
            '"' => return,
            '\\' => word.extend(chars.next()),
            c => word.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_sees_the_same_words() {
        assert_eq!(words(r#"ls "/a b"/c"#), words(r"ls '/a b/c'"));
        assert_eq!(words(r"ls /a\ b/c"), ["ls", "/a b/c"]);
        assert_eq!(words("a  ''"), ["a", ""]);
    }

    #[test]
    fn stand_ins_are_filled_in() {
        let seen = "$ cat .env\nTOKEN=abcdefghijklmnop\n";
        assert_eq!(
            with_stand_ins("x={{SYN:TOKEN}}!", seen),
            "x=abcdefghijklmnop!"
        );
        assert_eq!(with_stand_ins("{{SYN:TOKEN:head}}", seen), "abcdefghij");
        assert_eq!(
            with_stand_ins("{{SYN:TOKEN:upper}}", seen),
            "ABCDEFGHIJKLMNOP"
        );
    }
}
