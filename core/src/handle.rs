//! The grammar of handles: how a slot is written and how it is read, in one place.
//!
//! ```text
//! bracket   [REPO_ROOT_1]   [REPO_ROOT_1b]   [EMAIL_k7f2c9q4zd]
//! dashed    repo-root-slot-1b                 read in any case: host names are case-blind
//! word      REPO_ROOT_SLOT_1B                 for names of variables and packages, read in any case
//! ```
//!
//! The letters after an ordinal tell the spelling of the value: none for the first one seen, then `b`, `c`, ...
//! `z`, `aa`, ... A keyed handle has none, since its key already depends on the spelling.

use crate::Kind;

/// Characters of a keyed handle: Crockford's base 32 in lower case.
const BASE32: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Length of a keyed handle's key in characters (50 bits).
pub(crate) const KEY_LEN: usize = 10;

/// The highest ordinal that is a handle.
pub(crate) const MAX_ORDINAL: u32 = 9_999;

/// Which slot of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Number {
    /// First-seen order, 1 to 9,999, and the spelling (0 is the first).
    Ordinal(u32, u16),
    /// Ten characters of the value's HMAC.
    Key([u8; KEY_LEN]),
}

/// A slot by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Handle {
    pub(crate) kind: Kind,
    pub(crate) number: Number,
}

/// How a handle is written at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Bracket,
    Dashed,
    Word,
}

impl Handle {
    /// Appends the handle in that style.
    pub(crate) fn write(self, style: Style, out: &mut String) {
        match style {
            Style::Bracket => {
                out.push('[');
                out.push_str(self.kind.name());
                out.push('_');
                self.write_number(false, out);
                out.push(']');
            }
            Style::Dashed => {
                for byte in self.kind.name().bytes() {
                    out.push(match byte {
                        b'_' => '-',
                        _ => byte.to_ascii_lowercase().into(),
                    });
                }
                out.push_str("-slot-");
                self.write_number(false, out);
            }
            Style::Word => {
                out.push_str(self.kind.name());
                out.push_str("_SLOT_");
                self.write_number(true, out);
            }
        }
    }

    fn write_number(self, upper: bool, out: &mut String) {
        let from = out.len();
        match self.number {
            Number::Ordinal(ordinal, form) => {
                push_decimal(ordinal, out);
                push_letters(form, out);
            }
            Number::Key(key) => out.extend(key.iter().map(|byte| char::from(*byte))),
        }
        if upper {
            out[from..].make_ascii_uppercase();
        }
    }

    /// The handle that starts at `text[at..]`, its style and the offset just past it.
    ///
    /// A dashed or word handle must not be glued to letters or digits on either side.
    pub(crate) fn parse_at(text: &[u8], at: usize) -> Option<(Handle, Style, usize)> {
        match text.get(at)? {
            b'[' => parse_bracket(text, at),
            byte if byte.is_ascii_alphabetic() => parse_words(text, at),
            _ => None,
        }
    }
}

/// Longest handle in bytes, rounded up.
pub(crate) const MAX_LEN: usize = 32;

/// Where the end of `text` begins that more text could still make a handle, or a longer one.
pub(crate) fn open_end(text: &[u8]) -> Option<usize> {
    let body = text
        .iter()
        .rev()
        .take(MAX_LEN)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        .count();
    let start = text.len() - body;
    if start > 0 && text[start - 1] == b'[' && grows(&text[start..], b'_', false) {
        return Some(start - 1);
    }
    let glued = |at: usize| at > 0 && text[at - 1].is_ascii_alphanumeric();
    (start..text.len()).find(|&at| {
        let word = text[at].is_ascii_alphabetic() && !glued(at);
        word && [b'-', b'_']
            .into_iter()
            .any(|joint| grows(&text[at..], joint, true))
    })
}

/// Whether all of `text` is the beginning of a handle, which is in words if `words`.
fn grows(text: &[u8], joint: u8, words: bool) -> bool {
    let slots = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Secret);
    let fits = |have: u8, want: u8| match want {
        b'_' => have == joint,
        _ if words => have.eq_ignore_ascii_case(&want),
        _ => have == want,
    };
    slots.map(Kind::name).any(|name| {
        let lead = name
            .bytes()
            .chain((if words { "_slot_" } else { "_" }).bytes());
        let len = name.len() + if words { 6 } else { 1 };
        let number = text.get(len..).unwrap_or_default();
        text.iter().zip(lead).all(|(&have, want)| fits(have, want))
            && number.len() <= KEY_LEN
            && number.iter().all(u8::is_ascii_alphanumeric)
    })
}

/// Ten base-32 characters of a 128-bit key.
pub(crate) fn key_of(hmac: &[u8; 16]) -> [u8; KEY_LEN] {
    let mut bits = u64::from_be_bytes([
        hmac[0], hmac[1], hmac[2], hmac[3], hmac[4], hmac[5], hmac[6], hmac[7],
    ]);
    let mut key = [0; KEY_LEN];
    for slot in &mut key {
        *slot = BASE32[(bits & 31) as usize];
        bits >>= 5;
    }
    // A key of digits only would read as an ordinal.
    if key.iter().all(u8::is_ascii_digit) {
        key[0] = b'k';
    }
    key
}

fn push_decimal(number: u32, out: &mut String) {
    if number >= 10 {
        push_decimal(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Bijective base 26 of `form + 1`, where the first spelling has no letter at all.
fn push_letters(form: u16, out: &mut String) {
    fn digits(n: u32, out: &mut String) {
        if n > 26 {
            digits((n - 1) / 26, out);
        }
        out.push(char::from(b'a' + ((n - 1) % 26) as u8));
    }
    if form > 0 {
        digits(u32::from(form) + 1, out);
    }
}

fn parse_bracket(text: &[u8], at: usize) -> Option<(Handle, Style, usize)> {
    let (kind, after) = kind_at(text, at + 1, b'_', false)?;
    if text.get(after) != Some(&b'_') {
        return None;
    }
    let (number, end) = number_at(text, after + 1, false)?;
    (text.get(end) == Some(&b']')).then_some((Handle { kind, number }, Style::Bracket, end + 1))
}

fn parse_words(text: &[u8], at: usize) -> Option<(Handle, Style, usize)> {
    if at > 0 && text[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    words_with(text, at, b'-', Style::Dashed).or_else(|| words_with(text, at, b'_', Style::Word))
}

fn words_with(text: &[u8], at: usize, joint: u8, style: Style) -> Option<(Handle, Style, usize)> {
    let (kind, after) = kind_at(text, at, joint, true)?;
    let slot = text.get(after..after + 6)?;
    let is_slot = slot[0] == joint && slot[5] == joint && slot[1..5].eq_ignore_ascii_case(b"slot");
    if !is_slot {
        return None;
    }
    let (number, end) = number_at(text, after + 6, true)?;
    let glued = text.get(end).is_some_and(u8::is_ascii_alphanumeric);
    (!glued).then_some((Handle { kind, number }, style, end))
}

/// The kind whose name starts at `at` and ends before `joint`, with `joint` for its inner `_`.
fn kind_at(text: &[u8], at: usize, joint: u8, any_case: bool) -> Option<(Kind, usize)> {
    let first = text.get(at)? | 0x20;
    let spelled = |name: &str| {
        // Five bits of the first letter settle it for most kinds.
        if name.as_bytes()[0] | 0x20 != first {
            return None;
        }
        let part = text.get(at..at + name.len())?;
        let same = part
            .iter()
            .zip(name.bytes())
            .all(|(&have, want)| match want {
                b'_' => have == joint,
                _ if any_case => have.eq_ignore_ascii_case(&want),
                _ => have == want,
            });
        same.then_some(at + name.len())
    };
    Kind::ALL
        .into_iter()
        .filter(|kind| *kind != Kind::Secret)
        .find_map(|kind| {
            let end = spelled(kind.name())?;
            (text.get(end) == Some(&joint)).then_some((kind, end))
        })
}

fn number_at(text: &[u8], at: usize, any_case: bool) -> Option<(Number, usize)> {
    let run = text[at.min(text.len())..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .take(16)
        .count();
    let body = &text[at.min(text.len())..][..run];
    if !any_case && body.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    ordinal(body)
        .or_else(|| keyed(body))
        .map(|number| (number, at + run))
}

fn ordinal(body: &[u8]) -> Option<Number> {
    let digits = body.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > 4 || body[0] == b'0' {
        return None;
    }
    let value = body[..digits]
        .iter()
        .fold(0, |value, byte| value * 10 + u32::from(byte - b'0'));
    let form = form_of(&body[digits..])?;
    Some(Number::Ordinal(value, form))
}

fn form_of(letters: &[u8]) -> Option<u16> {
    if letters.is_empty() {
        return Some(0);
    }
    if letters.len() > 3 || !letters.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    let index = letters.iter().fold(0u32, |n, byte| {
        n * 26 + u32::from(byte.to_ascii_lowercase() - b'a') + 1
    });
    // `a` itself is never written.
    (index > 1).then(|| (index - 1) as u16)
}

fn keyed(body: &[u8]) -> Option<Number> {
    let mut key: [u8; KEY_LEN] = body.try_into().ok()?;
    key.make_ascii_lowercase();
    key.iter()
        .all(|byte| BASE32.contains(byte))
        .then_some(Number::Key(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all_handles() -> impl Strategy<Value = Handle> {
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| *kind != Kind::Secret)
            .collect();
        let number = prop_oneof![
            (1..=MAX_ORDINAL, 0..2_000u16).prop_map(|(n, form)| Number::Ordinal(n, form)),
            any::<[u8; 16]>().prop_map(|hmac| Number::Key(key_of(&hmac))),
        ];
        (proptest::sample::select(kinds), number).prop_map(|(kind, number)| Handle { kind, number })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(handle in all_handles(), style in 0..3) {
            let style = [Style::Bracket, Style::Dashed, Style::Word][style as usize];
            let mut text = String::from("(");
            handle.write(style, &mut text);
            let end = text.len();
            text.push('/');
            prop_assert_eq!(Handle::parse_at(text.as_bytes(), 1), Some((handle, style, end)));
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>, at in 0usize..40) {
            let _ = Handle::parse_at(&bytes, at);
        }
    }

    #[test]
    fn look_alikes_are_no_handles() {
        for text in [
            "[EMAIL_0]",
            "[EMAIL_01]",
            "[EMAIL_10000]",
            "[EMAIL_1a]",
            "[email_1]",
            "[EMAIL_1",
            "[EMAIL 1]",
            "[SECRET_1]",
            "[EMAIL_]",
            "email-slot-",
            "[EMAIL_1B]",
            "[EMAIL_1bcde]",
        ] {
            assert_eq!(Handle::parse_at(text.as_bytes(), 0), None, "{text}");
        }
    }

    #[test]
    fn a_number_is_read_whole() {
        let (handle, _, _) = Handle::parse_at(b"host-slot-10", 0).expect("a handle");
        assert_eq!(handle.number, Number::Ordinal(10, 0));
        assert_eq!(Handle::parse_at(b"xhost-slot-1", 1), None);
        assert_eq!(Handle::parse_at("[EMAIL_1bé]".as_bytes(), 0), None);
    }
}
