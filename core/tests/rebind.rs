//! The adversarial suite of `testdata/rebind.jsonl`, run through a session.
//!
//! A line is a session or a case. A session has a configuration, `secrets` (name and value, protected before
//! any turn), `turns`, and `tools` with their schemas. A case names its session, what is rebound (`path`, `write`, `command`, `powershell`,
//! `cmd`, `argv`, `display` or a tool with its `args`) and what is expected: the text, `same` for the input
//! itself, or `refused` with the reason. `{{NAME}}` is the surrogate of a secret, `{{NAME:head}}` its first ten
//! characters, `{{NAME:upper}}` in capitals.

use std::collections::HashMap;

use serde_json::Value;
use slotguard_core::config::{Access, Literal, Scope};
use slotguard_core::{Config, Context, Kind, Origin, Session, Shell, Words};

#[path = "shared/seeded.rs"]
mod seeded;
#[path = "shared/surrogates.rs"]
mod surrogates;

use seeded::Seeded;
use surrogates::Surrogates;

/// A session and the surrogates of its secrets.
struct Fixture {
    session: Session,
    surrogates: Surrogates,
}

fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn config(value: &Value) -> Config {
    let scope = |scope: &Value| Scope {
        path: text(&scope["path"]).expect("a path"),
        access: if scope["access"] == "read" {
            Access::Read
        } else {
            Access::Write
        },
    };
    let literal = |literal: &Value| Literal {
        value: text(&literal[0]).expect("a value"),
        kind: Kind::from_name(literal[1].as_str().expect("a kind")).expect("a known kind"),
    };
    Config {
        roots: strings(&value["roots"]),
        hosts: strings(&value["hosts"]),
        orgs: strings(&value["orgs"]),
        home: text(&value["home"]),
        user: text(&value["user"]),
        cwd: text(&value["cwd"]),
        scopes: value["scopes"]
            .as_array()
            .into_iter()
            .flatten()
            .map(scope)
            .collect(),
        literals: value["literals"]
            .as_array()
            .into_iter()
            .flatten()
            .map(literal)
            .collect(),
        ..Config::default()
    }
}

fn fixture(value: &Value) -> Fixture {
    let mut session = Session::new(config(&value["config"]), [3; 32], Box::new(Seeded(3)))
        .expect("a good configuration");
    if value["policy"].is_object() {
        session
            .set_policy(&value["policy"].to_string())
            .expect("a good policy");
    }
    for (tool, schema) in value["tools"].as_object().into_iter().flatten() {
        let described = session.describe_tool(tool, &schema.to_string());
        described.expect("a good schema");
    }
    let secrets = value["secrets"].as_object().cloned().unwrap_or_default();
    for secret in secrets.values() {
        session
            .protect(secret.as_str().expect("a value"), Kind::Secret)
            .expect("room");
    }
    for turn in value["turns"].as_array().into_iter().flatten() {
        let origin = if turn["origin"] == "user" {
            Origin::User
        } else {
            Origin::Tool
        };
        let context = Context {
            file: turn["file"].as_str(),
            ..Context::default()
        };
        session
            .sanitize(turn["text"].as_str().expect("a text"), origin, &context)
            .expect("room");
    }
    let mut surrogates = Surrogates::default();
    for slot in session.slots() {
        let raw = session.reveal(&slot.stand_in);
        if let Some((name, _)) = secrets
            .iter()
            .find(|(_, value)| value.as_str() == raw.as_deref())
        {
            surrogates.0.insert(name.clone(), slot.stand_in);
        }
    }
    Fixture {
        session,
        surrogates,
    }
}

impl Fixture {
    /// What the case gives: text, or a refusal's name with whatever it says.
    fn run(&self, case: &Value) -> Result<String, (String, String)> {
        let get = |field: &str| case[field].as_str().map(|text| self.surrogates.fill(text));
        let session = &self.session;
        if let Some(tool) = case["tool"].as_str() {
            let args = self.surrogates.fill(&case["args"].to_string());
            let done = session.rebind_tool_call(tool, &args);
            return done.map(|done| done.args).map_err(said);
        }
        let words = |words: Words| match words {
            Words::Text(text) => text,
            Words::Argv(words) => serde_json::to_string(&words).expect("strings"),
        };
        let command = |text: String, shell| {
            session
                .rebind_command(&text, shell)
                .map(|done| words(done.words))
                .map_err(said)
        };
        if let Some(text) = get("path") {
            return session
                .rebind_path(&text, Access::Read)
                .map(|done| done.text)
                .map_err(said);
        }
        if let Some(text) = get("write") {
            return session
                .rebind_path(&text, Access::Write)
                .map(|done| done.text)
                .map_err(said);
        }
        if let Some(text) = get("command") {
            return command(text, Shell::Posix);
        }
        if let Some(text) = get("powershell") {
            return command(text, Shell::PowerShell);
        }
        if let Some(text) = get("cmd") {
            return command(text, Shell::Cmd);
        }
        if case["argv"].is_array() {
            let argv: Vec<String> = strings(&case["argv"])
                .iter()
                .map(|word| self.surrogates.fill(word))
                .collect();
            let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
            return session
                .rebind_argv(&argv)
                .map(|done| words(done.words))
                .map_err(said);
        }
        Ok(session
            .rebind_display(&get("display").expect("a case has an input"))
            .text)
    }

    fn input(&self, case: &Value) -> String {
        let inputs = ["path", "write", "command", "powershell", "cmd", "display"];
        if case["tool"].is_string() {
            return self.surrogates.fill(&case["args"].to_string());
        }
        if case["argv"].is_array() {
            return self.surrogates.fill(&case["argv"].to_string());
        }
        inputs
            .iter()
            .find_map(|input| case[input].as_str())
            .map(|text| self.surrogates.fill(text))
            .unwrap_or_default()
    }
}

#[test]
fn what_the_user_confirmed_is_done() {
    let line = r#"{"config": {"orgs": ["ostrich-co"], "user": "zoe"}, "policy": {"version": 1,
        "rules": [{"tool": "WebSearch", "type": "*", "action": "ask"}]}}"#;
    let mut session = fixture(&serde_json::from_str(line).expect("JSON")).session;
    let args = r#"{"query": "[ORG_1] [USER_1] [ORG_1]"}"#;
    let mut confirmed = Vec::new();
    let done = loop {
        session.confirm(&confirmed);
        match session.rebind_tool_call("WebSearch", args) {
            Ok(done) => break done.args,
            Err(refusal) => confirmed.push(refusal.ask.expect("a question")),
        }
    };
    assert_eq!(done, r#"{"query": "ostrich-co zoe ostrich-co"}"#);
    assert_eq!(confirmed.len(), 2);
    session.confirm(&[]);
    let refused = session.rebind_tool_call("WebSearch", args).err();
    assert!(refused.is_some_and(|refusal| refusal.ask.is_some()));
}

fn said(refusal: slotguard_core::Refusal) -> (String, String) {
    (refusal.kind.name().to_owned(), format!("{refusal:?}"))
}

/// Length of a path that is too long, written `{{10K}}` in the corpus.
fn expanded(line: &str) -> String {
    line.replace("{{10K}}", &"a/".repeat(5_200))
}

#[test]
fn the_adversarial_suite() {
    let corpus = include_str!("../testdata/rebind.jsonl");
    let mut fixtures: HashMap<String, Fixture> = HashMap::new();
    let mut private: Vec<String> = Vec::new();
    let (mut failures, mut cases) = (Vec::new(), 0);
    for line in corpus
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with("//"))
    {
        let case: Value =
            serde_json::from_str(&expanded(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
        if case["config"].is_object() {
            let name = text(&case["session"]).expect("a name");
            let values = case["secrets"].as_object().cloned().unwrap_or_default();
            private.extend(values.values().filter_map(text));
            fixtures.insert(name, fixture(&case));
            continue;
        }
        cases += 1;
        let fixture = &fixtures[case["in"].as_str().unwrap_or("plain")];
        let result = fixture.run(&case);
        if let Err((_, words)) = &result {
            assert!(
                private.iter().all(|value| !words.contains(value)),
                "a refusal shows a secret: {line}"
            );
        }
        let want = match case["refused"].as_str() {
            Some(reason) => Err(reason.to_owned()),
            None if case["same"] == true => Ok(fixture.input(&case)),
            None if case["want"].is_string() => Ok(case["want"]
                .as_str()
                .map(|text| fixture.surrogates.fill(text))
                .unwrap_or_default()),
            None => Ok(fixture.surrogates.fill(&case["want"].to_string())),
        };
        let have = result.map_err(|(reason, _)| reason);
        if have != want {
            failures.push(format!("{line}\n   have {have:?}\n   want {want:?}"));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {cases}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
