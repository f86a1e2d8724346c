//! Reading words of a line.

use crate::Span;
use crate::detect::Cx;

/// The run at `at` of bytes that `belongs` takes, at most `max` long, cut at character borders.
pub(crate) fn run(cx: &Cx<'_>, at: usize, max: usize, belongs: impl Fn(u8) -> bool) -> Span {
    let at = cx.text.floor_char_boundary(at);
    let len = cx.bytes[at..]
        .iter()
        .take(max)
        .take_while(|&&byte| belongs(byte))
        .count();
    cx.between(at, at + len)
}

/// The run of such bytes that ends at `end`, at most `max` long.
pub(crate) fn run_back(cx: &Cx<'_>, end: usize, max: usize, belongs: impl Fn(u8) -> bool) -> Span {
    let lead = cx.bytes.get(..end).unwrap_or_default();
    let len = lead
        .iter()
        .rev()
        .take(max)
        .take_while(|&&byte| belongs(byte))
        .count();
    cx.between(end - len, end)
}

/// The span without the full stops, commas and colons that end a sentence, moved to character borders.
pub(crate) fn trim_end(cx: &Cx<'_>, span: Span, marks: &[u8]) -> Span {
    let mut end = span.end;
    while end > span.start && marks.contains(&cx.before(end)) {
        end -= 1;
    }
    cx.between(span.start, end.max(span.start))
}
