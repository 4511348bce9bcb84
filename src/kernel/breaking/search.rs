//! Search for one split of a pile that has a given value.

use super::rules::Rules;
use crate::kernel::simd::{self, Engine};
use crate::work::Limit;
use crate::work::budget::Budget;

/// Parts up to here are tried for every amount before larger ones are.
const NEARBY: usize = 2048;

/// So many splits are tried between two looks at the clock.
const STRIDE: usize = 1 << 20;

/// The splits of the piles behind the values known.
#[derive(Debug)]
pub struct Search<'a> {
    /// How many splits were looked at.
    pub tried: u64,
    engine: Engine,
    values: &'a [u16],
    rules: &'a Rules,
}

impl<'a> Search<'a> {
    /// Searches among the values known.
    pub fn new(engine: Engine, values: &'a [u16], rules: &'a Rules) -> Search<'a> {
        Search {
            tried: 0,
            engine,
            values,
            rules,
        }
    }

    /// The smaller part of a split of the pile whose parts have values of that nim-sum, `None` where there is none. The pile is
    /// the next one. Guards are not asked.
    pub fn find(
        &mut self,
        pile: usize,
        value: u32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Limit> {
        let Ok(value) = u16::try_from(value) else {
            return Ok(None);
        };
        for far in [false, true] {
            for split in &self.rules.splits {
                let most = split.most(pile);
                let (mut from, to) = if far {
                    (NEARBY + 1, most)
                } else {
                    (1, most.min(NEARBY))
                };
                let rest = pile.saturating_sub(split.amount);
                while from <= to {
                    let until = to.min(from + STRIDE - 1);
                    // 1 <= from <= until <= rest / 2, and rest <= pile = the number of values.
                    let forward = &self.values[from..=until];
                    let backward = &self.values[rest - until..=rest - from];
                    if let Some(at) = simd::find(self.engine, forward, backward, value) {
                        self.tried += at as u64 + 1;
                        return Ok(Some((from + at) as u32));
                    }
                    let tried = (until + 1 - from) as u64;
                    self.tried += tried;
                    from = until + 1;
                    if far {
                        budget.spend(0)?;
                    }
                }
            }
        }
        Ok(None)
    }
}
