//! Nodes: piles, compounds of piles and whole positions as small numbers.
//!
//! A node's key is a string of bytes, kept once in one long buffer; a hash table finds the number of a key. A node costs its
//! key, an offset and a table entry: about 20 bytes for a pile of a few small numbers.

use std::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};
use smallvec::SmallVec;

use crate::expr::position::GameId;
use crate::work::Failure;

/// The number of a node.
pub type Id = u32;

/// The cell of a size, which was one or is less.
pub(crate) fn cell(size: u64) -> Result<i64, Failure> {
    i64::try_from(size).map_err(|_| Failure::Bug("a pile is larger than any number"))
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// One pile, with its cells.
    Pile(GameId, SmallVec<[i64; 8]>),
    /// The piles of a game that moves in several a turn: nodes of piles, sorted.
    Compound(GameId, Vec<Id>),
    /// A whole position of several components, sorted, or of none.
    Sum(Vec<Id>),
}

const PILE: u8 = 0;
const COMPOUND: u8 = 1;
const SUM: u8 = 2;

/// Single-number piles below this size are found by their size, without hashing.
const DIRECT: i64 = 1 << 22;

/// All nodes met so far.
#[derive(Default)]
pub struct Nodes {
    keys: Keys,
    table: HashTable<Id>,
    hasher: DefaultHashBuilder,
    /// For each game the nodes of its single-number piles by size; 0 is unknown, others one too high.
    direct: Vec<Vec<Id>>,
    /// The games by their numbers, which are what keys hold. All are of one rulebook: the solver refuses others.
    games: Vec<Option<GameId>>,
    scratch: Vec<u8>,
}

/// The keys of all nodes, one after the other.
#[derive(Default)]
struct Keys {
    bytes: Vec<u8>,
    /// For each node where its key ends, without what does not fit 32 bits.
    ends: Vec<u32>,
    /// The nodes at whose ends the rest grows by one: one for every 4 GiB of keys.
    carries: Vec<Id>,
}

impl Keys {
    #[inline]
    fn end(&self, id: Id) -> usize {
        let low = self.ends[id as usize] as usize;
        if self.carries.is_empty() {
            return low;
        }
        let high = self.carries.partition_point(|carry| *carry <= id) as u64;
        low + (high << 32) as usize
    }

    #[inline]
    fn get(&self, id: Id) -> &[u8] {
        let start = id.checked_sub(1).map_or(0, |before| self.end(before));
        &self.bytes[start..self.end(id)]
    }

    fn add(&mut self, key: &[u8]) -> Id {
        let id = self.ends.len() as Id;
        let before = (self.bytes.len() as u64) >> 32;
        self.bytes.extend_from_slice(key);
        let after = (self.bytes.len() as u64) >> 32;
        self.carries.extend((before..after).map(|_| id));
        self.ends.push(self.bytes.len() as u32);
        id
    }

    fn memory(&self) -> usize {
        self.bytes.capacity() + (self.ends.capacity() + self.carries.capacity()) * size_of::<u32>()
    }
}

impl Nodes {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.keys.ends.len()
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        let direct: usize = self.direct.iter().map(Vec::capacity).sum();
        (self.keys.memory() + self.table.allocation_size() + direct * size_of::<Id>()) as u64
    }

    /// The node of a pile.
    #[inline]
    pub fn pile(&mut self, game: GameId, cells: &[i64]) -> Id {
        if let [size @ 0..DIRECT] = *cells {
            return self.direct_pile(game, size as usize);
        }
        let game = self.met(game);
        self.write(PILE, game, cells.iter().map(|&cell| zigzag(cell)));
        self.intern()
    }

    #[inline]
    fn direct_pile(&mut self, game: GameId, size: usize) -> Id {
        let game_index = game.number();
        if let Some(id) = self
            .direct
            .get(game_index)
            .and_then(|sizes| sizes.get(size))
            && *id != 0
        {
            return *id - 1;
        }
        let game = self.met(game);
        self.write(PILE, game, std::iter::once(zigzag(size as i64)));
        let id = self.keys.add(&self.scratch);
        if self.direct.len() <= game_index {
            self.direct.resize_with(game_index + 1, Vec::new);
        }
        let sizes = &mut self.direct[game_index];
        if sizes.len() <= size {
            sizes.resize(size + 1, 0);
        }
        sizes[size] = id + 1;
        id
    }

    /// The number of a game, from which [`Nodes::node`] finds it again.
    #[inline]
    fn met(&mut self, game: GameId) -> u32 {
        let number = game.number();
        if self.games.len() <= number {
            self.games.resize(number + 1, None);
        }
        let known = &mut self.games[number];
        debug_assert!(known.is_none_or(|known| known == game));
        *known = Some(game);
        number as u32
    }

    /// The node of a compound; the piles need not be sorted.
    pub fn compound(&mut self, game: GameId, piles: &mut [Id]) -> Id {
        piles.sort_unstable();
        let game = self.met(game);
        self.write(COMPOUND, game, piles.iter().map(|&id| u64::from(id)));
        self.intern()
    }

    /// The node of a whole position; the components need not be sorted.
    pub fn sum(&mut self, components: &mut [Id]) -> Id {
        components.sort_unstable();
        self.write(SUM, 0, components.iter().map(|&id| u64::from(id)));
        self.intern()
    }

    /// The node of a whole position: the component itself where it is the only one.
    pub fn whole(&mut self, components: &mut [Id]) -> Id {
        match components {
            [alone] => *alone,
            _ => self.sum(components),
        }
    }

    /// What a node is.
    pub fn node(&self, id: Id) -> Node {
        let [tag, rest @ ..] = self.keys.get(id) else {
            unreachable!("a key begins with its tag");
        };
        let mut numbers = Unpacked { rest };
        let number = numbers.next().expect("the number of a game, or 0");
        let game = || self.games[number as usize].expect("the games in keys were met");
        match *tag {
            PILE => Node::Pile(game(), numbers.map(unzigzag).collect()),
            COMPOUND => Node::Compound(game(), numbers.map(|n| n as Id).collect()),
            SUM => Node::Sum(numbers.map(|n| n as Id).collect()),
            _ => unreachable!("there are three tags"),
        }
    }

    fn write(&mut self, tag: u8, game: u32, numbers: impl Iterator<Item = u64>) {
        self.scratch.clear();
        self.scratch.push(tag);
        put(&mut self.scratch, u64::from(game));
        for number in numbers {
            put(&mut self.scratch, number);
        }
    }

    fn intern(&mut self) -> Id {
        let hash = hash(&self.hasher, &self.scratch);
        let (keys, scratch) = (&self.keys, &self.scratch);
        if let Some(id) = self.table.find(hash, |&id| keys.get(id) == &scratch[..]) {
            return *id;
        }
        let id = self.keys.add(&self.scratch);
        let (keys, hasher) = (&self.keys, &self.hasher);
        self.table
            .insert_unique(hash, id, |&id| self::hash(hasher, keys.get(id)));
        id
    }
}

fn hash(hasher: &DefaultHashBuilder, key: &[u8]) -> u64 {
    let mut state = hasher.build_hasher();
    state.write(key);
    state.finish()
}

/// Seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Unpacked<'a> {
    rest: &'a [u8],
}

impl Iterator for Unpacked<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

/// Small numbers of either sign become small numbers without one.
fn zigzag(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)) as u64
}

fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

/// A value that is not known.
pub(in crate::solve) const UNKNOWN: u32 = u32::MAX;
/// A value that is being worked out.
pub(in crate::solve) const OPEN: u32 = u32::MAX - 1;

/// Values by node, any of them unknown.
#[derive(Debug, Default)]
pub(crate) struct NodeTable {
    values: Vec<u32>,
}

impl NodeTable {
    #[inline]
    pub(in crate::solve) fn raw(&self, id: Id) -> u32 {
        self.values.get(id as usize).copied().unwrap_or(UNKNOWN)
    }

    /// The value, where it is known.
    #[inline]
    pub(crate) fn get(&self, id: Id) -> Option<u32> {
        Some(self.raw(id)).filter(|&value| value < OPEN)
    }

    #[inline]
    pub(in crate::solve) fn set(&mut self, id: Id, value: u32) {
        let place = id as usize;
        if self.values.len() <= place {
            self.values.resize(place + 1, UNKNOWN);
        }
        if let Some(slot) = self.values.get_mut(place) {
            *slot = value;
        }
    }

    pub(crate) fn memory(&self) -> u64 {
        (self.values.capacity() * size_of::<u32>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::position::Stamp;

    #[test]
    fn nodes_come_back_as_they_went_in() {
        let mut nodes = Nodes::default();
        let book = Stamp::fresh();
        let (game, other) = (GameId::new(book, 3), GameId::new(book, 200));
        let piles: Vec<Vec<i64>> = vec![
            vec![0],
            vec![5],
            vec![1 << 40],
            vec![-3],
            vec![i64::MAX, i64::MIN],
            vec![2, 0, 200],
            vec![],
        ];
        let ids: Vec<Id> = piles.iter().map(|cells| nodes.pile(game, cells)).collect();
        for (cells, id) in piles.iter().zip(&ids) {
            assert_eq!(
                nodes.node(*id),
                Node::Pile(game, cells.iter().copied().collect())
            );
            assert_eq!(nodes.pile(game, cells), *id);
            assert_ne!(nodes.pile(other, cells), *id);
        }
        let compound = nodes.compound(game, &mut [4, 1, 1]);
        assert_eq!(nodes.node(compound), Node::Compound(game, vec![1, 1, 4]));
        assert_eq!(nodes.compound(game, &mut [1, 4, 1]), compound);
        assert_ne!(nodes.sum(&mut [1, 4, 1]), compound);
    }

    #[test]
    fn ends_go_on_beyond_32_bits() {
        let keys = Keys {
            bytes: Vec::new(),
            ends: vec![7, 3, 5, 1],
            carries: vec![1, 3, 3],
        };
        let ends: Vec<u64> = (0..4).map(|id| keys.end(id) as u64).collect();
        assert_eq!(ends, [7, (1 << 32) + 3, (1 << 32) + 5, (3 << 32) + 1]);
    }
}
