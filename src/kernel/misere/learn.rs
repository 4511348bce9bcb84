//! Guessing a monoid from the outcomes of sums.
//!
//! Least words are collected letter by letter, in increasing order. A word is compared with the least words before it by its
//! outcomes beside some test words, the columns; where they agree, the two are taken for equal from then on. Nothing here
//! needs to be true: the checks tell.

use hashbrown::HashMap;

use super::bits::Bits;
use super::facts::{Facts, Found};
use super::guess::Guess;
use super::monoid::{Element, OPEN};
use super::stage::Stage;
use super::word::{Word, places, product, quotient, without};
use crate::work::Halt;
use crate::work::budget::Budget;

/// A monoid while it is guessed.
struct Learner<'a> {
    facts: &'a Facts<'a>,
    most: usize,
    order: usize,
    found: Found,
}

/// Guesses the monoid of some letters, with at most so many elements. The steps of the result need not commute.
pub(super) fn learn(facts: &Facts, most: usize, budget: &mut Budget) -> Result<Guess, Halt> {
    let mut learner = Learner {
        facts,
        // A guess can have more elements than the monoid.
        most: most
            .saturating_mul(2)
            .saturating_add(64)
            .min(usize::from(OPEN) - 1),
        order: most,
        found: Found {
            width: facts.letters.len(),
            words: Vec::new(),
            tops: Vec::new(),
            steps: Vec::new(),
            lost: Vec::new(),
            images: Vec::new(),
            followers: Vec::new(),
            rows: Vec::new(),
            by_row: HashMap::new(),
        },
    };
    // The empty word is won; its row follows from it.
    learner.insert(Word::new(), (0, 0), Bits::none(facts.columns.len()))?;
    learner.begin(budget)?;
    for letter in 0..facts.letters.len() {
        learner.multiply(letter, budget)?;
    }
    Ok(learner.finish())
}

impl Learner<'_> {
    /// Finds the outcomes of the columns.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        let mut stage = Stage::new(self.facts, &mut self.found, 0, 0);
        let row = self.row(&mut stage, &Word::new(), 0, budget)?;
        self.found.by_row.clear();
        self.found.by_row.insert(row.clone(), vec![0]);
        self.found.rows = vec![row];
        Ok(())
    }

    /// Multiplies all elements with a letter.
    fn multiply(&mut self, letter: usize, budget: &mut Budget) -> Result<(), Halt> {
        let mut stage = Stage::new(self.facts, &mut self.found, letter, 1);
        let mut element = 0;
        while element < self.found.words.len() {
            budget.step()?;
            stage.settled = element;
            let at = element as Element;
            let heap = self.facts.letters[letter];
            let word = product(&self.found.words[element], &[heap]);
            let reached = match self.derived(&word, letter) {
                Some(reached) => reached,
                None => {
                    let row = self.row(&mut stage, &word, at, budget)?;
                    match self.same(&word, &row) {
                        Some(same) => same,
                        None => self.insert(word, (at, letter), row)?,
                    }
                }
            };
            self.found.steps[element * self.found.width + letter] = reached;
            element += 1;
        }
        Ok(())
    }

    /// The element that a word with this row is taken for.
    fn same(&self, word: &Word, row: &Bits) -> Option<Element> {
        let apart = self.facts.apart.get(word);
        let elements = self.found.by_row.get(row)?;
        elements.iter().copied().find(|&element| {
            let least = self.found.words.get(usize::from(element));
            !apart.is_some_and(|apart| least.is_some_and(|least| apart.contains(least)))
        })
    }

    /// The element of a word one of whose parts is not least.
    fn derived(&mut self, word: &[u32], letter: usize) -> Option<Element> {
        for place in places(word).skip(1) {
            let part = without(word, place);
            // Without its largest heap, the part is a subword of a least word.
            let before = self.found.of(self.facts, 0, part.get(1..)?)?;
            let reached = self.found.settled(before, letter)?;
            if *self.found.words.get(usize::from(reached))? == part {
                continue;
            }
            let other = self.facts.place(*word.get(place)?)?;
            return self.found.step(reached, other);
        }
        None
    }

    /// The outcomes of an element times the letter in hand, beside the columns.
    fn row(
        &mut self,
        stage: &mut Stage,
        word: &Word,
        element: Element,
        budget: &mut Budget,
    ) -> Result<Bits, Halt> {
        let columns = self.facts.columns;
        let mut row = Bits::none(columns.len());
        for place in 0..columns.len() {
            let is_lost = stage.is_lost(self.facts, &mut self.found, (element, place), budget)?;
            if is_lost {
                row.insert(place);
            }
        }
        for (known, is_lost) in self.facts.known {
            let place = quotient(known, word)
                .and_then(|rest| columns.iter().position(|column| *column == rest));
            if let Some(place) = place {
                row.set(place, *is_lost);
            }
        }
        Ok(row)
    }

    fn insert(&mut self, word: Word, top: (Element, usize), row: Bits) -> Result<Element, Halt> {
        let number = self.found.words.len();
        if number >= self.most {
            return Err(Halt::declined(format!(
                "has more than {} elements",
                self.order
            )));
        }
        let facts = self.facts;
        let image = match word.first() {
            None => 0,
            Some(heap) if *heap == facts.newest => OPEN,
            Some(&heap) => {
                let before = self.found.images[usize::from(top.0)];
                facts.proven.product(before, facts.images[heap as usize])
            }
        };
        let mut followers = Vec::new();
        for place in places(&word) {
            // Options are smaller words, whose elements are settled.
            let rest = self.found.of(facts, 0, &without(&word, place));
            let rest = rest.expect("a smaller word has an element");
            let letter = facts.place(word[place]).expect("a letter");
            for option in &facts.options[letter] {
                followers.extend(self.found.of(facts, rest, option));
            }
        }
        followers.sort_unstable();
        followers.dedup();
        let found = &mut self.found;
        found.words.push(word);
        found.tops.push(top);
        found.images.push(image);
        found.followers.push(followers);
        found.lost.push(row.has(0));
        found.steps.resize((number + 1) * found.width, OPEN);
        found
            .by_row
            .entry(row.clone())
            .or_default()
            .push(number as Element);
        found.rows.push(row);
        Ok(number as Element)
    }

    fn finish(mut self) -> Guess {
        let found = &mut self.found;
        for element in 0..found.words.len() {
            for letter in 0..found.width {
                let step = found.step(element as Element, letter);
                step.expect("all words were multiplied out");
            }
        }
        Guess {
            letters: self.facts.letters.clone(),
            lost: Bits::pick(found.words.len(), |element| found.lost[element]),
            words: self.found.words,
            steps: self.found.steps,
            rows: self.found.rows,
        }
    }
}
