//! Boards: finitely many places, of which a move needs some, is barred by others, and clears some.
//!
//! A position is the set p of the places that are still there. A [`Move`] (R, F, C) may be made where R lies in p and F does not
//! meet it, and leaves p without C. This is all that is known of a game here; Cram, Kayles on a graph and the divisor game differ
//! in their lists of moves alone. Premise of everything in this folder: each move clears a place that it needs, so that a play from
//! p has at most |p| moves and its Grundy value is at most |p|.
//!
//! A game is given (module `given`) with more: moves that also set places, modes, positions in which it is over. Where of each place it is
//! either set or cleared, never both, the places that are set are turned over: what is not there yet is cleared. Coins that are
//! turned over are worth the nim-sum of the heads (module `coins`), and for coins on a strip there are formulas (module `strip`). All
//! others are searched as whole positions (module `whole`), which may fall into components, too (module `components`).
//!
//! *What cannot matter is dropped*: moves that can never be made. A place that is always there, always missing, or that no move
//! asks for is left out of all masks.
//!
//! *Components* ([`Board::each_part`]): the moves that can be made connect the places of R, F and C that are there and that some of them
//! clear. Moves in one component leave the others, and what they can do, as they are: the value is the nim-sum of the components'
//! values. A place that no move clears any more is fixed; it is a part of each component whose moves speak of it. Where the last move
//! loses, the components are known by their names alone (module `misere`).

mod bits;
mod canon;
mod coins;
mod components;
mod given;
mod known;
mod misere;
mod names;
mod pairing;
mod search;
mod strip;
mod table;
#[cfg(test)]
mod tests;
mod whole;

pub use bits::{Bits, subsets};
pub use given::{Flip, Given, Mode, Over, Step};
pub use search::Search;
pub use whole::{Whole, WholeGoal};

use crate::work::Limit;
use crate::work::budget::Budget;
use coins::Coins;
use given::Reach;
use hashbrown::HashSet;
use strip::Strip;

/// At most this many places: values below [`Bits::ROOM`] fit the sets of the same size.
pub const MOST_PLACES: usize = Bits::<8>::ROOM - 1;

/// A game whose values are told by a theorem, so that nothing is searched.
#[derive(Debug)]
pub enum Formula {
    /// Each coin is worth what it is alone.
    Coins(Coins),
    Strip(Strip),
}

impl Formula {
    /// The formula of a game, where there is one.
    pub fn of(given: &Given<8>, budget: &mut Budget) -> Result<Option<Formula>, Limit> {
        let coins = Coins::new(given, budget)?.map(Formula::Coins);
        Ok(coins.or_else(|| Strip::new(given).map(Formula::Strip)))
    }

    /// The Grundy value of a position.
    pub fn value(&self, at: &Bits<8>) -> u32 {
        match self {
            Formula::Coins(coins) => coins.value(at),
            Formula::Strip(strip) => strip.value(at),
        }
    }

    /// How many places that have moves and how many moves there are.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Formula::Coins(coins) => coins.size(),
            Formula::Strip(strip) => strip.size(),
        }
    }
}

/// A move: what it needs, what bars it, and what it clears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<const N: usize> {
    pub requires: Bits<N>,
    pub forbids: Bits<N>,
    pub clears: Bits<N>,
}

impl<const N: usize> Move<N> {
    #[inline]
    pub fn is_possible(&self, at: &Bits<N>) -> bool {
        self.requires.is_within(at) && !self.forbids.meets(at)
    }

    /// Whether it may be possible later.
    #[inline]
    fn is_live(&self, at: &Bits<N>) -> bool {
        self.requires.is_within(at)
    }

    /// The places that it speaks of.
    fn support(&self) -> Bits<N> {
        self.requires | self.forbids | self.clears
    }

    fn map(&self, change: impl Fn(Bits<N>) -> Bits<N>) -> Move<N> {
        Move {
            requires: change(self.requires),
            forbids: change(self.forbids),
            clears: change(self.clears),
        }
    }
}

/// The moves of a game on a board, without what cannot matter.
#[derive(Debug)]
pub struct Board<const N: usize> {
    moves: Vec<Move<N>>,
    /// The places that some move clears.
    active: Bits<N>,
    /// The places that are turned over: they stand for their being missing.
    turned: Bits<N>,
    reach: Reach<N>,
    /// For each place those that are connected with it wherever both are there.
    neighbours: Vec<Bits<N>>,
    /// For each place the numbers of the moves that speak of it and connect more than neighbours do.
    wide: Vec<Vec<u32>>,
    /// The places of which some move speaks that does not clear them, each with the numbers of those that do.
    may_be_fixed: Vec<(usize, Vec<u32>)>,
    /// Places that can be cleared when they are alone.
    ones: Bits<N>,
}

impl<const N: usize> Board<N> {
    /// The board of a game. Nothing: it has several modes or ends, a place is set and cleared, or some move that can be made
    /// clears no place that it needs, so that a play might never end.
    pub fn new<const M: usize>(given: &Given<M>) -> Option<Board<N>> {
        let [mode] = given.modes.as_slice() else {
            return None;
        };
        if !given.flips.is_empty() {
            return None;
        }
        let reach = Reach::of(given);
        if reach.over(mode).next().is_some() {
            return None;
        }
        let [mut asked, mut set, mut cleared] = [Bits::NONE; 3];
        for step in reach.steps(mode) {
            asked = asked | step.requires | step.forbids;
            set = set | step.sets;
            cleared = cleared | (step.clears - step.sets);
        }
        let active = asked & reach.varying();
        let turned = set & active;
        if turned.meets(&cleared) {
            return None;
        }
        // What is needed of a place that is turned over bars the move, and the other way round.
        let turn = |one: Bits<N>, other: Bits<N>| ((one - turned) | (other & turned)) & active;
        let mut seen = HashSet::new();
        let steps = reach.steps(mode).map(|step| Move {
            requires: turn(step.requires, step.forbids),
            forbids: turn(step.forbids, step.requires),
            clears: turn(step.clears - step.sets, step.sets),
        });
        let moves: Vec<Move<N>> = steps.filter(|m| seen.insert(*m)).collect();
        if moves.iter().any(|m| !m.clears.meets(&m.requires)) {
            return None;
        }
        let alone = |m: &&Move<N>| m.requires.len() == 1;
        let mut board = Board {
            active,
            turned,
            reach,
            neighbours: vec![Bits::NONE; given.places],
            wide: vec![Vec::new(); given.places],
            may_be_fixed: Vec::new(),
            ones: moves
                .iter()
                .filter(alone)
                .fold(Bits::NONE, |ones, m| ones | m.requires),
            moves,
        };
        board.connect();
        Some(board)
    }

    pub fn moves(&self) -> &[Move<N>] {
        &self.moves
    }

    /// The places that some move clears.
    pub fn active(&self) -> Bits<N> {
        self.active
    }

    /// Whether the moves of this board are all that can be made in a position, as they are in what moves lead to.
    pub fn has(&self, at: &Bits<N>) -> bool {
        self.reach.has(at)
    }

    /// A position of the game as the moves see it.
    pub fn seen(&self, at: Bits<N>) -> Bits<N> {
        ((at - self.turned) | (self.turned - at)) & self.active
    }

    /// Finds which places are neighbours and which moves connect more. A move with R = {r} connects r with each place of C and F
    /// wherever both are there; one with R = {r, s} that has no other places connects these. Any other adds nothing where its
    /// places of R hang together by neighbours in R that are never fixed, and each further place is a neighbour of one of them.
    fn connect(&mut self) {
        let Board {
            moves,
            neighbours,
            wide,
            may_be_fixed,
            ..
        } = self;
        let kept = moves.iter().map(|m| m.support() - m.clears);
        let kept = kept.fold(Bits::NONE, |all, kept| all | kept);
        may_be_fixed.extend(kept.iter().map(|place| {
            let clears = (0..)
                .zip(moves.iter())
                .filter(|(_, m)| m.clears.contains(place));
            (place, clears.map(|(number, _)| number).collect())
        }));
        for m in moves.iter() {
            let beside = m.support();
            if m.requires.len() == 1 || (m.requires.len() == 2 && beside == m.requires) {
                for place in m.requires.iter() {
                    neighbours[place] = neighbours[place] | beside;
                    for other in beside.iter() {
                        neighbours[other].insert(place);
                    }
                }
            }
        }
        for (number, m) in (0..).zip(moves.iter()) {
            let core = match m.requires.len() {
                1 => m.requires,
                _ => m.requires - kept,
            };
            let seed = core.first().map_or(Bits::NONE, Bits::one);
            let reached = flood(neighbours, seed, core);
            let near = reached.iter();
            let near = near.fold(reached, |near, place| near | neighbours[place]);
            if reached != core || !m.support().is_within(&near) {
                for place in m.support().iter() {
                    wide[place].push(number);
                }
            }
        }
    }

    /// Shows each component of a position, but for fixed places alone; moves that were looked at for them are counted.
    #[inline]
    fn each_component(&self, at: Bits<N>, looked: &mut usize, mut show: impl FnMut(Bits<N>)) {
        let at = at & self.active;
        let mut is_live = |number: &u32| {
            *looked += 1;
            self.moves[*number as usize].is_live(&at)
        };
        let mut fixed = Bits::NONE;
        for (place, clearing) in &self.may_be_fixed {
            if at.contains(*place) && !clearing.iter().any(&mut is_live) {
                fixed.insert(*place);
            }
        }
        let mut rest = at - fixed;
        while let Some(place) = rest.first() {
            let found = self.component(Bits::one(place), at, fixed, looked);
            rest = rest - found;
            show(found);
        }
    }

    /// The component of a place that is not fixed.
    #[inline]
    fn component(&self, seed: Bits<N>, at: Bits<N>, fixed: Bits<N>, looked: &mut usize) -> Bits<N> {
        let (mut found, mut open) = (seed, seed);
        while let Some(place) = open.first() {
            open.remove(place);
            let mut near = self.neighbours[place];
            for m in &self.wide[place] {
                *looked += 1;
                let m = &self.moves[*m as usize];
                if m.is_live(&at) {
                    near = near | m.support();
                }
            }
            let new = (near & at) - found;
            found = found | new;
            open = open | (new - fixed);
        }
        found
    }

    /// Whether more positions than this can be reached from one, and it counts, by the places that matter.
    pub fn reaches_more(
        &self,
        at: Bits<N>,
        most: usize,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let mut seen: HashSet<Bits<N>> = HashSet::default();
        seen.insert(at & self.active);
        let mut open = vec![at & self.active];
        while let Some(at) = open.pop() {
            budget.steps(1 + self.moves.len() as u64 / 8)?;
            for m in self.moves.iter().filter(|m| m.is_possible(&at)) {
                let left = at - m.clears;
                if seen.insert(left) {
                    open.push(left);
                }
            }
            if seen.len() > most {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The components of a position that have two places or more, one after the other; gives the nim-sum of the values of the
    /// others, which are 0 or 1. Moves that were looked at for them are counted.
    #[inline]
    pub fn each_part(&self, at: Bits<N>, looked: &mut usize, mut part: impl FnMut(Bits<N>)) -> u32 {
        let mut alone = 0;
        self.each_component(at, looked, |found| match (found.len(), found.first()) {
            (1, Some(place)) => alone ^= u32::from(self.ones.contains(place)),
            _ => part(found),
        });
        alone
    }
}

/// All places of a position that are reached from some by neighbours.
fn flood<const N: usize>(neighbours: &[Bits<N>], seed: Bits<N>, at: Bits<N>) -> Bits<N> {
    let mut found = seed;
    let mut open = seed;
    while let Some(place) = open.first() {
        open.remove(place);
        let new = (neighbours[place] & at) - found;
        found = found | new;
        open = open | new;
    }
    found
}
