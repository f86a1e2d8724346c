//! Tokens that say who somebody is.

use super::{Anchor, Format};
use crate::shape::Alphabet::{Base64Url};
use crate::shape::Part::{Lit, Run};
use crate::shape::{Build, Shape};

pub(super) const FORMATS: &[Format] = &[
    Format {
        id: "jwt",
        provider: "any",
        what: "JSON web token",
        shape: Shape::new(&[Lit("eyJ"), Run(Base64Url, 10, 2000), Lit("."), Run(Base64Url, 4, 8000), Lit("."), Run(Base64Url, 16, 1400)]).build(Build::Jwt),
        anchor: Anchor::Prefix,
        examples: &["hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJpbnZlbnRlZC00NzExIiwiaWF0IjoxNTAwMDAwMDAwfQ.EkS7vM6_C3v3yWHNPwTMU_QxiXwIGHXHVljJNHM6qqA", "hbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImstMSJ9.eyJpc3MiOiJodHRwczovL2lkLmludmFsaWQiLCJzdWIiOiJ1LTIiLCJzY29wZSI6InJlYWQgd3JpdGUifQ.PaJIJ9LnEo_EQMXC2m4QCgOvnf1mV7nyRhOmpwzt5PG3XM89HJRCP5huGrxSLVJ42qOecAta26UAXrRgR1u4heLQXcIUlXLkoiGnZRhk3M5bPxEIfuLqVCRijqXxzSLYlIQzgKhLQ8OPsvTlmOCECYvYt-LKgSiHYubhHp4C7aae3Ub7WJUUEEPsM-azYJ7BemjKA8_PHjpOgKvfS1mAODnneyOah1fh8tAy3uzXe5gJETaqLquSVzR2OqUGgYi14A_Jom1DWcViS_RtKLfMtCJTIeWAUUexwrem9ODzyQCKEkmVPv-H3oR5FEzD2Jb-rZ0bMgXSj0eQqRLCGDqPnA", "hbGciOiJub25lIn0.eyJzdWIiOiJ4In0.ThMpVD00JNQo850aZoqA"],
        near_misses: &["hbGciOiJIUzI1NiJ9", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.short"],
        source: "https://www.rfc-editor.org/rfc/rfc7519",
    },
];
