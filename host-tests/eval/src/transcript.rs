//! A transcript with the truth about it: which characters are private, which are not.

use std::ops::Range;

use crate::{Origin, Setup, Text};

/// What a private span is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A login name.
    User,
    /// A component of a workspace root.
    Root,
    /// An e-mail address.
    Email,
    /// An internal host.
    Host,
    /// A private address.
    Ip,
    /// A branch.
    Branch,
    /// An owner of a private remote.
    Org,
    /// A person.
    Person,
    /// The stem of a sensitive document.
    Doc,
    /// A credential.
    Secret,
}

/// A private span of a turn.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Bytes of the turn.
    pub range: Range<usize>,
    /// What it is.
    pub class: Class,
}

/// A path of a turn, without `:line:col`.
#[derive(Clone, Debug)]
pub struct PathMark {
    /// Bytes of the turn.
    pub range: Range<usize>,
    /// The extension with its dot, or nothing.
    pub extension: String,
    /// Components that tell nothing about anybody.
    pub safe: Vec<String>,
    /// Written as the tools take it: absolute, nothing escaped.
    pub plain: bool,
    /// Whether it lies in a workspace root.
    pub in_root: bool,
}

/// One turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What was printed.
    pub text: String,
    /// By whom.
    pub origin: Origin,
    /// Private spans, by position; they do not overlap.
    pub marks: Vec<Mark>,
    /// Paths, by position.
    pub paths: Vec<PathMark>,
    /// Strings that must survive.
    pub benign: Vec<Range<usize>>,
}

impl Turn {
    /// The turn as a boundary gets it.
    pub fn as_text(&self) -> Text<'_> {
        Text {
            text: &self.text,
            origin: self.origin,
            file: None,
        }
    }
}

/// A session with the truth about it.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Its number.
    pub id: String,
    /// What the boundary is told at the start.
    pub setup: Setup,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// Writes a turn and remembers what is private in it.
#[derive(Clone, Debug)]
pub struct Page {
    turn: Turn,
}

impl Page {
    /// An empty turn.
    pub fn new(origin: Origin) -> Self {
        let turn = Turn {
            text: String::new(),
            origin,
            marks: Vec::new(),
            paths: Vec::new(),
            benign: Vec::new(),
        };
        Self { turn }
    }

    /// Adds text that nobody minds.
    pub fn push(&mut self, text: &str) -> &mut Self {
        self.turn.text.push_str(text);
        self
    }

    /// Adds a private value.
    pub fn private(&mut self, class: Class, value: &str) -> &mut Self {
        let start = self.turn.text.len();
        self.turn.text.push_str(value);
        let range = start..self.turn.text.len();
        self.turn.marks.push(Mark { range, class });
        self
    }

    /// Adds text that must survive.
    pub fn benign(&mut self, value: &str) -> &mut Self {
        let start = self.turn.text.len();
        self.turn.text.push_str(value);
        self.turn.benign.push(start..self.turn.text.len());
        self
    }

    /// Adds a path that `write` writes.
    pub fn path(&mut self, mark: PathMark, write: impl FnOnce(&mut Self)) -> &mut Self {
        let start = self.turn.text.len();
        write(self);
        let range = start..self.turn.text.len();
        self.turn.paths.push(PathMark { range, ..mark });
        self
    }

    /// How many paths there are so far.
    pub fn paths(&self) -> usize {
        self.turn.paths.len()
    }

    /// The turn.
    pub fn finish(self) -> Turn {
        self.turn
    }
}
