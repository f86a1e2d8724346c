//! Here-documents: their delimiters, and the bodies that begin at the next line.

use super::{Body, Lexer, Quote, Role};
use crate::Span;

/// A here-document that was announced.
pub(super) struct Open {
    delimiter: Vec<u8>,
    quoted: bool,
    tabs: bool,
    word: usize,
}

impl Lexer<'_> {
    pub(super) fn delimiter(&mut self, tabs: bool) {
        let start = self.at;
        let word = self.open_word(Role::Delimiter);
        let (mut delimiter, mut quoted, mut quote) = (Vec::new(), false, 0);
        while !self.ended() {
            let byte = self.byte(0);
            match byte {
                b'\'' | b'"' if quote == 0 => (quote, quoted) = (byte, true),
                _ if quote != 0 && byte == quote => quote = 0,
                b'\\' if quote != b'\'' => {
                    quoted = true;
                    self.at += 1;
                    delimiter.push(self.byte(0));
                }
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')'
                    if quote == 0 =>
                {
                    break;
                }
                _ => delimiter.push(byte),
            }
            self.at += 1;
        }
        self.at = self.at.min(self.bytes.len());
        self.skip_places(self.at, Quote::Literal, word);
        self.script.words[word].span = Span::new(start, self.at);
        self.open.push(Open {
            delimiter,
            quoted,
            tabs,
            word,
        });
    }

    /// The bodies that begin on this line.
    pub(super) fn here_bodies(&mut self) {
        for body in std::mem::take(&mut self.open) {
            self.here_body(&body);
        }
    }

    fn here_body(&mut self, body: &Open) {
        let mut nested = Nested::default();
        let start = self.at;
        let close = |lexer: &mut Self, end| {
            let span = Span::new(start.min(end), end);
            lexer.script.bodies.push(Body {
                word: body.word,
                span,
            });
        };
        while !self.ended() {
            let rest = &self.bytes[self.at..];
            let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = &rest[..len];
            let tabs = if body.tabs {
                line.iter().take_while(|byte| **byte == b'\t').count()
            } else {
                0
            };
            let last = line[tabs..] == body.delimiter[..];
            let end = self.at + len;
            if last {
                close(self, self.at);
                self.skip_places(end, Quote::Literal, body.word);
            } else {
                self.here_line(end, body, &mut nested);
            }
            self.at = (end + 1).min(self.bytes.len());
            if last {
                return;
            }
        }
        close(self, self.at);
    }

    fn here_line(&mut self, end: usize, body: &Open, nested: &mut Nested) {
        while let Some(found) = self.located.get(self.script.places.len()) {
            if found.span.start >= end {
                break;
            }
            if !body.quoted {
                nested.walk(&self.bytes[self.at.min(found.span.start)..found.span.start]);
            }
            self.at = found.span.end.min(self.bytes.len());
            let quote = match self.escaped(found.span.start) {
                true => Quote::Literal,
                false if nested.depth > 0 || nested.tick => Quote::Inside,
                false => Quote::Here {
                    quoted: body.quoted,
                },
            };
            self.push_place(quote, body.word);
        }
        if !body.quoted && self.at < end {
            nested.walk(&self.bytes[self.at..end]);
        }
    }
}

/// Substitutions in the body of a here-document.
#[derive(Default)]
pub(super) struct Nested {
    depth: usize,
    tick: bool,
    escape: bool,
    dollar: bool,
}

impl Nested {
    fn walk(&mut self, part: &[u8]) {
        for &byte in part {
            if self.escape {
                self.escape = false;
                continue;
            }
            match byte {
                b'\\' => self.escape = true,
                b'`' => self.tick = !self.tick,
                b'(' | b'{' | b'[' if self.dollar || (self.depth > 0 && byte != b'[') => {
                    self.depth += 1
                }
                b')' | b'}' if self.depth > 0 => self.depth -= 1,
                _ => {}
            }
            self.dollar = byte == b'$';
        }
        self.escape = false;
    }
}
