//! The commands, one a file, and what they share.

pub(crate) mod bench;
pub(crate) mod cases;
pub(crate) mod demo;
pub(crate) mod end;
pub(crate) mod eval;
pub(crate) mod input;
pub(crate) mod rebind;
pub(crate) mod sanitize;
pub(crate) mod scan;
pub(crate) mod serve;
pub(crate) mod session;
