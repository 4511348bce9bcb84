//! How a table of two coordinates is put on the characters of a screen.

use super::super::axis::grouped;
use super::super::board::{Board, Coordinate, Raster, Square, Squares};
use super::Screen;
use super::axes::Axes;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How a board is put on the characters of a screen: blocks of `block` positions a side.
pub struct Layout {
    pub block: usize,
    /// Blocks to the right and upwards.
    pub blocks: [usize; 2],
    /// Characters for a block to the right.
    pub wide: usize,
    /// Blocks in a character to the right and upwards.
    pub dots: [usize; 2],
}

impl Layout {
    /// What fits on a screen: single positions two characters wide where they do, else blocks, `dots` of them in
    /// `wide` characters.
    pub fn of(board: &Board<'_>, screen: Screen, dots: [usize; 2], wide: usize) -> Layout {
        let last = |coordinate: &Coordinate<'_>| {
            let end = coordinate.from.saturating_add(coordinate.count as u64);
            grouped(end).chars().count()
        };
        let columns = screen.columns().saturating_sub(last(&board.up) + 2).max(8);
        let lines = screen.lines().saturating_sub(6).max(4);
        let counts = [board.across.count.max(1), board.up.count.max(1)];
        if counts[0] * 2 <= columns && counts[1] <= lines {
            return Layout {
                block: 1,
                blocks: counts,
                wide: 2,
                dots: [1, 1],
            };
        }
        let block = counts[0]
            .div_ceil((columns / wide) * dots[0])
            .max(counts[1].div_ceil(lines * dots[1]));
        Layout {
            block,
            blocks: counts.map(|count| count.div_ceil(block)),
            wide,
            dots,
        }
    }

    pub fn columns(&self) -> usize {
        self.blocks[0].div_ceil(self.dots[0]) * self.wide
    }

    pub fn lines(&self) -> usize {
        self.blocks[1].div_ceil(self.dots[1])
    }

    pub fn axes(&self, board: &Board<'_>) -> Axes {
        let mut left = vec![String::new(); self.lines()];
        let up = board
            .up
            .axis()
            .ticks((self.lines() as u64).div_ceil(3).clamp(1, 8));
        for &number in &up.at {
            // Below the number of lines, for numbers are below the count.
            let block = usize::try_from(number - board.up.from).unwrap_or(usize::MAX) / self.block;
            let line = self.lines().saturating_sub(1 + block / self.dots[1]);
            if let Some(label) = left.get_mut(line) {
                *label = up.label(number);
            }
        }
        let across = board
            .across
            .axis()
            .ticks((self.columns() as u64 / 8).max(1));
        let column = |number: u64| {
            let block =
                usize::try_from(number - board.across.from).unwrap_or(usize::MAX) / self.block;
            block / self.dots[0] * self.wide
        };
        let below = across
            .at
            .iter()
            .map(|&number| (column(number), across.label(number)))
            .collect();
        let name = format!(
            "{} to the right, {} upwards",
            across.name(board.across.name),
            up.name(board.up.name)
        );
        Axes {
            left,
            below,
            marked: None,
            name,
        }
    }
}

/// What is known of the positions in each block.
pub struct Blocks {
    /// The blocks from the top row down.
    pub squares: Squares,
    /// How many rows of the screen's dots stand empty above them.
    above: usize,
}

impl Blocks {
    /// Asks for the value of every position; see [`heat_map`](super::super::heat_map).
    pub fn gather(
        board: &Board<'_>,
        layout: &Layout,
        value: &dyn Fn(usize, usize) -> Option<u64>,
        budget: &mut Budget,
    ) -> Result<Blocks, Limit> {
        let rasters = layout.blocks.map(|blocks| Raster {
            block: layout.block,
            cell: 1,
            blocks,
        });
        let above = layout.lines() * layout.dots[1] - layout.blocks[1];
        Ok(Blocks {
            squares: Squares::gather(board, rasters, value, budget)?,
            above,
        })
    }

    /// What is known of the block at a dot, counted from the left and from the top.
    pub fn at(&self, across: usize, row: usize) -> Option<Square> {
        let row = row.checked_sub(self.above)?;
        let inside = across < self.squares.columns;
        self.squares
            .squares
            .get(row * self.squares.columns + across)
            .copied()
            .filter(|_| inside)
    }
}
