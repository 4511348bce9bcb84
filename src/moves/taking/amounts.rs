//! Amounts that no linear form tells: all but for finitely many pairs of a pile and an amount, as in
//! `take k where (n, k) not in barred`, and what is the same for all piles, whatever expression it comes from, such as squares,
//! primes and the numbers of a list.

use super::{Amounts, Family, Leaves, is_local, rest, taken};
use crate::expr::tree::{Clause, CompareOp, Expr, Op, Place, RangeClause};
use crate::rules::game::Move;

/// The move as one that takes any amount but for some pairs.
pub(super) fn constrained(rule: &Move, pile: Place) -> Option<Family> {
    let [Clause::Range(range), tests @ ..] = rule.clauses.as_slice() else {
        return None;
    };
    let amount = range.place();
    let takes_it = is_local(taken(rest(rule)?, pile)?, amount);
    let is_open = range.hi.as_ref().is_none_or(|hi| is_local(hi, pile));
    if !takes_it || !is_open || range.step != 1 || range.lo.as_int() != Some(1) {
        return None;
    }
    let mut barred = Vec::new();
    for clause in tests {
        let (pair, op, list) = clause.test()?.comparison()?;
        let (Op::Tuple(pair), CompareOp::NotIn) = (&pair.op, op) else {
            return None;
        };
        let [a, b] = pair.as_slice() else {
            return None;
        };
        let is_turned = is_local(a, amount) && is_local(b, pile);
        let is_straight = is_local(a, pile) && is_local(b, amount);
        if !is_turned && !is_straight {
            return None;
        }
        for pair in list.constant()?.items() {
            let [a, b] = pair.items() else {
                return None;
            };
            let (a, b) = (a.as_int()?, b.as_int()?);
            let (pile, amount) = if is_turned { (b, a) } else { (a, b) };
            if let (Ok(pile), Ok(amount)) = (u64::try_from(pile), u64::try_from(amount)) {
                barred.push((pile, amount));
            }
        }
    }
    (!barred.is_empty()).then_some(Family {
        amounts: Amounts::Constrained(barred),
        leaves: Leaves::One { or_empty: true },
    })
}

/// The move as one that takes amounts which do not depend on the pile, but for being at most its size.
pub(super) fn listed(rule: &Move, pile: Place) -> Option<Family> {
    let taken = taken(rest(rule)?, pile)?;
    let mut varying = vec![pile];
    let mut or_empty = true;
    for clause in &rule.clauses {
        match clause {
            Clause::Range(RangeClause { var, lo, hi, .. }) => {
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
            Clause::Partitions(_) | Clause::While(_) => return None,
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
    let (left, CompareOp::Ge, least) = test.comparison()? else {
        return None;
    };
    match least.as_int()? {
        least @ 0..=1 if taken(left, pile)?.as_local()? == amount.as_local()? => Some(least == 1),
        _ => None,
    }
}
