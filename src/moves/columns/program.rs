//! A move as a program: outer loops in numbers, the innermost loop in columns.

use std::sync::Arc;

use super::few::Few;
use super::term::{Term, Terms, field, integers, scalar};
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Shape};
use crate::expr::tree::{Clause, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, GameRules, Move};

#[derive(Debug)]
pub(super) struct Program {
    /// The loops outside the innermost one, each with the steps before it.
    pub(super) outer: Vec<(Vec<Step>, Loop)>,
    /// The steps before the innermost loop.
    pub(super) before: Vec<Step>,
    /// The innermost loop; `None`: there is one lane.
    pub(super) inner: Option<Loop>,
    pub(super) after: Vec<Step>,
    /// Which values of the innermost loop need be tried, where they are few.
    pub(super) few: Option<Few>,
    /// The cells of the piles that the move makes, one pile after the other.
    pub(super) cells: Vec<Cell>,
    /// Whether all cells are worked out before one is checked.
    pub(super) late: bool,
    pub(super) registers: u32,
    pub(super) ranges: usize,
}

/// A condition, or the value of a register.
#[derive(Debug)]
pub(super) enum Step {
    Test(Term),
    Value(u32, Term),
}

#[derive(Debug)]
pub(super) enum Loop {
    Range(Range),
    /// Registers that run together over constant lists of one length.
    List(Vec<u32>, Vec<Arc<[i64]>>),
    Terms(u32, Vec<Term>),
}

/// A range with the conditions that end it.
#[derive(Debug)]
pub(super) struct Range {
    pub(super) var: u32,
    pub(super) lo: Term,
    pub(super) hi: Option<Term>,
    pub(super) step: i64,
    pub(super) stops: Vec<Term>,
    /// Which of the ranges of the program it is.
    pub(super) number: usize,
}

/// A cell of a new pile.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) value: Term,
    /// Its range; `None`: it is as it was.
    pub(super) bounds: Option<Bounds>,
}

/// More loops in each other are left to the machine: running them recurses.
const MOST_LOOPS: usize = 32;

impl Program {
    /// The program of a move; `None` where columns cannot run it.
    pub(super) fn new(game: &GameRules, rule: &Move) -> Option<Program> {
        let is_loop = |clause: &Clause| match clause {
            Clause::Range(_) => true,
            Clause::Each { list, .. } => list.constant().is_some(),
            _ => false,
        };
        if rule.clauses.iter().filter(|it| is_loop(it)).count() > MOST_LOOPS {
            return None;
        }
        let innermost = rule.clauses.iter().rposition(is_loop);
        let mut terms = Terms::new(rule.frame.ints);
        let mut ranges = 0;
        let (mut outer, mut before, mut inner, mut after) =
            (Vec::new(), Vec::new(), None, Vec::new());
        for (place, clause) in rule.clauses.iter().enumerate() {
            match Part::of(clause, &mut terms, &mut ranges)? {
                Part::Loop(inside) if Some(place) == innermost => {
                    inside.vary(&mut terms);
                    inner = Some(inside);
                }
                Part::Loop(outside) if inner.is_none() => {
                    outer.push((std::mem::take(&mut before), outside));
                }
                Part::Loop(_) => return None,
                Part::Steps(steps) if inner.is_none() => before.extend(steps),
                Part::Steps(steps) => {
                    steps.iter().for_each(|step| step.vary(&mut terms));
                    after.extend(steps);
                }
            }
        }
        let (cells, late) = result(game, &rule.effect, &mut terms)?;
        let few = inner
            .as_ref()
            .and_then(|inner| Few::of(inner, &after, &cells));
        Some(Program {
            few,
            outer,
            before,
            inner,
            after,
            cells,
            late,
            registers: terms.registers,
            ranges,
        })
    }
}

impl Step {
    pub(super) fn term(&self) -> &Term {
        match self {
            Step::Test(term) | Step::Value(_, term) => term,
        }
    }

    /// The register that it gives a value may differ from lane to lane where the value does.
    pub(super) fn vary(&self, terms: &mut Terms) {
        if let Step::Value(register, value) = self
            && value.varies
        {
            terms.vary(*register);
        }
    }
}

impl Loop {
    fn vary(&self, terms: &mut Terms) {
        match self {
            Loop::Range(Range { var: register, .. }) | Loop::Terms(register, _) => {
                terms.vary(*register);
            }
            Loop::List(registers, _) => {
                registers.iter().for_each(|register| terms.vary(*register));
            }
        }
    }
}

/// What a clause is made of.
pub(super) enum Part {
    Steps(Vec<Step>),
    Loop(Loop),
}

impl Part {
    /// `None` where columns cannot run the clause. `ranges` counts the ranges so far.
    pub(super) fn of(clause: &Clause, terms: &mut Terms, ranges: &mut usize) -> Option<Part> {
        Some(match clause {
            Clause::Test(condition) => Part::Steps(vec![Step::Test(terms.term(condition)?)]),
            Clause::Value { target, value } => Part::Steps(values(target, value, terms)?),
            Clause::Range(range) => {
                let lo = terms.term(&range.lo)?;
                let hi = match &range.hi {
                    Some(hi) => Some(terms.term(hi)?),
                    None => None,
                };
                let stops = range.stops.iter().map(|stop| terms.term(stop));
                *ranges += 1;
                Part::Loop(Loop::Range(Range {
                    var: range.var,
                    lo,
                    hi,
                    step: range.step,
                    stops: stops.collect::<Option<_>>()?,
                    number: *ranges - 1,
                }))
            }
            Clause::Each { target, list } => {
                Part::Loop(match (list.constant(), &list.op, target) {
                    (Some(value), ..) => each(target, value)?,
                    (None, Op::Elements(items), Target::One(Place::Int(register)))
                        if !items.iter().any(|item| matches!(item.op, Op::Range(..))) =>
                    {
                        let items: Option<_> = items.iter().map(|item| terms.term(item)).collect();
                        Loop::Terms(*register, items?)
                    }
                    _ => return None,
                })
            }
            Clause::Partitions(_) | Clause::While(_) => return None,
        })
    }
}

fn values(target: &Target, value: &Expr, terms: &mut Terms) -> Option<Vec<Step>> {
    let given: Vec<Term> = match (target, &value.op) {
        (Target::One(_), _) => vec![terms.term(value)?],
        (Target::Parts(_), Op::Tuple(parts)) => {
            let parts = parts.iter().map(|part| terms.term(part));
            parts.collect::<Option<_>>()?
        }
        (Target::Parts(_), Op::Const(Value::Tuple(parts))) => {
            let parts = parts.iter().map(|part| scalar(part).map(Term::constant));
            parts.collect::<Option<_>>()?
        }
        _ => return None,
    };
    let registers = registers(target)?;
    if registers.len() != given.len() {
        return None;
    }
    let steps = registers
        .iter()
        .zip(given)
        .map(|(it, term)| Step::Value(*it, term));
    Some(steps.collect())
}

/// The registers of a target; nothing where some of it is no number.
fn registers(target: &Target) -> Option<Vec<u32>> {
    let places = target.places().into_iter();
    let registers = places.map(|place| match place {
        Place::Int(register) => Some(register),
        Place::Obj(_) => None,
    });
    registers.collect()
}

fn each(target: &Target, list: &Value) -> Option<Loop> {
    let registers = registers(target)?;
    let lists = match target {
        Target::One(_) => vec![integers(list.items())?],
        Target::Parts(places) => {
            let lists = (0..places.len()).map(|place| field(list.items(), place));
            lists.collect::<Option<_>>()?
        }
    };
    (!registers.is_empty()).then_some(Loop::List(registers, lists))
}

/// The cells of the new piles, and whether all are worked out before one is checked.
fn result(game: &GameRules, effect: &Effect, terms: &mut Terms) -> Option<(Vec<Cell>, bool)> {
    let shape = &game.header.shape;
    match effect {
        Effect::Change(changes) => Some((changed(game, changes, terms)?, false)),
        Effect::Piles(list) => Some((piles(shape, list, terms)?, false)),
        Effect::Position(position) => {
            let mut cells = Vec::new();
            position_piles(game, position, terms, &mut cells)?;
            Some((cells, true))
        }
    }
}

fn changed(game: &GameRules, changes: &[Change], terms: &mut Terms) -> Option<Vec<Cell>> {
    // There are no rows, then.
    let bounds = bounds(&game.header.shape)?;
    // New values are worked out in the order in which they are written.
    let in_order = changes.windows(2).all(|pair| match pair {
        [
            Change::Coord { coord: a, .. },
            Change::Coord { coord: b, .. },
        ] => a < b,
        _ => false,
    });
    if !in_order {
        // The order decides only which fault is found, or whether one is found at all.
        let total =
            |change: &Change| matches!(change, Change::Coord { value, .. } if cannot_fault(value));
        if !changes.iter().all(total) {
            return None;
        }
    }
    let mut cells = Vec::with_capacity(bounds.len());
    for (coord, (place, bounds)) in game.coords.iter().zip(bounds).enumerate() {
        let new = changes.iter().rev().find_map(|change| match change {
            Change::Coord { coord: at, value } if *at == coord => Some(value),
            Change::Coord { .. } | Change::Entry { .. } => None,
        });
        let old = Expr::local(*place, Kind::Int, game.span);
        cells.push(Cell {
            value: terms.term(new.unwrap_or(&old))?,
            bounds: new.map(|_| bounds),
        });
    }
    Some(cells)
}

/// Sums and differences of registers and small constants; their overflow is far from the piles that columns run on.
fn cannot_fault(value: &Expr) -> bool {
    match &value.op {
        Op::Const(Value::Int(n)) => n.unsigned_abs() < 1 << 32,
        Op::Local(_) => true,
        Op::Arith(first, rest) => {
            cannot_fault(first)
                && rest.iter().all(|(op, operand)| {
                    use crate::expr::tree::ArithOp::{Add, Sub};
                    matches!(op, Add | Sub) && cannot_fault(operand)
                })
        }
        _ => false,
    }
}

fn bounds(shape: &Shape) -> Option<Vec<Bounds>> {
    match shape.as_heap() {
        Some(bounds) => Some(vec![bounds]),
        None => shape.as_int_tuple(),
    }
}

/// The cells of piles that are written out.
fn piles(shape: &Shape, list: &Expr, terms: &mut Terms) -> Option<Vec<Cell>> {
    let bounds = bounds(shape)?;
    let mut cells = Vec::new();
    if let Some(list) = list.constant() {
        for pile in list.items() {
            let numbers: Vec<i64> = match pile {
                Value::Int(n) => vec![*n],
                pile => pile
                    .items()
                    .iter()
                    .map(Value::as_int)
                    .collect::<Option<_>>()?,
            };
            if numbers.len() != bounds.len() {
                return None;
            }
            cells.extend(numbers.iter().zip(&bounds).map(|(n, bounds)| Cell {
                value: Term::constant(*n),
                bounds: Some(*bounds),
            }));
        }
        return Some(cells);
    }
    let Op::Elements(items) = &list.op else {
        return None;
    };
    for item in items {
        let parts: Vec<&Expr> = match (&item.op, shape.as_heap()) {
            (Op::Range(..), _) => return None,
            (_, Some(_)) => vec![item],
            (Op::Tuple(parts), None) if parts.len() == bounds.len() => parts.iter().collect(),
            _ => return None,
        };
        for (part, bounds) in parts.into_iter().zip(&bounds) {
            cells.push(Cell {
                value: terms.term(part)?,
                bounds: Some(*bounds),
            });
        }
    }
    Some(cells)
}

/// The cells of a sum of positions of this very game.
fn position_piles(
    game: &GameRules,
    position: &Expr,
    terms: &mut Terms,
    cells: &mut Vec<Cell>,
) -> Option<()> {
    match &position.op {
        Op::Join(parts) => parts
            .iter()
            .try_for_each(|part| position_piles(game, part, terms, cells)),
        Op::Position(of, list) => {
            let Some(Value::Game(header)) = of.constant() else {
                return None;
            };
            if header.id != game.header.id {
                return None;
            }
            cells.extend(piles(&header.shape, list, terms)?);
            Some(())
        }
        _ => None,
    }
}
