//! Comparisons checked: which kinds have an order, which can be equal, and what is meant where they are not of one kind.

use super::Scope;
use crate::expr::builtin::orderable;
use crate::expr::kind::Kind;
use crate::expr::tree::{Expr, Op};
use crate::rules::errors::{self, Checked};
use crate::syntax::ast::{self, CompareOp, Node};
use crate::syntax::{self, tokens};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

impl Scope<'_> {
    pub(super) fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(CompareOp, ast::Expr)],
        span: Span,
    ) -> Checked<Expr> {
        if let Some(slip) = self.half_open(first, rest) {
            return self.fail(slip);
        }
        let written: Vec<&ast::Expr> = std::iter::once(first)
            .chain(rest.iter().map(|(_, operand)| operand))
            .collect();
        let first = self.expr(first);
        let mut others = Vec::with_capacity(rest.len());
        for (op, operand) in rest {
            let is_in = matches!(op, CompareOp::In | CompareOp::NotIn);
            let checked = match &operand.node {
                // The one place but binders and amounts where an open range may stand.
                Node::Range(lo, hi) if is_in => {
                    self.range(lo.as_deref(), hi.as_deref(), operand.span)
                }
                _ => self.expr(operand),
            };
            others.push((*op, checked));
        }
        let first = first?;
        let mut checked = Vec::with_capacity(others.len());
        for (op, operand) in others {
            checked.push((op, operand?));
        }
        for (place, (left, op, right)) in Expr::comparisons(&first, &checked).enumerate() {
            let error = match op {
                CompareOp::In | CompareOp::NotIn => match right.kind.element() {
                    Some(element) if left.kind.fits(element) => None,
                    Some(element) => {
                        let error = errors::wrong_kind(&element.to_string(), &left.kind, left.span);
                        let fix = written.get(place).and_then(|it| self.refit(it, element));
                        Some(offer(error, left.span, fix))
                    }
                    None => {
                        let error = errors::wrong_kind("a list or range", &right.kind, right.span);
                        let list = Kind::Unknown.list();
                        let fix = written.get(place + 1).and_then(|it| self.refit(it, &list));
                        Some(offer(error, right.span, fix))
                    }
                },
                CompareOp::Eq | CompareOp::Ne if left.kind.fits(&right.kind) => None,
                CompareOp::Eq | CompareOp::Ne => {
                    let refitted = match written[place..place + 2] {
                        [a, b] => self.refitted((a, left), (b, right)),
                        _ => None,
                    };
                    Some(refitted.unwrap_or_else(|| self.of_other_kinds(left, right)))
                }
                _ if has_order(&left.kind) && left.kind.fits(&right.kind) => None,
                _ if has_order(&left.kind) && has_order(&right.kind) => {
                    Some(self.of_other_kinds(left, right))
                }
                _ => {
                    let wrong = if has_order(&left.kind) { right } else { left };
                    Some(errors::wrong_kind("an integer", &wrong.kind, wrong.span))
                }
            };
            if let Some(error) = error {
                return self.fail(error);
            }
        }
        Ok(Expr::new(
            Op::Compare(Box::new(first), checked),
            Kind::Bool,
            span,
        ))
    }

    /// The complaint that two values are not of one kind.
    fn of_other_kinds(&self, left: &Expr, right: &Expr) -> Diagnostic {
        let error = errors::other_kind("only values of one kind can be compared")
            .label(left.span, format!("this is {}", left.kind))
            .label(right.span, format!("this is {}", right.kind));
        let text = self.book.text(left.span);
        match (&left.kind, &right.kind) {
            (Kind::Position, Kind::Int) => {
                error.help(format!("its Grundy value is `grundy({text})`"))
            }
            (Kind::Position, Kind::Outcome) => error.help(format!("who wins is `winner({text})`")),
            (Kind::Outcome, Kind::Str) => {
                error.help("`first` and `second` are written without quotes")
            }
            (Kind::Outcome, Kind::Int) => {
                error.help("who wins is `first` or `second`, or it is a `draw`")
            }
            (Kind::Tuple(_), Kind::Int) => {
                error.help(format!("the parts of it are `{text}[0]`, `{text}[1]`, …"))
            }
            _ => error,
        }
    }

    /// `1..<4`, which is read as a comparison.
    fn half_open(&self, first: &ast::Expr, rest: &[(CompareOp, ast::Expr)]) -> Option<Diagnostic> {
        let (Node::Range(Some(lo), None), [(CompareOp::Lt, hi)]) = (&first.node, rest) else {
            return None;
        };
        let text = |span: Span| self.book.text(span);
        let last = match hi.node {
            Node::Int(hi) => hi.saturating_sub(1).to_string(),
            _ => format!("{} - 1", text(hi.span)),
        };
        let place = first.span.to(hi.span);
        let fix = format!("{}..{last}", text(lo.span));
        text(place)
            .contains("..<")
            .then(|| syntax::slip("foreign_operator", place, text(place), &fix))
    }

    /// Where a list is compared with a tuple, and one of them is written out: how it is written to fit the other.
    fn refitted(
        &self,
        (left, l): (&ast::Expr, &Expr),
        (right, r): (&ast::Expr, &Expr),
    ) -> Option<Diagnostic> {
        let sides = [(right, r, l), (left, l, r)];
        let mut sides = sides.into_iter();
        let (own, other, fix) = sides.find_map(|(written, own, other)| {
            let fix = self.refit(written, &other.kind)?;
            let words = |text| {
                tokens(text)
                    .map(|token| token.text(text))
                    .collect::<Vec<_>>()
            };
            let is_new = words(&fix) != words(self.book.text(written.span));
            is_new.then_some((own, other, fix))
        })?;
        Some(offer(self.of_other_kinds(own, other), own.span, Some(fix)))
    }

    /// A list or tuple that is written out, as a value of this kind.
    fn refit(&self, written: &ast::Expr, kind: &Kind) -> Option<String> {
        let (parts, kinds): (&[ast::Expr], Vec<&Kind>) = match (&written.node, kind) {
            (Node::Tuple(parts), Kind::List(element)) => (parts, vec![element; parts.len()]),
            (Node::List(listing), Kind::Tuple(kinds)) => match listing.as_ref() {
                ast::Listing::Items(parts) if parts.len() == kinds.len() => {
                    (parts, kinds.iter().collect())
                }
                _ => return None,
            },
            (Node::List(listing), Kind::List(element)) => match listing.as_ref() {
                ast::Listing::Items(parts) => (parts, vec![element; parts.len()]),
                _ => return None,
            },
            _ => return None,
        };
        let parts = parts.iter().zip(kinds).map(|(part, kind)| {
            let as_it_is = || self.book.text(part.span).to_string();
            self.refit(part, kind).unwrap_or_else(as_it_is)
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        Some(match kind {
            Kind::Tuple(_) => format!("({parts})"),
            _ => format!("[{parts}]"),
        })
    }
}

/// A complaint with what fits in the place of what does not.
fn offer(error: Diagnostic, place: Span, fix: Option<String>) -> Diagnostic {
    match fix {
        Some(fix) => error.help(format!("write `{fix}`")).guess(place, fix),
        None => error,
    }
}

/// Whether values of this kind can be compared by `<`.
fn has_order(kind: &Kind) -> bool {
    let is_compound = matches!(kind, Kind::List(_) | Kind::Tuple(_));
    kind.fits(&Kind::Int) || is_compound && orderable(kind)
}
