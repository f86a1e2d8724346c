//! An index of the five-byte pieces of all secrets.
//!
//! A text is asked at every fourth byte, so one piece of any eight bytes of a secret is met. A bitmap of all
//! pieces answers nearly always, and what it lets through must have three neighbours in it. Only then a table
//! is asked, which holds every fourth piece: four pieces in a row have one of those. So a secret costs a few
//! bits a byte in what is read all the time, and little in the rest. Case does not count, nor does direction: a
//! piece and its mirror image have one key.

use crate::anchor::Prefilter;
use crate::block;

/// Bytes of a piece.
pub(crate) const GRAM: usize = 5;

/// A text is asked at every so many bytes, and so many pieces in a row are a meeting; `GRAM + STRIDE - 1` is
/// the shortest fragment that is always met.
pub(crate) const STRIDE: usize = 4;

/// Pieces that more secrets share are indexed for the first few only.
const MAX_OWNERS: usize = 4;

/// Slots of the smallest table.
const MIN_SLOTS: usize = 64;

/// Bits of the bitmap per piece, at least.
const BITS_PER_PIECE: usize = 8;

/// Words of the smallest bitmap.
const MIN_WORDS: usize = 64;

/// The index.
pub(crate) struct Grams {
    seed: u64,
    /// First position and number of each secret, by position. Positions number the bytes of all secrets.
    owners: Vec<(u32, u32)>,
    next: u32,
    /// What stands in the middle of a piece, in either direction.
    middles: Box<Prefilter>,
    blanks: u64,
    /// The keys of all pieces, for the day the bitmap grows.
    keys: Vec<u32>,
    bits: Vec<u64>,
    /// Bits of a key that the bitmap has no room for.
    shift: u32,
    /// A key and a position plus one; 0 is free.
    slots: Vec<u64>,
    used: usize,
}

/// A piece that a text and a secret share, as far as keys tell.
#[derive(Clone, Copy)]
pub(crate) struct Meeting {
    /// Offset in the text.
    pub(crate) at: usize,
    /// Number of the secret.
    pub(crate) owner: u32,
    /// Offset in the secret.
    pub(crate) offset: usize,
}

impl Grams {
    /// An empty index; `seed` keeps hostile texts from choosing their slots.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed: seed | 1,
            owners: Vec::new(),
            next: 0,
            middles: Box::new(Prefilter::EMPTY),
            blanks: 0,
            keys: Vec::new(),
            bits: Vec::new(),
            shift: 0,
            slots: Vec::new(),
            used: 0,
        }
    }

    /// Whether no secret is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }

    /// Adds the pieces of `raw` that start in `[from, to)`.
    pub(crate) fn add(&mut self, owner: u32, raw: &[u8], from: usize, to: usize) {
        let length = u32::try_from(raw.len()).ok();
        let Some(next) = length.and_then(|length| self.next.checked_add(length)) else {
            return;
        };
        let to = to.min((raw.len() + 1).saturating_sub(GRAM));
        let Some(part) = raw.get(from..(to + GRAM).saturating_sub(1)) else {
            return;
        };
        self.owners.push((self.next, owner));
        self.reserve(to - from);
        for (step, piece) in part.windows(GRAM).enumerate() {
            self.middles.insert([piece[1], piece[2], piece[3]]);
            self.middles.insert([piece[3], piece[2], piece[1]]);
            if piece.iter().any(|byte| *byte <= b' ') {
                self.blanks = u64::MAX;
            }
            let key = self.key(gram_of(piece));
            self.keys.push(key);
            self.set(key);
            if step % STRIDE == 0 {
                self.insert(key, self.next + (from + step) as u32);
            }
        }
        self.next = next;
    }

    /// Makes room for `more` pieces.
    fn reserve(&mut self, more: usize) {
        let pieces = self.keys.len() + more;
        if pieces * BITS_PER_PIECE > self.bits.len() * 64 {
            let words = (pieces * BITS_PER_PIECE).div_ceil(64).next_power_of_two();
            self.bits = vec![0; words.max(MIN_WORDS)];
            self.shift = 32 - (self.bits.len() * 64).trailing_zeros().min(32);
            for at in 0..self.keys.len() {
                self.set(self.keys[at]);
            }
        }
        // At most three quarters full.
        let entries = self.used + more / STRIDE + 1;
        if entries * 4 > self.slots.len() * 3 {
            let wanted = (entries * 4 / 3 + 1).next_power_of_two().max(MIN_SLOTS);
            let old = std::mem::replace(&mut self.slots, vec![0; wanted]);
            self.used = 0;
            for slot in old.into_iter().filter(|&slot| slot != 0) {
                self.put(slot);
            }
        }
    }

    fn set(&mut self, key: u32) {
        let bit = self.bit(key);
        self.bits[bit >> 6] |= 1 << (bit & 63);
    }

    fn insert(&mut self, key: u32, position: u32) {
        if self.found(key).take(MAX_OWNERS).count() < MAX_OWNERS {
            self.put(u64::from(key) << 32 | u64::from(position + 1));
        }
    }

    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = (slot >> 32) as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
        self.used += 1;
    }

    /// The positions under a key.
    fn found(&self, key: u32) -> impl Iterator<Item = u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let start = key as usize & mask;
        (0..self.slots.len())
            .map(move |step| self.slots[(start + step) & mask])
            .take_while(|&slot| slot != 0)
            .filter(move |&slot| (slot >> 32) as u32 == key)
            .map(|slot| slot as u32 - 1)
    }

    /// Which bit of the bitmap: from the high end of the key, as the table takes the low end.
    #[inline(always)]
    fn bit(&self, key: u32) -> usize {
        (key >> self.shift) as usize
    }

    #[inline(always)]
    fn has(&self, key: u32) -> bool {
        let bit = self.bit(key);
        self.bits[bit >> 6] & (1 << (bit & 63)) != 0
    }

    /// The product of both ends, read towards the middle, is the same from either side. (To turn all bytes round
    /// takes one instruction on most machines, but twenty in wasm.)
    #[inline(always)]
    fn key(&self, gram: u64) -> u32 {
        let folded = gram | 0x20_2020_2020;
        let (first, last) = (folded & 0xffff, folded >> 24 & 0xffff);
        let last = last >> 8 | (last & 0xff) << 8;
        let middle = (folded & 0xff_0000) << 16;
        (((first * last) ^ middle ^ (self.seed >> 24)).wrapping_mul(self.seed) >> 32) as u32
    }

    /// All ones if a piece has a blank in it.
    #[inline(always)]
    pub(crate) fn blanks(&self) -> u64 {
        self.blanks
    }

    /// Whether a piece of a secret may stand at `at`. The three bytes in its middle turn nearly every text away.
    #[inline(always)]
    pub(crate) fn may_meet(&self, text: &[u8], at: usize) -> bool {
        self.may_hold(block::word_at(text, at + 1)) && self.meets(text, at)
    }

    /// Whether these three bytes may stand in the middle of a piece.
    #[inline(always)]
    pub(crate) fn may_hold(&self, middle: u32) -> bool {
        self.middles.may_start(middle)
    }

    /// Whether a piece of a secret stands at `at`, as far as the bitmap tells.
    #[inline(never)]
    pub(crate) fn meets(&self, text: &[u8], at: usize) -> bool {
        let piece = text.get(at..at.wrapping_add(GRAM));
        piece.is_some_and(|piece| self.has(self.key(gram_of(piece))))
    }

    /// Looks the pieces around `at` up, if there are enough in a row.
    pub(crate) fn look_around(&self, text: &[u8], at: usize, meet: &mut impl FnMut(Meeting)) {
        let key_at = |at: usize| {
            let key = self.key(gram_of(text.get(at..at + GRAM)?));
            self.has(key).then_some(key)
        };
        let before =
            (1..STRIDE).take_while(|&back| at.checked_sub(back).and_then(key_at).is_some());
        let start = at - before.count();
        let row = (start..at + STRIDE).map_while(key_at);
        let mut keys = [0; 2 * STRIDE];
        let mut length = 0;
        for (slot, key) in keys.iter_mut().zip(row) {
            *slot = key;
            length += 1;
        }
        if length < STRIDE {
            return;
        }
        for (step, &key) in keys[..length].iter().enumerate() {
            for position in self.found(key) {
                self.report(start + step, position, meet);
            }
        }
    }

    fn report(&self, at: usize, position: u32, meet: &mut impl FnMut(Meeting)) {
        let next = self.owners.partition_point(|&(base, _)| base <= position);
        if let Some(&(base, owner)) = next.checked_sub(1).and_then(|last| self.owners.get(last)) {
            meet(Meeting {
                at,
                owner,
                offset: (position - base) as usize,
            });
        }
    }
}

/// Five bytes as a number, the first in the low byte.
fn gram_of(piece: &[u8]) -> u64 {
    let mut word = [0; 8];
    let count = piece.len().min(GRAM);
    word[..count].copy_from_slice(&piece[..count]);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn meetings(grams: &Grams, text: &str) -> Vec<(usize, u32, usize)> {
        let mut met = Vec::new();
        for at in (0..text.len()).step_by(STRIDE) {
            if grams.may_meet(text.as_bytes(), at) {
                grams.look_around(text.as_bytes(), at, &mut |m| {
                    met.push((m.at, m.owner, m.offset));
                });
            }
        }
        met
    }

    fn index(secrets: &[String]) -> Grams {
        let mut grams = Grams::new(0x1234_5678_9abc_def1);
        for (number, raw) in secrets.iter().enumerate() {
            grams.add(number as u32, raw.as_bytes(), 0, raw.len());
        }
        grams
    }

    proptest! {
        #[test]
        fn any_eight_bytes_are_met(secrets in proptest::collection::vec("[a-zA-Z0-9]{8,40}", 1..20), which: u32, from: u32, pad in 0usize..9) {
            let grams = index(&secrets);
            let raw = &secrets[which as usize % secrets.len()];
            let from = from as usize % (raw.len() - 7);
            let piece = &raw[from..from + 8];
            let mirrored: String = piece.chars().rev().collect();
            for piece in [piece.to_owned(), piece.to_uppercase(), mirrored] {
                let text = format!("{}{piece}", " ".repeat(pad));
                prop_assert!(!meetings(&grams, &text).is_empty());
            }
        }

        #[test]
        fn positions_lead_back(secrets in proptest::collection::vec("[a-z0-9]{8,40}", 1..60)) {
            let grams = index(&secrets);
            for raw in &secrets {
                let here = |&(at, owner, offset): &(usize, u32, usize)| {
                    secrets[owner as usize].get(offset..offset + GRAM) == raw.get(at..at + GRAM)
                };
                prop_assert!(meetings(&grams, raw).iter().any(here));
            }
        }
    }

    #[test]
    fn ten_thousand_secrets_with_one_beginning_do_not_share_a_slot() {
        let secrets: Vec<String> = (0..10_000)
            .map(|n| format!("quarrytoken-{n:08x}"))
            .collect();
        let grams = index(&secrets);
        assert!(meetings(&grams, "quarrytoken-").len() <= 8 * MAX_OWNERS);
        assert!(grams.used < 10_000 * 4);
    }
}
