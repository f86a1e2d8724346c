//! Organisations: the owners of private remotes.

use super::{is_public_owner, user, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("git@", scp),
    Anchor::exact("github.com/", web),
    Anchor::exact("gitlab.com/", web),
    Anchor::exact("bitbucket.org/", web),
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
    ];
    let adds = lead
        .windows(11)
        .any(|part| part == b"remote add " || part == b"remote set-");
    if adds || remote.iter().any(|word| lead.starts_with(word)) {
        let name = words::run(cx, at, 16, |b| b != b'/');
        owner(cx, name.end + 1);
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
    use crate::Kind::{self, Org};
    use crate::testing::found;

    fn of(kind: Kind, text: &str) -> Vec<String> {
        let all = found(text).into_iter().filter(|(_, found)| *found == kind);
        all.map(|(part, _)| part).collect()
    }

    #[test]
    fn owners_of_remotes() {
        for text in [
            "git clone git@github.com:brightloom/api.git",
            "git@gitlab.brightloom.io:brightloom/api.git",
            "origin\thttps://github.com/brightloom/api.git (fetch)",
            "\turl = https://github.com/brightloom/api",
            "git remote add origin https://github.com/brightloom/api",
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
