//! Tokens that are base64 of a small JSON object: fresh ones parse and keep their length.

use crate::base64::{self, Base64};
use crate::random::Draw;
use crate::shape::Alphabet;

/// A JSON object of exactly `len` bytes that starts with `head` (an open object) and, where there is room, ends
/// with a member `key` whose text fills it. `None` if even `head` and a brace are too long.
pub(crate) fn object_of_len(
    head: &str,
    key: &str,
    len: usize,
    draw: &mut Draw<'_>,
) -> Option<String> {
    let comma = if head.ends_with('{') { "" } else { "," };
    let opening = format!("{head}{comma}\"{key}\":\"");
    let mut json = String::with_capacity(len);
    if let Some(room) = len.checked_sub(opening.len() + 2).filter(|room| *room > 0) {
        json.push_str(&opening);
        json.extend((0..room).map(|_| char::from(draw.of(Alphabet::Alnum.members()))));
        json.push_str("\"}");
        return Some(json);
    }
    // JSON takes blanks where no member fits.
    let room = len.checked_sub(head.len() + 1)?;
    if head.ends_with('{') {
        return None;
    }
    json.push_str(head);
    json.extend(std::iter::repeat_n(' ', room));
    json.push('}');
    Some(json)
}

/// A token `prefix` + base64 of a JSON object with `keys`, as long as `original`. The prefix may end in the first
/// characters of that base64 (`eyJ...`), and a tail after `_` that is no part of the JSON is drawn.
pub(crate) fn generate(
    prefix: &str,
    keys: &[&str],
    original: &str,
    draw: &mut Draw<'_>,
) -> Option<String> {
    let coded_at = prefix.find("eyJ")?;
    let body = original.get(coded_at..)?;
    let (coded, tail) = match body.split_once('_') {
        Some((coded, tail)) => (coded, Some(tail)),
        None => (body, None),
    };
    let padding = coded.len() - coded.trim_end_matches('=').len();
    let characters = coded.len() - padding;
    if characters % 4 == 1 {
        return None;
    }
    let json = object(keys, characters * 3 / 4, draw)?;
    let mut fresh = String::with_capacity(original.len());
    fresh.push_str(&prefix[..coded_at]);
    fresh.push_str(&base64::encode(json.as_bytes(), Base64::Standard));
    fresh.extend(std::iter::repeat_n('=', padding));
    if let Some(tail) = tail {
        fresh.push('_');
        let members = Alphabet::Base64.members();
        fresh.extend(tail.bytes().map(|byte| match byte {
            b'=' => '=',
            _ => char::from(draw.of(members)),
        }));
    }
    Some(fresh)
}

/// An object of `len` bytes with these keys; each value but the last has one character.
fn object(keys: &[&str], len: usize, draw: &mut Draw<'_>) -> Option<String> {
    let (last, others) = keys.split_last()?;
    let mut head = String::from("{");
    for key in others {
        if head.len() > 1 {
            head.push(',');
        }
        let value = char::from(draw.of(Alphabet::Lower.members()));
        head.push_str(&format!("\"{key}\":\"{value}\""));
    }
    object_of_len(&head, last, len, draw)
}
