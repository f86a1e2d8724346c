//! Databases, search and streams as services.

use super::{Anchor, Format};
use crate::shape::Alphabet::{Digits, Hex};
use crate::shape::Part::{Lit, Opt, Run};
use crate::shape::{Shape};

pub(super) const FORMATS: &[Format] = &[
    Format {
        id: "databricks",
        provider: "Databricks",
        what: "personal access token",
        shape: Shape::new(&[Lit("dapi"), Run(Hex, 32, 32), Opt(&[Lit("-"), Run(Digits, 1, 1)])]),
        anchor: Anchor::Prefix,
        examples: &["6563a4507015fa3c9cf39b6399af795f", "171f3445c00edd361dfad6d88fd424f9-5"],
        near_misses: &["4bcf2f60c572407450f40ade6469db1", "d*41d25caca6df3fa65384dc4019b5e8"],
        source: "https://docs.databricks.com/dev-tools/auth/pat.html",
    },
];
