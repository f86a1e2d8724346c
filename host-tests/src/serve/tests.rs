//! The protocol, through the component.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use slotguard_host::Boundary;

use super::op::Op;

/// The answers to `lines`, one a line.
fn answers(lines: &[&str]) -> Vec<Value> {
    let boundary =
        Boundary::new().expect("run `cargo xtask test`, which builds the component first");
    let mut output = Vec::new();
    super::serve(boundary, lines.join("\n").as_bytes(), &mut output).expect("memory does not fail");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    output
        .lines()
        .map(|line| serde_json::from_str(line).expect("answers are JSON"))
        .collect()
}

#[test]
fn every_function_of_the_contract_has_an_operation() {
    let boundary =
        Boundary::new().expect("run `cargo xtask test`, which builds the component first");
    let prefix = "slotguard:boundary/sessions@0.1.0#";
    let exported: BTreeSet<String> = boundary
        .interface()
        .exports
        .iter()
        .filter_map(|name| name.strip_prefix(prefix))
        .map(str::to_owned)
        .collect();
    // Not operations: `echo` is for `bench`, `rules` is called to name rules in answers, and dropping a
    // resource is no function of the interface.
    let aside = ["echo", "rules"].map(str::to_owned);
    let served: BTreeSet<String> = Op::ALL
        .iter()
        .flat_map(|op| op.functions())
        .filter(|name| !name.starts_with("[resource-drop]"))
        .map(|name| (*name).to_owned())
        .chain(aside)
        .collect();
    assert_eq!(exported, served);
}

#[test]
fn names_of_operations_round_trip() {
    for op in Op::ALL {
        assert_eq!(Op::from_name(op.name()), Some(*op));
    }
}

#[test]
fn a_conversation() {
    let got = answers(&[
        r#"{"id":1,"op":"open","protocol":1,"config":{"roots":[{"path":"/Users/ines/nordkap"}],"home":"/Users/ines"}}"#,
        r#"{"id":2,"op":"sanitize","session":"s1","text":"cat /Users/ines/nordkap/a.rs","origin":"tool"}"#,
        r#"{"id":3,"op":"rebind","session":"s1","target":"path","text":"[REPO_ROOT_1]/a.rs"}"#,
        r#"{"id":4,"op":"rebind","session":"s1","target":"display","text":"see [REPO_ROOT_1]/a.rs"}"#,
        r#"{"id":"five","op":"close","session":"s1"}"#,
        r#"{"id":6,"op":"slots","session":"s1"}"#,
    ]);
    assert_eq!(got[0], json!({"id":1,"ok":true,"session":"s1"}));
    assert_eq!(
        got[1],
        json!({"id":2,"ok":true,"text":"cat [REPO_ROOT_1]/a.rs","replacements":[
            {"type":"REPO_ROOT","standin":"[REPO_ROOT_1]","in":[4,23],"out":[4,17],"rule":"root"}
        ]})
    );
    assert_eq!(
        got[2],
        json!({"id":3,"ok":true,"text":"/Users/ines/nordkap/a.rs"})
    );
    assert_eq!(
        got[3],
        json!({"id":4,"ok":true,"text":"see /Users/ines/nordkap/a.rs","restored":[[4,23]]})
    );
    assert_eq!(got[4], json!({"id":"five","ok":true}));
    assert_eq!(got[5]["error"]["kind"], "unknown-session");
}

#[test]
fn bad_lines_are_answered_and_the_next_one_served() {
    let got = answers(&[
        "{",
        r#"{"id":1,"op":"open","colour":"red"}"#,
        r#"{"id":2,"op":"no-such"}"#,
        r#"{"id":3,"op":"open","config":{"rootz":[]}}"#,
        r#"{"id":4,"op":"open","config":{"roots":[{"path":"relative/dir"}]}}"#,
        r#"{"id":5,"op":"open","protocol":2}"#,
        r#"{"id":6,"op":"open"}"#,
        r#"{"id":7,"op":"sanitize","session":"s1"}"#,
        r#"{"id":8,"op":"sanitize","session":"s1","bytes_b64":"%%%"}"#,
        r#"{"id":9,"op":"sanitize","session":"s1","bytes_b64":"YWL/Cg=="}"#,
        r#"{"id":10,"op":"rebind","session":"s1","target":"display","text":"a","tool":"Read"}"#,
    ]);
    let kinds: Vec<_> = got
        .iter()
        .map(|answer| answer["error"]["kind"].as_str())
        .collect();
    let bad = Some("bad-request");
    let config = Some("config");
    assert_eq!(
        kinds,
        [
            bad, bad, bad, config, config, bad, None, bad, bad, None, bad
        ]
    );
    assert_eq!(got[0]["id"], Value::Null);
    assert_eq!(got[1]["error"]["field"], "colour");
    assert_eq!(got[3]["error"]["field"], "rootz");
    assert!(
        got[4]["error"]["field"]
            .as_str()
            .is_some_and(|field| field.starts_with("roots[0]"))
    );
    assert_eq!(got[9]["text"], "ab\u{fffd}\n");
}

#[test]
fn a_described_tool_is_judged_by_its_schema() {
    let open = r#"{"op":"open","config":{"roots":[{"path":"/Users/ines/nordkap"}],"cwd":"/Users/ines/nordkap","user":"ines"}}"#;
    let seen = r#"{"op":"sanitize","session":"s1","text":"ines in /Users/ines/nordkap"}"#;
    let call = |args: &str| {
        format!(
            r#"{{"op":"rebind","session":"s1","target":"tool-call","tool":"press","args":{args}}}"#
        )
    };
    let (climbs, says) = (call(r#"{"doc":"../x"}"#), call(r#"{"note":"by [USER_1]"}"#));
    let schema = r#"{"op":"describe-tool","session":"s1","tool":"press","schema":{"properties":{"doc":{"format":"path"},"note":{"x-slotguard":"third-party"}}}}"#;
    let wrong = r#"{"op":"describe-tool","session":"s1","tool":"press","schema":{"properties":{"doc":{"x-slotguard":"nonsense"}}}}"#;
    let got = answers(&[
        open, seen, &climbs, &says, schema, &climbs, &says, wrong, &climbs,
    ]);
    assert_eq!(got[2]["ok"], true);
    assert_eq!(got[3]["args"], json!({"note":"by ines"}));
    assert_eq!(got[4]["ok"], true);
    assert_eq!(got[5]["error"]["kind"], "out-of-scope");
    assert_eq!(got[5]["error"]["field"], "/doc");
    assert_eq!(got[6]["error"]["kind"], "policy");
    assert_eq!(got[7]["ok"], false);
    assert_eq!(got[7]["error"]["field"], "schema.doc");
    // What was said before stays.
    assert_eq!(got[8]["error"]["kind"], "out-of-scope");
}

#[test]
fn whole_requests_and_answers() {
    let got = answers(&[
        r#"{"id":1,"op":"open","config":{"user":"ines"}}"#,
        r#"{"id":2,"op":"sanitize-json","session":"s1","text":"{\"content\":\"hi ines\"}"}"#,
        r#"{"id":3,"op":"sanitize-json","session":"s1","text":"{"}"#,
        r#"{"id":4,"op":"rebind-json","session":"s1","text":"{\"content\":\"hi [USER_1]\"}"}"#,
        r#"{"id":5,"op":"rebind-json","session":"s1","text":"{\"name\":\"Read\",\"input\":{\"file_path\":\"[REPO_ROOT_7]/a\"}}"}"#,
    ]);
    assert_eq!(got[1]["text"], r#"{"content":"hi [USER_1]"}"#);
    assert_eq!(got[1]["replacements"][0]["in"], json!([15, 19]));
    assert_eq!(got[2]["error"]["kind"], "not-json");
    assert_eq!(
        got[3],
        json!({"id":4,"ok":true,"text":r#"{"content":"hi ines"}"#,"restored":[[15,19]],"env":{},"paths":[]})
    );
    assert_eq!(got[4]["error"]["kind"], "unknown-handle");
    assert_eq!(got[4]["error"]["field"], "/input/file_path");
}

#[test]
fn streams_by_name() {
    let got = answers(&[
        r#"{"id":1,"op":"open","config":{"user":"ines"}}"#,
        r#"{"id":2,"op":"open"}"#,
        r#"{"id":3,"op":"stream-open","session":"s1","direction":"sanitize","encoding":"text"}"#,
        r#"{"id":4,"op":"stream-open","session":"s1","direction":"rebind","encoding":"json-string"}"#,
        r#"{"id":5,"op":"stream-push","session":"s1","stream":"t1","text":"user in"}"#,
        r#"{"id":6,"op":"stream-push","session":"s1","stream":"t2","text":"hi [USER"}"#,
        r#"{"id":7,"op":"stream-push","session":"s1","stream":"t1","bytes_b64":"ZXMK"}"#,
        r#"{"id":8,"op":"stream-push","session":"s1","stream":"t2","text":"_1]"}"#,
        r#"{"id":9,"op":"stream-flush","session":"s1","stream":"t2"}"#,
        r#"{"id":10,"op":"stream-finish","session":"s1","stream":"t1"}"#,
        r#"{"id":11,"op":"stream-push","session":"s1","stream":"t1","text":"x"}"#,
        r#"{"id":12,"op":"stream-push","session":"s2","stream":"t2","text":"x"}"#,
        r#"{"id":13,"op":"stream-open","session":"s1","direction":"sanitize","encoding":"json-string"}"#,
        r#"{"id":14,"op":"close","session":"s1"}"#,
        r#"{"id":15,"op":"stream-finish","session":"s1","stream":"t2"}"#,
    ]);
    assert_eq!(got[2], json!({"id":3,"ok":true,"stream":"t1"}));
    assert_eq!(got[3], json!({"id":4,"ok":true,"stream":"t2"}));
    let texts: Vec<_> = (4..10).map(|at| got[at]["text"].as_str()).collect();
    let texts: Option<Vec<_>> = texts.into_iter().collect();
    assert_eq!(
        texts.expect("texts"),
        ["", "hi ", "", "ines", "", "user [USER_1]\n"]
    );
    assert_eq!(got[7]["restored"], json!([[0, 4]]));
    let kinds: Vec<_> = (10..15)
        .map(|at| got[at]["error"]["kind"].as_str())
        .collect();
    let (stream, bad) = (Some("unknown-stream"), Some("bad-request"));
    assert_eq!(kinds, [stream, stream, bad, None, Some("unknown-session")]);
}

#[test]
fn a_session_moves_and_a_policy_asks() {
    let key = "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=";
    let open = r#"{"id":1,"op":"open","config":{"roots":[{"path":"/Users/ines/nordkap"}]}}"#;
    let sealed = answers(&[
        open,
        &format!(r#"{{"id":2,"op":"snapshot","session":"s1","key_b64":"{key}"}}"#),
        r#"{"id":3,"op":"snapshot","session":"s1","key_b64":"CQk="}"#,
    ]);
    assert_eq!(sealed[1]["counter"], 1);
    assert_eq!(sealed[2]["error"]["kind"], "key-length");
    let snapshot = sealed[1]["snapshot_b64"].as_str().expect("a snapshot");
    let restore = |least: u64| {
        format!(
            r#"{{"op":"restore","key_b64":"{key}","snapshot_b64":"{snapshot}","min_counter":{least}}}"#
        )
    };
    let call = r#"{"op":"rebind","session":"s1","target":"tool-call","tool":"Read","args":{"file_path":"[REPO_ROOT_1]/a.rs"}}"#;
    let got = answers(&[
        &restore(1),
        &restore(2),
        r#"{"op":"policy","session":"s1","policy":{"version":1,"rules":[{"tool":"Read","type":"REPO_ROOT","action":"ask"}]}}"#,
        call,
        r#"{"op":"policy","session":"s1","confirmed":[{"rule":0,"type":"REPO_ROOT","value":0,"message":"?"}]}"#,
        call,
        r#"{"op":"policy","session":"s1"}"#,
    ]);
    assert_eq!(got[0], json!({"id":null,"ok":true,"session":"s1"}));
    assert_eq!(got[1]["error"]["kind"], "rolled-back");
    assert_eq!(got[2], json!({"id":null,"ok":true}));
    assert_eq!(got[3]["ok"], false);
    assert_eq!(got[3]["ask"]["type"], "REPO_ROOT");
    assert_eq!(got[3]["ask"]["field"], "/file_path");
    assert_eq!(got[5]["args"]["file_path"], "/Users/ines/nordkap/a.rs");
    assert_eq!(got[6]["error"]["kind"], "bad-request");
}

#[test]
fn what_a_resent_history_shows() {
    let first = r#"{\"messages\":[{\"role\":\"user\",\"content\":\"by kestrel\"}"#;
    let second = r#",{\"role\":\"user\",\"content\":\"origin git@git.tern.internal:kestrel/x.git (fetch)\"}"#;
    let send = |more: &str| {
        format!(r#"{{"op":"sanitize-json","session":"s1","text":"{first}{more}]}}"}}"#)
    };
    let got = answers(&[
        r#"{"op":"open","config":{"on_stale":"keep"}}"#,
        &send(""),
        r#"{"op":"stale","session":"s1"}"#,
        &send(second),
        r#"{"op":"stale","session":"s1"}"#,
    ]);
    assert_eq!(got[2]["stale"], json!([]));
    assert_eq!(
        got[4]["stale"],
        json!([{"type":"ORG","standin":"[ORG_1]","message":0}])
    );
}
