//! Who wins, by which turns, and the best one: the fastest win, one that keeps the draw, or the longest resistance.

use super::answer::{Advice, Best, Solution};
use super::evidence::winner_by;
use super::named::FEW;
use super::plays::{Play, Plays, options_about};
use super::study::{Study, too_wide};
use crate::expr::position::{Position, Turn};
use crate::expr::value::Outcome;
use crate::solve::loopy::{ASIDE, LoopyValue};
use crate::solve::method::{Chosen, Memory, Pace, choose, needs_search};
use crate::solve::{Allowance, Solver};
use crate::text::diagnostic::Diagnostic;
use crate::work::{Failure, Limit};

/// How many options of whole positions are looked at for the length of a game that is not asked for.
pub(super) const OPTIONS_ASIDE: u64 = 200_000;

/// How many are looked at where the length decides the answer.
pub(super) const OPTIONS_IN_EARNEST: u64 = 40_000_000;

/// How many steps are made for a value that decides nothing.
pub(super) const VALUE_ASIDE: u64 = 1 << 25;

/// Sums of more components than this are not played to their end.
const MOST_MEASURED: usize = 256;

impl Study<'_> {
    /// The best turn. Among those that keep a draw one is preferred that leads where the play was before.
    ///
    /// Where a look at `most` options of whole positions does not tell how long play lasts, it is some turn without a length.
    pub(super) fn best(
        &self,
        solver: &mut Solver,
        most: u64,
        was_before: impl Fn(&Position) -> bool,
    ) -> Result<Option<Best>, Failure> {
        if self.winner == Outcome::Draw {
            return self.drawing(solver, was_before);
        }
        match self.measured(solver, most) {
            Ok(None) | Err(Failure::Limit(Limit::Options(_), _)) => self.some(solver),
            found => found,
        }
    }

    /// How many moves perfect play lasts, where somebody wins.
    pub(super) fn remoteness(&self, solver: &mut Solver) -> Result<u32, Failure> {
        if let Some(length) = self.chosen.judge.length() {
            return Ok(length);
        }
        let best = match self.measured(solver, OPTIONS_IN_EARNEST)? {
            None => self.some(solver)?,
            best => best,
        };
        match best {
            Some(best) => Ok(best.length.ok_or_else(|| too_wide(self.chosen.position))?),
            None => Ok(0),
        }
    }

    /// Whether the turns among which the best one is may be so few that each is played to its end.
    pub(super) fn is_measurable(&self, solver: &mut Solver) -> Result<bool, Failure> {
        if self.is_listed() {
            return Ok(true);
        }
        // Theories are asked to name turns where there are too many.
        if !self.is_by_values() || !self.is_complete() {
            return Ok(false);
        }
        let position = self.chosen.position;
        let components = position.terms.iter().map(|term| match term.game.turn {
            Turn::One => term.piles.len(),
            Turn::Counts(_) | Turn::All | Turn::AllOrNone => 1,
        });
        let are_few = components.sum::<usize>() <= MOST_MEASURED;
        Ok(are_few && options_about(solver, position)? <= FEW as u64)
    }

    /// The turn with the shortest win or the longest loss. `None`: there is no turn, or there are too many to measure each.
    fn measured(&self, solver: &mut Solver, most: u64) -> Result<Option<Best>, Failure> {
        if !self.is_measurable(solver)? {
            return Ok(None);
        }
        let position = self.chosen.position;
        let wins = self.winner == Outcome::First;
        let all = match wins || self.is_listed() {
            true => None,
            false => match Plays::at_most(solver, position, FEW)? {
                None => return Ok(None),
                all => all,
            },
        };
        let (plays, candidates): (&Plays, Vec<&Play>) = match &all {
            Some(all) => (all, all.list.iter().collect()),
            None => (&self.plays, self.candidates().collect()),
        };
        match self.measure(solver, plays, &candidates, most)? {
            Some((play, pace)) => Ok(Some(Best {
                play: plays.tell(solver, play)?,
                wins,
                length: self.lasts(solver, &pace)?,
            })),
            None if plays.list.is_empty() => Ok(None),
            None => Err(Diagnostic::internal(format!(
                "the winner of {position} is known, and no turn of his"
            ))
            .into()),
        }
    }

    /// Some turn of those among which the best one is, without a search for its length.
    pub(super) fn some(&self, solver: &mut Solver) -> Result<Option<Best>, Failure> {
        let number = match self.winner {
            // Neither the least nor the greatest amount: so a line of such turns has an end in sight.
            Outcome::Second => self.plays.list.len() / 2,
            Outcome::First | Outcome::Draw => 0,
        };
        let Some(play) = self.candidates().nth(number) else {
            return Ok(None);
        };
        Ok(Some(Best {
            play: self.plays.tell(solver, play)?,
            wins: self.winner == Outcome::First,
            length: self.length(),
        }))
    }

    /// The turns that win, or keep a draw, or all where none does.
    fn candidates(&self) -> impl Iterator<Item = &Play> {
        let wanted = self.wanted();
        self.turns()
            .filter(move |(_, after)| wanted.is_none() || *after == wanted)
            .map(|(play, _)| play)
    }

    /// A turn that keeps the draw.
    fn drawing(
        &self,
        solver: &mut Solver,
        was_before: impl Fn(&Position) -> bool,
    ) -> Result<Option<Best>, Failure> {
        for play in self.candidates() {
            if was_before(&self.plays.result(solver, play)?) {
                return Ok(Some(Best {
                    play: self.plays.tell(solver, play)?,
                    wins: false,
                    length: None,
                }));
            }
        }
        self.some(solver)
    }

    /// The candidate with the shortest win or the longest loss, and how long the game then lasts. A player who has won or lost
    /// before moving has none.
    fn measure<'p>(
        &self,
        solver: &mut Solver,
        plays: &Plays,
        candidates: &[&'p Play],
        most: u64,
    ) -> Result<Option<(&'p Play, Pace)>, Failure> {
        let is_misere = plays.position.is_misere();
        let wins = self.winner == Outcome::First;
        let mut allowance = Allowance::of(most);
        let mut best: Option<(&Play, Pace)> = None;
        for play in candidates {
            solver.budget().step()?;
            let left = plays.after(solver, play)?;
            let judge = &self.chosen.judge;
            let pace = judge.pace(&left, is_misere, &mut allowance, solver.memory())?;
            let is_better = match &best {
                None => true,
                Some((_, known)) if wins => pace < *known,
                Some((_, known)) => pace > *known,
            };
            if is_better {
                best = Some((play, pace));
            }
        }
        Ok(best)
    }

    /// How many moves perfect play lasts with a best turn after which it has this pace.
    fn lasts(&self, solver: &mut Solver, left: &Pace) -> Result<Option<u32>, Failure> {
        let Pace::Moves(left) = left else {
            return Ok(None);
        };
        let moves = left.saturating_add(1);
        let is_sure = self.chosen.judge.lasts(moves, solver.memory())?;
        Ok(is_sure.then_some(moves))
    }
}

/// Who wins a position and by which turns, of which at most `limit` are listed. Once the winner is known, a limit of time or
/// memory only ends the search for more.
pub(super) fn solution(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
) -> Result<Solution, Failure> {
    let chosen = choose(position, solver.memory())?;
    let winner = chosen.judge.winner(solver.memory())?;
    let by = winner_by(solver, &chosen)?;
    let mut solution = Solution {
        position: position.clone(),
        winner,
        grundy: None,
        infinite: None,
        undecided: 0,
        winning: Vec::new(),
        winning_count: (winner != Outcome::First).then_some(0),
        best: None,
        stopped: None,
        by,
    };
    let found = moves(solver, &chosen, limit, &mut solution);
    solution.stopped = stopped(found)?;
    Ok(solution)
}

/// Who wins a position, and the best turn as far as a look at so many options tells how long play lasts. Once the winner is
/// known, a limit of time or memory only ends the search for a better turn.
pub(super) fn best(solver: &mut Solver, position: &Position, most: u64) -> Result<Advice, Failure> {
    let chosen = choose(position, solver.memory())?;
    let winner = chosen.judge.winner(solver.memory())?;
    let mut advice = Advice {
        winner,
        best: None,
        stopped: None,
        by: winner_by(solver, &chosen)?,
    };
    let most = match winner {
        Outcome::First => OPTIONS_ASIDE.min(most),
        Outcome::Second | Outcome::Draw => most,
    };
    let found = Study::of(solver, &chosen, 1);
    let found = found.and_then(|study| keep_best(solver, &study, most, &mut advice.best));
    advice.stopped = stopped(found)?;
    Ok(advice)
}

/// The limit that ended the work before it was done.
fn stopped(done: Result<(), Failure>) -> Result<Option<Limit>, Failure> {
    match done {
        Ok(()) => Ok(None),
        Err(failure) => failure.limit().map(Some).ok_or(failure),
    }
}

/// Finds the best turn, and before it some turn: that one, if a better one takes too long, or a faster win more memory than there
/// is.
fn keep_best(
    solver: &mut Solver,
    study: &Study,
    most: u64,
    best: &mut Option<Best>,
) -> Result<(), Failure> {
    *best = study.some(solver)?;
    match study.best(solver, most, |_| false) {
        // Another wins as well.
        Err(Failure::Limit(Limit::Memory { .. }, _)) if study.winner == Outcome::First => {}
        found => *best = found?,
    }
    Ok(())
}

/// The value of a position whose winner is known without it, where that does not take much more.
pub(super) fn value_aside(
    solver: &mut Solver,
    position: &Position,
) -> Result<Option<u64>, Failure> {
    for (game, pile) in position.piles() {
        let cells = game.cells(pile)?;
        if solver.piles().is_for_theorem(game.id, &cells) {
            return Ok(None);
        }
    }
    solver.aside_in_room(VALUE_ASIDE, |solver| solver.position_grundy(position))
}

/// The value, the winning turns and the best one.
fn moves(
    solver: &mut Solver,
    chosen: &Chosen,
    limit: usize,
    solution: &mut Solution,
) -> Result<(), Failure> {
    let position = chosen.position;
    let is_loopy = position.is_loopy();
    if !is_loopy && !needs_search(position) {
        solution.grundy = match chosen.judge.grundy() {
            None => value_aside(solver, position)?,
            value => value,
        };
    }
    let study = Study::of(solver, chosen, limit)?;
    let (winning, count) = study.winning_moves(solver, limit)?;
    solution.winning = winning;
    solution.winning_count = study.is_complete().then_some(count);
    solution.undecided = study.undecided();
    keep_best(solver, &study, OPTIONS_ASIDE, &mut solution.best)?;
    if is_loopy {
        match loopy_value(solver, position)? {
            LoopyValue::Number(value) => solution.grundy = Some(value),
            LoopyValue::Infinite(numbers) => solution.infinite = Some(numbers),
            LoopyValue::Unknown => {}
        }
    }
    Ok(())
}

/// The value of a position, where that takes little work and the last move wins.
pub(super) fn loopy_value(solver: &mut Solver, position: &Position) -> Result<LoopyValue, Failure> {
    if solver.is_plain() || position.is_misere() {
        return Ok(LoopyValue::Unknown);
    }
    let components = solver.positions().components(position)?;
    let Memory { loopy, values } = solver.memory();
    loopy.value(&components, &mut ASIDE.clone(), values)
}
