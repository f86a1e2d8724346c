//! What nobody minds a model to see must reach it as it is: sources, lock files, listings and git output, gathered
//! where this test runs, hold at most one replacement in 50 KB.

use slotguard_core as core;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "shared/seeded.rs"]
mod seeded;

use seeded::Seeded;

/// Bytes for one replacement.
const SHARE: usize = 50_000;
/// How often one value of one file counts: a login that a home directory gives away stands wherever its name does, and
/// which packages lie on a machine decides whether that is four or four hundred times.
const TIMES: usize = 10;
const LEAST: usize = 1_000_000;
const MOST: usize = 6_000_000;

/// `cargo test` runs in the directory of the package.
fn project() -> PathBuf {
    PathBuf::from("..")
}

/// The files below `folder` with one of these endings, in order.
fn files(folder: &Path, endings: &[&str], out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    entries.sort();
    for path in entries {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.is_dir() {
            if !matches!(name, ".git" | "target" | "node_modules" | "testdata") {
                files(&path, endings, out);
            }
        } else if endings.iter().any(|end| name.ends_with(end)) {
            out.push(path);
        }
    }
}

/// Packages as the registry of this machine has them, every eighth file.
fn packages() -> Vec<(String, String)> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let mut paths = Vec::new();
    if let Some(home) = home {
        let endings = [
            ".rs", ".md", ".json", ".yml", ".sh", ".lock", ".c", ".h", ".py", ".js",
        ];
        files(&home.join("registry/src"), &endings, &mut paths);
    }
    read(paths.into_iter().step_by(8), MOST)
}

/// The project itself, without the sources of the core: their tests are full of secrets.
fn own_files() -> Vec<(String, String)> {
    let mut paths = vec![project().join("Cargo.lock")];
    for folder in ["docs", "xtask", "wasm"] {
        files(
            &project().join(folder),
            &[".rs", ".md", ".wit", ".toml"],
            &mut paths,
        );
    }
    files(
        &project().join("vscode-extension"),
        &["package-lock.json", "tsconfig.json"],
        &mut paths,
    );
    paths.retain(|path| !path.ends_with("formats.md"));
    read(paths.into_iter(), MOST)
}

fn read(paths: impl Iterator<Item = PathBuf>, most: usize) -> Vec<(String, String)> {
    let mut total = 0;
    paths
        .filter_map(|path| {
            Some((
                path.display().to_string(),
                std::fs::read_to_string(path).ok()?,
            ))
        })
        .filter(|(_, text)| text.len() < 200_000)
        .take_while(|(_, text)| {
            total += text.len();
            total <= most
        })
        .collect()
}

/// What commands print that agents run all day.
fn listings() -> Vec<(String, String)> {
    let commands: [(&str, &[&str]); 7] = [
        ("git", &["log", "--oneline", "--stat", "-n", "200"]),
        (
            "git",
            &[
                "log",
                "--raw",
                "--no-abbrev",
                "--format=%H %T %P%n%s",
                "-n",
                "100",
            ],
        ),
        ("git", &["ls-files", "-s"]),
        ("git", &["ls-tree", "-r", "-l", "HEAD"]),
        ("git", &["diff", "--stat", "HEAD~20"]),
        (
            "cargo",
            &[
                "tree",
                "--offline",
                "--prefix",
                "depth",
                "-p",
                "slotguard-core",
            ],
        ),
        ("rustc", &["--version", "--verbose"]),
    ];
    let run = |(program, arguments): (&str, &[&str])| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(project())
            .output()
            .ok()?;
        Some((
            arguments.join(" "),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        ))
    };
    commands.into_iter().filter_map(run).collect()
}

/// What stands there rightly: people write their addresses into packages, `.test` hosts are internal and so is the host
/// that a password goes to, and the crate that checks IBANs shows some that are right.
fn is_explained(found: &core::Replacement, text: &str) -> bool {
    let value = &text[found.input.start..found.input.end];
    let person = matches!(
        found.kind,
        core::Kind::Email | core::Kind::Person | core::Kind::User | core::Kind::Org
    );
    let host = [".test", ".internal", ".local", ".lan", ".corp"]
        .iter()
        .any(|end| value.ends_with(end))
        || text.contains(&format!("@{value}"));
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let account = match found.rule.name() {
        "iban" => true,
        // Of an IBAN that stands in the same file.
        "fragment" => digits,
        _ => false,
    };
    person
        || account
        || found.kind == core::Kind::Host && host
        || found.rule.name() == "uri-userinfo"
}

fn sanitize(text: &str) -> core::Sanitized {
    let config = core::Config::default();
    let mut session =
        core::Session::new(config, [7; 32], Box::new(Seeded(1))).expect("a plain configuration");
    session
        .sanitize(text, core::Origin::Tool, &core::Context::default())
        .expect("within the limits")
}

#[test]
fn one_replacement_in_fifty_kilobytes() {
    let (mut total, mut all, mut left) = (0, 0, Vec::new());
    for (name, text) in own_files().into_iter().chain(listings()).chain(packages()) {
        total += text.len();
        let mut seen = HashMap::new();
        for found in &sanitize(&text).replacements {
            let value = &text[found.input.start..found.input.end];
            let times = seen.entry(value.to_owned()).or_insert(0);
            *times += 1;
            all += usize::from(*times <= TIMES);
            if !is_explained(found, &text) {
                let value = &text[found.input.start..found.input.end];
                let file = name.rsplit('/').next().unwrap_or_default();
                left.push(format!("{} {file}: {value}", found.rule.name()));
            }
        }
    }
    if total < LEAST {
        eprintln!("skipped: {total} bytes of clean text on this machine");
        return;
    }
    println!(
        "{total} bytes, {all} replacements, {} not explained by a person, a test host or a URI",
        left.len()
    );
    assert!(
        all <= total / SHARE,
        "{all} in {total} bytes:\n{}",
        left.join("\n")
    );
    assert!(
        left.len() <= total / (4 * SHARE),
        "{} in {total} bytes:\n{}",
        left.len(),
        left.join("\n")
    );
}
