//! What piles and whole positions are worth without a theory: by the engines for single numbers, by boxes of tuples, by the
//! definition, and by searches.

use hashbrown::HashMap;

use super::boards::Boards;
use super::definition::Definition;
use super::heap::{Heap, Refusals};
use super::policy::Policy;
use super::positions::Positions;
use super::positions::nodes::{Id, Node};
use super::search::{Root, Searches};
use super::tuple::Tuples;
use crate::expr::position::{GameId, Position};
use crate::moves::taking::{Family, Taking};
use crate::work::{Declined, Failure};

/// Positions, and what is known of them by the ways that may be used.
pub(crate) struct Piles {
    pub(crate) positions: Positions,
    pub(super) policy: Policy,
    /// For each game on single numbers its engine, or which declined and why.
    pub(super) heaps: HashMap<GameId, Result<Heap, Refusals>>,
    /// Whether the piles of a game are piles of Nim by the rules.
    pub(super) is_nim: HashMap<GameId, bool>,
    /// For each game on tuples its boxes, or why it has none.
    pub(super) boxes: HashMap<GameId, Result<Tuples, Declined>>,
    /// The rows that are boards.
    pub(super) boards: Boards,
    pub(super) definition: Definition,
    pub(super) searches: Searches,
}

impl Piles {
    pub(super) fn new(positions: Positions, policy: Policy) -> Piles {
        Piles {
            positions,
            policy,
            heaps: HashMap::new(),
            is_nim: HashMap::new(),
            boxes: HashMap::new(),
            boards: Boards::default(),
            definition: Definition::default(),
            searches: Searches::default(),
        }
    }

    /// Which ways may be used.
    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Uses other ways from now on; what was found by those that may not be used any more is forgotten.
    pub(crate) fn set_policy(&mut self, policy: Policy) {
        if policy != self.policy {
            self.policy = policy;
            self.heaps.clear();
            self.is_nim.clear();
            self.boxes.clear();
            self.hold_boxes();
            self.boards.forget();
            self.searches.forget(&self.positions);
        }
    }

    /// The value of a pile of a game that moves in one pile a turn by an engine for single numbers, tuples or rows.
    pub(super) fn engine_value(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        if let Some(value) = self.board_value(game, cells)? {
            return Ok(Some(value));
        }
        match cells {
            [size] => match u64::try_from(*size) {
                Ok(size) => self.heap_value(game, size),
                Err(_) => Ok(None),
            },
            _ => self.tuple_value(game, cells),
        }
    }

    /// The positions, and what the engines know of the values of piles without more work.
    pub(super) fn known(&mut self) -> (&mut Positions, impl Fn(GameId, &[i64]) -> Option<u64>) {
        let Piles {
            positions,
            heaps,
            boxes,
            ..
        } = self;
        let known = |game, cells: &[i64]| match cells {
            [size] => {
                let heap = heaps.get(&game)?.as_ref().ok()?;
                heap.known(u64::try_from(*size).ok()?)
            }
            _ => {
                let tuples = boxes.get(&game)?.as_ref().ok()?;
                tuples.get(cells).map(u64::from)
            }
        };
        (positions, known)
    }

    pub(super) fn known_grundy(&self, component: Id) -> Option<u32> {
        self.definition.known(component)
    }

    /// The Grundy value of a component by the definition, of a game that moves in several piles by a search.
    pub(crate) fn grundy(&mut self, component: Id) -> Result<u32, Failure> {
        if let Some(value) = self.definition.known(component) {
            return Ok(value);
        }
        let positions = &mut self.positions;
        if !self.policy.plain
            && matches!(positions.nodes.node(component), Node::Compound(..))
            && let Some(value) = self.searches.grundy(component, positions)?
        {
            return Ok(value);
        }
        self.definition.value(component, positions)
    }

    /// Refuses an engine that was asked for by name, where plays may go on for ever: none applies.
    pub(crate) fn refuse_engine(&mut self, position: &Position) -> Result<(), Failure> {
        for term in position.terms.iter().filter(|term| term.game.loopy) {
            // Every engine declines.
            let _ = self.heap(term.game.id)?;
        }
        Ok(())
    }

    /// Whether the player to move wins a whole position.
    pub(crate) fn wins(&mut self, root: Id, misere: bool) -> Result<bool, Failure> {
        if misere
            && let Node::Pile(game, cells) = self.positions.nodes.node(root)
            && let Some(wins) = self.wins_misere_on_board(game, &cells)?
        {
            return Ok(wins);
        }
        let root = self.root(root, misere);
        self.searches.wins(root, &mut self.positions)
    }

    /// The outcome and how many moves perfect play lasts: the winner hurries, the loser delays.
    pub(crate) fn length(&mut self, root: Id, misere: bool) -> Result<(bool, u32), Failure> {
        let root = self.root(root, misere);
        self.searches.length(root, &mut self.positions)
    }

    fn root(&self, node: Id, misere: bool) -> Root {
        Root {
            node,
            misere,
            plain: self.policy.plain,
        }
    }

    /// Limits the next searches over whole positions to so many options; `u64::MAX` is no limit.
    pub(crate) fn limit_search(&mut self, most: u64) {
        self.searches.limit(most);
    }
}

impl Positions {
    /// The moves of one kind in a pile. `None`: only the rule itself tells them.
    pub(crate) fn taking(
        &mut self,
        game: GameId,
        family: &Family,
        size: u64,
    ) -> Result<Option<Taking>, Failure> {
        match family.at(size, &mut self.machine) {
            Ok(taking) => Ok(taking),
            Err(fault) => {
                let cells = [i64::try_from(size).unwrap_or(i64::MAX)];
                Err(self.transitions(game)?.fault_at(&cells, fault))
            }
        }
    }
}
