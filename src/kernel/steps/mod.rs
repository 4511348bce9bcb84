//! Values of all cells of a box in which every move adds a constant vector, some of them only where a condition holds.
//!
//! The cells are taken in slices of equal weight: the weight is a coordinate that no move raises, or else a linear form of the
//! coordinates that falls in every move. A slice has rows, and in a row each move leads to a contiguous part of another row, or
//! back in the row itself; where it leaves the box is known for a whole row. A value is held as one bit: what the options of a
//! cell are worth is the union of their bits, and the lowest bit that is missing there is the cell's own.

mod order;

use std::ops::{BitAnd, BitOrAssign, Range};

pub use self::order::Order;
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::store::Store;

/// How many steps have room in the bits of a word, beside the bit of the cell itself.
pub const MOST_STEPS: usize = 63;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it adds to the coordinates.
    pub by: Vec<i64>,
    /// What says where it may be made; `None`: everywhere.
    pub gate: Option<Gate>,
}

/// A condition: the number of its mask, and its bit there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gate {
    pub mask: usize,
    pub bit: u8,
}

/// Up to eight conditions on the same coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    /// How far apart neighbours along each coordinate are; 0 where the coordinate does not count.
    pub strides: Vec<i64>,
    /// The bits of those that hold.
    pub live: Vec<u8>,
}

// ---- Words of bits

/// A set of small values as bits.
trait Word: Copy + Default + BitOrAssign + BitAnd<Output = Self> {
    /// The lowest bit that is missing.
    fn least_missing(self) -> Self;
    /// The number of the only bit.
    fn value(self) -> u8;
    /// All bits where it is open, else none.
    fn through(open: bool) -> Self;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            #[inline]
            fn least_missing(self) -> Self {
                !self & self.wrapping_add(1)
            }

            #[inline]
            fn value(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn through(open: bool) -> Self {
                Self::from(open).wrapping_neg()
            }
        }
    )*};
}

words!(u8, u16, u32, u64);

/// A set where the last move loses: who cannot move has won, and that is worth 1.
#[derive(Clone, Copy, Default)]
struct Misere(u64);

impl BitOrAssign for Misere {
    #[inline]
    fn bitor_assign(&mut self, other: Misere) {
        self.0 |= other.0;
    }
}

impl BitAnd for Misere {
    type Output = Misere;

    #[inline]
    fn bitand(self, other: Misere) -> Misere {
        Misere(self.0 & other.0)
    }
}

impl Word for Misere {
    #[inline]
    fn least_missing(self) -> Misere {
        Misere(match self.0 {
            0 => 2,
            options => options.least_missing(),
        })
    }

    #[inline]
    fn value(self) -> u8 {
        self.0.value()
    }

    #[inline]
    fn through(open: bool) -> Misere {
        Misere(u64::through(open))
    }
}

// ---- The sweep

/// The values of all cells of a box, in row-major order. There are at most [`MOST_STEPS`] steps.
pub fn fill(
    lens: &[i64],
    order: &Order,
    steps: &[Step],
    masks: &[Mask],
    budget: &mut Budget,
) -> Result<Store, Limit> {
    match steps.len() {
        0..8 => Sweep::<u8>::new(lens, order, steps, masks).fill(budget),
        8..16 => Sweep::<u16>::new(lens, order, steps, masks).fill(budget),
        16..32 => Sweep::<u32>::new(lens, order, steps, masks).fill(budget),
        _ => Sweep::<u64>::new(lens, order, steps, masks).fill(budget),
    }
}

/// The same where the last move loses: a cell from which no step leads is worth 1.
pub fn fill_misere(
    lens: &[i64],
    order: &Order,
    steps: &[Step],
    masks: &[Mask],
    budget: &mut Budget,
) -> Result<Store, Limit> {
    Sweep::<Misere>::new(lens, order, steps, masks).fill(budget)
}

/// The sum of the products of numbers that stand side by side.
pub(super) fn dot(left: &[i64], right: &[i64]) -> i64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// Numbers for cells, linear in the coordinates.
struct Numbering {
    first: i64,
    strides: Vec<i64>,
}

impl Numbering {
    /// Of coordinates counted as the order has it.
    fn new(strides: &[i64], lens: &[i64], order: &Order) -> Numbering {
        let mut numbering = Numbering {
            first: 0,
            strides: strides.to_vec(),
        };
        for (coord, stride) in numbering.strides.iter_mut().enumerate() {
            if order.turned[coord] {
                numbering.first += (lens[coord] - 1) * *stride;
                *stride = -*stride;
            }
        }
        numbering
    }

    /// The number of the first cell of a row, and how far apart its cells are.
    fn row(&self, row: &Row, sweep: &Axes) -> (i64, i64) {
        let first = self.first + dot(&row.cell, &self.strides);
        let step = self.strides[sweep.along] + sweep.slope * self.strides[sweep.pivot];
        (first, step)
    }
}

/// The coordinates of the sweep.
struct Axes {
    lens: Vec<i64>,
    weight: Vec<i64>,
    pivot: usize,
    /// The coordinate along a row.
    along: usize,
    /// How the pivot changes along a row.
    slope: i64,
    /// The coordinates that number the rows of a slice.
    outer: Vec<usize>,
    row_len: usize,
    rows: usize,
    lowest: i64,
    slices: i64,
}

struct Row {
    /// Its first cell, where the pivot may lie outside the box.
    cell: Vec<i64>,
    /// The part of the row that lies in the box.
    inside: Range<i64>,
}

/// A step as it leads from row to row.
struct Back<'m> {
    by: Vec<i64>,
    /// How many slices back.
    slices: i64,
    /// To which row from the same one of its slice.
    rows: i64,
    mask: Option<(Numbering, &'m [u8], u8)>,
}

/// A step within a row, where it may be made.
struct Inner {
    range: Range<usize>,
    back: usize,
    /// Where it begins in the gates of the row, and whether all of these are open.
    gate: usize,
    is_free: bool,
}

struct Sweep<'m, T> {
    axes: Axes,
    backs: Vec<Back<'m>>,
    /// How many slices are kept.
    depth: i64,
    /// The bits of the last slices.
    kept: Vec<T>,
    /// What the options of the cells of a row are worth.
    unions: Vec<T>,
    inner: Vec<Inner>,
    /// Whether steps within the row may be made in the cells of their ranges.
    gates: Vec<bool>,
    /// The conditions of a step for a row of which they do not stand together.
    gathered: Vec<u8>,
    out: Numbering,
}

impl Axes {
    fn new(lens: &[i64], order: &Order) -> Axes {
        let along = order.rest.last().copied().unwrap_or(order.pivot);
        let outer: Vec<usize> = order
            .rest
            .iter()
            .copied()
            .filter(|it| *it != along)
            .collect();
        let ends = order
            .weight
            .iter()
            .zip(lens)
            .map(|(part, len)| part * (len - 1));
        let lowest = ends.clone().map(|end| end.min(0)).sum();
        let highest: i64 = ends.map(|end| end.max(0)).sum();
        Axes {
            slope: -order.weight[along] * order.weight[order.pivot],
            weight: order.weight.clone(),
            pivot: order.pivot,
            along,
            row_len: lens[along] as usize,
            rows: outer.iter().map(|coord| lens[*coord] as usize).product(),
            outer,
            lens: lens.to_vec(),
            lowest,
            slices: highest - lowest + 1,
        }
    }

    /// The part of a row in which the pivot, which is `at` at its beginning, lies in the box.
    fn within(&self, at: i64, part: Range<i64>) -> Range<i64> {
        let most = self.lens[self.pivot] - 1;
        let (from, to) = match self.slope {
            0 if (0..=most).contains(&at) => return part,
            0 => return 0..0,
            slope if slope > 0 => (-at.div_euclid(slope), (most - at).div_euclid(slope)),
            slope => (-(most - at).div_euclid(-slope), at.div_euclid(-slope)),
        };
        part.start.max(from)..part.end.min(to + 1)
    }

    /// The row of a slice; `cell` has its outer coordinates.
    fn row(&self, slice: i64, mut cell: Vec<i64>) -> Row {
        cell[self.along] = 0;
        cell[self.pivot] = 0;
        let left = slice + self.lowest - dot(&cell, &self.weight);
        cell[self.pivot] = left * self.weight[self.pivot];
        let inside = self.within(cell[self.pivot], 0..self.row_len as i64);
        Row { cell, inside }
    }
}

impl<'m, T: Word> Sweep<'m, T> {
    fn new(lens: &[i64], order: &Order, steps: &[Step], masks: &'m [Mask]) -> Sweep<'m, T> {
        let axes = Axes::new(lens, order);
        let backs: Vec<Back> = steps
            .iter()
            .map(|step| {
                let turned = step.by.iter().zip(&order.turned);
                let by: Vec<i64> = turned
                    .map(|(part, turned)| if *turned { -part } else { *part })
                    .collect();
                let rows = axes
                    .outer
                    .iter()
                    .fold(0, |rows, coord| rows * axes.lens[*coord] + by[*coord]);
                let mask = step.gate.map(|Gate { mask, bit }| {
                    let mask = &masks[mask];
                    let numbering = Numbering::new(&mask.strides, lens, order);
                    (numbering, mask.live.as_slice(), bit)
                });
                Back {
                    slices: -dot(&by, &axes.weight),
                    by,
                    rows,
                    mask,
                }
            })
            .collect();
        let furthest = backs.iter().map(|back| back.slices).max().unwrap_or(0);
        let mut strides = vec![1; lens.len()];
        for coord in (0..lens.len().saturating_sub(1)).rev() {
            strides[coord] = strides[coord + 1] * lens[coord + 1];
        }
        Sweep {
            out: Numbering::new(&strides, lens, order),
            depth: (furthest + 1).min(axes.slices),
            axes,
            backs,
            kept: Vec::new(),
            unions: Vec::new(),
            inner: Vec::new(),
            gates: Vec::new(),
            gathered: Vec::new(),
        }
    }

    fn fill(mut self, budget: &mut Budget) -> Result<Store, Limit> {
        let area = self.axes.rows * self.axes.row_len;
        let cells: i64 = self.axes.lens.iter().product();
        let kept = (area as u64).saturating_mul(self.depth as u64);
        let words = kept.saturating_add(self.axes.row_len as u64);
        budget.need(words.saturating_mul(size_of::<T>() as u64) + cells as u64)?;
        self.kept = vec![T::default(); kept as usize];
        self.unions = vec![T::default(); self.axes.row_len];
        let mut values = vec![0; cells as usize];
        for slice in 0..self.axes.slices {
            let mut cell = vec![0; self.axes.lens.len()];
            for number in 0..self.axes.rows {
                let row = self.axes.row(slice, cell.clone());
                if row.inside.start < row.inside.end {
                    budget.steps(1 + (row.inside.end - row.inside.start) as u64 / 8)?;
                    self.row(slice, number, &row, &mut values);
                }
                for coord in self.axes.outer.iter().rev() {
                    cell[*coord] += 1;
                    if cell[*coord] < self.axes.lens[*coord] {
                        break;
                    }
                    cell[*coord] = 0;
                }
            }
        }
        Ok(Store::U8(values))
    }

    /// Where a row of a slice begins.
    fn start(&self, slice: i64, number: usize) -> usize {
        let slice = (slice % self.depth) as usize;
        (slice * self.axes.rows + number) * self.axes.row_len
    }

    fn row(&mut self, slice: i64, number: usize, row: &Row, values: &mut [u8]) {
        let inside = row.inside.start as usize..row.inside.end as usize;
        self.unions[inside.clone()].fill(T::default());
        self.inner.clear();
        self.gates.clear();
        let backs = std::mem::take(&mut self.backs);
        for back in &backs {
            self.add(back, slice, number, row);
        }
        self.backs = backs;
        let start = self.start(slice, number);
        let found = &mut self.kept[start..start + self.axes.row_len];
        if self.inner.is_empty() {
            let pairs = found[inside.clone()]
                .iter_mut()
                .zip(&self.unions[inside.clone()]);
            pairs.for_each(|(found, union)| *found = union.least_missing());
        } else {
            along(
                found,
                &self.unions,
                inside.clone(),
                &self.inner,
                &self.gates,
            );
        }
        let (first, step) = self.out.row(row, &self.axes);
        let found = &found[inside.clone()];
        let mut place = first + step * row.inside.start;
        if step == 1 {
            let slots = values[place as usize..].iter_mut().zip(found);
            slots.for_each(|(slot, found)| *slot = found.value());
        } else {
            for found in found {
                values[place as usize] = found.value();
                place += step;
            }
        }
    }

    /// Adds what a step leads to from the cells of a row to their unions, or keeps it for the walk along the row.
    fn add(&mut self, back: &Back, slice: i64, number: usize, row: &Row) {
        let axes = &self.axes;
        let leaves = |coord: &usize| {
            let at = row.cell[*coord] + back.by[*coord];
            !(0..axes.lens[*coord]).contains(&at)
        };
        if axes.outer.iter().any(leaves) {
            return;
        }
        let by = back.by[axes.along];
        let mut part = axes.within(
            row.cell[axes.pivot] + back.by[axes.pivot],
            row.inside.clone(),
        );
        part.start = part.start.max(-by);
        part.end = part.end.min(axes.row_len as i64 - by);
        if part.start >= part.end {
            return;
        }
        let count = (part.end - part.start) as usize;
        let gate = match &back.mask {
            None => None,
            Some((numbering, live, bit)) => {
                let (first, step) = numbering.row(row, axes);
                let first = first + step * part.start;
                match step {
                    0 if live[first as usize] & bit == 0 => return,
                    0 => None,
                    1 => Some((&live[first as usize..][..count], *bit)),
                    _ => {
                        let places = (0..count as i64).map(|at| (first + step * at) as usize);
                        self.gathered.clear();
                        self.gathered.extend(places.map(|place| live[place]));
                        Some((self.gathered.as_slice(), *bit))
                    }
                }
            }
        };
        let range = part.start as usize..part.end as usize;
        if back.slices == 0 && back.rows == 0 {
            self.inner.push(Inner {
                range,
                back: by.unsigned_abs() as usize,
                gate: self.gates.len(),
                is_free: gate.is_none(),
            });
            match gate {
                None => self.gates.resize(self.gates.len() + count, true),
                Some((live, bit)) => self.gates.extend(live.iter().map(|live| live & bit != 0)),
            }
            return;
        }
        let target = (number as i64 + back.rows) as usize;
        let start = self.start(slice - back.slices, target) + (part.start + by) as usize;
        let options = &self.kept[start..start + count];
        let unions = self.unions[range].iter_mut().zip(options);
        match gate {
            None => unions.for_each(|(union, option)| *union |= *option),
            Some((live, bit)) => unions.zip(live).for_each(|((union, option), live)| {
                *union |= *option & T::through(live & bit != 0)
            }),
        }
    }
}

/// The bits of a row some of whose steps lead back in the row itself.
fn along<T: Word>(
    found: &mut [T],
    unions: &[T],
    inside: Range<usize>,
    inner: &[Inner],
    gates: &[bool],
) {
    // Where all steps stay in the row it needs no asking which do.
    let mut whole = inside.clone();
    for step in inner {
        whole.start = whole.start.max(step.range.start);
        whole.end = whole.end.min(step.range.end);
    }
    if whole.start >= whole.end {
        whole = inside.end..inside.end;
    }
    asked(found, unions, inside.start..whole.start, inner, gates);
    let gates_of = match inner.iter().all(|step| step.is_free) {
        true => &[],
        false => gates,
    };
    let step = |step: &Inner| (step.back, step.gate.wrapping_sub(step.range.start));
    let steps: Vec<(usize, usize)> = inner.iter().map(step).collect();
    match steps.as_slice() {
        [a] => chain(found, unions, whole.clone(), &[*a], gates_of),
        [a, b] => chain(found, unions, whole.clone(), &[*a, *b], gates_of),
        [a, b, c] => chain(found, unions, whole.clone(), &[*a, *b, *c], gates_of),
        more => chain(found, unions, whole.clone(), more, gates_of),
    }
    asked(found, unions, whole.end..inside.end, inner, gates);
}

/// A part of a row in which every step stays in the row; each with how far it leads back, and where the gates for the row would
/// begin. No gates: all are open.
#[inline(always)]
fn chain<T: Word>(
    found: &mut [T],
    unions: &[T],
    part: Range<usize>,
    steps: &[(usize, usize)],
    gates: &[bool],
) {
    if gates.is_empty() {
        for at in part {
            let mut union = unions[at];
            for (back, _) in steps {
                union |= found[at - back];
            }
            found[at] = union.least_missing();
        }
        return;
    }
    for at in part {
        let mut union = unions[at];
        for (back, gate) in steps {
            union |= found[at - back] & T::through(gates[gate.wrapping_add(at)]);
        }
        found[at] = union.least_missing();
    }
}

/// A part of a row in which it must be asked which steps stay in the row.
fn asked<T: Word>(
    found: &mut [T],
    unions: &[T],
    part: Range<usize>,
    inner: &[Inner],
    gates: &[bool],
) {
    for at in part {
        let mut union = unions[at];
        for step in inner.iter().filter(|step| step.range.contains(&at)) {
            let open = gates[step.gate + at - step.range.start];
            union |= found[at - step.back] & T::through(open);
        }
        found[at] = union.least_missing();
    }
}
