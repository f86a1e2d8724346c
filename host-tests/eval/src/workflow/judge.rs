//! Whether a call does what was wanted.

use serde_json::Value;

use super::{Call, Task};
use crate::{Command, Failure, Session};

/// What came of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The right thing runs.
    pub success: bool,
    /// Something runs: a path or command without stand-ins left in it.
    pub ready: bool,
    /// The right tool, with arguments that parse.
    pub tool_valid: bool,
    /// A stand-in in the call led nowhere.
    pub invalid_handle: bool,
    /// What was refused or wrong, for `--show`.
    pub remark: String,
}

/// Counts over a suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Tasks.
    pub tasks: usize,
    /// See [`Verdict::success`].
    pub success: usize,
    /// See [`Verdict::ready`].
    pub ready: usize,
    /// See [`Verdict::tool_valid`].
    pub tool_valid: usize,
    /// See [`Verdict::invalid_handle`].
    pub invalid_handles: usize,
    /// Seconds, where the driver waits.
    pub seconds: f64,
}

impl Score {
    /// Adds a verdict.
    pub fn add(&mut self, verdict: &Verdict, seconds: Option<f64>) {
        self.tasks += 1;
        self.success += usize::from(verdict.success);
        self.ready += usize::from(verdict.ready);
        self.tool_valid += usize::from(verdict.tool_valid);
        self.invalid_handles += usize::from(verdict.invalid_handle);
        self.seconds += seconds.unwrap_or(0.0);
    }
}

/// Rebinds `call` and compares it with what `task` expects.
pub fn judge(task: &Task, call: Option<&Call>, session: &mut dyn Session) -> Verdict {
    let nothing = Verdict {
        success: false,
        ready: false,
        tool_valid: false,
        invalid_handle: false,
        remark: "no answer".to_owned(),
    };
    let Some(call) = call else {
        return nothing;
    };
    let parses = serde_json::from_str::<Value>(&call.args).is_ok_and(|args| args.is_object());
    let tool_valid = parses && call.tool == task.goal.tool;
    let rebound = session.tool_call(&call.tool, &call.args);
    let told = format!("{} {}", call.tool, call.args);
    match rebound.and_then(|command| subject(&command)) {
        Err(failure) => Verdict {
            tool_valid,
            invalid_handle: true,
            remark: format!("{told} => {failure}"),
            ..nothing
        },
        Ok(subject) => {
            let left = has_stand_in(&subject);
            let right = call.tool == task.goal.tool && same(&subject, &task.expected);
            Verdict {
                success: right,
                ready: tool_valid && !left && runs(&call.tool, &subject),
                tool_valid,
                invalid_handle: left,
                remark: format!("{told} => {subject}; expected {}", task.expected),
            }
        }
    }
}

/// The path or command that would be used, with the variables of the call put in.
fn subject(command: &Command) -> Result<String, Failure> {
    let args: Value = serde_json::from_str(&command.text)
        .map_err(|_| Failure::new("error", "the result is no JSON"))?;
    let field = ["command", "file_path"]
        .iter()
        .find_map(|key| args.get(*key));
    let mut text = field.and_then(Value::as_str).unwrap_or_default().to_owned();
    for (name, value) in &command.env {
        text = text.replace(&format!("${{{name}}}"), value);
    }
    Ok(text)
}

/// A placeholder of any of the conditions.
fn has_stand_in(text: &str) -> bool {
    let bracketed = text
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split_once(']'));
    let is_label = |label: &str| {
        label.len() > 1
            && label
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    text.contains("__VG_") || bracketed.into_iter().any(|(label, _)| is_label(label))
}

/// A path that a tool could open, or a command that is not empty.
fn runs(tool: &str, subject: &str) -> bool {
    let drive = subject.get(1..3) == Some(":\\") || subject.get(1..3) == Some(":/");
    match tool {
        "Bash" => !subject.trim().is_empty(),
        _ => subject.starts_with('/') || drive,
    }
}

/// Equal to the shell: quotes do not count.
fn same(one: &str, other: &str) -> bool {
    let bare = |text: &str| {
        let kept = text.chars().filter(|c| !matches!(c, '"' | '\''));
        kept.collect::<String>()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    bare(one) == bare(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stand_ins_are_seen() {
        assert!(has_stand_in("cat [PATH_1]"));
        assert!(has_stand_in("cat __VG_PATH_00__/a"));
        assert!(!has_stand_in("cat src/[slug]/a [1]"));
    }

    #[test]
    fn quotes_do_not_count() {
        assert!(same("cat \"/a b\"", "cat '/a b'"));
        assert!(!same("cat /a", "cat /b"));
    }
}
