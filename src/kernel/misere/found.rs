//! What a guess of a quotient is made from, and the part of it that is found.
//!
//! Least words are collected letter by letter, in increasing order. A word is compared with the least words before it by its
//! outcomes beside some test words, the columns; where they agree, the two are taken for equal from then on. Nothing here
//! needs to be true: the checks tell.

use hashbrown::HashMap;

use super::guess::{Belief, Guess};
use super::monoid::{Bits, Element, Monoid, OPEN};
use super::word::{Word, places, without};
use crate::text::certain::Certain;
use crate::work::Halt;
use crate::work::distinct;

/// What is known when a monoid is guessed.
pub(super) struct Facts<'a> {
    /// The newest heap; words without it have the outcome that `proven` says.
    pub(super) newest: u32,
    /// The proven monoid of the smaller heaps.
    pub(super) proven: &'a Monoid,
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

    pub(super) fn options_of(&self, heap: u32) -> &[Word] {
        self.place(heap).map_or(&[], |letter| &self.options[letter])
    }

    /// The image of a word in the proven monoid; [`OPEN`] with the newest heap.
    pub(super) fn image(&self, word: &[u32]) -> Element {
        match word.first() {
            Some(heap) if *heap == self.newest => OPEN,
            _ => self.proven.image(word, self.images),
        }
    }
}

/// The elements found so far. Elements and letters are numbers made here, so they index the tables.
pub(super) struct Elements<'a> {
    pub(super) facts: &'a Facts<'a>,
    /// How many elements the monoid may have.
    order: usize,
    pub(super) words: Vec<Word>,
    /// The element of the word without its largest heap, and the place of that letter.
    tops: Vec<(Element, usize)>,
    /// By element, then letter.
    steps: Vec<Element>,
    /// Whether the word is a P-position.
    pub(super) lost: Vec<bool>,
    /// The images in the proven monoid; [`OPEN`] with the newest heap.
    pub(super) images: Vec<Element>,
    /// The elements that the options of each word are.
    pub(super) followers: Vec<Vec<Element>>,
    rows: Vec<Bits>,
    by_row: HashMap<Bits, Vec<Element>>,
}

impl<'a> Elements<'a> {
    /// The empty word alone, for a monoid with at most this many elements.
    pub(super) fn new(facts: &'a Facts<'a>, order: usize) -> Elements<'a> {
        Elements {
            facts,
            order,
            words: vec![Word::new()],
            tops: vec![(0, 0)],
            steps: vec![OPEN; facts.letters.len()],
            lost: vec![false],
            images: vec![0],
            followers: vec![Vec::new()],
            rows: Vec::new(),
            by_row: HashMap::new(),
        }
    }

    /// Takes over the outcomes of the columns.
    pub(super) fn begin(&mut self, row: Bits) {
        self.by_row.insert(row.clone(), vec![0]);
        self.rows.push(row);
    }

    /// An element times a letter, as far as that is settled.
    pub(super) fn step(&mut self, element: Element, letter: usize) -> Option<Element> {
        let place = self.place(element, letter);
        let known = *self.steps.get(place)?;
        if known != OPEN {
            return Some(known);
        }
        let (_, top) = *self.tops.get(usize::from(element))?;
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
        let place = self.place(element, letter);
        self.steps.get(place).copied().filter(|&next| next != OPEN)
    }

    /// An element without a letter if that is its largest, and how often it had it.
    pub(super) fn strip(&self, element: Element, letter: usize) -> (Element, u32) {
        let (mut element, mut power) = (element, 0);
        while element != 0 {
            let (below, top) = self.tops[usize::from(element)];
            if top != letter {
                break;
            }
            (element, power) = (below, power + 1);
        }
        (element, power)
    }

    /// Multiplies an element with a letter.
    pub(super) fn settle(&mut self, element: Element, letter: usize, reached: Element) {
        let place = self.place(element, letter);
        self.steps[place] = reached;
    }

    fn place(&self, element: Element, letter: usize) -> usize {
        usize::from(element) * self.facts.letters.len() + letter
    }

    /// The element of a word, as far as that is settled.
    pub(super) fn of(&mut self, start: Element, word: &[u32]) -> Option<Element> {
        word.iter().rev().try_fold(start, |element, heap| {
            let letter = self.facts.place(*heap)?;
            self.step(element, letter)
        })
    }

    /// The element that a word with this row is taken for.
    pub(super) fn same(&self, word: &Word, row: &Bits) -> Option<Element> {
        let apart = self.facts.apart.get(word);
        let elements = self.by_row.get(row)?;
        elements.iter().copied().find(|&element| {
            let least = &self.words[usize::from(element)];
            apart.is_none_or(|apart| !apart.contains(least))
        })
    }

    /// The element of a word one of whose parts is not least.
    pub(super) fn derived(&mut self, word: &[u32], letter: usize) -> Option<Element> {
        for place in places(word).skip(1) {
            let part = without(word, place);
            // Without its largest heap, the part is a subword of a least word.
            let before = self.of(0, part.get(1..)?)?;
            let reached = self.settled(before, letter)?;
            if *self.words.get(usize::from(reached))? == part {
                continue;
            }
            let other = self.facts.place(*word.get(place)?)?;
            return self.step(reached, other);
        }
        None
    }

    pub(super) fn insert(
        &mut self,
        word: Word,
        top: (Element, usize),
        row: Bits,
    ) -> Result<Element, Halt> {
        let number = self.words.len();
        // A guess can have more elements than the monoid.
        let most = self.order.saturating_mul(2).saturating_add(64);
        if number >= most.min(usize::from(OPEN) - 1) {
            return Err(Halt::declined(format!(
                "has more than {} elements",
                self.order
            )));
        }
        let facts = self.facts;
        let mut followers = Vec::new();
        for place in places(&word) {
            // Options are smaller words, whose elements are settled.
            let rest = self.of(0, &without(&word, place));
            let rest = rest.certain("a smaller word has an element");
            for option in facts.options_of(word[place]) {
                followers.extend(self.of(rest, option));
            }
        }
        self.images.push(facts.image(&word));
        self.words.push(word);
        self.tops.push(top);
        self.followers.push(distinct(followers));
        self.lost.push(row.has(0));
        self.steps.resize((number + 1) * facts.letters.len(), OPEN);
        let alike = self.by_row.entry(row.clone()).or_default();
        alike.push(number as Element);
        self.rows.push(row);
        Ok(number as Element)
    }

    pub(super) fn finish(mut self) -> Guess {
        for element in 0..self.words.len() {
            for letter in 0..self.facts.letters.len() {
                let step = self.step(element as Element, letter);
                step.certain("all words were multiplied out");
            }
        }
        Guess {
            letters: self.facts.letters.clone(),
            lost: Bits::pick(self.words.len(), |element| self.lost[element]),
            words: self.words,
            steps: self.steps,
            rows: self.rows,
        }
    }
}
