//! What the piles of a board look like.

use hashbrown::HashSet;

use crate::expr::position::Game;
use crate::expr::shape::{Coord, CoordKind, Form};
use crate::expr::value::Value;
use crate::picture::Cells;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pile {
    pub name: String,
    /// Its number, coordinates or entries, and the numbers of these where they are tuples or rows.
    pub numbers: Vec<i64>,
    /// How many of the numbers belong to each coordinate or entry, where these are not all numbers.
    pub lengths: Vec<usize>,
    pub form: PileForm,
}

/// What the numbers of a pile are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PileForm {
    /// One number, or the coordinates of a tuple.
    Numbers,
    /// The coordinates of a tuple in which the order does not count.
    Unordered,
    /// The entries of a row.
    Row,
    /// The entries of a bag.
    Bag,
}

impl Pile {
    pub(super) fn of(game: &Game, pile: &Value) -> Pile {
        let (parts, form) = match pile {
            Value::Int(_) => (std::slice::from_ref(pile), PileForm::Numbers),
            Value::Tuple(parts) if game.shape.form == Form::Unordered => {
                (&parts[..], PileForm::Unordered)
            }
            Value::Tuple(parts) => (&parts[..], PileForm::Numbers),
            pile if is_bag(game) => (pile.items(), PileForm::Bag),
            pile => (pile.items(), PileForm::Row),
        };
        let numbers: Option<Vec<i64>> = parts.iter().map(Value::as_int).collect();
        let (numbers, lengths) = match numbers {
            Some(numbers) => (numbers, Vec::new()),
            None => {
                let mut numbers = Vec::new();
                let lengths = parts.iter().map(|part| {
                    let before = numbers.len();
                    push_numbers(part, &mut numbers);
                    numbers.len() - before
                });
                let lengths = lengths.collect();
                (numbers, lengths)
            }
        };
        Pile {
            name: pile.to_string(),
            numbers,
            lengths,
            form,
        }
    }
}

/// The longest side of a board whose cells are drawn.
const LONGEST_SIDE: usize = 12;

impl Pile {
    /// The pairs that it is a set of, if it is one.
    fn cells(&self) -> Option<Vec<[i64; 2]>> {
        let is_row = matches!(self.form, PileForm::Row | PileForm::Bag);
        let (cells, rest) = self.numbers.as_chunks();
        let are_pairs = rest.is_empty() && self.lengths.iter().all(|length| *length == 2);
        let is_set = cells.iter().collect::<HashSet<_>>().len() == cells.len();
        let fits = self.lengths.len() == cells.len();
        (is_row && are_pairs && fits && is_set).then(|| cells.to_vec())
    }
}

/// The board that the cells of some piles lie on: its first row and column, and how many there are.
pub(super) struct CellGrid {
    first: [i64; 2],
    size: [usize; 2],
}

impl CellGrid {
    /// As large as these piles need; `None`: they have no cells, are no sets of cells, or lie too far apart.
    pub(super) fn of<'p>(piles: impl Iterator<Item = &'p Pile>) -> Option<CellGrid> {
        let mut ends: Option<[(i64, i64); 2]> = None;
        for pile in piles {
            for [row, column] in pile.cells()? {
                let [rows, columns] = ends.get_or_insert([(row, row), (column, column)]);
                *rows = (rows.0.min(row), rows.1.max(row));
                *columns = (columns.0.min(column), columns.1.max(column));
            }
        }
        let [rows, columns] = ends?;
        let length = |(first, last): (i64, i64)| {
            let length = usize::try_from(last.checked_sub(first)?).ok()? + 1;
            (length <= LONGEST_SIDE).then_some(length)
        };
        Some(CellGrid {
            first: [rows.0, columns.0],
            size: [length(rows)?, length(columns)?],
        })
    }

    /// One of the piles that it was made for.
    pub(super) fn board(&self, pile: &Pile) -> Cells {
        let [rows, columns] = self.size;
        let place = |at: i64, first: i64| usize::try_from(at - first).ok();
        let cells = pile.cells().unwrap_or_default().into_iter();
        let here = cells.filter_map(|[row, column]| {
            let [top, left] = self.first;
            Some((place(row, top)?, place(column, left)?))
        });
        Cells {
            rows,
            columns,
            here: here.collect(),
        }
    }
}

/// The numbers of a coordinate or an entry: a pile holds rows of tuples at most.
fn push_numbers(part: &Value, numbers: &mut Vec<i64>) {
    match part.as_int() {
        Some(number) => numbers.push(number),
        None => part
            .items()
            .iter()
            .for_each(|item| push_numbers(item, numbers)),
    }
}

fn is_bag(game: &Game) -> bool {
    let bag = |coord: &Coord| matches!(coord.kind, CoordKind::Row { bag: true, .. });
    matches!(game.shape.coords.as_slice(), [coord] if bag(coord))
}
