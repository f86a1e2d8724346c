//! The WASI component: `wit/slotguard.wit` on one side, the core on the other.

use std::cell::RefCell;
use std::rc::Rc;

use slotguard_core as core;

use self::bindings::exports::slotguard::boundary::sessions::{
    self as wit, Guest, GuestRebindStream, GuestSanitizeStream, GuestSession,
};
use self::bindings::wasi::random::random::get_random_bytes;
use crate::convert;

#[allow(missing_docs, reason = "generated; the documentation is in the WIT")]
pub(crate) mod bindings {
    wit_bindgen::generate!({ path: "wit", world: "boundary", generate_all });
}

struct Component;

/// A session behind its handle. Its streams work on it too; calls never overlap (the WIT says so), so the borrows
/// never fail.
struct Session(Rc<RefCell<core::Session>>);

struct SanitizeStream(RefCell<core::SanitizeStream>, Rc<RefCell<core::Session>>);

struct RebindStream(RefCell<core::RebindStream>, Rc<RefCell<core::Session>>);

/// The host's entropy.
struct WasiRandom;

impl core::Random for WasiRandom {
    fn fill(&mut self, buffer: &mut [u8]) {
        buffer.copy_from_slice(&get_random_bytes(buffer.len() as u64));
    }
}

impl Guest for Component {
    type Session = Session;
    type SanitizeStream = SanitizeStream;
    type RebindStream = RebindStream;

    fn rules() -> Vec<String> {
        core::Rule::names().map(str::to_owned).collect()
    }

    fn echo(text: String) -> String {
        text
    }
}

impl Session {
    fn handle(session: core::Session) -> wit::Session {
        wit::Session::new(Session(Rc::new(RefCell::new(session))))
    }
}

impl GuestSession for Session {
    fn open(config: wit::Config) -> Result<wit::Session, wit::ConfigError> {
        let mut key = [0; 32];
        core::Random::fill(&mut WasiRandom, &mut key);
        core::Session::new(convert::config(config), key, Box::new(WasiRandom))
            .map(Session::handle)
            .map_err(convert::config_error)
    }

    fn sanitize(
        &self,
        text: String,
        origin: wit::Origin,
        context: wit::Context,
    ) -> Result<wit::Sanitized, wit::SanitizeError> {
        let mut session = self.0.borrow_mut();
        session
            .sanitize(&text, convert::origin(origin), &convert::context(&context))
            .map(convert::sanitized)
            .map_err(convert::sanitize_error)
    }

    fn sanitize_bytes(
        &self,
        bytes: Vec<u8>,
        origin: wit::Origin,
        context: wit::Context,
    ) -> Result<wit::Sanitized, wit::SanitizeError> {
        let mut session = self.0.borrow_mut();
        session
            .sanitize_bytes(&bytes, convert::origin(origin), &convert::context(&context))
            .map(convert::sanitized)
            .map_err(convert::sanitize_error)
    }

    fn sanitize_json(&self, text: String) -> Result<wit::Sanitized, wit::SanitizeError> {
        let mut session = self.0.borrow_mut();
        session
            .sanitize_json(&text)
            .map(convert::sanitized)
            .map_err(convert::sanitize_error)
    }

    fn sanitize_stream(&self, origin: wit::Origin, context: wit::Context) -> wit::SanitizeStream {
        let context = convert::context(&context);
        let stream = core::SanitizeStream::new(convert::origin(origin), &context);
        wit::SanitizeStream::new(SanitizeStream(RefCell::new(stream), Rc::clone(&self.0)))
    }

    fn rebind_display(&self, text: String) -> wit::Rebound {
        convert::rebound(self.0.borrow().rebind_display(&text))
    }

    fn rebind_path(&self, text: String, access: wit::Access) -> Result<wit::Rebound, wit::Refusal> {
        let session = self.0.borrow();
        session
            .rebind_path(&text, convert::access(access))
            .map(convert::rebound)
            .map_err(convert::refusal)
    }

    fn rebind_command(
        &self,
        text: String,
        shell: wit::Shell,
    ) -> Result<wit::ReboundCommand, wit::Refusal> {
        let session = self.0.borrow();
        session
            .rebind_command(&text, convert::shell(shell))
            .map(convert::command)
            .map_err(convert::refusal)
    }

    fn rebind_argv(&self, argv: Vec<String>) -> Result<wit::ReboundArgv, wit::Refusal> {
        let words: Vec<&str> = argv.iter().map(String::as_str).collect();
        let session = self.0.borrow();
        session
            .rebind_argv(&words)
            .map(convert::argv)
            .map_err(convert::refusal)
    }

    fn rebind_tool_call(
        &self,
        tool: String,
        args: String,
    ) -> Result<wit::ReboundCall, wit::Refusal> {
        let session = self.0.borrow();
        session
            .rebind_tool_call(&tool, &args)
            .map(convert::call)
            .map_err(convert::refusal)
    }

    fn rebind_json(&self, text: String) -> Result<wit::ReboundJson, wit::Refusal> {
        let session = self.0.borrow();
        session
            .rebind_json(&text)
            .map(convert::json)
            .map_err(convert::refusal)
    }

    fn rebind_stream(&self, encoding: wit::Encoding) -> wit::RebindStream {
        let stream = core::RebindStream::new(convert::encoding(encoding));
        wit::RebindStream::new(RebindStream(RefCell::new(stream), Rc::clone(&self.0)))
    }

    fn propose(
        &self,
        text: String,
        proposals: Vec<wit::Proposal>,
    ) -> Result<Vec<bool>, wit::SanitizeError> {
        let proposals: Vec<_> = proposals.iter().map(convert::proposal).collect();
        let mut session = self.0.borrow_mut();
        session
            .propose(&text, &proposals)
            .map_err(convert::sanitize_error)
    }

    fn slots(&self) -> Vec<wit::SlotInfo> {
        let slots = self.0.borrow().slots();
        slots.into_iter().map(convert::slot).collect()
    }

    fn stale(&self) -> Vec<wit::StaleValue> {
        let stale = self.0.borrow().stale();
        stale.into_iter().map(convert::stale).collect()
    }

    fn explain(&self, stand_in: String) -> Option<wit::Explanation> {
        let explanation = self.0.borrow().explain(&stand_in);
        explanation.map(convert::explanation)
    }

    fn protect(&self, value: String, kind: wit::Kind) -> Result<(), wit::SanitizeError> {
        let mut session = self.0.borrow_mut();
        session
            .protect(&value, convert::kind(kind))
            .map_err(convert::sanitize_error)
    }

    fn allow(&self, value: String) {
        self.0.borrow_mut().allow(&value);
    }

    fn forget(&self, stand_in: String) -> bool {
        self.0.borrow_mut().forget(&stand_in)
    }

    fn reveal(&self, stand_in: String) -> Option<String> {
        self.0.borrow().reveal(&stand_in)
    }

    fn set_policy(&self, policy: String) -> Result<(), wit::ConfigError> {
        let mut session = self.0.borrow_mut();
        session.set_policy(&policy).map_err(convert::config_error)
    }

    fn describe_tool(&self, tool: String, schema: String) -> Result<(), wit::ConfigError> {
        let mut session = self.0.borrow_mut();
        session
            .describe_tool(&tool, &schema)
            .map_err(convert::config_error)
    }

    fn confirm(&self, questions: Vec<wit::Question>) {
        let questions: Vec<_> = questions.iter().map(convert::question).collect();
        self.0.borrow_mut().confirm(&questions);
    }

    fn snapshot(&self, host_key: Vec<u8>) -> Result<wit::Snapshot, wit::SnapshotError> {
        let mut session = self.0.borrow_mut();
        let bytes = session.snapshot(convert::host_key(&host_key)?);
        Ok(wit::Snapshot {
            bytes,
            counter: session.counter(),
        })
    }

    fn restore(
        config: wit::Config,
        host_key: Vec<u8>,
        snapshot: Vec<u8>,
        min_counter: u64,
    ) -> Result<wit::Session, wit::SnapshotError> {
        let (config, key) = (convert::config(config), convert::host_key(&host_key)?);
        core::Session::restore(config, key, &snapshot, min_counter, Box::new(WasiRandom))
            .map(Session::handle)
            .map_err(convert::restore_error)
    }
}

impl GuestSanitizeStream for SanitizeStream {
    fn push(&self, bytes: Vec<u8>) -> Result<String, wit::SanitizeError> {
        let (mut stream, mut session) = (self.0.borrow_mut(), self.1.borrow_mut());
        let out = stream.push(&mut session, &bytes);
        out.map_err(convert::sanitize_error)
    }

    fn flush(&self) -> Result<String, wit::SanitizeError> {
        let (mut stream, mut session) = (self.0.borrow_mut(), self.1.borrow_mut());
        stream.flush(&mut session).map_err(convert::sanitize_error)
    }

    fn finish(this: wit::SanitizeStream) -> Result<String, wit::SanitizeError> {
        let SanitizeStream(stream, session) = this.into_inner();
        let rest = stream.into_inner().finish(&mut session.borrow_mut());
        rest.map_err(convert::sanitize_error)
    }
}

impl GuestRebindStream for RebindStream {
    fn push(&self, text: String) -> wit::Rebound {
        convert::rebound(self.0.borrow_mut().push(&self.1.borrow(), &text))
    }

    fn flush(&self) -> wit::Rebound {
        convert::rebound(self.0.borrow_mut().flush(&self.1.borrow()))
    }

    fn finish(this: wit::RebindStream) -> wit::Rebound {
        let RebindStream(stream, session) = this.into_inner();
        let rest = stream.into_inner().finish(&session.borrow());
        convert::rebound(rest)
    }
}

bindings::export!(Component with_types_in bindings);
