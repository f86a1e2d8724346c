//! The shape of a token: what matches it, and how to make another one.
//!
//! Both directions work from one value, so a format that is detected is a format that is generated.

use crate::random::Draw;

/// The characters of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// `0-9`
    Digits,
    /// `0-9a-f`
    Hex,
    /// `0-9A-F`
    HexUpper,
    /// `a-z0-9`
    AlnumLower,
    /// `A-Z0-9`
    AlnumUpper,
    /// `A-Za-z0-9`
    Alnum,
    /// `A-Za-z0-9_-`
    Base64Url,
    /// `A-Za-z0-9+/`
    Base64,
    /// `A-Za-z0-9_`
    Word,
    /// `A-Z2-7`
    Base32,
}

/// A piece of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Fixed text.
    Lit(&'static str),
    /// `min` to `max` characters of an alphabet.
    Run(Alphabet, u16, u16),
}

/// A rule that ties characters of a token together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// None, or none that is public.
    None,
    /// The last six characters are base62(CRC-32 of the body before them); GitHub's and npm's scheme.
    Crc32Base62,
}

/// Prefix, alphabet, lengths and checksum of a token format.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The pieces in order.
    pub parts: &'static [Part],
    /// The rule over them.
    pub checksum: Checksum,
}

impl Shape {
    /// Length in bytes of the token of this shape that starts at `text[at..]`, if one does.
    pub fn matches(&self, text: &[u8], at: usize) -> Option<usize> {
        let _ = (text, at);
        None
    }

    /// Another token of this shape, as long as `original`, with no character derived from it.
    pub fn generate(&self, original: &str, draw: &mut Draw<'_>) -> String {
        let _ = (original, draw);
        String::new()
    }
}
