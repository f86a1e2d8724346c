//! What a word is for: the program that takes it, who reads it after the shell, whether its file is written.

use super::argv::is_code_flag;
use super::posix::Posix;
use super::variable;
use crate::config::Access;
use crate::rebind::program::{self, Reader, is_language, is_shell, is_source};
use crate::rebind::quote;
use crate::rebind::shell::{Role, Word};

impl<'a> Posix<'a> {
    /// What the word's file will be used for, as far as the text tells.
    pub(super) fn access(&self, word: &Word) -> Access {
        if word.role == Role::Output {
            return Access::Write;
        }
        let Some(program) = self.program(word.command) else {
            return Access::Read;
        };
        let name = self.name_of(program);
        let last = self.arguments(word.command).last();
        let is_last = last.is_some_and(|last| last.span == word.span);
        let text = word.span.of(self.text);
        let before = || {
            let words = self.arguments(word.command);
            let before = words
                .take_while(|other| other.span.start < word.span.start)
                .last();
            before.map_or("", |word| word.span.of(self.text))
        };
        let output = || {
            program::WITH_OUTPUT.contains(&name)
                && (matches!(before(), "-o" | "-O" | "--output")
                    || text.starts_with("-o")
                    || text.starts_with("--output="))
        };
        let in_place = || {
            let mut words = self.arguments(word.command);
            matches!(name, "sed" | "gsed" | "perl")
                && words.any(|word| word.span.of(self.text).starts_with("-i"))
        };
        let writes = program::writes(name, is_last)
            || (name == "dd" && text.starts_with("of="))
            || output()
            || in_place();
        if writes { Access::Write } else { Access::Read }
    }

    fn arguments(&self, command: usize) -> impl Iterator<Item = &Word> {
        let words = self.script.of(command);
        words.filter(|word| word.role == Role::Argument)
    }

    /// The word that names the program of a command.
    pub(crate) fn program(&self, command: usize) -> Option<&Word> {
        let index = self.leads.get(command)?.program;
        self.script.words.get(index?)
    }

    /// `NAME=...`
    pub(crate) fn is_assignment(&self, word: &Word) -> bool {
        variable(word.span.of(self.text)).is_some()
    }

    /// Who reads the word once the shell is done with it.
    pub(super) fn reader(&self, word: &Word) -> Reader {
        let pipeline = self.script.pipelines.get(word.command);
        let shell = pipeline.and_then(|pipeline| self.shells.get(*pipeline));
        if shell.is_some_and(|shell| *shell > word.command) {
            return Reader::Shell;
        }
        let Some(program) = self.program(word.command) else {
            // `PROMPT_COMMAND=...` on its own.
            let runs = variable(word.span.of(self.text)).is_some_and(program::is_run);
            return if runs { Reader::Shell } else { Reader::Program };
        };
        let fed_by_text = matches!(word.role, Role::Delimiter | Role::Text);
        let name = self.name_of(program);
        if program.span != word.span && self.hands_on(name, word) {
            return Reader::Shell;
        }
        if fed_by_text && (is_shell(name) || is_source(name)) || self.is_code_of_shell(word) {
            return Reader::Shell;
        }
        let before = word.span.end <= program.span.start;
        let reads = || {
            let connects = program::connects(name);
            self.follows_code_flag(word)
                || !connects && (self.is_code(word) || self.is_script(word))
        };
        if !before && is_language(name) && (fed_by_text || reads()) {
            return Reader::Language;
        }
        Reader::Program
    }

    /// Whether a shell takes this argument for code: the first word behind `-c` that is no option.
    fn is_code_of_shell(&self, word: &Word) -> bool {
        let before = self
            .arguments(word.command)
            .take_while(|other| other.span.start < word.span.start);
        let mut before = before.skip_while(|other| !is_shell(self.name_of(other)));
        if before.next().is_none() {
            return false;
        }
        let (mut flag, mut last) = (false, "");
        for other in before {
            let text = other.span.of(self.text);
            if flag && !text.starts_with(['-', '+']) && last != "-o" {
                // What follows the code is its arguments.
                return false;
            }
            flag |= text.starts_with('-') && !text.starts_with("--") && text.contains('c');
            last = text;
        }
        flag && last != "-o"
    }

    /// Whether a program gives this argument to a shell.
    fn hands_on(&self, name: &str, word: &Word) -> bool {
        let text = word.span.of(self.text);
        let before = || self.word_before(word);
        match name {
            "make" | "gmake" => variable(text).is_some(),
            "git" => before() == "-c",
            "env" => matches!(before(), "-S" | "--split-string") || text.starts_with("-S"),
            "export" | "declare" | "typeset" => variable(text).is_some_and(program::is_run),
            _ => program::RESHELLS.contains(&name),
        }
    }

    /// The first argument of `sed`, `awk` or `jq`, with more around the handle than quotes.
    fn is_script(&self, word: &Word) -> bool {
        let text = word.span.of(self.text).trim_matches(['\'', '"']);
        !text.starts_with(['[', '-', '/']) && !text.contains("-slot-")
    }

    /// More than a name or path: it holds spaces, quotes or brackets of a language.
    fn is_code(&self, word: &Word) -> bool {
        let text = word.span.of(self.text);
        let inner = text.trim_matches(['\'', '"']);
        inner.contains([
            ' ', '\t', '\n', ';', '(', '{', '"', '\'', '|', '&', '$', '`',
        ]) || self.follows_code_flag(word)
    }

    fn follows_code_flag(&self, word: &Word) -> bool {
        let flag = self.word_before(word);
        matches!(flag, "-e" | "-E" | "--eval" | "--execute" | "--command") || is_code_flag(flag)
    }

    pub(super) fn word_before(&self, word: &Word) -> &'a str {
        let words = self.script.of(word.command);
        let before = words
            .filter(|other| other.span.end <= word.span.start)
            .last();
        before.map_or("", |other| other.span.of(self.text))
    }

    pub(crate) fn name_of(&self, word: &Word) -> &'a str {
        let text = quote::unquoted(word.span.of(self.text));
        let start = memchr::memrchr(b'/', text.as_bytes()).map_or(0, |at| at + 1);
        &text[start..]
    }
}
