//! Decides between findings that overlap.
//!
//! The order is that of [`Rank`]; ties go to the longest, then the leftmost, then the secret. A secret that
//! meets a known value or a token inside itself keeps what is left of it, and takes names inside it along: a
//! handle never shields the secret beside it. Everything else that overlaps a better finding is dropped, so that of
//! `DATABASE_URL=postgres://u:p@h/db` the user, password and host go and the rest of the line stays.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::{Finding, Kind, Rank, Rule, Span};

/// A remainder shorter than this (in letters and digits) says nothing.
const MIN_REST: usize = 4;

/// The findings that stand, by position, none overlapping another.
pub(crate) fn resolve(text: &str, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_unstable_by_key(|finding| (finding.span.start, Reverse(finding.span.end)));
    let mut out = Vec::with_capacity(findings.len());
    let mut from = 0;
    while from < findings.len() {
        let to = cluster_end(&findings, from);
        match &findings[from..to] {
            [alone] => out.push(*alone),
            cluster => match over_all(cluster) {
                Some(best) => out.push(best),
                None => decide(text, cluster, &mut out),
            },
        }
        from = to;
    }
    join_touching(&mut out);
    out
}

/// Joins secrets that touch: two surrogates without a border between them could not be told apart again.
fn join_touching(findings: &mut Vec<Finding>) {
    let secret = |finding: &Finding| finding.kind == Kind::Secret && finding.rank > Rank::Own;
    let coded = |finding: &Finding| finding.rule == Rule::Encoded;
    let echo = |finding: &Finding| finding.rule == Rule::Fragment || coded(finding);
    let fresh = |finding: &Finding| finding.rank > Rank::Known;
    findings.dedup_by(|next, last| {
        // The lines of one encoding may touch.
        let echoes = echo(last) || echo(next);
        let apart = fresh(last) || fresh(next) || echoes && !(coded(last) && coded(next));
        let secrets = secret(last) && secret(next) && apart;
        let touch = last.span.end == next.span.start && secrets;
        if touch {
            let end = next.span.end;
            // A known value that something hangs on is another value.
            *last = if fresh(last) {
                *last
            } else {
                Finding {
                    span: last.span,
                    ..*next
                }
            };
            last.span.end = end;
        }
        touch
    });
}

/// End of the run of findings that hang together by overlaps.
fn cluster_end(findings: &[Finding], from: usize) -> usize {
    let mut reach = findings[from].span.end;
    let mut to = from + 1;
    while to < findings.len() && findings[to].span.start < reach {
        reach = reach.max(findings[to].span.end);
        to += 1;
    }
    to
}

/// The best of a cluster, if it covers all others: nothing of them is left then. A secret as long as the best may
/// still take it along.
fn over_all(cluster: &[Finding]) -> Option<Finding> {
    let best = cluster.iter().min_by_key(|finding| precedence(finding))?;
    let covered = |other: &Finding| {
        let twin = other.kind == Kind::Secret && best.kind != Kind::Secret;
        best.span.contains(other.span) && !(twin && other.span == best.span)
    };
    cluster.iter().all(covered).then_some(*best)
}

fn decide(text: &str, cluster: &[Finding], out: &mut Vec<Finding>) {
    let mut order = cluster.to_vec();
    order.sort_by_key(precedence);
    let mut taken = Taken::default();
    for finding in order {
        if taken.free(finding.span) {
            taken.insert(finding);
        } else if taken.swallows(&finding) {
            taken.remove_inside(finding.span);
            taken.insert(finding);
        } else if finding.kind == Kind::Secret {
            for rest in taken.rest_of(text, finding) {
                taken.remove_inside(rest.span);
                taken.insert(rest);
            }
        }
    }
    out.extend(taken.0.into_values());
}

fn precedence(finding: &Finding) -> (Rank, Reverse<usize>, usize, bool) {
    let span = finding.span;
    let structural = finding.kind != Kind::Secret;
    (finding.rank, Reverse(span.len()), span.start, structural)
}

/// Accepted findings by start.
#[derive(Default)]
struct Taken(BTreeMap<usize, Finding>);

impl Taken {
    fn insert(&mut self, finding: Finding) {
        self.0.insert(finding.span.start, finding);
    }

    /// The accepted findings that overlap `span`, by position.
    fn over(&self, span: Span) -> impl Iterator<Item = &Finding> {
        let before = self.0.range(..span.start).next_back();
        let before = before.filter(|(_, finding)| finding.span.end > span.start);
        before
            .into_iter()
            .chain(self.0.range(span.start..span.end))
            .map(|(_, finding)| finding)
    }

    fn free(&self, span: Span) -> bool {
        self.over(span).next().is_none()
    }

    /// Whether a secret that its context gave away takes the names inside it along: they are a part of it, and
    /// a stand-in for the whole cannot be told apart from one for a value without names.
    fn swallows(&self, secret: &Finding) -> bool {
        self.over(secret.span)
            .all(|other| is_part_of(secret, other))
    }

    fn remove_inside(&mut self, span: Span) {
        self.0.retain(|_, finding| !span.contains(finding.span));
    }

    /// What a secret keeps beside better findings; nothing if one of them is a part it was parsed into, or a
    /// surrogate: with the raw value in its place the rest was judged harmless, or went with it.
    fn rest_of(&self, text: &str, secret: Finding) -> Vec<Finding> {
        // A token format that runs through a stand-in is no token: it was the stand-in that completed it.
        let token = secret.rank == Rank::Format;
        let shares = |other: &Finding| match other.rank {
            Rank::Own => !token && other.kind != Kind::Secret,
            Rank::Known | Rank::Format => true,
            _ => false,
        };
        if !self.over(secret.span).all(shares) {
            return Vec::new();
        }
        let mut rests = Vec::new();
        let mut from = secret.span.start;
        let parted = |other: &&Finding| !is_part_of(&secret, other);
        for other in self.over(secret.span).filter(parted) {
            rests.push(Span::new(from, other.span.start.max(from)));
            from = other.span.end;
        }
        rests.push(Span::new(from.min(secret.span.end), secret.span.end));
        let rests = rests.into_iter().filter(|rest| self.tells(text, *rest));
        rests
            .map(|rest| self.around_names(trim(text, rest)))
            .map(|span| Finding { span, ..secret })
            .collect()
    }

    /// Whether enough of `rest` stands between the names in it.
    fn tells(&self, text: &str, rest: Span) -> bool {
        let (mut from, mut tells) = (rest.start, false);
        for name in self.over(rest) {
            tells |= telling(&text[from..name.span.start.max(from)]);
            from = name.span.end.min(rest.end);
        }
        tells || telling(&text[from..rest.end])
    }

    /// The span without half a name at an end.
    fn around_names(&self, span: Span) -> Span {
        self.over(span).fold(span, |span, name| {
            Span::new(span.start.min(name.span.start), span.end.max(name.span.end))
        })
    }
}

/// Whether a secret that its context gave away takes `name` along.
fn is_part_of(secret: &Finding, name: &Finding) -> bool {
    let by_context = !matches!(secret.rank, Rank::Own | Rank::Format);
    let is_name = name.kind != Kind::Secret && matches!(name.rank, Rank::Own | Rank::Known);
    secret.kind == Kind::Secret && by_context && is_name && secret.span.contains(name.span)
}

/// A rest without what is no letter or digit at its ends: that separates the two stand-ins, which would
/// not be told apart if they were glued together.
fn trim(text: &str, rest: Span) -> Span {
    let part = rest.of(text);
    let front = part.trim_start_matches(|c: char| !c.is_alphanumeric());
    let start = rest.end - front.len();
    let len = front.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    Span::new(start, start + len)
}

fn telling(rest: &str) -> bool {
    rest.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_REST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reach;

    const TEXT: &str =
        "DATABASE_URL=postgres://user:password@host.internal/db and more text of no interest";

    fn finding(start: usize, end: usize, kind: Kind, rank: Rank) -> Finding {
        Finding {
            span: Span::new(start, end),
            kind,
            rank,
            rule: Rule::Known,
            reach: Reach::Here,
        }
    }

    fn spans(findings: Vec<Finding>) -> Vec<(usize, usize)> {
        resolve(TEXT, findings)
            .iter()
            .map(|f| (f.span.start, f.span.end))
            .collect()
    }

    #[test]
    fn of_every_two_ranks_the_earlier_wins() {
        let ranks = [
            Rank::Own,
            Rank::Known,
            Rank::Part,
            Rank::Format,
            Rank::Context,
            Rank::Entropy,
            Rank::Structural,
        ];
        for (i, &better) in ranks.iter().enumerate() {
            for &worse in &ranks[i + 1..] {
                let a = finding(13, 20, Kind::Host, better);
                let b = finding(15, 22, Kind::Host, worse);
                assert_eq!(spans(vec![b, a]), [(13, 20)], "{better:?} over {worse:?}");
            }
        }
    }

    #[test]
    fn of_equal_ranks_the_longest_then_the_leftmost_then_the_secret_wins() {
        let long = finding(15, 25, Kind::Host, Rank::Part);
        let short = finding(13, 20, Kind::Host, Rank::Part);
        assert_eq!(spans(vec![short, long]), [(15, 25)]);
        let left = finding(10, 20, Kind::Host, Rank::Part);
        assert_eq!(spans(vec![long, left]), [(10, 20)]);
        let secret = finding(15, 25, Kind::Secret, Rank::Part);
        assert_eq!(resolve(TEXT, vec![long, secret])[0].kind, Kind::Secret);
    }

    #[test]
    fn the_innermost_structured_part_beats_the_line() {
        let line = finding(13, 53, Kind::Secret, Rank::Context);
        let password = finding(29, 37, Kind::Secret, Rank::Part);
        let host = finding(38, 51, Kind::Host, Rank::Structural);
        assert_eq!(spans(vec![line, host, password]), [(29, 37), (38, 51)]);
    }

    #[test]
    fn a_stand_in_does_not_shield_the_secret_around_it() {
        let own = finding(20, 30, Kind::Email, Rank::Own);
        let secret = finding(13, 40, Kind::Secret, Rank::Context);
        assert_eq!(spans(vec![secret, own]), [(13, 40)]);
        let beyond = finding(20, 42, Kind::Email, Rank::Own);
        assert_eq!(spans(vec![secret, beyond]), [(13, 20), (20, 42)]);
    }

    #[test]
    fn a_known_secret_inside_another_keeps_its_own_stand_in() {
        let known = finding(24, 37, Kind::Secret, Rank::Known);
        let secret = finding(13, 51, Kind::Secret, Rank::Context);
        assert_eq!(spans(vec![secret, known]), [(13, 21), (24, 37), (38, 51)]);
    }

    #[test]
    fn a_known_secret_that_more_of_a_secret_touches_goes_with_it() {
        let known = finding(20, 30, Kind::Secret, Rank::Known);
        let secret = finding(13, 40, Kind::Secret, Rank::Context);
        assert_eq!(spans(vec![secret, known]), [(13, 40)]);
    }

    proptest::proptest! {
        #[test]
        fn nothing_overlaps_and_no_secret_byte_is_lost_to_a_structural_one(
            raw in proptest::collection::vec((0usize..60, 1usize..20, 0usize..7, proptest::bool::ANY), 0..30),
        ) {
            let ranks = [Rank::Own, Rank::Known, Rank::Part, Rank::Format, Rank::Context, Rank::Entropy, Rank::Structural];
            let findings: Vec<_> = raw.into_iter().map(|(start, len, rank, secret)| {
                let kind = if secret { Kind::Secret } else { Kind::Host };
                finding(start, start + len, kind, ranks[rank])
            }).collect();
            let out = resolve(TEXT, findings.clone());
            for pair in out.windows(2) {
                proptest::prop_assert!(pair[0].span.end <= pair[1].span.start);
            }
            for lost in findings {
                proptest::prop_assert!(out.iter().any(|kept| kept.span.overlaps(lost.span)));
            }
        }
    }
}
