//! Any amount between two numbers that depend on the pile, by tables or formulas.

use super::engine::{Engine, Sequence, Subject};
use crate::expr::machine::Machine;
use crate::kernel::interval::Intervals;
use crate::moves::taking::{Amounts, Between, Leaves};
use crate::work::store::Slice;
use crate::work::{Declined, Halt};

#[derive(Debug)]
struct Interval {
    /// The intervals of the moves; for each pile they must join to one.
    ends: Vec<Piece>,
    low: Vec<u64>,
    high: Vec<u64>,
    kernel: Intervals,
}

/// An interval of amounts.
#[derive(Debug)]
enum Piece {
    Fixed(i64, i64),
    Varying(Between),
}

/// The engine, for intervals of amounts, one pile left.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let mut ends = Vec::new();
    for family in subject.families()? {
        if family.leaves != (Leaves::One { or_empty: true }) {
            return Err("not every amount leaves one pile or none".into());
        }
        ends.push(match &family.amounts {
            Amounts::Between(between) => Piece::Varying(between.clone()),
            Amounts::Every {
                first,
                step: 1,
                except,
            } if except.is_empty() => Piece::Fixed(*first, i64::MAX),
            Amounts::Finite(list) => match (list.first(), list.last()) {
                (Some(first), Some(last)) if last - first + 1 == list.len() as i64 => {
                    Piece::Fixed(*first, *last)
                }
                _ => return Err("the amounts are no interval".into()),
            },
            _ => return Err("the amounts are no interval".into()),
        });
    }
    let sequence = Interval {
        ends,
        low: Vec::new(),
        high: Vec::new(),
        kernel: Intervals::default(),
    };
    let premise = "the amounts of a pile are all from one number to another: its value is the least one whose last pile lies before the interval";
    Ok(Engine {
        reach: 1_000_000,
        begins_anew: true,
        ..Engine::new(premise, sequence)
    })
}

impl Interval {
    /// The least and the greatest amount of a pile; none: 1 and 0.
    fn ends_at(&self, pile: i64, machine: &mut Machine) -> Result<(i64, i64), Halt> {
        let mut whole: Option<(i64, i64)> = None;
        for piece in &self.ends {
            let found = match piece {
                Piece::Fixed(low, high) => (*low <= pile).then_some((*low, *high.min(&pile))),
                Piece::Varying(ends) => ends.at(pile, machine)?,
            };
            whole = match (whole, found) {
                (None, found) => found,
                (whole, None) => whole,
                (Some((a, b)), Some((c, d))) => {
                    if c > b.saturating_add(1) || a > d.saturating_add(1) {
                        let why = format!("at the pile {pile} the amounts are no interval");
                        return Err(Halt::declined(why));
                    }
                    Some((a.min(c), b.max(d)))
                }
            };
        }
        Ok(whole.unwrap_or((1, 0)))
    }
}

impl Sequence for Interval {
    fn values(&self) -> Slice<'_> {
        self.kernel.values()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        while self.low.len() < len {
            machine.budget.step()?;
            let pile = self.low.len() as i64;
            let (low, high) = self.ends_at(pile, machine)?;
            self.low.push(low as u64);
            self.high.push(high as u64);
        }
        Ok(self
            .kernel
            .extend(&self.low, &self.high, len, &mut machine.budget)?)
    }

    fn bytes(&self, len: usize) -> u64 {
        (len as u64).saturating_mul(33).max(self.kernel.memory())
    }
}
