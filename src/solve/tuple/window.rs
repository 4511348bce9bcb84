//! Values of tuples one of whose numbers is large: they repeat along it.
//!
//! Where moves reach a bounded way down along a coordinate, as [`Reach`] tells, all values with one number there are a function of
//! those with the few numbers before it. A window of them that comes again, with the same remainder, repeats for ever.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::dense::Order;
use super::{Extents, Tuples};
use crate::expr::interval::Interval;
use crate::expr::machine::Machine;
use crate::expr::shape::{Bounds, next_cell};
use crate::kernel::period::by_pigeonhole;
use crate::moves::reach::Reach;
use crate::rules::game::GameRules;
use crate::solve::policy::Policy;
use crate::text::words::joined;
use crate::work::budget::Budget;
use crate::work::store::Store;
use crate::work::{Failure, Limit};

pub(crate) const WINDOW: &str = "window";

/// Smaller numbers are not far.
const FAR: i64 = 1 << 12;

/// How many numbers are looked at first.
const FIRST: i64 = 1 << 10;

/// A period that is not seen in a box of so many cells is not looked for any more.
const MOST_CELLS: u64 = 16 << 20;

/// How often what moves set coordinates to may widen what is looked at.
const MOST_ROUNDS: usize = 4;

/// What is asked of coordinates without an end while nobody asks for a pile.
const USUAL: i64 = 16;

/// A coordinate of a game along which values repeat, and what is known of that.
#[derive(Debug)]
pub(super) struct Repeating {
    along: usize,
    known: Option<Repeats>,
    /// No period is seen in so many numbers.
    tried: i64,
}

/// Values repeat along a coordinate.
#[derive(Debug)]
struct Repeats {
    from: i64,
    period: i64,
    /// Rules fail at larger numbers.
    most: i64,
    /// The greatest numbers of the other coordinates.
    tops: Vec<i64>,
}

impl Repeating {
    /// The coordinates along which values repeat, as the rules tell.
    pub(super) fn of(game: &GameRules, bounds: &[Bounds], policy: &Policy) -> Vec<Repeating> {
        let is_wanted = policy.only.as_deref().is_none_or(|only| only == WINDOW);
        if !is_wanted || !policy.allows(WINDOW) {
            return Vec::new();
        }
        let usual = |bounds: &Bounds| bounds.hi.unwrap_or(bounds.lo.saturating_add(USUAL));
        let usual: Vec<i64> = bounds.iter().map(usual).collect();
        let coords = 0..bounds.len();
        let along = coords.filter(|along| settled(game, bounds, *along, &usual).is_some());
        let each = along.map(|along| Repeating {
            along,
            known: None,
            tried: 0,
        });
        each.collect()
    }

    fn representative(&self, cells: &[i64]) -> Option<Vec<i64>> {
        let known = self.known.as_ref()?;
        let own = *cells.get(self.along)?;
        let mut others = cells.iter().zip(&known.tops).enumerate();
        let is_inside = others.all(|(coord, (cell, top))| coord == self.along || cell <= top);
        if !is_inside || own < known.from || own > known.most {
            return None;
        }
        let mut cells = cells.to_vec();
        cells[self.along] = known.from + (own - known.from) % known.period;
        Some(cells)
    }
}

/// How far moves reach along a coordinate, and the greatest numbers of the others that piles come to from some up to these.
fn settled(
    game: &GameRules,
    bounds: &[Bounds],
    along: usize,
    asked: &[i64],
) -> Option<(Reach, Vec<i64>)> {
    let mut tops = asked.to_vec();
    for _ in 0..MOST_ROUNDS {
        let others = bounds.iter().zip(&tops);
        let others: Vec<Interval> = others
            .map(|(bounds, top)| Interval::from((bounds.lo, *top)))
            .collect();
        let reach = Reach::of(game, along, &others).ok()?;
        let mut is_settled = true;
        for (coord, set) in reach.set.iter().enumerate() {
            let Some(set) = set else { continue };
            let most = bounds[coord].hi.map_or(set.hi, |hi| set.hi.min(hi.into()));
            if most > i128::from(tops[coord]) {
                tops[coord] = i64::try_from(most).ok().filter(|top| *top <= FAR)?;
                is_settled = false;
            }
        }
        if is_settled {
            return Some((reach, tops));
        }
    }
    None
}

impl Tuples {
    /// The value of a pile whose values are known to repeat along a coordinate.
    pub(super) fn repeated(&self, cells: &[i64]) -> Option<u32> {
        let (_, place) = self.repeating_at(cells)?;
        self.known.as_ref()?.1.get(place)
    }

    /// The coordinate along which the value of a pile is known to repeat, and the place in the box of one that has the same value.
    fn repeating_at(&self, cells: &[i64]) -> Option<(&Repeating, usize)> {
        let (extents, _) = self.known.as_ref()?;
        let mut repeating = self.far.repeating.iter();
        repeating.find_map(|it| Some((it, extents.place(&it.representative(cells)?)?)))
    }

    /// The place among those along which values may repeat of the coordinate that is the largest, where a pile lies far out along it.
    pub(super) fn far_along(&self, cells: &[i64]) -> Option<usize> {
        let all = self.far.repeating.iter().enumerate();
        let all = all.filter_map(|(place, it)| Some((*cells.get(it.along)?, place, it.tried)));
        let (own, place, tried) = all.max_by_key(|(own, place, _)| (*own, Reverse(*place)))?;
        (own >= FAR.max(tried.saturating_mul(2))).then_some(place)
    }

    /// How the value of a pile is read off, where values repeat and it lies outside the box: the period, the first number, and the
    /// name of the coordinate.
    pub(crate) fn read_off(&self, cells: &[i64]) -> Option<(i64, i64, String)> {
        let (repeating, _) = self.repeating_at(cells)?;
        let known = repeating.known.as_ref()?;
        let is_computed = self.known.as_ref()?.0.place(cells).is_some();
        let names = self.shape.names();
        let name = names.get(repeating.along)?.to_string();
        (!is_computed).then_some((known.period, known.from, name))
    }

    /// Whether values may repeat along this coordinate.
    pub(crate) fn may_repeat(&self, coord: usize) -> bool {
        self.far.repeating.iter().any(|it| it.along == coord)
    }

    /// The coordinates along which values may repeat.
    pub(super) fn repeats_along(&self) -> Option<String> {
        let names = self.shape.names();
        let along = self.far.repeating.iter().map(|it| it.along);
        let along = along.filter_map(|along| Some(names.get(along)?.to_string()));
        joined(&along.collect::<Vec<_>>(), "or")
    }

    /// Looks for a period along one of these coordinates, in which a pile lies far out.
    pub(super) fn find_repeats(
        &mut self,
        place: usize,
        cells: &[i64],
        machine: &mut Machine,
    ) -> Result<(), Failure> {
        let Some(along) = self.far.repeating.get(place).map(|it| it.along) else {
            return Ok(());
        };
        let game = &self.transitions.game;
        let Some((reach, tops)) = settled(game, &self.bounds, along, cells) else {
            return Ok(());
        };
        // A box up to a small pile may lack what this one has.
        if self.declined.is_some() {
            (self.declined, self.order) = (None, Order::RowMajor);
        }
        let low = self.bounds[along].lo;
        let least = 2 * (reach.from + reach.below + reach.modulus) as i64;
        let mut count = FIRST.max(least);
        let mut corner = tops.clone();
        loop {
            corner[along] = low.saturating_add(count);
            let cells_of_box = self.box_cells(&corner).filter(|cells| *cells <= MOST_CELLS);
            if corner[along] >= cells[along] {
                break;
            }
            if cells_of_box.is_none() || !self.fill(&corner, machine)? {
                count = i64::MAX;
                break;
            }
            let from = reach.from as i64 - low;
            let window = (
                reach.below as usize,
                from.max(0) as usize,
                reach.modulus as usize,
            );
            let Some((extents, values)) = &self.known else {
                break;
            };
            let columns = columns(extents, values, along, &tops, &mut machine.budget)?;
            if let Some(period) = by_pigeonhole(&columns, window) {
                let known = Repeats {
                    from: low + period.preperiod as i64,
                    period: period.period as i64,
                    most: i64::try_from(reach.most).unwrap_or(i64::MAX),
                    tops,
                };
                self.far.repeating[place] = Repeating {
                    along,
                    known: Some(known),
                    tried: 0,
                };
                return Ok(());
            }
            count = count.saturating_mul(2);
        }
        self.far.repeating[place].tried = count;
        Ok(())
    }
}

/// The values with each number of a coordinate, as numbers that are the same where all these values are.
fn columns(
    extents: &Extents,
    values: &Store,
    along: usize,
    tops: &[i64],
    budget: &mut Budget,
) -> Result<Vec<u32>, Limit> {
    let others: Vec<usize> = (0..tops.len()).filter(|coord| *coord != along).collect();
    let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut columns = Vec::new();
    let mut held = 0;
    for number in extents.range(along) {
        let mut cell = extents.lows.clone();
        cell[along] = number;
        let mut column = Vec::new();
        loop {
            let place = extents.place(&cell);
            column.extend(place.and_then(|place| values.get(place)));
            let range = |coord: usize| extents.lows[coord]..tops[coord] + 1;
            if !next_cell(&mut cell, others.iter().copied(), range) {
                break;
            }
        }
        budget.steps(column.len() as u64)?;
        let next = known.len() as u32;
        held += 64 + 4 * column.len() as u64;
        budget.need(held)?;
        columns.push(*known.entry(column).or_insert(next));
    }
    Ok(columns)
}
