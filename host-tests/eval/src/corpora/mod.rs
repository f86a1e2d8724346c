//! Everything the evaluation feeds to a boundary, made from a seed. All people, hosts and keys are invented.

pub mod adversarial;
mod carriers;
pub mod credentials;
pub mod keys;
mod scenes;
pub mod structural;
pub mod words;
pub mod world;
