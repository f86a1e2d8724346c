//! What the name of a person, a company or an account looks like.

use super::{is_public_owner, user};
use crate::graph::common::{is_common, is_label, is_legal_form, is_role, is_stage};
use crate::lexicon;

/// First names, sorted, in lower case, one a line.
pub(super) const GIVEN: &str = include_str!("../graph/words/given.txt");

/// Longest name, in bytes.
pub(super) const MAX: usize = 64;

/// Small words inside names of people.
const PARTICLES: [&str; 20] = [
    "af", "al", "av", "bin", "da", "de", "del", "den", "der", "di", "do", "dos", "du", "el", "la",
    "le", "ten", "van", "von", "zu",
];

/// Small words inside names of companies.
const JOINTS: [&str; 12] = [
    "&", "and", "d'", "de", "der", "des", "et", "of", "und", "van", "voor", "y",
];

/// Words that stand in titles, examples and templates, not in names.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "a", "actions", "admin", "administrator", "agent", "ai", "all", "analyst", "anonymous", "api", "assistant",
    "author", "authors", "bot", "by", "city", "claude", "code", "codex", "commit", "committer", "company", "contact",
    "contributors", "copilot", "corp", "created", "cursor", "customer", "data", "date", "department", "designer",
    "desk", "developer", "director", "email", "engineer", "example", "first", "for", "foundation", "full", "gmbh",
    "group", "here", "in", "inc", "info", "last", "lead", "list", "llc", "ltd", "mailing", "manager", "merge",
    "my", "name", "new", "no", "none", "null", "of", "on", "organization", "owner", "permission", "person",
    "project", "provider", "release", "reviewer", "role", "root", "sample", "senior", "service", "services",
    "software", "some", "string", "support", "system", "team", "test", "the", "this", "to", "type", "unknown",
    "user", "username", "web", "with", "your",
];

/// Names of types and states that stand where a login could.
#[rustfmt::skip]
const VALUES: &[&str] = &[
    "anyone", "array", "bigint", "bool", "boolean", "bytes", "char", "const", "datetime", "dict", "empty",
    "enum", "false", "float", "func", "function", "int", "integer", "json", "jsonb", "let", "nil", "none",
    "null", "number", "object", "optional", "readonly", "self", "serial", "somebody", "someone", "str",
    "string", "struct", "tbd", "text", "this", "true", "undefined", "unset", "uuid", "var", "varchar", "void",
];

fn is_in(list: &[&str], word: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Two to four words that a person's name could be.
pub(super) fn is_person(name: &str) -> bool {
    let words = || name.split(' ');
    let count = words().count();
    let ends = |word: Option<&str>| word.is_some_and(is_name_word);
    let inner = |word: &str| is_name_word(word) || PARTICLES.contains(&word);
    name.len() <= MAX
        && (2..=4).contains(&count)
        && ends(words().next())
        && ends(words().next_back())
        && words().all(|word| inner(word) && !is_in(NO_NAMES, word))
        && words().any(|word| word.chars().count() >= 3 || !word.is_ascii())
}

/// The same, where one word at least is nothing else.
pub(super) fn is_surely_person(name: &str) -> bool {
    is_person(name)
        && name
            .split(' ')
            .any(|word| word.len() >= 3 && !is_common(word))
}

/// One word that is a first or a last name, where nothing else can stand.
pub(super) fn is_half(name: &str) -> bool {
    name.chars().count() >= 2
        && name.len() <= 40
        && is_name_word(name)
        && !name.ends_with('.')
        && !is_in(NO_NAMES, name)
        && !is_in(VALUES, name)
}

/// A letter that begins a name, and letters with the marks that names have.
fn is_name_word(word: &str) -> bool {
    let first = word.chars().next();
    let begins = first.is_some_and(|c| {
        c.is_uppercase() || c.is_alphabetic() && !c.is_ascii() && !c.is_lowercase()
    });
    begins
        && word
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '-' | '.' | '\'' | '\u{2019}' | '\u{b7}'))
        && !word.ends_with(['-', '\''])
        && (word.len() == 1 || word.ends_with('.') || !is_shout(word))
}

/// `API`: three capitals and more are a name only with a name beside them, so only long ones count.
fn is_shout(word: &str) -> bool {
    word.len() <= 4 && word.bytes().all(|b| b.is_ascii_uppercase()) && word.len() >= 3
}

/// Up to six words that a company's name could be.
pub(super) fn is_company(name: &str) -> bool {
    let words = || name.split(' ');
    let word = |word: &str| {
        let begins = word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        JOINTS.contains(&word)
            || begins
                && word
                    .chars()
                    .all(|c| c.is_alphanumeric() || ".&,-'\u{2019}".contains(c))
    };
    let distinct = |word: &str| {
        word.len() >= 3 && !is_in(NO_NAMES, word) && !JOINTS.contains(&word) && !is_legal_form(word)
    };
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let template =
        words().any(|word| is_in(&["your", "example", "name", "n/a", "foo", "sample"], word));
    if name.len() > MAX || words().count() > 6 || letters < 4 || template || !words().all(word) {
        return false;
    }
    match words().count() {
        1 => is_slug_word(name) && !name.contains(['.', ',', '&']),
        _ => words().any(distinct) && name.starts_with(char::is_alphanumeric),
    }
}

/// A company's name with its legal form behind it.
pub(super) fn is_incorporated(name: &str) -> bool {
    let last = name.rsplit_once(' ').map(|(_, last)| last);
    last.is_some_and(is_legal_form) && is_company(name)
}

/// One word that tells an organisation by itself.
fn is_slug_word(word: &str) -> bool {
    word.len() >= 4
        && word.bytes().any(|b| b.is_ascii_alphabetic() || b >= 0x80)
        && !is_common(word)
        && !is_role(word)
        && !is_label(word)
        && !is_in(VALUES, word)
        && !is_in(NO_NAMES, word)
        && !is_public_owner(&word.to_ascii_lowercase())
}

/// `quarry-lane`, `quarrylane`: what names an organisation in an identifier, without where it runs.
pub(crate) fn slug_stem(name: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    if name.len() > MAX
        || !name.bytes().all(plain)
        || !name.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        return None;
    }
    let mut stem = name;
    while let Some(at) = stem.rfind(['-', '_']) {
        let last = &stem[at + 1..];
        let number = last.bytes().any(|b| b.is_ascii_digit());
        if !(number || last.is_empty() || is_stage(last) || is_role(last) || is_label(last)) {
            break;
        }
        stem = &stem[..at];
    }
    let words = || stem.split(['-', '_']);
    let distinct = |word: &str| is_slug_word(word);
    let public =
        is_public_owner(&stem.to_ascii_lowercase()) || words().any(|word| is_in(PLATFORM, word));
    (!public && words().any(distinct)).then_some(stem)
}

/// Words of names that clusters and clouds come with.
#[rustfmt::skip]
const PLATFORM: &[&str] = &[
    "addons", "argo", "argocd", "calico", "cattle", "cert", "chaos", "cilium", "crossplane", "crunchy",
    "datadog", "dapr", "externaldns", "falco", "flux", "fluxcd", "gatekeeper", "gmp", "harbor", "ingress",
    "istio", "kafka", "keda", "knative", "kube", "kubernetes", "kubevirt", "kyverno", "linkerd", "longhorn",
    "loki", "metallb", "minio", "olm", "opa", "openshift", "operators", "otel", "rook", "strimzi", "tempo",
    "tekton", "tigera", "traefik", "velero", "default", "kubecost", "metrics", "observability", "minikube", "k3d",
    "colima", "orbstack",
];

/// A login that tells who somebody is, where a word of code could stand too.
pub(super) fn is_login(name: &str) -> bool {
    let plain =
        |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'.');
    (4..=32).contains(&name.len())
        && name.bytes().all(plain)
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && user::is_telling(name)
        && !is_common(name)
        && !is_role(name)
        && !is_in(VALUES, name)
        && !is_public_owner(name)
        && !name.starts_with("copilot-")
        && !name
            .split(['-', '_', '.'])
            .any(|word| is_role(word) && word.len() >= 2)
}

/// `ada.quill`: a first name and a word that is no name of a field.
pub(super) fn is_dotted(name: &str) -> bool {
    let parts = name.split_once('.');
    parts.is_some_and(|(first, last)| {
        last.len() >= 3
            && last.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
            && lexicon::holds(GIVEN.as_bytes(), first.as_bytes())
            && !is_in(NO_NAMES, last)
            && !is_in(VALUES, last)
            && is_login(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(NO_NAMES.is_sorted() && VALUES.is_sorted());
    }

    #[test]
    fn names_of_people() {
        for name in [
            "Tilda Okafor",
            "Enzo Varga-Lind",
            "Tilda M. Okafor",
            "Ludo van der Heide",
            "Jürgen Ähr",
            "佐藤 美咲",
            "Sinéad O'Malley",
            "Mark Stone",
        ] {
            assert!(is_person(name), "{name}");
        }
        for name in [
            "Tilda",
            "tilda okafor",
            "Your Name",
            "The Team",
            "API Key",
            "Tilda Okafor Is Here Now",
            "Version 2",
            "Full Name",
            "",
            " ",
        ] {
            assert!(!is_person(name), "{name}");
        }
        assert!(is_surely_person("Tilda Stone") && !is_surely_person("Mark Stone"));
    }

    #[test]
    fn names_of_companies() {
        for name in [
            "Brightloom",
            "Fern & Sons",
            "Nordvik Kraft AS",
            "Apple Orchard Bakery",
            "Haus der Kunst",
        ] {
            assert!(is_company(name), "{name}");
        }
        for name in [
            "Your Company",
            "Redis",
            "true",
            "some text",
            "X",
            "Company Name",
            "Customer",
        ] {
            assert!(!is_company(name), "{name}");
        }
    }

    #[test]
    fn stems_of_slugs() {
        for (name, stem) in [
            ("brightloom-prod", Some("brightloom")),
            ("fern-brightloom-dev-eu1", Some("fern-brightloom")),
            ("brightloom", Some("brightloom")),
            ("kube-system", None),
            ("cert-manager", None),
            ("billing-api", None),
            ("default", None),
            ("staging", None),
        ] {
            assert_eq!(slug_stem(name), stem, "{name}");
        }
    }
}
