//! How far rebinding may reach: scopes, the working directory, and how commands get secrets.
//!
//! A *scope* is a configured root, an entry of `scopes`, or a root that the user named in a turn of their own.
//! Two more things are taken for the user's own word, since no tool output comes before them: an agent's
//! environment block (`<cwd>...`, `cwd: ...`) in the first text of a session that has no configured place, and
//! a working directory without roots. Whatever else a text says about roots gives slots, never scope: a file
//! that an attacker wrote could say anything.

use crate::Span;
use crate::config::{Access, Config, SecretsInCommands};
use crate::paths::spelling;

use super::places;
use super::policy::Policy;
use super::schema::Described;

/// Directories and settings that every decision asks for.
pub(crate) struct Bounds {
    pub(crate) home: Option<String>,
    pub(crate) cwd: Option<String>,
    pub(crate) secrets: SecretsInCommands,
    pub(crate) policy: Policy,
    /// Tools that the host described.
    pub(crate) described: Described,
    scopes: Vec<Area>,
    /// Whether the host named a place, so that no text has to.
    configured: bool,
}

struct Area {
    key: String,
    access: Access,
}

impl Bounds {
    /// What the configuration allows.
    pub(crate) fn from_config(config: &Config) -> Self {
        let mut bounds = Self {
            home: config.home.clone(),
            cwd: config.cwd.clone(),
            secrets: config.secrets_in_commands,
            policy: Policy::default(),
            described: Described::default(),
            scopes: Vec::new(),
            configured: !config.roots.is_empty()
                || !config.scopes.is_empty()
                || config.cwd.is_some(),
        };
        for root in &config.roots {
            bounds.add(root, Access::Write);
        }
        for scope in &config.scopes {
            bounds.add(&scope.path, scope.access);
        }
        if config.roots.is_empty()
            && let Some(cwd) = &config.cwd
            && bounds.may_be_learned(cwd)
        {
            bounds.add(cwd, Access::Write);
        }
        bounds
    }

    fn add(&mut self, path: &str, access: Access) {
        let key = places::comparable(path).into_owned();
        if !self
            .scopes
            .iter()
            .any(|area| area.key == key && area.access >= access)
        {
            self.scopes.push(Area { key, access });
        }
    }

    /// Takes a root that stands at `span` of a text on its way out, if that text may name scopes.
    pub(crate) fn learn(&mut self, text: &str, span: Span, users_own: bool, first: bool) {
        let introduced = is_working_directory(&text[..span.start]);
        let agents_own = first && !self.configured && introduced;
        if !users_own && !agents_own {
            return;
        }
        let native = spelling::native(span.of(text), self.home.as_deref());
        if !self.may_be_learned(&native) {
            return;
        }
        self.add(&native, Access::Write);
        // One environment block is the agent's own; a second one would be somebody else's.
        self.configured |= agents_own;
        if introduced && self.cwd.is_none() {
            self.cwd = Some(native.into_owned());
        }
    }

    /// The scopes in comparable form, and whether they are for writing.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = (&str, bool)> {
        let scopes = self.scopes.iter();
        scopes.map(|area| (&*area.key, area.access == Access::Write))
    }

    /// Takes back what [`Bounds::scopes`] gave.
    pub(crate) fn load_scope(&mut self, key: &str, write: bool) {
        let access = if write { Access::Write } else { Access::Read };
        if !self.scopes.iter().any(|area| area.key == key) {
            self.scopes.push(Area {
                key: key.to_owned(),
                access,
            });
        }
    }

    /// No file system root, system directory, home, or ancestor of a scope.
    fn may_be_learned(&self, path: &str) -> bool {
        let key = places::comparable(path);
        let ancestor = self
            .scopes
            .iter()
            .any(|area| places::lies_in(&area.key, &key) && area.key != *key);
        let home = self.home.as_deref().map(|home| places::comparable(home));
        let above_home = home.is_some_and(|home| places::lies_in(&home, &key));
        !ancestor && !above_home && !places::is_system(&key) && !places::is_home(&key)
    }

    /// A path as seen from the working directory, without `.` and `./`.
    pub(crate) fn absolute(&self, path: &str) -> String {
        let path = path.strip_prefix("./").unwrap_or(path);
        let relative = !path.starts_with(['/', '~']) && !super::path::is_windows(path);
        match self.cwd.as_deref().filter(|_| relative) {
            Some(cwd) => {
                places::comparable(&[cwd.trim_end_matches(['/', '\\']), "/", path].concat())
                    .into_owned()
            }
            None => places::comparable(path).into_owned(),
        }
    }

    /// What may be done at the absolute, normalised `path`.
    pub(crate) fn access(&self, path: &str) -> Option<Access> {
        let key = places::comparable(path);
        let areas = self
            .scopes
            .iter()
            .filter(|area| places::lies_in(&key, &area.key));
        areas
            .map(|area| area.access)
            .max()
            .or_else(|| places::default_access(&key))
    }
}

/// Whether what ends here introduces the directory an agent works in.
fn is_working_directory(lead: &str) -> bool {
    let floor = lead.len().saturating_sub(64);
    let lead = lead.as_bytes()[floor..].trim_ascii_end();
    let lead = lead
        .strip_suffix(b"\"")
        .or_else(|| lead.strip_suffix(b"`"))
        .unwrap_or(lead);
    let lead = lead.trim_ascii_end();
    let ends = |tail: &str| {
        let from = lead.len().checked_sub(tail.len());
        from.is_some_and(|from| lead[from..].eq_ignore_ascii_case(tail.as_bytes()))
    };
    INTRODUCTIONS.iter().any(|tail| ends(tail))
}

/// How agents announce their working directory.
const INTRODUCTIONS: &[&str] = &[
    "<cwd>",
    "cwd:",
    "\"cwd\":",
    "cwd=",
    "working directory:",
    "working directory is",
    "workspace:",
    "workspace folder:",
    "workspace root:",
    "<working_directory>",
    "<workspace>",
    "following folders:\n-",
];
