//! Credential query parameters of URLs: `?access_token=`, `&sig=`, signed URLs of the clouds.

use super::keys::Class;
use super::once;
use super::verdict::{self, Form};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("reset-password/", in_path),
    Anchor::exact("password-reset/", in_path),
    Anchor::exact("password/reset/", in_path),
    Anchor::exact("magic-link/", in_path),
    Anchor::exact("invite/", in_path),
    Anchor::exact("verify-email/", in_path),
    Anchor::exact("activate/", in_path),
    Anchor::exact("code=", code),
];

/// Shortest token that lets its bearer in once.
const SHORTEST: usize = 16;

/// `https://host/reset-password/<token>`
fn in_path(cx: &mut Cx<'_>, at: usize) {
    let line = cx.line_before(at, 256);
    let address = memchr::memmem::rfind(line, b"://").map_or(&[][..], |start| &line[start..]);
    let part = &cx.bytes[at..cx.bytes.len().min(at + 16)];
    let names = if part.starts_with(b"password/") { 2 } else { 1 };
    let slash = memchr::memchr_iter(b'/', part).nth(names - 1);
    let closed = address.iter().any(|b| b.is_ascii_whitespace());
    if let Some(slash) = slash.filter(|_| cx.before(at) == b'/' && !closed && !address.is_empty()) {
        token(cx, at + slash + 1);
    }
}

/// `?code=x` of OAuth.
fn code(cx: &mut Cx<'_>, at: usize) {
    if is_parameter(cx, Span::new(at, at + 4)) {
        token(cx, at + 5);
        once::in_address(cx, at, at + 5);
    }
}

fn token(cx: &mut Cx<'_>, from: usize) {
    let rest = cx.bytes.get(from..).unwrap_or_default();
    let of_token = |b: &&u8| b.is_ascii_alphanumeric() || b"-_.~".contains(*b);
    let len = rest.iter().take(512).take_while(of_token).count();
    let span = Span::new(from, from + len);
    if len >= SHORTEST && verdict::looks_random(span.of(cx.text)) {
        cx.secret(span, Rank::Part, Rule::UriQuery);
    }
}

/// Whether the name at `name` is a query parameter: `?`, `&`, `&amp;` or an escape of them stands before it.
pub(crate) fn is_parameter(cx: &Cx<'_>, name: Span) -> bool {
    let before = cx.before(name.start);
    matches!(before, b'?' | b'&')
        || cx.ends_at(name.start, b"&amp;")
        || cx.ends_at(name.start, b"\\u0026")
}

/// The value of a parameter of that class at `from`.
pub(crate) fn parameter(cx: &mut Cx<'_>, class: Class, name: Span, from: usize) {
    let span = Span::new(from, end(cx, from));
    let text = span.of(cx.text);
    if once::is_code(text) && once::is_name(&cx.bytes[name.start..name.end]) {
        return cx.secret(span, Rank::Part, Rule::UriQuery);
    }
    let drawn =
        class != Class::Signature || text.len() >= 16 && verdict::has_mixture(text.as_bytes());
    if !span.is_empty() && drawn && verdict::is_secret(class, text, Form::QUOTED) {
        cx.secret(span, Rank::Part, Rule::UriQuery);
    }
}

/// Where the value ends.
pub(crate) fn end(cx: &Cx<'_>, from: usize) -> usize {
    let rest = cx.bytes.get(from..).unwrap_or_default();
    let len = rest
        .iter()
        .take(4096)
        .position(|byte| {
            !(byte.is_ascii_alphanumeric()
                || matches!(
                    byte,
                    b'-' | b'_'
                        | b'.'
                        | b'~'
                        | b'%'
                        | b'+'
                        | b'/'
                        | b'='
                        | b'!'
                        | b'*'
                        | b'$'
                        | b'@'
                        | b':'
                ))
        })
        .unwrap_or(rest.len().min(4096));
    let mut end = from + len;
    while end > from && matches!(cx.byte(end - 1), b'.' | b':' | b'!') {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn parameters() {
        assert_eq!(
            found("https://x.io/a?access_token=k7Lm2Qp9x&b=1"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("https://x.io/a?b=1&amp;api_key=k7Lm2Qp9x\""),
            ["k7Lm2Qp9x"]
        );
        for text in [
            "https://fen.blob.core.windows.net/a?sv=2024-11-04&sp=r&sig=k7Lm2Qp9xRt5%2BZw3bN8v%3D",
            "https://fen.s3.amazonaws.com/a?X-Amz-Date=1&amp;X-Amz-Signature=k7Lm2Qp9xRt5%2BZw3bN8v%3D",
            "https://storage.googleapis.com/b/a?X-Goog-Signature=k7Lm2Qp9xRt5%2BZw3bN8v%3D\n",
            "https://d1.cloudfront.net/a?Expires=1&Signature=k7Lm2Qp9xRt5%2BZw3bN8v%3D&Key-Pair-Id=K1",
            "SharedAccessSignature sr=x&sig=k7Lm2Qp9xRt5%2BZw3bN8v%3D&se=17",
        ] {
            assert_eq!(found(text), ["k7Lm2Qp9xRt5%2BZw3bN8v%3D"], "{text}");
        }
        for text in [
            "https://x.io/u/reset-password/k7Lm2Qp9xRt5Zw3bN8vC",
            "https://x.io/password/reset/k7Lm2Qp9xRt5Zw3bN8vC?a=b",
            "https://x.io/cb?code=k7Lm2Qp9xRt5Zw3bN8vC&state=1",
        ] {
            assert_eq!(found(text), ["k7Lm2Qp9xRt5Zw3bN8vC"], "{text}");
        }
        assert!(
            found("src/invite/handlers/create_invite_for_members7.rs https://x.io/invite/members")
                .is_empty()
        );
        assert!(found("signature=k7Lm2Qp9xRt5Zw3bN8v https://x.io/?sig=none").is_empty());
        assert!(found("https://x.io/a?token=TOKEN&page_token=k7Lm2Qp9x").is_empty());
    }
}
