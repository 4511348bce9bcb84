//! `take`: amounts, and where they are taken from.

use std::iter;

use super::parts::Rest;
use super::{Aim, Amount, Draft, Lowering, choice, wording};
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::rules::book::Definition;
use crate::rules::errors::{self, Checked, Reported};
use crate::rules::game::{Effect, Move};
use crate::syntax::ast::{self, Amounts, Ident, Node, Parts};
use crate::syntax::{self, Word};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

impl Lowering<'_> {
    pub(super) fn take(&mut self, take: &ast::Take) -> Checked<Vec<Move>> {
        if take.from.is_none() {
            self.needs_heap(Word::Take)?;
        }
        if let (Some(from), Some(_)) = (&take.from, &take.leaving) {
            return self.scope.fail(
                Diagnostic::error("leaving_from", "`leaving` and `from` cannot stand together")
                    .label(from.span, "a coordinate cannot be split")
                    .help("write a `move` whose right side lists the piles"),
            );
        }
        let amounts = take.amounts.listed();
        let hints: Vec<&ast::Expr> = take.from.iter().chain(amounts).collect();
        let outer = (self.scope.locals.len(), self.scope.frame);
        if let [only] = amounts
            && let Some(slip) = self.amount_in_words(only, take)
        {
            return self.scope.fail(slip);
        }
        // `take 1 or 2, 12`: an amount more, or all that there are?
        let is_joined = |amount: &&ast::Expr| matches!(amount.node, Node::Or(_) | Node::And(_));
        if let Some(joined) = amounts.iter().rev().skip(1).find(is_joined) {
            let error = errors::alternatives(joined.span);
            return self
                .scope
                .fail(error.help("commas alone stand between amounts, as in `take 1, 2, 3`"));
        }
        let mut failed = false;
        let mut wanted = Vec::new();
        if let Amounts::Any(span) = take.amounts {
            if let Some(warning) = not_the_amount(take) {
                self.scope.book.complain(warning);
            }
            wanted.push(Amount::Any(span));
        }
        let mut constants: Vec<i64> = Vec::new();
        for amount in amounts {
            match amount.node {
                Node::Int(n @ ..1) => {
                    failed = true;
                    self.scope.book.complain(written_zero(n, amount.span));
                }
                Node::Int(n) => constants.push(n),
                _ => wanted.push(Amount::Written(amount)),
            }
        }
        if !constants.is_empty() {
            wanted.push(Amount::Constants(constants));
        }
        let mut moves = Vec::new();
        for amount in wanted {
            self.scope.locals.truncate(outer.0);
            self.scope.frame = outer.1;
            match self.one_take(take, &hints, amount) {
                Ok(more) => moves.extend(more),
                Err(Reported) => failed = true,
            }
        }
        if failed { Err(Reported) } else { Ok(moves) }
    }

    pub(super) fn one_take(
        &mut self,
        take: &ast::Take,
        hints: &[&ast::Expr],
        amount: Amount<'_>,
    ) -> Checked<Vec<Move>> {
        let mut draft = Draft::default();
        let fresh = match &amount {
            Amount::Written(expr) => self.fresh_amount(expr, take),
            _ => None,
        };
        // A row's index that is named only after `from`.
        if let Some(from) = &take.from {
            self.implicit_index(from, &take.tail, &mut draft)?;
            // In `take k from both` the amount is not what is wrong.
            if let Node::Name(_) = from.node {
                self.target(from)?;
            }
        }
        let mut register = None;
        if let Some(name) = &fresh {
            self.check_fresh(name)?;
            let place = self.scope.bind(name, Kind::Int);
            draft.range(place, Expr::int(1, name.span), None);
            let chosen = self.scope.locals.last().and_then(choice);
            draft.choices.extend(chosen);
            register = Some(place);
        }
        self.bind(&take.tail, hints, &mut draft)?;
        let register = match register {
            Some(place) => place,
            None => self.amount(&amount, &mut draft)?,
        };
        let amount_span = match &amount {
            Amount::Written(expr) => expr.span,
            Amount::Any(span) => *span,
            Amount::Constants(_) => self.span,
        };
        let taken = Expr::local(register, Kind::Int, amount_span);
        if let Some(leaving) = &take.leaving {
            let rest = self.coord(0).arith(ArithOp::Sub, taken);
            let rest = Rest::new(rest, None, Some(register));
            return self.leave(leaving, &take.tail, draft, &rest);
        }
        let aim = match &take.from {
            None => Aim::Coord(0),
            Some(from) => self.source(from)?,
        };
        self.guard(&take.tail, &mut draft)?;
        let before = match &aim {
            Aim::Coord(coord) => self.coord(*coord),
            Aim::Entry(coord, index) => {
                self.inside(*coord, index, &mut draft);
                let entry = Op::Index(Box::new(self.coord(*coord)), Box::new(index.clone()));
                Expr::new(entry, Kind::Int, self.span)
            }
        };
        let change = self.change(&aim, before.arith(ArithOp::Sub, taken));
        let effect = Effect::Change(vec![change]);
        Ok(vec![self.finish(draft, effect, wording(register))?])
    }

    /// An index outside the row is not a move: the test stands before anything that reads the entry.
    pub(super) fn inside(&self, coord: usize, index: &Expr, draft: &mut Draft) {
        if is_index_of(index, &draft.binders, self.coords.get(coord)) {
            return;
        }
        let span = index.span;
        let len = Op::Call(Builtin::Len, vec![self.coord(coord)]);
        let len = Expr::new(len, Kind::Int, span);
        let ends = vec![(CompareOp::Le, index.clone()), (CompareOp::Lt, len)];
        let test = Op::Compare(Box::new(Expr::int(0, span)), ends);
        draft.tests.insert(0, Expr::new(test, Kind::Bool, span));
    }

    /// `take primes`, `take everything` and `take k in S`, where nothing is called so.
    fn amount_in_words(&self, amount: &ast::Expr, take: &ast::Take) -> Option<Diagnostic> {
        let is_free = |name: &str| self.scope.is_free(name) && !take.tail.binds(name);
        let is_alone = take.leaving.is_none() && take.tail.guard.is_none();
        let text = |span: Span| self.scope.book.text(span);
        let fix = match &amount.node {
            Node::Compare(first, rest) => match (&first.node, &**rest) {
                (Node::Name(name), [(ast::CompareOp::In, list)]) if is_free(name) => {
                    format!("{name} for {name} in {}", text(list.span))
                }
                _ => {
                    let sides = iter::once(&**first).chain(rest.iter().map(|(_, side)| side));
                    let mut names = sides.filter_map(|side| match &side.node {
                        Node::Name(name) if is_free(name) => Some(name),
                        _ => None,
                    });
                    let name = names.next().filter(|_| take.tail.guard.is_none())?;
                    if names.next().is_some() {
                        return None;
                    }
                    format!("{name} where {}", text(amount.span))
                }
            },
            Node::Name(name) if is_free(name) => {
                let kind = name.strip_suffix('s').unwrap_or(name);
                match (kind, self.shape().as_heap()) {
                    ("everything", Some(_)) => self.shape().coords.first()?.name.clone(),
                    ("half", Some(_)) => {
                        let n = &self.shape().coords.first()?.name;
                        let error = Diagnostic::ambiguous("`half` may mean two things");
                        return Some(error.label(amount.span, "how much is it?").help(format!(
                            "at most half of the pile is `take 1..{n} / 2`; to leave half of it is `move {n} -> {n} / 2 where {n} > 0`"
                        )));
                    }
                    ("cube", _) if is_alone => "k * k * k for k in 1..".to_owned(),
                    (kind, _) if is_alone && syntax::KINDS.contains(&kind) => {
                        format!("k where {kind}(k)")
                    }
                    _ => return None,
                }
            }
            Node::Call(..) | Node::Not(_) | Node::And(_) => {
                let mut names = Vec::new();
                self.free_names(amount, &mut names);
                match names.as_slice() {
                    [name] if is_alone && is_free(name) && self.is_condition(amount) => {
                        format!("{name} where {}", text(amount.span))
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let written = text(amount.span);
        Some(syntax::slip("unknown_word", amount.span, written, &fix))
    }

    /// The names in an expression that nothing which stands before the statement has.
    fn free_names<'e>(&self, expr: &'e ast::Expr, names: &mut Vec<&'e str>) {
        if let Node::Name(name) = &expr.node
            && self.scope.is_free(name)
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
        for child in expr.children() {
            self.free_names(child, names);
        }
    }

    /// Whether an expression is true or false, as far as it shows.
    fn is_condition(&self, expr: &ast::Expr) -> bool {
        match &expr.node {
            Node::Compare(..) => true,
            Node::Not(inner) => self.is_condition(inner),
            Node::And(parts) | Node::Or(parts) => parts.iter().all(|it| self.is_condition(it)),
            Node::Call(function, _) => match self.scope.book.definition(&function.name) {
                // It may call itself.
                Some((_, Definition::Let(item))) => matches!(
                    item.value.node,
                    Node::Compare(..) | Node::Not(_) | Node::And(_) | Node::Or(_)
                ),
                Some(_) => false,
                None => Builtin::by_name(&function.name)
                    .is_some_and(|it| matches!(it.result(&[Kind::Int]), Ok(Kind::Bool))),
            },
            _ => false,
        }
    }

    /// The name of a fresh amount: no coordinate, parameter or `let` of the game, and mentioned by the rest.
    pub(super) fn fresh_amount(&self, amount: &ast::Expr, take: &ast::Take) -> Option<Ident> {
        let Node::Name(name) = &amount.node else {
            return None;
        };
        if self.scope.is_of_place(name) || take.tail.binds(name) {
            return None;
        }
        let counts = take.leaving.iter().flat_map(Parts::counts);
        let mut read = take.tail.sources().chain(&take.tail.guard).chain(counts);
        read.any(|expr| mentions(expr, name)).then(|| Ident {
            name: name.clone(),
            span: amount.span,
        })
    }

    /// Binds the amount to a register.
    pub(super) fn amount(&mut self, amount: &Amount<'_>, draft: &mut Draft) -> Checked<Place> {
        let place = match amount {
            Amount::Any(span) => {
                let place = self.scope.frame.place(&Kind::Int);
                draft.range(place, Expr::int(1, *span), None);
                place
            }
            Amount::Constants(list) => {
                let place = self.scope.frame.place(&Kind::Int);
                draft.binders.push(self.each_constant(place, list));
                place
            }
            Amount::Written(expr) => self.written_amount(expr, draft)?,
        };
        draft.unnamed(place);
        Ok(place)
    }

    pub(super) fn each_constant(&self, place: Place, list: &[i64]) -> Clause {
        if let [only] = list {
            return Clause::Value {
                target: Target::One(place),
                value: self.int(*only),
            };
        }
        Clause::Each {
            target: Target::One(place),
            list: Expr::new(
                Op::Const(Value::ints(list.iter().copied())),
                Kind::Int.list(),
                self.span,
            ),
        }
    }

    pub(super) fn written_amount(&mut self, expr: &ast::Expr, draft: &mut Draft) -> Checked<Place> {
        let at_least_one = |place: Place| {
            Expr::local(place, Kind::Int, expr.span).compare(CompareOp::Ge, Expr::int(1, expr.span))
        };
        if let Node::Range(lo, hi) = &expr.node {
            if let Some(lo) = lo
                && let Node::Int(n @ ..1) = lo.node
            {
                let mut error = written_zero(n, lo.span).fix(lo.span, "1");
                if let Some(hi) = hi {
                    error =
                        error.help(format!("write `take 1..{}`", self.scope.book.text(hi.span)));
                }
                return self.scope.fail(error);
            }
            let (lo, hi) = self.scope.ends(lo.as_deref(), hi.as_deref(), expr.span)?;
            let place = self.scope.frame.place(&Kind::Int);
            let positive = lo.as_int() >= Some(1);
            draft.range(place, lo, hi);
            if !positive {
                draft.tests.push(at_least_one(place));
            }
            return Ok(place);
        }
        if let Node::Or(parts) = &expr.node
            && let [.., before, last] = &**parts
            && matches!(&last.node, Node::Name(name) if name == "pass" || name == "skip")
        {
            let start = Span {
                start: before.span.end,
                ..last.span
            };
            let written = self.scope.book.text(start);
            let blanks = written.len() - written.trim_start().len();
            let place = Span {
                start: start.start + blanks as u32,
                ..start
            };
            let slip = syntax::slip("unknown_word", place, written, syntax::PASS);
            return self.scope.fail(slip);
        }
        let checked = self.scope.expr(expr)?;
        let place = self.scope.frame.place(&Kind::Int);
        draft.tests.push(at_least_one(place));
        match &checked.kind {
            Kind::Int | Kind::Unknown => draft.value(place, checked),
            Kind::List(element) if element.fits(&Kind::Int) => draft.binders.push(Clause::Each {
                target: Target::One(place),
                list: checked,
            }),
            other => {
                let error =
                    errors::wrong_kind("a number, range or list of numbers", other, expr.span);
                return self.scope.fail(match other {
                    Kind::Bool => {
                        error.help("a condition stands behind `where`: `take k where k > 2`")
                    }
                    _ => error,
                });
            }
        }
        Ok(place)
    }

    /// The coordinate or entry after `from`.
    pub(super) fn source(&mut self, from: &ast::Expr) -> Checked<Aim> {
        let aim = self.target(from)?;
        match self.aim_kind(&aim) {
            Kind::Int => Ok(aim),
            Kind::List(_) => {
                let text = self.scope.book.text(from.span).to_string();
                self.scope.fail(
                    errors::other_kind(format!("`{text}` is a row, not a number"))
                        .label(from.span, "one of its entries is needed")
                        .help(format!("take from an entry: `from {text}[i]`")),
                )
            }
            _ => self.scope.fail(
                errors::other_kind("the entries of this row are tuples")
                    .label(from.span, "a number is needed")
                    .help("write a `move` that gives the entry its new value"),
            ),
        }
    }
}

fn written_zero(n: i64, span: Span) -> Diagnostic {
    Diagnostic::error("take_zero", format!("`take {n}` is no move"))
        .label(span, "at least 1 must be taken")
        .help("amounts are 1 or more: `take 1`, `take 1..3`, `take any`")
}

/// A name that a `take any` gives a meaning, and that changes nothing of what is taken: as a rule the amount is meant.
fn not_the_amount(take: &ast::Take) -> Option<Diagnostic> {
    let is_place = |name: &Ident| {
        take.from
            .as_ref()
            .is_some_and(|it| mentions(it, &name.name))
    };
    let mut names = take.tail.names();
    let name = names.next().filter(|name| !name.name.starts_with('_'))?;
    if take.leaving.is_some() || is_place(name) || names.any(is_place) {
        return None;
    }
    let message = format!("what is taken does not depend on `{}`", name.name);
    let help = format!(
        "`{} {name}` takes it, where `{}` takes any number",
        Word::Take,
        Word::Any,
        name = name.name
    );
    let warning = Diagnostic::warning("unused", message).label(name.span, "is it the amount?");
    Some(warning.help(help))
}

/// Whether the index is a binder that runs over the indices of this very row.
fn is_index_of(index: &Expr, binders: &[Clause], row: Option<&Place>) -> bool {
    let (Some(Place::Int(register)), Some(row)) = (index.as_local(), row) else {
        return false;
    };
    binders
        .iter()
        .any(|binder| binder.indices() == Some((register, *row)))
}

fn mentions(expr: &ast::Expr, name: &str) -> bool {
    matches!(&expr.node, Node::Name(word) if word == name)
        || (expr.children().into_iter()).any(|child| mentions(child, name))
}
