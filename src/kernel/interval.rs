//! Values of games in which the amounts that may be taken from a pile of n are an interval that depends on n.
//!
//! The value of n is the mex of the values of the piles l..=r with l = n − high(n) and r = n − low(n). A tournament tree over
//! the values holds for each value the last pile that has it and for each inner node the least of its leaves. When the piles
//! up to r are in the tree, a value is missing in l..=r iff its last pile is before l, and the first such value is found in one
//! descent. So each pile waits for its r, which is smaller than n because at least 1 is taken.
//!
//! n piles take O(n·log V) for V values; about 30 ns a pile while the tables fit the caches.
//!
//! Index bounds: nodes of the tree are indexed from 1 to 2·`leaves` − 1, and every pile and every r is below the number of piles asked
//! for.

use std::mem::replace;
use std::ops::Range;

use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::store::{Slice, Store};

/// Values under an interval of amounts for each pile.
#[derive(Debug, Default)]
pub struct Intervals {
    values: Store,
    /// Holds the piles of `values`.
    tree: Tree,
    /// The value of a pile without moves.
    at_end: u32,
}

/// The last pile of each value, and minima.
#[derive(Debug)]
struct Tree {
    /// Node i has the children 4i to 4i + 3; a leaf is 1 more than the last pile of its value, or 0.
    nodes: Vec<u32>,
    /// How many leaves: a power of four, and at least one leaf has no pile. Leaf v is node `leaves` + v.
    leaves: usize,
}

/// No pile.
const NONE: u32 = u32::MAX;

/// Piles in between two looks at the clock.
const PIECE: usize = 1 << 15;

impl Intervals {
    /// No values yet, and what a pile without moves is worth: 1 where the last move loses.
    pub fn ending_in(at_end: u32) -> Intervals {
        Intervals {
            at_end,
            ..Intervals::default()
        }
    }

    /// Values of the piles below `len`, where from n an amount from `low[n]` to `high[n]` may be taken, but at least 1 and at
    /// most n. Piles beyond the end of a table have no moves. The rows of piles whose values are known must not change.
    ///
    /// Where new rows reach only piles from before the last known one, all known piles are put into the tree again, so that
    /// going on in many small steps is quadratic: at least double `len`.
    /// After a limit the values so far stay, and work can go on.
    pub fn extend(
        &mut self,
        low: &[u64],
        high: &[u64],
        len: usize,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let from = self.values.len();
        if len <= from {
            return Ok(());
        }
        let needed = (16 * len as u64).saturating_add(self.memory());
        if len >= NONE as usize {
            return Err(budget.refusal(needed));
        }
        budget.need(needed)?;
        let mut waiting = Waiting::of(low, high, from..len, budget)?;
        let mut start = waiting.start;
        if start + 1 < from {
            start = 0;
            self.tree = Tree::default();
        }
        self.values.reserve(len);
        // A pile without moves keeps this.
        let mut found = vec![self.at_end; len - from];
        for pile in start..len {
            if (pile - start).is_multiple_of(PIECE)
                && let Err(stop) = budget.look().and_then(|()| {
                    // The tree may have to grow for any value up to the number of piles.
                    budget.need(needed + 20 * self.tree.memory())
                })
            {
                if pile < from {
                    self.refill();
                }
                return Err(stop);
            }
            let value = match pile.checked_sub(from) {
                None => self.values.at(pile),
                Some(place) => {
                    self.values.push(found[place]);
                    found[place]
                }
            };
            self.tree.insert(value as usize, pile as u32);
            while let Some((place, first)) = waiting.next(pile) {
                found[place] = self.tree.missing(first);
            }
        }
        Ok(())
    }

    fn refill(&mut self) {
        self.tree = Tree::default();
        for pile in 0..self.values.len() {
            let value = self.values.at(pile);
            self.tree.insert(value as usize, pile as u32);
        }
    }

    pub fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    /// What a pile without moves is worth.
    pub fn at_end(&self) -> u32 {
        self.at_end
    }

    /// The least value that none of these piles has, all of which are known.
    pub fn mex(&self, piles: Range<usize>) -> u32 {
        let values = self.values.slice().up_to(piles.end).from(piles.start);
        let mut has = vec![false; 2 + values.largest().map_or(0, |(_, value)| value as usize)];
        values.iter().for_each(|value| has[value as usize] = true);
        has.iter().take_while(|has| **has).count() as u32
    }

    /// Bytes in use between calls; a call takes up to 16 more for each pile.
    pub fn memory(&self) -> u64 {
        self.values.memory() + self.tree.memory()
    }
}

/// The piles without a value that have moves, by the last piles that these lead to.
struct Waiting {
    /// For each pile the last one that waits for it, and the one before that for each which waits; counted from the first without a
    /// value, or [`NONE`].
    last: Vec<u32>,
    before: Vec<u32>,
    /// The first pile that a move leads to, of each that waits.
    first: Vec<u32>,
    /// The earliest pile at which one can be answered.
    start: usize,
}

impl Waiting {
    /// `low` and `high` are the amounts of each pile.
    fn of(
        low: &[u64],
        high: &[u64],
        piles: Range<usize>,
        budget: &mut Budget,
    ) -> Result<Waiting, Limit> {
        let mut waiting = Waiting {
            last: vec![NONE; piles.end],
            before: vec![NONE; piles.len()],
            first: vec![0; piles.len()],
            start: piles.start.saturating_sub(1),
        };
        for (place, n) in piles.enumerate() {
            let least = low.get(n).map_or(u64::MAX, |&low| low.max(1));
            let most = high.get(n).map_or(0, |&high| high.min(n as u64));
            if least <= most {
                // Both ends are at most n here.
                let last = n - least as usize;
                waiting.first[place] = (n - most as usize) as u32;
                waiting.before[place] = replace(&mut waiting.last[last], place as u32);
                waiting.start = waiting.start.min(last);
            }
            if n.is_multiple_of(PIECE) {
                budget.look()?;
            }
        }
        Ok(waiting)
    }

    /// One more that waits for a pile, and the first pile that its moves lead to.
    fn next(&mut self, pile: usize) -> Option<(usize, u32)> {
        let place = self.last[pile];
        (place != NONE).then(|| {
            let place = place as usize;
            self.last[pile] = self.before[place];
            (place, self.first[place])
        })
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![0; 32],
            leaves: 16,
        }
    }
}

impl Tree {
    fn memory(&self) -> u64 {
        4 * self.nodes.capacity() as u64
    }

    #[inline]
    fn insert(&mut self, value: usize, pile: u32) {
        // One leaf stays empty, so that every descent ends at a value.
        while self.leaves <= value + 1 {
            self.grow();
        }
        let mut node = self.leaves + value;
        let mut new = pile + 1;
        loop {
            let old = std::mem::replace(&mut self.nodes[node], new);
            node /= 4;
            // A node above changes only if it was the least.
            if node == 0 || self.nodes[node] != old {
                return;
            }
            new = least(&self.nodes[4 * node..4 * node + 4]);
        }
    }

    /// The least value without a pile from `first` on.
    #[inline]
    fn missing(&self, first: u32) -> u32 {
        let mut node = 1;
        while node < self.leaves {
            let children = &self.nodes[4 * node..4 * node + 4];
            let a = children[0] > first;
            let b = a & (children[1] > first);
            let c = b & (children[2] > first);
            node = 4 * node + usize::from(a) + usize::from(b) + usize::from(c);
        }
        (node - self.leaves) as u32
    }

    #[cold]
    fn grow(&mut self) {
        let old = self.leaves;
        self.leaves *= 4;
        let mut nodes = vec![0; 2 * self.leaves];
        nodes[self.leaves..self.leaves + old].copy_from_slice(&self.nodes[old..]);
        let mut level = self.leaves;
        while level > 1 {
            level /= 4;
            for node in level..2 * level {
                nodes[node] = least(&nodes[4 * node..4 * node + 4]);
            }
        }
        self.nodes = nodes;
    }
}

#[inline]
fn least(children: &[u32]) -> u32 {
    children.iter().copied().fold(u32::MAX, u32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tests::{assert_values, budget, by_definition, interrupted};
    use crate::work::chance::Chance;

    fn check(low: &[u64], high: &[u64], len: usize, steps: &[usize]) {
        let expected = by_definition(len, |n, values, show| {
            if let (Some(&low), Some(&high)) = (low.get(n), high.get(n)) {
                for amount in low.max(1)..=high.min(n as u64) {
                    show(values[n - amount as usize]);
                }
            }
        });
        let mut engine = Intervals::default();
        for &step in steps.iter().chain([&len]) {
            engine
                .extend(low, high, step.min(len), &mut budget())
                .unwrap();
        }
        assert_values(engine.values(), &expected, format_args!("{len} {steps:?}"));
    }

    #[test]
    fn random_rows() {
        let mut chance = Chance::new(Some(3));
        for round in 0..80 {
            let len = 1 + chance.below(900) as usize;
            let reach = [2, 20, 300, 2_000][round % 4];
            let mut low = Vec::new();
            let mut high = Vec::new();
            for _ in 0..len {
                let a = chance.below(reach);
                // Often empty, often from 0, often beyond the pile.
                low.push(if chance.below(9) == 0 { 0 } else { a });
                high.push(match chance.below(9) {
                    0 => u64::MAX,
                    1 => a.saturating_sub(1),
                    _ => a + chance.below(reach),
                });
            }
            let cut = chance.below(len as u64) as usize;
            check(&low, &high, len, &[cut, cut + 1, cut + 2]);
            low.truncate(len / 2);
            check(&low, &high, len, &[cut]);
        }
    }

    #[test]
    fn regular_rows() {
        let len = 1_500;
        for (a, b) in [
            (1, 1),
            (0, 0),
            (1, 5),
            (3, 10),
            (7, 6),
            (0, u64::MAX),
            (u64::MAX, u64::MAX),
        ] {
            check(&vec![a; len], &vec![b; len], len, &[0, 1, 7, 8, 700]);
        }
        let half: Vec<u64> = (0..len as u64).map(|n| n / 2).collect();
        let all: Vec<u64> = (0..len as u64).collect();
        check(&half, &all, len, &[9, 800]);
        check(&vec![1; len], &half, len, &[9, 800]);
        check(&vec![1; len], &all, len, &[9, 800]);
    }

    #[test]
    fn work_goes_on_after_a_stop() {
        let len = 100_000;
        let low: Vec<u64> = (0..len as u64).map(|n| n % 7).collect();
        let high: Vec<u64> = (0..len as u64).map(|n| n % 90).collect();
        let mut engine = Intervals::default();
        let mut whole = Intervals::default();
        whole.extend(&low, &high, len, &mut budget()).unwrap();
        for step in [10, 5_000, 70_000, len] {
            let stopped = engine.extend(&low, &high, len, &mut interrupted());
            assert!(stopped.is_err());
            engine.extend(&low, &high, step, &mut budget()).unwrap();
        }
        assert!(engine.values().iter().eq(whole.values().iter()));
    }
}
