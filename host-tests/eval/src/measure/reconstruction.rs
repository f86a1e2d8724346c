//! Table 11, beyond the paper: an attacker who knows the populations and reads the whole transcript.

use serde_json::json;

use super::{Condition, Progress, Section, name, pass};
use crate::corpora::{credentials, keys, structural, words};
use crate::judges::adversary::{Attack, Words};
use crate::judges::paths::Map;
use crate::rng::Rng;
use crate::table::Table;
use crate::transcript::{Class, Transcript};
use crate::{Failure, Output};

/// What is guessed.
const GOALS: [&str; 5] = [
    "user's given name",
    "user's family name",
    "organisation",
    "document",
    "secret, a character",
];

/// Table 11.
///
/// # Errors
/// A boundary that refuses a corpus.
pub fn measure(
    conditions: &[Condition<'_>],
    seed: u64,
    progress: Progress<'_>,
) -> Result<Section, Failure> {
    let mut section = Section::new(11, "Adversarial reconstruction");
    let (people, secrets) = (structural::corpus(seed), credentials::corpus(seed));
    let wanted = [name::RAW, name::GENERIC, name::VIBEGUARD, name::FULL];
    let conditions: Vec<_> = conditions
        .iter()
        .filter(|condition| wanted.contains(&condition.name))
        .collect();
    let mut results = Vec::new();
    for (done, condition) in conditions.iter().enumerate() {
        progress("reconstruction", done, conditions.len());
        let mut attacks = [Attack::default(); 5];
        for transcript in &people {
            let (outputs, _) = pass(&*condition.boundary, transcript)?;
            names(&mut attacks, transcript, &outputs);
        }
        let mut rng = Rng::new(seed, "strangers");
        for session in &secrets {
            let (outputs, _) = pass(&*condition.boundary, &session.transcript)?;
            characters(&mut attacks[4], &mut rng, session, &outputs);
        }
        results.push((condition.name, attacks));
    }
    progress("reconstruction", conditions.len(), conditions.len());
    section.tables.push(table(&results));
    section.figures = json!(
        results
            .iter()
            .map(|(name, attacks)| figures(name, attacks))
            .collect::<Vec<_>>()
    );
    if let Some((_, attacks)) = results.iter().find(|(name, _)| *name == name::FULL) {
        let (right, chance, deviations) = attacks[4].rates();
        section.target(deviations < 3.0, || {
            format!("characters of secrets guessed in {right:.4} of cases, chance {chance:.4}")
        });
    }
    section.text = vec![
        "The attacker knows the lists that names are drawn from and picks the member with the most traces in everything \
         the provider saw: whole words first, then words of four letters or more that begin or end it. For secrets, each \
         variable character of the stand-in is taken as the guess. Chance is what somebody gets who saw nothing (for \
         secrets: another value of the same kind); σ is the distance from it in standard deviations. Passwords made of \
         words and tokens made of JSON are more alike than a stand-in that is drawn uniformly, so that for secrets σ \
         may well be negative."
            .to_owned(),
        "Not shown: what a language model infers from the topic of the work. Structure stays visible on purpose: \
         directories, file types, sizes and times tell what kind of project it is."
            .to_owned(),
    ];
    Ok(section)
}

fn names(attacks: &mut [Attack; 5], transcript: &Transcript, outputs: &[Output]) {
    let seen = Words::new(outputs.iter().map(|output| output.text.as_str()));
    let truth = |class: Class| {
        let turns = transcript.turns.iter();
        let mut marks = turns.flat_map(|turn| turn.marks.iter().map(move |mark| (turn, mark)));
        let found = marks.find(|(_, mark)| mark.class == class);
        found.map(|(turn, mark)| turn.text[mark.range.clone()].to_owned())
    };
    if let Some(name) = truth(Class::Person) {
        let (given, family) = name.split_once(' ').unwrap_or((&name, ""));
        attacks[0].guess(&seen, words::GIVEN, given);
        attacks[1].guess(&seen, words::FAMILY, family);
    }
    if let Some(org) = truth(Class::Org) {
        attacks[2].guess(&seen, words::ORGS, &org);
    }
    if let Some(doc) = truth(Class::Doc) {
        let stems: Vec<_> = words::DOC_STEMS
            .iter()
            .map(|stem| stem.trim_end_matches("_{}"))
            .collect();
        if let Some(stem) = stems.iter().find(|stem| doc.starts_with(**stem)) {
            attacks[3].guess(&seen, &stems, stem);
        }
    }
}

/// Compares every whole secret with what stands in its place, and with eight others of its kind.
fn characters(
    attack: &mut Attack,
    rng: &mut Rng,
    session: &credentials::Session,
    outputs: &[Output],
) {
    for planted in &session.planted {
        let kind = keys::ALL
            .iter()
            .find(|key| planted.what.starts_with(key.name));
        let Some(key) = kind else { continue };
        let strangers: Vec<_> = (0..8).map(|_| (key.draw)(rng)).collect();
        for (turn, output) in session.transcript.turns.iter().zip(outputs) {
            let Some(map) = Map::new(&turn.text, output) else {
                continue;
            };
            let whole = turn
                .marks
                .iter()
                .find(|mark| turn.text[mark.range.clone()] == planted.value);
            if let Some(mark) = whole {
                attack.compare(
                    &planted.value,
                    &output.text[map.range(&mark.range)],
                    &strangers,
                );
                break;
            }
        }
    }
}

fn table(results: &[(&str, [Attack; 5])]) -> Table {
    let mut heads = vec!["guess", "chance"];
    heads.extend(results.iter().map(|(name, _)| *name));
    let mut table = Table::new("Success of the attacker", &heads);
    for (index, goal) in GOALS.iter().enumerate() {
        let full = results.iter().find(|(name, _)| *name == name::FULL);
        let chance = full.map_or(0.0, |(_, attacks)| attacks[index].rates().1);
        let mut cells = vec![(*goal).to_owned(), format!("{:.1}%", chance * 100.0)];
        cells.extend(results.iter().map(|(_, attacks)| {
            let (right, _, deviations) = attacks[index].rates();
            match attacks[index].tries {
                0 => "-".to_owned(),
                _ => format!("{:.1}% ({deviations:+.1} σ)", right * 100.0),
            }
        }));
        table.rows.push(cells);
    }
    table
}

fn figures(name: &str, attacks: &[Attack; 5]) -> serde_json::Value {
    let goals = GOALS.iter().zip(attacks).map(|(goal, attack)| {
        let (right, chance, deviations) = attack.rates();
        json!({ "goal": goal, "tries": attack.tries, "right": right, "chance": chance, "sigma": deviations })
    });
    json!({ "condition": name, "goals": goals.collect::<Vec<_>>() })
}
