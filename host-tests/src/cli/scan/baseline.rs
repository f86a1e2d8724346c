//! What was found before and accepted: a file of salted hashes, so that lines may move and a changed value is new.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::finding::Finding;
use crate::cli::end::End;

/// Of a value, with its type and file, under the salt of its baseline: sixteen bytes, in base64.
pub(super) type Fingerprint = String;

/// The version of the file's form.
const VERSION: u32 = 1;

/// Accepted findings. The default one knows nothing and asks for no fingerprints.
#[derive(Default)]
pub(super) struct Baseline {
    salt: Option<[u8; 16]>,
    known: BTreeSet<Fingerprint>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    salt: String,
    findings: Vec<Entry>,
}

/// File, type and line are for the reader; the fingerprint decides.
#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    line: usize,
    #[serde(rename = "type")]
    kind: String,
    fingerprint: Fingerprint,
}

impl Baseline {
    /// An empty one with a fresh salt.
    ///
    /// # Errors
    /// When the operating system has no entropy.
    pub(super) fn new() -> Result<Baseline, End> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).map_err(|error| End::failed("drawing a salt", error))?;
        Ok(Baseline {
            salt: Some(salt),
            known: BTreeSet::new(),
        })
    }

    /// # Errors
    /// A file that cannot be read, or is none that [`Baseline::write`] wrote.
    pub(super) fn read(file: &Path) -> Result<Baseline, End> {
        let text = fs::read_to_string(file).map_err(|error| End::failed(file.display(), error))?;
        let wrong = |why: &str| {
            let file = file.display();
            End::Usage(format!(
                "{file}: {why}; write a new one with --write-baseline"
            ))
        };
        let written: Written =
            serde_json::from_str(&text).map_err(|_| wrong("this is no baseline"))?;
        if written.version != VERSION {
            return Err(wrong("this baseline is of another version"));
        }
        let salt = BASE64.decode(&written.salt).ok();
        let salt = salt.and_then(|salt| salt.try_into().ok());
        Ok(Baseline {
            salt: Some(salt.ok_or_else(|| wrong("its salt is damaged"))?),
            known: written
                .findings
                .into_iter()
                .map(|entry| entry.fingerprint)
                .collect(),
        })
    }

    /// Writes the findings and returns how many entries that made: a value that stands in a file twice is one.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write(&self, file: &Path, findings: &[Finding]) -> Result<usize, End> {
        let mut seen = BTreeSet::new();
        let entry = |finding: &Finding| {
            let fingerprint = finding.fingerprint.clone()?;
            seen.insert(fingerprint.clone()).then(|| Entry {
                file: finding.file.clone(),
                line: finding.line,
                kind: finding.kind.to_owned(),
                fingerprint,
            })
        };
        let mut entries: Vec<_> = findings.iter().filter_map(entry).collect();
        entries.sort();
        let count = entries.len();
        let written = Written {
            version: VERSION,
            salt: BASE64.encode(self.salt.unwrap_or_default()),
            findings: entries,
        };
        // One entry takes several lines, so that a version control system shows what came and went.
        let text = serde_json::to_string_pretty(&written).unwrap_or_default() + "\n";
        fs::write(file, text).map_err(|error| End::failed(file.display(), error))?;
        Ok(count)
    }

    /// Of `value` in `file`, if this baseline is a real one.
    pub(super) fn fingerprint(&self, file: &str, kind: &str, value: &str) -> Option<Fingerprint> {
        let salt = self.salt?;
        // HMAC takes keys of every length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&salt).ok()?;
        for part in [file, kind, value] {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part.as_bytes());
        }
        let hash = mac.finalize().into_bytes();
        Some(BASE64.encode(hash.get(..16)?))
    }

    /// Whether it was accepted.
    pub(super) fn knows(&self, finding: &Finding) -> bool {
        let fingerprint = finding.fingerprint.as_ref();
        fingerprint.is_some_and(|fingerprint| self.known.contains(fingerprint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_of_file_type_and_value_under_the_salt() {
        let (one, other) = (
            Baseline {
                salt: Some([1; 16]),
                ..Baseline::default()
            },
            Baseline {
                salt: Some([2; 16]),
                ..Baseline::default()
            },
        );
        let print = |of: &Baseline, file, kind, value| of.fingerprint(file, kind, value);
        let base = print(&one, "a.env", "SECRET", "Fjordlys");
        assert!(base.is_some());
        assert_eq!(base, print(&one, "a.env", "SECRET", "Fjordlys"));
        assert_ne!(base, print(&one, "b.env", "SECRET", "Fjordlys"));
        assert_ne!(base, print(&one, "a.env", "USER", "Fjordlys"));
        assert_ne!(base, print(&one, "a.env", "SECRET", "Fjordlyt"));
        // Parts cannot run into each other.
        assert_ne!(base, print(&one, "a.envS", "ECRET", "Fjordlys"));
        assert_ne!(base, print(&other, "a.env", "SECRET", "Fjordlys"));
        assert_eq!(print(&Baseline::default(), "a", "b", "c"), None);
    }
}
