//! The user beside a password: `user: x` above `password: y`, `User ID=x;Password=y`, `-User x -Password y`,
//! `login x password y`: beside a password a name is hidden that would be no login elsewhere.

use super::keys::Class;
use super::value::{self, Value};
use super::verdict::{self, Form};
use super::{flag, placeholder, uri};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("creds", told),
    Anchor::word("credentials", told),
    Anchor::word("login ", told),
    Anchor::word("login:", told),
    Anchor::word("to log in", used),
    Anchor::word("to login", used),
    Anchor::word("to sign in", used),
    Anchor::word("to connect", used),
];

/// How far the name of the user may stand from the password.
const REACH: usize = 320;
/// How many line breaks may lie between.
const LINES: usize = 3;

/// Hides the user that belongs to the password at `password`.
pub(crate) fn beside(cx: &mut Cx<'_>, password: Span) {
    let before = lines_before(cx, password.start);
    let after = lines_after(cx, password.end);
    let quoted = matches!(cx.before(password.start), b'"' | b'\'' | b'`');
    if let Some(user) = last_user(cx, Span::new(before, password.start), quoted)
        .or_else(|| first_user(cx, Span::new(password.end, after), quoted))
    {
        uri::user(cx, user, Rule::User);
    }
}

/// `the creds are zoe / x7`, `login: zoe:x7`, `login with zoe and x7`: a user and a password in a sentence.
fn told(cx: &mut Cx<'_>, at: usize) {
    let line = &cx.bytes[at..cx.line_end(at).min(at + 160)];
    let word = line.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let rest = &line[word..];
    let verb = [&b" are: "[..], b" are ", b" is ", b": ", b" with ", b" as "]
        .iter()
        .filter_map(|verb| Some(memchr::memmem::find(rest, verb)? + verb.len()))
        .filter(|len| *len < 48)
        .min();
    let Some(start) = verb.map(|len| word + len) else {
        return;
    };
    let user = line[start..].iter();
    let user = user.take_while(|b| b.is_ascii_alphanumeric() || b"._-@\\".contains(b));
    let user = Span::new(at + start, at + start + user.count());
    // `login: github:zoe7` names where somebody logs in.
    if cx.byte(user.end) == b':' && is_service(user.of(cx.text)) {
        return;
    }
    let between = [&b" / "[..], b":", b" and "];
    let Some(sign) = between.iter().find(|sign| cx.at(user.end, sign)) else {
        return;
    };
    let Some(span) = flag::word(cx, user.end + sign.len()) else {
        return;
    };
    let text = span.of(cx.text).trim_end_matches(['.', ',', ')', '!']);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let word = text.len() >= 7 && digits >= 1 && letters >= 3 && !text.contains(['/', '(', ':']);
    if word && is_login(user.of(cx.text)) && verdict::is_secret(Class::Password, text, Form::QUOTED)
    {
        let span = Span::new(span.start, span.start + text.len());
        cx.secret(span, Rank::Context, Rule::Statement);
        uri::user(cx, user, Rule::User);
    }
}

/// `Use zoe:x7 to log in`: the pair stands before the words at `at`.
fn used(cx: &mut Cx<'_>, at: usize) {
    let lead = cx.line_before(at, 96);
    let Some(lead) = lead.strip_suffix(b" ") else {
        return;
    };
    let end = at - 1;
    let len = lead
        .iter()
        .rev()
        .take_while(|b| !b" \t\"'`(".contains(b))
        .count();
    let colon = memchr::memchr(b':', &cx.bytes[end - len..end]);
    let Some(colon) = colon.map(|colon| end - len + colon) else {
        return;
    };
    let (user, span) = (Span::new(end - len, colon), Span::new(colon + 1, end));
    let text = span.of(cx.text);
    let count = |is: fn(u8) -> bool| text.bytes().filter(|b| is(*b)).count();
    let word = text.len() >= 7
        && count(|b| b.is_ascii_digit()) >= 1
        && count(|b| b.is_ascii_alphabetic()) >= 3
        && !text.contains(['/', ':'])
        && (count(|b| b.is_ascii_uppercase()) > 0 || count(|b| b"!@#$%&*+".contains(&b)) > 0);
    if word
        && !is_service(user.of(cx.text))
        && is_login(user.of(cx.text))
        && verdict::is_secret(Class::Password, text, Form::QUOTED)
    {
        cx.secret(span, Rank::Context, Rule::Statement);
        uri::user(cx, user, Rule::User);
    }
}

fn is_service(name: &str) -> bool {
    const SERVICES: &[&str] = &[
        "github",
        "gitlab",
        "bitbucket",
        "gitea",
        "codeberg",
        "google",
        "azure",
        "azuread",
        "entra",
        "microsoft",
        "okta",
        "auth0",
        "keycloak",
        "ldap",
        "saml",
        "oidc",
        "oauth",
        "sso",
        "facebook",
        "twitter",
        "discord",
        "slack",
        "linkedin",
        "apple",
        "mastodon",
        "telegram",
        "steam",
        "https",
        "http",
        "ssh",
        "uid",
        "user",
        "users",
        "name",
        "email",
        "mailto",
    ];
    SERVICES.iter().any(|one| name.eq_ignore_ascii_case(one))
}

fn lines_before(cx: &Cx<'_>, at: usize) -> usize {
    let floor = at.saturating_sub(REACH);
    let part = &cx.bytes[floor..at];
    memchr::memrchr_iter(b'\n', part)
        .nth(LINES)
        .map_or(floor, |found| floor + found)
}

fn lines_after(cx: &Cx<'_>, at: usize) -> usize {
    let ceiling = cx.bytes.len().min(at + REACH);
    let part = &cx.bytes[at..ceiling];
    memchr::memchr_iter(b'\n', part)
        .nth(LINES - 1)
        .map_or(ceiling, |found| at + found)
}

fn last_user(cx: &Cx<'_>, range: Span, quoted: bool) -> Option<Span> {
    (range.start..range.end)
        .rev()
        .find_map(|at| user_at(cx, at, range, quoted))
}

fn first_user(cx: &Cx<'_>, range: Span, quoted: bool) -> Option<Span> {
    (range.start..range.end).find_map(|at| user_at(cx, at, range, quoted))
}

/// The value of a user's field whose name begins at `at`.
fn user_at(cx: &Cx<'_>, at: usize, range: Span, quoted: bool) -> Option<Span> {
    if !matches!(cx.byte(at) | 0x20, b'u' | b'l') {
        return None;
    }
    let len = field(&cx.bytes[at..range.end])?;
    let value = behind(cx, at + len)?;
    let span = value.span;
    let text = span.of(cx.text);
    let name = span.end <= range.end.max(span.start)
        && span.end <= range.end
        && (value.quoted || !quoted)
        && is_login(text)
        && !verdict::is_code(text, cx.byte(value.end));
    name.then_some(span)
}

/// Length of the name of a user's field at the start of `text`.
fn field(text: &[u8]) -> Option<usize> {
    const FIELDS: &[&str] = &[
        "username",
        "user id",
        "user_id",
        "userid",
        "user name",
        "user",
        "uid",
        "login",
    ];
    FIELDS
        .iter()
        .map(|one| one.len())
        .zip(FIELDS)
        .find(|(len, one)| {
            text.len() > *len
                && text[..*len].eq_ignore_ascii_case(one.as_bytes())
                && !text[*len].is_ascii_alphanumeric()
                && !matches!(text[*len], b'_' | b'-' | b'.')
        })
        .map(|(len, _)| len)
}

/// The value behind a field: behind a delimiter, or in the next word.
fn behind(cx: &Cx<'_>, end: usize) -> Option<Value> {
    let mut at = end;
    while at < end + 24 && matches!(cx.byte(at), b'"' | b'\'' | b'\\' | b' ' | b'\t' | b']') {
        at += 1;
    }
    if matches!(cx.byte(at), b':' | b'=') {
        let arrow = usize::from(cx.byte(at + 1) == b'>');
        return value::read(cx, at + 1 + arrow, None);
    }
    matches!(cx.byte(end), b' ' | b'\t')
        .then(|| value::read(cx, end, None))
        .flatten()
}

/// Whether the text can be a login name.
fn is_login(text: &str) -> bool {
    let letters = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let plain = text.bytes().all(|b| {
        b.is_ascii_alphanumeric()
            || matches!(b, b'.' | b'_' | b'-' | b'@' | b'\\' | b'^' | b'+')
            || b >= 0x80
    });
    let word = [
        "password", "pass", "and", "or", "is", "is:", "name", "with", "in", "for", "id",
    ];
    (3..=64).contains(&text.len())
        && letters
        && plain
        && !verdict::looks_random(text)
        && !placeholder::is_placeholder(text)
        && !placeholder::is_reference(text)
        && !word.contains(&text)
}

#[cfg(test)]
mod tests {
    use crate::contexts::{found, users};

    #[test]
    fn pairs_in_sentences() {
        for text in [
            "the staging creds are mkrause / Orchid77x on db7.",
            "creds for staging: mkrause:Orchid77x",
            "Credentials: mkrause / Orchid77x\n",
            "please login with mkrause and Orchid77x.",
        ] {
            let both = (found(text), users(text));
            assert_eq!(both, (vec!["Orchid77x"], vec!["mkrause"]), "{text}");
        }
        for text in [
            "credentials: src/auth2.rs and lib3x.rs:12",
            "login error: timeout after 30s",
            "login with github and oauth2 providers",
            "credentials are read from env:AWS_PROFILE2",
            "login: user / password",
            "login: github:mkrause2",
            "login: ldap:svc-build7",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn users_beside_passwords() {
        assert_eq!(users("Username=mkrause\nPassword=orchid77\n"), ["mkrause"]);
        assert_eq!(
            users("Server=x;User ID=mkrause;Password=orchid77;"),
            ["mkrause"]
        );
        assert_eq!(
            users("Connect-Thing -User mkrause -Password orchid77"),
            ["mkrause"]
        );
        assert_eq!(
            users("machine x.io login mkrause password orchid77"),
            ["mkrause"]
        );
        assert_eq!(
            users("user = 'mkrause'\n# note\npassword = 'orchid77'\n"),
            ["mkrause"]
        );
        assert_eq!(
            users("{\"password\": \"orchid77\", \"username\": \"mkrause\"}"),
            ["mkrause"]
        );
    }

    #[test]
    fn other_names_stay() {
        for text in [
            "the username mkrause on port 80",
            "user=root password=orchid77",
            "user = request.form['u']\npassword = 'orchid77'",
            "\"user\": {\"password\": \"orchid77\"}",
            "username: admin\npassword: orchid77",
        ] {
            assert!(users(text).is_empty(), "{text}: {:?}", users(text));
        }
    }
}
