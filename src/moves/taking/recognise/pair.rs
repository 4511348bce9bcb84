//! Splits into two piles: which pairs a binder and conditions let through.

use crate::expr::tree::{CompareOp, Place};
use crate::moves::taking::Leaves;
use crate::moves::taking::linear::Linear;
use crate::work::Declined;

const TOO_LARGE: &str = "numbers are too large";
pub(super) const EXCLUDED: &str = "some parts are excluded";

/// The parts of a rest: a binder's value and what is left beside it.
pub(super) struct Pair {
    part: Linear,
    other: Linear,
    rest: Linear,
    /// The binder's value is not the larger part, but in pairs that are there the other way round as well.
    rises: bool,
    /// The same of the other part.
    falls: bool,
    unequal: bool,
    /// Whether the binder's value may be 0, beside a part that is not.
    part_zero: bool,
    /// The same of the other part.
    other_zero: bool,
    both_zero: bool,
    /// The binder runs beyond half of the rest: of a small one the other part may be 0.
    is_loose: bool,
    /// A condition says that the rest is enough for two piles.
    is_enough: bool,
}

impl Pair {
    /// The pairs that a binder makes from a first value on; `beyond`: how far it runs beyond the rest, or twice as far as it
    /// does, at least.
    pub(super) fn new(
        part: Place,
        first: &Linear,
        to_half: bool,
        beyond: i64,
        rest: &Linear,
    ) -> Result<Pair, Declined> {
        let from_zero = match (first.terms.as_slice(), first.constant) {
            ([], 0) => true,
            ([], 1) => false,
            _ => return Err(EXCLUDED.into()),
        };
        if beyond < -1 {
            return Err(EXCLUDED.into());
        }
        let part = Linear::place(part);
        Ok(Pair {
            other: rest.clone().minus(&part).ok_or(TOO_LARGE)?,
            part,
            rest: rest.clone(),
            rises: to_half,
            falls: false,
            unequal: to_half && beyond < 0,
            part_zero: from_zero,
            other_zero: !to_half && beyond >= 0,
            both_zero: from_zero && beyond >= 0,
            is_loose: to_half && beyond > 0,
            is_enough: false,
        })
    }

    /// Takes a condition on the parts into account, if it is one that is known.
    pub(super) fn takes(&mut self, difference: &Linear, op: CompareOp) -> bool {
        self.taken(difference, op).is_some()
    }

    fn taken(&mut self, difference: &Linear, op: CompareOp) -> Option<()> {
        let gap = self.other.clone().minus(&self.part)?;
        let back = self.part.clone().minus(&self.other)?;
        // What is at least 0.
        let form = match op {
            CompareOp::Ge => difference.clone(),
            CompareOp::Gt => less(difference, 1)?,
            CompareOp::Ne if *difference == gap || *difference == back => {
                self.unequal = true;
                return Some(());
            }
            _ => return None,
        };
        if form == less(&self.part, 1)? {
            (self.part_zero, self.both_zero) = (false, false);
        } else if form == less(&self.other, 1)? {
            (self.other_zero, self.both_zero, self.is_loose) = (false, false, false);
        } else if form == less(&self.rest, 1)? {
            self.both_zero = false;
        } else if form == less(&self.rest, 2)? {
            self.is_enough = true;
        } else if form == gap || form == less(&gap, 1)? {
            self.rises = true;
            self.unequal |= form != gap;
        } else if form == back || form == less(&back, 1)? {
            self.falls = true;
            self.unequal |= form != back;
        } else if ![&self.part, &self.other, &self.rest].contains(&&form) {
            // Of these it goes without saying: no pile is negative.
            return None;
        }
        Some(())
    }

    /// What is left.
    pub(super) fn leaves(&self) -> Result<Leaves, Declined> {
        if self.rises && self.falls {
            return Err("only equal parts are left, if any".into());
        }
        if self.is_loose && !self.part_zero {
            return Err(EXCLUDED.into());
        }
        // Where the rest is not 0, a part of 0 is the smaller one.
        let one_zero = (self.part_zero && !self.falls) || (self.other_zero && !self.rises);
        let all_empty = self.both_zero && !self.unequal;
        let unequal = self.unequal;
        match one_zero {
            false if !all_empty => Ok(Leaves::Two { unequal }),
            true if !self.is_enough => Ok(Leaves::Pair { all_empty, unequal }),
            _ => Err(EXCLUDED.into()),
        }
    }
}

fn less(form: &Linear, n: i64) -> Option<Linear> {
    form.clone().minus(&Linear::constant(n))
}
