//! Programs that take a credential by an option of their own: `mysql -pX`, `curl -u a:b`, `sshpass -p X`,
//! `docker login -p X`, `poetry config http-basic.x user X`.

use super::value;
use super::verdict::{self, Form};
use super::{header, keys::Class, uri};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span, strength};

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    /// The credential.
    Password,
    /// A user and the credential behind the separator.
    Pair(u8),
    /// A token that must look like one, because other words stand in its place.
    Token,
    /// A word that is a credential if it is none of a language.
    Mixed,
    /// A name and a value that may be one; so are the operands that follow.
    Fields,
    /// Cookies, if there is a `=`; the name of a file otherwise.
    Cookies,
    /// The credential, if this says that it stands there itself and not in a file or a variable.
    Behind(&'static str),
}

/// One program, or several that take the same options.
struct Program {
    names: &'static [&'static str],
    /// A subcommand that must come first; empty if none.
    command: &'static str,
    /// Options whose value is the next word, or glued behind `=`.
    next: &'static [(&'static str, Is)],
    /// Options whose value is glued to them.
    glued: &'static [(&'static str, Is)],
    /// The operand of that number (from 0) behind the subcommand.
    operand: Option<(usize, Is)>,
    /// Options begin with a slash, and drives and shares are no operands.
    windows: bool,
}

const NONE: Program = Program {
    names: &[],
    command: "",
    next: &[],
    glued: &[],
    operand: None,
    windows: false,
};

use Is::{Behind, Cookies, Fields, Mixed, Pair, Password, Token};

/// Every program known. A new one is a row here and, if its name is new, an anchor below.
#[rustfmt::skip]
const PROGRAMS: &[Program] = &[
    Program {
        names: &["curl"],
        next: &[("-u", Pair(b':')), ("--user", Pair(b':')), ("-U", Pair(b':')), ("--proxy-user", Pair(b':')), ("--pass", Password), ("-b", Cookies),
            ("--cookie", Cookies)],
        glued: &[("-u", Pair(b':'))],
        ..NONE
    },
    Program {
        names: &["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlshow", "mysqlcheck", "mariadb", "mariadb-dump", "mycli"],
        glued: &[("-p", Password)],
        ..NONE
    },
    Program {
        names: &["http", "https", "xh", "xhs"],
        next: &[("-a", Pair(b':')), ("--auth", Pair(b':'))],
        ..NONE
    },
    Program { names: &["sshpass"], next: &[("-p", Password)], glued: &[("-p", Password)], ..NONE },
    Program { names: &["redis-cli", "valkey-cli"], next: &[("-a", Password), ("--pass", Password)], ..NONE },
    Program {
        names: &["docker", "podman", "nerdctl", "helm", "oras", "skopeo", "crane", "buildah", "az"],
        command: "login",
        next: &[("-p", Password)],
        glued: &[("-p", Password)],
        ..NONE
    },
    Program {
        names: &["mongo", "mongosh", "mongodump", "mongorestore", "mongoexport", "mongoimport"],
        next: &[("-p", Password)],
        ..NONE
    },
    Program {
        names: &["psexec", "psexec64", "cqlsh", "beeline", "rdesktop", "evil-winrm", "crackmapexec", "netexec", "nxc"],
        next: &[("-p", Password)],
        ..NONE
    },
    Program {
        names: &["sqlcmd", "bcp", "osql"],
        next: &[("-P", Password)],
        glued: &[("-P", Password)],
        ..NONE
    },
    Program {
        names: &["ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami", "ldappasswd"],
        next: &[("-w", Password), ("-s", Token)],
        ..NONE
    },
    Program {
        names: &["smbclient", "rpcclient", "winexe", "smbget"],
        next: &[("-U", Pair(b'%')), ("--user", Pair(b'%'))],
        ..NONE
    },
    Program { names: &["lftp"], next: &[("-u", Pair(b','))], ..NONE },
    Program {
        names: &["7z", "7za", "7zz", "rar", "unrar"],
        glued: &[("-p", Password), ("-hp", Password)],
        ..NONE
    },
    Program {
        names: &["zip", "unzip", "ipmitool", "mosquitto_pub", "mosquitto_sub"],
        next: &[("-P", Password)],
        ..NONE
    },
    Program { names: &["twine"], next: &[("-p", Password)], ..NONE },
    Program {
        names: &["ssh-keygen"],
        next: &[("-N", Password), ("-P", Password)],
        ..NONE
    },
    Program { names: &["plink", "pscp", "psftp", "putty"], next: &[("-pw", Password)], ..NONE },
    Program {
        names: &["openssl"],
        next: &[("-passin", Behind("pass:")), ("-passout", Behind("pass:")), ("-pass", Behind("pass:")), ("-hmac", Password)],
        ..NONE
    },
    Program { names: &["openssl"], command: "passwd", operand: Some((0, Password)), ..NONE },
    Program { names: &["aws"], command: "put-parameter", next: &[("--value", Password)], ..NONE },
    Program { names: &["openssl"], command: "enc", next: &[("-k", Password), ("-K", Password)], ..NONE },
    Program {
        names: &["nmcli"],
        next: &[("password", Password), ("wifi-sec.psk", Password), ("802-11-wireless-security.psk", Password)],
        ..NONE
    },
    Program { names: &["networksetup"], command: "-setairportnetwork", operand: Some((2, Password)), ..NONE },
    Program { names: &["sqlplus", "expdp", "impdp"], operand: Some((0, Pair(b'/'))), ..NONE },
    Program { names: &["mysqladmin"], command: "password", operand: Some((0, Password)), ..NONE },
    Program { names: &["security"], command: "add-generic-password", next: &[("-w", Password)], ..NONE },
    Program { names: &["security"], command: "add-internet-password", next: &[("-w", Password)], ..NONE },
    Program { names: &["security"], command: "unlock-keychain", next: &[("-p", Password)], ..NONE },
    Program { names: &["security"], command: "create-keychain", next: &[("-p", Password)], ..NONE },
    Program { names: &["security"], command: "set-key-partition-list", next: &[("-k", Password)], ..NONE },
    Program { names: &["security"], command: "import", next: &[("-P", Password)], ..NONE },
    Program { names: &["dscl"], command: "-passwd", operand: Some((1, Password)), ..NONE },
    Program { names: &["rclone"], command: "obscure", operand: Some((0, Password)), ..NONE },
    Program { names: &["gh"], command: "secret", next: &[("-b", Password), ("--body", Password)], ..NONE },
    Program { names: &["bw"], command: "unlock", operand: Some((0, Password)), ..NONE },
    Program { names: &["cmdkey"], glued: &[("/pass:", Password)], ..NONE },
    Program { names: &["wmic"], glued: &[("/password:", Password)], ..NONE },
    Program { names: &["schtasks"], next: &[("/rp", Password), ("/RP", Password)], ..NONE },
    Program {
        names: &["keytool", "jarsigner"],
        next: &[("-storepass", Password), ("-keypass", Password), ("-srcstorepass", Password), ("-deststorepass", Password)],
        ..NONE
    },
    Program { names: &["xfreerdp", "wfreerdp"], glued: &[("/p:", Password)], ..NONE },
    Program {
        names: &["snmpwalk", "snmpget", "snmpset"],
        next: &[("-A", Password), ("-X", Password), ("-c", Mixed)],
        ..NONE
    },
    Program { names: &["htpasswd"], command: "-b", operand: Some((2, Password)), ..NONE },
    Program { names: &["htpasswd"], command: "-nb", operand: Some((1, Password)), ..NONE },
    Program { names: &["htpasswd"], command: "-cb", operand: Some((2, Password)), ..NONE },
    Program { names: &["poetry"], command: "http-basic", operand: Some((1, Password)), ..NONE },
    Program { names: &["poetry"], command: "pypi-token", operand: Some((0, Password)), ..NONE },
    Program { names: &["rabbitmqctl"], command: "add_user", operand: Some((1, Password)), ..NONE },
    Program { names: &["rabbitmqctl"], command: "change_password", operand: Some((1, Password)), ..NONE },
    Program { names: &["vault"], command: "login", operand: Some((0, Token)), ..NONE },
    Program { names: &["vault"], command: "unseal", operand: Some((0, Token)), ..NONE },
    Program { names: &["vault", "bao"], command: "put", operand: Some((1, Fields)), ..NONE },
    Program { names: &["vault", "bao"], command: "patch", operand: Some((1, Fields)), ..NONE },
    Program { names: &["vault", "bao"], command: "write", operand: Some((1, Fields)), ..NONE },
    Program { names: &["snmp"], command: "community", operand: Some((0, Mixed)), ..NONE },
    Program { names: &["nuget"], command: "push", operand: Some((1, Token)), ..NONE },
    Program { names: &["nuget"], command: "setapikey", operand: Some((0, Token)), ..NONE },
    Program { names: &["mc"], command: "set", operand: Some((3, Token)), ..NONE },
    Program { names: &["wpa_passphrase"], operand: Some((1, Password)), ..NONE },
    Program { names: &["net"], command: "user", operand: Some((1, Password)), windows: true, ..NONE },
    Program { names: &["net"], command: "use", operand: Some((0, Password)), windows: true, ..NONE },
    Program { names: &["convertto-securestring"], operand: Some((0, Password)), ..NONE },
];

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("curl ", at),
    Anchor::word("curl\"", at),
    Anchor::word("mysql", at),
    Anchor::word("mariadb", at),
    Anchor::word("mycli ", at),
    Anchor::exact("http -", at),
    Anchor::exact("https -", at),
    Anchor::exact("xh -", at),
    Anchor::word("sshpass", at),
    Anchor::word("redis-cli", at),
    Anchor::word("valkey-cli", at),
    Anchor::word("docker login", at),
    Anchor::word("docker\"", at),
    Anchor::word("podman login", at),
    Anchor::word("nerdctl login", at),
    Anchor::word("helm registry", at),
    Anchor::word("oras login", at),
    Anchor::word("skopeo login", at),
    Anchor::word("crane auth", at),
    Anchor::word("buildah login", at),
    Anchor::word("az login", at),
    Anchor::word("az acr", at),
    Anchor::word("mongo", at),
    Anchor::word("psexec", at),
    Anchor::word("sqlcmd", at),
    Anchor::word("bcp ", at),
    Anchor::word("osql ", at),
    Anchor::word("ldap", at),
    Anchor::word("smbclient", at),
    Anchor::word("rpcclient", at),
    Anchor::word("lftp ", at),
    Anchor::exact("7z", at),
    Anchor::exact("rar ", at),
    Anchor::exact("unrar ", at),
    Anchor::exact("zip -", at),
    Anchor::exact("unzip -", at),
    Anchor::word("twine ", at),
    Anchor::word("ipmitool", at),
    Anchor::word("keytool", at),
    Anchor::word("jarsigner", at),
    Anchor::word("xfreerdp", at),
    Anchor::word("wfreerdp", at),
    Anchor::word("snmp", at),
    Anchor::word("htpasswd", at),
    Anchor::word("poetry config", at),
    Anchor::word("rabbitmqctl", at),
    Anchor::word("vault ", at),
    Anchor::word("nuget", at),
    Anchor::exact("mc alias", at),
    Anchor::word("wpa_passphrase", at),
    Anchor::word("net use", at),
    Anchor::exact("openssl ", at),
    Anchor::exact("aws ssm put", parameter),
    Anchor::exact("nmcli ", at),
    Anchor::exact("networksetup ", at),
    Anchor::word("sqlplus", at),
    Anchor::exact("expdp ", at),
    Anchor::exact("impdp ", at),
    Anchor::exact("security add-", at),
    Anchor::exact("security unlock-", at),
    Anchor::exact("security create-", at),
    Anchor::exact("security set-key", at),
    Anchor::exact("security import", at),
    Anchor::exact("dscl ", at),
    Anchor::exact("rclone obscure", at),
    Anchor::exact("gh secret", at),
    Anchor::exact("bw unlock", at),
    Anchor::word("cmdkey", at),
    Anchor::word("wmic ", at),
    Anchor::word("schtasks", at),
    Anchor::exact("ssh-keygen", at),
    Anchor::word("plink", at),
    Anchor::word("pscp", at),
    Anchor::word("psftp", at),
    Anchor::word("putty", at),
    Anchor::exact("cqlsh ", at),
    Anchor::exact("beeline ", at),
    Anchor::exact("rdesktop ", at),
    Anchor::exact("evil-winrm", at),
    Anchor::exact("crackmapexec", at),
    Anchor::exact("netexec ", at),
    Anchor::exact("nxc ", at),
    Anchor::exact("mosquitto_", at),
    Anchor::exact("winexe ", at),
    Anchor::exact("smbget ", at),
    Anchor::word("convertto-securestring", at),
];

/// Longest command that is read.
const LONGEST: usize = 4096;
/// A command of more words is read no further.
const MOST_WORDS: usize = 64;

/// Parameters of AWS are secrets if their type says so.
fn parameter(cx: &mut Cx<'_>, start: usize) {
    let command = &cx.bytes[start..cx.bytes.len().min(start + 512)];
    if memchr::memmem::find(command, b"SecureString").is_some() {
        at(cx, start);
    }
}

/// A program name may stand at `start`.
fn at(cx: &mut Cx<'_>, start: usize) {
    if !is_border(cx.before(start)) {
        return;
    }
    let rest = &cx.bytes[start..];
    let len = rest
        .iter()
        .take(32)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        .count();
    let suffix = if rest[len..].len() >= 4 && rest[len..len + 4].eq_ignore_ascii_case(b".exe") {
        4
    } else {
        0
    };
    let name = Span::new(start, start + len);
    for program in PROGRAMS
        .iter()
        .filter(|program| program.is(&cx.bytes[name.start..name.end]))
    {
        let mut words = Words::behind(cx, name.end + suffix);
        program.run(cx, &mut words);
    }
}

fn is_border(before: u8) -> bool {
    matches!(
        before,
        0..=b' '
            | b'"'
            | b'\''
            | b'`'
            | b'/'
            | b'\\'
            | b'('
            | b'|'
            | b';'
            | b'&'
            | b'['
            | b'!'
            | b'n'
    )
}

impl Program {
    fn is(&self, name: &[u8]) -> bool {
        self.names
            .iter()
            .any(|one| name.eq_ignore_ascii_case(one.as_bytes()))
    }

    fn run(&self, cx: &mut Cx<'_>, words: &mut Words) {
        let mut ready = self.command.is_empty();
        let mut operands = 0;
        while let Some(word) = words.next(cx) {
            let text = &cx.bytes[word.start..word.end];
            if !ready {
                ready = self.is_command(text);
            } else if let Some((what, value)) = self.option(cx, word, words) {
                report(cx, what, value);
            } else if !text.starts_with(b"-") && !(self.windows && is_windows(text)) {
                if let Some((number, what)) = self.operand
                    && (number == operands || what == Fields && number < operands)
                {
                    report(cx, what, unquoted(cx, word));
                }
                operands += 1;
            }
        }
    }

    /// Whether the subcommand is this word; an option may be one of several glued, and a key may have parts.
    fn is_command(&self, text: &[u8]) -> bool {
        let command = self.command.as_bytes();
        let Some((head, rest)) = text.split_at_checked(command.len()) else {
            return false;
        };
        let ends = rest.is_empty() || rest[0] == b'.' || command[0] == b'-';
        head.eq_ignore_ascii_case(command) && ends
    }

    /// The value, if `word` is an option of this program.
    fn option(&self, cx: &Cx<'_>, word: Span, words: &mut Words) -> Option<(Is, Span)> {
        let text = &cx.bytes[word.start..word.end];
        let glued = self
            .glued
            .iter()
            .find(|(flag, _)| text.len() > flag.len() && text.starts_with(flag.as_bytes()));
        for (flag, what) in self.next {
            let flag = flag.as_bytes();
            if text == flag || is_cluster(text, flag) {
                return Some((*what, unquoted(cx, words.next(cx)?)));
            }
            if text.len() > flag.len() + 1 && text.starts_with(flag) && text[flag.len()] == b'=' {
                return Some((
                    *what,
                    unquoted(cx, Span::new(word.start + flag.len() + 1, word.end)),
                ));
            }
        }
        let (flag, what) = glued?;
        // `--password` is no `-p`.
        let long = text.starts_with(b"--");
        (!long).then(|| {
            (
                *what,
                unquoted(cx, Span::new(word.start + flag.len(), word.end)),
            )
        })
    }
}

/// `/user:zoe`, `Z:`, `\\\\srv\\share`, `*`: what stands between the operands of commands of Windows.
fn is_windows(text: &[u8]) -> bool {
    matches!(text, [b'/' | b'*', ..] | [b'\\', b'\\', ..] | [_, b':'])
}

/// `-su` holds `-u`.
fn is_cluster(text: &[u8], flag: &[u8]) -> bool {
    flag.len() == 2
        && (3..=6).contains(&text.len())
        && text[0] == b'-'
        && text[1..].iter().all(u8::is_ascii_lowercase)
        && text.ends_with(&flag[1..])
        && flag == b"-u"
}

/// A word without the quotes around it.
fn unquoted(cx: &Cx<'_>, word: Span) -> Span {
    match value::opening(cx, word.start) {
        Some((quote, inside)) => match value::quoted(cx, quote, inside) {
            Some(value) if value.end == word.end => value.span,
            _ => word,
        },
        None => word,
    }
}

fn report(cx: &mut Cx<'_>, what: Is, word: Span) {
    match what {
        Is::Pair(separator) => pair(cx, word, separator),
        Is::Password => password(cx, word),
        Is::Behind(lead) => {
            if word.of(cx.text).starts_with(lead) {
                password(cx, Span::new(word.start + lead.len(), word.end));
            }
        }
        Is::Mixed => {
            if verdict::has_mixture(word.of(cx.text).as_bytes()) {
                password(cx, word);
            }
        }
        Is::Fields => field(cx, word),
        Is::Cookies => header::pairs(cx, word),
        Is::Token => {
            if verdict::looks_random(word.of(cx.text)) {
                password(cx, word);
            }
        }
    }
}

/// `name=value` of a store that holds nothing but secrets; what names a place or a measure is none.
fn field(cx: &mut Cx<'_>, word: Span) {
    let text = &cx.bytes[word.start..word.end];
    let Some(sign) = memchr::memchr(b'=', text) else {
        return;
    };
    let value = unquoted(cx, Span::new(word.start + sign + 1, word.end));
    let text = value.of(cx.text).as_bytes();
    let plain = !text.iter().any(|b| b" .:/@".contains(b)) && !strength::is_name(text);
    if plain && text.len() >= 8 && verdict::has_mixture(text) {
        password(cx, value);
    }
}

fn password(cx: &mut Cx<'_>, word: Span) {
    if verdict::is_secret(Class::Password, word.of(cx.text), Form::QUOTED) {
        cx.secret(word, Rank::Context, Rule::Flag);
    }
}

/// `user:password`; a password that is the same as the user, or that names itself, is an example.
fn pair(cx: &mut Cx<'_>, word: Span, separator: u8) {
    let text = &cx.bytes[word.start..word.end];
    let Some(at) = memchr::memchr(separator, text) else {
        return;
    };
    // `user/password@service` of Oracle.
    let service = (separator == b'/').then(|| memchr::memrchr(b'@', text));
    let end = service
        .flatten()
        .filter(|end| *end > at)
        .unwrap_or(text.len());
    let user = trim_quotes(cx, Span::new(word.start, word.start + at));
    let secret = trim_quotes(cx, Span::new(word.start + at + 1, word.start + end));
    if user.of(cx.text) == secret.of(cx.text) || separator == b'/' && user.is_empty() {
        return;
    }
    if secret.is_empty() {
        if verdict::has_mixture(user.of(cx.text).as_bytes()) {
            password(cx, user);
        }
        return;
    }
    let before = cx.findings.len();
    password(cx, secret);
    if cx.findings.len() > before {
        uri::user(cx, user, Rule::Flag);
    }
}

fn trim_quotes(cx: &Cx<'_>, span: Span) -> Span {
    let quote = |at: usize| matches!(cx.byte(at), b'"' | b'\'' | b'\\' | b'{' | b'}');
    let (mut start, mut end) = (span.start, span.end);
    while start < end && quote(start) && cx.byte(start) != b'{' {
        start += 1;
    }
    while end > start && quote(end - 1) && cx.byte(end - 1) != b'}' {
        end -= 1;
    }
    Span::new(start, end)
}

/// The words of a command, in a shell or in a list of strings.
struct Words {
    at: usize,
    limit: usize,
    list: bool,
    left: usize,
}

impl Words {
    fn behind(cx: &Cx<'_>, at: usize) -> Self {
        // `["mysql", "-p..."]`: the name's own quote closes here.
        let list = value::opening(cx, at)
            .is_some_and(|(_, inside)| cx.byte(value::skip_blank(cx, inside)) == b',');
        Words {
            at: if list {
                value::opening(cx, at).map_or(at, |(_, inside)| inside)
            } else {
                at
            },
            limit: cx.bytes.len().min(at + LONGEST),
            list,
            left: MOST_WORDS,
        }
    }

    fn next(&mut self, cx: &Cx<'_>) -> Option<Span> {
        self.left = self.left.checked_sub(1)?;
        if self.list {
            self.next_string(cx)
        } else {
            self.next_word(cx)
        }
    }

    fn next_string(&mut self, cx: &Cx<'_>) -> Option<Span> {
        let mut at = self.at;
        while at < self.limit && matches!(cx.byte(at), b',' | b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
        }
        let (quote, inside) = value::opening(cx, at)?;
        let value = value::quoted(cx, quote, inside)?;
        self.at = value.end;
        Some(value.span)
    }

    fn next_word(&mut self, cx: &Cx<'_>) -> Option<Span> {
        let start = self.skip_gap(cx)?;
        let mut at = start;
        while at < self.limit {
            if let Some((quote, inside)) = value::opening(cx, at) {
                // A quote that nothing closes is the end of the string around the command.
                match value::quoted(cx, quote, inside) {
                    Some(value) if value.closed => at = value.end,
                    _ => break,
                }
                continue;
            }
            match cx.byte(at) {
                0..=b' ' | b'|' | b';' | b'<' | b'>' | b')' => break,
                b'&' if at > start && cx.byte(at + 1) == b'&' => break,
                b'\\' if cx.byte(at + 1) == b'n' && at > start && self.ends_at_escape(cx, at) => {
                    break;
                }
                _ => at += 1,
            }
        }
        self.at = at;
        (at > start).then_some(Span::new(start, at))
    }

    /// `\n` inside a JSON string ends the command; `\name` is a Windows path.
    fn ends_at_escape(&self, cx: &Cx<'_>, at: usize) -> bool {
        !cx.byte(at + 2).is_ascii_lowercase()
    }

    /// Over blanks and continued lines; `None` at the end of the command.
    fn skip_gap(&self, cx: &Cx<'_>) -> Option<usize> {
        let mut at = self.at;
        while at < self.limit {
            match cx.byte(at) {
                b' ' | b'\t' => at += 1,
                b'\\' if cx.byte(at + 1) == b'\n' => at += 2,
                b'\\' if cx.at(at + 1, b"\r\n") => at += 3,
                b'`' if cx.byte(at + 1) == b'\n' => at += 2,
                _ => break,
            }
        }
        let ends = at >= self.limit
            || matches!(
                cx.byte(at),
                0..=b' ' | b'|' | b';' | b'<' | b'>' | b')' | b'#'
            );
        (!ends && at > self.at).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn programs() {
        for (text, want) in [
            (
                "$ mysqldump -u backup -pOrchid77 --single-transaction x > /tmp/l.sql",
                "Orchid77",
            ),
            (
                "sshpass -p Orchid77 ssh -o A=no zoe@10.0.0.1 uptime",
                "Orchid77",
            ),
            ("sshpass -pOrchid77 ssh x", "Orchid77"),
            ("redis-cli -h cache -a Orchid77 ping", "Orchid77"),
            ("docker login -u zoe -p Orchid77 registry.corp", "Orchid77"),
            ("poetry config http-basic.acme build Orchid77", "Orchid77"),
            (
                "curl --user \"svc x:Orchid77\" -F a=@/x https://up/",
                "Orchid77",
            ),
            ("curl -su api:Orchid77 https://up/", "Orchid77"),
            (
                "curl -X POST \\\n  -H 'A: b' \\\n  -u dev:Orchid77",
                "Orchid77",
            ),
            ("useradd -p $(openssl passwd -6 Orchid77) zoe", "Orchid77"),
            (
                "aws ssm put-parameter --name /a/pw --value Orchid77 --type SecureString",
                "Orchid77",
            ),
            ("curl -u \"k7Lm2Qp9!x:\" https://up", "k7Lm2Qp9!x"),
            ("[\"mysql\", \"-uroot\", \"-pOrchid77\"]", "Orchid77"),
            (
                "{\"cmd\":\"curl -u \\\"a:Orchid77\\\" https://up\"}",
                "Orchid77",
            ),
            (
                "psexec \\\\srv -u Administrator -p Orchid77 cmd",
                "Orchid77",
            ),
            ("smbclient //srv/x -U zoe%Orchid77", "Orchid77"),
            ("7z x -pOrchid77 a.7z", "Orchid77"),
            ("rabbitmqctl add_user app Orchid77", "Orchid77"),
            ("htpasswd -b .htpasswd zoe Orchid77", "Orchid77"),
            ("openssl rsa -in k.pem -passin pass:Orchid77", "Orchid77"),
            ("openssl enc -aes-256-cbc -k Orchid77 -in a", "Orchid77"),
            ("openssl dgst -sha256 -hmac Orchid77 a", "Orchid77"),
            ("net use Q: \\\\srv\\docs /user:zoe Orchid77", "Orchid77"),
            ("net use \\\\srv\\docs Orchid77 /user:zoe", "Orchid77"),
            ("net user zoe Orchid77 /add", "Orchid77"),
            ("cmdkey /add:srv /user:zoe /pass:Orchid77", "Orchid77"),
            ("schtasks /create /tn x /ru zoe /rp Orchid77", "Orchid77"),
            ("nmcli dev wifi connect Fen password Orchid77", "Orchid77"),
            (
                "networksetup -setairportnetwork en0 Fen Orchid77",
                "Orchid77",
            ),
            ("plink -ssh zoe@srv -pw Orchid77 ls", "Orchid77"),
            ("sqlplus -S app/Orchid77@orcl @a.sql", "Orchid77"),
            ("ssh-keygen -t ed25519 -N Orchid77 -f k", "Orchid77"),
            (
                "security add-generic-password -a x -s y -w Orchid77",
                "Orchid77",
            ),
            ("gh secret set DEPLOY -b Orchid77", "Orchid77"),
            (
                "vault kv put kv/app api=Orchid77 ttl=30m host=db7.fen.io",
                "Orchid77",
            ),
            ("snmp community Orchid77 RO", "Orchid77"),
            ("set snmp community Orchid77 authorization x", "Orchid77"),
            ("mysqladmin -u root password Orchid77", "Orchid77"),
            (
                "ConvertTo-SecureString -String -Force Orchid77#",
                "Orchid77#",
            ),
        ] {
            assert_eq!(found(text), [want], "{text}");
        }
    }

    #[test]
    fn no_credentials() {
        for text in [
            "curl -u user:pass https://x",
            "curl -u \"$U:$P\" https://x",
            "curl -u test:test https://x",
            "curl -u zoe https://x",
            "aws ssm put-parameter --name /a/size --value t3x9large --type String",
            "curl -u \"${U}\":\"${P}\"",
            "curl -u username:token",
            "mysql -p -u root",
            "vault kv put kv/app zone=eu-west-1 user=zoe",
            "vault kv put kv/app @app7.json",
            "the snmp community string of v2c",
            "snmp community public RO",
            "openssl rsa -passin env:PW7 -passout file:pw7.txt",
            "openssl genrsa -out k.pem 2048",
            "openssl s_client -connect x:443 -key k7.pem",
            "sqlplus / as sysdba",
            "sqlplus /nolog @a1.sql",
            "ssh-keygen -t ed25519 -N '' -f k",
            "net use Z: /delete",
            "net user zoe /active:no",
            "security import cert7.p12 -k login7.keychain",
            "mysql -u root -p$PW db",
            "docker run -p 8080:80 nginx",
            "docker login -p $PASS",
            "mkdir -p build/curl -u",
            "ldapsearch -x -W",
            "zip -r x.zip .",
            "curl -u ':' https://x",
            "curl --user neo4j:[PASSWORD] http://x",
            "the mysql -p option asks for a password",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
