//! The solver: tables that are kept from one question to the next.

use hashbrown::HashMap;

use super::heap::choice::Allowed;
use super::heap::{Heap, Refusals};
use super::loopy::{Loopy, LoopyValue};
use super::misere::Misere;
use super::positions::Positions;
use super::positions::nodes::{Id, Node, cell};
use super::positions::options::Components;
use super::positions::table::Table;
use super::search::Searches;
use super::theory::measure::Measures;
use super::tuple::Tuples;
use crate::expr::machine::Machine;
use crate::expr::position::{GameId, Header, Position, Stamp, Turn};
use crate::expr::value::Outcome;
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::work::budget::{Account, Budget, Limits};
use crate::work::{Declined, Failure, Halt, Limit};

/// Why no engine works out a game with `loopy`.
pub(super) const NEVER_ENDS: &str = "its plays may go on for ever";

/// Where the engine looks at each option, so many piles are worked out without a look at what can be reached.
const FEW_PILES: usize = 256;
/// So many options are looked at at least before all smaller piles are worked out.
const FEW_OPTIONS: u64 = 100_000;
/// And so many at most.
const MANY_OPTIONS: u64 = 4_000_000;

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
    pub(crate) id: Stamp,
    pub(crate) positions: Positions,
    /// Options whose values are not known yet, each with its size.
    pub(crate) unsettled: Vec<(i64, Components)>,
    /// For each game its recurrence, or why it has none.
    pub(super) heaps: HashMap<GameId, Result<Heap, Refusals>>,
    /// For each game its boxes of tuples, or why it has none.
    pub(crate) tuples: HashMap<GameId, Result<Tuples, Declined>>,
    /// Whether only the definition is used.
    pub(crate) plain: bool,
    /// Which engines may be used.
    pub(crate) allowed: Allowed,
    /// Piles that are piles of Nim in disguise, as all are that can be reached from them.
    pub(crate) nim_like: hashbrown::HashSet<Id>,
    /// Piles that are not, with the reason.
    pub(crate) disturbed: HashMap<Id, String>,
    /// Piles that cannot be split, nor any that can be reached from them.
    pub(crate) unsplit: hashbrown::HashSet<Id>,
    /// Games whose piles are piles of Nim by the rules.
    pub(crate) is_nim: HashMap<GameId, bool>,
    /// Remoteness and the like of piles.
    pub(crate) measures: Measures,
    pub(crate) grundy: Table,
    pub(crate) outcomes: Table,
    /// What is known of misère play by theory.
    pub(crate) misere: Misere,
    pub(crate) misere_outcomes: Table,
    pub(crate) remoteness: Table,
    pub(crate) misere_remoteness: Table,
    pub(crate) searches: Searches,
    pub(crate) last_checked: usize,
    pub(crate) loopy: Loopy,
    pub(crate) whole_nodes: u64,
    pub(crate) whole_limit: u64,
}

impl Solver {
    /// A solver without limits on time and with 2 GiB of memory.
    pub fn new(book: &Rulebook) -> Solver {
        Solver::with_limits(book, &Limits::default())
    }

    /// A solver with limits.
    pub fn with_limits(book: &Rulebook, limits: &Limits) -> Solver {
        Solver::of(Positions::new(book, Budget::start(limits)))
    }

    /// A solver that knows nothing of the values of positions yet.
    fn of(positions: Positions) -> Solver {
        Solver {
            id: Stamp::fresh(),
            positions,
            unsettled: Vec::new(),
            heaps: HashMap::new(),
            tuples: HashMap::new(),
            plain: false,
            allowed: Allowed::default(),
            nim_like: hashbrown::HashSet::new(),
            disturbed: HashMap::new(),
            unsplit: hashbrown::HashSet::new(),
            is_nim: HashMap::new(),
            measures: Measures::default(),
            grundy: Table::default(),
            outcomes: Table::default(),
            misere: Misere::default(),
            misere_outcomes: Table::default(),
            remoteness: Table::default(),
            misere_remoteness: Table::default(),
            searches: Searches::default(),
            last_checked: 0,
            loopy: Loopy::default(),
            whole_nodes: 0,
            whole_limit: u64::MAX,
        }
    }

    /// Starts the clock for a new question.
    pub fn start(&mut self, limits: &Limits) {
        let budget = self.positions.machine.budget.restart(limits);
        self.positions.machine = Machine::new(budget);
        self.last_checked = 0;
    }

    /// Uses only the definition, or only the engines that are allowed.
    pub(crate) fn use_engines(&mut self, plain: bool, allowed: Allowed) {
        if (plain, &allowed) != (self.plain, &self.allowed) {
            self.plain = plain;
            self.allowed = allowed;
            self.heaps.clear();
            self.tuples.clear();
            self.is_nim.clear();
            self.searches.clear();
            self.hold();
            self.hold_boxes();
        }
    }

    /// Says how many bytes the tables take.
    pub(crate) fn hold(&self) {
        let tables = [
            &self.grundy,
            &self.outcomes,
            &self.misere_outcomes,
            &self.remoteness,
            &self.misere_remoteness,
        ];
        let tables: u64 = tables.iter().map(|table| table.memory()).sum();
        let sets = (self.nim_like.capacity() + self.unsplit.capacity()) * 8;
        let theories = self.measures.memory() + (sets + self.disturbed.len() * 128) as u64;
        let budget = &self.positions.machine.budget;
        budget.hold(Account::Values, tables);
        budget.hold(Account::Theories, theories);
        budget.hold(Account::Searches, self.searches.memory());
    }

    /// Says how many bytes the boxes of tuples take.
    pub(crate) fn hold_boxes(&self) {
        let boxes = self.tuples.values().flatten().map(Tuples::memory).sum();
        let budget = &self.positions.machine.budget;
        budget.hold(Account::Boxes, boxes);
    }

    /// Refuses more positions, and so many bytes beside them, where memory does not hold them.
    pub(crate) fn check_memory(&self, more: u64) -> Result<(), Failure> {
        self.hold();
        self.positions.check_memory(more)
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
        let result = self.own(position, Solver::position_outcome);
        self.reported(result)
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
        self.positions.book.check_own_position(position)?;
        guarded(|| answer(self, position)).unwrap_or_else(|internal| {
            let positions =
                Positions::new(&self.positions.book, self.positions.machine.budget.clone());
            *self = Solver {
                plain: self.plain,
                allowed: self.allowed.clone(),
                ..Solver::of(positions)
            };
            Err(internal.into())
        })
    }

    /// Works with so many steps; `None`: these are too few. It is counted, not timed: what is done is the same on every machine.
    pub(crate) fn aside<T>(
        &mut self,
        effort: u64,
        work: impl FnOnce(&mut Solver) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let budget = self.positions.machine.budget.clone();
        self.positions.machine.budget = budget.within(effort);
        let result = work(self);
        self.positions.machine.budget = budget;
        match result {
            Ok(done) => Ok(Some(done)),
            Err(Failure::Limit(Limit::Effort, _)) => {
                // Unless it was the limit of the whole.
                self.positions.machine.budget.look()?;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Limits the next searches over whole positions to so many options; `u64::MAX` is no limit.
    pub(crate) fn limit_search(&mut self, limit: u64) {
        if limit != u64::MAX {
            self.whole_nodes = 0;
        }
        self.whole_limit = limit;
    }

    fn reported<T>(&self, result: Result<T, Failure>) -> Result<T, Report> {
        result.map_err(|failure| self.positions.book.report(vec![failure.into()]))
    }

    pub(crate) fn position_grundy(&mut self, position: &Position) -> Result<u64, Failure> {
        if position.is_misere() {
            return Err(misere_has_no_grundy(position).into());
        }
        if position.is_loopy() {
            return match self.loopy_position_value(position)? {
                LoopyValue::Number(value) => Ok(value),
                value => Err(infinite_value(position, &value).into()),
            };
        }
        let mut xor = 0;
        for component in self.positions.components(position)? {
            xor ^= self.component_value(component)?;
        }
        Ok(xor)
    }

    /// The Grundy value of a component, by a recurrence where there is one.
    pub(crate) fn component_value(&mut self, component: Id) -> Result<u64, Failure> {
        if let Node::Pile(game, cells) = self.positions.nodes.node(component)
            && let [size] = cells.as_slice()
            && let Ok(size) = u64::try_from(*size)
            && let Some(value) = self.heap_value(game, size)?
        {
            return Ok(value);
        }
        if let Node::Pile(game, cells) = self.positions.nodes.node(component)
            && let Some(value) = self.tuple_value(game, &cells)?
        {
            return Ok(value);
        }
        if let Some(value) = self.compound_value(component)? {
            return Ok(value);
        }
        Ok(u64::from(self.grundy_of(component)?))
    }

    /// The value of a single-number pile by the game's engine, if it has one.
    pub(crate) fn heap_value(&mut self, game: GameId, size: u64) -> Result<Option<u64>, Failure> {
        match self.heap(game)? {
            Ok(heap) => {
                if let Some(value) = heap.known(size) {
                    return Ok(Some(value));
                }
                let is_far = size >= 4 * heap.values().len().max(FEW_PILES) as u64;
                if heap.is_exhaustive() && is_far && self.allowed.only.is_none() {
                    let few = (size / 16).clamp(FEW_OPTIONS, MANY_OPTIONS);
                    if self.reaches_few(game, &[cell(size)?], few)?.0 {
                        return Ok(None);
                    }
                }
            }
            Err(_) => return Ok(None),
        }
        self.with_heap(game, |heap, machine| heap.value(size, machine))
    }

    /// What the engine of a game knows of the values of its piles without more work.
    pub(crate) fn known_heap(&self, game: &Header) -> Option<impl Fn(i64) -> Option<u64>> {
        if game.misere {
            return None;
        }
        let bounds = game.shape.as_heap()?;
        let heap = self.heaps.get(&game.id)?.as_ref().ok()?;
        Some(move |size: i64| {
            let size = Some(size).filter(|size| bounds.contains(*size))?;
            heap.known(u64::try_from(size).ok()?)
        })
    }

    /// Lets the engine of a game work; nothing where there is none. An engine that turns out not to apply is replaced by the
    /// next one.
    pub(crate) fn with_heap<T>(
        &mut self,
        game: GameId,
        mut work: impl FnMut(&mut Heap, &mut Machine) -> Result<T, Halt>,
    ) -> Result<Option<T>, Failure> {
        self.heap(game)?;
        loop {
            let Some(Ok(heap)) = self.heaps.get_mut(&game) else {
                return Ok(None);
            };
            match work(heap, &mut self.positions.machine) {
                Ok(result) => return Ok(Some(result)),
                Err(Halt::Failure(failure)) => {
                    return Err(failure.at(|| format!("after {} values", heap.values().len())));
                }
                Err(Halt::Declined(why)) => {
                    let mut failed = heap.failed().to_vec();
                    failed.push((heap.name(), why));
                    self.choose_heap(game, failed)?;
                }
            }
        }
    }

    /// The engine of a game, or which engines declined and why.
    pub(crate) fn heap(&mut self, game: GameId) -> Result<&Result<Heap, Refusals>, Failure> {
        if !self.heaps.contains_key(&game) {
            self.choose_heap(game, Vec::new())?;
        }
        Ok(&self.heaps[&game])
    }

    /// Chooses the engine of a game, where some have been tried in vain.
    fn choose_heap(&mut self, game: GameId, failed: Refusals) -> Result<(), Failure> {
        let transitions = self.positions.transitions(game)?;
        let heap = if transitions.game.header.loopy {
            Err(vec![("retrograde", NEVER_ENDS.into())])
        } else if self.plain {
            Err(Vec::new())
        } else {
            Heap::new(&self.positions.book, &transitions, &self.allowed, failed)
        };
        if let (Err(declined), Some(only)) = (&heap, &self.allowed.only) {
            return Err(engine_declines(only, &transitions.game.header, declined).into());
        }
        self.heaps.insert(game, heap);
        Ok(())
    }

    pub(crate) fn position_outcome(&mut self, position: &Position) -> Result<bool, Failure> {
        if position.is_loopy() {
            return Ok(self.loopy_winner(position)?.0 == Outcome::First);
        }
        if self.needs_search(position) {
            if let Some((_, theory)) = self.theory(position)?.theory {
                return Ok(theory.first_wins());
            }
            return self.position_outcome_by_search(position);
        }
        if self.won_term(position)?.is_some() {
            return Ok(true);
        }
        Ok(self.position_grundy(position)? != 0)
    }

    pub(crate) fn position_outcome_by_search(
        &mut self,
        position: &Position,
    ) -> Result<bool, Failure> {
        if position.is_loopy() {
            return Ok(self.loopy_winner(position)?.0 == Outcome::First);
        }
        let whole = self.positions.whole_position(position)?;
        self.first_wins(whole, position.is_misere())
    }

    /// Whether Grundy values do not decide, or are dearer than the outcome: misère play, and one compound alone.
    pub(crate) fn needs_search(&self, position: &Position) -> bool {
        let compounds = position
            .terms
            .iter()
            .filter(|term| term.game.turn != Turn::One)
            .count();
        position.is_misere() || (compounds == 1 && position.terms.len() == 1)
    }
}

/// The complaint that the only engine that may be used does not apply.
pub(crate) fn engine_declines(name: &str, game: &Header, declined: &Refusals) -> Diagnostic {
    let error = Diagnostic::error(
        "engine_declines",
        format!("the engine `{name}` does not apply to {}", game.label),
    );
    match declined.last() {
        Some((_, why)) => error.help(why.to_string()),
        None => error.help("leave `--engine` out, and the best engine is chosen"),
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
            solver.positions.nodes = crate::solve::positions::nodes::Nodes::default();
            panic!("no nodes")
        });
        let report = solver.reported(broken).unwrap_err();
        assert_eq!(report.diagnostics[0].cause, Cause::Internal);
        assert!(report.to_string().contains("no nodes"), "{report}");
        assert_eq!(solver.grundy(&position).unwrap(), 7);
    }
}
