//! Places that every machine has: homes, system directories, tool chains, credential stores.

use std::borrow::Cow;

use crate::config::Access;

/// The comparable form of an absolute path that a tool would open as it is: separators and the names of drives
/// made equal, `.` and empty parts left out.
///
/// Unlike the identity of a root it undoes no escapes: `/w/quarr%79` is another directory than `/w/quarry`, and a
/// scope for one must not let the other in.
pub(crate) fn comparable(path: &str) -> Cow<'_, str> {
    if is_comparable(path.as_bytes()) {
        return Cow::Borrowed(path);
    }
    let (mut out, rest, folds) = start_of(path);
    let separators: &[char] = if folds || rest.starts_with('\\') {
        &['/', '\\']
    } else {
        &['/']
    };
    for part in rest
        .split(separators)
        .filter(|part| !matches!(*part, "" | "."))
    {
        out.push('/');
        if folds {
            out.extend(part.chars().flat_map(char::to_lowercase));
        } else {
            out.push_str(part);
        }
    }
    if out.is_empty() {
        out.push('/');
    }
    Cow::Owned(out)
}

/// Whether a path of a POSIX system has its comparable form already.
fn is_comparable(path: &[u8]) -> bool {
    let mapped =
        is_drive_below(path, 1) || path.starts_with(b"/mnt/") || path.starts_with(b"/cygdrive/");
    let ends = path.last() != Some(&b'/');
    if path.first() != Some(&b'/') || !ends || mapped {
        return false;
    }
    // Without an early end the compiler looks at many bytes at a time.
    let pairs = path.iter().zip(&path[1..]);
    !pairs.fold(false, |odd, (&one, &two)| {
        odd | ((one == b'/') & ((two == b'/') | (two == b'.')))
    })
}

/// Whether a letter stands alone at `at`, behind a separator.
fn is_drive_below(path: &[u8], at: usize) -> bool {
    path.get(at).is_some_and(u8::is_ascii_alphabetic)
        && matches!(path.get(at + 1), None | Some(b'/'))
}

/// Whether a disk of Windows is seen below `path`: `/mnt/c/x`, `/cygdrive/c/x`, `/c/x`.
pub(crate) fn is_mounted_drive(path: &str) -> bool {
    let mounts = ["/mnt/", "/cygdrive/", "/"];
    mounts
        .iter()
        .any(|mount| path.starts_with(mount) && is_drive_below(path.as_bytes(), mount.len()))
}

/// The drive, what follows it, and whether case does not matter there: `C:\x`, `/mnt/c/x`, `/cygdrive/c/x`, `/c/x`.
/// A Linux directory that Windows sees as `\\wsl$\Ubuntu\x` has no drive.
fn start_of(path: &str) -> (String, &str, bool) {
    let bytes = path.as_bytes();
    if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
        return (
            format!("{}:", char::from(bytes[0].to_ascii_lowercase())),
            &path[2..],
            true,
        );
    }
    for mount in ["/mnt/", "/cygdrive/", "/"] {
        if let Some(rest) = path.strip_prefix(mount)
            && let Some(letter) = rest.chars().next().filter(char::is_ascii_alphabetic)
            && matches!(rest.as_bytes().get(1), None | Some(b'/'))
        {
            return (
                format!("{}:", letter.to_ascii_lowercase()),
                &rest[1..],
                true,
            );
        }
    }
    for share in [
        "\\\\wsl$\\",
        "\\\\wsl.localhost\\",
        "//wsl$/",
        "//wsl.localhost/",
    ] {
        if let Some(rest) = path
            .get(..share.len())
            .filter(|head| head.eq_ignore_ascii_case(share))
            .map(|_| &path[share.len()..])
        {
            let inside = rest.find(['/', '\\']).map_or("", |at| &rest[at..]);
            return (String::new(), inside, false);
        }
    }
    match path.starts_with("\\\\") {
        true => ("/".to_owned(), path, true),
        false => (String::new(), path, false),
    }
}

/// Whether `path` is `place` or lies below it. Both are in comparable form.
pub(crate) fn lies_in(path: &str, place: &str) -> bool {
    let Some(rest) = path.strip_prefix(place) else {
        return false;
    };
    rest.is_empty() || rest.starts_with(['/', '\\']) || place.ends_with(['/', '\\'])
}

/// Readable by default: what packages and tool chains install, for everybody.
const SHARED: &[&str] = &[
    "/usr",
    "/opt",
    "/nix",
    "/System/Library",
    "/Library/Developer",
    "/Applications/Xcode.app",
    "c:/program files",
    "c:/program files (x86)",
];

/// Writable by default: scratch directories.
const SCRATCH: &[&str] = &[
    "/tmp",
    "/var/tmp",
    "/private/tmp",
    "/private/var/tmp",
    "/dev/null",
];

/// Readable below a home: caches of tool chains and package managers.
const CACHES: &[&str] = &[
    ".cargo/registry",
    ".cargo/git",
    ".rustup",
    "go/pkg/mod",
    ".npm",
    ".nvm",
    ".cache",
    ".m2/repository",
    ".gradle/caches",
    ".pyenv",
    ".rbenv",
    ".bun",
    ".deno",
    ".local/lib",
    ".local/share/uv",
    ".local/share/pnpm",
    ".nuget/packages",
    ".vscode/extensions",
    ".vscode-server/extensions",
    "Library/Caches",
];

/// What may be done at a place that no configuration names.
pub(crate) fn default_access(key: &str) -> Option<Access> {
    if SCRATCH.iter().any(|place| lies_in(key, place)) {
        return Some(Access::Write);
    }
    let cached = || {
        let rest = below_home(key)?;
        CACHES.iter().find(|cache| lies_in(rest, cache))
    };
    let shared = SHARED.iter().any(|place| lies_in(key, place));
    (shared || cached().is_some()).then_some(Access::Read)
}

/// What follows the home directory that `key` begins with.
fn below_home(key: &str) -> Option<&str> {
    if let Some(rest) = key.strip_prefix("/root/") {
        return Some(rest);
    }
    let bases = ["/home/", "/Users/", "c:/users/"];
    let rest = bases.iter().find_map(|base| key.strip_prefix(base))?;
    Some(rest.split_once('/')?.1)
}

/// A home directory itself.
pub(crate) fn is_home(key: &str) -> bool {
    let one_below = |base: &str| {
        key.strip_prefix(base)
            .is_some_and(|rest| !rest.is_empty() && !rest.contains(['/', '\\']))
    };
    key == "/root"
        || ["/home/", "/Users/", "c:/users/"]
            .into_iter()
            .any(one_below)
}

/// A root of a file system, or a directory of the system.
pub(crate) fn is_system(key: &str) -> bool {
    let parts = key
        .split(['/', '\\'])
        .filter(|part| !part.is_empty())
        .count();
    let exact = parts <= 1 || ["/var/log", "/var/lib", "/usr/local"].contains(&key);
    let below = [
        "/etc",
        "/proc",
        "/sys",
        "/dev",
        "/boot",
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/System",
        "c:/windows",
    ];
    exact || below.iter().any(|place| lies_in(key, place))
}

/// Files and directories that hold credentials, wherever they stand. Each is a run of path components.
const STORES: &[&[&str]] = &[
    &[".ssh"],
    &[".aws"],
    &[".gnupg"],
    &[".kube"],
    &[".azure"],
    &[".netrc"],
    &["_netrc"],
    &[".pgpass"],
    &[".git-credentials"],
    &[".vault-token"],
    &[".password-store"],
    &[".docker", "config.json"],
    &[".config", "gcloud"],
    &[".config", "gh"],
    &[".cargo", "credentials"],
    &[".cargo", "credentials.toml"],
    &[".terraform.d", "credentials.tfrc.json"],
    &[".local", "share", "keyrings"],
    &["Library", "Keychains"],
    &["Library", "Cookies"],
    &[".mozilla"],
    &[".thunderbird"],
    &[".config", "google-chrome"],
    &[".config", "chromium"],
    &[".config", "BraveSoftware"],
    &["Application Support", "Google", "Chrome"],
    &["Application Support", "Firefox"],
    &["Application Support", "BraveSoftware"],
    &["Local", "Google", "Chrome"],
    &["Local", "Microsoft", "Edge"],
    &["Roaming", "Mozilla"],
    &["Microsoft", "Credentials"],
    &["Microsoft", "Protect"],
];

/// Files that a shell runs when it starts.
const START_UP: &[&[&str]] = &[
    &[".bashrc"],
    &[".bash_profile"],
    &[".bash_login"],
    &[".bash_logout"],
    &[".bash_aliases"],
    &[".profile"],
    &[".zshrc"],
    &[".zshenv"],
    &[".zprofile"],
    &[".zlogin"],
    &[".zlogout"],
    &[".kshrc"],
    &[".cshrc"],
    &[".tcshrc"],
    &[".config", "fish", "config.fish"],
    &[".config", "fish", "conf.d"],
    &["Microsoft.PowerShell_profile.ps1"],
    &["Microsoft.VSCode_profile.ps1"],
];

/// Files that make other programs run something. Reading them is fine.
const HOOKS: &[&[&str]] = &[
    &[".git", "hooks"],
    &[".git", "config"],
    &[".vscode", "tasks.json"],
];

/// Why a path is refused under every scope.
pub(crate) fn forbidden(path: &str, access: Access) -> Option<&'static str> {
    let mut rest = path;
    while let Some(&first) = rest.as_bytes().first() {
        // All of these places begin with a dot, or with one of a few letters.
        if matches!(first | 0x20, b'.' | 0x7f | b'l' | b'a' | b'm' | b'r') {
            let why = forbidden_at(rest, access);
            if why.is_some() {
                return why;
            }
        }
        let separator = |byte: &u8| matches!(byte, b'/' | b'\\');
        let end = rest.as_bytes().iter().position(separator)?;
        rest = &rest[end + 1..];
    }
    None
}

fn forbidden_at(rest: &str, access: Access) -> Option<&'static str> {
    let stands = |list: &[&[&str]]| list.iter().any(|run| begins_with(rest, run));
    if stands(STORES) {
        return Some(
            "credential stores are never opened; only a policy that names the place can allow it",
        );
    }
    if stands(START_UP) {
        return Some(
            "start-up files of shells are never opened; only a policy that names the file can allow it",
        );
    }
    let hook = access == Access::Write && (stands(HOOKS) || holds_hooks(rest));
    hook.then_some(
        "a file that makes other programs run something is not written; ask the user to do it",
    )
}

/// Whether the components of `run` stand next to each other in `path`, in any case.
pub(crate) fn holds(path: &str, run: &[String]) -> bool {
    let run: Vec<&str> = run.iter().map(String::as_str).collect();
    let starts = path.match_indices(['/', '\\']).map(|(at, _)| at + 1);
    [0].into_iter()
        .chain(starts)
        .any(|at| begins_with(&path[at..], &run))
}

/// Whether the components of `run` stand at the start of `path`, in any case.
fn begins_with(path: &str, run: &[&str]) -> bool {
    // A look at the first bytes spares the splitting.
    let first = run.first().map_or(&[] as &[u8], |first| first.as_bytes());
    if !path
        .as_bytes()
        .get(..first.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(first))
    {
        return false;
    }
    let mut parts = path
        .split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "."));
    run.iter().all(|want| {
        let part = parts.next().unwrap_or_default();
        // Windows does not see dots and spaces at the end.
        part.trim_end_matches([' ', '.']).eq_ignore_ascii_case(want)
    })
}

/// The hooks of a submodule lie in `.git/modules/x/hooks`, its settings in `config` beside them, and those of a worktree in
/// `config.worktree`.
fn holds_hooks(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']);
    parts
        .next()
        .is_some_and(|part| part.eq_ignore_ascii_case(".git"))
        && parts.any(|part| {
            let names = ["hooks", "config", "config.worktree"];
            names.iter().any(|name| part.eq_ignore_ascii_case(name))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_place_one_form() {
        for (path, want) in [
            ("/home/zoe/quarry/", "/home/zoe/quarry"),
            ("/home//zoe/./quarry", "/home/zoe/quarry"),
            ("C:\\Users\\Zoe\\Quarry", "c:/users/zoe/quarry"),
            ("c:/Users/zoe/quarry", "c:/users/zoe/quarry"),
            ("/mnt/c/Users/zoe/quarry", "c:/users/zoe/quarry"),
            ("/c/Users/zoe/quarry", "c:/users/zoe/quarry"),
            ("\\\\wsl$\\Ubuntu\\home\\zoe", "/home/zoe"),
            ("\\\\Server\\Share\\x", "//server/share/x"),
            ("/home/zoe/quarr%79", "/home/zoe/quarr%79"),
            ("/home/zoe/a\\b", "/home/zoe/a\\b"),
            ("/", "/"),
        ] {
            assert_eq!(comparable(path), want, "{path}");
        }
    }

    #[test]
    fn places_that_no_text_makes_a_scope() {
        for path in [
            "/",
            "/etc",
            "/etc/x",
            "/home/zoe",
            "/root",
            "C:\\Users\\zoe",
            "C:\\",
            "/usr/share/x",
            "/home",
        ] {
            let key = comparable(path);
            assert!(is_system(&key) || is_home(&key), "{path}");
        }
        for path in [
            "/home/zoe/quarry",
            "/srv/app",
            "C:\\work\\quarry",
            "/root/quarry",
        ] {
            let key = comparable(path);
            assert!(!is_system(&key) && !is_home(&key), "{path}");
        }
    }

    #[test]
    fn stores_are_found_in_any_case_and_depth() {
        for path in [
            "/w/.ssh/id",
            ".SSH/id",
            "/w/.docker/config.json",
            "/h/Library/Keychains/x",
            "/w/.ssh./id",
            "C:\\x\\.aws\\c",
        ] {
            assert!(forbidden(path, Access::Read).is_some(), "{path}");
        }
        for path in [
            "/w/.github/x",
            "/w/.docker/x",
            "/w/.git/config",
            "/w/src/ssh/x",
            "/w/.env",
        ] {
            assert!(forbidden(path, Access::Read).is_none(), "{path}");
        }
    }
}
