//! Who reads the text of a command for PowerShell or `cmd.exe` again: `iex`, a second shell, another language.
//!
//! As in POSIX shells, a value of plain characters stands that. Of the others, those without characters of any syntax
//! stand it in quotes of the second reader: `pwsh -c "cd '[REPO_ROOT_1]'"`.

use super::power::{Token, tokens};
use super::program::{is_language, is_shell, is_tame};
use super::shell::Quote;

/// A second reader of a pipeline.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    /// Its spaces only separate.
    Cmd,
    /// A shell or language with quotes.
    Quoting,
}

/// Whether `value`, which is not plain, is plain characters to whoever reads it. It stands at `at` of `text`, in
/// `pipeline` (its offset and text).
pub(super) fn is_inert(
    value: &str,
    text: &str,
    pipeline: (usize, &str),
    quote: Quote,
    at: usize,
) -> bool {
    let tame = is_tame(&value.replace(['(', ')', '\\'], ""));
    let (start, own) = pipeline;
    match reader(own) {
        None => tame || !passed_on(text),
        Some(Again::Cmd) => is_tame(&value.replace('\\', "")),
        Some(Again::Quoting) => {
            tame && quote == Quote::Double && is_quoted_inside(&own[..at - start])
        }
    }
}

/// Whether the string that is open at the end of `lead` has opened single quotes of its own.
fn is_quoted_inside(lead: &str) -> bool {
    let string = lead.rfind('"').map_or("", |open| &lead[open..]);
    string.matches('\'').count() % 2 == 1
}

/// Whether a second reader of the text expands something, which may be any value that a variable holds.
fn passed_on(text: &str) -> bool {
    first_reader(text).is_some_and(|(at, _)| text[at..].contains(['$', '%']))
}

fn reader(text: &str) -> Option<Again> {
    first_reader(text).map(|(_, reader)| reader)
}

fn first_reader(text: &str) -> Option<(usize, Again)> {
    let words: Vec<Token<'_>> = tokens(text).collect();
    let named = words.iter().enumerate();
    named.into_iter().find_map(|(index, word)| {
        let reader = reader_at(text, word, &words[index + 1..])?;
        Some((word.at, reader))
    })
}

fn reader_at(text: &str, word: &Token<'_>, rest: &[Token<'_>]) -> Option<Again> {
    let lower = word.text.to_ascii_lowercase();
    let name = lower.rsplit(['/', '\\', '=']).next().unwrap_or(&lower);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let option = |fits: &dyn Fn(&str) -> bool| {
        let mut rest = rest.iter();
        rest.any(|word| fits(&word.text.trim_matches(',').to_ascii_lowercase()))
    };
    let code = |flag: &str| flag.starts_with('-') && !flag.starts_with("--") && flag.contains('c');
    let fed = || text[..word.at].trim_end().ends_with('|');
    let again = match name {
        "iex" | "invoke-expression" | "wsl" | "ssh" | "schtasks" | "forfiles" => true,
        "powershell" => !option(&|flag| flag.len() > 1 && "-file".starts_with(flag)),
        "pwsh" => fed() || option(&|flag| flag.starts_with("-c") || flag.starts_with("-e")),
        "cmd" if option(&|flag| flag.starts_with("/c") || flag.starts_with("/k")) => {
            return Some(Again::Cmd);
        }
        "for" => option(&|flag| flag == "/f"),
        "git" => option(&|flag| flag == "-c"),
        "psql" | "mysql" => option(&|flag| matches!(flag, "-c" | "-e")),
        _ if is_shell(name) => fed() || option(&code),
        _ if is_language(name) => option(&|flag| matches!(flag, "-c" | "-e" | "--eval" | "-p")),
        _ => name.ends_with("expandstring") || lower.contains("scriptblock]::create"),
    };
    again.then_some(Again::Quoting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_reads_again() {
        for text in [
            "iex \"ls\"",
            "'ls' | Invoke-Expression",
            "powershell \"ls\"",
            "powershell.exe -Command ls",
            "pwsh -c ls",
            "C:\\x\\bash.exe -lc 'ls'",
            "'ls' | bash",
            "wsl ls",
            "ssh h ls",
            "& ([scriptblock]::Create('ls'))",
            "Start-Process pwsh -ArgumentList \"-c ls\"",
            "python -c 'x'",
            "docker exec web sh -c ls",
            "git -c a.b=c log",
            "$ExecutionContext.InvokeCommand.ExpandString('x')",
            "for /f %i in ('dir') do x",
        ] {
            assert!(reader(text) == Some(Again::Quoting), "{text}");
        }
        assert!(reader("cmd.exe /c dir") == Some(Again::Cmd));
        for text in [
            "ls",
            "powershell -NoProfile -File x.ps1",
            "pwsh x.ps1",
            "bash build.sh",
            "python x.py",
            "git commit -m x",
            "Write-Host cmd",
            "for (;;) { ls }",
            "node server.js",
        ] {
            assert!(reader(text).is_none(), "{text}");
        }
    }
}
