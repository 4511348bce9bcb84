//! Numbers as products of primes.

use std::sync::OnceLock;

use crate::expr::numbers::TRIED_IN_A_STEP;
use crate::work::Limit;
use crate::work::budget::Budget;

/// The primes below this are known.
const KNOWN: usize = 1 << 16;

/// The prime factors of a number that is not 0, in ascending order, each as often as it divides it.
pub(super) fn prime_factors(number: u64, budget: &mut Budget) -> Result<Vec<u64>, Limit> {
    let (mut found, mut rest) = known_factors(number);
    let mut prime = KNOWN as u64 + 1;
    while prime * prime <= rest {
        while rest.is_multiple_of(prime) {
            rest /= prime;
            found.push(prime);
        }
        prime += 2;
        if prime % (2 * TRIED_IN_A_STEP) == 1 {
            budget.step()?;
        }
    }
    if rest > 1 {
        found.push(rest);
    }
    Ok(found)
}

/// The same as far as they are known, and what is left: 1, or a number with none of these factors, which is a prime where it is less
/// than [`KNOWN`] squared.
pub(super) fn known_factors(number: u64) -> (Vec<u64>, u64) {
    static PRIMES: OnceLock<Vec<u16>> = OnceLock::new();
    let primes = PRIMES.get_or_init(|| {
        let table = sieve(KNOWN);
        (0..=u16::MAX)
            .filter(|n| table[usize::from(*n)] == 1)
            .collect()
    });
    let (mut found, mut rest) = (Vec::new(), number);
    for prime in primes.iter().map(|prime| u64::from(*prime)) {
        if prime * prime > rest {
            break;
        }
        while rest.is_multiple_of(prime) {
            rest /= prime;
            found.push(prime);
        }
    }
    (found, rest)
}

/// 1 for the primes below `len`, by the sieve of Eratosthenes.
pub(super) fn sieve(len: usize) -> Vec<i32> {
    let mut table = vec![1; len];
    for small in table.iter_mut().take(2) {
        *small = 0;
    }
    let mut n = 2;
    while n * n < len {
        if table.get(n) == Some(&1) {
            for multiple in table.iter_mut().skip(n * n).step_by(n) {
                *multiple = 0;
            }
        }
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;

    #[test]
    fn the_factors_of_a_number_are_primes_and_have_it_as_their_product() {
        let large = [
            1 << 32,
            65_521 * 65_521,
            65_537 * 65_537,
            65_537 * 65_539 * 3,
            (1 << 40) - 87,
        ];
        let mut budget = Budget::start(&Limits::default());
        for number in (1..2000).chain(large) {
            let factors = prime_factors(number, &mut budget).expect("there is no limit");
            assert_eq!(factors.iter().product::<u64>(), number);
            assert!(factors.is_sorted());
            for factor in factors {
                let mut smaller = (2..).take_while(|by| by * by <= factor);
                assert!(smaller.all(|by| factor % by != 0));
            }
        }
    }
}
