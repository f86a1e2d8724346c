//! Text for the local user that arrives in pieces, as models send it.
//!
//! Held back is only what the next bytes could still change: a beginning of a handle, and a slot inside a URL
//! until the host of that URL is complete. Everything else is released at once, and the pieces together are what
//! [`super::display`] makes of the whole text.

use super::display::{self, LOOK_BACK, MAX_AUTHORITY};
use crate::locate::{self, Located, Stand};
use crate::{Rebound, Session, Span, handle, json};

/// The most that a [`RebindStream`] holds back, in bytes of the decoded text.
pub const MAX_SHOWN_HELD: usize = MAX_AUTHORITY + 2 * handle::MAX_LEN;

/// How a stream's pieces are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// As they are.
    #[default]
    Text,
    /// As the inside of one JSON string; escapes may be split too, and stay as they are where nothing is restored.
    JsonString,
}

/// The state of one stream of a model's words, such as one content block. The session is lent to each call.
#[derive(Default)]
pub struct RebindStream {
    encoding: Encoding,
    /// Decoded text: what was released, as context, then what is held.
    text: String,
    /// Where what is held begins in `text`.
    done: usize,
    /// What is held as it came, if that is not how it reads: `text[done..]`, then an unfinished escape.
    raw: String,
    /// How much of `raw` is decoded.
    decoded: usize,
}

impl RebindStream {
    /// A fresh stream.
    pub fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            ..Self::default()
        }
    }

    /// Takes more text and returns what can be shown by now, slots restored.
    pub fn push(&mut self, session: &Session, piece: &str) -> Rebound {
        self.take(piece, false);
        self.release(session, Moment::Between)
    }

    /// Releases what is held, for hosts whose user waits. What is not known to be a whole handle in a safe place
    /// stays as the model wrote it, even if its rest comes later.
    pub fn flush(&mut self, session: &Session) -> Rebound {
        self.release(session, Moment::Waiting)
    }

    /// Ends the stream and returns the rest. Nothing is held afterwards.
    pub fn finish(mut self, session: &Session) -> Rebound {
        self.take("", true);
        self.release(session, Moment::Last)
    }

    fn take(&mut self, piece: &str, last: bool) {
        if self.encoding == Encoding::Text {
            return self.text.push_str(piece);
        }
        self.raw.push_str(piece);
        let fresh = &self.raw[self.decoded..];
        let fresh = match last {
            true => fresh,
            false => &fresh[..json::settled(fresh)],
        };
        self.text.push_str(&json::decode(fresh));
        self.decoded += fresh.len();
    }

    fn release(&mut self, session: &Session, moment: Moment) -> Rebound {
        let held = &self.text.as_bytes()[self.done..];
        let open = match moment {
            Moment::Last => None,
            _ => handle::open_end(held).map(|at| self.done + at),
        };
        let found = self.decide(session, open.unwrap_or(self.text.len()), moment);
        let until = match (moment, found.open) {
            (Moment::Between, Some(slot)) => slot,
            (Moment::Between, None) => open.unwrap_or(self.text.len()),
            _ => self.text.len(),
        };
        let out = self.write(session, &found.slots, until);
        self.forget_old();
        out
    }

    /// The slots before `end` that may be shown, up to the first whose place is not known yet.
    fn decide(&self, session: &Session, end: usize, moment: Moment) -> Decided {
        let local = session.local("display");
        let mut decided = Decided::default();
        let held = locate::slots(local.table, &self.text, self.done);
        if held.is_empty() {
            return decided;
        }
        // The host of a URL may have been released already.
        let all = locate::slots(local.table, &self.text, 0);
        for found in held.iter().take_while(|found| found.span.start < end) {
            let Stand::Slot(number) = found.stand else {
                continue;
            };
            let last = moment == Moment::Last;
            let leaves = display::leaves_with_it(local, &self.text, found, &all, last);
            match leaves {
                Some(false) if local.permits(number, found.span).is_err() => {}
                Some(false) => decided.slots.push((*found, number)),
                None if moment == Moment::Between => {
                    decided.open = Some(found.span.start);
                    break;
                }
                _ => {}
            }
        }
        decided
    }

    /// Releases `text[done..until]` with those slots restored.
    fn write(&mut self, session: &Session, slots: &[(Located, u32)], until: usize) -> Rebound {
        let json = self.encoding == Encoding::JsonString;
        let source = if json { &self.raw } else { &self.text };
        let mut offsets = json::Offsets::new(&self.raw);
        let mut place = |at: usize| match json {
            true => offsets.raw_of(at - self.done),
            false => at,
        };
        let mut out = String::with_capacity(until - self.done + 24 * slots.len());
        let mut restored = Vec::with_capacity(slots.len());
        let mut from = place(self.done);
        for (found, number) in slots {
            out.push_str(&source[from..place(found.span.start)]);
            let start = out.len();
            let raw = session.local("display").raw(*number);
            match json {
                true => json::encode(raw, &mut out),
                false => out.push_str(raw),
            }
            restored.push(Span::new(start, out.len()));
            from = place(found.span.end);
        }
        let end = place(until);
        out.push_str(&source[from..end]);
        self.done = until;
        if json {
            self.raw.drain(..end);
            self.decoded -= end;
        }
        Rebound {
            text: out,
            restored,
        }
    }

    /// Keeps as much of what was released as a decision may look back.
    fn forget_old(&mut self) {
        let keep = LOOK_BACK + handle::MAX_LEN;
        if self.done > 4 * keep {
            let floor = self.done - keep;
            let floor = (floor..).find(|&at| self.text.is_char_boundary(at));
            let floor = floor.unwrap_or(self.done);
            self.text.drain(..floor);
            self.done -= floor;
        }
    }
}

/// Why something is released.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// More text came, and more will.
    Between,
    /// The user waits.
    Waiting,
    /// The text is complete.
    Last,
}

#[derive(Default)]
struct Decided {
    slots: Vec<(Located, u32)>,
    /// Where the first slot stands that has to wait.
    open: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::testing::session;
    use proptest::prelude::*;

    fn marta() -> Session {
        session(Config {
            roots: vec!["/home/marta/a \"b\"\\c".to_owned()],
            user: Some("marta".to_owned()),
            hosts: vec!["db.tern.internal".to_owned()],
            ..Config::default()
        })
    }

    fn run(encoding: Encoding, pieces: &[&str]) -> String {
        let session = marta();
        let mut stream = RebindStream::new(encoding);
        let mut out = String::new();
        for piece in pieces {
            let shown = stream.push(&session, piece);
            assert!(stream.text.len() - stream.done <= MAX_SHOWN_HELD);
            assert!(
                shown
                    .restored
                    .iter()
                    .all(|span| span.end <= shown.text.len())
            );
            out += &shown.text;
        }
        out + &stream.finish(&session).text
    }

    fn words() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => proptest::sample::select(vec![
                "[USER_1]", "[REPO_ROOT_1]", "user-slot-1", "HOST_SLOT_1", "[HOST_1]", "host-slot-1", "[USER_10]", "[EMAIL_1]",
                "https://", "](", ")", "<img src=\"", "\">", "www.", "@", ":80", "/", "?q=", " ", "\n", "\\", "\\n", "\\u00e9",
                "\\ud83d\\ude00", "\\\"", "é", "😀", "_", "-", "[", "slot", "evil.example",
            ]).prop_map(str::to_owned),
            1 => "[a-zA-Z0-9]{1,9}",
        ];
        proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
    }

    fn split<'t>(text: &'t str, cuts: &[usize]) -> Vec<&'t str> {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (text.len() + 1)).collect();
        cuts.sort_unstable();
        cuts.retain(|&cut| text.is_char_boundary(cut));
        let mut pieces = Vec::new();
        let mut from = 0;
        for cut in cuts {
            pieces.push(&text[from..cut]);
            from = cut;
        }
        pieces.push(&text[from..]);
        pieces
    }

    proptest! {
        #[test]
        fn every_split_of_text_equals_the_unsplit(text in words(), cuts in proptest::collection::vec(0usize..1000, 0..20)) {
            let whole = marta().rebind_display(&text).text;
            prop_assert_eq!(run(Encoding::Text, &split(&text, &cuts)), whole);
        }

        #[test]
        fn every_split_of_a_json_string_equals_the_unsplit(raw in words(), cuts in proptest::collection::vec(0usize..1000, 0..20)) {
            let out = run(Encoding::JsonString, &split(&raw, &cuts));
            // What is no JSON string comes out the same as well, whatever it means.
            prop_assert_eq!(&out, &run(Encoding::JsonString, &[&raw]));
            let text = raw;
            let mut raw = String::new();
            json::encode(&text, &mut raw);
            let out = run(Encoding::JsonString, &split(&raw, &cuts));
            let whole = marta().rebind_display(&text).text;
            prop_assert_eq!(json::decode(&out), whole);
        }

        #[test]
        fn one_character_at_a_time_too(text in words()) {
            let pieces: Vec<&str> = text.split_inclusive(|_| true).collect();
            for encoding in [Encoding::Text, Encoding::JsonString] {
                prop_assert_eq!(run(encoding, &pieces), run(encoding, &[&text]));
            }
        }
    }

    fn pushed(pieces: &[&str]) -> Vec<String> {
        let session = marta();
        let mut stream = RebindStream::new(Encoding::Text);
        let step = |piece: &&str| stream.push(&session, piece).text;
        pieces.iter().map(step).collect()
    }

    #[test]
    fn only_what_may_become_a_stand_in_is_held() {
        assert_eq!(
            pushed(&["see ", "the ", "list[3], "]),
            ["see ", "the ", "list[3], "]
        );
        assert_eq!(pushed(&["hi [US", "ER_1", "], x"]), ["hi ", "", "marta, x"]);
        assert_eq!(
            pushed(&["user-slot-1", "0 and user-slot-1", "."]),
            ["", "user-slot-10 and ", "marta."]
        );
        assert_eq!(pushed(&["hash 4f", "user", "s"]), ["hash 4f", "", "users"]);
        assert_eq!(
            pushed(&["https://[HOST_1]", "/x"]),
            ["https://", "db.tern.internal/x"]
        );
        assert_eq!(
            pushed(&["https://[HOST_1]", ".evil.example/x"]),
            ["https://", "[HOST_1].evil.example/x"]
        );
    }

    #[test]
    fn values_are_escaped_for_the_string_they_stand_in() {
        assert_eq!(
            run(
                Encoding::JsonString,
                &["\\u005bREPO_RO", "OT_1]\\n\\u00", "e9"]
            ),
            "/home/marta/a \\\"b\\\"\\\\c\\n\\u00e9"
        );
    }

    #[test]
    fn flush_releases_everything_and_restores_nothing_half_known() {
        let session = marta();
        let mut stream = RebindStream::new(Encoding::Text);
        let mut step = |piece: &str| {
            let pushed = stream.push(&session, piece).text;
            pushed + &stream.flush(&session).text
        };
        assert_eq!(step("hi [USER_1], [USE"), "hi marta, [USE");
        assert_eq!(step("R_1] user-slot-1"), "R_1] user-slot-1");
        assert_eq!(step(" https://host-slot-1/"), " https://db.tern.internal/");
    }

    #[test]
    fn long_streams_keep_little() {
        let session = marta();
        let mut stream = RebindStream::new(Encoding::Text);
        for _ in 0..4_000 {
            stream.push(&session, "a word é and [USER_1] ");
        }
        assert!(stream.text.len() < 64 << 10);
    }
}
