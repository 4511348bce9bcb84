//! Sums by the xor of their components' Grundy values.
//!
//! A component is worth the pile of Nim of its Grundy value, and so the player to move loses a sum exactly when the xor of the
//! values is 0 (Sprague 1935, Grundy 1939). A turn wins that leaves a component worth the xor of all others.
//!
//! Of a component that some theorem knows to be won, or a search, the value may be dear; but it is not 0. So the sum
//! is won where the xor of all others is 0, whatever this value is.

use hashbrown::HashSet;
use smallvec::SmallVec;

use super::judged::Summand;
use super::told::{Goal, Named};
use super::{After, Judge, Judged, Memory, Method, Moved, Reason, Theory};
use crate::expr::value::Outcome;
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

pub(super) struct Xor;

/// What is known of the value of a component.
#[derive(Clone, Copy)]
pub(super) enum Grundy {
    Number(u64),
    /// It is not 0, by a theorem or by a search.
    NonZero(Id, Option<&'static Theory>),
}

/// What is known of the value of a sum.
#[derive(Clone, Default)]
pub(super) struct Total {
    /// The xor of the values that are known.
    xor: u64,
    /// The components of which only that is known that they are won.
    won: SmallVec<[Id; 1]>,
}

impl Method for Xor {
    type Image = Grundy;
    type Sum = Total;

    fn image(&self, part: Id, memory: &mut KnownValues) -> Result<Grundy, Halt> {
        let value = match memory.compound_theory(part)? {
            Some((entry, theory)) => match theory.grundy() {
                Some(value) => value,
                None => return Ok(Grundy::NonZero(part, Some(entry))),
            },
            None => match memory.is_worth_by_search(part, 0)? {
                Some(false) => return Ok(Grundy::NonZero(part, None)),
                Some(true) => 0,
                None => memory.component_value(part)?,
            },
        };
        Ok(Grundy::Number(value))
    }

    fn nothing(&self) -> Total {
        Total::default()
    }

    fn add(&self, sum: &mut Total, value: Grundy) {
        match value {
            Grundy::Number(value) => sum.xor ^= value,
            Grundy::NonZero(part, _) => sum.won.push(part),
        }
    }
}

impl Total {
    /// Whether it is not 0, whatever the value of its only component without one is.
    fn is_won_anyway(&self) -> bool {
        self.xor == 0 && self.won.len() == 1
    }

    fn outcome(&self, memory: &mut KnownValues) -> Result<Outcome, Failure> {
        let wins = self.is_won_anyway() || !memory.sum_is(&self.won, self.xor)?;
        Ok(Outcome::decided(wins))
    }
}

impl Judge for Judged<Xor> {
    fn winner(&self, memory: &mut Memory) -> Result<Outcome, Failure> {
        self.sum.outcome(&mut memory.values)
    }

    fn after(&self, moved: &Moved, _: &mut u64, memory: &mut Memory) -> After {
        let sum = Judged::after(self, moved, &mut memory.values)?;
        sum.outcome(&mut memory.values).map(Some)
    }

    fn reason(&self) -> Reason {
        let won = self.parts.iter().find_map(|part| match part.image {
            Grundy::NonZero(_, Some(entry)) => Some(Reason::WonTerm(part.term, entry)),
            Grundy::NonZero(_, None) | Grundy::Number(_) => None,
        });
        let won = won.filter(|_| self.sum.is_won_anyway());
        won.unwrap_or(Reason::Values)
    }

    fn grundy(&self) -> Option<u64> {
        self.sum.won.is_empty().then_some(self.sum.xor)
    }

    fn named(&self, _: usize, memory: &mut Memory) -> Result<Option<Named>, Failure> {
        let goal = |part: &Summand<Grundy>, value| Goal {
            term: part.term,
            place: part.is_pile.then_some(part.place),
            value,
        };
        if let [part] = self.parts.as_slice()
            && let Grundy::NonZero(_, None) = part.image
        {
            return Ok(Some(Named::Goals(vec![goal(part, 0)])));
        }
        let mut values = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            values.push(match part.image {
                Grundy::Number(value) => value,
                Grundy::NonZero(part, _) => memory.values.component_value(part)?,
            });
        }
        let total = values.iter().fold(0, |total, value| total ^ value);
        if total == 0 {
            return Ok(Some(Named::Goals(Vec::new())));
        }
        // Where the goal is below the value of the pile, some option has it.
        let mut parts: Vec<_> = self.parts.iter().zip(values).collect();
        parts.sort_by_key(|(_, value)| total ^ value > *value);
        // Equal piles have equal options.
        let mut seen = HashSet::new();
        parts.retain(|(part, _)| !part.is_pile || seen.insert(part.part));
        let goals = parts.into_iter();
        let goals = goals.map(|(part, value)| goal(part, total ^ value));
        Ok(Some(Named::Goals(goals.collect())))
    }
}
