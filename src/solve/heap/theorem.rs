//! The theorems that prove periods, and which games they cover.

use std::fmt;

use crate::expr::tree::PartSizes;
use crate::kernel::period::{Period, by_guy_smith, by_pigeonhole};
use crate::kernel::store::{Slice, each_width};
use crate::moves::taking::{Family, Leaves};

/// A theorem that proves periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// A value is a function of so many values before it: a repeated window proves a period.
    Pigeonhole {
        /// The largest amount.
        window: u64,
    },
    /// Guy and Smith (1956): at most `most` are taken and at most `heaps` piles left.
    GuySmith {
        /// The largest amount.
        most: u64,
        /// The greatest number of piles left, at least 1.
        heaps: u64,
    },
    /// The last values of a game with few rare heaps repeat, and all witnesses lie in them: the options that decide a value are
    /// those of the value a period before.
    Window,
    /// A finite state, relative to the least value not seen yet, decides all that follows; a repeated state proves an
    /// arithmetic period.
    States,
}

impl fmt::Display for PeriodTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PeriodTheorem::Pigeonhole { .. } | PeriodTheorem::States => "the pigeonhole principle",
            PeriodTheorem::GuySmith { .. } => "the theorem of Guy and Smith",
            PeriodTheorem::Window => "the repeated window of a sparse game",
        })
    }
}

impl PeriodTheorem {
    /// The theorem that covers these moves: finitely many amounts, and either at most one pile left or so many of any
    /// sizes. The theorem of Guy and Smith is wrong where equal parts are excluded or required.
    pub fn of(families: &[Family]) -> Option<PeriodTheorem> {
        let mut most = 1;
        let mut heaps = 1;
        for family in families {
            most = family.finite()?.iter().copied().fold(most, i64::max);
            match family.leaves {
                Leaves::Nothing | Leaves::One { .. } => {}
                Leaves::Two { unequal: false } | Leaves::Pair { unequal: false, .. } => {
                    heaps = heaps.max(2)
                }
                Leaves::Parts {
                    most: Some(most),
                    sizes: PartSizes::Any,
                    ..
                } => heaps = heaps.max(most),
                Leaves::Two { unequal: true } | Leaves::Pair { .. } | Leaves::Parts { .. } => {
                    return None;
                }
            }
        }
        let (most, heaps) = (u64::try_from(most).ok()?, u64::try_from(heaps).ok()?);
        Some(if heaps == 1 {
            PeriodTheorem::Pigeonhole { window: most }
        } else {
            PeriodTheorem::GuySmith { most, heaps }
        })
    }

    pub fn prove(self, values: Slice<'_>) -> Option<Period> {
        each_width!(Slice: values, values => self.prove_in(values))
    }

    fn prove_in<T: Copy + Eq>(self, values: &[T]) -> Option<Period> {
        match self {
            PeriodTheorem::Pigeonhole { window } => {
                by_pigeonhole(values, usize::try_from(window).ok()?)
            }
            PeriodTheorem::GuySmith { most, heaps } => by_guy_smith(
                values,
                usize::try_from(most).ok()?,
                usize::try_from(heaps).ok()?,
            ),
            // The engines prove these themselves.
            PeriodTheorem::Window | PeriodTheorem::States => None,
        }
    }
}
