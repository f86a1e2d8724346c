//! What stands for a secret: another value of the same form, freshly drawn, that says nothing about the first.
//!
//! Kept are what a reader or a parser needs (prefix, alphabet, length, layout) and nothing else. Text drawn here
//! holds only letters, digits and characters that stood in the original or are safe in every quoting: `-` and `_`.

mod der;
pub(crate) mod key_block;
mod numbers;
mod openssh;
mod pgp;
mod value;

use crate::random::Draw;
use crate::shape::Alphabet;
use crate::{Rule, formats};

/// How a stand-in is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A token of the format of that number.
    Format(u16),
    /// A value that only its context gave away.
    Value,
    /// Key material: PEM, OpenSSH, PGP, PPK, whole or in part.
    KeyBlock,
    /// A payment card number.
    Card,
    /// An IBAN.
    Iban,
    /// A national or phone number.
    PersonalNumber,
}

impl Style {
    /// The style for `raw`, which `rule` found.
    pub(crate) fn of(rule: Rule, raw: &str) -> Style {
        match rule {
            Rule::Format(number) => Style::Format(number),
            Rule::Card => Style::Card,
            Rule::Iban => Style::Iban,
            Rule::PersonalNumber => Style::PersonalNumber,
            Rule::KeyBlock if key_block::tells_its_kind(raw) => Style::KeyBlock,
            _ if holds_block(raw) => Style::KeyBlock,
            _ => format_of(raw).map_or(Style::Value, Style::Format),
        }
    }
}

/// Whether a key block with a line break behind its first line stands in `raw`. Anything else that mentions one is
/// a value like others: the layout of a block would keep what stands around it.
fn holds_block(raw: &str) -> bool {
    let head = raw
        .split_once("-----BEGIN ")
        .and_then(|(_, rest)| rest.split_once("-----"));
    head.is_some_and(|(_, body)| body.starts_with(['\n', '\r', '\\']))
}

/// The format that all of `raw` is a token of. Formats that only a context tells are left out: a value says more
/// about its own form than they do.
fn format_of(raw: &str) -> Option<u16> {
    let fits = |format: &formats::Format| {
        let starts = format.shape.prefix().bytes().next();
        let may = starts.is_none_or(|byte| raw.as_bytes().first() == Some(&byte));
        may && format.anchor().is_some()
            && format.shape.matches(raw.as_bytes(), 0) == Some(raw.len())
    };
    let number = formats::running().iter().position(fits)?;
    u16::try_from(number).ok()
}

/// After so many draws that were taken, stand-ins grow: the class may be exhausted.
const TRIES: usize = 32;

/// A stand-in for `raw`, fresh and not `taken`. It never holds `raw`.
///
/// It is as long as `raw`, unless that has fewer than 8 variable characters or comes of a class below 40 bits.
pub(crate) fn surrogate(
    raw: &str,
    rule: Rule,
    draw: &mut Draw<'_>,
    taken: &dyn Fn(&str) -> bool,
) -> String {
    let style = Style::of(rule, raw);
    let folded = raw.to_ascii_lowercase();
    let mut tries = 0;
    loop {
        // Text that is not what its rule says may have nothing that its style would draw.
        let style = if tries < TRIES { style } else { Style::Value };
        let mut made = make(raw, style, draw);
        for _ in TRIES..tries {
            made.push(char::from(draw.of(Alphabet::AlnumLower.members())));
        }
        let reveals = !raw.is_empty() && made.to_ascii_lowercase().contains(&folded);
        if !reveals && !taken(&made) {
            return made;
        }
        tries += 1;
    }
}

fn make(raw: &str, style: Style, draw: &mut Draw<'_>) -> String {
    match style {
        Style::Format(number) => formats::get(number).shape.generate(raw, draw),
        Style::Value => value::value(raw, draw),
        Style::KeyBlock => key_block::key_block(raw, draw),
        Style::Card => numbers::card(raw, draw),
        Style::Iban => numbers::iban(raw, draw),
        Style::PersonalNumber => numbers::personal(raw, draw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;
    use proptest::prelude::*;
    use std::cell::RefCell;
    use std::collections::HashSet;

    fn made(raw: &str, rule: Rule) -> String {
        let mut source = Seeded(raw.len() as u64);
        surrogate(raw, rule, &mut Draw::new(&mut source), &|_| false)
    }

    #[test]
    fn a_value_that_is_a_token_gets_a_token() {
        let raw = concat!("ghp_", "0123456789abcdefghijABCDEFGHIJ3mpbCX");
        let fresh = made(raw, Rule::Assignment);
        assert!(fresh.starts_with("ghp_"));
        assert_eq!(
            Style::of(Rule::Assignment, &fresh),
            Style::of(Rule::Assignment, raw)
        );
    }

    #[test]
    fn short_values_grow() {
        for raw in ["x", "pw", "hunter2", "1234", "日本", ""] {
            assert!(made(raw, Rule::Assignment).len() >= 12, "{raw}");
        }
    }

    #[test]
    fn an_exhausted_class_grows() {
        let seen = RefCell::new(HashSet::new());
        let mut source = Seeded(3);
        let mut draw = Draw::new(&mut source);
        for _ in 0..2000 {
            let fresh = surrogate("212-555-0199", Rule::PersonalNumber, &mut draw, &|made| {
                seen.borrow().contains(made)
            });
            assert!(seen.borrow_mut().insert(fresh));
        }
    }

    proptest! {
        #[test]
        fn any_value_gets_a_safe_stand_in(raw in "\\PC{0,60}") {
            let fresh = made(&raw, Rule::Assignment);
            prop_assert!(raw.is_empty() || !fresh.contains(&raw));
            for character in fresh.chars() {
                let safe = character.is_ascii_alphanumeric() || "-_".contains(character);
                prop_assert!(safe || raw.contains(character));
            }
            for quote in ['"', '\'', '\\', '$', '`'] {
                prop_assert!(!fresh.contains(quote));
            }
        }

        #[test]
        fn any_text_survives_every_style(raw in "\\PC{0,200}") {
            for rule in [Rule::KeyBlock, Rule::Card, Rule::Iban, Rule::PersonalNumber, Rule::Format(0)] {
                let fresh = made(&raw, rule);
                prop_assert!(raw.is_empty() || fresh != raw);
            }
        }
    }
}
