//! How a path begins: with a handle, a drive, `~`, a separator, or relative to where the agent is.

use std::borrow::Cow;

use super::OUTSIDE;
use super::uri::push_percent_encoded;
use crate::locate::Located;
use crate::paths::spelling;
use crate::rebind::{Local, places, refuse};
use crate::{Refusal, RefusalKind, Span};

/// How a path begins.
pub(super) struct Start<'l> {
    /// Where its suffix begins in the text.
    pub(super) rest: usize,
    /// What stands before the suffix in the result.
    pub(super) base: Cow<'l, str>,
    /// Bytes of `base` that were restored.
    pub(super) restored: Option<Span>,
    pub(super) absolute: bool,
    pub(super) windows: bool,
    /// Names are those of a disk of Windows, however it is reached: `C:\x`, `/mnt/c/x`, `/c/x`, `file:///C:/x`.
    pub(super) windows_names: bool,
    /// A `file:` URI: the suffix is percent-encoded, and so is the result.
    pub(super) uri: bool,
}

impl<'l> Start<'l> {
    pub(super) fn of(
        local: Local<'l>,
        text: &'l str,
        located: &[Located],
    ) -> Result<Self, Refusal> {
        let lead = scheme_len(text);
        let mut start = Self::found(local, text, located, lead)?;
        start.windows_names = start.windows || start.on_windows_disk(local, text, lead);
        Ok(start)
    }

    fn on_windows_disk(&self, local: Local<'_>, text: &str, lead: usize) -> bool {
        let place = match self.base.get(lead..) {
            _ if !self.absolute => local.bounds.cwd.as_deref().unwrap_or_default(),
            Some(base) if !base.is_empty() => base,
            _ => text.get(lead..).unwrap_or_default(),
        };
        let drive = self.uri && place.strip_prefix('/').is_some_and(is_windows);
        drive || places::is_mounted_drive(place)
    }

    fn found(
        local: Local<'l>,
        text: &'l str,
        located: &[Located],
        lead: usize,
    ) -> Result<Self, Refusal> {
        if let Some(first) = located.first()
            && first.span.start == lead
            && let Some(native) = root(local, first)
        {
            return Self::at_root(text, first.span.end, native, lead);
        }
        Self::without_root(local, text, lead)
    }

    fn at_root(text: &str, end: usize, native: Cow<'l, str>, lead: usize) -> Result<Self, Refusal> {
        let windows = is_windows(&native);
        let separated = matches!(
            (text.as_bytes().get(end), windows),
            (None | Some(b'/'), _) | (Some(b'\\'), true)
        );
        if !separated {
            let range = Span::new(end, text.len());
            let message = "after a root comes a separator; this names a sibling of it";
            return refuse(RefusalKind::Traversal, range, message);
        }
        let mut base = trimmed(native);
        if lead > 0 {
            let mut uri = [&text[..lead], if windows { "/" } else { "" }].concat();
            push_percent_encoded(&base, &mut uri);
            base = uri.into();
        }
        Ok(Start {
            rest: end,
            restored: Some(Span::new(
                lead + usize::from(lead > 0 && windows),
                base.len(),
            )),
            base,
            absolute: true,
            windows: windows && lead == 0,
            windows_names: false,
            uri: lead > 0,
        })
    }

    fn without_root(local: Local<'l>, text: &'l str, lead: usize) -> Result<Self, Refusal> {
        let rest = &text[lead..];
        let whole = Span::new(0, text.len());
        let start = |base: &'l str, at: usize, absolute, windows| Start {
            rest: at,
            base: base.into(),
            restored: None,
            absolute,
            windows,
            windows_names: false,
            uri: lead > 0,
        };
        // Windows takes `\x` for a path from the root of its drive.
        if rest.starts_with('\\') || (rest.starts_with("//") && lead == 0) {
            return refuse(
                RefusalKind::OutOfScope,
                whole,
                "a path to another machine or device is in no scope",
            );
        }
        if rest.starts_with('/') {
            return Ok(start(&text[..lead], lead, true, false));
        }
        if rest == "~" || rest.starts_with("~/") || rest.starts_with("~\\") {
            let Some(home) = local.bounds.home.as_deref() else {
                return refuse(RefusalKind::OutOfScope, whole, OUTSIDE);
            };
            return Ok(start(
                home.trim_end_matches(['/', '\\']),
                lead + 1,
                true,
                is_windows(home),
            ));
        }
        let drive = is_drive(rest.as_bytes());
        if drive && matches!(rest.as_bytes().get(2), Some(b'/' | b'\\')) {
            return Ok(start(&rest[..2], lead + 2, true, true));
        }
        if rest.contains("://") {
            let message = "a path field holds a path, no URL";
            return refuse(RefusalKind::WrongType, whole, message);
        }
        if lead > 0 || rest.starts_with('~') || drive {
            return refuse(RefusalKind::OutOfScope, whole, OUTSIDE);
        }
        let windows = local.bounds.cwd.as_deref().is_some_and(is_windows);
        Ok(start("", 0, false, windows))
    }
}

impl Start<'_> {
    /// What joins parts: as the root has it, or as the model wrote it.
    pub(super) fn separator(&self, text: &str) -> char {
        let root = self.restored.is_some() && !self.base.contains('/');
        if self.windows && (root || text.contains('\\')) {
            '\\'
        } else {
            '/'
        }
    }
}

/// Without separators at its end.
fn trimmed(path: Cow<'_, str>) -> Cow<'_, str> {
    match path {
        Cow::Borrowed(path) => path.trim_end_matches(['/', '\\']).into(),
        Cow::Owned(path) => path.trim_end_matches(['/', '\\']).to_owned().into(),
    }
}

pub(super) fn scheme_len(text: &str) -> usize {
    match text.get(..7) {
        Some(scheme) if scheme.eq_ignore_ascii_case("file://") => 7,
        _ => 0,
    }
}

fn is_drive(bytes: &[u8]) -> bool {
    bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
}

/// Whether a native path is in the style of Windows.
pub(crate) fn is_windows(path: &str) -> bool {
    is_drive(path.as_bytes()) || path.starts_with("\\\\")
}

/// The native spelling of the directory that a handle stands for.
pub(crate) fn root<'l>(local: Local<'l>, found: &Located) -> Option<Cow<'l, str>> {
    let number = found.number()?;
    if !local.table.value(number).kind.is_root() {
        return None;
    }
    let native = spelling::native(local.raw(number), local.bounds.home.as_deref());
    (native.starts_with('/') || is_windows(&native)).then_some(native)
}
