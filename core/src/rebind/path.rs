//! A path that a tool is about to open.
//!
//! ```text
//! path    = [ "file://" ] ( root-handle | absolute | "~" | relative ) suffix
//! suffix  = { separator part }      part may hold handles of documents, directories, people, ...
//! ```
//!
//! The suffix is normalised by its text alone, the result must lie in a scope, and everything that could mean
//! something else to the program that opens the file is refused. Symbolic links are the host's: it knows the
//! file system, resolves the path and asks again.

use super::policy::Verdict;
use super::{Local, encoded, look_alike, places, refuse};
use crate::config::Access;
use crate::locate::{self, Located, Stand};
use crate::paths::spelling;
use crate::{Kind, Rebound, Refusal, RefusalKind, Span};

/// Longest path in bytes.
pub(crate) const MAX_PATH: usize = 10 * 1024;

/// How strictly the model's own characters are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// A file tool opens it: shell syntax has no business there.
    Field,
    /// A pattern of file names: `*`, `?`, `{a,b}` mean something.
    Glob,
}

/// Restores a path field.
pub(crate) fn rebind(local: Local<'_>, text: &str, access: Access) -> Result<Rebound, Refusal> {
    rebind_as(local, text, access, Manner::Field)
}

/// Restores a path or a pattern of paths.
pub(crate) fn rebind_as(
    local: Local<'_>,
    text: &str,
    access: Access,
    manner: Manner,
) -> Result<Rebound, Refusal> {
    let odd = characters(text)?;
    let located = locate::locate(local.table, text);
    handles(local, text, &located)?;
    if let Some(span) = look_alike::find(local, text, &located) {
        return refuse(RefusalKind::UnknownHandle, span, LOOKS_LIKE);
    }
    let start = Start::of(local, text, &located)?;
    let path = assemble(local, text, &located, start, Judge { manner, odd })?;
    within(local, &path.text, access, Span::new(0, text.len()))?;
    Ok(path)
}

pub(crate) const LOOKS_LIKE: &str = "this looks like an issued handle but is not spelled like one; write it exactly as it was shown";

/// One look at every character. Returns whether one of them could hide another.
fn characters(text: &str) -> Result<bool, Refusal> {
    if text.len() > MAX_PATH {
        let range = Span::new(0, text.len());
        return refuse(RefusalKind::TooLong, range, "a path of more than 10 KB");
    }
    let bytes = text.as_bytes();
    let mut odd = false;
    for (at, &byte) in bytes.iter().enumerate() {
        match CLASS[usize::from(byte)] {
            Class::Plain => {}
            Class::Odd => odd = true,
            Class::Special => {
                odd = true;
                special(byte, bytes.get(at + 1).copied().unwrap_or(0), at)?;
            }
        }
    }
    if odd
        && !text.is_ascii()
        && let Some((at, c)) = text.char_indices().find(|(_, c)| encoded::is_invisible(*c))
    {
        let range = Span::new(at, at + c.len_utf8());
        return refuse(
            RefusalKind::Malformed,
            range,
            "a path holds no invisible character",
        );
    }
    Ok(odd)
}

fn special(byte: u8, next: u8, at: usize) -> Result<(), Refusal> {
    let here = Span::new(at, at + 1);
    match byte {
        0 => refuse(RefusalKind::Malformed, here, "a path holds no NUL"),
        1..=0x1f | 0x7f => {
            let message = "a path holds no control character";
            refuse(RefusalKind::Metacharacter, here, message)
        }
        b'$' if !matches!(next, b'(' | b'{') => Ok(()),
        b'&' if next != b'&' => Ok(()),
        _ => refuse(RefusalKind::Metacharacter, here, SHELL_SYNTAX),
    }
}

/// What a byte of a path may be.
#[derive(Clone, Copy)]
enum Class {
    Plain,
    /// A part of a character or an encoding that could hide another character.
    Odd,
    /// Refused, alone or before certain others.
    Special,
}

const CLASS: [Class; 256] = {
    let mut table = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0..=0x1f | 0x7f | b';' | b'|' | b'`' | b'$' | b'&' => Class::Special,
            b'%' | b'\\' | 0x80.. => Class::Odd,
            _ => Class::Plain,
        };
        byte += 1;
    }
    table
};

const SHELL_SYNTAX: &str = "a path field holds a path, no shell syntax; run a command for that";

/// Every handle is issued and of a kind that stands in paths.
fn handles(local: Local<'_>, text: &str, located: &[Located]) -> Result<(), Refusal> {
    for found in located {
        let number = match found.stand {
            Stand::Slot(number) => number,
            Stand::Unknown { .. } => {
                return refuse(RefusalKind::UnknownHandle, found.span, NOT_ISSUED);
            }
            Stand::Secret(_) => {
                return refuse(
                    RefusalKind::SecretEgress,
                    found.span,
                    "a secret is no part of a path",
                );
            }
        };
        let kind = local.table.value(number).kind;
        local.permits(number, found.span)?;
        let alone = found.span.start == 0
            && matches!(
                text.as_bytes().get(found.span.end),
                None | Some(b'/' | b'\\')
            );
        let no_directory = matches!(kind, Kind::User | Kind::Host | Kind::Branch);
        if !kind.is_path_part() || (alone && no_directory) {
            return refuse(
                RefusalKind::WrongType,
                found.span,
                "a handle of this type begins or holds no path",
            );
        }
    }
    Ok(())
}

pub(crate) const NOT_ISSUED: &str =
    "this handle was never issued in this session; use one that was shown";

/// How a path begins.
struct Start {
    /// Where its suffix begins in the text.
    rest: usize,
    /// What stands before the suffix in the result.
    base: String,
    /// Bytes of `base` that were restored.
    restored: Option<Span>,
    absolute: bool,
    windows: bool,
    /// A `file:` URI: the suffix is percent-encoded, and so is the result.
    uri: bool,
}

impl Start {
    fn of(local: Local<'_>, text: &str, located: &[Located]) -> Result<Start, Refusal> {
        let lead = scheme_len(text);
        if let Some(first) = located.first()
            && first.span.start == lead
            && let Some(native) = root(local, first)
        {
            return Self::at_root(text, first.span.end, native, lead);
        }
        Self::without_root(local, text, lead)
    }

    fn at_root(text: &str, end: usize, native: String, lead: usize) -> Result<Start, Refusal> {
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
        let mut base = native;
        base.truncate(base.trim_end_matches(['/', '\\']).len());
        if lead > 0 {
            let mut uri = [&text[..lead], if windows { "/" } else { "" }].concat();
            push_percent_encoded(&base, &mut uri);
            base = uri;
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
            uri: lead > 0,
        })
    }

    fn without_root(local: Local<'_>, text: &str, lead: usize) -> Result<Start, Refusal> {
        let rest = &text[lead..];
        let whole = Span::new(0, text.len());
        let start = |base: &str, at: usize, absolute, windows| Start {
            rest: at,
            base: base.to_owned(),
            restored: None,
            absolute,
            windows,
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

impl Start {
    /// What joins parts: as the root has it, or as the model wrote it.
    fn separator(&self, text: &str) -> char {
        let root = self.restored.is_some() && !self.base.contains('/');
        if self.windows && (root || text.contains('\\')) {
            '\\'
        } else {
            '/'
        }
    }
}

const OUTSIDE: &str = "this path lies outside every directory this session may use; stay in the workspace, or ask the user for a scope";

fn scheme_len(text: &str) -> usize {
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
pub(crate) fn root(local: Local<'_>, found: &Located) -> Option<String> {
    let number = found.number()?;
    if !local.table.value(number).kind.is_root() {
        return None;
    }
    let native = spelling::native(local.raw(number), local.bounds.home.as_deref());
    (native.starts_with('/') || is_windows(&native)).then_some(native)
}

fn push_percent_encoded(text: &str, out: &mut String) {
    for &byte in text.as_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => {
                out.push(byte.into())
            }
            b'\\' => out.push('/'),
            _ => {
                out.push('%');
                out.push(char::from(b"0123456789ABCDEF"[usize::from(byte >> 4)]));
                out.push(char::from(b"0123456789ABCDEF"[usize::from(byte & 15)]));
            }
        }
    }
}

/// Walks the parts of the suffix and puts them behind the start.
fn assemble(
    local: Local<'_>,
    text: &str,
    located: &[Located],
    mut start: Start,
    judge: Judge,
) -> Result<Rebound, Refusal> {
    let (rest, windows) = (start.rest, start.windows);
    let mut builder = Builder {
        separator: start.separator(text),
        judge,
        floor: start.base.len(),
        base: start.base.len(),
        text: std::mem::take(&mut start.base),
        restored: Vec::with_capacity(located.len()),
        start,
    };
    builder.text.reserve(text.len() + 16);
    builder.restored.extend(builder.start.restored);
    let handles = located.iter().filter(|found| found.span.start >= rest);
    let mut handles = handles.peekable();
    let mut at = rest;
    while at <= text.len() {
        let end = part_end(text, at, windows);
        let span = Span::new(at, end);
        builder.part(local, text, span, &mut handles)?;
        at = end + 1;
    }
    Ok(builder.finish(text))
}

fn part_end(text: &str, at: usize, windows: bool) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    // Parts are short: a plain loop beats the set-up of a vector one.
    let found = rest
        .iter()
        .position(|&byte| byte == b'/' || (windows && byte == b'\\'));
    found.map_or(text.len(), |found| at + found)
}

/// How parts are judged.
#[derive(Clone, Copy)]
struct Judge {
    manner: Manner,
    /// Some character of the path could hide another.
    odd: bool,
}

struct Builder {
    text: String,
    restored: Vec<Span>,
    separator: char,
    judge: Judge,
    /// Where the base ends.
    base: usize,
    /// `..` never removes anything before this.
    floor: usize,
    start: Start,
}

impl Builder {
    fn part<'l>(
        &mut self,
        local: Local<'_>,
        text: &str,
        span: Span,
        handles: &mut std::iter::Peekable<impl Iterator<Item = &'l Located>>,
    ) -> Result<(), Refusal> {
        let part = span.of(text);
        if part.is_empty() || part == "." {
            return Ok(());
        }
        if part == ".." {
            return self.up(local, span);
        }
        if self.judge.odd || self.start.windows || part.starts_with(['.', ' ']) {
            judge_part(part, span, self.start.windows)?;
        }
        if self.judge.manner == Manner::Glob && may_match_parent(part) {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        }
        if self.text.len() > self.base || self.start.absolute {
            self.text.push(self.separator);
        }
        let mut done = span.start;
        while let Some(found) = handles.next_if(|found| found.span.end <= span.end) {
            self.text.push_str(&text[done..found.span.start]);
            self.value(local, found)?;
            done = found.span.end;
        }
        self.text.push_str(&text[done..span.end]);
        Ok(())
    }

    /// A handle in the suffix.
    fn value(&mut self, local: Local<'_>, found: &Located) -> Result<(), Refusal> {
        let raw = found.number().map_or("", |number| local.raw(number));
        if raw.starts_with(['/', '\\', '~']) || is_windows(raw) {
            return refuse(
                RefusalKind::Traversal,
                found.span,
                "a root stands at the start of a path or nowhere",
            );
        }
        if raw.split(['/', '\\']).any(|part| part == "..") || raw.contains('\0') {
            return refuse(RefusalKind::Traversal, found.span, CLIMBS);
        }
        let from = self.text.len();
        if self.start.uri {
            push_percent_encoded(raw, &mut self.text);
        } else {
            self.text.push_str(raw);
        }
        self.restored.push(Span::new(from, self.text.len()));
        Ok(())
    }

    /// One level up, never above the start.
    fn up(&mut self, local: Local<'_>, span: Span) -> Result<(), Refusal> {
        if self.text.len() == self.floor && !self.start.absolute && self.start.restored.is_none() {
            return self.above_cwd(local, span);
        }
        if self.text.len() <= self.floor
            || self
                .start
                .restored
                .is_some_and(|root| root.end > self.text.len())
        {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        }
        let last = self.text[self.floor..]
            .rfind(['/', '\\'])
            .map_or(self.floor, |at| self.floor + at);
        self.text.truncate(last);
        self.restored.retain(|restored| restored.end <= last);
        Ok(())
    }

    /// `..` of a relative path: from here on it is absolute.
    fn above_cwd(&mut self, local: Local<'_>, span: Span) -> Result<(), Refusal> {
        let Some(cwd) = local.bounds.cwd.as_deref() else {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        };
        let base = if self.text.is_empty() {
            cwd
        } else {
            &self.text
        };
        let base = base.trim_end_matches(['/', '\\']);
        let Some(last @ 1..) = base.rfind(['/', '\\']) else {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        };
        self.text = base[..last].to_owned();
        self.floor = self.text.len();
        Ok(())
    }

    fn finish(mut self, text: &str) -> Rebound {
        let trailing = text.ends_with('/') || (self.start.windows && text.ends_with('\\'));
        if self.text.is_empty() {
            // `src/..` is where it started; `.` and `./` stay as they are.
            self.text.push_str(match text {
                _ if self.start.absolute => "/",
                _ if text.contains("..") => ".",
                _ => text,
            });
        } else if trailing && !self.text.ends_with(self.separator) {
            self.text.push(self.separator);
        }
        Rebound {
            text: self.text,
            restored: self.restored,
        }
    }
}

pub(crate) const CLIMBS: &str =
    "the path climbs out of where it starts; name the directory you want instead";

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
    if !windows && part.split('\\').any(|piece| piece == "..") {
        return refuse(RefusalKind::Traversal, span, CLIMBS);
    }
    if windows {
        return judge_windows_part(part, span);
    }
    Ok(())
}

/// Whether a pattern can stand for `..`: `.?`, `.*`, `.[.]`, `{.,}{.,}`, `{..,x}`.
pub(crate) fn may_match_parent(part: &str) -> bool {
    if part
        .split(['{', '}', ',', '(', ')', '|'])
        .any(|piece| piece == "..")
    {
        return true;
    }
    if let Some(rest) = part.strip_prefix('.') {
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
    let other = "Windows reads this name as another file; write the file's own name";
    let short = part
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'~' && pair[1].is_ascii_digit());
    if part.ends_with(['.', ' ']) || part.contains(':') || short {
        return refuse(RefusalKind::Traversal, span, other);
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end();
    let device =
        DEVICES.iter().any(|name| name.eq_ignore_ascii_case(stem)) || is_numbered_device(stem);
    if device {
        return refuse(
            RefusalKind::Malformed,
            span,
            "this is the name of a device, not of a file",
        );
    }
    Ok(())
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
        plain = &decoded;
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

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let code = (byte == b'%')
            .then(|| tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok()))
            .flatten();
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &tail[2..];
            }
            None => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::testing::{session, zoe};

    fn read(text: &str) -> Result<String, RefusalKind> {
        let done = zoe().rebind_path(text, Access::Read);
        done.map(|done| done.text).map_err(|refusal| refusal.kind)
    }

    #[test]
    fn paths_inside_a_scope_are_restored() {
        for (text, want) in [
            ("[REPO_ROOT_1]", "/home/zoe/quarry"),
            ("[REPO_ROOT_1]/", "/home/zoe/quarry/"),
            ("[REPO_ROOT_1]/src/./a//b.rs", "/home/zoe/quarry/src/a/b.rs"),
            (
                "[REPO_ROOT_1]/src/../Cargo.toml",
                "/home/zoe/quarry/Cargo.toml",
            ),
            (
                "[REPO_ROOT_1]/app/[slug]/page.tsx",
                "/home/zoe/quarry/app/[slug]/page.tsx",
            ),
            ("[REPO_ROOT_1]/R&D.md", "/home/zoe/quarry/R&D.md"),
            ("[REPO_ROOT_1]/$id.tsx", "/home/zoe/quarry/$id.tsx"),
            ("[REPO_ROOT_1]/[USER_1].txt", "/home/zoe/quarry/zoe.txt"),
            (
                "file://[REPO_ROOT_1]/a%20b",
                "file:///home/zoe/quarry/a%20b",
            ),
            ("src/a.rs", "src/a.rs"),
            ("/usr/share/dict/words", "/usr/share/dict/words"),
            (
                "[HOME_1]/.cargo/registry/src/x.rs",
                "/home/zoe/.cargo/registry/src/x.rs",
            ),
            ("~/quarry/a", "/home/zoe/quarry/a"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(want), "{text}");
        }
    }

    #[test]
    fn the_ranges_are_those_of_the_values() {
        let done = zoe()
            .rebind_path("[REPO_ROOT_1]/x/[USER_1].txt", Access::Read)
            .expect("in scope");
        let parts: Vec<_> = done
            .restored
            .iter()
            .map(|span| span.of(&done.text))
            .collect();
        assert_eq!(parts, ["/home/zoe/quarry", "zoe"]);
    }

    #[test]
    fn patterns_that_may_match_the_parent() {
        for part in [".?", ".*", ".[.]", "{..,x}", "{.,}{.,}", "{-..0}", ".@(.)"] {
            assert!(may_match_parent(part), "{part}");
        }
        for part in [
            "*.rs",
            "*.{ts,tsx}",
            "{a,b}",
            ".{eslintrc,x}.js",
            "{1..9}",
            ".env*",
            ".git*",
            "**",
            "[.]x",
        ] {
            assert!(!may_match_parent(part), "{part}");
        }
    }

    #[test]
    fn relative_paths_are_those_of_the_working_directory() {
        let agent = session(Config {
            roots: vec!["/home/zoe/quarry".to_owned()],
            cwd: Some("/home/zoe/quarry/web".to_owned()),
            ..Config::default()
        });
        let up = agent
            .rebind_path("../core/a.rs", Access::Write)
            .expect("in the root");
        assert_eq!(up.text, "/home/zoe/quarry/core/a.rs");
        assert!(agent.rebind_path("../../x", Access::Read).is_err());
        assert!(
            agent
                .rebind_path("../../../../../etc/passwd", Access::Read)
                .is_err()
        );
    }
}
