//! What is still believed of a guess after some of its equations were refuted.

use hashbrown::HashSet;

use super::monoid::{Element, Monoid};
use super::word::{Word, places, product, without};

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

    /// A step that is believed.
    pub(super) fn step(&self, element: Element, letter: u32) -> Option<Element> {
        let letters = self.monoid.letters();
        let place = letters.binary_search(&letter).ok()?;
        let good = self
            .good
            .get(usize::from(element) * letters.len() + place)?;
        good.then(|| self.monoid.step(element, letter)).flatten()
    }

    pub(super) fn word(&self, element: Element) -> &[u32] {
        self.monoid.word(element)
    }
}
