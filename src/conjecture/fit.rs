//! Forms that depend on one column: the column itself, affine forms of it, residues, bounds, small tables.

use super::bank::Column;
use super::data::NONE;
use super::numbers::gcd;
use super::op::Op;
use super::task::{Best, Task, offer};
use super::tree::Term;

/// The forms of one column.
pub(super) fn one(task: &Task, column: &Column, best: &mut Best) {
    if column.question {
        return;
    }
    let at = |place: u32| column.values[place as usize];
    let mut low = None::<(i64, u32)>;
    let mut high = None::<(i64, u32)>;
    for place in &task.probe {
        let value = at(*place);
        if value == NONE {
            return;
        }
        if low.is_none_or(|(least, _)| value < least) {
            low = Some((value, *place));
        }
        if high.is_none_or(|(greatest, _)| value > greatest) {
            high = Some((value, *place));
        }
    }
    let (Some((low, low_place)), Some((high, high_place))) = (low, high) else {
        return;
    };
    if low == high {
        // It may differ among the first few.
        if task.greatest == task.least {
            let only = (low, task.target(low_place));
            affine(task, column, only, (1, 1), best);
        }
        return;
    }
    let rise = task.target(high_place) - task.target(low_place);
    let run = high - low;
    let first = (low, task.target(low_place));
    affine(task, column, first, (rise, run), best);
    residue(task, column, low, task.target(low_place), best);
    bounded(task, column, best);
    if column.small && high - low < 12 {
        table(task, column, best);
    }
}

/// `a * x + b` and `(a * x + b) / d` through a point, with a slope.
fn affine(
    task: &Task,
    column: &Column,
    (low, base): (i64, i64),
    (rise, run): (i64, i64),
    best: &mut Best,
) {
    if rise != 0 && rise % run == 0 {
        let a = rise / run;
        let b = base - a * low;
        if a.abs() <= 4096 {
            offer!(task, best, [x: column] => x.affine(a, b));
        }
    }
    for divisor in 2..=12i64 {
        let Some(scaled) = rise.checked_mul(divisor) else {
            return;
        };
        let a = (2 * scaled + run).div_euclid(2 * run);
        if a == 0 || a.abs() > 64 || gcd(a, divisor) != 1 {
            continue;
        }
        floor(task, column, a, divisor, best);
    }
}

/// `(a * x + b) / d` with the `b` of the least size.
fn floor(task: &Task, column: &Column, a: i64, d: i64, best: &mut Best) {
    let at = |place: u32| column.values[place as usize];
    // The target t is right where d t <= a x + b < d t + d.
    let bounds = |place: u32| {
        let least = d * task.target(place) - a * at(place);
        (least, least + d - 1)
    };
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for place in task.probe.iter().chain(task.places.iter().rev()) {
        if at(*place) == NONE {
            continue;
        }
        let (least, greatest) = bounds(*place);
        let (next_low, next_high) = (low.max(least), high.min(greatest));
        if next_low <= next_high {
            (low, high) = (next_low, next_high);
        } else if *place >= task.cutoff {
            return;
        }
    }
    let b = if low > 0 {
        low
    } else if high < 0 {
        high
    } else {
        0
    };
    offer!(task, best, [x: column] => x.affine(a, b).by(Op::Div, d));
}

/// `(x + b) % m` and `(b - x) % m`.
fn residue(task: &Task, column: &Column, low: i64, base: i64, best: &mut Best) {
    let at = |place: u32| column.values[place as usize];
    let modulus = task.greatest + 1;
    if task.least != 0 || modulus < 2 || modulus > (task.places.len() as i64 / 3).max(2) {
        return;
    }
    for a in [1, -1] {
        let b = (base - a * low).rem_euclid(modulus);
        // The short way around: (x - 1) % 5 rather than (x + 4) % 5.
        let b = if a == 1 && b > modulus / 2 {
            b - modulus
        } else {
            b
        };
        if !task
            .probe
            .iter()
            .any(|place| a * at(*place) + b != task.target(*place))
        {
            continue;
        }
        offer!(task, best, [x: column] => x.affine(a, b).by(Op::Rem, modulus));
    }
}

/// `min(x + b, c)` and `max(x + b, c)`.
fn bounded(task: &Task, column: &Column, best: &mut Best) {
    let at = |place: u32| column.values[place as usize];
    for (function, bound) in [(Op::Min, task.greatest), (Op::Max, task.least)] {
        let mut free = task
            .places
            .iter()
            .rev()
            .filter(|place| task.target(**place) != bound);
        let Some(last) = free.next().filter(|place| at(**place) != NONE) else {
            continue;
        };
        let b = task.target(*last) - at(*last);
        // Both must matter, the column and the bound.
        let beyond = task
            .probe
            .iter()
            .filter(|place| at(**place) + b != task.target(**place));
        if beyond.count() < 2 || free.nth(INSIDE).is_none() {
            continue;
        }
        offer!(task, best, [x: column] => {
            Term::call(function, [x.affine(1, b), Term::int(bound)])
        });
    }
}

/// So many values must be inside of a bound.
const INSIDE: usize = 8;

/// A list, by a column with few values.
fn table(task: &Task, column: &Column, best: &mut Best) {
    let Some(list) = task.by_key::<16>(|place| usize::try_from(column.value(place)?).ok()) else {
        return;
    };
    let len = list
        .iter()
        .rposition(|entry| *entry != NONE)
        .map_or(0, |last| last + 1);
    if len < 2 || list[..len].contains(&NONE) || len * 4 > task.places.len() {
        return;
    }
    offer!(task, best, [x: column] => x.entry(&list[..len]));
}
