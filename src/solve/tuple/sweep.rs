//! Values of a box of tuples for games of rays and steps, in row-major order.
//!
//! The options of p along a ray d are those of p + d and p + d itself, so one growing set for each line of the box in the
//! direction d holds the values met along it. The value of p is the mex over the union of the sets of its lines. Where a ray has a
//! greatest multiple m, what is farther away leaves the set again: piles up to m steps apart have different values, so none of
//! those that stay has the value that leaves. A pile from which `end when` takes the moves may have the value of one farther away,
//! so rays have no greatest multiple where it does.
//!
//! Places in the tables are within their bounds: every line of the box has a set of its own, and `words` is chosen so that
//! no value of the box passes it.

use super::Extents;
use super::linear::RaysAndSteps;
use super::lines::{Beyond, Lines};
use super::stops::Stops;
use crate::expr::shape::next_cell;
use crate::work::budget::Budget;
use crate::work::store::Store;
use crate::work::{Declined, Limit};

/// The sets of all lines in one direction.
struct Sets {
    /// For each line the words of its set.
    words: Vec<u64>,
    /// For each line how many words at the front are full.
    full: Vec<u32>,
    lines: Lines,
    /// What is just too far away, where the ray has a greatest multiple within the box.
    beyond: Option<Beyond>,
}

/// Whether the directions run against row-major order, or why not.
pub(super) fn admits(linear: &RaysAndSteps) -> Result<(), Declined> {
    if linear.ends && linear.rays.iter().any(|ray| ray.most.is_some()) {
        return Err("`end when` stops some piles, and a ray has a greatest multiple".into());
    }
    if !linear.guarded.is_empty() {
        return Err("a move has a condition".into());
    }
    let is_back = |vector: &Vec<i64>| {
        let first = vector.iter().find(|part| **part != 0);
        first.is_some_and(|part| *part < 0)
    };
    if !linear.vectors().all(is_back) {
        return Err("a move does not lead backwards in row-major order".into());
    }
    Ok(())
}

impl Sets {
    /// The line of the first cell of a row. Lines within rows begin anew.
    fn row(&mut self, cell: &[i64]) -> usize {
        if self.lines.within_row {
            self.words.fill(0);
            self.full.fill(0);
        }
        self.lines.row(cell)
    }
}

/// The sets of all directions, and where the row that is worked out crosses them.
struct Sweep {
    sets: Vec<Sets>,
    /// For each direction the line of the first cell of the row.
    bases: Vec<usize>,
    words: usize,
}

impl Sweep {
    /// No line has met a value yet; `None`: the box is too large to be numbered.
    fn new(linear: &RaysAndSteps, extents: &Extents, words: usize) -> Option<Sweep> {
        let sets = linear.rays.iter().map(|ray| {
            Some(Sets {
                words: Vec::new(),
                full: Vec::new(),
                lines: Lines::new(&ray.by, extents)?,
                beyond: Beyond::of(ray, extents),
            })
        });
        let sets = sets.collect::<Option<Vec<_>>>()?;
        Some(Sweep {
            bases: vec![0; sets.len()],
            sets,
            words,
        })
    }

    /// Makes the sets, where memory holds them and the values of so many cells.
    fn begin(&mut self, cells: u64, budget: &Budget) -> Result<(), Limit> {
        let each = self.words as u64 * 8 + 4;
        let bytes = self.sets.iter().fold(cells * 4, |bytes, sets| {
            bytes.saturating_add(each.saturating_mul(sets.lines.count as u64))
        });
        budget.need(bytes)?;
        for sets in &mut self.sets {
            sets.words = vec![0; sets.lines.count * self.words];
            sets.full = vec![0; sets.lines.count];
        }
        Ok(())
    }

    fn row(&mut self, cell: &[i64]) {
        for (base, sets) in self.bases.iter_mut().zip(&mut self.sets) {
            *base = sets.row(cell);
        }
    }

    /// The least value in none of the sets of a cell; `extra` is empty where there are no steps.
    #[inline]
    fn mex(&self, column: usize, extra: &[u64]) -> u32 {
        let (sets, words) = (self.sets.as_slice(), self.words);
        let mut first = 0;
        for (base, sets) in self.bases.iter().zip(sets) {
            first = first.max(sets.full[sets.lines.at(*base, column)] as usize);
        }
        let part = |place: usize| {
            let line = sets[place].lines.at(self.bases[place], column);
            &sets[place].words[line * words + first..(line + 1) * words]
        };
        let found = |word: usize, union: u64| ((first + word) * 64) as u32 + union.trailing_ones();
        if extra.is_empty() {
            match sets.len() {
                2 => {
                    for (word, (a, b)) in part(0).iter().zip(part(1)).enumerate() {
                        if a | b != u64::MAX {
                            return found(word, a | b);
                        }
                    }
                }
                3 => {
                    let three = part(0).iter().zip(part(1)).zip(part(2));
                    for (word, ((a, b), c)) in three.enumerate() {
                        if a | b | c != u64::MAX {
                            return found(word, a | b | c);
                        }
                    }
                }
                _ => {}
            }
        }
        for word in 0..words - first {
            let steps = extra.get(first + word).copied().unwrap_or(0);
            let union = (0..sets.len()).fold(steps, |union, place| union | part(place)[word]);
            if union != u64::MAX {
                return found(word, union);
            }
        }
        // By the choice of the number of words some word is not full.
        (words * 64) as u32
    }

    /// Takes from the sets of a cell what is too far away from it.
    #[inline]
    fn forget(&mut self, cell: &[i64], place: usize, (extents, values): (&Extents, &Store)) {
        let Some(column) = cell.last() else {
            return;
        };
        for (base, sets) in self.bases.iter().zip(&mut self.sets) {
            let Some(beyond) = &sets.beyond else {
                continue;
            };
            if let Some(value) =
                value_at(extents, values, (cell, place), (&beyond.by, beyond.shift))
            {
                let (word, bit) = (value as usize / 64, 1u64 << (value % 64));
                let line = sets.lines.at(*base, *column as usize);
                sets.words[line * self.words + word] &= !bit;
                sets.full[line] = sets.full[line].min(word as u32);
            }
        }
    }

    /// Puts the value of a cell into the sets of its lines.
    #[inline]
    fn put(&mut self, column: usize, value: u32) {
        let (word, bit) = (value as usize / 64, 1u64 << (value % 64));
        for (base, sets) in self.bases.iter().zip(&mut self.sets) {
            let line = sets.lines.at(*base, column);
            let set = &mut sets.words[line * self.words..(line + 1) * self.words];
            set[word] |= bit;
            let full = &mut sets.full[line];
            while set.get(*full as usize) == Some(&u64::MAX) {
                *full += 1;
            }
        }
    }
}

/// The value of the cell to which a step leads, where that lies in the box.
#[inline]
fn value_at(
    extents: &Extents,
    values: &Store,
    (cell, place): (&[i64], usize),
    (step, shift): (&[i64], i64),
) -> Option<u32> {
    let mut sides = cell.iter().zip(step).zip(&extents.lens);
    let inside = sides.all(|((at, by), len)| (0..*len).contains(&(at + by)));
    let place = inside.then_some((place as i64 + shift) as usize)?;
    values.get(place)
}

/// How many words a set needs: a pile has no more options than its rays are long, and no value is greater than their number.
fn words_of_a_set(linear: &RaysAndSteps, extents: &Extents) -> usize {
    let mut most = linear.steps.len() as u64;
    for ray in &linear.rays {
        let lens = ray.by.iter().zip(&extents.lens);
        let along = lens
            .filter(|(part, _)| **part != 0)
            .map(|(part, len)| (*len as u64 - 1) / part.unsigned_abs());
        let along = along.min().unwrap_or(0);
        most += ray
            .most
            .map_or(along, |most| along.min(most.unsigned_abs()));
    }
    (most / 64 + 1) as usize
}

/// The values of all cells of a box, row by row; `None`: the box is too large to be numbered.
pub(super) fn sweep(
    linear: &RaysAndSteps,
    extents: &Extents,
    mut stops: Option<Stops>,
    budget: &mut Budget,
) -> Result<Option<Store>, Limit> {
    let width = extents.lens.len();
    let Some(row_len) = extents.lens.last().map(|len| *len as usize) else {
        return Ok(None);
    };
    let words = words_of_a_set(linear, extents);
    let Some(mut sweep) = Sweep::new(linear, extents, words) else {
        return Ok(None);
    };
    sweep.begin(extents.cells, budget)?;
    let steps = linear
        .steps
        .iter()
        .map(|step| (step.as_slice(), extents.shift(step)));
    let steps: Vec<(&[i64], i64)> = steps.collect();
    let mut values = Store::zeros(extents.cells as usize);
    let mut extra = vec![0u64; if steps.is_empty() { 0 } else { words }];
    let mut cell = vec![0i64; width];
    let rows = extents.cells as usize / row_len;
    let ends = sweep.sets.iter().any(|sets| sets.beyond.is_some());
    // Steps and ends look values of this very row up; else they are put away together.
    let puts_at_once = ends || !steps.is_empty();
    let mut found = vec![0u32; row_len];
    for row in 0..rows {
        cell[width - 1] = 0;
        sweep.row(&cell);
        budget.look()?;
        let worth = stops.as_ref().map_or(0, Stops::worth);
        let live = stops.as_mut().map(|stops| stops.row(&cell));
        for column in 0..row_len {
            if column & 0xfff == 0xfff {
                budget.spend(0x1000)?;
            }
            let place = row * row_len + column;
            cell[width - 1] = column as i64;
            let mut touched = 0;
            if ends {
                sweep.forget(&cell, place, (extents, &values));
            }
            for step in &steps {
                if let Some(value) = value_at(extents, &values, (&cell, place), *step) {
                    let word = value as usize / 64;
                    extra[word] |= 1 << (value % 64);
                    touched = touched.max(word + 1);
                }
            }
            let mut value = sweep.mex(column, &extra);
            if live.is_some_and(|live| live[column] == 0) {
                value = worth;
            }
            extra[..touched].fill(0);
            match found.get_mut(column) {
                Some(slot) if !puts_at_once => *slot = value,
                _ => values.set(place, value),
            }
            sweep.put(column, value);
        }
        if !puts_at_once {
            values.set_all(row * row_len, &found);
        }
        // The next row: the coordinates before the last count up.
        next_cell(&mut cell, (0..width - 1).rev(), |it| 0..extents.lens[it]);
    }
    Ok(Some(values))
}
