//! How large the witnesses were, for the proof of a period.

use std::ops::Range;

/// Piles whose witnesses share one entry.
const PART: usize = 1024;

/// For stretches of piles, a bound on the smaller part of every witness used.
#[derive(Debug, Default)]
pub struct Reach {
    parts: Vec<u32>,
}

/// Nothing is known of the witnesses.
pub const UNKNOWN: u32 = u32::MAX;

impl Reach {
    /// Records the largest witness of a pile.
    #[inline]
    pub fn note(&mut self, pile: usize, witness: u32) {
        let part = pile / PART;
        if part >= self.parts.len() {
            self.parts.resize(part + 1, 0);
        }
        if let Some(most) = self.parts.get_mut(part) {
            *most = witness.max(*most);
        }
    }

    /// Forgets everything: another mask asks for other witnesses.
    pub fn forget(&mut self) {
        self.parts.fill(UNKNOWN);
    }

    /// A bound for a range of piles, where there is one.
    pub fn most(&self, piles: Range<usize>) -> Option<u32> {
        let parts = piles.start / PART..piles.end.div_ceil(PART).min(self.parts.len());
        let most = self.parts.get(parts)?.iter().copied().max()?;
        (most != UNKNOWN).then_some(most)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.parts.capacity() as u64 * 4
    }
}
