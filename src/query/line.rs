//! A line of perfect play.

use hashbrown::HashMap;

use super::answer::{Best, Line, MoveTo};
use super::best::{OPTIONS_ASIDE, OPTIONS_IN_EARNEST};
use super::evidence::winner_by;
use super::plays::options_about;
use super::study::{Study, bytes_of_a_move, too_wide};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::Solver;
use crate::solve::method::{Chosen, choose};
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// For how long a play that may go on for ever lasts a line looks at so many positions in all.
const FOR_LENGTH: u64 = 1 << 16;

/// At most this many moves of a drawn play are shown, where no position comes back.
const MOST_DRAWN: usize = 200;

/// After a length that was not found none is looked for until the piles have half the options, or so many positions of a
/// line are passed.
const MOST_SKIPPED: u32 = 1023;

/// A line of perfect play as far as a look tells how long plays last: to its end, or until a position of a drawn play comes back.
pub(super) fn line(solver: &mut Solver, position: &Position) -> Result<Line, Failure> {
    line_within(solver, position, FOR_LENGTH)
}

/// A line of perfect play.
///
/// # Errors
/// How long a play lasts is not known.
pub(super) fn perfect_line(solver: &mut Solver, position: &Position) -> Result<Line, Failure> {
    let guide = Guide {
        measuring: OPTIONS_IN_EARNEST,
        is_in_earnest: true,
        ..Guide::default()
    };
    guided(solver, position, guide)
}

/// The same as [`line`] with a look at so many positions for how long the play lasts, where it may go on for ever.
fn line_within(solver: &mut Solver, position: &Position, measuring: u64) -> Result<Line, Failure> {
    let guide = Guide {
        measuring,
        ..Guide::default()
    };
    guided(solver, position, guide)
}

fn guided(solver: &mut Solver, position: &Position, mut guide: Guide) -> Result<Line, Failure> {
    let start = choose(position, solver.memory())?;
    let winner = start.judge.winner(solver.memory())?;
    let by = winner_by(solver, &start)?;
    let mut moves: Vec<MoveTo> = Vec::new();
    let mut repeats = None;
    let mut is_perfect = true;
    let mut bytes = 0;
    guide.is_loopy = position.is_loopy();
    let mut next = guide.best(solver, &start)?;
    while let Some(best) = next {
        let is_known = best.length.is_some() || winner == Outcome::Draw;
        if guide.is_in_earnest && !is_known {
            return Err(too_wide(position).into());
        }
        is_perfect &= is_known;
        let to = best.play.to.clone();
        bytes += 2 * bytes_of_a_move(&to);
        solver.budget().need(bytes)?;
        moves.push(best.play);
        if let Some(earlier) = guide.before.get(&to) {
            if winner != Outcome::Draw {
                let what = format!("the won play of {position} comes back to where it was");
                return Err(Diagnostic::internal(what).into());
            }
            repeats = Some(*earlier);
            break;
        }
        if winner == Outcome::Draw && moves.len() >= MOST_DRAWN {
            break;
        }
        let chosen = choose(&to, solver.memory())?;
        next = guide.best(solver, &chosen)?;
    }
    Ok(Line {
        start: position.clone(),
        moves,
        winner,
        repeats,
        is_perfect,
        by,
    })
}

/// What leads along a line.
#[derive(Default)]
struct Guide {
    /// Whether the play may go on for ever.
    is_loopy: bool,
    /// At how many more positions it looks for how long such a play lasts.
    measuring: u64,
    /// Whether each length has to be known.
    is_in_earnest: bool,
    /// The positions of such a play, numbered.
    before: HashMap<Position, usize>,
    /// In so many positions no length is looked for, since none was found where the piles had this many options; and how many
    /// of them are passed.
    skip: u32,
    failed_at: u64,
    skipped: u32,
}

impl Guide {
    /// The best move of the next position.
    fn best(&mut self, solver: &mut Solver, chosen: &Chosen) -> Result<Option<Best>, Failure> {
        solver.budget().look()?;
        let now = chosen.position;
        let study = Study::measuring(solver, chosen, 1, &mut self.measuring)?;
        if self.is_loopy {
            let number = self.before.len();
            self.before.insert(now.clone(), number);
        }
        let about = options_about(solver, now)?;
        let is_due = self.is_loopy || self.skipped >= self.skip || about < self.failed_at / 2;
        let most = match self.is_in_earnest {
            true => OPTIONS_IN_EARNEST,
            false => OPTIONS_ASIDE,
        };
        let best = match is_due {
            true => study.best(solver, most, |to| self.before.contains_key(to))?,
            false => study.some(solver)?,
        };
        self.skipped += 1;
        if best.as_ref().is_some_and(|best| best.length.is_some()) {
            (self.skip, self.failed_at) = (0, 0);
        } else if is_due && study.is_measurable(solver)? {
            self.skip = (2 * self.skip + 1).min(MOST_SKIPPED);
            (self.skipped, self.failed_at) = (0, about);
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests;
