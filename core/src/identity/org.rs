//! Organisations: the owners of private remotes.

use super::{accounts, host, is_public_owner, name, user, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &anchors();

const fn anchors() -> [Anchor; OTHERS.len() + HOSTED.len() + ORG_KEYS.len()] {
    let mut out = [OTHERS[0]; OTHERS.len() + HOSTED.len() + ORG_KEYS.len()];
    let mut at = 0;
    while at < out.len() {
        out[at] = match at {
            _ if at < HOSTED.len() => Anchor::exact(HOSTED[at], hosted),
            _ if at < HOSTED.len() + ORG_KEYS.len() => {
                Anchor::exact(ORG_KEYS[at - HOSTED.len()], whose)
            }
            _ => OTHERS[at - HOSTED.len() - ORG_KEYS.len()],
        };
        at += 1;
    }
    out
}

const OTHERS: &[Anchor] = &[
    Anchor::exact("git@", scp),
    Anchor::exact("github.com/", web),
    Anchor::exact("gitlab.com/", web),
    Anchor::exact("bitbucket.org/", web),
    Anchor::exact("github.com:", printed),
    Anchor::exact("gitlab.com:", printed),
    Anchor::exact("bitbucket.org:", printed),
    Anchor::exact("git+ssh://git@", installed),
    Anchor::exact("CI_PROJECT_PATH", field),
    Anchor::exact("TRAVIS_REPO_SLUG", field),
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

/// Places whose next component is the owner.
#[rustfmt::skip]
const HOSTED: &[&str] = &[
    "dev.azure.com/", "ssh.dev.azure.com:v3/", "ghcr.io/", "registry.gitlab.com/", "npm.pkg.github.com/",
    "maven.pkg.github.com/", "docker.pkg.github.com/", "linear.app/", "buildkite.com/", "sentry.io/organizations/",
    "gcr.io/", "eu.gcr.io/", "us.gcr.io/", "docker.pkg.dev/", "app.circleci.com/pipelines/github/",
    "app.terraform.io/app/", "app.pulumi.com/", "app.snyk.io/org/",
];

/// Fields and variables that hold an owner.
#[rustfmt::skip]
const ORG_KEYS: &[&str] = &[
    "repository_owner", "GITHUB_REPOSITORY_OWNER", "CI_PROJECT_NAMESPACE", "CI_PROJECT_ROOT_NAMESPACE",
    "CIRCLE_PROJECT_USERNAME", "BITBUCKET_WORKSPACE", "BUILDKITE_ORGANIZATION_SLUG", "DRONE_REPO_OWNER",
    "TFC_ORGANIZATION", "SENTRY_ORG", "SNYK_ORG",
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

/// `To github.com:owner/repo.git` of a push, `From github.com:owner/repo` of a fetch.
fn printed(cx: &mut Cx<'_>, at: usize) {
    let line = cx.line_start(at);
    if [&b"To "[..], b"From "]
        .iter()
        .any(|word| cx.at(line, word) && line + word.len() == at)
    {
        let host = words::run(cx, at, 16, |b| b != b':');
        owner(cx, host.end + 1);
    }
}

/// `https://github.com/owner/repo` where git prints or takes a remote: other links are to anybody's projects.
fn web(cx: &mut Cx<'_>, at: usize) {
    let lead = cx.line_before(at, 160).trim_ascii_start();
    let remote = [
        &b"origin\t"[..],
        b"origin ",
        b"url = ",
        b"To https",
        b"From https",
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

/// `dev.azure.com/owner/project`, `ghcr.io/owner/image`: services that private projects use under the owner's name.
fn hosted(cx: &mut Cx<'_>, at: usize) {
    let address = words::run(cx, at, 48, |b| {
        b.is_ascii_alphanumeric() || b"-.:/+".contains(&b)
    });
    let ends = HOSTED
        .iter()
        .find(|place| address.of(cx.text).starts_with(**place));
    if let Some(place) = ends {
        owner(cx, at + place.len());
    }
}

/// `-e git+ssh://git@github.com/owner/repo`, `pkg @ git+ssh://...` of pip, which takes public ones by https.
fn installed(cx: &mut Cx<'_>, at: usize) {
    if cx.ends_at(at, b"-e ") || cx.ends_at(at, b" @ ") || cx.ends_at(at, b"install ") {
        let host = words::run(cx, at + 14, 128, |b| {
            b.is_ascii_alphanumeric() || b"-.".contains(&b)
        });
        owner(cx, host.end + 1);
    }
}

/// `github.repository_owner: owner`, `CI_PROJECT_NAMESPACE=owner/team`.
fn whose(cx: &mut Cx<'_>, at: usize) {
    let key = words::run(cx, at, 32, |b| b.is_ascii_alphabetic() || b == b'_');
    let from = words::run(cx, key.end, 6, |b| b"\\\": =".contains(&b)).end;
    let span = words::run(cx, from, 64, |b| {
        b.is_ascii_alphanumeric() || b"-_".contains(&b)
    });
    let closed = matches!(
        cx.byte(span.end),
        0 | b'\n' | b'\r' | b'"' | b'\\' | b'/' | b' ' | b','
    );
    let known = ORG_KEYS.contains(&key.of(cx.text))
        && matches!(cx.byte(key.end), b':' | b'=' | b'"' | b'\\');
    if known && from > key.end && closed && is_private(span.of(cx.text)) {
        cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
    }
}

/// The address of a remote on a line of its own: `https://host/owner/repo`, `git@host:owner/repo`.
pub(super) fn remote(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    let host = text.find("://").map_or(0, |scheme| scheme + 3);
    if let Some(end) = text[host..]
        .find(['/', ':'])
        .filter(|_| !text.contains(' '))
    {
        owner(cx, line.start + host + end + 1);
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
    if cx.byte(login.end) == b'/' {
        owner(cx, login.start);
    } else {
        accounts::in_any_case(cx, login);
    }
}

/// `@aquill: done`, `@aquill can you look?` at the beginning of a message, `cc @aquill`.
pub(super) fn addressed(cx: &mut Cx<'_>, at: usize) {
    #[rustfmt::skip]
    const BEHIND: &[&[u8]] = &[
        b": ", b" can you", b" could you", b" please", b" would you", b" PTAL", b" ptal", b" thanks", b" thank you",
    ];
    const BEFORE: &[&[u8]] = &[
        b"cc ", b"cc: ", b"CC ", b"ping ", b"Ping ", b"thanks ", b"Thanks ", b"hey ", b"Hey ",
        b"hi ", b"Hi ",
    ];
    let login = words::run(cx, at + 1, 40, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')
    });
    let login = words::trim_end(cx, login, b".");
    let begins = matches!(cx.before(at), 0 | b'\n' | b'"')
        || [&b"\\n"[..], b". ", b"! ", b"? "]
            .iter()
            .any(|lead| cx.ends_at(at, lead));
    let told = begins && BEHIND.iter().any(|words| cx.at(login.end, words))
        || BEFORE.iter().any(|words| cx.ends_at(at, words));
    let open = matches!(cx.byte(login.end), b'/' | b'(' | b'@');
    if told && !open && name::is_login(login.of(cx.text)) {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
}

/// The owner of `owner/repo` at `at`.
pub(super) fn owner(cx: &mut Cx<'_>, at: usize) {
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
            "To github.com:brightloom/api.git\n   1a2b..3c4d  main -> main\n",
            "From github.com:brightloom/api\n",
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
            "https://dev.azure.com/brightloom/Core/_git/api",
            "image: ghcr.io/brightloom/web:1",
            "gcr.io/brightloom/web@sha256:1a2b",
            "europe-west1-docker.pkg.dev/brightloom/apps/web:1",
            "-e git+ssh://git@github.com/brightloom/api.git@1a2b#egg=api",
            "github.repository_owner: brightloom\n",
            "CI_PROJECT_NAMESPACE=brightloom\n",
            "$ git remote get-url origin\nhttps://gitlab.com/brightloom/api.git",
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
            "repository_owner: ${{ github.repository_owner }}",
            "docker pull ghcr.io/astral-sh/uv:1",
            "gcr.io/distroless/static gcr.io/google-containers/pause k8s.gcr.io/pause",
            "linear.app/docs",
            "see github.com:22 and To github.com:443",
            "git@",
            "git@github.com:",
        ] {
            assert_eq!(of(Org, text), Vec::<String>::new(), "{text}");
        }
    }
}
