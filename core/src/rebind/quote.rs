//! Puts a value where a handle stood, so that the shell reads it as plain characters.
//!
//! ```text
//! sh, bash     bare: as it is if it holds only [A-Za-z0-9_@%+:./-], else '...' with ' as '\''
//!              '...': ' as '\''        "...": \ before \ " $ `, and ! in quotes of its own
//!              $'...': only values without \ and '        here-document: \ before \ $ `
//! PowerShell   bare and '...': '...' with ' doubled       "...": ` before ` " $       (unverified: no such shell here)
//! cmd.exe      "..."; values with % ! " ^ & | < > or a line break are refused          (unverified)
//! ```

use super::refuse;
use super::shell::Quote;
use crate::{Refusal, RefusalKind, Span};

/// Characters that no POSIX shell treats specially, wherever they stand in a word.
///
/// Not `=` (assignments, zsh), `,` (braces), `~` (homes) and `#`.
pub(crate) fn is_plain(value: &str) -> bool {
    let plain =
        |b: u8| b.is_ascii_alphanumeric() | matches!(b, b'_' | b'@' | b'%' | b'+' | b'-'..=b':');
    // Without an early end the compiler looks at many bytes at a time.
    !value.is_empty() && value.bytes().fold(true, |all, b| all & plain(b))
}

/// A word without the quotes and backslashes at its ends.
pub(super) fn unquoted(word: &str) -> &str {
    let quote = |byte: &u8| matches!(byte, b'\'' | b'"' | b'\\');
    let bytes = word.as_bytes();
    // Most words have none.
    if bytes.first().is_none_or(|first| !quote(first))
        && bytes.last().is_none_or(|last| !quote(last))
    {
        return word;
    }
    word.trim_matches(['\'', '"', '\\'])
}

/// Where a value is about to stand.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) quote: Quote,
    /// Nothing of its word stands before it.
    pub(crate) starts_word: bool,
    /// Its word names the program.
    pub(crate) is_program: bool,
    pub(crate) range: Span,
}

/// Appends `value` for a POSIX shell.
pub(crate) fn posix(value: &str, spot: Spot, out: &mut String) -> Result<(), Refusal> {
    if spot.starts_word && value.starts_with('-') {
        return refuse(RefusalKind::Metacharacter, spot.range, OPTION);
    }
    if value.contains('\0') {
        return refuse(
            RefusalKind::Metacharacter,
            spot.range,
            "the value holds a NUL, which no command takes",
        );
    }
    match spot.quote {
        Quote::Bare => bare(value, spot, out),
        Quote::Single => push_replacing(value, out, |c| (c == '\'').then_some("'\\''")),
        Quote::Double => push_replacing(value, out, in_double),
        Quote::Ansi if value.contains(['\\', '\'']) => {
            return refuse(
                RefusalKind::Metacharacter,
                spot.range,
                "use \"...\" instead of $'...' around this handle",
            );
        }
        Quote::Here { quoted } => here(value, quoted, spot, out)?,
        Quote::Name
            if !value
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_') =>
        {
            return refuse(
                RefusalKind::Metacharacter,
                spot.range,
                "the value is no part of a variable's name",
            );
        }
        Quote::Ansi | Quote::Name => out.push_str(value),
        Quote::Literal => {}
        Quote::Backtick | Quote::Inside => {
            return refuse(RefusalKind::Metacharacter, spot.range, EXPANDED);
        }
    }
    Ok(())
}

pub(crate) const OPTION: &str = "the value begins with a dash and would be read as an option";
pub(crate) const EXPANDED: &str = "a handle is not restored inside an expansion, or in a word that holds one; give it a word of its own";

fn bare(value: &str, spot: Spot, out: &mut String) {
    // `2` before `>` is a descriptor, and a bare name of a program may be a keyword or an alias.
    let number = value.bytes().all(|byte| byte.is_ascii_digit());
    let keyword = spot.is_program && !value.contains('/');
    if is_plain(value) && !number && !keyword {
        out.push_str(value);
        return;
    }
    out.push('\'');
    push_replacing(value, out, |c| (c == '\'').then_some("'\\''"));
    out.push('\'');
}

fn in_double(c: char) -> Option<&'static str> {
    match c {
        '\\' => Some("\\\\"),
        '"' => Some("\\\""),
        '$' => Some("\\$"),
        '`' => Some("\\`"),
        // An interactive shell expands its history even here, and no backslash helps.
        '!' => Some("\"'!'\""),
        _ => None,
    }
}

fn here(value: &str, quoted: bool, spot: Spot, out: &mut String) -> Result<(), Refusal> {
    if value.contains(['\n', '\r']) {
        return refuse(
            RefusalKind::Metacharacter,
            spot.range,
            "the value has line breaks and could end the here-document",
        );
    }
    if quoted {
        out.push_str(value);
    } else {
        push_replacing(value, out, |c| {
            in_double(c).filter(|_| !matches!(c, '"' | '!'))
        });
    }
    Ok(())
}

fn push_replacing(value: &str, out: &mut String, replace: impl Fn(char) -> Option<&'static str>) {
    for c in value.chars() {
        match replace(c) {
            Some(text) => out.push_str(text),
            None => out.push(c),
        }
    }
}

/// Appends `value` for PowerShell. Its typographic quotes count as quotes.
pub(crate) fn power_shell(
    value: &str,
    quote: Quote,
    range: Span,
    out: &mut String,
) -> Result<(), Refusal> {
    if value.contains(['\0', '\n', '\r']) {
        return refuse(
            RefusalKind::Metacharacter,
            range,
            "the value holds a line break or NUL",
        );
    }
    let doubled = |c: char| match c {
        '\'' => Some("''"),
        '\u{2018}' => Some("\u{2018}\u{2018}"),
        '\u{2019}' => Some("\u{2019}\u{2019}"),
        '\u{201a}' => Some("\u{201a}\u{201a}"),
        '\u{201b}' => Some("\u{201b}\u{201b}"),
        _ => None,
    };
    match quote {
        Quote::Bare => {
            if reads_as_it_stands(value) {
                out.push_str(value);
            } else {
                out.push('\'');
                push_replacing(value, out, doubled);
                out.push('\'');
            }
        }
        Quote::Single => push_replacing(value, out, doubled),
        Quote::Double => push_replacing(value, out, |c| match c {
            '`' => Some("``"),
            '"' => Some("`\""),
            '$' => Some("`$"),
            '\u{201c}' => Some("`\u{201c}"),
            '\u{201d}' => Some("`\u{201d}"),
            '\u{201e}' => Some("`\u{201e}"),
            _ => None,
        }),
        Quote::Literal => {}
        _ => return refuse(RefusalKind::Metacharacter, range, EXPANDED),
    }
    Ok(())
}

/// Whether PowerShell and `cmd.exe` both read the word as it stands.
pub(super) fn reads_as_it_stands(value: &str) -> bool {
    let plain =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'/' | b'\\' | b':' | b'-');
    !value.is_empty() && value.bytes().all(plain)
}

/// Appends `value` for `cmd.exe`, which has no way to quote some characters.
pub(crate) fn cmd(value: &str, quote: Quote, range: Span, out: &mut String) -> Result<(), Refusal> {
    if value.contains(['%', '!', '"', '^', '&', '|', '<', '>', '\n', '\r', '\0'])
        || value.ends_with('\\')
    {
        return refuse(
            RefusalKind::Metacharacter,
            range,
            "cmd.exe cannot quote this value; use PowerShell or a tool without a shell",
        );
    }
    match quote {
        Quote::Bare => {
            if reads_as_it_stands(value) {
                out.push_str(value);
            } else {
                out.push('"');
                out.push_str(value);
                out.push('"');
            }
        }
        Quote::Double => out.push_str(value),
        Quote::Literal => {}
        _ => return refuse(RefusalKind::Metacharacter, range, EXPANDED),
    }
    Ok(())
}
