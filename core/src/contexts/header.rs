//! HTTP headers that carry credentials: `Authorization` with its schemes, cookies.

use super::keys::Class;
use super::value::{self, Quote};
use super::verdict::{self, Form};
use super::{assignment, pair, placeholder};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span, strength};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("bearer", bearer),
    Anchor::word("cookies", jar),
    Anchor::word("jsessionid=", session),
    Anchor::word("phpsessid=", session),
    Anchor::exact("connect.sid=", session),
];

/// `/app;jsessionid=x`: a cookie by a name that servers give to no other thing.
fn session(cx: &mut Cx<'_>, at: usize) {
    let rest = &cx.bytes[at..cx.line_end(at).min(at + 256)];
    let equals = memchr::memchr(b'=', rest).unwrap_or(0);
    let value = rest[equals + 1..].iter();
    let len = value
        .take_while(|b| b.is_ascii_alphanumeric() || b"%.-_!+".contains(b))
        .count();
    let start = at + equals + 1;
    cookie(
        cx,
        Span::new(at, at + equals),
        Span::new(start, start + len),
    );
}

/// How far a list of cookies is read, in bytes.
const JAR: usize = 8192;

/// Longest scheme name.
const LONGEST_SCHEME: usize = 24;

/// The value of `Authorization` behind the delimiter that ends at `from`.
pub(crate) fn authorization(cx: &mut Cx<'_>, from: usize, enclosing: Option<Quote>) {
    let start = value::skip_blank(cx, from);
    let (limit, start) = match value::opening(cx, start) {
        Some((quote, inside)) if Some(quote) != enclosing => {
            (ends(cx, Some(quote), inside), inside)
        }
        _ => (ends(cx, enclosing, start), start),
    };
    credentials(cx, Span::new(start, limit));
}

/// Where the header ends: its quote, or the line.
fn ends(cx: &Cx<'_>, quote: Option<Quote>, start: usize) -> usize {
    match quote.and_then(|quote| value::quoted(cx, quote, start)) {
        Some(value) => value.span.end,
        None => {
            let end = cx.line_end(start);
            let line = &cx.bytes[start..end];
            start + unquoted_len(line)
        }
    }
}

/// Length of a header that stands in no quotes of its own: to the first quote that is not one of a field
/// (`username="x"`).
fn unquoted_len(line: &[u8]) -> usize {
    let mut inside = false;
    let stop = line.iter().enumerate().position(|(at, byte)| match byte {
        b'"' if inside || at > 0 && line[at - 1] == b'=' => {
            inside = !inside;
            false
        }
        b'"' | b'\'' | b'`' | b'\\' | b'<' => true,
        _ => false,
    });
    stop.unwrap_or(line.len())
}

/// A header value: scheme and credentials, or credentials alone.
pub(crate) fn credentials(cx: &mut Cx<'_>, header: Span) {
    let end = header.end - trailing(&cx.bytes[header.start..header.end]);
    let header = Span::new(header.start, end.max(header.start));
    let inside = without_scheme(cx, header);
    let text = &cx.bytes[inside.start..inside.end];
    if memchr::memchr(b'=', text).is_some() && memchr::memchr(b',', text).is_some() {
        return fields(cx, inside);
    }
    let len = text
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || *byte == b',')
        .unwrap_or(text.len());
    let span = Span::new(inside.start, inside.start + len);
    let scheme = inside.start > header.start;
    let more_words = len < text.len() && !scheme;
    if !more_words && verdict::is_secret(Class::Authorization, span.of(cx.text), Form::QUOTED) {
        cx.secret(span, Rank::Context, Rule::Header);
    }
}

fn trailing(text: &[u8]) -> usize {
    text.iter()
        .rev()
        .take_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b';' | b','))
        .count()
}

/// `Digest username="x", response="..."`, `AWS4-HMAC-SHA256 Credential=..., Signature=...`.
fn fields(cx: &mut Cx<'_>, span: Span) {
    const SECRET: &[&[u8]] = &[
        b"response",
        b"Signature",
        b"oauth_token",
        b"oauth_signature",
        b"token",
        b"Credential",
        b"nonce",
        b"signature",
    ];
    let mut at = span.start;
    while at < span.end {
        let part = &cx.bytes[at..span.end];
        let len = memchr::memchr(b',', part).unwrap_or(part.len());
        let field = &part[..len];
        let blank = field.iter().take_while(|b| **b == b' ').count();
        if let Some(equals) = memchr::memchr(b'=', field)
            && SECRET.contains(&&field[blank..equals.max(blank)])
        {
            let quotes = |b: &&u8| matches!(**b, b'"' | b'\\' | b' ');
            let lead = field[equals + 1..].iter().take_while(quotes).count();
            let tail = field[equals + 1..].iter().rev().take_while(quotes).count();
            let start = at + equals + 1 + lead;
            let stop = (at + len - tail).max(start);
            let slash =
                memchr::memchr(b'/', &cx.bytes[start..stop]).filter(|_| field[blank] == b'C');
            cx.secret(
                Span::new(start, slash.map_or(stop, |n| start + n)),
                Rank::Context,
                Rule::Header,
            );
        }
        at += len + 1;
    }
}

/// `span` without a scheme word (`Bearer `, `Basic `, `token `) at its start.
pub(crate) fn without_scheme(cx: &Cx<'_>, span: Span) -> Span {
    #[rustfmt::skip]
    const SCHEMES: &[&str] = &[
        "bearer", "basic", "token", "digest", "apikey", "api-key", "api-token", "negotiate", "ntlm",
        "oauth", "bot", "jwt", "key", "ssws", "splunk", "aws4-hmac-sha256", "genie", "geniekey",
        "zoho-oauthtoken", "hawk", "mac", "discogs", "sso-key", "private", "client-id", "hmac", "dpop",
        "sharedaccesssignature", "sharedkey", "aws",
    ];
    let part = &cx.bytes[span.start..span.end];
    let word = part
        .iter()
        .take(LONGEST_SCHEME + 1)
        .take_while(|b| !matches!(b, b' ' | b'\t'))
        .count();
    let blanks = part[word..]
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    let known = SCHEMES
        .iter()
        .any(|one| part[..word].eq_ignore_ascii_case(one.as_bytes()));
    if known && blanks > 0 && word + blanks < part.len() {
        Span::new(span.start + word + blanks, span.end)
    } else {
        span
    }
}

/// `Bearer` anywhere: what follows must look like a token, since prose speaks of bearers too.
fn bearer(cx: &mut Cx<'_>, at: usize) {
    let from = at + 6;
    let from = from + usize::from(cx.byte(from) == b':');
    if cx.byte(from) != b' ' {
        return;
    }
    if let Some(value) = value::bare(cx, value::skip_blank(cx, from)) {
        let text = value.span.of(cx.text);
        let token = verdict::looks_random(text) || text.starts_with("eyJ");
        if token && verdict::is_secret(Class::Authorization, text, Form::QUOTED) {
            cx.secret(value.span, Rank::Context, Rule::Header);
        }
    }
}

/// `Cookie: a=b; c=d` and `Set-Cookie: a=b; Path=/`.
pub(crate) fn cookies(cx: &mut Cx<'_>, name: Span, from: usize) {
    let start = value::skip_blank(cx, from);
    let enclosing = value::quote_before(cx, name.start);
    let (start, end) = match value::opening(cx, start) {
        Some((quote, inside)) if Some(quote) != enclosing => {
            (inside, ends(cx, Some(quote), inside))
        }
        _ => (start, ends(cx, enclosing, start)),
    };
    pairs(cx, Span::new(start, end.max(start)));
}

/// `a=b; c=d`
pub(crate) fn pairs(cx: &mut Cx<'_>, span: Span) {
    let (mut at, end) = (span.start, span.end);
    while at < end {
        let part = &cx.bytes[at..end];
        let len = memchr::memchr(b';', part).unwrap_or(part.len());
        if let Some(equals) = memchr::memchr(b'=', &part[..len]) {
            cookie(
                cx,
                Span::new(at, at + equals),
                Span::new(at + equals + 1, at + len),
            );
        }
        at += len + 1;
    }
}

/// The cookies of a browser or a client, as a list of objects with `name` and `value` or as a map, behind `cookies`.
fn jar(cx: &mut Cx<'_>, at: usize) {
    let Some(delimiter) = assignment::delimiter_after(cx, at + 7) else {
        return;
    };
    let open = value::skip_blank(cx, delimiter + 1);
    let limit = cx.bytes.len().min(open + JAR);
    let mut at = open + 1;
    match cx.byte(open) {
        b'[' => {
            while let Some(len) = memchr::memchr2(b'}', b']', &cx.bytes[at.min(limit)..limit]) {
                let object = Span::new(at, at + len);
                if let [Some(name), Some(value)] =
                    ["name", "value"].map(|key| field(cx, object, key))
                {
                    cookie(cx, name, value);
                }
                at = object.end + 1;
                if cx.bytes[object.end] == b']' {
                    return;
                }
            }
        }
        b'{' => {
            while let Some(name) = string(cx, at).filter(|name| name.end < limit) {
                let colon = value::skip_blank(cx, name.end);
                let Some(value) = string(cx, colon + 1).filter(|_| cx.byte(colon) == b':') else {
                    return;
                };
                cookie(cx, name.span, value.span);
                at = value.end + usize::from(cx.byte(value.end) == b',');
            }
        }
        _ => {}
    }
}

fn field(cx: &Cx<'_>, object: Span, key: &str) -> Option<Span> {
    let part = &cx.bytes[object.start..object.end];
    let at = memchr::memmem::find_iter(part, key)
        .map(|at| object.start + at)
        .find(|at| matches!(cx.before(*at), b'"' | b'\'' | b' '))?;
    let value = pair::read_field(cx, at + key.len())?;
    (value.quoted && value.span.end <= object.end).then_some(value.span)
}

/// The string behind blanks and line breaks at `at`.
fn string(cx: &Cx<'_>, at: usize) -> Option<value::Value> {
    let rest = cx.bytes.get(at..)?;
    let blank = rest.iter().take(64).take_while(|b| b.is_ascii_whitespace());
    let (quote, inside) = value::opening(cx, at + blank.count())?;
    value::quoted(cx, quote, inside)
}

fn cookie(cx: &mut Cx<'_>, name: Span, value: Span) {
    #[rustfmt::skip]
    const ATTRIBUTES: &[&str] = &[
        "path", "domain", "expires", "max-age", "samesite", "priority", "_ga", "_gid", "lang", "locale",
        "theme",
    ];
    let name = name.of(cx.text).trim();
    let text = value.of(cx.text);
    let attribute = ATTRIBUTES.iter().any(|one| name.eq_ignore_ascii_case(one));
    let telling = [
        "sess", "sid", "token", "auth", "jwt", "login", "remember", "csrf",
    ]
    .iter()
    .any(|part| name.to_ascii_lowercase().contains(part));
    let secret = if telling {
        text.len() >= 8 && !strength::is_name(text.as_bytes())
    } else {
        verdict::looks_random(text)
    };
    if !attribute && secret && !placeholder::is_placeholder(text) {
        cx.secret(value, Rank::Context, Rule::Header);
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn authorization() {
        assert_eq!(
            found("Authorization: Bearer mF_9.B5f-4.1JqM\r\n"),
            ["mF_9.B5f-4.1JqM"]
        );
        assert_eq!(
            found("> authorization: Basic em9lOmh1bnRlcjI=\n"),
            ["em9lOmh1bnRlcjI="]
        );
        assert_eq!(
            found("-H 'Authorization: token 9f1c2ab7e4d05b6c8a3f' x"),
            ["9f1c2ab7e4d05b6c8a3f"]
        );
        assert_eq!(
            found("{\"Authorization\": \"Bearer k7Lm2Qp9x\"}"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("[\"-H\",\"Authorization: Bearer k7Lm2Qp9x\"]"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("-H \\\"Authorization: Bearer k7Lm2Qp9x\\\" y"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(found("curl -H \"X-Api-Key: k7Lm2Qp9x\""), ["k7Lm2Qp9x"]);
        assert_eq!(found("token = \"Bearer k7Lm2Qp9x\""), ["k7Lm2Qp9x"]);
        assert_eq!(
            found("Authorization: Digest username=\"zoe\", uri=\"/\", response=\"9f1c2ab7\""),
            ["9f1c2ab7"]
        );
    }

    #[test]
    fn cookies() {
        assert_eq!(
            found("Cookie: theme=dark; session=k7Lm2Qp9x; _ga=GA1.2.3"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("Set-Cookie: sid=k7Lm2Qp9x; Path=/; HttpOnly"),
            ["k7Lm2Qp9x"]
        );
        for text in [
            "{\"cookies\":[{\"name\":\"theme\",\"value\":\"dark-blue-2\"},{\"value\":\"k7Lm2Qp9x\",\"name\":\"session\"}]}",
            "\"cookies\": [\n  {\n    \"domain\": \"x\",\n    \"name\": \"sid\",\n    \"value\": \"k7Lm2Qp9x\"\n  }\n]",
            "requests.get(url, cookies={'theme': 'dark-2', 'sessionid': 'k7Lm2Qp9x'})",
        ] {
            assert_eq!(found(text), ["k7Lm2Qp9x"], "{text}");
        }
    }

    #[test]
    fn cookies_elsewhere() {
        for text in [
            "GET /app;jsessionid=k7Lm2Qp9xRt5?x=1",
            "curl -b 'theme=dark; PHPSESSID=k7Lm2Qp9xRt5' https://fen.io",
        ] {
            assert_eq!(found(text), ["k7Lm2Qp9xRt5"], "{text}");
        }
        for text in [
            "curl -b jar7x.txt https://fen.io",
            "request.getRequestedSessionId(); JSESSIONID= is sent",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn no_credentials() {
        for text in [
            "Authorization: Bearer <token>",
            "Authorization: Bearer $TOKEN",
            "Authorization: disabled",
            "authorization: required for all users",
            "the bearer token is missing",
            "Authorization: Basic ...",
            "Authorization: Token **********",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
