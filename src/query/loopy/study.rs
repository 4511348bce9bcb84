//! The turns of a position whose plays may go on for ever, and who wins after each.

use hashbrown::HashSet;

use super::undecided;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::answer::{Best, MoveTo};
use crate::query::plays::{Play, Plays};
use crate::solve::loopy::{ASIDE, Found};
use crate::solve::nodes::Id;
use crate::solve::{Solver, Trouble};

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
    /// Who wins a position and, as far as that is found by a look at `effort` more positions, after each turn.
    pub(super) fn of(
        solver: &mut Solver,
        position: &Position,
        mut effort: u64,
    ) -> Result<Study, Trouble> {
        let (winner, found) = solver.loopy_winner(position)?;
        let plays = Plays::of(solver, position)?;
        let misere = position.is_misere();
        if found == Found::Values && plays.list.len() <= MOST_MEASURED {
            // A small play is searched all the same, for its length.
            let components = solver.components(position)?;
            solver.loopy_search(&components, misere, ASIDE)?;
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
    pub(super) fn refuse_undecided(&self) -> Result<(), Trouble> {
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
    ) -> Result<(Vec<MoveTo>, u64), Trouble> {
        self.told(solver, Outcome::Second, limit)
    }

    /// The turns that leave the opponent an outcome in words, each different position once, at most `limit`; and how many
    /// there are.
    pub(super) fn told(
        &self,
        solver: &mut Solver,
        outcome: Outcome,
        limit: usize,
    ) -> Result<(Vec<MoveTo>, u64), Trouble> {
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
    ) -> Result<Option<Best>, Trouble> {
        let play = match self.winner {
            Outcome::First => self.fastest(solver)?,
            Outcome::Second => self.slowest(solver)?,
            Outcome::Draw => {
                let drawing = self.leaving(Outcome::Draw);
                let mut chosen = drawing.first().copied();
                for play in drawing {
                    if was_before(&self.plays.result(solver, play)?) {
                        chosen = Some(play);
                        break;
                    }
                }
                chosen
            }
        };
        let Some(play) = play else { return Ok(None) };
        let components = solver.components(&self.position)?;
        let length = solver.loopy_length(&components, self.position.is_misere())?;
        Ok(Some(Best {
            play: self.plays.tell(solver, play)?,
            wins: self.winner == Outcome::First,
            length: length
                .filter(|length| length.is_exact)
                .map(|length| length.moves),
        }))
    }

    /// The winning turn after which the play is known to end soonest. Where no length is known, the one that goes back
    /// furthest in the order in which the values were found: so every play ends.
    fn fastest(&self, solver: &mut Solver) -> Result<Option<&Play>, Trouble> {
        let mut best: Option<((u32, Vec<u32>), &Play)> = None;
        for play in self.leaving(Outcome::Second) {
            let components = components_after(solver, &self.plays, play)?;
            let key = match solver.loopy_length(&components, self.position.is_misere())? {
                Some(length) => (length.moves, Vec::new()),
                None => (u32::MAX, solver.loopy_times(&components)?),
            };
            if best.as_ref().is_none_or(|(known, _)| key < *known) {
                best = Some((key, play));
            }
        }
        Ok(best.map(|(_, play)| play))
    }

    /// The turn after which the play lasts longest, where that is known of all; else the first one.
    fn slowest(&self, solver: &mut Solver) -> Result<Option<&Play>, Trouble> {
        let mut best: Option<(u32, &Play)> = None;
        for play in &self.plays.list {
            let components = components_after(solver, &self.plays, play)?;
            let Some(length) = solver.loopy_length(&components, self.position.is_misere())? else {
                return Ok(self.plays.list.first());
            };
            if best.is_none_or(|(known, _)| length.moves > known) {
                best = Some((length.moves, play));
            }
        }
        // A player who has lost before moving has no turn.
        Ok(best.map(|(_, play)| play))
    }
}

/// The components of the position after a turn.
pub(super) fn components_after(
    solver: &mut Solver,
    plays: &Plays,
    play: &Play,
) -> Result<Vec<Id>, Trouble> {
    let mut components = plays.rest(solver, play)?;
    components.extend(play.becomes.iter().copied());
    Ok(components)
}
