//! Values that a second reader gets by a detour: a variable, an argument, what a substitution prints, a script.
//!
//! `X=[REPO_ROOT_1]; eval "ls $X"` quotes the value well, and `eval` reads it without the quotes. A value of plain
//! characters stands that, so this is asked about others only and ordinary commands pay nothing. Nothing is run here:
//! a value is taken to reach every name that its word could set.

use std::collections::BTreeSet;

use super::{Posix, variable};
use crate::Span;
use crate::locate::{self, Located};
use crate::rebind::program::{self, Reader, is_language, is_shell, is_source};
use crate::rebind::quote;
use crate::rebind::shell::{self, Place, Quote, Role, Word};

/// How often names may pass a value on before it counts as reaching everything.
const MAX_HOPS: usize = 8;

/// Most words whose reader is looked for; behind them every expansion counts as read again.
const MAX_WORDS: usize = 500;

/// Most values that are followed; each takes a walk over the whole script.
const MAX_VALUES: usize = 256;

/// Most places of a value in a word that a second shell reads.
const MAX_QUOTED: usize = 64;

/// Stands among names for whatever `read`, `for` and their kin take in.
const READ: &str = "<";

/// What the second readers of a script take in.
#[derive(Default)]
pub(super) struct Taken {
    /// Names that they expand inside quotes of their own, and outside of them.
    quoted: BTreeSet<String>,
    bare: BTreeSet<String>,
    /// `Y=$X`: a name, and the names that its value comes from.
    flows: Vec<(String, Vec<String>)>,
    /// Base names of files that the script runs.
    files: BTreeSet<String>,
    words: usize,
    /// Whether code nests too deeply to be looked at.
    nests: bool,
}

impl<'a> Posix<'a> {
    /// Whether every reader of the value at `found` takes it for plain characters.
    pub(super) fn is_inert(&self, value: &str, found: &Located, place: Place) -> bool {
        let Some(word) = self.script.words.get(place.word) else {
            return false;
        };
        let direct = match self.reader(word) {
            Reader::Program => true,
            Reader::Language => program::is_tame(value),
            Reader::Shell => quote::is_plain(value) || self.stays_quoted(value, found, word, place),
        };
        direct && (quote::is_plain(value) || !self.reaches_a_reader(value, found, word, place))
    }

    /// Whether a second shell sees the value in quotes that it cannot leave: `bash -c "cd '[REPO_ROOT_1]'"`.
    fn stays_quoted(&self, value: &str, found: &Located, word: &Word, place: Place) -> bool {
        let brackets = |c: char| matches!(c, '(' | ')');
        if !program::is_tame(&value.replace(brackets, "")) {
            return false;
        }
        if self.asked_too_often() {
            return false;
        }
        let code = self.code_of(word, place);
        let located = locate::locate(self.local.table, &code);
        let Ok(inner) = Posix::new(self.local, &code, &located, self.depth + 1) else {
            return false;
        };
        let places = located.iter().zip(&inner.script.places);
        let mut own = places
            .filter(|(other, place)| {
                other.number() == found.number() && place.quote != Quote::Literal
            })
            .peekable();
        own.peek().is_some()
            && own.enumerate().all(|(at, (other, place))| {
                at < MAX_QUOTED
                    && matches!(place.quote, Quote::Single | Quote::Double)
                    && inner.is_inert(value, other, *place)
            })
    }

    /// What a second reader of a word gets: the word without its quotes, or the here-document behind it.
    fn code_of(&self, word: &Word, place: Place) -> String {
        let mut bodies = self.script.bodies.iter();
        let body = bodies.find(|body| body.word == place.word);
        match body.filter(|_| word.role == Role::Delimiter) {
            Some(body) => body.span.of(self.text).to_owned(),
            None => shell::cooked(self.text, word.span),
        }
    }

    fn asked_too_often(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() > MAX_VALUES
    }

    fn reaches_a_reader(&self, value: &str, found: &Located, word: &Word, place: Place) -> bool {
        let taken = self.taken.get_or_init(|| {
            let mut taken = Taken::default();
            self.collect(&mut taken);
            taken
        });
        let substitutes = self.text.contains(['(', '`']);
        if !substitutes && taken.is_nothing() {
            return false;
        }
        if self.asked_too_often() {
            return true;
        }
        if taken.nests
            || self.is_run(word, &taken.files) && !self.stays_quoted(value, found, word, place)
        {
            return true;
        }
        let carriers: Vec<&Word> = self.carriers(found.span, word).collect();
        let printed = !carriers.is_empty() && self.prints(word);
        if printed && carriers.iter().any(|carrier| self.is_reread(carrier)) {
            return true;
        }
        let mut names = self.names_reached(word, found.span);
        for carrier in carriers.iter().filter(|_| printed) {
            names.extend(self.names_reached(carrier, found.span));
        }
        let Some(names) = taken.follow(names) else {
            return true;
        };
        let meets = |set: &BTreeSet<String>| names.iter().any(|name| set.contains(name));
        meets(&taken.bare) || meets(&taken.quoted) && !program::is_tame(value)
    }

    /// Gathers what second readers expand, in this script and in the code that it hands on.
    fn collect(&self, taken: &mut Taken) {
        for word in &self.script.words {
            let text = word.span.of(self.text);
            if let Some(name) = variable(text).filter(|_| word.expands) {
                let from = expanded(text).map(|(_, name)| name.to_owned()).collect();
                taken.flows.push((name.to_owned(), from));
            }
            if self.is_name_read(word) {
                taken.flows.push((text.to_owned(), vec![READ.to_owned()]));
            }
            if let Some(file) = self.file_run(word) {
                taken.files.insert(file.to_owned());
            }
            if !word.expands && !word.quoted && !text.contains("{}") {
                continue;
            }
            taken.words += 1;
            let reader = match taken.words > MAX_WORDS {
                true => Reader::Language,
                false => self.reader(word),
            };
            self.collect_code(taken, reader, word.expands, word.command, || {
                shell::cooked(self.text, word.span)
            });
        }
        for body in &self.script.bodies {
            if let Some(word) = self.script.words.get(body.word) {
                let text = body.span.of(self.text);
                let expands = !word.span.of(self.text).contains(['\'', '"', '\\']);
                self.collect_code(taken, self.reader(word), expands, word.command, || {
                    text.to_owned()
                });
            }
        }
    }

    fn collect_code(
        &self,
        taken: &mut Taken,
        reader: Reader,
        expands: bool,
        command: usize,
        code: impl FnOnce() -> String,
    ) {
        if matches!(reader, Reader::Program) {
            return;
        }
        let code = code();
        if expands {
            taken.add(&code);
        }
        if matches!(reader, Reader::Shell) {
            if self.placeholders(command).any(|mark| code.contains(mark)) {
                taken.bare.insert("{}".to_owned());
            }
            match Posix::new(self.local, &code, &[], self.depth + 1) {
                Ok(inner) => inner.collect(taken),
                Err(_) => taken.nests = true,
            }
        }
    }

    /// What `find -exec` and `xargs -I` put arguments in place of.
    fn placeholders(&self, command: usize) -> impl Iterator<Item = &'a str> {
        let mut words = self.script.of(command).map(|word| word.span.of(self.text));
        let own = words.find_map(|text| text.strip_prefix("-I"));
        let own = own.map(|glued| {
            if glued.is_empty() {
                words.next().unwrap_or("{}")
            } else {
                glued
            }
        });
        ["{}"].into_iter().chain(own)
    }

    /// The file that a word runs: the program itself, or what a shell or `source` reads.
    fn file_run(&self, word: &Word) -> Option<&'a str> {
        let program = self.program(word.command)?;
        let text = word.span.of(self.text);
        let name = self.name_of(program);
        let runs = match word.role {
            Role::Argument if program.span == word.span => text.contains('/'),
            Role::Argument | Role::Input => is_shell(name) || is_language(name) || is_source(name),
            _ => false,
        };
        runs.then(|| self.name_of(word))
    }

    /// Whether what the word says goes to a file that the script runs.
    fn is_run(&self, word: &Word, files: &BTreeSet<String>) -> bool {
        if files.is_empty() || matches!(word.role, Role::Output | Role::Input) {
            return false;
        }
        let pipelines = &self.script.pipelines;
        let mut written = self.script.words.iter().filter(|other| {
            let target = other.role == Role::Output
                || self
                    .program(other.command)
                    .is_some_and(|program| self.name_of(program) == "tee");
            target && pipelines[other.command] == pipelines[word.command]
        });
        written.any(|other| files.contains(self.name_of(other)))
    }

    /// Words that hold `span` in a substitution.
    fn carriers(&self, span: Span, own: &Word) -> impl Iterator<Item = &Word> {
        let own = own.span;
        let words = self.script.words.iter();
        words.filter(move |word| word.span != own && word.span.contains(span))
    }

    /// Whether what a word says, or the path it names, may be what its command prints.
    fn prints(&self, word: &Word) -> bool {
        let program = self.program(word.command);
        let name = program.map_or("", |program| self.name_of(program));
        let opens = matches!(name, "cat" | "head" | "tail" | "direnv" | "source" | ".");
        let is_program = program.is_some_and(|program| program.span == word.span);
        !is_program && !(opens && word.role == Role::Argument)
    }

    /// Whether a second reader takes the word itself, or the file that a substitution in it stands for.
    fn is_reread(&self, word: &Word) -> bool {
        let program = self.program(word.command);
        let name = program.map_or("", |program| self.name_of(program));
        let fed = word.span.of(self.text).starts_with("<(") || word.role != Role::Argument;
        !matches!(self.reader(word), Reader::Program) || fed && (is_shell(name) || is_source(name))
    }

    /// Names that the value of a word gets into.
    fn names_reached(&self, word: &Word, span: Span) -> Vec<String> {
        let mut names = vec!["_".to_owned(), "{}".to_owned()];
        names.extend(variable(word.span.of(self.text)).map(str::to_owned));
        let program = self.program(word.command);
        let name = program.map_or("", |program| self.name_of(program));
        match name {
            "cd" | "pushd" => names.extend(["PWD", "OLDPWD", "DIRSTACK"].map(str::to_owned)),
            _ => names.push(READ.to_owned()),
        }
        if self.gives_positions(name, word) {
            names.extend(
                ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "@", "*"].map(str::to_owned),
            );
        }
        // `NAME=([REPO_ROOT_1])`
        let lists = self.script.words.iter().filter(|list| {
            let rest = self.text.get(list.span.end..span.start);
            list.span.of(self.text).ends_with('=')
                && rest.is_some_and(|rest| rest.starts_with('(') && !rest.contains(')'))
        });
        names.extend(
            lists
                .filter_map(|list| variable(list.span.of(self.text)))
                .map(str::to_owned),
        );
        names
    }

    /// Whether the arguments of a command become `$1`, `$2`, ... of code in this text.
    fn gives_positions(&self, name: &str, word: &Word) -> bool {
        let mut before = self
            .script
            .of(word.command)
            .take_while(|other| other.span.start < word.span.start);
        let defined = || {
            let heads = [
                [name, "()"].concat(),
                [name, " ()"].concat(),
                ["function ", name].concat(),
            ];
            !name.is_empty() && heads.iter().any(|head| self.text.contains(head.as_str()))
        };
        name == "set"
            || is_source(name)
            || before.any(|other| is_shell(self.name_of(other)))
            || defined()
    }

    /// Whether the word may be a name that `read`, `for` or their kin set.
    fn is_name_read(&self, word: &Word) -> bool {
        let program = self.program(word.command);
        program.is_some_and(|program| {
            program.span.start < word.span.start && program::sets_by_name(self.name_of(program))
        })
    }
}

impl Taken {
    fn is_nothing(&self) -> bool {
        self.quoted.is_empty() && self.bare.is_empty() && self.files.is_empty() && !self.nests
    }

    /// Adds what a second reader's text expands.
    fn add(&mut self, code: &str) {
        let (mut at, mut open) = (0, None);
        for (start, name) in expanded(code) {
            for c in code[at..start].chars() {
                match open {
                    None if matches!(c, '\'' | '"') => open = Some(c),
                    Some(quote) if quote == c => open = None,
                    _ => {}
                }
            }
            at = start;
            let set = if open.is_some() {
                &mut self.quoted
            } else {
                &mut self.bare
            };
            set.insert(name.to_owned());
        }
    }

    /// All names that a value gets into when these are set to it; `None` if that takes too long to tell.
    fn follow(&self, names: Vec<String>) -> Option<BTreeSet<String>> {
        let mut reached: BTreeSet<String> = names.into_iter().collect();
        for _ in 0..MAX_HOPS {
            let before = reached.len();
            for (name, from) in &self.flows {
                if from.iter().any(|from| reached.contains(from)) {
                    reached.insert(name.clone());
                }
            }
            if reached.len() == before {
                return Some(reached);
            }
        }
        None
    }
}

/// The names that a text expands and where: `$X`, `${X}`, `${!X}`, `$1`, `$@`, and `$(pwd)` as `PWD`.
fn expanded(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices(['$', '`']).filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        let rest = rest.trim_start_matches(['{', '!', '#', '(']);
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        match &rest[..end] {
            "" if rest.starts_with(['@', '*']) => Some((at, &rest[..1])),
            "" => None,
            "pwd" => Some((at, "PWD")),
            name => Some((at, name)),
        }
    })
}
