//! What the program sees of a word.

use crate::Span;

/// A word without its quotes; stand-ins keep their text, so that they are found in it again.
///
/// An escaped bracket becomes U+0001: the shell sees a bracket, but no handle begins or ends there.
pub(crate) fn cooked(text: &str, span: Span) -> String {
    let part = span.of(text);
    let mut out = String::with_capacity(part.len());
    let mut chars = part.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '$') if chars.peek() == Some(&'"') => {}
            (None, '$') if chars.next_if_eq(&'\'').is_some() => ansi_cooked(&mut chars, &mut out),
            (None, '\\') => match chars.next() {
                Some('[' | ']') => out.push('\u{1}'),
                Some('\n') | None => {}
                Some(next) => out.push(next),
            },
            (Some('"'), '\\') if matches!(chars.peek(), Some('"' | '\\' | '$' | '`' | '\n')) => {
                out.extend(chars.next().filter(|next| *next != '\n'));
            }
            (Some(_), '\\') if matches!(chars.peek(), Some('[' | ']')) => {
                chars.next();
                out.push('\u{1}');
            }
            _ => out.push(c),
        }
    }
    out
}

/// The rest of `$'...'`, with its escapes read.
fn ansi_cooked(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, out: &mut String) {
    while let Some(c) = chars.next() {
        match c {
            '\'' => return,
            '\\' => {
                let code = chars.next().unwrap_or('\\');
                let number = match code {
                    'x' => number(chars, 0, 16, 2),
                    'u' => number(chars, 0, 16, 4),
                    'U' => number(chars, 0, 16, 8),
                    '0'..='7' => number(chars, code.to_digit(8).unwrap_or(0), 8, 2),
                    '[' | ']' => Some('\u{1}'),
                    'n' => Some('\n'),
                    't' => Some('\t'),
                    _ => Some(code),
                };
                out.extend(number);
            }
            _ => out.push(c),
        }
    }
}

/// The character whose number follows in at most `digits` digits.
pub(super) fn number(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    mut value: u32,
    radix: u32,
    digits: usize,
) -> Option<char> {
    for _ in 0..digits {
        let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else {
            break;
        };
        chars.next();
        value = value.wrapping_mul(radix).wrapping_add(digit);
    }
    char::from_u32(value)
}
