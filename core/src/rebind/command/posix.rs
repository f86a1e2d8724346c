//! A command for sh or bash, with each handle's value put where it stands.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use super::again::Taken;
use super::lead::Lead;
use super::{native, variable};
use crate::config::Access;
use crate::locate::{Located, Stand};
use crate::rebind::program::{self, is_shell};
use crate::rebind::quote::{self, Spot};
use crate::rebind::shell::{self, Place, Quote, Role, Script, Word};
use crate::rebind::{Local, in_word, path, refuse};
use crate::{Kind, Refusal, RefusalKind, Span};

/// A command being rebound.
pub(crate) struct Posix<'a> {
    pub(crate) local: Local<'a>,
    pub(crate) text: &'a str,
    pub(crate) located: &'a [Located],
    pub(crate) script: Script,
    pub(super) leads: Vec<Lead>,
    /// For each pipeline the last of its commands that is a shell.
    pub(super) shells: Vec<usize>,
    /// How many shells read this text before.
    pub(super) depth: usize,
    /// What its second readers take in, once somebody asked.
    pub(super) taken: OnceCell<Taken>,
    /// How many values were followed to second readers.
    pub(super) asked: Cell<usize>,
    /// Programs, and whether the script puts something in their place, once somebody asked.
    pub(super) replaced: RefCell<BTreeMap<&'a str, bool>>,
    /// Whether the script takes secrets elsewhere, once somebody asked.
    pub(super) gives_away: OnceCell<bool>,
}

/// Most shells that read the same text one after the other.
const MAX_SHELLS: usize = 4;

impl<'a> Posix<'a> {
    pub(super) fn new(
        local: Local<'a>,
        text: &'a str,
        located: &'a [Located],
        depth: usize,
    ) -> Result<Self, Refusal> {
        let script = shell::lex(text, located).filter(|_| depth < MAX_SHELLS);
        let Some(script) = script else {
            return refuse(
                RefusalKind::Malformed,
                Span::new(0, text.len()),
                "the command nests too deeply",
            );
        };
        let mut posix = Self {
            local,
            text,
            located,
            leads: vec![Lead::default(); script.pipelines.len()],
            shells: vec![0; script.pipelines.len()],
            script,
            depth,
            taken: OnceCell::new(),
            asked: Cell::new(0),
            replaced: RefCell::default(),
            gives_away: OnceCell::new(),
        };
        posix.find_programs();
        Ok(posix)
    }

    fn find_programs(&mut self) {
        for (index, word) in self.script.words.iter().enumerate() {
            if word.role != Role::Argument {
                continue;
            }
            let text = word.span.of(self.text);
            let open = !self.leads[word.command].done;
            // All shells end so: most words need no closer look.
            let last = quote::unquoted(text).as_bytes().last();
            if !open && !matches!(last, Some(b'h' | b'x')) {
                continue;
            }
            let name = self.name_of(word);
            if open {
                self.leads[word.command].take(index, text, name);
            }
            let hands_on = || {
                let program = self.program(word.command);
                program.is_some_and(|program| program::runs_elsewhere(self.name_of(program)))
            };
            if is_shell(name) && (open || hands_on()) {
                self.shells[self.script.pipelines[word.command]] = word.command;
            }
        }
    }

    pub(super) fn rebind(&self, env: &mut Vec<(String, String)>) -> Result<String, Refusal> {
        self.judge_words()?;
        self.judge_bodies()?;
        let mut out = String::with_capacity(self.text.len() + 32 * self.located.len());
        let mut done = 0;
        for (found, place) in self.located.iter().zip(&self.script.places) {
            if place.quote == Quote::Literal {
                continue;
            }
            out.push_str(&self.text[done..found.span.start]);
            match found.stand {
                Stand::Slot(number) => self.slot(number, found, *place, &mut out)?,
                Stand::Secret(number) => self.secret(number, found, *place, env, &mut out)?,
                Stand::Unknown { kind, .. } => {
                    self.unknown(kind, found, *place)?;
                    out.push_str(found.span.of(self.text));
                }
            }
            done = found.span.end;
        }
        out.push_str(&self.text[done..]);
        self.nothing_leaves()?;
        Ok(out)
    }

    fn slot(
        &self,
        number: u32,
        found: &Located,
        place: Place,
        out: &mut String,
    ) -> Result<(), Refusal> {
        self.stands_alone(found, place)?;
        let Some(word) = self.script.words.get(place.word) else {
            return refuse(RefusalKind::Metacharacter, found.span, quote::EXPANDED);
        };
        self.local.permits(number, found.span)?;
        let value = native(self.local, number);
        if (!quote::is_plain(&value) || value.contains('%')) && !self.is_inert(&value, found, place)
        {
            return refuse(RefusalKind::Metacharacter, found.span, program::READ_AGAIN);
        }
        if place.ticks && !quote::is_plain(&value) {
            let message = "use $(...) instead of backticks around this handle";
            return refuse(RefusalKind::Metacharacter, found.span, message);
        }
        quote::posix(&value, self.spot(word, found, place), out)
    }

    /// Nothing expands in the word of a slot, except beside it in a list of paths.
    pub(super) fn stands_alone(&self, found: &Located, place: Place) -> Result<(), Refusal> {
        let within = matches!(place.quote, Quote::Name | Quote::Here { .. });
        let word = self.script.words.get(place.word);
        let Some(word) = word.filter(|word| word.expands && !within) else {
            return Ok(());
        };
        let outside = !matches!(place.quote, Quote::Backtick | Quote::Inside);
        if let Some(piece) = self.piece_of_list(word, found).filter(|_| outside) {
            let cooked = shell::cooked(self.text, piece);
            return in_word::judge(self.local, &cooked, Access::Read, found.span);
        }
        refuse(RefusalKind::Metacharacter, found.span, quote::EXPANDED)
    }

    /// `PATH=[REPO_ROOT_1]/bin:$PATH`: the piece between colons that a slot stands in, if nothing expands there.
    fn piece_of_list(&self, word: &Word, found: &Located) -> Option<Span> {
        let text = word.span.of(self.text);
        let value = word.span.start + variable(text)?.len() + 1;
        let lead = self.text.get(value..found.span.start)?;
        let start = lead.rfind(':').map_or(value, |at| value + at + 1);
        let tail = self.text.get(found.span.end..word.span.end)?;
        let end = found.span.end + tail.find(':').unwrap_or(tail.len());
        let piece = Span::new(start, end);
        let bounded = start > value || end < word.span.end;
        let inert = !piece.of(self.text).contains(['$', '`', '(', '\\']);
        (bounded && inert).then_some(piece)
    }

    pub(super) fn spot(&self, word: &Word, found: &Located, place: Place) -> Spot {
        let lead = &self.text[word.span.start.min(found.span.start)..found.span.start];
        let starts_word = lead.bytes().all(|byte| matches!(byte, b'\'' | b'"' | b'$'));
        let is_program = self
            .program(word.command)
            .is_some_and(|program| program.span == word.span);
        Spot {
            quote: place.quote,
            starts_word,
            is_program,
            range: found.span,
        }
    }

    /// A handle that was never issued: text where it cannot be a path, else an error of the model's.
    fn unknown(&self, kind: Kind, found: &Located, place: Place) -> Result<(), Refusal> {
        let (before, after) = (
            self.text[..found.span.start].chars().next_back(),
            self.text[found.span.end..].chars().next(),
        );
        let in_path = matches!(before, Some('/' | '\\')) || matches!(after, Some('/' | '\\'));
        let word = self.script.words.get(place.word).map(|word| word.span);
        let whole = word == Some(found.span) && place.quote == Quote::Bare;
        let root = kind.is_root() && word.is_some_and(|word| word.len() <= found.span.len() + 2);
        if in_path || whole || root {
            return refuse(RefusalKind::UnknownHandle, found.span, path::NOT_ISSUED);
        }
        Ok(())
    }
}
