//! The moves that fit what is said of them, and the one that leads to a position; of piles with so many options that they are not
//! listed, what is legal is told by the kinds of moves.

use super::{Turns, TurnsIn, Wish};
use crate::expr::position::{GameId, Position, Turn};
use crate::expr::shape::Form;
use crate::expr::value::Value;
use crate::moves::taking::{Family, Leaves, Rest, Taking};
use crate::query::answer::MoveTo;
use crate::query::pile_plays::PilePlays;
use crate::query::plays::{Choices, PileChoice, Play, Plays};
use crate::solve::Solver;
use crate::solve::positions::nodes::cell;
use crate::work::Failure;

/// How many ways to move in several piles are tried for what was said.
const MOST_COMBINATIONS: usize = 1 << 20;

/// The different moves that fit, at most `limit`.
pub(super) fn fitting(
    solver: &mut Solver,
    turns: &Turns,
    wishes: &[Wish],
    limit: usize,
) -> Result<Vec<MoveTo>, Failure> {
    let mut term = None;
    let mut lists: Vec<(usize, Vec<PileChoice>)> = Vec::new();
    for wish in wishes {
        let Some(pile) = turns.piles.get(wish.pile) else {
            return Ok(Vec::new());
        };
        let is_elsewhere = term.is_some_and(|term| term != pile.term);
        if is_elsewhere || lists.iter().any(|(known, _)| *known == pile.place) {
            return Ok(Vec::new());
        }
        term = Some(pile.term);
        let choices = choices_for(solver, turns, wish, limit)?;
        lists.push((pile.place, choices));
    }
    let Some(term) = term else {
        return Ok(Vec::new());
    };
    lists.sort_unstable_by_key(|(place, _)| *place);
    let ways: Option<usize> = lists.iter().try_fold(1_usize, |ways, (_, choices)| {
        ways.checked_mul(choices.len())
    });
    let ways = ways.unwrap_or(usize::MAX).min(MOST_COMBINATIONS);
    let mut found: Vec<MoveTo> = Vec::new();
    for way in 0..ways {
        solver.budget().step()?;
        let mut rest = way;
        let choices: Choices = lists
            .iter()
            .map(|(place, choices)| {
                let number = rest % choices.len();
                rest /= choices.len();
                (*place, choices[number].clone())
            })
            .collect();
        if !is_legal(turns, term, &choices) {
            continue;
        }
        let play = Play::of(term, choices);
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

/// Whether moves in these piles of a term, each of them legal, are a turn together.
fn is_legal(turns: &Turns, term: usize, choices: &Choices) -> bool {
    let home = turns.term(term);
    let is_count = match home.game.turn {
        Turn::One | Turn::Counts(_) => home.game.turn.allows(choices.len() as u64),
        Turn::All | Turn::AllOrNone => turns.counts(term) == [choices.len()],
    };
    if !is_count || !home.game.alike {
        return is_count;
    }
    let mut kinds = choices.iter().map(|(place, choice)| {
        let PileChoice::Option(option) = choice else {
            unreachable!("piles that are moved in alike are listed");
        };
        let mark = &turns.plays.known_pile(term, *place).raw.marks[*option];
        (mark.statement, mark.taken, &mark.choice)
    });
    let first = kinds.next();
    kinds.all(|kind| Some(kind) == first)
}

/// What may be done in a pile that fits.
fn choices_for(
    solver: &mut Solver,
    turns: &Turns,
    wish: &Wish,
    limit: usize,
) -> Result<Vec<PileChoice>, Failure> {
    let Some(pile) = turns.piles.get(wish.pile) else {
        return Ok(Vec::new());
    };
    if let Some(large) = &pile.large {
        return Ok(large.fitting(wish, limit));
    }
    let mut fit = Vec::new();
    // As piles of the same game are kept: where the order does not count, in ascending order.
    let shape = &turns.term(pile.term).game.shape;
    let kept = |pile: &Value| match shape.cells(pile) {
        Ok(cells) => shape.value(&cells),
        // A pile of another game, perhaps.
        Err(_) => pile.clone(),
    };
    let wanted = wish.left.as_ref();
    let wanted: Option<Vec<Value>> = wanted.map(|wanted| wanted.iter().map(kept).collect());
    let options = turns.options(pile);
    for (number, _) in &options.different {
        if let Some(taken) = wish.taken {
            let own = match options.taken(*number) {
                None => changed_by(turns, pile, &left(solver, options, *number)?),
                own => own,
            };
            if own != Some(taken) {
                continue;
            }
        }
        if let Some(wanted) = &wanted {
            solver.budget().step()?;
            let mut parts = left(solver, options, *number)?;
            let fits = parts.len() == wanted.len()
                && wanted.iter().all(|pile| {
                    let place = parts.iter().position(|part| part == pile);
                    place.map(|place| parts.swap_remove(place)).is_some()
                });
            if !fits {
                continue;
            }
        }
        fit.push(PileChoice::Option(*number));
    }
    Ok(fit)
}

/// By how much a number of a pile changes, where a move that is no `take` leaves these: the only one that does, or the first one of
/// several that falls.
fn changed_by(turns: &Turns, pile: &TurnsIn, left: &[Value]) -> Option<i64> {
    let term = turns.term(pile.term);
    let [left] = left else {
        return None;
    };
    let (own, left) = match (&term.piles[pile.place], left) {
        (Value::Int(own), Value::Int(left)) => return i64::try_from(own.abs_diff(*left)).ok(),
        (own, left) if term.game.shape.as_int_tuple().is_some() => (
            term.game.shape.cells(own).ok()?,
            term.game.shape.cells(left).ok()?,
        ),
        _ => return None,
    };
    if term.game.shape.form == Form::Unordered {
        let without = |of: &[i64], other: &[i64]| {
            let gone: Vec<i64> = of
                .iter()
                .filter(|it| !other.contains(it))
                .copied()
                .collect();
            <[i64; 1]>::try_from(gone).ok()
        };
        let ([own], [left]) = (without(&own, &left)?, without(&left, &own)?);
        return own.checked_sub(left);
    }
    let mut changed = own.iter().zip(&left).filter(|(own, left)| own != left);
    let (first, more) = (changed.next()?, changed.next());
    let falls = first.0.checked_sub(*first.1)?;
    (more.is_none() || falls > 0).then_some(falls)
}

/// What a pile may become in words, at most `limit` different results.
pub(super) fn becomes(
    solver: &mut Solver,
    turns: &Turns,
    wish: &Wish,
    limit: usize,
) -> Result<Vec<String>, Failure> {
    let mut found: Vec<String> = Vec::new();
    for choice in choices_for(solver, turns, wish, limit)? {
        let number = |size: u64| cell(size).map(Value::Int);
        let parts: Vec<Value> = match choice {
            PileChoice::Option(option) => {
                left(solver, turns.options(&turns.piles[wish.pile]), option)?
            }
            PileChoice::Leave(sizes) => sizes.into_iter().map(number).collect::<Result<_, _>>()?,
        };
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

/// What an option of a pile leaves of it.
fn left(solver: &mut Solver, options: &PilePlays, option: usize) -> Result<Vec<Value>, Failure> {
    let mut parts = Vec::new();
    for (part, cells) in options.raw.piles(option) {
        parts.push(solver.positions().header(part.game)?.shape.value(cells));
    }
    Ok(parts)
}

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

/// How many amounts are told apart where they have gaps.
const MOST_AMOUNTS: usize = 64;

/// A large pile of stones.
#[derive(Debug, Clone)]
pub(super) struct Large {
    size: u64,
    takings: Vec<Taking>,
}

impl Large {
    /// A pile with its moves, if there are more than `most` and what they are can be told without a list.
    pub(super) fn new(
        solver: &mut Solver,
        game: GameId,
        size: u64,
        families: &[Family],
        most: f64,
    ) -> Result<Option<Large>, Failure> {
        let mut takings = Vec::new();
        let mut count: u64 = 0;
        for family in families {
            let taking = match family.leaves {
                Leaves::Parts { .. } => None,
                Leaves::Nothing | Leaves::One { .. } | Leaves::Two { .. } | Leaves::Pair { .. } => {
                    solver.positions().taking(game, family, size)?
                }
            };
            let Some(taking) = taking else {
                return Ok(None);
            };
            count = count.saturating_add(taking.count());
            takings.push(taking);
        }
        let is_large = !takings.is_empty() && count as f64 > most;
        Ok(is_large.then_some(Large { size, takings }))
    }

    /// The move that takes so many and leaves these piles, in ascending order; no pile and an empty one are the same.
    fn legal(&self, amount: u64, left: &[u64]) -> Option<PileChoice> {
        let same: &[&[u64]] = match left {
            [] | [0] => &[&[0], &[]],
            _ => &[left],
        };
        let mut legal = same.iter().filter(|left| {
            let mut takings = self.takings.iter();
            takings.any(|taking| taking.allows(amount, left))
        });
        legal
            .next()
            .map(|left| PileChoice::Leave(Rest::from_slice(left)))
    }

    /// The choices that fit what is said, at most `limit`.
    pub(super) fn fitting(&self, wish: &Wish, limit: usize) -> Vec<PileChoice> {
        let taken = wish.taken.map(u64::try_from);
        // A split takes nothing, and is no move that takes 0.
        let (Ok(taken), false) = (taken.transpose(), wish.taken == Some(0)) else {
            return Vec::new();
        };
        if let Some(left) = &wish.left {
            let sizes = left.iter().map(Value::as_int);
            let sizes: Option<Rest> = sizes.map(|size| u64::try_from(size?).ok()).collect();
            let Some(mut sizes) = sizes else {
                return Vec::new();
            };
            sizes.sort_unstable();
            let rest = sizes
                .iter()
                .try_fold(0_u64, |sum, part| sum.checked_add(*part));
            let amount = rest.and_then(|rest| self.size.checked_sub(rest));
            let amount = amount.filter(|amount| taken.is_none_or(|taken| taken == *amount));
            let found = amount.and_then(|amount| self.legal(amount, &sizes));
            return found.into_iter().collect();
        }
        let mut found = Vec::new();
        for taking in &self.takings {
            let one = taken.map(|taken| taking.after(taken));
            let all = taken.is_none().then(|| taking.options());
            let all = all.into_iter().flatten().map(|(_, rest)| rest);
            for rest in one.into_iter().flatten().chain(all) {
                if found.len() >= limit {
                    return found;
                }
                let choice = PileChoice::Leave(rest);
                if !found.contains(&choice) {
                    found.push(choice);
                }
            }
        }
        found
    }

    fn movable(&self) -> impl Iterator<Item = &Taking> {
        let takings = self.takings.iter();
        takings.filter(|taking| !taking.amounts().is_empty())
    }

    pub(super) fn can_move(&self) -> bool {
        self.movable().next().is_some()
    }

    /// The amounts that may be taken, as runs from one number to another, ascending; with many gaps only the first ones.
    pub(super) fn amounts(&self) -> Vec<(i64, i64)> {
        let size = |amount: u64| i64::try_from(amount).unwrap_or(i64::MAX);
        let mut amounts = Vec::new();
        for run in self.movable().flat_map(Taking::amounts) {
            match run.step {
                1 => amounts.push((size(run.first.max(1)), size(run.last))),
                _ => amounts.extend(
                    run.amounts()
                        .take(MOST_AMOUNTS)
                        .map(|amount| (size(amount), size(amount))),
                ),
            }
        }
        amounts.retain(|(first, last)| 0 < *first && first <= last);
        super::joined(amounts)
    }

    /// A move by chance; `below` gives a number below another.
    pub(super) fn any(&self, below: &mut dyn FnMut(u64) -> u64) -> Option<PileChoice> {
        let movable: Vec<&Taking> = self.movable().collect();
        let taking = movable.get(below(movable.len() as u64) as usize)?;
        let (_, rest) = taking.any(below)?;
        Some(PileChoice::Leave(rest))
    }
}
