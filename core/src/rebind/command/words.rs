//! Whether the words of a command, and its here-documents, may be what they are.

use super::may_be_broken;
use super::posix::Posix;
use crate::config::Access;
use crate::locate::{self, Located, Stand};
use crate::rebind::program::{self, Reader};
use crate::rebind::shell::{self, Body, Quote, Role, Word};
use crate::rebind::{display, in_word, look_alike, patch, path, refuse, url, write};
use crate::{Refusal, RefusalKind, Span};

impl<'a> Posix<'a> {
    /// Words as the program will see them: no handle broken up by quotes, no path that leaves its root.
    pub(super) fn judge_words(&self) -> Result<(), Refusal> {
        self.sets_none_by_name()?;
        let mut next = 0;
        let mut own = Vec::with_capacity(4);
        for (index, word) in self.script.words.iter().enumerate() {
            // Words are in the order of their starts, but one may lie in another.
            while next < self.located.len() && self.located[next].span.end <= word.span.start {
                next += 1;
            }
            own.clear();
            let rest = self.located[next..].iter();
            let inside = rest.take_while(|found| found.span.end <= word.span.end);
            for (found, place) in inside.zip(&self.script.places[next..]) {
                if place.word == index && place.quote != Quote::Literal {
                    own.push(found.shifted(word.span.start));
                }
            }
            self.judge_word(word, &own)?;
        }
        Ok(())
    }

    /// `own` are the stand-ins of the word, seen from its start.
    fn judge_word(&self, word: &Word, own: &[Located]) -> Result<(), Refusal> {
        let plain = word.span.of(self.text);
        if !own.is_empty() && plain.contains('=') {
            let plain = shell::cooked(self.text, word.span);
            self.sets_no_such_variable(word, &plain, own)?;
        }
        if word.role == Role::Delimiter || word.expands {
            return Ok(());
        }
        if own.is_empty() && !(word.quoted && may_be_broken(plain)) {
            return self.no_look_alike(plain, word.span);
        }
        let access = || self.access(word);
        if !word.quoted {
            return in_word::judge_located(self.local, plain, own, access(), word.span);
        }
        let cooked = shell::cooked(self.text, word.span);
        let located = locate::locate(self.local.table, &cooked);
        if located.len() > own.len() {
            let message = "a handle is broken up by quotes; write it in one piece";
            return refuse(RefusalKind::Malformed, word.span, message);
        }
        if own.is_empty() {
            return self.no_look_alike(&cooked, word.span);
        }
        if matches!(self.reader(word), Reader::Shell) {
            return self.judge_code(&cooked, word.span);
        }
        if matches!(self.reader(word), Reader::Language) {
            self.no_url_leaves(word.command, &cooked, word.span)?;
        }
        in_word::judge_located(self.local, &cooked, &located, access(), word.span)
    }

    /// Code of another language takes no name to another host in a URL.
    fn no_url_leaves(&self, command: usize, code: &str, range: Span) -> Result<(), Refusal> {
        let program = self.program(command).map_or("", |word| self.name_of(word));
        if !program::opens_urls(program) {
            return Ok(());
        }
        let located = locate::locate(self.local.table, code);
        for found in &located {
            if display::leaves_with_it(self.local, code, found, &located, true) != Some(false) {
                self.local.needs_policy(found, range, url::LEAVES)?;
            }
        }
        Ok(())
    }

    /// Text that a second shell reads. Values in it are plain, so only the model's own characters count.
    fn judge_code(&self, code: &str, range: Span) -> Result<(), Refusal> {
        let located = locate::locate(self.local.table, code);
        let judged = Posix::new(self.local, code, &located, self.depth + 1).and_then(|inner| {
            inner.judge_words()?;
            inner.judge_bodies()?;
            inner.nothing_leaves()?;
            inner.no_expansions()
        });
        judged.map_err(|refusal| Refusal { range, ..refusal })
    }

    /// No slot stands in a word that expands.
    pub(super) fn no_expansions(&self) -> Result<(), Refusal> {
        for (found, place) in self.located.iter().zip(&self.script.places) {
            if let Stand::Slot(_) = found.stand
                && place.quote != Quote::Literal
            {
                self.stands_alone(found, *place)?;
            }
        }
        Ok(())
    }

    /// Here-documents, by who reads them.
    pub(super) fn judge_bodies(&self) -> Result<(), Refusal> {
        for body in &self.script.bodies {
            let moved = |refusal: Refusal| refusal.moved(body.span.start);
            let text = body.span.of(self.text);
            let Some(word) = self.script.words.get(body.word) else {
                continue;
            };
            if self.is_patch(word.command) {
                patch::rebind(self.local, text, &mut Vec::new()).map_err(moved)?;
                continue;
            }
            match self.reader(word) {
                Reader::Shell => self.judge_code(text, body.span)?,
                Reader::Language => self.judge_lines(body)?,
                Reader::Program => {
                    if let Some(file) = self.written_by(word.command) {
                        write::content(self.local, text, Some(&file)).map_err(moved)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Paths in a program's text: each line is judged as one long word.
    fn judge_lines(&self, body: &Body) -> Result<(), Refusal> {
        let word = self.script.words.get(body.word);
        let command = word.map_or(usize::MAX, |word| word.command);
        let mut at = body.span.start;
        for line in body.span.of(self.text).split_inclusive('\n') {
            let range = Span::new(at, at + line.len());
            in_word::judge(self.local, line.trim_end(), Access::Read, range)?;
            self.no_url_leaves(command, line, range)?;
            at = range.end;
        }
        Ok(())
    }

    /// Whether a command reads a patch: `apply_patch`, `git apply`, `git am`, `patch`.
    pub(super) fn is_patch(&self, command: usize) -> bool {
        let name = self.program(command).map_or("", |word| self.name_of(word));
        let second = || {
            let mut words = self.script.of(command);
            words.any(|word| matches!(word.span.of(self.text), "apply" | "am"))
        };
        program::is_patch(name) || name == "git" && second()
    }

    /// The one file that `cat > file` or `tee file` writes, restored.
    fn written_by(&self, command: usize) -> Option<String> {
        let name = self.program(command).map(|word| self.name_of(word))?;
        let wanted = match name {
            "cat" => Role::Output,
            "tee" => Role::Argument,
            _ => return None,
        };
        let mut words = self.script.of(command).filter(|word| word.role == wanted);
        let file = match wanted {
            Role::Argument => words.nth(1),
            _ => words.next(),
        }?;
        let path = shell::cooked(self.text, file.span);
        (!file.expands).then(|| self.local.restored(&path))
    }

    /// A path that only seems to begin with a handle.
    fn no_look_alike(&self, plain: &str, range: Span) -> Result<(), Refusal> {
        let path = plain.as_bytes().contains(&b'/') && !plain.contains(char::is_whitespace);
        if path && look_alike::find(self.local, plain, &[]).is_some() {
            return refuse(RefusalKind::UnknownHandle, range, path::LOOKS_LIKE);
        }
        Ok(())
    }
}
