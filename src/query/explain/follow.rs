//! An explanation that goes on along the play.

use super::explain;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::solution::solution;
use crate::solve::Solver;
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// How many moves can be followed.
const MOST_FOLLOWED: i64 = 1000;

/// The explanation of a position, and of those after each of so many moves of best play, or fewer where the game ends.
pub(in crate::query) fn follow(
    solver: &mut Solver,
    position: &Position,
    depth: i64,
) -> Result<String, Failure> {
    if !(0..=MOST_FOLLOWED).contains(&depth) {
        return Err(Diagnostic::error(
            "bad_depth",
            format!("the play cannot be followed for {depth} moves"),
        )
        .help(format!("0 to {MOST_FOLLOWED} moves can be followed"))
        .into());
    }
    let mut text = explain(solver, position)?;
    let mut now = position.clone();
    for number in 1..=depth {
        let best = solution(solver, &now, 1)?;
        let Some(move_found) = best.best else { break };
        let player = Outcome::decided(number % 2 == 1).word();
        let kind = match (move_found.wins, best.winner) {
            (true, _) => "wins",
            (false, Outcome::Draw) => "keeps the draw",
            (false, _) if move_found.length.is_some() => "cannot win; this move holds out longest",
            (false, _) => "cannot win; any move is as good",
        };
        now = move_found.play.to;
        text.push_str(&format!(
            "\nMove {number}: the {player} player {kind}: {}\n\n",
            move_found.play.words
        ));
        text.push_str(&explain(solver, &now)?);
        solver.budget().need(text.len() as u64)?;
    }
    Ok(text)
}
