//! What a host tells a session at its start.

use crate::Kind;

/// How far a host may reach into a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Reading only.
    Read,
    /// Reading and writing.
    Write,
}

/// A directory that rebinding may reach.
#[derive(Clone, PartialEq, Eq)]
pub struct Scope {
    /// Absolute path, POSIX or Windows.
    pub path: String,
    /// How far.
    pub access: Access,
}

/// A literal value that is private in this session.
pub struct Literal {
    /// The value.
    pub value: String,
    /// What it is.
    pub kind: Kind,
}

/// A rule of the user's own.
pub struct CustomRule {
    /// Its name in replacements is `custom`; this one is for messages about the rule.
    pub name: String,
    /// A `regex-lite` pattern of at most 1 KB; group 1 is the value if there is one.
    pub pattern: String,
    /// What it finds.
    pub kind: Kind,
}

/// How handles are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// In the order of first sight: `[EMAIL_1]`.
    #[default]
    Ordinal,
    /// By the session's key: `[EMAIL_k7f2c9q4zd]`, for hosts that keep transcripts or run replicas.
    Keyed,
}

/// How handles are written where the syntax leaves a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// `[EMAIL_1]`
    #[default]
    Bracket,
    /// `email-slot-1`
    Dashed,
}

/// What the host's command tools can take a secret by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecretsInCommands {
    /// `${SLOTGUARD_n}` references and a map of variables for the child.
    #[default]
    Env,
    /// The value itself, quoted; only after the user confirmed.
    Inline,
    /// Tools take text only: a secret is refused.
    Refuse,
}

/// Bounds of one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Values the table may hold; 50,000 by default.
    pub values: usize,
    /// Bytes of one text; 64 MiB by default.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            values: 50_000,
            text: 64 << 20,
        }
    }
}

/// Everything a session starts from. All of it may be left out.
#[derive(Default)]
pub struct Config {
    /// Workspace and repository roots, absolute; they are scopes for writing too.
    pub roots: Vec<String>,
    /// Further scopes.
    pub scopes: Vec<Scope>,
    /// Working directory of the agent's tools, absolute.
    pub cwd: Option<String>,
    /// The user's home directory, absolute.
    pub home: Option<String>,
    /// The user's login name.
    pub user: Option<String>,
    /// Host names that are private.
    pub hosts: Vec<String>,
    /// Organisations that are private.
    pub orgs: Vec<String>,
    /// Further private values.
    pub literals: Vec<Literal>,
    /// Values that are never replaced.
    pub allow: Vec<String>,
    /// Rules of the user's own.
    pub custom_rules: Vec<CustomRule>,
    /// Kinds that are not looked for.
    pub disabled: Vec<Kind>,
    /// Public client addresses are hidden too.
    pub public_ips: bool,
    /// Person names without a typed source are hidden too.
    pub person_names: bool,
    /// Cloud account ids are hidden too.
    pub account_ids: bool,
    /// How handles are numbered.
    pub naming: Naming,
    /// How handles are written.
    pub spelling: Spelling,
    /// How commands get secrets.
    pub secrets_in_commands: SecretsInCommands,
    /// Bounds.
    pub limits: Limits,
}
