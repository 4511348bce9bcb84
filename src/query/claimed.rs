//! What the expectations of a file are about.

use std::sync::Arc;

use super::session::Session;
use crate::expr::position::{Game, Position};
use crate::syntax::ast::{Expr, Node};
use crate::text::source::Span;

/// No more expectations than these are looked through, and no more positions kept.
const MOST: usize = 200;

/// The positions of a game that stand in the expectations of its file.
pub fn claimed(session: &mut Session, game: &Arc<Game>) -> Vec<Position> {
    let book = session.book();
    let (expects, sources) = (book.expects(), book.sources());
    let mut spans = Vec::new();
    for expect in expects.iter().take(MOST) {
        brackets(&expect.claim, &mut spans);
    }
    let mut found: Vec<Position> = Vec::new();
    for span in spans.into_iter().take(MOST) {
        let text = sources.slice(span);
        // What has names of its own, as in a comprehension, or is no position, is passed over.
        let Ok(position) = session.position(None, &[text.to_string()]) else {
            continue;
        };
        let is_of_game = position.terms.iter().all(|term| term.game == *game);
        if is_of_game && !found.contains(&position) {
            found.push(position);
        }
    }
    found
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
