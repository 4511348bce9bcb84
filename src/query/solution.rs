//! Who wins, and by which turns.

use super::answer::Solution;
use super::how::Way;
use super::loopy;
use super::perfect::Study;
use super::read::read_off;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::Solver;
use crate::work::Failure;

/// Who wins a position and by which turns, of which at most `limit` are listed. Once the winner is known, a limit of time or
/// memory only ends the search for more.
pub(super) fn solution(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
) -> Result<Solution, Failure> {
    let (winner, by, way) = if position.is_loopy() {
        let (winner, by) = loopy::winner(solver, position)?;
        (winner, by, None)
    } else {
        let way = Way::of(solver, position)?;
        let winner = Outcome::decided(way.first_wins(solver, position)?);
        (winner, way.by(solver, position)?, Some(way))
    };
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
    let found = match way {
        Some(way) => moves(solver, position, way, limit, &mut solution),
        None => loopy::moves(solver, position, limit, &mut solution),
    };
    match found {
        Err(failure) if failure.limit().is_some() => solution.stopped = failure.limit(),
        found => found?,
    }
    Ok(solution)
}

/// The winning turns and the best one.
fn moves(
    solver: &mut Solver,
    position: &Position,
    way: Way,
    limit: usize,
    solution: &mut Solution,
) -> Result<(), Failure> {
    if way == Way::Xor || !solver.needs_search(position) {
        solution.grundy = Some(solver.position_grundy(position)?);
    }
    if let Some(mut read) = read_off(solver, position, way, limit)? {
        let count = read.is_complete.then_some(read.winning.len() as u64);
        solution.winning_count = count.filter(|count| *count <= limit as u64);
        read.winning.truncate(limit);
        solution.winning = read.winning;
        solution.best = read.best;
        return Ok(());
    }
    let study = Study::of(solver, position, way, limit)?;
    let (winning, count) = study.winning_moves(solver, limit)?;
    solution.winning = winning;
    solution.winning_count = study.is_complete.then_some(count);
    // This one, if a better one takes too long.
    solution.best = study.some(solver)?;
    solution.best = study.best(solver, position, false)?;
    Ok(())
}
