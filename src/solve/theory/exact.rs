//! Turns in exactly k of at most 2k piles of Nim, or of Nim in disguise (`calm`).
//!
//! With fewer than k piles that are not empty there is no turn. With at most 2k - 1, k of them can be emptied, and fewer than k are
//! left. With 2k, the player to move loses exactly when more than k of them are equal to the least: a turn leaves some of these
//! as they are, and if it lowers one of them, at most k piles are the new least ones; it cannot move in k others. Else k piles
//! are above the least and can be lowered to it. (See Boros, Gurvich, Ho, Makino and Mursic on Exact k-Nim.)

use super::Theory;
use super::calm::{nim_like_values, option_to};
use super::table::Table;
use super::winning::{Read, Turns};
use crate::expr::position::{Header, Position, Turn};
use crate::solve::positions::nodes::Id;
use crate::solve::values::Values;
use crate::work::{Failure, Halt};

struct Exact {
    k: usize,
    values: Vec<u64>,
    nodes: Vec<Id>,
}

/// Whether a turn moves in exactly k piles.
pub(super) fn covers(game: &Header) -> bool {
    !game.alike && !game.misere && exactly(&game.turn).is_some()
}

fn exactly(turn: &Turn) -> Option<u64> {
    match turn {
        Turn::Counts(ranges) => match ranges.as_slice() {
            [(k, Some(most))] if k == most => Some(*k),
            _ => None,
        },
        _ => None,
    }
}

/// The rule for a position.
pub(super) fn make(memory: &mut Values, position: &Position) -> Result<Box<dyn Theory>, Halt> {
    let declines = |why: &str| Err(Halt::declined(why));
    let [term] = position.terms.as_slice() else {
        return declines("it is about one game");
    };
    let Some(k) = exactly(&term.game.turn).and_then(|k| usize::try_from(k).ok()) else {
        return declines("it is about turns in exactly k piles");
    };
    let values = nim_like_values(position, memory)?;
    let live = values.iter().filter(|value| **value > 0).count();
    if live > k.saturating_mul(2) {
        return Err(Halt::declined(format!(
            "there are more than 2 * {k} piles that can move"
        )));
    }
    Ok(Box::new(Exact {
        k,
        values,
        nodes: memory.piles.positions.pile_nodes(position, 0)?,
    }))
}

impl Exact {
    /// The piles that are not empty.
    fn live(&self) -> usize {
        self.values.iter().filter(|value| **value > 0).count()
    }

    /// The least value of those.
    fn least(&self) -> u64 {
        let live = self.values.iter().copied().filter(|value| *value > 0);
        live.min().unwrap_or(0)
    }
}

impl Theory for Exact {
    fn first_wins(&self) -> bool {
        let live = self.live();
        if live < self.k.saturating_mul(2) {
            return live >= self.k;
        }
        let least = self.least();
        self.values.iter().filter(|value| **value == least).count() <= self.k
    }

    fn premise(&self) -> String {
        format!(
            "the rule of Exact Nim for at most 2 * {} piles; no option of a reachable pile splits it or raises its Grundy value",
            self.k
        )
    }

    fn table(&self) -> Table {
        let k = self.k;
        let live = self.live();
        let full = live == k.saturating_mul(2);
        let rows = self
            .values
            .iter()
            .map(|value| (None, vec![value.to_string()]));
        let least = self.least();
        let equal = self.values.iter().filter(|value| **value == least).count();
        let verdict = if live < k {
            format!("piles can move, fewer than {k}: the player to move loses")
        } else if !full {
            format!(
                "piles can move, from {k} to {}: the player to move wins",
                2 * k - 1
            )
        } else if equal <= k {
            format!(
                "piles can move, and at most {k} are equal to the least: the player to move wins"
            )
        } else {
            format!(
                "piles can move, and more than {k} are equal to the least: the player to move loses"
            )
        };
        Table {
            heading: format!("exactly {k} piles a turn: the value of each pile"),
            rows: rows.collect(),
            totals: vec![(String::new(), vec![live.to_string()])],
            verdict,
            after: if full {
                format!("where more than {k} piles are equal to the least")
            } else {
                format!("where fewer than {k} piles can move")
            },
            lost: if full {
                format!("A turn in {k} piles moves in one of the least ones, and leaves at most {k} equal to the new least.")
            } else {
                format!("There is no turn in exactly {k} piles.")
            },
            applies: "The rule of Exact Nim applies: no option of a reachable pile splits it or raises its Grundy value, and at most\n  twice as many piles can move as a turn moves in.".to_string(),
        }
    }

    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure> {
        let mut turns = Turns {
            is_complete: !self.first_wins(),
            ..Turns::default()
        };
        if turns.is_complete {
            return Ok(Some(turns));
        }
        let full = self.live() == self.k.saturating_mul(2);
        let target = if full { self.least() } else { 0 };
        let above: Vec<usize> = (0..self.values.len())
            .filter(|place| self.values[*place] > target)
            .collect();
        // One choice of k piles after the other, each the last one with one pile in exchange.
        for start in 0..=above.len().saturating_sub(self.k) {
            if turns.list.len() >= limit {
                break;
            }
            let mut moves = Vec::with_capacity(self.k);
            for place in above.iter().skip(start).take(self.k) {
                moves.push((
                    *place,
                    option_to(self.nodes[*place], target, &mut memory.piles)?,
                ));
            }
            turns.list.push(Read { term: 0, moves });
        }
        Ok(Some(turns))
    }

    fn grundy(&self) -> Option<u64> {
        (!self.first_wins()).then_some(0)
    }
}
