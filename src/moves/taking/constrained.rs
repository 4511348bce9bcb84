//! Any amount but for finitely many pairs of a pile and an amount: `take k where (n, k) not in barred`.

use super::{Amounts, Family, Leaves, is_local, rest, taken};
use crate::expr::tree::{Clause, CompareOp, Op, Place};
use crate::expr::value::Value;
use crate::rules::game::Move;

/// The move as one that takes any amount but for some pairs.
pub(super) fn constrained(rule: &Move, pile: Place) -> Option<Family> {
    let [
        Clause::Range {
            var,
            lo,
            hi,
            step: 1,
            ..
        },
        tests @ ..,
    ] = rule.clauses.as_slice()
    else {
        return None;
    };
    let amount = Place::Int(*var);
    let takes_it = is_local(taken(rest(rule)?, pile)?, amount);
    let is_open = hi.as_ref().is_none_or(|hi| is_local(hi, pile));
    if !takes_it || !is_open || lo.constant() != Some(&Value::Int(1)) {
        return None;
    }
    let mut barred = Vec::new();
    for test in tests {
        let Clause::Test(test) = test else {
            return None;
        };
        let Op::Compare(first, rest) = &test.op else {
            return None;
        };
        let (Op::Tuple(pair), [(CompareOp::NotIn, list)]) = (&first.op, rest.as_slice()) else {
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
