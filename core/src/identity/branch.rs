//! Branch names.

use super::user::contains;
use super::words::{run, run_back, trim_end};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("branch", word),
    Anchor::exact("refs/", reference),
    Anchor::exact("HEAD", decoration),
    Anchor::exact("origin/", remote),
    Anchor::exact("upstream/", remote),
    Anchor::exact("headRefName", field),
    Anchor::exact("baseRefName", field),
    Anchor::exact("Already on '", quoted_last),
    Anchor::exact("git", git),
    Anchor::exact("moving from ", moved),
    Anchor::exact("feature/", shown),
    Anchor::exact("feat/", shown),
    Anchor::exact("fix/", shown),
    Anchor::exact("bugfix/", shown),
    Anchor::exact("hotfix/", shown),
    Anchor::exact("chore/", shown),
    Anchor::exact("refactor/", shown),
    Anchor::exact("spike/", shown),
    Anchor::exact("wip/", shown),
];

/// Branches that name nothing.
const GENERIC: &[&str] = &[
    "alpha",
    "beta",
    "branch",
    "branch-name",
    "canary",
    "current",
    "default",
    "dev",
    "devel",
    "develop",
    "development",
    "edge",
    "experimental",
    "feature",
    "feature-branch",
    "gh-pages",
    "head",
    "hotfix",
    "integration",
    "latest",
    "main",
    "mainline",
    "master",
    "my-branch",
    "name",
    "new",
    "new-branch",
    "next",
    "nightly",
    "none",
    "null",
    "origin",
    "pages",
    "preview",
    "prod",
    "production",
    "qa",
    "rc",
    "release",
    "releases",
    "remote",
    "remotes",
    "source",
    "stable",
    "stage",
    "staging",
    "string",
    "test",
    "testing",
    "the",
    "this",
    "tmp",
    "true",
    "trunk",
    "uat",
    "undefined",
    "upstream",
    "wip",
    "your-branch",
    "your-feature-branch",
];

fn is_ref_byte(byte: u8) -> bool {
    byte > b' '
        && byte != 0x7f
        && !matches!(
            byte,
            b'~' | b'^'
                | b':'
                | b'?'
                | b'*'
                | b'['
                | b']'
                | b'\\'
                | b'"'
                | b'\''
                | b'`'
                | b'('
                | b')'
                | b','
                | b';'
                | b'<'
                | b'>'
                | b'|'
                | b'&'
                | b'{'
                | b'}'
                | b'$'
        )
}

/// The name at `at`, without the dots that end a sentence or a range.
fn name_at(cx: &Cx<'_>, at: usize) -> Span {
    let span = run(cx, at, 200, is_ref_byte);
    let text = span.of(cx.text);
    let end = text.find("..").unwrap_or(text.len());
    trim_end(cx, Span::new(span.start, span.start + end), b"./!")
}

/// Reports the branch at `at`, if it is one that tells something. Returns where it ends.
pub(super) fn report(cx: &mut Cx<'_>, at: usize) -> usize {
    let span = name_at(cx, at);
    let name = span.of(cx.text);
    let start = ["refs/heads/", "origin/", "upstream/"]
        .iter()
        .find_map(|remote| name.strip_prefix(remote))
        .map_or(span.start, |rest| span.end - rest.len());
    let span = Span::new(start, span.end);
    if is_telling(span.of(cx.text)) {
        let reach = reach_of(span.of(cx.text));
        cx.structural(span, Kind::Branch, Rule::Branch, reach);
    }
    span.end
}

/// A name of one plain word may be an ordinary word elsewhere.
fn reach_of(name: &str) -> Reach {
    if name.bytes().any(|b| matches!(b, b'/' | b'-' | b'_')) {
        Reach::Session
    } else {
        Reach::Here
    }
}

fn is_telling(name: &str) -> bool {
    let hex = name.len() >= 7 && name.bytes().all(|b| b.is_ascii_hexdigit());
    let version = {
        let rest = name.strip_prefix(['v', 'V']).unwrap_or(name);
        let rest = ["release/", "release-", "releases/", "support/"]
            .iter()
            .find_map(|lead| rest.strip_prefix(lead))
            .unwrap_or(rest);
        rest.trim_start_matches('v')
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'x' | b'-'))
    };
    let robot = ["dependabot/", "renovate/", "gh-readonly-queue/"]
        .iter()
        .any(|lead| name.starts_with(lead));
    name.len() >= 3
        && name.bytes().any(|b| b.is_ascii_alphabetic() || b >= 0x80)
        && !name.starts_with(['-', '/', '.', '#', '@', '%', '='])
        && !hex
        && !version
        && !robot
        && !contains(GENERIC, name)
}

/// `On branch x`, `branch 'x'`, `branch: x`, `"gitBranch":"x"`, `BRANCH=x`, `[new branch] x -> x`.
fn word(cx: &mut Cx<'_>, at: usize) {
    let mut from = at + "branch".len();
    if cx.at(from, b"]") {
        return new_branch(cx, from + 1);
    }
    if cx.at(from, b"Name")
        || cx.at(from, b"_name")
        || cx.at(from, b"-name")
        || cx.at(from, b"_NAME")
    {
        from += 4 + usize::from(cx.byte(from) != b'N');
    }
    let before = cx.bytes[at.saturating_sub(16)..at].to_ascii_lowercase();
    let said = [
        &b"on "[..],
        b"deleted ",
        b"new ",
        b"to ",
        b"renamed ",
        b"current ",
        b"remote ",
    ];
    match cx.byte(from) {
        b'"' | b'\'' => json_value(cx, from + 1),
        b'=' => unquoted(cx, from + 1),
        b':' => unquoted(cx, from + 1),
        b' ' if matches!(cx.byte(from + 1), b'\'' | b'"' | b'`') => {
            report(cx, from + 2);
        }
        b' ' if cx.at(from + 1, b"refs/") => {}
        b' ' if said.iter().any(|said| before.ends_with(said)) => after_word(cx, from + 1),
        _ => {}
    }
}

/// Behind a spoken `On branch`: the name ends the line or stands before a parenthesis.
fn after_word(cx: &mut Cx<'_>, at: usize) {
    let span = name_at(cx, at);
    let rest = run(cx, span.end, 4, |b| matches!(b, b' ' | b'.' | b'\r' | b','));
    let after = cx.byte(rest.end);
    let ends = matches!(
        after,
        0 | b'\n' | b'(' | b'\\' | b'"' | b'<' | b'`' | b'\'' | b')'
    );
    let shaped = span
        .of(cx.text)
        .bytes()
        .any(|b| matches!(b, b'/' | b'-' | b'_'));
    if ends || (shaped && matches!(cx.byte(span.end), b' ' | b'.' | b',')) {
        report(cx, at);
    }
}

/// `" : "x"`
fn json_value(cx: &mut Cx<'_>, at: usize) {
    let colon = run(cx, at, 2, |b| b == b' ').end;
    if cx.byte(colon) != b':' {
        return;
    }
    let quote = run(cx, colon + 1, 2, |b| b == b' ').end;
    if matches!(cx.byte(quote), b'"' | b'\'') {
        report(cx, quote + 1);
    } else if cx.at(quote, b"\\\"") {
        report(cx, quote + 2);
    }
}

/// A value that ends its line, or is quoted.
fn unquoted(cx: &mut Cx<'_>, at: usize) {
    let from = run(cx, at, 4, |b| {
        matches!(b, b' ' | b'\t' | b'"' | b'\'' | b'`' | b'*')
    })
    .end;
    let span = name_at(cx, from);
    let after = cx.byte(run(cx, span.end, 4, |b| matches!(b, b' ' | b'\r')).end);
    let opened = matches!(cx.before(from), b'"' | b'\'' | b'`');
    let quoted = matches!(cx.byte(span.end), b'"' | b'\'' | b'`' | b',');
    // `branch: Block,` and `branch: self.branch.clone()` are code.
    let name = span.of(cx.text).as_bytes();
    let shaped = name.iter().any(|b| matches!(b, b'/' | b'-'));
    if !opened && !shaped && matches!(cx.byte(span.end), b',' | b'<' | b'(') {
        return;
    }
    if quoted || matches!(after, 0 | b'\n' | b'\\' | b'<' | b'(') {
        report(cx, from);
    }
}

/// ` * [new branch]      x -> origin/x`
fn new_branch(cx: &mut Cx<'_>, at: usize) {
    let from = run(cx, at, 40, |b| b == b' ').end;
    let end = report(cx, from);
    let arrow = run(cx, end, 40, |b| b == b' ').end;
    if cx.at(arrow, b"-> ") {
        report(cx, arrow + 3);
    }
}

/// `refs/heads/x`, `refs/remotes/origin/x`
fn reference(cx: &mut Cx<'_>, at: usize) {
    let from = at + "refs/".len();
    if cx.at(from, b"heads/") {
        report(cx, from + "heads/".len());
    } else if cx.at(from, b"remotes/") {
        let remote = from + "remotes/".len();
        let name = run(cx, remote, 64, |b| is_ref_byte(b) && b != b'/');
        if cx.byte(name.end) == b'/' {
            report(cx, name.end + 1);
        }
    }
}

/// `(HEAD -> x, origin/y, tag: v1)`
fn decoration(cx: &mut Cx<'_>, at: usize) {
    let mut from = at + "HEAD".len();
    if !cx.at(from, b" -> ") {
        return;
    }
    from += " -> ".len();
    for _ in 0..32 {
        let end = if cx.at(from, b"tag: ") {
            name_at(cx, from + "tag: ".len()).end
        } else {
            report(cx, from)
        };
        if !cx.at(end, b", ") {
            return;
        }
        from = end + 2;
    }
}

/// `origin/x`
fn remote(cx: &mut Cx<'_>, at: usize) {
    let before = cx.before(at);
    // `## x...origin/x [ahead 1]`
    if cx.ends_at(at, b"...") {
        let start = cx.line_start(at);
        if cx.at(start, b"## ") {
            report(cx, start + 3);
            report(cx, at);
        }
        return;
    }
    if before.is_ascii_alphanumeric() || matches!(before, b'/' | b'-' | b'_' | b'.' | b'\\') {
        return;
    }
    report(cx, at);
    let end = name_at(cx, at).end;
    // `(origin/x, x)`: the decoration goes on.
    if before == b'('
        && cx.at(end, b", ")
        && !cx.at(end + 2, b"tag: ")
        && cx.byte(name_at(cx, end + 2).end) == b')'
    {
        report(cx, end + 2);
    }
}

/// `"headRefName":"x"`, also escaped once more.
fn field(cx: &mut Cx<'_>, at: usize) {
    let mut from = at + "headRefName".len();
    from = run(cx, from, 4, |b| matches!(b, b'\\' | b'"')).end;
    if cx.byte(from) == b':' {
        from = run(cx, from + 1, 4, |b| matches!(b, b' ' | b'\\' | b'"')).end;
        report(cx, from);
    }
}

/// `Already on 'x'`
fn quoted_last(cx: &mut Cx<'_>, at: usize) {
    report(cx, at + "Already on '".len());
}

/// `git checkout -b x`, `git push -u origin x`, `git:(x)`, and the list that `git branch` prints.
/// `checkout: moving from main to x` of a reflog.
fn moved(cx: &mut Cx<'_>, at: usize) {
    let end = report(cx, at + "moving from ".len());
    if cx.at(end, b" to ") {
        report(cx, end + 4);
    }
}

/// `~/quarry (feature/x*)` of a prompt or a status line, `## feature/x` of a status, `[feature/x 1a2b3c4] subject`
/// of a commit, `* feature/x` of a list.
fn shown(cx: &mut Cx<'_>, at: usize) {
    let end = name_at(cx, at).end;
    let line = cx.line_start(at);
    let alone = matches!(cx.byte(end), 0 | b'\n' | b'\r');
    let hash = run(cx, end + 1, 16, |b| b.is_ascii_hexdigit());
    let lead = cx.bytes.get(line..at).unwrap_or_default();
    let told = match cx.before(at) {
        b'(' => cx.at(end, b"*)") || cx.byte(end) == b')' && lead.contains(&b'/'),
        b'[' if cx.byte(end) == b']' => follows_hash(cx, at - 1),
        b'[' => cx.byte(end) == b' ' && hash.len() >= 7 && cx.byte(hash.end) == b']',
        b' ' => alone && matches!(lead, b"## " | b"* "),
        _ => false,
    };
    if told {
        report(cx, at);
    }
}

/// `/home/aquill/api  1a2b3c4 [feature/x]` of a list of worktrees.
fn follows_hash(cx: &Cx<'_>, at: usize) -> bool {
    let hash = run_back(cx, at.saturating_sub(1), 41, |b| b.is_ascii_hexdigit());
    cx.before(at) == b' ' && hash.len() >= 7 && cx.before(hash.start) == b' '
}

/// A line of a list of worktrees: the branch in brackets at its end.
pub(super) fn worktree(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    if let Some(open) = text.rfind('[').filter(|_| text.ends_with(']')) {
        let at = line.start + open;
        if follows_hash(cx, at) {
            report(cx, at + 1);
        }
    }
}

fn git(cx: &mut Cx<'_>, at: usize) {
    if cx.at(at + 3, b":(") {
        report(cx, at + 5);
        return;
    }
    if cx.byte(at + 3) != b' ' {
        return;
    }
    let mut words = Words {
        at: at + 4,
        ended: false,
    };
    let Some(command) = words.next(cx) else {
        return;
    };
    match command.of(cx.text) {
        "checkout" | "switch" | "merge" | "rebase" => first_name(cx, words),
        "push" | "pull" | "fetch" => after_remote(cx, words),
        "branch" => branch_command(cx, words),
        _ => {}
    }
}

/// The words of a command, up to an operator or the end of the line.
#[derive(Clone, Copy)]
struct Words {
    at: usize,
    /// The command stands in quotes, and they were closed: `"git push" learned a new option`.
    ended: bool,
}

impl Words {
    fn next(&mut self, cx: &Cx<'_>) -> Option<Span> {
        let quote = |at| matches!(cx.byte(at), b'"' | b'\'');
        let from = run(cx, self.at, 16, |b| b == b' ').end;
        let opened = quote(from);
        let from = from + usize::from(opened);
        let span = run(cx, from, 200, |b| is_ref_byte(b) || b == b':');
        let stop = self.ended || span.is_empty() || cx.byte(from) == b'#';
        let closed = quote(span.end);
        self.ended |= closed && !opened;
        self.at = span.end + usize::from(closed);
        (!stop).then_some(span)
    }
}

/// The first word that is no option; words that look like files or prose are not taken.
fn first_name(cx: &mut Cx<'_>, mut words: Words) {
    let mut created = false;
    for _ in 0..8 {
        let Some(word) = words.next(cx) else { return };
        let text = word.of(cx.text);
        if text == "--" {
            return;
        }
        if text.starts_with('-') {
            created |= matches!(text, "-b" | "-B" | "-c" | "-C" | "--track");
            continue;
        }
        let file = !created && is_file(text);
        let last = matches!(
            cx.byte(words.at),
            0 | b'\n' | b'`' | b'"' | b'\\' | b')' | b';'
        ) || cx.at(words.at, b" &")
            || cx.at(words.at, b" |")
            || cx.at(words.at, b" 2>")
            || cx.at(words.at, b" -")
            || cx.at(words.at, b" origin/")
            || cx.at(words.at, b" main");
        let shaped = text.bytes().any(|b| matches!(b, b'/' | b'-' | b'_'));
        if !file && (created || last || shaped) {
            report(cx, word.start);
        }
        return;
    }
}

/// Whether the word ends like the name of a file.
fn is_file(word: &str) -> bool {
    let last = word.rsplit('/').next().unwrap_or(word);
    last.rsplit_once('.').is_some_and(|(_, extension)| {
        (1..=4).contains(&extension.len()) && extension.bytes().all(|b| b.is_ascii_lowercase())
    })
}

/// The name behind the remote: `push -u origin x`, `push origin x:y`.
fn after_remote(cx: &mut Cx<'_>, mut words: Words) {
    let mut remote = false;
    for _ in 0..8 {
        let Some(word) = words.next(cx) else { return };
        let text = word.of(cx.text);
        if text.starts_with('-') {
            continue;
        }
        if !remote {
            let plain = text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
            if !plain {
                return;
            }
            remote = true;
            continue;
        }
        let from = word.start + usize::from(text.starts_with('+'));
        let end = report(cx, from);
        if cx.byte(end) == b':' {
            report(cx, end + 1);
        }
        return;
    }
}

/// `git branch -d x`, or the list below the command.
fn branch_command(cx: &mut Cx<'_>, mut words: Words) {
    let before = words;
    while let Some(word) = words.next(cx) {
        if !word.of(cx.text).starts_with('-') {
            return first_name(cx, before);
        }
    }
    let end = cx.line_end(words.at);
    if cx.bytes[words.at..end].trim_ascii().is_empty() || cx.byte(words.at) == b'`' {
        listed(cx, end + 1);
    }
}

/// Lines `* x`, `  y`, `  remotes/origin/z`; or one line with the name alone.
fn listed(cx: &mut Cx<'_>, at: usize) {
    let mut from = at;
    for line in 0..200 {
        if from >= cx.bytes.len() {
            return;
        }
        let end = cx.line_end(from);
        let marked = cx.at(from, b"* ") || cx.at(from, b"  ") || cx.at(from, b"+ ");
        let alone = line == 0 && !marked && !cx.bytes[from..end].contains(&b' ');
        if !marked && !alone {
            return;
        }
        let mut name = from + if marked { 2 } else { 0 };
        if cx.at(name, b"remotes/") {
            name += "remotes/".len();
        }
        report(cx, name);
        if end - at > 8192 || alone {
            return;
        }
        from = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::Branch;
    use crate::testing::found;

    #[test]
    fn branches_where_tools_print_them() {
        for (text, branch) in [
            ("On branch feature/loom-sale\n", "feature/loom-sale"),
            ("branch refs/heads/feature/loom-sale\n", "feature/loom-sale"),
            ("(HEAD -> loom-sale, origin/main)", "loom-sale"),
            ("(HEAD -> main, origin/loom-sale)", "loom-sale"),
            ("$ git checkout -b loom-sale", "loom-sale"),
            ("`git switch loom-sale`", "loom-sale"),
            ("git push -u origin loom-sale", "loom-sale"),
            ("git push origin HEAD:loom-sale", "loom-sale"),
            ("branch 'loom-sale' set up to track", "loom-sale"),
            ("Switched to a new branch 'loom-sale'", "loom-sale"),
            (
                "Your branch is up to date with 'origin/loom-sale'.",
                "loom-sale",
            ),
            ("Deleted branch loom-sale (was 1a2b3c4).", "loom-sale"),
            (r#"{"headRefName":"loom-sale","n":1}"#, "loom-sale"),
            (r#"{"gitBranch":"loom-sale"}"#, "loom-sale"),
            ("Current branch: loom-sale\n", "loom-sale"),
            (" * [new branch]      loom-sale -> loom-sale", "loom-sale"),
            ("➜  x git:(loom-sale) ✗", "loom-sale"),
            ("$ git branch\n* main\n  loom-sale\n", "loom-sale"),
            ("$ git branch --show-current\nloom-sale\n", "loom-sale"),
            ("Merge branch 'loom-sale' into main", "loom-sale"),
            ("GIT_BRANCH=loom-sale\n", "loom-sale"),
        ] {
            let branches: Vec<_> = found(text).into_iter().map(|(part, _)| part).collect();
            assert!(
                branches.iter().all(|part| part == branch),
                "{text}: {branches:?}"
            );
            assert!(!branches.is_empty(), "{text}");
        }
        assert!(found("HEAD -> x1y, y-2)").contains(&("y-2".to_owned(), Branch)));
    }

    #[test]
    fn other_words_are_no_branches() {
        for text in [
            "On branch main\n",
            "git checkout master",
            "git checkout src/main.rs.bak 1a2b3c4",
            "git checkout -- file.txt",
            "git push origin main",
            "git branch",
            "the \"git push\" option learned to wait",
            "'git fetch --all' now avoids what-it-knew",
            "git push https://example.com/x.git",
            "a branch of the tree",
            "branch: this is prose about trees",
            "the origin/main ref",
            "same-origin/policy",
            "refs/heads/main refs/tags/v1.0",
            "(HEAD -> master, tag: v0.16.0, tag: latest)",
            "git merge the two lists",
            "HEAD is now at 1a2b3c4d fix",
            "if branch == 1",
            "branch=$BRANCH",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
