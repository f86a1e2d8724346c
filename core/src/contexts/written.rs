//! How the value of an assignment is written: in a shell, alone on its line, in a log, in prose. A bare word is a
//! credential in some of these places and a name of the program's in others.

use super::assignment::{Delimiter, Operator};
use super::value::{self, Value};
use super::verdict::{self, Form};
use crate::detect::Cx;
use crate::{Span, lexicon};

/// The form of the value behind `name` and `delimiter`; `enclosed` if one quote stands around all three.
pub(crate) fn form(
    cx: &Cx<'_>,
    name: Span,
    delimiter: Delimiter,
    value: &Value,
    enclosed: bool,
) -> Form {
    let first = begins_line(cx, name.start);
    let next = value::skip_blank(cx, value.end);
    let ends = matches!(cx.byte(next), b'\n' | b'\r' | b'#' | 0)
        || cx.at(next, b"\\n")
        || goes_on_below(cx, value)
        || next > value.end && cx.byte(next) == b'(';
    let tight = delimiter.kind == Operator::Equals
        && name.end == delimiter.start
        && delimiter.end == value.span.start;
    // One of the pairs of a connection string, where a semicolon ends no statement: `User=u;Password=x;Encrypt=yes`.
    let pair = tight
        && (cx.before(name.start) == b';'
            || cx.byte(value.end) == b';'
                && value::separates(cx, value.end, cx.byte(value.end + 1))
            || is_one_of_many(cx, name, value)
            || is_last_of_pairs(cx, name, value));
    // PHP takes a bare word for a string.
    let bare = cx.before(name.start) == b'$'
        && cx.byte(value.end) == b';'
        && value.span.len() >= 6
        && value
            .span
            .of(cx.text)
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && !lexicon::is_word(value.span.of(cx.text).as_bytes());
    let upper = !cx.bytes[name.start..name.end]
        .iter()
        .any(u8::is_ascii_lowercase);
    Form {
        quoted: value.quoted,
        shell: tight && (upper || first.is_some_and(|code| !code) && ends)
            || enclosed && tight
            || pair
            || bare,
        alone: (first == Some(false) || is_spoken(cx, name, delimiter, value)) && ends,
        logged: tight && matches!(cx.byte(value.end), 0..=b' ' | b'&' | b'|')
            || upper && in_flow_map(cx, name, delimiter, value),
        after: if pair { b' ' } else { cx.byte(value.end) },
        in_prose: delimiter.kind == Operator::Colon && cx.byte(next).is_ascii_alphabetic(),
    }
}

/// `--set db.password=x,db.host=y` of Helm.
fn is_one_of_many(cx: &Cx<'_>, name: Span, value: &Value) -> bool {
    let lead = cx.line_before(name.start, 160);
    let next = cx.byte(value.end) == b',' && cx.byte(value.end + 1) != b' ';
    next && value::separates(cx, value.end, cx.byte(value.end + 1))
        && memchr::memmem::rfind(lead, b" --set").is_some()
}

/// `"dbname=x password=y"` of libpq: the last of the pairs in a string.
fn is_last_of_pairs(cx: &Cx<'_>, name: Span, value: &Value) -> bool {
    let lead = cx.line_before(name.start, 160);
    let Some(lead) = lead.strip_suffix(b" ") else {
        return false;
    };
    let last = lead
        .rsplit(|b| b" \"'".contains(b))
        .next()
        .unwrap_or_default();
    matches!(cx.byte(value.end), b'"' | b'\'')
        && last.first().is_some_and(u8::is_ascii_lowercase)
        && memchr::memchr(b'=', last).is_some_and(|at| at + 1 < last.len())
}

/// `login zoe, password: x7` at the end of a line of words: what stands before is no code, and the value no type.
fn is_spoken(cx: &Cx<'_>, name: Span, delimiter: Delimiter, value: &Value) -> bool {
    let lead = cx.line_before(name.start, 160);
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b >= 0x80 || b" ,.:/-*@|_#+\t".contains(b);
    let text = &cx.bytes[value.span.start..value.span.end];
    let digits = text.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let rest = &text[..text.len() - digits];
    let named = digits <= 2 && rest.iter().skip(1).all(u8::is_ascii_lowercase);
    let says = delimiter.kind == Operator::Colon && cx.byte(delimiter.end) != b':'
        // Two words of a note, not of a program.
        || delimiter.kind == Operator::Equals
            && name.end < delimiter.start
            && cx.byte(value::skip_blank(cx, value.end)) != b'('
            && is_note(lead);
    says && delimiter.end < value.span.start
        && !named
        && text.len() >= 8
        && verdict::has_mixture(text)
        && lead.iter().all(word)
}

/// Whether nothing but adjectives of a password stands before its name: `Temporary password = x7`.
fn is_note(lead: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "temporary",
        "temp",
        "initial",
        "new",
        "old",
        "default",
        "admin",
        "root",
        "current",
        "database",
        "the",
        "your",
        "my",
        "our",
        "wifi",
        "guest",
        "master",
        "user",
        "login",
    ];
    let mut words = lead.trim_ascii().split(|b| *b == b' ').peekable();
    words.peek().is_some_and(|first| !first.is_empty())
        && words.all(|word| {
            WORDS
                .iter()
                .any(|one| word.eq_ignore_ascii_case(one.as_bytes()))
        })
}

/// `{NAME: value, OTHER: 5}` (YAML 1.2, 7.4.2), where no statement of a program stands.
fn in_flow_map(cx: &Cx<'_>, name: Span, delimiter: Delimiter, value: &Value) -> bool {
    let before = cx.bytes[..name.start].iter().rev().take(8);
    let before = before.copied().find(|b| *b != b' ');
    delimiter.kind == Operator::Colon
        && name.end == delimiter.start
        && cx.byte(delimiter.end) == b' '
        && matches!(before, Some(b'{' | b','))
        && matches!(cx.byte(value.end), b',' | b'}' | b' ')
}

/// Whether a name at `at` begins its line; `Some(true)` behind a keyword of a programming language. Diff
/// signs, list dashes, comments, gutters and `export` may stand before it.
pub(crate) fn begins_line(cx: &Cx<'_>, at: usize) -> Option<bool> {
    const SHELL: &[&[u8]] = &[
        b"export", b"set", b"setenv", b"ENV", b"ARG", b"declare", b"-x", b"SET", b"local", b"env[",
    ];
    const CODE: &[&[u8]] = &[
        b"let", b"const", b"var", b"val", b"public", b"private", b"static", b"final", b"mut",
    ];
    let start = line_start(cx, at);
    let mut code = false;
    for word in cx.bytes[start..at].split(|byte| matches!(byte, b' ' | b'\t')) {
        let marks = word.iter().all(|byte| {
            matches!(
                byte,
                b'+' | b'-'
                    | b'>'
                    | b'#'
                    | b'/'
                    | b'*'
                    | b'$'
                    | b'|'
                    | b'"'
                    | b'\''
                    | b':'
                    | b'@'
                    | b'0'..=b'9'
            ) || *byte >= 0x80
        });
        if CODE.contains(&word) {
            code = true;
        } else if !marks && !SHELL.contains(&word) {
            return None;
        }
    }
    Some(code)
}

/// Start of the line, or of what follows an escaped line break; at most 64 bytes back.
fn line_start(cx: &Cx<'_>, at: usize) -> usize {
    let floor = at.saturating_sub(64);
    let part = &cx.bytes[floor..at];
    let newline = memchr::memrchr(b'\n', part).map(|n| floor + n + 1);
    let escaped = memchr::memmem::rfind(part, b"\\n").map(|n| floor + n + 2);
    newline.max(escaped).unwrap_or(floor)
}

/// Whether a backslash joins the next line to a bare value.
pub(crate) fn goes_on_below(cx: &Cx<'_>, value: &Value) -> bool {
    !value.quoted && value.end == value.span.end && cx.at(value.end, b"\\\n")
}
