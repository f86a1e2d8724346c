//! Values of no known format: each character drawn from the classes that the whole value shows.

use super::Style;
use crate::base64::{self, Base64};
use crate::random::Draw;
use crate::shape::{Alphabet, finish_padding};
use crate::{escaped, uuid};

/// Values with fewer variable characters tell too much by their length.
const FEW: usize = 8;
/// The least length of a stand-in for such a value.
const GROWN: usize = 12;
/// The least size of a class of stand-ins, in bits.
const BITS: f64 = 40.0;

/// A stand-in for `raw`.
pub(super) fn value(raw: &str, draw: &mut Draw<'_>) -> String {
    if let Some(fresh) = uuid(raw, draw)
        .or_else(|| marked(raw, draw))
        .or_else(|| encoded_text(raw, draw))
        .or_else(|| percent_encoded(raw, draw))
    {
        return fresh;
    }
    let form = Form::of(raw);
    let variable = raw.chars().filter(|c| !form.keeps(*c)).count();
    let bits = (form.pool.len() as f64).log2();
    if variable < FEW || variable as f64 * bits < BITS {
        let len = GROWN.max((BITS / bits).ceil() as usize);
        return draw_until_plain(len, |_| None, &form, draw);
    }
    let kept: Vec<char> = raw.chars().collect();
    let at = |index: usize| kept.get(index).copied().filter(|c| form.keeps(*c));
    let fresh = draw_until_plain(kept.len(), at, &form, draw);
    if !raw.ends_with('=') || base64::decode(raw.as_bytes()).is_none() {
        return fresh;
    }
    // Padding leaves bits over, which strict decoders look at.
    let mut fresh = fresh.into_bytes();
    finish_padding(&mut fresh);
    String::from_utf8_lossy(&fresh).into_owned()
}

/// What a value is made of.
struct Form {
    /// The characters to draw from.
    pool: Vec<u8>,
    /// Whether `-` and `_` are drawn like any other character.
    dashes_vary: bool,
    digits_only: bool,
}

impl Form {
    fn of(raw: &str) -> Form {
        let inner: Vec<u8> = raw.bytes().filter(|byte| !is_layout(*byte)).collect();
        let body = inner
            .strip_suffix(b"==")
            .or(inner.strip_suffix(b"="))
            .unwrap_or(&inner);
        let has = |test: fn(&u8) -> bool| body.iter().any(test);
        let (upper, lower) = (has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase));
        let digit = has(u8::is_ascii_digit);
        let mixed = upper && lower && digit && body.len() >= 16;
        let dashes_vary = mixed && body.len() >= 24 && within(body, Alphabet::Base64Url);
        let mut pool = Vec::with_capacity(66);
        if let Some(hex) = hex_of(body) {
            pool.extend_from_slice(hex.members());
        } else {
            let classes = [
                (lower, Alphabet::Lower),
                (upper, Alphabet::Upper),
                (digit, Alphabet::Digits),
            ];
            let shown = classes.iter().filter(|(shown, _)| *shown);
            shown.for_each(|(_, class)| pool.extend_from_slice(class.members()));
            if pool.is_empty() {
                pool.extend_from_slice(Alphabet::AlnumLower.members());
            }
            let symbols: &[u8] = match () {
                () if mixed && within(body, Alphabet::Base64) => b"+/",
                () if dashes_vary => b"-_",
                () => b"",
            };
            pool.extend(symbols.iter().filter(|symbol| body.contains(symbol)));
            if symbols.is_empty() && has(is_symbol) {
                pool.extend_from_slice(b"-_");
            }
        }
        Form {
            dashes_vary,
            digits_only: digit && !upper && !lower && !has(is_symbol),
            pool,
        }
    }

    /// Whether `character` stays where it is: layout, separators, padding.
    fn keeps(&self, character: char) -> bool {
        match character {
            '-' | '_' => !self.dashes_vary,
            '.' | '=' | ' ' | '\n' | '\r' | '\t' => true,
            _ => false,
        }
    }
}

fn is_layout(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'.')
}

/// Punctuation for which another is drawn.
fn is_symbol(byte: &u8) -> bool {
    byte.is_ascii_punctuation() && !matches!(byte, b'-' | b'_' | b'.' | b'=')
}

fn within(body: &[u8], alphabet: Alphabet) -> bool {
    body.iter().all(|byte| alphabet.has(*byte))
}

/// The alphabet of a long hexadecimal value; short ones are words as well.
fn hex_of(body: &[u8]) -> Option<Alphabet> {
    let digits = body.iter().filter(|byte| byte.is_ascii_digit()).count();
    let plain = body.iter().filter(|byte| !matches!(byte, b'-' | b'_'));
    let hex = [Alphabet::Hex, Alphabet::HexUpper]
        .into_iter()
        .find(|hex| plain.clone().all(|byte| hex.has(*byte)))?;
    (body.len() >= 16 && digits > 0 && digits < body.len()).then_some(hex)
}

/// Draws `len` characters, keeping those that `kept` gives; again while the outcome would be read as a number.
fn draw_until_plain(
    len: usize,
    kept: impl Fn(usize) -> Option<char>,
    form: &Form,
    draw: &mut Draw<'_>,
) -> String {
    for _ in 0..16 {
        let fresh: String = (0..len)
            .map(|index| kept(index).unwrap_or_else(|| draw_at(index, len, form, draw)))
            .collect();
        if form.digits_only || !is_number(&fresh) {
            return fresh;
        }
    }
    (0..len)
        .map(|_| char::from(draw.of(Alphabet::Lower.members())))
        .collect()
}

/// The first and last are letters or digits: nothing that reads as a flag, and nothing that a border would cut.
fn draw_at(index: usize, len: usize, form: &Form, draw: &mut Draw<'_>) -> char {
    loop {
        let byte = draw.of(&form.pool);
        let edge = index == 0 || index + 1 == len;
        let leading_zero = form.digits_only && index == 0 && byte == b'0';
        if !leading_zero && (!edge || byte.is_ascii_alphanumeric()) {
            return char::from(byte);
        }
    }
}

/// Whether YAML, TOML or JSON would take `text` for a number: `123`, `1_000`, `12e34`, `1.5`.
fn is_number(text: &str) -> bool {
    let exponents = text
        .bytes()
        .filter(|byte| matches!(byte, b'e' | b'E'))
        .count();
    let others =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'e' | b'E' | b'.' | b'_' | b'-' | b'+');
    exponents <= 1 && text.bytes().all(others)
}

/// `8-4-4-4-12` hex digits of one case. Version and variant stay if they are those of a random one (RFC 9562).
fn uuid(raw: &str, draw: &mut Draw<'_>) -> Option<String> {
    let upper = raw.bytes().any(|byte| byte.is_ascii_uppercase());
    let alphabet = if upper {
        Alphabet::HexUpper
    } else {
        Alphabet::Hex
    };
    let one_case = raw.bytes().all(|byte| byte == b'-' || alphabet.has(byte));
    if !uuid::is_uuid(raw.as_bytes()) || !one_case {
        return None;
    }
    let drawn = raw.bytes().map(|byte| match byte {
        b'-' => b'-',
        _ => draw.of(alphabet.members()),
    });
    let mut fresh: Vec<u8> = drawn.collect();
    uuid::keep_version(raw.as_bytes(), &mut fresh, draw);
    String::from_utf8(fresh).ok()
}

/// Words before a value that say how to read it: an application key of Laravel, a password of Spring.
const MARKS: &[&str] = &[
    "base64:", "hex:", "{bcrypt}", "{noop}", "{cipher}", "{pbkdf2}", "{scrypt}", "{argon2}",
];

/// A value behind such a word: the word stays.
fn marked(raw: &str, draw: &mut Draw<'_>) -> Option<String> {
    let mark = MARKS.iter().find(|mark| raw.starts_with(**mark))?;
    let rest = raw.get(mark.len()..).filter(|rest| !rest.is_empty())?;
    let fresh = match super::format_of(rest) {
        Some(number) => super::make(rest, Style::Format(number), draw),
        None => value(rest, draw),
    };
    Some(format!("{mark}{fresh}"))
}

/// A signature in the query of a URL: base64 with percent escapes stays that.
fn percent_encoded(raw: &str, draw: &mut Draw<'_>) -> Option<String> {
    if raw.len() < 16 || !escaped::is_escaped(raw.as_bytes()) {
        return None;
    }
    let mut fresh = Vec::with_capacity(raw.len());
    escaped::draw(raw.as_bytes(), &mut fresh, draw);
    String::from_utf8(fresh).ok()
}

/// Base64 of readable text (`user:password`, a password in a Kubernetes secret): base64 of a stand-in for it.
fn encoded_text(raw: &str, draw: &mut Draw<'_>) -> Option<String> {
    let body = raw.trim_end_matches('=');
    if body.len() < 8 || (!raw.len().is_multiple_of(4) && raw.len() != body.len()) {
        return None;
    }
    let text = String::from_utf8(base64::decode(raw.as_bytes())?).ok()?;
    let readable = text
        .chars()
        .all(|c| c.is_ascii_graphic() || matches!(c, ' ' | '\n' | '\r'));
    let exact = base64::encode(text.as_bytes(), Base64::Standard) == body;
    if !readable || !exact || text.len() < 5 {
        return None;
    }
    let fresh = match text.split_once(':') {
        _ if text.starts_with("-----BEGIN ") => super::key_block::key_block(&text, draw),
        Some((user, password)) => format!("{}:{}", value(user, draw), value(password, draw)),
        None => value(&text, draw),
    };
    let mut coded = base64::encode(fresh.as_bytes(), Base64::Standard);
    while raw.len().is_multiple_of(4) && !coded.len().is_multiple_of(4) {
        coded.push('=');
    }
    Some(coded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    fn fresh(raw: &str) -> String {
        let mut source = Seeded(5);
        value(raw, &mut Draw::new(&mut source))
    }

    #[test]
    fn separators_and_length_stay() {
        let made = fresh("Tr0ub4dor-and_3.five");
        assert_eq!(made.len(), 20);
        assert_eq!(
            (&made[9..10], &made[13..14], &made[15..16]),
            ("-", "_", ".")
        );
    }

    #[test]
    fn hex_stays_hex_and_digits_stay_digits() {
        let hex = fresh("9f86d081884c7d659a2feaa0c55ad015");
        assert!(hex.len() == 32 && hex.bytes().all(|byte| Alphabet::Hex.has(byte)));
        let digits = fresh("012345678901234567");
        assert!(digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0'));
    }

    #[test]
    fn uuids_stay_uuids() {
        let made = fresh("6ba7b810-9dad-41d1-80b4-00c04fd430c8");
        assert_eq!(made.len(), 36);
        assert_eq!(&made[14..15], "4");
        assert_ne!(&made[..8], "6ba7b810");
    }

    #[test]
    fn encoded_text_stays_decodable() {
        let made = fresh("YWxhZGRpbjpvcGVuc2VzYW1l");
        let text = String::from_utf8(base64::decode(made.as_bytes()).unwrap()).unwrap();
        assert_eq!(text.find(':'), Some(12));
        assert!(!text.contains("aladdin"));
    }

    #[test]
    fn base64_keeps_its_padding_and_slashes_only_where_there_were_some() {
        let made = fresh("q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEg0=");
        assert!(made.ends_with('=') && made.len() == 40);
        assert!(!made.contains('/') && !made.contains('+'));
    }

    #[test]
    fn a_stand_in_for_text_is_no_number() {
        for text in ["1e5", "12345678", "1_000", "1.5e10"] {
            assert!(is_number(text));
        }
        assert!(!is_number("12ab"));
    }
}
