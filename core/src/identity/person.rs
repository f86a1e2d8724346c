//! People where a commit or a mail names them: `Author: Ada Quill <ada@x>`.

use super::{accounts, name, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::graph::common::is_role;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("author: ", named),
    Anchor::word("author:     ", named),
    Anchor::word("commit:     ", named),
    Anchor::word("committer: ", named),
    Anchor::word("co-authored-by: ", named),
    Anchor::word("signed-off-by: ", named),
    Anchor::word("reviewed-by: ", named),
    Anchor::word("acked-by: ", named),
    Anchor::word("tested-by: ", named),
    Anchor::exact("From: ", named),
];

/// A name between the field at the start of a line and its address.
fn named(cx: &mut Cx<'_>, at: usize) {
    if !begins_field(cx, at) {
        return;
    }
    let Some(name) = name_after(cx, at) else {
        return;
    };
    let address = &cx.bytes[name.end..cx.bytes.len().min(name.end + 80)];
    let text = name.of(cx.text);
    // RFC 2047: `=?UTF-8?q?Ada=20Quill?=`.
    let coded = text.starts_with("=?") && text.ends_with("?=");
    if (coded || name::is_person(text)) && is_somebody(address) {
        cx.structural(name, Kind::Person, Rule::Person, Reach::Session);
    }
}

/// Whether only blanks, a graph of commits or an escaped line break stand before the field.
fn begins_field(cx: &Cx<'_>, at: usize) -> bool {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|' | b'*' | b'>' | b'+');
    let lead = &cx.bytes[at.saturating_sub(16)..at];
    let rest = lead.len() - lead.iter().rev().take_while(|b| blank(b)).count();
    let start = at - (lead.len() - rest);
    matches!(cx.before(start), 0 | b'\n' | b'"') || cx.ends_at(start, b"\\n")
}

/// The text from behind the colon to the blank before `<`.
fn name_after(cx: &Cx<'_>, at: usize) -> Option<Span> {
    let end = cx.bytes.len().min(at + 32 + name::MAX);
    let line = &cx.bytes[at..end];
    let colon = line.iter().position(|&b| b == b':')?;
    let gap = line[colon + 1..].iter().take_while(|b| **b == b' ').count();
    let from = colon + 1 + gap;
    let len = line[from..]
        .iter()
        .position(|b| matches!(b, b'<' | b'\n' | b'\\' | b'"'))?;
    let closed = line[from + len] == b'<' && len > 1 && line[from + len - 1] == b' ';
    closed.then(|| Span::new(at + from, at + from + len - 1))
}

/// The name before the address that stands at `local`: `Ada Quill <ada@x>`, `aquill <ada@x>`.
pub(super) fn before_address(cx: &mut Cx<'_>, local: Span) {
    if cx.before(local.start) != b'<'
        || cx.before(local.start - 1) != b' '
        || is_role(local.of(cx.text))
    {
        return;
    }
    let end = local.start - 2;
    let lead = words::run_back(cx, end, name::MAX, is_name_byte);
    if let Some(span) = name_at_end(cx, lead) {
        return cx.structural(span, Kind::Person, Rule::Person, Reach::Session);
    }
    // `<hash> aquill <...>`, `author aquill <...>`.
    let word = words::run_back(cx, end, 40, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')
    });
    let alone =
        matches!(cx.before(word.start), 0 | b'\n' | b'\t' | b'"') || follows_hash(cx, word.start);
    if alone {
        accounts::in_any_case(cx, word);
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'-' | b'.' | b'\'') || byte >= 0x80
}

/// Whether an object's hash and a blank stand before `at`, or a field of a commit.
fn follows_hash(cx: &Cx<'_>, at: usize) -> bool {
    let hash = words::run_back(cx, at.saturating_sub(1), 64, |b| b.is_ascii_hexdigit());
    let field = [
        &b"author "[..],
        b"committer ",
        b"Author: ",
        b"tagger ",
        b"Commit: ",
    ];
    cx.before(at) == b' ' && hash.len() >= 7 || field.iter().any(|field| cx.ends_at(at, field))
}

/// The longest name that ends a run of words: of `written by Ada Quill` the last two.
fn name_at_end(cx: &Cx<'_>, lead: Span) -> Option<Span> {
    let text = lead.of(cx.text);
    let mut best = None;
    let starts = text.match_indices(' ').map(|(at, _)| at + 1).chain([0]);
    for start in starts {
        let whole = start > 0 || !cx.before(lead.start).is_ascii_alphanumeric();
        if whole && name::is_person(&text[start..]) {
            let span = Span::new(lead.start + start, lead.end);
            best = best
                .filter(|best: &Span| best.start < span.start)
                .or(Some(span));
        }
    }
    best
}

/// Whether the address behind a name is no program's: `<noreply@...>`, `<49+x[bot]@...>`.
fn is_somebody(address: &[u8]) -> bool {
    let end = address.iter().position(|&b| matches!(b, b'>' | b'\n'));
    let address = &address[..end.unwrap_or(address.len())];
    let address = address.strip_prefix(b" <").unwrap_or(address);
    let program = [&b"noreply@"[..], b"no-reply@", b"support@", b"bot@"];
    address.contains(&b'@')
        && !address.contains(&b'[')
        && !program.iter().any(|start| address.starts_with(start))
}

#[cfg(test)]
mod tests {
    use crate::Kind::Person;
    use crate::testing::found;

    fn people(text: &str) -> Vec<String> {
        let people = found(text).into_iter().filter(|(_, kind)| *kind == Person);
        people.map(|(part, _)| part).collect()
    }

    #[test]
    fn fields_of_commits_name_people() {
        for text in [
            "commit 1a2b\nAuthor: Tilda Okafor <t@brightloom.io>\n",
            "Author:     Tilda Okafor <t@brightloom.io>\n",
            "Fix\n\n    Co-authored-by: Tilda Okafor <t@brightloom.io>\n",
            "Reviewed-by: Tilda Okafor <t@brightloom.io>",
            "From: Tilda Okafor <t@brightloom.io>\nDate: x",
        ] {
            assert_eq!(people(text), ["Tilda Okafor"], "{text}");
        }
        let coded = "=?UTF-8?q?J=C3=BCrgen=20=C3=84hr?=";
        assert_eq!(people(&format!("From: {coded} <j@x.io>\n")), [coded]);
        assert_eq!(people("Author: Jürgen Ähr <j@x.io>"), ["Jürgen Ähr"]);
    }

    #[test]
    fn programs_and_prose_name_no_one() {
        for text in [
            "Co-Authored-By: Claude Code <noreply@anthropic.com>",
            "Author: renovate[bot] <29139614+renovate[bot]@users.noreply.github.com>",
            "the Author: Some Words <b>",
            "Author: Name Here",
            "From: Ä",
            "From: ",
            "Author: x <",
        ] {
            assert_eq!(people(text), Vec::<String>::new(), "{text}");
        }
    }
}
