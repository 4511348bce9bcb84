//! A line of perfect play.

use hashbrown::HashMap;

use super::answer::{Line, MoveTo};
use super::best::OPTIONS_ASIDE;
use super::evidence::winner_by;
use super::plays::options_about;
use super::study::{Study, bytes_of_a_move};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::Solver;
use crate::solve::method::choose;
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// For how long a play that may go on for ever lasts a line looks at so many positions in all.
const FOR_LENGTH: u64 = 1 << 16;

/// At most this many moves of a drawn play are shown, where no position comes back.
const MOST_DRAWN: usize = 200;

/// After a length that was not found none is looked for until the piles have half the options, or so many positions of a
/// line are passed.
const MOST_SKIPPED: u32 = 1023;

/// A line of perfect play: to its end, or until a position of a drawn play comes back.
pub(super) fn line(solver: &mut Solver, position: &Position) -> Result<Line, Failure> {
    line_within(solver, position, FOR_LENGTH)
}

/// The same with a look at so many positions for how long the play lasts, where it may go on for ever.
fn line_within(
    solver: &mut Solver,
    position: &Position,
    mut measuring: u64,
) -> Result<Line, Failure> {
    let start = choose(position, solver.memory())?;
    let is_loopy = position.is_loopy();
    let winner = start.judge.winner(solver.memory())?;
    let mut moves: Vec<MoveTo> = Vec::new();
    let mut repeats = None;
    let mut is_perfect = true;
    let mut before: HashMap<Position, usize> = HashMap::new();
    let mut bytes = 0;
    // Where no length was found, none is looked for in some of the next positions.
    let (mut skip, mut skipped, mut failed_at) = (0, 0, 0);
    loop {
        solver.budget().look()?;
        let now = moves.last().map_or(position, |play| &play.to);
        let chosen = choose(now, solver.memory())?;
        let study = Study::measuring(solver, &chosen, 1, &mut measuring)?;
        if is_loopy {
            before.insert(now.clone(), moves.len());
        }
        let about = options_about(solver, now)?;
        let is_due = is_loopy || skipped >= skip || about < failed_at / 2;
        let best = match is_due {
            true => study.best(solver, OPTIONS_ASIDE, |to| before.contains_key(to))?,
            false => study.some(solver)?,
        };
        let Some(best) = best else {
            break;
        };
        let is_measured = best.length.is_some();
        skipped += 1;
        if is_measured {
            (skip, failed_at) = (0, 0);
        } else if is_due && study.is_measurable(solver)? {
            (skip, skipped, failed_at) = ((2 * skip + 1).min(MOST_SKIPPED), 0, about);
        }
        is_perfect &= is_measured || winner == Outcome::Draw;
        bytes += 2 * bytes_of_a_move(&best.play.to);
        solver.budget().need(bytes)?;
        let earlier = before.get(&best.play.to).copied();
        moves.push(best.play);
        if earlier.is_some() {
            if winner != Outcome::Draw {
                let what = format!("the won play of {position} comes back to where it was");
                return Err(Diagnostic::internal(what).into());
            }
            repeats = earlier;
            break;
        }
        if winner == Outcome::Draw && moves.len() >= MOST_DRAWN {
            break;
        }
    }
    Ok(Line {
        start: position.clone(),
        moves,
        winner,
        repeats,
        is_perfect,
        by: winner_by(solver, &start)?,
    })
}

#[cfg(test)]
mod tests;
