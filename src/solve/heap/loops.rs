//! Engines that are loops of the kernel over the amounts and parts of the moves: nothing is asked of the rule while they work.

use super::engine::{Engine, PeriodTheorem, Sequence, Subject};
use crate::expr::machine::Machine;
use crate::expr::tree::PartSizes;
use crate::kernel::Loop;
use crate::kernel::all_but::{AllBut, Takes};
use crate::kernel::parts::{self, Parts, Sizes};
use crate::kernel::period::Period;
use crate::kernel::subtraction::{One, subtraction};
use crate::moves::taking::{Amounts, Family, Leaves, Regular, Remainders};
use crate::work::store::Slice;
use crate::work::{Declined, Halt};

/// A move that takes nothing leads from the pile of 0 to no pile.
pub(super) const NOTHING_TAKEN: &str = "a pile of 0 may be removed";

#[derive(Debug)]
struct Counted {
    kernel: Box<dyn Loop>,
    /// About how many bytes a value takes.
    bytes: u64,
}

/// The engine for regular amounts without end, one pile left: any but a finite set, any from some size on, all of some remainders.
pub fn make_all_but(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let families = subject.families()?;
    let leaves_one = |family: &Family| family.leaves == (Leaves::One { or_empty: true });
    if !families.iter().all(leaves_one) {
        return Err("not every amount leaves one pile or none".into());
    }
    let takes = match families {
        [
            Family {
                amounts:
                    Amounts::Every {
                        first,
                        step,
                        except,
                    },
                ..
            },
        ] => {
            let except: Vec<u64> = except.iter().map(natural).collect::<Result<_, _>>()?;
            Takes::every(natural(first)?, natural(step)?, &except)
        }
        _ => {
            // Where piles begin at 1, what leaves none is not among the amounts, which are other ones for each pile then.
            let bounds = subject.game().header.shape.as_heap();
            let begins_at_0 = bounds.is_some_and(|bounds| bounds.lo == 0);
            let amounts = Remainders::of(subject.game()).filter(|_| begins_at_0);
            let regular = amounts.and_then(|amounts| amounts.regular());
            let regular = regular.ok_or("the amounts have an end or no rule")?;
            let Regular { most, step, .. } = regular;
            Takes::new(&regular.small, most, step, &regular.remainders)
        }
    };
    let takes = takes.ok_or("the amounts are too large or too far apart")?;
    let premise = "the amounts are regular without end: what all smaller piles offer only grows, and a repeated state proves an arithmetic period";
    let kernel = Box::new(AllBut::new(takes));
    Ok(Engine {
        theorem: Some(PeriodTheorem::States),
        ..Engine::new(premise, Counted { kernel, bytes: 8 })
    })
}

/// The engine for finite sets of amounts that leave at most one pile.
pub fn make_subtraction(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let mut amounts = Vec::new();
    for family in subject.families()? {
        let list = match &family.amounts {
            Amounts::Finite(list) => list,
            Amounts::Guarded(_) => return Err("piles are split".into()),
            Amounts::Between(_) => return Err("the amounts depend on the pile".into()),
            Amounts::Every { .. } | Amounts::Listed | Amounts::Constrained(_) => {
                return Err("the amounts are not a finite set".into());
            }
        };
        let Some(one) = one(family) else {
            return Err("piles are split".into());
        };
        if list.first() == Some(&0) {
            return Err(NOTHING_TAKEN.into());
        }
        for amount in list {
            amounts.push((natural(amount)? as usize, one));
        }
    }
    let most = amounts.iter().map(|(amount, _)| *amount).max();
    let most = most.unwrap_or(0).max(1);
    let premise = format!(
        "amounts up to {most} and at most one pile left: a value depends on the {most} before it, so that a repeated window proves the period"
    );
    let kernel = subtraction(&amounts).ok_or("an amount is too large")?;
    Ok(Engine {
        theorem: Some(PeriodTheorem::plain_window(most)),
        ..Engine::new(premise, Counted { kernel, bytes: 1 })
    })
}

/// The engine for amounts in lists or at equal distances, and parts in all ways: three or more piles, any number, equal or different ones.
pub fn make_parts(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let families = subject.families()?;
    let spelled = families.iter().flat_map(Family::spelled_out);
    let in_parts = spelled.map(|it| in_parts(&it)).collect::<Result<_, _>>()?;
    let premise = "the parts are all that add up to the rest: which values they have together is kept for each size and number of parts";
    let kernel = Box::new(Parts::new(in_parts));
    Ok(Engine {
        theorem: PeriodTheorem::of(families),
        reach: 4_000,
        begins_anew: true,
        ..Engine::new(premise, Counted { kernel, bytes: 1 })
    })
}

pub(super) fn natural(amount: &i64) -> Result<u64, Declined> {
    u64::try_from(*amount).map_err(|_| "an amount is too large".into())
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

fn in_parts(family: &Family) -> Result<parts::Family, Declined> {
    let (list, every) = match &family.amounts {
        Amounts::Finite(list) => (list.as_slice(), None),
        Amounts::Every {
            first,
            step,
            except,
        } if except.is_empty() => (&[][..], Some((natural(first)?, natural(step)?))),
        _ => return Err("the amounts are neither a finite set nor at equal distances".into()),
    };
    let takes_nothing = list.first() == Some(&0) || every.is_some_and(|(first, _)| first == 0);
    let (least, most, sizes) = match family.leaves {
        Leaves::Nothing => (0, Some(0), PartSizes::Any),
        Leaves::One { or_empty } => (i64::from(!or_empty), Some(1), PartSizes::Any),
        Leaves::Two { unequal: false } => (2, Some(2), PartSizes::Any),
        Leaves::Two { unequal: true } => (2, Some(2), PartSizes::Unequal),
        Leaves::Pair { .. } => return Err("a part may be empty".into()),
        Leaves::Parts { least, most, sizes } => (least, most, sizes),
    };
    if most.is_some_and(|most| most < 2) && takes_nothing {
        return Err(NOTHING_TAKEN.into());
    }
    let count = |n: i64| usize::try_from(n).map_err(|_| "there are too many parts".to_string());
    Ok(parts::Family {
        amounts: list.iter().map(natural).collect::<Result<_, _>>()?,
        every,
        least: count(least)?,
        most: most.map(count).transpose()?,
        sizes: match sizes {
            PartSizes::Any => Sizes::Any,
            PartSizes::Equal => Sizes::Equal,
            PartSizes::Unequal => Sizes::Unequal,
        },
    })
}

impl Sequence for Counted {
    fn values(&self) -> Slice<'_> {
        self.kernel.values()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        Ok(self.kernel.extend(len, &mut machine.budget)?)
    }

    fn bytes(&self, len: usize) -> u64 {
        let values = (len as u64).saturating_mul(self.bytes);
        values.max(self.kernel.memory())
    }

    fn prove(&mut self, theorem: &mut Option<PeriodTheorem>) -> Option<Period> {
        let by_values = || theorem.as_ref()?.prove(self.kernel.values());
        self.kernel.proof().or_else(by_values)
    }
}
