//! How the program chooses its moves.

use super::Level;
use crate::expr::value::Outcome;
use crate::query::Session;
use crate::query::answer::{Best, MoveTo};
use crate::query::turns::Turns;
use crate::text::diagnostic::Report;
use crate::work::budget::STEPS_PER_SECOND;
use crate::work::chance::Chance;

/// How much work a move, a hint or an explanation takes the program at most.
pub const PATIENCE: u64 = 2 * STEPS_PER_SECOND;

/// A careless player plays at random once in so many moves.
const CARELESS: u64 = 4;

pub struct Chosen {
    pub play: MoveTo,
    /// Whether it was left to chance because the position is too large to see through.
    pub is_guess: bool,
}

/// A best move of the position, and who wins if both play perfectly; `None`: there is no move, or the position is too large to
/// see through.
pub fn best(session: &mut Session, turns: &Turns) -> Result<Option<(Best, Outcome)>, Report> {
    let position = turns.position();
    let advice = session.aside(PATIENCE, |session| session.best_aside(position))?;
    Ok(advice.and_then(|advice| Some((advice.best?, advice.winner))))
}

/// The program's move; `None`: there is none.
pub fn choose(
    session: &mut Session,
    turns: &Turns,
    level: Level,
    chance: &mut Chance,
) -> Result<Option<Chosen>, Report> {
    let is_random = match level {
        Level::Perfect => false,
        Level::Careless => chance.once_in(CARELESS),
        Level::Random => true,
    };
    if !is_random && let Some((best, _)) = best(session, turns)? {
        return Ok(Some(Chosen {
            play: best.play,
            is_guess: false,
        }));
    }
    let play = session.any_turn(turns, &mut |bound| chance.below(bound))?;
    Ok(play.map(|play| Chosen {
        play,
        is_guess: !is_random,
    }))
}
