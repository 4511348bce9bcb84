//! Quotients that grow heap by heap.

use hashbrown::HashMap;

use super::guessing::{Checked, Ground, Guessing, NOT_FOUND};
use super::monoid::{Bits, Element, Monoid};
use super::quotient::Quotient;
use super::verify::{Check, Rule, hits};
use super::word::{Heaps, Word, options};
use crate::kernel::period::{Period, Recurrence};
use crate::work::Halt;
use crate::work::budget::Budget;
use crate::work::distinct;

/// How many guesses are made for a heap.
const MOST_GUESSES: usize = 2000;

/// The misère quotient of the heaps so far, to which a heap can be added.
///
/// A new heap is at first compared with the elements there are, by its outcomes beside them. If it is none of them, a larger
/// monoid is guessed from outcomes of sums; where a check fails or the guess contradicts itself, that shows an equation that
/// does not hold, and the next guess knows better.
///
/// What [`quotient`](Growth::quotient) returns is proven at any time: a monoid is guessed, then checked.
#[derive(Debug, Clone)]
pub struct Growth {
    ground: Ground,
    known: Consequences,
    orders: Vec<(u32, usize)>,
    option_count: u64,
}

/// What follows from the monoid and the images.
#[derive(Debug, Clone)]
struct Consequences {
    check: Check,
    contexts: Vec<Bits>,
    by_context: HashMap<Bits, Element>,
    /// The images of the options of each element's least word.
    followers: Vec<Vec<Element>>,
    /// The images of heaps by what their options hit.
    by_hits: HashMap<Bits, Element>,
}

impl Growth {
    /// The quotient of no heaps, which is to have at most `most` elements.
    pub fn new(most: usize) -> Growth {
        let monoid = Monoid::trivial();
        let contexts = monoid.contexts();
        Growth {
            known: Consequences {
                check: Check::new(&monoid),
                by_context: by_context(&contexts),
                contexts,
                followers: vec![Vec::new()],
                by_hits: HashMap::new(),
            },
            ground: Ground {
                most: most.min(usize::from(Element::MAX) - 1),
                quotient: Quotient::new(monoid, vec![0]),
                heaps: Heaps::default(),
                columns: vec![Word::new()],
            },
            orders: Vec::new(),
            option_count: 0,
        }
    }

    /// From now on the quotient may have so many elements.
    pub fn allow(&mut self, most: usize) {
        self.ground.most = most.min(usize::from(Element::MAX) - 1);
    }

    /// The quotient of the heaps so far.
    pub fn quotient(&self) -> &Quotient {
        &self.ground.quotient
    }

    /// Looks for the period of the images, for a game with such a rule; with one the quotient is that of all heaps.
    ///
    /// Takes O(n) time for n heaps unless the images are made to mislead.
    pub fn find_period(&mut self, recurrence: Recurrence) -> Option<Period> {
        self.ground.quotient.find_period(recurrence)
    }

    /// The heaps at which the order grew, each with the order from there on.
    pub fn orders(&self) -> &[(u32, usize)] {
        &self.orders
    }

    /// Adds the next heap by its options, each a word of smaller heaps. On an error the quotient is as before.
    pub fn push(&mut self, options: &[Word], budget: &mut Budget) -> Result<(), Halt> {
        budget.look()?;
        budget.need(self.ground.heaps.memory())?;
        let mut own: Vec<Word> = Vec::with_capacity(options.len());
        for option in options {
            budget.step()?;
            own.push(self.ground.heaps.firsts(option));
        }
        let own = distinct(own);
        if let Some(same) = self.ground.heaps.same(&own) {
            let images = &mut self.ground.quotient.images;
            images.push(images[same as usize]);
        } else {
            let count = self.option_count + own.len() as u64;
            budget.need(count * (size_of::<Word>() * 2) as u64)?;
            match self.fit(&own, budget)? {
                Some(image) => self.ground.quotient.images.push(image),
                None => self.adjoin(&own, budget)?,
            }
            self.option_count = count;
        }
        self.ground.heaps.push(own);
        Ok(())
    }

    fn images(&self, words: impl Iterator<Item = impl AsRef<[u32]>>) -> Vec<Element> {
        let images = words.map(|word| self.ground.quotient.of(word.as_ref()));
        distinct(images.collect())
    }

    /// An element that the heap is equal to in the quotient, with proof.
    fn fit(&mut self, options: &[Word], budget: &mut Budget) -> Result<Option<Element>, Halt> {
        let monoid = self.ground.quotient.monoid();
        let images = self.images(options.iter());
        let hits = hits(&self.known.contexts, &images);
        if let Some(image) = self.known.by_hits.get(&hits) {
            return Ok(Some(*image));
        }
        // The outcome of the heap beside each element, by induction over least words.
        let mut beside = Bits::none(monoid.order());
        for (element, followers) in self.known.followers.iter().enumerate() {
            if !hits.has(element)
                && !followers
                    .iter()
                    .any(|&other| beside.has(usize::from(other)))
            {
                beside.insert(element);
            }
        }
        let Some(&image) = self.known.by_context.get(&beside) else {
            return Ok(None);
        };
        let rule = Rule {
            heap: self.ground.heaps.next(),
            image,
            hits,
        };
        if Check::p_check(monoid, &rule).is_some() {
            return Ok(None);
        }
        if self.known.check.add(monoid, &rule, budget)?.is_some() {
            return Ok(None);
        }
        self.known.by_hits.insert(rule.hits, image);
        Ok(Some(image))
    }

    /// Finds the quotient with a heap that is no element of the old one.
    fn adjoin(&mut self, own: &[Word], budget: &mut Budget) -> Result<(), Halt> {
        let mut guessing = Guessing::new(&self.ground, own);
        for _ in 0..MOST_GUESSES {
            budget.look()?;
            let Some(guess) = guessing.guess(budget)? else {
                continue;
            };
            let mut checked = guessing.check(guess, budget)?;
            if let Some(flaw) = checked.flaw.take() {
                guessing.learn(checked, flaw);
                continue;
            }
            // The outcomes are right, so elements that are alike are equal.
            if let Some((monoid, becomes)) = checked.monoid.reduced() {
                let image = |&image: &Element| becomes.get(usize::from(image)).copied();
                let images = checked.images.iter().filter_map(image).collect();
                checked = guessing.check((monoid, images), budget)?;
                if checked.flaw.is_some() {
                    return Err(Halt::declined(NOT_FOUND));
                }
            }
            let most = self.ground.most;
            if checked.monoid.order() > most {
                return Err(Halt::declined(format!("has more than {most} elements")));
            }
            let columns = guessing.columns;
            self.accept(own, checked, columns);
            return Ok(());
        }
        Err(Halt::declined(NOT_FOUND))
    }

    /// Takes over a proven quotient with the next heap.
    fn accept(&mut self, own: &[Word], proven: Checked, columns: Vec<Word>) {
        let heap = self.ground.heaps.next();
        let Checked {
            monoid,
            images,
            rules,
            check,
            ..
        } = proven;
        let contexts = monoid.contexts();
        let mut by_hits = HashMap::new();
        for rule in rules {
            by_hits.entry(rule.hits).or_insert(rule.image);
        }
        if monoid.order() != self.ground.quotient.monoid().order() {
            self.orders.push((heap, monoid.order()));
        }
        self.ground.quotient = Quotient::new(monoid, images);
        let monoid = self.ground.quotient.monoid();
        let followers = monoid
            .elements()
            .map(|element| {
                let followers = options(monoid.word(element), |other| match other == heap {
                    true => own,
                    false => self.ground.heaps.options(other),
                });
                self.images(followers)
            })
            .collect();
        self.ground.columns = telling(&self.ground.quotient, columns);
        self.known = Consequences {
            check,
            by_context: by_context(&contexts),
            contexts,
            followers,
            by_hits,
        };
    }
}

/// The elements by what they are beside all elements.
fn by_context(contexts: &[Bits]) -> HashMap<Bits, Element> {
    let elements = contexts.iter().enumerate();
    elements
        .map(|(element, context)| (context.clone(), element as Element))
        .collect()
}

/// As few of the words as tell all elements apart by their outcomes beside them, the empty word first.
fn telling(quotient: &Quotient, mut words: Vec<Word>) -> Vec<Word> {
    let monoid = quotient.monoid();
    words.sort_by_key(|word| word.len());
    let mut classes = vec![0usize; monoid.order()];
    let mut count = 1;
    let mut kept = Vec::new();
    for word in words {
        let image = quotient.of(&word);
        let products = monoid.products(image);
        let mut numbers: HashMap<(usize, bool), usize> = HashMap::new();
        let finer: Vec<usize> = classes
            .iter()
            .zip(products)
            .map(|(&class, &product)| {
                let next = numbers.len();
                *numbers
                    .entry((class, monoid.is_lost(product)))
                    .or_insert(next)
            })
            .collect();
        if numbers.len() > count || word.is_empty() {
            count = numbers.len();
            classes = finer;
            kept.push(word);
        }
    }
    kept
}
