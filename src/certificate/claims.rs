//! What a certificate says of each pile, and what can be seen from the certificate alone.

use super::Certificate;

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
    pub(super) fn of(certificate: &'a Certificate) -> Result<Claims<'a>, String> {
        let Certificate {
            period,
            preperiod,
            saltus,
            values,
            ..
        } = certificate;
        if *period == 0 {
            return Err("the period is 0".to_string());
        }
        if preperiod.checked_add(*period) != Some(values.len() as u64) {
            return Err(format!(
                "there are {} values; preperiod and period together are as many as there must be",
                values.len()
            ));
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
    pub(super) fn smaller(&self) -> Option<String> {
        if let Some(before) = self.preperiod.checked_sub(1)
            && self
                .at(before)
                .and_then(|value| value.checked_add(self.saltus))
                == self.at(before + self.period)
        {
            return Some(format!("the preperiod {before} would do as well"));
        }
        let (period, start) = (self.period, self.preperiod);
        let smaller = (1..=period / 2).find(|smaller| {
            period.is_multiple_of(*smaller)
                && self.saltus.is_multiple_of(period / smaller)
                && (start..start + period).all(|pile| {
                    let rise = self.saltus / (period / smaller);
                    self.at(pile).and_then(|value| value.checked_add(rise))
                        == self.at(pile + smaller)
                })
        });
        smaller.map(|smaller| format!("the period {smaller} would do as well"))
    }
}
