//! The options of piles and components as nodes.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use super::Positions;
use super::nodes::{Id, Node, Nodes};
use crate::expr::fault::{Fault, FaultKind};
use crate::expr::machine::{Machine, Then};
use crate::expr::position::GameId;
use crate::expr::value::Value;
use crate::moves::options::{Mark, Options};
use crate::moves::taking::Rest;
use crate::moves::{Listing, Transitions};
use crate::rules::errors;
use crate::work::Failure;

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

impl PileOption {
    /// All that is left, for a game that moves in one pile.
    pub(crate) fn components(&self) -> Components {
        self.stay.iter().chain(&self.others).copied().collect()
    }
}

/// Numbers of choices, equal for moves that are alike.
#[derive(Default)]
pub(crate) struct AlikeKinds {
    numbers: HashMap<(usize, Option<i64>, Vec<Value>), u32>,
    /// Bytes of the values that were chosen.
    chosen: usize,
}

impl AlikeKinds {
    /// The number of the choice made in a move.
    pub(crate) fn number(&mut self, mark: &Mark) -> u32 {
        let next = self.numbers.len() as u32;
        let choice = (mark.statement, mark.taken, mark.choice.clone());
        let chosen = &mut self.chosen;
        *self.numbers.entry(choice).or_insert_with(|| {
            *chosen += mark.beside();
            next
        })
    }

    /// Bytes in use, about.
    pub(super) fn memory(&self) -> usize {
        self.numbers.allocation_size() + self.chosen
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PileLeft {
    /// Piles of these sizes, of its own game.
    Sizes(Rest),
    /// One of its options.
    Option(PileOption),
}

/// The options of a pile, each once.
pub type PileOptions = Arc<Vec<PileOption>>;

/// At most this many bytes of options are remembered.
const MOST_CACHED: u64 = 64 << 20;

/// After so many options of one pile the memory in use is compared with the limit: they may be very many.
const BETWEEN_LOOKS: usize = 4096;

/// So many numbers of an option take a step of the budget to be looked up.
const NUMBERS_IN_A_STEP: u64 = 4;

impl Transitions {
    /// Lists the options of a pile, or complains of the rule that fails there.
    pub(crate) fn list(
        &self,
        cells: &[i64],
        machine: &mut Machine,
        listing: Listing<'_>,
    ) -> Result<(), Failure> {
        let listed = self.options(cells, machine, listing);
        listed.map_err(|fault| self.fault_at(cells, fault))
    }

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

impl Nodes {
    pub(crate) fn option(&mut self, game: GameId, options: &Options, option: usize) -> PileOption {
        let mut stay = Components::new();
        let mut others = Components::new();
        // Piles of one new term of a game that moves in several piles belong together.
        let mut compounds: Vec<(u32, GameId, Vec<Id>)> = Vec::new();
        for (pile, cells) in options.piles(option) {
            let id = self.pile(pile.game, cells);
            if pile.term == 0 && pile.game == game {
                stay.push(id);
                continue;
            }
            if pile.alone {
                others.push(id);
                continue;
            }
            match compounds.last_mut() {
                Some((term, known, piles)) if *term == pile.term && *known == pile.game => {
                    piles.push(id)
                }
                _ => compounds.push((pile.term, pile.game, vec![id])),
            }
        }
        let compounds = compounds.iter_mut();
        others.extend(compounds.map(|(_, game, piles)| self.compound(*game, piles)));
        stay.sort_unstable();
        others.sort_unstable();
        PileOption {
            stay,
            others,
            kind: 0,
        }
    }
}

impl Positions {
    /// Lists the options of a pile; with `marks` also how they came about.
    pub(in crate::solve) fn list(
        &mut self,
        game: GameId,
        cells: &[i64],
        marks: bool,
    ) -> Result<(), Failure> {
        let transitions = self.transitions(game)?;
        let listing = Listing::new(&self.book, &mut self.listed);
        let listing = if marks { listing.marked() } else { listing };
        transitions.list(cells, &mut self.machine, listing)
    }

    /// Shows the options of a pile one after the other as they are made, the newest last; those that `visit` does not drop
    /// stay listed. With the bytes that `visit` says it keeps they are held to the memory allowed. How many options were made.
    pub(in crate::solve) fn each_option(
        &mut self,
        game: GameId,
        cells: &[i64],
        mut visit: impl FnMut(&mut Nodes, &mut Options) -> (Then, usize),
    ) -> Result<usize, Failure> {
        let transitions = self.transitions(game)?;
        self.hold();
        let (before, left) = (self.nodes.memory(), self.machine.budget.memory());
        let (mut count, mut needed) = (0, None);
        let nodes = &mut self.nodes;
        let visit = &mut |options: &mut Options| {
            let (then, kept) = visit(nodes, options);
            count += 1;
            if count % BETWEEN_LOOKS == 0 {
                let bytes = nodes.memory() - before + kept as u64;
                needed = Some(bytes).filter(|bytes| *bytes > left);
            }
            match needed {
                Some(_) => Then::Stop,
                None => then,
            }
        };
        let listing = Listing::new(&self.book, &mut self.listed).shown_to(visit);
        transitions.list(cells, &mut self.machine, listing)?;
        if let Some(bytes) = needed {
            let refused = self.machine.budget.need(bytes);
            refused.map_err(|limit| self.out_of_memory(limit))?;
        }
        // To list one is a step; to find it among the positions takes as long as it has numbers.
        let found = cells.len() as u64 / NUMBERS_IN_A_STEP;
        self.machine.budget.steps(count as u64 * found)?;
        Ok(count)
    }

    pub(in crate::solve) fn listed_option(&mut self, game: GameId, option: usize) -> PileOption {
        self.nodes.option(game, &self.listed, option)
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
        let listing = Listing::new(&self.book, options).marked();
        transitions.list(cells, &mut self.machine, listing.shown_to(visit))?;
        Ok(options.len() <= most)
    }

    /// Collects those options of a pile that are among some piles, and how they came about; `None`: that is not told.
    pub(in crate::solve) fn marked_among(
        &mut self,
        game: GameId,
        cells: &[i64],
        among: &[impl AsRef<[i64]>],
    ) -> Result<Option<Options>, Failure> {
        let transitions = self.transitions(game)?;
        let mut options = Options::default();
        let listing = Listing::new(&self.book, &mut options).marked();
        let found = transitions.options_among(cells, among, &mut self.machine, listing);
        let found = found.map_err(|fault| transitions.fault_at(cells, fault))?;
        Ok(found.then_some(options))
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
        self.list(game, &cells, alike)?;
        // What finds those that are alike stands beside them for a while.
        self.check_memory((2 * self.listed.len() * size_of::<PileOption>()) as u64)?;
        let mut found = Vec::with_capacity(self.listed.len());
        for option in 0..self.listed.len() {
            let mut nodes = self.listed_option(game, option);
            if let Some(mark) = self.listed.marks.get(option) {
                nodes.kind = self.alike_kinds.number(mark);
            }
            found.push(nodes);
        }
        let mut seen = HashSet::with_capacity(found.len());
        let is_new: Vec<bool> = found.iter().map(|option| seen.insert(option)).collect();
        drop(seen);
        let mut is_new = is_new.into_iter();
        found.retain(|_| is_new.next() == Some(true));
        found.shrink_to_fit();
        let found = Arc::new(found);
        self.cached_bytes += 64 + (found.capacity() * size_of::<PileOption>()) as u64;
        self.forget_options();
        self.check_memory(0)?;
        self.pile_options.insert(pile, Arc::clone(&found));
        Ok(found)
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
                self.list(game, &cells, false)?;
                self.check_memory((4 * self.listed.len() * size_of::<Components>()) as u64)?;
                let mut found = Vec::new();
                let mut seen = HashSet::new();
                for option in 0..self.listed.len() {
                    let components = self.listed_option(game, option).components();
                    if seen.insert(components.clone()) {
                        found.push(components);
                    }
                }
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
            self.pile_options = HashMap::new();
            self.component_options = HashMap::new();
            self.cached_bytes = 0;
        }
    }

    pub(crate) fn is_terminal(&mut self, component: Id) -> Result<bool, Failure> {
        match self.terminal.get(component) {
            Some(known) => Ok(known == 1),
            None => {
                let terminal = match self.nodes.node(component) {
                    Node::Pile(game, cells) => {
                        self.each_option(game, &cells, |_, _| (Then::Stop, 0))? == 0
                    }
                    _ => self.component_options(component)?.is_empty(),
                };
                self.terminal.set(component, u32::from(terminal));
                Ok(terminal)
            }
        }
    }
}
