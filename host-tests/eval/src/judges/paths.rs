//! What of a path is left, and whether it finds back.

use std::ops::Range;

use crate::transcript::{PathMark, Turn};
use crate::{Access, Output, Session};

/// Counts over the paths of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// Paths.
    pub all: usize,
    /// Of these, rewritten in part or in whole.
    pub rewritten: usize,
    /// Rewritten paths that had an extension.
    pub with_extension: usize,
    /// Of these, still having it.
    pub extension_kept: usize,
    /// Rewritten paths that had an ordinary component.
    pub with_suffix: usize,
    /// Of these, still showing one.
    pub suffix_kept: usize,
    /// Rewritten paths of which nothing is left.
    pub opaque: usize,
    /// Rewritten paths that rebind to what they were.
    pub back: usize,
    /// Turns whose replacement list does not account for their output.
    pub unaccounted: usize,
}

impl Paths {
    /// Counts the paths of one turn.
    pub fn add(&mut self, turn: &Turn, output: &Output, session: &mut dyn Session) {
        let Some(map) = Map::new(&turn.text, output) else {
            self.unaccounted += 1;
            return;
        };
        for path in &turn.paths {
            self.all += 1;
            let raw = &turn.text[path.range.clone()];
            let shown = &output.text[map.range(&path.range)];
            if raw != shown {
                self.rewritten += 1;
                self.judge(path, raw, shown, session);
            }
        }
    }

    fn judge(&mut self, path: &PathMark, raw: &str, shown: &str, session: &mut dyn Session) {
        if !path.extension.is_empty() {
            self.with_extension += 1;
            self.extension_kept += usize::from(shown.ends_with(&path.extension));
        }
        let parts: Vec<_> = shown.split(['/', '\\']).collect();
        let safe = |part: &&str| {
            let stem = part.strip_suffix(&path.extension).unwrap_or(part);
            path.safe.iter().any(|safe| safe == stem)
        };
        let shows = parts.iter().any(safe);
        self.with_suffix += usize::from(!path.safe.is_empty());
        self.suffix_kept += usize::from(shows);
        self.opaque += usize::from(parts.len() < 2 && !shows);
        self.back += usize::from(finds_back(path, raw, shown, session));
    }
}

/// A path as tools take it goes through the guard for paths; other spellings are restored as text.
fn finds_back(path: &PathMark, raw: &str, shown: &str, session: &mut dyn Session) -> bool {
    if path.plain && path.in_root {
        return session
            .path(shown, Access::Read)
            .is_ok_and(|back| back == raw);
    }
    if session.display(shown).is_ok_and(|back| back == raw) {
        return true;
    }
    let (Some(raw), Some(shown)) = (raw.strip_prefix("file://"), shown.strip_prefix("file://"))
    else {
        return false;
    };
    let same = |back: String| back == raw || format!("/{back}") == raw;
    session.display(shown).is_ok_and(same) || session.path(shown, Access::Read).is_ok_and(same)
}

/// Where bytes of the input are in the output, by the replacements, which are checked against both texts.
pub struct Map<'a> {
    output: &'a Output,
}

impl<'a> Map<'a> {
    /// The map, if the replacements explain every difference.
    pub fn new(input: &str, output: &'a Output) -> Option<Self> {
        let (mut from, mut to) = (0, 0);
        for replacement in &output.replacements {
            let kept = input.get(from..replacement.input.start)?;
            if output.text.get(to..replacement.output.start)? != kept {
                return None;
            }
            (from, to) = (replacement.input.end, replacement.output.end);
        }
        (input.get(from..)? == output.text.get(to..)?).then_some(Self { output })
    }

    /// The range of the output that holds what `range` of the input became; the whole stand-in where an end lies
    /// inside a replaced span.
    pub fn range(&self, range: &Range<usize>) -> Range<usize> {
        self.start(range.start)..self.end(range.end)
    }

    fn start(&self, at: usize) -> usize {
        let list = &self.output.replacements;
        let next = list.partition_point(|replacement| replacement.input.end <= at);
        if let Some(inside) = list
            .get(next)
            .filter(|replacement| replacement.input.start <= at)
        {
            return inside.output.start;
        }
        self.shifted(next, at)
    }

    fn end(&self, at: usize) -> usize {
        let list = &self.output.replacements;
        let next = list.partition_point(|replacement| replacement.input.end < at);
        if let Some(inside) = list
            .get(next)
            .filter(|replacement| replacement.input.start < at)
        {
            return inside.output.end;
        }
        self.shifted(next, at)
    }

    fn shifted(&self, next: usize, at: usize) -> usize {
        let before = next
            .checked_sub(1)
            .map(|last| &self.output.replacements[last]);
        before.map_or(at, |last| last.output.end + at - last.input.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Replacement;

    fn output(text: &str, spans: &[(Range<usize>, Range<usize>)]) -> Output {
        let replacements = spans.iter().map(|(input, output)| Replacement {
            kind: String::new(),
            input: input.clone(),
            output: output.clone(),
            rule: String::new(),
        });
        Output {
            text: text.to_owned(),
            replacements: replacements.collect(),
        }
    }

    #[test]
    fn ranges_are_found_again() {
        let input = "in /home/zoe/a.py now";
        let out = output("in [H_1]/a.py now", &[(3..12, 3..8)]);
        let map = Map::new(input, &out).expect("accounted");
        assert_eq!(&out.text[map.range(&(3..17))], "[H_1]/a.py");
        assert_eq!(&out.text[map.range(&(9..12))], "[H_1]");
        assert_eq!(&out.text[map.range(&(13..17))], "a.py");
        assert_eq!(&out.text[map.range(&(0..2))], "in");
    }

    #[test]
    fn a_lie_is_noticed() {
        let out = output("in [H_1]/b.py now", &[(3..12, 3..8)]);
        assert!(Map::new("in /home/zoe/a.py now", &out).is_none());
    }
}
