//! Why: the mex of a pile, the binary table of a nim-sum, the table of a theory, who wins after each turn of a search.

mod board;
mod follow;
mod pile;
pub(super) mod rows;
mod search;
mod sum;
mod theory;

pub(super) use self::board::Board;
pub(super) use self::follow::follow;
use super::how::Way;
use super::loopy;
use super::plays::is_wide;
use crate::expr::position::{Position, Turn};
use crate::solve::Solver;
use crate::work::Failure;

/// The explanation of a position.
pub(super) fn explain(solver: &mut Solver, position: &Position) -> Result<String, Failure> {
    if position.is_loopy() {
        return loopy::explain(solver, position);
    }
    let way = Way::of(solver, position)?;
    let piles: usize = position.terms.iter().map(|term| term.piles.len()).sum();
    let simple = position
        .terms
        .iter()
        .all(|term| term.game.turn == Turn::One)
        && !position.is_misere();
    if way == Way::Xor && simple && is_wide(solver, position)? {
        return sum::large_sum(solver, position);
    }
    if simple && piles == 1 {
        return pile::one_pile(solver, position);
    }
    if simple {
        return sum::nim_sum(solver, position);
    }
    if way == Way::Theory
        && let Some((_, theory)) = solver.theory(position)?.theory
    {
        return theory::by_theory(solver, position, theory.as_ref());
    }
    search::searched(solver, position, way)
}
