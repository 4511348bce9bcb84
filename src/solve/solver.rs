//! The solver: tables that are kept from one question to the next.

use std::sync::Arc;

use hashbrown::HashMap;

use super::definition::Table;
use super::heap::choice::Allowed;
use super::heap::{Heap, Refusals};
use super::loopy::{Loopy, LoopyValue};
use super::misere::Misere;
use super::positions::nodes::{Id, Node, Nodes, cell};
use super::positions::options::{Components, PileOptions};
use super::search::Searches;
use super::theory::measure::Measures;
use super::tuple::Tuples;
use crate::expr::machine::Machine;
use crate::expr::position::{GameId, Header, Position, Stamp, Turn};
use crate::expr::value::{Outcome, Value};
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::transition::Transitions;
use crate::transition::options::Options;
use crate::work::budget::{Budget, Limits};
use crate::work::progress::Counted;
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
/// use nimrule::{Rulebook, Solver};
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
    pub(crate) book: Rulebook,
    pub(crate) machine: Machine,
    pub(crate) nodes: Nodes,
    pub(crate) scratch: Options,
    /// Options whose values are not known yet, each with its size.
    pub(crate) unsettled: Vec<(i64, Components)>,
    transitions: Vec<Option<Arc<Transitions>>>,
    /// For each game its recurrence, or why it has none.
    pub(super) heaps: HashMap<GameId, Result<Heap, Refusals>>,
    /// For each game its boxes of tuples, or why it has none.
    pub(crate) tuples: HashMap<GameId, Result<Tuples, Declined>>,
    /// Whether only the definition is used.
    pub(crate) plain: bool,
    /// Which engines may be used.
    pub(crate) allowed: Allowed,
    pub(crate) pile_options: HashMap<Id, PileOptions>,
    pub(crate) component_options: HashMap<Id, Arc<Vec<Components>>>,
    pub(crate) alike_kinds: HashMap<(usize, Option<i64>, Vec<Value>), u32>,
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
    pub(crate) cached_bytes: u64,
    /// Whether a component has no options: 1, or 0.
    pub(crate) terminal: Table,
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
        Solver {
            id: Stamp::fresh(),
            book: book.clone(),
            machine: Machine::new(Budget::start(limits).beside(book.bytes())),
            nodes: Nodes::default(),
            scratch: Options::default(),
            unsettled: Vec::new(),
            transitions: Vec::new(),
            heaps: HashMap::new(),
            tuples: HashMap::new(),
            plain: false,
            allowed: Allowed::default(),
            pile_options: HashMap::new(),
            component_options: HashMap::new(),
            alike_kinds: HashMap::new(),
            nim_like: hashbrown::HashSet::new(),
            disturbed: HashMap::new(),
            unsplit: hashbrown::HashSet::new(),
            is_nim: HashMap::new(),
            measures: Measures::default(),
            cached_bytes: 0,
            terminal: Table::default(),
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
        self.machine = Machine::new(Budget::start(limits).beside(self.book.bytes()));
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
        }
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
    /// use nimrule::{Rulebook, Solver};
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
        self.book.check_own_position(position)?;
        guarded(|| answer(self, position)).unwrap_or_else(|internal| {
            *self = Solver {
                machine: Machine::new(self.machine.budget.clone()),
                plain: self.plain,
                allowed: self.allowed.clone(),
                ..Solver::new(&self.book)
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
        let budget = self.machine.budget.clone();
        self.machine.budget = budget.within(effort);
        let result = work(self);
        self.machine.budget = budget;
        match result {
            Ok(done) => Ok(Some(done)),
            Err(Failure::Limit(Limit::Effort, _)) => {
                // Unless it was the limit of the whole.
                self.machine.budget.look()?;
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
        result.map_err(|failure| self.book.report(vec![failure.into()]))
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
        for component in self.components(position)? {
            xor ^= self.component_value(component)?;
        }
        Ok(xor)
    }

    /// The Grundy value of a component, by a recurrence where there is one.
    pub(crate) fn component_value(&mut self, component: Id) -> Result<u64, Failure> {
        if let Node::Pile(game, cells) = self.nodes.node(component)
            && let [size] = cells.as_slice()
            && let Ok(size) = u64::try_from(*size)
            && let Some(value) = self.heap_value(game, size)?
        {
            return Ok(value);
        }
        if let Node::Pile(game, cells) = self.nodes.node(component)
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
            match work(heap, &mut self.machine) {
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
        let transitions = self.transitions(game)?;
        let heap = if transitions.game.header.loopy {
            Err(vec![("retrograde", NEVER_ENDS.into())])
        } else if self.plain {
            Err(Vec::new())
        } else {
            Heap::new(&self.book, &transitions, &self.allowed, failed)
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
        let whole = self.whole_position(position)?;
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

    /// The components of a position.
    pub(crate) fn components(&mut self, position: &Position) -> Result<Vec<Id>, Failure> {
        let mut components = Vec::new();
        for term in &position.terms {
            let mut piles: Vec<Id> = Vec::with_capacity(term.piles.len());
            for pile in &term.piles {
                let cells = term.game.cells(pile)?;
                piles.push(self.nodes.pile(term.game.id, &cells));
            }
            if term.game.turn == Turn::One {
                components.extend(piles);
                continue;
            }
            if term.game.turn != Turn::AllOrNone {
                let mut movable = Vec::with_capacity(piles.len());
                for pile in piles {
                    if !self.is_terminal(pile)? {
                        movable.push(pile);
                    }
                }
                piles = movable;
            }
            if !piles.is_empty() {
                components.push(self.nodes.compound(term.game.id, &mut piles));
            }
        }
        Ok(components)
    }

    /// The node of a whole position, of several components without those that cannot move.
    pub(crate) fn whole_position(&mut self, position: &Position) -> Result<Id, Failure> {
        let components = self.components(position)?;
        self.whole_of(&components)
    }

    pub(crate) fn whole_of(&mut self, components: &[Id]) -> Result<Id, Failure> {
        if let [alone] = components {
            return Ok(*alone);
        }
        let mut movable = Vec::with_capacity(components.len());
        for component in components {
            if !self.is_terminal(*component)? {
                movable.push(*component);
            }
        }
        Ok(self.nodes.whole(&mut movable))
    }

    /// The transition functions of a game.
    pub(crate) fn transitions(&mut self, game: GameId) -> Result<Arc<Transitions>, Failure> {
        let place = game.number();
        if let Some(Some(known)) = self.transitions.get(place)
            && known.game.header.id == game
        {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(Transitions::new(self.book.game_by_id(game)?));
        if self.transitions.len() <= place {
            self.transitions.resize(place + 1, None);
        }
        if let Some(slot) = self.transitions.get_mut(place) {
            *slot = Some(Arc::clone(&made));
        }
        Ok(made)
    }

    pub(crate) fn header(&mut self, game: GameId) -> Result<Arc<Header>, Failure> {
        Ok(Arc::clone(&self.transitions(game)?.game.header))
    }

    /// The header of a game that has nodes.
    pub(crate) fn header_of_node(&mut self, game: GameId) -> Arc<Header> {
        self.header(game).expect("a game with nodes was made")
    }

    /// Bytes in the tables.
    pub(crate) fn memory(&self) -> u64 {
        let tables = [
            &self.terminal,
            &self.grundy,
            &self.outcomes,
            &self.misere_outcomes,
            &self.remoteness,
            &self.misere_remoteness,
        ];
        let tables: u64 = tables.iter().map(|table| table.memory()).sum();
        let boxes = self.tuples.values().flatten().map(Tuples::memory);
        let tables = tables + boxes.sum::<u64>() + self.measures.memory();
        let tables = tables + self.searches.memory();
        let sets = (self.nim_like.capacity() + self.unsplit.capacity()) * 8;
        let sets = sets + self.disturbed.len() * 128;
        let maps = sets + (self.pile_options.capacity() + self.component_options.capacity()) * 24;
        let maps = maps + self.alike_kinds.capacity() * 96 + self.scratch.bytes() as usize;
        self.nodes.memory() + tables + self.loopy.memory() + self.cached_bytes + maps as u64
    }

    pub(crate) fn check_memory(&self) -> Result<(), Failure> {
        self.check_memory_with(0)
    }

    pub(crate) fn check_memory_with(&self, more: u64) -> Result<(), Failure> {
        let count = self.nodes.len() as u64;
        let progress = self.machine.budget.progress();
        progress.count(Counted::Positions, count);
        let bytes = self.memory() + more;
        match self.machine.budget.need(bytes) {
            Ok(()) => Ok(()),
            Err(stop) => Err(self.out_of_memory(stop)),
        }
    }

    pub(crate) fn out_of_memory(&self, limit: Limit) -> Failure {
        Failure::Limit(limit, format!("after {} positions", self.nodes.len()))
    }

    /// A node as it is written.
    pub(crate) fn describe(&mut self, node: Id) -> String {
        match self.nodes.node(node) {
            Node::Pile(game, cells) => {
                let header = self.header_of_node(game);
                format!("{}[{}]", header.label, header.shape.value(&cells))
            }
            Node::Compound(game, piles) => {
                let header = self.header_of_node(game);
                let piles: Vec<String> = piles.iter().map(|pile| self.short(*pile)).collect();
                format!("{}[{}]", header.label, piles.join(", "))
            }
            Node::Sum(components) => {
                let parts: Vec<String> =
                    components.iter().map(|part| self.describe(*part)).collect();
                parts.join(" + ")
            }
        }
    }

    /// A pile without its game, anything else with it.
    pub(crate) fn short(&mut self, node: Id) -> String {
        match self.nodes.node(node) {
            Node::Pile(game, cells) => self.header_of_node(game).shape.value(&cells).to_string(),
            _ => self.describe(node),
        }
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
            solver.nodes = Nodes::default();
            panic!("no nodes")
        });
        let report = solver.reported(broken).unwrap_err();
        assert_eq!(report.diagnostics[0].cause, Cause::Internal);
        assert!(report.to_string().contains("no nodes"), "{report}");
        assert_eq!(solver.grundy(&position).unwrap(), 7);
    }
}
