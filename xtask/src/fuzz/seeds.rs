//! What fuzzing starts from: the strings of the test corpus, pieces of the bench's turns, and inputs that once broke
//! something.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use crate::{place, step};

/// Longer seeds make slow runs, and say little more.
const LONGEST: usize = 1024;

/// Writes the seeds of a target into `to`, and nothing else stays there. Returns their files in order, and after them
/// those of its regressions.
pub(super) fn write(target: &str, to: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let seeds = match target {
        "json" => requests()?,
        _ => texts()?,
    };
    let mut files = Vec::new();
    for (at, seed) in seeds.iter().enumerate() {
        let file = to.join(format!("{at:04}"));
        step::write(&file, seed.as_bytes())?;
        files.push(file);
    }
    for left in listing(to)?.iter().filter(|file| !files.contains(file)) {
        fs::remove_file(left)?;
    }
    files.extend(listing(
        &place::root().join("fuzz/regressions").join(target),
    )?);
    Ok(files)
}

/// The strings anywhere in `core/testdata`, and the bench's turns in pieces of a few lines.
fn texts() -> anyhow::Result<BTreeSet<String>> {
    let mut texts = BTreeSet::new();
    for line in testdata()? {
        if let Ok(value) = serde_json::from_str(&line) {
            collect(&value, &mut texts);
        }
    }
    for file in listing(&place::root().join("host-tests/bench"))? {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        texts.extend(lines.chunks(8).map(|lines| lines.concat()));
    }
    texts.retain(|text| (1..=LONGEST).contains(&text.len()));
    Ok(texts)
}

/// The lines themselves are JSON; each text is a request too.
fn requests() -> anyhow::Result<BTreeSet<String>> {
    let request = |text: &String| {
        let message = serde_json::json!({ "role": "user", "content": text });
        serde_json::json!({ "model": "m", "messages": [message] }).to_string()
    };
    let mut requests: BTreeSet<_> = texts()?.iter().map(request).collect();
    requests.extend(testdata()?);
    requests.retain(|text| text.len() <= LONGEST);
    Ok(requests)
}

fn testdata() -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for file in listing(&place::root().join("core/testdata"))? {
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let cases = text.lines().filter(|line| line.starts_with('{'));
        lines.extend(cases.map(str::to_owned));
    }
    Ok(lines)
}

fn collect(value: &Value, to: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(to.insert(text.clone())),
        Value::Array(all) => all.iter().for_each(|one| collect(one, to)),
        Value::Object(all) => all.values().for_each(|one| collect(one, to)),
        _ => {}
    }
}

/// The files of a folder in the order of their names; none if there is no such folder.
fn listing(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
