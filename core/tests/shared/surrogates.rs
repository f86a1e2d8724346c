//! How the cases of `testdata/rebind.jsonl` name the surrogate of a secret.

use std::collections::HashMap;

/// The surrogates of a session's secrets, by the secrets' names.
#[derive(Default)]
pub(crate) struct Surrogates(pub(crate) HashMap<String, String>);

impl Surrogates {
    /// `text` with the surrogates in it: `{{NAME}}` is one, `{{NAME:head}}` its first ten characters,
    /// `{{NAME:upper}}` the same in capitals.
    pub(crate) fn fill(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for (name, surrogate) in &self.0 {
            let head: String = surrogate.chars().take(10).collect();
            let upper = surrogate.to_ascii_uppercase();
            for (mark, part) in [("", surrogate), (":head", &head), (":upper", &upper)] {
                out = out.replace(&format!("{{{{{name}{mark}}}}}"), part);
            }
        }
        out
    }
}
