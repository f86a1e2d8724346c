//! A path that a tool is about to open.
//!
//! ```text
//! path    = [ "file://" ] ( root-handle | absolute | "~" | relative ) suffix
//! suffix  = { separator part }      part may hold handles of documents, directories, people, ...
//! ```
//!
//! The suffix is normalised by its text alone, the result must lie in a scope, and everything that could mean
//! something else to the program that opens the file is refused. Symbolic links are the host's: it knows the
//! file system, resolves the path and asks again.

mod characters;
mod part;
mod start;
mod suffix;
mod uri;
mod within;

use self::characters::characters;
pub(crate) use self::part::{judge_part, may_match_parent};
use self::start::Start;
pub(crate) use self::start::{is_windows, root};
use self::suffix::{Judge, assemble};
pub(crate) use self::within::within;
use super::{Local, look_alike, refuse};
use crate::config::Access;
use crate::locate::{self, Located, Stand};
use crate::{Kind, Rebound, Refusal, RefusalKind, Span};

/// Longest path in bytes.
pub(crate) const MAX_PATH: usize = 10 * 1024;

/// How strictly the model's own characters are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// A file tool opens it: shell syntax has no business there.
    Field,
    /// A pattern of file names: `*`, `?`, `{a,b}` mean something.
    Glob,
}

/// Restores a path field.
pub(crate) fn rebind(local: Local<'_>, text: &str, access: Access) -> Result<Rebound, Refusal> {
    rebind_as(local, text, access, Manner::Field)
}

/// Restores a path or a pattern of paths.
pub(crate) fn rebind_as(
    local: Local<'_>,
    text: &str,
    access: Access,
    manner: Manner,
) -> Result<Rebound, Refusal> {
    let odd = characters(text)?;
    let located = locate::locate(local.table, text);
    handles(local, text, &located)?;
    if let Some(span) = look_alike::find(local, text, &located) {
        return refuse(RefusalKind::UnknownHandle, span, LOOKS_LIKE);
    }
    let start = Start::of(local, text, &located)?;
    let path = assemble(local, text, &located, start, Judge { manner, odd })?;
    within(local, &path.text, access, Span::new(0, text.len()))?;
    Ok(path)
}

pub(crate) const LOOKS_LIKE: &str = "this looks like an issued handle but is not spelled like one; write it exactly as it was shown";

/// Every handle is issued and of a kind that stands in paths.
pub(super) fn handles(local: Local<'_>, text: &str, located: &[Located]) -> Result<(), Refusal> {
    for found in located {
        let number = match found.stand {
            Stand::Slot(number) => number,
            Stand::Unknown { .. } => {
                return refuse(RefusalKind::UnknownHandle, found.span, NOT_ISSUED);
            }
            Stand::Secret(_) => {
                return refuse(
                    RefusalKind::SecretEgress,
                    found.span,
                    "a secret is no part of a path",
                );
            }
        };
        let kind = local.table.value(number).kind;
        local.permits(number, found.span)?;
        let alone = found.span.start == 0
            && matches!(
                text.as_bytes().get(found.span.end),
                None | Some(b'/' | b'\\')
            );
        let no_directory = matches!(kind, Kind::User | Kind::Host | Kind::Branch);
        if !kind.is_path_part() || (alone && no_directory) {
            return refuse(
                RefusalKind::WrongType,
                found.span,
                "a handle of this type begins or holds no path",
            );
        }
    }
    Ok(())
}

pub(crate) const NOT_ISSUED: &str =
    "this handle was never issued in this session; use one that was shown";

pub(super) const OUTSIDE: &str = "this path lies outside every directory this session may use; stay in the workspace, or ask the user for a scope";

pub(crate) const CLIMBS: &str =
    "the path climbs out of where it starts; name the directory you want instead";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::testing::{session, zoe};

    fn read(text: &str) -> Result<String, RefusalKind> {
        let done = zoe().rebind_path(text, Access::Read);
        done.map(|done| done.text).map_err(|refusal| refusal.kind)
    }

    #[test]
    fn paths_inside_a_scope_are_restored() {
        for (text, want) in [
            ("[REPO_ROOT_1]", "/home/zoe/quarry"),
            ("[REPO_ROOT_1]/", "/home/zoe/quarry/"),
            ("[REPO_ROOT_1]/src/./a//b.rs", "/home/zoe/quarry/src/a/b.rs"),
            (
                "[REPO_ROOT_1]/src/../Cargo.toml",
                "/home/zoe/quarry/Cargo.toml",
            ),
            (
                "[REPO_ROOT_1]/app/[slug]/page.tsx",
                "/home/zoe/quarry/app/[slug]/page.tsx",
            ),
            ("[REPO_ROOT_1]/R&D.md", "/home/zoe/quarry/R&D.md"),
            ("[REPO_ROOT_1]/$id.tsx", "/home/zoe/quarry/$id.tsx"),
            ("[REPO_ROOT_1]/[USER_1].txt", "/home/zoe/quarry/zoe.txt"),
            (
                "file://[REPO_ROOT_1]/a%20b",
                "file:///home/zoe/quarry/a%20b",
            ),
            ("src/a.rs", "src/a.rs"),
            ("/usr/share/dict/words", "/usr/share/dict/words"),
            (
                "[HOME_1]/.cargo/registry/src/x.rs",
                "/home/zoe/.cargo/registry/src/x.rs",
            ),
            ("~/quarry/a", "/home/zoe/quarry/a"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(want), "{text}");
        }
    }

    #[test]
    fn the_ranges_are_those_of_the_values() {
        let done = zoe()
            .rebind_path("[REPO_ROOT_1]/x/[USER_1].txt", Access::Read)
            .expect("in scope");
        let parts: Vec<_> = done
            .restored
            .iter()
            .map(|span| span.of(&done.text))
            .collect();
        assert_eq!(parts, ["/home/zoe/quarry", "zoe"]);
    }

    #[test]
    fn patterns_that_may_match_the_parent() {
        for part in [
            ".?", ".*", "..*", "..@(|x)", ".[.]", "{..,x}", "{.,}{.,}", "{-..0}", ".@(.)",
        ] {
            assert!(may_match_parent(part), "{part}");
        }
        for part in [
            "*.rs",
            "*.{ts,tsx}",
            "{a,b}",
            ".{eslintrc,x}.js",
            "{1..9}",
            ".env*",
            ".git*",
            "**",
            "[.]x",
        ] {
            assert!(!may_match_parent(part), "{part}");
        }
    }

    #[test]
    fn relative_paths_are_those_of_the_working_directory() {
        let agent = session(Config {
            roots: vec!["/home/zoe/quarry".to_owned()],
            cwd: Some("/home/zoe/quarry/web".to_owned()),
            ..Config::default()
        });
        let up = agent
            .rebind_path("../core/a.rs", Access::Write)
            .expect("in the root");
        assert_eq!(up.text, "/home/zoe/quarry/core/a.rs");
        assert!(agent.rebind_path("../../x", Access::Read).is_err());
        assert!(
            agent
                .rebind_path("../../../../../etc/passwd", Access::Read)
                .is_err()
        );
    }
}
