//! Fields that hold a login: `"username": "aquill"`, `ansible_user=aquill`, `User aquill` of a configuration of
//! ssh, `user.name=Ada Quill` of git, and lines of daemons that let somebody in.

use super::{fields, host, name, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("user", user),
    Anchor::word("login", key),
    Anchor::exact("PGUSER", key),
    Anchor::word("logname", key),
    Anchor::word("handle", key),
    Anchor::word("nick", key),
    Anchor::word("actor", key),
    Anchor::word("requestedfor", key),
    Anchor::word("github: ", key),
    Anchor::word("gitlab: ", key),
    Anchor::word("primary: ", key),
    Anchor::word("secondary: ", key),
    Anchor::exact("sshd", daemon),
    Anchor::exact("sudo", daemon),
    Anchor::exact("systemd[", daemon),
    Anchor::exact("kernel: ", daemon),
    Anchor::exact("NetworkManager[", daemon),
    Anchor::exact("CRON[", daemon),
    Anchor::exact("dockerd[", daemon),
    Anchor::exact("kubelet[", daemon),
    Anchor::exact("postfix/", daemon),
    Anchor::exact("dovecot: ", daemon),
    Anchor::exact("haproxy[", daemon),
    Anchor::exact("crond[", daemon),
    Anchor::exact("Accepted ", admitted),
    Anchor::exact("Failed password for ", admitted),
    Anchor::exact("Invalid user ", admitted),
    Anchor::exact("authenticating user ", admitted),
    Anchor::exact("for user ", admitted),
    Anchor::exact("of user ", admitted),
];

/// Keys without their separators; what stands before the last word of a key does not count.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "actor", "github", "gitlab", "handle", "login", "loginname", "logname", "nick", "nickname", "pguser",
    "primary", "requestedfor", "secondary", "user", "userid", "userlogin", "username", "userprincipalname",
];

fn is_login_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// `user` by itself, as the beginning of a key, or in front of a login.
fn user(cx: &mut Cx<'_>, at: usize) {
    let end = at + "user".len();
    if cx.at(end, b".name") {
        return git_name(cx, end + ".name".len());
    }
    if cx.byte(end) == b']' && cx.before(at) == b'[' {
        return git_section(cx, end + 1);
    }
    if is_blank(cx.byte(end)) {
        return of_ssh(cx, at, end);
    }
    if cx.byte(end) == b'/' {
        return of_aws(cx, at, end + 1);
    }
    key(cx, at);
}

/// `arn:aws:iam::123456789012:user/aquill`.
fn of_aws(cx: &mut Cx<'_>, at: usize, from: usize) {
    let lead = &cx.bytes[at.saturating_sub(32)..at];
    if memchr::memmem::find(lead, b"arn:aws").is_some() && cx.before(at) == b':' {
        let login = words::run(cx, from, 64, is_login_byte);
        report(cx, words::trim_end(cx, login, b"."));
    }
}

/// `user.name=Ada Quill`, `git config user.name "Ada Quill"`, `-c user.name='Ada Quill'`.
fn git_name(cx: &mut Cx<'_>, at: usize) {
    if matches!(cx.byte(at), b' ' | b'=' | b'\t') {
        let from = words::run(cx, at, 4, |b| matches!(b, b' ' | b'=' | b'\t')).end;
        fields::somebody(cx, from);
    }
}

/// The lines below `[user]`.
fn git_section(cx: &mut Cx<'_>, at: usize) {
    let mut from = at + 1;
    for _ in 0..4 {
        let word = words::run(cx, from, 16, is_blank).end;
        if cx.at(word, b"name") {
            return git_name(cx, word + 4);
        }
        if !cx.byte(word).is_ascii_alphabetic() {
            return;
        }
        from = cx.line_end(word) + 1;
    }
}

/// `User aquill` between other words of a configuration of ssh.
fn of_ssh(cx: &mut Cx<'_>, at: usize, end: usize) {
    let lead = words::run_back(cx, at, 32, is_blank);
    let from = words::run(cx, end, 8, is_blank).end;
    let login = words::run(cx, from, 64, is_login_byte);
    let alone = matches!(cx.before(lead.start), 0 | b'\n')
        && matches!(cx.byte(login.end), 0 | b'\n' | b'\r');
    if !alone {
        return;
    }
    let near = &cx.bytes[at.saturating_sub(400)..cx.bytes.len().min(login.end + 400)];
    let told = [&b"HostName "[..], b"Host ", b"hostname ", b"IdentityFile "];
    if told
        .iter()
        .any(|word| memchr::memmem::find(near, word).is_some())
    {
        report(cx, login);
    }
}

/// A key that begins at `at`, or whose last word does.
fn key(cx: &mut Cx<'_>, at: usize) {
    let key = words::run(cx, at, 24, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')
    });
    let quoted = words::run(cx, key.end, 2, |b| matches!(b, b'\\' | b'"' | b'\'')).end;
    let gap = words::run(cx, quoted, 16, is_blank).end;
    let sign = cx.byte(gap);
    let stands = || KEYS.iter().any(|known| is_spelled(key.of(cx.text), known));
    if !matches!(sign, b'>' | b'=' | b':') || !stands() {
        return;
    }
    if sign == b'>' && cx.before(at) == b'<' {
        return value(cx, gap + 1, b"<");
    }
    let from = words::run(cx, gap + 1, 16, is_blank).end;
    let open = words::run(cx, from, 2, |b| matches!(b, b'\\' | b'"' | b'\'')).end;
    match sign {
        // With blanks around `=` it is code.
        b'=' if open > from && gap > key.end => {}
        b'=' | b':' if open > from => value(cx, open, b"\"'\\"),
        b'=' if gap == key.end && from == gap + 1 => {
            value(cx, from, b" \t\n\r;&,\"'");
            full_name(cx, from);
        }
        b':' if from > gap + 1 && quoted == key.end => value(cx, from, b"\n\r,}"),
        _ => {}
    }
}

fn is_spelled(key: &str, known: &str) -> bool {
    let letters = key.bytes().filter(u8::is_ascii_alphanumeric);
    letters.map(|b| b.to_ascii_lowercase()).eq(known.bytes())
}

/// The login at `at`, if one of `ends` or the end of the text stands behind it.
fn value(cx: &mut Cx<'_>, at: usize, ends: &[u8]) {
    let login = words::run(cx, at, 40, is_login_byte);
    let after = cx.byte(login.end);
    if after == 0 || ends.contains(&after) {
        report(cx, login);
    }
}

/// `GITLAB_USER_NAME=Ada Quill`: a name that fills the rest of the line.
fn full_name(cx: &mut Cx<'_>, at: usize) {
    let lead = cx.byte(at + 1);
    if cx.byte(at).is_ascii_uppercase() && (lead.is_ascii_lowercase() || lead >= 0x80) {
        fields::somebody(cx, at);
    }
}

/// The login at `login`, where upper case is as good as lower: GitHub's, Windows', a mail address'.
pub(super) fn in_any_case(cx: &mut Cx<'_>, login: Span) {
    if name::is_login(&login.of(cx.text).to_ascii_lowercase()) {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
}

fn report(cx: &mut Cx<'_>, login: Span) {
    if name::is_login(login.of(cx.text)) {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
}

/// `Nov  1 10:10:10 ws-quill sshd[812]: ...`: the machine of a log.
fn daemon(cx: &mut Cx<'_>, at: usize) {
    let program = words::run(cx, at, 12, |b| b.is_ascii_alphanumeric()).end;
    let machine = words::run_back(cx, at.saturating_sub(1), 64, is_login_byte);
    let dated = cx.before(at) == b' '
        && cx.before(machine.start) == b' '
        && cx.before(machine.start - 1).is_ascii_digit();
    if dated && matches!(cx.byte(program), b'[' | b':' | b'/') {
        host::named(cx, machine);
    }
}

/// `Accepted publickey for aquill from ...`, `session opened for user aquill(uid=1000)`.
fn admitted(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at).min(at + 64);
    let line = &cx.bytes[at..end];
    let Some(lead) = [&b"user "[..], b"for "]
        .iter()
        .find_map(|word| memchr::memmem::find(line, word).map(|found| found + word.len()))
    else {
        return;
    };
    let login = words::run(cx, at + lead, 40, is_login_byte);
    let login = words::trim_end(cx, login, b".");
    let rest = &cx.bytes[login.end..cx.bytes.len().min(login.end + 8)];
    let ends = [&b" from "[..], b"(uid=", b" by ", b".\n", b" at "];
    if ends.iter().any(|end| rest.starts_with(end)) || rest == b"." {
        report(cx, login);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Host, Person, User};
    use crate::testing::{assert_found, found_of, parts_of};

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        assert_found(text, &found_of(&[Person, User, Host], text), want);
    }

    #[test]
    fn fields_of_logins() {
        for text in [
            r#"{"id": 3, "username": "tokafor", "role": "x"}"#,
            r#"{\"userName\":\"tokafor\"}"#,
            r#"{"preferred_username":"tokafor"}"#,
            "web1 ansible_host=10.1.2.3 ansible_user=tokafor ansible_port=22",
            "GITLAB_USER_LOGIN=tokafor\n",
            "User=tokafor\nGroup=x\n",
            "PGUSER=tokafor\n",
            "github: tokafor\n",
            "oncall: {primary: tokafor, secondary: root}",
            "Host gate\n  HostName 1.2.3\n  User tokafor\n",
            "user tokafor\nhostname x\nport 22\n",
            "<username>tokafor</username>",
            "/login?user=tokafor&x=1",
            "session opened for user tokafor(uid=1001) by (uid=0)",
            "New session 7 of user tokafor.\n",
            "\"Arn\": \"arn:aws:iam::123456789012:user/tokafor\"",
            "Accepted publickey for tokafor from x port 22 ssh2",
            "Failed password for invalid user tokafor from x",
        ] {
            assert_eq!(parts_of(User, text), ["tokafor"], "{text}");
        }
        finds(
            "Dec  2 10:00:01 ws-okafor sshd[71]: Invalid user tokafor from x",
            &[("ws-okafor", Host), ("tokafor", User)],
        );
    }

    #[test]
    fn names_of_git() {
        for text in [
            "user.name=Tilda Okafor\nuser.email=x",
            "GITLAB_USER_NAME=Tilda Okafor\n",
            "git config --global user.name \"Tilda Okafor\"",
            "[user]\n\tname = Tilda Okafor\n",
            "[user]\n  email = x\n  name = \"Tilda Okafor\"\n",
        ] {
            finds(text, &[("Tilda Okafor", Person)]);
        }
    }

    #[test]
    fn code_roles_and_prose_name_no_one() {
        for text in [
            "username: string;",
            "user = current_user",
            "user = \"tokafor\".into()",
            "user: User,",
            "user: userRepo,",
            "{\"role\": \"user\", \"user\": \"admin\"}",
            "\"username\": \"$USERNAME\"",
            "the user tokafor",
            "User story\nthe host x",
            "user.name",
            "[user]",
            "[user]\nname = x\n",
            "login: true",
            "primary: db\n",
            "github: https://x",
            "user=",
            "handle(event)",
            "Accepted ",
            "for user ",
            "sshd",
        ] {
            finds(text, &[]);
        }
    }
}
