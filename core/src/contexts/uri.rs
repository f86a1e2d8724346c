//! User information of URIs: `scheme://user:password@host`, also as strings of JSON and scripts may write it:
//! `scheme:\/\/user:password@host`.

use super::placeholder;
use super::verdict;
use crate::anchor::{self, Anchor, Wake};
use crate::detect::Cx;
use crate::handle::Handle;
use crate::identity::{email, host};
use crate::{Kind, Rank, Reach, Rule, Span, block, formats};

/// The data sources of Go's MySQL driver have no scheme: `user:password@tcp(host:3306)/db`.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("tcp(", source),
    Anchor::exact("unix(", source),
];

/// Longest authority that is looked through.
const LONGEST: usize = 1024;

/// The offset behind `://` at `at`, if that stands there in any spelling.
#[inline]
pub(crate) fn authority(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at + 1..at + 3)? {
        b"//" => Some(at + 3),
        [b'\\', _] => {
            let (_, next) = letter(bytes, at + 1).filter(|(byte, _)| *byte == b'/')?;
            let (_, start) = letter(bytes, next).filter(|(byte, _)| *byte == b'/')?;
            Some(start)
        }
        _ => None,
    }
}

/// The offset of the `:` of a `://` that ends at `at`, in any spelling.
pub(crate) fn scheme_before(bytes: &[u8], at: usize) -> Option<usize> {
    let lead = bytes.get(at.saturating_sub(2 * LONGEST_ESCAPE + 1)..at)?;
    if !matches!(lead.last()?, b'/' | b'f' | b'F') {
        return None;
    }
    let colon = at - lead.len() + memchr::memrchr(b':', lead)?;
    (authority(bytes, colon) == Some(at)).then_some(colon)
}

/// The start of the host or the user name that follows the last slash written `\u002f` in `span`.
pub(crate) fn behind_coded_slash(bytes: &[u8], span: Span) -> usize {
    let part = &bytes[span.start..span.end];
    let coded = memchr::memmem::rfind(part, b"u002").map(|at| span.start + at);
    coded
        .filter(|at| {
            matches!(bytes.get(at + 4), Some(b'f' | b'F')) && bytes[..*at].ends_with(b"\\")
        })
        .map_or(span.start, |at| (at + 5).min(span.end))
}

/// Longest escape of a letter: `\u002f` in a string in a string in a string.
const LONGEST_ESCAPE: usize = 12;

/// The ASCII letter at `at` and the offset behind it: itself, or an escape of JSON (RFC 8259, 7) with the backslashes
/// of the strings around it. A backslash that is no such escape stands for itself.
fn letter(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    let first = *bytes.get(at)?;
    if first != b'\\' {
        return Some((first, at + 1));
    }
    let rest = &bytes[at..bytes.len().min(at + LONGEST_ESCAPE)];
    let sign = rest.iter().take_while(|byte| **byte == b'\\').count();
    match rest[sign..] {
        [b'/', ..] => Some((b'/', at + sign + 1)),
        [b'u', b'0', b'0', high @ b'2'..=b'7', low, ..] => {
            let low = char::from(low).to_digit(16)? as u8;
            Some(((high - b'0') * 16 + low, at + sign + 5))
        }
        _ => Some((first, at + 1)),
    }
}

/// The authority of a URI begins at `start`, behind `://`.
pub(crate) fn at_authority(cx: &mut Cx<'_>, start: usize) {
    if let Some(end) = userinfo_end(cx, start) {
        userinfo(cx, Span::new(start, end));
        // Of a password with a slash in it the sign alone would not tell that a host follows.
        let domain = email::domain_at(cx, end + 1);
        host::in_authority(cx, domain);
    }
    if !cx.ends_at(start, b"://") {
        addresses(cx, start);
    }
}

/// Addresses that grant access (web hooks) behind escaped slashes: their formats know the plain spelling.
fn addresses(cx: &mut Cx<'_>, start: usize) {
    let (mut plain, mut offsets) = (Vec::new(), Vec::new());
    let mut at = start;
    while let Some((byte, next)) = letter(cx.bytes, at).filter(|(byte, _)| is_of_uri(*byte))
        && at < start + LONGEST
    {
        plain.push(byte);
        offsets.push(at);
        at = next;
    }
    offsets.push(at);
    anchor::each_at(&plain, 0, block::word_at(&plain, 0), |wake| {
        if let Wake::Format(number) = wake
            && let Some(span) = formats::get(number).find(&plain, 0)
        {
            let span = Span::new(offsets[span.start], offsets[span.end]);
            cx.secret(span, Rank::Format, Rule::Format(number));
        }
    });
}

fn is_of_uri(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&()*+,;=%".contains(&byte)
}

/// The network of a data source begins at `at`.
fn source(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) != b'@' {
        return;
    }
    let lead = &cx.bytes[at.saturating_sub(256)..at - 1];
    let quote = |b: &&u8| !matches!(**b, 0..=b' ' | b'"' | b'\'' | b'`' | b'=' | b'/');
    let len = lead.iter().rev().take_while(quote).count();
    userinfo(cx, Span::new(at - 1 - len, at - 1));
}

/// The `@` that ends the user information: the last one before the path. A password may hold any of `/?#`
/// by mistake, which shows in that the part before is no `host:port`.
fn userinfo_end(cx: &Cx<'_>, start: usize) -> Option<usize> {
    let mut last = None;
    let mut colon = None;
    let mut next = start;
    let limit = cx.bytes.len().min(start + LONGEST);
    while next < limit {
        let at = next;
        let (byte, behind) = letter(cx.bytes, at)?;
        next = behind;
        match byte {
            b'@' => last = Some(at),
            b':' if colon.is_none() && is_root(cx, at + 1) => return None,
            b':' if colon.is_none() => colon = Some(at),
            b'/' | b'?' | b'#' if last.is_some() => return last,
            b'/' | b'?' | b'#' if !password_goes_on(cx, colon, at) => return None,
            0..=b' ' | 0x7f | b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\' if next == at + 1 => {
                return last;
            }
            _ => {}
        }
    }
    last
}

/// Whether the stand-in of a root begins at `at`: a path begins there.
fn is_root(cx: &Cx<'_>, at: usize) -> bool {
    Handle::parse_at(cx.bytes, at).is_some_and(|(handle, _, _)| handle.kind.is_root())
}

/// Whether what stands behind `colon` is no port, so that the delimiter at `at` belongs to a password; then an
/// `@` must follow before the next blank.
fn password_goes_on(cx: &Cx<'_>, colon: Option<usize>, at: usize) -> bool {
    let Some(colon) = colon else {
        return false;
    };
    let part = &cx.bytes[colon + 1..at];
    let port = part.is_empty() || part.iter().all(u8::is_ascii_digit);
    let template = matches!(part.first(), Some(b'{' | b'$' | b'<' | b'['));
    !port && !template && cx.byte(at - 1) != b']'
}

fn userinfo(cx: &mut Cx<'_>, span: Span) {
    let part = &cx.bytes[span.start..span.end];
    let Some(colon) = memchr::memchr(b':', part) else {
        let machine = [&b"ssh://"[..], b"sftp://"]
            .iter()
            .any(|scheme| cx.ends_at(span.start, scheme));
        if machine {
            user(cx, span, Rule::UriUserinfo);
        } else if verdict::looks_random(span.of(cx.text)) {
            cx.secret(span, Rank::Part, Rule::UriUserinfo);
        }
        return;
    };
    let user = Span::new(span.start, span.start + colon);
    let password = Span::new(user.end + 1, span.end);
    if !password.is_empty() {
        pair(cx, user, password);
    } else if verdict::looks_random(user.of(cx.text)) {
        cx.secret(user, Rank::Part, Rule::UriUserinfo);
    }
}

/// A user and a password that stand before the sign of a host.
pub(crate) fn pair(cx: &mut Cx<'_>, user: Span, password: Span) {
    let name = user.of(cx.text);
    let word = password.of(cx.text);
    if is_marker(word) {
        // `https://<token>:x-oauth-basic@github.com`
        cx.secret(user, Rank::Part, Rule::UriUserinfo);
        return;
    }
    if is_filled_in(name, &verdict::without_handles(word)) {
        cx.secret(password, Rank::Part, Rule::UriUserinfo);
        self::user(cx, user, Rule::UriUserinfo);
    }
}

/// The user beside a password: a token itself, or somebody's name.
pub(crate) fn user(cx: &mut Cx<'_>, span: Span, rule: Rule) {
    let name = span.of(cx.text);
    if verdict::looks_random(name) {
        cx.secret(span, Rank::Part, rule);
    } else if !is_ordinary(name) && !placeholder::is_placeholder(name) {
        cx.push(span, Kind::User, Rank::Part, rule, Reach::Here);
    }
}

/// Whether the pair is a credential and no pattern of one.
fn is_filled_in(user: &str, password: &str) -> bool {
    let placeholder = placeholder::is_placeholder(password)
        || placeholder::is_template(user)
        || user.starts_with('<');
    let variable = password.starts_with('$')
        && password[1..]
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_');
    !placeholder && !variable && password.len() >= 4
}

/// Words in place of the password that say that the token is the user.
fn is_marker(word: &str) -> bool {
    matches!(
        word,
        "x-oauth-basic" | "x-oauth" | "x-token-auth" | "api_token" | "X-OAuth-Basic"
    )
}

/// Names that say nothing about anybody.
fn is_ordinary(name: &str) -> bool {
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "", "git", "oauth2", "x-access-token", "x-token-auth", "gitlab-ci-token", "token", "user",
        "username", "root", "admin", "postgres", "mysql", "test", "guest", "default", "anonymous", "sa",
        "api", "app", "_", "__token__", "oauth", "aws", "AWS", "oauth2accesstoken", "_json_key", "jenkins",
        "nobody", "dbuser", "ubuntu", "dev", "redis", "mongo", "rabbitmq", "elastic", "docker",
    ];
    NAMES.contains(&name) || placeholder::is_template(name) || name.len() < 3
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn user_and_password() {
        assert_eq!(
            found("postgres://app:Fog.Quill.3@db/x?n=a@b&x=1"),
            ["Fog.Quill.3"]
        );
        assert_eq!(
            found("dsn := \"app:Fog.Quill.3@tcp(10.0.0.7:3306)/shop\""),
            ["Fog.Quill.3"]
        );
        assert_eq!(found("url: amqp://svc:p@ss:w0rd@host:5672/"), ["p@ss:w0rd"]);
        for text in [
            "jdbc:oracle:thin:app/Fog.Quill.3@db7:1521:shop",
            "jdbc:oracle:thin:app/Fog.Quill.3@//db7:1521/shop",
            "SQL> connect app/Fog.Quill.3@orcl",
        ] {
            assert_eq!(found(text), ["Fog.Quill.3"], "{text}");
        }
        assert_eq!(found("mongodb+srv://user:a/b#c7@host/x"), ["a/b#c7"]);
        assert_eq!(found("redis://:orchid77@cache:6379/0"), ["orchid77"]);
        assert_eq!(
            found("https://x-access-token:orchid77Larch@github.com/a/b"),
            ["orchid77Larch"]
        );
        assert_eq!(
            found("https://k7Lm2Qp9xRt5Zw3bN8vC:x-oauth-basic@github.com/"),
            ["k7Lm2Qp9xRt5Zw3bN8vC"]
        );
        for text in [
            r"https:\/\/app:Fog.Quill.3@larch.example.net\/x",
            r"https:\/\/app:Fog.Quill.3@larch.example.net",
            r#"{"a":"{\"b\":\"postgres:\\/\\/app:Fog.Quill.3@db7:5432\\/x\"}"}"#,
            r"https:\u002f\u002fapp:Fog.Quill.3@larch.example.net\u002fx",
            r"https:\\u002F\\u002Fapp:Fog.Quill.3@larch.example.net",
            r"redis:\/\/:Fog.Quill.3@cache:6379\/0",
        ] {
            assert_eq!(found(text), ["Fog.Quill.3"], "{text}");
        }
        assert_eq!(
            found(r"https://app:Fog\u0026Quill3\u003c@larch.example.net/x"),
            [r"Fog\u0026Quill3\u003c"]
        );
        assert_eq!(
            found("https://1g90185k2af8h1b77f6q9hhb@git.corp/x.git"),
            ["1g90185k2af8h1b77f6q9hhb"]
        );
    }

    #[test]
    fn no_credentials() {
        for text in [
            "https://example.com/a@b",
            "ssh://git@github.com/a/b",
            "http://localhost:8080/x@y",
            "http://h:80 @x",
            "https://${USER}:${PASS}@host",
            "https://user:<password>@host",
            "https://npmjs.com/package/@types/node",
            "https://{{user}}:{{pass}}@h",
            "vite@5.4.2",
            "https://a.b/c:d@e",
            r"s/https?:\/\/[^\/]+:[^@]+@host\///",
            r"x.replace(/^https:\/\//, y)",
            r"C:\\u002fx:y@z",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
