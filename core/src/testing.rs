//! Sessions for tests: a fixed key and a seeded source.

use crate::detect::{self, Cx};
use crate::facts::Facts;
use crate::known::Known;
use crate::{Config, Kind, Random, Session, resolve};

/// A reproducible source. Never for anything but tests: its output is predictable.
pub(crate) struct Seeded(pub(crate) u64);

impl Random for Seeded {
    fn fill(&mut self, buffer: &mut [u8]) {
        for byte in buffer {
            // SplitMix64, one step a byte.
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            *byte = (z ^ (z >> 31)) as u8;
        }
    }
}

/// A session under `config`.
pub(crate) fn session(config: Config) -> Session {
    Session::new(config, [7; 32], Box::new(Seeded(7))).expect("a good configuration")
}

/// A session that knows one root, its home and its user.
pub(crate) fn zoe() -> Session {
    session(Config {
        roots: vec!["/home/zoe/quarry".to_owned()],
        home: Some("/home/zoe".to_owned()),
        user: Some("zoe".to_owned()),
        ..Config::default()
    })
}

/// What the detectors find in `text` by themselves, overlaps resolved.
pub(crate) fn found(text: &str) -> Vec<(String, Kind)> {
    found_with(text, &Facts::default())
}

/// The same with what the session knows of the machine.
pub(crate) fn found_with(text: &str, facts: &Facts) -> Vec<(String, Kind)> {
    let mut known = Known::new(7);
    known.extend(facts.beginnings());
    let mut cx = Cx::new(text, facts);
    detect::detect(&mut cx, &known);
    resolve::resolve(text, cx.findings)
        .into_iter()
        .map(|finding| (finding.span.of(text).to_owned(), finding.kind))
        .collect()
}

/// What is found of these kinds.
pub(crate) fn found_of(kinds: &[Kind], text: &str) -> Vec<(String, Kind)> {
    let mut all = found(text);
    all.retain(|(_, kind)| kinds.contains(kind));
    all
}

/// What is found of one kind.
pub(crate) fn parts_of(kind: Kind, text: &str) -> Vec<String> {
    let all = found_of(&[kind], text);
    all.into_iter().map(|(part, _)| part).collect()
}

/// Holds what was found against what is wanted.
#[track_caller]
pub(crate) fn assert_found(text: &str, found: &[(String, Kind)], want: &[(&str, Kind)]) {
    let same = |((part, kind), want): (&(String, Kind), &(&str, Kind))| (&**part, *kind) == *want;
    let all = found.len() == want.len() && found.iter().zip(want).all(same);
    assert!(all, "{text}\nfound {found:?}\n want {want:?}");
}

/// What the findings in `text` give away without standing there.
pub(crate) fn implied(text: &str) -> Vec<(String, Kind)> {
    let facts = Facts::default();
    let mut cx = Cx::new(text, &facts);
    detect::detect(&mut cx, &Known::new(7));
    cx.implied
        .iter()
        .map(|implied| (implied.span.of(text).to_owned(), implied.kind))
        .collect()
}
