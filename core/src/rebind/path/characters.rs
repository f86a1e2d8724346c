//! The characters that a path may be made of.

use super::MAX_PATH;
use crate::rebind::{encoded, refuse};
use crate::{Refusal, RefusalKind, Span};

/// One look at every character. Returns whether one of them could hide another.
pub(super) fn characters(text: &str) -> Result<bool, Refusal> {
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
    /// A part of a character or an encoding that could hide another character, or of another system's syntax.
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
            b'%' | b'\\' | b':' | 0x80.. => Class::Odd,
            _ => Class::Plain,
        };
        byte += 1;
    }
    table
};

const SHELL_SYNTAX: &str = "a path field holds a path, no shell syntax; run a command for that";
