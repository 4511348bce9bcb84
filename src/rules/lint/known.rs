//! Between which bounds numbers lie, for all piles and binders, and which conditions hold for all or none of them.
//!
//! What is said is so wherever the rule is worked out without a fault: a value that would leave the 64 bits is a fault.

use hashbrown::HashMap;

use super::interval::{ALL, Interval, NATURAL};
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, Target};
use crate::expr::value::Value;

/// A sum of registers, each so many times, and of other numbers.
#[derive(Default)]
struct Sum {
    places: Vec<(Place, i128)>,
    rest: Option<Interval>,
}

/// What is known of the registers.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    numbers: HashMap<Place, Interval>,
    /// The entries of rows.
    entries: HashMap<Place, Interval>,
}

impl Known {
    pub(super) fn number(&mut self, place: Place, interval: Interval) {
        self.numbers.insert(place, interval);
    }

    pub(super) fn entries(&mut self, place: Place, interval: Interval) {
        self.entries.insert(place, interval);
    }

    /// What a binder gives its register.
    pub(super) fn bind(&mut self, clause: &Clause) {
        let (place, interval) = match clause {
            Clause::Range { var, lo, hi, .. } => {
                let hi = hi.as_ref().map_or(ALL, |hi| self.interval(hi));
                let interval = Interval::new(self.interval(lo).lo, hi.hi);
                (Place::Int(*var), interval)
            }
            Clause::Value {
                target: Target::One(place @ Place::Int(_)),
                value,
            } if value.kind == Kind::Int => (*place, self.interval(value)),
            Clause::Each {
                target: Target::One(place @ Place::Int(_)),
                list,
            } => match self.elements(list) {
                Some(interval) => (*place, interval),
                None => return,
            },
            _ => return,
        };
        self.number(place, interval);
    }

    /// Narrows the registers of which a condition speaks.
    pub(super) fn learn(&mut self, test: &Expr) {
        let Op::Compare(first, rest) = &test.op else {
            return;
        };
        let mut left: &Expr = first;
        for (op, right) in rest {
            let (a, b) = (self.interval(left), self.interval(right));
            let (below, above) = match op {
                CompareOp::Lt => (
                    Interval::new(ALL.lo, b.hi - 1),
                    Interval::new(a.lo + 1, ALL.hi),
                ),
                CompareOp::Le => (Interval::new(ALL.lo, b.hi), Interval::new(a.lo, ALL.hi)),
                CompareOp::Gt => (
                    Interval::new(b.lo + 1, ALL.hi),
                    Interval::new(ALL.lo, a.hi - 1),
                ),
                CompareOp::Ge => (Interval::new(b.lo, ALL.hi), Interval::new(ALL.lo, a.hi)),
                CompareOp::Eq => (b, a),
                CompareOp::Ne | CompareOp::In | CompareOp::NotIn => (ALL, ALL),
            };
            for (side, bounds) in [(left, below), (right, above)] {
                if let Op::Local(place @ Place::Int(_)) = side.op
                    && side.kind == Kind::Int
                {
                    let narrowed = self.interval(side).and(bounds);
                    self.numbers.insert(place, narrowed);
                }
            }
            left = right;
        }
    }

    /// Between which numbers the value of an integer expression lies.
    pub(super) fn interval(&self, expr: &Expr) -> Interval {
        let mut sum = Sum::default();
        self.add(expr, 1, &mut sum);
        self.total(&sum).and(ALL)
    }

    /// Between which numbers `left - right` lies, also where both speak of the same registers.
    pub(super) fn difference(&self, left: &Expr, right: &Expr) -> Interval {
        let mut sum = Sum::default();
        self.add(left, 1, &mut sum);
        self.add(right, -1, &mut sum);
        self.total(&sum)
    }

    fn total(&self, sum: &Sum) -> Interval {
        let rest = sum.rest.unwrap_or(Interval::one(0));
        sum.places.iter().fold(rest, |total, (place, times)| {
            let interval = self.numbers.get(place).copied().unwrap_or(ALL);
            let times = Interval {
                lo: *times,
                hi: *times,
            };
            total.plus(interval.times(times))
        })
    }

    fn add(&self, expr: &Expr, times: i128, sum: &mut Sum) {
        match &expr.op {
            Op::Local(place @ Place::Int(_)) if expr.kind == Kind::Int => {
                match sum.places.iter_mut().find(|(known, _)| known == place) {
                    Some((_, known)) => *known = known.saturating_add(times),
                    None => sum.places.push((*place, times)),
                }
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
                if let Op::Arith(first, rest) = &expr.op
                    && let Some((inner, factor)) = factors(first, rest)
                {
                    return self.add(inner, times.saturating_mul(factor), sum);
                }
                let factor = Interval {
                    lo: times,
                    hi: times,
                };
                let more = self.other(expr).times(factor);
                sum.rest = Some(sum.rest.map_or(more, |rest| rest.plus(more)));
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
                    let operand = self.interval(operand);
                    let next = match op {
                        ArithOp::Add => total.plus(operand),
                        ArithOp::Sub => total.plus(operand.times(Interval::one(-1))),
                        ArithOp::Mul => total.times(operand),
                        ArithOp::Div => total.divided(operand),
                        ArithOp::Rem => total.remainder(operand),
                    };
                    next.and(ALL)
                });
                product.and(ALL)
            }
            Op::If(branches, last) => {
                let values = branches
                    .iter()
                    .map(|(_, value)| value)
                    .chain([last.as_ref()]);
                let values = values.map(|value| self.interval(value));
                Interval::hull(values).unwrap_or(ALL)
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
        let hull = Interval::hull(all.iter().copied());
        let is_natural = hull.is_some_and(|hull| hull.lo >= 0);
        match (builtin, all.as_slice()) {
            (Builtin::Min | Builtin::Max, _) if is_list => hull.unwrap_or(ALL),
            (Builtin::Min, [first, rest @ ..]) => rest
                .iter()
                .fold(*first, |a, b| Interval::new(a.lo.min(b.lo), a.hi.min(b.hi))),
            (Builtin::Max, [first, rest @ ..]) => rest
                .iter()
                .fold(*first, |a, b| Interval::new(a.lo.max(b.lo), a.hi.max(b.hi))),
            (Builtin::Isqrt, [n]) => {
                let root = |n: i128| n.max(0).isqrt();
                Interval::new(root(n.lo), root(n.hi))
            }
            (Builtin::Popcount | Builtin::Ilog2, _) => Interval::new(0, 63),
            (Builtin::Abs | Builtin::Gcd | Builtin::Lcm | Builtin::Mex | Builtin::Len, _) => {
                NATURAL
            }
            (Builtin::Xor | Builtin::Sum | Builtin::Pow, _) if is_natural => NATURAL,
            _ => ALL,
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
        match &test.op {
            Op::Const(Value::Bool(truth)) => Some(*truth),
            Op::Not(inner) => self.truth(inner).map(|truth| !truth),
            Op::And(parts) => self.joined(parts, false),
            Op::Or(parts) => self.joined(parts, true),
            Op::Compare(first, rest) => {
                let mut left: &Expr = first;
                let mut all = Some(true);
                for (op, right) in rest {
                    match self.compared(left, *op, right) {
                        Some(false) => return Some(false),
                        truth => all = all.and(truth),
                    }
                    left = right;
                }
                all
            }
            _ => None,
        }
    }

    /// Conditions of which one with this truth decides.
    fn joined(&self, parts: &[Expr], decides: bool) -> Option<bool> {
        let truths: Vec<Option<bool>> = parts.iter().map(|part| self.truth(part)).collect();
        if truths.contains(&Some(decides)) {
            return Some(decides);
        }
        (!truths.contains(&None)).then_some(!decides)
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
                    match (above, below) {
                        (Some(false), _) | (_, Some(false)) => Some(false),
                        (above, below) => above.and(below),
                    }
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
