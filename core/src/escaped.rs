//! Base64 with percent escapes, as it stands in the query of a signed URL.

use crate::random::Draw;
use crate::shape::{self, Alphabet};

/// Whether `text` is letters, digits and the escapes of `+`, `/` and `=`, with one of them at least.
pub(crate) fn is_escaped(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some((first, tail)) = rest.split_first() {
        rest = match (first, tail) {
            (b'%', [b'2', b'B' | b'b' | b'F' | b'f', tail @ ..]) => tail,
            (b'%', [b'3', b'D' | b'd', tail @ ..]) => tail,
            _ if first.is_ascii_alphanumeric() => tail,
            _ => return false,
        };
    }
    text.contains(&b'%')
}

/// Draws another of the same layout: an escape for an escape, and the padding stays.
pub(crate) fn draw(piece: &[u8], fresh: &mut Vec<u8>, draw: &mut Draw<'_>) {
    let mut rest = piece;
    let mut last = None;
    while let Some((first, tail)) = rest.split_first() {
        rest = match (*first, tail.get(..2)) {
            (b'%', Some(b"3D" | b"3d")) => {
                fresh.extend_from_slice(&rest[..3]);
                &tail[2..]
            }
            (b'%', Some(_)) => {
                let escape: &[u8] = [b"%2B", b"%2F"][draw.below(2)];
                fresh.extend_from_slice(escape);
                &tail[2..]
            }
            _ => {
                last = Some(fresh.len());
                fresh.push(draw.of(Alphabet::Alnum.members()));
                tail
            }
        };
    }
    // What stands behind the last letter or digit is padding, or escapes of which the last has no spare bits.
    if let Some(last) = last.filter(|last| fresh[*last + 1..].starts_with(b"%3")) {
        clear_spare_bits(fresh, last);
    }
}

/// The character before escaped padding has spare bits, as before padding.
fn clear_spare_bits(fresh: &mut [u8], last: usize) {
    let padding = (fresh.len() - last - 1) / 3;
    let mut end = vec![fresh[last]];
    end.extend(std::iter::repeat_n(b'=', padding));
    shape::finish_padding(&mut end);
    fresh[last] = end[0];
}
