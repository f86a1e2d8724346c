//! The npm package: the same contract as a JavaScript class.
//!
//! Records become plain objects with camelCase fields, enums the WIT's names (`"repo-root"`), options
//! `undefined`. What the contract calls a failure is thrown: an `Error` whose `payload` is the failure's record,
//! as hosts of the component throw it.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use slotguard_core as core;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use self::bindings::exports::slotguard::boundary::sessions as wit;
use crate::convert;

#[allow(
    missing_docs,
    unused_imports,
    dead_code,
    reason = "generated, calls of the component included; the documentation is in the WIT"
)]
pub(crate) mod bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "boundary",
        generate_all,
        additional_derives: [serde::Serialize, serde::Deserialize],
        additional_type_attributes: {
            "slotguard:boundary/sessions@0.1.0/kind": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/access": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/naming": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/spelling": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/secrets-in-commands": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/origin": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/shell": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/on-stale": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/stale-value": [#[serde(rename_all = "camelCase")]],
            "slotguard:boundary/sessions@0.1.0/encoding": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/snapshot-error": [#[serde(rename_all = "kebab-case", tag = "tag", content = "val")]],
            "slotguard:boundary/sessions@0.1.0/refusal-kind": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/sanitize-error": [#[serde(rename_all = "kebab-case")]],
            "slotguard:boundary/sessions@0.1.0/config": [
                #[serde(rename_all = "camelCase", default)]
            ],
            "slotguard:boundary/sessions@0.1.0/context": [#[serde(default)]],
            "slotguard:boundary/sessions@0.1.0/scope": [#[serde(deny_unknown_fields)]],
            "slotguard:boundary/sessions@0.1.0/literal": [#[serde(deny_unknown_fields)]],
            "slotguard:boundary/sessions@0.1.0/limits": [#[serde(deny_unknown_fields)]],
            "slotguard:boundary/sessions@0.1.0/slot-info": [#[serde(rename_all = "camelCase")]],
        },
    });
}

/// Entropy of the JavaScript host: Web Crypto.
struct WebCrypto;

impl core::Random for WebCrypto {
    fn fill(&mut self, buffer: &mut [u8]) {
        if getrandom::fill(buffer).is_err() {
            // Without entropy a surrogate would be no surrogate, and a key no key.
            wasm_bindgen::throw_str("Web Crypto gave no random bytes");
        }
    }
}

type Shared = Rc<RefCell<core::Session>>;

/// One session of one user. The WIT says what each method promises.
#[wasm_bindgen]
pub struct Session(Shared);

impl Session {
    fn new(session: core::Session) -> Self {
        Self(Rc::new(RefCell::new(session)))
    }
}

#[wasm_bindgen]
impl Session {
    /// Starts a session. Every field of `config` may be left out, and so may `config`.
    pub fn open(config: JsValue) -> Result<Session, JsValue> {
        let config: wit::Config = read_record(config)?;
        let mut key = [0; 32];
        core::Random::fill(&mut WebCrypto, &mut key);
        core::Session::new(convert::config(config), key, Box::new(WebCrypto))
            .map(Session::new)
            .map_err(|error| thrown(&error.to_string(), &convert::config_error(error)))
    }

    /// Rewrites a string so that it may leave.
    pub fn sanitize(
        &self,
        text: &str,
        origin: JsValue,
        context: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (origin, context): (wit::Origin, wit::Context) = (read(origin)?, read_record(context)?);
        lend(&self.0)?
            .sanitize(text, convert::origin(origin), &convert::context(&context))
            .map_err(stopped)
            .and_then(|safe| write(&convert::sanitized(safe)))
    }

    /// As `sanitize`, for bytes that may not be UTF-8.
    #[wasm_bindgen(js_name = sanitizeBytes)]
    pub fn sanitize_bytes(
        &self,
        bytes: &[u8],
        origin: JsValue,
        context: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (origin, context): (wit::Origin, wit::Context) = (read(origin)?, read_record(context)?);
        lend(&self.0)?
            .sanitize_bytes(bytes, convert::origin(origin), &convert::context(&context))
            .map_err(stopped)
            .and_then(|safe| write(&convert::sanitized(safe)))
    }

    /// Rewrites a provider request, a JSON document.
    #[wasm_bindgen(js_name = sanitizeJson)]
    pub fn sanitize_json(&self, text: &str) -> Result<JsValue, JsValue> {
        let safe = lend(&self.0)?.sanitize_json(text).map_err(stopped)?;
        write(&convert::sanitized(safe))
    }

    /// Begins a stream of text on its way out.
    #[wasm_bindgen(js_name = sanitizeStream)]
    pub fn sanitize_stream(
        &self,
        origin: JsValue,
        context: JsValue,
    ) -> Result<SanitizeStream, JsValue> {
        let (origin, context): (wit::Origin, wit::Context) = (read(origin)?, read_record(context)?);
        let context = convert::context(&context);
        let stream = core::SanitizeStream::new(convert::origin(origin), &context);
        Ok(SanitizeStream(RefCell::new(stream), Rc::clone(&self.0)))
    }

    /// Restores structural slots in text for the local user.
    #[wasm_bindgen(js_name = rebindDisplay)]
    pub fn rebind_display(&self, text: &str) -> Result<JsValue, JsValue> {
        write(&convert::rebound(lend(&self.0)?.rebind_display(text)))
    }

    /// Restores a path.
    #[wasm_bindgen(js_name = rebindPath)]
    pub fn rebind_path(&self, text: &str, access: JsValue) -> Result<JsValue, JsValue> {
        lend(&self.0)?
            .rebind_path(text, convert::access(read(access)?))
            .map_err(refused)
            .and_then(|rebound| write(&convert::rebound(rebound)))
    }

    /// Restores a shell command.
    #[wasm_bindgen(js_name = rebindCommand)]
    pub fn rebind_command(&self, text: &str, shell: JsValue) -> Result<JsValue, JsValue> {
        lend(&self.0)?
            .rebind_command(text, convert::shell(read(shell)?))
            .map_err(refused)
            .and_then(|command| write(&convert::command(command)))
    }

    /// Restores the arguments of a program.
    #[wasm_bindgen(js_name = rebindArgv)]
    pub fn rebind_argv(&self, argv: Vec<String>) -> Result<JsValue, JsValue> {
        let words: Vec<&str> = argv.iter().map(String::as_str).collect();
        lend(&self.0)?
            .rebind_argv(&words)
            .map_err(refused)
            .and_then(|command| write(&convert::argv(command)))
    }

    /// Restores the arguments, JSON text, of a call of a tool.
    #[wasm_bindgen(js_name = rebindToolCall)]
    pub fn rebind_tool_call(&self, tool: &str, args: &str) -> Result<JsValue, JsValue> {
        lend(&self.0)?
            .rebind_tool_call(tool, args)
            .map_err(refused)
            .and_then(|call| write(&convert::call(call)))
    }

    /// Restores a provider's answer, a JSON document.
    #[wasm_bindgen(js_name = rebindJson)]
    pub fn rebind_json(&self, text: &str) -> Result<JsValue, JsValue> {
        let done = lend(&self.0)?.rebind_json(text).map_err(refused)?;
        write(&convert::json(done))
    }

    /// Begins a stream of a model's words for the local user.
    #[wasm_bindgen(js_name = rebindStream)]
    pub fn rebind_stream(&self, encoding: JsValue) -> Result<RebindStream, JsValue> {
        let stream = core::RebindStream::new(convert::encoding(read(encoding)?));
        Ok(RebindStream(RefCell::new(stream), Rc::clone(&self.0)))
    }

    /// Takes proposals of a second tier.
    pub fn propose(&self, text: &str, proposals: JsValue) -> Result<JsValue, JsValue> {
        let proposals: Vec<wit::Proposal> = read(proposals)?;
        let proposals: Vec<_> = proposals.iter().map(convert::proposal).collect();
        let admitted = lend(&self.0)?.propose(text, &proposals).map_err(stopped)?;
        write(&admitted)
    }

    /// The slot table without raw values.
    pub fn slots(&self) -> Result<JsValue, JsValue> {
        let slots: Vec<_> = lend(&self.0)?
            .slots()
            .into_iter()
            .map(convert::slot)
            .collect();
        write(&slots)
    }

    /// Names that the last request showed because they had been sent before.
    pub fn stale(&self) -> Result<JsValue, JsValue> {
        let stale: Vec<_> = lend(&self.0)?
            .stale()
            .into_iter()
            .map(convert::stale)
            .collect();
        write(&stale)
    }

    /// Why a value is hidden, or `undefined`.
    pub fn explain(&self, stand_in: &str) -> Result<JsValue, JsValue> {
        write(&lend(&self.0)?.explain(stand_in).map(convert::explanation))
    }

    /// Makes a value private.
    pub fn protect(&self, value: &str, kind: JsValue) -> Result<(), JsValue> {
        lend(&self.0)?
            .protect(value, convert::kind(read(kind)?))
            .map_err(stopped)
    }

    /// Never replaces a value again.
    pub fn allow(&self, value: &str) -> Result<(), JsValue> {
        lend(&self.0)?.allow(value);
        Ok(())
    }

    /// Wipes the value behind a stand-in.
    pub fn forget(&self, stand_in: &str) -> Result<bool, JsValue> {
        Ok(lend(&self.0)?.forget(stand_in))
    }

    /// The raw value behind a stand-in, for the local user's eyes only.
    pub fn reveal(&self, stand_in: &str) -> Result<Option<String>, JsValue> {
        Ok(lend(&self.0)?.reveal(stand_in))
    }

    /// Replaces the policy, a JSON text.
    #[wasm_bindgen(js_name = setPolicy)]
    pub fn set_policy(&self, policy: &str) -> Result<(), JsValue> {
        lend(&self.0)?
            .set_policy(policy)
            .map_err(|error| thrown(&error.to_string(), &convert::config_error(error)))
    }

    /// Says what the arguments of an unknown tool are: its JSON Schema.
    #[wasm_bindgen(js_name = describeTool)]
    pub fn describe_tool(&self, tool: &str, schema: &str) -> Result<(), JsValue> {
        lend(&self.0)?
            .describe_tool(tool, schema)
            .map_err(|error| thrown(&error.to_string(), &convert::config_error(error)))
    }

    /// What the user said yes to.
    pub fn confirm(&self, questions: JsValue) -> Result<(), JsValue> {
        let questions: Vec<wit::Question> = read(questions)?;
        let questions: Vec<_> = questions.iter().map(convert::question).collect();
        lend(&self.0)?.confirm(&questions);
        Ok(())
    }

    /// Seals the session: `{bytes, counter}`.
    pub fn snapshot(&self, host_key: &[u8]) -> Result<JsValue, JsValue> {
        let key = convert::host_key(host_key).map_err(unsealed)?;
        let mut session = lend(&self.0)?;
        let bytes = js_sys::Uint8Array::from(&session.snapshot(key)[..]);
        let counter = js_sys::BigInt::from(session.counter());
        let out = js_sys::Object::new();
        js_sys::Reflect::set(&out, &"bytes".into(), &bytes)?;
        js_sys::Reflect::set(&out, &"counter".into(), &counter)?;
        Ok(out.into())
    }

    /// Opens a session from a snapshot.
    pub fn restore(
        config: JsValue,
        host_key: &[u8],
        snapshot: &[u8],
        min_counter: u64,
    ) -> Result<Session, JsValue> {
        let config = convert::config(read_record(config)?);
        let key = convert::host_key(host_key).map_err(unsealed)?;
        core::Session::restore(config, key, snapshot, min_counter, Box::new(WebCrypto))
            .map(Session::new)
            .map_err(|error| unsealed(convert::restore_error(error)))
    }
}

/// Text on its way out that arrives in pieces.
#[wasm_bindgen]
pub struct SanitizeStream(RefCell<core::SanitizeStream>, Shared);

#[wasm_bindgen]
impl SanitizeStream {
    /// Takes more bytes and returns what can be released by now.
    pub fn push(&self, bytes: &[u8]) -> Result<String, JsValue> {
        let out = lend(&self.0)?.push(&mut *lend(&self.1)?, bytes);
        out.map_err(stopped)
    }

    /// Releases what is proven harmless and masks the rest.
    pub fn flush(&self) -> Result<String, JsValue> {
        let out = lend(&self.0)?.flush(&mut *lend(&self.1)?);
        out.map_err(stopped)
    }

    /// Ends the stream and returns the rest.
    pub fn finish(self) -> Result<String, JsValue> {
        let rest = self.0.into_inner().finish(&mut *lend(&self.1)?);
        rest.map_err(stopped)
    }
}

/// A model's words for the local user that arrive in pieces.
#[wasm_bindgen]
pub struct RebindStream(RefCell<core::RebindStream>, Shared);

#[wasm_bindgen]
impl RebindStream {
    /// Takes more text and returns what can be shown by now.
    pub fn push(&self, text: &str) -> Result<JsValue, JsValue> {
        let shown = lend(&self.0)?.push(&*lend(&self.1)?, text);
        write(&convert::rebound(shown))
    }

    /// Returns what is held.
    pub fn flush(&self) -> Result<JsValue, JsValue> {
        let shown = lend(&self.0)?.flush(&*lend(&self.1)?);
        write(&convert::rebound(shown))
    }

    /// Ends the stream and returns the rest.
    pub fn finish(self) -> Result<JsValue, JsValue> {
        let rest = self.0.into_inner().finish(&*lend(&self.1)?);
        write(&convert::rebound(rest))
    }
}

/// What is lent to one call. A call that trapped never gave it back: that session is lost, and no other.
fn lend<T>(cell: &RefCell<T>) -> Result<RefMut<'_, T>, JsValue> {
    let lent = cell.try_borrow_mut();
    lent.map_err(|_| js_sys::Error::new("session is poisoned; open a new one").into())
}

fn unsealed(error: wit::SnapshotError) -> JsValue {
    thrown("the snapshot was not made or not taken", &error)
}

/// The names of the rules, by their number.
#[wasm_bindgen]
pub fn rules() -> Vec<String> {
    core::Rule::names().map(str::to_owned).collect()
}

/// Returns `text`: what crossing costs.
#[wasm_bindgen]
pub fn echo(text: String) -> String {
    text
}

/// A JavaScript value as a type of the contract; `undefined` stands for a record with every field left out.
fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    let value = match value.is_undefined() {
        true => js_sys::Object::new().into(),
        false => value,
    };
    // The words of serde may quote the value, which may be private.
    serde_wasm_bindgen::from_value(value).map_err(|_| {
        js_sys::TypeError::new("an argument does not have the type that the contract says").into()
    })
}

/// As `read`, for a record that may be left out in part. A field that is none of its own is an error: a slip in
/// the name of a setting must not switch it off.
fn read_record<T: Default + Serialize + DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    let own = |of: &JsValue| match of.dyn_ref::<js_sys::Object>() {
        Some(object) => js_sys::Object::keys(object),
        None => js_sys::Array::new(),
    };
    let known = own(&write(&T::default())?);
    if own(&value).iter().any(|key| !known.includes(&key, 0)) {
        return Err(js_sys::TypeError::new("a field that the contract does not have").into());
    }
    read(value)
}

fn write(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value
        .serialize(&Serializer::new())
        .map_err(|_| js_sys::TypeError::new("a result has no JavaScript form").into())
}

fn stopped(error: core::SanitizeError) -> JsValue {
    thrown(&error.to_string(), &convert::sanitize_error(error))
}

fn refused(refusal: core::Refusal) -> JsValue {
    thrown(refusal.message, &convert::refusal(refusal.clone()))
}

/// An `Error` with the failure as its `payload`.
fn thrown(message: &str, payload: &impl Serialize) -> JsValue {
    let error = js_sys::Error::new(message);
    if let Ok(payload) = write(payload) {
        // A new error object takes any field.
        let _ = js_sys::Reflect::set(&error, &"payload".into(), &payload);
    }
    error.into()
}

impl Default for wit::Config {
    fn default() -> Self {
        wit::Config {
            roots: Vec::new(),
            scopes: Vec::new(),
            cwd: None,
            home: None,
            user: None,
            hosts: Vec::new(),
            orgs: Vec::new(),
            literals: Vec::new(),
            allow: Vec::new(),
            custom_rules: Vec::new(),
            disabled: Vec::new(),
            public_ips: false,
            person_names: false,
            account_ids: false,
            naming: wit::Naming::Ordinal,
            spelling: wit::Spelling::Bracket,
            secrets_in_commands: wit::SecretsInCommands::Env,
            on_stale: None,
            limits: None,
        }
    }
}

#[allow(
    clippy::derivable_impls,
    reason = "the type is generated from the WIT: there is nothing to put a derive on"
)]
impl Default for wit::Context {
    fn default() -> Self {
        wit::Context {
            file: None,
            command: None,
            host: None,
        }
    }
}
