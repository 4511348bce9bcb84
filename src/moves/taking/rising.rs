//! By how much expressions rise with the pile.

use crate::expr::builtin::Builtin;
use crate::expr::tree::{ArithOp, Expr, Op, Place};

/// The most that an expression rises from a pile to the next, where it is known never to fall.
pub(super) fn rise(expr: &Expr, pile: Place) -> Option<i64> {
    if !expr.mentions(&[pile]) {
        return expr.as_int().map(|_| 0);
    }
    let of_each = |args: &[Expr]| {
        let rises = args.iter().map(|arg| rise(arg, pile));
        rises.collect::<Option<Vec<i64>>>()
    };
    match &expr.op {
        Op::Local(place) => (*place == pile).then_some(1),
        Op::Arith(first, rest) => {
            let start = rise(first, pile)?;
            let mut in_front = first.as_int();
            rest.iter().try_fold(start, |so_far, (op, operand)| {
                let other = rise(operand, pile)?;
                let number = operand.as_int().or(in_front.take());
                match (op, other, number) {
                    (ArithOp::Add, ..) => so_far.checked_add(other),
                    (ArithOp::Sub, 0, _) => Some(so_far),
                    // One of the factors is the number.
                    (ArithOp::Mul, _, Some(factor @ 0..)) => so_far.max(other).checked_mul(factor),
                    (ArithOp::Div, 0, Some(divisor @ 1..)) => {
                        Some(so_far / divisor + i64::from(so_far % divisor > 0))
                    }
                    // What is left of the pile rises where that does not which is taken off.
                    (ArithOp::Sub, 1, _) if is_pile(expr, pile) => Some(1),
                    _ => None,
                }
            })
        }
        Op::Call(Builtin::Min | Builtin::Max, args) => of_each(args)?.into_iter().max(),
        Op::Call(Builtin::Isqrt | Builtin::Ilog2, args) => match of_each(args)?.as_slice() {
            [1] => Some(1),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression is the pile less another one.
fn is_pile(expr: &Expr, pile: Place) -> bool {
    let whole = expr.operation().map(|(whole, ..)| whole);
    whole.is_some_and(|whole| whole.as_local() == Some(pile))
}
