//! `${VAR:-fallback}` and its kin: the fallback stands in the script.

use super::keys::Class;
use super::verdict::{self, Form};
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

/// The name that ends at `name_end` follows `${`, and the fallback operator stands there: `:-`, `:=`, `-`, `=`
/// (shells, Compose) or `:` alone (Spring).
pub(crate) fn fallback(cx: &mut Cx<'_>, class: Class, name_end: usize) {
    let Some(start) = operator(cx, name_end) else {
        return;
    };
    let Some(end) = closing(cx, start) else {
        return;
    };
    let span = unquote(cx, Span::new(start, end));
    if !span.is_empty() && verdict::is_secret(class, span.of(cx.text), Form::QUOTED) {
        cx.secret(span, Rank::Part, Rule::Expansion);
    }
}

/// Offset behind the operator.
fn operator(cx: &Cx<'_>, at: usize) -> Option<usize> {
    match (cx.byte(at), cx.byte(at + 1)) {
        (b':', b'-' | b'=') => Some(at + 2),
        (b':', b'?' | b'+') => None,
        (b':' | b'-' | b'=', _) => Some(at + 1),
        _ => None,
    }
}

/// The brace that closes the expansion, on the same line.
fn closing(cx: &Cx<'_>, from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for at in from..cx.bytes.len().min(from + 512) {
        match cx.bytes[at] {
            b'\n' => return None,
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn unquote(cx: &Cx<'_>, span: Span) -> Span {
    let (first, last) = (cx.byte(span.start), cx.before(span.end));
    let inside = span.len() > 2 && first == last && matches!(first, b'"' | b'\'');
    if inside {
        Span::new(span.start + 1, span.end - 1)
    } else {
        span
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn fallbacks() {
        assert_eq!(found("x ${DB_PASSWORD:-hunter2Larch} y"), ["hunter2Larch"]);
        assert_eq!(found("${API_TOKEN:=k7Lm2Qp9} y"), ["k7Lm2Qp9"]);
        assert_eq!(found("${API_TOKEN-k7Lm2Qp9} y"), ["k7Lm2Qp9"]);
        assert_eq!(found("password: ${DB_PASSWORD:Larch.77}"), ["Larch.77"]);
        assert_eq!(found("${DB_PASSWORD:-'hunter2 Larch'}"), ["hunter2 Larch"]);
    }

    #[test]
    fn no_fallbacks() {
        for text in [
            "${DB_PASSWORD:?must be set}",
            "${DB_PASSWORD:-}",
            "${DB_PASSWORD:-$OTHER}",
            "${NAME:-world}",
            "${DB_PASSWORD:-changeme}",
            "${TOKEN%%:*}",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }
}
