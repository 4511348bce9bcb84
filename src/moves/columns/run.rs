//! Running the moves of a game on one pile.

use std::sync::Arc;

use super::cells::Cell;
use super::clauses::{Loop, Range};
use super::column::{Column, Mask, Miss};
use super::few_values::{Ask, Few, Own};
use super::lanes::Lanes;
use super::nearly_all::AllBut;
use super::ops::compare;
use super::program::{Outer, Program};
use super::scalar::{self, Fault};
use super::term::{Term, Terms};
use crate::expr::fault;
use crate::expr::machine::{Machine, first_that_holds, last_that_holds};
use crate::expr::tree::CompareOp;
use crate::moves::options::Options;
use crate::moves::{Listing, NamedMove, Transitions};
use crate::rules::Rulebook;
use crate::work::stack::with_room;
use crate::work::{Halt, Limit};

/// The most lanes of a block.
const BLOCK: i64 = 1024;

/// How many lanes take about the time of a step of a budget.
const LANES_IN_A_STEP: usize = 16;

/// Loops shorter than this are run lane by lane.
const SHORT: usize = 12;

pub(crate) trait Sink {
    /// One option: the cells of its piles, one pile after the other. Of a pile that is made many times as many come as tell the xor
    /// of all, at least one.
    fn one(&mut self, cells: &[i64]) -> Result<(), Halt>;

    /// One option for each live lane; a column for each cell. No lane need be live.
    fn block(&mut self, cells: &[Column], mask: &Mask) -> Result<(), Halt> {
        each_lane(self, cells, mask)
    }

    /// One option for each pile between two but for some; `false`: they shall be handed over one by one.
    fn all_but(&mut self, _: &AllBut) -> Result<bool, Halt> {
        Ok(false)
    }
}

/// Hands the options of a block to a receiver one by one.
pub(crate) fn each_lane(
    sink: &mut (impl Sink + ?Sized),
    cells: &[Column],
    mask: &Mask,
) -> Result<(), Halt> {
    let mut option = vec![0; cells.len()];
    for lane in (0..mask.count).filter(|lane| mask.is_live(*lane)) {
        for (slot, cell) in option.iter_mut().zip(cells) {
            *slot = cell.at(lane);
        }
        sink.one(&option)?;
    }
    Ok(())
}

/// Why the options of a pile are not all listed.
enum Break {
    /// The rule faults at this pile.
    Fault,
    /// A limit, or the receiver wants no more.
    Halt(Halt),
}

impl<T: Into<Halt>> From<T> for Break {
    fn from(halt: T) -> Break {
        Break::Halt(halt.into())
    }
}

impl From<Fault> for Break {
    fn from(_: Fault) -> Break {
        Break::Fault
    }
}

/// How a fault of the machine ends a pile.
fn end(fault: fault::Fault) -> Break {
    match fault.kind.end() {
        Some(failure) => failure.into(),
        None => Break::Fault,
    }
}

/// The moves of a game.
#[derive(Debug)]
pub(crate) struct Columns {
    transitions: Arc<Transitions>,
    book: Rulebook,
    moves: Vec<Option<Program>>,
    /// The conditions that end the game, with the number of registers each needs; `None`: left to the machine.
    ends: Option<Vec<(Term, u32)>>,
}

/// What is kept from one pile to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    lanes: Lanes,
    /// For each move and each of its ranges the last value it had.
    hints: Vec<Vec<i64>>,
    /// For each move the values at which its conditions on binders alone hold.
    own: Vec<Vec<Own>>,
    options: Options,
    cells: Vec<i64>,
}

impl Scratch {
    /// How many bytes are kept that grow with the piles.
    pub(crate) fn memory(&self) -> u64 {
        self.own.iter().flatten().map(Own::memory).sum()
    }
}

impl Columns {
    /// The moves of a game of this rulebook whose piles are integers or tuples of integers.
    pub(crate) fn new(transitions: &Arc<Transitions>, book: &Rulebook) -> Columns {
        let game = &transitions.game;
        let moves = game
            .moves
            .iter()
            .map(|rule| with_room(|| Program::new(game, rule)))
            .collect();
        let ends = game.ends.iter().map(|end| {
            let mut terms = Terms::new(end.frame.ints);
            let term = terms.term(&end.condition)?;
            Some((term, terms.registers))
        });
        Columns {
            transitions: Arc::clone(transitions),
            book: book.clone(),
            moves,
            ends: ends.collect(),
        }
    }

    /// Hands the options of a pile to the receiver.
    pub(crate) fn options(
        &self,
        pile: &[i64],
        machine: &mut Machine,
        scratch: &mut Scratch,
        sink: &mut impl Sink,
    ) -> Result<(), Halt> {
        let handed = self.hand(pile, machine, scratch, sink);
        handed.map_err(|end| match end {
            Break::Halt(halt) => halt,
            Break::Fault => {
                let pile = self.transitions.game.header.shape.value(pile);
                Halt::declined(format!("the rule faults at the pile {pile}"))
            }
        })
    }

    fn hand(
        &self,
        pile: &[i64],
        machine: &mut Machine,
        scratch: &mut Scratch,
        sink: &mut impl Sink,
    ) -> Result<(), Break> {
        if self.ended(pile, machine, scratch)? {
            return Ok(());
        }
        scratch.hints.resize_with(self.moves.len(), Vec::new);
        scratch.own.resize_with(self.moves.len(), Vec::new);
        for naming in &self.transitions.game.namings {
            for (rule, program) in self.moves.iter().enumerate() {
                machine.budget.step()?;
                let Some(program) = program else {
                    scratch.options.clear();
                    let listing = Listing::new(&self.book, &mut scratch.options);
                    let by = NamedMove { rule, naming };
                    let listed = self.transitions.options_of(by, pile, machine, listing);
                    listed.map_err(end)?;
                    self.hand_listed(scratch, sink)?;
                    continue;
                };
                self.enter(program.registers, naming, pile, &mut scratch.lanes);
                let hints = &mut scratch.hints[rule];
                hints.resize(program.ranges, 0);
                let own = &mut scratch.own[rule];
                own.resize_with(program.own, Own::default);
                let mut run = Run {
                    program,
                    machine,
                    lanes: &mut scratch.lanes,
                    hints,
                    own,
                    cells: &mut scratch.cells,
                    sink,
                };
                run.outer(&program.outer)?;
            }
        }
        Ok(())
    }

    fn enter(&self, registers: u32, naming: &[usize], pile: &[i64], lanes: &mut Lanes) {
        lanes.reserve(registers);
        for (place, coord) in self.transitions.game.coords.iter().zip(naming) {
            if let Some(register) = place.int() {
                lanes.put(register, pile[*coord]);
            }
        }
    }

    fn ended(
        &self,
        pile: &[i64],
        machine: &mut Machine,
        scratch: &mut Scratch,
    ) -> Result<bool, Break> {
        let Some(ends) = &self.ends else {
            return self.transitions.ended(pile, machine).map_err(end);
        };
        for naming in &self.transitions.game.namings {
            for (term, registers) in ends {
                self.enter(*registers, naming, pile, &mut scratch.lanes);
                if scalar::value(term, &mut scratch.lanes.registers)? != 0 {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Hands the options by a move that columns cannot run to the receiver.
    fn hand_listed(&self, scratch: &mut Scratch, sink: &mut impl Sink) -> Result<(), Break> {
        let id = self.transitions.game.header.id;
        for option in 0..scratch.options.len() {
            scratch.cells.clear();
            for (end, cells) in scratch.options.piles(option) {
                if end.game != id {
                    return Err(Halt::declined("a move leads to another game").into());
                }
                scratch.cells.extend_from_slice(cells);
            }
            sink.one(&scratch.cells)?;
        }
        Ok(())
    }
}

struct Run<'a, S: Sink> {
    program: &'a Program,
    machine: &'a mut Machine,
    lanes: &'a mut Lanes,
    hints: &'a mut [i64],
    own: &'a mut [Own],
    cells: &'a mut Vec<i64>,
    sink: &'a mut S,
}

impl<S: Sink> Run<'_, S> {
    /// The loops outside the innermost one, from one of them on.
    fn outer(&mut self, loops: &[Outer]) -> Result<(), Break> {
        let Some((outer, inside)) = loops.split_first() else {
            return self.inner();
        };
        if !self.lanes.passes(&outer.before)? {
            return Ok(());
        }
        match &outer.around {
            Loop::Range(range) => {
                let Some((first, last)) = self.ends(range)? else {
                    return Ok(());
                };
                if let Some(few) = self.few(outer.few.as_ref(), range, (first, last))? {
                    return few.into_iter().try_for_each(|value| {
                        self.machine.budget.step()?;
                        self.lanes.put(range.var, value);
                        self.outer(inside)
                    });
                }
                let span = last.abs_diff(first) / range.step as u64;
                self.each_of(range, first, span, |run| {
                    run.machine.budget.step()?;
                    run.outer(inside)
                })
            }
            Loop::List(registers, lists) => {
                let count = lists.first().map_or(0, |list| list.len());
                for place in 0..count {
                    self.machine.budget.step()?;
                    self.put_row(registers, lists, place);
                    self.outer(inside)?;
                }
                Ok(())
            }
            Loop::Terms(register, terms) => {
                self.each_term(*register, terms, |run| run.outer(inside))
            }
        }
    }

    /// The values of a range from a first one on, and so many more.
    fn each_of(
        &mut self,
        range: &Range,
        first: i64,
        more: u64,
        mut inside: impl FnMut(&mut Self) -> Result<(), Break>,
    ) -> Result<(), Break> {
        let mut at = first;
        for _ in 0..=more {
            self.lanes.put(range.var, at);
            inside(self)?;
            at = at.wrapping_add(range.step);
        }
        Ok(())
    }

    fn each_term(
        &mut self,
        register: u32,
        terms: &[Term],
        mut inside: impl FnMut(&mut Self) -> Result<(), Break>,
    ) -> Result<(), Break> {
        let values = terms.iter();
        let values = values.map(|term| scalar::value(term, &mut self.lanes.registers));
        for value in values.collect::<Result<Vec<i64>, Fault>>()? {
            self.lanes.put(register, value);
            inside(self)?;
        }
        Ok(())
    }

    fn put_row(&mut self, registers: &[u32], lists: &[Arc<[i64]>], place: usize) {
        for (register, list) in registers.iter().zip(lists) {
            self.lanes.put(*register, list[place]);
        }
    }

    /// The first and the last value of a range.
    fn ends(&mut self, range: &Range) -> Result<Option<(i64, i64)>, Break> {
        let registers = &mut self.lanes.registers;
        let mut lo = scalar::value(&range.lo, registers)?;
        let mut hi = match &range.hi {
            Some(hi) => scalar::value(hi, registers)?,
            None => i64::MAX,
        };
        if lo > hi {
            return Ok(None);
        }
        for stop in &range.stops {
            let mut holds = |value: i64| -> Result<bool, Fault> {
                registers[range.var as usize] = value;
                match scalar::value(stop, registers) {
                    Ok(truth) => Ok(truth != 0),
                    // Beyond 64 bits is beyond every range.
                    Err(Fault::Overflow) if value != lo => Ok(false),
                    Err(fault) => Err(fault),
                }
            };
            if hi != i64::MAX && holds(hi)? {
                continue;
            }
            if !holds(lo)? {
                return Ok(None);
            }
            // The pile before ended near here.
            let hint = self.hints[range.number];
            hi = last_that_holds((lo, hi), hint, &mut holds)?;
        }
        self.hints[range.number] = hi;
        for start in &range.starts {
            if lo == i64::MIN {
                break;
            }
            let first = first_that_holds((lo, hi), |value| -> Result<bool, Fault> {
                registers[range.var as usize] = value;
                Ok(scalar::value(start, registers)? != 0)
            })?;
            match first {
                Some(first) => lo = first,
                None => return Ok(None),
            }
        }
        Ok(Some((lo, hi)))
    }

    /// The values of a range that need be tried, where they are few.
    fn few(
        &mut self,
        few: Option<&Few>,
        range: &Range,
        ends: (i64, i64),
    ) -> Result<Option<Vec<i64>>, Limit> {
        let Some(few) = few else {
            return Ok(None);
        };
        few.values(&mut Ask {
            range,
            ends,
            registers: &mut self.lanes.registers,
            own: self.own,
            budget: &mut self.machine.budget,
        })
    }

    fn inner(&mut self) -> Result<(), Break> {
        let program = self.program;
        if !self.lanes.passes(&program.before)? {
            return Ok(());
        }
        match &program.inner {
            None => self.lane(),
            Some(Loop::Terms(register, terms)) => self.each_term(*register, terms, Run::lane),
            Some(Loop::Range(range)) => {
                let Some((first, last)) = self.ends(range)? else {
                    return Ok(());
                };
                let span = last.abs_diff(first) / range.step as u64;
                if let Some(few) = self.few(program.few.as_ref(), range, (first, last))? {
                    return self.list(&[range.var], &[few.into()]);
                }
                if span < SHORT as u64 {
                    return self.each_of(range, first, span, Run::lane);
                }
                if let (Some(nearly_all), [cell]) = (&program.nearly_all, &program.made.cells[..]) {
                    let registers = &mut self.lanes.registers;
                    let budget = &mut self.machine.budget;
                    let found = nearly_all.piles(cell, (first, last), registers, budget)?;
                    if let Some(found) = found
                        && self.sink.all_but(&found)?
                    {
                        return Ok(());
                    }
                }
                let mut at = first;
                let mut left = u128::from(span) + 1;
                while left > 0 {
                    self.machine.budget.step()?;
                    let count = left.min(BLOCK as u128) as i64;
                    let line = Column::line(at, range.step);
                    self.block(count as usize, &[(range.var, line)])?;
                    at = at.wrapping_add(range.step.wrapping_mul(count));
                    left -= count as u128;
                }
                Ok(())
            }
            Some(Loop::List(registers, lists)) => self.list(registers, lists),
        }
    }

    /// The innermost loop over the rows of lists.
    fn list(&mut self, registers: &[u32], lists: &[Arc<[i64]>]) -> Result<(), Break> {
        let total = lists.first().map_or(0, |list| list.len());
        let mut start = 0;
        while start < total {
            self.machine.budget.step()?;
            let count = (total - start).min(BLOCK as usize);
            let end = start + count;
            let column = |list: &[i64]| {
                let lanes = list[start..end].iter().map(|n| i32::try_from(*n).ok());
                Some(Column::lanes_of(lanes.collect::<Option<_>>()?))
            };
            let columns = registers.iter().zip(lists);
            let columns = columns.map(|(register, list)| Some((*register, column(list)?)));
            match columns.collect::<Option<Vec<_>>>() {
                Some(columns) if count >= SHORT => self.block(count, &columns)?,
                _ => {
                    for row in start..end {
                        self.put_row(registers, lists, row);
                        self.lane()?;
                    }
                }
            }
            start = end;
        }
        Ok(())
    }

    /// A block of these registers in columns, or lane by lane where a value may be too wide.
    fn block(&mut self, count: usize, given: &[(u32, Column)]) -> Result<(), Break> {
        let steps = count / LANES_IN_A_STEP;
        self.machine.budget.steps(steps as u64)?;
        self.lanes.count = count;
        for (register, column) in given {
            self.lanes.set(*register, column.clone());
        }
        match self.columns() {
            Ok((_, mask)) if self.program.made.times.is_some() => {
                let live = (0..count).filter(|lane| mask.is_live(*lane));
                self.lane_by_lane(live, given)
            }
            Ok((cells, mask)) => {
                if mask.is_empty() {
                    return Ok(());
                }
                self.sink.block(&cells, &mask)?;
                Ok(())
            }
            Err(Miss::Fault) => Err(Break::Fault),
            Err(Miss::Wide) => self.lane_by_lane(0..count, given),
        }
    }

    fn lane_by_lane(
        &mut self,
        lanes: impl Iterator<Item = usize>,
        given: &[(u32, Column)],
    ) -> Result<(), Break> {
        for lane in lanes {
            for (register, column) in given {
                self.lanes.put(*register, column.at(lane));
            }
            self.lane()?;
        }
        Ok(())
    }

    fn columns(&mut self) -> Result<(Vec<Column>, Mask), Miss> {
        let program = self.program;
        let made = &program.made;
        let mut mask = self.lanes.pass(&program.after)?;
        if mask.is_empty() || made.times.is_some() {
            return Ok((Vec::new(), mask));
        }
        let mut cells = Vec::with_capacity(made.cells.len());
        let check = |mask: Mask, cell: &Cell, column: &Column| -> Result<Mask, Miss> {
            let Some(bounds) = cell.bounds else {
                return Ok(mask);
            };
            let mask = compare(CompareOp::Ge, column, &Column::Same(bounds.lo), mask)?;
            match bounds.hi {
                Some(hi) => compare(CompareOp::Le, column, &Column::Same(hi), mask),
                None => Ok(mask),
            }
        };
        for cell in &made.cells {
            let column = self.lanes.eval(&cell.value, &mask)?;
            if !made.late {
                mask = check(mask, cell, &column)?;
            }
            cells.push(column);
        }
        if made.late {
            for (cell, column) in made.cells.iter().zip(&cells) {
                mask = check(mask, cell, column)?;
            }
        }
        Ok((cells, mask))
    }

    /// One lane, in numbers.
    fn lane(&mut self) -> Result<(), Break> {
        let program = self.program;
        let made = &program.made;
        if !self.lanes.passes(&program.after)? {
            return Ok(());
        }
        let times = match &made.times {
            None => 1,
            Some(times) => scalar::value(times, &mut self.lanes.registers)?,
        };
        if times < 0 {
            return Err(Break::Fault);
        }
        self.cells.clear();
        let mut inside = true;
        for cell in &made.cells {
            let value = scalar::value(&cell.value, &mut self.lanes.registers)?;
            if times > 0 && !cell.holds(value) {
                inside = false;
                if !made.late {
                    return Ok(());
                }
            }
            self.cells.push(value);
        }
        if times == 0 {
            self.cells.clear();
        } else if times % 2 == 0 {
            // Of equal piles two are worth as much as four, and one as much as three.
            self.cells.extend_from_within(..);
        }
        if inside {
            self.sink.one(self.cells)?;
        }
        Ok(())
    }
}
