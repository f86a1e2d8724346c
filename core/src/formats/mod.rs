//! The flat list of token formats. Adding a format is one row in the file of its family.
//!
//! Every promise about the rows is a test in `tests.rs` that loops over the list; `docs/formats.md` is made from it.

/// Texts for tests, which a build without the feature `examples` does not carry.
macro_rules! samples {
    ($($text:literal),+ $(,)?) => {
        if cfg!(any(test, feature = "examples")) {
            &[$($text),+]
        } else {
            &[]
        }
    };
}

#[cfg(any(test, feature = "examples"))]
mod document;
mod samples;
#[cfg(test)]
mod statistics;
#[cfg(test)]
pub(crate) mod tests;

use crate::Span;
use crate::shape::Shape;

#[cfg(any(test, feature = "examples"))]
pub use document::document;
use samples::is_made_up;
pub use samples::is_sample;
pub(crate) use samples::{counts, is_documented, is_filled_in};

/// How a format is found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// By the literal that the shape starts with.
    Prefix,
    /// By a literal inside the token, which starts `min` to `max` bytes before it.
    Inner {
        /// The literal; at least 2 bytes.
        text: &'static str,
        /// The fewest bytes before it.
        min: u8,
        /// The most bytes before it.
        max: u8,
    },
    /// Not by itself: it looks like other things. Only near one of these words, in lower case.
    Near(&'static [&'static str]),
}

/// One token format: the row is the whole definition.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Stable name, `provider-what`; it is the rule's name in replacements.
    pub id: &'static str,
    /// Who issues it.
    pub provider: &'static str,
    /// What it is, in the provider's words.
    pub what: &'static str,
    /// Matching and generation.
    pub shape: Shape,
    /// How it is found.
    pub anchor: Anchor,
    /// Invented tokens without the shape's prefix, so that no scanner takes this file for a leak. Empty without the
    /// feature `examples`, as are the near misses.
    pub examples: &'static [&'static str],
    /// What must not match, written in the same way.
    pub near_misses: &'static [&'static str],
    /// Where the facts come from.
    pub source: &'static str,
}

macro_rules! families {
    ($($(#[doc = $doc:literal])+ $module:ident,)+) => {
        $(mod $module;)+

        /// The formats, family by family, with the family's title.
        pub const FAMILIES: &[(&str, &[Format])] = &[
            $((concat!($($doc),+), $module::FORMATS),)+
        ];
    };
}

families! {
    /// Code hosts
    git_hosts,
    /// Code search and quality
    code_quality,
    /// Package registries and build outputs
    packages,
    /// Amazon Web Services
    aws,
    /// Azure
    azure,
    /// Google
    google,
    /// Other clouds
    cloud,
    /// Hosting and edge
    hosting,
    /// Models
    ai,
    /// Around models
    ai_tools,
    /// Payments and commerce
    payments,
    /// Exchanges and shipping
    exchanges,
    /// Chat and telephony
    chat,
    /// Webhooks
    webhooks,
    /// Mail and support
    mail,
    /// Builds
    ci,
    /// Secret stores and flags
    secret_stores,
    /// Clusters and networks
    clusters,
    /// Data stores
    data,
    /// Search and streams
    search,
    /// Observability
    observability,
    /// Analytics and alerts
    analytics,
    /// Work
    work,
    /// Content and maps
    content,
    /// Testing and data services
    testing_services,
    /// Identity and signed tokens
    identity,
    /// Social and media
    social,
    /// Key material
    crypto,
    /// Password hashes
    hashes,
}

/// How many formats there are.
pub const COUNT: usize = count();

/// Every format, in one list.
pub(crate) const ALL: &[Format] = &flat();

/// The same list without what only people and tests read. This is the one that a running session uses: a
/// constant that it does not touch (examples, sources) is not in the component.
static LEAN: [Format; COUNT] = lean();

const fn count() -> usize {
    let (mut family, mut total) = (0, 0);
    while family < FAMILIES.len() {
        total += FAMILIES[family].1.len();
        family += 1;
    }
    total
}

const fn flat() -> [Format; COUNT] {
    let mut rows = [FAMILIES[0].1[0]; COUNT];
    let (mut family, mut at) = (0, 0);
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].1.len() {
            rows[at] = FAMILIES[family].1[row];
            row += 1;
            at += 1;
        }
        family += 1;
    }
    rows
}

const fn lean() -> [Format; COUNT] {
    let mut rows = flat();
    let mut at = 0;
    while at < COUNT {
        rows[at].provider = "";
        rows[at].what = "";
        rows[at].examples = &[];
        rows[at].near_misses = &[];
        rows[at].source = "";
        at += 1;
    }
    rows
}

/// The formats as a session needs them: id, shape and anchor.
pub(crate) fn running() -> &'static [Format] {
    &LEAN
}

/// Every format; a format's index here is its number in [`Rule::Format`](crate::Rule::Format).
pub fn all() -> &'static [Format] {
    ALL
}

/// The format of that number, with id, shape and anchor; what people read about it is in [`all`].
///
/// # Panics
/// If there is none; numbers come only from [`all`].
pub fn get(index: u16) -> &'static Format {
    &LEAN[usize::from(index)]
}

impl Format {
    /// The literal that a scanner looks for; `None` for a format that is found by its context only.
    pub const fn anchor(&self) -> Option<&'static str> {
        match self.anchor {
            Anchor::Prefix => Some(self.shape.prefix()),
            Anchor::Inner { text, .. } => Some(text),
            Anchor::Near(_) => None,
        }
    }

    /// The token of this format whose anchor stands at `text[anchor_at..]`, if it is one: its borders fit on both
    /// sides and it is no documented sample. Offsets are bytes of `text`.
    pub fn find(&self, text: &[u8], anchor_at: usize) -> Option<Span> {
        let (min, max) = match self.anchor {
            Anchor::Prefix => (0, 0),
            Anchor::Inner { min, max, .. } => (usize::from(min), usize::from(max)),
            Anchor::Near(_) => return None,
        };
        let starts = anchor_at.saturating_sub(max)..=anchor_at.checked_sub(min)?;
        let inner = min > 0;
        starts
            .filter(|start| starts_word(text, *start) && !(inner && is_escape(text, *start)))
            .find_map(|start| {
                let span = Span::new(start, start + self.shape.matches(text, start)?);
                (span.end > anchor_at).then_some(span)
            })
            .filter(|span| {
                let (token, prefix) = (&text[span.start..span.end], self.shape.prefix().len());
                !is_sample(token, prefix) && !is_made_up(token, prefix)
            })
    }

    /// The token of this format that starts at `text[at..]`, for values found by their context.
    pub fn value_at(&self, text: &[u8], at: usize) -> Option<Span> {
        let span = Span::new(at, at + self.shape.matches(text, at)?);
        let sample = samples::is_filled_in(&text[span.start..span.end], self.shape.prefix().len());
        (starts_word(text, at) && !is_escape(text, at) && !sample).then_some(span)
    }

    /// The invented tokens whole, with the prefix.
    pub fn whole_examples(&self) -> impl Iterator<Item = String> {
        let prefix = self.shape.prefix();
        self.examples
            .iter()
            .map(move |tail| format!("{prefix}{tail}"))
    }

    /// The near misses whole, with the prefix.
    pub fn whole_near_misses(&self) -> impl Iterator<Item = String> {
        let prefix = self.shape.prefix();
        self.near_misses
            .iter()
            .map(move |tail| format!("{prefix}{tail}"))
    }
}

/// Whether a token may start at `text[at..]`: no letter or digit stands before it, unless that belongs to an
/// escape sequence (`\n`, `\x1b`, `\u001b`, `%3D`, `ESC [ 0 m`).
pub fn starts_word(text: &[u8], at: usize) -> bool {
    let before = &text[..at.min(text.len())];
    match before.last() {
        // `https://api.telegram.org/bot<token>/getMe`
        Some(last) if last.is_ascii_alphanumeric() => {
            ends_in_escape(before) || before.ends_with(b"/bot")
        }
        _ => true,
    }
}

/// Whether the letter at `at` belongs to a line break or a tab of a string literal (`\n`), unless the token itself
/// says by its prefix that it begins there.
fn is_escape(text: &[u8], at: usize) -> bool {
    let letter = matches!(text.get(at), Some(b'n' | b'r' | b't'));
    letter
        && at
            .checked_sub(1)
            .is_some_and(|before| text[before] == b'\\')
}

fn ends_in_escape(before: &[u8]) -> bool {
    let tail = &before[before.len().saturating_sub(10)..];
    let hex = |count: usize, mark: &[u8]| {
        let Some(split) = tail.len().checked_sub(count) else {
            return false;
        };
        tail[split..].iter().all(u8::is_ascii_hexdigit) && tail[..split].ends_with(mark)
    };
    let one_letter = matches!(
        tail,
        [
            ..,
            b'\\',
            b'n' | b'r' | b't' | b'b' | b'f' | b'v' | b'a' | b'0' | b'e'
        ]
    );
    one_letter || hex(2, b"%") || hex(2, b"\\x") || hex(4, b"\\u") || ends_in_colour(tail)
}

/// `ESC [ 1 ; 31 m` and its kin, with the escape character or its spelling in JSON.
fn ends_in_colour(tail: &[u8]) -> bool {
    let Some((b'm' | b'K', digits)) = tail.split_last() else {
        return false;
    };
    let start = digits
        .iter()
        .rposition(|byte| !byte.is_ascii_digit() && *byte != b';');
    start.is_some_and(|start| digits[start] == b'[')
}
