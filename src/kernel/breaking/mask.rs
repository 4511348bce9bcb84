//! The class of a pile: which mask makes most piles common.
//!
//! With a mask m, and optionally the parity of the pile, the class of a value v as an option of the pile n is
//! χ_n(v) = parity(v & m) xor ((n - δ) & 1), where the second part needs amounts of splits of one parity δ. A pile is common
//! where χ_n(g(n)) = 1 and rare otherwise. A split into a and b with a + b = n - d has a value of class 1 exactly where one of
//! the parts is rare and the other common, because the classes of the parts add up.
//!
//! Within a class, one bit of a value follows from the others: dropping the lowest bit of m halves the values and keeps their
//! order ("squeezed" values), and squeezing commutes with xor.

use super::rules::Rules;
use crate::work::store::Slice;

/// A mask on values, and the parity of the amounts of splits where that of the pile counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mask {
    /// The bits of the value that count; not 0.
    pub bits: u16,
    /// δ, where the parity of n - δ counts: whether the amounts of splits are odd.
    pub odd: Option<bool>,
}

impl Mask {
    pub fn new(bits: u16, odd: Option<bool>) -> Mask {
        Mask {
            bits: bits.max(1),
            odd,
        }
    }

    /// The class χ_n(v), 0 or 1.
    #[inline]
    pub fn class(self, pile: usize, value: u16) -> u32 {
        ((value & self.bits).count_ones() & 1) ^ self.shift(pile)
    }

    #[inline]
    pub fn is_rare(self, pile: usize, value: u16) -> bool {
        self.class(pile, value) == 0
    }

    #[inline]
    fn shift(self, pile: usize) -> u32 {
        u32::from(self.odd.is_some_and(|odd| (pile % 2 == 1) != odd))
    }

    #[inline]
    fn dropped(self) -> u32 {
        self.bits.trailing_zeros()
    }

    /// The value without the bit that follows from the class; linear over xor.
    #[inline]
    pub fn squeeze(self, value: u16) -> u16 {
        let bit = self.dropped();
        let low = (1u32 << bit) - 1;
        let value = u32::from(value);
        ((value >> (bit + 1) << bit) | (value & low)) as u16
    }

    /// The value of a class whose squeezed form is given: 17 bits where it is too large.
    #[inline]
    pub fn widen(self, pile: usize, squeezed: u32, class: u32) -> u32 {
        let bit = self.dropped();
        let low = (1u32 << bit) - 1;
        let value = (squeezed >> bit << (bit + 1)) | (squeezed & low);
        let parity = (value & u32::from(self.bits)).count_ones() & 1;
        value | ((parity ^ class ^ self.shift(pile)) << bit)
    }

    /// A bound for [`Mask::below`] of a squeezed value.
    #[inline]
    pub fn below_at_most(self, squeezed: u32) -> u32 {
        (squeezed | ((1 << self.dropped()) - 1)) + 1
    }

    /// How many squeezed values of class 0 lie below a value of class 1.
    #[inline]
    pub fn below(self, value: u32) -> u32 {
        let bit = self.dropped();
        let low = (1u32 << bit) - 1;
        // The squeezed value itself counts where the other class has the smaller of the two values: all smaller numbers of the
        // same upper bits lie in that class too.
        let squeezed = (value >> (bit + 1) << bit) | (value & low);
        if value >> bit & 1 == 1 {
            (squeezed | low) + 1
        } else {
            squeezed & !low
        }
    }
}

/// The mask with the fewest rare piles, those of the last half counted twice, and that count.
///
/// O(n + V log V) with V the largest value, by the Walsh–Hadamard transform of how often the values occur.
pub fn choose(values: &[u16], rules: &Rules) -> (Mask, i64) {
    let most = values.iter().copied().max().unwrap_or(0);
    let size = (usize::from(most) + 1).next_power_of_two().max(2);
    let parity = rules.parity();
    let odd = parity.unwrap_or(false);
    let mut plain = vec![0i64; size];
    let mut signed = vec![0i64; size];
    let mut total = 0;
    for (pile, &value) in values.iter().enumerate().skip(1) {
        let weight = if pile * 2 >= values.len() { 2 } else { 1 };
        total += weight;
        // `size` exceeds every value.
        plain[usize::from(value)] += weight;
        signed[usize::from(value)] += if (pile % 2 == 1) == odd {
            weight
        } else {
            -weight
        };
    }
    transform(&mut plain);
    // A sum over all piles of (-1)^χ: rare piles count 1, common ones -1.
    let mut best = (Mask::new(1, None), plain[1]);
    let mut tables = vec![(None, plain)];
    if parity.is_some() {
        transform(&mut signed);
        tables.push((parity, signed));
    }
    for (odd, table) in tables {
        for (bits, &sum) in table.iter().enumerate().skip(1) {
            if sum < best.1 {
                best = (Mask::new(bits as u16, odd), sum);
            }
        }
    }
    (best.0, (best.1 + total) / 2)
}

/// The count of rare piles in the sense of [`choose`].
pub fn count(values: &[u16], mask: Mask) -> i64 {
    let rare = |from: usize, values: &[u16]| {
        let rare = values
            .iter()
            .enumerate()
            .filter(|&(at, &value)| from + at > 0 && mask.is_rare(from + at, value));
        rare.count() as i64
    };
    let half = values.len().div_ceil(2);
    let (early, late) = values.split_at(half.min(values.len()));
    rare(0, early) + 2 * rare(half, late)
}

/// The fewest heaps that a mask leaves rare, heap 0 and the heaps of all sizes counted alike, as the published tables do; nothing
/// where a value is too large. It depends on the values alone.
pub fn fewest_rare(values: Slice<'_>) -> Option<u64> {
    fewest(counts(values)?)
}

/// How often each value occurs, to a power of two.
pub(super) fn counts(values: Slice<'_>) -> Option<Vec<i64>> {
    let most = u16::try_from(values.iter().max().unwrap_or(0)).ok()?;
    let size = (usize::from(most) + 1).next_power_of_two().max(2);
    let mut table = vec![0i64; size];
    for value in values.iter() {
        *table.get_mut(value as usize)? += 1;
    }
    Some(table)
}

pub(super) fn fewest(mut table: Vec<i64>) -> Option<u64> {
    let total: i64 = table.iter().sum();
    transform(&mut table);
    let least = table.iter().skip(1).min()?;
    u64::try_from((total + least) / 2).ok()
}

/// The Walsh–Hadamard transform, in place; the length is a power of two.
fn transform(table: &mut [i64]) {
    let mut half = 1;
    while half < table.len() {
        for block in table.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (left, right) in left.iter_mut().zip(right) {
                (*left, *right) = (*left + *right, *left - *right);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::breaking::tests::plain;
    use crate::work::chance::Chance;

    #[test]
    fn squeezing_keeps_order_and_xor_within_a_class() {
        for bits in [1, 2, 6, 0b1011, 0b1100, 0x8000, 0xfe] {
            for odd in [None, Some(true)] {
                let mask = Mask::new(bits, odd);
                for pile in [10, 11] {
                    for class in [0, 1] {
                        let values: Vec<u16> = (0..600)
                            .filter(|&value| mask.class(pile, value) == class)
                            .collect();
                        for pair in values.windows(2) {
                            assert!(mask.squeeze(pair[0]) < mask.squeeze(pair[1]));
                        }
                        for &value in &values {
                            let squeezed = mask.squeeze(value);
                            assert_eq!(
                                mask.widen(pile, u32::from(squeezed), class),
                                u32::from(value)
                            );
                            assert_eq!(squeezed ^ mask.squeeze(77), mask.squeeze(value ^ 77));
                        }
                    }
                    for value in (0..300).filter(|&value| mask.class(pile, value) == 1) {
                        let below = (0..value).filter(|&v| mask.class(pile, v) == 0);
                        assert_eq!(mask.below(u32::from(value)), below.count() as u32);
                    }
                }
            }
        }
    }

    #[test]
    fn the_count_of_the_best_mask_is_right() {
        let mut chance = Chance::new(Some(7));
        let values: Vec<u16> = (0..501).map(|_| chance.below(64) as u16).collect();
        let rules = Rules {
            singles: vec![],
            splits: vec![plain(1), plain(3)],
        };
        let (mask, rare) = choose(&values, &rules);
        assert_eq!(count(&values, mask), rare);
        for bits in 1..64 {
            for odd in [None, Some(true)] {
                assert!(count(&values, Mask::new(bits, odd)) >= rare);
            }
        }
    }
}
