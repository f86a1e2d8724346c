//! Shortened displays of known secrets: `ghp_S1...Pn2T`, with as many characters of the surrogate.

use crate::graph::echo::Echo;
use crate::slots::Table;
use crate::{Kind, Rule, Span};

/// Longest end that is shown, in bytes.
const END: usize = 24;
/// Fewest characters of a secret in both ends together, and in the last one.
const SHOWN: usize = 6;
const LAST: usize = 3;
/// Most places of one text that are compared with the secrets.
const PLACES: usize = 64;

/// The previews in `text`, by position.
pub(crate) fn find(text: &str, table: &Table) -> Vec<Echo> {
    let mut echoes = Vec::new();
    let mut places = 0;
    let bytes = text.as_bytes();
    let mut done = 0;
    for at in
        memchr::memmem::find_iter(bytes, b"...").chain(memchr::memmem::find_iter(bytes, "\u{2026}"))
    {
        let end = at
            + bytes[at..]
                .iter()
                .take_while(|&&b| b == b'.')
                .count()
                .max(3);
        let first = bytes[..at]
            .iter()
            .rev()
            .take(END + 1)
            .take_while(|b| is_shown(**b))
            .count();
        let last = bytes[end..]
            .iter()
            .take(END + 1)
            .take_while(|b| is_shown(**b))
            .count();
        let fits =
            first >= 2 && last >= LAST && first + last >= SHOWN && first <= END && last <= END;
        if !fits || at < done && text.as_bytes()[at] == b'.' {
            continue;
        }
        places += 1;
        if places > PLACES {
            break;
        }
        done = end;
        let (first, last) = (Span::new(at - first, at), Span::new(end, end + last));
        echoes.extend(preview(text, first, last, table));
    }
    echoes
}

fn is_shown(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn preview(text: &str, first: Span, last: Span, table: &Table) -> Option<Echo> {
    let (start, end) = (first.of(text), last.of(text));
    let owner = table.live().find(|&number| {
        let value = table.value(number);
        let raw = value.raw.expose();
        value.kind == Kind::Secret
            && value.source.is_none()
            && raw.len() > start.len() + end.len()
            && raw.starts_with(start)
            && raw.ends_with(end)
    })?;
    let surrogate = table.value(owner).surrogate.as_deref()?;
    let gap = &text[first.end..last.start];
    let shown = surrogate
        .get(..first.len())
        .zip(surrogate.get(surrogate.len().checked_sub(last.len())?..));
    Some(Echo {
        span: Span::new(first.start, last.end),
        owner,
        rule: Rule::Preview,
        stand_in: shown.map(|(start, end)| [start, gap, end].concat()),
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::session;
    use crate::{Config, Context, Kind, Origin, Session};

    const SECRET: &str = "Xq7LmR2vTz9KbW4nYc8HdPf3";

    fn out(session: &mut Session, text: &str) -> String {
        let done = session.sanitize(text, Origin::Tool, &Context::default());
        done.expect("room for all").text
    }

    #[test]
    fn a_preview_shows_the_surrogate() {
        let mut session = session(Config::default());
        session.protect(SECRET, Kind::Secret).expect("room for one");
        let surrogate = out(&mut session, SECRET);
        let (from, to) = (&surrogate[..6], &surrogate[surrogate.len() - 4..]);
        for gap in ["...", "\u{2026}", "......"] {
            let shown = out(&mut session, &format!("key Xq7LmR{gap}dPf3 works"));
            assert_eq!(shown, format!("key {from}{gap}{to} works"));
            assert_eq!(out(&mut session, &shown), shown);
        }
    }

    #[test]
    fn other_shortened_texts_stay() {
        let mut session = session(Config::default());
        session.protect(SECRET, Kind::Secret).expect("room for one");
        for text in [
            "a1b2c3d...e4f5a6b",
            "Xq7LmR...",
            "...dPf3",
            "Xq7LmR...dPf4",
            "wait... what",
        ] {
            assert_eq!(out(&mut session, text), text);
        }
    }
}
