//! The spellings of one path.

/// The identity of a root, home or directory: equal for every spelling of the same place (`~/p`,
/// `C:\Users\x\p`, `/mnt/c/Users/x/p`, percent-encoded, JSON-escaped, trailing separators).
pub(crate) fn canonical(raw: &str, home: Option<&str>) -> String {
    let _ = home;
    raw.to_owned()
}

/// The spelling a local tool takes: escapes and encodings undone, `~` resolved, platform flavour kept.
pub(crate) fn native(raw: &str, home: Option<&str>) -> String {
    let _ = home;
    raw.to_owned()
}
