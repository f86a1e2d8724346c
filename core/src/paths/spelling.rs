//! The spellings of one path, both ways: to the identity of the place, and to what a local tool takes.
//!
//! One reader knows every spelling. It gives the path byte by byte with escapes undone, so the detector that
//! looks for known places in a text and [`canonical`] cannot disagree.

use std::borrow::Cow;

/// Where the identity of a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// `/`
    Root,
    /// `~`, `$HOME`, `%USERPROFILE%`
    Home,
    /// `C:`, also as `/mnt/c`, `/cygdrive/c`, `/c`
    Drive(u8),
    /// `\\server`
    Unc,
}

/// The beginning of a path: what it stands for, and how the rest is to be read.
#[derive(Clone, Copy, Debug)]
struct Head {
    base: Base,
    /// Offset of the first byte that belongs to the rest.
    rest: usize,
    /// `\` separates.
    backslash: bool,
    /// Case does not matter: Windows, and macOS below `/Users`.
    fold: bool,
    /// Backslashes of one separator, as far as the beginning tells; 0 if it does not.
    width: usize,
}

/// One step of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A byte of a component, decoded.
    Byte(u8),
    /// A separator: the byte that a tool takes for it.
    Sep(u8),
    /// The path cannot go on here.
    End,
}

/// A path read from a text: its identity so far, and where in the text each byte of it came from.
pub(crate) struct Read {
    /// The identity, without trailing separators.
    pub(crate) canonical: Vec<u8>,
    /// From which byte of `canonical` on the bytes stand one after another in the text, and from where.
    places: Vec<(u32, u32)>,
    /// Where the path begins and ends in the text.
    start: usize,
    end: usize,
    /// The path begins with `~` or another word for the home.
    pub(crate) from_home: bool,
}

/// The identity of a root, home or directory: equal for every spelling of the same place (`~/p`,
/// `C:\Users\x\p`, `/mnt/c/Users/x/p`, percent-encoded, JSON-escaped, trailing separators).
pub(crate) fn canonical(raw: &str, home: Option<&str>) -> String {
    let home = home.map(|home| canonical(home, None));
    let decoded = dashes(raw);
    let raw = decoded.as_deref().unwrap_or(raw);
    let at = after_scheme(raw.as_bytes());
    match read(raw.as_bytes(), at, usize::MAX, home.as_deref(), true) {
        Some(read) => String::from_utf8_lossy(&read.canonical).into_owned(),
        None => raw.to_owned(),
    }
}

/// The spelling a local tool takes: escapes and encodings undone, `~` resolved, platform flavour kept.
pub(crate) fn native<'r>(raw: &'r str, home: Option<&str>) -> Cow<'r, str> {
    let bytes = raw.as_bytes();
    if is_native(bytes) {
        return Cow::Borrowed(raw);
    }
    let from = after_scheme(bytes);
    let Some(head) = head(bytes, from) else {
        return Cow::Borrowed(raw);
    };
    let (mut out, start, windows) = match (head.base, home) {
        (Base::Home, Some(home)) => {
            let windows = is_drive(home.as_bytes(), 0).is_some();
            (home.as_bytes().to_vec(), head.rest, windows)
        }
        _ if bytes[from..].starts_with(b"\\\\") => (vec![b'\\'], from, false),
        (Base::Drive(_), _) if is_drive(bytes, from).is_some() => {
            (vec![bytes[from], b':'], head.rest, false)
        }
        _ => (Vec::new(), from, false),
    };
    let mut reader = Reader::new(bytes, start, head);
    loop {
        match reader.next() {
            Step::Byte(byte) => out.push(byte),
            Step::Sep(_) if windows => out.push(b'\\'),
            Step::Sep(byte) => out.push(byte),
            Step::End => break,
        }
    }
    out.extend_from_slice(&bytes[reader.at..]);
    String::from_utf8(out).map_or(Cow::Borrowed(raw), Cow::Owned)
}

/// A path of a POSIX system without escapes, encodings and doubled separators: most roots.
fn is_native(bytes: &[u8]) -> bool {
    if bytes.first() != Some(&b'/') {
        return false;
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() | matches!(byte, b'-'..=b'/' | b'_');
    let pairs = bytes.iter().zip(&bytes[1..]);
    // Without an early end the compiler looks at many bytes at a time.
    pairs.fold(true, |native, (&one, &two)| {
        native & plain(two) & ((one != b'/') | (two != b'/'))
    })
}

/// Whether `raw` begins like an absolute path, in any spelling.
pub(crate) fn is_path(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    dashes(raw).is_some() || head(bytes, after_scheme(bytes)).is_some()
}

/// Reads the path at `at`, at most `limit` bytes of it. Without `spaces` it ends at the first white space.
pub(crate) fn read(
    bytes: &[u8],
    at: usize,
    limit: usize,
    home: Option<&str>,
    spaces: bool,
) -> Option<Read> {
    let head = head(bytes, at)?;
    let mut out = Read::begin(head.base, home, at);
    let fold = head.fold || (head.base == Base::Home && home.is_some_and(folds));
    let mut reader = Reader::new(bytes, head.rest, head);
    let mut pending = None;
    while out.canonical.len() < limit {
        let from = reader.at;
        let room = limit - out.canonical.len() - usize::from(pending.is_some());
        let plain = reader.plain(room);
        if !plain.is_empty() {
            if let Some(sep) = pending.take() {
                out.push(b'/', sep);
            }
            out.extend(plain, from, fold);
            continue;
        }
        match reader.next() {
            Step::Sep(_) => pending = pending.or(Some(from)),
            Step::End => {
                out.end = pending.unwrap_or(from);
                return Some(out);
            }
            Step::Byte(byte) if !spaces && byte.is_ascii_whitespace() => {
                out.end = pending.unwrap_or(from);
                return Some(out);
            }
            Step::Byte(byte) => {
                if let Some(sep) = pending.take() {
                    out.push(b'/', sep);
                }
                out.push(
                    if fold {
                        byte.to_ascii_lowercase()
                    } else {
                        byte
                    },
                    from,
                );
            }
        }
    }
    out.end = pending.unwrap_or(reader.at);
    Some(out)
}

impl Read {
    fn begin(base: Base, home: Option<&str>, at: usize) -> Self {
        let canonical: &[u8] = match &base {
            Base::Root => &[],
            Base::Home => home.unwrap_or("~").as_bytes(),
            Base::Drive(letter) => &[*letter, b':'],
            Base::Unc => &b"/"[..],
        };
        // Room for most paths at once.
        let mut owned = Vec::with_capacity(canonical.len() + 96);
        owned.extend_from_slice(canonical);
        Self {
            canonical: owned,
            places: Vec::new(),
            end: at,
            start: at,
            from_home: base == Base::Home,
        }
    }

    fn push(&mut self, byte: u8, at: usize) {
        self.extend(&[byte], at, false);
    }

    /// Takes bytes that stand one after another in the text from `at` on.
    fn extend(&mut self, bytes: &[u8], at: usize, fold: bool) {
        let from = self.canonical.len();
        let goes_on = self
            .places
            .last()
            .is_some_and(|&(first, place)| place as usize + (from - first as usize) == at);
        if !goes_on {
            self.places.push((from as u32, at as u32));
        }
        self.canonical.extend_from_slice(bytes);
        if fold {
            self.canonical[from..].make_ascii_lowercase();
        }
    }

    /// Where in the text the first `len` bytes of the identity end.
    pub(crate) fn end(&self, len: usize) -> usize {
        if len >= self.canonical.len() {
            return self.end;
        }
        let before = self
            .places
            .partition_point(|&(first, _)| first as usize <= len);
        match before.checked_sub(1).and_then(|last| self.places.get(last)) {
            Some(&(first, place)) => place as usize + (len - first as usize),
            None => self.start,
        }
    }
}

/// What is a byte of a component wherever it stands.
static PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || b >= 0x80 || matches!(b, b'.' | b'-' | b'_');
        byte += 1;
    }
    table
};

/// Reads components and separators.
struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    backslash: bool,
    /// Backslashes of the first separator: two or more mean that the text is escaped once more.
    width: usize,
}

impl<'t> Reader<'t> {
    fn new(bytes: &'t [u8], at: usize, head: Head) -> Self {
        Self {
            bytes,
            at,
            backslash: head.backslash,
            width: head.width,
        }
    }

    /// The bytes up to the next that is more than a byte of a component in every reading, at most `room`.
    fn plain(&mut self, room: usize) -> &'t [u8] {
        let bytes: &'t [u8] = self.bytes;
        let rest = bytes.get(self.at..).unwrap_or_default();
        let len = rest
            .iter()
            .take(room)
            .take_while(|&&byte| PLAIN[usize::from(byte)])
            .count();
        self.at += len;
        &rest[..len]
    }

    #[inline]
    fn next(&mut self) -> Step {
        let Some(&byte) = self.bytes.get(self.at) else {
            return Step::End;
        };
        match byte {
            b'/' => self.slashes(),
            b'\\' => self.backslashes(),
            b'%' => self.percent(),
            0..=0x1f | b'"' | b'<' | b'>' | b'|' | b'`' | b'*' | b'?' => Step::End,
            _ => self.take(1, Step::Byte(byte)),
        }
    }

    fn take(&mut self, len: usize, step: Step) -> Step {
        self.at += len;
        step
    }

    fn slashes(&mut self) -> Step {
        let run = run_of(self.bytes, self.at, b'/');
        self.take(run, Step::Sep(b'/'))
    }

    fn backslashes(&mut self) -> Step {
        let run = run_of(self.bytes, self.at, b'\\');
        let next = self.bytes.get(self.at + run).copied().unwrap_or(0);
        if next == b'/' {
            return self.take(run + 1, Step::Sep(b'/'));
        }
        if !self.backslash {
            return match next {
                b' ' | b'(' | b')' | b'&' | b'\'' | b'!' | b'[' | b']' | b'$' | b'#' => {
                    self.take(run + 1, Step::Byte(next))
                }
                _ => Step::End,
            };
        }
        // An escaped quote, or `\n` in a text whose separators are `\\`.
        if next == b'"' || (self.width >= 2 && run < self.width) {
            return Step::End;
        }
        if self.width == 0 {
            self.width = run;
        }
        self.take(run, Step::Sep(b'\\'))
    }

    fn percent(&mut self) -> Step {
        let (byte, len) = match hex_pair(self.bytes, self.at + 1) {
            // `%252F`: encoded twice.
            Some(b'%') => match hex_pair(self.bytes, self.at + 3) {
                Some(inner) => (inner, 5),
                None => (b'%', 3),
            },
            Some(byte) => (byte, 3),
            None => return self.take(1, Step::Byte(b'%')),
        };
        match byte {
            b'/' => self.take(len, Step::Sep(b'/')),
            b'\\' if self.backslash => self.take(len, Step::Sep(b'\\')),
            0..=0x1f => Step::End,
            _ => self.take(len, Step::Byte(byte)),
        }
    }
}

fn run_of(bytes: &[u8], at: usize, byte: u8) -> usize {
    bytes[at..]
        .iter()
        .take_while(|&&other| other == byte)
        .count()
}

fn hex_pair(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| (*bytes.get(at)? as char).to_digit(16);
    Some((digit(at)? * 16 + digit(at + 1)?) as u8)
}

/// The beginning of the path at `at`.
fn head(bytes: &[u8], at: usize) -> Option<Head> {
    if let Some(rest) = home_word(bytes, at) {
        return Some(Head {
            base: Base::Home,
            rest,
            backslash: bytes.get(rest) == Some(&b'\\'),
            fold: false,
            width: 0,
        });
    }
    if let Some((letter, rest)) = is_drive(bytes, at) {
        return Some(Head {
            base: Base::Drive(letter),
            rest,
            backslash: true,
            fold: true,
            width: 0,
        });
    }
    match bytes.get(at)? {
        b'\\' if bytes.get(at + 1) == Some(&b'\\') => Some(unc(bytes, at)),
        b'/' if bytes.get(at + 1) == Some(&b'/') && next_is_wsl(bytes, at) => Some(unc(bytes, at)),
        b'/' | b'\\' | b'%' => Some(absolute(bytes, at)),
        _ => None,
    }
}

/// `~`, `$HOME` and their kin at `at`: the offset behind it.
fn home_word(bytes: &[u8], at: usize) -> Option<usize> {
    const WORDS: [&[u8]; 7] = [
        b"~",
        b"$HOME",
        b"${HOME}",
        b"%USERPROFILE%",
        b"$env:USERPROFILE",
        b"$USERPROFILE",
        b"%HOME%",
    ];
    let rest = bytes.get(at..)?;
    if !matches!(rest.first(), Some(b'~' | b'$' | b'%')) {
        return None;
    }
    let word = WORDS.iter().find(|word| rest.starts_with(word))?;
    let end = at + word.len();
    let goes_on = bytes
        .get(end)
        .is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    (!goes_on).then_some(end)
}

/// `C:` or `c%3A` before a separator or the end: the letter in lower case and the offset behind it.
fn is_drive(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    let letter = *bytes.get(at)?;
    if !letter.is_ascii_alphabetic() {
        return None;
    }
    let rest = match bytes.get(at + 1)? {
        b':' => at + 2,
        b'%' if hex_pair(bytes, at + 2) == Some(b':') => at + 4,
        _ => return None,
    };
    let separated = match bytes.get(rest) {
        None | Some(b'/' | b'\\') => true,
        Some(b'%') => matches!(hex_pair(bytes, rest + 1), Some(b'/' | b'\\' | b'%')),
        Some(_) => false,
    };
    separated.then_some((letter.to_ascii_lowercase(), rest))
}

fn next_is_wsl(bytes: &[u8], at: usize) -> bool {
    component(bytes, at).is_some_and(|(word, _)| is_wsl(word))
}

fn is_wsl(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"wsl$") || word.eq_ignore_ascii_case(b"wsl.localhost")
}

/// `\\wsl$\Ubuntu` is the distribution's root, `\\?\C:` a drive, everything else a server.
fn unc(bytes: &[u8], at: usize) -> Head {
    let first = component(bytes, at);
    let width = run_of(bytes, at, bytes[at]) / 2;
    if let Some((word, next)) = first {
        if is_wsl(word) {
            let rest = component(bytes, next).map_or(next, |(_, end)| end);
            return Head {
                base: Base::Root,
                rest,
                backslash: true,
                fold: false,
                width,
            };
        }
        let drive = bytes.get(next).and_then(|_| {
            let from = next + separator(bytes, next)?;
            is_drive(bytes, from)
        });
        if let (b"?" | b".", Some((letter, rest))) = (word, drive) {
            return Head {
                base: Base::Drive(letter),
                rest,
                backslash: true,
                fold: true,
                width,
            };
        }
    }
    Head {
        base: Base::Unc,
        rest: at,
        backslash: true,
        fold: true,
        width,
    }
}

/// A path from `/`; mounts of Windows drives and of other roots are looked through.
fn absolute(bytes: &[u8], at: usize) -> Head {
    let backslash = bytes[at] == b'\\' && bytes.get(at + 1) != Some(&b'/');
    let rest = behind_mounts(bytes, at);
    if let Some((letter, rest)) = mounted_drive(bytes, rest) {
        return Head {
            base: Base::Drive(letter),
            rest,
            backslash,
            fold: true,
            width: 0,
        };
    }
    Head {
        base: Base::Root,
        rest,
        backslash,
        fold: component(bytes, rest).is_some_and(|(word, _)| word == b"Users"),
        width: 0,
    }
}

/// `/mnt/c`, `/cygdrive/c`, `/host_mnt/c` and git-bash's `/c`.
fn mounted_drive(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    let (first, next) = component(bytes, at)?;
    let letter = |word: &[u8]| match word {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    if let Some(letter) = letter(first) {
        return Some((letter, next));
    }
    if !matches!(first, b"mnt" | b"cygdrive" | b"host_mnt") {
        return None;
    }
    let (second, next) = component(bytes, next)?;
    Some((letter(second)?, next))
}

/// Offset of the separator where the path of the mounted root begins.
fn behind_mounts(bytes: &[u8], at: usize) -> usize {
    let first = component(bytes, at).and_then(|(word, _)| word.first());
    if !matches!(first, Some(b'p' | b'v' | b'S' | b'r')) {
        return at;
    }
    let follow = |words: &[&[u8]]| {
        let mut end = at;
        for want in words {
            let (word, next) = component(bytes, end)?;
            if *want != b"*" && word != *want {
                return None;
            }
            end = next;
        }
        Some(end)
    };
    let then = |end: usize, words: &[&[u8]]| {
        component(bytes, end).is_some_and(|(word, _)| words.contains(&word))
    };
    if let Some(end) = follow(&[b"private"]).filter(|&end| then(end, &[b"var", b"tmp", b"etc"])) {
        return end;
    }
    if let Some(end) = follow(&[b"var"]).filter(|&end| then(end, &[b"home"])) {
        return end;
    }
    follow(&[b"System", b"Volumes", b"Data"])
        .or_else(|| follow(&[b"var", b"lib", b"docker", b"overlay2", b"*", b"merged"]))
        .or_else(|| follow(&[b"var", b"lib", b"docker", b"overlay2", b"*", b"diff"]))
        .or_else(|| follow(&[b"proc", b"*", b"root"]))
        .or_else(|| follow(&[b"run", b"host"]))
        .unwrap_or(at)
}

/// Whether a separator stands at `at`, percent-encoded ones included.
pub(crate) fn is_separator(bytes: &[u8], at: usize) -> bool {
    separator(bytes, at).is_some()
}

/// Length of the separator at `at`.
fn separator(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'/' => Some(run_of(bytes, at, b'/')),
        b'\\' => {
            let run = run_of(bytes, at, b'\\');
            let slash = usize::from(bytes.get(at + run) == Some(&b'/'));
            Some(run + slash)
        }
        b'%' => matches!(hex_pair(bytes, at + 1), Some(b'/' | b'\\')).then_some(3),
        _ => None,
    }
}

/// The component behind the separator at `at`, and the offset behind it.
fn component(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let from = at + separator(bytes, at)?;
    let len = bytes[from..]
        .iter()
        .take(256)
        .take_while(|&&b| {
            b.is_ascii_alphanumeric() || b >= 0x80 || matches!(b, b'_' | b'-' | b'.' | b'$' | b'?')
        })
        .count();
    Some((&bytes[from..from + len], from + len))
}

/// Offset behind `file://`, `vscode-remote://authority` and the like.
fn after_scheme(bytes: &[u8]) -> usize {
    let scheme = bytes
        .iter()
        .take(24)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        .count();
    if scheme < 2 || bytes.get(scheme) != Some(&b':') {
        return 0;
    }
    if !bytes[scheme + 1..].starts_with(b"//") {
        return scheme + 1;
    }
    let from = scheme + 3;
    let path = memchr::memchr(b'/', &bytes[from..]).map_or(bytes.len(), |at| from + at);
    match is_drive(bytes, path + 1) {
        Some(_) => path + 1,
        None => path,
    }
}

/// `-Users-x-p` as `/Users/x/p`: exact as long as no component has a dash, a dot or a space.
fn dashes(raw: &str) -> Option<String> {
    let body = raw.strip_prefix('-')?;
    let known = ["Users-", "home-", "root-"]
        .iter()
        .any(|first| body.starts_with(first));
    known.then(|| raw.replace('-', "/"))
}

fn folds(canonical: &str) -> bool {
    canonical.starts_with("/users") || canonical.as_bytes().get(1) == Some(&b':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn one_place(home: Option<&str>, spellings: &[&str]) {
        let first = canonical(spellings[0], home);
        for spelling in spellings {
            assert_eq!(canonical(spelling, home), first, "{spelling}");
        }
    }

    #[test]
    fn a_windows_directory_has_one_identity() {
        one_place(
            Some("C:\\Users\\tilda"),
            &[
                r"C:\Users\tilda\Brightloom App",
                r"c:\users\tilda\brightloom app\",
                r"C:\\Users\\tilda\\Brightloom App",
                r"C:\\\\Users\\\\tilda\\\\Brightloom App",
                "C:/Users/tilda/Brightloom App",
                "/mnt/c/Users/tilda/Brightloom App",
                r"/mnt/c/Users/tilda/Brightloom\ App",
                "/c/Users/tilda/Brightloom App/",
                "/cygdrive/c/Users/tilda/Brightloom App",
                "file:///C:/Users/tilda/Brightloom%20App",
                "file:///c%3A/Users/tilda/Brightloom%20App",
                "C%3A%2FUsers%2Ftilda%2FBrightloom%20App",
                r"\\?\C:\Users\tilda\Brightloom App",
                "~/Brightloom App",
                r"%USERPROFILE%\Brightloom App",
            ],
        );
    }

    #[test]
    fn a_posix_directory_has_one_identity() {
        one_place(
            Some("/home/tilda"),
            &[
                "/home/tilda/loom",
                "/home/tilda//loom/",
                "~/loom",
                "$HOME/loom",
                "file:///home/tilda/loom",
                "vscode-remote://wsl%2Bubuntu/home/tilda/loom",
                r"\\wsl$\Ubuntu\home\tilda\loom",
                r"\\wsl.localhost\Ubuntu-24.04\home\tilda\loom",
                r"\\\\wsl$\\Ubuntu\\home\\tilda\\loom",
                "/var/home/tilda/loom",
                r"\/home\/tilda\/loom",
                "%2Fhome%2Ftilda%2Floom",
                "/proc/4711/root/home/tilda/loom",
                "/var/lib/docker/overlay2/0f3a/merged/home/tilda/loom",
                "-home-tilda-loom",
            ],
        );
    }

    #[test]
    fn macos_does_not_tell_case_apart() {
        one_place(
            Some("/Users/tilda"),
            &[
                "/Users/tilda/Source/Loom",
                "/Users/tilda/source/loom",
                "/System/Volumes/Data/Users/tilda/Source/Loom",
                "~/Source/Loom",
                "-Users-tilda-Source-Loom",
            ],
        );
        assert_eq!(canonical("/private/tmp/x", None), canonical("/tmp/x", None));
    }

    #[test]
    fn different_places_stay_apart() {
        let home = Some("/home/tilda");
        for (a, b) in [
            ("/home/tilda/loom", "/home/tilda/loom2"),
            ("/home/tilda/loom", "/home/tilda/Loom"),
            ("/home/tilda", "/home/tilde"),
            (r"\\server\share\loom", r"C:\share\loom"),
            ("~/loom", "/root/loom"),
        ] {
            assert_ne!(canonical(a, home), canonical(b, home), "{a} {b}");
        }
    }

    #[test]
    fn native_is_what_a_tool_takes() {
        let mac = Some("/Users/tilda");
        let windows = Some(r"C:\Users\tilda");
        for (raw, home, want) in [
            ("~/loom", mac, "/Users/tilda/loom"),
            ("~", mac, "/Users/tilda"),
            ("~/loom", windows, r"C:\Users\tilda\loom"),
            ("~/loom", None, "~/loom"),
            (r"C:\\Users\\tilda\\a b", windows, r"C:\Users\tilda\a b"),
            (r"\\\\fs1\\share\\x", None, r"\\fs1\share\x"),
            (r"\\fs1\share\x", None, r"\\fs1\share\x"),
            (r"\\wsl$\Ubuntu\home\t", None, r"\\wsl$\Ubuntu\home\t"),
            ("/mnt/c/Users/tilda", windows, "/mnt/c/Users/tilda"),
            (r"/Users/tilda/a\ b", mac, "/Users/tilda/a b"),
            ("/Users/tilda/a%20b", mac, "/Users/tilda/a b"),
            ("c%3A/Users/tilda", None, "c:/Users/tilda"),
            ("file:///Users/tilda/a%20b", mac, "/Users/tilda/a b"),
            (r"\/Users\/tilda", mac, "/Users/tilda"),
            ("-Users-tilda-loom", mac, "-Users-tilda-loom"),
        ] {
            assert_eq!(native(raw, home), want, "{raw}");
        }
    }

    proptest! {
        #[test]
        fn a_native_path_is_the_same_place(
            parts in proptest::collection::vec("[a-z][a-z0-9_]{1,6}( [A-Z][a-z]{1,4})?", 1..5),
            form in 0usize..8,
        ) {
            let home = Some("/home/tilda");
            let joined = |sep: &str| parts.join(sep);
            let raw = match form {
                0 => format!("/{}", joined("/")),
                1 => format!("~/{}", joined("/")),
                2 => format!("C:\\{}", joined("\\")),
                3 => format!("C:\\\\{}", joined("\\\\")),
                4 => format!("/{}", joined("/").replace(' ', "%20")),
                5 => format!("/{}", joined("/").replace(' ', "\\ ")),
                6 => format!("\\/{}", joined("\\/")),
                _ => format!("\\\\srv1\\{}", joined("\\")),
            };
            let tool = native(&raw, home);
            prop_assert_eq!(canonical(&tool, home), canonical(&raw, home));
            prop_assert_eq!(&native(&tool, home), &tool);
        }

        #[test]
        fn any_text_is_read_without_panic(raw in "\\PC{0,40}", home in proptest::option::of("\\PC{0,12}")) {
            let _ = canonical(&raw, home.as_deref());
            let _ = native(&raw, home.as_deref());
        }

        #[test]
        fn odd_paths_are_read_without_panic(raw in "[~/\\\\%C:2Fmntws$.?a\"' \n-]{0,24}") {
            let once = canonical(&raw, None);
            let _ = native(&raw, Some(&once));
        }
    }
}
