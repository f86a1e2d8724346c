//! Entries of files that exist to hold credentials and that no general syntax covers: bundler settings, the
//! `data` of a Kubernetes secret, passwords that an installer prints.

use super::keys::Class;
use super::value;
use super::verdict::{self, Form};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span, base64};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("BUNDLE_", bundler),
    Anchor::word("kind: secret", kubernetes),
    Anchor::exact("kind\":\"Secret\"", kubernetes_json),
    Anchor::exact("kind\": \"Secret\"", kubernetes_json),
    Anchor::exact("requirepass ", directive),
    Anchor::exact("masterauth ", directive),
    Anchor::exact("Key Content ", content),
    Anchor::word("identified by ", identified),
    Anchor::word("identified with ", identified),
    Anchor::exact("Administrator:500:", accounts),
    Anchor::exact("Guest:501:", accounts),
    Anchor::exact("krbtgt:502:", accounts),
];

/// How far the `data` of a secret may stand from its kind.
const REACH: usize = 8192;

const QUOTED: Form = Form {
    quoted: true,
    shell: true,
    alone: false,
    logged: false,
    after: 0,
    in_prose: false,
};

/// `BUNDLE_GEMS__EXAMPLE__COM: user:password`
fn bundler(cx: &mut Cx<'_>, at: usize) {
    let len = cx.bytes[at..]
        .iter()
        .take(96)
        .take_while(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || **b == b'_')
        .count();
    let name = &cx.bytes[at..at + len];
    let delimiter = value::skip_blank(cx, at + len);
    let element = cx.before(at) == b'<';
    let given = matches!(cx.byte(delimiter), b':' | b'=') || element;
    if memchr::memmem::find(name, b"__").is_none() || !given {
        return;
    }
    let line = cx.bytes[at..].iter().take(128).position(|b| *b == b'>');
    let text = line.map_or(at + len, |close| at + close + 1);
    let blank = cx.bytes[text..]
        .iter()
        .take(64)
        .take_while(|b| b.is_ascii_whitespace());
    let from = if element {
        text + blank.count()
    } else {
        delimiter + 1
    };
    if let Some(value) = value::read(cx, from, None)
        && value.span.of(cx.text).contains(':')
        && verdict::is_secret(Class::Password, value.span.of(cx.text), QUOTED)
    {
        cx.secret(value.span, Rank::Context, Rule::CredentialFile);
    }
}

/// Lines `name:id:LM hash:NT hash:::` of a dump of Windows accounts, from the one at `at` on.
fn accounts(cx: &mut Cx<'_>, at: usize) {
    let mut line = at;
    for _ in 0..256 {
        let end = cx.line_end(line);
        let fields: Vec<&[u8]> = cx.bytes[line..end].split(|b| *b == b':').take(5).collect();
        let [name, id, lan, hash, _] = fields[..] else {
            return;
        };
        let digits = !id.is_empty() && id.iter().all(u8::is_ascii_digit);
        let hashes =
            [lan, hash].map(|field| field.len() == 32 && field.iter().all(u8::is_ascii_hexdigit));
        if !digits || hashes != [true, true] {
            return;
        }
        let start = line + name.len() + id.len() + 2;
        for start in [start, start + 33] {
            cx.secret(
                Span::new(start, start + 32),
                Rank::Context,
                Rule::CredentialFile,
            );
        }
        line = end + 1;
        if line >= cx.bytes.len() {
            return;
        }
    }
}

/// `requirepass x`, `masterauth x` of Redis.
fn directive(cx: &mut Cx<'_>, at: usize) {
    let len = cx.bytes[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    word(cx, at + len);
}

/// What `netsh wlan show profile key=clear` prints: `Key Content            : x`.
fn content(cx: &mut Cx<'_>, at: usize) {
    let colon = value::skip_blank(cx, at + b"Key Content".len());
    if cx.byte(colon) == b':' {
        word(cx, colon + 1);
    }
}

/// `IDENTIFIED BY 'x'`, `IDENTIFIED BY x` of Oracle, `IDENTIFIED WITH plugin BY 'x'`.
fn identified(cx: &mut Cx<'_>, at: usize) {
    let line = &cx.bytes[at..cx.line_end(at).min(at + 96)];
    let Some(by) = [&b" by "[..], b" BY ", b" By "]
        .iter()
        .find_map(|by| memchr::memmem::find(line, by))
    else {
        return;
    };
    let from = at + by + 4;
    let start = value::skip_blank(cx, from);
    let floor = cx.text.floor_char_boundary(at.saturating_sub(160));
    let lead = &cx.bytes[floor..at];
    let said = |words: &[&str]| {
        words
            .iter()
            .any(|word| verdict::contains(lead, word.as_bytes()))
    };
    match value::opening(cx, start) {
        Some((quote, _)) => {
            if quote.byte != b'`' && said(&["user", "role", "grant", "alter", "create", "login"]) {
                word(cx, from);
                replaced(cx, start);
            }
        }
        None => {
            let bare = value::bare(cx, start).map_or(&[][..], |it| it.span.of(cx.text).as_bytes());
            if said(&["create user", "alter user", "grant "]) && verdict::has_mixture(bare) {
                word(cx, from);
                replaced(cx, start);
            }
        }
    }
}

/// `REPLACE "y"` behind the new password at `start`: Oracle takes the old one there.
fn replaced(cx: &mut Cx<'_>, start: usize) {
    let end = value::read(cx, start, None).map_or(start, |value| value.end);
    let old = [&b" REPLACE "[..], b" replace "].into_iter();
    if let Some(sign) = old.into_iter().find(|sign| cx.at(end, sign)) {
        word(cx, end + sign.len());
    }
}

fn word(cx: &mut Cx<'_>, from: usize) {
    let Some(value) = value::read(cx, from, None) else {
        return;
    };
    if verdict::is_secret(Class::Password, value.span.of(cx.text), QUOTED) {
        cx.secret(value.span, Rank::Context, Rule::CredentialFile);
    }
}

/// A manifest of a secret in YAML: every base64 value below `data:`.
fn kubernetes(cx: &mut Cx<'_>, at: usize) {
    let (start, end) = document(cx, at);
    let text = &cx.bytes[start..end];
    for key in [&b"\ndata:"[..], b"\nstringData:"] {
        if let Some(found) = memchr::memmem::find(text, key) {
            entries(cx, start + found + key.len(), end, key == b"\ndata:");
        }
    }
}

/// The YAML document around `at`.
fn document(cx: &Cx<'_>, at: usize) -> (usize, usize) {
    let floor = at.saturating_sub(REACH);
    let ceiling = cx.bytes.len().min(at + REACH);
    let start =
        memchr::memmem::rfind(&cx.bytes[floor..at], b"\n---").map_or(floor, |found| floor + found);
    let end =
        memchr::memmem::find(&cx.bytes[at..ceiling], b"\n---").map_or(ceiling, |found| at + found);
    (start, end)
}

/// The indented lines `name: value` at `from`.
fn entries(cx: &mut Cx<'_>, from: usize, end: usize, encoded: bool) {
    let mut at = cx.line_end(from) + 1;
    while at < end && matches!(cx.byte(at), b' ' | b'\t') {
        let line = Span::new(at, cx.line_end(at).min(end));
        if let Some(colon) = memchr::memchr(b':', &cx.bytes[line.start..line.end])
            && let Some(value) = value::read(cx, line.start + colon + 1, None)
            && value.span.end <= line.end
        {
            entry(cx, value.span, encoded);
        }
        at = line.end + 1;
    }
}

fn entry(cx: &mut Cx<'_>, span: Span, encoded: bool) {
    let text = span.of(cx.text);
    let is_value = if encoded {
        text.len() >= 8 && text.len().is_multiple_of(4) && base64::decode(text.as_bytes()).is_some()
    } else {
        verdict::is_secret(Class::Token, text, QUOTED)
    };
    if is_value {
        cx.secret(span, Rank::Context, Rule::CredentialFile);
    }
}

/// The same in JSON: the strings of the object `data`.
fn kubernetes_json(cx: &mut Cx<'_>, at: usize) {
    let end = cx.bytes.len().min(at + REACH);
    let start = at.saturating_sub(REACH);
    let Some(found) = memchr::memmem::find(&cx.bytes[start..end], b"\"data\":") else {
        return;
    };
    let from = start + found + 7;
    let len = memchr::memchr(b'}', &cx.bytes[from..end]).unwrap_or(end - from);
    let mut at = from;
    while let Some(colon) = memchr::memchr(b':', &cx.bytes[at..from + len]) {
        at += colon + 1;
        if let Some(value) = value::read(cx, at, None).filter(|value| value.quoted) {
            entry(cx, value.span, true);
            at = value.end.max(at).min(from + len);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn entries_of_credential_files() {
        assert_eq!(
            found("BUNDLE_GEMS__ACME__COM: cafe77:beef88\n"),
            ["cafe77:beef88"]
        );
        assert_eq!(
            found("export BUNDLE_GEMS__ACME__COM=\"cafe77:beef88\""),
            ["cafe77:beef88"]
        );
        assert_eq!(
            found("<BUNDLE_GEMS__ACME__COMToken>\n  cafe77:beef88\n</BUNDLE_GEMS__ACME__COMToken>"),
            ["cafe77:beef88"]
        );
        let (lan, hash) = (
            "9f1c2ab7e4d05b6c8a3f7e2d1c0b9a84",
            "1c2ab7e4d05b6c8a3f7e2d1c0b9a849f",
        );
        assert_eq!(
            found(&format!(
                "Guest:501:{lan}:{hash}:::\nzoe:1103:{hash}:{lan}:::\n[*] done"
            )),
            [lan, hash, hash, lan]
        );
        assert_eq!(found("requirepass orchid77\n"), ["orchid77"]);
        assert_eq!(
            found("CREATE USER a IDENTIFIED BY 'orchid77';"),
            ["orchid77"]
        );
        for text in [
            "ALTER USER a IDENTIFIED BY orchid77 ACCOUNT UNLOCK;",
            "    Key Content            : orchid77\n",
            "GRANT ALL ON x.* TO 'a'@'%' IDENTIFIED WITH mysql_native_password BY 'orchid77';",
        ] {
            assert_eq!(found(text), ["orchid77"], "{text}");
        }
        for text in [
            "ALTER USER a IDENTIFIED BY \"orchid77\" REPLACE \"Fog-41-Lamp\";",
            "alter user a identified by orchid77 replace Fog-41-Lamp;",
        ] {
            assert_eq!(found(text), ["orchid77", "Fog-41-Lamp"], "{text}");
        }
        assert!(found("rows are identified by key77").is_empty());
        assert!(found("BUNDLE_PATH: vendor/bundle\nBUNDLE_JOBS: \"4\"").is_empty());
    }

    #[test]
    fn kubernetes_secrets() {
        let yaml = "apiVersion: v1\ndata:\n  dsn: b3JjaGlkNzc=\n  x: \"Zm9nbGFtcA==\"\nkind: Secret\nmetadata:\n  name: abcd\n";
        assert_eq!(found(yaml), ["b3JjaGlkNzc=", "Zm9nbGFtcA=="]);
        let json = "{\"kind\":\"Secret\",\"data\":{\"dsn\":\"b3JjaGlkNzc=\"},\"metadata\":{\"name\":\"abcd\"}}";
        assert_eq!(found(json), ["b3JjaGlkNzc="]);
    }

    #[test]
    fn other_formats_of_known_files() {
        assert_eq!(
            found("//registry.npmjs.org/:_authToken=k7Lm2Qp9-xRt5\n"),
            ["k7Lm2Qp9-xRt5"]
        );
        assert_eq!(
            found("{\"auths\":{\"x.io\":{\"auth\":\"em9lOm9yY2hpZDc3\"}}}"),
            ["em9lOm9yY2hpZDc3"]
        );
        assert_eq!(
            found("users:\n- user:\n    client-key-data: TUlJRW93SUJBQUtDQVFF\n"),
            ["TUlJRW93SUJBQUtDQVFF"]
        );
        assert_eq!(
            found("aws_secret_access_key = k7Lm2Qp9xRt5/Zw3bN8vC+a\n"),
            ["k7Lm2Qp9xRt5/Zw3bN8vC+a"]
        );
        assert_eq!(
            found("<password>{AQAAABAAAAAQk7Lm2Qp9xRt5Zw==}</password>"),
            ["{AQAAABAAAAAQk7Lm2Qp9xRt5Zw==}"]
        );
    }
}
