//! Finds stand-ins in what a model wrote.
//!
//! Handles are found from the one byte that each spelling must hold: `[` before a bracket handle, the `-` or
//! `_` before `slot` in the other two. Surrogates are found at the starts of words, behind the prefilter of
//! the known literals; a session without secrets skips that pass.

use wide::u8x16;

use crate::block;
use crate::handle::{Handle, Style};
use crate::slots::Table;
use crate::{Kind, Span};

/// What a stand-in leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// An issued slot: the number of its value.
    Slot(u32),
    /// Slot-shaped text that was never issued, or whose value was forgotten. Seen: a text of the user's side
    /// holds it.
    Unknown { kind: Kind, seen: bool },
    /// A surrogate: the number of its secret.
    Secret(u32),
}

/// A stand-in and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Located {
    pub(crate) span: Span,
    pub(crate) style: Style,
    pub(crate) stand: Stand,
}

impl Located {
    /// The same, in a text that begins `by` bytes later.
    pub(crate) fn shifted(self, by: usize) -> Self {
        let span = Span::new(self.span.start - by, self.span.end - by);
        Self { span, ..self }
    }

    /// The value behind it, if there is one.
    pub(crate) fn number(&self) -> Option<u32> {
        match self.stand {
            Stand::Slot(number) | Stand::Secret(number) => Some(number),
            Stand::Unknown { .. } => None,
        }
    }
}

/// All stand-ins of `text`, left to right, without overlaps.
pub(crate) fn locate(table: &Table, text: &str) -> Vec<Located> {
    let mut found = slots(table, text, 0);
    if table.has_surrogates() {
        let secrets = surrogates(table, text);
        if !secrets.is_empty() {
            found = merge(found, secrets);
        }
    }
    found
}

/// The handles of `text[from..]`.
pub(crate) fn slots(table: &Table, text: &str, from: usize) -> Vec<Located> {
    let bytes = text.as_bytes();
    let mut found: Vec<Located> = Vec::new();
    let mut done = from;
    for base in (from..bytes.len()).step_by(16) {
        let mut marks = marks(bytes, base);
        while marks != 0 {
            let at = base + marks.trailing_zeros() as usize;
            marks &= marks - 1;
            if let Some(located) = handle_at(table, bytes, at, done) {
                done = located.span.end;
                found.push(located);
            }
        }
    }
    found
}

/// Bit `i` is set where byte `base + i` is a `[`, or a `-` or `_` before an `s`.
#[inline(always)]
fn marks(bytes: &[u8], base: usize) -> u32 {
    let (here, next) = (sixteen(bytes, base), sixteen(bytes, base + 1));
    let is = |v: u8x16, byte: u8| v.simd_eq(u8x16::splat(byte));
    let joint = (is(here, b'-') | is(here, b'_')) & (is(next, b's') | is(next, b'S'));
    (is(here, b'[') | joint).to_bitmask()
}

/// Sixteen bytes from `at` on, zeros past the end.
#[inline(always)]
pub(crate) fn sixteen(bytes: &[u8], at: usize) -> u8x16 {
    match bytes.get(at..at + 16).and_then(|part| part.try_into().ok()) {
        Some(part) => u8x16::new(part),
        None => {
            let mut part = [0; 16];
            let rest = bytes.get(at..).unwrap_or_default();
            part[..rest.len()].copy_from_slice(rest);
            u8x16::new(part)
        }
    }
}

fn handle_at(table: &Table, bytes: &[u8], at: usize, done: usize) -> Option<Located> {
    if at < done {
        return None;
    }
    let (start, (handle, style, end)) = handle_near(bytes, at)?;
    let stand = match table.by_handle(handle) {
        Some(number) => Stand::Slot(number),
        None => Stand::Unknown {
            kind: handle.kind,
            seen: table.is_reserved(handle),
        },
    };
    let span = Span::new(start, end);
    (start >= done).then_some(Located { span, style, stand })
}

/// The handle around the `[`, `-` or `_` at `at`, and where it starts.
fn handle_near(bytes: &[u8], at: usize) -> Option<(usize, (Handle, Style, usize))> {
    if bytes[at] == b'[' {
        return Some((at, Handle::parse_at(bytes, at)?));
    }
    let slot = bytes.get(at + 1..at + 6)?;
    if slot[4] != bytes[at] || !slot[..4].eq_ignore_ascii_case(b"slot") {
        return None;
    }
    let slots = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Secret);
    slots
        .filter_map(|kind| at.checked_sub(kind.name().len()))
        .find_map(|start| {
            let parsed = Handle::parse_at(bytes, start)?;
            (parsed.2 > at + 6).then_some((start, parsed))
        })
}

fn surrogates(table: &Table, text: &str) -> Vec<Located> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut carry = block::Carry::default();
    let mut done = 0;
    for base in (0..bytes.len()).step_by(64) {
        let mut starts = block::masks_at(bytes, base, &mut carry).starts;
        while starts != 0 {
            let at = base + starts.trailing_zeros() as usize;
            starts &= starts - 1;
            if at < done {
                continue;
            }
            let may = |at| table.known.literals.may_start(block::word_at(bytes, at));
            let plain = || may(at).then(|| table.surrogate_at(text, at)).flatten();
            if let Some((span, number)) = plain().or_else(|| behind_option(table, text, at)) {
                done = span.end;
                found.push(Located {
                    span,
                    style: Style::Bracket,
                    stand: Stand::Secret(number),
                });
            }
        }
    }
    found
}

/// A password may be glued to its option: `-pTr0ub4dor`.
fn behind_option(table: &Table, text: &str, at: usize) -> Option<(Span, u32)> {
    let bytes = text.as_bytes();
    if at == 0 || bytes[at - 1] != b'-' || !matches!(bytes[at], b'p' | b'u' | b'a' | b'P' | b'k') {
        return None;
    }
    let starts =
        at < 2 || bytes[at - 2].is_ascii_whitespace() || matches!(bytes[at - 2], b'"' | b'\'');
    // What stands before is no part of the token, so it is not looked at.
    let (span, number) = table.surrogate_at(text.get(at + 1..).filter(|_| starts)?, 0)?;
    Some((Span::new(span.start + at + 1, span.end + at + 1), number))
}

/// Both lists in order. Where they overlap the secret stands: its text may look like anything.
fn merge(slots: Vec<Located>, secrets: Vec<Located>) -> Vec<Located> {
    let mut all = Vec::with_capacity(slots.len() + secrets.len());
    let mut slots = slots.into_iter().peekable();
    for secret in secrets {
        while let Some(slot) = slots.next_if(|slot| slot.span.end <= secret.span.start) {
            all.push(slot);
        }
        while slots
            .next_if(|slot| slot.span.start < secret.span.end)
            .is_some()
        {}
        all.push(secret);
    }
    all.extend(slots);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::zoe;

    fn spans(text: &str) -> Vec<&str> {
        let session = zoe();
        let found = locate(session.local("test").table, text);
        found.iter().map(|located| located.span.of(text)).collect()
    }

    #[test]
    fn every_spelling_is_found_once() {
        assert_eq!(
            spans("[REPO_ROOT_1]/a user-slot-1@x USER_SLOT_1_KEY [USER_1]"),
            ["[REPO_ROOT_1]", "user-slot-1", "USER_SLOT_1", "[USER_1]"]
        );
        assert_eq!(spans("REPO-ROOT-SLOT-1/x"), ["REPO-ROOT-SLOT-1"]);
    }

    #[test]
    fn what_only_looks_like_one_is_not() {
        for text in [
            "[REPO_ROOT_1",
            "xuser-slot-1",
            "-slot-1",
            "_slot_",
            "[slug]",
            "[A-Z_]_1",
            "-",
        ] {
            assert!(spans(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn one_is_no_prefix_of_ten() {
        let session = zoe();
        let found = locate(session.local("test").table, "[USER_10]");
        let kind = Kind::User;
        assert_eq!(found[0].stand, Stand::Unknown { kind, seen: false });
    }
}
