//! What is scanned: standard input, files of a tree, or what is staged in git.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ignore::WalkBuilder;

use super::Args;
use crate::cli::end::End;
use crate::cli::input;

/// Something with a name that can be read.
pub(super) struct Source {
    /// As it is reported, with `/` between its parts.
    pub(super) name: String,
    content: Content,
}

enum Content {
    Input,
    File(PathBuf),
    /// The content in git's index, and where the file is.
    Staged(PathBuf),
    /// A place that could not be listed.
    Unread(String),
}

impl Source {
    fn file(path: PathBuf) -> Source {
        Source {
            name: name_of(&path),
            content: Content::File(path),
        }
    }

    /// Whether this is the file with the canonical path `path`.
    pub(super) fn is_file(&self, path: &Path) -> bool {
        match &self.content {
            Content::File(own) | Content::Staged(own) => {
                own.file_name() == path.file_name()
                    && fs::canonicalize(own).is_ok_and(|own| own == path)
            }
            Content::Input | Content::Unread(_) => false,
        }
    }

    /// The bytes, or what went wrong, in words that hold nothing of the content.
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::Input => input::read(None).map_err(|_| "reading failed".to_owned()),
            Content::File(path) => fs::read(path).map_err(|error| error.to_string()),
            Content::Staged(_) => git(&["cat-file", "blob", &format!(":{}", self.name)]),
            Content::Unread(why) => Err(why.clone()),
        }
    }
}

/// A name with `/`, and without the `./` that a walk from the current directory gives.
fn name_of(path: &Path) -> String {
    let name = path.to_string_lossy();
    let name = match cfg!(windows) {
        true => name.replace('\\', "/"),
        false => name.into_owned(),
    };
    match name.strip_prefix("./") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => name,
    }
}

/// Everything that the arguments name, in the order of the arguments and of names below them.
///
/// # Errors
/// A path that does not exist, or no git where it is needed.
pub(super) fn list(args: &Args) -> Result<Vec<Source>, End> {
    if args.staged {
        return staged();
    }
    let input = [PathBuf::from("-")];
    let paths = match args.paths.is_empty() {
        true => &input[..],
        false => &args.paths,
    };
    let mut sources = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            let (name, content) = ("-".to_owned(), Content::Input);
            sources.push(Source { name, content });
            continue;
        }
        // A link is followed if the user named it: elsewhere it may lead around in circles.
        let kind = fs::metadata(path).map_err(|error| End::failed(path.display(), error))?;
        match kind.is_dir() {
            true => sources.extend(below(path, args.no_ignore)),
            false => sources.push(Source::file(path.clone())),
        }
    }
    Ok(sources)
}

/// The files below a directory. Hidden ones too: `.env` is what a scan is for.
fn below(dir: &Path, no_ignore: bool) -> impl Iterator<Item = Source> {
    let mut walk = WalkBuilder::new(dir);
    walk.standard_filters(!no_ignore).hidden(false);
    // A .gitignore means the same in an unpacked archive.
    walk.require_git(false).sort_by_file_name(Ord::cmp);
    walk.filter_entry(|entry| entry.file_name() != ".git");
    walk.build().filter_map(|entry| match entry {
        Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
            Some(Source::file(entry.into_path()))
        }
        Ok(_) => None,
        Err(error) => Some(Source {
            name: "a directory".to_owned(),
            content: Content::Unread(error.to_string()),
        }),
    })
}

/// What the next commit adds or changes.
fn staged() -> Result<Vec<Source>, End> {
    let top = git(&["rev-parse", "--show-toplevel"])
        .map_err(|_| End::Failed("--staged: this is no git repository".to_owned()))?;
    let top = PathBuf::from(String::from_utf8_lossy(&top).trim_end().to_owned());
    let list = "diff --cached --name-only -z --diff-filter=d --ignore-submodules=all --no-ext-diff";
    let list: Vec<_> = list.split(' ').collect();
    let names = git(&list).map_err(|why| End::Failed(format!("--staged: {why}")))?;
    let names = names
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty());
    let source = |name: &[u8]| {
        let name = String::from_utf8_lossy(name).into_owned();
        let content = Content::Staged(top.join(&name));
        Source { name, content }
    };
    Ok(names.map(source).collect())
}

/// What git prints, or what it complains about.
fn git(args: &[&str]) -> Result<Vec<u8>, String> {
    let done = Command::new("git").args(args).output();
    let done = done.map_err(|error| format!("git cannot be started: {error}"))?;
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
    }
}
