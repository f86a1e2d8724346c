//! A provider's answer: what it says is shown, what it calls is judged.
//!
//! The shapes differ in names only (`tool_calls[].function`, `function_call`, `tool_use`, `functionCall`): a call is
//! an object with a name and arguments, which are an object or JSON text. Those go through [`super::tool_call`]; every
//! other string is text for the local user. A span rewrite, like the outbound one.

use super::{Local, display, tool_call};
use crate::json::{self, Event, Reader};
use crate::transcript::{PROTOCOL, SEALED};
use crate::{ReboundJson, Refusal, RefusalKind, Span};

/// Members that hold the arguments of a call.
const ARGUMENTS: &[&str] = &["arguments", "input", "args", "action", "operation"];

/// Types of calls that the provider has run itself: nothing is left to do, so they are only shown.
const DONE_ELSEWHERE: &[&str] = &[
    "server_tool_use",
    "mcp_tool_use",
    "mcp_call",
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "image_generation_call",
];

/// Restores a whole answer.
pub(crate) fn rebind(local: Local<'_>, text: &str) -> Result<ReboundJson, Refusal> {
    let tokens = tokens(text)?;
    let mut answer = Answer {
        local,
        text,
        out: ReboundJson {
            text: String::with_capacity(text.len() + text.len() / 16),
            restored: Vec::new(),
            env: Vec::new(),
            paths: Vec::new(),
        },
        done: 0,
    };
    let shape = Shape::of(text, &tokens);
    let mut index = 0;
    let mut calls = shape.calls.iter().peekable();
    while index < tokens.len() {
        // Arguments that lie in the arguments of another call are that call's own.
        while calls.next_if(|call| call.arguments < index).is_some() {}
        if let Some(call) = calls.next_if(|call| call.arguments == index) {
            index = answer.call(&tokens, call)?;
            continue;
        }
        if let Event::Text(span) = tokens[index].event
            && !shape.kept.contains(&index)
        {
            answer.shown(span);
        }
        index += 1;
    }
    Ok(answer.finish())
}

/// An event and the offset just past it.
struct Token {
    event: Event,
    end: usize,
}

fn tokens(text: &str) -> Result<Vec<Token>, Refusal> {
    let mut reader = Reader::new(text);
    let mut tokens = Vec::new();
    while let Some(event) = reader.next() {
        let event = event.map_err(|at| {
            let span = Span::new(at.0.min(text.len()), text.len());
            Refusal::new(RefusalKind::Malformed, span, "not a JSON document")
        })?;
        let end = reader.at();
        tokens.push(Token { event, end });
    }
    Ok(tokens)
}

/// A call somewhere in the document.
struct Call {
    name: String,
    /// The member's name, for messages.
    key: Span,
    /// The token at which the arguments begin.
    arguments: usize,
}

/// What is not shown: calls in order, and strings that stay as they are.
struct Shape {
    calls: Vec<Call>,
    kept: hashbrown::HashSet<usize>,
}

/// An object that is open.
#[derive(Default)]
struct Object {
    key: Option<Span>,
    name: Option<Span>,
    kind: Option<Span>,
    arguments: Option<(Span, usize)>,
    thinking: Option<usize>,
    signed: bool,
}

impl Shape {
    fn of(text: &str, tokens: &[Token]) -> Self {
        let mut shape = Self {
            calls: Vec::new(),
            kept: hashbrown::HashSet::with_hasher(Default::default()),
        };
        let mut open: Vec<Object> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if let (Event::Object | Event::Text(_), Some(object)) = (token.event, open.last_mut()) {
                shape.member(text, object, index, token.event);
            }
            match token.event {
                // In a list the name of the list goes on.
                Event::Array => {
                    let key = open.last().and_then(|object| object.key);
                    open.push(Object {
                        key,
                        ..Object::default()
                    });
                }
                Event::Object => open.push(Object::default()),
                Event::Key(span) => {
                    if let Some(object) = open.last_mut() {
                        object.key = Some(span);
                    }
                }
                Event::End => {
                    if let Some(object) = open.pop() {
                        shape.close(text, &object);
                    }
                }
                _ => {}
            }
        }
        shape.calls.sort_by_key(|call| call.arguments);
        shape
    }

    fn member(&mut self, text: &str, object: &mut Object, index: usize, event: Event) {
        let Some(key) = object.key else {
            return;
        };
        let name = key.of(text);
        if ARGUMENTS.contains(&name) {
            object.arguments = Some((key, index));
        }
        let Event::Text(span) = event else {
            return;
        };
        match name {
            "name" => object.name = Some(span),
            "type" => object.kind = Some(span),
            "thinking" => object.thinking = Some(index),
            "signature" => object.signed |= !span.is_empty(),
            _ => {}
        }
        if PROTOCOL.contains(&name) || SEALED.contains(&name) {
            self.kept.insert(index);
        }
    }

    fn close(&mut self, text: &str, object: &Object) {
        // Signed words go back to the provider as they came.
        if let Some(thinking) = object.thinking.filter(|_| object.signed) {
            self.kept.insert(thinking);
        }
        let kind = object.kind.map_or("", |span| span.of(text));
        let Some((key, arguments)) = object.arguments.filter(|_| !DONE_ELSEWHERE.contains(&kind))
        else {
            return;
        };
        let name = match object.name {
            Some(name) => json::decode(name.of(text)).into_owned(),
            None if kind.ends_with("_call") => kind.to_owned(),
            None => return,
        };
        self.calls.push(Call {
            name,
            key,
            arguments,
        });
    }
}

struct Answer<'a> {
    local: Local<'a>,
    text: &'a str,
    out: ReboundJson,
    done: usize,
}

impl Answer<'_> {
    /// Restores the arguments of a call and returns the token behind them.
    fn call(&mut self, tokens: &[Token], call: &Call) -> Result<usize, Refusal> {
        let first = &tokens[call.arguments];
        if let Event::Text(span) = first.event {
            let decoded = json::decode(span.of(self.text));
            let done = self.arguments(call, &decoded)?;
            if done != *decoded {
                self.copy(span.start);
                json::encode(&done, &mut self.out.text);
                self.done = span.end;
            }
            return Ok(call.arguments + 1);
        }
        let mut depth = 0usize;
        let length = tokens[call.arguments..].iter().position(|token| {
            match token.event {
                Event::Object | Event::Array => depth += 1,
                Event::End => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        // A document that was read to its end closes what it opens.
        let last = call.arguments + length.unwrap_or(0);
        let span = Span::new(first.end - 1, tokens[last].end);
        let done = self.object(call, span.of(self.text))?;
        self.copy(span.start);
        self.out.text.push_str(&done);
        self.done = span.end;
        Ok(last + 1)
    }

    /// Arguments in a string: JSON text, or the one input of a tool that takes free text.
    fn arguments(&mut self, call: &Call, decoded: &str) -> Result<String, Refusal> {
        if decoded.trim().is_empty() {
            return Ok(decoded.to_owned());
        }
        if decoded.trim_start().starts_with('{') {
            return self.object(call, decoded);
        }
        let mut wrapped = String::from("{\"input\":\"");
        json::encode(decoded, &mut wrapped);
        wrapped.push_str("\"}");
        let done = self.object(call, &wrapped)?;
        let inside = done.get("{\"input\":\"".len()..done.len() - 2);
        Ok(json::decode(inside.unwrap_or_default()).into_owned())
    }

    fn object(&mut self, call: &Call, args: &str) -> Result<String, Refusal> {
        let env = std::mem::take(&mut self.out.env);
        let local = Local {
            tool: &call.name,
            ..self.local
        };
        let done = tool_call::rebind_after(local, &call.name, args, env);
        let done = done.map_err(|refusal| {
            let field = tool_call::pointer(self.text, call.key.start) + &refusal.field;
            refusal.in_field(&field)
        })?;
        self.out.env = done.env;
        self.out.paths.extend(done.paths);
        Ok(done.args)
    }

    /// Restores a string for the local user.
    fn shown(&mut self, span: Span) {
        let raw = span.of(self.text);
        let decoded = json::decode(raw);
        let mut offsets = json::Offsets::new(raw);
        for (found, number) in display::shown(self.local, &decoded) {
            self.copy(span.start + offsets.raw_of(found.start));
            let start = self.out.text.len();
            json::encode(self.local.raw(number), &mut self.out.text);
            self.out
                .restored
                .push(Span::new(start, self.out.text.len()));
            self.done = span.start + offsets.raw_of(found.end);
        }
    }

    fn copy(&mut self, until: usize) {
        self.out.text.push_str(&self.text[self.done..until]);
        self.done = until;
    }

    fn finish(mut self) -> ReboundJson {
        self.copy(self.text.len());
        self.out
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::zoe;
    use crate::{Kind, RefusalKind};

    fn out(text: &str) -> String {
        zoe()
            .rebind_json(text)
            .map_err(|refusal| refusal.field)
            .expect("is let through")
            .text
    }

    #[test]
    fn words_are_shown_and_calls_are_judged() {
        for (answer, want) in [
            (
                r#"{"choices":[{"message":{"role":"assistant","content":"see [REPO_ROOT_1]/a.rs, [USER_1]","tool_calls":[{"id":"c1","type":"function","function":{"name":"Read","arguments":"{\"file_path\":\"[REPO_ROOT_1]/a.rs\"}"}}]}}]}"#,
                r#"{"choices":[{"message":{"role":"assistant","content":"see /home/zoe/quarry/a.rs, zoe","tool_calls":[{"id":"c1","type":"function","function":{"name":"Read","arguments":"{\"file_path\":\"/home/zoe/quarry/a.rs\"}"}}]}}]}"#,
            ),
            (
                r#"{"content":[{"type":"text","text":"hi [USER_1]"},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"cat [REPO_ROOT_1]/a.rs"}}]}"#,
                r#"{"content":[{"type":"text","text":"hi zoe"},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"cat /home/zoe/quarry/a.rs"}}]}"#,
            ),
            (
                r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"read_file","args":{"path":"[REPO_ROOT_1]/a.rs"}}}]}}]}"#,
                r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"read_file","args":{"path":"/home/zoe/quarry/a.rs"}}}]}}]}"#,
            ),
            (
                r#"{"output":[{"type":"function_call","arguments":"{\"file_path\": \"[REPO_ROOT_1]/a.rs\"}","name":"Read"},{"type":"local_shell_call","action":{"type":"exec","command":["cat","[REPO_ROOT_1]/a.rs"]}}]}"#,
                r#"{"output":[{"type":"function_call","arguments":"{\"file_path\": \"/home/zoe/quarry/a.rs\"}","name":"Read"},{"type":"local_shell_call","action":{"type":"exec","command":["cat","/home/zoe/quarry/a.rs"]}}]}"#,
            ),
            (
                r#"{"name":"now","arguments":""}"#,
                r#"{"name":"now","arguments":""}"#,
            ),
            (
                r#"{"text":"\u005bUSER_1]\n\u00e9"}"#,
                r#"{"text":"zoe\n\u00e9"}"#,
            ),
        ] {
            assert_eq!(out(answer), want);
        }
    }

    #[test]
    fn a_refusal_names_the_field_of_the_whole_document() {
        for (answer, field, kind) in [
            (
                r#"{"content":[{"name":"Read","input":{"file_path":"[REPO_ROOT_1]/../../x"}}]}"#,
                "/content/0/input/file_path",
                RefusalKind::Traversal,
            ),
            (
                r#"{"function":{"name":"Read","arguments":"{\"file_path\":\"[REPO_ROOT_7]/x\"}"}}"#,
                "/function/arguments/file_path",
                RefusalKind::UnknownHandle,
            ),
            ("{", "", RefusalKind::Malformed),
        ] {
            let refusal = zoe().rebind_json(answer).err().expect("is refused");
            assert_eq!((&*refusal.field, refusal.kind), (field, kind));
        }
    }

    #[test]
    fn what_is_signed_or_protocol_stays() {
        for text in [
            r#"{"type":"thinking","thinking":"[USER_1] asks","signature":"QUJD"}"#,
            r#"{"id":"[USER_1]","encrypted_content":"[USER_1]"}"#,
            r#"{"type":"server_tool_use","name":"web_search","input":{"query":"rust"}}"#,
        ] {
            assert_eq!(out(text), text);
        }
        assert_eq!(
            out(r#"{"thinking":"[USER_1] asks"}"#),
            r#"{"thinking":"zoe asks"}"#
        );
    }

    #[test]
    fn variables_of_several_calls_do_not_meet() {
        let mut session = zoe();
        let mut stand_ins = Vec::new();
        for secret in ["Rauhreif-4711-Feld", "Morgentau-0815-Wald"] {
            session.protect(secret, Kind::Secret).expect("room for one");
            let slots = session.slots();
            stand_ins.push(slots.last().expect("a slot").stand_in.clone());
        }
        let call = |secret: &str| {
            format!(
                r#"{{"name":"Bash","input":{{"command":"PGPASSWORD={secret} psql -h localhost x"}}}}"#
            )
        };
        let answer = format!("[{},{}]", call(&stand_ins[0]), call(&stand_ins[1]));
        let done = session
            .rebind_json(&answer)
            .map_err(|refusal| refusal.kind)
            .expect("is let through");
        assert!(!done.text.contains("Rauhreif") && done.text.contains("SLOTGUARD_2"));
        let values: Vec<&str> = done.env.iter().map(|(_, value)| &**value).collect();
        assert!(values == ["Rauhreif-4711-Feld", "Morgentau-0815-Wald"]);
    }

    #[test]
    fn deep_and_long_is_fine() {
        let deep = format!("{}\"[USER_1]\"{}", "[".repeat(50_000), "]".repeat(50_000));
        assert_eq!(out(&deep), deep.replace("[USER_1]", "zoe"));
        let calls = format!("[{}]", vec![r#"{"name":"x","args":{}}"#; 20_000].join(","));
        assert_eq!(out(&calls), calls);
    }
}
