//! Organisations: the owners of private remotes.

use super::{host, is_public_owner, name, user, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("git@", scp),
    Anchor::exact("github.com/", web),
    Anchor::exact("gitlab.com/", web),
    Anchor::exact("bitbucket.org/", web),
    Anchor::exact("repo ", flag),
    Anchor::exact("repo=", flag),
    Anchor::exact("nameWithOwner", field),
    Anchor::exact("GITHUB_REPOSITORY", field),
    Anchor::exact("github.repository", field),
    Anchor::exact("homebrew-", tap),
    Anchor::exact("Merge pull request #", merge),
    Anchor::exact("module ", module),
    Anchor::exact("package ", package),
];

/// What documentation writes for an owner.
const PLACEHOLDERS: [&str; 8] = [
    "acme",
    "company",
    "my-org",
    "myorg",
    "org",
    "organization",
    "orgname",
    "repo",
];

/// `git@host:owner/repo`: who clones like that has a key. A dependency (`git+ssh://`) is public mostly.
fn scp(cx: &mut Cx<'_>, at: usize) {
    let host = words::run(cx, at + 4, 128, |b| {
        b.is_ascii_alphanumeric() || b"-.".contains(&b)
    });
    if !host.is_empty() && cx.byte(host.end) == b':' && cx.before(at) != b'/' {
        owner(cx, host.end + 1);
    }
}

/// `https://github.com/owner/repo` where git prints or takes a remote: other links are to anybody's projects.
fn web(cx: &mut Cx<'_>, at: usize) {
    let start = cx.line_start(at).max(at.saturating_sub(160));
    let lead = cx.bytes[start..at].trim_ascii_start();
    let remote = [
        &b"origin\t"[..],
        b"origin ",
        b"url = ",
        b"To https",
        b"remote.origin.url",
        // What `gh` shows of the repository at hand, and `go` of the module.
        b"url:\t",
        b"ok  \t",
        b"FAIL\t",
        b"?   \t",
        b"module ",
    ];
    let variable = [&b"-X "[..], b"-X '", b"-X=", b"-coverpkg="];
    let linked = variable.iter().any(|flag| cx.ends_at(at, flag));
    let adds = lead
        .windows(11)
        .any(|part| part == b"remote add " || part == b"remote set-");
    if adds || linked || remote.iter().any(|word| lead.starts_with(word)) {
        let name = words::run(cx, at, 16, |b| b != b'/');
        owner(cx, name.end + 1);
    }
}

/// `--repo owner/repo`.
fn flag(cx: &mut Cx<'_>, at: usize) {
    if cx.ends_at(at, b"--") {
        owner(cx, at + 5);
    }
}

/// `"nameWithOwner":"owner/repo"`, `GITHUB_REPOSITORY=owner/repo`.
fn field(cx: &mut Cx<'_>, at: usize) {
    let key = words::run(cx, at, 24, |b| {
        b.is_ascii_alphabetic() || matches!(b, b'_' | b'.')
    });
    let from = words::run(cx, key.end, 6, |b| b"\\\": =".contains(&b)).end;
    if from > key.end {
        owner(cx, from);
    }
}

/// `owner/homebrew-tap`: who has one publishes there.
fn tap(cx: &mut Cx<'_>, at: usize) {
    let name = words::run_back(cx, at.saturating_sub(1), 64, |b| {
        b.is_ascii_alphanumeric() || b == b'-'
    });
    if cx.before(at) == b'/' && !matches!(cx.before(name.start), b'/' | b'.' | b'_' | b']') {
        owner(cx, name.start);
    }
}

/// `Merge pull request #7 from owner/branch`.
fn merge(cx: &mut Cx<'_>, at: usize) {
    let number = words::run(cx, at + 20, 10, |b| b.is_ascii_digit());
    if !cx.at(number.end, b" from ") {
        return;
    }
    let span = words::run(cx, number.end + 6, 64, |b| {
        b.is_ascii_alphanumeric() || b == b'-'
    });
    if cx.byte(span.end) == b'/' && is_private(span.of(cx.text)) {
        cx.structural(span, Kind::User, Rule::User, Reach::Session);
    }
}

/// `module git.quarry.example/team/api` of a go.mod.
fn module(cx: &mut Cx<'_>, at: usize) {
    let host = words::run(cx, at + 7, 128, |b| {
        b.is_ascii_alphanumeric() || b"-.".contains(&b)
    });
    let dotted = host.of(cx.text).contains('.') && cx.byte(host.end) == b'/';
    if matches!(cx.before(at), 0 | b'\n') && dotted {
        host::named(cx, host);
    }
}

/// `package com.quarry.billing;`: the label behind the top-level domain.
fn package(cx: &mut Cx<'_>, at: usize) {
    let top = words::run(cx, at + 8, 4, |b| b.is_ascii_lowercase());
    let known = [
        "com", "org", "net", "io", "de", "fr", "nl", "uk", "eu", "co", "ai", "dev",
    ];
    if !matches!(cx.before(at), 0 | b'\n')
        || cx.byte(top.end) != b'.'
        || !known.contains(&top.of(cx.text))
    {
        return;
    }
    let label = words::run(cx, top.end + 1, 40, |b| {
        b.is_ascii_alphanumeric() || b == b'_'
    });
    let text = label.of(cx.text);
    if matches!(cx.byte(label.end), b'.' | b';' | b'\n')
        && name::slug_stem(text) == Some(text)
        && !is_public_label(text)
    {
        cx.structural(label, Kind::Org, Rule::Org, Reach::Session);
    }
}

/// Domains of public packages of Java.
fn is_public_label(label: &str) -> bool {
    const LABELS: [&str; 24] = [
        "amazonaws",
        "apache",
        "baeldung",
        "bouncycastle",
        "eclipse",
        "example",
        "facebook",
        "fasterxml",
        "github",
        "google",
        "gradle",
        "hibernate",
        "ibm",
        "jetbrains",
        "junit",
        "microsoft",
        "mycompany",
        "netflix",
        "oracle",
        "quarkus",
        "springframework",
        "squareup",
        "sun",
        "twitter",
    ];
    LABELS.contains(&label)
}

/// `@owner`, `@owner/team` on a line of a CODEOWNERS file: a pattern, then owners only.
pub(super) fn mention(cx: &mut Cx<'_>, at: usize) {
    let start = cx.line_start(at);
    if !matches!(cx.byte(start), b'*' | b'/' | b'.' | b'a'..=b'z' | b'A'..=b'Z') || at > start + 400
    {
        return;
    }
    let line = &cx.bytes[start..cx.line_end(at)];
    let mut parts = line
        .split(|b| matches!(b, b' ' | b'\t'))
        .filter(|part| !part.is_empty());
    let pattern = parts.next().unwrap_or_default();
    let glob = pattern.iter().any(|b| matches!(b, b'*' | b'/' | b'.')) && !pattern.contains(&b'@');
    if !glob
        || !parts.all(|part| part.contains(&b'@') || part.starts_with(b"#") || part.contains(&b'['))
    {
        return;
    }
    let login = words::run(cx, at + 1, 40, |b| b.is_ascii_alphanumeric() || b == b'-');
    let text = login.of(cx.text);
    if cx.byte(login.end) == b'/' {
        owner(cx, login.start);
    } else if name::is_login(&text.to_ascii_lowercase()) {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
}

fn owner(cx: &mut Cx<'_>, at: usize) {
    let span = words::run(cx, at, 64, |b| {
        b.is_ascii_alphanumeric() || b"-_.".contains(&b)
    });
    let name = span.of(cx.text);
    let repo = cx.byte(span.end) == b'/' && cx.byte(span.end + 1).is_ascii_alphanumeric();
    if repo && is_private(name) {
        cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
    }
}

fn is_private(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    user::is_telling(name)
        && !is_public_owner(&lower)
        && !PLACEHOLDERS.contains(&lower.as_str())
        && !lower.starts_with("your")
        && !lower.starts_with("example")
}

#[cfg(test)]
mod tests {
    use crate::Kind::Org;
    use crate::testing::parts_of as of;

    #[test]
    fn owners_of_remotes() {
        for text in [
            "git clone git@github.com:brightloom/api.git",
            "git@gitlab.brightloom.io:brightloom/api.git",
            "origin\thttps://github.com/brightloom/api.git (fetch)",
            "\turl = https://github.com/brightloom/api",
            "git remote add origin https://github.com/brightloom/api",
            "url:\thttps://github.com/brightloom/api/pull/7",
            "ok  \tgithub.com/brightloom/api/pkg\t0.5s",
            "-ldflags \"-X github.com/brightloom/api/pkg.Key=x\"",
            "gh issue view 7 --repo brightloom/api",
            "write access to `brightloom/homebrew-tap`",
            "{\"nameWithOwner\":\"brightloom/api\"}",
            "module github.com/brightloom/api\n",
            "package com.brightloom.billing;",
            "* @brightloom/team\n",
        ] {
            assert_eq!(of(Org, text), ["brightloom"], "{text}");
        }
    }

    #[test]
    fn public_owners_and_links_stay() {
        for text in [
            "origin\thttps://github.com/rust-lang/rust.git (fetch)",
            "git@github.com:Microsoft/vscode.git",
            "git@github.com:your-org/app.git",
            "see https://github.com/brightloom/api",
            "git+ssh://git@github.com/brightloom/api.git",
            "git@",
            "git@github.com:",
        ] {
            assert_eq!(of(Org, text), Vec::<String>::new(), "{text}");
        }
    }
}
