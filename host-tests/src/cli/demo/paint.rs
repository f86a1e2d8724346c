//! Marks on parts of a text: colours on a terminal, quotes elsewhere.

use slotguard_host::Span;

const PRIVATE: &str = "\x1b[31m";
const STANDIN: &str = "\x1b[32m";
const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";

#[derive(Clone, Copy)]
pub(super) struct Paint {
    colours: bool,
}

impl Paint {
    pub(super) fn new(terminal: bool) -> Self {
        // https://no-color.org
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Paint {
            colours: terminal && wanted,
        }
    }

    /// The lines of `text` with `spans` marked as private.
    pub(super) fn private(self, text: &str, spans: &[Span]) -> Vec<String> {
        self.lines(text, spans, PRIVATE)
    }

    /// The lines of `text` with `spans` marked as stand-ins.
    pub(super) fn standin(self, text: &str, spans: &[Span]) -> Vec<String> {
        self.lines(text, spans, STANDIN)
    }

    pub(super) fn bold(self, text: &str) -> String {
        match self.colours {
            true => format!("{BOLD}{text}{RESET}"),
            false => text.to_owned(),
        }
    }

    /// A mark that runs over lines is closed and opened again at each line's end.
    fn lines(self, text: &str, spans: &[Span], colour: &'static str) -> Vec<String> {
        let (open, close) = match self.colours {
            true => (colour, RESET),
            false => ("«", "»"),
        };
        let again = format!("{close}\n{open}");
        let mut marked = String::with_capacity(text.len() * 2);
        let mut at = 0;
        for span in spans {
            let (start, end) = (span.start as usize, span.end as usize);
            marked += &visible(text.get(at..start).unwrap_or(""));
            let part = visible(span.of(text)).replace('\n', &again);
            marked.extend([open, part.as_str(), close]);
            at = end;
        }
        marked += &visible(text.get(at..).unwrap_or(""));
        marked.lines().map(str::to_owned).collect()
    }
}

/// Control characters shown rather than obeyed: the text may be anything.
fn visible(text: &str) -> String {
    let show = |character: char| match character {
        '\n' | '\t' => character,
        '\r' => '␍',
        _ if character.is_control() => '·',
        _ => character,
    };
    text.chars().map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_close_at_line_ends() {
        let span = |start, end| Span { start, end };
        let paint = Paint { colours: false };
        let lines = paint.private("a bc\nd e\n", &[span(2, 6), span(7, 8)]);
        assert_eq!(lines, ["a «bc»", "«d» «e»"]);
    }
}
