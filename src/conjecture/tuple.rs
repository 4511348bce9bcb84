//! Forms of tuples that are found coordinate by coordinate.

use hashbrown::HashMap;

use super::bank::{Bank, number};
use super::data::Data;
use super::op::Op;
use super::search::shortest;
use super::tree::{Expr, Term};
use crate::work::Limit;
use crate::work::budget::Budget;

/// Forms that are the nim-sum, the sum or the nim product of a form of each coordinate.
pub(super) fn separate(data: &Data, budget: &mut Budget) -> Result<Vec<Expr>, Limit> {
    let mut found = Vec::new();
    for op in [Op::Xor, Op::Add, Op::NimProduct] {
        let Some(lines) = lines(data, op) else {
            continue;
        };
        if !fits(data, &lines, op, budget)? {
            continue;
        }
        let mut parts = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let sequence = Data::sequence("n", data.ranges[number].0, line, budget)?;
            let Some(expr) = shortest(&sequence, budget)? else {
                break;
            };
            parts.push(expr.with(&[Expr::Var(number)]));
        }
        if parts.len() == data.width() {
            found.extend(match op {
                Op::Add => parts.into_iter().reduce(|a, b| a.op(op, b)),
                _ => Some(Expr::Call(op, parts)),
            });
        }
    }
    Ok(found)
}

/// What each coordinate adds by an operation: the values along the lines through a corner in which only that one changes.
fn lines(data: &Data, op: Op) -> Option<Vec<Vec<Option<u64>>>> {
    let base: Vec<i64> = match op {
        Op::NimProduct if data.width() != 2 => return None,
        Op::NimProduct => data
            .point(data.values.iter().position(|value| *value == 1)?)
            .to_vec(),
        _ => data.ranges.iter().map(|(low, _)| *low).collect(),
    };
    let corner = data.value_at(&base)?;
    let line = |number: usize| -> Option<Vec<Option<u64>>> {
        let (low, high) = data.ranges[number];
        let mut at = base.clone();
        let along = (low..=high).map(|i| {
            at[number] = i;
            let value = data.value_at(&at)?;
            // The value at the corner is counted with the first coordinate only.
            let part = match op {
                _ if number == 0 => value,
                Op::Xor => value ^ corner,
                Op::Add => value - corner,
                _ => value,
            };
            u64::try_from(part).ok().map(Some)
        });
        along.collect()
    };
    (0..data.width()).map(line).collect()
}

/// Whether the values along the lines give all others.
fn fits(
    data: &Data,
    lines: &[Vec<Option<u64>>],
    op: Op,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    for (number, value) in data.values.iter().enumerate() {
        budget.step()?;
        let parts = lines.iter().zip(data.point(number)).zip(&data.ranges);
        let parts = parts.map(|((line, i), (low, _))| {
            let part = line.get((i - low) as usize).copied().flatten()?;
            i64::try_from(part).ok()
        });
        if parts.reduce(|a, b| a.op(op, b)).flatten() != Some(*value) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How many values a coordinate has at most that is taken case by case.
const CASES: i64 = 6;

/// Forms that are found for each value of a coordinate with few values.
pub(super) fn by_cases(data: &Data, budget: &mut Budget) -> Result<Vec<Expr>, Limit> {
    let mut found = Vec::new();
    for (number, (low, high)) in data.ranges.iter().enumerate() {
        if high - low >= CASES || data.width() < 2 {
            continue;
        }
        let kept: Vec<usize> = (0..data.width()).filter(|i| *i != number).collect();
        let names: Vec<String> = kept.iter().map(|i| data.names[*i].clone()).collect();
        let ranges: Vec<_> = kept
            .iter()
            .map(|i| data.ranges[*i].0..=data.ranges[*i].1)
            .collect();
        let vars: Vec<Expr> = kept.iter().map(|i| Expr::Var(*i)).collect();
        let mut parts = Vec::new();
        for value in *low..=*high {
            let mut at = vec![value; data.width()];
            let slice = Data::table(
                data.about,
                &names,
                &ranges,
                |point| {
                    for (i, coordinate) in kept.iter().zip(point) {
                        at[*i] = *coordinate;
                    }
                    data.value_at(&at).map(|value| value as u64)
                },
                budget,
            )?;
            let Some(expr) = shortest(&slice, budget)? else {
                break;
            };
            parts.push((value, expr.with(&vars)));
        }
        if parts.len() as i64 <= high - low {
            continue;
        }
        let joined = parts.into_iter().rev().reduce(|(_, rest), (value, part)| {
            if rest == part {
                return (value, part);
            }
            let condition = Expr::Var(number).by(Op::Equal, value);
            (value, data.about.choice(condition, part, rest))
        });
        found.extend(joined.map(|(_, expr)| expr));
    }
    Ok(found)
}

/// How many groups there are at least.
const GROUPS: usize = 12;
/// How many columns are tried.
const GROUPED: usize = 60;

/// Forms that depend on one combination of the coordinates only.
pub(super) fn by_groups(bank: &Bank, budget: &mut Budget) -> Result<Vec<Expr>, Limit> {
    let data = bank.data;
    let mut found = Vec::new();
    let mut columns: Vec<_> = bank
        .columns
        .iter()
        .filter(|column| column.core && !column.question && !column.expr.recurs())
        .collect();
    columns.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    for column in columns.into_iter().take(GROUPED) {
        budget.look()?;
        let known = column.values.iter().map(|group| number(*group));
        let Some(groups) = groups_of(known.zip(&bank.target)) else {
            continue;
        };
        if groups.len() < GROUPS || groups.len() * 3 > data.len() {
            continue;
        }
        let points = (0..data.len()).map(|number| data.point(number));
        let all = points.map(|point| column.expr.eval(point, &mut |_| None));
        let Some(all) = groups_of(all.zip(&data.values)) else {
            continue;
        };
        let (Some(low), Some(high)) = (all.keys().min(), all.keys().max()) else {
            continue;
        };
        if high - low > 1 << 16 {
            continue;
        }
        let sequence = Data::table(
            data.about,
            &["n".to_string()],
            &[*low..=*high],
            |at| all.get(at.first()?).map(|value| *value as u64),
            budget,
        )?;
        if let Some(expr) = shortest(&sequence, budget)? {
            found.push(expr.with(std::slice::from_ref(&column.expr)));
            if found.len() >= 3 {
                break;
            }
        }
    }
    Ok(found)
}

/// The value of each group; `None` where one has several, or a position is in none.
fn groups_of<'v>(all: impl Iterator<Item = (Option<i64>, &'v i64)>) -> Option<HashMap<i64, i64>> {
    let mut groups = HashMap::new();
    for (group, value) in all {
        if *groups.entry(group?).or_insert(*value) != *value {
            return None;
        }
    }
    Some(groups)
}
