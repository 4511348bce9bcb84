//! Which options of a pile have a value: told from the kinds of moves and from the values of smaller piles, no list is made.

use hashbrown::HashSet;

use super::Heap;
use crate::expr::machine::Machine;
use crate::moves::taking::{Leaves, Rest, Taking};
use crate::work::Halt;

/// Piles with no more options than this are asked for all of them: so each comes with the words of its rule.
pub(in crate::solve) const FEW_OPTIONS: u64 = 256;

/// So many options are too many to look at each.
const MANY_PAIRS: u64 = 1 << 16;

/// How long options of a value are looked for.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// How many are enough.
    pub most: usize,
    /// How many options are looked at; then one that was found is enough.
    pub looks: u64,
    pub found: usize,
}

impl Hunt {
    pub fn all() -> Hunt {
        Hunt {
            most: usize::MAX,
            looks: u64::MAX,
            found: 0,
        }
    }

    #[inline]
    pub fn look(&mut self) {
        self.looks = self.looks.saturating_sub(1);
    }

    /// Whether enough were found.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.found >= self.most || (self.looks == 0 && self.found > 0)
    }
}

/// Which options of a pile are looked for, and what was found so far.
struct FoundOptions<'a> {
    size: u64,
    value: u64,
    list: Vec<Rest>,
    /// Two moves may lead to the same.
    seen: HashSet<Rest>,
    hunt: &'a mut Hunt,
    machine: &'a mut Machine,
}

impl FoundOptions<'_> {
    /// Counts a look at an option; whether enough were found.
    #[inline]
    fn look(&mut self) -> Result<bool, Halt> {
        self.hunt.look();
        self.machine.budget.step()?;
        Ok(self.hunt.is_over())
    }

    fn add(&mut self, sizes: &[u64]) -> Result<(), Halt> {
        let mut sizes = Rest::from_slice(sizes);
        sizes.sort_unstable();
        if self.seen.insert(sizes.clone()) {
            self.list.push(sizes);
            self.hunt.found += 1;
            if self.list.len().is_multiple_of(4096) {
                let bytes = self.list.len() * 4 * size_of::<Rest>();
                self.machine.budget.need(bytes as u64)?;
            }
        }
        Ok(())
    }
}

impl Heap {
    /// About how many options a pile has.
    pub fn option_count(&self, size: u64) -> u64 {
        if let Some(from_end) = self.engine.sequence.by_end() {
            return from_end.lacking.option_count(from_end.lacks(size));
        }
        let counts = self.families().iter().map(|family| family.count(size));
        counts.fold(0, u64::saturating_add)
    }

    /// The same, where amounts that depend on the pile are asked for.
    pub(super) fn options_about(&self, size: u64, machine: &mut Machine) -> Result<u64, Halt> {
        if self.counts_from_end() {
            return Ok(self.option_count(size));
        }
        let mut about: u64 = 0;
        for family in self.families() {
            let taking = family.at(size, machine)?;
            let count = taking.map_or_else(|| family.count(size), |taking| taking.count());
            about = about.saturating_add(count);
        }
        Ok(about)
    }

    /// The options of a pile that have a value, each once. `None`: the kinds of moves do not tell, or the values of the smaller
    /// piles are not known.
    pub fn options_worth(
        &self,
        size: u64,
        value: u64,
        hunt: &mut Hunt,
        machine: &mut Machine,
    ) -> Result<Option<Vec<Rest>>, Halt> {
        if self.known(size).is_none() {
            return Ok(None);
        }
        if let Some(from_end) = self.engine.sequence.by_end() {
            // Where several piles lack nothing, the kinds of moves do not tell.
            let (lacking, lacks) = (&from_end.lacking, from_end.lacks(size));
            let found = lacking.options_worth(lacks, value, hunt, machine)?;
            let pile = |lacks: &u64| from_end.end.unsigned_abs() - lacks;
            let piles = |rest: Rest| rest.iter().map(pile).collect();
            return Ok(found.map(|found| found.into_iter().map(piles).collect()));
        }
        let mut takings = Vec::new();
        for family in self.families() {
            if let Leaves::Parts { .. } = family.leaves {
                return Ok(None);
            }
            let Some(taking) = family.at(size, machine)? else {
                return Ok(None);
            };
            takings.push(taking);
        }
        if takings.is_empty() {
            return Ok(None);
        }
        let mut found = FoundOptions {
            size,
            value,
            list: Vec::new(),
            seen: HashSet::new(),
            hunt,
            machine,
        };
        let piles = self.piles_worth(&mut found)?;
        for taking in &takings {
            match (taking.leaves(), &piles) {
                (Leaves::Nothing, _) => {
                    if value == 0 && taking.takes(size) {
                        found.add(&[])?;
                    }
                }
                (Leaves::One { .. }, Some(piles)) => {
                    for left in piles.iter().filter(|left| **left < size) {
                        if taking.takes(size - left) {
                            found.add(&[*left])?;
                        }
                    }
                }
                (Leaves::One { .. }, None) => self.leave_one(taking, &mut found)?,
                (Leaves::Two { .. } | Leaves::Pair { .. }, _) => {
                    if !self.leave_any_two(taking, &mut found)? {
                        self.leave_two(taking, &mut found)?;
                    }
                }
                (Leaves::Parts { .. }, _) => return Ok(None),
            }
            if found.hunt.is_over() {
                break;
            }
        }
        Ok(Some(found.list))
    }

    /// The piles of a value, at least those among the options, where they are told without a look at each.
    fn piles_worth(&self, found: &mut FoundOptions<'_>) -> Result<Option<Vec<u64>>, Halt> {
        let told = self
            .engine
            .sequence
            .piles_of(found.value, found.size, found.machine)?;
        if told.is_some() {
            return Ok(told);
        }
        // Where the values rise with the period, each pile of it stands for one of the value at most.
        let Some(period) = self.known_period().filter(|period| period.saltus > 0) else {
            return Ok(None);
        };
        let (start, length) = (period.preperiod as u64, period.period as u64);
        if start.saturating_add(length) > found.size {
            return Ok(None);
        }
        let mut piles = Vec::new();
        for pile in 0..start + length {
            found.look()?;
            let Some(known) = self.known(pile) else {
                return Ok(None);
            };
            match found.value.checked_sub(known) {
                Some(0) => piles.push(pile),
                Some(rise) if pile >= start && rise.is_multiple_of(period.saltus) => {
                    let beyond = (rise / period.saltus).checked_mul(length);
                    piles.extend(beyond.and_then(|beyond| pile.checked_add(beyond)));
                }
                _ => {}
            }
        }
        piles.sort_unstable();
        Ok(Some(piles))
    }

    fn leave_one(&self, taking: &Taking, found: &mut FoundOptions<'_>) -> Result<(), Halt> {
        // Above the preperiod a value that no pile of a whole period has is had by none.
        let repeats = self.repeats();
        for run in taking.amounts() {
            let mut missed = 0;
            let mut amount = run.first;
            while amount <= run.last {
                let left = found.size - amount;
                if found.look()? {
                    return Ok(());
                }
                if self.known(left) == Some(found.value) {
                    missed = 0;
                    found.add(&[left])?;
                } else {
                    missed += 1;
                }
                let mut steps = 1;
                if let Some((period, preperiod)) = repeats
                    && missed > period
                    && left >= preperiod
                {
                    steps = (left - preperiod) / run.step + 1;
                    missed = 0;
                }
                match amount.checked_add(run.step.saturating_mul(steps)) {
                    Some(next) => amount = next,
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Where very many amounts may be taken, and the piles of each value are told: to one part belong few others. False elsewhere.
    fn leave_any_two(&self, taking: &Taking, found: &mut FoundOptions<'_>) -> Result<bool, Halt> {
        if taking.count() < MANY_PAIRS {
            return Ok(false);
        }
        for part in 0..=found.size / 2 {
            if found.look()? {
                break;
            }
            let Some(known) = self.known(part) else {
                return Ok(false);
            };
            let sequence = &self.engine.sequence;
            let others = sequence.piles_of(known ^ found.value, found.size, found.machine)?;
            let Some(others) = others else {
                return Ok(false);
            };
            for other in others.into_iter().filter(|other| *other >= part) {
                let amount = found.size.checked_sub(part.saturating_add(other));
                if amount.is_some_and(|amount| taking.allows(amount, &[part, other])) {
                    found.add(&[part, other])?;
                }
            }
        }
        Ok(true)
    }

    fn leave_two(&self, taking: &Taking, found: &mut FoundOptions<'_>) -> Result<(), Halt> {
        let repeats = self.repeats();
        for amount in taking.amounts().iter().flat_map(|run| run.amounts()) {
            found.machine.budget.step()?;
            let rest = found.size - amount;
            let mut missed = 0;
            for part in taking.leaves().smaller_part(rest) {
                if found.look()? {
                    return Ok(());
                }
                let parts = (self.known(part), self.known(rest - part));
                missed += 1;
                if let (Some(a), Some(b)) = parts
                    && a ^ b == found.value
                {
                    found.add(&[part, rest - part])?;
                    missed = 0;
                }
                // The smaller part went through a whole period, and so did the other one: the same values come again.
                if let Some((period, preperiod)) = repeats
                    && missed > period
                    && part > preperiod.saturating_add(period)
                {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The period and the preperiod, where values simply repeat.
    fn repeats(&self) -> Option<(u64, u64)> {
        let period = self.known_period().filter(|found| found.saltus == 0)?;
        Some((period.period as u64, period.preperiod as u64))
    }
}
