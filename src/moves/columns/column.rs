//! Columns: the values of one term in all lanes of a block, and masks of live lanes.
//!
//! Lanes are 32 bits wide; a term whose values may not fit is worked out lane by lane in 64 bits instead.

use std::sync::Arc;

use super::scalar::Fault;

/// Why a block is not worked out in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Miss {
    /// A live lane faults.
    Fault,
    /// A value may not fit a lane: whether it does, and what then, is seen lane by lane.
    Wide,
}

impl From<Fault> for Miss {
    fn from(_: Fault) -> Miss {
        Miss::Fault
    }
}

/// The values of a term in the lanes of a block.
#[derive(Debug, Clone)]
pub(crate) enum Column {
    /// The same value in every lane.
    Same(i64),
    /// `first, first + step, …`; the last value fits 64 bits.
    Line {
        /// The value in lane 0.
        first: i64,
        /// The difference from lane to lane; not 0.
        step: i64,
    },
    /// Any values, all between `lo` and `hi`. Lanes that are not live hold any number in that range.
    Lanes {
        lanes: Arc<Vec<i32>>,
        /// No value is less.
        lo: i32,
        /// No value is greater.
        hi: i32,
    },
}

impl Column {
    pub(super) fn of(lanes: Vec<i32>, lo: i64, hi: i64) -> Column {
        Column::Lanes {
            lanes: Arc::new(lanes),
            // The caller has made sure that the range fits.
            lo: lo as i32,
            hi: hi as i32,
        }
    }

    /// `first, first + step, …`
    pub(crate) fn line(first: i64, step: i64) -> Column {
        if step == 0 {
            return Column::Same(first);
        }
        Column::Line { first, step }
    }

    pub(crate) fn lanes_of(lanes: Vec<i32>) -> Column {
        let lo = lanes.iter().copied().min().unwrap_or(0);
        let hi = lanes.iter().copied().max().unwrap_or(0);
        Column::of(lanes, i64::from(lo), i64::from(hi))
    }

    /// A range that holds all values.
    pub(crate) fn range(&self, count: usize) -> (i64, i64) {
        match self {
            Column::Same(value) => (*value, *value),
            Column::Line { first, step } => {
                let last = first.wrapping_add(step.wrapping_mul(count as i64 - 1));
                (*first.min(&last), *first.max(&last))
            }
            Column::Lanes { lo, hi, .. } => (i64::from(*lo), i64::from(*hi)),
        }
    }

    /// The values one by one.
    pub(super) fn lanes(&self, count: usize) -> Result<Arc<Vec<i32>>, Miss> {
        let (lo, hi) = self.range(count);
        if !fits(lo, hi) {
            return Err(Miss::Wide);
        }
        Ok(Arc::new(match self {
            Column::Line { first, step } => {
                let (first, step) = (*first as i32, *step as i32);
                (0..count as i32)
                    .map(|lane| first.wrapping_add(step.wrapping_mul(lane)))
                    .collect()
            }
            Column::Same(_) => vec![lo as i32; count],
            Column::Lanes { lanes, .. } => return Ok(Arc::clone(lanes)),
        }))
    }

    #[inline]
    pub(crate) fn at(&self, lane: usize) -> i64 {
        match self {
            Column::Same(value) => *value,
            Column::Line { first, step } => first.wrapping_add(step.wrapping_mul(lane as i64)),
            Column::Lanes { lanes, .. } => lanes.get(lane).map_or(0, |value| i64::from(*value)),
        }
    }
}

/// Whether all numbers of a range fit a lane.
#[inline]
pub(super) fn fits(lo: i64, hi: i64) -> bool {
    lo >= i64::from(i32::MIN) && hi <= i64::from(i32::MAX)
}

/// Which lanes of a block are live.
#[derive(Debug, Clone)]
pub(crate) struct Mask {
    /// 1 for a live lane, 0 for another; `None`: all are live.
    bits: Option<Vec<u8>>,
    /// How many lanes the block has.
    pub(crate) count: usize,
}

impl Mask {
    pub(crate) fn all(count: usize) -> Mask {
        Mask { bits: None, count }
    }

    pub(super) fn none(count: usize) -> Mask {
        Mask {
            bits: Some(vec![0; count]),
            count,
        }
    }

    /// 1 for a live lane, 0 for another; `None`: all are live.
    pub(crate) fn bits(&self) -> Option<&[u8]> {
        self.bits.as_deref()
    }

    pub(crate) fn is_empty(&self) -> bool {
        match &self.bits {
            None => self.count == 0,
            Some(bits) => bits.iter().fold(0, |all, bit| all | bit) == 0,
        }
    }

    #[inline]
    pub(crate) fn is_live(&self, lane: usize) -> bool {
        match &self.bits {
            None => lane < self.count,
            Some(bits) => bits.get(lane).is_some_and(|bit| *bit != 0),
        }
    }

    /// The lanes that are live here and for which `verdict` has 1.
    pub(super) fn and(self, mut verdict: Vec<u8>) -> Mask {
        if let Some(bits) = &self.bits {
            for (verdict, bit) in verdict.iter_mut().zip(bits) {
                *verdict &= bit;
            }
        }
        Mask {
            bits: Some(verdict),
            count: self.count,
        }
    }

    /// The lanes that are live here and not there.
    pub(super) fn without(self, other: &Mask) -> Mask {
        match &other.bits {
            None => Mask::none(self.count),
            Some(gone) => {
                let verdict = gone.iter().map(|bit| 1 - bit).collect();
                self.and(verdict)
            }
        }
    }

    /// The lanes that are live in one of them.
    pub(super) fn or(mut self, other: &Mask) -> Mask {
        match (&mut self.bits, &other.bits) {
            (Some(bits), Some(more)) => {
                for (bit, more) in bits.iter_mut().zip(more) {
                    *bit |= more;
                }
            }
            _ => self.bits = None,
        }
        self
    }
}
