//! The method that decides a position, chosen once, and what it says.

use super::answer::{By, How};
use super::evidence::grundy_by;
use super::plays::{Play, Plays};
use crate::expr::position::{Position, Turn};
use crate::expr::value::Outcome;
use crate::solve::loopy::Found;
use crate::solve::positions::nodes::Id;
use crate::solve::theory::{Chosen, Entry};
use crate::solve::{Solver, needs_search, theory};
use crate::work::{Declined, Failure};

/// What decides a position.
pub(super) enum Method {
    /// The xor of the components' Grundy values.
    Xor,
    /// A theorem about whole positions.
    Theory(Chosen),
    /// A search over whole positions.
    Search,
    /// The theory of sums with loops, and retrograde analysis: who wins, and how that was found.
    Loopy(Outcome, Found),
}

/// A position with the method that decides it.
pub(super) struct Judge<'p> {
    pub(super) position: &'p Position,
    pub(super) method: Method,
    /// The theories that were asked before and do not apply, with the reasons.
    pub(super) declined: Vec<(&'static Entry, Declined)>,
}

impl<'p> Judge<'p> {
    /// Chooses the method for a position.
    pub(super) fn of(solver: &mut Solver, position: &'p Position) -> Result<Judge<'p>, Failure> {
        let mut declined = Vec::new();
        let method = if position.is_loopy() {
            refuse_engine(solver, position)?;
            let (loopy, values) = solver.loopy();
            let (winner, found) = loopy.winner(position, values)?;
            Method::Loopy(winner, found)
        } else if solver.is_plain() {
            Method::Search
        } else if !needs_search(position) {
            Method::Xor
        } else {
            let choice = theory::choose(position, solver.values())?;
            declined = choice.declined;
            choice.theory.map_or(Method::Search, Method::Theory)
        };
        Ok(Judge {
            position,
            method,
            declined,
        })
    }

    /// Who wins the position.
    pub(super) fn winner(&self, solver: &mut Solver) -> Result<Outcome, Failure> {
        Ok(match &self.method {
            Method::Xor => Outcome::decided(solver.position_outcome(self.position)?),
            Method::Theory((_, theory)) => Outcome::decided(theory.first_wins()),
            Method::Search => Outcome::decided(solver.position_outcome_by_search(self.position)?),
            Method::Loopy(winner, _) => *winner,
        })
    }

    /// Who wins what a turn leaves, told from the opponent, who is to move there; `None`: that is not known after a look at
    /// `effort` more positions, where plays may go on for ever. What is used of it is taken off.
    pub(super) fn after(
        &self,
        solver: &mut Solver,
        plays: &Plays,
        play: &Play,
        effort: &mut u64,
    ) -> Result<Option<Outcome>, Failure> {
        let misere = self.position.is_misere();
        let first_wins = match &self.method {
            Method::Loopy(..) => {
                let components = components_after(solver, plays, play)?;
                let (loopy, values) = solver.loopy();
                let found = loopy.outcome(&components, misere, effort, values)?;
                return Ok(found.map(|(outcome, _)| outcome));
            }
            Method::Search => {
                let whole = plays.whole(solver, play)?;
                solver.piles().wins(whole, misere)?
            }
            Method::Theory((_, theory)) => {
                let moved = (play.term, play.only_place());
                theory.after(moved, &play.becomes, solver.values())?
            }
            Method::Xor => {
                let left = plays.result(solver, play)?;
                solver.position_outcome(&left)?
            }
        };
        Ok(Some(Outcome::decided(first_wins)))
    }

    /// How the winner is known.
    pub(super) fn by(&self, solver: &mut Solver) -> Result<By, Failure> {
        let position = self.position;
        let (how, engine, detail) = match &self.method {
            Method::Loopy(_, found) => return Ok(found_by(solver, *found)),
            Method::Xor => match solver.values().won_term(position)? {
                Some((term, entry)) => (
                    How::Theorem,
                    entry.name,
                    format!(
                        "{term} is won by {}, and the nim-sum of the other terms is 0",
                        entry.words
                    ),
                ),
                None => return grundy_by(solver, position),
            },
            Method::Theory((entry, theory)) => (How::Theorem, entry.name, theory.premise()),
            Method::Search if solver.is_plain() => (
                How::Search,
                "plain",
                "by definition: a position is won where some option is lost".to_string(),
            ),
            Method::Search => (
                How::Search,
                "search",
                format!("search over whole positions: {}", reason(position)),
            ),
        };
        Ok(By {
            how,
            engine: engine.to_string(),
            detail,
        })
    }
}

/// Who wins a position.
pub(super) fn winner(solver: &mut Solver, position: &Position) -> Result<Outcome, Failure> {
    Judge::of(solver, position)?.winner(solver)
}

/// Refuses an engine that was asked for by name, where plays may go on for ever: none applies.
pub(super) fn refuse_engine(solver: &mut Solver, position: &Position) -> Result<(), Failure> {
    for term in position.terms.iter().filter(|term| term.game.loopy) {
        // Every engine declines.
        let _ = solver.piles().heap(term.game.id)?;
    }
    Ok(())
}

/// How an outcome is known where plays may go on for ever.
pub(super) fn found_by(solver: &Solver, found: Found) -> By {
    let (how, engine, detail) = match found {
        Found::Values => (
            How::Theorem,
            "loopy values",
            "the values of the components, by the theory of sums with loops (Smith 1966)",
        ),
        Found::Complete => (
            How::Search,
            "retrograde",
            "retrograde analysis of all positions that can be reached",
        ),
        Found::Bounded => (
            How::Search,
            "retrograde",
            "retrograde analysis; the positions that were not looked at cannot change the answer",
        ),
    };
    By {
        how,
        engine: if solver.is_plain() { "plain" } else { engine }.to_string(),
        detail: detail.to_string(),
    }
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

/// Why a search is needed.
fn reason(position: &Position) -> String {
    if position.is_misere() {
        return "in misère play the xor of Grundy values does not decide".to_string();
    }
    let mut terms = position.terms.iter();
    match terms.find(|term| term.game.turn != Turn::One) {
        Some(term) => format!(
            "a turn of {} moves in {}",
            term.game.label,
            term.game.turn.in_words()
        ),
        None => "asked for".to_string(),
    }
}
