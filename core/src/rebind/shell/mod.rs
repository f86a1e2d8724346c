//! A lexer for POSIX shell text: enough to know how each stand-in is quoted and which word it belongs to.
//!
//! ```text
//! list     = { command ( "\n" | ";" | "&" | "&&" | "|" | "||" | "(" | ")" | ... ) }
//! command  = { assignment } { word | redirection }
//! word     = { bare | "'...'" | '"..."' | "$'...'" | "\" char | "$name" | "${...}" | "$(" list ")" | "`...`" }
//! redirect = [ "<" | ">" | ">>" | "<<" | "<<-" | "<<<" | ">&" | ... ] word       bodies of "<<" follow the line
//! ```
//!
//! It knows no keywords and builds no tree: what matters here is only where one word ends and another begins,
//! and that is the same for all of them. Text that a shell would reject is lexed too; nothing is run here.

mod cooked;
mod here;
mod word;

use std::ops::Range;

pub(crate) use self::cooked::cooked;
use self::here::Open;
use crate::Span;
use crate::locate::Located;

/// How the characters at a place are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quote {
    Bare,
    Single,
    Double,
    /// `$'...'`
    Ansi,
    /// The body of a here-document; whether its delimiter was quoted.
    Here {
        quoted: bool,
    },
    /// Inside the name of a variable.
    Name,
    /// A comment, or escaped: the shell sees no handle there.
    Literal,
    /// Inside backticks.
    Backtick,
    /// Inside `${...}`, `$((...))` or `$[...]`.
    Inside,
}

/// Where a stand-in is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) quote: Quote,
    /// Index of its word; the body of a here-document belongs to the word of its delimiter.
    pub(crate) word: usize,
    /// It stands in backticks, where quotes and backslashes are read twice.
    pub(crate) ticks: bool,
}

/// What a word is to its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Argument,
    /// The target of `<` and its kin.
    Input,
    /// The target of `>` and its kin.
    Output,
    /// The text of `<<<`.
    Text,
    /// The delimiter of a here-document.
    Delimiter,
}

/// One word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) span: Span,
    pub(crate) command: usize,
    pub(crate) role: Role,
    /// It holds an expansion, a substitution or backticks.
    pub(crate) expands: bool,
    /// It holds quotes or backslashes.
    pub(crate) quoted: bool,
}

/// Shell text in pieces.
#[derive(Default)]
pub(crate) struct Script {
    pub(crate) words: Vec<Word>,
    /// The pipeline that each command belongs to.
    pub(crate) pipelines: Vec<usize>,
    /// One for each stand-in that was given, in order.
    pub(crate) places: Vec<Place>,
    /// Here-documents without their last line.
    pub(crate) bodies: Vec<Body>,
    /// For each command the words among which its own are; those of a substitution in it lie between them.
    ranges: Vec<Range<usize>>,
}

/// The body of a here-document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// Index of the word of its delimiter.
    pub(crate) word: usize,
    pub(crate) span: Span,
}

impl Script {
    /// The words of a command, redirections among them.
    pub(crate) fn of(&self, command: usize) -> impl Iterator<Item = &Word> {
        let range = self.ranges.get(command).cloned().unwrap_or_default();
        self.words[range]
            .iter()
            .filter(move |word| word.command == command)
    }

    fn find_ranges(&mut self) {
        self.ranges = vec![0..0; self.pipelines.len()];
        for (index, word) in self.words.iter().enumerate() {
            let range = &mut self.ranges[word.command];
            if range.end == 0 {
                range.start = index;
            }
            range.end = index + 1;
        }
    }
}

/// Nested deeper than this, text is not shell anybody wrote.
const MAX_DEPTH: usize = 32;

/// Lexes `text`; `None` where it nests too deeply.
pub(crate) fn lex(text: &str, located: &[Located]) -> Option<Script> {
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        at: 0,
        located,
        depth: 0,
        script: Script {
            words: Vec::with_capacity(8 + text.len() / 8),
            pipelines: Vec::with_capacity(4),
            places: Vec::with_capacity(located.len()),
            bodies: Vec::new(),
            ranges: Vec::new(),
        },
        command: 0,
        open: Vec::new(),
        ticks: false,
    };
    lexer.script.pipelines.push(0);
    while lexer.at < lexer.bytes.len() {
        lexer.list(0)?;
        // A `)` that nothing opened: the pattern of a `case`.
        if lexer.at < lexer.bytes.len() {
            lexer.at += 1;
            lexer.next_command(false);
        }
    }
    lexer.here_bodies();
    lexer.skip_places(text.len(), Quote::Literal, 0);
    lexer.script.find_ranges();
    Some(lexer.script)
}

pub(super) struct Lexer<'t> {
    bytes: &'t [u8],
    at: usize,
    located: &'t [Located],
    depth: usize,
    script: Script,
    command: usize,
    /// Here-documents whose bodies begin at the next line.
    open: Vec<Open>,
    ticks: bool,
}

impl Lexer<'_> {
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn ended(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Starts another command, in the same pipeline or a new one.
    fn next_command(&mut self, piped: bool) {
        let current = self.script.pipelines.get(self.command).copied();
        let fresh = self.script.pipelines.len();
        let pipeline = current.filter(|_| piped).unwrap_or(fresh);
        self.script.pipelines.push(pipeline);
        self.command = self.script.pipelines.len() - 1;
    }

    /// Commands up to `close` (a `)`), which is left to the caller, or to the end.
    fn list(&mut self, close: u8) -> Option<()> {
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let mut role = Role::Argument;
        while !self.ended() {
            match self.byte(0) {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' if self.byte(1) == b'\n' => self.at += 2,
                b'\n' => self.line(),
                b'#' => self.comment(),
                b')' if close == b')' || self.depth == 1 => break,
                b'<' | b'>' if self.byte(1) == b'(' => self.word(role)?,
                b'<' | b'>' => {
                    role = self.redirection();
                    continue;
                }
                b'&' if self.byte(1) == b'>' => {
                    self.at += 1;
                    role = self.redirection();
                    continue;
                }
                b'|' | b'&' | b';' | b')' => self.operator(),
                b'(' => self.parenthesis()?,
                _ => self.word(role)?,
            }
            role = Role::Argument;
        }
        self.depth -= 1;
        Some(())
    }

    fn line(&mut self) {
        self.at += 1;
        self.next_command(false);
        self.here_bodies();
    }

    fn comment(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.skip_places(self.at, Quote::Literal, 0);
    }

    fn operator(&mut self) {
        let first = self.byte(0);
        let doubled = self.byte(1) == first;
        let piped = first == b'|' && !doubled;
        self.at += 1 + usize::from(doubled || (piped && self.byte(1) == b'&'));
        self.next_command(piped);
    }

    /// `(list)`, `((arithmetic))`.
    fn parenthesis(&mut self) -> Option<()> {
        if self.byte(1) == b'(' {
            let word = self.open_word(Role::Argument);
            self.balanced(b'(', b')', false, word);
            return Some(());
        }
        self.at += 1;
        self.next_command(false);
        self.nested()
    }

    /// The rest of a list in parentheses, with the closing one.
    pub(super) fn nested(&mut self) -> Option<()> {
        let outer = self.command;
        self.next_command(false);
        self.list(b')')?;
        self.at += 1;
        self.at = self.at.min(self.bytes.len());
        self.command = outer;
        Some(())
    }

    /// `<`, `>>`, `<<-`, `>&`, ...: what the word after it is.
    fn redirection(&mut self) -> Role {
        let first = self.byte(0);
        let mut run = 1;
        while run < 3 && self.byte(run) == first {
            run += 1;
        }
        let here = first == b'<' && run == 2;
        self.at += run;
        let tabs = here && self.byte(0) == b'-';
        if tabs || matches!(self.byte(0), b'&' | b'|') || (first == b'<' && self.byte(0) == b'>') {
            self.at += 1;
        }
        while matches!(self.byte(0), b' ' | b'\t') {
            self.at += 1;
        }
        if here {
            self.delimiter(tabs);
            return Role::Argument;
        }
        if first == b'<' && run == 3 {
            Role::Text
        } else if first == b'<' {
            Role::Input
        } else {
            Role::Output
        }
    }

    pub(super) fn open_word(&mut self, role: Role) -> usize {
        self.script.words.push(Word {
            span: Span::new(self.at, self.at),
            command: self.command,
            role,
            expands: false,
            quoted: false,
        });
        self.script.words.len() - 1
    }

    /// Takes the stand-in that begins here, if one does.
    pub(super) fn place(&mut self, quote: Quote, word: usize) -> bool {
        let Some(found) = self.located.get(self.script.places.len()) else {
            return false;
        };
        if found.span.start > self.at {
            return false;
        }
        if found.span.start < self.at {
            // Its first character was escaped.
            self.push_place(Quote::Literal, word);
            return false;
        }
        let literal = matches!(quote, Quote::Double | Quote::Ansi) && self.escaped(self.at);
        let quote = if literal { Quote::Literal } else { quote };
        self.push_place(quote, word);
        self.at = found.span.end;
        true
    }

    pub(super) fn push_place(&mut self, quote: Quote, word: usize) {
        let ticks = self.ticks;
        self.script.places.push(Place { quote, word, ticks });
    }

    /// Whether an odd number of backslashes stands before `at`.
    pub(super) fn escaped(&self, at: usize) -> bool {
        let run = self.bytes[..at]
            .iter()
            .rev()
            .take_while(|byte| **byte == b'\\')
            .count();
        run % 2 == 1
    }

    /// Stand-ins before `end` that were passed over.
    pub(super) fn skip_places(&mut self, end: usize, quote: Quote, word: usize) {
        while let Some(found) = self.located.get(self.script.places.len()) {
            if found.span.start >= end {
                break;
            }
            self.push_place(quote, word);
        }
    }
}
