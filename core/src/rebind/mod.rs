//! Guarded rebinding: what a model wrote, with real values put back where that is safe.
//!
//! ```text
//! output -> locate -> decide -> rewrite -> rebound, or a refusal with its reason
//! ```
//!
//! Nothing here changes the session, and restored text is never looked at again.

mod answer;
mod bounds;
mod command;
pub(crate) mod display;
mod egress;
mod encoded;
mod in_word;
mod look_alike;
mod patch;
mod path;
mod places;
mod policy;
mod power;
mod power_readers;
mod program;
mod quote;
mod schema;
mod sender;
mod shell;
mod stream;
mod tool_call;
mod tools;
mod url;
mod variables;
mod write;

pub(crate) use answer::rebind as answer;
pub(crate) use bounds::Bounds;
pub(crate) use command::{argv, rebind as command};
pub(crate) use display::rebind as display;
pub(crate) use path::rebind as path;
pub(crate) use policy::Policy;
pub use policy::Question;
pub use stream::{Encoding, MAX_SHOWN_HELD, RebindStream};
pub(crate) use tool_call::rebind as tool_call;

use self::policy::Verdict;
use crate::locate::{Located, Stand};
use crate::slots::Table;
use crate::{Refusal, RefusalKind, Span};

/// What a decision may ask: the values, and how far they may go.
#[derive(Clone, Copy)]
pub(crate) struct Local<'s> {
    pub(crate) table: &'s Table,
    pub(crate) bounds: &'s Bounds,
    /// The tool that is called, for the policy; a word of our own where none is.
    pub(crate) tool: &'s str,
}

impl<'s> Local<'s> {
    /// The raw value of that number, for output that stays on this machine.
    fn raw(self, number: u32) -> &'s str {
        self.table.value(number).raw.expose()
    }

    /// What the policy says about a value: whether it allows what is refused by default.
    fn permits(self, number: u32, range: Span) -> Result<bool, Refusal> {
        let kind = self.table.value(number).kind;
        match self.bounds.policy.on_value(self.tool, kind, number) {
            Verdict::Default => Ok(false),
            Verdict::Allow => Ok(true),
            Verdict::Deny => refuse(
                RefusalKind::Policy,
                range,
                "the policy keeps values of this type from this tool",
            ),
            Verdict::Ask(question) => Err(Refusal::question(question, range)),
        }
    }

    /// Refuses a slot that only a policy lets through, and says `why`.
    fn needs_policy(self, found: &Located, range: Span, why: &'static str) -> Result<(), Refusal> {
        match found.stand {
            Stand::Slot(number) if !self.permits(number, range)? => {
                refuse(RefusalKind::Policy, range, why)
            }
            _ => Ok(()),
        }
    }

    /// `text` with every issued slot in it restored, to compare it with what is on this machine.
    fn restored(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + 32);
        let mut done = 0;
        for found in crate::locate::locate(self.table, text) {
            if let crate::locate::Stand::Slot(number) = found.stand {
                out.push_str(&text[done..found.span.start]);
                out.push_str(self.raw(number));
                done = found.span.end;
            }
        }
        out.push_str(&text[done..]);
        out
    }
}

fn refuse<T>(kind: RefusalKind, range: Span, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(kind, range, message))
}
