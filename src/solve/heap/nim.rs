//! Nim and its like: any amount may be taken, but for finitely many pairs of a pile and an amount.

use super::engine::{Engine, PeriodTheorem, Sequence, Subject};
use super::loops::NOTHING_TAKEN;
use crate::expr::machine::Machine;
use crate::kernel::constrained::Constrained;
use crate::kernel::period::Period;
use crate::moves::taking::{Amounts, Family, Leaves};
use crate::work::store::Slice;
use crate::work::{Declined, Halt};

/// The name of the engine for games in which any amount may be taken.
pub const NAME: &str = "nim";

/// Without barred pairs for Nim: a pile of n has the value n.
#[derive(Debug)]
struct Runs(Constrained);

/// The engine, for games in which any amount may be taken.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    leads_to_all_smaller(subject.families()?)?;
    let premise =
        "any amount may be taken, so a pile of n leads to all smaller ones and has the value n";
    Ok(Engine {
        formula: "the size itself, since any amount may be taken",
        ..Engine::new(premise, Runs(Constrained::default()))
    })
}

/// The engine, for one kind of move that takes any amount but for barred pairs.
pub fn make_constrained(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let premise = "any amount but for finitely many pairs of a pile and an amount: between the piles with barred amounts the values rise by one";
    let families = subject.families()?;
    let bars = |family: &Family| matches!(family.amounts, Amounts::Constrained(_));
    match families {
        [
            Family {
                amounts: Amounts::Constrained(barred),
                ..
            },
        ] => Ok(Engine {
            formula: "counted in runs: the values rise by one between the piles with barred amounts",
            ..Engine::new(premise, Runs(Constrained::new(barred.clone())))
        }),
        _ if families.iter().any(bars) => Err("there are several kinds of moves".into()),
        _ => Err("no pairs of a pile and an amount are barred".into()),
    }
}

/// Checks that a pile leads to exactly the smaller ones.
pub fn leads_to_all_smaller(families: &[Family]) -> Result<(), Declined> {
    let is_any = |family: &Family| match (&family.amounts, family.leaves) {
        (
            Amounts::Every {
                first,
                step,
                except,
            },
            Leaves::One { or_empty: true },
        ) => (*first, *step) == (1, 1) && except.is_empty(),
        _ => false,
    };
    if !families.iter().any(is_any) {
        return Err("not every amount may be taken".into());
    }
    // More moves of this kind add no option: taking leads to all smaller piles already.
    families.iter().try_for_each(takes)
}

/// Checks that a family leads only to smaller piles.
fn takes(family: &Family) -> Result<(), Declined> {
    let first = match &family.amounts {
        Amounts::Finite(list) => list.first().copied(),
        Amounts::Every { first, .. } => Some(*first),
        Amounts::Listed | Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
            None
        }
    };
    match (first, family.leaves) {
        _ if matches!(&family.amounts, Amounts::Finite(list) if list.is_empty()) => Ok(()),
        (Some(0), Leaves::Nothing) => Err(NOTHING_TAKEN.into()),
        (Some(_), Leaves::Nothing | Leaves::One { .. }) => Ok(()),
        _ => Err("there are moves of other kinds too".into()),
    }
}

impl Sequence for Runs {
    fn values(&self) -> Slice<'_> {
        Slice::NONE
    }

    fn extend(&mut self, _len: usize, _machine: &mut Machine) -> Result<(), Halt> {
        Ok(())
    }

    fn bytes(&self, _len: usize) -> u64 {
        self.0.memory()
    }

    fn prove(&mut self, _: &mut Option<PeriodTheorem>) -> Option<Period> {
        Some(Period {
            period: 1,
            preperiod: usize::try_from(self.0.rises_from()).ok()?,
            saltus: 1,
            checked_to: 0,
        })
    }

    fn formula(&self, size: u64) -> Option<u64> {
        Some(self.0.value(size))
    }

    fn piles_of(&self, value: u64) -> Option<Vec<u64>> {
        Some(self.0.piles_of(value))
    }
}
