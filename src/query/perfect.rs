//! Perfect play: winning turns, the best turn, and lines to the end.

use hashbrown::HashSet;

use super::answer::{Best, Line, MoveTo, Step};
use super::how::Way;
use super::plays::{Play, Plays};
use super::read::read_off;
use crate::expr::position::Position;
use crate::expr::value::{Outcome, Value};
use crate::solve::Solver;
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::work::{Failure, Limit};

/// How many options of whole positions are looked at for the length of a game that is not asked for.
const ASIDE: u64 = 400_000;

/// How many are looked at where the length decides the answer.
const IN_EARNEST: u64 = 40_000_000;

/// The turns of a position with what they lead to.
pub(super) struct Study {
    pub(super) plays: Plays,
    /// The turns that leave the opponent lost, by number.
    pub(super) winning: Vec<usize>,
    pub(super) first_wins: bool,
    /// Whether there are no other winning turns.
    pub(super) is_complete: bool,
    /// Whether the turns of which the best one is chosen are all there, and so few that their lengths may be found.
    pub(super) is_measurable: bool,
    /// Whether every turn leads to a position of its own.
    pub(super) is_distinct: bool,
}

impl Study {
    /// Finds the winning turns: all of them, or at least as many as are wanted.
    pub(super) fn of(
        solver: &mut Solver,
        position: &Position,
        way: Way,
        wanted: usize,
    ) -> Result<Study, Failure> {
        match way {
            Way::Xor => Study::by_values(solver, position, wanted),
            Way::Theory | Way::Search => Study::listed(solver, position, way),
        }
    }

    /// Looks at each turn.
    pub(super) fn listed(
        solver: &mut Solver,
        position: &Position,
        way: Way,
    ) -> Result<Study, Failure> {
        let plays = Plays::of(solver, position)?;
        let mut winning = Vec::new();
        if way != Way::Search {
            for (number, play) in plays.list.iter().enumerate() {
                solver.machine.budget.step()?;
                // The premise holds for all piles that can be reached, so also for those that are left.
                let left = plays.result(solver, play)?;
                if !solver.position_outcome(&left)? {
                    winning.push(number);
                }
            }
        } else {
            // What is found on the way to the outcome serves the options.
            solver.position_outcome_by_search(position)?;
            for (number, play) in plays.list.iter().enumerate() {
                solver.machine.budget.step()?;
                let whole = plays.whole(solver, play)?;
                if !solver.first_wins(whole, position.is_misere())? {
                    winning.push(number);
                }
            }
        }
        let first_wins = !winning.is_empty() || (plays.list.is_empty() && position.is_misere());
        Ok(Study {
            plays,
            winning,
            first_wins,
            is_complete: true,
            is_measurable: true,
            is_distinct: false,
        })
    }

    /// The winning turns in words, each different position once, at most `limit`; and how many there are.
    pub(super) fn winning_moves(
        &self,
        solver: &mut Solver,
        limit: usize,
    ) -> Result<(Vec<MoveTo>, u64), Failure> {
        let mut seen = HashSet::new();
        let mut moves = Vec::new();
        let piles = self.plays.position.terms.iter();
        let piles: usize = piles.map(|term| term.piles.len()).sum();
        let each = 256 + (piles * 3 * size_of::<Value>()) as u64;
        for number in &self.winning {
            let Some(play) = self.plays.list.get(*number) else {
                continue;
            };
            if self.is_distinct && moves.len() == limit {
                break;
            }
            solver.machine.budget.step()?;
            let is_new = self.is_distinct || seen.insert(self.plays.result(solver, play)?);
            if is_new && moves.len() < limit {
                moves.push(self.plays.tell(solver, play)?);
            }
            let kept = moves.len().max(seen.len()) as u64;
            solver.machine.budget.need(each.saturating_mul(kept))?;
        }
        let count = match self.is_distinct {
            true => self.winning.len(),
            false => seen.len(),
        };
        Ok((moves, count as u64))
    }

    /// A winning turn in the pile of this number, counted over all terms.
    pub(super) fn winning_move_in(
        &self,
        solver: &mut Solver,
        number: usize,
    ) -> Result<Option<MoveTo>, Failure> {
        let counts = self.plays.position.terms.iter();
        let starts: Vec<usize> = counts
            .scan(0, |start, term| {
                Some(std::mem::replace(start, *start + term.piles.len()))
            })
            .collect();
        let play = self.winning.iter().find_map(|winning| {
            let play = self.plays.list.get(*winning)?;
            let place = starts.get(play.term)? + play.only_place()?;
            (place == number).then_some(play)
        });
        play.map(|play| self.plays.tell(solver, play)).transpose()
    }

    /// The best turn: a winning one, the fastest where that is quickly found; else the one that holds out longest.
    ///
    /// In earnest, a length that cannot be found is an error; else some turn is given, without a length.
    pub(super) fn best(
        &self,
        solver: &mut Solver,
        position: &Position,
        in_earnest: bool,
    ) -> Result<Option<Best>, Failure> {
        let wins = !self.winning.is_empty();
        if !self.is_measurable {
            if in_earnest && !wins {
                return Err(too_wide(position).into());
            }
            return self.some(solver);
        }
        let candidates: Vec<&Play> = self.candidates().collect();
        let limit = if in_earnest && !wins {
            IN_EARNEST
        } else {
            ASIDE
        };
        let measured = self.measure(solver, position, &candidates, wins, limit);
        let (play, length) = match measured {
            Ok(Some((number, length))) => (candidates.get(number), Some(length)),
            Ok(None) => return Ok(None),
            Err(Failure::Limit(Limit::Options(_), _)) if wins || !in_earnest => {
                return self.some(solver);
            }
            Err(failure) => return Err(failure),
        };
        let Some(play) = play else { return Ok(None) };
        Ok(Some(Best {
            play: self.plays.tell(solver, play)?,
            wins,
            length,
        }))
    }

    /// Some turn of those among which the best one is, without its length.
    pub(super) fn some(&self, solver: &mut Solver) -> Result<Option<Best>, Failure> {
        let number = match self.winning.is_empty() {
            // Neither the least nor the greatest amount: so a line of such turns has an end in sight.
            true => self.plays.list.len() / 2,
            false => 0,
        };
        let Some(play) = self.candidates().nth(number) else {
            return Ok(None);
        };
        Ok(Some(Best {
            play: self.plays.tell(solver, play)?,
            wins: !self.winning.is_empty(),
            length: None,
        }))
    }

    /// The winning turns, or all where none wins.
    fn candidates(&self) -> impl Iterator<Item = &Play> {
        let lost = self.plays.list.iter();
        let lost = lost.filter(|_| self.winning.is_empty());
        let winning = self.winning.iter();
        winning
            .filter_map(|number| self.plays.list.get(*number))
            .chain(lost)
    }

    /// The candidate with the shortest win or the longest loss, and how long the game then lasts from here.
    fn measure(
        &self,
        solver: &mut Solver,
        position: &Position,
        candidates: &[&Play],
        wins: bool,
        limit: u64,
    ) -> Result<Option<(usize, u32)>, Failure> {
        solver.limit_search(limit);
        let result = (|| {
            let mut best: Option<(usize, u32)> = None;
            for (number, play) in candidates.iter().enumerate() {
                solver.machine.budget.step()?;
                let whole = self.plays.whole(solver, play)?;
                let (_, length) = solver.remoteness(whole, position.is_misere())?;
                let length = length + 1;
                let better = match best {
                    None => true,
                    Some((_, known)) if wins => length < known,
                    Some((_, known)) => length > known,
                };
                if better {
                    best = Some((number, length));
                }
            }
            Ok(best)
        })();
        solver.limit_search(u64::MAX);
        result
    }
}

/// The complaint that a best turn cannot be found, since there are too many.
pub(super) fn too_wide(position: &Position) -> Diagnostic {
    Diagnostic::error(
        "too_many_options",
        format!("{position} has too many options to look at each"),
    )
    .help("`winner` and `grundy` answer for it; `solve` shows the winning moves it finds")
    .cause(Cause::Limit)
}

/// After a length that was not found at most so many positions of a line are passed without a search for one.
const MOST_SKIPPED: u32 = 31;

/// A line of perfect play to the end.
pub(super) fn line(
    solver: &mut Solver,
    position: &Position,
    way: Way,
) -> Result<LineFound, Failure> {
    let mut now = position.clone();
    let mut steps = Vec::new();
    let mut is_perfect = true;
    let mut first_wins = None;
    let mut by_first = true;
    let mut bytes = 0;
    // Where no length was found, none is looked for in some of the next positions.
    let (mut skip, mut skipped) = (0, 0);
    loop {
        solver.machine.budget.look()?;
        let (wins, best) = match read_off(solver, &now, way, 1)? {
            Some(read) => (read.first_wins, read.best),
            None => {
                let study = Study::of(solver, &now, way, 1)?;
                let best = match skipped < skip {
                    true => study.some(solver)?,
                    false => study.best(solver, &now, false)?,
                };
                let is_measured = best.as_ref().is_none_or(|best| best.length.is_some());
                (skip, skipped) = match (is_measured, skipped < skip) {
                    (true, _) => (0, 0),
                    (false, true) => (skip, skipped + 1),
                    (false, false) => ((2 * skip + 1).min(MOST_SKIPPED), 0),
                };
                (study.first_wins, best)
            }
        };
        first_wins.get_or_insert(wins);
        let Some(best) = best else {
            break;
        };
        is_perfect &= best.length.is_some();
        let piles = best.play.to.terms.iter();
        let piles: usize = piles.map(|term| 4 + term.piles.len()).sum();
        bytes += 512 + (2 * piles * size_of::<Value>()) as u64;
        solver.machine.budget.need(bytes)?;
        now = best.play.to.clone();
        steps.push(Step {
            by_first,
            play: best.play,
        });
        by_first = !by_first;
    }
    Ok(LineFound {
        steps,
        first_wins: first_wins.unwrap_or(false),
        is_perfect,
    })
}

/// What [`line`] found.
pub(super) struct LineFound {
    steps: Vec<Step>,
    first_wins: bool,
    is_perfect: bool,
}

impl LineFound {
    /// The answer.
    pub(super) fn into_line(self, start: &Position, by: super::answer::By) -> Line {
        Line {
            start: start.clone(),
            steps: self.steps,
            winner: Outcome::decided(self.first_wins),
            repeats: None,
            is_perfect: self.is_perfect,
            by,
        }
    }
}
