//! Names of people, machines and organisations.

pub(crate) mod accounts;
pub(crate) mod answers;
pub(crate) mod branch;
pub(crate) mod cluster;
pub(crate) mod device;
pub(crate) mod directory;
pub(crate) mod email;
pub(crate) mod fields;
pub(crate) mod host;
pub(crate) mod hosted;
pub(crate) mod ip;
pub(crate) mod logins;
pub(crate) mod machine;
mod name;
pub(crate) mod org;
pub(crate) mod person;
pub(crate) mod project;
pub(crate) mod prose;
mod public;
pub(crate) mod requests;
pub(crate) mod table;
pub(crate) mod tenant;
pub(crate) mod user;
pub(crate) mod words;

pub(crate) use name::slug_stem;
pub(crate) use public::is_public_owner;
