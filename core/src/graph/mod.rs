//! Who belongs to whom: the forms in which a known value comes back.
//!
//! A *name* comes back derived (`Ada Quill` as `aquill`), a *secret* in pieces or encoded. Both are linked
//! conservatively: what is a common word, a role or a tool is never linked alone.

pub(crate) mod common;
pub(crate) mod echo;
pub(crate) mod encoded;
pub(crate) mod form;
pub(crate) mod fragment;
#[cfg(test)]
mod fragment_tests;
pub(crate) mod gap;
pub(crate) mod grams;
pub(crate) mod inner;
pub(crate) mod joined;
pub(crate) mod names;
pub(crate) mod preview;
#[cfg(test)]
mod tests;
pub(crate) mod trace;
