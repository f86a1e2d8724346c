//! A request that cannot be served, as the protocol tells it.

use serde::Serialize;
use slotguard_host::{Error, Question, SanitizeError};

use crate::answer::{self, Range};

/// What goes into `"error"`. It holds no raw value, so nothing that a JSON parser quotes.
#[derive(Debug, Serialize)]
pub(crate) struct Fault {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<Range>,
    /// What the policy leaves to the user; such a fault is told as a question.
    #[serde(skip)]
    ask: Option<Question>,
}

/// What goes into `"ask"`.
#[derive(Serialize)]
struct Ask<'a> {
    rule: u32,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    range: Option<Range>,
}

impl Fault {
    fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Fault {
            kind,
            message: message.into(),
            field: None,
            range: None,
            ask: None,
        }
    }

    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new("bad-request", message)
    }

    pub(super) fn bad_json(error: &serde_json::Error) -> Self {
        let (message, field) = quiet(error);
        Fault {
            field,
            ..Self::bad_request(message)
        }
    }

    pub(super) fn config(error: &serde_json::Error) -> Self {
        let (message, field) = quiet(error);
        Fault {
            field,
            ..Self::new("config", message)
        }
    }

    pub(super) fn unknown_session() -> Self {
        Self::new(
            "unknown-session",
            "no session of that name is open; `open` one",
        )
    }

    pub(super) fn unknown_stream() -> Self {
        Self::new(
            "unknown-stream",
            "no stream of that name is open in that session; `stream-open` one",
        )
    }

    pub(super) fn unknown_stand_in() -> Self {
        Self::new(
            "unknown-handle",
            "this session did not issue that stand-in, or forgot it",
        )
    }

    /// The whole answer to the request `id`, which is JSON.
    pub(crate) fn answer(&self, id: &str) -> String {
        if let Some(question) = &self.ask {
            let ask = Ask {
                rule: question.rule,
                kind: question.kind.map(|kind| kind.name()),
                value: question.value,
                message: &self.message,
                field: self.field.as_deref(),
                range: self.range,
            };
            return format!(r#"{{"id":{id},"ok":false,"ask":{}}}"#, answer::line(&ask));
        }
        format!(r#"{{"id":{id},"ok":false,"error":{}}}"#, answer::line(self))
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::Config { .. } => "config",
            Error::Sanitize(SanitizeError::TableFull) => "table-full",
            Error::Sanitize(SanitizeError::TooLong) => "too-long",
            Error::Sanitize(SanitizeError::NotJson) => "not-json",
            Error::Sanitize(SanitizeError::Sealed) => "sealed",
            Error::Sanitize(SanitizeError::Stale) => "stale",
            Error::Refused(refusal) => refusal.kind.name(),
            Error::Snapshot(error) => error.name(),
            Error::TimedOut => "timed-out",
            Error::OutOfMemory => "out-of-memory",
            Error::Trapped(_) => "trapped",
            Error::Poisoned => "poisoned",
            Error::MissingComponent => "missing-component",
            Error::ForeignComponent(_) => "foreign-component",
            _ => "sandbox",
        };
        let mut fault = Fault::new(kind, error.to_string());
        match error {
            Error::Config { field, problem } => {
                fault.field = Some(field);
                fault.message = problem;
            }
            Error::Refused(refusal) => {
                fault.field = Some(refusal.field).filter(|field| !field.is_empty());
                fault.range = Some(answer::range(refusal.range));
                fault.ask = refusal.ask;
            }
            _ => {}
        }
        fault
    }
}

/// What a parser says without what it quotes: a value of the wrong type may be a secret. Names of fields stay
/// if they look like names.
fn quiet(error: &serde_json::Error) -> (String, Option<String>) {
    let text = error.to_string();
    let place = format!("line {} column {}", error.line(), error.column());
    if let Some(field) = text.strip_prefix("unknown field `").and_then(quoted) {
        return match is_name(field) {
            true => (
                format!("unknown field `{field}`, {place}"),
                Some(field.to_owned()),
            ),
            false => (format!("unknown field, {place}"), None),
        };
    }
    for known in ["missing field `", "duplicate field `"] {
        if let Some(field) = text.strip_prefix(known).and_then(quoted) {
            // Both name a field of ours.
            return (format!("{known}{field}`, {place}"), Some(field.to_owned()));
        }
    }
    if error.is_data() {
        // "invalid type: string \"...\", expected a boolean at line 1 column 2": the end is ours, the start not.
        // Or only the end, where our own code says it.
        let expected = text
            .rsplit(", expected ")
            .next()
            .filter(|tail| *tail != text || text.starts_with("expected "));
        let what = expected.unwrap_or("another value");
        let what = what.split(" at line ").next().unwrap_or(what);
        let what = what.strip_prefix("expected ").unwrap_or(what);
        return (format!("expected {what}, {place}"), None);
    }
    (
        format!("not JSON: {}", text.split(" at line ").next().unwrap_or("")) + ", " + &place,
        None,
    )
}

fn quoted(after: &str) -> Option<&str> {
    after.split('`').next()
}

fn is_name(field: &str) -> bool {
    field.len() <= 32
        && field
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || b"_-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use crate::serve::parse_config;

    #[test]
    fn what_a_parser_quotes_is_not_repeated() {
        let cases = [
            (r#"{"user":["hunter2-hunter2"]}"#, "expected"),
            (r#"{"public_ips":"hunter2-hunter2"}"#, "expected a boolean"),
            (r#"{"naming":"hunter2-hunter2"}"#, "expected"),
            (
                r#"{"disabled":["hunter2-hunter2"]}"#,
                "expected a type such as EMAIL",
            ),
            (r#"{"hunter2-hunter2 is my password":1}"#, "unknown field"),
            (
                r#"{"public_ips":"a, expected hunter2-hunter2"}"#,
                "expected a boolean",
            ),
            (r#"{"user":hunter2-hunter2}"#, "not JSON"),
        ];
        for (json, expected) in cases {
            let Err(fault) = parse_config(json) else {
                panic!("accepted");
            };
            assert!(!fault.message.contains("hunter2"), "{}", fault.message);
            assert!(fault.message.contains(expected), "{}", fault.message);
        }
    }

    #[test]
    fn an_unknown_field_is_named() {
        let Err(fault) = parse_config(r#"{"rootz":[]}"#) else {
            panic!("accepted");
        };
        assert_eq!(fault.field.as_deref(), Some("rootz"));
    }
}
