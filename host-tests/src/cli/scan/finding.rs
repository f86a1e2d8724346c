//! One file through a session: what is reported is where, what and why, never the value.

use serde::Serialize;
use slotguard_host::{Context, Kind, Origin};

use super::Scan;
use super::baseline::Fingerprint;
use super::source::Source;
use crate::cli::end::End;

/// One place.
#[derive(Serialize)]
pub(super) struct Finding {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) end_line: usize,
    pub(super) end_column: usize,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) rule: String,
    #[serde(skip)]
    pub(super) fingerprint: Option<Fingerprint>,
}

/// What a scan came to.
#[derive(Default, Serialize)]
pub(super) struct Report {
    pub(super) findings: Vec<Finding>,
    /// Files that were scanned.
    pub(super) files: usize,
    pub(super) binary: usize,
    /// Findings that the baseline names.
    pub(super) known: usize,
    /// Files that could not be scanned, and why.
    pub(super) unread: Vec<Unread>,
}

#[derive(Serialize)]
pub(super) struct Unread {
    pub(super) file: String,
    pub(super) why: String,
}

/// What one file came to.
pub(super) enum Part {
    Binary,
    Scanned {
        findings: Vec<Finding>,
        known: usize,
    },
    Unread(String),
}

impl Report {
    /// Puts the parts of all workers in the order of the sources; a source without a part counts as unread.
    pub(super) fn of(sources: &[Source], parts: Vec<(&Source, Part)>) -> Report {
        let mut report = Report::default();
        let mut parts: std::collections::HashMap<_, _> = parts
            .into_iter()
            .map(|(source, part)| (std::ptr::from_ref(source), part))
            .collect();
        for source in sources {
            let unread = |why| Unread {
                file: source.name.clone(),
                why,
            };
            match parts.remove(&std::ptr::from_ref(source)) {
                Some(Part::Binary) => report.binary += 1,
                Some(Part::Scanned { findings, known }) => {
                    report.files += 1;
                    report.known += known;
                    report.findings.extend(findings);
                }
                Some(Part::Unread(why)) => report.unread.push(unread(why)),
                None => report
                    .unread
                    .push(unread("the scan ended early".to_owned())),
            }
        }
        report
    }
}

/// Scans one source in a session of its own, so that the answer depends on nothing else.
pub(super) fn scan(scan: &Scan<'_>, source: &Source) -> Part {
    let bytes = match source.read() {
        Ok(bytes) => bytes,
        Err(why) => return Part::Unread(why),
    };
    if bytes.iter().take(8192).any(|byte| *byte == 0) {
        return Part::Binary;
    }
    let text = String::from_utf8_lossy(&bytes);
    match findings(scan, &source.name, &text) {
        Ok(all) => {
            let found = all.len();
            let new: Vec<_> = all
                .into_iter()
                .filter(|one| !scan.baseline.knows(one))
                .collect();
            Part::Scanned {
                known: found - new.len(),
                findings: new,
            }
        }
        Err(end) => Part::Unread(end.message().unwrap_or_default().to_owned()),
    }
}

fn findings(scan: &Scan<'_>, name: &str, text: &str) -> Result<Vec<Finding>, End> {
    let mut session = scan.open()?;
    let context = Context {
        file: Some(name.to_owned()),
        ..Context::default()
    };
    let sanitized = session.sanitize(text, Origin::File, &context)?;
    let mut place = Place::default();
    let mut findings = Vec::new();
    for one in &sanitized.replacements {
        if scan.secrets && one.kind != Kind::Secret {
            continue;
        }
        let (start, end) = (one.input.start as usize, one.input.end as usize);
        place.advance(text, start);
        let (line, column) = (place.line, place.column);
        place.advance(text, end);
        let value = text.get(start..end).unwrap_or_default();
        findings.push(Finding {
            file: name.to_owned(),
            line,
            column,
            end_line: place.line,
            end_column: place.column,
            kind: one.kind.name(),
            rule: session.rule_name(one.rule)?,
            fingerprint: scan.baseline.fingerprint(name, one.kind.name(), value),
        });
    }
    Ok(findings)
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
