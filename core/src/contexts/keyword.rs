//! Credential words inside names and sentences: what the delimiter alone does not show.
//!
//! A word like `password` wakes this where it begins a part of a name. If the name ends in it and `=` or `:`
//! follows, [`assignment`] has it already; otherwise the value may follow in another syntax: as an argument,
//! an element, a flag, a statement.

use super::keys::{self, Class};
use super::value::is_name_byte;
use super::{assignment, call, expansion, flag, name, pair, printed, statement, table};
use crate::Span;
use crate::anchor::Anchor;
use crate::detect::Cx;

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("authorization", word),
    Anchor::word("credential", word),
    Anchor::word("passw", word),
    Anchor::word("passphrase", word),
    Anchor::word("pwd", word),
    Anchor::word("secret", word),
    Anchor::word("token", word),
    Anchor::word("apikey", word),
    Anchor::word("key", word),
    Anchor::word("userpwd", word),
    Anchor::word("proxypassword", word),
    Anchor::word("proxyuserpwd", word),
    Anchor::word("keypasswd", word),
    Anchor::word("bearer", word),
];

/// A credential word begins at `at`.
fn word(cx: &mut Cx<'_>, at: usize) {
    let rest = &cx.bytes[at..];
    let len = rest
        .iter()
        .take(64)
        .take_while(|byte| is_name_byte(**byte))
        .count();
    let end = at + len;
    // A sentence ends, or the word stands in the middle of one: most calls.
    if matches!(
        cx.byte(end),
        b',' | b')' | b';' | b'(' | b'/' | b'\n' | b'*' | b'!' | 0
    ) && !needs_a_look(cx, end)
    {
        return;
    }
    let Some(name) = name::before(cx, end) else {
        return;
    };
    let bare = cx.byte(name.end) == b'}' && !cx.bytes[name.start..name.end].contains(&b'-');
    if cx.ends_at(name.start, b"${") && !bare {
        return expansion_without_colon(cx, name);
    }
    let end = name.end
        - cx.bytes[name.start..name.end]
            .iter()
            .rev()
            .take_while(|b| matches!(b, b'.' | b'-'))
            .count();
    let delimiter = assignment::delimiter_after(cx, end);
    if delimiter.is_some() && name::is_seen_at_delimiter(cx, end) {
        return;
    }
    let Some(class) = keys::judge(&cx.bytes[name.start..end]) else {
        return;
    };
    route(cx, class, Span::new(name.start, end), delimiter);
}

/// Whether a value may follow although the name is not followed by a delimiter, a blank or a quote: an
/// argument (`NAME, "value"`, `setName("value")`), or the line after (`- name: X`).
fn needs_a_look(cx: &Cx<'_>, end: usize) -> bool {
    match cx.byte(end) {
        b',' => matches!(cx.byte(end + 1), b' ' | b'"' | b'\'') || heads_a_column(cx, end),
        b'\n' => {
            matches!(cx.byte(end + 1), b' ' | b'\t')
                || heads_a_column(cx, end)
                || shows_a_variable(cx, end)
        }
        b')' => table::is_head_of_values(cx, end),
        b'(' => matches!(cx.byte(end + 1), b'"' | b'\''),
        _ => false,
    }
}

/// Whether the word that ends at `end` may be the last of a line of names: `name,password`.
fn heads_a_column(cx: &Cx<'_>, end: usize) -> bool {
    let blank = |b: &u8| matches!(b, b' ' | b'\t' | b',');
    let mut word = cx.bytes[..end].iter().rev().take(64);
    let before = word.find(|b| !is_name_byte(**b));
    before.is_none_or(|b| blank(b) || *b == b'\n' || *b == b'|')
}

/// Whether the name that ends at `end` is printed: `echo $NAME`.
fn shows_a_variable(cx: &Cx<'_>, end: usize) -> bool {
    let name = cx.bytes[..end].iter().rev().take(64);
    let len = name.take_while(|b| is_name_byte(**b)).count();
    printed::is_shown(cx, end - len)
}

/// `${NAME-fallback}`: the dash looks like a part of the name.
fn expansion_without_colon(cx: &mut Cx<'_>, name: Span) {
    let part = &cx.bytes[name.start..name.end];
    if let Some(dash) = memchr::memchr(b'-', part)
        && let Some(class) = keys::judge(&part[..dash])
    {
        expansion::fallback(cx, class, name.start + dash);
    }
}

fn route(cx: &mut Cx<'_>, class: Class, name: Span, delimiter: Option<usize>) {
    if let Some(at) = delimiter {
        return assignment::by_name(cx, class, name, at);
    }
    if printed::variable(cx, class, name) || table::inserted(cx, class, name) {
        return;
    }
    if call::only(cx, class, name) {
        return;
    }
    if flag::is_option(cx, name) {
        return flag::value(cx, class, name);
    }
    if table::cell(cx, class, name) {
        return;
    }
    if pair::element(cx, class, name)
        || pair::argument(cx, class, name)
        || pair::entry(cx, class, name)
    {
        return;
    }
    statement::value(cx, class, name);
}
