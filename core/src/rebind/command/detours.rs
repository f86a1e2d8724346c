//! What else a script could do with a secret that one of its commands rightly gets: hand it to something that only
//! bears the name of its program, to a proxy, or print its environment to another host.

use super::Posix;
use super::variable;
use crate::rebind::program::{self, Reader};
use crate::rebind::shell::{self, Role, Word};
use crate::rebind::{egress, variables};

pub(super) const ELSEWHERE: &str = "another part of this command could take the secret elsewhere; run the part that needs it on its own";

/// Directories of programs that no project owns.
const INSTALLED: &[&str] = &[
    "/usr/",
    "/bin/",
    "/sbin/",
    "/opt/",
    "/nix/",
    "/snap/",
    "/home/linuxbrew/",
    "/Applications/",
    "/Library/",
];

impl<'a> Posix<'a> {
    /// Whether the word names the installed program of that name, and the script puts nothing in its place.
    pub(crate) fn is_what_it_says(&self, program: &Word) -> bool {
        let text = shell::cooked(self.text, program.span);
        let installed =
            !text.contains('/') || INSTALLED.iter().any(|place| text.starts_with(place));
        let name = self.name_of(program);
        installed && {
            let mut replaced = self.replaced.borrow_mut();
            !*replaced
                .entry(name)
                .or_insert_with(|| self.is_redefined(name) || self.changes_programs())
        }
    }

    /// Whether the script sets a variable that decides what runs.
    fn changes_programs(&self) -> bool {
        self.words_set(|name, value| {
            let trivial = matches!(
                value,
                "" | "cat" | "less" | "more" | "true" | "vim" | "vi" | "nano"
            );
            let path = name == "PATH" && !value.split(':').all(is_list_of_programs);
            path || !trivial && variables::decides(name)
        })
    }

    /// `curl() { ...; }`, `function curl`, `alias curl=...`, `hash -p /tmp/x curl`
    fn is_redefined(&self, name: &str) -> bool {
        let follows = |at: usize, what: &str| {
            let rest = &self.text[at + name.len()..];
            let free = !self.text[..at]
                .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'));
            free && rest.trim_start_matches([' ', '\t']).starts_with(what)
        };
        let behind = |at: usize, words: &[&str]| {
            let lead = self.text[..at].trim_end_matches(['\'', '"', ' ', '\t']);
            words.iter().any(|word| lead.ends_with(word))
        };
        let aliases = self.text.contains("alias");
        let mut found = memchr::memmem::find_iter(self.text.as_bytes(), name.as_bytes());
        !name.is_empty()
            && (found.any(|at| {
                follows(at, "()") || behind(at, &["function"]) || aliases && follows(at, "=")
            }) || self.text.contains("hash -p"))
    }

    /// Whether a command of the script reaches another host with what the script's environment holds.
    pub(super) fn gives_secrets_away(&self) -> bool {
        *self.gives_away.get_or_init(|| {
            // `\!` leads from a client of a database to a shell.
            let named = ["SLOTGUARD_", "\\!"]
                .iter()
                .any(|name| self.text.contains(name));
            named
                || self.goes_by_a_proxy()
                || self.reaches_others_with_environment(self.dumps_environment())
        })
    }

    /// `export https_proxy=http://x; curl ...`, `export PGHOST=x`
    pub(super) fn goes_by_a_proxy(&self) -> bool {
        self.words_set(|name, value| {
            let upper = name.to_ascii_uppercase();
            let decides = upper.ends_with("PROXY") && upper != "NO_PROXY"
                || matches!(&*upper, "PGHOST" | "PGHOSTADDR");
            decides
                && !value.is_empty()
                && !egress::is_own_host(self.local, egress::host_of(value.trim_end_matches('/')))
        })
    }

    /// Whether a word of the script sets a variable of that name and value.
    fn words_set(&self, fits: impl Fn(&str, &str) -> bool) -> bool {
        self.script.words.iter().any(|word| {
            let Some(name) = variable(word.span.of(self.text)) else {
                return false;
            };
            let plain = shell::cooked(self.text, word.span);
            plain
                .split_once('=')
                .is_some_and(|(_, value)| fits(name, value))
        })
    }

    fn dumps_environment(&self) -> bool {
        self.script.words.iter().any(|word| {
            let text = word.span.of(self.text);
            if text.contains("environ") || text.contains("${!") {
                return true;
            }
            let Some(program) = self.program(word.command) else {
                // A wrapper without a program prints all of it.
                return self.name_of(word) == "env";
            };
            let mut arguments = self.script.of(word.command).filter(|other| {
                other.role == Role::Argument && other.span.start > program.span.start
            });
            let shown = match self.name_of(program) {
                "env" | "set" => arguments.next().is_none(),
                "printenv" | "compgen" => true,
                "export" | "declare" | "typeset" => {
                    arguments.all(|other| other.span.of(self.text).starts_with('-'))
                }
                _ => false,
            };
            shown && program.span == word.span
        })
    }

    /// Whether a command talks to another host and takes what expands, or everything that is set, with it.
    fn reaches_others_with_environment(&self, dumped: bool) -> bool {
        let takes = |word: &Word| dumped || word.expands;
        let sends = self.leaving().words.iter().any(|word| takes(word));
        let copies = || {
            let mut words = self.script.words.iter();
            words.any(|word| {
                self.is_foreign_machine(word)
                    && (dumped || self.script.of(word.command).any(|word| word.expands))
            })
        };
        let inside = || {
            let mut words = self.script.words.iter();
            words.any(|word| {
                (word.quoted || word.expands) && matches!(self.reader(word), Reader::Shell) && {
                    let code = shell::cooked(self.text, word.span);
                    let inner = Posix::new(self.local, &code, &[], self.depth + 1);
                    code.contains("SLOTGUARD_")
                        || inner.is_ok_and(|inner| {
                            inner.reaches_others_with_environment(
                                dumped || inner.dumps_environment(),
                            )
                        })
                }
            })
        };
        sends || copies() || inside()
    }

    /// `scp x me@example.net:/y`, `ssh example.net`: whether an argument names a machine that is no slot.
    fn is_foreign_machine(&self, word: &Word) -> bool {
        let program = self
            .program(word.command)
            .filter(|program| program.span.end < word.span.start);
        if !program.is_some_and(|program| program::copies(self.name_of(program))) {
            return false;
        }
        let plain = shell::cooked(self.text, word.span);
        let (machine, remote) = match plain.split_once(':') {
            Some((machine, _)) => (machine, !machine.contains('/')),
            None => (&*plain, plain.contains('@')),
        };
        let host = machine.rsplit('@').next().unwrap_or(machine);
        let named = remote
            || host.contains('.')
                && !host.contains('/')
                && program.is_some_and(|program| self.name_of(program) == "ssh");
        named && !plain.starts_with('-') && !egress::is_own_host(self.local, host)
    }
}

/// A piece of `PATH` that holds installed programs.
fn is_list_of_programs(piece: &str) -> bool {
    matches!(piece, "$PATH" | "${PATH}" | "" | "/bin" | "/sbin")
        || INSTALLED.iter().any(|place| piece.starts_with(place))
        || piece.starts_with("$(")
}
