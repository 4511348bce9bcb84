//! The turns of a position whose plays may go on for ever, and who wins after each.

use hashbrown::HashSet;

use super::undecided;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::answer::{Best, MoveTo};
use crate::query::plays::{Play, Plays};
use crate::solve::Solver;
use crate::solve::loopy::Found;
use crate::solve::positions::nodes::Id;
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// With more turns than this how long the play lasts is not looked for.
const MOST_MEASURED: usize = 1 << 13;

/// The turns of a position with what they lead to.
pub(super) struct Study {
    position: Position,
    pub(super) plays: Plays,
    pub(super) winner: Outcome,
    pub(super) found: Found,
    /// For each turn who wins what it leaves, told from the opponent, who is to move there; `None`: that is not known.
    pub(super) after: Vec<Option<Outcome>>,
}

impl Study {
    /// Who wins a position and, as far as that is found by a look at `effort` more positions, after each turn. For how long
    /// the play lasts `measuring` more are looked at; what is used of them is taken off.
    pub(super) fn of(
        solver: &mut Solver,
        position: &Position,
        mut effort: u64,
        measuring: &mut u64,
    ) -> Result<Study, Failure> {
        let (winner, found) = solver.loopy_winner(position)?;
        let plays = Plays::of(solver, position)?;
        let misere = position.is_misere();
        if winner != Outcome::Draw && plays.list.len() <= MOST_MEASURED {
            let components = solver.positions.components(position)?;
            solver.loopy_search(&components, misere, measuring)?;
        }
        let mut after = Vec::with_capacity(plays.list.len());
        for play in &plays.list {
            let components = components_after(solver, &plays, play)?;
            let outcome = solver.loopy_outcome(&components, misere, &mut effort)?;
            after.push(outcome.map(|(outcome, _)| outcome));
        }
        Ok(Study {
            position: position.clone(),
            plays,
            winner,
            found,
            after,
        })
    }

    /// The turns that leave the opponent this outcome.
    pub(super) fn leaving(&self, outcome: Outcome) -> Vec<&Play> {
        self.plays
            .list
            .iter()
            .zip(&self.after)
            .filter(|(_, after)| **after == Some(outcome))
            .map(|(play, _)| play)
            .collect()
    }

    /// How many turns lead where nothing is certain.
    pub(super) fn undecided(&self) -> u64 {
        self.after.iter().filter(|after| after.is_none()).count() as u64
    }

    /// Complains where it is not known after every turn who wins.
    pub(super) fn refuse_undecided(&self) -> Result<(), Failure> {
        match self.undecided() {
            0 => Ok(()),
            count => Err(undecided(&self.position, count).into()),
        }
    }

    /// The winning turns in words, each different position once, at most `limit`; and how many there are.
    pub(super) fn winning_moves(
        &self,
        solver: &mut Solver,
        limit: usize,
    ) -> Result<(Vec<MoveTo>, u64), Failure> {
        self.told(solver, Outcome::Second, limit)
    }

    /// The turns that leave the opponent an outcome in words, each different position once, at most `limit`; and how many
    /// there are.
    pub(super) fn told(
        &self,
        solver: &mut Solver,
        outcome: Outcome,
        limit: usize,
    ) -> Result<(Vec<MoveTo>, u64), Failure> {
        let mut seen = HashSet::new();
        let mut moves = Vec::new();
        for play in self.leaving(outcome) {
            let to = self.plays.result(solver, play)?;
            if seen.insert(to) && moves.len() < limit {
                moves.push(self.plays.tell(solver, play)?);
            }
        }
        Ok((moves, seen.len() as u64))
    }

    /// The best turn: the fastest win, one that keeps the draw, or the longest resistance. Among those that keep a draw one is
    /// preferred that leads where the play was before.
    pub(super) fn best(
        &self,
        solver: &mut Solver,
        was_before: impl Fn(&Position) -> bool,
    ) -> Result<Option<Best>, Failure> {
        let (play, left) = match self.winner {
            Outcome::Draw => (self.drawing(solver, was_before)?, None),
            Outcome::First | Outcome::Second => self.decided(solver)?.unzip(),
        };
        let Some(play) = play else {
            return match self.plays.list.is_empty() {
                true => Ok(None),
                false => Err(Diagnostic::internal(format!(
                    "the winner of {} is known, and no turn of his",
                    self.position
                ))
                .into()),
            };
        };
        let components = solver.positions.components(&self.position)?;
        let length = solver.loopy_length(&components, self.position.is_misere())?;
        let length = length.filter(|length| length.is_exact);
        Ok(Some(Best {
            play: self.plays.tell(solver, play)?,
            wins: self.winner == Outcome::First,
            length: length
                .map(|length| length.moves)
                .filter(|moves| left == moves.checked_sub(1).map(Left::Moves)),
        }))
    }

    /// Some turn that keeps what the player has, without how long the play then lasts.
    pub(super) fn some(&self, solver: &mut Solver) -> Result<Option<Best>, Failure> {
        let play = match self.winner {
            Outcome::First => self.leaving(Outcome::Second).first().copied(),
            Outcome::Draw => self.leaving(Outcome::Draw).first().copied(),
            Outcome::Second => self.plays.list.first(),
        };
        let Some(play) = play else { return Ok(None) };
        Ok(Some(Best {
            play: self.plays.tell(solver, play)?,
            wins: self.winner == Outcome::First,
            length: None,
        }))
    }

    /// A turn that keeps the draw.
    fn drawing(
        &self,
        solver: &mut Solver,
        was_before: impl Fn(&Position) -> bool,
    ) -> Result<Option<&Play>, Failure> {
        let drawing = self.leaving(Outcome::Draw);
        for play in &drawing {
            if was_before(&self.plays.result(solver, play)?) {
                return Ok(Some(play));
            }
        }
        Ok(drawing.first().copied())
    }

    /// The turn of a won position after which least is left of the play, or of a lost one after which most is. A player who
    /// has won or lost before moving has no turn.
    fn decided(&self, solver: &mut Solver) -> Result<Option<(&Play, Left)>, Failure> {
        let wins = self.winner == Outcome::First;
        let candidates = match wins {
            true => self.leaving(Outcome::Second),
            false => self.plays.list.iter().collect(),
        };
        let mut best: Option<(&Play, Left)> = None;
        for play in candidates {
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
    fn left(&self, solver: &mut Solver, play: &Play) -> Result<Left, Failure> {
        let components = components_after(solver, &self.plays, play)?;
        Ok(
            match solver.loopy_length(&components, self.position.is_misere())? {
                Some(length) => Left::Moves(length.moves),
                None => Left::Unknown(solver.loopy_times(&components)?),
            },
        )
    }
}

/// How long a decided play lasts after a turn, in this order: the winner takes the least of it and the loser the greatest. So
/// the winner takes an unknown length only where no win of a known one is there, and the loser prefers it to any known one.
///
/// Won plays end. From a known length the winner comes to a lesser one: all turns of the loser have known lengths again,
/// which are less, since the search that found it looked at them. From an unknown one he goes back in the order in which
/// the values were found.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    /// So many moves at most, as far as the search went.
    Moves(u32),
    /// It is not known; the times at which the components were given their values, the latest first.
    Unknown(Vec<u32>),
}

/// The components of the position after a turn.
pub(super) fn components_after(
    solver: &mut Solver,
    plays: &Plays,
    play: &Play,
) -> Result<Vec<Id>, Failure> {
    let mut components = plays.rest(solver, play)?;
    components.extend(play.becomes.iter().copied());
    Ok(components)
}
