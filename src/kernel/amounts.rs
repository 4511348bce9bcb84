//! Values of games "take an amount of a list": squares, primes, factorials.

use super::levels::Levels;
use super::store::Slice;
use crate::kernel::simd::Level;
use crate::work::Limit;
use crate::work::budget::Budget;

/// Values of a game whose moves take one of a list of amounts that is the same for all piles.
///
/// The method and its cost are those of [`super::levels`].
#[derive(Debug, Clone)]
pub struct Amounts {
    levels: Levels,
    known: usize,
}

impl Default for Amounts {
    fn default() -> Amounts {
        Amounts::new()
    }
}

impl Amounts {
    pub fn new() -> Amounts {
        Amounts {
            levels: Levels::default(),
            known: 0,
        }
    }

    /// Uses vectors of at most this width.
    pub fn set_width(&mut self, width: Level) {
        self.levels.set_width(width);
    }

    /// Values of the piles below `len`. `amounts` are, in increasing order and without 0, the amounts of the list, at least
    /// those below `len`; from call to call the list only grows at its end.
    ///
    /// # Errors
    /// A limit; the values so far stay, and work can go on.
    pub fn extend(
        &mut self,
        amounts: &[usize],
        len: usize,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        // Larger amounts cannot be taken; their bit map would be as large as they are.
        let end = amounts.partition_point(|&amount| amount < len);
        if end > self.known {
            budget.need(self.levels.memory() + 8 * (end - self.known) as u64 + len as u64 / 4)?;
            self.levels.add(&amounts[self.known..end]);
            self.known = end;
        }
        self.levels.extend(len, budget)
    }

    pub fn values(&self) -> Slice<'_> {
        self.levels.values()
    }

    pub fn memory(&self) -> u64 {
        self.levels.memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;
    use crate::work::chance::Chance;

    fn plain(amounts: &[usize], len: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::with_capacity(len);
        for n in 0..len {
            // The mex is at most the number of amounts.
            let options = amounts.partition_point(|&amount| amount <= n);
            let mut seen = vec![false; options + 1];
            for &amount in &amounts[..options] {
                if let Some(seen) = seen.get_mut(values[n - amount] as usize) {
                    *seen = true;
                }
            }
            values.push(seen.iter().position(|&seen| !seen).unwrap_or(0) as u32);
        }
        values
    }

    fn check(amounts: &[usize], len: usize, steps: &[usize]) {
        let expected = plain(amounts, len);
        for width in [Level::Portable, Level::Avx2, Level::Avx512] {
            let mut budget = Budget::start(&Limits::default());
            let mut engine = Amounts::new();
            engine.set_width(width);
            for &step in steps.iter().chain([&len]) {
                // The list is known only as far as it is asked for.
                let known = amounts.partition_point(|&amount| amount < step.min(len));
                engine
                    .extend(&amounts[..known], step.min(len), &mut budget)
                    .unwrap();
            }
            let values: Vec<u32> = engine.values().iter().collect();
            assert_eq!(values.len(), len);
            let wrong = (0..len).find(|&n| values[n] != expected[n]);
            assert_eq!(wrong, None, "{width:?} {amounts:?} {steps:?}");
        }
    }

    #[test]
    fn known_lists() {
        let squares: Vec<usize> = (1..200).map(|i| i * i).collect();
        check(&squares, 30_000, &[]);
        check(&squares, 9_000, &[1, 2, 63, 64, 65, 1983, 1984, 1985, 4001]);
        let all: Vec<usize> = (1..5_000).collect();
        check(&all, 5_000, &[17, 1_999]);
        let odd: Vec<usize> = (0..3_000).map(|i| 2 * i + 1).collect();
        check(&odd, 6_000, &[3_000]);
        check(&[], 5_000, &[7]);
        check(&[1], 5_000, &[7]);
        check(&[4_999], 5_001, &[7]);
        let primes: Vec<usize> = (2..12_000)
            .filter(|&n| (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0))
            .collect();
        check(&primes, 12_000, &[2_000]);
    }

    #[test]
    fn many_blocks_at_once() {
        let squares: Vec<usize> = (1..1_000).map(|i| i * i).collect();
        check(&squares, 250_000, &[100_001, 199_999]);
        let sparse: Vec<usize> = (0..18).map(|i| 3usize.pow(i) + 1).collect();
        check(&sparse, 250_000, &[70_000]);
        let limits = Limits::default();
        limits
            .interrupt
            .store(true, std::sync::atomic::Ordering::Relaxed);
        let mut engine = Amounts::new();
        let mut whole = Amounts::new();
        let mut budget = Budget::start(&Limits::default());
        whole.extend(&squares, 250_000, &mut budget).unwrap();
        for len in [150_000, 200_000, 250_000] {
            let stopped = engine.extend(&squares, len, &mut Budget::start(&limits));
            assert_eq!(stopped, Err(Limit::Interrupted));
            engine.extend(&squares, len, &mut budget).unwrap();
        }
        assert!(engine.values().iter().eq(whole.values().iter()));
    }

    #[test]
    fn random_lists() {
        let mut chance = Chance::new(Some(5));
        for round in 0..60 {
            let len = 1 + chance.below(9_000) as usize;
            let gap = 1 + chance.below([3, 40, 900, 4_000][round % 4]);
            let mut amounts = Vec::new();
            let mut next = 1 + chance.below(gap);
            while next < len as u64 {
                amounts.push(next as usize);
                next += 1 + chance.below(gap);
            }
            let cut = chance.below(len as u64) as usize;
            check(&amounts, len, &[cut, cut + 1]);
        }
    }

    #[test]
    fn work_goes_on_after_a_stop() {
        let squares: Vec<usize> = (1..200).map(|i| i * i).collect();
        let expected = plain(&squares, 20_000);
        let limits = Limits::default();
        let mut engine = Amounts::new();
        limits
            .interrupt
            .store(true, std::sync::atomic::Ordering::Relaxed);
        for _ in 0..30 {
            assert_eq!(
                engine.extend(&squares, 20_000, &mut Budget::start(&limits)),
                Err(Limit::Interrupted)
            );
        }
        assert!(engine.values().is_empty());
        for len in [3_000, 20_000] {
            engine
                .extend(&squares, len, &mut Budget::start(&Limits::default()))
                .unwrap();
            assert!(
                engine
                    .extend(&squares, len + 9_000, &mut Budget::start(&limits))
                    .is_err()
            );
        }
        assert!(engine.values().iter().eq(expected));
        let small = Limits {
            memory: 1_000,
            ..Limits::default()
        };
        assert!(matches!(
            Amounts::new().extend(&squares, 20_000, &mut Budget::start(&small)),
            Err(Limit::Memory { .. })
        ));
    }
}
