//! The loops that compute values: from amounts and numbers of parts, without any notion of a game or a rule.
//!
//! Each file is one way to compute; [`store`] holds what comes out, [`period`] looks for repetition in it.

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
pub mod store;
pub mod subtraction;
#[cfg(test)]
mod tests;

use crate::work::Limit;
use crate::work::budget::Budget;
use period::Period;
use store::Slice;

/// These in ascending order, each once.
pub(crate) fn distinct<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
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
