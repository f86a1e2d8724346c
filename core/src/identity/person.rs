//! People where a commit or a mail names them: `Author: Ada Quill <ada@x>`.

use crate::anchor::Anchor;
use crate::detect::Cx;
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
    Anchor::exact("Reviewer: ", named),
    Anchor::exact("From: ", named),
];

/// Longest name, in bytes.
const MAX: usize = 64;

/// A name between the field at the start of a line and its address.
fn named(cx: &mut Cx<'_>, at: usize) {
    if !begins_field(cx, at) {
        return;
    }
    let Some(name) = name_after(cx, at) else {
        return;
    };
    let address = &cx.bytes[name.end..cx.bytes.len().min(name.end + 80)];
    if is_name(name.of(cx.text)) && is_somebody(address) {
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
    let end = cx.bytes.len().min(at + 32 + MAX);
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

/// Two to four capitalised words.
fn is_name(name: &str) -> bool {
    let part = |word: &str| {
        let first = word
            .chars()
            .next()
            .is_some_and(|c| c.is_uppercase() || !c.is_ascii());
        first
            && word
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '-' | '.' | '\''))
    };
    name.len() <= MAX && (2..=4).contains(&name.split(' ').count()) && name.split(' ').all(part)
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
