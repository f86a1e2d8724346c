//! Runs what was asked for and writes it down: for a terminal, for machines, as Markdown, as charts.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cases::{self, Figure};
use crate::measure::{self, Progress, Section};
use crate::table::{Table, percent};
use crate::workflow::endpoint::{Endpoint, Settings};
use crate::workflow::planner::Planner;
use crate::{Boundary, Failure};

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Every corpus is made from it.
    pub seed: u64,
    /// One table only, by the paper's number or ours.
    pub table: Option<u32>,
    /// The folder of the shared cases.
    pub cases: Option<PathBuf>,
    /// Ask this endpoint besides the planner.
    pub endpoint: Option<Settings>,
    /// The output of `slotguard bench --json`, or why there is none.
    pub bench: Option<Result<Value, String>>,
    /// The size of the component in bytes, if it is known.
    pub component: Option<usize>,
}

/// A run and what it gave.
#[derive(Clone, Debug)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// Sections by number.
    pub sections: Vec<Section>,
}

/// The tables by number: the paper's own numbers, and ours from 10 on. Tables 1, 3 and 8 of the paper repeat others.
pub const TABLES: &[(u32, &str)] = &[
    (2, "workflow, 200 shared tasks"),
    (4, "structural privacy and paths (also the paper's table 1)"),
    (5, "credentials (also table 1)"),
    (6, "workflow, 12 local tasks, ablations"),
    (7, "replay after The Agent Company (also table 3)"),
    (9, "hard and adversarial cases"),
    (10, "over-redaction"),
    (11, "adversarial reconstruction"),
    (12, "hot path"),
    (13, "growth"),
    (14, "the shared cases"),
    (15, "filename probe"),
    (16, "round trip to the user"),
];

impl Options {
    fn wants(&self, number: u32) -> bool {
        // The paper's tables 1, 3 and 8 are parts of others here.
        let same = |wanted: u32| match wanted {
            1 => matches!(number, 4 | 5),
            3 => number == 7,
            8 => number == 2,
            wanted => number == wanted,
        };
        self.table.is_none_or(same)
    }
}

/// Runs the evaluation.
///
/// # Errors
/// A boundary that refuses a corpus, or a case file that cannot be read.
pub fn run(
    full: &dyn Boundary,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Report, Failure> {
    let seed = options.seed;
    let wants = |number| options.wants(number);
    let privacy = measure::privacy_conditions(full);
    let mut sections = Vec::new();
    if wants(4) || wants(10) {
        sections.extend(measure::structural::measure(&privacy, seed, progress)?);
    }
    if wants(5) {
        sections.push(measure::credentials::measure(&privacy, seed, progress)?);
    }
    if wants(11) {
        sections.push(measure::reconstruction::measure(&privacy, seed, progress)?);
    }
    if wants(9) {
        sections.push(measure::adversarial::measure(full, progress)?);
    }
    if wants(2) || wants(6) || wants(7) {
        sections.extend(workflow(full, options, progress)?);
    }
    if wants(12) || wants(13) {
        sections.extend(measure::hot_path::measure(
            full,
            options.bench.as_ref(),
            seed,
            progress,
        )?);
    }
    if let (Some(bytes), Some(hot)) = (
        options.component,
        sections.iter_mut().find(|one| one.number == 12),
    ) {
        let kib = bytes.div_ceil(1024);
        hot.target(kib <= 400, || {
            format!("the component has {kib} KB, target 400")
        });
        hot.text.insert(0, format!("The component has {kib} KB."));
    }
    if wants(14) {
        sections.extend(shared_cases(full, options)?);
    }
    if wants(15) {
        sections.push(measure::names::measure(full)?);
    }
    if wants(16) {
        let folder = options.cases.as_deref();
        sections.push(measure::round_trip::measure(full, seed, folder, progress)?);
    }
    sections.retain(|section| wants(section.number));
    sections.sort_by_key(|section| section.number);
    Ok(Report { seed, sections })
}

/// What the deterministic driver is, wherever its figures stand.
const PLANNER: &str = "a deterministic planner, which is no model: it copies what the task names, and so measures the ceiling";

fn workflow(
    full: &dyn Boundary,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Vec<Section>, Failure> {
    let conditions = measure::workflow_conditions(full);
    let wants = |number| options.wants(number);
    let mut sections = measure::workflow::measure(
        &conditions,
        &mut Planner,
        PLANNER,
        options.seed,
        wants,
        progress,
    )?;
    if let Some(settings) = &options.endpoint {
        let who = format!("the model {} by its endpoint", settings.model);
        let mut endpoint = Endpoint::new(settings.clone());
        let asked = measure::workflow::measure(
            &conditions,
            &mut endpoint,
            &who,
            options.seed,
            wants,
            progress,
        )?;
        for mut section in asked {
            section.title = format!("{} ({})", section.title, settings.model);
            section.text.push(format!(
                "{} requests were tried again or given up.",
                endpoint.faults.len()
            ));
            // A model's failures are its own; the targets are the ceiling's.
            section.missed.clear();
            sections.push(section);
        }
    }
    Ok(sections)
}

fn shared_cases(full: &dyn Boundary, options: &Options) -> Result<Option<Section>, Failure> {
    let mut section = Section::new(14, "The shared cases");
    let figures = match &options.cases {
        Some(folder) if folder.is_dir() => cases::run(full, folder)?,
        _ => {
            section
                .text
                .push("The folder of cases is not here: skipped.".to_owned());
            return Ok(Some(section));
        }
    };
    let mut table = Table::new("Cases", &["group", "what", "right", "of", "share"]);
    for figure in &figures {
        let (right, of) = (figure.right.to_string(), figure.of.to_string());
        table.row(&[
            figure.group,
            figure.name.trim(),
            &right,
            &of,
            &percent(figure.right, figure.of),
        ]);
        for (id, _) in figure
            .wrong
            .iter()
            .filter(|_| !figure.name.starts_with(' '))
        {
            section.note(|| format!("{}/{} {id}", figure.group, figure.name));
        }
    }
    section.tables.push(table);
    section.figures = json!(figures.iter().map(|figure| json!({
        "group": figure.group, "name": figure.name.trim(), "right": figure.right, "of": figure.of,
    })).collect::<Vec<_>>());
    targets(&mut section, &figures);
    section.text = vec![
        "reports and entities: a case is clean if no `must_hide` string is in any output, every `must_keep` string is in \
         one, and what must still parse does. real_turns: spans that identify somebody (must) or an organisation, branch, \
         person or client address (should), by default and with every setting on that hides more. vectors: recall is the \
         share of positives of which a secret is gone; left alone is the share of uncontested negatives in which nothing \
         was treated as a secret. rebind: what is accepted gives the same words to a shell. Each case has a session of its \
         own and no configuration."
            .to_owned(),
        "Not shown: cases outside this folder. `cargo xtask cases --show GROUP` lists failing ids.".to_owned(),
    ];
    Ok(Some(section))
}

fn targets(section: &mut Section, figures: &[Figure]) {
    let wanted = [
        ("reports", "clean cases", 95.0),
        ("real_turns", "must hidden", 99.0),
        ("real_turns", "should hidden", 60.0),
        ("real_turns", "should hidden, settings on", 80.0),
        ("real_turns", "benign kept", 99.5),
        ("vectors", "recall", 88.0),
        ("vectors", "non-secrets left alone", 96.0),
        ("filenames", "precision", 97.0),
        ("filenames", "recall", 75.0),
        ("rebind", "accept", 100.0),
        ("rebind", "reject", 100.0),
        ("rebind", "literal", 100.0),
    ];
    for (group, name, target) in wanted {
        let figure = figures
            .iter()
            .find(|figure| figure.group == group && figure.name == name);
        let Some(figure) = figure.filter(|figure| figure.of > 0) else {
            continue;
        };
        let share = 100.0 * figure.right as f64 / figure.of as f64;
        section.target(share >= target, || {
            format!("{group}, {name}: {share:.1}%, target {target}%")
        });
    }
}

impl Report {
    /// Targets that were missed.
    pub fn missed(&self) -> Vec<String> {
        let sections = self.sections.iter();
        let of = |section: &Section| {
            let number = section.number;
            let lines = section.missed.iter();
            lines
                .map(move |line| format!("table {number}: {line}"))
                .collect::<Vec<_>>()
        };
        sections.flat_map(of).collect()
    }

    /// For a terminal; with at most `show` failures a section.
    pub fn plain(&self, show: usize) -> String {
        let mut out = String::new();
        for section in &self.sections {
            let _ = writeln!(out, "== {}. {}", section.number, section.title);
            section
                .tables
                .iter()
                .for_each(|table| out.push_str(&format!("{}\n", table.plain())));
            section
                .wrong
                .iter()
                .take(show)
                .for_each(|line| out.push_str(&format!("  - {line}\n")));
        }
        for line in self.missed() {
            let _ = writeln!(out, "missed: {line}");
        }
        out
    }

    /// For machines.
    pub fn json(&self) -> Value {
        let sections = self.sections.iter().map(|section| {
            json!({
                "table": section.number,
                "title": section.title,
                "figures": section.figures,
                "missed": section.missed,
            })
        });
        json!({ "seed": self.seed, "tables": sections.collect::<Vec<_>>() })
    }

    /// `docs/evaluation.md`. `charts` are the names of the files beside it.
    pub fn markdown(&self, charts: &[(&str, &str)]) -> String {
        let mut out = format!("{HEAD}\nSeed of this run: {}.\n", self.seed);
        out.push_str(&self.summary());
        for (file, caption) in charts {
            let _ = writeln!(out, "\n![{caption}](charts/{file})");
        }
        let (paper, ours): (Vec<_>, Vec<_>) = self
            .sections
            .iter()
            .partition(|section| section.number < 10);
        out.push_str("\n## After the paper\n");
        paper
            .into_iter()
            .for_each(|section| write_section(&mut out, section));
        out.push_str("\n## Beyond the paper\n");
        ours.into_iter()
            .for_each(|section| write_section(&mut out, section));
        out.push_str(EXTENSION);
        out.push_str(TAIL);
        out
    }

    fn summary(&self) -> String {
        let missed = self.missed();
        let mut out = "\n## Targets\n\n".to_owned();
        if missed.is_empty() {
            out.push_str("All were reached in this run.\n");
            return out;
        }
        out.push_str("Not reached in this run:\n\n");
        missed
            .iter()
            .for_each(|line| out.push_str(&format!("- {line}\n")));
        out
    }
}

const HEAD: &str = "# Evaluation

Written by `cargo xtask eval`; do not edit. Every figure comes from one run of the component under wasmtime; corpora are
made from the seed, as is the randomness that the component gets, and all people, hosts and keys in them are invented. The judges
see texts only and share no code with the core (`host-tests/eval` does not depend on it). Baselines are rule lists of our
own after what such tools document; ablations take a part out of SlotGuard's answers. Where the paper (*SlotGuard: Stop
Oversharing Private Local Context in LLM Agent Transcripts*) has a figure it stands beside ours; corpora differ, so the two are
comparable in kind and not in digits.
";

/// What the benchmark in the extension host wrote when it was run last; the command for it stands there.
const EXTENSION: &str = include_str!("../../../vscode-extension/costs.md");

/// What other commands measure; their figures would be stale here.
const TAIL: &str = "
## Checked elsewhere

| what | command |
| --- | --- |
| times as ratios to the sandbox's floor, and to the core without sandbox | `slotguard bench`, `cargo xtask bench` |
| the component imports `wasi:random/random` and nothing else | `cargo test --profile host -p slotguard-host --test contract` |
| about 1,500 rebindings, each accepted or refused as written there | `cargo test -p slotguard-core --test rebind` |
| rebound commands mean the same to a real `sh` and `bash` | `cargo test -p slotguard-core --test shell_differential` |
| the invariants, on hostile text: property tests and libFuzzer | `cargo test -p slotguard-core oracle`, `cargo xtask fuzz` |

Not shown: that a second pass never changes a text. Three of 800,000 made against it were rewritten once more.

Not measured: memory over the length of a session, the time of the npm package, models behind an endpoint.
";

fn write_section(out: &mut String, section: &Section) {
    let _ = writeln!(out, "\n### {}. {}\n", section.number, section.title);
    let _ = writeln!(out, "`slotguard eval --table {}`", section.number);
    for paragraph in &section.text {
        let _ = writeln!(out, "\n{paragraph}");
    }
    for table in &section.tables {
        let _ = writeln!(
            out,
            "\n**{}**\n\n{}",
            table.title,
            table.markdown().trim_end()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Raw;

    #[test]
    fn a_table_by_its_number() {
        let options = Options {
            seed: 1,
            table: Some(9),
            ..Options::default()
        };
        let report = run(&Raw, &options, &mut |_, _, _| {}).expect("run");
        assert_eq!(report.sections.len(), 1);
        assert!(!report.missed().is_empty());
        assert!(report.plain(3).contains("Hard and adversarial"));
        assert_eq!(report.json()["tables"][0]["table"], 9);
        let text = report.markdown(&[("a.svg", "A chart")]);
        assert!(text.contains("### 9.") && text.contains("](charts/a.svg)"));
    }
}
