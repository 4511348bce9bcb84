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

/// The elements that a list certainly has, each with the loop that makes it.
fn elements<'e>(list: &'e Expr, found: &mut Vec<(&'e Expr, Option<&'e Clause>)>) {
    match &list.op {
        Op::Elements(items) => {
            let items = items
                .iter()
                .filter(|item| !matches!(item.op, Op::Range(..)));
            found.extend(items.map(|item| (item, None)));
        }
        Op::Concat(lists) | Op::Call(Builtin::Sort | Builtin::Reverse | Builtin::Unique, lists) => {
            lists.iter().for_each(|list| elements(list, found));
        }
        Op::Repeat(item, count) if matches!(count.constant(), Some(Value::Int(n)) if *n >= 1) => {
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
