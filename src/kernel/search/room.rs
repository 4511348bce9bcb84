//! How many piles of each kind a position may come to have.

use super::kinds::{Kind, Kinds};

/// So many steps at most to count exactly how many piles of each kind there may be.
const MOST_STEPS: usize = 30_000_000;

/// So many counts are kept at most.
const MOST_COUNTS: usize = 1 << 20;

/// Upper bounds of the numbers of piles that come of others.
#[derive(Debug, Clone)]
pub struct Room {
    kinds: usize,
    /// The most piles of each kind that come of a pile of kind k, from `k * kinds` on; empty where there are too many kinds.
    exact: Vec<u64>,
    longest: Vec<u64>,
    most: Vec<u64>,
}

impl Room {
    /// The bounds for some kinds. Where they are few, at most 30 million steps.
    pub fn new(kinds: &Kinds) -> Room {
        let len = kinds.len();
        let steps = len.saturating_mul(kinds.part_count() + len);
        let fits = steps <= MOST_STEPS && len.saturating_mul(len) <= MOST_COUNTS;
        let numbers = || 0..len as Kind;
        let mut room = Room {
            kinds: len,
            exact: vec![0; if fits { len * len } else { 0 }],
            longest: numbers().map(|kind| kinds.longest(kind)).collect(),
            most: numbers().map(|kind| kinds.most(kind)).collect(),
        };
        if fits {
            let mut sum = vec![0u64; len];
            for kind in 1..len {
                let (below, rest) = room.exact.split_at_mut(kind * len);
                let own = &mut rest[..len];
                for choice in kinds.choices(kind as Kind) {
                    sum.fill(0);
                    for part in choice.parts {
                        let row = &below[*part as usize * len..];
                        for (sum, more) in sum.iter_mut().zip(row) {
                            *sum = sum.saturating_add(*more);
                        }
                    }
                    for (own, sum) in own.iter_mut().zip(&sum) {
                        *own = (*own).max(*sum);
                    }
                }
                own[kind] = 1;
            }
        }
        room
    }

    pub fn memory(&self) -> u64 {
        ((self.exact.capacity() + self.longest.capacity() + self.most.capacity()) * 8) as u64
    }

    /// The most moves that can be made in all these piles one after the other, saturating.
    pub fn longest(&self, piles: &[Kind]) -> u64 {
        sum(&self.longest, piles)
    }

    /// For each kind an upper bound of how many piles of it a position that comes of these piles has, saturating.
    pub fn bounds(&self, piles: &[Kind]) -> Vec<u64> {
        let mut bounds = vec![0u64; self.kinds];
        if !self.exact.is_empty() {
            for pile in piles {
                let row = &self.exact[*pile as usize * self.kinds..];
                for (bound, more) in bounds.iter_mut().zip(row) {
                    *bound = bound.saturating_add(*more);
                }
            }
            return bounds;
        }
        // Neither sum rises in play.
        let (moves, count) = (self.longest(piles), sum(&self.most, piles));
        let highest = piles.iter().copied().max().unwrap_or(0) as usize;
        let sizes = self.longest.iter().zip(&self.most);
        for (bound, (longest, most)) in bounds.iter_mut().zip(sizes).take(highest + 1).skip(1) {
            *bound = count / (*most).max(1);
            if *longest > 0 {
                *bound = (*bound).min(moves / longest);
            }
        }
        bounds
    }
}

fn sum(of: &[u64], piles: &[Kind]) -> u64 {
    piles
        .iter()
        .fold(0u64, |sum, kind| sum.saturating_add(of[*kind as usize]))
}
