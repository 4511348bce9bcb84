//! What a run leaves to the next one, and a look at whether it can be right.

use std::borrow::Cow;

use super::dense::Dense;
use super::proof::Reach;
use super::{Breaking, Choice, FIRST, Mask};
use crate::work::Limit;
use crate::work::budget::Budget;

/// What is needed to go on behind the values known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<'a> {
    /// The moves, in the same words for the same moves.
    pub moves: String,
    /// The values of the piles 0, 1, 2, …
    pub values: Cow<'a, [u16]>,
    /// What makes a pile common, where the sparse-space method is in use.
    pub mask: Option<Mask>,
    /// Bounds on the witnesses of stretches of piles.
    pub reach: Cow<'a, [u32]>,
}

/// So many of the first piles are computed again, so many others by definition, and of the last ones a part and a few.
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

    /// Goes on from a state of the same moves. The first values, the last ones and some others are computed again; where one is
    /// another, its pile is returned, and nothing is taken over. That the rest is right is not known.
    pub fn resume(
        &mut self,
        state: State<'_>,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Limit> {
        let State {
            values,
            mask,
            reach,
            ..
        } = state;
        let len = values.len();
        budget.need(len as u64 * 2 + reach.len() as u64 * 4)?;
        let mut plain = Dense::new(&values);
        let others = (1..OTHERS).map(|part| len / OTHERS * part);
        for pile in (0..len.min(FIRST_AGAIN)).chain(others) {
            let Some((known, [value, ..])) = values.split_at_checked(pile) else {
                continue;
            };
            budget.look()?;
            if plain.value(known, &self.rules) != Some(*value) {
                return Ok(Some(pile));
            }
        }
        let again = (LAST_AGAIN + len / LAST_PART).min(len);
        let last = values[len - again..].to_vec();
        let mut values = values.into_owned();
        values.truncate(len - again);
        let mask = mask.filter(|_| values.len() >= FIRST && self.choice != Choice::Dense);
        self.way = self.way_of(mask, &values);
        self.reach = Reach::of(reach.into_owned());
        self.review = values.len().max(FIRST);
        self.rare_at_review = self.rare().len();
        self.values = values;
        self.choose_witnesses();
        let computed = self.extend(len, budget);
        let new = self.values.get(len - again..).unwrap_or_default();
        let same = new.iter().zip(&last).take_while(|(new, old)| new == old);
        let wrong = Some(same.count()).filter(|same| *same < again);
        if wrong.is_some() {
            self.begin_again();
        }
        computed?;
        Ok(wrong.map(|same| len - again + same))
    }

    /// Forgets all values.
    fn begin_again(&mut self) {
        self.values = Vec::new();
        self.way = self.way_of(None, &[]);
        self.reach = Reach::default();
        self.full = false;
        self.review = FIRST;
    }
}
