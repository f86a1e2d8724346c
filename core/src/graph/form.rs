//! Forms of a name: what is written, and in which variations it counts.

use crate::known::{is_word, whole_token};
use crate::{Kind, Span};

/// One form of a value that is looked for.
pub(crate) struct Form {
    pub(crate) text: String,
    pub(crate) how: How,
    pub(crate) kind: Kind,
}

/// How a literal is compared with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Byte for byte, a whole token.
    Exact,
    /// In any case, a whole token.
    AnyCase,
    /// In any case; the humps of `QuarryClient` are borders too.
    Name,
    /// Words with anything or nothing between: `quarry lane` is `QuarryLane`, `QUARRY_LANE`, `quarry-lane`.
    Words,
    /// An initial and a word: `a quill` is `A. Quill`, `a.quill`, `a_quill`.
    Initial,
    /// As written or in capitals only.
    Capitalised,
    /// In any case as a part of a name in code (`quarry-etl`, `QUARRY_URL`, `QUARRY-12`), alone only with a capital.
    Part,
    /// As written only, and only where the text treats it as a person: `Mark's`, `ask Mark`.
    Cued,
}

impl How {
    /// Bytes before the part of `pattern` that is looked up, and that part: at least three bytes.
    pub(crate) fn keyed(self, pattern: &str) -> Option<(usize, &[u8])> {
        let bytes = pattern.as_bytes();
        let (lead, body) = match self {
            How::Words => (0, bytes.split(|&byte| byte == b' ').next()?),
            How::Initial => (0, pattern.split_once(' ')?.1.as_bytes()),
            _ => {
                let lead = bytes.iter().position(|&byte| is_word(byte))?;
                (lead, &bytes[lead..])
            }
        };
        (body.len() >= 3).then_some((lead, body))
    }

    /// Where the literal stands in `text`, if its looked-up part (or what leads to it) starts at `start`.
    pub(crate) fn matches(self, text: &str, start: usize, pattern: &str) -> Option<Span> {
        let span = match self {
            How::Words => words(text, start, pattern)?,
            How::Initial => return initial(text, start, pattern),
            _ => Span::new(start, start + pattern.len()),
        };
        let part = text.as_bytes().get(span.start..span.end)?;
        let same = match self {
            How::Exact | How::Cued => part == pattern.as_bytes(),
            // Most names come back as they were written.
            How::AnyCase | How::Name | How::Part => {
                part == pattern.as_bytes() || part.eq_ignore_ascii_case(pattern.as_bytes())
            }
            How::Capitalised => part == pattern.as_bytes() || is_upper_of(part, pattern),
            How::Words | How::Initial => true,
        };
        let bordered = || match self {
            How::Name | How::Words => humps(text, span),
            How::Part => {
                humps(text, span) && (part[0].is_ascii_uppercase() || is_compound(text, span))
            }
            How::Cued => whole_token(text, span.start, span.end) && cued(text, span),
            _ => whole_token(text, span.start, span.end),
        };
        (same && bordered()).then_some(span)
    }
}

fn is_upper_of(part: &[u8], pattern: &str) -> bool {
    part.eq_ignore_ascii_case(pattern.as_bytes()) && !part.iter().any(u8::is_ascii_lowercase)
}

/// Whether a dash or low line joins the span to another word.
fn is_compound(text: &str, span: Span) -> bool {
    let bytes = text.as_bytes();
    let joint = |at: usize| matches!(bytes.get(at), Some(b'-' | b'_'));
    let word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    joint(span.end) && word(span.end + 1)
        || span.start >= 2 && joint(span.start - 1) && word(span.start - 2)
}

/// The words of `pattern` from `start` on, with at most two separators between any two.
fn words(text: &str, start: usize, pattern: &str) -> Option<Span> {
    let bytes = text.as_bytes();
    let mut at = start;
    for (index, word) in pattern.as_bytes().split(|&byte| byte == b' ').enumerate() {
        if index > 0 {
            at = after_separators(bytes, at);
        }
        let part = bytes.get(at..at + word.len())?;
        if !part.eq_ignore_ascii_case(word) {
            return None;
        }
        at += word.len();
    }
    Some(Span::new(start, at))
}

fn after_separators(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at..at + 3) == Some(b"%20") {
        return at + 3;
    }
    let run = bytes[at.min(bytes.len())..].iter().take(2);
    at + run.take_while(|&&byte| is_separator(byte)).count()
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'.' | b'_' | b'-' | b'+' | b',')
}

/// `A. Quill` around the `Quill` at `stem`.
fn initial(text: &str, stem: usize, pattern: &str) -> Option<Span> {
    let bytes = text.as_bytes();
    let (letter, word) = pattern.split_once(' ')?;
    let end = stem + word.len();
    let part = bytes.get(stem..end)?;
    let lead = &bytes[stem.saturating_sub(2)..stem];
    let gap = lead
        .iter()
        .rev()
        .take_while(|&&byte| is_separator(byte))
        .count();
    let start = stem.checked_sub(gap + letter.len())?;
    let spaced = gap == 1 && bytes[stem - 1] == b' ';
    // "a smith" is a craftsman.
    let capital = || bytes[start].is_ascii_uppercase() && part[0].is_ascii_uppercase();
    let same = bytes[start..stem - gap].eq_ignore_ascii_case(letter.as_bytes())
        && part.eq_ignore_ascii_case(word.as_bytes());
    let span = Span::new(start, end);
    let stands = gap > 0 && same && (!spaced || capital()) && whole_token(text, start, end);
    stands.then_some(span)
}

/// As a whole token, where the humps of a camel-case name count as borders.
fn humps(text: &str, span: Span) -> bool {
    let bytes = text.as_bytes();
    let upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let lower = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    let before = span.start > 0 && lower(span.start - 1) && upper(span.start);
    let after = span.end > 0 && lower(span.end - 1) && upper(span.end);
    let start = if before { span.start } else { 0 };
    // A border that is a hump need not be a border of words.
    match (before, after) {
        (true, true) => true,
        (true, false) => whole_token(&text[start..], 0, span.len()),
        (false, true) => text
            .get(..span.end)
            .is_some_and(|left| whole_token(left, span.start, span.end)),
        (false, false) => whole_token(text, span.start, span.end),
    }
}

/// Words before a name that make it a person.
const CUES: [&str; 12] = [
    "ask", "asked", "cc", "dear", "hello", "hey", "hi", "ping", "pinged", "tell", "thanks", "told",
];

/// Words behind a name that make it a person.
const ACTS: [&str; 16] = [
    "agreed", "approved", "asked", "closed", "had", "has", "merged", "owns", "pushed", "reviewed",
    "said", "says", "thinks", "wants", "will", "wrote",
];

fn cued(text: &str, span: Span) -> bool {
    let after = &text[span.end..];
    let possessive = ["'s", "\u{2019}s"]
        .iter()
        .filter_map(|mark| after.strip_prefix(mark))
        .any(|rest| !rest.starts_with(char::is_alphanumeric));
    let before = text[..span.start].trim_end_matches([' ', ',', ':']);
    let before = &before[before.floor_char_boundary(before.len().saturating_sub(12))..];
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next();
    let close = before.len() < span.start && text[..span.start].len() - before.len() > 0;
    let next = after.strip_prefix(' ').unwrap_or_default();
    let next = next.split(|c: char| !c.is_alphabetic()).next();
    let acts = next.is_some_and(|word| ACTS.contains(&word));
    let cue = |word: &str| CUES.iter().any(|cue| cue.eq_ignore_ascii_case(word));
    possessive || acts || close && word.is_some_and(cue)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where `pattern` stands in the text between the `{` and `}`.
    fn at(how: How, pattern: &str, marked: &str) -> Option<String> {
        let start = marked.find('{').expect("a mark");
        let text = marked.replace('{', "");
        how.matches(&text, start, pattern)
            .map(|span| span.of(&text).to_owned())
    }

    #[test]
    fn words_take_any_separator() {
        for text in [
            "{QuarryLane",
            "{QUARRY_LANE_DB",
            "my {quarry-lane.",
            "{Quarry Lane",
            "{quarrylane",
            "{Quarry, Lane",
            "{quarry%20lane",
        ] {
            assert!(at(How::Words, "quarry lane", text).is_some(), "{text}");
        }
        for text in ["{quarrylanes", "x{quarrylane", "{quarry", "{quarry - lane"] {
            assert!(at(How::Words, "quarry lane", text).is_none(), "{text}");
        }
        assert_eq!(
            at(How::Words, "quarry lane", "my{QuarryLaneClient").as_deref(),
            Some("QuarryLane")
        );
    }

    #[test]
    fn an_initial_needs_a_separator_and_capitals_need_no_dot() {
        for (text, wanted) in [
            ("A. {Quill", "A. Quill"),
            ("a.{quill", "a.quill"),
            ("(A {Quill)", "A Quill"),
            ("a_{quill", "a_quill"),
        ] {
            assert_eq!(
                at(How::Initial, "a quill", text).as_deref(),
                Some(wanted),
                "{text}"
            );
        }
        for text in ["a {quill", "ba.{quill", "a.{quills", "{quill", "b.{quill"] {
            assert_eq!(at(How::Initial, "a quill", text), None, "{text}");
        }
    }

    #[test]
    fn a_common_name_needs_a_cue() {
        for text in [
            "{Mark's patch",
            "{Mark has it",
            "ask {Mark",
            "Thanks, {Mark!",
            "cc: {Mark",
        ] {
            assert!(at(How::Cued, "Mark", text).is_some(), "{text}");
        }
        for text in [
            "{Mark as read",
            "the {Mark element",
            "{mark's",
            "{Markdown's",
            "task {Mark",
            "{Mark'sx",
        ] {
            assert!(at(How::Cued, "Mark", text).is_none(), "{text}");
        }
    }

    #[test]
    fn capitals() {
        assert!(at(How::Capitalised, "Mei", "{Mei").is_some());
        assert!(at(How::Capitalised, "Mei", "{MEI").is_some());
        assert!(at(How::Capitalised, "Mei", "{mei").is_none());
        assert!(at(How::Capitalised, "Mei", "{Meis").is_none());
    }
}
