//! Expressions checked: names looked up, kinds compared, constants worked out.

mod binders;
mod call;
mod compare;
mod nameless;
mod position;

use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::machine::Wanted;
use crate::expr::tree::{Clause, Expr, Frame, Op};
use crate::expr::value::{Outcome, Value};
use crate::rules::book::{Book, Definition};
use crate::rules::errors::{self, Checked, Reported};
use crate::rules::owner::{NameMeaning, Owner};
use crate::rules::query::Query;
use crate::syntax::ast::{self, ArithOp, CompareOp, Ident, Node};
use crate::syntax::{Role, Word, number_of};
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::Span;

pub(super) use binders::{indexed, range_clause};

/// How deep lists and tuples may be nested.
const MAX_KIND_DEPTH: usize = 100;

/// Of how many kinds the elements of tuples, and theirs, may be.
const MAX_KIND_SIZE: usize = 10_000;

/// So deep games that lead to others are made before they are played.
const MOST_AT_ONCE: u32 = 64;

/// A name inside a rule, function or comprehension.
#[derive(Debug, Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) value: Expr,
}

/// Where an expression stands and what it may use.
pub(super) struct Scope<'a> {
    pub(super) book: &'a mut Book,
    /// The game whose rule this is.
    pub(super) owner: Option<&'a Owner>,
    pub(super) locals: Vec<Local>,
    /// The registers handed out so far.
    pub(super) frame: Frame,
    pub(super) queries: bool,
    pub(super) positions: bool,
    /// Whether there was a query, a position or a game.
    pub(super) late: bool,
    /// How many calls of functions are nested at most.
    pub(super) depth: u32,
}

impl<'a> Scope<'a> {
    /// A scope without names of its own.
    pub(super) fn new(book: &'a mut Book, owner: Option<&'a Owner>) -> Scope<'a> {
        Scope {
            book,
            owner,
            locals: Vec::new(),
            frame: Frame::default(),
            queries: owner.is_none(),
            positions: owner.is_none(),
            late: false,
            depth: 0,
        }
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Checked<T> {
        self.book.fail(diagnostic)
    }

    /// Whether a name inside the game has this meaning already: a coordinate, binder or parameter.
    pub(super) fn inner(&self, name: &str) -> bool {
        self.locals.iter().any(|local| local.name == name)
            || self.owner.is_some_and(|owner| owner.has_param(name))
    }

    /// Warns where a name hides one of the file level.
    pub(super) fn warn_hiding(&mut self, name: &Ident) {
        if let Some((_, definition)) = self.book.definition(&name.name) {
            let what = match definition {
                Definition::Game(_) => "the game",
                Definition::Let(_) => "the `let`",
            };
            let first = definition.name().span;
            self.book.complain(
                Diagnostic::warning(
                    "hides",
                    format!("`{0}` hides {what} `{0}` of the file", name.name),
                )
                .label(name.span, "this name")
                .label(first, "hidden by the other one")
                .help("rename one of them"),
            );
        }
    }

    /// All names that could be meant.
    fn known_names(&self) -> Vec<String> {
        if self.book.complaints.is_full() {
            return Vec::new();
        }
        let mut names: Vec<String> = self.locals.iter().map(|local| local.name.clone()).collect();
        if let Some(owner) = self.owner {
            names.extend(owner.names());
        }
        let definitions = self.book.definitions.iter();
        // No game is meant by a letter: `k` is an amount where there is a game `K`.
        let is_letter =
            |it: &&Definition| matches!(it, Definition::Game(_)) && it.name().name.len() == 1;
        let definitions = definitions.filter(|it| self.owner.is_none() || !is_letter(it));
        names.extend(definitions.map(|it| it.name().name.clone()));
        names.extend(Word::all_of(Role::Value).map(|word| word.to_string()));
        names.push(Outcome::Draw.word().to_owned());
        names
    }

    /// The expression, with constants worked out.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        self.book.check_one()?;
        let checked = self.unfolded(expr)?;
        if checked.kind.depth() > MAX_KIND_DEPTH || checked.kind.size() > MAX_KIND_SIZE {
            return self.fail(
                Diagnostic::error("too_deep", "these lists or tuples hold too many others")
                    .label(expr.span, "nested too deeply, or with too many parts")
                    .help("put what belongs together into one list"),
            );
        }
        self.fold(checked)
    }

    pub(super) fn of_kind(&mut self, expr: &ast::Expr, kind: &Kind, wanted: &str) -> Checked<Expr> {
        let checked = self.expr(expr)?;
        self.expect_kind(&checked, kind, wanted)?;
        Ok(checked)
    }

    pub(super) fn expect_kind(&mut self, expr: &Expr, kind: &Kind, wanted: &str) -> Checked<()> {
        if expr.kind.fits(kind) {
            return Ok(());
        }
        let mut error = errors::wrong_kind(wanted, &expr.kind, expr.span);
        if *kind == Kind::Int && matches!(expr.kind, Kind::Tuple(_)) {
            error = error.help(
                "take one of its elements, as in `t[0]`, or take it apart with `for (a, b) in …`",
            );
        }
        self.fail(error)
    }

    pub(super) fn int(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        self.of_kind(expr, &Kind::Int, "an integer")
    }

    pub(super) fn truth(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        let checked = self.expr(expr)?;
        self.as_truth(expr, checked)
    }

    fn as_truth(&mut self, expr: &ast::Expr, checked: Expr) -> Checked<Expr> {
        if checked.kind.fits(&Kind::Bool) {
            return Ok(checked);
        }
        let error = errors::wrong_kind("a condition", &checked.kind, checked.span);
        let help = "a condition is true or false: compare it with something, as in";
        self.fail(error.help(match &expr.node {
            Node::Int(n) => {
                format!("{help} `k == {n}`; `take k for k in 1..9 where k != {n}` leaves {n} out")
            }
            _ => format!("{help} `… == 3`"),
        }))
    }

    fn exprs(&mut self, exprs: &[ast::Expr]) -> Checked<Vec<Expr>> {
        errors::each(exprs.iter().map(|expr| self.expr(expr)))
    }

    /// An expression whose outermost part is not worked out.
    pub(super) fn unfolded(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        let span = expr.span;
        let constant = |value, kind| Ok(Expr::new(Op::Const(value), kind, span));
        match &expr.node {
            Node::Int(n) => constant(Value::Int(*n), Kind::Int),
            Node::Bool(truth) => constant(Value::Bool(*truth), Kind::Bool),
            Node::Outcome(first) => {
                constant(Value::Outcome(Outcome::decided(*first)), Kind::Outcome)
            }
            Node::Str(text) => constant(Value::text(text.as_str()), Kind::Str),
            Node::Name(name) => self.name(name, span),
            Node::Neg(inner) => {
                let inner = self.int(inner)?;
                Ok(Expr::new(Op::Neg(Box::new(inner)), Kind::Int, span))
            }
            Node::Not(inner) => {
                let inner = self.truth(inner)?;
                Ok(Expr::new(Op::Not(Box::new(inner)), Kind::Bool, span))
            }
            Node::Arith(first, rest) => self.arith(first, rest, span),
            Node::Concat(parts) => {
                let parts = self.exprs(parts)?;
                let mut kind = Kind::Unknown.list();
                for part in &parts {
                    kind = match kind.unify(&part.kind) {
                        Some(kind @ Kind::List(_)) => kind,
                        _ if matches!(part.kind, Kind::List(_)) => {
                            return self.fail(errors::wrong_kind(&kind.to_string(), &part.kind, part.span));
                        }
                        _ => return self.fail(errors::wrong_kind("a list", &part.kind, part.span)),
                    };
                }
                Ok(Expr::new(Op::Concat(parts), kind, span))
            }
            Node::Compare(first, rest) => self.compare(first, rest, span),
            Node::And(parts) | Node::Or(parts) => self.joined(expr, parts),
            Node::If(branches, last) => self.choice(branches, last, span),
            Node::Range(lo, hi) => match (lo, hi) {
                (Some(_), Some(_)) => self.range(lo.as_deref(), hi.as_deref(), span),
                _ => self.fail(
                    Diagnostic::error("open_range", "an open range is not a list")
                        .label(span, "this range has no end")
                        .help(
                            "an open range may stand after `in`, in a slice and after `take`; give it both ends here",
                        ),
                ),
            },
            Node::Call(name, args) => self.call(name, args, span),
            Node::Game(item) => self.nameless(item, span),
            Node::Bracket(base, listing) => self.bracket(base, listing, span),
            Node::List(listing) => self.listing(listing, span),
            Node::Tuple(parts) => {
                let parts = self.exprs(parts)?;
                let kind = Kind::Tuple(parts.iter().map(|part| part.kind.clone()).collect());
                Ok(Expr::new(Op::Tuple(parts), kind, span))
            }
        }
    }

    /// Conditions that are joined by `and` or `or`.
    fn joined(&mut self, expr: &ast::Expr, parts: &[ast::Expr]) -> Checked<Expr> {
        let span = expr.span;
        if let Some(listed) = alternatives(parts) {
            return self.fail(errors::alternatives(span).fix(span, listed));
        }
        // `1..3 or k where prime(k)` means a choice of k.
        let is_choice = |part: &ast::Expr| match &part.node {
            Node::Name(name) => self.is_free(name),
            _ => false,
        };
        if let (Node::Or(_), [number, last]) = (&expr.node, parts)
            && let (Node::Name(more), true) = (&last.node, is_choice(last))
        {
            let number = self.book.text(number.span);
            let written = number_of(number).map(|number| number.to_string());
            let number = written.as_deref().unwrap_or(number);
            let range = match &**more {
                "more" => Some(format!("{number}..")),
                "less" | "fewer" => Some(format!("1..{number}")),
                _ => None,
            };
            if let Some(range) = range {
                return self.fail(errors::alternatives(span).fix(span, range));
            }
        }
        if are_amounts(parts) && !parts.iter().any(is_choice) {
            let listed = parts.iter().map(|part| self.book.text(part.span));
            let listed = listed.collect::<Vec<&str>>().join(", ");
            let help = format!("commas stand between amounts, as in `take {listed}`");
            return self.fail(errors::alternatives(span).help(help));
        }
        if let (Node::Or(_), Some((value, listed))) = (&expr.node, one_of(parts)) {
            let value = self.book.text(value);
            let fix = format!("{value} in [{listed}]");
            return self.fail(errors::one_of(span, &fix).fix(span, fix));
        }
        let checked = self.exprs(parts)?;
        if !checked.iter().any(|part| part.kind.fits(&Kind::Bool)) {
            return self.fail(errors::no_conditions(span));
        }
        let checked = parts.iter().zip(checked);
        let parts = errors::each(checked.map(|(part, checked)| self.as_truth(part, checked)))?;
        let op = match expr.node {
            Node::And(_) => Op::And(parts),
            _ => Op::Or(parts),
        };
        Ok(Expr::new(op, Kind::Bool, span))
    }

    pub(super) fn name(&mut self, name: &str, span: Span) -> Checked<Expr> {
        if let Some(local) = self.locals.iter().rev().find(|local| local.name == name) {
            return Ok(Expr {
                span,
                ..local.value.clone()
            });
        }
        if let Some(owner) = self.owner {
            if let Some((value, kind)) = owner.param(name) {
                return Ok(Expr::new(Op::Const(value), kind, span));
            }
            if let Some(number) = owner.let_number(name) {
                let found = self.book.let_value(self.owner, number, span)?;
                return self.found(found, name, span);
            }
        }
        match self.book.definition(name) {
            Some((number, Definition::Let(_))) => {
                let found = self.book.let_value(None, number, span)?;
                self.found(found, name, span)
            }
            Some((number, Definition::Game(_))) => self.game(number, Vec::new(), span),
            None if self.book.texts.unread.contains(name) => Err(Reported),
            // Not reserved: whatever is called so hides it.
            None if name == Outcome::Draw.word() => {
                let draw = Op::Const(Value::Outcome(Outcome::Draw));
                Ok(Expr::new(draw, Kind::Outcome, span))
            }
            None => {
                let query = Query::by_name(name).map(|query| ("query", query.usage()));
                let builtin = || Some(("function", Builtin::by_name(name)?.usage()));
                if let Some((what, usage)) = query.or_else(builtin) {
                    let message = format!("`{name}` is a {what} and needs its arguments");
                    return self.fail(
                        Diagnostic::error("unknown_name", message)
                            .mistake(Mistake::Name)
                            .label(span, "not a value")
                            .help(usage),
                    );
                }
                let known = self.known_names();
                let known = known.iter().map(String::as_str);
                let bundled = self.book.texts.world.bundled();
                self.fail(errors::unknown_name(name, span, known, &bundled))
            }
        }
    }

    fn found(&mut self, found: NameMeaning, name: &str, span: Span) -> Checked<Expr> {
        match found {
            NameMeaning::Constant(value, kind) => Ok(Expr::new(Op::Const(value), kind, span)),
            NameMeaning::Late(number, kind) => {
                self.may_be_late(name, span)?;
                Ok(Expr::new(Op::Global(number), kind, span))
            }
        }
    }

    /// Complains where nothing may hold positions or queries.
    fn may_be_late(&mut self, name: &str, span: Span) -> Checked<()> {
        if !self.queries {
            let what = format!("`{name}`, which holds positions or queries");
            return self.fail(errors::query_in_rule(&what, span));
        }
        self.late = true;
        Ok(())
    }

    /// Complains about a game where none may stand.
    pub(super) fn no_game_here(&mut self, span: Span) -> Checked<Expr> {
        let name = self.book.text(span).to_owned();
        self.fail(errors::game_in_rule(&format!("the game `{name}`"), span))
    }

    /// A game with arguments, as a value.
    pub(super) fn game(&mut self, number: u32, args: Vec<Expr>, span: Span) -> Checked<Expr> {
        if !self.positions {
            return self.no_game_here(span);
        }
        self.late = true;
        let constants = args.iter().map(|arg| arg.constant().cloned());
        // A game that leads to itself with other arguments, as in `g(a + 1)`, is made step by step as it is played.
        let constants = constants.collect::<Option<Vec<Value>>>();
        let Some(values) = constants.filter(|_| self.book.depth < MOST_AT_ONCE) else {
            self.book.check_arity(number, args.len(), span)?;
            let op = Op::Instantiate {
                definition: number,
                args,
            };
            self.book.used.insert(number);
            return Ok(Expr::new(op, Kind::Game, span));
        };
        let misere = self.owner.is_some_and(|owner| owner.misere);
        let wanted = Wanted {
            definition: number,
            args: &values,
            misere,
            span,
        };
        let header = self.book.instance_for(wanted);
        let header = header.or_else(|diagnostic| self.fail(diagnostic))?;
        Ok(Expr::new(Op::Const(Value::Game(header)), Kind::Game, span))
    }

    fn arith(
        &mut self,
        first: &ast::Expr,
        rest: &[(ArithOp, ast::Expr)],
        span: Span,
    ) -> Checked<Expr> {
        let first = self.expr(first);
        let others = errors::each(rest.iter().map(|(_, operand)| self.expr(operand)));
        let (first, others) = (first?, others?);
        let operands = || std::iter::once(&first).chain(&others);
        // The first one says what is meant; an element of an empty list says nothing.
        let kind = operands()
            .map(|operand| &operand.kind)
            .find(|kind| **kind != Kind::Unknown)
            .unwrap_or(&Kind::Unknown);
        if *kind == Kind::Position {
            for ((op, _), operand) in rest.iter().zip(&others) {
                if *op != ArithOp::Add || !operand.kind.fits(&Kind::Position) {
                    return self.fail(
                        errors::wrong_kind("a position", &operand.kind, operand.span)
                            .help("positions can be added with `+`, and only to positions"),
                    );
                }
            }
            let parts = std::iter::once(first).chain(others).collect();
            return Ok(Expr::new(Op::Join(parts), Kind::Position, span));
        }
        for operand in operands() {
            if !operand.kind.fits(&Kind::Int) {
                let mut error = errors::wrong_kind("an integer", &operand.kind, operand.span);
                let games = operands().filter(|it| it.kind == Kind::Game);
                let games = games.map(|it| self.book.text(it.span));
                let with_piles: Vec<String> = games.map(|game| format!("{game}[5]")).collect();
                error = match operand.kind {
                    Kind::List(_) => error.help(
                        "`for k in …` goes through the elements of a list; lists are joined with `++`",
                    ),
                    Kind::Game => error.help(format!(
                        "positions are added, which have piles: `{}`",
                        with_piles.join(" + ")
                    )),
                    _ => error,
                };
                return self.fail(error);
            }
        }
        let kind = kind.clone();
        let rest = rest.iter().map(|(op, _)| *op).zip(others).collect();
        Ok(Expr::new(Op::Arith(Box::new(first), rest), kind, span))
    }

    /// The ends of a range that may be open at its upper end.
    pub(super) fn ends(
        &mut self,
        lo: Option<&ast::Expr>,
        hi: Option<&ast::Expr>,
        span: Span,
    ) -> Checked<(Expr, Option<Expr>)> {
        let Some(lo) = lo else {
            return self.fail(
                Diagnostic::error("open_range", "a range needs its first number")
                    .label(span, "from where?")
                    .help("write `0..5` or `1..5`"),
            );
        };
        let lo = self.int(lo);
        let hi = hi.map(|hi| self.int(hi)).transpose();
        Ok((lo?, hi?))
    }

    /// A range as an expression.
    pub(super) fn range(
        &mut self,
        lo: Option<&ast::Expr>,
        hi: Option<&ast::Expr>,
        span: Span,
    ) -> Checked<Expr> {
        let (lo, hi) = self.ends(lo, hi, span)?;
        let range = Op::Range(Box::new(lo), hi.map(Box::new));
        Ok(Expr::new(range, Kind::Int.list(), span))
    }

    fn choice(
        &mut self,
        branches: &[(ast::Expr, ast::Expr)],
        last: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let checked = branches.iter();
        let checked = checked.map(|(condition, value)| (self.truth(condition), self.expr(value)));
        let checked: Vec<_> = checked.collect();
        let last = self.expr(last)?;
        let mut kind = last.kind.clone();
        let mut whole = Vec::with_capacity(checked.len());
        for (condition, value) in checked {
            let value = value?;
            kind = match kind.unify(&value.kind) {
                Some(kind) => kind,
                None => {
                    let error = errors::other_kind("the branches of an `if` must be of one kind")
                        .label(value.span, format!("this is {}", value.kind))
                        .label(last.span, format!("this is {}", last.kind));
                    return self.fail(error);
                }
            };
            whole.push((condition?, value));
        }
        Ok(Expr::new(Op::If(whole, Box::new(last)), kind, span))
    }

    /// Works out an expression whose parts are all constant.
    pub(super) fn fold(&mut self, expr: Expr) -> Checked<Expr> {
        let foldable = match &expr.op {
            Op::Const(_) | Op::Local(_) | Op::Global(_) | Op::Ask(..) | Op::Recur(..) | Op::Instantiate { .. } | Op::Range(..) => false,
            Op::Comprehension(_) => is_closed(&expr),
            _ => expr.children().iter().all(|child| {
                child.constant().is_some()
                    || matches!(&child.op, Op::Range(lo, Some(hi)) if lo.constant().is_some() && hi.constant().is_some())
            }),
        };
        if !foldable {
            return Ok(expr);
        }
        let folded = self.book.try_fold(&expr, self.frame);
        Ok(match folded.or_else(|diagnostic| self.fail(diagnostic))? {
            Some(value) => Expr::new(Op::Const(value), expr.kind, expr.span),
            None => expr,
        })
    }
}

/// Whether an expression depends on nothing outside it.
fn is_closed(expr: &Expr) -> bool {
    let mut bound = Vec::new();
    expr.nodes().all(|expr| match &expr.op {
        Op::Local(place) => bound.contains(place),
        Op::Global(_) | Op::Ask(..) | Op::Instantiate { .. } | Op::Recur(..) => false,
        Op::Comprehension(inner) => {
            bound.extend(inner.clauses.iter().flat_map(Clause::places));
            true
        }
        _ => true,
    })
}

/// Whether a number is joined like a condition with what is none either.
fn are_amounts(parts: &[ast::Expr]) -> bool {
    let is_number = |part: &ast::Expr| matches!(part.node, Node::Int(_) | Node::Range(..));
    let may_be =
        |part: &ast::Expr| is_number(part) || matches!(part.node, Node::Name(_) | Node::Arith(..));
    parts.iter().any(is_number) && parts.iter().all(may_be)
}

/// What `k == 1 or 3` compares with all of its numbers, and these.
fn one_of(parts: &[ast::Expr]) -> Option<(Span, String)> {
    let (first, rest) = parts.split_first()?;
    let Node::Compare(value, compared) = &first.node else {
        return None;
    };
    let [(CompareOp::Eq, number)] = &**compared else {
        return None;
    };
    let first = alternatives(std::slice::from_ref(number))?;
    let rest = alternatives(rest).filter(|rest| !rest.is_empty())?;
    Some((value.span, format!("{first}, {rest}")))
}

/// Numbers that are joined like conditions, as they are listed.
fn alternatives(parts: &[ast::Expr]) -> Option<String> {
    let numbers = parts.iter().map(|part| match &part.node {
        Node::Int(number) => Some(number.to_string()),
        Node::Name(name) => number_of(name).map(|number| number.to_string()),
        _ => None,
    });
    Some(numbers.collect::<Option<Vec<String>>>()?.join(", "))
}
