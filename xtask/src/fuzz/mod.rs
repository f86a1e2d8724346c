//! `cargo xtask fuzz [--seconds N] [TARGET [FILE]]`: the libFuzzer targets of `fuzz/`, on a stable compiler.
//!
//! Without TARGET all of them share the N seconds (60 by default). What a run finds interesting is kept in the
//! target directory and the next run goes on from there; inputs that break something are written beside it and
//! printed. With FILE the target runs on that one input: how a fault is looked at.
//!
//! `cargo xtask test` does something else, and so does `--check`: first every seed and every input of `fuzz/regressions`, then a fixed
//! random sequence of a minute at most, from the same seeds and without what earlier runs kept. So a red run is the
//! change's doing, and a green one is green again.

mod seeds;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::{child, place};

/// A target, and how many runs of it take about a quarter of a minute.
struct Target {
    name: &'static str,
    runs: u32,
}

const TARGETS: [Target; 4] = [
    target("outbound", 25_000),
    target("inbound", 25_000),
    target("json", 15_000),
    target("stream", 20_000),
];

const fn target(name: &'static str, runs: u32) -> Target {
    Target { name, runs }
}

/// libFuzzer needs counters for the edges of the code and the operands of comparisons. On a stable compiler the pass
/// is asked for by its name. One codegen unit, because each has a table of counters of its own.
const RUSTFLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Any number: the sequence of inputs in `cargo xtask test` follows from it.
const SEED: u32 = 4711;

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    if args == ["--check"] {
        return check();
    }
    let asked = Asked::of(args)?;
    let fuzz = Fuzz::build()?;
    if let (Some(target), Some(file)) = (asked.target, &asked.file) {
        return child::run(fuzz.command(target)?.arg(file));
    }
    let targets: Vec<_> = TARGETS
        .iter()
        .filter(|target| asked.target.is_none_or(|name| name == target.name))
        .collect();
    let each = (asked.seconds / targets.len() as u64).max(1);
    let mut broken = Vec::new();
    for target in targets {
        println!("fuzz {}: {each} s", target.name);
        if fuzz.search(target.name, each).is_err() {
            broken.push(target.name);
        }
    }
    match broken.is_empty() {
        true => Ok(()),
        false => bail!(
            "{} failed; the lines above name the input, and `cargo xtask fuzz TARGET FILE` runs it again",
            broken.join(" and ")
        ),
    }
}

/// For `cargo xtask test`: why nothing can be built here, if so.
pub(crate) fn absent() -> Option<String> {
    (!child::exists("c++")).then(|| "there is no C++ compiler for libFuzzer".to_owned())
}

/// For `cargo xtask test`: seeds and regressions, then the fixed sequence.
///
/// # Errors
/// An input that breaks something.
pub(crate) fn check() -> anyhow::Result<()> {
    let fuzz = Fuzz::build()?;
    for target in &TARGETS {
        let seeds = fuzz.replay(target.name)?;
        let runs = fuzz.repeat(target)?;
        println!(
            "fuzz {}: {seeds} seeds and {runs} runs, nothing broken",
            target.name
        );
    }
    Ok(())
}

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    seconds: u64,
    target: Option<&'static str>,
    file: Option<PathBuf>,
}

impl Asked {
    fn of(args: &[String]) -> anyhow::Result<Asked> {
        let mut asked = Asked {
            seconds: 60,
            target: None,
            file: None,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if arg == "--seconds" {
                let number = args.next().and_then(|number| number.parse().ok());
                asked.seconds = number.context("--seconds needs a whole number")?;
            } else if asked.target.is_none() {
                let known = TARGETS.iter().find(|target| target.name == arg);
                let names = TARGETS.map(|target| target.name).join(", ");
                let known = known.with_context(|| format!("no target {arg}; there are {names}"))?;
                asked.target = Some(known.name);
            } else if asked.file.is_none() {
                asked.file = Some(std::path::absolute(arg)?);
            } else {
                bail!("usage: cargo xtask fuzz [--seconds N] [TARGET [FILE]]");
            }
        }
        Ok(asked)
    }
}

/// The built targets and their places.
struct Fuzz {
    programs: PathBuf,
}

impl Fuzz {
    fn build() -> anyhow::Result<Fuzz> {
        let (host, to) = (host()?, place::made("fuzz"));
        let manifest = place::root().join("fuzz/Cargo.toml");
        let mut cargo = child::cargo(["build", "--release", "--quiet", "--manifest-path"]);
        // With a --target the flags stay away from build scripts.
        cargo.arg(manifest).args(["--target", &host]);
        cargo
            .env("CARGO_TARGET_DIR", &to)
            .env("RUSTFLAGS", RUSTFLAGS);
        child::run(cargo.env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
        let programs = to.join(host).join("release");
        Ok(Fuzz { programs })
    }

    fn program(&self, target: &str) -> PathBuf {
        let exe = std::env::consts::EXE_SUFFIX;
        self.programs.join(format!("{target}{exe}"))
    }

    /// Runs the target, with what all kinds of runs have in common.
    fn command(&self, target: &str) -> anyhow::Result<Command> {
        let faults = folder("faults", target)?;
        let mut command = still(&self.program(target));
        command.args(["-max_len=4096", "-timeout=20", "-rss_limit_mb=2048"]);
        command.arg(format!("-artifact_prefix={}/", faults.display()));
        Ok(command)
    }

    /// Every seed and every regression, once.
    fn replay(&self, target: &str) -> anyhow::Result<usize> {
        let seeds = seeds::write(target, &folder("seeds", target)?)?;
        // Given files and no folder, libFuzzer runs each and makes up none.
        let mut command = self.command(target)?;
        child::run_quiet(command.arg("-verbosity=0").args(&seeds))?;
        Ok(seeds.len())
    }

    /// The fixed sequence: from the seeds in their order, with nothing of earlier runs.
    /// Returns how many runs were made.
    fn repeat(&self, target: &Target) -> anyhow::Result<u64> {
        let mut command = self.command(target.name)?;
        let list = self.listed(target.name)?;
        command.args([
            format!("-seed_inputs=@{}", list.display()),
            format!("-seed={SEED}"),
            format!("-runs={}", target.runs),
            // A machine that is slower yet sees the beginning of the sequence.
            "-max_total_time=15".to_owned(),
        ]);
        let said = child::run_quiet(command.arg(dictionary()))?;
        let done = said.lines().find_map(|line| line.strip_prefix("Done "));
        let number = done.and_then(|done| done.split(' ').next()?.parse().ok());
        number.context("libFuzzer did not say how many runs it made")
    }

    /// New inputs for so many seconds, from all that is known.
    fn search(&self, target: &str, seconds: u64) -> anyhow::Result<()> {
        let seeds = folder("seeds", target)?;
        seeds::write(target, &seeds)?;
        let mut command = self.command(target)?;
        command.arg(format!("-max_total_time={seconds}"));
        command.arg(dictionary());
        child::run(command.arg(folder("corpus", target)?).arg(seeds))
    }

    /// The seeds as libFuzzer wants a list, in the order of their names: a folder's own order is the file system's.
    fn listed(&self, target: &str) -> anyhow::Result<PathBuf> {
        let seeds = seeds::write(target, &folder("seeds", target)?)?;
        let list = place::made("fuzz").join(format!("{target}.list"));
        let names: Vec<_> = seeds
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        fs::write(&list, names.join(","))?;
        Ok(list)
    }
}

/// The program at the same addresses in each run, where the system lets us: libFuzzer tells comparisons apart by where
/// they are, so that its choices follow from addresses too.
fn still(program: &Path) -> Command {
    let mut command = Command::new("setarch");
    command.args(["--addr-no-randomize", "true"]);
    let works = command.stderr(Stdio::null()).status();
    if !works.is_ok_and(|status| status.success()) {
        return Command::new(program);
    }
    let mut command = Command::new("setarch");
    command.arg("--addr-no-randomize").arg(program);
    command
}

fn dictionary() -> String {
    format!(
        "-dict={}",
        place::root().join("fuzz/dictionary.txt").display()
    )
}

/// A place below the target directory, so that no run leaves anything in the repository.
fn folder(kind: &str, target: &str) -> anyhow::Result<PathBuf> {
    let folder = place::made("fuzz").join(kind).join(target);
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    Ok(folder)
}

/// This machine, as rustc calls it.
fn host() -> anyhow::Result<String> {
    let mut rustc = Command::new("rustc");
    let asked = rustc.arg("-vV").current_dir(place::root()).output();
    let output = asked.context("asking rustc for its version")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(args: &[&str]) -> anyhow::Result<Asked> {
        let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
        Asked::of(&args)
    }

    #[test]
    fn arguments_in_any_order() {
        let all = asked(&[]).expect("nothing is fine");
        assert_eq!((all.seconds, all.target), (60, None));
        let one = asked(&["json", "--seconds", "5"]).expect("is fine");
        assert_eq!((one.seconds, one.target), (5, Some("json")));
        assert!(asked(&["--seconds", "soon"]).is_err());
        assert!(asked(&["nothing"]).is_err());
    }

    #[test]
    fn every_target_has_its_file() {
        for target in &TARGETS {
            let file = format!("fuzz/fuzz_targets/{}.rs", target.name);
            assert!(place::root().join(file).is_file());
        }
    }
}
