//! One session: an instance of the component, its memory and its limits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use wasmtime::component::ResourceAny;
use wasmtime::{ResourceLimiter, Store, Trap};

use crate::bindings::exports::slotguard::boundary::sessions::{self as wit, GuestSession};
use crate::bindings::{self, wasi};
use crate::boundary::{Inner, TICK};
use crate::entropy::Entropy;
use crate::links::{Leads, Places};
use crate::{
    Access, Config, Context, Error, Explanation, Files, Kind, Origin, Proposal, Question,
    Sanitized, Shell, SlotInfo, Snapshot, Span, StaleValue,
};

/// Text with raw values in it, for the local machine only. It has no `Debug`.
pub struct Rebound {
    /// The text.
    pub text: String,
    /// Where values were restored, as byte ranges of `text`.
    pub restored: Vec<Span>,
}

/// A shell command ready to run. It has no `Debug`.
pub struct ReboundCommand {
    /// The command.
    pub text: String,
    /// Variables to set for it, and for nothing else.
    pub env: BTreeMap<String, String>,
}

/// Arguments ready for `exec`. They have no `Debug`.
pub struct ReboundArgv {
    /// The arguments, the program first.
    pub argv: Vec<String>,
    /// Variables to set for it, and for nothing else.
    pub env: BTreeMap<String, String>,
}

/// A tool call ready to run. It has no `Debug`.
pub struct ReboundCall {
    /// The arguments as JSON text.
    pub args: String,
    /// Variables to set for the command in it, if there is one.
    pub env: BTreeMap<String, String>,
    /// The paths that it names; links on them are judged already.
    pub paths: Vec<Opened>,
}

/// A path that a tool is about to open. It has no `Debug`.
pub struct Opened {
    /// The path as the tool gets it.
    pub path: String,
    /// What the tool may do there.
    pub access: Access,
}

/// A provider's answer ready to be used. It has no `Debug`.
pub struct ReboundJson {
    /// The document.
    pub text: String,
    /// Where values were restored in words for the user, as byte ranges of `text`.
    pub restored: Vec<Span>,
    /// Variables to set for the commands of its calls.
    pub env: BTreeMap<String, String>,
    /// The paths that its calls name; links on them are judged already.
    pub paths: Vec<Opened>,
}

/// A raw value for the local user's eyes. It has no `Debug` or `Display`; reading it is one visible call.
pub struct Revealed(String);

impl Revealed {
    /// The raw value. Every call is a place to review.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// What the host keeps beside an instance: its memory limit, whether it was reached, and its randomness.
pub(crate) struct State {
    memory: usize,
    denied: bool,
    entropy: Entropy,
}

impl ResourceLimiter for State {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        self.denied |= desired > self.memory;
        Ok(!self.denied)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        // The component's only table is that of its functions, and it does not grow.
        Ok(desired <= 10_000)
    }
}

impl wasi::random::random::Host for State {
    fn get_random_bytes(&mut self, len: u64) -> Vec<u8> {
        self.entropy.bytes(len)
    }
}

/// One session of one user, in a sandbox of its own.
///
/// Methods take `&mut self`: a session answers one call at a time. After [`Error::TimedOut`],
/// [`Error::OutOfMemory`] or [`Error::Trapped`] the session is poisoned, and every later call answers
/// [`Error::Poisoned`]; other sessions go on.
pub struct Session {
    boundary: Arc<Inner>,
    store: Store<State>,
    instance: bindings::Boundary,
    handle: ResourceAny,
    /// The streams that are not at an end. They hold on to the session's values.
    pub(crate) streams: Vec<ResourceAny>,
    /// What its streams are known by.
    pub(crate) mark: Arc<()>,
    poisoned: bool,
    /// The directories that the host named, if the files are here.
    places: Option<Places>,
}

impl Session {
    pub(crate) fn open(boundary: Arc<Inner>, config: Config) -> Result<Session, Error> {
        let size = config.size();
        let places = places(&boundary, &config);
        let config = config.into_wit();
        Self::start(boundary, size, places, |sessions, store| {
            sessions.call_open(store, &config)
        })
    }

    pub(crate) fn restore(
        boundary: Arc<Inner>,
        config: Config,
        host_key: &[u8],
        snapshot: &[u8],
        min_counter: u64,
    ) -> Result<Session, Error> {
        let size = config.size() + snapshot.len();
        let places = places(&boundary, &config);
        let config = config.into_wit();
        Self::start(boundary, size, places, |sessions, store| {
            sessions.call_restore(store, &config, host_key, snapshot, min_counter)
        })
    }

    /// An instance of its own, and in it the session that `call` gives.
    fn start<E>(
        boundary: Arc<Inner>,
        input: usize,
        places: Option<Places>,
        call: impl FnOnce(
            GuestSession<'_>,
            &mut Store<State>,
        ) -> wasmtime::Result<Result<ResourceAny, E>>,
    ) -> Result<Session, Error>
    where
        Error: From<E>,
    {
        let state = State {
            memory: boundary.limits.memory,
            denied: false,
            entropy: boundary.entropy(),
        };
        let mut store = Store::new(&boundary.engine, state);
        store.limiter(|state| state);
        store.set_epoch_deadline(ticks(&boundary, input));
        let instance = boundary
            .instance
            .instantiate(&mut store)
            .map_err(|error| failure(&store, &error))?;
        let sessions = instance.slotguard_boundary_sessions().session();
        let handle = call(sessions, &mut store).map_err(|error| failure(&store, &error))??;
        Ok(Session {
            boundary,
            store,
            instance,
            handle,
            streams: Vec::new(),
            mark: Arc::new(()),
            poisoned: false,
            places,
        })
    }

    /// Rewrites `text` so that it may leave.
    ///
    /// # Errors
    /// Any; nothing of `text` may be sent then.
    pub fn sanitize(
        &mut self,
        text: &str,
        origin: Origin,
        context: &Context,
    ) -> Result<Sanitized, Error> {
        let answer = self.call(text.len(), |session, store, handle| {
            session.call_sanitize(store, handle, text, origin, context)
        })?;
        Ok(answer?)
    }

    /// As [`Session::sanitize`], for bytes that may not be UTF-8; what is not becomes U+FFFD. Offsets of the
    /// input are those of the text after that.
    ///
    /// # Errors
    /// Any; nothing of `bytes` may be sent then.
    pub fn sanitize_bytes(
        &mut self,
        bytes: &[u8],
        origin: Origin,
        context: &Context,
    ) -> Result<Sanitized, Error> {
        let answer = self.call(bytes.len(), |session, store, handle| {
            session.call_sanitize_bytes(store, handle, bytes, origin, context)
        })?;
        Ok(answer?)
    }

    /// As [`Session::sanitize`], for a whole provider request, a JSON document.
    ///
    /// # Errors
    /// Any; nothing of `text` may be sent then.
    pub fn sanitize_json(&mut self, text: &str) -> Result<Sanitized, Error> {
        let answer = self.call(text.len(), |session, store, handle| {
            session.call_sanitize_json(store, handle, text)
        })?;
        Ok(answer?)
    }

    /// Restores structural slots in text that is shown to the local user. Secrets stay hidden.
    ///
    /// # Errors
    /// None of the contract's; those of the sandbox.
    pub fn rebind_display(&mut self, text: &str) -> Result<Rebound, Error> {
        let rebound = self.call(text.len(), |session, store, handle| {
            session.call_rebind_display(store, handle, text)
        })?;
        Ok(rebound.into())
    }

    /// Restores a path that a tool is about to open with `access`. Where a symbolic link on it leads has to be a place
    /// that the session may use too; [`Files`](crate::Files) says what that does not stop.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub fn rebind_path(&mut self, text: &str, access: Access) -> Result<Rebound, Error> {
        let answer = self.call(text.len(), |session, store, handle| {
            session.call_rebind_path(store, handle, text, access)
        })?;
        let rebound: Rebound = answer?.into();
        match self.judge_links(&rebound.text, access)? {
            None => Ok(rebound),
            Some(refusal) => Err(refused_at(refusal, String::new(), text.len())),
        }
    }

    /// Why what lies at the end of the links of `path` is refused, if it is.
    fn judge_links(&mut self, path: &str, access: Access) -> Result<Option<wit::Refusal>, Error> {
        let Some(places) = &self.places else {
            return Ok(None);
        };
        let to = match places.leads(path) {
            Leads::Straight => return Ok(None),
            Leads::Nowhere => {
                return Ok(Some(refusal(NOWHERE, None)));
            }
            Leads::To(to) => to,
        };
        let answer = self.call(to.len(), |session, store, handle| {
            session.call_rebind_path(store, handle, &to, access)
        })?;
        Ok(answer.err().map(|own| refusal(LEADS_OUT, own.ask)))
    }

    /// The same for the paths of the calls in `args`, a JSON document.
    fn judge_all_links(&mut self, args: &str, done: &str, paths: &[Opened]) -> Result<(), Error> {
        for opened in paths {
            if let Some(refusal) = self.judge_links(&opened.path, opened.access)? {
                let (field, len) = field_of(args, done, &opened.path);
                return Err(refused_at(refusal, field, len));
            }
        }
        Ok(())
    }

    /// Restores a command for a shell.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub fn rebind_command(&mut self, text: &str, shell: Shell) -> Result<ReboundCommand, Error> {
        let answer = self.call(text.len(), |session, store, handle| {
            session.call_rebind_command(store, handle, text, shell)
        })?;
        let wit::ReboundCommand { text, env } = answer?;
        Ok(ReboundCommand {
            text,
            env: environment(env),
        })
    }

    /// Restores the arguments of a program that is run without a shell.
    ///
    /// # Errors
    /// [`Error::Refused`]; its field is `/n` for the n-th argument, from 0.
    pub fn rebind_argv(&mut self, argv: &[String]) -> Result<ReboundArgv, Error> {
        let size = argv.iter().map(String::len).sum();
        let answer = self.call(size, |session, store, handle| {
            session.call_rebind_argv(store, handle, argv)
        })?;
        let wit::ReboundArgv { argv, env } = answer?;
        Ok(ReboundArgv {
            argv,
            env: environment(env),
        })
    }

    /// Restores the arguments, a JSON object, of a call of the tool named `tool`.
    ///
    /// # Errors
    /// [`Error::Refused`]; its field is a JSON pointer.
    pub fn rebind_tool_call(&mut self, tool: &str, args: &str) -> Result<ReboundCall, Error> {
        let answer = self.call(args.len(), |session, store, handle| {
            session.call_rebind_tool_call(store, handle, tool, args)
        })?;
        let wit::ReboundCall {
            args: done,
            env,
            paths,
        } = answer?;
        let paths = opened(paths);
        self.judge_all_links(args, &done, &paths)?;
        Ok(ReboundCall {
            args: done,
            env: environment(env),
            paths,
        })
    }

    /// Restores a provider's answer, a JSON document: its words for the user, and the arguments of its calls.
    ///
    /// # Errors
    /// [`Error::Refused`] with the first call that is refused; its field is a JSON pointer.
    pub fn rebind_json(&mut self, text: &str) -> Result<ReboundJson, Error> {
        let answer = self.call(text.len(), |session, store, handle| {
            session.call_rebind_json(store, handle, text)
        })?;
        let wit::ReboundJson {
            text: done,
            restored,
            env,
            paths,
        } = answer?;
        let paths = opened(paths);
        self.judge_all_links(text, &done, &paths)?;
        Ok(ReboundJson {
            text: done,
            restored,
            env: environment(env),
            paths,
        })
    }

    /// Takes proposals of a second tier and tells for each whether it was admitted.
    ///
    /// # Errors
    /// [`Error::Sanitize`] at a limit.
    pub fn propose(&mut self, text: &str, proposals: &[Proposal]) -> Result<Vec<bool>, Error> {
        let answer = self.call(text.len(), |session, store, handle| {
            session.call_propose(store, handle, text, proposals)
        })?;
        Ok(answer?)
    }

    /// The slot table without raw values, in the order of first sight.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn slots(&mut self) -> Result<Vec<SlotInfo>, Error> {
        self.call(0, |session, store, handle| {
            session.call_slots(store, handle)
        })
    }

    /// Names that the last [`Session::sanitize_json`] showed because they had been sent before.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn stale(&mut self) -> Result<Vec<StaleValue>, Error> {
        self.call(0, |session, store, handle| {
            session.call_stale(store, handle)
        })
    }

    /// Why the value behind `stand_in` is hidden, if the session issued it.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn explain(&mut self, stand_in: &str) -> Result<Option<Explanation>, Error> {
        self.call(stand_in.len(), |session, store, handle| {
            session.call_explain(store, handle, stand_in)
        })
    }

    /// Makes `value` private from now on.
    ///
    /// # Errors
    /// [`Error::Sanitize`] at a limit.
    pub fn protect(&mut self, value: &str, kind: Kind) -> Result<(), Error> {
        let answer = self.call(value.len(), |session, store, handle| {
            session.call_protect(store, handle, value, kind)
        })?;
        Ok(answer?)
    }

    /// Never replaces `value` again.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn allow(&mut self, value: &str) -> Result<(), Error> {
        self.call(value.len(), |session, store, handle| {
            session.call_allow(store, handle, value)
        })
    }

    /// Wipes the value behind `stand_in`. Returns whether there was one.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn forget(&mut self, stand_in: &str) -> Result<bool, Error> {
        self.call(stand_in.len(), |session, store, handle| {
            session.call_forget(store, handle, stand_in)
        })
    }

    /// The raw value behind `stand_in`, for the local user's eyes only.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn reveal(&mut self, stand_in: &str) -> Result<Option<Revealed>, Error> {
        let value = self.call(stand_in.len(), |session, store, handle| {
            session.call_reveal(store, handle, stand_in)
        })?;
        Ok(value.map(Revealed))
    }

    /// Replaces the policy, a JSON text.
    ///
    /// # Errors
    /// [`Error::Config`] with the first field that is wrong; the old policy stands then.
    pub fn set_policy(&mut self, policy: &str) -> Result<(), Error> {
        let answer = self.call(policy.len(), |session, store, handle| {
            session.call_set_policy(store, handle, policy)
        })?;
        Ok(answer?)
    }

    /// Says what the arguments of an unknown tool are: its JSON Schema, or its definition with one in it.
    ///
    /// # Errors
    /// [`Error::Config`] with the first thing that is wrong; what was said before stands then.
    pub fn describe_tool(&mut self, tool: &str, schema: &str) -> Result<(), Error> {
        let answer = self.call(tool.len() + schema.len(), |session, store, handle| {
            session.call_describe_tool(store, handle, tool, schema)
        })?;
        Ok(answer?)
    }

    /// What the user said yes to, in place of what they confirmed before.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn confirm(&mut self, questions: &[Question]) -> Result<(), Error> {
        self.call(0, |session, store, handle| {
            session.call_confirm(store, handle, questions)
        })
    }

    /// Seals the session under `host_key`, 32 bytes. [`Boundary::restore`](crate::Boundary::restore) opens it.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for a key of another length.
    pub fn snapshot(&mut self, host_key: &[u8]) -> Result<Snapshot, Error> {
        let answer = self.call(0, |session, store, handle| {
            session.call_snapshot(store, handle, host_key)
        })?;
        Ok(answer?)
    }

    /// The name of a rule by its number, empty for a number that the component does not use.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn rule_name(&mut self, rule: u16) -> Result<String, Error> {
        let names = self.rules()?;
        Ok(names.get(usize::from(rule)).cloned().unwrap_or_default())
    }

    /// The names of the rules by their number. The component is asked once for a whole boundary.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn rules(&mut self) -> Result<&[String], Error> {
        if self.boundary.rules.get().is_none() {
            let names = self.guarded(0, |instance, store| {
                instance.slotguard_boundary_sessions().call_rules(store)
            })?;
            // Whoever came first has the same list.
            let _ = self.boundary.rules.set(names);
        }
        Ok(self.boundary.rules.get().map_or(&[], Vec::as_slice))
    }

    /// Sends `text` through the component and back: what crossing the sandbox costs.
    ///
    /// # Errors
    /// Those of the sandbox.
    pub fn echo(&mut self, text: &str) -> Result<String, Error> {
        self.guarded(text.len(), |instance, store| {
            instance
                .slotguard_boundary_sessions()
                .call_echo(store, text)
        })
    }

    /// A call of a method of the session.
    pub(crate) fn call<T>(
        &mut self,
        input: usize,
        method: impl FnOnce(GuestSession<'_>, &mut Store<State>, ResourceAny) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        let handle = self.handle;
        self.guarded(input, |instance, store| {
            let session = instance.slotguard_boundary_sessions().session();
            method(session, store, handle)
        })
    }

    /// A call with the time that `input` bytes may take; poisons the session if it does not come back.
    pub(crate) fn guarded<T>(
        &mut self,
        input: usize,
        call: impl FnOnce(&bindings::Boundary, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        if self.poisoned {
            return Err(Error::Poisoned);
        }
        self.store.set_epoch_deadline(ticks(&self.boundary, input));
        call(&self.instance, &mut self.store).map_err(|error| {
            self.poisoned = true;
            failure(&self.store, &error)
        })
    }
}

impl Drop for Session {
    /// Lets the component wipe the raw values before its memory goes back to the system.
    fn drop(&mut self) {
        if !self.poisoned {
            self.store.set_epoch_deadline(ticks(&self.boundary, 0));
            // Nobody is left to tell; the memory is unmapped either way.
            for stream in self.streams.drain(..) {
                let _ = stream.resource_drop(&mut self.store);
            }
            let _ = self.handle.resource_drop(&mut self.store);
        }
    }
}

/// The time limit in ticks of the clock; one more, because the next tick may be near.
fn ticks(boundary: &Inner, input: usize) -> u64 {
    let limits = &boundary.limits;
    let per_mib = limits.time_per_mib.as_secs_f64() * input as f64 / f64::from(1 << 20);
    let time = limits.time + Duration::from_secs_f64(per_mib);
    1 + time.as_millis().div_ceil(TICK.as_millis()) as u64
}

/// Which limit ended a call, or that it was a defect.
fn failure(store: &Store<State>, error: &wasmtime::Error) -> Error {
    if store.data().denied {
        return Error::OutOfMemory;
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::Interrupt) => Error::TimedOut,
        Some(trap) => Error::Trapped(trap.to_string()),
        None => Error::Trapped(error.root_cause().to_string()),
    }
}

fn places(boundary: &Inner, config: &Config) -> Option<Places> {
    (boundary.files == Files::Here).then(|| Places::of(config))
}

const LEADS_OUT: &str = "a symbolic link on this path leads to a place that this session may not use; name another file, or ask the user for a scope";
const NOWHERE: &str = "the symbolic links on this path lead nowhere, or where nobody can look";

fn refusal(message: &str, ask: Option<Question>) -> wit::Refusal {
    wit::Refusal {
        kind: match ask {
            Some(_) => wit::RefusalKind::Policy,
            None => wit::RefusalKind::OutOfScope,
        },
        field: String::new(),
        range: Span { start: 0, end: 0 },
        message: message.to_owned(),
        ask,
    }
}

fn refused_at(refusal: wit::Refusal, field: String, len: usize) -> Error {
    let end = u32::try_from(len).unwrap_or(u32::MAX);
    Error::Refused(wit::Refusal {
        field,
        range: Span { start: 0, end },
        ..refusal
    })
}

/// The field of the document `done` that holds `path`, and the length of what the model wrote there.
fn field_of(args: &str, done: &str, path: &str) -> (String, usize) {
    let read = |text| serde_json::from_str(text).unwrap_or(serde_json::Value::Null);
    let mut field = String::new();
    if !find(&read(done), path, &mut field) {
        field.clear();
    }
    let args: serde_json::Value = read(args);
    let text = args.pointer(&field).and_then(serde_json::Value::as_str);
    let len = text.map_or(0, str::len);
    (field, len)
}

/// Appends the pointer of the first string with `path` in it.
fn find(value: &serde_json::Value, path: &str, field: &mut String) -> bool {
    let start = field.len();
    let mut inside = |key: &str, value| {
        field.push('/');
        field.push_str(&key.replace('~', "~0").replace('/', "~1"));
        let found = find(value, path, field);
        if !found {
            field.truncate(start);
        }
        found
    };
    match value {
        serde_json::Value::String(text) => text.contains(path),
        serde_json::Value::Array(list) => {
            let mut list = list.iter().enumerate();
            list.any(|(at, value)| inside(&at.to_string(), value))
        }
        serde_json::Value::Object(members) => {
            let mut members = members.iter();
            members.any(|(key, value)| inside(key, value))
        }
        _ => false,
    }
}

fn opened(paths: Vec<wit::OpenedPath>) -> Vec<Opened> {
    let opened = |path: wit::OpenedPath| Opened {
        path: path.path,
        access: path.access,
    };
    paths.into_iter().map(opened).collect()
}

fn environment(variables: Vec<wit::Variable>) -> BTreeMap<String, String> {
    variables
        .into_iter()
        .map(|variable| (variable.name, variable.value))
        .collect()
}

impl From<wit::Rebound> for Rebound {
    fn from(rebound: wit::Rebound) -> Self {
        Rebound {
            text: rebound.text,
            restored: rebound.restored,
        }
    }
}
