//! Where a secret may go: back to where it came from, and to programs that log in with it.

use super::command::{Posix, variable};
use super::display::is_loopback;
use super::shell::{self, Role, Word};
use super::{Local, refuse};
use crate::locate::{self, Stand};
use crate::origins::Place;
use crate::{Kind, Refusal, RefusalKind, Span};

/// A program that takes credentials.
struct Consumer {
    program: &'static str,
    /// One of these must be its subcommand, if there are any.
    commands: &'static [&'static str],
    /// Options that name the host.
    hosts: &'static [&'static str],
    /// It always connects somewhere: a host must be named, and be a good one.
    remote: bool,
}

const fn local(program: &'static str, hosts: &'static [&'static str]) -> Consumer {
    Consumer {
        program,
        commands: &[],
        hosts,
        remote: false,
    }
}

const fn remote(program: &'static str, commands: &'static [&'static str]) -> Consumer {
    Consumer {
        program,
        commands,
        hosts: &[],
        remote: true,
    }
}

/// A program with a subcommand that logs in.
const fn login(program: &'static str, commands: &'static [&'static str]) -> Consumer {
    Consumer {
        program,
        commands,
        hosts: &["-h", "--hostname"],
        remote: false,
    }
}

const DATABASE: &[&str] = &["-h", "--host", "--hostname"];

/// The table of programs that log in with a secret.
const CONSUMERS: &[Consumer] = &[
    local("psql", DATABASE),
    local("pg_dump", DATABASE),
    local("pg_dumpall", DATABASE),
    local("pg_restore", DATABASE),
    local("pg_isready", DATABASE),
    local("createdb", DATABASE),
    local("dropdb", DATABASE),
    local("pgcli", DATABASE),
    local("mysql", DATABASE),
    local("mysqldump", DATABASE),
    local("mysqladmin", DATABASE),
    local("mariadb", DATABASE),
    local("mycli", DATABASE),
    local("redis-cli", &["-h"]),
    local("mongosh", &["--host"]),
    local("mongo", &["--host"]),
    local("mongodump", &["--host", "-h"]),
    local("mongorestore", &["--host", "-h"]),
    local("sqlcmd", &["-S"]),
    local("clickhouse-client", DATABASE),
    local("cqlsh", &[]),
    local("ldapsearch", &["-h", "-H"]),
    login("docker", &["login"]),
    login("podman", &["login"]),
    login("helm", &["registry"]),
    login("skopeo", &["login"]),
    login("oras", &["login"]),
    login("gh", &["auth"]),
    login("glab", &["auth"]),
    login("vault", &["login"]),
    remote(
        "git",
        &[
            "clone",
            "fetch",
            "pull",
            "push",
            "ls-remote",
            "remote",
            "submodule",
        ],
    ),
    remote("curl", &[]),
    remote("wget", &[]),
    remote("http", &[]),
    remote("https", &[]),
    remote("xh", &[]),
];

/// Programs that run another one where variables do not reach, with what to do instead.
const AWAY: &[(&str, &str)] = &[
    (
        "sudo",
        "sudo drops variables; run the command without sudo, or ask the user to run it",
    ),
    (
        "doas",
        "doas drops variables; run the command without it, or ask the user to run it",
    ),
    (
        "ssh",
        "a secret is not sent to another machine's shell; log in there with its own credentials",
    ),
    (
        "docker",
        "pass secrets to containers with an env file that the user keeps",
    ),
    (
        "podman",
        "pass secrets to containers with an env file that the user keeps",
    ),
    ("kubectl", "pass secrets to containers with a Secret object"),
    (
        "su",
        "su starts a shell of its own; run the command without it",
    ),
];

const NOT_THERE: &str = "a secret goes back only to where it came from, or to a program that logs in with it at its own host";

/// Whether a command may get a secret that stands in `word`.
pub(crate) fn in_command(
    posix: &Posix<'_>,
    number: u32,
    word: &Word,
    range: Span,
) -> Result<(), Refusal> {
    let program = posix.program(word.command);
    let name = program.map_or("", |program| posix.name_of(program));
    let consumer = consumer_of(posix, name, word.command)
        .filter(|_| program.is_some_and(|program| posix.is_what_it_says(program)));
    if let Some(instead) = away(posix, word.command, consumer.is_some()) {
        return refuse(RefusalKind::SecretEgress, range, instead);
    }
    let to_origin = is_variable_of_origin(posix, number, word);
    if to_origin && stays_here(posix, number, word, consumer) {
        return Ok(());
    }
    let allowed = consumer.is_some_and(|consumer| {
        let named = hosts_allow(posix, number, word.command, Some(consumer));
        named.unwrap_or(!consumer.remote)
    });
    if allowed || writes_origin(posix, number, word) || feeds_login(posix, number, word) {
        return Ok(());
    }
    refuse(RefusalKind::SecretEgress, range, NOT_THERE)
}

/// What to do instead, where a command runs its program elsewhere or as somebody else.
fn away(posix: &Posix<'_>, command: usize, is_consumer: bool) -> Option<&'static str> {
    let own = posix.program(command).map_or(0, |word| word.span.start);
    let mut words = posix
        .script
        .of(command)
        .take_while(|word| word.span.start <= own);
    words.find_map(|word| {
        let name = posix.name_of(word);
        let consumer = is_consumer && word.span.start == own;
        let row = AWAY.iter().find(|(away, _)| *away == name && !consumer);
        row.map(|(_, instead)| *instead)
    })
}

/// Whether a secret that is set as its own variable reaches no other host: in its pipeline, or anywhere in the
/// text where the variable stays set.
fn stays_here(posix: &Posix<'_>, number: u32, word: &Word, consumer: Option<&Consumer>) -> bool {
    let program = posix.program(word.command);
    let name = program.map_or("", |program| posix.name_of(program));
    let exports = matches!(
        name,
        "export" | "declare" | "typeset" | "readonly" | "local"
    );
    let before = program.is_none_or(|program| word.span.start < program.span.start);
    if !before && !exports {
        return false;
    }
    let pipelines = &posix.script.pipelines;
    let all = program.is_none() || exports;
    let mut commands =
        (0..pipelines.len()).filter(|other| all || pipelines[*other] == pipelines[word.command]);
    commands.all(|command| {
        let consumer = match command == word.command {
            true => consumer,
            false => {
                let program = posix.program(command);
                consumer_of(
                    posix,
                    program.map_or("", |word| posix.name_of(word)),
                    command,
                )
            }
        };
        hosts_allow(posix, number, command, consumer) != Some(false)
    })
}

/// `echo secret | docker login --password-stdin`
fn feeds_login(posix: &Posix<'_>, number: u32, word: &Word) -> bool {
    let name = |command| {
        let program = posix.program(command);
        program.map_or("", |program| posix.name_of(program))
    };
    let (pipelines, next) = (&posix.script.pipelines, word.command + 1);
    let last = pipelines.get(next) == pipelines.get(word.command)
        && pipelines.get(next + 1) != pipelines.get(next);
    if !last || !matches!(name(word.command), "echo" | "printf") {
        return false;
    }
    let redirected = posix
        .script
        .of(word.command)
        .any(|word| word.role == Role::Output);
    let consumer = consumer_of(posix, name(next), next).filter(|row| !row.commands.is_empty());
    let reads = posix.script.of(next).any(|word| {
        let text = word.span.of(posix.text);
        text.ends_with("-stdin") || text == "--with-token" || text == "-"
    });
    !redirected
        && reads
        && consumer.is_some_and(|consumer| {
            !consumer.remote && hosts_allow(posix, number, next, Some(consumer)) != Some(false)
        })
}

/// Whether a command of another shell may get a secret: only a consumer, and only at its own host.
pub(crate) fn in_text(
    local: Local<'_>,
    number: u32,
    text: &str,
    range: Span,
) -> Result<(), Refusal> {
    let program = text.split_whitespace().next().unwrap_or_default();
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let known = CONSUMERS
        .iter()
        .find(|consumer| consumer.program == name && consumer.commands.is_empty());
    let single = !text.contains(['|', ';', '&', '\n']);
    let mut hosts = text
        .split([' ', '"', '\''])
        .filter_map(host_of_uri)
        .peekable();
    let named = hosts.peek().is_some();
    let good = hosts.all(|host| host_allows(local, number, host));
    if known.is_some_and(|consumer| {
        single && good && (named || (!consumer.remote && !text.contains("-h")))
    }) {
        return Ok(());
    }
    refuse(RefusalKind::SecretEgress, range, NOT_THERE)
}

fn consumer_of(posix: &Posix<'_>, name: &str, command: usize) -> Option<&'static Consumer> {
    let consumer = CONSUMERS.iter().find(|consumer| consumer.program == name)?;
    let mut words =
        arguments(posix, command).filter(|word| !word.span.of(posix.text).starts_with('-'));
    let first = words.nth(1).map_or("", |word| word.span.of(posix.text));
    (consumer.commands.is_empty() || consumer.commands.contains(&first)).then_some(consumer)
}

fn arguments<'p>(posix: &'p Posix<'_>, command: usize) -> impl Iterator<Item = &'p Word> {
    posix
        .script
        .of(command)
        .filter(|word| word.role == Role::Argument && !posix.is_assignment(word))
}

/// `NAME=secret`, where the secret was the value of NAME.
fn is_variable_of_origin(posix: &Posix<'_>, number: u32, word: &Word) -> bool {
    let text = word.span.of(posix.text);
    variable(text).is_some_and(|name| came_from(posix.local, number, Place::Variable, name))
}

/// Whether all hosts that a command names may have the secret; `None` if it names none.
fn hosts_allow(
    posix: &Posix<'_>,
    number: u32,
    command: usize,
    consumer: Option<&Consumer>,
) -> Option<bool> {
    let mut named = None;
    let mut judge = |good: bool| named = Some(named.unwrap_or(true) && good);
    for word in posix
        .script
        .of(command)
        .filter(|word| posix.is_assignment(word))
    {
        let plain = shell::cooked(posix.text, word.span);
        if let Some(host) = host_of_variable(&plain) {
            judge(!word.expands && host_allows(posix.local, number, host));
        }
    }
    let remote = consumer.is_some_and(|consumer| consumer.remote);
    let mut previous = String::new();
    for word in arguments(posix, command).skip(1) {
        let plain = shell::cooked(posix.text, word.span);
        for host in connection_hosts(&plain).filter(|_| !remote) {
            judge(!word.expands && host_allows(posix.local, number, host));
        }
        match host_of_word(&plain, &previous, consumer) {
            Some(host) => judge(!word.expands && host_allows(posix.local, number, host)),
            None if remote && is_detour(&plain) => judge(false),
            // A URL in a variable.
            None if word.expands && remote && !previous.starts_with('-') => judge(false),
            None => {}
        }
        previous = plain;
    }
    named
}

/// The host that a word names, behind the word `previous`.
fn host_of_word<'w>(word: &'w str, previous: &str, consumer: Option<&Consumer>) -> Option<&'w str> {
    let flags = consumer.map_or(&[] as &[&str], |consumer| consumer.hosts);
    if flags.contains(&previous) {
        return Some(word);
    }
    let value = || {
        let (flag, value) = word.split_once('=')?;
        flags.contains(&flag).then_some(value)
    };
    let glued = || flags.iter().find_map(|flag| glued_value(word, flag));
    let bare = || {
        let consumer = consumer?;
        let logs_in = !consumer.commands.is_empty() && !consumer.remote;
        let first = word == "login" || consumer.commands.contains(&word);
        let of_option = matches!(previous, "-u" | "-p" | "--username" | "--password");
        let names_host = match logs_in {
            true => !first && !of_option && !word.starts_with('-') && !word.is_empty(),
            false => consumer.remote && is_bare_host(word),
        };
        names_host.then(|| word.split('/').next().unwrap_or(word))
    };
    host_of_header(word, previous)
        .or_else(|| host_of_uri(word))
        .or_else(value)
        .or_else(glued)
        .or_else(|| if is_detour(word) { None } else { bare() })
}

/// `-H 'Host: x'`: a server of many hosts hands the request to that one.
fn host_of_header<'w>(word: &'w str, previous: &str) -> Option<&'w str> {
    let glued = word
        .strip_prefix("--header=")
        .or_else(|| word.strip_prefix("-H"));
    let named = matches!(previous, "-H" | "--header").then_some(word);
    let header = glued.or(named)?.trim_start();
    let (name, host) = header.strip_prefix(':').unwrap_or(header).split_once(':')?;
    let names = ["host", "authority", "x-forwarded-host"];
    let fits = names
        .iter()
        .any(|known| name.trim().eq_ignore_ascii_case(known));
    fits.then(|| host.trim()).filter(|host| !host.is_empty())
}

/// `PGHOST=db`, `HTTPS_PROXY=http://proxy`: a variable that says where a program connects.
pub(super) fn host_of_variable(word: &str) -> Option<&str> {
    let (name, value) = word.split_once('=')?;
    let upper = name.to_ascii_uppercase();
    let named = ["HOST", "HOSTADDR", "PROXY", "ENDPOINT", "SERVER", "_ADDR"];
    let named = named.iter().any(|end| upper.ends_with(end));
    host_of_uri(value).or_else(|| named.then_some(value))
}

/// `-hdb` for `-h`.
fn glued_value<'w>(word: &'w str, flag: &str) -> Option<&'w str> {
    (flag.len() == 2)
        .then(|| word.strip_prefix(flag))
        .flatten()
        .filter(|value| !value.is_empty())
}

/// The host of `scheme://user:password@host:port/...` or `host:port`.
pub(super) fn host_of(word: &str) -> &str {
    host_of_uri(word).unwrap_or_else(|| without_port(word))
}

/// As [`host_of`]; `None` without a scheme.
fn host_of_uri(word: &str) -> Option<&str> {
    let (_, rest) = word.split_once("://")?;
    // Programs do not agree on what a backslash is: with one, this is no host of ours.
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.rsplit('@').next().unwrap_or(authority);
    Some(without_port(host))
}

pub(super) fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !host.ends_with(']') => {
            name
        }
        _ => host,
    }
}

/// Each `host=x` of a connection string.
fn connection_hosts(word: &str) -> impl Iterator<Item = &str> {
    let fields = word.split([' ', ';', '&', '?']);
    let pairs = fields.filter_map(|field| field.split_once('='));
    let hosts = pairs.filter(|(key, _)| {
        ["host", "hostaddr", "server", "data source"]
            .iter()
            .any(|name| key.trim().eq_ignore_ascii_case(name))
    });
    hosts.map(|(_, host)| host)
}

/// Options whose value says where a request goes instead of where its URL says.
pub(super) const DETOURS: [&str; 13] = [
    "-x",
    "--proxy",
    "--proxy1.0",
    "--preproxy",
    "--connect-to",
    "--resolve",
    "--socks4",
    "--socks4a",
    "--socks5",
    "--socks5-hostname",
    "--doh-url",
    "-K",
    "--config",
];

/// Options that send a request elsewhere than its URL says, or write it down.
fn is_detour(word: &str) -> bool {
    let more = [
        "--location-trusted",
        "-T",
        "--upload-file",
        "--unix-socket",
        "--abstract-unix-socket",
        "--dns-servers",
        "--trace",
        "--trace-ascii",
        "--libcurl",
    ];
    DETOURS.iter().chain(&more).any(|flag| {
        word == *flag
            || (word.starts_with(flag) && (flag.len() == 2 || word[flag.len()..].starts_with('=')))
    }) || bundles_detour(word)
}

/// `-sSx proxy`, `-sKfile`: one of several letters does so, and none before it takes a value.
fn bundles_detour(word: &str) -> bool {
    let letters = word.strip_prefix('-').unwrap_or_default();
    let mut ends = letters
        .bytes()
        .filter(|letter| !b"aBfgGiIjJkLlMnNOpqRsSvVZ#0123456".contains(letter));
    matches!(ends.next(), Some(b'x' | b'K' | b'T'))
}

/// `registry.example.com/x`, `host:8080`.
fn is_bare_host(word: &str) -> bool {
    let host = word.split(['/', ':']).next().unwrap_or(word);
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'[' | b']' | b'_');
    !word.starts_with(['-', '.'])
        && host.contains('.')
        && host.bytes().all(good)
        && !host.ends_with(".json")
}

/// Whether a secret may go to a host: this machine, a slot, or where it came from.
pub(crate) fn host_allows(local: Local<'_>, number: u32, host: &str) -> bool {
    let host = without_port(host);
    is_own_host(local, host) || is_host_of_origin(local, number, host)
}

/// Whether a host is a slot, or this machine.
pub(crate) fn is_own_host(local: Local<'_>, host: &str) -> bool {
    let located = locate::locate(local.table, host);
    match located.last() {
        None => is_loopback(host.as_bytes()),
        Some(last) => {
            let slot = match last.stand {
                Stand::Slot(number) => {
                    matches!(local.table.value(number).kind, Kind::Host | Kind::Ip)
                }
                _ => false,
            };
            let name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
            let alone = located.len() == 1 && host[..last.span.start].bytes().all(name);
            slot && alone && last.span.end == host.len()
        }
    }
}

/// Whether the secret was seen in a URI of that host, which may be a slot.
pub(crate) fn is_host_of_origin(local: Local<'_>, number: u32, host: &str) -> bool {
    came_from(local, number, Place::Host, &local.restored(host))
}

/// `printf ... > file`, `cat > file <<EOF`, where the secret was read from that file.
fn writes_origin(posix: &Posix<'_>, number: u32, word: &Word) -> bool {
    let name = posix
        .program(word.command)
        .map_or("", |program| posix.name_of(program));
    let pipeline = posix.script.pipelines.get(word.command);
    let piped = posix
        .script
        .pipelines
        .iter()
        .filter(|other| Some(*other) == pipeline)
        .count()
        > 1;
    if piped || !matches!(name, "cat" | "echo" | "printf") {
        return false;
    }
    let mut targets = posix
        .script
        .of(word.command)
        .filter(|word| word.role == Role::Output)
        .peekable();
    targets.peek().is_some()
        && targets.all(|target| {
            let path = shell::cooked(posix.text, target.span);
            !target.expands && is_file_of_origin(posix.local, number, &posix.local.restored(&path))
        })
}

fn came_from(local: Local<'_>, number: u32, origin: Place, text: &str) -> bool {
    let origins = &local.table.value(number).origins;
    origins.iter().any(|kept| {
        let rest = kept.expose().strip_prefix(origin.tag());
        rest.is_some_and(|kept| {
            if origin == Place::Host {
                kept.eq_ignore_ascii_case(text)
            } else {
                kept == text
            }
        })
    })
}

/// Whether the secret was read from the file at `path`, restored and absolute or relative to the working
/// directory.
pub(crate) fn is_file_of_origin(local: Local<'_>, number: u32, path: &str) -> bool {
    let path = local.bounds.absolute(path);
    local.table.value(number).origins.iter().any(|kept| {
        let rest = kept.expose().strip_prefix(Place::File.tag());
        rest.is_some_and(|kept| local.bounds.absolute(kept) == path)
    })
}
