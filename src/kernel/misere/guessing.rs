//! Finding the quotient with a heap that is no element of the old one.

use hashbrown::{HashMap, HashSet};

use super::found::Facts;
use super::guess::{Belief, Clash, Guess};
use super::monoid::{Element, Monoid, OPEN};
use super::quotient::Quotient;
use super::settle::Settle;
use super::stage::learn;
use super::verify::{Check, Flaw, Rule, hits};
use super::word::{Heaps, Word, places, product, quotient, without, word};
use crate::text::certain::Certain;
use crate::work::Halt;
use crate::work::budget::Budget;
use crate::work::distinct;

/// What is said of a quotient where no guess led to it; this says nothing about the quotient.
pub(super) const NOT_FOUND: &str = "was not found";

/// What is proven of the smaller heaps.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    /// The quotient is to have at most this many elements.
    pub(super) most: usize,
    pub(super) quotient: Quotient,
    pub(super) heaps: Heaps,
    /// Words that tell all elements apart.
    pub(super) columns: Vec<Word>,
}

/// A monoid with the images of the heaps that was checked for all heaps.
pub(super) struct Checked {
    pub(super) monoid: Monoid,
    pub(super) images: Vec<Element>,
    pub(super) rules: Vec<Rule>,
    pub(super) check: Check,
    /// The least word that refutes it; without one it is proven.
    pub(super) flaw: Option<Flaw>,
}

/// What was found about a heap that needs a larger monoid.
pub(super) struct Guessing<'a> {
    ground: &'a Ground,
    own: &'a [Word],
    heap: u32,
    /// The last guess, at first the proven monoid without the heap.
    monoid: Monoid,
    images: Vec<Element>,
    /// Heaps that are not the elements they were taken for.
    free: Vec<u32>,
    pub(super) columns: Vec<Word>,
    known: HashMap<Word, bool>,
    apart: HashMap<Word, Vec<Word>>,
    refuted: HashSet<Word>,
}

/// The true outcomes of the words that a clash is about.
fn outcomes(facts: &Facts, clash: &Clash, budget: &mut Budget) -> Result<Vec<(Word, bool)>, Halt> {
    let mut search = Search::new(facts);
    let equations = clash.equations.iter().take(clash.least);
    let sides = equations.flat_map(|equation| {
        [&equation.word, &equation.least].map(|word| product(word, &equation.beside))
    });
    let words = sides.chain(clash.ends.iter().cloned());
    words
        .map(|word| Ok((word.clone(), search.is_lost(word.clone(), budget)?)))
        .collect()
}

impl<'a> Guessing<'a> {
    /// For the next heap with its options.
    pub(super) fn new(ground: &'a Ground, own: &'a [Word]) -> Guessing<'a> {
        let heap = ground.heaps.next();
        let mut columns = ground.columns.clone();
        for column in &ground.columns {
            columns.push(product(&[heap], column));
        }
        Guessing {
            ground,
            own,
            heap,
            monoid: ground.quotient.monoid().clone(),
            images: ground.quotient.images.clone(),
            free: Vec::new(),
            columns,
            known: HashMap::new(),
            apart: HashMap::new(),
            refuted: HashSet::new(),
        }
    }

    fn options(&self, heap: u32) -> &[Word] {
        match heap == self.heap {
            true => self.own,
            false => self.ground.heaps.options(heap),
        }
    }

    /// The next monoid and the images of the heaps; nothing where the guess contradicts itself.
    pub(super) fn guess(
        &mut self,
        budget: &mut Budget,
    ) -> Result<Option<(Monoid, Vec<Element>)>, Halt> {
        let mut letters: Vec<u32> = self.monoid.letters().to_vec();
        letters.extend(&self.free);
        // Columns stay where the heaps in them are letters no longer.
        letters.extend(self.columns.iter().flatten());
        letters.push(self.heap);
        let letters = distinct(letters);
        let facts = Facts {
            newest: self.heap,
            proven: self.ground.quotient.monoid(),
            images: &self.ground.quotient.images,
            options: letters
                .iter()
                .map(|letter| self.words(*letter, &letters))
                .collect(),
            letters: letters.clone(),
            columns: &self.columns,
            known: &self.known,
            apart: &self.apart,
            belief: Belief::new(&self.monoid, &self.refuted),
        };
        let guess = learn(&facts, self.ground.most, budget)?;
        if let Some(clash) = guess.clash(&self.columns) {
            if clash
                .equations
                .iter()
                .all(|equation| self.columns.contains(&equation.beside))
            {
                // Outcomes were misjudged; the true ones settle it.
                let before = self.known.len();
                let truth = outcomes(&facts, &clash, budget)?;
                self.known.extend(truth);
                if self.known.len() == before {
                    return Err(Halt::declined(NOT_FOUND));
                }
            }
            self.test(clash.equations.into_iter().map(|equation| equation.beside));
            return Ok(None);
        }
        budget.need(guess.bytes())?;
        Ok(Some(self.taken_over(guess, &letters)))
    }

    /// The options of a letter as words of letters.
    fn words(&self, letter: u32, letters: &[u32]) -> Vec<Word> {
        let options = self.options(letter).iter().map(|option| {
            let mut word = Word::new();
            for heap in option {
                match letters.binary_search(heap) {
                    Ok(_) => word.push(*heap),
                    Err(_) => {
                        let image = self.images[*heap as usize];
                        word.extend_from_slice(self.monoid.word(image));
                    }
                }
            }
            self::word(&word)
        });
        distinct(options.collect())
    }

    /// The monoid of a guess, and the images of the heaps in it.
    fn taken_over(&self, guess: Guess, letters: &[u32]) -> (Monoid, Vec<Element>) {
        let leasts: Vec<Word> = letters
            .iter()
            .map(|&letter| {
                guess
                    .image(letter)
                    .certain("each letter has an image")
                    .clone()
            })
            .collect();
        let monoid = guess.into_monoid();
        let image_of = |word: &[u32]| {
            word.iter().fold(0, |image, heap| {
                let place = letters.binary_search(heap).certain("a letter");
                let own = monoid.of(&leasts[place]).certain("a least word");
                monoid.product(image, own)
            })
        };
        let mut images = Vec::with_capacity(self.heap as usize + 1);
        for heap in 0..self.heap {
            let old = self.images[heap as usize];
            images.push(match letters.binary_search(&heap) {
                Ok(_) => image_of(&[heap]),
                Err(_) => image_of(self.monoid.word(old)),
            });
        }
        images.push(image_of(&[self.heap]));
        // Heaps with the same options are the same.
        for heap in 0..self.heap as usize {
            images[heap] = images[self.ground.heaps.first(heap as u32) as usize];
        }
        (monoid, images)
    }

    /// Adds columns that are new.
    fn test(&mut self, columns: impl IntoIterator<Item = Word>) {
        for column in columns {
            if !self.columns.contains(&column) {
                self.columns.push(column);
            }
        }
    }

    pub(super) fn check(
        &self,
        (monoid, images): (Monoid, Vec<Element>),
        budget: &mut Budget,
    ) -> Result<Checked, Halt> {
        let rules = self.rules(&monoid, &images, budget)?;
        let mut check = Check::new(&monoid);
        let flaw = check.all(&monoid, &rules, budget)?;
        Ok(Checked {
            monoid,
            images,
            rules,
            check,
            flaw,
        })
    }

    /// The different heaps as the checks see them.
    fn rules(
        &self,
        monoid: &Monoid,
        images: &[Element],
        budget: &mut Budget,
    ) -> Result<Vec<Rule>, Halt> {
        let contexts = monoid.contexts();
        let mut seen: HashSet<(Element, Vec<Element>)> = HashSet::new();
        let mut rules = Vec::new();
        for heap in 1..=self.heap {
            let options = self.options(heap);
            if options.is_empty() {
                continue;
            }
            let mut sets: Vec<Element> = Vec::with_capacity(options.len());
            for option in options {
                budget.step()?;
                sets.push(monoid.image(option, images));
            }
            let sets = distinct(sets);
            let image = images[heap as usize];
            let hits = hits(&contexts, &sets);
            if seen.insert((image, sets)) {
                rules.push(Rule { heap, image, hits });
            }
        }
        Ok(rules)
    }

    /// Learns from the least word that has another outcome than its image: none of its subwords is equal to a smaller word.
    pub(super) fn learn(&mut self, refuted: Checked, flaw: Flaw) {
        let Checked { monoid, images, .. } = refuted;
        let Flaw {
            word: failed,
            is_lost,
        } = flaw;
        self.known.insert(failed.clone(), is_lost);
        let least_of = |part: &[u32]| monoid.word(monoid.image(part, &images));
        let is_least = |part: &[u32]| least_of(part) == part;
        for start in places(&failed) {
            if is_least(&failed) {
                break;
            }
            // Takes heaps away while what is left is not a least word, beginning at different places.
            let mut part = failed.clone();
            let mut at = start;
            let mut kept = 0;
            while kept < part.len() {
                at %= part.len();
                let shorter = without(&part, at);
                if is_least(&shorter) {
                    kept += 1;
                    at += 1;
                } else {
                    part = shorter;
                    kept = 0;
                }
            }
            let Some(column) = quotient(&failed, &part) else {
                continue;
            };
            let least = Word::from_slice(least_of(&part));
            if let &[heap] = part.as_slice() {
                self.free.push(heap);
            }
            self.known.insert(product(&least, &column), !is_lost);
            let apart = self.apart.entry(part.clone()).or_default();
            if !apart.contains(&least) {
                apart.push(least);
            }
            self.refuted.insert(part);
            self.test([column]);
        }
        self.monoid = monoid;
        self.images = images;
    }
}

/// The search over plain words: what it finds is true.
struct Search<'a> {
    facts: &'a Facts<'a>,
    memo: HashMap<Word, bool>,
}

impl<'a> Search<'a> {
    fn new(facts: &'a Facts<'a>) -> Search<'a> {
        Search {
            facts,
            memo: HashMap::new(),
        }
    }
}

impl Settle for Search<'_> {
    type At = Word;

    fn known(&self, word: &Word) -> Option<bool> {
        match self.facts.image(word) {
            OPEN => self.memo.get(word).copied(),
            image => Some(self.facts.proven.is_lost(image)),
        }
    }

    fn option(&mut self, word: &Word, mut number: usize) -> Option<Word> {
        for place in places(word) {
            let options = self.facts.options_of(word[place]);
            if let Some(option) = options.get(number) {
                return Some(product(&without(word, place), option));
            }
            number -= options.len();
        }
        None
    }

    fn keep(&mut self, word: Word, is_lost: bool) {
        self.memo.insert(word, is_lost);
    }

    fn bytes(&self, open: usize) -> u64 {
        ((self.memo.len() + open) * size_of::<(Word, bool)>() * 2) as u64
    }
}
