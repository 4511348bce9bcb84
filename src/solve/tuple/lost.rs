//! Lost piles of games of rays and steps, row by row of a box, 64 piles at a time.
//!
//! A lost pile wins all piles on its lines, and those a step away; a pile that none wins is lost. So a bit for each line of the box
//! and a list of the lost piles tell all winners, where values need a set for each line. Lost piles on a line lie farther apart than
//! the greatest multiple of its ray, so that the bit of a line is no other's when one is too far away. Where play stops by a
//! condition, or the last move loses, it is known beforehand who wins some piles.

use super::Extents;
use super::linear::RaysAndSteps;
use super::lines::{Beyond, Lines};
use super::stops::Stops;
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
    /// What is just too far away, where the ray has a greatest multiple within the box.
    beyond: Option<Beyond>,
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

    /// Goes on to the row of a cell: the lost piles of one row are too far away from now on.
    fn enter_row(&mut self, cell: &[i64], lost: &Lost) {
        self.base = self.lines.row(cell);
        let Some(Beyond { by, .. }) = &self.beyond else {
            return;
        };
        let mut from: Vec<i64> = cell.iter().zip(by).map(|(at, by)| at + by).collect();
        let Some(row) = lost.row_of(&from) else {
            return;
        };
        if let Some(column) = from.last_mut() {
            *column = 0;
        }
        let first = self.lines.row(&from);
        for column in lost.columns_of(row) {
            let line = first + *column as usize;
            self.bits[line / 64] &= !(1 << (line % 64));
        }
    }
}

/// The piles of a row, a bit each.
struct Row {
    won: Vec<u64>,
    /// Those that are lost whatever their options are.
    ended: Vec<u64>,
}

impl Row {
    fn new(len: usize) -> Row {
        Row {
            won: vec![0; len.div_ceil(64)],
            ended: vec![0; len.div_ceil(64)],
        }
    }

    /// Begins a row whose first pile is a cell of the box.
    fn begin(&mut self, cell: &[i64], stops: Option<&mut Stops>) {
        self.won.fill(0);
        let Some(stops) = stops else { return };
        let bits = match stops.worth() {
            0 => &mut self.ended,
            _ => &mut self.won,
        };
        for (word, live) in bits.iter_mut().zip(stops.row(cell).chunks(64)) {
            let stopped = live.iter().enumerate();
            *word = stopped.fold(0, |word, (at, live)| word | u64::from(*live == 0) << at);
        }
    }

    /// The lost piles of a word from a bit on.
    fn lost(&self, word: usize, from: u32) -> u64 {
        let lost = !self.won[word] | self.ended[word];
        lost & u64::MAX.checked_shl(from).unwrap_or(0)
    }

    fn mark(&mut self, column: usize) {
        self.won[column / 64] |= 1 << (column % 64);
    }
}

/// A ray along the rows.
struct Within {
    stride: usize,
    /// How many piles it leads to.
    most: usize,
}

impl Lost {
    /// The lost piles of a box, by moves that lead backwards in row-major order; `None`: it is too large to be numbered.
    pub(super) fn of(
        linear: &RaysAndSteps,
        extents: Extents,
        mut stops: Option<Stops>,
        budget: &mut Budget,
    ) -> Result<Option<Lost>, Limit> {
        let lines = linear.rays.iter();
        let lines = lines.map(|ray| Some((ray, Lines::new(&ray.by, &extents)?)));
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
        let bytes = lines.iter().map(|(_, lines)| words(lines) as u64 * 8);
        let bytes = bytes.sum::<u64>() + row_len as u64 / 8;
        // All piles of a row may be lost.
        budget.need(bytes + rows as u64 * 8 + row_len as u64 * 4)?;
        let _bits = budget.keep(bytes);
        let (mut within, mut across) = (Vec::new(), Vec::new());
        for (ray, lines) in lines {
            if lines.within_row {
                let most = ray.most.and_then(|most| usize::try_from(most).ok());
                within.push(Within {
                    stride: lines.stride,
                    most: most.unwrap_or(usize::MAX),
                });
            } else {
                across.push(Crossed {
                    bits: vec![0; words(&lines)],
                    base: 0,
                    beyond: Beyond::of(ray, &extents),
                    lines,
                });
            }
        }
        let mut lost = Lost {
            columns: Vec::new(),
            starts: vec![0],
            extents,
        };
        let mut cell = vec![0; lost.extents.lens.len()];
        let mut row = Row::new(row_len);
        let mut work = 1 + row.won.len() as u64 * (1 + linear.vectors().count() as u64) / 16;
        if stops.is_some() {
            work += row_len as u64 / 4;
        }
        for _ in 0..rows {
            budget.steps(work)?;
            budget.need(lost.memory())?;
            row.begin(&cell, stops.as_mut());
            lost.step_from_rows(linear, &cell, &mut row);
            for crossed in &mut across {
                crossed.enter_row(&cell, &lost);
            }
            lost.row(linear, &within, &mut across, &mut row);
            let leading = 0..cell.len() - 1;
            next_cell(&mut cell, leading.rev(), |it| 0..lost.extents.lens[it]);
        }
        Ok(Some(lost))
    }

    /// Marks the piles of a row from which a step leads to a lost pile of an earlier row.
    fn step_from_rows(&self, linear: &RaysAndSteps, cell: &[i64], row: &mut Row) {
        let row_len = self.extents.lens.last().copied().unwrap_or(0);
        for step in &linear.steps {
            let Some((along, leading)) = step.split_last() else {
                continue;
            };
            if leading.iter().all(|by| *by == 0) {
                continue;
            }
            let to: Vec<i64> = cell.iter().zip(step).map(|(at, by)| at + by).collect();
            let Some(leads_to) = self.row_of(&to) else {
                continue;
            };
            for column in self.columns_of(leads_to) {
                let from = i64::from(*column) - along;
                if (0..row_len).contains(&from) {
                    row.mark(from as usize);
                }
            }
        }
    }

    /// Adds the lost piles of a row of which those are won that are marked.
    fn row(
        &mut self,
        linear: &RaysAndSteps,
        within: &[Within],
        across: &mut [Crossed],
        row: &mut Row,
    ) {
        let row_len = self.extents.lens.last().map_or(0, |len| *len as usize);
        let steps = linear.steps.iter().filter_map(|step| {
            let (along, leading) = step.split_last()?;
            let is_within = leading.iter().all(|by| *by == 0);
            is_within.then_some(along.unsigned_abs() as usize)
        });
        let steps: Vec<usize> = steps.collect();
        let none_ends = row.ended.iter().all(|ended| *ended == 0);
        for word in 0..row.won.len() {
            let first = word * 64;
            let crossed = across
                .iter()
                .fold(0, |all, crossed| all | crossed.at(first));
            row.won[word] |= crossed;
            let mut from = 0;
            loop {
                let lost = row.lost(word, from);
                if lost == 0 {
                    break;
                }
                from = lost.trailing_zeros() + 1;
                let column = first + lost.trailing_zeros() as usize;
                if column >= row_len {
                    break;
                }
                self.columns.push(column as u32);
                for crossed in &mut *across {
                    crossed.cross(column);
                }
                let all = |ray: &Within| ray.stride == 1 && ray.most >= row_len;
                if none_ends && within.iter().any(all) {
                    self.starts.push(self.columns.len());
                    return;
                }
                let mut mark = |column: usize| row.mark(column);
                mark(column);
                for Within { stride, most } in within {
                    let piles = (column..row_len).step_by(*stride).skip(1);
                    piles.take(*most).for_each(&mut mark);
                }
                let to = steps.iter().map(|step| column.saturating_add(*step));
                to.filter(|to| *to < row_len).for_each(&mut mark);
            }
        }
        self.starts.push(self.columns.len());
    }

    /// The number of the row of a cell, whatever its column; `None` outside the box.
    fn row_of(&self, cell: &[i64]) -> Option<usize> {
        let (row_len, others) = self.extents.lens.split_last()?;
        let leading = cell.get(..others.len())?;
        let mut sides = leading.iter().zip(others);
        let is_inside = sides.all(|(at, len)| (0..*len).contains(at));
        is_inside.then(|| (self.extents.shift(leading) / row_len) as usize)
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
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};
    use proptest::test_runner::TestCaseError;

    use super::*;
    use crate::kernel::Seen;
    use crate::rules::Rulebook;
    use crate::solve::Solver;
    use crate::solve::tuple::linear::{self, Ray};
    use crate::solve::tuple::sweep;
    use crate::work::budget::Limits;
    use crate::work::store::Store;

    fn vectors(width: usize, most: usize) -> impl Strategy<Value = Vec<Vec<i64>>> {
        let part = || select(vec![-3i64, -2, -1, -1, 0, 0, 0, 1, 2]);
        let vector = vec(part(), width);
        let leads_back = |vector: &Vec<i64>| {
            let first = vector.iter().find(|part| **part != 0);
            first.is_some_and(|part| *part < 0)
        };
        vec(vector.prop_filter("backwards", leads_back), 1..most)
    }

    /// The mex over the options of a cell whose earlier cells have values.
    fn defined(linear: &RaysAndSteps, cell: &[i64], extents: &Extents, values: &Store) -> u32 {
        let at = |by: &[i64], times: i64| {
            let to: Vec<i64> = cell
                .iter()
                .zip(by)
                .map(|(at, by)| at + by * times)
                .collect();
            Some(values.at(extents.place(&to)?))
        };
        let mut seen = Seen::default();
        let steps = linear.steps.iter().filter_map(|step| at(step, 1));
        steps.for_each(|value| {
            seen.insert(value);
        });
        for Ray { by, most } in &linear.rays {
            let multiples = 1..=most.unwrap_or(i64::MAX);
            multiples
                .map_while(|times| at(by, times))
                .for_each(|value| {
                    seen.insert(value);
                });
        }
        seen.mex()
    }

    /// Games that stop by conditions or in which the last move loses: rays and steps in all cells of a box by the definition.
    #[test]
    fn piles_where_play_stops() {
        let moves = [
            "take any from a",
            "take any from b",
            "move a, b -> a - k, b - k for k in 1..",
            "move a, b -> a - 2 * k, b - k for k in 1..",
            "move a, b -> a - 1, b - 2",
            "take 1, 4 from b",
            "take 3 from a",
            "move a, b -> a - k, b + k for k in 1..",
        ];
        let ends = [
            "",
            "",
            "end when (7 * a + 3 * b) % 11 == 4",
            "end when (a, b) in [(3, 4), (5, 5), (0, 70)]",
            "end when a == 3",
            "end when b > 60  end when 2 * a > b + 3 and b % 2 == 0",
            "end when a / 4 == b % 5",
        ];
        let games = (
            subsequence(moves.to_vec(), 1..5),
            subsequence(ends.to_vec(), 1..3),
            select(vec![
                "(a, b in 0..150)",
                "(a in 2.., b in -3..150)",
                "{a in 0..90, b in 0..90}",
            ]),
            any::<bool>(),
        );
        proptest!(ProptestConfig::with_cases(80), |((moves, ends, pile, misere) in games)| {
            let last = if misere { "misere" } else { "" };
            let text = format!("game g {{ pile {pile}  {}  {}  {last} }}", moves.join("  "), ends.join("  "));
            let book = Rulebook::parse(&text);
            let Ok(book) = book else { return Err(TestCaseError::reject("no game")) };
            let game = book.position("g[(5, 5)]").expect("a pile").terms[0].game.id;
            let mut solver = Solver::new(&book);
            let positions = &mut solver.piles().positions;
            let transitions = positions.transitions(game).expect("a game");
            let game = &transitions.game;
            let bounds = game.header.shape.as_int_tuple().expect("a tuple");
            let linear = linear::recognise(game).expect("rays and steps");
            if sweep::admits(&linear).is_err() {
                return Ok(());
            }
            let corner: Vec<i64> = bounds.iter().map(|bounds| bounds.hi.unwrap_or(bounds.lo + 40)).collect();
            let raises = vec![false; bounds.len()];
            let extents = Extents::of(&game.header.shape, &bounds, &corner, &raises).expect("a small box");
            let mut budget = Budget::start(&Limits::default());
            let stops = || Stops::of(game, &linear, &extents).expect("no fault");
            let values = sweep::sweep(&linear, &extents, stops(), &mut budget).expect("no limit").expect("a box");
            let lost = Lost::of(&linear, extents.clone(), stops(), &mut budget).expect("no limit").expect("a box");
            let mut cell = vec![0; extents.lens.len()];
            for place in 0..extents.cells as usize {
                let pile: Vec<i64> = cell.iter().zip(&extents.lows).map(|(at, low)| at + low).collect();
                positions.list(game.header.id, &pile, false).expect("no fault");
                let mut seen = Seen::default();
                for (_, to) in (0..positions.listed.len()).flat_map(|option| positions.listed.piles(option)) {
                    let mut to = to.to_vec();
                    game.header.shape.sort(&mut to, 0);
                    seen.insert(values.at(extents.place(&to).expect("in the box")));
                }
                let value = if misere && positions.listed.is_empty() { 1 } else { seen.mex() };
                prop_assert_eq!(values.at(place), value, "{} {:?}", text, pile);
                prop_assert_eq!(lost.known(&pile), Some(value == 0), "{} {:?}", text, pile);
                next_cell(&mut cell, (0..extents.lens.len()).rev(), |it| 0..extents.lens[it]);
            }
        });
    }

    /// Piles are lost that are worth 0, and worth the mex over their options, in boxes with rows of up to several words.
    #[test]
    fn lost_piles_are_worth_nothing() {
        let most = || option::of(select(vec![1i64, 2, 3, 7, 70]));
        let games = (1usize..4).prop_flat_map(move |width| {
            let rays = vectors(width, 4).prop_flat_map(move |rays| {
                let most = vec(most(), rays.len());
                (Just(rays), most)
            });
            let lens = vec(1i64..9, width - 1);
            (rays, vectors(width, 4), lens, 1i64..200, any::<bool>())
        });
        proptest!(ProptestConfig::with_cases(400), |(((rays, most), steps, mut lens, last, has_steps) in games)| {
            lens.push(last);
            let rays = rays.into_iter().zip(most).map(|(by, most)| Ray { by, most }).collect();
            let linear = RaysAndSteps { rays, steps: if has_steps { steps } else { Vec::new() }, ..RaysAndSteps::default() };
            let extents = Extents::new(vec![0; lens.len()], lens, 1 << 20).expect("a small box");
            let mut budget = Budget::start(&Limits::default());
            let values = sweep::sweep(&linear, &extents, None, &mut budget).expect("no limit").expect("a box");
            let lost = Lost::of(&linear, extents.clone(), None, &mut budget).expect("no limit").expect("a box");
            let mut cell = vec![0; extents.lens.len()];
            for place in 0..extents.cells as usize {
                let value = values.at(place);
                prop_assert_eq!(value, defined(&linear, &cell, &extents, &values), "{:?} {:?}", linear, cell);
                prop_assert_eq!(lost.known(&cell), Some(value == 0), "{:?} {:?}", linear, cell);
                next_cell(&mut cell, (0..extents.lens.len()).rev(), |it| 0..extents.lens[it]);
            }
        });
    }
}
