//! The search: which families are tried, in which order, and what counts as enough evidence.

use super::bank::Filling;
use super::data::{About, Data, information};
use super::form::{Form, Meaning, checked};
use super::op::Op;
use super::period::{self, Period};
use super::task::{Best, Task};
use super::tree::{Expr, Term};
use super::{columns, outcome, pairs, split, sums, tuple};
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

/// The closed forms that fit the data, the shortest first; none where none is found that the data warrant.
///
/// Takes time about linear in the number of values, below half a second for 5,000.
pub fn find(data: &Data, budget: &mut Budget) -> Result<Vec<Form>, Limit> {
    let mut found = of_data(data, budget)?;
    if data.about == About::Losing && data.width() == 1 {
        found.extend(kth(data, budget)?);
    }
    found.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    let mut seen = hashbrown::HashSet::new();
    let longest = found.first().map_or(0.0, |form| SLACK * form.bits + 4.0);
    found.retain(|form| form.bits <= longest && seen.insert(form.statement()));
    found.truncate(GIVEN);
    Ok(found)
}

/// The shortest form that fits, as one expression, its exceptions written as cases; `None` where it cannot be part of another.
pub(super) fn shortest(data: &Data, budget: &mut Budget) -> Result<Option<Expr>, Limit> {
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
        if let Some(period) = period::find(data, filling.budget)? {
            periodic(&mut filling, &period)?;
            let from = (period.from > data.ranges[0].0).then_some(period.from);
            exprs.push((period.expr.clone(), None));
            exprs.push((period.expr, from));
        }
    } else {
        pairs::of_tuples(&mut filling)?;
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
            false => fit(&task, &mut best, budget)?,
        }
        exprs.extend(best.fits.into_iter().map(|fit| (fit.expr, None)));
    }
    if data.width() > 1 {
        let short = exprs.iter().any(|(expr, _)| expr.bits() < SHORT);
        if !short {
            let mut more = tuple::by_groups(&bank, budget)?;
            if data.about == About::Values {
                more.extend(tuple::separate(data, budget)?);
            }
            more.extend(tuple::by_cases(data, budget)?);
            exprs.extend(more.into_iter().map(|expr| (expr, None)));
        }
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
fn fit(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    split::columns(task, false, best, budget)?;
    if best.bits() > SHORT {
        match task.bank.data.about {
            About::Values => {
                sums::sums(task, best, budget)?;
                sums::quotients(task, best, budget)?;
                sums::tables(task, best, budget)?;
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
    let information = match form.from {
        None => data.bits(),
        Some(from) => {
            let numbers = (0..data.len()).filter(|number| data.point(*number)[0] >= from);
            information(numbers.map(|number| data.values[number]))
        }
    };
    // That a kind of position was not met says little until many were looked at.
    let constant = form.meaning == Meaning::IsLosing && matches!(form.expr, Expr::Int(_));
    let bits = if form.from.is_some() {
        form.expr.bits()
    } else {
        form.bits
    };
    form.checked >= if constant { 100 } else { 12 } && information >= MARGIN * bits
}

/// Forms of the k-th P-position.
fn kth(data: &Data, budget: &mut Budget) -> Result<Vec<Form>, Limit> {
    let lost = (0..data.len()).filter(|number| data.values[*number] == 1);
    let lost: Vec<Option<u64>> = lost
        .map(|number| u64::try_from(data.point(number)[0]).ok())
        .collect();
    if lost.len() < 8 {
        return Ok(Vec::new());
    }
    let sequence = Data::sequence("k", 0, &lost, budget)?;
    let information = data.bits();
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
