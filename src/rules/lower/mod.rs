//! Move statements to moves: the one place where sugar is taken away.
//!
//! `take`, `split`, `octal` and `hex` all become what `move` says: binders, conditions and an effect.

mod change;
mod code;
mod falling;
mod parts;
mod take;

use std::sync::Arc;

use crate::expr::position::Header;
use crate::expr::shape::Shape;
use crate::expr::tree::{Clause, Expr, Op, Place};
use crate::rules::check::Scope;
use crate::rules::errors::{self, Checked};
use crate::rules::game::{Choice, Effect, Move, Wording};
use crate::syntax::Word;
use crate::syntax::ast::{self, Ident, Moves, Tail};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

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

/// How many parts, as a range.
#[derive(Clone)]
struct Count {
    least: Expr,
    most: Option<Expr>,
}

/// The amount of a `take`.
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
    pub(super) fn statement(mut self, written: &Moves) -> Checked<Vec<Move>> {
        let mut moves = match written {
            Moves::Take(take) => self.take(take)?,
            Moves::Split(split) => self.split(split)?,
            Moves::Code(code) => self.code(code)?,
            Moves::Move(rule) => self.rule(rule)?,
        };
        // A move that runs through an empty list is none, and engines need not know of it.
        let is_empty = |clause: &Clause| match clause {
            Clause::Each { list, .. } => list
                .constant()
                .is_some_and(|value| value.items().is_empty()),
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
        draft
            .tests
            .extend(self.scope.conjuncts(tail.guard.as_ref())?);
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
