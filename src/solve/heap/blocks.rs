//! Values of far piles, where moves lead a bounded way down, down by a few large amounts, or to parts of the pile.
//!
//! The values of the piles of a block are a function of the values just before it, of those of the stretches to which its far moves
//! lead, and of a remainder. Where all these are as they were for another block, so are its values, which need not be computed
//! again: many values take few steps where the same blocks come again at all scales.

use std::sync::Arc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::expr::machine::Machine;
use crate::kernel::words::{Row, Word};
use crate::moves::Transitions;
use crate::moves::columns::{Columns, Scratch, Sink};
use crate::moves::reach::{Reach, Size, UNIT};
use crate::rules::Rulebook;
use crate::solve::marks::Marks;
use crate::work::{Declined, Halt};

/// The name of the engine.
pub(crate) const BLOCKS: &str = "blocks";

/// Rules that become regular behind more piles are left to the other engines.
const LATEST: u64 = 1 << 16;

/// Stretches of more words than this are too long to compare.
const MOST_IN_A_STRETCH: u64 = 8;

/// Blocks seldom come again where so much is kept, and more than one word or key for so many piles.
const ENOUGH: u64 = 1 << 15;
const FEW: u64 = 8;

/// Where a pile has more options, the engines that list them in columns are faster.
const MOST_OPTIONS: u32 = 64;

/// No more is kept, and no more blocks are looked at for one pile.
const MOST_KEPT: u64 = 1 << 18;
const MOST_BLOCKS: u64 = 1 << 20;

/// The values of the piles of a game, as far as they were computed.
#[derive(Debug)]
pub struct Blocks {
    reach: Reach,
    /// The least size.
    least: u64,
    /// Blocks of this level are the smallest that are compared: the values just before one are one of them.
    level: usize,
    columns: Columns,
    scratch: Scratch,
    marks: Marks,
    row: Row,
    /// How many blocks were looked at for the pile that is asked for.
    blocks: u64,
    /// The block of each key.
    seen: HashMap<Key, Word>,
    /// Why no more values are computed.
    declined: Option<Declined>,
}

/// All that the values of a block depend on.
type Key = SmallVec<[u64; 8]>;

/// A block from whose piles a move leads too far down.
const NOWHERE: u64 = u64::MAX;

impl Blocks {
    pub fn new(book: &Rulebook, transitions: &Arc<Transitions>) -> Result<Blocks, Declined> {
        let header = &transitions.game.header;
        let bounds = header.shape.as_heap();
        let bounds = bounds.ok_or_else(|| Declined::from("a pile is not a single number"))?;
        if header.misere {
            return Err("the last move loses".into());
        }
        let reach = Reach::however_far(&transitions.game)?;
        if reach.far.is_empty() {
            return Err("moves lead a bounded way down".into());
        }
        if reach.from > LATEST {
            return Err("the rules are another for many small piles".into());
        }
        // Some of these amounts are near, and some far.
        let is_run = |part: &Size| part.times == UNIT && part.rest.lo < 2 * part.rest.hi;
        if reach.far.iter().any(is_run) {
            return Err("a run of amounts is long".into());
        }
        // Parts of a pile lead to words of one level less.
        let parts = reach.far.iter().map(|part| part.times);
        let radix = [2, 3, 5, 7].into_iter().find(|radix| {
            let is_whole = |times: i128| times * radix % UNIT == 0;
            parts.clone().any(|times| times != UNIT && is_whole(times))
        });
        let row = Row::new(radix.unwrap_or(2) as u64);
        let mut level = row.level_within(reach.below);
        level += usize::from(row.size(level) < reach.below);
        Ok(Blocks {
            least: bounds.lo.max(0).unsigned_abs(),
            level,
            columns: Columns::new(transitions, book),
            scratch: Scratch::default(),
            marks: Marks::default(),
            row,
            blocks: 0,
            seen: HashMap::new(),
            declined: None,
            reach,
        })
    }

    /// The value of a pile, where it was reached.
    pub fn known(&self, size: u64) -> Option<u32> {
        self.row.get(size).filter(|_| size >= self.least)
    }

    /// How many values were computed.
    pub(super) fn len(&self) -> u64 {
        self.row.len()
    }

    /// Why no more values can be computed up to a pile.
    pub(super) fn why_declined(&self, size: u64) -> Option<Declined> {
        let is_large = size > self.reach.most;
        let too_large = is_large.then(|| "a number of the rules leaves the 64 bits".into());
        self.declined.clone().or(too_large)
    }

    /// Computes the values up to this pile; declined where blocks seldom come again.
    pub fn compute(&mut self, size: u64, machine: &mut Machine) -> Result<(), Halt> {
        if let Some(why) = self.why_declined(size) {
            return Err(why.into());
        }
        self.blocks = 0;
        let computed = self.go_to(size, machine);
        if let Err(Halt::Declined(why)) = &computed {
            self.declined = Some(why.clone());
        }
        computed
    }

    fn go_to(&mut self, size: u64, machine: &mut Machine) -> Result<(), Halt> {
        while self.row.len() <= size {
            let room = self.row.level_within(size + 1 - self.row.len());
            self.block(self.row.level_at_end().min(room), machine)?;
            self.row.join_all();
        }
        Ok(())
    }

    /// Adds the next block of a level.
    fn block(&mut self, level: usize, machine: &mut Machine) -> Result<(), Halt> {
        machine.budget.step()?;
        self.blocks += 1;
        if self.blocks > MOST_BLOCKS {
            return Err(Halt::declined("blocks of values are many"));
        }
        if level == 0 {
            return self.value(machine);
        }
        let key = match level >= self.level {
            true => self.key(level),
            false => None,
        };
        if let Some(word) = key.as_ref().and_then(|key| self.seen.get(key)) {
            self.row.push_word(level, *word);
            return Ok(());
        }
        for _ in 0..self.row.radix() {
            self.block(level - 1, machine)?;
        }
        let word = self.row.join();
        self.seen.extend(key.map(|key| (key, word)));
        let (words, bytes) = self.row.kept();
        let kept = (words + self.seen.len()) as u64;
        if kept > MOST_KEPT || kept > ENOUGH && kept > self.row.len() / FEW {
            return Err(Halt::declined("blocks of values seldom come again"));
        }
        let bytes = bytes + self.seen.allocation_size() as u64;
        machine
            .budget
            .need(bytes)
            .map_err(|_| Halt::declined("blocks of values take too much memory"))
    }

    /// Adds the next value.
    fn value(&mut self, machine: &mut Machine) -> Result<(), Halt> {
        let size = self.row.len();
        self.marks.start();
        self.marks.fit(0);
        if size >= self.least {
            let mut sink = Known {
                row: &self.row,
                marks: &mut self.marks,
                size,
                options: 0,
            };
            let cells = [size.cast_signed()];
            let scratch = &mut self.scratch;
            self.columns.options(&cells, machine, scratch, &mut sink)?;
        }
        self.row.push(self.marks.mex());
        Ok(())
    }

    /// All that the values of the next block depend on; `None`: they are not a matter of that alone, or not all is known.
    fn key(&mut self, level: usize) -> Option<Key> {
        let start = self.row.len();
        if start < self.reach.from.max(self.least + self.reach.below) {
            return None;
        }
        let before = start.checked_sub(self.row.size(self.level))?;
        let mut key = Key::from_slice(&[level as u64, start % self.reach.modulus]);
        key.push(self.row.word(before, self.level)?.into());
        for part in 0..self.reach.far.len() {
            self.stretch(self.reach.far[part], level, &mut key)?;
        }
        Some(key)
    }

    /// Adds to what a far move of the next block leads.
    fn stretch(&mut self, part: Size, level: usize, key: &mut Key) -> Option<()> {
        let start = i128::from(self.row.len());
        let last = start + i128::from(self.row.size(level)) - 1;
        if part.times == UNIT && last + part.rest.hi < self.least.into() {
            key.push(NOWHERE);
            return Some(());
        }
        let at = |pile: i128| (pile * part.times).div_euclid(UNIT);
        let from = u64::try_from(at(start) + part.rest.lo).ok()?;
        // What is rounded off twice is less than 2.
        let end = u64::try_from(at(last) + part.rest.hi + 2).ok()?;
        if from < self.least {
            return None;
        }
        let long = end.checked_sub(from)?;
        let level = self.row.level_within(long).min(level);
        let size = self.row.size(level);
        let words = long.div_ceil(size);
        if words > MOST_IN_A_STRETCH || from + words * size > self.row.len() {
            return None;
        }
        key.push((start * part.times).rem_euclid(UNIT) as u64);
        for word in 0..words {
            key.push(self.row.word(from + word * size, level)?.into());
        }
        Some(())
    }
}

/// Marks the values of options that are smaller than their pile.
struct Known<'a> {
    row: &'a Row,
    marks: &'a mut Marks,
    size: u64,
    /// How many were met.
    options: u32,
}

impl Sink for Known<'_> {
    fn one(&mut self, cells: &[i64]) -> Result<(), Halt> {
        self.options += 1;
        if self.options > MOST_OPTIONS {
            return Err(Halt::declined("a pile has many options"));
        }
        let mut xor = 0;
        for part in cells {
            let known = u64::try_from(*part).ok();
            let known = known.and_then(|part| self.row.get(part));
            xor ^= known.ok_or_else(|| {
                Halt::declined(format!("a move leads from {} to {part}", self.size))
            })?;
        }
        self.marks.fit(xor);
        self.marks.mark(xor);
        Ok(())
    }
}
