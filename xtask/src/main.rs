//! What cargo alone cannot do. `cargo xtask` lists the commands; each is a file of that name.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line for developers: printing is its purpose"
)]

mod bench;
mod build;
mod cases;
mod child;
mod count;
mod demo;
mod eval;
mod extension;
mod fuzz;
mod guest;
mod instructions;
mod node;
mod npm;
mod place;
mod step;
mod test;

use std::env;
use std::process::ExitCode;

type Run = fn(&[String]) -> anyhow::Result<()>;

const COMMANDS: &[(&str, &str, Run)] = &[
    (
        "build",
        "the component, and `slotguard` with it inside",
        build::run,
    ),
    (
        "test",
        "every test (--all: in a real VS Code too, and no skips)",
        test::run,
    ),
    (
        "package",
        "the VS Code extension as a .vsix",
        extension::package,
    ),
    (
        "try",
        "VS Code in a browser with the extension, no account",
        extension::show,
    ),
    (
        "demo",
        "ten turns of an agent, before and after (or: demo FILE)",
        demo::run,
    ),
    (
        "cases",
        "the shared example cases (--show GROUP lists failing ids)",
        cases::run,
    ),
    (
        "eval",
        "the paper's tables and ours; writes docs/evaluation.md",
        eval::run,
    ),
    (
        "fuzz",
        "the fuzz targets (--seconds N, TARGET, FILE)",
        fuzz::run,
    ),
    (
        "instructions",
        "what a turn costs in instructions, against the baseline",
        instructions::run,
    ),
    (
        "bench",
        "timings of component and core (criterion, then a table)",
        bench::run,
    ),
];

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let Some((name, rest)) = args.split_first() else {
        return usage();
    };
    let Some((.., run)) = COMMANDS.iter().find(|(known, ..)| known == name) else {
        return usage();
    };
    match run(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask COMMAND\n");
    for (name, what, _) in COMMANDS {
        eprintln!("    {name:<8} {what}");
    }
    ExitCode::from(2)
}
