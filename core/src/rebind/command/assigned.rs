//! Handles that a command makes the value of a variable that decides what runs.

use super::posix::Posix;
use crate::Refusal;
use crate::locate::Located;
use crate::rebind::shell::Word;
use crate::rebind::{program, quote, variables};

impl<'a> Posix<'a> {
    /// `NAME=[REPO_ROOT_1]/x` before a program, behind `export`, `env`, `docker run -e`, ... `own` are the handles of
    /// the word, `plain` is the word without its quotes.
    pub(super) fn sets_no_such_variable(
        &self,
        word: &Word,
        plain: &str,
        own: &[Located],
    ) -> Result<(), Refusal> {
        let read = |program: &Word| program.span.start < word.span.start && self.is_text(program);
        if !variables::sets_one(plain) || self.program(word.command).is_some_and(read) {
            return Ok(());
        }
        variables::by_policy(self.local, own, word.span)
    }

    /// `read BASH_ENV <<< [REPO_ROOT_1]/x`, `for LD_PRELOAD in [REPO_ROOT_1]/x`, `LD_PRELOAD=([REPO_ROOT_1]/x)`.
    pub(super) fn sets_none_by_name(&self) -> Result<(), Refusal> {
        for word in &self.script.words {
            let whole = word.span.of(self.text);
            let first = whole.as_bytes().first();
            // A name, a quote or an option; most words begin otherwise.
            let begins = matches!(
                first,
                Some(b'A'..=b'Z' | b'_' | b'n' | b'\'' | b'"' | b'\\' | b'-')
            );
            if !begins {
                continue;
            }
            let program = || self.program(word.command);
            let name = quote::unquoted(whole);
            let next = self.text.as_bytes().get(word.span.end);
            let own = if variables::sets_one(name) {
                if word.expands && !program().is_some_and(|program| self.is_text(program)) {
                    self.between(word.span.start, word.span.end)
                } else if next == Some(&b'(') && name.ends_with('=') {
                    let rest = &self.text.as_bytes()[word.span.end..];
                    let end = memchr::memchr(b')', rest).unwrap_or(rest.len());
                    self.between(word.span.end, word.span.end + end)
                } else {
                    continue;
                }
            } else if variables::decides(name)
                && program().is_some_and(|program| program::sets_by_name(self.name_of(program)))
            {
                self.between(word.span.end, self.end_of(word.command))
            } else {
                continue;
            };
            variables::by_policy(self.local, own, word.span)?;
        }
        Ok(())
    }

    /// Whether a program takes `NAME=value` for text.
    fn is_text(&self, program: &Word) -> bool {
        program::takes_text(self.name_of(program))
    }

    /// Where a command ends, with the here-documents that it reads.
    fn end_of(&self, command: usize) -> usize {
        let words = self.script.of(command).map(|word| word.span.end);
        let bodies = self.script.bodies.iter();
        let own = bodies.filter(|body| self.command_of(body.word) == Some(command));
        words
            .chain(own.map(|body| body.span.end))
            .max()
            .unwrap_or(0)
    }

    fn command_of(&self, word: usize) -> Option<usize> {
        self.script.words.get(word).map(|word| word.command)
    }

    fn between(&self, start: usize, end: usize) -> &[Located] {
        let from = |at| self.located.partition_point(|found| found.span.start < at);
        &self.located[from(start)..from(end.max(start))]
    }
}
