//! Whether a command takes a slot to another host.

use super::base_name;
use super::posix::Posix;
use super::variable;
use crate::Refusal;
use crate::locate::Located;
use crate::rebind::sender::{Reach, Sender};
use crate::rebind::shell::{self, Place, Quote, Role, Word};
use crate::rebind::{Local, egress, path, program, url};

/// The senders of a script that talk to other hosts.
#[derive(Default)]
pub(super) struct Leaving<'s> {
    /// The row of each command's program, where it is one of them, and where it talks to.
    commands: Vec<Option<(&'static Sender, Reach)>>,
    /// Their arguments, in order.
    pub(super) words: Vec<&'s Word>,
    /// For each pipeline the last of its commands that is one.
    pipelines: Vec<Option<usize>>,
}

impl<'a> Posix<'a> {
    /// No slot is an argument or the input of a sender that talks to another host, by whatever way.
    pub(super) fn nothing_leaves(&self) -> Result<(), Refusal> {
        let leaving = self.leaving();
        if leaving.words.is_empty() {
            return Ok(());
        }
        for (found, place) in self.located.iter().zip(&self.script.places) {
            if place.quote != Quote::Literal && self.leaves(found, *place, &leaving) {
                self.local.needs_policy(found, found.span, url::LEAVES)?;
            }
        }
        Ok(())
    }

    pub(super) fn leaving(&self) -> Leaving<'_> {
        let count = self.script.pipelines.len();
        let rows = (0..count).map(|command| self.sender(self.program(command)?));
        let mut rows: Vec<Option<&'static Sender>> = rows.collect();
        for word in &self.script.words {
            if self.device(word).is_some() {
                rows[word.command] = Sender::of("nc");
            }
        }
        if rows.iter().all(Option::is_none) {
            return Leaving::default();
        }
        let mut words: Vec<Vec<&Word>> = vec![Vec::new(); count];
        for word in &self.script.words {
            if rows[word.command].is_some() {
                words[word.command].push(word);
            }
        }
        let by_proxy = self.goes_by_a_proxy();
        let mut commands = vec![None; count];
        let mut pipelines = vec![None; count];
        for (command, row) in rows.into_iter().enumerate() {
            let Some(row) = row else { continue };
            let reach = match by_proxy {
                true => Reach::Anywhere,
                false => self.reach(command, row, &words[command]),
            };
            if reach == Reach::Here {
                words[command].clear();
                continue;
            }
            commands[command] = Some((row, reach));
            pipelines[self.script.pipelines[command]] = Some(command);
        }
        Leaving {
            commands,
            words: words.into_iter().flatten().collect(),
            pipelines,
        }
    }

    fn sender(&self, program: &Word) -> Option<&'static Sender> {
        if program.expands {
            // `$FETCH https://x.example/`
            return Sender::of("open");
        }
        if !program.quoted {
            return Sender::of(self.name_of(program));
        }
        Sender::of(base_name(&shell::cooked(self.text, program.span)))
    }

    /// The host of `/dev/tcp/host/port`, which bash connects to.
    fn device(&self, word: &Word) -> Option<&'a str> {
        if !matches!(word.role, Role::Input | Role::Output) {
            return None;
        }
        let text = word.span.of(self.text);
        let find = |device: &str| memchr::memmem::find(text.as_bytes(), device.as_bytes());
        let at = find("/dev/tcp/").or_else(|| find("/dev/udp/"))?;
        text[at + 9..].split('/').next()
    }

    fn reach(&self, command: usize, row: &Sender, words: &[&Word]) -> Reach {
        let start = self.program(command).map_or(0, |program| program.span.end);
        let own = |word: &&&Word| {
            let plain = shell::cooked(self.text, word.span);
            let host = egress::host_of_variable(&plain).map(str::to_owned);
            host.is_none_or(|host| egress::is_own_host(self.local, &host))
        };
        let mut before = words.iter().filter(|word| word.span.end < start);
        let arguments = words
            .iter()
            .filter(|word| word.role == Role::Argument && word.span.start >= start);
        let plain: Vec<Option<String>> = arguments.map(|word| self.followed(word)).collect();
        let device = |word: &&&Word| {
            self.device(word)
                .is_some_and(|host| !egress::is_own_host(self.local, host))
        };
        if words.iter().any(|word| device(&word)) || !before.all(|word| own(&word)) {
            return Reach::Anywhere;
        }
        row.reach(self.local, plain.iter().map(Option::as_deref))
    }

    /// The word without its quotes, as far as it tells a host; `None` if an expansion may be one.
    fn followed(&self, word: &Word) -> Option<String> {
        let mut plain = shell::cooked(self.text, word.span);
        let Some(at) = plain.find(['$', '`']).filter(|_| word.expands) else {
            return Some(plain);
        };
        let tail = plain.split_off(at);
        let name = tail.trim_start_matches(['$', '{']);
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = name.split_at(end.unwrap_or(name.len()));
        if let Some(scheme) = plain.find("://") {
            let complete = plain[scheme + 3..].contains(['/', '?', '#']);
            let port =
                || plain.ends_with(':') && self.values_of(name).all(|value| is_number(&value));
            return (complete || port()).then_some(plain);
        }
        if plain.starts_with('-') || plain.contains('=') {
            return Some(plain);
        }
        let mut values = self.values_of(name).filter(|_| plain.is_empty());
        let (value, more) = (values.next()?, values.next());
        let rest = rest.strip_prefix('}').unwrap_or(rest);
        let whole = rest.is_empty() || rest.starts_with('/');
        (more.is_none() && whole).then(|| value + rest)
    }

    /// What the script assigns to a variable.
    fn values_of(&self, name: &str) -> impl Iterator<Item = String> {
        let words = self.script.words.iter();
        let named = words.filter(move |word| variable(word.span.of(self.text)) == Some(name));
        named.map(|word| {
            let plain = shell::cooked(self.text, word.span);
            plain
                .split_once('=')
                .map_or_else(String::new, |(_, value)| value.to_owned())
        })
    }

    fn leaves(&self, found: &Located, place: Place, leaving: &Leaving<'_>) -> bool {
        let Some(word) = self.script.words.get(place.word) else {
            return false;
        };
        if let Some(Some((sender, reach))) = leaving.commands.get(word.command) {
            return match word.role {
                Role::Argument => !self.stays(sender, *reach, word, found),
                Role::Text | Role::Delimiter => true,
                Role::Input | Role::Output => false,
            };
        }
        let last = leaving.pipelines.get(self.script.pipelines[word.command]);
        let piped = last.is_some_and(|last| last.is_some_and(|last| last > word.command));
        let name = self
            .program(word.command)
            .map_or("", |program| self.name_of(program));
        // What is in a file has no name; what is printed may be one.
        let prints = matches!(name, "echo" | "printf") || word.role != Role::Argument;
        let named = prints && word.role != Role::Input || path::root(self.local, found).is_none();
        let inside = || {
            leaving
                .words
                .iter()
                .any(|sent| sent.span.contains(found.span))
        };
        named && (piped || inside() || self.assigned_to(word, leaving))
    }

    fn stays(&self, sender: &Sender, reach: Reach, word: &Word, found: &Located) -> bool {
        let before = self
            .program(word.command)
            .is_none_or(|program| word.span.end <= program.span.start);
        let text = word.span.of(self.text);
        let at = found.span.start - word.span.start.min(found.span.start);
        let previous = self.word_before(word);
        let own = || {
            let plain = self.followed(word);
            plain.is_some_and(|plain| sender.is_own_url(self.local, &plain, previous))
        };
        before
            || reach == Reach::Named && own()
            || sender.stays(self.local, text, at, previous, found)
    }

    /// `U=[USER_1]; curl -d $U`: whether a sender expands what this word assigns.
    fn assigned_to(&self, word: &Word, leaving: &Leaving<'_>) -> bool {
        let Some(name) = variable(word.span.of(self.text)).or_else(|| self.set_by_name(word))
        else {
            return false;
        };
        let expands = |text: &str| {
            text.match_indices('$').any(|(at, _)| {
                let rest = text[at + 1..].trim_start_matches('{');
                let ends =
                    |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
                rest.strip_prefix(name).is_some_and(ends)
            })
        };
        leaving
            .words
            .iter()
            .any(|sent| sent.expands && expands(sent.span.of(self.text)))
    }
}

impl<'a> Posix<'a> {
    /// `for NAME in word`, `read NAME <<< word`, `printf -v NAME word`
    fn set_by_name(&self, word: &Word) -> Option<&'a str> {
        let program = self.program(word.command)?;
        if !program::sets_by_name(self.name_of(program)) {
            return None;
        }
        let words = self.script.of(word.command).map(|word| word.span);
        let mut names = words.skip_while(|span| span.start <= program.span.start);
        let name = names.find(|span| !span.of(self.text).starts_with('-'))?;
        (name != word.span).then(|| name.of(self.text))
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The same for arguments without a shell.
pub(super) fn leaves_in_argv(
    local: Local<'_>,
    argv: &[&str],
    index: usize,
    found: &Located,
) -> bool {
    let mut programs = argv.iter().enumerate();
    let sender = programs.find_map(|(at, word)| Some((at, Sender::of(base_name(word))?)));
    let Some((at, sender)) = sender else {
        return false;
    };
    let rest = argv.get(at + 1..).unwrap_or_default();
    if index <= at {
        return false;
    }
    let (word, previous) = (argv[index], argv[index - 1]);
    match sender.reach(local, rest.iter().map(|word| Some(*word))) {
        Reach::Here => false,
        Reach::Named if sender.is_own_url(local, word, previous) => false,
        _ => !sender.stays(local, word, found.span.start, previous, found),
    }
}
