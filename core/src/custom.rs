//! Rules of the user's own: the only patterns that run over a whole text.

use regex_lite::Regex;

use crate::config::{Config, CustomRule};
use crate::detect::Cx;
use crate::{ConfigError, Kind, Rank, Reach, Rule, Span};

/// Compiled rules.
#[derive(Default)]
pub(crate) struct Custom {
    rules: Vec<(Regex, Kind)>,
    /// Public addresses, if the setting is on.
    addresses: Option<Regex>,
    /// Ids of cloud accounts, if the setting is on.
    accounts: Option<Regex>,
    /// Whether people are looked for in running text.
    people: bool,
}

const ADDRESSES: &str = r"(?:^|[^\w.])((?:\d{1,3}\.){3}\d{1,3})(?:[^\w.]|$)";
const ACCOUNTS: &str = r#"(?i)(?:account[_ -]?(?:id)?["'=:\s]+|arn:aws[a-z-]*:[a-z0-9-]*:[a-z0-9-]*:)(\d{12})(?:\D|$)"#;

impl Custom {
    /// Compiles `rules`.
    ///
    /// # Errors
    /// The first one that is no pattern, with its field.
    pub(crate) fn new(config: &Config) -> Result<Self, ConfigError> {
        let rules = &config.custom_rules;
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
            .map(|rules| Self {
                rules,
                addresses: setting(config.public_ips, ADDRESSES),
                accounts: setting(config.account_ids, ACCOUNTS),
                people: config.person_names,
            })
    }

    /// Reports what the rules find: group 1 if a rule has one, else the whole match.
    pub(crate) fn find(&self, cx: &mut Cx<'_>) {
        if self.people {
            crate::identity::prose::find(cx);
        }
        for (pattern, kind, rank, rule) in [
            (&self.addresses, Kind::Ip, Rank::Structural, Rule::Ip),
            (
                &self.accounts,
                Kind::Secret,
                Rank::Context,
                Rule::PersonalNumber,
            ),
        ] {
            for groups in pattern
                .iter()
                .flat_map(|pattern| pattern.captures_iter(cx.text))
            {
                let hit = groups
                    .get(1)
                    .filter(|hit| kind != Kind::Ip || is_public(hit.as_str()));
                if let Some(hit) = hit {
                    cx.push(
                        Span::new(hit.start(), hit.end()),
                        kind,
                        rank,
                        rule,
                        Reach::Session,
                    );
                }
            }
        }
        for (pattern, kind) in &self.rules {
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

/// A pattern of our own behind a setting.
fn setting(on: bool, pattern: &str) -> Option<Regex> {
    on.then(|| Regex::new(pattern).ok()).flatten()
}

/// An address that is neither this machine's, nor everybody's example, nor a wildcard. Private ones are found
/// without the setting.
fn is_public(address: &str) -> bool {
    let octets: Vec<u8> = address
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect();
    !matches!(
        octets[..],
        [0 | 10 | 127 | 224..=255, ..]
            | [192, 0, 2, _]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
            | [192, 168, ..]
            | [172, 16..=31, ..]
            | []
            | [_]
            | [_, _]
            | [_, _, _]
    )
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

    #[test]
    fn public_addresses_and_accounts_are_hidden_by_setting() {
        let text =
            "from 93.184.216.34 to 127.0.0.1, 192.0.2.7 and 1.2.3; arn:aws:iam::123456789012:user";
        let out = |config| {
            let done = session(config).sanitize(text, Origin::Tool, &Context::default());
            done.expect("within the limits").text
        };
        assert_eq!(out(Config::default()), text);
        let hidden = out(Config {
            public_ips: true,
            account_ids: true,
            ..Config::default()
        });
        assert!(hidden.starts_with("from [IP_1] to 127.0.0.1, 192.0.2.7 and 1.2.3; arn:aws:iam::"));
        assert!(!hidden.contains("123456789012"));
    }
}
