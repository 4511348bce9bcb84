//! Random rules on small piles.

use nimrule::work::chance::Chance;

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

/// Random rules for piles of 0 to `most`.
pub fn random(chance: &mut Chance, kind: Kind, most: usize) -> Table {
    let mut table: Table = vec![Vec::new()];
    let mut values = vec![0];
    for size in 1..=most {
        let mut options: Vec<Vec<usize>> = Vec::new();
        match kind {
            Kind::Calm => {
                let top = values.iter().max().copied().unwrap_or(0);
                let value = chance.index(top + 2);
                for lower in 0..value {
                    let of_value: Vec<usize> = (0..size).filter(|n| values[*n] == lower).collect();
                    options.push(vec![of_value[chance.index(of_value.len())]]);
                }
                for smaller in (0..size).filter(|n| values[*n] < value) {
                    if chance.once_in(2) {
                        options.push(vec![smaller]);
                    }
                }
                values.push(value);
            }
            Kind::Whole => {
                options.extend((0..size).filter(|_| chance.index(5) < 2).map(|n| vec![n]));
            }
            Kind::Split => {
                for _ in 0..chance.index(4) {
                    let mut parts = Vec::new();
                    let mut left = size;
                    for _ in 0..chance.index(4) {
                        let part = chance.index(left.min(size - 1) + 1);
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
