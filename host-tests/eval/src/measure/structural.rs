//! The paper's tables 1 and 4: private characters and the use of paths. Table 10: what should have been left alone.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Condition, Progress, Section, name, pass};
use crate::Failure;
use crate::corpora::structural;
use crate::judges::literal;
use crate::judges::paths::Paths;
use crate::table::{Table, percent};
use crate::transcript::{Class, Transcript};

/// What one condition showed.
#[derive(Clone, Debug, Default)]
struct Tally {
    characters: usize,
    visible: usize,
    by_class: BTreeMap<Class, (usize, usize)>,
    paths: Paths,
    benign: usize,
    lost: usize,
    bytes: usize,
    replaced: usize,
}

/// Tables 4 and 10.
///
/// # Errors
/// A boundary that refuses a corpus.
pub fn measure(
    conditions: &[Condition<'_>],
    seed: u64,
    progress: Progress<'_>,
) -> Result<[Section; 2], Failure> {
    let corpus = structural::corpus(seed);
    let mut section = Section::new(4, "Structural privacy and use of paths");
    let mut twins = Section::new(10, "Over-redaction: benign twins");
    let mut tallies = Vec::new();
    let total = conditions.len() * corpus.len();
    for condition in conditions {
        let mut tally = Tally::default();
        for transcript in &corpus {
            progress(
                "structural",
                tallies.len() * corpus.len() + tally.bytes.min(1),
                total,
            );
            add(&mut tally, condition, transcript, &mut section, &mut twins)?;
        }
        tallies.push((condition.name, tally));
    }
    progress("structural", total, total);
    section.tables.push(privacy(&tallies));
    section.tables.push(classes(&tallies));
    twins.tables.push(benign(&tallies));
    section.figures = json!(
        tallies
            .iter()
            .map(|(name, tally)| figures(name, tally))
            .collect::<Vec<_>>()
    );
    twins.figures = json!(tallies.iter().map(|(name, tally)| json!({
        "condition": name, "benign": tally.benign, "lost": tally.lost, "replacements": tally.replaced, "bytes": tally.bytes,
    })).collect::<Vec<_>>());
    if let Some((_, tally)) = tallies.iter().find(|(name, _)| *name == name::FULL) {
        targets(&mut section, &mut twins, tally);
    }
    explain(&mut section, &mut twins, &corpus);
    Ok([section, twins])
}

fn add(
    tally: &mut Tally,
    condition: &Condition<'_>,
    transcript: &Transcript,
    section: &mut Section,
    twins: &mut Section,
) -> Result<(), Failure> {
    let (outputs, mut session) = pass(&*condition.boundary, transcript)?;
    let full = condition.name == name::FULL;
    for (number, (turn, output)) in transcript.turns.iter().zip(&outputs).enumerate() {
        tally.bytes += turn.text.len();
        tally.replaced += output.replacements.len();
        for (mark, visible) in turn.marks.iter().zip(literal::visible(turn, &output.text)) {
            let length = turn.text[mark.range.clone()].chars().count();
            let class = tally.by_class.entry(mark.class).or_default();
            (class.0, class.1) = (class.0 + length, class.1 + visible);
            tally.characters += length;
            tally.visible += visible;
            if full && visible > 0 {
                section.note(|| {
                    shown(
                        transcript,
                        number,
                        &mark.range,
                        &format!("{:?}", mark.class),
                        &output.text,
                    )
                });
            }
        }
        tally.benign += turn.benign.len();
        for range in literal::lost(turn, &output.text) {
            tally.lost += 1;
            if full {
                twins.note(|| shown(transcript, number, &range, "benign", &output.text));
            }
        }
        let before = tally.paths;
        tally.paths.add(turn, output, &mut *session);
        if full {
            worse(
                section,
                transcript,
                number,
                before,
                tally.paths,
                &output.text,
            );
        }
    }
    Ok(())
}

/// A line for `--show` about paths that lost something in this turn.
fn worse(
    section: &mut Section,
    transcript: &Transcript,
    turn: usize,
    before: Paths,
    after: Paths,
    output: &str,
) {
    let missing = |of: fn(&Paths) -> (usize, usize)| {
        let ((a, b), (c, d)) = (of(&before), of(&after));
        (c - a) - (d - b)
    };
    let extension = missing(|p| (p.with_extension, p.extension_kept));
    let suffix = missing(|p| (p.with_suffix, p.suffix_kept));
    let back = missing(|p| (p.rewritten, p.back));
    let lies = after.unaccounted - before.unaccounted;
    if extension + suffix + back + lies > 0 {
        section.note(|| {
            let text = &transcript.turns[turn].text;
            let id = &transcript.id;
            format!(
                "{id}/{turn}: {extension} without extension, {suffix} without suffix, {back} not back, {lies} unaccounted\n{text}\n=>\n{output}"
            )
        });
    }
}

fn shown(
    transcript: &Transcript,
    turn: usize,
    range: &std::ops::Range<usize>,
    what: &str,
    output: &str,
) -> String {
    let text = &transcript.turns[turn].text;
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let number = text[..range.start].matches('\n').count();
    let after = output.split('\n').nth(number).unwrap_or_default();
    format!(
        "{}/{turn} {what} {:?}: {line:?} => {after:?}",
        transcript.id,
        &text[range.clone()]
    )
}

fn privacy(tallies: &[(&str, Tally)]) -> Table {
    let mut heads = vec!["metric", "paper"];
    heads.extend(tallies.iter().map(|(name, _)| *name));
    let mut table = Table::new("Structural privacy and path compatibility", &heads);
    type Cell = fn(&Tally) -> String;
    let rows: [(&str, &str, Cell); 8] = [
        ("private characters visible", "20,814 → 0", |t| {
            t.visible.to_string()
        }),
        ("structural leakage", "100% → 0.0%", |t| {
            percent(t.visible, t.characters)
        }),
        ("paths rewritten", "9,229", |t| {
            t.paths.rewritten.to_string()
        }),
        ("keep their extension", "93.6%", |t| {
            percent(t.paths.extension_kept, t.paths.with_extension)
        }),
        ("keep ≥ 1 safe component", "100.0%", |t| {
            percent(t.paths.suffix_kept, t.paths.with_suffix)
        }),
        ("fully opaque", "0.0%", |t| {
            percent(t.paths.opaque, t.paths.rewritten)
        }),
        ("round trip", "100.0%", |t| {
            percent(t.paths.back, t.paths.rewritten)
        }),
        ("turns whose replacements do not add up", "", |t| {
            t.paths.unaccounted.to_string()
        }),
    ];
    for (metric, paper, cell) in rows {
        let mut cells = vec![metric.to_owned(), paper.to_owned()];
        cells.extend(tallies.iter().map(|(_, tally)| cell(tally)));
        table.rows.push(cells);
    }
    table
}

fn classes(tallies: &[(&str, Tally)]) -> Table {
    let mut heads = vec!["class", "characters"];
    heads.extend(tallies.iter().map(|(name, _)| *name));
    let mut table = Table::new("Characters visible, by class", &heads);
    let Some((_, first)) = tallies.first() else {
        return table;
    };
    for (class, (characters, _)) in &first.by_class {
        let mut cells = vec![format!("{class:?}"), characters.to_string()];
        let visible = |tally: &Tally| tally.by_class.get(class).map_or(0, |(_, visible)| *visible);
        cells.extend(
            tallies
                .iter()
                .map(|(_, tally)| percent(visible(tally), *characters)),
        );
        table.rows.push(cells);
    }
    table
}

fn benign(tallies: &[(&str, Tally)]) -> Table {
    let heads = [
        "condition",
        "benign strings",
        "lost",
        "share",
        "replacements",
        "per KB",
    ];
    let mut table = Table::new("Strings that must survive", &heads);
    for (name, tally) in tallies {
        let per_kb = tally.replaced as f64 * 1024.0 / tally.bytes.max(1) as f64;
        table.row(&[
            name,
            &tally.benign.to_string(),
            &tally.lost.to_string(),
            &percent(tally.lost, tally.benign),
            &tally.replaced.to_string(),
            &format!("{per_kb:.1}"),
        ]);
    }
    table
}

fn figures(name: &str, tally: &Tally) -> serde_json::Value {
    json!({
        "condition": name,
        "characters": tally.characters,
        "visible": tally.visible,
        "paths": tally.paths.all,
        "rewritten": tally.paths.rewritten,
        "with_extension": tally.paths.with_extension,
        "extension_kept": tally.paths.extension_kept,
        "with_suffix": tally.paths.with_suffix,
        "suffix_kept": tally.paths.suffix_kept,
        "opaque": tally.paths.opaque,
        "round_trip": tally.paths.back,
        "unaccounted": tally.paths.unaccounted,
    })
}

fn targets(section: &mut Section, twins: &mut Section, tally: &Tally) {
    let paths = &tally.paths;
    section.target(tally.visible == 0, || {
        format!("{} private characters visible, target 0", tally.visible)
    });
    section.target(paths.rewritten == paths.all, || {
        format!("{} paths left as they were", paths.all - paths.rewritten)
    });
    section.target(
        paths.extension_kept * 100 >= paths.with_extension * 99,
        || "extension kept below 99%".to_owned(),
    );
    section.target(paths.suffix_kept == paths.with_suffix, || {
        "safe suffix below 100%".to_owned()
    });
    section.target(paths.opaque == 0, || {
        format!("{} paths fully opaque", paths.opaque)
    });
    section.target(paths.back == paths.rewritten, || {
        format!("{} paths do not find back", paths.rewritten - paths.back)
    });
    section.target(paths.unaccounted == 0, || {
        format!("{} turns do not add up", paths.unaccounted)
    });
    twins.target(tally.lost == 0, || {
        format!("{} of {} benign strings lost", tally.lost, tally.benign)
    });
}

fn explain(section: &mut Section, twins: &mut Section, corpus: &[Transcript]) {
    let turns: usize = corpus.iter().map(|transcript| transcript.turns.len()).sum();
    section.text = vec![
        format!(
            "{} sessions, {} paths, {turns} turns of twenty kinds of tool output on five kinds of machine. In every third \
             session nothing is configured: the workspace is only named in the first turn.",
            corpus.len(),
            structural::PATHS
        ),
        "Counted: every character of an annotated span that still stands on its line of the output. Path metrics are over \
         rewritten paths; the round trip goes through the guard for paths where tools would take the path as it is \
         written, and through the display otherwise."
            .to_owned(),
        "Not shown: that people, projects and hosts of real life are as easy to tell; the corpus is invented and its \
         names come from lists."
            .to_owned(),
    ];
    twins.text = vec![
        "Commit hashes, UUIDs, versions, SRI hashes, documentation addresses, public hosts and system paths beside the \
         private values of the structural corpus. Lost means: not on its line any more."
            .to_owned(),
    ];
}
