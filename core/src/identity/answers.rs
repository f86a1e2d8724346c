//! What a command prints when it was asked for names: `git shortlog`, `helm list`, `whoami`.
//!
//! The answer stands below the command in the same text, or is the next text of the session.

use super::requests::{self, Listing};
use super::{accounts, branch, cluster, host, name, user, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("gh ", command),
    Anchor::exact("git ", command),
    Anchor::exact("glab ", command),
    Anchor::exact("helm ", command),
    Anchor::exact("hostname", command),
    Anchor::exact("kubectl ", command),
    Anchor::exact("oc ", command),
    Anchor::exact("terraform ", command),
    Anchor::exact("tofu ", command),
    Anchor::exact("whoami", command),
    Anchor::exact("logname", command),
    Anchor::exact("id -un", command),
    Anchor::exact("gcloud ", command),
    Anchor::exact("heroku ", command),
    Anchor::exact("aws s3 ls", command),
    Anchor::exact("az ", command),
    Anchor::exact("scutil ", command),
];

/// Lines and bytes of an answer that are looked at.
const LINES: usize = 200;
const REACH: usize = 8192;

/// What the lines of an answer hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A name a line: `git log --format=%an`.
    Authors,
    /// A count and a name.
    Shortlog,
    /// A hash and a subject.
    Commits,
    /// A table with a column of namespaces.
    Releases,
    /// A table whose first column is one.
    Namespaces,
    /// A name of an environment a line, perhaps behind `*`.
    Places,
    /// One login.
    Login,
    /// One machine.
    Machine,
    /// Addresses of remotes.
    Remotes,
    /// Lines of a file with their author in parentheses.
    Blame,
    /// Names of contexts and clusters in every column.
    Contexts,
    /// JSON or a table of subscriptions.
    Subscriptions,
    /// A table of pull requests and their kin.
    Requests(Listing),
    /// A path, a hash and a branch in brackets.
    Worktrees,
    /// A date, a time and a bucket.
    Buckets,
}

/// Whether a command begins with one of the programs that [`asked`] knows: most texts end here.
fn may_ask(command: &str) -> bool {
    let bytes = command.trim_start().as_bytes();
    let ends = |b: &u8| b.is_ascii_whitespace() || !b.is_ascii() || matches!(b, b'|' | b';' | b'&');
    let word = &bytes[..bytes.iter().position(ends).unwrap_or(bytes.len())];
    let name = memchr::memrchr(b'/', word).map_or(word, |at| &word[at + 1..]);
    matches!(
        name,
        b"whoami"
            | b"logname"
            | b"id"
            | b"hostname"
            | b"git"
            | b"helm"
            | b"kubectl"
            | b"oc"
            | b"terraform"
            | b"tofu"
            | b"gcloud"
            | b"heroku"
            | b"aws"
            | b"az"
            | b"gh"
            | b"glab"
            | b"scutil"
    )
}

/// What `command` asks for.
pub(crate) fn asked(command: &str) -> Option<Asked> {
    if !may_ask(command) {
        return None;
    }
    let command = command
        .split(['|', ';', '&'])
        .next()
        .unwrap_or_default()
        .trim();
    let mut words = command.split_whitespace();
    let program = words.next()?.rsplit('/').next()?;
    let has = |part: &str| {
        let bytes = command.as_bytes();
        memchr::memchr_iter(part.as_bytes()[0], bytes)
            .any(|at| bytes[at..].starts_with(part.as_bytes()))
    };
    let second = || {
        command
            .split_whitespace()
            .find(|word| !word.starts_with('-') && *word != program)
    };
    match program {
        "whoami" | "logname" if words.next().is_none() => Some(Asked::Login),
        "id" if has("-un") => Some(Asked::Login),
        "hostname" if words.next().is_none_or(|word| word.starts_with('-')) => Some(Asked::Machine),
        "git" if has("shortlog") => Some(Asked::Shortlog),
        "git" if has("%an") || has("%cn") || has("%aN") || has("user.name") => Some(Asked::Authors),
        "git" if has("--oneline") => Some(Asked::Commits),
        "git" if has(".url") || has("get-url") => Some(Asked::Remotes),
        "git" if has("worktree list") => Some(Asked::Worktrees),
        "gh" if has("pr list") => Some(Asked::Requests(Listing::Pulls)),
        "gh" if has("run list") => Some(Asked::Requests(Listing::Runs)),
        "glab" if has("mr list") => Some(Asked::Requests(Listing::Merges)),
        "scutil" if has("--get ") => Some(Asked::Machine),
        "aws" if command.ends_with("s3 ls") => Some(Asked::Buckets),
        "git" if has("blame") || has("annotate") => Some(Asked::Blame),
        "helm" if matches!(second(), Some("list" | "ls")) => Some(Asked::Releases),
        "kubectl" | "oc" if has("current-context") => Some(Asked::Places),
        "kubectl" | "oc" if has("get-contexts") || has("get-clusters") => Some(Asked::Contexts),
        "az" if has("account") => Some(Asked::Subscriptions),
        "kubectl" | "oc" if has("get") && (has(" ns") || has("namespace")) => {
            Some(Asked::Namespaces)
        }
        "kubectl" | "oc" if has("get") && has(" -A") => Some(Asked::Releases),
        "terraform" | "tofu" if has("workspace") && (has("list") || has("show")) => {
            Some(Asked::Places)
        }
        "gcloud" if has("get-value project") => Some(Asked::Places),
        "heroku" if has("apps") => Some(Asked::Places),
        _ => None,
    }
}

/// What the command asks for that ends `text`, if one does.
pub(crate) fn pending(text: &str) -> Option<Asked> {
    let text = text.trim_end();
    let line = text.rsplit('\n').next().unwrap_or_default();
    if line.len() > 512 {
        return None;
    }
    if memchr::memchr(b' ', line.as_bytes()).is_none() {
        return asked(line);
    }
    asked(&line[after_prompt(line).unwrap_or(0)..])
}

/// Where the command begins on a line with a prompt: behind the first `$ `, else the first `% `, `# `, `> ` or `❯ `.
fn after_prompt(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut behind = [None; 5];
    for at in memchr::memchr_iter(b' ', bytes) {
        let mark = match bytes[..at].last() {
            Some(b'$') => 0,
            Some(b'%') => 1,
            Some(b'#') => 2,
            Some(b'>') => 3,
            Some(0xaf) if line[..at].ends_with('❯') => 4,
            _ => continue,
        };
        behind[mark].get_or_insert(at + 1);
    }
    behind.into_iter().flatten().next()
}

/// The whole text is the answer to the last command of the session.
pub(crate) fn whole(cx: &mut Cx<'_>) {
    if let Some(asked) = cx.facts.asked.filter(|_| pending(cx.text).is_none()) {
        read(cx, 0, asked);
    }
}

/// A command at `at`, with its answer below.
fn command(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at);
    if end >= cx.bytes.len() || !host::begins_command(cx, at) {
        return;
    }
    if let Some(asked) = cx.text.get(at..end).and_then(asked) {
        read(cx, end + 1, asked);
    }
}

/// The lines from `from` on, up to an empty one or the next command.
fn read(cx: &mut Cx<'_>, from: usize, asked: Asked) {
    let ceiling = cx.bytes.len().min(from + REACH);
    let (mut at, mut column, mut cells) = (from, None, None);
    for number in 0..LINES {
        let line = Span::new(at, cx.line_end(at));
        // A heading stands above the table.
        let heading = matches!(asked, Asked::Requests(_)) && number < 3;
        if at >= ceiling || line.is_empty() && !heading || is_prompt(line.of(cx.text)) {
            return;
        }
        match asked {
            Asked::Authors => author(cx, line),
            Asked::Shortlog => counted(cx, line),
            Asked::Commits => commit(cx, line),
            Asked::Namespaces if number > 0 => cluster::report(cx, cell(cx, at)),
            Asked::Namespaces => {}
            Asked::Places => place(cx, line),
            Asked::Releases => match column {
                None => {
                    column = memchr::memmem::find(line.of(cx.text).as_bytes(), b"NAMESPACE")
                        .map(|c| (c, at))
                }
                Some((column, _)) => cluster::report(cx, cell(cx, at + column)),
            },
            Asked::Remotes => super::org::remote(cx, line),
            Asked::Blame => blamed(cx, line),
            Asked::Contexts => contexts(cx, line),
            Asked::Subscriptions => subscriptions(cx, line),
            Asked::Login => return login(cx, cell(cx, at)),
            Asked::Machine => return machine(cx, line),
            Asked::Requests(listing) => requests::line(cx, line, listing, &mut cells),
            Asked::Worktrees => branch::worktree(cx, line),
            Asked::Buckets => bucket(cx, line),
        }
        at = line.end + 1;
    }
}

fn is_prompt(line: &str) -> bool {
    line.starts_with("$ ") || line.starts_with("```") || line.contains("$ ") && line.contains('@')
}

/// The word at `at`.
fn cell(cx: &Cx<'_>, at: usize) -> Span {
    let at = cx.text.floor_char_boundary(at);
    words::run(cx, at, 64, |b| !b.is_ascii_whitespace())
}

/// One name, with or without its address.
fn author(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    let text = text.split(['<', '\t', '|', ',']).next().unwrap_or_default();
    let lead = text.len() - text.trim_start().len();
    let span = Span::new(
        line.start + lead,
        line.start + text.trim_end().len().max(lead),
    );
    somebody(cx, span);
}

/// A person, or an account of one word.
fn somebody(cx: &mut Cx<'_>, span: Span) {
    let text = span.of(cx.text);
    if name::is_person(text) {
        cx.structural(span, Kind::Person, Rule::Person, Reach::Session);
    } else {
        accounts::in_any_case(cx, span);
    }
}

/// `   412\tAda Quill`.
fn counted(cx: &mut Cx<'_>, line: Span) {
    let count = words::run(cx, line.start, 16, |b| b == b' ' || b.is_ascii_digit());
    if cx.byte(count.end) == b'\t' {
        author(cx, Span::new(count.end + 1, line.end.max(count.end + 1)));
    }
}

/// `a1b2c3d QUARRY-123 subject`: the key of a tracker names a project.
fn commit(cx: &mut Cx<'_>, line: Span) {
    let hash = words::run(cx, line.start, 41, |b| b.is_ascii_hexdigit());
    if hash.len() < 7 || cx.byte(hash.end) != b' ' {
        return;
    }
    let mut at = hash.end + 1;
    // `(HEAD -> main) [QUARRY-1] fix: ...`
    if cx.byte(at) == b'(' {
        at = words::run(cx, at, 128, |b| b != b')' && b != b'\n').end + 2;
    }
    let at = words::run(cx, at, 2, |b| matches!(b, b'[' | b'(')).end;
    super::project::key(cx, at);
}

/// `1a2b3c4d (Ada Quill 2031-10-01 10:00:00 +0200 3) text`.
fn blamed(cx: &mut Cx<'_>, line: Span) {
    let open = words::run(cx, line.start, 120, |b| !matches!(b, b'(' | b'\n')).end;
    let name = words::run(cx, open + 1, 64, |b| !b.is_ascii_digit() && b != b'\n');
    let name = words::trim_end(cx, name, b" ");
    let year = words::run(cx, name.end, 24, |b| b == b' ').end;
    if name.of(cx.text) == "Not Committed Yet" {
        return;
    }
    if cx.byte(open) == b'(' && year > name.end && cx.byte(year + 4) == b'-' {
        somebody(cx, name);
    }
}

/// `*  quarry-dev  quarry-cluster  admin  default`: what names the cluster of a cloud stands behind a slash.
fn contexts(cx: &mut Cx<'_>, line: Span) {
    let mut at = line.start;
    for _ in 0..6 {
        at = words::run(cx, at, 64, |b| matches!(b, b' ' | b'*')).end;
        let word = cell(cx, at);
        let slash = word.of(cx.text).rfind('/').map_or(0, |slash| slash + 1);
        match name::is_dotted(word.of(cx.text)) {
            true => cx.structural(word, Kind::User, Rule::User, Reach::Session),
            false => cluster::report(cx, Span::new(word.start + slash, word.end)),
        }
        at = word.end.max(at + 1);
        if at >= line.end {
            return;
        }
    }
}

/// `"name": "Quarry-Prod"`.
fn subscriptions(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    if text.contains("  AzureCloud") {
        return cluster::report(
            cx,
            words::run(cx, line.start, 64, |b| {
                b.is_ascii_alphanumeric() || b"-_".contains(&b)
            }),
        );
    }
    for (found, key) in text.match_indices("\"name\": \"").take(8) {
        let from = line.start + found + key.len();
        let span = words::run(cx, from, 64, |b| {
            b.is_ascii_alphanumeric() || b"-_".contains(&b)
        });
        if cx.byte(span.end) == b'"' {
            cluster::report(cx, span);
        }
    }
}

/// `* quarry-dev`.
fn place(cx: &mut Cx<'_>, line: Span) {
    let at = words::run(cx, line.start, 8, |b| matches!(b, b' ' | b'*')).end;
    let span = cell(cx, at);
    if span.end == line.end {
        cluster::report(cx, span);
    }
}

/// `2031-10-01 10:00:00 quarry-logs`.
fn bucket(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    let dated = text.as_bytes().get(4) == Some(&b'-') && text.as_bytes().get(13) == Some(&b':');
    if let Some(at) = text.get(20..).filter(|name| dated && !name.contains(' ')) {
        cluster::report(cx, Span::new(line.end - at.len(), line.end));
    }
}

/// One machine, or whose it is: `Ada's MacBook Pro`.
fn machine(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    let owned = ["'s ", "\u{2019}s "]
        .iter()
        .find_map(|mark| text.find(mark));
    match owned {
        Some(end) => somebody(cx, Span::new(line.start, line.start + end)),
        None => host::own(cx, cell(cx, line.start)),
    }
}

fn login(cx: &mut Cx<'_>, span: Span) {
    let domain = span
        .of(cx.text)
        .split_once('\\')
        .map_or(0, |(domain, _)| domain.len());
    if domain > 0 {
        cluster::report(cx, Span::new(span.start, span.start + domain));
    }
    let lead = if domain > 0 { domain + 1 } else { 0 };
    let span = Span::new(span.start + lead, span.end);
    let text = span.of(cx.text);
    if user::is_telling(text)
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    {
        cx.structural(span, Kind::User, Rule::User, Reach::Session);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind::{Org, Person, Project, User};
    use crate::facts::Facts;
    use crate::testing::{found, found_with};

    /// A command, its answer, and what is found there.
    type Answer = (&'static str, &'static str, &'static [(&'static str, Kind)]);

    const ANSWERS: &[Answer] = &[
        (
            "git log --format='%an <%ae>' | sort -u",
            "Tilda Okafor\nRoot\n",
            &[("Tilda Okafor", Person)],
        ),
        (
            "git log -1 --format=%an",
            "Mark Stone",
            &[("Mark Stone", Person)],
        ),
        (
            "git shortlog -sn",
            "   412\tTilda Okafor\n    37\tdependabot[bot]\n     2\tevarga",
            &[("Tilda Okafor", Person), ("evarga", User)],
        ),
        (
            "git log --oneline -3",
            "a1b2c3d LOOMWORK-123 add\nb2c3d4e CVE-2024-1 x\nc3d4e5f fix",
            &[("LOOMWORK", Project)],
        ),
        (
            "helm list",
            "NAME           NAMESPACE   CHART\nbrix-portal    brightloom  portal-3.1.0\nc  default x",
            &[("brightloom", Org)],
        ),
        (
            "kubectl get ns",
            "NAME          STATUS   AGE\ndefault       Active   1d\nbrightloom-dev  Active 2d",
            &[("brightloom", Org)],
        ),
        (
            "terraform workspace list",
            "  default\n* brightloom-dev\n",
            &[("brightloom", Org)],
        ),
        ("whoami", "tokafor\n", &[("tokafor", User)]),
        (
            "whoami",
            "BRIGHTLOOM\\tokafor\n",
            &[("BRIGHTLOOM", Org), ("tokafor", User)],
        ),
        (
            "git config --get remote.origin.url",
            "https://gitlab.com/brightloom/api.git\n",
            &[("brightloom", Org)],
        ),
        (
            "git blame -L1,2 a.rs",
            "1a2b3c4d (Tilda Okafor 2031-10-01 10:00:00 +0200 1) fn a() {\n^2b3c4d5e (root 2031-10-01 10:00:00 +0200 2) }",
            &[("Tilda Okafor", Person)],
        ),
        (
            "kubectl config get-contexts",
            "CURRENT  NAME            CLUSTER         NAMESPACE\n*        brightloom-dev  kind-main  default",
            &[("brightloom", Org)],
        ),
        (
            "az account show",
            "{\"name\": \"Brightloom-Prod\", \"state\": \"Enabled\"}",
            &[("Brightloom", Org)],
        ),
    ];

    fn owned(list: &[(&str, Kind)]) -> Vec<(String, Kind)> {
        list.iter()
            .map(|(part, kind)| ((*part).to_owned(), *kind))
            .collect()
    }

    #[test]
    fn answers_below_their_command() {
        for (command, answer, want) in ANSWERS {
            assert_eq!(
                found(&format!("$ {command}\n{answer}")),
                owned(want),
                "{command}"
            );
        }
    }

    #[test]
    fn answers_in_the_next_text() {
        for (command, answer, want) in ANSWERS {
            let mut facts = Facts::default();
            facts.asked = pending(&format!(
                "zoe@box:~$ {command}
"
            ));
            assert_eq!(found_with(answer, &facts), owned(want), "{command}");
        }
    }

    #[test]
    fn other_commands_ask_nothing() {
        for text in [
            "$ git status",
            "$ ls",
            "the git log",
            "",
            "$ ",
            "kubectl get pods",
            "# whoami is a command",
        ] {
            assert_eq!(pending(text), None, "{text}");
        }
    }
}
