//! Rules of the user's own: the only patterns that run over a whole text.

use regex_lite::Regex;

use crate::config::CustomRule;
use crate::detect::Cx;
use crate::{ConfigError, Kind, Rank, Reach, Rule, Span};

/// Compiled rules.
#[derive(Default)]
pub(crate) struct Custom(Vec<(Regex, Kind)>);

impl Custom {
    /// Compiles `rules`.
    ///
    /// # Errors
    /// The first one that is no pattern, with its field.
    pub(crate) fn new(rules: &[CustomRule]) -> Result<Self, ConfigError> {
        let compile = |(index, rule): (usize, &CustomRule)| {
            let pattern = Regex::new(&rule.pattern).map_err(|_| {
                let field = format!("custom_rules[{index}].pattern");
                ConfigError::new(field, "not a valid pattern")
            })?;
            Ok((pattern, rule.kind))
        };
        rules
            .iter()
            .enumerate()
            .map(compile)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Reports what the rules find: group 1 if a rule has one, else the whole match.
    pub(crate) fn find(&self, cx: &mut Cx<'_>) {
        for (pattern, kind) in &self.0 {
            for groups in pattern.captures_iter(cx.text) {
                let Some(hit) = groups.get(1).or_else(|| groups.get(0)) else {
                    continue;
                };
                let span = Span::new(hit.start(), hit.end());
                // The user asked for it: it goes before every rule of ours.
                cx.push(span, *kind, Rank::Known, Rule::Custom, Reach::Session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::config::CustomRule;
    use crate::testing::session;
    use crate::{Config, Context, Kind, Origin};

    #[test]
    fn a_rule_of_the_user_finds_its_group() {
        let mut session = session(Config {
            custom_rules: vec![CustomRule {
                name: "ticket".to_owned(),
                pattern: r"ticket (QRY-\d+)".to_owned(),
                kind: Kind::Project,
            }],
            ..Config::default()
        });
        let text = "see ticket QRY-4711 and (QRY-4711), not QRY-47112";
        let done = session.sanitize(text, Origin::User, &Context::default());
        assert_eq!(
            done.expect("within the limits").text,
            "see ticket [PROJECT_1] and ([PROJECT_1]), not QRY-47112"
        );
    }
}
