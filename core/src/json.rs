//! JSON as spans: a reader that keeps formatting, and the two directions of a string.
//!
//! Nothing is built from a document: a rewrite exchanges spans and leaves every other byte as it is. The
//! reader does not recurse, so that a hundred thousand brackets are a long list and no deep stack.

use std::borrow::Cow;

use crate::Span;

/// One token of a document that matters to a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// `{`
    Object,
    /// `[`
    Array,
    /// `}` or `]`
    End,
    /// A member's name, without its quotes.
    Key(Span),
    /// A string, without its quotes.
    Text(Span),
    /// A number, `true`, `false` or `null`.
    Other(Span),
}

/// The text is no JSON from this byte on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed(pub(crate) usize);

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    CommaOrEnd,
    Nothing,
}

/// The events of one document.
pub(crate) struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// Open brackets; `true` is an object.
    open: Vec<bool>,
    expect: Expect,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            open: Vec::new(),
            expect: Expect::Value,
        }
    }

    /// Offset just past the last event.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn skip_blanks(&mut self) {
        let rest = &self.bytes[self.at..];
        let blanks = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        self.at += blanks.count();
    }

    fn step(&mut self) -> Result<Option<Event>, Malformed> {
        loop {
            self.skip_blanks();
            let Some(&byte) = self.bytes.get(self.at) else {
                let done = self.expect == Expect::Nothing;
                return if done {
                    Ok(None)
                } else {
                    Err(Malformed(self.at))
                };
            };
            match (self.expect, byte) {
                (Expect::CommaOrEnd, b',') => {
                    self.at += 1;
                    let object = self.open.last() == Some(&true);
                    self.expect = if object { Expect::Key } else { Expect::Value };
                }
                (Expect::CommaOrEnd | Expect::ValueOrEnd | Expect::KeyOrEnd, b'}' | b']') => {
                    return self.close(byte).map(Some);
                }
                (Expect::Key | Expect::KeyOrEnd, b'"') => return self.key().map(Some),
                (Expect::Value | Expect::ValueOrEnd, _) => return self.value(byte).map(Some),
                _ => return Err(Malformed(self.at)),
            }
        }
    }

    fn close(&mut self, byte: u8) -> Result<Event, Malformed> {
        match self.open.pop() {
            Some(object) if object == (byte == b'}') => {
                self.at += 1;
                self.after_value();
                Ok(Event::End)
            }
            _ => Err(Malformed(self.at)),
        }
    }

    fn after_value(&mut self) {
        self.expect = if self.open.is_empty() {
            Expect::Nothing
        } else {
            Expect::CommaOrEnd
        };
    }

    fn key(&mut self) -> Result<Event, Malformed> {
        let span = self.string()?;
        self.skip_blanks();
        if self.bytes.get(self.at) != Some(&b':') {
            return Err(Malformed(self.at));
        }
        self.at += 1;
        self.expect = Expect::Value;
        Ok(Event::Key(span))
    }

    fn value(&mut self, byte: u8) -> Result<Event, Malformed> {
        match byte {
            b'{' | b'[' => {
                self.at += 1;
                self.open.push(byte == b'{');
                self.expect = if byte == b'{' {
                    Expect::KeyOrEnd
                } else {
                    Expect::ValueOrEnd
                };
                Ok(if byte == b'{' {
                    Event::Object
                } else {
                    Event::Array
                })
            }
            b'"' => {
                let span = self.string()?;
                self.after_value();
                Ok(Event::Text(span))
            }
            _ => self.other(),
        }
    }

    /// A string whose opening quote stands here; leaves the reader behind the closing one.
    fn string(&mut self) -> Result<Span, Malformed> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            let Some(found) = memchr::memchr2(b'"', b'\\', rest) else {
                return Err(Malformed(self.at));
            };
            at += found;
            if self.bytes[at] == b'"' {
                self.at = at + 1;
                return Ok(Span::new(start, at));
            }
            at += 2;
        }
    }

    fn other(&mut self) -> Result<Event, Malformed> {
        let start = self.at;
        let len = self.bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
            .count();
        let part = &self.text[start..start + len];
        let number = part.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if !(number || matches!(part, "true" | "false" | "null")) {
            return Err(Malformed(start));
        }
        self.at += len;
        self.after_value();
        Ok(Event::Other(Span::new(start, start + len)))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Event, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step().transpose();
        if matches!(step, Some(Err(_))) {
            // An error ends the document.
            self.at = self.bytes.len();
            self.expect = Expect::Nothing;
        }
        step
    }
}

/// The text that the inside of a JSON string means. A broken escape stands for itself, a lone surrogate for U+FFFD.
pub(crate) fn decode(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &raw.as_bytes()[at..]) {
        out.push_str(&raw[at..at + found]);
        at += found;
        let (c, len) = unescape(&raw[at..]);
        out.push(c);
        at += len;
    }
    out.push_str(&raw[at..]);
    Cow::Owned(out)
}

/// The character of the escape that `raw` begins with, and its length in bytes.
fn unescape(raw: &str) -> (char, usize) {
    let simple = match raw.as_bytes().get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
        Some(b'u') => return unicode(raw),
        _ => return ('\\', 1),
    };
    (simple, 2)
}

fn unicode(raw: &str) -> (char, usize) {
    let unit = |at: usize| {
        let hex = raw.get(at..at + 4)?;
        let hex = hex
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit())
            .then_some(hex)?;
        u32::from_str_radix(hex, 16).ok()
    };
    let Some(first) = unit(2) else {
        return ('\\', 1);
    };
    let pair = (0xd800..0xdc00).contains(&first) && raw.get(6..8) == Some("\\u");
    if let Some(second @ 0xdc00..0xe000) = pair.then(|| unit(8)).flatten() {
        let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return (
            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
            12,
        );
    }
    (
        char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER),
        6,
    )
}

/// How much of the inside of a JSON string can be decoded although more of it will come: all but an escape at its
/// end whose rest may be missing.
pub(crate) fn settled(raw: &str) -> usize {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &raw.as_bytes()[at..]) {
        at += found;
        if may_go_on(&raw.as_bytes()[at..]) {
            return at;
        }
        at += unescape(&raw[at..]).1;
    }
    raw.len()
}

/// Whether more text could change the escape that `raw` begins with: `\`, `\u12`, or the first of a pair.
fn may_go_on(raw: &[u8]) -> bool {
    let open = |part: &[u8]| {
        let lead = part.iter().zip(b"\\u").all(|(have, want)| have == want);
        let hex = part.iter().skip(2).all(u8::is_ascii_hexdigit);
        part.len() < 6 && lead && hex
    };
    let first_of_pair = matches!(
        raw,
        [b'\\', b'u', b'd' | b'D', b'8'..=b'9' | b'a'..=b'b' | b'A'..=b'B', x, y, ..]
            if x.is_ascii_hexdigit() && y.is_ascii_hexdigit()
    );
    open(raw) || first_of_pair && open(&raw[6..])
}

/// Appends `text` as the inside of a JSON string.
pub(crate) fn encode(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    out.reserve(text.len() + text.len() / 8);
    let mut done = 0;
    // Without an early end the compiler looks at many bytes at a time.
    let rare = bytes.iter().fold(false, |rare, &byte| {
        rare | ((byte < 0x20) & (byte != b'\n'))
    });
    let next = |rest: &[u8]| match rare {
        true => rest.iter().position(|byte| ESCAPED[usize::from(*byte)]),
        false => memchr::memchr3(b'"', b'\\', b'\n', rest),
    };
    while let Some(run) = next(&bytes[done..]) {
        let at = done + run;
        out.push_str(&text[done..at]);
        escape(bytes[at], out);
        done = at + 1;
    }
    out.push_str(&text[done..]);
}

/// The bytes that do not stand for themselves.
const ESCAPED: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = true;
        byte += 1;
    }
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table
};

fn escape(byte: u8, out: &mut String) {
    out.push_str(match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        _ => {
            out.push_str("\\u00");
            out.push(hex_digit((byte >> 4).into()));
            out.push(hex_digit((byte & 15).into()));
            return;
        }
    });
}

fn hex_digit(value: u32) -> char {
    char::from_digit(value, 16).unwrap_or('0')
}

/// Where each part of a decoded string stands in the raw one: walks forward only.
pub(crate) struct Offsets<'t> {
    raw: &'t str,
    raw_at: usize,
    text_at: usize,
}

impl<'t> Offsets<'t> {
    pub(crate) fn new(raw: &'t str) -> Self {
        Self {
            raw,
            raw_at: 0,
            text_at: 0,
        }
    }

    /// The offset in the raw string of the offset `text_at` in the decoded one. Offsets must not decrease.
    pub(crate) fn raw_of(&mut self, text_at: usize) -> usize {
        while self.text_at < text_at {
            let rest = &self.raw[self.raw_at..];
            let (c, len) = match rest.chars().next() {
                Some('\\') => unescape(rest),
                Some(c) => (c, c.len_utf8()),
                None => break,
            };
            self.text_at += c.len_utf8();
            self.raw_at += len;
        }
        self.raw_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn events(text: &str) -> Result<Vec<Event>, Malformed> {
        Reader::new(text).collect()
    }

    #[test]
    fn a_document_is_its_events() {
        let text = r#" {"a": ["x\"y", -1.5e3, true], "b": {}} "#;
        let seen = events(text).expect("good JSON");
        let shapes: Vec<String> = seen
            .iter()
            .map(|event| match event {
                Event::Key(span) => format!("key {}", span.of(text)),
                Event::Text(span) => format!("text {}", span.of(text)),
                Event::Other(span) => span.of(text).to_owned(),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(
            shapes,
            [
                "Object",
                "key a",
                "Array",
                r#"text x\"y"#,
                "-1.5e3",
                "true",
                "End",
                "key b",
                "Object",
                "End",
                "End"
            ]
        );
    }

    #[test]
    fn what_is_no_json_is_an_error() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "{\"a\":1,}",
            "[1}",
            "\"x",
            "tru",
            "1 2",
            "{a:1}",
            "\"\\\"",
            "nul",
        ] {
            assert!(events(text).is_err(), "{text}");
        }
        assert_eq!(events(&"[".repeat(200_000)), Err(Malformed(200_000)));
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert_eq!(events(&deep).map(|all| all.len()), Ok(400_000));
    }

    #[test]
    fn escapes_mean_what_the_standard_says() {
        assert_eq!(decode(r#"a\n\t\"\\\/\u0041\ud83d\ude00"#), "a\n\t\"\\/A😀");
        assert_eq!(decode(r"\ud83d!"), "\u{fffd}!");
        assert_eq!(decode(r"\q\u12"), r"\q\u12");
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(text: String) {
            let mut raw = String::new();
            encode(&text, &mut raw);
            prop_assert_eq!(decode(&raw), text.as_str());
            let quoted = format!("\"{raw}\"");
            prop_assert_eq!(events(&quoted), Ok(vec![Event::Text(Span::new(1, quoted.len() - 1))]));
        }

        #[test]
        fn offsets_lead_back(text in "[a-z\\\\\"\n\u{e9}]{0,20}", at in 0usize..20) {
            let mut raw = String::new();
            encode(&text, &mut raw);
            let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let raw_at = Offsets::new(&raw).raw_of(at);
            prop_assert_eq!(decode(&raw[..raw_at]), &text[..at]);
        }

        #[test]
        fn any_text_is_read_without_panic(text in "[\\[\\]{}\",:\\\\a1 \u{e9}]{0,60}") {
            let _ = events(&text);
        }
    }
}
