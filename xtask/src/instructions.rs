//! `cargo xtask instructions`: what a turn costs in instructions, against the baseline in the repository.
//!
//! Counts are exact where times are not, but only for one compiler and one set of dependencies: with others there
//! is nothing to compare, and the check is skipped. `cargo xtask instructions --accept "why"` writes a new baseline;
//! the reason stays in it, for whoever reads the change.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::{child, place};

/// A rise of this share fails.
const ROOM: f64 = 0.05;
const TURNS: [(&str, &str); 2] = [
    ("turn-1k", "host-tests/bench/turn-1k.txt"),
    ("turn-6k", "host-tests/bench/turn-6k.txt"),
];

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let reason = match args {
        [] => None,
        [flag, reason] if flag == "--accept" && !reason.trim().is_empty() => Some(reason),
        _ => bail!("usage: cargo xtask instructions [--accept \"why the cost may rise\"]"),
    };
    if let Some(reason) = reason {
        let counts = counts()?;
        fs::write(baseline_file(), written(&key()?, reason, &counts))?;
        counts
            .iter()
            .for_each(|(name, count)| println!("{name}: {count} instructions"));
        return Ok(());
    }
    match check()? {
        Check::Fine => Ok(()),
        Check::Skipped(why) => {
            println!("skipped: {why}");
            Ok(())
        }
    }
}

/// What the comparison came to, unless it failed.
pub(crate) enum Check {
    /// Within the bound.
    Fine,
    /// There is nothing to compare.
    Skipped(String),
}

/// Compares with the baseline.
///
/// # Errors
/// A turn that costs more than it may.
pub(crate) fn check() -> anyhow::Result<Check> {
    if !child::exists("valgrind") {
        return Ok(Check::Skipped("valgrind is not installed".to_owned()));
    }
    let Ok(baseline) = fs::read_to_string(baseline_file()) else {
        return Ok(Check::Skipped("there is no baseline".to_owned()));
    };
    if value(&baseline, "key") != Some(&key()?) {
        return Ok(Check::Skipped(
            "the baseline is of another compiler or other dependencies".to_owned(),
        ));
    }
    let mut dearer = Vec::new();
    for (name, count) in counts()? {
        let known: u64 = value(&baseline, name)
            .and_then(|value| value.parse().ok())
            .context("no such turn in the baseline")?;
        let change = count as f64 / known.max(1) as f64 - 1.0;
        println!(
            "{name}: {count} instructions, baseline {known}, {:+.1}%",
            change * 100.0
        );
        if change > ROOM {
            dearer.push(name);
        }
    }
    if dearer.is_empty() {
        return Ok(Check::Fine);
    }
    bail!(
        "{} costs more than 5% more instructions; make it cheaper, or say why: cargo xtask instructions --accept \"why\"",
        dearer.join(" and ")
    )
}

fn baseline_file() -> PathBuf {
    place::root().join("core/instructions.txt")
}

/// `name value` lines.
fn value<'a>(baseline: &'a str, name: &str) -> Option<&'a str> {
    baseline
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
}

fn written(key: &str, reason: &str, counts: &[(&str, u64)]) -> String {
    let mut text = format!("key {key}\nwhy {}\n", reason.replace('\n', " "));
    counts
        .iter()
        .for_each(|(name, count)| text.push_str(&format!("{name} {count}\n")));
    text
}

/// Compiler and dependencies.
fn key() -> anyhow::Result<String> {
    let version = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("asking rustc for its version")?;
    let mut hash = Sha256::new();
    hash.update(&version.stdout);
    hash.update(fs::read(place::root().join("Cargo.lock"))?);
    Ok(hash
        .finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

fn counts() -> anyhow::Result<Vec<(&'static str, u64)>> {
    child::run(&mut child::cargo([
        "build",
        "--package",
        "slotguard-core",
        "--profile",
        "host",
        "--example",
        "instructions",
    ]))?;
    let once = |file: &str, times: u64| -> anyhow::Result<u64> {
        let program = place::target().join("host/examples/instructions");
        let mut run = Command::new("valgrind");
        run.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(program);
        let output = run
            .arg(place::root().join(file))
            .arg(times.to_string())
            .output()?;
        let report = String::from_utf8_lossy(&output.stderr);
        let count = report
            .lines()
            .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
        count.with_context(|| {
            format!(
                "valgrind gave no count; it said: {}",
                report.lines().last().unwrap_or_default()
            )
        })
    };
    let turn = |(name, file): (&'static str, &str)| {
        let (few, many) = (once(file, 20)?, once(file, 120)?);
        Ok((name, many.saturating_sub(few) / 100))
    };
    TURNS.into_iter().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baseline_reads_as_it_was_written() {
        let text = written("0a1b", "faster\nhosts", &[("turn-1k", 12), ("turn-6k", 70)]);
        assert_eq!(value(&text, "key"), Some("0a1b"));
        assert_eq!(value(&text, "why"), Some("faster hosts"));
        assert_eq!(value(&text, "turn-6k"), Some("70"));
        assert_eq!(value(&text, "turn-64k"), None);
    }
}
