//! Secrets that are written in pieces before they were seen whole: `"ghp_..." + "..."`.
//!
//! A string that is joined to a secret is a part of it. This hangs on the secrets that were found.

use crate::detect::Cx;
use crate::graph::gap;
use crate::identity::words;
use crate::{Kind, Rank, Reach, Rule, strength};

/// Shortest and longest piece, in bytes.
const SHORTEST: usize = 6;
const LONGEST: usize = 512;

/// Reports the strings that go on with a secret, and those that go on with them.
pub(crate) fn find(cx: &mut Cx<'_>) {
    let mut index = 0;
    while let Some(finding) = cx.findings.get(index) {
        index += 1;
        let end = finding.span.end;
        if finding.kind == Kind::Secret && matches!(cx.byte(end), b'"' | b'\'' | b'`') {
            next(cx, end);
        }
    }
}

fn next(cx: &mut Cx<'_>, end: usize) {
    let Some(from) = gap::joined(cx.bytes, end) else {
        return;
    };
    let piece = words::run(cx, from, LONGEST, |b| {
        b.is_ascii_alphanumeric() || b"-_./+=~".contains(&b)
    });
    let closed = cx.byte(piece.end) == cx.before(from);
    let known = cx.findings.iter().rev().take(16).any(|f| f.span == piece);
    if closed && !known && piece.len() >= SHORTEST && is_drawn(piece.of(cx.text)) {
        cx.push(
            piece,
            Kind::Secret,
            Rank::Context,
            Rule::Joined,
            Reach::Session,
        );
    }
}

/// Whether a string may be a piece of a credential: digits and letters, or letters of both cases, and no path.
fn is_drawn(piece: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| piece.as_bytes().iter().any(kind);
    let lower = has(u8::is_ascii_lowercase);
    let mixed = lower && has(u8::is_ascii_uppercase) || has(u8::is_ascii_digit);
    mixed && !piece.starts_with(['/', '.', '-']) && !strength::is_made_of_words(piece.as_bytes())
}

#[cfg(test)]
mod tests {
    use crate::Kind::Secret;
    use crate::testing::parts_of;

    const HEAD: &str = concat!("ghp_", "Zq7Lw2Xk9Rt4Vb8N");
    const TAIL: &str = "aB3dE5fG7hJ9kL2mN4pQ";

    #[test]
    fn strings_that_are_joined_are_one_secret() {
        for text in [
            format!("key = \"{HEAD}\" + \"{TAIL}\""),
            format!("$key = '{HEAD}' . '{TAIL}';"),
            format!("token = (\"{HEAD}\"\n         \"{TAIL}\")"),
            format!("API_KEY='{HEAD}''{TAIL}'"),
            format!("api_key = \"{HEAD}\" \\\n  \"{TAIL}\""),
            format!("export STRIPE_KEY_PART1={HEAD}\nexport STRIPE_KEY_PART2={TAIL}\n"),
        ] {
            assert_eq!(parts_of(Secret, &text), [HEAD, TAIL], "{text}");
        }
    }

    #[test]
    fn lists_and_paths_are_none() {
        for text in [
            format!("keys = [\"{HEAD}\", \"{TAIL}\"]"),
            format!("token = \"{HEAD}\" + \"/v1/items\""),
            format!("token = \"{HEAD}\" + suffix"),
            format!("run \"{HEAD}\" \"{TAIL}\""),
        ] {
            assert_eq!(parts_of(Secret, &text), [HEAD], "{text}");
        }
    }
}
