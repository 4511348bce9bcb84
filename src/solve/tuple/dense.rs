//! Values of a box of tuples for any rule that stays in the box and leads backwards, options in columns; where moves raise some
//! numbers, of all piles whose numbers have no greater sum.

use super::{Cells, Extents};
use crate::expr::machine::Machine;
use crate::expr::shape::{Shape, next_cell};
use crate::moves::columns::{Column, Columns, Mask, Scratch, Sink, each_lane};
use crate::rules::game::GameRules;
use crate::solve::marks::Marks;
use crate::text::certain::Certain;
use crate::work::Halt;
use crate::work::store::Store;

/// In which order the cells of a box are worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The last coordinate first.
    RowMajor,
    /// The first coordinate first.
    ColumnMajor,
    /// By the sum of the coordinates.
    Sum,
}

/// The values of all cells of a box, numbered as in [`Extents`]; in another order where the options of a cell come later in this
/// one, and then it may be a larger box.
pub(super) fn fill(
    columns: &Columns,
    game: &GameRules,
    extents: Extents,
    order: &mut Order,
    machine: &mut Machine,
) -> Result<(Extents, Store), Halt> {
    let mut filling = Filling {
        columns,
        game,
        extents,
        order: *order,
        leads_on: false,
    };
    loop {
        let found = filling.values(machine);
        let is_declined = matches!(found, Err(Halt::Declined(_)));
        if !is_declined || !filling.leads_on || !filling.turn() {
            *order = filling.order;
            return Ok((filling.extents, found?));
        }
    }
}

struct Filling<'a> {
    columns: &'a Columns,
    game: &'a GameRules,
    extents: Extents,
    order: Order,
    /// Whether an option left the box, or came later in this order.
    leads_on: bool,
}

impl Filling<'_> {
    /// Goes over to the next order, if there is one.
    fn turn(&mut self) -> bool {
        self.order = match self.order {
            Order::RowMajor => Order::ColumnMajor,
            Order::ColumnMajor => {
                let bounds = self.game.header.shape.as_int_tuple();
                let Some(extents) = bounds.and_then(|bounds| self.extents.below_sum(&bounds))
                else {
                    return false;
                };
                self.extents = extents;
                Order::Sum
            }
            Order::Sum => return false,
        };
        true
    }

    fn values(&mut self, machine: &mut Machine) -> Result<Store, Halt> {
        machine.budget.need(self.extents.cells * 4)?;
        let mut values = Store::zeros(self.extents.cells as usize);
        let mut marks = Marks::of(self.game.header.misere);
        let mut scratch = Scratch::default();
        let mut pile = self.extents.lows.clone();
        let unordered = self.game.header.shape.sorts();
        let mut order_of: Vec<usize> = (0..pile.len()).collect();
        if self.order != Order::ColumnMajor {
            order_of.reverse();
        }
        // Of a sum the last coordinate is what the others leave of it.
        let mut sum = 0;
        if self.order == Order::Sum {
            order_of.remove(0);
        }
        loop {
            if let (Order::Sum, Some((last, others))) = (self.order, pile.split_last_mut()) {
                let lows = self.extents.lows.iter().zip(&*others);
                let rest = lows.fold(sum, |rest, (low, cell)| rest - (cell - low));
                *last = self.extents.lows[others.len()].saturating_add(rest);
            }
            let canonical = !unordered || pile.is_sorted();
            if canonical && let Some(place) = self.extents.place(&pile) {
                marks.start();
                let mut sink = Earlier {
                    values: &values,
                    marks: &mut marks,
                    extents: &self.extents,
                    shape: &self.game.header.shape,
                    pile: &pile,
                    order: self.order,
                    leads_on: false,
                    scratch: Vec::new(),
                };
                let listed = self
                    .columns
                    .options(&pile, machine, &mut scratch, &mut sink);
                self.leads_on = sink.leads_on;
                listed?;
                let value = marks.mex();
                marks.fit(value);
                values.set(place, value);
                // Then no line of options need be sorted.
                for naming in &self.game.namings[1..] {
                    let named: Cells = naming.iter().map(|coord| pile[*coord]).collect();
                    if let Some(place) = self.extents.place(&named) {
                        values.set(place, value);
                    }
                }
            }
            let goes_on = next_cell(&mut pile, order_of.iter().copied(), |it| {
                self.extents.range(it)
            });
            if !goes_on {
                sum += 1;
                if self
                    .extents
                    .greatest_sum
                    .is_none_or(|greatest| sum > greatest)
                {
                    return Ok(values);
                }
            }
        }
    }
}

/// Marks the values of options that come earlier in the box.
struct Earlier<'a> {
    values: &'a Store,
    marks: &'a mut Marks,
    extents: &'a Extents,
    shape: &'a Shape,
    pile: &'a [i64],
    order: Order,
    /// Whether an option leaves the box, or comes later in this order.
    leads_on: bool,
    scratch: Vec<i64>,
}

impl Earlier<'_> {
    /// The place of a pile that is known already.
    fn known(&mut self, cells: &[i64]) -> Result<usize, Halt> {
        self.scratch.clear();
        self.scratch.extend_from_slice(cells);
        self.shape.sort(&mut self.scratch, 0);
        let sum = |pile: &[i64]| pile.iter().map(|cell| i128::from(*cell)).sum::<i128>();
        let earlier = match self.order {
            Order::RowMajor => self.scratch.as_slice() < self.pile,
            Order::ColumnMajor => self.scratch.iter().rev().lt(self.pile.iter().rev()),
            Order::Sum => sum(&self.scratch) < sum(self.pile),
        };
        match self.extents.place(&self.scratch) {
            Some(place) if earlier => Ok(place),
            _ => {
                self.leads_on = true;
                Err(Halt::declined(format!(
                    "a move leads from {} to {}, which has no place before it in a box",
                    self.shape.value(self.pile),
                    self.shape.value(&self.scratch),
                )))
            }
        }
    }

    /// The places of a pile in all lanes, where they all are known already and lie on a line.
    fn line(&self, cells: &[Column], count: usize) -> Option<Column> {
        let extents = self.extents;
        let (mut first, mut step) = (0i64, 0i64);
        // Of the numbers of the first pile and of the last one, counted from the least ones on.
        let (mut sums, end) = ((0i64, 0i64), count as i64 - 1);
        let coords = cells.iter().zip(
            extents
                .lows
                .iter()
                .zip(extents.lens.iter().zip(&extents.strides)),
        );
        for (cell, (low, (len, stride))) in coords {
            let (lo, hi) = cell.range(count);
            if lo < *low || hi >= low + len {
                return None;
            }
            match cell {
                Column::Same(value) => {
                    first += (value - low) * stride;
                    sums = (sums.0 + value - low, sums.1 + value - low);
                }
                Column::Line {
                    first: from,
                    step: by,
                } => {
                    first += (from - low) * stride;
                    step += by * stride;
                    sums = (sums.0 + from - low, sums.1 + from - low + by * end);
                }
                Column::Lanes { .. } => return None,
            }
        }
        let last = first + step * end;
        let is_earlier = match self.order {
            // The numbers of the cells are their order; a cell whose numbers stand in order comes before those with the same ones.
            Order::RowMajor => first.max(last) < extents.place(self.pile)? as i64,
            Order::ColumnMajor => false,
            Order::Sum => {
                let own = self.pile.iter().zip(&extents.lows);
                sums.0.max(sums.1) < own.map(|(cell, low)| cell - low).sum()
            }
        };
        is_earlier.then(|| Column::line(first, step))
    }
}

impl Sink for Earlier<'_> {
    fn one(&mut self, cells: &[i64]) -> Result<(), Halt> {
        let mut xor = 0;
        for pile in cells.chunks(self.pile.len()) {
            let place = self.known(pile)?;
            xor ^= self.values.get(place).certain("it is an earlier place");
        }
        self.marks.mark(xor);
        Ok(())
    }

    fn block(&mut self, cells: &[Column], mask: &Mask) -> Result<(), Halt> {
        let width = self.pile.len();
        let lines: Option<Vec<Column>> = cells
            .chunks(width)
            .map(|pile| self.line(pile, mask.count))
            .collect();
        if let Some(lines) = lines {
            self.marks.mark_lanes(self.values, &lines, mask);
            return Ok(());
        }
        each_lane(self, cells, mask)
    }
}
