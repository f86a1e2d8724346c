//! What a random UUID says of itself (RFC 9562, section 5.4).

use crate::random::Draw;

/// The length of `8-4-4-4-12` hex digits.
const LEN: usize = 36;

/// Whether `8-4-4-4-12` hex digits stand in `text`, and nothing else.
pub(crate) fn is_uuid(text: &[u8]) -> bool {
    text.len() == LEN
        && text.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Gives every drawn UUID in `fresh` the version and variant of a random one, where that of `original`, which has
/// the same layout, was one.
pub(crate) fn keep_version(original: &[u8], fresh: &mut [u8], draw: &mut Draw<'_>) {
    let mut at = 0;
    while at + LEN <= original.len().min(fresh.len()) {
        let old = &original[at..at + LEN];
        if !is_uuid(old) {
            at += 1;
            continue;
        }
        if old[14] == b'4' && matches!(old[19] | 0x20, b'8'..=b'9' | b'a'..=b'b') {
            let upper = old.iter().any(u8::is_ascii_uppercase);
            fresh[at + 14] = b'4';
            fresh[at + 19] = draw.of(if upper { b"89AB" } else { b"89ab" });
        }
        at += LEN;
    }
}
