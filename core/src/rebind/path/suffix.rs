//! The parts behind the start of a path, one after the other.

use super::part::{judge_last, judge_part, may_match_parent, no_stream};
use super::start::{Start, is_windows};
use super::uri::{percent_decoded, push_percent_encoded};
use super::{CLIMBS, Manner};
use crate::locate::Located;
use crate::rebind::{Local, refuse};
use crate::{Rebound, Refusal, RefusalKind, Span};

/// Walks the parts of the suffix and puts them behind the start.
pub(super) fn assemble(
    local: Local<'_>,
    text: &str,
    located: &[Located],
    start: Start<'_>,
    judge: Judge,
) -> Result<Rebound, Refusal> {
    let (rest, windows) = (start.rest, start.windows);
    let mut path = String::with_capacity(start.base.len() + text.len() + 16);
    path.push_str(&start.base);
    let mut builder = Builder {
        separator: start.separator(text),
        judge,
        floor: path.len(),
        base: path.len(),
        text: path,
        restored: Vec::with_capacity(located.len()),
        start,
    };
    builder.restored.extend(builder.start.restored);
    let handles = located.iter().filter(|found| found.span.start >= rest);
    let mut handles = handles.peekable();
    let mut at = rest;
    while at <= text.len() {
        let end = part_end(text, at, windows);
        let span = Span::new(at, end);
        builder.part(local, text, span, &mut handles)?;
        at = end + 1;
    }
    Ok(builder.finish(text))
}

fn part_end(text: &str, at: usize, windows: bool) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    // Parts are short: a plain loop beats the set-up of a vector one.
    let found = rest
        .iter()
        .position(|&byte| byte == b'/' || (windows && byte == b'\\'));
    found.map_or(text.len(), |found| at + found)
}

/// How parts are judged.
#[derive(Clone, Copy)]
pub(super) struct Judge {
    pub(super) manner: Manner,
    /// Some character of the path could hide another.
    pub(super) odd: bool,
}

struct Builder<'s> {
    text: String,
    restored: Vec<Span>,
    separator: char,
    judge: Judge,
    /// Where the base ends.
    base: usize,
    /// `..` never removes anything before this.
    floor: usize,
    start: Start<'s>,
}

impl Builder<'_> {
    fn part<'l>(
        &mut self,
        local: Local<'_>,
        text: &str,
        span: Span,
        handles: &mut std::iter::Peekable<impl Iterator<Item = &'l Located>>,
    ) -> Result<(), Refusal> {
        let part = span.of(text);
        if part.is_empty() || part == "." {
            return Ok(());
        }
        if part == ".." {
            return self.up(local, span);
        }
        let windows = self.start.windows_names;
        let drive = self.start.uri && self.text.len() == self.base && part.len() == 2;
        let drive = drive && is_windows(part);
        if !drive && (self.judge.odd || windows || part.starts_with(['.', ' '])) {
            judge_part(part, span, windows)?;
        }
        if self.start.uri && part.contains('%') {
            no_stream(&percent_decoded(part), span)?;
        }
        if text[span.end..]
            .bytes()
            .all(|byte| matches!(byte, b'/' | b'\\'))
        {
            judge_last(part, span)?;
        }
        if self.judge.manner == Manner::Glob && may_match_parent(part) {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        }
        if self.text.len() > self.base || self.start.absolute {
            self.text.push(self.separator);
        }
        let mut done = span.start;
        while let Some(found) = handles.next_if(|found| found.span.end <= span.end) {
            self.text.push_str(&text[done..found.span.start]);
            self.value(local, found)?;
            done = found.span.end;
        }
        self.text.push_str(&text[done..span.end]);
        Ok(())
    }

    /// A handle in the suffix.
    pub(super) fn value(&mut self, local: Local<'_>, found: &Located) -> Result<(), Refusal> {
        let raw = found.number().map_or("", |number| local.raw(number));
        if raw.starts_with(['/', '\\', '~']) || is_windows(raw) {
            return refuse(
                RefusalKind::Traversal,
                found.span,
                "a root stands at the start of a path or nowhere",
            );
        }
        if raw.split(['/', '\\']).any(|part| part == "..") || raw.contains('\0') {
            return refuse(RefusalKind::Traversal, found.span, CLIMBS);
        }
        let from = self.text.len();
        if self.start.uri {
            push_percent_encoded(raw, &mut self.text);
        } else {
            self.text.push_str(raw);
        }
        self.restored.push(Span::new(from, self.text.len()));
        Ok(())
    }

    /// One level up, never above the start.
    fn up(&mut self, local: Local<'_>, span: Span) -> Result<(), Refusal> {
        if self.text.len() == self.floor && !self.start.absolute && self.start.restored.is_none() {
            return self.above_cwd(local, span);
        }
        if self.text.len() <= self.floor
            || self
                .start
                .restored
                .is_some_and(|root| root.end > self.text.len())
        {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        }
        let last = self.text[self.floor..]
            .rfind(['/', '\\'])
            .map_or(self.floor, |at| self.floor + at);
        self.text.truncate(last);
        self.restored.retain(|restored| restored.end <= last);
        Ok(())
    }

    /// `..` of a relative path: from here on it is absolute.
    fn above_cwd(&mut self, local: Local<'_>, span: Span) -> Result<(), Refusal> {
        let Some(cwd) = local.bounds.cwd.as_deref() else {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        };
        let base = if self.text.is_empty() {
            cwd
        } else {
            &self.text
        };
        let base = base.trim_end_matches(['/', '\\']);
        let Some(last @ 1..) = base.rfind(['/', '\\']) else {
            return refuse(RefusalKind::Traversal, span, CLIMBS);
        };
        self.text = base[..last].to_owned();
        self.floor = self.text.len();
        Ok(())
    }

    fn finish(mut self, text: &str) -> Rebound {
        let trailing = text.ends_with('/') || (self.start.windows && text.ends_with('\\'));
        if self.text.is_empty() {
            // `src/..` is where it started; `.` and `./` stay as they are.
            self.text.push_str(match text {
                _ if self.start.absolute => "/",
                _ if text.contains("..") => ".",
                _ => text,
            });
        } else if trailing && !self.text.ends_with(self.separator) {
            self.text.push(self.separator);
        }
        Rebound {
            text: self.text,
            restored: self.restored,
        }
    }
}
