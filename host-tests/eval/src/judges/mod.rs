//! Judges: what can be read from what the provider saw. They see texts only and know nothing of the core.

pub mod adversary;
pub mod categorical;
pub mod coding;
pub mod links;
pub mod literal;
pub mod paths;
pub mod reconstruct;
