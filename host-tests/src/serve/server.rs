//! The sessions of one process, and how each operation is served.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use slotguard_host::{Boundary, Config, Session};

use super::op::Op;
use super::request::{self, Head, RebindHead};
use super::streams::Streams;
use super::{Fault, parse_config};
use crate::answer;

pub(super) struct Server {
    boundary: Boundary,
    sessions: HashMap<String, Session>,
    streams: Streams,
    opened: u64,
}

/// The fields of a good answer as JSON text, `{"text":...}`.
pub(super) type Served = Result<String, Fault>;

impl Server {
    pub(super) fn new(boundary: Boundary) -> Self {
        Server {
            boundary,
            sessions: HashMap::new(),
            streams: Streams::default(),
            opened: 0,
        }
    }

    /// The answer to one line.
    pub(super) fn answer(&mut self, line: &[u8]) -> String {
        let Ok(line) = std::str::from_utf8(line) else {
            return Fault::bad_request("the line is not UTF-8").answer("null");
        };
        let head = match serde_json::from_str::<Head<'_>>(line) {
            Ok(head) => head,
            Err(error) => return Fault::bad_json(&error).answer("null"),
        };
        let id = head.id.map_or("null", |id| id.get());
        let Some(op) = Op::from_name(&head.op) else {
            return Fault::bad_request("there is no operation of that name").answer(id);
        };
        match self.serve(op, line) {
            Ok(fields) if fields == "{}" => format!(r#"{{"id":{id},"ok":true}}"#),
            Ok(fields) => format!(r#"{{"id":{id},"ok":true,{}"#, &fields[1..]),
            Err(fault) => fault.answer(id),
        }
    }

    /// One line an operation.
    fn serve(&mut self, op: Op, line: &str) -> Served {
        match op {
            Op::Open => self.open(&parse(line)?),
            Op::Sanitize => self.sanitize(&parse(line)?),
            Op::Rebind => self.rebind(line),
            Op::Propose => self.propose(&parse(line)?),
            Op::Slots => self.slots(&parse(line)?),
            Op::Explain => self.explain(&parse(line)?),
            Op::Protect => self.protect(&parse(line)?),
            Op::Allow => self.allow(&parse(line)?),
            Op::Forget => self.forget(&parse(line)?),
            Op::Reveal => self.reveal(&parse(line)?),
            Op::Close => self.close(&parse(line)?),
            Op::SanitizeJson => self.sanitize_json(&parse(line)?),
            Op::RebindJson => self.rebind_json(&parse(line)?),
            Op::StreamOpen => self.streams.open(&mut self.sessions, &parse(line)?),
            Op::StreamPush => self.streams.push(&mut self.sessions, &parse(line)?),
            Op::StreamFlush => self.streams.flush(&mut self.sessions, &parse(line)?),
            Op::StreamFinish => self.streams.finish(&mut self.sessions, &parse(line)?),
            Op::Policy => self.policy(&parse(line)?),
            Op::DescribeTool => self.describe_tool(&parse(line)?),
            Op::Snapshot => self.snapshot(&parse(line)?),
            Op::Restore => self.restore(&parse(line)?),
            Op::Stale => self.stale(&parse(line)?),
        }
    }

    fn session(&mut self, name: &str) -> Result<&mut Session, Fault> {
        self.sessions
            .get_mut(name)
            .ok_or_else(Fault::unknown_session)
    }

    fn open(&mut self, request: &request::Open<'_>) -> Served {
        if request.protocol.is_some_and(|protocol| protocol != 1) {
            return Err(Fault::bad_request("this version speaks protocol 1 only"));
        }
        let config = match request.config {
            Some(json) => parse_config(json.get())?,
            None => Config::default(),
        };
        let session = self.boundary.session(config)?;
        self.opened(session)
    }

    fn opened(&mut self, session: Session) -> Served {
        self.opened += 1;
        let name = format!("s{}", self.opened);
        self.sessions.insert(name.clone(), session);
        fields(&[("session", &name)])
    }

    fn restore(&mut self, request: &request::Restore<'_>) -> Served {
        let config = match request.config {
            Some(json) => parse_config(json.get())?,
            None => Config::default(),
        };
        let key = decoded(&request.key_b64, "key_b64")?;
        let snapshot = decoded(&request.snapshot_b64, "snapshot_b64")?;
        let least = request.min_counter;
        let session = self.boundary.restore(config, &key, &snapshot, least)?;
        self.opened(session)
    }

    fn snapshot(&mut self, request: &request::Snapshot<'_>) -> Served {
        let key = decoded(&request.key_b64, "key_b64")?;
        let sealed = self.session(&request.session)?.snapshot(&key)?;
        let bytes = serde_json::Value::from(STANDARD.encode(&sealed.bytes));
        fields(&[
            ("snapshot_b64", &bytes),
            ("counter", &sealed.counter.into()),
        ])
    }

    fn sanitize_json(&mut self, request: &request::Json<'_>) -> Served {
        let session = self.session(&request.session)?;
        let sanitized = session.sanitize_json(&request.text)?;
        json(&answer::Sanitized::new(&sanitized, session.rules()?))
    }

    fn rebind_json(&mut self, request: &request::Json<'_>) -> Served {
        let session = self.session(&request.session)?;
        json(&answer::Json::new(&session.rebind_json(&request.text)?))
    }

    fn policy(&mut self, request: &request::Policy<'_>) -> Served {
        let session = self.session(&request.session)?;
        if request.policy.is_none() && request.confirmed.is_none() {
            return Err(Fault::bad_request("send `policy`, `confirmed`, or both"));
        }
        if let Some(policy) = request.policy {
            session.set_policy(policy.get())?;
        }
        if let Some(questions) = &request.confirmed {
            session.confirm(questions)?;
        }
        done()
    }

    fn describe_tool(&mut self, request: &request::DescribeTool<'_>) -> Served {
        let session = self.session(&request.session)?;
        session.describe_tool(&request.tool, request.schema.get())?;
        done()
    }

    fn sanitize(&mut self, request: &request::Sanitize<'_>) -> Served {
        let session = self.session(&request.session)?;
        let (origin, context) = (request.origin, &request.context);
        let sanitized = match (&request.text, &request.bytes_b64) {
            (Some(text), None) => session.sanitize(&text.0, origin, context)?,
            (None, Some(base64)) => {
                let bytes = decoded(&base64.0, "bytes_b64")?;
                session.sanitize_bytes(&bytes, origin, context)?
            }
            _ => return Err(Fault::bad_request("send one of `text` and `bytes_b64`")),
        };
        json(&answer::Sanitized::new(&sanitized, session.rules()?))
    }

    fn rebind(&mut self, line: &str) -> Served {
        match &*parse::<RebindHead<'_>>(line)?.target {
            "display" => self.rebind_display(&parse(line)?),
            "path" => self.rebind_path(&parse(line)?),
            "command" => self.rebind_command(&parse(line)?),
            "tool-call" => self.rebind_call(&parse(line)?),
            _ => Err(Fault::bad_request(
                "expected display, path, command or tool-call as target",
            )),
        }
    }

    fn rebind_display(&mut self, request: &request::RebindDisplay<'_>) -> Served {
        let rebound = self
            .session(&request.session)?
            .rebind_display(&request.text)?;
        json(&answer::Display::new(&rebound))
    }

    fn rebind_path(&mut self, request: &request::RebindPath<'_>) -> Served {
        let session = self.session(&request.session)?;
        let rebound = session.rebind_path(&request.text, request.access)?;
        json(&answer::Path::new(&rebound))
    }

    fn rebind_command(&mut self, request: &request::RebindCommand<'_>) -> Served {
        let session = self.session(&request.session)?;
        match (&request.text, &request.argv) {
            (Some(text), None) => {
                let command = session.rebind_command(&text.0, request.shell)?;
                json(&answer::Command::new(&command))
            }
            (None, Some(argv)) => json(&answer::Argv::new(&session.rebind_argv(argv)?)),
            _ => Err(Fault::bad_request("send one of `text` and `argv`")),
        }
    }

    fn rebind_call(&mut self, request: &request::RebindCall<'_>) -> Served {
        let session = self.session(&request.session)?;
        let call = session.rebind_tool_call(&request.tool, request.args.get())?;
        json(&answer::Call::new(&call)?)
    }

    fn propose(&mut self, request: &request::Propose<'_>) -> Served {
        let session = self.session(&request.session)?;
        let admitted = session.propose(&request.text, &request.proposals)?;
        fields(&[("admitted", &admitted)])
    }

    fn slots(&mut self, request: &request::OfSession<'_>) -> Served {
        let session = self.session(&request.session)?;
        let slots = session.slots()?;
        let rules = session.rules()?;
        let slots: Vec<_> = slots
            .iter()
            .map(|slot| answer::Slot::new(slot, rules))
            .collect();
        fields(&[("slots", &slots)])
    }

    fn stale(&mut self, request: &request::OfSession<'_>) -> Served {
        let stale = self.session(&request.session)?.stale()?;
        let stale: Vec<_> = stale.iter().map(answer::Stale::new).collect();
        fields(&[("stale", &stale)])
    }

    fn explain(&mut self, request: &request::OfStandIn<'_>) -> Served {
        let session = self.session(&request.session)?;
        let explanation = session.explain(&request.standin)?;
        let explanation = explanation.ok_or_else(Fault::unknown_stand_in)?;
        json(&answer::Explanation::new(&explanation, session.rules()?))
    }

    fn protect(&mut self, request: &request::Protect<'_>) -> Served {
        let session = self.session(&request.session)?;
        session.protect(&request.value, request.kind)?;
        done()
    }

    fn allow(&mut self, request: &request::Allow<'_>) -> Served {
        self.session(&request.session)?.allow(&request.value)?;
        done()
    }

    fn forget(&mut self, request: &request::OfStandIn<'_>) -> Served {
        let forgotten = self.session(&request.session)?.forget(&request.standin)?;
        fields(&[("forgotten", &forgotten)])
    }

    fn reveal(&mut self, request: &request::OfStandIn<'_>) -> Served {
        let value = self.session(&request.session)?.reveal(&request.standin)?;
        let value = value.ok_or_else(Fault::unknown_stand_in)?;
        fields(&[("value", &value.expose())])
    }

    fn close(&mut self, request: &request::OfSession<'_>) -> Served {
        let closed = self.sessions.remove(&*request.session);
        closed.map(drop).ok_or_else(Fault::unknown_session)?;
        self.streams.close(&request.session);
        done()
    }
}

fn parse<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, Fault> {
    serde_json::from_str(line).map_err(|error| Fault::bad_json(&error))
}

/// The bytes of a base64 field.
pub(super) fn decoded(base64: &str, field: &str) -> Result<Vec<u8>, Fault> {
    let bytes = STANDARD.decode(base64);
    bytes.map_err(|_| Fault::bad_request(format!("`{field}` is not base64")))
}

pub(super) fn json(answer: &impl Serialize) -> Served {
    Ok(answer::line(answer))
}

pub(super) fn fields<T: Serialize>(pairs: &[(&str, &T)]) -> Served {
    json(&pairs.iter().copied().collect::<HashMap<_, _>>())
}

fn done() -> Served {
    Ok("{}".to_owned())
}
