//! Forms by distinction of cases.

use super::bank::Column;
use super::data::About;
use super::op::Op;
use super::task::{Best, Fit, Task};
use super::tree::{Expr, Term};
use super::{fit, outcome};
use crate::work::Limit;
use crate::work::budget::Budget;

/// How much more information the values of a case must hold than its form.
const MARGIN: f64 = 1.5;

/// Tries the forms of one column each, for a case those of the most usual ones.
pub(super) fn columns(
    task: &Task,
    core: bool,
    best: &mut Best,
    budget: &mut Budget,
) -> Result<(), Limit> {
    let about = task.bank.data.about;
    if task.is_constant(best) && about == About::Losing {
        return Ok(());
    }
    for column in &task.bank.columns {
        budget.step()?;
        if (core && !column.core) || column.bits > best.bound() {
            continue;
        }
        match about {
            About::Values => fit::one(task, column, best),
            About::Losing => outcome::one(task, column, best),
        }
    }
    Ok(())
}

/// One side of a distinction.
struct Side<'a> {
    task: Task<'a>,
    fit: Option<Fit>,
}

fn side<'a>(
    task: &Task<'a>,
    question: &Column,
    answer: i64,
    budget: &mut Budget,
) -> Result<Option<Side<'a>>, Limit> {
    let Some(task) = task.part(|place| question.entry(place) == answer) else {
        return Ok(None);
    };
    let fit = shortest(&task, budget)?;
    Ok(Some(Side { task, fit }))
}

/// The shortest form of a case that its values warrant.
fn shortest(task: &Task, budget: &mut Budget) -> Result<Option<Fit>, Limit> {
    let mut best = Best::default();
    columns(task, true, &mut best, budget)?;
    let enough = task.information();
    let fit = best.fits.into_iter().next();
    Ok(fit.filter(|fit| fit.bits * MARGIN <= enough))
}

fn questions<'a>(task: &Task<'a>) -> impl Iterator<Item = &'a Column> + use<'a> {
    let columns = task.bank.columns.iter();
    columns.filter(|column| column.question && column.core)
}

/// Tries `if question then one form else another`; where that fails, a second question for one of the sides.
pub(super) fn cases(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    let mut half_done = Vec::new();
    for question in questions(task) {
        if question.bits + 8.0 > best.bound() {
            continue;
        }
        let Some(yes) = side(task, question, 1, budget)? else {
            continue;
        };
        let Some(no) = side(task, question, 0, budget)? else {
            continue;
        };
        match (yes.fit, no.fit) {
            (Some(yes), Some(no)) => join(task, question, yes, no, best),
            (Some(yes), None) => half_done.push((question, yes, 1, no.task)),
            (None, Some(no)) => half_done.push((question, no, 0, yes.task)),
            (None, None) => {}
        }
    }
    if !best.fits.is_empty() {
        return Ok(());
    }
    half_done.sort_by(|a, b| (a.0.bits + a.1.bits).total_cmp(&(b.0.bits + b.1.bits)));
    half_done.truncate(12);
    for (question, fit, answer, rest) in half_done {
        let mut inner = Best::default();
        for second in questions(&rest) {
            if std::ptr::eq(second, question) {
                continue;
            }
            let Some(Side { fit: Some(yes), .. }) = side(&rest, second, 1, budget)? else {
                continue;
            };
            let Some(Side { fit: Some(no), .. }) = side(&rest, second, 0, budget)? else {
                continue;
            };
            join(&rest, second, yes, no, &mut inner);
        }
        if let Some(found) = inner.fits.into_iter().next() {
            let (yes, no) = if answer == 1 {
                (fit, found)
            } else {
                (found, fit)
            };
            join(task, question, yes, no, best);
        }
    }
    Ok(())
}

/// Puts two cases together.
fn join(task: &Task, question: &Column, yes: Fit, no: Fit, best: &mut Best) {
    let condition = question.expr.clone();
    let expr = task.bank.data.about.choice(condition, yes.expr, no.expr);
    // Where the question itself has no answer, neither side is right.
    let unanswered = task.places.iter().filter(|place| {
        let value = question.entry(**place);
        value != 0 && value != 1
    });
    let wrong = yes.wrong.into_iter().chain(no.wrong);
    settle(task, expr, wrong.chain(unanswered.copied()).collect(), best);
}

/// Offers a form of several cases with all places where one is wrong.
fn settle(task: &Task, expr: Expr, mut wrong: Vec<u32>, best: &mut Best) {
    wrong.sort_unstable();
    if wrong.len() <= task.exceptions && wrong.last().is_none_or(|place| *place < task.cutoff) {
        best.offer(task.fit(expr, wrong));
    }
}

/// Tries a form for each residue class of a single number.
pub(super) fn classes(task: &Task, best: &mut Best, budget: &mut Budget) -> Result<(), Limit> {
    let bank = task.bank;
    let point = |place: u32| bank.point(place as usize)[0];
    'moduli: for modulus in 3..=8i64 {
        let (mut cases, mut wrong) = (Vec::new(), Vec::new());
        for residue in 0..modulus {
            let Some(part) = task.part(|place| point(place).rem_euclid(modulus) == residue) else {
                continue 'moduli;
            };
            let Some(fit) = shortest(&part, budget)? else {
                continue 'moduli;
            };
            wrong.extend(fit.wrong);
            cases.push((residue, fit.expr));
        }
        let rest = Expr::Var(0).by(Op::Rem, modulus);
        if let Some(expr) = bank.data.about.cases(&rest, cases) {
            settle(task, expr, wrong, best);
        }
    }
    Ok(())
}
