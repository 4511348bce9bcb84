//! Games on boards as one would write them for the one game: masks, components by a flood, a hash map.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// One multiplication for each number.
#[derive(Default)]
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only numbers are hashed");
    }

    fn write_u64(&mut self, n: u64) {
        let mixed = (self.0 ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }
}

type Known<V> = HashMap<u64, V, BuildHasherDefault<Mixed>>;

/// A rectangle of cells, row by row.
pub struct Grid {
    columns: usize,
    first_column: u64,
    first_row: u64,
    /// For each cell those beside it.
    beside: Vec<u64>,
    known: Known<u8>,
}

impl Grid {
    pub fn new(rows: usize, columns: usize) -> Grid {
        let beside = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let mut beside = 0;
            if row > 0 {
                beside |= 1 << (cell - columns);
            }
            if row + 1 < rows {
                beside |= 1 << (cell + columns);
            }
            if column > 0 {
                beside |= 1 << (cell - 1);
            }
            if column + 1 < columns {
                beside |= 1 << (cell + 1);
            }
            beside
        };
        Grid {
            columns,
            first_column: (0..rows).fold(0, |cells, row| cells | 1 << (row * columns)),
            first_row: (1 << columns) - 1,
            beside: (0..rows * columns).map(beside).collect(),
            known: Known::default(),
        }
    }

    pub fn all(&self) -> u64 {
        (1 << self.beside.len()) - 1
    }

    /// The value of some cells: the nim-sum over the components, each moved into the corner.
    fn value(&mut self, mut cells: u64, component: fn(&mut Grid, u64) -> u8) -> u8 {
        let mut xor = 0;
        while cells != 0 {
            let mut part = cells & cells.wrapping_neg();
            let mut open = part;
            while open != 0 {
                let cell = open.trailing_zeros() as usize;
                open &= open - 1;
                let new = self.beside[cell] & cells & !part;
                part |= new;
                open |= new;
            }
            cells &= !part;
            while part & self.first_row == 0 {
                part >>= self.columns;
            }
            while part & self.first_column == 0 {
                part >>= 1;
            }
            xor ^= match self.known.get(&part) {
                Some(value) => *value,
                None => {
                    let value = component(self, part);
                    self.known.insert(part, value);
                    value
                }
            };
        }
        xor
    }

    /// Dominoes on free cells.
    pub fn cram(&mut self, cells: u64) -> u8 {
        self.value(cells, |grid, part| {
            let mut seen = 0u64;
            for cell in 0..grid.beside.len() {
                let own = 1 << cell;
                for other in [own << 1, own << grid.columns] {
                    if part & own != 0 && part & other & grid.beside[cell] != 0 {
                        seen |= 1 << grid.cram(part & !own & !other);
                    }
                }
            }
            seen.trailing_ones() as u8
        })
    }

    /// A cell goes with those beside it.
    pub fn kayles(&mut self, cells: u64) -> u8 {
        self.value(cells, |grid, part| {
            let mut seen = 0u64;
            for cell in 0..grid.beside.len() {
                if part >> cell & 1 == 1 {
                    seen |= 1 << grid.kayles(part & !(1 << cell) & !grid.beside[cell]);
                }
            }
            seen.trailing_ones() as u8
        })
    }

    /// Whether the player to move wins who walks from a cell to a free one beside it.
    pub fn walk(&self, at: usize, free: u64, known: &mut Known<bool>) -> bool {
        let key = (at as u64) << 58 | free;
        if let Some(wins) = known.get(&key) {
            return *wins;
        }
        let mut next = self.beside[at] & free;
        let mut wins = false;
        while next != 0 && !wins {
            let cell = next.trailing_zeros() as usize;
            next &= next - 1;
            wins = !self.walk(cell, free & !(1 << cell), known);
        }
        known.insert(key, wins);
        wins
    }
}

/// The value of a row of n cells, where a play clears all cells within a distance.
pub fn apart(n: usize, distance: usize) -> u64 {
    let mut values = vec![0u64; n + 1];
    for len in 1..=n {
        let mut seen = 0u64;
        for cell in 0..len {
            let left = cell.saturating_sub(distance);
            let right = (len - 1 - cell).saturating_sub(distance);
            seen |= 1 << (values[left] ^ values[right]);
        }
        values[len] = u64::from(seen.trailing_ones());
    }
    values[n]
}

/// Lines of Tac Tix on a board of n by n cells.
pub fn lines(n: usize) -> Vec<u64> {
    let mut lines = Vec::new();
    for row in 0..n {
        for from in 0..n {
            for to in from..n {
                lines.push((from..=to).fold(0, |line, cell| line | 1 << (row * n + cell)));
                if from < to {
                    lines.push((from..=to).fold(0, |line, cell| line | 1 << (cell * n + row)));
                }
            }
        }
    }
    lines
}

/// Whether the player to move wins where whoever takes the last line loses.
pub fn misere(cells: u64, lines: &[u64], known: &mut Known<bool>) -> bool {
    if cells == 0 {
        return true;
    }
    if let Some(wins) = known.get(&cells) {
        return *wins;
    }
    let mut possible = lines.iter().filter(|line| *line & !cells == 0);
    let wins = possible.any(|line| !misere(cells & !line, lines, known));
    known.insert(cells, wins);
    wins
}

/// The value of coins in a row, heads or tails, where a turn turns one with heads up, and perhaps one to its left: by the mex.
pub fn coins(heads: u64, known: &mut Known<u8>) -> u8 {
    if let Some(value) = known.get(&heads) {
        return *value;
    }
    let mut seen = 0u64;
    for coin in 0..64 {
        if heads >> coin & 1 == 1 {
            let one = heads & !(1 << coin);
            seen |= 1 << coins(one, known);
            for other in 0..coin {
                seen |= 1 << coins(one ^ (1 << other), known);
            }
        }
    }
    let value = seen.trailing_ones() as u8;
    known.insert(heads, value);
    value
}

/// The value of a pile of which no number is taken that was taken before: by the mex.
pub fn distinct(pile: u64, taken: u64, known: &mut Known<u8>) -> u8 {
    let key = pile << 58 | taken;
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let free = (1..=pile).filter(|number| taken >> number & 1 == 0);
    let seen = free.fold(0u64, |seen, number| {
        seen | 1 << distinct(pile - number, taken | 1 << number, known)
    });
    let value = seen.trailing_ones() as u8;
    known.insert(key, value);
    value
}

/// The value of coins on squares of a strip, where a turn takes one to any free square below: by the mex.
pub fn welter(coins: u64, known: &mut Known<u8>) -> u8 {
    if let Some(value) = known.get(&coins) {
        return *value;
    }
    let (mut seen, mut rest) = (0u64, coins);
    while rest != 0 {
        let coin = rest & rest.wrapping_neg();
        rest ^= coin;
        let mut free = !coins & (coin - 1);
        while free != 0 {
            let to = free & free.wrapping_neg();
            free ^= to;
            seen |= 1 << welter(coins ^ coin ^ to, known);
        }
    }
    let value = seen.trailing_ones() as u8;
    known.insert(coins, value);
    value
}
