//! Proofs that values repeat, and repetitions that are only observed.
//!
//! All functions take the values of the piles 0, 1, 2, … and look for the least shift p at which the last values repeat. They
//! take O(n) time where the values are not built to mislead, and no memory that grows with n.

use std::ops::RangeInclusive;

use crate::work::store::Slice;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The least period p.
    pub period: usize,
    /// The least n0 with g(n + p) = g(n) for all n >= n0.
    pub preperiod: usize,
    /// g(n + p) = g(n) + saltus: 0 but for an arithmetic period.
    pub saltus: u64,
    /// The equation was checked for all n from `preperiod` up to here, which settles all larger n.
    pub checked_to: usize,
}

impl Period {
    /// What is seen of so many values, of which the last few agree with those a shift before them.
    pub(super) fn seen(len: usize, (period, same): (usize, usize)) -> Period {
        Period {
            period,
            preperiod: len - period - same,
            saltus: 0,
            checked_to: len - period - 1,
        }
    }

    /// The value of a pile, from those of the piles below the end of the first period; `None`: it does not fit.
    pub fn value(self, size: u64, values: Slice<'_>) -> Option<u64> {
        let value = values.get(self.representative(size))?;
        u64::from(value).checked_add(self.rise(size)?)
    }

    /// How much larger the value of a pile is than that of its [representative](Period::representative); `None`: it does not
    /// fit.
    pub fn rise(self, size: u64) -> Option<u64> {
        let beyond = size.saturating_sub(self.preperiod as u64);
        (beyond / self.period as u64).checked_mul(self.saltus)
    }

    /// A size below the end of the first period from whose value that of `size` follows.
    pub fn representative(self, size: u64) -> usize {
        let start = self.preperiod as u64;
        if size < start {
            return size as usize;
        }
        (start + (size - start) % self.period as u64) as usize
    }
}

/// Why values, or images in a misère quotient, that repeat long enough repeat for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recurrence {
    /// A move takes at most `most` from a pile and leaves the rest in at most `heaps` piles of any sizes, where only the amount and
    /// the number of piles left decide whether it may: a plain code with finitely many digits (Guy and Smith 1956).
    Digits {
        /// The place of the last digit that is not 0.
        most: usize,
        /// The most piles that a move leaves, at least 1.
        heaps: usize,
    },
    /// A move leaves one pile at most, which from piles of `from` on lies in the `window` below; which ones depends on the remainder
    /// by `modulus`.
    Window {
        window: usize,
        from: usize,
        modulus: usize,
    },
}

impl Recurrence {
    /// The period of the values of the piles 0, 1, 2, …, where they prove one.
    pub fn prove<T: Copy + Eq>(self, values: &[T]) -> Option<Period> {
        match self {
            Recurrence::Digits { most, heaps } => by_guy_smith(values, most, heaps),
            Recurrence::Window {
                window,
                from,
                modulus,
            } => by_pigeonhole(values, (window, from, modulus)),
        }
    }
}

/// Where a value is a function of the `window` values before it and of the remainder of its size by `modulus`, for sizes from
/// `from` on: a window that comes again with the same remainder repeats for ever.
pub fn by_pigeonhole<T: Copy + Eq>(
    values: &[T],
    (window, from, modulus): (usize, usize, usize),
) -> Option<Period> {
    let len = values.len();
    Shifts::new(values, window).find_map(|(shift, same)| {
        // The same windows come again after this many, perhaps sooner.
        let whole = shift.checked_mul(modulus / gcd(shift, modulus))?;
        let is_again = same >= window.saturating_add(whole - shift);
        // Then what repeats sooner over so many does so for ever.
        let is_sooner = whole == shift || same >= whole;
        let begins = len.checked_sub(whole)?;
        (is_again && is_sooner && begins >= from).then(|| Period::seen(len, (shift, same)))
    })
}

fn gcd(a: usize, b: usize) -> usize {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// Guy and Smith (1956), for codes in which a move takes at most `most` and leaves at most `heaps` piles of any sizes: if
/// g(n + p) = g(n) for all n0 <= n < t n0 + (t - 1) p + k with n0 >= 1, it holds for all n >= n0.
///
/// Not valid where equal parts are forbidden or splits are guarded.
pub fn by_guy_smith<T: Copy + Eq>(values: &[T], most: usize, heaps: usize) -> Option<Period> {
    let len = values.len();
    let heaps = heaps.max(1);
    // With n0 = len - p - same, the range of the theorem leaves no smaller agreement.
    let least = (len - len.div_ceil(heaps)).saturating_add(most / heaps);
    Shifts::new(values, least).find_map(|found| {
        let seen = Period::seen(len, found);
        let end = heaps
            .saturating_mul(seen.preperiod.max(1))
            .saturating_add((heaps - 1).saturating_mul(seen.period))
            .saturating_add(most);
        (end <= len - seen.period).then_some(Period {
            checked_to: end - 1,
            ..seen
        })
    })
}

/// The period that the values fit: g(n + p) = g(n) over at least the last half of them and three periods. No theorem says that
/// it goes on.
pub fn observed<T: Copy + Eq>(values: &[T]) -> Option<Period> {
    Some(Period::seen(values.len(), repeats(values)?))
}

/// The same for g(n + p) = g(n) + s. Takes 4 bytes a value for the first differences.
pub fn observed_rising<T: Copy + Eq + Into<u32>>(values: &[T]) -> Option<Period> {
    // No value is more than the number of options, far less than 2^31, so that differences are told apart modulo 2^32.
    let differences: Vec<u32> = values
        .windows(2)
        .map(|pair| pair[1].into().wrapping_sub(pair[0].into()))
        .collect();
    let seen = Period::seen(differences.len(), repeats(&differences)?);
    let before = values.len().checked_sub(1 + seen.period)?;
    let (before, last): (u32, u32) = ((*values.get(before)?).into(), (*values.last()?).into());
    Some(Period {
        saltus: u64::from(last.checked_sub(before)?),
        checked_to: seen.checked_to + 1,
        ..seen
    })
}

/// The least shift at which the last half of the values repeats, over at least three periods.
fn repeats<T: Copy + Eq>(values: &[T]) -> Option<(usize, usize)> {
    Shifts::new(values, (values.len() / 2).max(8))
        .find(|&(shift, same)| same >= shift.saturating_mul(3))
}

/// How many values at the end agree with those `shift` before them.
fn agreement<T: Copy + Eq>(values: &[T], shift: usize) -> usize {
    const CHUNK: usize = 256;
    let count = values.len().saturating_sub(shift);
    let (late, early) = (&values[values.len() - count..], &values[..count]);
    let mut left = count;
    while left >= CHUNK && late[left - CHUNK..left] == early[left - CHUNK..left] {
        left -= CHUNK;
    }
    let rest = late[..left].iter().rev().zip(early[..left].iter().rev());
    count - left + rest.take_while(|(late, early)| late == early).count()
}

/// The shifts at which at least so many of the last values repeat, in increasing order, each with how many do.
///
/// Multiples of a shift found are left out while their agreement ends where that of the shift ends: whatever a theorem asks of
/// them, the shift itself has more of it. Where long agreements come up again and again the search gives up at an effort of
/// 64 comparisons a value: then no period is found, never a wrong one.
#[derive(Debug)]
pub struct Shifts<'a, T> {
    values: &'a [T],
    least: usize,
    next: usize,
    effort: usize,
    found: Vec<(usize, usize)>,
}

impl<'a, T: Copy + Eq> Shifts<'a, T> {
    /// Looks for shifts with an agreement of at least `least` values.
    pub fn new(values: &'a [T], least: usize) -> Shifts<'a, T> {
        Shifts {
            values,
            least,
            next: 1,
            effort: values.len().saturating_mul(64).saturating_add(1 << 16),
            found: Vec::new(),
        }
    }

    /// The first of the shifts at which the last few values repeat.
    fn candidate(&self, shifts: RangeInclusive<usize>) -> Option<usize> {
        const CHUNK: usize = 64;
        const PLACES: [usize; 4] = [0, 1, 3, 6];
        let (mut from, to) = shifts.into_inner();
        let len = self.values.len();
        if self.least < 8 {
            return (from <= to).then_some(from);
        }
        // to + least <= len, so that all places below lie among the values.
        let wanted = PLACES.map(|place| self.values[len - 1 - place]);
        while from + CHUNK <= to {
            let slices = PLACES.map(|place| {
                let last = len - 1 - place - from;
                &self.values[last + 1 - CHUNK..=last]
            });
            let [first, second, third, fourth] = slices;
            let rest = second.iter().zip(third).zip(fourth);
            let any = first.iter().zip(rest).fold(false, |any, (a, ((b, c), d))| {
                any | (*a == wanted[0]) & (*b == wanted[1]) & (*c == wanted[2]) & (*d == wanted[3])
            });
            if any {
                break;
            }
            from += CHUNK;
        }
        (from..=to).find(|shift| {
            PLACES
                .iter()
                .zip(&wanted)
                .all(|(place, wanted)| self.values[len - 1 - place - shift] == *wanted)
        })
    }
}

impl<T: Copy + Eq> Iterator for Shifts<'_, T> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let last = self.values.len().checked_sub(self.least.max(1))?;
        while self.next <= last {
            let shift = self.candidate(self.next..=last)?;
            self.next = shift + 1;
            let known =
                |&(period, same): &(usize, usize)| shift % period == 0 && shift - period < same;
            if self.found.iter().any(known) {
                continue;
            }
            let same = agreement(self.values, shift);
            self.effort = self.effort.checked_sub(same + 1)?;
            if same < self.least {
                continue;
            }
            // Some few are enough to leave the multiples out.
            if same >= shift && self.found.len() < 8 {
                self.found.push((shift, same));
            }
            return Some((shift, same));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::chance::Chance;

    #[test]
    fn a_window_that_comes_again_is_a_period() {
        // take 1..3, with the first values disturbed
        let values: Vec<u32> = (0..40).map(|n| if n < 5 { 9 } else { n % 4 }).collect();
        let period = by_pigeonhole(&values, (3, 7, 1)).unwrap();
        assert_eq!((period.period, period.preperiod), (4, 5));
        assert_eq!(period.representative(1_000_000_000_000_001), 5);
        assert_eq!(by_pigeonhole(&values[..9], (3, 7, 1)), None);
    }

    #[test]
    fn arithmetic_periods_are_observed() {
        let values: Vec<u32> = (0..300)
            .map(|n| if n < 20 { n * n } else { n / 7 * 4 + n % 7 })
            .collect();
        assert_eq!(observed(&values), None);
        let found = observed_rising(&values).unwrap();
        assert_eq!((found.period, found.saltus), (7, 4));
        let right = (0..293)
            .rev()
            .take_while(|&n| values[n + 7] == values[n] + 4)
            .last();
        assert_eq!(Some(found.preperiod), right);
    }

    /// Guy and Smith by the definition.
    fn plain(values: &[u8], most: usize, heaps: usize) -> Option<(usize, usize)> {
        let len = values.len();
        (1..len).find_map(|period| {
            let agrees = |n: usize| values[n] == values[n + period];
            let preperiod = (0..=len - period)
                .rev()
                .take_while(|&n| n == len - period || agrees(n))
                .last()?;
            let start = preperiod.max(1);
            (heaps * start + (heaps - 1) * period + most <= len - period)
                .then_some((period, preperiod))
        })
    }

    /// A shift is left out only where a multiple of another one agrees no further back.
    #[test]
    fn shifts_are_those_that_agree() {
        let mut chance = Chance::new(Some(5));
        let mut random = |below: u32| chance.below(below.into()) as u32;
        for _ in 0..3000 {
            let mut values: Vec<u8> = Vec::new();
            // Stretches with periods of their own.
            for _ in 0..1 + random(4) {
                let period = 1 + random(9) as usize;
                let begin = values.len();
                for at in begin..begin + random(50) as usize {
                    let repeats = at >= begin + period;
                    values.push(if repeats {
                        values[at - period]
                    } else {
                        random(3) as u8
                    });
                }
            }
            let least = 1 + random(12) as usize;
            let found: Vec<(usize, usize)> = Shifts::new(&values, least).collect();
            let len = values.len();
            for shift in 1..len {
                let same = (shift..len)
                    .rev()
                    .take_while(|n| values[*n] == values[n - shift])
                    .count();
                let is_covered = found.iter().any(|(period, known)| {
                    (shift, same) == (*period, *known)
                        || shift % period == 0 && len - shift - same == len - period - known
                });
                let is_found = found.iter().any(|(period, _)| *period == shift);
                assert!(same < least || is_covered, "{values:?} {least}: {shift}");
                assert!(same >= least || !is_found, "{values:?} {least}: {shift}");
            }
        }
    }

    #[test]
    fn the_least_period_is_found() {
        let mut chance = Chance::new(Some(3));
        let mut random = |below: u32| chance.below(below.into()) as u32;
        for _ in 0..3000 {
            let len = 1 + random(200) as usize;
            let start = random(len as u32) as usize;
            let period = 1 + random(30) as usize;
            let alphabet = 1 + random(3);
            let mut values: Vec<u8> = (0..len).map(|_| random(alphabet) as u8).collect();
            for at in start + period..len {
                values[at] = values[at - period];
            }
            let most = random(5) as usize;
            let heaps = 1 + random(3) as usize;
            let found =
                by_guy_smith(&values, most, heaps).map(|found| (found.period, found.preperiod));
            assert_eq!(
                found,
                plain(&values, most, heaps),
                "{values:?} {most} {heaps}"
            );
        }
    }
}
