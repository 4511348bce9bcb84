//! Choice of witnesses: common piles w and amounts d such that the splits n - d = w + (n - d - w) have, together, almost every
//! value of class 0 below g(n).
//!
//! Greedy set cover on sample piles, repeated on fresh samples with what the witnesses so far leave missing, because a cover of
//! one sample fits that sample better than the piles to come.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::known::Known;
use super::rules::Rules;
use super::space::{Space, Witnesses};
use crate::kernel::bits_below;
use crate::kernel::simd::{LANES, Mark};

/// At most this many candidates with one squeezed value and one amount.
const ALIKE: usize = 24;

/// Candidates are not looked for beyond this size, unless all piles below are rare.
const FAR: usize = 1 << 14;

/// At most this many witnesses.
const MOST: usize = 1536;

/// Rounds on fresh samples.
const ROUNDS: usize = 4;

/// To look whether a witness has a value for a sample is so much work.
const WORK_OF_A_HIT: u64 = 6;

struct Sample {
    pile: usize,
    missing: Vec<u64>,
}

/// Chooses witnesses for the piles after the values known. O(samples · candidates) at first and about as much again for the
/// choice itself.
pub fn choose(space: &Space, values: &Known, rules: &Rules) -> Witnesses {
    let len = values.len();
    let mut choice = Chosen {
        space,
        values,
        candidates: candidates(space, values, rules),
        chosen: Witnesses::default(),
        gains: 0,
    };
    let size = (len / 32).clamp(16, 128);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ len as u64;
    for _ in 0..ROUNDS {
        let mut samples = samples(space, values, size, &mut state);
        for mark in &choice.chosen.marks {
            for sample in &mut samples {
                choice.cover(sample, mark);
            }
        }
        let left: u32 = samples
            .iter()
            .flat_map(|sample| &sample.missing)
            .map(|word| word.count_ones())
            .sum();
        // Less than one value in four piles: searching for it is cheaper.
        if left as usize * 4 <= samples.len() {
            break;
        }
        choice.greedy(&mut samples);
        if choice.chosen.marks.len() >= MOST {
            break;
        }
    }
    choice.chosen.work = choice.gains * size as u64 * WORK_OF_A_HIT;
    choice.chosen
}

/// Common piles beyond the first ones, a few of each value, with every amount.
fn candidates(space: &Space, values: &Known, rules: &Rules) -> Vec<Option<(u32, Mark)>> {
    let len = values.len();
    let mut count = vec![0u16; space.groups() as usize * 8];
    let mut found = Vec::new();
    // A witness below half of every pile to come is never the equal part of a split.
    let end = (len / 2).min(FAR);
    let amounts = rules.splits.len().max(1);
    // The more piles there are, the more the choice may cost.
    let enough = (len / 64).clamp(512, 8192);
    let alike = (enough / (count.len() * amounts)).clamp(2, ALIKE);
    let wanted = count.len() * alike * amounts;
    for pile in LANES..end {
        let Some(value) = space.squeezed(values, pile) else {
            continue;
        };
        let Some(count) = count.get_mut(usize::from(value)) else {
            continue;
        };
        if usize::from(*count) >= alike {
            continue;
        }
        *count += 1;
        for split in &rules.splits {
            let offset = split.amount.saturating_add(pile);
            // Half of a pile to come, amounts taken: see above.
            if offset < len.div_ceil(2) {
                found.push(Some((pile as u32, Mark::new(offset as u32, value))));
            }
        }
        if found.len() >= wanted {
            break;
        }
    }
    found
}

fn samples(space: &Space, values: &Known, size: usize, state: &mut u64) -> Vec<Sample> {
    let len = values.len();
    // Piles of the last eighth, at most this many.
    let window = (len / 4).clamp(1, 1 << 16);
    let mut samples = Vec::with_capacity(size);
    for _ in 0..2 * size {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let pile = len - 1 - (*state >> 33) as usize % window;
        let value = space.squeezed(values, pile).and(values.get(pile));
        let Some(value) = value else {
            continue;
        };
        let limit = space.mask.below(u32::from(value)) as usize;
        let missing = (0..limit.div_ceil(64)).map(|band| bits_below(limit, band));
        let missing = missing.collect();
        samples.push(Sample { pile, missing });
        if samples.len() == size {
            break;
        }
    }
    samples
}

/// Witnesses while they are chosen.
struct Chosen<'a> {
    space: &'a Space,
    values: &'a Known,
    /// Piles with their marks, until they are chosen.
    candidates: Vec<Option<(u32, Mark)>>,
    chosen: Witnesses,
    /// How often a gain was counted.
    gains: u64,
}

impl Chosen<'_> {
    /// The word and bit that a mark hits in a sample.
    #[inline]
    fn hit(&self, sample: &Sample, mark: &Mark) -> Option<(usize, u64)> {
        let partner = sample.pile.checked_sub(mark.offset as usize)?;
        let value = self.space.squeezed(self.values, partner)? ^ mark.key();
        Some((usize::from(value / 64), 1 << (value % 64)))
    }

    fn cover(&self, sample: &mut Sample, mark: &Mark) {
        if let Some((word, bit)) = self.hit(sample, mark)
            && let Some(word) = sample.missing.get_mut(word)
        {
            *word &= !bit;
        }
    }

    fn gain(&self, samples: &[Sample], mark: &Mark) -> u32 {
        let hits = samples.iter().filter(|sample| {
            let hit = self.hit(sample, mark);
            hit.is_some_and(|(word, bit)| sample.missing.get(word).is_some_and(|it| it & bit != 0))
        });
        hits.count() as u32
    }

    fn greedy(&mut self, samples: &mut [Sample]) {
        // Gains only fall, so the best of the old gains is the best one when it has not fallen.
        let open = self.candidates.iter().enumerate();
        let mut queue: BinaryHeap<(u32, Reverse<usize>)> = open
            .filter_map(|(at, open)| Some((self.gain(samples, &open.as_ref()?.1), Reverse(at))))
            .collect();
        self.gains += queue.len() as u64;
        while let Some((old, Reverse(at))) = queue.pop() {
            if old == 0 || self.chosen.marks.len() >= MOST {
                break;
            }
            let Some((pile, mark)) = self.candidates[at] else {
                continue;
            };
            self.gains += 1;
            let new = self.gain(samples, &mark);
            if queue.peek().is_some_and(|&(next, _)| new < next) {
                queue.push((new, Reverse(at)));
                continue;
            }
            if new == 0 {
                break;
            }
            self.candidates[at] = None;
            self.chosen.marks.push(mark);
            self.chosen.most = self.chosen.most.max(pile);
            for sample in samples.iter_mut() {
                self.cover(sample, &mark);
            }
        }
    }
}
