//! Why a position is won or lost: the mex of a pile, the values of a sum, a theorem's table, who wins after each turn.

mod board;
mod data;
mod theorem;
mod values;

use self::board::MOST_MARKS;
pub use self::board::MarkedBoard;
pub use self::data::{
    Answered, Explanation, Mex, NimSum, OptionValue, PartValue, SumOf, Then, Tried, ValuesBy, Why,
};
use super::best::{loopy_value, solution, value_aside};
use super::evidence::winner_by;
use super::plays::is_wide;
use super::study::Study;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::moves::options::Options;
use crate::solve::Solver;
use crate::solve::loopy::LoopyValue;
use crate::solve::method::told::Table;
use crate::solve::method::{Chosen, Reason, choose};
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

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
    let mut bytes = explanation.bytes();
    let mut kept = solver.budget().keep(bytes);
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
    if let Reason::Loopy(_) = chosen.judge.reason() {
        return loopy(solver, &chosen);
    }
    if let Some(table) = theorem::table(solver, position)? {
        // A very short list is shown as a whole, where its values are soon found.
        if has_at_most(solver, position, FEW_LISTED)? {
            let listed = |solver: &mut Solver| values::explained(solver, &chosen);
            if let Some(listed) = solver.aside_in_room(SHORT_LIST, listed)? {
                return Ok(listed);
            }
        }
        let explanation = by_theorem(solver, &chosen, table)?;
        if explanation.board.is_none() || value_aside(solver, position)?.is_none() {
            return Ok(explanation);
        }
        let Explanation { board, value, .. } = values::explained(solver, &chosen)?;
        return Ok(Explanation {
            board,
            value,
            ..explanation
        });
    }
    match chosen.judge.table() {
        Some(table) => by_theorem(solver, &chosen, table),
        None if position.is_misere() || !position.moves_in_one() => searched(solver, &chosen),
        // Who wins is known without the value, which takes too long.
        None if chosen.judge.grundy().is_none()
            && !is_wide(solver, position)?
            && value_aside(solver, position)?.is_none() =>
        {
            searched(solver, &chosen)
        }
        None => values::explained(solver, &chosen),
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
        ([_], _) => values::loopy_pile(solver, &study, &value)?,
        (several, _) => values::loopy_sum(solver, &study, several, &value)?.map(|why| (why, None)),
    };
    let (why, board) = match why {
        Some(known) => known,
        None => (Why::Turns(tried(solver, &study)?), None),
    };
    Ok(Explanation::new(position, study.winner, why, board).worth(value))
}

/// The table of a theorem, and a winning turn read off it.
fn by_theorem(solver: &mut Solver, chosen: &Chosen, table: Table) -> Result<Explanation, Failure> {
    let winner = chosen.judge.winner(solver.memory())?;
    let winning = match winner {
        Outcome::First => {
            let study = Study::of(solver, chosen, 1)?;
            study.winning_moves(solver, 1)?.0.pop()
        }
        Outcome::Second | Outcome::Draw => None,
    };
    let position = chosen.position;
    let is_marked = MarkedBoard::is_for(position) && has_at_most(solver, position, MOST_MARKS)?;
    let is_lost_pile = winner == Outcome::Second && position.count() == 1;
    let is_answered = is_lost_pile && has_at_most(solver, position, MOST_ANSWERED)?;
    let (mut board, mut turns) = (None, None);
    if is_marked || is_answered {
        let study = Study::listed(solver, chosen)?;
        if is_marked {
            board = MarkedBoard::of_outcomes(solver, &study)?;
        }
        if is_answered && !study.plays.list.is_empty() {
            turns = Some(Box::new(tried(solver, &study)?));
        }
    }
    let why = Why::Theorem {
        table,
        winning,
        turns,
    };
    Ok(Explanation::new(position, winner, why, board))
}

/// Whether each pile of a position has no more options than so many.
fn has_at_most(solver: &mut Solver, position: &Position, most: usize) -> Result<bool, Failure> {
    for (game, pile) in position.piles() {
        let cells = game.cells(pile)?;
        let (positions, mut options) = (solver.positions(), Options::default());
        if !positions.marked_options(game.id, &cells, &mut options, most)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How many turns or options are listed at most.
const MOST_LISTED: usize = 24;

/// With a theorem at hand no more options than these are shown one by one.
const FEW_LISTED: usize = 5;

/// The values of a short list take so many steps at most, where a theorem tells who wins without them.
const SHORT_LIST: u64 = 1 << 20;

/// A position that only a search decides: its turns and who wins after each.
fn searched(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let study = Study::listed(solver, chosen)?;
    let why = Why::Turns(tried(solver, &study)?);
    let board = MarkedBoard::of_outcomes(solver, &study)?;
    Ok(Explanation::new(chosen.position, study.winner, why, board))
}

/// Who wins after each turn, counted.
fn tried(solver: &mut Solver, study: &Study) -> Result<Tried, Failure> {
    let declined = study.chosen.declined.iter();
    let declined = declined.map(|(entry, why)| (entry.words.to_string(), why.to_string()));
    let how_many = |outcome| study.leaving(outcome).count();
    let (moves, count) = match study.wanted() {
        Some(wanted) => study.told(solver, wanted, MOST_LISTED)?,
        None => Default::default(),
    };
    let answers = answers(solver, study)?;
    Ok(Tried {
        by: winner_by(solver, study.chosen)?,
        declined: declined.collect(),
        turns: study.plays.list.len(),
        winning: how_many(Outcome::Second),
        drawing: how_many(Outcome::Draw),
        losing: how_many(Outcome::First),
        undecided: study.undecided() as usize,
        moves,
        count,
        answers,
    })
}

/// No answers are told to more turns than these.
const MOST_ANSWERED: usize = 8;

/// Each turn of a lost position with an answer that wins; none where there are many turns, or where an answer takes long to find.
fn answers(solver: &mut Solver, study: &Study) -> Result<Vec<Answered>, Failure> {
    let plays = &study.plays;
    if study.winner != Outcome::Second || plays.list.len() > MOST_ANSWERED {
        return Ok(Vec::new());
    }
    let mut answers = Vec::with_capacity(plays.list.len());
    for play in &plays.list {
        let play = plays.tell(solver, play)?;
        let found = solver.aside_in_room(SHORT_LIST, |solver| solution(solver, &play.to, 1));
        let answer = match found {
            Ok(Some(found)) if found.winner == Outcome::First && found.stopped.is_none() => {
                found.winning.into_iter().next()
            }
            Ok(_) => return Ok(Vec::new()),
            // A rule fails at a pile that the winner is known without.
            Err(failure) if failure.is_in_input() => return Ok(Vec::new()),
            Err(failure) => return Err(failure),
        };
        answers.push(Answered { play, answer });
    }
    Ok(answers)
}
