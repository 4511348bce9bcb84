//! The lines of a box in one direction, numbered.

use super::Extents;
use super::linear::Ray;

#[derive(Debug)]
pub(super) struct Lines {
    /// How many there are.
    pub(super) count: usize,
    /// The direction has a part only in the last coordinate: its lines lie in one row, and their numbers begin anew in each row.
    pub(super) within_row: bool,
    /// How far apart the cells of a line within a row are.
    pub(super) stride: usize,
    /// Else: the coordinate by which a line is followed to its beginning, and how that moves the others.
    along: usize,
    direction: Vec<i64>,
    /// For each other coordinate the least value at the beginnings, and how many values there are.
    origins: Vec<(i64, i64)>,
}

impl Lines {
    /// `None`: there are too many.
    pub(super) fn new(direction: &[i64], extents: &Extents) -> Option<Lines> {
        let last = direction.len().checked_sub(1)?;
        let along = direction.iter().position(|part| *part != 0)?;
        let within_row = along == last;
        let step = direction[along].unsigned_abs() as i64;
        let most = (extents.lens[along] - 1) / step;
        let mut origins = Vec::new();
        let mut count = 1usize;
        for (coord, (part, len)) in direction.iter().zip(&extents.lens).enumerate() {
            let (least, values) = match part.checked_mul(most)? {
                _ if coord == along => (0, step.min(*len)),
                shift => (shift.min(0), len.checked_add(shift.checked_abs()?)?),
            };
            origins.push((least, values));
            if !within_row || coord == last {
                count = count.checked_mul(usize::try_from(values).ok()?)?;
            }
        }
        Some(Lines {
            count,
            within_row,
            stride: step as usize,
            along,
            direction: direction.to_vec(),
            origins,
        })
    }

    /// The line of the first cell of a row; the next cells of the row are on the next lines.
    pub(super) fn row(&self, cell: &[i64]) -> usize {
        if self.within_row {
            return 0;
        }
        let steps = cell[self.along] / self.stride as i64;
        let mut line = 0;
        for (coord, (least, count)) in self.origins.iter().enumerate() {
            let at = cell[coord] + steps * self.direction[coord] - least;
            line = line * count + at;
        }
        line as usize
    }

    /// The line of a column of a row whose first cell is on a line.
    #[inline]
    pub(super) fn at(&self, first: usize, column: usize) -> usize {
        if !self.within_row {
            first + column
        } else if self.stride == 1 {
            0
        } else {
            column % self.stride
        }
    }
}

/// The way along a ray with a greatest multiple to the nearest cell that is no option any more.
#[derive(Debug)]
pub(super) struct Beyond {
    pub(super) by: Vec<i64>,
    /// How far the numbers of the two cells are apart.
    pub(super) shift: i64,
}

impl Beyond {
    /// `None`: all of the ray lies within the box.
    pub(super) fn of(ray: &Ray, extents: &Extents) -> Option<Beyond> {
        let times = ray.most?.checked_add(1)?;
        let by = ray.by.iter().map(|part| part.checked_mul(times));
        let by = by.collect::<Option<Vec<i64>>>()?;
        let is_near = |(part, len): (&i64, &i64)| part.unsigned_abs() < *len as u64;
        by.iter().zip(&extents.lens).all(is_near).then(|| Beyond {
            shift: extents.shift(&by),
            by,
        })
    }
}
