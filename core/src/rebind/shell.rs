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
        self.words
            .iter()
            .filter(move |word| word.command == command)
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
    Some(lexer.script)
}

struct Lexer<'t> {
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

/// A here-document that was announced.
struct Open {
    delimiter: Vec<u8>,
    quoted: bool,
    tabs: bool,
    word: usize,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn ended(&self) -> bool {
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
    fn nested(&mut self) -> Option<()> {
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

    fn delimiter(&mut self, tabs: bool) {
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
    fn here_bodies(&mut self) {
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

    fn open_word(&mut self, role: Role) -> usize {
        self.script.words.push(Word {
            span: Span::new(self.at, self.at),
            command: self.command,
            role,
            expands: false,
            quoted: false,
        });
        self.script.words.len() - 1
    }

    /// Skips what means itself, up to the next stand-in.
    fn plain(&mut self) {
        let next = self.located.get(self.script.places.len());
        let end = next.map_or(self.bytes.len(), |found| found.span.start.max(self.at));
        let rest = &self.bytes[self.at..end.min(self.bytes.len())];
        let run = rest.iter().position(|byte| SPECIAL[usize::from(*byte)]);
        self.at += run.unwrap_or(rest.len());
    }

    fn word(&mut self, role: Role) -> Option<()> {
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

    fn dollar(&mut self, word: usize, in_double: bool) -> Option<()> {
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
    fn balanced(&mut self, open: u8, close: u8, single: bool, word: usize) {
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

    /// Takes the stand-in that begins here, if one does.
    fn place(&mut self, quote: Quote, word: usize) -> bool {
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

    fn push_place(&mut self, quote: Quote, word: usize) {
        let ticks = self.ticks;
        self.script.places.push(Place { quote, word, ticks });
    }

    /// Whether an odd number of backslashes stands before `at`.
    fn escaped(&self, at: usize) -> bool {
        let run = self.bytes[..at]
            .iter()
            .rev()
            .take_while(|byte| **byte == b'\\')
            .count();
        run % 2 == 1
    }

    /// Stand-ins before `end` that were passed over.
    fn skip_places(&mut self, end: usize, quote: Quote, word: usize) {
        while let Some(found) = self.located.get(self.script.places.len()) {
            if found.span.start >= end {
                break;
            }
            self.push_place(quote, word);
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

/// Substitutions in the body of a here-document.
#[derive(Default)]
struct Nested {
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

/// A word without its quotes; stand-ins keep their text, so that they are found in it again.
///
/// An escaped bracket becomes U+0001: the shell sees a bracket, but no handle begins or ends there.
pub(crate) fn cooked(text: &str, span: Span) -> String {
    let part = span.of(text);
    let mut out = String::with_capacity(part.len());
    let mut chars = part.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '$') if chars.peek() == Some(&'"') => {}
            (None, '$') if chars.next_if_eq(&'\'').is_some() => ansi_cooked(&mut chars, &mut out),
            (None, '\\') => match chars.next() {
                Some('[' | ']') => out.push('\u{1}'),
                Some('\n') | None => {}
                Some(next) => out.push(next),
            },
            (Some('"'), '\\') if matches!(chars.peek(), Some('"' | '\\' | '$' | '`' | '\n')) => {
                out.extend(chars.next().filter(|next| *next != '\n'));
            }
            (Some(_), '\\') if matches!(chars.peek(), Some('[' | ']')) => {
                chars.next();
                out.push('\u{1}');
            }
            _ => out.push(c),
        }
    }
    out
}

/// The rest of `$'...'`, with its escapes read.
fn ansi_cooked(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, out: &mut String) {
    while let Some(c) = chars.next() {
        match c {
            '\'' => return,
            '\\' => {
                let code = chars.next().unwrap_or('\\');
                let number = match code {
                    'x' => number(chars, 0, 16, 2),
                    'u' => number(chars, 0, 16, 4),
                    'U' => number(chars, 0, 16, 8),
                    '0'..='7' => number(chars, code.to_digit(8).unwrap_or(0), 8, 2),
                    '[' | ']' => Some('\u{1}'),
                    'n' => Some('\n'),
                    't' => Some('\t'),
                    _ => Some(code),
                };
                out.extend(number);
            }
            _ => out.push(c),
        }
    }
}

/// The character whose number follows in at most `digits` digits.
fn number(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    mut value: u32,
    radix: u32,
    digits: usize,
) -> Option<char> {
    for _ in 0..digits {
        let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else {
            break;
        };
        chars.next();
        value = value.wrapping_mul(radix).wrapping_add(digit);
    }
    char::from_u32(value)
}
