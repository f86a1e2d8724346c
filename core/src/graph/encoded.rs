//! Known secrets in another encoding: runs that may be one are decoded and searched, and what is found gets the
//! same encoding of the surrogate.

mod base64;
mod escape;
mod hex;
mod listed;
pub(crate) mod rows;
pub(crate) mod runs;
#[cfg(test)]
mod tests;

use self::runs::Run;
use crate::graph::echo::Echo;
use crate::graph::fragment::{self, Piece, Turn};
use crate::slots::Table;
use crate::{Rule, Span};

/// A part of a text, decoded.
pub(crate) trait Decoded {
    /// The decoded bytes as text; what is no character is a control character.
    fn plain(&self) -> &str;

    /// The pieces of the text that hold `span` of the plain text, and the same encoding of `new` in each, or
    /// `None` where `new` is none.
    fn encode(&self, span: Span, new: Option<&str>) -> Vec<(Span, Option<String>)>;
}

/// The echoes of secrets of `table` in encodings, in no particular order.
pub(crate) fn find(text: &str, table: &Table, runs: &[Run], lists: &[usize]) -> Vec<Echo> {
    let mut echoes = Vec::new();
    each(text, runs, lists, |decoded| {
        search(text, decoded, table, &mut echoes);
    });
    echoes
}

/// Calls `with` for everything in `text` that may be an encoding.
pub(crate) fn each(text: &str, runs: &[Run], lists: &[usize], mut with: impl FnMut(&dyn Decoded)) {
    for run in runs {
        if run.is_hex {
            for phase in 0..2 {
                with(&hex::decode(text, run.span, phase));
            }
        }
        for phase in 0..4 {
            if run.phases >> phase & 1 == 1 {
                with(&base64::decode(text, run.span, phase));
            }
        }
    }
    escape::each(text, |decoded| with(&decoded));
    listed::each(text, lists, |decoded| with(&decoded));
}

fn search(text: &str, decoded: &dyn Decoded, table: &Table, echoes: &mut Vec<Echo>) {
    for piece in fragment::find(decoded.plain(), table) {
        let new = stand_in(decoded.plain(), piece, table);
        for (span, stand_in) in decoded.encode(piece.span, new.as_deref()) {
            if text.get(span.start..span.end).is_some() {
                echoes.push(Echo {
                    span,
                    owner: piece.owner,
                    rule: Rule::Encoded,
                    stand_in,
                });
            }
        }
    }
}

fn stand_in(plain: &str, piece: Piece, table: &Table) -> Option<String> {
    let value = table.value(piece.owner);
    let whole =
        piece.turn == Turn::Same && piece.of == Span::new(0, value.raw.len()) && !piece.shared;
    let surrogate = value.surrogate.as_deref()?;
    match whole {
        true => Some(surrogate.to_owned()),
        false => fragment::slice(plain, value.raw.expose(), surrogate, piece),
    }
}

/// Decoded bytes as text of the same length: as they are if they are text, and what is not ASCII as a control
/// character otherwise.
fn readable(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let seen = |byte: u8| {
            if byte.is_ascii() {
                byte.into()
            } else {
                '\u{1a}'
            }
        };
        error.into_bytes().into_iter().map(seen).collect()
    })
}
