//! What a machine says of itself: `uname -a`, lines of a hosts file, the settings of its network, its number.

use super::words::{run, run_back, trim_end};
use super::{accounts, cluster, host};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("Linux ", kernel),
    Anchor::exact("Darwin ", kernel),
    Anchor::exact("127.0.1.1", hosts),
    Anchor::word("dns suffix", setting),
    Anchor::exact("Logon Server:", setting),
    Anchor::exact("Domain:  ", setting),
    Anchor::exact("Machine name: ", setting),
    Anchor::exact("Runner name: ", setting),
    Anchor::word("computername", setting),
    Anchor::exact("Machine ID: ", number),
    Anchor::exact("S-1-5-21-", account),
];

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')
}

fn begins_line(cx: &Cx<'_>, at: usize) -> bool {
    matches!(cx.before(at), 0 | b'\n' | b'"' | b'`') || cx.ends_at(at, b"\\n")
}

/// `Linux ws-quill 6.8.0-48-generic #48 ...`: the second word, before the release.
fn kernel(cx: &mut Cx<'_>, at: usize) {
    let word = run(cx, at, 8, |b| b.is_ascii_alphabetic()).end;
    let node = run(cx, word + 1, 64, is_name_byte);
    let release = run(cx, node.end + 1, 16, |b| b.is_ascii_digit() || b == b'.');
    let rest = cx.between(release.end, release.end + 48).of(cx.text);
    let numbered = release.of(cx.text).bytes().filter(|b| *b == b'.').count() >= 2
        && (rest.contains(" #") || rest.contains(" Kernel "));
    if begins_line(cx, at) && cx.byte(node.end) == b' ' && numbered {
        host::own(cx, node);
    }
}

/// The names behind the address that begins a line of a hosts file.
pub(super) fn hosts(cx: &mut Cx<'_>, at: usize) {
    let address = run(cx, at, 48, |b| {
        b.is_ascii_hexdigit() || matches!(b, b'.' | b':')
    });
    let line = Span::new(address.end, cx.line_end(address.end));
    let text = line.of(cx.text);
    let text = text.split('#').next().unwrap_or_default().trim_end();
    let plain = |b: u8| is_name_byte(b) || matches!(b, b' ' | b'\t');
    let names = text.split_ascii_whitespace().count();
    if !begins_line(cx, at)
        || !(1..=6).contains(&names)
        || !text.starts_with([' ', '\t'])
        || !text.bytes().all(plain)
    {
        return;
    }
    let mut from = line.start;
    for _ in 0..names {
        from = run(cx, from, 64, |b| matches!(b, b' ' | b'\t')).end;
        let word = run(cx, from, 253, is_name_byte);
        host::named(cx, word);
        from = word.end;
    }
}

/// `Primary Dns Suffix . . . : corp.quarry.net`, `Logon Server:  \\QUARRYDC1`, `Machine name: 'ws-7'`.
fn setting(cx: &mut Cx<'_>, at: usize) {
    let label = run(cx, at, 48, |b| {
        b.is_ascii_alphabetic() || matches!(b, b' ' | b'.' | b'"')
    });
    if !matches!(cx.byte(label.end), b':' | b'=') {
        return;
    }
    let from = run(cx, label.end + 1, 48, |b| {
        matches!(b, b' ' | b'\t' | b'\'' | b'"' | b'\\')
    });
    let value = run(cx, from.end, 253, is_name_byte);
    host::named(cx, trim_end(cx, value, b"."));
}

/// `Machine ID: 4c1f...` of systemd: 128 bits in hexadecimal (machine-id(5)).
fn number(cx: &mut Cx<'_>, at: usize) {
    let from = run(cx, at + 11, 4, |b| b == b' ').end;
    let span = run(cx, from, 33, |b| b.is_ascii_hexdigit());
    if span.len() == 32 {
        cx.structural(span, Kind::Device, Rule::Device, Reach::Session);
    }
}

/// `quarry\ada.quill S-1-5-21-...`: the account before its identifier.
fn account(cx: &mut Cx<'_>, at: usize) {
    let gap = run_back(cx, at, 64, |b| b == b' ');
    let login = run_back(cx, gap.start, 64, |b| is_name_byte(b) || b == b'_');
    let domain = run_back(cx, login.start.saturating_sub(1), 32, is_name_byte);
    if cx.before(login.start) != b'\\' || gap.is_empty() || domain.is_empty() {
        return;
    }
    cluster::report(cx, domain);
    accounts::in_any_case(cx, login);
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Device, Host, Org, User};
    use crate::testing::{assert_found, found_of};

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        assert_found(text, &found_of(&[Device, Host, Org, User], text), want);
    }

    #[test]
    fn names_that_machines_give_themselves() {
        for (text, name) in [
            (
                "Linux loomwork 6.8.0-48-generic #48-Ubuntu SMP x86_64 GNU/Linux\n",
                "loomwork",
            ),
            (
                "Darwin tildas-mbp.fritz.box 24.1.0 Darwin Kernel Version 24.1.0",
                "tildas-mbp.fritz.box",
            ),
            ("127.0.1.1\tloom-x1\n", "loom-x1"),
            ("10.1.2.3  loom-x1\n", "loom-x1"),
            (
                "   Primary Dns Suffix  . . . . . . . : corp.brightloom.net\n",
                "corp.brightloom.net",
            ),
            ("Logon Server:              \\\\LOOMDC01\n", "LOOMDC01"),
            (
                "Domain:                    brightloom.corp\n",
                "brightloom.corp",
            ),
            ("Machine name: 'loom-runner-7'\n", "loom-runner-7"),
            ("COMPUTERNAME=LOOM-WS-12\n", "LOOM-WS-12"),
        ] {
            finds(text, &[(name, Host)]);
        }
        let number = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
        finds(
            &format!("      Machine ID: {number}\n"),
            &[(number, Device)],
        );
        finds(
            "brightloom\\tilda.okafor S-1-5-21-1004336348-1177238915-682003330-1001\n",
            &[("brightloom", Org), ("tilda.okafor", User)],
        );
    }

    #[test]
    fn other_lines_have_none() {
        for text in [
            "Linux kernel 6.8.0 is out",
            "Linux 6.8.0-48-generic",
            "127.0.0.1 localhost\n127.0.1.1 localhost\n",
            "127.0.1.1:8080 refused",
            "Domain: x\n",
            "dns suffix",
            "Machine ID: unknown",
            "BUILTIN\\Administrators S-1-5-32-544",
            "Linux f3f1b2c4d5e6 6.8.0 #1 SMP x86_64",
            "Machine name: 'server'",
        ] {
            finds(text, &[]);
        }
    }
}
