//! The check of a certificate.

use std::fmt;

use super::claims::Claims;
use super::options::{Occurring, collect};
use super::{Certificate, FORMAT, Premise, common};
use crate::expr::budget::Budget;
use crate::expr::fault::Stop;
use crate::expr::progress::{Counted, Told};
use crate::expr::tree::PartSizes;
use crate::transition::taking::{Amounts, Family, Leaves};

/// What was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The values of the piles from 0 to this one were worked out by definition.
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
        stop: Stop,
        /// Up to which pile the check came.
        checked_to: u64,
    },
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Wrong(why) => f.write_str(why),
            Rejected::Stopped { checked_to, .. } => {
                write!(f, "checked up to {checked_to} only")
            }
        }
    }
}

impl Rejected {
    fn wrong<T>(why: impl Into<String>) -> Result<T, Rejected> {
        Err(Rejected::Wrong(why.into()))
    }
}

/// Checks that a certificate proves its claim for a game with this label and these moves.
///
/// Every value up to [`Certificate::checked_to`] is worked out as the mex over the options; that takes a time quadratic in it
/// for games that split piles.
///
/// # Errors
/// What is wrong, or that a limit was reached.
pub fn verify(
    certificate: &Certificate,
    label: &str,
    families: &[Family],
    budget: &mut Budget,
) -> Result<Verified, Rejected> {
    if certificate.format != FORMAT {
        return Rejected::wrong(format!("its format is not \"{FORMAT}\""));
    }
    if certificate.game != label {
        return Rejected::wrong(format!(
            "it is about {}, not about {label}",
            certificate.game
        ));
    }
    let theorem = premise(families).map_err(Rejected::Wrong)?;
    let theorem = match certificate.theorem {
        // This is part of the claim; the theorem asks for nothing but that it is so.
        Premise::Cofinite {
            regular_from,
            in_step_from,
            ..
        } => theorem.in_step_from(in_step_from.saturating_sub(regular_from)),
        _ => theorem,
    };
    if certificate.theorem != theorem {
        return Rejected::wrong("the theorem is not the one for these moves".to_string());
    }
    let claims = Claims::of(certificate).map_err(Rejected::Wrong)?;
    let range = theorem.range(certificate.period, certificate.preperiod);
    if range != Some(certificate.checked_to) {
        return Rejected::wrong(match range {
            Some(range) => format!("the theorem asks for a check up to {range}"),
            None => "the numbers are too large".to_string(),
        });
    }
    if certificate.saltus > 0 && !matches!(theorem, Premise::Cofinite { .. }) {
        return Rejected::wrong("the theorem proves periods, not rising values".to_string());
    }
    if let Some(smaller) = claims.smaller() {
        return Rejected::wrong(smaller);
    }
    let values = by_definition(certificate.checked_to, &claims, families, budget)?;
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
            values: &values,
        };
        sets.in_step(certificate, in_step_from)?;
    }
    Ok(Verified {
        checked_to: certificate.checked_to,
    })
}

/// The theorem that covers the moves.
///
/// # Errors
/// What about the moves no theorem covers.
pub fn premise(families: &[Family]) -> Result<Premise, String> {
    let mut largest_amount = 1;
    let mut piles = 1;
    for family in families {
        match &family.amounts {
            Amounts::Finite(list) => {
                let most = list.iter().copied().max().unwrap_or(0);
                largest_amount = largest_amount.max(u64::try_from(most).unwrap_or(0));
            }
            Amounts::Every {
                first,
                step,
                except,
            } => {
                let [_] = families else {
                    return Err("no theorem covers amounts without end among others".to_string());
                };
                if family.leaves != (Leaves::One { or_empty: true }) {
                    return Err("no theorem covers amounts without end that split".to_string());
                }
                let behind = except
                    .last()
                    .map_or(Some(*first), |last| last.checked_add(*step));
                let behind = behind.and_then(|behind| u64::try_from(behind).ok());
                return match (behind, u64::try_from(*step)) {
                    (Some(regular_from), Ok(step)) => Ok(Premise::Cofinite {
                        regular_from,
                        step,
                        in_step_from: regular_from,
                    }),
                    _ => Err("an amount is too large".to_string()),
                };
            }
            Amounts::Listed
            | Amounts::Between(_)
            | Amounts::Constrained(_)
            | Amounts::Guarded(_) => {
                return Err("no theorem covers the amounts of this game".to_string());
            }
        }
        match family.leaves {
            Leaves::Nothing | Leaves::One { .. } => {}
            Leaves::Two { unequal: false } => piles = piles.max(2),
            Leaves::Parts {
                most: Some(most),
                sizes: PartSizes::Any,
                ..
            } => piles = piles.max(u64::try_from(most).unwrap_or(u64::MAX)),
            Leaves::Two { unequal: true } | Leaves::Parts { .. } => {
                return Err("no theorem covers these splits".to_string());
            }
        }
    }
    Ok(match piles {
        1 => Premise::Pigeonhole { largest_amount },
        _ => Premise::GuySmith {
            largest_amount,
            piles,
        },
    })
}

/// The values of the piles 0 to `last`, each checked to be the mex over the options.
fn by_definition(
    last: u64,
    claims: &Claims<'_>,
    families: &[Family],
    budget: &mut Budget,
) -> Result<Vec<u32>, Rejected> {
    let mut values: Vec<u32> = Vec::new();
    let stopped = |stop, values: &[u32]| Rejected::Stopped {
        stop,
        checked_to: (values.len() as u64).saturating_sub(1),
    };
    let bytes = last.saturating_add(1).saturating_mul(8);
    budget.need(bytes).map_err(|stop| stopped(stop, &values))?;
    let mut found = Occurring::default();
    // The values of the options are xors of smaller piles' values, so they are less than this power of two, and no mex is more.
    let mut most = 1;
    for pile in 0..=last {
        let claim = claims.at(pile).and_then(|value| u32::try_from(value).ok());
        let Some(claim) = claim.filter(|claim| u64::from(*claim) <= most) else {
            return Rejected::wrong(format!("the value of {pile} is too large"));
        };
        most = most.max((u64::from(claim) + 1).next_power_of_two());
        budget
            .need(bytes.saturating_add(u64::from(claim)))
            .map_err(|stop| stopped(stop, &values))?;
        found.reset(claim);
        let collected = collect(families, &values, &mut found, budget);
        collected.map_err(|stop| stopped(stop, &values))?;
        let mex = found.mex();
        if mex < claim {
            return Rejected::wrong(format!(
                "the value of {pile} is {mex} by definition, not {claim}"
            ));
        }
        if mex > claim {
            return Rejected::wrong(format!(
                "the value of {pile} is not {claim}: some option has this value"
            ));
        }
        values.push(claim);
        if pile % 1024 == 0 {
            budget.progress().tell(Told {
                what: Counted::Piles,
                done: pile,
                goal: last + 1,
                rare: 0,
            });
            budget.look().map_err(|stop| stopped(stop, &values))?;
        }
    }
    Ok(values)
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
    fn in_step(&self, certificate: &Certificate, from: u64) -> Result<(), Rejected> {
        let too_large = || Rejected::Wrong("the numbers are too large".to_string());
        let period = common(certificate.period, self.step).ok_or_else(too_large)?;
        let saltus = (period / certificate.period)
            .checked_mul(certificate.saltus)
            .ok_or_else(too_large)?;
        for pile in from..from + self.step {
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
            let place = usize::try_from(left).ok();
            let value = place.and_then(|place| self.values.get(place));
            found.extend(value.copied().map(u64::from));
            rest = left.checked_sub(self.step);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
