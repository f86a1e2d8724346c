//! The shape of a token: what matches it, and how to make another one.
//!
//! Both directions work from one value, so a format that is detected is a format that is generated.

pub use crate::alphabet::Alphabet;
pub use crate::checksum::Checksum;
pub use crate::coding::Coding;
use crate::random::Draw;
use crate::{escaped, json_token, jwt, uuid};

/// A piece of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Fixed text.
    Lit(&'static str),
    /// `min` to `max` characters of an alphabet, as many as there are. Before a literal that is made of the
    /// same alphabet, the run ends at the last place where the literal fits.
    Run(Alphabet, u16, u16),
    /// A run that a fresh token keeps: a public parameter (a cost, a count of rounds), of which few values are valid.
    Kept(Alphabet, u16, u16),
    /// A run that encodes bytes without padding.
    Coded(Coding, u16, u16),
    /// One of several fixed texts; the first that fits, so the longer of two comes first.
    OneOf(&'static [&'static str]),
    /// These parts, or nothing.
    Opt(&'static [Part]),
}

/// How a fresh token of a shape is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// Every run is drawn on its own.
    Random,
    /// Header and payload are base64url of JSON (RFC 7519).
    Jwt,
    /// The body is base64 of a JSON object with these keys. The first is `{"<key>":`, which gives the prefix.
    Json(&'static [&'static str]),
}

/// What else counts as a token where the prefix alone is unmistakable: transcripts hold many that were cut or
/// made up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loose {
    /// What may follow the leading literal.
    pub alphabet: Alphabet,
    /// How many characters of it there must be.
    pub min: u16,
}

/// The longest tail that [`Loose`] takes, in bytes.
const LOOSE_MAX: usize = 512;

/// Prefix, alphabet, lengths and checksum of a token format.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The pieces in order, as the provider issues them.
    pub parts: &'static [Part],
    /// The rule over them.
    pub checksum: Checksum,
    /// How a fresh one is made.
    pub build: Build,
    /// What is taken besides.
    pub loose: Option<Loose>,
    /// Whether what follows the prefix must look drawn: short prefixes stand before words as well.
    pub drawn: bool,
}

impl Shape {
    /// The shape of these parts, without a checksum, made at random.
    pub const fn new(parts: &'static [Part]) -> Self {
        Self {
            parts,
            checksum: Checksum::None,
            build: Build::Random,
            loose: None,
            drawn: false,
        }
    }

    /// The same with a checksum.
    pub const fn checksum(mut self, checksum: Checksum) -> Self {
        self.checksum = checksum;
        self
    }

    /// The same, made in another way.
    pub const fn build(mut self, build: Build) -> Self {
        self.build = build;
        self
    }

    /// The same, with an unmistakable prefix: `min` or more characters of `alphabet` after it are a token too.
    pub const fn loose(mut self, alphabet: Alphabet, min: u16) -> Self {
        self.loose = Some(Loose { alphabet, min });
        self
    }

    /// The same, only where the rest looks drawn and not written: digits and letters, or many letters of both cases.
    pub const fn drawn(mut self) -> Self {
        self.drawn = true;
        self
    }

    /// The literal that the shape starts with; empty if it starts with none.
    pub const fn prefix(&self) -> &'static str {
        match self.parts {
            [Part::Lit(text), ..] => text,
            _ => "",
        }
    }

    /// Length in bytes of the token of this shape that starts at `text[at..]`, if one does.
    ///
    /// The byte after it does not continue it. What stands before it is the caller's to judge. A token with a
    /// failing checksum matches; see [`Shape::checksum_ok`].
    pub fn matches(&self, text: &[u8], at: usize) -> Option<usize> {
        let text = text.get(at..)?;
        self.exact(text).or_else(|| self.loosely(text))
    }

    /// Whether `token` obeys the checksum; `None` where the format has none or the length is not its own.
    pub fn checksum_ok(&self, token: &str) -> Option<bool> {
        let token = token.as_bytes();
        if self.checksum == Checksum::None || self.exact(token) != Some(token.len()) {
            return None;
        }
        Some(self.checksum.holds(token, self.prefix().len()))
    }

    /// Another token of this shape, as long as `original`, with no character derived from it.
    ///
    /// `original` is a token of this shape; of any other text the length and the prefix count.
    pub fn generate(&self, original: &str, draw: &mut Draw<'_>) -> String {
        let fresh = match self.build {
            Build::Random => None,
            Build::Jwt => jwt::generate(original, draw),
            Build::Json(keys) => json_token::generate(self.prefix(), keys, original, draw),
        };
        fresh.unwrap_or_else(|| self.random(original.as_bytes(), draw))
    }

    /// The characters that each part of `token` is drawn from, if it is, and its length.
    #[cfg(test)]
    pub(crate) fn pools(&self, token: &str) -> Vec<(Option<&'static [u8]>, usize)> {
        let mut pools = Vec::new();
        walk(self.parts, token.as_bytes(), &mut |part, piece| {
            let pool = match part {
                Part::Run(alphabet, ..) => Some(members(*alphabet, piece)),
                Part::Coded(coding, ..) => Some(members(coding.alphabet(), piece)),
                _ => None,
            };
            // The first digit of a number and the last character of an encoding are drawn from fewer.
            let number = matches!(part, Part::Run(Alphabet::Digits, ..)) && piece.len() > 1;
            let ends = match (part, piece.len()) {
                (Part::Run(Alphabet::Base64Percent, ..), len) => (len, 0),
                (_, 19 | 20) if number => (2, 0),
                _ => (
                    usize::from(number),
                    usize::from(matches!(part, Part::Coded(..))),
                ),
            };
            pools.push((None, ends.0));
            pools.push((pool, piece.len() - ends.0 - ends.1));
            pools.push((None, ends.1));
        });
        pools
    }

    fn exact(&self, text: &[u8]) -> Option<usize> {
        let len = walk(self.parts, text, &mut |_, _| {})?;
        let ends = text
            .get(len)
            .is_none_or(|next| !continues(self.parts, *next));
        let prefix = self.prefix().len();
        (ends && (!self.drawn || is_mixed(&text[prefix..len]))).then_some(len)
    }

    fn loosely(&self, text: &[u8]) -> Option<usize> {
        let loose = self.loose?;
        let tail = text.strip_prefix(self.prefix().as_bytes())?;
        let len = loose.alphabet.run(tail, LOOSE_MAX);
        let body = &tail[..len];
        let enough =
            len >= usize::from(loose.min) && is_mixed(body) && !crate::formats::counts(body, 6);
        enough.then_some(self.prefix().len() + len)
    }

    /// Draws every run; again while the outcome is no token (a word by chance, or a literal in a run).
    fn random(&self, original: &[u8], draw: &mut Draw<'_>) -> String {
        let mut fresh = Vec::with_capacity(original.len());
        let whole = self.exact(original) == Some(original.len());
        for _ in 0..64 {
            fresh.clear();
            if whole {
                self.random_parts(original, &mut fresh, draw);
            } else {
                let alphabet = self.loose.map_or(Alphabet::Alnum, |loose| loose.alphabet);
                let rest = original.len().saturating_sub(self.prefix().len());
                fresh.extend_from_slice(self.prefix().as_bytes());
                let tail = &original[original.len() - rest..];
                let members = members(alphabet, tail);
                fresh.extend((0..rest).map(|_| draw.of(members)));
            }
            if self.matches(&fresh, 0) == Some(fresh.len()) {
                break;
            }
        }
        fresh.into_iter().map(char::from).collect()
    }

    fn random_parts(&self, original: &[u8], fresh: &mut Vec<u8>, draw: &mut Draw<'_>) {
        walk(self.parts, original, &mut |part, piece| {
            draw_part(part, piece, fresh, draw);
            if piece.iter().all(|byte| *byte == b'=') {
                finish_padding(fresh);
            }
        });
        uuid::keep_version(original, fresh, draw);
        self.checksum.apply(fresh, self.prefix().len());
    }
}

/// Goes through `text` part by part and shows each with what stands for it. The length of all, if they fit.
fn walk(parts: &[Part], text: &[u8], visit: &mut impl FnMut(&Part, &[u8])) -> Option<usize> {
    let mut at = 0;
    for (index, part) in parts.iter().enumerate() {
        let rest = &text[at..];
        let len = match part {
            Part::Lit(literal) => rest
                .starts_with(literal.as_bytes())
                .then_some(literal.len())?,
            Part::OneOf(texts) => {
                let fits = |text: &&&str| rest.starts_with(text.as_bytes());
                texts.iter().find(fits)?.len()
            }
            Part::Run(alphabet, min, max) | Part::Kept(alphabet, min, max) => {
                run_len(*alphabet, *min, *max, parts.get(index + 1), rest)?
            }
            Part::Coded(coding, min, max) => {
                run_len(coding.alphabet(), *min, *max, parts.get(index + 1), rest)?
            }
            Part::Opt(inner) => {
                // Twice, so that nothing is shown of an option that does not fit.
                if walk_option(inner, rest).is_some() {
                    at += walk_shown(inner, rest, visit)?;
                }
                continue;
            }
        };
        visit(part, &rest[..len]);
        at += len;
    }
    Some(at)
}

/// [`walk`] without a visitor; a function of its own so that the recursion has one type.
fn walk_option(parts: &[Part], text: &[u8]) -> Option<usize> {
    let mut silent: &mut dyn FnMut(&Part, &[u8]) = &mut |_, _| {};
    walk(parts, text, &mut silent)
}

fn walk_shown(parts: &[Part], text: &[u8], visit: &mut dyn FnMut(&Part, &[u8])) -> Option<usize> {
    let mut visit: &mut dyn FnMut(&Part, &[u8]) = visit;
    walk(parts, text, &mut visit)
}

/// The length of a run of `min` to `max` characters at the start of `text`, of which the next literal may claim some.
fn run_len(
    alphabet: Alphabet,
    min: u16,
    max: u16,
    next: Option<&Part>,
    text: &[u8],
) -> Option<usize> {
    let min = usize::from(min);
    let longest = alphabet.run(text, usize::from(max));
    let fits = match next {
        Some(Part::Lit(literal)) if alphabet.has(literal.as_bytes()[0]) => (min..=longest)
            .rev()
            .find(|len| text[*len..].starts_with(literal.as_bytes())),
        _ => Some(longest),
    };
    fits.filter(|len| *len >= min)
}

/// Whether `next`, after a token of these parts, makes a longer word of it.
fn continues(parts: &[Part], next: u8) -> bool {
    let in_run = match parts.last() {
        Some(Part::Run(alphabet, ..) | Part::Kept(alphabet, ..)) => alphabet.has(next),
        Some(Part::Coded(coding, ..)) => coding.alphabet().has(next),
        Some(Part::Opt(inner)) => continues(inner, next),
        _ => false,
    };
    in_run || next.is_ascii_alphanumeric()
}

/// Whether `tail` looks drawn and not written: digits and letters, or many letters of both cases.
fn is_mixed(tail: &[u8]) -> bool {
    let (mut digits, mut upper, mut lower) = (0, 0, 0);
    for byte in tail {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'A'..=b'Z' => upper += 1,
            b'a'..=b'z' => lower += 1,
            _ => {}
        }
        let mixed = digits > 0 && upper + lower > 1;
        if mixed || (upper >= 4 && lower >= 4 && upper + lower >= 24) {
            return true;
        }
    }
    false
}

fn draw_part(part: &Part, piece: &[u8], fresh: &mut Vec<u8>, draw: &mut Draw<'_>) {
    match part {
        Part::Run(Alphabet::Digits, ..) => draw_number(piece, fresh, draw),
        Part::Run(Alphabet::Base64Percent, ..) => escaped::draw(piece, fresh, draw),
        Part::Run(alphabet, ..) => {
            let members = members(*alphabet, piece);
            fresh.extend(piece.iter().map(|_| draw.of(members)));
        }
        Part::Coded(coding, ..) => {
            let at = fresh.len();
            let members = members(coding.alphabet(), piece);
            fresh.extend(piece.iter().map(|_| draw.of(members)));
            coding.clear_spare_bits(&mut fresh[at..], piece.contains(&b'/'));
        }
        _ => fresh.extend_from_slice(piece),
    }
}

/// A number begins with no zero, and one of 19 or 20 digits (an id of Twitter's kind) fits into 64 bits.
fn draw_number(piece: &[u8], fresh: &mut Vec<u8>, draw: &mut Draw<'_>) {
    let digits = Alphabet::Digits.members();
    for at in 0..piece.len() {
        fresh.push(draw.of(match (at, piece.len()) {
            (0, 20) => b"1",
            (1, 20) | (0, 19) => b"1234567",
            (0, 2..) => &digits[1..],
            _ => digits,
        }));
    }
}

/// What is drawn in place of `piece`: where it holds no `/` and no `+`, which end a URI's authority or are a blank in
/// its query, none appears.
fn members(alphabet: Alphabet, piece: &[u8]) -> &'static [u8] {
    let mut members = same_case(alphabet, piece).members();
    for mark in [b'/', b'+'] {
        if let Some((last, rest)) = members.split_last()
            && *last == mark
            && !piece.contains(&mark)
        {
            members = rest;
        }
    }
    members
}

/// Hex that may have either case keeps the one it has.
fn same_case(alphabet: Alphabet, piece: &[u8]) -> Alphabet {
    let only = |case: Alphabet| piece.iter().all(|byte| case.has(*byte));
    match alphabet {
        Alphabet::HexAny if only(Alphabet::Hex) => Alphabet::Hex,
        Alphabet::HexAny if only(Alphabet::HexUpper) => Alphabet::HexUpper,
        other => other,
    }
}

/// Clears the bits of the last base64 character that the padding leaves over; strict decoders look at them.
pub(crate) fn finish_padding(fresh: &mut [u8]) {
    let body = fresh
        .iter()
        .rposition(|byte| *byte != b'=')
        .map_or(0, |at| at + 1);
    let spare: u8 = match fresh.len() - body {
        1 => 2,
        2 => 4,
        _ => return,
    };
    let Some(last) = fresh[..body].last_mut() else {
        return;
    };
    let members = match last {
        b'-' | b'_' => Alphabet::Base64Url.members(),
        _ => Alphabet::Base64.members(),
    };
    if let Some(value) = members.iter().position(|member| member == last) {
        *last = members[value >> spare << spare];
    }
}
