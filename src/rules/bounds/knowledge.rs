//! What is known of the numbers in a loop: bounds, trends, and conditions that end it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::expr::builtin::Builtin;
use crate::expr::interval::{ALL, Interval};
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Function, Op, Place, RangeClause};
use crate::expr::value::Value;
use crate::rules::number_facts::NumberFacts;
use crate::work::stack::with_room;

/// How a number changes as the binder grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Trend {
    pub(super) never_falls: bool,
    pub(super) never_rises: bool,
    /// Whether it passes every bound, in the one direction in which it goes.
    unbounded: bool,
}

impl Trend {
    pub(super) const CONST: Trend = Trend {
        never_falls: true,
        never_rises: true,
        unbounded: false,
    };
    pub(super) const UP: Trend = Trend {
        never_falls: true,
        never_rises: false,
        unbounded: true,
    };
    pub(super) const DOWN: Trend = Trend {
        never_falls: false,
        never_rises: true,
        unbounded: true,
    };
    pub(super) const UNKNOWN: Trend = Trend {
        never_falls: false,
        never_rises: false,
        unbounded: false,
    };

    fn flip(self) -> Trend {
        Trend {
            never_falls: self.never_rises,
            never_rises: self.never_falls,
            ..self
        }
    }

    fn plus(self, other: Trend) -> Trend {
        let never_falls = self.never_falls && other.never_falls;
        let never_rises = self.never_rises && other.never_rises;
        let unbounded = self.unbounded || other.unbounded;
        Trend {
            never_falls,
            never_rises,
            unbounded: unbounded && (never_falls || never_rises),
        }
    }

    /// Of the least of some numbers.
    fn least(trends: &[Trend]) -> Trend {
        let never_falls = trends.iter().all(|trend| trend.never_falls);
        let never_rises = trends.iter().all(|trend| trend.never_rises);
        let mut unbounded = trends.iter().map(|trend| trend.unbounded);
        Trend {
            never_falls,
            never_rises,
            unbounded: match never_falls {
                true => unbounded.all(|it| it),
                false => never_rises && unbounded.any(|it| it),
            },
        }
    }
}

/// The trend of a product of two numbers with their least values; the second one is `factor`.
fn product((a, a_least): (Trend, i128), (b, b_least): (Trend, i128), factor: &Expr) -> Trend {
    if a == Trend::CONST && b == Trend::CONST {
        return Trend::CONST;
    }
    if let Some(Value::Int(..0)) = factor.constant() {
        return a.flip();
    }
    if b == Trend::CONST && b_least >= 1 {
        return a;
    }
    if a == Trend::CONST && a_least >= 1 {
        return b;
    }
    if a.never_falls && b.never_falls && a_least >= 0 && b_least >= 0 {
        let unbounded = (a == Trend::UP && (b == Trend::UP || b_least >= 1))
            || (b == Trend::UP && a_least >= 1);
        return Trend {
            unbounded,
            ..Trend::UP
        };
    }
    Trend::UNKNOWN
}

/// What is known of the registers. A register that is not listed does not change with the binder.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    pub(super) trends: HashMap<Place, Trend>,
    pub(super) numbers: NumberFacts,
    /// Lists that are known to have entries.
    pub(super) non_empty_places: Vec<Place>,
    /// What was found of functions.
    calls: Rc<RefCell<Calls>>,
}

/// What was found of the results of functions, by the trends and least values of the arguments.
#[derive(Debug, Default)]
struct Calls {
    known: HashMap<(*const Function, Arguments), Trend>,
    /// How many expressions were looked at.
    seen: usize,
}

type Arguments = Vec<(Trend, i128)>;

/// How many expressions in functions are looked at; what lies beyond is not known.
const MOST_SEEN: usize = 100_000;

impl Knowledge {
    pub(super) fn of(numbers: &NumberFacts) -> Knowledge {
        Knowledge {
            numbers: numbers.clone(),
            ..Knowledge::default()
        }
    }

    /// Learns from a condition that holds.
    pub(super) fn learn(&mut self, test: &Expr) {
        self.numbers.learn(test, true);
        let Op::Compare(first, rest) = &test.op else {
            return;
        };
        for (left, op, right) in Expr::comparisons(first, rest) {
            let none = Expr::int(0, test.span);
            let (row, if_empty) = match (left.len_of(), right.len_of()) {
                (Some(row), _) => (row, none.compare(op, right.clone())),
                (_, Some(row)) => (row, left.clone().compare(op, none)),
                _ => {
                    let is_empty = |list: &Value| matches!(list, Value::List(it) if it.is_empty());
                    let apart = op == CompareOp::Ne && right.constant().is_some_and(is_empty);
                    self.non_empty_places
                        .extend(left.as_local().filter(|_| apart));
                    continue;
                }
            };
            if self.numbers.truth(&if_empty) == Some(false) {
                self.non_empty_places.push(row);
            }
        }
    }

    /// Whether a comprehension's loop is run through at least once, with names known here.
    pub(super) fn runs(&self, clause: &Clause) -> bool {
        match clause {
            Clause::Each { list, .. } => match &list.op {
                Op::Local(place) => {
                    self.non_empty_places.contains(place) && !self.trends.contains_key(place)
                }
                Op::Const(value) => !value.items().is_empty(),
                _ => false,
            },
            Clause::Range(RangeClause {
                lo, hi: Some(hi), ..
            }) if lo.as_int() <= hi.as_int() && lo.as_int().is_some() => true,
            _ => {
                let indices = clause.indices();
                indices.is_some_and(|(_, row)| self.non_empty_places.contains(&row))
            }
        }
    }

    /// What a number is not below.
    fn least(&self, expr: &Expr) -> i128 {
        self.numbers.interval(expr).lo
    }

    pub(super) fn trend(&self, expr: &Expr) -> Trend {
        match &expr.op {
            Op::Const(_) => Trend::CONST,
            Op::Local(place) => self.trends.get(place).copied().unwrap_or(Trend::CONST),
            Op::Neg(inner) => self.trend(inner).flip(),
            Op::Arith(first, rest) => {
                let mut trend = self.trend(first);
                let mut number = self.numbers.interval(first);
                for (op, operand) in rest {
                    let other = self.trend(operand);
                    let factor = self.numbers.interval(operand);
                    trend = match op {
                        ArithOp::Add => trend.plus(other),
                        ArithOp::Sub => trend.plus(other.flip()),
                        ArithOp::Mul => product((trend, number.lo), (other, factor.lo), operand),
                        _ if trend == Trend::CONST && other == Trend::CONST => Trend::CONST,
                        ArithOp::Div if other == Trend::CONST && factor.lo >= 1 => trend,
                        ArithOp::Div | ArithOp::Rem => Trend::UNKNOWN,
                    };
                    number = number.arith(*op, factor).and(ALL);
                }
                trend
            }
            Op::Call(builtin, args) => self.call_trend(*builtin, args),
            Op::Function(function, args) => {
                if args.iter().all(|arg| self.trend(arg) == Trend::CONST) {
                    return Trend::CONST;
                }
                let args = args.iter().map(|arg| (self.trend(arg), self.least(arg)));
                self.function_trend(function, args.collect())
            }
            Op::If(branches, last) => {
                let fixed = branches
                    .iter()
                    .all(|(condition, _)| self.trend(condition) == Trend::CONST);
                let trend = self.trend(last);
                if fixed && branches.iter().all(|(_, value)| self.trend(value) == trend) {
                    trend
                } else {
                    Trend::UNKNOWN
                }
            }
            _ => self.constant_parts(expr),
        }
    }

    fn function_trend(&self, function: &Arc<Function>, args: Arguments) -> Trend {
        let mut inside = Knowledge {
            calls: Rc::clone(&self.calls),
            ..Knowledge::default()
        };
        for (place, (trend, least)) in function.params.iter().zip(&args) {
            inside.trends.insert(*place, *trend);
            inside.numbers.number(*place, Interval::new(*least, ALL.hi));
        }
        let key = (Arc::as_ptr(function), args);
        {
            let mut calls = self.calls.borrow_mut();
            if let Some(trend) = calls.known.get(&key) {
                return *trend;
            }
            let (_, size) = function.extent;
            calls.seen = calls.seen.saturating_add(size);
            if calls.seen > MOST_SEEN {
                return Trend::UNKNOWN;
            }
        }
        let trend = with_room(|| inside.trend(&function.body));
        self.calls.borrow_mut().known.insert(key, trend);
        trend
    }

    pub(super) fn constant_parts(&self, expr: &Expr) -> Trend {
        let children = expr.children();
        match children.iter().all(|it| self.trend(it) == Trend::CONST) {
            true => Trend::CONST,
            false => Trend::UNKNOWN,
        }
    }

    pub(super) fn call_trend(&self, builtin: Builtin, args: &[Expr]) -> Trend {
        let trends: Vec<Trend> = args.iter().map(|arg| self.trend(arg)).collect();
        if trends.iter().all(|trend| *trend == Trend::CONST) {
            return Trend::CONST;
        }
        let least_is =
            |place: usize, n: i128| args.get(place).is_some_and(|it| self.least(it) >= n);
        match (builtin, trends.as_slice()) {
            (Builtin::Min, _) if args.iter().all(|arg| arg.kind == Kind::Int) => {
                Trend::least(&trends)
            }
            (Builtin::Max, _) if args.iter().all(|arg| arg.kind == Kind::Int) => {
                let turned: Vec<Trend> = trends.iter().map(|trend| trend.flip()).collect();
                Trend::least(&turned).flip()
            }
            (Builtin::Pow, [Trend::CONST, Trend::UP]) if least_is(0, 2) => Trend::UP,
            (Builtin::Pow, [Trend::UP, Trend::CONST]) if least_is(0, 0) && least_is(1, 1) => {
                Trend::UP
            }
            (Builtin::Isqrt | Builtin::Ilog2, [trend]) if trend.never_falls => *trend,
            (Builtin::Abs, [trend]) if trend.never_falls && least_is(0, 0) => *trend,
            _ => Trend::UNKNOWN,
        }
    }

    /// Conditions in a guard that end the range.
    pub(super) fn guard(&self, test: &Expr, found: &mut Vec<Expr>) {
        match &test.op {
            Op::And(parts) => {
                for part in parts {
                    self.guard(part, found);
                }
            }
            Op::Or(parts) => {
                let ends = parts.iter().map(|part| {
                    let mut ends = Vec::new();
                    self.guard(part, &mut ends);
                    ends
                });
                found.extend(one_of(ends));
            }
            Op::Compare(first, rest) => {
                for (left, op, right) in Expr::comparisons(first, rest) {
                    self.comparison(left, op, right, found);
                }
            }
            _ => {}
        }
    }

    /// Whether a number passes another one upwards and never comes back; `Some(false)`: it does so downwards.
    fn rises(&self, left: &Expr, right: &Expr) -> Option<bool> {
        let (a, b) = (self.trend(left), self.trend(right));
        let passes = |a: Trend, b: Trend| {
            (a == Trend::UP && b.never_rises) || (b == Trend::DOWN && a.never_falls)
        };
        match (passes(a, b), passes(b, a)) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    /// Of the equations in a guard that end the range what holds where their sides have met, and from there on.
    pub(super) fn equations(&self, test: &Expr, found: &mut Vec<Expr>) {
        match &test.op {
            Op::And(parts) => {
                for part in parts {
                    self.equations(part, found);
                }
            }
            Op::Compare(first, rest) => {
                for (left, op, right) in Expr::comparisons(first, rest) {
                    let is_equation = op == CompareOp::Eq && left.kind.fits(&Kind::Int);
                    let rises = is_equation.then(|| self.rises(left, right)).flatten();
                    let op = match rises {
                        Some(true) => CompareOp::Ge,
                        Some(false) => CompareOp::Le,
                        None => continue,
                    };
                    found.push(left.clone().compare(op, right.clone()));
                }
            }
            _ => {}
        }
    }

    pub(super) fn comparison(
        &self,
        left: &Expr,
        op: CompareOp,
        right: &Expr,
        found: &mut Vec<Expr>,
    ) {
        if !left.kind.fits(&Kind::Int) {
            return;
        }
        if op == CompareOp::In {
            match (&right.op, right.constant()) {
                (Op::Range(lo, hi), _) => {
                    self.comparison(left, CompareOp::Ge, lo, found);
                    if let Some(hi) = hi {
                        self.comparison(left, CompareOp::Le, hi, found);
                    }
                }
                (Op::Elements(items), None) => {
                    let ends = items.iter().map(|item| {
                        let mut ends = Vec::new();
                        let op = match item.op {
                            Op::Range(..) => CompareOp::In,
                            _ => CompareOp::Eq,
                        };
                        self.comparison(left, op, item, &mut ends);
                        ends
                    });
                    found.extend(one_of(ends));
                }
                (_, Some(value)) => {
                    let numbers = || value.items().iter().filter_map(Value::as_int);
                    if let (Some(least), Some(greatest)) = (numbers().min(), numbers().max()) {
                        let [least, most] = [least, greatest].map(|n| Expr::int(n, right.span));
                        self.comparison(left, CompareOp::Ge, &least, found);
                        self.comparison(left, CompareOp::Le, &most, found);
                    }
                }
                _ => {}
            }
            return;
        }
        // |a| < b says a < b and -a < b.
        if let (Op::Call(Builtin::Abs, args), CompareOp::Lt | CompareOp::Le) = (&left.op, op)
            && let [inner] = args.as_slice()
        {
            self.comparison(inner, op, right, found);
            let negated = Expr::new(Op::Neg(Box::new(inner.clone())), Kind::Int, inner.span);
            self.comparison(&negated, op, right, found);
            return;
        }
        let op = match (op, self.rises(left, right)) {
            (CompareOp::Lt | CompareOp::Le, Some(true)) => op,
            (CompareOp::Gt | CompareOp::Ge, Some(false)) => op,
            (CompareOp::Eq, Some(true)) => CompareOp::Le,
            (CompareOp::Eq, Some(false)) => CompareOp::Ge,
            _ => return,
        };
        found.push(left.clone().compare(op, right.clone()));
    }
}

/// That one of some conditions holds, each of which may end a range in several ways; `None`: one of them does not.
fn one_of(ends: impl Iterator<Item = Vec<Expr>>) -> Option<Expr> {
    let first = ends.map(|ends| ends.into_iter().next());
    let parts = first.collect::<Option<Vec<Expr>>>()?;
    let span = parts.first()?.span;
    Some(Expr::new(Op::Or(parts), Kind::Bool, span))
}
