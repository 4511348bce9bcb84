//! The moves of a taking-and-breaking game with at most two piles left.

use std::fmt;
use std::ops::RangeInclusive;

pub use crate::kernel::subtraction::One;
use crate::work::distinct;

/// Which splits of a rest into two parts are allowed. Has to be symmetric in the two parts and always give the same answer.
pub trait Guard: fmt::Debug + Send {
    /// For each part a of `parts` (1 <= a < rest) says whether the rest may be split into a and rest - a.
    fn allowed(&mut self, rest: usize, parts: &[u32], allowed: &mut [bool]);

    /// The smaller parts of the splits of a rest that may be allowed at all.
    fn parts(&self, rest: usize) -> RangeInclusive<usize> {
        1..=rest / 2
    }

    /// Whether at most one split of each rest is allowed, and [`Guard::parts`] finds it.
    fn is_solved(&self) -> bool {
        false
    }
}

/// Taking an amount and splitting the rest into two non-empty parts.
#[derive(Debug)]
pub struct Split {
    /// How much is taken, 0 included.
    pub amount: usize,
    /// Whether the two parts have to differ.
    pub unequal: bool,
    /// Which splits are allowed; `None` is all.
    pub guard: Option<Box<dyn Guard>>,
}

impl Split {
    /// The largest smaller part when n - d is split, 0 where it cannot be.
    pub fn most(&self, pile: usize) -> usize {
        let rest = pile.saturating_sub(self.amount);
        if self.unequal {
            rest.saturating_sub(1) / 2
        } else {
            rest / 2
        }
    }
}

/// All moves of a game.
#[derive(Debug)]
pub struct Rules {
    /// Amounts that may be taken from a pile that stays together.
    pub singles: Vec<(usize, One)>,
    /// Amounts after which the rest is split.
    pub splits: Vec<Split>,
}

impl Rules {
    /// The largest amount of any move.
    pub fn most(&self) -> usize {
        let singles = self.singles.iter().map(|&(amount, _)| amount);
        let splits = self.splits.iter().map(|split| split.amount);
        singles.chain(splits).max().unwrap_or(0)
    }

    /// The moves in words, the same for the same moves in any order; nothing where a split has a guard.
    pub fn in_words(&self) -> Option<String> {
        let mut words: Vec<(usize, &str)> = Vec::new();
        for (amount, one) in &self.singles {
            let left = match one {
                One::Any => "any",
                One::NonEmpty => "some",
                One::Whole => "none",
            };
            words.push((*amount, left));
        }
        for split in &self.splits {
            let left = match (&split.guard, split.unequal) {
                (Some(_), _) => return None,
                (None, true) => "two unequal",
                (None, false) => "two",
            };
            words.push((split.amount, left));
        }
        let words = distinct(words).into_iter();
        let words = words.map(|(amount, left)| format!("{amount} leaving {left}"));
        Some(words.collect::<Vec<_>>().join(", "))
    }

    /// Whether every split is allowed, equal parts included.
    pub fn plain(&self) -> bool {
        self.splits
            .iter()
            .all(|split| !split.unequal && split.guard.is_none())
    }

    pub fn guarded(&self) -> bool {
        self.splits.iter().any(|split| split.guard.is_some())
    }

    /// Whether every pile has at most one split after each amount, which is found at once.
    pub fn solved(&self) -> bool {
        let is_solved = |split: &Split| split.guard.as_ref().is_some_and(|guard| guard.is_solved());
        self.splits.iter().all(is_solved)
    }

    /// The parity all amounts of splits share.
    pub fn parity(&self) -> Option<bool> {
        let mut parities = self.splits.iter().map(|split| split.amount % 2 == 1);
        let first = parities.next()?;
        parities.all(|parity| parity == first).then_some(first)
    }

    /// The piles that moves leave without splitting.
    pub fn left(&self, pile: usize) -> impl Iterator<Item = usize> {
        self.singles
            .iter()
            .filter(move |(amount, one)| one.allows(pile, *amount))
            .map(move |&(amount, _)| pile - amount)
    }
}
