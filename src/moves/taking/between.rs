//! Intervals of amounts whose ends depend on the pile, by tables or formulas.

use std::sync::Arc;

use super::rising::rise;
use super::{Amounts, Family, Leaves, is_local, rest, taken};
use crate::expr::builtin::Builtin;
use crate::expr::code::Code;
use crate::expr::compile::Builder;
use crate::expr::fault::{Fault, FaultKind};
use crate::expr::kind::Kind;
use crate::expr::machine::{Host, Machine, NoHost};
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, Target};
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
    /// Whether nothing that is written bars amounts below 1, which would not make the pile smaller.
    may_grow: bool,
    /// Whether all amounts from 1 on may be taken up to one that rises by 0 or 1 from each pile to the next.
    rises_slowly: bool,
    /// The least and the greatest amount, where they are the same for all piles that are large enough.
    fixed: Option<(i64, i64)>,
    span: Span,
}

/// What the clauses of a move say of the number that it runs over.
struct Ends {
    /// The number, and what else has its value.
    names: Vec<Place>,
    /// The ends of its range.
    low: Expr,
    high: Option<Expr>,
    /// What conditions add, in their order.
    bounds: Vec<(End, Expr)>,
    /// Whether a condition says that the number is at least 1.
    at_least_one: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

impl End {
    fn narrowed(self, end: Expr, bound: Expr) -> Expr {
        let (span, numbers) = (end.span, (end.as_int(), bound.as_int()));
        let (builtin, number) = match (self, numbers) {
            (End::Low, (Some(a), Some(b))) => (Builtin::Max, Some(a.max(b))),
            (End::High, (Some(i64::MAX), _)) => return bound,
            (End::High, (Some(a), Some(b))) => (Builtin::Min, Some(a.min(b))),
            (End::Low, _) => (Builtin::Max, None),
            (End::High, _) => (Builtin::Min, None),
        };
        let call = || Expr::new(Op::Call(builtin, vec![end, bound]), Kind::Int, span);
        number.map_or_else(call, |number| Expr::int(number, span))
    }
}

impl Ends {
    /// What clauses say of the number that one of them lets run, and the other ones.
    fn of(all: &[Clause]) -> Option<(Ends, Vec<Clause>)> {
        let mut ends: Option<Ends> = None;
        let mut others = Vec::new();
        for clause in all {
            match (clause, &mut ends) {
                (Clause::Range(range), ends @ None) if range.step == 1 => {
                    *ends = Some(Ends {
                        names: vec![range.place()],
                        low: range.lo.clone(),
                        high: range.hi.clone(),
                        bounds: Vec::new(),
                        at_least_one: false,
                    });
                }
                (Clause::Value { target, value }, Some(ends)) if value.mentions(&ends.names) => {
                    match target {
                        Target::One(place) if ends.is_number(value) => ends.names.push(*place),
                        Target::One(_) | Target::Parts(_) => return None,
                    }
                }
                (
                    Clause::Value {
                        target: Target::One(Place::Int(_)),
                        ..
                    },
                    _,
                ) => others.push(clause.clone()),
                (Clause::Test(test), Some(ends)) if test.mentions(&ends.names) => {
                    ends.narrow(test)?
                }
                (Clause::Test(_), _) => others.push(clause.clone()),
                // What no larger number fulfils ends the run where it fails.
                (Clause::While(test), Some(ends)) if test.mentions(&ends.names) => {
                    let before = ends.bounds.len();
                    ends.narrow(test)?;
                    let mut added = ends.bounds[before..].iter();
                    if added.any(|(end, _)| *end == End::Low) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some((ends?, others))
    }

    /// Adds what gives the ends to two registers.
    fn set(&self, [low, high]: [u32; 2], most: Expr, clauses: &mut Vec<Clause>) {
        let span = self.low.span;
        let end = |register| Expr::local(Place::Int(register), Kind::Int, span);
        let set = |register, value| Clause::Value {
            target: Target::One(Place::Int(register)),
            value,
        };
        clauses.push(set(low, self.low.clone()));
        clauses.push(set(high, most));
        for (of, bound) in &self.bounds {
            // A condition is asked only where a number is left.
            clauses.push(Clause::Test(end(low).compare(CompareOp::Le, end(high))));
            let register = if *of == End::Low { low } else { high };
            clauses.push(set(register, of.narrowed(end(register), bound.clone())));
        }
    }

    fn is_number(&self, expr: &Expr) -> bool {
        expr.as_local()
            .is_some_and(|place| self.names.contains(&place))
    }

    /// Whether it is the number times itself.
    fn is_square(&self, expr: &Expr) -> bool {
        let product = expr.operation();
        product.is_some_and(|(left, op, right)| {
            op == ArithOp::Mul && self.is_number(left) && self.is_number(right)
        })
    }

    fn begins_at_one(&self) -> bool {
        self.at_least_one || matches!(self.low.constant(), Some(Value::Int(1..)))
    }

    /// Whether the test is all about the number, and says no more than where it begins and ends.
    fn narrow(&mut self, test: &Expr) -> Option<()> {
        if let Some(test) = test.range_test() {
            return self.narrow(&test);
        }
        let Op::Compare(first, rest) = &test.op else {
            return None;
        };
        for (left, op, right) in Expr::comparisons(first, rest) {
            let (more, less) = match op {
                CompareOp::Lt | CompareOp::Le => (right, left),
                CompareOp::Gt | CompareOp::Ge => (left, right),
                CompareOp::Eq | CompareOp::Ne | CompareOp::In | CompareOp::NotIn => return None,
            };
            let gap = i64::from(matches!(op, CompareOp::Lt | CompareOp::Gt));
            let number = |n: i64| Expr::int(n, test.span);
            if self.is_square(less) && self.begins_at_one() && !more.mentions(&self.names) {
                let most = difference(more.clone(), number(gap));
                let call = |builtin, args| Expr::new(Op::Call(builtin, args), Kind::Int, test.span);
                let most = call(Builtin::Max, vec![most, number(0)]);
                let root = call(Builtin::Isqrt, vec![most]);
                self.bounds.push((End::High, root));
                continue;
            }
            let (times, more) = self.parted(more)?;
            let (others, less) = self.parted(less)?;
            // `0 <= bound` without the number.
            let bound = difference(difference(more, number(gap)), less);
            // Division rounds down.
            let divided = |bound: Expr, times: i64| match times {
                1 => bound,
                _ => bound.arith(ArithOp::Div, number(times)),
            };
            match times.checked_sub(others)? {
                0 => return None,
                times @ 1.. => self.at_least(negative(divided(bound, times))),
                times => {
                    let end = divided(bound, times.checked_neg()?);
                    self.bounds.push((End::High, end));
                }
            }
        }
        Some(())
    }

    fn at_least(&mut self, begin: Expr) {
        self.at_least_one |= begin.as_int() == Some(1);
        self.bounds.push((End::Low, begin));
    }

    /// An end with all that is said of it.
    fn whole(&self, of: End, end: Expr) -> Expr {
        let bounds = self.bounds.iter().filter(|(end, _)| *end == of);
        bounds.fold(end, |end, (_, bound)| of.narrowed(end, bound.clone()))
    }

    /// An expression as a multiple of the number, and the rest of it.
    fn parted(&self, expr: &Expr) -> Option<(i64, Expr)> {
        let zero = || Expr::int(0, expr.span);
        if self.is_number(expr) {
            return Some((1, zero()));
        }
        if !expr.mentions(&self.names) {
            return Some((0, expr.clone()));
        }
        let (left, op, right) = expr.operation()?;
        let (times, rest) = self.parted(left)?;
        let (others, other) = self.parted(right)?;
        match op {
            ArithOp::Add => Some((
                times.checked_add(others)?,
                match rest.as_int() {
                    Some(0) => other,
                    _ if other.as_int() == Some(0) => rest,
                    _ => rest.arith(ArithOp::Add, other),
                },
            )),
            ArithOp::Sub => Some((times.checked_sub(others)?, difference(rest, other))),
            ArithOp::Mul => match (rest.as_int(), other.as_int()) {
                (Some(0), Some(factor)) if others == 0 => Some((times.checked_mul(factor)?, rest)),
                (Some(factor), Some(0)) if times == 0 => Some((others.checked_mul(factor)?, other)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn negative(expr: Expr) -> Expr {
    let span = expr.span;
    let number = expr.as_int().and_then(i64::checked_neg);
    match (number, expr.op) {
        (Some(number), _) => Expr::int(number, span),
        (None, Op::Neg(inner)) => *inner,
        (None, op) => Expr::new(
            Op::Neg(Box::new(Expr::new(op, expr.kind, span))),
            Kind::Int,
            span,
        ),
    }
}

/// `a - b`
fn difference(a: Expr, b: Expr) -> Expr {
    match (a.as_int(), b.as_int()) {
        (_, Some(0)) => a,
        (Some(0), _) => negative(b),
        (Some(x), Some(y)) if x.checked_sub(y).is_some() => Expr::int(x - y, a.span),
        _ => a.arith(ArithOp::Sub, b),
    }
}

/// The move as one that takes any amount between two numbers that depend on the pile.
pub(super) fn between(rule: &Move, pile: Place) -> Option<Family> {
    let pile_register = pile.int()?;
    let rest = rest(rule)?;
    let (ends, mut clauses) = Ends::of(&rule.clauses)?;
    let is_bounded = ends.high.is_some() || ends.bounds.iter().any(|(end, _)| *end == End::High);
    let of_rest = match rest {
        rest if ends.is_number(rest) && is_bounded => true,
        rest if ends.is_number(taken(rest, pile)?) => false,
        _ => return None,
    };
    // The empty pile has no amounts anyway.
    let is_idle = |test: &Expr| is_positive(test, pile);
    let is_free = clauses.iter().all(|it| it.test().is_some_and(is_idle));
    let span = ends.low.span;
    let high = ends.high.clone();
    let high = high.unwrap_or_else(|| Expr::int(i64::MAX, span));
    let (least, most) = (
        ends.whole(End::Low, ends.low.clone()),
        ends.whole(End::High, high.clone()),
    );
    let takes = !of_rest && ends.begins_at_one();
    let fixed = match (least.as_int(), most.as_int()) {
        (Some(least), Some(most)) if takes && least.max(1) <= most && most < i64::MAX => {
            Some((least.max(1), most))
        }
        _ => None,
    };
    let mut frame = rule.frame;
    let mut register = || match frame.place(&Kind::Int) {
        Place::Int(register) | Place::Obj(register) => register,
    };
    let (low_register, high_register) = (register(), register());
    let size = Expr::local(pile, Kind::Int, span);
    let high = if of_rest {
        high
    } else {
        End::High.narrowed(high, size)
    };
    ends.set([low_register, high_register], high, &mut clauses);
    let mut builder = Builder::new(frame, span);
    builder.clauses(&clauses, &mut |_, _| {});
    Some(Family {
        amounts: Amounts::Between(Between {
            code: Arc::new(builder.finish()),
            pile: pile_register,
            low: low_register,
            high: high_register,
            of_rest,
            may_grow: !takes,
            rises_slowly: is_free
                && is_bounded
                && (of_rest || takes)
                && rises_by_one_at_most(&least, &most, of_rest, pile),
            fixed: fixed.filter(|_| is_free),
            span,
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

    /// The least and the greatest amount, where they are the same for all piles that are large enough.
    pub fn fixed(&self) -> Option<(i64, i64)> {
        self.fixed
    }

    /// The least and the greatest amount of a pile, where there is one: `1 <= least <= greatest <= pile`.
    pub fn at(&self, pile: i64, machine: &mut Machine) -> Result<Option<(i64, i64)>, Fault> {
        machine.prepare(&self.code);
        machine.set_int(self.pile, pile);
        machine.set_int(self.low, 1);
        machine.set_int(self.high, 0);
        machine.run::<dyn Host>(&self.code, &mut NoHost)?;
        let (low, high) = (machine.get_int(self.low), machine.get_int(self.high));
        let (low, high) = match self.of_rest {
            true => (pile.saturating_sub(high), pile.saturating_sub(low)),
            false => (low, high),
        };
        if self.may_grow && low <= high.min(0) {
            let why = "an option is not smaller than its pile".to_string();
            return Err(Fault::new(FaultKind::Argument(why), self.span));
        }
        let (low, high) = (low.max(1), high.min(pile));
        Ok((low <= high).then_some((low, high)))
    }
}
