//! What a run leaves to the next one, and a look at whether it can be right.

use std::borrow::Cow;

use super::dense::Dense;
use super::known::Known;
use super::proof::Reach;
use super::window::{WINDOW, Window};
use super::{Breaking, FIRST, Mask, Strategy};
use crate::work::Limit;
use crate::work::budget::Budget;

/// What is needed to go on behind the values known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<'a> {
    /// The moves, in the same words for the same moves.
    pub moves: String,
    pub values: Cow<'a, Known>,
    /// What makes a pile common, where the sparse-space method is in use.
    pub mask: Option<Mask>,
    /// Bounds on the witnesses of stretches of the piles whose values are kept.
    pub reach: Cow<'a, [u32]>,
}

/// How many of the first piles are computed again, how many others by definition, and of the last ones a part and a few.
const FIRST_AGAIN: usize = 1024;
const OTHERS: usize = 32;
const LAST_PART: usize = 4096;
const LAST_AGAIN: usize = 64;

impl Breaking {
    /// What is needed to go on later; nothing where conditions decide about splits, which have no words here.
    pub fn state(&self) -> Option<State<'_>> {
        Some(State {
            moves: self.rules.in_words()?,
            values: Cow::Borrowed(&self.values),
            mask: self.mask(),
            reach: Cow::Borrowed(self.reach.parts()),
        })
    }

    /// How many of the values come from another run.
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// Goes on from a state of the same moves. The first values, the last ones and some others are computed again; where one is
    /// another, its pile is returned, and nothing is taken over. That the rest is right is not known.
    pub fn resume(
        &mut self,
        state: State<'_>,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Limit> {
        let mut values = state.values.into_owned();
        if values.is_empty() {
            return Ok(None);
        }
        let (len, kept) = (values.len(), values.kept());
        budget.need(values.bytes() + state.reach.len() as u64 * 4)?;
        if let Some(wrong) = self.wrong(&values, budget)? {
            return Ok(Some(wrong));
        }
        let again = (LAST_AGAIN + kept / LAST_PART).min(values.last().len());
        let last = values.all()[kept - again..].to_vec();
        values.truncate(len - again);
        let mask = state
            .mask
            .filter(|_| values.len() >= FIRST && self.strategy != Strategy::Dense);
        self.way = self.way_of(mask, &values);
        self.reach = Reach::new(state.reach.into_owned(), values.start());
        self.review.at = values.len().max(FIRST);
        self.review.rare = self.rare().len();
        self.values = values;
        if !self.values.is_whole() {
            // No wider than the one that left these values.
            let last = self.values.last().len() / 4 * 3;
            let window = *self.forgetting.window.get_or_insert(Window {
                last: last.max(WINDOW.last),
                most: self.values.kept().max(WINDOW.most),
                ..WINDOW
            });
            if !self.fits(window) {
                let gone = self.values.gone().first;
                self.begin_again();
                return Ok(Some(gone));
            }
        }
        self.choose_witnesses();
        let computed = self.extend(len, budget);
        let same = (len - again..).zip(&last);
        let same = same.take_while(|(pile, old)| self.values.get(*pile) == Some(**old));
        let wrong = Some(same.count()).filter(|same| *same < again);
        match wrong {
            Some(_) => self.begin_again(),
            None => self.resumed = len,
        }
        computed?;
        Ok(wrong.map(|same| len - again + same))
    }

    /// A pile that has another value by definition, among the first ones and some others.
    fn wrong(&self, values: &Known, budget: &mut Budget) -> Result<Option<usize>, Limit> {
        let first = values.first();
        let mut plain = Dense::new(first);
        let others = (1..OTHERS).map(|part| first.len() / OTHERS * part);
        for pile in (0..first.len().min(FIRST_AGAIN)).chain(others) {
            let Some((known, [value, ..])) = first.split_at_checked(pile) else {
                continue;
            };
            budget.look()?;
            if plain.value(known, &self.rules) != Some(*value) {
                return Ok(Some(pile));
            }
        }
        Ok(None)
    }
}
