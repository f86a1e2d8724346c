//! Paths: roots, homes, sensitive components, and all their spellings.

pub(crate) mod documents;
pub(crate) mod encoded;
mod folders;
mod homes;
pub(crate) mod learn;
mod lexicon;
pub(crate) mod spelling;
mod start;
mod text;

use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::identity::user;
use crate::{Kind, Reach, Rule, Span};

/// First components of home directories in their various spellings.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("Users", path_at),
    Anchor::exact("home", path_at),
    Anchor::exact("root", path_at),
    Anchor::word("2Fusers", encoded_at),
    Anchor::word("2Fhome", encoded_at),
    Anchor::word("5Cusers", encoded_at),
    Anchor::word("Documents and Settings", path_at),
    Anchor::exact("folders", machine_folder),
];

/// A login name of several words is at most this long.
const LONGEST_NAME: usize = 40;
/// File systems take no longer component (POSIX, `NAME_MAX`).
const LONGEST_COMPONENT: usize = 255;

/// A path that has a component at `at`, behind a separator or drive.
pub(crate) fn path_at(cx: &mut Cx<'_>, at: usize) {
    if at < cx.path_end || !matches!(cx.before(at), b'/' | b'\\') {
        return;
    }
    match start::of(cx.text, at) {
        Some(start) => components(cx, start, at),
        None => known_inside(cx, at),
    }
    cx.path_end = cx.path_end.max(text::end_of_run(cx.text, at));
}

/// The first component of a known place stands at `at`.
pub(crate) fn root_at(cx: &mut Cx<'_>, at: usize) {
    if at >= cx.path_end {
        path_at(cx, at);
    } else if cx
        .findings
        .iter()
        .rev()
        .take(8)
        .all(|last| last.span.end <= at || !last.kind.is_root())
    {
        // Among the last are a root and the home above it.
        // Inside a path that begins elsewhere it is hidden all the same.
        known_inside(cx, at);
    }
}

/// `%2FUsers%2Fx`: the hexadecimal digits belong to the separator.
fn encoded_at(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) == b'%'
        && let Some(start) = start::of(cx.text, at + 2)
    {
        components(cx, start, at + 2);
    }
}

/// Reports the known place or the home at the beginning of the path at `start`.
fn components(cx: &mut Cx<'_>, start: usize, at: usize) {
    let spaces = cx.facts.spaces || cx.byte(start) != b'/' || cx.at(start, b"/mnt/");
    let limit = cx.facts.longest().max(at - start + LONGEST_NAME) + 2;
    let Some(read) = spelling::read(cx.bytes, start, limit, cx.facts.home(), spaces) else {
        return;
    };
    let home = home_span(cx, &read, start);
    if let Some((len, kind)) = longest_place(cx, &read) {
        let span = Span::new(start, read.end(len));
        if home.is_none_or(|(home, _)| home.len() <= span.len()) {
            let rule = rule_of(kind);
            cx.structural(span, kind, rule, Reach::Session);
        }
    }
    if let Some((span, user)) = home {
        cx.structural(span, Kind::Home, Rule::HomePath, Reach::Session);
        if user::is_telling(user.of(cx.text)) {
            cx.imply(user, Kind::User, Rule::User);
        }
        learn::owner_below(cx, span.end);
    }
}

fn rule_of(kind: Kind) -> Rule {
    match kind {
        Kind::RepoRoot => Rule::Root,
        Kind::Home => Rule::HomePath,
        _ => Rule::PrivateDir,
    }
}

/// The longest known place that the path lies in: length of its identity, and kind.
fn longest_place(cx: &Cx<'_>, read: &spelling::Read) -> Option<(usize, Kind)> {
    let longest = cx.facts.longest().min(read.canonical.len());
    let lengths = (2..=longest).rev();
    let mut lengths = lengths.filter(|&len| cx.facts.has_length(len));
    lengths.find_map(|len| {
        let ends = match read.canonical.get(len) {
            Some(b'/') => true,
            _ => text::ends_name(cx.text, read.end(len)),
        };
        let kind = ends.then(|| cx.facts.place(&read.canonical[..len]))??;
        // `~` by itself names nobody.
        (!read.from_home || kind != Kind::Home).then_some((len, kind))
    })
}

/// The home directory at the beginning of the path, and the login name in it.
fn home_span(cx: &Cx<'_>, read: &spelling::Read, start: usize) -> Option<(Span, Span)> {
    let home = homes::at_start(&read.canonical)?;
    // `/users/42` is a route of some service.
    if read.from_home || (cx.at(start, b"/users/") && read.canonical.starts_with(b"/users/")) {
        return None;
    }
    let (from, to) = (read.end(home.user.start), read.end(home.len));
    let to = if home.user.is_empty() {
        to
    } else {
        name_end(cx, from, cx.text.floor_char_boundary(to))
    };
    let ends = home.user.is_empty() && !text::ends_name(cx.text, to);
    (!ends).then_some((Span::new(start, to), Span::new(from.min(to), to)))
}

/// End of the login name in `[from, to)`, where `to` may lie behind more than the name.
fn name_end(cx: &Cx<'_>, from: usize, to: usize) -> usize {
    let name = &cx.text[from..to];
    let goes_on = matches!(cx.byte(to), b'/' | b'\\' | b'%');
    let words = name.split(' ').count();
    if words > 1 && words <= 3 && goes_on && name.split(' ').all(is_name_word) {
        return to;
    }
    let mut end = from;
    while let Some(c) = text::char_at(cx.text, end).filter(|_| end - from < LONGEST_COMPONENT) {
        let separator = c == '%' && spelling::is_separator(cx.bytes, end);
        let dot = c == '.' && !text::ends_name(cx.text, end);
        if separator || (!dot && !text::is_name_char(c)) {
            break;
        }
        end += c.len_utf8();
    }
    end
}

fn is_name_word(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
        && word
            .chars()
            .all(|c| c.is_alphanumeric() || c == '.' || c == '-')
}

/// A known place behind something that is no beginning of a path: it is hidden all the same.
fn known_inside(cx: &mut Cx<'_>, at: usize) {
    let start = at - 1;
    if cx.byte(start) != b'/' {
        return;
    }
    let limit = cx.facts.longest() + 2;
    let Some(read) = spelling::read(cx.bytes, start, limit, None, cx.facts.spaces) else {
        return;
    };
    if let Some((len, kind)) = longest_place(cx, &read) {
        let components = read.canonical[..len].iter().filter(|b| **b == b'/').count();
        if components > 1 {
            let span = Span::new(start, read.end(len));
            cx.structural(span, kind, rule_of(kind), Reach::Here);
        }
    }
}

/// `/var/folders/ab/cdef0123.../T`: the two components name the machine's user.
fn machine_folder(cx: &mut Cx<'_>, at: usize) {
    if !cx.ends_at(at, b"/var/") {
        return;
    }
    let name = |from: usize| {
        cx.bytes[from..]
            .iter()
            .take(64)
            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
            .count()
    };
    let first = at + "folders/".len();
    if cx.byte(first - 1) != b'/' || first > cx.bytes.len() {
        return;
    }
    let second = first + name(first) + 1;
    if second != first + 3 || cx.byte(second - 1) != b'/' {
        return;
    }
    let end = second + name(second);
    if end - second >= 16 {
        let from = at - "/var/".len();
        let from = if cx.ends_at(from, b"/private") {
            from - "/private".len()
        } else {
            from
        };
        let span = Span::new(from, end);
        cx.structural(span, Kind::Dir, Rule::PrivateDir, Reach::Session);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Dir, Home, RepoRoot};
    use crate::testing::{assert_found, found_with};
    use crate::{Config, facts::Facts};

    fn facts() -> Facts {
        Facts::from_config(&Config {
            roots: vec!["/home/tilda/loom".into(), "/srv/brightloom/api".into()],
            home: Some("/home/tilda".into()),
            ..Config::default()
        })
    }

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        let paths = |(_, kind): &(String, Kind)| kind.is_root();
        let mut found: Vec<_> = found_with(text, &facts())
            .into_iter()
            .filter(paths)
            .collect();
        found.dedup();
        assert_found(text, &found, want);
    }

    #[test]
    fn the_longest_root_wins() {
        finds(
            "/home/tilda/loom/src/a.rs:3:9",
            &[("/home/tilda/loom", RepoRoot)],
        );
        finds("/home/tilda/other/a.rs", &[("/home/tilda", Home)]);
        finds("/home/tilda/loom-old/a.rs", &[("/home/tilda", Home)]);
        finds("see /home/tilda/loom.", &[("/home/tilda/loom", RepoRoot)]);
        finds("/home/tilda/loom.bak/x", &[("/home/tilda", Home)]);
        finds("~/loom/src", &[("~/loom", RepoRoot)]);
        finds("~/other", &[]);
        finds(
            "/srv/brightloom/api/x",
            &[("/srv/brightloom/api", RepoRoot)],
        );
        finds("/srv/brightloom/web/x", &[]);
    }

    #[test]
    fn homes_of_every_platform() {
        for (text, home) in [
            ("at /Users/enzo/x.rs", "/Users/enzo"),
            ("/root/app/x", "/root"),
            ("cd /root", "/root"),
            ("(/var/home/enzo/x)", "/var/home/enzo"),
            ("/export/home/enzo", "/export/home/enzo"),
            (r"C:\Users\enzo\AppData", r"C:\Users\enzo"),
            (r#""C:\\Users\\enzo\\x""#, r"C:\\Users\\enzo"),
            (r"C:\Users\Enzo Varga\x", r"C:\Users\Enzo Varga"),
            (r"C:\Users\ENZOVA~1\x", r"C:\Users\ENZOVA~1"),
            ("c:/users/enzo/x", "c:/users/enzo"),
            ("/mnt/c/Users/enzo/x", "/mnt/c/Users/enzo"),
            ("/cygdrive/c/Users/enzo/x", "/cygdrive/c/Users/enzo"),
            ("/c/Users/enzo/x", "/c/Users/enzo"),
            ("file:///C:/Users/enzo/x", "C:/Users/enzo"),
            ("file:///c%3A/Users/enzo/x", "c%3A/Users/enzo"),
            ("file:///home/enzo/x.mjs:3:9", "/home/enzo"),
            (r"file:\/\/\/home\/enzo\/x.rs", r"\/home\/enzo"),
            (r"vscode-remote:\/\/wsl+x\/home\/enzo\/a", r"\/home\/enzo"),
            ("vscode-remote://wsl%2Bubuntu/home/enzo/x", "/home/enzo"),
            ("vscode-userdata:/Users/enzo/x", "/Users/enzo"),
            (r"\\wsl$\Ubuntu\home\enzo\x", r"\\wsl$\Ubuntu\home\enzo"),
            (r"\\fs01\Users\enzo\x", r"\\fs01\Users\enzo"),
            (r"\\?\C:\Users\enzo\x", r"C:\Users\enzo"),
            ("u=%2FUsers%2Fenzo%2Fx", "%2FUsers%2Fenzo"),
            (r#"{"p":"\/home\/enzo\/x"}"#, r"\/home\/enzo"),
            (r#""a\n/home/enzo/x""#, "/home/enzo"),
            ("\x1b[35m/home/enzo/x\x1b[0m", "/home/enzo"),
            ("-I/home/enzo/include", "/home/enzo"),
            ("--out=/home/enzo/x", "/home/enzo"),
            (r"-IC:\Users\enzo\x", r"C:\Users\enzo"),
            ("enzo@box:/home/enzo/x", "/home/enzo"),
            ("`/home/enzo`", "/home/enzo"),
            ("«/Users/enzo»", "/Users/enzo"),
            ("12→/Users/enzo/x", "/Users/enzo"),
            ("/proc/812/root/home/enzo/x", "/proc/812/root/home/enzo"),
            (
                "/var/lib/docker/overlay2/ab12/merged/home/enzo/x",
                "/var/lib/docker/overlay2/ab12/merged/home/enzo",
            ),
            ("/Volumes/Disk/Users/enzo/x", "/Volumes/Disk/Users/enzo"),
        ] {
            finds(text, &[(home, Home)]);
        }
    }

    #[test]
    fn several_paths_on_a_line() {
        finds(
            "PATH=/home/ada/bin:/usr/bin:/home/bo/bin",
            &[("/home/ada", Home), ("/home/bo", Home)],
        );
    }

    #[test]
    fn other_paths_are_left_alone() {
        for text in [
            "/usr/bin/python3",
            "/etc/hosts",
            "node_modules/x/y.js",
            "https://example.com/home/start",
            "https://api.example.com/Users/42",
            "docs/home/page.md",
            "./Users/x",
            "/home/<user>/x",
            "/home/$USER/x",
            "/home/{name}/x",
            "/Users/Shared/x",
            "/home/linuxbrew/.linuxbrew/bin",
            "/home/user/x",
            "/home",
            "/rootfs/x",
            "src/root/x",
            "#/home/tab",
            "~/.cargo",
        ] {
            finds(text, &[]);
        }
    }

    /// Pieces that detectors hang on, in any order.
    const PIECES: [&str; 44] = [
        "/Users/",
        "/home/",
        "/root",
        "C:\\",
        "\\\\",
        "~",
        "%2Fhome%2F",
        "file://",
        "cwd: ",
        "\"cwd\":\"",
        "pwd\n",
        "worktree /",
        "cd ",
        "enzo",
        "é",
        "花",
        "@",
        ".pdf",
        ".md",
        "payroll",
        "10.0.0.1",
        "fe80::",
        "-Users-",
        "branch ",
        "git ",
        "push ",
        "origin/",
        "HEAD -> ",
        "host: ",
        "ssh ",
        ".internal",
        ".local",
        "%40",
        "\\u0040",
        " ",
        "\n",
        "\"",
        "'",
        "/",
        "\\",
        ":",
        ".",
        "<",
        "$",
    ];

    proptest::proptest! {
        #[test]
        fn any_mixture_is_read_without_panic(
            parts in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..40),
        ) {
            let text = parts.concat();
            let _ = found_with(&text, &facts());
        }

        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,80}") {
            let _ = found_with(&text, &facts());
        }
    }

    #[test]
    fn the_folder_of_a_machine() {
        finds(
            "/var/folders/q3/zk0xw81n5tz3_d4s9vbb10000gn/T/x",
            &[("/var/folders/q3/zk0xw81n5tz3_d4s9vbb10000gn", Dir)],
        );
    }
}
