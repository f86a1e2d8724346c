//! Contexts that tell a value is a credential. One syntax a file.

pub(crate) mod assignment;
