//! Dots and separators in disguise: percent, overlong, escaped and Unicode spellings.
//!
//! A file name may hold a percent sign or an ellipsis. What no honest path holds is a dot, separator or NUL
//! that only shows after decoding, once or several times.

/// Whether `part` of a path hides a dot, a separator or a NUL.
pub(crate) fn hides_something(part: &str) -> bool {
    let bytes = part.as_bytes();
    let ascii = bytes.is_ascii();
    (memchr::memchr(b'%', bytes).is_some() && hides_by_percent(bytes))
        || (memchr::memchr(b'\\', bytes).is_some() && hides_by_backslash(bytes))
        || (memchr::memchr(b'&', bytes).is_some() && hides_by_entity(bytes))
        || (!ascii && part.chars().any(is_disguise))
        // An overlong dot or slash whose bytes were read as Latin-1.
        || (!ascii && ["\u{c0}\u{ae}", "\u{c0}\u{af}", "\u{c1}\u{9c}"].iter().any(|pair| part.contains(pair)))
}

/// Characters that look like or normalise to a dot or a separator.
fn is_disguise(c: char) -> bool {
    matches!(
        c,
        '\u{ff0e}' | '\u{2024}' | '\u{2025}' | '\u{fe52}' | '\u{fe19}' | '\u{fe30}' // dots
            | '\u{ff0f}' | '\u{2044}' | '\u{2215}' | '\u{29f8}' | '\u{ff3c}' | '\u{2216}'
            | '\u{29f5}' | '\u{29f9}' | '\u{fe68}' | '\u{338}' | '\u{337}' // separators
    )
}

/// Whether `c` counts as a dot when a component consists of nothing else.
pub(crate) fn is_dot_like(c: char) -> bool {
    matches!(
        c,
        '.' | ' ' | '\u{2026}' | '\u{3002}' | '\u{ff61}' | '\u{b7}' | '\u{a0}'
    ) || is_disguise(c)
}

/// Characters without a width, and those that turn the direction of text.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
            | '\u{180e}' | '\u{61c}' | '\u{e0000}'..='\u{e007f}' | '\u{80}'..='\u{9f}'
    )
}

/// How often a percent sign may itself be encoded before it is looked at.
const MAX_LAYERS: usize = 8;

fn hides_by_percent(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = memchr::memchr(b'%', rest) {
        rest = &rest[at + 1..];
        // `%2525..2e`: each `25` is another layer.
        let mut code = rest;
        for _ in 0..MAX_LAYERS {
            match code.strip_prefix(b"25") {
                Some(inner) => code = inner,
                None => break,
            }
        }
        if code.starts_with(b"25") || is_hidden_code(code) {
            return true;
        }
    }
    false
}

/// `2e`, `2F`, `5c`, `00`, overlong forms, `u002e`.
fn is_hidden_code(code: &[u8]) -> bool {
    if let Some((b'u' | b'U', hex)) = code.split_first()
        && let Some(value) = hex_number(hex, 4)
    {
        return is_hidden_char(value);
    }
    match hex_number(code, 2) {
        Some(value @ 0..=0x7f) => is_hidden_char(value),
        // No UTF-8 begins with these: they are overlong forms of ASCII.
        Some(0xc0 | 0xc1 | 0xf8..=0xff) => true,
        // E0 80..9F and F0 80..8F are overlong too; EF BC 8E and 8F are the full-width dot and slash.
        Some(0xe0) => second(code).is_some_and(|next| next < 0xa0),
        Some(0xf0) => second(code).is_some_and(|next| next < 0x90),
        Some(0xe2 | 0xef) => decoded_three(code).is_some_and(is_disguise),
        _ => false,
    }
}

fn second(code: &[u8]) -> Option<u32> {
    hex_number(
        code.strip_prefix(b"%")
            .or_else(|| code.get(2..)?.strip_prefix(b"%"))?,
        2,
    )
}

fn decoded_three(code: &[u8]) -> Option<char> {
    let byte = |at: usize| Some(hex_number(code.get(at..)?, 2)? as u8);
    if code.get(2) != Some(&b'%') || code.get(5) != Some(&b'%') {
        return None;
    }
    let bytes = [byte(0)?, byte(3)?, byte(6)?];
    std::str::from_utf8(&bytes).ok()?.chars().next()
}

fn hex_number(text: &[u8], digits: usize) -> Option<u32> {
    text.get(..digits)?.iter().try_fold(0, |value, byte| {
        Some(value * 16 + char::from(*byte).to_digit(16)?)
    })
}

fn is_hidden_char(value: u32) -> bool {
    matches!(value, 0 | 0x0a | 0x0d | 0x2e | 0x2f | 0x5c)
        || char::from_u32(value).is_some_and(is_disguise)
}

/// `\x2e`, `\u002e`, `\056`.
fn hides_by_backslash(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'\\', bytes).any(|at| {
        let rest = &bytes[at + 1..];
        let value = match rest.first() {
            Some(b'x') => hex_number(&rest[1..], 2),
            Some(b'u') => hex_number(&rest[1..], 4),
            Some(b'0') => octal(&rest[1..]).or(Some(0)),
            _ => None,
        };
        value.is_some_and(is_hidden_char)
    })
}

fn octal(text: &[u8]) -> Option<u32> {
    text.get(..2)?.iter().try_fold(0, |value, byte| {
        Some(value * 8 + char::from(*byte).to_digit(8)?)
    })
}

/// `&#46;`, `&#x2e;`, `&period;`, `&sol;`, `&bsol;`.
fn hides_by_entity(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'&', bytes).any(|at| {
        let rest = &bytes[at + 1..];
        let named = ["period;", "sol;", "bsol;"]
            .iter()
            .any(|name| rest.starts_with(name.as_bytes()));
        named || numeric_entity(rest).is_some_and(is_hidden_char)
    })
}

fn numeric_entity(rest: &[u8]) -> Option<u32> {
    let digits = rest.strip_prefix(b"#")?;
    let (digits, radix) = match digits.first()? {
        b'x' | b'X' => (&digits[1..], 16),
        _ => (digits, 10),
    };
    let run = digits
        .iter()
        .take(8)
        .take_while(|byte| char::from(**byte).is_digit(radix))
        .count();
    let digits = std::str::from_utf8(&digits[..run]).ok()?;
    u32::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguises_are_seen() {
        for part in [
            "%2e%2e",
            "%2E.",
            "%252e",
            "%25252e",
            "a%2fb",
            "a%5Cb",
            "x%00",
            "%c0%ae",
            "%e0%80%ae",
            "%u002e",
            "%uff0e",
            "%ef%bc%8e",
            "．．",
            "․․",
            "a∕b",
            "a／b",
            "\\x2e",
            "\\u002e",
            "\\056",
            "&#46;",
            "&#x2e;",
            "&period;",
            "\u{c0}\u{ae}",
            "a＼b",
            "%0a",
        ] {
            assert!(hides_something(part), "{part}");
        }
    }

    #[test]
    fn honest_names_are_not() {
        for part in [
            "a%20b.txt",
            "100%",
            "50%25",
            "R&D.md",
            "$id.tsx",
            "[slug]",
            "résumé.pdf",
            "メモ。txt",
            "a…b.png",
            "%c3%a9",
            "%",
            "%2",
            "a\\ b",
            "naïve",
            "%E2%9C%93",
        ] {
            assert!(!hides_something(part), "{part}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_without_panic(part in "[%\\\\&#xuc0-9a-f．;]{0,40}") {
            let _ = hides_something(&part);
        }
    }
}
