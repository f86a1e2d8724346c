//! The name before a delimiter.

use super::tail;
use super::value::is_name_byte;
use crate::Span;
use crate::detect::Cx;
use crate::lexicon::names;

/// Longest name that is read.
const LONGEST: usize = 96;

/// Where the name before the delimiter ends: quotes, brackets, blanks, digits and the other halves of
/// operators are stepped over.
#[inline]
pub(crate) fn end(bytes: &[u8], at: usize) -> Option<usize> {
    let before = *bytes.get(at.wrapping_sub(1))?;
    if before.is_ascii_alphabetic() || before >= 0x80 {
        return Some(at);
    }
    match FOLLOWS[usize::from(before)] {
        true => step_back(bytes, at),
        false => None,
    }
}

/// What stands between a name and its sign: blanks, closing quotes and brackets, the signs themselves, digits.
static FOLLOWS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let signs = matches!(
            b,
            b'?' | b':' | b'=' | b'!' | b'+' | b'.' | b'_' | b'\\' | b'|' | b'*'
        );
        let closing = matches!(b, b' ' | b'\t' | b'"' | b'\'' | b'`' | b']' | b')' | b';');
        table[byte] = signs || closing || b.is_ascii_digit();
        byte += 1;
    }
    table
};

#[inline(never)]
fn step_back(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    let floor = at.saturating_sub(64);
    while end > floor {
        match bytes[end - 1] {
            // A quote in an attribute.
            b';' if bytes[..end].ends_with(b"&quot;") => end -= 6,
            b';' => return None,
            byte if FOLLOWS[usize::from(byte)] => end -= 1,
            byte if byte.is_ascii_alphabetic() || byte >= 0x80 => return Some(end),
            _ => return None,
        }
    }
    None
}

/// Whether a delimiter behind a name that ends at `end` leads here by itself.
pub(crate) fn is_seen_at_delimiter(cx: &Cx<'_>, end: usize) -> bool {
    let digits = cx.bytes[..end]
        .iter()
        .rev()
        .take(8)
        .take_while(|b| matches!(b, b'0'..=b'9' | b'_'))
        .count();
    tail::may_promise(cx.bytes, end - digits)
}

/// The name that ends at `end`: name bytes, without what escapes and options put before it.
pub(crate) fn before(cx: &Cx<'_>, end: usize) -> Option<Span> {
    let end = end
        + cx.bytes[end..]
            .iter()
            .take(8)
            .take_while(|b| matches!(b, b'0'..=b'9' | b'_'))
            .count();
    let floor = end.saturating_sub(LONGEST);
    let len = cx.bytes[floor..end]
        .iter()
        .rev()
        .take_while(|&&byte| is_name_byte(byte))
        .count();
    let mut start = end - len;
    // `\nNAME` inside a JSON string.
    if start < end && cx.before(start) == b'\\' && matches!(cx.bytes[start], b'n' | b'r' | b't') {
        start += 1;
    }
    while start < end && matches!(cx.bytes[start], b'-' | b'.') {
        start += 1;
    }
    let name = cx.between(start, end);
    (!name.is_empty()).then(|| Span::new(two_words(cx, name.start, name.end), name.end))
}

/// Where the name begins that ends in the word from `start` to `end`: people write two words (`API key`, `access token`).
fn two_words(cx: &Cx<'_>, start: usize, end: usize) -> usize {
    #[rustfmt::skip]
    const KINDS: &[&[u8]] = &[
        b"api", b"access", b"secret", b"auth", b"client", b"private", b"signing", b"encryption", b"license", b"master",
        b"app", b"service", b"webhook", b"bot", b"refresh", b"deploy", b"personal", b"recovery", b"seed", b"account",
    ];
    const NOUNS: [&[u8]; 4] = [b"key", b"token", b"secret", b"phrase"];
    let last = &cx.bytes[start..end];
    if cx.before(start) != b' ' || !NOUNS.iter().any(|noun| last.eq_ignore_ascii_case(noun)) {
        return start;
    }
    let lead = &cx.bytes[start.saturating_sub(24)..start - 1];
    let len = lead.iter().rev().take_while(|b| is_name_byte(**b)).count();
    let word = &lead[lead.len() - len..];
    let kind = KINDS.iter().any(|kind| word.eq_ignore_ascii_case(kind));
    if kind { start - 1 - len } else { start }
}

/// The declared name, where a type stands before the delimiter: `let x: string = `, `var x string = `.
pub(crate) fn declared(cx: &Cx<'_>, name: Span, at: usize) -> Option<Span> {
    let word = &cx.bytes[name.start..name.end];
    let is_type = names::TYPES
        .words()
        .iter()
        .any(|one| word.eq_ignore_ascii_case(one.as_bytes()));
    if !is_type {
        return Some(name);
    }
    if cx.bytes[at] != b'=' {
        return None;
    }
    let skipped = cx.bytes[..name.start]
        .iter()
        .rev()
        .take(8)
        .take_while(|byte| matches!(byte, b' ' | b':' | b'&' | b'?' | b'*'))
        .count();
    before(cx, name.start - skipped).filter(|_| skipped > 0)
}
