//! Boxes of tuples, numbered in row-major order.

use crate::expr::shape::{Bounds, Form, Shape};

/// A box: for each coordinate the numbers from its least value on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Extents {
    /// The least value of each coordinate.
    pub(super) lows: Vec<i64>,
    /// How many values each coordinate takes.
    pub(super) lens: Vec<i64>,
    /// How far apart the numbers of neighbours along each coordinate are.
    pub(super) strides: Vec<i64>,
    /// How many cells there are.
    pub(super) cells: u64,
    /// Whether a coordinate takes all values that piles may have there.
    whole: Vec<bool>,
}

/// Boxes with more cells than this are left to the definition.
pub(super) const MOST_CELLS: u64 = 64 << 20;

impl Extents {
    /// The box of all piles between the least and this one, which is a pile of the shape; `None` where it is too large.
    pub(super) fn of(
        shape: &Shape,
        bounds: &[Bounds],
        corner: &[i64],
        raises: &[bool],
    ) -> Option<Extents> {
        let mut corner = corner.to_vec();
        shape.sort(&mut corner, 0);
        let mut lens = Vec::new();
        let mut whole = Vec::new();
        let mut cells = 1u64;
        for (coord, (bounds, top)) in bounds.iter().zip(&corner).enumerate() {
            let top = match bounds.hi {
                Some(hi) if raises.get(coord) == Some(&true) => hi,
                _ => *top,
            };
            let len = top.checked_sub(bounds.lo)?.checked_add(1)?;
            // Sums with a few of these numbers stay within 64 bits.
            if len < 1 || top.max(bounds.lo.saturating_neg()) > i64::MAX >> 2 {
                return None;
            }
            cells = cells
                .checked_mul(len as u64)
                .filter(|cells| *cells <= MOST_CELLS)?;
            lens.push(len);
            whole.push(bounds.hi == Some(top));
        }
        let mut strides = vec![1; lens.len()];
        for coord in (0..lens.len().saturating_sub(1)).rev() {
            let stride = strides.get(coord + 1)? * lens.get(coord + 1)?;
            *strides.get_mut(coord)? = stride;
        }
        Some(Extents {
            lows: bounds.iter().map(|bounds| bounds.lo).collect(),
            lens,
            strides,
            cells,
            whole,
        })
    }

    /// Whether a coordinate takes all values that piles may have there.
    pub(super) fn is_whole(&self, coord: usize) -> bool {
        self.whole.get(coord) == Some(&true)
    }

    /// The number of a pile, sorted where the order does not count; `None` outside the box.
    #[inline]
    pub(super) fn place(&self, cells: &[i64]) -> Option<usize> {
        if cells.len() != self.lens.len() {
            return None;
        }
        let mut place = 0;
        for (cell, (low, (len, stride))) in cells
            .iter()
            .zip(self.lows.iter().zip(self.lens.iter().zip(&self.strides)))
        {
            let at = cell.checked_sub(*low)?;
            if !(0..*len).contains(&at) {
                return None;
            }
            place += at * stride;
        }
        Some(place as usize)
    }

    /// The greatest value of each coordinate.
    pub(super) fn corner(&self) -> Vec<i64> {
        let lens = self.lows.iter().zip(&self.lens);
        lens.map(|(low, len)| low + len - 1).collect()
    }
}

/// Whether the order of the coordinates does not count.
pub(super) fn is_unordered(shape: &Shape) -> bool {
    shape.form == Form::Unordered
}
