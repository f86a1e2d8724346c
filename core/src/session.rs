//! One session: the only place that calls every stage.

use crate::config::Config;
use crate::error::{ConfigError, Refusal, SanitizeError};
use crate::random::Random;
use crate::{Kind, Rule, Span};

/// Who produced a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user typed it.
    User,
    /// A tool printed it.
    #[default]
    Tool,
    /// It was read from a file.
    File,
    /// The model wrote it.
    Model,
}

/// Where a text comes from; secrets remember it, since they may go back there.
#[derive(Default)]
pub struct Context<'a> {
    /// Path of the file.
    pub file: Option<&'a str>,
    /// The command that printed it.
    pub command: Option<&'a str>,
    /// The host it came from.
    pub host: Option<&'a str>,
}

/// One rewritten span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What stood there.
    pub kind: Kind,
    /// Where in the input, in bytes.
    pub input: Span,
    /// Where its stand-in is in the output, in bytes.
    pub output: Span,
    /// The rule that found it.
    pub rule: Rule,
}

/// A text that may leave, and what was done to it.
#[derive(Debug, PartialEq, Eq)]
pub struct Sanitized {
    /// The text for the provider.
    pub text: String,
    /// The replacements, by position.
    pub replacements: Vec<Replacement>,
}

/// Text with real values in it, for local use only. It has no `Debug`.
pub struct Rebound {
    /// The text.
    pub text: String,
    /// Where values were restored, as byte ranges of `text`.
    pub restored: Vec<Span>,
}

/// The shell a command is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shell {
    /// POSIX `sh`, bash, zsh, dash.
    #[default]
    Posix,
    /// PowerShell.
    PowerShell,
    /// Windows `cmd.exe`.
    Cmd,
}

/// A command ready to run: text or argv, and the variables its child needs. It has no `Debug`.
pub struct ReboundCommand {
    /// The shell text, or the arguments.
    pub words: Words,
    /// Variables that carry secrets: name, value.
    pub env: Vec<(String, String)>,
}

/// The two forms a command comes in.
pub enum Words {
    /// Text for a shell.
    Text(String),
    /// Arguments for `exec`.
    Argv(Vec<String>),
}

/// A tool call ready to run. It has no `Debug`.
pub struct ReboundCall {
    /// The arguments as JSON text.
    pub args: String,
    /// Variables that carry secrets: name, value.
    pub env: Vec<(String, String)>,
}

/// What a local model or the host thinks is private.
pub struct Proposal<'a> {
    /// Line, from 1.
    pub line: u32,
    /// The text as it stands on that line.
    pub span: &'a str,
    /// What it is.
    pub kind: Kind,
}

/// A row of the slot table, without the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotInfo {
    /// What stands for the value: `[EMAIL_1]` or a surrogate.
    pub stand_in: String,
    /// What the value is.
    pub kind: Kind,
    /// The rule that found it first.
    pub rule: Rule,
    /// How often it was replaced.
    pub uses: u64,
    /// The number of the sanitize call that saw it first, from 1.
    pub first_seen: u64,
    /// Stand-ins of the entities it is linked to.
    pub links: Vec<String>,
}

/// Why a value is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What the value is.
    pub kind: Kind,
    /// The rule that found it first.
    pub rule: Rule,
    /// From the value to what it was linked by, in sentences without raw values.
    pub chain: Vec<String>,
}

/// One session of one user: a key, a table of values, and the two directions over it.
pub struct Session {
    _config: Config,
}

impl Session {
    /// Starts a session.
    ///
    /// `key` is the session key: 32 uniform bytes that no other session has. `random` gives surrogates.
    ///
    /// # Errors
    /// The first field of `config` that is wrong.
    pub fn new(
        config: Config,
        key: [u8; 32],
        random: Box<dyn Random>,
    ) -> Result<Session, ConfigError> {
        let _ = (key, random);
        Ok(Session { _config: config })
    }

    /// Rewrites `text` so that it may leave.
    ///
    /// # Errors
    /// When a limit is reached; nothing of `text` may be sent then.
    pub fn sanitize(
        &mut self,
        text: &str,
        origin: Origin,
        context: &Context<'_>,
    ) -> Result<Sanitized, SanitizeError> {
        let _ = (origin, context);
        Ok(Sanitized {
            text: text.to_owned(),
            replacements: Vec::new(),
        })
    }

    /// As [`Session::sanitize`], for bytes that may not be UTF-8: what is not becomes U+FFFD first. Offsets
    /// of the input are those of the text after that.
    ///
    /// # Errors
    /// As [`Session::sanitize`].
    pub fn sanitize_bytes(
        &mut self,
        bytes: &[u8],
        origin: Origin,
        context: &Context<'_>,
    ) -> Result<Sanitized, SanitizeError> {
        self.sanitize(&String::from_utf8_lossy(bytes), origin, context)
    }

    /// Restores structural slots in text for the local user. Secrets stay hidden, and so does whatever stands
    /// in a URL that is not itself a slot. Unknown handles stay as they are.
    pub fn rebind_display(&self, text: &str) -> Rebound {
        Rebound {
            text: text.to_owned(),
            restored: Vec::new(),
        }
    }

    /// Restores a path, if it stays inside a scope.
    ///
    /// # Errors
    /// The reason why not.
    pub fn rebind_path(
        &self,
        text: &str,
        access: crate::config::Access,
    ) -> Result<Rebound, Refusal> {
        let _ = access;
        Ok(Rebound {
            text: text.to_owned(),
            restored: Vec::new(),
        })
    }

    /// Restores a shell command.
    ///
    /// # Errors
    /// The reason why not.
    pub fn rebind_command(&self, text: &str, shell: Shell) -> Result<ReboundCommand, Refusal> {
        let _ = shell;
        Ok(ReboundCommand {
            words: Words::Text(text.to_owned()),
            env: Vec::new(),
        })
    }

    /// Restores the arguments of a command that is run without a shell.
    ///
    /// # Errors
    /// The reason why not; its field is `/n` for the n-th argument, from 0.
    pub fn rebind_argv(&self, argv: &[&str]) -> Result<ReboundCommand, Refusal> {
        let words = argv.iter().map(|word| (*word).to_owned()).collect();
        Ok(ReboundCommand {
            words: Words::Argv(words),
            env: Vec::new(),
        })
    }

    /// Restores the arguments of a tool call: a JSON object, field by field.
    ///
    /// # Errors
    /// The reason why not; its field is a JSON pointer.
    pub fn rebind_tool_call(&self, tool: &str, args: &str) -> Result<ReboundCall, Refusal> {
        let _ = tool;
        Ok(ReboundCall {
            args: args.to_owned(),
            env: Vec::new(),
        })
    }

    /// Takes proposals of the second tier. One is admitted only if its span stands verbatim on that line of
    /// `text` and its kind is enabled; admitted values are known from then on. Returns which were admitted.
    ///
    /// # Errors
    /// When the table is full.
    pub fn propose(
        &mut self,
        text: &str,
        proposals: &[Proposal<'_>],
    ) -> Result<Vec<bool>, SanitizeError> {
        let _ = text;
        Ok(vec![false; proposals.len()])
    }

    /// The slot table without raw values, in the order of first sight.
    pub fn slots(&self) -> Vec<SlotInfo> {
        Vec::new()
    }

    /// Why the value behind `stand_in` (a handle in any spelling, or a surrogate) is hidden.
    pub fn explain(&self, stand_in: &str) -> Option<Explanation> {
        let _ = stand_in;
        None
    }

    /// Makes `value` private from now on, wherever it stands as a whole token.
    ///
    /// # Errors
    /// When the table is full.
    pub fn protect(&mut self, value: &str, kind: Kind) -> Result<(), SanitizeError> {
        let _ = (value, kind);
        Ok(())
    }

    /// Never replaces `value` again. What was issued for it still resolves.
    pub fn allow(&mut self, value: &str) {
        let _ = value;
    }

    /// Wipes the value behind `stand_in`. The stand-in is unknown afterwards and never issued again.
    /// Returns whether there was one.
    pub fn forget(&mut self, stand_in: &str) -> bool {
        let _ = stand_in;
        false
    }

    /// The raw value behind `stand_in`, for the local user's eyes only.
    pub fn reveal(&self, stand_in: &str) -> Option<String> {
        let _ = stand_in;
        None
    }
}
