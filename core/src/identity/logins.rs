//! Login names where tools print them: `ps`, `ls -l`, `who`, the command line and the interface of GitHub.

use super::{is_public_owner, name, user, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("USER ", processes),
    Anchor::exact("rw-", listed),
    Anchor::exact("rwx", listed),
    Anchor::exact("drwx", listed),
    Anchor::exact("lrwx", listed),
    Anchor::exact("pts/", logged_in),
    Anchor::exact("ttys0", logged_in),
    Anchor::exact("console ", logged_in),
    Anchor::exact("author:\t", people),
    Anchor::exact("reviewers:\t", people),
    Anchor::exact("assignees:\t", people),
    Anchor::exact("login\"", field),
    Anchor::exact("login\\\"", field),
    Anchor::exact("github.actor", field),
    Anchor::exact("GITHUB_ACTOR", field),
    Anchor::exact("MDQ6VXNlc", number),
    Anchor::exact("U_kgD", number),
];

/// Accounts of GitHub that are nobody's.
const NOBODY: [&str; 6] = [
    "app",
    "dependabot",
    "ghost",
    "octocat",
    "renovate",
    "web-flow",
];

/// Rows of `ps` that are looked at below its header, in bytes.
const ROWS: usize = 8192;

fn is_login_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn login_at(cx: &Cx<'_>, at: usize) -> Span {
    words::run(cx, at, 64, is_login_byte)
}

fn blanks_at(cx: &Cx<'_>, at: usize) -> usize {
    words::run(cx, at, 64, is_blank).end
}

fn digits_at(cx: &Cx<'_>, at: usize) -> Span {
    words::run(cx, at, 20, |byte| byte.is_ascii_digit())
}

fn report(cx: &mut Cx<'_>, span: Span) {
    let name = span.of(cx.text);
    if user::is_telling(name) && !name.starts_with('_') {
        cx.structural(span, Kind::User, Rule::User, Reach::Session);
    }
}

/// The rows below `USER  PID ...`: they end at the first whose second column is no number.
fn processes(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at);
    let starts = matches!(cx.before(at), 0 | b'\n');
    let column = blanks_at(cx, at + 4);
    if !starts || !cx.at(column, b"PID ") {
        return;
    }
    let ceiling = cx.bytes.len().min(end + ROWS);
    let mut row = end + 1;
    while row < ceiling {
        let login = login_at(cx, row);
        let gap = blanks_at(cx, login.end);
        if login.is_empty() || gap == login.end || digits_at(cx, gap).is_empty() {
            return;
        }
        report(cx, login);
        row = cx.line_end(gap) + 1;
    }
}

/// A line of `ls -l`: mode, links, owner, group, size.
fn listed(cx: &mut Cx<'_>, at: usize) {
    let start = at - usize::from(cx.before(at) == b'-');
    let mode = words::run(cx, start, 12, |b| b"dlrwxsStT-".contains(&b));
    if mode.len() != 10 || !matches!(cx.before(start), 0 | b'\n' | b' ' | b'"') {
        return;
    }
    let sign = usize::from(matches!(cx.byte(mode.end), b'@' | b'+' | b'.'));
    let links = digits_at(cx, blanks_at(cx, mode.end + sign));
    let owner = login_at(cx, blanks_at(cx, links.end));
    let group = login_at(cx, blanks_at(cx, owner.end));
    let size = digits_at(cx, blanks_at(cx, group.end));
    let gaps = links.end < owner.start && owner.end < group.start && group.end < size.start;
    if links.is_empty() || owner.is_empty() || group.is_empty() || size.is_empty() || !gaps {
        return;
    }
    report(cx, owner);
    // A group of its own tells the same; other groups are mostly the system's.
    if group.of(cx.text) == owner.of(cx.text) {
        report(cx, group);
    }
}

/// A line of `who` or `w`: login, terminal, date or time.
fn logged_in(cx: &mut Cx<'_>, at: usize) {
    let lead = words::run_back(cx, at, 32, is_blank);
    let login = words::run_back(cx, lead.start, 64, is_login_byte);
    let terminal = words::run(cx, at, 16, |b| b.is_ascii_alphanumeric() || b == b'/');
    let when = blanks_at(cx, terminal.end);
    let dated = cx.byte(when).is_ascii_digit() || is_month(cx, when);
    let first = matches!(cx.before(login.start), 0 | b'\n');
    if first && !lead.is_empty() && when > terminal.end && dated {
        report(cx, login);
    }
}

fn is_month(cx: &Cx<'_>, at: usize) -> bool {
    const MONTHS: [&[u8]; 12] = [
        b"Jan ", b"Feb ", b"Mar ", b"Apr ", b"May ", b"Jun ", b"Jul ", b"Aug ", b"Sep ", b"Oct ",
        b"Nov ", b"Dec ",
    ];
    MONTHS.iter().any(|month| cx.at(at, month))
}

/// `author:\tzoe7`, `reviewers:\tzoe7 (Approved), enzo` as `gh pr view` prints them.
fn people(cx: &mut Cx<'_>, at: usize) {
    if !matches!(cx.before(at), 0 | b'\n') {
        return;
    }
    let end = cx.line_end(at).min(at + 512);
    let Some(tab) = memchr::memchr(b'\t', &cx.bytes[at..end]) else {
        return;
    };
    let mut from = at + tab + 1;
    while from < end {
        account(cx, from);
        let rest = &cx.bytes[from..end];
        from += memchr::memchr(b',', rest).map_or(rest.len(), |comma| comma + 2);
    }
}

/// `"login":"zoe7"`, `github.actor: zoe7`, `GITHUB_ACTOR=zoe7`.
fn field(cx: &mut Cx<'_>, at: usize) {
    let key = words::run(cx, at, 16, |b| {
        b.is_ascii_alphabetic() || matches!(b, b'.' | b'_')
    });
    let quote = |b: u8| matches!(b, b'"' | b'\\');
    let sign = words::run(cx, key.end, 2, quote).end;
    if !matches!(cx.byte(sign), b':' | b'=') {
        return;
    }
    let value = words::run(cx, sign + 1, 4, |b| quote(b) || b == b' ').end;
    // Where a quoted name stands without a quoted value, it is code.
    if sign == key.end || quote(cx.before(value)) {
        account(cx, value);
        full_name(cx, login_at(cx, value).end);
    }
}

/// The id of an account of GitHub: `04:User...` in base64, or `U_kgD...`.
fn number(cx: &mut Cx<'_>, at: usize) {
    let span = words::run(cx, at, 40, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'=')
    });
    let old = cx.byte(at) == b'M';
    if span.len() >= if old { 12 } else { 10 } && !matches!(cx.before(at), b'/' | b'+') {
        cx.structural(span, Kind::User, Rule::User, Reach::Session);
    }
}

/// The full name that an interface gives beside a login: `"login":"aquill","name":"Ada Quill"`.
fn full_name(cx: &mut Cx<'_>, at: usize) {
    let near = &cx.bytes[at.min(cx.bytes.len())..cx.bytes.len().min(at + 48)];
    let object = near
        .iter()
        .position(|b| matches!(b, b'}' | b'\n'))
        .unwrap_or(near.len());
    let Some(key) = memchr::memmem::find(&near[..object], b"\"name") else {
        return;
    };
    let from = words::run(cx, at + key + 5, 6, |b| {
        matches!(b, b'\\' | b'"' | b':' | b' ')
    })
    .end;
    let span = words::run(cx, from, name::MAX, |b| !matches!(b, b'"' | b'\\' | b'\n'));
    if name::is_person(span.of(cx.text)) {
        cx.structural(span, Kind::Person, Rule::Person, Reach::Session);
    }
}

/// An account of GitHub that is a person's.
fn account(cx: &mut Cx<'_>, at: usize) {
    let login = login_at(cx, at);
    let name = login.of(cx.text);
    let other = matches!(cx.byte(login.end), b'[' | b'/' | b'(' | b'@');
    let nobody = NOBODY.contains(&name) || name.ends_with("-bot") || is_public_owner(name);
    if !other && !nobody && !name.contains('.') {
        report(cx, login);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::User;
    use crate::testing::found;

    #[track_caller]
    fn users(text: &str, want: &[&str]) {
        let users = found(text).into_iter().filter(|(_, kind)| *kind == User);
        let users: Vec<_> = users.map(|(part, _)| part).collect();
        assert_eq!(users, want, "{text}");
    }

    #[test]
    fn listings_tell_logins() {
        users(
            "USER   PID %CPU\nroot  1 0.0\ntilda7  812 0.1 vim\nenzov 90 0.0 sh\n\nzoe9 x",
            &["tilda7", "enzov"],
        );
        users(
            "total 8\n-rw-r--r--  1 tilda7 staff  12 Dec 2 a.rs\ndrwxr-xr-x@ 3 tilda7 tilda7 96 x\n",
            &["tilda7", "tilda7", "tilda7"],
        );
        users("tilda7   pts/0   2026-12-02 09:00 (:0)\n", &["tilda7"]);
        users("tilda7 ttys001  Dec  2 09:00\n", &["tilda7"]);
    }

    #[test]
    fn tools_of_github_tell_logins() {
        users("title:\tFix\nauthor:\ttilda7\n", &["tilda7"]);
        users(
            "reviewers:\ttilda7 (Approved), enzov\n",
            &["tilda7", "enzov"],
        );
        users(r#"{"author":{"login":"tilda7"}}"#, &["tilda7"]);
        users(r#"{\"login\":\"tilda7\"}"#, &["tilda7"]);
        users(
            r#"{"id":"MDQ6VXNlcjEyMzQ1Ng==","x":"U_kgDOAbCdEf"}"#,
            &["MDQ6VXNlcjEyMzQ1Ng==", "U_kgDOAbCdEf"],
        );
        users("github.actor: tilda7", &["tilda7"]);
        users("GITHUB_ACTOR=tilda7", &["tilda7"]);
    }

    #[test]
    fn roles_programs_and_code_tell_none() {
        for text in [
            "USER  PID %CPU\nroot 1 0.0\n_www 2 0.1\n",
            "USER node\nWORKDIR /app",
            "-rw-r--r-- 1 root wheel 12 Dec 2 a",
            "rw-r--r--",
            "drwxr-xr-x",
            r#"{"login":"dependabot[bot]"}"#,
            r#"{"login": user.login}"#,
            r#"{"login":true}"#,
            "author:\tapp/dependabot\n",
            "github.actor == 'tilda7'",
            "GITHUB_ACTOR",
            "pts/",
            "console  ",
            "author:\t",
            "login\"",
        ] {
            users(text, &[]);
        }
    }
}
