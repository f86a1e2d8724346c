//! Names of people, machines and organisations.

pub(crate) mod email;
