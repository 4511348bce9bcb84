//! What the expectations of a file are about.

use std::sync::Arc;

use super::tables::position_of;
use crate::expr::position::{Game, Position};
use crate::solve::Solver;
use crate::syntax::ast::{Expr, Node};
use crate::text::source::Span;
use crate::work::Failure;

/// No more expectations than these are looked through, and no more positions kept.
const MOST: usize = 200;

/// The positions of a game that stand in the expectations of its file, whichever way the last move counts there.
pub(super) fn claimed(solver: &mut Solver, game: &Arc<Game>) -> Result<Vec<Position>, Failure> {
    let defined = solver.positions().transitions(game.id)?.game.span;
    let book = solver.positions().book.clone();
    let mut spans = Vec::new();
    for expect in book.expects_beside(defined).iter().take(MOST) {
        brackets(&expect.claim, &mut spans);
    }
    let mut found: Vec<Position> = Vec::new();
    for span in spans.into_iter().take(MOST) {
        solver.budget().look()?;
        // What has names of its own, as in a comprehension, or is no position, is passed over.
        let budget = solver.budget().clone();
        let Ok(position) = book.position_within(&book.text_at(span), budget) else {
            continue;
        };
        let [term] = position.terms.as_slice() else {
            continue;
        };
        if term.game.normal_label() != game.normal_label() {
            continue;
        }
        let position = position_of(game, term.piles.clone());
        if !found.contains(&position) {
            found.push(position);
        }
    }
    Ok(found)
}

/// All that stands in the form `name[…]` or `name(…)[…]`. The parser limits how deep an expression is.
fn brackets(expr: &Expr, found: &mut Vec<Span>) {
    if let Node::Bracket(base, _) = &expr.node {
        if let Node::Name(_) | Node::Call(..) = base.node {
            found.push(expr.span);
        }
        return;
    }
    let children = expr.children();
    children.iter().for_each(|child| brackets(child, found));
}
