//! What can go wrong at the boundary, without any text of the user's.

use crate::bindings::exports::slotguard::boundary::sessions as wit;

/// Why a call gave nothing. Whatever text it was called with must not be sent.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A field of the configuration is wrong.
    #[error("{field}: {problem}")]
    Config {
        /// The field, as a path: `roots[1]`.
        field: String,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A limit of the session was reached. The session stays usable.
    #[error("{}", sanitize_message(*.0))]
    Sanitize(wit::SanitizeError),
    /// The model's output was refused. The session stays usable.
    #[error("{}", .0.message)]
    Refused(wit::Refusal),
    /// The session was not sealed, or the snapshot not taken.
    #[error("{}", snapshot_message(.0))]
    Snapshot(wit::SnapshotError),
    /// A stream was used with a session that it was not opened in.
    #[error("the stream belongs to another session")]
    ForeignStream,
    /// The call took longer than its time limit. The session is poisoned.
    #[error("the call was stopped at its time limit; open a new session")]
    TimedOut,
    /// The session needed more memory than its limit. It is poisoned.
    #[error("the session reached its memory limit; open a new session, or raise the limit")]
    OutOfMemory,
    /// The component trapped, which is a defect in it. The session is poisoned.
    #[error("the component failed ({0}); open a new session and please report this")]
    Trapped(String),
    /// An earlier call ended this session.
    #[error("session is poisoned; open a new one")]
    Poisoned,
    /// This binary was built without the component.
    #[error("missing component: run `cargo xtask build`")]
    MissingComponent,
    /// The bytes are no SlotGuard component, or one with another contract.
    #[error("not a SlotGuard component: {0}")]
    ForeignComponent(String),
    /// The operating system did not give what the sandbox needs.
    #[error("cannot start the sandbox: {0}")]
    Sandbox(String),
}

impl Error {
    /// wasmtime's words name imports, exports and offsets, never what is in a text.
    pub(crate) fn foreign(error: wasmtime::Error) -> Self {
        Error::ForeignComponent(format!("{error:#}"))
    }

    pub(crate) fn sandbox(error: wasmtime::Error) -> Self {
        Error::Sandbox(format!("{error:#}"))
    }
}

impl From<wit::ConfigError> for Error {
    fn from(error: wit::ConfigError) -> Self {
        Error::Config {
            field: error.field,
            problem: error.problem,
        }
    }
}

impl From<wit::SanitizeError> for Error {
    fn from(error: wit::SanitizeError) -> Self {
        Error::Sanitize(error)
    }
}

impl From<wit::Refusal> for Error {
    fn from(refusal: wit::Refusal) -> Self {
        Error::Refused(refusal)
    }
}

impl From<wit::SnapshotError> for Error {
    fn from(error: wit::SnapshotError) -> Self {
        match error {
            wit::SnapshotError::Config(error) => error.into(),
            other => Error::Snapshot(other),
        }
    }
}

impl wit::SnapshotError {
    /// The name in interfaces: `rolled-back`.
    pub fn name(&self) -> &'static str {
        match self {
            wit::SnapshotError::KeyLength => "key-length",
            wit::SnapshotError::Malformed => "malformed",
            wit::SnapshotError::Format => "format",
            wit::SnapshotError::Unreadable => "unreadable",
            wit::SnapshotError::RolledBack => "rolled-back",
            wit::SnapshotError::Config(_) => "config",
        }
    }
}

fn snapshot_message(error: &wit::SnapshotError) -> &'static str {
    match error {
        wit::SnapshotError::KeyLength => "the key of a snapshot is 32 bytes",
        wit::SnapshotError::Malformed => "not a snapshot, or cut off; open a new session",
        wit::SnapshotError::Format => "a snapshot of another version; open a new session",
        wit::SnapshotError::Unreadable => {
            "a snapshot of another key, or changed since it was made; open a new session"
        }
        wit::SnapshotError::RolledBack => "an older snapshot than the newest one; use the newest",
        wit::SnapshotError::Config(_) => "the configuration is wrong",
    }
}

fn sanitize_message(error: wit::SanitizeError) -> &'static str {
    match error {
        wit::SanitizeError::TableFull => {
            "the session's table of values is full; open a new session or raise limits.values"
        }
        wit::SanitizeError::TooLong => "the text is longer than limits.text; send it in parts",
        wit::SanitizeError::NotJson => "not a JSON document; send text with `sanitize` instead",
        wit::SanitizeError::Sealed => {
            "a signed or encrypted part of the request holds a private value; drop that part from the history"
        }
        wit::SanitizeError::Stale => {
            "a message that was sent before shows a name that is private by now; start a new conversation"
        }
    }
}

impl wit::RefusalKind {
    /// The name in interfaces: `unknown-handle`.
    pub fn name(self) -> &'static str {
        slotguard_core::RefusalKind::ALL[self as usize].name()
    }
}
