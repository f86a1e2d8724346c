//! Projects: keys of trackers (`QUARRY-123`) and code names (`Project Quarry (confidential)`).

use super::words;
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("browse/", browsed),
    Anchor::exact("Project ", titled),
    Anchor::exact("Project: ", titled),
    Anchor::word("codename", coded),
    Anchor::word("code name", coded),
    Anchor::word("code-name", coded),
];

/// What stands before a number and is no project.
#[rustfmt::skip]
const NO_KEYS: &[&str] = &[
    "AES", "AMD", "ANSI", "ARM", "ASCII", "BASE", "BUG", "CAPEC", "CPU", "CRC", "CVE", "CWE", "DES", "DSA",
    "ECDSA", "ECMA", "EPIC", "FIPS", "FIX", "FIXME", "GHSA", "GPT", "HMAC", "HTTP", "HTTPS", "IEEE", "IPV",
    "ISO", "ISSUE", "JDK", "JEP", "JSR", "LATIN", "MIT", "MR", "NIST", "OWASP", "PEP", "PHASE", "PKCS", "PR",
    "PYSEC", "RFC", "RSA", "RUSTSEC", "SHA", "SNYK", "SSL", "STEP", "STORY", "SUBTASK", "TASK", "TEST",
    "TICKET", "TLS", "TODO", "UCS", "UTF", "UUID", "VERSION", "WIN", "WINDOWS",
];

/// Code names of the world.
#[rustfmt::skip]
const PUBLIC: &[&str] = &[
    "Calico", "Euler", "Fluent", "Gutenberg", "Jigsaw", "Jupyter", "Kotlin", "Loom", "Lombok", "Lazarus",
    "Panama", "Reactor", "Valhalla", "Zero", "Aria", "Wycheproof", "Amber", "Leyden", "Metropolis",
];

/// The key of a tracker at `at`: capitals, a dash, a number.
pub(super) fn key(cx: &mut Cx<'_>, at: usize) {
    let word = words::run(cx, at, 16, |b| b.is_ascii_uppercase());
    let number = words::run(cx, word.end + 1, 8, |b| b.is_ascii_digit());
    let closed =
        !cx.byte(number.end).is_ascii_alphanumeric() && !matches!(cx.byte(number.end), b'.' | b'-');
    let text = word.of(cx.text);
    let telling = word.len() >= 3 && NO_KEYS.binary_search(&text).is_err();
    if telling && cx.byte(word.end) == b'-' && !number.is_empty() && closed {
        cx.structural(word, Kind::Project, Rule::Project, Reach::Session);
    }
}

/// `https://tracker/browse/QUARRY-123`.
fn browsed(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) == b'/' {
        key(cx, at + 7);
    }
}

fn capitalised(cx: &Cx<'_>, at: usize) -> Span {
    let word = words::run(cx, at, 32, |b| b.is_ascii_alphanumeric() || b >= 0x80);
    let text = word.of(cx.text);
    let capital = text.starts_with(char::is_uppercase) && text.chars().any(char::is_lowercase);
    let whole = !matches!(cx.byte(word.end), b'_' | b'-' | b'/' | b'.' | b'(')
        || cx.byte(word.end + 1).is_ascii_whitespace();
    match capital && whole && word.len() >= 4 {
        true => word,
        false => Span::new(at, at),
    }
}

/// `Project Quarry`, where something tells that this is a code name.
fn titled(cx: &mut Cx<'_>, at: usize) {
    let word = capitalised(cx, at + 8 + usize::from(cx.byte(at + 7) == b':'));
    if word.is_empty() || PUBLIC.contains(&word.of(cx.text)) {
        return;
    }
    let secretive = [
        &b" (confidential"[..],
        b" (internal",
        b" (secret",
        b" (codename",
        b" (code name",
        b" (NDA",
        b" (restricted",
    ];
    let told = secretive.iter().any(|mark| {
        let part = cx.bytes.get(word.end..word.end + mark.len());
        part.is_some_and(|part| part.eq_ignore_ascii_case(mark))
    });
    let epic = [
        "Epic: ",
        "Initiative: ",
        "Confidential: ",
        "epic: ",
        "Programme: ",
    ];
    if told || epic.iter().any(|lead| cx.ends_at(at, lead.as_bytes())) || has_key(cx, word) {
        cx.structural(word, Kind::Project, Rule::Project, Reach::Session);
    }
}

/// Whether the text has a key of that name nearby: `QUARRY-12`.
fn has_key(cx: &Cx<'_>, word: Span) -> bool {
    let key = word.of(cx.text).to_ascii_uppercase() + "-";
    let near = &cx.bytes[word.start.saturating_sub(512)..cx.bytes.len().min(word.end + 512)];
    memchr::memmem::find_iter(near, key.as_bytes())
        .any(|at| near.get(at + key.len()).is_some_and(u8::is_ascii_digit))
}

/// `codename: Quarry`, `code-named Quarry`.
fn coded(cx: &mut Cx<'_>, at: usize) {
    let lead = [&b"codename"[..], b"code name", b"code-name"];
    let len = if cx.bytes[at..].len() >= 8 && cx.bytes[at..at + 8].eq_ignore_ascii_case(lead[0]) {
        8
    } else {
        9
    };
    let mut from = at + len + usize::from(cx.byte(at + len) == b'd');
    from = words::run(cx, from, 4, |b| {
        matches!(b, b':' | b'=' | b' ' | b'"' | b'\'')
    })
    .end;
    // `Codename: Project Quarry`.
    let from = from + if cx.at(from, b"Project ") { 8 } else { 0 };
    let word = capitalised(cx, from);
    if !word.is_empty() && !cx.before(from).is_ascii_alphanumeric() {
        cx.structural(word, Kind::Project, Rule::Project, Reach::Session);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::found;

    #[track_caller]
    fn projects(text: &str, want: &[&str]) {
        let projects = found(text)
            .into_iter()
            .filter(|(_, kind)| *kind == Kind::Project);
        assert_eq!(
            projects.map(|(part, _)| part).collect::<Vec<_>>(),
            want,
            "{text}"
        );
    }

    #[test]
    fn code_names() {
        assert!(NO_KEYS.is_sorted());
        projects("Epic: Project Limestone (confidential)", &["Limestone"]);
        projects("Project: Limestone (internal code name)", &["Limestone"]);
        projects("see Project Limestone and LIMESTONE-12", &["Limestone"]);
        projects("codename: Limestone", &["Limestone"]);
        projects("Codename: Project Limestone\n", &["Limestone"]);
        projects("codenamed \"Limestone\"", &["Limestone"]);
        projects(
            "https://x.atlassian.net/browse/LIMESTONE-12",
            &["LIMESTONE"],
        );
    }

    #[test]
    fn headings_and_public_projects_are_none() {
        for text in [
            "Project Structure",
            "Project: Website (public)",
            "Project Lombok (internal)",
            "# Project Overview",
            "browse/UTF-8",
            "Project ",
        ] {
            projects(text, &[]);
        }
    }
}
