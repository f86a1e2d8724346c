//! Fresh tokens are uniform: every position over its alphabet, whatever stood there in the original.

use super::tests::Seeded;
use super::{Format, all};
use crate::random::Draw;
use crate::shape::Build;
use std::collections::HashSet;

const SAMPLES: usize = 10_000;

/// Formats of many alphabets, with and without a checksum.
const CHOSEN: &[&str] = &[
    "github-pat",
    "github-fine-grained",
    "gitlab-pat",
    "aws-akia",
    "anthropic-api",
    "openai-project",
    "digitalocean-pat",
    "slack-bot",
    "azure-storage-key",
    "nats-seed-user",
    "age-secret",
    "twilio-api-key",
];

/// The characters that may stand at each position of a token that is drawn part by part; `None` where they are
/// fixed or follow from others.
fn positions(format: &Format, token: &str) -> Vec<Option<&'static [u8]>> {
    let mut places = Vec::with_capacity(token.len());
    let shape = &format.shape;
    for (pool, len) in shape.pools(token) {
        places.extend(std::iter::repeat_n(pool, len));
    }
    let checked = token.len().saturating_sub(shape.checksum.width());
    places
        .iter_mut()
        .skip(checked)
        .for_each(|place| *place = None);
    if let Some(last) = token
        .trim_end_matches('=')
        .len()
        .checked_sub(1)
        .filter(|_| token.ends_with('='))
    {
        places[last] = None;
    }
    places
}

/// The statistic minus its mean, in standard deviations (Wilson and Hilferty).
fn deviation(counts: &[u32; 256], alphabet: &[u8]) -> f64 {
    let expected = SAMPLES as f64 / alphabet.len() as f64;
    let square = |byte: &u8| (f64::from(counts[usize::from(*byte)]) - expected).powi(2) / expected;
    let statistic: f64 = alphabet.iter().map(square).sum();
    let freedom = (alphabet.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

fn check(format: &Format) {
    let token = format.whole_examples().next().unwrap_or_default();
    let places = positions(format, &token);
    assert_eq!(places.len(), token.len(), "{}", format.id);
    let mut source = Seeded(42);
    let mut draw = Draw::new(&mut source);
    let mut counts = vec![[0u32; 256]; token.len()];
    let mut seen = HashSet::new();
    for _ in 0..SAMPLES {
        let fresh = format.shape.generate(&token, &mut draw);
        for (count, byte) in counts.iter_mut().zip(fresh.bytes()) {
            count[usize::from(byte)] += 1;
        }
        seen.insert(fresh);
    }
    for (at, place) in places.iter().enumerate() {
        if let Some(alphabet) = place.filter(|alphabet| alphabet.len() > 1) {
            let deviation = deviation(&counts[at], alphabet);
            assert!(deviation.abs() < 6.0, "{} at {at}: {deviation}", format.id);
        }
    }
    let bits: f64 = places
        .iter()
        .flatten()
        .map(|alphabet| (alphabet.len() as f64).log2())
        .sum();
    assert!(
        bits < 60.0 || seen.len() == SAMPLES,
        "{}: repeats",
        format.id
    );
}

#[test]
fn chosen_formats_are_uniform() {
    for id in CHOSEN {
        let format = all().iter().find(|format| format.id == *id);
        check(format.expect("a format of that id"));
    }
}

#[test]
#[ignore = "half a minute: every format, not only the chosen ones"]
fn all_formats_are_uniform() {
    // What only looks drawn is drawn until it does, and one that is built follows its structure.
    let drawn = |format: &&Format| format.shape.build == Build::Random && !format.shape.drawn;
    all().iter().filter(drawn).for_each(check);
}
