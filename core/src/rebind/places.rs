//! Places that every machine has: homes, system directories, tool chains, credential stores.

use crate::config::Access;

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
    "/mnt/c/Program Files",
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
    let bases = ["/home/", "/Users/", "c:/users/", "/mnt/c/Users/"];
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
        || ["/home/", "/Users/", "c:/users/", "C:\\Users\\"]
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
    &["Microsoft.PowerShell_profile.ps1"],
];

/// Files that make other programs run something. Reading them is fine.
const HOOKS: &[&[&str]] = &[
    &[".git", "hooks"],
    &[".git", "config"],
    &[".vscode", "tasks.json"],
];

/// Why a path is refused under every scope.
pub(crate) fn forbidden(path: &str, access: Access) -> Option<&'static str> {
    // All of them have a component that begins with a dot, or one of a few names.
    let dotted = path.contains("/.") || path.contains("\\.") || path.starts_with('.');
    if !dotted && !may_be_a_store(path) {
        return None;
    }
    let stands = |list: &[&[&str]]| list.iter().any(|run| holds(path, run));
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
    let hook = access == Access::Write && (stands(HOOKS) || holds_between(path, ".git", "hooks"));
    hook.then_some(
        "a file that makes other programs run something is not written; ask the user to do it",
    )
}

fn may_be_a_store(path: &str) -> bool {
    [
        "_netrc",
        "Library",
        "Application Support",
        "AppData",
        "Microsoft",
    ]
    .iter()
    .any(|name| {
        path.split(['/', '\\'])
            .any(|part| part.eq_ignore_ascii_case(name))
    }) || path.ends_with("profile.ps1")
}

/// Whether the components of `run` stand next to each other in `path`, in any case.
fn holds(path: &str, run: &[&str]) -> bool {
    let parts = || {
        path.split(['/', '\\'])
            .filter(|part| !matches!(*part, "" | "."))
    };
    let same =
        |part: &str, want: &str| part.trim_end_matches([' ', '.']).eq_ignore_ascii_case(want);
    let first = run.first().copied().unwrap_or_default();
    parts().enumerate().any(|(at, part)| {
        same(part, first)
            && run
                .iter()
                .enumerate()
                .all(|(next, want)| parts().nth(at + next).is_some_and(|part| same(part, want)))
    })
}

/// Whether `inner` follows `outer` at any distance: the hooks of a submodule lie in `.git/modules/x/hooks`.
fn holds_between(path: &str, outer: &str, inner: &str) -> bool {
    let mut parts = path.split(['/', '\\']);
    parts.any(|part| part.eq_ignore_ascii_case(outer))
        && parts.any(|part| part.eq_ignore_ascii_case(inner))
}
