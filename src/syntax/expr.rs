//! From matched text to trees: expressions.
//!
//! The grammar hands over an expression as a flat list of operands and operators; here precedence makes it a tree.

use std::iter::Peekable;
use std::sync::Arc;

use pest::iterators::{Pair, Pairs};

use super::ast::{
    ArithOp, CompareOp, Expr, GameItem, Ident, Level, Listing, Moves, Node, Statement,
    StatementKind,
};
use super::errors;
use super::tree::{Builder, Rule, fitting};
use crate::text::source::Span;

type Parts<'t> = Peekable<Pairs<'t, Rule>>;

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Infix {
    Or,
    And,
    Compare(CompareOp),
    Range,
    Concat,
    Arith(ArithOp),
}

impl Infix {
    fn of(part: &Pair<'_, Rule>) -> Option<Infix> {
        match part.as_rule() {
            Rule::dots => Some(Infix::Range),
            Rule::tight_op => Some(match part.as_str() {
                "++" => Infix::Concat,
                sign => Infix::Arith(ArithOp::of(sign)?),
            }),
            Rule::loose_op => Some(match part.clone().into_inner().next()?.as_rule() {
                Rule::kw_or => Infix::Or,
                Rule::kw_and => Infix::And,
                Rule::kw_in => Infix::Compare(CompareOp::In),
                Rule::not_in => Infix::Compare(CompareOp::NotIn),
                _ => Infix::Compare(CompareOp::of(part.as_str())?),
            }),
            _ => None,
        }
    }

    fn level(self) -> Level {
        match self {
            Infix::Or => Level::Or,
            Infix::And => Level::And,
            Infix::Compare(_) => Level::Compare,
            Infix::Range => Level::Range,
            Infix::Concat => Level::Concat,
            Infix::Arith(op) => op.level(),
        }
    }
}

fn peek(parts: &mut Parts<'_>) -> Option<Infix> {
    parts.peek().and_then(Infix::of)
}

/// Takes the next operator where it is one of those that `wanted` picks.
fn next_if<T>(parts: &mut Parts<'_>, wanted: impl Fn(Infix) -> Option<T>) -> Option<T> {
    let operator = peek(parts).and_then(wanted)?;
    parts.next();
    Some(operator)
}

impl Builder<'_> {
    /// An `expr`, `place`, `group` or `list`.
    ///
    /// Here and below `None` stands for a shape that the grammar does not let through.
    pub(super) fn expr(&mut self, pair: Pair<'_, Rule>) -> Option<Expr> {
        self.climb(&mut pair.into_inner().peekable(), Level::Or)
    }

    /// The expressions among the children of a pair.
    pub(super) fn exprs<'t>(
        &mut self,
        pairs: impl Iterator<Item = Pair<'t, Rule>>,
    ) -> Option<Vec<Expr>> {
        let found = pairs
            .filter(|pair| pair.as_rule() == Rule::expr)
            .map(|pair| self.expr(pair));
        found.collect::<Option<Vec<Expr>>>().map(fitting)
    }

    /// Reads operands and operators that hold at least as tightly as `least`.
    fn climb(&mut self, parts: &mut Parts<'_>, least: Level) -> Option<Expr> {
        let mut left = self.prefixed(parts)?;
        while let Some(operator) = peek(parts)
            && operator.level() >= least
        {
            left = self.chain(left, operator, parts)?;
        }
        Some(left)
    }

    /// All operators of one level behind `left`.
    fn chain(&mut self, left: Expr, operator: Infix, parts: &mut Parts<'_>) -> Option<Expr> {
        let start = left.span;
        let node = match operator {
            Infix::Or => Node::Or(self.same(left, operator, Level::And, parts)?),
            Infix::And => Node::And(self.same(left, operator, Level::Not, parts)?),
            Infix::Concat => Node::Concat(self.same(left, operator, Level::Sum, parts)?),
            Infix::Compare(_) => {
                let mut others = Vec::new();
                while let Some(operator) = next_if(parts, |operator| match operator {
                    Infix::Compare(operator) => Some(operator),
                    _ => None,
                }) {
                    others.push((operator, self.climb(parts, Level::Range)?));
                }
                Node::Compare(Box::new(left), others.into())
            }
            Infix::Range => {
                let dots = self.span(&parts.next()?);
                return self.range(Some(left), dots, parts);
            }
            Infix::Arith(_) => {
                let level = operator.level();
                let tighter = if level == Level::Sum {
                    Level::Product
                } else {
                    Level::Minus
                };
                let mut others = Vec::new();
                while let Some(operator) = next_if(parts, |operator| match operator {
                    Infix::Arith(arith) if operator.level() == level => Some(arith),
                    _ => None,
                }) {
                    others.push((operator, self.climb(parts, tighter)?));
                }
                Node::Arith(Box::new(left), others.into())
            }
        };
        let end = match &node {
            Node::Or(items) | Node::And(items) | Node::Concat(items) => items.last()?.span,
            Node::Compare(_, others) => others.last()?.1.span,
            Node::Arith(_, others) => others.last()?.1.span,
            _ => start,
        };
        Some(Expr {
            node,
            span: start.to(end),
        })
    }

    fn same(
        &mut self,
        left: Expr,
        operator: Infix,
        tighter: Level,
        parts: &mut Parts<'_>,
    ) -> Option<Box<[Expr]>> {
        let mut items = vec![left];
        while next_if(parts, |next| (next == operator).then_some(())).is_some() {
            items.push(self.climb(parts, tighter)?);
        }
        Some(items.into())
    }

    /// The rest of a range behind its dots; the upper end may be missing.
    fn range(&mut self, low: Option<Expr>, dots: Span, parts: &mut Parts<'_>) -> Option<Expr> {
        let open = parts
            .peek()
            .is_none_or(|part| part.as_rule() == Rule::loose_op);
        let high = if open {
            None
        } else {
            Some(self.climb(parts, Level::Concat)?)
        };
        let start = low.as_ref().map_or(dots, |low| low.span);
        let end = high.as_ref().map_or(dots, |high| high.span);
        Some(Expr {
            node: Node::Range(low.map(Box::new), high.map(Box::new)),
            span: start.to(end),
        })
    }

    fn prefixed(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        let first = parts.next()?;
        let start = self.span(&first);
        match first.as_rule() {
            Rule::kw_not => {
                let inner = self.climb(parts, Level::Not)?;
                Some(Expr {
                    span: start.to(inner.span),
                    node: Node::Not(Box::new(inner)),
                })
            }
            Rule::dots => self.range(None, start, parts),
            Rule::negate => {
                if let Some(number) = parts.next_if(is_lowest) {
                    let lowest = Expr {
                        node: Node::Int(i64::MIN),
                        span: start.to(self.span(&number)),
                    };
                    return self.brackets(lowest, parts);
                }
                let inner = self.climb(parts, Level::Minus)?;
                Some(Expr {
                    span: start.to(inner.span),
                    node: Node::Neg(Box::new(inner)),
                })
            }
            _ => {
                let atom = self.atom(first, parts)?;
                self.brackets(atom, parts)
            }
        }
    }

    /// Any number of `[…]` behind an operand.
    fn brackets(&mut self, mut base: Expr, parts: &mut Parts<'_>) -> Option<Expr> {
        while let Some(bracket) = parts.next_if(|part| part.as_rule() == Rule::bracket) {
            let span = base.span.to(self.span(&bracket));
            let listing = self.listing(bracket)?;
            base = Expr {
                node: Node::Bracket(Box::new(base), Box::new(listing)),
                span,
            };
        }
        Some(base)
    }

    fn atom(&mut self, pair: Pair<'_, Rule>, parts: &mut Parts<'_>) -> Option<Expr> {
        let mut span = self.span(&pair);
        let node = match pair.as_rule() {
            Rule::number => Node::Int(self.number(&pair)),
            Rule::string => Node::Str(self.string(&pair).text),
            Rule::kw_true => Node::Bool(true),
            Rule::kw_false => Node::Bool(false),
            Rule::kw_first => Node::Outcome(true),
            Rule::kw_second => Node::Outcome(false),
            Rule::name | Rule::builtin_name => {
                let name = self.ident(&pair);
                match parts.next_if(|part| part.as_rule() == Rule::arguments) {
                    Some(arguments) => {
                        span = span.to(self.span(&arguments));
                        Node::Call(Box::new(name), self.arguments(arguments)?)
                    }
                    None => Node::Name(name.name),
                }
            }
            Rule::group => {
                let mut items = self.exprs(pair.into_inner())?;
                if items.len() == 1 {
                    // Parentheses only order; the span keeps them, so that `(a + b) * c` is underlined whole.
                    items.pop()?.node
                } else {
                    Node::Tuple(items.into())
                }
            }
            Rule::list => Node::List(Box::new(self.listing(pair)?)),
            Rule::code_expr => {
                let code = self.code(pair.into_inner())?;
                span.end = code.text.span.end;
                let kind = StatementKind::Moves(Moves::Code(code));
                nameless(vec![Statement { kind, span }], span)
            }
            Rule::game_expr => {
                let inner = pair.into_inner();
                let statements = inner.filter(|part| part.as_rule() == Rule::statement);
                let statements = statements.map(|part| self.statement(part));
                nameless(statements.collect::<Option<_>>()?, span)
            }
            Rule::if_expr => {
                let mut items = self.exprs(pair.into_inner())?;
                let last = items.pop()?;
                // The pair may have swallowed blanks behind its last value.
                span.end = last.span.end;
                let mut arms = Vec::new();
                let mut items = items.into_iter();
                while let (Some(condition), Some(value)) = (items.next(), items.next()) {
                    arms.push((condition, value));
                }
                Node::If(arms.into(), Box::new(last))
            }
            _ => return None,
        };
        Some(Expr { node, span })
    }

    /// The arguments of a call.
    fn arguments(&mut self, pair: Pair<'_, Rule>) -> Option<Box<[Expr]>> {
        let mut inner = pair.into_inner().peekable();
        let mut arguments = Vec::new();
        while let Some(part) = inner.next() {
            if part.as_rule() != Rule::expr {
                continue;
            }
            let value = self.expr(part)?;
            if let Some(rest) = inner.next_if(|part| part.as_rule() == Rule::comprehension) {
                let start = value.span;
                let tail = self.tail(rest.into_inner())?;
                let end = tail
                    .guard
                    .as_ref()
                    .map(|guard| guard.span)
                    .or(tail.binders.last().map(|binder| binder.span))?;
                arguments.push(Expr {
                    node: Node::List(Box::new(Listing::Comprehension(
                        Box::new(value),
                        Box::new(tail),
                    ))),
                    span: start.to(end),
                });
            } else {
                arguments.push(value);
            }
        }
        Some(arguments.into())
    }

    /// What stands in a `list` or `bracket`.
    fn listing(&mut self, pair: Pair<'_, Rule>) -> Option<Listing> {
        let mut items = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => items.push(self.expr(part)?),
                Rule::repeat => {
                    let count = self.exprs(part.into_inner())?.pop()?;
                    let value = items.pop()?;
                    return Some(Listing::Repeat(Box::new(value), Box::new(count)));
                }
                Rule::comprehension => {
                    let tail = self.tail(part.into_inner())?;
                    let element = items.pop()?;
                    return Some(Listing::Comprehension(Box::new(element), Box::new(tail)));
                }
                _ => {}
            }
        }
        Some(Listing::Items(items.into()))
    }

    fn number(&mut self, pair: &Pair<'_, Rule>) -> i64 {
        let digits = pair.as_str().replace('_', "");
        digits.parse().unwrap_or_else(|_| {
            let place = self.span(pair);
            self.complaints.push(errors::number_too_large(place));
            i64::MAX
        })
    }

    pub(super) fn ident(&self, pair: &Pair<'_, Rule>) -> Ident {
        Ident {
            name: pair.as_str().to_owned(),
            span: self.span(pair),
        }
    }
}

fn nameless(statements: Vec<Statement>, span: Span) -> Node {
    Node::Game(Arc::new(GameItem {
        name: Ident {
            name: String::new(),
            span,
        },
        params: Vec::new(),
        title: None,
        statements: fitting(statements),
        pile_unread: false,
        span,
    }))
}

/// Whether a part is the number 2^63, which only exists with a minus before it.
fn is_lowest(part: &Pair<'_, Rule>) -> bool {
    part.as_rule() == Rule::number
        && part.as_str().replace('_', "").trim_start_matches('0') == "9223372036854775808"
}
