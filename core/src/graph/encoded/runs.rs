//! Runs of a text that may be base64 or hexadecimal.

use wide::u8x16;

use crate::{Span, block};

/// The shortest run of interest: base64 of eight bytes without padding.
const MIN_RUN: usize = 11;
const MIN_HEX: usize = 16;

/// A run of base64 characters of either alphabet.
pub(super) struct Run {
    pub(super) span: Span,
    pub(super) is_hex: bool,
    pub(super) is_base64: bool,
}

const UPPER: u8 = 1;
const OTHER: u8 = 2;
const NOT_HEX: u8 = 4;

/// What a byte is in a run; 0 if it ends one.
static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = match b {
            b'A'..=b'F' => UPPER,
            b'G'..=b'Z' => UPPER | NOT_HEX,
            b'0'..=b'9' | b'a'..=b'f' => OTHER,
            b'g'..=b'z' | b'+' | b'/' | b'-' | b'_' => OTHER | NOT_HEX,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// Calls `with` for every run that is long enough, sixty-four bytes at a time. Runs without a capital letter are
/// no base64 of text: every fourth character of that is one of `A-Za-f`.
pub(super) fn each(text: &[u8], mut with: impl FnMut(Run)) {
    let mut ended = |start: usize, end: usize| {
        if end - start >= MIN_RUN {
            let run = run_at(text, Span::new(start, end));
            if run.is_hex || run.is_base64 {
                with(run);
            }
        }
    };
    // Where the run began that goes on at the end of the block before.
    let mut open = None;
    for base in (0..text.len()).step_by(64) {
        let mut members = block::mask_of(text, base, is_member);
        if let Some(start) = open {
            let more = members.trailing_ones();
            if more == 64 {
                continue;
            }
            ended(start, base + more as usize);
            members &= members.unbounded_shr(more).unbounded_shl(more);
        }
        let last = members.leading_ones();
        open = (last > 0).then(|| base + 64 - last as usize);
        members &= u64::MAX.unbounded_shr(last);
        let mut starts = eleven_in_a_row(members);
        while starts != 0 {
            let start = starts.trailing_zeros();
            let end = start + (members >> start).trailing_ones();
            ended(base + start as usize, base + end as usize);
            starts &= u64::MAX.unbounded_shl(end);
        }
    }
    if let Some(start) = open {
        ended(start, text.len());
    }
}

/// Which lanes hold a character of either base64 alphabet.
#[inline(always)]
fn is_member(v: u8x16) -> u8x16 {
    let is = |byte: u8| v.simd_eq(u8x16::splat(byte));
    let letter = block::inside(v | u8x16::splat(0x20), b'a', 25);
    letter | block::inside(v, b'/', 10) | is(b'+') | is(b'-') | is(b'_')
}

/// The bits behind which (and with which) [`MIN_RUN`] bits are set.
#[inline(always)]
fn eleven_in_a_row(bits: u64) -> u64 {
    let two = bits & (bits >> 1);
    let four = two & (two >> 2);
    let eight = four & (four >> 4);
    eight & (eight >> 3)
}

fn run_at(text: &[u8], span: Span) -> Run {
    let class = |byte: &u8| CLASS[usize::from(*byte)];
    let all = text[span.start..span.end]
        .iter()
        .fold(0, |all, byte| all | class(byte));
    Run {
        span,
        is_hex: all & NOT_HEX == 0 && span.len() >= MIN_HEX,
        is_base64: all & UPPER != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(text: &str) -> Vec<(&str, bool, bool)> {
        let mut runs = Vec::new();
        each(text.as_bytes(), |run| {
            runs.push((run.span.of(text), run.is_hex, run.is_base64))
        });
        runs
    }

    /// The same by one byte at a time.
    fn scalar(text: &str) -> Vec<(&str, bool, bool)> {
        let outside = |c: char| CLASS[usize::from(c as u8)] == 0 || !c.is_ascii();
        let long = text.split(outside).filter(|run| run.len() >= MIN_RUN);
        let judged = long.map(|run| {
            let all = run.bytes().fold(0, |all, b| all | CLASS[usize::from(b)]);
            let is_hex = all & NOT_HEX == 0 && run.len() >= MIN_HEX;
            (run, is_hex, all & UPPER != 0)
        });
        judged.filter(|run| run.1 || run.2).collect()
    }

    proptest::proptest! {
        #[test]
        fn blocks_equal_the_scalar_twin(text in "([A-Z]|[a-f0-9]{0,90}|[a-zA-Z+/_-]{0,40}|[ .é\\[@`{:]){0,12}") {
            proptest::prop_assert_eq!(runs(&text), scalar(&text));
        }
    }

    #[test]
    fn runs_are_found_wherever_they_start() {
        for pad in 0..9 {
            for run in ["aGVsbG8gd29ybGQ", "ABCDEFGHIJk", "00112233aabbccdd"] {
                let text = format!("{} \"{run}=\" and more", ".".repeat(pad));
                assert_eq!(
                    runs(&text).iter().filter(|found| found.0 == run).count(),
                    1,
                    "{text}"
                );
            }
        }
        assert!(runs("some_long_identifier in prose/with/paths").is_empty());
    }
}
