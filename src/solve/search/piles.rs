//! The kinds of piles of a game or a sum: everything that can be reached, with its moves.

use hashbrown::{HashMap, HashSet};

use crate::expr::machine::Then;
use crate::expr::position::{GameId, Turn};
use crate::kernel::search::kinds::Given;
use crate::kernel::search::turn::{self, Rules};
use crate::solve::Solver;
use crate::solve::positions::nodes::{Id, Node};
use crate::transition::options::Options;
use crate::work::Failure;

/// So many kinds of piles at most.
const MOST_KINDS: usize = 4096;

/// So many moves at most for each of that many kinds.
const MOVES_FOR_ONE: usize = 256;

/// A label with the piles that a move leaves.
type Move = (u32, Vec<Id>);

/// Piles, low ones first, and the moves of each.
pub(super) type Table = (Vec<Id>, Vec<Vec<Given>>);

impl Solver {
    /// What a turn is.
    pub(super) fn search_rules(
        &mut self,
        game: Option<GameId>,
        misere: bool,
    ) -> Result<Rules, Failure> {
        let one = turn::Turn::Counts(vec![(1, Some(1))]);
        let (turn, alike) = match game {
            None => (one, false),
            Some(game) => {
                let header = self.positions.header(game)?;
                let turn = match &header.turn {
                    Turn::One => one,
                    Turn::Counts(ranges) => turn::Turn::Counts(ranges.clone()),
                    Turn::All => turn::Turn::All,
                    Turn::AllOrNone => turn::Turn::AllOrNone,
                };
                (turn, header.alike)
            }
        };
        Ok(Rules {
            turn,
            alike,
            misere,
        })
    }

    /// All piles that can be reached, low ones first, with their moves; nothing where they are too many, lead to other games,
    /// or some rule has a fault, which need not lie on the way.
    pub(super) fn all_piles(
        &mut self,
        game: Option<GameId>,
        piles: &[Id],
    ) -> Result<Option<Table>, Failure> {
        let patience = self.searches.patience.get(&game).copied();
        let most = patience.unwrap_or(MOST_KINDS);
        let most_moves = most * MOVES_FOR_ONE;
        let mut moves: HashMap<Id, Vec<Move>> = HashMap::new();
        let mut open: Vec<Id> = piles.to_vec();
        let mut count = 0;
        while let Some(pile) = open.pop() {
            if moves.contains_key(&pile) {
                continue;
            }
            self.positions.machine.budget.step()?;
            let found = match game {
                Some(_) => self.pile_moves(pile),
                None => self.component_moves(pile, most_moves - count),
            };
            let found = match found {
                Ok(found) => found,
                Err(failure @ (Failure::Limit(..) | Failure::Bug(_))) => return Err(failure),
                Err(Failure::Fault(_) | Failure::Complaint(_)) => return Ok(None),
            };
            count += found.as_ref().map_or(0, Vec::len);
            let Some(found) = found.filter(|_| moves.len() < most && count <= most_moves) else {
                // The next such question is likely to end like this one.
                self.searches.patience.insert(game, most / 8);
                return Ok(None);
            };
            open.extend(found.iter().flat_map(|(_, parts)| parts.iter().copied()));
            moves.insert(pile, found);
        }
        let mut order: Vec<Id> = moves.keys().copied().collect();
        order.sort_by_cached_key(|pile| match self.positions.nodes.node(*pile) {
            Node::Pile(game, cells) => {
                let size = cells.iter().fold(0i64, |sum, n| sum.saturating_add(*n));
                (0, size, game.number(), cells.to_vec(), *pile)
            }
            Node::Compound(..) | Node::Sum(_) => (1, 0, 0, Vec::new(), *pile),
        });
        let places: HashMap<Id, usize> = order.iter().copied().zip(0..).collect();
        let given = order
            .iter()
            .map(|pile| {
                moves[pile]
                    .iter()
                    .map(|(label, parts)| Given {
                        label: *label,
                        parts: parts.iter().map(|part| places[part]).collect(),
                    })
                    .collect()
            })
            .collect();
        Ok(Some((order, given)))
    }

    /// The moves in a pile of a game that moves in several; nothing where one leads to another game.
    fn pile_moves(&mut self, pile: Id) -> Result<Option<Vec<Move>>, Failure> {
        let options = self.positions.pile_options(pile)?;
        if options.iter().any(|option| !option.others.is_empty()) {
            return Ok(None);
        }
        let moves = options.iter();
        Ok(Some(
            moves
                .map(|option| (option.kind, option.stay.to_vec()))
                .collect(),
        ))
    }

    /// The moves in a component, at most so many; nothing where there are more.
    fn component_moves(
        &mut self,
        component: Id,
        most: usize,
    ) -> Result<Option<Vec<Move>>, Failure> {
        let Node::Pile(game, cells) = self.positions.nodes.node(component) else {
            let options = self.positions.component_options(component)?;
            let moves = options.iter().map(|parts| (0, parts.to_vec()));
            return Ok(Some(moves.collect()));
        };
        let transitions = self.positions.transitions(game)?;
        let mut raw = std::mem::take(&mut self.positions.scratch);
        let visit = &mut |options: &mut Options| {
            if options.len() > most {
                Then::Stop
            } else {
                Then::GoOn
            }
        };
        let result = transitions.each_option(
            &cells,
            &self.positions.book,
            &mut self.positions.machine,
            &mut raw,
            false,
            visit,
        );
        let mut found = HashSet::new();
        if result.is_ok() && raw.len() <= most {
            for option in 0..raw.len() {
                let option = self.positions.option_nodes(game, &raw, option);
                found.insert(option.stay.iter().chain(&option.others).copied().collect());
            }
        }
        let is_wide = raw.len() > most;
        self.positions.scratch = raw;
        if let Err(fault) = result {
            return Err(transitions.fault_at(&cells, fault));
        }
        Ok((!is_wide).then(|| found.into_iter().map(|parts| (0, parts)).collect()))
    }
}
