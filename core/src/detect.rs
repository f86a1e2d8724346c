//! The pass over a text: finds the starts, asks the prefilter, wakes the detectors.
//!
//! One walk over blocks of 64 bytes makes bit masks of the starts and of the few delimiters that detectors
//! hang on; everything else happens only where a bit is set. Detectors look at a bounded neighbourhood.

use crate::anchor::{self, Anchor, Wake};
use crate::block::{self, Masks, WINDOW};
use crate::facts::Facts;
use crate::graph::joined;
use crate::graph::trace::Trace;
use crate::known::{Hit, Known, Target};
use crate::{Finding, Kind, Rank, Reach, Rule, Span, contexts, formats, identity, own, paths};

/// The detectors, by what wakes them. Adding a context syntax is one file and one line here.
pub(crate) const ANCHORS: &[&[Anchor]] = &[
    own::ANCHORS,
    contexts::assignment::ANCHORS,
    contexts::call::ANCHORS,
    contexts::command::ANCHORS,
    contexts::credential_file::ANCHORS,
    contexts::header::ANCHORS,
    contexts::key_block::ANCHORS,
    contexts::key_fields::ANCHORS,
    contexts::keyword::ANCHORS,
    contexts::list::ANCHORS,
    contexts::listing::ANCHORS,
    contexts::login::ANCHORS,
    contexts::printed::ANCHORS,
    contexts::numbers::ANCHORS,
    contexts::once::ANCHORS,
    contexts::percent::ANCHORS,
    contexts::pipe::ANCHORS,
    contexts::protocol::ANCHORS,
    contexts::query::ANCHORS,
    contexts::router::ANCHORS,
    contexts::uri::ANCHORS,
    identity::email::ANCHORS,
    identity::accounts::ANCHORS,
    identity::answers::ANCHORS,
    identity::branch::ANCHORS,
    identity::cluster::ANCHORS,
    identity::device::ANCHORS,
    identity::directory::ANCHORS,
    identity::fields::ANCHORS,
    identity::host::ANCHORS,
    identity::hosted::ANCHORS,
    identity::ip::ANCHORS,
    identity::logins::ANCHORS,
    identity::machine::ANCHORS,
    identity::org::ANCHORS,
    identity::person::ANCHORS,
    identity::requests::ANCHORS,
    identity::tenant::ANCHORS,
    identity::project::ANCHORS,
    identity::table::ANCHORS,
    identity::user::ANCHORS,
    paths::ANCHORS,
    paths::documents::ANCHORS,
    paths::encoded::ANCHORS,
    paths::learn::ANCHORS,
];

/// A value that a finding gives away without standing there: the login name in a home directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Implied {
    /// Where it stands in the text.
    pub(crate) span: Span,
    pub(crate) kind: Kind,
    pub(crate) rule: Rule,
}

/// A finding that another value led to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// Where it stands in the text.
    pub(crate) span: Span,
    /// The number of that value.
    pub(crate) source: u32,
}

/// Where the value of an assignment ends, and how many assignments were found in it. They all end with it, so that
/// `a=a=a=` would read each value again and again; the outermost hides them all.
#[derive(Default)]
pub(crate) struct Nested {
    end: usize,
    count: u32,
}

/// So many assignments in one value are looked at.
const MOST_NESTED: u32 = 16;

impl Nested {
    /// Whether the delimiter at `at` stands in a value with enough of them.
    pub(crate) fn is_deep(&self, at: usize) -> bool {
        at < self.end && self.count >= MOST_NESTED
    }

    /// The value behind the delimiter at `at` ends at `end`, if it was found.
    pub(crate) fn note(&mut self, at: usize, end: Option<usize>) {
        self.count = if at < self.end { self.count + 1 } else { 0 };
        self.end = self.end.max(end.unwrap_or_default());
    }
}

/// What a detector sees, and where it puts what it finds.
pub(crate) struct Cx<'t> {
    /// The text of this turn.
    pub(crate) text: &'t str,
    /// The same as bytes.
    pub(crate) bytes: &'t [u8],
    /// What the session knows of the machine.
    pub(crate) facts: &'t Facts,
    pub(crate) findings: Vec<Finding>,
    pub(crate) implied: Vec<Implied>,
    /// Which values the derived forms among the findings belong to.
    pub(crate) links: Vec<Link>,
    /// Where known secrets may stand in part or encoded.
    pub(crate) trace: Trace<'t>,
    /// Nothing before this offset wakes a detector any more: set after a key block or a long blob.
    pub(crate) resume: usize,
    /// Names of providers before this offset were looked at.
    pub(crate) named: usize,
    /// Values of assignments in values of assignments.
    pub(crate) nested: Nested,
    /// The path at hand ends here; components before it were looked at with it.
    pub(crate) path_end: usize,
}

impl<'t> Cx<'t> {
    pub(crate) fn new(text: &'t str, facts: &'t Facts) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            facts,
            findings: Vec::with_capacity(text.len().min(16)),
            implied: Vec::new(),
            links: Vec::new(),
            trace: Trace::default(),
            resume: 0,
            named: 0,
            nested: Nested::default(),
            path_end: 0,
        }
    }

    /// Reports a value that grants access.
    pub(crate) fn secret(&mut self, span: Span, rank: Rank, rule: Rule) {
        if rank == Rank::Format || !is_noise(span.of(self.text)) {
            self.push(span, Kind::Secret, rank, rule, Reach::Session);
        }
    }

    /// Reports an identifying value.
    pub(crate) fn structural(&mut self, span: Span, kind: Kind, rule: Rule, reach: Reach) {
        let span = match contexts::label::may_swallow(kind) {
            true => contexts::label::cut(self, span, kind),
            false => span,
        };
        self.push(span, kind, Rank::Structural, rule, reach);
    }

    /// Reports a value of any kind.
    pub(crate) fn push(&mut self, span: Span, kind: Kind, rank: Rank, rule: Rule, reach: Reach) {
        if !span.is_empty() {
            self.findings.push(Finding {
                span,
                kind,
                rank,
                rule,
                reach,
            });
        }
    }

    /// Makes the text at `span` known without replacing it there.
    pub(crate) fn imply(&mut self, span: Span, kind: Kind, rule: Rule) {
        self.implied.push(Implied { span, kind, rule });
    }

    /// The byte at `at`, or 0 outside the text.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The byte before `at`, or 0 at the start.
    #[inline]
    pub(crate) fn before(&self, at: usize) -> u8 {
        at.checked_sub(1).map_or(0, |at| self.byte(at))
    }

    /// Whether `pattern` stands at `at`.
    pub(crate) fn at(&self, at: usize, pattern: &[u8]) -> bool {
        self.bytes.get(at..at + pattern.len()) == Some(pattern)
    }

    /// Whether `pattern` ends at `at`.
    pub(crate) fn ends_at(&self, at: usize, pattern: &[u8]) -> bool {
        at.checked_sub(pattern.len())
            .is_some_and(|from| self.at(from, pattern))
    }

    /// The characters that lie wholly in `[start, end)`: whoever counts bytes, up to a limit say, makes a span by it.
    pub(crate) fn between(&self, start: usize, end: usize) -> Span {
        let start = self.text.ceil_char_boundary(start);
        Span::new(start, self.text.floor_char_boundary(end).max(start))
    }

    /// Start of the line that `at` lies in, looking back at most 4 KB.
    pub(crate) fn line_start(&self, at: usize) -> usize {
        let floor = at.saturating_sub(4096);
        let found = memchr::memrchr(b'\n', &self.bytes[floor..at]);
        found.map_or_else(
            || self.text.ceil_char_boundary(floor).min(at),
            |found| floor + found + 1,
        )
    }

    /// What stands before `at` in its line, at most `most` bytes.
    pub(crate) fn line_before(&self, at: usize, most: usize) -> &'t [u8] {
        &self.bytes[self.line_start(at).max(at.saturating_sub(most))..at]
    }

    /// End of the line that `at` lies in (without `\n`), looking at most 8 KB ahead.
    pub(crate) fn line_end(&self, at: usize) -> usize {
        let ceiling = self.bytes.len().min(at + 8192);
        let at = at.min(ceiling);
        let found = memchr::memchr(b'\n', &self.bytes[at..ceiling]);
        found.map_or_else(
            || self.text.floor_char_boundary(ceiling).max(at),
            |found| at + found,
        )
    }
}

/// Control characters and what stands for bytes that are no text: nobody's credential, and it would be found again in
/// whatever is as broken. Nor is the mark of a key block.
fn is_noise(value: &str) -> bool {
    if value == "-----BEGIN" {
        return true;
    }
    let broken = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
    value.contains(broken) && value.chars().filter(|c| c.is_alphanumeric()).count() < 4
}

/// Finds everything in the text of `cx`, in no particular order, overlaps included.
pub(crate) fn detect(cx: &mut Cx<'_>, known: &Known) {
    if cx.facts.asked.is_some() {
        identity::answers::whole(cx);
    }
    let mut carry = block::Carry::default();
    let bytes = cx.bytes;
    let mut edge = [0; WINDOW];
    let mut base = 0;
    let mut before = (0, 0);
    while base < bytes.len() {
        let window = block::window(bytes, base, &mut edge);
        let masks = block::masks(window, &mut carry);
        visit(cx, known, base, window, &masks);
        if contexts::provider::is_fresh(masks.drawn, before.1) {
            contexts::provider::before_value(cx, base, &masks, before.0);
        }
        cx.trace.block(bytes, base, window, &masks);
        before = (masks.starts, masks.drawn);
        base += 64;
    }
    cx.trace.end(bytes);
    joined::find(cx);
}

#[inline(always)]
fn visit(cx: &mut Cx<'_>, known: &Known, base: usize, window: &[u8; WINDOW], masks: &Masks) {
    let mut starts = masks.starts;
    while starts != 0 {
        let bit = starts.trailing_zeros();
        starts &= starts - 1;
        let word = block::word_in(window, bit as i32);
        if known.may_start(word) {
            start(cx, known, base + bit as usize, word);
        }
    }
    let mut escaped = masks.escaped;
    while escaped != 0 {
        let at = base + escaped.trailing_zeros() as usize;
        escaped &= escaped - 1;
        behind_escape(cx, known, at);
    }
    let mut marks = masks.marks;
    while marks != 0 {
        let at = base + marks.trailing_zeros() as usize;
        marks &= marks - 1;
        if at >= cx.resume {
            mark(cx, at);
        }
    }
}

/// A letter or digit at `at` stands behind a backslash. After a line break or a tab of a string literal a word
/// begins that the letter hides: `\nghp_...`.
fn behind_escape(cx: &mut Cx<'_>, known: &Known, at: usize) {
    let next = cx.byte(at + 1);
    // A capital letter after a small one begins a word anyway.
    let hidden = next.is_ascii_lowercase() || next.is_ascii_digit();
    if hidden && matches!(cx.bytes[at], b'n' | b'r' | b't') && at >= cx.resume {
        let word = block::word_at(cx.bytes, at + 1);
        if known.may_start(word) {
            start(cx, known, at + 1, word);
        }
    }
}

/// Something may begin at `at`.
#[inline(never)]
fn start(cx: &mut Cx<'_>, known: &Known, at: usize, word: u32) {
    if at < cx.resume {
        // Of a key block that was ours already, every line is.
        known.at(cx.text, at, word, |hit| {
            if matches!(hit.target, Target::StandIn(_)) {
                literal(cx, hit);
            }
        });
        return;
    }
    known.at(cx.text, at, word, |hit| literal(cx, hit));
    anchor::each_at(cx.bytes, at, word, |wake| match wake {
        Wake::Call(handler) => handler(cx, at),
        Wake::Format(number) => format(cx, number, at),
    });
    if cx.facts.is_root_start(cx.bytes, at, word) {
        paths::root_at(cx, at);
    }
}

/// A delimiter stands at `at`.
#[inline]
fn mark(cx: &mut Cx<'_>, at: usize) {
    match cx.bytes[at] {
        b'@' => identity::email::at_sign(cx, at),
        _ => contexts::assignment::at_delimiter(cx, at),
    }
}

fn literal(cx: &mut Cx<'_>, hit: &Hit) {
    let (rank, rule) = match (hit.target, hit.kind) {
        (Target::StandIn(_), _) => (Rank::Own, Rule::StandIn),
        (Target::Raw(_), Kind::Secret) => (Rank::Known, Rule::Known),
        (Target::Raw(_), _) => (Rank::Structural, Rule::Known),
        (Target::Derived(_), _) => (Rank::Structural, Rule::Derived),
    };
    if let Target::Derived(source) = hit.target {
        let span = hit.span;
        cx.links.push(Link { span, source });
    }
    cx.push(hit.span, hit.kind, rank, rule, Reach::Here);
}

fn format(cx: &mut Cx<'_>, number: u16, at: usize) {
    if let Some(span) = formats::get(number).find(cx.bytes, at) {
        cx.secret(span, Rank::Format, Rule::Format(number));
    }
}
