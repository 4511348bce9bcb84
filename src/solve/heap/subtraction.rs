//! Finitely many amounts, the rest in one pile or none.

use super::engine::{Engine, Subject};
use super::theorem::Theorem;
use crate::expr::machine::Machine;
use crate::kernel::period::Period;
use crate::kernel::store::Slice;
use crate::kernel::subtraction::{One, Subtraction};
use crate::moves::taking::{Family, Leaves};
use crate::work::{Declined, Halt};

/// A move that takes nothing leads from the pile of 0 to no pile.
pub(super) const NOTHING_TAKEN: &str = "a pile of 0 may be removed";

#[derive(Debug)]
struct Sets {
    kernel: Subtraction,
    most: u64,
}

/// The engine, for finite sets of amounts that leave at most one pile.
pub fn make(subject: &Subject<'_>) -> Result<Box<dyn Engine>, Declined> {
    let mut amounts = Vec::new();
    for family in subject.families()? {
        let Some(list) = family.finite() else {
            return Err("the amounts are not a finite set".into());
        };
        let Some(one) = one(family) else {
            return Err("piles are split".into());
        };
        if list.first() == Some(&0) {
            return Err(NOTHING_TAKEN.into());
        }
        for amount in list {
            let amount = usize::try_from(*amount).map_err(|_| "an amount is too large")?;
            amounts.push((amount, one));
        }
    }
    let most = amounts.iter().map(|(amount, _)| *amount).max().unwrap_or(0);
    let kernel = Subtraction::new(&amounts).ok_or("an amount is too large")?;
    Ok(Box::new(Sets {
        kernel,
        most: most.max(1) as u64,
    }))
}

/// From which piles an amount may be taken, where at most one pile is left.
pub(super) fn one(family: &Family) -> Option<One> {
    match family.leaves {
        Leaves::Nothing => Some(One::Whole),
        Leaves::One { or_empty: true } => Some(One::Any),
        Leaves::One { or_empty: false } => Some(One::NonEmpty),
        Leaves::Two { .. } | Leaves::Pair { .. } | Leaves::Parts { .. } => None,
    }
}

impl Engine for Sets {
    fn premise(&self) -> String {
        format!(
            "amounts up to {0} and at most one pile left: a value depends on the {0} before it, so that a repeated window proves the period",
            self.most
        )
    }

    fn values(&self) -> Slice<'_> {
        self.kernel.values()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        Ok(self.kernel.extend(len, &mut machine.budget)?)
    }

    fn bytes(&self, len: usize) -> u64 {
        self.kernel.memory().max(len as u64)
    }

    fn prove(&mut self) -> Option<Period> {
        self.theorem()?.prove(self.values())
    }

    fn theorem(&self) -> Option<Theorem> {
        Some(Theorem::Pigeonhole { window: self.most })
    }
}
