//! Moore's theorem for turns in 1 to k piles.
//!
//! Moore (1910), for piles of Nim: the player to move loses exactly when, for every binary digit, the number of piles with a 1
//! there is divisible by k + 1. The same holds on Grundy values where no option of a reachable pile splits it, leads to
//! another game or raises its value: the options' values are then exactly those below its own, as in Nim (Jenkyns and
//! Mayberry 1980). Both conditions are checked here on every pile that can be reached.

use super::nodes::Id;
use super::solver::Solver;
use super::trouble::Trouble;
use crate::expr::position::{Position, Turn};

/// How many options of reachable piles are looked at before the check is given up.
const MOST_OPTIONS: u64 = 20_000_000;

/// The piles' values where Moore's theorem applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moore {
    /// The most piles a turn may move in.
    pub(crate) k: u64,
    /// The Grundy values of the piles, in the order of the position.
    pub(crate) values: Vec<u32>,
}

impl Moore {
    /// For each binary digit, the lowest first, how many piles have a 1 there.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let width = self
            .values
            .iter()
            .map(|value| 32 - value.leading_zeros())
            .max()
            .unwrap_or(0);
        (0..width)
            .map(|digit| {
                self.values
                    .iter()
                    .filter(|value| **value >> digit & 1 == 1)
                    .count() as u64
            })
            .collect()
    }

    /// Whether the player to move wins.
    pub(crate) fn first_wins(&self) -> bool {
        // With more piles a turn than there are, every remainder is the count itself.
        self.counts()
            .iter()
            .any(|count| count % self.k.saturating_add(1) != 0)
    }
}

impl Solver {
    /// Moore's theorem for a position, or why it does not apply.
    pub(crate) fn moore(&mut self, position: &Position) -> Result<Result<Moore, String>, Trouble> {
        let [term] = position.terms.as_slice() else {
            return Ok(Err("it is about the piles of one game".to_string()));
        };
        let k = match &term.game.turn {
            Turn::Counts(ranges) => match ranges.as_slice() {
                [(1, k)] => k.unwrap_or(u64::MAX),
                _ => return Ok(Err("it is about turns in 1 to k piles".to_string())),
            },
            _ => return Ok(Err("it is about turns in 1 to k piles".to_string())),
        };
        if term.game.alike {
            return Ok(Err("the moves of a turn must be alike".to_string()));
        }
        if term.game.misere {
            return Ok(Err("the last move loses".to_string()));
        }
        let mut values = Vec::with_capacity(term.piles.len());
        for pile in &term.piles {
            let cells = term.game.shape.cells(pile).unwrap_or_default();
            let node = self.nodes.pile(term.game.id, &cells);
            if let Some(why) = self.disturbed(node)? {
                return Ok(Err(why));
            }
            values.push(self.grundy_of(node)?);
        }
        Ok(Ok(Moore { k, values }))
    }

    /// Why some pile that can be reached does not behave like a pile of Nim.
    fn disturbed(&mut self, root: Id) -> Result<Option<String>, Trouble> {
        let found = self.find_disturbed(root);
        if !matches!(found, Ok(None)) {
            // What was seen on the way is not known to be calm.
            self.nim_like.clear();
        }
        found
    }

    fn find_disturbed(&mut self, root: Id) -> Result<Option<String>, Trouble> {
        let mut stack = vec![root];
        let mut options_seen = 0;
        while let Some(pile) = stack.pop() {
            if !self.nim_like.insert(pile) {
                continue;
            }
            let value = self.grundy_of(pile)?;
            let options = self.pile_options(pile)?;
            options_seen += options.len() as u64;
            let mut why =
                (options_seen > MOST_OPTIONS).then(|| "too many piles can be reached".to_string());
            for option in options.iter() {
                let next = match (option.stay.as_slice(), option.others.is_empty()) {
                    ([], true) => continue,
                    ([one], true) => *one,
                    _ => {
                        why = Some(format!("the pile {} can be split", self.short(pile)));
                        break;
                    }
                };
                let lower = self.grundy_of(next)?;
                if lower > value {
                    why = Some(format!(
                        "{} -> {} raises the Grundy value from {value} to {lower}",
                        self.short(pile),
                        self.short(next)
                    ));
                    break;
                }
                stack.push(next);
            }
            if why.is_some() {
                return Ok(why);
            }
        }
        Ok(None)
    }
}
