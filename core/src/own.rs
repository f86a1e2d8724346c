//! Stand-ins of ours in a text that is on its way out.

use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::handle::Handle;
use crate::{Rank, Reach, Rule, Span};

/// The beginnings of all handles, in every style.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("REPO_ROOT_", at),
    Anchor::word("REPO-ROOT-SLOT-", at),
    Anchor::word("HOME_", at),
    Anchor::word("HOME-SLOT-", at),
    Anchor::word("USER_", at),
    Anchor::word("USER-SLOT-", at),
    Anchor::word("EMAIL_", at),
    Anchor::word("EMAIL-SLOT-", at),
    Anchor::word("HOST_", at),
    Anchor::word("HOST-SLOT-", at),
    Anchor::word("IP_", at),
    Anchor::word("IP-SLOT-", at),
    Anchor::word("BRANCH_", at),
    Anchor::word("BRANCH-SLOT-", at),
    Anchor::word("ORG_", at),
    Anchor::word("ORG-SLOT-", at),
    Anchor::word("PERSON_", at),
    Anchor::word("PERSON-SLOT-", at),
    Anchor::word("PROJECT_", at),
    Anchor::word("PROJECT-SLOT-", at),
    Anchor::word("SENSITIVE_DOC_", at),
    Anchor::word("SENSITIVE-DOC-SLOT-", at),
    Anchor::word("DIR_", at),
    Anchor::word("DIR-SLOT-", at),
    Anchor::word("DEVICE_", at),
    Anchor::word("DEVICE-SLOT-", at),
];

/// A handle may stand around the kind's name at `at`. Whether it was issued only the table knows.
fn at(cx: &mut Cx<'_>, at: usize) {
    let start = if cx.before(at) == b'[' { at - 1 } else { at };
    let parsed = Handle::parse_at(cx.bytes, start).or_else(|| Handle::parse_at(cx.bytes, at));
    if let Some((handle, style, end)) = parsed {
        let start = if style == crate::handle::Style::Bracket {
            start
        } else {
            at
        };
        let span = Span::new(start, end);
        cx.push(span, handle.kind, Rank::Own, Rule::StandIn, Reach::Here);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn every_kind_has_its_anchors() {
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Secret) {
            for ending in ["_", "-SLOT-"] {
                let text = if ending == "_" {
                    kind.name().to_owned()
                } else {
                    kind.name().replace('_', "-")
                };
                let wanted = format!("{text}{ending}");
                assert!(
                    ANCHORS.iter().any(|anchor| anchor.text == wanted),
                    "{wanted}"
                );
            }
        }
    }
}
