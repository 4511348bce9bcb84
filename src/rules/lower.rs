//! Move statements to moves: the one place where sugar is taken away.
//!
//! `take`, `split`, `octal` and `hex` all become what `move` says: binders, conditions and an effect.

use std::sync::Arc;

use super::bounds::Falling;
use super::check::{Checked, Reported, Scope, mentions, range_clause};
use super::codes::{self, Places};
use super::errors;
use super::game::{Change, Choice, Effect, Move, Wording};
use crate::diagnostic::Diagnostic;
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::position::Header;
use crate::expr::shape::{Bounds, CoordKind, Entry, Shape};
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, PartSizes, Place, Target};
use crate::expr::value::Value;
use crate::source::Span;
use crate::syntax::ast::{
    self, Amounts, BinderSource, Ident, Listing, Node, Parts, Pattern, Sizes, StatementKind, Tail,
};

/// Lowers one statement.
pub(super) struct Lowering<'a> {
    scope: Scope<'a>,
    header: Arc<Header>,
    coords: Vec<Place>,
    number: usize,
    span: Span,
}

/// Binders, tests and choices that a move has so far.
#[derive(Clone, Default)]
struct Draft {
    binders: Vec<Clause>,
    tests: Vec<Expr>,
    choices: Vec<Choice>,
}

/// Where an amount is taken from.
#[derive(Clone)]
enum Source {
    /// A coordinate.
    Coord(usize),
    /// An entry of a row.
    Entry(usize, Expr),
}

/// How many parts, as a range.
#[derive(Clone)]
struct Count {
    least: Expr,
    most: Option<Expr>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        scope: Scope<'a>,
        header: &Arc<Header>,
        coords: &[Place],
        number: usize,
        statement: &ast::Statement,
    ) -> Lowering<'a> {
        Lowering {
            scope,
            header: Arc::clone(header),
            coords: coords.to_vec(),
            number,
            span: statement.span,
        }
    }

    /// The moves that a statement stands for.
    pub(super) fn statement(mut self, kind: &StatementKind) -> Checked<Vec<Move>> {
        match kind {
            StatementKind::Take(take) => self.take(take),
            StatementKind::Split(split) => self.split(split),
            StatementKind::Code(code) => self.code(code),
            StatementKind::Move(rule) => self.rule(rule),
            _ => Ok(Vec::new()),
        }
    }

    fn shape(&self) -> &Shape {
        &self.header.shape
    }

    /// The value of a coordinate.
    fn coord(&self, index: usize) -> Expr {
        let kind = self
            .shape()
            .coords
            .get(index)
            .map_or(Kind::Int, |coord| coord.kind());
        // The caller took the index from the shape.
        let place = self.coords.get(index).copied().unwrap_or(Place::Int(0));
        Expr::local(place, kind, self.span)
    }

    fn int(&self, n: i64) -> Expr {
        Expr::int(n, self.span)
    }

    /// Complains where the statement needs `pile n` and the game has another.
    fn needs_heap(&mut self, what: &str) -> Checked<()> {
        if self.shape().as_heap().is_some() {
            return Ok(());
        }
        let words = self.shape().in_words();
        self.scope.fail(
            Diagnostic::error("needs_heap", format!("`{what}` needs piles that are single numbers"))
                .label(self.span, format!("a pile of this game is {words}"))
                .help("write a `move`, for example `move (a, b) -> (a - k, b) for k in 1..`, or `take … from a`"),
        )
    }

    /// A fresh name: an error where it has a meaning inside the game, a warning where it has one outside.
    fn check_fresh(&mut self, name: &Ident) -> Checked<()> {
        if self.scope.inner(&name.name) {
            return self.scope.fail(
                Diagnostic::error(
                    "duplicate_name",
                    format!("`{}` has a meaning in this game already", name.name),
                )
                .label(name.span, "a fresh name is needed here")
                .help("choose another name for the new number"),
            );
        }
        self.scope.warn_hiding(name);
        Ok(())
    }

    fn check_fresh_binders(&mut self, tail: &Tail) -> Checked<()> {
        let mut seen: Vec<&Ident> = Vec::new();
        for binder in &tail.binders {
            let names = match &binder.pattern {
                Pattern::Name(name) => std::slice::from_ref(name),
                Pattern::Tuple(names, _) => names.as_slice(),
            };
            for name in names {
                if let Some(first) = seen.iter().find(|first| first.name == name.name) {
                    let error = errors::duplicate(&name.name, first.span, name.span);
                    return self.scope.fail(error);
                }
                seen.push(name);
                self.check_fresh(name)?;
            }
        }
        Ok(())
    }

    /// Binds the names of a `for` and notes them as choices.
    fn bind(&mut self, tail: &Tail, hints: &[&ast::Expr], draft: &mut Draft) -> Checked<()> {
        self.check_fresh_binders(tail)?;
        let before = self.scope.locals.len();
        let clauses = self
            .scope
            .binders(&tail.binders, hints, tail.guard.as_ref())?;
        draft.binders.extend(clauses);
        let bound = self.scope.locals.get(before..).unwrap_or(&[]);
        draft.choices.extend(bound.iter().filter_map(choice));
        Ok(())
    }

    fn guard(&mut self, tail: &Tail, draft: &mut Draft) -> Checked<()> {
        draft
            .tests
            .extend(self.scope.conjuncts(tail.guard.as_ref())?);
        Ok(())
    }

    /// The finished move.
    fn finish(&mut self, draft: Draft, effect: Effect, wording: Wording) -> Checked<Move> {
        let falling = self.falling(&effect);
        let clauses = self.scope.arrange(draft.binders, draft.tests, &falling)?;
        Ok(Move {
            statement: self.number,
            span: self.span,
            frame: self.scope.frame,
            clauses,
            effect,
            choices: draft.choices,
            wording,
        })
    }

    // take

    fn take(&mut self, take: &ast::Take) -> Checked<Vec<Move>> {
        if take.from.is_none() {
            self.needs_heap("take")?;
        }
        if let (Some(from), Some(_)) = (&take.from, &take.leaving) {
            return self.scope.fail(
                Diagnostic::error("leaving_from", "`leaving` and `from` cannot stand together")
                    .label(from.span, "a coordinate cannot be split")
                    .help("write a `move` whose right side lists the piles"),
            );
        }
        let amounts: Vec<&ast::Expr> = match &take.amounts {
            Amounts::Any(_) => Vec::new(),
            Amounts::List(list) => list.iter().collect(),
        };
        let hints: Vec<&ast::Expr> = take.from.iter().chain(amounts.iter().copied()).collect();
        let outer = (self.scope.locals.len(), self.scope.frame);
        let mut moves = Vec::new();
        let mut constants: Vec<i64> = Vec::new();
        let mut failed = false;
        if let Amounts::Any(span) = take.amounts {
            moves.extend(self.one_take(take, &hints, Amount::Any(span))?);
        }
        for amount in amounts {
            self.scope.locals.truncate(outer.0);
            self.scope.frame = outer.1;
            if let Node::Int(n) = amount.node {
                if n < 1 {
                    failed = true;
                    self.scope.book.complain(written_zero(n, amount.span));
                } else {
                    constants.push(n);
                }
                continue;
            }
            match self.one_take(take, &hints, Amount::Written(amount)) {
                Ok(more) => moves.extend(more),
                Err(Reported) => failed = true,
            }
        }
        if !constants.is_empty() {
            self.scope.locals.truncate(outer.0);
            self.scope.frame = outer.1;
            match self.one_take(take, &hints, Amount::Constants(constants)) {
                Ok(more) => moves.extend(more),
                Err(Reported) => failed = true,
            }
        }
        if failed { Err(Reported) } else { Ok(moves) }
    }

    fn one_take(
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
        }
        let mut register = None;
        if let Some(name) = &fresh {
            self.check_fresh(name)?;
            let place = self.scope.bind(name, Kind::Int);
            draft
                .binders
                .push(range_clause(place, Expr::int(1, name.span), None));
            draft
                .choices
                .extend(self.scope.locals.last().and_then(choice));
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
            return self.leave(leaving, None, &take.tail, draft, rest, Some(register));
        }
        let source = match &take.from {
            None => Source::Coord(0),
            Some(from) => self.source(from)?,
        };
        self.guard(&take.tail, &mut draft)?;
        let change = match source {
            Source::Coord(coord) => Change::Coord {
                coord,
                value: self.coord(coord).arith(ArithOp::Sub, taken),
            },
            Source::Entry(coord, index) => {
                let row = self.coord(coord);
                let entry = Op::Index(Box::new(row), Box::new(index.clone()));
                let entry = Expr::new(entry, Kind::Int, self.span);
                self.inside(coord, &index, &mut draft);
                Change::Entry {
                    coord,
                    index,
                    value: entry.arith(ArithOp::Sub, taken),
                }
            }
        };
        let wording = wording(register);
        Ok(vec![self.finish(
            draft,
            Effect::Change(vec![change]),
            wording,
        )?])
    }

    /// An index outside the row is not a move: the test stands before anything that reads the entry.
    fn inside(&self, coord: usize, index: &Expr, draft: &mut Draft) {
        if is_index_of(index, &draft.binders, self.coords.get(coord)) {
            return;
        }
        let len = Expr::new(
            Op::Call(Builtin::Len, vec![self.coord(coord)]),
            Kind::Int,
            index.span,
        );
        let test = Op::Compare(
            Box::new(Expr::int(0, index.span)),
            vec![(CompareOp::Le, index.clone()), (CompareOp::Lt, len)],
        );
        draft
            .tests
            .insert(0, Expr::new(test, Kind::Bool, index.span));
    }

    /// The name of a fresh amount: no coordinate, parameter or `let` of the game, and mentioned by the rest.
    fn fresh_amount(&self, amount: &ast::Expr, take: &ast::Take) -> Option<Ident> {
        let Node::Name(name) = &amount.node else {
            return None;
        };
        let owner_let = self
            .scope
            .owner
            .is_some_and(|owner| owner.let_number(name).is_some());
        let bound = take
            .tail
            .binders
            .iter()
            .any(|binder| match &binder.pattern {
                Pattern::Name(bound) => bound.name == *name,
                Pattern::Tuple(names, _) => names.iter().any(|bound| bound.name == *name),
            });
        if self.scope.inner(name) || owner_let || bound {
            return None;
        }
        let sources = take
            .tail
            .binders
            .iter()
            .filter_map(|binder| match &binder.source {
                BinderSource::In(source) | BinderSource::Is(source) => Some(source),
                BinderSource::Unstated => None,
            });
        let counts: &[ast::Expr] = match &take.leaving {
            Some(Parts::Counts(counts)) => counts,
            _ => &[],
        };
        let mentioned = sources
            .chain(take.tail.guard.as_ref())
            .chain(counts)
            .any(|expr| mentions(expr, name));
        mentioned.then(|| Ident {
            name: name.clone(),
            span: amount.span,
        })
    }

    /// Binds the amount to a register.
    fn amount(&mut self, amount: &Amount<'_>, draft: &mut Draft) -> Checked<Place> {
        let place = match amount {
            Amount::Any(span) => {
                let place = self.scope.frame.place(&Kind::Int);
                draft
                    .binders
                    .push(range_clause(place, Expr::int(1, *span), None));
                place
            }
            Amount::Constants(list) => {
                let place = self.scope.frame.place(&Kind::Int);
                draft.binders.push(self.each_constant(place, list));
                place
            }
            Amount::Written(expr) => self.written_amount(expr, draft)?,
        };
        draft.choices.push(Choice {
            name: String::new(),
            place,
            kind: Kind::Int,
        });
        Ok(place)
    }

    fn each_constant(&self, place: Place, list: &[i64]) -> Clause {
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

    fn written_amount(&mut self, expr: &ast::Expr, draft: &mut Draft) -> Checked<Place> {
        let at_least_one = |place: Place| {
            Expr::local(place, Kind::Int, expr.span).compare(CompareOp::Ge, Expr::int(1, expr.span))
        };
        if let Node::Range(lo, hi) = &expr.node {
            if let Some(lo) = lo
                && let Node::Int(n @ ..1) = lo.node
            {
                return self.scope.fail(written_zero(n, lo.span));
            }
            let range = self.scope.range(lo.as_deref(), hi.as_deref(), expr.span)?;
            let Op::Range(lo, hi) = range.op else {
                return Err(Reported);
            };
            let place = self.scope.frame.place(&Kind::Int);
            let positive = matches!(lo.constant(), Some(Value::Int(n)) if *n >= 1);
            draft
                .binders
                .push(range_clause(place, *lo, hi.map(|hi| *hi)));
            if !positive {
                draft.tests.push(at_least_one(place));
            }
            return Ok(place);
        }
        let checked = self.scope.expr(expr)?;
        match &checked.kind {
            Kind::Int => {
                let place = self.scope.frame.place(&Kind::Int);
                draft.tests.push(at_least_one(place));
                draft.binders.push(Clause::Value {
                    target: Target::One(place),
                    value: checked,
                });
                Ok(place)
            }
            Kind::List(element) if element.fits(&Kind::Int) => {
                let place = self.scope.frame.place(&Kind::Int);
                draft.tests.push(at_least_one(place));
                draft.binders.push(Clause::Each {
                    target: Target::One(place),
                    list: checked,
                });
                Ok(place)
            }
            other => {
                let error =
                    errors::wrong_kind("a number, range or list of numbers", other, expr.span);
                self.scope.fail(match other {
                    Kind::Bool => {
                        error.help("a condition stands behind `where`: `take k where k > 2`")
                    }
                    _ => error,
                })
            }
        }
    }

    /// The coordinate or entry after `from`.
    fn source(&mut self, from: &ast::Expr) -> Checked<Source> {
        match self.target(from)? {
            Aim::Coord(coord) => match self.shape().coords.get(coord).map(|coord| &coord.kind) {
                Some(CoordKind::Int(_)) => Ok(Source::Coord(coord)),
                _ => {
                    let text = self.scope.book.sources.slice(from.span).to_string();
                    self.scope.fail(
                        Diagnostic::error("wrong_kind", format!("`{text}` is a row, not a number"))
                            .label(from.span, "one of its entries is needed")
                            .help(format!("take from an entry: `from {text}[i]`")),
                    )
                }
            },
            Aim::Entry(coord, index) => {
                match self.shape().coords.get(coord).map(|coord| &coord.kind) {
                    Some(CoordKind::Row {
                        entry: Entry::Int(_),
                        ..
                    }) => Ok(Source::Entry(coord, index)),
                    _ => self.scope.fail(
                        Diagnostic::error("wrong_kind", "the entries of this row are tuples")
                            .label(from.span, "a number is needed")
                            .help("write a `move` that gives the entry its new value"),
                    ),
                }
            }
        }
    }

    // leaving and splitting

    fn split(&mut self, split: &ast::Split) -> Checked<Vec<Move>> {
        self.needs_heap("split")?;
        if let Parts::Counts(counts) = &split.parts {
            for count in counts {
                let least = match &count.node {
                    Node::Range(Some(lo), _) => lo,
                    _ => count,
                };
                if let Node::Int(n) = least.node
                    && n < 2
                {
                    return self.scope.fail(
                        Diagnostic::error(
                            "bad_count",
                            format!("splitting into {n} changes nothing"),
                        )
                        .label(least.span, "at least 2 parts are needed")
                        .help("as in `split into 2`, `split into 2..3` or `split into 2..`"),
                    );
                }
            }
        }
        let mut draft = Draft::default();
        self.bind(&split.tail, &[], &mut draft)?;
        let total = self.coord(0);
        self.leave(&split.parts, split.sizes, &split.tail, draft, total, None)
    }

    /// Moves that leave `rest` as so many parts.
    fn leave(
        &mut self,
        parts: &Parts,
        sizes: Option<(Sizes, Span)>,
        tail: &Tail,
        mut draft: Draft,
        rest: Expr,
        taken: Option<Place>,
    ) -> Checked<Vec<Move>> {
        let wording = taken.map_or(Wording::Split, wording);
        let sizes = match sizes {
            None => PartSizes::Any,
            Some((Sizes::Equal, _)) => PartSizes::Equal,
            Some((Sizes::Unequal, _)) => PartSizes::Unequal,
        };
        match parts {
            Parts::Named(names) => {
                let list = self.named_parts(names, &rest, sizes, &mut draft)?;
                self.guard(tail, &mut draft)?;
                Ok(vec![self.finish(draft, Effect::Piles(list), wording)?])
            }
            Parts::Counts(counts) => {
                let mut checked = Vec::new();
                for count in counts {
                    checked.push(self.count(count)?);
                }
                self.guard(tail, &mut draft)?;
                let mut moves = Vec::new();
                for count in checked {
                    moves.extend(self.counted_parts(
                        &count,
                        sizes,
                        &draft,
                        &rest,
                        taken.is_some(),
                        wording,
                    )?);
                }
                Ok(moves)
            }
        }
    }

    fn count(&mut self, count: &ast::Expr) -> Checked<Count> {
        match &count.node {
            Node::Range(lo, hi) => {
                let range = self.scope.range(lo.as_deref(), hi.as_deref(), count.span)?;
                match range.op {
                    Op::Range(lo, hi) => Ok(Count {
                        least: *lo,
                        most: hi.map(|hi| *hi),
                    }),
                    _ => Err(Reported),
                }
            }
            _ => {
                let least = self
                    .scope
                    .int(count)
                    .inspect_err(|_| self.hint_at_parts(count))?;
                if let Some(Value::Int(n)) = least.constant()
                    && *n < 0
                {
                    return self.scope.fail(
                        Diagnostic::error("bad_count", format!("there are no {n} piles"))
                            .label(count.span, "a count is at least 0"),
                    );
                }
                Ok(Count {
                    most: Some(least.clone()),
                    least,
                })
            }
        }
    }

    /// An unknown name where a count stands was perhaps meant to name a part.
    fn hint_at_parts(&mut self, count: &ast::Expr) {
        if let Some(complaint) = self.scope.book.complaints.last_mut()
            && matches!(count.node, ast::Node::Name(_))
            && complaint.code == "unknown_name"
            && complaint
                .help
                .as_ref()
                .is_some_and(|help| help.starts_with("define"))
        {
            complaint.help = Some(
                "one name alone is a count; to name the parts write two or more: `a, b`".to_owned(),
            );
        }
    }

    /// The moves for a range of counts: none, one and two parts have loops of their own.
    fn counted_parts(
        &mut self,
        count: &Count,
        sizes: PartSizes,
        draft: &Draft,
        rest: &Expr,
        taking: bool,
        wording: Wording,
    ) -> Checked<Vec<Move>> {
        let mut moves = Vec::new();
        let (mut least, most) = match (
            count.least.constant(),
            count
                .most
                .as_ref()
                .map(|most| most.constant().and_then(Value::as_int)),
        ) {
            (Some(Value::Int(least)), None) => (*least, i64::MAX),
            (Some(Value::Int(least)), Some(Some(most))) => (*least, most),
            _ => return self.varying_parts(count, sizes, draft, rest, taking, wording),
        };
        if taking && least <= 0 && most >= 0 {
            moves.push(self.nothing_left(draft, rest, wording)?);
        }
        if taking && least <= 1 && most >= 1 {
            let mut draft = draft.clone();
            draft
                .tests
                .push(rest.clone().compare(CompareOp::Ge, self.int(1)));
            let change = Change::Coord {
                coord: 0,
                value: rest.clone(),
            };
            moves.push(self.finish(draft, Effect::Change(vec![change]), wording)?);
        }
        if least <= 2 && most >= 2 {
            moves.push(self.two_parts(sizes, draft, rest, wording)?);
        }
        least = least.max(3);
        if most >= least {
            let most = (most != i64::MAX).then(|| self.int(most));
            moves.push(self.partitions(self.int(least), most, sizes, draft, rest, wording)?);
        }
        Ok(moves)
    }

    fn nothing_left(&mut self, draft: &Draft, rest: &Expr, wording: Wording) -> Checked<Move> {
        let mut draft = draft.clone();
        draft
            .tests
            .push(rest.clone().compare(CompareOp::Eq, self.int(0)));
        let none = Expr::new(Op::Elements(Vec::new()), Kind::Int.list(), self.span);
        self.finish(draft, Effect::Piles(none), wording)
    }

    fn two_parts(
        &mut self,
        sizes: PartSizes,
        draft: &Draft,
        rest: &Expr,
        wording: Wording,
    ) -> Checked<Move> {
        let mut draft = draft.clone();
        let place = self.scope.frame.place(&Kind::Int);
        let part = Expr::local(place, Kind::Int, self.span);
        let half = |rest: Expr, n: i64| rest.arith(ArithOp::Div, self.int(n));
        match sizes {
            PartSizes::Any | PartSizes::Unequal => {
                let total = match sizes {
                    PartSizes::Unequal => rest.clone().arith(ArithOp::Sub, self.int(1)),
                    _ => rest.clone(),
                };
                draft
                    .binders
                    .push(range_clause(place, self.int(1), Some(half(total, 2))));
            }
            PartSizes::Equal => {
                draft.binders.push(Clause::Value {
                    target: Target::One(place),
                    value: half(rest.clone(), 2),
                });
                draft
                    .tests
                    .push(part.clone().compare(CompareOp::Ge, self.int(1)));
                let twice = part.clone().arith(ArithOp::Mul, self.int(2));
                draft.tests.push(twice.compare(CompareOp::Eq, rest.clone()));
            }
        }
        let other = rest.clone().arith(ArithOp::Sub, part.clone());
        let list = Expr::new(Op::Elements(vec![part, other]), Kind::Int.list(), self.span);
        self.finish(draft, Effect::Piles(list), wording)
    }

    fn partitions(
        &mut self,
        least: Expr,
        most: Option<Expr>,
        sizes: PartSizes,
        draft: &Draft,
        rest: &Expr,
        wording: Wording,
    ) -> Checked<Move> {
        let mut draft = draft.clone();
        let place = self.scope.frame.place(&Kind::Int.list());
        if let Place::Obj(var) = place {
            draft.binders.push(Clause::Partitions {
                var,
                total: rest.clone(),
                least,
                most,
                sizes,
            });
        }
        let list = Expr::local(place, Kind::Int.list(), self.span);
        self.finish(draft, Effect::Piles(list), wording)
    }

    /// Counts that depend on the pile or on a binder.
    fn varying_parts(
        &mut self,
        count: &Count,
        sizes: PartSizes,
        draft: &Draft,
        rest: &Expr,
        taking: bool,
        wording: Wording,
    ) -> Checked<Vec<Move>> {
        let mut moves = Vec::new();
        if taking {
            let mut empty = draft.clone();
            empty
                .tests
                .push(count.least.clone().compare(CompareOp::Le, self.int(0)));
            if let Some(most) = &count.most {
                empty
                    .tests
                    .push(most.clone().compare(CompareOp::Ge, self.int(0)));
            }
            moves.push(self.nothing_left(&empty, rest, wording)?);
        }
        let least = if taking {
            count.least.clone()
        } else {
            let args = vec![count.least.clone(), self.int(2)];
            Expr::new(Op::Call(Builtin::Max, args), Kind::Int, self.span)
        };
        moves.push(self.partitions(least, count.most.clone(), sizes, draft, rest, wording)?);
        Ok(moves)
    }

    /// Parts with names: every ordered choice.
    fn named_parts(
        &mut self,
        names: &[Ident],
        rest: &Expr,
        sizes: PartSizes,
        draft: &mut Draft,
    ) -> Checked<Expr> {
        let mut left = rest.clone();
        let mut parts: Vec<Expr> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if let Some(first) = names
                .get(..index)
                .unwrap_or(&[])
                .iter()
                .find(|first| first.name == name.name)
            {
                let error = errors::duplicate(&name.name, first.span, name.span);
                return self.scope.fail(error);
            }
            self.check_fresh(name)?;
            let place = self.scope.bind(name, Kind::Int);
            let part = Expr::local(place, Kind::Int, name.span);
            let after = (names.len() - index - 1) as i64;
            if after > 0 {
                let most = left.clone().arith(ArithOp::Sub, self.int(after));
                draft
                    .binders
                    .push(range_clause(place, self.int(1), Some(most)));
                left = left.arith(ArithOp::Sub, part.clone());
            } else {
                draft.binders.push(Clause::Value {
                    target: Target::One(place),
                    value: left.clone(),
                });
                draft
                    .tests
                    .push(part.clone().compare(CompareOp::Ge, self.int(1)));
            }
            for other in &parts {
                let op = match sizes {
                    PartSizes::Any => continue,
                    PartSizes::Equal => CompareOp::Eq,
                    PartSizes::Unequal => CompareOp::Ne,
                };
                draft.tests.push(part.clone().compare(op, other.clone()));
            }
            parts.push(part);
        }
        Ok(Expr::new(Op::Elements(parts), Kind::Int.list(), self.span))
    }

    // codes

    fn code(&mut self, code: &ast::Code) -> Checked<Vec<Move>> {
        let word = match code.base {
            ast::Base::Octal => "octal",
            ast::Base::Hex => "hex",
        };
        self.needs_heap(word)?;
        let digits = match codes::parse(code.base, &code.text) {
            Ok(digits) => digits,
            Err(diagnostic) => return self.scope.fail(*diagnostic),
        };
        let outer = (self.scope.locals.len(), self.scope.frame);
        let mut moves = Vec::new();
        if digits.whole != 0 {
            let mut draft = Draft::default();
            self.bind(&code.tail, &[], &mut draft)?;
            self.guard(&code.tail, &mut draft)?;
            let total = self.coord(0);
            for parts in [2, 3] {
                if digits.whole >> parts & 1 == 1 {
                    let count = self.fixed(parts);
                    moves.extend(self.counted_parts(
                        &count,
                        PartSizes::Any,
                        &draft,
                        &total,
                        false,
                        Wording::Split,
                    )?);
                }
            }
        }
        for (places, parts) in digits.moves() {
            self.scope.locals.truncate(outer.0);
            self.scope.frame = outer.1;
            let mut draft = Draft::default();
            self.bind(&code.tail, &[], &mut draft)?;
            let register = self.scope.frame.place(&Kind::Int);
            draft.binders.push(match &places {
                Places::Finite(list) => self.each_constant(register, list),
                Places::Every { first, step } => Clause::Range {
                    var: match register {
                        Place::Int(var) | Place::Obj(var) => var,
                    },
                    lo: self.int(*first),
                    hi: None,
                    step: *step,
                    stops: Vec::new(),
                },
            });
            draft.choices.push(Choice {
                name: String::new(),
                place: register,
                kind: Kind::Int,
            });
            self.guard(&code.tail, &mut draft)?;
            let taken = Expr::local(register, Kind::Int, self.span);
            let rest = self.coord(0).arith(ArithOp::Sub, taken);
            let count = self.fixed(parts);
            moves.extend(self.counted_parts(
                &count,
                PartSizes::Any,
                &draft,
                &rest,
                true,
                wording(register),
            )?);
        }
        Ok(moves)
    }

    fn fixed(&self, parts: u32) -> Count {
        Count {
            least: self.int(i64::from(parts)),
            most: Some(self.int(i64::from(parts))),
        }
    }

    // move

    fn rule(&mut self, rule: &ast::MoveRule) -> Checked<Vec<Move>> {
        let lhs: Vec<&ast::Expr> = match rule.lhs.as_slice() {
            [
                ast::Expr {
                    node: Node::Tuple(parts),
                    ..
                },
            ] => parts.iter().collect(),
            list => list.iter().collect(),
        };
        let mut draft = Draft::default();
        for target in &lhs {
            self.implicit_index(target, &rule.tail, &mut draft)?;
        }
        let hints: Vec<&ast::Expr> = lhs.iter().copied().chain(&rule.rhs).collect();
        self.bind(&rule.tail, &hints, &mut draft)?;
        let checked: Vec<Checked<Aim>> = lhs.iter().map(|target| self.target(target)).collect();
        let guarded = self.guard(&rule.tail, &mut draft);
        let aims = checked.into_iter().collect::<Checked<Vec<Aim>>>()?;
        guarded?;
        for (index, aim) in aims.iter().enumerate() {
            let earlier = aims.get(..index).unwrap_or(&[]);
            if let (Aim::Coord(coord), Some(target)) = (aim, lhs.get(index))
                && earlier.iter().any(|other| other.coord() == *coord)
            {
                let text = self.scope.book.sources.slice(target.span).to_string();
                return self.scope.fail(
                    Diagnostic::error(
                        "duplicate_name",
                        format!("`{text}` stands twice on the left of this move"),
                    )
                    .label(target.span, "again here")
                    .help("give each coordinate one new value"),
                );
            }
            let written = |place: usize| {
                let target: Option<&&ast::Expr> = lhs.get(place);
                target.map(|target| self.scope.book.sources.slice(target.span).to_owned())
            };
            if let Aim::Entry(..) = aim
                && let Some(text) = written(index)
                && let Some(first) =
                    (0..index).find(|&place| written(place).as_ref() == Some(&text))
            {
                let span_of = |place: usize| lhs.get(place).map(|target| target.span);
                let mut error = Diagnostic::error(
                    "duplicate_name",
                    format!("`{text}` stands twice on the left of this move"),
                )
                .help("give each entry one new value; two entries have two indices: `p[i], p[j]`");
                if let (Some(second), Some(first)) = (span_of(index), span_of(first)) {
                    error = error.label(second, "again here").label(first, "first here");
                }
                return self.scope.fail(error);
            }
            if let Aim::Entry(coord, index) = aim {
                self.inside(*coord, index, &mut draft);
                for other in earlier {
                    if let Aim::Entry(same, before) = other
                        && same == coord
                    {
                        let test = index.clone().compare(CompareOp::Ne, before.clone());
                        draft.tests.push(test);
                    }
                }
            }
        }
        self.scope.positions = true;
        let effect = self.effect(&aims, &rule.rhs)?;
        Ok(vec![self.finish(draft, effect, Wording::Change)?])
    }

    /// An index name on the left that is bound nowhere runs over the row.
    fn implicit_index(
        &mut self,
        target: &ast::Expr,
        tail: &Tail,
        draft: &mut Draft,
    ) -> Checked<()> {
        let Node::Bracket(_, listing) = &target.node else {
            return Ok(());
        };
        let Listing::Items(items) = listing.as_ref() else {
            return Ok(());
        };
        let [index] = items.as_slice() else {
            return Ok(());
        };
        let Node::Name(name) = &index.node else {
            return Ok(());
        };
        let bound = tail.binders.iter().any(|binder| match &binder.pattern {
            Pattern::Name(bound) => bound.name == *name,
            Pattern::Tuple(names, _) => names.iter().any(|bound| bound.name == *name),
        });
        let owner_let = self
            .scope
            .owner
            .is_some_and(|owner| owner.let_number(name).is_some());
        if bound
            || owner_let
            || self.scope.inner(name)
            || self.scope.book.definition(name).is_some()
        {
            return Ok(());
        }
        let name = Ident {
            name: name.clone(),
            span: index.span,
        };
        let clause = self.scope.unstated(&name, &[target])?;
        draft.binders.push(clause);
        draft
            .choices
            .extend(self.scope.locals.last().and_then(choice));
        Ok(())
    }

    /// A coordinate or an entry of a row.
    fn target(&mut self, target: &ast::Expr) -> Checked<Aim> {
        let named = |node: &Node| match node {
            Node::Name(name) => self
                .shape()
                .coords
                .iter()
                .position(|coord| coord.name == *name),
            _ => None,
        };
        if let Some(coord) = named(&target.node) {
            return Ok(Aim::Coord(coord));
        }
        if let Node::Bracket(base, listing) = &target.node
            && let Some(coord) = named(&base.node)
            && matches!(
                self.shape().coords.get(coord).map(|coord| &coord.kind),
                Some(CoordKind::Row { .. })
            )
            && let Listing::Items(items) = listing.as_ref()
            && let [index] = items.as_slice()
        {
            let index = self.scope.int(index)?;
            return Ok(Aim::Entry(coord, index));
        }
        let text = self.scope.book.sources.slice(target.span).to_string();
        let names: Vec<String> = self
            .shape()
            .coords
            .iter()
            .map(|coord| match coord.kind {
                CoordKind::Int(_) => format!("`{}`", coord.name),
                CoordKind::Row { .. } => format!("`{0}` or `{0}[i]`", coord.name),
            })
            .collect();
        self.scope.fail(
            Diagnostic::error(
                "unknown_coordinate",
                format!("`{text}` is no part of a pile of this game"),
            )
            .label(target.span, "a coordinate or an entry of a row is needed")
            .help(format!("a pile has {}", names.join(", "))),
        )
    }

    /// The kind of the new value that a target takes.
    fn aim_kind(&self, aim: &Aim) -> Kind {
        match self
            .shape()
            .coords
            .get(aim.coord())
            .map(|coord| &coord.kind)
        {
            Some(CoordKind::Int(_)) | None => Kind::Int,
            Some(CoordKind::Row { entry, .. }) => match aim {
                Aim::Coord(_) => entry.kind().list(),
                Aim::Entry(..) => entry.kind(),
            },
        }
    }

    fn change(&self, aim: &Aim, value: Expr) -> Change {
        match aim {
            Aim::Coord(coord) => Change::Coord {
                coord: *coord,
                value,
            },
            Aim::Entry(coord, index) => Change::Entry {
                coord: *coord,
                index: index.clone(),
                value,
            },
        }
    }

    fn effect(&mut self, aims: &[Aim], rhs: &[ast::Expr]) -> Checked<Effect> {
        let values: Vec<&ast::Expr> = match rhs {
            [
                ast::Expr {
                    node: Node::Tuple(parts),
                    ..
                },
            ] if aims.len() == parts.len() && aims.len() > 1 => parts.iter().collect(),
            list => list.iter().collect(),
        };
        if let ([value], [_, ..]) = (values.as_slice(), aims) {
            return self.single_result(aims, value);
        }
        if values.len() != aims.len() {
            let span = rhs.first().map_or(self.span, |first| {
                rhs.last()
                    .map_or(first.span, |last| first.span.to(last.span))
            });
            return self.scope.fail(
                Diagnostic::error(
                    "wrong_arity",
                    format!(
                        "{} on the left, {} on the right",
                        super::lets::plural(aims.len(), "coordinate"),
                        super::lets::plural(values.len(), "value")
                    ),
                )
                .label(
                    span,
                    "one new value is needed for each coordinate on the left",
                )
                .help("as in `move a, b -> a - k, b - k`"),
            );
        }
        let mut changes = Vec::new();
        let mut failed = false;
        for (aim, value) in aims.iter().zip(values) {
            let kind = self.aim_kind(aim);
            match self.scope.of_kind(value, &kind, &kind.to_string()) {
                Ok(value) => changes.push(self.change(aim, value)),
                Err(Reported) => {
                    failed = true;
                    if matches!(value.node, Node::Tuple(_)) {
                        self.hint_at_moves();
                    }
                }
            }
        }
        if failed {
            Err(Reported)
        } else {
            Ok(Effect::Change(changes))
        }
    }

    /// Whole piles where single values stand were perhaps meant as several ways to move.
    fn hint_at_moves(&mut self) {
        if let Some(complaint) = self.scope.book.complaints.last_mut()
            && complaint.code == "wrong_kind"
        {
            complaint.help = Some(
                "write a `move` of its own for each way to move; several piles stand in brackets"
                    .to_owned(),
            );
        }
    }

    /// One expression on the right: a new value, a list of piles, or a position.
    fn single_result(&mut self, aims: &[Aim], value: &ast::Expr) -> Checked<Effect> {
        let checked = self.scope.expr(value)?;
        if checked.kind == Kind::Position {
            return self.check_ending_rule(checked).map(Effect::Position);
        }
        if let [aim] = aims {
            let wanted = self.aim_kind(aim);
            if checked.kind.fits(&wanted) {
                return Ok(Effect::Change(vec![self.change(aim, checked)]));
            }
        }
        let pile = self.shape().kind();
        match &checked.kind {
            Kind::List(element) if element.fits(&pile) => Ok(Effect::Piles(checked)),
            Kind::Tuple(kinds) if aims.len() == kinds.len() && aims.len() > 1 => {
                let kinds = kinds.clone();
                let mut changes = Vec::new();
                for (index, (aim, kind)) in aims.iter().zip(kinds).enumerate() {
                    let part = Op::Field(Box::new(checked.clone()), index);
                    let part = Expr::new(part, kind, checked.span);
                    let wanted = self.aim_kind(aim);
                    if !part.kind.fits(&wanted) {
                        let error = errors::wrong_kind(&wanted.to_string(), &part.kind, part.span);
                        return self.scope.fail(error);
                    }
                    changes.push(self.change(aim, part));
                }
                Ok(Effect::Change(changes))
            }
            Kind::Int if aims.len() > 1 => self.scope.fail(
                Diagnostic::error(
                    "wrong_arity",
                    format!("{} values are needed on the right, 1 is given", aims.len()),
                )
                .label(
                    checked.span,
                    "one new value is needed for each coordinate on the left",
                )
                .help("as in `move a, b -> a - k, b - k`; a coordinate that stays as it is can be left out on the left"),
            ),
            other => {
                let wanted = match aims {
                    [aim] => self.aim_kind(aim).to_string(),
                    _ => format!("a tuple of {}", aims.len()),
                };
                let words = self.shape().in_words();
                let error = errors::wrong_kind(&wanted, other, checked.span).help(format!(
                    "or a list of piles, each {words}, or a position of another game"
                ));
                self.scope.fail(error)
            }
        }
    }

    /// Complains where a rule leads to a game with another ending rule.
    fn check_ending_rule(&mut self, result: Expr) -> Checked<Expr> {
        fn games(expr: &Expr, found: &mut Vec<bool>) {
            if let Op::Const(Value::Game(header)) = &expr.op {
                found.push(header.misere);
            }
            if let Op::Const(Value::Position(position)) = &expr.op {
                found.push(position.is_misere());
            }
            for child in expr.children() {
                games(child, found);
            }
        }
        let mut found = Vec::new();
        games(&result, &mut found);
        if found.iter().any(|misere| *misere != self.header.misere) {
            let error = errors::mixed_misere(result.span);
            return self.scope.fail(error);
        }
        Ok(result)
    }

    // what falls

    /// The numbers that an effect writes, with their ranges.
    fn falling(&self, effect: &Effect) -> Vec<Falling> {
        let mut found = Vec::new();
        match effect {
            Effect::Change(changes) => {
                for change in changes {
                    let (coord, value, entry) = match change {
                        Change::Coord { coord, value } => (coord, value, false),
                        Change::Entry { coord, value, .. } => (coord, value, true),
                    };
                    match self.shape().coords.get(*coord).map(|coord| &coord.kind) {
                        Some(CoordKind::Int(bounds)) => number(value, *bounds, None, &mut found),
                        Some(CoordKind::Row { entry: kind, .. }) if entry => {
                            entry_numbers(value, kind, None, &mut found)
                        }
                        Some(CoordKind::Row { entry: kind, .. }) => {
                            row_numbers(value, kind, &mut found)
                        }
                        None => {}
                    }
                }
            }
            Effect::Piles(list) => pile_numbers(list, self.shape(), &mut found),
            Effect::Position(position) => position_numbers(position, &mut found),
        }
        found
    }
}

/// The amount of a `take`.
enum Amount<'e> {
    Any(Span),
    Written(&'e ast::Expr),
    Constants(Vec<i64>),
}

/// What a move changes.
enum Aim {
    Coord(usize),
    Entry(usize, Expr),
}

impl Aim {
    fn coord(&self) -> usize {
        match self {
            Aim::Coord(coord) | Aim::Entry(coord, _) => *coord,
        }
    }
}

fn choice(local: &super::check::Local) -> Option<Choice> {
    match local.value.op {
        Op::Local(place) => Some(Choice {
            name: local.name.clone(),
            place,
            kind: local.value.kind.clone(),
        }),
        _ => None,
    }
}

fn wording(register: Place) -> Wording {
    match register {
        Place::Int(register) => Wording::Take(register),
        Place::Obj(_) => Wording::Change,
    }
}

fn written_zero(n: i64, span: Span) -> Diagnostic {
    Diagnostic::error("take_zero", format!("`take {n}` is no move"))
        .label(span, "at least 1 must be taken")
        .help("amounts are 1 or more: `take 1`, `take 1..3`, `take any`")
}

/// Whether the index is a binder that runs over the indices of this very row.
fn is_index_of(index: &Expr, binders: &[Clause], row: Option<&Place>) -> bool {
    let (Op::Local(Place::Int(register)), Some(row)) = (&index.op, row) else {
        return false;
    };
    binders.iter().any(|binder| match binder {
        Clause::Range {
            var, lo, hi: Some(hi), ..
        } => {
            *var == *register
                && lo.constant() == Some(&Value::Int(0))
                && matches!(&hi.op, Op::Arith(len, _)
                    if matches!(&len.op, Op::Call(Builtin::Len, args)
                        if args.first().is_some_and(|arg| matches!(&arg.op, Op::Local(place) if place == row))))
        }
        _ => false,
    })
}

fn number(value: &Expr, bounds: Bounds, within: Option<&Clause>, found: &mut Vec<Falling>) {
    if value.kind == Kind::Int {
        found.push(Falling {
            value: value.clone(),
            bounds,
            within: within.cloned(),
        });
    }
}

fn entry_numbers(value: &Expr, entry: &Entry, within: Option<&Clause>, found: &mut Vec<Falling>) {
    match (entry, &value.op) {
        (Entry::Int(bounds), _) => number(value, *bounds, within, found),
        (Entry::Tuple(parts), Op::Tuple(values)) => {
            for ((_, bounds), value) in parts.iter().zip(values) {
                number(value, *bounds, within, found);
            }
        }
        (Entry::Tuple(_), _) => {}
    }
}

/// The entries that a list certainly has.
fn row_numbers(list: &Expr, entry: &Entry, found: &mut Vec<Falling>) {
    match &list.op {
        Op::Elements(items) => {
            for item in items {
                if !matches!(item.op, Op::Range(..)) {
                    entry_numbers(item, entry, None, found);
                }
            }
        }
        Op::Concat(parts) => {
            for part in parts {
                row_numbers(part, entry, found);
            }
        }
        Op::Call(Builtin::Sort | Builtin::Reverse | Builtin::Unique, args) => {
            for arg in args {
                row_numbers(arg, entry, found);
            }
        }
        Op::Comprehension(inner) => {
            if let [clause] = inner.clauses.as_slice() {
                entry_numbers(&inner.element, entry, Some(clause), found);
            }
        }
        _ => {}
    }
}

/// The numbers of the piles that a list certainly has.
fn pile_numbers(list: &Expr, shape: &Shape, found: &mut Vec<Falling>) {
    match &list.op {
        Op::Elements(items) => {
            for item in items {
                if !matches!(item.op, Op::Range(..)) {
                    one_pile(item, shape, None, found);
                }
            }
        }
        Op::Concat(parts) => {
            for part in parts {
                pile_numbers(part, shape, found);
            }
        }
        Op::Repeat(item, count) if matches!(count.constant(), Some(Value::Int(n)) if *n >= 1) => {
            one_pile(item, shape, None, found);
        }
        Op::Comprehension(inner) => {
            if let [clause] = inner.clauses.as_slice() {
                one_pile(&inner.element, shape, Some(clause), found);
            }
        }
        _ => {}
    }
}

fn one_pile(pile: &Expr, shape: &Shape, within: Option<&Clause>, found: &mut Vec<Falling>) {
    if let Some(bounds) = shape.as_heap() {
        number(pile, bounds, within, found);
        return;
    }
    if shape.is_row() {
        if let (Some(CoordKind::Row { entry, .. }), None) =
            (shape.coords.first().map(|coord| &coord.kind), within)
        {
            row_numbers(pile, entry, found);
        }
        return;
    }
    if let Op::Tuple(parts) = &pile.op {
        for (coord, part) in shape.coords.iter().zip(parts) {
            match &coord.kind {
                CoordKind::Int(bounds) => number(part, *bounds, within, found),
                CoordKind::Row { entry, .. } if within.is_none() => row_numbers(part, entry, found),
                CoordKind::Row { .. } => {}
            }
        }
    }
}

fn position_numbers(position: &Expr, found: &mut Vec<Falling>) {
    match &position.op {
        Op::Join(parts) => {
            for part in parts {
                position_numbers(part, found);
            }
        }
        Op::Position(game, piles) => {
            if let Some(Value::Game(header)) = game.constant() {
                pile_numbers(piles, &header.shape, found);
            }
        }
        _ => {}
    }
}
