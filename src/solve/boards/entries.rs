//! Rows whose entries are games of their own, as where any amount is taken from an entry: such a row is worth the nim-sum of its entries,
//! each a row alone.
//!
//! The premise is read off the checked rules: a move changes one entry, any of the row may be it, and nothing else is asked of the
//! row or of the place. Then a move in one entry leaves the moves in all others as they are, and the row is a sum (Sprague 1935,
//! Grundy 1939).

use super::ground::covers;
use crate::expr::shape::Form;
use crate::expr::tree::{Clause, Expr, Op, Place};
use crate::rules::game::{Change, GameRules, Move};

/// Whether the entries of any row of a game are games of their own.
pub(super) fn are_apart(game: &GameRules) -> bool {
    let Ok(covered) = covers(game) else {
        return false;
    };
    let [row] = game.coords.as_slice() else {
        return false;
    };
    let is_plain = game.header.shape.form == Form::Single && !game.header.misere;
    let has_ends = !game.ends.is_empty() || !game.draws.is_empty();
    let mut moves = covered.moves();
    is_plain && !has_ends && moves.all(|(rule, changes)| is_of_one(rule, changes, *row))
}

/// Whether a move changes one entry of the row, and asks nothing of the others or of where that is.
fn is_of_one(rule: &Move, changes: &[Change], row: Place) -> bool {
    let [Change::Entry { index, value, .. }] = changes else {
        return false;
    };
    let Some(index) = index.as_local() else {
        return false;
    };
    let (bound, others): (Vec<&Clause>, Vec<&Clause>) = rule
        .clauses
        .iter()
        .partition(|clause| clause.places().contains(&index));
    let asked = others.into_iter().flat_map(Clause::exprs).chain([value]);
    let [bound] = bound.as_slice() else {
        return false;
    };
    let is_any = bound.indices().is_some_and(|(_, of)| of == row);
    let is_stopped = matches!(bound, Clause::Range(range) if !range.stops.is_empty());
    is_any && !is_stopped && asked.into_iter().all(|expr| asks_one(expr, row, index))
}

/// Whether an expression asks nothing of a row and of a place in it but the entry there.
fn asks_one(expr: &Expr, row: Place, index: Place) -> bool {
    if let Op::Index(list, at) = &expr.op
        && (list.as_local(), at.as_local()) == (Some(row), Some(index))
    {
        return true;
    }
    let is_other = expr
        .as_local()
        .is_none_or(|place| place != row && place != index);
    let mut children = expr.children().into_iter();
    is_other && children.all(|child| asks_one(child, row, index))
}
