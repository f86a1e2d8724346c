//! Variables of the environment whose value decides which code other programs run.
//!
//! `LD_PRELOAD=[REPO_ROOT_1]/x.so ls` runs what stands in a file that the model may have written, and nobody who
//! reads `ls` expects it. So a handle goes into such a variable only by a policy. Lists of directories (`PATH`,
//! `PYTHONPATH`, `NODE_PATH`) are how a project's own programs and tests are run every day: they take one as before.

use super::Local;
use crate::locate::Located;
use crate::{Refusal, Span};

/// Names, in the spelling of POSIX.
const NAMES: &[&str] = &[
    // Shells.
    "BASH_ENV",
    "ENV",
    "PROMPT_COMMAND",
    "PS0",
    "PS1",
    "PS2",
    "PS4",
    "IFS",
    "ZDOTDIR",
    "SHELL",
    "SHELLOPTS",
    "BASHOPTS",
    "COMSPEC",
    "PATHEXT",
    "PSModulePath",
    // Programs that others start.
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "BROWSER",
    "LESSOPEN",
    "LESSCLOSE",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "SUDO_EDITOR",
    "SYSTEMD_EDITOR",
    "SYSTEMD_PAGER",
    "GIT_ASKPASS",
    "GIT_EDITOR",
    "GIT_EXEC_PATH",
    "GIT_EXTERNAL_DIFF",
    "GIT_PAGER",
    "GIT_PROXY_COMMAND",
    "GIT_SEQUENCE_EDITOR",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_TEMPLATE_DIR",
    "CC",
    "CXX",
    "MAKEFLAGS",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    // What interpreters load or run first.
    "PYTHONBREAKPOINT",
    "PYTHONHOME",
    "PYTHONSTARTUP",
    "PYTHONUSERBASE",
    "NODE_OPTIONS",
    "npm_config_node_options",
    "npm_config_script_shell",
    "PERL5DB",
    "PERL5OPT",
    "RUBYOPT",
    "LUA_INIT",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "GRADLE_OPTS",
    "MAVEN_OPTS",
    "DOTNET_STARTUP_HOOKS",
    "GCONV_PATH",
    "OPENSSL_CONF",
    "OPENSSL_ENGINES",
    "OPENSSL_MODULES",
];

/// Beginnings of names: the loader's, profilers of .NET, settings of git.
const FAMILIES: &[&str] = &["LD_", "DYLD_", "COR_", "CORECLR_", "GIT_CONFIG"];

/// Of those families, the lists of directories.
const SEARCHED: &[&str] = &["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"];

/// Whether a variable of that name decides what programs run.
pub(crate) fn decides(name: &str) -> bool {
    if !may_decide(name) {
        return false;
    }
    let family = || FAMILIES.iter().any(|family| name.starts_with(family));
    NAMES.contains(&name) || family() && !SEARCHED.contains(&name)
}

/// Most words of a command begin otherwise than those names.
fn may_decide(word: &str) -> bool {
    let capital = |first: &u8| first.is_ascii_uppercase() || *first == b'_';
    word.as_bytes().first().is_some_and(capital) || word.starts_with("npm_")
}

/// The same on Windows, where names have no case.
fn decides_on_windows(name: &str) -> bool {
    let begins = |family: &&str| {
        let head = name.as_bytes().get(..family.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(family.as_bytes()))
    };
    let is = |known: &&str| known.eq_ignore_ascii_case(name);
    NAMES.iter().any(is) || FAMILIES.iter().any(begins) && !SEARCHED.iter().any(is)
}

/// Refuses slots that would become the value of such a variable, unless the policy lets them.
pub(crate) fn by_policy(local: Local<'_>, located: &[Located], range: Span) -> Result<(), Refusal> {
    let mut located = located.iter();
    located.try_for_each(|found| local.needs_policy(found, range, RUNS))
}

const RUNS: &str =
    "this variable decides which code other programs run; only a policy can allow this value in it";

/// Whether `word` assigns such a variable.
pub(crate) fn sets_one(word: &str) -> bool {
    assigned(word).is_some_and(decides)
}

/// The variable that `word` assigns: `NAME=`, `NAME+=`, `NAME[0]=`, and behind `-e` or `--env=`.
fn assigned(word: &str) -> Option<&str> {
    let options = || {
        let options = ["--env=", "--setenv=", "-e", "-E"];
        options.iter().find_map(|option| word.strip_prefix(option))
    };
    let bare = word.starts_with('-').then(options).flatten();
    let word = bare.unwrap_or(word);
    if !may_decide(word) {
        return None;
    }
    let name = &word[..memchr::memchr(b'=', word.as_bytes())?];
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split_once('[').map_or(name, |(name, _)| name);
    is_name(name).then_some(name)
}

fn is_name(name: &str) -> bool {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(part)
}

/// Whether `lead`, the statement of PowerShell up to a handle, makes the handle the value of such a variable:
/// `$env:NAME =`, `Set-Item env:NAME`, `[Environment]::SetEnvironmentVariable("NAME", `.
pub(crate) fn set_by_power_shell(lead: &str) -> bool {
    let lower = lead.to_ascii_lowercase();
    let cmdlets = [
        "set-item",
        "new-item",
        "set-content",
        "add-content",
        "si ",
        "ni ",
        "sc ",
        "ac ",
    ];
    let cmdlet = cmdlets.iter().any(|cmdlet| lower.contains(cmdlet));
    let by_provider = lower.match_indices("env:").any(|(at, _)| {
        let rest = lead[at + 4..].trim_start_matches(['\\', '/']);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
        let rest = rest.trim_start_matches(['}', ' ', '\t', '+']);
        decides_on_windows(name) && (cmdlet || rest.starts_with('='))
    });
    let command = lower.contains("setx") || lower.contains("cmd");
    by_provider
        || lower.contains("setenvironmentvariable") && names_one(lead)
        || command && set_by_cmd(lead)
}

/// Whether `lead`, a command of `cmd.exe` up to a handle, does so: `set NAME=`, `set "NAME=`, `setx NAME`.
pub(crate) fn set_by_cmd(lead: &str) -> bool {
    let lead = lead.replace('^', "");
    let words = lead.split([' ', '\t', '=', '"', ',', ';', '@', '(']);
    let mut words = words.filter(|word| !word.is_empty());
    let mut sets = false;
    words.any(|word| {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let found = sets && decides_on_windows(word);
        sets |= is("set") || is("setx");
        found
    })
}

/// Whether a word of the text is the name of such a variable.
fn names_one(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(decides_on_windows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_once_and_are_names() {
        for (at, name) in NAMES.iter().enumerate() {
            assert!(is_name(name) && decides(name), "{name}");
            assert!(!NAMES[..at].contains(name), "{name}");
        }
        for name in ["LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "GIT_CONFIG_VALUE_0"] {
            assert!(decides(name), "{name}");
        }
        for name in [
            "PATH",
            "PYTHONPATH",
            "LD_LIBRARY_PATH",
            "DATA",
            "LDFLAGS",
            "GIT_DIR",
            "HOME",
        ] {
            assert!(!decides(name), "{name}");
        }
    }

    #[test]
    fn what_a_word_assigns() {
        for (word, name) in [
            ("PATH=x", Some("PATH")),
            ("PATH+=:x", Some("PATH")),
            ("PATH[0]=x", Some("PATH")),
            ("--env=LD_PRELOAD=x", Some("LD_PRELOAD")),
            ("-eLD_PRELOAD=x", Some("LD_PRELOAD")),
            ("--out=x", None),
            ("a/b=c", None),
            ("=x", None),
        ] {
            assert_eq!(assigned(word), name, "{word}");
        }
    }
}
