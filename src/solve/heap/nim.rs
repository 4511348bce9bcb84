//! Nim: any amount may be taken, so a pile of n leads to all smaller ones and has the value n.

use super::engine::{Engine, Subject};
use super::subtraction::NOTHING_TAKEN;
use crate::expr::machine::Machine;
use crate::kernel::period::Period;
use crate::kernel::store::Slice;
use crate::moves::taking::{Amounts, Family, Leaves};
use crate::work::{Declined, Halt};

/// The engine's name.
pub const NAME: &str = "nim";

#[derive(Debug)]
struct Nim;

/// The engine, for games in which any amount may be taken.
pub fn make(subject: &Subject<'_>) -> Result<Box<dyn Engine>, Declined> {
    leads_to_all_smaller(subject.families()?)?;
    Ok(Box::new(Nim))
}

/// Checks that a pile leads to exactly the smaller ones.
///
/// # Errors
/// Why it does not, as far as the kinds of moves tell.
pub fn leads_to_all_smaller(families: &[Family]) -> Result<(), Declined> {
    for family in families {
        if let (
            Amounts::Every {
                first: 1,
                step: 1,
                except,
            },
            Leaves::One { or_empty: true },
        ) = (&family.amounts, family.leaves)
            && except.is_empty()
        {
            // More moves of this kind add no option: taking leads to all smaller piles already.
            for family in families {
                takes(family)?;
            }
            return Ok(());
        }
    }
    Err("not every amount may be taken".into())
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

impl Engine for Nim {
    fn premise(&self) -> String {
        "any amount may be taken, so a pile of n leads to all smaller ones and has the value n"
            .to_string()
    }

    fn values(&self) -> Slice<'_> {
        Slice::U8(&[])
    }

    fn extend(&mut self, _len: usize, _machine: &mut Machine) -> Result<(), Halt> {
        Ok(())
    }

    fn bytes(&self, _len: usize) -> u64 {
        0
    }

    fn prove(&mut self) -> Option<Period> {
        Some(Period {
            period: 1,
            preperiod: 0,
            saltus: 1,
            checked_to: 0,
        })
    }

    fn formula(&self, size: u64) -> Option<u64> {
        Some(size)
    }

    fn formula_words(&self) -> &'static str {
        "the size itself, since any amount may be taken"
    }

    fn piles_of(&self, value: u64) -> Option<Vec<u64>> {
        Some(vec![value])
    }
}
