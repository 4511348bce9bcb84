//! Values of many piles and positions at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::{Numbers, Values};
use super::evidence::loopy_by;
use crate::expr::position::{Game, Position, Turn};
use crate::expr::shape::{Bounds, CoordKind, Entry, each_choice};
use crate::expr::value::{List, Outcome, Value};
use crate::solve::Solver;
use crate::solve::loopy::{LoopyValue, effort_for};
use crate::solve::method::Memory;
use crate::solve::positions::nodes::Id;
use crate::text::certain::Certain;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::{counted, noun, range};
use crate::work::budget::Budget;
use crate::work::{Failure, Limit};

/// Whether the values of single piles decide a game.
pub(super) fn has_values(game: &Game) -> bool {
    game.turn == Turn::One && !game.misere && !game.loopy
}

/// The complaint that a question needs other piles.
pub(super) fn wrong_shape(game: &Game, needs: &str) -> Diagnostic {
    let (label, shape) = (&game.label, game.shape.in_words());
    Diagnostic::error(
        "wrong_shape",
        format!("{needs}; a pile of {label} is {shape}"),
    )
}

pub(super) fn pile_value(
    solver: &mut Solver,
    game: &Arc<Game>,
    pile: Value,
) -> Result<u64, Failure> {
    let cells = game.cells(&pile)?;
    if has_values(game) {
        let node = solver.positions().nodes.pile(game.id, &cells);
        return solver.values().component_value(node);
    }
    solver.position_grundy(&Position::of_piles(game, vec![pile]))
}

/// Piles are few where the largest is so many times as large as there are many.
const FAR: u64 = 64;

/// The Grundy values of single piles of these sizes.
pub(super) fn values(
    solver: &mut Solver,
    game: &Arc<Game>,
    sizes: &List,
) -> Result<Numbers, Failure> {
    let Some(bounds) = game.shape.as_heap() else {
        let error = wrong_shape(game, "`values` needs piles that are single numbers");
        let help = match game.shape.has_rows() {
            true => "for lists ask `grundy` of one position after the other".to_owned(),
            false => {
                let bounds = game.shape.as_int_tuple().unwrap_or_default();
                let ranges = bounds.iter().map(|bounds| range(&bounds.least(7)));
                let ranges: String = ranges.map(|range| format!(", {range}")).collect();
                format!(
                    "for tuples ask `table({label}{ranges})` or `plot({label}{ranges})`",
                    label = game.label
                )
            }
        };
        return Err(error.help(help).into());
    };
    if has_values(game) {
        // An engine works best towards the largest pile at once.
        let largest = sizes.extremes().map(|(_, size)| size);
        let largest = largest.filter(|size| bounds.contains(*size));
        if let Some(size) = largest.and_then(|size| u64::try_from(size).ok()) {
            let is_short = (sizes.len() as u64).saturating_mul(FAR) < size;
            solver.piles().with_heap(game.id, |heap, machine| {
                // Each of a few large piles is told by itself.
                let one_by_one = is_short && heap.may_tell_far();
                (!one_by_one).then(|| heap.value(size, machine)).transpose()
            })?;
        }
    }
    let mut found = Numbers::default();
    if let Some((first, last)) = sizes.run()
        && let Ok(first) = u64::try_from(first)
    {
        found = Numbers::Narrow(
            solver
                .piles()
                .known_run(game, first..=last.unsigned_abs())?,
        );
    }
    let mut budget = solver.left().clone();
    if let Some(known) = solver.piles().known_heap(game) {
        let rest = sizes.ints().skip(found.len());
        for value in rest.map_while(known) {
            push(&mut found, value, sizes.len(), &mut budget)?;
        }
    }
    for size in sizes.ints().skip(found.len()) {
        let value = pile_value(solver, game, Value::Int(size))?;
        push(&mut found, value, sizes.len(), solver.budget())?;
    }
    Ok(found)
}

/// Appends a value, with an eye on the time and on the memory for so many in all.
fn push(found: &mut Numbers, value: u64, in_all: usize, budget: &mut Budget) -> Result<(), Limit> {
    found.push(value);
    if found.len().is_multiple_of(1 << 16) {
        budget.go_on(found.need(in_all))?;
        found.reserve(in_all);
    }
    Ok(())
}

/// The Grundy values of a box of tuples, or of single piles of these sizes, in order.
pub(super) fn table(
    solver: &mut Solver,
    game: &Arc<Game>,
    boxes: &[Vec<i64>],
) -> Result<Numbers, Failure> {
    let width = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
        (Some(_), _) => 1,
        (None, Some(bounds)) => bounds.len(),
        (None, None) => {
            let needs = "`table` needs piles of single numbers or tuples";
            return Err(wrong_shape(game, needs).into());
        }
    };
    if boxes.len() != width {
        let wrong = wrong_box(game, &format!("has {width} coordinates"), boxes.len());
        return Err(wrong.help("one range for each coordinate").into());
    }
    if let (Some(_), [sizes]) = (game.shape.as_heap(), boxes) {
        return values(solver, game, &sizes.iter().copied().collect());
    }
    if let Some(found) = box_values(solver, game, boxes)? {
        return Ok(found);
    }
    let mut found = Numbers::default();
    let in_all = usize::try_from(count(boxes)).unwrap_or(usize::MAX);
    each_cell(boxes, |cells| {
        let pile = Value::tuple(cells.iter().copied().map(Value::Int).collect());
        let value = pile_value(solver, game, pile)?;
        push(&mut found, value, in_all, solver.budget())?;
        Ok(true)
    })?;
    Ok(found)
}

/// The values of a box in order as lists of lists, one level for each coordinate.
pub(super) fn nested(
    solver: &mut Solver,
    values: &Numbers,
    boxes: &[Vec<i64>],
) -> Result<Value, Failure> {
    let (len, above) = match boxes {
        [above @ .., last] => (last.len(), above),
        [] => return Ok(Value::list(Vec::new())),
    };
    let rows = above
        .iter()
        .try_fold(1_usize, |rows, range| rows.checked_mul(range.len()));
    let rows = rows.map_or(u64::MAX, |rows| rows as u64);
    let bytes = rows.saturating_mul(2 * Value::bytes_of_list(1));
    solver
        .budget()
        .need(bytes.saturating_add(values.memory()))?;
    let mut level = Vec::new();
    let mut rest = values.iter();
    while level.len() < rows as usize {
        let row: Numbers = rest.by_ref().take(len).collect();
        level.push(Value::from(row.into_list()?));
    }
    for range in boxes.iter().rev().skip(1) {
        let len = range.len().max(1);
        let lists = level.chunks(len).map(|chunk| Value::list(chunk.to_vec()));
        level = lists.collect();
    }
    Ok(level.pop().unwrap_or_else(|| Value::list(Vec::new())))
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
    let tops: Option<Vec<i64>> = boxes.iter().map(|it| it.iter().copied().max()).collect();
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
    if solver.is_plain() || !has_values(game) {
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
    let mut budget = solver.budget().clone();
    let Ok(tuples) = solver.piles().tuples(game.id)? else {
        return Ok(None);
    };
    let mut flat = Numbers::default();
    let mut sorted = corner;
    let are_known = each_cell(boxes, |cells| {
        budget.step()?;
        sorted.copy_from_slice(cells);
        game.shape.sort(&mut sorted, 0);
        let value = tuples.get(&sorted);
        value.into_iter().for_each(|value| flat.push(value.into()));
        Ok(value.is_some())
    })?;
    Ok(are_known.then_some(flat))
}

/// Goes through the cells of a box in order, as long as that goes on; whether it came to the end.
fn each_cell(
    boxes: &[Vec<i64>],
    mut goes_on: impl FnMut(&[i64]) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    let first = boxes.iter().map(|range| range.first().copied());
    let Some(mut cells) = first.collect::<Option<Vec<i64>>>() else {
        return Ok(true);
    };
    let mut places = vec![0usize; boxes.len()];
    loop {
        if !goes_on(&cells)? {
            return Ok(false);
        }
        let mut axes = boxes.iter().enumerate().rev();
        let has_next = axes.any(|(axis, range)| {
            places[axis] = (places[axis] + 1) % range.len();
            cells[axis] = range[places[axis]];
            places[axis] > 0
        });
        if !has_next {
            return Ok(true);
        }
    }
}

/// The P-positions in a box.
pub(super) fn losing(
    solver: &mut Solver,
    game: &Arc<Game>,
    boxes: &[Value],
) -> Result<Value, Failure> {
    if let [Value::List(sizes)] = boxes
        && let Some(found) = lost_piles(solver, game, sizes)?
    {
        return Ok(found.into());
    }
    let mut found = Vec::new();
    let each = Value::bytes_of_list(boxes.len());
    let ranges = ranges(boxes, solver)?;
    let is_told = asks_corner(solver, game, &ranges)?;
    let values = match is_told {
        true => None,
        false => box_values(solver, game, &ranges)?,
    };
    let mut values = values.iter().flat_map(Numbers::iter);
    each_cell(&ranges, |point| {
        solver.budget().step()?;
        let told = match is_told {
            true => solver.piles().known_loss(game, point)?,
            false => values.next().map(|value| value == 0),
        };
        let is_lost = match told {
            Some(is_lost) => is_lost,
            None => is_lost(solver, &position_at(game, point)?)?,
        };
        if is_lost {
            if found.len().is_power_of_two() {
                solver.budget().need(2 * each * found.len() as u64)?;
            }
            found.push(match point {
                [only] => Value::Int(*only),
                _ => Value::ints(point.to_vec()),
            });
        }
        Ok(true)
    })?;
    Ok(Value::list(found))
}

/// Asks who wins the largest pile of a box; whether that tells the winners of the others, too, and the box is not much larger.
fn asks_corner(solver: &mut Solver, game: &Arc<Game>, boxes: &[Vec<i64>]) -> Result<bool, Failure> {
    let Some(corner) = corner(game, boxes) else {
        return Ok(false);
    };
    let tuples = match game.misere {
        true => solver.piles().misere_boxes(game)?,
        false => solver.piles().tuples(game.id)?.as_ref().ok(),
    };
    let Some(tuples) = tuples else {
        return Ok(false);
    };
    let cells = tuples.box_cells(&corner);
    if solver.is_plain() || cells.is_some_and(|cells| cells > count(boxes).saturating_mul(4)) {
        return Ok(false);
    }
    is_lost(solver, &position_at(game, &corner)?)?;
    Ok(solver.piles().known_loss(game, &corner)?.is_some())
}

/// The P-positions among single piles, where they are so many of those up to the last one that all values may be worked out.
fn lost_piles(
    solver: &mut Solver,
    game: &Arc<Game>,
    sizes: &List,
) -> Result<Option<List>, Failure> {
    let is_dense = |(first, last)| first >= 0 && last / 4 <= sizes.len() as i64;
    if solver.is_plain()
        || !has_values(game)
        || game.shape.as_heap().is_none()
        || !sizes.run().is_some_and(is_dense)
    {
        return Ok(None);
    }
    let values = values(solver, game, sizes)?;
    let lost = || {
        sizes
            .ints()
            .zip(values.iter())
            .filter(|(_, value)| *value == 0)
    };
    let most = lost().count() * size_of::<u32>();
    solver.budget().need(values.memory() + most as u64)?;
    Ok(Some(lost().map(|(size, _)| size).collect()))
}

/// The position of a box with the largest numbers; without piles where the box holds nothing.
pub(super) fn farthest(game: &Arc<Game>, boxes: &[Value]) -> Result<Position, Diagnostic> {
    let top = |range: &Value| match range {
        Value::List(range) => range.extremes().map(|(_, most)| most),
        _ => None,
    };
    match boxes.iter().map(top).collect::<Option<Vec<i64>>>() {
        Some(point) => position_at(game, &point),
        None => Ok(Position::of_piles(game, Vec::new())),
    }
}

/// The positions of a box in order.
pub(super) fn positions(game: &Arc<Game>, boxes: &[Vec<i64>]) -> impl Iterator<Item = Position> {
    each_choice(boxes).filter_map(|point| position_at(game, &point).ok())
}

/// The position of these piles, of a tuple with these coordinates, or of a row with these entries.
pub(super) fn position_at(game: &Arc<Game>, point: &[i64]) -> Result<Position, Diagnostic> {
    let numbers: Vec<Value> = point.iter().copied().map(Value::Int).collect();
    let piles = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
        (Some(_), _) => numbers,
        (None, Some(bounds)) if bounds.len() == point.len() => vec![Value::tuple(numbers)],
        _ if entries(game).is_some() => vec![Value::list(numbers)],
        _ => {
            let what = format!("is {}", game.shape.in_words());
            let wrong = wrong_box(game, &what, point.len());
            return Err(wrong.help(match game.shape.has_rows() {
                true => "rows have no ranges: ask `winner` and `grundy` of single positions",
                false => "one range for each coordinate, pile or entry",
            }));
        }
    };
    Ok(Position::of_piles(game, piles))
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
        let position = Position::of_piles(game, vec![Value::Int(size)]);
        solver.piles().refuse_engine(&position)?;
        // A compound whose only pile cannot move has no component.
        components.push(solver.positions().components(&position)?.first().copied());
        if components.len().is_multiple_of(1 << 10) {
            let taken = components.len() * size_of::<Option<Id>>();
            solver.positions().check_memory(taken as u64)?;
            solver.budget().look()?;
        }
    }
    let all: Vec<_> = components.iter().flatten().copied().collect();
    let Memory {
        loopy,
        values: memory,
    } = solver.memory();
    let effort = effort_for(std::iter::once(&**game)) + 2 * all.len() as u64;
    let mut found = loopy.values(&all, effort, memory)?.into_iter();
    for (place, component) in components.iter().enumerate() {
        let value = match component {
            Some(_) => found.next().certain("each component has a value"),
            None => LoopyValue::Number(0),
        };
        numbers.push(match value {
            LoopyValue::Number(value) => value,
            no_number => {
                special.insert(place, no_number);
                0
            }
        });
    }
    let is_unknown = special.values().any(|it| *it == LoopyValue::Unknown);
    Ok(Values {
        game: game.label.clone(),
        from,
        values: numbers,
        by: loopy_by(is_unknown.then_some(effort)),
        special,
    })
}

/// Whether a position is a P-position.
pub(super) fn is_lost(solver: &mut Solver, position: &Position) -> Result<bool, Failure> {
    Ok(solver.winner(position)? == Outcome::Second)
}

/// The range of the entries where a pile is one row of integers.
pub(super) fn entries(game: &Game) -> Option<Bounds> {
    match game.shape.coords.first()?.kind {
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } if game.shape.is_row() => Some(bounds),
        _ => None,
    }
}

/// The complaint that so many ranges do not fit what a pile is or has.
fn wrong_box(game: &Game, what: &str, count: usize) -> Diagnostic {
    let ranges = counted(count, "range", "ranges");
    let are = noun(count, "is", "are");
    let message = format!("a pile of {} {what}, and {ranges} {are} given", game.label);
    Diagnostic::error("wrong_shape", message)
}

fn count(boxes: &[Vec<i64>]) -> u64 {
    let lengths = boxes.iter().map(|range| range.len() as u64);
    lengths.fold(1, u64::saturating_mul)
}

/// The sizes that the ranges of a box name, where memory holds so many.
pub(super) fn ranges(boxes: &[Value], solver: &Solver) -> Result<Vec<Vec<i64>>, Limit> {
    let sizes: usize = boxes.iter().map(Value::len).sum();
    solver.left().need((sizes * size_of::<i64>()) as u64)?;
    let each = |range: &Value| range.each().filter_map(|size| size.as_int()).collect();
    Ok(boxes.iter().map(each).collect())
}
