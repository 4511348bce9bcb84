//! A game on a board as it is given, and what of it can ever be.
//!
//! A position is a set of places and a *mode*: what stands beside the board, such as a sum that is left or the last move. A [`Step`]
//! (R, F, C, A) of a mode may be made where R lies in the set and F does not meet it; it leaves the set without C and with A, and
//! another mode or the same. A mode also has positions in which the game is over.

use super::bits::{Bits, subsets};

/// A move: what it needs, what bars it, what it clears and sets, and the mode it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step<const N: usize> {
    pub to: u32,
    pub requires: Bits<N>,
    pub forbids: Bits<N>,
    pub clears: Bits<N>,
    pub sets: Bits<N>,
}

impl<const N: usize> Step<N> {
    #[inline]
    pub fn is_possible(&self, at: &Bits<N>) -> bool {
        self.requires.is_within(at) && !self.forbids.meets(at)
    }

    /// What it leaves; a place that it clears and sets is set.
    #[inline]
    pub fn leaves(&self, at: &Bits<N>) -> Bits<N> {
        (*at - self.clears) | self.sets
    }

    pub(super) fn resized<const M: usize>(&self) -> Step<M> {
        Step {
            to: self.to,
            requires: self.requires.resized(),
            forbids: self.forbids.resized(),
            clears: self.clears.resized(),
            sets: self.sets.resized(),
        }
    }
}

/// A move that flips over some places, whatever they are but for one of them, which has to be there or has to be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flip<const N: usize> {
    pub turned: Bits<N>,
    pub head: usize,
    pub is_there: bool,
}

impl<const N: usize> Flip<N> {
    pub fn is_possible(&self, at: &Bits<N>) -> bool {
        at.contains(self.head) == self.is_there
    }

    pub fn leaves(&self, at: &Bits<N>) -> Bits<N> {
        (*at - self.turned) | (self.turned - *at)
    }

    /// The same move, one for each way in which the other places may be; nothing for more ways than `most`.
    pub fn steps(&self, most: usize) -> Option<impl Iterator<Item = Step<N>>> {
        let others: Vec<usize> = (self.turned - Bits::one(self.head)).iter().collect();
        let ways = subsets(others.len())?;
        let (turned, head) = (self.turned, self.is_there.then_some(self.head));
        let way = move |number: usize| {
            let there = others.iter().enumerate();
            let there = there.filter(|(bit, _)| number >> bit & 1 == 1);
            let requires: Bits<N> = there.map(|(_, place)| *place).chain(head).collect();
            Step {
                to: 0,
                requires,
                forbids: turned - requires,
                clears: requires,
                sets: turned - requires,
            }
        };
        (ways <= most).then(|| (0..ways).map(way))
    }
}

/// Positions in which a game is over: where all of the first places are there and none of the second.
pub type Over<const N: usize> = (Bits<N>, Bits<N>);

/// The moves of a mode, and where the game is over.
#[derive(Debug, Clone)]
pub struct Mode<const N: usize> {
    pub steps: Vec<Step<N>>,
    pub over: Vec<Over<N>>,
}

/// The moves of a mode by what they need.
#[derive(Debug)]
pub(super) struct Moves<const N: usize> {
    /// For each place moves that need it, among other places.
    pub(super) by_place: Vec<Vec<Step<N>>>,
    /// Moves that need no place.
    pub(super) others: Vec<Step<N>>,
    pub(super) over: Vec<Over<N>>,
}

/// A game on a board.
#[derive(Debug, Clone)]
pub struct Given<const N: usize> {
    pub places: usize,
    /// The places that are there at first.
    pub start: Bits<N>,
    pub modes: Vec<Mode<N>>,
    /// More moves of the first mode, as far as they are not given way by way.
    pub flips: Vec<Flip<N>>,
}

/// What can be: of the places those that may be there at some time, and those that may be missing. Each play is allowed more than
/// by the rules: whatever was there or missing once is so for all later moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reach<const N: usize> {
    pub(super) there: Bits<N>,
    missing: Bits<N>,
}

impl<const N: usize> Reach<N> {
    /// What can be from the start on.
    pub(super) fn of<const M: usize>(given: &Given<M>) -> Reach<N> {
        let mut reach = Reach::at(given.start.resized(), given.places);
        loop {
            let before = reach;
            for step in given.modes.iter().flat_map(|mode| &mode.steps) {
                reach.goes_on(&step.resized());
            }
            if reach == before {
                return reach;
            }
        }
    }

    /// What is in a position of so many places.
    pub(super) fn at(at: Bits<N>, places: usize) -> Reach<N> {
        Reach {
            there: at,
            missing: Bits::below(places) - at,
        }
    }

    /// Whether a move may be possible; then what it leaves can be, too.
    #[inline]
    pub(super) fn goes_on(&mut self, step: &Step<N>) -> bool {
        let has = self.has_step(step);
        if has {
            self.there = self.there | step.sets;
            self.missing = self.missing | (step.clears - step.sets);
        }
        has
    }

    /// Whether a move may ever be possible.
    #[inline]
    pub(super) fn has_step(&self, step: &Step<N>) -> bool {
        self.has_both(&(step.requires, step.forbids))
    }

    #[inline]
    fn has_both(&self, (there, missing): &Over<N>) -> bool {
        there.is_within(&self.there) && missing.is_within(&self.missing) && !there.meets(missing)
    }

    /// Whether a position may ever be, as far as this tells.
    #[inline]
    pub(super) fn has(&self, at: &Bits<N>) -> bool {
        at.is_within(&self.there) && (self.there - *at).is_within(&self.missing)
    }

    /// The places that are there at one time and missing at another.
    pub(super) fn varying(&self) -> Bits<N> {
        self.there & self.missing
    }

    /// The moves of a mode that may ever be possible.
    pub(super) fn steps<'m, const M: usize>(
        &'m self,
        mode: &'m Mode<M>,
    ) -> impl Iterator<Item = Step<N>> + 'm {
        let steps = mode.steps.iter().map(Step::resized);
        steps.filter(|step| self.has_step(step))
    }

    /// The ends of a mode that may ever be.
    pub(super) fn over<'m, const M: usize>(
        &'m self,
        mode: &'m Mode<M>,
    ) -> impl Iterator<Item = Over<N>> + 'm {
        let over = mode.over.iter();
        let over = over.map(|(there, missing)| (there.resized(), missing.resized()));
        over.filter(|over| self.has_both(over))
    }
}
