//! Text that arrives in pieces.
//!
//! The bytes are cut into *segments*: a few lines with their ends, or a part of an overlong line. Where the cuts
//! fall depends on the bytes alone, never on the pieces they came in, and a segment is rewritten only once its
//! look-ahead is complete; so every split of the same bytes gives the same output.
//!
//! A detector sees the segment with two lines before and two behind it, and a key block as a whole.
//! Held back are therefore at most the current lines, two more, and an open key block: [`MAX_HELD`] bytes.

use crate::session::Voice;
use crate::{Context, Origin, SanitizeError, Session};

/// Lines that a detector may look at before and behind the line it reports in.
const AROUND: usize = 2;
/// Lines that are rewritten together: they share what stands around them, and each that is added is held back longer.
const LINES: usize = 4;
/// A line longer than this is cut behind its last blank, so that one endless line does not hold everything.
const MAX_LINE: usize = 8 << 10;
/// A key block that is longer is taken as it stands by then.
const MAX_BLOCK: usize = 16 << 10;
/// The most that is held back, in bytes: an open key block, or six lines that are not all long.
pub const MAX_HELD: usize = MAX_BLOCK + 4 * MAX_LINE;

/// Terminal output on its way out: the state of one stream. The session is lent to each call.
#[derive(Default)]
pub struct SanitizeStream {
    /// Bytes of a character whose rest has not come.
    partial: Vec<u8>,
    /// What was released last, as context, and from `from` on what was not released.
    text: String,
    from: usize,
    /// A word was masked by `flush`: the rest of it is dropped.
    masking: bool,
    origin: Origin,
    /// Where the text comes from: file, command, host.
    source: [Option<String>; 3],
    /// Why an earlier call failed.
    failed: Option<SanitizeError>,
}

/// What stands for a word that was cut by `flush` and might have become a secret.
const MASK: &str = "***";

impl SanitizeStream {
    /// A fresh stream of text that comes from there.
    pub fn new(origin: Origin, context: &Context<'_>) -> Self {
        let source = [context.file, context.command, context.host];
        Self {
            origin,
            source: source.map(|text| text.map(str::to_owned)),
            ..Self::default()
        }
    }

    /// Takes more bytes and returns what can be released by now.
    ///
    /// # Errors
    /// As [`Session::sanitize`]. What was held is lost, and every later call fails in the same way; the session
    /// stays usable.
    pub fn push(&mut self, session: &mut Session, bytes: &[u8]) -> Result<String, SanitizeError> {
        self.go_on()?;
        self.decode(bytes);
        self.drop_masked();
        let mut out = String::new();
        while let Some(end) = next_segment(self.held(), false) {
            self.release(session, end, &mut out)?;
        }
        self.drop_released();
        Ok(out)
    }

    /// Releases what is proven harmless although its line is not complete, and masks the word at the end if
    /// it could still become a stand-in or a detection. For hosts whose user waits for a prompt.
    ///
    /// # Errors
    /// As [`SanitizeStream::push`].
    pub fn flush(&mut self, session: &mut Session) -> Result<String, SanitizeError> {
        self.go_on()?;
        let mut out = String::new();
        while let Some(end) = next_segment(self.held(), true) {
            if end == self.held().len() {
                break;
            }
            self.release(session, end, &mut out)?;
        }
        self.drop_released();
        let (before, held) = self.text.split_at(self.from);
        let word = last_word(held);
        let suspicious = session.may_become_private(before, held, word);
        let end = if suspicious { word } else { held.len() };
        if end > 0 {
            self.release(session, end, &mut out)?;
        }
        if suspicious {
            self.text.truncate(self.from);
            self.masking = true;
            out.push_str(MASK);
        }
        self.drop_released();
        Ok(out)
    }

    /// Ends the stream and returns the rest. Nothing is held afterwards.
    ///
    /// # Errors
    /// As [`SanitizeStream::push`].
    pub fn finish(mut self, session: &mut Session) -> Result<String, SanitizeError> {
        self.go_on()?;
        if !self.partial.is_empty() {
            self.partial.clear();
            self.text.push(char::REPLACEMENT_CHARACTER);
            self.drop_masked();
        }
        let mut out = String::new();
        while let Some(end) = next_segment(self.held(), true) {
            self.release(session, end, &mut out)?;
        }
        Ok(out)
    }

    /// What was not released.
    fn held(&self) -> &str {
        &self.text[self.from..]
    }

    /// Keeps of what was released the context that what follows is seen with.
    fn drop_released(&mut self) {
        let start = context_start(&self.text, self.from);
        self.text.drain(..start);
        self.from -= start;
    }

    fn go_on(&self) -> Result<(), SanitizeError> {
        self.failed.map_or(Ok(()), Err)
    }

    /// Appends the characters that are complete; what is no UTF-8 becomes U+FFFD.
    fn decode(&mut self, bytes: &[u8]) {
        let joined;
        let bytes = if self.partial.is_empty() {
            bytes
        } else {
            joined = [&self.partial[..], bytes].concat();
            &joined
        };
        let open = open_tail(bytes);
        let (complete, rest) = bytes.split_at(bytes.len() - open);
        self.text.push_str(&String::from_utf8_lossy(complete));
        self.partial = rest.to_vec();
    }

    fn drop_masked(&mut self) {
        if self.masking {
            let rest = self.held().find(char::is_whitespace);
            self.masking = rest.is_none();
            let end = rest.map_or(self.text.len(), |rest| self.from + rest);
            self.text.drain(self.from..end);
        }
    }

    /// Rewrites `held[..end]` and what a finding takes beyond it.
    fn release(
        &mut self,
        session: &mut Session,
        end: usize,
        out: &mut String,
    ) -> Result<(), SanitizeError> {
        let start = context_start(&self.text, self.from);
        let ahead = self.from + context_end(self.held(), end);
        let (text, from) = (&self.text[start..ahead], self.from - start);
        let [file, command, host] = &self.source;
        let context = Context {
            file: file.as_deref(),
            command: command.as_deref(),
            host: host.as_deref(),
        };
        let voice = Voice {
            origin: self.origin,
            context: &context,
            introduces: true,
        };
        let part = session.sanitize_part(text, from, from + end, voice);
        let (rewritten, to) = part.inspect_err(|error| self.failed = Some(*error))?;
        out.push_str(&rewritten);
        self.from = start + to;
        Ok(())
    }
}

/// How many bytes at the end may be the beginning of a character.
fn open_tail(bytes: &[u8]) -> usize {
    for back in 1..=bytes.len().min(3) {
        let byte = bytes[bytes.len() - back];
        let wants = match byte {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            0x80..=0xbf => continue,
            _ => return 0,
        };
        return if wants > back { back } else { 0 };
    }
    0
}

/// End of the first segment of `held` whose look-ahead is complete; `last` when nothing more will come.
fn next_segment(held: &str, last: bool) -> Option<usize> {
    let end = lines_end(held, last)?;
    let end = match open_block(held, end) {
        Some(block) => block_end(held, block, last)?,
        None => end,
    };
    let complete = last
        || (0..AROUND)
            .try_fold(end, |at, _| line_end(held, at, false))
            .is_some();
    complete.then_some(end)
}

/// End of the first lines of `held`; `None` if they are not complete.
fn lines_end(held: &str, last: bool) -> Option<usize> {
    let mut end = line_end(held, 0, last)?;
    for _ in 1..LINES {
        let is_all = end >= MAX_LINE || last && end == held.len();
        if is_all {
            break;
        }
        end = line_end(held, end, last)?;
    }
    Some(end)
}

/// End of the line that starts at `at`, its `\n`, `\r\n` or lone `\r` included; `None` if it is not complete.
fn line_end(text: &str, at: usize, last: bool) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    let window = &rest[..rest.len().min(MAX_LINE)];
    match window
        .iter()
        .position(|&byte| matches!(byte, b'\n' | b'\r'))
    {
        Some(found) if rest[found] == b'\n' => Some(at + found + 1),
        Some(found) => match rest.get(found + 1) {
            Some(b'\n') => Some(at + found + 2),
            Some(_) => Some(at + found + 1),
            None => last.then_some(at + found + 1),
        },
        None if rest.len() >= MAX_LINE => Some(at + cut_of(window)),
        None => (last && !rest.is_empty()).then_some(text.len()),
    }
}

/// Where an overlong line is cut: behind its last blank, else at the last character border.
fn cut_of(window: &[u8]) -> usize {
    let blank = window
        .iter()
        .rposition(|&byte| matches!(byte, b' ' | b'\t'));
    match blank {
        Some(at) if at > 0 => at + 1,
        _ => (0..window.len())
            .rev()
            .find(|&at| window[at] & 0xc0 != 0x80)
            .filter(|&at| at > 0)
            .unwrap_or(window.len()),
    }
}

/// Start of a private key block that begins in `held[..end]` and does not end there.
fn open_block(held: &str, end: usize) -> Option<usize> {
    let begin = held[..end].rfind("-----BEGIN ")?;
    let head = &held[begin..end];
    (head.contains("PRIVATE KEY") && !head.contains("-----END ")).then_some(begin)
}

/// End of the line that ends the block at `begin`.
fn block_end(held: &str, begin: usize, last: bool) -> Option<usize> {
    let ceiling = floor_char(held, held.len().min(begin + MAX_BLOCK));
    match held[begin..ceiling].find("-----END ") {
        Some(found) => line_end(held, begin + found, last),
        None if ceiling < held.len() => Some(ceiling),
        None => last.then_some(held.len()),
    }
}

fn floor_char(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// End of the two lines behind `end`, or of what there is.
fn context_end(held: &str, end: usize) -> usize {
    (0..AROUND)
        .try_fold(end, |at, _| line_end(held, at, true))
        .unwrap_or(held.len())
}

/// Start of the two lines before `to`, at most two long lines back.
fn context_start(text: &str, to: usize) -> usize {
    let floor = to.saturating_sub(AROUND * MAX_LINE);
    let floor = (floor..=to)
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(to);
    let mut start = to;
    for _ in 0..AROUND {
        let end = start.saturating_sub(1).max(floor);
        start = match memchr::memrchr2(b'\n', b'\r', &text.as_bytes()[floor..end]) {
            Some(found) => floor + found + 1,
            None => return floor,
        };
    }
    start
}

/// Start of the word that ends the text.
fn last_word(text: &str) -> usize {
    text.rfind(char::is_whitespace).map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use crate::testing::zoe;
    use proptest::prelude::*;

    fn run(pieces: &[&[u8]]) -> String {
        let mut session = zoe();
        session
            .protect("Rauhreif-4711-Feld", Kind::Secret)
            .expect("room for one");
        let mut stream = SanitizeStream::default();
        let mut out = String::new();
        for piece in pieces {
            out += &stream.push(&mut session, piece).expect("within the limits");
        }
        out + &stream.finish(&mut session).expect("within the limits")
    }

    fn text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            3 => proptest::sample::select(vec![
                "zoe", "/home/zoe/quarry/a.rs", "Rauhreif-4711-Feld", "PASSWORD=", "\"hunter2-Rowan\"", " ", "\n", "\r", "\r\n",
                "-----BEGIN RSA PRIVATE KEY-----\n", "MIIEowIBAAKCAQEAJUe6GLWvQFfywWTn\n", "-----END RSA PRIVATE KEY-----\n", "é", "\u{1b}[31m",
            ]).prop_map(str::to_owned),
            1 => "[a-z]{1,9}",
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn every_split_equals_the_unsplit(text in text(), cuts in proptest::collection::vec(0usize..400, 0..12)) {
            let bytes = text.as_bytes();
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut from = 0;
            for cut in cuts {
                pieces.push(&bytes[from..cut]);
                from = cut;
            }
            pieces.push(&bytes[from..]);
            prop_assert_eq!(run(&pieces), run(&[bytes]));
        }

        #[test]
        fn one_byte_at_a_time_too(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(run(&pieces), run(&[&bytes]));
        }
    }

    #[test]
    fn a_value_split_over_pieces_is_hidden() {
        let out = run(&[
            b"see /home/z",
            b"oe/quarry/a.rs and Rauhreif-",
            b"4711-Feld\n",
        ]);
        assert!(
            out.starts_with("see [REPO_ROOT_1]/a.rs and "),
            "the root is a slot"
        );
        assert!(!out.contains("Rauhreif"));
    }

    #[test]
    fn what_is_held_is_bounded() {
        let mut session = zoe();
        let mut stream = SanitizeStream::default();
        let (mut given, mut got) = (0, 0);
        for piece in [
            &b"-----BEGIN RSA PRIVATE KEY-----\n"[..],
            &[b'A'; 1000],
            b" ",
            &[b'b'; 3000],
        ] {
            for _ in 0..40 {
                given += piece.len();
                got += stream
                    .push(&mut session, piece)
                    .expect("within the limits")
                    .len();
                assert!(
                    stream.held().len() <= MAX_HELD,
                    "{} of {given}, {got} out",
                    stream.held().len()
                );
            }
        }
    }

    #[test]
    fn flush_releases_a_prompt_and_masks_what_may_be_a_secret() {
        let mut session = zoe();
        let mut stream = SanitizeStream::default();
        let mut step = |piece: &str| {
            let pushed = stream
                .push(&mut session, piece.as_bytes())
                .expect("within the limits");
            pushed + &stream.flush(&mut session).expect("within the limits")
        };
        assert_eq!(step("Continue? [y/N] "), "Continue? [y/N] ");
        assert_eq!(step("no\nuser /home/zo"), "no\nuser ***");
        assert_eq!(step("e/quarry/a.rs is open"), " is open");
    }

    #[test]
    fn a_failed_stream_stays_failed_and_the_session_goes_on() {
        let mut session = crate::testing::session(crate::Config {
            limits: crate::config::Limits {
                values: 2,
                ..crate::config::Limits::default()
            },
            ..crate::Config::default()
        });
        let mut stream = SanitizeStream::default();
        let many = "a@tern.internal b@tern.internal c@tern.internal\n\n\n\n\n\n";
        let full = Err(SanitizeError::TableFull);
        assert_eq!(stream.push(&mut session, many.as_bytes()), full);
        assert_eq!(stream.push(&mut session, b"harmless\n\n\n\n\n\n"), full);
        assert_eq!(stream.finish(&mut session), full);
        let plain = session.sanitize("harmless", Origin::Tool, &Context::default());
        assert_eq!(plain.map(|done| done.text), Ok("harmless".to_owned()));
    }

    #[test]
    fn secrets_remember_the_file_of_the_stream() {
        let mut session = zoe();
        let context = Context {
            file: Some("/home/zoe/quarry/.env"),
            ..Context::default()
        };
        let mut stream = SanitizeStream::new(Origin::File, &context);
        stream
            .push(&mut session, b"DB_PASSWORD=Rauhreif-4711-Feld\n")
            .expect("within the limits");
        let out = stream.finish(&mut session).expect("within the limits");
        let args = format!(
            r#"{{"file_path":"[REPO_ROOT_1]/.env","content":"{}"}}"#,
            out.trim_end()
        );
        let written = session.rebind_tool_call("Write", &args);
        assert!(written.is_ok_and(|call| call.args.contains("Rauhreif")));
    }
}
