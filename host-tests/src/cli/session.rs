//! The flags that say what a session starts from.

use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

use slotguard_host::{Boundary, Config, Root, Session};

use super::end::End;
use crate::serve::parse_config;

/// What a session starts from. What is not said is learned from the text.
#[derive(clap::Args)]
pub(crate) struct SessionArgs {
    /// A workspace or repository root (may be repeated)
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
    /// The user's home directory
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// The user's login name
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// A JSON file with the fields that `serve` takes as `config`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl SessionArgs {
    /// A session of the embedded component.
    pub(crate) fn open(&self) -> Result<Session, End> {
        Ok(Boundary::new()?.session(self.config()?)?)
    }

    /// The configuration: the file's, with the flags on top.
    pub(crate) fn config(&self) -> Result<Config, End> {
        let mut config = match &self.config {
            Some(file) => read(file)?,
            None => Config::default(),
        };
        for root in &self.root {
            config.roots.push(Root::new(text_of(root)?));
        }
        if let Some(home) = &self.home {
            config.home = Some(text_of(home)?);
        }
        if let Some(user) = &self.user {
            config.user = Some(user.clone());
        }
        Ok(config)
    }
}

fn read(file: &Path) -> Result<Config, End> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| End::failed(file.display(), error))?;
    parse_config(&text)
        .map_err(|fault| End::Usage(format!("{}: {}", file.display(), fault.message)))
}

/// A directory as a transcript would show it: absolute, and as it was given otherwise. A Windows path keeps
/// its spelling on other systems.
fn text_of(dir: &Path) -> Result<String, End> {
    let given = dir.to_str().ok_or_else(not_text)?;
    let windows = given.as_bytes().get(1) == Some(&b':') || given.starts_with("\\\\");
    if windows || dir.is_absolute() {
        return Ok(given.to_owned());
    }
    // A whole path may be one of another machine, whose transcript this is; a relative one is of this machine.
    if !dir.is_dir() {
        let missing = format!("{}: there is no such directory here", dir.display());
        return Err(End::Usage(missing));
    }
    let whole = absolute(dir).map_err(|error| End::failed(dir.display(), error))?;
    let whole = without_parents(&whole);
    whole.to_str().map(str::to_owned).ok_or_else(not_text)
}

/// The directory that `..` leads to, by the text alone: links keep the name that a transcript shows.
fn without_parents(dir: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in dir.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}

fn not_text() -> End {
    End::Usage("a directory's name is not UTF-8".to_owned())
}
