//! Base64 (RFC 4648), as little of it as the core needs.

use crate::alphabet::Alphabet;

/// The two alphabets of base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base64 {
    /// `+` and `/`
    Standard,
    /// `-` and `_`
    Url,
}

impl Base64 {
    fn members(self) -> &'static [u8] {
        match self {
            Self::Standard => Alphabet::Base64.members(),
            Self::Url => Alphabet::Base64Url.members(),
        }
    }
}

/// `bytes` without padding.
pub(crate) fn encode(bytes: &[u8], kind: Base64) -> String {
    let members = kind.members();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut group = [0; 3];
        group[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        for index in 0..=chunk.len() {
            let value = bits >> (18 - 6 * index) & 63;
            text.push(char::from(members[value as usize]));
        }
    }
    text
}

/// What `text` stands for, in either alphabet; padding at its end is skipped, and so are bits that are left over.
/// `None` if another character stands in it, or if one character is left over.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let body = text
        .iter()
        .rposition(|byte| *byte != b'=')
        .map_or(0, |at| at + 1);
    if body % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(body * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for byte in &text[..body] {
        bits = bits << 6 | u32::from(value(*byte)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

fn value(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 4648, section 10.
    #[test]
    fn published_vectors() {
        let vectors = [
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in vectors {
            assert_eq!(encode(plain.as_bytes(), Base64::Standard), coded);
            assert_eq!(decode(coded.as_bytes()).unwrap(), plain.as_bytes());
        }
        assert_eq!(decode(b"Zg==").unwrap(), b"f");
        assert_eq!(decode(b"Z"), None);
        assert_eq!(decode(b"Z*8="), None);
    }
}
