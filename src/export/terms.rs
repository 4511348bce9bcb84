//! Checked expressions to terms. Functions of the file and comprehensions become functions of the program.

use hashbrown::HashMap;

use super::program::{Beside, Binary, Op, Table, Term, Ty};
use super::scope::{FreshNames, Scope, is_natural};
use super::words::helper_names;
use crate::expr::kind::Kind;
use crate::expr::tree::{self, ArithOp, CompareOp, Expr};
use crate::expr::value::Value;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;
use crate::work::stack::with_room;

/// How deep expressions are nested at most in a program, and how many conditions stand in each other.
pub(super) const DEEPEST: usize = 400;

/// At most this many numbers are written into a program.
const MOST_NUMBERS: usize = 100_000;

/// A program besides its moves, as it is put together.
pub(super) struct Parts {
    pub(super) game: String,
    /// The names of tables and functions.
    pub(super) names: FreshNames,
    /// The names that variables begin with.
    locals: FreshNames,
    pub(super) beside: Beside,
    /// Whether each move leads to one pile that is smaller, as far as was looked.
    pub(super) falls: bool,
    pub(super) known: WrittenOut,
    numbers: usize,
    /// The expressions that the one at hand stands in.
    depth: usize,
}

/// The numbers of tables and functions that the program has already.
#[derive(Default)]
pub(super) struct WrittenOut {
    tables: HashMap<(Value, bool), usize>,
    pub(super) functions: HashMap<*const tree::Function, usize>,
    /// Functions that call themselves, as calls name them.
    pub(super) recursive: HashMap<u64, usize>,
}

/// What variables are called that have no name.
pub(super) const LETTERS: [&str; 8] = ["a", "b", "c", "d", "i", "j", "k", "x"];

impl Parts {
    /// For the game with this name; `wanted` are names that variables will have.
    pub(super) fn new<'n>(game: &str, wanted: impl Iterator<Item = &'n str>) -> Parts {
        let locals = FreshNames::new(helper_names());
        let mut names = locals.clone();
        for name in wanted.chain(LETTERS) {
            names.give(name);
        }
        Parts {
            game: game.to_string(),
            names,
            locals,
            beside: Beside::default(),
            falls: true,
            known: WrittenOut::default(),
            numbers: 0,
            depth: 0,
        }
    }

    pub(super) fn scope(&self) -> Scope {
        Scope::new(&self.locals)
    }

    /// The complaint that something cannot be put into a program.
    pub(super) fn refuse(&self, why: &str, span: Span) -> Diagnostic {
        refuse(&self.game, why).label(span, "this")
    }

    pub(super) fn helper(&mut self, name: &'static str, args: Vec<Term>, ty: Ty) -> Term {
        self.beside.helpers.insert(name);
        Term::new(Op::Helper(name, args), ty)
    }

    /// The type of values of a kind.
    pub(super) fn ty(&self, kind: &Kind, span: Span) -> Result<Ty, Diagnostic> {
        Ok(match kind {
            // The elements of a list that is always empty.
            Kind::Int | Kind::Unknown => Ty::Int,
            Kind::Bool => Ty::Bool,
            Kind::List(element) => self.ty(element, span)?.list(),
            Kind::Tuple(parts) => Ty::Tuple(
                parts
                    .iter()
                    .map(|part| self.ty(part, span))
                    .collect::<Result<_, _>>()?,
            ),
            Kind::Outcome | Kind::Str | Kind::Position | Kind::Game => {
                return Err(self.refuse(&format!("its rules compute {kind}"), span));
            }
        })
    }

    /// A constant list; sorted and without repetitions where it is a set.
    fn table(
        &mut self,
        value: &Value,
        ty: &Ty,
        is_set: bool,
        span: Span,
    ) -> Result<Term, Diagnostic> {
        let term = |number| Term::new(Op::Table(number), ty.clone());
        if let Some(number) = self.known.tables.get(&(value.clone(), is_set)) {
            return Ok(term(*number));
        }
        self.numbers = self.numbers.saturating_add(numbers(value));
        if self.numbers > MOST_NUMBERS {
            let why = format!("its tables have more than {MOST_NUMBERS} numbers");
            return Err(self.refuse(&why, span));
        }
        let mut items = value.items().to_vec();
        if is_set {
            items.sort_by(crate::expr::builtin::compare);
            items.dedup();
        }
        let number = self.beside.tables.len();
        let name = self.names.give(if is_set { "set_1" } else { "list_1" });
        self.beside.tables.push(Table {
            name,
            ty: ty.clone(),
            value: Value::list(items),
        });
        self.known.tables.insert((value.clone(), is_set), number);
        Ok(term(number))
    }

    fn constant(&mut self, value: &Value, ty: &Ty, span: Span) -> Result<Term, Diagnostic> {
        let op = match (value, ty) {
            (Value::Int(n), _) => Op::Int(*n),
            (Value::Bool(truth), _) => Op::Bool(*truth),
            (Value::List(items), _) if items.is_empty() => Op::List(Vec::new()),
            (Value::List(_), _) => return self.table(value, ty, false, span),
            (Value::Tuple(parts), Ty::Tuple(types)) => Op::Tuple(
                parts
                    .iter()
                    .zip(types)
                    .map(|(part, ty)| self.constant(part, ty, span))
                    .collect::<Result<_, _>>()?,
            ),
            _ => return Err(self.refuse("its rules compute something else than numbers", span)),
        };
        Ok(Term::new(op, ty.clone()))
    }

    pub(super) fn all(&mut self, scope: &Scope, exprs: &[Expr]) -> Result<Vec<Term>, Diagnostic> {
        exprs.iter().map(|expr| self.term(scope, expr)).collect()
    }

    /// The term of an expression.
    ///
    /// # Errors
    /// It holds what a program cannot have: positions and games.
    pub(super) fn term(&mut self, scope: &Scope, expr: &Expr) -> Result<Term, Diagnostic> {
        let span = expr.span;
        // Every chain of operands becomes a nest of them.
        if self.depth == 0 && expr.height() > DEEPEST {
            return Err(self.refuse("an expression in it is too long for a program", span));
        }
        self.depth += 1;
        let term = self.inner(scope, expr);
        self.depth -= 1;
        term
    }

    fn inner(&mut self, scope: &Scope, expr: &Expr) -> Result<Term, Diagnostic> {
        let span = expr.span;
        if expr.kind == Kind::Unknown {
            return Err(self.refuse("it takes an element of a list that is always empty", span));
        }
        let ty = self.ty(&expr.kind, span)?;
        let op = match &expr.op {
            tree::Op::Const(value) => return self.constant(value, &ty, span),
            tree::Op::Local(place) => match scope.var(place) {
                Some((name, ty)) => return Ok(Term::var(name, ty.clone())),
                None => return Err(self.refuse("it uses a name that is not there", span)),
            },
            tree::Op::Neg(a) => Op::Neg(Box::new(self.term(scope, a)?)),
            tree::Op::Not(a) => Op::Not(Box::new(self.term(scope, a)?)),
            tree::Op::Arith(first, rest) => return self.chain(scope, first, rest),
            tree::Op::Compare(first, rest) => return self.comparisons(scope, first, rest),
            tree::Op::And(parts) => return self.joined(scope, Binary::And, parts),
            tree::Op::Or(parts) => return self.joined(scope, Binary::Or, parts),
            tree::Op::If(branches, last) => return self.choice(scope, branches, last, ty),
            tree::Op::Range(lo, hi) => {
                let lo = self.term(scope, lo)?;
                let Some(hi) = hi else {
                    return Err(self.refuse("a list in it has no end", span));
                };
                let hi = self.term(scope, hi)?;
                let ty = Ty::Int.list();
                return Ok(self.helper("range_of", vec![lo, hi], ty));
            }
            tree::Op::Call(builtin, args) => return self.builtin(scope, *builtin, args, ty),
            tree::Op::Recur(function, args) => match self.known.recursive.get(&function.id) {
                Some(number) => Op::Call(*number, self.all(scope, args)?),
                None => return Err(self.refuse_recursion(&function.name, span)),
            },
            tree::Op::Closure(..) => {
                return Err(self.refuse("it looks for all that a function adds", span));
            }
            tree::Op::Function(function, args) => {
                let outer = std::mem::take(&mut self.depth);
                let number = with_room(|| self.function(function, args, &ty, span));
                self.depth = outer;
                let number = number?;
                Op::Call(number, self.all(scope, args)?)
            }
            tree::Op::Index(list, index) => {
                let args = vec![self.term(scope, list)?, self.term(scope, index)?];
                return Ok(self.helper("at", args, ty));
            }
            tree::Op::Field(tuple, index) => Op::Field(Box::new(self.term(scope, tuple)?), *index),
            tree::Op::Slice(list, lo, hi) => {
                let list = self.term(scope, list)?;
                let mut end = |end: &Option<Box<Expr>>, open| match end {
                    Some(end) => self.term(scope, end),
                    None => Ok(Term::int(open)),
                };
                let args = vec![list, end(lo, 0)?, end(hi, i64::MAX)?];
                return Ok(self.helper("slice_of", args, ty));
            }
            tree::Op::Elements(items) => return self.elements(scope, items, ty),
            tree::Op::Concat(parts) => {
                let parts = self.all(scope, parts)?;
                return Ok(self.concatenated(parts, ty));
            }
            tree::Op::Repeat(item, count) => {
                let args = vec![self.term(scope, item)?, self.term(scope, count)?];
                return Ok(self.helper("repeated", args, ty));
            }
            tree::Op::Comprehension(inner) => return self.comprehension(scope, inner, ty),
            tree::Op::Tuple(parts) => Op::Tuple(self.all(scope, parts)?),
            tree::Op::Global(_)
            | tree::Op::Position(..)
            | tree::Op::Join(_)
            | tree::Op::Instantiate { .. }
            | tree::Op::Ask(..) => return Err(self.refuse("its rules compute positions", span)),
        };
        Ok(Term::new(op, ty))
    }

    fn choice(
        &mut self,
        scope: &Scope,
        branches: &[(Expr, Expr)],
        last: &Expr,
        ty: Ty,
    ) -> Result<Term, Diagnostic> {
        let mut chosen = self.term(scope, last)?;
        for (condition, value) in branches.iter().rev() {
            let condition = self.term(scope, condition)?;
            let value = self.term(scope, value)?;
            let op = Op::If(Box::new(condition), Box::new(value), Box::new(chosen));
            chosen = Term::new(op, ty.clone());
        }
        Ok(chosen)
    }

    fn chain(
        &mut self,
        scope: &Scope,
        first: &Expr,
        rest: &[(ArithOp, Expr)],
    ) -> Result<Term, Diagnostic> {
        let first = self.term(scope, first)?;
        rest.iter().try_fold(first, |left, (op, right)| {
            let right = self.term(scope, right)?;
            Ok(self.arith(scope, *op, left, right))
        })
    }

    fn arith(&mut self, scope: &Scope, op: ArithOp, a: Term, b: Term) -> Term {
        let plain = is_natural(scope, &a) && is_natural(scope, &b);
        match op {
            ArithOp::Add => Term::binary(Binary::Add, a, b),
            ArithOp::Sub => Term::binary(Binary::Sub, a, b),
            ArithOp::Mul => Term::binary(Binary::Mul, a, b),
            ArithOp::Div if plain => Term::binary(Binary::Div, a, b),
            ArithOp::Rem if plain => Term::binary(Binary::Rem, a, b),
            ArithOp::Div => self.helper("floor_div", vec![a, b], Ty::Int),
            ArithOp::Rem => self.helper("floor_mod", vec![a, b], Ty::Int),
        }
    }

    fn joined(&mut self, scope: &Scope, op: Binary, parts: &[Expr]) -> Result<Term, Diagnostic> {
        let joined = Term::joined(op, self.all(scope, parts)?);
        Ok(joined.unwrap_or(Term::truth(op == Binary::And)))
    }

    fn comparisons(
        &mut self,
        scope: &Scope,
        first: &Expr,
        rest: &[(CompareOp, Expr)],
    ) -> Result<Term, Diagnostic> {
        let mut all = Vec::new();
        for (left, op, right) in Expr::comparisons(first, rest) {
            all.push(match op {
                CompareOp::In => self.membership(scope, left, right)?,
                CompareOp::NotIn => self.membership(scope, left, right)?.negated(),
                CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge
                    if !left.kind.is_scalar() =>
                {
                    return Err(self.refuse("it orders lists or tuples", left.span));
                }
                _ => {
                    let (left, right) = (self.term(scope, left)?, self.term(scope, right)?);
                    Term::binary(Binary::Compare(op), left, right)
                }
            });
        }
        match Term::joined(Binary::And, all) {
            Some(term) => Ok(term),
            None => self.term(scope, first),
        }
    }

    fn membership(&mut self, scope: &Scope, item: &Expr, list: &Expr) -> Result<Term, Diagnostic> {
        if let tree::Op::Range(lo, hi) = &list.op {
            let item = self.term(scope, item)?;
            let above = Term::binary(
                Binary::Compare(CompareOp::Le),
                self.term(scope, lo)?,
                item.clone(),
            );
            return Ok(match hi {
                Some(hi) => {
                    let below =
                        Term::binary(Binary::Compare(CompareOp::Le), item, self.term(scope, hi)?);
                    Term::binary(Binary::And, above, below)
                }
                None => above,
            });
        }
        let ty = self.ty(&list.kind, list.span)?;
        let (name, list) = match list.constant() {
            Some(value) if !value.items().is_empty() => {
                ("in_set", self.table(value, &ty, true, list.span)?)
            }
            _ => ("contains", self.term(scope, list)?),
        };
        let item = self.term(scope, item)?;
        Ok(self.helper(name, vec![list, item], Ty::Bool))
    }

    /// A list of values; ranges among them stand for their numbers.
    fn elements(&mut self, scope: &Scope, items: &[Expr], ty: Ty) -> Result<Term, Diagnostic> {
        let mut pieces: Vec<Term> = Vec::new();
        let mut single: Vec<Term> = Vec::new();
        let list = |single: &mut Vec<Term>| Term::new(Op::List(std::mem::take(single)), ty.clone());
        for item in items {
            let term = self.term(scope, item)?;
            if matches!(item.op, tree::Op::Range(..)) {
                if !single.is_empty() {
                    pieces.push(list(&mut single));
                }
                pieces.push(term);
            } else {
                single.push(term);
            }
        }
        if pieces.is_empty() || !single.is_empty() {
            pieces.push(list(&mut single));
        }
        Ok(self.concatenated(pieces, ty))
    }

    fn concatenated(&mut self, pieces: Vec<Term>, ty: Ty) -> Term {
        let mut pieces = pieces.into_iter();
        let Some(mut all) = pieces.next() else {
            return Term::new(Op::List(Vec::new()), ty);
        };
        for piece in pieces {
            all = self.helper("joined", vec![all, piece], ty.clone());
        }
        all
    }
}

/// The complaint that a game cannot be exported.
pub(super) fn refuse(game: &str, why: &str) -> Diagnostic {
    Diagnostic::error("no_export", format!("`{game}` cannot be exported: {why}"))
        .help("a game is exported whose piles are numbers or tuples, with a turn in one pile and the last move winning")
}

fn numbers(value: &Value) -> usize {
    match value {
        Value::List(_) | Value::Tuple(_) => value.items().iter().map(numbers).sum(),
        _ => 1,
    }
}
