//! The numbers that a move writes, which must stay in their ranges.

use super::Lowering;
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, CoordKind, Entry, Shape};
use crate::expr::tree::{Clause, Expr, Op};
use crate::expr::value::Value;
use crate::rules::bounds::Falling;
use crate::rules::game::{Change, Effect};

impl Lowering<'_> {
    /// The numbers that an effect writes, with their ranges.
    pub(super) fn falling(&self, effect: &Effect) -> Vec<Falling> {
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
