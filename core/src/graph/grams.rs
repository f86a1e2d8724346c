//! An index of the five-byte pieces of all secrets.
//!
//! Every piece of a secret is in it, and a text is asked at every fourth byte, so any eight bytes of a secret
//! are met. A bitmap answers nearly always; behind it stands one table of 8 bytes a piece. Case does not count,
//! nor does direction: a piece and its mirror image have one key.

/// Bytes of a piece.
pub(crate) const GRAM: usize = 5;

/// A text is asked at every so many bytes; `GRAM + STRIDE - 1` is the shortest fragment that is always met.
pub(crate) const STRIDE: usize = 4;

/// Pieces that more secrets share are indexed for the first few only.
const MAX_OWNERS: usize = 4;

/// Slots of the smallest table.
const MIN_SLOTS: usize = 256;

/// Bits of the bitmap per slot.
const BITS_PER_SLOT: usize = 8;

/// The index.
pub(crate) struct Grams {
    seed: u64,
    /// First position and number of each secret, by position. Positions number the bytes of all secrets.
    owners: Vec<(u32, u32)>,
    next: u32,
    bits: Vec<u64>,
    /// Half the key and a position plus one; 0 is free.
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
            bits: Vec::new(),
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
        let Some(next) = u32::try_from(raw.len())
            .ok()
            .and_then(|len| self.next.checked_add(len))
        else {
            return;
        };
        let base = self.next;
        self.owners.push((base, owner));
        self.next = next;
        let count = to.saturating_sub(from);
        self.reserve(count);
        for (at, piece) in raw.windows(GRAM).enumerate().take(to).skip(from) {
            let key = self.key(gram_of(piece));
            self.insert(key, base + at as u32);
        }
    }

    /// Makes room for `more` pieces at a load of at most four fifths.
    fn reserve(&mut self, more: usize) {
        let mut wanted = self.slots.len().max(MIN_SLOTS);
        while (self.used + more) * 5 > wanted * 4 {
            wanted *= 2;
        }
        if wanted == self.slots.len() {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![0; wanted]);
        self.bits = vec![0; wanted * BITS_PER_SLOT / 64];
        self.used = 0;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            self.put((slot >> 32) as u32, slot as u32);
        }
    }

    fn insert(&mut self, key: u32, position: u32) {
        let shared = self.found(key).take(MAX_OWNERS).count();
        if shared < MAX_OWNERS {
            self.put(key, position + 1);
        }
    }

    fn put(&mut self, key: u32, mark: u32) {
        let bit = self.bit(key);
        self.bits[bit >> 6] |= 1 << (bit & 63);
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = u64::from(key) << 32 | u64::from(mark);
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
        ((u64::from(key) * (self.bits.len() as u64 * 64)) >> 32) as usize
    }

    #[inline(always)]
    fn key(&self, gram: u64) -> u32 {
        let folded = gram | 0x20_2020_2020;
        let mirrored = folded.swap_bytes() >> 24;
        ((folded.min(mirrored) ^ (self.seed >> 24)).wrapping_mul(self.seed) >> 32) as u32
    }

    /// Calls `meet` for every piece of `text` at a multiple of [`STRIDE`] that may be one of a secret.
    #[inline]
    pub(crate) fn probe(&self, text: &[u8], mut meet: impl FnMut(Meeting)) {
        if self.owners.is_empty() {
            return;
        }
        let mut at = 0;
        while let Some(word) = text.get(at..at + 8) {
            let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
            self.ask(word & 0xff_ffff_ffff, at, &mut meet);
            at += STRIDE;
        }
        while let Some(piece) = text.get(at..at + GRAM) {
            self.ask(gram_of(piece), at, &mut meet);
            at += STRIDE;
        }
    }

    #[inline(always)]
    fn ask(&self, gram: u64, at: usize, meet: &mut impl FnMut(Meeting)) {
        let key = self.key(gram);
        let bit = self.bit(key);
        if self.bits[bit >> 6] & (1 << (bit & 63)) != 0 {
            self.look_up(key, at, meet);
        }
    }

    #[inline(never)]
    fn look_up(&self, key: u32, at: usize, meet: &mut impl FnMut(Meeting)) {
        for position in self.found(key) {
            let next = self.owners.partition_point(|&(base, _)| base <= position);
            let Some(&(base, owner)) = next.checked_sub(1).and_then(|last| self.owners.get(last))
            else {
                continue;
            };
            meet(Meeting {
                at,
                owner,
                offset: (position - base) as usize,
            });
        }
    }

    /// Asks for one piece of exactly [`GRAM`] bytes.
    pub(crate) fn meet_at(&self, text: &[u8], at: usize, mut meet: impl FnMut(Meeting)) {
        if let Some(piece) = text.get(at..at + GRAM)
            && !self.owners.is_empty()
        {
            self.ask(gram_of(piece), at, &mut meet);
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
        grams.probe(text.as_bytes(), |m| met.push((m.at, m.owner, m.offset)));
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
        assert!(meetings(&grams, "quarrytoken-").len() <= 3 * MAX_OWNERS);
        assert!(grams.used < 10_000 * 12);
    }
}
