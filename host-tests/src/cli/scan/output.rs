//! Findings for people and for programs.

use std::io::{self, Write};

use super::Format;
use super::finding::{Finding, Report};
use super::sarif;
use crate::answer;
use crate::cli::end::Done;

pub(super) fn print(report: &Report, format: Format) -> Done {
    let mut out = io::stdout().lock();
    match format {
        Format::Text => text(&mut out, report)?,
        Format::Json => writeln!(out, "{}", answer::line(report))?,
        Format::Sarif => writeln!(out, "{}", sarif::log(report))?,
    }
    out.flush()?;
    if format == Format::Text {
        summary(report);
    }
    Ok(())
}

fn text(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for finding in &report.findings {
        let Finding {
            file,
            line,
            column,
            kind,
            rule,
            ..
        } = finding;
        writeln!(out, "{file}:{line}:{column}: {kind} ({rule})")?;
    }
    Ok(())
}

/// On standard error. It is a courtesy; findings and exit code are the answer.
fn summary(report: &Report) {
    let mut err = io::stderr().lock();
    for unread in &report.unread {
        let _ = writeln!(err, "{}: not scanned: {}", unread.file, unread.why);
    }
    let (found, files, binary) = (report.findings.len(), report.files, report.binary);
    let _ = write!(
        err,
        "{found} found in {files} files, {binary} binary files passed over"
    );
    let _ = match report.known {
        0 => writeln!(err),
        known => writeln!(err, ", {known} known from the baseline"),
    };
}
