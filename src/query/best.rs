//! The best turn: the fastest win, one that keeps the draw, or the longest resistance.

use super::answer::Best;
use super::judge::{Method, components_after};
use super::plays::{Play, Plays};
use super::study::{FEW, Study, too_wide};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::Solver;
use crate::text::diagnostic::Diagnostic;
use crate::work::{Failure, Limit};

/// How many options of whole positions are looked at for the length of a game that is not asked for.
const ASIDE: u64 = 400_000;

/// How many are looked at where the length decides the answer.
const IN_EARNEST: u64 = 40_000_000;

/// How long a decided play lasts after a turn where it may go on for ever, in this order: the winner takes the least of it and
/// the loser the greatest. So the winner takes an unknown length only where no win of a known one is there, and the loser
/// prefers it to any known one.
///
/// Won plays end. From a known length the winner comes to a lesser one: all turns of the loser have known lengths again,
/// which are less, since the search that found it looked at them. From an unknown one he goes back in the order in which
/// the values were found.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Remaining {
    /// So many moves at most, as far as the search went.
    Moves(u32),
    /// It is not known; the times at which the components were given their values, the latest first.
    Unknown(Vec<u32>),
}

impl Study<'_> {
    /// The best turn. Among those that keep a draw one is preferred that leads where the play was before.
    ///
    /// In earnest, a length that cannot be found is an error; else some turn is given, without a length.
    pub(super) fn best(
        &self,
        solver: &mut Solver,
        in_earnest: bool,
        was_before: impl Fn(&Position) -> bool,
    ) -> Result<Option<Best>, Failure> {
        if let Method::Loopy(..) = self.judge.method {
            return self.best_of_loopy(solver, was_before);
        }
        let wins = self.leaving(Outcome::Second).next().is_some();
        if !self.is_measurable {
            if in_earnest && !wins && !self.plays.list.is_empty() {
                return Err(too_wide(self.judge.position).into());
            }
            return self.some(solver);
        }
        let position = self.judge.position;
        let all = match wins || self.is_listed {
            true => None,
            false => match Plays::at_most(solver, position, FEW)? {
                Some(all) => Some(all),
                None if in_earnest => return Err(too_wide(position).into()),
                None => return self.some(solver),
            },
        };
        let (plays, candidates): (&Plays, Vec<&Play>) = match &all {
            Some(all) => (all, all.list.iter().collect()),
            None => (&self.plays, self.candidates().collect()),
        };
        solver.piles().limit_search(match in_earnest && !wins {
            true => IN_EARNEST,
            false => ASIDE,
        });
        let measured = measure(solver, plays, &candidates, wins);
        solver.piles().limit_search(u64::MAX);
        match measured {
            Ok(found) => found
                .map(|(play, length)| {
                    Ok(Best {
                        play: plays.tell(solver, play)?,
                        wins,
                        length: Some(length),
                    })
                })
                .transpose(),
            Err(Failure::Limit(Limit::Options(_), _)) if wins || !in_earnest => self.some(solver),
            Err(failure) => Err(failure),
        }
    }

    /// Some turn of those among which the best one is, without a search for its length.
    pub(super) fn some(&self, solver: &mut Solver) -> Result<Option<Best>, Failure> {
        let number = match self.winner {
            // Neither the least nor the greatest amount: so a line of such turns has an end in sight.
            Outcome::Second => self.plays.list.len() / 2,
            Outcome::First | Outcome::Draw => 0,
        };
        let play = self.candidates().nth(number);
        play.map(|play| self.told_best(solver, play, self.length))
            .transpose()
    }

    fn told_best(
        &self,
        solver: &mut Solver,
        play: &Play,
        length: Option<u32>,
    ) -> Result<Best, Failure> {
        Ok(Best {
            play: self.plays.tell(solver, play)?,
            wins: self.winner == Outcome::First,
            length,
        })
    }

    /// The turns that win, or keep a draw, or all where none does.
    fn candidates(&self) -> impl Iterator<Item = &Play> {
        let wanted = match self.winner {
            Outcome::First => Some(Outcome::Second),
            Outcome::Draw => Some(Outcome::Draw),
            Outcome::Second => None,
        };
        let turns = self.plays.list.iter().zip(&self.after);
        turns
            .filter(move |(_, after)| wanted.is_none() || **after == wanted)
            .map(|(play, _)| play)
    }

    fn best_of_loopy(
        &self,
        solver: &mut Solver,
        was_before: impl Fn(&Position) -> bool,
    ) -> Result<Option<Best>, Failure> {
        let (play, left) = match self.winner {
            Outcome::Draw => (self.drawing(solver, was_before)?, None),
            Outcome::First | Outcome::Second => self.decided(solver)?.unzip(),
        };
        let position = self.judge.position;
        let Some(play) = play else {
            return match self.plays.list.is_empty() {
                true => Ok(None),
                false => Err(Diagnostic::internal(format!(
                    "the winner of {position} is known, and no turn of his"
                ))
                .into()),
            };
        };
        let components = solver.positions().components(position)?;
        let (loopy, values) = solver.loopy();
        let positions = &mut values.piles.positions;
        let length = loopy.length(&components, position.is_misere(), positions)?;
        let length = length
            .filter(|length| length.is_exact)
            .map(|length| length.moves)
            .filter(|moves| left == moves.checked_sub(1).map(Remaining::Moves));
        self.told_best(solver, play, length).map(Some)
    }

    /// A turn that keeps the draw.
    fn drawing(
        &self,
        solver: &mut Solver,
        was_before: impl Fn(&Position) -> bool,
    ) -> Result<Option<&Play>, Failure> {
        for play in self.candidates() {
            if was_before(&self.plays.result(solver, play)?) {
                return Ok(Some(play));
            }
        }
        Ok(self.candidates().next())
    }

    /// The turn of a won position after which least is left of the play, or of a lost one after which most is. A player who
    /// has won or lost before moving has no turn.
    fn decided(&self, solver: &mut Solver) -> Result<Option<(&Play, Remaining)>, Failure> {
        let wins = self.winner == Outcome::First;
        let mut best: Option<(&Play, Remaining)> = None;
        for play in self.candidates() {
            let left = self.left(solver, play)?;
            let is_better = match &best {
                None => true,
                Some((_, known)) if wins => left < *known,
                Some((_, known)) => left > *known,
            };
            if is_better {
                best = Some((play, left));
            }
        }
        Ok(best)
    }

    /// What is left of the play after a turn.
    fn left(&self, solver: &mut Solver, play: &Play) -> Result<Remaining, Failure> {
        let components = components_after(solver, &self.plays, play)?;
        let misere = self.judge.position.is_misere();
        let (loopy, values) = solver.loopy();
        let length = loopy.length(&components, misere, &mut values.piles.positions)?;
        Ok(match length {
            Some(length) => Remaining::Moves(length.moves),
            None => Remaining::Unknown(loopy.times(&components, values)?),
        })
    }
}

/// The candidate with the shortest win or the longest loss, and how long the game then lasts from here.
fn measure<'p>(
    solver: &mut Solver,
    plays: &Plays,
    candidates: &[&'p Play],
    wins: bool,
) -> Result<Option<(&'p Play, u32)>, Failure> {
    let misere = plays.position.is_misere();
    let mut best: Option<(&Play, u32)> = None;
    for play in candidates {
        solver.budget().step()?;
        let whole = plays.whole(solver, play)?;
        let (_, length) = solver.piles().length(whole, misere)?;
        let length = length + 1;
        let is_better = match best {
            None => true,
            Some((_, known)) if wins => length < known,
            Some((_, known)) => length > known,
        };
        if is_better {
            best = Some((play, length));
        }
    }
    Ok(best)
}
