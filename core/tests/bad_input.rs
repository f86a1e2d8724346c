//! What nobody sends on purpose, or only to break something: each gives a typed error or an output without a private
//! value in it, in time that is linear, and the session goes on as before.

use std::time::{Duration, Instant};

use slotguard_core::config::{Access, Limits};
use slotguard_core::{
    Config, Context, Encoding, Kind, Origin, RebindStream, RefusalKind, SanitizeError,
    SanitizeStream, Session, Shell,
};

#[path = "shared/seeded.rs"]
mod seeded;

use seeded::Seeded;

const SECRET: &str = "Rauhreif-4711-Feld";
const PRIVATE: [&str; 4] = [SECRET, "4711-Feld", "/home/zoe", "tamsin@quarry.internal"];
/// A few of what must not leave, each on a line of its own.
const TOLD: &str =
    "\npassword: Rauhreif-4711-Feld\ncd /home/zoe/quarry/app\nmail tamsin@quarry.internal now\n";

/// Without optimisation and on a busy machine; what is not linear takes hours.
const MOST: Duration = Duration::from_secs(60);

fn session(limits: Limits) -> Session {
    let config = Config {
        roots: vec!["/home/zoe/quarry".to_owned()],
        home: Some("/home/zoe".to_owned()),
        user: Some("zoe".to_owned()),
        limits,
        ..Config::default()
    };
    let session = Session::new(config, [7; 32], Box::new(Seeded(7)));
    let mut session = session.expect("a good configuration");
    session.protect(SECRET, Kind::Secret).expect("room for one");
    session
}

fn zoe() -> Session {
    session(Limits::default())
}

fn shows(text: &str) -> bool {
    PRIVATE.iter().any(|raw| text.contains(raw))
}

fn sanitized(session: &mut Session, text: &str) -> String {
    let done = session.sanitize(text, Origin::Tool, &Context::default());
    done.expect("within the limits").text
}

/// Text as no program prints it.
fn odd_texts() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    let many = |piece: &str, count: usize| piece.repeat(count).into_bytes();
    let slots = |name: &str| {
        let all: String = (1..=25_000).map(|n| format!("[{name}_{n}] ")).collect();
        all.into_bytes()
    };
    vec![
        ("nothing", text("")),
        ("NULs", many("\0", 25_000)),
        ("NULs in words", text("c\0d /h\0ome a@\0b.internal")),
        ("a byte order mark", text("\u{feff}{\"a\":1}")),
        ("a byte order mark in a word", many("to\u{feff}ken=", 1000)),
        ("the other byte order mark", b"\xff\xfec\0d\0".to_vec()),
        ("no UTF-8", vec![0xff; 50_000]),
        ("half a character", b"caf\xc3".to_vec()),
        ("overlong", b"\xc0\xafhome\xc0\xafzoe".to_vec()),
        ("lone surrogates", b"\xed\xa0\x80\xed\xb0\x80".to_vec()),
        ("beyond Unicode", b"\xf5\x80\x80\x80\xf8".to_vec()),
        ("a line of 500 KB", many("lorem ipsum ", 42_000)),
        ("a word of 256 KB", many("a", 1 << 18)),
        ("digits", many("7", 1 << 18)),
        ("a line of base64", many("QUJD", 1 << 18)),
        ("blanks", many(" ", 1 << 18)),
        ("line breaks", many("\r\n", 1 << 17)),
        ("carriage returns", many("10%\r", 1 << 18)),
        ("escapes without an end", many("\u{1b}[", 50_000)),
        ("escape characters", many("\u{1b}", 75_000)),
        ("zero widths", many("\u{200b}", 50_000)),
        ("marks of right to left", many("\u{202e}\u{2066}", 25_000)),
        ("brackets", many("[", 75_000)),
        ("braces", many("${", 50_000)),
        ("expansions", many("${X:-", 12_000)),
        ("quotes", many("\"'`", 25_000)),
        ("backslashes", many("\\", 75_000)),
        ("percent signs", many("%", 75_000)),
        ("signs of addresses", many("a@", 50_000)),
        ("names without values", many("password=", 2_000)),
        ("headers", many("Authorization: Bearer ", 7_000)),
        (
            "beginnings of keys",
            many("-----BEGIN RSA PRIVATE KEY-----\n", 2_000),
        ),
        ("URLs without an end", many("postgres://u:", 10_000)),
        ("dots", many("../", 50_000)),
        ("a long path", many("/home", 50_000)),
        ("handles that were never issued", slots("EMAIL")),
        ("handles that were", many("[REPO_ROOT_1]/a ", 100_000)),
        (
            "one handle behind the other",
            many("[USER_1][HOME_1]", 12_000),
        ),
        ("the same in words", many("USER_SLOT_1_home-slot-1.", 7_000)),
        (
            "a known secret without a border",
            many("xRauhreif-4711-Feldx", 1_000),
        ),
        ("combining characters", many("e\u{301}\u{302}", 25_000)),
    ]
}

#[test]
fn odd_texts_hide_what_stands_beside_them() {
    for (name, bytes) in odd_texts() {
        let start = Instant::now();
        let mut session = zoe();
        let whole = [TOLD.as_bytes(), &bytes, TOLD.as_bytes()].concat();
        match session.sanitize_bytes(&whole, Origin::Tool, &Context::default()) {
            Ok(done) => assert!(!shows(&done.text), "{name}: something private is shown"),
            // Text of slots takes their ordinals, and here all there are.
            Err(error) => {
                let many = name.starts_with("handles that were never");
                let many = many && error == SanitizeError::TableFull;
                assert!(many, "{name}: {error}");
                continue;
            }
        }
        let mut stream = SanitizeStream::default();
        let mut shown = String::new();
        for piece in whole.chunks(8191) {
            shown += &stream.push(&mut session, piece).expect("within the limits");
        }
        shown += &stream.finish(&mut session).expect("within the limits");
        assert!(!shows(&shown), "{name}: a stream shows something private");
        assert_eq!(
            sanitized(&mut session, SECRET).len(),
            SECRET.len(),
            "{name}"
        );
        assert!(start.elapsed() < MOST, "{name}: {:?}", start.elapsed());
    }
}

/// Whether a body may be taken, and whether it may be refused: nobody reads more strictly than they must.
const TAKEN: [bool; 2] = [true, false];
const REFUSED: [bool; 2] = [false, true];
const EITHER: [bool; 2] = [true, true];

/// Bodies of requests.
fn odd_bodies() -> Vec<(&'static str, String, [bool; 2])> {
    let told = TOLD.replace('\n', "\\n");
    let message = |text: &str| format!(r#"{{"messages":[{{"role":"user","content":"{text}"}}]}}"#);
    let nested = |open: &str, close: &str, depth: usize| {
        [&open.repeat(depth), "\"", &told, "\"", &close.repeat(depth)].concat()
    };
    let inside = (0..6).fold(told.clone(), |text, _| {
        format!("{{\"a\":\"{text}\"}}")
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
    });
    let good = message(&told);
    let members: String = (0..50_000).map(|n| format!("\"k{n}\":\"{n}\",")).collect();
    vec![
        ("arrays in arrays", nested("[", "]", 100_000), TAKEN),
        ("objects in objects", nested("{\"a\":", "}", 100_000), TAKEN),
        ("JSON in JSON in JSON", message(&inside), TAKEN),
        (
            "many members",
            format!("{{{members}\"z\":\"{told}\"}}"),
            TAKEN,
        ),
        (
            "a name of 1 MB",
            format!("{{\"{}\":\"{told}\"}}", "n".repeat(1 << 20)),
            TAKEN,
        ),
        ("a private name", format!("{{\"{told}\":1}}"), TAKEN),
        (
            "the same name twice",
            format!(r#"{{"role":"user","role":"{told}","role":"{told}"}}"#),
            TAKEN,
        ),
        ("a string", format!("\"{told}\""), TAKEN),
        ("a number", "17e400".to_owned(), TAKEN),
        ("null", " null ".to_owned(), TAKEN),
        (
            "half a pair",
            message(&format!(r"\ud83d{told}\udc00")),
            TAKEN,
        ),
        (
            "a pair the wrong way round",
            message(&format!(r"\udc00\ud83d{told}")),
            TAKEN,
        ),
        (
            "escaped NULs",
            message(&format!(r"\u0000{told}\u0000")),
            TAKEN,
        ),
        ("everything escaped", message(&escaped(TOLD)), TAKEN),
        (
            "a secret in half a pair",
            message(r"\ud83dRauhreif-4711-Feld\ud83d"),
            TAKEN,
        ),
        ("nothing", String::new(), REFUSED),
        ("blanks", " \n".to_owned(), REFUSED),
        ("words", TOLD.to_owned(), REFUSED),
        ("cut off", good[..good.len() - 3].to_owned(), REFUSED),
        ("cut in an escape", format!("\"{told}\\u00"), REFUSED),
        ("too much", format!("{good}{good}"), REFUSED),
        ("a byte order mark", format!("\u{feff}{good}"), REFUSED),
        ("a comma too many", format!("[\"{told}\",]"), REFUSED),
        ("single quotes", format!("['{told}']"), REFUSED),
        ("names without quotes", format!("{{a:\"{told}\"}}"), REFUSED),
        ("a comment", format!("/* {told} */ 1"), REFUSED),
        ("no escape", format!("[\"\\x41{told}\"]"), EITHER),
        ("a line break in a string", format!("[\"{TOLD}\"]"), EITHER),
        ("a NUL in a string", format!("[\"\0{told}\"]"), EITHER),
        ("no number", format!("[\"{told}\",NaN]"), EITHER),
        ("a number with zeros", format!("[\"{told}\",007]"), EITHER),
        (
            "brackets that do not fit",
            format!("[\"{told}\"}}"),
            REFUSED,
        ),
        ("never closed", "[".repeat(200_000) + &told, REFUSED),
    ]
}

fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| format!("\\u{:04x}", u32::from(c)))
        .collect()
}

#[test]
fn odd_bodies_are_json_without_private_values_or_refused() {
    for (name, body, [taken, refused]) in odd_bodies() {
        let start = Instant::now();
        let mut session = zoe();
        match session.sanitize_json(&body) {
            Ok(done) => {
                assert!(taken, "{name}: taken");
                let said = done.text.replace(r"\u0000", "").replace("\\\\", "\\");
                assert!(!shows(&said), "{name}: something private is shown");
                let escaped = escaped("Rauhreif");
                assert!(
                    !said.contains(&escaped),
                    "{name}: something private is shown"
                );
                let again = session.sanitize_json(&done.text).expect("it stays JSON");
                assert_eq!(again.text, done.text, "{name}");
            }
            Err(error) => {
                assert!(refused, "{name}: {error}");
                assert_eq!(error, SanitizeError::NotJson, "{name}");
            }
        }
        match session.rebind_json(&body) {
            Ok(_) => assert!(taken, "{name}: taken as an answer"),
            Err(refusal) => {
                assert!(refused, "{name}: refused as an answer");
                assert_eq!(refusal.kind, RefusalKind::Malformed, "{name}");
            }
        }
        assert!(start.elapsed() < MOST, "{name}: {:?}", start.elapsed());
    }
}

#[test]
fn at_a_limit_nothing_leaves_and_what_is_known_stays_hidden() {
    let limits = |values: usize, text: usize| Limits { values, text };
    let mut full = session(limits(8, 1 << 20));
    let many: String = (0..20)
        .map(|n| format!("mail u{n}@host{n}.quarry.internal\n"))
        .collect();
    let text = |session: &mut Session, text: &str| {
        session.sanitize(text, Origin::Tool, &Context::default())
    };
    assert_eq!(text(&mut full, &many), Err(SanitizeError::TableFull));
    assert_eq!(
        full.sanitize_json(&format!("[{many:?}]")),
        Err(SanitizeError::TableFull)
    );
    let mut stream = SanitizeStream::default();
    let shown = stream.push(&mut full, many.as_bytes());
    let rest = stream.finish(&mut full);
    assert!([shown, rest].contains(&Err(SanitizeError::TableFull)));
    assert_eq!(
        full.protect("one more of them", Kind::Secret),
        Err(SanitizeError::TableFull)
    );
    let known =
        text(&mut full, "cd /home/zoe/quarry; echo Rauhreif-4711-Feld").expect("nothing new");
    assert!(!shows(&known.text));
    assert_eq!(
        text(&mut full, "nothing of interest")
            .expect("nothing new")
            .text,
        "nothing of interest"
    );

    let mut short = session(limits(50_000, 100));
    let long = "x".repeat(101);
    assert_eq!(text(&mut short, &long), Err(SanitizeError::TooLong));
    assert_eq!(
        short.sanitize_json(&format!("\"{long}\"")),
        Err(SanitizeError::TooLong)
    );
    assert_eq!(sanitized(&mut short, "zoe"), "[USER_1]");
}

/// A kind has 9,999 ordinals.
#[test]
fn when_the_ordinals_of_a_kind_are_used_up_nothing_leaves() {
    let mut session = zoe();
    let mail = |n: usize| format!("mail tamsin{n}@quarry.internal\n");
    for from in (0..9_999).step_by(1_111) {
        let text: String = (from..from + 1_111).map(mail).collect();
        assert!(!sanitized(&mut session, &text).contains("tamsin"));
    }
    let more = session.sanitize(&mail(10_000), Origin::Tool, &Context::default());
    assert_eq!(more, Err(SanitizeError::TableFull));
    assert_eq!(sanitized(&mut session, &mail(1)), "mail [EMAIL_2]\n");
}

/// Outputs of a model that are none: no secret comes back and nothing panics.
#[test]
fn odd_outputs_restore_no_secret() {
    let mut session = zoe();
    let surrogate = sanitized(&mut session, SECRET);
    for (name, bytes) in odd_texts() {
        let start = Instant::now();
        let text = [&*surrogate, &String::from_utf8_lossy(&bytes), " [USER_1]"].concat();
        let shown = session.rebind_display(&text).text;
        let mut stream = RebindStream::new(Encoding::Text);
        let mut pieces = String::new();
        let mut rest = &*text;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(rest.floor_char_boundary(4093));
            pieces += &stream.push(&session, piece).text;
            rest = after;
        }
        pieces += &stream.finish(&session).text;
        assert_eq!(pieces, shown, "{name}");
        for access in [Access::Read, Access::Write] {
            let path = session.rebind_path(&text, access).map(|path| path.text);
            assert!(
                !path.is_ok_and(|path| path.contains(SECRET)),
                "{name}: a path"
            );
        }
        let secret = |said: &str| said.matches(SECRET).count() > text.matches(SECRET).count();
        assert!(!secret(&shown), "{name}");
        for shell in [Shell::Posix, Shell::PowerShell, Shell::Cmd] {
            let done = session.rebind_command(&text, shell);
            let said = done.map(|done| match done.words {
                slotguard_core::Words::Text(text) => text,
                slotguard_core::Words::Argv(words) => words.join(" "),
            });
            assert!(!said.is_ok_and(|said| secret(&said)), "{name}: a command");
        }
        let _ = session.rebind_tool_call("Bash", &text);
        assert!(start.elapsed() < MOST, "{name}: {:?}", start.elapsed());
    }
}
