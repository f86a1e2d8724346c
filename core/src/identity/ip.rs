//! Addresses that are not public.

use super::machine;
use super::words::run;
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

/// Beginnings of the private ranges (RFC 1918, 6598, 3927, 4193, 4291).
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("10.", v4),
    Anchor::exact("172.", v4),
    Anchor::exact("192.168.", v4),
    Anchor::exact("100.", v4),
    Anchor::exact("169.254.", v4),
    Anchor::word("fe80:", v6),
    Anchor::word("fc", v6),
    Anchor::word("fd", v6),
];

fn v4(cx: &mut Cx<'_>, at: usize) {
    let Some((parts, end)) = four_parts(cx, at) else {
        return;
    };
    if is_private(parts) && !is_version(cx, at, end) && !is_range(cx, parts, end) {
        cx.structural(Span::new(at, end), Kind::Ip, Rule::Ip, Reach::Session);
        machine::hosts(cx, at);
    }
}

/// Four decimal numbers below 256 joined by dots, and where they end.
fn four_parts(cx: &Cx<'_>, at: usize) -> Option<([u8; 4], usize)> {
    let mut parts = [0; 4];
    let mut from = at;
    for (index, part) in parts.iter_mut().enumerate() {
        let digits = run(cx, from, 4, |byte| byte.is_ascii_digit());
        *part = digits.of(cx.text).parse().ok()?;
        from = digits.end;
        if index < 3 {
            (cx.byte(from) == b'.').then_some(())?;
            from += 1;
        }
    }
    Some((parts, from))
}

fn is_private(parts: [u8; 4]) -> bool {
    match parts {
        [10, ..] | [192, 168, ..] => true,
        [172, b, ..] => (16..32).contains(&b),
        [100, b, ..] => (64..128).contains(&b),
        // The metadata service of the clouds is the same everywhere.
        [169, 254, c, d] => (c, d) != (169, 254),
        _ => false,
    }
}

/// Whether the numbers stand for a whole private range, as the standards write them: `10.0.0.0/8`.
fn is_range(cx: &Cx<'_>, parts: [u8; 4], end: usize) -> bool {
    let bits: &[u8] = match parts {
        [10, 0, 0, 0] => b"/8",
        [172, 16, 0, 0] => b"/12",
        [192, 168, 0, 0] | [169, 254, 0, 0] => b"/16",
        [100, 64, 0, 0] => b"/10",
        _ => return false,
    };
    cx.at(end, bits) && !cx.byte(end + bits.len()).is_ascii_digit()
}

/// Whether the numbers are those of a version, a file name or a longer number.
fn is_version(cx: &Cx<'_>, at: usize, end: usize) -> bool {
    let (before, after) = (cx.before(at), cx.byte(end));
    let glued_before =
        before.is_ascii_alphanumeric() || matches!(before, b'.' | b'-' | b'_' | b'+' | b'~' | b'^');
    let next = cx.byte(end + 1);
    let glued_after = after.is_ascii_alphanumeric()
        || after == b'_'
        || (matches!(after, b'.' | b'-' | b'+') && (next.is_ascii_alphanumeric() || next == b'['));
    let version = cx.bytes[at.saturating_sub(12)..at].to_ascii_lowercase();
    let named = [
        &b"version "[..],
        b"version: ",
        b"version=",
        b"version\":\"",
        b"version\": \"",
        b"==",
        b">=",
        b"~=",
    ]
    .iter()
    .any(|word| version.ends_with(word));
    glued_before || glued_after || named
}

fn v6(cx: &mut Cx<'_>, at: usize) {
    let before = cx.before(at);
    if before.is_ascii_alphanumeric() || matches!(before, b':' | b'-' | b'.' | b'_') {
        return;
    }
    let span = run(cx, at, 48, |byte| byte.is_ascii_hexdigit() || byte == b':');
    let after = cx.byte(span.end);
    let text = span.of(cx.text).trim_end_matches(':');
    let span = Span::new(at, at + text.len());
    if after.is_ascii_alphanumeric() || after == b'-' || !is_v6(text) {
        return;
    }
    cx.structural(span, Kind::Ip, Rule::Ip, Reach::Session);
}

/// Whether the groups form an address: eight of them, or fewer around one `::`.
fn is_v6(text: &str) -> bool {
    let mut groups = 0;
    let mut gaps = 0;
    for group in text.split(':') {
        match group.len() {
            0 => gaps += 1,
            1..=4 => groups += 1,
            _ => return false,
        }
    }
    let first = text.split(':').next().map_or(0, str::len);
    first == 4
        && ((groups == 8 && gaps == 0)
            || (gaps == 1 && groups >= 2)
            || (text.ends_with("::") && groups >= 1))
}

#[cfg(test)]
mod tests {
    use crate::Kind::Ip;
    use crate::testing::found;

    #[test]
    fn private_addresses() {
        for (text, address) in [
            ("ping 10.44.7.20", "10.44.7.20"),
            ("http://192.168.1.77:8080/x", "192.168.1.77"),
            ("172.20.0.9/16", "172.20.0.9"),
            ("10.0.0.0/16", "10.0.0.0"),
            ("(100.101.3.4)", "100.101.3.4"),
            ("addr=169.254.10.3.", "169.254.10.3"),
            ("inet6 fe80::1c2a:ff:fe0b:77%en0", "fe80::1c2a:ff:fe0b:77"),
            ("[fd12:3456:789a::1]:80", "fd12:3456:789a::1"),
        ] {
            assert_eq!(found(text), [(address.to_owned(), Ip)], "{text}");
        }
    }

    #[test]
    fn other_numbers() {
        for text in [
            "Microsoft Windows [Version 10.0.26100.1742]",
            "10.0.26100",
            "127.0.0.1:3000",
            "203.0.113.9",
            "172.15.1.1",
            "172.32.1.1",
            "v10.1.2.3",
            "version 10.1.2.3",
            "pkg-10.1.2.3.tar.gz",
            "libfoo.so.10.1.2.3",
            "10.1.2.3.4",
            "169.254.169.254",
            "fdupes",
            "fc:00",
            "fd12ab34",
            "font: fc fd",
            "10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16 are private",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
