//! Names of people, machines and organisations.

pub(crate) mod branch;
pub(crate) mod email;
pub(crate) mod host;
pub(crate) mod ip;
mod public;
pub(crate) mod user;
mod words;

pub(crate) use public::is_public_owner;
