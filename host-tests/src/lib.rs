//! Runs the SlotGuard component under wasmtime.
//!
//! A [`Boundary`] holds the compiled component; each [`Session`] is an instance of its own, with its own
//! memory, a memory limit and a time limit for every call. A defect in the component, or a limit, ends one
//! call with a typed [`Error`] and only that session with it.
//!
//! ```no_run
//! use slotguard_host::{Boundary, Config, Context, Origin, Root};
//!
//! let boundary = Boundary::new()?;
//! let config = Config {
//!     roots: vec![Root::new("/Users/alice/acme")],
//!     ..Config::default()
//! };
//! let mut session = boundary.session(config)?;
//! let safe = session.sanitize("cat /Users/alice/acme/a.rs", Origin::Tool, &Context::default())?;
//! assert_eq!(safe.text, "cat [REPO_ROOT_1]/a.rs");
//! let local = session.rebind_path("[REPO_ROOT_1]/a.rs", slotguard_host::Access::Read)?;
//! assert_eq!(local.text, "/Users/alice/acme/a.rs");
//! # Ok::<(), slotguard_host::Error>(())
//! ```
#![deny(unsafe_code)]
#![warn(missing_docs)]

mod bindings;
mod boundary;
mod config;
mod embedded;
pub mod engine;
mod entropy;
mod error;
mod links;
mod session;
mod stream;

pub use boundary::{Boundary, HostLimits, Interface};
pub use config::{
    Config, CustomRule, Environment, Limits, Literal, Naming, OnStale, Root, Scope, Secrets,
    Spelling,
};
pub use error::Error;
pub use links::Files;
pub use session::{
    Opened, Rebound, ReboundArgv, ReboundCall, ReboundCommand, ReboundJson, Revealed, Session,
};
pub use stream::{RebindStream, SanitizeStream};

/// The types of the contract that hold no raw values, as generated from `wasm/wit/slotguard.wit`.
pub use bindings::exports::slotguard::boundary::sessions::{
    Access, Context, Encoding, Explanation, Kind, Origin, Proposal, Question, Refusal, RefusalKind,
    Replacement, SanitizeError, Sanitized, Shell, SlotInfo, Snapshot, SnapshotError, Span,
    StaleValue,
};
