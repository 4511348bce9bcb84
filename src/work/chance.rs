//! Chance that comes out the same for the same seed.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A sequence of numbers that look random: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Debug, Clone)]
pub struct Chance(u64);

/// Bits of which each depends on each: the end of SplitMix64.
#[inline]
pub(crate) fn stirred(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

impl Chance {
    /// The sequence of a seed; without one, another sequence each time.
    pub fn new(seed: Option<u64>) -> Chance {
        Chance(seed.unwrap_or_else(|| RandomState::new().build_hasher().finish()))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        stirred(self.0)
    }

    /// A number below `bound`; 0 where the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The product's upper half; the bias is less than bound / 2^64.
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// An index below `end`; 0 where the end is 0.
    pub fn index(&mut self, end: usize) -> usize {
        self.below(end as u64) as usize
    }

    /// A number from `lo` to `hi`; `lo` where there is none.
    pub fn between(&mut self, lo: i64, hi: i64) -> i64 {
        let count = i128::from(hi) - i128::from(lo) + 1;
        let count = u64::try_from(count.max(1)).unwrap_or(u64::MAX);
        lo.saturating_add_unsigned(self.below(count))
    }

    /// True once in `count` times.
    pub fn once_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_splitmix64() {
        // The first numbers for the seed 1234567, as published with the reference implementation.
        let mut chance = Chance::new(Some(1_234_567));
        let found: Vec<u64> = (0..3).map(|_| chance.next()).collect();
        assert_eq!(
            found,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut chance = Chance::new(Some(1));
        let mut seen = [false; 5];
        for _ in 0..200 {
            let number = chance.between(-2, 2);
            seen[usize::try_from(number + 2).unwrap()] = true;
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(chance.between(3, 2), 3);
        let _ = chance.between(i64::MIN, i64::MAX);
        assert_eq!(chance.below(0), 0);
    }
}
