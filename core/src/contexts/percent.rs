//! JSON and forms in percent-encoding: `%22password%22%3A%22x%22`, `password%3Dx%26user`.

use super::keys::{self, Class};
use super::verdict::{self, Form};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule};

/// Names behind an encoded quote, question mark or ampersand, of which the digits are: no word begins behind those.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("22password%22", named),
    Anchor::word("22passwd%22", named),
    Anchor::word("22token%22", named),
    Anchor::word("22secret%22", named),
    Anchor::word("22api_key%22", named),
    Anchor::word("22apikey%22", named),
    Anchor::word("22access_token%22", named),
    Anchor::word("22accesstoken%22", named),
    Anchor::word("22refresh_token%22", named),
    Anchor::word("22client_secret%22", named),
    Anchor::word("3fpassword%3d", named),
    Anchor::word("26password%3d", named),
    Anchor::word("3ftoken%3d", named),
    Anchor::word("26token%3d", named),
];

/// Longest value.
const LONGEST: usize = 1024;

fn named(cx: &mut Cx<'_>, at: usize) {
    let start = at + 2;
    let rest = &cx.bytes[start..cx.bytes.len().min(start + 32)];
    let len = memchr::memchr(b'%', rest).unwrap_or(0);
    if let Some(class) = keys::judge(&rest[..len]) {
        assigned(cx, class, start + len);
    }
}

/// Whether an encoded delimiter stands behind the name that ends at `end`; the value is reported.
pub(crate) fn assigned(cx: &mut Cx<'_>, class: Class, end: usize) -> bool {
    let start = match delimiter(cx, end) {
        Some(start) => start,
        None => return false,
    };
    // The value before goes on to its end, whatever names stand in it.
    if cx.findings.last().is_some_and(|last| last.span.end > end) {
        return true;
    }
    let quoted = cx.at(start, b"%22");
    let start = start + 3 * usize::from(quoted);
    let rest = &cx.bytes[start..cx.bytes.len().min(start + LONGEST)];
    let stop = |at: &usize| match rest[*at] {
        b'%' => {
            let code = rest.get(at + 1..at + 3).unwrap_or_default();
            code == b"22"
                || !quoted && [&b"26"[..], b"2C", b"2c", b"20", b"0A", b"7D"].contains(&code)
        }
        // No encoding leaves these as they are.
        b'\\' | b'{' | b'}' | b'|' => true,
        byte => byte.is_ascii_whitespace() || matches!(byte, b'&' | b'"' | b'\'' | b'<' | b'`'),
    };
    let len = (0..rest.len()).find(stop).unwrap_or(rest.len());
    let span = cx.between(start, start + len);
    if verdict::is_secret(class, span.of(cx.text), Form::QUOTED) {
        cx.secret(span, Rank::Context, Rule::Assignment);
    }
    true
}

/// Behind `%22%3A`, `%3A+` or `%3D`.
fn delimiter(cx: &Cx<'_>, end: usize) -> Option<usize> {
    let at = end + 3 * usize::from(cx.at(end, b"%22"));
    let sign = cx.bytes.get(at..at + 3)?;
    let known = [b"%3A", b"%3a", b"%3D", b"%3d"]
        .iter()
        .any(|one| sign == *one);
    let blank = match cx.bytes.get(at + 3..at + 6) {
        Some(b"%20") => 3,
        Some([b'+', ..]) => 1,
        _ => 0,
    };
    known.then_some(at + 3 + blank)
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn encoded_fields() {
        for text in [
            "GET /in?d=%7B%22user%22%3A%22zoe%22%2C%22password%22%3A%22orchid77%22%7D HTTP/1.1",
            "q=%7B%22token%22%3A%20%22orchid77%22%7D",
            "redirect=%2Fcb%3Fpassword%3Dorchid77%26user%3Dzoe",
            "{\"out\":\"{\\\"url\\\":\\\"password%3Dorchid77\\\"}\"}",
        ] {
            assert_eq!(found(text), ["orchid77"], "{text}");
        }
        for text in [
            "q=%7B%22token%22%3Anull%7D",
            "q=%7B%22password%22%3A%22%22%2C%22n%22%3A%22x7y8z9%22%7D",
            "q=%22password%22+rules",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
