//! What is usual: small piles of a shape, to try rules with, the questions that are asked of any game, and what a file asks about it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::tables::entries;
use crate::expr::position::{Game, Position};
use crate::expr::shape::{Bounds, CoordKind, Entry, Form, Shape, each_choice};
use crate::expr::value::Value;
use crate::solve::Solver;
use crate::syntax::ast::{Expr, Node};
use crate::text::source::Span;
use crate::text::words::range;
use crate::work::Failure;

/// How many piles of a game are looked at.
const MOST_PILES: usize = 60;

/// A few small piles.
pub(super) fn samples(shape: &Shape) -> Vec<Value> {
    let most = match shape.form {
        Form::Single => 12,
        Form::Tuple | Form::Unordered => 4,
    };
    let choices = shape.coords.iter().map(|coord| match &coord.kind {
        CoordKind::Int(bounds) => numbers(*bounds, most),
        CoordKind::Row { entry, .. } => rows(entry),
    });
    let choices: Vec<Vec<Value>> = choices.collect();
    let piles = each_choice(&choices).take(MOST_PILES);
    piles.map(|parts| shape.whole(parts)).collect()
}

/// The piles with these choices for each coordinate, where they are not more than `most`.
pub(super) fn few_piles(shape: &Shape, choices: &[Vec<Value>], most: usize) -> Option<Vec<Value>> {
    let count = choices.iter().map(Vec::len).fold(1, usize::saturating_mul);
    let piles = || each_choice(choices).map(|parts| shape.whole(parts));
    (count <= most).then(|| piles().collect())
}

/// The first numbers of a range, from -1 on where it begins before that.
fn numbers(bounds: Bounds, count: i64) -> Vec<Value> {
    let last = bounds.hi.unwrap_or(i64::MAX);
    let lo = bounds.lo.max(-1).min(last).max(bounds.lo);
    let numbers = Bounds { lo, ..bounds }.least(count);
    numbers.map(Value::Int).collect()
}

/// A pile that is small and not too simple, such as 5, (3, 4) and [1, 2, 3].
pub fn typical(shape: &Shape) -> Value {
    let least = |bounds: Bounds, size| Value::Int(*bounds.least(size).end());
    let coordinate = |(size, kind): (i64, &CoordKind)| match kind {
        CoordKind::Int(bounds) => least(*bounds, size),
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } => Value::list((1..=3).map(|size| least(*bounds, size)).collect()),
        CoordKind::Row {
            entry: Entry::Tuple(parts),
            ..
        } => {
            let entry = |size| {
                let parts = parts.iter().map(|(_, bounds)| least(*bounds, size));
                Value::tuple(parts.collect())
            };
            Value::list((0..=1).map(entry).collect())
        }
    };
    let first = if shape.as_heap().is_some() { 5 } else { 3 };
    let kinds = shape.coords.iter().map(|coord| &coord.kind);
    shape.whole((first..).zip(kinds).map(coordinate).collect())
}

fn rows(entry: &Entry) -> Vec<Value> {
    let entries: Vec<Value> = match entry {
        Entry::Int(bounds) => numbers(*bounds, 2),
        Entry::Tuple(parts) => {
            let least = parts.iter().map(|(_, bounds)| numbers(*bounds, 1));
            let firsts = least.clone().filter_map(|list| list.first().cloned());
            let lasts = least.clone().filter_map(|list| list.last().cloned());
            vec![
                Value::tuple(firsts.collect()),
                Value::tuple(lasts.collect()),
            ]
        }
    };
    let rows = (0..=3).flat_map(|length| {
        let choices = vec![entries.clone(); length];
        each_choice(&choices).map(Value::list).collect::<Vec<_>>()
    });
    rows.collect()
}

/// The numbers of each coordinate of a tuple among which P-positions are looked for.
fn box_of(bounds: &[Bounds]) -> impl Iterator<Item = RangeInclusive<i64>> {
    let count = if bounds.len() < 3 { 20 } else { 5 };
    bounds.iter().map(move |bounds| bounds.natural(count))
}

/// The tuples among which P-positions are looked for; `None` where piles are none, or these are too many.
pub(super) fn tuples(game: &Game) -> Option<Vec<Value>> {
    let numbers = box_of(&game.shape.as_int_tuple()?)
        .map(|numbers| numbers.map(Value::Int).collect())
        .collect::<Vec<_>>();
    few_piles(&game.shape, &numbers, 2000)
}

/// The questions for P-positions.
pub(super) fn losing(game: &Game, label: &str) -> Vec<String> {
    match (game.shape.as_heap(), game.shape.as_int_tuple()) {
        (Some(bounds), _) => {
            let [one, two] = [40, 9].map(|count| range(&bounds.natural(count)));
            vec![
                format!("losing({label}, {one})"),
                format!("losing({label}, {two}, {two})"),
            ]
        }
        (_, Some(bounds)) => {
            let ranges: Vec<String> = box_of(&bounds).map(|it| range(&it)).collect();
            vec![format!("losing({label}, {})", ranges.join(", "))]
        }
        (None, None) => match entries(game) {
            Some(bounds) => {
                let [two, three] = [5, 3].map(|count| range(&bounds.natural(count)));
                vec![
                    format!("losing({label}, {two}, {two})"),
                    format!("losing({label}, {three}, {three}, {three})"),
                ]
            }
            None => Vec::new(),
        },
    }
}

/// The question for draws.
pub(super) fn draws(game: &Game, label: &str) -> Option<String> {
    if let Some(bounds) = game.shape.as_heap() {
        let sizes = range(&bounds.natural(40));
        return Some(format!(
            "[n for n in {sizes} where winner({label}[n]) == draw]"
        ));
    }
    let [a, b] = *game.shape.as_int_tuple()?.as_slice() else {
        return None;
    };
    let [a, b] = [a, b].map(|bounds| range(&bounds.natural(10)));
    Some(format!(
        "[(a, b) for a in {a}, b in {b} where winner({label}[(a, b)]) == draw]"
    ))
}

/// No more expectations than these are looked through, and no more positions kept.
const MOST: usize = 200;

/// The positions of a game that stand in the expectations of its file, whichever way the last move counts there.
pub(super) fn claimed(solver: &mut Solver, game: &Arc<Game>) -> Result<Vec<Position>, Failure> {
    let defined = solver.positions().transitions(game.id)?.game.span;
    let book = solver.positions().book.clone();
    let mut spans = Vec::new();
    for expect in book.expects_beside(defined).iter().take(MOST) {
        brackets(&expect.claim, &mut spans);
    }
    let mut found: Vec<Position> = Vec::new();
    for span in spans.into_iter().take(MOST) {
        solver.budget().look()?;
        // What has names of its own, as in a comprehension, or is no position, is passed over.
        let budget = solver.budget().clone();
        let Ok(position) = book.position_within(&book.text_at(span), budget) else {
            continue;
        };
        let Some(term) = position.only_term() else {
            continue;
        };
        if term.game.normal_label != game.normal_label {
            continue;
        }
        let position = Position::of_piles(game, term.piles.clone());
        if !found.contains(&position) {
            found.push(position);
        }
    }
    Ok(found)
}

/// All that stands in the form `name[…]` or `name(…)[…]`. The parser limits how deep an expression is.
fn brackets(expr: &Expr, found: &mut Vec<Span>) {
    if let Node::Bracket(base, _) = &expr.node {
        if let Node::Name(_) | Node::Call(..) = base.node {
            found.push(expr.span);
        }
        return;
    }
    let children = expr.children();
    children.iter().for_each(|child| brackets(child, found));
}
