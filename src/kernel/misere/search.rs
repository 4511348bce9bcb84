//! Outcomes of words by search.

use hashbrown::HashMap;

use super::facts::Facts;
use super::word::{Word, product, without};
use crate::work::budget::Budget;
use crate::work::{Failure, Halt};

/// The search over plain words: what it finds is true.
pub(super) struct Search<'a> {
    facts: &'a Facts<'a>,
    memo: HashMap<Word, bool>,
}

/// A position of the search, and how far its options were looked at.
struct Frame {
    word: Word,
    place: usize,
    option: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(facts: &'a Facts<'a>) -> Search<'a> {
        Search {
            facts,
            memo: HashMap::new(),
        }
    }

    /// The outcome of a word, where it is known.
    fn known(&self, word: &Word) -> Option<bool> {
        if !word.contains(&self.facts.newest) {
            let image = word.iter().try_fold(0, |image, &heap| {
                let next = *self.facts.images.get(heap as usize)?;
                Some(self.facts.proven.product(image, next))
            });
            return image.map(|image| self.facts.proven.is_lost(image));
        }
        self.memo.get(word).copied()
    }

    /// Whether a word is a P-position.
    pub(super) fn plain(&mut self, word: &Word, budget: &mut Budget) -> Result<bool, Halt> {
        if let Some(known) = self.known(word) {
            return Ok(known);
        }
        let frame = |word| Frame {
            word,
            place: 0,
            option: 0,
        };
        let mut stack = vec![frame(word.clone())];
        let mut last = None;
        while let Some(top) = stack.last_mut() {
            budget.step()?;
            let option = if last.take() == Some(true) {
                None
            } else {
                self.option(top)
            };
            match option {
                Some(option) => match self.known(&option) {
                    Some(known) => last = Some(known),
                    None => {
                        let entries = self.memo.len() + stack.len();
                        budget.need((entries * size_of::<(Word, bool)>() * 2) as u64)?;
                        stack.push(frame(option));
                    }
                },
                // No option is left, or one is lost.
                None => {
                    let is_lost = top.place >= top.word.len();
                    let word = std::mem::take(&mut top.word);
                    self.memo.insert(word, is_lost);
                    stack.pop();
                    last = Some(is_lost);
                }
            }
        }
        last.ok_or(Failure::Bug("a search without an outcome").into())
    }

    fn option(&self, frame: &mut Frame) -> Option<Word> {
        while let Some(&heap) = frame.word.get(frame.place) {
            let is_first = frame.place == 0 || frame.word.get(frame.place - 1) != Some(&heap);
            let options = self
                .facts
                .place(heap)
                .and_then(|letter| self.facts.options.get(letter));
            match options.and_then(|options| options.get(frame.option)) {
                Some(option) if is_first => {
                    frame.option += 1;
                    return Some(product(&without(&frame.word, frame.place), option));
                }
                _ => {
                    frame.place += 1;
                    frame.option = 0;
                }
            }
        }
        None
    }
}
