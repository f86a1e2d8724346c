//! Handles that a command makes the value of a variable that decides what runs.

use super::posix::Posix;
use crate::Refusal;
use crate::locate::Located;
use crate::rebind::shell::Word;
use crate::rebind::{program, variables};

impl<'a> Posix<'a> {
    /// `NAME=[REPO_ROOT_1]/x` before a program, behind `export`, `env`, `docker run -e`, ... `own` are the handles of
    /// the word, `plain` is the word without its quotes.
    pub(super) fn sets_no_such_variable(
        &self,
        word: &Word,
        plain: &str,
        own: &[Located],
    ) -> Result<(), Refusal> {
        if !variables::assigned(plain).is_some_and(variables::decides) {
            return Ok(());
        }
        let program = self.program(word.command);
        let text = program.is_some_and(|program| {
            program.span.start < word.span.start && program::takes_text(self.name_of(program))
        });
        match text {
            true => Ok(()),
            false => variables::by_policy(self.local, own, word.span),
        }
    }

    /// `read PATH <<< [REPO_ROOT_1]/bin`, `for PATH in [REPO_ROOT_1]/bin`, `PATH=([REPO_ROOT_1]/bin)`.
    pub(super) fn sets_none_by_name(&self) -> Result<(), Refusal> {
        for word in &self.script.words {
            let whole = word.span.of(self.text);
            let first = whole.as_bytes().first();
            if !first.is_some_and(|first| !first.is_ascii_lowercase() || *first == b'n') {
                continue;
            }
            let program = || self.program(word.command).map(|word| self.name_of(word));
            let name = whole.trim_matches(['\'', '"']);
            let next = self.text.as_bytes().get(word.span.end);
            let array = next == Some(&b'(') && name.ends_with('=');
            let text = || program().is_some_and(program::takes_text);
            let own = if word.expands
                && variables::assigned(name).is_some_and(variables::decides)
                && !text()
            {
                self.between(word.span.start, word.span.end)
            } else if array && variables::assigned(name).is_some_and(variables::decides) {
                let rest = &self.text.as_bytes()[word.span.end..];
                let end = memchr::memchr(b')', rest).unwrap_or(rest.len());
                self.between(word.span.end, word.span.end + end)
            } else if variables::decides(name) && program().is_some_and(program::sets_by_name) {
                let words = self.script.of(word.command);
                let last = words.last().map_or(word.span.end, |last| last.span.end);
                let bodies = self.script.bodies.iter();
                let own = bodies.filter(|body| self.command_of(body.word) == Some(word.command));
                let last = own.map(|body| body.span.end).fold(last, usize::max);
                self.between(word.span.end, last)
            } else {
                continue;
            };
            variables::by_policy(self.local, own, word.span)?;
        }
        Ok(())
    }

    fn command_of(&self, word: usize) -> Option<usize> {
        self.script.words.get(word).map(|word| word.command)
    }

    fn between(&self, start: usize, end: usize) -> &[Located] {
        let from = |at| self.located.partition_point(|found| found.span.start < at);
        &self.located[from(start)..from(end.max(start))]
    }
}
