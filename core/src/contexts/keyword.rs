//! Credential words inside names and sentences: what the delimiter alone does not show.
//!
//! A word like `password` wakes this where it begins a part of a name. If the name ends in it and `=` or `:`
//! follows, [`assignment`] has it already; otherwise the value may follow in another syntax: as an argument,
//! an element, a flag, a statement.

use super::keys::{self, Class};
use super::value::is_name_byte;
use super::{
    assignment, call, expansion, flag, list, name, pair, percent, printed, statement, table,
};
use crate::Span;
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::lexicon::names::{OWNERS, STAGES};

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
    Anchor::word("cookie\"", word),
    Anchor::word("cookie'", word),
    Anchor::word("dbpass", word),
    Anchor::word("smtppass", word),
    Anchor::word("userpass", word),
    Anchor::word("adminpass", word),
    Anchor::word("pass", short),
    Anchor::word("pw\"", short),
    Anchor::word("pw'", short),
    Anchor::word("pw\n", short),
    Anchor::word("pw for ", spoken),
    Anchor::word("pw is ", spoken),
    Anchor::word("pass for ", spoken),
    Anchor::word("pass is ", spoken),
];

/// `DB_PASS`, `smtpPass`, `admin_pw`: a short word at `at` that only a name before it makes a password.
fn short(cx: &mut Cx<'_>, at: usize) {
    let letters = cx.bytes[at..].iter().take(5);
    let len = letters.take_while(|b| b.is_ascii_alphabetic()).count();
    let joint = usize::from(matches!(cx.before(at), b'_' | b'-' | b'.'));
    if len > 4 || joint == 0 && !cx.before(at).is_ascii_alphanumeric() {
        return;
    }
    let head = &cx.bytes[at.saturating_sub(24)..at - joint];
    let letters = head.iter().rev().take_while(|b| b.is_ascii_alphanumeric());
    let owner = &head[head.len() - letters.count()..];
    let upper = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    let known = match cx.bytes[at].is_ascii_uppercase() && owner.iter().all(upper) {
        true => !STAGES.has(&owner.to_ascii_lowercase()),
        false => OWNERS.ends(&owner.to_ascii_lowercase()),
    };
    if known && !owner.is_empty() {
        word(cx, at);
    }
}

/// `pw for the box: x`: a short word by itself that a sentence goes on with.
fn spoken(cx: &mut Cx<'_>, at: usize) {
    let len = cx.bytes[at..]
        .iter()
        .take_while(|b| b.is_ascii_alphabetic())
        .count();
    if !is_name_byte(cx.before(at)) {
        statement::value(cx, Class::Password, Span::new(at, at + len));
    }
}

/// A credential word begins at `at`.
fn word(cx: &mut Cx<'_>, at: usize) {
    let rest = &cx.bytes[at..];
    let len = rest
        .iter()
        .take(64)
        .take_while(|byte| is_name_byte(**byte))
        .count();
    let end = cx.between(at, at + len).end;
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
    let delimiter = assignment::delimiter_after(cx, end).or_else(|| behind_default(cx, end));
    if delimiter.is_some() && !cx.at(end, b" [") && name::is_seen_at_delimiter(cx, end) {
        return;
    }
    let Some(class) = keys::judge(&cx.bytes[name.start..end]) else {
        if let Some(delimiter) = delimiter {
            list::values(cx, Span::new(name.start, end), delimiter);
        }
        return;
    };
    route(cx, class, Span::new(name.start, end), delimiter);
}

/// The colon of a prompt that shows a default or a hint: `AWS Secret Access Key [None]: `.
fn behind_default(cx: &Cx<'_>, end: usize) -> Option<usize> {
    let shown = cx
        .at(end, b" [")
        .then(|| &cx.bytes[end..cx.line_end(end).min(end + 64)]);
    let close = memchr::memmem::find(shown?, b"]: ")?;
    Some(end + close + 1)
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
    if cx.byte(name.end) == b'%' && percent::assigned(cx, class, name.end) {
        return;
    }
    if pair::marked(cx, class, name.end) {
        return;
    }
    if printed::variable(cx, class, name) || table::inserted(cx, class, name) {
        return;
    }
    if call::only(cx, class, name) {
        return;
    }
    if class == Class::Password && statement::heading(cx, name) {
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

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn short_words_behind_an_owner() {
        for text in [
            "p = process.env.DB_PASS || \"Orchid77Fog\"",
            "{\"name\":\"SMTP_PASS\",\"value\":\"Orchid77Fog\"}",
            "- name: DB_PASS\n  value: Orchid77Fog\n",
            "- name: ADMIN_PW\n  value: Orchid77Fog\n",
            "os.Setenv(\"MQ_PASS\",\"Orchid77Fog\")",
            "<dbPass>Orchid77Fog</dbPass>",
            "<add key=\"smtpPass\" value=\"Orchid77Fog\"/>",
            "app --db-pass Orchid77Fog --port 3",
            "ENV DB_PASS Orchid77Fog",
            "define('DB_PASS', 'Orchid77Fog');",
            "cfg.setDbPass(\"Orchid77Fog\");",
            "$ echo $DB_PASS\nOrchid77Fog\n",
            "System.setProperty(\"db.pass\", \"Orchid77Fog\");",
        ] {
            assert_eq!(found(text), ["Orchid77Fog"], "{text}");
        }
    }

    #[test]
    fn other_passes() {
        for text in [
            "tests pass: 12, passed 3; bypass \"x7y8z9\"; pass \"hello7x\" to f",
            "render_pass(\"shadow7x\"); self.add_pass(\"opt7lvl\"); renderPass(\"x\", \"d7x9k2\")",
            "LLVM_PASS \"loop-unroll2\"; setTestPass(\"mem2reg\")",
            "proxy_pass backend2;\nfastcgi_pass php7:9000;\n",
            "PASS src/app2.test.js",
            "<renderPass>depth7x</renderPass>",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
