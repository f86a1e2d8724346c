//! Numbers that could be somebody's: their stand-ins come from ranges that nobody has.

use crate::checksum::{iban_digits, luhn_digit};
use crate::random::Draw;
use crate::shape::Alphabet;

/// Writes `digits` over the digits of `raw`, keeping everything between them.
fn lay_out(raw: &str, digits: &[u8]) -> String {
    let mut next = digits.iter();
    raw.chars()
        .map(|c| match c.is_ascii_digit() {
            true => next.next().map_or(c, |digit| char::from(*digit)),
            false => c,
        })
        .collect()
}

fn digits_of(raw: &str) -> Vec<u8> {
    raw.bytes().filter(u8::is_ascii_digit).collect()
}

fn draw_digits(digits: &mut [u8], draw: &mut Draw<'_>) {
    for digit in digits {
        *digit = draw.of(Alphabet::Digits.members());
    }
}

fn write(digits: &mut [u8], at: usize, text: &[u8]) {
    for (place, digit) in digits.iter_mut().skip(at).zip(text) {
        *place = *digit;
    }
}

/// A card number of the same brand and layout. It starts as the test numbers of Stripe and Adyen do.
pub(super) fn card(raw: &str, draw: &mut Draw<'_>) -> String {
    let mut digits = digits_of(raw);
    let start: &[u8] = match digits.as_slice() {
        [b'3', b'4' | b'7', ..] => b"378282",
        [b'3', b'5', ..] => b"356600",
        [b'3', ..] => b"305693",
        [b'5' | b'2', ..] => b"555555",
        [b'6', b'2', ..] => b"620000",
        [b'6', ..] => b"601111",
        _ => b"400000",
    };
    draw_digits(&mut digits, draw);
    write(&mut digits, 0, start);
    if let Some((last, body)) = digits.split_last_mut() {
        *last = luhn_digit(body);
    }
    lay_out(raw, &digits)
}

/// An IBAN of the same country, length and layout, with valid check digits, of a bank that does not exist: its
/// code starts with four zeros, or with `XX`.
pub(super) fn iban(raw: &str, draw: &mut Draw<'_>) -> String {
    let mut fresh: Vec<u8> = raw.bytes().collect();
    let places = |text: &[u8]| -> Vec<usize> {
        (0..text.len())
            .filter(|at| text[*at].is_ascii_alphanumeric())
            .collect()
    };
    let places = places(&fresh);
    for (index, at) in places.iter().enumerate().skip(4) {
        fresh[*at] = match fresh[*at] {
            b'0'..=b'9' if index < 8 => b'0',
            b'0'..=b'9' => draw.of(Alphabet::Digits.members()),
            b'A'..=b'Z' if index < 6 => b'X',
            b'A'..=b'Z' => draw.of(Alphabet::Upper.members()),
            _ => draw.of(Alphabet::Lower.members()),
        };
    }
    let compact: Vec<u8> = places.iter().map(|at| fresh[*at]).collect();
    if let [_, _, third, fourth, ..] = places[..] {
        [fresh[third], fresh[fourth]] = iban_digits(&compact);
    }
    String::from_utf8(fresh).unwrap_or_default()
}

/// A stand-in for a phone number or a national one.
pub(super) fn personal(raw: &str, draw: &mut Draw<'_>) -> String {
    let mut digits = digits_of(raw);
    let national = raw.trim_start().starts_with('+');
    draw_digits(&mut digits, draw);
    match (digits.len(), national) {
        (9, false) => social_security(&mut digits, draw),
        (10, false) => north_american(&mut digits, 0, draw),
        (11, _) if digits_of(raw)[0] == b'1' => {
            digits[0] = b'1';
            north_american(&mut digits, 1, draw);
        }
        (_, true) => international(&mut digits, &digits_of(raw)),
        _ => {}
    }
    lay_out(raw, &digits)
}

/// Areas 900 to 999 are never issued as a social security number, and groups 01 to 49 there never as an ITIN.
fn social_security(digits: &mut [u8], draw: &mut Draw<'_>) {
    digits[0] = b'9';
    digits[3] = draw.of(b"01234");
    if digits[3] == b'0' {
        digits[4] = draw.of(b"123456789");
    }
}

/// 555-0100 to 555-0199 are reserved for fiction in every area.
fn north_american(digits: &mut [u8], at: usize, draw: &mut Draw<'_>) {
    digits[at] = draw.of(b"23456789");
    write(digits, at + 3, b"55501");
}

/// The country's code stays; 555 01 follows where there is room. In Britain 7700 900xxx is reserved.
fn international(digits: &mut [u8], raw: &[u8]) {
    let country = raw.len().min(2);
    write(digits, 0, &raw[..country]);
    let reserved: &[u8] = if raw.starts_with(b"44") {
        b"7700900"
    } else {
        b"55501"
    };
    write(digits, country, reserved);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum::{iban_holds, luhn_holds};
    use crate::formats::tests::Seeded;

    fn each(make: fn(&str, &mut Draw<'_>) -> String, raw: &str, check: impl Fn(&str)) {
        let mut source = Seeded(9);
        let mut draw = Draw::new(&mut source);
        (0..200).for_each(|_| check(&make(raw, &mut draw)));
    }

    #[test]
    fn cards_are_valid_test_numbers() {
        each(card, "4539 1488 0343 6467", |made| {
            assert!(made.starts_with("4000 00") && luhn_holds(made.as_bytes()));
        });
        each(card, "371449635398431", |made| {
            assert!(made.starts_with("378282") && luhn_holds(made.as_bytes()));
        });
    }

    #[test]
    fn ibans_are_valid_and_nobodys() {
        for raw in [
            "DE89 3704 0044 0532 0130 00",
            "GB82WEST12345698765432",
            "NO9386011117947",
        ] {
            each(iban, raw, |made| {
                assert!(iban_holds(made.as_bytes()));
                assert_eq!(made.len(), raw.len());
                assert_eq!(made[..2], raw[..2]);
            });
        }
    }

    #[test]
    fn personal_numbers_are_reserved_ones() {
        each(personal, "078-05-1120", |made| {
            assert!(made.starts_with('9'))
        });
        each(personal, "(212) 736-5000", |made| {
            assert!(made.contains(") 555-01"))
        });
        each(personal, "+1 212 736 5000", |made| {
            assert!(made.contains(" 555 01"))
        });
        each(personal, "+44 7911 123456", |made| {
            assert!(made.starts_with("+44 7700 900"))
        });
    }
}
