//! Who wins, and by which turns.

use super::answer::Solution;
use super::evidence::winner_by;
use super::study::Study;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, LoopyValue};
use crate::solve::method::Memory;
use crate::solve::method::{Chosen, choose, needs_search};
use crate::work::Failure;

/// Who wins a position and by which turns, of which at most `limit` are listed. Once the winner is known, a limit of time or
/// memory only ends the search for more.
pub(super) fn solution(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
) -> Result<Solution, Failure> {
    let chosen = choose(position, solver.memory())?;
    let winner = chosen.judge.winner(solver.memory())?;
    let by = winner_by(solver, &chosen)?;
    let mut solution = Solution {
        position: position.clone(),
        winner,
        grundy: None,
        infinite: None,
        undecided: 0,
        winning: Vec::new(),
        winning_count: (winner != Outcome::First).then_some(0),
        best: None,
        stopped: None,
        by,
    };
    let found = moves(solver, &chosen, limit, &mut solution);
    match found {
        Err(failure) if failure.limit().is_some() => solution.stopped = failure.limit(),
        found => found?,
    }
    Ok(solution)
}

/// The value, the winning turns and the best one.
fn moves(
    solver: &mut Solver,
    chosen: &Chosen,
    limit: usize,
    solution: &mut Solution,
) -> Result<(), Failure> {
    let position = chosen.position;
    let is_loopy = position.is_loopy();
    if !is_loopy && !needs_search(position) {
        solution.grundy = Some(solver.position_grundy(position)?);
    }
    let study = Study::of(solver, chosen, limit)?;
    let (winning, count) = study.winning_moves(solver, limit)?;
    solution.winning = winning;
    solution.winning_count = study.is_complete.then_some(count);
    solution.undecided = study.undecided();
    // This one, if a better one takes too long.
    solution.best = study.some(solver)?;
    solution.best = study.best(solver, false, |_| false)?;
    if is_loopy {
        match loopy_value(solver, position)? {
            LoopyValue::Number(value) => solution.grundy = Some(value),
            LoopyValue::Infinite(numbers) => solution.infinite = Some(numbers),
            LoopyValue::Unknown => {}
        }
    }
    Ok(())
}

/// The value of a position, where that takes little work and the last move wins.
pub(super) fn loopy_value(solver: &mut Solver, position: &Position) -> Result<LoopyValue, Failure> {
    if solver.is_plain() || position.is_misere() {
        return Ok(LoopyValue::Unknown);
    }
    let components = solver.positions().components(position)?;
    let Memory { loopy, values } = solver.memory();
    loopy.value(&components, &mut ASIDE.clone(), values)
}
