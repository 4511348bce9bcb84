//! Marks: what rare piles exclude, and what witnesses show.

use super::super::rules::Rules;
use super::super::sets::bits_below;
use super::super::squeezed::NONE;
use super::{STEP, Space};
use crate::kernel::simd::{self, GROUP, Groups, LANES};

/// So many witnesses are tried between two looks at what is missing.
const STRIDE: usize = 64;

/// The work of making marks in so many groups of 64 piles, in splits of the plain loop.
fn work(marks: usize, groups: u32) -> u64 {
    64 + marks as u64 * (2 + u64::from(groups))
}

impl Space {
    /// Makes the marks of all rare piles in the groups up to the one given.
    pub(super) fn exclude(&mut self, groups: u32) {
        let planes = self.squeezed.planes();
        let sets = &mut self.excluded;
        sets.grow(groups);
        while sets.done < groups {
            let first = sets.done;
            let count = (8 - first % 8).min(groups - first);
            let mut out = [0; LANES];
            let which = Groups { first, count };
            simd::mark(self.engine, planes, &self.marks, which, &mut out);
            simd::mark(self.engine, planes, &self.near, which, &mut out);
            self.work += work(self.marks.len() + self.near.len(), count);
            if let Some(band) = sets.bands.get_mut(first as usize / 8) {
                for (word, out) in band.iter_mut().zip(out) {
                    *word |= out << (first % 8 * GROUP);
                }
            }
            sets.done += count;
        }
    }

    /// Makes the near marks again: the partners among the first piles of the block are known now.
    pub(super) fn exclude_near(&mut self) {
        if self.near.is_empty() {
            return;
        }
        let planes = self.squeezed.planes();
        let sets = &mut self.excluded;
        for (band, words) in sets.bands.iter_mut().enumerate() {
            let first = band as u32 * 8;
            let count = sets.done.saturating_sub(first).min(8);
            if count == 0 {
                break;
            }
            let which = Groups { first, count };
            simd::mark(self.engine, planes, &self.near, which, words);
            self.work += work(self.near.len(), count);
        }
    }

    /// Makes the marks of witnesses until every value of class 0 below the limits is hit, or none are left.
    pub(super) fn witness(&mut self, limits: &[u32; LANES]) {
        let planes = self.squeezed.planes();
        let most = limits.iter().copied().max().unwrap_or(0);
        for (band, words) in self.witnessed.bands.iter_mut().enumerate() {
            let first = band as u32 * 8;
            if most <= first * GROUP {
                break;
            }
            let count = (most - first * GROUP).div_ceil(GROUP).min(8);
            let which = Groups { first, count };
            let mut needed = [0; LANES];
            for (needed, &limit) in needed.iter_mut().zip(limits) {
                *needed = bits_below(limit, band);
            }
            for marks in self.witnesses.marks.chunks(STRIDE) {
                simd::mark(self.engine, planes, marks, which, words);
                self.work += work(marks.len(), count);
                let missing = words
                    .iter()
                    .zip(&needed)
                    .fold(0, |missing, (&word, &needed)| missing | (needed & !word));
                if missing == 0 {
                    break;
                }
            }
        }
    }

    /// The least value of class 1 that no rare pile excludes, squeezed.
    #[inline]
    pub(super) fn least_unmarked(&mut self, lane: usize) -> u32 {
        loop {
            if let Some(squeezed) = self.excluded.least_unmarked(lane) {
                return squeezed;
            }
            if self.excluded.done >= self.top {
                return self.excluded.done * GROUP;
            }
            self.exclude((self.excluded.done + 4).min(self.top));
        }
    }

    /// Marks of rare piles whose partners lie in the block, and of rare piles in the block.
    #[inline]
    pub(super) fn mark_near(&mut self, pile: usize, values: &[u16], rules: &Rules, lane: usize) {
        self.mark_next(lane);
        for &(rare, key) in &self.fresh {
            for split in &rules.splits {
                let partner = (pile - rare as usize).saturating_sub(split.amount);
                if partner == 0 {
                    continue;
                }
                // A part of a smaller pile.
                let value = values[partner];
                if !self.mask.is_rare(partner, value) {
                    self.excluded.set(lane, self.mask.squeeze(value) ^ key);
                }
            }
        }
    }

    /// Marks of the smallest rare piles.
    #[inline]
    fn mark_next(&mut self, lane: usize) {
        // Offsets are at least 1 and below STEP.
        // There are LANES bytes before the first pile. (No copies: a load of bytes just stored one by one stalls.)
        let planes = self.squeezed.planes();
        let at = planes.end + lane;
        let Some(low) = last(planes.low, at) else {
            return;
        };
        let Some(high) = planes.high else {
            if self.top > 8 {
                for &(offset, key) in &self.next {
                    let value = low[STEP - offset as usize % STEP];
                    if value < 0x80 {
                        self.excluded.set(lane, u16::from(value) ^ key);
                    }
                }
                return;
            }
            let mut word = 0;
            for &(offset, key) in &self.next {
                let value = low[STEP - offset as usize % STEP];
                word |= u64::from(!value >> 7) << ((value ^ key as u8) % 64);
            }
            if let Some(band) = self.excluded.bands.first_mut() {
                band[lane % LANES] |= word;
            }
            return;
        };
        let Some(high) = last(high, at) else {
            return;
        };
        for &(offset, key) in &self.next {
            let place = STEP - offset as usize % STEP;
            let value = u16::from(high[place]) << 8 | u16::from(low[place]);
            if value < NONE {
                self.excluded.set(lane, value ^ key);
            }
        }
    }
}

/// The bytes before a place.
#[inline]
fn last(bytes: &[u8], at: usize) -> Option<&[u8; STEP]> {
    bytes.get(at.checked_sub(STEP)?..at)?.first_chunk()
}
