//! The solver: tables that are kept from one question to the next.

use std::sync::Arc;

use super::loopy::{Loopy, LoopyValue};
use super::memory::Memory;
use super::method;
use super::piles::Piles;
use super::policy::Policy;
use super::positions::Positions;
use super::values::Values;
use crate::expr::machine::Machine;
use crate::expr::position::{Position, Stamp};
use crate::expr::value::Outcome;
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::work::budget::{Budget, Limits};
use crate::work::{Failure, Limit};

/// Solves positions of the games of a rulebook, and remembers the values it worked out.
///
/// ```
/// use nimrule::Rulebook;
/// use nimrule::solve::Solver;
///
/// let book = Rulebook::parse("game kayles { take 1..2 leaving 0..2 piles }")?;
/// let mut solver = Solver::new(&book);
/// let position = book.position("kayles[5, 8]")?;
/// assert_eq!(solver.grundy(&position)?, 4 ^ 1);
/// assert!(solver.first_player_wins(&position)?);
/// # Ok::<(), nimrule::Report>(())
/// ```
pub struct Solver {
    /// Tells this solver from all others, whose numbers of piles mean other piles.
    id: Arc<Stamp>,
    memory: Memory,
}

impl Solver {
    /// A solver without limits on time and with 2 GiB of memory.
    pub fn new(book: &Rulebook) -> Solver {
        Solver::with_limits(book, &Limits::default())
    }

    /// A solver with limits.
    pub fn with_limits(book: &Rulebook, limits: &Limits) -> Solver {
        Solver::of(book, Budget::start(limits), Policy::default())
    }

    /// A solver that knows nothing of the values of positions yet.
    fn of(book: &Rulebook, budget: Budget, policy: Policy) -> Solver {
        let piles = Piles::new(Positions::new(book, budget), policy);
        Solver {
            id: Arc::new(Stamp::fresh()),
            memory: Memory {
                loopy: Loopy::default(),
                values: Values::new(piles),
            },
        }
    }

    /// Starts the clock for a new question.
    pub fn start(&mut self, limits: &Limits) {
        let budget = self.budget().restart(limits);
        self.positions().machine = Machine::new(budget);
    }

    /// Tells this solver from all others. Who holds it speaks of its numbers of piles.
    pub(crate) fn id(&self) -> &Arc<Stamp> {
        &self.id
    }

    /// Whether it met so many games that it had better begin anew, and nobody speaks of its piles.
    pub(crate) fn is_full(&self) -> bool {
        let book = &self.memory.values.piles.positions.book;
        Arc::strong_count(&self.id) == 1 && book.uses_too_many()
    }

    /// What is known of piles.
    pub(crate) fn values(&mut self) -> &mut Values {
        &mut self.memory.values
    }

    /// What is known of piles without theories.
    pub(crate) fn piles(&mut self) -> &mut Piles {
        &mut self.memory.values.piles
    }

    /// The positions that were met.
    pub(crate) fn positions(&mut self) -> &mut Positions {
        &mut self.memory.values.piles.positions
    }

    /// What is left of the limits, to be looked at.
    pub(crate) fn left(&self) -> &Budget {
        &self.memory.values.piles.positions.machine.budget
    }

    /// What is left of the limits.
    pub(crate) fn budget(&mut self) -> &mut Budget {
        &mut self.memory.values.piles.positions.machine.budget
    }

    /// All that is known.
    pub(crate) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Whether only the definition is used.
    pub(crate) fn is_plain(&self) -> bool {
        self.memory.values.piles.policy().plain
    }

    /// The Grundy value of a position of normal play: the xor of its components' values.
    ///
    /// # Errors
    /// The position is of misère play, a rule has a fault or a cycle, or a limit was reached.
    pub fn grundy(&mut self, position: &Position) -> Result<u64, Report> {
        let result = self.own(position, Solver::position_grundy);
        self.reported(result)
    }

    /// Whether the player to move wins with perfect play (an N-position). A draw is no win.
    ///
    /// # Errors
    /// A rule has a fault or a cycle, or a limit was reached.
    pub fn first_player_wins(&mut self, position: &Position) -> Result<bool, Report> {
        let result = self.own(position, Solver::winner);
        self.reported(result).map(|winner| winner == Outcome::First)
    }

    /// The outcome by search over whole positions, without Grundy values: the bare definition.
    ///
    /// ```
    /// use nimrule::Rulebook;
    /// use nimrule::solve::Solver;
    ///
    /// let book = Rulebook::parse("game one_or_two { take 1..2 }")?;
    /// let mut solver = Solver::new(&book);
    /// let position = book.position("one_or_two[7, 7]")?;
    /// assert!(!solver.first_player_wins_by_search(&position)?);
    /// # Ok::<(), nimrule::Report>(())
    /// ```
    ///
    /// # Errors
    /// A rule has a fault or a cycle, or a limit was reached.
    pub fn first_player_wins_by_search(&mut self, position: &Position) -> Result<bool, Report> {
        let result = self.own(position, Solver::position_outcome_by_search);
        self.reported(result)
    }

    /// Answers for a position of a game of this rulebook. A panic is reported as what it is, a mistake in nimrule, and what was
    /// computed is forgotten.
    fn own<T>(
        &mut self,
        position: &Position,
        answer: impl FnOnce(&mut Solver, &Position) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.positions().book.check_own_position(position)?;
        guarded(|| answer(self, position)).unwrap_or_else(|internal| {
            let policy = self.memory.values.piles.policy().clone();
            let budget = self.budget().clone();
            *self = Solver::of(&self.positions().book, budget, policy);
            Err(internal.into())
        })
    }

    /// Works with so many steps; `None`: these are too few. It is counted, not timed: what is done is the same on every machine.
    pub(crate) fn aside<T>(
        &mut self,
        effort: u64,
        work: impl FnOnce(&mut Solver) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let budget = self.budget().clone();
        *self.budget() = budget.within(effort);
        let result = work(self);
        *self.budget() = budget;
        match result {
            Ok(done) => Ok(Some(done)),
            Err(Failure::Limit(Limit::Effort, _)) => {
                // Unless it was the limit of the whole.
                self.budget().look()?;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    fn reported<T>(&self, result: Result<T, Failure>) -> Result<T, Report> {
        let book = &self.memory.values.piles.positions.book;
        result.map_err(|failure| book.report(vec![failure.into()]))
    }

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

    /// Who wins a position.
    pub(crate) fn winner(&mut self, position: &Position) -> Result<Outcome, Failure> {
        let chosen = method::choose(position, &mut self.memory)?;
        chosen.judge.winner(&mut self.memory)
    }

    pub(crate) fn position_outcome_by_search(
        &mut self,
        position: &Position,
    ) -> Result<bool, Failure> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::diagnostic::Cause;

    #[test]
    fn a_panic_is_an_internal_error_and_the_solver_answers_on() {
        let book = Rulebook::parse("game nim { take any }").unwrap();
        let mut solver = Solver::new(&book);
        let position = book.position("nim[5, 9, 11]").unwrap();
        let broken = solver.own(&position, |solver, _| -> Result<u64, Failure> {
            solver.positions().nodes = crate::solve::positions::nodes::Nodes::default();
            panic!("no nodes")
        });
        let report = solver.reported(broken).unwrap_err();
        assert_eq!(report.diagnostics[0].cause, Cause::Internal);
        assert!(report.to_string().contains("no nodes"), "{report}");
        assert_eq!(solver.grundy(&position).unwrap(), 7);
    }
}
