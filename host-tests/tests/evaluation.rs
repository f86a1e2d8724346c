//! `slotguard eval` and `slotguard cases`: the same seed gives the same figures, and what is absent is said.

use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slotguard"));
    command.args(args).output().expect("runs")
}

fn figures(args: &[&str]) -> serde_json::Value {
    let done = run(&[&["eval", "--json", "--cases", "/nowhere"], args].concat());
    assert_eq!(
        done.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    serde_json::from_slice(&done.stdout).expect("is JSON")
}

#[test]
fn a_seed_makes_the_corpus_and_the_stand_ins() {
    let of = |seed| figures(&["--table", "11", "--seed", seed])["tables"][0]["figures"].take();
    let first = of("3");
    assert_eq!(first[0]["condition"], "Raw");
    assert_eq!(first, of("3"));
    assert_ne!(first, of("4"));
}

#[test]
fn one_table_by_its_number() {
    let done = figures(&["--table", "9"]);
    let tables = done["tables"].as_array().expect("is a list");
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0]["table"], 9);
    assert_eq!(run(&["eval", "--table", "99"]).status.code(), Some(2));
}

#[test]
fn absent_cases_are_said_and_no_failure() {
    let done = run(&["cases"]);
    assert_eq!(done.status.code(), Some(0));
    assert!(done.stdout.starts_with(b"skipped: there are no cases in"));
}

/// What display restores is what went out, byte for byte; what it withholds has a reason.
#[test]
fn texts_come_back_as_they_were() {
    let done = figures(&["--table", "16"]);
    let trips = &done["tables"][0]["figures"]["generated"];
    let count = |name: &str| trips[name].as_u64().unwrap_or_else(|| panic!("no {name}"));
    assert!(count("texts") >= 10_000);
    assert_eq!(count("wrong"), 0);
    assert!(count("exact") * 10 > count("texts") * 7);
}
