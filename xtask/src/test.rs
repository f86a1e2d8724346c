//! `cargo xtask test [--all] [--long] [PART]`: every test, or the parts whose names begin so. `--long` runs 10,000
//! commands through real shells in place of 300. Those in a real VS Code, which
//! has to be installed for them, only with `--all` or under `CI=true`.
//!
//! Under `CI=true` or `--all` nothing may be skipped. The last line is `N passed, N failed, N skipped`.

use std::env;
use std::process::Command;

use anyhow::bail;

use crate::count::Count;
use crate::instructions::Check;
use crate::{build, cases, child, extension, fuzz, instructions, node, npm, place};

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let all = args.iter().any(|arg| arg == "--all") || env::var("CI").is_ok_and(|ci| ci == "true");
    let mut tests = Tests {
        all,
        long: args.iter().any(|arg| arg == "--long"),
        count: Count::default(),
    };
    let wanted = args.iter().find(|arg| !arg.starts_with("--"));
    let wanted = wanted.map_or("", String::as_str);
    let parts = || PARTS.iter().filter(|(name, _)| name.starts_with(wanted));
    if parts().next().is_none() {
        let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        bail!(
            "no part of the tests begins with `{wanted}`; there are: {}",
            names.join(", ")
        );
    }
    for (name, part) in parts() {
        println!("\n== {name}");
        if let Err(error) = part(&mut tests) {
            println!("{name}: FAILED: {error:#}");
            tests.count.failed += 1;
        }
    }
    println!("\n{}", tests.count);
    if tests.count.failed > 0 {
        bail!("{} failed", tests.count.failed);
    }
    Ok(())
}

type Part = fn(&mut Tests) -> anyhow::Result<()>;

/// In the order of what is quickest to fail.
const PARTS: &[(&str, Part)] = &[
    ("format", |_| {
        child::run(&mut child::cargo(["fmt", "--all", "--check"]))
    }),
    ("core", |tests| {
        tests.cargo(child::cargo(["test", "--package", "slotguard-core"]))
    }),
    ("verify", |tests| {
        tests.cargo(child::cargo(["test", "--package", "slotguard-verify"]))
    }),
    ("xtask", |tests| {
        tests.cargo(child::cargo(["test", "--package", "xtask"]))
    }),
    ("component and host", component_and_host),
    ("npm package in Node", npm_package),
    ("extension", extension_in_node),
    ("extension in VS Code", extension_in_vs_code),
    ("evaluation", |tests| {
        // With the host's profile, whose dependencies it shares.
        let evaluation = ["test", "--package", "slotguard-eval", "--profile", "host"];
        tests.cargo(child::cargo(evaluation))
    }),
    ("cases", |tests| {
        if let Some(why) = cases::absent() {
            tests.absent(&why);
            return Ok(());
        }
        cases::run(&[])
    }),
    ("fuzz", |tests| {
        if let Some(why) = fuzz::absent() {
            tests.absent(&why);
            return Ok(());
        }
        fuzz::check()?;
        tests.count.passed += 1;
        Ok(())
    }),
    ("instructions", |tests| {
        if let Check::Skipped(why) = instructions::check()? {
            tests.absent(&why);
        }
        Ok(())
    }),
    ("lints", lints),
];

/// Property tests draw the same cases in every run, so that a red run is the change's doing; the fuzz targets
/// (and a seed of one's own in this variable) look for new ones.
const SEED: &str = "PROPTEST_RNG_SEED";
/// How many cases. Of some hundred thousand made against it, one is still rewritten once more by a second pass.
const CASES: &str = "PROPTEST_CASES";

struct Tests {
    all: bool,
    long: bool,
    count: Count,
}

impl Tests {
    /// Runs `cargo test` and counts; a failed test is no error here, a crate that does not build is.
    fn cargo(&mut self, mut cargo: Command) -> anyhow::Result<()> {
        if env::var_os(SEED).is_none() {
            cargo.env(SEED, "4711");
            cargo.env(CASES, "128");
        }
        if self.long {
            cargo.env("SLOTGUARD_LONG", "1");
        }
        cargo.arg("--no-fail-fast");
        if self.all {
            cargo.args(["--", "--include-ignored"]);
        }
        self.watch(&mut cargo)
    }

    fn watch(&mut self, command: &mut Command) -> anyhow::Result<()> {
        let mut count = Count::default();
        let ok = child::watch(command, |line| count += Count::of_line(line))?;
        self.count += count;
        if !ok && count.failed == 0 {
            bail!("it did not get as far as running tests");
        }
        Ok(())
    }

    /// Notes that something cannot be run here.
    fn skip(&mut self, why: &str) -> anyhow::Result<()> {
        if self.all {
            bail!("{why}, and nothing may be skipped under CI=true or --all");
        }
        self.absent(why);
        Ok(())
    }

    /// Notes that what a part works on is not here, which is no fault of the change that is tested: counted, and
    /// allowed everywhere.
    fn absent(&mut self, why: &str) {
        println!("skipped: {why}");
        self.count.skipped += 1;
    }
}

fn component_and_host(tests: &mut Tests) -> anyhow::Result<()> {
    build::artifacts()?;
    tests.cargo(build::host(["test"]))
}

fn npm_package(tests: &mut Tests) -> anyhow::Result<()> {
    if !node::available() {
        return tests.skip("the npm package: there is no Node here");
    }
    let package = npm::package()?;
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=tap", "wasm/npm-tests/"]);
    node.current_dir(place::root())
        .env("SLOTGUARD_NPM", package);
    tests.watch(&mut node)
}

fn extension_in_node(tests: &mut Tests) -> anyhow::Result<()> {
    if !node::available() {
        return tests.skip("there is no Node with npm here");
    }
    extension::check()?;
    tests.watch(&mut extension::unit_tests()?)
}

fn extension_in_vs_code(tests: &mut Tests) -> anyhow::Result<()> {
    if !extension::has_rig() {
        tests.absent("the VS Code that we test in runs on Linux on x86-64 only");
        return Ok(());
    }
    if !tests.all {
        return tests.skip("tests in a real VS Code (--all installs one for them)");
    }
    extension::prepare_rig()?;
    tests.watch(&mut extension::host_tests()?)?;
    tests.watch(&mut extension::stories()?)
}

/// Clippy, with the profile and features of each crate's build, so that little is compiled for it.
fn lints(_: &mut Tests) -> anyhow::Result<()> {
    let runs: &[&[&str]] = &[
        &[
            "--package",
            "slotguard-core",
            "--package",
            "xtask",
            "--all-targets",
        ],
        &[
            "--package",
            "slotguard-component",
            "--target",
            "wasm32-unknown-unknown",
        ],
        &[
            "--package",
            "slotguard-component",
            "--target",
            "wasm32-unknown-unknown",
            "--no-default-features",
            "--features",
            "npm",
        ],
        &[
            "--package",
            "slotguard-host",
            "--package",
            "slotguard-eval",
            "--profile",
            "host",
            "--all-targets",
        ],
    ];
    for run in runs {
        let mut clippy = child::cargo(["clippy"]);
        child::run(clippy.args(*run).args(["--", "--deny", "warnings"]))?;
    }
    Ok(())
}
