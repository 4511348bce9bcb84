//! Conditions on one number that hold for all of its values or for none.
//!
//! Small values are tried one by one. Of the larger ones intervals decide, and remainders, which come again and again; where
//! neither does, nothing is said.

use std::cell::LazyCell;
use std::ptr;

use crate::expr::builtin::Builtin;
use crate::expr::code::Code;
use crate::expr::compile::compile;
use crate::expr::interval::Interval;
use crate::expr::machine::{Machine, NoHost};
use crate::expr::tree::{ArithOp, Expr, Frame, Op, Place, together};
use crate::expr::value::Value;
use crate::rules::number_facts::NumberFacts;
use crate::work::budget::Budget;

/// No more values are tried.
const MOST: i128 = 500;

/// How many steps may be spent on one condition.
const EFFORT: u64 = 100_000;

/// What conditions are tried with: what is known of the numbers.
pub(super) struct Cases<'a> {
    pub(super) known: &'a NumberFacts,
    pub(super) frame: Frame,
    pub(super) budget: &'a Budget,
}

impl Cases<'_> {
    /// Whether a condition, or it and the others that speak of the same number, hold for all of its values, or for none; `None`:
    /// that is not known.
    pub(super) fn truth(&self, others: &[&Expr], test: &Expr) -> Option<bool> {
        let known = self.known.truth(test);
        known.or_else(|| self.tried(others, test))
    }

    fn tried(&self, others: &[&Expr], test: &Expr) -> Option<bool> {
        let register = number_of(test)?;
        let place = Place::Int(register);
        let others = others.iter().copied();
        let others = others.filter(|other| number_of(other) == Some(register));
        let tests: Vec<&Expr> = others.chain([test]).collect();
        // Of comparisons alone the intervals say as much.
        if tests.iter().all(|test| is_compared(test)) {
            return None;
        }
        let Interval { lo, hi } = self.known.own_interval(place)?;
        let (mut top, mut period) = (0, 1);
        let mut read = tests.iter();
        read.try_for_each(|test| extent(test, &mut top, &mut period))?;
        if lo < -MOST || top > MOST || period > MOST {
            return None;
        }
        let beyond = LazyCell::new(|| {
            let mut beyond = self.known.clone();
            beyond.number(place, Interval { lo: top + 1, hi });
            beyond
        });
        let mut machine = Machine::new(self.budget.within(EFFORT));
        // Compiled once for all values.
        let mut codes: Vec<(*const Expr, Code)> = Vec::new();
        let mut run = |test: &Expr, value: i128| {
            let known = codes.iter().position(|(of, _)| ptr::eq(*of, test));
            let at = known.unwrap_or_else(|| {
                codes.push((test, compile(test, self.frame)));
                codes.len() - 1
            });
            let code = &codes[at].1;
            machine.prepare(code);
            machine.set_int(register, i64::try_from(value).ok()?);
            machine.truth(code, &mut NoHost).ok()
        };
        let mut found = None;
        for value in lo..=hi.min(top.max(lo) + period) {
            let truths = tests.iter().map(|test| match value <= top {
                true => run(test, value),
                false => part_by_part(test, &mut |part| match period_of(part) {
                    Some(_) => run(part, value),
                    None => beyond.truth(part),
                }),
            });
            let all = together(truths, false);
            if found.is_some_and(|found| all != Some(found)) {
                return None;
            }
            found = Some(all?);
        }
        found
    }
}

/// The only register of which a condition speaks, where it asks nothing but functions of numbers.
fn number_of(test: &Expr) -> Option<u32> {
    let mut found = None;
    let is_fine = |expr: &Expr| match &expr.op {
        Op::Local(Place::Int(register)) => *found.get_or_insert(*register) == *register,
        Op::Const(Value::Position(_) | Value::Game(_)) => false,
        Op::Const(_) | Op::Neg(_) | Op::Not(_) | Op::Arith(..) | Op::Compare(..) => true,
        Op::And(_) | Op::Or(_) | Op::If(..) | Op::Range(..) | Op::Call(..) => true,
        Op::Index(..) | Op::Elements(_) | Op::Function(..) => true,
        _ => false,
    };
    test.nodes().all(is_fine).then_some(found)?
}

/// Whether a condition only compares sums.
fn is_compared(test: &Expr) -> bool {
    test.nodes().all(|expr| match &expr.op {
        Op::Call(..) | Op::Index(..) | Op::Function(..) => false,
        Op::Arith(_, rest) => !rest.iter().any(|(op, _)| *op == ArithOp::Rem),
        _ => true,
    })
}

/// The greatest number that is written in a condition, and after how many numbers its remainders come again.
fn extent(expr: &Expr, top: &mut i128, period: &mut i128) -> Option<()> {
    match (&expr.op, period_of(expr)) {
        (Op::Const(value), _) => {
            let items = value.items().iter().chain([value]).take(MOST_ITEMS);
            let numbers = items.filter_map(Value::as_int);
            *top = numbers.fold(*top, |top, n| top.max(i128::from(n).abs()));
        }
        (_, Some(own)) => *period = lcm(*period, own)?,
        _ => {
            let mut children = expr.children().into_iter();
            children.try_for_each(|child| extent(child, top, period))?;
        }
    }
    Some(())
}

/// No more elements of a list are looked at: what is beyond them is not among the values that are tried.
const MOST_ITEMS: usize = 1000;

/// After how many numbers the value of an expression comes again, where it depends on remainders alone.
fn period_of(expr: &Expr) -> Option<i128> {
    let children = expr.children();
    match &expr.op {
        Op::Local(_) => None,
        Op::Arith(first, rest) if rest.iter().any(|(op, _)| *op == ArithOp::Rem) => {
            match rest.as_slice() {
                [(ArithOp::Rem, by)] if is_polynomial(first) => {
                    by.as_int().filter(|by| *by > 0).map(i128::from)
                }
                _ => None,
            }
        }
        Op::Call(Builtin::Even | Builtin::Odd, args) => args.iter().all(is_polynomial).then_some(2),
        _ => children
            .into_iter()
            .try_fold(1, |all, child| lcm(all, period_of(child)?)),
    }
}

fn is_polynomial(expr: &Expr) -> bool {
    expr.nodes().all(|expr| match &expr.op {
        Op::Local(_) | Op::Const(_) | Op::Neg(_) => true,
        Op::Arith(_, rest) => {
            let mut ops = rest.iter().map(|(op, _)| op);
            ops.all(|op| !matches!(op, ArithOp::Div | ArithOp::Rem))
        }
        _ => false,
    })
}

/// The least common multiple of positive numbers, where it is small.
fn lcm(a: i128, b: i128) -> Option<i128> {
    let mut multiples = (1..=b.min(MOST)).map(|times| a.min(MOST + 1) * times);
    multiples.find(|multiple| multiple % b == 0)
}

/// What a condition is, where that is known of each of its parts.
fn part_by_part(test: &Expr, truth: &mut dyn FnMut(&Expr) -> Option<bool>) -> Option<bool> {
    let mut joined = |parts: &[Expr], decides: bool| {
        let truths = parts.iter().map(|part| part_by_part(part, truth));
        together(truths, decides)
    };
    match &test.op {
        Op::And(parts) => joined(parts, false),
        Op::Or(parts) => joined(parts, true),
        Op::Not(inner) => part_by_part(inner, truth).map(|truth| !truth),
        _ => truth(test),
    }
}
