//! Programs that send what they are told: `curl`, HTTPie, openers of URLs, look-ups of names.
//!
//! A slot goes to hosts that are slots and to this machine, to others by a policy only. So while such a program talks
//! to another host, or nobody can tell to which one, no slot stands in its arguments: not in a label, a path, a header or a body.
//! What stays here may be named: files that are written, and directories of files that are sent (`-T [REPO_ROOT_1]/a`),
//! whose names do not leave. A program that fetches what a URL names (`git`, `npm`, `pip`) is no sender.

use super::{Local, egress, path};
use crate::locate::Located;

/// How a sender is told where to send.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// By URLs, whose scheme may be left out.
    Url,
    /// By URLs with a scheme; everything else is a file.
    Opener,
    /// By bare names of hosts.
    Name,
}

/// A row of the table.
#[derive(Clone, Copy)]
pub(crate) struct Sender {
    names: &'static [&'static str],
    manner: Manner,
    /// Letters of its options that take a value.
    values: &'static str,
    /// Those of them whose value is a file of this machine.
    files: &'static str,
}

const SENDERS: &[Sender] = &[
    Sender {
        names: &["curl"],
        manner: Manner::Url,
        values: "AbcCdDeEFHKmoPQrtTuUwxXyYz",
        files: "cDEKo",
    },
    Sender {
        names: &["wget"],
        manner: Manner::Url,
        values: "aADeiIloOPQRtTUwX",
        files: "aioOP",
    },
    Sender {
        names: &["http", "https", "xh", "xhs"],
        manner: Manner::Url,
        values: "aAops",
        files: "o",
    },
    Sender {
        names: &[
            "aria2c",
            "lynx",
            "w3m",
            "links",
            "elinks",
            "websocat",
            "wscat",
            "grpcurl",
            "ab",
            "hey",
            "wrk",
            "iwr",
            "irm",
            "invoke-webrequest",
            "invoke-restmethod",
        ],
        manner: Manner::Url,
        values: "",
        files: "",
    },
    Sender {
        names: &[
            "open",
            "xdg-open",
            "gio",
            "sensible-browser",
            "firefox",
            "chromium",
            "google-chrome",
            "start",
            "start-process",
            "explorer",
        ],
        manner: Manner::Opener,
        values: "",
        files: "",
    },
    Sender {
        names: &[
            "dig",
            "drill",
            "host",
            "nslookup",
            "resolve-dnsname",
            "ping",
            "ping6",
            "test-connection",
            "traceroute",
            "tracepath",
            "mtr",
            "whois",
            "nc",
            "ncat",
            "netcat",
            "telnet",
            "socat",
        ],
        manner: Manner::Name,
        values: "",
        files: "",
    },
];

/// Long options whose value stays on this machine.
const FILES: &[&str] = &[
    "output",
    "output-document",
    "output-dir",
    "output-file",
    "directory-prefix",
    "input-file",
    "cacert",
    "capath",
    "cert",
    "key",
    "certificate",
    "ca-certificate",
    "private-key",
    "config",
    "cookie-jar",
    "load-cookies",
    "save-cookies",
    "dump-header",
    "trace",
    "trace-ascii",
    "stderr",
    "netrc-file",
    "etag-save",
    "etag-compare",
    "unix-socket",
    "download",
    "session",
    "outfile",
    "infile",
    "filepath",
];

/// Long options with another value, which is no host.
const VALUES: &[&str] = &[
    "data",
    "data-ascii",
    "data-binary",
    "data-raw",
    "data-urlencode",
    "json",
    "form",
    "form-string",
    "url-query",
    "header",
    "headers",
    "cookie",
    "referer",
    "user",
    "user-agent",
    "upload-file",
    "post-data",
    "post-file",
    "body-data",
    "body-file",
    "body",
    "write-out",
    "max-time",
    "connect-timeout",
    "limit-rate",
    "retry",
    "retry-delay",
    "range",
    "request",
    "method",
    "auth",
    "verify",
    "useragent",
    "contenttype",
    "timeout",
    "tries",
    "password",
    "interface",
];

/// Where a sender talks to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// To slots and this machine only.
    Here,
    /// To other hosts, too, and each of its URLs says to which.
    Named,
    /// To hosts that nobody can tell, or through one that sees everything.
    Anywhere,
}

impl Sender {
    /// The row of a program, by its base name.
    pub(crate) fn of(program: &str) -> Option<&'static Sender> {
        SENDERS
            .iter()
            .find(|sender| sender.names.contains(&program))
    }

    /// The same on Windows.
    pub(crate) fn of_any_case(program: &str) -> Option<&'static Sender> {
        let name = program.to_ascii_lowercase();
        Self::of(name.strip_suffix(".exe").unwrap_or(&name))
    }

    /// Where the sender talks to, as far as its arguments tell. `None` in place of an argument is one that holds an
    /// expansion nobody can follow.
    pub(crate) fn reach<'w>(
        &self,
        local: Local<'_>,
        arguments: impl IntoIterator<Item = Option<&'w str>>,
    ) -> Reach {
        let (mut named, mut others, mut foreign) = (false, false, false);
        let mut previous = "";
        for word in arguments {
            let Some(word) = word else {
                // `-d "$x"` is no host; `$URL` may be any.
                foreign |= self.manner != Manner::Opener && !self.takes_next(previous);
                previous = "";
                continue;
            };
            if matches!(word, "--unix-socket" | "--abstract-unix-socket") {
                return Reach::Here;
            }
            // PowerShell's own spelling, too.
            let detour =
                egress::DETOURS.contains(&previous) || previous.eq_ignore_ascii_case("-proxy");
            foreign |= detour && !egress::is_own_host(local, egress::host_of(word));
            if let Some(own) = self.host(local, word, previous) {
                named = true;
                others |= !own;
            }
            previous = word;
        }
        match foreign || !named && self.manner == Manner::Url {
            true => Reach::Anywhere,
            false if others => Reach::Named,
            false => Reach::Here,
        }
    }

    /// Whether an argument is a URL of a slot or of this machine. Nobody else gets to see what is in it: of
    /// `curl https://[HOST_1]/a https://docs.example.com/b` the second host sees the second URL only.
    pub(crate) fn is_own_url(&self, local: Local<'_>, word: &str, previous: &str) -> bool {
        self.manner == Manner::Url
            && word.contains("://")
            && !word.contains('\\')
            && self.host(local, word, previous) == Some(true)
    }

    /// Whether the host that a word names, if it names one, is a slot or this machine.
    fn host(&self, local: Local<'_>, word: &str, previous: &str) -> Option<bool> {
        let url = word.strip_prefix("--url=").unwrap_or(word);
        let option = url.starts_with('-');
        if let Some(scheme) = url.find("://") {
            let network = !url[..scheme].eq_ignore_ascii_case("file");
            let value = option || self.takes_next(previous) && previous != "--url";
            return (network && !value).then(|| egress::is_own_host(local, egress::host_of(url)));
        }
        let named = match self.manner {
            Manner::Opener => false,
            Manner::Url => !option && !self.takes_next(previous),
            Manner::Name => !option,
        };
        let host = url
            .split(['/', '?', '#'])
            .next()
            .unwrap_or(url)
            .trim_start_matches('@');
        let host = host.rsplit('@').next().unwrap_or(host);
        // HTTPie: `:3000/users` is this machine.
        if named && self.names.contains(&"http") && host.starts_with(':') {
            return Some(true);
        }
        let own = || egress::is_own_host(local, egress::without_port(host));
        (named && (looks_like_host(host) || own())).then(own)
    }

    /// Whether the word behind `option` is its value.
    fn takes_next(&self, option: &str) -> bool {
        let Some(rest) = option.strip_prefix('-') else {
            return false;
        };
        let long = rest.strip_prefix('-').unwrap_or(rest);
        let lower = long.to_ascii_lowercase();
        FILES.contains(&&*lower) || VALUES.contains(&&*lower) || takes_next(rest, self.values)
    }

    /// Whether a slot at `at` of an argument stays here though the sender talks to another host.
    pub(crate) fn stays(
        &self,
        local: Local<'_>,
        word: &str,
        at: usize,
        previous: &str,
        found: &Located,
    ) -> bool {
        let lead = word
            .get(..at)
            .unwrap_or_default()
            .trim_start_matches(['\'', '"']);
        // `dig [HOST_1] @resolver.example.net`: to ask somebody else about a host is to name it.
        if self.manner == Manner::Name {
            return false;
        }
        let option = |option: &str| {
            let rest = option.strip_prefix('-').unwrap_or_default();
            let long = rest.trim_start_matches('-').to_ascii_lowercase();
            FILES.contains(&&*long) || takes_next(rest, self.files)
        };
        let glued = lead.split_once('=').is_some_and(|(name, _)| option(name));
        if option(previous) || glued || lead.starts_with('-') && option(lead) {
            return true;
        }
        let sent = lead.ends_with(['@', '<'])
            || lead.is_empty()
                && matches!(
                    previous,
                    "-T" | "--upload-file" | "--post-file" | "--body-file" | "-b" | "--cookie"
                )
            || lead.is_empty() && self.manner == Manner::Opener
            || matches!(
                lead,
                "-T" | "--upload-file=" | "--post-file=" | "--body-file="
            );
        sent && path::root(local, found).is_some()
    }
}

/// `-o`, `-sSLo`: the last letter takes the next word, and none before it does.
fn takes_next(letters: &str, values: &str) -> bool {
    let letters = letters.as_bytes();
    let takes = |letter: &u8| values.as_bytes().contains(letter);
    letters
        .iter()
        .position(takes)
        .is_some_and(|at| at + 1 == letters.len())
}

/// `collector.example.net:80`, `198.51.100.7`: at least two labels, the last of letters or the whole an address.
fn looks_like_host(word: &str) -> bool {
    let host = egress::without_port(word);
    let good = |b: u8| {
        b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'[' | b']') || b >= 0x80
    };
    let mut labels = host.rsplit('.');
    let last = labels.next().unwrap_or_default();
    let letters = last.len() > 1 && !last.bytes().all(|b| b.is_ascii_digit());
    let hex = host
        .strip_prefix("0x")
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_hexdigit()));
    // An address as one number.
    if hex || host.len() > 7 && host.bytes().all(|b| b.is_ascii_digit()) {
        return true;
    }
    let address =
        host.split('.').count() == 4 && host.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    host.bytes().all(good)
        && labels.next().is_some_and(|label| !label.is_empty())
        && (letters || address)
}
