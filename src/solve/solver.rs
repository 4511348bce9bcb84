//! The solver: tables that are kept from one question to the next.

use std::sync::Arc;

use super::loopy::{Loopy, LoopyValue};
use super::method::{self, Memory};
use super::piles::Piles;
use super::policy::Policy;
use super::positions::Positions;
use super::values::KnownValues;
use crate::expr::machine::Machine;
use crate::expr::position::{Position, Stamp};
use crate::expr::value::Outcome;
use crate::rules::Rulebook;
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::{Budget, Limits};
use crate::work::{Failure, Limit};

/// Solves positions of the games of a rulebook, and remembers the values it worked out.
pub struct Solver {
    /// Tells this solver from all others, whose numbers of piles mean other piles.
    id: Arc<Stamp>,
    memory: Memory,
}

impl Solver {
    /// A solver that knows nothing of the values of positions yet.
    pub(crate) fn with_limits(book: &Rulebook, limits: &Limits) -> Solver {
        let positions = Positions::new(book, Budget::start(limits));
        let piles = Piles::new(positions, Policy::default());
        Solver {
            id: Arc::new(Stamp::fresh()),
            memory: Memory {
                loopy: Loopy::default(),
                values: KnownValues::new(piles),
            },
        }
    }

    #[cfg(test)]
    pub(crate) fn new(book: &Rulebook) -> Solver {
        Solver::with_limits(book, &Limits::default())
    }

    /// Starts the clock for a new question.
    pub(crate) fn start(&mut self, limits: &Limits) {
        let budget = self.budget().restart(limits);
        self.positions().machine = Machine::new(budget);
        self.piles().drop_many_heaps();
    }

    /// Tells this solver from all others. Who holds it speaks of its numbers of piles.
    pub(crate) fn id(&self) -> &Arc<Stamp> {
        &self.id
    }

    /// Whether it met so many games that it had better begin anew.
    pub(crate) fn is_full(&self) -> bool {
        self.memory.values.piles.positions.book.uses_too_many()
    }

    /// Whether somebody speaks of its piles.
    pub(crate) fn is_spoken_of(&self) -> bool {
        Arc::strong_count(&self.id) > 1
    }

    pub(crate) fn values(&mut self) -> &mut KnownValues {
        &mut self.memory.values
    }

    /// What is known of piles without theories.
    pub(crate) fn piles(&mut self) -> &mut Piles {
        &mut self.memory.values.piles
    }

    pub(crate) fn positions(&mut self) -> &mut Positions {
        &mut self.memory.values.piles.positions
    }

    /// What is left of the limits, to be looked at.
    pub(crate) fn left(&self) -> &Budget {
        &self.memory.values.piles.positions.machine.budget
    }

    pub(crate) fn budget(&mut self) -> &mut Budget {
        &mut self.memory.values.piles.positions.machine.budget
    }

    pub(crate) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Whether only the definition is used.
    pub(crate) fn is_plain(&self) -> bool {
        self.memory.values.piles.policy().plain
    }

    /// Works with so many steps; `None`: these are too few. It is counted, not timed: what is done is the same on every machine.
    pub(crate) fn aside<T>(
        &mut self,
        effort: u64,
        work: impl FnOnce(&mut Solver) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        match Budget::aside(self, Solver::budget, effort, work) {
            Ok(done) => Ok(Some(done)),
            Err(Failure::Limit(Limit::Effort, _)) => {
                // Unless it was the limit of the whole.
                self.budget().look()?;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// The same; `None` also where there is too little memory.
    pub(crate) fn aside_in_room<T>(
        &mut self,
        effort: u64,
        work: impl FnOnce(&mut Solver) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        match self.aside(effort, work) {
            Err(Failure::Limit(Limit::Memory { .. }, _)) => Ok(None),
            done => done,
        }
    }

    /// The Grundy value of a position of normal play: the xor of its components' values.
    pub(crate) fn position_grundy(&mut self, position: &Position) -> Result<u64, Failure> {
        if position.is_misere() {
            return Err(misere_has_no_grundy(position).into());
        }
        if position.is_loopy() {
            let Memory { loopy, values } = &mut self.memory;
            return match loopy.position_value(position, values)? {
                LoopyValue::Number(value) => Ok(value),
                value => Err(infinite_value(position, &value).into()),
            };
        }
        let components = self.positions().components(position)?;
        self.memory.values.sum_value(&components)
    }

    pub(crate) fn winner(&mut self, position: &Position) -> Result<Outcome, Failure> {
        let chosen = method::choose(position, &mut self.memory)?;
        chosen.judge.winner(&mut self.memory)
    }

    /// Whether the player to move wins a position, by search over whole positions: the bare definition.
    pub(crate) fn wins_by_search(&mut self, position: &Position) -> Result<bool, Failure> {
        if position.is_loopy() {
            return Ok(self.winner(position)? == Outcome::First);
        }
        let whole = self.positions().whole_position(position)?;
        self.piles().wins(whole, position.is_misere())
    }
}

/// The complaint that a position is worth no pile of Nim.
fn infinite_value(position: &Position, value: &LoopyValue) -> Diagnostic {
    Diagnostic::error(
        "infinite_value",
        format!("the value of {position} is {value}: no number"),
    )
    .help("ask `winner(…)`; `solve` and `explain` show infinite values")
}

/// The complaint that Grundy values do not exist in misère play.
pub(crate) fn misere_has_no_grundy(position: &Position) -> Diagnostic {
    Diagnostic::error(
        "misere_grundy",
        format!("{position} is of misère play, where Grundy values do not decide"),
    )
    .help("the xor of Grundy values tells who wins only where the last move wins; ask `winner(…)`")
}
