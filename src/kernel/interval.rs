//! Values of games in which the amounts that may be taken from a pile of n are an interval that depends on n.
//!
//! The value of n is the mex of the values of the piles l..=r with l = n − high(n) and r = n − low(n). A tournament tree over
//! the values holds for each value the last pile that has it and for each inner node the least of its leaves. When the piles
//! up to r are in the tree, a value is missing in l..=r iff its last pile is before l, and the first such value is found in one
//! descent. So each pile waits for its r, which is smaller than n because at least 1 is taken.
//!
//! n piles take O(n·log V) for V values; about 30 ns a pile while the tables fit the caches.
//!
//! Index bounds: nodes of the tree are indexed from 1 to 2·`leaves` − 1; tables of a stretch by pile numbers modulo its
//! length; and every pile and every r is below the number of piles asked for.

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
}

/// The last pile of each value, and minima.
#[derive(Debug)]
struct Tree {
    /// Node i has the children 4i to 4i + 3; a leaf is 1 more than the last pile of its value, or 0.
    nodes: Vec<u32>,
    /// How many leaves: a power of four, and at least one leaf has no pile. Leaf v is node `leaves` + v.
    leaves: usize,
}

/// A pile whose value is not known yet.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    pile: u32,
    /// The first pile a move leads to.
    first: u32,
    /// The last pile a move leads to; then the next row with the same one, or [`NONE`].
    last: u32,
}

const NONE: u32 = u32::MAX;

/// Rows are sorted by stretches of so many piles, so that what belongs to a stretch fits a cache.
const STRETCH: usize = 1 << 15;

impl Intervals {
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
        let needed = (28 * len as u64).saturating_add(self.memory());
        if len >= NONE as usize {
            return Err(budget.refusal(needed));
        }
        budget.need(needed)?;
        let row = |n: usize| {
            let least = low.get(n).map_or(u64::MAX, |&low| low.max(1));
            let most = high.get(n).map_or(0, |&high| high.min(n as u64));
            // Both ends are at most n here.
            (least <= most).then(|| (n - most as usize, n - least as usize))
        };
        let mut rows = Rows::sorted(from..len, row, budget)?;
        let mut start = rows.start;
        if start + 1 < from {
            start = 0;
            self.tree = Tree::default();
        }
        let stretches = rows.ends.len();
        self.values.reserve(len);
        let base = from / STRETCH;
        let mut answers = Answers {
            base,
            found: vec![(0, 0); (stretches - base) * STRETCH],
            counts: vec![0; stretches - base],
        };
        let mut heads = vec![NONE; STRETCH];
        let mut found = vec![0; STRETCH];
        for stretch in start / STRETCH..stretches {
            if let Err(stop) = budget.look().and_then(|()| {
                // The tree may have to grow for any value up to the number of piles.
                budget.need(needed + 20 * self.tree.memory())
            }) {
                if stretch * STRETCH < from {
                    self.refill();
                }
                return Err(stop);
            }
            let rows = rows.of(stretch);
            heads.fill(NONE);
            for (i, row) in rows.iter_mut().enumerate() {
                let head = &mut heads[row.last as usize % STRETCH];
                row.last = *head;
                *head = i as u32;
            }
            // A pile without moves keeps its 0.
            found.fill(0);
            answers.read(stretch, &mut found);
            for pile in start.max(stretch * STRETCH)..len.min((stretch + 1) * STRETCH) {
                let value = if pile < from {
                    self.values.at(pile)
                } else {
                    let value = found[pile % STRETCH];
                    self.values.push(value);
                    value
                };
                self.tree.insert(value as usize, pile as u32);
                let mut at = heads[pile % STRETCH];
                while at != NONE {
                    let row = rows[at as usize];
                    let value = self.tree.missing(row.first);
                    if row.pile as usize / STRETCH == stretch {
                        found[row.pile as usize % STRETCH] = value;
                    } else {
                        answers.write(row.pile, value);
                    }
                    at = row.last;
                }
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

    /// Bytes in use between calls; a call takes up to 24 more for each pile.
    pub fn memory(&self) -> u64 {
        self.values.memory() + self.tree.memory()
    }
}

/// The piles without a value that have moves, sorted by the stretches of the last piles that these lead to.
struct Rows {
    rows: Vec<Row>,
    /// For each stretch where its rows end.
    ends: Vec<usize>,
    /// The earliest pile at which a row can be answered.
    start: usize,
}

impl Rows {
    /// `row` gives the first and the last pile that a move from a pile leads to, if there is a move.
    fn sorted(
        piles: Range<usize>,
        row: impl Fn(usize) -> Option<(usize, usize)>,
        budget: &mut Budget,
    ) -> Result<Rows, Limit> {
        // First how many rows there are for each stretch.
        let mut ends = vec![0; piles.end.div_ceil(STRETCH)];
        let mut start = piles.start.saturating_sub(1);
        for n in piles.clone() {
            if let Some((_, last)) = row(n) {
                ends[last / STRETCH] += 1;
                start = start.min(last);
            }
            if n.is_multiple_of(STRETCH) {
                budget.look()?;
            }
        }
        let mut count = 0;
        for end in &mut ends {
            count += std::mem::replace(end, count);
        }
        let mut rows = vec![Row::default(); count];
        for n in piles {
            if let Some((first, last)) = row(n) {
                // From the beginning of the stretch's rows to its end.
                let at = &mut ends[last / STRETCH];
                rows[*at] = Row {
                    pile: n as u32,
                    first: first as u32,
                    last: last as u32,
                };
                *at += 1;
            }
            if n.is_multiple_of(STRETCH) {
                budget.look()?;
            }
        }
        Ok(Rows { rows, ends, start })
    }

    fn of(&mut self, stretch: usize) -> &mut [Row] {
        let begin = stretch.checked_sub(1).map_or(0, |before| self.ends[before]);
        &mut self.rows[begin..self.ends[stretch]]
    }
}

/// Values of piles of later stretches.
struct Answers {
    /// The first stretch.
    base: usize,
    /// Piles and their values; each stretch has [`STRETCH`] places.
    found: Vec<(u32, u32)>,
    /// How many of its places each stretch has filled.
    counts: Vec<usize>,
}

impl Answers {
    #[inline]
    fn write(&mut self, pile: u32, value: u32) {
        let stretch = pile as usize / STRETCH - self.base;
        self.found[stretch * STRETCH + self.counts[stretch]] = (pile, value);
        self.counts[stretch] += 1;
    }

    fn read(&self, stretch: usize, values: &mut [u32]) {
        if let Some(stretch) = stretch.checked_sub(self.base) {
            let begin = stretch * STRETCH;
            for &(pile, value) in &self.found[begin..begin + self.counts[stretch]] {
                values[pile as usize % STRETCH] = value;
            }
        }
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
