//! What stands in square brackets: an index, a slice, a list or the piles of a position.

use super::Scope;
use crate::expr::kind::Kind;
use crate::expr::tree::{Comprehension, Expr, Op};
use crate::expr::value::Value;
use crate::rules::book::Definition;
use crate::rules::errors::{self, Checked};
use crate::syntax::ast::{self, Listing, Node};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

impl Scope<'_> {
    pub(super) fn bracket(
        &mut self,
        base: &ast::Expr,
        listing: &Listing,
        span: Span,
    ) -> Checked<Expr> {
        if !self.positions && self.names_game(base) {
            return self.fail(errors::game_in_rule("a position", span));
        }
        let base_expr = self.expr(base)?;
        match &base_expr.kind {
            Kind::Game => self.position(base_expr, listing, span),
            Kind::List(_) | Kind::Unknown => {
                let element = base_expr.kind.element().cloned().unwrap_or(Kind::Unknown);
                let index = self.one_index(listing, span)?;
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
                let index = self.one_index(listing, span)?;
                let index = self.int(index)?;
                let place = match index.constant() {
                    Some(Value::Int(n)) => usize::try_from(*n).ok(),
                    _ => {
                        let message = "the place in a tuple must be a constant";
                        let error = Diagnostic::error("tuple_index", message);
                        let help = "take the tuple apart with `for (a, b) in …`, or use a list";
                        return self.fail(error.label(index.span, "this varies").help(help));
                    }
                };
                match place.and_then(|place| Some((place, parts.get(place)?.clone()))) {
                    Some((place, kind)) => {
                        Ok(Expr::new(Op::Field(Box::new(base_expr), place), kind, span))
                    }
                    None => {
                        let (count, last) = (parts.len(), parts.len() - 1);
                        let message = format!("a tuple of {count} has the places 0 to {last}");
                        let error = Diagnostic::error("tuple_index", message);
                        self.fail(error.label(index.span, "outside the tuple"))
                    }
                }
            }
            other => {
                let error = errors::wrong_kind("a list or a game", other, base_expr.span);
                let help = "a text has no elements: `cells(board, \".\")` is the list of the places (row, column) of a mark";
                let is_text = matches!(other, Kind::Str);
                self.fail(error.help_if(is_text.then_some(help)))
            }
        }
    }

    fn one_index<'e>(&mut self, listing: &'e Listing, span: Span) -> Checked<&'e ast::Expr> {
        match listing {
            Listing::Items(items) if items.len() == 1 => Ok(&items[0]),
            _ => self.fail(
                Diagnostic::error("wrong_arity", "one index or one slice is needed here")
                    .label(span, "indexed here")
                    .help("as in `xs[0]`, `xs[1..3]` or `xs[..2]`"),
            ),
        }
    }

    /// Whether an expression is a game by its name, with or without arguments.
    fn names_game(&self, expr: &ast::Expr) -> bool {
        let name = match &expr.node {
            Node::Name(name) => name,
            Node::Call(name, _) => &name.name,
            Node::Game(_) => return true,
            _ => return false,
        };
        !self.is_of_place(name)
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
        let bad_pile = || Diagnostic::error("bad_pile", format!("a pile of `{label}` is {words}"));
        let fits = |item: &Expr| {
            let is_range = matches!(item.op, Op::Range(..));
            item.kind.fits(&pile) || is_range && pile.fits(&Kind::Int)
        };
        if let Op::Elements(items) = &list.op {
            if let Some(item) = items.iter().find(|item| !fits(item)) {
                let (kind, count) = (&item.kind, items.len());
                let inside = self.book.text(span).split_once('[');
                let inside = inside.map_or("…", |(_, rest)| rest.trim_end_matches(']'));
                let error = bad_pile().label(item.span, format!("this is {kind}"));
                let error = match &pile {
                    Kind::Tuple(parts)
                        if count > 1 && *kind == Kind::Int && parts.len() == count =>
                    {
                        let meant = format!("{label}[({inside})]");
                        let help = format!("one pile is a tuple in parentheses: `{meant}`");
                        error.help(help).fix(span, meant)
                    }
                    Kind::List(_) if *kind == Kind::Int => {
                        let meant = format!("{label}[[{inside}]]");
                        let help = "one pile is a list in brackets of its own";
                        error.help(format!("{help}: `{meant}`")).fix(span, meant)
                    }
                    _ => match self.as_pile(&pile, item) {
                        Some(meant) => {
                            let (place, meant) = match count {
                                1 => (span, format!("{label}[{meant}]")),
                                _ => (item.span, meant),
                            };
                            let help = format!("a pile is written so: `{meant}`");
                            error.help(help).fix(place, meant)
                        }
                        None => {
                            let sample = sample(&pile, &mut (1..));
                            error.help(format!("a pile is written as in `{label}[{sample}]`"))
                        }
                    },
                };
                return self.fail(error);
            }
        } else if let Kind::List(element) = &list.kind
            && !element.fits(&pile)
        {
            let error = bad_pile().label(span, format!("these are each {element}"));
            return self.fail(error);
        }
        let op = Op::Position(Box::new(game), Box::new(list));
        Ok(Expr::new(op, Kind::Position, span))
    }

    /// A list or a tuple in the brackets of what a pile is.
    fn as_pile(&self, pile: &Kind, item: &Expr) -> Option<String> {
        let written = self.book.text(item.span);
        let (open, close) = match item.kind {
            Kind::Tuple(_) => ('(', ')'),
            _ => ('[', ']'),
        };
        let inside = written.strip_prefix(open)?.strip_suffix(close)?;
        let length = match &item.op {
            Op::Elements(items) => items.len(),
            _ => item.constant().map_or(0, |list| list.items().len()),
        };
        match (pile, &item.kind) {
            (Kind::Tuple(parts), Kind::List(_)) => {
                (parts.len() == length).then(|| format!("({inside})"))
            }
            (Kind::List(_), Kind::Tuple(_)) => Some(format!("[{inside}]")),
            (Kind::Int, Kind::Tuple(_) | Kind::List(_)) => Some(inside.to_owned()),
            _ => None,
        }
    }

    pub(super) fn listing(&mut self, listing: &Listing, span: Span) -> Checked<Expr> {
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
                            let error =
                                errors::other_kind("the elements of a list must be of one kind")
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
        for name in tail.names() {
            self.warn_hiding(name);
        }
        let binders = self.binders(tail, &[element])?;
        let tests = self.conjuncts(tail.guard.as_ref());
        let element = self.expr(element)?;
        let clauses = self.arrange(binders, tests?, &[])?;
        let kind = element.kind.clone().list();
        let inner = Comprehension { clauses, element };
        Ok(Expr::new(Op::Comprehension(Box::new(inner)), kind, span))
    }
}

/// A value of a kind with numbers that go on, to show how it is written.
fn sample(kind: &Kind, numbers: &mut impl Iterator<Item = u32>) -> String {
    match kind {
        Kind::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| sample(part, numbers)).collect();
            format!("({})", parts.join(", "))
        }
        Kind::List(entry) => {
            let entries: Vec<String> = (0..2).map(|_| sample(entry, numbers)).collect();
            format!("[{}]", entries.join(", "))
        }
        _ => numbers.next().unwrap_or(0).to_string(),
    }
}
