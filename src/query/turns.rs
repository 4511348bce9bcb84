//! The legal moves of a position one by one, and those that a few words about them mean.

use std::sync::Arc;

use hashbrown::HashSet;
use smallvec::SmallVec;

use super::answer::MoveTo;
use super::plays::{Choice, PilePlays, Play, Plays};
use super::session::Session;
use crate::diagnostic::Report;
use crate::expr::position::{Header, Position, Turn};
use crate::expr::value::Value;
use crate::solve::options::Components;
use crate::solve::{Solver, Trouble};

/// The legal moves of a position, each different result once.
pub struct Turns {
    plays: Plays,
    /// The term of every pile and its place there, in the order in which the piles are shown.
    places: Vec<(usize, usize)>,
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

/// How many ways to move in several piles are tried for what was said.
const MOST_COMBINATIONS: usize = 1 << 20;

impl Turns {
    /// The position.
    pub fn position(&self) -> &Position {
        &self.plays.position
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.plays.list.len()
    }

    /// Whether the game is over.
    pub fn is_empty(&self) -> bool {
        self.plays.list.is_empty()
    }

    /// All piles with their games, in the order in which they are shown.
    pub fn piles(&self) -> impl Iterator<Item = (&Arc<Header>, &Value)> {
        let terms = self.plays.position.terms.iter();
        terms.flat_map(|term| term.piles.iter().map(|pile| (&term.game, pile)))
    }

    /// The different amounts that may be taken from a pile, ascending. Moves that are no `take` have none.
    pub fn amounts(&self, pile: usize) -> Vec<i64> {
        let options = self.options(pile).map_or(&[][..], |it| &it.different);
        let mut amounts: Vec<i64> = options
            .iter()
            .filter_map(|(_, _, mark)| mark.as_ref()?.taken)
            .collect();
        amounts.sort_unstable();
        amounts.dedup();
        amounts
    }

    fn options(&self, pile: usize) -> Option<&PilePlays> {
        let (term, place) = self.places.get(pile)?;
        self.plays.known_pile(*term, *place)
    }
}

impl Session {
    /// The legal moves of a position.
    ///
    /// # Errors
    /// A fault in a rule, or a limit: all moves are held in memory.
    pub fn turns(&mut self, position: &Position) -> Result<Turns, Report> {
        self.start();
        let result = Plays::of(&mut self.solver, position);
        let plays = self.reported(result)?;
        let terms = plays.position.terms.iter().enumerate();
        let places = terms
            .flat_map(|(number, term)| (0..term.piles.len()).map(move |place| (number, place)))
            .collect();
        Ok(Turns { plays, places })
    }

    /// A move by its number, from 0; `None` where there is no such move.
    ///
    /// # Errors
    /// A limit.
    pub fn turn(&mut self, turns: &Turns, number: usize) -> Result<Option<MoveTo>, Report> {
        self.start();
        let Some(play) = turns.plays.list.get(number) else {
            return Ok(None);
        };
        let result = turns.plays.tell(&mut self.solver, play);
        self.reported(result).map(Some)
    }

    /// The move that leads to a position; `None` where none does. Finished piles may be left out of the position.
    ///
    /// # Errors
    /// A limit.
    pub fn turn_to(&mut self, turns: &Turns, to: &Position) -> Result<Option<MoveTo>, Report> {
        self.start();
        let result = leading_to(&mut self.solver, &turns.plays, to);
        self.reported(result)
    }

    /// The different moves that fit what is said of them, at most `limit`.
    ///
    /// # Errors
    /// A limit.
    pub fn meant(
        &mut self,
        turns: &Turns,
        wishes: &[Wish],
        limit: usize,
    ) -> Result<Vec<MoveTo>, Report> {
        self.start();
        let result = fitting(&mut self.solver, turns, wishes, limit);
        self.reported(result)
    }

    /// What a pile may become by a move in it, at most `limit` different results, in words.
    ///
    /// # Errors
    /// A limit.
    pub fn becomes(
        &mut self,
        turns: &Turns,
        pile: usize,
        taken: Option<i64>,
        limit: usize,
    ) -> Result<Vec<String>, Report> {
        self.start();
        let mut found: Vec<String> = Vec::new();
        let options = turns.options(pile);
        for (number, _, mark) in options.iter().flat_map(|it| &it.different) {
            let amount = mark.as_ref().and_then(|mark| mark.taken);
            if taken.is_some() && amount != taken {
                continue;
            }
            let result = left(&mut self.solver, turns, pile, *number);
            let parts = self.reported(result)?;
            let parts: Vec<String> = parts.iter().map(Value::to_string).collect();
            let told = match parts.is_empty() {
                true => "nothing".to_string(),
                false => parts.join(" and "),
            };
            if !found.contains(&told) {
                found.push(told);
            }
            if found.len() >= limit {
                break;
            }
        }
        Ok(found)
    }
}

/// The move that leads to a position, in which finished piles may be missing.
fn leading_to(
    solver: &mut Solver,
    plays: &Plays,
    to: &Position,
) -> Result<Option<MoveTo>, Trouble> {
    let wanted = without_finished(solver, to)?;
    let mut like: Option<&Play> = None;
    for play in &plays.list {
        solver.machine.budget.step()?;
        let result = plays.result(solver, play)?;
        if result == *to {
            let mut told = plays.tell(solver, play)?;
            if changed(&plays.position, to) == Some(play.choices.len()) {
                // Among equal piles the one that was meant.
                told.to = to.clone();
            }
            return Ok(Some(told));
        }
        if like.is_none() && without_finished(solver, &result)? == wanted {
            like = Some(play);
        }
    }
    like.map(|play| plays.tell(solver, play)).transpose()
}

/// In how many piles two positions with as many piles in as many terms differ.
fn changed(before: &Position, after: &Position) -> Option<usize> {
    if before.terms.len() != after.terms.len() {
        return None;
    }
    let mut count = 0;
    for (old, new) in before.terms.iter().zip(&after.terms) {
        if old.game != new.game || old.piles.len() != new.piles.len() {
            return None;
        }
        count += old
            .piles
            .iter()
            .zip(&new.piles)
            .filter(|(a, b)| a != b)
            .count();
    }
    Some(count)
}

/// The position without empty piles of numbers from which no move leads.
fn without_finished(solver: &mut Solver, position: &Position) -> Result<Position, Trouble> {
    let mut rest = position.clone();
    for term in &mut rest.terms {
        if term.game.shape.as_heap().is_none() || term.game.turn == Turn::AllOrNone {
            continue;
        }
        let empty = solver.nodes.pile(term.game.id, &[0]);
        if term.piles.contains(&Value::Int(0)) && solver.is_terminal(empty)? {
            term.piles.retain(|pile| *pile != Value::Int(0));
        }
    }
    Ok(rest)
}

/// The moves that fit what is said of them.
fn fitting(
    solver: &mut Solver,
    turns: &Turns,
    wishes: &[Wish],
    limit: usize,
) -> Result<Vec<MoveTo>, Trouble> {
    let mut term = None;
    let mut lists: Vec<(usize, Vec<usize>)> = Vec::new();
    for wish in wishes {
        let Some((home, place)) = turns.places.get(wish.pile).copied() else {
            return Ok(Vec::new());
        };
        let is_elsewhere = term.is_some_and(|term| term != home);
        if is_elsewhere || lists.iter().any(|(known, _)| *known == place) {
            return Ok(Vec::new());
        }
        term = Some(home);
        lists.push((place, options_for(solver, turns, wish)?));
    }
    let Some(term) = term else {
        return Ok(Vec::new());
    };
    lists.sort_unstable();
    let ways: Option<usize> = lists.iter().try_fold(1_usize, |ways, (_, options)| {
        ways.checked_mul(options.len())
    });
    let ways = ways.unwrap_or(usize::MAX).min(MOST_COMBINATIONS);
    let legal = legal_results(solver, turns, term, wishes.len())?;
    let mut found: Vec<MoveTo> = Vec::new();
    for way in 0..ways {
        solver.machine.budget.step()?;
        let mut rest = way;
        let choices: SmallVec<[(usize, Choice); 2]> = lists
            .iter()
            .filter_map(|(place, options)| {
                let number = rest % options.len();
                rest /= options.len();
                let option = options.get(number)?;
                Some((*place, Choice::Option(*option)))
            })
            .collect();
        if let Some(legal) = &legal {
            let mut becomes = together(solver, turns, term, &choices)?;
            becomes.sort_unstable();
            if !legal.contains(&becomes) {
                continue;
            }
        }
        let play = Play {
            term,
            choices,
            becomes: Components::new(),
        };
        let to = turns.plays.result(solver, &play)?;
        if found.iter().all(|known| known.to != to) {
            found.push(turns.plays.tell(solver, &play)?);
        }
        if found.len() >= limit {
            break;
        }
    }
    Ok(found)
}

/// The options of a pile that fit.
fn options_for(solver: &mut Solver, turns: &Turns, wish: &Wish) -> Result<Vec<usize>, Trouble> {
    let mut fit = Vec::new();
    let Some(options) = turns.options(wish.pile) else {
        return Ok(fit);
    };
    // As piles of the same game are kept: where the order does not count, in ascending order.
    let shape = turns
        .piles()
        .nth(wish.pile)
        .map(|(game, _)| game.shape.clone());
    let kept = |pile: &Value| {
        let shape = shape.as_ref()?;
        let cells = shape.cells(pile).ok()?;
        Some(shape.value(&cells))
    };
    let wanted: Option<Vec<Value>> = wish.left.as_ref().map(|wanted| {
        let piles = wanted.iter();
        piles
            .map(|pile| kept(pile).unwrap_or_else(|| pile.clone()))
            .collect()
    });
    for (number, _, mark) in &options.different {
        let taken = mark.as_ref().and_then(|mark| mark.taken);
        if wish.taken.is_some() && wish.taken != taken {
            continue;
        }
        if let Some(wanted) = &wanted {
            solver.machine.budget.step()?;
            let mut parts = left(solver, turns, wish.pile, *number)?;
            let fits = parts.len() == wanted.len()
                && wanted.iter().all(|pile| {
                    let place = parts.iter().position(|part| part == pile);
                    place.map(|place| parts.swap_remove(place)).is_some()
                });
            if !fits {
                continue;
            }
        }
        fit.push(*number);
    }
    Ok(fit)
}

/// What an option of a pile leaves of it.
fn left(
    solver: &mut Solver,
    turns: &Turns,
    pile: usize,
    option: usize,
) -> Result<Vec<Value>, Trouble> {
    let mut parts = Vec::new();
    if let Some(options) = turns.options(pile) {
        for (part, cells) in options.raw.piles(option) {
            parts.push(solver.header(part.game)?.shape.value(cells));
        }
    }
    Ok(parts)
}

/// What the term becomes by each of its legal moves; `None`: every single move in one pile is legal, and this is one.
fn legal_results(
    solver: &mut Solver,
    turns: &Turns,
    term: usize,
    piles: usize,
) -> Result<Option<HashSet<Components>>, Trouble> {
    let is_single = turns
        .plays
        .position
        .terms
        .get(term)
        .is_some_and(|term| term.game.turn == Turn::One);
    match (is_single, piles) {
        (true, 1) => return Ok(None),
        (true, _) => return Ok(Some(HashSet::new())),
        (false, _) => {}
    }
    let mut legal = HashSet::new();
    for play in turns.plays.list.iter().filter(|play| play.term == term) {
        solver.machine.budget.step()?;
        let mut becomes = play.becomes.clone();
        becomes.sort_unstable();
        legal.insert(becomes);
    }
    Ok(Some(legal))
}

/// The components that a term, a turn of which moves in several piles, becomes by these choices.
fn together(
    solver: &mut Solver,
    turns: &Turns,
    term: usize,
    choices: &[(usize, Choice)],
) -> Result<Components, Trouble> {
    let (Some(home), Some(piles)) = (
        turns.plays.position.terms.get(term),
        turns.plays.piles.get(term),
    ) else {
        return Ok(Components::new());
    };
    let mut becomes = Components::new();
    let mut stay = Vec::new();
    for (place, pile) in piles.iter().enumerate() {
        let Some(pile) = pile else { continue };
        let chosen = choices.iter().find(|(chosen, _)| *chosen == place);
        let option = chosen.and_then(|(_, choice)| {
            let Choice::Option(option) = choice else {
                return None;
            };
            let found = pile
                .different
                .iter()
                .find(|(number, _, _)| number == option);
            found.map(|(_, nodes, _)| nodes)
        });
        match option {
            Some(nodes) => {
                stay.extend(nodes.stay.iter().copied());
                becomes.extend(nodes.others.iter().copied());
            }
            None => stay.push(pile.node),
        }
    }
    let mut left = Vec::with_capacity(stay.len());
    for pile in stay {
        if home.game.turn == Turn::AllOrNone || !solver.is_terminal(pile)? {
            left.push(pile);
        }
    }
    if !left.is_empty() {
        becomes.push(solver.nodes.compound(home.game.id, &mut left));
    }
    Ok(becomes)
}
