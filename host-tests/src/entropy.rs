//! What the component's one import answers with.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// Longest answer. The component asks for a key or a block at a time; a longer request would be a defect, and
/// short entropy makes it trap.
const LONGEST: u64 = 1 << 16;

/// A source of random bytes.
#[derive(Debug)]
pub(crate) enum Entropy {
    /// The operating system's.
    System,
    /// A stream that anybody can draw again who knows the seed.
    Seeded(Stream),
}

/// HMAC-SHA256 over a counter.
#[derive(Debug)]
pub(crate) struct Stream {
    key: [u8; 16],
    block: u64,
}

impl Entropy {
    /// The stream of one session: the `number`th that was opened under `seed`.
    pub(crate) fn seeded(seed: u64, number: u64) -> Self {
        let mut key = [0; 16];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(&number.to_le_bytes());
        Self::Seeded(Stream { key, block: 0 })
    }

    /// `len` bytes; none if the operating system has none to give.
    pub(crate) fn bytes(&mut self, len: u64) -> Vec<u8> {
        let len = usize::try_from(len.min(LONGEST)).unwrap_or(0);
        let mut bytes = vec![0; len];
        match self {
            Self::System => match getrandom::fill(&mut bytes) {
                Ok(()) => bytes,
                Err(_) => Vec::new(),
            },
            Self::Seeded(stream) => {
                stream.fill(&mut bytes);
                bytes
            }
        }
    }
}

impl Stream {
    fn fill(&mut self, bytes: &mut [u8]) {
        for piece in bytes.chunks_mut(32) {
            // HMAC takes keys of any length.
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else {
                return;
            };
            mac.update(&self.block.to_le_bytes());
            self.block += 1;
            let drawn = mac.finalize().into_bytes();
            piece.copy_from_slice(&drawn[..piece.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_number_make_one_stream() {
        let draw = |seed, number| {
            let mut entropy = Entropy::seeded(seed, number);
            [entropy.bytes(32), entropy.bytes(40)]
        };
        assert_eq!(draw(1, 0), draw(1, 0));
        assert_ne!(draw(1, 0), draw(1, 1));
        assert_ne!(draw(1, 0), draw(2, 0));
        let [first, second] = draw(1, 0);
        assert_eq!((first.len(), second.len()), (32, 40));
        assert_ne!(first[..], second[..32]);
    }

    #[test]
    fn the_system_gives_other_bytes_each_time() {
        assert_ne!(Entropy::System.bytes(32), Entropy::System.bytes(32));
    }
}
