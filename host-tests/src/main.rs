//! The command `slotguard`. Each command is a file under `cli/`.

mod answer;
mod cli;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The local privacy boundary for LLM coding agents.
///
/// Rewrites text so that it may go to a model provider, and puts the real values back into what the model
/// answers, where that is safe. Nothing leaves this machine.
#[derive(Parser)]
#[command(name = "slotguard", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  scan found something, or rebind refused
  2  wrong usage, or a configuration that cannot be used
  3  reading, writing or the boundary itself failed; nothing was let through";

#[derive(Subcommand)]
enum Command {
    /// Rewrite a file or standard input for the provider
    Sanitize(cli::sanitize::Args),
    /// Put real values back into what a model wrote
    Rebind(cli::rebind::Args),
    /// Report what sanitize would hide, without showing it
    Scan(cli::scan::Args),
    /// Answer one JSON request a line on standard input, for programs
    Serve(cli::serve::Args),
    /// Time the component against the core and the sandbox's floor
    Bench(cli::bench::Args),
    /// Measure it: the paper's tables and ours, against baselines
    Eval(Box<cli::eval::Args>),
    /// Run the shared example cases
    Cases(cli::cases::Args),
    /// Show the bundled transcript, or a file, before and after
    Demo(cli::demo::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Sanitize(args) => cli::sanitize::run(&args),
        Command::Rebind(args) => cli::rebind::run(&args),
        Command::Scan(args) => cli::scan::run(&args),
        Command::Serve(args) => cli::serve::run(&args),
        Command::Bench(args) => cli::bench::run(&args),
        Command::Eval(args) => cli::eval::run(&args),
        Command::Cases(args) => cli::cases::run(&args),
        Command::Demo(args) => cli::demo::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(end) => cli::end::report(&end),
    }
}
