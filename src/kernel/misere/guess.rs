//! A guessed monoid, before it is known to be one, and what is believed of it after.

use crate::text::certain::Certain;
use hashbrown::HashSet;

use super::monoid::{Bits, Element, Monoid};
use super::word::{Word, places, product, without};

/// How many words with two images are looked at.
const MOST_CLASHES: usize = 1000;

/// How many equations are named for why steps do not commute.
const MOST_EQUATIONS: usize = 30;

/// A word taken for equal to a smaller one, used beside a third.
pub(super) struct Equation {
    pub(super) word: Word,
    pub(super) least: Word,
    pub(super) beside: Word,
}

/// Why steps do not commute.
#[derive(Default)]
pub(super) struct Clash {
    /// Equations that cannot all hold beside their words.
    pub(super) equations: Vec<Equation>,
    /// The first of them are those of one word.
    pub(super) least: usize,
    /// What that word came to be in two ways, beside a column at which their outcomes are taken to be different.
    pub(super) ends: Vec<Word>,
}

/// A guessed monoid; a letter may be equal to a smaller word.
pub(super) struct Guess {
    pub(super) letters: Vec<u32>,
    pub(super) words: Vec<Word>,
    /// By element, then letter.
    pub(super) steps: Vec<Element>,
    pub(super) lost: Bits,
    /// The outcomes beside the columns.
    pub(super) rows: Vec<Bits>,
}

impl Guess {
    fn step(&self, element: Element, letter: usize) -> Element {
        self.steps[usize::from(element) * self.letters.len() + letter]
    }

    /// Why steps do not commute; nothing where all commute.
    pub(super) fn clash(&self, columns: &[Word]) -> Option<Clash> {
        // At the least word with two images, all smaller words have one, however they are rewritten.
        let mut clashes: Vec<(Word, Element, [usize; 2])> = Vec::new();
        for (element, word) in self.words.iter().enumerate() {
            let element = element as Element;
            for first in 0..self.letters.len() {
                for second in first + 1..self.letters.len() {
                    let one = self.along(element, [first, second]);
                    if one == self.along(element, [second, first]) {
                        continue;
                    }
                    let word = product(word, &[self.letters[second], self.letters[first]]);
                    clashes.push((word, element, [first, second]));
                    if clashes.len() > 4 * MOST_CLASHES {
                        clashes.sort_unstable();
                        clashes.truncate(MOST_CLASHES);
                    }
                }
            }
        }
        clashes.sort_unstable();
        let mut found = Clash::default();
        for (_, element, [first, second]) in clashes {
            let paths = [[first, second], [second, first]];
            let ends = paths.map(|path| usize::from(self.along(element, path)));
            let [one, two] = ends.map(|end| &self.rows[end]);
            let column = columns
                .iter()
                .enumerate()
                .find(|(column, _)| one.has(*column) != two.has(*column))
                .map_or(&[][..], |(_, column)| column);
            let is_first = found.equations.is_empty();
            for [first, then] in paths {
                let rest = product(column, &[self.letters[then]]);
                self.explain(element, first, &rest, &mut found.equations);
                let next = self.step(element, first);
                self.explain(next, then, column, &mut found.equations);
            }
            if is_first {
                found.least = found.equations.len();
                found.ends = ends.map(|end| product(&self.words[end], column)).to_vec();
            }
            if found.equations.len() > MOST_EQUATIONS {
                break;
            }
        }
        (!found.equations.is_empty()).then_some(found)
    }

    /// An element times two letters.
    fn along(&self, element: Element, path: [usize; 2]) -> Element {
        path.iter()
            .fold(element, |element, &letter| self.step(element, letter))
    }

    /// The equations that make an element times a letter what it is beside `rest`.
    fn explain(&self, element: Element, letter: usize, rest: &[u32], found: &mut Vec<Equation>) {
        let mut steps = vec![(element, letter, Word::from_slice(rest))];
        while let Some((element, letter, rest)) = steps.pop() {
            let heap = self.letters[letter];
            let word = product(&self.words[usize::from(element)], &[heap]);
            let least = &self.words[usize::from(self.step(element, letter))];
            if *least == word || found.len() > 2 * MOST_EQUATIONS {
                continue;
            }
            // The first part that is not least was rewritten, then multiplied by the heap left out.
            let part = places(&word).find_map(|place| {
                let other = word[place];
                let part = without(&word, place);
                let at = part.iter().position(|&own| own == heap)?;
                let before = self.of(&without(&part, at))?;
                let after = self.step(before, letter);
                (self.words[usize::from(after)] != part).then_some((before, after, other))
            });
            match part {
                None => found.push(Equation {
                    word,
                    least: least.clone(),
                    beside: rest,
                }),
                Some((before, after, other)) => {
                    let place = self.letters.binary_search(&other);
                    let place = place.certain("the heaps of a word are letters");
                    steps.push((before, letter, product(&rest, &[other])));
                    steps.push((after, place, rest));
                }
            }
        }
    }

    fn of(&self, word: &[u32]) -> Option<Element> {
        word.iter().rev().try_fold(0, |element, heap| {
            let letter = self.letters.binary_search(heap).ok()?;
            Some(self.step(element, letter))
        })
    }

    /// How many bytes its monoid takes, with what is kept beside it.
    pub(super) fn bytes(&self) -> u64 {
        let (order, letters) = (self.words.len() as u64, self.letters.len() as u64);
        order * (order * 2 + order / 4 + letters * 2 + 128)
    }

    pub(super) fn image(&self, letter: u32) -> Option<&Word> {
        let element = self.of(&[letter])?;
        Some(&self.words[usize::from(element)])
    }

    /// The monoid; the steps must commute.
    pub(super) fn into_monoid(self) -> Monoid {
        let is_least = |place: &usize| {
            let letter = self.letters[*place];
            self.image(letter)
                .is_some_and(|word| word.as_slice() == [letter])
        };
        let places: Vec<usize> = (0..self.letters.len()).filter(is_least).collect();
        let mut steps = Vec::with_capacity(self.words.len() * places.len());
        for element in 0..self.words.len() {
            for &place in &places {
                steps.push(self.steps[element * self.letters.len() + place]);
            }
        }
        let letters = places.iter().map(|&place| self.letters[place]).collect();
        Monoid::new(letters, self.words, steps, self.lost)
    }
}

/// A monoid that is not proven for the newest heap, and which of its steps are still believed.
pub(super) struct Belief<'a> {
    monoid: &'a Monoid,
    /// By element, then generator.
    good: Vec<bool>,
}

impl<'a> Belief<'a> {
    /// What is left of a guess after some of the words that are equal to smaller words in it were found not to be so.
    ///
    /// A word rewritten without using one of the refuted equations keeps its belief.
    pub(super) fn new(monoid: &'a Monoid, refuted: &HashSet<Word>) -> Belief<'a> {
        let letters = monoid.letters();
        let mut belief = Belief {
            monoid,
            good: vec![false; monoid.order() * letters.len()],
        };
        let mut steps: Vec<(Word, Element, usize)> = Vec::with_capacity(belief.good.len());
        for element in monoid.elements() {
            for (place, letter) in letters.iter().enumerate() {
                steps.push((product(monoid.word(element), &[*letter]), element, place));
            }
        }
        steps.sort_unstable();
        for (word, element, place) in steps {
            let good = belief.is_sound(&word, letters[place], refuted);
            belief.good[usize::from(element) * letters.len() + place] = good;
        }
        belief
    }

    /// Whether the step to a word that is a least word times a letter rests on no refuted equation; those to smaller words
    /// are known.
    fn is_sound(&self, word: &[u32], letter: u32, refuted: &HashSet<Word>) -> bool {
        if refuted.contains(word) {
            return false;
        }
        if self.monoid.is_least(word) {
            return true;
        }
        let mut is_leading = true;
        for place in places(word) {
            let part = without(word, place);
            if self.monoid.is_least(&part) {
                continue;
            }
            is_leading = false;
            // The part is a smaller least word times the letter.
            let Some(at) = part.iter().position(|&other| other == letter) else {
                continue;
            };
            let then = self
                .monoid
                .of(&without(&part, at))
                .and_then(|element| self.step(element, letter))
                .and_then(|element| self.step(element, word[place]));
            if then.is_some() {
                return true;
            }
        }
        is_leading
    }

    pub(super) fn step(&self, element: Element, letter: u32) -> Option<Element> {
        let letters = self.monoid.letters();
        let place = letters.binary_search(&letter).ok()?;
        let good = self.good[usize::from(element) * letters.len() + place];
        good.then(|| self.monoid.step(element, letter)).flatten()
    }

    pub(super) fn word(&self, element: Element) -> &[u32] {
        self.monoid.word(element)
    }
}
