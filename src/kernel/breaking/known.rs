//! The values known: all, or those of the first piles and of the last ones.

use std::ops::Range;

use crate::work::store::Slice;

use super::mask::{counts, fewest};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Of the first piles, and right behind them of the last ones.
    values: Vec<u16>,
    gone: Gone,
}

/// Of the piles between them nothing else is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gone {
    /// How many piles these are. Where there are none, the first ones are all.
    pub piles: usize,
    /// The first of them.
    pub first: usize,
    /// How many have each value.
    pub counts: Vec<u64>,
    /// The first pile among them with their largest value.
    pub largest: usize,
}

impl Known {
    /// `None`: the values are not those that are left where so many have gone.
    pub fn new(values: Vec<u16>, gone: Gone) -> Option<Known> {
        let count = gone
            .counts
            .iter()
            .try_fold(0u64, |sum, count| sum.checked_add(*count));
        let is_whole = gone == Gone::default();
        let between = gone.first..gone.first.checked_add(gone.piles)?;
        values.len().checked_add(gone.piles)?;
        let is_part = gone.first <= values.len()
            && count == Some(gone.piles as u64)
            && between.contains(&gone.largest)
            && gone.counts.last().is_some_and(|count| *count > 0);
        (is_whole || is_part).then_some(Known { values, gone })
    }

    /// How many piles there are whose value is or was known.
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len() + self.gone.piles
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn kept(&self) -> usize {
        self.values.len()
    }

    pub fn gone(&self) -> &Gone {
        &self.gone
    }

    #[inline]
    pub fn is_whole(&self) -> bool {
        self.gone.piles == 0
    }

    /// The values kept, in the order of the piles.
    pub fn all(&self) -> &[u16] {
        &self.values
    }

    /// Those of the first piles, which are all where none have gone.
    pub fn first(&self) -> &[u16] {
        match self.is_whole() {
            true => &self.values,
            false => &self.values[..self.gone.first],
        }
    }

    /// The first of the last piles: of those from 0 on where none have gone.
    pub fn start(&self) -> usize {
        self.gone.first + self.gone.piles
    }

    /// The values from there on.
    pub fn last(&self) -> &[u16] {
        &self.values[self.gone.first..]
    }

    /// The piles whose values are kept, with them.
    pub fn piles(&self) -> impl Iterator<Item = (usize, u16)> {
        let first = (0..).zip(&self.values[..self.gone.first]);
        let last = (self.start()..).zip(self.last());
        first.chain(last).map(|(pile, value)| (pile, *value))
    }

    #[inline]
    fn place(&self, pile: usize) -> usize {
        match pile < self.gone.first {
            true => pile,
            false => pile.wrapping_sub(self.gone.piles),
        }
    }

    /// The value of a pile that is kept.
    #[inline]
    pub fn at(&self, pile: usize) -> u16 {
        debug_assert!(pile < self.gone.first || pile >= self.start());
        self.values[self.place(pile)]
    }

    #[inline]
    pub fn get(&self, pile: usize) -> Option<u16> {
        let is_kept = pile < self.gone.first || pile >= self.start();
        self.values
            .get(self.place(pile))
            .copied()
            .filter(|_| is_kept)
    }

    /// The values of piles that are kept, all of them among the first or among the last.
    #[inline]
    pub fn slice(&self, piles: Range<usize>) -> &[u16] {
        let from = self.place(piles.start);
        &self.values[from..from + piles.len()]
    }

    /// For so many of the smaller parts of a split of that rest, both parts are kept.
    #[inline]
    pub fn parts(&self, rest: usize) -> usize {
        match self.is_whole() {
            true => rest,
            false => self
                .gone
                .first
                .saturating_sub(1)
                .min(rest.saturating_sub(self.start())),
        }
    }

    #[inline]
    pub fn push(&mut self, value: u16) {
        self.values.push(value);
    }

    /// For how many more there is room.
    #[inline]
    pub fn room(&self) -> usize {
        self.values.capacity() - self.values.len()
    }

    pub fn bytes(&self) -> u64 {
        (self.values.capacity() * 2 + self.gone.counts.capacity() * 8) as u64
    }

    /// Makes room for some more; whether there is so much memory.
    pub fn reserve(&mut self, more: usize) -> bool {
        self.values.try_reserve_exact(more).is_ok()
    }

    /// Forgets the last piles, so that this many are left.
    pub fn truncate(&mut self, len: usize) {
        let kept = len.saturating_sub(self.gone.piles);
        self.values.truncate(kept.max(self.gone.first));
    }

    /// Keeps the values of so many of the first piles and of so many of the last ones.
    pub fn forget(&mut self, first: usize, last: usize) {
        let first = match self.is_whole() {
            true => first,
            false => self.gone.first,
        };
        let end = self.values.len().saturating_sub(last);
        if end <= first {
            return;
        }
        let going = &self.values[first..end];
        let most = going.iter().copied().max().unwrap_or(0);
        if self.gone.counts.len() <= usize::from(most) {
            let place = going.iter().position(|value| *value == most);
            self.gone.largest = first + self.gone.piles + place.unwrap_or(0);
            self.gone.counts.resize(usize::from(most) + 1, 0);
        }
        for value in going {
            self.gone.counts[usize::from(*value)] += 1;
        }
        self.gone.first = first;
        self.gone.piles += going.len();
        self.values.drain(first..end);
    }

    /// The first pile with the largest value of all, and that value.
    pub fn largest(&self) -> Option<(usize, u16)> {
        let of = |start: usize, values: &[u16]| {
            let (place, value) = Slice::U16(values).largest()?;
            Some((start + place, value as u16))
        };
        let value = u16::try_from(self.gone.counts.len()).ok()?.checked_sub(1);
        let gone = value.map(|value| (self.gone.largest, value));
        let all = [of(0, self.first()), gone, of(self.start(), self.last())];
        // Of equal ones the first.
        all.into_iter()
            .flatten()
            .rev()
            .max_by_key(|(_, value)| *value)
    }

    /// See [`fewest_rare`](super::fewest_rare).
    pub fn fewest_rare(&self) -> Option<u64> {
        let mut all = counts(Slice::U16(&self.values))?;
        if all.len() < self.gone.counts.len() {
            all.resize(self.gone.counts.len().next_power_of_two(), 0);
        }
        for (all, gone) in all.iter_mut().zip(&self.gone.counts) {
            *all += i64::try_from(*gone).ok()?;
        }
        fewest(all)
    }
}
