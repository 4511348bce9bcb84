//! Values of a queen (Wythoff's game) or a rook on a rectangle, moving towards its corner: the vectors
//! are (0, 1), (1, 0) and, for the queen, (1, 1). The options along a line are those of the next position on it and that one.
//!
//! The values are symmetric, so only positions (i, j) with i ≤ j are computed, and the others are mirrored: the set of row i,
//! when it reaches the diagonal, is the set of column i.
//!
//! Index bounds: every set has `words` words, and 64·`words` is more than every value, which is at most the number of options:
//! both numbers and the smaller one. Columns, diagonals and rows have numbers below `columns`.

use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::store::Store;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Rook,
    Queen,
}

/// Values of all positions of a rectangle.
#[derive(Debug, Clone)]
pub struct Queen {
    /// The smaller size: as many rows are computed.
    rows: usize,
    /// The larger size.
    columns: usize,
    /// Whether the rows asked for are the columns here.
    turned: bool,
    diagonal: bool,
    /// Row by row.
    values: Store,
    words: usize,
    row: Vec<u64>,
    by_column: Lines,
    /// By j − i; for the rook without sets.
    by_diagonal: Lines,
    /// The values of the row in work.
    found: Vec<u32>,
}

/// The values seen along the lines of a direction.
#[derive(Debug, Clone, Default)]
struct Lines {
    /// Sets of so many words one after the other.
    sets: Vec<u64>,
    /// How many of the first words of each set are full.
    full: Vec<u32>,
}

impl Queen {
    /// The positions (i, j) with i < `rows` and j < `columns`, none computed yet.
    ///
    /// Returns none if there are 2^31 positions or more.
    pub fn new(rows: usize, columns: usize, piece: Piece) -> Option<Queen> {
        if rows.checked_mul(columns)? >= 1 << 31 || rows.max(columns) >= 1 << 30 {
            return None;
        }
        let (less, more) = (rows.min(columns), rows.max(columns));
        Some(Queen {
            rows: less,
            columns: more,
            turned: rows > columns,
            diagonal: piece == Piece::Queen,
            values: Store::default(),
            words: (2 * less + more) / 64 + 1,
            row: Vec::new(),
            by_column: Lines::default(),
            by_diagonal: Lines::default(),
            found: Vec::new(),
        })
    }

    /// Computes the values of the whole rectangle.
    /// After a limit the rows so far stay, and work can go on.
    pub fn extend(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        let total = self.rows * self.columns;
        let most = u32::try_from(64 * self.words).unwrap_or(u32::MAX);
        let sets = self.columns as u64 * (16 * self.words as u64 + 12);
        let copies = if self.turned { 2 } else { 1 };
        budget.need(copies * self.values.need(total, most) + sets)?;
        self.values.reserve(total);
        let words = self.words;
        self.row.resize(words, 0);
        self.by_column.sets.resize(self.columns * words, 0);
        if self.diagonal {
            self.by_diagonal.sets.resize(self.columns * words, 0);
        }
        self.by_column.full.resize(self.columns, 0);
        self.by_diagonal.full.resize(self.columns, 0);
        self.found.resize(self.columns, 0);
        while self.values.len() < total {
            let i = self.values.len() / self.columns;
            for (j, found) in self.found[..i].iter_mut().enumerate() {
                *found = self.values.at(j * self.columns + i);
            }
            if self.diagonal {
                self.row::<true>(i);
            } else {
                self.row::<false>(i);
            }
            self.values.append(&self.found);
            budget.spend(self.columns as u64)?;
        }
        Ok(())
    }

    /// Values of row i from the diagonal on.
    fn row<const DIAGONAL: bool>(&mut self, i: usize) {
        let words = self.words;
        let row = &mut self.row[..words];
        row.copy_from_slice(&self.by_column.sets[i * words..(i + 1) * words]);
        let mut row_full = self.by_column.full[i];
        for j in i..self.columns {
            let column = &mut self.by_column.sets[j * words..(j + 1) * words];
            let column_full = &mut self.by_column.full[j];
            let diagonal = if DIAGONAL {
                &mut self.by_diagonal.sets[(j - i) * words..(j - i + 1) * words]
            } else {
                &mut []
            };
            let diagonal_full = &mut self.by_diagonal.full[j - i];
            let from = row_full.max(*column_full).max(*diagonal_full) as usize;
            let mut w = from;
            let mut free = 0;
            while w < words {
                let line = if DIAGONAL { diagonal[w] } else { 0 };
                free = !(row[w] | column[w] | line);
                if free != 0 {
                    break;
                }
                w += 1;
            }
            let bit = free & free.wrapping_neg();
            self.found[j] = 64 * w as u32 + free.trailing_zeros();
            row[w] |= bit;
            while row.get(row_full as usize) == Some(&!0) {
                row_full += 1;
            }
            column[w] |= bit;
            while column.get(*column_full as usize) == Some(&!0) {
                *column_full += 1;
            }
            if DIAGONAL {
                diagonal[w] |= bit;
                while diagonal.get(*diagonal_full as usize) == Some(&!0) {
                    *diagonal_full += 1;
                }
            }
        }
    }

    /// The values, once all are computed, row by row.
    pub fn into_values(self) -> Store {
        if !self.turned {
            return self.values;
        }
        let mut result = Store::default();
        result.reserve(self.values.len());
        for j in 0..self.columns {
            let places = (0..self.rows).map(|i| i * self.columns + j);
            let row: Vec<u32> = places.map(|place| self.values.at(place)).collect();
            result.append(&row);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tests::{assert_values, budget, by_definition, interrupted};

    #[test]
    fn the_same_as_by_definition() {
        let sizes = [
            (0, 0),
            (0, 3),
            (1, 1),
            (1, 70),
            (70, 1),
            (2, 3),
            (64, 64),
            (130, 130),
            (50, 131),
            (131, 50),
        ];
        for (rows, columns) in sizes {
            for piece in [Piece::Rook, Piece::Queen] {
                let expected = by_definition(rows * columns, |place, values, show| {
                    let (i, j) = (place / columns, place % columns);
                    (0..i).for_each(|k| show(values[k * columns + j]));
                    (0..j).for_each(|k| show(values[i * columns + k]));
                    if piece == Piece::Queen {
                        (1..=i.min(j)).for_each(|k| show(values[place - k * (columns + 1)]));
                    }
                });
                let mut engine = Queen::new(rows, columns, piece).unwrap();
                let _ = engine.extend(&mut interrupted());
                engine.extend(&mut budget()).unwrap();
                let about = format_args!("{rows} {columns} {piece:?}");
                assert_values(engine.into_values().slice(), &expected, about);
            }
        }
    }
}
