//! Further positions on which forms are checked: what fits a box by chance is told apart from a law.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::conjecture::{Data, Form};
use crate::expr::position::Game;
use crate::expr::shape::Bounds;
use crate::solve::Solver;
use crate::work::budget::STEPS_PER_SECOND;
use crate::work::{Failure, distinct};

/// How much work goes into positions before what is there has to do.
pub(super) const DATA_EFFORT: u64 = STEPS_PER_SECOND * 7 / 10;

/// How many times as far each coordinate goes where forms are checked once more, by the number of coordinates.
const FURTHER: [(i64, i64); 4] = [(4, 1), (3, 2), (3, 2), (3, 2)];

/// So many numbers of the rules are looked at, and so far on both sides of each.
const MOST_TURNS: usize = 8;
const NEAR: i64 = 6;

/// A coordinate with its name.
pub(super) type Coordinate = (String, Bounds);

/// The ranges of all coordinates that go so far.
pub(super) fn up_to(coords: &[Coordinate], reach: i64) -> Vec<RangeInclusive<i64>> {
    let ranges = coords.iter().map(|(_, bounds)| bounds.least(reach));
    ranges.collect()
}

/// The numbers in the rules beyond a reach: what may be done changes there.
pub(super) fn turning_points(
    solver: &mut Solver,
    game: &Arc<Game>,
    reach: i64,
) -> Result<Vec<i64>, Failure> {
    let transitions = solver.piles().positions.transitions(game.id)?;
    let numbers = transitions.game.numbers();
    let mut turns = distinct(numbers.into_iter().filter(|n| *n > reach / 2).collect());
    turns.truncate(MOST_TURNS);
    Ok(turns)
}

/// Small boxes about turning points: along each coordinate with the others small, and along all of them.
fn windows(coords: &[Coordinate], turns: &[i64]) -> Vec<Vec<RangeInclusive<i64>>> {
    let numbers = turns
        .iter()
        .flat_map(|turn| [*turn, turn.saturating_mul(2)]);
    let windows = numbers.flat_map(|turn| {
        // The last one is none of them, which stands for all.
        let alone = if coords.len() > 1 {
            0..=coords.len()
        } else {
            0..=0
        };
        alone.map(move |alone| {
            let ranges = coords.iter().enumerate().map(|(coord, (_, bounds))| {
                let is_far = coord == alone || alone == coords.len();
                let far = if is_far { turn.saturating_sub(NEAR) } else { 0 };
                let lo = bounds.lo.saturating_add(far);
                Bounds { lo, ..*bounds }.least(2 * NEAR)
            });
            ranges.collect()
        })
    });
    windows
        .filter(|ranges: &Vec<_>| !ranges.iter().any(RangeInclusive::is_empty))
        .collect()
}

/// The forms that also hold for positions further out and about turning points, as far as there is work left to look at them.
pub(super) fn confirmed(
    solver: &mut Solver,
    mut forms: Vec<Form>,
    (coords, reach, turns): (&[Coordinate], i64, &[i64]),
    mut data: impl FnMut(&mut Solver, &[RangeInclusive<i64>]) -> Result<Data, Failure>,
) -> Result<Vec<Form>, Failure> {
    let Some(width) = forms.first().map(|form| form.ranges.len()) else {
        return Ok(forms);
    };
    let (times, parts) = FURTHER[width.saturating_sub(1)];
    let further = up_to(coords, reach * times / parts);
    if let Some(data) = looked_at(solver, &further, DATA_EFFORT, &mut data)? {
        let checked = forms.into_iter();
        forms = checked
            .filter_map(|form| form.holds_further(&data))
            .collect();
    }
    unrefuted(solver, forms, (coords, turns), data)
}

/// The forms that are not wrong about turning points.
pub(super) fn unrefuted(
    solver: &mut Solver,
    mut forms: Vec<Form>,
    (coords, turns): (&[Coordinate], &[i64]),
    mut data: impl FnMut(&mut Solver, &[RangeInclusive<i64>]) -> Result<Data, Failure>,
) -> Result<Vec<Form>, Failure> {
    let begun = solver.budget().done();
    for window in windows(coords, turns) {
        let left = DATA_EFFORT.saturating_sub(solver.budget().done() - begun);
        if forms.is_empty() || left == 0 {
            break;
        }
        if let Some(data) = looked_at(solver, &window, left, &mut data)? {
            forms.retain(|form| !form.is_refuted_by(&data));
        }
    }
    Ok(forms)
}

/// The positions of a box; nothing where they take too much, or a rule fails at some.
fn looked_at(
    solver: &mut Solver,
    ranges: &[RangeInclusive<i64>],
    effort: u64,
    data: &mut impl FnMut(&mut Solver, &[RangeInclusive<i64>]) -> Result<Data, Failure>,
) -> Result<Option<Data>, Failure> {
    match solver.aside_in_room(effort, |solver| data(solver, ranges)) {
        Err(failure) if failure.is_in_input() => Ok(None),
        found => found,
    }
}
