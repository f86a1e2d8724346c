//! Secrets that come back in another form, and what stands for each of them there.

use std::collections::BTreeMap;

use crate::finding::{Finding, Rank, Reach};
use crate::graph::grams::STRIDE;
use crate::graph::trace::{Trace, Traces};
use crate::graph::{encoded, fragment, preview};
use crate::handle::Handle;
use crate::slots::Table;
use crate::view::View;
use crate::{Kind, Rule, Span};

/// A place where a known secret stands in part or in another form.
pub(crate) struct Echo {
    pub(crate) span: Span,
    /// The secret.
    pub(crate) owner: u32,
    pub(crate) rule: Rule,
    /// The same form of the surrogate; `None` if it needs a stand-in of its own.
    pub(crate) stand_in: Option<String>,
}

impl Echo {
    /// Whether the stand-in is known from then on and restored; of shorter text it would be by accident.
    pub(crate) fn is_registered(&self) -> bool {
        self.span.len() >= fragment::MIN_FRAGMENT
    }

    pub(crate) fn finding(&self) -> Finding {
        Finding {
            span: self.span,
            kind: Kind::Secret,
            rank: Rank::Known,
            rule: self.rule,
            reach: Reach::Here,
        }
    }
}

/// The echoes in `text`, except where a finding already covers them. A secret that runs into one grows by it.
pub(crate) fn find(
    text: &str,
    table: &Table,
    traces: &Traces,
    findings: &mut [Finding],
) -> Vec<Echo> {
    if table.grams.is_empty() {
        return Vec::new();
    }
    let known = whole(findings);
    let mut echoes = fragments(text, table, &traces.places, &known);
    echoes.extend(encoded::find(text, table, &traces.runs, &traces.lists));
    echoes.extend(preview::find(text, table));
    let new =
        |echo: &Echo| known.binary_search(&echo.span).is_err() || meets_another(echo, findings);
    if !echoes.iter().any(new) {
        return Vec::new();
    }
    settle(&mut echoes);
    echoes = beside_handles(echoes, findings);
    // A secret may hold the text of a slot, which stands for something else alone.
    echoes.retain(|echo| !is_slot(text, echo.span));
    grow(text, &echoes, findings);
    loosen(text, &mut echoes, findings);
    let cover = Cover::of(findings);
    echoes.retain(|echo| !cover.holds(echo));
    echoes
}

/// Whether another secret reaches out of the known one that an echo is.
fn meets_another(echo: &Echo, findings: &[Finding]) -> bool {
    let mut secrets = findings.iter().filter(|f| f.kind == Kind::Secret);
    secrets.any(|f| f.span.overlaps(echo.span) && !echo.span.contains(f.span))
}

/// Whether anything of the secrets `numbers` may stand in `text`, a part of a JSON document: more often than it does,
/// but never less.
pub(crate) fn may_show(text: &str, table: &Table, numbers: &[u32]) -> bool {
    let short = |number: &u32| table.value(*number).raw.len() < fragment::MIN_FRAGMENT;
    let view = View::of(text);
    // Nothing invisible is plain in what is escaped.
    if numbers.iter().any(short) || memchr::memmem::find(text.as_bytes(), b"\\u").is_some() {
        return true;
    }
    let text = view.text();
    let mut trace = Trace::of(&table.grams);
    trace.all(text.as_bytes());
    let traces = trace.into_traces();
    let mut met = false;
    let mut meet = |text: &str, at: usize| {
        table
            .grams
            .look_around(text.as_bytes(), at, &mut |meeting| {
                met |= numbers.contains(&meeting.owner);
            });
    };
    traces.places.iter().for_each(|&at| meet(text, at));
    encoded::each(text, &traces.runs, &traces.lists, |decoded| {
        let plain = decoded.plain();
        for at in (0..plain.len()).step_by(STRIDE) {
            if table.grams.may_meet(plain.as_bytes(), at) {
                meet(plain, at);
            }
        }
    });
    let shortened = || preview::find(text, table);
    met || shortened().iter().any(|echo| numbers.contains(&echo.owner))
}

fn is_slot(text: &str, span: Span) -> bool {
    let handle = Handle::parse_at(text.as_bytes(), span.start);
    handle.is_some_and(|(_, _, end)| end == span.end)
}

/// Of echoes that overlap, the longest stays. What another has beside it goes along, under one new stand-in.
fn settle(echoes: &mut Vec<Echo>) {
    echoes.sort_by_key(|echo| {
        (
            std::cmp::Reverse(echo.span.len()),
            echo.span.start,
            echo.owner,
        )
    });
    let mut taken: BTreeMap<usize, Echo> = BTreeMap::new();
    for mut echo in echoes.drain(..) {
        let (mut over, mut beside) = (Vec::new(), false);
        for (&at, other) in taken.range(..echo.span.end).rev() {
            if other.span.end <= echo.span.start {
                break;
            }
            let before = other.span.start.saturating_sub(echo.span.start);
            let behind = echo.span.end.saturating_sub(other.span.end);
            beside |= before.max(behind) >= fragment::MIN_FRAGMENT;
            over.push(at);
        }
        if !over.is_empty() && !beside {
            continue;
        }
        for other in over.iter().filter_map(|at| taken.remove(at)) {
            let (start, end) = (echo.span.start, echo.span.end);
            echo.span = Span::new(start.min(other.span.start), end.max(other.span.end));
            echo.stand_in = None;
        }
        taken.insert(echo.span.start, echo);
    }
    echoes.extend(taken.into_values());
}

/// A handle is a handle, even where a secret has its text: only what stands beside it counts.
fn beside_handles(echoes: Vec<Echo>, findings: &[Finding]) -> Vec<Echo> {
    let handles = handles(findings);
    let mut kept = Vec::with_capacity(echoes.len());
    for echo in echoes {
        let first = handles.partition_point(|handle| handle.end <= echo.span.start);
        let over = handles[first..]
            .iter()
            .take_while(|handle| handle.start < echo.span.end);
        let (mut from, mut rests) = (echo.span.start, Vec::new());
        for handle in over {
            rests.push(Span::new(from, handle.start.max(from)));
            from = handle.end;
        }
        if rests.is_empty() {
            kept.push(echo);
            continue;
        }
        rests.push(Span::new(from.min(echo.span.end), echo.span.end));
        rests.retain(|rest| rest.len() >= fragment::MIN_FRAGMENT);
        kept.extend(rests.into_iter().map(|span| Echo {
            span,
            stand_in: None,
            ..echo
        }));
    }
    kept
}

/// Where handles of ours stand, by position.
fn handles(findings: &[Finding]) -> Vec<Span> {
    let handle = |f: &&Finding| f.rank == Rank::Own && f.kind != Kind::Secret;
    let mut handles: Vec<Span> = findings.iter().filter(handle).map(|f| f.span).collect();
    handles.sort_unstable();
    handles
}

/// Two stand-ins that are glued together would not be told apart, so a secret that overlaps an echo without a
/// border between them takes the echo in, and the rest of its word.
fn grow(text: &str, echoes: &[Echo], findings: &mut [Finding]) {
    let others = findings
        .iter_mut()
        .filter(|f| f.kind == Kind::Secret && f.rank > Rank::Known);
    for finding in others {
        let first = echoes.partition_point(|echo| echo.span.end <= finding.span.start);
        let overlapping = echoes[first..]
            .iter()
            .take_while(|echo| echo.span.start < finding.span.end);
        let mut span = finding.span;
        for echo in overlapping.filter(|echo| !echo.span.contains(finding.span)) {
            if echo.span.start < span.start && is_glued(text, echo.span.end) {
                let lead = text[..echo.span.start].chars().rev();
                span.start = echo.span.start - of_word(lead);
            }
            if echo.span.end > span.end && is_glued(text, echo.span.start) {
                span.end = echo.span.end + of_word(text[echo.span.end..].chars());
            }
        }
        finding.span = span;
    }
}

/// A stand-in that is glued to more of a word is not told from it, so a path, a name or a value around it would
/// be taken for private the next time: there the echo takes the rest of the word in, and has a stand-in of its own.
/// What the word begins with it always takes in: a stand-in is looked for where words begin.
fn loosen(text: &str, echoes: &mut [Echo], findings: &[Finding]) {
    let structural = |f: &&Finding| f.rank == Rank::Structural;
    let around: Vec<Span> = findings.iter().filter(structural).map(|f| f.span).collect();
    let handles = handles(findings);
    for echo in echoes {
        let span = echo.span;
        let glued = is_glued(text, span.start) || is_glued(text, span.end);
        let start = span.start - of_word(text[..span.start].chars().rev());
        // A value, or a host.
        let judged = || text[..start].ends_with(['=', ':', '@']);
        if glued && (judged() || around.iter().any(|other| other.overlaps(span))) {
            let end = span.end + of_word(text[span.end..].chars());
            echo.span = Span::new(start, end);
            echo.stand_in = None;
        } else if let Some(lead) = lead_of(text, echo) {
            echo.span.start = lead;
            echo.stand_in = None;
        }
        // A handle is no part of a word: half of one is none.
        let next = handles.partition_point(|handle| handle.end <= echo.span.start);
        if let Some(handle) = handles.get(next).filter(|h| h.overlaps(echo.span)) {
            echo.span.start = echo.span.start.min(handle.start);
        }
    }
}

/// Where the letters and digits begin that the stand-in of `echo` would hang on. An escape before it is no part of
/// a word (`\n`, `\u003d`, `%3D`), and more of one encoding belongs together.
fn lead_of(text: &str, echo: &Echo) -> Option<usize> {
    let (before, here) = text.split_at(echo.span.start);
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let hangs = match echo.rule {
        Rule::Fragment => begins(here) || echo.stand_in.as_deref().is_none_or(begins),
        _ => !begins(here) && echo.stand_in.as_deref().is_some_and(begins),
    };
    let of_word = |byte: &u8| byte.is_ascii_alphanumeric();
    let lead = before.bytes().rev().take(REST).take_while(of_word).count();
    let (before, lead) = before.as_bytes().split_at(before.len() - lead);
    let escape = match (before.last(), lead) {
        (Some(b'\\'), [b'n' | b'r' | b't', ..]) => 1,
        (Some(b'\\'), [b'u', ..]) => 5,
        (Some(b'\\'), [b'x', ..]) => 3,
        (Some(b'%'), _) => 2,
        _ => 0,
    };
    (hangs && lead.len() > escape).then_some(before.len() + escape)
}

/// Longest rest of a word, in characters.
const REST: usize = 1024;

/// Length of the rest of a word, in bytes.
fn of_word(chars: impl Iterator<Item = char>) -> usize {
    let rest = chars.take(REST).take_while(|&c| is_word(c));
    rest.map(char::len_utf8).sum()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric()
}

/// Whether the characters on both sides make one word.
fn is_glued(text: &str, at: usize) -> bool {
    let word = |c: Option<char>| c.is_some_and(is_word);
    word(text[..at].chars().next_back()) && word(text[at..].chars().next())
}

/// Where known secrets stand whole, by position.
fn whole(findings: &[Finding]) -> Vec<Span> {
    let known = |f: &&Finding| f.rank == Rank::Known && f.kind == Kind::Secret;
    let mut spans: Vec<Span> = findings.iter().filter(known).map(|f| f.span).collect();
    spans.sort_unstable();
    spans
}

fn fragments(text: &str, table: &Table, places: &[usize], known: &[Span]) -> Vec<Echo> {
    let pieces = fragment::at(text, table, known, places);
    let echoes = pieces.into_iter().map(|piece| {
        let value = table.value(piece.owner);
        let surrogate = value.surrogate.as_deref().unwrap_or_default();
        let stand_in = fragment::slice(text, value.raw.expose(), surrogate, piece);
        let rule = match piece.turn {
            fragment::Turn::Same => Rule::Fragment,
            _ => Rule::Encoded,
        };
        Echo {
            span: piece.span,
            owner: piece.owner,
            rule,
            stand_in,
        }
    });
    echoes.collect()
}

/// Where secrets were found without the graph.
struct Cover {
    /// Stand-ins and whole known values: start, and the furthest end so far.
    known: Vec<(usize, usize)>,
    /// Other secrets, in the same way.
    other: Vec<(usize, usize)>,
}

/// How far spans reach that start before `before`.
fn reach(spans: &[(usize, usize)], before: usize) -> usize {
    let until = spans.partition_point(|&(start, _)| start < before);
    until.checked_sub(1).map_or(0, |last| spans[last].1)
}

impl Cover {
    fn of(findings: &[Finding]) -> Self {
        let ends = |known: bool| {
            let is = |finding: &&Finding| {
                finding.kind == Kind::Secret && (finding.rank <= Rank::Known) == known
            };
            let mut spans: Vec<_> = findings
                .iter()
                .filter(is)
                .map(|f| (f.span.start, f.span.end))
                .collect();
            spans.sort_unstable();
            let mut furthest = 0;
            for (_, end) in &mut spans {
                furthest = furthest.max(*end);
                *end = furthest;
            }
            spans
        };
        Self {
            known: ends(true),
            other: ends(false),
        }
    }

    /// Whether a whole known value, a stand-in, or a longer secret covers an echo: a new secret that shares a
    /// piece with an old one is learned whole. What is not registered gives way to any secret.
    fn holds(&self, echo: &Echo) -> bool {
        let span = echo.span;
        if !echo.is_registered() && reach(&self.other, span.end) > span.start {
            return true;
        }
        reach(&self.known, span.start + 1) >= span.end
            || reach(&self.other, span.start + 1) > span.end
            || reach(&self.other, span.start) >= span.end
    }
}
