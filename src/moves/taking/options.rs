//! The options of a pile by the kinds of its moves: which amounts are taken and what is left. The loops of the engines apart,
//! nothing else lists them.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::{Amounts, Family, Leaves};
use crate::expr::fault::Fault;
use crate::expr::machine::{Machine, Partitions};
use crate::expr::tree::PartSizes;

/// The sizes of the piles that a move leaves, in ascending order.
pub type Rest = SmallVec<[u64; 2]>;

/// Amounts at equal distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    pub first: u64,
    /// The greatest: the least plus a multiple of the step.
    pub last: u64,
    /// The distance, at least 1.
    pub step: u64,
}

impl Run {
    fn new(first: u64, last: u64, step: u64) -> Option<Run> {
        let length = last.checked_sub(first)?;
        Some(Run {
            first,
            last: last - length % step,
            step,
        })
    }

    pub fn count(self) -> u64 {
        ((self.last - self.first) / self.step).saturating_add(1)
    }

    /// The amounts in ascending order.
    pub fn amounts(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |number| self.first + number * self.step)
    }

    fn has(self, amount: u64) -> bool {
        let beyond = amount.checked_sub(self.first);
        amount <= self.last && beyond.is_some_and(|beyond| beyond.is_multiple_of(self.step))
    }
}

/// The moves of one kind in one pile.
#[derive(Debug, Clone)]
pub struct Taking {
    pile: u64,
    /// The amounts after which something may be left, in ascending order.
    runs: Vec<Run>,
    leaves: Leaves,
}

impl Family {
    /// The amounts, where they are finitely many and the same for all piles.
    pub fn finite(&self) -> Option<&[i64]> {
        match &self.amounts {
            Amounts::Finite(list) => Some(list),
            Amounts::Every { .. }
            | Amounts::Listed
            | Amounts::Between(_)
            | Amounts::Constrained(_)
            | Amounts::Guarded(_) => None,
        }
    }

    /// The moves of this kind in a pile. `None`: only the rule itself tells them.
    pub fn at(&self, pile: u64, machine: &mut Machine) -> Result<Option<Taking>, Fault> {
        let runs = match (&self.amounts, i64::try_from(pile)) {
            (Amounts::Listed | Amounts::Guarded(_), _) | (Amounts::Between(_), Err(_)) => {
                return Ok(None);
            }
            (Amounts::Between(between), Ok(size)) => {
                let ends = between.at(size, machine)?;
                let run =
                    |(low, high): (i64, i64)| Run::new(low.unsigned_abs(), high.unsigned_abs(), 1);
                ends.and_then(run).into_iter().collect()
            }
            (Amounts::Finite(_) | Amounts::Every { .. } | Amounts::Constrained(_), _) => {
                self.runs(pile)
            }
        };
        Ok(Some(Taking::new(pile, runs, self.leaves)))
    }

    /// How many options a pile has by moves of this kind: the most where only the rule tells them, and about how many
    /// where they are splits into three or more piles.
    pub fn count(&self, pile: u64) -> u64 {
        Taking::new(pile, self.runs(pile), self.leaves).count()
    }

    /// All amounts that may be taken from a pile, and more where only the rule tells which.
    fn runs(&self, pile: u64) -> Vec<Run> {
        match &self.amounts {
            Amounts::Finite(list) => listed(list, pile),
            Amounts::Guarded(guarded) => listed(&guarded.amounts, pile),
            Amounts::Every {
                first,
                step,
                except,
            } => {
                let except = except.iter().filter_map(|it| u64::try_from(*it).ok());
                with_gaps(first.unsigned_abs(), pile, step.unsigned_abs(), except)
            }
            Amounts::Constrained(barred) => {
                let here = barred.iter().filter(|(size, _)| *size == pile);
                let mut gaps: Vec<u64> = here.map(|(_, amount)| *amount).collect();
                gaps.sort_unstable();
                with_gaps(1, pile, 1, gaps)
            }
            Amounts::Listed | Amounts::Between(_) => Run::new(1, pile, 1).into_iter().collect(),
        }
    }
}

/// The amounts of an ascending list that a pile is large enough for.
fn listed(list: &[i64], pile: u64) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let amounts = list.iter().map_while(|amount| u64::try_from(*amount).ok());
    for amount in amounts.take_while(|amount| *amount <= pile) {
        match runs.last_mut() {
            Some(run) if run.last + 1 == amount => run.last = amount,
            _ => runs.extend(Run::new(amount, amount, 1)),
        }
    }
    runs
}

/// The amounts from a first to a last one but for some of them, which ascend.
fn with_gaps(first: u64, last: u64, step: u64, gaps: impl IntoIterator<Item = u64>) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut from = first;
    let inside = |gap: &u64| (first..=last).contains(gap);
    for gap in gaps.into_iter().filter(inside) {
        if from < gap {
            runs.extend(Run::new(from, gap - step, step));
        }
        from = gap.saturating_add(step);
    }
    runs.extend(Run::new(from, last, step));
    runs
}

impl Taking {
    fn new(pile: u64, runs: Vec<Run>, leaves: Leaves) -> Taking {
        let mut taking = Taking { pile, runs, leaves };
        if leaves == Leaves::Nothing {
            let whole = taking.takes(pile).then(|| Run::new(pile, pile, 1));
            taking.runs = whole.flatten().into_iter().collect();
            return taking;
        }
        let most = pile.checked_sub(leaves.least());
        let runs = taking.runs.iter();
        taking.runs = runs
            .filter_map(|run| Run::new(run.first, run.last.min(most?), run.step))
            .collect();
        taking
    }

    /// The amounts after which something may be left, in ascending order.
    pub fn amounts(&self) -> &[Run] {
        &self.runs
    }

    pub fn leaves(&self) -> Leaves {
        self.leaves
    }

    pub fn takes(&self, amount: u64) -> bool {
        let behind = self.runs.partition_point(|run| run.first <= amount);
        let run = behind.checked_sub(1).and_then(|place| self.runs.get(place));
        run.is_some_and(|run| run.has(amount))
    }

    /// Whether there is an option that takes so many and leaves these piles, in ascending order.
    pub fn allows(&self, amount: u64, rest: &[u64]) -> bool {
        let total = rest
            .iter()
            .try_fold(amount, |sum, part| sum.checked_add(*part));
        self.takes(amount) && total == Some(self.pile) && self.leaves.allows(rest)
    }

    /// The options, by the amount and for each amount by what is left: in the order of the rule.
    pub fn options(&self) -> impl Iterator<Item = (u64, Rest)> + '_ {
        let amounts = self.runs.iter().flat_map(|run| run.amounts());
        amounts.flat_map(|amount| self.after(amount).map(move |rest| (amount, rest)))
    }

    /// Shows what each option leaves, in the order of [`options`](Taking::options): for loops over all piles.
    pub fn each<E>(&self, mut show: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        for amount in self.runs.iter().flat_map(|run| run.amounts()) {
            let rest = self.pile - amount;
            match self.leaves {
                Leaves::Nothing => show(&[])?,
                Leaves::One { .. } => show(&[rest])?,
                Leaves::Two { .. } | Leaves::Pair { .. } => {
                    for part in self.leaves.smaller_part(rest) {
                        show(&[part, rest - part])?;
                    }
                }
                Leaves::Parts { .. } => {
                    for parts in self.after(amount) {
                        show(&parts)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What may be left after an amount.
    pub fn after(&self, amount: u64) -> Rests {
        let takes = self.takes(amount);
        let rest = self.pile.saturating_sub(amount);
        let parts = match self.leaves {
            Leaves::Parts { least, most, sizes } => i64::try_from(rest)
                .ok()
                .map(|rest| Partitions::new(rest, least, most.unwrap_or(rest), sizes)),
            Leaves::Nothing | Leaves::One { .. } | Leaves::Two { .. } | Leaves::Pair { .. } => None,
        };
        Rests {
            rest,
            leaves: self.leaves,
            next: 0,
            count: if takes { self.leaves.count(rest) } else { 0 },
            parts: parts.filter(|_| takes),
        }
    }

    /// How many options there are; about so many where they are splits into three or more piles.
    pub fn count(&self) -> u64 {
        let of_run = |run: &Run| match self.leaves {
            Leaves::Nothing | Leaves::One { .. } => run.count(),
            Leaves::Two { unequal } => {
                let least = self.pile - run.last - u64::from(unequal);
                halves(least, run.step, run.count())
            }
            Leaves::Pair { unequal, .. } => {
                let least = self.pile - run.last - u64::from(unequal);
                halves(least, run.step, run.count()).saturating_add(run.count())
            }
            Leaves::Parts { .. } => run.count().saturating_mul(self.pile / 2),
        };
        self.runs.iter().map(of_run).fold(0, u64::saturating_add)
    }

    /// An option by chance; `below` gives a number below another.
    pub fn any(&self, below: &mut dyn FnMut(u64) -> u64) -> Option<(u64, Rest)> {
        let run = match self.runs.len() {
            0 => return None,
            count => self.runs.get(below(count as u64) as usize)?,
        };
        let amount = run.first + below(run.count()) * run.step;
        let mut rests = self.after(amount);
        rests.next = match rests.count {
            0 => 0,
            count => below(count),
        };
        Some((amount, rests.next()?))
    }
}

/// The halves, rounded down, of so many numbers at equal distances, added up.
fn halves(first: u64, step: u64, count: u64) -> u64 {
    let (first, step, count) = (u128::from(first), u128::from(step), u128::from(count));
    let sum = first * count + step * (count * count.saturating_sub(1) / 2);
    let odd = match step % 2 {
        0 => count * (first % 2),
        _ => (count + first % 2) / 2,
    };
    u64::try_from((sum - odd) / 2).unwrap_or(u64::MAX)
}

/// What may be left after an amount, each once.
#[derive(Debug)]
pub struct Rests {
    rest: u64,
    leaves: Leaves,
    next: u64,
    /// How many there are, where they are at most two piles.
    count: u64,
    /// Where they are any number of piles.
    parts: Option<Partitions>,
}

impl Iterator for Rests {
    type Item = Rest;

    fn next(&mut self) -> Option<Rest> {
        if let Some(parts) = &mut self.parts {
            let parts = parts.next()?.iter();
            return Some(parts.map(|part| part.unsigned_abs()).collect());
        }
        let number = (self.next < self.count).then_some(self.next)?;
        self.next += 1;
        Some(match self.leaves {
            Leaves::Nothing => Rest::new(),
            Leaves::One { .. } => Rest::from_slice(&[self.rest]),
            Leaves::Two { .. } | Leaves::Pair { .. } | Leaves::Parts { .. } => {
                let part = self.leaves.smaller_part(self.rest).start() + number;
                Rest::from_slice(&[part, self.rest - part])
            }
        })
    }
}

impl Leaves {
    /// The least number of stones that must be left.
    fn least(self) -> u64 {
        match self {
            Leaves::Nothing => 0,
            Leaves::One { or_empty } => u64::from(!or_empty),
            Leaves::Two { unequal } => 2 + u64::from(unequal),
            Leaves::Pair { all_empty, .. } => u64::from(!all_empty),
            Leaves::Parts { least, sizes, .. } => {
                let least = least.unsigned_abs();
                match sizes {
                    PartSizes::Any | PartSizes::Equal => least,
                    PartSizes::Unequal => least.saturating_mul(least.saturating_add(1)) / 2,
                }
            }
        }
    }

    /// In how many ways so many stones may be left, where it is in at most two piles.
    fn count(self, rest: u64) -> u64 {
        match self {
            Leaves::Nothing => u64::from(rest == 0),
            Leaves::One { or_empty } => u64::from(or_empty || rest > 0),
            Leaves::Two { .. } => *self.smaller_part(rest).end(),
            Leaves::Pair { all_empty, .. } if rest == 0 => u64::from(all_empty),
            Leaves::Pair { .. } => *self.smaller_part(rest).end() + 1,
            Leaves::Parts { .. } => 0,
        }
    }

    /// The sizes of the smaller part, where a rest that is large enough is left in two.
    pub fn smaller_part(self, rest: u64) -> RangeInclusive<u64> {
        let (first, unequal) = match self {
            Leaves::Two { unequal } => (1, unequal),
            Leaves::Pair { unequal, .. } => (0, unequal),
            Leaves::Nothing | Leaves::One { .. } | Leaves::Parts { .. } => (1, false),
        };
        first..=rest.saturating_sub(u64::from(unequal)) / 2
    }

    /// Whether these piles, in ascending order, may be left of as many stones as they are together.
    fn allows(self, parts: &[u64]) -> bool {
        match (self, parts) {
            (Leaves::Nothing, parts) => parts.is_empty(),
            (Leaves::One { or_empty }, [part]) => or_empty || *part > 0,
            (Leaves::Two { unequal }, [a, b]) => *a > 0 && !(unequal && a == b),
            (Leaves::Pair { all_empty, unequal }, [a, b]) => {
                (all_empty || *b > 0) && !(unequal && a == b)
            }
            (Leaves::One { .. } | Leaves::Two { .. } | Leaves::Pair { .. }, _) => false,
            (Leaves::Parts { least, most, sizes }, parts) => {
                let count = parts.len() as i64;
                let mut pairs = parts.windows(2);
                count >= least
                    && most.is_none_or(|most| count <= most)
                    && parts.first() > Some(&0)
                    && match sizes {
                        PartSizes::Any => true,
                        PartSizes::Equal => pairs.all(|pair| pair[0] == pair[1]),
                        PartSizes::Unequal => pairs.all(|pair| pair[0] != pair[1]),
                    }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After the amounts that are named something may be left, and after no others.
    #[test]
    fn amounts_are_those_after_which_something_may_be_left() {
        let mut kinds = vec![
            Leaves::Nothing,
            Leaves::One { or_empty: false },
            Leaves::One { or_empty: true },
            Leaves::Pair {
                all_empty: true,
                unequal: false,
            },
            Leaves::Pair {
                all_empty: false,
                unequal: true,
            },
        ];
        for unequal in [false, true] {
            kinds.push(Leaves::Two { unequal });
            for least in 2..5 {
                let sizes = match unequal {
                    true => PartSizes::Unequal,
                    false => PartSizes::Any,
                };
                for most in [Some(least + 1), None] {
                    kinds.push(Leaves::Parts { least, most, sizes });
                }
            }
        }
        for leaves in kinds {
            for pile in 0..20 {
                let runs: Vec<Run> = Run::new(1, pile, 1).into_iter().collect();
                let taking = Taking::new(pile, runs.clone(), leaves);
                let loose = Taking { pile, runs, leaves };
                for amount in 1..=pile {
                    let is_left = loose.after(amount).next().is_some();
                    assert_eq!(taking.takes(amount), is_left, "{leaves:?} {pile} {amount}");
                }
                let mut shown: Vec<Vec<u64>> = Vec::new();
                let all = taking.each(|rest| {
                    shown.push(rest.to_vec());
                    Ok::<(), ()>(())
                });
                let listed: Vec<Vec<u64>> =
                    taking.options().map(|(_, rest)| rest.to_vec()).collect();
                assert_eq!((all, shown), (Ok(()), listed), "{leaves:?} {pile}");
            }
        }
    }
}
