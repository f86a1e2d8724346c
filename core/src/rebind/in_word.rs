//! Paths inside a word of a command.
//!
//! SlotGuard is no shell sandbox: a path without a handle is the model's own. One that begins with a handle
//! for a directory must stay where that directory is, whatever quotes, globs or braces follow.

use std::borrow::Cow;

use super::path::{self, CLIMBS, may_match_parent};
use super::{Local, refuse, url};
use crate::config::Access;
use crate::locate::{self, Located, Stand};
use crate::{Kind, Refusal, RefusalKind, Span};

/// Judges every path that a handle begins in `word`, which has no quotes any more. `range` is for refusals.
pub(crate) fn judge(
    local: Local<'_>,
    word: &str,
    access: Access,
    range: Span,
) -> Result<(), Refusal> {
    judge_located(
        local,
        word,
        &locate::locate(local.table, word),
        access,
        range,
    )
}

/// As [`judge`], where the stand-ins of `word` are known.
pub(crate) fn judge_located(
    local: Local<'_>,
    word: &str,
    located: &[Located],
    access: Access,
    range: Span,
) -> Result<(), Refusal> {
    url::no_query_leaves(local, word, located, range)?;
    for (index, found) in located.iter().enumerate() {
        let Some(start) = start_of(local, word, found) else {
            continue;
        };
        if !begins_path(word, start.at) {
            return refuse(
                RefusalKind::Traversal,
                range,
                "a directory's handle stands at the start of a path or nowhere",
            );
        }
        let roots = located[index + 1..].iter();
        let end = roots
            .filter_map(|next| start_of(local, word, next))
            .map(|next| next.at)
            .next()
            .unwrap_or(word.len());
        let tail = &word[found.span.end..end];
        if tail.is_empty() && end < word.len() {
            return refuse(RefusalKind::Traversal, range, SIBLING);
        }
        separated(word, tail, range)?;
        stays(local, &start.base, tail, located, found.span.end, range)?;
        let more = located.len() > index + 1;
        let path = destination(local, &start.base, tail, more);
        path::within(local, &path, access, range)?;
    }
    Ok(())
}

/// Where a path begins, and the directory it begins with.
struct Start<'l> {
    at: usize,
    base: Cow<'l, str>,
}

fn start_of<'l>(local: Local<'l>, word: &str, found: &Located) -> Option<Start<'l>> {
    if let Some(native) = path::root(local, found) {
        return Some(Start {
            at: found.span.start,
            base: native,
        });
    }
    // `/home/[USER_1]` is a home as well.
    let Stand::Slot(number) = found.stand else {
        return None;
    };
    if local.table.value(number).kind != Kind::User {
        return None;
    }
    let lead = &word[..found.span.start];
    if lead.ends_with('~') && begins_path(word, lead.len() - 1) {
        let base = ["/home/", local.raw(number)].concat().into();
        return Some(Start {
            at: lead.len() - 1,
            base,
        });
    }
    let base = HOMES.iter().find(|base| {
        let from = lead.len().checked_sub(base.len());
        from.is_some_and(|from| lead.as_bytes()[from..].eq_ignore_ascii_case(base.as_bytes()))
    })?;
    let at = lead.len() - base.len();
    // `/api/users/[USER_1]` is a route, and so is every path of a URL.
    let exact = lead.ends_with(*base);
    if is_in_url(&lead[..at]) || !exact && !begins_path(word, at) {
        return None;
    }
    let base = [&word[at..found.span.start], local.raw(number)]
        .concat()
        .into();
    Some(Start { at, base })
}

/// Whether the word that `lead` ends with is a URL of a host.
fn is_in_url(lead: &str) -> bool {
    let start = lead.rfind([' ', '\t', '\n', '"', '\'', '=', '(', ',']);
    let word = &lead[start.map_or(0, |at| at + 1)..];
    word.split_once("://").is_some_and(|(scheme, host)| {
        !host.is_empty() && !host.ends_with(':') && !scheme.eq_ignore_ascii_case("file")
    })
}

const HOMES: &[&str] = &[
    "/home/",
    "/Users/",
    "C:\\Users\\",
    "C:/Users/",
    "/mnt/c/Users/",
];

/// What stands before is no path of its own: the start, an option, `=`, `:`, a quote, a space.
fn begins_path(word: &str, at: usize) -> bool {
    let lead = &word[..at];
    let Some(last) = lead.chars().next_back() else {
        return true;
    };
    // `-I/x`, `LDFLAGS=-L/x`, `-Wl,-rpath,/x`
    let flag = lead.rsplit(['=', ',', ' ']).next().unwrap_or(lead);
    let flag = flag.starts_with('-')
        && flag
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let newline = lead.ends_with("\\n") || lead.ends_with("\\t");
    if flag || newline || lead.ends_with("://") {
        return true;
    }
    !last.is_alphanumeric() && !matches!(last, '/' | '\\' | '.' | '_' | '-' | '~' | '$')
}

/// After a root comes a separator, or what ends a path.
fn separated(word: &str, tail: &str, range: Span) -> Result<(), Refusal> {
    let Some(next) = tail.chars().next() else {
        return Ok(());
    };
    let prose = word.contains(char::is_whitespace);
    let stop = prose
        && matches!(next, '.' | '\'' | '!' | '?')
        && !tail[1..].starts_with(|c: char| c.is_alphanumeric() || c == '.');
    if matches!(next, '/' | '\\') || ends_path(next) || stop {
        return Ok(());
    }
    refuse(RefusalKind::Traversal, range, SIBLING)
}

const SIBLING: &str = "after a root comes a separator; this names a sibling of it";

fn ends_path(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ':' | ','
                | ';'
                | '='
                | ')'
                | ']'
                | '}'
                | '"'
                | '\''
                | '|'
                | '&'
                | '<'
                | '>'
                | '#'
                | '`'
                | '\u{1}'
        )
}

/// No part of the tail climbs above the root.
fn stays(
    local: Local<'_>,
    base: &str,
    tail: &str,
    located: &[Located],
    at: usize,
    range: Span,
) -> Result<(), Refusal> {
    let windows = path::is_windows(base);
    let mut depth = 0usize;
    for part in tail.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return refuse(RefusalKind::Traversal, range, CLIMBS),
            },
            // `-v [REPO_ROOT_1]/..:/x`: the path ends behind the dots.
            _ if depth == 0
                && part
                    .strip_prefix("..")
                    .is_some_and(|rest| rest.starts_with(ends_path)) =>
            {
                return refuse(RefusalKind::Traversal, range, CLIMBS);
            }
            _ if may_match_parent(part) => return refuse(RefusalKind::Traversal, range, CLIMBS),
            _ => {
                path::judge_part(part, range, windows && !part.contains([' ', ':']))?;
                depth += 1;
            }
        }
    }
    let inside = located
        .iter()
        .filter(|found| found.span.start >= at && found.span.end <= at + tail.len());
    for number in inside.filter_map(Located::number) {
        if local
            .raw(number)
            .split(['/', '\\'])
            .any(|part| part == "..")
        {
            return refuse(RefusalKind::Traversal, range, CLIMBS);
        }
    }
    Ok(())
}

/// The root and its suffix up to what ends a path; `handles` may stand in it.
fn destination(local: Local<'_>, base: &str, tail: &str, handles: bool) -> String {
    let end = tail.find(ends_path).unwrap_or(tail.len());
    let restored;
    let mut suffix = &tail[..end];
    if handles {
        restored = local.restored(suffix);
        suffix = &restored;
    }
    let base = base.trim_end_matches(['/', '\\']);
    let mut out = String::with_capacity(base.len() + suffix.len() + 1);
    out.push_str(base);
    let floor = out.len();
    for part in suffix.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                let last = out[floor..].rfind('/').map_or(floor, |at| floor + at);
                out.truncate(last);
            }
            _ => {
                out.push('/');
                out.push_str(part);
            }
        }
    }
    out
}
