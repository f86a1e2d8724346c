//! Logs, metrics, errors and flags.

use super::{Anchor, Format};
use crate::shape::Alphabet::{Alnum, AlnumUpper, Hex, HexAny, Word};
use crate::shape::Part::{Lit, Run};
use crate::shape::{Checksum, Shape};

pub(super) const FORMATS: &[Format] = &[
    Format {
        id: "grafana-service",
        provider: "Grafana",
        what: "service account token",
        shape: Shape::new(&[Lit("glsa_"), Run(Alnum, 32, 32), Lit("_"), Run(Hex, 8, 8)]).checksum(Checksum::Crc32HexLittleEndian).loose(Word, 20),
        anchor: Anchor::Prefix,
        examples: &["Tef0ZBKS2CBRFUdjPioEUr3qOxYK9DJj_a0118b38", "IvsZ1iPddq0mTE9JSxtaJ2ay6Zi83x0q_bf879ed6", "NDRbaIAXlOfPJYNr3WfM9JyXhj"],
        near_misses: &["98PQ6tkyHDfABuk8l", "Q5_xb*9QWCBX5jAe15hPq4C_m61r6dqaqiaTTa2Ol"],
        source: "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
    },
    Format {
        id: "newrelic-user",
        provider: "New Relic",
        what: "user key",
        shape: Shape::new(&[Lit("NRAK-"), Run(AlnumUpper, 27, 27)]).loose(AlnumUpper, 20),
        anchor: Anchor::Prefix,
        examples: &["H7R8T29DH6HZHC4KWW8T28QI2QW", "YDEO48Q7I4XO9LP95ION044L6DI", "ZNZYPOQJ0FFUZSEI91RY8OFLHQ"],
        near_misses: &["00ZHVY7SAB7OSA93A", "08RNN*S9NV68PUE7PRN4GPU3LELM3ONBDVL6N03IC"],
        source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
    },
    Format {
        id: "sentry-user",
        provider: "Sentry",
        what: "user token",
        shape: Shape::new(&[Lit("sntryu_"), Run(Hex, 64, 64)]).loose(HexAny, 20),
        anchor: Anchor::Prefix,
        examples: &["a9fb5ce151e40d407890c5523accf870d030c89a636f9f4c5cf41bfbbf1b62a0", "48da827afa2318b3ab59f6182131a2a896deb3d7b3b92e52527a2255af863fb8", "D817c7Ce8ebdFeEF55D24DdA0d"],
        near_misses: &["dcBA5c2A2c4f5448d", "Fc06f*Ee0c4CFb2ef558E94E56A5CcfE1Dbad55Bf"],
        source: "https://docs.sentry.io/account/auth-tokens/",
    },
];
