//! The index of literals: finds, at a place of a text, the longest value the session knows.

use hashbrown::HashTable;

use crate::anchor::{Prefilter, fold};
use crate::{Kind, Span};

/// What a literal leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The raw value of that number in the table.
    Raw(u32),
    /// The surrogate of that value.
    StandIn(u32),
}

/// A literal that stands in a text.
pub(crate) struct Hit {
    pub(crate) span: Span,
    pub(crate) kind: Kind,
    pub(crate) target: Target,
}

/// A literal is found by its first bytes from the first letter or digit on: three bytes for short ones,
/// twelve for long ones, so that thousands of tokens with one prefix do not share a bucket.
const SHORT: usize = 3;
const LONG: usize = 12;

struct Entry {
    text: Box<str>,
    /// Bytes before the first letter or digit.
    lead: usize,
    any_case: bool,
    kind: Kind,
    target: Target,
}

struct Bucket {
    key: u64,
    /// Longest first.
    entries: Vec<Entry>,
}

/// The literals of a session.
pub(crate) struct Known {
    /// Which three-byte beginnings occur, the static anchors among them.
    pub(crate) prefilter: Prefilter,
    buckets: HashTable<Bucket>,
    seed: u64,
    longs: usize,
    generation: u64,
}

impl Known {
    /// An empty index; `seed` keeps hostile texts from choosing their buckets.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            prefilter: Prefilter::STATIC,
            buckets: HashTable::new(),
            seed,
            longs: 0,
            generation: 0,
        }
    }

    /// Makes `text` findable. Returns whether it is: it needs three bytes from its first letter or digit on.
    pub(crate) fn add(&mut self, text: &str, kind: Kind, target: Target) -> bool {
        let bytes = text.as_bytes();
        let Some(lead) = bytes.iter().position(|&byte| is_word(byte)) else {
            return false;
        };
        let body = &bytes[lead..];
        let Some(key) = self.key(body, body.len() >= LONG) else {
            return false;
        };
        self.longs += usize::from(body.len() >= LONG);
        self.generation += u64::from(!matches!(target, Target::StandIn(_)));
        self.prefilter.insert([body[0], body[1], body[2]]);
        let entry = Entry {
            text: text.into(),
            lead,
            any_case: is_name(kind),
            kind,
            target,
        };
        let bucket = self
            .buckets
            .entry(key, |bucket| bucket.key == key, |bucket| bucket.key)
            .or_insert_with(|| Bucket {
                key,
                entries: Vec::new(),
            })
            .into_mut();
        let at = bucket
            .entries
            .partition_point(|old| old.text.len() > entry.text.len());
        bucket.entries.insert(at, entry);
        true
    }

    /// Lets the pass stop at further beginnings.
    pub(crate) fn extend(&mut self, beginnings: impl Iterator<Item = [u8; 3]>) {
        for first in beginnings {
            self.prefilter.insert(first);
            self.generation += 1;
        }
    }

    /// Grows whenever there is something new to look for in a text.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Removes what leads to `target`.
    pub(crate) fn remove(&mut self, text: &str, target: Target) {
        let bytes = text.as_bytes();
        let Some(lead) = bytes.iter().position(|&byte| is_word(byte)) else {
            return;
        };
        let body = &bytes[lead..];
        let Some(key) = self.key(body, body.len() >= LONG) else {
            return;
        };
        if let Some(bucket) = self.buckets.find_mut(key, |bucket| bucket.key == key) {
            bucket.entries.retain(|entry| entry.target != target);
        }
    }

    /// The longest literal that covers the letter or digit at `at` as its first one, as a whole token.
    pub(crate) fn at(&self, text: &str, at: usize) -> Option<Hit> {
        let body = text.as_bytes().get(at..)?;
        let long = (self.longs > 0)
            .then(|| self.key(body, true))
            .flatten()
            .and_then(|key| self.in_bucket(text, at, key));
        long.or_else(|| self.in_bucket(text, at, self.key(body, false)?))
    }

    fn in_bucket(&self, text: &str, at: usize, key: u64) -> Option<Hit> {
        let bucket = self.buckets.find(key, |bucket| bucket.key == key)?;
        bucket.entries.iter().find_map(|entry| {
            Some(Hit {
                span: entry.matches(text, at)?,
                kind: entry.kind,
                target: entry.target,
            })
        })
    }

    fn key(&self, body: &[u8], long: bool) -> Option<u64> {
        let body = body.get(..if long { LONG } else { SHORT })?;
        let mut hash = self.seed ^ body.len() as u64;
        for chunk in body.chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            let folded = u64::from(fold(u32::from_le_bytes(word)));
            hash = (hash ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        Some(hash)
    }
}

impl Entry {
    fn matches(&self, text: &str, at: usize) -> Option<Span> {
        let start = at.checked_sub(self.lead)?;
        let end = start + self.text.len();
        let bytes = text.as_bytes();
        let part = bytes.get(start..end)?;
        let same = if self.any_case {
            part.eq_ignore_ascii_case(self.text.as_bytes())
        } else {
            part == self.text.as_bytes()
        };
        let whole = match self.target {
            Target::Raw(_) => whole_token(text, start, end),
            // Tokens are found whatever non-ASCII letter stands beside them, so stand-ins are too.
            Target::StandIn(_) => !glued_in_ascii(bytes, start, end),
        };
        (same && whole).then_some(Span::new(start, end))
    }
}

/// Names are known in any case; everything else exactly as it was seen.
const fn is_name(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::User | Kind::Host | Kind::Email | Kind::Org | Kind::Person | Kind::Project
    )
}

/// Whether no letter or digit is glued to either end of `[start, end)`.
pub(crate) fn whole_token(text: &str, start: usize, end: usize) -> bool {
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

fn glued_in_ascii(bytes: &[u8], start: usize, end: usize) -> bool {
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
