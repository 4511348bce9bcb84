//! Boards: finitely many places, of which a move needs some, is barred by others, and clears some.
//!
//! A position is the set p of the places that are still there. A [`Move`] (R, F, C) may be made where R lies in p and F does not
//! meet it, and leaves p without C. This is all that is known of a game here; Cram, Kayles on a graph and the divisor game differ
//! in their lists of moves alone. Premises of everything in this folder: normal play, and each move clears a place that it needs,
//! so that a play from p has at most |p| moves and its Grundy value is at most |p|.
//!
//! *What cannot matter is dropped*: a move whose R is not there can never be made again, nor one with a place of F that no move
//! clears. A place that no move clears is left out of all masks.
//!
//! *Components* ([`Board::each_part`]): the moves that can be made connect the places of R, F and C that are there. Moves in one
//! component leave the others, and what they can do, as they are: the value is the nim-sum of the components' values.

mod bits;
mod names;
mod pairing;
mod search;
mod table;
#[cfg(test)]
mod tests;

pub use bits::Bits;
pub use search::Search;

use hashbrown::HashSet;

/// So many places at most: values below [`Bits::ROOM`] fit the sets of the same size.
pub const MOST_PLACES: usize = Bits::<8>::ROOM - 1;

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

    fn resized<const M: usize>(&self) -> Move<M> {
        Move {
            requires: self.requires.resized(),
            forbids: self.forbids.resized(),
            clears: self.clears.resized(),
        }
    }
}

/// The moves of a game on a board, without what cannot matter.
#[derive(Debug)]
pub struct Board<const N: usize> {
    moves: Vec<Move<N>>,
    /// The places that some move clears.
    active: Bits<N>,
    /// For each place those that are connected with it wherever both are there.
    neighbours: Vec<Bits<N>>,
    /// The moves that connect more than neighbours do.
    wide: Vec<Move<N>>,
    /// Places that can be cleared when they are alone.
    ones: Bits<N>,
}

impl<const N: usize> Board<N> {
    /// The board with so many places, all of them there. Nothing: some move that can be made clears no place that it needs, so
    /// that a play might never end.
    pub fn new<const M: usize>(places: usize, moves: &[Move<M>]) -> Option<Board<N>> {
        let all = Bits::below(places);
        let mut moves: Vec<Move<N>> = moves.iter().map(Move::resized).collect();
        let active = drop_dead(&mut moves, all);
        if moves.iter().any(|m| !m.clears.meets(&m.requires)) {
            return None;
        }
        for m in &mut moves {
            *m = m.map(|bits| bits & active);
        }
        let mut seen = HashSet::with_capacity(moves.len());
        moves.retain(|m| seen.insert(*m));
        let alone = |m: &&Move<N>| m.requires.len() == 1;
        let mut board = Board {
            active,
            neighbours: vec![Bits::NONE; places],
            wide: Vec::new(),
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

    /// Whether all places that no move clears are there, as they are in what moves lead to.
    pub fn has(&self, at: &Bits<N>) -> bool {
        (Bits::below(self.neighbours.len()) - self.active).is_within(at)
    }

    /// Finds which places are neighbours and which moves connect more. A move with R = {r} connects r with each place of C and F
    /// wherever both are there; one with R = {r, s} that has no other places connects these. Any other adds nothing where its
    /// places of R hang together by neighbours in R, and each further place is a neighbour of one of them.
    fn connect(&mut self) {
        let Board {
            moves,
            neighbours,
            wide,
            ..
        } = self;
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
        wide.extend(moves.iter().filter(|m| {
            let seed = m.requires.first().map_or(Bits::NONE, Bits::one);
            let reached = flood(neighbours, seed, m.requires);
            let near = reached
                .iter()
                .fold(reached, |near, place| near | neighbours[place]);
            reached != m.requires || !m.support().is_within(&near)
        }));
    }

    /// The component of a place at a position.
    #[inline]
    fn component(&self, seed: Bits<N>, at: Bits<N>) -> Bits<N> {
        let mut found = flood(&self.neighbours, seed, at);
        loop {
            let before = found;
            for m in &self.wide {
                let support = m.support() & at;
                if support.meets(&found) && !support.is_within(&found) && m.is_live(&at) {
                    found = flood(&self.neighbours, found | support, at);
                }
            }
            if found == before {
                return found;
            }
        }
    }

    /// The components of a position that have two places or more, one after the other; gives the nim-sum of the values of the
    /// others, which are 0 or 1.
    #[inline]
    pub fn each_part(&self, at: Bits<N>, mut part: impl FnMut(Bits<N>)) -> u32 {
        let mut rest = at & self.active;
        let mut alone = 0;
        while let Some(place) = rest.first() {
            let found = self.component(Bits::one(place), rest);
            rest = rest - found;
            match found.len() {
                1 => alone ^= u32::from(self.ones.contains(place)),
                _ => part(found),
            }
        }
        alone
    }
}

/// Drops moves that can never be made, and forgets what no longer bars others; the places that the others clear.
fn drop_dead<const N: usize>(moves: &mut Vec<Move<N>>, all: Bits<N>) -> Bits<N> {
    loop {
        let active = moves.iter().fold(Bits::NONE, |active, m| active | m.clears) & all;
        let before = moves.len();
        moves.retain(|m| {
            let barred = m.forbids & all;
            m.requires.is_within(&all) && barred.is_within(&active) && !barred.meets(&m.requires)
        });
        if moves.len() == before {
            return active;
        }
    }
}

/// All places of a position that are reached from some by neighbours.
#[inline]
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
