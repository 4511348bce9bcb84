//! Values of games with finitely many amounts to take, the rest in one pile or none.

use super::Loop;
use super::levels::Levels;
use crate::kernel::simd::Width;
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::store::{Slice, Store, Value};

/// From which piles an amount may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum One {
    /// From any pile that has as much (octal digit 3).
    Any,
    /// From larger piles, so that something is left (octal digit 2).
    NonEmpty,
    /// From piles of just this size, so that nothing is left (octal digit 1).
    Whole,
}

impl One {
    /// Whether d may be taken from n.
    pub fn allows(self, pile: usize, amount: usize) -> bool {
        match self {
            One::Any => pile >= amount,
            One::NonEmpty => pile > amount,
            One::Whole => pile == amount,
        }
    }
}

/// Largest amount.
pub const MOST: usize = 65_536;

/// Values with amounts beyond the windows.
#[derive(Debug)]
struct Wide {
    levels: Levels,
    amounts: Vec<usize>,
}

/// Windows of W words, for amounts up to 64·(W − 1).
#[derive(Debug)]
struct Narrow<const W: usize> {
    values: Store,
    /// Bit d: d may be taken and a non-empty rest left.
    amounts: [u64; W],
    /// Piles with a move to pile 0.
    ends: [u64; W],
    /// For each value, which piles from the next word on are excluded from it; the last word is 0.
    windows: Vec<[u64; W]>,
}

/// Piles in between two looks at the clock.
const PIECE: usize = 1 << 14;

/// The values of the game in which each of these amounts may be taken; up to 63 more than asked for may be computed. Amounts need
/// no order and may repeat; 0 is no move and is skipped.
///
/// For each value a window of bits says which of the next piles are excluded from it by the piles found so far; a pile has the
/// least value it is not excluded from. Up to amounts of 256 the windows are one to four words, and a value costs some ten
/// cycles and two more for each word; with larger amounts the method is that of [`super::levels`].
///
/// Returns none if an amount exceeds [`MOST`].
pub fn subtraction(amounts: &[(usize, One)]) -> Option<Box<dyn Loop>> {
    on(amounts, Width::default())
}

/// The same with vectors of this width.
fn on(amounts: &[(usize, One)], width: Width) -> Option<Box<dyn Loop>> {
    let most = amounts.iter().map(|&(amount, _)| amount).max().unwrap_or(0);
    if most > MOST {
        return None;
    }
    let mut more = vec![0; most / 64 + 1];
    let mut ends = vec![0; most / 64 + 1];
    for &(amount, one) in amounts.iter().filter(|&&(amount, _)| amount > 0) {
        let bit = 1u64 << (amount % 64);
        if one != One::Whole {
            more[amount / 64] |= bit;
        }
        if one != One::NonEmpty {
            ends[amount / 64] |= bit;
        }
    }
    Some(match most {
        0..=64 => Box::new(Narrow::<2>::new(&more, &ends)),
        65..=128 => Box::new(Narrow::<3>::new(&more, &ends)),
        129..=256 => Box::new(Narrow::<5>::new(&more, &ends)),
        _ => Box::new(Wide {
            levels: Levels::with_ends(ends, width),
            amounts: (1..=most)
                .filter(|&n| more[n / 64] >> (n % 64) & 1 == 1)
                .collect(),
        }),
    })
}

impl Loop for Wide {
    fn values(&self) -> Slice<'_> {
        self.levels.values()
    }

    fn extend(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        self.levels.extend(&self.amounts, len, budget)
    }

    fn memory(&self) -> u64 {
        self.levels.memory()
    }
}

impl<const W: usize> Narrow<W> {
    fn new(amounts: &[u64], ends: &[u64]) -> Narrow<W> {
        let words = |words: &[u64]| std::array::from_fn(|i| words.get(i).copied().unwrap_or(0));
        Narrow {
            values: Store::default(),
            amounts: words(amounts),
            ends: words(ends),
            windows: Vec::new(),
        }
    }

    fn piece<T: Value>(&mut self, words: usize) {
        for _ in 0..words {
            let mut found = [T::default(); 64];
            self.word(&mut found);
            self.values.append(&found);
        }
    }

    #[inline]
    fn word<T: Value>(&mut self, found: &mut [T; 64]) {
        let word = self.values.len() / 64;
        // Pile 0 has value 0, and what leads to it is in `ends`.
        let mut open = if word == 0 { !1 } else { !0 };
        let ends = self.ends.get(word).copied().unwrap_or(0);
        let mut value = 0;
        while open != 0 {
            if value == self.windows.len() {
                self.windows.push([0; W]);
            }
            let window = &mut self.windows[value];
            let mut out = *window;
            out[0] |= if value == 0 { ends } else { 0 };
            let mut left = open & !out[0];
            let mut taken = 0;
            while left != 0 {
                let bit = left.trailing_zeros();
                found[bit as usize & 63] = T::cut(value as u32);
                taken |= 1 << bit;
                left &= left - 1;
                left &= !(self.amounts[0] << bit);
                for (at, out) in out[1..].iter_mut().enumerate() {
                    let (high, low) = (self.amounts[at + 1], self.amounts[at]);
                    *out |= (high << bit) | (low >> 1 >> (63 - bit));
                }
            }
            open &= !taken;
            window[..W - 1].copy_from_slice(&out[1..]);
            window[W - 1] = 0;
            value += 1;
        }
        for window in &mut self.windows[value..] {
            window.copy_within(1.., 0);
            window[W - 1] = 0;
        }
    }
}

impl<const W: usize> Loop for Narrow<W> {
    fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    fn extend(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        if len <= self.values.len() {
            return Ok(());
        }
        // The mex of at most 256 values.
        let most = self
            .amounts
            .iter()
            .map(|word| word.count_ones())
            .sum::<u32>()
            + 1;
        budget.need(self.values.need(len.saturating_add(64), most) + (16 * W * 258) as u64)?;
        self.values.reserve(len.saturating_add(63) / 64 * 64);
        while self.values.len() < len {
            let piles = (len - self.values.len()).min(PIECE);
            if most <= 255 {
                self.piece::<u8>(piles.div_ceil(64));
            } else {
                self.piece::<u16>(piles.div_ceil(64));
            }
            budget.spend(piles as u64 / 8)?;
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.values.memory() + (8 * W * self.windows.capacity()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tests::{assert_values, budget, by_definition, widths};
    use crate::work::chance::Chance;

    fn check(amounts: &[(usize, One)], len: usize, cut: usize) {
        let expected = by_definition(len, |n, values, show| {
            for &(amount, one) in amounts {
                if amount > 0 && one.allows(n, amount) {
                    show(values[n - amount]);
                }
            }
        });
        for width in widths() {
            let mut engine = on(amounts, width).unwrap();
            engine.extend(cut, &mut budget()).unwrap();
            engine.extend(len, &mut budget()).unwrap();
            let about = format_args!("{width:?} {amounts:?} {cut}");
            assert_values(engine.values().up_to(len), &expected, about);
        }
    }

    #[test]
    fn known_sets() {
        for whole in [One::Any, One::NonEmpty, One::Whole] {
            for most in [1, 2, 3, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300] {
                check(&[(most, whole)], 3_000, 100);
                let all: Vec<_> = (1..=most).map(|amount| (amount, whole)).collect();
                check(&all, 3_000, 1_000);
            }
        }
        check(&[], 1_000, 1);
        check(&[(0, One::Any)], 1_000, 1);
        check(&[(5, One::NonEmpty), (5, One::Whole)], 100, 1);
        check(
            &[(1, One::Any), (4_000, One::Any), (3, One::Any)],
            30_000,
            1,
        );
        assert!(subtraction(&[(MOST + 1, One::Any)]).is_none());
    }

    #[test]
    fn random_sets() {
        let mut chance = Chance::new(Some(9));
        for round in 0..128 {
            let most = [4, 20, 64, 128, 256, 400, 3_000, 9_000][round % 8];
            let count = chance.index([3, 8, 40, most][round / 8 % 4]);
            let mut amounts = Vec::new();
            for _ in 0..count {
                let one = [One::Any, One::NonEmpty, One::Whole, One::Any][chance.index(4)];
                amounts.push((chance.index(most + 1), one));
            }
            let len = 1 + chance.index(2 * most + 500);
            let cut = chance.index(len);
            check(&amounts, len, cut);
        }
    }

    #[test]
    fn far_from_the_beginning_old_piles_are_forgotten() {
        for amounts in [&[1, 3, 700][..], &[2, 257, 5_001, 5_003], &[2_100]] {
            let amounts: Vec<_> = amounts.iter().map(|&amount| (amount, One::Any)).collect();
            check(&amounts, 400_000, 12_345);
            let mut engine = subtraction(&amounts).unwrap();
            engine.extend(3_000_000, &mut budget()).unwrap();
            assert!(engine.memory() < 4_000_000, "{}", engine.memory());
        }
    }
}
