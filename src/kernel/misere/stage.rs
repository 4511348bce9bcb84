//! Outcomes of words while a monoid is guessed, by a search that believes the guess.

use hashbrown::HashMap;

use super::facts::{Facts, Found};
use super::monoid::{Element, OPEN};
use super::word::{Word, places, product, without, word};
use crate::work::budget::Budget;
use crate::work::{Failure, Halt};

/// What stands beside an element: a word of the letter in hand and larger ones.
struct Context {
    word: Word,
    /// Its image in the proven monoid; [`OPEN`] with the newest heap.
    image: Element,
    /// By element: 0 unknown, 1 won, 2 lost.
    outcomes: Vec<u8>,
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
pub(super) struct Stage {
    letter: usize,
    heap: u32,
    contexts: Vec<Context>,
    by_word: HashMap<Word, u32>,
    /// The columns as elements and contexts with the letter in hand.
    columns: Vec<(Element, u32)>,
    /// Products of elements of smaller letters, by factor.
    multiples: Vec<Vec<Element>>,
    /// So many elements are multiplied already.
    pub(super) settled: usize,
}

/// A position of the search, and how far its options were looked at.
struct Pair {
    element: Element,
    context: u32,
    option: usize,
}

impl Stage {
    /// The search for elements times a power of a letter, beside the columns.
    pub(super) fn new(facts: &Facts, found: &mut Found, letter: usize, power: u32) -> Stage {
        let mut stage = Stage {
            letter,
            heap: facts.letters[letter],
            contexts: Vec::new(),
            by_word: HashMap::new(),
            columns: Vec::new(),
            multiples: Vec::new(),
            settled: 0,
        };
        for column in facts.columns {
            let (element, mut context) = stage.split(facts, found, column);
            for _ in 0..power {
                context = stage.times(facts, context);
            }
            stage.columns.push((element, context));
        }
        stage
    }

    /// Whether an element times the power of the letter in hand is a P-position beside a column.
    pub(super) fn is_lost(
        &mut self,
        facts: &Facts,
        found: &mut Found,
        (element, column): (Element, usize),
        budget: &mut Budget,
    ) -> Result<bool, Halt> {
        let (factor, context) = self.columns[column];
        let start = self.normal(facts, found, (element, context), factor);
        if let Some(known) = self.known(facts, found, start) {
            return Ok(known);
        }
        let pair = |(element, context)| Pair {
            element,
            context,
            option: 0,
        };
        let mut stack = vec![pair(start)];
        let mut last = None;
        while let Some(top) = stack.last_mut() {
            budget.step()?;
            let option = if last.take() == Some(true) {
                None
            } else {
                Some(self.option(facts, found, top))
            };
            match option {
                Some(Some(option)) => match self.known(facts, found, option) {
                    Some(known) => last = Some(known),
                    None => {
                        stack.push(pair(option));
                        budget
                            .need(self.bytes(found) + (stack.len() * size_of::<Pair>()) as u64)?;
                    }
                },
                // One is lost, or no option is left.
                end => {
                    let is_lost = end.is_some();
                    let outcomes = &mut self.contexts[top.context as usize].outcomes;
                    let place = usize::from(top.element);
                    if outcomes.len() <= place {
                        outcomes.resize(found.words.len().max(place + 1), 0);
                    }
                    outcomes[place] = 1 + u8::from(is_lost);
                    stack.pop();
                    last = Some(is_lost);
                }
            }
        }
        last.ok_or(Failure::Bug("a search without an outcome").into())
    }

    /// How many bytes it takes at most.
    fn bytes(&self, found: &Found) -> u64 {
        (self.contexts.len() * (found.words.len() + 2 * size_of::<Context>())) as u64
    }

    fn option(
        &mut self,
        facts: &Facts,
        found: &mut Found,
        pair: &mut Pair,
    ) -> Option<(Element, u32)> {
        let followers = &found.followers[usize::from(pair.element)];
        let number = pair.option;
        pair.option += 1;
        if let Some(&follower) = followers.get(number) {
            return Some(self.normal(facts, found, (follower, pair.context), 0));
        }
        let number = number - followers.len();
        if self.contexts[pair.context as usize].options.is_none() {
            let options = self.options(facts, found, pair.context);
            self.contexts[pair.context as usize].options = Some(options);
        }
        let options = self.contexts[pair.context as usize].options.as_ref()?;
        let &(factor, context) = options.get(number)?;
        Some(self.normal(facts, found, (pair.element, context), factor))
    }

    fn options(&mut self, facts: &Facts, found: &mut Found, context: u32) -> Vec<(Element, u32)> {
        let whole = self.contexts[context as usize].word.clone();
        let mut all = Vec::new();
        for place in places(&whole) {
            let rest = without(&whole, place);
            let letter = facts.place(whole[place]);
            for option in letter.map_or(&[][..], |letter| &facts.options[letter]) {
                all.push(self.split(facts, found, &product(&rest, option)));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The outcome of a pair, where it is known.
    fn known(&self, facts: &Facts, found: &Found, pair: (Element, u32)) -> Option<bool> {
        let (element, context) = (usize::from(pair.0), &self.contexts[pair.1 as usize]);
        if context.word.is_empty() {
            return Some(found.lost[element]);
        }
        let image = found.images[element];
        if context.image != OPEN && image != OPEN {
            return Some(
                facts
                    .proven
                    .is_lost(facts.proven.product(image, context.image)),
            );
        }
        match context.outcomes.get(element) {
            Some(1) => Some(false),
            Some(2) => Some(true),
            _ => None,
        }
    }

    /// The pair of an element times a factor of smaller letters, beside a context: as much as possible of the letter in hand
    /// is multiplied out.
    fn normal(
        &mut self,
        facts: &Facts,
        found: &mut Found,
        (mut element, mut context): (Element, u32),
        factor: Element,
    ) -> (Element, u32) {
        if factor != 0 {
            let (below, power) = found.strip(element, self.letter);
            for _ in 0..power {
                context = self.times(facts, context);
            }
            element = self.multiple(facts, found, below, factor);
        }
        while usize::from(element) < self.settled {
            let Some(over) = self.over(facts, context) else {
                break;
            };
            let Some(next) = found.settled(element, self.letter) else {
                break;
            };
            element = next;
            context = over;
        }
        (element, context)
    }

    /// The product of two elements of smaller letters.
    fn multiple(
        &mut self,
        facts: &Facts,
        found: &mut Found,
        element: Element,
        factor: Element,
    ) -> Element {
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
            let word = found.words[row].clone();
            known[place] = found
                .of(facts, element, &word)
                .expect("smaller letters are multiplied by all smaller letters");
        }
        known[place]
    }

    /// A word as an element of smaller letters and a context.
    fn split(&mut self, facts: &Facts, found: &mut Found, whole: &[u32]) -> (Element, u32) {
        let mut element = 0;
        let mut late = 0;
        let mut left = Word::new();
        for &heap in whole.iter().rev() {
            if heap < self.heap {
                let next = facts
                    .place(heap)
                    .and_then(|letter| found.step(element, letter));
                element = next.expect("smaller letters are multiplied by all smaller letters");
            } else if heap == self.heap {
                left.push(heap);
            } else {
                match facts.belief.step(late, heap) {
                    Some(next) => late = next,
                    None => left.push(heap),
                }
            }
        }
        for &heap in facts.belief.word(late) {
            if heap < self.heap {
                let next = facts
                    .place(heap)
                    .and_then(|letter| found.step(element, letter));
                element = next.expect("smaller letters are multiplied by all smaller letters");
            } else {
                left.push(heap);
            }
        }
        let context = self.context(facts, word(&left));
        (element, context)
    }

    /// The number of a context.
    fn context(&mut self, facts: &Facts, word: Word) -> u32 {
        if let Some(number) = self.by_word.get(&word) {
            return *number;
        }
        let number = self.contexts.len() as u32;
        let image = if word.first() == Some(&facts.newest) {
            OPEN
        } else {
            word.iter().fold(0, |image, &heap| {
                facts.proven.product(image, facts.images[heap as usize])
            })
        };
        self.by_word.insert(word.clone(), number);
        self.contexts.push(Context {
            word,
            image,
            outcomes: Vec::new(),
            options: None,
            times: None,
            over: None,
        });
        number
    }

    /// A context with one more of the letter in hand.
    fn times(&mut self, facts: &Facts, context: u32) -> u32 {
        if let Some(times) = self.contexts[context as usize].times {
            return times;
        }
        let word = product(&self.contexts[context as usize].word, &[self.heap]);
        let times = self.context(facts, word);
        self.contexts[context as usize].times = Some(times);
        times
    }

    /// A context with one less of the letter in hand.
    fn over(&mut self, facts: &Facts, context: u32) -> Option<u32> {
        let own = &self.contexts[context as usize];
        if own.over.is_some() {
            return own.over;
        }
        // The letter in hand is the smallest.
        if own.word.last() != Some(&self.heap) {
            return None;
        }
        let word = Word::from_slice(&own.word[..own.word.len() - 1]);
        let over = self.context(facts, word);
        self.contexts[context as usize].over = Some(over);
        Some(over)
    }
}
