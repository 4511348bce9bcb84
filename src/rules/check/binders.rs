//! Names bound by `for`, and the conditions of a `where`.

use super::{Local, Scope};
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::tree::{Clause, Expr, Op, Place, RangeClause, Target};
use crate::rules::bounds::{self, Falling};
use crate::rules::errors::{self, Checked, Reported};
use crate::syntax::ast::{self, ArithOp, BinderSource, Ident, Listing, Node, Pattern};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

/// How the items of a list are named, which is not taken apart as a tuple is.
fn items_of_list(names: &[Ident]) -> String {
    let each = |(place, name): (usize, &Ident)| format!(", {} = list[{place}]", name.name);
    let items: String = names.iter().enumerate().map(each).collect();
    format!("a list has any length: write `for list in …{items}`")
}

impl Scope<'_> {
    /// Binds the names of a `for`. `hints` are the expressions in which a name used as an index finds its row.
    pub(in crate::rules) fn binders(
        &mut self,
        tail: &ast::Tail,
        hints: &[&ast::Expr],
    ) -> Checked<Vec<Clause>> {
        let mut clauses = Vec::new();
        let mut failed = false;
        let hints = hints.iter().copied();
        let hints: Vec<&ast::Expr> = hints.chain(tail.sources()).chain(&tail.guard).collect();
        for (index, binder) in tail.binders.iter().enumerate() {
            let bound = self.binder(binder, &hints).and_then(|clause| {
                if let (
                    BinderSource::Unstated,
                    Clause::Range(RangeClause { hi: None, .. }),
                    Some(next),
                ) = (&binder.source, &clause, tail.binders.get(index + 1))
                {
                    self.warn_of_range(binder, next);
                }
                let run = binder.run.as_ref().map(|run| self.truth(run));
                Ok((clause, run.transpose()?))
            });
            match bound {
                Ok((clause, run)) => {
                    clauses.push(clause);
                    clauses.extend(run.map(Clause::While));
                }
                Err(Reported) => {
                    failed = true;
                    // The names exist all the same, so that they are not also called unknown.
                    for name in binder.pattern.names() {
                        if !self.locals.iter().any(|local| local.name == name.name) {
                            self.bind(name, Kind::Int);
                        }
                    }
                }
            }
        }
        if failed { Err(Reported) } else { Ok(clauses) }
    }

    /// Warns of a name without a range where the next one has one, which may be meant for both.
    fn warn_of_range(&mut self, binder: &ast::Binder, next: &ast::Binder) {
        if let BinderSource::In(range) = &next.source {
            let (name, range) = (self.book.text(binder.span), self.book.text(range.span));
            if range == "1.." {
                return;
            }
            let help = format!("write `{name} in {range}` if that is meant, else `{name} in 1..`");
            let message = format!("`{name}` has no range of its own");
            let warning = Diagnostic::warning("no_range", message).help(help);
            self.book.complain(
                warning
                    .label(binder.span, "it runs over `1..`")
                    .label(next.span, "this range is not for it"),
            );
        }
    }

    /// A new name with a register of its own.
    pub(in crate::rules) fn bind(&mut self, name: &Ident, kind: Kind) -> Place {
        let place = self.frame.place(&kind);
        self.locals.push(Local {
            name: name.name.clone(),
            value: Expr::local(place, kind, name.span),
        });
        place
    }

    /// New names of different values.
    pub(in crate::rules) fn bind_all(
        &mut self,
        names: &[Ident],
        kinds: &[Kind],
    ) -> Checked<Vec<Place>> {
        let mut places = Vec::new();
        for (name, kind) in names.iter().zip(kinds) {
            if self.locals.iter().any(|local| local.name == name.name) {
                let first = names.iter().find(|other| other.name == name.name);
                let first = first.map_or(name.span, |first| first.span);
                return self.fail(errors::duplicate(&name.name, first, name.span));
            }
            places.push(self.bind(name, kind.clone()));
        }
        Ok(places)
    }

    fn bind_target(&mut self, pattern: &Pattern, kind: &Kind, span: Span) -> Checked<Target> {
        let mut bind_each = |names: &[Ident], kinds: &[Kind]| {
            let names = names.iter().zip(kinds);
            let places = names.map(|(name, kind)| self.bind(name, kind.clone()));
            Ok(Target::Parts(places.collect()))
        };
        match (pattern, kind) {
            (Pattern::Name(name), kind) => Ok(Target::One(self.bind(name, kind.clone()))),
            (Pattern::Tuple(names, _), Kind::Tuple(kinds)) if kinds.len() == names.len() => {
                bind_each(names, kinds)
            }
            (Pattern::Tuple(names, _), Kind::Unknown) => {
                bind_each(names, &vec![Kind::Unknown; names.len()])
            }
            (Pattern::Tuple(names, place), other) => {
                let error =
                    errors::other_kind(format!("a tuple of {} is needed here", names.len()))
                        .label(span, format!("each is {other}"))
                        .label(*place, "taken apart here");
                self.fail(match other {
                    Kind::List(_) => error.help(items_of_list(names)),
                    _ => error,
                })
            }
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
                    let message = "a tuple of names needs a list to run over";
                    let error = Diagnostic::error("missing_range", message);
                    let error = error.label(binder.span, "over what?");
                    return self.fail(error.help("as in `for (dx, dy) in steps`"));
                };
                self.unstated(name, hints)
            }
        }
    }

    /// A binder over a range or list.
    fn domain(&mut self, pattern: &Pattern, source: &ast::Expr) -> Checked<Clause> {
        let source = match &source.node {
            Node::Range(lo, hi) => self.range(lo.as_deref(), hi.as_deref(), source.span)?,
            _ => self.expr(source)?,
        };
        if let (Op::Range(lo, hi), Pattern::Name(name)) = (&source.op, pattern) {
            let (lo, hi) = (lo.as_ref().clone(), hi.as_deref().cloned());
            let place = self.bind(name, Kind::Int);
            return Ok(range_clause(place, lo, hi));
        }
        match source.kind.element() {
            Some(element) => {
                let target = self.bind_target(pattern, element, source.span)?;
                Ok(Clause::Each {
                    target,
                    list: source,
                })
            }
            None => {
                let mut error = errors::wrong_kind("a list or range", &source.kind, source.span);
                if source.kind == Kind::Int {
                    let text = self.book.text(source.span).to_string();
                    error = error.help(format!("a range from 1 is written `1..{text}`"));
                }
                self.fail(error)
            }
        }
    }

    /// A name without a range: the indices of the row it indexes, else `1..`.
    pub(in crate::rules) fn unstated(
        &mut self,
        name: &Ident,
        hints: &[&ast::Expr],
    ) -> Checked<Clause> {
        for hint in hints {
            if let Some(row) = indexed_by(hint, &name.name)
                && let Some(row) = self.quietly(|scope| scope.expr(row))
                && row.kind.element().is_some()
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
    fn quietly<T>(&mut self, attempt: impl FnOnce(&mut Self) -> Checked<T>) -> Option<T> {
        let complaints = self.book.complaints.clone();
        let result = attempt(self).ok();
        let _ = self.book.complaints.take_back(&complaints);
        result
    }

    /// The parts of a condition that are joined by `and`.
    pub(in crate::rules) fn conjuncts(&mut self, guard: Option<&ast::Expr>) -> Checked<Vec<Expr>> {
        let Some(guard) = guard else {
            return Ok(Vec::new());
        };
        let condition = self.truth(guard)?;
        let mut parts = Vec::new();
        flatten(condition, &mut parts);
        Ok(parts)
    }

    /// Binders and tests in the order in which they are run, with an end for every open range.
    pub(in crate::rules) fn arrange(
        &mut self,
        binders: Vec<Clause>,
        tests: Vec<Expr>,
        falling: &[Falling],
    ) -> Checked<Vec<Clause>> {
        let facts = self.owner.map(|owner| owner.numbers.clone());
        let facts = facts.unwrap_or_default();
        match bounds::arrange(binders, tests, falling, &facts) {
            Ok(clauses) => Ok(clauses),
            Err(endless) => {
                let named = |is_it: &dyn Fn(Place) -> bool| {
                    let mut locals = self.locals.iter();
                    let local = locals.find(|it| it.value.as_local().is_some_and(is_it));
                    local.map(|local| local.name.clone())
                };
                let name = named(&|place| place == endless.place).unwrap_or_default();
                let span = endless.span;
                let source = self.book.texts.sources.get(span.source);
                let written = source.map_or("", |source| source.plain());
                let behind = written.get(span.end as usize..).unwrap_or("");
                let first = written.get(span.start as usize..span.end as usize);
                let gap = behind.len() - behind.trim_start().len();
                let coord = named(&|place| facts.own_interval(place).is_some());
                let coord = coord.as_deref();
                let error = if behind.trim_start().starts_with("..") {
                    let dots = Span {
                        end: span.end + gap as u32 + 2,
                        ..span
                    };
                    errors::endless(&name, first.unwrap_or("1"), dots, "an open range", coord)
                } else {
                    let why = "without a range it runs over `1..`";
                    errors::endless(&name, "1", span, why, coord)
                };
                self.fail(match named(&|place| endless.factor == Some(place)) {
                    Some(factor) => error.help(format!(
                        "it never ends where `{factor}` is 0: add a condition, as in `where {factor} > 0`"
                    )),
                    None => error,
                })
            }
        }
    }
}

pub(in crate::rules) fn range_clause(place: Place, lo: Expr, hi: Option<Expr>) -> Clause {
    Clause::Range(RangeClause {
        // A binder of kind Int has an integer register.
        var: match place {
            Place::Int(var) | Place::Obj(var) => var,
        },
        lo,
        hi,
        step: 1,
        stops: Vec::new(),
        starts: Vec::new(),
    })
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

/// `base[index]`, taken apart.
pub(in crate::rules) fn indexed(expr: &ast::Expr) -> Option<(&ast::Expr, &ast::Expr)> {
    if let Node::Bracket(base, listing) = &expr.node
        && let Listing::Items(items) = listing.as_ref()
        && let [index] = &**items
    {
        return Some((base, index));
    }
    None
}

/// The list that `name` alone is an index of, somewhere in the expression.
fn indexed_by<'e>(expr: &'e ast::Expr, name: &str) -> Option<&'e ast::Expr> {
    let is_name = |index: &ast::Expr| matches!(&index.node, Node::Name(word) if word == name);
    if let Some((base, index)) = indexed(expr)
        && is_name(index)
    {
        return Some(base);
    }
    if let Node::Call(word, args) = &expr.node
        && word.name == "remove"
        && let [list, indices @ ..] = &**args
        && indices.iter().any(is_name)
    {
        return Some(list);
    }
    let mut children = expr.children().into_iter();
    children.find_map(|child| indexed_by(child, name))
}
