//! The pairing theorem: whoever can answer every move by its image never runs out of moves.
//!
//! Let s be a map of the places onto themselves with s(s(x)) = x that keeps a position p and maps the moves that can be made in it
//! onto each other, and let no such move m clear a place that s(m) needs (so no move is its own image). Then p is lost: s(m) can be
//! answered to m, and what is left has the same properties. It holds where nothing bars a move, since then the moves of what is
//! left were moves of p.

use hashbrown::HashSet;

use super::bits::Bits;
use super::names::rectangle;
use super::{Board, Move};
use crate::work::budget::Budget;
use crate::work::failure::Limit;

/// Maps of the places onto themselves that may pair moves: the image of each place.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    maps: Vec<Vec<usize>>,
}

impl Pairing {
    /// The maps that are tried for so many places: the row backwards, and the reflections of the rectangle that they fill.
    pub(super) fn new(places: usize, grid: Option<&[(i64, i64)]>) -> Pairing {
        let mut maps = vec![(0..places).rev().collect()];
        if let Some((grid, (rows, columns))) = grid.and_then(rectangle) {
            let mut add = |map: &dyn Fn((usize, usize)) -> (usize, usize)| {
                let images = grid.iter().map(|place| {
                    let image = map(*place);
                    grid.iter().position(|other| *other == image)
                });
                maps.extend(images.collect::<Option<Vec<usize>>>());
            };
            let (last, end) = (rows - 1, columns - 1);
            add(&|(row, column)| (last - row, end - column));
            add(&|(row, column)| (row, end - column));
            add(&|(row, column)| (last - row, column));
            add(&|(row, column)| (column, row));
            if rows == columns {
                add(&|(row, column)| (end - column, last - row));
            }
        }
        Pairing { maps }
    }

    /// Whether the theorem shows that a position is lost.
    pub(super) fn shows_lost<const N: usize>(
        &self,
        board: &Board<N>,
        at: Bits<N>,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        for map in &self.maps {
            if pairs(map, board, at, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn pairs<const N: usize>(
    map: &[usize],
    board: &Board<N>,
    at: Bits<N>,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let image = |places: Bits<N>| -> Bits<N> { places.iter().map(|place| map[place]).collect() };
    if image(at) != at {
        return Ok(false);
    }
    let mut tried = 0;
    let live = board.moves().iter().filter(|m| m.is_live(&at));
    let mut live = live.map(|m| m.map(|places| places & at));
    // Mostly a move is found that is in the way of its image, before the moves are collected.
    let is_answered = live.clone().all(|m| {
        tried += 1;
        m.forbids.is_empty() && !m.clears.meets(&image(m.requires))
    });
    budget.steps(1 + tried / 8)?;
    if !is_answered {
        return Ok(false);
    }
    budget.steps(tried)?;
    let moves: HashSet<Move<N>> = live.clone().collect();
    Ok(live.all(|m| moves.contains(&m.map(image))))
}
