//! Sets of small numbers: the places of a board, and the values that a position may still have.

use std::array;
use std::ops::{BitAnd, BitOr, Sub};

use crate::kernel::bits_below;

/// A set of numbers below `64 * N`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Bits<N> {
    pub const NONE: Bits<N> = Bits([0; N]);

    /// How many numbers there are.
    pub const ROOM: usize = 64 * N;

    #[inline]
    pub fn one(number: usize) -> Bits<N> {
        let mut bits = Bits::NONE;
        bits.insert(number);
        bits
    }

    /// The numbers below this one, which is at most [`Bits::ROOM`].
    #[inline]
    pub fn below(end: usize) -> Bits<N> {
        Bits(array::from_fn(|word| bits_below(end, word)))
    }

    /// The same numbers; those that this set has no room for are left out.
    pub fn resized<const M: usize>(self) -> Bits<M> {
        let mut bits = Bits::NONE;
        for (to, from) in bits.0.iter_mut().zip(self.0) {
            *to = from;
        }
        bits
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number >> 6] |= 1 << (number & 63);
    }

    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.0[number >> 6] &= !(1 << (number & 63));
    }

    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.0[number >> 6] >> (number & 63) & 1 == 1
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it has a number in common with another one.
    #[inline]
    pub fn meets(&self, other: &Bits<N>) -> bool {
        (0..N).any(|word| self.0[word] & other.0[word] != 0)
    }

    #[inline]
    pub fn is_within(&self, other: &Bits<N>) -> bool {
        (0..N).all(|word| self.0[word] & !other.0[word] == 0)
    }

    #[inline]
    pub fn first(&self) -> Option<usize> {
        let place = self.0.iter().position(|word| *word != 0)?;
        Some(64 * place + self.0[place].trailing_zeros() as usize)
    }

    #[inline]
    pub fn last(&self) -> Option<usize> {
        let place = self.0.iter().rposition(|word| *word != 0)?;
        Some(64 * place + 63 - self.0[place].leading_zeros() as usize)
    }

    /// The numbers in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(place, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.checked_sub(1)?;
                Some(64 * place + bit)
            })
        })
    }

    /// Only the least `count` numbers.
    #[inline]
    pub fn least(self, count: usize) -> Bits<N> {
        match self.iter().nth(count) {
            Some(next) => self & Bits::below(next),
            None => self,
        }
    }

    /// The nim-sums of the numbers with another one below [`Bits::ROOM`], which is a power of two.
    #[inline]
    pub fn xored(self, with: usize) -> Bits<N> {
        let mut bits = Bits::NONE;
        self.iter().for_each(|number| bits.insert(number ^ with));
        bits
    }

    #[inline]
    pub fn words(&self) -> &[u64; N] {
        &self.0
    }
}

/// How many sets of so many numbers there are; `None`: too many.
pub fn subsets(numbers: usize) -> Option<usize> {
    1_usize.checked_shl(u32::try_from(numbers).ok()?)
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Bits<N> {
        let mut bits = Bits::NONE;
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn bitand(mut self, other: Bits<N>) -> Bits<N> {
        (0..N).for_each(|word| self.0[word] &= other.0[word]);
        self
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn bitor(mut self, other: Bits<N>) -> Bits<N> {
        (0..N).for_each(|word| self.0[word] |= other.0[word]);
        self
    }
}

impl<const N: usize> Sub for Bits<N> {
    type Output = Bits<N>;

    /// The numbers that are not in the other set.
    #[inline]
    fn sub(mut self, other: Bits<N>) -> Bits<N> {
        (0..N).for_each(|word| self.0[word] &= !other.0[word]);
        self
    }
}
