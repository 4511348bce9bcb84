//! Values of a box of tuples some of whose coordinates are free: what a pile may become is listed once for each choice of the
//! other coordinates, at the far corner of the box.

use super::free::Free;
use super::{Cells, Extents, MOST_CELLS};
use crate::expr::machine::Machine;
use crate::expr::shape::next_cell;
use crate::moves::columns::{Column, Columns, Mask, Scratch, Sink};
use crate::rules::game::GameRules;
use crate::solve::marks::Marks;
use crate::work::store::Store;
use crate::work::{Halt, distinct};

/// Options on a line: they take `drop`, `drop + step`, … from the last free coordinate, and the same from the other ones.
#[derive(Debug)]
struct Run {
    drop: i64,
    /// Not below 0.
    step: i64,
    count: i64,
    /// How far the place of the first is from the pile's own, and how far apart they are.
    shift: i64,
    stride: i64,
}

/// Options that take the same from the free coordinates but the last.
#[derive(Debug)]
struct Group {
    drops: Cells,
    runs: Vec<Run>,
}

/// The piles with the same other coordinates.
#[derive(Debug)]
struct Class {
    /// The place of the pile whose free coordinates are the least.
    first: i64,
    /// By what they take from the first free coordinate.
    groups: Vec<Group>,
    /// How many options the pile at the far corner has.
    options: u64,
}

/// An option: what it takes from the free coordinates but the last, and from the last, and how far its place is from the pile's own.
type Taken = (Cells, i64, i64);

/// A box that options leave is made wider so many times: coordinates that double do so in few.
const MOST_ROUNDS: usize = 24;

/// Once so many options were listed it is made wider only so often by less than half: what each move raises has no end.
const MOST_LISTED: u64 = 1 << 20;
const SLOW_ROUNDS: u64 = 1;

/// How many options take about the time of a step of a budget.
const OPTIONS_IN_A_STEP: u64 = 16;

/// Lines of fewer options are gone through one by one.
const SHORT: i64 = 8;

/// So many options of a pile are many, and so many on a line are long.
const MANY: u64 = 32;
const LONG: u64 = 2;

/// A pile with more options is left to another engine.
const MOST_OPTIONS: usize = 1 << 20;

/// What all piles take is kept in no more bytes than this.
const MOST_KEPT: u64 = 256 << 20;

/// The cells of the options of a pile, one after the other.
struct Listed(Vec<i64>);

impl Sink for Listed {
    fn one(&mut self, cells: &[i64]) -> Result<(), Halt> {
        if self.0.len() >= MOST_OPTIONS * cells.len() {
            let why = format!("a pile has more than {MOST_OPTIONS} options");
            return Err(Halt::declined(why));
        }
        self.0.extend_from_slice(cells);
        Ok(())
    }
}

/// A game some of whose coordinates are free, in a box.
pub(super) struct FreeBox<'a> {
    columns: &'a Columns,
    game: &'a GameRules,
    extents: Extents,
    /// The free coordinates but the last.
    leading: Vec<usize>,
    last: usize,
    others: Vec<usize>,
}

impl<'a> FreeBox<'a> {
    pub(super) fn new(
        columns: &'a Columns,
        game: &'a GameRules,
        free: &Free,
        extents: &Extents,
    ) -> Option<FreeBox<'a>> {
        let (mut leading, others): (Vec<usize>, Vec<usize>) =
            (0..free.coords.len()).partition(|coord| free.coords[*coord]);
        Some(FreeBox {
            columns,
            game,
            extents: extents.clone(),
            last: leading.pop()?,
            leading,
            others,
        })
    }

    fn free(&self) -> impl DoubleEndedIterator<Item = &usize> + Clone {
        self.leading.iter().chain([&self.last])
    }

    fn next(&self, pile: &mut [i64], coords: impl DoubleEndedIterator<Item = usize>) -> bool {
        next_cell(pile, coords.rev(), |coord| self.extents.range(coord))
    }

    /// The values of all cells of the box, and of those beyond it that its piles may become; `None`: there are too many.
    pub(super) fn fill(mut self, machine: &mut Machine) -> Result<Option<(Extents, Store)>, Halt> {
        let mut rounds = 0..MOST_ROUNDS;
        let (mut listed, mut slow) = (0, 0);
        let classes = loop {
            let (classes, tops) = self.classes(machine)?;
            listed += classes.iter().map(|class| class.options).sum::<u64>();
            let lows = self.extents.lows.clone();
            let lens = tops
                .iter()
                .zip(&lows)
                .map(|(top, low)| top.saturating_sub(*low).saturating_add(1));
            let lens: Vec<i64> = lens.collect();
            if lens == self.extents.lens {
                break classes;
            }
            match rounds.next().and(Extents::new(lows, lens, MOST_CELLS)) {
                Some(extents) => {
                    slow += u64::from(2 * extents.cells < 3 * self.extents.cells);
                    self.extents = extents;
                }
                None => return Ok(None),
            }
            if listed > MOST_LISTED && slow > SLOW_ROUNDS {
                return Ok(None);
            }
        };
        machine.budget.need(self.extents.cells * 4)?;
        let values = self.sweep(&classes, machine)?;
        Ok(Some((self.extents, values)))
    }

    /// The first pile of the first class: the greatest free coordinates, and the least of the others. Where the order does not count
    /// all are the greatest, so that a move takes the same whatever the coordinates are called.
    fn far_corner(&self) -> Vec<i64> {
        let mut pile = self.extents.lows.clone();
        let end = |coord: usize| self.extents.range(coord).end - 1;
        let most = (0..pile.len()).map(end).max().unwrap_or(0);
        for coord in self.free() {
            pile[*coord] = match self.game.header.shape.sorts() {
                true => most,
                false => end(*coord),
            };
        }
        pile
    }

    /// The classes in an order in which no move that takes nothing leads to a later one, and the greatest coordinates of options.
    fn classes(&self, machine: &mut Machine) -> Result<(Vec<Class>, Cells), Halt> {
        let mut pile = self.far_corner();
        let ends = (0..pile.len()).map(|coord| self.extents.range(coord).end - 1);
        let mut tops: Cells = ends.collect();
        let (mut classes, mut kept) = (Vec::new(), 0);
        let (mut rises, mut falls) = (false, false);
        let mut scratch = Scratch::default();
        let mut listed = Listed(Vec::new());
        loop {
            listed.0.clear();
            let columns = self.columns;
            columns.options(&pile, machine, &mut scratch, &mut listed)?;
            let options = listed.0.len() / pile.len() * self.game.namings.len();
            let room = machine.budget.memory() / 4;
            if kept + (options * size_of::<Taken>()) as u64 > MOST_KEPT.min(room) {
                return Err(Halt::declined("piles take too many different amounts"));
            }
            let taken = self.taken(&pile, &listed.0, &mut tops)?;
            machine.budget.steps(taken.len() as u64 / 4)?;
            let none = |(drops, last, _): &&Taken| drops.iter().chain([last]).all(|it| *it == 0);
            for (.., shift) in taken.iter().filter(none) {
                rises |= *shift >= 0;
                falls |= *shift <= 0;
            }
            let class = self.class(&pile, &taken);
            kept += class.memory();
            classes.push(class);
            if !self.next(&mut pile, self.others.iter().copied()) {
                break;
            }
        }
        if rises && falls {
            return Err(Halt::declined("moves that take nothing lead on and back"));
        }
        if !self.leading.is_empty() && are_scattered(&classes) {
            return Err(Halt::declined("what moves take does not lie on long lines"));
        }
        if rises {
            classes.reverse();
        }
        Ok((classes, tops))
    }

    /// What the options of a pile take, in order and each once.
    fn taken(&self, pile: &[i64], options: &[i64], tops: &mut [i64]) -> Result<Vec<Taken>, Halt> {
        let mut all = Vec::new();
        for option in options.chunks_exact(pile.len()) {
            for naming in &self.game.namings {
                let mut drops = Cells::from_elem(0, pile.len());
                for (cell, coord) in option.iter().zip(naming) {
                    drops[*coord] = pile[*coord].wrapping_sub(*cell);
                }
                if self.free().any(|coord| drops[*coord] < 0) {
                    return Err(Halt::declined("a move adds to a coordinate"));
                }
                for coord in &self.others {
                    let cell = pile[*coord].wrapping_sub(drops[*coord]);
                    tops[*coord] = tops[*coord].max(cell);
                }
                let is_outside =
                    |coord: usize| drops[coord].unsigned_abs() >= self.extents.lens[coord] as u64;
                if (0..pile.len()).any(is_outside) {
                    continue;
                }
                let shift = -self.extents.shift(&drops);
                let leading = self.leading.iter().map(|coord| drops[*coord]);
                all.push((leading.collect(), drops[self.last], shift));
            }
        }
        Ok(distinct(all))
    }

    /// The class of a pile whose options take this.
    fn class(&self, pile: &[i64], taken: &[Taken]) -> Class {
        let mut groups: Vec<Group> = Vec::new();
        for (drops, drop, shift) in taken {
            let alone = Run {
                drop: *drop,
                step: 0,
                count: 1,
                shift: *shift,
                stride: 0,
            };
            match groups.last_mut().filter(|group| group.drops == *drops) {
                Some(Group { runs, .. }) => {
                    let takes = |run: &mut Run| run.takes(*drop, *shift);
                    if !runs.last_mut().is_some_and(takes) {
                        runs.push(alone);
                    }
                }
                None => groups.push(Group {
                    drops: drops.clone(),
                    runs: vec![alone],
                }),
            }
        }
        let Extents { lows, strides, .. } = &self.extents;
        let others = self.others.iter();
        Class {
            first: others
                .map(|coord| (pile[*coord] - lows[*coord]) * strides[*coord])
                .sum(),
            groups,
            options: taken.len() as u64,
        }
    }

    fn sweep(&self, classes: &[Class], machine: &mut Machine) -> Result<Store, Halt> {
        let Extents {
            lows,
            strides,
            cells,
            ..
        } = &self.extents;
        let mut values = Store::zeros(*cells as usize);
        let mut marks = Marks::of(self.game.header.misere);
        let mut pile = lows.clone();
        let mut lead = Cells::new();
        loop {
            let at = |coord: &usize| pile[*coord] - lows[*coord];
            lead.clear();
            lead.extend(self.leading.iter().map(at));
            let last = at(&self.last);
            let free = self.free();
            let first: i64 = free.map(|coord| at(coord) * strides[*coord]).sum();
            for class in classes {
                machine
                    .budget
                    .steps(1 + class.options / OPTIONS_IN_A_STEP)?;
                marks.start();
                let place = first + class.first;
                class.mark((&lead, last), place, &values, &mut marks);
                let value = marks.mex();
                marks.fit(value);
                values.set(place as usize, value);
            }
            if !self.next(&mut pile, self.free().copied()) {
                return Ok(values);
            }
        }
    }
}

impl Run {
    /// Whether the next option goes on with it, and is taken in.
    fn takes(&mut self, drop: i64, shift: i64) -> bool {
        if self.count == 1 {
            (self.step, self.stride) = (drop - self.drop, shift - self.shift);
        }
        let goes_on = drop == self.drop + self.step * self.count
            && shift == self.shift + self.stride * self.count;
        self.count += i64::from(goes_on);
        goes_on
    }

    /// How many of its options a pile has with so much in the last free coordinate.
    fn count(&self, last: i64) -> i64 {
        match last - self.drop {
            room if room >= self.step * (self.count - 1) => self.count,
            room => room / self.step + 1,
        }
    }
}

/// Whether piles have many options, and few of these on a line: looking at each by the rule is faster then.
fn are_scattered(classes: &[Class]) -> bool {
    let options: u64 = classes.iter().map(|class| class.options).sum();
    let groups = classes.iter().flat_map(|class| &class.groups);
    let lines = groups.map(|group| group.runs.len() as u64).sum::<u64>();
    options >= MANY * classes.len() as u64 && options < LONG * lines
}

impl Class {
    fn memory(&self) -> u64 {
        let runs = |group: &Group| group.runs.capacity() * size_of::<Run>();
        let runs: usize = self.groups.iter().map(runs).sum();
        (runs + self.groups.capacity() * size_of::<Group>()) as u64
    }

    /// Marks the values of the options of a pile at a place, with so much in the free coordinates.
    fn mark(&self, (lead, last): (&[i64], i64), place: i64, values: &Store, marks: &mut Marks) {
        for Group { drops, runs } in &self.groups {
            if drops.first() > lead.first() {
                break;
            }
            if drops.iter().zip(lead).any(|(drop, at)| drop > at) {
                continue;
            }
            for run in runs.iter().filter(|run| run.drop <= last) {
                let first = place + run.shift;
                let count = run.count(last);
                if count < SHORT {
                    for option in 0..count {
                        marks.mark(values.at((first + option * run.stride) as usize));
                    }
                } else {
                    let line = Column::line(first, run.stride);
                    marks.mark_lanes(values, &[line], &Mask::all(count as usize));
                }
            }
        }
    }
}
