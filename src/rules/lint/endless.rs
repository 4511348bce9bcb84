//! Moves that every pile can make and that make none smaller: plays without end.

use super::interval::Interval;
use super::known::Known;
use super::known_of;
use crate::expr::shape::{Bounds, CoordKind, Shape};
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, Ending, GameRules, Move};
use crate::text::diagnostic::Diagnostic;

/// How many piles of an endless play are shown.
const SHOWN: usize = 4;

/// A move that every pile can make and that makes none smaller: a play of it alone never ends.
pub(super) fn endless(game: &GameRules, moves: &[&Move]) -> Option<Diagnostic> {
    if game.header.loopy {
        return None;
    }
    let rule = moves.iter().find(|rule| only_grows(game, rule))?;
    let chain = chain(game, rule);
    let shown: Vec<String> = chain.iter().map(Value::to_string).collect();
    let mut error = Diagnostic::error(
        "loop",
        format!("a play of `{}` need never end", game.header.label),
    );
    error = match shown.as_slice() {
        [_, _, ..] => error.label(rule.span, format!("{}, …", shown.join(", then "))),
        _ => error.label(
            rule.span,
            "every pile can make this move, and it makes none smaller",
        ),
    };
    let coord = game
        .header
        .shape
        .coords
        .first()
        .map_or("n", |coord| coord.name.as_str());
    Some(error.help(format!(
        "give the piles an end, as in `pile {coord} in 0..30`, or the move a condition, as in `where {coord} < 30`; where plays without end are draws, write `loopy`"
    )))
}

/// Whether a move can be made from every pile, and again from what it leaves: no number falls, none has an upper end, and no
/// condition may fail.
fn only_grows(game: &GameRules, rule: &Move) -> bool {
    let shape: &Shape = &game.header.shape;
    let mut known = known_of(game);
    let Effect::Change(changes) = &rule.effect else {
        return false;
    };
    for clause in &rule.clauses {
        let always_runs = match clause {
            Clause::Range { lo, hi, .. } => hi
                .as_ref()
                .is_none_or(|hi| known.difference(hi, lo).lo >= 0),
            Clause::Each { list, .. } => {
                list.constant().is_some_and(|list| !list.items().is_empty())
            }
            Clause::Value { .. } => true,
            Clause::Partitions { .. } | Clause::While(_) => false,
            Clause::Test(test) => known.truth(test) == Some(true),
        };
        let is_list = matches!(clause, Clause::Each { .. });
        let may_fault = || !clause.exprs().into_iter().all(is_plain);
        if !always_runs || !is_list && may_fault() {
            return false;
        }
        known.bind(clause);
    }
    let grows = |change: &Change| {
        let Change::Coord { coord, value } = change else {
            return false;
        };
        let (Some(place), Some(kind)) = (game.coords.get(*coord), shape.coords.get(*coord)) else {
            return false;
        };
        let CoordKind::Int(Bounds { hi: None, .. }) = kind.kind else {
            return false;
        };
        let before = Expr::local(*place, value.kind.clone(), value.span);
        known.difference(value, &before).lo >= 0 && is_plain(value)
    };
    let never_ends = |ending: &Ending| known_of(game).truth(&ending.condition) == Some(false);
    !changes.is_empty() && changes.iter().all(grows) && game.ends.iter().all(never_ends)
}

/// Whether an expression is worked out without a fault, however large its numbers are, until they leave the 64 bits.
fn is_plain(expr: &Expr) -> bool {
    let own = match &expr.op {
        Op::Local(_) | Op::Const(_) | Op::Neg(_) => true,
        Op::Compare(_, rest) => {
            let is_list = |op: &CompareOp| matches!(op, CompareOp::In | CompareOp::NotIn);
            !rest.iter().any(|(op, _)| is_list(op))
        }
        Op::And(_) | Op::Or(_) | Op::Not(_) => true,
        Op::Arith(_, rest) => rest
            .iter()
            .all(|(op, _)| matches!(op, ArithOp::Add | ArithOp::Sub | ArithOp::Mul)),
        _ => false,
    };
    own && expr.children().into_iter().all(is_plain)
}

/// The first piles of a play by a move that only grows, as far as they are known.
fn chain(game: &GameRules, rule: &Move) -> Vec<Value> {
    let shape = &game.header.shape;
    let bounds = shape.coords.iter().map(|coord| match coord.kind {
        CoordKind::Int(bounds) => Some(bounds.lo.max(1)),
        CoordKind::Row { .. } => None,
    });
    let Some(mut pile) = bounds.collect::<Option<Vec<i64>>>() else {
        return Vec::new();
    };
    let value = |pile: &[i64]| shape.whole(pile.iter().copied().map(Value::Int).collect());
    let mut found = vec![value(&pile)];
    for _ in 1..SHOWN {
        let Some(next) = grown(game, rule, &pile) else {
            break;
        };
        pile = next;
        found.push(value(&pile));
    }
    found
}

/// What a pile becomes, with the first value of every binder.
fn grown(game: &GameRules, rule: &Move, pile: &[i64]) -> Option<Vec<i64>> {
    let mut known = Known::default();
    let exactly = |n: i64| Interval::of(Bounds { lo: n, hi: Some(n) });
    for (place, n) in game.coords.iter().zip(pile) {
        known.number(*place, exactly(*n));
    }
    let point = |known: &Known, expr: &Expr| {
        let interval = known.interval(expr);
        (interval.lo == interval.hi).then(|| i64::try_from(interval.lo).ok())?
    };
    for clause in &rule.clauses {
        match clause {
            Clause::Range { var, lo, .. } => {
                let first = point(&known, lo)?;
                known.number(Place::Int(*var), exactly(first));
            }
            Clause::Each { target, list } => match (target.places().as_slice(), list.constant()) {
                ([place], Some(list)) => {
                    known.number(*place, exactly(list.items().first()?.as_int()?));
                }
                _ => return None,
            },
            _ => known.bind(clause),
        }
    }
    let Effect::Change(changes) = &rule.effect else {
        return None;
    };
    let mut next = pile.to_vec();
    for change in changes {
        if let Change::Coord { coord, value } = change {
            *next.get_mut(*coord)? = point(&known, value)?;
        }
    }
    Some(next)
}
