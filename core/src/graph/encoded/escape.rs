//! Escapes: `%41`, `\x41`, `\u0041`, `\101`, `\"`, `&#65;`, `&amp;`, `=41` at a soft line break's neighbour.

use super::Decoded;
use crate::Span;

/// How far a value may reach from an escape in either direction, in bytes; a longer one is found in parts.
const REACH: usize = 256;

/// The way one character is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain,
    /// `%41`, and whether its letters are capitals.
    Percent(bool),
    /// `\x41`
    Hex(bool),
    /// `\u0041`
    Unicode(bool),
    /// `\101`
    Octal,
    /// `\"`
    Backslash,
    /// `&#65;`
    Decimal,
    /// `&#x41;`
    Entity(bool),
    /// `&amp;`
    Named,
}

/// A stretch of text with its escapes undone.
pub(super) struct Escaped {
    plain: String,
    /// Where each character of `plain` stands: its offset in `plain`, its place in the text, its way.
    units: Vec<(usize, Span, Way)>,
    end: usize,
}

/// Calls `with` for every stretch of `text` that holds an escape.
pub(super) fn each(text: &str, mut with: impl FnMut(Escaped)) {
    let bytes = text.as_bytes();
    let mut done = 0;
    for at in memchr::memchr3_iter(b'%', b'\\', b'&', bytes) {
        if at >= done && telling(bytes, at) {
            let escaped = around(text, at, done);
            done = escaped.end;
            with(escaped);
        }
    }
}

/// Whether an escape at `at` may be part of a value, and is not just a line break or a quote of JSON.
fn telling(bytes: &[u8], at: usize) -> bool {
    match unit(bytes, at) {
        Some((c, _, Way::Backslash)) => !matches!(c, '"' | '\n' | '\r' | '\t'),
        Some(_) => true,
        None => false,
    }
}

fn is_blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

/// The stretch without blanks around the escape at `at`, from `floor` on.
fn around(text: &str, at: usize, floor: usize) -> Escaped {
    let bytes = text.as_bytes();
    let lead = &bytes[floor.max(at.saturating_sub(REACH))..at];
    let mut start = at
        - lead
            .iter()
            .rev()
            .take_while(|&&byte| !is_blank(byte))
            .count();
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let mut escaped = Escaped {
        plain: String::new(),
        units: Vec::new(),
        end: start,
    };
    // Every further escape gives the stretch further reach.
    let mut limit = at + REACH;
    while escaped.end < bytes.len().min(limit) && !is_blank(bytes[escaped.end]) {
        let (c, length, way) = unit(bytes, escaped.end).unwrap_or_else(|| {
            let c = text[escaped.end..].chars().next().unwrap_or(' ');
            (c, c.len_utf8(), Way::Plain)
        });
        if way != Way::Plain {
            limit = limit.max(escaped.end + REACH);
        }
        let place = Span::new(escaped.end, escaped.end + length);
        escaped.units.push((escaped.plain.len(), place, way));
        escaped.plain.push(c);
        escaped.end += length;
    }
    escaped.end = escaped.end.max(at + 1);
    escaped
}

/// The escaped character at `at`: what it is, how long it is, and its way.
fn unit(bytes: &[u8], at: usize) -> Option<(char, usize, Way)> {
    let rest = &bytes[at..];
    match rest {
        [b'%', ..] => coded(rest, 1, 2, 16).map(|(c, upper)| (c, 3, Way::Percent(upper))),
        [b'\\', b'x', ..] => coded(rest, 2, 2, 16).map(|(c, upper)| (c, 4, Way::Hex(upper))),
        [b'\\', b'u', ..] => coded(rest, 2, 4, 16).map(|(c, upper)| (c, 6, Way::Unicode(upper))),
        [b'\\', b'0'..=b'3', ..] => coded(rest, 1, 3, 8).map(|(c, _)| (c, 4, Way::Octal)),
        [b'\\', b'n', ..] => Some(('\n', 2, Way::Backslash)),
        [b'\\', b'r', ..] => Some(('\r', 2, Way::Backslash)),
        [b'\\', b't', ..] => Some(('\t', 2, Way::Backslash)),
        [b'\\', c, ..] if c.is_ascii_punctuation() => Some((char::from(*c), 2, Way::Backslash)),
        [b'&', b'#', ..] => numeric(rest),
        [b'&', ..] => named(rest),
        _ => None,
    }
}

/// The printable ASCII character whose code has that many digits at `at`, and whether a digit is a capital.
fn coded(rest: &[u8], at: usize, count: usize, base: u32) -> Option<(char, bool)> {
    let digits = rest.get(at..at + count)?;
    let code = digits.iter().try_fold(0, |code, &digit| {
        Some(code * base + char::from(digit).to_digit(base)?)
    })?;
    let c = char::from_u32(code).filter(|c| c.is_ascii() && !c.is_ascii_control())?;
    Some((c, digits.iter().any(u8::is_ascii_uppercase)))
}

fn numeric(rest: &[u8]) -> Option<(char, usize, Way)> {
    let end = rest.iter().take(8).position(|&byte| byte == b';')?;
    let hex = matches!(rest.get(2), Some(b'x' | b'X'));
    let from = if hex { 3 } else { 2 };
    let base = if hex { 16 } else { 10 };
    let (c, upper) = coded(
        rest,
        from,
        end.checked_sub(from).filter(|count| *count > 0)?,
        base,
    )?;
    let way = if hex {
        Way::Entity(upper)
    } else {
        Way::Decimal
    };
    Some((c, end + 1, way))
}

const NAMED: [(&str, char); 6] = [
    ("&amp;", '&'),
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&quot;", '"'),
    ("&apos;", '\''),
    ("&#39;", '\''),
];

fn named(rest: &[u8]) -> Option<(char, usize, Way)> {
    let found = NAMED
        .iter()
        .find(|(name, _)| rest.starts_with(name.as_bytes()));
    found.map(|(name, c)| (*c, name.len(), Way::Named))
}

impl Decoded for Escaped {
    fn plain(&self) -> &str {
        &self.plain
    }

    fn encode(&self, span: Span, new: Option<&str>) -> Vec<(Span, Option<String>)> {
        let from = self.units.partition_point(|unit| unit.0 < span.start);
        let to = self.units.partition_point(|unit| unit.0 < span.end);
        let units = &self.units[from..to];
        let (Some(first), Some(last)) = (units.first(), units.last()) else {
            return Vec::new();
        };
        let escaped = || {
            units
                .iter()
                .map(|unit| unit.2)
                .filter(|way| *way != Way::Plain)
        };
        // A piece without an escape is found as it stands.
        let capitals = escaped().find(|way| way.has_capitals());
        let Some(way) = capitals.or_else(|| escaped().next()) else {
            return Vec::new();
        };
        let all = escaped().count() == units.len();
        let write = |new: &str| {
            let mut text = String::with_capacity(new.len());
            for c in new.chars() {
                match all || !is_safe(c) {
                    true => way.write(c, &mut text),
                    false => text.push(c),
                }
            }
            text
        };
        vec![(Span::new(first.1.start, last.1.end), new.map(write))]
    }
}

/// Whether no encoding changes a character.
fn is_safe(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') || !c.is_ascii()
}

impl Way {
    /// Whether a digit of the code is a capital letter; `%78` does not tell.
    fn has_capitals(self) -> bool {
        matches!(
            self,
            Way::Percent(true) | Way::Hex(true) | Way::Unicode(true) | Way::Entity(true)
        )
    }

    /// Writes an ASCII character in that way.
    fn write(self, c: char, text: &mut String) {
        let code = c as u32;
        let hex = |width: usize, upper: bool| match upper {
            true => format!("{code:0width$X}"),
            false => format!("{code:0width$x}"),
        };
        match self {
            _ if !c.is_ascii() => text.push(c),
            Way::Plain => text.push(c),
            Way::Percent(upper) => text.extend(["%", &hex(2, upper)]),
            Way::Hex(upper) => text.extend(["\\x", &hex(2, upper)]),
            Way::Unicode(upper) => text.extend(["\\u", &hex(4, upper)]),
            Way::Octal => text.push_str(&format!("\\{code:03o}")),
            Way::Backslash if c.is_ascii_alphanumeric() => text.push(c),
            Way::Backslash if c == '\n' => text.push_str("\\n"),
            Way::Backslash if c == '\r' => text.push_str("\\r"),
            Way::Backslash if c == '\t' => text.push_str("\\t"),
            Way::Backslash => text.extend(['\\', c]),
            Way::Decimal => text.push_str(&format!("&#{code};")),
            Way::Entity(upper) => text.extend(["&#x", &hex(2, upper), ";"]),
            Way::Named => match NAMED.iter().find(|(_, named)| *named == c) {
                Some((name, _)) => text.push_str(name),
                None => text.push(c),
            },
        }
    }
}
