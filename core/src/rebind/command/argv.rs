//! The arguments of a program that is run without a shell.

use super::posix::Posix;
use super::sending::leaves_in_argv;
use super::{base_name, native, rebind_into};
use crate::config::{Access, SecretsInCommands};
use crate::locate::{self, Stand};
use crate::rebind::program::{self, Reader, inert, is_shell, reader_of};
use crate::rebind::{Local, egress, in_word, patch, path, quote, refuse, url, variables};
use crate::{ReboundCommand, Refusal, RefusalKind, Shell, Span, Words};

/// Restores the arguments of a program that is run without a shell; an argument that a shell reads is judged as
/// one (`["bash", "-c", "..."]`).
pub(crate) fn argv(local: Local<'_>, argv: &[&str]) -> Result<ReboundCommand, Refusal> {
    let mut env = Vec::new();
    let words = argv_into(local, argv, &mut env)?;
    Ok(ReboundCommand { words, env })
}

/// As [`argv`], for one of several commands that share their variables.
pub(crate) fn argv_into(
    local: Local<'_>,
    argv: &[&str],
    env: &mut Vec<(String, String)>,
) -> Result<Words, Refusal> {
    let mut words = Vec::with_capacity(argv.len());
    let program = argv.first().map_or("", |word| base_name(word));
    for (index, word) in argv.iter().enumerate() {
        let done = match () {
            () if index > 0 && program::is_patch(program) => {
                patch::rebind(local, word, &mut Vec::new())
            }
            () if index > 0 && is_shell(program) && is_code_flag(argv[index - 1]) => {
                rebind_into(local, word, Shell::Posix, env)
            }
            () => argument(local, argv, index),
        };
        words.push(done.map_err(|refusal| refusal.in_field(&format!("/{index}")))?);
    }
    Ok(Words::Argv(words))
}

/// One argument: nothing in it is special to a shell.
pub(super) fn argument(local: Local<'_>, argv: &[&str], index: usize) -> Result<String, Refusal> {
    let word = argv[index];
    let located = locate::locate(local.table, word);
    let whole = Span::new(0, word.len());
    if located.is_empty() {
        return Ok(word.to_owned());
    }
    let program = argv.first().map_or("", |word| base_name(word));
    let reader = match reader_of(program, word) {
        Reader::Program if is_code_of_shell(argv, index) => Reader::Shell,
        reader => reader,
    };
    if variables::sets_one(word) && !program::takes_text(program) {
        variables::by_policy(local, &located, whole)?;
    }
    match reader {
        Reader::Shell => {
            let code = Posix::new(local, word, &located, 1)?;
            code.judge_words()?;
            code.no_expansions()?;
            code.nothing_leaves()?;
        }
        _ => in_word::judge(local, word, Access::Read, whole)?,
    }
    let mut out = String::with_capacity(word.len() + 32 * located.len());
    let mut done = 0;
    for found in &located {
        out.push_str(&word[done..found.span.start]);
        done = found.span.end;
        match found.stand {
            Stand::Slot(number) => {
                if !local.permits(number, found.span)? && leaves_in_argv(local, argv, index, found)
                {
                    return refuse(RefusalKind::Policy, found.span, url::LEAVES);
                }
                let value = native(local, number);
                inert(&value, reader, found.span)?;
                if !quote::is_plain(&value) && reads_arguments_again(local, argv, index) {
                    return refuse(RefusalKind::Metacharacter, found.span, program::READ_AGAIN);
                }
                if found.span.start == 0 && value.starts_with('-') {
                    return refuse(RefusalKind::Metacharacter, found.span, quote::OPTION);
                }
                out.push_str(&value);
            }
            Stand::Secret(number) => {
                if !local.permits(number, found.span)? {
                    egress::in_text(local, number, &argv.join(" "), found.span)?;
                }
                if local.bounds.secrets != SecretsInCommands::Inline {
                    let message = "no shell expands variables here; use a shell command, so that the secret can be passed as one";
                    return refuse(RefusalKind::SecretEgress, found.span, message);
                }
                out.push_str(local.raw(number));
            }
            Stand::Unknown { .. } => {
                return refuse(RefusalKind::UnknownHandle, found.span, path::NOT_ISSUED);
            }
        }
    }
    out.push_str(&word[done..]);
    Ok(out)
}

/// `["bash", "-c", "eval \"$1\"", "_", value]`, `["env", "X=value", "bash", "-c", "eval $X"]`: whether code beside an
/// argument runs another reader, which may get the argument without its quotes.
fn reads_arguments_again(local: Local<'_>, argv: &[&str], index: usize) -> bool {
    let code = |at: &usize| *at != index && is_code_of_shell(argv, *at);
    let reads = |at: usize| {
        let Ok(code) = Posix::new(local, argv[at], &[], 1) else {
            return true;
        };
        let mut names = code.script.words.iter().map(|word| code.name_of(word));
        names.any(program::reads_again)
    };
    (0..argv.len()).filter(code).any(reads)
}

/// Whether an argument stands behind a shell and its `-c`.
fn is_code_of_shell(argv: &[&str], index: usize) -> bool {
    index > 0
        && is_code_flag(argv[index - 1])
        && argv[..index].iter().any(|word| is_shell(base_name(word)))
}

/// `-c`, `-lc`: the next argument is code.
pub(super) fn is_code_flag(flag: &str) -> bool {
    flag.starts_with('-') && !flag.starts_with("--") && flag.ends_with('c')
}
