//! What can go wrong, without any text of the user's.

use std::fmt;

use crate::{Question, Span};

/// Why a configuration was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The field, as a path: `roots[1].path`.
    pub field: String,
    /// What is wrong with it and what to do, never its value.
    pub problem: &'static str,
}

impl ConfigError {
    pub(crate) fn new(field: impl Into<String>, problem: &'static str) -> Self {
        Self {
            field: field.into(),
            problem,
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

impl std::error::Error for ConfigError {}

/// Why text was not sanitized. Nothing of it may be sent then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanitizeError {
    /// The session knows as many values as its limits allow.
    TableFull,
    /// The text is longer than the limit allows.
    TooLong,
    /// What should be a JSON document is none.
    NotJson,
    /// A signed or encrypted part holds a value that must not leave, and a changed byte would break it.
    Sealed,
    /// A message that was sent before shows a name that was learned since, and the configuration says to refuse.
    Stale,
}

impl fmt::Display for SanitizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TableFull => {
                "the session's table of values is full; start a new session or raise limits.values"
            }
            Self::TooLong => "the text is longer than limits.text; send it in parts",
            Self::NotJson => "not a JSON document; send text with sanitize instead",
            Self::Sealed => {
                "a signed or encrypted part of the request holds a private value; drop that part from the history"
            }
            Self::Stale => {
                "a message that was sent before shows a name that is private by now; start a new conversation"
            }
        })
    }
}

impl std::error::Error for SanitizeError {}

/// The closed list of reasons for which rebinding is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// Slot-shaped text whose handle this session never issued.
    UnknownHandle,
    /// A handle of a type that may not stand there.
    WrongType,
    /// The path would climb out, in whatever spelling.
    Traversal,
    /// The path lies outside every scope.
    OutOfScope,
    /// A shell metacharacter where none may stand.
    Metacharacter,
    /// Not readable as what it should be.
    Malformed,
    /// A secret would go where it did not come from.
    SecretEgress,
    /// Longer than allowed.
    TooLong,
    /// The policy says no.
    Policy,
}

impl RefusalKind {
    /// Every reason.
    pub const ALL: [RefusalKind; 9] = [
        RefusalKind::UnknownHandle,
        RefusalKind::WrongType,
        RefusalKind::Traversal,
        RefusalKind::OutOfScope,
        RefusalKind::Metacharacter,
        RefusalKind::Malformed,
        RefusalKind::SecretEgress,
        RefusalKind::TooLong,
        RefusalKind::Policy,
    ];

    /// The name in interfaces: `unknown-handle`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownHandle => "unknown-handle",
            Self::WrongType => "wrong-type",
            Self::Traversal => "traversal",
            Self::OutOfScope => "out-of-scope",
            Self::Metacharacter => "metacharacter",
            Self::Malformed => "malformed",
            Self::SecretEgress => "secret-egress",
            Self::TooLong => "too-long",
            Self::Policy => "policy",
        }
    }
}

/// Why output of the model was not rebound. It holds no raw value and none of the model's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub kind: RefusalKind,
    /// The field it lies in, as a JSON pointer; empty for plain text.
    pub field: String,
    /// Where in that field, in bytes.
    pub range: Span,
    /// A sentence a person or a model can act on.
    pub message: &'static str,
    /// What the policy leaves to the user: once they said yes, [`Session::confirm`](crate::Session::confirm) it
    /// and call again.
    pub ask: Option<Question>,
}

impl Refusal {
    pub(crate) fn new(kind: RefusalKind, range: Span, message: &'static str) -> Self {
        Self {
            kind,
            field: String::new(),
            range,
            message,
            ask: None,
        }
    }

    pub(crate) fn question(question: Question, range: Span) -> Self {
        let message = "the policy leaves this to the user: ask them, or do without";
        Self {
            ask: Some(question),
            ..Self::new(RefusalKind::Policy, range, message)
        }
    }

    /// The same, where the text begins `by` bytes later.
    pub(crate) fn moved(self, by: usize) -> Self {
        let range = Span::new(self.range.start + by, self.range.end + by);
        Self { range, ..self }
    }

    pub(crate) fn in_field(mut self, field: &str) -> Self {
        self.field = field.to_owned();
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message)
    }
}

impl std::error::Error for Refusal {}
