//! Marks: what rare piles exclude, and what witnesses show.

use super::super::known::Known;
use super::super::rules::Rules;
use super::super::squeezed::NONE;
use super::{STEP, Space};
use crate::kernel::bits_below;
use crate::kernel::simd::{self, GROUP, Groups, LANES};

/// How many witnesses are tried between two looks at what is missing.
const STRIDE: usize = 64;

/// The work of making marks in so many groups of 64 piles, in splits of the plain loop.
fn work(marks: usize, groups: u32) -> u64 {
    64 + marks as u64 * (2 + u64::from(groups))
}

impl Space {
    /// Makes the marks of all rare piles in the groups up to the one given.
    pub(super) fn exclude(&mut self, groups: u32) {
        let planes = self.squeezed.planes();
        let sets = &mut self.sets.excluded;
        sets.grow(groups);
        while sets.done < groups {
            let first = sets.done;
            let count = (8 - first % 8).min(groups - first);
            let mut out = [0; LANES];
            let which = Groups { first, count };
            simd::mark(self.width, planes, &self.marks.far, which, &mut out);
            simd::mark(self.width, planes, &self.marks.near, which, &mut out);
            self.work += work(self.marks.far.len() + self.marks.near.len(), count);
            if let Some(band) = sets.bands.get_mut(first as usize / 8) {
                for (lane, word) in band.iter_mut().enumerate() {
                    *word |= out[lane] << (first % 8 * GROUP);
                }
            }
            sets.done += count;
        }
    }

    /// What the rare piles exclude that have no marks. They lie before the block.
    pub(super) fn exclude_late(&mut self, values: &Known, rules: &Rules, lanes: usize) {
        for &(rare, key) in &self.marks.late {
            for split in &rules.splits {
                let first = (values.len() - rare as usize).saturating_sub(split.amount);
                // The first piles of the block may be too small for so much to be taken.
                let before = split.amount.saturating_sub(values.len() - rare as usize);
                for lane in before..lanes {
                    if let Some(value) = self.squeezed(values, first + lane - before) {
                        self.sets.excluded.set(lane, value ^ key);
                    }
                }
                self.work += lanes as u64;
            }
        }
    }

    /// Makes the near marks again: the partners among the first piles of the block are known now.
    pub(super) fn exclude_near(&mut self) {
        if self.marks.near.is_empty() {
            return;
        }
        let planes = self.squeezed.planes();
        let sets = &mut self.sets.excluded;
        for (band, words) in sets.bands.iter_mut().enumerate() {
            let first = band as u32 * 8;
            let count = sets.done.saturating_sub(first).min(8);
            if count == 0 {
                break;
            }
            let which = Groups { first, count };
            simd::mark(self.width, planes, &self.marks.near, which, words);
            self.work += work(self.marks.near.len(), count);
        }
    }

    /// Makes the marks of witnesses until every value of class 0 below the limits is hit, or none are left.
    pub(super) fn witness(&mut self, limits: &[u32; LANES]) {
        let planes = self.squeezed.planes();
        let most = limits.iter().copied().max().unwrap_or(0);
        for (band, words) in self.sets.witnessed.bands.iter_mut().enumerate() {
            let first = band as u32 * 8;
            if most <= first * GROUP {
                break;
            }
            let count = (most - first * GROUP).div_ceil(GROUP).min(8);
            let which = Groups { first, count };
            let needed = limits.map(|limit| bits_below(limit as usize, band));
            for marks in self.witnesses.marks.chunks(STRIDE) {
                simd::mark(self.width, planes, marks, which, words);
                self.work += work(marks.len(), count);
                let lanes = words.iter().enumerate();
                let missing =
                    lanes.fold(0, |missing, (lane, word)| missing | (needed[lane] & !word));
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
            if let Some(squeezed) = self.sets.excluded.least_unmarked(lane) {
                return squeezed;
            }
            if self.sets.excluded.done >= self.groups.top {
                return self.sets.excluded.done * GROUP;
            }
            self.exclude((self.sets.excluded.done + 4).min(self.groups.top));
        }
    }

    /// Marks of rare piles whose partners lie in the block, and of rare piles in the block.
    #[inline]
    pub(super) fn mark_near(&mut self, pile: usize, values: &Known, rules: &Rules, lane: usize) {
        self.mark_next(lane);
        for &(rare, key) in &self.fresh {
            for split in &rules.splits {
                let partner = (pile - rare as usize).saturating_sub(split.amount);
                if let Some(value) = self.squeezed(values, partner) {
                    self.sets.excluded.set(lane, value ^ key);
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
            if self.groups.top > 8 {
                for &(offset, key) in &self.marks.next {
                    let value = low[STEP - offset as usize % STEP];
                    if value < 0x80 {
                        self.sets.excluded.set(lane, u16::from(value) ^ key);
                    }
                }
                return;
            }
            let mut word = 0;
            for &(offset, key) in &self.marks.next {
                let value = low[STEP - offset as usize % STEP];
                word |= u64::from(!value >> 7) << ((value ^ key as u8) % 64);
            }
            if let Some(band) = self.sets.excluded.bands.first_mut() {
                band[lane % LANES] |= word;
            }
            return;
        };
        let Some(high) = last(high, at) else {
            return;
        };
        for &(offset, key) in &self.marks.next {
            let place = STEP - offset as usize % STEP;
            let value = u16::from(high[place]) << 8 | u16::from(low[place]);
            if value < NONE {
                self.sets.excluded.set(lane, value ^ key);
            }
        }
    }
}

/// The bytes before a place.
#[inline]
fn last(bytes: &[u8], at: usize) -> Option<&[u8; STEP]> {
    bytes.get(at.checked_sub(STEP)?..at)?.first_chunk()
}

/// One bit for each squeezed value, for each lane.
#[derive(Debug, Default)]
pub struct Sets {
    /// 64 values each.
    pub bands: Vec<[u64; LANES]>,
    /// How many groups hold the marks of the whole list.
    pub done: u32,
}

impl Sets {
    /// Takes all marks back and makes room for so many groups.
    pub fn clear(&mut self, top: u32) {
        self.bands.clear();
        self.grow(top);
        self.done = 0;
    }

    /// Makes room for so many groups.
    pub fn grow(&mut self, top: u32) {
        let bands = top.div_ceil(8) as usize;
        if self.bands.len() < bands {
            self.bands.resize(bands, [0; LANES]);
        }
    }

    #[inline]
    pub fn set(&mut self, lane: usize, squeezed: u16) {
        if let Some(band) = self.bands.get_mut(usize::from(squeezed / 64)) {
            band[lane % LANES] |= 1 << (squeezed % 64);
        }
    }

    #[inline]
    pub fn word(&self, band: usize, lane: usize) -> u64 {
        self.bands.get(band).map_or(0, |band| band[lane % LANES])
    }

    /// The least value below `8 * done` that is not marked.
    #[inline]
    pub fn least_unmarked(&self, lane: usize) -> Option<u32> {
        let limit = self.done * GROUP;
        let mut first = 0;
        for band in &self.bands {
            let word = band[lane % LANES];
            if word != u64::MAX {
                let value = first + (!word).trailing_zeros();
                return (value < limit).then_some(value);
            }
            first += 64;
        }
        None
    }
}
