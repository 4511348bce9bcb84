//! Tuples whose numbers no move connects: each number is a pile of its own, and the tuple their sum.
//!
//! Where every move changes one number and asks nothing of the others, but for those that no move changes at all, the moves of a
//! pile are those of a sum (Sprague 1935, Grundy 1939). What no move changes is a constant of each pile: the numbers beside it are piles of
//! a game for each choice of it, which the engines for single numbers know.

use std::sync::Arc;

use hashbrown::HashMap;

use super::Cells;
use crate::expr::machine::Machine;
use crate::expr::tree::{Clause, Expr, Op, Place};
use crate::expr::value::Value;
use crate::moves::Transitions;
use crate::rules::Rulebook;
use crate::rules::game::{Change, GameRules, Move};
use crate::solve::heap::worth::{FEW_OPTIONS, Hunt};
use crate::solve::heap::{Heap, Refusals};
use crate::solve::policy::Policy;
use crate::work::{Failure, Halt, distinct};

pub(crate) const APART: &str = "apart";

/// So many games for choices of the constants are kept.
const MOST_GAMES: usize = 256;

/// A game whose numbers are apart.
#[derive(Debug)]
pub(super) struct Apart {
    /// The coordinates that moves change.
    changed: Vec<usize>,
    policy: Policy,
    /// For each of them, which has a 1 there, and for each choice of the others that moves do not change its engine; `None`: none
    /// applies.
    heaps: HashMap<Cells, Option<Heap>>,
}

impl Apart {
    pub(super) fn of(game: &GameRules, policy: &Policy) -> Option<Apart> {
        if !policy.allows(APART) || !game.ends.is_empty() {
            return None;
        }
        let named = || {
            let moves = game.moves.iter();
            moves.flat_map(|rule| game.namings.iter().map(move |naming| (rule, naming)))
        };
        let mut changed = Vec::new();
        for (rule, naming) in named() {
            changed.push(naming[changes(rule, game)?]);
        }
        let changed = distinct(changed);
        let connects = |(rule, naming): (&Move, &Vec<usize>)| {
            let own = changes(rule, game);
            let others = naming.iter().zip(&game.coords).enumerate();
            let others = others
                .filter(|(number, (coord, _))| Some(*number) != own && changed.contains(coord));
            let others: Vec<Place> = others.map(|(_, (_, place))| *place).collect();
            rule.exprs().any(|expr| expr.mentions(&others))
        };
        if changed.is_empty() || named().any(connects) {
            return None;
        }
        let apart = Apart {
            changed,
            policy: Policy {
                only: None,
                ..policy.clone()
            },
            heaps: HashMap::new(),
        };
        // Whether the rules can be told of one number.
        let zeros = vec![0; game.coords.len()];
        let mut coords = apart.changed.iter();
        coords
            .all(|coord| alone(game, *coord, &zeros).is_some())
            .then_some(apart)
    }

    fn key(&self, coord: usize, cells: &[i64]) -> Cells {
        let constant = |(number, cell): (usize, &i64)| match self.changed.contains(&number) {
            true => i64::from(number == coord),
            false => *cell,
        };
        cells.iter().enumerate().map(constant).collect()
    }

    /// The engine of each number, and the number, where all are known.
    pub(super) fn heaps(&self, cells: &[i64]) -> Option<Vec<(&Heap, u64)>> {
        let heaps = self.changed.iter().map(|coord| {
            let heap = self.heaps.get(&self.key(*coord, cells))?.as_ref()?;
            Some((heap, u64::try_from(cells[*coord]).ok()?))
        });
        heaps.collect()
    }

    /// The options of a pile that have a value, as far as the hunt goes; `None`: they are few, or the engines do not tell.
    pub(super) fn options_worth(
        &self,
        cells: &[i64],
        value: u64,
        hunt: &mut Hunt,
        machine: &mut Machine,
    ) -> Result<Option<Vec<Cells>>, Halt> {
        let (Some(heaps), Some(xor)) = (self.heaps(cells), self.known(cells)) else {
            return Ok(None);
        };
        if !heaps
            .iter()
            .any(|(heap, size)| heap.option_count(*size) > FEW_OPTIONS)
        {
            return Ok(None);
        }
        let mut found = Vec::new();
        for ((heap, size), coord) in heaps.into_iter().zip(&self.changed) {
            let own = heap.known(size).unwrap_or(0);
            let Some(sizes) = heap.options_worth(size, value ^ xor ^ own, hunt, machine)? else {
                return Ok(None);
            };
            for left in sizes {
                let [left] = left.as_slice() else {
                    return Ok(None);
                };
                // It is less than the number that was there.
                let mut option = Cells::from_slice(cells);
                option[*coord] = left.cast_signed();
                found.push(option);
            }
        }
        Ok(Some(found))
    }

    /// The value of a pile, as far as it is known.
    pub(super) fn known(&self, cells: &[i64]) -> Option<u64> {
        let mut heaps = self.heaps(cells)?.into_iter();
        heaps.try_fold(0, |xor, (heap, size)| Some(xor ^ heap.known(size)?))
    }

    /// The value of a pile; nothing where some number of it has no engine that works it out.
    pub(super) fn value(
        &mut self,
        game: &GameRules,
        cells: &[i64],
        book: &Rulebook,
        machine: &mut Machine,
    ) -> Result<Option<u64>, Failure> {
        let mut xor = 0;
        for coord in self.changed.clone() {
            let Ok(size) = u64::try_from(cells[coord]) else {
                return Ok(None);
            };
            let key = self.key(coord, cells);
            if self.heaps.len() >= MOST_GAMES && !self.heaps.contains_key(&key) {
                self.heaps.clear();
            }
            let make = |failed: Refusals| {
                let rules = Arc::new(alone(game, coord, cells)?);
                let transitions = Arc::new(Transitions::new(rules));
                Heap::new(book, &transitions, &self.policy, failed).ok()
            };
            let heap = self.heaps.entry(key).or_insert_with(|| make(Vec::new()));
            let Some(value) = Heap::value_of_one(heap, make, size, machine)? else {
                return Ok(None);
            };
            xor ^= value;
        }
        Ok(Some(xor))
    }
}

/// The number among the coordinates that a move changes, where that is one.
fn changes(rule: &Move, game: &GameRules) -> Option<usize> {
    let mut found = None;
    for change in rule.effect.changes()? {
        let Change::Coord { coord, value } = change else {
            return None;
        };
        let stays = value.as_local() == game.coords.get(*coord).copied();
        if !stays && found.replace(*coord).is_some() {
            return None;
        }
    }
    found
}

/// The rules of one number of a pile, the others as they are.
fn alone(game: &GameRules, coord: usize, cells: &[i64]) -> Option<GameRules> {
    let own = *game.coords.first()?;
    let mut moves = Vec::new();
    for rule in &game.moves {
        for naming in &game.namings {
            let number = changes(rule, game)?;
            if naming[number] == coord {
                let places = naming.iter().zip(&game.coords).enumerate();
                let swap = places.map(|(at, (coord, place))| {
                    let op = match at == number {
                        true => Op::Local(own),
                        false => Op::Const(Value::Int(cells[*coord])),
                    };
                    (*place, op)
                });
                moves.push(told_of(rule, number, &swap.collect::<Vec<_>>())?);
            }
        }
    }
    let coord = game.header.shape.coords.get(coord)?.clone();
    Some(game.of_one_number(coord, own, moves))
}

type Swap = [(Place, Op)];

/// A move with other expressions for registers.
fn told_of(rule: &Move, number: usize, swap: &Swap) -> Option<Move> {
    let changes = rule.effect.changes()?;
    let change = changes.iter().find(|change| change.coord() == number)?;
    let mut clauses = rule.clauses.iter();
    if clauses.any(|it| matches!(it, Clause::Partitions(_))) {
        return None;
    }
    rule.of_one_number(rule.frame, rule.clauses.iter(), change.value(), |expr| {
        put(expr, swap)
    })
}

/// Puts others for registers into an expression; `None`: one stands where it is not seen.
fn put(expr: &mut Expr, swap: &Swap) -> Option<()> {
    match &expr.op {
        Op::Local(place) => {
            if let Some((_, op)) = swap.iter().find(|(own, _)| own == place) {
                expr.op = op.clone();
            }
            Some(())
        }
        Op::Comprehension(_) => {
            let places: Vec<Place> = swap.iter().map(|(place, _)| *place).collect();
            (!expr.mentions(&places)).then_some(())
        }
        _ => expr
            .children_mut()
            .into_iter()
            .try_for_each(|child| put(child, swap)),
    }
}
