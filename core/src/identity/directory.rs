//! Directories of people: LDAP entries, vCards, calendars, `passwd`, `id`.

use super::{name, user, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("uid=", account),
    Anchor::word("uid: ", account),
    Anchor::word("samaccountname", account),
    Anchor::word("dc=", domain),
    Anchor::word("cn=", common_name),
    Anchor::word("cn: ", common_name),
    Anchor::exact("sn: ", one_name),
    Anchor::exact("givenName: ", one_name),
    Anchor::exact("displayName: ", common_name),
    Anchor::exact("gecos: ", common_name),
    Anchor::exact("FN:", common_name),
    Anchor::exact("FN;", common_name),
    Anchor::exact("ORG:", organisation),
    Anchor::exact("ORG;", organisation),
    Anchor::exact("CN=", common_name),
    Anchor::exact("x:1", entry),
    Anchor::exact("x:5", entry),
];

/// Behind the `:` or `=` of the field at `at`.
fn value_start(cx: &Cx<'_>, at: usize) -> usize {
    let key = words::run(cx, at, 48, |b| !matches!(b, b':' | b'=' | b'\n' | b' '));
    match cx.byte(key.end) {
        b':' | b'=' => words::run(cx, key.end + 1, 2, |b| b == b' ').end,
        _ => cx.bytes.len(),
    }
}

fn value(cx: &Cx<'_>, at: usize) -> Span {
    let from = value_start(cx, at);
    let span = words::run(cx, from, name::MAX + 1, |b| {
        !matches!(
            b,
            b',' | b'\n' | b'\r' | b'\\' | b'"' | b';' | b'/' | b':' | b'+'
        )
    });
    words::trim_end(cx, span, b" ")
}

/// A field at the start of a line, of an entry, or behind a comma of a distinguished name.
fn begins(cx: &Cx<'_>, at: usize) -> bool {
    matches!(
        cx.before(at),
        0 | b'\n' | b',' | b';' | b' ' | b'"' | b'\'' | b'/' | b'(' | b'+'
    ) || cx.ends_at(at, b"\\n")
}

/// `uid=aquill,ou=People`, `uid=1000(aquill)`.
fn account(cx: &mut Cx<'_>, at: usize) {
    let from = value_start(cx, at);
    let number = words::run(cx, from, 10, |b| b.is_ascii_digit());
    let numbered = !number.is_empty() && cx.byte(number.end) == b'(';
    let from = if numbered { number.end + 1 } else { from };
    let span = words::run(cx, from, 64, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')
    });
    // In an entry, the attribute is a line; in code, `uid: Type,` is a field.
    let line = cx.line_start(at) == at && matches!(cx.byte(span.end), b'\n' | b'\r' | 0 | b'\\');
    let colon = cx.byte(at + 3) == b':';
    let entry = numbered && cx.byte(span.end) == b')'
        || cx.byte(span.end) == b',' && !colon
        || colon && (line || cx.ends_at(at, b"\\n"))
        || cx.before(at) == b'(' && !colon;
    let text = span.of(cx.text);
    if entry && begins(cx, at) && user::is_telling(text) {
        cx.structural(span, Kind::User, Rule::User, Reach::Session);
    }
}

/// The first of `dc=quarry,dc=example`.
fn domain(cx: &mut Cx<'_>, at: usize) {
    let label = words::run(cx, at + 3, 63, |b| b.is_ascii_alphanumeric() || b == b'-');
    let first = !cx.bytes[at.saturating_sub(64)..at]
        .rsplit(|b| matches!(b, b' ' | b'\n'))
        .next()
        .is_some_and(|lead| {
            lead.windows(3)
                .any(|part| part.eq_ignore_ascii_case(b"dc="))
        });
    let more = cx.byte(label.end) == b','
        && cx
            .bytes
            .get(label.end + 1..label.end + 4)
            .is_some_and(|part| part.eq_ignore_ascii_case(b"dc="));
    let text = label.of(cx.text);
    if first
        && more
        && begins(cx, at)
        && !text.eq_ignore_ascii_case("example")
        && name::slug_stem(text) == Some(text)
    {
        cx.structural(label, Kind::Org, Rule::Org, Reach::Session);
    }
}

/// `cn: Ada Quill`, `FN:Ada Quill`, `ATTENDEE;CN=Ada Quill:mailto:...`.
fn common_name(cx: &mut Cx<'_>, at: usize) {
    let span = value(cx, at);
    if begins(cx, at) && name::is_person(span.of(cx.text)) {
        cx.structural(span, Kind::Person, Rule::Person, Reach::Session);
    }
}

/// `sn: Quill` in an entry.
fn one_name(cx: &mut Cx<'_>, at: usize) {
    let span = value(cx, at);
    let text = span.of(cx.text);
    let entry = matches!(cx.before(at), 0 | b'\n');
    let word = text.chars().all(char::is_alphabetic) && text.starts_with(char::is_uppercase);
    if entry && word && text.len() >= 2 {
        cx.structural(span, Kind::Person, Rule::Person, Reach::Session);
    }
}

/// `ORG:Quarry & Sons` of a vCard.
fn organisation(cx: &mut Cx<'_>, at: usize) {
    let span = value(cx, at);
    if matches!(cx.before(at), 0 | b'\n') && name::is_company(span.of(cx.text)) {
        cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
    }
}

/// `aquill:x:1000:1000:Ada Quill,,,:/home/aquill:/bin/bash`.
fn entry(cx: &mut Cx<'_>, at: usize) {
    let login = words::run_back(cx, at.saturating_sub(1), 40, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')
    });
    if cx.before(at) != b':' || !matches!(cx.before(login.start), 0 | b'\n') || login.is_empty() {
        return;
    }
    let numbers = words::run(cx, at + 2, 24, |b| b.is_ascii_digit() || b == b':');
    let colons = cx.bytes[numbers.start..numbers.end]
        .iter()
        .filter(|b| **b == b':')
        .count();
    if colons != 2 {
        return;
    }
    if user::is_telling(login.of(cx.text)) {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
    let full = words::run(cx, numbers.end, name::MAX, |b| {
        !matches!(b, b':' | b',' | b'\n')
    });
    if name::is_person(full.of(cx.text)) && user::is_telling(login.of(cx.text)) {
        cx.structural(full, Kind::Person, Rule::Person, Reach::Session);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Org, Person, User};
    use crate::testing::{assert_found, found_of};

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        assert_found(text, &found_of(&[Org, Person, User], text), want);
    }

    #[test]
    fn entries_of_directories() {
        finds(
            "dn: uid=tokafor,ou=People,dc=brightloom,dc=example\ncn: Tilda Okafor\nsn: Okafor\n",
            &[
                ("tokafor", User),
                ("brightloom", Org),
                ("Tilda Okafor", Person),
                ("Okafor", Person),
            ],
        );
        finds(
            "BEGIN:VCARD\nFN:Tilda Okafor\nORG:Loom & Sons\n",
            &[("Tilda Okafor", Person), ("Loom & Sons", Org)],
        );
        finds(
            "ATTENDEE;CN=Tilda Okafor:mailto:x",
            &[("Tilda Okafor", Person)],
        );
        finds("uid=1000(tokafor) gid=1000(tokafor)", &[("tokafor", User)]);
        finds(
            "tokafor:x:1000:1000:Tilda Okafor,,,:/bin/sh",
            &[("tokafor", User), ("Tilda Okafor", Person)],
        );
    }

    #[test]
    fn entries_of_nobody() {
        for text in [
            "uid=1000(runner) gid=121(docker)",
            "uid=0",
            "nobody:x:65534:65534:nobody:/x:/bin/sh",
            "daemon:x:1:1:daemon:/x:/bin/sh",
            "CN=DigiCert Global Root,O=x",
            "dc=example,dc=com",
            "max:x:1",
            "cn: admin",
            "ORG:",
            "uid=",
        ] {
            finds(text, &[]);
        }
    }
}
