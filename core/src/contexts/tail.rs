//! The first question at every delimiter: does the name before it end as a name of a credential does?
//!
//! Names with a neutral word behind the credential word (`SECRET_KEY_BASE`) are found by that word instead.

use crate::lexicon::names::{OTHER_ENDS, PASSWORDS, SHORT_PASSWORDS, TYPES, WEAK};

/// Bits of the set, as a power of two: sparse enough that few other words pass by accident.
const BITS: u32 = 13;
const WORDS: usize = 1 << (BITS - 6);

/// The ends of all names that promise something, as a set of hashes of their last three, four or six bytes:
/// the longer, the fewer other words end so too (`access`, but not `success`).
static ENDS: [u64; WORDS] = ends();

/// Whether a name that ends at `end` may promise something.
#[inline(always)]
pub(crate) fn may_promise(bytes: &[u8], end: usize) -> bool {
    let last = last_eight(bytes, end);
    holds(last, 3) || holds(last, 4) || holds(last, 6)
}

#[inline(always)]
fn holds(last: u64, len: u32) -> bool {
    let bit = bit_of(last, len);
    ENDS[bit >> 6] & (1 << (bit & 63)) != 0
}

/// The eight bytes before `end`, the last one in the high byte, zeros before the start. (To turn them round takes
/// one instruction on most machines, but twenty in wasm.)
#[inline(always)]
fn last_eight(bytes: &[u8], end: usize) -> u64 {
    let full = end
        .checked_sub(8)
        .and_then(|start| bytes.get(start..end)?.try_into().ok());
    match full {
        Some(eight) => u64::from_le_bytes(eight),
        None => bytes[..end]
            .iter()
            .fold(0, |sum, byte| sum >> 8 | u64::from(*byte) << 56),
    }
}

/// Case does not matter: bit 5 is set everywhere.
#[inline(always)]
const fn bit_of(last: u64, len: u32) -> usize {
    let shift = 64 - 8 * len;
    let folded = (last | 0x2020_2020_2020_2020) >> shift;
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
}

const fn ends() -> [u64; WORDS] {
    let lists = [&PASSWORDS, &SHORT_PASSWORDS, &WEAK, &OTHER_ENDS, &TYPES];
    let mut bits = [0u64; WORDS];
    let mut list = 0;
    while list < lists.len() {
        let words = lists[list].words();
        let mut n = 0;
        while n < words.len() {
            if let Some(bit) = bit_of_word(words[n].as_bytes()) {
                bits[bit >> 6] |= 1 << (bit & 63);
            }
            n += 1;
        }
        list += 1;
    }
    bits
}

const fn bit_of_word(word: &[u8]) -> Option<usize> {
    let len = match word.len() {
        0..3 => return None,
        3 => 3,
        4 | 5 => 4,
        _ => 6,
    };
    let mut last = 0u64;
    let mut at = word.len() - len;
    while at < word.len() {
        last = last >> 8 | (word[at] as u64) << 56;
        at += 1;
    }
    Some(bit_of(last, len as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_passes() {
        for set in [&PASSWORDS, &SHORT_PASSWORDS, &WEAK, &OTHER_ENDS] {
            for word in set.words().iter().filter(|word| word.len() >= 3) {
                let text = format!("x = 1\nMY_{}=", word.to_uppercase());
                assert!(may_promise(word.as_bytes(), word.len()), "{word}");
                assert!(
                    may_promise(text.as_bytes(), text.len() - 1) || !word.is_ascii(),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn few_other_words_pass() {
        let words = [
            "name",
            "type",
            "version",
            "description",
            "function",
            "success",
            "process",
            "kind",
            "self",
            "value",
            "data",
            "path",
            "content",
            "return",
            "default",
            "status",
            "message",
            "error",
            "result",
            "output",
            "command",
            "file",
            "id",
            "index",
        ];
        let passing = words
            .iter()
            .filter(|word| may_promise(word.as_bytes(), word.len()));
        let passing: Vec<_> = passing.collect();
        assert!(passing.len() <= 1, "{passing:?}");
    }
}
