//! Hexadecimal, two digits a byte.

use super::Decoded;
use crate::Span;

pub(super) struct Hex {
    plain: String,
    start: usize,
    upper: bool,
}

/// Decodes the run from its first or its second digit on.
pub(super) fn decode(text: &str, run: Span, phase: usize) -> Hex {
    let digits = text
        .as_bytes()
        .get(run.start + phase..run.end)
        .unwrap_or_default();
    let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
    let bytes: Vec<u8> = digits
        .chunks_exact(2)
        .map(|pair| value(pair[0]) << 4 | value(pair[1]))
        .collect();
    Hex {
        plain: super::readable(bytes),
        start: run.start + phase,
        upper: digits.iter().any(u8::is_ascii_uppercase),
    }
}

impl Decoded for Hex {
    fn plain(&self) -> &str {
        &self.plain
    }

    fn encode(&self, span: Span, new: Option<&str>) -> Vec<(Span, Option<String>)> {
        let place = Span::new(self.start + 2 * span.start, self.start + 2 * span.end);
        let digits = new.map(|new| {
            let digits = new.bytes().flat_map(|byte| [byte >> 4, byte & 15]);
            let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
            let text: String = digits.map(digit).collect();
            if self.upper {
                text.to_ascii_uppercase()
            } else {
                text
            }
        });
        vec![(place, digits)]
    }
}
