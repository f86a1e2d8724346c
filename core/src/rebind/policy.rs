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
//! The format, and what each action lifts or forbids, is described in `docs/policy.md`.

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

/// What the policy leaves to the user. It names no value; the host shows what the session reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rule that asks, from 0.
    pub rule: u32,
    /// The type of the value that would be restored; `None` if a place is asked about.
    pub kind: Option<Kind>,
    /// The number of the value in this session; `None` if a place is asked about.
    pub value: Option<u32>,
}

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No rule fits: the defaults stand.
    Default,
    Allow,
    Deny,
    Ask(Question),
}

/// The rules, in order.
#[derive(Default)]
pub(crate) struct Policy {
    rules: Vec<Rule>,
    /// What the user said yes to.
    pub(crate) confirmed: Vec<Question>,
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

    /// What the rules say about value `number` of `kind` in a call of `tool`.
    pub(crate) fn on_value(&self, tool: &str, kind: Kind, number: u32) -> Verdict {
        self.first(|rule| match rule.about {
            // Secrets are never allowed by accident: that takes a rule of their own.
            About::Kind(None) if kind == Kind::Secret && rule.action == Action::Allow => false,
            About::Kind(about) => about.is_none_or(|about| about == kind) && rule.is_for(tool),
            About::Place(..) => false,
        })
        .map_or(Verdict::Default, |(rule, action)| {
            self.verdict(
                action,
                Question {
                    rule,
                    kind: Some(kind),
                    value: Some(number),
                },
            )
        })
    }

    /// What the rules say about a path. To allow a place for reading does not allow to write there; to deny it
    /// for reading denies both.
    pub(crate) fn on_place(&self, tool: &str, path: &str, access: Access) -> Verdict {
        self.first(|rule| match &rule.about {
            About::Place(parts, about) => {
                let covered = match rule.action {
                    Action::Allow => *about >= access,
                    Action::Ask | Action::Deny => *about <= access,
                };
                covered && rule.is_for(tool) && super::places::holds(path, parts)
            }
            About::Kind(_) => false,
        })
        .map_or(Verdict::Default, |(rule, action)| {
            self.verdict(
                action,
                Question {
                    rule,
                    kind: None,
                    value: None,
                },
            )
        })
    }

    /// The first rule that fits.
    fn first(&self, fits: impl Fn(&Rule) -> bool) -> Option<(u32, Action)> {
        let rules = (0..).zip(&self.rules);
        rules
            .filter(|(_, rule)| fits(rule))
            .map(|(index, rule)| (index, rule.action))
            .next()
    }

    fn verdict(&self, action: Action, question: Question) -> Verdict {
        match action {
            Action::Allow => Verdict::Allow,
            Action::Deny => Verdict::Deny,
            Action::Ask if self.confirmed.contains(&question) => Verdict::Allow,
            Action::Ask => Verdict::Ask(question),
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
        if slot.replace(value.to_owned()).is_some() {
            return Err(ConfigError::new(self.field(), "a field stands there twice"));
        }
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
            confirmed: Vec::new(),
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
        let tool = self.tool.filter(|tool| is_tool_name(tool));
        let tool =
            tool.ok_or_else(|| wrong("tool", "the name of a tool; only its end may be *"))?;
        let about = match (self.kind, self.place, self.access) {
            (Some(kind), None, None) if kind == "*" => About::Kind(None),
            (Some(kind), None, None) => match Kind::from_name(&kind) {
                None => return Err(wrong("type", "the name of a type, or *")),
                kind => About::Kind(kind),
            },
            (Some(_), None, Some(_)) => return Err(wrong("access", "only for a place")),
            (None, Some(place), access) => {
                let access = match access.as_deref() {
                    Some("read") | None => Access::Read,
                    Some("write") => Access::Write,
                    Some(_) => return Err(wrong("access", "read or write")),
                };
                let parts =
                    components(&place).ok_or_else(|| wrong("place", "components of a path"))?;
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

fn is_tool_name(tool: &str) -> bool {
    let name = tool.strip_suffix('*').unwrap_or(tool);
    !tool.is_empty() && !name.contains('*')
}

/// `.kube/config` in parts; `None` where they cannot stand in a path that was judged.
fn components(place: &str) -> Option<Vec<String>> {
    let parts = place.split(['/', '\\']).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(str::to_owned).collect();
    let plain = |part: &String| !matches!(&**part, "." | "..") && !part.contains('*');
    (!parts.is_empty() && parts.iter().all(plain)).then_some(parts)
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
        let on = |tool: &str, kind| policy.on_value(tool, kind, 7);
        assert_eq!(on("WebSearch", Kind::Org), Verdict::Allow);
        assert_eq!(on("WebSearch", Kind::Person), Verdict::Deny);
        assert!(matches!(on("mcp__x__y", Kind::Person), Verdict::Ask(_)));
        assert_eq!(on("Read", Kind::Org), Verdict::Default);
        let place = |access| policy.on_place("Read", "/w/.kube/config", access);
        assert_eq!(place(Access::Read), Verdict::Allow);
        assert_eq!(place(Access::Write), Verdict::Default);
    }

    #[test]
    fn access_of_a_rule_means_at_most_for_allow_and_at_least_for_deny() {
        let policy = |access: &str, action: &str| {
            let rule = format!(
                r#"{{"version": 1, "rules": [{{"tool": "*", "place": "a", "access": "{access}", "action": "{action}"}}]}}"#
            );
            Policy::parse(&rule).expect("a policy")
        };
        let on = |access: &str, action: &str, asked| {
            policy(access, action).on_place("Read", "/w/a/x", asked) != Verdict::Default
        };
        assert!(on("write", "allow", Access::Read) && on("write", "allow", Access::Write));
        assert!(on("read", "allow", Access::Read) && !on("read", "allow", Access::Write));
        assert!(on("read", "deny", Access::Read) && on("read", "deny", Access::Write));
        assert!(!on("write", "deny", Access::Read) && on("write", "deny", Access::Write));
    }

    #[test]
    fn a_star_allows_no_secret() {
        let rule = |action: &str| {
            let text = format!(
                r#"{{"version": 1, "rules": [{{"tool": "*", "type": "*", "action": "{action}"}}]}}"#
            );
            let policy = Policy::parse(&text).expect("a policy");
            policy.on_value("Bash", Kind::Secret, 1)
        };
        assert_eq!(rule("allow"), Verdict::Default);
        assert_eq!(rule("deny"), Verdict::Deny);
    }

    #[test]
    fn a_yes_is_for_one_value() {
        let rule = r#"{"version": 1, "rules": [{"tool": "*", "type": "*", "action": "ask"}]}"#;
        let mut policy = Policy::parse(rule).expect("a policy");
        let Verdict::Ask(question) = policy.on_value("Bash", Kind::Org, 1) else {
            panic!("the rule asks");
        };
        policy.confirmed.push(question);
        assert_eq!(policy.on_value("Bash", Kind::Org, 1), Verdict::Allow);
        assert!(matches!(
            policy.on_value("Bash", Kind::Org, 2),
            Verdict::Ask(_)
        ));
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
            (r#"{"version": 1, "version": 1}"#, "policy"),
            (
                r#"{"version": 1, "rules": [{"tool": "a*b", "type": "ORG", "action": "ask"}]}"#,
                "policy.rules[0].tool",
            ),
            (
                r#"{"version": 1, "rules": [{"tool": "x", "place": "../x", "action": "ask"}]}"#,
                "policy.rules[0].place",
            ),
            (
                r#"{"version": 1, "rules": [{"tool": "x", "type": "ORG", "access": "read", "action": "ask"}]}"#,
                "policy.rules[0].access",
            ),
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
