//! Expressions over integers alone, as far as columns can run them.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, CompareOp, Expr, Function, Op, Place};
use crate::expr::value::Value;

/// An expression over integer registers.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) op: TermOp,
    /// Whether it may differ from lane to lane.
    pub(super) varies: bool,
}

/// What a term computes. Truth values are 0 and 1.
#[derive(Debug, Clone)]
pub(super) enum TermOp {
    Const(i64),
    Reg(u32),
    Not(Box<Term>),
    Arith(ArithOp, Box<Term>, Box<Term>),
    Compare(CompareOp, Box<Term>, Box<Term>),
    Member(Arc<Members>, Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    If(Vec<(Term, Term)>, Box<Term>),
    Call(Builtin, Box<Term>),
    Call2(Builtin, Box<Term>, Box<Term>),
    Table(Arc<[i64]>, Box<Term>),
    /// Registers that get a value, then the value itself.
    Let(Vec<(u32, Term)>, Box<Term>),
}

impl Term {
    pub(super) fn constant(value: i64) -> Term {
        Term::of(TermOp::Const(value))
    }

    pub(super) fn parts(op: &TermOp) -> Vec<&Term> {
        match op {
            TermOp::Const(_) | TermOp::Reg(_) => Vec::new(),
            TermOp::Not(a) | TermOp::Member(_, a) | TermOp::Call(_, a) | TermOp::Table(_, a) => {
                vec![a]
            }
            TermOp::Arith(_, a, b) | TermOp::Compare(_, a, b) | TermOp::Call2(_, a, b) => {
                vec![a, b]
            }
            TermOp::And(parts) | TermOp::Or(parts) => parts.iter().collect(),
            TermOp::If(branches, last) => {
                let branches = branches.iter().flat_map(|(a, b)| [a, b]);
                branches.chain([last.as_ref()]).collect()
            }
            TermOp::Let(values, body) => {
                let values = values.iter().map(|(_, value)| value);
                values.chain([body.as_ref()]).collect()
            }
        }
    }

    /// The conditions that it asks for together.
    pub(super) fn conjuncts(&self) -> &[Term] {
        match &self.op {
            TermOp::And(parts) => parts,
            _ => slice::from_ref(self),
        }
    }

    /// Whether a register is read in it.
    pub(super) fn mentions(&self, register: u32) -> bool {
        match &self.op {
            TermOp::Reg(own) => *own == register,
            op => {
                let mut parts = Term::parts(op).into_iter();
                parts.any(|part| part.mentions(register))
            }
        }
    }

    /// It differs from lane to lane where a part of it does.
    fn of(op: TermOp) -> Term {
        let varies = Term::parts(&op).iter().any(|part| part.varies);
        Term { op, varies }
    }

    fn and(self, other: Term) -> Term {
        Term::of(TermOp::And(match self.op {
            TermOp::And(mut parts) => {
                parts.push(other);
                parts
            }
            op => vec![Term { op, ..self }, other],
        }))
    }

    fn not(self) -> Term {
        Term::of(TermOp::Not(Box::new(self)))
    }
}

/// A constant set of integers.
#[derive(Debug)]
pub(super) enum Members {
    /// Whether it has the first one, the one after it, and so on.
    Dense(i64, Vec<bool>),
    Sparse(HashSet<i64>),
}

/// Sets that span at most this many numbers are kept as a row of truth values.
const DENSE_SPAN: i64 = 1 << 20;

impl Members {
    fn new(items: &[i64]) -> Members {
        let first = items.iter().copied().min().unwrap_or(0);
        let last = items.iter().copied().max().unwrap_or(-1);
        match last.checked_sub(first) {
            Some(span) if span < DENSE_SPAN => {
                let mut bits = vec![false; (span + 1) as usize];
                items
                    .iter()
                    .for_each(|item| bits[(item - first) as usize] = true);
                Members::Dense(first, bits)
            }
            _ => Members::Sparse(items.iter().copied().collect()),
        }
    }

    #[inline]
    pub(super) fn contains(&self, item: i64) -> bool {
        match self {
            Members::Dense(first, bits) => item
                .checked_sub(*first)
                .and_then(|place| usize::try_from(place).ok())
                .is_some_and(|place| bits.get(place) == Some(&true)),
            Members::Sparse(items) => items.contains(&item),
        }
    }
}

/// Expressions larger than this, with the functions they call written out, are left to the machine.
const LARGEST: usize = 4000;

/// Expressions deeper than this, with the functions they call, are left to the machine: running them recurses.
const DEEPEST: usize = 400;

/// A tuple is not looked for among more.
const MOST_TUPLES: usize = 256;

/// Translates expressions of one move.
pub(super) struct Terms {
    /// One past the last register in use.
    pub(super) registers: u32,
    varying: HashSet<u32>,
    /// In the body of a function: the registers of its arguments.
    renamed: Option<HashMap<u32, u32>>,
    size: usize,
    /// The expressions that the one at hand stands in.
    depth: usize,
}

impl Terms {
    pub(super) fn new(registers: u32) -> Terms {
        Terms {
            registers,
            varying: HashSet::new(),
            renamed: None,
            size: 0,
            depth: 0,
        }
    }

    /// From here on, the register may differ from lane to lane.
    pub(super) fn vary(&mut self, register: u32) {
        self.varying.insert(register);
    }

    /// The expression as a term; `None` where columns cannot run it.
    pub(super) fn term(&mut self, expr: &Expr) -> Option<Term> {
        if self.depth == 0 && expr.height() > DEEPEST {
            return None;
        }
        self.depth += 1;
        let term = self.inner(expr);
        self.depth -= 1;
        term
    }

    fn inner(&mut self, expr: &Expr) -> Option<Term> {
        self.size += 1;
        if self.size > LARGEST {
            return None;
        }
        let op = match &expr.op {
            Op::Const(Value::Int(n)) => TermOp::Const(*n),
            Op::Const(Value::Bool(truth)) => TermOp::Const(i64::from(*truth)),
            Op::Local(Place::Int(register)) => {
                let renamed = self.renamed.as_ref();
                return Some(
                    self.register(*renamed.map_or(Some(register), |it| it.get(register))?),
                );
            }
            Op::Neg(inner) => {
                let (zero, inner) = (Term::constant(0), self.term(inner)?);
                TermOp::Arith(ArithOp::Sub, Box::new(zero), Box::new(inner))
            }
            Op::Not(inner) => TermOp::Not(Box::new(self.term(inner)?)),
            Op::Arith(first, rest) => return self.sum(first, rest),
            Op::Compare(first, rest) => return self.chain(first, rest),
            Op::And(parts) => TermOp::And(self.list(parts)?),
            Op::Or(parts) => TermOp::Or(self.list(parts)?),
            Op::If(branches, last) => {
                let mut list = Vec::with_capacity(branches.len());
                for (condition, value) in branches {
                    list.push((self.term(condition)?, self.term(value)?));
                }
                TermOp::If(list, Box::new(self.term(last)?))
            }
            Op::Call(builtin, args) => return self.call(*builtin, args),
            Op::Function(function, args) => return self.applied(function, args),
            Op::Index(list, index) => {
                let table = integers(list.constant()?.items())?;
                TermOp::Table(table, Box::new(self.term(index)?))
            }
            Op::Field(tuple, place) => match &tuple.op {
                Op::Const(value) => TermOp::Const(scalar(value.items().get(*place)?)?),
                Op::Index(list, index) => {
                    let table = field(list.constant()?.items(), *place)?;
                    TermOp::Table(table, Box::new(self.term(index)?))
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Term::of(op))
    }

    fn register(&self, register: u32) -> Term {
        Term {
            op: TermOp::Reg(register),
            varies: self.varying.contains(&register),
        }
    }

    pub(super) fn at_most(&mut self, register: u32, most: &Expr) -> Option<Term> {
        let left = self.register(register);
        Some(compare(CompareOp::Le, left, self.term(most)?))
    }

    fn sum(&mut self, first: &Expr, rest: &[(ArithOp, Expr)]) -> Option<Term> {
        let mut sum = self.term(first)?;
        for (op, operand) in rest {
            let right = self.term(operand)?;
            sum = Term::of(TermOp::Arith(*op, Box::new(sum), Box::new(right)));
        }
        Some(sum)
    }

    /// A function of its arguments, which get registers of their own.
    fn applied(&mut self, function: &Function, args: &[Expr]) -> Option<Term> {
        let (height, _) = function.extent;
        let is_other = args.len() != function.params.len() || function.own.is_some();
        if is_other || self.depth + height > DEEPEST {
            return None;
        }
        let mut values = Vec::with_capacity(args.len());
        let mut renamed = HashMap::new();
        for (place, arg) in function.params.iter().zip(args) {
            let param = place.int()?;
            let value = self.term(arg)?;
            let register = self.registers;
            self.registers += 1;
            if value.varies {
                self.vary(register);
            }
            renamed.insert(param, register);
            values.push((register, value));
        }
        let outer = self.renamed.replace(renamed);
        self.depth += height;
        let body = self.inner(&function.body);
        self.depth -= height;
        self.renamed = outer;
        Some(Term::of(TermOp::Let(values, Box::new(body?))))
    }

    fn list(&mut self, exprs: &[Expr]) -> Option<Vec<Term>> {
        exprs.iter().map(|expr| self.term(expr)).collect()
    }

    fn chain(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Option<Term> {
        let mut whole: Option<Term> = None;
        for (left, op, right) in Expr::comparisons(first, rest) {
            let next = self.comparison(left, op, right)?;
            whole = Some(match whole {
                Some(known) => known.and(next),
                None => next,
            });
        }
        whole
    }

    fn comparison(&mut self, left: &Expr, op: CompareOp, right: &Expr) -> Option<Term> {
        if let Op::Tuple(parts) = &left.op {
            return self.among(parts, op, right.constant()?);
        }
        let item = self.term(left)?;
        Some(match op {
            CompareOp::In => self.membership(item, right)?,
            CompareOp::NotIn => self.membership(item, right)?.not(),
            _ if !left.kind.is_scalar() || !right.kind.is_scalar() => return None,
            _ => compare(op, item, self.term(right)?),
        })
    }

    /// A tuple that is held against a constant one, or looked for among constant ones.
    fn among(&mut self, parts: &[Expr], op: CompareOp, constant: &Value) -> Option<Term> {
        let (tuples, is_in) = match op {
            CompareOp::Eq | CompareOp::Ne => (slice::from_ref(constant), op == CompareOp::Eq),
            CompareOp::In | CompareOp::NotIn => (constant.items(), op == CompareOp::In),
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => return None,
        };
        let parts = self.list(parts)?;
        // What may fault is looked at even where a part before it differs.
        let is_plain = |part: &Term| matches!(part.op, TermOp::Const(_) | TermOp::Reg(_));
        let (last, leading) = parts.split_last()?;
        if !parts.iter().all(is_plain) || tuples.len() > MOST_TUPLES {
            return None;
        }
        let mut lasts: BTreeMap<Vec<i64>, Vec<i64>> = BTreeMap::new();
        for tuple in tuples {
            let numbers: Option<Vec<i64>> = tuple.items().iter().map(scalar).collect();
            let mut numbers = numbers.filter(|numbers| numbers.len() == parts.len())?;
            let last = numbers.pop()?;
            lasts.entry(numbers).or_default().push(last);
        }
        let all = lasts.into_iter().map(|(numbers, lasts)| {
            let pairs = leading.iter().zip(numbers);
            let equal =
                pairs.map(|(part, n)| compare(CompareOp::Eq, part.clone(), Term::constant(n)));
            let members = Arc::new(Members::new(&lasts));
            let member = Term::of(TermOp::Member(members, Box::new(last.clone())));
            Term::of(TermOp::And(equal.chain([member]).collect()))
        });
        let found = Term::of(TermOp::Or(all.collect()));
        Some(if is_in { found } else { found.not() })
    }

    fn membership(&mut self, item: Term, list: &Expr) -> Option<Term> {
        if let Op::Range(lo, hi) = &list.op {
            let lo = self.term(lo)?;
            let above = compare(CompareOp::Le, lo, item.clone());
            return Some(match hi {
                Some(hi) => {
                    let hi = self.term(hi)?;
                    above.and(compare(CompareOp::Le, item, hi))
                }
                None => above,
            });
        }
        let items = integers(list.constant()?.items())?;
        let members = Arc::new(Members::new(&items));
        Some(Term::of(TermOp::Member(members, Box::new(item))))
    }

    fn call(&mut self, builtin: Builtin, args: &[Expr]) -> Option<Term> {
        use Builtin::{BitAnd, BitOr, Gcd, Lcm, Len, Max, Min, Xor};
        if let (Len, [list]) = (builtin, args) {
            return Some(Term::constant(list.constant()?.items().len() as i64));
        }
        if args.iter().any(|arg| arg.kind != Kind::Int) {
            return None;
        }
        let mut args = self.list(args)?.into_iter();
        let first = args.next()?;
        let Some(second) = args.next() else {
            // Whether it has this form at all.
            builtin.on_ints(&[1])?.ok();
            return Some(Term::of(TermOp::Call(builtin, Box::new(first))));
        };
        builtin.on_ints(&[1, 1])?.ok();
        if args.len() == 0 {
            return Some(pair(builtin, first, second));
        }
        // Of three and more the machine takes one after the other, from these on.
        let start = match builtin {
            Gcd => pair(builtin, Term::constant(0), first),
            Lcm => pair(builtin, Term::constant(1), first),
            Min | Max | Xor | BitAnd | BitOr => first,
            _ => return None,
        };
        let whole = pair(builtin, start, second);
        Some(args.fold(whole, |whole, more| pair(builtin, whole, more)))
    }
}

fn compare(op: CompareOp, left: Term, right: Term) -> Term {
    Term::of(TermOp::Compare(op, Box::new(left), Box::new(right)))
}

fn pair(builtin: Builtin, a: Term, b: Term) -> Term {
    Term::of(TermOp::Call2(builtin, Box::new(a), Box::new(b)))
}

/// The integer or truth value as an integer.
pub(super) fn scalar(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => Some(*n),
        Value::Bool(truth) => Some(i64::from(*truth)),
        _ => None,
    }
}

pub(super) fn integers(items: &[Value]) -> Option<Arc<[i64]>> {
    items.iter().map(scalar).collect()
}

/// The parts of some tuples at a place.
pub(super) fn field(tuples: &[Value], place: usize) -> Option<Arc<[i64]>> {
    let parts = tuples.iter().map(|tuple| tuple.items().get(place));
    parts.map(|part| scalar(part?)).collect()
}
