//! Which values are marked, for each of the piles that are worked on together.

use crate::kernel::simd::{GROUP, LANES};

/// One bit for each squeezed value, for each lane.
#[derive(Debug, Default)]
pub struct Sets {
    /// 64 values each.
    pub bands: Vec<[u64; LANES]>,
    /// So many groups hold the marks of the whole list.
    pub done: u32,
}

impl Sets {
    /// Takes all marks back and makes room for so many groups.
    pub fn clear(&mut self, top: u32) {
        self.bands.clear();
        self.grow(top);
        self.done = 0;
    }

    /// Makes room for so many groups.
    pub fn grow(&mut self, top: u32) {
        let bands = top.div_ceil(8) as usize;
        if self.bands.len() < bands {
            self.bands.resize(bands, [0; LANES]);
        }
    }

    /// Marks a value.
    #[inline]
    pub fn set(&mut self, lane: usize, squeezed: u16) {
        if let Some(band) = self.bands.get_mut(usize::from(squeezed / 64)) {
            band[lane % LANES] |= 1 << (squeezed % 64);
        }
    }

    /// The marks of a band.
    #[inline]
    pub fn word(&self, band: usize, lane: usize) -> u64 {
        self.bands.get(band).map_or(0, |band| band[lane % LANES])
    }

    /// The least value below `8 * done` that is not marked.
    #[inline]
    pub fn least_unmarked(&self, lane: usize) -> Option<u32> {
        let limit = self.done * GROUP;
        let mut first = 0;
        for band in &self.bands {
            let word = band[lane % LANES];
            if word != u64::MAX {
                let value = first + (!word).trailing_zeros();
                return (value < limit).then_some(value);
            }
            first += 64;
        }
        None
    }
}

/// Bits below a limit, of the band given.
#[inline]
pub fn bits_below(limit: u32, band: usize) -> u64 {
    match limit.saturating_sub(band as u32 * 64) {
        0 => 0,
        count @ 1..64 => (1 << count) - 1,
        _ => u64::MAX,
    }
}
