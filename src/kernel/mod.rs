//! The loops that compute values: from amounts and numbers of parts, without any notion of a game or a rule.
//!
//! Each file is one way to compute; [`period`] looks for repetition in what comes out.

pub mod all_but;
pub mod boards;
pub mod breaking;
pub mod constrained;
pub mod interval;
pub mod levels;
pub mod misere;
pub mod parts;
pub mod period;
pub mod queen;
pub mod retrograde;
pub mod search;
pub mod simd;
pub mod steps;
pub mod subtraction;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use smallvec::SmallVec;

use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::store::Slice;
use period::Period;

/// A growing set of small values that is asked for the least one absent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    words: SmallVec<[u64; 2]>,
    /// How many words at the front are full.
    full: usize,
}

impl Seen {
    #[inline]
    pub(crate) fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    #[inline]
    pub(crate) fn contains(&self, value: u32) -> bool {
        let word = self.words.get((value / 64) as usize);
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// How many bytes it takes beside its own.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        match self.words.spilled() {
            true => self.words.capacity() * size_of::<u64>(),
            false => 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.full = 0;
    }

    /// The least value that is absent.
    pub(crate) fn mex(&self) -> u32 {
        let rest = self.words.get(self.full);
        self.full as u32 * 64 + rest.map_or(0, |word| word.trailing_ones())
    }
}

/// The bits of the numbers below an end, in one of the words of 64 bits that hold all.
#[inline]
fn bits_below(end: usize, word: usize) -> u64 {
    match end.saturating_sub(64 * word) {
        0 => 0,
        count @ 1..64 => (1 << count) - 1,
        _ => u64::MAX,
    }
}

/// A loop that finds the values of the piles 0, 1, 2, … in this order.
pub trait Loop: std::fmt::Debug + Send {
    fn values(&self) -> Slice<'_>;

    /// Finds the values of the piles below `len`, or fewer where a period is [proven](Loop::proof) before.
    /// After a limit the values so far stay, and work can go on.
    fn extend(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit>;

    fn memory(&self) -> u64;

    /// A period that the loop itself proved.
    fn proof(&self) -> Option<Period> {
        None
    }
}
