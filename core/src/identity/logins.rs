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
    Anchor::exact("tty1", logged_in),
    Anchor::exact("tty2", logged_in),
    Anchor::exact("tty7", logged_in),
    Anchor::exact("UID ", processes),
    Anchor::exact("hsperfdata_", folder),
    Anchor::exact("tmp/ssh-", folder),
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

/// `/tmp/hsperfdata_x`, `/tmp/ssh-x/agent.1`: a folder of the one who logged in. Random names hold capitals.
fn folder(cx: &mut Cx<'_>, at: usize) {
    let lead = if cx.byte(at) == b'h' {
        "hsperfdata_"
    } else {
        "tmp/ssh-"
    };
    let span = login_at(cx, at + lead.len());
    let written = !span.of(cx.text).contains(|c: char| c.is_ascii_uppercase());
    let path = cx.before(at) == b'/';
    if path && written && span.len() <= 24 {
        report(cx, span);
    }
}

/// The rows below a header of words in capitals: `USER PID %CPU`, `  PID USER PR NI`, `JOBID NAME USER ST`. They end
/// at the first that has no number where the header has `PID`.
fn processes(cx: &mut Cx<'_>, at: usize) {
    let header = Span::new(cx.line_start(at), cx.line_end(at));
    let Some(columns) = columns(cx, header, at) else {
        return;
    };
    let ceiling = cx.bytes.len().min(header.end + ROWS);
    let mut row = header.end + 1;
    while row < ceiling {
        let line = Span::new(row, cx.line_end(row));
        let number = columns.number.map(|index| cell(cx, line, index));
        let login = cell(cx, line, columns.user);
        let counted =
            number.is_none_or(|cell| cell.of(cx.text).bytes().all(|b| b.is_ascii_digit()));
        if login.is_empty() || login.end == line.end || !counted {
            return;
        }
        if login.of(cx.text).bytes().all(is_login_byte) {
            report(cx, login);
        }
        row = line.end + 1;
    }
}

/// Which words of a row are the login and a number.
struct Columns {
    user: usize,
    number: Option<usize>,
}

/// The columns of a header, where the login's stands at `at`.
fn columns(cx: &Cx<'_>, header: Span, at: usize) -> Option<Columns> {
    let text = header.of(cx.text);
    let head =
        |b: u8| b.is_ascii_uppercase() || matches!(b, b' ' | b'%' | b'+' | b'@' | b'\r' | b'/');
    let index = |at: usize| text[..at].split_ascii_whitespace().count();
    let number = text
        .match_indices("PID")
        .find(|(found, _)| *found == 0 || text.as_bytes()[found - 1] == b' ');
    let number = number.map(|(found, _)| index(found));
    let user = index(at - header.start);
    let told = number.is_some()
        || ["TTY", "JOBID", "SESSION", "TID "]
            .iter()
            .any(|word| text.contains(word));
    (text.bytes().all(head) && told && user < 8).then_some(Columns { user, number })
}

/// The word of a line with that index.
fn cell(cx: &Cx<'_>, line: Span, index: usize) -> Span {
    let mut at = line.start;
    for number in 0..=index {
        at = words::run(cx, at, 64, is_blank).end;
        let end = words::run(cx, at, 64, |b| !b.is_ascii_whitespace()).end;
        if number == index {
            return Span::new(at, end.min(line.end).max(at));
        }
        at = end;
    }
    Span::new(at, at)
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
    // `last` has the host between.
    let host = words::run(cx, when, 64, |b| !b.is_ascii_whitespace()).end;
    let later = blanks_at(cx, host);
    let dated = cx.byte(when).is_ascii_digit()
        || [when, later]
            .iter()
            .any(|at| is_month(cx, *at) || is_month(cx, at + 4));
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
    let nobody = NOBODY.contains(&name)
        || name.ends_with("-bot")
        || name.starts_with("copilot-")
        || is_public_owner(name);
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
    fn folders_tell_logins() {
        users("ls /tmp/hsperfdata_tilda7/812", &["tilda7"]);
        users("SSH_AUTH_SOCK=/tmp/ssh-tilda/agent.812", &["tilda"]);
        users("/tmp/ssh-Xk3vQ9/agent.1 /tmp/hsperfdata_root/1", &[]);
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
        users("tilda7 tty1  :0  Mon Dec  2 09:00   still\n", &["tilda7"]);
        users(
            "  PID USER      PR  NI COMMAND\n 812 tilda7   20   0 rustc\n  9 root 20 0 x\n",
            &["tilda7"],
        );
        users(
            "UID        PID  PPID CMD\ntilda7    812     1 vim\n",
            &["tilda7"],
        );
        users(
            "JOBID PARTITION NAME USER ST\n7 main fit tilda7 R\n",
            &["tilda7"],
        );
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
            r#"{"login":"copilot-pull-request-reviewer"}"#,
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
