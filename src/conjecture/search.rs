//! The search: which families are tried, in which order, and what counts as enough evidence.

use hashbrown::HashMap;

use super::bank::{Bank, Filling, number};
use super::data::{About, Data, information};
use super::fit::Period;
use super::form::{Form, Meaning, checked};
use super::op::Op;
use super::task::{Best, Task};
use super::tree::{Expr, Term};
use super::{columns, fit, outcome, split};
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many times as much information as a form the data must hold.
const MARGIN: f64 = 3.0;

/// A form with fewer bits makes the search for distinctions of cases unnecessary.
const SHORT: f64 = 24.0;

/// How many forms are given.
const GIVEN: usize = 3;

/// Forms that are so many times as long as the shortest are not given.
const SLACK: f64 = 1.2;

/// How much longer the description of a list is taken to be than that of a condition.
const LISTED: f64 = 6.0;

impl Data {
    /// The closed forms that fit, the shortest first; none where none is found that the data warrant.
    ///
    /// Takes time about linear in the number of values, below half a second for 5,000.
    pub fn forms(&self, budget: &mut Budget) -> Result<Vec<Form>, Limit> {
        let mut found = of_data(self, budget)?;
        if self.about == About::Losing && self.width() == 1 {
            found.extend(kth(self, budget)?);
        }
        found.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        let mut seen = hashbrown::HashSet::new();
        let longest = found.first().map_or(0.0, |form| SLACK * form.bits + 4.0);
        found.retain(|form| form.bits <= longest && seen.insert(form.statement()));
        found.truncate(GIVEN);
        Ok(found)
    }
}

/// The shortest form that fits, as one expression, its exceptions written as cases; `None` where it cannot be part of another.
fn shortest(data: &Data, budget: &mut Budget) -> Result<Option<Expr>, Limit> {
    let forms = of_data(data, budget)?;
    let shortest = forms
        .into_iter()
        .filter(|form| !form.is_recursion())
        .min_by(|a, b| a.bits.total_cmp(&b.bits));
    let whole = shortest.filter(|form| form.from.is_none() && form.exceptions.len() <= 3);
    Ok(whole.and_then(|form| {
        let mut exceptions = form.exceptions.iter().rev();
        exceptions.try_fold(form.expr, |expr, (point, value)| {
            let coords = point.iter().enumerate();
            let here = coords.map(|(number, i)| Expr::Var(number).by(Op::Equal, *i));
            let here = here.reduce(|a, b| a.op(Op::And, b))?;
            Some(data.about.choice(here, Expr::Int(*value), expr))
        })
    }))
}

fn of_data(data: &Data, budget: &mut Budget) -> Result<Vec<Form>, Limit> {
    let mut filling = Filling::new(data, budget);
    let mut exprs: Vec<(Expr, Option<i64>)> = Vec::new();
    if data.width() == 1 {
        columns::of_a_number(&mut filling)?;
        if let Some(period) = fit::period(data, filling.budget)? {
            periodic(&mut filling, &period)?;
            let from = (period.from > data.ranges[0].0).then_some(period.from);
            exprs.extend([None, from].map(|from| (period.expr.clone(), from)));
        }
    } else {
        columns::of_tuples(&mut filling)?;
    }
    let bank = filling.bank;
    let mut exceptions = 0;
    let warranted = |expr: &Expr, from: &Option<i64>| {
        checked(data, expr.clone(), *from, 0).is_some_and(|form| is_warranted(data, &form))
    };
    let known = exprs
        .iter()
        .any(|(expr, from)| expr.bits() < SHORT && warranted(expr, from));
    if let Some(task) = Task::all(&bank) {
        exceptions = task.exceptions;
        let mut best = Best::default();
        match known {
            true => split::columns(&task, false, &mut best, budget)?,
            false => of_bank(&task, &mut best, budget)?,
        }
        exprs.extend(best.fits.into_iter().map(|fit| (fit.expr, None)));
    }
    if data.width() > 1 && exprs.iter().all(|(expr, _)| expr.bits() >= SHORT) {
        let mut more = by_groups(&bank, budget)?;
        if data.about == About::Values {
            more.extend(separate(data, budget)?);
        }
        more.extend(by_cases(data, budget)?);
        exprs.extend(more.into_iter().map(|expr| (expr, None)));
    }
    let forms = exprs.into_iter().filter_map(|(expr, from)| {
        let form = checked(data, expr, from, exceptions)?;
        is_warranted(data, &form).then_some(form)
    });
    Ok(forms.collect())
}

/// Adds what a period suggests.
fn periodic(bank: &mut Filling, period: &Period) -> Result<(), Limit> {
    let n = bank.add(Expr::Var(0), true)?;
    for shift in 0..4 {
        let n = bank.with(Op::Sub, n, shift, false)?;
        bank.with(Op::Rem, n, period.length, true)?;
        bank.with(Op::Div, n, period.length, true)?;
    }
    Ok(())
}

/// Tries forms of one column, of two, and distinctions of cases, each where nothing short was found before.
fn of_bank(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    split::columns(task, false, best, budget)?;
    if best.bits() > SHORT {
        match task.bank.data.about {
            About::Values => {
                fit::sums(task, best, budget)?;
                fit::quotients(task, best, budget)?;
                fit::tables(task, best, budget)?;
            }
            About::Losing => {
                outcome::comparisons(task, best, budget)?;
                outcome::joins(task, best, budget)?;
            }
        }
    }
    if best.bits() > SHORT {
        split::cases(task, best, budget)?;
        if task.bank.data.about == About::Values && task.bank.data.width() == 1 {
            split::classes(task, best, budget)?;
        }
    }
    Ok(())
}

/// Whether the data say much more than the form.
fn is_warranted(data: &Data, form: &Form) -> bool {
    // Small positions come first, so that those it is meant for are the last.
    let meant = data.values.iter().skip(data.len() - form.checked);
    let information = information(meant.copied());
    // That a kind of position was not met says little until many were looked at.
    let constant = form.meaning == Meaning::IsLosing && matches!(form.expr, Expr::Int(_));
    let bits = form.from.map_or(form.bits, |_| form.expr.bits());
    form.checked >= if constant { 100 } else { 12 } && information >= MARGIN * bits
}

/// Forms of the k-th P-position.
fn kth(data: &Data, budget: &mut Budget) -> Result<Vec<Form>, Limit> {
    let lost = data.lost().map(|point| u64::try_from(point[0]).ok());
    let lost: Vec<Option<u64>> = lost.collect();
    if lost.len() < 8 {
        return Ok(Vec::new());
    }
    let sequence = Data::sequence("k", 0, &lost, budget)?;
    let information = information(data.values.iter().copied());
    let mut forms = of_data(&sequence, budget)?;
    forms.retain(|form| {
        !form.is_recursion() && form.from.is_none() && information >= MARGIN * form.bits
    });
    for form in &mut forms {
        form.meaning = Meaning::KthLosing;
        form.bits += LISTED;
    }
    Ok(forms)
}

/// Forms that are the nim-sum, the sum or the nim product of a form of each coordinate.
fn separate(data: &Data, budget: &mut Budget) -> Result<Vec<Expr>, Limit> {
    let mut found = Vec::new();
    'ways: for op in [Op::Xor, Op::Add, Op::NimProduct] {
        let Some((base, corner)) = corner(data, op) else {
            continue;
        };
        // What a coordinate adds: the value where only that one is not as in the corner.
        let part = |number: usize, i: i64| {
            let mut at = base.clone();
            at[number] = i;
            let value = data.value_at(&at)?;
            Some(match op {
                // The value at the corner is counted with the first coordinate only.
                _ if number == 0 => value,
                Op::Xor => value ^ corner,
                Op::Add => value - corner,
                _ => value,
            })
        };
        for (place, value) in data.values.iter().enumerate() {
            budget.step()?;
            let parts = data.point(place).iter().enumerate();
            let parts = parts.map(|(number, i)| part(number, *i));
            if parts.reduce(|a, b| a.op(op, b)).flatten() != Some(*value) {
                continue 'ways;
            }
        }
        let mut parts = Vec::new();
        for (number, (low, high)) in data.ranges.iter().enumerate() {
            let line = (*low..=*high).map(|i| u64::try_from(part(number, i)?).ok());
            let line: Vec<Option<u64>> = line.collect();
            let sequence = Data::sequence("n", *low, &line, budget)?;
            let Some(expr) = shortest(&sequence, budget)? else {
                continue 'ways;
            };
            parts.push(expr.with(&[Expr::Var(number)]));
        }
        found.extend(match op {
            Op::Add => parts.into_iter().reduce(|a, b| a.op(op, b)),
            _ => Some(Expr::Call(op, parts)),
        });
    }
    Ok(found)
}

/// A position from which lines along the coordinates show what each of them adds by an operation, with its value.
fn corner(data: &Data, op: Op) -> Option<(Vec<i64>, i64)> {
    let corner: Vec<i64> = match op {
        Op::NimProduct if data.width() != 2 => return None,
        Op::NimProduct => {
            let one = data.values.iter().position(|value| *value == 1)?;
            data.point(one).to_vec()
        }
        _ => data.ranges.iter().map(|(low, _)| *low).collect(),
    };
    let value = data.value_at(&corner)?;
    Some((corner, value))
}

/// How many values a coordinate has at most that is taken case by case.
const CASES: i64 = 6;

/// Forms that are found for each value of a coordinate with few values.
fn by_cases(data: &Data, budget: &mut Budget) -> Result<Vec<Expr>, Limit> {
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
        found.extend(data.about.cases(&Expr::Var(number), parts));
    }
    Ok(found)
}

/// How many groups there are at least.
const GROUPS: usize = 12;
/// How many columns are tried.
const GROUPED: usize = 60;

/// Forms that depend on one combination of the coordinates only.
fn by_groups(bank: &Bank, budget: &mut Budget) -> Result<Vec<Expr>, Limit> {
    let data = bank.data;
    let mut found = Vec::new();
    let columns = bank.numbers();
    let columns = columns.filter(|column| column.core && !column.expr.recurs());
    let mut columns: Vec<_> = columns.collect();
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
