//! Log-in commands of wire protocols as clients print them: `AUTH x`, `PASS x`.

use super::keys::Class;
use super::value;
use super::verdict::{self, Form};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, strength};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("AUTH ", command),
    Anchor::exact("PASS ", command),
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
    let form = Form {
        quoted: true,
        ..Form::default()
    };
    let name = strength::is_name(text.as_bytes());
    if !name
        && verdict::has_mixture(text.as_bytes())
        && verdict::is_secret(Class::Password, text, form)
    {
        cx.secret(value.span, Rank::Context, Rule::Protocol);
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
    fn other_lines() {
        for text in [
            "Tests: 12 PASS, 0 FAIL\nAUTH: disabled",
            "PASS src/a.test.ts (5.1 s)",
            "PASS test_login2",
            "PASS ok\n",
            "AUTH plain",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
