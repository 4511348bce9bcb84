//! Intervals of amounts whose ends depend on the pile, by tables or formulas.

use std::sync::Arc;

use super::rising::rise;
use super::{Amounts, Family, Leaves, is_local, rest, taken};
use crate::expr::code::Code;
use crate::expr::compile::Builder;
use crate::expr::fault::{Fault, FaultKind};
use crate::expr::kind::Kind;
use crate::expr::machine::{Host, Machine, NoHost};
use crate::expr::tree::{Clause, CompareOp, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::Move;
use crate::text::source::Span;

/// All amounts from one number to another, which depend on the pile.
#[derive(Debug, Clone)]
pub struct Between {
    /// Works out the ends, in two registers of their own; where a condition fails there is no move, and they stay as they are.
    code: Arc<Code>,
    pile: u32,
    low: u32,
    high: u32,
    /// Whether the ends are of what is left and not of what is taken.
    of_rest: bool,
    /// Whether all amounts from 1 on may be taken up to one that rises by 0 or 1 from each pile to the next.
    rises_slowly: bool,
    span: Span,
}

/// The move as one that takes any amount between two numbers that depend on the pile.
pub(super) fn between(rule: &Move, pile: Place) -> Option<Family> {
    let Place::Int(pile_register) = pile else {
        return None;
    };
    let rest = rest(rule)?;
    let mut ends = None;
    let mut clauses = Vec::new();
    let mut at_least_one = false;
    for clause in &rule.clauses {
        match clause {
            Clause::Range(range) if range.step == 1 && ends.is_none() => {
                ends = Some((range.place(), &range.lo, &range.hi));
            }
            Clause::Value {
                target: Target::One(Place::Int(_)),
                value,
            } if ends
                .as_ref()
                .is_none_or(|(var, ..)| !value.mentions(&[*var])) =>
            {
                clauses.push(clause.clone());
            }
            Clause::Test(test) => match &ends {
                Some((var, ..)) if test.mentions(&[*var]) => {
                    if !is_positive(test, *var) {
                        return None;
                    }
                    at_least_one = true;
                }
                _ => clauses.push(clause.clone()),
            },
            _ => return None,
        }
    }
    let (var, low, high) = ends?;
    let of_rest = match &rest.op {
        Op::Local(place) if *place == var && !at_least_one && high.is_some() => true,
        _ if is_local(taken(rest, pile)?, var) => false,
        _ => return None,
    };
    let starts_at_one = matches!(low.constant(), Some(Value::Int(1..)));
    // Otherwise an amount of 0 or less would be a move that adds to the pile.
    if !of_rest && !at_least_one && !starts_at_one {
        return None;
    }
    // The empty pile has no amounts anyway.
    let is_idle = |clause: &Clause| matches!(clause, Clause::Test(test) if is_positive(test, pile));
    let rises_slowly = clauses.iter().all(is_idle)
        && high
            .as_ref()
            .is_some_and(|high| rises_by_one_at_most(low, high, of_rest, pile));
    let mut frame = rule.frame;
    let mut end = |value: Expr| {
        let place = frame.place(&Kind::Int);
        let target = Target::One(place);
        clauses.push(Clause::Value { target, value });
        match place {
            Place::Int(register) | Place::Obj(register) => register,
        }
    };
    let endless = || Expr::int(i64::MAX, low.span);
    let (low_register, high_register) =
        (end(low.clone()), end(high.clone().unwrap_or_else(endless)));
    let mut builder = Builder::new(frame, low.span);
    builder.clauses(&clauses, &mut |_, _| {});
    Some(Family {
        amounts: Amounts::Between(Between {
            code: Arc::new(builder.finish()),
            pile: pile_register,
            low: low_register,
            high: high_register,
            of_rest,
            rises_slowly,
            span: low.span,
        }),
        leaves: Leaves::One { or_empty: true },
    })
}

/// Whether all amounts from 1 on may be taken up to one that rises by 0 or 1 from each pile to the next, where the ends are these.
fn rises_by_one_at_most(low: &Expr, high: &Expr, of_rest: bool, pile: Place) -> bool {
    let (begins, end) = match of_rest {
        true => (taken(high, pile).and_then(Expr::as_int) == Some(1), low),
        false => (low.as_int().is_some_and(|low| low <= 1), high),
    };
    begins && rise(end, pile).is_some_and(|rise| rise <= 1)
}

/// Whether the test is `place >= 1` or `place > 0`.
fn is_positive(test: &Expr, place: Place) -> bool {
    test.comparison().is_some_and(|(left, op, least)| {
        is_local(left, place)
            && matches!(
                (op, least.as_int()),
                (CompareOp::Ge, Some(1)) | (CompareOp::Gt, Some(0))
            )
    })
}

impl Between {
    /// Whether all amounts from 1 on may be taken up to one that rises by 0 or 1 from each pile to the next.
    pub fn rises_slowly(&self) -> bool {
        self.rises_slowly
    }

    /// The least and the greatest amount of a pile, where there is one: `1 <= least <= greatest <= pile`.
    pub fn at(&self, pile: i64, machine: &mut Machine) -> Result<Option<(i64, i64)>, Fault> {
        machine.prepare(&self.code);
        machine.set_int(self.pile, pile);
        machine.set_int(self.low, 1);
        machine.set_int(self.high, 0);
        machine.run::<dyn Host>(&self.code, &mut NoHost)?;
        let (low, high) = (machine.get_int(self.low), machine.get_int(self.high));
        let (low, high) = if self.of_rest {
            if low <= high && high >= pile {
                let why = "an option is not smaller than its pile".to_string();
                return Err(Fault::new(FaultKind::Argument(why), self.span));
            }
            (pile.saturating_sub(high), pile.saturating_sub(low))
        } else {
            (low, high)
        };
        let (low, high) = (low.max(1), high.min(pile));
        Ok((low <= high).then_some((low, high)))
    }
}
