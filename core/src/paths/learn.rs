//! Roots that a transcript tells of itself: working directories, `pwd`, worktrees, prompts, `cd`.

use super::{spelling, start, text};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

/// Words before a directory that somebody works in.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("cwd", field),
    Anchor::word("workdir", field),
    Anchor::word("pwd", field),
    Anchor::word("working directory", field),
    Anchor::word("working_directory", field),
    Anchor::word("workingDirectory", field),
    Anchor::word("workspace root", field),
    Anchor::word("workspaceRoot", field),
    Anchor::word("workspaceFolder", field),
    Anchor::word("workspace_root", field),
    Anchor::word("project root", field),
    Anchor::word("projectRoot", field),
    Anchor::word("project_root", field),
    Anchor::word("project_path", field),
    Anchor::word("rootPath", field),
    Anchor::word("repo_root", field),
    Anchor::word("repoRoot", field),
    Anchor::exact("worktree /", worktree),
    Anchor::exact("show-toplevel", printed),
    Anchor::exact("pwd", printed),
    Anchor::exact("cd ", changed),
];

/// First components below which nobody's work lies.
const SYSTEM: [&str; 21] = [
    "bin",
    "boot",
    "dev",
    "etc",
    "lib",
    "lib32",
    "lib64",
    "lost+found",
    "nix",
    "proc",
    "run",
    "sbin",
    "snap",
    "sys",
    "tmp",
    "usr",
    "var",
    "library",
    "system",
    "applications",
    "opt",
];
/// The same on Windows.
const WINDOWS: [&str; 5] = [
    "windows",
    "program files",
    "program files (x86)",
    "programdata",
    "temp",
];

/// Directories that hold the parts of a project, not projects.
const PARTS: [&str; 24] = [
    "src",
    "lib",
    "libs",
    "pkg",
    "cmd",
    "internal",
    "app",
    "apps",
    "test",
    "tests",
    "packages",
    "crates",
    "components",
    "docs",
    "scripts",
    "build",
    "dist",
    "target",
    "node_modules",
    "public",
    "bin",
    "include",
    ".git",
    ".github",
];

/// `cwd: /x`, `"cwd":"/x"`, `<cwd>/x</cwd>`, `PWD=/x`, `Working directory: /x`.
fn field(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at).min(at + 40);
    let Some(sign) = cx.bytes[at..end]
        .iter()
        .position(|b| matches!(b, b':' | b'=' | b'>'))
    else {
        return;
    };
    let name = &cx.bytes[at..at + sign];
    let odd = |&b: &u8| {
        !(b.is_ascii_alphanumeric()
            || matches!(b, b'_' | b'-' | b' ' | b'"' | b'\'' | b'\\' | b'*' | b'`'))
    };
    if name.iter().any(odd) {
        return;
    }
    let from = at + sign + 1;
    let gap = cx.bytes[from..end.max(from)]
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b'*'))
        .count();
    // A server's two backslashes belong to the path.
    let gap = cx.bytes[from..from + gap]
        .iter()
        .position(|&b| b == b'\\')
        .map_or(gap, |slash| {
            if cx.byte(from + slash + 1) == b'"' {
                gap
            } else {
                slash
            }
        });
    let quoted = cx.bytes[from..from + gap]
        .iter()
        .any(|b| matches!(b, b'"' | b'\'' | b'`'));
    learn(cx, from + gap, !quoted, false);
}

/// A line of `git worktree list --porcelain`.
fn worktree(cx: &mut Cx<'_>, at: usize) {
    if at == 0 || cx.before(at) == b'\n' || cx.ends_at(at, b"\\n") {
        learn(cx, at + "worktree ".len(), true, false);
    }
}

/// The line below a command that prints a directory.
fn printed(cx: &mut Cx<'_>, at: usize) {
    let word = cx.bytes[at..]
        .iter()
        .take_while(|b| b.is_ascii_alphabetic() || **b == b'-')
        .count();
    let end = cx.line_end(at);
    let rest = &cx.bytes[at + word..end];
    if rest
        .iter()
        .all(|b| matches!(b, b' ' | b'\r' | b'`' | b'"' | b'\'' | b')'))
        && end < cx.bytes.len()
    {
        let fence = cx.bytes[end..]
            .iter()
            .take(16)
            .take_while(|b| matches!(b, b'\n' | b'`'))
            .count();
        let fence = fence
            + cx.bytes[end + fence..]
                .iter()
                .take(8)
                .take_while(|_| fence > 2)
                .take_while(|b| b.is_ascii_alphabetic())
                .count();
        let from = end + fence + usize::from(fence > 1 && cx.byte(end + fence) == b'\n');
        learn(cx, from, true, false);
    }
}

/// `cd /x && make`: weaker, since people also change into parts of a project.
fn changed(cx: &mut Cx<'_>, at: usize) {
    let before = cx.before(at);
    let command = matches!(
        before,
        0 | b'\n' | b' ' | b'`' | b'"' | b'\'' | b'(' | b';' | b'&' | b'$'
    ) || cx.ends_at(at, b"\\n");
    if !command {
        return;
    }
    let from = at + "cd ".len();
    let from = from + usize::from(matches!(cx.byte(from), b'"' | b'\''));
    learn(cx, from, false, true);
}

/// Reports the directory at `at` as a root, if it can be one. With `to_line_end` the path may have spaces.
fn learn(cx: &mut Cx<'_>, at: usize, to_line_end: bool, weak: bool) {
    if at >= cx.bytes.len() || !cx.text.is_char_boundary(at) {
        return;
    }
    let quote = cx.before(at);
    let quoted = matches!(quote, b'"' | b'\'' | b'`');
    let end = end_of(cx, at, quote, to_line_end || quoted);
    let span = Span::new(at, end);
    let raw = span.of(cx.text);
    if raw.len() < 3 || !spelling::is_path(raw) || raw.contains("://") {
        return;
    }
    let canonical = spelling::canonical(raw, cx.facts.home());
    let canonical = if weak {
        without_parts(&canonical)
    } else {
        canonical.as_str()
    };
    let Some(span) = shortened(cx, span, canonical.len()) else {
        return;
    };
    if is_workplace(canonical)
        && !cx.facts.is_inside_root(canonical)
        && !cx.facts.is_above_root(canonical)
        && !(weak && is_container(canonical))
    {
        cx.structural(span, Kind::RepoRoot, Rule::Root, Reach::Session);
        owner(cx, span);
    }
}

/// End of the path at `at`.
fn end_of(cx: &Cx<'_>, at: usize, quote: u8, spaces: bool) -> usize {
    let line = cx.line_end(at);
    let quoted = matches!(quote, b'"' | b'\'' | b'`');
    let posix = matches!(cx.byte(at), b'/' | b'~');
    let mut end = at;
    while end < line {
        let byte = cx.byte(end);
        let next = cx.byte(end + 1);
        let stop = match byte {
            b'<' | b'>' | b'|' | b'"' | b'`' | b'*' | b'?' | 0..=0x1f => true,
            b'\'' => quoted && quote == b'\'',
            b' ' => {
                !spaces
                    || [&b" && "[..], b" ; ", b"  "].iter().any(|s| cx.at(end, s))
                    || cx.at(end, b" (") && quote != b'>'
            }
            b';' | b',' | b'{' | b'}' | b')' | b'(' | b'[' | b']' | b'$' | b'&' => !spaces,
            b'\\' if next == b' ' => {
                end += 1;
                false
            }
            b'\\' => posix || next == b'"',
            _ => false,
        };
        if stop {
            break;
        }
        end += 1;
    }
    while end > at
        && matches!(
            cx.before(end),
            b' ' | b'/' | b'.' | b',' | b':' | b'\\' | b'\r'
        )
    {
        end -= 1;
    }
    while !cx.text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// The part of the span whose identity is `len` bytes long.
fn shortened(cx: &Cx<'_>, span: Span, len: usize) -> Option<Span> {
    let raw = span.of(cx.text).as_bytes();
    let read = spelling::read(raw, 0, usize::MAX, cx.facts.home(), true)?;
    let end = span.start + read.end(len).min(raw.len());
    let end = if len >= read.canonical.len() {
        span.end
    } else {
        end
    };
    (end > span.start).then_some(Span::new(span.start, end))
}

/// The path up to the first directory that only projects have, at least two below the home.
fn without_parts(canonical: &str) -> &str {
    let from = super::homes::at_start(canonical.as_bytes()).map_or(0, |home| home.len);
    let mut at = from;
    for (depth, component) in canonical[from..].split('/').enumerate() {
        if depth > 2 && PARTS.contains(&component) {
            return &canonical[..at - 1];
        }
        at += component.len() + 1;
    }
    canonical
}

/// Whether a directory can be where somebody works: below a home, or two below a root that is no system's.
fn is_workplace(canonical: &str) -> bool {
    if let Some(home) = super::homes::at_start(canonical.as_bytes()) {
        return canonical.len() > home.len;
    }
    let (rest, system): (&str, &[&str]) = match canonical.as_bytes() {
        [b'~', b'/', _, ..] => return true,
        [_, b':', ..] => (&canonical[2..], &WINDOWS),
        _ => (canonical, &SYSTEM),
    };
    let mut components = rest.split('/').filter(|component| !component.is_empty());
    let Some(first) = components.next() else {
        return false;
    };
    let first = first.to_ascii_lowercase();
    !system.contains(&first.as_str())
        && !matches!(
            first.as_str(),
            "home" | "users" | "root" | "volumes" | "mnt" | "media"
        )
        && components.next().is_some()
}

/// Whether the directory right below a home is one that collects projects.
fn is_container(canonical: &str) -> bool {
    let home = super::homes::at_start(canonical.as_bytes()).map_or(0, |home| home.len);
    let below = canonical[home..].trim_start_matches(['~', '/']);
    super::folders::is_generic(below)
}

/// Directories between a home and a root often bear the name of an organisation.
fn owner(cx: &mut Cx<'_>, root: Span) {
    let raw = root.of(cx.text).as_bytes();
    let Some(read) = spelling::read(raw, 0, usize::MAX, cx.facts.home(), true) else {
        return;
    };
    let from = match super::homes::at_start(&read.canonical) {
        Some(home) => home.len,
        None if read.from_home => 1,
        None => return,
    };
    let mut at = from + 1;
    let rest = read.canonical.get(at..).unwrap_or_default();
    let components: Vec<_> = rest.split(|&b| b == b'/').collect();
    let between = components.len().saturating_sub(1);
    for component in &components[..between] {
        let span = Span::new(
            root.start + read.end(at),
            root.start + read.end(at + component.len()),
        );
        if super::folders::names_somebody(span.of(cx.text)) {
            cx.imply(span, Kind::Org, Rule::PrivateDir);
        }
        at += component.len() + 1;
    }
}

/// Directories below a home that collect what somebody works on, often by customer.
#[rustfmt::skip]
const COLLECTORS: &[&str] = &[
    "bitbucket", "bitbucket.org", "clients", "code", "companies", "company", "consulting", "customers", "dev",
    "develop", "development", "freelance", "git", "github", "github.com", "gitlab", "gitlab.com", "go", "job",
    "jobs", "orgs", "project", "projects", "repo", "repos", "repositories", "source", "sources", "src", "work",
    "workspace", "workspaces",
];

/// A directory between a collection below the home that ends at `at` and a project bears its owner's name:
/// `/work/quarry/api`, `\source\repos\Quarry.Billing`.
pub(super) fn owner_below(cx: &mut Cx<'_>, at: usize) {
    let (mut at, mut depth) = (at, 0);
    loop {
        let component = component_behind(cx, at);
        let name = component.of(cx.text);
        at = component.end;
        let lower = name.to_ascii_lowercase();
        if depth < 4 && COLLECTORS.contains(&lower.as_str()) {
            depth += 1;
            continue;
        }
        if depth == 0 {
            return;
        }
        let part = Span::new(
            component.start,
            component.start + name.find('.').unwrap_or(0),
        );
        let dotted =
            depth > 1 && name[part.len()..].starts_with('.') && is_title(&name[part.len() + 1..]);
        let project = component_behind(cx, at).of(cx.text);
        if dotted && is_title(part.of(cx.text)) && super::folders::names_somebody(part.of(cx.text))
        {
            cx.imply(part, Kind::Org, Rule::PrivateDir);
        } else if project.len() > 2
            && !PARTS.contains(&project)
            && super::folders::names_somebody(project)
            && super::folders::names_somebody(name)
        {
            cx.imply(component, Kind::Org, Rule::PrivateDir);
        }
        return;
    }
}

fn is_title(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// The component behind the separators at `at`; empty if there are none.
fn component_behind(cx: &Cx<'_>, at: usize) -> Span {
    let separators = cx.bytes[at.min(cx.bytes.len())..]
        .iter()
        .take(4)
        .take_while(|b| matches!(b, b'/' | b'\\'))
        .count();
    let from = at + separators;
    let len = cx.bytes[from.min(cx.bytes.len())..]
        .iter()
        .take(48)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.') || **b >= 0x80)
        .count();
    let end = cx
        .text
        .floor_char_boundary(from + if separators > 0 { len } else { 0 });
    Span::new(from.min(end), end)
}

/// `zoe@box:~/p$`: called for the path behind a prompt's colon.
pub(crate) fn prompt(cx: &mut Cx<'_>, at: usize) {
    let end = at
        + cx.bytes[at..]
            .iter()
            .take(256)
            .take_while(|b| !matches!(b, b'$' | b'#' | b'%' | b'\n' | b' ' | b')'))
            .count();
    if matches!(cx.byte(end), b'$' | b'#' | b'%')
        && text::char_at(cx.text, at).is_some()
        && !start::ends_ansi(cx.bytes, at)
    {
        learn(cx, at, false, false);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Org, RepoRoot};
    use crate::testing::{found, implied};

    #[track_caller]
    fn root(text: &str, want: &str) {
        let roots: Vec<_> = found(text)
            .into_iter()
            .filter(|(_, kind)| *kind == RepoRoot)
            .map(|(part, _)| part)
            .collect();
        assert_eq!(roots, [want], "{text}");
    }

    #[test]
    fn a_transcript_tells_its_root() {
        let dir = "/Users/enzo/brightloom/core";
        root(&format!("<environment_context>\n  <cwd>{dir}</cwd>\n"), dir);
        root(&format!("cwd: {dir}\nnext"), dir);
        root(&format!(r#"{{"cwd":"{dir}","x":1}}"#), dir);
        root(&format!(r#"{{\"workdir\":\"{dir}\"}}"#), dir);
        root(&format!("Working directory: {dir}\n"), dir);
        root(&format!("worktree {dir}\nHEAD 1a2b"), dir);
        root(&format!("$ pwd\n{dir}\n"), dir);
        root(&format!("$ git rev-parse --show-toplevel\n{dir}\n"), dir);
        root(&format!("$ cd {dir} && make"), dir);
        root(&format!("cd {dir}/src/parser && make"), dir);
        root(
            "cwd: /home/enzo/Bright Loom/core api",
            "/home/enzo/Bright Loom/core api",
        );
        root(r"cwd: C:\work\loom", r"C:\work\loom");
        root(r#"{"cwd":"C:\\work\\loom"}"#, r"C:\\work\\loom");
        root("enzo@box-7:~/src/loom$ ls", "~/src/loom");
        root("PWD=/srv/brightloom/api\n", "/srv/brightloom/api");
        root(
            "PWD=/srv/brightloom/api ; USER=root ; COMMAND=/usr/bin/apt",
            "/srv/brightloom/api",
        );
        root(
            "<cwd>/srv/brightloom/api (x86)</cwd>",
            "/srv/brightloom/api (x86)",
        );
    }

    #[test]
    fn systems_and_homes_are_no_roots() {
        for text in [
            "cwd: /\n",
            "cwd: /usr/lib/python3\n",
            "cd /etc && ls",
            "cd /tmp/x",
            "cwd: /app\n",
            "cwd: C:\\Windows\\System32",
            "cwd: relative/dir",
            "cd ..",
            "cwd: process.cwd()",
            "pwd is a command",
            "password: /x/y",
        ] {
            let roots = found(text);
            assert!(roots.iter().all(|(_, kind)| *kind != RepoRoot), "{text}");
        }
        assert_eq!(
            found("cwd: /home/enzo\n"),
            [("/home/enzo".to_owned(), Kind::Home)]
        );
    }

    #[test]
    fn directories_between_a_home_and_a_project_name_their_owner() {
        let orgs = |text: &str| -> Vec<String> {
            let orgs = implied(text).into_iter().filter(|(_, kind)| *kind == Org);
            orgs.map(|(part, _)| part).collect()
        };
        assert_eq!(
            orgs("at /home/enzo/work/brightloom/intake/a.c:3"),
            ["brightloom"]
        );
        assert_eq!(
            orgs(r"C:\Users\enzo\source\repos\Brightloom.Billing> x"),
            ["Brightloom"]
        );
        for text in [
            "/home/enzo/work/brightloom/src/a.c",
            "/home/enzo/work/brightloom/README.md",
            "/home/enzo/brightloom/intake/a.c",
            "/home/enzo/go/src/github.com/rust-lang/rust/x",
            "/home/enzo/Library/Caches/pip/x",
            "/home/enzo/code/",
        ] {
            assert_eq!(orgs(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn directories_above_a_root_name_their_owner() {
        let orgs = |text: &str| {
            let mut orgs: Vec<_> = implied(text)
                .into_iter()
                .filter(|(_, kind)| *kind == Org)
                .map(|(part, _)| part)
                .collect();
            orgs.dedup();
            orgs
        };
        assert_eq!(
            orgs("cwd: /Users/enzo/Source/BrightLoom/core"),
            ["BrightLoom"]
        );
        assert_eq!(orgs("cwd: /home/enzo/src/core"), Vec::<String>::new());
    }
}
