//! A position that only its turns explain: who wins after each.

use super::board::MarkedBoard;
use super::{Explanation, Shown, Tried, Why};
use crate::expr::value::Outcome;
use crate::query::evidence::winner_by;
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::method::Chosen;
use crate::work::Failure;

/// How many turns are listed at most.
const MOST_LISTED: usize = 24;

/// A position that only a search decides: its turns and who wins after each.
pub(super) fn searched(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let study = Study::listed(solver, chosen)?;
    let why = counted(solver, &study)?;
    let board = MarkedBoard::of_outcomes(solver, &study)?;
    Ok(Explanation::new(chosen.position, study.winner, why, board))
}

/// Who wins after each turn, counted.
pub(super) fn counted(solver: &mut Solver, study: &Study) -> Result<Why, Failure> {
    let declined = study.chosen.declined.iter();
    let declined = declined.map(|(entry, why)| (entry.words.to_string(), why.to_string()));
    let count = |outcome| study.leaving(outcome).count();
    let wanted = match study.winner {
        Outcome::First => Some(Outcome::Second),
        Outcome::Draw => Some(Outcome::Draw),
        Outcome::Second => None,
    };
    let (moves, different) = match wanted {
        Some(wanted) => study.told(solver, wanted, MOST_LISTED)?,
        None => Default::default(),
    };
    Ok(Why::Turns(Tried {
        by: winner_by(solver, study.chosen)?,
        declined: declined.collect(),
        turns: study.plays.list.len(),
        winning: count(Outcome::Second),
        drawing: count(Outcome::Draw),
        losing: count(Outcome::First),
        undecided: study.undecided() as usize,
        shown: Shown {
            moves,
            count: different,
        },
    }))
}
