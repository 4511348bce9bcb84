//! Search over positions of several piles: who wins, how long perfect play lasts, Grundy values, for turns in one pile or
//! several and for both ways to end.
//!
//! Piles come as tables of moves, without any notion of a game or a rule ([`kinds`]); positions are multisets of kinds. Where
//! no move splits a pile, all positions below a root are numbered without gaps ([`lattice`]) and swept from the end of play on
//! ([`sweep`]); else a position is a key of counts ([`key`]) and is searched downwards ([`deep`]). [`ways`] chooses.

pub mod deep;
pub mod edges;
pub mod key;
pub mod kinds;
pub mod lattice;
pub mod scan;
pub mod sweep;
#[cfg(test)]
mod tests;
pub mod ways;

use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::progress::{Counted, WorkDone};

/// In how many piles a turn moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// In a number of piles out of these ranges, both ends included; `None` is no upper end. A turn in 0 piles is none.
    Counts(Vec<(u64, Option<u64>)>),
    /// In every pile that can move.
    All,
    /// In every pile; where one of them cannot move, there is no turn.
    AllOrNone,
}

/// The rules of play over piles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    pub turn: Turn,
    /// Whether the moves of a turn all have the same label.
    pub alike: bool,
    /// Whether the player who cannot move wins.
    pub misere: bool,
}

impl Rules {
    /// Whether a turn may move in so many piles of those that can move, for turns by count.
    pub fn allows(&self, count: u64) -> bool {
        match &self.turn {
            Turn::Counts(ranges) => {
                count > 0
                    && ranges
                        .iter()
                        .any(|&(low, high)| count >= low && high.is_none_or(|high| count <= high))
            }
            Turn::All | Turn::AllOrNone => true,
        }
    }

    /// The most piles that a turn may move in where there are `piles`, for turns by count; 0 where there is no turn.
    pub fn most(&self, piles: u64) -> u64 {
        match &self.turn {
            Turn::Counts(ranges) => ranges
                .iter()
                .filter(|(low, _)| (*low).max(1) <= piles)
                .map(|(_, high)| high.unwrap_or(u64::MAX).min(piles))
                .max()
                .unwrap_or(0),
            Turn::All | Turn::AllOrNone => piles,
        }
    }
}

/// Why there is no answer where a position is none of those that the search is for.
pub(super) const NOT_COVERED: &str = "the position is not covered";

/// Why there is no answer where numbers would not fit.
pub(super) const TOO_LARGE: &str = "the position is too large";

/// How much a search may still do.
#[derive(Debug)]
pub struct Work<'b> {
    /// Time and memory.
    pub budget: &'b mut Budget,
    pub options: u64,
    pub most: u64,
}

impl Work<'_> {
    /// Tells how far the work came, and looks at the clock.
    pub(super) fn tell(&mut self, done: u64, goal: u64) -> Result<(), Limit> {
        self.budget.progress().tell(WorkDone {
            what: Counted::Positions,
            done,
            goal,
            rare: 0,
        });
        self.budget.look()
    }

    /// Takes over a count of options.
    #[inline]
    pub(super) fn count(&mut self, options: &mut u64) -> Result<(), Limit> {
        let count = std::mem::take(options);
        self.options += count;
        if self.options > self.most {
            return Err(Limit::Options(self.most));
        }
        // Each is looked up in a table.
        self.budget.steps(count + 1)
    }
}
