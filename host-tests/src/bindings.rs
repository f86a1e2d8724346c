//! The contract's types and calls, generated from the WIT.
//!
//! The module is private: some of the generated records hold raw values and have a `Debug`. What leaves this
//! crate is re-exported one by one, and the records with raw values are wrapped.
#![allow(missing_docs, reason = "generated; the documentation is in the WIT")]

wasmtime::component::bindgen!({ path: "../wasm/wit", world: "boundary" });

use exports::slotguard::boundary::sessions::{Context, Kind, Span};

#[allow(
    clippy::derivable_impls,
    reason = "the type is generated from the WIT: there is nothing to put a derive on"
)]
impl Default for Context {
    fn default() -> Self {
        Context {
            file: None,
            command: None,
            host: None,
        }
    }
}

impl Kind {
    /// The name in slots and interfaces: `REPO_ROOT`.
    pub fn name(self) -> &'static str {
        slotguard_core::Kind::ALL[self as usize].name()
    }

    /// The kind of that name, compared without case.
    pub fn from_name(name: &str) -> Option<Kind> {
        let core = slotguard_core::Kind::from_name(name)?;
        ALL_KINDS
            .into_iter()
            .find(|kind| *kind as usize == core as usize)
    }
}

const ALL_KINDS: [Kind; 14] = [
    Kind::RepoRoot,
    Kind::Home,
    Kind::User,
    Kind::Email,
    Kind::Host,
    Kind::Ip,
    Kind::Branch,
    Kind::Org,
    Kind::Person,
    Kind::Project,
    Kind::SensitiveDoc,
    Kind::Dir,
    Kind::Device,
    Kind::Secret,
];

impl Span {
    /// The part of `text` that the range covers, empty if it does not fit.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_in_the_order_of_the_core() {
        for (kind, core) in ALL_KINDS.into_iter().zip(slotguard_core::Kind::ALL) {
            let debug = format!("{core:?}");
            assert!(format!("{kind:?}").ends_with(&debug), "{debug}");
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
    }
}
