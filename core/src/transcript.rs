//! Whole provider requests: every string that a human or a tool produced, wherever it stands.
//!
//! The shapes of the providers (OpenAI Chat Completions and Responses, Anthropic Messages, Gemini, MCP, VS Code)
//! differ in names, not in kind: a tree whose strings are either protocol (`id`, `role`, `type`) or content. So one
//! table of names serves all of them, and what it does not name is content. The document is not
//! rebuilt: spans are exchanged and every other byte stays.

use crate::json::{self, Event, Offsets, Reader};
use crate::replay::Message;
use crate::session::Voice;
use crate::{Context, Kind, Origin, Replacement, Rule, SanitizeError, Sanitized, Session, Span};

/// JSON inside a string inside JSON is followed this deep; deeper text is still sanitized as text.
const MAX_NESTED: usize = 8;

/// Members that carry the protocol. Their strings pass if they look like names and hold no known value.
pub(crate) const PROTOCOL: &[&str] = &[
    "call_id",
    "encoding",
    "finishReason",
    "finish_reason",
    "format",
    "id",
    "item_id",
    "media_type",
    "mimeType",
    "mime_type",
    "model",
    "name",
    "object",
    "phase",
    "previous_response_id",
    "response_id",
    "role",
    "service_tier",
    "status",
    "stop_reason",
    "system_fingerprint",
    "toolCallId",
    "tool_call_id",
    "tool_use_id",
    "type",
];

/// Members whose content is signed or encrypted by the provider: a changed byte would break them.
pub(crate) const SEALED: &[&str] = &[
    "signature",
    "encrypted_content",
    "thoughtSignature",
    "thought_signature",
];

/// Members below which names are the user's own: nothing there is protocol.
const FREE: &[&str] = &[
    "input",
    "arguments",
    "args",
    "metadata",
    "parameters",
    "input_schema",
    "inputSchema",
    "response",
    "structuredContent",
];

/// Members that hold running text: their name says nothing about the value.
const PROSE: &[&str] = &[
    "content",
    "text",
    "description",
    "output",
    "instructions",
    "system",
    "thinking",
    "title",
];

/// Members that hold what a tool gave back, whoever passes it on.
const RESULTS: &[&str] = &[
    "functionResponse",
    "function_response",
    "output",
    "response",
    "structuredContent",
    "tool_result",
];

/// What a string is to the boundary.
enum Treatment {
    /// Passes if it looks like a name and holds nothing known, else it is content.
    Protocol,
    /// Passes if it holds nothing known, else the request is refused.
    Sealed,
    /// Passes: bytes of an image or sound.
    Binary,
    /// Names the user, whatever it looks like.
    UserId,
    /// Content, under a name that may tell what it is.
    Content,
}

/// An open bracket on the way to a string.
struct Frame {
    /// The event after the bracket, to look for siblings.
    first: usize,
    /// The name of the member that is being read.
    key: Option<Span>,
    /// Whether names are the user's own here.
    free: bool,
    /// Who speaks here, if that was said.
    speaker: Speaker,
}

/// Who speaks in a part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speaker {
    /// Whoever sends the request: system prompts, definitions of tools.
    Agent,
    User,
    /// A tool, whose result may stand in a message of the user's role.
    Tool,
    Model,
}

impl Session {
    /// Rewrites a provider request (a JSON document) so that it may leave. It stays JSON with the same formatting.
    ///
    /// # Errors
    /// As [`Session::sanitize`]; besides, when `text` is no JSON, or when a signed or encrypted part holds a value that
    /// must not leave.
    pub fn sanitize_json(&mut self, text: &str) -> Result<Sanitized, SanitizeError> {
        self.begin(text)?;
        let before = self.knowledge();
        let (mut messages, mut out) = self.request(text)?;
        // A value that was learned on the way may stand in what was already passed.
        if self.knowledge() != before {
            (messages, out) = self.request(text)?;
        }
        self.sent(text, &messages, &out.text, &out.replacements)?;
        Ok(out)
    }

    /// The outermost document, whose messages may have been sent before.
    fn request(&mut self, text: &str) -> Result<(Vec<Message>, Sanitized), SanitizeError> {
        let request = self
            .read_request(text)
            .map_err(|_| SanitizeError::NotJson)?;
        let out = Walk::new(self, text, &request.events, &request.messages).run()?;
        Ok((request.messages, out))
    }

    /// A document in a string.
    fn document(
        &mut self,
        text: &str,
        nested: usize,
        speaker: Speaker,
    ) -> Result<Sanitized, SanitizeError> {
        let events: Vec<Event> = Reader::new(text)
            .collect::<Result<_, _>>()
            .map_err(|_| SanitizeError::NotJson)?;
        let mut walk = Walk::new(self, text, &events, &[]);
        (walk.nested, walk.speaker) = (nested, speaker);
        walk.run()
    }
}

struct Walk<'a> {
    session: &'a mut Session,
    text: &'a str,
    events: &'a [Event],
    nested: usize,
    /// Who speaks where nothing else is said.
    speaker: Speaker,
    frames: Vec<Frame>,
    /// Those that are not in `out` yet.
    messages: &'a [Message],
    out: Splice<'a>,
}

impl<'a> Walk<'a> {
    fn new(
        session: &'a mut Session,
        text: &'a str,
        events: &'a [Event],
        messages: &'a [Message],
    ) -> Self {
        Self {
            session,
            text,
            events,
            nested: 0,
            speaker: Speaker::Agent,
            frames: Vec::new(),
            messages,
            out: Splice::new(text),
        }
    }

    fn run(mut self) -> Result<Sanitized, SanitizeError> {
        for (index, event) in self.events.iter().enumerate() {
            self.event(index, *event)?;
        }
        self.replay(self.text.len());
        Ok(self.out.finish())
    }

    /// Puts what was done to messages before `until` in its place.
    fn replay(&mut self, until: usize) {
        while let Some((message, rest)) = self.messages.split_first() {
            if message.span.start >= until {
                return;
            }
            self.messages = rest;
            if let Some((replacements, text)) = self.session.replayed(message) {
                self.out.replay(message.span.start, replacements, text);
            }
        }
    }

    /// Puts the result for the string at `span` in its place.
    fn exchange(&mut self, span: Span, result: &Sanitized) {
        self.replay(span.start);
        self.out.exchange(span, result);
    }

    fn event(&mut self, index: usize, event: Event) -> Result<(), SanitizeError> {
        match event {
            Event::Object | Event::Array => self.open(index),
            Event::End => {
                self.frames.pop();
            }
            Event::Key(span) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.key = Some(span);
                }
                self.key(span)?;
            }
            Event::Text(span) => self.string(span)?,
            Event::Other(_) => {}
        }
        Ok(())
    }

    fn open(&mut self, index: usize) {
        let free =
            self.frames.last().is_some_and(|frame| frame.free) || FREE.contains(&self.name());
        // In a list the name of the list goes on.
        let key = match self.events[index] {
            Event::Array => self.frames.last().and_then(|frame| frame.key),
            _ => None,
        };
        self.frames.push(Frame {
            first: index + 1,
            key,
            free,
            speaker: self.speaker(),
        });
        // In `{"role": .., "content": ..}` the object says it itself.
        if self.events[index] == Event::Object
            && let Some(said) = self.said()
            && let Some(frame) = self.frames.last_mut()
        {
            frame.speaker = said;
        }
    }

    /// Who speaks in the value that is being read.
    fn speaker(&self) -> Speaker {
        let around = self
            .frames
            .last()
            .map_or(self.speaker, |frame| frame.speaker);
        match self.name() {
            // Definitions and instructions are the sender's whatever they lie in.
            name if RESULTS.contains(&name) => Speaker::Tool,
            _ => around,
        }
    }

    /// Who speaks in the object that begins here, if it says so. What a tool gave back stays the tool's.
    fn said(&self) -> Option<Speaker> {
        let around = self.frames.last().map(|frame| frame.speaker);
        if around == Some(Speaker::Tool) {
            return None;
        }
        match self.sibling(&["type"]) {
            Some(kind) if kind.ends_with("_output") || kind.ends_with("tool_result") => {
                return Some(Speaker::Tool);
            }
            _ => {}
        }
        match self.sibling(&["role"])? {
            "user" => Some(Speaker::User),
            "system" | "developer" => Some(Speaker::Agent),
            "assistant" | "model" => Some(Speaker::Model),
            _ => Some(Speaker::Tool),
        }
    }

    /// The name of the member that is being read.
    fn name(&self) -> &str {
        let key = self.frames.last().and_then(|frame| frame.key);
        key.map_or("", |span| span.of(self.text))
    }

    /// A member's name: schema names pass, names that tell something do not.
    fn key(&mut self, span: Span) -> Result<(), SanitizeError> {
        let decoded = json::decode(span.of(self.text));
        if is_name(&decoded) && !self.session.holds_known(&decoded) {
            return Ok(());
        }
        let done = self.passage("", &decoded)?;
        self.exchange(span, &done);
        Ok(())
    }

    fn string(&mut self, span: Span) -> Result<(), SanitizeError> {
        let decoded = json::decode(span.of(self.text));
        let done = match self.treatment(&decoded) {
            Treatment::Binary => return Ok(()),
            Treatment::Protocol if is_name(&decoded) && !self.session.holds_known(&decoded) => {
                return Ok(());
            }
            Treatment::Sealed if self.session.holds_known(&decoded) => {
                return Err(SanitizeError::Sealed);
            }
            Treatment::Sealed => return Ok(()),
            Treatment::UserId => self.session.whole(&decoded, Kind::User, Rule::User)?,
            Treatment::Protocol | Treatment::Content => self.content(&decoded)?,
        };
        self.exchange(span, &done);
        Ok(())
    }

    fn content(&mut self, decoded: &str) -> Result<Sanitized, SanitizeError> {
        if self.nested < MAX_NESTED && decoded.trim_start().starts_with(['{', '[']) {
            let speaker = self.speaker();
            match self.session.document(decoded, self.nested + 1, speaker) {
                Err(SanitizeError::NotJson) => {}
                done => return done,
            }
        }
        let label = self.label().into_owned();
        self.passage(&label, decoded)
    }

    fn passage(&mut self, label: &str, text: &str) -> Result<Sanitized, SanitizeError> {
        let speaker = self.speaker();
        let voice = Voice {
            origin: match speaker {
                Speaker::User => Origin::User,
                Speaker::Agent | Speaker::Tool => Origin::Tool,
                Speaker::Model => Origin::Model,
            },
            context: &Context::default(),
            introduces: matches!(speaker, Speaker::Agent | Speaker::User),
        };
        self.session.passage(label, text, voice)
    }

    fn treatment(&self, decoded: &str) -> Treatment {
        let name = self.name();
        if decoded.starts_with("data:") && is_data_url(decoded) {
            return Treatment::Binary;
        }
        match name {
            "user_id" if self.parent() == "metadata" => Treatment::UserId,
            "data" if self.is_binary(decoded) => Treatment::Binary,
            "data" if self.sibling(&["type"]) == Some("redacted_thinking") => Treatment::Sealed,
            "thinking" if self.sibling(&["signature"]).is_some_and(|s| !s.is_empty()) => {
                Treatment::Sealed
            }
            _ if SEALED.contains(&name) => Treatment::Sealed,
            _ if PROTOCOL.contains(&name) && !self.is_free() => Treatment::Protocol,
            _ => Treatment::Content,
        }
    }

    fn is_free(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.free)
    }

    /// The name of the member that holds the object which is being read.
    fn parent(&self) -> &str {
        let holder = self.frames.len().checked_sub(2).map(|at| &self.frames[at]);
        holder
            .and_then(|frame| frame.key)
            .map_or("", |span| span.of(self.text))
    }

    fn is_binary(&self, decoded: &str) -> bool {
        let media = self.sibling(&["media_type", "mimeType", "mime_type", "format"]);
        let text = media.is_none_or(|media| media.starts_with("text/") || media.contains("json"));
        !text && is_base64(decoded)
    }

    /// What the string is called: the name of its member, or, in `{"name": .., "value": ..}`, what that says.
    fn label(&self) -> std::borrow::Cow<'_, str> {
        let name = self.name();
        if PROSE.contains(&name) {
            return "".into();
        }
        let pair = name.eq_ignore_ascii_case("value");
        let label = pair
            .then(|| self.sibling(&["name", "key", "Name", "Key", "header"]))
            .flatten();
        json::decode(label.unwrap_or(name))
    }

    /// The string of a member of the same object, looking at most 256 tokens from its start.
    fn sibling(&self, names: &[&str]) -> Option<&str> {
        let first = self.frames.last()?.first;
        let mut depth = 0usize;
        let mut wanted = false;
        for event in self.events[first..].iter().take(256) {
            match event {
                Event::Object | Event::Array => depth += 1,
                Event::End if depth == 0 => return None,
                Event::End => depth -= 1,
                Event::Key(span) if depth == 0 => wanted = names.contains(&span.of(self.text)),
                Event::Text(span) if depth == 0 && wanted => return Some(span.of(self.text)),
                _ => {}
            }
        }
        None
    }
}

/// A document with some strings exchanged.
struct Splice<'t> {
    text: &'t str,
    out: String,
    done: usize,
    replacements: Vec<Replacement>,
}

impl<'t> Splice<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            out: String::with_capacity(text.len() + text.len() / 16),
            done: 0,
            replacements: Vec::new(),
        }
    }

    /// Puts the result for the decoded string at `span` in its place: escapes of what was not touched stay.
    fn exchange(&mut self, span: Span, result: &Sanitized) {
        let mut offsets = Offsets::new(span.of(self.text));
        for replacement in &result.replacements {
            let start = span.start + offsets.raw_of(replacement.input.start);
            let end = span.start + offsets.raw_of(replacement.input.end);
            let input = Span::new(start, end);
            self.put(input, replacement, |out| {
                json::encode(replacement.output.of(&result.text), out);
            });
        }
    }

    /// Does again what was done to the message that begins at `start`.
    fn replay(&mut self, start: usize, replacements: &[Replacement], text: &str) {
        for replacement in replacements {
            let input = replacement.input;
            let input = Span::new(start + input.start, start + input.end);
            self.put(input, replacement, |out| {
                out.push_str(replacement.output.of(text));
            });
        }
    }

    fn put(&mut self, input: Span, replacement: &Replacement, write: impl FnOnce(&mut String)) {
        self.out.push_str(&self.text[self.done..input.start]);
        let from = self.out.len();
        write(&mut self.out);
        self.done = input.end;
        self.replacements.push(Replacement {
            input,
            output: Span::new(from, self.out.len()),
            ..*replacement
        });
    }

    fn finish(mut self) -> Sanitized {
        self.out.push_str(&self.text[self.done..]);
        Sanitized {
            text: self.out,
            replacements: self.replacements,
        }
    }
}

/// `[A-Za-z0-9_.:-]{1,128}`
fn is_name(text: &str) -> bool {
    let name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-');
    (1..=128).contains(&text.len()) && text.bytes().all(name)
}

fn is_base64(text: &str) -> bool {
    text.bytes().all(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=')
    })
}

/// `data:image/png;base64,....` of a type that is no text.
fn is_data_url(text: &str) -> bool {
    let Some((head, body)) = text.split_once(";base64,") else {
        return false;
    };
    head.len() < 128 && !head.contains("text/") && !head.contains("json") && is_base64(body)
}

#[cfg(test)]
mod tests {
    use crate::testing::zoe;
    use crate::{SanitizeError, Session};

    fn out(session: &mut Session, text: &str) -> String {
        session.sanitize_json(text).expect("good JSON").text
    }

    #[test]
    fn protocol_passes_and_content_does_not() {
        let text = r#"{"model":"m-1","id":"msg_01","messages":[{"role":"user","content":"open \"/home/zoe/quarry/a.rs\""}]}"#;
        assert_eq!(
            out(&mut zoe(), text),
            text.replace("/home/zoe/quarry", "[REPO_ROOT_1]")
        );
    }

    #[test]
    fn a_protocol_field_with_a_known_value_is_content() {
        let text = r#"{"messages":[{"role":"user","name":"zoe","content":"hi"}]}"#;
        assert_eq!(
            out(&mut zoe(), text),
            text.replace("\"zoe\"", "\"[USER_1]\"")
        );
    }

    #[test]
    fn json_inside_json_inside_json() {
        let inner = r#"{"path":"/home/zoe/quarry/a.rs"}"#;
        let quote = |text: &str| {
            let mut quoted = String::new();
            crate::json::encode(text, &mut quoted);
            format!("\"{quoted}\"")
        };
        let text = format!(
            r#"{{"arguments":{}}}"#,
            quote(&format!(r#"{{"inner":{}}}"#, quote(inner)))
        );
        assert_eq!(
            out(&mut zoe(), &text),
            text.replace("/home/zoe/quarry", "[REPO_ROOT_1]")
        );
    }

    #[test]
    fn names_of_members_are_content_too() {
        let text = r#"{"input":{"/home/zoe/quarry/a.rs":1}}"#;
        assert_eq!(
            out(&mut zoe(), text),
            text.replace("/home/zoe/quarry", "[REPO_ROOT_1]")
        );
    }

    #[test]
    fn the_user_id_is_hidden_whatever_it_is() {
        let text = r#"{"metadata":{"user_id":"u-4711-abc"}}"#;
        let once = out(&mut zoe(), text);
        assert!(!once.contains("4711") && once.contains("USER_2"));
    }

    #[test]
    fn what_is_signed_passes_or_is_refused() {
        let clean = r#"{"type":"thinking","thinking":"see the file","signature":"QUJD"}"#;
        assert_eq!(out(&mut zoe(), clean), clean);
        let dirty = r#"{"type":"thinking","thinking":"zoe wrote it","signature":"QUJD"}"#;
        assert_eq!(zoe().sanitize_json(dirty), Err(SanitizeError::Sealed));
    }

    #[test]
    fn bytes_of_an_image_pass() {
        let text = r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"a+zoe/zoe="}}"#;
        assert_eq!(out(&mut zoe(), text), text);
    }

    #[test]
    fn no_json_is_refused() {
        assert_eq!(zoe().sanitize_json("{"), Err(SanitizeError::NotJson));
    }

    #[test]
    fn deep_and_double_is_fine() {
        let deep = format!("{}\"zoe\"{}", "[".repeat(50_000), "]".repeat(50_000));
        assert_eq!(out(&mut zoe(), &deep), deep.replace("zoe", "[USER_1]"));
        let double = r#"{"a":"zoe","a":"zoe"}"#;
        assert_eq!(out(&mut zoe(), double), double.replace("zoe", "[USER_1]"));
    }

    fn reach(session: &Session, root: &str) -> bool {
        let path = format!("{root}/a.rs");
        session
            .rebind_path(&path, crate::config::Access::Write)
            .is_ok()
    }

    #[test]
    fn what_the_user_says_gives_scope_and_what_a_tool_says_does_not() {
        let mut session = crate::testing::session(crate::Config::default());
        let text = r#"{"system":"Working directory: /home/zoe/quarry","messages":[
            {"role":"user","content":"cd /home/zoe/kestrel && ls"},
            {"role":"user","content":[{"type":"tool_result","content":"cwd: /home/zoe/heron"}]},
            {"role":"tool","content":"cd /home/zoe/plover"},
            {"role":"user","content":[{"type":"text","text":"<cwd>/home/zoe/dunlin</cwd>"}]}]}"#;
        let out = out(&mut session, text);
        assert!(!out.contains("/home/zoe"), "{out}");
        assert!(reach(&session, "[REPO_ROOT_1]"), "the agent's own words");
        for (root, users) in [
            ("kestrel", true),
            ("heron", false),
            ("plover", false),
            ("dunlin", true),
        ] {
            assert_eq!(
                reach(&session, &format!("/home/zoe/{root}")),
                users,
                "{root}"
            );
        }
    }

    #[test]
    fn secrets_remember_the_name_they_stood_under() {
        let mut session = zoe();
        let text = r#"{"input":{"env":{"DB_PASSWORD":"Rauhreif-4711-Feld"}}}"#;
        let secret = out(&mut session, text);
        let secret = secret.split('"').nth(7).expect("a value").to_owned();
        let command = format!("DB_PASSWORD={secret} ./run.sh");
        assert!(
            session
                .rebind_command(&command, crate::Shell::Posix)
                .is_ok()
        );
    }
}
