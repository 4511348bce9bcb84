//! `draw when`: piles whose only move is to themselves.
//!
//! Nothing behind the rules knows of them: the pile gets such a move, and every other move and ending asks that the condition does
//! not hold.

use crate::expr::kind::Kind;
use crate::expr::shape::Shape;
use crate::expr::tree::{Clause, Expr, Frame, Op, Place};
use crate::rules::game::{Change, Effect, Ending, Move, Wording};
use crate::text::source::Span;

/// A `draw when`.
pub(super) struct Drawn {
    pub(super) statement: usize,
    pub(super) span: Span,
    pub(super) ending: Ending,
}

/// Adds the moves of drawn piles to themselves, and bars all others; the conditions.
pub(super) fn settle(
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
        conditions.take(count).map(not)
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

/// That a condition does not hold. Nobody wrote it: its place is that of the condition.
fn not(condition: &Expr) -> Expr {
    let op = Op::Not(Box::new(condition.clone()));
    Expr::new(op, Kind::Bool, condition.span)
}

/// The move to the pile itself.
fn stay(shape: &Shape, coords: &[Place], span: Span) -> Option<Effect> {
    let (place, coord) = (coords.first()?, shape.coords.first()?);
    let value = Expr::local(*place, coord.kind(), span);
    Some(Effect::Change(vec![Change::Coord { coord: 0, value }]))
}
