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
    Consumer {
        program: "docker",
        commands: &["login"],
        hosts: &[],
        remote: false,
    },
    Consumer {
        program: "podman",
        commands: &["login"],
        hosts: &[],
        remote: false,
    },
    Consumer {
        program: "helm",
        commands: &["registry"],
        hosts: &[],
        remote: false,
    },
    Consumer {
        program: "skopeo",
        commands: &["login"],
        hosts: &[],
        remote: false,
    },
    Consumer {
        program: "oras",
        commands: &["login"],
        hosts: &[],
        remote: false,
    },
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
    let name = posix
        .program(word.command)
        .map_or("", |program| posix.name_of(program));
    let to_origin = is_variable_of_origin(posix, number, word);
    let consumer = consumer_of(posix, name, word.command);
    if consumer.is_none()
        && let Some((_, instead)) = AWAY.iter().find(|(away, _)| *away == name)
    {
        return refuse(RefusalKind::SecretEgress, range, instead);
    }
    if to_origin && hosts_allow(posix, number, word.command, consumer) != Some(false) {
        return Ok(());
    }
    let allowed = consumer.is_some_and(|consumer| {
        let named = hosts_allow(posix, number, word.command, Some(consumer));
        named.unwrap_or(!consumer.remote)
    });
    if allowed || writes_origin(posix, number, word) {
        return Ok(());
    }
    refuse(RefusalKind::SecretEgress, range, NOT_THERE)
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
    let mut is_host = false;
    for word in arguments(posix, command).skip(1) {
        let plain = shell::cooked(posix.text, word.span);
        let flag = plain.split('=').next().unwrap_or(&plain);
        let flags = consumer.map_or(&[] as &[&str], |consumer| consumer.hosts);
        let mut judge = |host: &str| {
            let good = !word.expands && host_allows(posix.local, number, host);
            named = Some(named.unwrap_or(true) && good);
        };
        if is_host {
            judge(&plain);
        } else if let Some(host) = host_of_uri(&plain) {
            judge(host);
        } else if let Some((_, value)) = plain.split_once('=').filter(|_| flags.contains(&flag)) {
            judge(value);
        } else if let Some(glued) = flags.iter().find_map(|flag| glued_value(&plain, flag)) {
            judge(glued);
        } else if let Some(host) = connection_host(&plain) {
            judge(host);
        } else if is_detour(&plain) {
            named = Some(false);
        } else if consumer.is_some_and(|consumer| !consumer.commands.is_empty() || consumer.remote)
            && is_bare_host(&plain)
        {
            judge(plain.split(['/', ':']).next().unwrap_or(&plain));
        }
        is_host = flags.contains(&plain.as_str());
    }
    named
}

/// `-hdb` for `-h`.
fn glued_value<'w>(word: &'w str, flag: &str) -> Option<&'w str> {
    (flag.len() == 2)
        .then(|| word.strip_prefix(flag))
        .flatten()
        .filter(|value| !value.is_empty())
}

/// The host of `scheme://user:password@host:port/...`.
fn host_of_uri(word: &str) -> Option<&str> {
    let (_, rest) = word.split_once("://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or(rest);
    let host = authority.rsplit('@').next().unwrap_or(authority);
    Some(without_port(host))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !host.ends_with(']') => {
            name
        }
        _ => host,
    }
}

/// `host=x` of a connection string.
fn connection_host(word: &str) -> Option<&str> {
    let fields = word.split([' ', ';', '&', '?']);
    fields
        .filter_map(|field| field.split_once('='))
        .find(|(key, _)| {
            ["host", "hostaddr", "server", "data source"]
                .iter()
                .any(|name| key.trim().eq_ignore_ascii_case(name))
        })
        .map(|(_, host)| host)
}

/// Options that send a request elsewhere than its URL says.
fn is_detour(word: &str) -> bool {
    let flags = [
        "-x",
        "--proxy",
        "--preproxy",
        "--connect-to",
        "--resolve",
        "--socks4",
        "--socks5",
        "--socks5-hostname",
        "--location-trusted",
        "-K",
        "--config",
        "--doh-url",
        "-T",
        "--upload-file",
    ];
    flags.iter().any(|flag| {
        word == *flag
            || (word.starts_with(flag) && (flag.len() == 2 || word[flag.len()..].starts_with('=')))
    })
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
            slot && last.span.end == host.len()
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
