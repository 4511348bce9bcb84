//! Values of single-number piles in order of size, for any rule that leads to smaller piles of its own game.
//!
//! The options are listed in columns; see `moves::columns`. The work for a pile is a visit to each option.

use hashbrown::{HashMap, HashSet};

use super::engine::{Engine, Sequence, Subject};
use crate::expr::machine::Machine;
use crate::expr::position::Turn;
use crate::moves::columns::{AllBut, Column, Columns, Mask, Scratch, Sink, each_lane};
use crate::solve::marks::Marks;
use crate::solve::positions::Walk;
use crate::text::certain::Certain;
use crate::work::budget::Budget;
use crate::work::store::{Slice, Store};
use crate::work::{Declined, Failure, Halt, Limit, distinct};

/// The values of the piles of a game, from the least size on.
#[derive(Debug)]
struct BySize {
    columns: Columns,
    /// The greatest size, if there is one.
    hi: Option<i64>,
    /// The least size.
    lo: i64,
    /// Whether the last move loses.
    misere: bool,
    /// By size; sizes below the least one have a 0 that nobody asks for.
    values: Store,
    /// Of piles far beyond them, where few can be reached from one.
    far: HashMap<i64, u32>,
    marks: Marks,
    counts: Counts,
    scratch: Scratch,
    /// Why no more values can be had, once that was found.
    declined: Option<Declined>,
}

/// Piles may begin so high.
pub(super) const MOST_BELOW: i64 = 1 << 20;

/// A move leads to nearly all smaller piles where it leaves out at most so many below and above.
const MOST_BESIDE: i64 = 64;

/// Sizes up to here have values.
const LARGEST: i64 = 1 << 31;

/// A pile from which more can be reached is not worked out alone, nor one with more options.
const MOST_REACHED: u64 = 1 << 20;

/// To look for them must take less than one of so many parts of what all smaller ones take.
const PART: u64 = 64;

/// About what each takes while they are looked for.
const BYTES_OF_ONE_REACHED: u64 = 64;

/// The name of the engine.
pub(super) const NAME: &str = "line";

/// The engine, for single numbers and moves that lead to smaller ones of the same game.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let misere = subject.misere;
    let header = &subject.game().header;
    let Some(bounds) = header.shape.as_heap() else {
        return Err("a pile is not a single number".into());
    };
    if header.turn != Turn::One {
        return Err(format!("a turn moves in {}", header.turn.in_words()).into());
    }
    if header.misere != misere {
        return Err("the last move loses".into());
    }
    if !(0..=MOST_BELOW).contains(&bounds.lo) {
        return Err(format!("piles begin at {}", bounds.lo).into());
    }
    let sequence = BySize {
        columns: Columns::new(subject.transitions, subject.book),
        hi: bounds.hi,
        lo: bounds.lo,
        values: Store::zeros(bounds.lo as usize),
        far: HashMap::new(),
        marks: Marks::of(misere),
        misere,
        counts: Counts::default(),
        scratch: Scratch::default(),
        declined: None,
    };
    let premise = "as long as every option is smaller than its pile, the values come in order of size, the options of a pile in blocks";
    let engine = Engine {
        reach: 10_000,
        is_exhaustive: true,
        ..Engine::new(premise, sequence)
    };
    Ok(engine.within_reach(subject.game()))
}

impl BySize {
    fn next(&mut self, size: i64, machine: &mut Machine) -> Result<(), Halt> {
        let result = self.value(size, machine);
        if let Err(Halt::Declined(why)) = &result {
            self.declined = Some(why.clone());
        }
        let value = result?;
        let (width, counts) = (self.values.width(), self.counts.of.capacity());
        self.values.push(value);
        self.marks.fit(value);
        if self.values.width() != width || self.counts.of.capacity() != counts {
            machine.budget.need(self.memory())?;
        }
        Ok(())
    }

    /// The value of a pile whose options all have one.
    fn value(&mut self, size: i64, machine: &mut Machine) -> Result<u32, Halt> {
        self.marks.start();
        self.marks.fit(0);
        let mut sink = Smaller {
            values: &self.values,
            far: &self.far,
            marks: &mut self.marks,
            lo: self.lo,
            size,
            misere: self.misere,
            left_out: None,
        };
        let scratch = &mut self.scratch;
        self.columns.options(&[size], machine, scratch, &mut sink)?;
        Ok(match sink.left_out {
            Some(left_out) => {
                let values = self.values.slice();
                self.counts.count(values, self.lo as usize);
                self.counts.mex(values, &left_out, &self.marks)
            }
            None => self.marks.mex(),
        })
    }

    /// The piles without a value that can be reached from one, it among them, in ascending order; `None`: they are many, or some
    /// are not smaller.
    fn reached(&mut self, size: i64, machine: &mut Machine) -> Result<Option<Vec<i64>>, Halt> {
        let before = machine.budget.done();
        let mut most = u64::MAX;
        let room = (machine.budget.memory() / BYTES_OF_ONE_REACHED).min(MOST_REACHED) as usize;
        let mut seen = HashSet::new();
        let mut walk = Walk::from([size], &mut seen);
        let mut reached = Vec::new();
        let mut parts = Vec::new();
        while let Some(size) = walk.next() {
            reached.push(size);
            let mut sink = Listed {
                parts: &mut parts,
                most: room,
                size,
            };
            let scratch = &mut self.scratch;
            match self.columns.options(&[size], machine, scratch, &mut sink) {
                Err(Halt::Declined(_)) => return Ok(None),
                listed => listed?,
            }
            for part in parts.drain(..) {
                let is_known = (part as usize) < self.values.len() || self.far.contains_key(&part);
                if !is_known {
                    walk.add(part);
                }
            }
            let done = machine.budget.done() - before;
            if reached.len() == 1 {
                most = size.unsigned_abs().saturating_mul((done / PART).max(1));
            }
            if reached.len() > room || done > most {
                return Ok(None);
            }
        }
        reached.sort_unstable();
        Ok(Some(reached))
    }

    fn memory(&self) -> u64 {
        let counts = self.counts.of.capacity() as u64 * 4;
        let far = self.far.allocation_size() as u64;
        self.values.memory() + counts + self.scratch.memory() + far
    }
}

/// How often each value occurs among the smaller piles.
#[derive(Debug, Default)]
struct Counts {
    of: Vec<u32>,
    /// The size up to which piles are counted.
    end: usize,
    /// All values below this one occur.
    full: u32,
}

impl Counts {
    /// Counts the piles that were not counted yet, from a least size on.
    fn count(&mut self, values: Slice<'_>, lo: usize) {
        for size in self.end.max(lo)..values.len() {
            let value = values.get(size).certain("it is one of them") as usize;
            if value >= self.of.len() {
                self.of.resize(value + 1, 0);
            }
            self.of[value] += 1;
        }
        self.end = values.len();
    }

    fn occurs(&self, value: u32) -> bool {
        self.of.get(value as usize).is_some_and(|count| *count > 0)
    }

    /// The mex over the piles that were counted, without those that are left out, and over what is marked.
    fn mex(&mut self, values: Slice<'_>, left_out: &[i64], marks: &Marks) -> u32 {
        while self.occurs(self.full) {
            self.full += 1;
        }
        let mut free = (self.full..).filter(|value| !self.occurs(*value) && !marks.has(*value));
        let mut mex = free.next().certain("few values occur or are marked");
        let left_out = left_out.iter().map(|size| values.get(*size as usize));
        let mut left_out: Vec<u32> = left_out.flatten().collect();
        left_out.sort_unstable();
        for same in left_out.chunk_by(u32::eq) {
            let all = self.of[same[0] as usize] as usize == same.len();
            if all && !marks.has(same[0]) {
                mex = mex.min(same[0]);
            }
        }
        mex
    }
}

impl Sequence for BySize {
    fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        let end = i64::try_from(len).unwrap_or(i64::MAX);
        let end = self.hi.map_or(end, |hi| end.min(hi.saturating_add(1)));
        if end > LARGEST && (self.values.len() as i64) < end {
            return Err(Halt::declined(format!(
                "sizes beyond {LARGEST} are too many to go through"
            )));
        }
        let more = end.max(0) as u64;
        machine.budget.need(more * self.values.width())?;
        while (self.values.len() as i64) < end {
            if let Some(why) = &self.declined {
                return Err(why.clone().into());
            }
            self.next(self.values.len() as i64, machine)?;
        }
        Ok(())
    }

    fn compute_far(
        &mut self,
        size: u64,
        effort: u64,
        machine: &mut Machine,
    ) -> Result<Option<u64>, Halt> {
        let Ok(size) = i64::try_from(size) else {
            return Ok(None);
        };
        let reached = Budget::aside(
            machine,
            |machine| &mut machine.budget,
            effort,
            |machine| self.reached(size, machine),
        );
        let reached = match reached {
            Err(Halt::Failure(Failure::Limit(Limit::Effort, _))) => None,
            reached => reached?,
        };
        for size in reached.into_iter().flatten() {
            let value = self.value(size, machine)?;
            self.marks.fit(value);
            self.far.insert(size, value);
        }
        machine.budget.need(self.memory())?;
        Ok(self.far.get(&size).copied().map(u64::from))
    }

    fn lists_options(&self) -> bool {
        true
    }

    fn far(&self, size: u64) -> Option<u64> {
        self.far
            .get(&i64::try_from(size).ok()?)
            .copied()
            .map(u64::from)
    }

    fn bytes(&self, len: usize) -> u64 {
        (len as u64)
            .saturating_mul(self.values.width())
            .max(self.memory())
    }
}

/// The piles of options that are smaller than their pile.
struct Listed<'a> {
    parts: &'a mut Vec<i64>,
    most: usize,
    size: i64,
}

impl Sink for Listed<'_> {
    fn one(&mut self, cells: &[i64]) -> Result<(), Halt> {
        if self.parts.len() > self.most || cells.iter().any(|part| *part >= self.size) {
            return Err(Halt::declined("many options, or one that is not smaller"));
        }
        self.parts.extend_from_slice(cells);
        Ok(())
    }
}

/// Marks the values of options that are smaller than their pile.
struct Smaller<'a> {
    values: &'a Store,
    far: &'a HashMap<i64, u32>,
    marks: &'a mut Marks,
    lo: i64,
    size: i64,
    misere: bool,
    /// The smaller piles to which no move leads that leads to nearly all, where there are such moves.
    left_out: Option<Vec<i64>>,
}

impl Smaller<'_> {
    fn refuse(&self, part: i64) -> Halt {
        Halt::declined(format!(
            "a move leads from {} to {part}, which is not smaller",
            self.size
        ))
    }
}

impl Sink for Smaller<'_> {
    fn one(&mut self, cells: &[i64]) -> Result<(), Halt> {
        if self.misere && cells.len() > 1 {
            return Err(Halt::declined("a move leaves several piles"));
        }
        let mut xor = u32::from(self.misere && cells.is_empty());
        for part in cells {
            if *part >= self.size {
                return Err(self.refuse(*part));
            }
            // Every option that is not below the least size has its value.
            let value = self.values.get(*part as usize);
            let value = value.or_else(|| self.far.get(part).copied());
            xor ^= value.certain("it is not below the least size");
        }
        self.marks.mark(xor);
        Ok(())
    }

    fn block(&mut self, cells: &[Column], mask: &Mask) -> Result<(), Halt> {
        for parts in cells {
            if parts.range(mask.count).1 < self.size {
                continue;
            }
            for lane in 0..mask.count {
                if mask.is_live(lane) && parts.at(lane) >= self.size {
                    return Err(self.refuse(parts.at(lane)));
                }
            }
        }
        if self.size > self.values.len() as i64 || self.misere && cells.len() != 1 {
            return each_lane(self, cells, mask);
        }
        self.marks.mark_lanes(self.values, cells, mask);
        Ok(())
    }

    fn all_but(&mut self, found: &AllBut) -> Result<bool, Halt> {
        let (least, greatest) = (found.least, found.greatest);
        let is_near = |beside: i64| (0..=MOST_BESIDE).contains(&beside);
        if self.size > self.values.len() as i64 || self.misere {
            return Ok(false);
        }
        if !is_near(least - self.lo) || !is_near(self.size - 1 - greatest) {
            return Ok(false);
        }
        let outside = (self.lo..least).chain(greatest + 1..self.size);
        let mut left_out = distinct(outside.chain(found.not.iter().copied()).collect());
        if let Some(others) = &self.left_out {
            left_out.retain(|size| others.binary_search(size).is_ok());
        }
        self.left_out = Some(left_out);
        Ok(true)
    }
}
