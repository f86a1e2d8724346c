//! Contexts that tell a value is a credential. One syntax a file.
//!
//! Two things lead here: every `=` and `:` asks [`assignment`] whether the name before it promises a
//! credential, and fixed words (flags, keywords, `BEGIN`) wake the others.

pub(crate) mod assignment;
pub(crate) mod call;
pub(crate) mod command;
pub(crate) mod credential_file;
mod expansion;
mod flag;
pub(crate) mod header;
pub(crate) mod key_block;
pub(crate) mod key_fields;
mod keys;
pub(crate) mod keyword;
pub(crate) mod label;
pub(crate) mod list;
pub(crate) mod listing;
pub(crate) mod login;
mod name;
pub(crate) mod numbers;
pub(crate) mod once;
mod pair;
pub(crate) mod percent;
pub(crate) mod pipe;
mod placeholder;
pub(crate) mod printed;
pub(crate) mod protocol;
pub(crate) mod provider;
pub(crate) mod query;
pub(crate) mod router;
mod statement;
mod table;
mod tail;
pub(crate) mod uri;
mod value;
mod verdict;
mod written;

/// The secrets in `text`, as resolved, for the tests of the detectors.
#[cfg(test)]
pub(crate) fn found(text: &str) -> Vec<&str> {
    of_kind(text, crate::Kind::Secret)
}

/// The user names in `text`, likewise.
#[cfg(test)]
pub(crate) fn users(text: &str) -> Vec<&str> {
    of_kind(text, crate::Kind::User)
}

#[cfg(test)]
fn of_kind(text: &str, kind: crate::Kind) -> Vec<&str> {
    let facts = crate::facts::Facts::default();
    let mut cx = crate::detect::Cx::new(text, &facts);
    crate::detect::detect(&mut cx, &crate::known::Known::new(7));
    crate::resolve::resolve(text, cx.findings)
        .into_iter()
        .filter(|finding| finding.kind == kind)
        .map(|finding| finding.span.of(text))
        .collect()
}
