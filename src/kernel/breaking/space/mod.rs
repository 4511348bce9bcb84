//! The state of the sparse-space method: rare piles, witnesses, and the squeezed values they are combined with.
//!
//! 64 consecutive piles are worked on together: the partners of one rare pile (or witness) in these are consecutive too.
//! Partners that may lie among the 64 piles themselves come later: those of rare piles from 16 on ("near" ones) after every
//! 16 piles, with all partners known by then, and those of the smallest rare piles ("next" ones) pile by pile.
//!
//! Indices: a set has a bit for every squeezed value below `8 * top`, and nothing larger occurs among xors, because `8 * top` is a
//! power of two above all squeezed values. No mark reaches further back than `span`.

mod marking;

use self::marking::Sets;
use super::dense::{FoundSplit, Search};
use super::known::Known;
use super::mask::Mask as ClassMask;
use super::rules::Rules;
use super::squeezed::{KEPT, NONE, Squeezed};
use crate::kernel::bits_below;
use crate::kernel::simd::{GROUP, LANES, Mark, Width};
use crate::work::Limit;
use crate::work::budget::Budget;

/// The witnesses, most useful first.
#[derive(Debug, Default)]
pub struct Witnesses {
    pub marks: Vec<Mark>,
    /// The largest pile among them.
    pub most: u32,
    /// How much work it was to choose them, in splits of the plain loop.
    pub work: u64,
}

/// After so many piles of a block the near marks are made again.
const STEP: usize = 16;

/// What is done for a pile, for a value put into a set and for a search, in splits of the plain loop, and how many splits a
/// search looks at in the time of one; all of them about, for the choice between the ways only.
const WORK_OF_A_PILE: u64 = 30;
const WORK_OF_A_SET: u64 = 4;
const WORK_OF_A_SEARCH: u64 = 40;
const TRIED_AT_ONCE: u64 = 8;

/// How many rare piles far out do without marks.
const FEW: usize = 8;

/// How a block of piles ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All of its values are known.
    Whole,
    /// A value came up that the planes cannot hold: build the space again.
    TooWide,
    /// A value does not fit 16 bits.
    Full,
    /// The next value needs one that was forgotten.
    Gone,
}

/// Counts of what was done, to judge the choices by.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub piles: u64,
    /// Values searched for because no witness had them.
    pub searches: u64,
}

#[derive(Debug)]
pub struct Space {
    /// What makes a pile common.
    pub mask: ClassMask,
    /// The rare piles in order, pile 0 excepted.
    pub rare: Vec<u32>,
    /// Piles that witness many values.
    pub witnesses: Witnesses,
    /// What was done since the witnesses were chosen.
    pub counts: Counts,
    /// The work done since it was last asked for, in splits of the plain loop.
    pub work: u64,
    width: Width,
    squeezed: Squeezed,
    marks: Marks,
    groups: Used,
    sets: Shown,
    /// The rare piles of the block.
    fresh: Vec<(u32, u16)>,
    /// The largest witness used in the block.
    pub farthest: u32,
}

/// What the rare piles mark: common piles that lie so far behind them.
#[derive(Debug, Default)]
struct Marks {
    /// In the blocks before.
    far: Vec<Mark>,
    /// In the block itself.
    near: Vec<Mark>,
    /// Among the next few piles.
    next: Vec<(u32, u16)>,
    /// Rare piles of blocks before that have none: all values between would be needed for these.
    late: Vec<(u32, u16)>,
    /// How far marks and witnesses reach.
    span: usize,
}

/// How many groups of values there are, and how many the least unmarked values took lately.
#[derive(Debug)]
struct Used {
    top: u32,
    usual: u32,
}

/// The values of the block that are excluded, and those that are shown to be options.
#[derive(Debug, Default)]
struct Shown {
    excluded: Sets,
    witnessed: Sets,
}

impl Space {
    /// The space for the values known. O(n).
    pub fn new(width: Width, mask: ClassMask, values: &Known, rules: &Rules) -> Space {
        let mut space = Space {
            mask,
            rare: Vec::new(),
            witnesses: Witnesses::default(),
            counts: Counts::default(),
            work: 0,
            width,
            squeezed: Squeezed::default(),
            marks: Marks::default(),
            groups: Used { top: 1, usual: 1 },
            sets: Shown::default(),
            fresh: Vec::new(),
            farthest: 0,
        };
        let mut most = 0;
        for (pile, value) in values.piles() {
            let squeezed = mask.squeeze(value);
            most = most.max(squeezed);
            if pile > 0 && mask.is_rare(pile, value) {
                space.rare.push(pile as u32);
                space.marks.late.push((pile as u32, squeezed));
            }
        }
        let near = space
            .marks
            .late
            .partition_point(|&(pile, _)| (pile as usize) < KEPT);
        let marked = match space.marks.late.len() - near {
            ..=FEW => near,
            _ => space.marks.late.len(),
        };
        let late = space.marks.late.split_off(marked);
        for (pile, squeezed) in std::mem::replace(&mut space.marks.late, late) {
            space.enlist(pile, squeezed, rules);
        }
        // The value after the largest one should still fit.
        space.squeezed.wide = most >= 127;
        space.raise(u32::from(most));
        space.groups.usual = space.groups.top;
        space.fill(values);
        space
    }

    /// Takes the squeezed values that marks reach.
    fn fill(&mut self, values: &Known) {
        let first = values.len().saturating_sub(self.marks.span + 2 * LANES);
        self.squeezed
            .fill(values, self.mask, first.max(values.start()));
    }

    pub fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |&pile| pile as usize)
    }

    /// How far marks, witnesses and rare piles without marks reach.
    pub fn span(&self) -> usize {
        let late = self.marks.late.last().map_or(0, |&(pile, _)| pile as usize);
        self.marks.span.max(late)
    }

    pub fn bytes(&self) -> u64 {
        let marks = self.marks.far.capacity() + self.witnesses.marks.capacity();
        self.squeezed.bytes()
            + (self.rare.capacity() * 4
                + marks * size_of::<Mark>()
                + (self.sets.excluded.bands.capacity() + self.sets.witnessed.bands.capacity())
                    * 8
                    * LANES) as u64
    }

    pub fn set_witnesses(&mut self, witnesses: Witnesses, values: &Known) {
        self.witnesses = witnesses;
        self.counts = Counts::default();
        let reach = self.witnesses.marks.iter().map(|mark| mark.offset).max();
        self.marks.span = self.marks.span.max(reach.unwrap_or(0) as usize);
        if self.squeezed.base() > 0 && self.squeezed.base() + self.marks.span + LANES > values.len()
        {
            self.fill(values);
        }
    }

    #[inline]
    pub fn squeezed(&self, values: &Known, pile: usize) -> Option<u16> {
        if pile >= self.squeezed.base() {
            return self.squeezed.get(pile);
        }
        let value = values.get(pile)?;
        let none = pile == 0 || self.mask.is_rare(pile, value);
        (!none).then(|| self.mask.squeeze(value))
    }

    /// How many groups hold all values.
    pub fn groups(&self) -> u32 {
        self.groups.top
    }

    fn raise(&mut self, squeezed: u32) {
        let needed = (squeezed + 1).next_power_of_two().div_ceil(GROUP);
        self.groups.top = self.groups.top.max(needed);
    }

    fn enlist(&mut self, pile: u32, squeezed: u16, rules: &Rules) {
        for split in &rules.splits {
            let Ok(amount) = u32::try_from(split.amount) else {
                continue;
            };
            let Some(offset) = pile.checked_add(amount) else {
                continue;
            };
            if (offset as usize) < STEP {
                self.marks.next.push((offset, squeezed));
            } else if (offset as usize) < LANES {
                self.marks.near.push(Mark::new(offset, squeezed));
            } else {
                self.marks.far.push(Mark::new(offset, squeezed));
                self.marks.span = self.marks.span.max(offset as usize);
            }
        }
    }

    /// The values of the next piles, at most 64 and none from `until` on.
    /// After a limit the values so far stay, and work can go on.
    pub fn block(
        &mut self,
        values: &mut Known,
        rules: &Rules,
        until: usize,
        budget: &mut Budget,
    ) -> Result<Ended, Limit> {
        self.squeezed.slide(self.marks.span);
        let start = values.len();
        // What is not known yet has no value, so that marks on it do nothing.
        self.squeezed.resize(self.squeezed.len() + LANES);
        let lanes = LANES.min(until.saturating_sub(start));
        self.sets.excluded.clear(self.groups.top);
        self.sets.witnessed.clear(self.groups.top);
        self.exclude(self.groups.usual.min(self.groups.top));
        self.exclude_late(values, rules, lanes);
        self.farthest = self.witnesses.most;
        let mut limits = [0; LANES];
        let mut used = 1;
        for (lane, limit) in limits.iter_mut().enumerate() {
            let squeezed = self.least_unmarked(lane);
            used = used.max(squeezed / GROUP + 1);
            *limit = self.mask.below_at_most(squeezed);
        }
        self.witness(&limits);
        let mut ended = Ok(Ended::Whole);
        for lane in 0..lanes {
            if lane % STEP == 0 && lane > 0 {
                self.exclude_near();
            }
            let step = self.pile(values, rules, lane, budget);
            match step {
                Ok((Ended::Whole, squeezed)) => used = used.max(squeezed / GROUP + 1),
                Ok((other, _)) => {
                    ended = Ok(other);
                    break;
                }
                Err(stop) => {
                    ended = Err(stop);
                    break;
                }
            }
        }
        // Falls slowly, so that one block with small values does not cost the next a second pass.
        self.groups.usual = used
            .max(self.groups.usual - u32::from(self.counts.piles % 1024 < 64))
            .max(1);
        self.settle(values, rules);
        ended
    }

    /// Takes the rare piles of the last block over.
    fn settle(&mut self, values: &Known, rules: &Rules) {
        self.squeezed
            .resize(values.len() - self.squeezed.base() + LANES);
        if self.fresh.is_empty() {
            return;
        }
        self.rare.extend(self.fresh.iter().map(|(pile, _)| *pile));
        self.marks.late.append(&mut self.fresh);
        if self.squeezed.base() == 0 || self.marks.late.len() > FEW {
            self.take_late(values, rules);
        }
    }

    /// Makes marks for the rare piles that have none.
    fn take_late(&mut self, values: &Known, rules: &Rules) {
        let late = std::mem::take(&mut self.marks.late);
        for &(pile, squeezed) in &late {
            self.enlist(pile, squeezed, rules);
        }
        if !late.is_empty() && self.squeezed.base() > 0 {
            // Their partners are the smallest piles.
            self.fill(values);
        }
    }

    /// The value of the next pile.
    #[inline]
    fn pile(
        &mut self,
        values: &mut Known,
        rules: &Rules,
        lane: usize,
        budget: &mut Budget,
    ) -> Result<(Ended, u32), Limit> {
        let pile = values.len();
        self.mark_near(pile, values, rules, lane);
        for left in rules.left(pile) {
            // `left` is a smaller pile: amounts of single piles are positive.
            let value = values.at(left);
            let squeezed = self.mask.squeeze(value);
            if self.mask.class(pile, value) == 1 {
                self.sets.excluded.set(lane, squeezed);
            } else {
                self.sets.witnessed.set(lane, squeezed);
            }
        }
        let squeezed = self.least_unmarked(lane);
        let mut value = self.mask.widen(pile, squeezed, 1);
        let limit = self.mask.below(value);
        let mut rare = false;
        let mut search = Search::new(self.width, values, rules);
        let mut farthest = 0;
        'bands: for band in 0..limit.div_ceil(64) as usize {
            let mut missing =
                bits_below(limit as usize, band) & !self.sets.witnessed.word(band, lane);
            while missing != 0 {
                let squeezed = band as u32 * 64 + missing.trailing_zeros();
                missing &= missing - 1;
                let wanted = self.mask.widen(pile, squeezed, 0);
                self.counts.searches += 1;
                self.work += WORK_OF_A_SEARCH;
                match search.find(pile, wanted, budget)? {
                    FoundSplit::Part(part) => farthest = farthest.max(part),
                    FoundSplit::Nothing => {
                        value = wanted;
                        rare = true;
                        break 'bands;
                    }
                    FoundSplit::Gone => return Ok((Ended::Gone, squeezed)),
                }
            }
        }
        let next =
            self.marks.next.len() + self.fresh.len() * rules.splits.len() + rules.singles.len();
        self.work += WORK_OF_A_PILE + next as u64 * WORK_OF_A_SET;
        self.work += search.tried / TRIED_AT_ONCE;
        let Ok(value) = u16::try_from(value) else {
            return Ok((Ended::Full, squeezed));
        };
        self.farthest = self.farthest.max(farthest);
        values.push(value);
        self.counts.piles += 1;
        let own = self.mask.squeeze(value);
        if rare {
            self.fresh.push((pile as u32, own));
        }
        if own >= 128 && !self.squeezed.wide {
            return Ok((Ended::TooWide, squeezed));
        }
        let end = self.squeezed.planes().end;
        self.squeezed
            .put(end + lane, own | if rare { NONE } else { 0 });
        if u32::from(own) >= self.groups.top * GROUP {
            self.raise(u32::from(own));
            self.sets.excluded.grow(self.groups.top);
            self.sets.witnessed.grow(self.groups.top);
        }
        Ok((Ended::Whole, squeezed))
    }
}
