//! Several credentials under a name in the plural: `passwords: ["x", "y"]`, a list or a map of YAML below
//! `api_keys:`, `API_KEYS=x,y`.

use super::keys::{self, Class};
use super::verdict::{self, Form};
use super::{assignment, value};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span, strength};

/// How far a list is read, in bytes, and how many of its items.
const REACH: usize = 4096;
const ITEMS: usize = 64;

/// What a second factor is replaced with when it is lost.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("backup codes", codes),
    Anchor::word("backup_codes", codes),
    Anchor::word("backupcodes", codes),
    Anchor::word("recovery codes", codes),
    Anchor::word("recovery_codes", codes),
    Anchor::word("recoverycodes", codes),
];

fn codes(cx: &mut Cx<'_>, at: usize) {
    let part = &cx.bytes[at..cx.bytes.len().min(at + 16)];
    let end = part
        .iter()
        .rposition(|b| matches!(b, b'e' | b'E'))
        .map_or(at, |e| at + e + 2);
    if let Some(delimiter) = assignment::delimiter_after(cx, end) {
        all(cx, Class::Password, delimiter, true);
    }
}

/// The values of the name at `name` behind the delimiter at `delimiter`, if the name is such a plural.
pub(crate) fn values(cx: &mut Cx<'_>, name: Span, delimiter: usize) {
    let class = match &cx.bytes[name.start..name.end] {
        [one @ .., b's' | b'S'] => keys::judge(one),
        _ => None,
    };
    let Some(class @ (Class::Password | Class::Secret | Class::Token)) = class else {
        return;
    };
    all(cx, class, delimiter, false);
}

fn all(cx: &mut Cx<'_>, class: Class, delimiter: usize, codes: bool) {
    let arrow = usize::from(cx.byte(delimiter + 1) == b'>');
    let start = value::skip_blank(cx, delimiter + 1 + arrow);
    match cx.byte(start) {
        b'[' | b'(' | b'{' => in_brackets(cx, class, start),
        b'\n' | b'\r' | b'\\' => below(cx, class, next_line(cx, start), codes),
        _ => separated(cx, class, start),
    }
}

/// The strings of a list or a map that is opened at `open`; a list of objects is none of credentials.
fn in_brackets(cx: &mut Cx<'_>, class: Class, open: usize) {
    // `[]string{"x"}` of Go.
    let typed = cx
        .at(open, b"[]")
        .then(|| &cx.bytes[open..cx.line_end(open)]);
    let brace = typed.and_then(|line| memchr::memchr(b'{', line));
    let mut at = open + brace.unwrap_or(0) + 1;
    let limit = cx.bytes.len().min(open + REACH);
    for _ in 0..2 * ITEMS {
        let rest = cx.bytes.get(at..limit).unwrap_or_default();
        at += rest
            .iter()
            .take_while(|b| b.is_ascii_whitespace() || matches!(b, b',' | b':'))
            .count();
        let read = match value::opening(cx, at) {
            Some((quote, inside)) => value::quoted(cx, quote, inside),
            None => value::bare(cx, at).filter(|_| !matches!(cx.byte(at), b'{' | b'[' | b'(')),
        };
        let Some(value) = read.filter(|value| value.end <= limit) else {
            return;
        };
        if cx.byte(value::skip_blank(cx, value.end)) != b':' {
            item(cx, class, value.span);
        }
        at = value.end;
    }
}

/// The lines `- x` or `name: x` from the one at `at` on; of `codes` also those of one word.
fn below(cx: &mut Cx<'_>, class: Class, at: usize, codes: bool) {
    let mut at = at;
    for _ in 0..ITEMS {
        if !matches!(cx.byte(at), b' ' | b'\t' | b'-') {
            return;
        }
        let line = Span::new(at, line_end(cx, at));
        let start = value::skip_blank(cx, at);
        let text = &cx.bytes[start.min(line.end)..line.end];
        let from = match text {
            _ if codes && !text.trim_ascii_end().contains(&b' ') => Some(start),
            [b'-', b' ', ..] if memchr::memmem::find(text, b": ").is_none() => Some(start + 2),
            [b'-', ..] => None,
            _ => memchr::memmem::find(text, b": ").map(|colon| start + colon + 1),
        };
        let Some(from) = from else {
            return;
        };
        if let Some(value) = value::read(cx, from, None).filter(|it| it.span.end <= line.end) {
            item(cx, class, value.span);
        }
        at = next_line(cx, line.end);
    }
}

/// The end of the line at `at`, which a string of JSON may write `\n`.
fn line_end(cx: &Cx<'_>, at: usize) -> usize {
    let end = cx.line_end(at);
    memchr::memmem::find(&cx.bytes[at.min(end)..end], b"\\n").map_or(end, |found| at + found)
}

/// Behind the end of the line at `at`.
fn next_line(cx: &Cx<'_>, at: usize) -> usize {
    let end = line_end(cx, at);
    end + 1 + usize::from(cx.byte(end) == b'\\')
}

/// `x,y` in one value.
fn separated(cx: &mut Cx<'_>, class: Class, start: usize) {
    let Some(value) = value::read(cx, start, None) else {
        return;
    };
    let mut at = value.span.start;
    // `keyVaultForSecrets: cmp-27` names a place.
    if class == Class::Secret && !value.span.of(cx.text).contains([',', ';']) {
        return;
    }
    for part in value.span.of(cx.text).split([',', ';']).take(ITEMS) {
        item(cx, class, Span::new(at, at + part.len()));
        at += part.len() + 1;
    }
    let mut end = value.end;
    for _ in 0..ITEMS {
        let next = value::skip_blank(cx, end + 1);
        let Some(value) = value::bare(cx, next).filter(|_| cx.byte(end) == b',') else {
            return;
        };
        item(cx, class, value.span);
        end = value.end;
    }
}

fn item(cx: &mut Cx<'_>, class: Class, span: Span) {
    let text = span.of(cx.text);
    let name = match class {
        Class::Secret => strength::is_name(text.as_bytes()),
        // Tokens are words of a language as well.
        Class::Token => !verdict::looks_random(text),
        _ => false,
    };
    let value =
        text.len() >= 6 && !text.contains([' ', '{', '/']) && verdict::has_mixture(text.as_bytes());
    if value && !name && !verdict::is_code(text, 0) && verdict::is_secret(class, text, Form::QUOTED)
    {
        cx.secret(span, Rank::Context, Rule::Assignment);
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn lists_and_maps() {
        for text in [
            "passwords: [\"orchid77\", \"Fog-41-Lamp\"]",
            "passwords = ['orchid77',\n  'Fog-41-Lamp',\n]",
            "passwords:\n  - orchid77\n  - Fog-41-Lamp # old\nnext: x7y8z9\n",
            "passwords:\n- orchid77\n- \"Fog-41-Lamp\"\n",
            "user_passwords:\n  zoe: orchid77\n  jan: Fog-41-Lamp\n",
            "API_KEYS=orchid77,Fog-41-Lamp\n",
            "Backup codes: orchid77, Fog-41-Lamp\n",
            "recovery_codes:\n  - orchid77\n  - Fog-41-Lamp\n",
            "Your recovery codes:\n  orchid77\n  Fog-41-Lamp\n\nx7y8z9\n",
            "{\"text\":\"passwords:\\n  - orchid77\\n  - Fog-41-Lamp\\n\"}",
            "apiKeys := []string{\"orchid77\", \"Fog-41-Lamp\"}",
            "{\"passwords\": {\"zoe\": \"orchid77\", \"jan\": \"Fog-41-Lamp\"}, \"n\": 1}",
        ] {
            assert_eq!(found(text), ["orchid77", "Fog-41-Lamp"], "{text}");
        }
    }

    #[test]
    fn tokens_that_are_no_words() {
        for text in [
            "tokens: [k7Lm2Qp9xRt5Zw3b, vC4Ty7sHd2Wq8Ln6]",
            "deploy_tokens = ['k7Lm2Qp9xRt5Zw3b', 'vC4Ty7sHd2Wq8Ln6']",
        ] {
            assert_eq!(
                found(text),
                ["k7Lm2Qp9xRt5Zw3b", "vC4Ty7sHd2Wq8Ln6"],
                "{text}"
            );
        }
    }

    #[test]
    fn other_plurals() {
        for text in [
            "tokens: [\"hello7\", \"world8\"]",
            "tokens: [k7Lm2Qp9xRt5, hello7world8again9]",
            "keys: [\"ab12cd\"]",
            "api_keys: [{\"id\": \"ab12cd34\", \"name\": \"prod-1\"}]",
            "api_keys:\n  - name: web7a8b\n    scope: all\n",
            "passwords: Vec<String>,\n  other: u64x2,\n",
            "passwords = load_passwords(path7)",
            "passwords: ${PASSWORDS}\n",
            "let passwords = [&user.pw1, &user.pw2];",
            "secrets:\n  - db7cred1\n",
            "CRYPTO_KEYS = (\n  'cryptoKeys',\n  'rings/cryptoKeys/{crypto_key7}',\n)",
            "storeForClientSecrets: kv2-qat-12083\n",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
