//! E-mail addresses and what else hangs on an `@`.

use crate::anchor::Anchor;
use crate::detect::Cx;

pub(crate) const ANCHORS: &[Anchor] = &[];

/// `@` at `at`.
pub(crate) fn at_sign(cx: &mut Cx<'_>, at: usize) {
    let _ = (cx, at);
}
