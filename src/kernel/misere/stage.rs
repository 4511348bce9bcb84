//! Outcomes of words while a monoid is guessed, by a search that believes the guess.

use hashbrown::HashMap;

use super::found::{Elements, Facts};
use super::guess::Guess;
use super::monoid::{Bits, Element, OPEN};
use super::settle::Settle;
use super::word::{Word, options, product, quotient, word};
use crate::text::certain::Certain;
use crate::work::Halt;
use crate::work::budget::Budget;
use crate::work::distinct;

/// Guesses the monoid of some letters, with at most this many elements. The steps of the result need not commute.
pub(super) fn learn(facts: &Facts, most: usize, budget: &mut Budget) -> Result<Guess, Halt> {
    let mut found = Elements::new(facts, most);
    let row = Stage::new(&mut found, 0, 0).row(&Word::new(), 0, budget)?;
    found.begin(row);
    for letter in 0..facts.letters.len() {
        Stage::new(&mut found, letter, 1).multiply(budget)?;
    }
    Ok(found.finish())
}

/// What stands beside an element: a word of the letter in hand and larger ones.
struct Context {
    word: Word,
    /// Its image in the proven monoid; [`OPEN`] with the newest heap.
    image: Element,
    /// Whether it is a P-position, by element.
    outcomes: Vec<Option<bool>>,
    /// Its options: what the element is multiplied with, and what then stands beside it.
    options: Option<Vec<(Element, u32)>>,
    /// The context with one more of the letter in hand, and with one less.
    times: Option<u32>,
    over: Option<u32>,
}

/// The search while the elements are multiplied by one letter: over pairs of an element and a word of this and larger
/// letters. What was found so far is taken for true, and so is the belief about words of larger letters.
///
/// Numbers of contexts, elements, letters and columns come from this search and the elements it is given, so they index their
/// tables.
struct Stage<'f, 'a> {
    facts: &'a Facts<'a>,
    found: &'f mut Elements<'a>,
    letter: usize,
    heap: u32,
    contexts: Vec<Context>,
    by_word: HashMap<Word, u32>,
    /// The columns as elements and contexts with the letter in hand.
    columns: Vec<(Element, u32)>,
    /// Products of elements of smaller letters, by factor.
    multiples: Vec<Vec<Element>>,
    /// How many elements are multiplied already.
    settled: usize,
}

impl<'f, 'a> Stage<'f, 'a> {
    /// The search for elements times a power of a letter, beside the columns.
    fn new(found: &'f mut Elements<'a>, letter: usize, power: u32) -> Stage<'f, 'a> {
        let facts = found.facts;
        let mut stage = Stage {
            facts,
            found,
            letter,
            heap: facts.letters[letter],
            contexts: Vec::new(),
            by_word: HashMap::new(),
            columns: Vec::new(),
            multiples: Vec::new(),
            settled: 0,
        };
        for column in facts.columns {
            let (element, mut context) = stage.split(column);
            for _ in 0..power {
                context = stage.times(context);
            }
            stage.columns.push((element, context));
        }
        stage
    }

    /// Multiplies all elements with the letter in hand.
    fn multiply(mut self, budget: &mut Budget) -> Result<(), Halt> {
        while let Some(least) = self.found.words.get(self.settled) {
            budget.step()?;
            let element = self.settled as Element;
            let word = product(least, &[self.heap]);
            let reached = match self.found.derived(&word, self.letter) {
                Some(reached) => reached,
                None => {
                    let row = self.row(&word, element, budget)?;
                    match self.found.same(&word, &row) {
                        Some(same) => same,
                        None => self.found.insert(word, (element, self.letter), row)?,
                    }
                }
            };
            self.found.settle(element, self.letter, reached);
            self.settled += 1;
        }
        Ok(())
    }

    /// The outcomes of an element times the power of the letter in hand, beside the columns; the product is this word.
    fn row(&mut self, word: &Word, element: Element, budget: &mut Budget) -> Result<Bits, Halt> {
        let columns = self.facts.columns;
        let mut row = Bits::none(columns.len());
        for place in 0..columns.len() {
            let (factor, context) = self.columns[place];
            let start = self.normal((element, context), factor);
            if self.is_lost(start, budget)? {
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

    fn options(&mut self, context: u32) -> Vec<(Element, u32)> {
        let whole = self.contexts[context as usize].word.clone();
        let facts = self.facts;
        let all = options(&whole, |heap| facts.options_of(heap));
        distinct(all.map(|option| self.split(&option)).collect())
    }

    /// The pair of an element times a factor of smaller letters, beside a context: as much as possible of the letter in hand
    /// is multiplied out.
    fn normal(
        &mut self,
        (mut element, mut context): (Element, u32),
        factor: Element,
    ) -> (Element, u32) {
        if factor != 0 {
            let (below, power) = self.found.strip(element, self.letter);
            for _ in 0..power {
                context = self.times(context);
            }
            element = self.multiple(below, factor);
        }
        while usize::from(element) < self.settled {
            let Some(over) = self.over(context) else {
                break;
            };
            let Some(next) = self.found.settled(element, self.letter) else {
                break;
            };
            element = next;
            context = over;
        }
        (element, context)
    }

    /// The product of two elements of smaller letters.
    fn multiple(&mut self, element: Element, factor: Element) -> Element {
        let (row, place) = (usize::from(factor), usize::from(element));
        if self.multiples.len() <= row {
            self.multiples.resize_with(row + 1, Vec::new);
        }
        let known = &mut self.multiples[row];
        if known.len() <= place {
            known.resize(place + 1, OPEN);
        }
        if known[place] == OPEN {
            // All elements of smaller letters are multiplied by all smaller letters.
            let word = self.found.words[row].clone();
            known[place] = self
                .found
                .of(element, &word)
                .certain("smaller letters are multiplied by all smaller letters");
        }
        known[place]
    }

    /// A word as an element of smaller letters and a context.
    fn split(&mut self, whole: &[u32]) -> (Element, u32) {
        let mut element = 0;
        let mut late = 0;
        let mut left = Word::new();
        let mut add = |heap: u32| {
            let letter = self.facts.place(heap);
            let next = letter.and_then(|letter| self.found.step(element, letter));
            element = next.certain("smaller letters are multiplied by all smaller letters");
        };
        for &heap in whole.iter().rev() {
            if heap < self.heap {
                add(heap);
            } else if heap == self.heap {
                left.push(heap);
            } else {
                match self.facts.belief.step(late, heap) {
                    Some(next) => late = next,
                    None => left.push(heap),
                }
            }
        }
        for &heap in self.facts.belief.word(late) {
            match heap < self.heap {
                true => add(heap),
                false => left.push(heap),
            }
        }
        let context = self.context(word(&left));
        (element, context)
    }

    fn context(&mut self, word: Word) -> u32 {
        if let Some(number) = self.by_word.get(&word) {
            return *number;
        }
        let number = self.contexts.len() as u32;
        self.by_word.insert(word.clone(), number);
        self.contexts.push(Context {
            image: self.facts.image(&word),
            word,
            outcomes: Vec::new(),
            options: None,
            times: None,
            over: None,
        });
        number
    }

    /// A context with one more of the letter in hand.
    fn times(&mut self, context: u32) -> u32 {
        if let Some(times) = self.contexts[context as usize].times {
            return times;
        }
        let word = product(&self.contexts[context as usize].word, &[self.heap]);
        let times = self.context(word);
        self.contexts[context as usize].times = Some(times);
        times
    }

    /// A context with one less of the letter in hand.
    fn over(&mut self, context: u32) -> Option<u32> {
        let own = &self.contexts[context as usize];
        if own.over.is_some() {
            return own.over;
        }
        // The letter in hand is the smallest.
        if own.word.last() != Some(&self.heap) {
            return None;
        }
        let word = Word::from_slice(&own.word[..own.word.len() - 1]);
        let over = self.context(word);
        self.contexts[context as usize].over = Some(over);
        Some(over)
    }
}

/// Pairs of an element and a context.
impl Settle for Stage<'_, '_> {
    type At = (Element, u32);

    fn known(&self, pair: &(Element, u32)) -> Option<bool> {
        let (element, context) = (usize::from(pair.0), &self.contexts[pair.1 as usize]);
        if context.word.is_empty() {
            return Some(self.found.lost[element]);
        }
        let (image, proven) = (self.found.images[element], self.facts.proven);
        if context.image != OPEN && image != OPEN {
            return Some(proven.is_lost(proven.product(image, context.image)));
        }
        context.outcomes.get(element).copied().flatten()
    }

    fn option(
        &mut self,
        &(element, context): &(Element, u32),
        number: usize,
    ) -> Option<(Element, u32)> {
        let followers = &self.found.followers[usize::from(element)];
        if let Some(&follower) = followers.get(number) {
            return Some(self.normal((follower, context), 0));
        }
        let number = number - followers.len();
        if self.contexts[context as usize].options.is_none() {
            let options = self.options(context);
            self.contexts[context as usize].options = Some(options);
        }
        let options = self.contexts[context as usize].options.as_ref()?;
        let &(factor, context) = options.get(number)?;
        Some(self.normal((element, context), factor))
    }

    fn keep(&mut self, (element, context): (Element, u32), is_lost: bool) {
        let outcomes = &mut self.contexts[context as usize].outcomes;
        let place = usize::from(element);
        if outcomes.len() <= place {
            outcomes.resize(self.found.words.len().max(place + 1), None);
        }
        outcomes[place] = Some(is_lost);
    }

    fn bytes(&self, open: usize) -> u64 {
        let contexts = self.contexts.len() * (self.found.words.len() + 2 * size_of::<Context>());
        (contexts + open * size_of::<((Element, u32), usize)>()) as u64
    }
}
