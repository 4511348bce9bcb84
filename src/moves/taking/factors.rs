//! Amounts that divide the pile, or that have no factor in common with it: Dim and Prim.

use super::{is_local, rest, taken};
use crate::expr::builtin::Builtin;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, RangeClause};
use crate::rules::game::GameRules;

/// What an amount and the pile have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommonFactors {
    /// The amount divides the pile.
    Whole,
    /// They have no common factor but 1.
    None,
}

/// What the amounts of the only move of a game on single numbers have in common with the pile, and whether the whole pile may be
/// taken; nothing where they are chosen in another way.
pub fn by_factors(game: &GameRules) -> Option<(CommonFactors, bool)> {
    let least = game.header.shape.as_heap()?.lo;
    let ([rule], [], 0..=1) = (game.moves.as_slice(), game.ends.as_slice(), least) else {
        return None;
    };
    let pile = game.coords[0];
    let amount = taken(rest(rule)?, pile)?.as_local()?;
    let mut found = None;
    let mut to_empty = least == 0;
    let (range, tests) = rule.clauses.split_first()?;
    to_empty &= ends_at_pile(range, amount, pile)?;
    for test in tests {
        let parts = match &test.test()?.op {
            Op::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(test.test()?),
        };
        for part in parts {
            match common(part, amount, pile) {
                Some(common) if found.is_none() => found = Some(common),
                Some(_) => return None,
                None => to_empty &= leaves_none(part, amount, pile)?,
            }
        }
    }
    found.map(|found| (found, to_empty))
}

/// Whether all amounts from 1 to the pile are tried; `Some(false)`: all but the last.
fn ends_at_pile(range: &Clause, amount: Place, pile: Place) -> Option<bool> {
    let Clause::Range(range @ RangeClause { lo, hi, step, .. }) = range else {
        return None;
    };
    if (range.place(), lo.as_int(), *step) != (amount, Some(1), 1) {
        return None;
    }
    match hi {
        None => Some(true),
        Some(hi) if is_local(hi, pile) => Some(true),
        Some(hi) => is_one_less(hi, pile).then_some(false),
    }
}

fn is_one_less(expr: &Expr, pile: Place) -> bool {
    let less = expr.operation();
    less.is_some_and(|(whole, op, less)| {
        is_local(whole, pile) && op == ArithOp::Sub && less.as_int() == Some(1)
    })
}

/// `n % k == 0`, `gcd(n, k) == 1`
fn common(test: &Expr, amount: Place, pile: Place) -> Option<CommonFactors> {
    let (left, CompareOp::Eq, right) = test.comparison()? else {
        return None;
    };
    match (&left.op, right.as_int()?) {
        (Op::Arith(..), 0) => {
            let (whole, op, by) = left.operation()?;
            let divides = is_local(whole, pile) && is_local(by, amount) && op == ArithOp::Rem;
            divides.then_some(CommonFactors::Whole)
        }
        (Op::Call(Builtin::Gcd, args), 1) => {
            let [one, other] = args.as_slice() else {
                return None;
            };
            let numbers = (one.as_local()?, other.as_local()?);
            let is_both = numbers == (amount, pile) || numbers == (pile, amount);
            is_both.then_some(CommonFactors::None)
        }
        _ => None,
    }
}

/// Whether a condition that says how much of the pile may be taken leaves that the whole of it is.
fn leaves_none(test: &Expr, amount: Place, pile: Place) -> Option<bool> {
    use CompareOp::{Ge, Gt, Le, Lt, Ne};
    let (left, op, right) = test.comparison()?;
    if let Some(other) = taken(left, pile) {
        let least = right.as_int().filter(|_| is_local(other, amount))?;
        return match (op, least) {
            (Ge, 0) => Some(true),
            (Ge, 1) | (Gt, 0) => Some(false),
            _ => None,
        };
    }
    match op {
        _ if !is_local(left, amount) => None,
        Le if is_local(right, pile) => Some(true),
        Lt | Ne if is_local(right, pile) => Some(false),
        Le => is_one_less(right, pile).then_some(false),
        _ => None,
    }
}
