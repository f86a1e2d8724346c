//! How hard a value is to guess, by a cheap estimate.

use crate::lexicon;

/// Tenths of a bit that one letter, digit or symbol is worth when nothing is known about its neighbours.
const LETTER: u32 = 47;
const DIGIT: u32 = 33;
const SYMBOL: u32 = 50;
/// A common word counts as one draw out of a few thousand, however long it is.
const WORD: u32 = 110;
/// A character that repeats or continues the one before says little.
const FOLLOWER: u32 = 10;

/// Whether a low-entropy secret may be replaced wherever it stands: at least eight characters, at least
/// thirty bits by estimate, no single word and no name. `docker` and `production` never propagate.
pub(crate) fn propagates(value: &str) -> bool {
    value.chars().count() >= 8 && !is_name(value.as_bytes()) && bits(value.as_bytes()) >= 30
}

/// Bits by estimate.
pub(crate) fn bits(value: &[u8]) -> u32 {
    let mut sum = 0;
    let mut at = 0;
    while at < value.len() {
        let run = letters(&value[at..]);
        if run > 0 {
            sum += of_letters(&value[at..at + run]);
            at += run;
        } else {
            sum += of_byte(value, at);
            at += 1;
        }
    }
    sum / 10
}

/// Length of the run of letters at the start that reads as one word: `Not` of `NotNice`.
fn letters(value: &[u8]) -> usize {
    let mut len = 0;
    while value.get(len).is_some_and(u8::is_ascii_alphabetic) {
        let camel =
            len > 0 && value[len].is_ascii_uppercase() && value[len - 1].is_ascii_lowercase();
        if camel {
            break;
        }
        len += 1;
    }
    len
}

fn of_letters(run: &[u8]) -> u32 {
    if lexicon::is_word(run) {
        return WORD;
    }
    let each = (0..run.len()).map(|at| {
        let follows = at > 0 && run[at].abs_diff(run[at - 1]) <= 1;
        if follows { FOLLOWER } else { LETTER }
    });
    each.sum()
}

fn of_byte(value: &[u8], at: usize) -> u32 {
    let follows = at > 0 && value[at].abs_diff(value[at - 1]) <= 1;
    match value[at] {
        _ if follows => FOLLOWER,
        b'0'..=b'9' => DIGIT,
        b'-' | b'_' | b'.' | b' ' | b'/' => FOLLOWER,
        _ => SYMBOL,
    }
}

/// Whether the value is a word or a name made of words: `production`, `ledger-db`, `orders.v2`. Nothing of
/// the kind becomes known beyond its place.
pub(crate) fn is_name(value: &[u8]) -> bool {
    let mut words = value
        .split(|byte| matches!(byte, b'-' | b'_' | b'.' | b'/' | b' ' | b':'))
        .filter(|word| !word.is_empty());
    words.all(|word| {
        let stem = word.len() - word.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let short = stem <= 3 && word[..stem].iter().all(u8::is_ascii_alphabetic);
        word.len() - stem <= 2 && (short || lexicon::is_word(&word[..stem]))
    })
}

/// Whether a value looks drawn at random, so that a weak name beside it is enough: long, mixed, and not made
/// of words, numbers or separators.
pub(crate) fn looks_random(value: &[u8]) -> bool {
    let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = value.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let plain = value.iter().all(|&byte| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'_' | b'.' | b'+' | b'/' | b'=' | b':' | b'~')
    });
    let mixed = digits >= 2 && letters >= 4 || mixed_case(value) && value.len() >= 24;
    let alphabet = value
        .windows(2)
        .filter(|pair| pair[1] == pair[0].wrapping_add(1))
        .count();
    value.len() >= 16
        && in_words(value) * 2 < letters
        && !is_constant(value)
        && plain
        && mixed
        && alphabet * 2 < value.len()
        && bits(value) >= 55
        && distinct(value) >= 8
}

/// The name of a constant or a resource: three parts or more, most of them letters of one case, at least three.
fn is_constant(value: &[u8]) -> bool {
    let parts = || {
        value
            .split(|byte| matches!(byte, b'_' | b'-' | b'.'))
            .filter(|part| !part.is_empty())
    };
    let word = |part: &&[u8]| {
        let upper = part.iter().all(u8::is_ascii_uppercase);
        part.len() >= 3 && (upper || part[1..].iter().all(u8::is_ascii_lowercase))
    };
    let (all, words) = (parts().count(), parts().filter(word).count());
    all >= 3 && words * 3 >= all * 2
}

/// Whether at least half of the letters belong to common words.
pub(crate) fn is_made_of_words(value: &[u8]) -> bool {
    let letters = value.iter().filter(|b| b.is_ascii_alphabetic()).count();
    in_words(value) * 2 >= letters
}

/// How many letters belong to common words: `X509CertificateTemplate` is a name, digits or not.
fn in_words(value: &[u8]) -> usize {
    let mut sum = 0;
    let mut at = 0;
    while at < value.len() {
        let run = letters(&value[at..]).max(1);
        if lexicon::is_word(&value[at..at + run]) {
            sum += run;
        }
        at += run;
    }
    sum
}

/// Upper and lower case change more often than in names, which have longer words.
fn mixed_case(value: &[u8]) -> bool {
    let changes = value
        .windows(2)
        .filter(|pair| pair[0].is_ascii_uppercase() != pair[1].is_ascii_uppercase())
        .count();
    let word = value
        .split(|byte| !byte.is_ascii_lowercase())
        .any(|run| run.len() >= 6);
    !word && changes * 3 >= value.len()
}

/// Whether a value of letters looks drawn where its place already says that it may be a key: both cases in turn, no
/// common word.
pub(crate) fn is_scattered(value: &[u8]) -> bool {
    let changes = value
        .windows(2)
        .filter(|pair| pair[0].is_ascii_uppercase() != pair[1].is_ascii_uppercase());
    value.len() >= 16
        && value.iter().all(u8::is_ascii_alphanumeric)
        && changes.count() >= 4
        && in_words(value) == 0
        && distinct(value) >= 8
}

/// Number of different bytes.
fn distinct(value: &[u8]) -> u32 {
    let mut seen = [0u64; 4];
    for &byte in value {
        seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
    seen.iter().map(|part| part.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_propagate_and_names_do_not() {
        for value in [
            "OrchidFogLamp",
            "VqTr82!mzk",
            "hunter7-Larch4",
            "correcthorse9!",
            "Nebel.Kran.3x",
        ] {
            assert!(propagates(value), "{value}");
        }
        for value in [
            "docker",
            "test",
            "production",
            "postgres",
            "abcdefgh",
            "12345678",
            "aaaaaaaaaaaa",
            "short1",
            "ledger-db",
            "service/user",
            "11111111111",
        ] {
            assert!(!propagates(value), "{value}");
        }
    }

    #[test]
    fn letters_are_scattered_or_words() {
        assert!(is_scattered(b"QwzkRTbmLxvNpKdr"));
        for value in [
            &b"getAccountTokenName"[..],
            b"QWERTZUIOPASDFGH",
            b"abcdEfghiJklm",
        ] {
            assert!(!is_scattered(value));
        }
    }

    #[test]
    fn random_values_look_random() {
        for value in [
            "9f1c2ab7e4d05b6c8a3f7e2d1c0b9a8f",
            "K7mXq2LwTz9RbVn4",
            "0b62f1c4-5a7d-4e7e-9c1b-2f9d6a4e8c3b",
        ] {
            assert!(looks_random(value.as_bytes()), "{value}");
        }
        for value in [
            "node-modules-cache-v2",
            "com.example.service.Impl",
            "aaaaaaaaaaaaaaaa11111",
            "1700000000000000000",
            "SalesResults-1.2",
            "getUserAccountServiceName",
            "X509CertificateTemplateKeyFlag16",
            "setupIgnoreJoinersRegExp",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        ] {
            assert!(!looks_random(value.as_bytes()), "{value}");
        }
    }
}
