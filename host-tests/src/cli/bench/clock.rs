//! Medians of short times.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::cli::end::End;

/// Samples of one row.
const SAMPLES: usize = 301;

/// A sample is a batch at least this long, so that reading the clock does not count.
const BATCH: Duration = Duration::from_micros(50);

/// Nanoseconds of one call each: the medians of several subjects that are sampled in turn, so that whatever else
/// the machine does falls on all of them.
pub(super) fn medians<const N: usize>(
    mut subjects: [&mut dyn FnMut() -> Result<(), End>; N],
) -> Result<[u64; N], End> {
    let mut batches = [1; N];
    for (batch, subject) in batches.iter_mut().zip(&mut subjects) {
        *batch = batch_of(subject)?;
    }
    let mut samples: [Vec<u64>; N] = std::array::from_fn(|_| Vec::with_capacity(SAMPLES));
    for _ in 0..SAMPLES {
        for (index, subject) in subjects.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..batches[index] {
                subject()?;
            }
            samples[index].push(start.elapsed().as_nanos() as u64 / batches[index]);
        }
    }
    Ok(samples.map(median))
}

/// How many calls make a batch.
fn batch_of(subject: &mut dyn FnMut() -> Result<(), End>) -> Result<u64, End> {
    let start = Instant::now();
    let mut calls = 0;
    while start.elapsed() < BATCH * 20 {
        subject()?;
        calls += 1;
    }
    Ok((calls / 20).max(1))
}

/// The median of `runs` runs that each need a preparation, which is not timed.
pub(super) fn prepared<S, T>(
    runs: usize,
    mut prepare: impl FnMut() -> Result<S, End>,
    mut call: impl FnMut(&mut S) -> Result<T, End>,
) -> Result<u64, End> {
    let mut samples = Vec::with_capacity(runs);
    for _ in 0..runs {
        let mut subject = prepare()?;
        let start = Instant::now();
        let result = call(&mut subject)?;
        samples.push(start.elapsed().as_nanos() as u64);
        black_box(&result);
    }
    Ok(median(samples))
}

fn median(mut samples: Vec<u64>) -> u64 {
    samples.sort_unstable();
    samples.get(samples.len() / 2).copied().unwrap_or(0)
}
