//! A provider's name and a bare value beside it: `datadog api key 9f1c...`, `| refiner | 0b62f1c4-... |`,
//! `<clockify><key>...`, `podioSecret -> ...`.
//!
//! A value with a fixed prefix needs none of this. Others look like commit hashes, digests and ids, so three things
//! must come together: a name of the list within reach, a value that has that provider's shape, and no word between
//! them that makes it something else. With a credential word between the two any drawn value is one.

use super::{placeholder, verdict};
use crate::anchor::{Prefilter, SLOTS, bit_of, fold, slot_of};
use crate::block::{self, Masks};
use crate::detect::Cx;
use crate::formats::{self, is_filled_in};
use crate::handle::Handle;
use crate::lexicon::{self, providers::PROVIDERS, set::Set};
use crate::{Rank, Rule, Span, strength};

/// How far behind the name a value may begin.
const REACH: usize = 96;
/// Shortest and longest value that no shape vouches for.
const BARE: std::ops::RangeInclusive<usize> = 16..=200;

/// What a provider's keys look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A row of the formats, by number.
    Format(u16),
    /// 8-4-4-4-12 hexadecimal digits.
    Uuid,
    /// As many hexadecimal digits.
    Hex(u8),
    /// Whatever looks drawn.
    Any,
}

/// A name, and what stands beside it.
#[derive(Clone, Copy)]
struct Name {
    text: &'static str,
    value: Value,
}

const COUNT: usize = count();

/// Whether a word of a format can wake anything: the pass stops at letters and digits.
const fn is_name(word: &str) -> bool {
    word.len() >= 3 && word.as_bytes()[0].is_ascii_alphanumeric()
}

const fn count() -> usize {
    let mut total = 0;
    let mut group = 0;
    while group < PROVIDERS.len() {
        total += PROVIDERS[group].1.len();
        group += 1;
    }
    let mut format = 0;
    while format < formats::ALL.len() {
        if let formats::Anchor::Near(words) = formats::ALL[format].anchor {
            let mut word = 0;
            while word < words.len() {
                total += is_name(words[word]) as usize;
                word += 1;
            }
        }
        format += 1;
    }
    total
}

const fn names() -> [Name; COUNT] {
    let value = Value::Any;
    let mut out = [Name { text: "", value }; COUNT];
    let mut at = 0;
    let mut group = 0;
    while group < PROVIDERS.len() {
        let (value, names) = PROVIDERS[group];
        let mut name = 0;
        while name < names.len() {
            let text = names[name];
            out[at] = Name { text, value };
            at += 1;
            name += 1;
        }
        group += 1;
    }
    let mut format = 0;
    while format < formats::ALL.len() {
        if let formats::Anchor::Near(words) = formats::ALL[format].anchor {
            let value = Value::Format(format as u16);
            let mut word = 0;
            while word < words.len() {
                if is_name(words[word]) {
                    let text = words[word];
                    out[at] = Name { text, value };
                    at += 1;
                }
                word += 1;
            }
        }
        format += 1;
    }
    out
}

/// The names by their first three letters: those of bucket `b` are `names[starts[b]..starts[b + 1]]`.
struct Index {
    first: Prefilter,
    starts: [u16; SLOTS + 1],
    /// The first four bytes of each name without case, of three where it has no more: they settle nearly every
    /// comparison.
    heads: [u32; COUNT],
    names: [Name; COUNT],
}

static INDEX: Index = index();

#[allow(
    clippy::large_const_arrays,
    long_running_const_eval,
    reason = "some hundred names, sorted once by the compiler"
)]
const fn index() -> Index {
    let all = names();
    let mut first = [0u64; 512];
    let mut starts = [0u16; SLOTS + 1];
    let mut at = 0;
    while at < COUNT {
        let text = all[at].text.as_bytes();
        let word = u32::from_le_bytes([text[0], text[1], text[2], 0]);
        let bit = bit_of(word);
        first[bit >> 6] |= 1 << (bit & 63);
        starts[slot_of(word) + 1] += 1;
        at += 1;
    }
    let mut bucket = 0;
    while bucket < SLOTS {
        starts[bucket + 1] += starts[bucket];
        bucket += 1;
    }
    let (mut next, mut names, mut heads, mut at) = (starts, all, [0u32; COUNT], 0);
    while at < COUNT {
        let text = all[at].text.as_bytes();
        let bucket = slot_of(u32::from_le_bytes([text[0], text[1], text[2], 0]));
        names[next[bucket] as usize] = all[at];
        let fourth = if text.len() > 3 { text[3] } else { 0 };
        heads[next[bucket] as usize] =
            fold(u32::from_le_bytes([text[0], text[1], text[2], fourth]));
        next[bucket] += 1;
        at += 1;
    }
    Index {
        first: Prefilter::of(first),
        starts,
        heads,
        names,
    }
}

/// Whether more than the rest of a value that the block before ended in may stand in a block.
#[inline(always)]
pub(crate) fn is_fresh(drawn: u64, before: u64) -> bool {
    let goes_on = drawn & (drawn.wrapping_add(1)) == 0 && before >> 63 == 1;
    drawn != 0 && !goes_on
}

/// A drawn value may stand in the block at `base`. Looks at the words that begin there and in the block before, whose
/// starts are `before`: clean text has no such values, so the names cost it nothing.
#[inline(never)]
pub(crate) fn before_value(cx: &mut Cx<'_>, base: usize, masks: &Masks, before: u64) {
    let alone = masks.drawn
        & masks
            .drawn
            .wrapping_add(masks.drawn & masks.drawn.wrapping_neg())
        == 0;
    if alone && is_digest(cx, run_start(cx, base, masks)) {
        return;
    }
    let last = 63 - masks.drawn.leading_zeros();
    let here = (masks.starts | (masks.escaped << 1)) & (u64::MAX >> (63 - last));
    for (base, mut starts) in [(base.wrapping_sub(64), before), (base, here)] {
        while starts != 0 {
            let at = base.wrapping_add(starts.trailing_zeros() as usize);
            starts &= starts - 1;
            let word = block::word_at(cx.bytes, at);
            if at >= cx.named && INDEX.first.may_start(word) {
                names_at(cx, at, word);
            }
        }
    }
    cx.named = base + last as usize + 1;
}

/// Where the run of letters and digits begins that the first drawn value of the block belongs to.
fn run_start(cx: &Cx<'_>, base: usize, masks: &Masks) -> usize {
    let bit = masks.drawn.trailing_zeros();
    let lead = (masks.words << (63 - bit)).leading_ones();
    let at = base + bit as usize + 1 - lead as usize;
    if lead <= bit {
        return at;
    }
    let lead = cx.bytes[..at].iter().rev().take(72);
    at - lead.take_while(|b| b.is_ascii_alphanumeric()).count()
}

/// Whether the run at `start` is a digest of a lock file or a container image.
fn is_digest(cx: &Cx<'_>, start: usize) -> bool {
    const BEFORE: &[&[u8]] = &[b"checksum = \"", b"sha512-", b"sha256:", b"sha1-", b"h1:"];
    BEFORE.iter().any(|before| cx.ends_at(start, before))
}

fn names_at(cx: &mut Cx<'_>, at: usize, word: u32) {
    let bucket = slot_of(word);
    let range = usize::from(INDEX.starts[bucket])..usize::from(INDEX.starts[bucket + 1]);
    let (folded, short) = (fold(word), fold(word & 0x00ff_ffff));
    for number in range {
        let head = INDEX.heads[number];
        if head != folded && head != short {
            continue;
        }
        let name = &INDEX.names[number];
        let end = at + name.text.len();
        let stands = cx.bytes.get(at..end);
        if stands.is_some_and(|text| text.eq_ignore_ascii_case(name.text.as_bytes())) {
            near(cx, at, end, name.value);
        }
    }
}

/// A name of the list stands at `at`.
fn near(cx: &mut Cx<'_>, at: usize, end: usize, value: Value) {
    if cx.ends_at(at, b"</") || continues_a_word(cx, end) {
        return;
    }
    if let Some((span, rule)) = Walk::new(at, end).value(cx, value) {
        cx.secret(span, Rank::Context, rule);
    }
}

/// Whether a provider's name begins `name`: then `NAME_KEY` is a key of that provider's.
pub(crate) fn begins(cx: &Cx<'_>, name: Span) -> bool {
    let word = block::word_at(cx.bytes, name.start);
    let bucket = slot_of(word);
    let mut range = usize::from(INDEX.starts[bucket])..usize::from(INDEX.starts[bucket + 1]);
    let text = &cx.bytes[name.start..name.end];
    range.any(|number| {
        let known = INDEX.names[number].text.as_bytes();
        text.get(..known.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(known))
    })
}

/// Whether the name at hand is the beginning of a longer word that speaks of no credential: `linearly`.
fn continues_a_word(cx: &Cx<'_>, end: usize) -> bool {
    let (last, next) = (cx.before(end), cx.byte(end));
    let same = last.is_ascii_lowercase() && next.is_ascii_lowercase()
        || last.is_ascii_uppercase() && next.is_ascii_uppercase();
    let rest = word_at(cx.bytes, end);
    same && !tells(rest)
        && !one_of(
            rest,
            &["app", "api", "io", "hq", "ai", "crm", "com", "cloud", "dev"],
        )
}

/// The letters and digits at `at`, as many as can matter.
fn word_at(bytes: &[u8], at: usize) -> &[u8] {
    let rest = &bytes[at..bytes.len().min(at + REACH)];
    let len = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    &rest[..len]
}

/// The way from a name to its value.
struct Walk {
    /// The name.
    start: usize,
    name_end: usize,
    at: usize,
    /// A credential word was passed, and nothing since that takes it back.
    told: bool,
    /// Words that say nothing, since the name or the last credential word.
    strangers: usize,
    lines: usize,
}

impl Walk {
    fn new(start: usize, name_end: usize) -> Self {
        Walk {
            start,
            name_end,
            at: name_end,
            told: false,
            strangers: 0,
            lines: 0,
        }
    }

    fn value(mut self, cx: &Cx<'_>, value: Value) -> Option<(Span, Rule)> {
        let limit = cx.bytes.len().min(self.name_end + REACH);
        while self.at < limit {
            let byte = cx.bytes[self.at];
            // What stood there had words of its own, and its length.
            if (byte == b'[' || byte.is_ascii_alphabetic())
                && Handle::parse_at(cx.bytes, self.at).is_some()
            {
                return None;
            }
            if byte.is_ascii_alphanumeric() {
                let word = word_at(cx.bytes, self.at);
                if let Some(found) = self.candidate(cx, value, word) {
                    return Some(found);
                }
                self.pass(word)?;
                self.at += word.len();
            } else {
                self.step(byte)?;
                self.at += 1;
            }
        }
        None
    }

    /// Over a byte between words; `None` where the sentence, the statement or the second line ends.
    fn step(&mut self, byte: u8) -> Option<()> {
        match byte {
            b'\n' if self.lines == 0 && self.strangers == 0 => self.lines = 1,
            b'\n' | b';' | b'?' | b'!' | b'%' | b'$' | b'&' | b'@' => return None,
            _ => {}
        }
        Some(())
    }

    /// Over a word; `None` if it makes of the value something else.
    fn pass(&mut self, word: &[u8]) -> Option<()> {
        if has(&OTHERS, word) {
            return None;
        }
        if tells(word) {
            (self.told, self.strangers) = (true, 0);
        } else if has(&NAMES, word) {
            (self.told, self.strangers) = (false, self.strangers + 1);
        } else if !has(&LINKS, word) && !(word.len() <= 2 && word.iter().all(u8::is_ascii_digit)) {
            self.strangers += 1;
        }
        (self.strangers <= 4 && self.lines == 0).then_some(())
    }

    /// The value at the word at hand, if one stands there.
    fn candidate(&self, cx: &Cx<'_>, value: Value, word: &[u8]) -> Option<(Span, Rule)> {
        let joined = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':');
        let rest = &cx.bytes[self.at..cx.bytes.len().min(self.at + 24)];
        let run = rest.iter().take_while(joined).count();
        let quick = run >= 11 && (run >= 16 || rest[..run].iter().any(u8::is_ascii_digit));
        if !quick || self.strangers > 0 || tells(word) || !formats::starts_word(cx.bytes, self.at) {
            return None;
        }
        if shows_the_public(&cx.bytes[self.name_end..self.at]) {
            return None;
        }
        let own = shaped(cx, self.at, value);
        let any = || self.assigns(cx).then(|| bare(cx, self.at)).flatten();
        if let Some(span) = own.or_else(any)
            && (self.told || self.stands_alone(cx, span, own.and(Some(value))))
        {
            let rule = match value {
                Value::Format(number) if own.is_some() => Rule::Format(number),
                _ => Rule::ProviderKeyword,
            };
            return Some((span, rule));
        }
        let span = self.told.then(|| bare(cx, self.at)).flatten()?;
        Some((span, Rule::ProviderKeyword))
    }

    /// Whether the value is given to the name itself: `name = `, `"name": `.
    fn assigns(&self, cx: &Cx<'_>) -> bool {
        let between = &cx.bytes[self.name_end..self.at];
        between.len() <= 8 && between.iter().any(|b| matches!(b, b'=' | b':'))
    }

    /// Whether name and value alone are enough: the name is no word, or a credential word stands before it.
    fn stands_alone(&self, cx: &Cx<'_>, span: Span, value: Option<Value>) -> bool {
        let name = &cx.bytes[self.start..self.name_end];
        let shape = value.is_some_and(|value| value != Value::Any);
        // A shape that begins in its own way says more than one of letters and digits.
        let marked = matches!(value, Some(Value::Format(number)) if formats::get(number).shape.prefix().len() >= 2);
        let telling = (name.len() >= 5 || marked && name.len() >= 4)
            && !lexicon::is_word(name)
            && !one_of(name, ORDINARY);
        let text = span.of(cx.text).as_bytes();
        let drawn = strength::looks_random(text)
            || shape
                && text.len() >= 32
                && (marked || has_both(text))
                && !strength::is_made_of_words(text);
        drawn && (telling || told_before(cx, self.start))
    }
}

/// Whether a credential word stands before the name: `API key for Datadog: ...`.
fn told_before(cx: &Cx<'_>, start: usize) -> bool {
    let words = cx
        .line_before(start, 24)
        .split(|b| !b.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).any(tells)
}

/// The value of that shape at `at`.
fn shaped(cx: &Cx<'_>, at: usize, value: Value) -> Option<Span> {
    let span = match value {
        Value::Format(number) => return formats::get(number).value_at(cx.bytes, at),
        Value::Any => return bare(cx, at),
        Value::Uuid => Span::new(at, at + 36),
        Value::Hex(len) => Span::new(at, at + usize::from(len)),
    };
    let text = cx.bytes.get(span.start..span.end)?;
    let fits = match value {
        Value::Uuid => is_uuid(text),
        _ => text.iter().all(u8::is_ascii_hexdigit) && has_both(text),
    };
    let ends = !cx.byte(span.end).is_ascii_alphanumeric() && cx.byte(span.end) != b'-';
    (fits && ends && !is_filled_in(text, 0)).then_some(span)
}

fn is_uuid(text: &[u8]) -> bool {
    text.iter().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    })
}

fn has_both(text: &[u8]) -> bool {
    let digits = text.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = text.iter().filter(|b| b.is_ascii_alphabetic()).count();
    digits >= 2 && letters >= 2
}

/// A value at `at` that is no word, number, version, path or name of the program.
fn bare(cx: &Cx<'_>, at: usize) -> Option<Span> {
    let rest = &cx.bytes[at..cx.bytes.len().min(at + 256)];
    let taken = |b: &u8| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'~' | b'+' | b'/' | b'=')
    };
    let len = rest.iter().take_while(|b| taken(b)).count();
    let tail = rest[..len]
        .iter()
        .rev()
        .take_while(|b| matches!(b, b'.' | b'-' | b'/'))
        .count();
    let span = Span::new(at, at + len - tail);
    let text = span.of(cx.text);
    let bytes = text.as_bytes();
    let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let mixed = bytes
        .split(|b| *b == b'.')
        .all(|part| has_both(part) && part.iter().all(plain))
        && !strength::is_made_of_words(bytes);
    let drawn = BARE.contains(&bytes.len())
        && (mixed || strength::looks_random(bytes) || strength::is_scattered(bytes));
    let other = placeholder::is_placeholder(text)
        || placeholder::is_reference(text)
        || is_release(bytes)
        || is_filled_in(bytes, 0);
    // A call, an index, a host, or the name of a variable.
    let followed = matches!(cx.byte(span.end), b'(' | b'[' | b'@')
        || cx.byte(at + len) == b'['
        || memchr::memchr(b'=', bytes.trim_ascii_end()).is_some_and(|at| is_constant(&bytes[..at]));
    (drawn && !other && !followed).then_some(span)
}

/// `ACME_API_KEY`: the name of a variable.
fn is_constant(text: &[u8]) -> bool {
    let plain = |b: &u8| b.is_ascii_uppercase() || *b == b'_' || b.is_ascii_digit();
    text.contains(&b'_') && text.iter().all(plain)
}

/// A name with its version or date, as providers call their models: `quill-4o-mini-2025-07-18`.
fn is_release(text: &[u8]) -> bool {
    let mut parts = text.split(|b| matches!(b, b'-' | b'.' | b'_' | b'/'));
    let named = parts
        .clone()
        .any(|part| lexicon::is_word(part) || part.len() > 3);
    named
        && parts.clone().count() >= 3
        && parts.all(|part| {
            part.len() <= 3
                || part.iter().all(u8::is_ascii_lowercase) && part.len() <= 12
                || part.iter().all(u8::is_ascii_digit) && part.len() <= 8
        })
}

/// Whether the words before a value say that it is the key of a site, which its pages show.
fn shows_the_public(between: &[u8]) -> bool {
    let names = [&b"sitekey"[..], b"site_key", b"site-key", b"site key"];
    names.iter().any(|name| verdict::contains(between, name))
}

fn one_of(word: &[u8], list: &[&str]) -> bool {
    word.len() <= 16
        && list
            .iter()
            .any(|one| word.eq_ignore_ascii_case(one.as_bytes()))
}

/// Whether a word of any case is in a set.
fn has(set: &Set, word: &[u8]) -> bool {
    let mut lower = [0; 16];
    lower.get_mut(..word.len()).is_some_and(|lower| {
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        set.has(lower)
    })
}

/// Whether a word promises a credential: `key`, `apiKey`, `ACCESSTOKEN`, `secrets`.
fn tells(word: &[u8]) -> bool {
    const ENDS: &[&[u8]] = &[
        b"key",
        b"token",
        b"secret",
        b"private",
        b"access",
        b"password",
        b"passwd",
        b"credential",
        b"credentials",
        b"bearer",
        b"keys",
        b"tokens",
        b"secrets",
        b"auth",
        b"pat",
        b"licence",
        b"license",
        b"apikeys",
        b"crumb",
        b"login",
    ];
    let ends = |end: &[u8]| {
        word.len() >= end.len() && word[word.len() - end.len()..].eq_ignore_ascii_case(end)
    };
    word.len() <= 24 && ENDS.iter().any(|end| ends(end)) && !ends(b"monkey") && !ends(b"compat")
}

/// Names that are words, too rare for the lexicon.
#[rustfmt::skip]
const ORDINARY: &[&str] = &[
    "abstract", "apollo", "atlas", "autopilot", "bamboo", "bandwidth", "bootstrap", "braze", "canny", "cicero",
    "comet", "copper", "courier", "dandelion", "demio", "deputy", "drone", "enigma", "envoy", "fixer", "fulcrum",
    "galaxy", "galileo", "gemini", "greenhouse", "gusto", "harvest", "heap_", "hunter", "impala", "intercom",
    "iterable", "knock", "loops", "lucid", "magnetic", "mandrill", "marvel", "mistral", "mnemonic", "moderation",
    "nexus", "nimble", "nomad", "optimove", "outreach", "paddle", "particle", "phantom", "phrase", "portainer",
    "postbacks", "prospect", "railway", "raven", "recharge", "roaring", "rudder", "sanity", "semaphore", "square",
    "steam", "streak", "tableau", "tines", "verifier",
    "stripe", "teamwork", "teleport", "travis", "twist", "typeform", "unseal_key", "private_key", "privatekey",
    "secret_key", "access_token", "auth_token", "authtoken", "bot_token", "master_key", "routing_key",
    "private key", "unseal key", "identity_pool", "identitypool", "app_key",
];

/// Words that may stand between a credential word and the value.
#[rustfmt::skip]
static LINKS: Set = Set::new(&[
    "is", "was", "are", "to", "for", "of", "in", "on", "the", "my", "our", "your", "as", "here", "with", "and",
    "prod", "production", "staging", "stage", "dev", "development", "test", "testing", "live", "sandbox", "code",
    "value", "string", "set", "use", "using", "api", "rest", "client", "app", "service", "server", "account",
    "user", "new", "old", "current", "default", "data", "text", "json", "name", "content", "const", "var", "let",
    "admin", "v1", "v2", "v3", "io", "com", "http", "header", "x", "quot", "lt", "gt", "login", "soap", "cloud",
    "org", "net", "mainnet",
]);

/// Words that take a credential word back until the next one.
#[rustfmt::skip]
static NAMES: Set = Set::new(&[
    "id", "ids", "file", "path", "url", "uri", "host", "endpoint", "version", "project", "org", "organization",
    "region", "bucket", "type", "length", "expires", "issued", "created", "updated", "size", "count", "email",
    "username", "tag", "image",
]);

/// Words behind which comes a digest or an identifier.
#[rustfmt::skip]
static OTHERS: Set = Set::new(&[
    "commit", "commits", "sha", "sha1", "sha256", "sha384", "sha512", "md5", "digest", "checksum", "checksums",
    "hash", "hashes", "integrity", "uuid", "guid", "fingerprint", "thumbprint", "rev", "revision", "ref", "refs",
    "etag", "trace", "traceid", "span", "spanid", "request", "requestid", "correlation", "event", "eventid",
    "build", "run", "job", "container", "layer", "blob", "tree", "parent", "merge", "branch", "public",
    "publishable", "pubkey", "publickey", "issue", "ticket", "invoice", "order", "hex", "base64", "nonce",
]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contexts::found;

    const HEX: &str = "9f1c2ab7e4d05b6c8a3f7e2d1c0b9a84";
    const ID: &str = "0b62f1c4-5a7d-4e7e-9c1b-2f9d6a4e8c3b";
    const WORD: &str = "k7Lm2Qp9xRt5Zw3bN8vCq4Ty";

    /// Every name of the list, with a value of its shape.
    fn rows() -> impl Iterator<Item = (&'static str, String)> {
        PROVIDERS.iter().flat_map(|(value, names)| {
            let sample = match value {
                Value::Uuid => ID.to_owned(),
                Value::Hex(len) => HEX.repeat(2)[..usize::from(*len)].replace("849f", "84e1"),
                _ => WORD.to_owned(),
            };
            names.iter().map(move |name| (*name, sample.clone()))
        })
    }

    #[test]
    fn names_are_many_and_plain() {
        let mut names: Vec<_> = rows().map(|(name, _)| name).collect();
        assert!(names.len() >= 150);
        assert!(
            names
                .iter()
                .all(|name| is_name(name) && name.len() < 32 && *name == name.to_lowercase())
        );
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "a name stands twice");
    }

    #[test]
    fn every_provider_in_every_syntax() {
        for (name, value) in rows() {
            let upper = name.to_uppercase();
            for text in [
                format!("{name} api key {value}"),
                format!("the {name} token is {value}."),
                format!("{name} ACCESS {value}"),
                format!("{upper} secret -> {value}"),
                format!("{name}Key: {value}"),
                format!("<{name}><token>{value}</token></{name}>"),
                format!("| {name} key | {value} |"),
                format!("{name} private key:\n  {value}\n"),
                format!("{{\"provider\":\"{name}\",\"key\":\"{value}\"}}"),
                format!("API key for {name}: {value}"),
            ] {
                assert_eq!(found(&text), [value.as_str()], "{name}: {text}");
            }
        }
    }

    #[test]
    fn hashes_and_ids_are_none() {
        for (name, _) in rows() {
            for text in [
                format!("{name} commit {HEX}12345678"),
                format!("{name}/agent@sha256:{HEX}{HEX}"),
                format!("{name} request id {ID}"),
                format!("{name} trace {HEX}"),
                format!("{name} project id={ID}"),
                format!("pull {name} image {HEX}"),
                format!("{name} key rotation 2024-11-05T10:00:00"),
                format!("{name} key files under /usr/lib/{name}/keys"),
                format!("{name} token getAccountToken(x)"),
                format!(
                    "printenv | grep -i {name}\nX7_{}_KEY_2024_09=x",
                    name.to_uppercase()
                ),
                format!("{name} api version 2024.11.05-1200"),
                format!("{name} quill-4o-mini-20250718"),
                format!("{name} key for quill-3-5-large-2025-07-18"),
                format!("{HEX}12345678 add the {name} key"),
            ] {
                assert!(found(&text).is_empty(), "{text}: {:?}", found(&text));
            }
        }
    }

    #[test]
    fn a_name_alone_is_enough_where_it_is_none_but_a_name() {
        assert_eq!(found(&format!("refiner {ID}")), [ID]);
        assert_eq!(found(&format!("chartmogul: \"{WORD}\"")), [WORD]);
        assert_eq!(
            found("chartmogul_key => \"QwzkRTbmLxvNpKdr\""),
            ["QwzkRTbmLxvNpKdr"]
        );
        assert_eq!(
            found("the wrike access token is QwzkRTbmLxvNpKdr7"),
            ["QwzkRTbmLxvNpKdr7"]
        );
        for text in [
            format!("harvest {HEX}"),
            format!("linearly {HEX}"),
            format!("wrike folder list {HEX}"),
            format!("wrike site_key: {WORD}"),
        ] {
            assert!(found(&text).is_empty(), "{text}: {:?}", found(&text));
        }
    }
}
