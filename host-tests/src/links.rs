//! Symbolic links, which the component cannot see.
//!
//! A path that the component let through is followed link by link, as far as it exists. Where that leads to another
//! place, the component is asked about that place too, so that a link in a scope opens nothing outside of it: a link
//! at the end, in the middle, as the parent of a new file, or to something that is not there yet.
//!
//! **Races.** The look and the tool's own opening are two moments, and whoever can write in a scope can put a link
//! there in between. This closes what a repository, an archive or an earlier tool call left behind; it does not
//! close a process that runs beside the tool. A host that opens files itself closes that too, by opening what it
//! resolved, without following links (`openat2` with `RESOLVE_BENEATH`, or `O_NOFOLLOW` part by part). Hard links
//! and mounts are no links: they look like the file that they are.
//!
//! Commands are not looked at: SlotGuard is no shell sandbox.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::Config;

/// Whether the paths of a session are paths of this machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// They are: symbolic links on them are followed, and where they lead is judged.
    #[default]
    Here,
    /// The tools run somewhere else, and whoever runs them has to look at links there.
    Elsewhere,
}

/// Most links on one path; Linux follows as many.
const MAX_LINKS: usize = 40;

/// The directories that the host named.
pub(crate) struct Places {
    /// Where they are, and how they are called.
    named: Vec<(PathBuf, PathBuf)>,
    cwd: Option<PathBuf>,
}

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// Where its text says, or at least no link says otherwise.
    Straight,
    /// To this place, which is to be judged.
    To(String),
    /// Around in circles, or where nobody can look.
    Nowhere,
}

impl Places {
    /// Looks where the directories of a configuration are. A root that is a link itself is the user's word.
    pub(crate) fn of(config: &Config) -> Self {
        let roots = config.roots.iter().map(|root| root.path.as_str());
        let scopes = config.scopes.iter().map(|scope| scope.path.as_str());
        let others = config
            .home
            .as_deref()
            .into_iter()
            .chain(config.cwd.as_deref());
        let named = roots.chain(scopes).chain(others).filter_map(|path| {
            let path = local(path)?;
            let (real, linked) = follow(&path).ok()?;
            linked.then_some((real, path))
        });
        Places {
            named: named.collect(),
            cwd: config.cwd.as_deref().and_then(local),
        }
    }

    /// Where `path` leads, a path that the component let through.
    pub(crate) fn leads(&self, path: &str) -> Leads {
        let Some(given) = plain(path) else {
            return Leads::Straight;
        };
        let given = PathBuf::from(given);
        let relative = given.is_relative();
        let base = match (&self.cwd, relative) {
            (_, false) => PathBuf::new(),
            (Some(cwd), true) => cwd.clone(),
            (None, true) => std::env::current_dir().unwrap_or_default(),
        };
        let whole = base.join(&given);
        let (real, linked) = match follow(&whole) {
            Ok(found) => found,
            Err(_) => return Leads::Nowhere,
        };
        if !linked {
            return Leads::Straight;
        }
        if relative && self.cwd.is_none() {
            // The component judges it as what lies below the directory that the tools run in.
            let base = follow(&base).map(|(base, _)| base).unwrap_or_default();
            if let Ok(below) = real.strip_prefix(base) {
                return match below.to_str() {
                    Some("") => Leads::Straight,
                    Some(below) => Leads::To(below.to_owned()),
                    None => Leads::Nowhere,
                };
            }
        }
        let called = self.called(&real);
        match called.to_str() {
            _ if called == without_dots(&whole) => Leads::Straight,
            Some(called) => Leads::To(called.to_owned()),
            None => Leads::Nowhere,
        }
    }

    /// The place by the name that the session knows it by.
    fn called(&self, real: &Path) -> PathBuf {
        let of = |(place, name): &(PathBuf, PathBuf)| {
            let rest = real.strip_prefix(place).ok()?;
            Some((place.as_os_str().len(), name.join(rest)))
        };
        let longest = self.named.iter().filter_map(of).max_by_key(|(len, _)| *len);
        // An empty rest leaves a separator behind.
        longest.map_or(real.to_owned(), |(_, path)| without_dots(&path))
    }
}

/// The path in `text` if it is one of this machine: a `file:` URI without its scheme and escapes.
fn plain(text: &str) -> Option<String> {
    let path = match text.split_once("://") {
        None => text.to_owned(),
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
            decoded(&rest[rest.find('/')?..])
        }
        Some((scheme, _))
            if scheme
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-') =>
        {
            return None;
        }
        Some(_) => text.to_owned(),
    };
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    let windows = drive || path.starts_with("\\\\");
    let foreign = match cfg!(windows) {
        true => path.starts_with('/'),
        false => windows,
    };
    (!foreign && !path.is_empty()).then_some(path)
}

/// An absolute path of this machine.
fn local(text: &str) -> Option<PathBuf> {
    plain(text)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}

fn decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let pair = tail
            .get(..2)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        let code = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match code.filter(|_| byte == b'%') {
            Some(code) => {
                out.push(code);
                rest = &tail[2..];
            }
            None => {
                out.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// `.` and doubled separators left out.
fn without_dots(path: &Path) -> PathBuf {
    path.components().collect()
}

/// Where an absolute path leads, and whether there was a link on it. What does not exist leads where it says.
fn follow(path: &Path) -> io::Result<(PathBuf, bool)> {
    let mut out = PathBuf::new();
    let mut rest: VecDeque<OsString> = parts(path).collect();
    let mut links = 0;
    while let Some(part) = rest.pop_front() {
        match Path::new(&part).components().next() {
            Some(Component::ParentDir) => {
                out.pop();
                continue;
            }
            Some(Component::CurDir) | None => continue,
            Some(Component::Prefix(_) | Component::RootDir) => {
                out.push(part);
                continue;
            }
            Some(Component::Normal(_)) => out.push(&part),
        }
        let Some(target) = link(&out)? else {
            continue;
        };
        links += 1;
        if links > MAX_LINKS {
            return Err(io::Error::other("too many links"));
        }
        out.pop();
        // An absolute target begins with a root, which takes the place of what was gone before.
        for part in parts(&target).rev() {
            rest.push_front(part);
        }
    }
    Ok((out, links > 0))
}

fn parts(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    path.components()
        .map(|part| part.as_os_str().to_owned())
        .collect::<Vec<_>>()
        .into_iter()
}

/// What a link points to; `None` for what is no link or not there.
fn link(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::symlink_metadata(path) {
        Ok(file) if file.is_symlink() => fs::read_link(path).map(Some),
        Ok(_) => Ok(None),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::InvalidFilename
            | io::ErrorKind::InvalidInput => Ok(None),
            _ => Err(error),
        },
    }
}
