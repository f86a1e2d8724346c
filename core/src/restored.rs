//! A text with stand-ins of ours in it, as it reads with the real values in their places.
//!
//! `PASSWORD: ~/keys/layoff_plan.pdf` is a path, so only its name is hidden. With a handle in it the value would look
//! drawn, and be hidden once more the next time; a path would begin behind a handle, or a piece of a secret end at
//! one. So whatever is found in a text with stand-ins is asked again, here, with what the text said at first.

use zeroize::Zeroizing;

use crate::detect::Implied;
use crate::graph::fragment::MIN_FRAGMENT;
use crate::handle::Handle;
use crate::slots::Table;
use crate::view::View;
use crate::{Finding, Kind, Rank, Rule, Span};

/// How much longer a text may become, in bytes and for each of its own: a long value can have a short stand-in.
const MORE: usize = 64 << 10;
const TIMES: usize = 2;

/// How a text reads when it is restored.
pub(crate) struct Restored {
    /// The stand-ins: where they stand, and where their values do.
    places: Vec<(Span, Span)>,
    /// What is found in the restored text beside those values, by position.
    others: Vec<Finding>,
    /// What gives values away there without being found itself.
    implied: Vec<Span>,
}

impl Restored {
    /// The text behind `view`, restored; `None` if it has no stand-in among `findings`, or would grow beyond measure.
    pub(crate) fn of(
        view: &View<'_>,
        findings: &[Finding],
        table: &Table,
    ) -> Option<(Zeroizing<String>, Restored)> {
        let own = findings.iter().filter(|finding| finding.rank == Rank::Own);
        let mut own: Vec<Finding> = own.copied().collect();
        own.sort_unstable_by_key(|finding| {
            (finding.span.start, std::cmp::Reverse(finding.span.end))
        });
        let source = view.source();
        let limit = MORE + TIMES * source.len();
        let (mut text, mut places, mut done) = (Zeroizing::new(String::new()), Vec::new(), 0);
        for finding in own {
            let span = view.in_source(finding.span);
            let number = behind(&finding, view.text(), table);
            let Some(number) = number.filter(|_| span.start >= done) else {
                continue;
            };
            text.push_str(&source[done..span.start]);
            let start = text.len();
            text.push_str(table.value(number).raw.expose());
            places.push((span, Span::new(start, text.len())));
            done = span.end;
            if text.len() > limit {
                return None;
            }
        }
        text.push_str(&source[done..]);
        let restored = Restored {
            places,
            others: Vec::new(),
            implied: Vec::new(),
        };
        (!restored.places.is_empty()).then_some((text, restored))
    }

    /// Takes what was found in the restored text, as it stands there.
    pub(crate) fn compare(&mut self, there: &View<'_>, found: &[Finding], implied: &[Implied]) {
        let found = found.iter().map(|found| Finding {
            span: there.in_source(found.span),
            ..*found
        });
        self.others = found.flat_map(|found| self.beside(found)).collect();
        let spans = implied.iter().map(|implied| there.in_source(implied.span));
        self.implied = spans.collect();
        self.implied.sort_unstable();
    }

    /// What a finding in the restored text tells beside the values: nothing if it is one. A name in a value goes with
    /// it, and of known secrets that run through one only what stands beside it counts.
    fn beside(&self, found: Finding) -> Vec<Finding> {
        let ended = |(_, value): &(Span, Span)| value.end <= found.span.start;
        let next = self.places.partition_point(ended);
        let values = self.places[next..].iter().map(|(_, value)| *value);
        let over = values.take_while(|value| value.start < found.span.end);
        let (mut from, mut rests, mut whole) = (found.span.start, Vec::new(), true);
        for value in over {
            let name = found.kind != Kind::Secret;
            if value == found.span || name && value.contains(found.span) {
                return Vec::new();
            }
            whole = false;
            rests.push(Span::new(from.min(value.start), value.start));
            from = value.end;
        }
        if whole || found.kind != Kind::Secret || found.rank > Rank::Known {
            return vec![found];
        }
        rests.push(Span::new(from.min(found.span.end), found.span.end));
        rests.retain(|rest| rest.len() >= MIN_FRAGMENT);
        let rests = rests.into_iter();
        rests.map(|span| Finding { span, ..found }).collect()
    }

    /// Whether what stands at `span` of the text gives something away in the restored text too. No stand-in does.
    pub(crate) fn implies(&self, span: Span) -> bool {
        if self.meets(span) {
            return false;
        }
        let there = moved(&self.places, span, |(own, value)| (*own, *value));
        self.implied.binary_search(&there).is_ok()
    }

    /// Whether something private stands at `span` of the text, where `finding` is, in the restored text too.
    pub(crate) fn confirms(&self, finding: &Finding, span: Span) -> bool {
        if finding.rank == Rank::Format && !self.meets(span) {
            return true;
        }
        let there = moved(&self.places, span, |(own, value)| (*own, *value));
        let ended = |other: &Finding| other.span.end <= there.start;
        let next = self.others.partition_point(ended);
        let over = self.others[next..].iter();
        over.take_while(|other| other.span.start < there.end)
            .any(|other| finding.kind != Kind::Secret || other.kind == Kind::Secret)
    }

    fn meets(&self, span: Span) -> bool {
        let ended = |(own, _): &(Span, Span)| own.end <= span.start;
        let next = self.places.get(self.places.partition_point(ended));
        next.is_some_and(|(own, _)| own.start < span.end)
    }

    /// The secrets of the restored text, as they stand in the view.
    pub(crate) fn secrets<'a>(&'a self, view: &'a View<'_>) -> impl Iterator<Item = Finding> + 'a {
        let secret = |other: &&Finding| other.kind == Kind::Secret;
        let secrets = self.others.iter().filter(secret);
        secrets.map(|other| {
            let span = moved(&self.places, other.span, |(own, value)| (*value, *own));
            let span = Span::new(view.place_of(span.start), view.place_of(span.end));
            Finding { span, ..*other }
        })
    }
}

/// Where `span` of one text is in the other. What ends inside a stand-in or a value takes all of it.
fn moved(places: &[(Span, Span)], span: Span, way: impl Fn(&(Span, Span)) -> (Span, Span)) -> Span {
    let last = |count: usize| count.checked_sub(1).map(|last| way(&places[last]));
    let start = match last(places.partition_point(|place| way(place).0.start <= span.start)) {
        Some((from, to)) if span.start < from.end => to.start,
        Some((from, to)) => to.end + (span.start - from.end),
        None => span.start,
    };
    let end = match last(places.partition_point(|place| way(place).0.start < span.end)) {
        Some((from, to)) => to.end + span.end.saturating_sub(from.end),
        None => span.end,
    };
    Span::new(start, end.max(start))
}

/// Whether it may be only for the stand-ins around it that a finding was made. What the session knows is private
/// wherever it stands, and so is a token that is one by itself.
pub(crate) fn is_doubtful(finding: &Finding) -> bool {
    let literal = matches!(finding.rule, Rule::Known | Rule::Derived);
    finding.rank != Rank::Own && !literal
}

fn behind(own: &Finding, text: &str, table: &Table) -> Option<u32> {
    if own.kind == Kind::Secret {
        return table.by_surrogate(own.span.of(text));
    }
    // Where a colour set it apart, more of a word stands beside it in the view.
    let (handle, _, _) = Handle::parse_at(own.span.of(text).as_bytes(), 0)?;
    table.by_handle(handle)
}
