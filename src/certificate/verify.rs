//! The check of a certificate.

use super::claims::Claims;
use super::moves::{moves, theorem};
use super::options::{Mex, Options};
use super::{CONDITIONS, Certificate, FORMAT, Premise, common};
use crate::rules::game::Game;
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::progress::{Counted, Told};

const TOO_LARGE: &str = "the numbers are too large";

/// What was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The values of the piles from 0 to this one were shown to be the mex over their options.
    pub checked_to: u64,
}

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejected {
    /// It is wrong, or does not fit the game.
    Wrong(String),
    /// A limit was reached before all was checked.
    Stopped {
        /// Which.
        stop: Limit,
        /// Up to which pile the check came, if to any.
        checked_to: Option<u64>,
    },
}

impl Rejected {
    fn wrong<T>(why: impl Into<String>) -> Result<T, Rejected> {
        Err(Rejected::Wrong(why.into()))
    }
}

/// Checks that a certificate proves its claim for a game.
///
/// Every value up to [`Certificate::checked_to`] is shown to be the mex over the options. For games that split piles that takes
/// a time in proportion to the piles times the rare ones, where the mask leaves few rare, else quadratic.
///
/// # Errors
/// What is wrong, or that a limit was reached.
pub fn verify(
    certificate: &Certificate,
    game: &Game,
    budget: &mut Budget,
) -> Result<Verified, Rejected> {
    if certificate.format != FORMAT {
        return Rejected::wrong(format!("its format is not \"{FORMAT}\""));
    }
    if certificate.conditions != CONDITIONS {
        return Rejected::wrong(format!("its conditions are not \"{CONDITIONS}\""));
    }
    let moves = moves(game).map_err(|why| Rejected::Wrong(why.0))?;
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
    let claims = Claims::of(certificate).map_err(|why| Rejected::Wrong(why.0))?;
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
    let stopped = |stop| Rejected::Stopped {
        stop,
        checked_to: None,
    };
    if let Some(smaller) = claims.smaller(budget).map_err(stopped)? {
        return Rejected::wrong(smaller);
    }
    let mut options = Options::new(&moves, certificate.mask);
    by_definition(certificate.checked_to, &claims, &mut options, budget)?;
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
    Ok(Verified {
        checked_to: certificate.checked_to,
    })
}

/// Checks that the values of the piles 0 to `last` are the mex over the options.
fn by_definition(
    last: u64,
    claims: &Claims<'_>,
    options: &mut Options<'_>,
    budget: &mut Budget,
) -> Result<(), Rejected> {
    if last >= u64::from(u32::MAX) {
        return Rejected::wrong(TOO_LARGE);
    }
    // The values of the options are xors of smaller piles' values, so they are less than this power of two, and no mex is more.
    let mut most = 1;
    for pile in 0..=last {
        let claim = claims.at(pile).and_then(|value| u32::try_from(value).ok());
        let Some(claim) = claim.filter(|claim| u64::from(*claim) <= most) else {
            return Rejected::wrong(format!("the value of {pile} is too large"));
        };
        most = most.max((u64::from(claim) + 1).next_power_of_two());
        if pile % 1024 == 0 {
            budget.progress().tell(Told {
                what: Counted::Piles,
                done: pile,
                goal: last + 1,
                rare: 0,
            });
        }
        let mex = budget
            .need(options.bytes(last + 1).saturating_add(4 * most))
            .and_then(|()| options.check(claim, budget))
            .map_err(|stop| Rejected::Stopped {
                stop,
                checked_to: pile.checked_sub(1),
            })?;
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
            budget.look().map_err(|stop| Rejected::Stopped {
                stop,
                checked_to: Some(certificate.checked_to),
            })?;
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
        found.sort_unstable();
        found.dedup();
        found
    }
}
