//! Words: sums of heaps as multisets of heap numbers, and heaps by the words that are their options.

use hashbrown::HashMap;
use smallvec::SmallVec;

/// A multiset of heaps, largest first.
///
/// The order of words is that of the type: the word with more of the largest heap in which two words differ is the larger. A
/// move replaces a heap by smaller ones, so every option of a sum is less than the sum; and u < v gives u w < v w.
pub type Word = SmallVec<[u32; 4]>;

/// The word of some heaps in any order; heap 0 is nothing.
pub fn word(heaps: &[u32]) -> Word {
    let mut word: Word = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    word.sort_unstable_by(|one, other| other.cmp(one));
    word
}

pub(super) fn product(left: &[u32], right: &[u32]) -> Word {
    let mut word = Word::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left, right);
    loop {
        match (left.split_first(), right.split_first()) {
            (Some((one, rest)), Some((other, _))) if one >= other => {
                word.push(*one);
                left = rest;
            }
            (_, Some((other, rest))) => {
                word.push(*other);
                right = rest;
            }
            _ => {
                word.extend_from_slice(left);
                return word;
            }
        }
    }
}

pub(super) fn without(word: &[u32], place: usize) -> Word {
    let mut rest = Word::from_slice(word);
    if place < rest.len() {
        rest.remove(place);
    }
    rest
}

/// The places of the word's different heaps.
pub(super) fn places(word: &[u32]) -> impl Iterator<Item = usize> + '_ {
    (0..word.len()).filter(move |&place| place == 0 || word.get(place) != word.get(place - 1))
}

/// The options of a word, by those of each heap.
pub(super) fn options<'a>(
    word: &'a [u32],
    of: impl Fn(u32) -> &'a [Word],
) -> impl Iterator<Item = Word> {
    places(word).flat_map(move |place| {
        let rest = without(word, place);
        let options = of(word[place]).iter();
        options.map(move |option| product(&rest, option))
    })
}

/// The word without the heaps of another word, where it has them all.
pub(super) fn quotient(word: &[u32], by: &[u32]) -> Option<Word> {
    let mut by = by.iter().peekable();
    let mut rest = Word::new();
    for heap in word {
        if by.peek() == Some(&heap) {
            by.next();
        } else {
            rest.push(*heap);
        }
    }
    by.next().is_none().then_some(rest)
}

/// Heaps by their options. Heaps with the same options are the same and go by the number of the first of them.
#[derive(Debug, Clone)]
pub(super) struct Heaps {
    /// The options of each heap that is a first one, in words of first heaps.
    options: Vec<Vec<Word>>,
    /// The first heap with the same options as a heap; 0 for none.
    first: Vec<u32>,
    by_options: HashMap<Vec<Word>, u32>,
}

/// No heaps but heap 0, which is nothing.
impl Default for Heaps {
    fn default() -> Heaps {
        Heaps {
            options: vec![Vec::new()],
            first: vec![0],
            by_options: HashMap::from([(Vec::new(), 0)]),
        }
    }
}

impl Heaps {
    /// How many heaps there are, with heap 0: the number of the next one.
    pub(super) fn next(&self) -> u32 {
        self.first.len() as u32
    }

    pub(super) fn first(&self, heap: u32) -> u32 {
        self.first[heap as usize]
    }

    /// A sum in first heaps.
    pub(super) fn firsts(&self, heaps: &[u32]) -> Word {
        let firsts: Word = heaps.iter().map(|&heap| self.first(heap)).collect();
        word(&firsts)
    }

    pub(super) fn options(&self, heap: u32) -> &[Word] {
        let options = self.options.get(heap as usize);
        options.map_or(&[], |options| options)
    }

    /// The first heap with these options, if there is one.
    pub(super) fn same(&self, options: &[Word]) -> Option<u32> {
        self.by_options.get(options).copied()
    }

    /// How many bytes the heaps take but for their options; the vectors may double.
    pub(super) fn memory(&self) -> u64 {
        2 * self.first.len() as u64 * (size_of::<u32>() + size_of::<Vec<Word>>()) as u64
    }

    /// Adds the next heap by its options: words of first heaps in order, each once.
    pub(super) fn push(&mut self, options: Vec<Word>) {
        let next = self.next();
        let same = self.same(&options);
        self.first.push(same.unwrap_or(next));
        self.options.push(match same {
            Some(_) => Vec::new(),
            None => {
                self.by_options.insert(options.clone(), next);
                options
            }
        });
    }
}
