//! The bundled transcript; see `demo/README.md`.

use slotguard_host::{Config, Root, Sanitized};

macro_rules! turns {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../demo/", $name, ".txt")))),+]
    };
}

pub(super) const TURNS: &[(&str, &str)] = turns![
    "01-environment"
    "02-processes"
    "03-git-log"
    "04-environment-dump"
    "05-traceback"
    "06-yaml"
    "07-json"
    "08-windows"
    "09-database"
    "10-return"
];

pub(super) const REPLY: &str = include_str!("../../../demo/reply.txt");
pub(super) const ATTACKS: &str = include_str!("../../../demo/attacks.txt");

/// What the host knows before the first turn.
pub(super) fn config() -> Config {
    Config {
        roots: vec![Root::new("/Users/ines/nordkap/fleet-api")],
        home: Some("/Users/ines".to_owned()),
        user: Some("ines".to_owned()),
        ..Config::default()
    }
}

/// The text without the bars that keep its tokens from looking live.
pub(super) fn text(bundled: &str) -> String {
    bundled.replace('¦', "")
}

/// Puts for `{{NAME}}` what the model saw as the value of the variable NAME.
pub(super) fn fill(attack: &str, seen: &[Sanitized]) -> String {
    let Some((before, rest)) = attack.split_once("{{") else {
        return attack.to_owned();
    };
    let Some((name, after)) = rest.split_once("}}") else {
        return attack.to_owned();
    };
    let value = seen
        .iter()
        .find_map(|turn| value_of(name, turn))
        .unwrap_or(name);
    format!("{before}{value}{after}")
}

fn value_of<'a>(name: &str, turn: &'a Sanitized) -> Option<&'a str> {
    let assignment = format!("{name}=");
    let start = turn.text.find(&assignment)? + assignment.len();
    let value = turn
        .replacements
        .iter()
        .find(|one| one.output.start as usize == start)?;
    Some(value.output.of(&turn.text))
}
