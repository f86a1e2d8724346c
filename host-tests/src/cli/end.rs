//! How a command ends when it does not end well.

use std::io::{self, Write};
use std::process::ExitCode;

use slotguard_host::Error;

/// Why a command ended.
pub(crate) enum End {
    /// Exit 1, which is an answer: `scan` found something, `rebind` refused.
    Answer(Option<String>),
    /// Exit 2.
    Usage(String),
    /// Exit 3.
    Failed(String),
    /// The reader of our output went away, as `head` does: nobody is left to tell.
    Unread,
}

pub(crate) type Done = Result<(), End>;

impl End {
    /// For the user.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            End::Answer(message) => message.as_deref(),
            End::Usage(message) | End::Failed(message) => Some(message),
            End::Unread => None,
        }
    }

    pub(crate) fn failed(doing: impl std::fmt::Display, error: impl std::fmt::Display) -> Self {
        End::Failed(format!("{doing}: {error}"))
    }
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => {
                let kind = refusal.kind.name();
                End::Answer(Some(format!("refused ({kind}): {}", refusal.message)))
            }
            Error::Config { .. } => End::Usage(format!("configuration: {error}")),
            _ => End::Failed(error.to_string()),
        }
    }
}

/// An error while writing our output.
impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => End::Unread,
            _ => End::failed("writing the output", error),
        }
    }
}

/// Tells the user, and gives the exit code.
pub(crate) fn report(end: &End) -> ExitCode {
    let code = match end {
        End::Answer(_) => 1,
        End::Usage(_) => 2,
        End::Failed(_) => 3,
        End::Unread => 0,
    };
    if let Some(message) = end.message() {
        // If standard error is closed too, the exit code has to do.
        let _ = writeln!(io::stderr(), "slotguard: {message}");
    }
    ExitCode::from(code)
}
