//! Calls whose arguments are a user and a password by position: `NetworkCredential("u", "p")`,
//! `HTTPBasicAuth('u', 'p')`.

use super::keys::Class;
use super::verdict::{self, Form};
use super::{uri, value};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("networkcredential", first_two),
    Anchor::word("usernamepassword", first_two),
    Anchor::word("httpbasicauth", first_two),
    Anchor::word("basicauth", first_two),
    Anchor::word("basic_auth", first_two),
    Anchor::word("directoryentry", second_two),
];

fn first_two(cx: &mut Cx<'_>, at: usize) {
    call(cx, at, 0);
}

fn second_two(cx: &mut Cx<'_>, at: usize) {
    call(cx, at, 1);
}

/// The user is the argument of that number, the password the next one.
fn call(cx: &mut Cx<'_>, at: usize, number: usize) {
    let name = cx.bytes[at..]
        .iter()
        .take(48)
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    let mut next = at + name;
    if cx.byte(next) != b'(' {
        return;
    }
    let mut last = None;
    for argument in 0..=number + 1 {
        let Some(value) = string(cx, next + 1) else {
            return;
        };
        if argument == number + 1 {
            return pair(cx, last, value.span);
        }
        last = Some(value.span);
        next = value::skip_blank(cx, value.end);
        if cx.byte(next) != b',' {
            return;
        }
    }
}

/// `("user", "password")` at `open`, as the value of a name that speaks of a log-in.
pub(crate) fn tuple(cx: &mut Cx<'_>, open: usize) {
    let Some(user) = string(cx, open + 1) else {
        return;
    };
    let comma = value::skip_blank(cx, user.end);
    let password = (cx.byte(comma) == b',')
        .then(|| string(cx, comma + 1))
        .flatten();
    let close = |value: &value::Value| {
        let end = value::skip_blank(cx, value.end);
        value.closed && matches!(cx.byte(end), b')' | b']')
    };
    if let Some(password) = password.filter(close)
        && verdict::has_mixture(password.span.of(cx.text).as_bytes())
    {
        pair(cx, Some(user.span), password.span);
    }
}

/// The string literal at the next place that is no blank or line break.
fn string(cx: &Cx<'_>, at: usize) -> Option<value::Value> {
    let blank = cx
        .bytes
        .get(at..)?
        .iter()
        .take(96)
        .take_while(|b| b.is_ascii_whitespace())
        .count();
    let (quote, inside) = value::opening(cx, at + blank)?;
    value::quoted(cx, quote, inside)
}

fn pair(cx: &mut Cx<'_>, user: Option<Span>, password: Span) {
    let form = Form {
        quoted: true,
        ..Form::default()
    };
    if verdict::is_secret(Class::Password, password.of(cx.text), form) {
        cx.secret(password, Rank::Context, Rule::Statement);
        if let Some(user) = user {
            uri::user(cx, user, Rule::Statement);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::{found, users};

    #[test]
    fn calls() {
        let text = "new NetworkCredential(\"mkrause\", \"orchid77\")";
        assert_eq!(
            (found(text), users(text)),
            (vec!["orchid77"], vec!["mkrause"])
        );
        assert_eq!(found("HTTPBasicAuth('zoe', 'orchid77')"), ["orchid77"]);
        assert_eq!(
            found("DirectoryEntry(\"LDAP://x\",\n  \"A\\\\B\",\n  \"orchid77\")"),
            ["orchid77"]
        );
        assert!(found("basic_auth(user, password)").is_empty());
        assert!(found("basicAuth(\"user\", \"password\")").is_empty());
    }
}
