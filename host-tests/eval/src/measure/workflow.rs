//! The paper's tables 2, 3, 6, 7 and 8: what an agent can still do.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Condition, Progress, Section, name, pass};
use crate::table::{Table, percent};
use crate::workflow::{Cue, Driver, Goal, Score, Task, judge, suites};
use crate::{Failure, Session, Text};

/// A suite of tasks and its place in the report.
struct Suite {
    number: u32,
    title: &'static str,
    tasks: Vec<Task>,
    conditions: &'static [&'static str],
    paper: fn(&str) -> &'static str,
}

/// Conditions of the tables over several models.
const FOUR: &[&str] = &[name::RAW, name::GENERIC, name::VIBEGUARD, name::FULL];
/// Conditions of the local probe.
const SIX: &[&str] = &[
    name::RAW,
    name::GENERIC,
    name::VIBEGUARD,
    name::NO_FPS,
    name::NO_SUFFIX,
    name::FULL,
];

fn suites(seed: u64) -> [Suite; 3] {
    [
        Suite {
            number: 2,
            title: "Shared probe, 200 tasks",
            tasks: suites::shared(seed),
            conditions: FOUR,
            paper: |condition| match condition {
                name::RAW => "93.5–100%",
                name::GENERIC => "2.5%",
                name::VIBEGUARD => "20.5–38.5%",
                name::FULL => "89.5–100%",
                _ => "",
            },
        },
        Suite {
            number: 6,
            title: "Local probe, 12 tasks, with ablations",
            tasks: suites::local(seed),
            conditions: SIX,
            paper: |condition| match condition {
                name::RAW => "100.0%",
                name::GENERIC => "16.7%",
                name::VIBEGUARD => "66.7%",
                name::NO_FPS | name::NO_SUFFIX => "50.0%",
                name::FULL => "83.3%",
                _ => "",
            },
        },
        Suite {
            number: 7,
            title: "Replay after The Agent Company, 160 tasks",
            tasks: suites::replay(seed),
            conditions: FOUR,
            paper: |condition| match condition {
                name::RAW => "90.0–95.0%",
                name::GENERIC => "0.0%",
                name::VIBEGUARD => "26.9–36.9%",
                name::FULL => "87.5–95.0%",
                _ => "",
            },
        },
    ]
}

/// Tables 2, 6 and 7 by `driver`. `who` names it.
///
/// # Errors
/// A boundary that refuses a transcript.
pub fn measure(
    conditions: &[Condition<'_>],
    driver: &mut dyn Driver,
    who: &str,
    seed: u64,
    wanted: impl Fn(u32) -> bool,
    progress: Progress<'_>,
) -> Result<Vec<Section>, Failure> {
    let mut sections = Vec::new();
    for suite in suites(seed)
        .into_iter()
        .filter(|suite| wanted(suite.number))
    {
        sections.push(run(&suite, conditions, driver, who, progress)?);
    }
    Ok(sections)
}

/// The goal as it reaches the model: the user's sentence passes the boundary like every other text, and what it
/// names is named as it stands then.
fn heard(session: &mut dyn Session, goal: &Goal) -> Result<Goal, Failure> {
    let sentence = session.sanitize(Text::user(&goal.sentence))?.text;
    let mut heard = goal.clone();
    for cue in &mut heard.cues {
        if let Cue::Ending(ending) = cue
            && let Some((before, after)) = goal.sentence.split_once(ending.trim_start_matches('/'))
            && let Some(named) = sentence
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after))
        {
            let slash = if ending.starts_with('/') { "/" } else { "" };
            *ending = format!("{slash}{named}");
        }
    }
    heard.sentence = sentence;
    Ok(heard)
}

fn run(
    suite: &Suite,
    conditions: &[Condition<'_>],
    driver: &mut dyn Driver,
    who: &str,
    progress: Progress<'_>,
) -> Result<Section, Failure> {
    let mut section = Section::new(suite.number, suite.title);
    let mut scores = Vec::new();
    let chosen: Vec<_> = conditions
        .iter()
        .filter(|condition| suite.conditions.contains(&condition.name))
        .collect();
    let total = chosen.len() * suite.tasks.len();
    let mut families: BTreeMap<&str, Vec<Score>> = BTreeMap::new();
    for condition in &chosen {
        let mut score = Score::default();
        for task in &suite.tasks {
            progress(
                "workflow",
                scores.len() * suite.tasks.len() + score.tasks,
                total,
            );
            let (outputs, mut session) = pass(&*condition.boundary, &task.transcript)?;
            let seen: Vec<_> = outputs.into_iter().map(|output| output.text).collect();
            let goal = heard(&mut *session, &task.goal)?;
            let call = driver.answer(&seen, &goal);
            let verdict = judge(task, call.as_ref(), &mut *session);
            let latency = driver.latency();
            score.add(&verdict, latency);
            let family = families
                .entry(&task.family)
                .or_insert_with(|| vec![Score::default(); chosen.len()]);
            family[scores.len()].add(&verdict, latency);
            if !verdict.success && condition.name == name::FULL {
                section
                    .note(|| format!("{} {}: {}", task.transcript.id, task.family, verdict.remark));
            }
        }
        scores.push((condition.name, score));
    }
    progress("workflow", total, total);
    section.tables.push(table(suite, &scores));
    if suite.number != 7 {
        section.tables.push(by_family(&scores, &families));
    }
    section.figures = json!({ "driver": who, "conditions": scores.iter().map(|(name, score)| figures(name, score)).collect::<Vec<_>>() });
    targets(&mut section, &scores);
    section.text = vec![
        format!("Driver: {who}."),
        "Success: the path or command that would run after rebinding is the right one. Execution-ready: it holds no \
         stand-in any more and a tool could take it. Invalid handle: the guard refused, or a stand-in was left."
            .to_owned(),
        "Not shown: whether a model reads its way to the right file, or spoils a handle; `--endpoint URL --model NAME` asks \
         one. The paper's figures are a model's, so they stand below the ceiling that ours are."
            .to_owned(),
    ];
    Ok(section)
}

fn table(suite: &Suite, scores: &[(&str, Score)]) -> Table {
    let heads = [
        "condition",
        "paper, success",
        "success",
        "exec.-ready",
        "tool-valid",
        "invalid handles",
        "latency",
    ];
    let mut table = Table::new(suite.title, &heads);
    for (name, score) in scores {
        let latency = match score.seconds {
            seconds if seconds > 0.0 => {
                format!("{:.0} ms", 1000.0 * seconds / score.tasks.max(1) as f64)
            }
            _ => "-".to_owned(),
        };
        table.row(&[
            name,
            (suite.paper)(name),
            &percent(score.success, score.tasks),
            &percent(score.ready, score.tasks),
            &percent(score.tool_valid, score.tasks),
            &percent(score.invalid_handles, score.tasks),
            &latency,
        ]);
    }
    table
}

fn by_family(scores: &[(&str, Score)], families: &BTreeMap<&str, Vec<Score>>) -> Table {
    let mut heads = vec!["family"];
    heads.extend(scores.iter().map(|(name, _)| *name));
    let mut table = Table::new("Success by family", &heads);
    for (family, scores) in families {
        let mut cells = vec![(*family).to_owned()];
        cells.extend(
            scores
                .iter()
                .map(|score| percent(score.success, score.tasks)),
        );
        table.rows.push(cells);
    }
    table
}

fn figures(name: &str, score: &Score) -> serde_json::Value {
    json!({
        "condition": name,
        "tasks": score.tasks,
        "success": score.success,
        "ready": score.ready,
        "tool_valid": score.tool_valid,
        "invalid_handles": score.invalid_handles,
        "seconds": score.seconds,
    })
}

fn targets(section: &mut Section, scores: &[(&str, Score)]) {
    let of = |wanted: &str| {
        scores
            .iter()
            .find(|(name, _)| *name == wanted)
            .map_or(0, |(_, score)| score.success)
    };
    let (raw, full) = (of(name::RAW), of(name::FULL));
    section.target(full * 100 >= raw * 98, || {
        format!("full {full} of raw {raw}, target 98%")
    });
    for weak in [name::GENERIC, name::VIBEGUARD] {
        section.target(of(weak) * 10 <= raw * 8, || {
            format!("{weak} is not visibly below: {} of raw {raw}", of(weak))
        });
    }
}
