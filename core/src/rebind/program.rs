//! Programs: which one a command really runs, and who reads a word of it in the end.
//!
//! `sudo -u x timeout 5 bash -c "..."` runs a shell, and the shell reads the last word a second time.

use super::{quote, refuse};
use crate::{Refusal, RefusalKind, Span};

/// A program or keyword that runs the command behind it.
pub(crate) struct Wrapper {
    name: &'static str,
    /// Letters of its options that take a value of their own.
    values: &'static str,
    /// How many words of its own it takes.
    pub(crate) words: usize,
}

const fn wrapper_row(name: &'static str, values: &'static str, words: usize) -> Wrapper {
    Wrapper {
        name,
        values,
        words,
    }
}

/// The table of wrappers; keywords of the shell are some, since nothing here knows a grammar.
const WRAPPERS: &[Wrapper] = &[
    wrapper_row("sudo", "ugCDhprRtTU", 0),
    wrapper_row("doas", "uC", 0),
    wrapper_row("env", "uCS", 0),
    wrapper_row("xargs", "aEILdnPs", 0),
    wrapper_row("timeout", "ks", 1),
    wrapper_row("gtimeout", "ks", 1),
    wrapper_row("nice", "n", 0),
    wrapper_row("ionice", "cnp", 0),
    wrapper_row("stdbuf", "ioe", 0),
    wrapper_row("strace", "eopsu", 0),
    wrapper_row("caffeinate", "tw", 0),
    wrapper_row("exec", "a", 0),
    wrapper_row("time", "of", 0),
    wrapper_row("nohup", "", 0),
    wrapper_row("setsid", "", 0),
    wrapper_row("command", "", 0),
    wrapper_row("builtin", "", 0),
    wrapper_row("chronic", "", 0),
    wrapper_row("unbuffer", "", 0),
    wrapper_row("if", "", 0),
    wrapper_row("then", "", 0),
    wrapper_row("elif", "", 0),
    wrapper_row("else", "", 0),
    wrapper_row("while", "", 0),
    wrapper_row("until", "", 0),
    wrapper_row("do", "", 0),
    wrapper_row("!", "", 0),
    wrapper_row("{", "", 0),
];

impl Wrapper {
    /// The row of a name.
    pub(crate) fn of(name: &str) -> Option<&'static Wrapper> {
        WRAPPERS.iter().find(|wrapper| wrapper.name == name)
    }

    /// Whether the next word is the value of `option`.
    pub(crate) fn takes_value(&self, option: &str) -> bool {
        let letter = option.strip_prefix('-').filter(|rest| rest.len() == 1);
        letter.is_some_and(|letter| self.values.contains(letter))
    }
}

/// Whether all the arguments of a program are files that it changes, or the last one is.
pub(crate) fn writes(name: &str, is_last: bool) -> bool {
    WRITERS.contains(&name) || (is_last && COPIERS.contains(&name))
}

/// Programs whose last argument is a file that they change.
const COPIERS: &[&str] = &["cp", "ln", "install", "rsync", "scp"];

/// Programs that write to the file behind `-o`.
pub(crate) const WITH_OUTPUT: &[&str] = &[
    "curl", "wget", "sort", "gcc", "cc", "g++", "clang", "rustc", "go", "ld", "pandoc", "jq",
];

pub(crate) const READ_AGAIN: &str = "a second shell or language would read this value again, and it could end the text it stands in; pass it as an argument of its own";

/// Where a second interpreter reads a value, quoting for the first is not enough.
pub(crate) fn inert(value: &str, reader: Reader, range: Span) -> Result<(), Refusal> {
    let message = match reader {
        Reader::Program => return Ok(()),
        Reader::Shell if quote::is_plain(value) => return Ok(()),
        Reader::Language if is_tame(value) => return Ok(()),
        Reader::Shell | Reader::Language => READ_AGAIN,
    };
    refuse(RefusalKind::Metacharacter, range, message)
}

/// Who reads an argument of a program that is run without a shell.
pub(crate) fn reader_of(program: &str, word: &str) -> Reader {
    let code = word.contains([
        ' ', '\t', '\n', ';', '(', '{', '"', '\'', '|', '&', '$', '`',
    ]);
    match code {
        true if is_shell(program) || RESHELLS.contains(&program) => Reader::Shell,
        true if is_language(program) => Reader::Language,
        _ => Reader::Program,
    }
}

pub(crate) fn is_language(name: &str) -> bool {
    LANGUAGES.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

/// Languages whose programs open URLs; `sed` and `jq` only change them.
pub(crate) fn opens_urls(name: &str) -> bool {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let known = [
        "python",
        "node",
        "deno",
        "bun",
        "tsx",
        "perl",
        "ruby",
        "php",
        "lua",
        "Rscript",
        "julia",
        "osascript",
        "pwsh",
        "powershell",
    ];
    known.contains(&name)
}

/// Who interprets a word.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// The program takes it as it is.
    Program,
    /// A second shell.
    Shell,
    /// A program in another language.
    Language,
}

pub(crate) fn is_shell(name: &str) -> bool {
    matches!(
        name,
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish" | "ash" | "busybox"
    )
}

/// Whether a program runs a script, or its input, in the shell that it stands in.
pub(crate) fn is_source(name: &str) -> bool {
    matches!(name, "source" | ".")
}

/// Clients of databases: their arguments name what to connect to, and only those behind an option are code.
pub(crate) fn connects(name: &str) -> bool {
    matches!(name, "psql" | "mysql" | "mariadb")
}

/// Whether a program may read what it is given as code of a shell or of another language.
pub(crate) fn reads_again(name: &str) -> bool {
    is_shell(name) || is_language(name) || is_source(name) || RESHELLS.contains(&name)
}

/// Programs that hand their arguments to a shell.
pub(crate) const RESHELLS: &[&str] = &[
    "eval", "ssh", "su", "watch", "parallel", "script", "at", "batch", "tmux", "screen", "adb",
    "wsl", "wsl.exe", "trap", "alias", "crontab", "runuser", "rsh", "mosh", "entr", "expect",
];

/// Programs that read a language of their own from an argument or their input.
const LANGUAGES: &[&str] = &[
    "python",
    "node",
    "deno",
    "bun",
    "perl",
    "ruby",
    "php",
    "lua",
    "awk",
    "gawk",
    "mawk",
    "sed",
    "gsed",
    "jq",
    "yq",
    "osascript",
    "psql",
    "mysql",
    "mariadb",
    "sqlite",
    "tsx",
    "Rscript",
    "ghci",
    "julia",
    "pwsh",
    "powershell",
    "powershell.exe",
    "cmd",
    "cmd.exe",
    "vim",
    "nvim",
    "ex",
    "ed",
    "gdb",
];

/// Whether a value has only characters that end no string and begin no code in any of them.
pub(crate) fn is_tame(value: &str) -> bool {
    value.bytes().all(|byte| {
        byte.is_ascii_alphanumeric()
            || byte >= 0x80
            || matches!(
                byte,
                b'_' | b'-' | b'.' | b'/' | b':' | b'@' | b'+' | b'=' | b' ' | b',' | b'~'
            )
    })
}

/// Programs whose arguments are files that they change.
pub(crate) const WRITERS: &[&str] = &[
    "rm", "rmdir", "mv", "touch", "mkdir", "tee", "chmod", "chown", "truncate", "shred", "unlink",
];

/// Whether a program takes a patch from its input or argument.
pub(crate) fn is_patch(name: &str) -> bool {
    matches!(name, "apply_patch" | "applypatch" | "patch")
}

/// Whether a shell runs the value of that variable later.
pub(crate) fn is_run(name: &str) -> bool {
    let names = [
        "PROMPT_COMMAND",
        "PS0",
        "PS1",
        "PS2",
        "PS4",
        "BASH_ENV",
        "ENV",
        "GIT_SSH_COMMAND",
        "GIT_PAGER",
        "GIT_EDITOR",
        "PAGER",
        "EDITOR",
        "VISUAL",
        "LESSOPEN",
    ];
    names.contains(&name)
}

/// Programs that print, search or store their arguments: `NAME=value` among them sets nothing.
pub(crate) fn takes_text(name: &str) -> bool {
    matches!(
        name,
        "echo" | "printf" | "grep" | "egrep" | "fgrep" | "rg" | "ag" | "sed" | "awk" | "jq" | "git"
    )
}

/// Whether a program sets variables that it takes by their bare names: `read NAME`, `for NAME in`, `setenv NAME`.
pub(crate) fn sets_by_name(name: &str) -> bool {
    let builtins = [
        "for",
        "select",
        "read",
        "mapfile",
        "readarray",
        "setenv",
        "set",
        "printf",
        "launchctl",
    ];
    builtins.contains(&name)
}

/// Programs that copy to, or log in to, the machines that they name.
pub(crate) fn copies(name: &str) -> bool {
    matches!(
        name,
        "scp" | "rsync" | "sftp" | "ssh" | "ftp" | "lftp" | "mosh" | "rclone"
    )
}

/// Whether a program runs its arguments in another place.
pub(crate) fn runs_elsewhere(name: &str) -> bool {
    matches!(
        name,
        "ssh" | "docker" | "podman" | "kubectl" | "su" | "wsl" | "parallel"
    )
}
