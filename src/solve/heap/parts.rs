//! Splits into three or more piles, into any number, into equal or different ones.

use super::engine::{Engine, Subject};
use super::subtraction::NOTHING_TAKEN;
use super::theorem::Theorem;
use crate::expr::machine::Machine;
use crate::expr::tree::PartSizes;
use crate::kernel::parts::{Family as Kernel, Parts, Sizes};
use crate::kernel::period::Period;
use crate::kernel::store::Slice;
use crate::moves::taking::{Family, Leaves};
use crate::work::{Declined, Halt};

#[derive(Debug)]
struct Splits {
    kernel: Parts,
    theorem: Option<Theorem>,
}

/// The engine, for finitely many amounts and parts in all ways.
pub fn make(subject: &Subject<'_>) -> Result<Box<dyn Engine>, Declined> {
    let families = subject.families()?;
    let kernel = families.iter().map(kernel).collect::<Result<_, _>>()?;
    Ok(Box::new(Splits {
        kernel: Parts::new(kernel),
        theorem: Theorem::of(families),
    }))
}

fn kernel(family: &Family) -> Result<Kernel, Declined> {
    let Some(list) = family.finite() else {
        return Err("the amounts are not a finite set".into());
    };
    let natural = |n: &i64| u64::try_from(*n).map_err(|_| "an amount is too large".to_string());
    let (least, most, sizes) = match family.leaves {
        Leaves::Nothing => (0, Some(0), PartSizes::Any),
        Leaves::One { or_empty } => (i64::from(!or_empty), Some(1), PartSizes::Any),
        Leaves::Two { unequal: false } => (2, Some(2), PartSizes::Any),
        Leaves::Two { unequal: true } => (2, Some(2), PartSizes::Unequal),
        Leaves::Pair { .. } => return Err("a part may be empty".into()),
        Leaves::Parts { least, most, sizes } => (least, most, sizes),
    };
    if most.is_some_and(|most| most < 2) && list.first() == Some(&0) {
        return Err(NOTHING_TAKEN.into());
    }
    let count = |n: i64| usize::try_from(n).map_err(|_| "there are too many parts".to_string());
    Ok(Kernel {
        amounts: list.iter().map(natural).collect::<Result<_, _>>()?,
        least: count(least)?,
        most: most.map(count).transpose()?,
        sizes: match sizes {
            PartSizes::Any => Sizes::Any,
            PartSizes::Equal => Sizes::Equal,
            PartSizes::Unequal => Sizes::Unequal,
        },
    })
}

impl Engine for Splits {
    fn premise(&self) -> String {
        "the parts are all that add up to the rest: which values they have together is kept for each size and number of parts"
            .to_string()
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
        self.theorem?.prove(self.kernel.values())
    }

    fn theorem(&self) -> Option<Theorem> {
        self.theorem
    }

    fn reach(&self) -> u64 {
        4_000
    }

    fn piece(&self) -> usize {
        self.kernel.values().len()
    }
}
