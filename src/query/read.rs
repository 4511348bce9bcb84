//! Positions with so many turns that a theory reads the winning ones off.

use super::answer::{Best, MoveTo};
use super::how::Way;
use super::plays::Plays;
use crate::expr::position::Position;
use crate::solve::theory::winning::Read;
use crate::solve::{Solver, Trouble};

/// With more turns than this they are not looked at one by one where a theory does without.
const MANY_TURNS: f64 = 20_000.0;

/// So many turns are looked at one by one where all winning ones are asked for and a theory does not tell them all.
const MOST_TURNS: f64 = 2_000_000.0;

/// What a theory reads off.
pub(super) struct ReadOff {
    pub(super) first_wins: bool,
    /// Winning turns, each different result once.
    pub(super) winning: Vec<MoveTo>,
    /// Whether there are no others.
    pub(super) is_complete: bool,
    /// A winning turn, else some turn.
    pub(super) best: Option<Best>,
    /// The Grundy value, where the theory tells it.
    pub(super) grundy: Option<u64>,
}

/// The winning turns of a position, at most `limit`, where a theory decides it and there are too many turns to look at each.
pub(super) fn read_off(
    solver: &mut Solver,
    position: &Position,
    way: Way,
    limit: usize,
) -> Result<Option<ReadOff>, Trouble> {
    if way != Way::Theory {
        return Ok(None);
    }
    let turns = solver.turn_count(position)?;
    if turns <= MANY_TURNS {
        return Ok(None);
    }
    let Some((_, theory)) = solver.theory(position)?.theory else {
        return Ok(None);
    };
    // One more, to know whether there are more.
    let Some(found) = theory.winning(solver, limit.saturating_add(1).max(2))? else {
        return Ok(None);
    };
    if limit == usize::MAX && !found.is_complete && turns <= MOST_TURNS {
        return Ok(None);
    }
    let first_wins = theory.first_wins();
    if first_wins && found.list.is_empty() {
        return Ok(None);
    }
    let mut plays = Plays::unlisted(position);
    let mut winning = Vec::with_capacity(found.list.len());
    let mut seen = hashbrown::HashSet::new();
    for read in &found.list {
        let told = tell(solver, &mut plays, read)?;
        if seen.insert(told.to.clone()) {
            winning.push(told);
        }
    }
    let some = match winning.first() {
        Some(play) => Some(play.clone()),
        None => match solver.some_turn(position)? {
            Some(read) => Some(tell(solver, &mut plays, &read)?),
            None => None,
        },
    };
    let wins = !winning.is_empty();
    let best = some.map(|play| Best {
        play,
        wins,
        // The turns that end the game soonest are read off first; which one holds out longest is not known.
        length: theory.length().filter(|_| wins),
    });
    Ok(Some(ReadOff {
        first_wins,
        is_complete: found.is_complete || !first_wins,
        winning,
        best,
        grundy: theory.grundy(),
    }))
}

fn tell(solver: &mut Solver, plays: &mut Plays, read: &Read) -> Result<MoveTo, Trouble> {
    let play = plays.play_of(solver, read)?;
    plays.tell(solver, &play)
}
