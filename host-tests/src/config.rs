//! What a session starts from, as hosts and JSON files write it.

use serde::{Deserialize, Deserializer, de};

use crate::bindings::exports::slotguard::boundary::sessions as wit;
use crate::{Access, Kind};

/// Everything a session starts from. All of it may be left out; unknown fields are errors.
///
/// It has no `Debug`, because literals are raw values.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Workspace and repository roots; scopes for writing too.
    pub roots: Vec<Root>,
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
    #[serde(deserialize_with = "kinds")]
    pub disabled: Vec<Kind>,
    /// Hide public client addresses too.
    pub public_ips: bool,
    /// Hide names of persons without a typed source too.
    pub person_names: bool,
    /// Hide cloud account ids too.
    pub account_ids: bool,
    /// How handles are numbered.
    pub naming: Naming,
    /// How handles are written.
    pub spelling: Spelling,
    /// How commands get secrets.
    pub secrets: Secrets,
    /// Whether the host's tools can set variables for a child.
    pub env: Environment,
    /// What becomes of names in messages that were sent before.
    pub on_stale: OnStale,
    /// Bounds of the session's table and texts.
    pub limits: Limits,
}

/// A workspace or repository root.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// Absolute path, POSIX or Windows.
    pub path: String,
}

impl Root {
    /// The root at `path`.
    pub fn new(path: impl Into<String>) -> Self {
        Root { path: path.into() }
    }
}

/// A directory that rebinding may reach.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Absolute path, POSIX or Windows.
    pub path: String,
    /// How far: `read` or `write`.
    #[serde(deserialize_with = "access")]
    pub access: Access,
}

/// A private value.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Literal {
    /// The value.
    pub value: String,
    /// What it is, `SECRET` by default.
    #[serde(rename = "type", default = "secret", deserialize_with = "kind")]
    pub kind: Kind,
}

/// A rule of the user's own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomRule {
    /// Its name in messages.
    pub name: String,
    /// A `regex-lite` pattern of at most 1 KB; group 1 is the value if there is one.
    pub pattern: String,
    /// What it finds, `SECRET` by default.
    #[serde(rename = "type", default = "secret", deserialize_with = "kind")]
    pub kind: Kind,
}

/// How handles are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Naming {
    /// In the order of first sight.
    #[default]
    Ordinal,
    /// By the session's key.
    Keyed,
}

/// How handles are written where the syntax leaves a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spelling {
    /// `[EMAIL_1]`
    #[default]
    Bracket,
    /// `email-slot-1`
    Dashed,
}

/// How commands get secrets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Secrets {
    /// As variables of the child.
    #[default]
    Env,
    /// In the text; only after the user confirmed.
    Inline,
    /// Not at all.
    Refuse,
}

/// What becomes of a message that was sent before and shows a name that the session has learned since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnStale {
    /// It stays as the provider has seen it; [`Session::stale`](crate::Session::stale) lists it.
    #[default]
    Keep,
    /// It is rewritten.
    Rewrite,
    /// The request is refused.
    Refuse,
}

/// Whether the host's tools can set variables for a child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Environment {
    /// They can.
    #[default]
    Map,
    /// They take text only: a secret in a command is refused, unless `secrets` is `inline`.
    None,
}

/// Bounds of one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Values the table may hold; 50,000 by default.
    pub values: u32,
    /// Bytes of one text; 64 MiB by default.
    pub text: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            values: 50_000,
            text: 64 << 20,
        }
    }
}

impl Config {
    /// Bytes that the component has to look at, for its time limit.
    pub(crate) fn size(&self) -> usize {
        let lists = [&self.hosts, &self.orgs, &self.allow];
        let strings = lists.into_iter().flatten().map(String::len).sum::<usize>();
        let literals = self.literals.iter().map(|literal| literal.value.len());
        let rules = self.custom_rules.iter().map(|rule| rule.pattern.len());
        strings + literals.sum::<usize>() + rules.sum::<usize>()
    }

    pub(crate) fn into_wit(self) -> wit::Config {
        let secrets = self.secrets_in_commands();
        wit::Config {
            roots: self.roots.into_iter().map(|root| root.path).collect(),
            scopes: self.scopes.into_iter().map(Scope::into_wit).collect(),
            cwd: self.cwd,
            home: self.home,
            user: self.user,
            hosts: self.hosts,
            orgs: self.orgs,
            literals: self.literals.into_iter().map(Literal::into_wit).collect(),
            allow: self.allow,
            custom_rules: self
                .custom_rules
                .into_iter()
                .map(CustomRule::into_wit)
                .collect(),
            disabled: self.disabled,
            public_ips: self.public_ips,
            person_names: self.person_names,
            account_ids: self.account_ids,
            naming: match self.naming {
                Naming::Ordinal => wit::Naming::Ordinal,
                Naming::Keyed => wit::Naming::Keyed,
            },
            spelling: match self.spelling {
                Spelling::Bracket => wit::Spelling::Bracket,
                Spelling::Dashed => wit::Spelling::Dashed,
            },
            secrets_in_commands: secrets,
            on_stale: Some(match self.on_stale {
                OnStale::Keep => wit::OnStale::Keep,
                OnStale::Rewrite => wit::OnStale::Rewrite,
                OnStale::Refuse => wit::OnStale::Refuse,
            }),
            limits: Some(wit::Limits {
                values: self.limits.values,
                text: self.limits.text,
            }),
        }
    }

    fn secrets_in_commands(&self) -> wit::SecretsInCommands {
        match (self.secrets, self.env) {
            (Secrets::Env, Environment::Map) => wit::SecretsInCommands::Env,
            (Secrets::Inline, _) => wit::SecretsInCommands::Inline,
            (Secrets::Refuse, _) | (Secrets::Env, Environment::None) => {
                wit::SecretsInCommands::Refuse
            }
        }
    }
}

impl Scope {
    fn into_wit(self) -> wit::Scope {
        wit::Scope {
            path: self.path,
            access: self.access,
        }
    }
}

impl Literal {
    fn into_wit(self) -> wit::Literal {
        wit::Literal {
            value: self.value,
            kind: self.kind,
        }
    }
}

impl CustomRule {
    fn into_wit(self) -> wit::CustomRule {
        wit::CustomRule {
            name: self.name,
            pattern: self.pattern,
            kind: self.kind,
        }
    }
}

fn secret() -> Kind {
    Kind::Secret
}

fn kind<'de, D: Deserializer<'de>>(from: D) -> Result<Kind, D::Error> {
    named_kind(&String::deserialize(from)?)
}

fn kinds<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Kind>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    names.iter().map(|name| named_kind(name)).collect()
}

fn named_kind<E: de::Error>(name: &str) -> Result<Kind, E> {
    Kind::from_name(name).ok_or_else(|| E::custom("expected a type such as EMAIL or SECRET"))
}

fn access<'de, D: Deserializer<'de>>(from: D) -> Result<Access, D::Error> {
    match String::deserialize(from)?.as_str() {
        "read" => Ok(Access::Read),
        "write" => Ok(Access::Write),
        _ => Err(de::Error::custom("expected `read` or `write`")),
    }
}
