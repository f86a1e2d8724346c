//! Small sets of words, hashed when the program is compiled.

/// Slots of a table, at most three quarters full.
const SLOTS: usize = 256;

/// Words in lower case, found whole or at the end of another word.
pub(crate) struct Set {
    words: &'static [&'static str],
    /// Number of a word plus one, by the hash of the word; 0 is free, collisions go to the next slot.
    whole: [u8; SLOTS],
    /// The same by the hash of the last three bytes.
    ends: [u8; SLOTS],
    /// Whether there are words of fewer bytes.
    has_short: bool,
}

impl Set {
    /// The set of `words`, fewer than 192.
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        assert!(words.len() < SLOTS / 4 * 3);
        let mut set = Set {
            words,
            whole: [0; SLOTS],
            ends: [0; SLOTS],
            has_short: false,
        };
        let mut n = 0;
        while n < words.len() {
            let word = words[n].as_bytes();
            set.whole[free(&set.whole, whole_slot(word))] = n as u8 + 1;
            if word.len() >= 3 {
                set.ends[free(&set.ends, end_slot(word))] = n as u8 + 1;
            } else {
                set.has_short = true;
            }
            n += 1;
        }
        set
    }

    /// Whether `word` is in the set.
    pub(crate) fn has(&self, word: &[u8]) -> bool {
        !word.is_empty() && self.any(&self.whole, whole_slot(word), |one| one == word)
    }

    /// Whether `word` ends in a word of the set.
    pub(crate) fn ends(&self, word: &[u8]) -> bool {
        let short = |len: usize| word.len() >= len && self.has(&word[word.len() - len..]);
        word.len() >= 3 && self.any(&self.ends, end_slot(word), |one| word.ends_with(one))
            || self.has_short && (short(1) || short(2))
    }

    /// Whether a word that hashes to `slot` satisfies `test`.
    #[inline]
    fn any(&self, table: &[u8; SLOTS], slot: usize, test: impl Fn(&[u8]) -> bool) -> bool {
        let mut slot = slot;
        while table[slot] != 0 {
            if test(self.words[usize::from(table[slot]) - 1].as_bytes()) {
                return true;
            }
            slot = (slot + 1) % SLOTS;
        }
        false
    }

    /// The words.
    pub(crate) const fn words(&self) -> &'static [&'static str] {
        self.words
    }
}

/// The first free slot from `slot` on.
const fn free(table: &[u8; SLOTS], slot: usize) -> usize {
    let mut slot = slot;
    while table[slot] != 0 {
        slot = (slot + 1) % SLOTS;
    }
    slot
}

/// Takes a word that is not empty.
const fn whole_slot(word: &[u8]) -> usize {
    let (first, last) = (word[0] as u32, word[word.len() - 1] as u32);
    let middle = word[word.len() / 2] as u32;
    hash(first | last << 8 | middle << 16 | (word.len() as u32) << 24)
}

/// Takes a word of at least three bytes.
const fn end_slot(word: &[u8]) -> usize {
    let len = word.len();
    hash(word[len - 1] as u32 | (word[len - 2] as u32) << 8 | (word[len - 3] as u32) << 16)
}

const fn hash(value: u32) -> usize {
    (value.wrapping_mul(0x9e37_79b1) >> 24) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found() {
        let set = Set::new(&["password", "pw", "pass", "пароль"]);
        for word in ["password", "pw", "pass", "пароль"] {
            assert!(set.has(word.as_bytes()), "{word}");
        }
        assert!(set.ends(b"dbpassword") && set.ends(b"pass"));
        assert!(!set.has(b"passwor") && !set.has(b"") && !set.ends(b"xpv"));
        assert!(set.ends(b"xpw"));
    }
}
