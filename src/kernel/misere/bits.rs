//! Sets of small numbers, packed.

/// A set of numbers below a bound fixed when it is made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub(super) fn none(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)].into_boxed_slice())
    }

    /// The numbers below `bound` that `is_in` picks.
    pub(super) fn pick(bound: usize, mut is_in: impl FnMut(usize) -> bool) -> Bits {
        let mut bits = Bits::none(bound);
        for number in 0..bound {
            if is_in(number) {
                bits.insert(number);
            }
        }
        bits
    }

    /// Whether a number is in the set; numbers beyond the bound are not.
    #[inline]
    pub(super) fn has(&self, number: usize) -> bool {
        self.0
            .get(number / 64)
            .is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds a number below the bound.
    #[inline]
    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Adds a number or takes it out.
    pub(super) fn set(&mut self, number: usize, is_in: bool) {
        self.insert(number);
        if !is_in {
            self.0[number / 64] &= !(1 << (number % 64));
        }
    }

    /// Adds all numbers of another set with the same bound.
    pub(super) fn add(&mut self, other: &Bits) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Whether all numbers are in the other set too.
    #[inline]
    pub(super) fn is_within(&self, other: &Bits) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(own, all)| own & !all == 0)
    }

    /// How many numbers are in the set.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Bits>() + self.0.len() * 8
    }
}
