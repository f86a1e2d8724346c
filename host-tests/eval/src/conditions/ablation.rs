//! SlotGuard without one of its parts. The parts are taken out of its answers here; the code under test is the same.

use std::collections::HashMap;

use crate::{Access, Boundary, Command, Failure, Output, Replacement, Session, Setup, Text};

/// What is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Off {
    /// Links of the entity graph: fragments, encodings, derived forms.
    pub graph: bool,
    /// Format-preserving surrogates; `[API_KEY_n]` stands instead.
    pub surrogates: bool,
    /// Suffixes of paths; `[PATH_n]` stands for the whole path.
    pub suffixes: bool,
}

/// A boundary with something left out.
pub struct Ablation<'a> {
    /// The whole one.
    pub inner: &'a dyn Boundary,
    /// What is left out.
    pub off: Off,
}

/// Rules that only the entity graph has.
const GRAPH_RULES: &[&str] = &["derived", "fragment", "encoded", "preview", "joined"];
/// Types that stand at the beginning of a path.
const PATH_KINDS: &[&str] = &["REPO_ROOT", "HOME", "DIR"];

impl Boundary for Ablation<'_> {
    fn open(&self, setup: &Setup) -> Result<Box<dyn Session>, Failure> {
        Ok(Box::new(Live {
            inner: self.inner.open(setup)?,
            off: self.off,
            ours: HashMap::new(),
            theirs: HashMap::new(),
            counts: HashMap::new(),
        }))
    }
}

struct Live {
    inner: Box<dyn Session>,
    off: Off,
    /// From the whole boundary's stand-in to the coarser one.
    ours: HashMap<String, String>,
    /// And back.
    theirs: HashMap<String, String>,
    counts: HashMap<&'static str, usize>,
}

impl Live {
    fn coarse(&mut self, kind: &'static str, fine: &str) -> String {
        if let Some(coarse) = self.ours.get(fine) {
            return coarse.clone();
        }
        let count = self.counts.entry(kind).or_insert(0);
        *count += 1;
        let coarse = format!("[{kind}_{count}]");
        self.ours.insert(fine.to_owned(), coarse.clone());
        self.theirs.insert(coarse.clone(), fine.to_owned());
        coarse
    }

    fn fine(&self, text: &str) -> String {
        // Longest first, so that [PATH_1] does not spoil [PATH_1...]; the brackets do the rest.
        let mut out = text.to_owned();
        for (coarse, fine) in &self.theirs {
            if out.contains(coarse.as_str()) {
                out = out.replace(coarse.as_str(), fine);
            }
        }
        out
    }

    /// What stands for one replacement now, and where the replaced span ends in input and output.
    fn stand_in(
        &mut self,
        input: &str,
        whole: &Output,
        one: &Replacement,
    ) -> (String, usize, usize) {
        let fine = &whole.text[one.output.clone()];
        let (end_in, end_out) = (one.input.end, one.output.end);
        if self.off.graph && GRAPH_RULES.contains(&one.rule.as_str()) {
            return (input[one.input.clone()].to_owned(), end_in, end_out);
        }
        if self.off.surrogates && one.kind == "SECRET" {
            return (self.coarse("API_KEY", fine), end_in, end_out);
        }
        if self.off.suffixes && PATH_KINDS.contains(&one.kind.as_str()) {
            let (more_in, more_out) = (path_end(input, end_in), path_end(&whole.text, end_out));
            let fine = &whole.text[one.output.start..more_out];
            return (self.coarse("PATH", fine), more_in, more_out);
        }
        (fine.to_owned(), end_in, end_out)
    }
}

/// Where a path that goes on at `at` ends.
fn path_end(text: &str, at: usize) -> usize {
    let stops = |c: char| c.is_whitespace() || "\"':;,()<>|\u{1b}".contains(c);
    at + text[at..].find(stops).unwrap_or(text.len() - at)
}

impl Session for Live {
    fn sanitize(&mut self, text: Text<'_>) -> Result<Output, Failure> {
        let whole = self.inner.sanitize(text)?;
        let mut output = Output::default();
        let (mut from, mut from_out) = (0, 0);
        for one in &whole.replacements {
            if one.input.start < from {
                continue;
            }
            output
                .text
                .push_str(&whole.text[from_out..one.output.start]);
            let start = output.text.len();
            let (stand_in, end_in, end_out) = self.stand_in(text.text, &whole, one);
            output.text.push_str(&stand_in);
            (from, from_out) = (end_in, end_out);
            output.replacements.push(Replacement {
                input: one.input.start..end_in,
                output: start..output.text.len(),
                ..one.clone()
            });
        }
        output.text.push_str(&whole.text[from_out..]);
        Ok(output)
    }

    fn display(&mut self, text: &str) -> Result<String, Failure> {
        let text = self.fine(text);
        self.inner.display(&text)
    }

    fn path(&mut self, text: &str, access: Access) -> Result<String, Failure> {
        let text = self.fine(text);
        self.inner.path(&text, access)
    }

    fn command(&mut self, text: &str) -> Result<Command, Failure> {
        let text = self.fine(text);
        self.inner.command(&text)
    }

    fn tool_call(&mut self, tool: &str, args: &str) -> Result<Command, Failure> {
        let args = self.fine(args);
        self.inner.tool_call(tool, &args)
    }
}
