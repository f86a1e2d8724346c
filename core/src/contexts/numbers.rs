//! Payment cards and IBANs by their check digits, national and phone numbers by the name of their field.

use super::value::{self, is_name_byte};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Rank, Reach, Rule, Span, checksum};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("card", card),
    Anchor::word("ccnum", card),
    Anchor::word("pan", card),
    Anchor::word("visa", card),
    Anchor::word("mastercard", card),
    Anchor::word("amex", card),
    Anchor::word("iban", iban),
    Anchor::word("ssn", national),
    Anchor::word("social_security", national),
    Anchor::word("social security", national),
    Anchor::word("phone", phone),
    Anchor::word("mobile", phone),
    Anchor::word("telephone", phone),
    Anchor::word("telefon", phone),
];

/// How far a card number may stand from the word.
const REACH: usize = 48;

fn card(cx: &mut Cx<'_>, at: usize) {
    let limit = cx.line_end(at).min(at + REACH);
    let Some(first) = (at..limit).find(|&at| cx.byte(at).is_ascii_digit()) else {
        return;
    };
    let span = digits(cx, first, b" -");
    let text = &cx.bytes[span.start..span.end];
    let count = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    if (13..=19).contains(&count) && is_issuer(text) && checksum::luhn_holds(text) && varied(text) {
        push(cx, span, Rule::Card);
    }
}

/// The first digits of the networks: Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay.
fn is_issuer(text: &[u8]) -> bool {
    matches!(
        text,
        [b'4', ..]
            | [b'5', b'0'..=b'9', ..]
            | [b'2', b'2'..=b'7', ..]
            | [b'3', b'4' | b'7' | b'0' | b'5' | b'6' | b'8', ..]
            | [b'6', b'0' | b'2' | b'4' | b'5', ..]
    )
}

/// Not the documented test numbers made of one or two digits (`4242 4242 ...`, `4111 1111 ...`).
fn varied(text: &[u8]) -> bool {
    let mut seen = [false; 10];
    for byte in text.iter().filter(|byte| byte.is_ascii_digit()) {
        seen[usize::from(byte - b'0')] = true;
    }
    seen.iter().filter(|seen| **seen).count() >= 4
}

fn iban(cx: &mut Cx<'_>, at: usize) {
    let from = at + 4;
    let limit = cx.line_end(from).min(from + REACH);
    let starts = |at: &usize| {
        cx.byte(*at).is_ascii_uppercase()
            && cx.byte(*at + 1).is_ascii_uppercase()
            && cx.byte(*at + 2).is_ascii_digit()
    };
    let Some(first) = (from..limit).find(starts) else {
        return;
    };
    let len = cx.bytes[first..]
        .iter()
        .take(42)
        .take_while(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || **b == b' ')
        .count();
    // What follows the number on the line may look like a part of it: the longest that holds wins.
    let span = (15..=len)
        .rev()
        .map(|len| Span::new(first, first + len))
        .find(|span| {
            cx.byte(span.end - 1) != b' ' && checksum::iban_holds(&cx.bytes[span.start..span.end])
        });
    if let Some(span) = span {
        push(cx, span, Rule::Iban);
    }
}

fn national(cx: &mut Cx<'_>, at: usize) {
    let Some(first) = field(cx, at) else {
        return;
    };
    let span = digits(cx, first, b" -");
    let text = &cx.bytes[span.start..span.end];
    let shape = text.len() == 11 && matches!((text[3], text[6]), (b'-', b'-') | (b' ', b' '))
        || text.len() == 9;
    let count = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    if shape && count == 9 && varied(text) {
        push(cx, span, Rule::PersonalNumber);
    }
}

fn phone(cx: &mut Cx<'_>, at: usize) {
    let Some(first) = field(cx, at) else {
        return;
    };
    let span = digits(cx, first, b" -().+/");
    let text = &cx.bytes[span.start..span.end];
    let count = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let international = text.starts_with(b"+")
        || text.starts_with(b"(")
        || text.iter().any(|b| matches!(b, b' ' | b'-'));
    let date = text.len() == 10 && text[4] == b'-';
    if (9..=15).contains(&count) && international && varied(text) && !date {
        push(cx, span, Rule::PersonalNumber);
    }
}

fn push(cx: &mut Cx<'_>, span: Span, rule: Rule) {
    cx.push(span, Kind::Secret, Rank::Context, rule, Reach::Session);
}

/// Where the value of the field whose name holds the word at `at` begins; it must be typed by a delimiter.
fn field(cx: &Cx<'_>, at: usize) -> Option<usize> {
    let name = cx.bytes[at..]
        .iter()
        .take(32)
        .take_while(|b| is_name_byte(**b))
        .count();
    let mut at = at + name;
    let quotes = |at: usize| matches!(cx.byte(at), b'"' | b'\'' | b'\\');
    while quotes(at) || cx.byte(at) == b' ' && quotes(at.wrapping_sub(1)) {
        at += 1;
    }
    at = value::skip_blank(cx, at);
    if !matches!(cx.byte(at), b':' | b'=') {
        return None;
    }
    at = value::skip_blank(cx, at + 1);
    while quotes(at) {
        at += 1;
    }
    matches!(cx.byte(at), b'0'..=b'9' | b'+' | b'(').then_some(at)
}

/// The run of digits and `joints` at `at`, ending in a digit.
fn digits(cx: &Cx<'_>, at: usize, joints: &[u8]) -> Span {
    let len = cx.bytes[at..]
        .iter()
        .take(24)
        .take_while(|b| b.is_ascii_digit() || joints.contains(b))
        .count();
    let run = &cx.bytes[at..at + len];
    let tail = run.iter().rev().take_while(|b| !b.is_ascii_digit()).count();
    let end = at + len - tail;
    // A digit string that goes on as a word is an identifier.
    if is_name_byte(cx.byte(end)) && cx.byte(end) != b'.' {
        return Span::new(at, at);
    }
    Span::new(at, end)
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn numbers_in_their_context() {
        // Numbers made up for this test; only their check digits are right.
        assert_eq!(
            found("card number: 4929 1532 8064 7717 exp"),
            ["4929 1532 8064 7717"]
        );
        assert_eq!(
            found("{\"cardNumber\":\"5243861907356423\"}"),
            ["5243861907356423"]
        );
        assert_eq!(
            found("IBAN: DE87 5001 0517 5407 3249 33\n"),
            ["DE87 5001 0517 5407 3249 33"]
        );
        assert_eq!(found("ssn: 219-09-9998"), ["219-09-9998"]);
        assert_eq!(found("\"phone\": \"+49 171 2345698\""), ["+49 171 2345698"]);
    }

    #[test]
    fn other_numbers() {
        for text in [
            "card 4242 4242 4242 4242",
            "card: 4929 1532 8064 7716",
            "order 4929153280647717",
            "discard: 1234567890123",
            "phone: 12",
            "mobile: 2026-06-02",
            "date 2026-06-02 20:17:00.123",
            "IBAN: DE00 1234",
            "span: 4929153280647717",
            "panel 1700000000000",
            "phone 1780431420",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
