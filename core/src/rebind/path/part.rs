//! One part of a path that a program could read as something else.

use super::CLIMBS;
use crate::rebind::{encoded, refuse};
use crate::{Refusal, RefusalKind, Span};

/// A part that could be read as something else.
pub(crate) fn judge_part(part: &str, span: Span, windows: bool) -> Result<(), Refusal> {
    if part.starts_with(['.', ' ', '\u{2026}', '\u{3002}']) || !part.is_ascii() {
        let dots = part.chars().filter(|c| *c != ' ').count() != 1 || part.trim() != part;
        if dots && part.chars().all(encoded::is_dot_like) {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        }
    }
    if encoded::hides_something(part) {
        return refuse(
            RefusalKind::Traversal,
            span,
            "a dot or separator is hidden in another spelling; write it plainly",
        );
    }
    if part.split('\\').any(|piece| piece == "..") {
        return refuse(RefusalKind::Traversal, span, CLIMBS);
    }
    if windows {
        return judge_windows_part(part, span);
    }
    no_stream(part, span)
}

/// The name, as whoever opens it reads it, is no stream of another file.
pub(super) fn no_stream(part: &str, span: Span) -> Result<(), Refusal> {
    match names_stream(part) {
        true => refuse(RefusalKind::Traversal, span, OTHER_FILE),
        false => Ok(()),
    }
}

/// The last part of a path of a POSIX system: no device of Windows, which may be what reads the path in the end.
pub(super) fn judge_last(part: &str, span: Span) -> Result<(), Refusal> {
    let part = part.trim_end_matches([' ', '.']);
    // With an ending such names are files (`aux.c`).
    match !part.contains('.') && is_device(part.split(':').next().unwrap_or(part)) {
        true => refuse(RefusalKind::Malformed, span, DEVICE),
        false => Ok(()),
    }
}

/// `a.txt:hidden`, `config::$DATA`: a stream of NTFS. Elsewhere `:` is a character of names (`10:30.log`,
/// `File::Spec.3pm`), and positions follow it (`a.rs:12`).
fn names_stream(part: &str) -> bool {
    let Some((file, stream)) = part.split_once(':') else {
        return false;
    };
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    let letters = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
    stream.contains(":$") || stream.starts_with('$') || letters(ending) && letters(stream)
}

const OTHER_FILE: &str = "Windows reads this name as another file; write the file's own name";
const DEVICE: &str = "this is the name of a device, not of a file";

/// Whether a pattern can stand for `..`: `.?`, `.*`, `..*`, `.[.]`, `{.,}{.,}`, `{..,x}`.
pub(crate) fn may_match_parent(part: &str) -> bool {
    if part
        .split(['{', '}', ',', '(', ')', '|'])
        .any(|piece| piece == "..")
    {
        return true;
    }
    let rest = part.trim_start_matches('.');
    if rest.len() < part.len() {
        let globs = rest.starts_with(['?', '*', '[', '@', '+', '!'])
            && !rest.chars().any(|c| c.is_ascii_alphanumeric());
        if globs || (rest.contains('(') && rest.contains(')')) {
            return true;
        }
    }
    part.contains('{') && braces_make_dots(part)
}

/// Whether what stands outside the braces is only dots, and there are two dots that are no range (`{1..9}`).
fn braces_make_dots(part: &str) -> bool {
    let bytes = part.as_bytes();
    let mut depth = 0usize;
    let mut dots = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'.' => {
                let ends = [at.wrapping_sub(1), at.wrapping_sub(2), at + 1, at + 2];
                let word = |at: &usize| bytes.get(*at).is_some_and(u8::is_ascii_alphanumeric);
                let range = depth > 0
                    && (word(&ends[0]) && word(&ends[3]) || word(&ends[1]) && word(&ends[2]));
                dots += usize::from(!range);
            }
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    dots >= 2
}

/// What Windows reads differently: trailing dots and spaces, streams, devices, short names.
fn judge_windows_part(part: &str, span: Span) -> Result<(), Refusal> {
    let short = part
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'~' && pair[1].is_ascii_digit());
    if part.ends_with(['.', ' ']) || part.contains(':') || short {
        return refuse(RefusalKind::Traversal, span, OTHER_FILE);
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end();
    match is_device(stem) {
        true => refuse(RefusalKind::Malformed, span, DEVICE),
        false => Ok(()),
    }
}

fn is_device(stem: &str) -> bool {
    DEVICES.iter().any(|name| name.eq_ignore_ascii_case(stem)) || is_numbered_device(stem)
}

const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];

fn is_numbered_device(stem: &str) -> bool {
    let mut chars = stem.chars();
    let name = stem
        .get(..3)
        .is_some_and(|name| name.eq_ignore_ascii_case("com") || name.eq_ignore_ascii_case("lpt"));
    name && chars
        .nth(3)
        .is_some_and(|c| matches!(c, '0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}'))
        && chars.next().is_none()
}
