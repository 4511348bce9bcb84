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
use super::judge::{Judge, Method};
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
    let judge = Judge::of(solver, position)?;
    let piles: usize = position.terms.iter().map(|term| term.piles.len()).sum();
    let simple = position
        .terms
        .iter()
        .all(|term| term.game.turn == Turn::One)
        && !position.is_misere();
    if matches!(judge.method, Method::Xor) && simple && is_wide(solver, position)? {
        return sum::large_sum(solver, &judge);
    }
    if simple && piles == 1 {
        return pile::one_pile(solver, position);
    }
    if simple {
        return sum::nim_sum(solver, &judge);
    }
    match &judge.method {
        Method::Theory((_, theory)) => theory::by_theory(solver, &judge, theory.as_ref()),
        _ => search::searched(solver, &judge),
    }
}
