//! Command-line options that take a credential as the next word: `--password x`, `-Token x`.

use super::keys::Class;
use super::login;
use super::value;
use super::verdict::{self, Form};
use crate::detect::Cx;
use crate::{Rank, Rule, Span, lexicon};

/// Whether the name is an option: one or two dashes before it, and nothing glued to them.
pub(crate) fn is_option(cx: &Cx<'_>, name: Span) -> bool {
    let dashes = if cx.ends_at(name.start, b"--") { 2 } else { 1 };
    cx.before(name.start) == b'-'
        && !matches!(cx.before(name.start - (dashes - 1).min(name.start)), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' if dashes == 1)
        && is_border(cx, name.start - dashes)
}

fn is_border(cx: &Cx<'_>, at: usize) -> bool {
    matches!(
        cx.before(at),
        0..=b' ' | b'"' | b'\'' | b'`' | b'[' | b'(' | b',' | b'='
    )
}

/// The word behind the option, or the next element of an argument list.
pub(crate) fn value(cx: &mut Cx<'_>, class: Class, name: Span) {
    // `--password-stdin host`: the value comes by another way, and the next word is an operand.
    if cx.ends_at(name.end, b"stdin") || cx.at(name.end, b"-stdin") {
        return;
    }
    let Some(start) = next_word(cx, name.end) else {
        return;
    };
    let Some(value) = word(cx, start) else {
        return;
    };
    if plausible(cx, class, value) {
        cx.secret(value, Rank::Context, Rule::Flag);
        if class == Class::Password {
            login::beside(cx, value);
        }
    }
}

/// Where the next word begins: behind one blank, or in the next string of a JSON or Python list.
fn next_word(cx: &Cx<'_>, end: usize) -> Option<usize> {
    if let Some((_, inside)) = value::opening(cx, end) {
        let comma = value::skip_blank(cx, inside);
        let next = value::skip_blank(cx, comma + 1);
        // `add_argument("--token", default=None)`: the next argument of a call is no element of a list.
        let string = value::opening(cx, next).is_some();
        return (cx.byte(comma) == b',' && string).then_some(next);
    }
    let blank = matches!(cx.byte(end), b' ' | b'\t');
    // A wider gap is the description of the option in a help text.
    let gap = (0..3).take_while(|&n| cx.byte(end + n) == b' ').count();
    (blank && gap <= 2).then(|| value::skip_blank(cx, end))
}

/// The shell word at `at`, without its quotes.
pub(crate) fn word(cx: &Cx<'_>, at: usize) -> Option<Span> {
    let read = match value::opening(cx, at) {
        Some((quote, inside)) => value::quoted(cx, quote, inside),
        None if cx.byte(at) == b'-' => None,
        None => value::bare(cx, at),
    };
    read.map(|value| value.span)
}

/// Whether a word behind an option is the credential and not the help text.
pub(crate) fn plausible(cx: &Cx<'_>, class: Class, value: Span) -> bool {
    let text = value.of(cx.text);
    let quoted = matches!(cx.before(value.start), b'"' | b'\'' | b'`');
    let form = Form {
        quoted,
        shell: true,
        ..Form::default()
    };
    let word = lexicon::is_word(text.as_bytes())
        || text.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    (quoted || !word) && verdict::is_secret(class, text, form)
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn options() {
        assert_eq!(
            found("mysql -u root --password Sne3sd8AZjq"),
            ["Sne3sd8AZjq"]
        );
        assert_eq!(
            found("Connect-Thing -User bob -Password Orchid77!"),
            ["Orchid77!"]
        );
        assert_eq!(found("x --password=orchid77 y"), ["orchid77"]);
        assert_eq!(found("x --api-key 'k7 Lm2Qp9' y"), ["k7 Lm2Qp9"]);
        assert_eq!(found("[\"--token\", \"k7Lm2Qp9\", \"-v\"]"), ["k7Lm2Qp9"]);
        assert_eq!(
            found("x --super-secret_token 1ace4d19-fa7e-b4e2 z"),
            ["1ace4d19-fa7e-b4e2"]
        );
    }

    #[test]
    fn help_texts_and_references() {
        for text in [
            "  --password string   Password",
            "--token TOKEN",
            "--password <password>",
            "--token $TOKEN",
            "--password-file /run/x",
            "use --password or --token to log in",
            "--password-stdin < x",
            "docker login --username AWS --password-stdin 482911223344.dkr.ecr.eu-north-1.amazonaws.com",
            "-k, --key    the key",
            "--api-key=$(cat x)",
            "parser.add_argument('--token', action='store_true')",
            "parser.add_argument(\"--password\", default=None, help=\"the word\")",
            "query Login($password: String!, $apiKey: [String!]!) { id }",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
