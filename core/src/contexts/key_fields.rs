//! Key material in fields: JWK members, PuTTY's private lines.

use super::value;
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("kty\"", jwk),
    Anchor::exact("kty\\\"", jwk),
    Anchor::exact("Private-Lines:", putty),
    Anchor::exact("Private-MAC:", mac),
];

/// Bytes of a JWK on either side of its type.
const REACH: usize = 4096;
/// Lines of the private part of a PuTTY key: 14 for 2048 bits.
const MOST_LINES: usize = 64;

/// The private members of the JSON Web Key around `kty` (RFC 7517, RFC 7518 section 6).
fn jwk(cx: &mut Cx<'_>, at: usize) {
    let floor = at.saturating_sub(REACH);
    let ceiling = cx.bytes.len().min(at + REACH);
    let start = memchr::memrchr(b'{', &cx.bytes[floor..at]).map_or(floor, |found| floor + found);
    let end = memchr::memchr(b'}', &cx.bytes[at..ceiling]).map_or(ceiling, |found| at + found);
    let mut from = start;
    while let Some(colon) = memchr::memchr(b':', &cx.bytes[from..end]) {
        let delimiter = from + colon;
        from = delimiter + 1;
        if is_private(cx, delimiter)
            && let Some(value) = value::read(cx, from, None).filter(|value| value.quoted)
            && value.span.len() >= 16
        {
            cx.secret(value.span, Rank::Part, Rule::KeyBlock);
        }
    }
}

/// Whether the member whose colon stands at `at` is private: `d p q dp dq qi k`.
fn is_private(cx: &Cx<'_>, at: usize) -> bool {
    const MEMBERS: &[&[u8]] = &[b"\"d", b"\"p", b"\"q", b"\"dp", b"\"dq", b"\"qi", b"\"k"];
    let name = cx.bytes[..at]
        .iter()
        .rev()
        .take(4)
        .take_while(|b| matches!(b, b' ' | b'"' | b'\\'))
        .count();
    name > 0 && MEMBERS.iter().any(|member| cx.ends_at(at - name, member))
}

/// `Private-Lines: 14` and as many lines of base64.
fn putty(cx: &mut Cx<'_>, at: usize) {
    let mut line = cx.line_end(at) + 1;
    let count = cx.bytes[at + 14..line.saturating_sub(1).max(at + 14)]
        .iter()
        .filter(|byte| byte.is_ascii_digit())
        .fold(0usize, |sum, byte| {
            (sum * 10 + usize::from(byte - b'0')).min(MOST_LINES)
        });
    for _ in 0..count {
        let start = value::skip_blank(cx, line.min(cx.bytes.len()));
        let len = cx
            .bytes
            .get(start..)
            .unwrap_or_default()
            .iter()
            .take(200)
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
            .count();
        if len < 4 {
            return;
        }
        cx.secret(Span::new(start, start + len), Rank::Part, Rule::KeyBlock);
        line = cx.line_end(start) + 1;
    }
}

fn mac(cx: &mut Cx<'_>, at: usize) {
    if let Some(value) = value::read(cx, at + 12, None).filter(|value| value.span.len() >= 32) {
        cx.secret(value.span, Rank::Part, Rule::KeyBlock);
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn private_members_only() {
        let text = "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV7\",\"d\":\"jpsQnnGQmL-YBIffH1136cspYG6\",\"kid\":\"1\"}";
        assert_eq!(found(text), ["jpsQnnGQmL-YBIffH1136cspYG6"]);
    }

    #[test]
    fn putty_lines() {
        let text = "PuTTY-User-Key-File-2: ssh-rsa\nPublic-Lines: 1\nAAAAB3NzaC1yc2E\nPrivate-Lines: 2\nAAABAQCk7Lm2Qp9xRt5\nZw3bN8vC==\nPrivate-MAC: 9f1c2ab7e4d05b6c8a3f7e2d1c0b9a8f\n";
        assert_eq!(
            found(text),
            [
                "AAABAQCk7Lm2Qp9xRt5",
                "Zw3bN8vC==",
                "9f1c2ab7e4d05b6c8a3f7e2d1c0b9a8f"
            ]
        );
    }
}
