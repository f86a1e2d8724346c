//! Continuous integration, infrastructure as code, secret stores.

use super::{Anchor, Format};
use crate::shape::Alphabet::{Alnum, Base64Url};
use crate::shape::Part::{Lit, Run};
use crate::shape::{Shape};

pub(super) const FORMATS: &[Format] = &[
    Format {
        id: "vault-service",
        provider: "HashiCorp Vault",
        what: "service token",
        shape: Shape::new(&[Lit("hvs."), Run(Base64Url, 90, 120)]).loose(Base64Url, 20),
        anchor: Anchor::Prefix,
        examples: &["Ilmof8_7x0BorDciKizJ9adKcezu8rWrANGmwwoMHvG-miNs407WEq5JpgloSmI38MVpelmFJfNHayRLkdEuSnZjg2", "iC7rB3Fi24kFL-EP5CESpyCzMCmEHcOunCngSsmnx1jO79VFihGFO50EOJvK7RssaTjBnEPNwL63CeipGFrjgeHZCDANABsKbHaHcBfmR", "jUcOOD6ErDhfzEr_1Bd6yBeBPl"],
        near_misses: &["t_ifLQqKq2jwgI7-T", "3ky34*wePgfE8Hg2VK_8xvUih0DT7wDBBjxlYVOc9"],
        source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
    },
    Format {
        id: "vault-batch",
        provider: "HashiCorp Vault",
        what: "batch token",
        shape: Shape::new(&[Lit("hvb."), Run(Base64Url, 138, 300)]).loose(Base64Url, 20),
        anchor: Anchor::Prefix,
        examples: &["OM_1RRlXpZCYI318x8hxOX5i_9Hi19puKEjIJMVdeWsDcQzwEq-w7ZiFvJyjSAhwq92zn7CNWWnfWnrQkXCaAyegso4Q-9t0I4xZwyaOJKIlTQTuWSXcLQ6_lJ4wtkdMI3C9jtLLgB", "0Soq6b8RBpAP4UWwpV0SEpBCaEMvzB6qDtq9QAwweALyD-JIBetYBzCfoVsHOjgFiEQ2Fz9iR6mEME-mGscTDQpAp4TUkqVyIB-LBLsv6H5GHSVAV450tlzqnCrKZpcHS0cb5yhPOklmbM6nTiFmjgctFhYxFlIcvvVlTd7ih4j4-VAeZbMyKqtasDMSEQcy-szKuqqJB5uFPuoHVtMXlwK2ZeM", "JFV1nsPh3xQ69EeZLmTF0qSj11"],
        near_misses: &["ArULuXDuqEUk44en_", "eZbs8*_ZTBhvtMTC5V9CoVhi-VAPy3btjYECOH2qc"],
        source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
    },
    Format {
        id: "vault-recovery",
        provider: "HashiCorp Vault",
        what: "recovery token",
        shape: Shape::new(&[Lit("hvr."), Run(Base64Url, 90, 300)]).loose(Base64Url, 20),
        anchor: Anchor::Prefix,
        examples: &["W8JElqeFGqwssJgYGVZPA9v2aMS_Lchrdpnx21PduSphaZfGY6PFUBv65cBAo5uL9fWggYm6yvBE9rhWd7Z_xH9poo", "hBSR6qacrTOxViQNexCnqn0s8qvwIdvTavAYxIiedWKKu_-ZIBkzVGwcrh6WFFUgz5ltch66H_ZLy20qTuk3nZExQ8pO-1m7UzeWTKRzX-Cyw3VhVTn9JHNL-vrwUaCLqREN-lFzDJCRPYpoAqjya3dCjDyOhjP1tI7DM3izv7AAFoKZrIagISe6oPhxU24dcsj", "3C3Uh7CC29u0oApv2Y0PLvdeth"],
        near_misses: &["fRaNrorcNnn3I7bk3", "wNZhX*C38A_PqeUPel8aFJpCLXDXHPcK7-9P9NAgs"],
        source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
    },
    Format {
        id: "terraform-cloud",
        provider: "HashiCorp",
        what: "HCP Terraform token",
        shape: Shape::new(&[Run(Alnum, 14, 14), Lit(".atlasv1."), Run(Base64Url, 60, 70)]),
        anchor: Anchor::Inner { text: "atlasv1.", min: 15, max: 15 },
        examples: &["X0T3dN5HTOIYcz.atlasv1.JYhSLDyvS_X-xZCKjDpp96xUnKKHT1roVxsvDHQg6QJVoOZNTuexMypzZaWq", "WlEsvAxBKJ40sG.atlasv1.moxN1OJstP0bx5TxVID51-bJemfyZNPF_IyaHrsNau1_ckaUKdF0r_rBMaelE7Mz3"],
        near_misses: &["SCnQ41eY7yMHmd.atlasv1.QNDN8csrAoB2K_VE_3j96Ap6SJOhSFi3dt7yUVzxVC59Ork9v2rcT5yrkGk", "y*ICCd3jaeaJT9.atlasv1.MTczV6_7JvWbli7a3nwdybiRdqdHyK7DbyuAwr65WvrH-FvtvC12sXLA6YP0"],
        source: "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens",
    },
];
