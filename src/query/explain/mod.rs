//! Why: the mex of a pile, the binary table of a nim-sum, the table of a theory, who wins after each turn of a search.

mod board;
mod follow;
mod loopy;
mod pile;
mod rows;
mod search;
mod sum;
mod theory;

pub(super) use self::follow::follow;
use super::plays::is_wide;
use crate::expr::position::{Position, Turn};
use crate::solve::Solver;
use crate::solve::method::choose;
use crate::work::Failure;

/// The explanation of a position.
pub(super) fn explain(solver: &mut Solver, position: &Position) -> Result<String, Failure> {
    let chosen = choose(position, solver.memory())?;
    if position.is_loopy() {
        return loopy::loopy(solver, &chosen);
    }
    let piles: usize = position.terms.iter().map(|term| term.piles.len()).sum();
    let simple = position
        .terms
        .iter()
        .all(|term| term.game.turn == Turn::One)
        && !position.is_misere();
    if simple && !solver.is_plain() && is_wide(solver, position)? {
        return sum::large_sum(solver, &chosen);
    }
    if simple && piles == 1 {
        return pile::one_pile(solver, position);
    }
    if simple {
        return sum::nim_sum(solver, &chosen);
    }
    match chosen.judge.table() {
        Some(table) => theory::by_theory(solver, &chosen, &table),
        None => search::searched(solver, &chosen),
    }
}
