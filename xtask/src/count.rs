//! Adds up the results of different test runners.

use std::fmt;
use std::ops::AddAssign;

/// Results so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Count {
    /// What a line of a runner's output adds: libtest's `test result: ok. 3 passed; 0 failed; 1 ignored; ...`,
    /// or one of Node's TAP totals, `# pass 3`, `# fail 0`, `# skipped 0`.
    pub(crate) fn of_line(line: &str) -> Count {
        if let Some(result) = line.trim_start().strip_prefix("test result: ") {
            return Count {
                passed: before(result, " passed"),
                failed: before(result, " failed"),
                skipped: before(result, " ignored"),
            };
        }
        let total = |name: &str| {
            let number = line
                .strip_prefix("# ")
                .and_then(|rest| rest.strip_prefix(name));
            number
                .and_then(|number| number.trim().parse().ok())
                .unwrap_or(0)
        };
        Count {
            passed: total("pass "),
            failed: total("fail "),
            skipped: total("skipped ") + total("todo "),
        }
    }
}

/// The number in front of `word`.
fn before(text: &str, word: &str) -> u64 {
    let Some(end) = text.find(word) else { return 0 };
    let digits = text[..end].rsplit(|c: char| !c.is_ascii_digit()).next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count {
            passed,
            failed,
            skipped,
        } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_runners() {
        let count = |passed, failed, skipped| Count {
            passed,
            failed,
            skipped,
        };
        let libtest =
            "test result: FAILED. 12 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(Count::of_line(libtest), count(12, 2, 1));
        assert_eq!(Count::of_line("# pass 7"), count(7, 0, 0));
        assert_eq!(Count::of_line("# fail 3"), count(0, 3, 0));
        assert_eq!(Count::of_line("# skipped 4"), count(0, 0, 4));
        assert_eq!(Count::of_line("test x ... ok"), count(0, 0, 0));
    }
}
