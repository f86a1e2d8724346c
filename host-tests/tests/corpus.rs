//! The core's corpora, through the component.
//!
//! `sanitize.jsonl` is run in the terms of its own header, `rebind.jsonl` in those of `core/tests/rebind.rs`.

use std::collections::HashMap;

use serde_json::{Value, json};
use slotguard_host::{
    Access, Boundary, Config, Context, Error, Kind, Origin, Sanitized, Session, Shell,
};

#[path = "../../core/tests/shared/surrogates.rs"]
mod surrogates;

use surrogates::Surrogates;

/// `{{10K}}` is the middle of a path that is too long.
fn cases(corpus: &str) -> impl Iterator<Item = Value> {
    let is_case = |line: &&str| !line.starts_with("//") && !line.trim().is_empty();
    let case = |line: &str| line.replace("{{10K}}", &"a/".repeat(5_200));
    let lines = corpus.lines().filter(is_case).map(case);
    lines.map(|line| serde_json::from_str(&line).expect("JSON"))
}

fn boundary() -> Boundary {
    Boundary::new().expect("run `cargo xtask test`, which builds the component first")
}

fn sanitize(session: &mut Session, text: &str) -> Sanitized {
    let safe = session.sanitize(text, Origin::Tool, &Context::default());
    safe.expect("is within the limits")
}

/// The output with `{{rule}}` for each surrogate.
fn named(safe: &Sanitized, session: &mut Session) -> String {
    let mut out = String::new();
    let mut at = 0;
    for one in safe
        .replacements
        .iter()
        .filter(|one| one.kind == Kind::Secret)
    {
        out += &safe.text[at..one.output.start as usize];
        out += &format!("{{{{{}}}}}", session.rule_name(one.rule).expect("answers"));
        at = one.output.end as usize;
    }
    out + &safe.text[at..]
}

#[test]
fn every_turn_comes_out_as_the_corpus_says() {
    let boundary = boundary();
    let mut session = None;
    for case in cases(include_str!("../../core/testdata/sanitize.jsonl")) {
        if case["session"].is_string() {
            let config: Config = serde_json::from_value(case["config"].clone()).expect("a config");
            session = Some(boundary.session(config).expect("opens"));
            continue;
        }
        let session: &mut Session = session.as_mut().expect("a session comes first");
        let turn = case["turn"].as_str().expect("a text").replace('¦', "");
        let safe = sanitize(session, &turn);
        assert_eq!(named(&safe, session), case["want"], "{turn}");
        let bytes = session.sanitize_bytes(safe.text.as_bytes(), Origin::Tool, &Context::default());
        assert_eq!(
            bytes.expect("is within the limits").text,
            safe.text,
            "twice: {turn}"
        );
    }
}

/// A session of `rebind.jsonl` with the surrogates of its secrets.
struct Fixture {
    session: Session,
    surrogates: Surrogates,
}

impl Fixture {
    fn open(boundary: &Boundary, case: &Value) -> Self {
        let mut session = boundary.session(config(&case["config"])).expect("opens");
        let secrets = case["secrets"].as_object().cloned().unwrap_or_default();
        for secret in secrets.values() {
            let secret = secret.as_str().expect("a value");
            session
                .protect(secret, Kind::Secret)
                .expect("is within the limits");
        }
        for turn in case["turns"].as_array().into_iter().flatten() {
            let origin = match turn["origin"] == "user" {
                true => Origin::User,
                false => Origin::Tool,
            };
            let context = Context {
                file: turn["file"].as_str().map(str::to_owned),
                ..Context::default()
            };
            let text = turn["text"].as_str().expect("a text");
            session
                .sanitize(text, origin, &context)
                .expect("is within the limits");
        }
        if case["policy"].is_object() {
            let policy = case["policy"].to_string();
            session.set_policy(&policy).expect("a good policy");
        }
        for (tool, schema) in case["tools"].as_object().into_iter().flatten() {
            let described = session.describe_tool(tool, &schema.to_string());
            described.expect("a good schema");
        }
        let mut surrogates = Surrogates::default();
        for slot in session.slots().expect("answers") {
            let raw = session.reveal(&slot.stand_in).expect("answers");
            let raw = raw.as_ref().map(|raw| raw.expose());
            let name = secrets.iter().find(|(_, secret)| secret.as_str() == raw);
            if let Some((name, _)) = name {
                surrogates.0.insert(name.clone(), slot.stand_in);
            }
        }
        Fixture {
            session,
            surrogates,
        }
    }

    /// What is rebound: the name of the field, and its text.
    fn input(&self, case: &Value) -> (&'static str, String) {
        if case["tool"].is_string() {
            return ("tool", self.surrogates.fill(&case["args"].to_string()));
        }
        if case["argv"].is_array() {
            return ("argv", self.surrogates.fill(&case["argv"].to_string()));
        }
        let fields = ["path", "write", "command", "powershell", "cmd", "display"];
        let field = fields.into_iter().find(|field| case[field].is_string());
        let field = field.expect("a case has an input");
        (
            field,
            self.surrogates.fill(case[field].as_str().expect("a text")),
        )
    }

    /// The result, or the refusal's name.
    fn run(&mut self, case: &Value) -> Result<String, String> {
        let (field, text) = self.input(case);
        let session = &mut self.session;
        let done = match field {
            "tool" => {
                let tool = case["tool"].as_str().unwrap_or_default();
                session.rebind_tool_call(tool, &text).map(|call| call.args)
            }
            "argv" => {
                let argv: Vec<String> = serde_json::from_str(&text).expect("strings");
                session
                    .rebind_argv(&argv)
                    .map(|done| json!(done.argv).to_string())
            }
            "path" => session
                .rebind_path(&text, Access::Read)
                .map(|done| done.text),
            "write" => session
                .rebind_path(&text, Access::Write)
                .map(|done| done.text),
            "command" => session
                .rebind_command(&text, Shell::Posix)
                .map(|done| done.text),
            "powershell" => session
                .rebind_command(&text, Shell::PowerShell)
                .map(|done| done.text),
            "cmd" => session
                .rebind_command(&text, Shell::Cmd)
                .map(|done| done.text),
            _ => session.rebind_display(&text).map(|done| done.text),
        };
        done.map_err(|error| match error {
            Error::Refused(refusal) => refusal.kind.name().to_owned(),
            other => panic!("{other}"),
        })
    }
}

/// The configuration in the words of that corpus.
fn config(from: &Value) -> Config {
    let mut fields = from.as_object().cloned().unwrap_or_default();
    for (field, value) in &mut fields {
        let each = |make: fn(&Value) -> Value| {
            value.as_array().map(|list| list.iter().map(make).collect())
        };
        let changed: Option<Value> = match field.as_str() {
            "roots" => each(|root| json!({ "path": root })),
            "literals" => each(|pair| json!({ "value": pair[0], "type": pair[1] })),
            _ => None,
        };
        if let Some(changed) = changed {
            *value = changed;
        }
    }
    serde_json::from_value(Value::Object(fields)).expect("a config")
}

#[test]
fn every_answer_is_rebound_or_refused_as_the_corpus_says() {
    let boundary = boundary();
    let mut fixtures: HashMap<String, Fixture> = HashMap::new();
    let mut run = 0;
    for case in cases(include_str!("../../core/testdata/rebind.jsonl")) {
        if let Some(name) = case["session"].as_str() {
            fixtures.insert(name.to_owned(), Fixture::open(&boundary, &case));
            continue;
        }
        let name = case["in"].as_str().unwrap_or("plain");
        let fixture = fixtures.get_mut(name).expect("a session that is open");
        let got = fixture.run(&case);
        run += 1;
        if let Some(kind) = case["refused"].as_str() {
            assert_eq!(got.as_ref().err().map(String::as_str), Some(kind), "{case}");
            continue;
        }
        let got = got.unwrap_or_else(|kind| panic!("refused as {kind}: {case}"));
        let want = match case["same"] == true {
            true => fixture.input(&case).1,
            false => match &case["want"] {
                Value::String(text) => fixture.surrogates.fill(text),
                other => fixture.surrogates.fill(&other.to_string()),
            },
        };
        let as_json = |text: &str| serde_json::from_str::<Value>(text).ok();
        assert!(
            got == want || as_json(&got).is_some() && as_json(&got) == as_json(&want),
            "{case}"
        );
    }
    assert!(run > 300, "{run} cases");
}
