//! The options of a pile that have a value.

use hashbrown::HashSet;

use super::heap::worth::Hunt;
use super::positions::options::PileOption;
use super::solver::Solver;
use crate::expr::machine::Then;
use crate::expr::position::{GameId, Term, Turn};
use crate::transition::options::Options;
use crate::transition::taking::{Family, Rest, Taking};
use crate::work::Failure;

/// Piles with no more options than this are asked for all of them: so each comes with the words of its rule.
const FEW_OPTIONS: u64 = 256;

/// The options of a pile that have a value, each once.
pub(crate) enum Worth {
    /// The sizes of the piles that each leaves, of the same game.
    Sizes(Vec<Rest>),
    /// Among options with their marks those of these numbers.
    Options(Options, Vec<(usize, PileOption)>),
}

impl Solver {
    /// The Grundy value of a pile of a game that moves in one pile a turn.
    pub(crate) fn pile_value(&mut self, game: GameId, cells: &[i64]) -> Result<u64, Failure> {
        if let [size] = cells
            && let Ok(size) = u64::try_from(*size)
            && let Some(value) = self.heap_value(game, size)?
        {
            return Ok(value);
        }
        let node = self.positions.nodes.pile(game, cells);
        self.component_value(node)
    }

    /// The moves of one kind in a pile. `None`: only the rule itself tells them.
    pub(crate) fn taking(
        &mut self,
        game: GameId,
        family: &Family,
        size: u64,
    ) -> Result<Option<Taking>, Failure> {
        let taking = family.at(size, &mut self.positions.machine);
        match taking {
            Ok(taking) => Ok(taking),
            Err(fault) => {
                let cells = [i64::try_from(size).unwrap_or(i64::MAX)];
                Err(self.positions.transitions(game)?.fault_at(&cells, fault))
            }
        }
    }

    /// About how many options the piles of a term have, as far as its engine tells: 0 where it does not.
    pub(crate) fn options_about(&mut self, term: &Term) -> Result<u64, Failure> {
        if self.plain || term.game.turn != Turn::One || term.game.shape.as_heap().is_none() {
            return Ok(0);
        }
        let Ok(heap) = self.heap(term.game.id)? else {
            return Ok(0);
        };
        let mut seen = HashSet::new();
        let sizes = term.piles.iter().filter_map(|pile| pile.as_int());
        let sizes = sizes.filter_map(|size| u64::try_from(size).ok());
        let counts = sizes.filter(|size| seen.insert(*size));
        Ok(counts
            .map(|size| heap.option_count(size))
            .fold(0, u64::saturating_add))
    }

    /// The options of a pile of a game that moves in one pile a turn that have a value, as far as the hunt goes.
    pub(crate) fn options_worth(
        &mut self,
        game: GameId,
        cells: &[i64],
        value: u64,
        hunt: &mut Hunt,
    ) -> Result<Worth, Failure> {
        if let [size] = cells
            && let Ok(size) = u64::try_from(*size)
            && let Ok(heap) = self.heap(game)?
            && heap.option_count(size) > FEW_OPTIONS
        {
            // An engine that has no values here leaves the pile to the definition.
            self.heap_value(game, size)?;
            let found = self.with_heap(game, |heap, machine| {
                heap.options_worth(size, value, hunt, machine)
            })?;
            if let Some(found) = found.flatten() {
                return Ok(Worth::Sizes(found));
            }
        }
        self.listed_worth(game, cells, value, hunt)
    }

    /// The same by a look at every option.
    fn listed_worth(
        &mut self,
        game: GameId,
        cells: &[i64],
        value: u64,
        hunt: &mut Hunt,
    ) -> Result<Worth, Failure> {
        let transitions = self.positions.transitions(game)?;
        let mut kept = Options::default();
        let (heaps, tuples) = (&self.heaps, &self.tuples);
        let known = |game: GameId, cells: &[i64]| -> Option<u64> {
            match cells {
                [size] => {
                    let heap = heaps.get(&game)?.as_ref().ok()?;
                    heap.known(u64::try_from(*size).ok()?)
                }
                _ => Some(u64::from(tuples.get(&game)?.as_ref().ok()?.get(cells)?)),
            }
        };
        let already = hunt.found;
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
        let result = transitions.each_option(
            cells,
            &self.positions.book,
            &mut self.positions.machine,
            &mut kept,
            true,
            visit,
        );
        result.map_err(|fault| transitions.fault_at(cells, fault))?;
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        for option in 0..kept.len() {
            self.positions.machine.budget.step()?;
            let nodes = self.positions.option_nodes(game, &kept, option);
            let mut xor = 0;
            for part in nodes.stay.iter().chain(&nodes.others) {
                xor ^= self.component_value(*part)?;
            }
            if xor == value && seen.insert(nodes.clone()) {
                found.push((option, nodes));
            }
        }
        hunt.found = already + found.len();
        self.check_memory(kept.bytes() + (found.len() * 2 * size_of::<PileOption>()) as u64)?;
        Ok(Worth::Options(kept, found))
    }
}
