//! PowerShell and `cmd.exe`, by their written grammars. Unverified: there is no such shell here to test with.
//!
//! ```text
//! PowerShell   '...' ('' is a quote)   "..." (` escapes, $ expands)   @'...'@ and @"..."@ over lines   # comment
//! cmd.exe      "..."   ^ escapes outside   %NAME% expands everywhere
//! ```

use super::sender::{Reach, Sender};
use super::shell::Quote;
use super::{
    Local, command, egress, in_word, path, power_readers, program, quote, refuse, url, variables,
};
use crate::config::{Access, SecretsInCommands};
use crate::locate::{Located, Stand};
use crate::{Refusal, RefusalKind, Span};

/// Restores a PowerShell command.
pub(crate) fn power_shell(
    local: Local<'_>,
    text: &str,
    located: &[Located],
    env: &mut Vec<(String, String)>,
) -> Result<String, Refusal> {
    rewrite(
        local,
        text,
        located,
        Quotes::POWER_SHELL,
        |value, quote, range, out| match value {
            Value::Slot(value) => quote::power_shell(value, quote, range, out),
            Value::Secret(number) => {
                if !local.permits(number, range)? {
                    egress::in_text(local, number, text, range)?;
                }
                match local.bounds.secrets {
                    SecretsInCommands::Inline => {
                        quote::power_shell(local.raw(number), quote, range, out)
                    }
                    SecretsInCommands::Env => {
                        let name = command::variable_for(local, number, env);
                        let (before, after) = match quote {
                            Quote::Bare | Quote::Double => ("", ""),
                            _ => {
                                return refuse(
                                    RefusalKind::SecretEgress,
                                    range,
                                    "nothing expands in single quotes; use double ones",
                                );
                            }
                        };
                        for part in [before, "${env:", &name, "}", after] {
                            out.push_str(part);
                        }
                        Ok(())
                    }
                    SecretsInCommands::Refuse => {
                        refuse(RefusalKind::SecretEgress, range, NO_SECRETS)
                    }
                }
            }
        },
    )
}

const NO_SECRETS: &str = "this host passes no secrets to commands; ask the user to run it";

/// Restores a command for `cmd.exe`.
pub(crate) fn cmd(local: Local<'_>, text: &str, located: &[Located]) -> Result<String, Refusal> {
    rewrite(
        local,
        text,
        located,
        Quotes::CMD,
        |value, quote, range, out| match value {
            Value::Slot(value) => quote::cmd(value, quote, range, out),
            Value::Secret(_) => refuse(
                RefusalKind::SecretEgress,
                range,
                "cmd.exe cannot take a secret safely; use PowerShell",
            ),
        },
    )
}

enum Value<'v> {
    Slot(&'v str),
    Secret(u32),
}

/// What quotes in a shell.
#[derive(Clone, Copy)]
struct Quotes {
    single: bool,
    escape: u8,
    /// What begins an expansion.
    expands: u8,
    /// Whether a statement makes what follows it the value of a variable that decides what runs.
    sets: fn(&str) -> bool,
    /// Length of the variable that a word begins by assigning to.
    target: fn(&str) -> usize,
}

impl Quotes {
    const POWER_SHELL: Quotes = Quotes {
        single: true,
        escape: b'`',
        expands: b'$',
        sets: variables::set_by_power_shell,
        target: assigned_len,
    };
    const CMD: Quotes = Quotes {
        single: false,
        escape: b'^',
        expands: b'%',
        sets: variables::set_by_cmd,
        target: |_| 0,
    };
}

/// `$env:NAME=`, `${env:NAME}+=`, `$name=` at the start of a word of PowerShell: what follows is as a word of its own.
fn assigned_len(word: &str) -> usize {
    let Some(rest) = word.strip_prefix('$') else {
        return 0;
    };
    let rest = rest.strip_prefix('{').unwrap_or(rest);
    let name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':');
    let end = rest.bytes().position(|b| !name(b)).unwrap_or(0);
    let tail = rest[end..].strip_prefix('}').unwrap_or(&rest[end..]);
    let tail = tail.strip_prefix('+').unwrap_or(tail);
    match tail.strip_prefix('=') {
        Some(value) if end > 0 => word.len() - value.len(),
        _ => 0,
    }
}

fn rewrite(
    local: Local<'_>,
    text: &str,
    located: &[Located],
    quotes: Quotes,
    mut put: impl FnMut(Value<'_>, Quote, Span, &mut String) -> Result<(), Refusal>,
) -> Result<String, Refusal> {
    let mut out = String::with_capacity(text.len() + 32 * located.len());
    let mut done = 0;
    let mut scan = Scan {
        text,
        quotes,
        at: 0,
        quote: Quote::Bare,
        word: 0,
        statement: 0,
        pipeline: 0,
    };
    let sends = tokens(text).any(|token| Sender::of_any_case(token.text).is_some());
    for found in located {
        scan.run(found.span.start);
        let word = scan.word_around(found.span);
        out.push_str(&text[done..found.span.start]);
        match found.stand {
            Stand::Slot(number) => {
                if !local.permits(number, found.span)?
                    && sends
                    && leaves(local, scan.pipeline_of(found.span.end), found)
                {
                    return refuse(RefusalKind::Policy, found.span, url::LEAVES);
                }
                if (quotes.sets)(&text[scan.statement..found.span.start]) {
                    variables::by_policy(local, std::slice::from_ref(found), found.span)?;
                }
                if word.of(text).as_bytes().contains(&quotes.expands) {
                    return refuse(RefusalKind::Metacharacter, found.span, quote::EXPANDED);
                }
                let bare: String = word
                    .of(text)
                    .chars()
                    .filter(|c| !matches!(c, '"' | '\''))
                    .collect();
                in_word::judge(local, &bare, Access::Read, found.span)?;
                let value = command::native(local, number);
                let pipeline = || scan.pipeline_of(found.span.end);
                let inert = quote::reads_as_it_stands(&value)
                    || power_readers::is_inert(
                        &value,
                        text,
                        pipeline(),
                        scan.quote,
                        found.span.start,
                    );
                if !inert {
                    return refuse(RefusalKind::Metacharacter, found.span, program::READ_AGAIN);
                }
                put(Value::Slot(&value), scan.quote, found.span, &mut out)?;
            }
            Stand::Secret(number) => put(Value::Secret(number), scan.quote, found.span, &mut out)?,
            Stand::Unknown { .. } => {
                return refuse(RefusalKind::UnknownHandle, found.span, path::NOT_ISSUED);
            }
        }
        done = found.span.end;
        scan.at = done;
    }
    out.push_str(&text[done..]);
    Ok(out)
}

struct Scan<'t> {
    text: &'t str,
    quotes: Quotes,
    at: usize,
    quote: Quote,
    /// Where the word begins.
    word: usize,
    /// Where the statement begins.
    statement: usize,
    /// Where the first statement begins that is piped into it.
    pipeline: usize,
}

/// A run without spaces, its quotes left out.
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    /// Offset of `text`.
    pub(super) at: usize,
}

pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let ends = |c: char| {
        c.is_whitespace() || matches!(c, '(' | ')' | '{' | '}' | '|' | ';' | '\'' | '"' | '@')
    };
    let mut at = 0;
    text.split(ends).filter_map(move |part| {
        let token = Token { text: part, at };
        at += part.len()
            + text[at + part.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        (!part.is_empty()).then_some(token)
    })
}

/// Whether a pipeline with a sender takes the slot to another host: one that is no file it names.
fn leaves(local: Local<'_>, pipeline: (usize, &str), found: &Located) -> bool {
    let (start, text) = pipeline;
    let words: Vec<Token<'_>> = tokens(text).collect();
    let mut senders = words.iter().enumerate();
    let sender = senders.find_map(|(at, word)| Some((at, Sender::of_any_case(word.text)?)));
    let Some((at, sender)) = sender else {
        return false;
    };
    let reach = sender.reach(local, words[at + 1..].iter().map(|word| Some(word.text)));
    if reach == Reach::Here {
        return false;
    }
    let slot = found.span.start - start;
    let index = words
        .partition_point(|word| word.at <= slot)
        .saturating_sub(1);
    if index < at {
        // `Get-Content [REPO_ROOT_1]/a | iwr ...`
        return path::root(local, found).is_none();
    }
    let word = &words[index];
    let before = if index > at + 1 {
        words[index - 1].text
    } else {
        ""
    };
    let glued = text[..word.at].ends_with('@');
    let file = glued && path::root(local, found).is_some();
    let own = reach == Reach::Named && sender.is_own_url(local, word.text, before);
    !file && !own && !sender.stays(local, word.text, slot - word.at, before, found)
}

impl<'t> Scan<'t> {
    /// The pipeline around a place that was reached, and where it begins.
    fn pipeline_of(&self, at: usize) -> (usize, &'t str) {
        let mut ahead = Scan {
            at: at.max(self.at),
            ..*self
        };
        while ahead.at < self.text.len() && ahead.pipeline == self.pipeline {
            ahead.run(ahead.at + 1);
        }
        let end = match ahead.pipeline == self.pipeline {
            true => self.text.len(),
            false => ahead.pipeline - 1,
        };
        (
            self.pipeline,
            self.text.get(self.pipeline..end).unwrap_or_default(),
        )
    }

    /// Reads up to `end`.
    fn run(&mut self, end: usize) {
        let bytes = self.text.as_bytes();
        while self.at < end {
            let byte = bytes[self.at];
            match self.quote {
                Quote::Single if byte == b'\'' => self.quote = Quote::Bare,
                Quote::Single => {}
                _ if byte == self.quotes.escape => self.at += 1,
                Quote::Double if byte == b'"' => self.quote = Quote::Bare,
                Quote::Double => {}
                _ if byte == b'"' => self.quote = Quote::Double,
                _ if byte == b'\'' && self.quotes.single => self.quote = Quote::Single,
                _ if byte.is_ascii_whitespace()
                    || matches!(
                        byte,
                        b'|' | b';' | b'&' | b'<' | b'>' | b'(' | b')' | b'{' | b'}' | b','
                    ) =>
                {
                    self.word = self.at + 1;
                    let semicolon = byte == b';' && self.quotes.single;
                    if semicolon || matches!(byte, b'\n' | b'|' | b'&') {
                        self.statement = self.at + 1;
                        if byte != b'|' {
                            self.pipeline = self.at + 1;
                        }
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// From the start of the word to its end behind the stand-in.
    fn word_around(&self, span: Span) -> Span {
        let rest = &self.text.as_bytes()[span.end..];
        let quoted = self.quote != Quote::Bare;
        let ends = |byte: &u8| {
            if quoted {
                matches!(byte, b'"' | b'\'' | b'\n')
            } else {
                byte.is_ascii_whitespace() || matches!(byte, b'|' | b';' | b'&' | b')')
            }
        };
        let mut end = span.end + rest.iter().position(ends).unwrap_or(rest.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let mut start = self.word.min(span.start);
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        start += (self.quotes.target)(&self.text[start..span.start]);
        Span::new(start, end)
    }
}
