//! From text to trees: expressions.
//!
//! For the grammar an expression is a flat list of operands and operators; here precedence makes it a tree.

use std::sync::Arc;

use super::ast::{
    ArithOp, CompareOp, Expr, GameItem, Ident, Level, Listing, Moves, Node, Statement,
    StatementKind,
};
use super::cursor::Parser;
use super::errors;
use super::words::Word;
use crate::text::source::Span;

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

impl Parser<'_> {
    /// The operator that stands here, and how long it is.
    fn infix(&self) -> Option<(Infix, usize)> {
        let compare = |op| Some((Infix::Compare(op), 2));
        let arith = |op| Some((Infix::Arith(op), 1));
        match (self.byte(0), self.byte(1)) {
            (b'.', b'.') => Some((Infix::Range, 2)),
            (b'+', b'+') => Some((Infix::Concat, 2)),
            (b'-', b'>') => None,
            (b'=', b'=') => compare(CompareOp::Eq),
            (b'!', b'=') => compare(CompareOp::Ne),
            (b'<', b'=') => compare(CompareOp::Le),
            (b'>', b'=') => compare(CompareOp::Ge),
            (b'<', _) => Some((Infix::Compare(CompareOp::Lt), 1)),
            (b'>', _) => Some((Infix::Compare(CompareOp::Gt), 1)),
            (b'+', _) => arith(ArithOp::Add),
            (b'-', _) => arith(ArithOp::Sub),
            (b'*', _) => arith(ArithOp::Mul),
            (b'/', _) => arith(ArithOp::Div),
            (b'%', _) => arith(ArithOp::Rem),
            (b'o', _) if self.is(Word::Or) => Some((Infix::Or, 2)),
            (b'a', _) if self.is(Word::And) => Some((Infix::And, 3)),
            (b'i', _) if self.is(Word::In) => compare(CompareOp::In),
            (b'n', _) if self.is(Word::Not) && self.goes_on_with(Word::In) => {
                Some((Infix::Compare(CompareOp::NotIn), 3))
            }
            _ => None,
        }
    }

    /// Takes the next operator where it is one of those that `wanted` picks.
    fn next_if<T>(&mut self, wanted: impl Fn(Infix) -> Option<T>) -> Option<T> {
        let (operator, length) = self.infix()?;
        let wanted = wanted(operator)?;
        self.go_to(self.at + length);
        if operator == Infix::Compare(CompareOp::NotIn) {
            self.needs(Word::In)?;
        }
        Some(wanted)
    }

    pub(super) fn expr(&mut self) -> Option<Expr> {
        self.climb(Level::Or)
    }

    /// An expression behind others: a list that grows is copied.
    fn next(&mut self, least: Level) -> Option<Expr> {
        self.count(size_of::<Expr>());
        self.climb(least)
    }

    /// One or more expressions.
    pub(super) fn exprs(&mut self) -> Option<Vec<Expr>> {
        let mut all = vec![self.expr()?];
        while self.takes(b',') {
            all.push(self.next(Level::Or)?);
        }
        Some(fitting(all))
    }

    /// The same as a whole text, where a comma may stand behind them.
    pub(super) fn expr_list(&mut self) -> Option<Vec<Expr>> {
        let mut all = vec![self.expr()?];
        while self.takes(b',') && !self.is_done() {
            all.push(self.next(Level::Or)?);
        }
        Some(fitting(all))
    }

    /// One or more up to a sign that closes them, before which a comma may stand.
    pub(super) fn until<T>(
        &mut self,
        close: u8,
        mut one: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.takes(b',') && !self.sees(close) {
            all.push(one(self)?);
        }
        self.sign(close)?;
        Some(fitting(all))
    }

    /// Reads operands and operators that hold at least as tightly as `least`.
    fn climb(&mut self, least: Level) -> Option<Expr> {
        self.go_on()?;
        let is_prefixed = self.is(Word::Not) || self.sees_dots();
        let mut left = self.prefixed(least)?;
        // Behind a range, a comparison or a condition no operator stands that holds its operands as tightly.
        let mut is_tight = !is_prefixed;
        while let Some((operator, _)) = self.infix()
            && operator.level() >= least
            && (is_tight || operator.level() < Level::Range)
        {
            left = self.chain(left, operator)?;
            is_tight &= operator.level() > Level::Range;
        }
        Some(left)
    }

    fn sees_dots(&self) -> bool {
        (self.byte(0), self.byte(1)) == (b'.', b'.')
    }

    /// All operators of one level behind `left`.
    fn chain(&mut self, left: Expr, operator: Infix) -> Option<Expr> {
        let start = left.span;
        let node = match operator {
            Infix::Or => Node::Or(self.same(left, operator, Level::And)?),
            Infix::And => Node::And(self.same(left, operator, Level::Not)?),
            Infix::Concat => Node::Concat(self.same(left, operator, Level::Sum)?),
            Infix::Compare(_) => {
                let mut others = Vec::new();
                while let Some(operator) = self.next_if(|operator| match operator {
                    Infix::Compare(operator) => Some(operator),
                    _ => None,
                }) {
                    others.push((operator, self.next(Level::Range)?));
                }
                Node::Compare(Box::new(left), fitting(others))
            }
            Infix::Range => return self.range(Some(left)),
            Infix::Arith(_) => {
                let level = operator.level();
                let tighter = if level == Level::Sum {
                    Level::Product
                } else {
                    Level::Minus
                };
                let mut others = Vec::new();
                while let Some(operator) = self.next_if(|operator| match operator {
                    Infix::Arith(arith) if operator.level() == level => Some(arith),
                    _ => None,
                }) {
                    others.push((operator, self.next(tighter)?));
                }
                Node::Arith(Box::new(left), fitting(others))
            }
        };
        let end = match &node {
            Node::Or(items) | Node::And(items) | Node::Concat(items) => items.last()?.span,
            Node::Compare(_, others) => others.last()?.1.span,
            Node::Arith(_, others) => others.last()?.1.span,
            _ => start,
        };
        Some(self.made(node, start.to(end)))
    }

    fn same(&mut self, left: Expr, operator: Infix, tighter: Level) -> Option<Vec<Expr>> {
        let mut items = vec![left];
        while self
            .next_if(|next| (next == operator).then_some(()))
            .is_some()
        {
            items.push(self.next(tighter)?);
        }
        Some(fitting(items))
    }

    /// The dots of a range and what stands behind them; the upper end may be missing.
    fn range(&mut self, low: Option<Expr>) -> Option<Expr> {
        let dots = self.span(self.at, self.at + 2);
        self.go_to(self.at + 2);
        let high = match self.begins_upper_end() {
            true => Some(self.climb(Level::Concat)?),
            false => None,
        };
        let start = low.as_ref().map_or(dots, |low| low.span);
        let end = high.as_ref().map_or(dots, |high| high.span);
        let node = Node::Range(low.map(Box::new), high.map(Box::new));
        Some(self.made(node, start.to(end)))
    }

    /// Whether what stands behind the dots of a range is its upper end, and not what goes on behind it.
    fn begins_upper_end(&self) -> bool {
        match self.byte(0) {
            b'0'..=b'9' | b'(' | b'[' | b'"' => true,
            b'-' => self.sees_minus(),
            _ if self.is_while() => false,
            _ => match Word::reserved(self.word()) {
                Some(Word::Any | Word::All | Word::Misere) => self.is_called(),
                Some(word) => matches!(
                    word,
                    Word::If | Word::True | Word::False | Word::First | Word::Second
                ),
                None => self.is_name(),
            },
        }
    }

    /// An operand with what stands before it.
    fn prefixed(&mut self, least: Level) -> Option<Expr> {
        let start = self.span(self.at, self.at);
        if self.sees_minus() {
            self.sign(b'-')?;
            if self.digits().is_some_and(is_lowest) {
                let digits = self.digits()?;
                self.go_to(self.at + digits.len());
                let span = start.to(self.span(self.end, self.end));
                let lowest = self.made(Node::Int(i64::MIN), span);
                return self.brackets(lowest);
            }
            let inner = self.deeper(|it| it.climb(Level::Minus))?;
            let span = start.to(inner.span);
            return Some(self.made(Node::Neg(Box::new(inner)), span));
        }
        // Only the first operand behind a comparison or `and` may have these before it.
        if least <= Level::Range {
            if self.eats(Word::Not) {
                let inner = self.deeper(|it| it.climb(Level::Not))?;
                let span = start.to(inner.span);
                return Some(self.made(Node::Not(Box::new(inner)), span));
            }
            if self.sees_dots() {
                return self.range(None);
            }
        }
        let atom = self.atom()?;
        self.brackets(atom)
    }

    /// A coordinate or an entry, or several in parentheses.
    pub(super) fn place(&mut self) -> Option<Expr> {
        if self.sees(b'(') {
            return self.group();
        }
        let Ident { name, span } = self.name()?;
        let name = self.made(Node::Name(name), span);
        self.brackets(name)
    }

    /// Any number of `[…]` behind an operand.
    fn brackets(&mut self, mut base: Expr) -> Option<Expr> {
        let mut count = 0;
        while self.takes(b'[') {
            let listing = self.listing()?;
            let span = base.span.to(self.span(self.end, self.end));
            base = self.made(Node::Bracket(Box::new(base), Box::new(listing)), span);
            count += 1;
        }
        self.note_brackets(count);
        Some(base)
    }

    fn atom(&mut self) -> Option<Expr> {
        let start = self.at;
        let node = match self.byte(0) {
            b'0'..=b'9' => Node::Int(self.number()?),
            b'"' => Node::Str(self.string()?.text),
            b'(' => return self.group(),
            b'[' => {
                self.sign(b'[')?;
                Node::List(Box::new(self.listing()?))
            }
            _ if self.is_name() => self.name_or_call()?,
            _ => match Word::reserved(self.word())? {
                Word::Any | Word::All | Word::Misere if self.is_called() => self.name_or_call()?,
                Word::Octal | Word::Hex => {
                    let code = self.code()?;
                    let kind = StatementKind::Moves(Moves::Code(code));
                    let span = self.since(start);
                    nameless(vec![Statement { kind, span }], span)
                }
                Word::Game => {
                    self.needs(Word::Game)?;
                    self.sign(b'{')?;
                    let statements = self.deeper(Self::statements)?;
                    nameless(statements, self.since(start))
                }
                Word::If => self.deeper(Self::branches)?,
                word => {
                    let value = match word {
                        Word::True => Node::Bool(true),
                        Word::False => Node::Bool(false),
                        Word::First => Node::Outcome(true),
                        Word::Second => Node::Outcome(false),
                        _ => return None,
                    };
                    self.needs(word)?;
                    value
                }
            },
        };
        let span = self.since(start);
        Some(self.made(node, span))
    }

    fn name_or_call(&mut self) -> Option<Node> {
        let name = self.called();
        Some(match self.takes(b'(') {
            true => Node::Call(name, self.arguments()?),
            false => Node::Name(name.name),
        })
    }

    /// A value in parentheses, or a tuple.
    fn group(&mut self) -> Option<Expr> {
        let start = self.at;
        self.sign(b'(')?;
        let mut items = self.deeper(|it| it.until(b')', Self::expr))?;
        let span = self.since(start);
        if items.len() == 1 {
            // Parentheses only order; the span keeps them, so that `(a + b) * c` is underlined whole.
            let inner = items.pop()?;
            return Some(Expr { span, ..inner });
        }
        Some(self.made(Node::Tuple(items), span))
    }

    fn branches(&mut self) -> Option<Node> {
        let mut arms = Vec::new();
        loop {
            self.needs(Word::If)?;
            let condition = self.expr()?;
            self.needs(Word::Then)?;
            arms.push((condition, self.expr()?));
            self.needs(Word::Else)?;
            if !self.is(Word::If) {
                break;
            }
        }
        let last = self.expr()?;
        Some(Node::If(fitting(arms), Box::new(last)))
    }

    /// The arguments of a call, behind the parenthesis.
    fn arguments(&mut self) -> Option<Vec<Expr>> {
        if self.takes(b')') {
            return Some(Vec::new());
        }
        self.deeper(|it| {
            let start = it.at;
            let first = it.expr()?;
            if it.is(Word::For) {
                let tail = it.tail()?;
                let node = Node::List(Box::new(Listing::Comprehension(first, tail)));
                let span = it.since(start);
                it.sign(b')')?;
                return Some(vec![it.made(node, span)]);
            }
            it.more(first, b')')
        })
    }

    /// What stands behind the bracket of a list.
    fn listing(&mut self) -> Option<Listing> {
        if self.takes(b']') {
            return Some(Listing::Items(Vec::new()));
        }
        self.deeper(|it| {
            let first = it.expr()?;
            let listing = if it.takes(b';') {
                Listing::Repeat(first, it.expr()?)
            } else if it.is(Word::For) {
                Listing::Comprehension(first, it.tail()?)
            } else {
                return it.more(first, b']').map(Listing::Items);
            };
            it.sign(b']')?;
            Some(listing)
        })
    }

    /// The expressions behind the first one, up to a sign that closes them.
    fn more(&mut self, first: Expr, close: u8) -> Option<Vec<Expr>> {
        let mut first = Some(first);
        self.until(close, |it| first.take().or_else(|| it.next(Level::Or)))
    }

    fn number(&mut self) -> Option<i64> {
        let start = self.at;
        let digits = self.digits()?;
        self.go_to(start + digits.len());
        let number = match digits.contains('_') {
            true => digits.replace('_', "").parse(),
            false => digits.parse(),
        };
        let place = self.since(start);
        Some(number.unwrap_or_else(|_| {
            self.complaints.push(errors::number_too_large(place));
            i64::MAX
        }))
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

/// A list of parts without the room in which it grew.
pub(super) fn fitting<T>(mut parts: Vec<T>) -> Vec<T> {
    parts.shrink_to_fit();
    parts
}

/// Whether a number is 2^63, which only exists with a minus before it.
fn is_lowest(digits: &str) -> bool {
    digits.replace('_', "").trim_start_matches('0') == "9223372036854775808"
}
