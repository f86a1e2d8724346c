//! Log-in commands of wire protocols as clients and servers print them: `AUTH x`, `PASS x`, `a1 LOGIN user x`,
//! `"AUTH" "x"`.

use super::keys::Class;
use super::value;
use super::verdict::{self, Form};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span, strength};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("AUTH ", command),
    Anchor::exact("PASS ", command),
    Anchor::exact("LOGIN ", tagged),
    Anchor::exact("OPER ", tagged),
    Anchor::word("auth\"", monitored),
    Anchor::word("requirepass\"", monitored),
    Anchor::word("masterauth\"", monitored),
    Anchor::exact("IDENTIFY ", identified),
    // "Password:" of SMTP's AUTH LOGIN (RFC 4954); the client's line follows.
    Anchor::exact("334 UGFzc3dvcmQ6", asked),
];

/// The command stands at the start of its line, behind a prompt or a sign at most, and takes one or two words.
fn command(cx: &mut Cx<'_>, at: usize) {
    if !begins_line(cx, at) {
        return;
    }
    let end = cx.line_end(at);
    let words = cx.bytes[at + 5..end].split(|byte| byte.is_ascii_whitespace());
    let words = words.filter(|word| !word.is_empty()).count();
    let start = value::skip_blank(cx, at + 5);
    let Some(mut value) = value::read(cx, start, None) else {
        return;
    };
    // `AUTH user password` and `AUTH PLAIN base64`.
    if words == 2 && cx.bytes[at] == b'A' {
        let Some(second) = value::read(cx, value.end, None) else {
            return;
        };
        value = second;
    } else if words != 1 {
        return;
    }
    let text = value.span.of(cx.text);
    let name = strength::is_name(text.as_bytes());
    if !name
        && verdict::has_mixture(text.as_bytes())
        && verdict::is_secret(Class::Password, text, Form::QUOTED)
    {
        cx.secret(value.span, Rank::Context, Rule::Protocol);
    }
}

/// `a1 LOGIN user password` of IMAP (RFC 9051, 6.2.3), `OPER user password` of IRC: two words behind the command, one
/// before it at most.
fn tagged(cx: &mut Cx<'_>, at: usize) {
    let lead = &cx.bytes[cx.line_start(at)..at];
    let tags = lead.split(|b| matches!(b, b' ' | b'\t' | b'>' | b'<'));
    let mut tags = tags.filter(|tag| !tag.is_empty() && *tag != b"C:" && *tag != b"S:");
    let counted = |tag: &[u8]| tag.iter().any(u8::is_ascii_digit);
    let tagged = tags.next().map_or(cx.bytes[at] == b'O', counted);
    if lead.len() > 24 || !tagged || tags.next().is_some() {
        return;
    }
    let end = cx.line_end(at);
    let user = value::read(cx, at + 5, None);
    let Some(password) = user.and_then(|user| value::read(cx, user.end, None)) else {
        return;
    };
    let rest = password.end.min(end)..end;
    if password.end <= end && cx.bytes[rest].iter().all(u8::is_ascii_whitespace) {
        report(cx, password.span);
    }
}

/// `"AUTH" "user" "password"` of Redis' MONITOR: the last string.
fn monitored(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) != b'"' {
        return;
    }
    let quote = cx.bytes[at..].iter().take(16).position(|b| *b == b'"');
    let (mut next, mut last) = (at + quote.unwrap_or(0) + 1, None);
    for _ in 0..2 {
        let blank = cx.byte(next) == b' ' && cx.byte(next + 1) == b'"';
        let string = blank.then(|| value::read(cx, next, None)).flatten();
        let Some(string) = string.filter(|string| string.closed) else {
            break;
        };
        (next, last) = (string.end, Some(string.span));
    }
    if let Some(password) = last {
        report(cx, password);
    }
}

/// `PRIVMSG NickServ :IDENTIFY password`.
fn identified(cx: &mut Cx<'_>, at: usize) {
    let lead = &cx.bytes[at.saturating_sub(24)..at];
    if !verdict::contains(lead, b"nickserv") {
        return;
    }
    let mut last = None;
    let mut next = at + 9;
    while let Some(word) = value::read(cx, next, None).filter(|word| word.end <= cx.line_end(at)) {
        (next, last) = (word.end.max(next + 1), Some(word.span));
    }
    if let Some(password) = last {
        report(cx, password);
    }
}

/// The line after the one at `at` is the password in base64.
fn asked(cx: &mut Cx<'_>, at: usize) {
    let line = cx.line_end(at) + 1;
    let signs = cx.bytes.get(line..).unwrap_or_default().iter().take(8);
    let signs = signs.take_while(|b| matches!(b, b' ' | b'>' | b'-' | b'C' | b':'));
    let start = line + signs.count();
    let base64 = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'+' | b'/' | b'=');
    let rest = cx.bytes.get(start..).unwrap_or_default().iter().take(512);
    let len = rest.take_while(base64).count();
    if len >= 4 && len.is_multiple_of(4) {
        cx.secret(Span::new(start, start + len), Rank::Context, Rule::Protocol);
    }
}

fn report(cx: &mut Cx<'_>, span: Span) {
    let text = span.of(cx.text);
    if verdict::has_mixture(text.as_bytes())
        && verdict::is_secret(Class::Password, text, Form::QUOTED)
    {
        cx.secret(span, Rank::Context, Rule::Protocol);
    }
}

fn begins_line(cx: &Cx<'_>, at: usize) -> bool {
    let before = cx.bytes[..at].iter().rev().take(24);
    let mut signs = 0;
    for byte in before {
        match byte {
            b'\n' => return true,
            b' ' | b'>' | b'<' | b'*' | b'-' | b'#' => signs += 1,
            // The prompt of a client: `127.0.0.1:6379> `.
            _ => return signs >= 2 && cx.ends_at(at, b"> "),
        }
    }
    signs < 24
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn commands() {
        assert_eq!(
            found("> AUTH orchid77\n+OK\n> PASS openLamp88\n230 ok\n"),
            ["orchid77", "openLamp88"]
        );
        assert_eq!(
            found("127.0.0.1:6379> AUTH default orchid77\nOK"),
            ["orchid77"]
        );
    }

    #[test]
    fn log_ins_with_a_user() {
        for text in [
            "a001 LOGIN zoe Orchid77Fog\na001 OK\n",
            "C: a7 LOGIN \"zoe\" \"Orchid77Fog\"\nS: a7 OK",
            "1700000000.5 [0 127.0.0.1:5000] \"AUTH\" \"Orchid77Fog\"\n1700000000.6 [0 x] \"GET\" \"k7\"",
            "\"hello\" \"3\" \"AUTH\" \"default\" \"Orchid77Fog\"",
            "\"config\" \"set\" \"requirepass\" \"Orchid77Fog\"",
            "OPER zoe Orchid77Fog\r\n",
            "PRIVMSG NickServ :IDENTIFY Orchid77Fog\n",
        ] {
            assert_eq!(found(text), ["Orchid77Fog"], "{text}");
        }
        assert_eq!(
            found("334 UGFzc3dvcmQ6\nT3JjaGlkNzdGb2c=\n235 ok"),
            ["T3JjaGlkNzdGb2c="]
        );
    }

    #[test]
    fn other_lines() {
        for text in [
            "Tests: 12 PASS, 0 FAIL\nAUTH: disabled",
            "PASS src/a.test.ts (5.1 s)",
            "PASS test_login2",
            "PASS ok\n",
            "LOGIN failed for user7 from 10.0.0.1",
            "POST LOGIN zoe page2",
            "{\"auth\": \"basic7x\", \"n\": \"k7\"}",
            "IDENTIFY the user7",
            "AUTH plain",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
