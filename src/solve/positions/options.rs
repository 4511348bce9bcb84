//! The options of piles and components as nodes.

use std::sync::Arc;

use hashbrown::HashSet;
use smallvec::SmallVec;

use super::Positions;
use super::nodes::{Id, Node, Nodes};
use crate::expr::fault::{Fault, FaultKind};
use crate::expr::machine::Then;
use crate::expr::position::GameId;
use crate::rules::errors;
use crate::transition::Transitions;
use crate::transition::options::{Mark, Options};
use crate::work::Failure;
use crate::work::budget::Account;

/// Nodes of components.
pub type Components = SmallVec<[Id; 2]>;

/// What a move in one pile leads to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PileOption {
    /// The piles that stay in the compound of the pile's game (for a game that moves in one pile: components).
    pub stay: Components,
    /// Components of other games or terms of their own.
    pub others: Components,
    /// For games with `alike`: which moves are alike.
    pub kind: u32,
}

/// What a pile becomes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Left {
    /// A pile of Nim of this size.
    Size(u64),
    /// One of its options.
    Option(PileOption),
    /// Piles of these sizes, of a pile too large for a list of its options.
    Parts(SmallVec<[u64; 2]>),
}

/// The options of a pile, each once.
pub type PileOptions = Arc<Vec<PileOption>>;

/// So many bytes of options are remembered at most.
const MOST_CACHED: u64 = 64 << 20;

/// Compares the memory in use with the limit while the options of one pile are made: they may be very many.
pub(in crate::solve) struct Watch {
    /// Bytes of the nodes when it began.
    nodes: u64,
    /// Bytes that may be used.
    left: u64,
    /// How many options were made.
    pub(in crate::solve) count: usize,
    /// The bytes in use when they were too many.
    needed: Option<u64>,
}

impl Watch {
    /// Counts an option; whether the nodes and `more` bytes are too much by now.
    #[inline]
    pub(in crate::solve) fn is_over(&mut self, nodes: &Nodes, more: usize) -> bool {
        self.count += 1;
        if !self.count.is_multiple_of(4096) {
            return false;
        }
        let bytes = nodes.memory() - self.nodes + more as u64;
        if bytes > self.left {
            self.needed = Some(bytes);
        }
        self.needed.is_some()
    }
}

impl Transitions {
    /// The complaint about a fault of a rule at a pile.
    pub(crate) fn fault_at(&self, cells: &[i64], fault: Fault) -> Failure {
        if let FaultKind::Failed(failure) = fault.kind {
            return *failure;
        }
        let header = &self.game.header;
        let pile = header.shape.value(cells);
        let mut diagnostic = errors::fault(fault);
        diagnostic.message = format!(
            "{}, at the pile {}[{pile}]",
            diagnostic.message, header.label
        );
        Failure::Fault(Box::new(diagnostic))
    }
}

impl Positions {
    /// A watch over the memory.
    pub(in crate::solve) fn watch(&self) -> Watch {
        let budget = &self.machine.budget;
        budget.hold(Account::Positions, self.memory());
        Watch {
            nodes: self.nodes.memory(),
            left: budget.memory(),
            count: 0,
            needed: None,
        }
    }

    /// The complaint of a watch that found too much memory in use.
    pub(in crate::solve) fn watched(&self, watch: &Watch) -> Result<(), Failure> {
        let need = |bytes| self.machine.budget.need(bytes);
        let found = watch.needed.map_or(Ok(()), need);
        found.map_err(|stop| self.out_of_memory(stop))
    }

    /// Collects the options of a pile; with `marks` also how they came about.
    pub(crate) fn raw_options(
        &mut self,
        game: GameId,
        cells: &[i64],
        options: &mut Options,
        marks: bool,
    ) -> Result<(), Failure> {
        let transitions = self.transitions(game)?;
        transitions
            .options(cells, &self.book, &mut self.machine, options, marks)
            .map_err(|fault| transitions.fault_at(cells, fault))
    }

    /// Collects the options of a pile and how they came about, unless there are more than `most`: then false.
    pub(crate) fn marked_options(
        &mut self,
        game: GameId,
        cells: &[i64],
        options: &mut Options,
        most: usize,
    ) -> Result<bool, Failure> {
        let transitions = self.transitions(game)?;
        let visit = &mut |options: &mut Options| match options.len() > most {
            true => Then::Stop,
            false => Then::GoOn,
        };
        transitions
            .each_option(cells, &self.book, &mut self.machine, options, true, visit)
            .map_err(|fault| transitions.fault_at(cells, fault))?;
        Ok(options.len() <= most)
    }

    /// One option of the raw options as nodes.
    pub(crate) fn option_nodes(
        &mut self,
        game: GameId,
        options: &Options,
        option: usize,
    ) -> PileOption {
        let mut stay = Components::new();
        let mut others = Components::new();
        // Piles of one new term of a game that moves in several piles belong together.
        let mut open: Option<(u32, GameId, Vec<Id>)> = None;
        for (pile, cells) in options.piles(option) {
            let id = self.nodes.pile(pile.game, cells);
            if pile.term == 0 && pile.game == game {
                stay.push(id);
                continue;
            }
            if pile.alone {
                others.push(id);
                continue;
            }
            match &mut open {
                Some((term, known, piles)) if *term == pile.term && *known == pile.game => {
                    piles.push(id)
                }
                _ => {
                    if let Some((_, known, mut piles)) = open.take() {
                        others.push(self.nodes.compound(known, &mut piles));
                    }
                    open = Some((pile.term, pile.game, vec![id]));
                }
            }
        }
        if let Some((_, known, mut piles)) = open {
            others.push(self.nodes.compound(known, &mut piles));
        }
        stay.sort_unstable();
        others.sort_unstable();
        PileOption {
            stay,
            others,
            kind: 0,
        }
    }

    /// The options of a pile, each once, remembered.
    pub(crate) fn pile_options(&mut self, pile: Id) -> Result<PileOptions, Failure> {
        if let Some(known) = self.pile_options.get(&pile) {
            return Ok(Arc::clone(known));
        }
        let Node::Pile(game, cells) = self.nodes.node(pile) else {
            return Ok(Arc::default());
        };
        let alike = self.transitions(game)?.game.header.alike;
        let mut raw = std::mem::take(&mut self.scratch);
        let result = self.raw_options(game, &cells, &mut raw, alike);
        // A set of them stands beside them for a while.
        let bytes = raw.bytes() + (4 * raw.len() * size_of::<PileOption>()) as u64;
        let result = result.and_then(|()| self.check_memory(bytes));
        let mut found = Vec::new();
        if result.is_ok() {
            found.reserve_exact(raw.len());
            for option in 0..raw.len() {
                let mut nodes = self.option_nodes(game, &raw, option);
                if let Some(mark) = raw.marks.get(option) {
                    nodes.kind = self.alike_kind(mark);
                }
                found.push(nodes);
            }
        }
        self.scratch = raw;
        result?;
        let mut seen = HashSet::with_capacity(found.len());
        found.retain(|option| seen.insert(option.clone()));
        found.shrink_to_fit();
        let found = Arc::new(found);
        self.cached_bytes += 64 + (found.capacity() * size_of::<PileOption>()) as u64;
        self.forget_options();
        self.check_memory(0)?;
        self.pile_options.insert(pile, Arc::clone(&found));
        Ok(found)
    }

    /// A number for the choice made in a move: equal for moves that are alike.
    pub(crate) fn alike_kind(&mut self, mark: &Mark) -> u32 {
        let next = self.alike_kinds.len() as u32;
        *self
            .alike_kinds
            .entry((mark.statement, mark.taken, mark.choice.clone()))
            .or_insert(next)
    }

    /// The options of a component: for each the components it leads to. They are remembered, for the sums it may stand in.
    pub(crate) fn component_options(
        &mut self,
        component: Id,
    ) -> Result<Arc<Vec<Components>>, Failure> {
        if let Some(known) = self.component_options.get(&component) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(self.fresh_options(component)?);
        self.cached_bytes += 64 + (found.capacity() * size_of::<Components>()) as u64;
        self.forget_options();
        self.check_memory(0)?;
        self.component_options.insert(component, Arc::clone(&found));
        Ok(found)
    }

    /// The options of a component, each once.
    pub(crate) fn fresh_options(&mut self, component: Id) -> Result<Vec<Components>, Failure> {
        match self.nodes.node(component) {
            Node::Pile(game, cells) => {
                let mut raw = std::mem::take(&mut self.scratch);
                let result = self.raw_options(game, &cells, &mut raw, false);
                let bytes = raw.bytes() + (4 * raw.len() * size_of::<Components>()) as u64;
                let result = result.and_then(|()| self.check_memory(bytes));
                let mut found = Vec::new();
                let mut seen = HashSet::new();
                if result.is_ok() {
                    for option in 0..raw.len() {
                        let nodes = joined(&self.option_nodes(game, &raw, option));
                        if seen.insert(nodes.clone()) {
                            found.push(nodes);
                        }
                    }
                }
                self.scratch = raw;
                result?;
                Ok(found)
            }
            Node::Compound(game, piles) => self.compound_options(game, &piles),
            Node::Sum(_) => Ok(Vec::new()),
        }
    }

    /// Forgets the options remembered so far where they take much of the memory: they can be made again.
    fn forget_options(&mut self) {
        let most = MOST_CACHED.min(self.machine.budget.memory() / 8);
        if self.cached_bytes > most {
            self.pile_options = hashbrown::HashMap::new();
            self.component_options = hashbrown::HashMap::new();
            self.cached_bytes = 0;
        }
    }

    /// Whether a component has no options.
    pub(crate) fn is_terminal(&mut self, component: Id) -> Result<bool, Failure> {
        match self.terminal.get(component) {
            Some(known) => Ok(known == 1),
            None => {
                let terminal = match self.nodes.node(component) {
                    Node::Pile(game, cells) => !self.has_option(game, &cells)?,
                    _ => self.component_options(component)?.is_empty(),
                };
                self.terminal.set(component, u32::from(terminal));
                Ok(terminal)
            }
        }
    }

    /// Whether a pile has an option.
    fn has_option(&mut self, game: GameId, cells: &[i64]) -> Result<bool, Failure> {
        let mut found = false;
        let mut raw = std::mem::take(&mut self.scratch);
        let transitions = self.transitions(game)?;
        let visit = &mut |_: &mut Options| {
            found = true;
            Then::Stop
        };
        let result =
            transitions.each_option(cells, &self.book, &mut self.machine, &mut raw, false, visit);
        self.scratch = raw;
        match result {
            Ok(()) => Ok(found),
            Err(fault) => Err(transitions.fault_at(cells, fault)),
        }
    }
}

/// The components an option of a one-pile-a-turn game leads to.
fn joined(option: &PileOption) -> Components {
    option.stay.iter().chain(&option.others).copied().collect()
}
