//! Taking and breaking into at most two piles: octal codes with finitely many digits, Grundy's game and its kin.

use std::ops::RangeInclusive;

use super::engine::{Engine, PeriodTheorem, REACH, Sequence, Subject};
use super::loops::{NOTHING_TAKEN, natural, one};
use crate::expr::machine::Machine;
use crate::kernel::breaking::{Breaking, Guard, Split, Strategy};
use crate::kernel::period::{Period, Recurrence};
use crate::kernel::simd;
use crate::moves::taking::{Amounts, Leaves, Question};
use crate::work::store::Slice;
use crate::work::{Declined, Halt};

#[derive(Debug)]
struct Sparse(Breaking);

/// The engine that tells rare heaps from common ones, where that pays.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    with(subject, Strategy::Auto)
}

/// The engine that looks at all splits.
pub fn make_dense(subject: &Subject<'_>) -> Result<Engine, Declined> {
    with(subject, Strategy::Dense)
}

fn with(subject: &Subject<'_>, strategy: Strategy) -> Result<Engine, Declined> {
    let families = subject.families()?;
    let mut singles = Vec::new();
    let mut splits = Vec::new();
    for family in families {
        let list = match &family.amounts {
            Amounts::Finite(list) => list,
            Amounts::Guarded(guarded) => {
                for amount in &guarded.amounts {
                    splits.push(Split {
                        amount: natural(amount)? as usize,
                        unequal: false,
                        guard: Some(Box::new(guarded.question(*amount))),
                    });
                }
                continue;
            }
            Amounts::Between(_) => return Err("the amounts depend on the pile".into()),
            Amounts::Every { .. } | Amounts::Listed | Amounts::Constrained(_) => {
                return Err("the amounts are not a finite set".into());
            }
        };
        for amount in list {
            let amount = natural(amount)? as usize;
            match (one(family), family.leaves) {
                (Some(_), _) if amount == 0 => return Err(NOTHING_TAKEN.into()),
                (Some(one), _) => singles.push((amount, one)),
                (None, Leaves::Two { unequal }) => splits.push(Split {
                    amount,
                    unequal,
                    guard: None,
                }),
                _ => return Err("the parts are not any two piles".into()),
            }
        }
    }
    let theorem = PeriodTheorem::of(families);
    let way = match strategy {
        Strategy::Dense => "each value is the mex over all of them",
        _ => "those with a rare heap, and one witness for each other value, give the mex",
    };
    let premise = match theorem {
        Some(PeriodTheorem::Recurrence(Recurrence::Digits { most, .. })) => format!(
            "amounts up to {most} and at most two piles left: of all options, {way}; the theorem of Guy and Smith (1956) proves the period"
        ),
        _ => format!("finitely many amounts and at most two piles left: of all options, {way}"),
    };
    let kernel = Breaking::new(singles, splits, strategy, simd::Width::default());
    Ok(Engine {
        theorem,
        reach: theorem.map_or(1_000_000, |_| REACH),
        ..Engine::new(premise, Sparse(kernel))
    })
}

/// The conditions of a split as the kernel asks for them.
impl Guard for Question {
    fn allowed(&mut self, rest: usize, parts: &[u32], allowed: &mut [bool]) {
        Question::allowed(self, rest, parts, allowed);
    }

    fn parts(&self, rest: usize) -> RangeInclusive<usize> {
        Question::parts(self, rest)
    }

    fn is_solved(&self) -> bool {
        Question::is_solved(self)
    }
}

impl Sequence for Sparse {
    fn values(&self) -> Slice<'_> {
        Slice::U16(self.0.values())
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        self.0.extend(len, &mut machine.budget)?;
        if self.0.is_full() && self.0.known().len() < len {
            return Err(Halt::declined("a value does not fit 16 bits"));
        }
        Ok(())
    }

    fn bytes(&self, len: usize) -> u64 {
        match self.0.known().is_whole() {
            true => (len as u64).saturating_mul(2).max(self.0.bytes()),
            false => self.0.bytes(),
        }
    }

    fn prove(&mut self, theorem: &mut Option<PeriodTheorem>) -> Option<Period> {
        let found = (*theorem)?;
        let period = self.0.proof()?;
        if let PeriodTheorem::Recurrence(Recurrence::Digits { most, heaps }) = found {
            let start = period.preperiod.max(1);
            let range = heaps * start + (heaps - 1) * period.period + most;
            // The window of a sparse game asks for less.
            if period.checked_to + 1 < range {
                *theorem = Some(PeriodTheorem::Window);
            }
        }
        Some(period)
    }

    fn breaking(&self) -> Option<&Breaking> {
        Some(&self.0)
    }

    fn breaking_mut(&mut self) -> Option<&mut Breaking> {
        Some(&mut self.0)
    }
}
