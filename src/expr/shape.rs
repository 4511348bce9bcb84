//! What a pile looks like: coordinates, rows, bags and their ranges.
//!
//! A pile is stored flat, as *cells*: an integer coordinate is one cell, a row is its length followed by the cells of its
//! entries.

use crate::text::certain::Certain;
use std::ops::{Range, RangeInclusive};

use smallvec::SmallVec;

use super::kind::Kind;
use super::value::Value;

/// The values an integer coordinate or entry may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    pub lo: i64,
    /// The greatest value, if there is one.
    pub hi: Option<i64>,
}

impl Bounds {
    pub const NATURAL: Bounds = Bounds { lo: 0, hi: None };

    pub fn contains(self, value: i64) -> bool {
        value >= self.lo && self.hi.is_none_or(|hi| value <= hi)
    }

    /// The numbers from the least one on up to `more` above it.
    pub fn least(self, more: i64) -> RangeInclusive<i64> {
        let last = self.lo.saturating_add(more);
        self.lo..=self.hi.map_or(last, |hi| hi.min(last))
    }

    /// The same of those that are not negative.
    pub fn natural(self, more: i64) -> RangeInclusive<i64> {
        let lo = self.lo.max(0);
        Bounds { lo, ..self }.least(more)
    }

    #[inline]
    fn add<'a>(self, name: &'a str, value: i64, cells: &mut Vec<i64>) -> Result<(), Misfit<'a>> {
        cells.push(value);
        match self.contains(value) {
            true => Ok(()),
            false => Err(Misfit::Range(name, self, value)),
        }
    }
}

/// Why a value is no pile; with names of coordinates.
pub(crate) enum Misfit<'a> {
    /// It is of another kind.
    Kind,
    /// A number lies outside its range.
    Range(&'a str, Bounds, i64),
    /// A part of a tuple is no number.
    Part(&'a str),
    /// An entry of a row is of another kind.
    Entry(&'a str, &'a Entry),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Entry {
    Int(Bounds),
    /// Tuples of integers with a name for each element.
    Tuple(Vec<(String, Bounds)>),
}

impl Entry {
    /// How many cells an entry takes.
    pub fn width(&self) -> usize {
        match self {
            Entry::Int(_) => 1,
            Entry::Tuple(parts) => parts.len(),
        }
    }

    pub fn kind(&self) -> Kind {
        match self {
            Entry::Int(_) => Kind::Int,
            Entry::Tuple(parts) => Kind::Tuple(vec![Kind::Int; parts.len()]),
        }
    }

    /// The cells of an entry of this value; `None`: there is no such entry.
    pub fn cells(&self, item: &Value) -> Option<Vec<i64>> {
        let mut cells = Vec::with_capacity(self.width());
        self.add("", item, &mut cells).ok().map(|()| cells)
    }

    /// The entry with these cells as a value.
    pub fn value(&self, cells: &[i64]) -> Value {
        match self {
            Entry::Int(_) => Value::Int(cells[0]),
            Entry::Tuple(_) => Value::tuple(cells.iter().map(|&cell| Value::Int(cell)).collect()),
        }
    }

    /// Adds the cells of an entry of the row with this name.
    #[inline]
    fn add<'a>(
        &'a self,
        row: &'a str,
        item: &Value,
        cells: &mut Vec<i64>,
    ) -> Result<(), Misfit<'a>> {
        match (self, item) {
            (Entry::Int(bounds), Value::Int(n)) => bounds.add(row, *n, cells),
            (Entry::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                for ((name, bounds), value) in parts.iter().zip(values.iter()) {
                    let n = value.as_int().ok_or(Misfit::Part(name))?;
                    bounds.add(name, n, cells)?;
                }
                Ok(())
            }
            _ => Err(Misfit::Entry(row, self)),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CoordKind {
    Int(Bounds),
    /// A list of entries of any length.
    Row {
        /// Whether the order does not count. A bag is kept in ascending order.
        bag: bool,
        entry: Entry,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Coord {
    pub name: String,
    pub kind: CoordKind,
}

impl Coord {
    pub(crate) fn is_row(&self) -> bool {
        matches!(self.kind, CoordKind::Row { .. })
    }

    /// Adds the cells of a value.
    pub(crate) fn push_cells(&self, value: &Value, cells: &mut Vec<i64>) -> Result<(), Misfit<'_>> {
        match (&self.kind, value) {
            (CoordKind::Int(bounds), Value::Int(n)) => bounds.add(&self.name, *n, cells),
            (CoordKind::Row { entry, .. }, Value::List(items)) => {
                cells.push(items.len() as i64);
                let mut items = items.iter();
                items.try_for_each(|item| entry.add(&self.name, item, cells))
            }
            _ => Err(Misfit::Kind),
        }
    }

    /// The kind of the coordinate's value.
    pub fn kind(&self) -> Kind {
        match &self.kind {
            CoordKind::Int(_) => Kind::Int,
            CoordKind::Row { entry, .. } => entry.kind().list(),
        }
    }
}

/// How the coordinates are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// One coordinate, written bare.
    Single,
    Tuple,
    /// A tuple in which the order does not count; kept in ascending order.
    Unordered,
}

/// What a pile looks like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    /// How the coordinates are put together.
    pub form: Form,
    /// The coordinates; at least one.
    pub coords: Vec<Coord>,
}

impl Shape {
    /// What the size of a pile is called where no statement says it.
    pub(crate) const DEFAULT_NAME: &str = "n";

    /// `pile n`, the default.
    pub fn heap() -> Shape {
        Shape {
            form: Form::Single,
            coords: vec![Coord {
                name: Shape::DEFAULT_NAME.to_string(),
                kind: CoordKind::Int(Bounds::NATURAL),
            }],
        }
    }

    /// The bounds of the size where a pile is a single integer.
    pub fn as_heap(&self) -> Option<Bounds> {
        match self.coords.first()?.kind {
            CoordKind::Int(bounds) if self.form == Form::Single => Some(bounds),
            _ => None,
        }
    }

    /// Whether a pile is one row or bag.
    pub fn is_row(&self) -> bool {
        self.form == Form::Single && self.as_heap().is_none()
    }

    /// Whether a pile is a row, or holds one.
    pub(crate) fn has_rows(&self) -> bool {
        self.coords.iter().any(Coord::is_row)
    }

    /// The bounds of each coordinate where a pile is a tuple of integers.
    pub fn as_int_tuple(&self) -> Option<Vec<Bounds>> {
        self.as_ints().filter(|_| self.form != Form::Single)
    }

    /// The bounds of each coordinate where a pile is a single integer or a tuple of them.
    pub(crate) fn as_ints(&self) -> Option<Vec<Bounds>> {
        let bounds = self.coords.iter().map(|coord| match coord.kind {
            CoordKind::Int(bounds) => Some(bounds),
            CoordKind::Row { .. } => None,
        });
        bounds.collect()
    }

    /// The kind of a pile as a value.
    pub fn kind(&self) -> Kind {
        match (self.form, self.coords.as_slice()) {
            (Form::Single, [coord]) => coord.kind(),
            (_, coords) => Kind::Tuple(coords.iter().map(Coord::kind).collect()),
        }
    }

    /// What a pile is, in words: "an integer", "a tuple (row, col)", "a list".
    pub fn in_words(&self) -> String {
        match self.form {
            Form::Single if self.is_row() => match self.coords.first().map(|row| &row.kind) {
                Some(CoordKind::Row {
                    entry: Entry::Tuple(parts),
                    ..
                }) => {
                    let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
                    format!("a list of tuples ({})", names.join(", "))
                }
                _ => "a list, such as [3, 1, 2]".to_string(),
            },
            Form::Single => "an integer".to_string(),
            Form::Tuple => format!("a tuple ({})", self.written().join(", ")),
            Form::Unordered => format!("an unordered tuple ({})", self.written().join(", ")),
        }
    }

    /// The names of the coordinates, those of rows as rules write them.
    fn written(&self) -> Vec<String> {
        let written = |coord: &Coord| match coord.kind {
            CoordKind::Row { .. } => format!("{}[]", coord.name),
            CoordKind::Int(_) => coord.name.clone(),
        };
        self.coords.iter().map(written).collect()
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        let names = self.coords.iter().map(|coord| coord.name.as_str());
        names.collect()
    }

    /// The pile as cells, sorted where the order does not count, or the complaint why `value` is no such pile.
    pub fn cells(&self, value: &Value) -> Result<Vec<i64>, String> {
        let mut cells = Vec::new();
        match self.push_cells(value, &mut cells) {
            Ok(()) => Ok(cells),
            Err(misfit) => Err(self.why(&misfit)),
        }
    }

    /// Adds the cells of a pile, sorted where the order does not count; where `value` is no such pile some cells may have been
    /// added all the same.
    pub(crate) fn push_cells(&self, value: &Value, cells: &mut Vec<i64>) -> Result<(), Misfit<'_>> {
        let start = cells.len();
        match (self.form, self.coords.as_slice(), value) {
            (Form::Single, [coord], value) => coord.push_cells(value, cells)?,
            (_, coords, Value::Tuple(parts)) if parts.len() == coords.len() => {
                for (coord, part) in coords.iter().zip(parts.iter()) {
                    coord.push_cells(part, cells)?;
                }
            }
            _ => return Err(Misfit::Kind),
        }
        self.sort(cells, start);
        Ok(())
    }

    fn why(&self, misfit: &Misfit<'_>) -> String {
        match misfit {
            Misfit::Kind => format!("a pile is {}", self.in_words()),
            Misfit::Range(name, Bounds { lo, hi }, value) => {
                let hi = hi.map_or(String::new(), |hi| hi.to_string());
                format!("`{name}` is {value}, outside its range {lo}..{hi}")
            }
            Misfit::Part(name) => format!("`{name}` is an integer"),
            Misfit::Entry(name, entry) => {
                format!("the entries of `{name}` are each {}", entry.kind())
            }
        }
    }

    /// Whether the order of cells is no matter somewhere: [`Shape::sort`] has work to do.
    pub fn sorts(&self) -> bool {
        let mut kinds = self.coords.iter().map(|coord| &coord.kind);
        self.form == Form::Unordered
            || kinds.any(|kind| matches!(kind, CoordKind::Row { bag: true, .. }))
    }

    /// Brings the cells of the pile that starts at `start` into canonical order: bags and unordered tuples ascending.
    pub fn sort(&self, cells: &mut [i64], start: usize) {
        let cells = &mut cells[start..];
        if self.form == Form::Unordered {
            // The rules stage lets unordered tuples hold integers only.
            cells.sort_unstable();
            return;
        }
        let mut rest = cells;
        for coord in &self.coords {
            let (used, bag, width) = match &coord.kind {
                CoordKind::Int(_) => (1, false, 1),
                CoordKind::Row { bag, entry } => {
                    let len = rest[0] as usize;
                    (1 + len * entry.width(), *bag, entry.width())
                }
            };
            let (head, tail) = rest.split_at_mut(used);
            if bag {
                sort_entries(&mut head[1..], width);
            }
            rest = tail;
        }
    }

    /// The values of the coordinates of the pile with these cells.
    pub fn parts<'c>(&'c self, mut cells: &'c [i64]) -> impl Iterator<Item = Value> + 'c {
        self.coords.iter().map(move |coord| {
            let (value, used) = read_coord(coord, cells);
            cells = &cells[used..];
            value
        })
    }

    /// The pile with these cells as a value.
    pub fn value(&self, cells: &[i64]) -> Value {
        self.whole(self.parts(cells).collect())
    }

    /// The pile with these numbers, in the order in which they are written; `None`: it takes more or fewer, or has several
    /// rows, of which nobody knows where one ends.
    pub fn pile(&self, numbers: &[i64]) -> Option<Value> {
        let width = |coord: &Coord| match &coord.kind {
            CoordKind::Int(_) => None,
            CoordKind::Row { entry, .. } => Some(entry.width()),
        };
        let in_row = (numbers.len() + self.coords.iter().filter_map(width).count())
            .checked_sub(self.coords.len())?;
        let mut cells = Vec::with_capacity(numbers.len() + 1);
        let mut rest = numbers;
        for coord in &self.coords {
            let count = match width(coord) {
                None => 1,
                Some(width) if in_row % width == 0 => {
                    cells.push((in_row / width) as i64);
                    in_row
                }
                Some(_) => return None,
            };
            let (own, others) = rest.split_at_checked(count)?;
            cells.extend(own);
            rest = others;
        }
        rest.is_empty().then(|| self.value(&cells))
    }

    /// The pile whose coordinates have these values.
    pub fn whole(&self, mut parts: Vec<Value>) -> Value {
        match self.form {
            Form::Single => parts.pop().certain("a single coordinate"),
            Form::Tuple | Form::Unordered => Value::tuple(parts),
        }
    }
}

/// All lists that have at each place one of the choices for it; the last place changes first.
pub fn each_choice<T: Clone>(choices: &[Vec<T>]) -> impl Iterator<Item = Vec<T>> {
    let lengths = choices.iter().map(Vec::len);
    let count = lengths.fold(1, usize::saturating_mul);
    (0..count).map(move |number| {
        let mut rest = number;
        let mut list: Vec<T> = Vec::with_capacity(choices.len());
        for choices in choices.iter().rev() {
            // Nothing is counted where a place has no choices.
            list.push(choices[rest % choices.len()].clone());
            rest /= choices.len();
        }
        list.reverse();
        list
    })
}

/// Goes on to the next cell of a box, the first of these coordinates running fastest; false behind the last one.
pub(crate) fn next_cell(
    cell: &mut [i64],
    coords: impl IntoIterator<Item = usize>,
    range: impl Fn(usize) -> Range<i64>,
) -> bool {
    coords.into_iter().any(|coord| {
        let Range { start, end } = range(coord);
        cell[coord] += 1;
        let is_inside = cell[coord] < end;
        if !is_inside {
            cell[coord] = start;
        }
        is_inside
    })
}

fn sort_entries(body: &mut [i64], width: usize) {
    if width <= 1 {
        body.sort_unstable();
        return;
    }
    let before: SmallVec<[i64; 32]> = SmallVec::from_slice(body);
    let mut entries: SmallVec<[&[i64]; 16]> = before.chunks(width).collect();
    entries.sort_unstable();
    for (slot, cell) in body.iter_mut().zip(entries.into_iter().flatten()) {
        *slot = *cell;
    }
}

/// Reads a coordinate from the front of `cells`; also returns how many cells it takes.
fn read_coord(coord: &Coord, cells: &[i64]) -> (Value, usize) {
    let first = cells[0];
    match &coord.kind {
        CoordKind::Int(_) => (Value::Int(first), 1),
        CoordKind::Row { entry, .. } => {
            let width = entry.width();
            let used = 1 + first as usize * width;
            let body = &cells[1..used];
            let items = body.chunks(width.max(1)).map(|cells| entry.value(cells));
            (Value::list(items.collect()), used)
        }
    }
}
