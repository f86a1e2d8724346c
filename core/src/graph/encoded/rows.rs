//! Where something may be spelled out: rows of short words of one kind.

use crate::block::Masks;

/// How many words of a kind make a row: eight bytes of a value, or as many characters as leave room for some that are
/// neither letter nor digit. Dates and times are shorter rows.
const ROW: [u32; KINDS] = [8, 4, 5];
/// Numbers of two or three digits; of four; single letters and digits. Between them are only other characters.
const KINDS: usize = 3;

/// Collects the places of rows, sixty-four bytes at a time.
#[derive(Default)]
pub(crate) struct Rows {
    /// Whether the block before ends in a letter or digit.
    last: u64,
    kind: usize,
    count: u32,
    start: usize,
    /// A word of each row that is long enough, in order.
    pub(crate) found: Vec<usize>,
}

impl Rows {
    /// Takes in the block at `base`.
    #[inline(always)]
    pub(crate) fn block(&mut self, base: usize, masks: &Masks) {
        let ends = masks.words & !(masks.words >> 1);
        let begins = masks.words & !(masks.words << 1 | self.last);
        self.last = masks.words >> 63;
        let numbers = begins & masks.digits;
        let kinds = [
            numbers & (ends >> 1 | ends >> 2),
            numbers & ends >> 3,
            begins & ends,
        ];
        let all = kinds[0] | kinds[1] | kinds[2];
        // The next word: a carry runs over everything that begins none.
        let next = |words: u64| (words << 1 & !begins).wrapping_add(!begins) & begins;
        let third = |kind: u64| next(next(kind) & kind) & kind;
        let row = has_three(all) && kinds.iter().any(|&kind| third(kind) != 0);
        // Three groups of one length, with a digit in one: `Xq7L-mR2v-Tz9K`.
        let (fours, fives) = (begins & ends >> 3, begins & ends >> 4);
        let fours = fours & fours >> 5 & fours >> 10;
        let fives = fives & fives >> 6 & fives >> 12;
        let groups = fours | fives;
        if row {
            self.count_in(base, begins, kinds);
        } else {
            self.count = 0;
        }
        if groups != 0 {
            let bit = groups.trailing_zeros();
            if masks.digits >> bit & 0x3fff != 0 {
                self.found.push(base + bit as usize);
            }
        }
    }

    #[inline(never)]
    fn count_in(&mut self, base: usize, begins: u64, kinds: [u64; KINDS]) {
        let mut rest = begins;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            match kinds.iter().position(|kind| kind >> bit & 1 == 1) {
                Some(kind) if kind == self.kind && self.count > 0 => self.count += 1,
                Some(kind) => {
                    (self.kind, self.count, self.start) = (kind, 1, base + bit as usize);
                }
                None => self.count = 0,
            }
            if self.count == ROW[self.kind] {
                self.found.push(self.start);
            }
        }
    }
}

/// Whether three bits are set, or more.
#[inline(always)]
fn has_three(bits: u64) -> bool {
    let but_one = bits & bits.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) != 0
}
