//! What stands for a secret.

use crate::random::Draw;
use crate::{Rule, formats};

/// A stand-in for `raw`, fresh and not `taken`.
pub(crate) fn surrogate(
    raw: &str,
    rule: Rule,
    draw: &mut Draw<'_>,
    taken: &dyn Fn(&str) -> bool,
) -> String {
    loop {
        let made = match rule {
            Rule::Format(number) => formats::get(number).shape.generate(raw, draw),
            _ => (0..raw.len().max(12))
                .map(|_| char::from(draw.of(b"abcdefghijkmnpqrstuvwxyz23456789")))
                .collect(),
        };
        if made != raw && !taken(&made) {
            return made;
        }
    }
}
