//! All splits of a pile: the plain loop, and the search for one split that has a given value.

use super::known::Known;
use super::rules::Rules;
use crate::kernel::simd::{self, Width};
use crate::work::Limit;
use crate::work::budget::Budget;

/// Scratch memory for the values of the options of one pile.
#[derive(Debug)]
pub struct Dense {
    seen: Box<[u8; 1 << 16]>,
    /// A power of two above every value.
    bound: usize,
}

impl Dense {
    /// For values below the bound, at first.
    pub fn new(values: &[u16]) -> Dense {
        let most = values.iter().copied().max().unwrap_or(0);
        Dense {
            seen: Box::new([0; 1 << 16]),
            bound: (usize::from(most) + 1).next_power_of_two(),
        }
    }

    /// The value of the next pile, `None` where it does not fit. O(n) for each amount after which the rest is split.
    pub fn value(&mut self, values: &[u16], rules: &Rules) -> Option<u16> {
        let pile = values.len();
        // Xors of values stay below a power of two.
        self.seen[..self.bound].fill(0);
        for left in rules.left(pile) {
            self.seen[usize::from(values[left])] = 1;
        }
        for split in &rules.splits {
            let most = split.most(pile);
            if most == 0 {
                continue;
            }
            let rest = pile - split.amount;
            // 1 <= most <= rest / 2, and rest <= pile = the number of values.
            self.mark(&values[1..=most], &values[rest - most..rest]);
        }
        let least = self.seen[..self.bound].iter().position(|&seen| seen == 0);
        let value = u16::try_from(least.unwrap_or(self.bound)).ok()?;
        if usize::from(value) >= self.bound {
            self.bound *= 2;
        }
        Some(value)
    }

    fn mark(&mut self, forward: &[u16], backward: &[u16]) {
        const STEP: usize = 16;
        let (lefts, left) = forward.as_chunks::<STEP>();
        let (right, rights) = backward.as_rchunks::<STEP>();
        for (block, lefts) in lefts.iter().enumerate() {
            let rights = &rights[rights.len() - 1 - block];
            let mut xors = [0; STEP];
            for (at, xor) in xors.iter_mut().enumerate() {
                *xor = lefts[at] ^ rights[STEP - 1 - at];
            }
            for xor in xors {
                self.seen[usize::from(xor)] = 1;
            }
        }
        for (at, left) in left.iter().enumerate() {
            self.seen[usize::from(left ^ right[right.len() - 1 - at])] = 1;
        }
    }
}

/// How many splits the plain loop looks at for one pile.
pub fn work(pile: usize, rules: &Rules) -> u64 {
    let splits: usize = rules.splits.iter().map(|split| split.most(pile)).sum();
    (splits + rules.singles.len() + 64) as u64
}

/// Parts up to here are tried for every amount before larger ones are.
const NEARBY: usize = 2048;

/// How many splits are tried between two looks at the clock.
const STRIDE: usize = 1 << 20;

/// The splits of the piles behind the values known.
#[derive(Debug)]
pub struct Search<'a> {
    /// How many splits were looked at.
    pub tried: u64,
    width: Width,
    values: &'a Known,
    rules: &'a Rules,
}

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundSplit {
    /// The smaller part of a split.
    Part(u32),
    /// There is no such split.
    Nothing,
    /// There is none among the parts whose values are kept.
    Gone,
}

impl<'a> Search<'a> {
    /// Searches among the values known.
    pub fn new(width: Width, values: &'a Known, rules: &'a Rules) -> Search<'a> {
        Search {
            tried: 0,
            width,
            values,
            rules,
        }
    }

    /// Looks for a split of the pile whose parts have values of that nim-sum. The pile is the next one. Guards are not asked.
    pub fn find(
        &mut self,
        pile: usize,
        value: u32,
        budget: &mut Budget,
    ) -> Result<FoundSplit, Limit> {
        let Ok(value) = u16::try_from(value) else {
            return Ok(FoundSplit::Nothing);
        };
        let mut end = FoundSplit::Nothing;
        for far in [false, true] {
            for split in &self.rules.splits {
                let rest = pile.saturating_sub(split.amount);
                let most = split.most(pile);
                let kept = most.min(self.values.parts(rest));
                if kept < most {
                    end = FoundSplit::Gone;
                }
                let (mut from, to) = if far {
                    (NEARBY + 1, kept)
                } else {
                    (1, kept.min(NEARBY))
                };
                while from <= to {
                    let until = to.min(from + STRIDE - 1);
                    // 1 <= from <= until <= rest / 2, and rest <= pile = the number of values.
                    let forward = self.values.slice(from..until + 1);
                    let backward = self.values.slice(rest - until..rest - from + 1);
                    if let Some(at) = simd::find(self.width, forward, backward, value) {
                        self.tried += at as u64 + 1;
                        return Ok(FoundSplit::Part((from + at) as u32));
                    }
                    let tried = (until + 1 - from) as u64;
                    self.tried += tried;
                    from = until + 1;
                    if far {
                        budget.spend(0)?;
                    }
                }
            }
        }
        Ok(end)
    }
}
