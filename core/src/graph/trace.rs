//! Where known secrets may come back in part or encoded: collected by the pass over a text, looked at afterwards.
//!
//! A piece of a secret is met at every fourth byte, and only inside eight printed characters in a row (unless a
//! secret has blanks in it). What is encoded stands in a run of base64 or hexadecimal characters.

use crate::block::{self, Masks, WINDOW};
use crate::graph::encoded::rows::Rows;
use crate::graph::encoded::runs::{Run, Runs};
use crate::graph::grams::{Grams, STRIDE};

/// What the pass collects for the graph.
#[derive(Default)]
pub(crate) struct Trace<'g> {
    /// The pieces of secrets; none where nothing is to be collected.
    grams: Option<&'g Grams>,
    /// Runs of 1, 2 and 4 printed characters that end in the last bytes of the block before.
    rows: [u64; 3],
    runs: Runs,
    places: Vec<usize>,
    lists: Rows,
}

/// What it collected.
#[derive(Default)]
pub(crate) struct Traces {
    /// Places where a piece of a secret may stand, in order.
    pub(crate) places: Vec<usize>,
    /// Runs that may be an encoding, in order.
    pub(crate) runs: Vec<Run>,
    /// Places where a value may be spelled out.
    pub(crate) lists: Vec<usize>,
}

impl<'g> Trace<'g> {
    /// Collects what may be of the secrets of `grams`.
    pub(crate) fn of(grams: &'g Grams) -> Self {
        Self {
            grams: Some(grams).filter(|grams| !grams.is_empty()),
            ..Self::default()
        }
    }

    /// Takes in the block at `base`.
    #[inline(always)]
    pub(crate) fn block(&mut self, text: &[u8], base: usize, window: &[u8; WINDOW], masks: &Masks) {
        let Some(grams) = self.grams else {
            return;
        };
        self.runs.block(text, base, masks.members, masks.capitals);
        self.lists.block(base, masks);
        let rows = self.eights(masks.solid | grams.blanks());
        // One bit for every four bytes that such a row ends in.
        let mut ends = (rows | rows >> 1 | rows >> 2 | rows >> 3) & (u64::MAX / 15);
        while ends != 0 {
            let at = ends.trailing_zeros() as i32 - STRIDE as i32;
            ends &= ends - 1;
            if grams.may_hold(block::word_in(window, at + 1)) {
                let at = base.wrapping_add_signed(at as isize);
                if grams.meets(text, at) {
                    self.places.push(at);
                }
            }
        }
    }

    /// Takes in all of a text, where nothing else passes over it.
    pub(crate) fn all(&mut self, text: &[u8]) {
        let (mut carry, mut edge) = (block::Carry::default(), [0; WINDOW]);
        for base in (0..text.len()).step_by(64) {
            let window = block::window(text, base, &mut edge);
            let masks = block::masks(window, &mut carry);
            self.block(text, base, window, &masks);
        }
        self.end(text);
    }

    /// Where at least eight printed characters in a row end.
    #[inline(always)]
    fn eights(&mut self, one: u64) -> u64 {
        let two = one & ((one << 1) | self.rows[0]);
        let four = two & ((two << 2) | self.rows[1]);
        let eight = four & ((four << 4) | self.rows[2]);
        self.rows = [one >> 63, two >> 62, four >> 60];
        eight
    }

    /// The text ends here.
    pub(crate) fn end(&mut self, text: &[u8]) {
        self.runs.end(text);
    }

    /// What was collected.
    pub(crate) fn into_traces(self) -> Traces {
        Traces {
            places: self.places,
            runs: self.runs.found,
            lists: self.lists.found,
        }
    }
}
