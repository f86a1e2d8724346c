//! Answers as JSON: the fields of the protocol, built from the host's types.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;
use slotguard_host::{self as host, Span};

/// A byte range as `[start, end]`.
pub(crate) type Range = [u32; 2];

pub(crate) fn range(span: Span) -> Range {
    [span.start, span.end]
}

/// One line of JSON.
pub(crate) fn line(answer: &impl Serialize) -> String {
    // Strings, numbers and maps with string keys always serialise.
    serde_json::to_string(answer).unwrap_or_default()
}

#[derive(Serialize)]
pub(crate) struct Sanitized<'a> {
    pub(crate) text: &'a str,
    pub(crate) replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
pub(crate) struct Replacement<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    standin: &'a str,
    #[serde(rename = "in")]
    pub(crate) input: Range,
    out: Range,
    rule: &'a str,
}

impl<'a> Sanitized<'a> {
    pub(crate) fn new(from: &'a host::Sanitized, rules: &'a [String]) -> Self {
        let replacement = |one: &host::Replacement| Replacement {
            kind: one.kind.name(),
            standin: one.output.of(&from.text),
            input: range(one.input),
            out: range(one.output),
            rule: rule(rules, one.rule),
        };
        Sanitized {
            text: &from.text,
            replacements: from.replacements.iter().map(replacement).collect(),
        }
    }
}

fn rule(names: &[String], number: u16) -> &str {
    names.get(usize::from(number)).map_or("", String::as_str)
}

#[derive(Serialize)]
pub(crate) struct Display<'a> {
    text: &'a str,
    restored: Vec<Range>,
}

impl<'a> Display<'a> {
    pub(crate) fn new(from: &'a host::Rebound) -> Self {
        Display {
            text: &from.text,
            restored: from.restored.iter().copied().map(range).collect(),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Json<'a> {
    text: &'a str,
    restored: Vec<Range>,
    env: &'a BTreeMap<String, String>,
    paths: Vec<Opened<'a>>,
}

impl<'a> Json<'a> {
    pub(crate) fn new(from: &'a host::ReboundJson) -> Self {
        Json {
            text: &from.text,
            restored: from.restored.iter().copied().map(range).collect(),
            env: &from.env,
            paths: opened(&from.paths),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Path<'a> {
    text: &'a str,
}

impl<'a> Path<'a> {
    pub(crate) fn new(from: &'a host::Rebound) -> Self {
        Path { text: &from.text }
    }
}

#[derive(Serialize)]
pub(crate) struct Command<'a> {
    text: &'a str,
    env: &'a BTreeMap<String, String>,
}

impl<'a> Command<'a> {
    pub(crate) fn new(from: &'a host::ReboundCommand) -> Self {
        Command {
            text: &from.text,
            env: &from.env,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Argv<'a> {
    argv: &'a [String],
    env: &'a BTreeMap<String, String>,
}

impl<'a> Argv<'a> {
    pub(crate) fn new(from: &'a host::ReboundArgv) -> Self {
        Argv {
            argv: &from.argv,
            env: &from.env,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Call<'a> {
    args: &'a RawValue,
    env: &'a BTreeMap<String, String>,
    paths: Vec<Opened<'a>>,
}

impl<'a> Call<'a> {
    /// # Errors
    /// When the component's arguments are no JSON, which would be a defect of it.
    pub(crate) fn new(from: &'a host::ReboundCall) -> Result<Self, host::Error> {
        let args = serde_json::from_str(&from.args)
            .map_err(|_| host::Error::Trapped("its arguments are no JSON".to_owned()))?;
        Ok(Call {
            args,
            env: &from.env,
            paths: opened(&from.paths),
        })
    }
}

/// A path that a tool is about to open.
#[derive(Serialize)]
struct Opened<'a> {
    path: &'a str,
    access: &'static str,
}

fn opened(paths: &[host::Opened]) -> Vec<Opened<'_>> {
    let opened = |opened: &host::Opened| match opened.access {
        host::Access::Read => "read",
        host::Access::Write => "write",
    };
    let all = paths.iter().map(|path| Opened {
        path: &path.path,
        access: opened(path),
    });
    all.collect()
}

#[derive(Serialize)]
pub(crate) struct Slot<'a> {
    standin: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    rule: &'a str,
    uses: u64,
    first_seen: u64,
    links: &'a [String],
}

impl<'a> Slot<'a> {
    pub(crate) fn new(from: &'a host::SlotInfo, rules: &'a [String]) -> Self {
        Slot {
            standin: &from.stand_in,
            kind: from.kind.name(),
            rule: rule(rules, from.rule),
            uses: from.uses,
            first_seen: from.first_seen,
            links: &from.links,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Stale<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    standin: Option<&'a str>,
    #[serde(rename = "type")]
    kind: &'static str,
    message: u32,
}

impl<'a> Stale<'a> {
    pub(crate) fn new(from: &'a host::StaleValue) -> Self {
        Stale {
            standin: from.stand_in.as_deref(),
            kind: from.kind.name(),
            message: from.message,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Explanation<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    rule: &'a str,
    chain: &'a [String],
}

impl<'a> Explanation<'a> {
    pub(crate) fn new(from: &'a host::Explanation, rules: &'a [String]) -> Self {
        Explanation {
            kind: from.kind.name(),
            rule: rule(rules, from.rule),
            chain: &from.chain,
        }
    }
}
