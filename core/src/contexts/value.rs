//! Reads the value behind a delimiter, in the quotes of any syntax.

use crate::Span;
use crate::detect::Cx;

/// A value and how it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// The value without quotes and prefixes.
    pub(crate) span: Span,
    /// Whether it stands in quotes.
    pub(crate) quoted: bool,
    /// Offset of what follows the value and its closing quote.
    pub(crate) end: usize,
    /// Whether a closing quote was found; `true` for bare values.
    pub(crate) closed: bool,
}

/// A quote character with the backslashes before it: `\"` inside a JSON string is `(b'"', 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    pub(crate) byte: u8,
    pub(crate) escapes: usize,
}

/// A value longer than this is no value.
const LONGEST: usize = 8192;
/// Columns of aligned assignments.
const WIDEST_GAP: usize = 96;

/// Reads the value that begins at or behind the blanks at `from`; `enclosing` is the quote that the whole
/// assignment stands in (`"KEY=value"`), which then ends the value.
pub(crate) fn read(cx: &Cx<'_>, from: usize, enclosing: Option<Quote>) -> Option<Value> {
    let start = behind_tag(cx, skip_blank(cx, from));
    let start = next_line_string(cx, start).unwrap_or(start);
    if let Some(value) = delimited(cx, start).or_else(|| coded(cx, start)) {
        return Some(value);
    }
    if let Some((quote, inside)) = opening(cx, skip_prefix(cx, start)) {
        if Some(quote) != enclosing {
            return quoted(cx, quote, inside).and_then(|value| without_breaks(cx, value));
        }
        return None;
    }
    match enclosing {
        Some(quote) => quoted(cx, quote, start)
            .and_then(|value| first_line(cx, value))
            .and_then(|value| first_pair(cx, value, from)),
        None => bare(cx, scalar(cx, start).unwrap_or(start)),
    }
}

/// A string whose quotes are entities: `Password=&quot;x&quot;` in an attribute.
fn coded(cx: &Cx<'_>, start: usize) -> Option<Value> {
    const QUOTES: [&[u8]; 2] = [b"&quot;", b"&#34;"];
    let mark = QUOTES.iter().find(|mark| cx.at(start, mark))?;
    let inside = start + mark.len();
    let line = &cx.bytes[inside..cx.line_end(inside).min(inside + 512)];
    let end = inside + memchr::memmem::find(line, mark)?;
    value(inside, end, end + mark.len(), true)
}

/// Over a tag of YAML that says no more than that a string follows (YAML 1.2, 6.9.1).
fn behind_tag(cx: &Cx<'_>, at: usize) -> usize {
    const TAGS: &[&[u8]] = &[b"!!str ", b"!!binary ", b"!unsafe ", b"! "];
    if cx.byte(at) == b'&' {
        // An anchor names the value for those that repeat it (YAML 1.2, 6.9.2).
        let name = (1..32)
            .take_while(|&n| is_name_byte(cx.byte(at + n)))
            .count();
        let next = at + 1 + name;
        let value =
            name > 0 && cx.byte(next) == b' ' && !matches!(cx.byte(next + 1), b'=' | b'|' | b'&');
        return if value { next + 1 } else { at };
    }
    if cx.byte(at) != b'!' {
        return at;
    }
    let tag = TAGS.iter().find(|tag| cx.at(at, tag));
    tag.map_or(at, |tag| skip_blank(cx, at + tag.len()))
}

/// A string in the delimiters of one language: Perl's `q()`, Ruby's `%q()`, raw strings of Rust, Swift and C++,
/// Oracle's `q'[]'`, dollar quotes of PostgreSQL.
pub(crate) fn delimited(cx: &Cx<'_>, start: usize) -> Option<Value> {
    const QUOTES: &[(&[u8], &[u8])] = &[
        (b"q(", b")"),
        (b"q{", b"}"),
        (b"q[", b"]"),
        (b"q|", b"|"),
        (b"qq(", b")"),
        (b"qq{", b"}"),
        (b"q'[", b"]'"),
        (b"q'{", b"}'"),
        (b"%q(", b")"),
        (b"%Q(", b")"),
        (b"%(", b")"),
        (b"r#\"", b"\"#"),
        (b"#\"", b"\"#"),
        (b"R\"(", b")\""),
        (b"$$", b"$$"),
    ];
    if !matches!(cx.byte(start), b'q' | b'r' | b'R' | b'%' | b'#' | b'$') {
        return None;
    }
    let (open, close) = QUOTES.iter().find(|(open, _)| cx.at(start, open))?;
    let inside = start + open.len();
    let line = &cx.bytes[inside..cx.line_end(inside).min(inside + 512)];
    let len = memchr::memmem::find(line, close)?;
    let plain = !line[..len].iter().any(u8::is_ascii_whitespace);
    let end = inside + len;
    plain.then(|| value(inside, end, end + close.len(), true))?
}

/// Where the text of a block scalar of one line begins: `password: |` and the value below (YAML 1.2, 8.1).
fn scalar(cx: &Cx<'_>, at: usize) -> Option<usize> {
    let sign = usize::from(matches!(cx.byte(at + 1), b'-' | b'+'));
    let head = skip_blank(cx, at + 1 + sign);
    let line = head + usize::from(cx.byte(head) == b'\r');
    if !matches!(cx.byte(at), b'|' | b'>') || cx.byte(line) != b'\n' {
        return None;
    }
    let start = skip_blank(cx, line + 1);
    let text = &cx.bytes[start..cx.line_end(start.min(cx.bytes.len())).max(start)];
    (start > line + 1 && !text.is_empty() && !text.contains(&b' ')).then_some(start)
}

/// The part of a value before the first escaped line break: what follows is another line of the same string.
fn first_line(cx: &Cx<'_>, value: Value) -> Option<Value> {
    let text = &cx.bytes[value.span.start..value.span.end];
    let line = memchr::memmem::find(text, b"\\n").unwrap_or(text.len());
    cut(cx, value, line)
}

/// The part of a value before the next pair of the same operand: `-e "NAME=value other=x"`.
fn first_pair(cx: &Cx<'_>, value: Value, from: usize) -> Option<Value> {
    let text = &cx.bytes[value.span.start..value.span.end];
    let Some(blank) = memchr::memchr(b' ', text) else {
        return Some(value);
    };
    let name = text[blank + 1..]
        .iter()
        .take_while(|byte| is_name_byte(**byte));
    let name = name.count();
    let pair = name > 0 && text.get(blank + 1 + name) == Some(&b'=');
    if !pair || !is_operand(cx, from) {
        return Some(value);
    }
    cut(cx, value, blank)
}

/// Whether the string in which a name and the delimiter before `from` stand is a word of a command: a letter and a
/// blank stand before it, and no bracket or comma of a list.
fn is_operand(cx: &Cx<'_>, from: usize) -> bool {
    let lead = &cx.bytes[from.saturating_sub(96)..from];
    let quote = lead.iter().rposition(|byte| matches!(byte, b'"' | b'\''));
    let before = quote.map_or(&[][..], |at| &lead[..at]);
    let [.., letter, b' '] = before else {
        return false;
    };
    letter.is_ascii_alphabetic()
}

/// A value without the escaped line breaks at its end.
fn without_breaks(cx: &Cx<'_>, value: Value) -> Option<Value> {
    let mut text = &cx.bytes[value.span.start..value.span.end];
    while let Some(rest) = text.strip_suffix(b"\\n").or(text.strip_suffix(b"\\r")) {
        text = rest;
    }
    cut(cx, value, text.len())
}

/// The first `len` bytes of a value, without the backslashes and the `\r` that belong to the line break behind them.
fn cut(cx: &Cx<'_>, value: Value, len: usize) -> Option<Value> {
    let whole = value.span.end - value.span.start;
    if len == whole {
        return Some(value);
    }
    let mut text = &cx.bytes[value.span.start..value.span.start + len];
    while let Some(rest) = text.strip_suffix(b"\\").or(text.strip_suffix(b"\\r")) {
        text = rest;
    }
    let span = Span::new(value.span.start, value.span.start + text.len());
    (!span.is_empty()).then_some(Value { span, ..value })
}

/// The first byte that is no blank.
pub(crate) fn skip_blank(cx: &Cx<'_>, from: usize) -> usize {
    let rest = cx.bytes.get(from..).unwrap_or_default();
    let blanks = rest.iter().take(WIDEST_GAP);
    from + blanks.take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// A string literal on the line after the delimiter: formatters break there.
fn next_line_string(cx: &Cx<'_>, at: usize) -> Option<usize> {
    let at = if cx.byte(at) == b'\r' { at + 1 } else { at };
    if cx.byte(at) != b'\n' {
        return None;
    }
    let start = skip_blank(cx, at + 1);
    (start > at + 1 && matches!(cx.byte(start), b'"' | b'\'' | b'`')).then_some(start)
}

/// Skips the letters that may stand before a string literal: Python's `b r f u`, C#'s `@ $`, C's `L`, SQL's `N`.
pub(crate) fn skip_prefix(cx: &Cx<'_>, at: usize) -> usize {
    let len = (0..2)
        .take_while(|&n| {
            matches!(
                cx.byte(at + n),
                b'b' | b'r'
                    | b'f'
                    | b'u'
                    | b'B'
                    | b'R'
                    | b'F'
                    | b'U'
                    | b'L'
                    | b'N'
                    | b'@'
                    | b'$'
                    | b'c'
                    | b's'
            )
        })
        .count();
    let next = cx.byte(at + len);
    if len > 0 && matches!(next, b'"' | b'\'') {
        at + len
    } else {
        at
    }
}

/// The quote at `at` and the offset behind it.
pub(crate) fn opening(cx: &Cx<'_>, at: usize) -> Option<(Quote, usize)> {
    let escapes = (0..4).take_while(|&n| cx.byte(at + n) == b'\\').count();
    let byte = cx.byte(at + escapes);
    let is_quote = matches!(byte, b'"' | b'\'' | b'`') && (escapes == 0 || escapes % 2 == 1);
    is_quote.then_some((Quote { byte, escapes }, at + escapes + 1))
}

/// The quote that ends right before `at`, if one does.
pub(crate) fn quote_before(cx: &Cx<'_>, at: usize) -> Option<Quote> {
    let byte = cx.before(at);
    if !matches!(byte, b'"' | b'\'' | b'`') {
        return None;
    }
    let escapes = backslashes_before(cx, at - 1, 3);
    Some(Quote { byte, escapes })
}

fn backslashes_before(cx: &Cx<'_>, at: usize, most: usize) -> usize {
    (1..=most)
        .take_while(|&n| n <= at && cx.byte(at - n) == b'\\')
        .count()
}

/// The string whose first character is at `start`.
pub(crate) fn quoted(cx: &Cx<'_>, quote: Quote, start: usize) -> Option<Value> {
    let triple = [quote.byte; 2];
    if quote.escapes == 0 && cx.at(start, &triple) {
        let start = start + 2;
        let joint = usize::from(cx.at(start, b"\\\n"));
        let start = start + 2 * joint + usize::from(cx.byte(start) == b'\n');
        let end = triple_end(cx, quote.byte, start)?;
        return value(start, end, end + 3, true);
    }
    let limit = cx.bytes.len().min(start + LONGEST);
    let mut at = start;
    while at < limit {
        let byte = cx.bytes[at];
        if byte == b'\n' || byte == b'\r' {
            break;
        }
        if byte == quote.byte {
            let slashes = backslashes_before(cx, at, (at - start).min(8));
            if quote.byte == b'\''
                && quote.escapes == 0
                && slashes == 0
                && cx.byte(at + 1) == b'\''
                && at > start
            {
                at += 2;
                continue;
            }
            if closes(quote, slashes) {
                if let Some(len) = quote_of_shell(cx, quote, at + 1) {
                    at += 1 + len;
                    continue;
                }
                return value(start, at - slashes.min(quote.escapes), at + 1, true);
            }
        }
        at += 1;
    }
    if at == cx.bytes.len() || matches!(cx.byte(at), b'\n' | b'\r') {
        let end = trim_end(cx, start, at);
        // The line goes on below.
        let joint = usize::from(cx.byte(at) == b'\n' && end == at && cx.before(end) == b'\\');
        return value(start, end - joint.min(end - start), at, false);
    }
    None
}

/// Length of what shells need for a single quote in a string of single quotes, behind the one at which it seems to end:
/// `'it'"'"'s'`, `'it'\''s'`.
fn quote_of_shell(cx: &Cx<'_>, quote: Quote, at: usize) -> Option<usize> {
    let single = quote.byte == b'\'' && quote.escapes == 0;
    let ways = [&b"\"'\"'"[..], b"\\''"];
    let way = ways.iter().find(|way| single && cx.at(at, way));
    way.map(|way| way.len())
}

/// Whether a quote with `slashes` before it ends a string opened by `quote`.
fn closes(quote: Quote, slashes: usize) -> bool {
    if quote.escapes == 0 {
        slashes.is_multiple_of(2)
    } else {
        slashes <= quote.escapes
    }
}

fn triple_end(cx: &Cx<'_>, byte: u8, start: usize) -> Option<usize> {
    let limit = cx.bytes.len().min(start + LONGEST);
    let text = cx.bytes.get(start..limit)?;
    memchr::memmem::find(text, &[byte; 3]).map(|at| start + at)
}

fn value(start: usize, end: usize, after: usize, closed: bool) -> Option<Value> {
    (start < end).then_some(Value {
        span: Span::new(start, end),
        quoted: true,
        end: after,
        closed,
    })
}

/// The value without quotes that starts at `start`.
pub(crate) fn bare(cx: &Cx<'_>, start: usize) -> Option<Value> {
    let limit = cx.bytes.len().min(start + LONGEST);
    let mut open = [0usize; 3];
    let mut at = start;
    while at < limit {
        match stop(cx, at, &mut open) {
            Step::Stop => break,
            Step::Take(len) => at += len,
        }
    }
    let end = trim_end(cx, start, cx.between(start, at).end);
    (start < end).then_some(Value {
        span: Span::new(start, end),
        quoted: false,
        end: at,
        closed: true,
    })
}

enum Step {
    Stop,
    Take(usize),
}

/// Whether a bare value ends at `at`.
fn stop(cx: &Cx<'_>, at: usize, open: &mut [usize; 3]) -> Step {
    let next = cx.byte(at + 1);
    match cx.bytes[at] {
        0..=b' ' | 0x7f | b'"' | b'\'' | b'`' | b'<' | b'>' => Step::Stop,
        b'\\'
            if matches!(
                next,
                b'n' | b'r' | b't' | b'"' | b'\'' | b'`' | b'\\' | b'\n' | b'\r' | 0
            ) =>
        {
            Step::Stop
        }
        b',' | b';' | b'|' | b'&' if separates(cx, at, next) => Step::Stop,
        b'(' => opened(open, 0),
        b'[' => opened(open, 1),
        b'{' => opened(open, 2),
        b')' => closed(open, 0),
        b']' => closed(open, 1),
        b'}' => closed(open, 2),
        _ => Step::Take(1),
    }
}

fn opened(open: &mut [usize; 3], which: usize) -> Step {
    open[which] += 1;
    Step::Take(1)
}

fn closed(open: &mut [usize; 3], which: usize) -> Step {
    if open[which] == 0 {
        return Step::Stop;
    }
    open[which] -= 1;
    Step::Take(1)
}

/// Whether the punctuation at `at` ends a value: it stands before a blank, a quote or another assignment.
pub(crate) fn separates(cx: &Cx<'_>, at: usize, next: u8) -> bool {
    let byte = cx.byte(at);
    if next <= b' ' || next == byte || matches!(next, b'"' | b'\'' | b'\\' | b'}' | b')' | b']') {
        return true;
    }
    if byte == b'&'
        && let Some(len) = entity(cx, at)
    {
        return ends_at_entity(cx, at, len);
    }
    if matches!(byte, b'|' | b';') && begins_command(cx, at + 1) {
        return true;
    }
    let name = (1..40)
        .take_while(|&n| is_name_byte(cx.byte(at + n)) || cx.byte(at + n) == b' ')
        .count();
    name > 0 && matches!(cx.byte(at + 1 + name), b'=' | b':')
}

/// Length of the entity of HTML and XML at `at` that stands for a sign.
fn entity(cx: &Cx<'_>, at: usize) -> Option<usize> {
    const ENTITIES: &[&[u8]] = &[
        b"&quot;", b"&lt;", b"&gt;", b"&amp;", b"&apos;", b"&#39;", b"&#34;", b"&#x27;", b"&#x22;",
    ];
    let found = ENTITIES.iter().find(|entity| cx.at(at, entity));
    found.map(|entity| entity.len())
}

/// Whether a value ends at an entity: at one for a bracket, at a quote that something of the syntax follows, or at an
/// `&amp;` between parameters.
fn ends_at_entity(cx: &Cx<'_>, at: usize, len: usize) -> bool {
    let next = cx.byte(at + len);
    let goes_on = next.is_ascii_alphanumeric() || matches!(next, b'!' | b'#' | b'$' | b'%' | b'*');
    let name = (0..40).take_while(|&n| is_name_byte(cx.byte(at + len + n)));
    let name = name.count();
    let parameter = name > 0 && cx.byte(at + len + name) == b'=';
    matches!(cx.byte(at + 1), b'l' | b'g') || !goes_on || parameter
}

/// Whether a command of a shell begins at `at`, behind a bar or a semicolon: one that takes what another prints, or the
/// path of a program.
fn begins_command(cx: &Cx<'_>, at: usize) -> bool {
    #[rustfmt::skip]
    const COMMANDS: &[&[u8]] = &[
        b"tee", b"cat", b"grep", b"jq", b"sed", b"awk", b"head", b"tail", b"less", b"more", b"xargs", b"sort", b"wc",
        b"cut", b"tr", b"base64", b"openssl", b"sh", b"bash", b"python", b"python3", b"node", b"nc", b"curl", b"psql",
        b"mysql", b"docker", b"kubectl", b"gpg", b"sudo", b"pbcopy", b"xclip", b"echo", b"export", b"cd", b"ls", b"env",
    ];
    let len = (0..10)
        .take_while(|&n| cx.byte(at + n).is_ascii_lowercase() || cx.byte(at + n).is_ascii_digit())
        .count();
    let word = cx.bytes.get(at..at + len).unwrap_or_default();
    let alone = matches!(cx.byte(at + len), b' ' | b'\n' | b'\r' | 0);
    alone && COMMANDS.contains(&word) || cx.at(at, b"./")
}

/// Letters, digits and what joins them in names.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80
}

/// `end` without blanks and the punctuation of the sentence.
fn trim_end(cx: &Cx<'_>, start: usize, end: usize) -> usize {
    let mut end = end;
    while end > start
        && matches!(
            cx.byte(end - 1),
            b' ' | b'\t' | b'\r' | b',' | b';' | b':' | b'.'
        )
    {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;

    fn of(text: &str) -> Option<&str> {
        let facts = Facts::default();
        let cx = Cx::new(text, &facts);
        read(&cx, 0, None).map(|value| value.span.of(text))
    }

    #[test]
    fn quotes_of_every_syntax() {
        assert_eq!(of(r#"  "a\"b" x"#), Some(r#"a\"b"#));
        assert_eq!(of(r#"\"a b\", x"#), Some("a b"));
        assert_eq!(of(r#"\\\"ab\\\", x"#), Some("ab"));
        assert_eq!(of("'it''s' x"), Some("it''s"));
        assert_eq!(of(r"'it'\''s' x"), Some(r"it'\''s"));
        assert_eq!(of(r#"'it'"'"'s' x"#), Some(r#"it'"'"'s"#));
        assert_eq!(of("b'abc'"), Some("abc"));
        assert_eq!(of("\"\"\"abc\"\"\""), Some("abc"));
        assert_eq!(of("\"\"\"\\\nabc\"\"\""), Some("abc"));
        assert_eq!(of("\n   'abc',"), Some("abc"));
        assert_eq!(of("\"\""), None);
        assert_eq!(of("\"cut of"), Some("cut of"));
    }

    #[test]
    fn bare_values_end_at_the_syntax_around_them() {
        assert_eq!(of("abc; next"), Some("abc"));
        assert_eq!(of("a;b!c,d x"), Some("a;b!c,d"));
        assert_eq!(of("abc;Server=x"), Some("abc"));
        assert_eq!(of("abc\\nFOO=1"), Some("abc"));
        assert_eq!(of("abc)"), Some("abc"));
        assert_eq!(of("f(x)"), Some("f(x)"));
        assert_eq!(of("abc && ls"), Some("abc"));
        assert_eq!(of("abc|tee x.log"), Some("abc"));
        assert_eq!(of("abc;./run.sh"), Some("abc"));
        assert_eq!(of("a|b;c7"), Some("a|b;c7"));
        assert_eq!(of("a&quot;b&amp;c;Encrypt=yes"), Some("a&quot;b&amp;c"));
        assert_eq!(of("abc&amp;next=1"), Some("abc"));
        assert_eq!(of("abc&quot;, x"), Some("abc"));
        assert_eq!(of("&quot;a;b c&quot;;d"), Some("a;b c"));
        assert_eq!(of(""), None);
        assert_eq!(of("   "), None);
    }
}
