//! Walks over expressions, as written and as checked.

use crate::expr::tree::{Expr, Op, Place};
use crate::syntax::ast::{self, Listing, Node};

pub(super) fn flatten(condition: Expr, parts: &mut Vec<Expr>) {
    match condition.op {
        Op::And(inner) => {
            for part in inner {
                flatten(part, parts);
            }
        }
        _ => parts.push(condition),
    }
}

/// Whether an expression depends on nothing outside it.
pub(super) fn is_closed(expr: &Expr) -> bool {
    fn walk(expr: &Expr, bound: &mut Vec<Place>, free: &mut bool) {
        match &expr.op {
            Op::Local(place) if !bound.contains(place) => *free = true,
            Op::Global(_) | Op::Ask(..) | Op::Instantiate { .. } => *free = true,
            Op::Comprehension(inner) => {
                for clause in &inner.clauses {
                    bound.extend(clause.places());
                }
                for child in expr.children() {
                    walk(child, bound, free);
                }
            }
            _ => {
                for child in expr.children() {
                    walk(child, bound, free);
                }
            }
        }
    }
    let mut free = false;
    walk(expr, &mut Vec::new(), &mut free);
    !free
}

/// The list that `name` alone is an index of, somewhere in the expression.
pub(super) fn indexed_by<'e>(expr: &'e ast::Expr, name: &str) -> Option<&'e ast::Expr> {
    if let Node::Bracket(base, listing) = &expr.node
        && let Listing::Items(items) = listing.as_ref()
        && let [index] = items.as_slice()
        && matches!(&index.node, Node::Name(word) if word == name)
    {
        return Some(base);
    }
    if let Node::Call(word, args) = &expr.node
        && word.name == "remove"
        && let [list, indices @ ..] = args.as_slice()
        && indices
            .iter()
            .any(|index| matches!(&index.node, Node::Name(word) if word == name))
    {
        return Some(list);
    }
    let mut children = expr.children().into_iter();
    children.find_map(|child| indexed_by(child, name))
}

/// Whether a name occurs in an expression.
pub(in crate::rules) fn mentions(expr: &ast::Expr, name: &str) -> bool {
    matches!(&expr.node, Node::Name(word) if word == name)
        || (expr.children().into_iter()).any(|child| mentions(child, name))
}
