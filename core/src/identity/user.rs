//! Login names.

use crate::anchor::Anchor;

pub(crate) const ANCHORS: &[Anchor] = &[];

/// Names that many machines share, and words that name no one.
const GENERIC: &[&str] = &[
    "_mysql",
    "_postgres",
    "_www",
    "adm",
    "admin",
    "administrator",
    "agent",
    "airflow",
    "almalinux",
    "alpine",
    "android",
    "anonymous",
    "apache",
    "api",
    "app",
    "application",
    "apps",
    "arch",
    "assistant",
    "audio",
    "avahi",
    "azureuser",
    "backup",
    "bar",
    "baz",
    "bin",
    "bitnami",
    "bot",
    "build",
    "builder",
    "buildkite",
    "cassandra",
    "centos",
    "chrony",
    "ci",
    "circleci",
    "claude",
    "client",
    "cloud-user",
    "coder",
    "codespace",
    "codespaces",
    "codex",
    "colord",
    "consul",
    "contact",
    "container",
    "containers",
    "copilot",
    "core",
    "cups",
    "cursor",
    "daemon",
    "darwin",
    "data",
    "dbus",
    "debian",
    "default",
    "demo",
    "deploy",
    "deployer",
    "desktop",
    "dev",
    "devel",
    "developer",
    "dialout",
    "dnsmasq",
    "docker",
    "dotnet",
    "ec2-user",
    "elasticsearch",
    "everyone",
    "example",
    "fedora",
    "foo",
    "ftp",
    "function",
    "fwupd",
    "games",
    "gdm",
    "gemini",
    "geoclue",
    "git",
    "github",
    "gitlab",
    "gitlab-runner",
    "gitpod",
    "gnats",
    "golang",
    "grafana",
    "group",
    "guest",
    "hadoop",
    "hello",
    "help",
    "hg",
    "home",
    "homebrew",
    "host",
    "hplip",
    "httpd",
    "human",
    "info",
    "input",
    "irc",
    "java",
    "jenkins",
    "jovyan",
    "kafka",
    "kernoops",
    "kibana",
    "kvm",
    "landscape",
    "libvirt",
    "lightdm",
    "linux",
    "linuxbrew",
    "list",
    "local",
    "localhost",
    "login",
    "logstash",
    "lp",
    "lxd",
    "macos",
    "mail",
    "main",
    "man",
    "master",
    "me",
    "memcached",
    "messagebus",
    "mobile",
    "model",
    "mongodb",
    "mysql",
    "name",
    "netdev",
    "news",
    "nginx",
    "nix",
    "nixbld",
    "nobody",
    "node",
    "nogroup",
    "nomad",
    "none",
    "ntp",
    "null",
    "nvidia",
    "opc",
    "operator",
    "ops",
    "oracle",
    "owner",
    "pi",
    "plugdev",
    "polkitd",
    "pollinate",
    "postgres",
    "project",
    "projects",
    "prometheus",
    "proxy",
    "public",
    "pulse",
    "python",
    "qemu",
    "rabbitmq",
    "reboot",
    "redis",
    "render",
    "rocky",
    "root",
    "rtkit",
    "ruby",
    "runlevel",
    "runner",
    "runneradmin",
    "rust",
    "sales",
    "sample",
    "saned",
    "sddm",
    "security",
    "server",
    "service",
    "services",
    "shared",
    "shutdown",
    "someone",
    "spark",
    "speech-dispatcher",
    "src",
    "ssh",
    "sshd",
    "staff",
    "steam",
    "sudo",
    "support",
    "svc",
    "svn",
    "sync",
    "sys",
    "syslog",
    "system",
    "systemd",
    "systemd-network",
    "systemd-resolve",
    "tcpdump",
    "team",
    "temp",
    "test",
    "tester",
    "testuser",
    "tmp",
    "tomcat",
    "tool",
    "total",
    "travis",
    "tss",
    "ubuntu",
    "unknown",
    "usbmux",
    "user",
    "username",
    "users",
    "uucp",
    "uuidd",
    "vagrant",
    "vault",
    "video",
    "vscode",
    "web",
    "wheel",
    "whoopsie",
    "windows",
    "work",
    "worker",
    "world",
    "wsl",
    "wtmp",
    "www",
    "www-data",
    "you",
    "zookeeper",
];

/// English words that are names too: known at their own place only.
const WORDS: &[&str] = &[
    "alpha", "amber", "angel", "april", "archer", "art", "ash", "august", "autumn", "baker",
    "banks", "basil", "bear", "beta", "bill", "bird", "black", "blaze", "bond", "boss", "bridge",
    "brook", "brown", "buck", "bud", "captain", "case", "cash", "chase", "chief", "chip", "cliff",
    "close", "code", "coder", "cook", "cross", "crystal", "dash", "dawn", "day", "dean", "delta",
    "dragon", "drew", "duke", "eagle", "early", "echo", "faith", "falcon", "field", "fields",
    "fish", "fisher", "flash", "ford", "fox", "frost", "gamma", "geek", "gene", "glen", "grace",
    "grant", "gray", "green", "grey", "guy", "hack", "hacker", "hall", "hand", "hawk", "head",
    "heath", "hill", "hope", "house", "hunter", "iris", "ivy", "jade", "joy", "june", "key",
    "king", "lake", "lily", "lion", "lock", "long", "love", "major", "mark", "max", "may", "miles",
    "min", "nerd", "ninja", "noble", "nova", "omega", "orion", "page", "park", "pearl", "penny",
    "phoenix", "pierce", "pilot", "porter", "post", "power", "price", "quick", "ranger", "raven",
    "red", "reed", "rich", "river", "rob", "rose", "rush", "rusty", "sage", "sandy", "save",
    "script", "sharp", "shell", "short", "skip", "sky", "spark", "spring", "stack", "star",
    "stone", "storm", "string", "strong", "summer", "sunny", "table", "tiger", "trace", "track",
    "violet", "wade", "walker", "ward", "white", "will", "winter", "wise", "wolf", "wood", "woods",
    "young", "zen",
];

/// Whether a login name tells who somebody is and may be looked for elsewhere.
pub(crate) fn is_telling(name: &str) -> bool {
    name.len() >= 3
        && name.len() <= 64
        && name.bytes().any(|b| b.is_ascii_alphabetic() || b >= 0x80)
        && !name.contains(['%', '\\', '~'])
        && !is_generic(name)
        && !contains(WORDS, name)
}

/// Whether the text is about a package of that name: it imports it or depends on it, more than once. A home of that
/// name is an example then, and the word stands for the package.
pub(crate) fn is_subject(text: &str, name: &str) -> bool {
    let places = memchr::memmem::find_iter(text.as_bytes(), name.as_bytes());
    let code = places.filter(|&at| is_dependency(text.as_bytes(), at, at + name.len()));
    code.take(2).count() == 2
}

/// `name::x`, `name = "4"`, `name = { version`, `name==4`, `require("name")`, `from 'name'`, `docs.rs/name`.
fn is_dependency(bytes: &[u8], start: usize, end: usize) -> bool {
    let (before, after) = (&bytes[..start], &bytes[end..]);
    let digit = |at: usize| after.get(at).is_some_and(u8::is_ascii_digit);
    let glued = before
        .last()
        .is_some_and(|&b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':'));
    let quoted = after.starts_with(b"'") || after.starts_with(b"\"");
    let ends = |leads: &[&str]| leads.iter().any(|lead| before.ends_with(lead.as_bytes()));
    let used = after.starts_with(b"::")
        || after.starts_with(b" = { version")
        || after.starts_with(b" = \"") && digit(4)
        || after.starts_with(b"==") && digit(2)
        || quoted && ends(&["require(\"", "require('", " from \"", " from '"]);
    !glued && used
        || ends(&[
            "docs.rs/",
            "crates.io/crates/",
            "npmjs.com/package/",
            "pypi.org/project/",
        ])
}

/// Whether many machines have a login of that name.
pub(crate) fn is_generic(name: &str) -> bool {
    contains(GENERIC, name)
}

/// Whether the sorted list of lower-case words has the name, in any case.
pub(super) fn contains(list: &[&str], name: &str) -> bool {
    let lower = |byte: &u8| byte.to_ascii_lowercase();
    list.binary_search_by(|known| known.bytes().cmp(name.as_bytes().iter().map(lower)))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(GENERIC.is_sorted() && WORDS.is_sorted());
    }

    #[test]
    fn a_package_is_no_login() {
        let code = "// as in /home/quarrel/x\nuse quarrel::Parser;\nuse quarrel::Args;\n";
        assert!(is_subject(code, "quarrel"));
        let listing = "quarrel 1 0.0 /home/quarrel/bin\nquarrel 2 0.1 top\nssh quarrel@10.0.0.7";
        assert!(!is_subject(listing, "quarrel"));
    }

    #[test]
    fn only_names_of_somebody_tell() {
        for name in ["tilda", "enzo.varga", "j_okafor", "ENZO", "花子花子"] {
            assert!(is_telling(name), "{name}");
        }
        for name in [
            "root", "Ubuntu", "www-data", "will", "ed", "1000", "zoe%20x", "ZOEVAR~1",
        ] {
            assert!(!is_telling(name), "{name}");
        }
    }
}
