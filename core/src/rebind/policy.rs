//! The policy: what a user or an administrator decides differently from the defaults. Plain data.
//!
//! ```json
//! {
//!   "version": 1,
//!   "rules": [
//!     { "tool": "WebSearch", "type": "ORG", "action": "allow" },
//!     { "tool": "mcp__jira__*", "type": "*", "action": "ask" },
//!     { "tool": "*", "type": "PERSON", "action": "deny" },
//!     { "tool": "Read", "place": ".kube/config", "access": "read", "action": "ask" }
//!   ]
//! }
//! ```
//!
//! A rule with `type` is about values of that type (`SECRET` too) in calls of that tool; one with `place` is
//! about a file that is otherwise refused under every scope, named by the path components it consists of. The
//! first rule that fits decides; where none fits the defaults stand. `tool` and `type` may be `*`, a tool may end
//! in `*`. Tools without a name are `path`, `command`, `argv` and `display`.
//!
//! `allow` lifts a refusal of egress and of places, no other: a path still has to lie in a scope.

use crate::config::Access;
use crate::json::{self, Event, Reader};
use crate::{ConfigError, Kind};

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Allow,
    /// The user decides each time.
    Ask,
    Deny,
}

/// The rules, in order.
#[derive(Default)]
pub(crate) struct Policy {
    rules: Vec<Rule>,
    /// The user said yes to what is asked now.
    pub(crate) confirmed: bool,
}

struct Rule {
    tool: String,
    about: About,
    action: Action,
}

enum About {
    /// Values of one kind, or of any.
    Kind(Option<Kind>),
    /// A place, for reading or for both.
    Place(Vec<String>, Access),
}

/// Most rules of one policy.
const MAX_RULES: usize = 1000;

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub(crate) fn parse(text: &str) -> Result<Policy, ConfigError> {
        let mut draft = Draft::default();
        for event in Reader::new(text) {
            let event = event.map_err(|_| ConfigError::new("policy", "not valid JSON"))?;
            draft.take(text, event)?;
        }
        draft.finish()
    }

    /// What the rules say about a value of `kind` in a call of `tool`.
    pub(crate) fn on_value(&self, tool: &str, kind: Kind) -> Option<Action> {
        let fits = |rule: &&Rule| match rule.about {
            About::Kind(about) => about.is_none_or(|about| about == kind) && rule.is_for(tool),
            About::Place(..) => false,
        };
        self.rules
            .iter()
            .find(fits)
            .map(|rule| self.settled(rule.action))
    }

    /// What the rules say about a path that is refused by default.
    pub(crate) fn on_place(&self, tool: &str, path: &str, access: Access) -> Option<Action> {
        let fits = |rule: &&Rule| match &rule.about {
            About::Place(parts, allowed) => {
                *allowed >= access && rule.is_for(tool) && super::places::holds(path, parts)
            }
            About::Kind(_) => false,
        };
        self.rules
            .iter()
            .find(fits)
            .map(|rule| self.settled(rule.action))
    }

    fn settled(&self, action: Action) -> Action {
        match action {
            Action::Ask if self.confirmed => Action::Allow,
            action => action,
        }
    }
}

impl Rule {
    fn is_for(&self, tool: &str) -> bool {
        match self.tool.strip_suffix('*') {
            Some(head) => tool.starts_with(head),
            None => self.tool == tool,
        }
    }
}

/// A policy while it is read.
#[derive(Default)]
struct Draft {
    depth: usize,
    key: String,
    version: Option<String>,
    fields: Fields,
    rules: Vec<Rule>,
}

/// The members of the rule that is read.
#[derive(Default)]
struct Fields {
    tool: Option<String>,
    kind: Option<String>,
    place: Option<String>,
    access: Option<String>,
    action: Option<String>,
}

impl Draft {
    fn take(&mut self, text: &str, event: Event) -> Result<(), ConfigError> {
        match event {
            Event::Object | Event::Array => self.open(event == Event::Array)?,
            Event::End => {
                if self.depth == 3 {
                    let rule = std::mem::take(&mut self.fields).rule(self.rules.len())?;
                    self.rules.push(rule);
                }
                self.depth -= 1;
            }
            Event::Key(span) => self.key = json::decode(span.of(text)).into_owned(),
            Event::Text(span) => self.value(&json::decode(span.of(text)), true)?,
            Event::Other(span) => self.value(span.of(text), false)?,
        }
        Ok(())
    }

    fn open(&mut self, array: bool) -> Result<(), ConfigError> {
        let expected = match self.depth {
            0 => !array,
            1 => array && self.key == "rules",
            2 => !array && self.rules.len() < MAX_RULES,
            _ => false,
        };
        self.depth += 1;
        let problem =
            "expected an object with `version` and `rules`, a list of at most 1,000 objects";
        expected
            .then_some(())
            .ok_or_else(|| ConfigError::new(self.field(), problem))
    }

    fn value(&mut self, value: &str, text: bool) -> Result<(), ConfigError> {
        let fields = &mut self.fields;
        let slot = match (self.depth, self.key.as_str(), text) {
            (1, "version", false) => &mut self.version,
            (3, "tool", true) => &mut fields.tool,
            (3, "type", true) => &mut fields.kind,
            (3, "place", true) => &mut fields.place,
            (3, "access", true) => &mut fields.access,
            (3, "action", true) => &mut fields.action,
            _ => {
                return Err(ConfigError::new(
                    self.field(),
                    "no such field, or not of that type",
                ));
            }
        };
        *slot = Some(value.to_owned());
        Ok(())
    }

    fn field(&self) -> String {
        match self.depth {
            0 | 1 => "policy".to_owned(),
            _ => format!("policy.rules[{}]", self.rules.len()),
        }
    }

    fn finish(self) -> Result<Policy, ConfigError> {
        if self.version.as_deref() != Some("1") {
            return Err(ConfigError::new(
                "policy.version",
                "this version reads policies of version 1",
            ));
        }
        Ok(Policy {
            rules: self.rules,
            confirmed: false,
        })
    }
}

impl Fields {
    fn rule(self, index: usize) -> Result<Rule, ConfigError> {
        let wrong = |name: &str, problem| {
            ConfigError::new(format!("policy.rules[{index}].{name}"), problem)
        };
        let action = match self.action.as_deref() {
            Some("allow") => Action::Allow,
            Some("ask") => Action::Ask,
            Some("deny") => Action::Deny,
            _ => return Err(wrong("action", "allow, ask or deny")),
        };
        let tool = self.tool.filter(|tool| !tool.is_empty());
        let tool = tool.ok_or_else(|| wrong("tool", "the name of a tool, or *"))?;
        let about = match (self.kind, self.place) {
            (Some(kind), None) if kind == "*" => About::Kind(None),
            (Some(kind), None) => {
                let known = Kind::from_name(&kind);
                About::Kind(Some(
                    known.ok_or_else(|| wrong("type", "the name of a type, or *"))?,
                ))
            }
            (None, Some(place)) => {
                let parts: Vec<String> = place
                    .split(['/', '\\'])
                    .filter(|part| !part.is_empty())
                    .map(str::to_owned)
                    .collect();
                if parts.is_empty() {
                    return Err(wrong("place", "at least one component of a path"));
                }
                let access = match self.access.as_deref() {
                    Some("read") | None => Access::Read,
                    Some("write") => Access::Write,
                    Some(_) => return Err(wrong("access", "read or write")),
                };
                About::Place(parts, access)
            }
            _ => return Err(wrong("type", "one of `type` and `place`")),
        };
        Ok(Rule {
            tool,
            about,
            action,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_that_fits_decides() {
        let policy = Policy::parse(
            r#"{"version": 1, "rules": [
                {"tool": "WebSearch", "type": "ORG", "action": "allow"},
                {"tool": "mcp__*", "type": "*", "action": "ask"},
                {"tool": "*", "type": "PERSON", "action": "deny"},
                {"tool": "*", "place": ".kube/config", "action": "allow"}
            ]}"#,
        )
        .expect("a policy");
        assert_eq!(policy.on_value("WebSearch", Kind::Org), Some(Action::Allow));
        assert_eq!(
            policy.on_value("WebSearch", Kind::Person),
            Some(Action::Deny)
        );
        assert_eq!(
            policy.on_value("mcp__x__y", Kind::Person),
            Some(Action::Ask)
        );
        assert_eq!(policy.on_value("Read", Kind::Org), None);
        assert_eq!(
            policy.on_place("Read", "/w/.kube/config", Access::Read),
            Some(Action::Allow)
        );
        assert_eq!(
            policy.on_place("Read", "/w/.kube/config", Access::Write),
            None
        );
    }

    #[test]
    fn a_wrong_policy_names_its_field() {
        for (text, field) in [
            ("[]", "policy"),
            ("{", "policy"),
            ("{}", "policy.version"),
            (r#"{"version": 2, "rules": []}"#, "policy.version"),
            (
                r#"{"version": 1, "rules": [{"tool": "x", "type": "ORG"}]}"#,
                "policy.rules[0].action",
            ),
            (
                r#"{"version": 1, "rules": [{"tool": "x", "type": "NOPE", "action": "ask"}]}"#,
                "policy.rules[0].type",
            ),
            (
                r#"{"version": 1, "rules": [{"type": "ORG", "action": "ask"}]}"#,
                "policy.rules[0].tool",
            ),
            (
                r#"{"version": 1, "rules": [{"tool": "x", "action": "ask"}]}"#,
                "policy.rules[0].type",
            ),
            (
                r#"{"version": 1, "rules": [{"tool": "x", "typo": "ORG"}]}"#,
                "policy.rules[0]",
            ),
            (r#"{"version": 1, "extra": 1}"#, "policy"),
        ] {
            let error = Policy::parse(text).err().map(|error| error.field);
            assert!(
                error
                    .as_deref()
                    .is_some_and(|error| error.starts_with(field)),
                "{text}: {error:?}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "[\\[\\]{}\",: a-z1*]{0,80}") {
            let _ = Policy::parse(&text);
        }
    }
}
