//! Fresh OpenPGP key material (RFC 4880): the first packet keeps its header, the rest is drawn.

use super::der;
use crate::random::Draw;

/// Public-key algorithms, as the RFC numbers them.
const RSA: [u8; 3] = [1, 2, 3];
const CURVES: [u8; 3] = [18, 19, 22];

/// Draws everything but what tells a reader what this is: packet header, version, algorithm, curve, and the bit
/// counts of an RSA modulus and exponent.
pub(super) fn refresh(bytes: &mut [u8], draw: &mut Draw<'_>) {
    let Some(body) = header_len(bytes).filter(|body| bytes.len() > body + 8) else {
        return der::random(bytes, draw);
    };
    let (version, algorithm) = (bytes[body], bytes[body + 5]);
    // A creation time between 2014 and 2022.
    der::random(&mut bytes[body + 1..body + 5], draw);
    bytes[body + 1] = 0x53 + draw.below(16) as u8;
    let mut at = body + 6;
    if version == 4 && RSA.contains(&algorithm) {
        at = number(bytes, at, draw);
        at = number(bytes, at, draw);
    } else if version == 4 && CURVES.contains(&algorithm) {
        let name = bytes.get(at).copied().map_or(0, usize::from);
        at = number(bytes, at + 1 + name, draw);
    }
    let at = at.min(bytes.len());
    der::random(&mut bytes[at..], draw);
}

/// Length of the packet's tag and length octets (section 4.2).
fn header_len(bytes: &[u8]) -> Option<usize> {
    let (tag, length) = (*bytes.first()?, *bytes.get(1)?);
    match (tag & 0x80, tag & 0x40, tag & 3, length) {
        (0, ..) => None,
        (_, 0, 3, _) => None,
        (_, 0, kind, _) => Some(1 + (1 << kind)),
        (_, _, _, 0..=191) => Some(2),
        (_, _, _, 255) => Some(6),
        _ => Some(3),
    }
}

/// A multiprecision integer at `at` (section 3.2): its bit count stays. Gives the offset after it.
fn number(bytes: &mut [u8], at: usize, draw: &mut Draw<'_>) -> usize {
    let Some(&[high, low]) = bytes.get(at..at + 2) else {
        return at.min(bytes.len());
    };
    let bits = usize::from(u16::from_be_bytes([high, low]));
    let end = (at + 2 + bits.div_ceil(8)).min(bytes.len());
    let content = &mut bytes[at + 2..end];
    if content.len() <= 3 {
        return end;
    }
    der::random(content, draw);
    let top = 7 - (bits + 7) % 8;
    content[0] = content[0] & (0xFF >> top) | 0x80 >> top;
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    #[test]
    fn an_rsa_packet_keeps_its_frame() {
        let mut key = vec![0x95, 0x01, 0x00, 4, 0x60, 1, 2, 3, 1, 0x00, 0x80];
        key.extend([0xAB; 16]);
        key.extend([0, 17, 1, 0, 1, 0xFF]);
        key.extend([0xCD; 40]);
        let mut made = key.clone();
        let mut source = Seeded(4);
        refresh(&mut made, &mut Draw::new(&mut source));
        assert_eq!(made[..4], key[..4]);
        assert_eq!(made[8..11], key[8..11]);
        assert!(made[11] >= 0x80);
        assert_eq!(made[27..32], key[27..32]);
        assert!(
            !made
                .windows(4)
                .any(|bytes| bytes == [0xAB; 4] || bytes == [0xCD; 4])
        );
    }

    #[test]
    fn short_or_strange_packets_are_drawn() {
        for len in 0..20 {
            let mut made = vec![0x95; len];
            let mut source = Seeded(4);
            refresh(&mut made, &mut Draw::new(&mut source));
            assert_eq!(made.len(), len);
        }
    }
}
