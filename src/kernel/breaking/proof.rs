//! Proof of a period from a window, for games whose rare piles come to an end.
//!
//! Let the values of all piles below N be known, R the largest rare pile, k the largest amount of a move, p >= 1, A a bound on
//! the witnesses used for the piles N - p .. N, and L = max(R, A) + k + 1. Assume
//!
//! 1. g(i) = g(i - p) for all N - L <= i < N (the window repeats), and
//! 2. N - p > 2 max(R, A) + k.
//!
//! Then g(n) = g(n - p) for all n >= N. By induction on n: assume g(i) = g(i - p) for all N - L <= i < n, that the piles R < i < n
//! are common, and that for each of the piles n - p .. n every value of class 0 below its own is the value of a split with a
//! part of at most A or of a pile left by a single move. All of that holds for n = N by the assumptions: the piles N - p .. N lie
//! behind R by (2), so they are common, and the engine gave a common pile its value only after it found these options.
//!
//! The pile n' = n - p has n' > 2 max(R, A) + k by (2).
//!
//! - Classes: when the parity of piles counts, p is even, because the common piles N - 1 and N - 1 - p > R have equal values. So
//!   χ_n = χ_n'.
//! - Single moves: n and n' exceed k, so the same amounts may be taken (whole-pile amounts from neither), and the pile left,
//!   n - d >= n - L, has the value of n' - d by the induction hypothesis.
//! - Splits of class 1 have a rare part r <= R and a common one. (All rare piles below n are at most R.) The other part
//!   n - d - r >= n - k - R >= n - L has the value of n' - d - r, and both are common, since n' - d - r > R by (2). So n and n'
//!   have the same options of class 1, hence the same least missing value c of class 1; and g(n') = c because n' is common.
//! - Every value of class 0 below c is an option of n' by a single move, which n has too, or by a split with a part w <= A,
//!   g(w) xor g(n' - d - w). The other part n - d - w >= n - k - A >= n - L has the value of n' - d - w, so that the split of n
//!   into w and n - d - w has the same value. (The parts are non-empty by (2).)
//!
//! So all values below c, and not c, are values of options of n: g(n) = c = g(n'), n is common, and witnesses of at most A are
//! enough for n. Hence the period. Since the values from N - L - p on repeat, their least period p* divides p, repeats in the
//! same window and meets (1) and (2), whose right sides do not grow when p falls: the first shift that passes is the least
//! period. The least preperiod is where the agreement with that shift ends.
//!
//! About N = n0 + p + L values are needed, where Guy and Smith's theorem asks for 2 n0 + 2 p + k.

use std::ops::Range;

use super::super::period::{Period, Shifts};
use super::known::Known;

/// The least period of the values that the theorem of the module proves. `last_rare` is R, `most` is k.
pub fn by_window(values: &Known, last_rare: usize, reach: &Reach, most: usize) -> Option<Period> {
    let len = values.len();
    let kept = values.last();
    let least = last_rare.saturating_add(most).saturating_add(1);
    for (period, same) in Shifts::new(kept, least) {
        // A larger shift asks for more, so that the first failure of these two is the last.
        let witness = reach.most(len - period..len)? as usize;
        let part = last_rare.max(witness);
        if len - period <= part.saturating_mul(2).saturating_add(most) {
            return None;
        }
        // Where values that were forgotten may repeat too, it is not known since when.
        let is_known = values.is_whole() || period + same < kept.len();
        if same > part.saturating_add(most) && is_known {
            return Some(Period::seen(len, (period, same)));
        }
    }
    None
}

/// Piles whose witnesses share one entry.
const PART: usize = 1024;

/// For stretches of piles, a bound on the smaller part of every witness used.
#[derive(Debug, Default)]
pub struct Reach {
    parts: Vec<u32>,
    /// How many stretches were forgotten.
    gone: usize,
}

/// Nothing is known of the witnesses.
pub const UNKNOWN: u32 = u32::MAX;

impl Reach {
    /// Of these stretches, from the one that a pile is in on.
    pub fn new(parts: Vec<u32>, first: usize) -> Reach {
        let gone = first / PART;
        Reach { parts, gone }
    }

    /// Forgets the stretches before that of a pile.
    pub fn forget(&mut self, pile: usize) {
        let more = (pile / PART).saturating_sub(self.gone);
        self.parts.drain(..more.min(self.parts.len()));
        self.gone += more;
    }

    pub fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// Records the largest witness of a pile.
    #[inline]
    pub fn note(&mut self, pile: usize, witness: u32) {
        let part = pile / PART - self.gone;
        if part >= self.parts.len() {
            self.parts.resize(part + 1, 0);
        }
        self.parts[part] = witness.max(self.parts[part]);
    }

    /// Nothing is known any more: another mask asks for other witnesses.
    pub fn clear(&mut self) {
        self.parts.fill(UNKNOWN);
    }

    /// A bound for a range of piles, where there is one.
    pub fn most(&self, piles: Range<usize>) -> Option<u32> {
        let from = (piles.start / PART).checked_sub(self.gone)?;
        let to = piles.end.div_ceil(PART).checked_sub(self.gone)?;
        let parts = from..to.min(self.parts.len());
        let most = self.parts.get(parts)?.iter().copied().max()?;
        (most != UNKNOWN).then_some(most)
    }

    pub fn bytes(&self) -> u64 {
        self.parts.capacity() as u64 * 4
    }
}
