//! Nodes: piles, compounds of piles and whole positions as small numbers.
//!
//! A node's key is a word, or a string of bytes where its numbers take more; a hash table finds the number of a key. A node costs
//! its key and a table entry: about 16 bytes for a pile of a few small numbers.

use std::hash::BuildHasher;
use std::iter;

use hashbrown::{DefaultHashBuilder, HashTable};
use smallvec::SmallVec;

use crate::expr::position::GameId;
use crate::text::certain::Certain;
use crate::work::Failure;

/// The number of a node.
pub type Id = u32;

/// The cell of a size, which was one or is less.
pub(crate) fn cell(size: u64) -> Result<i64, Failure> {
    i64::try_from(size).map_err(|_| Failure::Bug("a pile is larger than any number"))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    Pile(GameId, SmallVec<[i64; 8]>),
    /// The piles of a game that moves in several a turn: nodes of piles, sorted.
    Compound(GameId, Vec<Id>),
    /// A whole position of several components, sorted, or of none.
    Sum(Vec<Id>),
}

/// A node as far as it is found: the [`word`] that is its key, or `LONG` and its number.
pub(in crate::solve) struct Sought(u64);

const PILE: u8 = 0;
const COMPOUND: u8 = 1;
const SUM: u8 = 2;

/// Single-number piles below this size are found by their size, without hashing.
const DIRECT: i64 = 1 << 22;

/// All nodes met so far.
#[derive(Default)]
pub struct Nodes {
    /// The key of each node: a [`word`], or `LONG` and where its bytes begin.
    keys: Vec<u64>,
    /// The keys that fit no word, one after the other: of each how many bytes it has, and these: its tag, its game and its numbers.
    bytes: Vec<u8>,
    table: HashTable<Id>,
    hasher: DefaultHashBuilder,
    /// For each game the nodes of its single-number piles by size; 0 is unknown, others one too high.
    direct: Vec<Vec<Id>>,
    /// For how many of these there is room, over all games.
    direct_room: usize,
    /// The games by their numbers, which are what keys hold. All are of one rulebook: the solver refuses others.
    games: Vec<Option<GameId>>,
    scratch: Vec<u8>,
}

/// Marks keys that are no words.
const LONG: u64 = 1 << 63;

/// The bits of a word for tag, game and the width of a number, and for all of these.
const TAG_BITS: u32 = 2;
const GAME_BITS: u32 = 4;
const WIDTH_BITS: u32 = 6;
const HEAD_BITS: u32 = TAG_BITS + GAME_BITS + WIDTH_BITS;

/// The numbers in as few bits as the greatest of them needs, behind a 1 that shows how many there are, before the head; `None`
/// where they take more than a word, as numbers below 0 do.
#[inline]
fn word<N: Copy>(tag: u8, game: u32, numbers: &[N], wide: impl Fn(N) -> u64) -> Option<u64> {
    let mut all = 1;
    for &number in numbers {
        all |= wide(number);
    }
    let width = all.ilog2() + 1;
    let bits = (numbers.len() as u64).checked_mul(u64::from(width))?;
    if bits >= u64::from(LONG.ilog2() - HEAD_BITS) || game >= 1 << GAME_BITS {
        return None;
    }
    let mut packed = 1;
    for &number in numbers {
        packed = packed << width | wide(number);
    }
    let head = (u64::from(width) << GAME_BITS | u64::from(game)) << TAG_BITS | u64::from(tag);
    Some(packed << HEAD_BITS | head)
}

/// The tag, the game and the numbers of a word.
fn read_word(word: u64) -> (u8, u32, impl Iterator<Item = u64>) {
    let field = |at: u32, bits: u32| (word >> at) & ((1 << bits) - 1);
    let width = field(TAG_BITS + GAME_BITS, WIDTH_BITS) as u32;
    let numbers = word >> HEAD_BITS;
    let count = numbers.ilog2() / width;
    let numbers = (0..count)
        .rev()
        .map(move |place| (numbers >> (place * width)) & ((1 << width) - 1));
    (
        field(0, TAG_BITS) as u8,
        field(TAG_BITS, GAME_BITS) as u32,
        numbers,
    )
}

impl Nodes {
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn memory(&self) -> u64 {
        let keys = self.keys.capacity() * size_of::<u64>() + self.bytes.capacity();
        (keys + self.table.allocation_size() + self.direct_room * size_of::<Id>()) as u64
    }

    #[inline]
    pub fn pile(&mut self, game: GameId, cells: &[i64]) -> Id {
        let sought = self.seek(game, cells);
        self.found(sought)
    }

    /// A pile as far as it is found without the table. Who looks for many piles asks this for all of them before the first
    /// [`Nodes::found`]: between the looks into the table there is then so little to do that the processor waits for the
    /// memory of several at once.
    #[inline]
    pub(in crate::solve) fn seek(&mut self, game: GameId, cells: &[i64]) -> Sought {
        if let [size @ 0..DIRECT] = *cells {
            let id = self.direct_pile(game, size as usize);
            return Sought(LONG | u64::from(id));
        }
        let game = self.met(game);
        Sought(
            word(PILE, game, cells, |cell| cell as u64).unwrap_or_else(|| {
                let numbers = cells.iter().map(|&cell| zigzag(cell));
                LONG | u64::from(self.intern_long(PILE, game, numbers))
            }),
        )
    }

    #[inline]
    pub(in crate::solve) fn found(&mut self, sought: Sought) -> Id {
        match sought.0 & LONG {
            0 => self.intern_word(sought.0),
            _ => (sought.0 ^ LONG) as Id,
        }
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
        let key = match word(PILE, game, &[size], |size| size as u64) {
            Some(word) => word,
            None => {
                self.write(PILE, game, iter::once(zigzag(size as i64)));
                self.keep()
            }
        };
        let id = self.add(key);
        if self.direct.len() <= game_index {
            self.direct.resize_with(game_index + 1, Vec::new);
        }
        let sizes = &mut self.direct[game_index];
        if sizes.len() <= size {
            let before = sizes.capacity();
            sizes.resize(size + 1, 0);
            self.direct_room += sizes.capacity() - before;
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
        self.intern(COMPOUND, game, piles)
    }

    /// The node of a whole position; the components need not be sorted.
    pub fn sum(&mut self, components: &mut [Id]) -> Id {
        components.sort_unstable();
        self.intern(SUM, 0, components)
    }

    /// The node of a whole position: the component itself where it is the only one.
    pub fn whole(&mut self, components: &mut [Id]) -> Id {
        match components {
            [alone] => *alone,
            _ => self.sum(components),
        }
    }

    #[inline]
    pub fn node(&self, id: Id) -> Node {
        let key = self.keys[id as usize];
        if key & LONG == 0 {
            let (tag, game, numbers) = read_word(key);
            return self.read(tag, game, numbers, |cell| cell as i64);
        }
        let mut rest = long(&self.bytes, key);
        let [tag, game] = [(); 2].map(|()| take(&mut rest));
        let numbers = iter::from_fn(|| (!rest.is_empty()).then(|| take(&mut rest)));
        self.read(tag as u8, game as u32, numbers, unzigzag)
    }

    fn read(
        &self,
        tag: u8,
        game: u32,
        numbers: impl Iterator<Item = u64>,
        cell: impl Fn(u64) -> i64,
    ) -> Node {
        let game = || self.games[game as usize].certain("the games in keys were met");
        match tag {
            PILE => Node::Pile(game(), numbers.map(cell).collect()),
            COMPOUND => Node::Compound(game(), numbers.map(|n| n as Id).collect()),
            SUM => Node::Sum(numbers.map(|n| n as Id).collect()),
            _ => unreachable!("there are three tags"),
        }
    }

    /// The node of several others.
    fn intern(&mut self, tag: u8, game: u32, ids: &[Id]) -> Id {
        match word(tag, game, ids, u64::from) {
            Some(word) => self.intern_word(word),
            None => self.intern_long(tag, game, ids.iter().map(|&id| u64::from(id))),
        }
    }

    #[inline]
    fn intern_word(&mut self, word: u64) -> Id {
        let hash = self.hasher.hash_one(word);
        match self.table.find(hash, |&id| self.keys[id as usize] == word) {
            Some(id) => *id,
            None => self.insert(hash, word),
        }
    }

    fn intern_long(&mut self, tag: u8, game: u32, numbers: impl Iterator<Item = u64>) -> Id {
        self.write(tag, game, numbers);
        let hash = self.hasher.hash_one(&self.scratch[..]);
        let is_it = |&id: &Id| {
            let key = self.keys[id as usize];
            key & LONG != 0 && long(&self.bytes, key) == self.scratch
        };
        if let Some(id) = self.table.find(hash, is_it) {
            return *id;
        }
        let key = self.keep();
        self.insert(hash, key)
    }

    fn write(&mut self, tag: u8, game: u32, numbers: impl Iterator<Item = u64>) {
        self.scratch.clear();
        let head = [u64::from(tag), u64::from(game)];
        for number in head.into_iter().chain(numbers) {
            put(&mut self.scratch, number);
        }
    }

    /// Keeps the bytes that were written last as a key.
    fn keep(&mut self) -> u64 {
        let key = LONG | self.bytes.len() as u64;
        put(&mut self.bytes, self.scratch.len() as u64);
        self.bytes.extend_from_slice(&self.scratch);
        key
    }

    fn add(&mut self, key: u64) -> Id {
        let id = self.keys.len() as Id;
        self.keys.push(key);
        id
    }

    #[cold]
    fn insert(&mut self, hash: u64, key: u64) -> Id {
        let id = self.add(key);
        let (keys, bytes, hasher) = (&self.keys, &self.bytes, &self.hasher);
        self.table.insert_unique(hash, id, |&id| {
            let key = keys[id as usize];
            match key & LONG {
                0 => hasher.hash_one(key),
                _ => hasher.hash_one(long(bytes, key)),
            }
        });
        id
    }
}

/// The bytes of a key that fits no word.
fn long(bytes: &[u8], key: u64) -> &[u8] {
    let mut rest = &bytes[(key ^ LONG) as usize..];
    let length = take(&mut rest);
    &rest[..length as usize]
}

/// Seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes the number at the front off.
fn take(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    let mut shift = 0;
    loop {
        let byte = bytes.split_off_first().certain("a key is whole");
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return number;
        }
        shift += 7;
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
            vec![2, 0, 201],
            vec![0; 48],
            vec![1; 49],
            vec![1; 50],
            vec![1; 51],
            vec![300; 300],
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
}
