//! Positions as small numbers, and the options of each.
//!
//! Positions are made of *components*: a pile of a game that moves in one pile a turn, or all the piles together of a game
//! that moves in several. Components and whole positions are *nodes*, interned as packed keys ([`nodes`]).

pub mod nodes;
pub mod options;
pub mod turns;
mod walk;

use std::sync::Arc;

use hashbrown::HashMap;

use crate::expr::machine::Machine;
use crate::expr::position::{Game, GameId, Position, Term, Turn};
use crate::moves::Transitions;
use crate::moves::options::Options;
use crate::rules::Rulebook;
use crate::text::certain::Certain;
use crate::work::budget::{Account, Budget};
use crate::work::progress::Counted;
use crate::work::{Failure, Limit};
use nodes::{Id, Node, NodeTable, Nodes};
use options::{AlikeKinds, Components, PileOptions};
pub(super) use walk::{Descent, Progress, Walk};

/// A pile that is a single number and larger than this has too many options for a list of them.
pub(super) const MANY: u64 = 1 << 16;

/// The positions of the games of a rulebook, as far as they came up.
pub(crate) struct Positions {
    pub(crate) book: Rulebook,
    pub(crate) machine: Machine,
    pub(crate) nodes: Nodes,
    transitions: Vec<Option<Arc<Transitions>>>,
    /// The options of the pile that was looked at last, as far as they are needed.
    pub(in crate::solve) listed: Options,
    pile_options: HashMap<Id, PileOptions>,
    component_options: HashMap<Id, Arc<Vec<Components>>>,
    /// Bytes of the options that are remembered.
    cached_bytes: u64,
    pub(crate) alike_kinds: AlikeKinds,
    /// Whether a component has no options: 1, or 0.
    terminal: NodeTable,
}

impl Positions {
    pub(super) fn new(book: &Rulebook, budget: Budget) -> Positions {
        budget.hold(Account::Rules, book.bytes());
        Positions {
            book: book.for_solver(),
            machine: Machine::new(budget),
            nodes: Nodes::default(),
            transitions: Vec::new(),
            listed: Options::default(),
            pile_options: HashMap::new(),
            component_options: HashMap::new(),
            cached_bytes: 0,
            alike_kinds: AlikeKinds::default(),
            terminal: NodeTable::default(),
        }
    }

    pub(crate) fn components(&mut self, position: &Position) -> Result<Vec<Id>, Failure> {
        let mut components = Vec::new();
        for term in &position.terms {
            components.extend(self.term_components(term)?);
        }
        Ok(components)
    }

    /// The components of a term: its piles, or all of them together where a turn moves in several.
    pub(crate) fn term_components(&mut self, term: &Term) -> Result<Vec<Id>, Failure> {
        let mut piles = self.pile_nodes(term)?;
        if term.game.turn == Turn::One {
            return Ok(piles);
        }
        if term.game.turn != Turn::AllOrNone {
            piles = self.movable(&piles)?;
        }
        Ok(match piles.is_empty() {
            true => piles,
            false => vec![self.nodes.compound(term.game.id, &mut piles)],
        })
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
        let mut movable = self.movable(components)?;
        Ok(self.nodes.whole(&mut movable))
    }

    /// Those of some components that can move.
    pub(in crate::solve) fn movable(&mut self, components: &[Id]) -> Result<Vec<Id>, Failure> {
        let mut movable = Vec::with_capacity(components.len());
        for component in components {
            if !self.is_terminal(*component)? {
                movable.push(*component);
            }
        }
        Ok(movable)
    }

    pub(crate) fn pile_nodes(&mut self, term: &Term) -> Result<Vec<Id>, Failure> {
        self.book.use_game(&term.game);
        let mut nodes = Vec::with_capacity(term.piles.len());
        for pile in &term.piles {
            let cells = term.game.cells(pile)?;
            nodes.push(self.nodes.pile(term.game.id, &cells));
        }
        Ok(nodes)
    }

    /// The game and the size of a pile that is a single number, not below 0.
    pub(crate) fn heap(&self, pile: Id) -> Option<(GameId, u64)> {
        let Node::Pile(game, cells) = self.nodes.node(pile) else {
            return None;
        };
        match cells.as_slice() {
            [size] => Some((game, u64::try_from(*size).ok()?)),
            _ => None,
        }
    }

    /// The size of a pile that is a single number and so large that its options are not listed.
    pub(crate) fn large_size(&self, pile: Id) -> Option<u64> {
        let (_, size) = self.heap(pile)?;
        Some(size).filter(|size| *size > MANY)
    }

    /// A single-number pile of the same game as another.
    pub(in crate::solve) fn like(&mut self, node: Id, size: i64) -> Id {
        let Node::Pile(game, _) = self.nodes.node(node) else {
            unreachable!("only a pile is a single number");
        };
        self.nodes.pile(game, &[size])
    }

    /// The whole positions that a turn in a sum can lead to; how many turns there are.
    pub(super) fn sum_options(
        &mut self,
        components: &[Id],
        found: &mut Vec<Id>,
    ) -> Result<usize, Failure> {
        let before = found.len();
        let mut all: Vec<Id> = Vec::new();
        for (index, component) in components.iter().enumerate() {
            // Equal components stand side by side.
            if index > 0 && components.get(index - 1) == Some(component) {
                continue;
            }
            let options = self.component_options(*component)?;
            for option in options.iter() {
                all.clear();
                all.extend(components.iter().take(index));
                all.extend(components.iter().skip(index + 1));
                for id in option {
                    if !self.is_terminal(*id)? {
                        all.push(*id);
                    }
                }
                found.push(self.nodes.whole(&mut all));
            }
            self.machine.budget.step()?;
        }
        Ok(found.len() - before)
    }

    pub(crate) fn transitions(&mut self, game: GameId) -> Result<Arc<Transitions>, Failure> {
        let place = game.number();
        if let Some(Some(known)) = self.transitions.get(place)
            && known.game.header.id == game
        {
            return Ok(Arc::clone(known));
        }
        let rules = self.book.game_by_id(game, &self.machine.budget)?;
        self.book.use_game(&rules.header);
        let made = Arc::new(Transitions::new(rules));
        if self.transitions.len() <= place {
            self.transitions.resize(place + 1, None);
        }
        if let Some(slot) = self.transitions.get_mut(place) {
            *slot = Some(Arc::clone(&made));
        }
        Ok(made)
    }

    pub(crate) fn header(&mut self, game: GameId) -> Result<Arc<Game>, Failure> {
        Ok(Arc::clone(&self.transitions(game)?.game.header))
    }

    /// The header of a game that has nodes.
    pub(crate) fn header_of_node(&mut self, game: GameId) -> Arc<Game> {
        self.header(game).certain("a game with nodes was made")
    }

    /// Says how many bytes are in use.
    fn hold(&self) {
        let maps = (self.pile_options.capacity() + self.component_options.capacity()) * 24;
        let maps = maps + self.alike_kinds.memory();
        let options = self.cached_bytes + self.listed.bytes();
        let bytes = self.nodes.memory() + self.terminal.memory() + options + maps as u64;
        self.machine.budget.hold(Account::Positions, bytes);
    }

    /// Refuses more positions, and so many bytes beside them, where memory does not hold them.
    pub(crate) fn check_memory(&self, more: u64) -> Result<(), Failure> {
        let budget = &self.machine.budget;
        let count = self.nodes.len() as u64;
        budget.progress().count(Counted::Positions, count);
        self.hold();
        budget.need(more).map_err(|limit| self.out_of_memory(limit))
    }

    pub(crate) fn out_of_memory(&self, limit: Limit) -> Failure {
        Failure::Limit(limit, format!("after {} positions", self.nodes.len()))
    }

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
