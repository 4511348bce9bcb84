//! Any amount between two numbers that depend on the pile, by tables or formulas.
//!
//! Where all amounts up to one may be taken that rises by 0 or 1 from each pile to the next, what a pile leads to has, with the pile
//! itself, each value up to that amount once. So a pile has the greatest amount as its value where that rises, else the value of the
//! pile that is left by one more than the greatest amount (Levine, Fractal sequences and restricted Nim, 2006).
//!
//! Where the amounts are those from a to b for all piles, a pile n has the value (n mod (a + b)) / a, rounded down. For the options
//! of n are, modulo a + b, all piles that are at least a away from it, or the smaller ones of them in the first period: none of the a
//! piles of its own value, and some of those of each smaller one.
//!
//! Where the last move loses, the piles of value 1 of both are the lost ones. Of the first kind, what a pile that can move leads to
//! and the pile itself have the value 1 once: it is lost where that is its own, and leads to a lost pile where it is not. Of the
//! second, the piles of value 1 are those from a to 2a - 1 modulo a + b: these lead to none of them, and the others from 2a on do.

use std::ops::Range;

use super::engine::{Engine, PeriodTheorem, Sequence, Subject};
use crate::expr::machine::{Machine, last_that_holds};
use crate::kernel::interval::Intervals;
use crate::kernel::period::Period;
use crate::moves::taking::{Amounts, Between, Leaves};
use crate::work::store::Slice;
use crate::work::{Declined, Halt};

#[derive(Debug)]
struct Interval {
    /// The least pile.
    least: i64,
    /// The intervals of the moves; for each pile they must join to one.
    ends: Vec<Piece>,
    low: Vec<u64>,
    high: Vec<u64>,
    kernel: Intervals,
    /// The least and the greatest amount, where they are the same for all piles.
    fixed: Option<(u64, u64)>,
    /// Whether the theorem of Levine holds.
    rises_slowly: bool,
}

/// Where so many piles of a value lie in one run of piles with the same greatest amount, all of them are passed at once.
const LONG_RUN: i64 = 16;

/// An interval of amounts.
#[derive(Debug)]
enum Piece {
    Fixed {
        low: i64,
        high: i64,
        /// How many must be left at least.
        left: i64,
    },
    Varying(Between),
}

/// The engine, for intervals of amounts, one pile left.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let mut ends = Vec::new();
    for family in subject.families()? {
        let Leaves::One { or_empty } = family.leaves else {
            return Err("not every amount leaves one pile or none".into());
        };
        let fixed = |low, high| Piece::Fixed {
            low,
            high,
            left: i64::from(!or_empty),
        };
        ends.push(match &family.amounts {
            Amounts::Between(between) if or_empty => match between.fixed() {
                Some((low, high)) => fixed(low, high),
                None => Piece::Varying(between.clone()),
            },
            Amounts::Every {
                first,
                step: 1,
                except,
            } if except.is_empty() => fixed(*first, i64::MAX),
            Amounts::Finite(list) => match (list.first(), list.last()) {
                (Some(first), Some(last)) if last - first + 1 == list.len() as i64 => {
                    fixed(*first, *last)
                }
                _ => return Err("the amounts are no interval".into()),
            },
            _ => return Err("the amounts are no interval".into()),
        });
    }
    let rises_slowly = ends.iter().all(|piece| match piece {
        Piece::Fixed { low, .. } => *low == 1,
        Piece::Varying(between) => between.rises_slowly(),
    });
    let fixed = one_fixed(&ends)?;
    let bounds = subject.game().header.shape.as_heap();
    let sequence = Interval {
        fixed,
        rises_slowly,
        least: bounds.map_or(0, |bounds| bounds.lo),
        ends,
        low: Vec::new(),
        high: Vec::new(),
        kernel: Intervals::ending_in(subject.misere.into()),
    };
    let premise = match rises_slowly {
        _ if fixed.is_some() => {
            "the amounts are all from one number to another, the same for all piles: the values repeat after the sum of both"
        }
        true => {
            "the amounts of a pile are all up to one that rises by 0 or 1 from pile to pile: the value of any pile follows from few others (Levine 2006)"
        }
        false => {
            "the amounts of a pile are all from one number to another: its value is the least one whose last pile lies before the interval"
        }
    };
    let theorem = match subject.misere {
        true => {
            "the Grundy values by Levine's theorem (2006), since the greatest amount rises by 0 or 1 from pile to pile: where the last move loses, the piles of value 1 are the lost ones"
        }
        false => {
            "the value by Levine's theorem (2006), since the greatest amount rises by 0 or 1 from pile to pile"
        }
    };
    let engine = Engine {
        reach: 1_000_000,
        begins_anew: true,
        formula: match fixed {
            Some(_) if subject.misere => {
                "the Grundy values (n mod (a + b)) / a, rounded down, where the amounts are those from a to b: where the last move loses, the piles of value 1 are the lost ones"
            }
            Some(_) => "(n mod (a + b)) / a, rounded down, where the amounts are those from a to b",
            None => "",
        },
        beyond: rises_slowly.then_some(theorem),
        ..Engine::new(premise, sequence)
    };
    Ok(match fixed {
        Some(_) => engine,
        None => engine.within_reach(subject.game()),
    })
}

/// The least and the greatest amount, where they are the same for all piles.
fn one_fixed(ends: &[Piece]) -> Result<Option<(u64, u64)>, Declined> {
    let mut pieces = Vec::new();
    let mut or_empty = true;
    for piece in ends {
        let Piece::Fixed { low, high, left } = piece else {
            return Ok(None);
        };
        or_empty &= *left == 0;
        pieces.push((*low, *high));
    }
    pieces.sort_unstable();
    let mut pieces = pieces.into_iter();
    let Some((low, mut high)) = pieces.next() else {
        return Ok(None);
    };
    for (from, to) in pieces {
        if from > high.saturating_add(1) {
            return Err("the amounts are no interval".into());
        }
        high = high.max(to);
    }
    let is_fixed = or_empty && high < i64::MAX;
    Ok(is_fixed.then_some((low.unsigned_abs(), high.unsigned_abs())))
}

impl Interval {
    /// The least and the greatest amount of a pile; none: 1 and 0.
    fn ends_at(&self, pile: i64, machine: &mut Machine) -> Result<(i64, i64), Halt> {
        if pile < self.least {
            return Ok((1, 0));
        }
        let mut whole: Option<(i64, i64)> = None;
        for piece in &self.ends {
            let found = match piece {
                Piece::Fixed { low, high, left } => {
                    let most = *high.min(&(pile - left));
                    (*low <= most).then_some((*low, most))
                }
                Piece::Varying(ends) => ends.at(pile, machine)?,
            };
            whole = match (whole, found) {
                (None, found) => found,
                (whole, None) => whole,
                (Some((a, b)), Some((c, d))) => {
                    if c > b.saturating_add(1) || a > d.saturating_add(1) {
                        let why = format!("at the pile {pile} the amounts are no interval");
                        return Err(Halt::declined(why));
                    }
                    Some((a.min(c), b.max(d)))
                }
            };
        }
        Ok(whole.unwrap_or((1, 0)))
    }

    /// What a pile counts as that has this Grundy value by a theorem.
    fn in_play(&self, value: u64) -> u64 {
        match self.kernel.at_end() {
            0 => value,
            _ => u64::from(value != 1),
        }
    }

    /// The greatest amount of a pile; 0 where there is none.
    fn greatest(&self, pile: i64, machine: &mut Machine) -> Result<i64, Halt> {
        machine.budget.step()?;
        Ok(self.ends_at(pile, machine)?.1)
    }

    /// The least pile of a range for which something holds that holds for all from some size on, or else the range's end; looked for
    /// from the beginning on.
    fn least_from(
        &self,
        piles: Range<i64>,
        holds: impl Fn(i64, i64) -> bool,
        machine: &mut Machine,
    ) -> Result<i64, Halt> {
        let before = piles.start - 1;
        let fails = |pile| Ok(!holds(pile, self.greatest(pile, machine)?));
        let last = last_that_holds((before, piles.end - 1), before, fails);
        last.map(|last| last + 1)
    }

    /// The value of a pile by the theorem, unless that takes too many steps.
    fn by_theorem(
        &self,
        size: i64,
        effort: u64,
        machine: &mut Machine,
    ) -> Result<Option<i64>, Halt> {
        let mut pile = size;
        for _ in 0..effort {
            let greatest = self.greatest(pile, machine)?;
            if pile == 0 || self.greatest(pile - 1, machine)? < greatest {
                return Ok(Some(greatest));
            }
            let jump = greatest + 1;
            let before = jump.saturating_mul(LONG_RUN);
            let mut jumps = 1;
            if before < pile && self.greatest(pile - before, machine)? == greatest {
                let same = |_, found| found >= greatest;
                let first = self.least_from(0..pile - before, same, machine)?;
                jumps = (pile - first) / jump;
            }
            pile -= jumps * jump;
        }
        Ok(None)
    }

    /// The greatest pile below `size` that has a value, where there is one.
    fn last_worth(
        &self,
        value: i64,
        size: i64,
        machine: &mut Machine,
    ) -> Result<Option<i64>, Halt> {
        let mut pile = self.least_from(0..size, |_, greatest| greatest >= value, machine)?;
        if pile == size {
            return Ok(None);
        }
        loop {
            let greatest = self.greatest(pile, machine)?;
            let jump = greatest + 1;
            let behind = jump.saturating_mul(LONG_RUN).saturating_add(pile);
            if behind < size && self.greatest(behind, machine)? == greatest {
                let more = |_, found| found > greatest;
                let end = self.least_from(behind..size, more, machine)?;
                pile += (end - 1 - pile) / jump * jump;
            }
            // The next one is the first that is left no less than one more than this.
            let left = |next, greatest| next - greatest > pile;
            let next = self.least_from(size.min(pile.saturating_add(jump))..size, left, machine)?;
            if next == size {
                return Ok(Some(pile));
            }
            pile = next;
        }
    }
}

impl Sequence for Interval {
    fn values(&self) -> Slice<'_> {
        self.kernel.values()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        while self.low.len() < len {
            machine.budget.step()?;
            let pile = self.low.len() as i64;
            let (low, high) = self.ends_at(pile, machine)?;
            self.low.push(low as u64);
            self.high.push(high as u64);
        }
        Ok(self
            .kernel
            .extend(&self.low, &self.high, len, &mut machine.budget)?)
    }

    fn formula(&self, size: u64) -> Option<u64> {
        let (least, most) = self.fixed?;
        Some(self.in_play(size % (least + most) / least))
    }

    fn largest(&self) -> Option<(u64, u64)> {
        let (least, most) = self.fixed?;
        let value = (least + most - 1) / least;
        Some((value * least, value))
    }

    fn prove(&mut self, theorem: &mut Option<PeriodTheorem>) -> Option<Period> {
        let Some((least, most)) = self.fixed else {
            return theorem.as_ref()?.prove(self.values());
        };
        Some(Period {
            period: usize::try_from(least + most).ok()?,
            preperiod: 0,
            saltus: 0,
            checked_to: 0,
        })
    }

    fn compute_far(
        &mut self,
        size: u64,
        effort: u64,
        machine: &mut Machine,
    ) -> Result<Option<u64>, Halt> {
        let Ok(pile) = i64::try_from(size) else {
            return Ok(None);
        };
        if self.rises_slowly {
            let value = self.by_theorem(pile, effort, machine)?;
            return Ok(value.map(|value| self.in_play(value.unsigned_abs())));
        }
        let (low, high) = self.ends_at(pile, machine)?;
        let options = (pile - high) as u64..(pile - low + 1) as u64;
        if low > high || options.end > effort {
            return Ok((low > high).then_some(self.kernel.at_end().into()));
        }
        self.extend(options.end as usize, machine)?;
        let options = options.start as usize..options.end as usize;
        Ok(Some(self.kernel.mex(options).into()))
    }

    fn piles_of(
        &self,
        value: u64,
        size: u64,
        machine: &mut Machine,
    ) -> Result<Option<Vec<u64>>, Halt> {
        let (Ok(value), Ok(size), true) =
            (i64::try_from(value), i64::try_from(size), self.rises_slowly)
        else {
            return Ok(None);
        };
        let last = self.last_worth(value, size, machine)?;
        Ok(Some(last.map(i64::unsigned_abs).into_iter().collect()))
    }

    fn bytes(&self, len: usize) -> u64 {
        (len as u64).saturating_mul(33).max(self.kernel.memory())
    }
}
