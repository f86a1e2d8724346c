//! Sessions that meet pieces of what they know.

use crate::testing::session;
use crate::{Config, Context, Kind, Origin, Rule, Session};
use proptest::prelude::*;

const SECRET: &str = "Xq7LmR2vTz9KbW4nYc8HdPf3";

fn knowing(secrets: &[&str]) -> Session {
    let mut session = session(Config::default());
    for secret in secrets {
        session.protect(secret, Kind::Secret).expect("room for all");
    }
    session
}

fn out(session: &mut Session, text: &str) -> String {
    session
        .sanitize(text, Origin::Tool, &Context::default())
        .expect("room for all")
        .text
}

#[test]
fn the_pieces_of_a_secret_join_to_its_surrogate() {
    for cut in 8..=SECRET.len() - 8 {
        let mut session = knowing(&[SECRET]);
        let whole = out(&mut session, SECRET);
        let (head, tail) = SECRET.split_at(cut);
        let head = out(&mut session, &format!("chunk 1: <{head}>"));
        let tail = out(&mut session, &format!("chunk 2: <{tail}>"));
        let inner = |text: &str| text[10..text.len() - 1].to_owned();
        assert_eq!(inner(&head) + &inner(&tail), whole);
        assert_eq!(
            session.reveal(&inner(&head)).as_deref(),
            Some(&SECRET[..cut])
        );
    }
}

#[test]
fn a_whole_that_comes_after_its_halves_is_their_join() {
    let (head, tail) = SECRET.split_at(12);
    let mut session = knowing(&[head, tail]);
    let head_out = out(&mut session, &format!("KEY_PART1={head}"));
    let tail_out = out(&mut session, &format!("KEY_PART2={tail}"));
    let whole = out(&mut session, &format!("API_KEY={SECRET}"));
    let value = |text: &str| text.split_once('=').expect("a value").1.to_owned();
    assert_eq!(value(&whole), value(&head_out) + &value(&tail_out));
    assert_eq!(out(&mut session, &whole), whole);
    assert_eq!(session.reveal(&value(&whole)).as_deref(), Some(SECRET));
}

#[test]
fn a_piece_says_whose_it_is() {
    let mut session = knowing(&[SECRET]);
    let whole = out(&mut session, SECRET);
    let piece = out(&mut session, &SECRET[..10]);
    let why = session.explain(&piece).expect("it is registered");
    assert_eq!(why.rule, Rule::Fragment);
    assert!(why.chain[1].contains(&whole), "{:?}", why.chain);
}

#[test]
fn pieces_that_go_on_behind_a_gap_go_too() {
    for gap in [
        "\" + \"",
        "\n",
        "\r\n    ",
        "\n+",
        "\n  12\u{2192}",
        "\n> ",
        "</b>",
        "\\\n",
        "\", \"",
    ] {
        for cut in [3, 5, 9, 15, 19, 21] {
            let mut session = knowing(&[SECRET]);
            let (head, tail) = SECRET.split_at(cut);
            let shown = out(&mut session, &format!("x = \"{head}{gap}{tail}\""));
            assert!(!shown.contains(head) && !shown.contains(tail), "{shown}");
            let whole = out(&mut session, SECRET);
            assert_eq!(
                shown,
                format!("x = \"{}{gap}{}\"", &whole[..cut], &whole[cut..])
            );
        }
    }
}

#[test]
fn backwards_and_in_another_case() {
    let mut session = knowing(&[SECRET]);
    let whole = out(&mut session, SECRET);
    let mirrored = |text: &str| text.chars().rev().collect::<String>();
    assert_eq!(out(&mut session, &mirrored(SECRET)), mirrored(&whole));
    assert_eq!(
        out(&mut session, &SECRET.to_uppercase()),
        whole.to_uppercase()
    );
    assert_eq!(
        out(&mut session, &SECRET.to_lowercase()),
        whole.to_lowercase()
    );
}

#[test]
fn what_is_short_or_common_is_no_fragment() {
    let mut session = knowing(&[
        SECRET,
        "production-database-Xq7LmR2v",
        "correct horse battery staple",
    ]);
    for text in [
        &SECRET[..7],
        "production",
        "production-database",
        "a production-database-x",
        "horse battery",
    ] {
        assert_eq!(out(&mut session, text), text);
    }
    let glued = format!("aa{}aa", &SECRET[4..14]);
    assert_eq!(out(&mut session, &glued), glued);
}

#[test]
fn a_piece_of_two_secrets_has_a_stand_in_of_its_own() {
    let (one, two) = ("Xq7LmR2vTz9KAAAABBBB", "Xq7LmR2vTz9KCCCCDDDD");
    let mut session = knowing(&[one, two]);
    let shown = out(&mut session, "Xq7LmR2vTz9K");
    assert_eq!(shown.len(), 12);
    for whole in [one, two] {
        assert!(!out(&mut session, whole).starts_with(&shown));
    }
    assert_eq!(session.reveal(&shown).as_deref(), Some("Xq7LmR2vTz9K"));
}

#[test]
fn a_new_secret_that_shares_a_piece_is_learned_whole() {
    let mut session = knowing(&["Xq7LmR2vTz9KAAAABBBB"]);
    let shown = out(&mut session, "PASSWORD=Xq7LmR2vTz9KCCCCDDDD");
    let stand_in = shown.strip_prefix("PASSWORD=").expect("the key stays");
    assert_eq!(
        session.reveal(stand_in).as_deref(),
        Some("Xq7LmR2vTz9KCCCCDDDD")
    );
}

#[test]
fn a_secret_inside_another_keeps_its_own_stand_in() {
    let (inner, outer) = ("Tz9KbW4nYc8H", "Xq7LmR2v-Tz9KbW4nYc8H-dPf3");
    let mut session = knowing(&[inner, outer]);
    let whole = out(&mut session, outer);
    let part = out(&mut session, inner);
    assert_ne!(part, whole[9..21]);
    assert_eq!(session.reveal(&whole).as_deref(), Some(outer));
    assert_eq!(session.reveal(&part).as_deref(), Some(inner));
}

#[test]
fn long_and_periodic_secrets_take_linear_time() {
    let long: String = (0u32..16_384)
        .map(|n| format!("{:04x}", n.wrapping_mul(40_503) & 0xffff))
        .collect();
    let same = "ab".repeat(32_768);
    let mut session = knowing(&[&long, &same]);
    let text = "ab".repeat(500_000);
    let started = std::time::Instant::now();
    let _ = out(&mut session, &text);
    assert!(started.elapsed().as_secs() < 5);
    assert!(!out(&mut session, &long[100..60_000]).contains(&long[200..220]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_piece_of_eight_leaves_at_a_border(secret in "[A-Za-z0-9]{16,48}", from: u16, len in 8usize..48, lead in "[ a-z\"=:]{0,12}") {
        let mut session = knowing(&[&secret]);
        let from = usize::from(from) % (secret.len() - 7);
        let piece = &secret[from..secret.len().min(from + len)];
        let text = format!("{lead} {piece}!");
        let shown = out(&mut session, &text);
        prop_assert!(!shown.contains(piece) || crate::strength::bits(piece.as_bytes()) < 30);
        prop_assert_eq!(&out(&mut session, &shown), &shown);
        prop_assert_eq!(&out(&mut session, &text), &shown);
    }
}
