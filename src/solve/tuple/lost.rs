//! Lost piles of games of rays and steps, row by row of a box, 64 piles at a time.
//!
//! A lost pile wins all piles on its lines, and those a step away; a pile that none wins is lost. So a bit for each line of the box
//! and a list of the lost piles tell all winners, where values need a set for each line.

use super::Extents;
use super::linear::Linear;
use super::lines::Lines;
use crate::expr::shape::next_cell;
use crate::work::Limit;
use crate::work::budget::Budget;

/// The lost piles of a box.
#[derive(Debug)]
pub(super) struct Lost {
    pub(super) extents: Extents,
    /// The columns of all lost piles, and where those of each row begin.
    columns: Vec<u32>,
    starts: Vec<usize>,
}

/// The lines of a direction that leads to other rows, with a bit for each that crosses a lost pile.
struct Crossed {
    lines: Lines,
    bits: Vec<u64>,
    /// The line of the first pile of a row.
    base: usize,
}

impl Crossed {
    /// The bits of 64 columns of the row from one on.
    fn at(&self, column: usize) -> u64 {
        let line = self.base + column;
        let (word, shift) = (line / 64, line % 64);
        let low = self.bits[word] >> shift;
        match shift {
            0 => low,
            _ => low | self.bits[word + 1] << (64 - shift),
        }
    }

    fn cross(&mut self, column: usize) {
        let line = self.base + column;
        self.bits[line / 64] |= 1 << (line % 64);
    }
}

impl Lost {
    /// The lost piles of a box, by moves that lead backwards in row-major order; `None`: it is too large to be numbered.
    pub(super) fn of(
        linear: &Linear,
        extents: Extents,
        budget: &mut Budget,
    ) -> Result<Option<Lost>, Limit> {
        let lines = linear.rays.iter().map(|ray| Lines::new(ray, &extents));
        let (Some(lines), Some(last)) = (lines.collect::<Option<Vec<_>>>(), extents.lens.last())
        else {
            return Ok(None);
        };
        // Columns are kept in 32 bits.
        let Ok(row_len) = u32::try_from(*last).map(|len| len as usize) else {
            return Ok(None);
        };
        let rows = (extents.cells / row_len as u64) as usize;
        // Three words more, for what is read beyond the last line.
        let words = |lines: &Lines| (lines.count + row_len) / 64 + 3;
        let bytes = lines.iter().map(|lines| words(lines) as u64 * 8);
        let bytes = bytes.sum::<u64>() + row_len as u64 / 8;
        // All piles of a row may be lost.
        budget.need(bytes + rows as u64 * 8 + row_len as u64 * 4)?;
        let _bits = budget.keep(bytes);
        let (within, across): (Vec<Lines>, Vec<Lines>) =
            lines.into_iter().partition(|lines| lines.within_row);
        let within: Vec<usize> = within.iter().map(|lines| lines.stride).collect();
        let mut across: Vec<Crossed> = across
            .into_iter()
            .map(|lines| Crossed {
                bits: vec![0; words(&lines)],
                base: 0,
                lines,
            })
            .collect();
        let mut lost = Lost {
            columns: Vec::new(),
            starts: vec![0],
            extents,
        };
        let mut cell = vec![0; lost.extents.lens.len()];
        let mut won = vec![0u64; row_len.div_ceil(64)];
        let work = 1 + won.len() as u64 * (1 + linear.vectors().count() as u64) / 16;
        for _ in 0..rows {
            budget.steps(work)?;
            budget.need(lost.memory())?;
            lost.step_from_rows(linear, &cell, &mut won);
            for crossed in &mut across {
                crossed.base = crossed.lines.row(&cell);
            }
            lost.row(linear, &within, &mut across, &mut won);
            won.fill(0);
            let leading = 0..cell.len() - 1;
            next_cell(&mut cell, leading.rev(), |it| 0..lost.extents.lens[it]);
        }
        Ok(Some(lost))
    }

    /// Marks the piles of a row from which a step leads to a lost pile of an earlier row.
    fn step_from_rows(&self, linear: &Linear, cell: &[i64], won: &mut [u64]) {
        let Extents { lens, strides, .. } = &self.extents;
        for step in &linear.steps {
            let Some((along, leading)) = step.split_last() else {
                continue;
            };
            let to = cell.iter().zip(leading).map(|(at, by)| at + by);
            let mut sides = to.clone().zip(lens);
            if leading.iter().all(|by| *by == 0) || !sides.all(|(at, len)| (0..*len).contains(&at))
            {
                continue;
            }
            let row_len = lens[leading.len()];
            let row: i64 = to.zip(strides).map(|(at, stride)| at * stride).sum();
            for column in self.columns_of((row / row_len) as usize) {
                let from = i64::from(*column) - along;
                if (0..row_len).contains(&from) {
                    won[from as usize / 64] |= 1 << (from % 64);
                }
            }
        }
    }

    /// Adds the lost piles of a row of which those are won that are marked.
    fn row(&mut self, linear: &Linear, within: &[usize], across: &mut [Crossed], won: &mut [u64]) {
        let row_len = self.extents.lens.last().map_or(0, |len| *len as usize);
        let steps = linear.steps.iter().filter_map(|step| {
            let (along, leading) = step.split_last()?;
            let is_within = leading.iter().all(|by| *by == 0);
            is_within.then_some(along.unsigned_abs() as usize)
        });
        let steps: Vec<usize> = steps.collect();
        for word in 0..won.len() {
            let first = word * 64;
            let crossed = across
                .iter()
                .fold(0, |all, crossed| all | crossed.at(first));
            won[word] |= crossed;
            while won[word] != u64::MAX {
                let column = first + won[word].trailing_ones() as usize;
                if column >= row_len {
                    break;
                }
                self.columns.push(column as u32);
                for crossed in &mut *across {
                    crossed.cross(column);
                }
                if within.contains(&1) {
                    self.starts.push(self.columns.len());
                    return;
                }
                let mut mark = |column: usize| won[column / 64] |= 1 << (column % 64);
                mark(column);
                for stride in within {
                    (column..row_len).step_by(*stride).for_each(&mut mark);
                }
                let to = steps.iter().map(|step| column.saturating_add(*step));
                to.filter(|to| *to < row_len).for_each(&mut mark);
            }
        }
        self.starts.push(self.columns.len());
    }

    fn columns_of(&self, row: usize) -> &[u32] {
        &self.columns[self.starts[row]..self.starts[row + 1]]
    }

    /// Whether a pile is lost, sorted where the order does not count; `None` outside the box.
    pub(super) fn known(&self, pile: &[i64]) -> Option<bool> {
        let place = self.extents.place(pile)?;
        let row_len = *self.extents.lens.last()? as usize;
        let column = (place % row_len) as u32;
        let columns = self.columns_of(place / row_len);
        Some(columns.binary_search(&column).is_ok())
    }

    pub(super) fn memory(&self) -> u64 {
        (self.columns.capacity() * size_of::<u32>() + self.starts.capacity() * size_of::<usize>())
            as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::solve::tuple::sweep;
    use crate::work::budget::Limits;

    fn vectors(width: usize, most: usize) -> impl Strategy<Value = Vec<Vec<i64>>> {
        let part = || select(vec![-3i64, -2, -1, -1, 0, 0, 0, 1, 2]);
        let vector = proptest::collection::vec(part(), width);
        let leads_back = |vector: &Vec<i64>| {
            let first = vector.iter().find(|part| **part != 0);
            first.is_some_and(|part| *part < 0)
        };
        proptest::collection::vec(vector.prop_filter("backwards", leads_back), 1..most)
    }

    /// Piles are lost that are worth 0, in boxes with rows of up to several words.
    #[test]
    fn lost_piles_are_worth_nothing() {
        let games = (1usize..4).prop_flat_map(|width| {
            let lens = proptest::collection::vec(1i64..9, width - 1);
            (
                vectors(width, 4),
                vectors(width, 4),
                lens,
                1i64..200,
                any::<bool>(),
            )
        });
        proptest!(ProptestConfig::with_cases(400), |((rays, steps, mut lens, last, has_steps) in games)| {
            lens.push(last);
            let linear = Linear { rays, steps: if has_steps { steps } else { Vec::new() }, ..Linear::default() };
            let extents = Extents::new(vec![0; lens.len()], lens, 1 << 20).expect("a small box");
            let mut budget = Budget::start(&Limits::default());
            let values = sweep::sweep(&linear, &extents, &mut budget).expect("no limit").expect("a box");
            let lost = Lost::of(&linear, extents.clone(), &mut budget).expect("no limit").expect("a box");
            let mut cell = vec![0; extents.lens.len()];
            for place in 0..extents.cells as usize {
                prop_assert_eq!(lost.known(&cell), Some(values.at(place) == 0), "{:?} {:?}", linear, cell);
                next_cell(&mut cell, (0..extents.lens.len()).rev(), |it| 0..extents.lens[it]);
            }
        });
    }
}
