//! Lines with our handles in them, as they read with the real names in their places.
//!
//! `PASSWORD: ~/keys/layoff_plan.pdf` is a path, so only its name is hidden. With a handle in it the value would look
//! drawn, and be hidden once more the next time. So a context that takes something near a handle for a secret is asked
//! again, here, with what it said at first.

use crate::handle::Handle;
use crate::slots::Table;
use crate::{Finding, Kind, Rank, Span};

/// Lines before and behind that a context may look at.
const AROUND: usize = 2;
/// Most bytes of a part, and most parts of a text.
const MAX_PART: usize = 8 << 10;
const MAX_PARTS: usize = 64;

/// A part of a text, restored.
pub(crate) struct Restored {
    pub(crate) text: String,
    place: Span,
    /// The handles in it: where they stand, and how long the text is up to their values' ends.
    handles: Vec<(Span, usize)>,
}

impl Restored {
    /// The parts of `text` around findings that may be secrets only for the handles in them. Few texts have one.
    pub(crate) fn around(text: &str, findings: &[Finding], table: &Table) -> Vec<Restored> {
        let is_handle = |f: &&Finding| f.rank == Rank::Own && f.kind != Kind::Secret;
        let mut handles: Vec<Span> = findings.iter().filter(is_handle).map(|f| f.span).collect();
        if handles.is_empty() {
            return Vec::new();
        }
        handles.sort_unstable();
        handles.dedup();
        let secrets = findings.iter().filter(|f| by_context(f));
        let mut places: Vec<Span> = secrets.map(|f| lines_around(text, f.span)).collect();
        places.retain(|place| holds_one(*place, &handles));
        places.sort_unstable();
        places.dedup();
        places.truncate(MAX_PARTS);
        let part = |place| Restored::of(text, place, &handles, table);
        places.into_iter().map(part).collect()
    }

    fn of(text: &str, place: Span, handles: &[Span], table: &Table) -> Restored {
        let mut restored = Restored {
            text: String::with_capacity(place.len()),
            place,
            handles: Vec::new(),
        };
        let mut done = place.start;
        for &span in handles.iter().filter(|span| place.contains(**span)) {
            let handle = Handle::parse_at(text.as_bytes(), span.start);
            let number = handle.and_then(|(handle, _, _)| table.by_handle(handle));
            if let Some(number) = number.filter(|_| span.start >= done) {
                restored.text.push_str(&text[done..span.start]);
                restored.text.push_str(table.value(number).raw.expose());
                restored.handles.push((span, restored.text.len()));
                done = span.end;
            }
        }
        restored.text.push_str(&text[done..place.end]);
        restored
    }

    /// Whether a finding may be a secret only for the handles in its lines.
    pub(crate) fn is_doubtful(&self, text: &str, finding: &Finding) -> bool {
        by_context(finding) && self.place == lines_around(text, finding.span)
    }

    /// Whether a secret stands around the same handles in the restored text, where `standing` was found.
    pub(crate) fn is_confirmed(&self, finding: &Finding, standing: &[Finding]) -> bool {
        let start = self.restored(finding.span.start);
        let end = self.restored(finding.span.end);
        let secret = |f: &&Finding| f.kind == Kind::Secret;
        let around = |f: &Finding| f.span.start <= start && f.span.end + 1 >= end;
        standing.iter().filter(secret).any(around)
    }

    /// Where a place outside the handles is in the restored text.
    fn restored(&self, at: usize) -> usize {
        let before = self.handles.partition_point(|(handle, _)| handle.end <= at);
        match before.checked_sub(1).map(|last| self.handles[last]) {
            Some((handle, end)) => end + (at - handle.end),
            None => at - self.place.start,
        }
    }
}

fn by_context(finding: &Finding) -> bool {
    let context = matches!(finding.rank, Rank::Part | Rank::Context | Rank::Entropy);
    finding.kind == Kind::Secret && context
}

fn holds_one(place: Span, handles: &[Span]) -> bool {
    let next = handles.partition_point(|handle| handle.start < place.start);
    handles
        .get(next)
        .is_some_and(|handle| place.contains(*handle))
}

/// The lines of `span` and those beside it.
fn lines_around(text: &str, span: Span) -> Span {
    let bytes = text.as_bytes();
    let floor = span.start.saturating_sub(MAX_PART);
    let ceiling = bytes.len().min(span.end + MAX_PART);
    let before = memchr::memrchr_iter(b'\n', &bytes[floor..span.start]).nth(AROUND);
    let behind = memchr::memchr_iter(b'\n', &bytes[span.end..ceiling]).nth(AROUND);
    let start = before.map_or(floor, |at| floor + at + 1);
    let end = behind.map_or(ceiling, |at| span.end + at);
    Span::new(
        text.ceil_char_boundary(start),
        text.floor_char_boundary(end),
    )
}
