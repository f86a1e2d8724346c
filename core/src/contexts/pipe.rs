//! Credentials that a shell hands over by another way than an argument: `echo x | docker login --password-stdin`,
//! `sudo -S <<< x`, `NAME=$(echo x)`.

use super::keys::Class;
use super::value;
use super::verdict::{self, Form};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("password-stdin", stdin),
    Anchor::exact("with-token", stdin),
    Anchor::exact("sudo -S", stdin),
    Anchor::exact("chpasswd", stdin),
    Anchor::exact("passwd --stdin", stdin),
    Anchor::exact("wrangler secret put", stdin),
    Anchor::exact("gh secret set", stdin),
    Anchor::exact("docker secret create", stdin),
    Anchor::exact("podman secret create", stdin),
    Anchor::exact("vercel env add", stdin),
    Anchor::exact("kinit ", stdin),
    Anchor::exact("cryptsetup ", stdin),
    Anchor::exact("passphrase-fd", stdin),
    Anchor::exact("send \"", sent),
    Anchor::exact("ACL SETUSER ", user_of_redis),
];

/// `expect "password:"; send "x\r"` of expect.
fn sent(cx: &mut Cx<'_>, at: usize) {
    let asked = &cx.bytes[at.saturating_sub(200)..at];
    let text = &cx.bytes[at + 6..cx.line_end(at)];
    let end = [&b"\\r\""[..], b"\\n\""]
        .iter()
        .find_map(|end| memchr::memmem::find(text, end));
    let asked = memchr::memmem::find(asked, b"assword").is_some();
    if let Some(len) = end.filter(|_| asked) {
        report(cx, Class::Password, Span::new(at + 6, at + 6 + len));
    }
}

/// `ACL SETUSER app on >x`
fn user_of_redis(cx: &mut Cx<'_>, at: usize) {
    let line = &cx.bytes[at..cx.line_end(at)];
    if let Some(sign) = memchr::memmem::find(line, b" >") {
        word(cx, Class::Password, at + sign + 2);
    }
}

/// The program at `at` reads its credential from the pipe before it, or from a string behind it.
fn stdin(cx: &mut Cx<'_>, at: usize) {
    let line = Span::new(cx.line_start(at), cx.line_end(at));
    if let Some(here) = memchr::memmem::find(&cx.bytes[at..line.end], b"<<<") {
        return word(cx, Class::Password, at + here + 3);
    }
    let lead = &cx.bytes[line.start..at];
    let Some(bar) = memchr::memrchr(b'|', lead) else {
        return;
    };
    if let Some(from) = spoken(&lead[..bar]) {
        word(cx, Class::Password, line.start + from);
    }
}

/// `$(echo x)`, `$(printf '%s' x)`, `$(cat <<EOF` and the line below, as the value of a name of `class`.
pub(crate) fn substituted(cx: &mut Cx<'_>, class: Class, value: Span) {
    let text = &cx.bytes[value.start..value.end];
    let end = cx.line_end(value.start);
    let line = &cx.bytes[value.start..end];
    if line.starts_with(b"$(cat <<") && end + 1 < cx.bytes.len() {
        let next = Span::new(end + 1, cx.line_end(end + 1));
        if !next.of(cx.text).contains(' ') {
            report(cx, class, next);
        }
    } else if let Some(from) = spoken(if text.starts_with(b"$(") { line } else { text }) {
        word(cx, class, value.start + from);
    }
}

/// Where the last argument of the last `echo` or `printf` of a command line begins.
pub(crate) fn spoken(line: &[u8]) -> Option<usize> {
    let begin = |program: &[u8]| memchr::memmem::rfind(line, program).map(|at| at + program.len());
    let mut at = begin(b"echo ").or_else(|| begin(b"printf "))?;
    for option in [
        &b"-n "[..],
        b"-e ",
        b"-en ",
        b"-ne ",
        b"'%s' ",
        b"\"%s\" ",
        b"%s ",
        b"'%s\\n' ",
    ] {
        if line[at..].starts_with(option) {
            at += option.len();
        }
    }
    Some(at)
}

fn word(cx: &mut Cx<'_>, class: Class, from: usize) {
    let start = value::skip_blank(cx, from);
    let span = match value::opening(cx, start) {
        Some((quote, inside)) => value::quoted(cx, quote, inside).map(|value| value.span),
        None => value::bare(cx, start).map(|value| value.span),
    };
    let Some(span) = span else {
        return;
    };
    // `user:password` of chpasswd.
    let colon = memchr::memchr(b':', &cx.bytes[span.start..span.end]);
    let start = colon.map_or(span.start, |colon| span.start + colon + 1);
    report(cx, class, Span::new(start, span.end));
}

fn report(cx: &mut Cx<'_>, class: Class, span: Span) {
    let text = span.of(cx.text).trim_end();
    if verdict::is_secret(class, text, Form::QUOTED) && verdict::has_mixture(text.as_bytes()) {
        cx.secret(
            Span::new(span.start, span.start + text.len()),
            Rank::Context,
            Rule::Flag,
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn pipes_and_substitutions() {
        for text in [
            "echo 'Orchid77xFog' | docker login -u zoe --password-stdin",
            "printf '%s' Orchid77xFog | gh auth login --with-token",
            "echo -n \"Orchid77xFog\" | sudo -S ls",
            "gh auth login --with-token <<< \"Orchid77xFog\"",
            "echo \"zoe:Orchid77xFog\" | chpasswd",
            "kinit zoe@FEN <<< Orchid77xFog",
            "export DB_PASSWORD=\"$(echo 'Orchid77xFog')\"",
            "DB_PASSWORD=$(echo Orchid77xFog | base64)",
            "echo Orchid77xFog | wrangler secret put API_KEY",
            "expect \"*assword:*\"; send \"Orchid77xFog\\r\"",
            "ACL SETUSER app on >Orchid77xFog ~* +@all",
            "export API_TOKEN=$(cat <<EOF\nOrchid77xFog\nEOF\n)",
        ] {
            assert_eq!(found(text), ["Orchid77xFog"], "{text}");
        }
    }

    #[test]
    fn what_comes_from_elsewhere() {
        for text in [
            "echo $TOKEN | docker login -u zoe --password-stdin",
            "cat ~/token.txt | gh auth login --with-token",
            "aws ecr get-login-password | docker login --password-stdin",
            "DB_PASSWORD=$(cat /run/secrets/db)",
            "TOKEN=$(vault read x)",
            "echo done; sudo -S true",
            "expect \"$ \"; send \"ls2\\r\"",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
