//! The move that leads from one position to another.

use super::fitting::fitting;
use super::{Turns, Wish};
use crate::expr::position::{Position, Turn};
use crate::expr::value::Value;
use crate::query::answer::MoveTo;
use crate::query::plays::{Play, Plays};
use crate::solve::Solver;
use crate::work::Failure;

/// The move of a list that leads to a position, in which finished piles may be missing.
pub(super) fn in_list(
    solver: &mut Solver,
    plays: &Plays,
    to: &Position,
) -> Result<Option<MoveTo>, Failure> {
    let wanted = without_finished(solver, to)?;
    let mut like: Option<&Play> = None;
    for play in &plays.list {
        solver.budget().step()?;
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

/// The move that changes what is different in a position; each pile stands where it stood, but one that is split.
pub(super) fn by_change(
    solver: &mut Solver,
    turns: &Turns,
    to: &Position,
) -> Result<Option<MoveTo>, Failure> {
    let from = turns.position();
    if from.terms.len() != to.terms.len() {
        return Ok(None);
    }
    let mut wishes: Vec<Wish> = Vec::new();
    let mut first = 0;
    for (old, new) in from.terms.iter().zip(&to.terms) {
        if old.game != new.game {
            return Ok(None);
        }
        wishes.extend(changes(&old.piles, &new.piles, first));
        first += old.piles.len();
    }
    let found = fitting(solver, turns, &wishes, 2)?;
    Ok(found.into_iter().find(|play| play.to == *to))
}

/// What must happen to the piles of a term, the first of which has this number.
fn changes(old: &[Value], new: &[Value], first: usize) -> Vec<Wish> {
    let wish = |place: usize, left: &[Value]| Wish {
        pile: first + place,
        taken: None,
        left: Some(left.to_vec()),
    };
    if old.len() == new.len() {
        let pairs = old.iter().zip(new).enumerate();
        let changed = pairs.filter(|(_, (old, new))| old != new);
        return changed
            .map(|(place, (_, new))| wish(place, std::slice::from_ref(new)))
            .collect();
    }
    // One pile became none or several, at its place: what stands before and behind it is the same.
    let before = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count();
    let before = before.min(old.len().saturating_sub(1));
    let behind = old.len().saturating_sub(before + 1);
    let end = new.len().saturating_sub(behind).max(before);
    vec![wish(before, &new[before..end])]
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
        let pairs = old.piles.iter().zip(&new.piles);
        count += pairs.filter(|(old, new)| old != new).count();
    }
    Some(count)
}

/// The position without empty piles of numbers from which no move leads.
fn without_finished(solver: &mut Solver, position: &Position) -> Result<Position, Failure> {
    let mut rest = position.clone();
    for term in &mut rest.terms {
        if term.game.shape.as_heap().is_none() || term.game.turn == Turn::AllOrNone {
            continue;
        }
        let empty = solver.positions().nodes.pile(term.game.id, &[0]);
        if term.piles.contains(&Value::Int(0)) && solver.positions().is_terminal(empty)? {
            term.piles.retain(|pile| *pile != Value::Int(0));
        }
    }
    Ok(rest)
}
