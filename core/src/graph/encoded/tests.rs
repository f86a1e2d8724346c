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

/// Every way to spell `text` out that is the same for every text of its length; a dump for each program.
fn spellings(text: &str) -> Vec<String> {
    let list = |separator: &str, unit: &dyn Fn(u8) -> String| {
        let units: Vec<String> = text.bytes().map(unit).collect();
        units.join(separator)
    };
    let hex = |byte: u8| format!("{byte:02x}");
    let byte = |byte: u8| char::from(byte).to_string();
    let groups = |length: usize, separator: &str| {
        let groups = text.as_bytes().chunks(length);
        let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
        groups.join(separator)
    };
    vec![
        list(" ", &hex),
        list(":", &hex),
        list("-", &|byte| hex(byte).to_uppercase()),
        format!("{{0x{}}}", list(", 0x", &hex)),
        format!("[{}]", list(", ", &|byte| byte.to_string())),
        format!(
            "{{\"type\":\"Buffer\",\"data\":[{}]}}",
            list(",", &|byte| byte.to_string())
        ),
        list("\n", &|byte| byte.to_string()),
        list(" ", &|byte| format!("{byte:03o}")),
        list(" 00 ", &hex),
        format!("['{}']", list("', '", &byte)),
        format!("[\n    \"{}\"\n]", list("\",\n    \"", &byte)),
        list("\n", &byte),
        list(" ", &byte),
        list(".", &byte),
        groups(4, "-"),
        groups(4, " "),
        dump(text, 2, "  "),
        dump(text, 4, ": "),
    ]
}

/// As `hexdump -C` and `xxd` print it.
fn dump(text: &str, digits: usize, mark: &str) -> String {
    let lines = text.as_bytes().chunks(16).enumerate();
    let line = |(number, line): (usize, &[u8])| {
        let digits: Vec<String> = line
            .chunks(digits / 2)
            .map(|part| hex(&String::from_utf8_lossy(part)))
            .collect();
        let shown = String::from_utf8_lossy(line);
        format!(
            "{:08x}{mark}{:<47}  |{shown}|\n",
            number * 16,
            digits.join(" ")
        )
    };
    lines.map(line).collect()
}

#[test]
fn what_is_spelled_out_is_spelled_as_the_surrogate() {
    for secret in ["Xq7LmR2vTz9KbW4nYc8HdPf3", "Xq7Lm!R2vTz9/KbW4nYc8HdPf3"] {
        for (number, raw) in spellings(secret).iter().enumerate() {
            let mut session = knowing(secret);
            let surrogate = out(&mut session, secret);
            let text = format!("it reads\n{raw}\nand ends\n");
            let wanted = text.replace(raw, &spellings(&surrogate)[number]);
            assert_eq!(out(&mut session, &text), wanted);
            assert_eq!(out(&mut session, &wanted), wanted);
        }
    }
}

#[test]
fn other_lists_stay() {
    let mut session = knowing(SECRET);
    for text in [
        "00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............\n00000010: 0300 3e00 0100 0000\n",
        "let bytes = [12, 255, 0, 13, 77, 88, 99, 101, 14, 15];",
        "a b c d e f g h i j k l",
        "aa:bb:cc:dd:ee:ff 52:54:00:12:34:56",
        "2026-01-02 03:04:05 2026-01-02 03:04:06 2026-01-02 03:04:07",
        "a, b, c, d = 1, 2, 3, 4",
    ] {
        assert_eq!(out(&mut session, text), text);
    }
}

#[test]
fn the_pair_of_a_known_password_is_found_in_basic_authentication() {
    let password = "Wv5n!Gq8sXt3kBz6r";
    let mut session = knowing(password);
    let surrogate = out(&mut session, password);
    for user in ["svc", "deploy", "a-robot"] {
        let pair = |password: &str| {
            base64::encode(format!("{user}:{password}").as_bytes(), Base64::Standard)
        };
        for lead in ["", "X-Forwarded-User: Basic ", "see "] {
            let text = format!("{lead}{}", pair(password));
            assert_eq!(
                out(&mut session, &text),
                format!("{lead}{}", pair(&surrogate))
            );
        }
    }
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

/// `3` is `33` in hexadecimal, so that one run of it is an encoding and the beginning of what it encodes.
#[test]
fn a_secret_that_begins_inside_its_encoding_goes_with_it() {
    let tail = "\u{1}--Kq!zR7mW2xTv9";
    let secret = format!("{}{tail}", "3".repeat(28));
    let text = format!("{}{tail}\n", "3".repeat(58));
    let mut session = knowing(&secret);
    let first = out(&mut session, &text);
    assert!(!first.contains("Kq!z") && !first.contains("33333"));
    assert_eq!(out(&mut session, &first), first);
    assert_eq!(out(&mut session, &text), first);
}
