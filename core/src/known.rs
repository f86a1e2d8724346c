//! The index of literals: finds, at a place of a text, the longest value the session knows.
//!
//! A bitmap of three-byte beginnings turns most places away. What it lets through is looked up by its first
//! bytes; the bucket behind them only tells which lengths to try, and the text of one such length is looked up
//! whole. So ten thousand values with one beginning cost no more than ten.

use hashbrown::HashTable;
use zeroize::Zeroizing;

use crate::anchor::{self, Prefilter, fold};
use crate::graph::form::{Form, How};
use crate::graph::fragment::MIN_FRAGMENT;
use crate::{Kind, Span};

/// What a literal leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The raw value of that number in the table.
    Raw(u32),
    /// The surrogate of that value.
    StandIn(u32),
    /// Another form of that value, not in the table yet.
    Derived(u32),
}

/// A literal that stands in a text.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub(crate) span: Span,
    pub(crate) kind: Kind,
    pub(crate) target: Target,
}

/// A bucket is found by the first bytes from the first letter or digit on: three for short literals, twelve
/// for long ones.
const SHORT: usize = 3;
const LONG: usize = 12;

struct Entry {
    text: Zeroizing<Box<str>>,
    how: How,
    /// Bytes before the first letter or digit.
    lead: usize,
    /// Hash of the bytes by which it is found.
    hash: u64,
    kind: Kind,
    target: Target,
}

struct Bucket {
    key: u64,
    /// Lengths that occur, in bytes; in the bucket of a short beginning also [`LONGER`] if a long one goes on from it.
    lengths: Vec<u32>,
}

/// No length of a literal.
const LONGER: u32 = 0;

/// The literals of a session.
pub(crate) struct Known {
    /// Which three-byte beginnings occur, the static anchors among them.
    pub(crate) prefilter: Box<Prefilter>,
    /// The beginnings of the literals alone.
    pub(crate) literals: Box<Prefilter>,
    /// The same two by four bytes; the first without the anchors of two.
    fours: Box<Prefilter>,
    literal_fours: Box<Prefilter>,
    buckets: HashTable<Bucket>,
    entries: HashTable<Entry>,
    seed: u64,
    generation: u64,
}

impl Known {
    /// An empty index; `seed` keeps hostile texts from choosing their buckets.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            prefilter: Box::new(Prefilter::STATIC),
            literals: Box::new(Prefilter::EMPTY),
            fours: Box::new(Prefilter::STATIC_FOURS),
            literal_fours: Box::new(Prefilter::EMPTY),
            buckets: HashTable::new(),
            entries: HashTable::new(),
            seed,
            generation: 0,
        }
    }

    /// Whether an anchor or a literal may begin with these bytes.
    #[inline(always)]
    pub(crate) fn may_start(&self, word: u32) -> bool {
        self.prefilter.may_start(word)
            && (self.fours.may_start_four(word) || anchor::may_start_two(word))
    }

    /// Makes `text` findable. Returns whether it is: it needs three bytes from its first letter or digit on.
    pub(crate) fn add(&mut self, text: &str, kind: Kind, target: Target) -> bool {
        let how = match target {
            Target::Raw(_) if is_group(kind) && text.len() >= 4 => How::Name,
            Target::Raw(_) if is_name(kind) => How::AnyCase,
            _ => How::Exact,
        };
        self.insert(text, how, kind, target)
    }

    /// Makes a value findable that is compared with a text in a way of its own.
    pub(crate) fn add_raw(&mut self, text: &str, how: How, kind: Kind, number: u32) -> bool {
        self.insert(text, how, kind, Target::Raw(number))
    }

    /// Makes another form of the value `source` findable, unless it is known already.
    pub(crate) fn add_form(&mut self, form: &Form, source: u32) -> bool {
        self.insert(&form.text, form.how, form.kind, Target::Derived(source))
    }

    fn insert(&mut self, text: &str, how: How, kind: Kind, target: Target) -> bool {
        let Some((lead, body)) = how.keyed(text) else {
            return false;
        };
        let (Some(key), hash) = (self.key(body), self.hash(body)) else {
            return false;
        };
        let derived = matches!(target, Target::Derived(_));
        if derived && self.has_form(hash, text, how, kind) {
            return false;
        }
        self.generation += u64::from(!matches!(target, Target::StandIn(_)));
        let first = [body[0], body[1], body[2]];
        self.prefilter.insert(first);
        self.literals.insert(first);
        self.fours.insert_four(body);
        self.literal_fours.insert_four(body);
        self.add_length(key, body.len() as u32);
        if body.len() >= LONG
            && let Some(key) = self.key_of(body, SHORT)
        {
            self.add_length(key, LONGER);
        }
        let entry = Entry {
            text: Zeroizing::new(text.into()),
            how,
            lead,
            hash,
            kind,
            target,
        };
        self.entries.insert_unique(hash, entry, |entry| entry.hash);
        true
    }

    fn has_form(&self, hash: u64, text: &str, how: How, kind: Kind) -> bool {
        let same = |entry: &Entry| {
            let derived = matches!(entry.target, Target::Derived(_));
            derived && entry.how == how && entry.kind == kind && **entry.text == *text
        };
        self.entries.find(hash, same).is_some()
    }

    fn add_length(&mut self, key: u64, length: u32) {
        let bucket = self
            .buckets
            .entry(key, |bucket| bucket.key == key, |bucket| bucket.key)
            .or_insert_with(|| Bucket {
                key,
                lengths: Vec::new(),
            })
            .into_mut();
        if !bucket.lengths.contains(&length) {
            bucket.lengths.push(length);
        }
    }

    /// Lets the pass stop at further beginnings.
    pub(crate) fn extend(&mut self, beginnings: impl Iterator<Item = [u8; 3]>) {
        for first in beginnings {
            self.prefilter.insert(first);
            self.fours.insert_four(&first);
            self.generation += 1;
        }
    }

    /// Grows whenever there is something new to look for in a text.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Removes what leads to `target` by `text`.
    pub(crate) fn remove(&mut self, text: &str, target: Target) {
        if let Some((_, body)) = How::Exact.keyed(text) {
            self.remove_hash(self.hash(body), target);
        }
    }

    /// Removes another form of the value `source`.
    pub(crate) fn remove_form(&mut self, form: &Form, source: u32) {
        if let Some((_, body)) = form.how.keyed(&form.text) {
            self.remove_hash(self.hash(body), Target::Derived(source));
        }
    }

    fn remove_hash(&mut self, hash: u64, target: Target) {
        let led = |entry: &Entry| entry.hash == hash && entry.target == target;
        while let Ok(entry) = self.entries.find_entry(hash, led) {
            entry.remove();
        }
    }

    /// Calls `each` for the longest literal that covers the letter or digit at `at` as its first one, as a whole
    /// token; a raw value goes before a derived form of the same length. Then, unless that is a secret, for the
    /// shorter ones: a secret or stand-in among them goes before a longer name, and any stands where a longer one
    /// gives way to what it overlaps. `word` is what stands at `at`.
    #[inline]
    pub(crate) fn at(&self, text: &str, at: usize, word: u32, each: impl FnMut(&Hit)) {
        if self.literals.may_start(word) && self.literal_fours.may_start_four(word) {
            self.look(text, at, each);
        }
    }

    #[inline(never)]
    fn look(&self, text: &str, at: usize, mut each: impl FnMut(&Hit)) {
        let (mut best, mut hits) = (None, None::<Hits>);
        self.each_at(text, at, |entry, span| {
            entry.offer(span, &mut best);
            hits.get_or_insert_default().push(entry.hit(span));
        });
        let (Some(best), Some(hits)) = (best, hits) else {
            return;
        };
        each(&best);
        if best.kind == Kind::Secret {
            return;
        }
        let mut shorter = |hit: &Hit| {
            if hit.span.len() < best.span.len() {
                each(hit);
            }
        };
        match hits.all() {
            Some(hits) => hits.iter().for_each(shorter),
            None => self.each_at(text, at, |entry, span| shorter(&entry.hit(span))),
        }
    }

    fn each_at(&self, text: &str, at: usize, mut each: impl FnMut(&Entry, Span)) {
        let body = text.as_bytes().get(at..).unwrap_or_default();
        let Some(short) = self.bucket(body, SHORT) else {
            return;
        };
        if short.lengths.contains(&LONGER)
            && let Some(long) = self.bucket(body, LONG)
        {
            self.in_bucket(text, at, long, &mut each);
        }
        self.in_bucket(text, at, short, &mut each);
    }

    fn bucket(&self, body: &[u8], beginning: usize) -> Option<&Bucket> {
        let key = self.key_of(body, beginning)?;
        self.buckets.find(key, |bucket| bucket.key == key)
    }

    fn in_bucket(
        &self,
        text: &str,
        at: usize,
        bucket: &Bucket,
        each: &mut impl FnMut(&Entry, Span),
    ) {
        let body = &text.as_bytes()[at..];
        for &length in bucket.lengths.iter().filter(|&&length| length != LONGER) {
            let Some(part) = body.get(..length as usize) else {
                continue;
            };
            let hash = self.hash(part);
            for entry in self
                .entries
                .iter_hash(hash)
                .filter(|entry| entry.hash == hash)
            {
                if let Some(span) = entry.matches(text, at) {
                    each(entry, span);
                }
            }
        }
    }

    fn key(&self, body: &[u8]) -> Option<u64> {
        self.key_of(body, if body.len() >= LONG { LONG } else { SHORT })
    }

    fn key_of(&self, body: &[u8], length: usize) -> Option<u64> {
        Some(self.mix(self.seed ^ length as u64, body.get(..length)?))
    }

    /// Hash of a keyed part without case: all of it, or of a long one the beginning, the middle and the end.
    fn hash(&self, part: &[u8]) -> u64 {
        let seed = self.seed.rotate_left(32) ^ part.len() as u64;
        if part.len() <= 64 {
            return self.mix(seed, part);
        }
        let middle = part.len() / 2;
        let pieces = [
            &part[..24],
            &part[middle - 8..middle + 8],
            &part[part.len() - 24..],
        ];
        pieces
            .iter()
            .fold(seed, |hash, piece| self.mix(hash, piece))
    }

    fn mix(&self, seed: u64, bytes: &[u8]) -> u64 {
        let mut hash = seed;
        for chunk in bytes.chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            let folded = u64::from(fold(u32::from_le_bytes(word)));
            hash = (hash ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash
    }
}

/// The first few literals at a place.
struct Hits {
    first: [Hit; 8],
    count: usize,
}

impl Default for Hits {
    fn default() -> Self {
        let none = Hit {
            span: Span::new(0, 0),
            kind: Kind::Secret,
            target: Target::Raw(0),
        };
        Hits {
            first: [none; 8],
            count: 0,
        }
    }
}

impl Hits {
    fn push(&mut self, hit: Hit) {
        if let Some(slot) = self.first.get_mut(self.count) {
            *slot = hit;
        }
        self.count += 1;
    }

    /// All of them; `None` if there were too many.
    fn all(&self) -> Option<&[Hit]> {
        self.first.get(..self.count)
    }
}

impl Entry {
    fn matches(&self, text: &str, at: usize) -> Option<Span> {
        let start = at.checked_sub(self.lead)?;
        match (self.target, self.how) {
            (Target::Raw(_), How::Exact) => exact(text, start, &self.text)
                .filter(|span| whole_token(text, span.start, span.end)),
            // Tokens are found whatever non-ASCII letter stands beside them, so stand-ins are too. What hangs on the
            // piece of a secret hangs on its stand-in.
            (Target::StandIn(_), _) => exact(text, start, &self.text).filter(|span| {
                let end = if span.len() < MIN_FRAGMENT {
                    span.end
                } else {
                    text.len()
                };
                !glued_in_ascii(text.as_bytes(), span.start, end)
            }),
            _ => self.how.matches(text, start, &self.text),
        }
    }

    /// Takes the place of `best` if it is longer, or as long and no mere derived form.
    fn offer(&self, span: Span, best: &mut Option<Hit>) {
        let derived = matches!(self.target, Target::Derived(_));
        let better = best.as_ref().is_none_or(|best| {
            let longer = span.len().cmp(&best.span.len());
            longer.is_gt()
                || longer.is_eq() && matches!(best.target, Target::Derived(_)) && !derived
        });
        if better {
            *best = Some(self.hit(span));
        }
    }

    fn hit(&self, span: Span) -> Hit {
        Hit {
            span,
            kind: self.kind,
            target: self.target,
        }
    }
}

fn exact(text: &str, start: usize, pattern: &str) -> Option<Span> {
    let end = start + pattern.len();
    (text.as_bytes().get(start..end)? == pattern.as_bytes()).then_some(Span::new(start, end))
}

/// Names are known in any case; everything else exactly as it was seen.
const fn is_name(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::User | Kind::Host | Kind::Email | Kind::Org | Kind::Person | Kind::Project
    )
}

/// Names that are parts of names in code.
const fn is_group(kind: Kind) -> bool {
    matches!(kind, Kind::Org | Kind::Project)
}

/// Whether no letter or digit is glued to either end of `[start, end)`.
pub(crate) fn whole_token(text: &str, start: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let around = [start.wrapping_sub(1), start, end.wrapping_sub(1), end];
    let around = around.map(|at| bytes.get(at).copied().unwrap_or(0));
    if start < end && end <= bytes.len() && around.iter().all(u8::is_ascii) {
        let word = |at: usize| around[at].is_ascii_alphanumeric();
        return !(word(0) && word(1)) && !(word(2) && word(3));
    }
    let (Some(before), Some(part), Some(after)) =
        (text.get(..start), text.get(start..end), text.get(end..))
    else {
        return false;
    };
    let glued = |left: Option<char>, right: Option<char>| {
        left.is_some_and(joins) && right.is_some_and(joins)
    };
    !glued(before.chars().next_back(), part.chars().next())
        && !glued(part.chars().next_back(), after.chars().next())
}

pub(crate) fn glued_in_ascii(bytes: &[u8], start: usize, end: usize) -> bool {
    let word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    start > 0 && word(start) && word(start - 1) || word(end - 1) && word(end)
}

/// Whether a character makes one word with its neighbour. Scripts written without spaces (Thai, Lao, Khmer, Han,
/// kana and their kin) do not.
fn joins(c: char) -> bool {
    let unspaced = matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
        || matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}')
        || matches!(c, '\u{20000}'..='\u{3ffff}');
    c.is_alphanumeric() && !unspaced
}

/// Letters, digits and every byte of a non-ASCII character.
pub(crate) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}
