//! Sessions that meet the forms of what they know.

use crate::testing::session;
use crate::{Config, Context, Kind, Origin, Session};

fn out(session: &mut Session, text: &str) -> String {
    session
        .sanitize(text, Origin::Tool, &Context::default())
        .expect("room for all")
        .text
}

fn knowing(values: &[(&str, Kind)]) -> Session {
    let mut session = session(Config::default());
    for (value, kind) in values {
        session.protect(value, *kind).expect("room for all");
    }
    session
}

#[test]
fn a_person_is_one_entity_in_all_forms() {
    let mut session = knowing(&[("Zoe Querfurt", Kind::Person)]);
    for text in [
        "Zoe Querfurt",
        "zquerfurt",
        "z.querfurt",
        "Z. Querfurt",
        "zoe-querfurt",
        "ZoeQuerfurt",
        "zoe_querfurt",
        "QUERFURT",
        "Zoe",
        "querfurt",
        "ZQUERFURT",
        "querfurt, zoe",
        "zoe.querfurt",
    ] {
        let shown = out(&mut session, text);
        assert!(
            shown.starts_with("[PERSON_1") && shown.ends_with(']'),
            "{shown}"
        );
        assert_eq!(session.rebind_display(&shown).text, text);
    }
    assert_eq!(out(&mut session, "zoe"), "zoe");
}

#[test]
fn a_branch_is_one_entity_in_every_spelling() {
    let mut session = session(Config::default());
    let first = out(&mut session, "On branch feature/querfurt-lamps");
    assert_eq!(first, "On branch [BRANCH_1]");
    for text in [
        "git push origin HEAD:refs/heads/feature/querfurt-lamps",
        r#"{"ref":"refs\/heads\/feature\/querfurt-lamps"}"#,
        "/tree/feature%2Fquerfurt-lamps",
    ] {
        let shown = out(&mut session, text);
        assert!(
            shown.contains("BRANCH_1") && !shown.contains("querfurt"),
            "{shown}"
        );
        assert_eq!(session.rebind_display(&shown).text, text);
    }
}

#[test]
fn an_organisation_is_found_in_names_of_code() {
    let mut session = knowing(&[("querfurt-lane", Kind::Org)]);
    for (text, wanted) in [
        ("new QuerfurtLaneClient()", "new [ORG_1b]Client()"),
        ("QUERFURT_LANE_URL=1", "ORG_SLOT_1C_URL=1"),
        ("import querfurt_lane", "import [ORG_1d]"),
        ("querfurtlane", "[ORG_1e]"),
        ("Querfurt Lane", "[ORG_1f]"),
        ("Querfurt's", "[ORG_1g]'s"),
    ] {
        assert_eq!(out(&mut session, text), wanted);
        assert_eq!(session.rebind_display(wanted).text, text);
    }
}

#[test]
fn a_mail_address_gives_its_login_and_its_organisation_away() {
    let mut session = knowing(&[("zquerfurt@nachtfalke.example", Kind::Email)]);
    assert_eq!(
        out(&mut session, "zquerfurt works at Nachtfalke"),
        "[USER_1] works at [ORG_1]"
    );
    let why = session.explain("[USER_1]").expect("it was issued");
    assert!(why.chain[0].contains("derived"), "{:?}", why.chain);
    assert!(why.chain[1].contains("[EMAIL_1]"), "{:?}", why.chain);
}

#[test]
fn names_in_other_scripts_have_no_borders() {
    let mut session = knowing(&[
        ("田中 花子", Kind::Person),
        ("Jesús Álvarado", Kind::Person),
    ]);
    let shown = out(&mut session, "是田中さん, jalvarado, Alvarado, Jesus");
    let hidden = ["田", "alvarado", "Alvarado", "Jesus"];
    assert!(hidden.iter().all(|name| !shown.contains(name)), "{shown}");
}

#[test]
fn common_words_are_left_alone() {
    let mut session = knowing(&[
        ("Mark Page", Kind::Person),
        ("Will Grant", Kind::Person),
        ("Rose Stone", Kind::Person),
        ("Apple Garden", Kind::Org),
        ("grant.page@will.example", Kind::Email),
        ("docker-test", Kind::Project),
        ("dev.test.internal", Kind::Host),
    ]);
    for word in [
        "mark", "page", "will", "grant", "rose", "stone", "apple", "garden", "dev", "test",
        "docker",
    ] {
        for text in [
            format!("{word} the entry as read"),
            format!("run `{word}` in the shell"),
            format!("import {word} from './{word}.tsx'"),
            format!("{word}s and {word}ed, {word}_all, {word}-x"),
            format!("<{word}>"),
            format!("class {word}Handler {{}}"),
            format!("{}: see below", word.to_uppercase()),
            format!("the {word} of it"),
        ] {
            assert_eq!(out(&mut session, &text), text);
        }
    }
    for text in [
        "Mark as read",
        "Page 3 of 7",
        "Will do. Grant access",
        "export const Page = () => 1",
        "Rose and Stone",
    ] {
        assert_eq!(out(&mut session, text), text);
    }
    assert_eq!(out(&mut session, "Mark's patch"), "[PERSON_1b]'s patch");
}

#[test]
fn a_forgotten_name_takes_its_forms_along() {
    let mut session = knowing(&[("Zoe Querfurt", Kind::Person)]);
    assert_eq!(out(&mut session, "zquerfurt"), "[PERSON_1b]");
    assert!(session.forget("[PERSON_1]"));
    assert_eq!(out(&mut session, "z.querfurt"), "z.querfurt");
}
