//! Who wins each cell of a box in which every move adds a constant vector, where plays may go on for ever: retrograde analysis.
//!
//! Behind each line of the box stand so many cells outside it as a step is long, so that what lies outside is seen without a
//! look at the coordinates.

use std::ops::Range;

use super::steps::{Gate, Mask, Step, dot};
use crate::work::Limit;
use crate::work::budget::Budget;

/// Who wins a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Neither player; or not known yet.
    Draw,
    /// The player to move.
    Won,
    /// The other one.
    Lost,
    /// It is no cell of the box.
    Outside,
}

/// The verdicts on the cells of a box.
#[derive(Debug)]
pub struct Retrograde {
    margins: Margins,
    verdicts: Vec<Verdict>,
    /// How many moves perfect play lasts: the winner hurries, the loser delays.
    lengths: Vec<u32>,
}

/// The numbers of the cells with margins around the box.
#[derive(Debug)]
struct Margins {
    lens: Vec<i64>,
    strides: Vec<i64>,
    /// The number of the first cell.
    first: i64,
    count: i64,
}

impl Margins {
    /// `None`: there are too many.
    fn new(lens: &[i64], steps: &[Step]) -> Option<Margins> {
        let mut strides = vec![1i64; lens.len()];
        let mut count = 1i64;
        for coord in (0..lens.len()).rev() {
            let longest = steps.iter().map(|step| step.by[coord].abs()).max();
            strides[coord] = count;
            count = count.checked_mul(lens[coord].checked_add(longest.unwrap_or(0))?)?;
        }
        let shift = |step: &Step| {
            let parts = step.by.iter().zip(&strides);
            parts.map(|(part, stride)| part.abs() * stride).sum::<i64>()
        };
        // The first coordinate may be passed below and above.
        let first = steps.iter().map(shift).max().unwrap_or(0);
        count = count.checked_add(first.checked_mul(2)?)?;
        (count <= i64::from(u32::MAX)).then_some(Margins {
            lens: lens.to_vec(),
            strides,
            first,
            count,
        })
    }

    fn place(&self, cell: &[i64]) -> usize {
        (self.first + dot(cell, &self.strides)) as usize
    }

    /// All lines along the last coordinate in order: the first cell of each, and the numbers of its cells.
    fn each_line(&self, mut visit: impl FnMut(&[i64], Range<usize>)) {
        let (length, lines) = match self.lens.split_last() {
            Some((length, lines)) => (*length as usize, lines.len()),
            None => (1, 0),
        };
        let mut cell = vec![0; self.lens.len()];
        loop {
            let place = self.place(&cell);
            visit(&cell, place..place + length);
            let next = (0..lines).rev().find(|coord| {
                cell[*coord] += 1;
                let stays = cell[*coord] < self.lens[*coord];
                if !stays {
                    cell[*coord] = 0;
                }
                stays
            });
            if next.is_none() {
                return;
            }
        }
    }

    /// All numbers from the first cell to the last one, of which each step leads to a number that there is.
    fn cells(&self) -> Range<usize> {
        self.first as usize..(self.count - self.first) as usize
    }
}

/// A step between numbers of cells, and which of the bits of a cell says that it may be made there.
struct Shift {
    by: i64,
    bit: u64,
}

impl Retrograde {
    /// The verdicts, where there are at most 63 steps and `end` is that of cells without any; `None`: the box is too large to be
    /// numbered.
    pub fn new(
        lens: &[i64],
        steps: &[Step],
        masks: &[Mask],
        end: Verdict,
        budget: &mut Budget,
    ) -> Result<Option<Retrograde>, Limit> {
        let Some(margins) = Margins::new(lens, steps) else {
            return Ok(None);
        };
        let count = margins.count as usize;
        // Verdicts, counts, lengths and the queue; and the bits of conditions.
        let each = if masks.is_empty() { 10 } else { 18 };
        budget.need(count as u64 * each)?;
        let mut verdicts = vec![Verdict::Outside; count];
        let allowed = allowed(&margins, steps, masks, &mut verdicts);
        budget.spend(count as u64)?;
        let shifts: Vec<Shift> = steps
            .iter()
            .zip(0..)
            .map(|(step, number)| Shift {
                by: dot(&step.by, &margins.strides),
                bit: 1 << number,
            })
            .collect();
        let mut found = Retrograde {
            lengths: vec![0; count],
            margins,
            verdicts,
        };
        found.decide(&shifts, &allowed, end, budget)?;
        Ok(Some(found))
    }

    fn decide(
        &mut self,
        shifts: &[Shift],
        allowed: &[u64],
        end: Verdict,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let is_allowed = |place: usize, shift: &Shift| {
            allowed.get(place).is_none_or(|bits| bits & shift.bit != 0)
        };
        let mut left = self.counts(shifts, allowed);
        let mut queue: Vec<u32> = Vec::new();
        let cells = self.margins.cells();
        let counts = left[cells.clone()]
            .iter()
            .zip(&self.verdicts[cells.clone()]);
        for ((left, verdict), place) in counts.zip(cells) {
            if *left == 0 && *verdict == Verdict::Draw {
                queue.push(place as u32);
            }
        }
        // Only now: what has a verdict is inside the box.
        queue
            .iter()
            .for_each(|place| self.verdicts[*place as usize] = end);
        let mut next = 0;
        while let Some(place) = queue.get(next).map(|place| *place as usize) {
            next += 1;
            budget.steps(1)?;
            let is_lost = self.verdicts[place] == Verdict::Lost;
            let length = self.lengths[place] + 1;
            for shift in shifts {
                let origin = (place as i64 - shift.by) as usize;
                if self.verdicts[origin] != Verdict::Draw || !is_allowed(origin, shift) {
                    continue;
                }
                left[origin] -= 1;
                if !is_lost && left[origin] > 0 {
                    continue;
                }
                self.verdicts[origin] = if is_lost { Verdict::Won } else { Verdict::Lost };
                self.lengths[origin] = length;
                queue.push(origin as u32);
            }
        }
        Ok(())
    }

    /// How many moves can be made in each cell.
    fn counts(&self, shifts: &[Shift], allowed: &[u64]) -> Vec<u8> {
        let mut counts = vec![0; self.verdicts.len()];
        let cells = self.margins.cells();
        for shift in shifts {
            let start = (cells.start as i64 + shift.by) as usize;
            let options = self.verdicts[start..][..cells.len()].iter();
            let inside = options.map(|option| u8::from(*option != Verdict::Outside));
            let counts = counts[cells.clone()].iter_mut().zip(inside);
            match allowed.get(cells.clone()) {
                None => counts.for_each(|(count, inside)| *count += inside),
                Some(allowed) => counts.zip(allowed).for_each(|((count, inside), bits)| {
                    *count += inside & u8::from(bits & shift.bit != 0);
                }),
            }
        }
        counts
    }

    /// Who wins a cell, counted from the least one, and in how many moves; nothing outside the box.
    pub fn get(&self, cell: &[i64]) -> Option<(Verdict, u32)> {
        let inside = cell
            .iter()
            .zip(&self.margins.lens)
            .all(|(at, len)| (0..*len).contains(at));
        let place = inside.then(|| self.margins.place(cell))?;
        Some((self.verdicts[place], self.lengths[place]))
    }

    pub fn memory(&self) -> u64 {
        (self.verdicts.capacity() + self.lengths.capacity() * 4) as u64
    }
}

/// Says of the cells of the box that they lie in it; and for each cell which steps may be made there, where that differs.
fn allowed(
    margins: &Margins,
    steps: &[Step],
    masks: &[Mask],
    verdicts: &mut [Verdict],
) -> Vec<u64> {
    let mut allowed = match masks {
        [] => Vec::new(),
        _ => vec![0; verdicts.len()],
    };
    margins.each_line(|cell, line| {
        verdicts[line.clone()].fill(Verdict::Draw);
        for (step, number) in steps.iter().zip(0..).filter(|_| !masks.is_empty()) {
            let allowed = allowed[line.clone()].iter_mut();
            let Some(Gate { mask, bit }) = step.gate else {
                allowed.for_each(|bits| *bits |= 1 << number);
                continue;
            };
            let mask = &masks[mask];
            let first = dot(cell, &mask.strides);
            let along = mask.strides.last().map_or(0, |stride| *stride);
            for (bits, at) in allowed.zip(0..) {
                let holds = mask.live[(first + at * along) as usize] & bit != 0;
                *bits |= u64::from(holds) << number;
            }
        }
    });
    allowed
}
