//! Whether a value in a credential context is the credential itself, or a placeholder, a reference, a path,
//! a type or a piece of code.

use std::borrow::Cow;

use super::keys::Class;
use super::placeholder::{is_location, is_placeholder, is_reference, looks_like_base64};
use crate::handle::Handle;
use crate::{base64, lexicon, strength};

/// How a value is written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    /// In quotes, or ended by something that leaves no room for code.
    pub(crate) quoted: bool,
    /// As environments and shells write it: `NAME=value` without blanks, alone on its line or in upper case.
    pub(crate) shell: bool,
    /// The name begins its line and the value ends it: configuration, or a statement.
    pub(crate) alone: bool,
    /// As logs write it: `name=value` without blanks, and a blank behind. Or as YAML writes a map on one line.
    pub(crate) logged: bool,
    /// The first byte behind the value.
    pub(crate) after: u8,
    /// Whether further words follow on the line.
    pub(crate) in_prose: bool,
}

impl Form {
    /// A value in quotes, or in another place where nothing but a value stands.
    pub(crate) const QUOTED: Form = Form {
        quoted: true,
        shell: false,
        alone: false,
        logged: false,
        after: 0,
        in_prose: false,
    };
}

/// Whether `value` under a name of `class` must not leave.
pub(crate) fn is_secret(class: Class, value: &str, form: Form) -> bool {
    judge(class, &without_handles(value), form)
}

/// Whether a value looks drawn at random, our handles in it left out.
pub(crate) fn looks_random(value: &str) -> bool {
    strength::looks_random(without_handles(value).as_bytes())
}

/// `value` with a letter in place of every handle of ours, or a slash in place of a root: what was judged
/// harmless before its private parts were replaced must stay so afterwards.
pub(crate) fn without_handles(value: &str) -> Cow<'_, str> {
    let mut rest = String::new();
    let mut copied = 0;
    for (at, _) in value.match_indices(|c: char| c == '[' || c.is_ascii_alphabetic()) {
        if at < copied {
            continue;
        }
        if let Some((handle, _, end)) = Handle::parse_at(value.as_bytes(), at) {
            rest.push_str(&value[copied..at]);
            rest.push(if handle.kind.is_root() { '/' } else { 'a' });
            copied = end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(value);
    }
    rest.push_str(&value[copied..]);
    Cow::Owned(rest)
}

/// A type of GraphQL that may not be absent: `query Login($password: String!)`.
fn is_graphql_type(value: &str) -> bool {
    let name = value.trim_matches(['[', ']', '!', ',', ')']);
    value.contains('!') && matches!(name, "String" | "Int" | "Float" | "Boolean" | "ID")
}

fn judge(class: Class, value: &str, form: Form) -> bool {
    let bytes = value.as_bytes();
    if bytes.len() < shortest(class)
        || is_placeholder(value)
        || is_reference(value)
        || is_graphql_type(value)
    {
        return false;
    }
    if is_location(bytes) && !looks_like_base64(bytes) {
        return false;
    }
    match class {
        Class::Weak => strength::looks_random(bytes) || is_basic(value),
        Class::Likely => {
            // `credentials: aws-prod-2` says which.
            let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
            let slug =
                |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_');
            let parts = digits <= 1 && value.contains(['-', '_']) && bytes.iter().all(slug);
            has_mixture(bytes) && !parts && literal(Class::Token, value, form)
        }
        _ => literal(class, value, form),
    }
}

fn shortest(class: Class) -> usize {
    match class {
        Class::Password | Class::Cookie => 4,
        Class::Likely | Class::Secret | Class::Token | Class::Authorization => 6,
        Class::Weak | Class::Signature => 12,
    }
}

fn literal(class: Class, value: &str, form: Form) -> bool {
    if form.quoted {
        return quoted_literal(class, value);
    }
    if is_code(value, form.after) {
        return false;
    }
    if is_identifier(value.as_bytes()) {
        // A path of C++ or Rust.
        if value.starts_with("::") {
            return false;
        }
        return bare_word(class, value.as_bytes(), form);
    }
    if value
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'_')
    {
        return number(class, value.as_bytes());
    }
    class == Class::Password || has_mixture(value.as_bytes()) || form.shell
}

/// A value in quotes.
fn quoted_literal(class: Class, value: &str) -> bool {
    let bytes = value.as_bytes();
    if value.contains(' ') {
        return !is_sentence(class, value);
    }
    if bytes.iter().all(u8::is_ascii_digit) {
        return number(class, bytes);
    }
    match class {
        Class::Password => !is_message_key(bytes),
        Class::Token => {
            // `**Token**: `Kind::Ident2`` of a text about code.
            !strength::is_name(bytes)
                && !value.contains("::")
                && (has_mixture(bytes) || !is_identifier(bytes) || bytes.len() > 20)
        }
        _ => !names_a_credential(bytes) && !lexicon::is_word(bytes),
    }
}

/// `errors.password.required`: where translations look up a text.
fn is_message_key(value: &[u8]) -> bool {
    let word = |part: &[u8]| {
        let plain = |b: &u8| b.is_ascii_alphabetic() || *b == b'_';
        part.first().is_some_and(u8::is_ascii_lowercase) && part.iter().all(plain)
    };
    let mut parts = value.split(|b| *b == b'.');
    names_a_credential(value) && value.contains(&b'.') && parts.all(word)
}

/// A value that could as well be a name of the program's.
fn bare_word(class: Class, value: &[u8], form: Form) -> bool {
    if strength::looks_random(value) {
        return true;
    }
    if names_a_credential(value) || is_type(value) {
        return false;
    }
    if is_drawn(value) || class == Class::Password && is_made_up(value) {
        return true;
    }
    let dotted = value.contains(&b'.');
    let written = form.shell || form.alone || form.logged;
    let set = class == Class::Password && value[0].is_ascii_lowercase();
    if has_mixture(value) && !dotted && (written || set) {
        return true;
    }
    // `Gran.Laks27` is what people choose; fields of programs have no two digits at their end.
    let counted = value
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_digit())
        .count()
        >= 2;
    if class == Class::Password && dotted && counted && written {
        return true;
    }
    match class {
        Class::Password if form.shell => true,
        Class::Password => form.alone && !form.in_prose && !dotted && !is_code_word(value),
        Class::Secret if form.shell => !lexicon::is_word(value),
        Class::Token if form.shell => !strength::is_name(value),
        _ => false,
    }
}

/// Letters and digits that change places too often for a name of a program, wherever the value stands.
fn is_drawn(value: &[u8]) -> bool {
    let changes = value
        .windows(2)
        .filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit());
    value.len() >= 8 && value.iter().all(u8::is_ascii_alphanumeric) && changes.count() >= 5
}

/// Digits amid letters of both cases: no name of a program's, but what people take for a password.
pub(crate) fn is_made_up(value: &[u8]) -> bool {
    let letters = |part: &&[u8]| part.len() >= 3;
    let upper = value.iter().any(u8::is_ascii_uppercase);
    let lower = value.iter().any(u8::is_ascii_lowercase);
    let parts = value.split(u8::is_ascii_digit).filter(letters).count();
    upper && lower && parts >= 2 && value.len() >= 8 && value.iter().all(u8::is_ascii_alphanumeric)
}

/// Counters are no passwords, long digit strings may be.
fn number(class: Class, value: &[u8]) -> bool {
    let digits = value.iter().all(u8::is_ascii_digit);
    match class {
        Class::Password => digits && value.len() >= 4,
        _ => digits && value.len() >= 16,
    }
}

/// Text for people: a label, a hint, a rule.
fn is_sentence(class: Class, value: &str) -> bool {
    let mut words = 0;
    let mut plain = true;
    let mut telling = false;
    let mut links = 0;
    for word in value.split(' ').filter(|word| !word.is_empty()) {
        words += 1;
        let bytes = word.as_bytes();
        plain &= bytes.iter().all(|b| {
            b.is_ascii_alphabetic() || matches!(b, b'.' | b',' | b'?' | b'!' | b'\'' | b':')
        });
        telling |= names_a_credential(bytes) || is_one_of(bytes, TELLING) || bytes.ends_with(b":");
        links += usize::from(is_one_of(bytes, LINKS));
    }
    let lower = value.bytes().all(|b| b.is_ascii_lowercase() || b == b' ');
    let phrase = words >= 3 && plain && lower;
    // A passphrase may hold one of the words that join others: `four lamps in fog`.
    telling |= links > usize::from(phrase && words >= 4);
    match class {
        Class::Password | Class::Secret => {
            telling || plain && !phrase || words > 4 && !phrase || words > 26
        }
        _ => true,
    }
}

/// Words of hints and rules.
#[rustfmt::skip]
const TELLING: &[&str] = &[
    "your", "is", "for", "to", "must", "be", "not", "enter", "please", "this", "that", "are", "from", "if", "it",
    "has", "have", "no", "was", "will", "characters", "least", "letters", "digits", "invalid", "wrong", "incorrect",
    "confirm", "forgot", "reset", "leave", "blank", "minimum", "required", "sign", "log", "login", "user", "optional",
];

/// Whether a word says something about a credential: `required`, `missing`.
pub(crate) fn is_telling(word: &[u8]) -> bool {
    const STATES: &[&str] = &[
        "mandatory",
        "missing",
        "needed",
        "unset",
        "empty",
        "stored",
        "encrypted",
        "hashed",
        "correct",
        "valid",
        "expired",
        "supported",
        "deprecated",
        "ignored",
        "rotated",
        "generated",
        "shared",
        "random",
    ];
    is_one_of(word, TELLING) || is_one_of(word, STATES)
}

/// Words that join others in hints and in passphrases alike.
const LINKS: &[&str] = &[
    "the", "a", "an", "of", "and", "or", "with", "in", "on", "at",
];

fn is_one_of(word: &[u8], list: &[&str]) -> bool {
    list.iter()
        .any(|one| word.eq_ignore_ascii_case(one.as_bytes()))
}

/// Letters of both cases and a digit.
pub(crate) fn has_cases_and_digit(value: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
}

/// Letters together with digits or symbols: no word and no plain name.
pub(crate) fn has_mixture(value: &[u8]) -> bool {
    let letter = value.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80);
    let digit = value.iter().any(u8::is_ascii_digit);
    let symbol = value.iter().any(|b| {
        b.is_ascii_punctuation()
            && !matches!(
                b,
                b'_' | b'-' | b'.' | b':' | b'/' | b',' | b'(' | b')' | b'[' | b']'
            )
    });
    letter && digit || letter && symbol || digit && symbol
}

/// A name of the program: letters, digits, `_`, `.`, `::`, `->`, `?.`.
fn is_identifier(value: &[u8]) -> bool {
    let first = value.first().copied().unwrap_or(0);
    (first.is_ascii_alphabetic() || first == b'_' || value.starts_with(b"::"))
        && value.iter().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'?' | b'>' | b'-')
        })
        && !value.ends_with(b"-")
}

/// Calls, indices, casts, operators.
pub(crate) fn is_code(value: &str, after: u8) -> bool {
    let bytes = value.as_bytes();
    if matches!(bytes.first(), Some(b'&' | b'*')) {
        return true;
    }
    let called = bytes.strip_suffix(b"!").unwrap_or(bytes);
    if matches!(after, b'(' | b'[') && is_identifier(called) {
        return true;
    }
    if matches!(
        bytes.first(),
        Some(b'&' | b'*' | b'!' | b'(' | b'[' | b'{' | b'|' | b'=' | b'+' | b'~' | b'?')
    ) {
        let rest = &bytes[1..];
        let simple = rest.is_empty()
            || is_identifier(rest)
            || matches!(bytes[0], b'(' | b'[' | b'{' | b'|' | b'=');
        if simple {
            return true;
        }
    }
    let name = bytes
        .iter()
        .take_while(|&&b| {
            b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b':' | b'?' | b'!' | b'-')
        })
        .count();
    let called = bytes[..name].strip_suffix(b"!").unwrap_or(&bytes[..name]);
    name > 0 && matches!(bytes.get(name), Some(b'(' | b'[' | b'{')) && is_identifier(called)
        || bytes.ends_with(b"()")
}

/// Whether the value itself speaks of a credential: `user_password`, `apiTokenFromEnv`.
fn names_a_credential(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "password", "passwd", "token", "secret", "api_key", "apikey", "api-key", "credential", "passphrase",
        "bearer", "authorization",
    ];
    value.len() <= 64 && WORDS.iter().any(|word| contains(value, word.as_bytes()))
}

/// `needle` in lower case inside `text` of any case.
pub(crate) fn contains(text: &[u8], needle: &[u8]) -> bool {
    text.windows(needle.len())
        .any(|window| window.eq_ignore_ascii_case(needle))
}

/// Types and what stands in place of a value in schemas.
fn is_type(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const TYPES: &[&str] = &[
        "str", "string", "int", "integer", "bool", "boolean", "number", "float", "bytes", "any", "object",
        "unknown", "text", "varchar", "optional", "list", "dict", "map", "array", "buffer", "uint8array",
        "required", "strings", "char", "never", "void", "uuid", "secretstr", "option", "vec", "static",
    ];
    TYPES
        .iter()
        .any(|one| value.eq_ignore_ascii_case(one.as_bytes()))
}

/// Words that stand for something else in code.
fn is_code_word(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "config", "data", "input", "value", "args", "result", "response", "await", "new", "self", "this",
        "function", "async", "lambda", "event", "params", "options", "props", "payload", "user", "body",
        "query", "match", "let", "const", "var", "return", "yield", "not", "process", "state", "env",
        "settings", "prompt", "hash", "encoded", "decoded", "plain", "text", "line", "raw", "key", "arg",
        "word", "pass", "pwd", "pw",
    ];
    WORDS
        .iter()
        .any(|one| value.eq_ignore_ascii_case(one.as_bytes()))
}

/// Whether `value` is the base64 of `user:password`.
pub(crate) fn is_basic(value: &str) -> bool {
    let pair = (8..=512).contains(&value.len()) && value.len().is_multiple_of(4);
    let decoded = pair.then(|| base64::decode(value.as_bytes())).flatten();
    decoded.is_some_and(|pair| {
        let printable = pair.iter().all(|byte| *byte >= b' ' && *byte != 0x7f);
        printable && pair.contains(&b':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_is_a_pair() {
        assert!(is_basic("em9lOmh1bnRlcjI="));
        assert!(!is_basic("aGVsbG8gd29ybGQh"));
        assert!(!is_basic("notbase!"));
    }
}
