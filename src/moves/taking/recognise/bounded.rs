//! Conditions that say of a move what the range of the piles and `end when` say.

use std::borrow::Cow;
use std::iter::once;

use crate::expr::tree::{Clause, CompareOp, Expr, Op, Place};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, Ending, GameRules, Move};
use crate::work::Declined;

/// The move with the conditions that the game adds to it: that play is not over, and that what is left is at least `least`.
pub(super) fn bounded<'g>(
    rule: &'g Move,
    game: &GameRules,
    least: i64,
) -> Result<Cow<'g, Move>, Declined> {
    let mut rule = Cow::Borrowed(rule);
    // The first one is asked first.
    for end in game.ends.iter().rev() {
        let goes_on = goes_on(end, game.coords[0]).ok_or("`end when` stops some piles")?;
        rule.to_mut().clauses.insert(0, Clause::Test(goes_on));
    }
    if least > 0 {
        let left = left(&rule.effect, least)?;
        rule.to_mut().clauses.extend(left);
    }
    Ok(rule)
}

/// That play is not over, where the condition of the end asks for nothing but the pile.
fn goes_on(end: &Ending, pile: Place) -> Option<Expr> {
    let is_of_pile = |part: &Expr| match &part.op {
        Op::Local(place) => *place == pile,
        Op::Const(_)
        | Op::Neg(_)
        | Op::Not(_)
        | Op::Arith(..)
        | Op::Compare(..)
        | Op::And(_)
        | Op::Or(_)
        | Op::If(..)
        | Op::Call(..) => true,
        _ => false,
    };
    let condition = &end.condition;
    let goes_on = match condition.comparison() {
        Some((left, op, right)) => left.clone().compare(op.opposite(), right.clone()),
        None => condition.negated(),
    };
    condition.nodes().all(is_of_pile).then_some(goes_on)
}

/// That each pile that is left is at least so large.
fn left(effect: &Effect, least: i64) -> Result<Vec<Clause>, Declined> {
    let is_enough = |pile: &Expr| {
        let least = Expr::int(least, pile.span);
        Clause::Test(pile.clone().compare(CompareOp::Ge, least))
    };
    match effect {
        Effect::Change(changes) => match changes.as_slice() {
            [Change::Coord { value, .. }] => Ok(once(is_enough(value)).collect()),
            _ => Err("it changes something else".into()),
        },
        Effect::Piles(list) => match &list.op {
            Op::Elements(piles) => Ok(piles.iter().map(is_enough).collect()),
            Op::Const(Value::List(piles)) if piles.is_empty() => Ok(Vec::new()),
            // Parts of a rest are at least 1.
            Op::Local(_) if least == 1 => Ok(Vec::new()),
            _ => Err(format!("piles begin at {least}").into()),
        },
        Effect::Position(_) => Err("it leads to piles of another game".into()),
    }
}
