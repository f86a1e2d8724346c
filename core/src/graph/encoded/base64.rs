//! Base64 of either alphabet (RFC 4648), over line breaks, from any of the four places where a group may begin.

use super::Decoded;
use crate::Span;
use crate::base64::{self, Base64 as Alphabet};
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

/// Which of the four places two groups of ASCII characters in a row begin at.
pub(super) fn phases(text: &[u8], run: Span) -> impl Iterator<Item = usize> {
    let mut seen = [false; 4];
    // One bit a character: the places where a group of ASCII may begin.
    let (mut first, mut second, mut third, mut groups) = (0u64, 0u64, 0u64, 0u64);
    for (at, &byte) in text[run.start..run.end].iter().enumerate() {
        let places = u64::from(PLACES[usize::from(byte)]);
        third = third << 1 | (places & 1);
        second = second << 1 | (places >> 1 & 1);
        first = first << 1 | (places >> 2);
        // A group that began two characters ago is ASCII so far.
        let group = (first >> 2) & (second >> 1) & third & 1;
        groups = groups << 1 | group;
        if at >= 6 && groups & 1 == 1 && groups >> 4 & 1 == 1 {
            seen[(at - 2) % 4] = true;
        }
    }
    (0..4).filter(move |&phase| seen[phase])
}

/// At which places of a group a character may stand if the group is ASCII: 4 for the first, 2 for the second, 1 for
/// the third.
static PLACES: [u8; 256] = places();

const fn places() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let value = value(byte as u8);
        let (first, second, third) = (value < 32, value & 8 == 0, value & 2 == 0);
        table[byte] = (first as u8) << 2 | (second as u8) << 1 | third as u8;
        byte += 1;
    }
    table
}

const fn value(byte: u8) -> u8 {
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
