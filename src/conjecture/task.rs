//! The task: positions for which a form is sought, and the forms found so far.

use super::bank::Bank;
use super::data::{About, NONE, information};
use super::tree::{Expr, exception_bits};
use crate::work::distinct;

/// A form with the positions where it is wrong.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    pub(super) expr: Expr,
    /// The places in the bank where it is wrong.
    pub(super) wrong: Vec<u32>,
    /// The length of its description, exceptions included.
    pub(super) bits: f64,
}

/// The best few forms.
#[derive(Debug, Default)]
pub(super) struct Best {
    pub(super) fits: Vec<Fit>,
}

/// How many forms are kept.
const KEPT: usize = 6;

impl Best {
    /// Keeps a form if it is one of the shortest.
    pub(super) fn offer(&mut self, fit: Fit) {
        let place = self.fits.partition_point(|kept| kept.bits <= fit.bits);
        if place < KEPT && self.fits.iter().all(|kept| kept.expr != fit.expr) {
            self.fits.insert(place, fit);
            self.fits.truncate(KEPT);
        }
    }

    /// The length of the shortest form.
    pub(super) fn bits(&self) -> f64 {
        self.fits.first().map_or(f64::INFINITY, |fit| fit.bits)
    }

    /// The length below which a form would be kept.
    pub(super) fn bound(&self) -> f64 {
        let last = self.fits.get(KEPT - 1);
        last.map_or(f64::INFINITY, |fit| fit.bits)
    }
}

/// Offers a form of columns to a task: the term that is made of theirs.
macro_rules! offer {
    ($task:expr, $best:expr, [$($x:ident: $column:expr),+] => $form:expr) => {
        $task.offer(
            $best,
            |place| {
                $(let $x = $column.value(place);)+
                $form
            },
            || {
                $(let $x = $column.expr.clone();)+
                $form
            },
        )
    };
}
pub(super) use offer;

/// The positions for which a form is sought.
pub(super) struct Task<'a> {
    pub(super) bank: &'a Bank<'a>,
    /// Places in the bank in ascending order.
    pub(super) places: Vec<u32>,
    /// Some of them behind the first few.
    pub(super) probe: Vec<u32>,
    /// Exceptions must be before this place.
    pub(super) cutoff: u32,
    pub(super) exceptions: usize,
    /// The greatest and the least value behind the first few.
    pub(super) greatest: i64,
    pub(super) least: i64,
}

/// How many places the probe has.
const PROBES: usize = 24;

impl<'a> Task<'a> {
    pub(super) fn all(bank: &'a Bank<'a>) -> Option<Task<'a>> {
        let count = bank.points.len();
        let cutoff = (count / 6).min(128) as u32;
        Task::of(
            bank,
            (0..count as u32).collect(),
            cutoff,
            (count / 24).min(16),
        )
    }

    /// Some of the positions of a task; `None` where there are too few.
    pub(super) fn part(&self, keep: impl Fn(u32) -> bool) -> Option<Task<'a>> {
        let places = self.places.iter().copied().filter(|place| keep(*place));
        Task::of(
            self.bank,
            places.collect(),
            self.cutoff,
            self.exceptions.min(4),
        )
    }

    fn of(
        bank: &'a Bank<'a>,
        places: Vec<u32>,
        cutoff: u32,
        exceptions: usize,
    ) -> Option<Task<'a>> {
        let first = places.partition_point(|place| *place < cutoff);
        let behind = &places[first..];
        if behind.len() < 4 {
            return None;
        }
        let mut probe = pick(behind, PROBES);
        if bank.data.about == About::Losing {
            // P-positions may be rare.
            let lost = |place: &u32| bank.target[*place as usize] == 1;
            let (lost, won): (Vec<u32>, Vec<u32>) = behind.iter().copied().partition(lost);
            probe = pick(&lost, PROBES / 2);
            probe.extend(pick(&won, PROBES / 2));
        }
        let targets = || behind.iter().map(|place| bank.target[*place as usize]);
        Some(Task {
            greatest: targets().max()?,
            least: targets().min()?,
            bank,
            places,
            probe: distinct(probe),
            cutoff,
            exceptions,
        })
    }

    #[inline]
    pub(super) fn target(&self, place: u32) -> i64 {
        self.bank.target[place as usize]
    }

    pub(super) fn information(&self) -> f64 {
        information(self.places.iter().map(|place| self.target(*place)))
    }

    /// Where a form is wrong, or `None` if it is so too often or for large piles.
    pub(super) fn check(&self, value: impl Fn(u32) -> i64) -> Option<Vec<u32>> {
        let is_right = |place: &u32| value(*place) == self.target(*place);
        if !self.probe.iter().all(is_right) {
            return None;
        }
        let mut wrong = Vec::new();
        for place in self.places.iter().rev() {
            if !is_right(place) {
                if *place >= self.cutoff || wrong.len() >= self.exceptions {
                    return None;
                }
                wrong.push(*place);
            }
        }
        wrong.reverse();
        Some(wrong)
    }

    /// The value that goes with each key, where all places behind the first few agree; [`NONE`] for a key that no place has.
    pub(super) fn by_key<const N: usize>(
        &self,
        key: impl Fn(u32) -> Option<usize>,
    ) -> Option<[i64; N]> {
        let mut entries = [NONE; N];
        for place in self.probe.iter().chain(self.places.iter().rev()) {
            let Some(entry) = key(*place).and_then(|key| entries.get_mut(key)) else {
                continue;
            };
            if *entry == NONE {
                *entry = self.target(*place);
            } else if *entry != self.target(*place) && *place >= self.cutoff {
                return None;
            }
        }
        Some(entries)
    }

    pub(super) fn fit(&self, expr: Expr, wrong: Vec<u32>) -> Fit {
        let exceptions = wrong.iter().map(|place| {
            let point = self.bank.point(*place as usize);
            exception_bits(point, self.target(*place))
        });
        Fit {
            bits: expr.bits() + exceptions.sum::<f64>(),
            expr,
            wrong,
        }
    }

    pub(super) fn offer(
        &self,
        best: &mut Best,
        value: impl Fn(u32) -> Option<i64>,
        expr: impl FnOnce() -> Expr,
    ) {
        if let Some(wrong) = self.check(|place| value(place).unwrap_or(NONE)) {
            best.offer(self.fit(expr(), wrong));
        }
    }

    /// Offers the one value that there is behind the first few, if there is but one; says whether.
    pub(super) fn is_constant(&self, best: &mut Best) -> bool {
        let is_constant = self.greatest == self.least;
        if is_constant {
            self.offer(best, |_| Some(self.least), || Expr::Int(self.least));
        }
        is_constant
    }
}

/// Some of the places, far apart but in no regular step.
fn pick(places: &[u32], count: usize) -> Vec<u32> {
    if places.len() <= count {
        return places.to_vec();
    }
    let picks = (0..count).map(|i| (i * places.len() + (i * 31 + 7) % places.len()) / count);
    picks.filter_map(|i| places.get(i).copied()).collect()
}
