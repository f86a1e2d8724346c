//! Measures a transcript boundary: cases, corpora, baselines, judges, workflow probes.
//!
//! Everything here sees a boundary only through [`Boundary`] and [`Session`]; the component, the native core and
//! the baselines are all measured by the same code.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod boundary;
pub mod cases;
pub mod charts;
pub mod conditions;
pub mod corpora;
pub mod judges;
pub mod measure;
pub mod report;
pub mod rng;
pub mod table;
pub mod transcript;
pub mod workflow;

pub use boundary::{
    Access, Boundary, Command, Failure, Origin, Output, Replacement, Session, Setup, Text,
};
