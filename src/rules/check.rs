//! Expressions checked: names looked up, kinds compared, constants worked out.

use std::sync::Arc;

use super::book::{Book, Definition};
use super::bounds::{self, Falling};
use super::data::NoColumn;
use super::errors;
use super::instance::Owner;
use super::lets::Found;
use super::query::Query;
use crate::diagnostic::Diagnostic;
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::tree::{Clause, Comprehension, Expr, Frame, Op, Place, Target};
use crate::expr::value::Value;
use crate::source::Span;
use crate::syntax::ast::{self, ArithOp, BinderSource, CompareOp, Ident, Listing, Node, Pattern};

/// An error that is in the book's complaints already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reported;

pub(super) type Checked<T> = Result<T, Reported>;

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
    /// Names, the innermost last.
    pub(super) locals: Vec<Local>,
    /// The registers handed out so far.
    pub(super) frame: Frame,
    /// Whether queries may be asked.
    pub(super) queries: bool,
    /// Whether positions may be written.
    pub(super) positions: bool,
    /// Set when a query, a position or a game was met.
    pub(super) late: bool,
    /// How many calls of functions are nested at most.
    pub(super) depth: u32,
}

/// The words that call a data file.
const DATA: [&str; 2] = ["column", "rows"];

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
        self.book.complain(diagnostic);
        Err(Reported)
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
        let mut names: Vec<String> = self.locals.iter().map(|local| local.name.clone()).collect();
        if let Some(owner) = self.owner {
            names.extend(owner.names());
        }
        names.extend(
            self.book
                .definitions
                .iter()
                .map(|definition| definition.name().name.clone()),
        );
        names.extend(["true", "false", "first", "second"].map(str::to_owned));
        names
    }

    /// The expression, with constants worked out.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        let checked = self.unfolded(expr)?;
        self.fold(checked)
    }

    /// An expression whose outermost part is not worked out.
    pub(super) fn unfolded_claim(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        self.unfolded(expr)
    }

    /// An expression of a certain kind.
    pub(super) fn of_kind(&mut self, expr: &ast::Expr, kind: &Kind, wanted: &str) -> Checked<Expr> {
        let checked = self.expr(expr)?;
        self.expect_kind(&checked, kind, wanted)?;
        Ok(checked)
    }

    fn expect_kind(&mut self, expr: &Expr, kind: &Kind, wanted: &str) -> Checked<()> {
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
        if checked.kind.fits(&Kind::Bool) {
            return Ok(checked);
        }
        let error = errors::wrong_kind("a condition", &checked.kind, checked.span);
        self.fail(
            error.help("a condition is true or false: compare it with something, as in `… == 3`"),
        )
    }

    fn exprs(&mut self, exprs: &[ast::Expr]) -> Checked<Vec<Expr>> {
        // All of them, so that each complains of its own mistakes.
        let checked: Vec<Checked<Expr>> = exprs.iter().map(|expr| self.expr(expr)).collect();
        checked.into_iter().collect()
    }

    fn unfolded(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        let span = expr.span;
        let constant = |value, kind| Ok(Expr::new(Op::Const(value), kind, span));
        match &expr.node {
            Node::Int(n) => constant(Value::Int(*n), Kind::Int),
            Node::Bool(truth) => constant(Value::Bool(*truth), Kind::Bool),
            Node::Outcome(first) => constant(Value::Outcome(*first), Kind::Outcome),
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
            Node::And(parts) | Node::Or(parts) => {
                let checked: Vec<Checked<Expr>> = parts.iter().map(|part| self.truth(part)).collect();
                let parts = checked.into_iter().collect::<Checked<Vec<Expr>>>()?;
                let op = if matches!(expr.node, Node::And(_)) {
                    Op::And(parts)
                } else {
                    Op::Or(parts)
                };
                Ok(Expr::new(op, Kind::Bool, span))
            }
            Node::If(branches, last) => self.choice(branches, last, span),
            Node::Range(lo, hi) => match (lo, hi) {
                (Some(lo), Some(hi)) => {
                    let (lo, hi) = (self.int(lo), self.int(hi));
                    Ok(Expr::new(
                        Op::Range(Box::new(lo?), Some(Box::new(hi?))),
                        Kind::Int.list(),
                        span,
                    ))
                }
                _ => self.fail(
                    Diagnostic::error("open_range", "an open range is not a list")
                        .label(span, "this range has no end")
                        .help(
                            "an open range may stand after `in`, in a slice and after `take`; give it both ends here",
                        ),
                ),
            },
            Node::Call(name, args) => self.call(name, args, span),
            Node::Bracket(base, listing) => self.bracket(base, listing, span),
            Node::List(listing) => self.listing(listing, span),
            Node::Tuple(parts) => {
                let parts = self.exprs(parts)?;
                let kind = Kind::Tuple(parts.iter().map(|part| part.kind.clone()).collect());
                Ok(Expr::new(Op::Tuple(parts), kind, span))
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Checked<Expr> {
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
                let found = self.book.owner_let(owner, number, span)?;
                return self.found(found, name, span);
            }
        }
        match self.book.definition(name) {
            Some((number, Definition::Let(item))) => {
                if item.params.is_some() {
                    return self.fail(
                        Diagnostic::error("wrong_arity", format!("`{name}` is a function"))
                            .label(span, "called without arguments")
                            .help(format!("call it: `{name}(…)`")),
                    );
                }
                let found = self.book.file_let(number, span)?;
                self.found(found, name, span)
            }
            Some((number, Definition::Game(_))) => self.game(number, Vec::new(), span),
            None => {
                if let Some(query) = Query::by_name(name) {
                    return self.fail(
                        Diagnostic::error(
                            "unknown_name",
                            format!("`{name}` is a query and needs its arguments"),
                        )
                        .label(span, "not a value")
                        .help(query.usage()),
                    );
                }
                if let Some(builtin) = Builtin::by_name(name) {
                    return self.fail(
                        Diagnostic::error(
                            "unknown_name",
                            format!("`{name}` is a function and needs its arguments"),
                        )
                        .label(span, "not a value")
                        .help(builtin.usage()),
                    );
                }
                let known = self.known_names();
                self.fail(errors::unknown_name(
                    name,
                    span,
                    known.iter().map(String::as_str),
                ))
            }
        }
    }

    fn found(&mut self, found: Found, name: &str, span: Span) -> Checked<Expr> {
        match found {
            Found::Constant(value, kind) => Ok(Expr::new(Op::Const(value), kind, span)),
            Found::Late(number, kind) => {
                if !self.queries {
                    return self.fail(errors::query_in_rule(
                        &format!("`{name}`, which holds positions or queries"),
                        span,
                    ));
                }
                self.late = true;
                Ok(Expr::new(Op::Global(number), kind, span))
            }
        }
    }

    /// A game with arguments, as a value.
    fn game(&mut self, number: u32, args: Vec<Expr>, span: Span) -> Checked<Expr> {
        if !self.positions {
            let name = self.book.sources.slice(span).to_owned();
            return self.fail(errors::game_in_rule(&format!("the game `{name}`"), span));
        }
        self.late = true;
        let constants: Option<Vec<Value>> =
            args.iter().map(|arg| arg.constant().cloned()).collect();
        let Some(values) = constants else {
            self.book.check_arity(number, args.len(), span)?;
            let op = Op::Instantiate {
                definition: number,
                args,
            };
            self.book.used.insert(number);
            return Ok(Expr::new(op, Kind::Game, span));
        };
        let misere = self.owner.is_some_and(|owner| owner.misere);
        match self.book.instance_for(number, misere, &values, span) {
            Ok(header) => Ok(Expr::new(Op::Const(Value::Game(header)), Kind::Game, span)),
            Err(diagnostic) => self.fail(diagnostic),
        }
    }

    fn arith(
        &mut self,
        first: &ast::Expr,
        rest: &[(ArithOp, ast::Expr)],
        span: Span,
    ) -> Checked<Expr> {
        let first = self.expr(first);
        let others: Vec<Checked<Expr>> =
            rest.iter().map(|(_, operand)| self.expr(operand)).collect();
        let first = first?;
        let others = others.into_iter().collect::<Checked<Vec<Expr>>>()?;
        if first.kind == Kind::Position {
            for ((op, _), operand) in rest.iter().zip(&others) {
                if *op != ArithOp::Add || operand.kind != Kind::Position {
                    return self.fail(
                        errors::wrong_kind("a position", &operand.kind, operand.span)
                            .help("positions can be added with `+`, and only to positions"),
                    );
                }
            }
            let parts = std::iter::once(first).chain(others).collect();
            return Ok(Expr::new(Op::Join(parts), Kind::Position, span));
        }
        for operand in std::iter::once(&first).chain(&others) {
            if operand.kind != Kind::Int {
                let mut error = errors::wrong_kind("an integer", &operand.kind, operand.span);
                if matches!(operand.kind, Kind::List(_)) {
                    error = error.help("lists are joined with `++`");
                }
                return self.fail(error);
            }
        }
        let rest = rest.iter().map(|(op, _)| *op).zip(others).collect();
        Ok(Expr::new(Op::Arith(Box::new(first), rest), Kind::Int, span))
    }

    fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(CompareOp, ast::Expr)],
        span: Span,
    ) -> Checked<Expr> {
        let first = self.expr(first);
        let mut others = Vec::new();
        for (op, operand) in rest {
            let is_in = matches!(op, CompareOp::In | CompareOp::NotIn);
            let checked = match &operand.node {
                // The one place but binders and amounts where an open range may stand.
                Node::Range(lo, hi) if is_in => {
                    self.range(lo.as_deref(), hi.as_deref(), operand.span)
                }
                _ => self.expr(operand),
            };
            others.push((*op, checked));
        }
        let first = first?;
        let mut checked = Vec::new();
        for (op, operand) in others {
            checked.push((op, operand?));
        }
        let mut left = &first;
        for (op, right) in &checked {
            let error = match op {
                CompareOp::In | CompareOp::NotIn => match &right.kind {
                    Kind::List(element) if left.kind.fits(element) => None,
                    Kind::List(element) => Some(errors::wrong_kind(
                        &element.to_string(),
                        &left.kind,
                        left.span,
                    )),
                    other => Some(errors::wrong_kind("a list or range", other, right.span)),
                },
                CompareOp::Eq | CompareOp::Ne if left.kind.fits(&right.kind) => None,
                CompareOp::Eq | CompareOp::Ne => {
                    let error =
                        Diagnostic::error("wrong_kind", "only values of one kind can be compared")
                            .label(left.span, format!("this is {}", left.kind))
                            .label(right.span, format!("this is {}", right.kind));
                    Some(match (&left.kind, &right.kind) {
                        (Kind::Position, Kind::Int) => {
                            let text = self.book.sources.slice(left.span);
                            error.help(format!("its Grundy value is `grundy({text})`"))
                        }
                        (Kind::Position, Kind::Outcome) => {
                            let text = self.book.sources.slice(left.span);
                            error.help(format!("who wins is `winner({text})`"))
                        }
                        (Kind::Outcome, Kind::Str) => {
                            error.help("`first` and `second` are written without quotes")
                        }
                        _ => error,
                    })
                }
                _ if left.kind != Kind::Int => {
                    Some(errors::wrong_kind("an integer", &left.kind, left.span))
                }
                _ if right.kind != Kind::Int => {
                    Some(errors::wrong_kind("an integer", &right.kind, right.span))
                }
                _ => None,
            };
            if let Some(error) = error {
                return self.fail(error);
            }
            left = right;
        }
        Ok(Expr::new(
            Op::Compare(Box::new(first), checked),
            Kind::Bool,
            span,
        ))
    }

    /// A range that may be open at its upper end.
    pub(super) fn range(
        &mut self,
        lo: Option<&ast::Expr>,
        hi: Option<&ast::Expr>,
        span: Span,
    ) -> Checked<Expr> {
        let Some(lo) = lo else {
            return self.fail(
                Diagnostic::error("open_range", "a range needs its first number")
                    .label(span, "from where?")
                    .help("write `0..5` or `1..5`"),
            );
        };
        let lo = self.int(lo);
        let hi = hi.map(|hi| self.int(hi)).transpose();
        Ok(Expr::new(
            Op::Range(Box::new(lo?), hi?.map(Box::new)),
            Kind::Int.list(),
            span,
        ))
    }

    fn choice(
        &mut self,
        branches: &[(ast::Expr, ast::Expr)],
        last: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let mut checked = Vec::new();
        for (condition, value) in branches {
            let (condition, value) = (self.truth(condition), self.expr(value));
            checked.push((condition, value));
        }
        let last = self.expr(last)?;
        let mut kind = last.kind.clone();
        let mut whole = Vec::new();
        for (condition, value) in checked {
            let value = value?;
            kind = match kind.unify(&value.kind) {
                Some(kind) => kind,
                None => {
                    let error = Diagnostic::error(
                        "wrong_kind",
                        "the branches of an `if` must be of one kind",
                    )
                    .label(value.span, format!("this is {}", value.kind))
                    .label(last.span, format!("this is {}", last.kind));
                    return self.fail(error);
                }
            };
            whole.push((condition?, value));
        }
        Ok(Expr::new(Op::If(whole, Box::new(last)), kind, span))
    }

    fn call(&mut self, name: &Ident, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let word = name.name.as_str();
        if word == "misere" {
            return self.misere(args, span);
        }
        if DATA.contains(&word) {
            return self.data(word, args, span);
        }
        if let Some(builtin) = Builtin::by_name(word) {
            let args = self.exprs(args)?;
            let kinds: Vec<Kind> = args.iter().map(|arg| arg.kind.clone()).collect();
            return match builtin.result(&kinds) {
                Ok(kind) => Ok(Expr::new(Op::Call(builtin, args), kind, span)),
                Err(usage) => self.fail(errors::wrong_arguments(word, &usage, &kinds, span)),
            };
        }
        if let Some(query) = Query::by_name(word) {
            if !self.queries {
                return self.fail(errors::query_in_rule(&format!("the query `{word}`"), span));
            }
            let args = self.exprs(args)?;
            let kinds: Vec<Kind> = args.iter().map(|arg| arg.kind.clone()).collect();
            self.late = true;
            return match query.result(&kinds) {
                Some(kind) => Ok(Expr::new(Op::Ask(query.number(), args), kind, span)),
                None => self.fail(errors::wrong_arguments(word, query.usage(), &kinds, span)),
            };
        }
        if self.locals.iter().any(|local| local.name == word)
            || self.owner.is_some_and(|owner| owner.has_param(word))
        {
            return self.fail(
                Diagnostic::error(
                    "not_a_function",
                    format!("`{word}` is a value, not a function"),
                )
                .label(name.span, "cannot be called"),
            );
        }
        if let Some(owner) = self.owner
            && let Some(number) = owner.let_number(word)
        {
            let args = self.exprs(args)?;
            let (function, kind, late) = self.book.owner_function(owner, number, &args, span)?;
            return self.apply(function, kind, late, args, span);
        }
        match self.book.definition(word) {
            Some((number, Definition::Let(_))) => {
                let args = self.exprs(args)?;
                let (function, kind, late) = self.book.file_function(number, &args, span)?;
                self.apply(function, kind, late, args, span)
            }
            Some((number, Definition::Game(_))) => {
                let args = self.exprs(args)?;
                self.game(number, args, span)
            }
            None => {
                let mut known = self.known_names();
                known.extend(
                    Builtin::ALL
                        .iter()
                        .map(|builtin| builtin.name().to_string()),
                );
                known.extend(Query::ALL.iter().map(|query| query.name().to_string()));
                self.fail(errors::unknown_call(
                    word,
                    name.span,
                    known.iter().map(String::as_str),
                ))
            }
        }
    }

    fn apply(
        &mut self,
        function: Arc<crate::expr::tree::Function>,
        kind: Kind,
        late: bool,
        args: Vec<Expr>,
        span: Span,
    ) -> Checked<Expr> {
        if late {
            if !self.queries {
                return self.fail(errors::query_in_rule(
                    &format!("`{}`, which holds positions or queries", function.name),
                    span,
                ));
            }
            self.late = true;
        }
        self.depth = self.depth.max(function.depth);
        Ok(Expr::new(Op::Function(function, args), kind, span))
    }

    fn misere(&mut self, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let [arg] = args else {
            return self.fail(errors::wrong_arity("misere", "one game", args.len(), span));
        };
        let game = self.of_kind(arg, &Kind::Game, "a game")?;
        match game.constant() {
            Some(Value::Game(header)) => {
                let id = header.id;
                match self.book.misere_of(id, span) {
                    Ok(header) => Ok(Expr::new(Op::Const(Value::Game(header)), Kind::Game, span)),
                    Err(diagnostic) => self.fail(diagnostic),
                }
            }
            _ => self.fail(
                Diagnostic::error(
                    "dynamic_misere",
                    "the game in `misere(…)` must be known beforehand",
                )
                .label(game.span, "its arguments vary")
                .help("write a game with the statement `misere`"),
            ),
        }
    }

    fn data(&mut self, word: &str, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let mut names = Vec::new();
        for arg in args {
            match &arg.node {
                Node::Str(text) => names.push((text.clone(), arg.span)),
                _ => {
                    return self.fail(
                        Diagnostic::error(
                            "wrong_arguments",
                            format!("`{word}` takes quoted names"),
                        )
                        .label(arg.span, "not a quoted name")
                        .help("as in `column(\"limits.csv\", \"low\")` or `rows(\"pairs.csv\")`"),
                    );
                }
            }
        }
        let (path, place, result) = match (word, names.as_slice()) {
            ("column", [(path, place), (name, name_place)]) => {
                match self.book.data_file(path, *place) {
                    Ok(bytes) => (
                        path,
                        *place,
                        match super::data::column(&bytes, name) {
                            Ok(value) => Ok((value, Kind::Int.list())),
                            Err(NoColumn::File(why)) => Err(why),
                            Err(NoColumn::Unknown(known)) => {
                                let error = errors::unknown_column(path, name, *name_place, &known);
                                return self.fail(error);
                            }
                        },
                    ),
                    Err(diagnostic) => return self.fail(diagnostic),
                }
            }
            ("rows", [(path, place)]) => match self.book.data_file(path, *place) {
                Ok(bytes) => (path, *place, super::data::rows(&bytes)),
                Err(diagnostic) => return self.fail(diagnostic),
            },
            _ => {
                let wanted = if word == "column" {
                    "a file and a column"
                } else {
                    "a file"
                };
                return self.fail(errors::wrong_arity(word, wanted, args.len(), span));
            }
        };
        match result {
            Ok((value, kind)) => Ok(Expr::new(Op::Const(value), kind, span)),
            Err(why) => self.fail(
                Diagnostic::error("bad_table", format!("cannot use the table `{path}`: {why}"))
                    .label(place, "read here")
                    .help("a table is a CSV file with a line of column names and then integers"),
            ),
        }
    }

    fn bracket(&mut self, base: &ast::Expr, listing: &Listing, span: Span) -> Checked<Expr> {
        if !self.positions && self.names_game(base) {
            return self.fail(errors::game_in_rule("a position", span));
        }
        let base_expr = self.expr(base)?;
        match &base_expr.kind {
            Kind::Game => self.position(base_expr, listing, span),
            Kind::List(element) => {
                let element = element.as_ref().clone();
                let Listing::Items(items) = listing else {
                    return self.fail(one_index(span));
                };
                let [index] = items.as_slice() else {
                    return self.fail(one_index(span));
                };
                if let Node::Range(lo, hi) = &index.node {
                    let lo = lo.as_deref().map(|lo| self.int(lo)).transpose();
                    let hi = hi.as_deref().map(|hi| self.int(hi)).transpose();
                    let kind = base_expr.kind.clone();
                    let op = Op::Slice(Box::new(base_expr), lo?.map(Box::new), hi?.map(Box::new));
                    return Ok(Expr::new(op, kind, span));
                }
                let index = self.int(index)?;
                Ok(Expr::new(
                    Op::Index(Box::new(base_expr), Box::new(index)),
                    element,
                    span,
                ))
            }
            Kind::Tuple(parts) => {
                let parts = parts.clone();
                let Listing::Items(items) = listing else {
                    return self.fail(one_index(span));
                };
                let [index] = items.as_slice() else {
                    return self.fail(one_index(span));
                };
                let index = self.int(index)?;
                let place = match index.constant() {
                    Some(Value::Int(n)) => usize::try_from(*n).ok(),
                    _ => {
                        return self.fail(
                            Diagnostic::error(
                                "tuple_index",
                                "the place in a tuple must be a constant",
                            )
                            .label(index.span, "this varies")
                            .help("take the tuple apart with `for (a, b) in …`, or use a list"),
                        );
                    }
                };
                match place.and_then(|place| Some((place, parts.get(place)?.clone()))) {
                    Some((place, kind)) => {
                        Ok(Expr::new(Op::Field(Box::new(base_expr), place), kind, span))
                    }
                    None => self.fail(
                        Diagnostic::error(
                            "tuple_index",
                            format!(
                                "a tuple of {} has the places 0 to {}",
                                parts.len(),
                                parts.len() - 1
                            ),
                        )
                        .label(index.span, "outside the tuple"),
                    ),
                }
            }
            Kind::Unknown => self.fail(
                Diagnostic::error("index_out_of_range", "an empty list has no elements")
                    .label(span, "indexed here"),
            ),
            other => {
                let error = errors::wrong_kind("a list or a game", other, base_expr.span);
                self.fail(error)
            }
        }
    }

    /// Whether an expression is a game by its name, with or without arguments.
    fn names_game(&self, expr: &ast::Expr) -> bool {
        let name = match &expr.node {
            Node::Name(name) => name,
            Node::Call(name, _) => &name.name,
            _ => return false,
        };
        !self.inner(name)
            && self
                .owner
                .is_none_or(|owner| owner.let_number(name).is_none())
            && matches!(self.book.definition(name), Some((_, Definition::Game(_))))
    }

    /// Piles under a game.
    fn position(&mut self, game: Expr, listing: &Listing, span: Span) -> Checked<Expr> {
        if !self.positions {
            return self.fail(errors::game_in_rule("a position", span));
        }
        self.late = true;
        let (pile, words, label) = match (&game.op, game.constant()) {
            (_, Some(Value::Game(header))) => (
                header.shape.kind(),
                header.shape.in_words(),
                header.label.clone(),
            ),
            (Op::Instantiate { definition, .. }, _) => self.book.declared_pile(*definition),
            // A game chosen by `if` or bound by a comprehension: its piles are checked when they are known.
            _ => (Kind::Unknown, String::new(), String::new()),
        };
        let list = self.listing(listing, span)?;
        let list = match &list.op {
            Op::Elements(items) => {
                let mut wrong = None;
                for item in items {
                    let fits = match &item.op {
                        Op::Range(..) => pile.fits(&Kind::Int) || item.kind.fits(&pile),
                        _ => item.kind.fits(&pile),
                    };
                    if !fits && wrong.is_none() {
                        wrong = Some((item.kind.clone(), item.span, items.len()));
                    }
                }
                if let Some((kind, place, count)) = wrong {
                    let inside = self.book.sources.slice(span);
                    let inside = inside
                        .split_once('[')
                        .map_or("…", |(_, rest)| rest.trim_end_matches(']'));
                    let error =
                        Diagnostic::error("bad_pile", format!("a pile of `{label}` is {words}"))
                            .label(place, format!("this is {kind}"));
                    let error = match (&pile, count) {
                        (Kind::Tuple(parts), n)
                            if n > 1 && kind == Kind::Int && parts.len() == n =>
                        {
                            error.help(format!(
                                "one pile is a tuple in parentheses: `{label}[({inside})]`"
                            ))
                        }
                        (Kind::List(_), _) if kind == Kind::Int => error.help(format!(
                            "one pile is a list in brackets of its own: `{label}[[{inside}]]`"
                        )),
                        _ => error.help("the `pile` statement of the game says what a pile is"),
                    };
                    return self.fail(error);
                }
                list
            }
            _ => {
                if let Kind::List(element) = &list.kind
                    && !element.fits(&pile)
                {
                    let error =
                        Diagnostic::error("bad_pile", format!("a pile of `{label}` is {words}"))
                            .label(span, format!("these are each {element}"));
                    return self.fail(error);
                }
                list
            }
        };
        let op = Op::Position(Box::new(game), Box::new(list));
        Ok(Expr::new(op, Kind::Position, span))
    }

    fn listing(&mut self, listing: &Listing, span: Span) -> Checked<Expr> {
        match listing {
            Listing::Items(items) => {
                let items = self.exprs(items)?;
                let mut kind = Kind::Unknown;
                for item in &items {
                    let item_kind = match &item.op {
                        Op::Range(..) => Kind::Int,
                        _ => item.kind.clone(),
                    };
                    kind = match kind.unify(&item_kind) {
                        Some(kind) => kind,
                        None => {
                            let error = Diagnostic::error(
                                "wrong_kind",
                                "the elements of a list must be of one kind",
                            )
                            .label(item.span, format!("this is {item_kind}"))
                            .help(format!("the ones before it are each {kind}"));
                            return self.fail(error);
                        }
                    };
                }
                Ok(Expr::new(Op::Elements(items), kind.list(), span))
            }
            Listing::Repeat(item, count) => {
                let (item, count) = (self.expr(item), self.int(count));
                let (item, count) = (item?, count?);
                let kind = item.kind.clone().list();
                Ok(Expr::new(
                    Op::Repeat(Box::new(item), Box::new(count)),
                    kind,
                    span,
                ))
            }
            Listing::Comprehension(element, tail) => {
                let outer = self.locals.len();
                let result = self.comprehension(element, tail, span);
                self.locals.truncate(outer);
                result
            }
        }
    }

    fn comprehension(
        &mut self,
        element: &ast::Expr,
        tail: &ast::Tail,
        span: Span,
    ) -> Checked<Expr> {
        for binder in &tail.binders {
            let names = match &binder.pattern {
                Pattern::Name(name) => std::slice::from_ref(name),
                Pattern::Tuple(names, _) => names.as_slice(),
            };
            for name in names {
                self.warn_hiding(name);
            }
        }
        let binders = self.binders(&tail.binders, &[element], tail.guard.as_ref())?;
        let tests = self.conjuncts(tail.guard.as_ref());
        let element = self.expr(element)?;
        let clauses = self.arrange(binders, tests?, &[])?;
        let kind = element.kind.clone().list();
        let inner = Comprehension { clauses, element };
        Ok(Expr::new(Op::Comprehension(Box::new(inner)), kind, span))
    }

    /// Binds the names of a `for`. `hints` are the expressions in which a name used as an index finds its row.
    pub(super) fn binders(
        &mut self,
        binders: &[ast::Binder],
        hints: &[&ast::Expr],
        guard: Option<&ast::Expr>,
    ) -> Checked<Vec<Clause>> {
        let mut clauses = Vec::new();
        let mut failed = false;
        for binder in binders {
            let sources = binders.iter().filter_map(|other| match &other.source {
                BinderSource::In(source) | BinderSource::Is(source) => Some(source),
                BinderSource::Unstated => None,
            });
            let places: Vec<&ast::Expr> =
                hints.iter().copied().chain(sources).chain(guard).collect();
            match self.binder(binder, &places) {
                Ok(clause) => clauses.push(clause),
                Err(Reported) => {
                    failed = true;
                    // The names exist all the same, so that they are not also called unknown.
                    self.bind_unknown(&binder.pattern);
                }
            }
        }
        if failed { Err(Reported) } else { Ok(clauses) }
    }

    fn bind_unknown(&mut self, pattern: &Pattern) {
        let names = match pattern {
            Pattern::Name(name) => std::slice::from_ref(name),
            Pattern::Tuple(names, _) => names.as_slice(),
        };
        for name in names {
            self.bind(name, Kind::Int);
        }
    }

    /// A new name with a register of its own.
    pub(super) fn bind(&mut self, name: &Ident, kind: Kind) -> Place {
        let place = self.frame.place(&kind);
        self.locals.push(Local {
            name: name.name.clone(),
            value: Expr::local(place, kind, name.span),
        });
        place
    }

    fn bind_target(&mut self, pattern: &Pattern, kind: &Kind, span: Span) -> Checked<Target> {
        match (pattern, kind) {
            (Pattern::Name(name), kind) => Ok(Target::One(self.bind(name, kind.clone()))),
            (Pattern::Tuple(names, _), Kind::Tuple(kinds)) if kinds.len() == names.len() => {
                Ok(Target::Parts(
                    names
                        .iter()
                        .zip(kinds)
                        .map(|(name, kind)| self.bind(name, kind.clone()))
                        .collect(),
                ))
            }
            (Pattern::Tuple(names, _), Kind::Unknown) => Ok(Target::Parts(
                names
                    .iter()
                    .map(|name| self.bind(name, Kind::Int))
                    .collect(),
            )),
            (Pattern::Tuple(names, place), other) => self.fail(
                Diagnostic::error(
                    "wrong_kind",
                    format!("a tuple of {} is needed here", names.len()),
                )
                .label(span, format!("each is {other}"))
                .label(*place, "taken apart here"),
            ),
        }
    }

    fn binder(&mut self, binder: &ast::Binder, hints: &[&ast::Expr]) -> Checked<Clause> {
        match &binder.source {
            BinderSource::Is(value) => {
                let value = self.expr(value)?;
                let target = self.bind_target(&binder.pattern, &value.kind, value.span)?;
                Ok(Clause::Value { target, value })
            }
            BinderSource::In(source) => self.domain(&binder.pattern, source),
            BinderSource::Unstated => {
                let Pattern::Name(name) = &binder.pattern else {
                    return self.fail(
                        Diagnostic::error(
                            "missing_range",
                            "a tuple of names needs a list to run over",
                        )
                        .label(binder.span, "over what?")
                        .help("as in `for (dx, dy) in steps`"),
                    );
                };
                self.unstated(name, hints)
            }
        }
    }

    /// A binder over a range or list.
    pub(super) fn domain(&mut self, pattern: &Pattern, source: &ast::Expr) -> Checked<Clause> {
        let source = match &source.node {
            Node::Range(lo, hi) => self.range(lo.as_deref(), hi.as_deref(), source.span)?,
            _ => self.expr(source)?,
        };
        if let (Op::Range(lo, hi), Pattern::Name(name)) = (&source.op, pattern) {
            let (lo, hi) = (lo.as_ref().clone(), hi.as_deref().cloned());
            let place = self.bind(name, Kind::Int);
            return Ok(range_clause(place, lo, hi));
        }
        match &source.kind {
            Kind::List(element) => {
                let target = self.bind_target(pattern, element, source.span)?;
                Ok(Clause::Each {
                    target,
                    list: source,
                })
            }
            other => {
                let mut error = errors::wrong_kind("a list or range", other, source.span);
                if *other == Kind::Int {
                    let text = self.book.sources.slice(source.span).to_string();
                    error = error.help(format!("a range from 1 is written `1..{text}`"));
                }
                self.fail(error)
            }
        }
    }

    /// A name without a range: the indices of the row it indexes, else `1..`.
    pub(super) fn unstated(&mut self, name: &Ident, hints: &[&ast::Expr]) -> Checked<Clause> {
        for hint in hints {
            if let Some(row) = indexed_by(hint, &name.name)
                && let Some(row) = self.quietly(|scope| scope.expr(row))
                && matches!(row.kind, Kind::List(_))
            {
                let span = name.span;
                let len = Expr::new(Op::Call(Builtin::Len, vec![row]), Kind::Int, span);
                let last = len.arith(ArithOp::Sub, Expr::int(1, span));
                let last = self.fold(last)?;
                let place = self.bind(name, Kind::Int);
                return Ok(range_clause(place, Expr::int(0, span), Some(last)));
            }
        }
        let place = self.bind(name, Kind::Int);
        Ok(range_clause(place, Expr::int(1, name.span), None))
    }

    /// Tries something without complaints.
    pub(super) fn quietly<T>(
        &mut self,
        attempt: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Option<T> {
        let complaints = self.book.complaints.clone();
        let result = attempt(self).ok();
        let _ = self.book.complaints.take_back(&complaints);
        result
    }

    /// The parts of a condition that are joined by `and`.
    pub(super) fn conjuncts(&mut self, guard: Option<&ast::Expr>) -> Checked<Vec<Expr>> {
        let Some(guard) = guard else {
            return Ok(Vec::new());
        };
        let condition = self.truth(guard)?;
        let mut parts = Vec::new();
        flatten(condition, &mut parts);
        Ok(parts)
    }

    /// Binders and tests in the order in which they are run, with an end for every open range.
    pub(super) fn arrange(
        &mut self,
        binders: Vec<Clause>,
        tests: Vec<Expr>,
        falling: &[Falling],
    ) -> Checked<Vec<Clause>> {
        let facts = self.facts();
        match bounds::arrange(binders, tests, falling, &facts) {
            Ok(clauses) => Ok(clauses),
            Err(endless) => {
                let name = self
                    .locals
                    .iter()
                    .find(|local| matches!(local.value.op, Op::Local(place) if place == endless.place))
                    .map(|local| local.name.clone())
                    .unwrap_or_default();
                let span = endless.span;
                let text = self
                    .book
                    .sources
                    .get(span.source)
                    .map(|source| &source.text);
                let behind = text
                    .and_then(|text| text.get(span.end as usize..))
                    .unwrap_or("");
                let gap = behind.len() - behind.trim_start().len();
                let coord = self
                    .locals
                    .iter()
                    .find(|local| {
                        let is_coord = |place: &Place| {
                            let mut facts = self.owner.iter().flat_map(|owner| &owner.facts);
                            facts.any(|(known, _)| known == place)
                        };
                        local.value.kind == Kind::Int
                            && matches!(&local.value.op, Op::Local(place) if is_coord(place))
                    })
                    .map(|local| local.name.clone());
                let coord = coord.as_deref();
                self.fail(if behind.trim_start().starts_with("..") {
                    let dots = Span {
                        end: span.end + gap as u32 + 2,
                        ..span
                    };
                    errors::endless(&name, dots, "an open range", coord)
                } else {
                    errors::endless(&name, span, "without a range it runs over `1..`", coord)
                })
            }
        }
    }

    /// What is known of the coordinates: their least values.
    fn facts(&self) -> Vec<(Place, i64)> {
        self.owner
            .map(|owner| owner.facts.clone())
            .unwrap_or_default()
    }

    /// Works out an expression whose parts are all constant.
    pub(super) fn fold(&mut self, expr: Expr) -> Checked<Expr> {
        let foldable = match &expr.op {
            Op::Const(_) | Op::Local(_) | Op::Global(_) | Op::Ask(..) | Op::Instantiate { .. } | Op::Range(..) => false,
            Op::Comprehension(_) => is_closed(&expr),
            _ => expr.children().iter().all(|child| {
                child.constant().is_some()
                    || matches!(&child.op, Op::Range(lo, Some(hi)) if lo.constant().is_some() && hi.constant().is_some())
            }),
        };
        if !foldable {
            return Ok(expr);
        }
        match self.book.try_fold(&expr, self.frame) {
            Ok(Some(value)) => Ok(Expr::new(Op::Const(value), expr.kind, expr.span)),
            Ok(None) => Ok(expr),
            Err(diagnostic) => self.fail(diagnostic),
        }
    }
}

/// A binder over a range.
pub(super) fn range_clause(place: Place, lo: Expr, hi: Option<Expr>) -> Clause {
    Clause::Range {
        // A binder of kind Int has an integer register.
        var: match place {
            Place::Int(var) | Place::Obj(var) => var,
        },
        lo,
        hi,
        step: 1,
        stops: Vec::new(),
    }
}

fn one_index(span: Span) -> Diagnostic {
    Diagnostic::error("wrong_arity", "one index or one slice is needed here")
        .label(span, "indexed here")
        .help("as in `xs[0]`, `xs[1..3]` or `xs[..2]`")
}

fn flatten(condition: Expr, parts: &mut Vec<Expr>) {
    match condition.op {
        Op::And(inner) => {
            for part in inner {
                flatten(part, parts);
            }
        }
        _ => parts.push(condition),
    }
}

/// Whether an expression depends on nothing outside it.
fn is_closed(expr: &Expr) -> bool {
    fn walk(expr: &Expr, bound: &mut Vec<Place>, free: &mut bool) {
        match &expr.op {
            Op::Local(place) if !bound.contains(place) => *free = true,
            Op::Global(_) | Op::Ask(..) | Op::Instantiate { .. } => *free = true,
            Op::Comprehension(inner) => {
                for clause in &inner.clauses {
                    bound.extend(clause.places());
                }
                for child in expr.children() {
                    walk(child, bound, free);
                }
            }
            _ => {
                for child in expr.children() {
                    walk(child, bound, free);
                }
            }
        }
    }
    let mut free = false;
    walk(expr, &mut Vec::new(), &mut free);
    !free
}

/// The list that `name` alone is an index of, somewhere in the expression.
fn indexed_by<'e>(expr: &'e ast::Expr, name: &str) -> Option<&'e ast::Expr> {
    if let Node::Bracket(base, listing) = &expr.node
        && let Listing::Items(items) = listing.as_ref()
        && let [index] = items.as_slice()
        && matches!(&index.node, Node::Name(word) if word == name)
    {
        return Some(base);
    }
    if let Node::Call(word, args) = &expr.node
        && word.name == "remove"
        && let [list, indices @ ..] = args.as_slice()
        && indices
            .iter()
            .any(|index| matches!(&index.node, Node::Name(word) if word == name))
    {
        return Some(list);
    }
    children(expr)
        .into_iter()
        .find_map(|child| indexed_by(child, name))
}

/// Whether a name occurs in an expression.
pub(super) fn mentions(expr: &ast::Expr, name: &str) -> bool {
    matches!(&expr.node, Node::Name(word) if word == name)
        || children(expr)
            .into_iter()
            .any(|child| mentions(child, name))
}

fn children(expr: &ast::Expr) -> Vec<&ast::Expr> {
    fn in_listing(listing: &Listing) -> Vec<&ast::Expr> {
        match listing {
            Listing::Items(items) => items.iter().collect(),
            Listing::Repeat(a, b) => vec![a, b],
            Listing::Comprehension(element, tail) => {
                let sources = tail
                    .binders
                    .iter()
                    .filter_map(|binder| match &binder.source {
                        BinderSource::In(source) | BinderSource::Is(source) => Some(source),
                        BinderSource::Unstated => None,
                    });
                std::iter::once(element)
                    .chain(sources)
                    .chain(tail.guard.as_ref())
                    .collect()
            }
        }
    }
    match &expr.node {
        Node::Int(_) | Node::Bool(_) | Node::Outcome(_) | Node::Str(_) | Node::Name(_) => {
            Vec::new()
        }
        Node::Neg(inner) | Node::Not(inner) => vec![inner],
        Node::Arith(first, rest) => std::iter::once(first.as_ref())
            .chain(rest.iter().map(|(_, e)| e))
            .collect(),
        Node::Compare(first, rest) => std::iter::once(first.as_ref())
            .chain(rest.iter().map(|(_, e)| e))
            .collect(),
        Node::Concat(parts)
        | Node::And(parts)
        | Node::Or(parts)
        | Node::Tuple(parts)
        | Node::Call(_, parts) => parts.iter().collect(),
        Node::If(branches, last) => branches
            .iter()
            .flat_map(|(c, v)| [c, v])
            .chain([last.as_ref()])
            .collect(),
        Node::Range(lo, hi) => lo.as_deref().into_iter().chain(hi.as_deref()).collect(),
        Node::Bracket(base, listing) => std::iter::once(base.as_ref())
            .chain(in_listing(listing))
            .collect(),
        Node::List(listing) => in_listing(listing),
    }
}
