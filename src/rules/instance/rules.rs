//! The moves and endings of a game, lowered.

use std::sync::Arc;

use super::pile_names;
use crate::expr::kind::Kind;
use crate::expr::position::Game;
use crate::expr::shape::{Form, Shape};
use crate::expr::tree::{Clause, Expr, Frame, Op, Place};
use crate::rules::book::Book;
use crate::rules::check::{Local, Scope};
use crate::rules::errors::{Checked, Reported};
use crate::rules::game::{Change, Effect, Ending, GameRules, Move, Wording};
use crate::rules::lower::Lowering;
use crate::rules::number_facts::NumberFacts;
use crate::rules::owner::Owner;
use crate::syntax::ast::{self, StatementKind};
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::Span;

impl Book {
    pub(super) fn rules(
        &mut self,
        item: &ast::GameItem,
        owner: &mut Owner,
        header: &Arc<Game>,
    ) -> Checked<GameRules> {
        // Coordinates take the first registers.
        let mut frame = Frame::default();
        let coords = header.shape.coords.iter();
        let coords: Vec<Place> = coords.map(|coord| frame.place(&coord.kind())).collect();
        owner.numbers = NumberFacts::of(&coords, &header.shape);
        let names = pile_names(item);
        self.check_coordinates(&names, owner);
        let owner: &Owner = owner;
        let known = Coordinates {
            owner,
            shape: &header.shape,
            frame,
            places: &coords,
            names: &names,
            is_loopy: header.loopy,
            span: item.name.span,
        };
        let mut moves = Vec::new();
        let mut ends = Vec::new();
        let mut draws: Vec<Drawn> = Vec::new();
        let mut failed = false;
        let checking = self.spent.checking;
        for (number, statement) in item.statements.iter().enumerate() {
            self.spent.checking = checking;
            match &statement.kind {
                StatementKind::End(condition) => match self.ending(condition, &known) {
                    Ok(ending) => ends.push(ending),
                    Err(Reported) => failed = true,
                },
                StatementKind::Draw(condition) => match self.draw(condition, &known) {
                    Ok(ending) => draws.push(Drawn {
                        statement: number,
                        span: statement.span,
                        ending,
                    }),
                    Err(Reported) => failed = true,
                },
                StatementKind::Moves(written) => {
                    let scope = known.scope(self);
                    let lowering = Lowering::new(scope, header, &coords, number, statement);
                    match lowering.statement(written) {
                        Ok(more) => {
                            self.make_room(GameRules::bytes_of(&more, &[]))?;
                            moves.extend(more);
                        }
                        Err(Reported) => failed = true,
                    }
                }
                StatementKind::Pile(_)
                | StatementKind::Turn(_)
                | StatementKind::Misere
                | StatementKind::Loopy
                | StatementKind::Let(_) => {}
            }
        }
        failed |= self.unused_lets_fail(owner);
        if failed {
            return Err(Reported);
        }
        let counted = GameRules::bytes_of(&moves, &ends);
        let draws = settle(draws, &header.shape, &coords, (&mut moves, &mut ends));
        // Each move and ending asks for the draws.
        self.make_room(GameRules::bytes_of(&moves, &ends) - counted)?;
        moves.shrink_to_fit();
        self.warn_of_no_moves(item);
        Ok(GameRules {
            header: Arc::clone(header),
            name: item.name.name.clone(),
            title: item.title.as_ref().map(|title| title.text.clone()),
            span: item.span,
            coords,
            namings: namings(&header.shape),
            moves,
            ends,
            draws,
        })
    }

    /// The condition of an `end when`.
    fn ending(&mut self, condition: &ast::Expr, known: &Coordinates<'_>) -> Checked<Ending> {
        let mut scope = known.scope(self);
        let condition = scope.truth(condition)?;
        let frame = scope.frame;
        let ending = Ending { frame, condition };
        self.make_room(ending.bytes())?;
        Ok(ending)
    }

    /// The condition of a `draw when`, under some naming of the coordinates.
    fn draw(&mut self, condition: &ast::Expr, known: &Coordinates<'_>) -> Checked<Ending> {
        if !known.is_loopy {
            let message = "only plays that may go on for ever are draws";
            let error = Diagnostic::error("needs_loopy", message);
            let error = error.label(condition.span, "a draw here");
            return self.fail(error.help("add the statement `loopy`"));
        }
        let mut frame = known.frame;
        let mut parts = Vec::new();
        for naming in namings(known.shape) {
            let places: Vec<Place> = naming.iter().map(|coord| known.places[*coord]).collect();
            let named = Coordinates {
                places: &places,
                frame,
                ..*known
            };
            let mut scope = named.scope(self);
            let condition = scope.truth(condition)?;
            frame = scope.frame;
            parts.push(condition);
        }
        let span = condition.span;
        let condition = match parts.len() {
            1 => parts.swap_remove(0),
            _ => Expr::new(Op::Or(parts), Kind::Bool, span),
        };
        Ok(Ending { frame, condition })
    }

    /// Lets that no rule uses are checked all the same.
    fn unused_lets_fail(&mut self, owner: &Owner) -> bool {
        let mut failed = false;
        for (number, item) in (0..).zip(&owner.lets) {
            if item.params.is_none() && owner.known(number).is_none() {
                let used = owner.used.borrow().contains(&item.name.name);
                failed |= self.let_value(Some(owner), number, item.name.span).is_err();
                if !used {
                    owner.used.borrow_mut().remove(&item.name.name);
                }
            }
        }
        failed
    }

    fn warn_of_no_moves(&mut self, item: &ast::GameItem) {
        let mut kinds = item.statements.iter().map(|statement| &statement.kind);
        let has_rules = kinds.any(|kind| matches!(kind, StatementKind::Moves(_)));
        // Where something could not be read, it may have been a move.
        if !has_rules && !self.has_errors() {
            let name = &item.name;
            self.complain(
                Diagnostic::warning("no_moves", format!("the game `{}` has no moves", name.name))
                    .label(name.span, "no `take`, `split`, `octal`, `hex` or `move`")
                    .help("for Nim write `take any`")
                    .mistake(Mistake::Idle),
            );
        }
    }
}

/// The coordinates of a pile as the rules of its game know them.
struct Coordinates<'a> {
    owner: &'a Owner,
    shape: &'a Shape,
    frame: Frame,
    places: &'a [Place],
    names: &'a [ast::Ident],
    is_loopy: bool,
    /// The name of the game, for coordinates without names.
    span: Span,
}

impl Coordinates<'_> {
    fn scope<'b>(&'b self, book: &'b mut Book) -> Scope<'b> {
        let mut scope = Scope::new(book, Some(self.owner));
        scope.frame = self.frame;
        for (index, (coord, place)) in self.shape.coords.iter().zip(self.places).enumerate() {
            let span = self.names.get(index).map_or(self.span, |name| name.span);
            scope.locals.push(Local {
                name: coord.name.clone(),
                value: Expr::new(Op::Local(*place), coord.kind(), span),
            });
        }
        scope
    }
}

/// The orders in which the coordinates of a pile are tried: for each register the coordinate it holds.
pub(super) fn namings(shape: &Shape) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..shape.coords.len()).collect();
    if shape.form != Form::Unordered {
        return vec![all];
    }
    let mut found = vec![Vec::new()];
    for _ in &all {
        let longer = found.iter().flat_map(|start: &Vec<usize>| {
            let rest = all.iter().filter(|place| !start.contains(place));
            rest.map(|place| [start.as_slice(), &[*place]].concat())
        });
        found = longer.collect();
    }
    found
}

// ---- `draw when`: piles whose only move is to themselves
//
// Nothing behind the rules knows of them: the pile gets such a move, and every other move and ending asks that the condition does
// not hold.

/// A `draw when`.
struct Drawn {
    statement: usize,
    span: Span,
    ending: Ending,
}

/// Adds the moves of drawn piles to themselves, and bars all others; the conditions.
fn settle(
    drawn: Vec<Drawn>,
    shape: &Shape,
    coords: &[Place],
    (moves, ends): (&mut Vec<Move>, &mut [Ending]),
) -> Vec<Ending> {
    let room = |frame: Frame| {
        let frames = drawn.iter().map(|drawn| drawn.ending.frame);
        frames.fold(frame, Frame::with)
    };
    let barred = |count: usize| {
        let conditions = drawn.iter().map(|drawn| &drawn.ending.condition);
        conditions.take(count).map(Expr::negated)
    };
    for rule in moves.iter_mut() {
        let guards = barred(drawn.len()).map(Clause::Test);
        rule.clauses.splice(0..0, guards);
        rule.frame = room(rule.frame);
    }
    for ending in ends.iter_mut().filter(|_| !drawn.is_empty()) {
        let span = ending.condition.span;
        let parts = barred(drawn.len()).chain([ending.condition.clone()]);
        ending.condition = Expr::new(Op::And(parts.collect()), Kind::Bool, span);
        ending.frame = room(ending.frame);
    }
    for (place, one) in drawn.iter().enumerate() {
        let tests = barred(place).chain([one.ending.condition.clone()]);
        let clauses: Vec<Clause> = tests.map(Clause::Test).collect();
        moves.extend(stay(shape, coords, one.span).map(|effect| Move {
            statement: one.statement,
            span: one.span,
            frame: room(one.ending.frame),
            clauses,
            effect,
            choices: Vec::new(),
            wording: Wording::Change,
        }));
    }
    drawn.into_iter().map(|drawn| drawn.ending).collect()
}

/// The move to the pile itself.
fn stay(shape: &Shape, coords: &[Place], span: Span) -> Option<Effect> {
    let (place, coord) = (coords.first()?, shape.coords.first()?);
    let value = Expr::local(*place, coord.kind(), span);
    Some(Effect::Change(vec![Change::Coord { coord: 0, value }]))
}
