//! Sessions that meet what they know in other encodings.

use crate::base64::{self, Base64};
use crate::testing::session;
use crate::{Config, Context, Kind, Origin, Session};
use proptest::prelude::*;

const SECRET: &str = "Xq7Lm!R2vTz9/KbW4nYc8HdPf3";

fn knowing(secret: &str) -> Session {
    let mut session = session(Config::default());
    session.protect(secret, Kind::Secret).expect("room for one");
    session
}

fn out(session: &mut Session, text: &str) -> String {
    session
        .sanitize(text, Origin::Tool, &Context::default())
        .expect("room for all")
        .text
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn each(text: &str, write: impl Fn(u32) -> String) -> String {
    text.chars().map(|c| write(c as u32)).collect()
}

/// Every encoding of `text` that is the same for every text of its length.
fn encodings(text: &str) -> Vec<String> {
    let mut all = vec![
        hex(text),
        hex(text).to_uppercase(),
        each(text, |c| format!("%{c:02X}")),
        each(text, |c| format!("%{c:02x}")),
        each(text, |c| format!("\\x{c:02x}")),
        each(text, |c| format!("\\u{c:04x}")),
        each(text, |c| format!("\\{c:03o}")),
        each(text, |c| format!("&#{c};")),
        each(text, |c| format!("&#x{c:X};")),
        text.chars().rev().collect(),
    ];
    for kind in [Base64::Standard, Base64::Url] {
        for lead in ["", "u:", "xy", "user:", "{\"k\":\""] {
            all.push(base64::encode(format!("{lead}{text}").as_bytes(), kind));
            all.push(base64::encode(format!("{lead}{text}\n").as_bytes(), kind));
        }
    }
    all
}

#[test]
fn the_stand_in_is_the_same_encoding_of_the_surrogate() {
    let mut session = knowing(SECRET);
    let surrogate = out(&mut session, SECRET);
    for (raw, wanted) in encodings(SECRET).iter().zip(encodings(&surrogate)) {
        for text in [raw.clone(), format!("blob \"{raw}\"\n")] {
            assert_eq!(out(&mut session, &text), text.replace(raw, &wanted));
        }
    }
}

#[test]
fn only_what_an_encoding_changes_is_escaped() {
    let secret = "Xq7Lm&R2v\"Tz9+KbW4nYc8";
    for (encoded, marks) in [
        (
            secret
                .replace('&', "%26")
                .replace('"', "%22")
                .replace('+', "%2B"),
            "%2",
        ),
        (secret.replace('"', "\\\""), "\\"),
        (secret.replace('&', "\\&").replace('"', "\\\""), "\\"),
        (secret.replace('&', "&amp;").replace('"', "&quot;"), "&"),
        (secret.replace('&', "\\u0026"), "\\u00"),
    ] {
        let mut session = knowing(secret);
        let shown = out(&mut session, &format!("v={encoded};"));
        for piece in ["Xq7Lm", "R2v", "Tz9", "KbW4nYc8"] {
            assert!(!shown.contains(piece), "{shown} of {marks}");
        }
        assert_eq!(out(&mut session, &shown), shown);
    }
}

#[test]
fn wrapped_base64_keeps_its_lines() {
    let mut session = knowing(SECRET);
    let surrogate = out(&mut session, SECRET);
    let blob = |value: &str| {
        let text = format!(
            "{{\"user\": \"somebody\", \"key\": \"{value}\", \"more\": \"of no interest\"}}"
        );
        let text = base64::encode(text.as_bytes(), Base64::Standard);
        let lines: Vec<_> = text
            .as_bytes()
            .chunks(20)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect();
        lines.join("\n")
    };
    assert_eq!(out(&mut session, &blob(SECRET)), blob(&surrogate));
}

#[test]
fn pieces_are_found_in_encodings_too() {
    let mut session = knowing(SECRET);
    let surrogate = out(&mut session, SECRET);
    assert_eq!(
        out(&mut session, &hex(&SECRET[3..16])),
        hex(&surrogate[3..16])
    );
}

#[test]
fn stand_ins_are_restored() {
    let mut session = knowing(SECRET);
    for raw in encodings(SECRET) {
        let shown = out(&mut session, &raw);
        let all = session.reveal(&shown);
        assert!(all.is_none_or(|all| all == raw));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_encoding_leaves(secret in "[A-Za-z0-9!/+=_-]{12,40}", lead in "[ a-z\"=:.,]{0,10}") {
        prop_assume!(crate::strength::bits(secret.as_bytes()) >= 40);
        let mut session = knowing(&secret);
        for encoded in encodings(&secret) {
            let text = format!("{lead} {encoded} ");
            let shown = out(&mut session, &text);
            prop_assert!(!shown.contains(&encoded));
            prop_assert_eq!(&out(&mut session, &shown), &shown);
        }
    }
}
