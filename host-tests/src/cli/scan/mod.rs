//! `slotguard scan [PATH]...`

mod baseline;
mod finding;
mod output;
mod sarif;
mod source;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use slotguard_host::{Boundary, Session};

use self::baseline::Baseline;
use self::finding::{Report, scan};
use self::source::Source;
use super::end::{Done, End};
use super::session::SessionArgs;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  slotguard scan --root \"$PWD\" .                      everything private below the current directory
  slotguard scan --secrets --staged                   what the next commit would add; for a pre-commit hook
  slotguard scan --secrets --write-baseline known.json .
  slotguard scan --secrets --baseline known.json .    only what is new since then
  slotguard scan --secrets --format sarif . > scan.sarif
  git diff | slotguard scan

Reports place, type and rule of everything that sanitize would hide, and never a value. Each file is judged by itself.
In directories, what .gitignore and the like name is passed over, and so are .git, links and binary files; a file that
is named is always read.

A baseline holds salted hashes, not values; still, a short password can be guessed from its hash. Keep it where the
files themselves may be.")]
pub(crate) struct Args {
    /// Files and directories; standard input if left out or `-`
    paths: Vec<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    /// Report only what grants access
    #[arg(long)]
    secrets: bool,
    /// Scan what is staged in git, as it is staged
    #[arg(long, conflicts_with = "paths")]
    staged: bool,
    /// Read what .gitignore and the like name, too
    #[arg(long)]
    no_ignore: bool,
    /// How findings are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The same as --format sarif
    #[arg(long, conflicts_with_all = ["format", "json"])]
    sarif: bool,
    /// Leave out what this file names
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what is found to this file, and report nothing
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One line a finding
    Text,
    /// One object
    Json,
    /// SARIF 2.1.0, for code scanning services and editors
    Sarif,
}

pub(crate) fn run(args: &Args) -> Done {
    let baseline = match (&args.baseline, &args.write_baseline) {
        (Some(file), _) => Baseline::read(file)?,
        (None, Some(_)) => Baseline::new()?,
        (None, None) => Baseline::default(),
    };
    let scan = Scan {
        boundary: Boundary::new()?,
        session: &args.session,
        secrets: args.secrets,
        baseline,
    };
    // A configuration that cannot be used is said once, not for every file.
    scan.open()?;
    let mut sources = source::list(args)?;
    // Its hashes and its salt would be found anew in every scan.
    let own = args.baseline.as_ref().or(args.write_baseline.as_ref());
    if let Some(own) = own.and_then(|own| own.canonicalize().ok()) {
        sources.retain(|source| !source.is_file(&own));
    }
    let mut report = scan.all(&sources);
    if let Some(file) = &args.write_baseline {
        let known = Baseline::write(&scan.baseline, file, &report.findings)?;
        let _ = writeln!(io::stderr(), "{known} entries in {}", file.display());
        report.findings.clear();
    } else {
        output::print(&report, args.format())?;
    }
    match (report.unread.len(), report.findings.len()) {
        (0, 0) => Ok(()),
        (0, _) => Err(End::Answer(None)),
        (unread, _) => Err(End::Failed(format!("{unread} files could not be scanned"))),
    }
}

impl Args {
    fn format(&self) -> Format {
        match (self.json, self.sarif) {
            (true, _) => Format::Json,
            (_, true) => Format::Sarif,
            _ => self.format,
        }
    }
}

/// What is the same for every file.
struct Scan<'a> {
    boundary: Boundary,
    session: &'a SessionArgs,
    secrets: bool,
    baseline: Baseline,
}

impl Scan<'_> {
    fn open(&self) -> Result<Session, End> {
        Ok(self.boundary.session(self.session.config()?)?)
    }

    /// Scans each source in a session of its own, on all processors; the report is in the order of the sources.
    fn all(&self, sources: &[Source]) -> Report {
        let bar = progress(sources.len());
        let next = AtomicUsize::new(0);
        let work = || {
            let mut parts = Vec::new();
            while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                parts.push((source, scan(self, source)));
                bar.inc(1);
            }
            parts
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.min(sources.len()).max(1);
        let parts = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let parts = workers.into_iter().map(thread::ScopedJoinHandle::join);
            // A worker that panicked took its parts along; the count of files below would tell.
            parts.flatten().flatten().collect::<Vec<_>>()
        });
        bar.finish_and_clear();
        Report::of(sources, parts)
    }
}

/// A bar on standard error, if that is a terminal.
fn progress(files: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("scanning {bar:30} {pos}/{len} files {elapsed}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(files as u64).with_style(style)
}
