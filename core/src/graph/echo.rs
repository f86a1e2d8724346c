//! Secrets that come back in another form, and what stands for each of them there.

use crate::finding::{Finding, Rank, Reach};
use crate::graph::fragment;
use crate::slots::Table;
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

/// The echoes in `text`, except where a finding already covers them.
pub(crate) fn find(text: &str, table: &Table, findings: &[Finding]) -> Vec<Echo> {
    if table.grams.is_empty() {
        return Vec::new();
    }
    let mut echoes = fragments(text, table);
    if !echoes.is_empty() {
        let cover = Cover::of(findings);
        echoes.retain(|echo| !cover.holds(echo.span));
    }
    echoes
}

fn fragments(text: &str, table: &Table) -> Vec<Echo> {
    let pieces = fragment::find(text, table);
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

    /// Whether a whole known value, a stand-in, or a longer secret covers `span`: a new secret that shares a
    /// piece with an old one is learned whole.
    fn holds(&self, span: Span) -> bool {
        let reach = |spans: &[(usize, usize)], before: usize| {
            let until = spans.partition_point(|&(start, _)| start < before);
            until.checked_sub(1).map_or(0, |last| spans[last].1)
        };
        reach(&self.known, span.start + 1) >= span.end
            || reach(&self.other, span.start + 1) > span.end
            || reach(&self.other, span.start) >= span.end
    }
}
