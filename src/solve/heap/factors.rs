//! Dim and Prim: games in which the amounts divide the pile, or have no factor in common with it.
//!
//! *Divisors.* Let 2^a be the greatest power of 2 that divides the pile. Taking a divisor with b < a in its place leaves a pile with b,
//! and one with a leaves a pile with more or nothing. So the value is a where not the whole pile may be taken, else a + 1.
//!
//! *No common factor.* Where not the whole pile may be taken, a pile is worth the number of the least prime that divides it, 1 for 2, 2
//! for 3 and so on, and 0 for a pile of 1: all smaller primes and 1 have no factor in common with it, and all piles of its own
//! number do. Where 1 may be taken from a pile of 1, that is worth 1 and even piles 0; all others stay as they are. (Berlekamp,
//! Conway and Guy, Winning Ways, chapter 4.)

use super::engine::{Engine, Sequence, Subject};
use super::nim::Formula;
use crate::expr::machine::Machine;
use crate::moves::taking::{CommonFactors, by_factors};
use crate::work::budget::Budget;
use crate::work::store::{Slice, Store};
use crate::work::{Declined, Halt, Limit};

/// The number of the least prime factor of each pile.
#[derive(Debug)]
struct LeastPrimes {
    to_empty: bool,
    values: Store,
}

/// The engine, for games whose only move takes what divides the pile, or what has no factor in common with it.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    match by_factors(subject.game()) {
        Some((CommonFactors::Whole, to_empty)) => Ok(Engine {
            formula: match to_empty {
                true => "how often 2 divides the pile, and one more",
                false => "how often 2 divides the pile",
            },
            ..Engine::new(
                "a divisor of the pile is taken: those with fewer factors 2 leave as few, and those with as many leave more",
                Formula::Twos { to_empty },
            )
        }),
        Some((CommonFactors::None, to_empty)) => Ok(Engine {
            beyond: Some(match to_empty {
                true => {
                    "0 for an even pile, else the number of the least prime that divides it, 3 being the second"
                }
                false => "the number of the least prime that divides it, 2 being the first",
            }),
            begins_anew: true,
            ..Engine::new(
                "what has no factor in common with the pile is taken: a pile leads to no other with its least prime factor, and to all smaller primes",
                LeastPrimes {
                    to_empty,
                    values: Store::default(),
                },
            )
        }),
        None => Err("no common factors decide what may be taken".into()),
    }
}

impl LeastPrimes {
    /// The value of a pile whose least prime factor has this number.
    fn value(&self, number: u64) -> u64 {
        match number {
            1 => u64::from(!self.to_empty),
            _ => number,
        }
    }
}

impl Sequence for LeastPrimes {
    fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        if len <= self.values.len() {
            return Ok(());
        }
        let mut values = vec![0_u32; len];
        let mut number = 0;
        for prime in 2..len {
            if values[prime] > 0 {
                continue;
            }
            number += 1;
            let multiples = (prime..len).step_by(prime);
            machine.budget.steps(1 + multiples.len() as u64 / 16)?;
            for multiple in multiples {
                if values[multiple] == 0 {
                    values[multiple] = number;
                }
            }
        }
        if self.to_empty {
            for (size, value) in values.iter_mut().enumerate() {
                *value = match size {
                    1 => 1,
                    size if size % 2 == 0 => 0,
                    _ => *value,
                };
            }
        }
        self.values = Store::default();
        self.values.append(&values);
        Ok(())
    }

    fn bytes(&self, len: usize) -> u64 {
        // Both lists are there for a while.
        (len as u64).saturating_mul(8)
    }

    fn compute_far(
        &mut self,
        size: u64,
        effort: u64,
        machine: &mut Machine,
    ) -> Result<Option<u64>, Halt> {
        let number = number_of_least_prime(size, effort, &mut machine.budget)?;
        Ok(number.map(|number| self.value(number)))
    }
}

/// The number of the least prime that divides a number above 1, where it takes at most so many steps to find.
fn number_of_least_prime(
    size: u64,
    effort: u64,
    budget: &mut Budget,
) -> Result<Option<u64>, Limit> {
    let root = size.isqrt();
    let mut least = size;
    for divisor in 2..=root {
        if divisor > effort {
            return Ok(None);
        }
        if divisor % 64 == 0 {
            budget.step()?;
        }
        if size.is_multiple_of(divisor) {
            least = divisor;
            break;
        }
    }
    match (least as f64).powf(0.75) > effort as f64 {
        true => Ok(None),
        false => primes_up_to(least, budget).map(Some),
    }
}

/// How many primes there are up to a number n, in about n^(3/4) steps: of the numbers up to v, for each v = n / d, those that no
/// prime so far divides are counted (Legendre; in this form due to Lucy_Hedgehog, Project Euler 10).
fn primes_up_to(most: u64, budget: &mut Budget) -> Result<u64, Limit> {
    let root = most.isqrt();
    budget.need(root.saturating_mul(16))?;
    let mut near: Vec<u64> = (0..=root).map(|v| v.saturating_sub(1)).collect();
    // Those up to n / d.
    let mut far: Vec<u64> = (0..=root)
        .map(|d| most.checked_div(d).unwrap_or(1).saturating_sub(1))
        .collect();
    for prime in 2..=root {
        let at = prime as usize;
        let (before, square) = (near[at - 1], prime * prime);
        if near[at] == before || square > most {
            continue;
        }
        let last = root.min(most / square);
        budget.steps(1 + (last + root.saturating_sub(square)) / 16)?;
        for d in 1..=last {
            let left = match d * prime <= root {
                true => far[(d * prime) as usize],
                false => near[(most / (d * prime)) as usize],
            };
            far[d as usize] -= left - before;
        }
        for v in (square..=root).rev() {
            near[v as usize] -= near[(v / prime) as usize] - before;
        }
    }
    Ok(far.get(1).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;

    #[test]
    fn primes_are_counted() {
        let mut budget = Budget::start(&Limits::default());
        let is_prime = |n: &u64| (2..*n).all(|divisor| !n.is_multiple_of(divisor));
        for most in 0..400 {
            let count = (2..=most).filter(is_prime).count() as u64;
            assert_eq!(primes_up_to(most, &mut budget), Ok(count), "{most}");
        }
        // Sources: OEIS A006880, and the first primes above.
        assert_eq!(primes_up_to(1_000_000_000, &mut budget), Ok(50_847_534));
        let number = |size| number_of_least_prime(size, 1 << 24, &mut budget);
        let sizes = [2, 15, 49, 1_000_000_007, 3 * 1_000_000_007];
        let numbers = [1, 2, 4, 50_847_535, 2];
        assert_eq!(sizes.map(number), numbers.map(|number| Ok(Some(number))));
    }
}
