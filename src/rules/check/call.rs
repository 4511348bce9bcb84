//! Calls: built-in functions, queries, functions, games with arguments and data files.

use super::{MAX_KIND_DEPTH, Scope};
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::tree::{Expr, Function, Op};
use crate::expr::value::Value;
use crate::rules::book::Definition;
use crate::rules::data::{self, Wrong};
use crate::rules::errors::{self, Checked, Reported};
use crate::rules::lets::{Callee, MAX_NESTING, too_deep};
use crate::rules::loading::is_table;
use crate::rules::owner::Owner;
use crate::rules::query::Query;
use crate::syntax::Word;
use crate::syntax::ast::{self, Ident, Node};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

/// The words that call a data file.
const DATA: [&str; 2] = ["column", "rows"];

/// What has a name of its own, by its number, and whether it takes arguments.
enum Own {
    Let(u32, bool),
    Game(u32, bool),
}

impl<'a> Scope<'a> {
    pub(super) fn call(&mut self, name: &Ident, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let word = name.name.as_str();
        if word == Word::Misere.text() {
            return self.misere(args, span);
        }
        // What takes arguments hides a function or query of the language that is called so.
        match self.own(word) {
            Some((owner, Own::Let(number, true))) => {
                return self.call_let(owner, number, args, span);
            }
            Some((_, Own::Game(number, true))) => return self.call_game(number, args, span),
            _ => {}
        }
        if DATA.contains(&word) {
            return self.data(word, args, span);
        }
        if word == Builtin::Closure.name() {
            return self.closure(args, span);
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
                None => {
                    let error = errors::wrong_arguments(word, query.usage(), &kinds, span);
                    let error = match self.usual(query, &kinds, &args) {
                        Some(fix) => error.help(format!("write `{fix}`")).fix(span, fix),
                        None => error.help_if(self.without_piles(query, &kinds, span)),
                    };
                    self.fail(error)
                }
            };
        }
        if self.inner(word) {
            return self.fail(errors::not_a_function(word, name.span));
        }
        match self.own(word) {
            Some((owner, Own::Let(number, _))) => self.call_let(owner, number, args, span),
            Some((_, Own::Game(number, _))) => self.call_game(number, args, span),
            None if self.book.texts.unread.contains(word) => Err(Reported),
            None => {
                let own = self.known_names();
                let known = own.iter().map(String::as_str);
                let known = known.chain(Builtin::ALL.iter().map(|builtin| builtin.name()));
                let known = known.chain(Query::ALL.iter().map(|query| query.name()));
                self.fail(errors::unknown_call(word, name.span, known))
            }
        }
    }

    /// A query with the ranges that are usual where none are given, and with piles behind their game.
    fn usual(&self, query: Query, kinds: &[Kind], args: &[Expr]) -> Option<String> {
        let texts = args.iter().map(|arg| self.book.text(arg.span));
        let texts: Vec<&str> = texts.collect();
        let (name, (Kind::Game, rest), (game, behind)) =
            (query.name(), kinds.split_first()?, texts.split_first()?)
        else {
            return None;
        };
        let of_two = |args: &[Expr]| match args.first().and_then(Expr::constant) {
            Some(Value::Game(header)) => {
                matches!(header.shape.kind(), Kind::Tuple(parts) if parts.len() == 2)
            }
            _ => false,
        };
        Some(match (query, rest, behind) {
            (Query::Losing, [], _) if of_two(args) => format!("{name}({game}, 0..20, 0..20)"),
            (Query::Values, [], _) if of_two(args) => {
                format!("{}({game}, 0..7, 0..7)", Query::Table.name())
            }
            (Query::Values | Query::Losing | Query::Genus, [], _) => {
                format!("{name}({game}, 0..20)")
            }
            (Query::Values | Query::Losing | Query::Genus, [Kind::Int], [last]) => {
                // `0-20` is a range to many.
                let is_number = |text: &str| text.trim().parse::<u64>().is_ok();
                let ends = last.split_once('-');
                let ends = ends.filter(|(first, last)| is_number(first) && is_number(last));
                let (first, last) = ends.unwrap_or(("0", last));
                format!("{name}({game}, {}..{})", first.trim(), last.trim())
            }
            (Query::Table, [], _) => format!("{name}({game}, 0..7, 0..7)"),
            (Query::Quotient, [], _) => format!("{name}({game}, 12)"),
            (query, [_, ..], _)
                if query.is_of_position() && rest.iter().all(|it| *it == Kind::Int) =>
            {
                format!("{name}({game}[{}])", behind.join(", "))
            }
            (query, [Kind::List(of)], [list])
                if query.is_of_position() && **of == Kind::Int && list.starts_with('[') =>
            {
                format!("{name}({game}{list})")
            }
            _ => return None,
        })
    }

    /// What to do where a query of positions has a game or piles alone.
    fn without_piles(&self, query: Query, kinds: &[Kind], span: Span) -> Option<String> {
        let written = self.book.text(span);
        let inside = written.split_once('(')?.1.strip_suffix(')')?;
        let name = query.name();
        match kinds {
            _ if !query.is_of_position() => None,
            [Kind::Position, _, ..] if kinds.iter().all(|kind| *kind == Kind::Position) => Some(
                format!("several positions together are their sum: `{name}(a + b)`"),
            ),
            [Kind::Game] => Some(format!("name the piles: `{name}({inside}[5, 8])`")),
            [Kind::Int, ..] if kinds.iter().all(|kind| *kind == Kind::Int) => {
                let game = self.book.definitions.last_of_numbers();
                let game = game.map_or("nim", |game| game.name.name.as_str());
                Some(format!("name the game: `{name}({game}[{inside}])`"))
            }
            _ => None,
        }
    }

    /// What the game or the file calls so.
    fn own(&self, word: &str) -> Option<(Option<&'a Owner>, Own)> {
        if let Some(owner) = self.owner
            && let Some(number) = owner.let_number(word)
        {
            let item = owner.lets.get(number as usize)?;
            return Some((self.owner, Own::Let(number, item.params.is_some())));
        }
        Some(match self.book.definition(word)? {
            (number, Definition::Let(item)) => (None, Own::Let(number, item.params.is_some())),
            (number, Definition::Game(item)) => (None, Own::Game(number, !item.params.is_empty())),
        })
    }

    fn call_let(
        &mut self,
        owner: Option<&Owner>,
        number: u32,
        args: &[ast::Expr],
        span: Span,
    ) -> Checked<Expr> {
        let args = self.exprs(args)?;
        let function = self.book.function(owner, number, &args, span)?;
        self.apply(function, args, span)
    }

    fn call_game(&mut self, number: u32, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let args = self.exprs(args)?;
        self.game(number, args, span)
    }

    fn apply(&mut self, callee: Callee, args: Vec<Expr>, span: Span) -> Checked<Expr> {
        let function = match callee {
            Callee::Done(function) => function,
            Callee::Around(own, kind) => return Ok(Expr::new(Op::Recur(own, args), kind, span)),
        };
        self.may_call(&function, span)?;
        let kind = function.body.kind.clone();
        Ok(Expr::new(Op::Function(function, args), kind, span))
    }

    /// Complains where a function cannot be called here.
    fn may_call(&mut self, function: &Function, span: Span) -> Checked<()> {
        if function.depth >= MAX_NESTING {
            let complaint = too_deep(span, "calls are nested in this one");
            return self.fail(complaint);
        }
        if function.late {
            self.may_be_late(&function.name, span)?;
        }
        self.depth = self.depth.max(function.depth);
        Ok(())
    }

    /// `closure(START, f, …)`
    fn closure(&mut self, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let [start, function, more @ ..] = args else {
            let usage = Builtin::Closure.usage();
            return self.fail(errors::wrong_arguments("closure", usage, &[], span));
        };
        let named = match &function.node {
            Node::Name(name) => self.own(name),
            _ => None,
        };
        let Some((owner, Own::Let(number, true))) = named else {
            return self.fail(
                Diagnostic::error("wrong_arguments", "`closure` needs the name of a function")
                    .label(function.span, "not the name of a `let` with arguments")
                    .help("as in `let next(x) = [x / 2, x / 3]` and `closure([100], next)`"),
            );
        };
        let (start, more) = (self.expr(start), self.exprs(more));
        let (start, more) = (start?, more?);
        let Some(mut element) = start.kind.element().cloned() else {
            let error = errors::wrong_kind("a list", &start.kind, start.span);
            return self.fail(error.help("a closure of one value `x` begins with `[x]`"));
        };
        let place = function.span;
        // What is added may say more of the kind.
        for _ in 0..MAX_KIND_DEPTH {
            let one = Expr::new(Op::Const(Value::Nothing), element.clone(), place);
            let args: Vec<Expr> = std::iter::once(one).chain(more.iter().cloned()).collect();
            let callee = self.book.function(owner, number, &args, place)?;
            let Callee::Done(function) = callee else {
                return self.fail(
                    Diagnostic::error(
                        "let_cycle",
                        "a function cannot be named in its own definition",
                    )
                    .label(place, "it is being defined here")
                    .help("call it, or make a closure of another function"),
                );
            };
            self.may_call(&function, place)?;
            let added = function.body.kind.clone();
            let Some(kind) = added.element().and_then(|added| added.unify(&element)) else {
                let wanted = element.clone().list().to_string();
                let error = errors::wrong_kind(&wanted, &added, place);
                return self.fail(error.help("it gives the list of what is added for an element"));
            };
            if kind == element {
                let args = std::iter::once(start).chain(more).collect();
                return Ok(Expr::new(Op::Closure(function, args), kind.list(), span));
            }
            element = kind;
        }
        self.fail(
            errors::other_kind("what the function adds is of no one kind").label(place, "this"),
        )
    }

    pub(super) fn misere(&mut self, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let [arg] = args else {
            return self.fail(errors::wrong_arity(
                Word::Misere.text(),
                "one game",
                args.len(),
                span,
            ));
        };
        let game = self.expr(arg)?;
        if let (Kind::Position, Node::Bracket(base, _)) = (&game.kind, &arg.node) {
            let piles = Span {
                start: base.span.end,
                ..arg.span
            };
            let text = |span| self.book.text(span).to_string();
            let fix = format!("misere({}){}", text(base.span), text(piles));
            let error = errors::wrong_kind("a game", &game.kind, game.span);
            return self.fail(error.fix(span, fix));
        }
        self.expect_kind(&game, &Kind::Game, "a game")?;
        let named = match &game.op {
            Op::Global(number) => self.book.late_value(*number),
            _ => game.constant().cloned(),
        };
        match named {
            Some(Value::Game(header)) => {
                let header = self.book.misere_of(header.id, span);
                let header = header.or_else(|diagnostic| self.fail(diagnostic))?;
                Ok(Expr::new(Op::Const(Value::Game(header)), Kind::Game, span))
            }
            _ => {
                let message = "the game in `misere(…)` must be known beforehand";
                let error = Diagnostic::error("dynamic_misere", message);
                let error = error.label(game.span, "its arguments vary");
                self.fail(error.help("write a game with the statement `misere`"))
            }
        }
    }

    fn data(&mut self, word: &str, args: &[ast::Expr], span: Span) -> Checked<Expr> {
        let mut names = Vec::new();
        for arg in args {
            let Node::Str(text) = &arg.node else {
                let message = format!("`{word}` takes quoted names");
                return self.fail(
                    Diagnostic::error("wrong_arguments", message)
                        .label(arg.span, "not a quoted name")
                        .help("as in `column(\"limits.csv\", \"low\")` or `rows(\"pairs.csv\")`"),
                );
            };
            names.push((text.clone(), arg.span));
        }
        let (path, place, result) = match (word, names.as_slice()) {
            ("column", [(path, place), (name, name_place)]) => {
                let made = self.book.table(path, *place, |bytes, budget| {
                    let value = data::column(bytes, name, budget)?;
                    Ok((value, Kind::Int.list()))
                });
                match made {
                    Err(Wrong::Column(known)) => {
                        // The names are what the file holds, too.
                        let known = if is_table(path) { known } else { Vec::new() };
                        return self.fail(errors::unknown_column(path, name, *name_place, &known));
                    }
                    made => (path, *place, made),
                }
            }
            ("rows", [(path, place)]) => (path, *place, self.book.table(path, *place, data::rows)),
            _ => {
                let wanted = match word {
                    "column" => "a file and a column",
                    _ => "a file",
                };
                return self.fail(errors::wrong_arity(word, wanted, args.len(), span));
            }
        };
        match result {
            Ok((value, kind)) => Ok(Expr::new(Op::Const(value), kind, span)),
            Err(Wrong::Unread(unread)) => self.book.not_read(path, &unread, place),
            Err(wrong) => self.fail(errors::bad_table(path, &wrong, is_table(path), place)),
        }
    }
}
