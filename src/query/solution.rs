//! Who wins, and by which turns.

use super::answer::Solution;
use super::how::Way;
use super::perfect::Study;
use super::read::read_off;
use super::{loopy, wide};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::{Solver, Trouble};

/// Who wins a position and by which turns, of which at most `limit` are listed.
pub(super) fn solution(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
) -> Result<Solution, Trouble> {
    if position.is_loopy() {
        return loopy::solution(solver, position, limit);
    }
    let way = Way::of(solver, position)?;
    if wide::is_wide(solver, position, way)? {
        return wide::solve(solver, position, limit);
    }
    if let Some(mut read) = read_off(solver, position, way, limit)? {
        let count = read.is_complete.then_some(read.winning.len() as u64);
        let count = count.filter(|count| *count <= limit as u64);
        read.winning.truncate(limit);
        return Ok(Solution {
            position: position.clone(),
            winner: Outcome::decided(read.first_wins),
            grundy: None,
            infinite: None,
            undecided: 0,
            winning: read.winning,
            winning_count: count,
            best: read.best,
            by: way.by(solver, position)?,
        });
    }
    let study = Study::of(solver, position, way)?;
    let grundy = if way == Way::Xor || !solver.needs_search(position) {
        Some(solver.position_grundy(position)?)
    } else {
        None
    };
    let (winning, count) = study.winning_moves(solver, limit)?;
    let best = study.best(solver, position, false)?;
    Ok(Solution {
        position: position.clone(),
        winner: Outcome::decided(study.first_wins),
        grundy,
        infinite: None,
        undecided: 0,
        winning,
        winning_count: Some(count),
        best,
        by: way.by(solver, position)?,
    })
}
