//! Streams, whole requests and snapshots through the component: what a host relies on. What they do to text is
//! tested in the core.

use std::time::Duration;

use slotguard_host::{
    Access, Boundary, Config, Context, Encoding, Error, HostLimits, Kind, Limits, OnStale, Origin,
    Root, SanitizeError, Session, SnapshotError,
};

fn boundary() -> Boundary {
    Boundary::new().expect("run `cargo xtask test`, which builds the component first")
}

fn config() -> Config {
    Config {
        roots: vec![Root::new("/home/zoe/quarry")],
        user: Some("zoe".to_owned()),
        ..Config::default()
    }
}

fn zoe() -> Session {
    boundary().session(config()).expect("opens")
}

const REQUEST: &str =
    r#"{"messages":[{"role":"user","content":"open \"/home/zoe/quarry/a.rs\""}]}"#;

#[test]
fn a_request_goes_out_and_its_answer_comes_back() {
    let mut session = zoe();
    let safe = session.sanitize_json(REQUEST).expect("is JSON");
    assert_eq!(
        safe.text,
        REQUEST.replace("/home/zoe/quarry", "[REPO_ROOT_1]")
    );
    assert_eq!(safe.replacements.len(), 1);
    let answer = r#"{"content":[{"type":"text","text":"hi [USER_1]"},{"type":"tool_use","name":"Read","input":{"file_path":"[REPO_ROOT_1]/a.rs"}}]}"#;
    let local = session
        .rebind_json(answer)
        .map_err(|error| error.to_string());
    let local = local.expect("is let through");
    let want = answer.replace("[USER_1]", "zoe");
    assert!(local.text == want.replace("[REPO_ROOT_1]", "/home/zoe/quarry"));
    assert_eq!(local.restored[0].of(&local.text), "zoe");
    let refused = session.rebind_json(r#"{"name":"Read","input":{"file_path":"[REPO_ROOT_9]/x"}}"#);
    assert!(matches!(refused, Err(Error::Refused(refusal)) if refusal.field == "/input/file_path"));
}

#[test]
fn failures_of_requests_are_named_and_the_session_goes_on() {
    let mut session = zoe();
    let torn = session.sanitize_json("{");
    assert!(matches!(torn, Err(Error::Sanitize(SanitizeError::NotJson))));
    let signed = r#"{"type":"thinking","thinking":"zoe asks","signature":"QUJD"}"#;
    let sealed = session.sanitize_json(signed);
    assert!(matches!(
        sealed,
        Err(Error::Sanitize(SanitizeError::Sealed))
    ));
    assert!(session.sanitize_json(REQUEST).is_ok());
}

#[test]
fn pieces_of_any_size_come_out_as_the_whole() {
    let text = "cd /home/zoe/quarry\nuser zoe ☕\nPASSWORD=Tern-Gull-4471\n$ ".as_bytes();
    let run = |size: usize| {
        let mut session = zoe();
        let context = Context::default();
        let stream = session
            .sanitize_stream(Origin::Tool, &context)
            .expect("opens");
        let pieces = text.chunks(size);
        let mut out: String = pieces
            .map(|piece| {
                stream
                    .push(&mut session, piece)
                    .expect("is within the limits")
            })
            .collect();
        out += &stream.finish(&mut session).expect("is within the limits");
        let mut slots = session.slots().expect("answers").into_iter();
        let secret = slots.rfind(|slot| slot.kind == Kind::Secret);
        out.replace(&secret.expect("a secret").stand_in, "SECRET")
    };
    let whole = "cd [REPO_ROOT_1]\nuser [USER_1] ☕\nPASSWORD=SECRET\n$ ";
    for size in [1, 2, 7, 1000] {
        assert_eq!(run(size), whole, "pieces of {size}");
    }
}

#[test]
fn a_prompt_is_released_when_the_host_asks() {
    let mut session = zoe();
    let stream = session.sanitize_stream(Origin::Tool, &Context::default());
    let stream = stream.expect("opens");
    assert_eq!(
        stream.push(&mut session, b"Continue? ").expect("goes on"),
        ""
    );
    assert_eq!(stream.flush(&mut session).expect("goes on"), "Continue? ");
}

#[test]
fn deltas_of_two_blocks_are_shown_as_they_come() {
    let mut session = zoe();
    let words = session.rebind_stream(Encoding::Text).expect("opens");
    let json = session.rebind_stream(Encoding::JsonString).expect("opens");
    let mut shown = [String::new(), String::new()];
    for (word, piece) in [
        ("hi [US", "\\u005bUS"),
        ("ER_1]", "ER_1]\\"),
        (", see", "n"),
    ] {
        shown[0] += &words.push(&mut session, word).expect("answers").text;
        shown[1] += &json.push(&mut session, piece).expect("answers").text;
    }
    shown[0] += &words.finish(&mut session).expect("answers").text;
    shown[1] += &json.finish(&mut session).expect("answers").text;
    assert_eq!(shown, ["hi zoe, see", "zoe\\n"]);
}

#[test]
fn a_stream_that_fails_stays_failed_and_the_session_goes_on() {
    let mut session = boundary()
        .session(Config {
            limits: Limits {
                values: 4,
                ..Limits::default()
            },
            ..Config::default()
        })
        .expect("opens");
    let stream = session.sanitize_stream(Origin::Tool, &Context::default());
    let stream = stream.expect("opens");
    let many: String = (0..9)
        .map(|n| format!("tern{n}@quarry-data.de\n"))
        .collect();
    for text in [&*many, "short\n\n\n\n"] {
        let full = stream.push(&mut session, text.as_bytes());
        assert!(matches!(
            full,
            Err(Error::Sanitize(SanitizeError::TableFull))
        ));
    }
    let short = session.sanitize("short", Origin::Tool, &Context::default());
    assert_eq!(short.expect("goes on").text, "short");
}

#[test]
fn a_stream_that_is_stopped_poisons_its_session_and_no_other() {
    let hasty = boundary().with_limits(HostLimits {
        time: Duration::from_millis(1),
        time_per_mib: Duration::ZERO,
        ..HostLimits::default()
    });
    let mut lost = hasty.session(config()).expect("opens");
    let mut other = hasty.session(config()).expect("opens");
    let stream = lost.sanitize_stream(Origin::Tool, &Context::default());
    let stream = stream.expect("opens");
    let second = lost.rebind_stream(Encoding::Text).expect("opens");
    let long = "DB_PASSWORD=Tern-Gull-4471 at /home/zoe/quarry/a.rs\n".repeat(1 << 18);
    let stopped = stream.push(&mut lost, long.as_bytes());
    assert!(matches!(stopped, Err(Error::TimedOut)));
    assert!(matches!(stream.finish(&mut lost), Err(Error::Poisoned)));
    assert!(matches!(second.push(&mut lost, "hi"), Err(Error::Poisoned)));
    assert!(matches!(lost.slots(), Err(Error::Poisoned)));
    assert!(other.rebind_stream(Encoding::Text).is_ok());
}

#[test]
fn a_stream_is_of_one_session() {
    let (mut one, mut other) = (zoe(), zoe());
    let stream = one.rebind_stream(Encoding::Text).expect("opens");
    let foreign = stream.push(&mut other, "hi");
    assert!(matches!(foreign, Err(Error::ForeignStream)));
    assert!(stream.push(&mut one, "hi").is_ok());
}

#[test]
fn a_session_moves_in_a_snapshot() {
    let boundary = boundary();
    let key = [9; 32];
    let mut session = boundary.session(config()).expect("opens");
    let safe = session.sanitize_json(REQUEST).expect("is JSON").text;
    let old = session.snapshot(&key).expect("a good key");
    session.forget("[USER_1]").expect("answers");
    let new = session.snapshot(&key).expect("a good key");
    assert!(new.counter > old.counter);
    let restored = boundary.restore(Config::default(), &key, &new.bytes, new.counter);
    let mut restored = restored
        .map_err(|error| error.to_string())
        .expect("is good");
    assert_eq!(restored.sanitize_json(REQUEST).expect("is JSON").text, safe);
    let path = restored.rebind_path("[REPO_ROOT_1]/a.rs", Access::Write);
    assert!(path.is_ok_and(|path| path.text == "/home/zoe/quarry/a.rs"));
    let refused = |key: &[u8], bytes: &[u8], least| {
        let restored = boundary.restore(Config::default(), key, bytes, least);
        match restored.err() {
            Some(Error::Snapshot(error)) => error.name(),
            _ => "",
        }
    };
    assert_eq!(refused(&key, &old.bytes, new.counter), "rolled-back");
    assert_eq!(refused(&[8; 32], &new.bytes, 0), "unreadable");
    assert_eq!(refused(&key[1..], &new.bytes, 0), "key-length");
    assert_eq!(refused(&key, &new.bytes[..20], 0), "malformed");
    let short = session.snapshot(&[0; 31]);
    assert!(matches!(
        short,
        Err(Error::Snapshot(SnapshotError::KeyLength))
    ));
}

#[test]
fn a_policy_asks_and_the_user_answers() {
    let mut session = zoe();
    let wrong = session.set_policy(r#"{"version":2}"#);
    assert!(matches!(wrong, Err(Error::Config { .. })));
    let policy = r#"{"version":1,"rules":[{"tool":"Read","type":"REPO_ROOT","action":"ask"}]}"#;
    session.set_policy(policy).expect("is good");
    let args = r#"{"file_path":"[REPO_ROOT_1]/a.rs"}"#;
    let Err(Error::Refused(refusal)) = session.rebind_tool_call("Read", args) else {
        panic!("the user is asked");
    };
    let question = refusal.ask.expect("a question");
    session.confirm(&[question]).expect("answers");
    assert!(session.rebind_tool_call("Read", args).is_ok());
    session.confirm(&[]).expect("answers");
    assert!(session.rebind_tool_call("Read", args).is_err());
}

#[test]
fn a_history_is_replayed_and_what_it_still_shows_is_listed() {
    let message = |text: &str| format!(r#"{{"role":"user","content":"{text}"}}"#);
    let request = |messages: &[String]| format!(r#"{{"messages":[{}]}}"#, messages.join(","));
    let first = message("/home/zoe/quarry/a.rs, written by kestrel");
    let names = message(r"origin git@git.tern.internal:kestrel/x.git (fetch)");
    let run = |on_stale| {
        let config = Config {
            on_stale,
            ..config()
        };
        let mut session = boundary().session(config).expect("opens");
        session
            .sanitize_json(&request(std::slice::from_ref(&first)))
            .expect("is JSON");
        let both = request(&[first.clone(), names.clone()]);
        let shown = session.sanitize_json(&both).map(|safe| safe.text);
        (shown, session.stale().expect("answers"))
    };
    let (kept, stale) = run(OnStale::Keep);
    assert!(kept.expect("is kept").contains("written by kestrel"));
    assert_eq!((stale[0].kind, stale[0].message), (Kind::Org, 0));
    let (rewritten, stale) = run(OnStale::Rewrite);
    assert!(!rewritten.expect("is rewritten").contains("kestrel") && stale.is_empty());
    let (refused, _) = run(OnStale::Refuse);
    assert!(matches!(
        refused,
        Err(Error::Sanitize(SanitizeError::Stale))
    ));
}
