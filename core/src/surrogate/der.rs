//! Fresh key material in DER (ITU-T X.690): the same structure, other numbers.

use zeroize::Zeroizing;

use crate::random::Draw;
use crate::shape::Alphabet;

/// Deeper nesting than any key has.
const DEEPEST: usize = 12;
/// Longer than any object identifier or time in a key: what is longer is no structure.
const MOST_KEPT: usize = 16;
/// The algorithm and the lengths before the first drawn byte, and a row of kept bytes that none has behind it.
const LONGEST_LEAD: usize = 64;
const ROW: usize = 16;

/// Tags of the universal class, as the identifier octet has them.
mod tag {
    pub(super) const INTEGER: u8 = 0x02;
    pub(super) const BIT_STRING: u8 = 0x03;
    pub(super) const OCTET_STRING: u8 = 0x04;
    pub(super) const SEQUENCE: u8 = 0x30;
    /// BOOLEAN, NULL, OBJECT IDENTIFIER, ENUMERATED, UTCTime, GeneralizedTime: they say what the rest is.
    pub(super) const KEPT: [u8; 6] = [0x01, 0x05, 0x06, 0x0A, 0x17, 0x18];
    /// UTF8String, PrintableString, T61String, IA5String.
    pub(super) const TEXTS: [u8; 4] = [0x0C, 0x13, 0x14, 0x16];
}

/// Draws the contents of `bytes` anew and keeps tags, lengths, object identifiers and small numbers (versions, RSA's
/// exponent). Text that is no DER is drawn whole; a structure that was cut off is followed as far as it goes.
/// What only looks like DER may keep more than that, and is drawn whole, too.
pub(super) fn refresh(bytes: &mut [u8], draw: &mut Draw<'_>) {
    if bytes.first() != Some(&tag::SEQUENCE) {
        return random(bytes, draw);
    }
    let raw = Zeroizing::new(bytes.to_vec());
    elements(bytes, 0, draw);
    if keeps_a_row(&raw, bytes) {
        random(bytes, draw);
    }
}

fn keeps_a_row(raw: &[u8], fresh: &[u8]) -> bool {
    let mut row = 0;
    raw.iter().zip(fresh).skip(LONGEST_LEAD).any(|(old, new)| {
        row = if old == new { row + 1 } else { 0 };
        row >= ROW
    })
}

/// Draws every byte.
pub(super) fn random(bytes: &mut [u8], draw: &mut Draw<'_>) {
    bytes.iter_mut().for_each(|byte| *byte = draw.byte());
}

/// Length of the identifier and length octets at the start of `bytes`, and of the contents after them.
fn header(bytes: &[u8]) -> Option<(usize, usize)> {
    let first = usize::from(*bytes.get(1)?);
    if first < 0x80 {
        return Some((2, first));
    }
    let count = first & 0x7F;
    let octets = bytes
        .get(2..2 + count)
        .filter(|_| (1..=4).contains(&count))?;
    let len = octets
        .iter()
        .fold(0, |len, octet| len << 8 | usize::from(*octet));
    Some((2 + count, len))
}

/// A run of elements, the last of which may be cut off.
fn elements(mut bytes: &mut [u8], depth: usize, draw: &mut Draw<'_>) {
    while !bytes.is_empty() {
        let Some((start, len)) = header(bytes).filter(|_| depth < DEEPEST) else {
            return random(bytes, draw);
        };
        let identifier = bytes[0];
        let end = start.saturating_add(len).min(bytes.len());
        let (element, rest) = bytes.split_at_mut(end);
        contents(identifier, &mut element[start..], depth, draw);
        bytes = rest;
    }
}

fn contents(identifier: u8, bytes: &mut [u8], depth: usize, draw: &mut Draw<'_>) {
    match identifier {
        tag::INTEGER => integer(bytes, draw),
        tag::BIT_STRING => bit_string(bytes, depth, draw),
        tag::OCTET_STRING if is_nested(bytes) => elements(bytes, depth + 1, draw),
        tag::OCTET_STRING => random(bytes, draw),
        kept if tag::KEPT.contains(&kept) && bytes.len() <= MOST_KEPT => {}
        text if tag::TEXTS.contains(&text) => {
            bytes
                .iter_mut()
                .for_each(|byte| *byte = draw.of(Alphabet::Lower.members()));
        }
        constructed if constructed & 0x20 != 0 => elements(bytes, depth + 1, draw),
        _ => random(bytes, draw),
    }
}

/// Whether an octet string holds an element that fills it: a key inside PKCS #8.
fn is_nested(bytes: &[u8]) -> bool {
    let known = matches!(bytes.first(), Some(&(tag::SEQUENCE | tag::OCTET_STRING)));
    known
        && header(bytes)
            .is_some_and(|(start, len)| start + len >= bytes.len() && start < bytes.len())
}

/// A positive number of the same length in its shortest form (X.690, 8.3.2).
pub(super) fn integer(bytes: &mut [u8], draw: &mut Draw<'_>) {
    if bytes.len() <= 3 {
        return;
    }
    let padded = bytes[0] == 0;
    random(bytes, draw);
    if padded {
        bytes[0] = 0;
        bytes[1] |= 0x80;
    } else {
        bytes[0] = 1 + draw.below(0x7F) as u8;
    }
}

/// The count of unused bits stays, and so does the mark of an uncompressed curve point.
fn bit_string(bytes: &mut [u8], depth: usize, draw: &mut Draw<'_>) {
    let Some((_, rest)) = bytes.split_first_mut() else {
        return;
    };
    if is_nested(rest) && rest[0] == tag::SEQUENCE {
        return elements(rest, depth + 1, draw);
    }
    point(rest, draw);
}

/// A curve point, or any other string of bits.
pub(super) fn point(bytes: &mut [u8], draw: &mut Draw<'_>) {
    let uncompressed = bytes.first() == Some(&4) && bytes.len() % 2 == 1 && bytes.len() > 32;
    random(bytes, draw);
    if uncompressed {
        bytes[0] = 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    fn fresh(bytes: &[u8]) -> Vec<u8> {
        let mut source = Seeded(1);
        let mut bytes = bytes.to_vec();
        refresh(&mut bytes, &mut Draw::new(&mut source));
        bytes
    }

    // PKCS #8 of an Ed25519 key (RFC 8410, section 7), with an invented seed.
    #[test]
    fn only_the_seed_of_an_ed25519_key_changes() {
        let head = [
            0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20,
        ];
        let mut key = head.to_vec();
        key.extend([7; 32]);
        let made = fresh(&key);
        assert_eq!(made[..16], head);
        assert_ne!(made[16..], [7; 32]);
    }

    #[test]
    fn what_only_looks_like_der_keeps_nothing() {
        // A long identifier, and elements that are small enough to be kept one by one.
        let mut long = vec![0x30, 0x82, 1, 0, 6, 0x7F];
        long.extend((0..0x7F).map(|byte| byte ^ 0x55));
        let mut small = vec![0x30, 0x82, 1, 0];
        small.extend([0x02, 0x02, 0x35, 0x46].repeat(40));
        for raw in [long, small] {
            let made = fresh(&raw);
            let kept = made[8..].windows(17).zip(raw[8..].windows(17));
            assert_eq!(kept.filter(|(new, old)| new == old).count(), 0);
        }
    }

    #[test]
    fn integers_stay_positive_and_minimal() {
        let made = fresh(&[0x30, 14, 2, 5, 0, 0xFF, 1, 2, 3, 2, 5, 1, 2, 3, 4, 5]);
        assert_eq!(made[..5], [0x30, 14, 2, 5, 0]);
        assert!(made[5] >= 0x80);
        assert!((1..0x80).contains(&made[11]));
    }

    #[test]
    fn what_is_cut_off_or_broken_is_drawn() {
        let made = fresh(&[
            0x30, 0x82, 4, 0xA4, 2, 1, 0, 2, 0x82, 1, 1, 0, 9, 9, 9, 9, 9, 9, 9, 9,
        ]);
        assert_eq!(made[..12], [0x30, 0x82, 4, 0xA4, 2, 1, 0, 2, 0x82, 1, 1, 0]);
        assert_ne!(made[12..], [9; 8]);
        let deep = [0x30; 5000];
        assert_eq!(fresh(&deep).len(), deep.len());
        assert_ne!(fresh(b"no DER here")[..], b"no DER here"[..]);
    }
}
