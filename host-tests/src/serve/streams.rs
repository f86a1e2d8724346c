//! The streams of all sessions, by name.

use std::collections::HashMap;

use slotguard_host::{Encoding, RebindStream, SanitizeStream, Session};

use super::Fault;
use super::request::{self, Direction};
use super::server::{Served, decoded, fields, json};
use crate::answer;

#[derive(Default)]
pub(super) struct Streams {
    /// With the session each of them is of.
    open: HashMap<String, (String, Stream)>,
    opened: u64,
}

enum Stream {
    Sanitize(SanitizeStream),
    Rebind(RebindStream),
}

type Sessions = HashMap<String, Session>;

impl Streams {
    pub(super) fn open(
        &mut self,
        sessions: &mut Sessions,
        request: &request::StreamOpen<'_>,
    ) -> Served {
        let session = session(sessions, &request.session)?;
        let stream = match (request.direction, request.encoding) {
            (Direction::Rebind, encoding) => Stream::Rebind(session.rebind_stream(encoding)?),
            (Direction::Sanitize, Encoding::Text) => {
                Stream::Sanitize(session.sanitize_stream(request.origin, &request.context)?)
            }
            (Direction::Sanitize, Encoding::JsonString) => {
                let only = "streams to sanitize are text; send whole requests with `sanitize-json`";
                return Err(Fault::bad_request(only));
            }
        };
        self.opened += 1;
        let name = format!("t{}", self.opened);
        let session = request.session.clone().into_owned();
        self.open.insert(name.clone(), (session, stream));
        fields(&[("stream", &name)])
    }

    pub(super) fn push(
        &mut self,
        sessions: &mut Sessions,
        request: &request::StreamPush<'_>,
    ) -> Served {
        let session = session(sessions, &request.session)?;
        match (
            self.stream(&request.session, &request.stream)?,
            &request.text,
            &request.bytes_b64,
        ) {
            (Stream::Sanitize(stream), Some(text), None) => {
                sanitized(stream.push(session, text.0.as_bytes())?)
            }
            (Stream::Sanitize(stream), None, Some(base64)) => {
                sanitized(stream.push(session, &decoded(&base64.0, "bytes_b64")?)?)
            }
            (Stream::Rebind(stream), Some(text), None) => {
                json(&answer::Display::new(&stream.push(session, &text.0)?))
            }
            (Stream::Rebind(_), ..) => Err(Fault::bad_request("send `text`")),
            _ => Err(Fault::bad_request("send one of `text` and `bytes_b64`")),
        }
    }

    pub(super) fn flush(
        &mut self,
        sessions: &mut Sessions,
        request: &request::OfStream<'_>,
    ) -> Served {
        let session = session(sessions, &request.session)?;
        match self.stream(&request.session, &request.stream)? {
            Stream::Sanitize(stream) => sanitized(stream.flush(session)?),
            Stream::Rebind(stream) => json(&answer::Display::new(&stream.flush(session)?)),
        }
    }

    pub(super) fn finish(
        &mut self,
        sessions: &mut Sessions,
        request: &request::OfStream<'_>,
    ) -> Served {
        let session = session(sessions, &request.session)?;
        self.stream(&request.session, &request.stream)?;
        match self.open.remove(&*request.stream) {
            Some((_, Stream::Sanitize(stream))) => sanitized(stream.finish(session)?),
            Some((_, Stream::Rebind(stream))) => {
                json(&answer::Display::new(&stream.finish(session)?))
            }
            None => Err(Fault::unknown_stream()),
        }
    }

    /// Forgets the streams of a session that is closed.
    pub(super) fn close(&mut self, session: &str) {
        self.open.retain(|_, (of, _)| of != session);
    }

    fn stream(&self, session: &str, name: &str) -> Result<&Stream, Fault> {
        let stream = self.open.get(name).filter(|(of, _)| of == session);
        stream
            .map(|(_, stream)| stream)
            .ok_or_else(Fault::unknown_stream)
    }
}

fn session<'s>(sessions: &'s mut Sessions, name: &str) -> Result<&'s mut Session, Fault> {
    sessions.get_mut(name).ok_or_else(Fault::unknown_session)
}

fn sanitized(text: String) -> Served {
    fields(&[("text", &text)])
}
