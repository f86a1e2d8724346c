//! What a reader sees of a text: colour codes and invisible characters taken out, with the way back.
//!
//! A terminal that colours part of a token, or a zero-width space inside a password, must not hide the value
//! from the detectors. They look at the *view*; the rewriter works on the text itself, where whatever was
//! taken out inside a value goes with the value and everything else stays.
//!
//! Operating system commands (`ESC ]`, window titles and links) are left in: they hold text of their own.

use std::borrow::Cow;

use crate::{Finding, Rank, Span};

/// The longest control sequence that is recognised, in bytes.
const MAX_SEQUENCE: usize = 64;

const ESC: u8 = 0x1b;

/// A text without what is invisible.
pub(crate) struct View<'t> {
    source: &'t str,
    text: Cow<'t, str>,
    cuts: Vec<Cut>,
}

/// Something was taken out.
#[derive(Clone, Copy)]
struct Cut {
    /// Offset in the view before which it stood.
    at: usize,
    /// Bytes taken out up to and with this one.
    removed: usize,
}

/// A view in which a blank stands wherever something was taken out between two letters or digits.
pub(crate) struct Apart {
    pub(crate) text: String,
    /// Offsets of the blanks.
    blanks: Vec<usize>,
}

impl<'t> View<'t> {
    /// The view of `source`; it borrows where nothing is invisible.
    pub(crate) fn of(source: &'t str) -> Self {
        match first_invisible(source.as_bytes()) {
            None => Self {
                source,
                text: Cow::Borrowed(source),
                cuts: Vec::new(),
            },
            Some(first) => Self::without(source, first),
        }
    }

    fn without(source: &'t str, first: usize) -> Self {
        let bytes = source.as_bytes();
        let mut text = String::with_capacity(source.len());
        let mut cuts: Vec<Cut> = Vec::new();
        let (mut done, mut at) = (0, first);
        loop {
            text.push_str(&source[done..at]);
            done = end_of_run(bytes, at);
            cuts.push(Cut {
                at: text.len(),
                removed: done - text.len(),
            });
            match next_invisible(bytes, done) {
                Some(next) => at = next,
                None => break,
            }
        }
        text.push_str(&source[done..]);
        Self {
            source,
            text: Cow::Owned(text),
            cuts,
        }
    }

    /// The text as it is.
    pub(crate) fn source(&self) -> &'t str {
        self.source
    }

    /// The text as it is seen.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where a span of the view stands in the text. What was taken out at its ends stays outside.
    pub(crate) fn in_source(&self, span: Span) -> Span {
        let removed = |cuts: usize| {
            cuts.checked_sub(1)
                .map_or(0, |last| self.cuts[last].removed)
        };
        let before = self.cuts.partition_point(|cut| cut.at <= span.start);
        let until = self.cuts.partition_point(|cut| cut.at < span.end);
        Span::new(span.start + removed(before), span.end + removed(until))
    }

    /// Where a place of the text is in the view; inside what was taken out, where that stood.
    pub(crate) fn place_of(&self, at: usize) -> usize {
        let ended = |cut: &Cut| cut.at + cut.removed <= at;
        let before = self.cuts.partition_point(ended);
        let last = before.checked_sub(1).map(|last| self.cuts[last]);
        let next = self.cuts.get(before).map_or(usize::MAX, |cut| cut.at);
        (at - last.map_or(0, |cut| cut.removed)).min(next)
    }

    /// Whether a letter or digit stands directly beside a span in the text as it is.
    pub(crate) fn glues(&self, span: Span) -> bool {
        if self.cuts.is_empty() {
            return false;
        }
        let span = self.in_source(span);
        let bytes = self.source.as_bytes();
        let word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        word(span.start.checked_sub(1).and_then(|at| bytes.get(at))) || word(bytes.get(span.end))
    }

    /// The view with a blank in every seam between two letters or digits, if it has one: what a colour
    /// change sets apart may be two words as well as one.
    pub(crate) fn apart(&self) -> Option<Apart> {
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let glued = |cut: &&Cut| {
            let (before, after) = self.text.split_at(cut.at);
            word(before.chars().next_back()) && word(after.chars().next())
        };
        let seams: Vec<usize> = self.cuts.iter().filter(glued).map(|cut| cut.at).collect();
        if seams.is_empty() {
            return None;
        }
        let mut text = String::with_capacity(self.text.len() + seams.len());
        let (mut blanks, mut done) = (Vec::with_capacity(seams.len()), 0);
        for seam in seams {
            text.push_str(&self.text[done..seam]);
            blanks.push(text.len());
            text.push(' ');
            done = seam;
        }
        text.push_str(&self.text[done..]);
        Some(Apart { text, blanks })
    }
}

impl Apart {
    /// The stand-ins of ours among `found` (here), as they stand in the view: they are that whatever they
    /// are glued to in the view.
    pub(crate) fn own<'a>(&'a self, found: &'a [Finding]) -> impl Iterator<Item = Finding> + 'a {
        let own = found.iter().filter(|finding| finding.rank == Rank::Own);
        own.filter_map(|finding| {
            let span = self.in_view(finding.span)?;
            Some(Finding { span, ..*finding })
        })
    }

    /// What of `found` (here) overlaps nothing of `standing` (in the view, by position), as it stands in the
    /// view.
    pub(crate) fn beside<'a>(
        &'a self,
        found: &'a [Finding],
        standing: &'a [Finding],
    ) -> impl Iterator<Item = Finding> + 'a {
        found.iter().filter_map(|finding| {
            let span = self.in_view(finding.span)?;
            let before = standing.partition_point(|other| other.span.start < span.end);
            let free = before == 0 || standing[before - 1].span.end <= span.start;
            free.then_some(Finding { span, ..*finding })
        })
    }

    /// Where a span stands in the view; `None` if it holds a blank that is not there.
    pub(crate) fn in_view(&self, span: Span) -> Option<Span> {
        let before = self.blanks.partition_point(|&blank| blank < span.start);
        let until = self.blanks.partition_point(|&blank| blank < span.end);
        (before == until).then(|| Span::new(span.start - before, span.end - before))
    }
}

/// Offset of the first byte that is not seen.
fn first_invisible(bytes: &[u8]) -> Option<usize> {
    let escape = memchr::memchr_iter(ESC, bytes).find(|&at| length_at(bytes, at).is_some());
    if bytes.is_ascii() {
        return escape;
    }
    let end = escape.unwrap_or(bytes.len());
    let is = |at: &usize| length_at(bytes, *at).is_some();
    let rare = memchr::memchr3_iter(0xe2, 0xef, 0xc2, &bytes[..end]).find(is);
    let end = rare.unwrap_or(end);
    let rarer = memchr::memchr3_iter(0xf3, 0xd8, 0xe1, &bytes[..end]).find(is);
    rarer.or(rare).or(escape)
}

/// Offset of the next byte from `from` on that is not seen, one byte at a time: whoever asks has found one.
fn next_invisible(bytes: &[u8], from: usize) -> Option<usize> {
    let may = |at: &usize| bytes[*at] == ESC || bytes[*at] >= 0xc2;
    (from..bytes.len())
        .filter(may)
        .find(|&at| length_at(bytes, at).is_some())
}

/// End of the run of invisible things that starts at `at`.
fn end_of_run(bytes: &[u8], mut at: usize) -> usize {
    while let Some(length) = length_at(bytes, at) {
        at += length;
    }
    at
}

/// Length of the invisible thing at `at`, if one stands there.
fn length_at(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    match rest {
        [ESC, b'[', tail @ ..] => control_sequence(tail).map(|length| length + 2),
        [ESC, b'(' | b')', b'0' | b'A' | b'B', ..] => Some(3),
        [ESC, b'=' | b'>' | b'7' | b'8', ..] => Some(2),
        // Soft hyphen; Arabic letter mark.
        [0xc2, 0xad, ..] | [0xd8, 0x9c, ..] => Some(2),
        // Zero-width space to right-to-left mark; embeddings and overrides; word joiner to isolates.
        [0xe2, 0x80, 0x8b..=0x8f | 0xaa..=0xae, ..] | [0xe2, 0x81, 0xa0..=0xaf, ..] => Some(3),
        // Byte order mark; variation selectors; Mongolian vowel separator.
        [0xef, 0xbb, 0xbf, ..] | [0xef, 0xb8, 0x80..=0x8f, ..] | [0xe1, 0xa0, 0x8e, ..] => Some(3),
        // Tags.
        [0xf3, 0xa0, 0x80 | 0x81, _, ..] => Some(4),
        _ => None,
    }
}

/// Length of the parameters and the final byte of a control sequence (ECMA-48, 5.4).
fn control_sequence(tail: &[u8]) -> Option<usize> {
    let tail = &tail[..tail.len().min(MAX_SEQUENCE)];
    let last = tail.iter().position(|byte| !(0x20..=0x3f).contains(byte))?;
    (0x40..=0x7e).contains(&tail[last]).then_some(last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_invisible_is_no_copy() {
        for text in [
            "plain text",
            "",
            "naïve – 田中 │ ✓",
            "\u{1b}]0;title\u{7}",
            "\u{1b}",
        ] {
            let view = View::of(text);
            assert!(matches!(view.text, Cow::Borrowed(_)), "{text:?}");
            assert!(view.apart().is_none());
        }
    }

    #[test]
    fn colours_and_zero_widths_are_not_seen() {
        for text in [
            "to\u{1b}[1;31mken",
            "\u{1b}[32mtoken\u{1b}[0m",
            "to\u{200b}ken\u{feff}",
            "t\u{ad}o\u{202e}ken",
            "\u{1b}(Bto\u{2060}\u{1b}[K\u{1b}[mken",
            "toke\u{e0041}n",
        ] {
            assert_eq!(View::of(text).text(), "token", "{text:?}");
        }
    }

    #[test]
    fn a_span_covers_what_was_inside_it_and_not_what_was_beside_it() {
        let text = "a \u{1b}[32mto\u{1b}[1mken\u{1b}[0m b";
        let view = View::of(text);
        let at = view.text().find("token").expect("it is seen");
        let span = view.in_source(Span::new(at, at + 5));
        assert_eq!(span.of(text), "to\u{1b}[1mken");
    }

    #[test]
    fn a_seam_may_be_a_border() {
        let text = "Status\u{1b}[31mzoe and gr\u{1b}[1mey";
        let view = View::of(text);
        let apart = view.apart().expect("two seams");
        assert_eq!(apart.text, "Status zoe and gr ey");
        assert_eq!(apart.in_view(Span::new(7, 10)), Some(Span::new(6, 9)));
        assert_eq!(apart.in_view(Span::new(15, 20)), None);
    }

    #[test]
    fn a_session_hides_what_is_seen() {
        let mut session = crate::testing::zoe();
        session
            .protect("Rauhreif-4711-Feld", crate::Kind::Secret)
            .expect("room for one");
        for (text, wanted) in [
            ("by z\u{1b}[1mo\u{1b}[0me.", "by [USER_1]."),
            ("\u{1b}[32mzoe\u{1b}[0m", "\u{1b}[32m[USER_1]\u{1b}[0m"),
            ("\u{200b}z\u{200b}oe\u{200b}", "\u{200b}[USER_1]\u{200b}"),
            ("mode\u{1b}[31mzoe", "mode\u{1b}[31m[USER_1]"),
        ] {
            let out = session.sanitize(text, crate::Origin::Tool, &crate::Context::default());
            assert_eq!(out.expect("room").text, wanted);
        }
        let text = "Rauh\u{1b}[1mreif-4711\u{200b}-Feld";
        let out = session.sanitize(text, crate::Origin::Tool, &crate::Context::default());
        let out = out.expect("room").text;
        assert!(!out.contains("reif") && !out.contains("4711"));
    }

    proptest! {
        #[test]
        fn every_character_of_the_view_is_found_again(text in "(a|é|田|\u{1b}\\[3[0-9]m|\u{200b}|\u{1b}| ){0,40}") {
            let view = View::of(&text);
            for (at, c) in view.text().char_indices() {
                let span = view.in_source(Span::new(at, at + c.len_utf8()));
                prop_assert_eq!(span.of(&text), c.to_string());
                prop_assert_eq!(view.place_of(span.start), at);
                prop_assert_eq!(view.place_of(span.end), at + c.len_utf8());
            }
        }
    }
}
