//! Forms that depend on one column: the column itself, affine forms of it, residues, bounds, small tables; on two: sums,
//! nim-sums, quotients, products and tables; and on the end of a sequence: periods and arithmetic periods.

use hashbrown::HashMap;

use super::bank::{Column, hash_of, number};
use super::data::{About, Data, NONE};
use super::op::{Op, gcd};
use super::task::{Best, Task, offer};
use super::tree::{Expr, Term};
use crate::text::certain::Certain;
use crate::work::Limit;
use crate::work::budget::Budget;

/// The forms of one column.
pub(super) fn one(task: &Task, column: &Column, best: &mut Best) {
    if column.question {
        return;
    }
    let probe = task.probe.iter();
    let probe = probe.map(|place| (column.entry(*place), task.target(*place)));
    // The first of each.
    let low = probe.clone().min_by_key(|(value, _)| *value);
    let high = probe.rev().max_by_key(|(value, _)| *value);
    let (Some((low, base)), Some((high, top))) = (low, high) else {
        return;
    };
    if low == NONE {
        return;
    }
    if low == high {
        // It may differ among the first few.
        if task.greatest == task.least {
            affine(task, column, (low, base), (1, 1), best);
        }
        return;
    }
    affine(task, column, (low, base), (top - base, high - low), best);
    residue(task, column, low, base, best);
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
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for place in task.probe.iter().chain(task.places.iter().rev()) {
        let Some(value) = column.value(*place) else {
            continue;
        };
        // The target t is right where d t <= a x + b < d t + d.
        let least = d * task.target(*place) - a * value;
        let (next_low, next_high) = (low.max(least), high.min(least + d - 1));
        if next_low <= next_high {
            (low, high) = (next_low, next_high);
        } else if *place >= task.cutoff {
            return;
        }
    }
    let b = 0.clamp(low, high);
    offer!(task, best, [x: column] => x.affine(a, b).by(Op::Div, d));
}

/// `(x + b) % m` and `(b - x) % m`.
fn residue(task: &Task, column: &Column, low: i64, base: i64, best: &mut Best) {
    let modulus = task.greatest + 1;
    if task.least != 0 || modulus < 2 || modulus > (task.places.len() as i64 / 3).max(2) {
        return;
    }
    for a in [1, -1] {
        let b = (base - a * low).rem_euclid(modulus);
        // The short way around: (x - 1) % 5 rather than (x + 4) % 5.
        let b = b - modulus * i64::from(a == 1 && b > modulus / 2);
        let is_reduced = |place: &u32| a * column.entry(*place) + b != task.target(*place);
        if task.probe.iter().any(is_reduced) {
            offer!(task, best, [x: column] => x.affine(a, b).by(Op::Rem, modulus));
        }
    }
}

/// `min(x + b, c)` and `max(x + b, c)`.
fn bounded(task: &Task, column: &Column, best: &mut Best) {
    for (function, bound) in [(Op::Min, task.greatest), (Op::Max, task.least)] {
        let is_free = |place: &&u32| task.target(**place) != bound;
        let mut free = task.places.iter().rev().filter(is_free);
        let last = free.next();
        let Some(b) = last.and_then(|last| Some(task.target(*last) - column.value(*last)?)) else {
            continue;
        };
        // Both must matter, the column and the bound.
        let is_beyond = |place: &&u32| column.entry(**place) + b != task.target(**place);
        let beyond = task.probe.iter().filter(is_beyond);
        if beyond.count() < 2 || free.nth(INSIDE).is_none() {
            continue;
        }
        offer!(task, best, [x: column] => {
            Term::call(function, [x.affine(1, b), Term::int(bound)])
        });
    }
}

/// How many values must be inside of a bound.
const INSIDE: usize = 8;

/// A list, by a column with few values.
fn table(task: &Task, column: &Column, best: &mut Best) {
    let Some(list) = task.by_key::<16>(|place| usize::try_from(column.value(place)?).ok()) else {
        return;
    };
    let last = list.iter().rposition(|entry| *entry != NONE);
    let len = last.map_or(0, |last| last + 1);
    if len < 2 || list[..len].contains(&NONE) || len * 4 > task.places.len() {
        return;
    }
    offer!(task, best, [x: column] => x.entry(&list[..len]));
}

/// The multiples of the first column that are tried in a sum; those of the second follow.
const MULTIPLES: [i64; 8] = [1, -1, 2, -2, 3, -3, 4, -4];

/// How many columns with equal differences are remembered.
const ALIKE: usize = 3;

/// The columns by a hash of what makes them alike.
type ByHash<'a> = HashMap<u64, Vec<&'a Column>>;

/// Tries `a x + b y + c` and `xor(x, y, c)`.
pub(super) fn sums(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    let columns = task.bank.numbers();
    let columns = columns.filter(|column| !column.expr.is_shifted());
    let columns: Vec<(&Column, Vec<i64>)> = columns
        .filter_map(|column| Some((column, at_probe(task, column)?)))
        .collect();
    let target: Vec<i64> = task.probe.iter().map(|place| task.target(*place)).collect();
    let (mut lines, mut nim_sums) = (ByHash::new(), ByHash::new());
    for (column, values) in &columns {
        budget.step()?;
        if let Some(hash) = direction(values) {
            remember(&mut lines, hash, column);
            remember(&mut nim_sums, xor_shape(values), column);
        }
    }
    let mut rest = vec![0; target.len()];
    for (column, values) in &columns {
        budget.step()?;
        if column.bits + 4.0 > best.bound() {
            continue;
        }
        for a in MULTIPLES {
            for ((rest, target), value) in rest.iter_mut().zip(&target).zip(values) {
                *rest = target - a * value;
            }
            let Some(hash) = direction(&rest) else {
                continue;
            };
            for other in lines.get(&hash).into_iter().flatten() {
                if !std::ptr::eq(*other, *column) {
                    line(task, (a, column), other, &rest, best);
                }
            }
        }
        for ((rest, target), value) in rest.iter_mut().zip(&target).zip(values) {
            *rest = target ^ value;
        }
        for other in nim_sums.get(&xor_shape(&rest)).into_iter().flatten() {
            nim_sum(task, column, other, &rest, best);
        }
    }
    Ok(())
}

/// The values of a column at the probe, if it has one everywhere.
fn at_probe(task: &Task, column: &Column) -> Option<Vec<i64>> {
    let values = task.probe.iter().map(|place| column.value(*place));
    values.collect()
}

fn remember<'a>(map: &mut ByHash<'a>, hash: u64, column: &'a Column) {
    let list = map.entry(hash).or_default();
    let place = list.partition_point(|known| known.bits <= column.bits);
    list.insert(place, column);
    list.truncate(ALIKE);
}

/// A hash that is equal for `values` and `a * values + b`; `None` if all are equal.
fn direction(values: &[i64]) -> Option<u64> {
    let first = *values.first()?;
    let (mut divisor, mut sign) = (0, 0);
    for value in values {
        let difference = value - first;
        divisor = gcd(divisor, difference);
        if sign == 0 {
            sign = difference.signum();
        }
    }
    if divisor == 0 {
        return None;
    }
    Some(hash_of(
        values.iter().map(|value| sign * (value - first) / divisor),
    ))
}

/// A hash that is equal for `values` and their nim-sums with a number.
fn xor_shape(values: &[i64]) -> u64 {
    let first = values.first().copied().unwrap_or(0);
    hash_of(values.iter().map(|value| value ^ first))
}

fn line(task: &Task, (a, x): (i64, &Column), y: &Column, rest: &[i64], best: &mut Best) {
    let mut points = task.probe.iter().map(|place| y.entry(*place)).zip(rest);
    let Some((first, here)) = points.next() else {
        return;
    };
    let Some((other, there)) = points.find(|(value, _)| *value != first) else {
        return;
    };
    let (run, rise) = (other - first, there - here);
    if rise % run != 0 || (rise / run).abs() > 64 {
        return;
    }
    let b = rise / run;
    let c = here - b * first;
    // A term that is added comes first, and else the longer one.
    let later = (a < 0 && b > 0) || ((a < 0) == (b < 0) && (y.bits, b) > (x.bits, a));
    let ((a, x), (b, y)) = match later {
        true => ((b, y), (a, x)),
        false => ((a, x), (b, y)),
    };
    offer!(task, best, [x: x, y: y] => sum_of((a, x), (b, y), c));
}

/// `a x + b y + c`.
fn sum_of<T: Term>((a, x): (i64, T), (b, y): (i64, T), c: i64) -> T {
    let (first, rest) = match a < 0 {
        true => (T::int(c).op(Op::Sub, x.affine(-a, 0)), 0),
        false => (x.affine(a, 0), c),
    };
    let op = if b < 0 { Op::Sub } else { Op::Add };
    first.op(op, y.affine(b.abs(), 0)).by(Op::Add, rest)
}

fn nim_sum(task: &Task, x: &Column, y: &Column, rest: &[i64], best: &mut Best) {
    let (Some(first), Some(here)) = (task.probe.first(), rest.first()) else {
        return;
    };
    match here ^ y.entry(*first) {
        ..0 => {}
        0 => offer!(task, best, [x: x, y: y] => Term::call(Op::Xor, [x, y])),
        c => offer!(task, best, [x: x, y: y] => Term::call(Op::Xor, [x, y, Term::int(c)])),
    }
}

/// Tries quotients, remainders and products of one of the first few columns with any other.
pub(super) fn quotients(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    let firsts = task.bank.numbers().filter(|column| column.bits <= 9.5);
    for x in firsts.take(16) {
        for y in task.bank.numbers() {
            budget.step()?;
            if x.bits + y.bits + 2.5 > best.bound() {
                continue;
            }
            for op in [Op::Div, Op::Rem, Op::Mul] {
                offer!(task, best, [x: x, y: y] => x.op(op, y));
            }
        }
    }
    Ok(())
}

/// How many columns tables are made of.
const TABLED: usize = 56;
/// How many rows and columns such a table has at most.
const SIDE: usize = 8;

/// Tries tables by two columns with few values.
pub(super) fn tables(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    let side = |column: &Column| {
        let values = task.places.iter().filter_map(|place| column.value(*place));
        let greatest = values.max()?;
        let side = usize::try_from(greatest).ok()? + 1;
        (2..=SIDE).contains(&side).then_some(side)
    };
    let small = task.bank.numbers().filter(|column| column.small);
    let mut small: Vec<(&Column, usize)> = small
        .filter_map(|column| Some((column, side(column)?)))
        .collect();
    small.sort_by(|a, b| a.0.bits.total_cmp(&b.0.bits));
    small.truncate(TABLED);
    for (i, (x, rows)) in small.iter().enumerate() {
        for (y, columns) in &small[i + 1..] {
            budget.step()?;
            if rows * columns * 4 <= task.places.len() {
                table_of_two(task, (x, *rows), (y, *columns), best);
            }
        }
    }
    Ok(())
}

fn table_of_two(
    task: &Task,
    (x, rows): (&Column, usize),
    (y, columns): (&Column, usize),
    best: &mut Best,
) {
    let entry = |place: u32| {
        let x = usize::try_from(x.value(place)?).ok()?;
        let y = usize::try_from(y.value(place)?).ok()?;
        (x < SIDE && y < SIDE).then_some(x * SIDE + y)
    };
    let Some(entries) = task.by_key::<{ SIDE * SIDE }>(entry) else {
        return;
    };
    let known = |entry: &i64| number(*entry).unwrap_or(0);
    let table = entries.chunks(SIDE).take(rows);
    let table = table.map(|row| row[..columns].iter().map(known).collect());
    let table: Vec<Vec<i64>> = table.collect();
    offer!(task, best, [x: x, y: y] => x.entry_of(y, &table));
}

/// A period that fits the end of a sequence.
#[derive(Debug, Clone)]
pub(super) struct Period {
    pub(super) length: i64,
    /// The least pile from which on it holds.
    pub(super) from: i64,
    /// The form, right from there on.
    pub(super) expr: Expr,
}

/// The period with the shortest description that is seen at least three times, if there is one.
///
/// For a sequence without gaps of more than 16 values; takes linear time.
pub(super) fn period(data: &Data, budget: &mut Budget) -> Result<Option<Period>, Limit> {
    let [(first, _)] = data.ranges[..] else {
        return Ok(None);
    };
    let count = data.len();
    if !data.is_whole() || count < 16 {
        return Ok(None);
    }
    budget.need(count as u64 * 32)?;
    // The values from the last to the first but one, less the value before.
    let steps: Vec<i64> = data.values.windows(2).rev().map(|w| w[1] - w[0]).collect();
    let agreement = agreement(&steps, budget)?;
    let lengths = agreement.iter().enumerate().take(steps.len() / 3 + 1);
    let periods = lengths.skip(1).filter_map(|(length, repeated)| {
        // This many steps at the end repeat the ones before them.
        let run = length + repeated;
        let from = steps.len() - run;
        // A long run at the end may be the last of many that grow longer and longer.
        let lead = if length == 1 { 10 } else { 4 };
        (run >= 3 * length + 4 && lead * from <= steps.len()).then_some((length, from))
    });
    let Some((length, from)) = periods.min_by_key(|(length, from)| length + from) else {
        return Ok(None);
    };
    let rise = data.values[count - 1] - data.values[count - 1 - length];
    let from = first + from as i64;
    let length = length as i64;
    Ok(Some(Period {
        length,
        from,
        expr: of_period(data, length, rise, from),
    }))
}

/// For each shift, how long a start the list has in common with itself shifted (the Z function).
fn agreement(list: &[i64], budget: &mut Budget) -> Result<Vec<usize>, Limit> {
    let len = list.len();
    let mut common = vec![0; len];
    let (mut left, mut right) = (0, 0);
    for i in 1..len {
        budget.step()?;
        let mut run = if i < right {
            common[i - left].min(right - i)
        } else {
            0
        };
        while i + run < len && list[run] == list[i + run] {
            run += 1;
        }
        if i + run > right {
            (left, right) = (i, i + run);
        }
        common[i] = run;
    }
    Ok(common)
}

/// The condition that a P-position meets, of which it is known for each residue whether it is one.
fn residues(lost: &[i64], residue: Expr) -> Expr {
    let met = (0..).zip(lost).filter(|(_, lost)| **lost == 1);
    let met: Vec<i64> = met.map(|(residue, _)| residue).collect();
    match met.as_slice() {
        [] => Expr::Int(0),
        [only] => residue.by(Op::Equal, *only),
        all if all.len() == lost.len() => Expr::Int(1),
        _ => Expr::In(Box::new(residue), met),
    }
}

fn of_period(data: &Data, length: i64, rise: i64, from: i64) -> Expr {
    let n = || Expr::Var(0);
    // Any run of `length` piles behind `from` shows the pattern.
    let mut pattern = vec![NONE; length as usize];
    let slope = if rise % length == 0 { rise / length } else { 0 };
    let base = |n: i64| match slope {
        0 => rise * n.div_euclid(length),
        _ => slope * n,
    };
    for n in from..from + length {
        let value = data
            .value_at(&[n])
            .certain("the values behind the start are known")
            - base(n);
        pattern[n.rem_euclid(length) as usize] = value;
    }
    let index = n().by(Op::Rem, length);
    let pattern = match (data.about, pattern.as_slice()) {
        (_, [only]) => Expr::Int(*only),
        (About::Losing, _) => return residues(&pattern, index),
        (About::Values, _) => Expr::At(pattern, Box::new(index)),
    };
    let line = match (rise, slope) {
        (0, _) => return pattern,
        (_, 0) => n().by(Op::Div, length).affine(rise, 0),
        _ => n().affine(slope, 0),
    };
    line.op(Op::Add, pattern)
}
