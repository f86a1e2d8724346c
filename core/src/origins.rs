//! Where a secret came from, as far as the text around it and the call's context tell.
//!
//! Egress asks for it: a secret may go back to its file, its variable and its host.

use crate::{Context, Span};

/// A place that a secret was seen at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    File,
    Variable,
    Host,
}

impl Place {
    /// What a kept origin of this sort begins with.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Place::File => "file:",
            Place::Variable => "variable:",
            Place::Host => "host:",
        }
    }
}

/// Most origins that one secret keeps.
pub(crate) const MOST: usize = 8;

/// How far back a prompt line is looked for, in bytes.
const LOOK_BACK: usize = 8192;

/// Calls `keep` with every origin of the secret at `span`.
pub(crate) fn each(
    text: &str,
    span: Span,
    context: &Context<'_>,
    mut keep: impl FnMut(Place, &str),
) {
    let lead = &text[..span.start];
    if let Some(name) = variable(lead) {
        keep(Place::Variable, name);
    }
    if let Some(host) = host(text, span).or_else(|| host_header(text, span)) {
        keep(Place::Host, host);
    }
    if let Some(host) = context.host {
        keep(Place::Host, host);
    }
    let read = || {
        prompt_before(lead)
            .and_then(file_read)
            .or_else(|| file_read(context.command?))
    };
    if let Some(file) = context.file.or_else(read) {
        keep(Place::File, file);
    }
}

/// The name before `=` or `:` that the text ends with: `DB_PASSWORD=`, `"token": "`.
fn variable(lead: &str) -> Option<&str> {
    let lead = lead.trim_end_matches(['"', '\'', ' ', '`']);
    let lead = lead
        .strip_suffix(['=', ':'])?
        .trim_end_matches(['"', '\'', ' ', ':']);
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = lead.rfind(|c| !name(c)).map_or(0, |at| {
        at + lead[at..].chars().next().map_or(1, char::len_utf8)
    });
    let found = &lead[start..];
    let flag = lead[..start].ends_with('-');
    (!found.is_empty() && found.len() <= 128 && !flag).then_some(found)
}

/// The host of the URI that the secret is a part of.
fn host(text: &str, span: Span) -> Option<&str> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`');
    if let Some(rest) = text[span.end..].strip_prefix('@') {
        let end = rest
            .find(|c| ends(c) || matches!(c, '/' | ':' | '?' | ','))
            .unwrap_or(rest.len());
        return Some(&rest[..end]).filter(|host| !host.is_empty());
    }
    let floor = floor_char(text, span.start.saturating_sub(1024));
    let lead = &text[floor..span.start];
    let token = lead.rfind(ends).map_or(lead, |at| &lead[at..]);
    let (_, authority) = token.rsplit_once("://")?;
    let end = authority.find(['/', '?', '#'])?;
    let host = authority[..end].rsplit('@').next()?;
    Some(host.split(':').next().unwrap_or(host)).filter(|host| !host.is_empty())
}

/// The `Host` header beside the header that the secret stands in. Not `Origin` or `Referer`: they say who sent a
/// request, and not where it goes.
fn host_header(text: &str, span: Span) -> Option<&str> {
    let floor = floor_char(text, span.start.saturating_sub(LOOK_AROUND));
    let end = floor_char(text, (span.end + LOOK_AROUND).min(text.len()));
    let (lead, rest) = (&text[floor..span.start], &text[span.end..end]);
    let own = lead.rsplit('\n').next()?.trim_start_matches(['>', ' ']);
    let (name, _) = own.split_once(':')?;
    let credential = ["authorization", "cookie"];
    let known = credential
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known));
    let header = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
    if !(known || name.contains('-')) || !name.bytes().all(header) {
        return None;
    }
    let blank = |line: &&str| !line.trim_matches(['>', ' ', '\r']).is_empty();
    let before = lead.rsplit('\n').skip(1).take_while(blank);
    let after = rest.split('\n').skip(1).take_while(blank);
    before.chain(after).find_map(|line| {
        let line = line.trim_start_matches(['>', ' ']);
        let host = line
            .get(..5)
            .filter(|name| name.eq_ignore_ascii_case("host:"));
        let host = host.map(|name| line[name.len()..].trim())?;
        let host = host.split(':').next().unwrap_or(host);
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
        (!host.is_empty() && host.bytes().all(plain)).then_some(host)
    })
}

/// How far from a header the others of its request are looked for, in bytes.
const LOOK_AROUND: usize = 1024;

fn floor_char(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The command of the last prompt line.
fn prompt_before(lead: &str) -> Option<&str> {
    let floor = floor_char(lead, lead.len().saturating_sub(LOOK_BACK));
    lead[floor..].rsplit('\n').find_map(|line| {
        let line = line.trim();
        ["$ ", "% ", "# ", "> ", "❯ "]
            .iter()
            .find_map(|sign| {
                let at = line.find(sign)?;
                // A prompt before the sign holds no spaces to speak of.
                (line[..at].split_whitespace().count() <= 3).then(|| &line[at + sign.len()..])
            })
            .filter(|command| file_read(command).is_some())
    })
}

/// The one file that a command prints.
fn file_read(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace();
    let program = words.next()?;
    let name = program.rsplit('/').next()?;
    if !READERS.contains(&name) || command.contains(['|', ';', '&', '<', '$', '`']) {
        return None;
    }
    let mut files =
        words.filter(|word| !word.starts_with('-') && !word.bytes().all(|b| b.is_ascii_digit()));
    let file = files.next()?;
    files
        .next()
        .is_none()
        .then(|| file.trim_matches(['"', '\'']))
}

/// Programs that print a file.
const READERS: &[&str] = &[
    "cat",
    "less",
    "more",
    "head",
    "tail",
    "bat",
    "nl",
    "type",
    "Get-Content",
    "gc",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, secret: &str) -> Vec<String> {
        let start = text.find(secret).expect("it is there");
        let mut all = Vec::new();
        each(
            text,
            Span::new(start, start + secret.len()),
            &Context::default(),
            |place, text| {
                all.push([place.tag(), text].concat());
            },
        );
        all
    }

    #[test]
    fn origins_are_read_off_the_text() {
        for (text, want) in [
            (
                "$ cat .env\nA=1\nTOKEN=hush",
                vec!["variable:TOKEN", "file:.env"],
            ),
            (
                "zoe@box:~/p$ cat -n conf/a.yml\n  token: \"hush\"",
                vec!["variable:token", "file:conf/a.yml"],
            ),
            (
                "postgres://zoe:hush@db.local:5432/x",
                vec!["variable:zoe", "host:db.local"],
            ),
            (
                "https://api.example.com/x?token=hush",
                vec!["variable:token", "host:api.example.com"],
            ),
            ("{\"key\": \"hush\"}", vec!["variable:key"]),
            (
                "GET /x HTTP/1.1\r\nHost: api.example.com:8443\r\nAuthorization: Bearer hush\r\n\r\n",
                vec!["host:api.example.com"],
            ),
            (
                "> X-Api-Key: hush\n> host: api.example.com\n>\n> host: other.example.com",
                vec!["host:api.example.com"],
            ),
            (
                "Authorization: Bearer hush\nReferer: https://other.example.com/\n\nHost: x.example.com",
                vec![],
            ),
            ("tool --token=hush", vec![]),
            ("$ cat a b\nhush", vec![]),
        ] {
            assert_eq!(of(text, "hush"), want, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,60}", at in 0usize..60) {
            let at = floor_char(&text, at.min(text.len()));
            each(&text, Span::new(at, text.len()), &Context::default(), |_, _| {});
        }
    }
}
