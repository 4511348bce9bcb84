//! Amounts that are the same for all piles, from any expression: squares, primes, a list. With a proof of a period by their
//! remainders.
//!
//! # Why remainders prove a period
//!
//! Let the values up to N have the period p from q on, and let all amounts above m have one of the remainders R modulo p. Let no
//! pile n from q + m on have the value of a pile j < n - m with (n - j) mod p in R: for j from q on this is about the values of one
//! period, for the others about q piles. And let the amounts up to m lead from each pile of one period behind q + m to all values
//! below its own. Then g(n + p) = g(n) for all n from q on, by induction: a larger pile has the options by small amounts that the
//! pile some periods before it has, and the others have other values. Where no move takes the whole pile, no j is 0. Powers of 2 are
//! never divided by 3, and primes never by 4.

use std::sync::Arc;

use super::engine::{Engine, PeriodTheorem, Sequence, Subject};
use crate::expr::machine::Machine;
use crate::kernel::levels::Levels;
use crate::kernel::period::{Period, observed};
use crate::moves::options::Options;
use crate::moves::taking::{Above, Amounts, Leaves, Remainders, starts};
use crate::moves::{Listing, Transitions};
use crate::rules::Rulebook;
use crate::work::store::{Slice, each_width};
use crate::work::{Declined, Halt, distinct};

/// No longer period or preperiod is looked at.
const MOST_COMPARED: usize = 1 << 11;

#[derive(Debug)]
struct ListedAmounts {
    book: Rulebook,
    transitions: Arc<Transitions>,
    kernel: Levels,
    /// The smallest pile that a move may leave.
    least: usize,
    misere: bool,
    /// What is known of the remainders of all amounts.
    remainders: Option<Remainders>,
    /// All amounts up to `listed`, in ascending order.
    amounts: Vec<usize>,
    listed: usize,
}

/// The engine, for amounts that do not depend on the pile, one pile left; the whole pile may be taken by all of them or by none.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let bounds = subject.game().header.shape.as_heap();
    if bounds.is_none_or(|bounds| bounds.hi.is_some()) {
        // A larger pile, which tells the amounts, must be a pile.
        return Err("piles have an upper end".into());
    }
    let mut whole = None;
    for family in subject.families()? {
        match &family.amounts {
            Amounts::Finite(_) | Amounts::Every { .. } | Amounts::Listed => {}
            Amounts::Between(between) if between.fixed().is_some() => {}
            Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
                return Err("the amounts depend on the pile".into());
            }
        }
        match family.leaves {
            Leaves::One { or_empty } if whole.is_none_or(|whole| whole == or_empty) => {
                whole = Some(or_empty);
            }
            _ => return Err("not every amount leaves one pile or none".into()),
        }
    }
    let (kernel, least) = match whole {
        Some(false) => (Levels::without_zero(), 1),
        Some(true) | None => (Levels::default(), 0),
    };
    // What is proven by remainders is about normal play.
    let remainders = Remainders::of(subject.game()).filter(|_| !subject.misere);
    let theorem = remainders.as_ref().map(|_| PeriodTheorem::Remainders);
    let sequence = ListedAmounts {
        book: subject.book.clone(),
        transitions: Arc::clone(subject.transitions),
        kernel,
        least,
        misere: subject.misere,
        remainders,
        amounts: Vec::new(),
        listed: 0,
    };
    let premise = "the amounts are the same for all piles: what excludes a value from a pile is a shift of the piles that have it";
    let engine = Engine {
        theorem,
        reach: 100_000,
        ..Engine::new(premise, sequence)
    };
    Ok(match subject.misere {
        true => engine.within_reach(subject.game()),
        false => engine,
    })
}

impl ListedAmounts {
    /// Finds the amounts up to `most`: what the options of the next pile leave, from below.
    fn list(&mut self, most: usize, machine: &mut Machine) -> Result<(), Halt> {
        let mut options = Options::default();
        let pile = most as i64 + 1;
        self.transitions
            .options(&[pile], machine, Listing::new(&self.book, &mut options))?;
        let mut found = Vec::with_capacity(options.len());
        for option in 0..options.len() {
            for (_, cells) in options.piles(option) {
                match cells {
                    [rest] if (0..pile).contains(rest) => found.push((pile - rest) as usize),
                    _ => return Err(Halt::declined("an amount is not positive")),
                }
            }
        }
        self.amounts = distinct(found);
        self.listed = most;
        if self.misere {
            let smallest = self.amounts.first().copied();
            self.kernel.only_lost(smallest.unwrap_or(most) + self.least);
        }
        Ok(())
    }

    /// Whether a period that is seen goes on for ever, where this is known of the larger amounts. `None`: too few values are known.
    fn repeats(&self, seen: Period, above: &Above) -> Option<bool> {
        let values = self.kernel.values();
        let Period {
            period, preperiod, ..
        } = seen;
        // Some more than that may be needed to reach all values.
        let more = (4 * period).min(self.listed);
        let most = usize::try_from(above.most).ok()?.max(more);
        // None of these amounts takes the whole pile.
        let first = preperiod.checked_add(most)?.checked_add(1)?;
        if first.checked_add(period)? > values.len() || most > self.listed {
            return None;
        }
        let small = self.amounts.iter().take_while(|amount| **amount <= most);
        let may_be_taken: Vec<bool> =
            (above.classes.iter().map(|class| *class != Some(false))).collect();
        let value = |pile: usize| values.get(pile);
        let mut is_met = vec![false; 1 + values.largest()?.1 as usize];
        for pile in first..first + period {
            let own = value(pile)?;
            // Piles of one period, and those before it.
            let is_taken = |other: usize| may_be_taken[(pile + period - other % period) % period];
            let others = self.least..preperiod + period;
            let mut same = others.filter(|other| value(*other) == Some(own));
            if same.any(is_taken) {
                return Some(false);
            }
            is_met.fill(false);
            for amount in small.clone() {
                if let Some(seen) = is_met.get_mut(value(pile - amount)? as usize) {
                    *seen = true;
                }
            }
            if !is_met.iter().take(own as usize).all(|seen| *seen) {
                return Some(false);
            }
        }
        Some(true)
    }
}

impl Sequence for ListedAmounts {
    fn values(&self) -> Slice<'_> {
        self.kernel.values()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        if self.listed < len {
            let most = len.max(self.listed.saturating_mul(2)).max(1 << 10);
            self.list(most, machine)?;
        }
        Ok(self
            .kernel
            .extend(&self.amounts, len, &mut machine.budget)?)
    }

    fn bytes(&self, len: usize) -> u64 {
        self.kernel.memory().max(len as u64)
    }

    fn prove(&mut self, theorem: &mut Option<PeriodTheorem>) -> Option<Period> {
        let values = self.kernel.values();
        let Some(remainders) = &self.remainders else {
            return theorem.as_ref()?.prove(values);
        };
        let seen = each_width!(Slice: values, values => observed(values))?;
        let modulus = i64::try_from(seen.period).ok()?;
        if seen.period.max(seen.preperiod) > MOST_COMPARED {
            return None;
        }
        let above = |start: i64| remainders.above(start, modulus);
        let mut known = starts(modulus).filter_map(above);
        let is_proven = |above: &Above| self.repeats(seen, above) == Some(true);
        known.find(is_proven).map(|_| seen)
    }
}
