//! Base64 of either alphabet (RFC 4648), over line breaks, from any of the four places where a group may begin.

use wide::u8x16;

use super::Decoded;
use crate::Span;
use crate::base64::{self, Base64 as Alphabet};
use crate::block;
use crate::graph::gap;

/// Most lines of one blob.
const MAX_LINES: usize = 4_096;

/// A blob, decoded.
pub(super) struct Blob {
    plain: Vec<u8>,
    readable: String,
    /// The characters of the blob, without line breaks: lines by the number of their first character.
    lines: Vec<(usize, Span)>,
    url: bool,
}

/// Which of the four places two groups of ASCII characters in a row begin at: one bit each.
pub(super) fn phases(text: &[u8], run: Span) -> u8 {
    // Two groups are told by seven characters, so windows of 32 this far apart hold them all.
    const STEP: usize = 24;
    let (mut seen, mut from) = (0, run.start);
    while from + 7 <= run.end {
        let [first, second, third] = places(text, from);
        let inside = !u32::MAX.unbounded_shl((run.end - from) as u32);
        let groups = first & (second >> 1) & ((third & inside) >> 2);
        let pairs = groups & (groups >> 4);
        for phase in 0..4 {
            let here = (u32::MAX / 15) << phase;
            seen |= u8::from(pairs & here != 0) << phase;
        }
        from += STEP;
    }
    seen
}

/// Which of the 32 bytes at `from` may be the first, the second and the third character of a group that is ASCII.
#[inline(always)]
fn places(text: &[u8], from: usize) -> [u32; 3] {
    let mut out = [0; 3];
    for (lane, v) in block::lanes(text, from).into_iter().enumerate() {
        let upper = block::inside(v, b'A', 25);
        let lower = block::inside(v, b'a', 25);
        let digit = block::inside(v, b'0', 9);
        let shift = upper & u8x16::splat(b'A'.wrapping_neg())
            | lower & u8x16::splat(26u8.wrapping_sub(b'a'))
            | digit & u8x16::splat(52 - b'0');
        // What is neither letter nor digit is 62 or 63, and can be none of the three.
        let value = (v + shift) | !(upper | lower | digit);
        let zero = u8x16::splat(0);
        let tests = [
            value.min(u8x16::splat(31)).simd_eq(value),
            (value & u8x16::splat(8)).simd_eq(zero),
            (value & u8x16::splat(2)).simd_eq(zero),
        ];
        for (mask, test) in out.iter_mut().zip(tests) {
            *mask |= u32::from(test.to_bitmask() as u16) << (lane * 16);
        }
    }
    out
}

pub(super) fn value(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        _ => 63,
    }
}

fn is_member(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// Decodes the run, and the lines that go on where it ends, from its `phase`-th character on.
pub(super) fn decode(text: &str, run: Span, phase: usize) -> Blob {
    let bytes = text.as_bytes();
    let mut lines = vec![(0, Span::new(run.start + phase, run.end))];
    let mut count = run.len() - phase;
    let mut end = run.end;
    while lines.len() < MAX_LINES
        && let Some(start) = gap::after(bytes, end)
    {
        let length = bytes[start..]
            .iter()
            .take_while(|&&byte| is_member(byte))
            .count();
        if length == 0 {
            break;
        }
        lines.push((count, Span::new(start, start + length)));
        count += length;
        end = start + length;
    }
    let characters = lines
        .iter()
        .flat_map(|(_, line)| &bytes[line.start..line.end]);
    let plain = decoded(characters.copied());
    Blob {
        readable: super::readable(plain.clone()),
        plain,
        lines,
        url: bytes[run.start..run.end]
            .iter()
            .any(|byte| matches!(byte, b'-' | b'_')),
    }
}

fn decoded(characters: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0u32, 0);
    for byte in characters {
        bits = bits << 6 | u32::from(value(byte));
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

impl Blob {
    fn count(&self) -> usize {
        self.lines
            .last()
            .map_or(0, |(first, line)| first + line.len())
    }

    /// Characters of the groups that hold bytes of the plain text.
    fn groups(&self, span: Span) -> Span {
        Span::new(
            span.start / 3 * 4,
            (span.end.div_ceil(3) * 4).min(self.count()),
        )
    }

    /// The groups with `new` in place of `span`; `None` if that changes their number.
    fn exchanged(&self, span: Span, new: &str) -> Option<String> {
        if new.len() != span.len() {
            return None;
        }
        let start = span.start / 3 * 3;
        let end = (span.end.div_ceil(3) * 3).min(self.plain.len());
        let mut bytes = self.plain.get(start..end)?.to_vec();
        bytes[span.start - start..span.end - start].copy_from_slice(new.as_bytes());
        let kind = if self.url {
            Alphabet::Url
        } else {
            Alphabet::Standard
        };
        let text = base64::encode(&bytes, kind);
        (text.len() == self.groups(span).len()).then_some(text)
    }
}

impl Decoded for Blob {
    fn plain(&self) -> &str {
        &self.readable
    }

    fn encode(&self, span: Span, new: Option<&str>) -> Vec<(Span, Option<String>)> {
        let groups = self.groups(span);
        let text = new.and_then(|new| self.exchanged(span, new));
        let parts = self.lines.iter().filter_map(|&(first, line)| {
            let from = groups.start.max(first);
            let to = groups.end.min(first + line.len());
            let part = text.as_deref().and_then(|text| {
                text.get(from.checked_sub(groups.start)?..to.checked_sub(groups.start)?)
            });
            let place = Span::new(
                line.start + from.saturating_sub(first),
                line.start + to.saturating_sub(first),
            );
            (from < to).then(|| (place, part.map(str::to_owned)))
        });
        parts.collect()
    }
}
