//! Sixty-four bytes of text as bit masks.

use wide::u8x16;

/// Bit `i` of a mask speaks of byte `base + i`.
pub(crate) struct Masks {
    /// Places where a word may begin: an ASCII letter or digit after something else, an upper-case letter after
    /// a lower-case one or a digit, and the first byte of every non-ASCII character (scripts without spaces
    /// have no other border).
    pub(crate) starts: u64,
    /// `=`, `:` and `@`.
    pub(crate) marks: u64,
    /// Letters and digits behind a backslash: what follows `\\n` in a string of JSON or C begins a word, too.
    pub(crate) escaped: u64,
    /// The eighth letter or digit in a row, and every one behind it, if a digit is among the last eight: where a
    /// drawn value may stand.
    pub(crate) drawn: u64,
    /// Letters and digits of ASCII.
    pub(crate) words: u64,
    /// Digits.
    pub(crate) digits: u64,
    /// Characters of either base64 alphabet.
    pub(crate) members: u64,
    /// Capital letters.
    pub(crate) capitals: u64,
    /// Everything that is neither a blank nor a control character of ASCII.
    pub(crate) solid: u64,
}

/// What the last byte of the block before was.
#[derive(Default)]
pub(crate) struct Carry {
    word: u64,
    small: u64,
    slash: u64,
    /// Pairs and fours of letters and digits that end in the last bytes, and digits one, two and four bytes back.
    runs: [u64; 2],
    digits: [u64; 3],
}

/// Bytes of a window: a block, four bytes before it, and four behind it for the words that begin in it.
pub(crate) const WINDOW: usize = 72;
const LEAD: usize = 4;

/// The window around the block at `base`, zeros outside the text. `edge` lends the room for the first and the last.
#[inline(always)]
pub(crate) fn window<'t>(
    bytes: &'t [u8],
    base: usize,
    edge: &'t mut [u8; WINDOW],
) -> &'t [u8; WINDOW] {
    let whole = base
        .checked_sub(LEAD)
        .and_then(|from| bytes.get(from..from + WINDOW)?.try_into().ok());
    match whole {
        Some(window) => window,
        None => {
            let lead = LEAD.min(base);
            let rest = &bytes[base - lead..bytes.len().min(base + WINDOW - LEAD)];
            *edge = [0; WINDOW];
            edge[LEAD - lead..LEAD - lead + rest.len()].copy_from_slice(rest);
            edge
        }
    }
}

/// The masks of the block at `base`; a block that runs past the end is filled with zeros.
#[inline(always)]
pub(crate) fn masks_at(bytes: &[u8], base: usize, carry: &mut Carry) -> Masks {
    masks(window(bytes, base, &mut [0; WINDOW]), carry)
}

/// Four bytes from `at` of the block on, the first in the low byte; `at` lies between -4 and 64.
#[inline(always)]
pub(crate) fn word_in(window: &[u8; WINDOW], at: i32) -> u32 {
    let at = (at + LEAD as i32) as usize;
    match window.get(at..at + 4).and_then(|b| b.try_into().ok()) {
        Some(word) => u32::from_le_bytes(word),
        None => 0,
    }
}

/// The masks of the block in a window.
#[inline(always)]
pub(crate) fn masks(window: &[u8; WINDOW], carry: &mut Carry) -> Masks {
    let (mut upper, mut lower, mut digit) = (0u64, 0u64, 0u64);
    let (mut lead, mut marks, mut slashes) = (0u64, 0u64, 0u64);
    let (mut others, mut solid) = (0u64, 0u64);
    let mut lane = 0;
    while lane < 4 {
        let mut part = [0; 16];
        part.copy_from_slice(&window[LEAD + lane * 16..LEAD + lane * 16 + 16]);
        let v = u8x16::new(part);
        let shift = lane * 16;
        upper |= within(v, b'A', 25) << shift;
        lower |= within(v, b'a', 25) << shift;
        digit |= within(v, b'0', 9) << shift;
        lead |= within(v, 0xc0, 0x3f) << shift;
        let delimiter = v.simd_eq(u8x16::splat(b'='))
            | v.simd_eq(u8x16::splat(b':'))
            | v.simd_eq(u8x16::splat(b'@'));
        marks |= u64::from(delimiter.to_bitmask() as u16) << shift;
        let slash = v.simd_eq(u8x16::splat(b'\\'));
        slashes |= u64::from(slash.to_bitmask() as u16) << shift;
        let other = v.simd_eq(u8x16::splat(b'+'))
            | v.simd_eq(u8x16::splat(b'/'))
            | v.simd_eq(u8x16::splat(b'-'))
            | v.simd_eq(u8x16::splat(b'_'));
        others |= u64::from(other.to_bitmask() as u16) << shift;
        let printed = v.max(u8x16::splat(b'!')).simd_eq(v);
        solid |= u64::from(printed.to_bitmask() as u16) << shift;
        lane += 1;
    }
    let small = lower | digit;
    let word = upper | small;
    let before = (word << 1) | carry.word;
    let small_before = (small << 1) | carry.small;
    carry.word = word >> 63;
    carry.small = small >> 63;
    let escaped = word & ((slashes << 1) | carry.slash);
    carry.slash = slashes >> 63;
    let drawn = eights(word, before, carry) & digits(digit, carry);
    Masks {
        starts: (word & !before) | (upper & small_before) | lead,
        marks,
        escaped,
        drawn,
        words: word,
        digits: digit,
        members: word | others,
        capitals: upper,
        solid,
    }
}

/// Where at least eight letters and digits in a row end; `before` is `word` one byte back.
#[inline(always)]
fn eights(word: u64, before: u64, carry: &mut Carry) -> u64 {
    let two = word & before;
    let four = two & ((two << 2) | carry.runs[0]);
    let eight = four & ((four << 4) | carry.runs[1]);
    carry.runs = [two >> 62, four >> 60];
    eight
}

/// Where one of the last eight bytes is a digit.
#[inline(always)]
fn digits(one: u64, carry: &mut Carry) -> u64 {
    let two = one | (one << 1) | carry.digits[0];
    let four = two | (two << 2) | carry.digits[1];
    let eight = four | (four << 4) | carry.digits[2];
    carry.digits = [one >> 63, two >> 62, four >> 60];
    eight
}

/// Which bytes lie in `[low, low + span]`.
#[inline(always)]
fn within(v: u8x16, low: u8, span: u8) -> u64 {
    u64::from(inside(v, low, span).to_bitmask() as u16)
}

/// The lanes that lie in `[low, low + span]`, as ones.
#[inline(always)]
pub(crate) fn inside(v: u8x16, low: u8, span: u8) -> u8x16 {
    let shifted = v - u8x16::splat(low);
    shifted.min(u8x16::splat(span)).simd_eq(shifted)
}

/// The thirty-two bytes at `base`, zeros behind the end.
#[inline(always)]
pub(crate) fn lanes(bytes: &[u8], base: usize) -> [u8x16; 2] {
    let mut block = [0; 32];
    match bytes.get(base..base + 32) {
        Some(whole) => block.copy_from_slice(whole),
        None => {
            let rest = bytes.get(base..).unwrap_or_default();
            block[..rest.len()].copy_from_slice(rest);
        }
    }
    std::array::from_fn(|lane| {
        let mut part = [0; 16];
        part.copy_from_slice(&block[lane * 16..lane * 16 + 16]);
        u8x16::new(part)
    })
}

/// Four bytes from `at` on, zeros past the end, the first in the low byte.
#[inline(always)]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> u32 {
    match bytes.get(at..at + 4).and_then(|b| b.try_into().ok()) {
        Some(word) => u32::from_le_bytes(word),
        None => {
            let mut word = [0; 4];
            let rest = bytes.get(at..).unwrap_or_default();
            word[..rest.len()].copy_from_slice(rest);
            u32::from_le_bytes(word)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by one byte at a time.
    fn scalar(bytes: &[u8]) -> [Vec<usize>; 4] {
        let word = |b: u8| b.is_ascii_alphanumeric();
        let small = |b: u8| word(b) && !b.is_ascii_uppercase();
        let before = |at: usize| at.checked_sub(1).map_or(0, |at| bytes[at]);
        let starts = (0..bytes.len()).filter(|&at| {
            let fresh = word(bytes[at]) && !word(before(at));
            fresh || bytes[at] >= 0xc0 || bytes[at].is_ascii_uppercase() && small(before(at))
        });
        let marks = (0..bytes.len()).filter(|&at| matches!(bytes[at], b'=' | b':' | b'@'));
        let escaped = (0..bytes.len()).filter(|&at| word(bytes[at]) && before(at) == b'\\');
        let drawn = (7..bytes.len()).filter(|&at| {
            let last = &bytes[at - 7..=at];
            last.iter().all(|&b| word(b)) && last.iter().any(u8::is_ascii_digit)
        });
        [
            starts.collect(),
            marks.collect(),
            escaped.collect(),
            drawn.collect(),
        ]
    }

    fn blocks(bytes: &[u8]) -> [Vec<usize>; 4] {
        let mut out = [const { Vec::new() }; 4];
        let mut carry = Carry::default();
        for base in (0..bytes.len()).step_by(64) {
            let found = masks_at(bytes, base, &mut carry);
            let bits = |mask: u64| (0..64).filter(move |bit| mask >> bit & 1 == 1);
            let masks = [found.starts, found.marks, found.escaped, found.drawn];
            for (list, mask) in out.iter_mut().zip(masks) {
                list.extend(bits(mask).map(|bit| base + bit));
            }
        }
        out
    }

    proptest! {
        #[test]
        fn blocks_equal_the_scalar_twin(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(blocks(&bytes), scalar(&bytes));
        }

        #[test]
        fn also_on_text(text in "[a-zA-Z0-9_=:@. é\\\\]{0,300}") {
            prop_assert_eq!(blocks(text.as_bytes()), scalar(text.as_bytes()));
        }
    }
}
