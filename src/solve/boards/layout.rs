//! How piles are places on a board: which entries of the row are there, or what each entry is; and beside the row the mode.

use hashbrown::HashMap;

use super::guard::Places;
use crate::expr::shape::{CoordKind, Entry, Form, Shape};

/// The numbers beside the row: each combination that can be reached is a mode.
#[derive(Debug, Default)]
pub(super) struct Modes {
    numbers: HashMap<Vec<i64>, u32>,
    list: Vec<Vec<i64>>,
}

impl Modes {
    /// The number of a mode; a new one is the next.
    pub(super) fn number(&mut self, beside: Vec<i64>) -> u32 {
        let next = self.list.len() as u32;
        *self.numbers.entry(beside).or_insert_with_key(|beside| {
            self.list.push(beside.clone());
            next
        })
    }

    pub(super) fn get(&self, number: usize) -> Option<&Vec<i64>> {
        self.list.get(number)
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }
}

/// What the places of a board stand for.
#[derive(Debug)]
pub(super) enum Stands {
    /// Each for an entry of the row that was read, which is there or not.
    Entries(Vec<Vec<i64>>),
    /// For what the entries are.
    Values(EntryValues),
    /// Each for an entry that the row may have once, in whatever order. With `has_last` the last one is a part of the mode.
    Members {
        entries: Vec<Vec<i64>>,
        has_last: bool,
    },
}

/// The values that each entry of a row may have, and their places: one for each; but of two values only the first has one, and an
/// entry that never changes has none.
#[derive(Debug, Clone, Default)]
pub(super) struct EntryValues {
    pub(super) of: Vec<Vec<Vec<i64>>>,
    /// The first place of each entry.
    pub(super) first: Vec<usize>,
    pub(super) places: usize,
}

impl EntryValues {
    pub(super) fn new(of: Vec<Vec<Vec<i64>>>) -> EntryValues {
        let mut places = 0;
        let first = of.iter().map(|values| {
            let first = places;
            places += match values.len() {
                0 | 1 => 0,
                2 => 1,
                count => count,
            };
            first
        });
        let first = first.collect();
        EntryValues { of, first, places }
    }

    pub(super) fn count(&self, entry: usize) -> usize {
        self.of[entry].len()
    }

    pub(super) fn number(&self, entry: usize, value: &[i64]) -> Option<usize> {
        self.of.get(entry)?.iter().position(|it| it == value)
    }

    /// The place that stands for a value of an entry, where there is one.
    pub(super) fn place(&self, entry: usize, number: usize) -> Option<usize> {
        match self.of[entry].len() {
            0 | 1 => None,
            2 => (number == 0).then_some(self.first[entry]),
            _ => Some(self.first[entry] + number),
        }
    }

    /// The entry and the number of the value for which a place stands.
    pub(super) fn at(&self, place: usize) -> (usize, usize) {
        // Entries without places share their first place with the next.
        let entry = self.first.partition_point(|first| *first <= place) - 1;
        (entry, place - self.first[entry])
    }

    /// The value of an entry at a position.
    fn value(&self, entry: usize, at: &Places) -> &[i64] {
        let values = &self.of[entry];
        let there = |number: &usize| {
            self.place(entry, *number)
                .is_some_and(|place| at.contains(place))
        };
        let found = (0..values.len()).find(there);
        // Of two values the second is that without a place.
        &values[found.unwrap_or(values.len() - 1)]
    }
}

/// How the piles of a game are places.
#[derive(Debug)]
pub(super) struct Layout {
    /// Which coordinate is the row.
    pub(super) row: usize,
    /// Cells of an entry.
    pub(super) width: usize,
    /// How many numbers stand beside the row.
    pub(super) numbers: usize,
    pub(super) modes: Modes,
    pub(super) stands: Stands,
}

/// The only row among the coordinates, whether it is a bag, and what its entries are.
pub(super) fn row_of(shape: &Shape) -> Option<(usize, bool, &Entry)> {
    let coords = shape.coords.iter().enumerate();
    let mut rows = coords.filter_map(|(number, coord)| match &coord.kind {
        CoordKind::Row { bag, entry } => Some((number, *bag, entry)),
        CoordKind::Int(_) => None,
    });
    match (rows.next(), rows.next(), shape.form) {
        (Some(row), None, Form::Single | Form::Tuple) => Some(row),
        _ => None,
    }
}

/// Whether a pile has a row, alone or beside numbers.
pub(crate) fn has_row(shape: &Shape) -> bool {
    row_of(shape).is_some()
}

/// What stands beside the row in a pile, and the cells of each entry of the row.
pub(super) fn apart(cells: &[i64], row: usize, width: usize) -> (Vec<i64>, Vec<Vec<i64>>) {
    let (before, rest) = cells.split_at(row.min(cells.len()));
    let len = rest.first().map_or(0, |len| *len as usize * width.max(1));
    let body = rest.get(1..=len).unwrap_or(&[]);
    let behind = rest.get(1 + len..).unwrap_or(&[]);
    let entries = body.chunks(width.max(1)).map(<[i64]>::to_vec);
    ([before, behind].concat(), entries.collect())
}

impl Layout {
    /// How many modes there are, and what they are.
    pub(super) fn modes_told(&self) -> (usize, &'static str) {
        let has_last = matches!(self.stands, Stands::Members { has_last: true, .. });
        let what = match (has_last, self.numbers) {
            (false, _) => "values beside the row",
            (true, 0) => "last entries",
            (true, _) => "last entries with what stands beside the row",
        };
        (self.modes.len(), what)
    }

    /// The mode and the places of a pile; nothing where it has none here.
    pub(super) fn places(&self, cells: &[i64]) -> Option<(u32, Places)> {
        let (mut beside, row) = apart(cells, self.row, self.width);
        if let Stands::Members { has_last: true, .. } = self.stands {
            beside.extend(row.last().into_iter().flatten());
        }
        let mode = *self.modes.numbers.get(&beside)?;
        let mut places = Places::NONE;
        match &self.stands {
            Stands::Entries(entries) => {
                let mut next = 0;
                for entry in &row {
                    let found = entries.get(next..)?.iter().position(|it| it == entry)?;
                    places.insert(next + found);
                    next += found + 1;
                }
            }
            Stands::Members { entries, .. } => {
                for entry in &row {
                    let place = entries.iter().position(|it| it == entry)?;
                    if places.contains(place) {
                        return None;
                    }
                    places.insert(place);
                }
            }
            Stands::Values(values) => {
                if row.len() != values.of.len() {
                    return None;
                }
                for (entry, value) in row.iter().enumerate() {
                    let number = values.number(entry, value)?;
                    if let Some(place) = values.place(entry, number) {
                        places.insert(place);
                    }
                }
            }
        }
        Some((mode, places))
    }

    /// The pile that stands at a position.
    pub(super) fn cells(&self, (mode, at): (u32, Places)) -> Vec<i64> {
        let mode = self.modes.get(mode as usize).map_or(&[][..], Vec::as_slice);
        let (beside, last) = mode.split_at(self.numbers.min(mode.len()));
        let row: Vec<&[i64]> = match &self.stands {
            Stands::Entries(entries) => at.iter().map(|place| entries[place].as_slice()).collect(),
            Stands::Members { entries, has_last } => {
                let entries = at.iter().map(|place| entries[place].as_slice());
                let others = entries.filter(|entry| !has_last || *entry != last);
                others
                    .chain(has_last.then_some(last).filter(|it| !it.is_empty()))
                    .collect()
            }
            Stands::Values(values) => (0..values.of.len())
                .map(|entry| values.value(entry, &at))
                .collect(),
        };
        let (before, behind) = beside.split_at(self.row.min(beside.len()));
        let mut cells = before.to_vec();
        cells.push(row.len() as i64);
        cells.extend(row.into_iter().flatten());
        cells.extend(behind);
        cells
    }
}
