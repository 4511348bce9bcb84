//! Proofs that values repeat.

/// A proven period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The least period p.
    pub period: usize,
    /// The least n0 with g(n + p) = g(n) for all n >= n0.
    pub preperiod: usize,
    /// The equation was checked for all n from `preperiod` up to here, which settles all larger n.
    pub checked_to: usize,
}

impl Period {
    /// A size below the end of the first period that has the same value.
    pub fn representative(self, size: u64) -> usize {
        let start = self.preperiod as u64;
        if size < start {
            return size as usize;
        }
        (start + (size - start) % self.period as u64) as usize
    }
}

/// Where a value is a function of the `window` values before it (sizes up to `window` excepted): a window that comes again
/// repeats for ever.
pub fn by_pigeonhole(values: &[u32], window: usize) -> Option<Period> {
    let len = values.len();
    let agreement = agreement(values);
    // The earlier window must lie where the recurrence has no exceptions, behind size `window`.
    let period = (1..len).find(|&shift| {
        agreement.get(shift).is_some_and(|&same| same >= window) && len > shift + 2 * window
    })?;
    let same = agreement.get(period).copied()?;
    let preperiod = len - period - same;
    Some(Period {
        period,
        preperiod,
        // The last window is the one that was compared.
        checked_to: len - period - 1,
    })
}

/// Guy and Smith (1956), for codes in which a move takes at most `most` and leaves at most `heaps` piles of any sizes: if
/// g(n + p) = g(n) for all n0 <= n < t n0 + (t - 1) p + k with n0 >= 1, it holds for all n >= n0.
pub fn by_guy_smith(values: &[u32], most: usize, heaps: usize) -> Option<Period> {
    let len = values.len();
    let agreement = agreement(values);
    (1..len / 2).find_map(|period| {
        let same = agreement.get(period).copied()?;
        let preperiod = len - period - same;
        let start = preperiod.max(1);
        let end = heaps * start + (heaps - 1) * period + most;
        (end <= len - period).then_some(Period {
            period,
            preperiod,
            checked_to: end - 1,
        })
    })
}

/// For each shift p, for how many sizes at the end g(n) = g(n - p): the Z-function of the reversed values.
fn agreement(values: &[u32]) -> Vec<usize> {
    let len = values.len();
    // All indices below are less than `len`.
    let at = |place: usize| values[len - 1 - place];
    let mut lengths = vec![0; len];
    let (mut left, mut right) = (0, 0);
    for place in 1..len {
        let mut length = if place < right {
            lengths[place - left].min(right - place)
        } else {
            0
        };
        while place + length < len && at(length) == at(place + length) {
            length += 1;
        }
        if place + length > right {
            (left, right) = (place, place + length);
        }
        lengths[place] = length;
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_comes_again_is_a_period() {
        // take 1..3, with the first values disturbed
        let values: Vec<u32> = (0..40).map(|n| if n < 5 { 9 } else { n % 4 }).collect();
        let period = by_pigeonhole(&values, 3).unwrap();
        assert_eq!((period.period, period.preperiod), (4, 5));
        assert_eq!(period.representative(1_000_000_000_000_001), 5);
        assert_eq!(by_pigeonhole(&values[..9], 3), None);
    }

    #[test]
    fn guy_and_smith_need_the_whole_range() {
        let values: Vec<u32> = (0..200)
            .map(|n| if n < 70 { n * n } else { n % 12 })
            .collect();
        let period = by_guy_smith(&values, 2, 2).unwrap();
        assert_eq!((period.period, period.preperiod), (12, 70));
        // 2 * 70 + 12 + 2 = 154 sizes and a period more.
        assert_eq!(by_guy_smith(&values[..165], 2, 2), None);
        assert!(by_guy_smith(&values[..166], 2, 2).is_some());
    }
}
