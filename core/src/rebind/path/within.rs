//! Whether a path lies where the session may go.

use super::OUTSIDE;
use super::start::{is_windows, scheme_len};
use super::uri::percent_decoded;
use crate::config::Access;
use crate::rebind::policy::Verdict;
use crate::rebind::{Local, places, refuse};
use crate::{Refusal, RefusalKind, Span};

/// The result lies in a scope that allows the access, and is no place that every scope leaves out.
pub(crate) fn within(
    local: Local<'_>,
    path: &str,
    access: Access,
    range: Span,
) -> Result<(), Refusal> {
    let lead = scheme_len(path);
    let decoded;
    let mut plain = &path[lead..];
    if lead > 0 {
        decoded = percent_decoded(plain);
        // `file:///C:/x`
        let drive = decoded.strip_prefix('/').filter(|path| is_windows(path));
        plain = drive.unwrap_or(&decoded);
    }
    let joined;
    let relative = !plain.starts_with('/') && !is_windows(plain);
    if relative && let Some(cwd) = local.bounds.cwd.as_deref() {
        joined = [cwd.trim_end_matches(['/', '\\']), "/", plain].concat();
        plain = &joined;
    }
    match local.bounds.policy.on_place(local.tool, plain, access) {
        Verdict::Allow => {}
        Verdict::Ask(question) => return Err(Refusal::question(question, range)),
        Verdict::Deny => {
            let message = "the policy keeps this tool from this place";
            return refuse(RefusalKind::Policy, range, message);
        }
        Verdict::Default => {
            if let Some(message) = places::forbidden(plain, access) {
                return refuse(RefusalKind::OutOfScope, range, message);
            }
        }
    }
    if relative && local.bounds.cwd.is_none() {
        // A relative path that does not climb stays where the agent already is.
        return Ok(());
    }
    match local.bounds.access(plain) {
        Some(allowed) if allowed >= access => Ok(()),
        Some(_) => refuse(
            RefusalKind::OutOfScope,
            range,
            "this directory may be read, not written",
        ),
        None => refuse(RefusalKind::OutOfScope, range, OUTSIDE),
    }
}
