//! Promises about every row.

use super::*;
use crate::random::{Draw, Random};
use crate::shape::Part;
use proptest::prelude::*;

/// SplitMix64: small, seeded, good enough for statistics in tests.
pub(crate) struct Seeded(pub(crate) u64);

impl Random for Seeded {
    fn fill(&mut self, buffer: &mut [u8]) {
        for byte in buffer {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            *byte = (mixed >> 56) as u8;
        }
    }
}

fn whole(format: &Format, token: &str) -> bool {
    format.shape.matches(token.as_bytes(), 0) == Some(token.len())
}

/// Where the anchor of `format` stands in `token`.
fn anchor_in(format: &Format, token: &str) -> usize {
    match format.anchor {
        Anchor::Inner { text, min, .. } => {
            let min = usize::from(min);
            token[min..].find(text).map_or(0, |at| at + min)
        }
        _ => 0,
    }
}

#[test]
fn ids_are_unique_and_plain() {
    let mut ids: Vec<_> = all().iter().map(|format| format.id).collect();
    ids.sort_unstable();
    for pair in ids.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
    for id in ids {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(id.chars().all(plain), "{id}");
    }
}

#[test]
fn every_row_is_complete() {
    for format in all() {
        let id = format.id;
        assert!(format.examples.len() >= 2, "{id}: examples");
        assert!(format.near_misses.len() >= 2, "{id}: near misses");
        assert!(!format.source.is_empty() && !format.what.is_empty(), "{id}");
        if let Some(text) = format.anchor() {
            assert!(
                text.as_bytes()[0].is_ascii_alphanumeric(),
                "{id}: the pass stops at words"
            );
        }
        match format.anchor {
            Anchor::Prefix => assert!(format.shape.prefix().len() >= 2, "{id}: prefix"),
            Anchor::Inner { text, min, max } => {
                assert!(text.len() >= 2 && min <= max, "{id}: anchor")
            }
            Anchor::Near(words) => {
                assert!(!words.is_empty(), "{id}: words");
                for word in words {
                    assert_eq!(*word, word.to_ascii_lowercase(), "{id}");
                }
            }
        }
    }
}

#[test]
fn examples_match_whole_and_are_found() {
    for format in all() {
        for token in format.whole_examples() {
            assert!(whole(format, &token), "{}", format.id);
            let text = format!("key: \"{token}\", next");
            let at = 6 + anchor_in(format, &token);
            let found = match format.anchor {
                Anchor::Near(_) => format.value_at(text.as_bytes(), at),
                _ => format.find(text.as_bytes(), at),
            };
            assert_eq!(found, Some(Span::new(6, 6 + token.len())), "{}", format.id);
        }
    }
}

#[test]
fn a_token_behind_an_escaped_line_break_is_found() {
    for format in all()
        .iter()
        .filter(|format| format.anchor == Anchor::Prefix)
    {
        for token in format.whole_examples() {
            for before in ["\\n", "x\\r\\n", "\\t", "\\\\n"] {
                let text = format!("{{\"out\":\"a{before}{token}\"}}");
                let found = crate::contexts::found(&text);
                assert!(
                    found.iter().any(|found| token.contains(found)),
                    "{} {before}",
                    format.id
                );
            }
        }
    }
}

#[test]
fn near_misses_do_not_match() {
    for format in all() {
        for (index, token) in format.whole_near_misses().enumerate() {
            let matched = format.shape.matches(token.as_bytes(), 0);
            assert_eq!(matched, None, "{} near miss {index}", format.id);
        }
    }
}

#[test]
fn generated_tokens_are_tokens_of_the_format() {
    let mut source = Seeded(7);
    let mut draw = Draw::new(&mut source);
    for format in all() {
        for token in format.whole_examples() {
            for _ in 0..20 {
                let fresh = format.shape.generate(&token, &mut draw);
                assert_eq!(fresh.len(), token.len(), "{}", format.id);
                assert!(whole(format, &fresh), "{}", format.id);
                assert_ne!(fresh, token, "{}", format.id);
                assert_ne!(
                    format.shape.checksum_ok(&fresh),
                    Some(false),
                    "{}",
                    format.id
                );
            }
        }
    }
}

#[test]
fn every_checksum_is_reached_by_an_example() {
    for format in all() {
        if format.shape.checksum != crate::shape::Checksum::None {
            let mut tokens = format.whole_examples();
            assert!(
                tokens.any(|token| format.shape.checksum_ok(&token).is_some()),
                "{}",
                format.id
            );
        }
    }
}

#[test]
fn a_failing_checksum_does_not_let_a_token_through() {
    let mut source = Seeded(11);
    let mut draw = Draw::new(&mut source);
    for format in all() {
        for token in format.whole_examples() {
            let mut fresh = format.shape.generate(&token, &mut draw);
            if format.shape.checksum_ok(&fresh) == Some(true) {
                let last = fresh.pop();
                fresh.push(if last == Some('a') { 'b' } else { 'a' });
                if let Some(Part::Run(alphabet, ..)) = format.shape.parts.last()
                    && !alphabet.has(b'a')
                {
                    continue;
                }
                assert!(whole(format, &fresh), "{}", format.id);
            }
        }
    }
}

#[test]
fn escapes_before_a_token_are_no_part_of_it() {
    for before in [
        "\\n",
        "\\t",
        "\\u001b",
        "\\x1b",
        "%3D",
        "\u{1b}[0m",
        "\\u001b[1;31m",
        "",
        "=",
        "(",
    ] {
        let text = format!("x{before}");
        let expected = !before.is_empty();
        assert_eq!(
            starts_word(text.as_bytes(), text.len()),
            expected,
            "{before}"
        );
    }
}

/// Whether a text of `texts` begins with an earlier one, which would never let it match.
fn shadows(parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::OneOf(texts) => {
            let hidden = |at: usize| texts[..at].iter().any(|text| texts[at].starts_with(text));
            (0..texts.len()).any(hidden)
        }
        Part::Opt(inner) => shadows(inner),
        Part::Lit(text) => text.is_empty(),
        Part::Run(_, min, max) | Part::Kept(_, min, max) | Part::Coded(_, min, max) => {
            min > max || *max == 0
        }
    })
}

#[test]
fn parts_can_all_match() {
    for format in all() {
        assert!(!shadows(format.shape.parts), "{}", format.id);
    }
}

/// Pieces that formats care about, in any order.
fn noise() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        (0..all().len()).prop_map(|index| all()[index].shape.prefix().to_owned()),
        (0..all().len()).prop_map(|index| all()[index].anchor().unwrap_or(":").to_owned()),
        (0..all().len()).prop_map(|index| all()[index].examples[0].to_owned()),
        "[A-Za-z0-9_.=+/-]{0,60}",
        "\\PC{0,4}",
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_is_found_is_a_token_at_a_border(text in noise()) {
        let bytes = text.as_bytes();
        for format in all() {
            for at in 0..=bytes.len() {
                let found = format.find(bytes, at).or_else(|| format.value_at(bytes, at));
                if let Some(span) = found {
                    let token = &text[span.start..span.end];
                    prop_assert!(token.is_ascii() && !token.is_empty());
                    prop_assert!(whole(format, token));
                    prop_assert!(starts_word(bytes, span.start));
                }
            }
        }
    }

    #[test]
    fn any_text_can_be_an_original(text in noise(), index in 0..all().len()) {
        let format = &all()[index];
        let mut source = Seeded(text.len() as u64);
        let fresh = format.shape.generate(&text, &mut Draw::new(&mut source));
        prop_assert!(fresh.starts_with(format.shape.prefix()) || text.len() < fresh.len() || whole(format, &text));
        prop_assert!(fresh.len() == text.len() || text.len() < format.shape.prefix().len());
    }
}

#[test]
fn the_page_of_formats_is_up_to_date() {
    let path = "../docs/formats.md";
    if std::env::var_os("SLOTGUARD_WRITE_DOCS").is_some() {
        std::fs::write(path, document()).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == document(),
        "docs/formats.md is stale; run with SLOTGUARD_WRITE_DOCS=1"
    );
}
