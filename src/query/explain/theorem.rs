//! A theorem: its table, and a winning turn read off it.

use super::board::MarkedBoard;
use super::{Explanation, Theorem, Why};
use crate::expr::value::Outcome;
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::method::Chosen;
use crate::solve::method::table::Table;
use crate::work::Failure;

/// The table of a theorem, and a winning turn read off it.
pub(super) fn by_theorem(
    solver: &mut Solver,
    chosen: &Chosen,
    table: Table,
) -> Result<Explanation, Failure> {
    let winner = chosen.judge.winner(solver.memory())?;
    let winning = match winner {
        Outcome::First => {
            let study = Study::of(solver, chosen, 1)?;
            study.winning_moves(solver, 1)?.0.pop()
        }
        Outcome::Second | Outcome::Draw => None,
    };
    let board = match MarkedBoard::is_for(chosen.position) {
        true => {
            let study = Study::listed(solver, chosen)?;
            MarkedBoard::of_outcomes(solver, &study)?
        }
        false => None,
    };
    let why = Why::Theorem(Theorem { table, winning });
    Ok(Explanation::new(chosen.position, winner, why, board))
}
