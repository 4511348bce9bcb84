//! Splits with guards, pile by pile: the guard is asked about the rare parts, and then about all splits until every value of
//! class 0 below the least unmarked value of class 1 is found.

use super::mask::Mask;
use super::rules::{Rules, Split};
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many splits a guard is asked about at a time.
const BATCH: usize = 1024;

/// The rare piles, and scratch memory.
#[derive(Debug)]
pub struct RarePiles {
    /// What makes a pile common; `None`: all splits are looked at.
    pub mask: Option<Mask>,
    /// The rare piles in order, pile 0 excepted.
    pub rare: Vec<u32>,
    /// The work done since it was last asked for: each part that a guard is asked about.
    pub work: u64,
    options: Options,
}

/// The values of the options of one pile.
#[derive(Debug)]
struct Options {
    /// For all values below a power of two above every value so far.
    seen: Vec<bool>,
    /// Whether a value was looked for and not yet seen, and how many are.
    open: Vec<bool>,
    missing: usize,
    allowed: Vec<bool>,
    parts: Vec<u32>,
}

impl Options {
    #[inline]
    fn see(&mut self, value: u16) {
        // Xors of values stay below the power of two.
        let value = usize::from(value);
        self.seen[value] = true;
        if self.open[value] {
            self.open[value] = false;
            self.missing -= 1;
        }
    }

    /// Asks the guard about some parts, and marks what is allowed.
    fn ask(
        &mut self,
        parts: impl Iterator<Item = u32>,
        values: &[u16],
        split: &mut Split,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        budget.step()?;
        self.parts.clear();
        self.parts.extend(parts);
        let rest = values.len() - split.amount;
        self.allowed.clear();
        self.allowed.resize(self.parts.len(), true);
        if let Some(guard) = &mut split.guard {
            guard.allowed(rest, &self.parts, &mut self.allowed);
        }
        // 1 <= part < rest <= the number of values
        let xor = |part: u32| values[part as usize] ^ values[rest - part as usize];
        if self.missing == 0 {
            let pairs = self.parts.iter().zip(&self.allowed);
            for (part, _) in pairs.filter(|(_, allowed)| **allowed) {
                self.seen[usize::from(xor(*part))] = true;
            }
            return Ok(());
        }
        for at in 0..self.parts.len() {
            if self.allowed[at] {
                self.see(xor(self.parts[at]));
            }
        }
        Ok(())
    }

    /// The least value not seen among those that count; the first value of a class may lie just above all bits in use.
    fn least(&self, counts: impl Fn(u32) -> bool) -> u32 {
        let len = self.seen.len() as u32;
        (0..2 * len + 2)
            .find(|&value| {
                counts(value) && !self.seen.get(value as usize).copied().unwrap_or(false)
            })
            .unwrap_or(u32::MAX)
    }
}

impl RarePiles {
    /// For the values known. O(n).
    pub fn new(mask: Option<Mask>, values: &[u16]) -> RarePiles {
        let piles = values.iter().enumerate().skip(1);
        let rare = piles
            .filter(|&(pile, &value)| mask.is_some_and(|mask| mask.is_rare(pile, value)))
            .map(|(pile, _)| pile as u32)
            .collect();
        let most = values.iter().copied().max().unwrap_or(0);
        let mut guarded = RarePiles {
            mask,
            rare,
            work: 0,
            options: Options {
                seen: Vec::new(),
                open: Vec::new(),
                missing: 0,
                allowed: Vec::with_capacity(BATCH),
                parts: Vec::with_capacity(BATCH),
            },
        };
        guarded.raise(most);
        guarded
    }

    fn raise(&mut self, value: u16) {
        let bound = (usize::from(value) + 1).next_power_of_two();
        if bound > self.options.seen.len() {
            self.options.seen.resize(bound, false);
            self.options.open.resize(bound, false);
        }
    }

    /// The value of the next pile; 65536 and more where it does not fit.
    pub fn value(
        &mut self,
        values: &[u16],
        rules: &mut Rules,
        budget: &mut Budget,
    ) -> Result<u32, Limit> {
        let pile = values.len();
        self.work += rules.singles.len() as u64 + 64;
        self.options.seen.fill(false);
        self.options.open.fill(false);
        self.options.missing = 0;
        for left in rules.left(pile) {
            // A smaller pile.
            self.options.see(values[left]);
        }
        let Some(mask) = self.mask else {
            self.scan(values, rules, budget, true)?;
            return Ok(self.options.least(|_| true));
        };
        self.mark_rare(values, rules, mask, budget)?;
        let class = |value: u32| u16::try_from(value).map_or(1, |value| mask.class(pile, value));
        let value = self.options.least(|value| class(value) == 1);
        // A value of class 0 that no xor reaches is the largest the pile may have.
        let mut beyond = None;
        for other in (0..value).filter(|&other| class(other) == 0) {
            let at = other as usize;
            if at >= self.options.seen.len() {
                beyond = Some(other);
                break;
            }
            if !self.options.seen[at] {
                self.options.open[at] = true;
                self.options.missing += 1;
            }
        }
        self.scan(values, rules, budget, false)?;
        let open = self.options.open.iter().position(|&open| open);
        Ok(open.map_or(beyond.unwrap_or(value), |open| open as u32))
    }

    /// Takes the value of a pile over.
    pub fn note(&mut self, pile: usize, value: u16) {
        self.raise(value);
        if self.mask.is_some_and(|mask| mask.is_rare(pile, value)) {
            self.rare.push(pile as u32);
        }
    }

    /// Marks the options of class 1: one part is rare.
    fn mark_rare(
        &mut self,
        values: &[u16],
        rules: &mut Rules,
        mask: Mask,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let pile = values.len();
        for split in &mut rules.splits {
            let Some(rest) = pile.checked_sub(split.amount) else {
                continue;
            };
            let inside = self.rare.partition_point(|&rare| (rare as usize) < rest);
            for rare in self.rare[..inside].chunks(BATCH) {
                let parts = rare.iter().copied().filter(|&part| {
                    let other = rest - part as usize;
                    !mask.is_rare(other, values[other])
                });
                self.work += rare.len() as u64;
                self.options.ask(parts, values, split, budget)?;
            }
        }
        Ok(())
    }

    /// Marks the values of all splits, or until none is missing.
    fn scan(
        &mut self,
        values: &[u16],
        rules: &mut Rules,
        budget: &mut Budget,
        all: bool,
    ) -> Result<(), Limit> {
        let pile = values.len();
        for split in &mut rules.splits {
            let (mut from, mut most) = (1, split.most(pile));
            if let Some(guard) = &split.guard {
                let parts = guard.parts(pile.saturating_sub(split.amount));
                (from, most) = (*parts.start(), most.min(*parts.end()));
            }
            while from <= most && (all || self.options.missing > 0) {
                let until = most.min(from + BATCH - 1);
                let parts = from as u32..=until as u32;
                self.work += (until - from + 1) as u64;
                self.options.ask(parts, values, split, budget)?;
                from = until + 1;
            }
        }
        Ok(())
    }
}
