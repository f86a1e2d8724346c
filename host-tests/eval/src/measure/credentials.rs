//! The paper's table 5: credentials, by session, by value, and by what labels tell.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Condition, Progress, Section, name, pass};
use crate::corpora::credentials::{self, Exposure, Session};
use crate::judges::categorical::names_the_kind;
use crate::judges::paths::Map;
use crate::judges::reconstruct::Views;
use crate::table::{Table, percent};
use crate::transcript::Class;
use crate::{Failure, Output};

#[derive(Clone, Debug, Default)]
struct Tally {
    sessions: usize,
    sessions_leaking: usize,
    values: usize,
    literal: usize,
    leaking: usize,
    spans: usize,
    named: usize,
    by_exposure: BTreeMap<Exposure, (usize, usize)>,
}

/// Table 5.
///
/// # Errors
/// A boundary that refuses the corpus.
pub fn measure(
    conditions: &[Condition<'_>],
    seed: u64,
    progress: Progress<'_>,
) -> Result<Section, Failure> {
    let corpus = credentials::corpus(seed);
    let mut section = Section::new(5, "Credentials");
    let mut tallies = Vec::new();
    let total = conditions.len() * corpus.len();
    for condition in conditions {
        let mut tally = Tally::default();
        for session in &corpus {
            progress(
                "credentials",
                tallies.len() * corpus.len() + tally.sessions,
                total,
            );
            let (outputs, _) = pass(&*condition.boundary, &session.transcript)?;
            add(&mut tally, condition, session, &outputs, &mut section);
        }
        tallies.push((condition.name, tally));
    }
    progress("credentials", total, total);
    section.tables.push(leaks(&tallies));
    section.tables.push(exposures(&tallies));
    section.figures = json!(
        tallies
            .iter()
            .map(|(name, tally)| figures(name, tally))
            .collect::<Vec<_>>()
    );
    targets(&mut section, &tallies);
    explain(&mut section);
    Ok(section)
}

fn add(
    tally: &mut Tally,
    condition: &Condition<'_>,
    session: &Session,
    outputs: &[Output],
    section: &mut Section,
) {
    let views = Views::new(outputs.iter().map(|output| output.text.as_str()));
    let mut any = false;
    for planted in &session.planted {
        let literal = views.shows(&planted.value);
        let leaks = literal || views.gives(&planted.value);
        let exposure = tally.by_exposure.entry(planted.exposure).or_default();
        exposure.0 += 1;
        exposure.1 += usize::from(leaks);
        tally.values += 1;
        tally.literal += usize::from(literal);
        tally.leaking += usize::from(leaks);
        any |= leaks;
        if leaks && condition.name == name::FULL {
            let how = if literal {
                "literally"
            } else {
                "reconstructed"
            };
            section.note(|| {
                format!(
                    "{} {how} ({}): {}\n{}",
                    session.transcript.id,
                    planted.exposure.name(),
                    planted.what,
                    context(session, outputs, &planted.value)
                )
            });
        }
    }
    for (turn, output) in session.transcript.turns.iter().zip(outputs) {
        let Some(map) = Map::new(&turn.text, output) else {
            continue;
        };
        for mark in turn.marks.iter().filter(|mark| mark.class == Class::Secret) {
            tally.spans += 1;
            let shown = &output.text[map.range(&mark.range)];
            tally.named += usize::from(names_the_kind(shown));
        }
    }
    tally.sessions += 1;
    tally.sessions_leaking += usize::from(any);
}

/// Turns before and after in which the value, or a half of it, stood.
fn context(session: &Session, outputs: &[Output], value: &str) -> String {
    let half = value.get(..value.len() / 3).unwrap_or(value);
    let tail = value.get(value.len() - value.len() / 3..).unwrap_or(value);
    let turns = session.transcript.turns.iter().zip(outputs);
    let turns = turns.filter(|(turn, _)| {
        let holds = |mark: &crate::transcript::Mark| {
            let text = &turn.text[mark.range.clone()];
            mark.class == Class::Secret
                && (text.contains(half) || text.contains(tail) || half.contains(text))
        };
        turn.marks.iter().any(holds)
    });
    let pairs = turns.map(|(turn, output)| format!("    {:?}\n => {:?}", turn.text, output.text));
    pairs.collect::<Vec<_>>().join("\n")
}

fn leaks(tallies: &[(&str, Tally)]) -> Table {
    let heads = [
        "method",
        "paper: session / value / category",
        "session leak",
        "credential leak",
        "of it literal",
        "categorical leak",
    ];
    let mut table = Table::new("Credential leakage", &heads);
    for (name, tally) in tallies {
        let paper = match *name {
            name::RAW => "100.0% / 100.0% / 0.0%",
            name::TYPED => "100.0% / 23.5% / 100.0%",
            name::NO_GRAPH => "100.0% / 23.5% / 0.0%",
            name::FULL => "0.0% / 0.0% / 0.0%",
            _ => "",
        };
        table.row(&[
            name,
            paper,
            &format!(
                "{}/{} {}",
                tally.sessions_leaking,
                tally.sessions,
                percent(tally.sessions_leaking, tally.sessions)
            ),
            &format!(
                "{}/{} {}",
                tally.leaking,
                tally.values,
                percent(tally.leaking, tally.values)
            ),
            &tally.literal.to_string(),
            &percent(tally.named, tally.spans),
        ]);
    }
    table
}

fn exposures(tallies: &[(&str, Tally)]) -> Table {
    let mut heads = vec!["exposure", "values"];
    heads.extend(tallies.iter().map(|(name, _)| *name));
    let mut table = Table::new("Credential leakage by exposure", &heads);
    for exposure in Exposure::ALL {
        let of = |tally: &Tally| {
            tally
                .by_exposure
                .get(&exposure)
                .copied()
                .unwrap_or_default()
        };
        let count = tallies.first().map_or(0, |(_, tally)| of(tally).0);
        let mut cells = vec![exposure.name().to_owned(), count.to_string()];
        cells.extend(
            tallies
                .iter()
                .map(|(_, tally)| percent(of(tally).1, of(tally).0)),
        );
        table.rows.push(cells);
    }
    table
}

fn figures(name: &str, tally: &Tally) -> serde_json::Value {
    let by = tally.by_exposure.iter().map(|(exposure, (of, leaking))| {
        (
            exposure.name().to_owned(),
            json!({ "values": of, "leaking": leaking }),
        )
    });
    json!({
        "condition": name,
        "sessions": tally.sessions,
        "sessions_leaking": tally.sessions_leaking,
        "values": tally.values,
        "leaking": tally.leaking,
        "literal": tally.literal,
        "spans": tally.spans,
        "named": tally.named,
        "by_exposure": serde_json::Value::Object(by.collect()),
    })
}

fn targets(section: &mut Section, tallies: &[(&str, Tally)]) {
    let of = |wanted: &str| {
        tallies
            .iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, tally)| tally)
    };
    if let Some(full) = of(name::FULL) {
        section.target(full.leaking == 0, || {
            format!(
                "{} of {} credentials leak, target 0",
                full.leaking, full.values
            )
        });
        section.target(full.named == 0, || {
            format!("{} stand-ins name their kind, target 0", full.named)
        });
    }
    for weak in [name::TYPED, name::NO_GRAPH] {
        if let Some(tally) = of(weak) {
            section.target(tally.leaking * 5 >= tally.values, || {
                format!("{weak} leaks too little: the corpus is too easy")
            });
        }
    }
}

fn explain(section: &mut Section) {
    section.text = vec![
        format!(
            "{} sessions, {} planted values of {} kinds, in twenty places; every session has a value that is shown in two \
             parts (in later turns, in parts with names, joined in code, or wrapped).",
            credentials::SESSIONS,
            credentials::VALUES,
            crate::corpora::keys::ALL.len()
        ),
        "A value leaks if it stands in a turn, or if an attacker who reads all turns can put three quarters of it together \
         from at most six pieces of six or more characters, after joining lines, undoing escapes, percent, hex and base64 \
         at every alignment, reading backwards, and ignoring case and separators. Categorical: what stands for a \
         credential is a label that names its kind."
            .to_owned(),
        "Not shown: credentials of formats that neither the rules nor their context give away; see the shared scanner \
         vectors for those."
            .to_owned(),
    ];
}
