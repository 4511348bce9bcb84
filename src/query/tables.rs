//! Values of many piles and positions at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::{Numbers, Values};
use super::evidence::loopy_by;
use crate::expr::position::{Game, Position, Term, Turn};
use crate::expr::shape::{CoordKind, Entry, Form, each_choice};
use crate::expr::value::{List, Outcome, Value};
use crate::solve::Solver;
use crate::solve::loopy::{FOR_VALUES, LoopyValue};
use crate::solve::method::Memory;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::{counted, noun};
use crate::work::Failure;

/// A position of these piles.
pub(super) fn position_of(game: &Arc<Game>, piles: Vec<Value>) -> Position {
    Position {
        terms: vec![Term {
            game: Arc::clone(game),
            piles,
        }],
    }
}

/// The Grundy value of a single pile.
pub(super) fn pile_value(
    solver: &mut Solver,
    game: &Arc<Game>,
    pile: Value,
) -> Result<u64, Failure> {
    let cells = game.cells(&pile)?;
    if game.turn == Turn::One && !game.misere && !game.loopy {
        let node = solver.positions().nodes.pile(game.id, &cells);
        return solver.values().component_value(node);
    }
    solver.position_grundy(&position_of(game, vec![pile]))
}

/// The Grundy values of single piles of these sizes.
pub(super) fn values(
    solver: &mut Solver,
    game: &Arc<Game>,
    sizes: &List,
) -> Result<Numbers, Failure> {
    if game.shape.as_heap().is_none() {
        return Err(Diagnostic::error(
            "wrong_shape",
            format!(
                "`values` needs piles that are single numbers; a pile of {} is {}",
                game.label,
                game.shape.in_words()
            ),
        )
        .help(format!(
            "for tuples ask `table({}, 0..7, 0..7)`",
            game.label
        ))
        .into());
    }
    if !game.misere && game.turn == Turn::One {
        // An engine works best towards the largest pile at once.
        let largest = sizes.extremes();
        let largest = largest.and_then(|(_, size)| u64::try_from(size).ok());
        if let Some(size) = largest {
            solver
                .piles()
                .with_heap(game.id, |heap, machine| heap.value(size, machine))?;
        }
    }
    let mut found = Numbers::default();
    if let Some((first, last)) = sizes.ends()
        && let Ok(first) = u64::try_from(first)
    {
        found = Numbers::Narrow(solver.piles().known_run(game, first..=last.unsigned_abs()));
    }
    if let Some(known) = solver.piles().known_heap(game) {
        let rest = sizes.ints().skip(found.len());
        rest.map_while(known).for_each(|value| found.push(value));
    }
    for size in sizes.ints().skip(found.len()) {
        found.push(pile_value(solver, game, Value::Int(size))?);
        if found.len() % (1 << 16) == 0 {
            solver.budget().look()?;
            solver.budget().need(found.memory())?;
        }
    }
    Ok(found)
}

/// The Grundy values of a box of tuples, nested by coordinate.
pub(super) fn table(
    solver: &mut Solver,
    game: &Arc<Game>,
    boxes: &[Vec<i64>],
) -> Result<Value, Failure> {
    let width = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
        (Some(_), _) => 1,
        (None, Some(bounds)) => bounds.len(),
        (None, None) => {
            return Err(Diagnostic::error(
                "wrong_shape",
                format!(
                    "`table` needs piles of single numbers or tuples; a pile of {} is {}",
                    game.label,
                    game.shape.in_words()
                ),
            )
            .into());
        }
    };
    if boxes.len() != width {
        return Err(Diagnostic::error(
            "wrong_shape",
            format!(
                "a pile of {} has {width} coordinates, and {} {} given",
                game.label,
                counted(boxes.len(), "range", "ranges"),
                noun(boxes.len(), "is", "are")
            ),
        )
        .help("one range for each coordinate")
        .into());
    }
    if let Some(found) = box_values(solver, game, boxes)? {
        let bytes = (found.len() * 2 * size_of::<Value>()) as u64;
        solver.budget().need(bytes)?;
        let flat = found.iter().map(|value| Value::Int(value as i64));
        return Ok(nested(flat.collect(), boxes));
    }
    let mut flat = Vec::new();
    for point in points(boxes, solver)? {
        let pile = if width == 1 && game.shape.form == Form::Single {
            Value::Int(point[0])
        } else {
            Value::tuple(point.into_iter().map(Value::Int).collect())
        };
        flat.push(Value::Int(pile_value(solver, game, pile)? as i64));
    }
    Ok(nested(flat, boxes))
}

/// Values in order as lists of lists, one level for each coordinate.
fn nested(flat: Vec<Value>, boxes: &[Vec<i64>]) -> Value {
    let mut level = flat;
    for range in boxes.iter().skip(1).rev() {
        let len = range.len().max(1);
        level = level
            .chunks(len)
            .map(|chunk| Value::list(chunk.to_vec()))
            .collect();
    }
    Value::list(level)
}

/// The numbers in nested lists.
pub(super) fn flatten(value: &Value, list: &mut Vec<u64>) {
    match value {
        Value::Int(n) => list.extend(u64::try_from(*n)),
        _ => value.items().iter().for_each(|item| flatten(item, list)),
    }
}

/// A pile of tuples that is at least as great as all of these in each coordinate, where they are all piles.
pub(super) fn corner(game: &Game, boxes: &[Vec<i64>]) -> Option<Vec<i64>> {
    let bounds = game.shape.as_int_tuple()?;
    if bounds.len() != boxes.len() {
        return None;
    }
    let inside = boxes
        .iter()
        .zip(&bounds)
        .all(|(range, bounds)| range.iter().all(|n| bounds.contains(*n)));
    let tops: Option<Vec<i64>> = boxes
        .iter()
        .map(|range| range.iter().copied().max())
        .collect();
    let mut corner = tops.filter(|_| inside)?;
    game.shape.sort(&mut corner, 0);
    Some(corner)
}

/// The values of a box of tuples in order, where the whole box is worked out at once.
pub(super) fn box_values(
    solver: &mut Solver,
    game: &Arc<Game>,
    boxes: &[Vec<i64>],
) -> Result<Option<Numbers>, Failure> {
    let Some(corner) = corner(game, boxes) else {
        return Ok(None);
    };
    if solver.is_plain() || game.turn != Turn::One || game.misere || game.loopy {
        return Ok(None);
    }
    let count = count(boxes);
    // A few piles in a great box are cheaper one by one.
    let Ok(tuples) = solver.piles().tuples(game.id)? else {
        return Ok(None);
    };
    let known = tuples.get(&corner).is_some();
    match tuples.box_cells(&corner) {
        Some(cells) if known || cells <= count.saturating_mul(4).max(1 << 10) => {}
        _ => return Ok(None),
    }
    // Values of tuples have four bytes at most.
    solver.budget().need(count.saturating_mul(4))?;
    if !known && !solver.piles().fill_tuples(game.id, &corner)? {
        return Ok(None);
    }
    let Ok(tuples) = solver.piles().tuples(game.id)? else {
        return Ok(None);
    };
    let mut flat = Numbers::default();
    let mut places = vec![0usize; boxes.len()];
    let mut cells = vec![0i64; boxes.len()];
    let mut sorted = cells.clone();
    for _ in 0..count {
        for (cell, (range, place)) in cells.iter_mut().zip(boxes.iter().zip(&places)) {
            *cell = range[*place];
        }
        sorted.copy_from_slice(&cells);
        game.shape.sort(&mut sorted, 0);
        let Some(value) = tuples.get(&sorted) else {
            return Ok(None);
        };
        flat.push(u64::from(value));
        for (place, range) in places.iter_mut().zip(boxes).rev() {
            *place += 1;
            if *place < range.len() {
                break;
            }
            *place = 0;
        }
    }
    Ok(Some(flat))
}

/// The P-positions in a box.
pub(super) fn losing(
    solver: &mut Solver,
    game: &Arc<Game>,
    boxes: &[Vec<i64>],
) -> Result<Value, Failure> {
    let mut found = Vec::new();
    for point in points(boxes, solver)? {
        if is_lost(solver, &position_at(game, &point)?)? {
            found.push(as_listed(point));
        }
    }
    Ok(Value::list(found))
}

/// The position of a box with the largest numbers; without piles where the box holds nothing.
pub(super) fn farthest(game: &Arc<Game>, boxes: &[Vec<i64>]) -> Result<Position, Diagnostic> {
    let last = boxes.iter().map(|range| range.iter().copied().max());
    match last.collect::<Option<Vec<i64>>>() {
        Some(point) => position_at(game, &point),
        None => Ok(position_of(game, Vec::new())),
    }
}

/// The position of these piles, of a tuple with these coordinates, or of a row with these entries.
fn position_at(game: &Arc<Game>, point: &[i64]) -> Result<Position, Diagnostic> {
    let numbers: Vec<Value> = point.iter().copied().map(Value::Int).collect();
    let piles = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
        (Some(_), _) => numbers,
        (None, Some(bounds)) if bounds.len() == point.len() => vec![Value::tuple(numbers)],
        _ if int_row(game) => vec![Value::list(numbers)],
        _ => return Err(wrong_box(game, point.len())),
    };
    Ok(position_of(game, piles))
}

/// A point of a box as `losing` lists it.
fn as_listed(point: Vec<i64>) -> Value {
    match point.as_slice() {
        [only] => Value::Int(*only),
        _ => Value::ints(point),
    }
}

/// The values of single piles of a game whose plays may go on for ever, infinite ones among them.
pub(super) fn loopy_values(
    solver: &mut Solver,
    game: &Arc<Game>,
    sizes: std::ops::RangeInclusive<i64>,
) -> Result<Values, Failure> {
    let from = *sizes.start();
    let mut numbers = Numbers::default();
    let mut special = BTreeMap::new();
    if game.shape.as_heap().is_none() || game.misere {
        // The complaint is the one of all games.
        values(solver, game, &List::range(*sizes.start(), *sizes.end()))?;
    }
    let mut components = Vec::new();
    for size in sizes {
        let position = position_of(game, vec![Value::Int(size)]);
        solver.piles().refuse_engine(&position)?;
        // A compound whose only pile cannot move has no component.
        components.push(solver.positions().components(&position)?.first().copied());
    }
    let all: Vec<_> = components.iter().flatten().copied().collect();
    let Memory {
        loopy,
        values: memory,
    } = solver.memory();
    let mut found = loopy.values(&all, FOR_VALUES, memory)?.into_iter();
    for (place, component) in components.iter().enumerate() {
        let value = match component {
            Some(_) => found
                .next()
                .ok_or_else(|| Diagnostic::internal("a value is missing"))?,
            None => LoopyValue::Number(0),
        };
        numbers.push(match value {
            LoopyValue::Number(value) => value,
            LoopyValue::Unknown => {
                special.insert(place, None);
                0
            }
            infinite => {
                special.insert(place, Some(infinite.to_string()));
                0
            }
        });
    }
    Ok(Values {
        game: game.label.clone(),
        from,
        values: numbers,
        special,
        by: loopy_by(),
    })
}

/// Whether a position is a P-position.
pub(super) fn is_lost(solver: &mut Solver, position: &Position) -> Result<bool, Failure> {
    Ok(solver.winner(position)? == Outcome::Second)
}

fn int_row(game: &Game) -> bool {
    match game.shape.coords.as_slice() {
        [coord] => matches!(
            coord.kind,
            CoordKind::Row {
                entry: Entry::Int(_),
                ..
            }
        ),
        _ => false,
    }
}

fn wrong_box(game: &Game, ranges: usize) -> Diagnostic {
    Diagnostic::error(
        "wrong_shape",
        format!(
            "a pile of {} is {}, and {} {} given",
            game.label,
            game.shape.in_words(),
            counted(ranges, "range", "ranges"),
            noun(ranges, "is", "are")
        ),
    )
    .help("one range for each coordinate, pile or entry")
}

/// The points of a box in order, where memory holds so many.
fn points<'b>(
    boxes: &'b [Vec<i64>],
    solver: &Solver,
) -> Result<impl Iterator<Item = Vec<i64>> + use<'b>, Failure> {
    let each = (24 + boxes.len() * 8) as u64;
    solver.left().need(count(boxes).saturating_mul(each))?;
    Ok(each_choice(boxes))
}

/// How many points a box has.
fn count(boxes: &[Vec<i64>]) -> u64 {
    let lengths = boxes.iter().map(|range| range.len() as u64);
    lengths.fold(1, u64::saturating_mul)
}

/// The sizes that the ranges of a box name.
pub(super) fn ranges(boxes: &[Value]) -> Vec<Vec<i64>> {
    boxes
        .iter()
        .map(|range| range.items().iter().filter_map(Value::as_int).collect())
        .collect()
}
