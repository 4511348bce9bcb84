//! Perfect play: winning turns, the best turn, and lines to the end.

use hashbrown::HashSet;

use super::answer::{Best, Line, MoveTo, Step};
use super::how::Way;
use super::plays::{Play, Plays, options_about};
use super::read::read_off;
use crate::expr::position::{Position, Term};
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
    /// Whether the turns of which the best one is chosen may be so few that their lengths are found.
    pub(super) is_measurable: bool,
    /// Whether the plays are all turns; else they are the winning ones that were found, or some turn of a lost position.
    pub(super) is_listed: bool,
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
        // They are kept while more is looked for.
        let beside = solver.positions.machine.budget.beside(plays.bytes);
        let before = std::mem::replace(&mut solver.positions.machine.budget, beside);
        let winning = plays.winning(solver, way);
        solver.positions.machine.budget = before;
        let winning = winning?;
        let first_wins = !winning.is_empty() || (plays.list.is_empty() && position.is_misere());
        Ok(Study {
            plays,
            winning,
            first_wins,
            is_complete: true,
            is_measurable: true,
            is_listed: true,
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
        let each = bytes_of_a_move(&self.plays.position);
        if self.is_distinct {
            let most = self.winning.len().min(limit) as u64;
            solver
                .positions
                .machine
                .budget
                .need(each.saturating_mul(most))?;
        }
        for number in &self.winning {
            let play = &self.plays.list[*number];
            if self.is_distinct && moves.len() == limit {
                break;
            }
            solver.positions.machine.budget.step()?;
            let is_new = self.is_distinct || seen.insert(self.plays.result(solver, play)?);
            if is_new && moves.len() < limit {
                moves.push(self.plays.tell(solver, play)?);
            }
            let kept = (moves.len() + seen.len()) as u64;
            solver
                .positions
                .machine
                .budget
                .need(each.saturating_mul(kept))?;
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
            let play = &self.plays.list[*winning];
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
        let all = match wins || self.is_listed {
            true => None,
            false => match Plays::at_most(solver, position, FEW)? {
                Some(all) => Some(all),
                None if in_earnest => return Err(too_wide(position).into()),
                None => return self.some(solver),
            },
        };
        let plays = all.as_ref().unwrap_or(&self.plays);
        let candidates: Vec<&Play> = match wins {
            true => self.candidates().collect(),
            false => plays.list.iter().collect(),
        };
        let limit = if in_earnest && !wins {
            IN_EARNEST
        } else {
            ASIDE
        };
        let measured = measure(solver, plays, &candidates, wins, limit);
        let (play, length) = match measured {
            Ok(Some((number, length))) => (candidates[number], Some(length)),
            Ok(None) => return Ok(None),
            Err(Failure::Limit(Limit::Options(_), _)) if wins || !in_earnest => {
                return self.some(solver);
            }
            Err(failure) => return Err(failure),
        };
        Ok(Some(Best {
            play: plays.tell(solver, play)?,
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
        winning.map(|number| &self.plays.list[*number]).chain(lost)
    }
}

/// The candidate with the shortest win or the longest loss, and how long the game then lasts from here.
fn measure(
    solver: &mut Solver,
    plays: &Plays,
    candidates: &[&Play],
    wins: bool,
    limit: u64,
) -> Result<Option<(usize, u32)>, Failure> {
    solver.limit_search(limit);
    let result = (|| {
        let mut best: Option<(usize, u32)> = None;
        for (number, play) in candidates.iter().enumerate() {
            solver.positions.machine.budget.step()?;
            let whole = plays.whole(solver, play)?;
            let (_, length) = solver.remoteness(whole, plays.position.is_misere())?;
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

/// About how many bytes a move that leads to a position like this one takes.
fn bytes_of_a_move(position: &Position) -> u64 {
    let terms = position.terms.len() * (size_of::<Term>() + 24);
    let piles = position.terms.iter().map(|term| term.piles.len());
    (256 + terms + piles.sum::<usize>() * size_of::<Value>()) as u64
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

/// With more options than this a lost sum is not played to its end.
pub(super) const FEW: usize = 20_000;

/// After a length that was not found none is looked for until the piles have half the options, or so many positions of a
/// line are passed.
const MOST_SKIPPED: u32 = 1023;

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
    let (mut skip, mut skipped, mut failed_at) = (0, 0, 0);
    loop {
        solver.positions.machine.budget.look()?;
        let (wins, best) = match read_off(solver, &now, way, 1)? {
            Some(read) => (read.first_wins, read.best),
            None => {
                let study = Study::of(solver, &now, way, 1)?;
                let about = options_about(solver, &now)?;
                let is_due = skipped >= skip || about < failed_at / 2;
                let best = match is_due {
                    true => study.best(solver, &now, false)?,
                    false => study.some(solver)?,
                };
                skipped += 1;
                if best.as_ref().is_none_or(|best| best.length.is_some()) {
                    (skip, failed_at) = (0, 0);
                } else if is_due && study.is_measurable {
                    (skip, skipped, failed_at) = ((2 * skip + 1).min(MOST_SKIPPED), 0, about);
                }
                (study.first_wins, best)
            }
        };
        first_wins.get_or_insert(wins);
        let Some(best) = best else {
            break;
        };
        is_perfect &= best.length.is_some();
        bytes += 2 * bytes_of_a_move(&best.play.to);
        solver.positions.machine.budget.need(bytes)?;
        now = best.play.to.clone();
        steps.push(Step {
            by_first,
            play: best.play,
        });
        by_first = !by_first;
    }
    Ok(LineFound {
        steps,
        first_wins: first_wins.expect("the first position was looked at"),
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
