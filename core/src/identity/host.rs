//! Host names that are not public.

use super::public;
use super::words::{run, run_back, trim_end};
use crate::anchor::Anchor;
use crate::contexts::uri;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span, lexicon};

/// Labels that tell an internal name, and words before a host.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("internal", label),
    Anchor::word("intranet", label),
    Anchor::word("intra", label),
    Anchor::word("int.", label),
    Anchor::word("corp", label),
    Anchor::word("lan", label),
    Anchor::word("home.arpa", label),
    Anchor::word("priv", label),
    Anchor::exact("local", label),
    Anchor::exact("test", label),
    Anchor::exact("example", label),
    Anchor::word("host", keyword),
    Anchor::exact("PGHOST", keyword),
    Anchor::word("server_name", keyword),
    Anchor::exact("ssh", after_ssh),
    Anchor::exact("ssh-remote", remote),
    Anchor::exact("psql", with_flag),
    Anchor::exact("pg_dump", with_flag),
    Anchor::exact("mysql", with_flag),
    Anchor::exact("redis-cli", with_flag),
];

/// Last labels that only internal names have.
const STRONG: [&str; 6] = ["internal", "intranet", "corp", "lan", "arpa", "private"];
/// Last labels that names of files and code have too.
const WEAK: [&str; 4] = ["local", "test", "example", "home"];
/// First labels of machines that offer a service; no words that code puts before a dot.
const SERVICES: [&str; 14] = [
    "artifactory",
    "gitlab",
    "grafana",
    "imap",
    "jenkins",
    "jira",
    "ldap",
    "mail",
    "nas",
    "nexus",
    "ntp",
    "sonarqube",
    "vault",
    "vpn",
];
/// Labels that make a name internal wherever they stand in it.
const MIDDLE: [&str; 8] = [
    "int", "internal", "intranet", "intra", "corp", "lan", "priv", "private",
];

/// Names that every machine with the software has.
const COMMON: [&str; 9] = [
    "metadata.google.internal",
    "docker.internal",
    "containers.internal",
    "cluster.local",
    "localhost.localdomain",
    "lima.internal",
    "orb.local",
    "minikube.internal",
    "svc.local",
];

/// Top-level domains that host names of companies end with.
const TOP: &[&str] = &[
    "agency",
    "ai",
    "app",
    "asia",
    "at",
    "au",
    "bank",
    "be",
    "bg",
    "biz",
    "br",
    "by",
    "ca",
    "care",
    "cc",
    "ch",
    "cl",
    "cloud",
    "cn",
    "co",
    "com",
    "cz",
    "de",
    "design",
    "dev",
    "digital",
    "dk",
    "eco",
    "edu",
    "ee",
    "email",
    "es",
    "eu",
    "fi",
    "finance",
    "fr",
    "gov",
    "gr",
    "group",
    "health",
    "hk",
    "hu",
    "id",
    "ie",
    "il",
    "in",
    "info",
    "int",
    "io",
    "is",
    "it",
    "jp",
    "kr",
    "legal",
    "lt",
    "lv",
    "me",
    "media",
    "mil",
    "mx",
    "net",
    "network",
    "ng",
    "nl",
    "no",
    "nz",
    "online",
    "org",
    "ph",
    "pl",
    "pt",
    "ro",
    "ru",
    "se",
    "services",
    "sg",
    "shop",
    "site",
    "sk",
    "software",
    "solutions",
    "store",
    "studio",
    "systems",
    "team",
    "tech",
    "th",
    "tr",
    "tv",
    "tw",
    "ua",
    "uk",
    "us",
    "vn",
    "works",
    "xyz",
    "za",
];

/// First labels of packages, modules and objects.
const CODE: [&str; 14] = [
    "com", "org", "net", "io", "java", "javax", "jakarta", "kotlin", "this", "self", "process",
    "module", "window", "std",
];

/// Single names of machines in examples and compose files.
const PLAIN: &[&str] = &[
    "app",
    "broker",
    "cache",
    "client",
    "database",
    "db",
    "elasticsearch",
    "host",
    "hostname",
    "kafka",
    "localhost",
    "mariadb",
    "memcached",
    "minio",
    "mongo",
    "mongodb",
    "mysql",
    "nats",
    "pg",
    "postgres",
    "postgresql",
    "proxy",
    "rabbitmq",
    "redis",
    "server",
    "web",
    "worker",
    "zookeeper",
];

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.'
}

/// The digits of a percent escape for a sign: no letter or digit is written as one.
fn escape_at(cx: &Cx<'_>, at: usize) -> bool {
    matches!(cx.byte(at), b'2' | b'3' | b'5' | b'7') && cx.byte(at + 1).is_ascii_hexdigit()
}

/// The whole name around `at`.
fn name_around(cx: &Cx<'_>, at: usize) -> Span {
    let lead = run_back(cx, at, 253, is_host_byte);
    let rest = run(cx, at, 253, is_host_byte);
    let mut start = lead.start;
    while start < at && matches!(cx.byte(start), b'.' | b'-') {
        start += 1;
    }
    // `\n` of a string literal.
    if cx.before(start) == b'\\' && matches!(cx.byte(start), b'n' | b't' | b'r') {
        start = (start + 1).min(at);
    }
    if cx.before(start) == b'\\' {
        start = uri::behind_coded_slash(cx.bytes, Span::new(start, rest.end)).min(at);
    }
    // `ssh-remote%2Bdev07`: the escape is no part of the name.
    if cx.before(start) == b'%' && escape_at(cx, start) {
        start = (start + 2).min(at);
    }
    trim_end(cx, Span::new(start, rest.end), b".-")
}

/// A telling label at `at`.
fn label(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) != b'.' {
        return;
    }
    let word = run(cx, at, 64, |b| b.is_ascii_alphanumeric() || b == b'-');
    let goes_on = cx.byte(word.end) == b'.' && cx.byte(word.end + 1).is_ascii_alphanumeric();
    if goes_on && !matches!(cx.byte(at), b'h' | b'H') && !is_one_of(word.of(cx.text), &MIDDLE) {
        // Files are called `window.test.ts`.
        return;
    }
    let name = name_around(cx, at);
    if word.end > name.end || !is_open(cx, name) {
        return;
    }
    let last = word.end == name.end || cx.bytes[at..name.end].eq_ignore_ascii_case(b"home.arpa");
    let context = is_context(cx, name);
    let hidden = if last {
        ends_internal(name.of(cx.text), context)
    } else {
        has_internal(
            word.of(cx.text),
            name.of(cx.text),
            cx.bytes[word.end..name.end]
                .iter()
                .filter(|b| **b == b'.')
                .count(),
            context,
        )
    };
    if hidden && !is_common(name.of(cx.text)) {
        cx.structural(name, Kind::Host, Rule::Host, Reach::Session);
    }
}

/// Whether a name may stand there at all: it is no part of a path, a call or an identifier.
fn is_open(cx: &Cx<'_>, name: Span) -> bool {
    let before = cx.before(name.start);
    let in_path = before == b'\\'
        || before == b'/'
            && !cx.ends_at(name.start, b"//")
            && uri::scheme_before(cx.bytes, name.start).is_none();
    let escaped = before == b'\\' || cx.ends_at(name.start, b"\\n");
    let glued = matches!(before, b'_' | b'$' | b'.' | b'#') || before >= 0x80;
    let after = cx.byte(name.end);
    // A stand-in that the name goes on with, or began with.
    let lead = run_back(cx, name.start, 8, |b| b == b'-' || b == b'.');
    let cut = (matches!(after, b'-' | b'.') && cx.byte(name.end + 1) == b'[')
        || (!lead.is_empty() && cx.before(lead.start) == b']');
    let code = matches!(after, b'(' | b'_' | b'[' | b'$') || after >= 0x80;
    !glued && !code && !cut && (!in_path || escaped)
}

/// Whether something right beside the name says that it is one.
fn is_context(cx: &Cx<'_>, name: Span) -> bool {
    let port =
        cx.byte(name.end) == b':' && run(cx, name.end + 1, 6, |b| b.is_ascii_digit()).len() >= 3;
    port || cx.before(name.start) == b'@' || uri::scheme_before(cx.bytes, name.start).is_some()
}

fn ends_internal(name: &str, context: bool) -> bool {
    let labels = name.split('.').count();
    let first = name.split('.').next().unwrap_or_default();
    let last = name.rsplit('.').next().unwrap_or_default();
    let lower = !name.bytes().any(|b| b.is_ascii_uppercase());
    let machine = first.bytes().any(|b| b.is_ascii_digit() || b == b'-');
    if labels < 2 || is_code(first) {
        return false;
    }
    if is_one_of(last, &STRONG) {
        return context || (lower && labels >= 3) || machine;
    }
    if !is_one_of(last, &WEAK) {
        return false;
    }
    let somewhere = name.bytes().any(|b| b.is_ascii_digit() || b == b'-');
    let offered = last == "local" && is_one_of(first, &SERVICES);
    context
        || (lower && labels >= 3 && (somewhere || offered))
        || (last == "local" && is_computer(first))
}

/// `Tildas-MacBook-Pro`, `brix-mbp`.
fn is_computer(label: &str) -> bool {
    let lower = label.to_ascii_lowercase();
    let words = [
        "macbook", "mbp", "imac", "mac-mini", "laptop", "desktop-", "-pc", "thinkpad",
    ];
    words.iter().any(|word| lower.contains(word))
}

/// `build.int.brightloom.net`: the label stands before at least a domain.
fn has_internal(word: &str, name: &str, behind: usize, context: bool) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    let last = name.rsplit('.').next().unwrap_or_default();
    let lower = !name.bytes().any(|b| b.is_ascii_uppercase());
    is_one_of(word, &MIDDLE)
        && (context || (behind >= 2 && lower && TOP.contains(&last)))
        && !is_code(first)
        && (TOP.contains(&last) || is_one_of(last, &STRONG) || is_one_of(last, &WEAK))
}

fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_code(first: &str) -> bool {
    CODE.contains(&first)
}

fn is_common(name: &str) -> bool {
    let name = name.as_bytes();
    COMMON.iter().any(|known| {
        let (rest, end) = name.split_at(name.len().saturating_sub(known.len()));
        end.eq_ignore_ascii_case(known.as_bytes()) && rest.last().is_none_or(|b| *b == b'.')
    })
}

/// A host in a URI's authority, without user information and port. For the parser of URIs.
pub(crate) fn in_authority(cx: &mut Cx<'_>, host: Span) {
    let name = host.of(cx.text);
    if !is_name(name) || is_common(name) || public::is_public(name) {
        return;
    }
    if ends_internal(name, true)
        || name
            .split('.')
            .any(|label| has_internal(label, name, 0, true))
    {
        cx.structural(host, Kind::Host, Rule::Host, Reach::Session);
    } else if !is_web(cx, host.start) {
        named(cx, host);
    }
}

/// Whether the scheme before the authority is that of the web, where most hosts are public.
fn is_web(cx: &Cx<'_>, at: usize) -> bool {
    let floor = at.saturating_sub(300);
    let colon = memchr::memrchr_iter(b':', &cx.bytes[floor..at])
        .map(|colon| floor + colon)
        .find(|colon| uri::authority(cx.bytes, *colon).is_some());
    let Some(colon) = colon else {
        return true;
    };
    let scheme = run_back(cx, colon, 16, |b| b.is_ascii_alphanumeric() || b == b'+');
    let scheme = scheme.of(cx.text).to_ascii_lowercase();
    ["http", "https", "ws", "wss", "ftp", "git+https"].contains(&scheme.as_str())
}

/// A host at a place where only a host can stand: everything is private that is not known to be public.
pub(crate) fn named(cx: &mut Cx<'_>, host: Span) {
    let name = host.of(cx.text);
    if !is_name(name) || is_common(name) || public::is_public(name) {
        return;
    }
    let private = match name.rsplit_once('.') {
        Some((_, last)) => {
            TOP.contains(&last.to_ascii_lowercase().as_str()) || ends_internal(name, true)
        }
        None => is_machine(name),
    };
    if private {
        cx.structural(host, Kind::Host, Rule::Host, Reach::Session);
    }
}

/// A name that a machine gives itself, whatever it looks like. What may be an ordinary word stays one elsewhere.
pub(super) fn own(cx: &mut Cx<'_>, host: Span) {
    let name = host.of(cx.text);
    let lower = name.to_ascii_lowercase();
    if is_name(name) && !is_common(name) && name.len() >= 3 && !PLAIN.contains(&lower.as_str()) {
        let word = is_machine(name) || name.contains('.') || !lexicon::is_word(lower.as_bytes());
        let reach = if word { Reach::Session } else { Reach::Here };
        cx.structural(host, Kind::Host, Rule::Host, reach);
    }
}

/// Whether a name below a top-level domain is no public one.
pub(super) fn is_of_company(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    is_name(name) && !is_common(name) && !public::is_public(name) && TOP.contains(&last)
}

/// Whether a name without a dot is that of one machine: `build-07`, `brixmbp`.
fn is_machine(name: &str) -> bool {
    let telling = name.bytes().any(|b| b.is_ascii_digit() || b == b'-');
    telling && name.len() >= 4 && !PLAIN.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether it is a name at all, not an address, `localhost` or a stand-in.
fn is_name(name: &str) -> bool {
    let local = name.eq_ignore_ascii_case("localhost")
        || name.to_ascii_lowercase().starts_with("localhost.")
        || name.to_ascii_lowercase().ends_with(".localhost");
    let letters = name.bytes().any(|b| b.is_ascii_alphabetic());
    let plain = name.bytes().all(is_host_byte);
    letters
        && plain
        && !local
        && !is_number(name)
        && !is_digest(name)
        && !is_container(name)
        && !name.to_ascii_lowercase().contains("-slot-")
}

/// What stands behind the `@` of an image that is named by its digest: `app:1.4@sha256:9f86...`.
fn is_digest(name: &str) -> bool {
    matches!(name, "sha256" | "sha384" | "sha512")
}

/// The beginning of a container's number, which is its host name, too.
fn is_container(name: &str) -> bool {
    matches!(name.len(), 12 | 64)
        && name
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
}

/// A number with the type that some languages write behind it: `0i32`, `-1i64`, `8u8`, `2f32`.
fn is_number(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
    digits.len() < name.len()
        && matches!(
            digits,
            "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "f32" | "f64"
        )
}

/// `host: x`, `DB_HOST=x`, `"host":"x"`, `HostName x`, `--host x`.
fn keyword(cx: &mut Cx<'_>, at: usize) {
    let word = run(cx, at, 16, |b| b.is_ascii_alphabetic() || b == b'_');
    let word = word.end;
    let known = [
        &b"host"[..],
        b"hostname",
        b"hosts",
        b"hostaddr",
        b"pghost",
        b"server_name",
    ];
    if !known
        .iter()
        .any(|known| cx.bytes[at..word].eq_ignore_ascii_case(known))
    {
        return;
    }
    let mut from = word;
    if matches!(cx.byte(from), b'"' | b'\'') {
        from += 1;
    }
    let gap = run(cx, from, 8, |b| b == b' ');
    let flag = cx.ends_at(at, b"--") || (cx.at(at, b"HostName") && gap.len() == 1);
    let sign = matches!(cx.byte(gap.end), b':' | b'=') && gap.len() <= 1;
    if !sign && !flag {
        return;
    }
    from = gap.end + usize::from(sign);
    from = run(cx, from, 4, |b| b == b' ').end;
    if matches!(cx.byte(from), b'"' | b'\'') {
        from += 1;
    }
    value(cx, from);
}

/// A host at `at`, unless it goes on as an expression or a path.
fn value(cx: &mut Cx<'_>, at: usize) {
    let span = run(cx, at, 253, is_host_byte);
    let span = trim_end(cx, span, b".-");
    let after = cx.byte(span.end);
    if !span.is_empty() && !matches!(after, b'(' | b'[' | b'_' | b'/' | b'@' | b'{' | b'<' | b'$') {
        named(cx, span);
    }
}

/// `vscode-remote://ssh-remote+x/path`, where the sign may be percent-encoded once or twice.
fn remote(cx: &mut Cx<'_>, at: usize) {
    let sign = at + 10;
    let signs = [&b"+"[..], b"%2B", b"%2b", b"%252B"];
    if let Some(sign) = signs.iter().find(|sign_text| cx.at(sign, sign_text)) {
        let from = at + 10 + sign.len();
        let name = run(cx, from, 253, is_host_byte);
        named(cx, trim_end(cx, name, b".-"));
    }
}

/// `ssh -p 22 x`: the first word that is no option.
fn after_ssh(cx: &mut Cx<'_>, at: usize) {
    const WITH_VALUE: &[u8] = b"bcDEeFIiJLlmOopQRSWw";
    let mut from = at + 3;
    if cx.byte(from) != b' ' || !begins_command(cx, at) {
        return;
    }
    for _ in 0..12 {
        from = run(cx, from, 4, |b| b == b' ').end;
        let word = run(cx, from, 256, |b| !b.is_ascii_whitespace());
        if cx.byte(from) != b'-' {
            return value(cx, from);
        }
        let takes = word.len() == 2 && WITH_VALUE.contains(&cx.byte(from + 1));
        from = word.end;
        if takes {
            from = run(cx, from, 4, |b| b == b' ').end;
            from = run(cx, from, 256, |b| !b.is_ascii_whitespace()).end;
        }
    }
}

/// Whether a word at `at` can be a command: the line, a prompt, an operator or a quote comes before.
pub(super) fn begins_command(cx: &Cx<'_>, at: usize) -> bool {
    let blanks = run_back(cx, at, 8, |b| b == b' ');
    let before = cx.before(blanks.start);
    matches!(
        before,
        0 | b'\n' | b'$' | b'#' | b'%' | b'&' | b'|' | b';' | b'`' | b'"' | b'\'' | b'(' | b'>'
    ) || cx.ends_at(blanks.start, b"sudo")
        || cx.ends_at(at, b"\\n")
}

/// `psql -h x`: the host is the word behind the flag.
fn with_flag(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at).min(at + 512);
    if let Some(flag) = memchr::memmem::find(&cx.bytes[at..end], b" -h") {
        let from = at + flag + 3;
        let from = run(cx, from, 2, |b| b == b' ' || b == b'=').end;
        value(cx, from);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::Host;
    use crate::testing::found;

    #[test]
    fn internal_names() {
        for (text, host) in [
            (
                "vscode-remote://ssh-remote%2Bbuild-07.int.brightloom.net/srv/a.ts",
                "build-07.int.brightloom.net",
            ),
            (
                "https://artifacts.int.brightloom.net/x",
                "artifacts.int.brightloom.net",
            ),
            (
                "see wiki.corp.brightloom.com today",
                "wiki.corp.brightloom.com",
            ),
            ("ping nas01.lan", "nas01.lan"),
            ("http://grafana.internal:3000/", "grafana.internal"),
            (r"http:\/\/grafana.internal\/d", "grafana.internal"),
            (r"http:\u002f\u002fgrafana.internal", "grafana.internal"),
            (
                r"amqp:\\/\\/svc@mq-7.brightloom.net\\/x",
                "mq-7.brightloom.net",
            ),
            ("http://shop.local/x", "shop.local"),
            ("Runner: vpn.brightloom.local", "vpn.brightloom.local"),
            ("db02.prod.red-larch.example", "db02.prod.red-larch.example"),
            (
                "box.home.arpa is up, web-1.home.arpa too",
                "web-1.home.arpa",
            ),
            ("ip-10-0-3-4.ec2.internal", "ip-10-0-3-4.ec2.internal"),
            ("Tildas-MacBook-Pro.local", "Tildas-MacBook-Pro.local"),
            ("Host: api.brightloom.net\n", "api.brightloom.net"),
            ("DB_HOST=db1.brightloom.net", "db1.brightloom.net"),
            ("PGHOST=jump.brightloom.local\n", "jump.brightloom.local"),
            (r#"{"host":"db1.brightloom.net"}"#, "db1.brightloom.net"),
            (r#"{"server_name":"loom-blue-3"}"#, "loom-blue-3"),
            ("  HostName build.brightloom.net", "build.brightloom.net"),
            ("$ ssh -p 2222 build-07", "build-07"),
            ("psql -h db1.brightloom.net -U app", "db1.brightloom.net"),
        ] {
            let hosts: Vec<_> = found(text)
                .into_iter()
                .filter(|(_, kind)| *kind == Host)
                .collect();
            assert!(
                hosts.contains(&(host.to_owned(), Host)),
                "{text}: {hosts:?}"
            );
        }
    }

    #[test]
    fn public_names_and_code() {
        for text in [
            "https://github.com/rust-lang/rust",
            "https://www.example.com/x",
            "http://localhost:3000",
            "host.docker.internal:8080",
            "metadata.google.internal",
            "kubernetes.default.svc.cluster.local",
            "com.acme.internal.Foo",
            "org.apache.internal.util.net",
            "button.test.ts",
            "src/app.test",
            "expect(foo.test)",
            "settings.local.json",
            "theme.storage.local",
            ".env.local",
            ".env.example",
            "foo.local = 3",
            "this.private",
            "host: config.database.host",
            "host: 'localhost'",
            "Host: api.stripe.com",
            "const host = process.env.HOST",
            "int.parse",
            "ssh into the box",
            "node:internal/modules",
            "--host 0.0.0.0",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
