//! E-mail addresses and what else hangs on an `@`.

use super::words::{run, run_back, trim_end};
use super::{host, org, person, public, user};
use crate::anchor::Anchor;
use crate::contexts::uri;
use crate::detect::Cx;
use crate::handle::Handle;
use crate::paths::learn;
use crate::{Kind, Reach, Rule, Span};

/// `%40` and `\u0040` stand for the sign.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("40", percent_sign),
    Anchor::exact("u0040", unicode_sign),
];

/// Longest local part and domain. RFC 5321 (4.5.3.1.1) allows 64 bytes before the sign; services allow more.
const LOCAL: usize = 255;
const DOMAIN: usize = 255;

/// Addresses of no person.
const ROLES: [&str; 12] = [
    "noreply",
    "no-reply",
    "no_reply",
    "donotreply",
    "do-not-reply",
    "git",
    "root",
    "postmaster",
    "mailer-daemon",
    "nobody",
    "hg",
    "svn",
];

/// `@` at `at`.
pub(crate) fn at_sign(cx: &mut Cx<'_>, at: usize) {
    if !is_local(cx.before(at)) {
        match cx.before(at) {
            b' ' | b'\t' => {
                org::mention(cx, at);
                org::addressed(cx, at);
            }
            0 | b'\n' | b'"' => org::addressed(cx, at),
            _ => {}
        }
        return;
    }
    around(cx, at, at + 1);
}

/// `%40` whose digits begin at `at`.
fn percent_sign(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) == b'%' {
        around(cx, at - 1, at + 2);
    }
}

/// `\u0040` whose `u` is at `at`.
fn unicode_sign(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) == b'\\' {
        around(cx, at - 1, at + 5);
    }
}

/// Local part before `left`, domain from `right` on.
fn around(cx: &mut Cx<'_>, left: usize, right: usize) {
    let domain = domain_at(cx, right);
    let user = run_back(cx, left, 256, |b| !b.is_ascii_whitespace() && b != b'/');
    let user = uri::behind_coded_slash(cx.bytes, user);
    if uri::scheme_before(cx.bytes, user).is_some() {
        // The parser of URIs looks at user information; the host is ours.
        return host::in_authority(cx, domain);
    }
    let local = local_before(cx, left);
    if cx.before(local.start) == b'/' && oracle(cx, Span::new(local.start, left)) {
        return host::in_authority(cx, domain);
    }
    // `mod@std::vec` tells rustdoc what is meant.
    if local.is_empty() || domain.is_empty() || cx.at(domain.end, b"::") || is_digest(cx, domain) {
        return;
    }
    let span = Span::new(local.start, domain.end);
    if cx.before(local.start) == b'<' && domain.of(cx.text).contains('.') {
        person::before_address(cx, local);
    }
    if is_address(cx, local, domain) {
        cx.structural(span, Kind::Email, Rule::Email, Reach::Session);
    } else {
        login(cx, local, domain);
    }
}

/// `jdbc:oracle:thin:user/password@host`, `connect user/password@service`: whether the text before the sign is the
/// password.
fn oracle(cx: &mut Cx<'_>, password: Span) -> bool {
    let name = run_back(cx, password.start - 1, 64, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$' | b'#' | b'"' | b'[' | b']')
    });
    let leads = [
        &b":thin:"[..],
        b":oci:",
        b":oci8:",
        b"connect ",
        b"conn ",
        b"CONNECT ",
        b"CONN ",
    ];
    let said = leads.iter().any(|lead| cx.ends_at(name.start, lead));
    let before = cx.findings.len();
    if said && !name.is_empty() && password.len() >= 6 {
        uri::pair(cx, name, password);
    }
    cx.findings.len() > before
}

/// `image:tag@sha256:...`: what stands behind the sign names a content, not a host.
fn is_digest(cx: &Cx<'_>, domain: Span) -> bool {
    cx.byte(domain.end) == b':' && matches!(domain.of(cx.text), "sha256" | "sha384" | "sha512")
}

fn local_before(cx: &Cx<'_>, end: usize) -> Span {
    let span = run_back(cx, end, LOCAL + 1, is_local);
    // `a@x.net@y.net`: what is the domain of one address, or stands behind a stand-in, begins no other.
    if matches!(cx.before(span.start), b'@' | b']')
        || Handle::parse_at(cx.bytes, span.start).is_some()
    {
        return Span::new(end, end);
    }
    let mut start = span.start;
    // `\n` of a string literal, and marks that no local part begins with.
    if cx.before(start) == b'\\' && matches!(cx.byte(start), b'n' | b't' | b'r') {
        start += 1;
    }
    while start < end && matches!(cx.byte(start), b'.' | b'-' | b'+' | b'%' | b'=' | b'\'') {
        start += 1;
    }
    // `u=zoe%40...`: an earlier escape ends the local part.
    if let Some(escape) = cx.bytes[start..end].iter().rposition(|&b| b == b'%') {
        start = (start + escape + 3).min(end);
    }
    if let Some(equal) = cx.bytes[start..end].iter().rposition(|&b| b == b'=') {
        start += equal + 1;
    }
    // `email='zoe@...'`: the quote opens a string.
    start += usize::from(cx.byte(start) == b'\'' && start < end);
    // The first byte of a run that is too long was not cut off.
    if end - start > LOCAL {
        return Span::new(end, end);
    }
    Span::new(start, end)
}

fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'+' | b'%' | b'=' | b'\'')
}

/// The host name at `at`.
pub(crate) fn domain_at(cx: &Cx<'_>, at: usize) -> Span {
    let span = run(cx, at, DOMAIN, |byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')
    });
    let mut end = span.end;
    // `a@x.net.C:\x`: a drive letter is no label.
    if cx.byte(end) == b':'
        && matches!(cx.byte(end + 1), b'/' | b'\\')
        && cx.before(end - 1) == b'.'
    {
        end -= 2;
    }
    let span = trim_end(cx, Span::new(at, end.max(at)), b".-");
    let dot = span.of(cx.text).rfind('.').map_or(0, |dot| dot + 1);
    // `a@x.net-more`: no top-level domain has a dash before its end.
    match span.of(cx.text)[dot..].split_once('-') {
        Some((top, _)) if dot > 0 && top.len() >= 2 => Span::new(at, at + dot + top.len()),
        _ => span,
    }
}

fn is_address(cx: &Cx<'_>, local: Span, domain: Span) -> bool {
    let (user, name) = (local.of(cx.text), domain.of(cx.text));
    let top = name.rsplit('.').next().unwrap_or_default();
    let is_domain = name.contains('.')
        && !name.contains("..")
        && top.len() >= 2
        && top.bytes().all(|b| b.is_ascii_alphabetic());
    is_domain
        && !is_file_type(top)
        && !is_unit(name, top)
        && !is_scp(cx, local, domain)
        && !is_role(user)
        && !public::is_example(name)
        && !ends_with_any_case(name, "users.noreply.github.com")
}

fn is_role(user: &str) -> bool {
    ROLES.iter().any(|role| user.eq_ignore_ascii_case(role))
}

fn ends_with_any_case(text: &str, end: &str) -> bool {
    text.len() >= end.len()
        && text.as_bytes()[text.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes())
}

/// `logo@2x.png` is a file.
fn is_file_type(top: &str) -> bool {
    const TYPES: [&str; 18] = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "js", "ts", "mjs", "cjs", "css", "json",
        "tgz", "lock", "yaml", "yml", "html",
    ];
    TYPES.iter().any(|known| top.eq_ignore_ascii_case(known))
}

/// `user@1000.service`, `getty@tty1.service`: an instance of a unit of systemd.
fn is_unit(name: &str, top: &str) -> bool {
    const TYPES: [&str; 8] = [
        "service", "socket", "timer", "target", "mount", "slice", "scope", "device",
    ];
    TYPES.contains(&top) && name.matches('.').count() == 1
}

/// `user@host:path` of scp and git.
fn is_scp(cx: &Cx<'_>, _local: Span, domain: Span) -> bool {
    let after = cx.byte(domain.end + 1);

    cx.byte(domain.end) == b':' && (after == b'/' || after == b'~' || after.is_ascii_alphanumeric())
}

/// Somebody's login on a machine: `ssh zoe@box`, `zoe@box:~$`.
fn login(cx: &mut Cx<'_>, local: Span, domain: Span) {
    let scp = cx.byte(domain.end) == b':' && !cx.byte(domain.end + 1).is_ascii_whitespace();
    if scp {
        learn::prompt(cx, domain.end + 1);
    }
    let told = scp
        || is_after_ssh(cx, local.start)
        || is_in_prompt(cx, local, domain)
        || is_refused(cx, domain)
        || is_comment_of_key(cx, local);
    if !told {
        return;
    }
    host::named(cx, domain);
    if user::is_telling(local.of(cx.text)) && !is_role(local.of(cx.text)) {
        cx.structural(local, Kind::User, Rule::User, Reach::Session);
    }
}

/// `[zoe@box dir]$ `, `zoe@box dir % `: the directory has no blank.
fn is_in_prompt(cx: &Cx<'_>, local: Span, domain: Span) -> bool {
    let bracket = cx.before(local.start) == b'[';
    let start = local.start - usize::from(bracket);
    let dir = run(cx, domain.end + 1, 64, |b| {
        !b.is_ascii_whitespace() && b != b']'
    });
    let marks: &[&[u8]] = match bracket {
        true => &[b"]$ ", b"]# "],
        false => &[b" % ", b" $ ", b" # "],
    };
    matches!(cx.before(start), 0 | b'\n')
        && cx.byte(domain.end) == b' '
        && !dir.is_empty()
        && marks.iter().any(|mark| cx.at(dir.end, mark))
}

/// `zoe@10.1.2.3: Permission denied (publickey).`, `zoe@box's password: `
fn is_refused(cx: &Cx<'_>, domain: Span) -> bool {
    [&b": Permission denied"[..], b"'s password:"]
        .iter()
        .any(|words| cx.at(domain.end, words))
}

/// `ssh-ed25519 AAAA... zoe@box`, and `256 SHA256:... zoe@box (ED25519)` of an agent.
fn is_comment_of_key(cx: &Cx<'_>, local: Span) -> bool {
    let key = run_back(cx, local.start.saturating_sub(1), 1024, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
    });
    let whole = key.len() >= 60 && cx.at(key.start, b"AAAA");
    let digest = key.len() == 43 && cx.ends_at(key.start, b"SHA256:");
    cx.before(local.start) == b' ' && (whole || digest)
}

/// Whether the command of the line takes logins.
fn is_after_ssh(cx: &Cx<'_>, at: usize) -> bool {
    const COMMANDS: [&[u8]; 6] = [b"ssh", b"scp", b"sftp", b"rsync", b"mosh", b"ssh-copy-id"];
    cx.line_before(at, 256)
        .split(|b| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'`'))
        .any(|word| COMMANDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Email};
    use crate::testing::{assert_found, found};

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        assert_found(text, &found(text), want);
    }

    #[test]
    fn addresses_in_every_spelling() {
        for (text, address) in [
            (
                "WHERE email='enzo.varga@brightloom.net' AND x",
                "enzo.varga@brightloom.net",
            ),
            (
                "mail enzo.varga@brightloom.net now",
                "enzo.varga@brightloom.net",
            ),
            (
                "mailto:Enzo@Brightloom.net?subject=x",
                "Enzo@Brightloom.net",
            ),
            ("<enzo+ci@brightloom.net>", "enzo+ci@brightloom.net"),
            ("u=enzo%40brightloom.net&x=1", "enzo%40brightloom.net"),
            (r#""enzo\u0040brightloom.net""#, r"enzo\u0040brightloom.net"),
            (r#""x\nenzo@brightloom.net\n""#, "enzo@brightloom.net"),
            ("enzo@brightloom.net.", "enzo@brightloom.net"),
            ("email=enzo@brightloom.net", "enzo@brightloom.net"),
            (
                "enzo@mail.brightloom.example",
                "enzo@mail.brightloom.example",
            ),
        ] {
            finds(text, &[(address, Email)]);
        }
    }

    #[test]
    fn other_signs_are_left_alone() {
        finds("Started user@1000.service, getty@tty1.service", &[]);
        finds("pull quay.io/a/web:1.4@sha256:9f86d081884c", &[]);
        for text in [
            "uses: actions/checkout@v4",
            "npm i @types/node@20.14.9 vite@5.4.2",
            "git@github.com:rust-lang/rust.git",
            "root@localhost",
            "noreply@github.com",
            "someone@example.com",
            "41898282+bot[bot]@users.noreply.github.com",
            "@Override",
            "logo@2x.png",
            "a @ b.c",
            "x@y",
            "pkg@1.2.3",
        ] {
            finds(text, &[]);
        }
    }
}
