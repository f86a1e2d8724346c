//! Home directories by their form.

use std::ops::Range;

/// A home directory at the beginning of a path's identity.
pub(crate) struct Home {
    /// Length of the home's identity.
    pub(crate) len: usize,
    /// The login name in it; empty for `/root`.
    pub(crate) user: Range<usize>,
}

/// Directories whose children are homes, by identity.
const PARENTS: [&[u8]; 8] = [
    b"/home/",
    b"/users/",
    b"/export/home/",
    b"/usr/home/",
    b"/nfs/home/",
    b"/data/home/",
    b"/home/users/",
    b"/run/media/",
];

/// Children of those that are nobody's home, or everybody's.
const SHARED: [&[u8]; 14] = [
    b"shared",
    b"public",
    b"default",
    b"default user",
    b"all users",
    b"guest",
    b"linuxbrew",
    b".linuxbrew",
    b"lost+found",
    b"runner",
    b"runneradmin",
    b"users",
    b"dashboard",
    b"index",
];

/// Stand-ins that texts write for a login name.
const PLACEHOLDERS: [&[u8]; 18] = [
    b"user",
    b"username",
    b"user-name",
    b"user_name",
    b"your-user",
    b"your_user",
    b"youruser",
    b"yourname",
    b"your-name",
    b"your_name",
    b"yourusername",
    b"your-username",
    b"your_username",
    b"you",
    b"me",
    b"name",
    b"someone",
    b"xxx",
];

/// The home at the beginning of `canonical`.
pub(crate) fn at_start(canonical: &[u8]) -> Option<Home> {
    if canonical.starts_with(b"/root") && matches!(canonical.get(5), None | Some(b'/')) {
        return Some(Home { len: 5, user: 5..5 });
    }
    let from = name_start(canonical)?;
    let len = canonical[from..]
        .iter()
        .take_while(|&&byte| byte != b'/')
        .count();
    let name = &canonical[from..from + len];
    is_login(name).then_some(Home {
        len: from + len,
        user: from..from + len,
    })
}

/// Where the login name begins.
fn name_start(canonical: &[u8]) -> Option<usize> {
    if let [_, b':', rest @ ..] = canonical {
        let parents: [&[u8]; 3] = [b"/users/", b"/documents and settings/", b"/winnt/profiles/"];
        return after_any(rest, &parents).map(|at| at + 2);
    }
    if let Some(rest) = canonical.strip_prefix(b"//") {
        return in_share(rest).map(|at| at + 2);
    }
    if let Some(rest) = canonical.strip_prefix(b"/Volumes/") {
        let disk = rest.iter().position(|&byte| byte == b'/')?;
        let prefix = b"/Volumes/".len() + disk;
        let users = canonical[prefix..].strip_prefix(b"/Users/").is_some();
        return users.then_some(prefix + b"/Users/".len());
    }
    // A parent of several components is tried first: `/home/users/x`.
    PARENTS
        .iter()
        .filter_map(|parent| after_any(canonical, &[parent]))
        .max()
}

/// `\\server\Users\x`, `\\server\c$\Users\x`, `\\server\home\x`.
fn in_share(rest: &[u8]) -> Option<usize> {
    let server = rest.iter().position(|&byte| byte == b'/')?;
    let share = &rest[server..];
    let parents: [&[u8]; 5] = [
        b"/users/",
        b"/users$/",
        b"/c$/users/",
        b"/home/",
        b"/homes/",
    ];
    after_any(share, &parents).map(|at| server + at)
}

fn after_any(path: &[u8], parents: &[&[u8]]) -> Option<usize> {
    parents
        .iter()
        .find(|parent| path.starts_with(parent))
        .map(|parent| parent.len())
}

/// Whether a child of a directory of homes can be somebody's.
fn is_login(name: &[u8]) -> bool {
    let lower = name.to_ascii_lowercase();
    let starts = name
        .first()
        .is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80);
    let plain = name.iter().all(|&b| {
        b.is_ascii_alphanumeric()
            || b >= 0x80
            || matches!(b, b'_' | b'-' | b'.' | b' ' | b'@' | b'~' | b'\'')
    });
    let number = name.len() >= 24 && name.iter().all(|&b| b.is_ascii_hexdigit() || b == b'-');
    starts
        && plain
        && !number
        && name.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80)
        && !SHARED.contains(&lower.as_slice())
        && !PLACEHOLDERS.contains(&lower.as_slice())
}
