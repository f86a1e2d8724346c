//! What a host tells a session at its start.

use crate::{ConfigError, Kind};

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

/// What becomes of a message that was sent before and shows a name that the session has learned since. New secrets
/// are hidden in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnStale {
    /// It stays as the provider has seen it; [`Session::stale`](crate::Session::stale) lists it.
    #[default]
    Keep,
    /// It is rewritten.
    Rewrite,
    /// The request is refused.
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
    /// Names of people in running text are hidden too: in greetings and signatures, behind titles and words like
    /// `ask`, and where a common first name begins them.
    pub person_names: bool,
    /// Cloud account ids are hidden too.
    pub account_ids: bool,
    /// How handles are numbered.
    pub naming: Naming,
    /// How handles are written.
    pub spelling: Spelling,
    /// How commands get secrets.
    pub secrets_in_commands: SecretsInCommands,
    /// What becomes of names in messages that were sent before.
    pub on_stale: OnStale,
    /// Bounds.
    pub limits: Limits,
}

impl Config {
    /// Checks every field.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        for (index, root) in self.roots.iter().enumerate() {
            let field = || format!("roots[{index}].path");
            check_absolute(root, field)?;
            self.check_root(root, field)?;
            if self.roots[..index]
                .iter()
                .any(|other| same_place(other, root))
            {
                return Err(ConfigError::new(field(), "the same root twice; remove one"));
            }
        }
        for (index, scope) in self.scopes.iter().enumerate() {
            check_absolute(&scope.path, || format!("scopes[{index}].path"))?;
        }
        for (field, path) in [("cwd", &self.cwd), ("home", &self.home)] {
            if let Some(path) = path {
                check_absolute(path, || field.to_owned())?;
            }
        }
        self.check_literals()
    }

    fn check_root(&self, root: &str, field: impl Fn() -> String) -> Result<(), ConfigError> {
        if trimmed(root).is_empty() || is_drive(trimmed(root)) {
            return Err(ConfigError::new(
                field(),
                "the root of a file system is no workspace root",
            ));
        }
        if self
            .home
            .as_deref()
            .is_some_and(|home| same_place(home, root))
            || is_home(root)
        {
            return Err(ConfigError::new(
                field(),
                "a home directory is no workspace root; name a directory in it",
            ));
        }
        Ok(())
    }

    fn check_literals(&self) -> Result<(), ConfigError> {
        for (index, literal) in self.literals.iter().enumerate() {
            if literal.value.trim().is_empty() {
                let field = format!("literals[{index}].value");
                return Err(ConfigError::new(
                    field,
                    "an empty value would match everywhere",
                ));
            }
        }
        for (index, rule) in self.custom_rules.iter().enumerate() {
            let field = || format!("custom_rules[{index}].pattern");
            if rule.pattern.len() > MAX_PATTERN {
                return Err(ConfigError::new(field(), "longer than 1 KB"));
            }
            let compiled = regex_lite::Regex::new(&rule.pattern)
                .map_err(|_| ConfigError::new(field(), "not a valid pattern"))?;
            if compiled.is_match("") {
                return Err(ConfigError::new(field(), "it matches the empty text"));
            }
        }
        if self.limits.values == 0 || self.limits.values > u32::MAX as usize / 2 {
            return Err(ConfigError::new("limits.values", "1 to 2,147,483,647"));
        }
        Ok(())
    }
}

/// Longest pattern of a custom rule in bytes.
const MAX_PATTERN: usize = 1024;

fn check_absolute(path: &str, field: impl FnOnce() -> String) -> Result<(), ConfigError> {
    let bytes = path.as_bytes();
    let drive = bytes.len() >= 3
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && matches!(bytes[2], b'/' | b'\\');
    let absolute = path.starts_with('/') || path.starts_with(r"\\") || drive;
    let climbs = path.split(['/', '\\']).any(|part| part == "..");
    if !absolute {
        return Err(ConfigError::new(field(), "not an absolute path"));
    }
    if climbs || path.contains('\0') {
        return Err(ConfigError::new(
            field(),
            "a path without `..` and NUL is needed",
        ));
    }
    Ok(())
}

fn trimmed(path: &str) -> &str {
    path.trim_end_matches(['/', '\\'])
}

fn is_drive(path: &str) -> bool {
    path.len() == 2 && path.ends_with(':')
}

fn same_place(a: &str, b: &str) -> bool {
    trimmed(a) == trimmed(b)
}

/// `/home/x`, `/Users/x`, `C:\Users\x`, `/root`.
fn is_home(path: &str) -> bool {
    let parts: Vec<&str> = trimmed(path).split(['/', '\\']).collect();
    match parts.as_slice() {
        ["", "root"] => true,
        ["", base, _] => matches!(*base, "home" | "Users"),
        [drive, base, _] => is_drive(drive) && base.eq_ignore_ascii_case("users"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(config: &Config) -> Option<String> {
        config.check().err().map(|error| error.field)
    }

    fn with_roots(roots: &[&str]) -> Config {
        Config {
            roots: roots.iter().map(|root| (*root).to_owned()).collect(),
            ..Config::default()
        }
    }

    #[test]
    fn good_configurations_pass() {
        assert_eq!(field(&Config::default()), None);
        let nested = with_roots(&[
            "/home/zoe/quarry",
            "/home/zoe/quarry/web",
            r"C:\work\quarry",
        ]);
        assert_eq!(field(&nested), None);
    }

    #[test]
    fn a_bad_root_is_named() {
        for root in [
            "quarry",
            "./quarry",
            "",
            "/",
            "/home/zoe",
            "/root/",
            "C:\\",
            r"C:\Users\zoe",
            "/a/../b",
        ] {
            let found = field(&with_roots(&["/srv/quarry", root]));
            assert_eq!(found.as_deref(), Some("roots[1].path"), "{root:?}");
        }
        let twice = field(&with_roots(&["/srv/quarry", "/srv/quarry/"]));
        assert_eq!(twice.as_deref(), Some("roots[1].path"));
    }

    #[test]
    fn bad_rules_and_limits_are_named() {
        let rule = |pattern: &str| Config {
            custom_rules: vec![CustomRule {
                name: "ticket".to_owned(),
                pattern: pattern.to_owned(),
                kind: Kind::Project,
            }],
            ..Config::default()
        };
        for pattern in ["(", "x*", &"a".repeat(2_000)] {
            let found = field(&rule(pattern));
            assert_eq!(found.as_deref(), Some("custom_rules[0].pattern"));
        }
        assert_eq!(field(&rule(r"QRY-\d+")), None);
        let mut empty = Config::default();
        empty.limits.values = 0;
        assert_eq!(field(&empty).as_deref(), Some("limits.values"));
    }
}
