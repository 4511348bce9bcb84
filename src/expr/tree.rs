//! Checked expressions: every name is a register, every kind is known.

use std::iter::once;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::builtin::Builtin;
use super::code::{Enclosing, Routine};
pub use super::code::{Frame, PartSizes, Place};
use super::kind::Kind;
use super::value::Value;
pub use crate::syntax::ast::{ArithOp, CompareOp};
use crate::text::source::Span;
use crate::work::stack::with_room;

/// A checked expression.
#[derive(Debug, Clone)]
pub struct Expr {
    pub op: Op,
    pub kind: Kind,
    pub span: Span,
}

/// The parts of an operation that holds its parts itself, by reference or for changes.
macro_rules! parts {
    ($op:expr, $one:ident, $perhaps:ident, $all:ident) => {
        match $op {
            Op::Const(_) | Op::Local(_) | Op::Global(_) | Op::Comprehension(_) => SmallVec::new(),
            Op::Neg(a) | Op::Not(a) | Op::Field(a, _) => once(a.$one()).collect(),
            Op::Arith(first, rest) => {
                let rest = rest.$all().map(|(_, operand)| operand);
                once(first.$one()).chain(rest).collect()
            }
            Op::Compare(first, rest) => {
                let rest = rest.$all().map(|(_, operand)| operand);
                once(first.$one()).chain(rest).collect()
            }
            Op::Concat(parts)
            | Op::And(parts)
            | Op::Or(parts)
            | Op::Tuple(parts)
            | Op::Elements(parts)
            | Op::Join(parts)
            | Op::Call(_, parts)
            | Op::Function(_, parts)
            | Op::Recur(_, parts)
            | Op::Closure(_, parts)
            | Op::Instantiate { args: parts, .. }
            | Op::Ask(_, parts) => parts.$all().collect(),
            Op::If(branches, last) => {
                let branches = branches.$all().flat_map(|(c, v)| [c, v]);
                branches.chain([last.$one()]).collect()
            }
            Op::Range(lo, hi) => once(lo.$one()).chain(hi.$perhaps()).collect(),
            Op::Index(a, b) | Op::Repeat(a, b) | Op::Position(a, b) => {
                once(a.$one()).chain([b.$one()]).collect()
            }
            Op::Slice(list, lo, hi) => {
                let ends = lo.$perhaps().into_iter().chain(hi.$perhaps());
                once(list.$one()).chain(ends).collect()
            }
        }
    };
}

impl Expr {
    /// About how many bytes one takes beside its parts.
    pub(crate) const BYTES: u64 = size_of::<Expr>() as u64 + 16;

    pub fn new(op: Op, kind: Kind, span: Span) -> Expr {
        Expr { op, kind, span }
    }

    pub fn int(value: i64, span: Span) -> Expr {
        Expr::new(Op::Const(Value::Int(value)), Kind::Int, span)
    }

    pub fn local(place: Place, kind: Kind, span: Span) -> Expr {
        Expr::new(Op::Local(place), kind, span)
    }

    pub fn arith(self, op: ArithOp, other: Expr) -> Expr {
        let (span, rest) = (self.span, vec![(op, other)]);
        Expr::new(Op::Arith(Box::new(self), rest), Kind::Int, span)
    }

    /// `self op other`, a truth value.
    pub fn compare(self, op: CompareOp, other: Expr) -> Expr {
        let (span, rest) = (self.span, vec![(op, other)]);
        Expr::new(Op::Compare(Box::new(self), rest), Kind::Bool, span)
    }

    /// That a condition does not hold. Nobody wrote it: its place is that of the condition.
    pub fn negated(&self) -> Expr {
        let op = Op::Not(Box::new(self.clone()));
        Expr::new(op, Kind::Bool, self.span)
    }

    pub fn constant(&self) -> Option<&Value> {
        match &self.op {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, where this is a constant one.
    pub fn as_int(&self) -> Option<i64> {
        self.constant()?.as_int()
    }

    /// The register, where this is nothing else.
    pub fn as_local(&self) -> Option<Place> {
        match self.op {
            Op::Local(place) => Some(place),
            _ => None,
        }
    }

    /// The register of `row`, where this is `len(row)`.
    pub fn len_of(&self) -> Option<Place> {
        match &self.op {
            Op::Call(Builtin::Len, args) => args.first()?.as_local(),
            _ => None,
        }
    }

    /// The sides of a single comparison.
    pub fn comparison(&self) -> Option<(&Expr, CompareOp, &Expr)> {
        match &self.op {
            Op::Compare(left, rest) => match rest.as_slice() {
                [(op, right)] => Some((left, *op, right)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `x in a..b` as `a <= x <= b`, where the ends have no faults; `None`: it is something else.
    pub fn range_test(&self) -> Option<Expr> {
        let (number, op, range) = self.comparison()?;
        let (CompareOp::In | CompareOp::NotIn, Op::Range(lo, hi)) = (op, &range.op) else {
            return None;
        };
        let is_plain = |end: &Expr| end.as_int().is_some() || end.as_local().is_some();
        if number.kind != Kind::Int || !is_plain(lo) || !hi.as_deref().is_none_or(is_plain) {
            return None;
        }
        let rest = [number.clone()].into_iter().chain(hi.as_deref().cloned());
        let rest = rest.map(|right| (CompareOp::Le, right)).collect();
        let inside = Expr::new(Op::Compare(lo.clone(), rest), Kind::Bool, self.span);
        Some(match op {
            CompareOp::In => inside,
            _ => inside.negated(),
        })
    }

    /// The single comparisons that a chain stands for.
    pub fn comparisons<'e>(
        first: &'e Expr,
        rest: &'e [(CompareOp, Expr)],
    ) -> impl Iterator<Item = (&'e Expr, CompareOp, &'e Expr)> {
        let left = std::iter::once(first).chain(rest.iter().map(|(_, right)| right));
        left.zip(rest).map(|(left, (op, right))| (left, *op, right))
    }

    /// The operands of a single sum, difference or the like.
    pub fn operation(&self) -> Option<(&Expr, ArithOp, &Expr)> {
        match &self.op {
            Op::Arith(left, rest) => match rest.as_slice() {
                [(op, right)] => Some((left, *op, right)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The parts of an expression, for walks over the tree.
    pub fn children(&self) -> SmallVec<[&Expr; 4]> {
        match &self.op {
            Op::Comprehension(inner) => {
                let clauses = inner.clauses.iter().flat_map(Clause::exprs);
                clauses.chain([&inner.element]).collect()
            }
            op => parts!(op, as_ref, as_deref, iter),
        }
    }

    /// The parts of an expression other than a list that is made of others, for changes of the tree.
    pub fn children_mut(&mut self) -> SmallVec<[&mut Expr; 4]> {
        parts!(&mut self.op, as_mut, as_deref_mut, iter_mut)
    }

    /// How deep a walk over it goes where each operand of a chain is a step.
    pub fn height(&self) -> usize {
        let children = self.children();
        let own = match &self.op {
            Op::Arith(..)
            | Op::Compare(..)
            | Op::Concat(_)
            | Op::And(_)
            | Op::Or(_)
            | Op::If(..)
            | Op::Call(..)
            | Op::Elements(_) => children.len(),
            _ => 1,
        };
        own + children.into_iter().map(Expr::height).max().unwrap_or(0)
    }

    /// How many expressions it is made of.
    pub fn size(&self) -> usize {
        1 + self.children().into_iter().map(Expr::size).sum::<usize>()
    }

    /// It and all expressions that it is made of, each before its parts.
    pub fn nodes(&self) -> impl Iterator<Item = &Expr> {
        let mut waiting: SmallVec<[&Expr; 8]> = SmallVec::from_slice(&[self]);
        std::iter::from_fn(move || {
            let expr = waiting.pop()?;
            waiting.extend(expr.children().into_iter().rev());
            Some(expr)
        })
    }

    /// Whether the value may depend on one of these registers.
    pub fn mentions(&self, places: &[Place]) -> bool {
        let mut read = self.nodes().filter_map(Expr::as_local);
        read.any(|place| places.contains(&place))
    }
}

/// What conditions are together of which one with this truth decides, behind which none is looked at; `None`: that is not known.
pub(crate) fn together(truths: impl Iterator<Item = Option<bool>>, decides: bool) -> Option<bool> {
    let mut all = Some(!decides);
    for truth in truths {
        match truth {
            Some(truth) if truth == decides => return Some(decides),
            truth => all = all.and(truth),
        }
    }
    all
}

#[derive(Debug, Clone)]
pub enum Op {
    Const(Value),
    Local(Place),
    /// A `let` of the file that holds positions or queries, worked out when first asked for.
    Global(u32),
    /// Unary minus.
    Neg(Box<Expr>),
    Not(Box<Expr>),
    /// Arithmetic from left to right.
    Arith(Box<Expr>, Vec<(ArithOp, Expr)>),
    /// Lists one after the other.
    Concat(Vec<Expr>),
    /// A chain of comparisons.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// All of them, stopping early.
    And(Vec<Expr>),
    /// One of them, stopping early.
    Or(Vec<Expr>),
    /// The value of the first condition that holds, else the last value.
    If(Vec<(Expr, Expr)>, Box<Expr>),
    /// A range; open where the second part is missing. Stands only after `in`, in lists and in binders.
    Range(Box<Expr>, Option<Box<Expr>>),
    Call(Builtin, Vec<Expr>),
    /// A function of the file or game.
    Function(Arc<Function>, Vec<Expr>),
    /// A call of a function in whose body this stands.
    Recur(Arc<Enclosing>, Vec<Expr>),
    /// A list, and all that a function adds to it; what stands behind the list is handed on to the function.
    Closure(Arc<Function>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, usize),
    /// A slice; both ends included and clipped.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// A list of values; ranges among them stand for their numbers.
    Elements(Vec<Expr>),
    /// `[x; count]`
    Repeat(Box<Expr>, Box<Expr>),
    /// `[f(x) for x in xs where …]`
    Comprehension(Box<Comprehension>),
    Tuple(Vec<Expr>),
    /// Piles (a list) under a game.
    Position(Box<Expr>, Box<Expr>),
    /// A sum of positions.
    Join(Vec<Expr>),
    /// A game with arguments known only when the code runs.
    Instantiate {
        /// The definition's number.
        definition: u32,
        args: Vec<Expr>,
    },
    /// A query, by its number.
    Ask(u32, Vec<Expr>),
}

#[derive(Debug, Clone)]
pub struct Comprehension {
    /// Binders and conditions in the order in which they are run.
    pub clauses: Vec<Clause>,
    /// What is collected.
    pub element: Expr,
}

/// What a binder gives a value to.
#[derive(Debug, Clone)]
pub enum Target {
    One(Place),
    Parts(Vec<Place>),
}

impl Target {
    pub fn places(&self) -> Vec<Place> {
        match self {
            Target::One(place) => vec![*place],
            Target::Parts(places) => places.clone(),
        }
    }
}

/// A step of a nested loop.
#[derive(Debug, Clone)]
pub enum Clause {
    Range(RangeClause),
    /// The registers run over the elements of a list.
    Each {
        target: Target,
        list: Expr,
    },
    /// The registers get a value.
    Value {
        target: Target,
        value: Expr,
    },
    Partitions(PartitionsClause),
    /// Goes on only where the condition holds.
    Test(Expr),
    /// Ends the loop that stands before it where the condition fails.
    While(Expr),
}

/// The register runs over `lo, lo + step, …` up to `hi`.
#[derive(Debug, Clone)]
pub struct RangeClause {
    /// An integer register.
    pub var: u32,
    pub lo: Expr,
    /// The last value; `None` is open.
    pub hi: Option<Expr>,
    /// At least 1.
    pub step: i64,
    /// Conditions on the register that hold up to some value and never again: they end the loop.
    pub stops: Vec<Expr>,
    /// Conditions on the register that hold from some value on, and for none before: what comes before is left out. In steps of 1.
    pub starts: Vec<Expr>,
}

impl RangeClause {
    pub fn place(&self) -> Place {
        Place::Int(self.var)
    }

    /// The first value and the last one, where there is one.
    pub fn ends(&self) -> impl Iterator<Item = &Expr> {
        once(&self.lo).chain(&self.hi)
    }
}

/// The register runs over the partitions of a total into so many positive parts, each a list in ascending order.
#[derive(Debug, Clone)]
pub struct PartitionsClause {
    pub var: u32,
    pub total: Expr,
    /// The least number of parts.
    pub least: Expr,
    /// The greatest number of parts; `None`: any.
    pub most: Option<Expr>,
    pub sizes: PartSizes,
}

/// The expressions of a clause, by reference or for changes.
macro_rules! exprs {
    ($clause:expr) => {
        match $clause {
            Clause::Range(RangeClause {
                lo,
                hi,
                stops,
                starts,
                ..
            }) => once(lo).chain(hi).chain(stops).chain(starts).collect(),
            Clause::Partitions(PartitionsClause {
                total, least, most, ..
            }) => [total, least].into_iter().chain(most).collect(),
            Clause::Each { list: expr, .. }
            | Clause::Value { value: expr, .. }
            | Clause::Test(expr)
            | Clause::While(expr) => vec![expr],
        }
    };
}

impl Clause {
    /// The register that runs over all indices of a row, from 0 to its length less 1, where nothing stops it, and the row.
    pub fn indices(&self) -> Option<(u32, Place)> {
        let range = match self {
            Clause::Range(range) => range,
            Clause::Each {
                target: Target::One(Place::Int(var)),
                list:
                    Expr {
                        op: Op::Call(Builtin::Indices, of),
                        ..
                    },
            } => return Some((*var, of.first()?.as_local()?)),
            _ => return None,
        };
        let (length, op, less) = range.hi.as_ref()?.operation()?;
        let is_last = op == ArithOp::Sub && less.as_int() == Some(1);
        let is_all = is_last && range.step == 1 && range.lo.as_int() == Some(0);
        Some((range.var, length.len_of().filter(|_| is_all)?))
    }

    /// The condition, where this is one.
    pub fn test(&self) -> Option<&Expr> {
        match self {
            Clause::Test(test) => Some(test),
            _ => None,
        }
    }

    pub fn exprs(&self) -> Vec<&Expr> {
        exprs!(self)
    }

    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        exprs!(self)
    }

    pub fn places(&self) -> Vec<Place> {
        match self {
            Clause::Range(range) => vec![range.place()],
            Clause::Each { target, .. } | Clause::Value { target, .. } => target.places(),
            Clause::Partitions(parts) => vec![Place::Obj(parts.var)],
            Clause::Test(_) | Clause::While(_) => Vec::new(),
        }
    }
}

/// A function for arguments of certain kinds.
#[derive(Debug)]
pub struct Function {
    pub name: String,
    /// The registers of its arguments.
    pub params: Vec<Place>,
    /// How many registers it needs, before compilation adds its own.
    pub frame: Frame,
    pub body: Expr,
    /// Its name where it stands in a circle of calls.
    pub own: Option<Arc<Enclosing>>,
    /// Whether calls in its body come back to it.
    pub recurs: bool,
    /// How many calls are nested in it at most, itself included, where it does not call itself.
    pub depth: u32,
    /// Whether it needs queries, positions or games.
    pub late: bool,
    /// The [`Expr::height`] and the [`Expr::size`] of its body.
    pub extent: (usize, usize),
    /// Its code, once compiled.
    pub routine: OnceLock<Arc<Routine>>,
}

impl Drop for Function {
    /// A body holds the functions that it calls, and so a chain of them.
    fn drop(&mut self) {
        let nothing = Expr::new(Op::Const(Value::Nothing), Kind::Unknown, self.body.span);
        let body = std::mem::replace(&mut self.body, nothing);
        with_room(|| drop(body));
    }
}
