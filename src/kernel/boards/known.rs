//! What was found for whole positions: one number for each, where they are few, else a table by name.

use super::bits::{Bits, subsets};
use super::names::{Name, of_places};
use super::table::Table;
use crate::work::budget::{Budget, Kept};

/// As many positions may there be, places and modes together, for a number for each; in tests there are boards of both kinds.
const MOST: usize = if cfg!(test) { 1 << 6 } else { 1 << 22 };

/// A position: its mode and its places.
pub(super) type At<const N: usize> = (u32, Bits<N>);

#[inline]
pub(super) fn name<const N: usize>((mode, at): At<N>) -> Name {
    match at.words()[..] {
        [word] => Name(u64::from(mode), word),
        _ => of_places(at).with(u64::from(mode)),
    }
}

/// What was found for positions, as far as it is remembered.
#[derive(Debug)]
pub(super) enum Remembered {
    /// One more than what was found for each position, 0 where that is not known; the positions of each mode follow one another.
    Each {
        found: Vec<u16>,
        /// How many places a position has.
        width: usize,
        count: usize,
        _kept: Kept,
    },
    ByName(Table),
}

impl Remembered {
    /// Nothing is known yet of positions of so many modes at these places.
    pub(super) fn new<const N: usize>(
        modes: usize,
        places: &Bits<N>,
        budget: &Budget,
    ) -> Remembered {
        let width = places.last().map_or(0, |last| last + 1);
        let count = subsets(width).and_then(|each| modes.checked_mul(each));
        let count = count.filter(|count| *count <= MOST);
        match count {
            Some(count) if 2 * count as u64 <= budget.memory() / 2 => Remembered::Each {
                found: vec![0; count],
                width,
                count: 0,
                _kept: budget.keep(2 * count as u64),
            },
            _ => Remembered::ByName(Table::new(budget)),
        }
    }

    /// How many positions are remembered.
    pub(super) fn len(&self) -> usize {
        match self {
            Remembered::Each { count, .. } => *count,
            Remembered::ByName(table) => table.len(),
        }
    }

    /// What was found for a position.
    #[inline]
    pub(super) fn get<const N: usize>(&self, at: At<N>) -> Option<u32> {
        match self {
            Remembered::Each { found, width, .. } => {
                found[place(at, *width)].checked_sub(1).map(u32::from)
            }
            Remembered::ByName(table) => table.get(name(at)),
        }
    }

    /// Remembers what was found for a position of which nothing is known; numbers of more than 16 bits are worked out again.
    pub(super) fn put<const N: usize>(&mut self, at: At<N>, value: u32, budget: &Budget) {
        if value >= u32::from(u16::MAX) {
            return;
        }
        match self {
            Remembered::Each {
                found,
                width,
                count,
                ..
            } => {
                found[place(at, *width)] = value as u16 + 1;
                *count += 1;
            }
            Remembered::ByName(table) => table.put(name(at), value, budget),
        }
    }
}

/// The place of a position among all; there are no more than some millions.
#[inline]
fn place<const N: usize>((mode, at): At<N>, width: usize) -> usize {
    (mode as usize) << width | at.words()[0] as usize
}
