//! Sessions that go on for long, and streams that stop too early.

use std::fs;
use std::time::{Duration, Instant};

use slotguard_core::{
    Config, Context, Encoding, Kind, Origin, Random, RebindStream, SanitizeStream, Session, Shell,
};

const SECRET: &str = "Rauhreif-4711-Feld";

struct Seeded(u64);

impl Random for Seeded {
    fn fill(&mut self, buffer: &mut [u8]) {
        for byte in buffer {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            *byte = (self.0 >> 56) as u8;
        }
    }
}

fn zoe() -> Session {
    let config = Config {
        roots: vec!["/home/zoe/quarry".to_owned()],
        home: Some("/home/zoe".to_owned()),
        user: Some("zoe".to_owned()),
        ..Config::default()
    };
    let session = Session::new(config, [7; 32], Box::new(Seeded(7)));
    let mut session = session.expect("a good configuration");
    session.protect(SECRET, Kind::Secret).expect("room for one");
    session
}

fn out(session: &mut Session, text: &str) -> String {
    let done = session.sanitize(text, Origin::Tool, &Context::default());
    done.expect("within the limits").text
}

/// What a build prints, with private values in it.
fn printed(number: usize) -> String {
    format!(
        "[{number}] cd /home/zoe/quarry/app\npassword: {SECRET}\n  \"key\": \"Rauhreif-\n4711-Feld\"\n\
         zoe@quarry.internal says: built in {number} ms\n"
    )
}

fn shows_private(text: &str) -> bool {
    ["Rauhreif", "4711-Feld", "/home/zoe", "quarry.internal"]
        .iter()
        .any(|raw| text.contains(raw))
}

#[test]
fn a_stream_that_dies_at_any_byte_has_shown_nothing_private_and_leaves_the_session_sound() {
    let text = printed(7);
    for end in 0..text.len() {
        let mut session = zoe();
        let mut stream = SanitizeStream::default();
        let mut shown = String::new();
        for piece in text.as_bytes()[..end].chunks(5) {
            shown += &stream.push(&mut session, piece).expect("within the limits");
        }
        // The program that printed is gone, and so is what was held back.
        drop(stream);
        assert!(!shows_private(&shown), "{end}");
        let whole = out(&mut session, &text);
        assert!(!shows_private(&whole), "{end}");
        assert!(
            whole.starts_with(&shown),
            "{end}: what was shown stays as it was"
        );
        assert_eq!(out(&mut session, &whole), whole);
    }
}

#[test]
fn streams_of_one_session_do_not_mix() {
    let texts = [printed(1), printed(2), printed(3)];
    let mut session = zoe();
    let alone = texts.each_ref().map(|text| {
        let mut stream = SanitizeStream::default();
        let mut shown = stream
            .push(&mut session, text.as_bytes())
            .expect("within the limits");
        shown += &stream.finish(&mut session).expect("within the limits");
        shown
    });
    for size in [1, 3, 17, 64] {
        let mut streams = [(); 3].map(|()| SanitizeStream::default());
        let mut shown = [(); 3].map(|()| String::new());
        for round in 0..texts[0].len().div_ceil(size) {
            for (index, stream) in streams.iter_mut().enumerate() {
                let piece = texts[index].as_bytes().chunks(size).nth(round);
                let piece = stream.push(&mut session, piece.unwrap_or_default());
                shown[index] += &piece.expect("within the limits");
            }
        }
        for (index, stream) in streams.into_iter().enumerate() {
            shown[index] += &stream.finish(&mut session).expect("within the limits");
        }
        assert_eq!(shown, alone, "pieces of {size}");
    }
}

/// As a model writes two content blocks at once: words in one, the arguments of a call in the other.
#[test]
fn content_blocks_that_come_interleaved_are_restored_each_for_itself() {
    let mut session = zoe();
    out(&mut session, &printed(1));
    let words = "see [REPO_ROOT_1]/app/a.rs, written by [EMAIL_1], and [REPO_ROOT_9]";
    let call = r#"{\"path\": \"[REPO_ROOT_1]\/app\", \"to\": \"[EMAIL_1]\"}"#;
    let whole = |encoding: Encoding, text: &str| {
        let mut stream = RebindStream::new(encoding);
        let shown = stream.push(&session, text).text;
        shown + &stream.finish(&session).text
    };
    let wanted = [
        whole(Encoding::Text, words),
        whole(Encoding::JsonString, call),
    ];
    assert!(
        wanted.iter().all(|text| text.contains("/home/zoe/quarry")),
        "{wanted:?}"
    );
    for size in [1, 2, 5, 11] {
        let mut first = RebindStream::new(Encoding::Text);
        let mut second = RebindStream::new(Encoding::JsonString);
        let (mut shown, mut args) = (String::new(), String::new());
        for at in (0..words.len().max(call.len())).step_by(size) {
            let piece = |text: &'static str| {
                let end = text.len().min(at + size);
                text.get(at.min(end)..end).unwrap_or_default()
            };
            shown += &first.push(&session, piece(words)).text;
            args += &second.push(&session, piece(call)).text;
        }
        shown += &first.finish(&session).text;
        args += &second.finish(&session).text;
        assert_eq!([shown, args], wanted, "pieces of {size}");
    }
}

/// Words that are names elsewhere, and no turn that teaches anything.
#[test]
fn a_thousand_benign_turns_change_nowhere_and_the_session_does_not_grow() {
    let mut session = zoe();
    for (name, kind) in [
        ("Mark Grant", Kind::Person),
        ("Will Page", Kind::Person),
        ("docker-test", Kind::Project),
    ] {
        session.protect(name, kind).expect("room for all");
    }
    let slots = session.slots().len();
    let mut took = [[Duration::ZERO; 500]; 2];
    for number in 0..1_000 {
        let text = format!(
            "will the dev mark test {number} as done? grant {number} was read; docker run test\n\
             error[E{number:04}]: mark `page` in src/page_{number}.rs:{number}:9 will not move\n\
             Running {number} tests on 127.0.0.1:8080, see https://docs.rs/page/{number}\n"
        );
        let start = Instant::now();
        let shown = out(&mut session, &text);
        took[number / 500][number % 500] = start.elapsed();
        assert_eq!(shown, text);
    }
    assert_eq!(session.slots().len(), slots);
    // The median: one turn that the machine was busy elsewhere must not count for all.
    let took = took.map(|mut half| {
        half.sort_unstable();
        half[250]
    });
    assert!(took[1] < took[0] * 3, "{took:?}");
}

/// The most memory this process held, in bytes; `None` where the system does not tell.
fn peak() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

fn body(bytes: usize) -> String {
    let mut body = String::from(r#"{"messages":["#);
    let mut number = 0;
    while body.len() < bytes {
        let text = printed(number).replace('"', "\\\"").replace('\n', "\\n");
        let words = "and the rest of the log holds nothing of interest to anybody. ".repeat(40);
        body += &format!(r#"{{"role":"user","content":"{text}{words}"}},"#);
        number += 1;
    }
    body + r#"{"role":"user","content":"go on"}]}"#
}

#[test]
fn bodies_of_twenty_megabytes_take_linear_time_and_a_few_times_their_size() {
    let time = |bytes: usize| {
        let text = body(bytes);
        let mut session = zoe();
        let start = Instant::now();
        let shown = session.sanitize_json(&text).expect("good JSON").text;
        let took = start.elapsed();
        assert!(!shows_private(&shown));
        took
    };
    let small = time(2 << 20);
    let before = peak();
    let large = time(20 << 20);
    assert!(large < small * 30, "{small:?} {large:?}");
    if let (Some(before), Some(after)) = (before, peak()) {
        assert!(after - before < 12 * (20 << 20), "{}", after - before);
    }
}

/// Each secret is judged by what the rest of its command does, and that is looked at once.
#[test]
fn a_command_with_hundreds_of_secrets_takes_linear_time() {
    let mut session = zoe();
    let line = out(&mut session, &format!("export PGPASSWORD={SECRET}"));
    let secret = line.trim_start_matches("export PGPASSWORD=").to_owned();
    let time = |count: usize| {
        let steps = (0..count)
            .map(|n| format!("STEP={n}; PGPASSWORD={secret} psql -h localhost -c 'select {n}'\n"));
        let command: String = steps.collect();
        let once = || {
            let start = Instant::now();
            let done = session.rebind_command(&command, Shell::Posix);
            assert_eq!(done.map(|done| done.env.len()).ok(), Some(1));
            start.elapsed()
        };
        (0..3).map(|_| once()).min().unwrap_or_default()
    };
    let (small, large) = (time(100), time(800));
    assert!(large < small * 30, "{small:?} {large:?}");
}
