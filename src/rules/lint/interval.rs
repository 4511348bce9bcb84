//! Intervals of integers, and what becomes of them.

use crate::expr::shape::Bounds;

/// The least and the greatest value that a number may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) lo: i128,
    pub(super) hi: i128,
}

/// Any integer.
pub(super) const ALL: Interval = Interval {
    lo: i64::MIN as i128,
    hi: i64::MAX as i128,
};

/// Any number at all, such as a difference of integers.
pub(super) const ANY: Interval = Interval {
    lo: i128::MIN / 4,
    hi: i128::MAX / 4,
};

/// From 0 on.
pub(super) const NATURAL: Interval = Interval { lo: 0, ..ALL };

impl Interval {
    pub(super) fn of(bounds: Bounds) -> Interval {
        Interval {
            lo: bounds.lo.into(),
            hi: bounds.hi.map_or(ALL.hi, i128::from),
        }
    }

    pub(super) fn one(n: i64) -> Interval {
        Interval {
            lo: n.into(),
            hi: n.into(),
        }
    }

    pub(super) fn new(lo: i128, hi: i128) -> Interval {
        Interval { lo, hi }.and(ALL)
    }

    pub(super) fn hull(items: impl IntoIterator<Item = Interval>) -> Option<Interval> {
        items.into_iter().reduce(|a, b| Interval {
            lo: a.lo.min(b.lo),
            hi: a.hi.max(b.hi),
        })
    }

    /// What lies in both.
    pub(super) fn and(self, other: Interval) -> Interval {
        Interval {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        }
    }

    pub(super) fn meets(self, other: Interval) -> bool {
        self.lo <= other.hi && other.lo <= self.hi
    }

    pub(super) fn plus(self, other: Interval) -> Interval {
        Interval {
            lo: self.lo.saturating_add(other.lo),
            hi: self.hi.saturating_add(other.hi),
        }
    }

    pub(super) fn times(self, other: Interval) -> Interval {
        let corners = [self.lo, self.hi].map(|a| [other.lo, other.hi].map(|b| a.saturating_mul(b)));
        let corners = corners.as_flattened();
        Interval {
            lo: corners.iter().copied().fold(i128::MAX, i128::min),
            hi: corners.iter().copied().fold(i128::MIN, i128::max),
        }
    }

    /// Rounded down; of a divisor that may be 0 nothing is known.
    pub(super) fn divided(self, by: Interval) -> Interval {
        if by.lo <= 0 && by.hi >= 0 {
            return ALL;
        }
        let floor = |a: i128, b: i128| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
        let corners = [self.lo, self.hi].map(|a| [by.lo, by.hi].map(|b| floor(a, b)));
        let corners = corners.as_flattened();
        Interval::new(
            corners.iter().copied().fold(i128::MAX, i128::min),
            corners.iter().copied().fold(i128::MIN, i128::max),
        )
    }

    /// The remainder, which has the sign of the divisor.
    pub(super) fn remainder(self, by: Interval) -> Interval {
        match by {
            Interval { lo: 1.., hi } if self.lo >= 0 => Interval::new(0, self.hi.min(hi - 1)),
            Interval { lo: 1.., hi } => Interval::new(0, hi - 1),
            Interval { lo, hi: ..0 } => Interval::new(lo + 1, 0),
            _ => ALL,
        }
    }
}
