//! The check of a certificate: what it says of each pile, what can be seen from it alone, and the values by definition.

use super::moves::{moves, theorem};
use super::options::{Mex, Options};
use super::{Certificate, FORMAT, Premise, common, conditions};
use crate::rules::game::GameRules;
use crate::work::budget::Budget;
use crate::work::progress::{Counted, WorkDone};
use crate::work::{Limit, distinct};

const TOO_LARGE: &str = "the numbers are too large";

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejected {
    /// It is wrong, or does not fit the game.
    Wrong(String),
    /// A limit was reached before all was checked.
    Stopped {
        stop: Limit,
        /// Up to which pile the check came, if to any.
        checked_to: Option<u64>,
    },
}

impl Rejected {
    fn wrong<T>(why: impl Into<String>) -> Result<T, Rejected> {
        Err(Rejected::Wrong(why.into()))
    }

    /// A limit was reached, where the check had come so far.
    fn stopped(checked_to: Option<u64>) -> impl Fn(Limit) -> Rejected {
        move |stop| Rejected::Stopped { stop, checked_to }
    }
}

/// Checks that a certificate proves its claim for a game; the last pile that was checked.
///
/// Every value up to [`Certificate::checked_to`] is shown to be the mex over the options. For games that split piles that takes
/// a time in proportion to the piles times the rare ones, where the mask leaves few rare, else quadratic.
pub fn verify(
    certificate: &Certificate,
    game: &GameRules,
    budget: &mut Budget,
) -> Result<u64, Rejected> {
    if certificate.format != FORMAT {
        return Rejected::wrong(format!("its format is not \"{FORMAT}\""));
    }
    let moves = moves(game).map_err(|why| Rejected::Wrong(why.0))?;
    let conditions = conditions(&game.header);
    if certificate.conditions != conditions {
        return Rejected::wrong(format!("its conditions are not \"{conditions}\""));
    }
    let label = &game.header.label;
    if certificate.game != *label {
        return Rejected::wrong(format!(
            "it is about {}, not about {label}",
            certificate.game
        ));
    }
    let theorem = match certificate.theorem {
        // This is part of the claim; the theorem asks for nothing but that it is so.
        Premise::Cofinite {
            regular_from,
            in_step_from,
            ..
        } => theorem(&moves).in_step_from(in_step_from.saturating_sub(regular_from)),
        Premise::Pigeonhole { .. } | Premise::GuySmith { .. } => theorem(&moves),
    };
    if certificate.theorem != theorem {
        return Rejected::wrong("the theorem is not the one for these moves");
    }
    certificate.makes_sense()?;
    let range = theorem.range(certificate.period, certificate.preperiod);
    if range != Some(certificate.checked_to) {
        return Rejected::wrong(match range {
            Some(range) => format!("the theorem asks for a check up to {range}"),
            None => TOO_LARGE.to_string(),
        });
    }
    if certificate.saltus > 0 && !matches!(theorem, Premise::Cofinite { .. }) {
        return Rejected::wrong("the theorem proves periods, not rising values");
    }
    let smaller = certificate.smaller(budget);
    if let Some(smaller) = smaller.map_err(Rejected::stopped(None))? {
        return Rejected::wrong(smaller);
    }
    let mut options = Options::new(&moves, certificate.mask);
    by_definition(certificate, &mut options, budget)?;
    if let Premise::Cofinite {
        regular_from,
        step,
        in_step_from,
    } = theorem
    {
        if in_step_from < certificate.preperiod.saturating_add(regular_from) {
            return Rejected::wrong("the sets are compared too early");
        }
        let sets = Sets {
            regular_from,
            step,
            values: options.values(),
        };
        sets.in_step(certificate, in_step_from, budget)?;
    }
    Ok(certificate.checked_to)
}

/// Checks that the values are the mex over the options.
fn by_definition(
    certificate: &Certificate,
    options: &mut Options<'_>,
    budget: &mut Budget,
) -> Result<(), Rejected> {
    let last = certificate.checked_to;
    if last >= u64::from(u32::MAX) {
        return Rejected::wrong(TOO_LARGE);
    }
    // The values of the options are xors of smaller piles' values, so they are less than this power of two, and no mex is more.
    let mut most = 1;
    for pile in 0..=last {
        let claim = certificate.at(pile);
        let claim = claim.and_then(|value| u32::try_from(value).ok());
        let Some(claim) = claim.filter(|claim| u64::from(*claim) <= most) else {
            return Rejected::wrong(format!("the value of {pile} is too large"));
        };
        most = most.max((u64::from(claim) + 1).next_power_of_two());
        if pile % 1024 == 0 {
            budget.progress().tell(WorkDone {
                what: Counted::Piles,
                done: pile,
                goal: last + 1,
                rare: 0,
            });
        }
        let mex = budget
            .need(options.bytes(last + 1).saturating_add(4 * most))
            .and_then(|()| options.check(claim, budget))
            .map_err(Rejected::stopped(pile.checked_sub(1)))?;
        match mex {
            Mex::Claimed => {}
            Mex::Less(mex) => {
                return Rejected::wrong(format!(
                    "the value of {pile} is {mex} by definition, not {claim}"
                ));
            }
            Mex::Occurs => {
                return Rejected::wrong(format!(
                    "the value of {pile} is not {claim}: some option has this value"
                ));
            }
        }
    }
    Ok(())
}

/// What smaller piles offer by regular amounts.
struct Sets<'a> {
    regular_from: u64,
    step: u64,
    values: &'a [u32],
}

impl Sets<'_> {
    /// For amounts `a, a + step, …` without exceptions from `a` on: let A(n) be the values of n - a, n - a - step, …, and
    /// W(n) those of the other options, whose piles are less than `a` below n. Let the values rise by s in p piles, a multiple
    /// of the step, behind the preperiod. Then W(n + p) = W(n) + s; and if A(n + p) is A(n) + s with all of 0..s added, for
    /// one n of each residue class, then so it is for all larger n, since both sets grow by the same piles' values. Hence the
    /// mex rises by s as well.
    fn in_step(
        &self,
        certificate: &Certificate,
        from: u64,
        budget: &mut Budget,
    ) -> Result<(), Rejected> {
        let too_large = || Rejected::Wrong(TOO_LARGE.to_string());
        let period = common(certificate.period, self.step).ok_or_else(too_large)?;
        let saltus = (period / certificate.period)
            .checked_mul(certificate.saltus)
            .ok_or_else(too_large)?;
        for pile in from..from + self.step {
            let looked = budget.look();
            looked.map_err(Rejected::stopped(Some(certificate.checked_to)))?;
            let raised = self.offered(pile).into_iter().map(|value| value + saltus);
            // No more values than the check came across can be missing below.
            let expected: Vec<u64> = (0..saltus.min(self.values.len() as u64 + 1))
                .chain(raised)
                .collect();
            if self.offered(pile + period) != expected {
                return Rejected::wrong(format!(
                    "what smaller piles offer to {} is not what they offer to {pile}, raised by {saltus}",
                    pile + period
                ));
            }
        }
        Ok(())
    }

    /// The values that smaller piles offer to a pile, in ascending order.
    fn offered(&self, pile: u64) -> Vec<u64> {
        let mut found = Vec::new();
        let mut rest = pile.checked_sub(self.regular_from);
        while let Some(left) = rest {
            // The check came so far.
            found.push(u64::from(self.values[left as usize]));
            rest = left.checked_sub(self.step);
        }
        distinct(found)
    }
}

impl Certificate {
    /// Whether the numbers make sense at all.
    fn makes_sense(&self) -> Result<(), Rejected> {
        if self.period == 0 {
            return Rejected::wrong("the period is 0");
        }
        let count = self.values.len();
        match self.preperiod.checked_add(self.period) == Some(count as u64) {
            true => Ok(()),
            false => Rejected::wrong(format!(
                "there are {count} values; preperiod and period together are as many as there must be"
            )),
        }
    }

    /// The claimed value of a pile; `None`: it is too large.
    fn at(&self, pile: u64) -> Option<u64> {
        let beyond = pile.saturating_sub(self.preperiod) / self.period;
        let place = usize::try_from(pile.checked_sub(beyond.checked_mul(self.period)?)?).ok()?;
        let value = u64::from(*self.values.get(place)?);
        value.checked_add(beyond.checked_mul(self.saltus)?)
    }

    /// Whether a smaller period or preperiod would do: then the certificate does not say the least ones.
    fn smaller(&self, budget: &mut Budget) -> Result<Option<String>, Limit> {
        let rises = |pile: u64, by: u64, rise: u64| {
            let raised = self.at(pile).and_then(|value| value.checked_add(rise));
            raised == self.at(pile + by)
        };
        if let Some(before) = self.preperiod.checked_sub(1)
            && rises(before, self.period, self.saltus)
        {
            return Ok(Some(format!("the preperiod {before} would do as well")));
        }
        // The least period divides every other one. Where it is less than this one, so much less that a prime divides this one
        // by it, and the period divided by that prime would do. The rises of the shorter periods add up to that of the long
        // one, so that it is a multiple of theirs, or one of them differs.
        for prime in primes(self.period, budget)? {
            let (smaller, rise) = (self.period / prime, self.saltus / prime);
            let mut pile = self.preperiod;
            while pile < self.preperiod + self.period && rises(pile, smaller, rise) {
                pile += 1;
                budget.step()?;
            }
            if pile == self.preperiod + self.period {
                return Ok(Some(format!("the period {smaller} would do as well")));
            }
        }
        Ok(None)
    }
}

/// The primes that divide a number other than 0.
fn primes(mut n: u64, budget: &mut Budget) -> Result<Vec<u64>, Limit> {
    let mut primes = Vec::new();
    let mut prime = 2;
    while prime <= n / prime {
        budget.step()?;
        if n.is_multiple_of(prime) {
            primes.push(prime);
            while n.is_multiple_of(prime) {
                n /= prime;
            }
        }
        prime += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    Ok(primes)
}
