//! Who wins, and by which turns.

use super::answer::Solution;
use super::judge::{Judge, Method};
use super::loopy;
use super::study::Study;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::loopy::LoopyValue;
use crate::solve::{Solver, needs_search};
use crate::work::Failure;

/// Who wins a position and by which turns, of which at most `limit` are listed. Once the winner is known, a limit of time or
/// memory only ends the search for more.
pub(super) fn solution(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
) -> Result<Solution, Failure> {
    let judge = Judge::of(solver, position)?;
    let winner = judge.winner(solver)?;
    let by = judge.by(solver)?;
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
    let found = moves(solver, &judge, limit, &mut solution);
    match found {
        Err(failure) if failure.limit().is_some() => solution.stopped = failure.limit(),
        found => found?,
    }
    Ok(solution)
}

/// The value, the winning turns and the best one.
fn moves(
    solver: &mut Solver,
    judge: &Judge,
    limit: usize,
    solution: &mut Solution,
) -> Result<(), Failure> {
    let is_loopy = matches!(judge.method, Method::Loopy(..));
    if !is_loopy && !needs_search(judge.position) {
        solution.grundy = Some(solver.position_grundy(judge.position)?);
    }
    let study = Study::of(solver, judge, limit)?;
    let (winning, count) = study.winning_moves(solver, limit)?;
    solution.winning = winning;
    solution.winning_count = study.is_complete.then_some(count);
    solution.undecided = study.undecided();
    // This one, if a better one takes too long.
    solution.best = study.some(solver)?;
    solution.best = study.best(solver, false, |_| false)?;
    if is_loopy {
        match loopy::value(solver, judge.position)? {
            LoopyValue::Number(value) => solution.grundy = Some(value),
            LoopyValue::Infinite(numbers) => solution.infinite = Some(numbers),
            LoopyValue::Unknown => {}
        }
    }
    Ok(())
}
