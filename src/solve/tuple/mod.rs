//! Values of piles that are tuples of integers, a whole box at once.
//!
//! [`linear`] recognises games of rays and steps. `steps` works those out that have only steps, also under conditions, and
//! `sweep` those with rays, with one growing set a line; `dense` does the same for any rule that leads backwards in the box,
//! options in columns. Far out values may repeat, which `window` tells. `winners` tells who wins where that takes less:
//! by theorems in `take_away` games and [`wythoff`]'s, by `lost` piles along rays, or in `dynamic` nim.

pub(crate) mod apart;
pub(crate) mod ask;
mod dense;
mod dynamic;
pub(crate) mod euclid;
mod free;
mod invariant;
pub mod linear;
mod lines;
mod lost;
pub(in crate::solve) mod steps;
mod stops;
mod sweep;
mod take_away;
pub(crate) mod window;
pub(crate) mod winners;
pub(crate) mod wythoff;

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use apart::{APART, Apart};
use dense::Order;
use euclid::EUCLID;
use free::Free;
use invariant::FreeBox;
use linear::RaysAndSteps;
use stops::Stops;
use window::{Repeating, WINDOW};
use winners::{DYNAMIC, Winners};

use super::heap::Heap;
use super::heap::worth::Hunt;
use super::policy::{LEFT_OUT, Policy};
use crate::expr::machine::Machine;
use crate::expr::position::{GameId, Turn};
use crate::expr::shape::{Bounds, Shape};
use crate::expr::tree::{Expr, Op};
use crate::expr::value::Value;
use crate::kernel::queen::{Piece, Queen};
use crate::moves::Transitions;
use crate::moves::columns::Columns;
use crate::rules::Rulebook;
use crate::rules::game::{Effect, GameRules, Move};
use crate::text::words::joined;
use crate::work::budget::Budget;
use crate::work::store::Store;
use crate::work::{Declined, Failure, Halt, Limit};

/// Of tuples of more numbers no box is small enough to be worked out.
const MOST_NUMBERS: usize = 64;

/// The numbers of a pile.
type Cells = SmallVec<[i64; 4]>;

/// A game on tuples of integers.
#[derive(Debug)]
pub struct Tuples {
    shape: Shape,
    bounds: Vec<Bounds>,
    transitions: Arc<Transitions>,
    columns: Columns,
    /// The moves as rays and steps, where they are.
    linear: RaysAndSteps,
    ways: Ways,
    order: Order,
    /// Why no box is worked out, once that was found.
    declined: Option<Declined>,
    known: Option<(Extents, Store)>,
    /// What tells winners alone.
    winners: Option<Winners>,
    far: Far,
    /// How many options were looked at by the definition to see whether it is cheaper.
    pub(super) spent: u64,
}

/// What tells the values of piles outside of a box.
#[derive(Debug)]
struct Far {
    /// Along which coordinates values may repeat.
    repeating: Vec<Repeating>,
    /// The numbers as piles of their own, where no move connects them.
    apart: Option<Apart>,
}

/// Which ways lead to the values of a game's boxes.
#[derive(Debug)]
struct Ways {
    /// The order in which steps are worked out, or why they are not.
    steps: Result<steps::Order, Declined>,
    /// Why rays are not worked out, where they are not.
    rays: Result<(), Declined>,
    /// The free coordinates, or why they are not looked at.
    free: Result<Free, Declined>,
    /// Whether options may be worked out one by one.
    has_box: bool,
}

/// How the values of a game's boxes are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxMethod {
    Steps,
    /// Accumulated along rays.
    Rays,
    /// Options listed once for all values of the free coordinates.
    Invariant,
    Box,
}

impl BoxMethod {
    /// The best first.
    pub const ALL: [BoxMethod; 4] = [
        BoxMethod::Steps,
        BoxMethod::Rays,
        BoxMethod::Invariant,
        BoxMethod::Box,
    ];

    pub fn name(self) -> &'static str {
        match self {
            BoxMethod::Steps => "steps",
            BoxMethod::Rays => "rays",
            BoxMethod::Invariant => "invariant",
            BoxMethod::Box => "box",
        }
    }
}

impl Ways {
    /// Where there is one.
    fn new(
        game: &GameRules,
        bounds: &[Bounds],
        linear: Result<&RaysAndSteps, &Declined>,
        policy: &Policy,
    ) -> Result<Ways, Declined> {
        let allowed = |way: BoxMethod| match policy.allows(way.name()) {
            true => Ok(()),
            false => Err(Declined::from(LEFT_OUT)),
        };
        let linear = || linear.map_err(Clone::clone);
        let steps = allowed(BoxMethod::Steps).and_then(|()| steps::admits(linear()?, bounds.len()));
        let ways = Ways {
            steps,
            rays: allowed(BoxMethod::Rays).and_then(|()| sweep::admits(linear()?)),
            free: allowed(BoxMethod::Invariant).and_then(|()| Free::of(game, bounds)),
            // Small piles are not told far out or apart.
            has_box: policy.allows(BoxMethod::Box.name())
                || matches!(policy.only.as_deref(), Some(WINDOW | APART)),
        };
        if ways.has_box || ways.best() != BoxMethod::Box {
            return Ok(ways);
        }
        if matches!(policy.only.as_deref(), Some(DYNAMIC | EUCLID)) {
            return Err("it tells who wins, and no values".into());
        }
        let only = |way: &BoxMethod| policy.only.as_deref() == Some(way.name());
        let asked = BoxMethod::ALL.into_iter().find(only);
        let why = ways.refusal(asked.unwrap_or(BoxMethod::Rays)).cloned();
        Err(why.unwrap_or_else(|| LEFT_OUT.into()))
    }

    /// The best that applies.
    fn best(&self) -> BoxMethod {
        let applies = |way: &BoxMethod| self.refusal(*way).is_none();
        let found = BoxMethod::ALL.into_iter().find(applies);
        found.unwrap_or(BoxMethod::Box)
    }

    /// Why a way does not apply; options one by one may always be tried.
    fn refusal(&self, way: BoxMethod) -> Option<&Declined> {
        match way {
            BoxMethod::Steps => self.steps.as_ref().err(),
            BoxMethod::Rays => self.rays.as_ref().err(),
            BoxMethod::Invariant => self.free.as_ref().err(),
            BoxMethod::Box => None,
        }
    }
}

impl Tuples {
    /// The engine for a game, or why it does not apply.
    pub fn new(
        transitions: &Arc<Transitions>,
        book: &Rulebook,
        policy: &Policy,
    ) -> Result<Tuples, Declined> {
        let header = &transitions.game.header;
        let Some(bounds) = header.shape.as_int_tuple() else {
            return Err("a pile is not a tuple of numbers".into());
        };
        if bounds.len() > MOST_NUMBERS {
            return Err(format!("a pile has more than {MOST_NUMBERS} numbers").into());
        }
        if header.turn != Turn::One {
            return Err(format!("a turn moves in {}", header.turn.in_words()).into());
        }
        let is_one = |rule: &Move| rule.effect.changes().is_some();
        if header.misere && !transitions.game.moves.iter().all(is_one) {
            return Err("the last move loses, and a move may leave none or several piles".into());
        }
        let elsewhere = transitions.game.moves.iter().any(|rule| {
            matches!(&rule.effect, Effect::Position(position)
                if leads_elsewhere(position, header.id))
        });
        if elsewhere {
            return Err("a move leads to another game".into());
        }
        let linear = linear::recognise(&transitions.game);
        let linear = linear.and_then(|linear| match rises_without_end(&linear, &bounds) {
            true => Err("a move raises a coordinate that has no upper end".into()),
            false => Ok(linear),
        });
        let game = &transitions.game;
        let ways = Ways::new(game, &bounds, linear.as_ref(), policy)?;
        Ok(Tuples {
            winners: Winners::of(game, &bounds, &ways, policy),
            far: Far {
                repeating: Repeating::of(game, &bounds, policy),
                apart: (!header.misere).then(|| Apart::of(game, policy)).flatten(),
            },
            shape: header.shape.clone(),
            bounds,
            transitions: Arc::clone(transitions),
            columns: Columns::new(transitions, book),
            linear: linear.unwrap_or_default(),
            ways,
            order: Order::RowMajor,
            declined: None,
            known: None,
            spent: 0,
        })
    }

    /// How the values are found, where a box is worked out.
    pub fn way(&self) -> BoxMethod {
        self.ways.best()
    }

    /// Why the engine may answer.
    pub fn premise(&self) -> String {
        let premise = self.premise_of_box();
        if self.far.apart.is_some() {
            return format!(
                "{premise}\nof large numbers {APART}: no move connects those that change, and each is a pile of its own"
            );
        }
        match self.repeats_along() {
            Some(name) => format!(
                "{premise}\nfar along {name} {WINDOW}: a move reaches a bounded way down, so that a repeated window of values proves a period"
            ),
            None => premise,
        }
    }

    fn premise_of_box(&self) -> String {
        match (self.way(), &self.ways.steps) {
            (BoxMethod::Steps, Ok(order)) => {
                let order = match order.weight_in_words(&self.shape.names()) {
                    Some(weight) => format!("{weight} falls in every move"),
                    None => "a box of piles is worked out in an order in which every move leads backwards".to_string(),
                };
                format!("every move adds a constant vector, some where a condition on the coordinates holds, and {order}")
            }
            (BoxMethod::Invariant, _) => self.free_in_words(),
            (BoxMethod::Rays, _) => {
                let ends = match self.linear.rays.iter().any(|ray| ray.most.is_some()) {
                    true => ", less what a greatest multiple leaves out",
                    false => "",
                };
                format!("every move adds a constant vector, or a multiple of one: the options along a ray are those of its next pile and that pile itself{ends}")
            }
            _ => "a box of piles, or of those with no greater sum, is worked out in order, as long as every option lies in it and comes earlier; else, and where few piles can be reached, the definition".to_string(),
        }
    }

    fn free_in_words(&self) -> String {
        let free = self.ways.free.iter().flat_map(|free| &free.coords);
        let free = free.zip(self.shape.names());
        let names = free
            .filter(|(free, _)| **free)
            .map(|(_, name)| name.to_string());
        let names: Vec<String> = names.collect();
        let rest = match names.len() == self.bounds.len() {
            true => "is the same for all piles: they are listed once, for the largest one",
            false => {
                "depends on the other coordinates alone: they are listed once for each choice of these"
            }
        };
        format!(
            "what a move takes from {} {rest}",
            joined(&names, "and").unwrap_or_default()
        )
    }

    /// Why better ways do not apply.
    pub fn why_not(&self) -> Vec<(&'static str, Declined)> {
        let ways = BoxMethod::ALL.into_iter();
        let why = ways.map_while(|way| Some((way.name(), self.ways.refusal(way)?.clone())));
        why.collect()
    }

    /// Why no box can be worked out, as far as that was found.
    pub fn why_declined(&self) -> Option<&Declined> {
        self.declined.as_ref()
    }

    /// The value of a pile, where it is known; sorted cells where the order does not count.
    #[inline]
    pub fn get(&self, cells: &[i64]) -> Option<u32> {
        let (extents, values) = self.known.as_ref()?;
        match extents.place(cells) {
            Some(place) => values.get(place),
            None => self.repeated(cells),
        }
    }

    /// The same, also where the numbers are piles of their own.
    pub(in crate::solve) fn known_value(&self, cells: &[i64]) -> Option<u64> {
        let value = self.get(cells).map(u64::from);
        value.or_else(|| self.far.apart.as_ref()?.known(cells))
    }

    /// The engines of the numbers of a pile, where they are piles of their own and no box has it.
    pub(crate) fn heaps_apart(&self, cells: &[i64]) -> Option<Vec<(&Heap, u64)>> {
        self.far
            .apart
            .as_ref()
            .filter(|_| self.get(cells).is_none())?
            .heaps(cells)
    }

    /// The options of a pile that have a value, where its numbers are piles of their own and no box has it.
    fn options_apart(
        &self,
        cells: &[i64],
        value: u64,
        hunt: &mut Hunt,
        machine: &mut Machine,
    ) -> Result<Option<Vec<Cells>>, Halt> {
        match &self.far.apart {
            Some(apart) if self.get(cells).is_none() => {
                apart.options_worth(cells, value, hunt, machine)
            }
            _ => Ok(None),
        }
    }

    /// The value of a pile whose numbers are piles of their own, where its box is large.
    pub(super) fn value_apart(
        &mut self,
        cells: &[i64],
        book: &Rulebook,
        machine: &mut Machine,
    ) -> Result<Option<u64>, Failure> {
        let is_large = self.box_cells(cells).is_none_or(|cells| cells > LARGE_BOX);
        match &mut self.far.apart {
            Some(apart) if is_large => apart.value(&self.transitions.game, cells, book, machine),
            _ => Ok(None),
        }
    }

    pub fn memory(&self) -> u64 {
        let values = self.known.as_ref().map_or(0, |(_, values)| values.memory());
        values + self.winners.as_ref().map_or(0, Winners::memory)
    }

    /// Whether the box up to a pile may come out much larger.
    pub(super) fn may_grow(&self) -> bool {
        let free = self.ways.free.as_ref();
        self.way() == BoxMethod::Invariant && free.is_ok_and(|free| free.leaves)
    }

    /// Whether a move may leave several piles.
    pub(super) fn splits(&self) -> bool {
        let mut moves = self.transitions.game.moves.iter();
        moves.any(|rule| !rule.effect.leaves_one())
    }

    /// How many cells the box up to a pile has; `None` where it is too large.
    pub(crate) fn box_cells(&self, corner: &[i64]) -> Option<u64> {
        Some(self.extents(corner)?.cells)
    }

    fn extents(&self, corner: &[i64]) -> Option<Extents> {
        let raises = match self.way() {
            BoxMethod::Steps | BoxMethod::Rays => raises(&self.linear, self.bounds.len()),
            // Where rules raise a coordinate with an upper end, all of it belongs to the box; small ones are cheap.
            BoxMethod::Invariant | BoxMethod::Box => {
                let is_small = |bounds: &Bounds| Some(bounds.hi?.saturating_sub(bounds.lo) < 64);
                let bounds = self.bounds.iter();
                bounds.map(|it| is_small(it) == Some(true)).collect()
            }
        };
        let extents = Extents::of(&self.shape, &self.bounds, corner, &raises)?;
        match self.order {
            Order::Sum => extents.below_sum(&self.bounds),
            Order::RowMajor | Order::ColumnMajor => Some(extents),
        }
    }

    /// A box for a bit of each pile at most, where moves are rays and steps.
    fn wide_extents(&self, corner: &[i64]) -> Option<Extents> {
        let raises = raises(&self.linear, self.bounds.len());
        Extents::up_to(MOST_BITS, &self.shape, &self.bounds, corner, &raises)
    }

    /// Works out the box from the least pile up to this one. False: the definition decides, for the box is too large, or some
    /// pile in it has an option outside it or later, or faults.
    pub fn fill(&mut self, corner: &[i64], machine: &mut Machine) -> Result<bool, Failure> {
        if self.declined.is_some() {
            return Ok(false);
        }
        // A box that grows grows by much, so that a walk along a line takes few of them.
        let known = self.known.as_ref();
        let grown =
            known.and_then(|(extents, _)| self.extents(&extents.grown(&self.bounds, corner)));
        let grown = grown.filter(|extents| extents.cells <= 4 << 20);
        let Some(extents) = grown.or_else(|| self.extents(corner)) else {
            return Ok(false);
        };
        // A table takes a byte or two a cell, and rays as much again: not where that is all the memory there is.
        let each = match self.way() {
            BoxMethod::Steps => 2,
            BoxMethod::Rays | BoxMethod::Invariant | BoxMethod::Box => 8,
        };
        if extents.cells.saturating_mul(each) > machine.budget.memory() {
            return Ok(false);
        }
        match self.worked_out(extents, machine) {
            Ok(Some(known)) => {
                self.known = Some(known);
                Ok(true)
            }
            // More than there is: the definition takes less, or says so.
            Ok(None) | Err(Halt::Failure(Failure::Limit(Limit::Memory { .. }, _))) => Ok(false),
            Err(halt) => {
                self.declined = Some(halt.reason()?);
                Ok(false)
            }
        }
    }

    /// The values of a box, which may come out larger; `None`: it is too large to be numbered.
    fn worked_out(
        &mut self,
        extents: Extents,
        machine: &mut Machine,
    ) -> Result<Option<(Extents, Store)>, Halt> {
        let (game, ways) = (&self.transitions.game, &mut self.ways);
        if let Ok(order) = &ways.steps {
            let found = steps::fill(game, &self.linear, order, &extents, &mut machine.budget);
            match found {
                Err(Halt::Declined(why)) if ways.has_box => ways.steps = Err(why),
                found => return Ok(Some((extents, found?))),
            }
        }
        if ways.rays.is_ok() {
            let budget = &mut machine.budget;
            match Stops::of(game, &self.linear, &extents) {
                Ok(stops) => {
                    let values = self.linear.worked_out(&extents, stops, budget)?;
                    return Ok(values.map(|values| (extents, values)));
                }
                Err(why) if ways.has_box => ways.rays = Err(why),
                Err(why) => return Err(why.into()),
            }
        }
        if let Ok(free) = &ways.free {
            let free = FreeBox::new(&self.columns, game, free, &extents);
            match free.map_or(Ok(None), |free| free.fill(machine)) {
                Err(Halt::Declined(why)) if ways.has_box => ways.free = Err(why),
                Ok(None) if ways.has_box => {}
                found => return found,
            }
        }
        let (columns, order) = (&self.columns, &mut self.order);
        dense::fill(columns, game, extents, order, machine).map(Some)
    }
}

impl RaysAndSteps {
    /// The values of a box of rays; `None`: it is too large to be numbered.
    fn worked_out(
        &self,
        extents: &Extents,
        stops: Option<Stops>,
        budget: &mut Budget,
    ) -> Result<Option<Store>, Limit> {
        match queen(self, extents).filter(|_| stops.is_none()) {
            Some(mut queen) => {
                queen.extend(budget)?;
                Ok(Some(queen.into_values()))
            }
            None => sweep::sweep(self, extents, stops, budget),
        }
    }
}

/// The faster way for a rook or a queen on a rectangle.
fn queen(linear: &RaysAndSteps, extents: &Extents) -> Option<Queen> {
    let [rows, columns] = extents.lens.as_slice() else {
        return None;
    };
    // They are sorted, each once.
    let rays = linear.rays.iter();
    let rays = rays.map(|ray| ray.most.is_none().then_some(ray.by.as_slice()));
    let rays = rays.collect::<Option<Vec<&[i64]>>>()?;
    let piece = match rays.as_slice() {
        [[-1, -1], [-1, 0], [0, -1]] => Piece::Queen,
        [[-1, 0], [0, -1]] => Piece::Rook,
        _ => return None,
    };
    if !linear.steps.is_empty() {
        return None;
    }
    Queen::new(*rows as usize, *columns as usize, piece)
}

/// For each coordinate whether some move raises it.
pub(in crate::solve) fn raises(linear: &RaysAndSteps, width: usize) -> Vec<bool> {
    let rises = |coord: usize| linear.vectors().any(|vector| vector[coord] > 0);
    (0..width).map(rises).collect()
}

/// Whether some move raises a coordinate that has no upper end.
pub(in crate::solve) fn rises_without_end(linear: &RaysAndSteps, bounds: &[Bounds]) -> bool {
    let mut coords = bounds.iter().zip(raises(linear, bounds.len()));
    coords.any(|(bounds, rises)| rises && bounds.hi.is_none())
}

fn leads_elsewhere(position: &Expr, own: GameId) -> bool {
    match &position.op {
        Op::Join(parts) => parts.iter().any(|part| leads_elsewhere(part, own)),
        Op::Position(game, _) => {
            !matches!(game.constant(), Some(Value::Game(header)) if header.id == own)
        }
        _ => true,
    }
}

/// A box: for each coordinate the numbers from its least value on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::solve) struct Extents {
    /// The least value of each coordinate.
    pub(in crate::solve) lows: Vec<i64>,
    /// How many values each coordinate takes.
    pub(in crate::solve) lens: Vec<i64>,
    /// How far apart the numbers of neighbours along each coordinate are.
    pub(super) strides: Vec<i64>,
    pub(in crate::solve) cells: u64,
    /// Of piles with a greater sum, counted from the least values on, nothing is known.
    greatest_sum: Option<i64>,
}

/// In boxes with more cells than this numbers are looked at apart, where they are.
const LARGE_BOX: u64 = 1 << 14;

/// Boxes with more cells than this are left to the definition.
const MOST_CELLS: u64 = 1 << 32;

/// The same where there are only few numbers for a line.
const MOST_BITS: u64 = 1 << 40;

impl Extents {
    /// The box of all piles between the least and this one, which is a pile of the shape; `None` where it is too large.
    pub(in crate::solve) fn of(
        shape: &Shape,
        bounds: &[Bounds],
        corner: &[i64],
        raises: &[bool],
    ) -> Option<Extents> {
        Extents::up_to(MOST_CELLS, shape, bounds, corner, raises)
    }

    /// The same, where it has no more than so many cells.
    fn up_to(
        most: u64,
        shape: &Shape,
        bounds: &[Bounds],
        corner: &[i64],
        raises: &[bool],
    ) -> Option<Extents> {
        let mut corner = corner.to_vec();
        shape.sort(&mut corner, 0);
        let mut lens = Vec::new();
        for (coord, (bounds, top)) in bounds.iter().zip(&corner).enumerate() {
            let top = match bounds.hi {
                Some(hi) if raises.get(coord) == Some(&true) => hi,
                _ => *top,
            };
            let len = top.checked_sub(bounds.lo)?.checked_add(1)?;
            // Sums with a few of these numbers stay within 64 bits.
            if len < 1 || top.max(bounds.lo.saturating_neg()) > i64::MAX >> 2 {
                return None;
            }
            lens.push(len);
        }
        let lows = bounds.iter().map(|bounds| bounds.lo).collect();
        Extents::new(lows, lens, most)
    }

    /// A box with these least coordinates and so many values of each; `None` where it has more cells than so many.
    fn new(lows: Vec<i64>, lens: Vec<i64>, most: u64) -> Option<Extents> {
        let mut strides = vec![1; lens.len()];
        let mut cells = 1u64;
        for (stride, len) in strides.iter_mut().zip(&lens).rev() {
            *stride = cells as i64;
            cells = cells
                .checked_mul(*len as u64)
                .filter(|cells| *cells <= most)?;
        }
        Some(Extents {
            lows,
            lens,
            strides,
            cells,
            greatest_sum: None,
        })
    }

    /// A box for all piles with no greater sum than the last one of this box; `None` where it is too large.
    fn below_sum(&self, bounds: &[Bounds]) -> Option<Extents> {
        let greatest: i64 = self.lens.iter().map(|len| len - 1).sum();
        let sides = self.lows.iter().zip(bounds);
        let lens = sides.map(|(low, bounds)| {
            let all = bounds
                .hi
                .map_or(greatest, |hi| greatest.min(hi.saturating_sub(*low)));
            all + 1
        });
        let extents = Extents::new(self.lows.clone(), lens.collect(), MOST_CELLS)?;
        Some(Extents {
            greatest_sum: Some(greatest),
            ..extents
        })
    }

    /// How far apart the numbers of two cells are of which one lies at these coordinates from the other.
    fn shift(&self, by: &[i64]) -> i64 {
        let parts = by.iter().zip(&self.strides);
        parts.map(|(part, stride)| part * stride).sum()
    }

    /// The number of a pile, sorted where the order does not count; `None` outside the box.
    #[inline]
    pub(super) fn place(&self, cells: &[i64]) -> Option<usize> {
        if cells.len() != self.lens.len() {
            return None;
        }
        let (mut place, mut sum) = (0, 0);
        for (coord, cell) in cells.iter().enumerate() {
            let at = cell.checked_sub(self.lows[coord])?;
            if !(0..self.lens[coord]).contains(&at) {
                return None;
            }
            place += at * self.strides[coord];
            sum += at;
        }
        let is_beyond = self.greatest_sum.is_some_and(|greatest| sum > greatest);
        (!is_beyond).then_some(place as usize)
    }

    /// The corner of a box that has another pile as well, and grows by much.
    fn grown(&self, bounds: &[Bounds], corner: &[i64]) -> Vec<i64> {
        let within = |coord: usize, cell: i64| bounds[coord].hi.map_or(cell, |hi| cell.min(hi));
        if let Some(greatest) = self.greatest_sum {
            let mut corner = corner.to_vec();
            corner[0] = within(0, corner[0].saturating_add(greatest / 2));
            return corner;
        }
        let grown = corner.iter().zip(&self.lows).enumerate();
        let grown = grown.map(|(coord, (asked, low))| {
            let known = self.range(coord).end - 1;
            let more = match *asked > known {
                true => (*asked).max(known.saturating_add(known.saturating_sub(*low) / 2)),
                false => known,
            };
            within(coord, more)
        });
        grown.collect()
    }

    pub(super) fn range(&self, coord: usize) -> Range<i64> {
        self.lows[coord]..self.lows[coord] + self.lens[coord]
    }
}

/// Whether moves are there for both numbers of a pair, of which its rules have these.
fn are_both(game: &GameRules, moved: [bool; 2]) -> bool {
    let is_unordered = game.namings.len() > 1;
    moved == [true; 2] || is_unordered && moved != [false; 2]
}
