//! SlotGuard's core: the local privacy boundary for LLM coding agents.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod alphabet;
mod anchor;
mod base64;
mod block;
mod checksum;
pub mod config;
mod contexts;
mod custom;
mod detect;
mod error;
mod facts;
mod finding;
pub mod formats;
mod graph;
mod handle;
mod identity;
mod json;
mod json_token;
mod jwt;
mod key_lines;
mod keyed;
mod kind;
mod known;
mod lexicon;
mod locate;
pub mod oracle;
mod origins;
mod own;
mod paths;
mod position;
mod random;
mod rebind;
mod replay;
mod resolve;
mod rewrite;
mod rule;
mod secret;
mod session;
pub mod shape;
mod slots;
mod snapshot;
mod span;
mod stream;
mod strength;
mod surrogate;
#[cfg(test)]
mod testing;
mod transcript;
mod view;

pub use config::Config;
pub use error::{ConfigError, Refusal, RefusalKind, SanitizeError};
pub use finding::{Finding, Rank, Reach};
pub use kind::Kind;
pub use random::{Draw, Random};
pub use rebind::Question;
pub use rebind::{Encoding, MAX_SHOWN_HELD, RebindStream};
pub use replay::Stale;
pub use rule::Rule;
pub use secret::Secret;
pub use session::*;
pub use snapshot::RestoreError;
pub use span::Span;
pub use stream::{MAX_HELD, SanitizeStream};
