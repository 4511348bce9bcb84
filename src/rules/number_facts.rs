//! Between which bounds numbers lie, for all piles and binders, and which conditions hold for all or none of them.
//!
//! What is said is so wherever the rule is worked out without a fault: a value that would leave the 64 bits is a fault.

use std::borrow::Cow;

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::expr::builtin::Builtin;
use crate::expr::interval::{ALL, ANY, Interval, NATURAL};
use crate::expr::kind::Kind;
use crate::expr::shape::{CoordKind, Entry, Shape};
use crate::expr::tree::{
    ArithOp, Clause, CompareOp, Expr, Op, Place, RangeClause, Target, together,
};
use crate::expr::value::Value;

/// A number that is no sum itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    Register(Place),
    /// The entry of a row at the place that a register names.
    Entry(Place, Place),
}

/// Terms, each so many times.
type Terms = SmallVec<[(Term, i128); 2]>;

/// A sum of terms and of other numbers.
#[derive(Debug, Clone)]
struct Sum {
    terms: Terms,
    rest: Interval,
}

impl Sum {
    fn nothing() -> Sum {
        Sum {
            terms: Terms::new(),
            rest: Interval::one(0),
        }
    }

    fn add(&mut self, term: Term, times: i128) {
        match self.terms.iter_mut().find(|(known, _)| *known == term) {
            Some((_, known)) => *known = known.saturating_add(times),
            None => self.terms.push((term, times)),
        }
        self.terms.retain(|(_, times)| *times != 0);
    }

    /// 1 where it has the terms of another sum, -1 where it has their opposites.
    fn ratio(&self, terms: &[(Term, i128)]) -> Option<i128> {
        let is_same = |sign: &i128| {
            let mut own = self.terms.iter();
            own.all(|(term, times)| terms.contains(&(*term, times * sign)))
        };
        let has_as_many = self.terms.len() == terms.len();
        [1, -1]
            .into_iter()
            .find(|sign| has_as_many && is_same(sign))
    }
}

/// What is known of the registers.
#[derive(Debug, Clone, Default)]
pub(super) struct NumberFacts {
    numbers: HashMap<Place, Interval>,
    entries: HashMap<Place, Interval>,
    /// The sums that registers stand for.
    values: HashMap<Place, Sum>,
    /// Between which numbers sums of terms lie.
    facts: Vec<(Terms, Interval)>,
}

impl NumberFacts {
    /// What is known of all piles: the bounds of their coordinates.
    pub(super) fn of(coords: &[Place], shape: &Shape) -> NumberFacts {
        let mut known = NumberFacts::default();
        for (place, coord) in coords.iter().zip(&shape.coords) {
            match &coord.kind {
                CoordKind::Int(bounds) => known.number(*place, Interval::of(*bounds)),
                CoordKind::Row {
                    entry: Entry::Int(bounds),
                    ..
                } => known.entries(*place, Interval::of(*bounds)),
                CoordKind::Row { .. } => {}
            }
        }
        known
    }

    pub(super) fn number(&mut self, place: Place, interval: Interval) {
        self.numbers.insert(place, interval);
    }

    pub(super) fn entries(&mut self, place: Place, interval: Interval) {
        self.entries.insert(place, interval);
    }

    /// What a binder gives its register.
    pub(super) fn bind(&mut self, clause: &Clause) {
        match clause {
            Clause::Range(RangeClause { var, lo, hi, .. }) => {
                let place = Place::Int(*var);
                let highest = hi.as_ref().map_or(ALL, |hi| self.interval(hi));
                let interval = Interval::new(self.interval(lo).lo, highest.hi);
                self.number(place, interval);
                let var = Expr::local(place, Kind::Int, lo.span);
                self.relate(&var, CompareOp::Ge, lo);
                if let Some(hi) = hi {
                    self.relate(&var, CompareOp::Le, hi);
                }
            }
            Clause::Value {
                target: Target::One(place @ Place::Int(_)),
                value,
            } if value.kind == Kind::Int => {
                let mut sum = Sum::nothing();
                self.add(value, 1, &mut sum);
                self.number(*place, self.total(&sum).and(ALL));
                if sum.rest.lo == sum.rest.hi {
                    self.values.insert(*place, sum);
                }
            }
            Clause::Each {
                target: Target::One(place @ Place::Int(_)),
                list,
            } => {
                if let Some(interval) = self.elements(list) {
                    self.number(*place, interval);
                }
            }
            _ => {}
        }
    }

    /// What follows where a condition holds, or where it does not.
    pub(super) fn learn(&mut self, test: &Expr, holds: bool) {
        match (&test.op, holds) {
            (Op::Not(inner), _) => self.learn(inner, !holds),
            (Op::And(parts), true) | (Op::Or(parts), false) => {
                parts.iter().for_each(|part| self.learn(part, holds));
            }
            (Op::Compare(first, rest), true) => {
                for (left, op, right) in Expr::comparisons(first, rest) {
                    self.relate(left, op, right);
                }
            }
            (Op::Compare(left, rest), false) => {
                if let [(op, right)] = rest.as_slice() {
                    self.relate(left, op.opposite(), right);
                }
            }
            _ => {}
        }
    }

    /// Narrows what is known to where `left op right` holds.
    fn relate(&mut self, left: &Expr, op: CompareOp, right: &Expr) {
        if left.kind != Kind::Int || self.facts.len() > MOST_FACTS {
            return;
        }
        if let (CompareOp::In, Op::Range(lo, hi)) = (op, &right.op) {
            self.relate(left, CompareOp::Ge, lo);
            if let Some(hi) = hi {
                self.relate(left, CompareOp::Le, hi);
            }
        }
        if right.kind != Kind::Int {
            return;
        }
        let (a, b) = (self.interval(left), self.interval(right));
        let above = |lo| Interval { lo, ..ANY };
        let below = |hi| Interval { hi, ..ANY };
        let (of_left, of_right, difference) = match op {
            CompareOp::Lt => (below(b.hi - 1), above(a.lo + 1), below(-1)),
            CompareOp::Le => (below(b.hi), above(a.lo), below(0)),
            CompareOp::Gt => (above(b.lo + 1), below(a.hi - 1), above(1)),
            CompareOp::Ge => (above(b.lo), below(a.hi), above(0)),
            CompareOp::Eq => (b, a, Interval::one(0)),
            CompareOp::Ne => {
                return match self.difference(left, right) {
                    Interval { lo: 0, .. } => self.relate(left, CompareOp::Gt, right),
                    Interval { hi: 0, .. } => self.relate(left, CompareOp::Lt, right),
                    _ => {}
                };
            }
            CompareOp::In | CompareOp::NotIn => return,
        };
        let sum = self.sum_of(left, right);
        let rest = sum.rest.scaled(-1);
        // Without terms it says nothing, unless it can never be: then there is nothing to know.
        if !sum.terms.is_empty() {
            self.facts.push((sum.terms, difference.plus(rest)));
        }
        for (side, known, bounds) in [(left, a, of_left), (right, b, of_right)] {
            if let Op::Local(place @ Place::Int(_)) = side.op {
                self.number(place, known.and(bounds));
            }
        }
    }

    /// Between which numbers a register lies that stands for no sum.
    pub(super) fn own_interval(&self, place: Place) -> Option<Interval> {
        let is_free = !self.values.contains_key(&place);
        self.numbers.get(&place).copied().filter(|_| is_free)
    }

    /// The numbers of the pile that may be 0.
    pub(super) fn may_be_zero(&self) -> Vec<Place> {
        let own = self.numbers.keys().copied();
        let is_zero = |interval: Interval| interval.lo <= 0 && 0 <= interval.hi;
        let mut places: Vec<Place> = own
            .filter(|place| self.own_interval(*place).is_some_and(is_zero))
            .collect();
        places.sort_unstable();
        places
    }

    /// Between which numbers the value of an integer expression lies.
    pub(super) fn interval(&self, expr: &Expr) -> Interval {
        let mut sum = Sum::nothing();
        self.add(expr, 1, &mut sum);
        self.total(&sum).and(ALL)
    }

    /// Between which numbers `left - right` lies, also where both speak of the same registers.
    pub(super) fn difference(&self, left: &Expr, right: &Expr) -> Interval {
        self.total(&self.sum_of(left, right))
    }

    /// `left - right`
    fn sum_of(&self, left: &Expr, right: &Expr) -> Sum {
        let mut sum = Sum::nothing();
        self.add(left, 1, &mut sum);
        self.add(right, -1, &mut sum);
        sum
    }

    fn total(&self, sum: &Sum) -> Interval {
        // No fact is without terms.
        if sum.terms.is_empty() {
            return sum.rest;
        }
        let alone = sum.terms.iter().map(|(term, times)| {
            let interval = match term {
                Term::Register(place) => self.numbers.get(place),
                Term::Entry(row, _) => self.entries.get(row),
            };
            interval.copied().unwrap_or(ALL).scaled(*times)
        });
        let alone = alone.fold(Interval::one(0), Interval::plus);
        let facts = self.facts.iter().filter_map(|(terms, interval)| {
            let sign = sum.ratio(terms)?;
            Some(interval.scaled(sign))
        });
        facts.fold(alone, Interval::and).plus(sum.rest)
    }

    fn add(&self, expr: &Expr, times: i128, sum: &mut Sum) {
        match &expr.op {
            Op::Local(place @ Place::Int(_)) if expr.kind == Kind::Int => {
                let Some(value) = self.values.get(place) else {
                    return sum.add(Term::Register(*place), times);
                };
                for (term, number) in &value.terms {
                    sum.add(*term, times.saturating_mul(*number));
                }
                sum.rest = sum.rest.plus(value.rest.scaled(times));
            }
            Op::Neg(inner) => self.add(inner, times.saturating_neg(), sum),
            Op::Arith(first, rest)
                if rest
                    .iter()
                    .all(|(op, _)| matches!(op, ArithOp::Add | ArithOp::Sub)) =>
            {
                self.add(first, times, sum);
                for (op, operand) in rest {
                    let sign = if *op == ArithOp::Sub { -1 } else { 1 };
                    self.add(operand, times.saturating_mul(sign), sum);
                }
            }
            _ => {
                if let Op::Index(row, index) = &expr.op
                    && let (Some(row), Some(index)) = (row.as_local(), index.as_local())
                {
                    return sum.add(Term::Entry(row, index), times);
                }
                if let Op::Arith(first, rest) = &expr.op
                    && let Some((inner, factor)) = factors(first, rest)
                {
                    return self.add(inner, times.saturating_mul(factor), sum);
                }
                sum.rest = sum.rest.plus(self.other(expr).scaled(times));
            }
        }
    }

    /// Of an expression that is no sum.
    fn other(&self, expr: &Expr) -> Interval {
        match &expr.op {
            Op::Const(Value::Int(n)) => Interval::one(*n),
            Op::Arith(first, rest) => {
                let first = self.interval(first);
                let product = rest.iter().fold(first, |total, (op, operand)| {
                    total.arith(*op, self.interval(operand)).and(ALL)
                });
                product.and(ALL)
            }
            Op::If(branches, last) => {
                let values = branches.iter().map(|(_, value)| value).chain([&**last]);
                Interval::hull(values.map(|value| self.interval(value))).unwrap_or(ALL)
            }
            Op::Index(base, _) => self.elements(base).unwrap_or(ALL),
            Op::Call(builtin, args) => self.call(*builtin, args),
            _ => ALL,
        }
    }

    fn call(&self, builtin: Builtin, args: &[Expr]) -> Interval {
        let is_list = matches!(args, [list] if list.kind != Kind::Int);
        let all: Vec<Interval> = match args {
            [list] if is_list => self.elements(list).into_iter().collect(),
            args => args.iter().map(|arg| self.interval(arg)).collect(),
        };
        let found = Interval::of_call(builtin, &all);
        match builtin {
            // Whatever is known of the elements of a list.
            Builtin::Abs | Builtin::Gcd | Builtin::Lcm | Builtin::Mex | Builtin::Len => {
                found.and(NATURAL)
            }
            _ => found,
        }
    }

    /// Between which numbers the elements of a list lie; `None`: that is not known, or it has none.
    fn elements(&self, list: &Expr) -> Option<Interval> {
        match &list.op {
            Op::Const(value) => {
                // A long list is not worth the walk.
                let items = Some(value.items()).filter(|items| items.len() <= MOST_ELEMENTS)?;
                let items = items.iter().map(|item| item.as_int().map(Interval::one));
                Interval::hull(items.collect::<Option<Vec<_>>>()?)
            }
            Op::Local(place) => self.entries.get(place).copied(),
            Op::Slice(list, ..) => self.elements(list),
            Op::Call(Builtin::Remove, args) => self.elements(args.first()?),
            Op::Call(Builtin::Sort | Builtin::Reverse | Builtin::Unique, args) => {
                self.elements(args.first()?)
            }
            _ => None,
        }
    }

    /// Whether a condition always or never holds; `None`: that is not known.
    pub(super) fn truth(&self, test: &Expr) -> Option<bool> {
        self.truth_within(test, MOST_TURNS)
    }

    /// Parts of conditions are looked at from the last to the first as well, so many levels deep.
    fn truth_within(&self, test: &Expr, turns: u32) -> Option<bool> {
        match &test.op {
            Op::Const(Value::Bool(truth)) => Some(*truth),
            Op::Not(inner) => self.truth_within(inner, turns).map(|truth| !truth),
            Op::And(parts) => self.joined(parts, false, turns),
            Op::Or(parts) => self.joined(parts, true, turns),
            Op::Compare(first, rest) => {
                let parts = Expr::comparisons(first, rest);
                together(parts.map(|(a, op, b)| self.compared(a, op, b)), false)
            }
            _ => None,
        }
    }

    /// Conditions of which one with this truth decides.
    fn joined(&self, parts: &[Expr], decides: bool, turns: u32) -> Option<bool> {
        let rest = turns.saturating_sub(1);
        let backwards = || {
            let parts = parts.iter().rev();
            (turns > 0).then(|| self.in_order(parts, decides, rest))?
        };
        self.in_order(parts.iter(), decides, rest)
            .or_else(backwards)
    }

    /// Each part, where none before it decides.
    fn in_order<'e>(
        &self,
        parts: impl Iterator<Item = &'e Expr>,
        decides: bool,
        turns: u32,
    ) -> Option<bool> {
        let mut known = Cow::Borrowed(self);
        let mut before = None;
        let truths = parts.map(|part| {
            if let Some(before) = before.replace(part) {
                known.to_mut().learn(before, !decides);
            }
            known.truth_within(part, turns)
        });
        together(truths, decides)
    }

    fn compared(&self, left: &Expr, op: CompareOp, right: &Expr) -> Option<bool> {
        if left.kind != Kind::Int {
            return None;
        }
        let known = |yes: bool, no: bool| (yes || no).then_some(yes);
        if let CompareOp::In | CompareOp::NotIn = op {
            let is_in = match (&right.op, right.constant()) {
                (Op::Range(lo, hi), _) => {
                    let above = self.compared(left, CompareOp::Ge, lo);
                    let below = match hi {
                        Some(hi) => self.compared(left, CompareOp::Le, hi),
                        None => Some(true),
                    };
                    together([above, below].into_iter(), false)
                }
                (_, Some(list)) if list.items().len() <= MOST_ELEMENTS => {
                    let left = self.interval(left);
                    let mut items = list.items().iter().filter_map(Value::as_int);
                    let may_be = items.any(|item| left.meets(Interval::one(item)));
                    (!may_be).then_some(false)
                }
                _ => None,
            };
            return is_in.map(|is_in| is_in == (op == CompareOp::In));
        }
        if right.kind != Kind::Int {
            return None;
        }
        let Interval { lo, hi } = self.difference(left, right);
        match op {
            CompareOp::Lt => known(hi < 0, lo >= 0),
            CompareOp::Le => known(hi <= 0, lo > 0),
            CompareOp::Gt => known(lo > 0, hi <= 0),
            CompareOp::Ge => known(lo >= 0, hi < 0),
            CompareOp::Eq => known((lo, hi) == (0, 0), lo > 0 || hi < 0),
            CompareOp::Ne => known(lo > 0 || hi < 0, (lo, hi) == (0, 0)),
            CompareOp::In | CompareOp::NotIn => None,
        }
    }
}

/// A product of constants and one other factor.
fn factors<'e>(first: &'e Expr, rest: &'e [(ArithOp, Expr)]) -> Option<(&'e Expr, i128)> {
    let operands = std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand));
    if !rest.iter().all(|(op, _)| *op == ArithOp::Mul) {
        return None;
    }
    let mut inner = None;
    let mut factor: i128 = 1;
    for operand in operands {
        match operand.constant().and_then(Value::as_int) {
            Some(n) => factor = factor.saturating_mul(n.into()),
            None if inner.is_none() => inner = Some(operand),
            None => return None,
        }
    }
    Some((inner?, factor))
}

/// Of longer lists nothing is known.
const MOST_ELEMENTS: usize = 1000;

/// No more facts are kept.
const MOST_FACTS: usize = 64;

/// How deep parts of conditions are looked at in both orders.
const MOST_TURNS: u32 = 3;
