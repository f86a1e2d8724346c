//! `cargo xtask cases [FOLDER] [--show GROUP] [--text]`: the shared example cases, through the component.

use std::path::PathBuf;
use std::process::Command;

use crate::{build, child, place};

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let named = args.first().is_some_and(|first| !first.starts_with("--"));
    if let Some(why) = absent().filter(|_| !named) {
        println!("skipped: {why}");
        return Ok(());
    }
    let mut cases = Command::new(build::command_line()?);
    cases.arg("cases");
    if !named {
        cases.arg(folder());
    }
    child::run(cases.args(args))
}

/// Why there is nothing to run, if the folder beside the repository is not there.
pub(crate) fn absent() -> Option<String> {
    let folder = folder();
    (!folder.is_dir()).then(|| format!("there are no cases in {}", folder.display()))
}

fn folder() -> PathBuf {
    place::root().join("../shared/cases")
}
