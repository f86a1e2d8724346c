//! Credentials in statements and sentences: `PASSWORD 'x'` in SQL, `password "x"` in a build file, `the
//! password is 'x'`, a `.netrc` entry, `ENV NAME x`.

use super::keys::Class;
use super::value;
use super::verdict::{self, Form};
use super::{flag, login};
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

/// How far a string may stand from the word in a sentence.
const REACH: usize = 64;

const QUOTED: Form = Form {
    quoted: true,
    shell: false,
    alone: false,
    logged: false,
    after: 0,
    in_prose: false,
};

/// What follows a credential name without a delimiter.
pub(crate) fn value(cx: &mut Cx<'_>, class: Class, name: Span) {
    if !matches!(cx.byte(name.end), b' ' | b'\t') {
        return;
    }
    let start = value::skip_blank(cx, name.end);
    match value::opening(cx, start) {
        Some((quote, inside)) if quote.byte != b'`' => {
            if let Some(value) = value::quoted(cx, quote, inside) {
                string(cx, class, value.span);
            }
        }
        _ => word(cx, class, name, start),
    }
}

fn string(cx: &mut Cx<'_>, class: Class, span: Span) {
    let text = span.of(cx.text);
    let form = Form {
        quoted: true,
        ..Form::default()
    };
    let plain =
        !verdict::has_mixture(text.as_bytes()) && (class != Class::Password || text.contains(' '));
    if !plain && verdict::is_secret(class, text, form) {
        cx.secret(span, Rank::Context, Rule::Statement);
        if class == Class::Password {
            login::beside(cx, span);
        }
    }
}

/// A word without quotes: behind `is`, in a `.netrc`, behind `ENV`, or one that looks random.
fn word(cx: &mut Cx<'_>, class: Class, name: Span, start: usize) {
    let part = &cx.bytes[start..cx.line_end(start).min(start + REACH)];
    if let Some(at) = ["is ", "was ", "to "]
        .iter()
        .find_map(|word| sentence(part, word.as_bytes()))
    {
        if let Some((quote, inside)) = value::opening(cx, start + at)
            && let Some(value) = value::quoted(cx, quote, inside)
        {
            string(cx, class, value.span);
        }
        return;
    }
    if class == Class::Password && announced(cx, start) {
        return;
    }
    let Some(span) = flag::word(cx, start) else {
        return;
    };
    let defined = is_definition(cx, name) && flag::plausible(cx, class, span);
    let random = verdict::looks_random(span.of(cx.text))
        && verdict::is_secret(class, span.of(cx.text), Form::default());
    if defined || random && !matches!(class, Class::Weak | Class::Likely) {
        let rule = if defined {
            Rule::CredentialFile
        } else {
            Rule::Statement
        };
        cx.secret(span, Rank::Context, rule);
        if class == Class::Password {
            login::beside(cx, span);
        }
    }
}

/// `... the following password to proceed:` and the password alone on one of the next lines.
fn announced(cx: &mut Cx<'_>, start: usize) -> bool {
    let end = cx.line_end(start);
    if !cx.ends_at(end, b":") && !cx.ends_at(end, b":\r") || end > start + 4 * REACH {
        return false;
    }
    let blank = cx.bytes[end..]
        .iter()
        .take(8)
        .take_while(|b| b.is_ascii_whitespace())
        .count();
    let from = end + blank;
    let line = Span::new(from, cx.line_end(from.min(cx.bytes.len())).max(from));
    let text = line.of(cx.text).trim_end();
    let alone = !text.is_empty() && !text.contains(' ') && verdict::has_mixture(text.as_bytes());
    if alone && verdict::is_secret(Class::Password, text, QUOTED) {
        cx.secret(
            Span::new(from, from + text.len()),
            Rank::Context,
            Rule::Statement,
        );
    }
    alone
}

/// Offset of a string behind `verb` in a sentence.
fn sentence(part: &[u8], verb: &[u8]) -> Option<usize> {
    let at = if part.starts_with(verb) {
        verb.len()
    } else {
        let found = memchr::memmem::find(part, verb)?;
        (found > 0 && part[found - 1] == b' ').then_some(found + verb.len())?
    };
    matches!(part.get(at), Some(b'"' | b'\'')).then_some(at)
}

/// Whether the name stands where a file format puts `NAME value`: `login y password x`, `ENV NAME x`.
fn is_definition(cx: &Cx<'_>, name: Span) -> bool {
    let floor = name.start.saturating_sub(160);
    let before = &cx.bytes[floor..name.start];
    let words = || before.split(|byte| byte.is_ascii_whitespace()).rev();
    let netrc = words()
        .take(6)
        .any(|word| word == b"login" || word == b"machine");
    let env = words().filter(|word| !word.is_empty()).take(2).any(|word| {
        matches!(
            word,
            b"ENV" | b"ARG" | b"setx" | b"setenv" | b"set" | b"nmcli"
        )
    });
    netrc || env
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn statements() {
        assert_eq!(found("ALTER ROLE app PASSWORD 'orchid77'"), ["orchid77"]);
        assert_eq!(
            found("{\"q\":\"ALTER ROLE app PASSWORD 'orchid77'\"}"),
            ["orchid77"]
        );
        assert_eq!(found("credentials {\n  password 'orchid'\n}"), ["orchid"]);
        assert_eq!(found("The password is 'orchid'."), ["orchid"]);
        assert_eq!(
            found("the password for user 'pg' is \"orchid\""),
            ["orchid"]
        );
        assert_eq!(
            found("machine x.io\n  login zoe\n  password orchid77\n"),
            ["orchid77"]
        );
        assert_eq!(found("machine x.io login zoe password orchid"), ["orchid"]);
        assert_eq!(
            found("use the following password to proceed:\n\nbd9627decc6346\n\nSee /x"),
            ["bd9627decc6346"]
        );
        assert_eq!(found("ENV DB_PASSWORD orchid77\n"), ["orchid77"]);
        assert_eq!(
            found("acme SECRET k7Lm2Qp9xRt5Zw3bN8vC"),
            ["k7Lm2Qp9xRt5Zw3bN8vC"]
        );
    }

    #[test]
    fn prose() {
        for text in [
            "331 Password required",
            "the token is invalid",
            "password combination.",
            "enter your password twice",
            "unexpected token 'else'",
            "secret \"key\" names",
            "expected token `}`",
            "Password is too short",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
