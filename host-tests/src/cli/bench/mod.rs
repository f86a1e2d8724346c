//! `slotguard bench`: what a turn costs, as a ratio to the sandbox's floor and to the core without sandbox.

mod clock;
mod pieces;
mod rows;
mod sides;

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::end::{Done, End};
use crate::answer;

#[derive(clap::Args)]
#[command(after_help = "\
component  the call through the component, with the time limit's checks compiled in
native     the same core on the same text, compiled for this machine, without a sandbox
echo       the same text through the component and back: what crossing costs

All are medians. The numbers of replacements are checked, so that speed is never that of wrong answers.")]
pub(crate) struct Args {
    /// Print {\"rows\":[...]}, times in nanoseconds
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct Row {
    name: &'static str,
    /// Of the input.
    bytes: usize,
    component_ns: u64,
    native_ns: u64,
    echo_ns: u64,
    replacements: usize,
}

#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
}

/// What `bench --json` prints, for the evaluation.
pub(crate) fn figures() -> Result<serde_json::Value, End> {
    let report = Report { rows: measured()? };
    serde_json::to_value(report).map_err(|error| End::failed("reading the times", error))
}

fn measured() -> Result<Vec<Row>, End> {
    let mut rows = Vec::new();
    for (name, measure) in rows::ROWS {
        if io::stderr().is_terminal() {
            // Progress; what cannot be shown is not missed.
            let _ = write!(io::stderr(), "\r{name:<24}\r");
        }
        rows.push(measure(name)?);
    }
    Ok(rows)
}

pub(crate) fn run(args: &Args) -> Done {
    let rows = measured()?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", answer::line(&Report { rows }))?;
        return Ok(out.flush()?);
    }
    writeln!(
        out,
        "{:<22}{:>8}{:>6}{:>14}{:>12}{:>10}{:>9}{:>9}",
        "", "bytes", "hits", "component ns", "native ns", "echo ns", "x echo", "x native"
    )?;
    for row in rows {
        let of = |base: u64| row.component_ns as f64 / base.max(1) as f64;
        writeln!(
            out,
            "{:<22}{:>8}{:>6}{:>14}{:>12}{:>10}{:>9.1}{:>9.1}",
            row.name,
            row.bytes,
            row.replacements,
            row.component_ns,
            row.native_ns,
            row.echo_ns,
            of(row.echo_ns),
            of(row.native_ns)
        )?;
    }
    Ok(out.flush()?)
}
