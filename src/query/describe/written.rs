//! Checked expressions as they are written: with names for registers, and with constants in the place of what was worked out.

use std::fmt::Write;

use crate::expr::builtin::Builtin;
use crate::expr::tree::{Clause, Comprehension, Expr, Op, Place, RangeClause, Target};
use crate::expr::value::{InText, Value};
use crate::rules::Rulebook;
use crate::rules::game::GameRules;
use crate::syntax::ast::Level;
use crate::text::source::Span;
use crate::text::words::begun;

/// A list with more characters than this is called by its name, if it has one.
const LONG: usize = 48;

/// A list with more characters than this is shown by its first elements.
const LONGEST: usize = 200;

/// What the registers of a move are called.
pub(super) struct RegisterNames<'b> {
    book: &'b Rulebook,
    known: Vec<(Place, String)>,
}

impl<'b> RegisterNames<'b> {
    /// The names of the coordinates of a game, and of what is chosen.
    pub(super) fn new(
        book: &'b Rulebook,
        game: &GameRules,
        chosen: impl IntoIterator<Item = (Place, String)>,
    ) -> RegisterNames<'b> {
        let coords = game.coords.iter().zip(&game.header.shape.coords);
        let coords = coords.map(|(place, coord)| (*place, coord.name.clone()));
        let known = coords.chain(chosen).filter(|(_, name)| !name.is_empty());
        RegisterNames {
            book,
            known: known.collect(),
        }
    }

    /// The name of a register that is read at this place: those of lists and parts are known by their text alone.
    pub(super) fn name(&self, place: Place, read_at: Span) -> String {
        match self.known.iter().find(|(known, _)| *known == place) {
            Some((_, name)) => name.clone(),
            None => self.book.text_at(read_at),
        }
    }

    pub(super) fn text(&self, expr: &Expr) -> String {
        self.within(expr, Level::Whole)
    }

    /// Conditions that all have to hold.
    pub(super) fn all(&self, tests: &[&Expr]) -> String {
        match tests {
            [only] => self.text(only),
            several => {
                let parts = several.iter().map(|test| self.within(test, Level::Not));
                parts.collect::<Vec<_>>().join(" and ")
            }
        }
    }

    fn within(&self, expr: &Expr, least: Level) -> String {
        let (text, level) = self.written(expr);
        match level < least {
            true => format!("({text})"),
            false => text,
        }
    }

    fn list(&self, parts: &[Expr]) -> String {
        self.joined(parts, ", ", Level::Or)
    }

    fn chain<T>(
        &self,
        first: &Expr,
        rest: &[(T, Expr)],
        sign: impl Fn(&T) -> &'static str,
        levels: (Level, Level),
    ) -> String {
        let mut text = self.within(first, levels.0);
        for (op, operand) in rest {
            let operand = self.within(operand, levels.1);
            let _ = write!(text, " {} {operand}", sign(op));
        }
        text
    }

    fn joined(&self, parts: &[Expr], word: &str, least: Level) -> String {
        let parts = parts.iter().map(|part| self.within(part, least));
        parts.collect::<Vec<_>>().join(word)
    }

    fn written(&self, expr: &Expr) -> (String, Level) {
        use Level::*;
        let operand = |text: String| (text, Operand);
        match &expr.op {
            Op::Const(value) => self.constant(value, expr.span),
            Op::Local(place) => operand(self.name(*place, expr.span)),
            Op::Neg(inner) => (format!("-{}", self.within(inner, Minus)), Minus),
            Op::Not(inner) => (format!("not {}", self.within(inner, Not)), Not),
            Op::Arith(first, rest) => {
                let levels = match rest.iter().all(|(op, _)| op.level() == Sum) {
                    true => (Sum, Product),
                    false => (Product, Minus),
                };
                (self.chain(first, rest, |op| op.sign(), levels), levels.0)
            }
            Op::Compare(first, rest) => (
                self.chain(first, rest, |op| op.sign(), (Range, Range)),
                Compare,
            ),
            Op::Concat(parts) => (self.joined(parts, " ++ ", Sum), Concat),
            Op::And(parts) => (self.joined(parts, " and ", Not), And),
            Op::Or(parts) => (self.joined(parts, " or ", And), Or),
            Op::Join(parts) => (self.joined(parts, " + ", Product), Sum),
            Op::If(branches, last) => {
                let mut text = String::new();
                for (condition, value) in branches {
                    let (condition, value) = (self.within(condition, Or), self.within(value, Or));
                    let _ = write!(text, "if {condition} then {value} else ");
                }
                (text + &self.within(last, Or), Whole)
            }
            Op::Range(lo, hi) => {
                let hi = hi.as_ref().map(|hi| self.within(hi, Concat));
                let lo = self.within(lo, Concat);
                (format!("{lo}..{}", hi.unwrap_or_default()), Range)
            }
            Op::Call(builtin, parts) => operand(self.call(builtin.name(), parts)),
            Op::Function(function, parts) => operand(self.call(&function.name, parts)),
            Op::Recur(function, parts) => operand(self.call(&function.name, parts)),
            Op::Closure(function, parts) => operand(self.closure(&function.name, parts)),
            Op::Index(base, index) => {
                let table = base.constant().and_then(|_| self.called(base.span));
                let base = table.unwrap_or_else(|| self.within(base, Operand));
                operand(format!("{base}[{}]", self.text(index)))
            }
            Op::Field(base, index) => operand(format!("{}[{index}]", self.within(base, Operand))),
            Op::Slice(base, lo, hi) => {
                let end = |end: &Option<Box<Expr>>| {
                    let end = end.as_ref().map(|end| self.within(end, Concat));
                    end.unwrap_or_default()
                };
                let base = self.within(base, Operand);
                operand(format!("{base}[{}..{}]", end(lo), end(hi)))
            }
            Op::Elements(items) => operand(format!("[{}]", self.list(items))),
            Op::Repeat(item, count) => {
                operand(format!("[{}; {}]", self.text(item), self.text(count)))
            }
            Op::Comprehension(inner) => {
                let element = self.within(&inner.element, Or);
                let tail = self.tail(inner);
                operand(format!("[{element}{tail}]"))
            }
            Op::Tuple(parts) => operand(format!("({})", self.list(parts))),
            Op::Position(game, piles) => {
                let game = self.within(game, Operand);
                operand(match &piles.op {
                    Op::Elements(items) => format!("{game}[{}]", self.list(items)),
                    _ => format!("{game}{}", self.text(piles)),
                })
            }
            // What is asked and what waits for its arguments is called as the rules call it.
            Op::Global(_) | Op::Ask(..) | Op::Instantiate { .. } => {
                operand(self.book.text_at(expr.span))
            }
        }
    }

    fn constant(&self, value: &Value, span: Span) -> (String, Level) {
        let level = match value {
            Value::Int(..0) => Level::Minus,
            _ => Level::Operand,
        };
        let short = brief(value, LONG).or_else(|| self.called(span));
        let text = short.or_else(|| brief(value, LONGEST));
        (text.unwrap_or_else(|| self.shortened(value)), level)
    }

    /// The name that stands at this place.
    fn called(&self, span: Span) -> Option<String> {
        let text = self.book.text_at(span);
        let is_name = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        is_name.then_some(text)
    }

    fn call(&self, name: &str, parts: &[Expr]) -> String {
        format!("{name}({})", self.list(parts))
    }

    fn closure(&self, name: &str, parts: &[Expr]) -> String {
        let mut parts: Vec<String> = parts.iter().map(|part| self.text(part)).collect();
        parts.insert(parts.len().min(1), name.to_string());
        format!("{}({})", Builtin::Closure.name(), parts.join(", "))
    }

    /// A list that is too long, by its first elements.
    fn shortened(&self, value: &Value) -> String {
        let items = value.items();
        let mut shown: Vec<String> = items
            .iter()
            .take(3)
            .filter_map(|it| brief(it, LONG))
            .collect();
        shown.push(format!("… and {} more", items.len() - shown.len()));
        format!("[{}]", shown.join(", "))
    }

    /// ` for k in 1..3 where k > n`, as far as there is such.
    fn tail(&self, inner: &Comprehension) -> String {
        let exprs = inner.clauses.iter().flat_map(Clause::exprs);
        let readers: Vec<&Expr> = exprs.chain([&inner.element]).collect();
        let mut binders: Vec<String> = Vec::new();
        for clause in &inner.clauses {
            match (clause, binders.last_mut()) {
                (Clause::While(run), Some(binder)) => {
                    let _ = write!(binder, " while {}", self.within(run, Level::Or));
                }
                _ => binders.extend(self.binder(clause, &readers)),
            }
        }
        let tests: Vec<&Expr> = inner.clauses.iter().filter_map(Clause::test).collect();
        let mut text = match binders.is_empty() {
            true => String::new(),
            false => format!(" for {}", binders.join(", ")),
        };
        if !tests.is_empty() {
            let _ = write!(text, " where {}", self.all(&tests));
        }
        text
    }

    /// `k in 1..3`; a name that only these read is called as they call it.
    pub(super) fn binder(&self, clause: &Clause, readers: &[&Expr]) -> Option<String> {
        let bound = |place: &Place| {
            let known = self.known.iter().find(|(known, _)| known == place);
            let read = || readers.iter().find_map(|expr| read_at(expr, *place));
            match known {
                Some((_, name)) => name.clone(),
                None => read().map_or("_".to_string(), |span| self.book.text_at(span)),
            }
        };
        let target = |target: &Target| match target {
            Target::One(place) => bound(place),
            Target::Parts(places) => {
                let names: Vec<String> = places.iter().map(bound).collect();
                format!("({})", names.join(", "))
            }
        };
        match clause {
            Clause::Range(RangeClause { var, lo, hi, .. }) => {
                let lo = self.within(lo, Level::Concat);
                let hi = hi.as_ref().map(|hi| self.within(hi, Level::Concat));
                let name = bound(&Place::Int(*var));
                Some(format!("{name} in {lo}..{}", hi.unwrap_or_default()))
            }
            Clause::Each { target: to, list } => {
                let list = self.within(list, Level::Range);
                Some(format!("{} in {list}", target(to)))
            }
            Clause::Value { target: to, value } => {
                let value = self.within(value, Level::Or);
                Some(format!("{} = {value}", target(to)))
            }
            Clause::Partitions(_) | Clause::Test(_) | Clause::While(_) => None,
        }
    }
}

/// Where a register is read.
fn read_at(expr: &Expr, place: Place) -> Option<Span> {
    let mut nodes = expr.nodes();
    let read = nodes.find(|expr| expr.as_local() == Some(place))?;
    Some(read.span)
}

/// A value that takes at most this many characters.
fn brief(value: &Value, most: usize) -> Option<String> {
    let (text, is_all) = begun(&InText(value), most);
    is_all.then_some(text)
}
