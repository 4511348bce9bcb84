//! Everything that must be known to play a game without the solver: options and outcomes, as data.

use std::sync::Arc;

use hashbrown::HashMap;

use super::how::Way;
use super::plays::Plays;
use super::reach::reach;
use super::tables::{is_lost, pile_value, position_of};
use super::wide;
use crate::expr::position::{Header, Position, Turn};
use crate::expr::shape::{CoordKind, Entry, Form};
use crate::expr::value::Value;
use crate::solve::{Solver, Trouble};

/// The most kinds of piles with their options, and the most options of all of them.
const MOST_PILES: (usize, usize) = (1200, 12_000);
/// The most positions of a graph and the most turns.
const MOST_POSITIONS: (usize, usize) = (3000, 20_000);

/// A game as data that can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Board {
    /// A turn moves in one pile and the last move wins: piles have Grundy values, and positions are made of any piles.
    Piles(Piles),
    /// Anything else: all positions that can be reached from one, which is the first.
    Graph(Vec<Place>),
}

/// Kinds of piles that lead only to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piles {
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// Those that new positions are made of.
    pub deal: Vec<usize>,
    /// The position to begin with.
    pub start: Vec<usize>,
}

/// A kind of pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// How it is written.
    pub name: String,
    /// Its number or its coordinates, where it is made of these alone.
    pub numbers: Vec<i64>,
    /// Its Grundy value.
    pub value: u64,
    /// Its options: in words, and the kinds of the piles that are left.
    pub options: Vec<(String, Vec<usize>)>,
}

/// A position of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// How it is written.
    pub name: String,
    /// Whether who moves loses.
    pub lost: bool,
    /// The turns: in words, and the place they lead to.
    pub turns: Vec<(String, usize)>,
}

/// The board of a game, or `None` where none small enough was found; `start` is a position that it should hold.
///
/// # Errors
/// A fault in a rule, or a limit.
pub(super) fn of(
    solver: &mut Solver,
    game: &Arc<Header>,
    start: Option<&Position>,
) -> Result<Option<Board>, Trouble> {
    if game.loopy || start.is_some_and(Position::is_loopy) {
        return Ok(None);
    }
    let by_piles = game.turn == Turn::One
        && !game.misere
        && start.is_none_or(|start| start.terms.iter().all(|term| term.game == *game));
    if by_piles {
        let own = |start: &Position| -> Vec<Value> {
            start
                .terms
                .iter()
                .flat_map(|term| term.piles.clone())
                .collect()
        };
        for piles in start.map_or_else(|| deals(game), |start| vec![own(start)]) {
            if let Some(piles) = of_piles(solver, game, &piles, start.is_some())? {
                return Ok(Some(Board::Piles(piles)));
            }
        }
    }
    let starts = match start {
        Some(start) => vec![start.clone()],
        None => starts(game),
    };
    for start in starts {
        let way = Way::of(solver, &start)?;
        if wide::is_wide(solver, &start, way)? {
            continue;
        }
        if let Some(places) = of_graph(solver, &start)? {
            return Ok(Some(Board::Graph(places)));
        }
    }
    Ok(None)
}

/// Lists of piles that new positions may be made of, the most wanted first.
fn deals(game: &Header) -> Vec<Vec<Value>> {
    if let Some(bounds) = game.shape.as_heap() {
        let least = bounds.lo.max(0);
        let sizes = |most: i64| {
            let most = least
                .saturating_add(most)
                .min(bounds.hi.unwrap_or(i64::MAX));
            (least..=most).map(Value::Int).collect::<Vec<_>>()
        };
        return [20, 12, 7, 4].map(sizes).to_vec();
    }
    [12, 8, 5, 3]
        .into_iter()
        .filter_map(|most| all_piles(game, most))
        .collect()
}

/// All tuples and rows with small numbers.
fn all_piles(game: &Header, most: i64) -> Option<Vec<Value>> {
    let mut piles: Vec<Vec<Value>> = vec![Vec::new()];
    for coord in &game.shape.coords {
        let choices: Vec<Value> = match &coord.kind {
            CoordKind::Int(bounds) => {
                let least = bounds.lo.max(0);
                let most = least
                    .saturating_add(most)
                    .min(bounds.hi.unwrap_or(i64::MAX));
                (least..=most).map(Value::Int).collect()
            }
            CoordKind::Row {
                entry: Entry::Int(bounds),
                ..
            } => {
                let entries: Vec<i64> = (0..=most.min(4)).filter(|n| bounds.contains(*n)).collect();
                let rows = entries.iter().flat_map(|a| {
                    let entries = &entries;
                    entries
                        .iter()
                        .flat_map(move |b| entries.iter().map(move |c| Value::ints([*a, *b, *c])))
                });
                rows.collect()
            }
            CoordKind::Row { .. } => return None,
        };
        if piles.len().saturating_mul(choices.len()) > MOST_PILES.0 {
            return None;
        }
        piles = piles
            .iter()
            .flat_map(|pile| {
                choices.iter().map(move |choice| {
                    let mut longer = pile.clone();
                    longer.push(choice.clone());
                    longer
                })
            })
            .collect();
    }
    let whole = |mut parts: Vec<Value>| match game.shape.form {
        Form::Single => parts.pop(),
        Form::Tuple | Form::Unordered => Some(Value::tuple(parts)),
    };
    Some(piles.into_iter().filter_map(whole).collect())
}

/// Positions to begin with, the most wanted first.
fn starts(game: &Arc<Header>) -> Vec<Position> {
    if let Some(bounds) = game.shape.as_heap() {
        let sizes: [&[i64]; 7] = [
            &[7, 5, 3],
            &[5, 4, 3],
            &[4, 3, 2],
            &[3, 2, 1],
            &[8],
            &[3, 2],
            &[3],
        ];
        return sizes
            .iter()
            .filter(|sizes| sizes.iter().all(|size| bounds.contains(*size)))
            .map(|sizes| position_of(game, sizes.iter().copied().map(Value::Int).collect()))
            .collect();
    }
    // The last of the small piles has the greatest numbers.
    [6, 5, 4, 3, 2, 1]
        .into_iter()
        .filter_map(|most| all_piles(game, most)?.pop())
        .map(|pile| position_of(game, vec![pile]))
        .collect()
}

fn of_piles(
    solver: &mut Solver,
    game: &Arc<Header>,
    dealt: &[Value],
    is_start: bool,
) -> Result<Option<Piles>, Trouble> {
    let mut known: HashMap<Vec<i64>, usize> = HashMap::new();
    let mut found: Vec<Value> = Vec::new();
    let mut start = Vec::new();
    let mut place_of = |pile: &Value, found: &mut Vec<Value>| -> Option<usize> {
        let cells = game.shape.cells(pile).ok()?;
        let place = *known.entry(cells.clone()).or_insert_with(|| {
            found.push(game.shape.value(&cells));
            found.len() - 1
        });
        (found.len() <= MOST_PILES.0).then_some(place)
    };
    for pile in dealt {
        let Some(place) = place_of(pile, &mut found) else {
            return Ok(None);
        };
        start.push(place);
    }
    let mut kinds: Vec<Kind> = Vec::new();
    let mut count = 0;
    while let Some(pile) = found.get(kinds.len()).cloned() {
        let alone = position_of(game, vec![pile.clone()]);
        if wide::is_wide(solver, &alone, Way::Xor)? {
            return Ok(None);
        }
        let plays = Plays::of(solver, &alone)?;
        let mut options = Vec::new();
        for play in &plays.list {
            solver.machine.budget.step()?;
            count += 1;
            if count > MOST_PILES.1 {
                return Ok(None);
            }
            let told = plays.tell(solver, play)?;
            let mut left = Vec::new();
            for term in &told.to.terms {
                if term.game != *game && !term.piles.is_empty() {
                    return Ok(None);
                }
                for pile in &term.piles {
                    let Some(place) = place_of(pile, &mut found) else {
                        return Ok(None);
                    };
                    left.push(place);
                }
            }
            options.push((told.words, left));
        }
        let numbers = match &pile {
            Value::Int(n) => vec![*n],
            Value::Tuple(parts) => parts.iter().map_while(Value::as_int).collect(),
            _ => Vec::new(),
        };
        kinds.push(Kind {
            name: pile.to_string(),
            numbers,
            value: pile_value(solver, game, pile)?,
            options,
        });
    }
    // Positions are made of piles that can be moved in.
    let movable = |place: &usize| {
        kinds
            .get(*place)
            .is_some_and(|kind| !kind.options.is_empty())
    };
    let deal: Vec<usize> = match is_start {
        true => (0..kinds.len()).filter(movable).collect(),
        false => start.iter().copied().filter(movable).collect(),
    };
    if deal.is_empty() {
        return Ok(None);
    }
    if !is_start {
        // One tuple or row, or three piles of different sizes.
        let third = deal.len() / 3;
        start = match game.shape.as_heap() {
            Some(_) => [third, 2 * third, deal.len() - 1]
                .iter()
                .filter_map(|place| deal.get(*place).copied())
                .collect(),
            None => deal.get(2 * third).copied().into_iter().collect(),
        };
    }
    Ok(Some(Piles { kinds, deal, start }))
}

fn of_graph(solver: &mut Solver, start: &Position) -> Result<Option<Vec<Place>>, Trouble> {
    let (most, most_turns) = MOST_POSITIONS;
    let Some(reached) = reach(solver, start, most, most_turns, true)? else {
        return Ok(None);
    };
    let mut places = Vec::with_capacity(reached.positions.len());
    let turns = reached.words.into_iter().zip(reached.turns);
    for (position, (words, places_left)) in reached.positions.iter().zip(turns) {
        places.push(Place {
            name: position.to_string(),
            lost: is_lost(solver, position)?,
            turns: words.into_iter().zip(places_left).collect(),
        });
    }
    Ok((places.len() > 1).then_some(places))
}
