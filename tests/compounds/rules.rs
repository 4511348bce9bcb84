//! Random rules on small piles.

/// For each size the options of a pile, each a list of parts.
pub type Table = Vec<Vec<Vec<usize>>>;

/// What options may be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A pile of Nim in disguise: the options' values are those below its own.
    Calm,
    /// Some smaller piles.
    Whole,
    /// Some lists of smaller piles, with at most the same total.
    Split,
}

/// A generator of numbers that are random enough (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 1
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 20) as usize % bound
    }

    /// Rules for piles of 0 to `most`.
    pub fn table(&mut self, kind: Kind, most: usize) -> Table {
        let mut table: Table = vec![Vec::new()];
        let mut values = vec![0];
        for size in 1..=most {
            let mut options: Vec<Vec<usize>> = Vec::new();
            match kind {
                Kind::Calm => {
                    let top = values.iter().max().copied().unwrap_or(0);
                    let value = self.below(top + 2);
                    for lower in 0..value {
                        let of_value: Vec<usize> =
                            (0..size).filter(|n| values[*n] == lower).collect();
                        options.push(vec![of_value[self.below(of_value.len())]]);
                    }
                    for smaller in (0..size).filter(|n| values[*n] < value) {
                        if self.below(2) == 0 {
                            options.push(vec![smaller]);
                        }
                    }
                    values.push(value);
                }
                Kind::Whole => {
                    options.extend((0..size).filter(|_| self.below(5) < 2).map(|n| vec![n]));
                }
                Kind::Split => {
                    for _ in 0..self.below(4) {
                        let mut parts = Vec::new();
                        let mut left = size;
                        for _ in 0..self.below(4) {
                            let part = self.below(left.min(size - 1) + 1);
                            left -= part;
                            parts.push(part);
                        }
                        options.push(parts);
                    }
                }
            }
            for parts in &mut options {
                parts.sort_unstable();
            }
            options.sort();
            options.dedup();
            table.push(options);
        }
        table
    }
}

/// The rules in the language.
pub fn text(name: &str, table: &Table, turn: &str, misere: bool) -> String {
    let mut text = format!("game {name} {{ pile n in 0..{}\n", table.len() - 1);
    text.push_str("move n -> [] where n < 0\n");
    for (size, options) in table.iter().enumerate() {
        for parts in options {
            text.push_str(&format!("move n -> {parts:?} where n == {size}\n"));
        }
    }
    let misere = if misere { "misere" } else { "" };
    text.push_str(&format!("each turn {turn} {misere} }}"));
    text
}
