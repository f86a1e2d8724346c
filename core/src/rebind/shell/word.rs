//! One word, with the quotes and expansions in it.

use super::{Lexer, Quote, Role};

impl Lexer<'_> {
    /// Skips what means itself, up to the next stand-in.
    fn plain(&mut self) {
        let next = self.located.get(self.script.places.len());
        let end = next.map_or(self.bytes.len(), |found| found.span.start.max(self.at));
        let rest = &self.bytes[self.at..end.min(self.bytes.len())];
        let run = rest.iter().position(|byte| SPECIAL[usize::from(*byte)]);
        self.at += run.unwrap_or(rest.len());
    }

    pub(super) fn word(&mut self, role: Role) -> Option<()> {
        let word = self.open_word(role);
        while !self.ended() {
            self.plain();
            if self.ended() {
                break;
            }
            if self.place(Quote::Bare, word) {
                continue;
            }
            match self.byte(0) {
                b' ' | b'\t' | b'\n' | b'\r' | b';' | b'&' | b'|' | b')' => break,
                // `@(a|b)`: one word with its pattern.
                b'(' if self.extends_pattern(word) => {
                    self.balanced(b'(', b')', true, word);
                }
                b'(' => break,
                b'<' | b'>' if self.byte(1) == b'(' => {
                    self.at += 2;
                    self.substitution(word)?;
                }
                b'<' | b'>' => break,
                b'\\' => {
                    self.script.words[word].quoted = true;
                    self.at += 2;
                }
                b'\'' => self.single(word),
                b'"' => self.double(word)?,
                b'`' => self.backticks(word)?,
                b'$' => self.dollar(word, false)?,
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.bytes.len());
        self.script.words[word].span.end = self.at;
        Some(())
    }

    fn extends_pattern(&self, word: usize) -> bool {
        let start = self.script.words[word].span.start;
        let lead = self.bytes.get(start..self.at).unwrap_or_default();
        lead.len() > 1 && matches!(lead.last(), Some(b'@' | b'?' | b'*' | b'+' | b'!'))
    }

    /// `$(list)`, `<(list)`: behind the opening parenthesis.
    fn substitution(&mut self, word: usize) -> Option<()> {
        self.script.words[word].expands = true;
        let outer = std::mem::take(&mut self.open);
        self.nested()?;
        self.here_bodies();
        self.open = outer;
        Some(())
    }

    fn single(&mut self, word: usize) {
        self.script.words[word].quoted = true;
        self.at += 1;
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let end = self.at + memchr::memchr(b'\'', rest).unwrap_or(rest.len());
        while let Some(found) = self.located.get(self.script.places.len()) {
            if found.span.start >= end {
                break;
            }
            let quote = if self.escaped(found.span.start) {
                Quote::Literal
            } else {
                Quote::Single
            };
            self.push_place(quote, word);
        }
        self.at = end + 1;
    }

    fn ansi(&mut self, word: usize) {
        self.script.words[word].quoted = true;
        self.at += 2;
        while !self.ended() {
            if self.place(Quote::Ansi, word) {
                continue;
            }
            match self.byte(0) {
                b'\'' => {
                    self.at += 1;
                    return;
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    fn double(&mut self, word: usize) -> Option<()> {
        self.script.words[word].quoted = true;
        self.at += 1;
        while !self.ended() {
            if self.place(Quote::Double, word) {
                continue;
            }
            match self.byte(0) {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' if matches!(self.byte(1), b'"' | b'\\' | b'$' | b'`' | b'\n') => self.at += 2,
                b'`' => self.backticks(word)?,
                b'$' => self.dollar(word, true)?,
                _ => self.at += 1,
            }
        }
        Some(())
    }

    /// A list in backticks. Where a backslash stands in it, quotes are not what they seem.
    fn backticks(&mut self, word: usize) -> Option<()> {
        self.script.words[word].expands = true;
        self.at += 1;
        let (start, mut escapes) = (self.at, self.ticks);
        while !self.ended() && self.byte(0) != b'`' {
            escapes |= self.byte(0) == b'\\';
            self.at += 1 + usize::from(self.byte(0) == b'\\');
        }
        let end = self.at.min(self.bytes.len());
        if !escapes {
            self.at = start;
            self.ticked(end)?;
        }
        self.at = (end + 1).min(self.bytes.len());
        self.skip_places(self.at, Quote::Backtick, word);
        Some(())
    }

    /// The list up to the backtick at `end`.
    fn ticked(&mut self, end: usize) -> Option<()> {
        let whole = self.bytes;
        let open = std::mem::take(&mut self.open);
        (self.bytes, self.ticks) = (&whole[..end], true);
        while !self.ended() {
            self.nested()?;
        }
        self.here_bodies();
        (self.bytes, self.ticks, self.open) = (whole, false, open);
        Some(())
    }

    pub(super) fn dollar(&mut self, word: usize, in_double: bool) -> Option<()> {
        match self.byte(1) {
            b'\'' if !in_double => self.ansi(word),
            b'"' if !in_double => {
                self.at += 1;
                self.double(word)?;
            }
            b'(' if self.byte(2) == b'(' => {
                self.script.words[word].expands = true;
                self.at += 1;
                self.balanced(b'(', b')', false, word);
            }
            b'(' => {
                self.at += 2;
                self.substitution(word)?;
            }
            b'{' => {
                self.script.words[word].expands = true;
                self.at += 2;
                self.name(word);
                self.at -= 1;
                self.balanced(b'{', b'}', !in_double, word);
            }
            b'[' => {
                self.script.words[word].expands = true;
                self.at += 1;
                self.balanced(b'[', b']', false, word);
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.script.words[word].expands = true;
                self.at += 1;
                self.name(word);
            }
            b'0'..=b'9' | b'?' | b'!' | b'@' | b'*' | b'#' | b'$' | b'-' => {
                self.script.words[word].expands = true;
                self.at += 2;
            }
            _ => self.at += 1,
        }
        Some(())
    }

    /// The name of a variable; a handle in the form for names may be a part of it.
    fn name(&mut self, word: usize) {
        while self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
            if !self.place(Quote::Name, word) {
                self.at += 1;
            }
        }
    }

    /// From the opening bracket (whatever stands there counts as one) to behind the closing one. Double quotes
    /// are respected, single ones where the shell does.
    pub(super) fn balanced(&mut self, open: u8, close: u8, single: bool, word: usize) {
        let mut depth = 0usize;
        let mut first = true;
        while !self.ended() {
            let byte = self.byte(0);
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'"' => self.skip_string(b'"'),
                b'\'' if single => self.skip_string(b'\''),
                _ if byte == open || first => depth += 1,
                _ if byte == close => depth -= 1,
                _ => {}
            }
            first = false;
            if depth == 0 {
                break;
            }
        }
        self.at = self.at.min(self.bytes.len());
        self.skip_places(self.at, Quote::Inside, word);
    }

    fn skip_string(&mut self, quote: u8) {
        while !self.ended() {
            let byte = self.byte(0);
            self.at += 1;
            match byte {
                b'\\' if quote == b'"' => self.at += 1,
                _ if byte == quote => return,
                _ => {}
            }
        }
    }
}

/// The bytes that mean something outside quotes.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let special = b" \t\n\r;&|()<>\\'\"`$";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};
