//! A sheet of dots, eight in each character.

/// Dots, two to the right and four down in each character (Unicode's block of braille patterns).
pub struct Sheet {
    columns: usize,
    /// Eight bits a character, row by row from the top.
    cells: Vec<u8>,
}

/// The bit of each dot by its row and column.
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

impl Sheet {
    /// A sheet without dots of so many characters.
    pub fn new(columns: usize, lines: usize) -> Sheet {
        Sheet {
            columns: columns.max(1),
            cells: vec![0; columns.max(1) * lines],
        }
    }

    /// Sets a dot, counted from the top left; outside the sheet nothing happens.
    pub fn set(&mut self, x: usize, y: usize) {
        let column = x / 2;
        if column < self.columns
            && let Some(cell) = self.cells.get_mut(y / 4 * self.columns + column)
        {
            *cell |= BITS[y % 4][x % 2];
        }
    }

    /// The lines of the sheet from the top, all of one length.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.cells
            .chunks(self.columns)
            .map(|line| line.iter().map(|&cell| sign(cell)).collect())
    }
}

fn sign(cell: u8) -> char {
    if cell == 0 {
        return ' ';
    }
    char::from_u32(0x2800 + u32::from(cell)).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_where_they_were_set() {
        let mut sheet = Sheet::new(3, 2);
        for (x, y) in [(0, 0), (1, 3), (5, 7), (2, 4), (6, 0), (0, 8)] {
            sheet.set(x, y);
        }
        assert_eq!(sheet.lines().collect::<Vec<_>>(), ["⢁  ", " ⠁⢀"]);
    }
}
