//! Runs of a text that may be base64 or hexadecimal.

use crate::Span;

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

/// Calls `with` for every run. Eight bytes at every fourth place that hold no blank, quote or bracket tell where
/// one may be. Runs without a capital letter are no base64 of text: every fourth character of that is one of
/// `A-Za-f`.
pub(super) fn each(text: &[u8], mut with: impl FnMut(Run)) {
    let mut at = 0;
    while let Some(word) = text.get(at..at + 8) {
        if may_be_run(word.try_into().unwrap_or_default())
            && text[at..at + 8].iter().all(|&b| CLASS[usize::from(b)] != 0)
        {
            let run = around(text, at);
            at = (run.span.end / 4 * 4).max(at);
            if run.is_hex || run.is_base64 {
                with(run);
            }
        }
        at += 4;
    }
}

/// Whether no byte is below `+`.
#[inline(always)]
fn may_be_run(word: [u8; 8]) -> bool {
    let word = u64::from_le_bytes(word);
    let below = word.wrapping_sub(0x2b2b_2b2b_2b2b_2b2b) & !word & 0x8080_8080_8080_8080;
    below == 0
}

fn around(text: &[u8], at: usize) -> Run {
    let class = |byte: &u8| CLASS[usize::from(*byte)];
    let before = text[..at]
        .iter()
        .rev()
        .take_while(|byte| class(byte) != 0)
        .count();
    let after = text[at..]
        .iter()
        .take_while(|byte| class(byte) != 0)
        .count();
    let span = Span::new(at - before, at + after);
    let all = text[span.start..span.end]
        .iter()
        .fold(0, |all, byte| all | class(byte));
    Run {
        span,
        is_hex: all & NOT_HEX == 0 && span.len() >= MIN_HEX,
        is_base64: all & UPPER != 0 && span.len() >= MIN_RUN,
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
