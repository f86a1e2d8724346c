//! Guarded rebinding: what a model wrote, with real values put back where that is safe.
//!
//! ```text
//! output -> locate -> decide -> rewrite -> rebound, or a refusal with its reason
//! ```
//!
//! Nothing here changes the session, and restored text is never looked at again.

mod bounds;
mod display;
mod encoded;
mod look_alike;
mod path;
mod places;

pub(crate) use bounds::Bounds;
pub(crate) use display::rebind as display;
pub(crate) use path::rebind as path;

use crate::slots::Table;
use crate::{Refusal, RefusalKind, Span};

/// What a decision may ask: the values, and how far they may go.
#[derive(Clone, Copy)]
pub(crate) struct Local<'s> {
    pub(crate) table: &'s Table,
    pub(crate) bounds: &'s Bounds,
}

impl Local<'_> {
    /// The raw value of that number, for output that stays on this machine.
    fn raw(&self, number: u32) -> &str {
        self.table.value(number).raw.expose()
    }
}

fn refuse<T>(kind: RefusalKind, range: Span, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(kind, range, message))
}
