//! How a handle is spelled at a place: a pure function of the syntax around it.
//!
//! Brackets are the default. They break three grammars: a URI authority (`[` begins an IPv6 address), a
//! YAML plain scalar (`[` begins a list) and the start of an INI or TOML line (`[` begins a table); there the
//! dashed form stands, which every one of them takes. Inside a name of a variable, package or file part,
//! where neither fits, the word form does.

use crate::config::Spelling;
use crate::contexts::uri;
use crate::handle::Style;
use crate::{Kind, Span};

const ESC: u8 = 0x1b;

/// The style for a handle of `kind` in place of `span`.
pub(crate) fn style(text: &[u8], span: Span, kind: Kind, default: Spelling) -> Style {
    if before(text, span.start) == ESC {
        // A bracket would make a control sequence of it.
        return Style::Dashed;
    }
    // Only brackets are read back between letters: `[ORG_1]Client`.
    if before(text, span.start).is_ascii_alphanumeric()
        || byte(text, span.end).is_ascii_alphanumeric()
    {
        return Style::Bracket;
    }
    if in_name(text, span, kind) {
        return Style::Word;
    }
    if default == Spelling::Dashed
        || in_authority(text, span, kind)
        || is_plain_scalar(text, span)
        || starts_assignment(text, span)
    {
        return Style::Dashed;
    }
    Style::Bracket
}

fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

fn before(text: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(0, |at| byte(text, at))
}

/// `ACME_DB_URL`, `net.acme.billing`.
fn in_name(text: &[u8], span: Span, kind: Kind) -> bool {
    if kind.is_root() {
        return false;
    }
    let (left, right) = (before(text, span.start), byte(text, span.end));
    if left == b'_' || right == b'_' {
        return true;
    }
    let names = matches!(kind, Kind::Org | Kind::Project | Kind::User | Kind::Person);
    let dotted_left = left == b'.' && before(text, span.start - 1).is_ascii_alphabetic();
    let dotted_right = right == b'.' && byte(text, span.end + 1).is_ascii_alphabetic();
    names && dotted_left && dotted_right
}

/// Behind `scheme://` with nothing of a path between, next to `@`, or before a port.
fn in_authority(text: &[u8], span: Span, kind: Kind) -> bool {
    if !matches!(
        kind,
        Kind::Host | Kind::Ip | Kind::User | Kind::Org | Kind::Project
    ) {
        return false;
    }
    let port = byte(text, span.end) == b':' && byte(text, span.end + 1).is_ascii_digit();
    if before(text, span.start) == b'@' || byte(text, span.end) == b'@' || port {
        return true;
    }
    let floor = span.start.saturating_sub(256);
    let lead = &text[floor..span.start];
    let stop = lead.iter().rposition(|&b| {
        b == b'/' || b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'<' | b'(')
    });
    stop.is_some_and(|at| uri::scheme_before(text, floor + at + 1).is_some())
}

/// The value of `key: value` or `- value` on a line of its own. A capitalised key is a header of a log or
/// mail, not YAML.
fn is_plain_scalar(text: &[u8], span: Span) -> bool {
    let floor = span.start.saturating_sub(128);
    let lead = &text[floor..span.start];
    let line = match memchr::memrchr(b'\n', lead) {
        Some(at) => &lead[at + 1..],
        None if floor == 0 => lead,
        None => return false,
    };
    let line = line.trim_ascii_start();
    let Some(line) = line.strip_suffix(b" ") else {
        return false;
    };
    let line = line.trim_ascii_end();
    let in_list = line.strip_prefix(b"- ").unwrap_or(line).trim_ascii_start();
    line == b"-" || in_list.strip_suffix(b":").is_some_and(is_yaml_key)
}

fn is_yaml_key(key: &[u8]) -> bool {
    let header =
        key.first().is_some_and(u8::is_ascii_uppercase) && key.iter().any(u8::is_ascii_lowercase);
    let name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'/');
    !key.is_empty() && !header && key.iter().all(name)
}

/// The first thing on a line that goes on as `name = value`.
fn starts_assignment(text: &[u8], span: Span) -> bool {
    if span.start > 0 && text[span.start - 1] != b'\n' {
        return false;
    }
    let ceiling = text.len().min(span.end + 64);
    let rest = &text[span.end..ceiling];
    let name = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
        .count();
    rest[name..].trim_ascii_start().first() == Some(&b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The style of the part between `{` and `}`.
    fn at(text: &str, kind: Kind) -> Style {
        let start = text.find('{').expect("a start");
        let end = text.find('}').expect("an end") - 1;
        let text = text.replace(['{', '}'], "");
        style(
            text.as_bytes(),
            Span::new(start, end),
            kind,
            Spelling::Bracket,
        )
    }

    #[test]
    fn brackets_are_the_default() {
        for (text, kind) in [
            ("see {/home/zoe/p}/a.rs", Kind::RepoRoot),
            ("{\"cwd\":\"{/home/zoe/p}\"}", Kind::RepoRoot),
            ("mail {zoe@x.internal} now", Kind::Email),
            ("Author: {Zoe Quill} <z>", Kind::Person),
            ("{/home/zoe/p}/legal/a.pdf:3", Kind::RepoRoot),
            ("On branch {feature/x}", Kind::Branch),
        ] {
            let text = text.replacen("{\"", "\"", 1);
            assert_eq!(at(&text, kind), Style::Bracket, "{text}");
        }
    }

    #[test]
    fn brackets_inside_a_word() {
        for text in [
            "new {Quarry}Client()",
            "my{Quarry}_X",
            "  host: {Quarry}Client\n",
        ] {
            assert_eq!(at(text, Kind::Org), Style::Bracket, "{text}");
        }
    }

    #[test]
    fn dashes_where_brackets_break_the_grammar() {
        for (text, kind) in [
            ("https://{db.internal}/x", Kind::Host),
            ("postgres://u:p@{db.internal}:5432/x", Kind::Host),
            ("ssh {zoe}@box", Kind::User),
            ("  host: {db.internal}\n", Kind::Host),
            ("  - {db.internal}\n", Kind::Host),
            ("path: {/home/zoe/p}/x", Kind::RepoRoot),
            ("{acme}.url = 3", Kind::Org),
        ] {
            assert_eq!(at(text, kind), Style::Dashed, "{text}");
        }
    }

    #[test]
    fn the_word_form_inside_names() {
        for (text, kind) in [
            ("export {ACME}_DB_URL=1", Kind::Org),
            ("at net.{acme}.billing.Repo", Kind::Org),
        ] {
            assert_eq!(at(text, kind), Style::Word, "{text}");
        }
    }
}
