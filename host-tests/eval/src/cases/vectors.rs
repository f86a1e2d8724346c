//! Labelled strings of secret scanners' own tests.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Figure, text, texts, with_session};
use crate::{Boundary, Failure, Origin, Output, Setup, Text};

/// Recall over `tp`, overall and by source, and silence on text that holds no secret.
pub(super) fn vectors(boundary: &dyn Boundary, rows: &[Value]) -> Vec<Figure> {
    let mut recall = Figure::new("vectors", "recall");
    let mut silent = Figure::new("vectors", "non-secrets left alone");
    let mut sources = BTreeMap::new();
    for row in rows {
        let id = text(row, "id");
        let output = one(boundary, row);
        let remark = || format!("{} {:?}", text(row, "rule"), text(row, "text"));
        if text(row, "label") == "tp" {
            let found = output.is_ok_and(|output| is_found(row, &output.text));
            recall.count(id, found, remark);
            sources
                .entry(text(row, "source"))
                .or_insert_with_key(|source| Figure::new("vectors", format!("  {source}")))
                .count(id, found, remark);
        } else if text(row, "scope") == "text" && row["contested"] != Value::Bool(true) {
            let quiet = output.as_ref().is_ok_and(|output| !treats_secret(output));
            silent.count(id, quiet, || {
                format!("{} -> {:?}", remark(), output.map(|output| output.text))
            });
        }
    }
    let mut figures = vec![recall, silent];
    figures.extend(sources.into_values());
    figures
}

fn one(boundary: &dyn Boundary, row: &Value) -> Result<Output, Failure> {
    let input = Text {
        text: text(row, "text"),
        origin: Origin::Tool,
        file: row.get("path").and_then(Value::as_str),
    };
    with_session(boundary, &Setup::default(), |session| {
        session.sanitize(input)
    })
}

fn is_found(row: &Value, output: &str) -> bool {
    let secrets = texts(row, "secrets");
    secrets.iter().any(|secret| !output.contains(secret))
}

fn treats_secret(output: &Output) -> bool {
    let mut kinds = output.replacements.iter();
    kinds.any(|replacement| replacement.kind == "SECRET")
}
