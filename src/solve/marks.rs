//! The values of the options of one pile: marks that need no clearing, and their mex.

use crate::moves::columns::{Column, Mask};
use crate::work::store::{Store, each_width};

/// Which values the options of the current pile have.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// Whether the last move loses: a pile without options is worth 1.
    misere: bool,
    /// For each value, moved up by one, the number of the last pile that met it. Slot 0 takes what is not to be marked.
    stamps: Vec<u32>,
    now: u32,
    /// A power of two above all values of single piles, so that no xor of them passes it.
    limit: u32,
    xors: Vec<u32>,
}

impl Marks {
    /// For piles of a game in which the last move loses, or wins; with room for those without options.
    pub(crate) fn of(misere: bool) -> Marks {
        let mut marks = Marks {
            misere,
            ..Marks::default()
        };
        marks.fit(u32::from(misere));
        marks
    }

    /// Forgets all marks.
    pub(crate) fn start(&mut self) {
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// Makes room for this value of a pile, and for xors with others.
    pub(crate) fn fit(&mut self, value: u32) {
        if value >= self.limit {
            self.limit = value
                .saturating_add(1)
                .checked_next_power_of_two()
                .unwrap_or(u32::MAX);
            self.stamps.resize(self.limit as usize + 2, 0);
        }
        if self.stamps.len() < 2 {
            self.stamps.resize(2, 0);
        }
    }

    #[inline]
    pub(crate) fn mark(&mut self, value: u32) {
        if let Some(stamp) = self.stamps.get_mut(value as usize + 1) {
            *stamp = self.now;
        }
    }

    pub(crate) fn has(&self, value: u32) -> bool {
        self.stamps.get(value as usize + 1) == Some(&self.now)
    }

    /// The least value that is not marked; 1 where none is and the last move loses.
    pub(crate) fn mex(&self) -> u32 {
        let rest = self.stamps.get(1..).unwrap_or(&[]);
        let found = rest.iter().position(|stamp| *stamp != self.now);
        if self.misere && found == Some(0) && !rest.contains(&self.now) {
            return 1;
        }
        found.unwrap_or(rest.len()) as u32
    }

    /// Marks, for each live lane, the xor of the values at the places that the columns give.
    pub(crate) fn mark_lanes(&mut self, values: &Store, places: &[Column], mask: &Mask) {
        let count = mask.count;
        let Marks {
            stamps, now, xors, ..
        } = self;
        match places {
            [] if mask.is_empty() => {}
            [] => self.mark(0),
            [one] => each_width!(values, values => each_value!(values, one, count, found => {
                mark_each(stamps, *now, found, mask);
            })),
            several => {
                xors.clear();
                xors.resize(count, 0);
                for places in several {
                    each_width!(values, values => each_value!(values, places, count, found => {
                        xors.iter_mut().zip(found).for_each(|(xor, value)| *xor ^= value);
                    }));
                }
                mark_each(stamps, *now, xors.iter().copied(), mask);
            }
        }
    }
}

#[inline]
fn mark_each(stamps: &mut [u32], now: u32, values: impl Iterator<Item = u32>, mask: &Mask) {
    match mask.bits() {
        None => {
            for value in values {
                if let Some(stamp) = stamps.get_mut(value as usize + 1) {
                    *stamp = now;
                }
            }
        }
        Some(bits) => {
            // No branch on the mask: it is often as good as random.
            for (value, bit) in values.zip(bits) {
                let place = (value as usize + 1) & (*bit as usize).wrapping_neg();
                if let Some(stamp) = stamps.get_mut(place) {
                    *stamp = now;
                }
            }
        }
    }
}

/// Does the same with the values at the places of so many lanes, whichever way the places run.
macro_rules! each_value {
    ($values:expr, $places:expr, $count:expr, $found:ident => $body:expr) => {
        match ($places, slice($values, $places, $count)) {
            (_, Some((line, false))) => {
                let $found = line.iter().map(|value| -> u32 { (*value).into() });
                $body
            }
            (_, Some((line, true))) => {
                let $found = line.iter().rev().map(|value| -> u32 { (*value).into() });
                $body
            }
            (Column::Same(place), None) => {
                let $found = std::iter::repeat_n(at($values, *place as usize), $count);
                $body
            }
            (Column::Lanes { lanes, .. }, None) => {
                let $found = lanes.iter().map(|place| at($values, *place as usize));
                $body
            }
            (places @ Column::Line { .. }, None) => {
                let $found = (0..$count).map(|lane| at($values, places.at(lane) as usize));
                $body
            }
        }
    };
}
use each_value;

/// The value at a place; lanes that are not live may have places without one.
#[inline]
fn at<V: Copy + Into<u32>>(values: &[V], place: usize) -> u32 {
    values.get(place).map_or(0, |value| (*value).into())
}

/// The values along a line of neighbours as a slice, and whether it runs backwards.
fn slice<'v, V>(values: &'v [V], places: &Column, count: usize) -> Option<(&'v [V], bool)> {
    let Column::Line { step, .. } = places else {
        return None;
    };
    let (lo, hi) = places.range(count);
    if step.unsigned_abs() != 1 {
        return None;
    }
    let (lo, hi) = (usize::try_from(lo).ok()?, usize::try_from(hi).ok()?);
    Some((values.get(lo..=hi)?, *step < 0))
}
