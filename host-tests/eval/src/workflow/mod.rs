//! Tasks in which an agent must act on what it sees.
//!
//! A task is a transcript and a goal. A driver reads the sanitized transcript and answers with one tool call; the
//! call is rebound; the judge compares what would run with what should.

pub mod endpoint;
mod judge;
pub mod planner;
pub mod suites;

pub use judge::{Score, Verdict, judge};

use crate::transcript::Transcript;

/// How a task says which of the things in the transcript it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cue {
    /// A path that ends so.
    Ending(String),
    /// A path that holds this directory and ends so.
    Within(String, String),
    /// The path on the line that holds this text.
    OnLine(String),
    /// What stands between two texts, the first time they do.
    Between(String, String),
    /// The value of a name in `NAME=value` lines.
    Named(String),
    /// The token that starts so; where none does, a label that names the kind.
    Token(String, String),
}

/// What is to be done with it. `{}` stands for the things found, in order.
#[derive(Clone, Debug)]
pub struct Goal {
    /// For people and models.
    pub sentence: String,
    /// The things it is about.
    pub cues: Vec<Cue>,
    /// `Read`, `Write` or `Bash`.
    pub tool: &'static str,
    /// The path or the command.
    pub template: String,
    /// A change of the path found: from, to.
    pub change: Option<(String, String)>,
}

/// A task.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its family.
    pub family: String,
    /// What was seen so far.
    pub transcript: Transcript,
    /// What is wanted.
    pub goal: Goal,
    /// The path or command that is right.
    pub expected: String,
}

/// One tool call of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its arguments as JSON.
    pub args: String,
}

/// Answers a task.
pub trait Driver {
    /// The call that the driver makes after `seen`, the sanitized turns; none if it gives up.
    fn answer(&mut self, seen: &[String], goal: &Goal) -> Option<Call>;

    /// Seconds that the last answer took, if the driver waits for somebody.
    fn latency(&self) -> Option<f64> {
        None
    }
}

/// The arguments of `tool` for one path or command.
pub fn arguments(tool: &str, text: &str) -> String {
    let value = match tool {
        "Bash" => serde_json::json!({ "command": text }),
        "Write" => serde_json::json!({ "file_path": text, "content": "# TODO\n" }),
        _ => serde_json::json!({ "file_path": text }),
    };
    value.to_string()
}
