//! What a certificate says of each pile, and what can be seen from the certificate alone.

use super::Certificate;
use crate::work::Declined;
use crate::work::Limit;
use crate::work::budget::Budget;

/// The claimed values.
pub(super) struct Claims<'a> {
    values: &'a [u32],
    period: u64,
    preperiod: u64,
    saltus: u64,
}

impl<'a> Claims<'a> {
    /// The claims of a certificate.
    ///
    /// # Errors
    /// What about the numbers makes no sense.
    pub(super) fn of(certificate: &'a Certificate) -> Result<Claims<'a>, Declined> {
        let Certificate {
            period,
            preperiod,
            saltus,
            values,
            ..
        } = certificate;
        if *period == 0 {
            return Err("the period is 0".into());
        }
        if preperiod.checked_add(*period) != Some(values.len() as u64) {
            return Err(format!(
                "there are {} values; preperiod and period together are as many as there must be",
                values.len()
            )
            .into());
        }
        Ok(Claims {
            values,
            period: *period,
            preperiod: *preperiod,
            saltus: *saltus,
        })
    }

    /// The claimed value of a pile; `None`: it is too large.
    pub(super) fn at(&self, pile: u64) -> Option<u64> {
        let beyond = pile.saturating_sub(self.preperiod) / self.period;
        let place = usize::try_from(pile.checked_sub(beyond.checked_mul(self.period)?)?).ok()?;
        let value = u64::from(*self.values.get(place)?);
        value.checked_add(beyond.checked_mul(self.saltus)?)
    }

    /// Whether a smaller period or preperiod would do: then the certificate does not say the least ones.
    pub(super) fn smaller(&self, budget: &mut Budget) -> Result<Option<String>, Limit> {
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
