//! Where an absolute path begins, looking back from one of its components.

use super::text::{char_before, is_name_char};
use crate::contexts::uri;

/// Look no further back than this many bytes.
const REACH: usize = 320;

/// The start of the absolute path that has a component at `at`; `None` if the component belongs to a relative
/// path, to the path of a web address, or to no path at all.
pub(crate) fn of(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let floor = at.saturating_sub(REACH);
    let mut from = separator_before(bytes, at)?;
    loop {
        if let Some(start) = drive_before(bytes, from).or_else(|| home_before(text, from)) {
            return Some(start);
        }
        if let Some(answer) = scheme_before(bytes, from) {
            return answer.then_some(from);
        }
        if begins_here(text, from) {
            return is_absolute(bytes, from).then_some(from);
        }
        let component = component_before(text, from, floor)?;
        if let Some(colon) = uri::scheme_before(bytes, component) {
            // `scheme://authority` ends where the path begins.
            return takes_paths(bytes, colon).then_some(from);
        }
        from = separator_before(bytes, component)?;
    }
}

/// Start of the separator that ends at `at`.
fn separator_before(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at.checked_sub(1)?)? {
        b'/' => {
            let slash = at - 1;
            let escaped = slash > 0 && bytes[slash - 1] == b'\\';
            Some(if escaped { slash - 1 } else { slash })
        }
        b'\\' => {
            let run = bytes[..at]
                .iter()
                .rev()
                .take(8)
                .take_while(|&&b| b == b'\\')
                .count();
            Some(at - run)
        }
        b'F' | b'f' | b'C' | b'c' => {
            let from = at.checked_sub(3)?;
            let code = &bytes[from..at];
            let is_separator =
                code.eq_ignore_ascii_case(b"%2f") || code.eq_ignore_ascii_case(b"%5c");
            is_separator.then_some(from)
        }
        _ => None,
    }
}

/// Whether what stands at `from` can begin a path: a slash, or the two backslashes of a server.
fn is_absolute(bytes: &[u8], from: usize) -> bool {
    match bytes.get(from) {
        Some(b'/' | b'%') => true,
        Some(b'\\') => matches!(bytes.get(from + 1), Some(b'\\' | b'/')),
        _ => false,
    }
}

/// `C:` or `c%3A` before `from`: its start.
fn drive_before(bytes: &[u8], from: usize) -> Option<usize> {
    let letter = match bytes.get(from.checked_sub(1)?)? {
        b':' => from.checked_sub(2)?,
        b'A' | b'a' if bytes[..from].to_ascii_lowercase().ends_with(b"%3a") => {
            from.checked_sub(4)?
        }
        _ => return None,
    };
    let before = |count: usize| letter.checked_sub(count).map_or(0, |at| bytes[at]);
    // `-IC:\x` is an option, and `R&D:/x` the end of a name in a list.
    let option = before(2) == b'-' && matches!(before(1), b'I' | b'L' | b'F' | b'J');
    let joined = before(1) == b'&' && before(2).is_ascii_alphanumeric() && bytes[from] == b'/';
    let glued = before(1).is_ascii_alphanumeric() && !option || joined;
    let escape = glued && letter > 2 && bytes[letter - 3] == b'%';
    (bytes[letter].is_ascii_alphabetic() && (!glued || escape)).then_some(letter)
}

/// `~`, `$HOME` and their kin before `from`: their start.
fn home_before(text: &str, from: usize) -> Option<usize> {
    const WORDS: [&str; 7] = [
        "~",
        "$HOME",
        "${HOME}",
        "%USERPROFILE%",
        "$env:USERPROFILE",
        "$USERPROFILE",
        "%HOME%",
    ];
    let lead = &text.as_bytes()[..from];
    let word = WORDS.iter().find(|word| lead.ends_with(word.as_bytes()))?;
    let start = from - word.len();
    let glued = char_before(text, start)
        .is_some_and(|c| is_name_char(c) || matches!(c, '/' | '\\' | '.' | ']' | ')'));
    (!glued).then_some(start)
}

/// `file://` (or `scheme:`) right before `from`: whether its paths are those of a file system.
fn scheme_before(bytes: &[u8], from: usize) -> Option<bool> {
    if let Some(colon) = uri::scheme_before(bytes, from) {
        return Some(takes_paths(bytes, colon));
    }
    let colon = from.checked_sub(1)?;
    let long = colon > 1 && bytes[colon - 1].is_ascii_alphabetic() && is_scheme(bytes, colon);
    long.then(|| takes_paths(bytes, colon))
        .filter(|&takes| takes)
}

fn is_scheme(bytes: &[u8], colon: usize) -> bool {
    bytes[..colon]
        .iter()
        .rev()
        .take(24)
        .any(|b| b.is_ascii_alphabetic())
}

/// Whether the scheme before the `:` names files.
fn takes_paths(bytes: &[u8], colon: usize) -> bool {
    const SCHEMES: [&[u8]; 22] = [
        b"file",
        b"vscode-remote",
        b"vscode-userdata",
        b"vscode-file",
        b"vscode-resource",
        b"vscode-local",
        b"vscode",
        b"vscode-insiders",
        b"cursor",
        b"windsurf",
        b"idea",
        b"jetbrains",
        b"zed",
        b"ssh",
        b"sftp",
        b"scp",
        b"rsync",
        b"sqlite",
        b"sqlite3",
        b"unix",
        b"webpack",
        b"untitled",
    ];
    let len = bytes[..colon]
        .iter()
        .rev()
        .take(24)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.'))
        .count();
    let scheme = &bytes[colon - len..colon];
    SCHEMES
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

/// Whether a path can begin at `from`, judged by what stands before.
fn begins_here(text: &str, from: usize) -> bool {
    let Some(before) = char_before(text, from) else {
        return true;
    };
    let bytes = text.as_bytes();
    match before {
        '/' | '\\' | '.' | '~' | '#' | '?' | '%' | '}' | ')' | ']' | '*' => false,
        '+' | '-' => at_line_start(bytes, from - 1),
        c if is_name_char(c) => {
            is_escape(bytes, from) || is_flag(text, from) || ends_ansi(bytes, from)
        }
        _ => true,
    }
}

fn at_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || bytes[at - 1] == b'\n'
}

/// `\n`, `\t` and the like inside a string literal.
fn is_escape(bytes: &[u8], end: usize) -> bool {
    end >= 2
        && matches!(bytes[end - 1], b'n' | b't' | b'r' | b'b' | b'f')
        && bytes[end - 2] == b'\\'
}

/// `-I` and other flags of one letter.
fn is_flag(text: &str, end: usize) -> bool {
    let bytes = text.as_bytes();
    end >= 2
        && bytes[end - 1].is_ascii_alphabetic()
        && bytes[end - 2] == b'-'
        && !char_before(text, end - 2)
            .is_some_and(|c| is_name_char(c) || matches!(c, '/' | '\\' | '.' | ']' | ')'))
}

/// The end of a colour: `ESC [ 3 5 m`, also written as `\u001b[35m` or `\x1b[35m`.
pub(crate) fn ends_ansi(bytes: &[u8], end: usize) -> bool {
    if end == 0 || !matches!(bytes[end - 1], b'm' | b'K') {
        return false;
    }
    let digits = bytes[..end - 1]
        .iter()
        .rev()
        .take(16)
        .take_while(|b| b.is_ascii_digit() || **b == b';')
        .count();
    let lead = &bytes[..end - 1 - digits];
    let Some(lead) = lead.strip_suffix(b"[") else {
        return false;
    };
    [
        &b"\x1b"[..],
        b"\\u001b",
        b"\\x1b",
        b"\\u001B",
        b"\\x1B",
        b"\\033",
        b"\\e",
    ]
    .iter()
    .any(|escape| lead.ends_with(escape))
}

/// Start of the component that ends at `end`; `None` if there is none or it begins before `floor`.
fn component_before(text: &str, end: usize, floor: usize) -> Option<usize> {
    let mut start = end;
    while let Some(c) = char_before(text, start).filter(|&c| in_component(c)) {
        start -= c.len_utf8();
        if start < floor {
            return None;
        }
    }
    (start < end).then_some(start)
}

/// What a component that is looked through may consist of; `:` and `?` for ports and `\\?\`.
fn in_component(c: char) -> bool {
    is_name_char(c) || matches!(c, '.' | '?' | ':' | '%')
}
