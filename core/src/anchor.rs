//! Anchors: the fixed beginnings by which the pass over a text wakes a detector.
//!
//! The pass looks only at *starts*: a letter or digit after something else, or an upper-case letter after
//! a lower-case one. There it takes three bytes, five bits of each (so case does not matter), and asks one
//! bitmap of 4 KB. What the bitmap lets through is compared with the anchors of that beginning. Both are
//! built at compile time: a table built at the first call would cost more than a hundred turns.

use crate::detect::Cx;

/// What an anchor wakes: looks around the anchor at `at` and pushes findings.
pub(crate) type Handler = fn(&mut Cx<'_>, at: usize);

/// What to do at an anchor.
#[derive(Clone, Copy)]
pub(crate) enum Wake {
    /// Call a detector.
    Call(Handler),
    /// Try the token format of that number.
    Format(u16),
}

/// A fixed ASCII text of at least two bytes whose first byte is a letter or digit.
#[derive(Clone, Copy)]
pub(crate) struct Anchor {
    pub(crate) text: &'static str,
    /// Compare without case.
    pub(crate) any_case: bool,
    pub(crate) wake: Wake,
}

impl Anchor {
    /// An anchor compared without case.
    pub(crate) const fn word(text: &'static str, handler: Handler) -> Self {
        Self {
            text,
            any_case: true,
            wake: Wake::Call(handler),
        }
    }

    /// An anchor compared exactly.
    pub(crate) const fn exact(text: &'static str, handler: Handler) -> Self {
        Self {
            text,
            any_case: false,
            wake: Wake::Call(handler),
        }
    }

    fn stands_at(&self, text: &[u8], at: usize) -> bool {
        let Some(part) = text.get(at..at + self.text.len()) else {
            return false;
        };
        if self.any_case {
            part.eq_ignore_ascii_case(self.text.as_bytes())
        } else {
            part == self.text.as_bytes()
        }
    }
}

/// ASCII lower case of four bytes at once, good enough for hashing: bit 5 is set everywhere.
pub(crate) const fn fold(word: u32) -> u32 {
    word | 0x2020_2020
}

/// Which three-byte beginnings are of interest, without case.
#[derive(Clone)]
pub(crate) struct Prefilter([u64; 512]);

impl Prefilter {
    /// Nothing.
    pub(crate) const EMPTY: Prefilter = Prefilter([0; 512]);

    /// Just these bits.
    pub(crate) const fn of(bits: [u64; 512]) -> Prefilter {
        Prefilter(bits)
    }

    /// The beginnings of all anchors.
    pub(crate) const STATIC: Prefilter = Prefilter(static_bits());

    /// The beginnings of all anchors of three letters or more, by four bytes.
    pub(crate) const STATIC_FOURS: Prefilter = static_fours();

    /// Whether something may begin with these bytes.
    #[inline(always)]
    pub(crate) fn may_start(&self, word: u32) -> bool {
        let bit = bit_of(word);
        self.0[bit >> 6] & (1 << (bit & 63)) != 0
    }

    /// Whether something may begin with all four of these bytes, of which [`Prefilter::insert_four`] was told.
    #[inline(always)]
    pub(crate) fn may_start_four(&self, word: u32) -> bool {
        let bit = four_bit_of(word);
        self.0[bit >> 6] & (1 << (bit & 63)) != 0
    }

    /// Adds a beginning of four bytes, or of three and whatever follows.
    pub(crate) const fn insert_four(&mut self, body: &[u8]) {
        // Five bits of a byte count.
        let (mut fourth, last) = match body.len() {
            4.. => (body[3] & 31, body[3] & 31),
            _ => (0, 31),
        };
        while fourth <= last {
            let bit = four_bit_of(u32::from_le_bytes([body[0], body[1], body[2], fourth]));
            self.0[bit >> 6] |= 1 << (bit & 63);
            fourth += 1;
        }
    }

    /// Adds a beginning.
    pub(crate) fn insert(&mut self, first: [u8; 3]) {
        let bit = bit_of(u32::from_le_bytes([first[0], first[1], first[2], 0]));
        self.0[bit >> 6] |= 1 << (bit & 63);
    }
}

/// The bit of a beginning: a hash of five low bits of each of the first three bytes.
#[inline(always)]
pub(crate) const fn bit_of(word: u32) -> usize {
    (hash_of(word) >> 17) as usize
}

/// Whether an anchor of two bytes may stand where these bytes do.
#[inline(always)]
pub(crate) fn may_start_two(word: u32) -> bool {
    let bit = two_bit_of(word);
    PAIRS[bit >> 6] & (1 << (bit & 63)) != 0
}

#[inline(always)]
const fn two_bit_of(word: u32) -> usize {
    ((word & 31) | (word >> 3 & 0x3e0)) as usize
}

#[inline(always)]
const fn four_bit_of(word: u32) -> usize {
    ((word & 0x1f1f_1f1f).wrapping_mul(0x9e37_79b1) >> 17) as usize
}

/// A factor that spreads the 2^15 beginnings over four fifths of the bits.
#[inline(always)]
const fn hash_of(word: u32) -> u32 {
    (word & 0x001f_1f1f).wrapping_mul(0xc9e9_c617)
}

/// All anchors, bucketed by the hash of their first three bytes without case.
struct Index {
    /// `heads[starts[h]..starts[h + 1]]` are the anchors of bucket `h`.
    starts: [u16; SLOTS + 1],
    heads: [Head; HEADS],
}

/// The first five bytes of an anchor without case: they settle nearly every comparison.
#[derive(Clone, Copy)]
struct Head {
    word: u32,
    /// Ones for the bytes that the anchor has.
    mask: u32,
    number: u16,
    fifth: u8,
    /// Ones if the anchor has a fifth byte.
    fifth_mask: u8,
}

impl Head {
    const fn of(text: &[u8], number: u16) -> Head {
        let (mut word, mut mask, mut i) = (0u32, 0u32, 0);
        while i < 4 && i < text.len() {
            word |= (text[i] as u32) << (8 * i);
            mask |= 0xff << (8 * i);
            i += 1;
        }
        let (fifth, fifth_mask) = match text.len() {
            0..5 => (0, 0),
            _ => (text[4] | 0x20, 0xff),
        };
        Head {
            word: fold(word) & mask,
            mask,
            number,
            fifth,
            fifth_mask,
        }
    }
}

/// Buckets of an index of beginnings: few enough to stay in the cache, enough that most hold one beginning.
pub(crate) const SLOTS: usize = 2048;
const COUNT: usize = count();
/// An anchor of two bytes is in the bucket of every third byte.
const HEADS: usize = COUNT + 31 * pairs();
static ALL: [Anchor; COUNT] = all();
static INDEX: Index = index();

/// Calls `wake` for every anchor that stands at `at`, where the four bytes of `word` do.
#[inline]
pub(crate) fn each_at(text: &[u8], at: usize, word: u32, mut wake: impl FnMut(Wake)) {
    let slot = slot_of(word);
    let range = usize::from(INDEX.starts[slot])..usize::from(INDEX.starts[slot + 1]);
    let folded = fold(word);
    let fifth = text.get(at + 4).map_or(0, |byte| byte | 0x20);
    for head in &INDEX.heads[range] {
        let alike = (folded ^ head.word) & head.mask == 0;
        if alike && (fifth ^ head.fifth) & head.fifth_mask == 0 {
            let anchor = &ALL[usize::from(head.number)];
            if anchor.stands_at(text, at) {
                wake(anchor.wake);
            }
        }
    }
}

/// The bucket of the first three bytes of a word.
#[inline(always)]
pub(crate) const fn slot_of(word: u32) -> usize {
    (hash_of(word) >> (32 - SLOTS.trailing_zeros())) as usize
}

const fn count() -> usize {
    let mut total = 0;
    let mut list = 0;
    while list < crate::detect::ANCHORS.len() {
        total += crate::detect::ANCHORS[list].len();
        list += 1;
    }
    let mut format = 0;
    while format < crate::formats::ALL.len() {
        total += (crate::formats::ALL[format].anchor().is_some()) as usize;
        format += 1;
    }
    total
}

const fn all() -> [Anchor; COUNT] {
    let mut out = [Anchor {
        text: "",
        any_case: false,
        wake: Wake::Format(0),
    }; COUNT];
    let mut at = 0;
    let mut list = 0;
    while list < crate::detect::ANCHORS.len() {
        let mut i = 0;
        while i < crate::detect::ANCHORS[list].len() {
            out[at] = crate::detect::ANCHORS[list][i];
            at += 1;
            i += 1;
        }
        list += 1;
    }
    let mut format = 0;
    while format < crate::formats::ALL.len() {
        if let Some(text) = crate::formats::ALL[format].anchor() {
            out[at] = Anchor {
                text,
                any_case: false,
                wake: Wake::Format(format as u16),
            };
            at += 1;
        }
        format += 1;
    }
    out
}

#[allow(
    clippy::large_const_arrays,
    long_running_const_eval,
    reason = "a few hundred anchors, sorted once by the compiler"
)]
const fn index() -> Index {
    static ANCHORS: [Anchor; COUNT] = all();
    let mut starts = [0u16; SLOTS + 1];
    let mut i = 0;
    while i < COUNT {
        let text = ANCHORS[i].text.as_bytes();
        let mut third = 0;
        while third < thirds(text) {
            starts[slot_of(beginning(text, third)) + 1] += 1;
            third += 1;
        }
        i += 1;
    }
    let mut slot = 0;
    while slot < SLOTS {
        starts[slot + 1] += starts[slot];
        slot += 1;
    }
    let mut next = starts;
    let mut heads = [Head::of(b"", 0); HEADS];
    let mut i = 0;
    while i < COUNT {
        let text = ANCHORS[i].text.as_bytes();
        let mut third = 0;
        while third < thirds(text) {
            let slot = slot_of(beginning(text, third));
            heads[next[slot] as usize] = Head::of(text, i as u16);
            next[slot] += 1;
            third += 1;
        }
        i += 1;
    }
    Index { starts, heads }
}

/// How many third bytes an anchor is indexed for.
const fn thirds(text: &[u8]) -> u8 {
    if text.len() > 2 { 1 } else { 32 }
}

/// The first three bytes of an anchor, or two of them and any third one.
const fn beginning(text: &[u8], third: u8) -> u32 {
    let third = if text.len() > 2 { text[2] } else { third };
    u32::from_le_bytes([text[0], text[1], third, 0])
}

const fn pairs() -> usize {
    static ANCHORS: [Anchor; COUNT] = all();
    let (mut pairs, mut i) = (0, 0);
    while i < COUNT {
        pairs += (ANCHORS[i].text.len() < 3) as usize;
        i += 1;
    }
    pairs
}

#[allow(
    clippy::large_const_arrays,
    long_running_const_eval,
    reason = "as above"
)]
const fn static_bits() -> [u64; 512] {
    static ANCHORS: [Anchor; COUNT] = all();
    let mut bits = [0u64; 512];
    let mut i = 0;
    while i < COUNT {
        let text = ANCHORS[i].text.as_bytes();
        // A two-byte anchor may go on with anything.
        let mut third = 0;
        while third < 32 {
            let byte = if text.len() > 2 { text[2] } else { third };
            let bit = bit_of(u32::from_le_bytes([text[0], text[1], byte, 0]));
            bits[bit >> 6] |= 1 << (bit & 63);
            third += if text.len() > 2 { 32 } else { 1 };
        }
        i += 1;
    }
    bits
}

/// Beginnings of the anchors of two bytes.
static PAIRS: [u64; 16] = {
    static ANCHORS: [Anchor; COUNT] = all();
    let (mut bits, mut i) = ([0u64; 16], 0);
    while i < COUNT {
        let text = ANCHORS[i].text.as_bytes();
        if text.len() < 3 {
            let bit = two_bit_of(u32::from_le_bytes([text[0], text[1], 0, 0]));
            bits[bit >> 6] |= 1 << (bit & 63);
        }
        i += 1;
    }
    bits
};

#[allow(
    clippy::large_const_arrays,
    long_running_const_eval,
    reason = "as above"
)]
const fn static_fours() -> Prefilter {
    static ANCHORS: [Anchor; COUNT] = all();
    let (mut beginnings, mut i) = (Prefilter([0; 512]), 0);
    while i < COUNT {
        let text = ANCHORS[i].text.as_bytes();
        if text.len() > 2 {
            beginnings.insert_four(text);
        }
        i += 1;
    }
    beginnings
}
