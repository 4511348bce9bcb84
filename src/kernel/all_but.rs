//! Values of games in which all large amounts of some residues may be taken: any amount but a finite set, odd amounts, any
//! amount from 5 on. With a proof of an arithmetic period.
//!
//! # The state, and why a repeated state proves a period
//!
//! Let S be the set of amounts, m and q such that for k > m only k mod q decides whether k is in S. Write j mod q for the class
//! of a pile j. The value g(n) is the least value not in
//!
//! - { g(n − k) : 1 ≤ k ≤ min(m, n), k in S }, which depends on the last m values, and
//! - the union of D(c, n) over the classes c with (n − c) mod q in the residues of S, where D(c, n) is the set of the values of
//!   the piles j ≤ n − m − 1 of class c.
//!
//! Let M be a number such that all values below M are in D(c, n) for every class c. If S has a residue, no pile from n on has a
//! value below M, since every pile excludes some D(c, ·), and these only grow. So the values from n on depend only on n mod q,
//! on D(c, n) above M for each c, and on the last m values, where it does not matter which of the values below M such a value
//! is. Call this, with M subtracted from all values, the state at n; M is the least number that is missing in some D(c, n), so
//! it is determined by the sets. All of it is finite, and it is compared in full. The rule commutes with adding a constant to
//! all values from M on; therefore, if the states at n and n + p are equal and M has grown by s between them, g(j + p) = g(j) + s
//! for all j ≥ n, by induction. If S has no residue, the D do not matter, and the same holds with M = 0: the values then are
//! periodic. A pile n < m has fewer than m values before it; states count as equal only from n ≥ m on.
//!
//! Nothing is claimed where no state repeats. For any amount but finitely many (q = 1) one does: see A. N. Siegel,
//! *Combinatorial Game Theory*, chapter IV, on all-but subtraction games.

use super::Loop;
use super::period::Period;
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::store::{Slice, Store};

/// A set of amounts that is periodic from some size on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Takes {
    /// Bit k: whether k ≤ `m` is in the set. Bit 0 is clear.
    small: Vec<u64>,
    m: usize,
    /// From 1 to 64.
    step: usize,
    /// Bit r: whether amounts above `m` of residue r are in the set.
    residues: u64,
}

impl Takes {
    /// The amounts `first`, `first + step`, and so on without end, but those of `except`; 0 is never taken.
    ///
    /// Returns none if the step is not from 1 to 64, or if `first` or an exception exceeds 2^20.
    pub fn every(first: u64, step: u64, except: &[u64]) -> Option<Takes> {
        let most = except.iter().copied();
        let most = most.fold(first.saturating_sub(1), u64::max);
        if most > LARGEST || !(1..=64).contains(&step) {
            return None;
        }
        let regular: Vec<u64> = (first.max(1)..=most)
            .filter(|k| (k - first).is_multiple_of(step))
            .collect();
        let mut takes = Takes::new(&regular, most, step, &[first % step])?;
        for &k in except {
            takes.small[k as usize / 64] &= !(1 << (k % 64));
        }
        Some(takes)
    }

    /// The amounts `small`, of which those above `m` and 0 are skipped, and all above `m` whose remainder modulo `step` is in
    /// `residues`.
    ///
    /// Returns none if the step is not from 1 to 64 or `m` exceeds 2^20.
    pub fn new(small: &[u64], m: u64, step: u64, residues: &[u64]) -> Option<Takes> {
        if m > LARGEST || !(1..=64).contains(&step) {
            return None;
        }
        let mut bits = vec![0; m as usize / 64 + 1];
        for &k in small.iter().filter(|&&k| 1 <= k && k <= m) {
            bits[k as usize / 64] |= 1 << (k % 64);
        }
        Some(Takes {
            small: bits,
            m: m as usize,
            step: step as usize,
            residues: residues.iter().fold(0, |all, r| all | 1 << (r % step)),
        })
    }

    /// Whether `k` ≤ m is in the set.
    #[inline]
    fn has(&self, k: usize) -> bool {
        self.small[k / 64] >> (k % 64) & 1 == 1
    }
}

const LARGEST: u64 = 1 << 20;

/// Values, until a period is proven.
#[derive(Debug, Clone)]
pub struct AllBut {
    takes: Takes,
    values: Store,
    /// For each value, what is known of its piles.
    piles: Vec<Piles>,
    /// For each pile, the one before it of the same value, or [`NONE`].
    before: Vec<u32>,
    /// For each residue of n, the classes whose old values n excludes.
    classes: Vec<u64>,
    /// M: all values below it are excluded for ever.
    base: usize,
    saved: Option<State>,
    period: Option<Period>,
}

#[derive(Debug, Clone, Copy)]
struct Piles {
    /// The last pile with the value, or [`NONE`].
    last: u32,
    /// The classes with a pile of this value more than m before the present one.
    old: u64,
}

#[derive(Debug, Clone)]
struct State {
    pile: usize,
    base: usize,
    /// Old classes of the values from M on, up to the last that has any.
    old: Vec<u64>,
}

const NONE: u32 = u32::MAX;

impl AllBut {
    pub fn new(takes: Takes) -> AllBut {
        let step = takes.step;
        let classes = (0..step)
            .map(|n| {
                (0..step)
                    .filter(|c| takes.residues >> ((n + step - c) % step) & 1 == 1)
                    .fold(0, |all, c| all | 1 << c)
            })
            .collect();
        AllBut {
            takes,
            values: Store::default(),
            piles: Vec::new(),
            before: Vec::new(),
            classes,
            base: 0,
            saved: None,
            period: None,
        }
    }

    /// Makes what leaves the window at `pile` old.
    fn enter(&mut self, pile: usize) {
        let step = self.takes.step;
        if let Some(gone) = pile.checked_sub(self.takes.m + 1)
            && let Some(value) = self.values.get(gone)
            && let Some(piles) = self.piles.get_mut(value as usize)
        {
            piles.old |= 1 << (gone % step);
        }
        if self.takes.residues != 0 {
            let all = if step == 64 { !0 } else { (1 << step) - 1 };
            while self.piles.get(self.base).is_some_and(|p| p.old == all) {
                self.base += 1;
            }
        }
    }

    /// Finds the value of `pile`, and returns how long that took.
    fn next(&mut self, pile: usize) -> usize {
        let classes = self.classes[pile % self.takes.step];
        let mut work = 0;
        let mut value = self.base;
        while let Some(piles) = self.piles.get(value) {
            work += 1;
            if piles.old & classes == 0 {
                let mut last = piles.last;
                // Past m the old classes decide.
                while last != NONE
                    && pile - last as usize <= self.takes.m
                    && !self.takes.has(pile - last as usize)
                {
                    last = self.before[last as usize];
                    work += 1;
                }
                if last == NONE || pile - last as usize > self.takes.m {
                    break;
                }
            }
            value += 1;
        }
        if value == self.piles.len() {
            self.piles.push(Piles { last: NONE, old: 0 });
        }
        // All values are below the number of piles, which fits.
        self.before.push(self.piles[value].last);
        self.piles[value].last = pile as u32;
        self.values.push(value as u32);
        work
    }

    /// Compares the state at `pile` with the saved one, and saves it when the pile number has doubled (Brent's method: the
    /// first equal state after a saved one on the cycle is one cycle later).
    fn compare(&mut self, pile: usize) {
        if pile < self.takes.m {
            return;
        }
        if let Some(saved) = &self.saved {
            if (pile - saved.pile).is_multiple_of(self.takes.step) && self.same(saved, pile) {
                self.prove(saved.pile, pile, (self.base - saved.base) as u64);
                return;
            }
            if pile < 2 * saved.pile + 64 {
                return;
            }
        }
        self.saved = Some(State {
            pile,
            base: self.base,
            old: self.old().iter().map(|piles| piles.old).collect(),
        });
    }

    /// The old classes of the values from M on.
    fn old(&self) -> &[Piles] {
        let end = if self.takes.residues == 0 {
            self.base
        } else {
            let used = self.piles.iter().rposition(|piles| piles.old != 0);
            used.map_or(self.base, |last| last + 1).max(self.base)
        };
        &self.piles[self.base..end]
    }

    fn same(&self, saved: &State, pile: usize) -> bool {
        // The last m values; those below M are all alike.
        for back in 1..=self.takes.m {
            let value = |state: usize, base: usize| {
                let value = self.values.at(state - back) as usize;
                (value + 1).saturating_sub(base)
            };
            if value(pile, self.base) != value(saved.pile, saved.base) {
                return false;
            }
        }
        // The same classes: piles at a distance that the step divides.
        self.old()
            .iter()
            .map(|piles| piles.old)
            .eq(saved.old.iter().copied())
    }

    /// Records the period that equal states at `first` and `second` prove.
    fn prove(&mut self, first: usize, second: usize, saltus: u64) {
        let value = |n: usize| i64::from(self.values.at(n));
        let whole = second - first;
        // Differences within one period, in a circle; the last one leads to the first value of the next period.
        let differences: Vec<i64> = (first..second)
            .map(|n| {
                if n + 1 < second {
                    value(n + 1) - value(n)
                } else {
                    value(first) + saltus as i64 - value(n)
                }
            })
            .collect();
        let period = (1..=whole)
            .filter(|&p| whole.is_multiple_of(p))
            .find(|&p| differences[p..] == differences[..whole - p])
            .unwrap_or(whole);
        // Each part adds the same.
        let saltus = saltus / (whole / period) as u64;
        let mut preperiod = first;
        while preperiod > 0 && value(preperiod - 1 + period) == value(preperiod - 1) + saltus as i64
        {
            preperiod -= 1;
        }
        self.period = Some(Period {
            period,
            preperiod,
            saltus,
            checked_to: second,
        });
    }
}

impl Loop for AllBut {
    fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    /// A value takes O(m) at most, and far less where few amounts are excepted.
    fn extend(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        if len >= NONE as usize {
            return Err(budget.refusal(24 * len as u64));
        }
        while self.values.len() < len && self.period.is_none() {
            let pile = self.values.len();
            if pile.is_multiple_of(4096) {
                // All that grows, doubled because vectors double.
                budget.need(2 * self.memory() + 4096 * 48)?;
            }
            self.enter(pile);
            self.compare(pile);
            if self.period.is_some() {
                break;
            }
            let work = self.next(pile);
            // A long search counts as many steps.
            for _ in 0..=work / 64 {
                budget.step()?;
            }
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        let saved = self.saved.as_ref().map_or(0, |saved| saved.old.capacity());
        let piles = self.piles.capacity() * size_of::<Piles>();
        self.values.memory()
            + (4 * self.before.capacity() + piles + 8 * saved + 8 * self.takes.small.len()) as u64
    }

    fn proof(&self) -> Option<Period> {
        self.period
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tests::{budget, by_definition};
    use crate::work::chance::Chance;

    fn plain(set: &Takes, len: usize) -> Vec<u32> {
        by_definition(len, |n, values, show| {
            for k in 1..=n {
                let may = match k <= set.m {
                    true => set.has(k),
                    false => set.residues >> (k % set.step) & 1 == 1,
                };
                if may {
                    show(values[n - k]);
                }
            }
        })
    }

    fn value(engine: &AllBut, n: u64) -> Option<u64> {
        match engine.values().get(n as usize) {
            Some(value) => Some(value.into()),
            None => engine.proof()?.value(n, engine.values()),
        }
    }

    /// Whether a period was found; if so it is checked against the definition.
    fn check(set: Option<Takes>, len: usize) -> bool {
        let set = set.unwrap();
        let mut engine = AllBut::new(set.clone());
        for step in [len / 3, len / 2, len] {
            engine.extend(step, &mut budget()).unwrap();
        }
        let expected = plain(&set, len);
        for (n, &value) in expected.iter().enumerate() {
            assert_eq!(
                self::value(&engine, n as u64),
                Some(value.into()),
                "{set:?} {n}"
            );
        }
        let Some(found) = engine.proof() else {
            return false;
        };
        assert!(found.preperiod + found.period <= found.checked_to);
        assert_eq!(found.checked_to, engine.values().len());
        if found.preperiod > 0 {
            let (n, p) = (found.preperiod - 1, found.period);
            let rise = expected[n + p].wrapping_sub(expected[n]);
            assert_ne!(u64::from(rise), found.saltus);
        }
        // No smaller period, as far as the values show.
        let from = found.preperiod;
        if from + 3 * found.period < len {
            for p in 1..found.period {
                let saltus = expected[from + p].wrapping_sub(expected[from]);
                assert!(
                    !(from..len - p).all(|n| expected[n + p].wrapping_sub(expected[n]) == saltus)
                );
            }
        }
        assert!(value(&engine, (1 << 63) - 1).is_some());
        true
    }

    #[test]
    fn known_sets() {
        for first in 0..6 {
            for step in [1, 2, 3, 5, 8, 63, 64] {
                assert!(check(Takes::every(first, step, &[]), 700), "{first} {step}");
            }
        }
        assert!(check(Takes::every(1, 1, &[1]), 300));
        assert!(check(Takes::every(0, 1, &[0]), 300));
        assert!(check(Takes::every(1, 1, &[4, 5, 6]), 300));
        assert!(check(Takes::new(&[], 0, 1, &[]), 300));
        assert!(check(Takes::new(&[1, 3, 4], 4, 1, &[]), 300));
        assert!(Takes::every(1, 1, &[LARGEST + 1]).is_none());
        assert!(Takes::every(1, 0, &[]).is_none());
        assert!(Takes::every(1, 65, &[]).is_none());
        let mut engine = AllBut::new(Takes::every(1, 1, &[]).unwrap());
        engine.extend(1_000, &mut budget()).unwrap();
        assert_eq!(value(&engine, (1 << 63) - 1), Some((1 << 63) - 1));
    }

    #[test]
    fn random_exceptions_always_have_a_period() {
        let mut chance = Chance::new(Some(2));
        for round in 0..150 {
            let most = 1 + chance.below([4, 9, 14][round % 3]);
            let except: Vec<u64> = (0..chance.below(6))
                .map(|_| chance.below(most + 1))
                .collect();
            let first = chance.below(4);
            check(Takes::every(first, 1, &except), 1_200);
        }
    }

    #[test]
    fn random_sets_of_residues() {
        let mut chance = Chance::new(Some(4));
        let mut found = 0;
        for _ in 0..150 {
            let step = 1 + chance.below(6);
            let m = chance.below(12);
            let small: Vec<u64> = (0..=m).filter(|_| chance.below(2) == 0).collect();
            let residues: Vec<u64> = (0..step).filter(|_| chance.below(3) == 0).collect();
            found += usize::from(check(Takes::new(&small, m, step, &residues), 900));
        }
        assert!(found > 75, "{found}");
    }
}
