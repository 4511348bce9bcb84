//! What a guess of a quotient is made from, and the part of it that is found.

use hashbrown::HashMap;

use super::belief::Belief;
use super::bits::Bits;
use super::monoid::{Element, Monoid, OPEN};
use super::word::Word;

/// What is known when a monoid is guessed.
pub(super) struct Facts<'a> {
    /// The newest heap; words without it have the outcome that `proven` says.
    pub(super) newest: u32,
    /// The proven monoid of the smaller heaps.
    pub(super) proven: &'a Monoid,
    /// Their images.
    pub(super) images: &'a [Element],
    /// The letters, increasing.
    pub(super) letters: Vec<u32>,
    /// The options of each letter, as words over the letters.
    pub(super) options: Vec<Vec<Word>>,
    /// Words beside which words are compared; the first is empty.
    pub(super) columns: &'a [Word],
    /// Outcomes that are known: whether the word is a P-position.
    pub(super) known: &'a HashMap<Word, bool>,
    /// Words that are not equal to the least words they were once taken for.
    pub(super) apart: &'a HashMap<Word, Vec<Word>>,
    /// What is left of a former guess.
    pub(super) belief: Belief<'a>,
}

impl Facts<'_> {
    pub(super) fn place(&self, heap: u32) -> Option<usize> {
        self.letters.binary_search(&heap).ok()
    }
}

/// The elements found so far. Elements and letters are numbers made here, so they index the tables.
pub(super) struct Found {
    /// How many letters there are.
    pub(super) width: usize,
    /// The least words.
    pub(super) words: Vec<Word>,
    /// The element of the word without its largest heap, and the place of that letter.
    pub(super) tops: Vec<(Element, usize)>,
    /// By element, then letter.
    pub(super) steps: Vec<Element>,
    /// Whether the word is a P-position.
    pub(super) lost: Vec<bool>,
    /// The images in the proven monoid; [`OPEN`] with the newest heap.
    pub(super) images: Vec<Element>,
    /// The elements that the options of each word are.
    pub(super) followers: Vec<Vec<Element>>,
    pub(super) rows: Vec<Bits>,
    pub(super) by_row: HashMap<Bits, Vec<Element>>,
}

impl Found {
    /// An element times a letter, as far as that is settled.
    pub(super) fn step(&mut self, element: Element, letter: usize) -> Option<Element> {
        let index = usize::from(element);
        let place = index * self.width + letter;
        let known = *self.steps.get(place)?;
        if known != OPEN {
            return Some(known);
        }
        let (_, top) = *self.tops.get(index)?;
        if letter >= top || element == 0 {
            return None;
        }
        // The largest letter is taken off, so that this goes only as deep as there are letters.
        let (below, power) = self.strip(element, top);
        let mut reached = self.step(below, letter)?;
        for _ in 0..power {
            reached = self.settled(reached, top)?;
        }
        self.steps[place] = reached;
        Some(reached)
    }

    /// An element times a letter that was multiplied out.
    pub(super) fn settled(&self, element: Element, letter: usize) -> Option<Element> {
        let place = usize::from(element) * self.width + letter;
        self.steps.get(place).copied().filter(|&next| next != OPEN)
    }

    /// An element without a letter if that is its largest, and how often it had it.
    pub(super) fn strip(&self, element: Element, letter: usize) -> (Element, u32) {
        let (mut element, mut power) = (element, 0);
        while element != 0 {
            match self.tops.get(usize::from(element)) {
                Some(&(below, top)) if top == letter => element = below,
                _ => break,
            }
            power += 1;
        }
        (element, power)
    }

    /// The element of a word, as far as that is settled.
    pub(super) fn of(&mut self, facts: &Facts, start: Element, word: &[u32]) -> Option<Element> {
        word.iter().rev().try_fold(start, |element, heap| {
            let letter = facts.place(*heap)?;
            self.step(element, letter)
        })
    }
}
