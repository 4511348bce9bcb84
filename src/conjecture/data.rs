//! The values that a form has to explain.

use std::ops::RangeInclusive;

use super::op::{LIMIT, Op};
use super::tree::{Expr, Term};
use crate::expr::shape::next_cell;
use crate::work::Limit;
use crate::work::budget::Budget;

/// Stands for a value that is not there.
pub(super) const NONE: i64 = i64::MIN;

/// What the numbers say of the positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Grundy values.
    Values,
    /// 1 for a P-position, 0 for an N-position.
    Losing,
}

impl About {
    /// What is said of a position by distinction of cases.
    pub(super) fn choice(self, condition: Expr, yes: Expr, no: Expr) -> Expr {
        match self {
            About::Values => Expr::choice(condition, yes, no),
            About::Losing => Expr::truth_choice(condition, yes, no),
        }
    }

    /// What is said for each value of an expression.
    pub(super) fn cases(self, of: &Expr, mut cases: Vec<(i64, Expr)>) -> Option<Expr> {
        let (_, last) = cases.pop()?;
        let joined = cases
            .into_iter()
            .rev()
            .fold(last, |rest, (value, case)| match case == rest {
                true => rest,
                false => self.choice(of.clone().by(Op::Equal, value), case, rest),
            });
        Some(joined)
    }
}

/// A table of values over a box of coordinates; some may be missing.
#[derive(Debug, Clone)]
pub struct Data {
    pub(super) about: About,
    pub(super) names: Vec<String>,
    pub(super) ranges: Vec<(i64, i64)>,
    /// One value for each cell of the box, the last coordinate running fastest.
    cells: Vec<i64>,
    /// The coordinates of the cells that have a value, small positions first.
    points: Vec<i64>,
    pub(super) values: Vec<i64>,
}

impl Data {
    /// The values of piles that are single numbers, from `first` on; `None` for a pile that has no value.
    pub fn sequence(
        name: &str,
        first: i64,
        values: &[Option<u64>],
        budget: &Budget,
    ) -> Result<Data, Limit> {
        let last = first + values.len() as i64 - 1;
        Data::table(
            About::Values,
            &[name.to_string()],
            &[first..=last],
            |at| {
                let index = usize::try_from(at.first()? - first).ok()?;
                *values.get(index)?
            },
            budget,
        )
    }

    /// The values of a box of tuples; `value` gives `None` where there is no such position. There are one to four coordinates
    /// of at most 2^31.
    pub fn table(
        about: About,
        names: &[String],
        ranges: &[RangeInclusive<i64>],
        mut value: impl FnMut(&[i64]) -> Option<u64>,
        budget: &Budget,
    ) -> Result<Data, Limit> {
        let ranges: Vec<(i64, i64)> = ranges.iter().map(|r| (*r.start(), *r.end())).collect();
        let count = ranges.iter().try_fold(1u64, |count, (low, high)| {
            let len = if high < low {
                0
            } else {
                high.abs_diff(*low).checked_add(1)?
            };
            count.checked_mul(len)
        });
        let width = ranges.len() as u64;
        let bytes = count.and_then(|count| count.checked_mul(8 * (2 * width + 4)));
        budget.need(bytes.unwrap_or(u64::MAX))?;
        let count = count.unwrap_or(0) as usize;

        let mut cells = Vec::with_capacity(count);
        let mut order = Vec::new();
        let mut at: Vec<i64> = ranges.iter().map(|(low, _)| *low).collect();
        for cell in 0..count {
            let found = value(&at)
                .and_then(|value| i64::try_from(value).ok())
                .filter(|value| *value <= LIMIT);
            cells.push(found.unwrap_or(NONE));
            if found.is_some() {
                let greatest = at.iter().copied().max().unwrap_or(0);
                order.push((greatest, at.iter().sum::<i64>(), cell));
            }
            let range = |coord: usize| ranges[coord].0..ranges[coord].1 + 1;
            next_cell(&mut at, (0..ranges.len()).rev(), range);
        }
        order.sort_unstable();
        let mut data = Data {
            about,
            names: names.to_vec(),
            ranges,
            cells,
            points: Vec::with_capacity(order.len() * names.len()),
            values: Vec::with_capacity(order.len()),
        };
        for (_, _, cell) in order {
            data.values.push(data.cells[cell]);
            data.push_point(cell);
        }
        Ok(data)
    }

    fn push_point(&mut self, cell: usize) {
        let start = self.points.len();
        let mut rest = cell as i64;
        for (low, high) in self.ranges.iter().rev() {
            let len = high - low + 1;
            self.points.push(low + rest % len);
            rest /= len;
        }
        self.points[start..].reverse();
    }

    pub(super) fn width(&self) -> usize {
        self.ranges.len()
    }

    /// The least and the greatest number of each coordinate.
    pub fn ranges(&self) -> &[(i64, i64)] {
        &self.ranges
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is nothing to explain.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether no value of the box is left out.
    pub(crate) fn is_whole(&self) -> bool {
        self.values.len() == self.cells.len()
    }

    /// The coordinates of the position with this number, in order of size.
    pub(super) fn point(&self, number: usize) -> &[i64] {
        &self.points[number * self.width()..(number + 1) * self.width()]
    }

    pub(super) fn value_at(&self, at: &[i64]) -> Option<i64> {
        let mut cell = 0usize;
        for (i, (low, high)) in at.iter().zip(&self.ranges) {
            if i < low || i > high {
                return None;
            }
            cell = cell * (high - low + 1) as usize + (i - low) as usize;
        }
        self.cells
            .get(cell)
            .copied()
            .filter(|value| *value != NONE && at.len() == self.width())
    }

    /// The value at a position that is smaller than another one.
    pub(super) fn value_before(&self, to: &[i64], at: &[i64]) -> Option<i64> {
        self.value_at(to).filter(|_| is_smaller(to, at))
    }

    /// The positions with 1, in order of size.
    pub(super) fn lost(&self) -> impl Iterator<Item = &[i64]> {
        let lost = (0..self.len()).filter(|number| self.values[*number] == 1);
        lost.map(|number| self.point(number))
    }

    /// The same positions with 1 where the value is 0, and 0 elsewhere.
    pub fn losing(&self) -> Data {
        let zero = |value: &i64| match *value {
            NONE => NONE,
            value => i64::from(value == 0),
        };
        Data {
            about: About::Losing,
            cells: self.cells.iter().map(zero).collect(),
            values: self.values.iter().map(zero).collect(),
            ..self.clone()
        }
    }
}

/// Whether one pile is at most as great in every coordinate, and not the same.
pub(super) fn is_smaller(to: &[i64], at: &[i64]) -> bool {
    to.iter().zip(at).all(|(to, at)| to <= at) && to != at
}

/// The information in numbers: what a code needs that knows only how often each occurs; at least a bit for each of the first 64.
pub(super) fn information(values: impl Iterator<Item = i64>) -> f64 {
    let mut counts: hashbrown::HashMap<i64, u32> = hashbrown::HashMap::new();
    let mut total = 0u32;
    for value in values {
        *counts.entry(value).or_default() += 1;
        total += 1;
    }
    let mut each: Vec<u32> = counts.into_values().collect();
    each.sort_unstable();
    let entropy: f64 = each
        .iter()
        .map(|count| f64::from(*count) * (f64::from(total) / f64::from(*count)).log2())
        .sum();
    entropy.max(f64::from(total.min(64)))
}
