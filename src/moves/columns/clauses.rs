//! What the clauses of a move become: steps, and loops.

use std::sync::Arc;

use super::term::{Term, Terms, field, integers, scalar};
use crate::expr::tree::{Clause, Expr, Op, Place, Target};
use crate::expr::value::Value;

/// A condition, or the value of a register.
#[derive(Debug)]
pub(super) enum Step {
    Test(Term),
    Value(u32, Term),
}

#[derive(Debug)]
pub(super) enum Loop {
    Range(Range),
    /// Registers that run together over constant lists of one length.
    List(Vec<u32>, Vec<Arc<[i64]>>),
    Terms(u32, Vec<Term>),
}

/// A range with the conditions that end it.
#[derive(Debug)]
pub(super) struct Range {
    pub(super) var: u32,
    pub(super) lo: Term,
    pub(super) hi: Option<Term>,
    pub(super) step: i64,
    pub(super) stops: Vec<Term>,
    pub(super) starts: Vec<Term>,
    /// Which of the ranges of the program it is.
    pub(super) number: usize,
}

impl Step {
    pub(super) fn term(&self) -> &Term {
        match self {
            Step::Test(term) | Step::Value(_, term) => term,
        }
    }

    /// The register that it gives a value may differ from lane to lane where the value does.
    pub(super) fn vary(&self, terms: &mut Terms) {
        if let Step::Value(register, value) = self
            && value.varies
        {
            terms.vary(*register);
        }
    }
}

impl Loop {
    pub(super) fn vary(&self, terms: &mut Terms) {
        match self {
            Loop::Range(Range { var: register, .. }) | Loop::Terms(register, _) => {
                terms.vary(*register);
            }
            Loop::List(registers, _) => {
                registers.iter().for_each(|register| terms.vary(*register));
            }
        }
    }
}

/// What a clause is made of.
pub(super) enum Part {
    Steps(Vec<Step>),
    Loop(Loop),
}

impl Part {
    /// `None` where columns cannot run the clause. `ranges` counts the ranges so far.
    pub(super) fn of(clause: &Clause, terms: &mut Terms, ranges: &mut usize) -> Option<Part> {
        Some(match clause {
            Clause::Test(condition) => Part::Steps(vec![Step::Test(terms.term(condition)?)]),
            Clause::Value { target, value } => Part::Steps(values(target, value, terms)?),
            Clause::Range(range) => {
                let lo = terms.term(&range.lo)?;
                let hi = match &range.hi {
                    Some(hi) => Some(terms.term(hi)?),
                    None => None,
                };
                let mut all = |list: &[Expr]| -> Option<Vec<Term>> {
                    list.iter().map(|condition| terms.term(condition)).collect()
                };
                let (stops, starts) = (all(&range.stops)?, all(&range.starts)?);
                *ranges += 1;
                Part::Loop(Loop::Range(Range {
                    var: range.var,
                    lo,
                    hi,
                    step: range.step,
                    stops,
                    starts,
                    number: *ranges - 1,
                }))
            }
            Clause::Each { target, list } => {
                Part::Loop(match (list.constant(), &list.op, target) {
                    (Some(value), ..) => each(target, value)?,
                    (None, Op::Elements(items), Target::One(Place::Int(register)))
                        if !items.iter().any(|item| matches!(item.op, Op::Range(..))) =>
                    {
                        let items: Option<_> = items.iter().map(|item| terms.term(item)).collect();
                        Loop::Terms(*register, items?)
                    }
                    _ => return None,
                })
            }
            Clause::Partitions(_) | Clause::While(_) => return None,
        })
    }
}

fn values(target: &Target, value: &Expr, terms: &mut Terms) -> Option<Vec<Step>> {
    let given: Vec<Term> = match (target, &value.op) {
        (Target::One(_), _) => vec![terms.term(value)?],
        (Target::Parts(_), Op::Tuple(parts)) => {
            let parts = parts.iter().map(|part| terms.term(part));
            parts.collect::<Option<_>>()?
        }
        (Target::Parts(_), Op::Const(Value::Tuple(parts))) => {
            let parts = parts.iter().map(|part| scalar(part).map(Term::constant));
            parts.collect::<Option<_>>()?
        }
        _ => return None,
    };
    let registers = registers(target)?;
    if registers.len() != given.len() {
        return None;
    }
    let steps = registers
        .iter()
        .zip(given)
        .map(|(it, term)| Step::Value(*it, term));
    Some(steps.collect())
}

/// The registers of a target; nothing where some of it is no number.
fn registers(target: &Target) -> Option<Vec<u32>> {
    target.places().into_iter().map(Place::int).collect()
}

fn each(target: &Target, list: &Value) -> Option<Loop> {
    let registers = registers(target)?;
    let lists = match target {
        Target::One(_) => vec![integers(list.items())?],
        Target::Parts(places) => {
            let lists = (0..places.len()).map(|place| field(list.items(), place));
            lists.collect::<Option<_>>()?
        }
    };
    (!registers.is_empty()).then_some(Loop::List(registers, lists))
}
