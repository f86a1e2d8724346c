//! The paper's C.5: what a turn costs. Times are taken around the boundary's own calls, so the copy in and out of the
//! sandbox and the host's conversions are in them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Progress, Section};
use crate::corpora::{keys, structural};
use crate::rng::Rng;
use crate::table::Table;
use crate::{Access, Boundary, Failure, Session, Setup, Text};

/// Kept here because the evaluation neither has the other tool nor a tree to show it.
const SCAN: &str = "Measured by hand, `slotguard scan --secrets` against `ripsecrets` 0.1.11 on the sources of 176 packages \
         (6707 files, 83 MB, 101 MB on disk; two processors, files cached, three runs in turn, `time slotguard \
         scan --secrets TREE` and `time ripsecrets TREE`): 1.35, 1.09, 0.97 s against 14.0, 13.4, 11.0 s, a \
         tenth of the time at most. The reports differ: 193 places against 11 lines.";

/// Time that one point of a curve may take.
const SPAN: Duration = Duration::from_millis(250);

/// Table 12, the hot path, and table 13, growth. `bench` is the output of `slotguard bench --json`, if there is one.
///
/// # Errors
/// A boundary that refuses the texts.
pub fn measure(
    full: &dyn Boundary,
    bench: Option<&Result<Value, String>>,
    seed: u64,
    progress: Progress<'_>,
) -> Result<[Section; 2], Failure> {
    let text = mixed_output(seed);
    let mut hot = Section::new(12, "Hot path");
    progress("hot path", 0, 4);
    hot.tables.push(percentiles(full, &text, &mut hot.figures)?);
    match bench {
        Some(Ok(bench)) => {
            let table = echoes(bench, &mut hot);
            hot.tables.extend(table);
        }
        Some(Err(why)) => hot.missed.push(format!("no ratios to echo: {why}")),
        None => {}
    }
    hot.text = vec![
        format!(
            "Machine: {}. Through the host library: with the copy into the sandbox, the time limit of each call and the \
             conversion of the list of replacements. The paper's times are native.",
            cpu()
        ),
        SCAN.to_owned(),
        "Not shown: other machines, and a machine with nothing else to do; compare ratios before times.".to_owned(),
    ];
    let mut growth = Section::new(13, "Growth");
    progress("growth", 1, 4);
    let sizes = over_size(full, &text)?;
    progress("growth", 2, 4);
    let known = over_known(full, &text, seed)?;
    progress("growth", 3, 4);
    let history = over_history(full, &text)?;
    progress("growth", 4, 4);
    growth
        .tables
        .push(curve("Turn size", "bytes", &sizes, true));
    growth.tables.push(curve(
        "A 6 KB turn with that many secrets known",
        "known values",
        &known,
        false,
    ));
    growth.tables.push(curve(
        "A 6 KB turn after that many turns",
        "turns before",
        &history,
        false,
    ));
    let points = |list: &[(usize, f64)]| {
        json!(
            list.iter()
                .map(|(at, us)| json!({ "at": at, "us": us }))
                .collect::<Vec<_>>()
        )
    };
    growth.figures =
        json!({ "size": points(&sizes), "known": points(&known), "history": points(&history) });
    linear(&mut growth, &sizes);
    growth.text = vec![
        "Medians. 6 KB of ordinary tool output, cut or repeated to the size; a session that holds that many values; a \
         session with that many turns behind it."
            .to_owned(),
        "Not shown: hostile text; the core's own tests bound that.".to_owned(),
    ];
    Ok([hot, growth])
}

/// Tool output of the structural corpus, code and logs mixed, long enough for every curve.
fn mixed_output(seed: u64) -> String {
    let corpus = structural::corpus(seed);
    let mut text = String::new();
    for turn in corpus[1].turns.iter().skip(1) {
        text.push_str(&turn.text);
        // Agent output is mostly neither path nor secret.
        text.push_str(FILLER);
    }
    text
}

const FILLER: &str = "    pub fn next_batch(&mut self, limit: usize) -> Option<Batch> {\n        let mut batch = Batch::with_capacity(limit);\n        \
while let Some(item) = self.queue.pop_front() {\n            batch.push(item.into_inner());\n            if batch.len() == limit { break; }\n        }\n        \
(!batch.is_empty()).then_some(batch)\n    }\n2025-03-04 10:12:55 INFO scheduler: 48 jobs done, 3 waiting, p95 12.4ms\n\
test storage::buffer::tests::wraps_around ... ok\ntest storage::buffer::tests::grows ... ok\nDownloaded 42 crates (3.1 MB) in 1.27s\n";

/// The text's first `size` bytes, repeated if it is shorter.
fn sized(text: &str, size: usize) -> String {
    let mut out = text.repeat(size / text.len().max(1) + 1);
    let cut = (0..=size.min(out.len()))
        .rev()
        .find(|at| out.is_char_boundary(*at));
    out.truncate(cut.unwrap_or(0));
    out
}

fn open(full: &dyn Boundary, literals: Vec<(String, String)>) -> Result<Box<dyn Session>, Failure> {
    full.open(&Setup {
        roots: vec!["/home/oluchi/quillfork".to_owned()],
        home: Some("/home/oluchi".to_owned()),
        user: Some("oluchi".to_owned()),
        literals,
        ..Setup::default()
    })
}

/// Sorted times of `call` in microseconds.
fn times(mut call: impl FnMut() -> Result<(), Failure>) -> Result<Vec<f64>, Failure> {
    let mut times = Vec::new();
    let start = Instant::now();
    // Values are seen and pages touched before anything counts.
    call()?;
    call()?;
    while times.len() < 5 || start.elapsed() < SPAN && times.len() < 5_000 {
        let start = Instant::now();
        call()?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn at(times: &[f64], share: f64) -> f64 {
    let index = (times.len() as f64 * share) as usize;
    times
        .get(index.min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or(0.0)
}

fn percentiles(full: &dyn Boundary, text: &str, figures: &mut Value) -> Result<Table, Failure> {
    let heads = ["what", "paper, median", "p50", "p95", "p99"];
    let mut table = Table::new("Through the host library, µs", &heads);
    let mut session = open(full, Vec::new())?;
    let path = "/home/oluchi/quillfork/src/storage/buffer.rs:42:7";
    let (turn, large) = (sized(text, 1_024), sized(text, 6_144));
    session.sanitize(Text::tool(path))?;
    let mut rows = Vec::new();
    let mut clean = |text: &str| times(|| session.sanitize(Text::tool(text)).map(drop));
    rows.push(("a path", "1.69", clean(path)?));
    rows.push(("an agent turn, 1 KB", "14.42", clean(&turn)?));
    rows.push(("a turn of 6 KB", "96.80", clean(&large)?));
    let back = times(|| {
        session
            .path("[REPO_ROOT_1]/src/storage/buffer.rs", Access::Read)
            .map(drop)
    })?;
    rows.insert(1, ("a path rebound", "0.40", back));
    for (what, paper, times) in &rows {
        let cell = |share| format!("{:.2}", at(times, share));
        table.row(&[what, paper, &cell(0.5), &cell(0.95), &cell(0.99)]);
    }
    *figures = json!(rows.iter().map(|(what, _, times)| json!({
        "what": what, "p50_us": at(times, 0.5), "p95_us": at(times, 0.95), "p99_us": at(times, 0.99),
    })).collect::<Vec<_>>());
    Ok(table)
}

/// The rows of `slotguard bench --json`: the component without the host's conversions, native code, and echo.
fn echoes(bench: &Value, section: &mut Section) -> Option<Table> {
    let heads = [
        "what",
        "bytes",
        "replacements",
        "component, µs",
        "native, µs",
        "echo, µs",
        "× echo",
        "× native beyond echo",
    ];
    let mut table = Table::new("`slotguard bench`, medians", &heads);
    for row in bench["rows"].as_array()? {
        let value = |key: &str| row[key].as_f64().filter(|value| *value > 0.0);
        let micro = |key: &str| value(key).map_or("-".to_owned(), |ns| format!("{:.2}", ns / 1e3));
        let component = value("component_ns");
        let times_echo = component
            .zip(value("echo_ns"))
            .map(|(component, echo)| component / echo);
        let beyond = component.zip(value("echo_ns")).zip(value("native_ns"));
        let beyond = beyond.map(|((component, echo), native)| (component - echo) / native);
        let ratio =
            |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}"));
        let name = row["name"].as_str().unwrap_or_default();
        let bound = match name {
            "turn-1k" => 10.0,
            "turn-6k" => 20.0,
            _ => f64::INFINITY,
        };
        let fine = times_echo.is_none_or(|times| times <= bound);
        section.target(fine, || format!("{name}: more than {bound} × echo"));
        table.row(&[
            name,
            &row["bytes"].to_string(),
            &row["replacements"].to_string(),
            &micro("component_ns"),
            &micro("native_ns"),
            &micro("echo_ns"),
            &ratio(times_echo),
            &ratio(beyond),
        ]);
    }
    Some(table)
}

fn over_size(full: &dyn Boundary, text: &str) -> Result<Vec<(usize, f64)>, Failure> {
    let sizes = [
        200,
        1 << 10,
        6 << 10,
        16 << 10,
        64 << 10,
        256 << 10,
        1 << 20,
    ];
    // The same 6 KB over and over, so that size is all that differs and not how much there is to hide.
    let block = sized(text, 6 << 10);
    let mut points = Vec::new();
    for size in sizes {
        let mut session = open(full, Vec::new())?;
        let turn = sized(&block, size);
        let times = times(|| session.sanitize(Text::tool(&turn)).map(drop))?;
        points.push((size, at(&times, 0.5)));
    }
    Ok(points)
}

fn over_known(full: &dyn Boundary, text: &str, seed: u64) -> Result<Vec<(usize, f64)>, Failure> {
    let turn = sized(text, 6 << 10);
    let mut points = Vec::new();
    for count in [0, 100, 1_000, 10_000, 45_000] {
        let mut rng = Rng::new(seed, "known values");
        let draw = |rng: &mut Rng| {
            let key = rng.of(keys::ALL);
            (key.draw)(rng)
        };
        let literals = (0..count)
            .map(|_| (draw(&mut rng), "SECRET".to_owned()))
            .collect();
        let mut session = open(full, literals)?;
        let times = times(|| session.sanitize(Text::tool(&turn)).map(drop))?;
        points.push((count, at(&times, 0.5)));
    }
    Ok(points)
}

fn over_history(full: &dyn Boundary, text: &str) -> Result<Vec<(usize, f64)>, Failure> {
    let turn = sized(text, 6 << 10);
    let mut session = open(full, Vec::new())?;
    let mut points = Vec::new();
    let mut before = 0;
    for count in [0, 10, 100, 1_000] {
        while before < count {
            // Every turn is another one, so that nothing can be looked up.
            session.sanitize(Text::tool(&format!("run {before}\n{turn}")))?;
            before += 1;
        }
        let times = times(|| session.sanitize(Text::tool(&turn)).map(drop))?;
        points.push((count, at(&times, 0.5)));
    }
    Ok(points)
}

fn curve(title: &str, head: &str, points: &[(usize, f64)], per_kb: bool) -> Table {
    let mut table = Table::new(title, &[head, "median, µs", "µs per KB"]);
    for (at, us) in points {
        let kb = if per_kb { *at as f64 / 1024.0 } else { 6.0 };
        table.row(&[
            &at.to_string(),
            &format!("{us:.1}"),
            &format!("{:.2}", us / kb),
        ]);
    }
    table
}

fn linear(section: &mut Section, sizes: &[(usize, f64)]) {
    let per_byte = |wanted: usize| {
        let point = sizes.iter().find(|(size, _)| *size == wanted);
        point.map(|(size, us)| us / *size as f64)
    };
    if let (Some(six), Some(million)) = (per_byte(6 << 10), per_byte(1 << 20)) {
        section.target(million <= six * 1.5, || {
            format!(
                "1 MB costs {:.1} times as much a byte as 6 KB",
                million / six
            )
        });
    }
}

/// The processor's name, where the system tells it.
pub fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    let name = line
        .and_then(|line| line.split_once(':'))
        .map(|(_, name)| name.trim().to_owned());
    name.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}
