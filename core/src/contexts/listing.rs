//! Lists of accounts in which only the place says what a field is: `.pgpass`, the lines that `chpasswd` reads,
//! parameters of AWS.

use super::keys::Class;
use super::verdict::{self, Form};
use super::{pair, value};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("5432:", pgpass),
    Anchor::exact("5433:", pgpass),
    Anchor::exact("6432:", pgpass),
    Anchor::exact("chpasswd", chpasswd),
    Anchor::exact("SecureString\"", parameter),
];

/// How many lines of a list are read.
const LINES: usize = 64;

fn report(cx: &mut Cx<'_>, span: Span) {
    let text = span.of(cx.text);
    let word = text.contains(' ') || !verdict::has_mixture(text.as_bytes());
    if !word && verdict::is_secret(Class::Password, text, Form::QUOTED) {
        cx.secret(span, Rank::Context, Rule::CredentialFile);
    }
}

/// `host:5432:database:user:password`, the port is at `at`; lines below may have a star for theirs.
fn pgpass(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) != b':' {
        return;
    }
    let mut start = cx.line_start(at);
    for line in 0..LINES {
        let port = (line == 0).then_some(at);
        let Some(password) = password_of_line(cx, start, port) else {
            return;
        };
        report(cx, password);
        start = cx.line_end(start) + 1;
        if start >= cx.bytes.len() {
            return;
        }
    }
}

/// The fifth field of the line at `start`, which a quote may open; the second stands at `port_at`, or is a star.
fn password_of_line(cx: &Cx<'_>, start: usize, port_at: Option<usize>) -> Option<Span> {
    let line = &cx.bytes[start..cx.line_end(start)];
    let word = |part: &[u8]| {
        part.iter()
            .rev()
            .take_while(|b| !b" \t\"'>".contains(b))
            .count()
    };
    let colon = memchr::memchr(b':', line)?;
    let from = colon - word(&line[..colon]);
    let rest = &line[from..];
    let end = rest
        .iter()
        .position(|b| b.is_ascii_whitespace() || matches!(b, b'"' | b'\''))
        .unwrap_or(rest.len());
    let mut fields = rest[..end].splitn(5, |b| *b == b':');
    let (_, port) = (fields.next()?, fields.next()?);
    let given = match port_at {
        Some(at) => at == start + colon + 1 && port.len() == 4,
        None => port == b"*",
    };
    let [database, user, password] = [fields.next()?, fields.next()?, fields.next()?];
    let named = |part: &[u8]| part == b"*" || part.first().is_some_and(u8::is_ascii_alphabetic);
    let fits = given && named(database) && named(user);
    let span = Span::new(start + from + end - password.len(), start + from + end);
    (fits && !password.is_empty()).then_some(span)
}

/// `chpasswd:` of cloud-init with `list: |` and lines `user:password`; `chpasswd <<EOF` and the same lines.
fn chpasswd(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at);
    let here = memchr::memmem::find(&cx.bytes[at..end], b"<<").is_some();
    let mut line = if cx.at(at, b"chpasswd:") {
        let part = &cx.bytes[at..cx.bytes.len().min(at + 160)];
        let Some(list) = memchr::memmem::find(part, b"list: |") else {
            return;
        };
        cx.line_end(at + list) + 1
    } else if here {
        end + 1
    } else {
        return;
    };
    for _ in 0..LINES {
        if line >= cx.bytes.len() {
            return;
        }
        let end = cx.line_end(line);
        let start = value::skip_blank(cx, line);
        let text = cx.bytes[start.min(end)..end].trim_ascii_end();
        let Some(colon) = memchr::memchr(b':', text) else {
            return;
        };
        let plain = |b: &u8| b.is_ascii_alphanumeric() || b"._-".contains(b);
        if colon == 0 || !text[..colon].iter().all(plain) || text.get(colon + 1) == Some(&b' ') {
            return;
        }
        report(cx, Span::new(start + colon + 1, start + text.len()));
        line = end + 1;
    }
}

/// `{"Name": "/prod/db", "Type": "SecureString", "Value": "x"}`, as the parameter store of AWS answers.
fn parameter(cx: &mut Cx<'_>, at: usize) {
    let floor = at.saturating_sub(4096);
    let open = memchr::memrchr(b'{', &cx.bytes[floor..at]).map_or(floor, |open| floor + open);
    let part = &cx.bytes[at..cx.bytes.len().min(at + 4096)];
    let close = memchr::memchr(b'}', part).map_or(at + part.len(), |close| at + close);
    let field = memchr::memmem::find(&cx.bytes[open..close], b"Value\"");
    let value = field.and_then(|field| pair::read_field(cx, open + field + 5));
    if let Some(value) = value.filter(|value| value.quoted && value.closed) {
        let text = value.span.of(cx.text);
        // A value that is JSON has names of its own.
        if !text.starts_with('{') && verdict::is_secret(Class::Password, text, Form::QUOTED) {
            cx.secret(value.span, Rank::Context, Rule::CredentialFile);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn lists() {
        for text in [
            "db.fen.io:5432:app:zoe:orchid77\n*:*:*:postgres:Fog-41-Lamp\n",
            "#cloud-config\nchpasswd:\n  expire: false\n  list: |\n    root:orchid77\n    zoe:Fog-41-Lamp\nssh_pwauth: true\n",
            "chpasswd <<EOF\nroot:orchid77\nzoe:Fog-41-Lamp\nEOF\n",
        ] {
            assert_eq!(found(text), ["orchid77", "Fog-41-Lamp"], "{text}");
        }
        for text in [
            "echo 'localhost:5432:app:zoe:orchid77' >> ~/.pgpass",
            "{\"Name\":\"/prod/db\",\"Type\":\"SecureString\",\"Value\":\"orchid77\",\"Version\":3}",
            "{\n  \"Value\": \"orchid77\",\n  \"Type\": \"SecureString\"\n}",
        ] {
            assert_eq!(found(text), ["orchid77"], "{text}");
        }
    }

    #[test]
    fn other_lists() {
        for text in [
            "ports:\n  - 5432:5432\n  - 127.0.0.1:5432:5432\n",
            "0.0.0.0:5432->5432/tcp, :::5432->5432/tcp",
            "x:5432:a:b:c",
            "{\"Name\":\"/prod/x\",\"Type\":\"String\",\"Value\":\"eu-west-1\"}",
            "{\"Type\":\"SecureString\",\"KeyId\":\"alias/aws/ssm\"}, {\"Value\":\"eu-west-1\"}",
            "chpasswd < users.txt\nhost7:port8",
            "chpasswd:\n  expire: false\nusers:\n  - a7:b8\n",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
