//! The characters that tokens are made of, as one table of bits.

macro_rules! alphabets {
    ($($(#[doc = $doc:literal])+ $name:ident = $members:literal,)+) => {
        /// The characters of a run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Alphabet {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Alphabet {
            /// Every alphabet, in the order of declaration.
            pub const ALL: &'static [Alphabet] = &[$(Alphabet::$name,)+];

            /// Its characters, in the order that the provider's encodings use; all ASCII.
            pub const fn members(self) -> &'static [u8] {
                match self {
                    $(Alphabet::$name => $members,)+
                }
            }
        }
    };
}

alphabets! {
    /// `0-9`
    Digits = b"0123456789",
    /// `0-9a-f`
    Hex = b"0123456789abcdef",
    /// `0-9A-F`
    HexUpper = b"0123456789ABCDEF",
    /// `0-9a-fA-F`
    HexAny = b"0123456789abcdefABCDEF",
    /// `a-z`
    Lower = b"abcdefghijklmnopqrstuvwxyz",
    /// `A-Z`
    Upper = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    /// `A-Za-z`
    Letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    /// `a-z0-9`
    AlnumLower = b"0123456789abcdefghijklmnopqrstuvwxyz",
    /// `A-Z0-9`
    AlnumUpper = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    /// `A-Za-z0-9`
    Alnum = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    /// `A-Za-z0-9_-` (RFC 4648, section 5)
    Base64Url = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    /// `A-Za-z0-9+/` (RFC 4648, section 4)
    Base64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    /// `=`, the padding of base64
    Pad = b"=",
    /// `A-Za-z0-9_`
    Word = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_",
    /// `A-Za-z0-9-`
    AlnumDash = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-",
    /// `a-z0-9-`
    LowerDash = b"0123456789abcdefghijklmnopqrstuvwxyz-",
    /// `A-Za-z0-9_.-`
    Dotted = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_.-",
    /// `A-Za-z0-9_~.-`: what a URI leaves as it is (RFC 3986, section 2.3)
    Unreserved = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_~.-",
    /// `A-Za-z0-9+/%`: base64 that may be percent-encoded
    Base64Percent = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/%",
    /// `A-Z2-7` (RFC 4648, section 6)
    Base32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    /// `a-z2-7`
    Base32Lower = b"abcdefghijklmnopqrstuvwxyz234567",
    /// Bitcoin's base58: no `0`, `O`, `I`, `l`
    Base58 = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    /// Bech32 (BIP 173) in capitals
    Bech32Upper = b"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    /// `./0-9A-Za-z` (crypt(5))
    Crypt = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz./",
    /// A principal of Kerberos with its service
    Realm = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._@/$-",
}

/// Bit `a as u8` of entry `b` says whether byte `b` belongs to alphabet `a`.
static CLASS: [u32; 256] = class_table();

const fn class_table() -> [u32; 256] {
    let mut table = [0u32; 256];
    let mut index = 0;
    while index < Alphabet::ALL.len() {
        let members = Alphabet::ALL[index].members();
        let mut at = 0;
        while at < members.len() {
            table[members[at] as usize] |= 1 << (Alphabet::ALL[index] as u32);
            at += 1;
        }
        index += 1;
    }
    table
}

impl Alphabet {
    /// Whether `byte` is one of its characters.
    #[inline]
    pub fn has(self, byte: u8) -> bool {
        CLASS[usize::from(byte)] >> (self as u32) & 1 == 1
    }

    /// How many bytes of `text`, from its start and at most `max`, are characters of this alphabet.
    #[inline]
    pub fn run(self, text: &[u8], max: usize) -> usize {
        let end = max.min(text.len());
        text[..end]
            .iter()
            .position(|byte| !self.has(*byte))
            .unwrap_or(end)
    }

    /// The smallest alphabet, in the order of declaration, that has every byte of `text`.
    pub fn of(text: &[u8]) -> Option<Alphabet> {
        let common = text
            .iter()
            .fold(u32::MAX, |bits, byte| bits & CLASS[usize::from(*byte)]);
        Alphabet::ALL
            .iter()
            .copied()
            .filter(|alphabet| common >> (*alphabet as u32) & 1 == 1)
            .min_by_key(|alphabet| alphabet.members().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_agrees_with_the_members() {
        for alphabet in Alphabet::ALL {
            for byte in 0..=255u8 {
                assert_eq!(alphabet.has(byte), alphabet.members().contains(&byte));
            }
        }
    }

    #[test]
    fn members_are_distinct_ascii() {
        for alphabet in Alphabet::ALL {
            let mut members = alphabet.members().to_vec();
            members.sort_unstable();
            members.dedup();
            assert_eq!(members.len(), alphabet.members().len());
            assert!(members.is_ascii());
        }
    }

    #[test]
    fn the_smallest_alphabet_is_found() {
        assert_eq!(Alphabet::of(b"0123"), Some(Alphabet::Digits));
        assert_eq!(Alphabet::of(b"12ab"), Some(Alphabet::Hex));
        assert_eq!(Alphabet::of(b"a b"), None);
    }
}
