//! Contexts that tell a value is a credential. One syntax a file.
//!
//! Two things lead here: every `=` and `:` asks [`assignment`] whether the name before it promises a
//! credential, and fixed words (flags, keywords, `BEGIN`) wake the others.

pub(crate) mod assignment;
pub(crate) mod command;
mod expansion;
mod flag;
pub(crate) mod header;
pub(crate) mod key_block;
mod keys;
pub(crate) mod keyword;
mod name;
mod pair;
mod placeholder;
mod query;
mod statement;
mod uri;
mod value;
mod verdict;

/// The secrets in `text`, as resolved, for the tests of the detectors.
#[cfg(test)]
pub(crate) fn found(text: &str) -> Vec<&str> {
    let facts = crate::facts::Facts::default();
    let mut cx = crate::detect::Cx::new(text, &facts);
    crate::detect::detect(&mut cx, &crate::known::Known::new(7));
    let secrets = |finding: &crate::Finding| finding.kind == crate::Kind::Secret;
    crate::resolve::resolve(text, cx.findings)
        .into_iter()
        .filter(secrets)
        .map(|finding| finding.span.of(text))
        .collect()
}
