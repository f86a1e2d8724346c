//! Child processes, whose output streams to the terminal.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::{env, io};

use anyhow::{Context, bail};

use crate::place;

/// Cargo, in the repository, building into the same target directory as this program.
pub(crate) fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(args).current_dir(place::root());
    cargo.env("CARGO_TARGET_DIR", place::target());
    cargo
}

/// Whether `program` can be started at all.
pub(crate) fn exists(program: &str) -> bool {
    let probe = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    probe.is_ok_and(|status| status.success())
}

/// Runs to the end.
///
/// # Errors
/// When it cannot be started, or does not exit with 0.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().display().to_string();
    let status = command
        .status()
        .with_context(|| format!("starting {name}"))?;
    if !status.success() {
        bail!("{name} ended with {status}");
    }
    Ok(())
}

/// As [`run`], for programs that talk even where all is well: what they said is shown only if they fail, and what they
/// said on standard error is returned.
///
/// # Errors
/// When it cannot be started, or does not exit with 0.
pub(crate) fn run_quiet(command: &mut Command) -> anyhow::Result<String> {
    let name = command.get_program().display().to_string();
    let output = command
        .output()
        .with_context(|| format!("starting {name}"))?;
    if !output.status.success() {
        io::stdout().write_all(&output.stdout)?;
        io::stdout().write_all(&output.stderr)?;
        bail!("{name} ended with {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Runs to the end, showing each line of its standard output and giving it to `see`. Returns whether it
/// succeeded.
///
/// # Errors
/// When it cannot be started.
pub(crate) fn watch(command: &mut Command, mut see: impl FnMut(&str)) -> anyhow::Result<bool> {
    let name = command.get_program().display().to_string();
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {name}"))?;
    let output = child
        .stdout
        .take()
        .context("the child's output is a pipe")?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        writeln!(io::stdout(), "{line}")?;
        see(&line);
    }
    Ok(child.wait()?.success())
}
