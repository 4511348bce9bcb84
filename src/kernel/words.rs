//! Rows of values that repeat themselves at all scales.
//!
//! A word is a value, at level 0, or a few words of the level below, one behind the other. Equal words have one number, so that a
//! long row of values takes little room where the same words come again in it (Gosper, Exploiting regularities in large cellular
//! spaces, 1984).

use hashbrown::HashMap;
use smallvec::SmallVec;

/// A word by its number.
pub(crate) type Word = u32;

/// The words that a word consists of, or a value behind a [`VALUE`].
type Parts = SmallVec<[Word; 4]>;

/// Stands before a value; no word has so high a number.
const VALUE: Word = Word::MAX;

/// A row of values, as words.
#[derive(Debug)]
pub(crate) struct Row {
    words: Words,
    /// One behind the other, without a gap.
    blocks: Vec<Block>,
    len: u64,
}

/// A word at its place in a row.
#[derive(Debug, Clone, Copy)]
struct Block {
    start: u64,
    level: usize,
    word: Word,
}

#[derive(Debug)]
struct Words {
    /// How many values the words of each level have; the first ones are powers of the second one.
    sizes: Vec<u64>,
    /// The parts of each word, or its value.
    parts: Vec<Parts>,
    numbers: HashMap<Parts, Word>,
    /// Words that begin within the first and end within the second of two, so many values behind the beginning of the first.
    between: HashMap<(Word, Word, u64), Word>,
}

impl Words {
    fn number(&mut self, parts: Parts) -> Word {
        if let Some(word) = self.numbers.get(&parts) {
            return *word;
        }
        let word = self.parts.len() as Word;
        self.numbers.insert(parts.clone(), word);
        self.parts.push(parts);
        word
    }

    fn parts(&self, word: Word) -> &[Word] {
        &self.parts[word as usize]
    }

    /// The part of a word of a level, down to another one, in which a place of the row is.
    fn part(&self, word: Word, (from, to): (usize, usize), place: u64) -> Word {
        (to..from).rev().fold(word, |word, level| {
            let number = place % self.sizes[level + 1] / self.sizes[level];
            self.parts(word)[number as usize]
        })
    }

    fn shifted(&mut self, words: [Word; 2], level: usize, by: u64) -> Word {
        let [first, second] = words;
        if by == 0 {
            return first;
        }
        if let Some(word) = self.between.get(&(first, second, by)) {
            return *word;
        }
        let size = self.sizes[level - 1];
        let both: Parts = [first, second]
            .iter()
            .flat_map(|word| self.parts(*word).iter().copied())
            .collect();
        let first_part = (by / size) as usize;
        let radix = both.len() / 2;
        let pairs = both[first_part..].windows(2).take(radix);
        // Where no value is left over, the last part has none behind it.
        let parts = match by % size {
            0 => Parts::from_slice(&both[first_part..first_part + radix]),
            rest => pairs
                .map(|pair| self.shifted([pair[0], pair[1]], level - 1, rest))
                .collect(),
        };
        let word = self.number(parts);
        self.between.insert((first, second, by), word);
        word
    }
}

impl Row {
    /// An empty row with words that have so many parts, at least 2.
    pub(crate) fn new(radix: u64) -> Row {
        let sizes = std::iter::successors(Some(1_u64), |size| size.checked_mul(radix));
        Row {
            words: Words {
                sizes: sizes.collect(),
                parts: Vec::new(),
                numbers: HashMap::new(),
                between: HashMap::new(),
            },
            blocks: Vec::new(),
            len: 0,
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// How many parts a word has.
    pub(crate) fn radix(&self) -> usize {
        self.words.sizes[1] as usize
    }

    /// How many values a word of a level has.
    pub(crate) fn size(&self, level: usize) -> u64 {
        self.words.sizes[level]
    }

    /// The highest level whose words have at most so many values, which are at least 1.
    pub(crate) fn level_within(&self, values: u64) -> usize {
        self.words.sizes.partition_point(|size| *size <= values) - 1
    }

    /// The highest level of a word that may begin at the end of the row.
    pub(crate) fn level_at_end(&self) -> usize {
        let begins = |size: &u64| self.len.is_multiple_of(*size);
        self.words.sizes.partition_point(begins) - 1
    }

    /// The value at a place.
    pub(crate) fn get(&self, place: u64) -> Option<u32> {
        let block = self.blocks[self.block_of(place)?];
        let value = self.words.part(block.word, (block.level, 0), place);
        self.words.parts(value).get(1).copied()
    }

    fn block_of(&self, place: u64) -> Option<usize> {
        let is_there = place < self.len;
        let before = self.blocks.partition_point(|block| block.start <= place);
        before.checked_sub(1).filter(|_| is_there)
    }

    /// Adds a value.
    pub(crate) fn push(&mut self, value: u32) {
        let word = self.words.number(Parts::from_slice(&[VALUE, value]));
        self.push_word(0, word);
    }

    /// Adds a word of a level, which may begin at the end of the row.
    pub(crate) fn push_word(&mut self, level: usize, word: Word) {
        self.blocks.push(Block {
            start: self.len,
            level,
            word,
        });
        self.len += self.size(level);
    }

    /// Joins the words that were added last and are the parts of one.
    pub(crate) fn join(&mut self) -> Word {
        let parts = self.blocks.len() - self.radix()..;
        let first = self.blocks[parts.start];
        let parts = self.blocks.drain(parts).map(|block| block.word).collect();
        let word = self.words.number(parts);
        self.blocks.push(Block {
            level: first.level + 1,
            word,
            ..first
        });
        word
    }

    /// Joins words at the end of the row while they are the parts of one.
    pub(crate) fn join_all(&mut self) {
        while let Some(first) = self.blocks.len().checked_sub(self.radix())
            && let Some(begin) = self.blocks.get(first)
            && self
                .blocks
                .last()
                .is_some_and(|last| last.level == begin.level)
            && begin.start.is_multiple_of(self.size(begin.level + 1))
        {
            self.join();
        }
    }

    /// The word of a level that begins at a place; `None`: not all is there of the words that begin before it and behind it.
    pub(crate) fn word(&mut self, from: u64, level: usize) -> Option<Word> {
        let by = from % self.size(level);
        let first = self.aligned(from - by, level)?;
        if by == 0 {
            return Some(first);
        }
        let second = self.aligned(from - by + self.size(level), level)?;
        Some(self.words.shifted([first, second], level, by))
    }

    /// The same at a place where one may begin.
    fn aligned(&mut self, from: u64, level: usize) -> Option<Word> {
        let block = self.blocks[self.block_of(from)?];
        if block.level >= level {
            return Some(self.words.part(block.word, (block.level, level), from));
        }
        let size = self.size(level - 1);
        let parts =
            (0..self.radix() as u64).map(|part| self.aligned(from + part * size, level - 1));
        let parts = parts.collect::<Option<Parts>>()?;
        Some(self.words.number(parts))
    }

    /// How many words are kept, and how many bytes they take.
    pub(crate) fn kept(&self) -> (usize, u64) {
        let Words {
            numbers, between, ..
        } = &self.words;
        let parts = self.words.parts.capacity() * size_of::<Parts>();
        let bytes = numbers.allocation_size() + between.allocation_size() + parts;
        (numbers.len() + between.len(), bytes as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::certain::Certain;
    use crate::work::distinct;

    /// Words at any place are those of the values there, and equal where these are.
    #[test]
    fn words_are_those_of_their_values() {
        for radix in [2, 3, 5] {
            let mut row = Row::new(radix);
            let values: Vec<u32> = (0..radix.pow(4)).map(|n: u64| (n * n % 7) as u32).collect();
            for value in &values {
                row.push(*value);
                row.join_all();
            }
            assert_eq!(row.len(), values.len() as u64);
            let got = (0..row.len()).map(|place| row.get(place).certain("it is there"));
            assert!(got.eq(values.iter().copied()));
            assert_eq!(row.get(row.len()), None);
            for level in 0..=2 {
                let size = row.size(level) as usize;
                let mut words = HashMap::new();
                for from in 0..values.len() - 2 * size {
                    let word = row.word(from as u64, level).certain("all of it is there");
                    let same = words.entry(&values[from..from + size]).or_insert(word);
                    assert_eq!(*same, word, "{radix} {level} {from}");
                }
                let numbers: Vec<Word> = words.values().copied().collect();
                assert_eq!(distinct(numbers).len(), words.len());
            }
        }
    }
}
