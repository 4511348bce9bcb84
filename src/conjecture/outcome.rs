//! Which positions are P-positions: conditions instead of values.

use super::bank::{Column, entries};
use super::data::NONE;
use super::op::Op;
use super::task::{Best, Task, offer};
use super::tree::{Expr, Term};
use crate::work::Limit;
use crate::work::budget::Budget;

/// The least and the greatest value of a column on the probe where the target is `answer`.
fn spread(task: &Task, column: &Column, answer: i64) -> Option<(i64, i64)> {
    let is_there = |place: &&u32| task.target(**place) == answer;
    let places = task.probe.iter().filter(is_there);
    let values = places.map(|place| column.entry(*place));
    let low = values.clone().min().filter(|low| *low != NONE)?;
    Some((low, values.max()?))
}

/// Tries `x`, `x == c`, `x <= c`, `x >= c` and `x in list` for a column.
pub(super) fn one(task: &Task, column: &Column, best: &mut Best) {
    if column.question {
        offer!(task, best, [x: column] => x);
        offer!(task, best, [x: column] => x.negated());
    }
    if column.question || column.expr.is_shifted() {
        return;
    }
    let (Some(lost), Some(won)) = (spread(task, column, 1), spread(task, column, 0)) else {
        return;
    };
    if lost.0 == lost.1 {
        offer!(task, best, [x: column] => x.by(Op::Equal, lost.0));
    }
    let values = || {
        let behind = task.places.iter().filter(|place| **place >= task.cutoff);
        let lost = behind.filter(|place| task.target(**place) == 1);
        lost.filter_map(|place| column.value(*place))
    };
    let several = lost.0 < lost.1;
    if several && lost.1 < won.0 {
        let most = values().fold(lost.1, i64::max);
        offer!(task, best, [x: column] => x.by(Op::AtMost, most));
    }
    if several && lost.0 > won.1 {
        let least = values().fold(lost.0, i64::min);
        offer!(task, best, [x: column] => x.at_least(least));
    }
    if lost.1 < 64 && lost.0 >= 0 && column.bits < 16.0 {
        list(task, column, best);
    }
}

/// `x in [0, 3]`.
fn list(task: &Task, column: &Column, best: &mut Best) {
    let key = |place: u32| match place >= task.cutoff {
        true => usize::try_from(column.value(place)?).ok(),
        false => None,
    };
    let Some(entries) = task.by_key::<64>(key) else {
        return;
    };
    let seen = entries.iter().filter(|entry| **entry != NONE).count();
    let lost = (0..).zip(entries).filter(|(_, entry)| *entry == 1);
    let members: Vec<i64> = lost.map(|(value, _)| value).collect();
    if seen * 4 > task.places.len() || members.len() < 2 {
        return;
    }
    offer!(task, best, [x: column] => x.among(&members));
}

/// How many columns are compared with each other.
const COMPARED: usize = 120;

/// Tries `x == y + c`, `x < y` and `x <= y`.
pub(super) fn comparisons(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    let columns = task.bank.numbers().filter(|column| {
        let mut probe = task.probe.iter();
        let is_plain = !column.expr.is_shifted() && !column.expr.recurs();
        column.core && is_plain && probe.all(|place| column.value(*place).is_some())
    });
    let mut columns: Vec<&Column> = columns.collect();
    columns.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    columns.truncate(COMPARED);
    let Some(lost) = task.probe.iter().find(|place| task.target(**place) == 1) else {
        return Ok(());
    };
    for (i, x) in columns.iter().enumerate() {
        for (j, y) in columns.iter().enumerate() {
            budget.step()?;
            if i == j || x.bits + y.bits + 2.5 > best.bound() {
                continue;
            }
            let c = x.entry(*lost) - y.entry(*lost);
            if i < j && c.abs() <= 8 {
                offer!(task, best, [a: x, b: y] => a.op(Op::Equal, b.by(Op::Add, c)));
            }
            for op in [Op::Less, Op::AtMost] {
                offer!(task, best, [a: x, b: y] => a.op(op, b));
            }
        }
    }
    Ok(())
}

/// A condition with its answers as bits.
struct Answers {
    column: Column,
    /// Bit i: the answer at the i-th place behind the first few.
    words: Vec<u64>,
}

/// How many conditions are joined with each other.
const JOINED: usize = 600;

/// Tries `a and b` and `a or b`.
pub(super) fn joins(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    let places: Vec<u32> = task
        .places
        .iter()
        .copied()
        .filter(|place| *place >= task.cutoff)
        .collect();
    let pack = |value: &dyn Fn(u32) -> i64| {
        let mut words = vec![0u64; places.len().div_ceil(64)];
        for (i, place) in places.iter().enumerate() {
            words[i / 64] |= u64::from(value(*place) == 1) << (i % 64);
        }
        words
    };
    let target = pack(&|place| task.target(place));
    // What is implied by being lost, and what implies it.
    let (mut wider, mut narrower) = (Vec::new(), Vec::new());
    let mut consider = |expr: Expr, values: Vec<i64>| {
        let words = pack(&|place| values[place as usize]);
        let within = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(a, b)| a & !b == 0);
        let some = words.iter().any(|word| *word != 0);
        let list = match () {
            () if within(&target, &words) => &mut wider,
            () if some && within(&words, &target) => &mut narrower,
            () => return,
        };
        let column = Column::new(expr, values);
        list.push(Answers { column, words });
    };
    for column in task.bank.columns.iter().filter(|column| column.core) {
        budget.look()?;
        if column.question {
            consider(column.expr.clone(), column.values.clone());
            let opposite = entries(&column.values, |x| x.negated());
            consider(column.expr.clone().negated(), opposite);
        } else if column.bits < 14.0 {
            for c in 0..4 {
                for op in [Op::Equal, Op::AtMost] {
                    let values = entries(&column.values, |x| x.by(op, c));
                    let expr = column.expr.clone().by(op, c);
                    let opposite = entries(&values, |x| x.negated());
                    consider(expr.clone().negated(), opposite);
                    consider(expr, values);
                }
            }
        }
    }
    for (op, mut list) in [(Op::And, wider), (Op::Or, narrower)] {
        list.sort_by(|a, b| a.column.bits.total_cmp(&b.column.bits));
        list.truncate(JOINED);
        for (i, a) in list.iter().enumerate() {
            budget.look()?;
            for b in &list[..i] {
                if a.column.bits + b.column.bits + 4.0 > best.bound() {
                    break;
                }
                let mut pairs = a.words.iter().zip(&b.words).zip(&target);
                let equal = match op {
                    Op::And => pairs.all(|((a, b), target)| a & b == *target),
                    _ => pairs.all(|((a, b), target)| a | b == *target),
                };
                if equal {
                    offer!(task, best, [b: b.column, a: a.column] => b.op(op, a));
                }
            }
        }
    }
    Ok(())
}
