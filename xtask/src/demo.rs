//! `cargo xtask demo [FILE]`: builds what is missing, then shows the product at work.

use std::path::absolute;
use std::process::Command;

use crate::{build, child};

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let mut demo = Command::new(build::command_line()?);
    demo.arg("demo");
    for file in args {
        demo.arg(absolute(file)?);
    }
    child::run(&mut demo)
}
