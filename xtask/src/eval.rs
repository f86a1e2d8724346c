//! `cargo xtask eval [OPTIONS]`: the evaluation, written to docs/ unless only a part is asked for.

use std::process::Command;

use crate::{build, child, place};

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let mut eval = Command::new(build::command_line()?);
    eval.arg("eval").current_dir(place::root());
    let partial = args
        .iter()
        .any(|arg| arg.starts_with("--table") || arg.starts_with("--out"));
    if !partial {
        eval.args(["--out", "docs"]);
    }
    child::run(eval.args(args))
}
