//! What may stand between two pieces of one value: a line break with whatever begins the next line, the seam of
//! two string literals, markup around a match.

/// The longest gap, in bytes.
pub(crate) const MAX_GAP: usize = 64;

/// Where a value that breaks off at `at` may go on; `None` if it cannot.
pub(crate) fn after(text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at.min(text.len())..];
    let rest = &rest[..rest.len().min(MAX_GAP)];
    let length = seam(rest)
        .or_else(|| line_break(rest))
        .or_else(|| markup(rest))?;
    Some(at + length)
}

/// Where a value that goes on at `at` may have broken off before.
pub(crate) fn before(text: &[u8], at: usize) -> impl Iterator<Item = usize> {
    let floor = at.saturating_sub(MAX_GAP);
    (floor.max(1)..at)
        .rev()
        .filter(move |&end| goes_on(text[end - 1]) && after(text, end) == Some(at))
}

/// Where the next string begins that is joined to the one whose last byte stands before `at`: by an operator, by
/// nothing, or by a line break alone. A comma makes a list.
pub(crate) fn joined(text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at.min(text.len())..];
    let rest = &rest[..rest.len().min(MAX_GAP)];
    let end = seam(rest)?;
    let between = rest.get(1..end - 1)?;
    let comma = between.contains(&b',');
    let empty = between.iter().all(|b| matches!(b, b' ' | b'\t'));
    (!comma && (!empty || between.is_empty())).then_some(at + end)
}

/// Whether a byte may be the last of a piece.
fn goes_on(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte >= 0x80
}

/// `" + "`, `' . '`, `" \⏎ "`, `", "`, `" "`: one string ends, the next begins.
fn seam(rest: &[u8]) -> Option<usize> {
    let escape = usize::from(rest.first() == Some(&b'\\'));
    let quote = *rest.get(escape)?;
    if !is_quote(quote) {
        return None;
    }
    let mut at = escape + 1;
    at += blanks(&rest[at..]);
    let operator = rest[at..]
        .iter()
        .take_while(|byte| is_joint(**byte))
        .take(2)
        .count();
    at += operator;
    at += blanks(&rest[at..]);
    // f"..." and its kin.
    if rest
        .get(at)
        .is_some_and(|byte| matches!(byte, b'f' | b'r' | b'b' | b'u'))
        && rest.get(at + 1).copied().is_some_and(is_quote)
    {
        at += 1;
    }
    at += usize::from(rest.get(at) == Some(&b'\\'));
    rest.get(at)
        .copied()
        .is_some_and(is_quote)
        .then_some(at + 1)
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

fn is_joint(byte: u8) -> bool {
    matches!(byte, b'+' | b'.' | b'&' | b',' | b'|' | b'~' | b'<' | b'>')
}

/// Blanks, line breaks, and the backslash before one.
fn blanks(rest: &[u8]) -> usize {
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\\' | b'(' | b')');
    let run = rest.iter().take_while(blank).count();
    let escaped = run > 0 && rest[run - 1] == b'\\' && rest.get(run).copied().is_some_and(is_quote);
    run - usize::from(escaped)
}

/// A line break, plain or escaped, and what the next line begins with: indentation, a diff mark, a comment
/// mark, a quote mark, a line number.
fn line_break(rest: &[u8]) -> Option<usize> {
    let mut at = rest
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    // A quoted-printable or a shell line goes on after its mark.
    at += usize::from(matches!(rest.get(at), Some(b'=' | b'\\')) && breaks(&rest[at + 1..]) > 0);
    let width = breaks(&rest[at..]);
    (width > 0).then(|| at + width + gutter(&rest[at + width..]))
}

/// Length of the line break at the start.
fn breaks(rest: &[u8]) -> usize {
    [&b"\r\n"[..], b"\n", b"\r", br"\r\n", br"\n"]
        .iter()
        .find(|pattern| rest.starts_with(pattern))
        .map_or(0, |pattern| pattern.len())
}

/// Length of what stands before the text of a line.
fn gutter(rest: &[u8]) -> usize {
    let mut at = spaces(rest);
    let digits = rest[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if (1..=6).contains(&digits)
        && let Some(mark) = number_mark(&rest[at + digits..])
    {
        at += digits + mark;
        at += spaces(&rest[at..]);
    }
    let marks = rest[at..]
        .iter()
        .take_while(|byte| is_mark(**byte))
        .take(3)
        .count();
    at += marks;
    at + spaces(&rest[at..])
}

fn spaces(rest: &[u8]) -> usize {
    rest.iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

/// Length of the mark behind a line number: `→`, `:`, `|`, `│`, `-`, a tab or two blanks.
fn number_mark(rest: &[u8]) -> Option<usize> {
    let marks = [
        "\u{2192}",
        " \u{2192}",
        "\u{2502}",
        " \u{2502}",
        " |",
        "|",
        ":",
        "-",
        "\t",
        "  ",
    ];
    let found = marks.iter().find(|mark| rest.starts_with(mark.as_bytes()));
    found.map(|mark| mark.len())
}

fn is_mark(byte: u8) -> bool {
    matches!(
        byte,
        b'+' | b'-' | b'>' | b'#' | b'|' | b'*' | b'/' | b'"' | b'\''
    )
}

/// Tags and emphasis around a match: `</b>`, `<span class="x">`, `**`.
fn markup(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let more = match rest.get(at) {
            Some(b'<') => memchr::memchr(b'>', &rest[at..]).map_or(0, |end| end + 1),
            Some(b'*' | b'`') => 1,
            _ => 0,
        };
        if more == 0 {
            return (at > 0).then_some(at);
        }
        at += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_goes_on_behind_its_gap() {
        for gap in [
            "\" + \"",
            "' . '",
            "\"\n    \"",
            "\", \"",
            "` + `",
            "\" +\n      f\"",
            "\\\" + \\\"",
            "\" \\\n  \"",
            "\\\n",
            "\n",
            "\r\n",
            "\n    ",
            "\n+",
            "\n+  ",
            "\n> ",
            "\n  12\u{2192}",
            "\n 12 | ",
            "\n7:",
            "\n# ",
            "\n    // ",
            "=\n",
            "\\n",
            "</b>",
            "</em><em class=\"x\">",
            "**",
            "\n\"",
            " \n ",
        ] {
            let text = format!("abcd{gap}efgh");
            assert_eq!(after(text.as_bytes(), 4), Some(4 + gap.len()), "{gap:?}");
            let back: Vec<_> = before(text.as_bytes(), 4 + gap.len()).collect();
            assert!(back.contains(&4), "{gap:?}");
        }
    }

    #[test]
    fn other_things_are_no_gaps() {
        for gap in [" ", ": ", "-", "=", "\" is \"", "; ", ""] {
            assert_eq!(
                after(format!("abcd{gap}efgh").as_bytes(), 4),
                None,
                "{gap:?}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_panic(bytes: Vec<u8>, at in 0usize..40) {
            let _ = after(&bytes, at);
            let _ = before(&bytes, at.min(bytes.len())).count();
        }
    }
}
