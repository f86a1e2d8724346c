//! A small generator of our own: the same seed gives the same corpus on every machine and with every release.

/// SplitMix64 (Steele, Lea, Flood 2014). Not for secrets.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator of its own for `part` of the run that `seed` names.
    pub fn new(seed: u64, part: &str) -> Self {
        let mut rng = Self(seed);
        for byte in part.bytes() {
            rng.0 = rng
                .0
                .wrapping_add(u64::from(byte))
                .wrapping_mul(0x100_0000_01b3);
            rng.bits();
        }
        rng
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0. The bias is below 2^-40 for the bounds used here.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A member of `list`, which is not empty.
    pub fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A member of a list of words, which is not empty.
    pub fn word<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// `n` members of `alphabet`.
    pub fn chars(&mut self, alphabet: &str, n: usize) -> String {
        let alphabet = alphabet.as_bytes();
        (0..n).map(|_| char::from(*self.of(alphabet))).collect()
    }

    /// `n` hex digits.
    pub fn hex(&mut self, n: usize) -> String {
        self.chars("0123456789abcdef", n)
    }

    /// `list` in another order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Letters and digits.
pub const ALNUM: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_sequence() {
        let draw = |seed, part| Rng::new(seed, part).bits();
        assert_eq!(draw(1, "a"), draw(1, "a"));
        assert_ne!(draw(1, "a"), draw(1, "b"));
        assert_ne!(draw(1, "a"), draw(2, "a"));
    }

    #[test]
    fn a_shuffle_keeps_its_members() {
        let mut list: Vec<_> = (0..50).collect();
        Rng::new(3, "").shuffle(&mut list);
        assert_ne!(list[..5], [0, 1, 2, 3, 4]);
        list.sort_unstable();
        assert!(list.into_iter().eq(0..50));
    }
}
