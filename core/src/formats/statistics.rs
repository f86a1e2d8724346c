//! Fresh tokens are uniform: every position over its alphabet, whatever stood there in the original.

use super::tests::Seeded;
use super::{Format, all};
use crate::random::Draw;
use crate::shape::Build;
use crate::uuid;
use std::collections::HashSet;

/// How many are drawn of each format: in every run, and in the one that is asked for.
const FEW: usize = 600;
const MANY: usize = 10_000;

/// The characters that may stand at each position of a token that is drawn part by part; `None` where they are
/// fixed or follow from others.
fn positions(format: &Format, token: &str) -> Vec<Option<&'static [u8]>> {
    let mut places = Vec::with_capacity(token.len());
    let shape = &format.shape;
    for (pool, len) in shape.pools(token) {
        places.extend(std::iter::repeat_n(pool, len));
    }
    // Version and variant of a UUID.
    for at in 0..=token.len().saturating_sub(36) {
        if uuid::is_uuid(&token.as_bytes()[at..token.len().min(at + 36)]) {
            (places[at + 14], places[at + 19]) = (None, None);
        }
    }
    // The last character before padding.
    for at in 1..token.len() {
        if token.as_bytes()[at] == b'=' {
            places[at - 1] = None;
        }
    }
    let checked = token.len().saturating_sub(shape.checksum.width());
    places
        .iter_mut()
        .skip(checked)
        .for_each(|place| *place = None);
    places
}

/// The statistic minus its mean, in standard deviations (Wilson and Hilferty).
fn deviation(counts: &[u32; 256], alphabet: &[u8]) -> f64 {
    let samples: u32 = counts.iter().sum();
    let expected = f64::from(samples) / alphabet.len() as f64;
    let square = |byte: &u8| (f64::from(counts[usize::from(*byte)]) - expected).powi(2) / expected;
    let statistic: f64 = alphabet.iter().map(square).sum();
    let freedom = (alphabet.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// What was drawn of one format, position by position.
struct Drawn {
    counts: Vec<[u32; 256]>,
    /// How often a position had the original's character.
    same: Vec<u32>,
    seen: HashSet<String>,
    /// How often the original itself came out.
    repeated: usize,
}

impl Drawn {
    fn of(format: &Format, token: &str, samples: usize) -> Drawn {
        let mut source = Seeded(42);
        let mut draw = Draw::new(&mut source);
        let mut drawn = Drawn {
            counts: vec![[0; 256]; token.len()],
            same: vec![0; token.len()],
            seen: HashSet::with_capacity(samples),
            repeated: 0,
        };
        for _ in 0..samples {
            let fresh = format.shape.generate(token, &mut draw);
            assert_eq!(fresh.len(), token.len(), "{}", format.id);
            for (at, (byte, old)) in fresh.bytes().zip(token.bytes()).enumerate() {
                drawn.counts[at][usize::from(byte)] += 1;
                drawn.same[at] += u32::from(byte == old);
            }
            drawn.repeated += usize::from(fresh == token);
            drawn.seen.insert(fresh);
        }
        drawn
    }
}

/// What is wrong with `samples` draws of this format for each of its examples.
fn complaints(format: &Format, samples: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    // A short example is drawn at a length where repeats are natural; a long one shows every part.
    for token in format.whole_examples().take(2) {
        let samples = samples.min(2_000_000 / token.len().max(1)).max(200);
        let places = positions(format, &token);
        let drawn = Drawn::of(format, &token, samples);
        let free: Vec<_> = places
            .iter()
            .flatten()
            .filter(|place| place.len() > 1)
            .collect();
        let bits: f64 = free.iter().map(|place| (place.len() as f64).log2()).sum();
        if bits >= 40.0 && (drawn.repeated > 0 || (bits >= 60.0 && drawn.seen.len() < samples)) {
            wrong.push(format!("{}: repeats", format.id));
        }
        // What only looks drawn is drawn until it does, and one that is built follows its structure.
        if format.shape.build != Build::Random || format.shape.drawn || places.len() != token.len()
        {
            continue;
        }
        for (at, place) in places.iter().enumerate() {
            let Some(alphabet) = place.filter(|alphabet| alphabet.len() > 1) else {
                continue;
            };
            let uneven = deviation(&drawn.counts[at], alphabet);
            let chance = 1.0 / alphabet.len() as f64;
            let spread = (samples as f64 * chance * (1.0 - chance)).sqrt();
            let like = (f64::from(drawn.same[at]) - samples as f64 * chance) / spread;
            if uneven.abs() >= 6.0 || like.abs() >= 7.0 {
                wrong.push(format!(
                    "{} at {at}: uneven {uneven:.1}, like the original {like:.1}",
                    format.id
                ));
            }
        }
    }
    wrong
}

#[test]
fn every_format_is_uniform_distinct_and_new() {
    let wrong: Vec<_> = all()
        .iter()
        .flat_map(|format| complaints(format, FEW))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "half a minute: ten thousand of every format"]
fn every_format_is_uniform_distinct_and_new_in_ten_thousand() {
    let wrong: Vec<_> = all()
        .iter()
        .flat_map(|format| complaints(format, MANY))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
