//! Credentials in statements and sentences: `PASSWORD 'x'` in SQL, `password "x"` in a build file, `the
//! password is 'x'`, a `.netrc` entry, `ENV NAME x`.

use super::keys::Class;
use super::value;
use super::verdict::{self, Form};
use super::{flag, login, router};
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

/// How far a string may stand from the word in a sentence.
const REACH: usize = 64;

/// What follows a credential name without a delimiter.
pub(crate) fn value(cx: &mut Cx<'_>, class: Class, name: Span) {
    if let Some(literal) = fallback(cx, name.end) {
        return string(cx, class, literal);
    }
    if !matches!(cx.byte(name.end), b' ' | b'\t') {
        return;
    }
    let start = behind_type(cx, value::skip_blank(cx, name.end));
    if let Some(start) = arrow(cx, start) {
        return shown(cx, class, name, start);
    }
    match value::opening(cx, start) {
        Some((quote, inside)) if quote.byte != b'`' => {
            if let Some(value) = value::quoted(cx, quote, inside) {
                string(cx, class, value.span);
            }
        }
        _ => match value::delimited(cx, start) {
            Some(value) => string(cx, class, value.span),
            None => word(cx, class, name, start),
        },
    }
}

/// Over the type of a value of the Windows registry: `DefaultPassword    REG_SZ    x`, `/v Password /t REG_SZ /d x`. Of a
/// router of Juniper: `pre-shared-key ascii-text "x"`.
fn behind_type(cx: &Cx<'_>, at: usize) -> usize {
    let kinds = [
        &b"REG_SZ "[..],
        b"/t REG_SZ /d ",
        b"ascii-text ",
        b"hexadecimal ",
        b"ENC ",
    ];
    let kind = kinds.iter().find(|kind| cx.at(at, kind));
    kind.map_or(at, |kind| value::skip_blank(cx, at + kind.len()))
}

/// The literal that stands in for a variable whose name ends at `end`: `process.env.NAME || "x"`,
/// `os.environ.get("NAME") or "x"`, `env::var("NAME").unwrap_or("x")`.
fn fallback(cx: &Cx<'_>, end: usize) -> Option<Span> {
    const OPERATORS: &[&[u8]] = &[
        b"|| ",
        b"?? ",
        b"?: ",
        b"or ",
        b".unwrap_or(",
        b".unwrap_or_else(|_| ",
        b".orElse(",
        b".getOrElse(",
    ];
    let read = (1..4).take_while(|&n| matches!(cx.byte(end + n - 1), b'"' | b'\'' | b')' | b']'));
    let at = value::skip_blank(cx, end + read.count());
    let operator = OPERATORS.iter().find(|operator| cx.at(at, operator))?;
    let (quote, inside) = value::opening(cx, at + operator.len())?;
    value::quoted(cx, quote, inside).map(|value| value.span)
}

/// Behind `->` or an arrow.
fn arrow(cx: &Cx<'_>, at: usize) -> Option<usize> {
    let len = ["->", "=>", "\u{2192}", "\u{21d2}"]
        .iter()
        .find(|arrow| cx.at(at, arrow.as_bytes()))?
        .len();
    Some(value::skip_blank(cx, at + len))
}

/// A value that ends its line, behind an arrow or in a column: `password -> x`, `DB_PASSWORD    x`.
fn shown(cx: &mut Cx<'_>, class: Class, name: Span, start: usize) {
    let Some(span) = flag::word(cx, start) else {
        return;
    };
    let text = span.of(cx.text);
    let next = value::skip_blank(cx, span.end);
    let ends = matches!(cx.byte(next), b'\n' | b'\r' | b'"' | b'\'' | b'#' | 0)
        || cx.at(next, b"\\n")
        || next > span.end && cx.byte(next) == b'(';
    let code = matches!(class, Class::Weak | Class::Likely) && !verdict::looks_random(text);
    let mixed = text.len() >= 6 && verdict::has_mixture(text.as_bytes());
    if ends && mixed && !code && flag::plausible(cx, class, span) {
        cx.secret(span, Rank::Context, Rule::Statement);
        if class == Class::Password {
            login::beside(cx, Span::new(name.start, span.end));
        }
    }
}

/// Whether the name is the first word of its line.
fn begins_line(cx: &Cx<'_>, name: Span) -> bool {
    let lead = &cx.bytes[cx.line_start(name.start)..name.start];
    let lead = memchr::memmem::rfind(lead, b"\\n").map_or(lead, |at| &lead[at + 2..]);
    lead.iter()
        .all(|b| matches!(b, b' ' | b'\t' | b'+' | b'-' | b'*' | b'>'))
}

fn string(cx: &mut Cx<'_>, class: Class, span: Span) {
    let text = span.of(cx.text);
    let plain =
        !verdict::has_mixture(text.as_bytes()) && (class != Class::Password || text.contains(' '));
    if !plain && verdict::is_secret(class, text, Form::QUOTED) {
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
    if router::line(cx, name) {
        return router::shared(cx, start);
    }
    let routed = matches!(class, Class::Password | Class::Token);
    if routed && cx.byte(start).is_ascii_digit() && cx.byte(start + 1) == b' ' {
        // Routers put the kind of the encryption between: `password 7 0822455D0A16`.
        if let Some(span) =
            flag::word(cx, start + 2).filter(|span| flag::plausible(cx, class, *span))
        {
            cx.secret(span, Rank::Context, Rule::CredentialFile);
        }
        return;
    }
    if cx.ends_at(start, b" ENC ") {
        return router::shared(cx, start);
    }
    if class == Class::Password && part.starts_with(b"to ") && is_changed(cx, name) {
        return chosen(cx, start + 3);
    }
    let wide = start - name.end >= 3 || class == Class::Password;
    if wide && begins_line(cx, name) {
        shown(cx, class, name, start);
    }
    match class {
        Class::Password if is_joined(cx, name) && is_chosen(cx, start) => {
            said(cx, class, start, true);
        }
        Class::Password | Class::Token | Class::Secret => told(cx, class, start),
        _ => {}
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

/// `the password for the server is Orchid77`, `password for the server: Orchid77`: a word that is none.
fn told(cx: &mut Cx<'_>, class: Class, start: usize) {
    let end = cx.line_end(start).min(start + REACH);
    let part = &cx.bytes[start..end];
    let verb = ["is: ", "is ", "- ", "\u{2013} ", "\u{2014} "]
        .iter()
        .find(|verb| part.starts_with(verb.as_bytes()));
    let behind = |verb: &[u8]| memchr::memmem::find(part, verb).map(|at| at + verb.len());
    let whose = [
        &b"for "[..],
        b"of ",
        b"on ",
        b"to ",
        "f\u{fc}r ".as_bytes(),
        b"zu ",
        b"de ",
        b"del ",
        b"pour ",
    ];
    let owned = whose.iter().any(|word| part.starts_with(word));
    let at = match verb {
        Some(verb) => Some(verb.len()),
        None => behind(b" is ")
            .or_else(|| behind(b" is: "))
            .or_else(|| behind(b" set to "))
            .or_else(|| behind(b": ").filter(|_| owned))
            .or_else(|| behind(b" -> ").filter(|_| owned)),
    };
    let dash = verb.is_some_and(|verb| !verb.starts_with('i'));
    if let Some(end) = at.and_then(|at| said(cx, class, start + at, dash)) {
        others(cx, class, end);
    }
}

/// Whether somebody says that they changed what the name stands for: `I set the root password to x`.
fn is_changed(cx: &Cx<'_>, name: Span) -> bool {
    let lead = cx.line_before(name.start, 48);
    let words = lead.split(|b| !b.is_ascii_alphabetic());
    let verbs = ["changed", "set", "reset", "updated", "rotated", "change"];
    let mut verb = words.filter(|word| !word.is_empty()).rev().take(4);
    verb.any(|word| {
        verbs
            .iter()
            .any(|one| word.eq_ignore_ascii_case(one.as_bytes()))
    })
}

/// The word at `at`, if it has letters of both cases and a digit: no word that a sentence about passwords holds.
fn chosen(cx: &mut Cx<'_>, at: usize) {
    let Some(span) = flag::word(cx, at) else {
        return;
    };
    let strong = span.len() >= 8 && verdict::has_cases_and_digit(span.of(cx.text).as_bytes());
    if strong && flag::plausible(cx, Class::Password, span) {
        cx.secret(span, Rank::Context, Rule::Statement);
    }
}

/// Whether the name goes on with a sentence that told the user: `as zoe with password x`, `user zoe, password x`.
fn is_joined(cx: &Cx<'_>, name: Span) -> bool {
    let leads = [
        &b" with "[..],
        b" with the ",
        b", ",
        b" and ",
        b" / ",
        b" and the ",
    ];
    leads.iter().any(|lead| cx.ends_at(name.start, lead))
}

/// Whether the word at `start` is none that a text about passwords holds: `password strength3`, `password OAuth2`.
fn is_chosen(cx: &Cx<'_>, start: usize) -> bool {
    let text = flag::word(cx, start).map_or(&[][..], |span| span.of(cx.text).as_bytes());
    verdict::is_made_up(text) || text.iter().any(|b| b"!@#$%&*+".contains(b))
}

/// `..., the guest one is y` behind a password that ends at `end`.
fn others(cx: &mut Cx<'_>, class: Class, end: usize) {
    let rest = &cx.bytes[end..cx.line_end(end).min(end + REACH)];
    let one = memchr::memmem::find(rest, b" one is ").map(|at| at + b" one is ".len());
    if let Some(at) = one {
        said(cx, class, end + at, false);
    }
}

/// The password that a sentence says at `at`; the offset behind it. Behind a dash more may be said than a password.
fn said(cx: &mut Cx<'_>, class: Class, at: usize, dash: bool) -> Option<usize> {
    let span = flag::word(cx, at)?;
    let text = span.of(cx.text).trim_end_matches(['.', ',', ')', '!']);
    let span = Span::new(span.start, span.start + text.len());
    let rest = &cx.bytes[span.end..cx.line_end(span.end)];
    let ends = !rest.starts_with(b" ") && !(dash && rest.starts_with(b","))
        || rest.starts_with(b" and ")
        || rest.starts_with(b" (");
    let random = verdict::looks_random(text) && !text.starts_with("0x");
    if !ends || class != Class::Password && !random || !is_said(text) {
        return None;
    }
    cx.secret(span, Rank::Context, Rule::Statement);
    Some(span.end)
}

fn is_said(text: &str) -> bool {
    let bytes = text.as_bytes();
    let count = |is: fn(&u8) -> bool| bytes.iter().filter(|b| is(b)).count();
    let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let form = Form {
        alone: true,
        ..Form::default()
    };
    // `is required1`: a word about the password, and the number of a note.
    bytes.len() >= 7
        && count(u8::is_ascii_digit) >= 1
        && count(u8::is_ascii_alphabetic) >= 3
        && !verdict::is_telling(stem.as_bytes())
        && verdict::is_secret(Class::Password, text, form)
}

/// `### Password` and the password alone, in backticks, on one of the next lines.
pub(crate) fn heading(cx: &mut Cx<'_>, name: Span) -> bool {
    let lead = cx.line_before(name.start, 64);
    if !lead.starts_with(b"#") || cx.byte(name.end) != b'\n' {
        return false;
    }
    let blank = cx.bytes[name.end..].iter().take(4);
    let start = name.end + blank.take_while(|b| b.is_ascii_whitespace()).count();
    let code = value::opening(cx, start).filter(|(quote, _)| quote.byte == b'`');
    let value = code.and_then(|(quote, inside)| value::quoted(cx, quote, inside));
    if let Some(value) = value.filter(|it| it.closed && matches!(cx.byte(it.end), b'\n' | 0))
        && verdict::has_mixture(value.span.of(cx.text).as_bytes())
    {
        string(cx, Class::Password, value.span);
    }
    true
}

/// `... the following password to proceed:` and the password alone on one of the next lines.
pub(crate) fn announced(cx: &mut Cx<'_>, start: usize) -> bool {
    let end = cx.line_end(start);
    // A line of a string of JSON, in which `\n` stands for its end.
    let escaped = memchr::memmem::find(&cx.bytes[start..end], b":\\n").map(|at| start + at + 1);
    let inside = escaped.is_some_and(|at| at <= start + 4 * REACH);
    let end = if inside { escaped.unwrap_or(end) } else { end };
    if !cx.ends_at(end, b":") && !cx.ends_at(end, b":\r") || end > start + 4 * REACH {
        return false;
    }
    let mut from = end;
    for _ in 0..8 {
        match cx.byte(from) {
            b'\\' if inside && cx.byte(from + 1) == b'n' => from += 2,
            byte if byte.is_ascii_whitespace() => from += 1,
            _ => break,
        }
    }
    let line = Span::new(from, cx.line_end(from.min(cx.bytes.len())).max(from));
    let text = line.of(cx.text);
    let text = match inside {
        true => text.split(['\\', '"']).next().unwrap_or_default(),
        false => text,
    };
    let text = text.trim_end();
    let word = !text.contains([' ', ':', '=', '@', '(']) && text.starts_with(char::is_alphanumeric);
    let alone = text.len() >= 6 && word && verdict::has_mixture(text.as_bytes());
    if alone && verdict::is_secret(Class::Password, text, Form::QUOTED) {
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
            b"ENV"
                | b"ARG"
                | b"setx"
                | b"setenv"
                | b"set"
                | b"SET"
                | b"put"
                | b"nmcli"
                | b"SetEnv"
                | b"fastcgi_param"
        )
    });
    // `set system root-authentication plain-text-password-value x` of Juniper.
    let path = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
    let set = path.starts_with(b"set ") && !path.iter().any(u8::is_ascii_uppercase);
    netrc || env || set && path.contains(&b'-')
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
            found("consul kv put app/db/password orchid77\n"),
            ["orchid77"]
        );
        assert_eq!(
            found("acme SECRET k7Lm2Qp9xRt5Zw3bN8vC"),
            ["k7Lm2Qp9xRt5Zw3bN8vC"]
        );
    }

    #[test]
    fn values_without_a_delimiter() {
        for text in [
            "password -> Orchid77Fog",
            "DB_PASSWORD \u{2192} Orchid77Fog\n",
            "API_TOKEN      Orchid77Fog\n",
            "  password Orchid77Fog\n",
            "{\"text\":\"x\\nDB_PASSWORD    Orchid77Fog\\ny\"}",
            "The root password for the server is Orchid77Fog, change it.",
            "enable password 7 Orchid77Fog",
            "tacacs-server key 7 Orchid77Fog",
            "radius-server host 10.7.0.2 key Orchid77Fog\n",
            "crypto isakmp key Orchid77Fog address 10.7.0.2",
            "  pre-shared-key ascii-text \"Orchid77Fog\"; ## x",
            "set system root-authentication plain-text-password-value Orchid77Fog\n",
            "username zoe password 0 Orchid77Fog",
            "Your new password is: Orchid77Fog.",
            "    DefaultPassword    REG_SZ    Orchid77Fog\n",
            "username zoe privilege 15 secret 0 Orchid77Fog",
            "Password - Orchid77Fog\n",
            "Password for the database: Orchid77Fog\n",
            "Passwort f\u{fc}r die Datenbank: Orchid77Fog\n",
            "Enter password [hidden]: Orchid77Fog\n",
            "p = os.environ.get(\"DB_PASSWORD\") or \"Orchid77Fog\"",
            "p = ENV['DB_PASS'] || 'Orchid77Fog'",
            "log in as zoe with password Orchid77Fog",
            "creds: user zoe, password Orchid77Fog.",
            "sign in with password Orchid77Fog and the user zoe",
            "temporary password -> Orchid77Fog (until friday)\n",
            "**Password**: `Orchid77Fog`\n",
            "let p = env::var(\"SMTP_PASS\").unwrap_or(\"Orchid77Fog\".into());",
            "pw for the box: Orchid77Fog\n",
            "pw is Orchid77Fog\n",
            "I changed the root password to Orchid77Fog yesterday.",
            "password for db7 -> Orchid77Fog\n",
            "sudo: password for zoe set to Orchid77Fog\n",
            "Use mkrause:Orchid77Fog to log in",
            "- Password: **Orchid77Fog**\n",
            "### Password\n\n`Orchid77Fog`\n",
            "Temporary password = Orchid77Fog (until friday)\n",
            "  password: &pw Orchid77Fog\n",
            "psql \"dbname=shop password=Orchid77Fog\"",
            "psql 'dbname=shop password=Orchid77Fog'",
        ] {
            assert_eq!(found(text), ["Orchid77Fog"], "{text}");
        }
    }

    #[test]
    fn tokens_in_sentences() {
        for text in [
            "my token is k7Lm2Qp9xRt5Zw3bN8vC",
            "The API key is k7Lm2Qp9xRt5Zw3bN8vC.",
            "API key - k7Lm2Qp9xRt5Zw3bN8vC\n",
        ] {
            assert_eq!(found(text), ["k7Lm2Qp9xRt5Zw3bN8vC"], "{text}");
        }
        assert!(found("the token is 0x7ffd3a2b1c9d8e7f").is_empty());
        assert!(found("the token is parsed2 in lexer7, the secret is db7-creds-2024x").is_empty());
    }

    #[test]
    fn two_in_a_sentence() {
        assert_eq!(
            found("The admin password is Orchid77Fog, the guest one is Fog41Lamp."),
            ["Orchid77Fog", "Fog41Lamp"]
        );
    }

    #[test]
    fn prose() {
        for text in [
            "password -> string",
            "token   v2.1",
            "password is 12 characters",
            "the password is stored as base64 in x86_64 builds of sha256sum",
            "hashes, password strength3 and token rules",
            "with password auth2, see x; and password OAuth2 flows",
            "password policy is NIST800-63B compliant",
            "331 Password required",
            "The DB_PASS is required1",
            "The password is mandatory2, see below",
            "the token is invalid",
            "password combination.",
            "enter your password twice",
            "unexpected token 'else'",
            "secret \"key\" names",
            "expected token `}`",
            "Password is too short",
            "password - min8chars, shown once",
            "password for user2: see wiki page4",
            "I changed the password to be hashed with Argon2id",
            "set the password to SHA256Digest::new(x)",
            "pw for the box is in 1Password",
            "Use host7:8080 to log in",
            "Use github:actions2 to log in",
            "### Password\n\n`password2` is required\n",
            "let the password = Token2 (x)",
            "password: &str7 = x\n",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
