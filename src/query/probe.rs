//! A look at small piles of every game for plays that need never end.

use super::session::Session;
use super::tables::position_of;
use crate::diagnostic::Diagnostic;
use crate::expr::budget::{Limits, STEPS_PER_SECOND};
use crate::expr::position::Header;
use crate::expr::shape::{Bounds, CoordKind, Entry, Form};
use crate::expr::value::Value;
use crate::solve::{Solver, Trouble};

/// How much work the look at one game may take.
const EFFORT: u64 = STEPS_PER_SECOND / 10;

/// How many games are looked at.
const MOST_GAMES: usize = 200;

/// How many piles of a game are looked at.
const MOST_PILES: usize = 60;

impl Session {
    /// The complaints about games in which some small pile leads back to itself.
    ///
    /// A game that is not complained of may still have such a play from larger piles.
    pub fn find_loops(&mut self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for game in self.book().games_made().into_iter().take(MOST_GAMES) {
            if game.header.loopy {
                continue;
            }
            let limits = Limits {
                memory: 64 << 20,
                effort: Some(EFFORT),
                ..self.settings_mut().limits.clone()
            };
            let mut solver = Solver::with_limits(self.book(), &limits);
            for pile in samples(&game.header) {
                let position = position_of(&game.header, vec![pile]);
                match first_trouble(&mut solver, &position) {
                    Some(trouble @ Trouble::Loop { .. }) => {
                        let complaint = trouble.into_diagnostic();
                        if !found.contains(&complaint) {
                            found.push(complaint);
                        }
                        break;
                    }
                    Some(Trouble::Limit { .. }) => break,
                    // A fault may be one of a pile that nobody asks for.
                    _ => {}
                }
            }
        }
        found
    }
}

fn first_trouble(
    solver: &mut Solver,
    position: &crate::expr::position::Position,
) -> Option<Trouble> {
    let components = solver.components(position).err();
    if components.is_some() {
        return components;
    }
    if position.is_misere() {
        return solver.position_outcome_by_search(position).err();
    }
    solver.position_grundy(position).err()
}

/// A few small piles.
fn samples(header: &Header) -> Vec<Value> {
    let mut piles = vec![Vec::new()];
    for coord in &header.shape.coords {
        let values = match &coord.kind {
            CoordKind::Int(bounds) => numbers(
                *bounds,
                if header.shape.form == Form::Single {
                    12
                } else {
                    4
                },
            ),
            CoordKind::Row { entry, .. } => rows(entry),
        };
        piles = piles
            .into_iter()
            .flat_map(|pile: Vec<Value>| {
                values.iter().map(move |value| {
                    let mut longer = pile.clone();
                    longer.push(value.clone());
                    longer
                })
            })
            .take(MOST_PILES)
            .collect();
    }
    piles
        .into_iter()
        .filter_map(|mut parts| match header.shape.form {
            Form::Single => parts.pop(),
            Form::Tuple | Form::Unordered => Some(Value::tuple(parts)),
        })
        .collect()
}

fn numbers(bounds: Bounds, count: i64) -> Vec<Value> {
    let start = bounds
        .lo
        .max(-1)
        .min(bounds.hi.unwrap_or(i64::MAX))
        .max(bounds.lo);
    let end = start
        .saturating_add(count)
        .min(bounds.hi.unwrap_or(i64::MAX));
    (start..=end).map(Value::Int).collect()
}

fn rows(entry: &Entry) -> Vec<Value> {
    let entries: Vec<Value> = match entry {
        Entry::Int(bounds) => numbers(*bounds, 2),
        Entry::Tuple(parts) => {
            let least = parts.iter().map(|(_, bounds)| numbers(*bounds, 1));
            let firsts: Vec<Value> = least
                .clone()
                .filter_map(|list| list.first().cloned())
                .collect();
            let lasts: Vec<Value> = least.filter_map(|list| list.last().cloned()).collect();
            vec![Value::tuple(firsts), Value::tuple(lasts)]
        }
    };
    let mut all = vec![Vec::new()];
    let mut found = vec![Value::list(Vec::new())];
    for _ in 0..3 {
        all = all
            .into_iter()
            .flat_map(|row: Vec<Value>| {
                entries.iter().map(move |entry| {
                    let mut longer = row.clone();
                    longer.push(entry.clone());
                    longer
                })
            })
            .collect();
        found.extend(all.iter().cloned().map(Value::list));
    }
    found
}
