//! The values of the options of a pile, by the definition of taking and breaking.

use crate::expr::budget::Budget;
use crate::expr::fault::Stop;
use crate::expr::tree::PartSizes;
use crate::transition::taking::{Amounts, Family, Leaves};

/// The values that occur among the options of a pile, as far as they are at most the claimed value of the pile.
#[derive(Debug, Default)]
pub(super) struct Occurring {
    /// For each value up to the claimed one whether it occurs.
    seen: Vec<bool>,
    /// How many values below the claimed one do not occur yet.
    missing: usize,
    /// The claimed value of the pile.
    claimed: u32,
}

impl Occurring {
    /// Forgets everything, for a pile of this claimed value.
    pub(super) fn reset(&mut self, claimed: u32) {
        self.claimed = claimed;
        self.missing = claimed as usize;
        self.seen.clear();
        self.seen.resize(claimed as usize + 1, false);
    }

    #[inline]
    fn add(&mut self, value: u32) {
        if let Some(seen) = self.seen.get_mut(value as usize)
            && !*seen
        {
            *seen = true;
            self.missing -= usize::from(value < self.claimed);
        }
    }

    /// The mex as far as it is known: the least value up to the claimed one that does not occur, or more than the claimed one.
    pub(super) fn mex(&self) -> u32 {
        let first = self.seen.iter().position(|seen| !seen);
        first.map_or(self.claimed.saturating_add(1), |value| value as u32)
    }

    /// Looks at all pairs of parts, one from the front of `front` and one from the back of `back`.
    fn pairs(&mut self, front: &[u32], back: &[u32]) {
        const BLOCK: usize = 256;
        let last = self.claimed;
        for (front, back) in front.chunks(BLOCK).zip(back.rchunks(BLOCK)) {
            if self.missing > 0 {
                for (a, b) in front.iter().zip(back.iter().rev()) {
                    self.add(a ^ b);
                }
                continue;
            }
            // All smaller values occur: only the claimed one must not.
            let hits = front
                .iter()
                .zip(back.iter().rev())
                .fold(false, |hit, (a, b)| hit | (a ^ b == last));
            if hits {
                self.add(last);
            }
        }
    }
}

/// Collects the values of the options of the pile that comes after `values`.
///
/// # Errors
/// A limit was reached.
pub(super) fn collect(
    families: &[Family],
    values: &[u32],
    found: &mut Occurring,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let pile = values.len();
    for family in families {
        match &family.amounts {
            Amounts::Finite(list) => {
                for amount in list {
                    if let Some(rest) = rest(pile, *amount) {
                        leave(family.leaves, rest, values, found, budget)?;
                    }
                }
            }
            Amounts::Every {
                first,
                step,
                except,
            } => {
                let mut amount = *first;
                while let Some(rest) = rest(pile, amount) {
                    if !except.contains(&amount) {
                        leave(family.leaves, rest, values, found, budget)?;
                    }
                    amount = amount.saturating_add(*step);
                }
            }
            // The check of the premise lets no such game through.
            Amounts::Listed
            | Amounts::Between(_)
            | Amounts::Constrained(_)
            | Amounts::Guarded(_) => {}
        }
    }
    Ok(())
}

fn rest(pile: usize, amount: i64) -> Option<usize> {
    pile.checked_sub(usize::try_from(amount).ok()?)
}

fn leave(
    leaves: Leaves,
    rest: usize,
    values: &[u32],
    found: &mut Occurring,
    budget: &mut Budget,
) -> Result<(), Stop> {
    match leaves {
        Leaves::Nothing if rest == 0 => found.add(0),
        Leaves::Nothing => {}
        Leaves::One { or_empty } => {
            if (rest > 0 || or_empty)
                && let Some(value) = values.get(rest)
            {
                found.add(*value);
            }
        }
        Leaves::Two { unequal } => {
            if rest > 1 << 14 {
                budget.look()?;
            }
            let pairs = if unequal {
                rest.saturating_sub(1) / 2
            } else {
                rest / 2
            };
            let front = values.get(1..=pairs).unwrap_or(&[]);
            let back = values.get(rest - pairs..rest).unwrap_or(&[]);
            found.pairs(front, back);
        }
        Leaves::Parts { least, most, sizes } => {
            let parts = Parts {
                least,
                most: most.unwrap_or(i64::MAX),
                sizes,
            };
            parts.walk(1, rest, 0, 0, values, found, budget)?;
        }
    }
    Ok(())
}

/// Partitions, one part after the other in ascending order.
struct Parts {
    least: i64,
    most: i64,
    sizes: PartSizes,
}

impl Parts {
    /// Adds the xors of all ways to break `rest` into parts of at least `smallest`, after `count` parts with this xor. Each
    /// level takes at least one part off the rest, and no more than `most` levels are nested.
    #[allow(clippy::too_many_arguments)]
    fn walk(
        &self,
        smallest: usize,
        rest: usize,
        count: i64,
        xor: u32,
        values: &[u32],
        found: &mut Occurring,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        budget.step()?;
        let at = |part: usize| values.get(part).copied().unwrap_or(0);
        // The last part is all that is left.
        if rest >= smallest && count + 1 >= self.least && count < self.most {
            found.add(xor ^ at(rest));
        }
        if count + 1 >= self.most {
            return Ok(());
        }
        for part in smallest..=rest / 2 {
            let (next, left) = match self.sizes {
                PartSizes::Any => (part, rest - part),
                PartSizes::Unequal => (part + 1, rest - part),
                PartSizes::Equal => return self.equal(rest, values, found),
            };
            self.walk(next, left, count + 1, xor ^ at(part), values, found, budget)?;
        }
        Ok(())
    }

    fn equal(&self, rest: usize, values: &[u32], found: &mut Occurring) -> Result<(), Stop> {
        for part in (1..=rest / 2).filter(|part| rest.is_multiple_of(*part)) {
            let count = (rest / part) as i64;
            if count >= self.least && count <= self.most {
                let value = values.get(part).copied().unwrap_or(0);
                found.add(if count % 2 == 0 { 0 } else { value });
            }
        }
        Ok(())
    }
}
