//! Intervals of integers, and what becomes of them.

use super::builtin::Builtin;
use super::shape::Bounds;
use super::tree::ArithOp;

/// The least and the greatest value that a number may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) lo: i128,
    pub(crate) hi: i128,
}

/// Any integer.
pub(crate) const ALL: Interval = Interval {
    lo: i64::MIN as i128,
    hi: i64::MAX as i128,
};

/// Any number at all, such as a difference of integers.
pub(crate) const ANY: Interval = Interval {
    lo: i128::MIN / 4,
    hi: i128::MAX / 4,
};

/// Truth values.
pub(crate) const TRUTH: Interval = Interval { lo: 0, hi: 1 };

pub(crate) const NATURAL: Interval = Interval { lo: 0, ..ALL };

impl Interval {
    pub(crate) fn of(bounds: Bounds) -> Interval {
        Interval {
            lo: bounds.lo.into(),
            hi: bounds.hi.map_or(ALL.hi, i128::from),
        }
    }

    /// From one number to another.
    pub(crate) fn from((lo, hi): (i64, i64)) -> Interval {
        Interval {
            lo: lo.into(),
            hi: hi.into(),
        }
    }

    pub(crate) fn one(n: i64) -> Interval {
        Interval::from((n, n))
    }

    pub(crate) fn new(lo: i128, hi: i128) -> Interval {
        Interval { lo, hi }.and(ALL)
    }

    pub(crate) fn hull(items: impl IntoIterator<Item = Interval>) -> Option<Interval> {
        items.into_iter().reduce(|a, b| Interval {
            lo: a.lo.min(b.lo),
            hi: a.hi.max(b.hi),
        })
    }

    /// What lies in both.
    pub(crate) fn and(self, other: Interval) -> Interval {
        Interval {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        }
    }

    pub(crate) fn meets(self, other: Interval) -> bool {
        self.lo <= other.hi && other.lo <= self.hi
    }

    pub(crate) fn plus(self, other: Interval) -> Interval {
        Interval {
            lo: self.lo.saturating_add(other.lo),
            hi: self.hi.saturating_add(other.hi),
        }
    }

    /// What an operation makes of both that rises or falls with either.
    fn corners(self, other: Interval, op: impl Fn(i128, i128) -> i128) -> Interval {
        let corners = [self.lo, self.hi].map(|a| [other.lo, other.hi].map(|b| op(a, b)));
        let corners = corners.as_flattened().iter().copied();
        Interval {
            lo: corners.clone().fold(i128::MAX, i128::min),
            hi: corners.fold(i128::MIN, i128::max),
        }
    }

    pub(crate) fn times(self, other: Interval) -> Interval {
        match other.lo == other.hi {
            true => self.scaled(other.lo),
            false => self.corners(other, i128::saturating_mul),
        }
    }

    /// Each number so many times; most sums have their terms once.
    pub(crate) fn scaled(self, times: i128) -> Interval {
        let (a, b) = match times {
            1 => (self.lo, self.hi),
            -1 => (self.lo.saturating_neg(), self.hi.saturating_neg()),
            _ => (self.lo.saturating_mul(times), self.hi.saturating_mul(times)),
        };
        Interval {
            lo: a.min(b),
            hi: a.max(b),
        }
    }

    /// Rounded down; of a divisor that may be 0, or that no number can be, nothing is known.
    pub(crate) fn divided(self, by: Interval) -> Interval {
        if by.lo <= 0 && by.hi >= 0 || by.lo > by.hi {
            return ALL;
        }
        let floor = |a: i128, b: i128| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
        self.corners(by, floor).and(ALL)
    }

    /// The remainder, which has the sign of the divisor.
    pub(crate) fn remainder(self, by: Interval) -> Interval {
        match by {
            Interval { lo: 1.., hi } if self.lo >= 0 => Interval::new(0, self.hi.min(hi - 1)),
            Interval { lo: 1.., hi } => Interval::new(0, hi - 1),
            Interval { lo, hi: ..0 } => Interval::new(lo + 1, 0),
            _ => ALL,
        }
    }

    /// What an operation makes of two numbers, where it does not fail.
    pub(crate) fn arith(self, op: ArithOp, other: Interval) -> Interval {
        match op {
            ArithOp::Add => self.plus(other),
            ArithOp::Sub => self.plus(other.scaled(-1)),
            ArithOp::Mul => self.times(other),
            ArithOp::Div => self.divided(other),
            ArithOp::Rem => self.remainder(other),
        }
    }

    /// What a function makes of numbers, or of any numbers of which each is one of these, where it does not fail.
    pub(crate) fn of_call(builtin: Builtin, args: &[Interval]) -> Interval {
        use Builtin::*;
        let Some(hull) = Interval::hull(args.iter().copied()) else {
            return ALL;
        };
        let largest = hull.hi.max(hull.lo.saturating_neg());
        match (builtin, args) {
            (Min, [first, rest @ ..]) => rest
                .iter()
                .fold(*first, |a, b| Interval::new(a.lo.min(b.lo), a.hi.min(b.hi))),
            (Max, [first, rest @ ..]) => rest
                .iter()
                .fold(*first, |a, b| Interval::new(a.lo.max(b.lo), a.hi.max(b.hi))),
            (Isqrt, [n]) => {
                let root = |n: i128| n.max(0).isqrt();
                Interval::new(root(n.lo), root(n.hi))
            }
            (Popcount | Ilog2, _) => Interval::new(0, 63),
            (Gcd, [_, _, ..]) if args.iter().any(|n| n.lo > 0) => Interval::new(1, largest),
            (Abs | Gcd, _) => Interval::new(0, largest),
            // No digit of a nim-sum stands above the highest of all.
            (Xor, _) if hull.lo >= 0 => {
                let top = hull.hi.checked_ilog2();
                Interval::new(0, top.map_or(0, |top| (2 << top) - 1))
            }
            (Lcm | Mex | Len | NimProduct, _) => NATURAL,
            (Pow, [base, _]) if base.lo >= 1 => Interval { lo: 1, ..ALL },
            (Sum | Pow, _) if hull.lo >= 0 => NATURAL,
            (Prime | Square | Odd | Even | Fibonacci | Triangular | PowerOfTwo, _) => TRUTH,
            _ => ALL,
        }
    }
}
