//! What was done to the messages of a history, for the requests that resend it.
//!
//! Agents send the whole history with every request. A message is replayed, not looked at again, where it stands
//! at the same position of the same prefix: under a keyed hash of itself and of all messages before it. That keeps
//! what the provider has seen as it was (its caches live on that), and a long history cheap.
//!
//! No leak beats stable: `protect`, `allow` and `forget` make all that is kept void, and a new secret every message that
//! may show anything of it: one in which a piece of it stands, plain or encoded. A *name* that was
//! learned later may go on standing in a message that was sent before, and is listed as stale; hosts that rather
//! rewrite or refuse say so in `on_stale`.
//!
//! Kept are stand-ins and offsets, never a message: 16,384 messages and 8 MB at most. What would go beyond that
//! empties the store, which costs the next request its full price and nothing else.

use hashbrown::HashMap;

use crate::config::OnStale;
use crate::graph::echo;
use crate::json::{Event, Malformed, Reader};
use crate::{Kind, Replacement, SanitizeError, Session, Span};

/// Members of a request that hold its messages, one an element.
const HISTORIES: &[&str] = &["messages", "input", "contents"];

const MAX_MESSAGES: usize = 16_384;
const MAX_BYTES: usize = 8 << 20;

/// The messages of one session that were sent.
#[derive(Default)]
pub(crate) struct Replays {
    sent: HashMap<u128, Sent>,
    bytes: usize,
    /// Counts what makes everything void.
    epoch: u64,
    /// Names that are looked for everywhere, in the order they were learned: numbers of values.
    names: Vec<u32>,
    /// Secrets that are looked for everywhere, in the same way.
    secrets: Vec<u32>,
    /// What the last request showed: the number of a value, and the message.
    stale: Vec<(u32, u32)>,
    on_stale: OnStale,
}

/// What was done to a message.
struct Sent {
    epoch: u64,
    /// How many names were known.
    names: usize,
    /// So many secrets are known not to stand in it, unless they were replaced.
    secrets: usize,
    /// The names learned since that it shows.
    stale: Vec<u32>,
    /// Offsets from the start of the message; in `output` those of `text`.
    replacements: Box<[Replacement]>,
    /// The stand-ins, one after the other.
    text: Box<str>,
}

/// A value that a request goes on showing because the provider has seen it already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// What would stand for it in a new message; `None` if nothing was issued yet.
    pub stand_in: Option<String>,
    /// What it is.
    pub kind: Kind,
    /// The message of the last request that shows it, from 0.
    pub message: u32,
}

impl Replays {
    pub(crate) fn new(on_stale: OnStale) -> Self {
        Self {
            on_stale,
            ..Self::default()
        }
    }

    /// Notes that `kind` has a new value that is looked for everywhere.
    pub(crate) fn learned(&mut self, kind: Kind, number: u32) {
        match kind {
            Kind::Secret => self.secrets.push(number),
            _ if self.on_stale == OnStale::Rewrite => self.forget_all(),
            _ => self.names.push(number),
        }
    }

    /// Makes void what is kept.
    pub(crate) fn forget_all(&mut self) {
        self.epoch += 1;
        self.sent.clear();
        self.bytes = 0;
    }

    fn get(&self, message: &Message) -> Option<&Sent> {
        let sent = self.sent.get(&message.key)?;
        (sent.epoch == self.epoch).then_some(sent)
    }

    fn keep(&mut self, message: &Message, out: &str, replacements: &[Replacement]) {
        let mut text = String::new();
        let moved = replacements.iter().map(|one| {
            let from = text.len();
            text.push_str(one.output.of(out));
            Replacement {
                input: Span::new(
                    one.input.start - message.span.start,
                    one.input.end - message.span.start,
                ),
                output: Span::new(from, text.len()),
                ..*one
            }
        });
        let replacements: Box<[Replacement]> = moved.collect();
        self.bytes += text.len() + size_of_val(&*replacements) + size_of::<Sent>();
        if self.bytes > MAX_BYTES || self.sent.len() >= MAX_MESSAGES {
            self.forget_all();
        }
        let sent = Sent {
            epoch: self.epoch,
            names: self.names.len(),
            secrets: self.secrets.len(),
            stale: Vec::new(),
            replacements,
            text: text.into(),
        };
        self.sent.insert(message.key, sent);
    }
}

/// A message of the request that is read.
pub(crate) struct Message {
    pub(crate) span: Span,
    key: u128,
    /// Whether it is replayed.
    replayed: bool,
}

/// A request with its messages: the events of everything that is not replayed.
pub(crate) struct Request {
    pub(crate) events: Vec<Event>,
    pub(crate) messages: Vec<Message>,
}

impl Session {
    /// Reads a request and looks its messages up.
    pub(crate) fn read_request(&mut self, text: &str) -> Result<Request, Malformed> {
        let mut reader = Reader::new(text);
        let mut request = Request {
            events: Vec::new(),
            messages: Vec::new(),
        };
        let (mut depth, mut name, mut history, mut begun) = (0usize, "", false, (0, 0));
        let mut prefix = 0;
        while let Some(event) = reader.next().transpose()? {
            match event {
                Event::Key(span) if depth == 1 => name = span.of(text),
                Event::Array | Event::Object if depth == 1 => {
                    history = event == Event::Array && HISTORIES.contains(&name);
                    prefix = self.table.key_of_message(0, name);
                }
                Event::Object if depth == 2 && history => {
                    begun = (reader.at() - 1, request.events.len());
                }
                _ => {}
            }
            request.events.push(event);
            match event {
                Event::Object | Event::Array => depth += 1,
                Event::End => depth -= 1,
                _ => {}
            }
            let ends = event == Event::End && depth == 2 && history;
            if ends && begun.0 > 0 {
                let span = Span::new(begun.0, reader.at());
                prefix = self.table.key_of_message(prefix, span.of(text));
                let mut message = Message {
                    span,
                    key: prefix,
                    replayed: false,
                };
                message.replayed = self.may_replay(&message, text);
                if message.replayed {
                    request.events.truncate(begun.1);
                }
                request.messages.push(message);
                begun.0 = 0;
            }
        }
        Ok(request)
    }

    /// Whether what was done to a message still holds: nothing of a secret that came later stands in it.
    fn may_replay(&mut self, message: &Message, text: &str) -> bool {
        let Some(sent) = self.replays.get(message) else {
            return false;
        };
        let fresh = &self.replays.secrets[sent.secrets..];
        if fresh.is_empty() {
            return true;
        }
        if echo::may_show(message.span.of(text), &self.table, fresh) {
            return false;
        }
        let known = self.replays.secrets.len();
        if let Some(sent) = self.replays.sent.get_mut(&message.key) {
            sent.secrets = known;
        }
        true
    }

    /// What was done to a message that is replayed: its replacements and their stand-ins.
    pub(crate) fn replayed(&self, message: &Message) -> Option<(&[Replacement], &str)> {
        let sent = self.replays.get(message).filter(|_| message.replayed)?;
        Some((&sent.replacements, &sent.text))
    }

    /// Keeps what was done to the messages of a request that may leave, and notes what it still shows.
    pub(crate) fn sent(
        &mut self,
        text: &str,
        messages: &[Message],
        out: &str,
        replacements: &[Replacement],
    ) -> Result<(), SanitizeError> {
        self.replays.stale.clear();
        for (index, message) in (0..).zip(messages) {
            if message.replayed {
                self.look_for_stale(index, message, text);
                continue;
            }
            let from = replacements.partition_point(|one| one.input.start < message.span.start);
            let to = replacements.partition_point(|one| one.input.start < message.span.end);
            self.replays.keep(message, out, &replacements[from..to]);
        }
        let refuses = self.replays.on_stale == OnStale::Refuse;
        if refuses && !self.replays.stale.is_empty() {
            return Err(SanitizeError::Stale);
        }
        Ok(())
    }

    fn look_for_stale(&mut self, index: u32, message: &Message, text: &str) {
        let replays = &mut self.replays;
        let Some(sent) = replays.sent.get_mut(&message.key) else {
            return;
        };
        for &number in &replays.names[sent.names.min(replays.names.len())..] {
            let raw = self.table.value(number).raw.expose();
            if !sent.stale.contains(&number) && stands_in(message.span.of(text), raw) {
                sent.stale.push(number);
            }
        }
        sent.names = replays.names.len();
        let shown = sent.stale.iter().map(|&number| (number, index));
        replays.stale.extend(shown);
    }

    /// What the last request showed although the session has learned since that it is private: names in messages
    /// that had been sent before. Secrets are never among them.
    pub fn stale(&self) -> Vec<Stale> {
        let stale = self.replays.stale.iter();
        let told = stale.map(|&(number, message)| Stale {
            stand_in: self.stand_in(number),
            kind: self.table.value(number).kind,
            message,
        });
        told.collect()
    }
}

/// Whether `raw` stands in `text` as whole words. Both are as they stand in JSON: a name with an escape in it is
/// not found, which costs no more than its mention.
fn stands_in(text: &str, raw: &str) -> bool {
    let bytes = text.as_bytes();
    let glued = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.is_some_and(u8::is_ascii_alphanumeric)
    };
    memchr::memmem::find_iter(bytes, raw.as_bytes())
        .any(|at| !glued(at.checked_sub(1)) && !glued(Some(at + raw.len())))
}

#[cfg(test)]
mod tests {
    use crate::config::OnStale;
    use crate::testing::session;
    use crate::{Config, Kind, SanitizeError, Session};

    fn zoe(on_stale: OnStale) -> Session {
        session(Config {
            roots: vec!["/home/zoe/quarry".to_owned()],
            on_stale,
            ..Config::default()
        })
    }

    fn request(messages: &[&str]) -> String {
        let message = |text: &&str| format!(r#"{{"role":"user","content":"{text}"}}"#);
        let messages: Vec<String> = messages.iter().map(message).collect();
        format!(r#"{{"model":"m","messages":[{}]}}"#, messages.join(", "))
    }

    fn out(session: &mut Session, messages: &[&str]) -> String {
        let done = session.sanitize_json(&request(messages));
        done.expect("good JSON").text
    }

    const FIRST: &str = "look at /home/zoe/quarry/a.rs, written by kestrel";
    const SECOND: &str = "PASSWORD=Rauhreif-4711-Feld";

    #[test]
    fn a_history_that_is_resent_comes_out_as_before() {
        let mut session = zoe(OnStale::Keep);
        let first = session
            .sanitize_json(&request(&[FIRST, SECOND]))
            .expect("good JSON");
        let again = session
            .sanitize_json(&request(&[FIRST, SECOND]))
            .expect("good JSON");
        assert_eq!(again, first);
        let longer = session
            .sanitize_json(&request(&[FIRST, SECOND, FIRST]))
            .expect("good JSON");
        assert!(longer.text.starts_with(&first.text[..first.text.len() - 2]));
        assert_eq!(
            longer.replacements[..first.replacements.len()],
            first.replacements
        );
        let spans = longer
            .replacements
            .iter()
            .map(|one| one.output.of(&longer.text));
        assert_eq!(spans.filter(|text| *text == "[REPO_ROOT_1]").count(), 2);
    }

    #[test]
    fn every_request_comes_out_as_a_session_without_memory_gives_it() {
        let messages = [
            FIRST,
            SECOND,
            "zoe@tern.internal",
            "Rauhreif-4711-Feld in /home/zoe/quarry",
            "x",
        ];
        let (mut with, mut without) = (zoe(OnStale::Keep), zoe(OnStale::Keep));
        for end in 1..=messages.len() {
            without.replays.forget_all();
            assert_eq!(
                out(&mut with, &messages[..end]),
                out(&mut without, &messages[..end])
            );
        }
        assert_eq!(with.replays.sent.len(), messages.len());
    }

    #[test]
    fn a_name_that_was_learned_later_is_kept_and_listed() {
        let mut session = zoe(OnStale::Keep);
        let before = out(&mut session, &[FIRST]);
        let names = ["git remote -v\\norigin git@git.tern.internal:kestrel/x.git (fetch)"; 1];
        let after = out(&mut session, &[FIRST, names[0]]);
        assert!(after.starts_with(&before[..before.len() - 2]), "{after}");
        let stale = session.stale();
        assert!(
            stale
                .iter()
                .any(|one| one.message == 0 && one.kind == Kind::Org),
            "{after} {stale:?}"
        );
    }

    #[test]
    fn hosts_may_rather_rewrite_or_refuse() {
        let names = "git remote -v\\norigin git@git.tern.internal:kestrel/x.git (fetch)";
        let mut session = zoe(OnStale::Rewrite);
        out(&mut session, &[FIRST]);
        assert!(!out(&mut session, &[FIRST, names]).contains("kestrel"));
        assert!(session.stale().is_empty());
        let mut session = zoe(OnStale::Refuse);
        out(&mut session, &[FIRST]);
        let refused = session.sanitize_json(&request(&[FIRST, names]));
        assert_eq!(refused, Err(SanitizeError::Stale));
    }

    #[test]
    fn a_new_secret_is_hidden_in_what_was_sent_before() {
        let mut session = zoe(OnStale::Keep);
        let plain = "the word Rauhreif-4711-Feld";
        assert!(out(&mut session, &[plain]).contains("Rauhreif"));
        assert!(!out(&mut session, &[plain, SECOND]).contains("Rauhreif"));
        session
            .protect("kestrel", Kind::Project)
            .expect("room for one");
        assert!(!out(&mut session, &[FIRST]).contains("kestrel"));
        session.allow("kestrel");
        assert!(out(&mut session, &[FIRST]).contains("kestrel"));
    }

    #[test]
    fn only_messages_that_may_show_a_new_secret_are_looked_at_again() {
        let new = "Rauhreif-4711-Feld";
        let shows = [
            "the word Rauhreif-4711-Feld",
            "half of it: Rauhreif-4711",
            "<UmF1aHJlaWYtNDcxMS1GZWxk>",
            "52 61 75 68 72 65 69 66 2d 34 37 31 31 2d 46 65 6c 64",
            r"Rauhr\u001b[31meif-4711-Feld",
            "dleF-1174-fierhuaR",
        ];
        let mut session = zoe(OnStale::Keep);
        let mut messages = vec![FIRST, "nothing of interest, a1b2c3d4e5"];
        messages.extend(shows);
        out(&mut session, &messages);
        let mut with: Vec<_> = messages.clone();
        let last = format!("PASSWORD={new}");
        with.push(&last);
        out(&mut session, &with);
        let request = session
            .read_request(&request(&messages))
            .expect("good JSON");
        let replayed: Vec<bool> = request.messages.iter().map(|m| m.replayed).collect();
        assert_eq!(replayed[..2], [true, true]);
        let again = out(&mut session, &messages);
        for shown in shows {
            assert!(!again.contains(shown), "{again}");
        }
    }

    #[test]
    fn what_was_forgotten_is_not_replayed() {
        let mut session = zoe(OnStale::Keep);
        let secret = out(&mut session, &[SECOND]);
        let secret = secret
            .split(['=', '"'])
            .nth_back(1)
            .expect("a value")
            .to_owned();
        assert!(session.forget(&secret));
        assert!(!out(&mut session, &[SECOND]).contains(&secret));
    }

    #[test]
    fn another_prefix_is_another_history() {
        let mut session = zoe(OnStale::Keep);
        out(&mut session, &[FIRST, SECOND]);
        out(&mut session, &[SECOND, FIRST]);
        assert_eq!(session.replays.sent.len(), 4);
    }

    #[test]
    fn only_the_elements_of_a_list_are_messages() {
        let mut session = zoe(OnStale::Keep);
        let message = r#"{"role":"user","content":"hi"}"#;
        for (text, kept) in [
            (format!(r#"{{"input":{{"a":{message}}}}}"#), 0),
            (format!(r#"{{"tools":[{message}]}}"#), 0),
            (format!("[{message}]"), 0),
            (format!(r#"{{"input":[{message}]}}"#), 1),
            (format!(r#"{{"contents":[{message}]}}"#), 2),
        ] {
            assert_eq!(session.sanitize_json(&text).map(|done| done.text), Ok(text));
            assert_eq!(session.replays.sent.len(), kept);
        }
    }
}
