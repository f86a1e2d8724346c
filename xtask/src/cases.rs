//! `cargo xtask cases [FOLDER] [--show GROUP] [--text]`: the shared example cases, through the component.

use std::path::Path;
use std::process::Command;

use crate::{build, child, place};

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let default = place::root().join("../shared/cases");
    let named = args.first().is_some_and(|first| !first.starts_with("--"));
    if !named && !Path::new(&default).is_dir() {
        println!("skipped: there are no cases in {}", default.display());
        return Ok(());
    }
    let mut cases = Command::new(build::command_line()?);
    cases.arg("cases");
    if !named {
        cases.arg(default);
    }
    child::run(cases.args(args))
}
