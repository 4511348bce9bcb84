//! Everything that must be known to play a game without the solver: options and outcomes, as data.

mod deal;
mod graph;
mod piles;

use std::sync::Arc;

use super::plays::is_wide;
use crate::expr::position::{Header, Position, Turn};
use crate::expr::shape::Form;
use crate::expr::value::{Outcome, Value};
use crate::solve::Solver;
use crate::work::Failure;

/// The most kinds of piles with their options, and the most options of all of them.
pub(super) const MOST_PILES: (usize, usize) = (1200, 12_000);
/// The most positions of a graph and the most turns.
pub(super) const MOST_POSITIONS: (usize, usize) = (3000, 20_000);

/// A game as data that can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Board {
    /// A turn moves in one pile and the last move wins: piles have Grundy values, and positions are made of any piles.
    Piles(Piles),
    /// Anything else: all positions that can be reached from one, which is the first.
    Graph(Graph),
}

/// All positions that can be reached from the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// The positions.
    pub places: Vec<Place>,
    /// Whether a play may go on for ever.
    pub loopy: bool,
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

/// What a pile looks like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pile {
    /// How it is written.
    pub name: String,
    /// Its number, coordinates or entries, where it is made of integers alone.
    pub numbers: Vec<i64>,
    /// What its numbers are.
    pub form: PileForm,
}

/// What the numbers of a pile are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PileForm {
    /// One number, or the coordinates of a tuple.
    Numbers,
    /// The coordinates of a tuple in which the order does not count.
    Unordered,
    /// The entries of a row or bag.
    Row,
}

impl Pile {
    fn of(game: &Header, pile: &Value) -> Pile {
        let ints = |parts: &[Value]| -> Vec<i64> {
            let numbers: Vec<i64> = parts.iter().map_while(Value::as_int).collect();
            match numbers.len() == parts.len() {
                true => numbers,
                false => Vec::new(),
            }
        };
        let (numbers, form) = match pile {
            Value::Int(n) => (vec![*n], PileForm::Numbers),
            Value::Tuple(parts) if game.shape.form == Form::Unordered => {
                (ints(parts), PileForm::Unordered)
            }
            Value::Tuple(parts) => (ints(parts), PileForm::Numbers),
            pile => (ints(pile.items()), PileForm::Row),
        };
        Pile {
            name: pile.to_string(),
            numbers,
            form,
        }
    }
}

/// A kind of pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// What it looks like.
    pub pile: Pile,
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
    /// Its piles, each with its game's name before it where there are several games.
    pub piles: Vec<Pile>,
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves are made where the winner hurries and the loser delays; `None` in a draw.
    pub moves: Option<u32>,
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
) -> Result<Option<Board>, Failure> {
    let loopy = game.loopy || start.is_some_and(Position::is_loopy);
    let by_piles = game.turn == Turn::One
        && !game.misere
        && !loopy
        && start.is_none_or(|start| start.terms.iter().all(|term| term.game == *game));
    if by_piles {
        let own = |start: &Position| -> Vec<Value> {
            start
                .terms
                .iter()
                .flat_map(|term| term.piles.clone())
                .collect()
        };
        for dealt in start.map_or_else(|| deal::piles(game), |start| vec![own(start)]) {
            if let Some(piles) = piles::of(solver, game, &dealt, start.is_some())? {
                return Ok(Some(Board::Piles(piles)));
            }
        }
    }
    let starts = match start {
        Some(start) => vec![start.clone()],
        None => deal::positions(game),
    };
    for start in starts {
        if !loopy && is_wide(solver, &start)? {
            continue;
        }
        if let Some(graph) = graph::of(solver, &start)? {
            return Ok(Some(Board::Graph(graph)));
        }
    }
    Ok(None)
}
