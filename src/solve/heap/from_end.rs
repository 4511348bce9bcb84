//! Values of piles that rise to an end, from those of what they lack to it.

use super::{Heap, LONG_SEARCH, SHORT_SEARCH};
use crate::expr::machine::Machine;
use crate::work::Halt;

/// The game by what a pile lacks to the end.
#[derive(Debug)]
pub struct FromEnd {
    pub(crate) lacking: Heap,
    pub(crate) end: i64,
}

impl FromEnd {
    /// What a pile lacks; nothing where it lies behind the end.
    pub(crate) fn lacks(&self, size: u64) -> u64 {
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        self.end.saturating_sub(size).max(0).unsigned_abs()
    }

    /// The value of a pile, where no work is needed for it.
    pub(super) fn known(&self, size: u64) -> Option<u64> {
        self.lacking.known(self.lacks(size))
    }

    /// The value of a pile.
    pub(super) fn value(&mut self, size: u64, machine: &mut Machine) -> Result<u64, Halt> {
        let lacks = self.lacks(size);
        if self.lacking.is_far(lacks, 4) {
            let effort = lacks.clamp(SHORT_SEARCH, LONG_SEARCH);
            if let Some(value) = self.lacking.far_value(lacks, effort, machine)? {
                return Ok(value);
            }
        }
        self.lacking.value(lacks, machine)
    }
}
