//! The values of the options of a pile, by the definition of taking and breaking.

use super::moves::{Moves, Taking};
use super::partition::is_rare;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many pairs of parts are looked at between two looks at what is missing.
const BLOCK: usize = 64;

/// What the options of a pile say of its claimed value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mex {
    /// It is the mex.
    Claimed,
    /// No option has this smaller value: it is the mex.
    Less(u32),
    /// Some option has the claimed value.
    Occurs,
}

/// Checks the claimed values one after the other, each against the options of its pile.
#[derive(Debug)]
pub(super) struct Options<'a> {
    moves: &'a Moves,
    mask: u32,
    /// The values of the piles so far.
    values: Vec<u32>,
    /// The rare piles but for 0, which is no part, in ascending order.
    rare: Vec<Part>,
    found: OccurringValues,
}

/// A pile with its value.
#[derive(Debug, Clone, Copy)]
struct Part {
    size: u32,
    value: u32,
}

impl<'a> Options<'a> {
    pub(super) fn new(moves: &'a Moves, mask: u32) -> Options<'a> {
        Options {
            moves,
            mask,
            values: Vec::new(),
            rare: Vec::new(),
            found: OccurringValues::default(),
        }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// About how many bytes are taken when this many piles are known.
    pub(super) fn bytes(&self, piles: u64) -> u64 {
        let more = (self.found.seen.len() * 4 + self.rare.capacity() * 8) as u64;
        piles.saturating_mul(4).saturating_add(more)
    }

    /// Compares the claimed value of the next pile with the mex over its options; the pile is known from then on where it is
    /// right.
    pub(super) fn check(&mut self, claimed: u32, budget: &mut Budget) -> Result<Mex, Limit> {
        budget.step()?;
        let pile = self.values.len();
        self.found.begin(pile as u32, claimed);
        match self.moves {
            Moves::Finite(takings) => self.finite(takings, claimed, budget)?,
            Moves::Regular {
                first,
                step,
                except,
            } => self.regular(*first, *step, except, budget)?,
        }
        let mex = self.found.mex();
        if mex == Mex::Claimed {
            if is_rare(claimed, self.mask) && self.mask > 0 && pile > 0 {
                self.rare.push(Part {
                    size: pile as u32,
                    value: claimed,
                });
            }
            self.values.push(claimed);
        }
        Ok(mex)
    }

    fn finite(
        &mut self,
        takings: &[Taking],
        claimed: u32,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let pile = self.values.len();
        let is_rare = is_rare(claimed, self.mask);
        let (values, found) = (&self.values, &mut self.found);
        let rest = |taking: &Taking| pile.checked_sub(usize::try_from(taking.amount).ok()?);
        for taking in takings {
            let Some(rest) = rest(taking) else {
                continue;
            };
            let Taking { least, most, .. } = *taking;
            if rest == 0 && least == 0 {
                found.add(0);
            }
            if (rest > 0 && least <= 1 && most >= 1) || (rest == 0 && taking.or_empty) {
                found.add(values[rest]);
            }
            match most {
                0 | 1 => {}
                2 if is_rare => found.pairs(values, rest, budget)?,
                2 => {
                    let smaller = self
                        .rare
                        .partition_point(|part| (part.size as usize) < rest);
                    found.with_each(&self.rare[..smaller], values, rest, budget)?;
                }
                _ => {
                    let mut parts = Parts {
                        least,
                        most,
                        values,
                        found,
                        budget,
                    };
                    parts.walk(1, rest, 0, 0)?;
                }
            }
        }
        if is_rare || found.occurs() {
            return Ok(());
        }
        // Of a common pile no other split has the claimed value; any may have a smaller one.
        let mut first = 1;
        while first <= pile / 2 && found.missing().is_some() {
            for taking in takings {
                if let (2, Some(rest)) = (taking.most, rest(taking)) {
                    found.some_pairs(values, rest, first);
                }
            }
            first += BLOCK;
            budget.step()?;
        }
        Ok(())
    }

    fn regular(
        &mut self,
        first: u64,
        step: u64,
        except: &[u64],
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let pile = self.values.len() as u64;
        let mut amount = first;
        while let Some(rest) = pile.checked_sub(amount) {
            if except.binary_search(&amount).is_err() {
                self.found.add(self.values[rest as usize]);
            }
            amount = amount.saturating_add(step);
            budget.step()?;
        }
        Ok(())
    }
}

/// The values that occur among the options of a pile.
#[derive(Debug, Default)]
struct OccurringValues {
    /// For each value one more than the last pile that has an option of it. As long as a power of two, and longer than every
    /// claimed value.
    seen: Vec<u32>,
    mark: u32,
    claimed: u32,
    /// All values below occur.
    below: usize,
}

impl OccurringValues {
    /// Forgets everything, for a pile of this claimed value.
    fn begin(&mut self, pile: u32, claimed: u32) {
        let len = claimed as usize + 1;
        if self.seen.len() < len {
            self.seen.resize(len.next_power_of_two(), 0);
        }
        self.mark = pile + 1;
        self.claimed = claimed;
        self.below = 0;
    }

    #[inline]
    fn add(&mut self, value: u32) {
        // What is larger than every claimed value does not matter.
        if let Some(seen) = self.seen.get_mut(value as usize) {
            *seen = self.mark;
        }
    }

    fn occurs(&self) -> bool {
        self.seen.get(self.claimed as usize) == Some(&self.mark)
    }

    /// The least value below the claimed one that does not occur.
    fn missing(&mut self) -> Option<u32> {
        let smaller = self.seen.get(self.below..self.claimed as usize)?;
        let first = smaller.iter().position(|seen| *seen != self.mark);
        self.below += first.unwrap_or(smaller.len());
        first.map(|_| self.below as u32)
    }

    fn mex(&mut self) -> Mex {
        if self.occurs() {
            return Mex::Occurs;
        }
        match self.missing() {
            Some(missing) => Mex::Less(missing),
            None => Mex::Claimed,
        }
    }

    /// Adds the splits of `rest` into one of these parts and another.
    fn with_each(
        &mut self,
        parts: &[Part],
        values: &[u32],
        rest: usize,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        for block in parts.chunks(BLOCK) {
            budget.step()?;
            for part in block {
                self.add(part.value ^ values[rest - part.size as usize]);
            }
        }
        Ok(())
    }

    /// Adds some of the splits of `rest` into two piles: those whose smaller part is one of the [`BLOCK`] from `first` on.
    fn some_pairs(&mut self, values: &[u32], rest: usize, first: usize) {
        let end = (first + BLOCK).min(rest / 2 + 1);
        let smaller = values.get(first..end).unwrap_or(&[]);
        let larger = values.get((rest + 1).saturating_sub(end)..=rest.saturating_sub(first));
        for (a, b) in smaller.iter().zip(larger.unwrap_or(&[]).iter().rev()) {
            self.add(a ^ b);
        }
    }

    /// Adds the splits of `rest` into two piles.
    fn pairs(&mut self, values: &[u32], rest: usize, budget: &mut Budget) -> Result<(), Limit> {
        let mut first = 1;
        while first <= rest / 2 && self.missing().is_some() {
            self.some_pairs(values, rest, first);
            first += BLOCK;
            budget.step()?;
        }
        if first > rest / 2 {
            return Ok(());
        }
        // All smaller values occur: only the claimed one must not.
        let smaller = &values[first..=rest / 2];
        let larger = &values[rest.div_ceil(2)..=rest - first];
        for (smaller, larger) in smaller.chunks(8 * BLOCK).zip(larger.rchunks(8 * BLOCK)) {
            budget.step()?;
            let pairs = smaller.iter().zip(larger.iter().rev());
            if pairs.fold(false, |hit, (a, b)| hit | (a ^ b == self.claimed)) {
                self.add(self.claimed);
            }
        }
        Ok(())
    }
}

/// Partitions, one part after the other in ascending order.
struct Parts<'a> {
    least: u64,
    most: u64,
    values: &'a [u32],
    found: &'a mut OccurringValues,
    budget: &'a mut Budget,
}

impl Parts<'_> {
    /// Adds the xors of all ways to break `rest` into parts of at least `smallest`, after `count` parts with this xor. Each
    /// level takes at least one part off the rest, and no more than `most` levels are nested.
    fn walk(&mut self, smallest: usize, rest: usize, count: u64, xor: u32) -> Result<(), Limit> {
        self.budget.step()?;
        // The last part is all that is left.
        if rest >= smallest && count + 1 >= self.least && count < self.most {
            self.found.add(xor ^ self.values[rest]);
        }
        if count + 1 >= self.most {
            return Ok(());
        }
        for part in smallest..=rest / 2 {
            let xor = xor ^ self.values[part];
            self.walk(part, rest - part, count + 1, xor)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;
    use crate::work::chance::Chance;

    /// The xors of all ways to break `rest` into so many parts of at least `smallest`.
    fn breaks(values: &[u32], rest: usize, parts: u64, smallest: usize) -> Vec<u32> {
        match parts {
            0 => Vec::from_iter((rest == 0).then_some(0)),
            _ => (smallest..=rest)
                .flat_map(|part| {
                    let others = breaks(values, rest - part, parts - 1, part);
                    others.into_iter().map(move |xor| xor ^ values[part])
                })
                .collect(),
        }
    }

    /// The values of all options of the pile that comes next.
    fn options(moves: &Moves, values: &[u32]) -> Vec<u32> {
        let pile = values.len();
        match moves {
            Moves::Finite(takings) => takings
                .iter()
                .filter(|taking| taking.amount <= pile as u64)
                .flat_map(|taking| {
                    let rest = pile - taking.amount as usize;
                    let parts = taking.least..=taking.most;
                    let empty = (rest == 0 && taking.or_empty).then(|| values[0]);
                    let parts = parts.flat_map(move |parts| breaks(values, rest, parts, 1));
                    parts.chain(empty)
                })
                .collect(),
            Moves::Regular {
                first,
                step,
                except,
            } => (1..=pile)
                .filter(|amount| {
                    let amount = *amount as u64;
                    amount >= *first
                        && (amount - first).is_multiple_of(*step)
                        && !except.contains(&amount)
                })
                .map(|amount| values[pile - amount])
                .collect(),
        }
    }

    /// Whatever the mask, a claim is right exactly where it is the mex over all options, and what is said of a wrong one is so.
    #[test]
    fn claims_are_compared_with_the_definition_under_every_mask() {
        let mut chance = Chance::new(Some(11));
        let mut random = |below: u32| chance.below(below.into()) as u32;
        let (mut common, mut wrong) = (0, 0);
        for round in 0..240 {
            let moves = if round % 8 == 0 {
                let (first, step) = (u64::from(random(4) + 1), u64::from(random(3) + 1));
                let except: Vec<u64> = (0..6)
                    .filter(|_| random(3) == 0)
                    .map(|times| first + times * step)
                    .collect();
                Moves::Regular {
                    first,
                    step,
                    except,
                }
            } else {
                let takings = (0..random(4) + 1).map(|_| {
                    let amount = u64::from(random(5));
                    let (least, most) = match random(6) {
                        0 => (0, 0),
                        1 | 2 => (1, 1),
                        3 if round % 3 == 0 => (2, 3),
                        _ => (2, 2),
                    };
                    Taking {
                        // Some is taken where a pile stays together.
                        amount: amount.max(u64::from(most == 1)),
                        least,
                        most,
                        or_empty: most == 1 && random(2) == 0,
                    }
                });
                Moves::Finite(takings.collect())
            };
            let mask = match round % 4 {
                0 => 0,
                _ => random(32),
            };
            let mut budget = Budget::start(&Limits::default());
            let mut check = Options::new(&moves, mask);
            // Past two blocks of pairs now and then.
            let piles = if round % 20 == 1 { 300 } else { 40 };
            let is_walked = matches!(&moves, Moves::Finite(takings) if takings.iter().any(|taking| taking.most > 2));
            let piles = if is_walked { 40 } else { piles };
            for pile in 0..piles {
                let options = options(&moves, check.values());
                let mex = (0..).find(|value| !options.contains(value)).unwrap();
                for claimed in [mex + 1, mex ^ 1, random(mex + 4), mex / 2] {
                    let said = check_only(&mut check, claimed, mex, &mut budget);
                    match said {
                        _ if claimed == mex => {}
                        Mex::Less(least) => assert_eq!(least, mex, "{moves:?} {mask} {pile}"),
                        Mex::Occurs => assert!(options.contains(&claimed), "{moves:?} {mask}"),
                        Mex::Claimed => panic!("{moves:?} {mask}: g({pile}) is not {claimed}"),
                    }
                    wrong += u32::from(claimed != mex);
                }
                let said = check.check(mex, &mut budget);
                assert_eq!(
                    said,
                    Ok(Mex::Claimed),
                    "{moves:?} {mask}: g({pile}) = {mex}"
                );
                common += u32::from(!is_rare(mex, mask));
            }
        }
        assert!(common > 1000 && wrong > 10_000, "{common} {wrong}");
    }

    /// Compares a claim other than the mex, which must not be taken for known.
    fn check_only(check: &mut Options<'_>, claimed: u32, mex: u32, budget: &mut Budget) -> Mex {
        if claimed == mex {
            return Mex::Claimed;
        }
        let before = check.values().len();
        let said = check.check(claimed, budget).unwrap();
        assert_eq!(check.values().len(), before);
        said
    }
}
