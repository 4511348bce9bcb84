//! Rows that are worth the nim-sum of entries, each a row alone: of all of them, or of every second one. Where entries are numbers,
//! those alone are piles of a game on single numbers.
//!
//! The premises are read off the checked rules. Where a move changes one entry, any of the row may be it, and nothing else is asked of
//! the row or of the place, a move in one entry leaves the moves in all others as they are, and the row is a sum (Sprague 1935,
//! Grundy 1939).
//!
//! # Staircases
//!
//! Let a move take k from an entry and add it to the entry before; from the first one it takes k away, or there is no move. Let the
//! same amounts be taken from any number. Then those entries count from which an odd number of steps leads away: their moves are those
//! of a sum. A move into such an entry adds k to it, and k may be taken from it again, so that its value is another one. So the row has
//! options of all values below that of the sum, and none with that value (Staircase Nim; such moves are reversed as in Poker Nim:
//! Berlekamp, Conway and Guy, Winning Ways, chapter 3).

use std::sync::Arc;

use super::BoardWay;
use super::ground::{Covered, covers};
use crate::expr::code::Frame;
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Coord, CoordKind, Entry, Form};
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place};
use crate::moves::Transitions;
use crate::moves::taking::{recognise, take_the_same};
use crate::rules::game::{Change, GameRules, Move};
use crate::solve::heap::Heap;

/// Which entries of the rows of a game count.
pub(super) struct Entries {
    /// The first one; those behind it are all of the row, or every second one.
    pub(super) first: usize,
    pub(super) way: BoardWay,
    /// The moves of an entry that counts, where it is a number.
    alone: Option<Arc<Transitions>>,
    /// The engine for it, once it was asked for; nothing where none applies.
    heap: Option<Option<Heap>>,
}

impl Entries {
    /// Nothing where rows are no such sums.
    pub(super) fn of(game: &GameRules) -> Option<Entries> {
        let covered = covers(game).ok()?;
        let [row] = game.coords[..] else {
            return None;
        };
        let is_plain = game.header.shape.form == Form::Single && !game.header.misere;
        if !is_plain || !game.ends.is_empty() || !game.draws.is_empty() {
            return None;
        }
        let alone = Alone::new(game, row, covered.entry);
        let mut moves = covered.moves.iter();
        if moves.all(|(rule, changes)| is_of_one(rule, changes, row)) {
            let moves = covered.moves.iter();
            let moves = moves.map(|(rule, changes)| alone.of_one(rule, changes));
            let moves: Option<Vec<Move>> = moves.collect();
            return Some(Entries::new(
                0,
                BoardWay::Entries,
                moves.and_then(|it| alone.rules(it)),
            ));
        }
        alone.stairs(&covered)
    }

    fn new(first: usize, way: BoardWay, alone: Option<GameRules>) -> Entries {
        Entries {
            first,
            way,
            alone: alone.map(|rules| Arc::new(Transitions::new(Arc::new(rules)))),
            heap: None,
        }
    }

    /// How far an entry that counts is from the next.
    pub(super) fn step(&self) -> usize {
        match self.way {
            BoardWay::Stairs => 2,
            _ => 1,
        }
    }

    /// The number that a row is alone, with nothing on entries that do not count. The first cell of a row is its length.
    pub(super) fn alone(&self, cells: &[i64]) -> Option<u64> {
        let (own, before) = cells.get(1..)?.split_last()?;
        let is_alone = before.len() == self.first && before.iter().all(|cell| *cell == 0);
        u64::try_from(*own).ok().filter(|_| is_alone)
    }

    /// The engine for an entry alone, and what its moves are; nothing where entries are no numbers.
    pub(super) fn engine(&mut self) -> Option<(&mut Option<Option<Heap>>, &Arc<Transitions>)> {
        Some((&mut self.heap, self.alone.as_ref()?))
    }
}

/// Whether a move changes one entry of the row, and asks nothing of the others or of where that is.
fn is_of_one(rule: &Move, changes: &[Change], row: Place) -> bool {
    let [Change::Entry { index, value, .. }] = changes else {
        return false;
    };
    let Some(index) = index.as_local() else {
        return false;
    };
    let (bound, others): (Vec<&Clause>, Vec<&Clause>) = rule
        .clauses
        .iter()
        .partition(|clause| clause.places().contains(&index));
    let asked = others.into_iter().flat_map(Clause::exprs).chain([value]);
    let [bound] = bound.as_slice() else {
        return false;
    };
    let is_any = bound.indices().is_some_and(|(_, of)| of == row);
    let is_stopped = matches!(bound, Clause::Range(range) if !range.stops.is_empty());
    is_any && !is_stopped && asked.into_iter().all(|expr| asks_one(expr, row, index))
}

/// Whether an expression asks nothing of a row and of a place in it but the entry there.
fn asks_one(expr: &Expr, row: Place, index: Place) -> bool {
    if let Op::Index(list, at) = &expr.op
        && (list.as_local(), at.as_local()) == (Some(row), Some(index))
    {
        return true;
    }
    let is_other = expr
        .as_local()
        .is_none_or(|place| place != row && place != index);
    let mut children = expr.children().into_iter();
    is_other && children.all(|child| asks_one(child, row, index))
}

/// A place in the row: a register and so many places behind it.
type At = (Option<Place>, i64);

fn place_of(index: &Expr) -> Option<At> {
    if let Some(place) = index.as_int() {
        return Some((None, place));
    }
    match index.operation() {
        None => Some((Some(index.as_local()?), 0)),
        Some((base, ArithOp::Add, more)) => Some((Some(base.as_local()?), more.as_int()?)),
        Some((base, ArithOp::Sub, less)) => {
            Some((Some(base.as_local()?), less.as_int()?.checked_neg()?))
        }
        Some(_) => None,
    }
}

/// Whether a clause says that two places are not the same.
fn are_two(clause: &Clause, a: At, b: At) -> bool {
    let sides = clause.test().and_then(Expr::comparison);
    let sides = sides.filter(|(_, op, _)| *op == CompareOp::Ne);
    let places = sides.and_then(|(left, _, right)| Some((place_of(left)?, place_of(right)?)));
    places == Some((a, b)) || places == Some((b, a))
}

/// How moves are told of one entry.
struct Alone<'g> {
    game: &'g GameRules,
    row: Place,
    entry: &'g Entry,
    /// The register of the number, and the room for it.
    own: Place,
    frame: Frame,
}

impl<'g> Alone<'g> {
    fn new(game: &'g GameRules, row: Place, entry: &'g Entry) -> Alone<'g> {
        let frames = game.moves.iter().map(|rule| rule.frame);
        let mut frame = frames.fold(Frame::default(), Frame::with);
        let own = frame.place(&Kind::Int);
        Alone {
            game,
            row,
            entry,
            own,
            frame,
        }
    }

    /// Moves of a number as the rules of a game.
    fn rules(&self, moves: Vec<Move>) -> Option<GameRules> {
        let Entry::Int(bounds) = self.entry else {
            return None;
        };
        let coord = Coord {
            name: "n".to_string(),
            kind: CoordKind::Int(*bounds),
        };
        Some(self.game.of_one_number(coord, self.own, moves))
    }

    /// A move in one entry, as one of a number.
    fn of_one(&self, rule: &Move, changes: &[Change]) -> Option<Move> {
        let [Change::Entry { index, value, .. }] = changes else {
            return None;
        };
        let (own, at) = (index.as_local()?, place_of(index)?);
        let others = rule.clauses.iter().filter(|it| !it.places().contains(&own));
        rule.of_one_number(self.frame, others, value, |expr| self.put(expr, at))
    }

    /// Puts the number for the entry at a place; `None`: something else is asked of the row or the place.
    fn put(&self, expr: &mut Expr, at: At) -> Option<()> {
        match &expr.op {
            Op::Index(list, index)
                if list.as_local() == Some(self.row) && place_of(index) == Some(at) =>
            {
                *expr = Expr::local(self.own, Kind::Int, expr.span);
                Some(())
            }
            Op::Local(place) => (*place != self.row && Some(*place) != at.0).then_some(()),
            Op::Comprehension(_) => {
                let places: Vec<Place> = at.0.into_iter().chain([self.row]).collect();
                (!expr.mentions(&places)).then_some(())
            }
            _ => {
                let mut children = expr.children_mut().into_iter();
                children.try_for_each(|child| self.put(child, at))
            }
        }
    }

    fn stairs(&self, covered: &Covered<'_>) -> Option<Entries> {
        if *self.entry != Entry::Int(Bounds::NATURAL) || covered.bag {
            return None;
        }
        let (mut away, mut steps) = (Vec::new(), Vec::new());
        for (rule, changes) in &covered.moves {
            match changes {
                [Change::Entry { index, value, .. }] => {
                    let at = place_of(index).filter(|at| *at == (None, 0))?;
                    let clauses = rule.clauses.iter().filter(|it| !self.is_inside(it, at));
                    let put = |expr: &mut Expr| self.put(expr, at);
                    away.push(rule.of_one_number(self.frame, clauses, value, put)?);
                }
                [a, b] => steps.push(self.step(rule, a, b).or_else(|| self.step(rule, b, a))?),
                _ => return None,
            }
        }
        let first = usize::from(away.is_empty());
        let (away, steps) = (self.rules(away)?, self.rules(steps)?);
        let taken = recognise(&steps).ok()?;
        let are_same = first == 1 || take_the_same(&recognise(&away).ok()?, &taken);
        let is_any = take_the_same(&taken, &taken);
        (is_any && are_same).then(|| Entries::new(first, BoardWay::Stairs, Some(steps)))
    }

    /// A move from any entry but the first to the one before, as one that takes from a number.
    fn step(&self, rule: &Move, from: &Change, to: &Change) -> Option<Move> {
        let (source, left) = (place_of(from.index()?)?, from.value());
        let (goal, more) = (place_of(to.index()?)?, to.value());
        let is_next = source.0 == goal.0 && source.1.checked_sub(goal.1) == Some(1);
        let index = source.0.filter(|_| is_next)?;
        let (ArithOp::Sub, taken) = self.changed(left, source)? else {
            return None;
        };
        let (ArithOp::Add, added) = self.changed(more, goal)? else {
            return None;
        };
        let is_same = match taken.as_int() {
            Some(taken) => added.as_int() == Some(taken),
            None => taken.as_local().is_some() && added.as_local() == taken.as_local(),
        };
        let mut clauses = Vec::new();
        let mut reaches_all = false;
        for clause in &rule.clauses {
            match clause.places().contains(&index) {
                true => reaches_all = self.reaches_all(clause, source.1)?,
                false if self.is_inside(clause, source) || self.is_inside(clause, goal) => {}
                false if are_two(clause, source, goal) => {}
                false => clauses.push(clause),
            }
        }
        let put = |expr: &mut Expr| self.put(expr, source);
        let is_step = is_same && reaches_all;
        is_step.then(|| rule.of_one_number(self.frame, clauses.into_iter(), left, put))?
    }

    /// The operation on the entry at a place that a new value is, and what stands behind it.
    fn changed<'e>(&self, value: &'e Expr, at: At) -> Option<(ArithOp, &'e Expr)> {
        let (entry, op, other) = value.operation()?;
        let Op::Index(list, index) = &entry.op else {
            return None;
        };
        let is_own = list.as_local() == Some(self.row) && place_of(index) == Some(at);
        is_own.then_some((op, other))
    }

    /// Whether a register runs over so many numbers that with this many more all places behind the first are among them.
    fn reaches_all(&self, clause: &Clause, more: i64) -> Option<bool> {
        let (lo, less) = match (clause.indices(), clause) {
            (Some((_, row)), _) => (0, (row == self.row).then_some(1)?),
            (None, Clause::Range(range)) => {
                let (length, op, less) = range.hi.as_ref()?.operation()?;
                let is_row = length.len_of() == Some(self.row) && op == ArithOp::Sub;
                let less = less.as_int().filter(|_| is_row && range.step == 1)?;
                (range.lo.as_int()?, less)
            }
            _ => return None,
        };
        Some(lo.checked_add(more)? <= 1 && less.checked_sub(more)? <= 1)
    }

    /// Whether a clause says that a place is in the row, and no more.
    fn is_inside(&self, clause: &Clause, at: At) -> bool {
        let Some(Op::Compare(zero, ends)) = clause.test().map(|test| &test.op) else {
            return false;
        };
        let [(CompareOp::Le, index), (CompareOp::Lt, length)] = ends.as_slice() else {
            return false;
        };
        zero.as_int() == Some(0) && place_of(index) == Some(at) && length.len_of() == Some(self.row)
    }
}
