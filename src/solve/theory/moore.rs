//! Moore's theorem for turns in 1 to k piles.
//!
//! Moore (1910), for piles of Nim: the player to move loses exactly when, for every binary digit, the number of piles with a 1
//! there is divisible by k + 1. Where the last move loses, this stays so as long as some pile has two stones or more; of single
//! stones alone the player to move loses exactly when their number is 1 modulo k + 1. The same holds by Grundy values for
//! piles of Nim in disguise (`calm`; Jenkyns and Mayberry 1980).
//!
//! A turn in any number of piles is one with k without bound: then no number but 0 is divisible by k + 1.

use super::calm::{nim_like_values, option_to};
use super::table::Table;
use super::winning::{Read, Turns};
use super::{Theory, digits};
use crate::expr::position::{Header, Position, Turn};
use crate::solve::positions::nodes::Id;
use crate::solve::values::Values;
use crate::work::{Failure, Halt};

/// The values of the piles of a position.
struct Moore {
    /// The most piles a turn may move in; `None`: any number.
    k: Option<u64>,
    /// Whether the last move loses.
    misere: bool,
    values: Vec<u64>,
    nodes: Vec<Id>,
}

/// Whether a turn moves in 1 to k piles.
pub(super) fn covers(game: &Header) -> bool {
    !game.alike && most(&game.turn).is_some()
}

fn most(turn: &Turn) -> Option<Option<u64>> {
    match turn {
        Turn::Counts(ranges) => match ranges.as_slice() {
            [(1, k)] => Some(*k),
            _ => None,
        },
        _ => None,
    }
}

/// Moore's theorem for a position.
pub(super) fn make(memory: &mut Values, position: &Position) -> Result<Box<dyn Theory>, Halt> {
    let [term] = position.terms.as_slice() else {
        return Err(Halt::declined("it is about one game"));
    };
    Ok(Box::new(Moore {
        k: most(&term.game.turn).flatten(),
        misere: term.game.misere,
        values: nim_like_values(position, memory)?,
        nodes: memory.piles.positions.pile_nodes(position, 0)?,
    }))
}

impl Moore {
    /// k, where more piles than there are make no difference.
    fn most(&self) -> usize {
        let piles = self.values.len();
        let k = self.k.and_then(|k| usize::try_from(k).ok());
        k.map_or(piles, |k| k.min(piles)).max(1)
    }

    /// For each binary digit, the lowest first, how many piles have a 1 there.
    fn counts(&self) -> Vec<u64> {
        let top = self.values.iter().copied().max().unwrap_or(0);
        (0..64 - top.leading_zeros())
            .map(|digit| {
                let ones = self.values.iter().filter(|value| **value >> digit & 1 == 1);
                ones.count() as u64
            })
            .collect()
    }

    /// Whether only single stones are left and the last move loses.
    fn counts_single_stones(&self) -> bool {
        self.misere && self.values.iter().all(|value| *value <= 1)
    }

    /// A count modulo k + 1.
    fn rest(&self, count: u64) -> u64 {
        match self.k {
            Some(k) => count % k.saturating_add(1),
            None => count,
        }
    }

    fn modulo(&self) -> String {
        match self.k {
            Some(k) => format!(" modulo {}", u128::from(k) + 1),
            None => String::new(),
        }
    }
}

impl Theory for Moore {
    fn first_wins(&self) -> bool {
        if self.counts_single_stones() {
            let stones: u64 = self.values.iter().sum();
            return self.rest(stones) != 1;
        }
        self.counts().iter().any(|count| self.rest(*count) != 0)
    }

    fn premise(&self) -> String {
        let form = if self.misere {
            " in its misère form"
        } else {
            ""
        };
        format!(
            "Moore's theorem{form}; no option of a reachable pile splits it or raises its Grundy value"
        )
    }

    fn table(&self) -> Table {
        let counts = self.counts();
        let width = counts.len().max(1);
        let rows = self.values.iter().map(|value| {
            let cells = (0..width).rev();
            let cells = cells.map(|digit| (value >> digit & 1).to_string());
            (Some(value.to_string()), cells.collect())
        });
        let line = |cell: &dyn Fn(u64) -> u64| -> Vec<String> {
            if counts.is_empty() {
                return vec!["0".to_string()];
            }
            let cells = counts.iter().rev();
            cells.map(|count| cell(*count).to_string()).collect()
        };
        let mut totals = vec![(String::new(), line(&|count| count))];
        if let Some(k) = self.k {
            let name = format!("mod {}", u128::from(k) + 1);
            totals.push((name, line(&|count| self.rest(count))));
        }
        let modulo = self.modulo();
        let piles = match self.k {
            Some(1) => "1 pile".to_string(),
            Some(k) => format!("up to {k} piles"),
            None => "any number of piles".to_string(),
        };
        let single = self.counts_single_stones();
        let first_wins = self.first_wins();
        let is_big = |value: &&u64| **value > 1;
        let big = self.values.iter().filter(is_big).count();
        let lost = match self.k {
            Some(k) if single => format!(
                "A turn takes 1 to {k} of the stones, so their number is not 1{modulo} after it."
            ),
            None if single => "The only stone must be taken.".to_string(),
            Some(k) => format!(
                "A turn in at most {k} pile{} cannot change a column by a multiple of {}, so some count is not 0 after it.",
                if k == 1 { "" } else { "s" },
                u128::from(k) + 1
            ),
            None => "No pile can be moved in.".to_string(),
        };
        Table {
            heading: format!("{piles} a turn: count the 1s of each column{modulo}"),
            rows: rows.collect(),
            totals,
            verdict: match (single, first_wins) {
                (true, true) => {
                    format!(
                        "single stones only, their number is not 1{modulo}: the player to move wins"
                    )
                }
                (true, false) => {
                    format!(
                        "single stones only, their number is 1{modulo}: the player to move loses"
                    )
                }
                (false, true) => "not all 0: the player to move wins".to_string(),
                (false, false) => "all 0: the player to move loses".to_string(),
            },
            after: if self.misere && big <= self.most() {
                format!("where only single stones are left and their number is 1{modulo}")
            } else {
                format!("where every count is 0{modulo}")
            },
            lost,
            applies: format!(
                "Moore's theorem applies: no option of a reachable pile splits it or raises its Grundy value.{}",
                if self.misere {
                    "\n  The last move loses: counts decide as long as some pile is worth 2 or more, and after that the number of single stones."
                } else {
                    ""
                }
            ),
        }
    }

    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure> {
        let (found, mut is_complete) = digits::winning(
            &self.values,
            self.most(),
            self.misere,
            limit,
            &mut memory.piles.positions.machine.budget,
        )?;
        let mut list = Vec::with_capacity(found.len());
        for targets in found {
            let mut moves = Vec::with_capacity(targets.len());
            for (place, target) in targets {
                let node = self.nodes[place];
                // Another option of the same value would do as well.
                is_complete &= memory.piles.nim_size(node)?.is_some();
                moves.push((place, option_to(node, target, &mut memory.piles)?));
            }
            list.push(Read { term: 0, moves });
        }
        Ok(Some(Turns { list, is_complete }))
    }

    fn grundy(&self) -> Option<u64> {
        let live = self.values.iter().filter(|value| **value > 0).count() as u64;
        if self.misere || self.k.is_some_and(|k| k < live) {
            return (!self.misere && !self.first_wins()).then_some(0);
        }
        // With as many piles a turn as there are, all smaller sums can be reached and the same one cannot.
        self.values
            .iter()
            .try_fold(0u64, |sum, value| sum.checked_add(*value))
    }
}
