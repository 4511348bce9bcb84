//! The legal moves of a position one by one, and those that a few words about them mean.
//!
//! Where a turn moves in several piles, or a pile is large, there are too many moves for a list. Then each pile knows its own
//! moves, and a turn is put together from them.

mod fitting;

use std::sync::Arc;

use self::fitting::Large;
use super::answer::MoveTo;
use super::pile_plays::PilePlays;
use super::plays::{Choices, PileChoice, Play, Plays};
use crate::expr::position::{Game, Position, Stamp, Term, Turn};
use crate::expr::value::Value;
use crate::moves::taking::recognise;
use crate::query::session::{About, Session};
use crate::solve::Solver;
use crate::solve::method::told::turn_count;
use crate::text::certain::Certain;
use crate::text::diagnostic::{Cause, Diagnostic, Report};
use crate::work::Failure;

/// More turns in several piles are not listed.
const MOST_LISTED: f64 = 20_000.0;

/// The legal moves of a position.
pub struct Turns {
    /// The solver that numbered the piles.
    solver: Arc<Stamp>,
    plays: Plays,
    /// All piles, in the order in which they are shown.
    piles: Vec<TurnsIn>,
    /// Whether every move, each different result once, is in the list of the plays.
    is_listed: bool,
    is_over: bool,
}

impl std::fmt::Debug for Turns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turns")
            .field("is_listed", &self.is_listed)
            .field("is_over", &self.is_over)
            .finish_non_exhaustive()
    }
}

/// A pile of the position.
struct TurnsIn {
    /// Its term, and its place there.
    term: usize,
    place: usize,
    /// Its moves, where they are not among the plays.
    large: Option<Large>,
}

/// What is said of a move in one pile. What is not said may be anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The number of the pile, from 0, over all terms.
    pub pile: usize,
    /// How many are taken.
    pub taken: Option<i64>,
    /// The piles that it becomes, in any order.
    pub left: Option<Vec<Value>>,
}

impl Turns {
    /// The moves of a position; those in several piles are listed where there are no more than `most`.
    fn of(solver: &mut Solver, position: &Position, most: f64) -> Result<Turns, Failure> {
        let mut piles = Vec::new();
        for (term, home) in position.terms.iter().enumerate() {
            let families = match home.game.shape.as_heap().is_some() && !home.game.alike {
                true => recognise(&solver.positions().transitions(home.game.id)?.game)
                    .unwrap_or_default(),
                false => Vec::new(),
            };
            for (place, pile) in home.piles.iter().enumerate() {
                let size = pile.as_int().and_then(|size| u64::try_from(size).ok());
                let large = match size {
                    Some(size) => Large::new(solver, home.game.id, size, &families, most)?,
                    None => None,
                };
                piles.push(TurnsIn { term, place, large });
            }
        }
        let is_listed = piles.iter().all(|pile| pile.large.is_none())
            && (position.moves_in_one()
                || position.terms.iter().any(|term| term.game.alike)
                || turn_count(position, solver.piles())? <= most);
        let mut turns = Turns {
            solver: Arc::clone(solver.id()),
            plays: match is_listed {
                true => Plays::of(solver, position)?,
                false => Plays::unlisted(solver, position),
            },
            piles,
            is_listed,
            is_over: false,
        };
        if is_listed {
            turns.is_over = turns.plays.list.is_empty();
            return Ok(turns);
        }
        for pile in turns.piles.iter().filter(|pile| pile.large.is_none()) {
            turns.plays.pile_at(solver, pile.term, pile.place)?;
        }
        turns.is_over = (0..position.terms.len()).all(|term| turns.counts(term).is_empty());
        Ok(turns)
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.plays.position
    }

    /// How many moves there are; `None`: too many for a list.
    pub fn count(&self) -> Option<usize> {
        self.is_listed.then_some(self.plays.list.len())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// All piles with their games, in the order in which they are shown.
    #[doc(hidden)]
    pub fn piles(&self) -> impl Iterator<Item = (&Arc<Game>, &Value)> {
        self.plays.position.piles()
    }

    /// The amounts that may be taken from a pile, as runs from one number to another, ascending. Moves that are no `take` have
    /// none; a pile with very many moves may have more than are told.
    #[doc(hidden)]
    pub fn amounts(&self, pile: usize) -> Vec<(i64, i64)> {
        let Some(pile) = self.piles.get(pile) else {
            return Vec::new();
        };
        if let Some(large) = &pile.large {
            return large.amounts();
        }
        let options = self.options(pile);
        let numbers = options.different.iter();
        let amounts = numbers.filter_map(|(number, _)| options.taken(*number));
        joined(amounts.map(|amount| (amount, amount)).collect())
    }

    /// The options of a pile that is not large.
    fn options(&self, pile: &TurnsIn) -> &PilePlays {
        self.plays.known_pile(pile.term, pile.place)
    }

    fn term(&self, number: usize) -> &Term {
        &self.plays.position.terms[number]
    }

    /// The piles of a term in which a move can be made.
    fn movable(&self, term: usize) -> Vec<&TurnsIn> {
        let of_term = self.piles.iter().filter(|pile| pile.term == term);
        let movable = of_term.filter(|pile| match &pile.large {
            Some(large) => large.can_move(),
            None => !self.options(pile).different.is_empty(),
        });
        movable.collect()
    }

    /// In how many piles of a term a turn may move.
    fn counts(&self, term: usize) -> Vec<usize> {
        let home = self.term(term);
        let movable = self.movable(term).len();
        match home.game.turn {
            Turn::AllOrNone if movable < home.piles.len() => Vec::new(),
            Turn::All | Turn::AllOrNone => (movable > 0).then_some(movable).into_iter().collect(),
            Turn::One | Turn::Counts(_) => (1..=movable)
                .filter(|count| home.game.turn.allows(*count as u64))
                .collect(),
        }
    }

    /// A move by chance, where there is no list and the game is not over; `below` gives a number below another. Moves that
    /// must be alike are listed, so that any moves in as many piles as a turn allows are a turn.
    fn random(&self, below: &mut dyn FnMut(u64) -> u64) -> Play {
        let terms: Vec<usize> = (0..self.plays.position.terms.len())
            .filter(|term| !self.counts(*term).is_empty())
            .collect();
        let term = *any_of(&terms, below);
        let count = *any_of(&self.counts(term), below);
        let mut piles = self.movable(term);
        let mut choices = Choices::new();
        for _ in 0..count {
            let pile = piles.swap_remove(below(piles.len() as u64) as usize);
            let choice = match &pile.large {
                Some(large) => large.any(below).certain("the pile can be moved in"),
                None => PileChoice::Option(any_of(&self.options(pile).different, below).0),
            };
            choices.push((pile.place, choice));
        }
        choices.sort_unstable_by_key(|(place, _)| *place);
        Play::of(term, choices)
    }
}

/// One of a list by chance.
fn any_of<'a, T>(list: &'a [T], below: &mut dyn FnMut(u64) -> u64) -> &'a T {
    &list[below(list.len() as u64) as usize]
}

/// Runs of numbers in ascending order, those that touch as one.
fn joined(mut runs: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    runs.sort_unstable();
    let mut joined: Vec<(i64, i64)> = Vec::new();
    for (first, last) in runs {
        match joined.last_mut() {
            Some(run) if first <= run.1.saturating_add(1) => run.1 = run.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    joined
}

impl About for Turns {
    /// Another session knows the piles by other numbers.
    fn check(&self, session: &Session) -> Result<(), Report> {
        if self.solver == *session.solver.id() {
            return Ok(());
        }
        let error = Diagnostic::error(
            "foreign_moves",
            "these moves were listed by another session",
        )
        .help("list the moves of the position again")
        .cause(Cause::Foreign);
        Err(session.book.report(vec![error]))
    }
}

impl Session {
    /// The legal moves of a position.
    pub fn turns(&mut self, position: &Position) -> Result<Turns, Report> {
        self.ask(position, |solver| Turns::of(solver, position, MOST_LISTED))
    }

    /// A move by its number in the list, from 0; `None` where there is no such move, or no list.
    pub fn turn(&mut self, turns: &Turns, number: usize) -> Result<Option<MoveTo>, Report> {
        self.ask(turns, |solver| {
            let play = turns.plays.list.get(number);
            play.map(|play| turns.plays.tell(solver, play)).transpose()
        })
    }

    /// A move by chance; `None`: the game is over. `below` gives a number below another.
    pub fn any_turn(
        &mut self,
        turns: &Turns,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Option<MoveTo>, Report> {
        if let Some(count) = turns.count() {
            return self.turn(turns, below(count as u64) as usize);
        }
        if turns.is_over() {
            return Ok(None);
        }
        self.ask(turns, |solver| {
            let play = turns.random(below);
            turns.plays.tell(solver, &play).map(Some)
        })
    }

    /// The move that leads to a position; `None` where none does. Finished piles may be left out of the position.
    pub fn turn_to(&mut self, turns: &Turns, to: &Position) -> Result<Option<MoveTo>, Report> {
        to.check(self)?;
        self.ask(turns, |solver| match turns.is_listed {
            true => fitting::in_list(solver, &turns.plays, to),
            false => fitting::by_change(solver, turns, to),
        })
    }

    /// The different moves that fit what is said of them, at most `limit`.
    #[doc(hidden)]
    pub fn meant(
        &mut self,
        turns: &Turns,
        wishes: &[Wish],
        limit: usize,
    ) -> Result<Vec<MoveTo>, Report> {
        self.ask(turns, |solver| {
            fitting::fitting(solver, turns, wishes, limit)
        })
    }

    /// What a pile may become by a move in it, at most `limit` different results, in words.
    #[doc(hidden)]
    pub fn becomes(
        &mut self,
        turns: &Turns,
        pile: usize,
        taken: Option<i64>,
        limit: usize,
    ) -> Result<Vec<String>, Report> {
        let wish = Wish {
            pile,
            taken,
            left: None,
        };
        self.ask(turns, |solver| {
            fitting::becomes(solver, turns, &wish, limit)
        })
    }
}

#[cfg(test)]
mod tests;
