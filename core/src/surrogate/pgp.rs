//! Fresh OpenPGP key material (RFC 4880, RFC 9580): packets stay packets, their numbers, names and salts are drawn.

use super::der;
use crate::random::Draw;
use crate::shape::Alphabet;

/// Packets, by tag.
mod tag {
    pub(super) const SIGNATURE: u8 = 2;
    pub(super) const SECRET_KEY: u8 = 5;
    pub(super) const SECRET_SUBKEY: u8 = 7;
    pub(super) const USER_ID: u8 = 13;
}

/// Public-key algorithms: how many numbers the public part has, and whether a curve's name stands before them.
fn public_numbers(algorithm: u8) -> Option<(usize, bool)> {
    Some(match algorithm {
        1..=3 => (2, false),
        16 => (3, false),
        17 => (4, false),
        18 | 19 | 22 => (1, true),
        _ => return None,
    })
}

/// Draws a run of packets anew; what cannot be read as one is drawn whole.
pub(super) fn refresh(mut bytes: &mut [u8], draw: &mut Draw<'_>) {
    while let Some((kind, start, end)) = packet(bytes) {
        let (this, rest) = bytes.split_at_mut(end);
        let body = &mut this[start..];
        match kind {
            tag::SECRET_KEY | tag::SECRET_SUBKEY => secret_key(body, draw),
            tag::SIGNATURE => signature(body, draw),
            tag::USER_ID => letters(body, draw),
            _ => der::random(body, draw),
        }
        bytes = rest;
    }
    der::random(bytes, draw);
}

/// The packet at the start: its tag, where its body starts, and where it ends (section 4.2); cut off or not.
fn packet(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let first = *bytes.first().filter(|first| **first & 0x80 != 0)?;
    let octets = |from: usize, count: usize| {
        let part = bytes.get(from..from + count)?;
        Some(
            part.iter()
                .fold(0, |len, octet| len << 8 | usize::from(*octet)),
        )
    };
    let (kind, start, len) = if first & 0x40 == 0 {
        let count = [1, 2, 4].get(usize::from(first & 3)).copied()?;
        (first >> 2 & 15, 1 + count, octets(1, count)?)
    } else {
        let (start, len) = match octets(1, 1)? {
            len @ 0..=191 => (2, len),
            192..=223 => (3, (octets(1, 2)? & 0x1FFF) + 192),
            255 => (6, octets(2, 4)?),
            _ => return None,
        };
        (first & 0x3F, start, len)
    };
    let end = start.saturating_add(len).min(bytes.len());
    (start <= end).then_some((kind, start, end))
}

/// People and their addresses.
fn letters(bytes: &mut [u8], draw: &mut Draw<'_>) {
    for byte in bytes.iter_mut().filter(|byte| byte.is_ascii_alphanumeric()) {
        *byte = draw.of(Alphabet::Lower.members());
    }
}

/// Section 5.5.3. Version, algorithm, curve and bit counts stay.
fn secret_key(bytes: &mut [u8], draw: &mut Draw<'_>) {
    let numbers = bytes
        .get(5)
        .and_then(|algorithm| public_numbers(*algorithm));
    let Some((count, curve)) = numbers.filter(|_| bytes[0] == 4) else {
        return der::random(bytes, draw);
    };
    // A creation time between 2014 and 2022.
    der::random(&mut bytes[1..5], draw);
    bytes[1] = 0x53 + draw.below(16) as u8;
    let mut at = 6;
    if curve {
        at += 1 + bytes.get(at).copied().map_or(0, usize::from);
    }
    for _ in 0..count {
        at = number(bytes, at, draw);
    }
    if curve && bytes[5] == 18 {
        // The parameters of the key derivation.
        at += 1 + bytes.get(at).copied().map_or(0, usize::from);
    }
    let rest = bytes.len().min(at);
    secret_part(&mut bytes[rest..], draw);
}

/// In the clear: numbers and the sum of their bytes. Otherwise cipher and derivation stay.
fn secret_part(bytes: &mut [u8], draw: &mut Draw<'_>) {
    let [usage, rest @ ..] = bytes else {
        return;
    };
    match (*usage, rest.len()) {
        (0, 3..) => {
            let sum_at = rest.len() - 2;
            let (numbers, sum) = rest.split_at_mut(sum_at);
            let mut at = 0;
            while at < numbers.len() {
                at = number(numbers, at, draw);
            }
            let total = numbers
                .iter()
                .fold(0u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
            sum.copy_from_slice(&total.to_be_bytes());
        }
        // Cipher, kind of derivation and hash; then salt, count, initial vector and the sealed numbers.
        (253..=255, 4..) => {
            let salted = usize::from(rest[1] != 0) * 8;
            let count = 3 + salted;
            let kept = rest.get(count).copied().filter(|_| rest[1] == 3);
            der::random(&mut rest[3..], draw);
            if let Some(kept) = kept {
                rest[count] = kept;
            }
        }
        _ => der::random(rest, draw),
    }
}

/// Section 5.2.3: what names the key, the hash's start and the numbers are drawn.
fn signature(bytes: &mut [u8], draw: &mut Draw<'_>) {
    if bytes.len() < 6 || bytes[0] != 4 {
        return der::random(bytes, draw);
    }
    let mut at = 4;
    for _ in 0..2 {
        at = subpackets(bytes, at, draw);
    }
    let hash = at.min(bytes.len())..(at + 2).min(bytes.len());
    der::random(&mut bytes[hash], draw);
    at += 2;
    while at < bytes.len() {
        at = number(bytes, at, draw);
    }
}

/// A set of subpackets at `at`, after its two octets of length. Gives the offset after it.
fn subpackets(bytes: &mut [u8], at: usize, draw: &mut Draw<'_>) -> usize {
    const ISSUER: u8 = 16;
    const FINGERPRINT: u8 = 33;
    let Some(&[high, low]) = bytes.get(at..at + 2) else {
        return bytes.len();
    };
    let end = (at + 2 + usize::from(u16::from_be_bytes([high, low]))).min(bytes.len());
    let mut from = at + 2;
    while from + 1 < end {
        let len = usize::from(bytes[from]);
        let next = (from + 1 + len).min(end);
        // Longer ones have a length of several octets; none that a key needs has.
        if len == 0 || len > 191 {
            der::random(&mut bytes[from + 1..end], draw);
            break;
        }
        match bytes[from + 1] & 0x7F {
            ISSUER => der::random(&mut bytes[from + 2..next], draw),
            FINGERPRINT if len > 2 => der::random(&mut bytes[from + 3..next], draw),
            _ => {}
        }
        from = next;
    }
    end
}

/// A multiprecision integer at `at` (section 3.2): its bit count stays. Gives the offset after it.
fn number(bytes: &mut [u8], at: usize, draw: &mut Draw<'_>) -> usize {
    let Some(&[high, low]) = bytes.get(at..at + 2) else {
        let from = at.min(bytes.len());
        der::random(&mut bytes[from..], draw);
        return bytes.len();
    };
    let bits = usize::from(u16::from_be_bytes([high, low]));
    let end = (at + 2 + bits.div_ceil(8)).min(bytes.len());
    let content = &mut bytes[at + 2..end];
    if content.len() <= 3 {
        return end;
    }
    let prefixed = content[0] == 0x40 && bits % 8 == 7;
    der::random(content, draw);
    let top = 7 - (bits + 7) % 8;
    content[0] = content[0] & (0xFF >> top) | 0x80 >> top;
    if prefixed {
        // The mark of a native point (RFC 9580, section 11.2.3).
        content[0] = 0x40;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    fn fresh(bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        let mut source = Seeded(4);
        refresh(&mut bytes, &mut Draw::new(&mut source));
        bytes
    }

    /// An RSA key of invented numbers in the clear, and a user.
    fn key() -> Vec<u8> {
        let mut body = vec![4, 0x60, 1, 2, 3, 1, 0x00, 0x80];
        body.extend([0xAB; 16]);
        body.extend([0, 17, 1, 0, 1, 0]);
        body.extend([0, 64]);
        body.extend([0xCD; 8]);
        body.extend([0, 0]);
        let mut key = vec![0x94, body.len() as u8];
        key.extend(body);
        key.extend([0xB4, 11]);
        key.extend(b"Zoe <z@y.z>");
        key
    }

    #[test]
    fn a_key_and_its_user_keep_their_frames() {
        let (key, made) = (key(), fresh(&key()));
        assert_eq!(made[..3], key[..3]);
        assert_eq!(made[7..10], key[7..10]);
        assert!(made[10] >= 0x80);
        assert_eq!(made[26..34], key[26..34]);
        let sum = made[32..42]
            .iter()
            .fold(0u16, |sum, byte| sum + u16::from(*byte));
        assert_eq!(made[42..44], sum.to_be_bytes());
        assert_eq!(made[44..46], [0xB4, 11]);
        assert!(made.ends_with(b">") && !made.ends_with(b"Zoe <z@y.z>"));
        assert!(
            !made
                .windows(4)
                .any(|bytes| bytes == [0xAB; 4] || bytes == [0xCD; 4])
        );
    }

    #[test]
    fn cut_or_strange_packets_are_drawn() {
        let key = key();
        for len in 0..key.len() {
            assert_eq!(fresh(&key[..len]).len(), len);
        }
        for first in 0..=255 {
            let strange = [first; 300];
            assert_eq!(fresh(&strange).len(), strange.len());
        }
    }
}
