//! Rule lists with placeholders: generic redaction, and a VibeGuard-style restorable placeholder.
//!
//! The rules are ours, written for the categories that such tools document. They work span by span, know nothing
//! of earlier turns but the values they have already replaced, and have no notion of a scope.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::{Access, Boundary, Command, Failure, Output, Replacement, Session, Setup, Text};

/// What stands for a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// `[PATH]`, `[API_KEY]`: gone for good.
    Generic,
    /// `__VG_PATH_3fa4c1d2e5b6__`: the same value has the same placeholder, and it can be restored.
    Hashed,
}

/// A boundary made of a rule list.
#[derive(Clone, Copy, Debug)]
pub struct Patterns(pub Labels);

/// Category, label of generic redaction, pattern; group 1 is the value.
const RULES: &[(&str, &str, &str)] = &[
    (
        "PRIVATE_KEY",
        "PRIVATE_KEY",
        r"(-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----)",
    ),
    (
        "JWT",
        "API_KEY",
        r"\b(eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,})",
    ),
    (
        "GITHUB_TOKEN",
        "API_KEY",
        r"\b(gh[pousr]_[A-Za-z0-9]{36})\b",
    ),
    ("GITLAB_TOKEN", "API_KEY", r"\b(glpat-[\w-]{20})"),
    ("OPENAI_KEY", "API_KEY", r"\b(sk-[A-Za-z0-9_-]{20,})"),
    ("AWS_KEY", "API_KEY", r"\b((?:AKIA|ASIA)[A-Z2-7]{16})\b"),
    (
        "SLACK_TOKEN",
        "API_KEY",
        r"\b(xox[abprs]-[A-Za-z0-9-]{10,})",
    ),
    (
        "STRIPE_KEY",
        "API_KEY",
        r"\b([srp]k_(?:live|test)_[A-Za-z0-9]{20,})",
    ),
    ("GOOGLE_KEY", "API_KEY", r"\b(AIza[\w-]{35})"),
    ("NPM_TOKEN", "API_KEY", r"\b(npm_[A-Za-z0-9]{36})\b"),
    (
        "BEARER_TOKEN",
        "API_KEY",
        r"(?i)\bbearer\s+([A-Za-z0-9._~+/-]{16,}=*)",
    ),
    (
        "URL_CREDENTIAL",
        "PASSWORD",
        r"\b[a-z][a-z0-9+.-]*://[^\s:/@]+:([^\s@/]+)@",
    ),
    (
        "PASSWORD",
        "PASSWORD",
        r#"(?i)\b[\w.-]*(?:password|passwd|pwd)["']?\s*[=:]\s*["']?([^\s"',;]{6,})"#,
    ),
    (
        "API_KEY",
        "API_KEY",
        r#"(?i)\b[\w.-]*(?:api_?key|secret|token|access_?key)["']?\s*[=:]\s*["']?([^\s"',;&]{8,})"#,
    ),
    (
        "EMAIL",
        "EMAIL",
        r"\b([A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,})\b",
    ),
    ("CREDIT_CARD", "NUMBER", r"\b((?:\d{4}[ -]?){3}\d{4})\b"),
    ("SSN", "NUMBER", r"(?:^|\D)(\d{3}-\d{2}-\d{4})(?:$|\D)"),
    (
        "PHONE",
        "NUMBER",
        r"(?:^|\s)(\+\d{1,3}[ -]\d{2,4}[ -]\d{3,4}[ -]?\d{3,4})\b",
    ),
    (
        "IP",
        "IP",
        r"\b((?:10|172|192)\.\d{1,3}\.\d{1,3}\.\d{1,3})\b",
    ),
    (
        "HOST",
        "HOST",
        r"\b([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:internal|corp|lan|local|home\.arpa))\b",
    ),
    (
        "PATH",
        "PATH",
        r#"((?:/Users/|/home/|/root/|/srv/|/mnt/c/|C:\\{1,2})[^\s"':;,()<>|]+)"#,
    ),
];

static COMPILED: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
    RULES
        .iter()
        .map(|(_, _, pattern)| Regex::new(pattern).ok())
        .collect()
});

struct Live {
    labels: Labels,
    known: HashMap<String, String>,
    raw: HashMap<String, String>,
}

impl Boundary for Patterns {
    fn open(&self, _: &Setup) -> Result<Box<dyn Session>, Failure> {
        Ok(Box::new(Live {
            labels: self.0,
            known: HashMap::new(),
            raw: HashMap::new(),
        }))
    }
}

impl Live {
    fn placeholder(&mut self, rule: usize, value: &str) -> String {
        let (category, label, _) = RULES[rule];
        if self.labels == Labels::Generic {
            return format!("[{label}]");
        }
        if let Some(placeholder) = self.known.get(value) {
            return placeholder.clone();
        }
        let placeholder = format!("__VG_{category}_{:012x}__", hash(value) & 0xffff_ffff_ffff);
        self.known.insert(value.to_owned(), placeholder.clone());
        self.raw.insert(placeholder.clone(), value.to_owned());
        placeholder
    }

    /// Matches by position, the earlier rule first where they overlap.
    fn matches(&self, text: &str) -> Vec<(usize, std::ops::Range<usize>)> {
        let mut found: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
        let mut taken = vec![false; text.len()];
        for (rule, regex) in COMPILED.iter().enumerate() {
            let Some(regex) = regex else { continue };
            for groups in regex.captures_iter(text) {
                let Some(value) = groups.get(1) else { continue };
                if value.is_empty() || taken[value.range()].iter().any(|taken| *taken) {
                    continue;
                }
                taken[value.range()].fill(true);
                found.push((rule, value.range()));
            }
        }
        found.sort_by_key(|(_, range)| range.start);
        found
    }

    fn restored(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("__VG_") {
            let end = rest[at + 5..].find("__").map(|end| at + 5 + end + 2);
            let known = end.and_then(|end| Some((end, self.raw.get(&rest[at..end])?)));
            let (end, value) = known.map_or((at + 5, "__VG_"), |(end, value)| (end, value));
            out.push_str(&rest[..at]);
            out.push_str(value);
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    }
}

/// FNV-1a: a name, not a protection; that is what the compared tools' hash is for as well.
fn hash(value: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    value.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Session for Live {
    fn sanitize(&mut self, text: Text<'_>) -> Result<Output, Failure> {
        let mut output = Output::default();
        let mut from = 0;
        for (rule, range) in self.matches(text.text) {
            output.text.push_str(&text.text[from..range.start]);
            let start = output.text.len();
            let placeholder = self.placeholder(rule, &text.text[range.clone()]);
            output.text.push_str(&placeholder);
            from = range.end;
            output.replacements.push(Replacement {
                kind: RULES[rule].0.to_owned(),
                input: range,
                output: start..output.text.len(),
                rule: "pattern".to_owned(),
            });
        }
        output.text.push_str(&text.text[from..]);
        Ok(output)
    }

    fn display(&mut self, text: &str) -> Result<String, Failure> {
        Ok(self.restored(text))
    }

    fn path(&mut self, text: &str, _: Access) -> Result<String, Failure> {
        Ok(self.restored(text))
    }

    fn command(&mut self, text: &str) -> Result<Command, Failure> {
        let text = self.restored(text);
        Ok(Command {
            text,
            env: Vec::new(),
        })
    }

    fn tool_call(&mut self, _: &str, args: &str) -> Result<Command, Failure> {
        let mut value: serde_json::Value =
            serde_json::from_str(args).map_err(|_| Failure::new("malformed", "not JSON"))?;
        restore_strings(self, &mut value);
        let text = value.to_string();
        Ok(Command {
            text,
            env: Vec::new(),
        })
    }
}

fn restore_strings(live: &Live, value: &mut serde_json::Value) {
    match value {
        serde_json::Value::String(text) => *text = live.restored(text),
        serde_json::Value::Array(list) => {
            list.iter_mut().for_each(|item| restore_strings(live, item))
        }
        serde_json::Value::Object(map) => map
            .values_mut()
            .for_each(|item| restore_strings(live, item)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_compiles() {
        assert!(COMPILED.iter().all(Option::is_some));
        assert_eq!(RULES.len(), 21);
    }

    #[test]
    fn hashed_placeholders_find_back() {
        let mut session = Patterns(Labels::Hashed)
            .open(&Setup::default())
            .expect("open");
        let text = "cat /home/zoe/a.py; mail zoe@quarry.test";
        let output = session.sanitize(Text::tool(text)).expect("sanitize");
        assert!(!output.text.contains("zoe"), "{}", output.text);
        assert_eq!(session.command(&output.text).expect("command").text, text);
        assert!(crate::judges::paths::Map::new(text, &output).is_some());
    }

    #[test]
    fn generic_labels_do_not() {
        let mut session = Patterns(Labels::Generic)
            .open(&Setup::default())
            .expect("open");
        let output = session
            .sanitize(Text::tool("cat /home/zoe/a.py"))
            .expect("sanitize");
        assert_eq!(output.text, "cat [PATH]");
        assert_eq!(
            session.command(&output.text).expect("command").text,
            "cat [PATH]"
        );
    }
}
