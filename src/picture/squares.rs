//! Boards of two coordinates, gathered into the squares of a map.

use super::bitmap::{Bitmap, Rgba};
use super::drawing::Map;
use crate::work::Limit;
use crate::work::budget::Budget;

/// The most pixels of a map in either direction.
const SIDE: usize = 720;
/// The fewest pixels of a map in either direction, so that a single row is still seen.
const THIN: usize = 28;
/// The largest square for one position.
const LARGEST_CELL: usize = 24;

/// One coordinate's share of a map: how many positions make a square, and how many pixels a square has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raster {
    pub block: usize,
    pub cell: usize,
    pub blocks: usize,
}

impl Raster {
    /// Squares for both coordinates, of one size unless one coordinate is so short that its squares need stretching.
    pub fn of(map: &Map) -> [Raster; 2] {
        let counts = [map.across.count, map.up.count];
        let longest = counts[0].max(counts[1]).max(1);
        let block = longest.div_ceil(SIDE);
        let cell = (SIDE / longest.div_ceil(block)).clamp(1, LARGEST_CELL);
        counts.map(|count| {
            let count = count.max(1);
            // A short side is not put into blocks that would leave less of it than can be seen.
            let block = block.min(count.div_ceil(THIN));
            let blocks = count.div_ceil(block);
            let cell = cell.max(THIN.div_ceil(blocks));
            Raster {
                block,
                cell,
                blocks,
            }
        })
    }

    pub fn pixels(self) -> f64 {
        (self.blocks * self.cell) as f64
    }

    /// The pixels from the beginning to the middle of a number's square.
    pub fn middle(self, offset: u64) -> f64 {
        ((offset as f64 + 0.5) / self.block as f64 * self.cell as f64).min(self.pixels())
    }
}

/// What is known of the positions in a square of the map.
#[derive(Debug, Clone, Copy, Default)]
pub struct Square {
    /// How many there are.
    pub known: u32,
    /// How many of them are P-positions, or whatever else was counted.
    pub losing: u32,
    /// The sum of their values.
    pub sum: u128,
}

impl Square {
    pub fn mean(self) -> u64 {
        // A mean of 64-bit values has 64 bits.
        let mean = self.sum.checked_div(u128::from(self.known)).unwrap_or(0);
        u64::try_from(mean).unwrap_or(u64::MAX)
    }
}

/// The squares of a map, from the top row down, and the largest value seen.
pub struct Squares {
    pub columns: usize,
    pub rows: usize,
    pub squares: Vec<Square>,
    pub largest: u64,
    pub losing: u64,
    pub known: u64,
}

impl Squares {
    /// The squares of positions, of which those with the wanted value are counted.
    pub fn gather(
        map: &Map,
        rasters: [Raster; 2],
        wanted: u64,
        budget: &mut Budget,
    ) -> Result<Squares, Limit> {
        let [across, up] = rasters;
        let (columns, rows) = (across.blocks, up.blocks);
        let mut all = Squares {
            columns,
            rows,
            squares: vec![Square::default(); columns * rows],
            largest: 0,
            losing: 0,
            known: 0,
        };
        for b in 0..map.up.count {
            let row = rows - 1 - b / up.block;
            budget.steps(map.across.count as u64)?;
            for a in 0..map.across.count {
                let Some(value) = map.value(a, b) else {
                    continue;
                };
                // Inside, for `Raster` has squares for every number.
                let square = &mut all.squares[row * columns + a / across.block];
                square.known += 1;
                square.losing += u32::from(value == wanted);
                square.sum += u128::from(value);
                all.largest = all.largest.max(value);
                all.losing += u64::from(value == wanted);
                all.known += 1;
            }
        }
        Ok(all)
    }

    pub fn bitmap(&self, palette: Vec<Rgba>, number: impl Fn(Square) -> u8) -> Bitmap {
        // Sides are little more than SIDE at most.
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Bitmap {
            width: side(self.columns),
            height: side(self.rows),
            palette,
            pixels: self.squares.iter().map(|&square| number(square)).collect(),
        }
    }
}
