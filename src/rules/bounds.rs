//! Where loops end: an order for binders and conditions, and an end for every open range.
//!
//! For a binder v the analysis finds conditions that hold for small v and, once false, stay false: a result that falls with
//! v below its least value, a guard that a growing term must satisfy, an inner range that becomes empty. They end an
//! open range and shorten a closed one.

use hashbrown::HashMap;

use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::shape::Bounds;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Comprehension, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::source::Span;

/// A number that a move writes: it must stay in its bounds for the move to be one.
#[derive(Debug, Clone)]
pub(super) struct Falling {
    /// The number.
    pub(super) value: Expr,
    /// Its range.
    pub(super) bounds: Bounds,
    /// Where the number is an entry made by a comprehension: the comprehension's loop.
    pub(super) within: Option<Clause>,
}

/// A range that nothing ends.
#[derive(Debug)]
pub(super) struct Endless {
    pub(super) place: Place,
    pub(super) span: Span,
}

/// Ranges of at most so many constant values are run through without a look at their end.
const SHORT: i64 = 64;

/// Puts each test as early as its names are known, and gives each range its ends.
///
/// An open range that only a later binder bounds is moved behind it.
pub(super) fn arrange(
    mut binders: Vec<Clause>,
    tests: Vec<Expr>,
    falling: &[Falling],
    facts: &[(Place, i64)],
) -> Result<Vec<Clause>, Endless> {
    // Each swap moves an open range one place to the right, so this ends.
    let mut swaps = binders.len() * binders.len();
    let mut at = 0;
    while at < binders.len() {
        let found = stops(&binders, at, &tests, falling, facts);
        let follower = binders.get(at + 1).cloned();
        let Some(Clause::Range {
            var, lo, hi, stops, ..
        }) = binders.get_mut(at)
        else {
            at += 1;
            continue;
        };
        let is_short = match (lo.constant(), hi.as_ref().and_then(Expr::constant)) {
            (Some(Value::Int(lo)), Some(Value::Int(hi))) => hi.saturating_sub(*lo) < SHORT,
            _ => false,
        };
        if hi.is_none() && found.is_empty() {
            let place = Place::Int(*var);
            let endless = Endless {
                place,
                span: lo.span,
            };
            let movable = follower
                .is_some_and(|next| next.exprs().iter().all(|expr| !expr.mentions(&[place])));
            if !movable || swaps == 0 {
                return Err(endless);
            }
            swaps -= 1;
            binders.swap(at, at + 1);
            at = 0;
            continue;
        }
        if !is_short {
            *stops = found;
        }
        at += 1;
    }
    Ok(place_tests(binders, tests))
}

fn place_tests(binders: Vec<Clause>, tests: Vec<Expr>) -> Vec<Clause> {
    let mut slots: Vec<Vec<Expr>> = (0..=binders.len()).map(|_| Vec::new()).collect();
    for test in tests {
        let last = binders
            .iter()
            .rposition(|binder| test.mentions(&binder.places()))
            .map_or(0, |place| place + 1);
        if let Some(slot) = slots.get_mut(last) {
            slot.push(test);
        }
    }
    let mut clauses = Vec::new();
    let mut slots = slots.into_iter();
    clauses.extend(slots.next().into_iter().flatten().map(Clause::Test));
    for (binder, slot) in binders.into_iter().zip(slots) {
        clauses.push(binder);
        clauses.extend(slot.into_iter().map(Clause::Test));
    }
    clauses
}

/// How a number changes as the binder grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trend {
    /// Not at all.
    Const,
    /// Never falls and passes every bound.
    Up,
    /// Never rises and passes every bound.
    Down,
    /// Never falls.
    Rises,
    /// Never rises.
    Falls,
    /// Anything else.
    Unknown,
}

impl Trend {
    fn flip(self) -> Trend {
        match self {
            Trend::Up => Trend::Down,
            Trend::Down => Trend::Up,
            Trend::Rises => Trend::Falls,
            Trend::Falls => Trend::Rises,
            other => other,
        }
    }

    fn never_falls(self) -> bool {
        matches!(self, Trend::Const | Trend::Up | Trend::Rises)
    }

    fn never_rises(self) -> bool {
        matches!(self, Trend::Const | Trend::Down | Trend::Falls)
    }

    fn plus(self, other: Trend) -> Trend {
        match (self, other) {
            (Trend::Const, trend) | (trend, Trend::Const) => trend,
            (a, b) if a.never_falls() && b.never_falls() => {
                if a == Trend::Up || b == Trend::Up {
                    Trend::Up
                } else {
                    Trend::Rises
                }
            }
            (a, b) if a.never_rises() && b.never_rises() => {
                if a == Trend::Down || b == Trend::Down {
                    Trend::Down
                } else {
                    Trend::Falls
                }
            }
            _ => Trend::Unknown,
        }
    }
}

/// What is known of the registers. A register that is not listed does not change with the binder.
#[derive(Debug, Clone, Default)]
struct Knowledge {
    trends: HashMap<Place, Trend>,
    least: HashMap<Place, i64>,
    /// Lists that are known to have entries.
    non_empty_places: Vec<Place>,
}

/// Conditions that end the range at this place among the binders.
fn stops(
    binders: &[Clause],
    at: usize,
    tests: &[Expr],
    falling: &[Falling],
    facts: &[(Place, i64)],
) -> Vec<Expr> {
    let Some(Clause::Range { var, lo, .. }) = binders.get(at) else {
        return Vec::new();
    };
    let (before, after) = (
        binders.get(..at).unwrap_or(&[]),
        binders.get(at + 1..).unwrap_or(&[]),
    );
    let mut known = Knowledge::default();
    known.least.extend(facts.iter().copied());
    for clause in before {
        if let Clause::Range { var, lo, .. } = clause
            && let Some(least) = known.least(lo)
        {
            known.least.insert(Place::Int(*var), least);
        }
    }
    let later: Vec<Place> = binders
        .get(at..)
        .unwrap_or(&[])
        .iter()
        .flat_map(Clause::places)
        .collect();
    for test in tests {
        if !test.mentions(&later) {
            known.learn(test);
        }
    }
    known.trends.insert(Place::Int(*var), Trend::Up);
    if let Some(least) = known.least(lo) {
        known.least.insert(Place::Int(*var), least);
    }
    // A name that merely stands for a value is replaced by it; all other later names are unknown yet.
    let mut values: Vec<(Place, &Expr)> = Vec::new();
    for clause in after {
        match clause {
            Clause::Value {
                target: Target::One(place),
                value,
            } => values.push((*place, value)),
            other => {
                for place in other.places() {
                    known.trends.insert(place, Trend::Unknown);
                }
            }
        }
    }
    let replaced = |expr: &Expr| substitute(expr, &values);

    let mut found = Vec::new();
    for item in falling {
        let value = replaced(&item.value);
        let mut inside = known.clone();
        if let Some(clause) = &item.within {
            if !known.runs(clause) {
                continue;
            }
            for place in clause.places() {
                inside.trends.insert(place, Trend::Const);
            }
        }
        let span = value.span;
        let keep = match (inside.trend(&value), item.bounds.hi) {
            (Trend::Down, _) => value.compare(CompareOp::Ge, Expr::int(item.bounds.lo, span)),
            (Trend::Up, Some(hi)) => value.compare(CompareOp::Le, Expr::int(hi, span)),
            _ => continue,
        };
        found.push(match &item.within {
            None => keep,
            Some(clause) => {
                let all = Op::Comprehension(Box::new(Comprehension {
                    clauses: vec![clause.clone()],
                    element: keep,
                }));
                let all = Expr::new(all, Kind::Bool.list(), span);
                Expr::new(Op::Call(Builtin::All, vec![all]), Kind::Bool, span)
            }
        });
    }
    for clause in after {
        match clause {
            Clause::Range {
                lo, hi: Some(hi), ..
            } => {
                let (lo, hi) = (replaced(lo), replaced(hi));
                let (first, last) = (known.trend(&lo), known.trend(&hi));
                if (first == Trend::Up && last.never_rises())
                    || (last == Trend::Down && first.never_falls())
                {
                    found.push(lo.compare(CompareOp::Le, hi));
                }
            }
            Clause::Partitions { total, least, .. } => {
                let (total, least) = (replaced(total), replaced(least));
                if known.trend(&total) == Trend::Down && known.trend(&least) == Trend::Const {
                    found.push(total.compare(CompareOp::Ge, least));
                }
            }
            _ => {}
        }
    }
    for test in tests {
        known.guard(&replaced(test), &mut found);
    }
    found
}

impl Knowledge {
    /// Learns least values from a condition that holds.
    fn learn(&mut self, test: &Expr) {
        let Op::Compare(first, rest) = &test.op else {
            return;
        };
        let mut left: &Expr = first;
        for (op, right) in rest {
            match op {
                CompareOp::Gt => self.raise(left, self.least(right).and_then(|n| n.checked_add(1))),
                CompareOp::Ge => self.raise(left, self.least(right)),
                CompareOp::Lt => self.raise(right, self.least(left).and_then(|n| n.checked_add(1))),
                CompareOp::Le => self.raise(right, self.least(left)),
                CompareOp::Eq => {
                    self.raise(left, self.least(right));
                    self.raise(right, self.least(left));
                }
                CompareOp::Ne => {
                    if self.least(left) == Some(0) && right.constant() == Some(&Value::Int(0)) {
                        self.raise(left, Some(1));
                    }
                    if let (Op::Local(place), Some(Value::List(items))) =
                        (&left.op, right.constant())
                        && items.is_empty()
                    {
                        self.non_empty_places.push(*place);
                    }
                }
                CompareOp::In => {
                    if let Op::Range(lo, _) = &right.op {
                        self.raise(left, self.least(lo));
                    }
                }
                CompareOp::NotIn => {}
            }
            left = right;
        }
    }

    fn raise(&mut self, expr: &Expr, least: Option<i64>) {
        let Some(least) = least else { return };
        match &expr.op {
            Op::Local(place) => {
                let known = self.least.entry(*place).or_insert(least);
                *known = (*known).max(least);
            }
            Op::Call(Builtin::Len, args) if least >= 1 => {
                if let Some(Op::Local(place)) = args.first().map(|arg| &arg.op) {
                    self.non_empty_places.push(*place);
                }
            }
            _ => {}
        }
    }

    /// Whether a comprehension's loop is run through at least once, with names known here.
    fn runs(&self, clause: &Clause) -> bool {
        match clause {
            Clause::Each { list, .. } => match &list.op {
                Op::Local(place) => self.non_empty_places.contains(place) && !self.trends.contains_key(place),
                Op::Const(value) => !value.items().is_empty(),
                _ => false,
            },
            Clause::Range { lo, hi: Some(hi), .. } => match (lo.constant(), hi.constant()) {
                (Some(Value::Int(lo)), Some(Value::Int(hi))) => lo <= hi,
                // 0 .. len(p) - 1
                (Some(Value::Int(0)), None) => match &hi.op {
                    Op::Arith(first, rest) => match (&first.op, rest.as_slice()) {
                        (Op::Call(Builtin::Len, args), [(ArithOp::Sub, one)]) => {
                            one.constant() == Some(&Value::Int(1))
                                && args.first().is_some_and(
                                    |arg| matches!(&arg.op, Op::Local(place) if self.non_empty_places.contains(place)),
                                )
                        }
                        _ => false,
                    },
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// A least value of the expression, if one is known.
    fn least(&self, expr: &Expr) -> Option<i64> {
        match &expr.op {
            Op::Const(Value::Int(n)) => Some(*n),
            Op::Local(place) => self.least.get(place).copied(),
            Op::Arith(first, rest) => {
                let mut sum = self.least(first)?;
                for (op, operand) in rest {
                    sum = match op {
                        ArithOp::Add => sum.checked_add(self.least(operand)?)?,
                        ArithOp::Sub => match operand.constant() {
                            Some(Value::Int(n)) => sum.checked_sub(*n)?,
                            _ => return None,
                        },
                        ArithOp::Mul => {
                            let other = self.least(operand)?;
                            if sum < 0 || other < 0 {
                                return None;
                            }
                            sum.checked_mul(other)?
                        }
                        ArithOp::Div if sum >= 0 && self.least(operand)? >= 1 => {
                            match operand.constant() {
                                Some(Value::Int(n)) => sum / n,
                                _ => 0,
                            }
                        }
                        ArithOp::Rem if self.least(operand)? >= 1 => 0,
                        _ => return None,
                    };
                }
                Some(sum)
            }
            Op::Call(builtin, args) => match builtin {
                Builtin::Max => args.iter().filter_map(|arg| self.least(arg)).max(),
                Builtin::Min => args.iter().map(|arg| self.least(arg)).min().flatten(),
                Builtin::Len
                | Builtin::Isqrt
                | Builtin::Ilog2
                | Builtin::Abs
                | Builtin::Popcount => Some(0),
                Builtin::Gcd
                    if args
                        .iter()
                        .any(|arg| self.least(arg).is_some_and(|least| least >= 1)) =>
                {
                    Some(1)
                }
                Builtin::Gcd | Builtin::Mex => Some(0),
                Builtin::Pow
                    if args
                        .first()
                        .and_then(|base| self.least(base))
                        .is_some_and(|base| base >= 1) =>
                {
                    Some(1)
                }
                _ => None,
            },
            Op::If(branches, last) => branches
                .iter()
                .map(|(_, value)| self.least(value))
                .chain([self.least(last)])
                .min()
                .flatten(),
            Op::Index(list, _) => list
                .constant()?
                .items()
                .iter()
                .map(Value::as_int)
                .min()
                .flatten(),
            _ => None,
        }
    }

    fn trend(&self, expr: &Expr) -> Trend {
        match &expr.op {
            Op::Const(_) => Trend::Const,
            Op::Local(place) => self.trends.get(place).copied().unwrap_or(Trend::Const),
            Op::Neg(inner) => self.trend(inner).flip(),
            Op::Arith(first, rest) => {
                let mut trend = self.trend(first);
                let mut least = self.least(first);
                for (op, operand) in rest {
                    let other = self.trend(operand);
                    let other_least = self.least(operand);
                    (trend, least) = match op {
                        ArithOp::Add => (
                            trend.plus(other),
                            least.zip(other_least).and_then(|(a, b)| a.checked_add(b)),
                        ),
                        ArithOp::Sub => (trend.plus(other.flip()), None),
                        ArithOp::Mul => (
                            product(trend, least, other, other_least, operand),
                            least
                                .zip(other_least)
                                .filter(|(a, b)| *a >= 0 && *b >= 0)
                                .and_then(|(a, b)| a.checked_mul(b)),
                        ),
                        ArithOp::Div => match (trend, other) {
                            (_, Trend::Const) if other_least.is_some_and(|n| n >= 1) => {
                                (trend, None)
                            }
                            _ if trend == Trend::Const && other == Trend::Const => {
                                (Trend::Const, None)
                            }
                            _ => (Trend::Unknown, None),
                        },
                        ArithOp::Rem if trend == Trend::Const && other == Trend::Const => {
                            (Trend::Const, None)
                        }
                        ArithOp::Rem => (Trend::Unknown, None),
                    };
                }
                trend
            }
            Op::Call(builtin, args) => self.call_trend(*builtin, args, expr),
            Op::Function(function, args) => {
                if args.iter().all(|arg| self.trend(arg) == Trend::Const) {
                    return Trend::Const;
                }
                let mut inside = Knowledge::default();
                for (place, arg) in function.params.iter().zip(args) {
                    inside.trends.insert(*place, self.trend(arg));
                    if let Some(least) = self.least(arg) {
                        inside.least.insert(*place, least);
                    }
                }
                inside.trend(&function.body)
            }
            Op::If(branches, last) => {
                let fixed = branches
                    .iter()
                    .all(|(condition, _)| self.trend(condition) == Trend::Const);
                let trend = self.trend(last);
                if fixed && branches.iter().all(|(_, value)| self.trend(value) == trend) {
                    trend
                } else {
                    Trend::Unknown
                }
            }
            _ => self.constant_parts(expr),
        }
    }

    fn constant_parts(&self, expr: &Expr) -> Trend {
        if expr
            .children()
            .iter()
            .all(|child| self.trend(child) == Trend::Const)
        {
            Trend::Const
        } else {
            Trend::Unknown
        }
    }

    fn call_trend(&self, builtin: Builtin, args: &[Expr], expr: &Expr) -> Trend {
        let trends: Vec<Trend> = args.iter().map(|arg| self.trend(arg)).collect();
        let leasts: Vec<Option<i64>> = args.iter().map(|arg| self.least(arg)).collect();
        if trends.iter().all(|trend| *trend == Trend::Const) {
            return Trend::Const;
        }
        let least_is = |place: usize, n: i64| {
            leasts
                .get(place)
                .copied()
                .flatten()
                .is_some_and(|least| least >= n)
        };
        match (builtin, trends.as_slice()) {
            (Builtin::Min, _) if args.iter().all(|arg| arg.kind == Kind::Int) => {
                if trends.iter().all(|trend| *trend == Trend::Up) {
                    Trend::Up
                } else if trends.iter().all(|trend| trend.never_falls()) {
                    Trend::Rises
                } else if trends.iter().all(|trend| trend.never_rises()) {
                    if trends.contains(&Trend::Down) {
                        Trend::Down
                    } else {
                        Trend::Falls
                    }
                } else {
                    Trend::Unknown
                }
            }
            (Builtin::Max, _) if args.iter().all(|arg| arg.kind == Kind::Int) => {
                if trends.iter().all(|trend| *trend == Trend::Down) {
                    Trend::Down
                } else if trends.iter().all(|trend| trend.never_rises()) {
                    Trend::Falls
                } else if trends.iter().all(|trend| trend.never_falls()) {
                    if trends.contains(&Trend::Up) {
                        Trend::Up
                    } else {
                        Trend::Rises
                    }
                } else {
                    Trend::Unknown
                }
            }
            (Builtin::Pow, [Trend::Const, Trend::Up]) if least_is(0, 2) => Trend::Up,
            (Builtin::Pow, [Trend::Up, Trend::Const]) if least_is(0, 0) && least_is(1, 1) => {
                Trend::Up
            }
            (Builtin::Isqrt | Builtin::Ilog2, [trend @ (Trend::Up | Trend::Rises)]) => *trend,
            (Builtin::Abs, [trend @ (Trend::Up | Trend::Rises)]) if least_is(0, 0) => *trend,
            _ => self.constant_parts(expr),
        }
    }

    /// Conditions in a guard that end the range.
    fn guard(&self, test: &Expr, found: &mut Vec<Expr>) {
        match &test.op {
            Op::And(parts) => {
                for part in parts {
                    self.guard(part, found);
                }
            }
            Op::Compare(first, rest) => {
                let mut left: &Expr = first;
                for (op, right) in rest {
                    self.comparison(left, *op, right, found);
                    left = right;
                }
            }
            _ => {}
        }
    }

    fn comparison(&self, left: &Expr, op: CompareOp, right: &Expr, found: &mut Vec<Expr>) {
        if left.kind != Kind::Int {
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
                (_, Some(value)) => {
                    let numbers = || value.items().iter().filter_map(Value::as_int);
                    if let (Some(least), Some(greatest)) = (numbers().min(), numbers().max()) {
                        self.comparison(left, CompareOp::Ge, &Expr::int(least, right.span), found);
                        self.comparison(
                            left,
                            CompareOp::Le,
                            &Expr::int(greatest, right.span),
                            found,
                        );
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
        let (a, b) = (self.trend(left), self.trend(right));
        let rising = |a: Trend, b: Trend| {
            (a == Trend::Up && b.never_rises()) || (b == Trend::Down && a.never_falls())
        };
        match op {
            CompareOp::Lt | CompareOp::Le if rising(a, b) => {
                found.push(left.clone().compare(op, right.clone()))
            }
            CompareOp::Gt | CompareOp::Ge if rising(b, a) => {
                found.push(left.clone().compare(op, right.clone()))
            }
            CompareOp::Eq if rising(a, b) => {
                found.push(left.clone().compare(CompareOp::Le, right.clone()))
            }
            CompareOp::Eq if rising(b, a) => {
                found.push(left.clone().compare(CompareOp::Ge, right.clone()))
            }
            _ => {}
        }
    }
}

fn product(a: Trend, a_least: Option<i64>, b: Trend, b_least: Option<i64>, b_expr: &Expr) -> Trend {
    let at_least = |least: Option<i64>, n: i64| least.is_some_and(|least| least >= n);
    if a == Trend::Const && b == Trend::Const {
        return Trend::Const;
    }
    if let Some(Value::Int(n)) = b_expr.constant()
        && *n < 0
    {
        return a.flip();
    }
    if b == Trend::Const && at_least(b_least, 1) {
        return a;
    }
    if a == Trend::Const && at_least(a_least, 1) {
        return b;
    }
    let grow = |trend: Trend| trend.never_falls();
    if grow(a) && grow(b) && at_least(a_least, 0) && at_least(b_least, 0) {
        let unbounded = (a == Trend::Up && (b == Trend::Up || at_least(b_least, 1)))
            || (b == Trend::Up && at_least(a_least, 1));
        return if unbounded { Trend::Up } else { Trend::Rises };
    }
    Trend::Unknown
}

/// The expression with registers replaced by the values they stand for.
fn substitute(expr: &Expr, values: &[(Place, &Expr)]) -> Expr {
    if values.is_empty() {
        return expr.clone();
    }
    if let Op::Local(place) = &expr.op
        && let Some(index) = values.iter().position(|(known, _)| known == place)
        && let Some((_, value)) = values.get(index)
    {
        // A value can only mention names before its own.
        return substitute(value, values.get(..index).unwrap_or(&[]));
    }
    let one = |e: &Expr| Box::new(substitute(e, values));
    let many = |list: &[Expr]| {
        list.iter()
            .map(|e| substitute(e, values))
            .collect::<Vec<Expr>>()
    };
    let op = match &expr.op {
        Op::Neg(a) => Op::Neg(one(a)),
        Op::Not(a) => Op::Not(one(a)),
        Op::Field(a, place) => Op::Field(one(a), *place),
        Op::Arith(first, rest) => Op::Arith(
            one(first),
            rest.iter()
                .map(|(op, e)| (*op, substitute(e, values)))
                .collect(),
        ),
        Op::Compare(first, rest) => Op::Compare(
            one(first),
            rest.iter()
                .map(|(op, e)| (*op, substitute(e, values)))
                .collect(),
        ),
        Op::And(parts) => Op::And(many(parts)),
        Op::Or(parts) => Op::Or(many(parts)),
        Op::Concat(parts) => Op::Concat(many(parts)),
        Op::Tuple(parts) => Op::Tuple(many(parts)),
        Op::Elements(parts) => Op::Elements(many(parts)),
        Op::Call(builtin, parts) => Op::Call(*builtin, many(parts)),
        Op::Function(function, parts) => Op::Function(function.clone(), many(parts)),
        Op::Index(a, b) => Op::Index(one(a), one(b)),
        Op::Range(lo, hi) => Op::Range(one(lo), hi.as_deref().map(one)),
        Op::If(branches, last) => Op::If(
            branches
                .iter()
                .map(|(c, v)| (substitute(c, values), substitute(v, values)))
                .collect(),
            one(last),
        ),
        other => other.clone(),
    };
    Expr::new(op, expr.kind.clone(), expr.span)
}
