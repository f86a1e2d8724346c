//! A URL that a tool is about to open.

use super::{Local, egress, path, refuse};
use crate::config::Access;
use crate::locate::{self, Located, Stand};
use crate::{Kind, Refusal, RefusalKind, Span};

/// Restores a URL whose host is a slot or this machine. Slots go nowhere else, secrets only to their own host.
pub(crate) fn rebind(local: Local<'_>, text: &str) -> Result<String, Refusal> {
    if is_local(text) {
        return path::rebind(local, text, Access::Read).map(|done| done.text);
    }
    let located = locate::locate(local.table, text);
    let authority = authority_of(text);
    let host = host_of(text, authority);
    let own = egress::is_own_host(local, host.of(text));
    let mut out = String::with_capacity(text.len() + 24 * located.len());
    let mut done = 0;
    for found in &located {
        out.push_str(&text[done..found.span.start]);
        done = found.span.end;
        let number = allowed(local, text, found, host, own)?;
        let raw = local.raw(number);
        if host.contains(found.span) {
            plain_host(raw, found.span)?;
            out.push_str(raw);
        } else {
            percent_encode(raw, found.span.start < authority.end, &mut out);
        }
    }
    out.push_str(&text[done..]);
    Ok(out)
}

/// Whether a URL leads to another host.
pub(super) fn leaves(local: Local<'_>, text: &str) -> bool {
    let host = host_of(text, authority_of(text));
    !text.is_empty() && !is_local(text) && !egress::is_own_host(local, host.of(text))
}

/// Refuses a URL as a word of a command (`curl URL`, `--url=URL`) whose query takes a slot to another host. A path or a
/// label may: `git clone https://github.com/[ORG_1]/x` names what is there.
pub(super) fn no_query_leaves(
    local: Local<'_>,
    word: &str,
    located: &[Located],
    range: Span,
) -> Result<(), Refusal> {
    let Some(colon) = memchr::memmem::find(word.as_bytes(), b"://") else {
        return Ok(());
    };
    let scheme = word[..colon].rfind('=').map_or(0, |at| at + 1);
    let of_network = ["http", "https", "ws", "wss", "ftp"]
        .iter()
        .any(|name| word[scheme..colon].eq_ignore_ascii_case(name));
    let authority = authority_of(word);
    let Some(query) = word[authority.end..].find('?').filter(|_| of_network) else {
        return Ok(());
    };
    if egress::is_own_host(local, host_of(word, authority).of(word)) {
        return Ok(());
    }
    for found in located {
        if found.span.start > authority.end + query {
            local.needs_policy(found, range, LEAVES)?;
        }
    }
    Ok(())
}

pub(super) const LEAVES: &str = "this value would go to another host; only a policy can allow that";

/// A path, not something on a network.
fn is_local(text: &str) -> bool {
    let file = text
        .get(..7)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file://"));
    file || (!text.contains("://") && text.starts_with(['/', '~', '.']))
}

fn allowed(
    local: Local<'_>,
    text: &str,
    found: &Located,
    host: Span,
    own: bool,
) -> Result<u32, Refusal> {
    match found.stand {
        Stand::Unknown { .. } => refuse(RefusalKind::UnknownHandle, found.span, path::NOT_ISSUED),
        Stand::Secret(number) if egress::is_host_of_origin(local, number, host.of(text)) => {
            Ok(number)
        }
        Stand::Secret(number) if local.permits(number, found.span)? => Ok(number),
        Stand::Secret(_) => refuse(
            RefusalKind::SecretEgress,
            found.span,
            "a secret is sent only to the host it came from",
        ),
        Stand::Slot(number) if local.permits(number, found.span)? && !own => Ok(number),
        Stand::Slot(_) if !own => refuse(RefusalKind::Policy, found.span, LEAVES),
        Stand::Slot(number) => {
            let kind = local.table.value(number).kind;
            match host.contains(found.span) && !matches!(kind, Kind::Host | Kind::Ip) {
                true => refuse(
                    RefusalKind::WrongType,
                    found.span,
                    "a handle of this type is no host",
                ),
                false => Ok(number),
            }
        }
    }
}

// Programs do not agree on what a backslash is: with one, the host is none of ours.
fn authority_of(text: &str) -> Span {
    let start = text.find("://").map_or(0, |at| at + 3);
    let end = text[start..]
        .find(['/', '?', '#'])
        .map_or(text.len(), |at| start + at);
    Span::new(start, end)
}

/// The host without user information and port.
fn host_of(text: &str, authority: Span) -> Span {
    let part = authority.of(text);
    let start = authority.start + part.rfind('@').map_or(0, |at| at + 1);
    let host = &text[start..authority.end];
    let port = host
        .rfind(':')
        .filter(|at| host[at + 1..].bytes().all(|b| b.is_ascii_digit()));
    Span::new(start, port.map_or(authority.end, |at| start + at))
}

/// A value that would change where the URL leads is no host.
fn plain_host(raw: &str, range: Span) -> Result<(), Refusal> {
    match raw.contains(['/', '?', '#', '@', '\\', ' ', '%']) {
        true => refuse(
            RefusalKind::Metacharacter,
            range,
            "the value holds characters that no host has",
        ),
        false => Ok(()),
    }
}

fn percent_encode(raw: &str, in_authority: bool, out: &mut String) {
    for &byte in raw.as_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(byte.into())
            }
            b'/' if !in_authority => out.push('/'),
            _ => {
                out.push('%');
                out.push(char::from(b"0123456789ABCDEF"[usize::from(byte >> 4)]));
                out.push(char::from(b"0123456789ABCDEF"[usize::from(byte & 15)]));
            }
        }
    }
}
