//! Amounts that are the same for all piles, whatever expression they come from: squares, primes, the numbers of a list.

use super::{Amounts, Family, Leaves, is_local, rest, taken};
use crate::expr::tree::{Clause, CompareOp, Expr, Op, Place};
use crate::expr::value::Value;
use crate::rules::game::Move;

/// The move as one that takes amounts which do not depend on the pile, but for being at most its size.
pub(super) fn listed(rule: &Move, pile: Place) -> Option<Family> {
    let taken = taken(rest(rule)?, pile)?;
    let mut varying = vec![pile];
    let mut or_empty = true;
    for clause in &rule.clauses {
        match clause {
            Clause::Range { var, lo, hi, .. } => {
                // What a stop says follows from the other conditions and from the range of the pile.
                let is_amount = is_local(taken, Place::Int(*var));
                let is_fixed = match hi {
                    None => true,
                    Some(hi) => !hi.mentions(&varying) || (is_amount && is_local(hi, pile)),
                };
                if lo.mentions(&varying) || !is_fixed {
                    return None;
                }
            }
            Clause::Each { list, .. } => {
                if list.mentions(&varying) {
                    return None;
                }
            }
            Clause::Value { target, value } => {
                if value.mentions(&varying) {
                    varying.extend(target.places());
                }
            }
            Clause::Partitions { .. } => return None,
            Clause::Test(test) => {
                if test.mentions(&varying) {
                    or_empty &= !leaves_at_least_one(test, taken, pile)?;
                }
            }
        }
    }
    (!taken.mentions(&varying)).then_some(Family {
        amounts: Amounts::Listed,
        leaves: Leaves::One { or_empty },
    })
}

/// For `pile - taken >= 0` false, for `pile - taken >= 1` true, else nothing.
fn leaves_at_least_one(test: &Expr, amount: &Expr, pile: Place) -> Option<bool> {
    let Op::Compare(first, rest) = &test.op else {
        return None;
    };
    let [(CompareOp::Ge, least)] = rest.as_slice() else {
        return None;
    };
    let same = match (&taken(first, pile)?.op, &amount.op) {
        (Op::Local(a), Op::Local(b)) => a == b,
        _ => false,
    };
    match least.constant() {
        Some(Value::Int(0)) if same => Some(false),
        Some(Value::Int(1)) if same => Some(true),
        _ => None,
    }
}
