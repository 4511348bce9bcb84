//! The cells of the piles that a move makes.

use super::term::{Term, Terms};
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Shape};
use crate::expr::tree::{Expr, Op};
use crate::expr::value::Value;
use crate::moves::compile::written_cells;
use crate::rules::game::{Change, Effect, GameRules};

#[derive(Debug)]
pub(super) struct Cell {
    pub(super) value: Term,
    /// Its range; `None`: it is as it was.
    pub(super) bounds: Option<Bounds>,
}

impl Cell {
    /// Whether the new pile may have this number.
    pub(super) fn holds(&self, value: i64) -> bool {
        self.bounds.is_none_or(|bounds| bounds.contains(value))
    }
}

/// The new piles of a move.
#[derive(Debug)]
pub(super) struct Made {
    /// Their cells, one pile after the other.
    pub(super) cells: Vec<Cell>,
    /// How often the same piles are made, as in `[n / k; k]`; `None`: once.
    pub(super) times: Option<Term>,
    /// Whether all cells are worked out before one is checked.
    pub(super) late: bool,
}

impl Made {
    pub(super) fn by(game: &GameRules, effect: &Effect, terms: &mut Terms) -> Option<Made> {
        let shape = &game.header.shape;
        let mut times = None;
        let cells = match effect {
            Effect::Change(changes) => changed(game, changes, terms)?,
            Effect::Piles(list) => match &list.op {
                Op::Repeat(item, count) => {
                    times = Some(terms.term(count)?);
                    written(shape, item, terms)?
                }
                _ => piles(shape, list, terms)?,
            },
            Effect::Position(position) => {
                let mut cells = Vec::new();
                position_piles(game, position, terms, &mut cells)?;
                cells
            }
        };
        Some(Made {
            cells,
            times,
            late: matches!(effect, Effect::Position(_)),
        })
    }
}

fn changed(game: &GameRules, changes: &[Change], terms: &mut Terms) -> Option<Vec<Cell>> {
    // There are no rows, then.
    let bounds = game.header.shape.as_ints()?;
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

fn piles(shape: &Shape, list: &Expr, terms: &mut Terms) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    if let Some(list) = list.constant() {
        let bounds = shape.as_ints()?;
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
        cells.extend(written(shape, item, terms)?);
    }
    Some(cells)
}

/// The cells of a pile as it is written.
fn written(shape: &Shape, pile: &Expr, terms: &mut Terms) -> Option<Vec<Cell>> {
    let cells = written_cells(shape, pile)?.into_iter();
    let cells = cells.map(|(cell, bounds)| {
        Some(Cell {
            value: terms.term(cell)?,
            bounds: Some(bounds),
        })
    });
    cells.collect()
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
