//! Names of people, machines and organisations.

pub(crate) mod branch;
pub(crate) mod email;
pub(crate) mod host;
pub(crate) mod ip;
pub(crate) mod logins;
pub(crate) mod org;
pub(crate) mod person;
mod public;
pub(crate) mod user;
pub(crate) mod words;

pub(crate) use public::is_public_owner;
