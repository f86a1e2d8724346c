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
    let class = |byte: &u8| CLASS[usize::from(*byte)];
    let all = bytes.iter().fold(PLAIN, |all, byte| all | class(byte));
    if all & SPECIAL != 0 {
        for (at, byte) in bytes.iter().enumerate() {
            if class(byte) == SPECIAL {
                special(*byte, bytes.get(at + 1).copied().unwrap_or(0), at)?;
            }
        }
    }
    let odd = all != PLAIN;
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

const PLAIN: u8 = 0;
/// A part of a character or an encoding that could hide another character, or of another system's syntax.
const ODD: u8 = 1;
/// Refused, alone or before certain others.
const SPECIAL: u8 = 2;

/// What a byte of a path may be.
const CLASS: [u8; 256] = {
    let mut table = [PLAIN; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0..=0x1f | 0x7f | b';' | b'|' | b'`' | b'$' | b'&' => SPECIAL,
            b'%' | b'\\' | b':' | 0x80.. => ODD,
            _ => PLAIN,
        };
        byte += 1;
    }
    table
};

const SHELL_SYNTAX: &str = "a path field holds a path, no shell syntax; run a command for that";
