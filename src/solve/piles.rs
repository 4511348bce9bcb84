//! What piles and whole positions are worth without a theory: by the engines for single numbers, by boxes of tuples, by the
//! definition, and by searches.

use super::definition::Definition;
use super::heap::games::Heaps;
use super::heap::{Heap, Refusals};
use super::policy::Policy;
use super::positions::Positions;
use super::positions::nodes::{Id, Node};
use super::search::Searches;
use super::tuple::Tuples;
use super::tuple::ask::Boxes;
use crate::expr::machine::Machine;
use crate::expr::position::{GameId, Header, Term};
use crate::transition::taking::{Family, Taking};
use crate::work::{Declined, Failure, Halt};

/// Positions, and what is known of them by the ways that may be used.
pub(crate) struct Piles {
    pub(crate) positions: Positions,
    policy: Policy,
    heaps: Heaps,
    boxes: Boxes,
    definition: Definition,
    pub(super) searches: Searches,
}

impl Piles {
    /// Positions of which nothing is known.
    pub(super) fn new(positions: Positions, policy: Policy) -> Piles {
        Piles {
            positions,
            policy,
            heaps: Heaps::default(),
            boxes: Boxes::default(),
            definition: Definition::default(),
            searches: Searches::default(),
        }
    }

    /// Which ways may be used.
    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Uses other ways from now on; what was found by those that may not be used any more is forgotten.
    pub(super) fn set_policy(&mut self, policy: Policy) {
        if policy != self.policy {
            self.policy = policy;
            self.heaps = Heaps::default();
            self.boxes.forget(&self.positions);
            self.searches.forget(&self.positions);
        }
    }

    /// The engine of a game, or which engines declined and why.
    pub(crate) fn heap(&mut self, game: GameId) -> Result<&Result<Heap, Refusals>, Failure> {
        self.heaps.of(game, &self.policy, &mut self.positions)
    }

    /// Lets the engine of a game work; nothing where there is none.
    pub(crate) fn with_heap<T>(
        &mut self,
        game: GameId,
        work: impl FnMut(&mut Heap, &mut Machine) -> Result<T, Halt>,
    ) -> Result<Option<T>, Failure> {
        let Piles {
            positions, policy, ..
        } = self;
        self.heaps.work(game, policy, positions, work)
    }

    /// What the engine of a game knows of the values of its piles without more work.
    pub(crate) fn known_heap(&self, game: &Header) -> Option<impl Fn(i64) -> Option<u64>> {
        self.heaps.known(game)
    }

    /// The boxes of a game on tuples, or why there are none.
    pub(crate) fn tuples(&mut self, game: GameId) -> Result<&Result<Tuples, Declined>, Failure> {
        let found = self.boxes.of(game, &self.policy, &mut self.positions);
        found.map(|tuples| &*tuples)
    }

    /// Works out the box up to a pile; false where the definition decides.
    pub(crate) fn fill_tuples(&mut self, game: GameId, corner: &[i64]) -> Result<bool, Failure> {
        let Piles {
            positions, policy, ..
        } = self;
        self.boxes.fill(game, corner, policy, positions)
    }

    /// The value of a pile by the engine of its game, if it has one.
    pub(crate) fn heap_value(&mut self, game: GameId, size: u64) -> Result<Option<u64>, Failure> {
        let Piles {
            positions, policy, ..
        } = self;
        self.heaps.value(game, size, policy, positions)
    }

    /// The value of a pile of a game that moves in one pile a turn by an engine for single numbers or for tuples.
    pub(super) fn engine_value(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        match cells {
            [size] => match u64::try_from(*size) {
                Ok(size) => self.heap_value(game, size),
                Err(_) => Ok(None),
            },
            _ => {
                let Piles {
                    positions,
                    policy,
                    definition,
                    boxes,
                    ..
                } = self;
                boxes.value(game, cells, policy, definition, positions)
            }
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
            [size] => heaps.known_value(game, *size),
            _ => boxes.known_value(game, cells),
        };
        (positions, known)
    }

    /// The Grundy value of a component by the definition, where it is known.
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

    /// Whether the player to move wins a whole position.
    pub(crate) fn wins(&mut self, root: Id, misere: bool) -> Result<bool, Failure> {
        let plain = self.policy.plain;
        self.searches.wins(root, misere, plain, &mut self.positions)
    }

    /// The outcome and how many moves perfect play lasts: the winner hurries, the loser delays.
    pub(crate) fn length(&mut self, root: Id, misere: bool) -> Result<(bool, u32), Failure> {
        let plain = self.policy.plain;
        self.searches
            .length(root, misere, plain, &mut self.positions)
    }

    /// Limits the next searches over whole positions to so many options; `u64::MAX` is no limit.
    pub(crate) fn limit_search(&mut self, most: u64) {
        self.searches.limit(most);
    }

    /// The size of a pile of Nim, where that is what it is by its rules.
    pub(crate) fn nim_size(&mut self, pile: Id) -> Result<Option<u64>, Failure> {
        let Piles {
            positions, policy, ..
        } = self;
        self.heaps.nim_size(pile, policy, positions)
    }

    /// About how many options the piles of a term have, as far as its engine tells: 0 where it does not.
    pub(crate) fn options_about(&mut self, term: &Term) -> Result<u64, Failure> {
        let Piles {
            positions, policy, ..
        } = self;
        self.heaps.options_about(term, policy, positions)
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
