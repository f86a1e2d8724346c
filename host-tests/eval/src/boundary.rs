//! What the evaluation asks of a boundary, and nothing more.

use std::fmt;
use std::ops::Range;

/// What a session starts from.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Workspace roots, absolute.
    pub roots: Vec<String>,
    /// Working directory of the tools.
    pub cwd: Option<String>,
    /// Home directory.
    pub home: Option<String>,
    /// Login name.
    pub user: Option<String>,
    /// Values that are private from the start, with their type (`PERSON`, `SECRET`, ...).
    pub literals: Vec<(String, String)>,
    /// Every optional setting that hides more is on: public addresses, person names, account ids.
    pub hide_more: bool,
    /// Types that are not looked for.
    pub disabled: Vec<String>,
    /// Handles are written dashed by default.
    pub dashed: bool,
}

/// Who produced a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user.
    User,
    /// A tool.
    Tool,
    /// A file.
    File,
    /// The model.
    Model,
}

/// A text on its way out.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The text.
    pub text: &'a str,
    /// Who produced it.
    pub origin: Origin,
    /// The path of the file it came from, if it is known.
    pub file: Option<&'a str>,
}

impl<'a> Text<'a> {
    /// Output of a tool.
    pub fn tool(text: &'a str) -> Self {
        Self {
            text,
            origin: Origin::Tool,
            file: None,
        }
    }

    /// A turn of the user.
    pub fn user(text: &'a str) -> Self {
        Self {
            text,
            origin: Origin::User,
            file: None,
        }
    }
}

/// One rewritten span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// `EMAIL`, `SECRET`, ...
    pub kind: String,
    /// Bytes of the input.
    pub input: Range<usize>,
    /// Bytes of the output.
    pub output: Range<usize>,
    /// Name of the rule.
    pub rule: String,
}

/// What the provider gets to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The text.
    pub text: String,
    /// What was replaced, by position.
    pub replacements: Vec<Replacement>,
}

/// What a path is rebound for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading.
    Read,
    /// Writing.
    Write,
}

/// A command, or the arguments of a tool call, ready to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Shell text, or the arguments as JSON.
    pub text: String,
    /// Variables for the child: name, value.
    pub env: Vec<(String, String)>,
}

/// A refusal or an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// `traversal`, `out-of-scope`, ..., or `error`.
    pub kind: String,
    /// A sentence.
    pub message: String,
}

impl Failure {
    /// A failure of that kind.
    pub fn new(kind: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl std::error::Error for Failure {}

/// Something that opens sessions.
pub trait Boundary {
    /// Opens a session.
    ///
    /// # Errors
    /// When the setup is refused.
    fn open(&self, setup: &Setup) -> Result<Box<dyn Session>, Failure>;
}

/// One session of a boundary.
pub trait Session {
    /// Outbound.
    ///
    /// # Errors
    /// When a limit is reached.
    fn sanitize(&mut self, text: Text<'_>) -> Result<Output, Failure>;

    /// A provider request as JSON.
    ///
    /// # Errors
    /// As [`Session::sanitize`]; `unsupported` where the boundary has no notion of requests.
    fn sanitize_json(&mut self, text: &str) -> Result<String, Failure> {
        let _ = text;
        Err(Failure::new("unsupported", "no requests"))
    }

    /// Bytes that may not be UTF-8.
    ///
    /// # Errors
    /// As [`Session::sanitize`].
    fn sanitize_bytes(&mut self, bytes: &[u8]) -> Result<Output, Failure> {
        self.sanitize(Text::tool(&String::from_utf8_lossy(bytes)))
    }

    /// Text for the local user.
    ///
    /// # Errors
    /// When the boundary cannot.
    fn display(&mut self, text: &str) -> Result<String, Failure>;

    /// The raw value behind a stand-in, for the local user who asked for it; none where the boundary knows none.
    ///
    /// # Errors
    /// When the boundary cannot.
    fn reveal(&mut self, stand_in: &str) -> Result<Option<String>, Failure> {
        let _ = stand_in;
        Ok(None)
    }

    /// A path.
    ///
    /// # Errors
    /// The refusal.
    fn path(&mut self, text: &str, access: Access) -> Result<String, Failure>;

    /// A POSIX shell command.
    ///
    /// # Errors
    /// The refusal.
    fn command(&mut self, text: &str) -> Result<Command, Failure>;

    /// The arguments of a tool call as JSON text.
    ///
    /// # Errors
    /// The refusal.
    fn tool_call(&mut self, tool: &str, args: &str) -> Result<Command, Failure>;
}
