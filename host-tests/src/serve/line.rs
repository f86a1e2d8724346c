//! Lines of bounded length.

use std::io::{self, BufRead, Read};

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Whole(&'a [u8]),
    /// It was longer than allowed, and has been skipped to its end.
    TooLong,
}

/// The next line of `input`, read into `buffer`; none at the end.
pub(super) fn next<'a>(
    input: &mut impl BufRead,
    buffer: &'a mut Vec<u8>,
    longest: usize,
) -> io::Result<Option<Line<'a>>> {
    buffer.clear();
    let bound = longest as u64 + 1;
    if input.by_ref().take(bound).read_until(b'\n', buffer)? == 0 {
        return Ok(None);
    }
    if buffer.last() == Some(&b'\n') {
        buffer.pop();
    } else if buffer.len() > longest {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole(buffer)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_skipped_and_the_next_one_read() {
        let mut input: &[u8] = b"1234\n12345\n\n1234567890\nlast";
        let mut buffer = Vec::new();
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input, &mut buffer, 4).expect("memory does not fail") {
            lines.push(match line {
                Line::Whole(line) => String::from_utf8_lossy(line).into_owned(),
                Line::TooLong => "too long".to_owned(),
            });
        }
        assert_eq!(lines, ["1234", "too long", "", "too long", "last"]);
    }
}
