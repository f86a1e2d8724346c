//! Words that are nobody's name when they stand alone.

use crate::lexicon;

/// English words that are names too, names of tools, and words of three letters: what the lexicon leaves out.
const COMMON: &str = include_str!("words/common.txt");
/// Accounts and mailboxes that are roles.
const ROLES: &str = include_str!("words/roles.txt");
/// Parts of host names that tell what a machine does.
const LABELS: &str = include_str!("words/labels.txt");
/// Mail and code hosts whose domain says nothing about the user.
const PROVIDERS: &[&str] = &[
    "aol",
    "comcast",
    "example",
    "fastmail",
    "github",
    "gitlab",
    "gmail",
    "gmx",
    "googlemail",
    "hey",
    "hotmail",
    "icloud",
    "live",
    "mac",
    "mail",
    "mailbox",
    "me",
    "msn",
    "noreply",
    "outlook",
    "pm",
    "posteo",
    "proton",
    "protonmail",
    "qq",
    "rocketmail",
    "tutanota",
    "users",
    "web",
    "yahoo",
    "yandex",
    "ymail",
    "zoho",
];
/// What a company is, behind its name.
const LEGAL_FORMS: &[&str] = &[
    "ab",
    "ag",
    "aps",
    "as",
    "asa",
    "asbl",
    "bv",
    "bvba",
    "co",
    "company",
    "corp",
    "corporation",
    "enterprises",
    "gmbh",
    "group",
    "holding",
    "holdings",
    "inc",
    "incorporated",
    "industries",
    "international",
    "kg",
    "kk",
    "limited",
    "llc",
    "llp",
    "lp",
    "ltd",
    "ltda",
    "mbh",
    "nv",
    "ou",
    "oy",
    "oyj",
    "plc",
    "pte",
    "pty",
    "sa",
    "sarl",
    "sas",
    "sl",
    "sp",
    "spa",
    "srl",
    "sro",
    "the",
    "ug",
];
/// Where something runs.
const STAGES: &[&str] = &[
    "alpha",
    "beta",
    "canary",
    "ci",
    "demo",
    "dev",
    "devel",
    "development",
    "int",
    "integration",
    "k8s",
    "live",
    "local",
    "nonprod",
    "ns",
    "perf",
    "prd",
    "preprod",
    "preview",
    "prod",
    "production",
    "qa",
    "sandbox",
    "sit",
    "stage",
    "staging",
    "stg",
    "test",
    "testing",
    "tst",
    "uat",
];
/// Services that give each customer a host name of its own.
const SERVICES: &[&str] = &[
    "atlassian",
    "auth0",
    "awsapps",
    "bamboohr",
    "databricks",
    "freshdesk",
    "gserviceaccount",
    "intercom",
    "jfrog",
    "myshopify",
    "okta",
    "onmicrosoft",
    "pagerduty",
    "salesforce",
    "sentry",
    "service-now",
    "sharepoint",
    "slack",
    "snowflakecomputing",
    "statuspage",
    "visualstudio",
    "windows",
    "workday",
    "zendesk",
    "zoom",
];
/// What companies do, at the end of their name.
#[rustfmt::skip]
const TRADES: &[&str] = &[
    "air", "analytics", "bakery", "bank", "biotech", "books", "brands", "capital", "care", "clinic", "coffee",
    "consulting", "dental", "design", "digital", "electric", "energy", "engineering", "farms", "finance", "foods",
    "freight", "games", "group", "health", "holdings", "homes", "hotels", "industries", "insurance",
    "interactive", "labs", "legal", "logistics", "marine", "media", "medical", "motors", "music", "networks",
    "partners", "payments", "pharma", "press", "retail", "robotics", "schools", "security", "services",
    "shipping", "software", "solar", "solutions", "sports", "steel", "stores", "studio", "studios", "supply",
    "systems", "technologies", "telecom", "textiles", "toys", "transport", "travel", "ventures", "water",
    "wines", "works",
];
/// What a machine is, behind the name of its owner.
const MACHINES: &[&str] = &[
    "air",
    "book",
    "desktop",
    "imac",
    "laptop",
    "lt",
    "mac",
    "macbook",
    "mbp",
    "mini",
    "nb",
    "notebook",
    "pc",
    "pro",
    "studio",
    "surface",
    "thinkpad",
    "wks",
    "workstation",
    "ws",
    "xps",
];

/// Whether `word` is an English word, the name of a tool, or too short to tell.
pub(crate) fn is_common(word: &str) -> bool {
    word.len() < 3 || holds(COMMON, word) || is_plural(word) || lexicon::is_word(word.as_bytes())
}

fn is_plural(word: &str) -> bool {
    let stem = word.strip_suffix(['s', 'S']);
    stem.is_some_and(|stem| {
        stem.len() >= 4 && (holds(COMMON, stem) || lexicon::is_word(stem.as_bytes()))
    })
}

/// Whether `word` is an account that is a role, or common.
pub(crate) fn is_role(word: &str) -> bool {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() < 2 || holds(ROLES, stem)
}

/// Whether a part of a host name tells what the machine does, where it stands, or its number.
pub(crate) fn is_label(word: &str) -> bool {
    word.split('-').all(|part| {
        let stem = part.trim_end_matches(|c: char| c.is_ascii_digit());
        stem.len() < 3 || holds(LABELS, stem)
    })
}

/// Whether a domain's name is that of a public mail or code host.
pub(crate) fn is_provider(label: &str) -> bool {
    contains(PROVIDERS, label)
}

/// Whether a domain's name is that of a service whose customers have host names there.
pub(crate) fn is_service(label: &str) -> bool {
    contains(SERVICES, label)
}

/// `contosoretail` taken apart: a name and what its owner does.
pub(crate) fn trade_of(word: &str) -> Option<(&str, &str)> {
    let trades = TRADES.iter().filter_map(|trade| {
        let name = word.strip_suffix(trade)?;
        (name.len() >= 4).then(|| word.split_at(name.len()))
    });
    trades.min_by_key(|(name, _)| name.len())
}

/// Whether `word` is a legal form or the like.
pub(crate) fn is_legal_form(word: &str) -> bool {
    contains(LEGAL_FORMS, word.trim_end_matches('.'))
}

/// Whether `word` tells where something runs.
pub(crate) fn is_stage(word: &str) -> bool {
    contains(STAGES, word)
}

/// Whether `word` is a kind of machine.
pub(crate) fn is_machine(word: &str) -> bool {
    contains(MACHINES, word)
}

fn contains(list: &[&str], word: &str) -> bool {
    list.iter().any(|other| other.eq_ignore_ascii_case(word))
}

/// Looks `word` up in a sorted list of lower-case lines.
fn holds(list: &str, word: &str) -> bool {
    lexicon::holds(list.as_bytes(), word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_every_line_is_found() {
        for list in [COMMON, ROLES, LABELS] {
            let lines: Vec<_> = list.lines().collect();
            assert!(lines.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(lines.iter().all(|line| holds(list, line)));
        }
        for list in [PROVIDERS, LEGAL_FORMS, STAGES, MACHINES, SERVICES, TRADES] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn no_name_is_common() {
        for word in ["priyanka", "kowalska", "nordlys", "quellmark", "", "zzz"] {
            assert!(!holds(COMMON, word), "{word}");
        }
        assert!(is_common("Rose") && is_common("roses") && is_role("ops2") && is_label("db01"));
    }
}
