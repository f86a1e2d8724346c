//! Streams of one session: text on its way out, and a model's words for the user.
//!
//! A stream is a name for something inside the session's sandbox: every call takes the session, and what ends the
//! session ends its streams.

use std::sync::Arc;

use wasmtime::component::ResourceAny;

use crate::{Context, Encoding, Error, Origin, Rebound, Session};

/// Text on its way out that arrives in pieces.
pub struct SanitizeStream(Handle);

/// A model's words for the local user that arrive in pieces.
pub struct RebindStream(Handle);

struct Handle {
    stream: ResourceAny,
    session: Arc<()>,
}

impl Session {
    /// Begins a stream of text on its way out, such as the output of a terminal.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn sanitize_stream(
        &mut self,
        origin: Origin,
        context: &Context,
    ) -> Result<SanitizeStream, Error> {
        let stream = self.call(0, |session, store, handle| {
            session.call_sanitize_stream(store, handle, origin, context)
        })?;
        Ok(SanitizeStream(self.opened(stream)))
    }

    /// Begins a stream of a model's words for the local user, one for each content block.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn rebind_stream(&mut self, encoding: Encoding) -> Result<RebindStream, Error> {
        let stream = self.call(0, |session, store, handle| {
            session.call_rebind_stream(store, handle, encoding)
        })?;
        Ok(RebindStream(self.opened(stream)))
    }

    fn opened(&mut self, stream: ResourceAny) -> Handle {
        self.streams.push(stream);
        Handle {
            stream,
            session: Arc::clone(&self.mark),
        }
    }
}

impl Handle {
    /// The stream, if it is one of that session's.
    fn of(&self, session: &Session) -> Result<ResourceAny, Error> {
        match Arc::ptr_eq(&self.session, &session.mark) {
            true => Ok(self.stream),
            false => Err(Error::ForeignStream),
        }
    }

    /// The stream for its last call, which takes it.
    fn last(&self, session: &mut Session) -> Result<ResourceAny, Error> {
        let stream = self.of(session)?;
        session.streams.retain(|open| *open != stream);
        Ok(stream)
    }
}

impl SanitizeStream {
    /// Takes more bytes and returns what can be released by now.
    ///
    /// # Errors
    /// [`Error::Sanitize`] at a limit: the stream is at an end then.
    pub fn push(&self, session: &mut Session, bytes: &[u8]) -> Result<String, Error> {
        let stream = self.0.of(session)?;
        let answer = session.guarded(bytes.len(), |instance, store| {
            let streams = instance.slotguard_boundary_sessions().sanitize_stream();
            streams.call_push(store, stream, bytes)
        })?;
        Ok(answer?)
    }

    /// Releases what is proven harmless and masks the word at the end if it could still become private.
    ///
    /// # Errors
    /// As [`SanitizeStream::push`].
    pub fn flush(&self, session: &mut Session) -> Result<String, Error> {
        let stream = self.0.of(session)?;
        let answer = session.guarded(0, |instance, store| {
            let streams = instance.slotguard_boundary_sessions().sanitize_stream();
            streams.call_flush(store, stream)
        })?;
        Ok(answer?)
    }

    /// Ends the stream and returns the rest.
    ///
    /// # Errors
    /// As [`SanitizeStream::push`].
    pub fn finish(self, session: &mut Session) -> Result<String, Error> {
        let stream = self.0.last(session)?;
        let answer = session.guarded(0, |instance, store| {
            let streams = instance.slotguard_boundary_sessions().sanitize_stream();
            streams.call_finish(store, stream)
        })?;
        Ok(answer?)
    }
}

impl RebindStream {
    /// Takes more text and returns what can be shown by now.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn push(&self, session: &mut Session, text: &str) -> Result<Rebound, Error> {
        let stream = self.0.of(session)?;
        let shown = session.guarded(text.len(), |instance, store| {
            let streams = instance.slotguard_boundary_sessions().rebind_stream();
            streams.call_push(store, stream, text)
        })?;
        Ok(shown.into())
    }

    /// Returns what is held, for hosts whose user waits.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn flush(&self, session: &mut Session) -> Result<Rebound, Error> {
        let stream = self.0.of(session)?;
        let shown = session.guarded(0, |instance, store| {
            let streams = instance.slotguard_boundary_sessions().rebind_stream();
            streams.call_flush(store, stream)
        })?;
        Ok(shown.into())
    }

    /// Ends the stream and returns the rest.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn finish(self, session: &mut Session) -> Result<Rebound, Error> {
        let stream = self.0.last(session)?;
        let shown = session.guarded(0, |instance, store| {
            let streams = instance.slotguard_boundary_sessions().rebind_stream();
            streams.call_finish(store, stream)
        })?;
        Ok(shown.into())
    }
}
