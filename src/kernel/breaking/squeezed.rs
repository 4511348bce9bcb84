//! The squeezed values of the common piles that marks still reach, by bytes.
//!
//! The piles from `base` on stand behind `LANES` bytes that hold no value. One byte a pile is enough for values below 128.

use super::known::Known;
use super::mask::Mask;
use crate::kernel::simd::{LANES, Planes};

/// No value: the pile is rare, empty or does not exist.
pub const NONE: u16 = 0x8000;

/// How many bytes are kept at least; in tests few, so that some go.
pub const KEPT: usize = if cfg!(test) { 1 << 8 } else { 1 << 18 };

#[derive(Debug, Default)]
pub struct Squeezed {
    low: Vec<u8>,
    high: Vec<u8>,
    /// Whether values may have two bytes; to be filled again after a change.
    pub(super) wide: bool,
    base: usize,
}

impl Squeezed {
    /// The first pile held.
    #[inline]
    pub fn base(&self) -> usize {
        self.base
    }

    pub fn len(&self) -> usize {
        self.low.len()
    }

    pub fn bytes(&self) -> u64 {
        (self.low.capacity() + self.high.capacity()) as u64
    }

    /// The bytes, with room for 64 more piles at their end.
    #[inline]
    pub fn planes(&self) -> Planes<'_> {
        Planes {
            low: &self.low,
            high: self.wide.then_some(self.high.as_slice()),
            end: self.low.len() - LANES,
        }
    }

    /// The value of a pile from `base` on, if it is common.
    #[inline]
    pub fn get(&self, pile: usize) -> Option<u16> {
        let at = pile.checked_sub(self.base)? + LANES;
        let low = u16::from(*self.low.get(at)?);
        if self.wide {
            let value = low | u16::from(*self.high.get(at)?) << 8;
            (value < NONE).then_some(value)
        } else {
            (low < 0x80).then_some(low)
        }
    }

    /// Takes the piles from the first one on, which are kept.
    pub fn fill(&mut self, values: &Known, mask: Mask, first: usize) {
        self.low.clear();
        self.high.clear();
        self.base = first;
        self.resize(LANES + values.len() - first);
        for pile in first..values.len() {
            let value = values.at(pile);
            let none = pile == 0 || mask.is_rare(pile, value);
            let squeezed = mask.squeeze(value) | if none { NONE } else { 0 };
            self.put(LANES + pile - first, squeezed);
        }
    }

    /// Makes the planes as long as that, without values in what is new.
    pub fn resize(&mut self, len: usize) {
        if len > self.low.capacity() {
            // Not twice as much: there may be a byte or two for every pile.
            let more = len - self.low.len() + len / 8 + KEPT / 8;
            self.low.reserve_exact(more);
            if self.wide {
                self.high.reserve_exact(more);
            }
        }
        self.low.resize(len, if self.wide { 0 } else { 0x80 });
        if self.wide {
            self.high.resize(len, 0x80);
        }
    }

    /// Sets the value at a place of the planes.
    #[inline]
    pub fn put(&mut self, at: usize, squeezed: u16) {
        if self.wide {
            if let (Some(low), Some(high)) = (self.low.get_mut(at), self.high.get_mut(at)) {
                *low = (squeezed & 0xff) as u8;
                *high = (squeezed >> 8) as u8;
            }
        } else if let Some(low) = self.low.get_mut(at) {
            *low = (squeezed & 0x7f) as u8 | (squeezed >> 8 & 0x80) as u8;
        }
    }

    /// Forgets what marks that reach so far back do not reach any more.
    pub fn slide(&mut self, span: usize) {
        let kept = span.saturating_add(2 * LANES);
        let len = self.low.len();
        if len <= kept.saturating_mul(2).saturating_add(KEPT) {
            return;
        }
        let gone = len - LANES - kept;
        self.base += gone;
        self.low.drain(LANES..LANES + gone);
        if self.wide {
            self.high.drain(LANES..LANES + gone);
        }
    }
}
