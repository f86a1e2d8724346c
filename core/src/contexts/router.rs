//! Lines of the configuration of routers, switches and their agents: `enable secret x`, `neighbor 10.7.0.2 password x`,
//! `radius-server host x key y`, `rocommunity x`.

use super::keys::Class;
use super::verdict;
use super::{flag, value};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("snmp-server community ", community),
    Anchor::exact("rocommunity", community),
    Anchor::exact("rwcommunity", community),
    Anchor::exact("wpa-psk ascii ", shared_key),
    Anchor::exact("message-digest-key ", shared_key),
    Anchor::exact("psksecret ENC ", shared_key),
];

/// How a value is encrypted or written, before it.
const KINDS: &[&[u8]] = &[
    b"0",
    b"5",
    b"6",
    b"7",
    b"8",
    b"9",
    b"ascii",
    b"hex",
    b"md5",
    b"sha1",
    b"sha256",
    b"encrypted",
    b"clear",
    b"level",
    b"ENC",
    b"15",
    b"1",
];

/// Whether the name stands in a line in which its value follows without a delimiter.
pub(crate) fn line(cx: &Cx<'_>, name: Span) -> bool {
    let lead = cx.line_before(name.start, 96).trim_ascii_start();
    let word = &cx.bytes[name.start..name.end];
    let keys = [
        &b"tacacs"[..],
        b"radius",
        b"crypto isakmp",
        b"server-private",
        b"address ipv4",
    ];
    let passwords = [
        &b"enable "[..],
        b"neighbor ",
        b"ppp chap ",
        b"ppp pap ",
        b"username ",
    ];
    let starts = |words: &[&[u8]]| words.iter().any(|word| lead.starts_with(word));
    let is = |one: &[u8]| word.eq_ignore_ascii_case(one);
    is(b"key") && starts(&keys)
        || (is(b"password") || is(b"secret")) && starts(&passwords) && lead.len() < 80
}

/// The value at `start`, behind the kind of its encryption.
pub(crate) fn shared(cx: &mut Cx<'_>, start: usize) {
    let mut at = start;
    for _ in 0..3 {
        let rest = &cx.bytes[at..cx.bytes.len().min(at + 16)];
        let len = rest
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        if rest.get(len) == Some(&b' ') && KINDS.contains(&&rest[..len]) {
            at = value::skip_blank(cx, at + len);
        }
    }
    let word = flag::word(cx, at);
    let mixed = |span: &Span| verdict::has_mixture(span.of(cx.text).as_bytes());
    if let Some(span) = word.filter(mixed)
        && flag::plausible(cx, Class::Password, span)
    {
        cx.secret(span, Rank::Context, Rule::CredentialFile);
    }
}

/// `wpa-psk ascii 0 x`, `message-digest-key 1 md5 x`: the key behind the first word.
fn shared_key(cx: &mut Cx<'_>, at: usize) {
    let line = &cx.bytes[at..cx.line_end(at)];
    if let Some(blank) = memchr::memchr(b' ', line) {
        shared(cx, at + blank + 1);
    }
}

/// `snmp-server community x RO` of routers, `rocommunity x` of Net-SNMP.
fn community(cx: &mut Cx<'_>, at: usize) {
    let line = &cx.bytes[at..cx.line_end(at).min(at + 64)];
    let word = memchr::memmem::find(line, b"community").map_or(0, |at| at + b"community".len());
    let six = usize::from(line.get(word) == Some(&b'6'));
    let from = at + word + six;
    let start = value::skip_blank(cx, from);
    if start == from || cx.at(start, b"public") || cx.at(start, b"private") {
        return;
    }
    if let Some(span) =
        flag::word(cx, start).filter(|span| flag::plausible(cx, Class::Password, *span))
    {
        cx.secret(span, Rank::Context, Rule::CredentialFile);
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn lines_of_a_router() {
        for text in [
            "snmp-server community orchid77 RW\n",
            "rocommunity orchid77 10.7.0.0/16\n",
            "enable secret orchid77\n",
            "enable password level 15 orchid77\n",
            " neighbor 10.7.0.2 password 7 orchid77\n",
            "username zoe privilege 15 secret 0 orchid77",
            " wpa-psk ascii 0 orchid77\n",
            " ip ospf message-digest-key 1 md5 orchid77\n",
            "    set psksecret ENC orchid77\n",
            "    set password ENC orchid77\n",
            "radius-server host 10.7.0.2 key orchid77\n",
        ] {
            assert_eq!(found(text), ["orchid77"], "{text}");
        }
    }

    #[test]
    fn other_lines() {
        for text in [
            "snmp-server community public RO\n",
            "rocommunity\n",
            "enable password protection in v2 of the app",
            "enable secret rotation\n",
            "neighbor 10.7.0.2 remote-as 65001\n",
            "username and password combination",
            "service password-encryption\n",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
