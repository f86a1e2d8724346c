//! The shared example cases, read in place: none of their text is in this repository.

mod names;
mod rebinding;
mod transcripts;
mod vectors;

use std::fmt::Write as _;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde_json::Value;

use crate::table::{Table, percent};
use crate::{Boundary, Failure, Session, Setup};

/// What to print about failing cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// Figures only.
    #[default]
    Nothing,
    /// The ids of failing cases.
    Ids,
    /// The ids with the text that failed: local use only.
    Text,
}

/// One measured thing.
#[derive(Clone, Debug)]
pub struct Figure {
    /// `reports`, `vectors`, ...
    pub group: &'static str,
    /// What was counted.
    pub name: String,
    /// How many were right.
    pub right: usize,
    /// Of how many.
    pub of: usize,
    /// Ids of those that were not, each with a remark that may hold raw text.
    pub wrong: Vec<(String, String)>,
}

impl Figure {
    fn new(group: &'static str, name: impl Into<String>) -> Self {
        Self {
            group,
            name: name.into(),
            right: 0,
            of: 0,
            wrong: Vec::new(),
        }
    }

    /// Counts one. `remark` is made only where it went wrong.
    fn count(&mut self, id: &str, right: bool, remark: impl FnOnce() -> String) {
        self.of += 1;
        if right {
            self.right += 1;
        } else {
            self.wrong.push((id.to_owned(), remark()));
        }
    }
}

/// Runs every case file that `folder` has.
///
/// # Errors
/// A file that is there but cannot be read.
pub fn run(boundary: &dyn Boundary, folder: &Path) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let read = |name: &str| rows(&folder.join(name));
    figures.extend(transcripts::scripts(
        boundary,
        "reports",
        &read("reports.jsonl")?,
    ));
    figures.extend(transcripts::real_turns(
        boundary,
        &read("real_turns.jsonl")?,
    ));
    figures.extend(vectors::vectors(
        boundary,
        &read("scanner_vectors.jsonl.gz")?,
    ));
    figures.extend(transcripts::scripts(
        boundary,
        "entities",
        &read("entities.jsonl")?,
    ));
    figures.extend(names::filenames(boundary, &read("filenames.jsonl")?));
    figures.extend(rebinding::rebinding(boundary, &read("rebind.jsonl")?));
    Ok(figures)
}

/// The real turns with their ids; none where there is no such file.
///
/// # Errors
/// A file that is there but cannot be read.
pub fn real_texts(folder: &Path) -> Result<Vec<(String, String)>, Failure> {
    let rows = rows(&folder.join("real_turns.jsonl"))?;
    let texts = rows.iter().map(|row| (text(row, "id"), text(row, "text")));
    Ok(texts
        .map(|(id, text)| (id.to_owned(), text.to_owned()))
        .collect())
}

/// The figures as a table, with failing cases of the groups that `wanted` accepts.
pub fn report(figures: &[Figure], show: Show, wanted: impl Fn(&Figure) -> bool) -> String {
    let mut table = Table::new(
        "Cases: right / of (share)",
        &["group", "what", "right", "of", "share"],
    );
    for figure in figures {
        let (right, of) = (figure.right.to_string(), figure.of.to_string());
        let share = percent(figure.right, figure.of);
        table.row(&[figure.group, &figure.name, &right, &of, &share]);
    }
    let mut out = table.plain();
    if show == Show::Nothing {
        return out;
    }
    for figure in figures.iter().filter(|figure| wanted(figure)) {
        let _ = writeln!(out, "\n{} / {}:", figure.group, figure.name);
        for (id, remark) in &figure.wrong {
            match show {
                Show::Text => _ = writeln!(out, "  {id}: {remark}"),
                _ => _ = write!(out, " {id}"),
            }
        }
        out.push('\n');
    }
    out
}

/// The rows of a JSON-lines file, gzipped or not; none where there is no such file.
fn rows(path: &Path) -> Result<Vec<Value>, Failure> {
    let Ok(bytes) = std::fs::read(path) else {
        return Ok(Vec::new());
    };
    let broken = || Failure::new("error", format!("{} is not JSON lines", path.display()));
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut reader = flate2::read::GzDecoder::new(&bytes[..]);
        reader.read_to_string(&mut text).map_err(|_| broken())?;
    } else {
        text = String::from_utf8(bytes).map_err(|_| broken())?;
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).map_err(|_| broken()))
        .collect()
}

/// Runs `body` with a session of its own. A panic of a native boundary is a wrong answer, not the end of the run.
fn with_session<T>(
    boundary: &dyn Boundary,
    setup: &Setup,
    body: impl FnOnce(&mut dyn Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let run = AssertUnwindSafe(|| body(&mut *boundary.open(setup)?));
    catch_unwind(run).unwrap_or_else(|_| Err(Failure::new("panic", "the boundary panicked")))
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn texts<'a>(row: &'a Value, key: &str) -> Vec<&'a str> {
    let list = row.get(key).and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// Whether `part` stands in `text` with nothing alphanumeric beside it.
fn has_word(text: &str, part: &str) -> bool {
    text.match_indices(part).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + part.len()..].chars().next();
        ![before, after]
            .into_iter()
            .flatten()
            .any(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_borders() {
        assert!(has_word("by zoe.", "zoe"));
        assert!(has_word("zoey zoe_x", "zoe"));
        assert!(!has_word("zoey azoe", "zoe"));
    }
}
