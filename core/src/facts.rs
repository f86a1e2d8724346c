//! What the session knows of the machine: roots, homes, hosts; configured or learned.

use crate::anchor::fold;
use crate::identity::answers::Asked;
use crate::paths::spelling;
use crate::{Config, Kind, Secret};

/// Places and names of this machine that detectors ask for.
#[derive(Default)]
pub(crate) struct Facts {
    /// Roots, homes and private directories by identity, sorted.
    places: Vec<Place>,
    /// First components of the places, and of what of them is below the home.
    firsts: Vec<First>,
    /// Length in bytes of the longest identity.
    longest: usize,
    /// The lengths of the identities, one bit each; those from 255 on share a bit.
    lengths: [u64; 4],
    /// Whether an identity has a space in it.
    pub(crate) spaces: bool,
    /// The identity of the user's home.
    home: Option<Secret>,
    /// What the command before this text asked for.
    pub(crate) asked: Option<Asked>,
}

struct Place {
    /// See [`spelling::canonical`].
    canonical: Secret,
    kind: Kind,
}

/// A first component, in lower case.
struct First {
    word: Secret,
    /// Its first two bytes without case, the first one in the low byte; of a shorter one just that.
    head: u32,
    mask: u32,
}

impl First {
    fn new(word: &str) -> Self {
        let bytes = word.as_bytes();
        let byte = |at: usize| bytes.get(at).map_or(0, |&byte| u32::from(byte));
        let mask = if bytes.len() > 1 { 0xffff } else { 0xff };
        First {
            word: Secret::new(word),
            head: fold(byte(0) | byte(1) << 8) & mask,
            mask,
        }
    }
}

impl Facts {
    /// What the configuration says.
    pub(crate) fn from_config(config: &Config) -> Self {
        let mut facts = Self {
            home: config
                .home
                .as_deref()
                .map(|home| Secret::new(&spelling::canonical(home, None))),
            ..Self::default()
        };
        if let Some(home) = &config.home {
            facts.learn(Kind::Home, home);
        }
        for root in &config.roots {
            facts.learn(Kind::RepoRoot, root);
        }
        facts
    }

    /// Takes a value the session now knows. Returns whether it changes what is looked for.
    pub(crate) fn learn(&mut self, kind: Kind, raw: &str) -> bool {
        if !kind.is_root() || !spelling::is_path(raw) {
            return false;
        }
        let canonical = spelling::canonical(raw, self.home());
        let at = self.position(canonical.as_bytes());
        let known = self.places.get(at).map(|place| place.canonical.expose());
        if canonical.len() < 2 || known == Some(canonical.as_str()) {
            return false;
        }
        self.longest = self.longest.max(canonical.len());
        let (word, bit) = length_bit(canonical.len());
        self.lengths[word] |= bit;
        self.spaces |= canonical.contains(' ');
        self.learn_firsts(&canonical);
        let canonical = Secret::new(&canonical);
        self.places.insert(at, Place { canonical, kind });
        true
    }

    fn position(&self, canonical: &[u8]) -> usize {
        self.places
            .partition_point(|place| place.canonical.expose().as_bytes() < canonical)
    }

    fn learn_firsts(&mut self, canonical: &str) {
        let below_home = self
            .home()
            .and_then(|home| canonical.strip_prefix(home))
            .and_then(first_component);
        let from_root = match canonical.as_bytes() {
            [_, b':', ..] => first_component(&canonical[2..]),
            [b'~', ..] => first_component(&canonical[1..]),
            _ => first_component(canonical),
        };
        for word in from_root.into_iter().chain(below_home) {
            let word = word.to_ascii_lowercase();
            if !self.firsts.iter().any(|first| first.word.expose() == word) {
                self.firsts.push(First::new(&word));
            }
        }
    }

    /// The identity of the user's home, if it is known.
    pub(crate) fn home(&self) -> Option<&str> {
        self.home.as_ref().map(Secret::expose)
    }

    /// Length in bytes of the longest known place.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// Whether the identity of a known place may be `len` bytes long.
    pub(crate) fn has_length(&self, len: usize) -> bool {
        let (word, bit) = length_bit(len);
        self.lengths[word] & bit != 0
    }

    /// What the place of that identity is, if it is known.
    pub(crate) fn place(&self, canonical: &[u8]) -> Option<Kind> {
        let place = self.places.get(self.position(canonical))?;
        (place.canonical.expose().as_bytes() == canonical).then_some(place.kind)
    }

    /// Whether the place lies below a known root, or is one.
    pub(crate) fn is_inside_root(&self, canonical: &str) -> bool {
        self.roots().any(|root| is_below(canonical, root))
    }

    /// Whether a known root or the home lies below the place, or is it.
    pub(crate) fn is_above_root(&self, canonical: &str) -> bool {
        let home = self.home().into_iter();
        self.roots()
            .chain(home)
            .any(|root| is_below(root, canonical))
    }

    /// The identities of the known roots.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &str> {
        self.places
            .iter()
            .filter(|place| place.kind == Kind::RepoRoot)
            .map(|place| place.canonical.expose())
    }

    /// The first three bytes of the first component of every known root.
    pub(crate) fn beginnings(&self) -> impl Iterator<Item = [u8; 3]> {
        self.firsts
            .iter()
            .flat_map(|first| beginnings_of(first.word.expose().as_bytes()))
    }

    /// Whether the word at `at`, which begins with `start`, is the first component of a known root behind a separator.
    #[inline(always)]
    pub(crate) fn is_root_start(&self, bytes: &[u8], at: usize, start: u32) -> bool {
        let before = at.checked_sub(1).map_or(0, |before| bytes[before]);
        matches!(before, b'/' | b'\\') && self.begins_root(bytes, at, start)
    }

    fn begins_root(&self, bytes: &[u8], at: usize, start: u32) -> bool {
        let rest = &bytes[at..];
        let alike = |first: &&First| (fold(start) ^ first.head) & first.mask == 0;
        self.firsts.iter().filter(alike).any(|first| {
            let word = first.word.expose().as_bytes();
            let goes_on = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'_';
            rest.get(..word.len())
                .is_some_and(|part| part.eq_ignore_ascii_case(word))
                && !rest.get(word.len()).is_some_and(goes_on)
        })
    }
}

fn length_bit(len: usize) -> (usize, u64) {
    let len = len.min(255);
    (len / 64, 1 << (len % 64))
}

/// Whether `path` is `root` or lies below it.
fn is_below(path: &str, root: &str) -> bool {
    path.strip_prefix(root)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The first component that has a letter or digit, from that on: the pass stops at nothing else.
fn first_component(path: &str) -> Option<&str> {
    let path = path.trim_start_matches('/');
    let component = path.split('/').next()?;
    let start = component.find(|c: char| c.is_ascii_alphanumeric() || !c.is_ascii())?;
    (start == 0).then_some(component)
}

/// All beginnings that a component can have in a text: what follows a short one is not known.
fn beginnings_of(word: &[u8]) -> Vec<[u8; 3]> {
    const BEHIND: [u8; 8] = [b'/', b'\\', b'"', b' ', b'\n', b'\'', b':', b'<'];
    match *word {
        [a, b, c, ..] => vec![[a, b, c]],
        // The prefilter looks at five bits of each byte.
        [a, b] => (0..32).map(|c| [a, b, c]).collect(),
        [a] => BEHIND
            .iter()
            .flat_map(|&b| (0..32).map(move |c| [a, b, c]))
            .collect(),
        [] => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::word_at;

    fn facts() -> Facts {
        Facts::from_config(&Config {
            roots: vec!["/home/tilda/loom".into(), r"D:\work\loom".into()],
            home: Some("/home/tilda".into()),
            ..Config::default()
        })
    }

    #[test]
    fn places_are_known_by_identity() {
        let facts = facts();
        assert_eq!(facts.place(b"/home/tilda"), Some(Kind::Home));
        assert_eq!(facts.place(b"/home/tilda/loom"), Some(Kind::RepoRoot));
        assert_eq!(facts.place(b"d:/work/loom"), Some(Kind::RepoRoot));
        assert_eq!(facts.place(b"/home/tilda/loo"), None);
        assert!(facts.is_inside_root("/home/tilda/loom/src"));
        assert!(!facts.is_inside_root("/home/tilda/loom2"));
        assert!(facts.is_above_root("/home"));
    }

    #[test]
    fn a_place_is_learned_once() {
        let mut facts = facts();
        assert!(facts.learn(Kind::RepoRoot, "/srv/loom api"));
        assert!(facts.spaces);
        assert!(!facts.learn(Kind::RepoRoot, "/srv/loom api/"));
        assert!(!facts.learn(Kind::RepoRoot, "~/loom"));
        assert!(!facts.learn(Kind::User, "tilda"));
        assert!(!facts.learn(Kind::Dir, "not-a-path"));
    }

    #[test]
    fn first_components_wake_the_pass() {
        let facts = facts();
        for (text, at, want) in [
            (&b"/home/tilda/loom"[..], 1, true),
            (b"~/loom/a.rs", 2, true),
            (b"/mnt/d/work/loom", 7, true),
            (b"D:\\WORK\\loom", 3, true),
            (b"x homework", 2, false),
            (b"/homework/x", 1, false),
            (b"loom", 0, false),
        ] {
            assert_eq!(facts.is_root_start(text, at, word_at(text, at)), want);
        }
        let beginnings: Vec<_> = facts.beginnings().collect();
        assert!(beginnings.contains(b"hom") && beginnings.contains(b"wor"));
    }

    #[test]
    fn a_short_component_has_every_beginning() {
        assert!(beginnings_of(b"p").contains(&[b'p', b'/', b's' & 31]));
        assert_eq!(beginnings_of(b"ab").len(), 32);
    }
}
