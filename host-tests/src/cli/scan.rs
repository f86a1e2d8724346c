//! `slotguard scan [PATH]...`

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::ProgressBar;
use serde::Serialize;
use slotguard_host::{Context, Kind, Origin, Session};

use super::end::{Done, End};
use super::input;
use super::session::SessionArgs;
use crate::answer;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  slotguard scan --root \"$PWD\" src/
  git diff --cached | slotguard scan --secrets

Reports place, type and rule of everything that sanitize would hide, and never a value. Exits with 1 if there
is anything. In directories, .git, node_modules and target are passed over, and so are links and binary files.")]
pub(crate) struct Args {
    /// Files and directories; standard input if left out
    paths: Vec<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    /// Report only what grants access
    #[arg(long)]
    secrets: bool,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

/// What is reported: where, what and why, never the value.
#[derive(Serialize)]
struct Finding {
    file: String,
    line: usize,
    column: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    rule: String,
}

#[derive(Serialize)]
struct Report {
    findings: Vec<Finding>,
    files: usize,
    binary: usize,
}

pub(crate) fn run(args: &Args) -> Done {
    let mut scan = Scan {
        session: args.session.open()?,
        secrets: args.secrets,
        report: Report {
            findings: Vec::new(),
            files: 0,
            binary: 0,
        },
        progress: progress(),
    };
    if args.paths.is_empty() {
        scan.text("-", &input::read(None)?)?;
    }
    for path in &args.paths {
        scan.path(path, true)?;
    }
    scan.progress.finish_and_clear();
    print(&scan.report, args.json)?;
    match scan.report.findings.is_empty() {
        true => Ok(()),
        false => Err(End::Answer(None)),
    }
}

/// A spinner on standard error, if that is a terminal.
fn progress() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner();
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

struct Scan {
    session: Session,
    secrets: bool,
    report: Report,
    progress: ProgressBar,
}

impl Scan {
    /// A file, or everything below a directory in the order of names.
    fn path(&mut self, path: &Path, named: bool) -> Done {
        let name = path.display().to_string();
        let failed = |error| End::failed(&name, error);
        // A link is followed if the user named it: elsewhere it may lead around in circles.
        let metadata = match named {
            true => fs::metadata(path),
            false => fs::symlink_metadata(path),
        };
        let kind = metadata.map_err(failed)?.file_type();
        if kind.is_file() {
            self.progress.set_message(name.clone());
            return self.text(&name, &fs::read(path).map_err(failed)?);
        }
        if kind.is_dir() && (named || !is_passed_over(path)) {
            let entries =
                fs::read_dir(path).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
            let mut entries = entries.map_err(failed)?;
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                self.path(&entry.path(), false)?;
            }
        }
        Ok(())
    }

    fn text(&mut self, name: &str, bytes: &[u8]) -> Done {
        if bytes.iter().take(8192).any(|byte| *byte == 0) {
            self.report.binary += 1;
            return Ok(());
        }
        self.report.files += 1;
        let context = Context {
            file: Some(name.to_owned()),
            ..Context::default()
        };
        let text = String::from_utf8_lossy(bytes);
        let sanitized = self.session.sanitize(&text, Origin::File, &context)?;
        let mut place = Place::default();
        for one in &sanitized.replacements {
            if self.secrets && one.kind != Kind::Secret {
                continue;
            }
            place.advance(&text, one.input.start as usize);
            self.report.findings.push(Finding {
                file: name.to_owned(),
                line: place.line,
                column: place.column,
                kind: one.kind.name(),
                rule: self.session.rule_name(one.rule)?,
            });
        }
        Ok(())
    }
}

fn is_passed_over(dir: &Path) -> bool {
    let name = dir.file_name().and_then(|name| name.to_str());
    matches!(name, Some(".git" | "node_modules" | "target"))
}

/// A line and a column of a text, both from 1, columns in characters.
struct Place {
    at: usize,
    line: usize,
    column: usize,
}

impl Default for Place {
    fn default() -> Self {
        Place {
            at: 0,
            line: 1,
            column: 1,
        }
    }
}

impl Place {
    /// Moves on to byte `to` of `text`.
    fn advance(&mut self, text: &str, to: usize) {
        for character in text.get(self.at..to).unwrap_or("").chars() {
            match character {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += 1,
            }
        }
        self.at = to;
    }
}

fn print(report: &Report, json: bool) -> Done {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", answer::line(report))?;
        return Ok(out.flush()?);
    }
    for finding in &report.findings {
        let Finding {
            file,
            line,
            column,
            kind,
            rule,
        } = finding;
        writeln!(out, "{file}:{line}:{column}: {kind} ({rule})")?;
    }
    out.flush()?;
    let (found, files, binary) = (report.findings.len(), report.files, report.binary);
    // The summary is a courtesy; findings and exit code are the answer.
    let _ = writeln!(
        io::stderr(),
        "{found} found in {files} files, {binary} binary files passed over"
    );
    Ok(())
}
