//! The kinds of piles of a game or a sum: everything that can be reached, with its moves.

use hashbrown::{HashMap, HashSet};

use crate::expr::machine::Then;
use crate::expr::position::{GameId, Turn};
use crate::kernel::search::kinds::Given;
use crate::kernel::search::{self, Rules};
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::positions::options::Components;
use crate::solve::positions::{Positions, Walk};
use crate::work::Failure;

/// At most this many kinds of piles.
pub(super) const MOST_KINDS: usize = 4096;

/// At most this many moves for each of that many kinds.
const MOVES_FOR_ONE: usize = 256;

/// A label with the piles that a move leaves.
type Move = (u32, Components);

/// Piles, low ones first, and the moves of each.
pub(super) type PileMoves = (Vec<Id>, Vec<Vec<Given>>);

pub(super) fn rules(
    game: Option<GameId>,
    misere: bool,
    positions: &mut Positions,
) -> Result<Rules, Failure> {
    let one = search::Turn::Counts(vec![(1, Some(1))]);
    let (turn, alike) = match game {
        None => (one, false),
        Some(game) => {
            let header = positions.header(game)?;
            let turn = match &header.turn {
                Turn::One => one,
                Turn::Counts(ranges) => search::Turn::Counts(ranges.clone()),
                Turn::All => search::Turn::All,
                Turn::AllOrNone => search::Turn::AllOrNone,
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

/// All piles that can be reached, low ones first, with their moves; nothing where they are more than `most`, lead to other
/// games, or some rule has a fault, which need not lie on the way.
pub(super) fn all(
    game: Option<GameId>,
    piles: &[Id],
    most: &mut usize,
    positions: &mut Positions,
) -> Result<Option<PileMoves>, Failure> {
    let most_moves = *most * MOVES_FOR_ONE;
    let mut moves: HashMap<Id, Vec<Move>> = HashMap::new();
    let mut seen = HashSet::new();
    let mut walk = Walk::from(piles.iter().copied(), &mut seen);
    let mut count = 0;
    while let Some(pile) = walk.next() {
        positions.machine.budget.step()?;
        let most_here = most_moves - count;
        let found = match game {
            Some(_) => pile_moves(pile, most_here, positions),
            None => component_moves(pile, most_here, positions),
        };
        let found = match found {
            Ok(found) => found,
            Err(failure @ (Failure::Limit(..) | Failure::Bug(_))) => return Err(failure),
            Err(Failure::Fault(_) | Failure::Complaint(_)) => return Ok(None),
        };
        // The moves are made again with their piles' places.
        let all = count + found.as_ref().map_or(0, Vec::len);
        let fits = positions.check_memory((2 * all * size_of::<Move>()) as u64);
        let Some(found) = found.filter(|_| moves.len() < *most && fits.is_ok()) else {
            // The next such question is likely to end like this one.
            *most /= 8;
            return Ok(None);
        };
        count = all;
        for (_, parts) in &found {
            parts.iter().for_each(|part| walk.add(*part));
        }
        moves.insert(pile, found);
    }
    let mut order: Vec<Id> = moves.keys().copied().collect();
    order.sort_by_cached_key(|pile| match positions.nodes.node(*pile) {
        Node::Pile(game, cells) => {
            let size = cells.iter().fold(0i64, |sum, n| sum.saturating_add(*n));
            (0, size, game.number(), cells.to_vec(), *pile)
        }
        Node::Compound(..) | Node::Sum(_) => (1, 0, 0, Vec::new(), *pile),
    });
    let places: HashMap<Id, usize> = order.iter().copied().zip(0..).collect();
    let given = |(label, parts): &Move| Given {
        label: *label,
        parts: parts.iter().map(|part| places[part]).collect(),
    };
    let given = order
        .iter()
        .map(|pile| moves[pile].iter().map(given).collect());
    let given = given.collect();
    Ok(Some((order, given)))
}

/// The moves in a pile of a game that moves in several, at most this many; nothing where there are more, or one leads to another
/// game.
fn pile_moves(
    pile: Id,
    most: usize,
    positions: &mut Positions,
) -> Result<Option<Vec<Move>>, Failure> {
    let options = positions.pile_options(pile)?;
    if options.len() > most || options.iter().any(|option| !option.others.is_empty()) {
        return Ok(None);
    }
    let moves = options.iter();
    let moves = moves.map(|option| (option.kind, option.stay.clone()));
    Ok(Some(moves.collect()))
}

/// The moves in a component, at most this many; nothing where there are more.
fn component_moves(
    component: Id,
    most: usize,
    positions: &mut Positions,
) -> Result<Option<Vec<Move>>, Failure> {
    let Node::Pile(game, cells) = positions.nodes.node(component) else {
        let options = positions.component_options(component)?;
        let moves = options.iter().map(|parts| (0, parts.clone()));
        let moves = Some(moves).filter(|moves| moves.len() <= most);
        return Ok(moves.map(Iterator::collect));
    };
    let mut is_wide = false;
    positions.each_option(game, &cells, |_, options| {
        is_wide = options.len() > most;
        match is_wide {
            true => (Then::Stop, 0),
            false => (Then::GoOn, 0),
        }
    })?;
    if is_wide {
        return Ok(None);
    }
    let options = 0..positions.listed.len();
    let left = options.map(|option| positions.listed_option(game, option).components());
    let found: HashSet<Components> = left.collect();
    Ok(Some(found.into_iter().map(|parts| (0, parts)).collect()))
}
