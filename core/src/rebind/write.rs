//! Text that goes into a file.
//!
//! A write restores every stand-in or does not happen: a file with `[REPO_ROOT_1]` or half of a surrogate in it
//! is damaged, and nobody would notice for a while.

use wide::u8x16;

use super::{Local, egress, look_alike, path, refuse};
use crate::locate::{self, Located, Stand};
use crate::{Refusal, RefusalKind, Span, block};

/// Restores the contents of `file`, a path that was restored already.
pub(crate) fn content(local: Local<'_>, text: &str, file: Option<&str>) -> Result<String, Refusal> {
    let located = locate::locate(local.table, text);
    if local.table.has_surrogates() {
        whole_surrogates(local, text, &located)?;
    }
    if let Some(span) = look_alike::find_group(local, text, &located) {
        return refuse(RefusalKind::UnknownHandle, span, ALTERED);
    }
    let mut out = String::with_capacity(text.len() + 24 * located.len());
    let mut done = 0;
    for found in &located {
        let value = match found.stand {
            Stand::Slot(number) => {
                local.permits(number, found.span)?;
                local.raw(number)
            }
            // Text of the user's own that only looks like a handle.
            Stand::Unknown { seen: true, .. } => continue,
            Stand::Unknown { .. } => {
                return refuse(RefusalKind::UnknownHandle, found.span, path::NOT_ISSUED);
            }
            Stand::Secret(number) => {
                let origin =
                    file.is_some_and(|file| egress::is_file_of_origin(local, number, file));
                if !origin && !local.permits(number, found.span)? {
                    let message = "a secret is written only to the file it came from; refer to it by a variable instead";
                    return refuse(RefusalKind::SecretEgress, found.span, message);
                }
                local.raw(number)
            }
        };
        out.push_str(&text[done..found.span.start]);
        out.push_str(value);
        done = found.span.end;
    }
    out.push_str(&text[done..]);
    Ok(out)
}

/// Restores what an edit looks for or puts there. Its ends must not cut a hidden value, and the refusal does
/// not tell whether one was there.
pub(crate) fn edit(local: Local<'_>, text: &str, file: Option<&str>) -> Result<String, Refusal> {
    if cuts_a_handle(text) {
        return refuse(RefusalKind::Malformed, Span::new(0, text.len()), CUT);
    }
    content(local, text, file)
}

const ALTERED: &str =
    "a stand-in was altered or shortened; write it exactly as it was shown, or read the file again";
const CUT: &str = "the edit begins or ends inside a stand-in; include all of it";

/// `ROOT_1]/x` or `x/[REPO_RO`: a handle runs over an end of the text.
fn cuts_a_handle(text: &str) -> bool {
    let inside = |part: &str| {
        part.bytes()
            .all(|b| b.is_ascii_uppercase() || b == b'_' || b.is_ascii_digit())
    };
    let last = text.rfind('[').is_some_and(|at| {
        let tail = &text[at + 1..];
        tail.len() >= 3 && inside(tail) && names_begin_with(tail)
    });
    let first = text.find(']').is_some_and(|at| {
        let head = &text[..at];
        let digits = head.bytes().rev().take_while(u8::is_ascii_digit).count();
        digits > 0
            && head[..head.len() - digits].ends_with('_')
            && inside(head)
            && names_end_with(&head[..head.len() - digits - 1])
    });
    first || last
}

fn names_begin_with(tail: &str) -> bool {
    let word = tail
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end_matches('_');
    crate::Kind::ALL
        .iter()
        .any(|kind| kind.name().starts_with(word) && word.len() >= 3)
}

fn names_end_with(head: &str) -> bool {
    crate::Kind::ALL
        .iter()
        .any(|kind| kind.name().ends_with(head))
}

/// Shorter than this, a part of a surrogate is any text.
const SHORTEST: usize = 6;

/// Most comparisons of a word with a surrogate in one text.
const MAX_COMPARED: usize = 20_000_000;

/// No part of a surrogate without the rest: shortened by dots, cut, or in another case.
///
/// Looked at are the words around dots, those with a digit in them (a fragment of a generated value has one as
/// good as always), and those that begin as a surrogate does.
fn whole_surrogates(local: Local<'_>, text: &str, located: &[Located]) -> Result<(), Refusal> {
    let (mut done, mut budget) = (0, MAX_COMPARED);
    let bytes = text.as_bytes();
    for at in suspects(local, text) {
        if at < done {
            continue;
        }
        let word = word_around(bytes, at);
        done = word.end;
        let first = located.partition_point(|found| found.span.end <= word.start);
        let is_whole = located
            .get(first)
            .is_some_and(|found| found.span.overlaps(word));
        if is_whole || word.is_empty() {
            continue;
        }
        let part = word.of(text);
        let shortened = is_cut(text, word.start, true) || is_cut(text, word.end, false);
        budget = budget.saturating_sub(1 + local.table.surrogates());
        if budget == 0 {
            let message =
                "too long to be compared with every secret of this session; write it in parts";
            return refuse(RefusalKind::TooLong, word, message);
        }
        let long = part.len() >= if shortened { 4 } else { SHORTEST };
        let mut secrets = local.table.secrets();
        if long && secrets.any(|number| is_part(local, number, part, shortened)) {
            return refuse(RefusalKind::Malformed, word, ALTERED);
        }
    }
    Ok(())
}

/// Offsets in words that could be parts of surrogates, in order.
fn suspects(local: Local<'_>, text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let mut carry = block::Carry::default();
    (0..bytes.len()).step_by(64).flat_map(move |base| {
        let starts = block::masks_at(bytes, base, &mut carry).starts;
        let digits = digits(bytes, base);
        let cuts = cuts(bytes, base);
        let mut bits = starts | digits | cuts;
        std::iter::from_fn(move || {
            while bits != 0 {
                let bit = bits & bits.wrapping_neg();
                bits ^= bit;
                let at = base + bit.trailing_zeros() as usize;
                let may = || {
                    local
                        .table
                        .known
                        .literals
                        .may_start(block::word_at(bytes, at))
                };
                if (digits | cuts) & bit != 0 || may() {
                    return Some(at);
                }
            }
            None
        })
    })
}

/// Bit `i` is set where byte `base + i` is a digit.
fn digits(bytes: &[u8], base: usize) -> u64 {
    lanes(bytes, base, |v| {
        let shifted = v - u8x16::splat(b'0');
        shifted.min(u8x16::splat(9)).simd_eq(shifted)
    })
}

/// Bit `i` is set where a word may touch dots or stars at byte `base + i`.
fn cuts(bytes: &[u8], base: usize) -> u64 {
    let dots = |v: u8x16| {
        v.simd_eq(u8x16::splat(b'.'))
            | v.simd_eq(u8x16::splat(b'*'))
            | v.simd_eq(u8x16::splat(0xe2))
    };
    let here = lanes(bytes, base, dots);
    let next = lanes(bytes, base + 1, dots);
    let ellipsis = lanes(bytes, base, |v| v.simd_eq(u8x16::splat(0xa6)));
    // The byte before a dot, and the byte behind one.
    (next & !here) | ((here | ellipsis) << 1)
}

fn lanes(bytes: &[u8], base: usize, test: impl Fn(u8x16) -> u8x16) -> u64 {
    (0..4).fold(0, |mask, lane| {
        let bits = test(crate::locate::sixteen(bytes, base + lane * 16)).to_bitmask();
        mask | u64::from(bits as u16) << (lane * 16)
    })
}

/// The run of letters, digits, `_` and `-` around `at`.
fn word_around(bytes: &[u8], at: usize) -> Span {
    let word = |byte: &u8| WORD[usize::from(*byte)];
    let start = at
        - bytes[..at]
            .iter()
            .rev()
            .take_while(|byte| word(byte))
            .take(MAX_WORD)
            .count();
    let end = at
        + bytes[at..]
            .iter()
            .take_while(|byte| word(byte))
            .take(MAX_WORD)
            .count();
    Span::new(start, end)
}

/// No surrogate that is compared by parts is longer.
const MAX_WORD: usize = 512;

const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'-');
        byte += 1;
    }
    table
};

/// Whether what stands for something left out ends before `at`, or begins there.
fn is_cut(text: &str, at: usize, before: bool) -> bool {
    let bytes = text.as_bytes();
    let near = if before { at.checked_sub(1) } else { Some(at) };
    // Dots, stars, and one end of the ellipsis character.
    if !near
        .and_then(|near| bytes.get(near))
        .is_some_and(|b| matches!(b, b'.' | b'*' | 0xa6 | 0xe2))
    {
        return false;
    }
    let dots: [&[u8]; 3] = [b"...", "\u{2026}".as_bytes(), b"***"];
    dots.iter().any(|dots| {
        if before {
            bytes[..at].ends_with(dots)
        } else {
            bytes[at..].starts_with(dots)
        }
    })
}

fn is_part(local: Local<'_>, number: u32, part: &str, shortened: bool) -> bool {
    let surrogate = local
        .table
        .value(number)
        .surrogate
        .as_deref()
        .unwrap_or_default();
    if !local.table.is_live(number) || surrogate.is_empty() {
        return false;
    }
    let same = surrogate
        .bytes()
        .zip(part.bytes())
        .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
        .count();
    let begins = same == part.len() && (part.len() >= SHORTEST || shortened && part.len() >= 4);
    let altered = same >= 10 && same * 2 >= surrogate.len();
    let tail = surrogate.len() >= part.len()
        && surrogate.as_bytes()[surrogate.len() - part.len()..]
            .eq_ignore_ascii_case(part.as_bytes())
        && (part.len() >= 8 || shortened && part.len() >= 4);
    let inner =
        part.len() >= 8 && memchr::memmem::find(surrogate.as_bytes(), part.as_bytes()).is_some();
    begins || altered || tail || inner
}
