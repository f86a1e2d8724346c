//! The manners of the command: exit codes, streams, and no raw value where none belongs.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

fn slotguard(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slotguard"));
    command.args(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = slotguard(args).spawn().expect("starts");
    let mut stdin = child.stdin.take().expect("is piped");
    // A command that stops reading, for a wrong flag say, is no failure of this test.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("is UTF-8")
}

const INPUT: &str = "cat /Users/ines/nordkap/a.rs\nDB_PASSWORD=Fjordlys-Havn-42\n";
const ROOT: &[&str] = &["--root", "/Users/ines/nordkap"];

fn with_root<'a>(first: &[&'a str]) -> Vec<&'a str> {
    [first, ROOT].concat()
}

#[test]
fn sanitize_writes_the_text_and_nothing_else() {
    let done = run(&with_root(&["sanitize"]), INPUT.as_bytes());
    assert_eq!(done.status.code(), Some(0));
    let out = text(&done.stdout);
    assert!(
        out.starts_with("cat [REPO_ROOT_1]/a.rs\nDB_PASSWORD="),
        "{out}"
    );
    assert!(!out.contains("Fjordlys") && out.ends_with('\n'));
    assert!(done.stderr.is_empty());
}

#[test]
fn sanitize_neutralises_what_is_not_utf8() {
    let done = run(&["sanitize"], b"caf\xe9\n");
    assert_eq!(text(&done.stdout), "caf\u{fffd}\n");
}

#[test]
fn sanitize_json_lists_the_replacements() {
    let done = run(&with_root(&["sanitize", "--json"]), INPUT.as_bytes());
    let answer: serde_json::Value = serde_json::from_slice(&done.stdout).expect("is JSON");
    assert_eq!(answer["replacements"][0]["type"], "REPO_ROOT");
    assert_eq!(answer["replacements"][0]["in"], serde_json::json!([4, 23]));
}

#[test]
fn scan_reports_places_and_never_values() {
    let done = run(&with_root(&["scan"]), INPUT.as_bytes());
    assert_eq!(done.status.code(), Some(1));
    let out = text(&done.stdout);
    assert!(out.contains("-:1:5: REPO_ROOT"), "{out}");
    assert!(out.contains("-:2:13: SECRET (assignment)"), "{out}");
    let all = format!("{out}{}", text(&done.stderr));
    assert!(!all.contains("Fjordlys") && !all.contains("nordkap"));
    let clean = run(&["scan"], b"nothing here\n");
    assert_eq!(clean.status.code(), Some(0));
}

#[test]
fn rebind_restores_what_the_turns_gave() {
    let dir = std::env::temp_dir().join(format!("slotguard-cli-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("can be made");
    let turn = dir.join("turn.txt");
    std::fs::write(&turn, INPUT).expect("can be written");
    let turn = turn.to_str().expect("is UTF-8");
    let args = with_root(&["rebind", "--from", turn, "--target", "path"]);
    let done = run(&args, b"[REPO_ROOT_1]/b.rs\n");
    assert_eq!(text(&done.stdout), "/Users/ines/nordkap/b.rs\n");
    let refused = run(&args, b"[REPO_ROOT_1]/../../x\n");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).starts_with("slotguard: refused (traversal): "));
    std::fs::remove_dir_all(&dir).expect("can be removed");
}

#[test]
fn wrong_usage_is_2_and_failure_is_3() {
    assert_eq!(
        run(&["sanitize", "--no-such-flag"], b"").status.code(),
        Some(2)
    );
    let relative = run(
        &["sanitize", "--home", "/Users/ines", "--root", "/Users/ines"],
        b"",
    );
    assert_eq!(relative.status.code(), Some(2), "a home is no root");
    let missing = run(&["sanitize", "/no/such/file"], b"");
    assert_eq!(missing.status.code(), Some(3));
    assert!(text(&missing.stderr).starts_with("slotguard: /no/such/file: "));
}

#[test]
fn a_relative_root_is_a_directory_of_this_machine() {
    let missing = run(&["sanitize", "--root", "no/such/directory"], b"");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no such directory"));
    // `src/..` is where the test runs: the root of this package.
    let here = std::env::current_dir().expect("there is one");
    let line = format!("{}/Cargo.toml\n", here.display());
    let done = run(&["sanitize", "--root", "src/.."], line.as_bytes());
    assert_eq!(text(&done.stdout), "[REPO_ROOT_1]/Cargo.toml\n");
}

#[test]
fn a_folder_of_cases_that_is_named_is_there() {
    let missing = run(&["cases", "no/such/cases"], b"");
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn help_has_examples_and_exit_codes() {
    let help = run(&["--help"], b"");
    assert!(text(&help.stdout).contains("Exit codes:"));
    for command in ["sanitize", "rebind", "scan", "serve"] {
        let help = run(&[command, "--help"], b"");
        assert!(text(&help.stdout).contains("Example"), "{command}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = slotguard(&["sanitize"]).spawn().expect("starts");
    let mut stdin = child.stdin.take().expect("is piped");
    drop(child.stdout.take());
    let _ = stdin.write_all(&b"line\n".repeat(1 << 18));
    drop(stdin);
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("is piped");
    stderr.read_to_string(&mut said).expect("can be read");
    assert_eq!(
        (said.as_str(), child.wait().expect("ends").code()),
        ("", Some(0))
    );
}

#[test]
fn no_colour_off_a_terminal() {
    let demo = run(&["demo"], b"");
    assert!(!demo.stdout.contains(&0x1b));
}

/// The sums of the bench are checked by the bench itself; here, that it can be read.
#[test]
#[ignore = "takes some ten seconds"]
fn bench_prints_its_rows() {
    let done = run(&["bench", "--json"], b"");
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("is JSON");
    let rows = report["rows"].as_array().expect("is a list");
    let names: Vec<_> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "turn-1k",
            "turn-6k",
            "turn-6k-first-seen",
            "turn-64k",
            "path",
            "rebind-path",
            "rebind-command-200",
            "rebind-call-1k",
            "first-call",
            "instantiate",
            "history-1500k",
            "delta-20"
        ]
    );
}
