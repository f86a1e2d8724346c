//! What a session costs as it grows, natively: `cargo run --release -p slotguard-core --example growth`.
//!
//! Prints a line for each of the targets on growth and ends with an error if one is missed by far: times hang on the
//! machine, so the bounds here are twice those that hold on a quiet one.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use slotguard_core::{
    Config, Context, Encoding, Kind, Origin, Random, RebindStream, Rule, Session,
};

/// A fixed sequence; the same work in every run.
struct Fixed(u64);

impl Random for Fixed {
    fn fill(&mut self, buffer: &mut [u8]) {
        for byte in buffer {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            *byte = (self.0 >> 56) as u8;
        }
    }
}

type Any = Result<f64, Box<dyn std::error::Error>>;

fn session() -> Result<Session, Box<dyn std::error::Error>> {
    Ok(Session::new(
        Config::default(),
        [7; 32],
        Box::new(Fixed(1)),
    )?)
}

/// The value of that number, drawn from letters and digits.
fn value(number: usize, length: usize) -> String {
    let mut bytes = vec![0; length];
    Fixed(number as u64 + 1_000_003).fill(&mut bytes);
    let letters = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789abcdefg";
    let letter = |byte: &u8| char::from(letters[usize::from(*byte) % letters.len()]);
    bytes.iter().map(letter).collect()
}

fn knowing(count: usize, length: usize) -> Result<Session, Box<dyn std::error::Error>> {
    let mut session = session()?;
    for number in 0..count {
        session.protect(&value(number, length), Kind::Secret)?;
    }
    Ok(session)
}

/// Microseconds of one value more in a session of 10,000.
fn adding() -> Any {
    let mut session = knowing(10_000, 32)?;
    let start = Instant::now();
    for number in 10_000..12_000 {
        session.protect(&value(number, 32), Kind::Secret)?;
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / 2_000.0)
}

/// Nanoseconds of a byte of a long value.
fn adding_long() -> Any {
    let mut session = session()?;
    let raw = value(1, 64 << 10);
    let start = Instant::now();
    session.protect(&raw, Kind::Secret)?;
    Ok(start.elapsed().as_secs_f64() * 1e9 / raw.len() as f64)
}

/// Bytes that this process holds; 0 where the system does not tell.
fn held() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    number.unwrap_or(0.0) * 1024.0
}

/// Bytes that one of 20,000 short values takes.
fn memory() -> Any {
    let before = held();
    let session = knowing(20_000, 64)?;
    let after = held();
    drop(session);
    Ok((after - before) / 20_000.0)
}

/// Bytes that a byte of a long value takes.
fn memory_long() -> Any {
    let before = held();
    let session = knowing(8, 1 << 20)?;
    let after = held();
    drop(session);
    Ok((after - before) / f64::from(8 << 20))
}

/// The median of a turn, in seconds.
fn turn(session: &mut Session, text: &str) -> Any {
    let mut times = Vec::new();
    for _ in 0..201 {
        let start = Instant::now();
        session.sanitize(text, Origin::Tool, &Context::default())?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// How many times as long a turn of 6 KB takes where so many values are known.
fn known(count: usize) -> Any {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../host-tests/bench/turn-6k.txt"
    );
    let text = fs::read_to_string(file)?.replace('¦', "");
    let (mut empty, mut full) = (session()?, knowing(count, 32)?);
    Ok(turn(&mut full, &text)? / turn(&mut empty, &text)?)
}

/// How many pieces of known values are found in the sources of the core more often where 10,000 are known that have
/// nothing to do with them: the sources have secrets of their own in their tests.
fn mistaken() -> Any {
    let mut sessions = [session()?, knowing(10_000, 32)?];
    let (mut bytes, mut hits) = (0, [0.0; 2]);
    let mut folders = vec![concat!(env!("CARGO_MANIFEST_DIR"), "/src").into()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir::<std::path::PathBuf>(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(path)?;
            bytes += text.len();
            for (session, hits) in sessions.iter_mut().zip(&mut hits) {
                let done = session.sanitize(&text, Origin::File, &Context::default())?;
                let echo = |rule: Rule| matches!(rule, Rule::Fragment | Rule::Encoded);
                *hits += done
                    .replacements
                    .iter()
                    .filter(|one| echo(one.rule))
                    .count() as f64;
            }
        }
    }
    if bytes < 1 << 20 {
        return Err("too little text".into());
    }
    Ok(hits[1] - hits[0])
}

/// Microseconds of 20 bytes that a model writes, with a handle in every third piece, in a session of 10,000 values.
fn delta() -> Any {
    let session = knowing(10_000, 32)?;
    let text = "The tide came in at [EMAIL_1] and nothing else happened on that day. ".repeat(3000);
    let mut stream = RebindStream::new(Encoding::Text);
    let start = Instant::now();
    let pieces = text.as_bytes().chunks(20);
    let count = pieces.len();
    for piece in pieces {
        std::hint::black_box(
            stream
                .push(&session, std::str::from_utf8(piece)?)
                .text
                .len(),
        );
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / count as f64)
}

fn history(messages: usize, last: &str) -> String {
    let text = "the tide came in at the usual time and nothing else happened. ".repeat(60);
    let mut out = String::from(r#"{"messages":["#);
    for number in 0..messages {
        out += &format!(r#"{{"role":"user","content":"{number}: {text}"}},"#);
    }
    out + &format!(r#"{{"role":"user","content":"{last}"}}]}}"#)
}

/// Milliseconds of a history of 400 messages and 1.5 MB whose last message tells a new secret, or none.
fn resent(secret: bool) -> Any {
    let mut session = session()?;
    session.sanitize_json(&history(400, "first"))?;
    let mut times = Vec::new();
    for number in 0..21 {
        let last = match secret {
            true => format!("PASSWORD={}", value(number, 24)),
            false => format!("word {number}"),
        };
        let text = history(400, &last);
        let start = Instant::now();
        session.sanitize_json(&text)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn main() -> ExitCode {
    type Row = (&'static str, fn() -> Any, f64);
    let rows: [Row; 10] = [
        ("a value more in 10,000, us", adding, 10.0),
        ("a long value, ns a byte", adding_long, 200.0),
        ("a short value, bytes of memory", memory, 4096.0),
        ("a long value, bytes of memory a byte", memory_long, 80.0),
        ("6 KB with 100 known values, x empty", || known(100), 2.4),
        (
            "6 KB with 10,000 known values, x empty",
            || known(10_000),
            5.0,
        ),
        ("pieces of 10,000 values in clean text", mistaken, 0.0),
        ("20 bytes of a stream to the user, us", delta, 5.0),
        ("400 messages resent, one new, ms", || resent(false), 8.0),
        (
            "400 messages resent, a new secret, ms",
            || resent(true),
            16.0,
        ),
    ];
    let mut missed = false;
    for (name, measure, most) in rows {
        match measure() {
            Ok(figure) => {
                let end = if figure > most { "  MISSED" } else { "" };
                println!("{name:<42}{figure:>10.2}  (at most {most}){end}");
                missed |= figure > most;
            }
            Err(error) => {
                println!("{name}: {error}");
                missed = true;
            }
        }
    }
    ExitCode::from(u8::from(missed))
}
