//! Why a position is won or lost: the mex of a pile, the values of a sum, a theorem's table, who wins after each turn.

mod board;
mod data;
mod pile;
mod sum;
mod theorem;
mod turns;
mod words;

pub use self::board::MarkedBoard;
pub use self::data::{
    Explanation, Mex, OptionValue, PartValue, Shown, Sum, Then, Theorem, Tried, ValuesBy, Why,
};
use super::plays::is_wide;
use super::solution::{loopy_value, solution};
use super::study::Study;
use crate::expr::position::{Position, Turn};
use crate::solve::Solver;
use crate::solve::loopy::LoopyValue;
use crate::solve::method::{Chosen, choose};
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// How many moves can be followed.
const MOST_FOLLOWED: i64 = 1000;

/// The explanation of a position, with those after each of so many moves of best play, or fewer where the game ends.
pub(super) fn explain(
    solver: &mut Solver,
    position: &Position,
    depth: i64,
) -> Result<Explanation, Failure> {
    if !(0..=MOST_FOLLOWED).contains(&depth) {
        return Err(Diagnostic::error(
            "bad_depth",
            format!("the play cannot be followed for {depth} moves"),
        )
        .help(format!("0 to {MOST_FOLLOWED} moves can be followed"))
        .into());
    }
    let mut explanation = one(solver, position)?;
    let mut now = position.clone();
    let mut kept = solver.budget().keep(explanation.bytes());
    let mut bytes = explanation.bytes();
    for _ in 0..depth {
        let Some(best) = solution(solver, &now, 1)?.best else {
            break;
        };
        now = best.play.to.clone();
        let next = one(solver, &now)?;
        bytes += next.bytes();
        kept.set(bytes);
        solver.budget().need(0)?;
        explanation.then.push(Then {
            best,
            explanation: next,
        });
    }
    Ok(explanation)
}

/// The explanation of a position alone.
fn one(solver: &mut Solver, position: &Position) -> Result<Explanation, Failure> {
    let chosen = choose(position, solver.memory())?;
    if position.is_loopy() {
        return loopy(solver, &chosen);
    }
    let piles: usize = position.terms.iter().map(|term| term.piles.len()).sum();
    let simple = position
        .terms
        .iter()
        .all(|term| term.game.turn == Turn::One)
        && !position.is_misere();
    if simple && !solver.is_plain() && is_wide(solver, position)? {
        return sum::large(solver, &chosen);
    }
    if simple && piles == 1 {
        return pile::one(solver, position);
    }
    if simple {
        return sum::nim_sum(solver, &chosen);
    }
    match chosen.judge.table() {
        Some(table) => theorem::by_theorem(solver, &chosen, table),
        None => turns::searched(solver, &chosen),
    }
}

/// The explanation of a position whose plays may go on for ever: by values, where they are known, else by its turns.
fn loopy(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let position = chosen.position;
    let study = Study::of(solver, chosen, 1)?;
    let value = loopy_value(solver, position)?;
    let components = solver.positions().components(position)?;
    let why = match (components.as_slice(), &value) {
        (_, LoopyValue::Unknown) => None,
        ([_], _) => pile::loopy(solver, &study, &value)?,
        (several, _) => sum::loopy(solver, &study, several, &value)?,
    };
    let (why, board) = match why {
        Some(known) => known,
        None => (turns::counted(solver, &study)?, None),
    };
    Ok(Explanation::new(position, study.winner, why, board).worth(value))
}
