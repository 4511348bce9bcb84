//! The turns of a position as keys.

use super::key::{Key, Packing, plus};
use super::kinds::{Kind, Kinds};
use super::{Rules, Turn};
use crate::work::Limit;
use crate::work::budget::Budget;

/// A move in a pile of one kind.
#[derive(Debug, Clone, Copy)]
struct Pair<const N: usize> {
    /// Which of the position's kinds.
    slot: u32,
    delta: Key<N>,
}

/// A position after some moves of a turn.
#[derive(Debug, Clone, Copy)]
struct Level<const N: usize> {
    key: Key<N>,
    /// The next move to go deeper with.
    pair: usize,
    /// How many piles of that move's kind were moved in before.
    used: u64,
}

/// Lists the positions a turn leads to.
#[derive(Debug, Clone, Default)]
pub struct Scan<const N: usize> {
    piles: Vec<(Kind, u64)>,
    pairs: Vec<Pair<N>>,
    /// For each of the position's kinds where its moves begin, and the end of the last ones.
    starts: Vec<usize>,
    levels: Vec<Level<N>>,
    /// Those of the moves, or none for all moves together.
    labels: Vec<Option<u32>>,
}

#[derive(Debug, Clone, Copy)]
pub struct Listed<'l, const N: usize> {
    pub kinds: &'l Kinds,
    /// How many of them make a turn.
    pub rules: &'l Rules,
    pub packing: &'l Packing<N>,
}

/// Whether to go on with the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// Yes.
    On,
    /// Enough is known.
    Stop,
}

impl<const N: usize> Scan<N> {
    /// Calls `visit` with the key of each position that a turn leads to, some perhaps more than once.
    pub fn each(
        &mut self,
        listed: Listed<N>,
        key: &Key<N>,
        budget: &mut Budget,
        visit: &mut impl FnMut(Key<N>) -> Result<Go, Limit>,
    ) -> Result<(), Limit> {
        let Listed { kinds, rules, .. } = listed;
        listed.packing.piles(key, &mut self.piles);
        let mut labels = std::mem::take(&mut self.labels);
        labels.clear();
        if rules.alike {
            for (kind, _) in &self.piles {
                labels.extend(kinds.choices(*kind).map(|choice| Some(choice.label)));
            }
            labels.sort_unstable();
            labels.dedup();
        } else {
            labels.push(None);
        }
        let mut result = Ok(Go::On);
        for label in &labels {
            self.set_moves(listed, *label);
            result = match rules.turn {
                Turn::Counts(_) => self.some(rules, key, budget, visit),
                Turn::All | Turn::AllOrNone => self.all(key, budget, visit),
            };
            if result != Ok(Go::On) {
                break;
            }
        }
        self.labels = labels;
        result.map(|_| ())
    }

    fn set_moves(&mut self, listed: Listed<N>, label: Option<u32>) {
        let Listed { kinds, packing, .. } = listed;
        self.pairs.clear();
        self.starts.clear();
        for (slot, (kind, _)) in self.piles.iter().enumerate() {
            self.starts.push(self.pairs.len());
            for choice in kinds.choices(*kind) {
                if label.is_some_and(|label| label != choice.label) {
                    continue;
                }
                let mut delta = [0; N];
                packing.take(&mut delta, *kind);
                for part in choice.parts {
                    packing.add(&mut delta, *part, 1);
                }
                self.pairs.push(Pair {
                    slot: slot as u32,
                    delta,
                });
            }
        }
        self.starts.push(self.pairs.len());
    }

    /// Turns in some piles.
    fn some(
        &mut self,
        rules: &Rules,
        key: &Key<N>,
        budget: &mut Budget,
        visit: &mut impl FnMut(Key<N>) -> Result<Go, Limit>,
    ) -> Result<Go, Limit> {
        let piles = self.piles.iter().fold(0u64, |sum, (_, count)| sum + count);
        let most = rules.most(piles);
        if most == 0 {
            return Ok(Go::On);
        }
        self.levels.clear();
        self.levels.push(Level {
            key: *key,
            pair: 0,
            used: 0,
        });
        let mut is_new = true;
        while let Some(level) = self.levels.last().copied() {
            let depth = self.levels.len();
            if is_new && rules.allows(depth as u64) {
                let mut pairs = self.pairs[level.pair..].iter();
                if level.used > 0
                    && let Some(first) = pairs.as_slice().first()
                    && level.used >= self.count(first.slot)
                {
                    let slot = first.slot;
                    while pairs.as_slice().first().is_some_and(|p| p.slot == slot) {
                        pairs.next();
                    }
                }
                for pair in pairs {
                    if visit(plus(&level.key, &pair.delta))? == Go::Stop {
                        return Ok(Go::Stop);
                    }
                }
            }
            is_new = false;
            let Some(pair) = self.pairs.get(level.pair).copied() else {
                self.levels.pop();
                continue;
            };
            if depth as u64 >= most {
                self.levels.pop();
                continue;
            }
            let is_open = level.used < self.count(pair.slot);
            if let Some(level) = self.levels.last_mut() {
                level.pair += 1;
                let next = self.pairs.get(level.pair);
                if next.is_none_or(|next| next.slot != pair.slot) {
                    level.used = 0;
                }
            }
            if is_open {
                budget.step()?;
                self.levels.push(Level {
                    key: plus(&level.key, &pair.delta),
                    pair: level.pair,
                    used: level.used + 1,
                });
                is_new = true;
            }
        }
        Ok(Go::On)
    }

    #[inline]
    fn count(&self, slot: u32) -> u64 {
        self.piles[slot as usize].1
    }

    /// Turns in all piles.
    fn all(
        &mut self,
        key: &Key<N>,
        budget: &mut Budget,
        visit: &mut impl FnMut(Key<N>) -> Result<Go, Limit>,
    ) -> Result<Go, Limit> {
        let start = |slot: usize| self.starts[slot];
        let is_stuck = (0..self.piles.len()).any(|slot| start(slot) == start(slot + 1));
        if is_stuck || self.piles.is_empty() {
            return Ok(Go::On);
        }
        self.levels.clear();
        self.levels.push(Level {
            key: *key,
            pair: 0,
            used: 0,
        });
        // The kind of the pile that each level moves in.
        let mut slot = 0;
        while let Some(level) = self.levels.last().copied() {
            let end = self.starts[slot + 1];
            let is_last = slot + 1 == self.piles.len() && level.used + 1 == self.count(slot as u32);
            if is_last || level.pair >= end {
                if is_last {
                    for pair in &self.pairs[level.pair..end] {
                        if visit(plus(&level.key, &pair.delta))? == Go::Stop {
                            return Ok(Go::Stop);
                        }
                    }
                }
                self.levels.pop();
                if let Some(below) = self.levels.last() {
                    // A level without piles of its kind before it is the first of its kind.
                    if level.used == 0 {
                        slot = slot.saturating_sub(1);
                    }
                    debug_assert!(below.used < self.count(slot as u32));
                }
                continue;
            }
            let pair = self.pairs[level.pair];
            if let Some(level) = self.levels.last_mut() {
                level.pair += 1;
            }
            budget.step()?;
            let used = level.used + 1;
            let is_next = used == self.count(slot as u32);
            if is_next {
                slot += 1;
            }
            self.levels.push(Level {
                key: plus(&level.key, &pair.delta),
                pair: if is_next { end } else { level.pair },
                used: if is_next { 0 } else { used },
            });
        }
        Ok(Go::On)
    }
}
