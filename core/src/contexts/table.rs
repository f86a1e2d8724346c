//! Columns of tables: a cell of the head line names a credential, the cells below it hold them. Cells stand between
//! bars, tabs or commas, or below the beginning of the word in the head.

use super::keys::Class;
use super::verdict::{self, Form};
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

/// How far below its head a table is read, in bytes and lines.
const REACH: usize = 8192;
const ROWS: usize = 64;

/// What separates cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    By(u8),
    /// Bars, also those that terminals draw.
    Bars,
    /// The cells of a column begin at the same place of their lines.
    Aligned,
}

/// Whether the name stands in a cell of a table; its values are reported.
pub(crate) fn cell(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    let line = Span::new(cx.line_start(name.start), cx.line_end(name.end));
    let Some(cells) = separator(cx, line, name) else {
        return false;
    };
    let below = line.end + 1;
    if cells == Cells::Bars && !is_rule(row(cx, below)) {
        return beside(cx, class, name, line);
    }
    let mut at = below;
    let limit = cx.bytes.len().min(below + REACH);
    for _ in 0..ROWS {
        let end = if at < limit {
            cx.line_end(at)
        } else {
            return true;
        };
        if !is_rule(&cx.bytes[at..end]) {
            let Some(span) = in_column(cx, cells, line, name, Span::new(at, end)) else {
                return true;
            };
            report(cx, class, span);
        }
        at = end + 1;
    }
    true
}

fn row<'t>(cx: &Cx<'t>, at: usize) -> &'t [u8] {
    if at < cx.bytes.len() {
        &cx.bytes[at..cx.line_end(at)]
    } else {
        &[]
    }
}

/// A line between the head and the rows.
fn is_rule(line: &[u8]) -> bool {
    let drawn = |b: &u8| matches!(b, b'-' | b'=' | b'+' | b'|' | b':' | b' ' | b'\r') || *b >= 0x80;
    line.len() >= 3
        && line.iter().all(drawn)
        && line.iter().any(|b| matches!(b, b'-' | b'=') || *b >= 0x80)
}

fn separator(cx: &Cx<'_>, line: Span, name: Span) -> Option<Cells> {
    let lead = &cx.bytes[line.start..name.start];
    let tail = &cx.bytes[name.end..line.end];
    if let Some(fits) = between_bars(lead, tail) {
        return fits.then_some(Cells::Bars);
    }
    if is_quoted_head(cx, line) {
        let mark = tail
            .get(1)
            .or(lead.len().checked_sub(2).map(|at| &lead[at]));
        return mark.copied().map(Cells::By);
    }
    let edge = |b: Option<u8>, mark: u8| matches!(b, None | Some(b'\r')) || b == Some(mark);
    for mark in [b'\t', b',', b';'] {
        let marked = lead.contains(&mark) || tail.contains(&mark);
        if marked && edge(lead.last().copied(), mark) && edge(tail.first().copied(), mark) {
            let plain = mark == b'\t' || !lead.contains(&b' ') && !tail.contains(&b' ');
            return plain.then_some(Cells::By(mark));
        }
    }
    let apart =
        (lead.is_empty() || lead.ends_with(b"  ")) && (tail.is_empty() || tail.starts_with(b"  "));
    let heads = |part: &[u8]| part.iter().any(|b| b.is_ascii_alphabetic());
    let plain = |part: &[u8]| {
        let name = |b: &u8| b.is_ascii_alphabetic() || matches!(b, b' ' | b'_' | b'-' | b'\r');
        part.iter().all(name)
    };
    let goes_on = !row(cx, line.end + 1).is_empty();
    (apart && goes_on && plain(lead) && plain(tail) && (heads(lead) || heads(tail)))
        .then_some(Cells::Aligned)
}

/// Whether bars stand on both sides of a name, perhaps behind a word that belongs to it (`admin password`); none where
/// there is no bar.
fn between_bars(lead: &[u8], tail: &[u8]) -> Option<bool> {
    let blank = |b: &&u8| matches!(**b, b' ' | b'*' | b'`' | b'_');
    let after = &tail[tail.iter().take_while(blank).count()..];
    let before = &lead[..lead.len() - lead.iter().rev().take_while(blank).count()];
    let word = before.iter().rev().take(24);
    let word = word.take_while(|b| b.is_ascii_alphabetic()).count();
    let owner = &before[..before.len() - word];
    let owner = &owner[..owner.len() - owner.iter().rev().take_while(blank).count()];
    let ends_in = |text: &[u8]| {
        text.len()
            .checked_sub(3)
            .and_then(|at| bar(text, at))
            .is_some()
    };
    let opened = |text: &[u8]| text.ends_with(b"|") || ends_in(text);
    let closed = bar(after, 0).is_some();
    if !opened(before) && !closed && !(word > 0 && opened(owner)) {
        return None;
    }
    let open = before.is_empty() || opened(before) || word > 0 && opened(owner);
    Some(open && (closed || matches!(after.first(), None | Some(b'\r'))))
}

/// Length of the bar at `at`, if one stands there.
fn bar(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at..)? {
        [b'|', ..] => Some(1),
        [0xe2, 0x94, 0x82 | 0x83, ..] | [0xe2, 0x95, 0x91, ..] => Some(3),
        _ => None,
    }
}

/// The cells of a line with bars that begin and end in them, without those bars.
fn boxes(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let len = (start <= text.len()).then(|| {
            (start..text.len())
                .find_map(|end| Some((end, bar(text, end)?)))
                .unwrap_or((text.len(), 1))
        });
        len.map(|(end, width)| {
            at = end + width;
            (start, end)
        })
    })
}

/// `"name","password"`: a line of nothing but names in quotes, and a line that begins with a quote below.
fn is_quoted_head(cx: &Cx<'_>, line: Span) -> bool {
    let head = cx.bytes[line.start..line.end].trim_ascii_end();
    let Some(inner) = head
        .strip_prefix(b"\"")
        .and_then(|it| it.strip_suffix(b"\""))
    else {
        return false;
    };
    let name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'_' | b'-' | b'.');
    let marks = [&b"\",\""[..], b"\";\""];
    let mark = marks
        .iter()
        .find(|mark| memchr::memmem::find(inner, mark).is_some());
    let Some(mark) = mark else {
        return false;
    };
    let mut rest = inner;
    while let Some(at) = memchr::memmem::find(rest, mark) {
        if !rest[..at].iter().all(name) {
            return false;
        }
        rest = &rest[at + mark.len()..];
    }
    rest.iter().all(name) && row(cx, line.end + 1).starts_with(b"\"")
}

/// The cell of that number of a line of cells by `mark`, over those in quotes.
fn quoted_cell(text: &[u8], mark: u8, number: usize) -> Option<(usize, usize)> {
    let (mut start, mut inside, mut left) = (0, false, number);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'"' => inside = !inside,
            byte if *byte == mark && !inside => {
                if left == 0 {
                    return Some((start, at));
                }
                (left, start) = (left - 1, at + 1);
            }
            _ => {}
        }
    }
    (left == 0).then_some((start, text.len()))
}

/// The cell of `line` below the name.
fn in_column(cx: &Cx<'_>, cells: Cells, head: Span, name: Span, line: Span) -> Option<Span> {
    let text = &cx.bytes[line.start..line.end];
    match cells {
        Cells::By(mark) => {
            let before = &cx.bytes[head.start..name.start];
            let number = memchr::memchr_iter(mark, before).count();
            let (start, end) = quoted_cell(text, mark, number)?;
            (text.len() > start).then(|| trim(cx, Span::new(line.start + start, line.start + end)))
        }
        Cells::Bars => {
            let number = boxes(&cx.bytes[head.start..name.start]).count() - 1;
            let (start, end) = boxes(text).nth(number)?;
            (text.len() > start).then(|| trim(cx, Span::new(line.start + start, line.start + end)))
        }
        Cells::Aligned => {
            let column = name.start - head.start;
            let begins = column == 0 || text.get(column.checked_sub(1)?) == Some(&b' ');
            let rest = text
                .get(column..)
                .filter(|rest| begins && !rest.is_empty())?;
            let len = rest.iter().take_while(|b| !b.is_ascii_whitespace()).count();
            (len > 0).then(|| Span::new(line.start + column, line.start + column + len))
        }
    }
}

/// `| password | value |`: the name is in the first cell, its value in the next.
fn beside(cx: &mut Cx<'_>, class: Class, name: Span, line: Span) -> bool {
    let Some((start, end)) = boxes(&cx.bytes[name.end..line.end]).nth(1) else {
        return false;
    };
    if boxes(&cx.bytes[line.start..name.start]).count() <= 2 {
        report(
            cx,
            class,
            trim(cx, Span::new(name.end + start, name.end + end)),
        );
    }
    true
}

/// Whether `) VALUES` or `) FROM stdin` follows the name of a column that ends at `end`.
pub(crate) fn is_head_of_values(cx: &Cx<'_>, end: usize) -> bool {
    let rest = &cx.bytes[end..cx.bytes.len().min(end + 32)];
    let words = rest.strip_prefix(b")").unwrap_or(rest).trim_ascii_start();
    let starts = |word: &[u8]| {
        words
            .get(..word.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    starts(b"values") || starts(b"from stdin")
}

/// The rows of `COPY t (name, password) FROM stdin;`, whose cells stand between tabs, from the line at `at` on.
fn copied(cx: &mut Cx<'_>, class: Class, at: usize, column: usize) {
    let mut at = at;
    for _ in 0..ROWS {
        if at >= cx.bytes.len() || cx.at(at, b"\\.") {
            return;
        }
        let line = &cx.bytes[at..cx.line_end(at)];
        let Some(cell) = line.split(|b| *b == b'\t').nth(column) else {
            return;
        };
        let before: usize = line
            .split(|b| *b == b'\t')
            .take(column)
            .map(|cell| cell.len() + 1)
            .sum();
        let span = Span::new(at + before, at + before + cell.len());
        report(cx, class, trim(cx, span));
        at += line.len() + 1;
    }
}

/// `INSERT INTO t (name, password) VALUES ('zoe', 'x'), ...`: whether the name stands in such a list of columns;
/// the strings at its place in every row are reported.
pub(crate) fn inserted(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    let tail = &cx.bytes[name.end..cx.bytes.len().min(name.end + 256)];
    let Some(close) = memchr::memchr(b')', tail) else {
        return false;
    };
    let head = &cx.bytes[name.start.saturating_sub(256)..name.start];
    let Some(open) = memchr::memrchr(b'(', head) else {
        return false;
    };
    let end = name.end + close;
    if !is_head_of_values(cx, end) {
        return false;
    }
    let column = memchr::memchr_iter(b',', &head[open..]).count();
    let limit = cx.bytes.len().min(end + REACH);
    if matches!(
        cx.bytes[end + 1..].trim_ascii_start().first(),
        Some(b'f' | b'F')
    ) {
        copied(cx, class, cx.line_end(end) + 1, column);
        return true;
    }
    let mut at = end + 1;
    for _ in 0..ROWS {
        let Some(row) = memchr::memchr2(b'(', b';', &cx.bytes[at.min(limit)..limit]) else {
            break;
        };
        if cx.bytes[at + row] == b';' {
            break;
        }
        at = string_of_row(cx, class, at + row + 1, limit, column);
    }
    true
}

/// Reports the string at place `column` of the row at `at`, and gives the end of the row.
fn string_of_row(cx: &mut Cx<'_>, class: Class, at: usize, limit: usize, column: usize) -> usize {
    let (mut at, mut place, mut depth) = (at, 0, 0usize);
    while at < limit {
        match cx.bytes[at] {
            b'\'' => {
                let rest = &cx.bytes[at + 1..limit];
                let Some(len) = memchr::memchr(b'\'', rest) else {
                    return limit;
                };
                let span = Span::new(at + 1, at + 1 + len);
                if place == column && depth == 0 {
                    report(cx, class, span);
                }
                at = span.end;
            }
            b',' if depth == 0 => place += 1,
            b'(' => depth += 1,
            b')' if depth == 0 => return at + 1,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    limit
}

/// A cell without blanks and quotes around it.
fn trim(cx: &Cx<'_>, span: Span) -> Span {
    let around = |b: &&u8| matches!(**b, b' ' | b'\t' | b'\r' | b'"' | b'\'' | b'`');
    let text = &cx.bytes[span.start..span.end];
    let lead = text.iter().take_while(around).count();
    let tail = text[lead..].iter().rev().take_while(around).count();
    Span::new(span.start + lead, span.end - tail)
}

fn report(cx: &mut Cx<'_>, class: Class, span: Span) {
    let text = span.of(cx.text);
    let form = Form {
        alone: true,
        ..Form::default()
    };
    let value = text.len() >= 6 && !text.contains(' ') && verdict::has_mixture(text.as_bytes());
    if value && verdict::is_secret(class, text, form) {
        cx.secret(span, Rank::Context, Rule::Assignment);
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn columns() {
        let marked = "| user | password | on |\n|------|:--------:|----|\n| zoe | Orchid77x | 2024-11-05 |\n| jan | `Fog-41-Lamp` | x |\n";
        assert_eq!(found(marked), ["Orchid77x", "Fog-41-Lamp"]);
        let psql = " username |   password   \n----------+--------------\n zoe      | Orchid77xFog\n(1 row)\n";
        assert_eq!(found(psql), ["Orchid77xFog"]);
        assert_eq!(
            found("name,password,mail\nzoe,Orchid77x,x\njan,\"Fog41!\",y\n"),
            ["Orchid77x", "Fog41!"]
        );
        assert_eq!(
            found("name\tapi_key\nzoe\tk7Lm2Qp9xRt5Zw3b\n"),
            ["k7Lm2Qp9xRt5Zw3b"]
        );
        let aligned = "NAME        PASSWORD       HOST\napp         Orchid77x!     db1\nweb         Fog41Lamp      db2\n";
        assert_eq!(found(aligned), ["Orchid77x!", "Fog41Lamp"]);
        assert_eq!(found("| password | Orchid77x |\n"), ["Orchid77x"]);
        assert_eq!(found("| admin password | Orchid77x |\n"), ["Orchid77x"]);
        let drawn = "\u{2503} Name \u{2503} Password   \u{2503}\n\u{2521}\u{2501}\u{2547}\u{2501}\u{2529}\n\u{2502} app  \u{2502} Orchid77x! \u{2502}\n\u{2502} web  \u{2502} Fog41Lamp  \u{2502}\n\u{2514}\u{2500}\u{2534}\u{2500}\u{2518}\n";
        assert_eq!(found(drawn), ["Orchid77x!", "Fog41Lamp"]);
        let beside = "\u{2502} API key \u{2502} k7Lm2Qp9xRt5Zw3b \u{2502}\n\u{2502} region  \u{2502} eu-7 \u{2502}\n";
        assert_eq!(found(beside), ["k7Lm2Qp9xRt5Zw3b"]);
        let quoted = "\"name\",\"note\",\"password\"\n\"app\",\"a, b\",\"Orchid77x!\"\n\"web\",\"\",\"Fog41Lamp\"\n";
        assert_eq!(found(quoted), ["Orchid77x!", "Fog41Lamp"]);
    }

    #[test]
    fn rows_of_a_statement() {
        assert_eq!(
            found(
                "INSERT INTO users (name, password) VALUES ('zoe', 'Orchid77x'), ('jan', 'Fog-41-Lamp');"
            ),
            ["Orchid77x", "Fog-41-Lamp"]
        );
        assert_eq!(
            found(
                "insert into t (id, api_token, at)\nvalues (nextval('t2x', 1), 'k7Lm2Qp9xRt5', now());"
            ),
            ["k7Lm2Qp9xRt5"]
        );
        assert_eq!(
            found(
                "COPY public.users (id, password, at) FROM stdin;\n1\tOrchid77x\t2024-01-02\n2\t\\N\t\\N\n3\tFog-41-Lamp\tx\n\\.\n"
            ),
            ["Orchid77x", "Fog-41-Lamp"]
        );
        assert!(found("INSERT INTO t (id, password) VALUES ($1, $2)").is_empty());
        assert!(found("INSERT INTO t (password, name) VALUES (?, 'Orchid77x')").is_empty());
    }

    #[test]
    fn other_tables() {
        for text in [
            "| field | type |\n|---|---|\n| password | varchar(255) |\n| token | string |\n",
            "| password | required | min 8 |\n",
            "| name | password |\n|---|---|\n| zoe | yes |\n| jan | <unset> |\n",
            "token,kind,line\nident,1,2\n",
            "NAME   TOKEN   AGE\napp    none    14d\n",
            "a | token | b",
            "\"field\",\"password\"\n\"a\",\"required\"\n",
            "[\"name\",\"password\"]\n[\"a\",\"x7y8z9\"]\n",
            "\u{2502} password reset \u{2502} passed \u{2502}\n\u{2502} token count \u{2502} 18234 \u{2502}\n",
            "\u{2502} tokens \u{2502} x18234y \u{2502}\n",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
