//! Positions with piles so large that their options cannot be listed one by one.

use std::sync::Arc;

use super::answer::{Best, MoveTo, Solution};
use super::how::{Way, grundy_by};
use crate::expr::position::{Position, Term, Turn};
use crate::expr::value::{Outcome, Value};
use crate::solve::heap::Heap;
use crate::solve::{Solver, Trouble};
use crate::transition::taking::{Amounts, Leaves};

/// With more options than this a position is wide.
const MOST_OPTIONS: u64 = 5_000_000;

/// How many options of a wide pile are tried for a winning move.
const MOST_TRIED: usize = 200_000;

/// Whether some pile of the position has too many options to list, and a recurrence that gives its value all the same.
pub(super) fn is_wide(solver: &mut Solver, position: &Position, way: Way) -> Result<bool, Trouble> {
    if way != Way::Xor {
        return Ok(false);
    }
    for term in &position.terms {
        if term.game.turn != Turn::One || term.game.shape.as_heap().is_none() {
            continue;
        }
        let largest = term
            .piles
            .iter()
            .filter_map(Value::as_int)
            .max()
            .unwrap_or(0)
            .max(0) as u64;
        if let Ok(heap) = solver.heap(term.game.id)?
            && heap.option_count(largest) > MOST_OPTIONS
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The solution of a wide position: the winner from the values, and winning moves as far as they are found.
pub(super) fn solve(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
) -> Result<Solution, Trouble> {
    let grundy = solver.position_grundy(position)?;
    let mut winning: Vec<MoveTo> = Vec::new();
    let mut is_complete = true;
    let mut any_move = None;
    for (number, term) in position.terms.iter().enumerate() {
        for (place, pile) in term.piles.iter().enumerate() {
            let Some(size) = pile.as_int().and_then(|size| u64::try_from(size).ok()) else {
                is_complete = false;
                continue;
            };
            if term
                .piles
                .get(..place)
                .is_some_and(|earlier| earlier.contains(pile))
            {
                continue;
            }
            let Some(value) = solver.heap_value(term.game.id, size)? else {
                is_complete = false;
                continue;
            };
            let target = grundy ^ value;
            let found = options_of_value(solver, term, size, target, limit)?;
            is_complete &= found.is_complete;
            for option in found.options {
                winning.push(told(position, number, place, size, &option));
            }
            if any_move.is_none() {
                any_move = found
                    .first
                    .map(|option| told(position, number, place, size, &option));
            }
        }
    }
    let count = winning.len() as u64;
    winning.truncate(limit);
    let best = winning
        .first()
        .cloned()
        .or(if grundy == 0 { any_move } else { None });
    let by = grundy_by(solver, position)?;
    Ok(Solution {
        position: position.clone(),
        winner: Outcome::decided(grundy != 0),
        grundy: Some(grundy),
        infinite: None,
        undecided: 0,
        winning_count: (is_complete || grundy == 0).then_some(count),
        winning,
        best: best.map(|play| Best {
            play,
            wins: grundy != 0,
            length: None,
        }),
        by,
    })
}

/// An option of a pile: how many are taken and what is left.
#[derive(Clone)]
struct Left {
    taken: u64,
    parts: Vec<u64>,
}

#[derive(Default)]
struct Found {
    options: Vec<Left>,
    /// Any option at all.
    first: Option<Left>,
    /// Whether all options were looked at.
    is_complete: bool,
}

/// The options of a pile that have a value, at most `limit` and as far as they are tried.
fn options_of_value(
    solver: &mut Solver,
    term: &Term,
    size: u64,
    target: u64,
    limit: usize,
) -> Result<Found, Trouble> {
    let id = term.game.id;
    let (takings, piles) = match solver.heap(id)? {
        Ok(heap) => (heap.families().to_vec(), heap.piles_of(target)),
        Err(_) => return Ok(Found::default()),
    };
    if let Some(piles) = piles {
        // Every smaller size is an option, but for barred amounts.
        let may_leave = |left: u64| {
            left < size
                && takings.iter().any(|taking| match &taking.amounts {
                    Amounts::Constrained(barred) => !barred.contains(&(size, size - left)),
                    _ => true,
                })
        };
        let option = |left: u64| Left {
            taken: size - left,
            parts: vec![left],
        };
        let first = (0..size).rev().find(|left| may_leave(*left));
        return Ok(Found {
            options: piles
                .into_iter()
                .filter(|left| may_leave(*left))
                .map(option)
                .collect(),
            first: first.map(option),
            is_complete: true,
        });
    }
    let mut found = Found {
        is_complete: !takings.is_empty(),
        ..Found::default()
    };
    // Two statements may lead to the same position.
    let mut seen = hashbrown::HashSet::new();
    for taking in &takings {
        let amounts: Vec<u64> = match &taking.amounts {
            Amounts::Finite(list) => list.iter().map(|amount| *amount as u64).collect(),
            Amounts::Every {
                first,
                step,
                except,
            } => {
                found.is_complete = false;
                (0..MOST_TRIED as u64 / 8)
                    .map(|k| *first as u64 + k * *step as u64)
                    .take_while(|amount| *amount <= size)
                    .filter(|amount| !except.contains(&(*amount as i64)))
                    .collect()
            }
            Amounts::Listed
            | Amounts::Between(_)
            | Amounts::Constrained(_)
            | Amounts::Guarded(_) => {
                found.is_complete = false;
                continue;
            }
        };
        // A fair share for each amount: the first may have no such split at all.
        let share = (MOST_TRIED / takings.len() / amounts.len().max(1)).max(8);
        for amount in amounts {
            let mut tried = 0;
            let Some(rest) = size.checked_sub(amount) else {
                continue;
            };
            let splits: Box<dyn Iterator<Item = Vec<u64>>> = match taking.leaves {
                Leaves::Nothing if rest == 0 => Box::new(std::iter::once(Vec::new())),
                Leaves::Nothing => continue,
                Leaves::One { or_empty } if rest > 0 || or_empty => {
                    Box::new(std::iter::once(vec![rest]))
                }
                Leaves::One { .. } => continue,
                Leaves::Two { unequal } => {
                    let pairs = if unequal {
                        rest.saturating_sub(1) / 2
                    } else {
                        rest / 2
                    };
                    Box::new((1..=pairs).map(move |part| vec![part, rest - part]))
                }
                Leaves::Parts { .. } => {
                    found.is_complete = false;
                    continue;
                }
            };
            for parts in splits {
                tried += 1;
                if found.options.len() > limit {
                    found.is_complete = false;
                    return Ok(found);
                }
                if tried > share {
                    found.is_complete = false;
                    break;
                }
                let mut xor = 0;
                for part in &parts {
                    xor ^= solver.heap_value(id, *part)?.unwrap_or(0);
                }
                let option = Left {
                    taken: amount,
                    parts,
                };
                if found.first.is_none() {
                    found.first = Some(option.clone());
                }
                if xor == target && seen.insert(option.parts.clone()) {
                    found.options.push(option);
                }
            }
        }
    }
    Ok(found)
}

fn told(position: &Position, number: usize, place: usize, size: u64, option: &Left) -> MoveTo {
    let mut to = position.clone();
    let mut of_game = String::new();
    if let Some(term) = to.terms.get_mut(number) {
        if position.terms.len() > 1 {
            of_game = format!(" of {}", term.game.label);
        }
        let parts = option.parts.iter().map(|part| Value::Int(*part as i64));
        let game = Arc::clone(&term.game);
        let mut piles = term.piles.clone();
        piles.splice(place..=place, parts);
        *term = Term { game, piles };
    }
    let named = format!("the pile of {size}{of_game}");
    let words = match (option.taken, option.parts.as_slice()) {
        (0, [a, b]) => format!("split {named} into {a} and {b}"),
        (taken, [a, b]) => format!("take {taken} from {named}, leaving {a} and {b}"),
        (taken, _) => format!("take {taken} from {named}"),
    };
    MoveTo { words, to }
}

impl Heap {
    /// About how many options a pile has.
    pub(super) fn option_count(&self, size: u64) -> u64 {
        self.families()
            .iter()
            .map(|taking| {
                let amounts = match &taking.amounts {
                    Amounts::Finite(list) => list.len() as u64,
                    Amounts::Every { step, .. } => size / *step as u64,
                    Amounts::Listed
                    | Amounts::Between(_)
                    | Amounts::Constrained(_)
                    | Amounts::Guarded(_) => size,
                };
                match taking.leaves {
                    Leaves::Nothing => 1,
                    Leaves::One { .. } => amounts,
                    Leaves::Two { .. } | Leaves::Parts { .. } => amounts.saturating_mul(size / 2),
                }
            })
            .fold(0, u64::saturating_add)
    }
}
