//! The measurements: each runs a corpus through conditions and gives a section of the report.

pub mod adversarial;
pub mod credentials;
pub mod hot_path;
pub mod names;
pub mod reconstruction;
pub mod round_trip;
pub mod structural;
pub mod workflow;

use serde_json::Value;

use crate::conditions::{Ablation, Labels, Off, Patterns, Raw};
use crate::table::Table;
use crate::{Boundary, Failure, Output, Session, transcript::Transcript};

/// A boundary under its name.
pub struct Condition<'a> {
    /// As in tables.
    pub name: &'static str,
    /// The boundary.
    pub boundary: Box<dyn Boundary + 'a>,
}

impl<'a> Condition<'a> {
    fn new(name: &'static str, boundary: impl Boundary + 'a) -> Self {
        let boundary = Box::new(boundary);
        Self { name, boundary }
    }

    fn without(name: &'static str, inner: &'a dyn Boundary, off: Off) -> Self {
        Self::new(name, Ablation { inner, off })
    }
}

/// Names of the conditions.
pub mod name {
    /// No boundary.
    pub const RAW: &str = "Raw";
    /// `[PATH]`, `[API_KEY]`.
    pub const GENERIC: &str = "Generic redaction";
    /// `__VG_PATH_..__`.
    pub const VIBEGUARD: &str = "VibeGuard-style";
    /// SlotGuard without surrogates and without the graph.
    pub const TYPED: &str = "Typed placeholders";
    /// SlotGuard without the graph.
    pub const NO_GRAPH: &str = "FPS only (no graph)";
    /// SlotGuard without surrogates.
    pub const NO_FPS: &str = "No FPS";
    /// SlotGuard without suffixes.
    pub const NO_SUFFIX: &str = "No suffix preservation";
    /// SlotGuard.
    pub const FULL: &str = "Full SlotGuard";
}

/// The conditions of the privacy tables.
pub fn privacy_conditions(full: &dyn Boundary) -> Vec<Condition<'_>> {
    let typed = Off {
        graph: true,
        surrogates: true,
        suffixes: false,
    };
    let no_graph = Off {
        graph: true,
        ..Off::default()
    };
    vec![
        Condition::new(name::RAW, Raw),
        Condition::new(name::GENERIC, Patterns(Labels::Generic)),
        Condition::new(name::VIBEGUARD, Patterns(Labels::Hashed)),
        Condition::without(name::TYPED, full, typed),
        Condition::without(name::NO_GRAPH, full, no_graph),
        Condition::without(name::FULL, full, Off::default()),
    ]
}

/// The conditions of the workflow tables.
pub fn workflow_conditions(full: &dyn Boundary) -> Vec<Condition<'_>> {
    let no_fps = Off {
        surrogates: true,
        ..Off::default()
    };
    let no_suffix = Off {
        suffixes: true,
        ..Off::default()
    };
    vec![
        Condition::new(name::RAW, Raw),
        Condition::new(name::GENERIC, Patterns(Labels::Generic)),
        Condition::new(name::VIBEGUARD, Patterns(Labels::Hashed)),
        Condition::without(name::NO_FPS, full, no_fps),
        Condition::without(name::NO_SUFFIX, full, no_suffix),
        Condition::without(name::FULL, full, Off::default()),
    ]
}

/// A part of the report.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its number: that of the paper's table where there is one.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// What is measured, how it is counted, and what it does not show.
    pub text: Vec<String>,
    /// Its tables.
    pub tables: Vec<Table>,
    /// The figures for machines.
    pub figures: Value,
    /// Targets that were missed, in sentences.
    pub missed: Vec<String>,
    /// What failed, for `--show`; it may hold text of the corpora, all of which is invented.
    pub wrong: Vec<String>,
}

impl Section {
    /// An empty section.
    pub fn new(number: u32, title: &str) -> Self {
        Self {
            number,
            title: title.to_owned(),
            text: Vec::new(),
            tables: Vec::new(),
            figures: Value::Null,
            missed: Vec::new(),
            wrong: Vec::new(),
        }
    }

    /// Notes a target that was missed.
    pub fn target(&mut self, reached: bool, sentence: impl FnOnce() -> String) {
        if !reached {
            self.missed.push(sentence());
        }
    }

    /// Notes something that went wrong, up to a bound.
    pub fn note(&mut self, line: impl FnOnce() -> String) {
        if self.wrong.len() < 400 {
            self.wrong.push(line());
        }
    }
}

/// Told about every step: what, how many are done, of how many.
pub type Progress<'a> = &'a mut dyn FnMut(&str, usize, usize);

/// A transcript through a session of its own: what the provider saw, and the session for the way back.
///
/// # Errors
/// The first refusal or error; nothing was shown then.
pub fn pass(
    boundary: &dyn Boundary,
    transcript: &Transcript,
) -> Result<(Vec<Output>, Box<dyn Session>), Failure> {
    let mut session = boundary.open(&transcript.setup)?;
    let turns = transcript.turns.iter();
    let outputs = turns
        .map(|turn| session.sanitize(turn.as_text()))
        .collect::<Result<Vec<_>, _>>()?;
    Ok((outputs, session))
}
