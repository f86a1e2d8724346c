//! `cargo xtask bench`: criterion for the trend, then the table of `slotguard bench`.

use std::process::Command;

use crate::{build, child};

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let cli = build::command_line()?;
    let mut criterion = build::host(["bench"]);
    if !args.is_empty() {
        criterion.arg("--").args(args);
    }
    child::run(&mut criterion)?;
    child::run(Command::new(cli).arg("bench"))
}
