//! Nim and its like: any amount may be taken, if not the whole pile, but for finitely many pairs of a pile and an amount, and what
//! else is done adds little.

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

/// What gives the value of a pile of any size.
#[derive(Debug)]
pub(super) enum Formula {
    /// Without barred pairs for Nim: a pile of n has the value n.
    Runs(Constrained),
    /// Nim with piles of one less: the last stone stays.
    OneLess,
    /// Lasker's Nim, where piles may also be split: a pile of 4k + 3 has the value 4k + 4, one of 4k + 4 the value 4k + 3, all others
    /// have their size.
    Lasker,
    /// Dim: how often 2 divides the pile, and one more where it may be taken whole.
    Twos { to_empty: bool },
}

/// The engine, for games in which any amount may be taken.
///
/// A nim-sum is no greater than the sum: piles that are less in all add no value of n or above. With splits that take nothing the
/// values are those of Lasker's Nim (Berlekamp, Conway and Guy, Winning Ways, chapter 4).
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let families = subject.families()?;
    if takes_any(families, false) && families.iter().all(leaves_some) {
        let premise = "any amount may be taken but the whole pile, so a pile of n leads to all of 1 to n - 1, and what else is done to less: it has the value n - 1";
        return Ok(Engine {
            formula: "the size less one, since any amount may be taken but the whole pile",
            ..Engine::new(premise, Formula::OneLess)
        });
    }
    if !takes_any(families, true) {
        return Err("not every amount may be taken".into());
    }
    let size = "the size itself, since any amount may be taken";
    let runs = || Formula::Runs(Constrained::default());
    if families.iter().all(|family| takes(family).is_ok()) {
        let premise =
            "any amount may be taken, so a pile of n leads to all smaller ones and has the value n";
        return Ok(Engine {
            formula: size,
            ..Engine::new(premise, runs())
        });
    }
    if families
        .iter()
        .all(|family| family.amounts.first() >= Some(1))
    {
        let premise = "any amount may be taken, and what other moves leave is less in all, so its nim-sum is: a pile of n has the value n";
        return Ok(Engine {
            formula: size,
            ..Engine::new(premise, runs())
        });
    }
    let is_split = |family: &Family| {
        matches!(family.leaves, Leaves::Two { .. }) && family.finite() == Some(&[0])
    };
    let mut others = families.iter().filter(|family| !is_split(family));
    others.try_for_each(takes)?;
    let premise = "any amount may be taken, or the pile split: the values are those of Lasker's Nim (Winning Ways, chapter 4)";
    Ok(Engine {
        formula: "that of Lasker's Nim: 4k + 4 for a pile of 4k + 3, 4k + 3 for one of 4k + 4, the size for all others",
        ..Engine::new(premise, Formula::Lasker)
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
            ..Engine::new(premise, Formula::Runs(Constrained::new(barred.clone())))
        }),
        _ if families.iter().any(bars) => Err("there are several kinds of moves".into()),
        _ => Err("no pairs of a pile and an amount are barred".into()),
    }
}

/// Checks that a pile leads to exactly the smaller ones.
pub fn leads_to_all_smaller(families: &[Family]) -> Result<(), Declined> {
    if !takes_any(families, true) {
        return Err("not every amount may be taken".into());
    }
    // More moves of this kind add no option: taking leads to all smaller piles already.
    families.iter().try_for_each(takes)
}

/// More amounts than this are not looked at one by one.
const MOST: i64 = 1 << 16;

/// Whether a pile leads to all smaller ones, or, where not the whole of it may be taken, to all of these but the empty one.
fn takes_any(families: &[Family], to_empty: bool) -> bool {
    let takes = |amount: i64, leaves: Leaves| {
        let leaves = [leaves, Leaves::One { or_empty: true }];
        let mut families = families.iter();
        families.any(|family| leaves.contains(&family.leaves) && has(&family.amounts, amount))
    };
    let takes = |amount: i64| {
        takes(amount, Leaves::One { or_empty: false })
            && (!to_empty || takes(amount, Leaves::Nothing))
    };
    // From where on what is taken repeats, and with which period.
    let (mut from, mut period, mut is_endless) = (0, 1, false);
    let one = |family: &&Family| matches!(family.leaves, Leaves::Nothing | Leaves::One { .. });
    for family in families.iter().filter(one) {
        let begins = match &family.amounts {
            Amounts::Finite(list) => list.last().copied(),
            Amounts::Every {
                first,
                step,
                except,
            } => {
                is_endless = true;
                if period % step != 0 {
                    period = period.saturating_mul(*step);
                }
                except.last().max(Some(first)).copied()
            }
            Amounts::Listed
            | Amounts::Between(_)
            | Amounts::Constrained(_)
            | Amounts::Guarded(_) => None,
        };
        from = from.max(begins.unwrap_or(0));
    }
    let last = from.saturating_add(period);
    is_endless && last <= MOST && (1..=last).all(takes)
}

/// Whether an amount is among regular ones.
fn has(amounts: &Amounts, amount: i64) -> bool {
    match amounts {
        Amounts::Finite(list) => list.binary_search(&amount).is_ok(),
        Amounts::Every {
            first,
            step,
            except,
        } => {
            let is_among = amount >= *first && (amount - first) % step == 0;
            is_among && except.binary_search(&amount).is_err()
        }
        Amounts::Listed | Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
            false
        }
    }
}

/// Whether a family leaves no pile empty but where at least two stones are taken: a pile of 1 has no moves then.
fn leaves_some(family: &Family) -> bool {
    match family.leaves {
        Leaves::One { or_empty: false } | Leaves::Two { .. } | Leaves::Parts { .. } => true,
        Leaves::Nothing | Leaves::One { or_empty: true } | Leaves::Pair { .. } => {
            family.amounts.first() >= Some(2)
        }
    }
}

/// Checks that a family leads only to smaller piles.
fn takes(family: &Family) -> Result<(), Declined> {
    match (family.amounts.first(), family.leaves) {
        _ if matches!(&family.amounts, Amounts::Finite(list) if list.is_empty()) => Ok(()),
        (Some(0), Leaves::Nothing) => Err(NOTHING_TAKEN.into()),
        (Some(_), Leaves::Nothing | Leaves::One { .. }) => Ok(()),
        _ => Err("there are moves of other kinds too".into()),
    }
}

/// In Lasker's Nim; it is its own inverse.
fn lasker(size: u64) -> u64 {
    match size % 4 {
        3 => size.saturating_add(1),
        0 if size > 0 => size - 1,
        _ => size,
    }
}

impl Sequence for Formula {
    fn values(&self) -> Slice<'_> {
        Slice::NONE
    }

    fn extend(&mut self, _len: usize, _machine: &mut Machine) -> Result<(), Halt> {
        Ok(())
    }

    fn bytes(&self, _len: usize) -> u64 {
        match self {
            Formula::Runs(runs) => runs.memory(),
            Formula::OneLess | Formula::Lasker | Formula::Twos { .. } => 0,
        }
    }

    fn prove(&mut self, _: &mut Option<PeriodTheorem>) -> Option<Period> {
        let (period, preperiod) = match self {
            Formula::Runs(runs) => (1, usize::try_from(runs.rises_from()).ok()?),
            Formula::OneLess => (1, 1),
            Formula::Lasker => (4, 1),
            Formula::Twos { .. } => return None,
        };
        Some(Period {
            period,
            preperiod,
            saltus: period as u64,
            checked_to: 0,
        })
    }

    fn formula(&self, size: u64) -> Option<u64> {
        Some(match self {
            Formula::Runs(runs) => runs.value(size),
            Formula::OneLess => size.saturating_sub(1),
            Formula::Lasker => lasker(size),
            Formula::Twos { .. } if size == 0 => 0,
            Formula::Twos { to_empty } => u64::from(size.trailing_zeros()) + u64::from(*to_empty),
        })
    }

    fn piles_of(&self, value: u64, _: u64, _: &mut Machine) -> Result<Option<Vec<u64>>, Halt> {
        Ok(Some(match self {
            Formula::Runs(runs) => runs.piles_of(value),
            Formula::OneLess => match value {
                0 => vec![0, 1],
                _ => vec![value.saturating_add(1)],
            },
            Formula::Lasker => vec![lasker(value)],
            Formula::Twos { .. } => return Ok(None),
        }))
    }
}
