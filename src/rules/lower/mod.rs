//! Move statements to moves: the one place where sugar is taken away.
//!
//! `take`, `split`, `octal` and `hex` all become what `move` says: binders, conditions and an effect.

mod change;
mod code;
mod parts;
mod take;

use std::sync::Arc;

use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::position::Game;
use crate::expr::shape::{Bounds, CoordKind, Entry, Shape};
use crate::expr::tree::{Clause, CompareOp, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::rules::bounds::Falling;
use crate::rules::check::{Scope, range_clause};
use crate::rules::errors::{self, Checked};
use crate::rules::game::{Change, Choice, Effect, Move, Wording};
use crate::syntax::Word;
use crate::syntax::ast::{self, Ident, Moves, Tail};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

pub(super) struct Lowering<'a> {
    scope: Scope<'a>,
    header: Arc<Game>,
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

impl Draft {
    /// A register runs over a range.
    fn range(&mut self, place: Place, lo: Expr, hi: Option<Expr>) {
        self.binders.push(range_clause(place, lo, hi));
    }

    /// A number that is chosen and has no name.
    fn unnamed(&mut self, place: Place) {
        self.choices.push(Choice {
            name: String::new(),
            place,
            kind: Kind::Int,
        });
    }

    fn value(&mut self, place: Place, value: Expr) {
        let target = Target::One(place);
        self.binders.push(Clause::Value { target, value });
    }

    /// A number has to be compared in this way with another.
    fn test(&mut self, number: &Expr, op: CompareOp, other: Expr) {
        self.tests.push(number.clone().compare(op, other));
    }
}

/// How many parts, as a range.
#[derive(Clone)]
struct Count {
    least: Expr,
    most: Option<Expr>,
}

enum Amount<'e> {
    Any(Span),
    Written(&'e ast::Expr),
    Constants(Vec<i64>),
}

/// What a move changes: a coordinate, or an entry of a row.
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

impl<'a> Lowering<'a> {
    pub(super) fn new(
        scope: Scope<'a>,
        header: &Arc<Game>,
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

    pub(super) fn statement(mut self, written: &Moves) -> Checked<Vec<Move>> {
        let mut moves = match written {
            Moves::Take(take) => self.take(take)?,
            Moves::Split(split) => self.split(split)?,
            Moves::Code(code) => self.code(code)?,
            Moves::Move(rule) => self.rule(rule)?,
        };
        // A move that runs through an empty list is none, and engines need not know of it.
        let is_empty = |clause: &Clause| match clause {
            Clause::Each { list, .. } => list.constant().is_some_and(|it| it.items().is_empty()),
            _ => false,
        };
        moves.retain(|rule| !rule.clauses.iter().any(is_empty));
        Ok(moves)
    }

    fn shape(&self) -> &Shape {
        &self.header.shape
    }

    fn coord(&self, index: usize) -> Expr {
        let kind = self.shape().coords[index].kind();
        Expr::local(self.coords[index], kind, self.span)
    }

    fn int(&self, n: i64) -> Expr {
        Expr::int(n, self.span)
    }

    /// Complains where the statement needs `pile n` and the game has another.
    fn needs_heap(&mut self, what: Word) -> Checked<()> {
        if self.shape().as_heap().is_some() {
            return Ok(());
        }
        let words = self.shape().in_words();
        let help = match self.shape().coords.first() {
            Some(row) if self.shape().is_row() => {
                format!("write `take … from {0}[i]`, or a `move`, as in `move {0}[i] -> 0`", row.name)
            }
            _ => "write a `move`, for example `move (a, b) -> (a - k, b) for k in 1..`, or `take … from a`"
                .to_owned(),
        };
        self.scope.fail(
            Diagnostic::error(
                "needs_heap",
                format!("`{what}` needs piles that are single numbers"),
            )
            .label(self.span, format!("a pile of this game is {words}"))
            .help(help),
        )
    }

    /// A fresh name: an error where it has a meaning inside the game, a warning where it has one outside.
    fn check_fresh(&mut self, name: &Ident) -> Checked<()> {
        if self.scope.inner(&name.name) {
            let message = format!("`{}` has a meaning in this game already", name.name);
            let error = Diagnostic::error("duplicate_name", message);
            let error = error.label(name.span, "a fresh name is needed here");
            let help = "choose another name for the new number";
            return self.scope.fail(error.help(help));
        }
        self.scope.warn_hiding(name);
        Ok(())
    }

    fn check_fresh_binders(&mut self, tail: &Tail) -> Checked<()> {
        for (index, name) in tail.names().enumerate() {
            if let Some(error) = errors::given_before(name, tail.names().take(index)) {
                return self.scope.fail(error);
            }
            self.check_fresh(name)?;
        }
        Ok(())
    }

    /// Binds the names of a `for` and notes them as choices.
    fn bind(&mut self, tail: &Tail, hints: &[&ast::Expr], draft: &mut Draft) -> Checked<()> {
        self.check_fresh_binders(tail)?;
        let before = self.scope.locals.len();
        let clauses = self.scope.binders(tail, hints)?;
        draft.binders.extend(clauses);
        let bound = &self.scope.locals[before..];
        draft.choices.extend(bound.iter().filter_map(choice));
        Ok(())
    }

    fn guard(&mut self, tail: &Tail, draft: &mut Draft) -> Checked<()> {
        let parts = self.scope.conjuncts(tail.guard.as_ref())?;
        draft.tests.extend(parts);
        Ok(())
    }

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
}

fn choice(local: &crate::rules::check::Local) -> Option<Choice> {
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

// ---- The numbers that a move writes, which must stay in their ranges

impl Lowering<'_> {
    /// The numbers that an effect writes, with their ranges.
    fn falling(&self, effect: &Effect) -> Vec<Falling> {
        let mut found = Vec::new();
        match effect {
            Effect::Change(changes) => {
                for change in changes {
                    let value = change.value();
                    match (&self.shape().coords[change.coord()].kind, change) {
                        (CoordKind::Int(bounds), _) => number(value, *bounds, None, &mut found),
                        (CoordKind::Row { entry, .. }, Change::Entry { .. }) => {
                            entry_numbers(value, entry, None, &mut found)
                        }
                        (CoordKind::Row { entry, .. }, Change::Coord { .. }) => {
                            row_numbers(value, entry, &mut found)
                        }
                    }
                }
            }
            Effect::Piles(list) => pile_numbers(list, self.shape(), &mut found),
            Effect::Position(position) => position_numbers(position, &mut found),
        }
        found
    }
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

/// The elements that a list certainly has, each with the loop that makes it.
fn elements<'e>(list: &'e Expr, found: &mut Vec<(&'e Expr, Option<&'e Clause>)>) {
    match &list.op {
        Op::Elements(items) => {
            let items = items.iter();
            let items = items.filter(|item| !matches!(item.op, Op::Range(..)));
            found.extend(items.map(|item| (item, None)));
        }
        Op::Concat(lists) | Op::Call(Builtin::Sort | Builtin::Reverse | Builtin::Unique, lists) => {
            lists.iter().for_each(|list| elements(list, found));
        }
        Op::Repeat(item, count) if count.as_int() >= Some(1) => {
            found.push((item, None));
        }
        Op::Comprehension(inner) => {
            if let [clause] = inner.clauses.as_slice() {
                found.push((&inner.element, Some(clause)));
            }
        }
        _ => {}
    }
}

fn row_numbers(list: &Expr, entry: &Entry, found: &mut Vec<Falling>) {
    let mut entries = Vec::new();
    elements(list, &mut entries);
    for (item, within) in entries {
        entry_numbers(item, entry, within, found);
    }
}

fn pile_numbers(list: &Expr, shape: &Shape, found: &mut Vec<Falling>) {
    let mut piles = Vec::new();
    elements(list, &mut piles);
    for (pile, within) in piles {
        one_pile(pile, shape, within, found);
    }
}

fn one_pile(pile: &Expr, shape: &Shape, within: Option<&Clause>, found: &mut Vec<Falling>) {
    if let Some(bounds) = shape.as_heap() {
        number(pile, bounds, within, found);
        return;
    }
    let parts = match &pile.op {
        _ if shape.is_row() => std::slice::from_ref(pile),
        Op::Tuple(parts) => parts,
        _ => &[],
    };
    for (coord, part) in shape.coords.iter().zip(parts) {
        match &coord.kind {
            CoordKind::Int(bounds) => number(part, *bounds, within, found),
            CoordKind::Row { entry, .. } if within.is_none() => row_numbers(part, entry, found),
            CoordKind::Row { .. } => {}
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
