//! The options of piles and components as nodes.

use std::sync::Arc;

use smallvec::SmallVec;

use super::nodes::{Id, Node};
use super::solver::Solver;
use super::trouble::Trouble;
use super::turns;
use crate::expr::position::{GameId, Turn};
use crate::transition::options::{Mark, Options};

/// Nodes of components.
pub type Components = SmallVec<[Id; 2]>;

/// What a move in one pile leads to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PileOption {
    /// The piles that stay in the compound of the pile's game (for a game that moves in one pile: components).
    pub stay: Components,
    /// Components of other games or terms of their own.
    pub others: Components,
    /// For games with `alike`: which moves are alike.
    pub kind: u32,
}

/// The options of a pile, each once.
pub type PileOptions = Arc<Vec<PileOption>>;

impl Solver {
    /// Collects the options of a pile; with `marks` also how they came about.
    pub(crate) fn raw_options(
        &mut self,
        game: GameId,
        cells: &[i64],
        options: &mut Options,
        marks: bool,
    ) -> Result<(), Trouble> {
        let transitions = self.transitions(game)?;
        transitions
            .options(cells, &self.book, &mut self.machine, options, marks)
            .map_err(|fault| {
                let header = &transitions.game.header;
                Trouble::Fault {
                    pile: format!("{}[{}]", header.label, header.shape.value(cells)),
                    fault: Box::new(fault),
                }
            })
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
            if self.moves_in_one(pile.game) {
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

    /// Whether a turn of the game moves in exactly one pile, so that its piles are components.
    pub(crate) fn moves_in_one(&mut self, game: GameId) -> bool {
        self.transitions(game)
            .is_ok_and(|transitions| transitions.game.header.turn == Turn::One)
    }

    /// The options of a pile, each once, remembered.
    pub(crate) fn pile_options(&mut self, pile: Id) -> Result<PileOptions, Trouble> {
        if let Some(known) = self.pile_options.get(&pile) {
            return Ok(Arc::clone(known));
        }
        let Node::Pile(game, cells) = self.nodes.node(pile) else {
            return Ok(Arc::default());
        };
        let alike = self.transitions(game)?.game.header.alike;
        let mut raw = std::mem::take(&mut self.scratch);
        let result = self.raw_options(game, &cells, &mut raw, alike);
        let mut found = Vec::with_capacity(raw.len());
        if result.is_ok() {
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
        let mut seen = hashbrown::HashSet::with_capacity(found.len());
        found.retain(|option| seen.insert(option.clone()));
        found.shrink_to_fit();
        let found = Arc::new(found);
        self.cached_bytes += 64 + (found.capacity() * size_of::<PileOption>()) as u64;
        self.check_memory()?;
        self.pile_options.insert(pile, Arc::clone(&found));
        Ok(found)
    }

    /// A number for the choice made in a move: equal for moves that are alike.
    fn alike_kind(&mut self, mark: &Mark) -> u32 {
        let next = self.alike_kinds.len() as u32;
        *self
            .alike_kinds
            .entry((mark.statement, mark.taken, mark.choice.clone()))
            .or_insert(next)
    }

    /// The options of a component: for each the components it leads to.
    pub(crate) fn component_options(
        &mut self,
        component: Id,
    ) -> Result<Arc<Vec<Components>>, Trouble> {
        if let Some(known) = self.component_options.get(&component) {
            return Ok(Arc::clone(known));
        }
        let found = match self.nodes.node(component) {
            Node::Pile(..) => {
                let options = self.pile_options(component)?;
                options.iter().map(joined).collect()
            }
            Node::Compound(game, piles) => turns::compound_options(self, game, &piles)?,
            Node::Sum(components) => {
                let mut found = Vec::new();
                for (index, component) in components.iter().enumerate() {
                    // Equal components stand side by side.
                    if index > 0 && components.get(index - 1) == Some(component) {
                        continue;
                    }
                    for option in self.component_options(*component)?.iter() {
                        let mut all: Components = components.iter().copied().collect();
                        all.remove(index);
                        all.extend(option.iter().copied());
                        found.push(all);
                    }
                }
                found
            }
        };
        let found = Arc::new(found);
        self.cached_bytes += 64 + (found.capacity() * size_of::<Components>()) as u64;
        self.check_memory()?;
        self.component_options.insert(component, Arc::clone(&found));
        Ok(found)
    }

    /// Whether a component has no options.
    pub(crate) fn is_terminal(&mut self, component: Id) -> Result<bool, Trouble> {
        match self.nodes.node(component) {
            Node::Pile(..) => Ok(self.pile_options(component)?.is_empty()),
            _ => Ok(self.component_options(component)?.is_empty()),
        }
    }
}

/// The components an option of a one-pile-a-turn game leads to.
fn joined(option: &PileOption) -> Components {
    option.stay.iter().chain(&option.others).copied().collect()
}
