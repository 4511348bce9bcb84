//! Constants, tables and functions: what a `let` stands for.

use std::sync::{Arc, OnceLock};

use super::book::{Book, Definition, LetState, Made};
use super::check::Scope;
use super::errors::{self, Checked, Reported};
use super::owner::{NameMeaning, Owner};
use super::recursion::{Calls, MOST_PASSES, Shown, Version};
use crate::expr::code::Enclosing;
use crate::expr::compile::compile;
use crate::expr::fault::FaultKind;
use crate::expr::kind::Kind;
use crate::expr::machine::{Host, Machine, Wanted};
use crate::expr::position::Game;
use crate::expr::tree::{Expr, Frame, Function, Op};
use crate::expr::value::Value;
use crate::syntax::ast;
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::Span;
use crate::text::words::none_or_more;
use crate::work::budget::{Budget, STEPS_PER_SECOND};
use crate::work::stack::with_room;

/// How many definitions may be nested in each other.
pub(super) const MAX_NESTING: u32 = 10_000;

/// For how many kinds of arguments functions are worked out, with the kinds of their elements.
const MAX_KINDS: usize = 500_000;

/// How many errors are kept of a function that cannot be used.
const MOST_REASONS: usize = 3;

/// How much work a part of an expression may take to be worked out beforehand; more is left for later.
const FOLDING_EFFORT: u64 = STEPS_PER_SECOND / 5;

/// How much memory a part of an expression may take to be worked out beforehand.
const FOLDING_MEMORY: u64 = 64 << 20;

/// A function that is called.
pub(super) enum Callee {
    Done(Arc<Function>),
    /// One that is being worked out, with the kind of what it gives, as far as that is known.
    Around(Arc<Enclosing>, Kind),
}

impl Book {
    /// Counts a level of nesting for the time of `work`.
    pub(super) fn nested<T>(
        &mut self,
        span: Span,
        work: impl FnOnce(&mut Book) -> Checked<T>,
    ) -> Checked<T> {
        if self.depth >= MAX_NESTING {
            return self.fail(too_deep(span, "definitions need each other here"));
        }
        self.depth += 1;
        let result = with_room(|| work(self));
        self.depth -= 1;
        result
    }

    /// What a `let` stands for: one of the game of `owner`, or of the file.
    pub(super) fn let_value(
        &mut self,
        owner: Option<&Owner>,
        number: u32,
        span: Span,
    ) -> Checked<NameMeaning> {
        let item = self.let_item(owner, number)?;
        let name = &item.name.name;
        if item.params.is_some() {
            return self.fail(
                Diagnostic::error("wrong_arity", format!("`{name}` is a function"))
                    .label(span, "called without arguments")
                    .help(format!("call it: `{name}(…)`")),
            );
        }
        let known = match owner {
            Some(owner) => owner.known(number),
            None => self.known.get(&number).cloned(),
        };
        let known = match known {
            Some(LetState::Busy) => return self.fail(cycle(&item.name, span)),
            Some(known) => known,
            None => {
                self.know(owner, number, LetState::Busy);
                let known = self
                    .worked_out(owner, &item, span)
                    .unwrap_or(LetState::Failed);
                self.know(owner, number, known.clone());
                known
            }
        };
        match known {
            LetState::Constant(value, kind) => Ok(NameMeaning::Constant(value, kind)),
            LetState::Late(expr, _) => Ok(NameMeaning::Late(number, expr.kind.clone())),
            LetState::Failed | LetState::Busy => Err(Reported),
        }
    }

    /// The game that a `let` of the file names.
    pub(super) fn late_value(&self, number: u32) -> Option<Value> {
        match self.known.get(&number)? {
            LetState::Late(expr, _) => expr.constant().cloned(),
            LetState::Constant(value, _) => Some(value.clone()),
            LetState::Busy | LetState::Failed => None,
        }
    }

    fn let_item(&mut self, owner: Option<&Owner>, number: u32) -> Checked<Arc<ast::LetItem>> {
        match (owner, self.definitions.get(number)) {
            (Some(owner), _) => {
                let item = owner.lets.get(number as usize).ok_or(Reported)?;
                owner.mark_used(&item.name.name);
                Ok(Arc::clone(item))
            }
            (None, Some(Definition::Let(item))) => {
                self.used.insert(number);
                Ok(Arc::clone(item))
            }
            (None, _) => Err(Reported),
        }
    }

    fn know(&mut self, owner: Option<&Owner>, number: u32, known: LetState) {
        match owner {
            Some(owner) => owner.know(number, known),
            None => {
                self.known.insert(number, known);
            }
        }
    }

    fn worked_out(
        &mut self,
        owner: Option<&Owner>,
        item: &ast::LetItem,
        span: Span,
    ) -> Checked<LetState> {
        let outside = self.functions.recursion.outside();
        let checked = self.nested(span, |book| {
            let mut scope = Scope::new(book, owner);
            let expr = scope.expr(&item.value)?;
            Ok((expr, scope.late, scope.frame))
        });
        // What a function needs that is being worked out cannot itself need the function.
        let is_circle = self.functions.recursion.calls_open(&outside);
        let (expr, is_late, frame) = checked?;
        if is_circle {
            return self.fail(cycle(&item.name, span));
        }
        if is_late {
            let _: Checked<()> = self.make_room(expr.size() as u64 * Expr::BYTES);
            return Ok(LetState::Late(Arc::new(expr), frame));
        }
        let value = self.constant(&expr, frame);
        let value = value.or_else(|diagnostic| self.fail(diagnostic))?;
        Ok(LetState::Constant(value, expr.kind))
    }

    /// A function for these arguments: one of the game of `owner`, or of the file.
    pub(super) fn function(
        &mut self,
        owner: Option<&Owner>,
        number: u32,
        args: &[Expr],
        span: Span,
    ) -> Checked<Callee> {
        let item = self.let_item(owner, number)?;
        let name = &item.name.name;
        let Some(params) = &item.params else {
            return self.fail(errors::not_a_function(name, span));
        };
        if params.len() != args.len() {
            let wanted = none_or_more(params.len(), "argument");
            return self.fail(
                errors::wrong_arity(name, &wanted, args.len(), span)
                    .label(item.name.span, "defined here"),
            );
        }
        let kinds: Vec<Kind> = args.iter().map(|arg| arg.kind.clone()).collect();
        let version = ((owner.map(|owner| owner.id), item.name.span), kinds);
        if let Some(known) = self.functions.made_of(&version).cloned() {
            return self.again(known);
        }
        for _ in 0..MOST_PASSES {
            if self.functions.kinds >= MAX_KINDS {
                let message = "functions are called with too many kinds of arguments";
                let error = Diagnostic::error("too_many", message).label(span, "called here");
                let help = "call them with values of fewer kinds, or of simpler ones";
                return self.fail(error.help(help));
            }
            self.functions.kinds += version.1.iter().map(Kind::size).sum::<usize>();
            let before = self.complaints.clone();
            if let Some(function) = self.pass(owner, &item, &version, span)? {
                return Ok(Callee::Done(function));
            }
            let _ = self.complaints.take_back(&before);
        }
        let error = errors::other_kind(format!("what `{name}` gives is of no one kind"))
            .label(span, "each call gives another one")
            .label(item.name.span, "defined here");
        self.function_fails(&version, error)
    }

    /// Complains about a function that cannot be used for some arguments.
    fn function_fails<T>(&mut self, version: &Version, error: Diagnostic) -> Checked<T> {
        let failed = Made::Failed(vec![Arc::new(error.clone())]);
        self.functions.set(version, failed);
        self.fail(error)
    }

    /// Works out a function once; nothing: what its own calls give was not known.
    fn pass(
        &mut self,
        owner: Option<&Owner>,
        item: &ast::LetItem,
        version: &Version,
        span: Span,
    ) -> Checked<Option<Arc<Function>>> {
        let name = &item.name.name;
        let met = self.met.len();
        let level = self.functions.recursion.level();
        let outside = self.functions.recursion.enter(name, version);
        self.functions.set(version, Made::Busy(level));
        let result = self.nested(span, |book| {
            let mut scope = Scope::new(book, owner);
            let params = item.params.as_deref().unwrap_or_default();
            let places = scope.bind_all(params, &version.1)?;
            let body = scope.expr(&item.value)?;
            Ok((places, body, scope.frame, scope.depth))
        });
        let kind = result.as_ref().ok().map(|(_, body, ..)| &body.kind);
        let (shown, inner) = self.functions.recursion.leave(version, kind, outside);
        for inner in &inner {
            self.functions.forget(inner);
        }
        let Ok((places, body, frame, depth)) = result else {
            let why = self.met.iter().skip(met).take(MOST_REASONS);
            let failed = Made::Failed(why.cloned().collect());
            self.functions.set(version, failed);
            return Err(Reported);
        };
        let (own, calls) = match shown {
            Shown::Done(Some(_))
                if body.kind == Kind::Unknown && !version.1.contains(&body.kind) =>
            {
                let error = gives_nothing(&item.name, &body, span);
                return self.function_fails(version, error);
            }
            Shown::Done(own) => (own, Calls::Itself),
            Shown::Inner(own, calls) => {
                self.functions.recursion.provisional.push(version.clone());
                (Some(own), calls)
            }
            Shown::Again => {
                self.functions.forget(version);
                return Ok(None);
            }
        };
        let function = Arc::new(Function {
            name: name.clone(),
            params: places,
            frame,
            late: uses_queries(&body),
            extent: (body.height(), body.size()),
            body,
            recurs: own.is_some() && calls == Calls::Itself,
            own,
            depth: depth + 1,
            routine: OnceLock::new(),
        });
        let done = Made::Done(Arc::clone(&function));
        let _: Checked<()> = self.make_room(done.bytes());
        self.functions.set(version, done);
        Ok(Some(function))
    }

    /// A function that was made before, or is being made, or what was wrong with it.
    fn again(&mut self, made: Made) -> Checked<Callee> {
        match made {
            Made::Done(function) => return Ok(Callee::Done(function)),
            Made::Busy(level) => {
                let (own, kind) = self.functions.recursion.call(level).ok_or(Reported)?;
                return Ok(Callee::Around(own, kind));
            }
            // Said again: what was said may have been taken back since.
            Made::Failed(why) => {
                for diagnostic in why {
                    self.complain(diagnostic.as_ref().clone());
                }
            }
        }
        Err(Reported)
    }

    pub(super) fn constant(&mut self, expr: &Expr, frame: Frame) -> Result<Value, Diagnostic> {
        if let Some(value) = expr.constant() {
            return Ok(value.clone());
        }
        let budget = self.left();
        let value = self.run_constant(expr, frame, budget).map_err(|fault| {
            let is_limit = fault.kind.end().is_some();
            let by_zero = matches!(fault.kind, FaultKind::DivisionByZero);
            let error = errors::fault(fault);
            if is_limit {
                self.end_with(error.clone());
            }
            // A constant has no names that a condition could exclude.
            if by_zero {
                error.help("`/` and `%` need a divisor other than 0")
            } else {
                error
            }
        })?;
        // What it took was asked for while it was made.
        let _: Checked<()> = self.make_room(value.own_bytes());
        Ok(value)
    }

    /// The value of an expression whose parts are constant, where that is quick; what does not stay within the limits of
    /// folding is left for the time when it is needed.
    pub(super) fn try_fold(
        &mut self,
        expr: &Expr,
        frame: Frame,
    ) -> Result<Option<Value>, Diagnostic> {
        let left = self.left();
        let kept = left.keep(left.memory().saturating_sub(FOLDING_MEMORY));
        let folded = self.run_constant(expr, frame, left.within(FOLDING_EFFORT));
        drop(kept);
        match folded {
            Ok(value) => {
                let parts = expr.children().into_iter().filter_map(Expr::constant);
                // What the value shares with its parts is counted already.
                self.fold(value.own_bytes(), parts.map(Value::own_bytes).sum());
                Ok(Some(value))
            }
            Err(fault) => match (&fault.kind, &expr.op) {
                // A pile that does not fit its game is wrong wherever it stands.
                (FaultKind::Pile(_) | FaultKind::MixedMisere, Op::Position(..) | Op::Join(_)) => {
                    Err(errors::fault(fault))
                }
                // Anything else may stand in a branch that is never taken.
                _ => Ok(None),
            },
        }
    }

    fn run_constant(
        &mut self,
        expr: &Expr,
        frame: Frame,
        budget: Budget,
    ) -> Result<Value, crate::expr::fault::Fault> {
        let code = compile(expr, frame);
        let mut machine = Machine::new(budget);
        machine.eval(&code, &mut BookHost { book: self })
    }
}

/// Runs code that asks no queries but may make games.
struct BookHost<'b> {
    book: &'b mut Book,
}

impl Host for BookHost<'_> {
    fn instantiate(&mut self, wanted: Wanted<'_>, _: &Budget) -> Result<Arc<Game>, FaultKind> {
        Ok(self.book.instance_for(wanted)?)
    }
}

/// Whether running the expression needs queries, positions or games.
fn uses_queries(expr: &Expr) -> bool {
    expr.nodes().any(|expr| match &expr.op {
        Op::Ask(..) | Op::Global(_) | Op::Position(..) | Op::Instantiate { .. } | Op::Join(_) => {
            true
        }
        Op::Const(Value::Position(_) | Value::Game(_)) => true,
        Op::Function(function, _) | Op::Closure(function, _) => function.late,
        _ => false,
    })
}

/// The complaint that more definitions or calls than [`MAX_NESTING`] are nested.
pub(super) fn too_deep(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("too_deep", "these definitions are nested too deeply")
        .label(span, format!("more than {MAX_NESTING} {what}"))
        .help("use fewer steps")
}

/// The complaint that a function leads to nothing but calls of itself.
fn gives_nothing(name: &ast::Ident, body: &Expr, span: Span) -> Diagnostic {
    let name_text = &name.name;
    let mut chain = vec![name_text.as_str()];
    with_room(|| calls_back(body, &mut chain));
    let chain = chain.join(" → ");
    let message = format!("`{name_text}` gives no value: every call leads to another one: {chain}");
    let error = Diagnostic::error("endless_call", message).mistake(Mistake::Name);
    let error = match span == name.span {
        true => error,
        false => error.label(span, "called here"),
    };
    error
        .label(name.span, "defined here")
        .help("a function that calls itself needs an `if` whose other branch calls it no more")
}

/// Goes on with a chain of calls to where it comes back to its first function; whether it does.
fn calls_back<'e>(expr: &'e Expr, chain: &mut Vec<&'e str>) -> bool {
    let length = chain.len();
    let is_found = match &expr.op {
        Op::Recur(function, _) => {
            chain.push(&function.name);
            chain.first() == chain.last()
        }
        Op::Function(function, _) => {
            chain.push(&function.name);
            calls_back(&function.body, chain)
        }
        _ => false,
    };
    if !is_found {
        chain.truncate(length);
    }
    is_found || expr.children().into_iter().any(|it| calls_back(it, chain))
}

fn cycle(name: &ast::Ident, span: Span) -> Diagnostic {
    Diagnostic::error("let_cycle", format!("`{}` is defined by itself", name.name))
        .mistake(Mistake::Name)
        .label(span, "needs its own value")
        .label(name.span, "defined here")
        .help("a value cannot need itself; a function may call itself, and a game recurs through its moves")
}
