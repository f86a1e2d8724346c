//! Where randomness comes from: always the host.

/// A source of cryptographic randomness, given by the host.
///
/// The component asks `wasi:random`, native hosts the operating system. Tests use a seeded one.
pub trait Random {
    /// Fills `buffer` with uniform random bytes.
    fn fill(&mut self, buffer: &mut [u8]);
}

/// Uniform draws on top of a [`Random`], with no modulo bias.
pub struct Draw<'a> {
    source: &'a mut dyn Random,
    buffer: [u8; 64],
    at: usize,
}

impl<'a> Draw<'a> {
    /// Draws from `source`, a block of 64 bytes at a time.
    pub fn new(source: &'a mut dyn Random) -> Self {
        Self {
            source,
            buffer: [0; 64],
            at: 64,
        }
    }

    /// One uniform byte.
    pub fn byte(&mut self) -> u8 {
        if self.at == self.buffer.len() {
            self.source.fill(&mut self.buffer);
            self.at = 0;
        }
        self.at += 1;
        self.buffer[self.at - 1]
    }

    /// A uniform number below `bound`, by rejection; `bound` is 1 to 256.
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!((1..=256).contains(&bound));
        let limit = 256 - 256 % bound;
        loop {
            let byte = usize::from(self.byte());
            if byte < limit {
                return byte % bound;
            }
        }
    }

    /// A uniform member of `alphabet` (ASCII, 1 to 256 members).
    pub fn of(&mut self, alphabet: &[u8]) -> u8 {
        alphabet[self.below(alphabet.len())]
    }
}

impl Drop for Draw<'_> {
    fn drop(&mut self) {
        // Unused bytes would tell the next surrogate to whoever reads this memory.
        zeroize::Zeroize::zeroize(&mut self.buffer);
    }
}
