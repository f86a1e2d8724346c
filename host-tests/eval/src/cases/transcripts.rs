//! Reports, entities and real turns: what must be gone and what must stay.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Figure, has_word, text, texts, with_session};
use crate::{Boundary, Failure, Setup, Text};

/// Turns through one session, then `must_hide`, `must_keep` and `checks` over all outputs.
pub(super) fn scripts(boundary: &dyn Boundary, group: &'static str, rows: &[Value]) -> Vec<Figure> {
    let mut clean = Figure::new(group, "clean cases");
    let mut hidden = Figure::new(group, "must_hide gone");
    let mut kept = Figure::new(group, "must_keep kept");
    let mut kinds = BTreeMap::new();
    for row in rows {
        let id = text(row, "id");
        let outputs = outputs(boundary, row);
        let verdict = outputs.and_then(|outputs| {
            count_parts(row, &outputs, &mut hidden, &mut kept);
            judge(row, &outputs)
        });
        let remark = || {
            verdict
                .clone()
                .err()
                .map_or(String::new(), |e| e.to_string())
        };
        clean.count(id, verdict.is_ok(), remark);
        let kind = kinds
            .entry(text(row, "kind").to_owned())
            .or_insert_with_key(|kind| Figure::new(group, format!("  {kind}")));
        kind.count(id, verdict.is_ok(), remark);
    }
    let mut figures = vec![clean, hidden, kept];
    if group == "reports" {
        figures.extend(kinds.into_values());
    }
    figures
}

fn outputs(boundary: &dyn Boundary, row: &Value) -> Result<Vec<String>, Failure> {
    with_session(boundary, &Setup::default(), |session| {
        let turns = texts(row, "turns");
        let turns = turns.into_iter().map(Text::tool);
        turns
            .map(|turn| session.sanitize(turn).map(|output| output.text))
            .collect()
    })
}

fn count_parts(row: &Value, outputs: &[String], hidden: &mut Figure, kept: &mut Figure) {
    let id = text(row, "id");
    for part in texts(row, "must_hide") {
        let gone = !outputs.iter().any(|output| output.contains(part));
        hidden.count(id, gone, || part.to_owned());
    }
    for part in texts(row, "must_keep") {
        let stays = outputs.iter().any(|output| output.contains(part));
        kept.count(id, stays, || part.to_owned());
    }
}

fn judge(row: &Value, outputs: &[String]) -> Result<(), Failure> {
    let shown = |part: &&&str| outputs.iter().any(|output| output.contains(**part));
    let leaks: Vec<_> = texts(row, "must_hide");
    let leaks: Vec<_> = leaks.iter().filter(shown).collect();
    let kept = texts(row, "must_keep");
    let lost: Vec<_> = kept.iter().filter(|part| !shown(part)).collect();
    let broken: Vec<_> = texts(row, "checks")
        .into_iter()
        .filter(|check| !parses(check, row, outputs))
        .collect();
    if leaks.is_empty() && lost.is_empty() && broken.is_empty() {
        return Ok(());
    }
    let message = format!("shown {leaks:?}, lost {lost:?}, broken {broken:?}\n    {outputs:?}");
    Err(Failure::new("wrong", message))
}

/// `json:N` and `yaml:N`: turn N still parses. YAML is judged by its indentation and its keys' colons.
fn parses(check: &str, row: &Value, outputs: &[String]) -> bool {
    let Some((format, turn)) = check.split_once(':') else {
        return false;
    };
    let turn: usize = turn.parse().unwrap_or(usize::MAX);
    let (Some(before), Some(after)) = (texts(row, "turns").get(turn).copied(), outputs.get(turn))
    else {
        return false;
    };
    match format {
        "json" => serde_json::from_str::<Value>(after).is_ok(),
        "yaml" => skeleton(before).eq(skeleton(after)),
        _ => false,
    }
}

/// Indentation and position of the first `: ` of every line: what YAML hangs on.
fn skeleton(text: &str) -> impl Iterator<Item = (usize, bool, bool)> + '_ {
    text.lines().map(|line| {
        let rest = line.trim_start();
        let plain_value = rest.split_once(": ").map_or("", |(_, value)| value);
        let flow = plain_value.starts_with(['[', '{', '&', '*', '!', '%', '@', '`']);
        (line.len() - rest.len(), rest.contains(": "), flow)
    })
}

/// Excerpts of agent transcripts; once with the default settings, once with everything on that hides more.
pub(super) fn real_turns(boundary: &dyn Boundary, rows: &[Value]) -> Vec<Figure> {
    let mut figures = turns_with(boundary, rows, false);
    figures.extend(turns_with(boundary, rows, true));
    figures
}

fn turns_with(boundary: &dyn Boundary, rows: &[Value], hide_more: bool) -> Vec<Figure> {
    let label = if hide_more { ", settings on" } else { "" };
    let figure = |name: &str| Figure::new("real_turns", format!("{name}{label}"));
    let mut must = figure("must hidden");
    let mut should = figure("should hidden");
    let mut benign = figure("benign kept");
    let setup = Setup {
        hide_more,
        ..Setup::default()
    };
    for row in rows {
        let id = text(row, "id");
        let output = with_session(boundary, &setup, |session| {
            Ok(session.sanitize(Text::tool(text(row, "text")))?.text)
        });
        // A turn that is not sent shows nothing, and is of no use either.
        let output = output.unwrap_or_default();
        for label in row["sensitive"].as_array().into_iter().flatten() {
            let span = text(label, "span");
            let shown = match text(label, "match") {
                "word" => has_word(&output, span),
                _ => output.contains(span),
            };
            let figure = match text(label, "level") {
                "must" => &mut must,
                _ => &mut should,
            };
            figure.count(id, !shown && !output.is_empty(), || {
                format!("{} {}", text(label, "type"), around(&output, span))
            });
        }
        for part in texts(row, "benign") {
            benign.count(id, output.contains(part), || part.to_owned());
        }
    }
    vec![must, should, benign]
}

/// `span` where it first stands in `output`, with a little of the line around it.
fn around(output: &str, span: &str) -> String {
    let Some(at) = output.find(span) else {
        return span.to_owned();
    };
    let start = output[..at].char_indices().rev().take(40).last();
    let start = start.map_or(at, |(start, _)| start);
    let rest = output[at + span.len()..].chars().take(40);
    let text = format!("{}«{span}»{}", &output[start..at], rest.collect::<String>());
    text.replace('\n', "⏎")
}
