//! The corpus of `testdata/sanitize.jsonl`, run by the core itself. The component and the npm package run it
//! too, with equal results.

use serde_json::Value;
use slotguard_core::config::{CustomRule, Literal, Spelling};
use slotguard_core::{Config, Context, Kind, Origin, Sanitized, Session};

#[path = "shared/seeded.rs"]
mod seeded;

use seeded::Seeded;

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn kind(value: &Value) -> Kind {
    Kind::from_name(&text(value)).expect("a known kind")
}

fn config(from: &Value) -> Config {
    Config {
        roots: list(&from["roots"])
            .map(|root| text(&root["path"]))
            .collect(),
        home: from["home"].as_str().map(str::to_owned),
        user: from["user"].as_str().map(str::to_owned),
        hosts: list(&from["hosts"]).map(text).collect(),
        allow: list(&from["allow"]).map(text).collect(),
        disabled: list(&from["disabled"]).map(kind).collect(),
        literals: list(&from["literals"])
            .map(|literal| Literal {
                value: text(&literal["value"]),
                kind: kind(&literal["type"]),
            })
            .collect(),
        custom_rules: list(&from["custom_rules"])
            .map(|rule| CustomRule {
                name: text(&rule["name"]),
                pattern: text(&rule["pattern"]),
                kind: kind(&rule["type"]),
            })
            .collect(),
        spelling: match from["spelling"] == "dashed" {
            true => Spelling::Dashed,
            false => Spelling::Bracket,
        },
        ..Config::default()
    }
}

/// The output with `{{rule}}` for each surrogate.
fn named(safe: &Sanitized) -> String {
    let mut out = String::new();
    let mut at = 0;
    for one in safe
        .replacements
        .iter()
        .filter(|one| one.kind == Kind::Secret)
    {
        out += &safe.text[at..one.output.start];
        out += &format!("{{{{{}}}}}", one.rule.name());
        at = one.output.end;
    }
    out + &safe.text[at..]
}

#[test]
fn every_turn_comes_out_as_the_corpus_says() {
    let mut session = None;
    let mut wrong = Vec::new();
    for line in include_str!("../testdata/sanitize.jsonl").lines() {
        if line.starts_with("//") {
            continue;
        }
        let case: Value = serde_json::from_str(line).expect("JSON");
        if case["session"].is_string() {
            let opened = Session::new(config(&case["config"]), [5; 32], Box::new(Seeded(5)));
            session = Some(opened.expect("a good configuration"));
            continue;
        }
        let session: &mut Session = session.as_mut().expect("a session comes first");
        let turn = text(&case["turn"]).replace('¦', "");
        let safe = session.sanitize(&turn, Origin::Tool, &Context::default());
        let safe = safe.expect("room");
        let again = session.sanitize(&safe.text, Origin::Tool, &Context::default());
        let twice = again.expect("room").text == safe.text;
        if named(&safe) != text(&case["want"]) || !twice {
            wrong.push(format!(
                "{turn}\n  gives {}, twice the same: {twice}",
                named(&safe)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
