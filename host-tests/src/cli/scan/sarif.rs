//! SARIF 2.1.0 (OASIS): what code scanning services and editors read. No value and no hash of one is in it, since such
//! logs are uploaded.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::finding::{Finding, Report};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The whole log.
pub(super) fn log(report: &Report) -> Value {
    let mut rules = BTreeMap::new();
    for finding in &report.findings {
        rules.entry(id(finding)).or_insert_with(|| rule(finding));
    }
    let places: BTreeMap<_, _> = rules.keys().cloned().zip(0..).collect();
    let results: Vec<_> = report
        .findings
        .iter()
        .map(|finding| result(finding, places.get(&id(finding)).copied().unwrap_or(0)))
        .collect();
    let driver = json!({
        "name": "SlotGuard",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules.into_values().collect::<Vec<_>>(),
    });
    let unread = report.unread.iter().map(|unread| {
        let file = json!({ "artifactLocation": { "uri": uri(&unread.file) } });
        json!({
            "level": "error",
            "message": { "text": format!("Not scanned: {}", unread.why) },
            "locations": [{ "physicalLocation": file }],
        })
    });
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": report.unread.is_empty(),
                "toolExecutionNotifications": unread.collect::<Vec<_>>(),
            }],
            "results": results,
        }],
    })
}

/// Type and rule together: a secret in an assignment is something else than a host in one.
fn id(finding: &Finding) -> String {
    format!("{}/{}", finding.kind.to_lowercase(), finding.rule)
}

fn rule(finding: &Finding) -> Value {
    json!({
        "id": id(finding),
        "shortDescription": { "text": described(finding) },
        "defaultConfiguration": { "level": level(finding) },
    })
}

fn result(finding: &Finding, rule: usize) -> Value {
    json!({
        "ruleId": id(finding),
        "ruleIndex": rule,
        "level": level(finding),
        "message": { "text": format!("{}.", described(finding)) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&finding.file) },
                "region": {
                    "startLine": finding.line,
                    "startColumn": finding.column,
                    "endLine": finding.end_line,
                    "endColumn": finding.end_column,
                },
            },
        }],
    })
}

fn described(finding: &Finding) -> String {
    match finding.kind {
        "SECRET" => format!("A secret (rule {})", finding.rule),
        kind => format!("A private value of the type {kind} (rule {})", finding.rule),
    }
}

/// A secret must not stay; who or where somebody is may.
fn level(finding: &Finding) -> &'static str {
    match finding.kind {
        "SECRET" => "error",
        _ => "note",
    }
}

/// A path as a URI reference (RFC 3986): absolute ones with their scheme, all others relative.
fn uri(path: &str) -> String {
    let mut uri = match path.as_bytes() {
        [b'/', ..] => "file://".to_owned(),
        [_, b':', ..] => "file:///".to_owned(),
        _ => String::new(),
    };
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into());
            }
            // Only after a drive letter: in a relative reference a colon would end a scheme.
            b':' if uri.starts_with("file:") => uri.push(':'),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_references() {
        assert_eq!(uri("src/a b.rs"), "src/a%20b.rs");
        assert_eq!(uri("/tmp/é"), "file:///tmp/%C3%A9");
        assert_eq!(uri("C:/x"), "file:///C:/x");
        assert_eq!(uri("notes:1.md"), "notes%3A1.md");
    }
}
