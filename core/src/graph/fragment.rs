//! Pieces of known secrets: split, broken over lines, backwards, in another case.

use crate::graph::gap;
use crate::graph::grams::{GRAM, Meeting, STRIDE};
use crate::slots::Table;
use crate::{Rule, Span, formats, strength};

/// The shortest fragment, in bytes.
pub(crate) const MIN_FRAGMENT: usize = 8;
/// How much of it must lie outside what all tokens of its format share.
const MIN_VARIABLE: usize = 6;
/// Longest secret that is compared with the join of others, in bytes.
const MAX_JOIN: usize = 1024;
/// How much it must tell.
const MIN_BITS: u32 = 30;
/// A piece behind a gap is taken from this length on, or if the secret ends with it.
const MIN_REST: usize = 3;
/// A case-blind match must be this much longer than the exact one to count.
const CASE_GAIN: usize = 4;
/// How many matches back the search looks for one that it is already in.
const RECENT: usize = 16;

/// How a fragment relates to the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// As it is.
    Same,
    /// In another case.
    Case,
    /// Backwards.
    Mirrored,
}

/// A piece of a secret that stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Where it stands.
    pub(crate) span: Span,
    /// Number of the secret.
    pub(crate) owner: u32,
    /// Which bytes of the secret it is.
    pub(crate) of: Span,
    pub(crate) turn: Turn,
    /// Another secret has it too.
    pub(crate) shared: bool,
}

/// The part of a secret that other tokens of its format do not share.
pub(crate) fn variable(rule: Rule, raw: &str) -> Span {
    let all = Span::new(0, raw.len());
    if let Some(body) = raw.find("-----BEGIN ").and_then(|_| key_body(raw)) {
        return body;
    }
    if raw.starts_with("eyJ") {
        return raw
            .find('.')
            .map_or(all, |dot| Span::new(dot + 1, raw.len()));
    }
    match rule {
        Rule::Format(number) => {
            let prefix = formats::get(number).shape.prefix();
            let fixed = if raw.starts_with(prefix) {
                prefix.len()
            } else {
                0
            };
            Span::new(fixed, raw.len())
        }
        _ => all,
    }
}

/// Between the first and the last line of a key block.
fn key_body(raw: &str) -> Option<Span> {
    let start = raw.find("-----BEGIN ")?;
    let start = start + raw[start..].find('\n')? + 1;
    let end = raw[start..]
        .find("-----END ")
        .map_or(raw.len(), |end| start + end);
    Some(Span::new(start, end))
}

/// Everything in `text` that is a fragment of a secret in `table`, by position, none overlapping another.
pub(crate) fn find(text: &str, table: &Table) -> Vec<Piece> {
    let places = (0..text.len()).step_by(STRIDE);
    let may_meet = |at: &usize| table.grams.may_meet(text.as_bytes(), *at);
    search(text, table, &[], places.filter(may_meet))
}

/// The same where pieces of secrets may stand at `places` only, and whole ones stand at `known` (sorted).
pub(crate) fn at(text: &str, table: &Table, known: &[Span], places: &[usize]) -> Vec<Piece> {
    search(text, table, known, places.iter().copied())
}

/// The surrogate of a secret that consists of known ones, with nothing but separators between them: their surrogates,
/// joined in the same way, so that the halves of the whole stay the halves.
pub(crate) fn join(raw: &str, table: &Table) -> Option<String> {
    if table.grams.is_empty() || raw.len() > MAX_JOIN {
        return None;
    }
    let (mut text, mut end, mut count) = (String::new(), 0, 0);
    for piece in find(raw, table) {
        let value = table.value(piece.owner);
        let whole = piece.of == Span::new(0, value.raw.len());
        let gap = raw.get(end..piece.span.start)?;
        if !whole || piece.shared || piece.turn != Turn::Same || !is_gap(gap) {
            return None;
        }
        text.push_str(gap);
        text.push_str(value.surrogate.as_deref()?);
        (end, count) = (piece.span.end, count + 1);
    }
    (count > 1 && end == raw.len()).then_some(text)
}

fn is_gap(text: &str) -> bool {
    text.bytes().all(|byte| b"-_.".contains(&byte))
}

fn search(
    text: &str,
    table: &Table,
    known: &[Span],
    places: impl Iterator<Item = usize>,
) -> Vec<Piece> {
    let mut search = Search {
        text,
        table,
        known,
        seen: Vec::new(),
        found: Vec::new(),
        budget: 32 * text.len() + (1 << 20),
    };
    for at in places {
        table
            .grams
            .look_around(text.as_bytes(), at, &mut |meeting| search.meet(meeting));
    }
    settle(search.found)
}

struct Search<'t> {
    text: &'t str,
    table: &'t Table,
    /// Where known secrets stand whole.
    known: &'t [Span],
    /// What was looked at, fit or not: text, owner.
    seen: Vec<(Span, u32)>,
    found: Vec<Piece>,
    /// Bytes that may still be compared; only texts made for it run out.
    budget: usize,
}

impl Search<'_> {
    fn meet(&mut self, meeting: Meeting) {
        let inside = |(span, owner): &(Span, u32)| {
            *owner == meeting.owner && span.start <= meeting.at && meeting.at + GRAM <= span.end
        };
        if self.budget == 0 || self.seen.iter().rev().take(RECENT).any(inside) {
            return;
        }
        let value = self.table.value(meeting.owner);
        let raw = value.raw.expose();
        let exact = extend(self.text, raw, meeting, Turn::Same);
        let whole = exact.filter(|piece| piece.of.len() == raw.len());
        if let Some(piece) = whole.filter(|piece| self.known.binary_search(&piece.span).is_ok()) {
            // It stands there for itself, and nothing longer can be read at this place.
            self.seen.push((piece.span, piece.owner));
            self.found.push(piece);
            return;
        }
        let whole = variable(value.rule, raw);
        let folded = extend(self.text, raw, meeting, Turn::Case);
        let mirrored = extend(self.text, raw, meeting, Turn::Mirrored);
        let longest = exact.or(folded).or(mirrored);
        let Some(longest) = longest.map(|piece| piece.span.len()) else {
            return;
        };
        self.budget = self.budget.saturating_sub(3 * longest);
        let gains = |piece: &Piece| {
            piece.span.len() >= exact.map_or(0, |exact| exact.span.len()) + CASE_GAIN
        };
        let folded = folded.filter(gains);
        let mut fit = None;
        for piece in [folded, exact, mirrored].into_iter().flatten() {
            self.seen.push((piece.span, piece.owner));
            let pieces = self.across_gaps(raw, piece);
            if fits(self.text, raw, whole, &pieces) {
                fit = Some(pieces);
                break;
            }
        }
        for piece in fit.into_iter().flatten() {
            self.seen.push((piece.span, piece.owner));
            self.found.push(piece);
        }
    }

    /// The piece and what goes on before and behind it over gaps.
    fn across_gaps(&self, raw: &str, piece: Piece) -> Vec<Piece> {
        let mut pieces = vec![piece];
        if piece.turn != Turn::Same {
            return pieces;
        }
        while let Some(more) = self.behind(raw, pieces[pieces.len() - 1]) {
            pieces.push(more);
        }
        let mut first = piece;
        while let Some(more) = self.ahead(raw, first) {
            pieces.push(more);
            first = more;
        }
        pieces
    }

    fn behind(&self, raw: &str, piece: Piece) -> Option<Piece> {
        let (text, rest) = (self.text.as_bytes(), raw.as_bytes().get(piece.of.end..)?);
        let start = gap::after(text, piece.span.end)?;
        let here = text.get(start..)?;
        let same = here.iter().zip(rest).take_while(|(a, b)| a == b).count();
        let enough = same >= MIN_REST || same > 0 && same == rest.len();
        let piece = Piece {
            span: Span::new(start, start + same),
            of: Span::new(piece.of.end, piece.of.end + same),
            ..piece
        };
        (enough && bounded(self.text, raw, piece)).then_some(piece)
    }

    fn ahead(&self, raw: &str, piece: Piece) -> Option<Piece> {
        let (text, rest) = (self.text.as_bytes(), &raw.as_bytes()[..piece.of.start]);
        if rest.is_empty() {
            return None;
        }
        gap::before(text, piece.span.start).find_map(|end| {
            let here = text[..end].iter().rev();
            let same = here
                .zip(rest.iter().rev())
                .take_while(|(a, b)| a == b)
                .count();
            let enough = same >= MIN_REST || same > 0 && same == rest.len();
            let piece = Piece {
                span: Span::new(end - same, end),
                of: Span::new(piece.of.start - same, piece.of.start),
                ..piece
            };
            (enough && bounded(self.text, raw, piece)).then_some(piece)
        })
    }
}

/// Both ends lie between characters.
fn bounded(text: &str, raw: &str, piece: Piece) -> bool {
    text.get(piece.span.start..piece.span.end).is_some()
        && raw.get(piece.of.start..piece.of.end).is_some()
}

/// The longest match around a meeting, read in that way.
fn extend(text: &str, raw: &str, meeting: Meeting, turn: Turn) -> Option<Piece> {
    let (here, there) = (text.as_bytes(), raw.as_bytes());
    let (left, right) = (here.get(..meeting.at)?, here.get(meeting.at..)?);
    let (span, of) = if turn == Turn::Mirrored {
        let end = meeting.offset + GRAM;
        let back = there.get(..end)?.iter().rev();
        let on = right.iter().zip(back).take_while(|(a, b)| a == b).count();
        let forth = there.get(end..)?.iter();
        let off = left
            .iter()
            .rev()
            .zip(forth)
            .take_while(|(a, b)| a == b)
            .count();
        (
            Span::new(meeting.at - off, meeting.at + on),
            Span::new(end - on, end + off),
        )
    } else {
        let same = |(a, b): &(&u8, &u8)| a == b || turn == Turn::Case && a.eq_ignore_ascii_case(b);
        let on = right
            .iter()
            .zip(there.get(meeting.offset..)?)
            .take_while(same)
            .count();
        let back = there.get(..meeting.offset)?.iter().rev();
        let off = left.iter().rev().zip(back).take_while(same).count();
        (
            Span::new(meeting.at - off, meeting.at + on),
            Span::new(meeting.offset - off, meeting.offset + on),
        )
    };
    if span.len() < GRAM || span.end < meeting.at + GRAM {
        return None;
    }
    let piece = Piece {
        span,
        owner: meeting.owner,
        of,
        turn,
        shared: false,
    };
    trimmed(text, raw, piece)
}

/// The piece without characters that were cut in two.
fn trimmed(text: &str, raw: &str, mut piece: Piece) -> Option<Piece> {
    if piece.turn == Turn::Mirrored {
        return bounded(text, raw, piece).then_some(piece);
    }
    while !piece.span.is_empty() && !text.is_char_boundary(piece.span.start) {
        piece.span.start += 1;
        piece.of.start += 1;
    }
    while !piece.span.is_empty() && !text.is_char_boundary(piece.span.end) {
        piece.span.end -= 1;
        piece.of.end -= 1;
    }
    (piece.span.len() >= GRAM && bounded(text, raw, piece)).then_some(piece)
}

/// The conditions under which pieces of a secret are linked to it.
fn fits(text: &str, raw: &str, whole: Span, pieces: &[Piece]) -> bool {
    let start = pieces.iter().map(|piece| piece.of.start).min().unwrap_or(0);
    let end = pieces.iter().map(|piece| piece.of.end).max().unwrap_or(0);
    let (from, to) = (start.max(whole.start), end.min(whole.end));
    let all = from <= whole.start && to >= whole.end;
    let part = raw.get(start..end).unwrap_or_default();
    let long = all || part.is_ascii() || part.chars().count() >= MIN_FRAGMENT;
    let length = long && part.len() >= MIN_FRAGMENT && to.saturating_sub(from) >= MIN_VARIABLE;
    let bordered = || all || pieces.len() > 1 || has_border(text, pieces[0].span);
    let tells = || {
        let part = raw.as_bytes().get(from..to).unwrap_or_default();
        let whole = raw
            .as_bytes()
            .get(whole.start..whole.end)
            .unwrap_or_default();
        bits(part, whole) >= MIN_BITS && !strength::is_name(part)
    };
    length && bordered() && tells()
}

/// What a part of `whole` tells: of a value drawn at random, every character as much as its class allows.
fn bits(part: &[u8], whole: &[u8]) -> u32 {
    if !strength::looks_random(whole) {
        return strength::bits(part);
    }
    let (hex, lower, upper) =
        whole
            .iter()
            .fold((true, false, false), |(hex, lower, upper), byte| {
                let (is_lower, is_upper) = (byte.is_ascii_lowercase(), byte.is_ascii_uppercase());
                (
                    hex && byte.is_ascii_hexdigit(),
                    lower || is_lower,
                    upper || is_upper,
                )
            });
    let tenths = match (hex, lower && upper) {
        (true, _) => 40,
        (_, true) => 59,
        _ => 51,
    };
    part.len() as u32 * tenths / 10
}

/// Whether one side is the border of a token.
fn has_border(text: &str, span: Span) -> bool {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let before = text
        .get(..span.start)
        .and_then(|left| left.chars().next_back());
    let after = text.get(span.end..).and_then(|right| right.chars().next());
    !word(before) || !word(after)
}

/// Of pieces that overlap, the longest stays whole and the others keep what is left of them.
fn settle(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by_key(|piece| {
        (
            std::cmp::Reverse(piece.span.len()),
            piece.span.start,
            piece.owner,
        )
    });
    let mut taken: Vec<Piece> = Vec::new();
    for piece in pieces {
        if let Some(twin) = taken
            .iter_mut()
            .find(|other| other.span.contains(piece.span))
        {
            twin.shared |= twin.span == piece.span && twin.owner != piece.owner;
            continue;
        }
        taken.extend(rest_of(piece, &taken));
    }
    taken.sort_by_key(|piece| piece.span.start);
    taken
}

/// The piece without its overlaps with the end of an earlier and the start of a later one.
fn rest_of(piece: Piece, taken: &[Piece]) -> Option<Piece> {
    let mut rest = piece;
    for other in taken.iter().filter(|other| other.span.overlaps(piece.span)) {
        if other.span.start <= rest.span.start {
            rest.span.start = rest.span.start.max(other.span.end);
        } else {
            rest.span.end = rest.span.end.min(other.span.start);
        }
    }
    let (before, after) = (
        rest.span.start.saturating_sub(piece.span.start),
        piece.span.end.saturating_sub(rest.span.end),
    );
    rest.of = match piece.turn {
        Turn::Mirrored => Span::new(piece.of.start + after, piece.of.end.saturating_sub(before)),
        _ => Span::new(piece.of.start + before, piece.of.end.saturating_sub(after)),
    };
    (!rest.span.is_empty()).then_some(rest)
}

/// What stands for a piece of `raw`, cut from `surrogate`; `None` if the two cannot be laid side by side.
pub(crate) fn slice(text: &str, raw: &str, surrogate: &str, piece: Piece) -> Option<String> {
    if piece.shared || raw.len() != surrogate.len() {
        return None;
    }
    let slice = surrogate.get(piece.of.start..piece.of.end)?;
    match piece.turn {
        Turn::Same => Some(slice.to_owned()),
        Turn::Mirrored => Some(slice.chars().rev().collect()),
        Turn::Case => recased(
            piece.span.of(text),
            raw.get(piece.of.start..piece.of.end)?,
            slice,
        ),
    }
}

/// `slice` with the change of case that made `text` of `raw`.
fn recased(text: &str, raw: &str, slice: &str) -> Option<String> {
    if text == raw.to_ascii_uppercase() {
        return Some(slice.to_ascii_uppercase());
    }
    (text == raw.to_ascii_lowercase()).then(|| slice.to_ascii_lowercase())
}
