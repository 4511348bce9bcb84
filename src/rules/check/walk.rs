//! Walks over expressions, as written and as checked.

use crate::expr::tree::{Expr, Op, Place};
use crate::syntax::ast::{self, BinderSource, Listing, Node};

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
    children(expr)
        .into_iter()
        .find_map(|child| indexed_by(child, name))
}

/// Whether a name occurs in an expression.
pub(in crate::rules) fn mentions(expr: &ast::Expr, name: &str) -> bool {
    matches!(&expr.node, Node::Name(word) if word == name)
        || children(expr)
            .into_iter()
            .any(|child| mentions(child, name))
}

fn children(expr: &ast::Expr) -> Vec<&ast::Expr> {
    fn in_listing(listing: &Listing) -> Vec<&ast::Expr> {
        match listing {
            Listing::Items(items) => items.iter().collect(),
            Listing::Repeat(a, b) => vec![a, b],
            Listing::Comprehension(element, tail) => {
                let sources = tail
                    .binders
                    .iter()
                    .filter_map(|binder| match &binder.source {
                        BinderSource::In(source) | BinderSource::Is(source) => Some(source),
                        BinderSource::Unstated => None,
                    });
                std::iter::once(element)
                    .chain(sources)
                    .chain(tail.guard.as_ref())
                    .collect()
            }
        }
    }
    match &expr.node {
        Node::Int(_) | Node::Bool(_) | Node::Outcome(_) | Node::Str(_) | Node::Name(_) => {
            Vec::new()
        }
        Node::Neg(inner) | Node::Not(inner) => vec![inner],
        Node::Arith(first, rest) => std::iter::once(first.as_ref())
            .chain(rest.iter().map(|(_, e)| e))
            .collect(),
        Node::Compare(first, rest) => std::iter::once(first.as_ref())
            .chain(rest.iter().map(|(_, e)| e))
            .collect(),
        Node::Concat(parts)
        | Node::And(parts)
        | Node::Or(parts)
        | Node::Tuple(parts)
        | Node::Call(_, parts) => parts.iter().collect(),
        Node::If(branches, last) => branches
            .iter()
            .flat_map(|(c, v)| [c, v])
            .chain([last.as_ref()])
            .collect(),
        Node::Range(lo, hi) => lo.as_deref().into_iter().chain(hi.as_deref()).collect(),
        Node::Bracket(base, listing) => std::iter::once(base.as_ref())
            .chain(in_listing(listing))
            .collect(),
        Node::List(listing) => in_listing(listing),
    }
}
