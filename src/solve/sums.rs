//! Grundy values of components and sums, and the options of a pile that have a value.

use std::sync::Arc;

use hashbrown::HashSet;

use super::heap::Heap;
use super::heap::worth::{FEW_OPTIONS, Hunt};
use super::method::measure::Measure;
use super::method::{self, Applied, AskedTheories, Ways};
use super::positions::nodes::{Id, Node};
use super::positions::options::PileOption;
use super::values::KnownValues;
use crate::expr::machine::Then;
use crate::expr::position::{GameId, Position, Term, Turn};
use crate::moves::Listing;
use crate::moves::options::Options;
use crate::moves::taking::Rest;
use crate::work::Failure;
use crate::work::failure::found;

impl KnownValues {
    /// The Grundy value of a component, by an engine or a theory where there is one.
    pub(crate) fn component_value(&mut self, component: Id) -> Result<u64, Failure> {
        let known = match self.piles.positions.nodes.node(component) {
            Node::Pile(game, cells) => match self.piles.entries_apart(game, &cells)? {
                Some(entries) => {
                    let entries: Vec<Id> = entries.into_iter().map(|(_, entry)| entry).collect();
                    match self.sum_value(&entries) {
                        // It is told of the whole row.
                        Err(Failure::Fault(_)) => None,
                        value => return value,
                    }
                }
                None => self.piles.engine_value(game, &cells)?,
            },
            // 0 for each lost one.
            Node::Compound(..) if self.piles.definition.known(component).is_none() => {
                let theory = self.compound_theory(component)?;
                match theory.and_then(|(_, theory)| theory.grundy()) {
                    None => self.value_of_one_pile(component)?,
                    known => known,
                }
            }
            Node::Compound(..) | Node::Sum(_) => None,
        };
        match known {
            Some(value) => Ok(value),
            None => Ok(u64::from(self.piles.grundy(component)?)),
        }
    }

    /// The value of piles of which a turn may move in one, where only one can move, and it always stays one: a turn in several
    /// never comes up.
    fn value_of_one_pile(&mut self, component: Id) -> Result<Option<u64>, Failure> {
        let Node::Compound(game, piles) = self.piles.positions.nodes.node(component) else {
            return Ok(None);
        };
        let may_be_one = match &self.piles.positions.header(game)?.turn {
            Turn::Counts(ranges) => ranges.iter().any(|(least, _)| *least <= 1),
            Turn::One | Turn::All | Turn::AllOrNone => false,
        };
        let policy = self.piles.policy();
        if !may_be_one || policy.plain || policy.only.is_some() {
            return Ok(None);
        }
        let [pile] = *self.piles.positions.movable(&piles)? else {
            return Ok(None);
        };
        let whole = Measure::Outcomes { may_split: false };
        let is_measured = found(self.measures.of(whole, pile, &mut self.piles))?.is_some();
        is_measured.then(|| self.component_value(pile)).transpose()
    }

    pub(crate) fn sum_value(&mut self, components: &[Id]) -> Result<u64, Failure> {
        let mut components = components.iter();
        components.try_fold(0, |xor, component| {
            Ok(xor ^ self.component_value(*component)?)
        })
    }

    /// Whether the Grundy value of a sum of components is this one: of the last component no more is asked.
    pub(crate) fn sum_is(&mut self, components: &[Id], value: u64) -> Result<bool, Failure> {
        let Some((last, others)) = components.split_last() else {
            return Ok(value == 0);
        };
        let left = value ^ self.sum_value(others)?;
        match self.is_worth_by_search(*last, left)? {
            Some(is) => Ok(is),
            None => Ok(self.component_value(*last)? == left),
        }
    }

    /// Whether a component has a value, where a search tells it that is cheaper than its value.
    pub(super) fn is_worth_by_search(
        &mut self,
        component: Id,
        value: u64,
    ) -> Result<Option<bool>, Failure> {
        let Node::Pile(game, cells) = self.piles.positions.nodes.node(component) else {
            return Ok(None);
        };
        match (self.piles.is_worth_on_board(game, &cells, value)?, value) {
            (None, 0) if cells.len() == 1 => self.piles.loses_by_search(game, &cells),
            (None, 0) => self.piles.loses_before_box((game, false), &cells),
            (is_worth, _) => Ok(is_worth),
        }
    }

    /// The theory of the piles of a game in which a turn moves in several, where one decides them.
    pub(super) fn compound_theory(&mut self, component: Id) -> Result<Option<Applied>, Failure> {
        let positions = &mut self.piles.positions;
        let Node::Compound(game, piles) = positions.nodes.node(component) else {
            return Ok(None);
        };
        let game = positions.header(game)?;
        let piles = piles
            .iter()
            .filter_map(|pile| match positions.nodes.node(*pile) {
                Node::Pile(_, cells) => Some(game.shape.value(&cells)),
                Node::Compound(..) | Node::Sum(_) => None,
            });
        let term = Term {
            piles: piles.collect(),
            game: Arc::clone(&game),
        };
        Ok(self.ask_theories(&term)?.applied)
    }

    /// Asks the theories of a term alone, of a game in which a turn moves in several piles.
    pub(crate) fn ask_theories(&mut self, term: &Term) -> Result<AskedTheories, Failure> {
        if term.game.misere {
            return Ok(AskedTheories::default());
        }
        let alone = Position {
            terms: vec![term.clone()],
        };
        let ways = Ways::of(&alone, self.piles.policy());
        method::ask(&alone, &ways, self)
    }
}

/// The options of a pile that have a value, each once.
pub(crate) enum Worth {
    /// The sizes of the piles that each leaves, of the same game.
    Sizes(Vec<Rest>),
    /// Among options with their marks those of these numbers.
    Options(Options, Vec<(usize, PileOption)>),
}

impl KnownValues {
    /// The options of a pile of a game that moves in one pile a turn that have a value, as far as the hunt goes.
    pub(crate) fn options_worth(
        &mut self,
        game: GameId,
        cells: &[i64],
        value: u64,
        hunt: &mut Hunt,
    ) -> Result<Worth, Failure> {
        let is_row = self.piles.positions.header(game)?.shape.is_row();
        let mut rising = None;
        if let [size] = cells
            && !is_row
            && let Ok(size) = u64::try_from(*size)
            && let Ok(heap) = self.piles.heap(game)?
            && heap.option_count(size) > FEW_OPTIONS
        {
            // An engine that has no values here leaves the pile to the definition.
            self.piles.heap_value(game, size)?;
            let found = self.piles.with_heap(game, |heap, machine| {
                heap.options_worth(size, value, hunt, machine)
            })?;
            let counts_from_end = self
                .piles
                .heap(game)?
                .as_ref()
                .is_ok_and(Heap::counts_from_end);
            match found.flatten() {
                // Only moves that take are told from what they leave.
                Some(found) if counts_from_end => {
                    let cells = |piles: Rest| piles.iter().map(|pile| *pile as i64).collect();
                    rising = Some(found.into_iter().map(cells).collect());
                }
                Some(found) => return Ok(Worth::Sizes(found)),
                None => {}
            }
        }
        let already = hunt.found;
        let told = match self.piles.lost_options(game, cells) {
            _ if rising.is_some() => rising,
            Some(lost) if value == 0 => Some(lost),
            _ => self.piles.options_apart(game, cells, value, hunt)?,
        };
        let kept = match told {
            Some(told) => self.piles.positions.marked_among(game, cells, &told)?,
            None => None,
        };
        let kept = match kept {
            Some(kept) => kept,
            None => self.list_worth(game, cells, value, hunt)?,
        };
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        for option in 0..kept.len() {
            self.piles.positions.machine.budget.step()?;
            let left = self.piles.positions.nodes.option(game, &kept, option);
            if self.sum_is(&left.components(), value)? && seen.insert(left.clone()) {
                found.push((option, left));
            }
        }
        hunt.found = already + found.len();
        let bytes = kept.bytes() + (found.len() * 2 * size_of::<PileOption>()) as u64;
        self.piles.positions.check_memory(bytes)?;
        Ok(Worth::Options(kept, found))
    }

    /// Lists the options of a pile that may have a value, by a look at every one: those whose values are known and others are
    /// left out.
    fn list_worth(
        &mut self,
        game: GameId,
        cells: &[i64],
        value: u64,
        hunt: &mut Hunt,
    ) -> Result<Options, Failure> {
        let transitions = self.piles.positions.transitions(game)?;
        let (positions, known) = self.piles.known();
        let visit = &mut |options: &mut Options| {
            hunt.look();
            let mut xor = Some(0);
            for (pile, cells) in options.piles(options.len() - 1) {
                let part = known(pile.game, cells).filter(|_| pile.alone);
                xor = xor.and_then(|xor| Some(xor ^ part?));
            }
            match xor {
                Some(xor) if xor == value => hunt.found += 1,
                Some(_) => options.drop_last(),
                // It is worked out later.
                None => {}
            }
            match hunt.is_over() {
                true => Then::Stop,
                false => Then::GoOn,
            }
        };
        let mut kept = Options::default();
        let listing = Listing::new(&positions.book, &mut kept).marked();
        transitions.list(cells, &mut positions.machine, listing.shown_to(visit))?;
        Ok(kept)
    }
}
