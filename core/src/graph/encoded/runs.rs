//! Runs of a text that may be base64 or hexadecimal.

use super::base64;
use crate::Span;

/// The shortest run of interest: base64 of eight bytes without padding.
const MIN_RUN: usize = 11;
const MIN_HEX: usize = 16;

/// A run of base64 characters of either alphabet.
pub(crate) struct Run {
    pub(crate) span: Span,
    pub(crate) is_hex: bool,
    /// Where groups of base64 that hold text may begin: one bit for each of the four places.
    pub(crate) phases: u8,
}

/// Collects the runs that are long enough, sixty-four bytes at a time. Runs without a capital letter are no base64
/// of text: every fourth character of that is one of `A-Za-f`.
#[derive(Default)]
pub(crate) struct Runs {
    /// Where the run began that goes on at the end of the block before, and whether it has a capital.
    open: Option<(usize, bool)>,
    pub(crate) found: Vec<Run>,
}

impl Runs {
    /// Takes in the block at `base`, given where characters of either alphabet and capital letters stand.
    #[inline(always)]
    pub(crate) fn block(&mut self, text: &[u8], base: usize, mut members: u64, capitals: u64) {
        if let Some((start, capital)) = self.open {
            let more = members.trailing_ones();
            let capital = capital || capitals & !u64::MAX.unbounded_shl(more) != 0;
            if more == 64 {
                self.open = Some((start, capital));
                return;
            }
            self.ended(text, Span::new(start, base + more as usize), capital);
            members &= u64::MAX << more;
        }
        let last = members.leading_ones();
        let capital = capitals & !u64::MAX.unbounded_shr(last) != 0;
        self.open = (last > 0).then(|| (base + 64 - last as usize, capital));
        members &= u64::MAX.unbounded_shr(last);
        let mut starts = eleven_in_a_row(members);
        while starts != 0 {
            let start = starts.trailing_zeros();
            let end = start + (members >> start).trailing_ones();
            let beyond = u64::MAX.unbounded_shl(end);
            let capital = capitals & !beyond & (u64::MAX << start) != 0;
            let span = Span::new(base + start as usize, base + end as usize);
            self.ended(text, span, capital);
            starts &= beyond;
        }
    }

    /// The text ends here.
    pub(crate) fn end(&mut self, text: &[u8]) {
        if let Some((start, capital)) = self.open.take() {
            self.ended(text, Span::new(start, text.len()), capital);
        }
    }

    #[inline(always)]
    fn ended(&mut self, text: &[u8], span: Span, capital: bool) {
        if span.len() >= MIN_RUN && (capital || span.len() >= MIN_HEX) {
            self.judge(text, span, capital);
        }
    }

    #[inline(never)]
    fn judge(&mut self, text: &[u8], span: Span, capital: bool) {
        let digits = &text[span.start..span.end];
        let is_hex = span.len() >= MIN_HEX && digits.iter().all(u8::is_ascii_hexdigit);
        let phases = if capital {
            base64::phases(text, span)
        } else {
            0
        };
        if is_hex || phases != 0 {
            self.found.push(Run {
                span,
                is_hex,
                phases,
            });
        }
    }
}

/// The bits behind which (and with which) [`MIN_RUN`] bits are set.
#[inline(always)]
fn eleven_in_a_row(bits: u64) -> u64 {
    let two = bits & (bits >> 1);
    let four = two & (two >> 2);
    let eight = four & (four >> 4);
    eight & (eight >> 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{self, Carry};

    fn runs(text: &str) -> Vec<(&str, bool, u8)> {
        let (mut runs, mut carry) = (Runs::default(), Carry::default());
        let bytes = text.as_bytes();
        for base in (0..bytes.len()).step_by(64) {
            let masks = block::masks_at(bytes, base, &mut carry);
            runs.block(bytes, base, masks.members, masks.capitals);
        }
        runs.end(bytes);
        let found = runs.found.iter();
        found
            .map(|run| (run.span.of(text), run.is_hex, run.phases))
            .collect()
    }

    /// The same by one byte at a time.
    fn scalar(text: &str) -> Vec<(&str, bool, u8)> {
        let outside = |c: char| !c.is_ascii_alphanumeric() && !"+/-_".contains(c);
        let long = text.split(outside).filter(|run| run.len() >= MIN_RUN);
        let judged = long.map(|run| {
            let is_hex = run.len() >= MIN_HEX && run.bytes().all(|b| b.is_ascii_hexdigit());
            let capital = run.bytes().any(|b| b.is_ascii_uppercase());
            (run, is_hex, if capital { phases(run) } else { 0 })
        });
        judged.filter(|run| run.1 || run.2 != 0).collect()
    }

    /// Where two groups of base64 in a row decode to ASCII, as far as their first three characters tell.
    fn phases(run: &str) -> u8 {
        let values: Vec<u8> = run.bytes().map(base64::value).collect();
        let group = |at: usize| {
            let group = values.get(at..at + 3);
            group.is_some_and(|g| g[0] < 32 && g[1] & 8 == 0 && g[2] & 2 == 0)
        };
        let pairs = (0..values.len()).filter(|&at| group(at) && group(at + 4));
        pairs.fold(0, |seen, at| seen | 1 << (at % 4))
    }

    proptest::proptest! {
        #[test]
        fn blocks_equal_the_scalar_twin(text in "([A-Z]|[a-f0-9]{0,90}|[a-zA-Z0-9+/_-]{0,90}|[ .é\\[@`{:]){0,12}") {
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
