//! Paths: roots, homes, sensitive components, and all their spellings.

pub(crate) mod spelling;

use crate::anchor::Anchor;
use crate::detect::Cx;

pub(crate) const ANCHORS: &[Anchor] = &[];

/// A path whose first component begins at `at` behind a separator or drive.
pub(crate) fn path_at(cx: &mut Cx<'_>, at: usize) {
    let _ = (cx, at);
}
