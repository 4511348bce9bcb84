//! Forms of tuples that are found coordinate by coordinate.

use hashbrown::HashMap;

use super::bank::Bank;
use super::data::{About, Data, NONE};
use super::form::Form;
use super::op::Op;
use super::search::shortest;
use super::tree::{Expr, Term};
use crate::work::Limit;
use crate::work::budget::Budget;

/// A form as one expression, its exceptions written as cases; `None` for forms that cannot be part of another.
fn whole(form: Form) -> Option<Expr> {
    if form.from.is_some() || form.is_recursion() || form.exceptions.len() > 3 {
        return None;
    }
    let mut expr = form.expr;
    for (point, value) in form.exceptions.iter().rev() {
        let here = point
            .iter()
            .enumerate()
            .map(|(number, i)| Expr::Var(number).by(Op::Equal, *i));
        let here = here.reduce(|a, b| a.op(Op::And, b))?;
        expr = match form.meaning {
            super::form::Meaning::IsLosing => Expr::truth_choice(here, Expr::Int(*value), expr),
            _ => Expr::choice(here, Expr::Int(*value), expr),
        };
    }
    Some(expr)
}

/// The values along a line of positions in which only one coordinate changes, less those of `base`.
fn line(
    data: &Data,
    number: usize,
    base: &[i64],
    value: impl Fn(i64) -> i64,
) -> Option<Vec<Option<u64>>> {
    let (low, high) = data.ranges[number];
    let mut at = base.to_vec();
    let along = (low..=high).map(|i| {
        at[number] = i;
        u64::try_from(value(data.value_at(&at)?)).ok().map(Some)
    });
    along.collect()
}

/// Forms that are the nim-sum, the sum or the nim product of a form of each coordinate.
pub(super) fn separate(data: &Data, budget: &mut Budget) -> Result<Vec<Expr>, Limit> {
    let mut found = Vec::new();
    let base: Vec<i64> = data.ranges.iter().map(|(low, _)| *low).collect();
    let Some(corner) = data.value_at(&base) else {
        return Ok(found);
    };
    for way in [Way::NimSum, Way::Sum, Way::NimProduct] {
        let (base, corner) = match way {
            Way::NimProduct if data.width() != 2 => continue,
            Way::NimProduct => match (0..data.len()).find(|i| data.values[*i] == 1) {
                Some(one) => (data.point(one).to_vec(), 1),
                None => continue,
            },
            _ => (base.clone(), corner),
        };
        let mut lines = Vec::new();
        for number in 0..data.width() {
            // The value at the corner is counted with the first coordinate only.
            let value = |value: i64| match way {
                _ if number == 0 => value,
                Way::NimSum => value ^ corner,
                Way::Sum => value - corner,
                Way::NimProduct => value,
            };
            match line(data, number, &base, value) {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        if lines.len() < data.width() || !fits(data, &lines, way, budget)? {
            continue;
        }
        let mut parts = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let sequence = Data::sequence("n", data.ranges[number].0, line, budget)?;
            let Some(expr) = shortest(&sequence, budget)?.and_then(whole) else {
                break;
            };
            parts.push(expr.with(&[Expr::Var(number)]));
        }
        if parts.len() == data.width() {
            found.extend(way.join(parts));
        }
    }
    Ok(found)
}

/// How the coordinates are put together.
#[derive(Debug, Clone, Copy)]
enum Way {
    NimSum,
    Sum,
    NimProduct,
}

impl Way {
    fn join(self, parts: Vec<Expr>) -> Option<Expr> {
        match self {
            Way::NimSum => Some(Expr::Call(Op::Xor, parts)),
            Way::NimProduct => Some(Expr::Call(Op::NimProduct, parts)),
            Way::Sum => parts.into_iter().reduce(|a, b| a.op(Op::Add, b)),
        }
    }
}

/// Whether the values along the axes give all others.
fn fits(
    data: &Data,
    lines: &[Vec<Option<u64>>],
    way: Way,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    for (number, value) in data.values.iter().enumerate() {
        budget.step()?;
        let mut joined = None;
        for ((line, i), (low, _)) in lines.iter().zip(data.point(number)).zip(&data.ranges) {
            let Some(part) = line.get((i - low) as usize).copied().flatten() else {
                return Ok(false);
            };
            joined = Some(match (joined, way) {
                (None, _) => part,
                (Some(sum), Way::NimSum) => sum ^ part,
                (Some(sum), Way::Sum) => sum + part,
                (Some(sum), Way::NimProduct) => super::numbers::nim_product(sum, part),
            });
        }
        if joined.and_then(|value| i64::try_from(value).ok()) != Some(*value) {
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
        let others = |list: &[usize]| {
            list.iter()
                .copied()
                .filter(|i| *i != number)
                .collect::<Vec<_>>()
        };
        let kept = others(&(0..data.width()).collect::<Vec<_>>());
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
            let Some(expr) = shortest(&slice, budget)?.and_then(whole) else {
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
            let joined = match data.about {
                About::Losing => Expr::truth_choice(condition, part, rest),
                About::Values => Expr::choice(condition, part, rest),
            };
            (value, joined)
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
        let mut groups: HashMap<i64, i64> = HashMap::new();
        let consistent = column
            .values
            .iter()
            .zip(&bank.target)
            .all(|(group, target)| {
                *group != NONE && *groups.entry(*group).or_insert(*target) == *target
            });
        if !consistent || groups.len() < GROUPS || groups.len() * 3 > data.len() {
            continue;
        }
        let mut all: HashMap<i64, i64> = HashMap::new();
        for (number, value) in data.values.iter().enumerate() {
            let group = column.expr.eval(data.point(number), &mut |_| None);
            match group {
                Some(group) if *all.entry(group).or_insert(*value) == *value => {}
                _ => {
                    all.clear();
                    break;
                }
            }
        }
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
        if let Some(expr) = shortest(&sequence, budget)?.and_then(whole) {
            found.push(expr.with(std::slice::from_ref(&column.expr)));
            if found.len() >= 3 {
                break;
            }
        }
    }
    Ok(found)
}
