//! Key material in armour: PEM, OpenSSH, PGP. Decided at `BEGIN`, so that a block that was cut off is hidden
//! too. Public keys and certificates stay.

use super::verdict;
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[Anchor::exact("BEGIN ", begin), Anchor::exact("END ", end)];

/// The longest block: an 8192-bit RSA key with gutters stays far below.
const LONGEST: usize = 32 << 10;
/// A body shorter than this (in letters and digits) is a placeholder.
const SHORTEST_BODY: usize = 16;

/// A shorter last line is taken together with the one before it.
const SHORTEST_LINE: usize = 12;

/// `BEGIN ` at `at`.
fn begin(cx: &mut Cx<'_>, at: usize) {
    if !cx.ends_at(at, b"----") && !cx.ends_at(at, b"---- ") {
        return;
    }
    let label = at + 6;
    let Some(label_end) = dashes(cx, label, 64) else {
        return;
    };
    if !is_private(&cx.bytes[label..label_end]) {
        return;
    }
    let start = label_end
        + cx.bytes[label_end..]
            .iter()
            .take(5)
            .take_while(|b| **b == b'-')
            .count();
    // Only where `BEGIN` has it too is a `+` before a line the sign of a diff, and not the first of the body.
    let added = cx.bytes[cx.line_start(at)..at].contains(&b'+');
    let lines = body(cx, start, added);
    let telling = lines
        .iter()
        .flat_map(|line| &cx.bytes[line.start..line.end]);
    if telling.filter(|byte| byte.is_ascii_alphanumeric()).count() < SHORTEST_BODY {
        return;
    }
    for line in &lines {
        cx.secret(*line, Rank::Part, Rule::KeyBlock);
    }
    if let Some(last) = lines.last() {
        // A known value may begin in the last line and reach beyond it.
        cx.resume = cx.resume.max(last.start);
    }
}

/// `END ` at `at` of a block whose beginning was cut off (`tail key.pem`): the lines before it are its last ones.
fn end(cx: &mut Cx<'_>, at: usize) {
    let label = dashes(cx, at + 4, 64).map(|end| &cx.bytes[at + 4..end]);
    if !cx.ends_at(at, b"-----") || !label.is_some_and(is_private) {
        return;
    }
    let near = |it: &crate::Finding| it.rule == Rule::KeyBlock && it.span.end + 64 > at;
    if cx.findings.iter().rev().take(4).any(near) {
        return;
    }
    let mut lines = lines_before(cx, at);
    let letters = lines.iter().map(|line| line.len()).sum::<usize>();
    if letters < SHORTEST_BODY {
        return;
    }
    join_short_end(&mut lines);
    for line in lines {
        cx.secret(line, Rank::Part, Rule::KeyBlock);
    }
}

/// The lines of base64 right before the one at `at`; all are as long as each other but the last one, and the first if
/// it was cut off.
fn lines_before(cx: &Cx<'_>, at: usize) -> Vec<Span> {
    let mut lines: Vec<Span> = Vec::new();
    let mut next = cx.line_start(at);
    let mut width = 0;
    while next > 0 && at - next < LONGEST {
        let start = cx.line_start(next - 1);
        let Some(span) = body_of_line(cx, Span::new(start, next - 1)) else {
            break;
        };
        let len = span.len();
        let whole = (40..=80).contains(&len) && (width == 0 || width == len);
        let cut = len < width
            && len >= SHORTEST_LINE
            && verdict::has_cases_and_digit(&cx.bytes[span.start..span.end]);
        if !whole && !cut && (!lines.is_empty() || len > 80) {
            break;
        }
        lines.push(span);
        if cut {
            break;
        }
        width = if whole { len } else { 0 };
        next = start;
    }
    lines.reverse();
    lines
}

/// The one run of base64 of a line, behind a gutter and before the quote of a string.
fn body_of_line(cx: &Cx<'_>, line: Span) -> Option<Span> {
    let text = &cx.bytes[line.start..line.end];
    let of_body = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'+' | b'/' | b'=');
    let tail = text.iter().rev();
    let tail = tail.take_while(|b| b" \t\r\"',\\".contains(b)).count();
    let end = text.len() - tail;
    let start = end - text[..end].iter().rev().take_while(of_body).count();
    let margin = |b: &u8| b.is_ascii_digit() || b" \t|>#*\"':-".contains(b) || *b >= 0x80;
    (start < end && text[..start].iter().all(margin))
        .then(|| Span::new(line.start + start, line.start + end))
}

fn is_private(label: &[u8]) -> bool {
    // The second is what OpenVPN calls a key that both ends share.
    [&b"PRIVATE KEY"[..], b"STATIC KEY", b"Static key"]
        .iter()
        .any(|kind| memchr::memmem::find(label, kind).is_some())
}

/// Offset of the next run of four dashes within `most` bytes.
fn dashes(cx: &Cx<'_>, from: usize, most: usize) -> Option<usize> {
    let part = &cx.bytes[from..cx.bytes.len().min(from + most)];
    memchr::memmem::find(part, b"----").map(|at| from + at)
}

/// The lines of the body, without what stands around them.
fn body(cx: &Cx<'_>, start: usize, added: bool) -> Vec<Span> {
    let mut lines: Vec<Span> = Vec::new();
    let mut at = start;
    let limit = cx.bytes.len().min(start + LONGEST);
    while at < limit {
        let from = skip_margin(cx, at, limit, added);
        let end = run_end(cx, from, limit);
        if cx.at(from, b"----") || end == from {
            break;
        }
        if is_armour_header(cx, from, end) {
            at = header_end(cx, from).min(limit).max(from + 1);
            continue;
        }
        let broken = from > at
            && cx.bytes[at..from]
                .iter()
                .any(|b| matches!(b, b'\n' | b'\\'));
        // Whatever stands between a line of the body and `END` is its last line, however short.
        let next = skip_margin(cx, end, limit, added);
        let last = broken && !lines.is_empty() && next > end && cx.at(next, b"-----END");
        if !last && !is_body(cx, Span::new(from, end), broken) {
            break;
        }
        lines.push(Span::new(from, end));
        at = end;
    }
    join_short_end(&mut lines);
    join_constant_start(cx, &mut lines);
    lines
}

/// OpenSSH's first line is the same for all keys of a type: a stand-in of its own would say that it is secret.
fn join_constant_start(cx: &Cx<'_>, lines: &mut Vec<Span>) {
    if let [first, second, ..] = lines[..]
        && cx.at(first.start, b"b3BlbnNzaC1rZXktdj")
    {
        lines.remove(0);
        lines[0] = Span::new(first.start, second.end);
    }
}

/// A short last line, or a checksum, is no value of its own: too much ordinary text looks like it.
fn join_short_end(lines: &mut Vec<Span>) {
    while let [.., before, last] = lines[..]
        && last.len() < SHORTEST_LINE
    {
        lines.truncate(lines.len() - 2);
        lines.push(Span::new(before.start, last.end));
    }
}

/// Skips line breaks in any spelling, indentation, diff signs, quotes and gutters before a body line.
fn skip_margin(cx: &Cx<'_>, from: usize, limit: usize, added: bool) -> usize {
    let mut at = from;
    while at < limit {
        let rest = &cx.bytes[at..limit];
        let len = match rest[0] {
            b' ' | b'\t' | b'\r' | b'"' | b'\'' | b',' | b'|' | b'>' | b'#' | b'*' => 1,
            b'\n' => 1 + gutter(&rest[1..]),
            b'\\' if matches!(rest.get(1), Some(b'n' | b'r' | b't' | b'\\' | b'\n')) => {
                2 - usize::from(rest[1] == b'\\')
            }
            b'\\' => 1,
            // Between lines only: `+` is a character of the body.
            sign @ (b'+' | b'-')
                if at > from
                    && (added || sign == b'-')
                    && matches!(cx.before(at), b'\n' | b' ')
                    && !rest.starts_with(b"----") =>
            {
                1
            }
            _ => return at,
        };
        at += len;
    }
    at
}

/// Length of a line number and what separates it from the text: `  12→`, `12:`, `12|`, `12<tab>`.
fn gutter(line: &[u8]) -> usize {
    let blank = line.iter().take(8).take_while(|b| **b == b' ').count();
    let digits = line[blank..]
        .iter()
        .take(7)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let rest = &line[blank + digits..];
    const MARKS: &[&[u8]] = &[b"\xe2\x86\x92", b"\t", b": ", b":", b"|", b" |", b"-"];
    let mark = MARKS.iter().find(|mark| rest.starts_with(mark));
    match mark {
        Some(mark) if digits > 0 => blank + digits + mark.len(),
        _ => 0,
    }
}

/// End of the run of body characters.
fn run_end(cx: &Cx<'_>, from: usize, limit: usize) -> usize {
    let part = cx.bytes.get(from..limit).unwrap_or_default();
    let len = part
        .iter()
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')))
        .unwrap_or(part.len());
    from + len
}

/// `Proc-Type: 4,ENCRYPTED`, `DEK-Info: ...`, `Version: ...`, `Comment: ...`
fn is_armour_header(cx: &Cx<'_>, from: usize, end: usize) -> bool {
    const NAMES: &[&[u8]] = &[
        b"Proc-Type:",
        b"DEK-Info:",
        b"Version:",
        b"Comment:",
        b"Hash:",
        b"Charset:",
        b"Subject:",
    ];
    end > from && NAMES.iter().any(|name| cx.at(from, name))
}

/// End of an armour header: its line, or the escaped line break.
fn header_end(cx: &Cx<'_>, from: usize) -> usize {
    let end = cx.line_end(from);
    memchr::memmem::find(&cx.bytes[from..end], b"\\n").map_or(end, |at| from + at)
}

/// Whether a run of characters belongs to the body: long, or with signs that words do not have, and not
/// followed by other text. On the line of `BEGIN` only long ones do.
fn is_body(cx: &Cx<'_>, span: Span, broken: bool) -> bool {
    let run = &cx.bytes[span.start..span.end];
    let next = cx.byte(span.end);
    let stops = cx.at(span.end, b"----")
        || matches!(
            next,
            b'\n' | b'\r' | b'\\' | b'"' | b'\'' | b'`' | b' ' | b'<' | b',' | 0x1b | 0
        );
    let padding = run.iter().rev().take_while(|byte| **byte == b'=').count();
    let inside = run[..run.len() - padding].contains(&b'=');
    let checksum = run.len() == 5 && run[0] == b'=';
    let signs = padding > 0 || run.iter().any(|b| matches!(b, b'+' | b'/'));
    let digits = run.iter().any(u8::is_ascii_digit);
    let upper = run.iter().any(u8::is_ascii_uppercase);
    let hex = run.len() == 32 && run.iter().all(u8::is_ascii_hexdigit);
    let telling = run.len() >= 40 || broken && (signs || digits && upper || hex);
    stops && (checksum || !inside && telling)
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    const A: &str = "MIIEowIBAAKCAQEAvNbqEEbM8eQttjiQNV0C4L2oXrW8wSzJ88z2QCkmJI2TW6J";
    const B: &str = "H6tJ7aYz7NxWpoiPuj5FDZQlr25wy0OiW1ZjoKHtAj1f94udnD8O0w2INYBaIT==";

    fn block(kind: &str, newline: &str, indent: &str) -> String {
        format!(
            "{indent}-----BEGIN {kind}-----{newline}{indent}{A}{newline}{indent}{B}{newline}{indent}-----END {kind}-----"
        )
    }

    #[test]
    fn the_end_of_a_block_alone() {
        let tail = format!(
            "$ tail -3 x.pem\n{}\n  12\u{2192}{}\nHk7dPz==\n-----END RSA PRIVATE KEY-----\n",
            &B[..62],
            &A[..62]
        );
        let lines = found(&tail);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0] == &B[..62] && lines[1].ends_with("Hk7dPz=="));
        for text in [
            format!("{A}\n{A}\n-----END CERTIFICATE-----"),
            "see below\nx77\n-----END RSA PRIVATE KEY-----".to_owned(),
            "marks a block: -----END RSA PRIVATE KEY-----".to_owned(),
        ] {
            assert!(found(&text).is_empty(), "{text}: {:?}", found(&text));
        }
    }

    #[test]
    fn static_keys_are_hex() {
        let lines = [
            "9f1c2ab7e4d05b6c8a3f7e2d1c0b9a84",
            "1c2ab7e4d05b6c8a3f7e2d1c0b9a849f",
        ];
        let kind = "OpenVPN Static key V1";
        let text = format!(
            "-----BEGIN {kind}-----\n{}\n{}\n-----END {kind}-----\n",
            lines[0], lines[1]
        );
        assert_eq!(found(&text), lines);
    }

    #[test]
    fn a_short_last_line_belongs_to_the_block() {
        for newline in ["\n", "\\n", "\n  "] {
            let text = format!(
                "-----BEGIN RSA PRIVATE KEY-----{newline}{A}{newline}xyzw{newline}-----END RSA PRIVATE KEY-----"
            );
            assert!(
                found(&text).iter().any(|found| found.ends_with("xyzw")),
                "{text}"
            );
        }
    }

    #[test]
    fn blocks_of_every_spelling() {
        for (newline, indent) in [
            ("\n", ""),
            ("\r\n", ""),
            ("\\n", ""),
            ("\\\\n", ""),
            ("\n", "    "),
            ("\n", "+"),
            ("\n", "   12→"),
            ("\n", "> "),
        ] {
            let text = block("RSA PRIVATE KEY", newline, indent);
            assert_eq!(
                found(&format!("x\n{text}\ny: z\n")),
                [A, B],
                "{newline:?} {indent:?}"
            );
        }
    }

    #[test]
    fn cut_off_blocks() {
        let text =
            format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{A}\n{B}\n$ echo done\nall well\n");
        assert_eq!(found(&text), [A, B]);
        let text = format!("-----BEGIN PRIVATE KEY-----\n{A}");
        assert_eq!(found(&text), [A]);
    }

    #[test]
    fn armour_headers_stay() {
        let text = format!(
            "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB\n\n{A}\n-----END EC PRIVATE KEY-----"
        );
        assert_eq!(found(&text), [A]);
    }

    #[test]
    fn public_blocks_and_placeholders_stay() {
        assert!(found(&block("CERTIFICATE", "\n", "")).is_empty());
        assert!(found(&block("PUBLIC KEY", "\n", "")).is_empty());
        assert!(found("-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----").is_empty());
        assert!(found("looks for `-----BEGIN PRIVATE KEY-----` in files").is_empty());
    }
}
