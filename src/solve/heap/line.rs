//! Values of single-number piles in order of size, for any rule that leads to smaller piles of its own game.
//!
//! The options are listed in columns; see [`crate::transition::columns`]. The work for a pile is a visit to each option.

use std::sync::Arc;

use crate::expr::fault::Stop;
use crate::expr::machine::Machine;
use crate::expr::position::Turn;
use crate::rules::Rulebook;
use crate::solve::marks::Marks;
use crate::solve::narrow::Narrow;
use crate::transition::Transitions;
use crate::transition::columns::{Column, Columns, Halt, Mask, Scratch, Sink};

/// The values of the piles of a game, from the least size on.
#[derive(Debug)]
pub struct Line {
    columns: Columns,
    book: Rulebook,
    /// The least size.
    lo: i64,
    /// The greatest size, if there is one.
    hi: Option<i64>,
    /// The value of size `lo` first.
    values: Narrow,
    marks: Marks,
    scratch: Scratch,
    /// Why no more values can be had, once that was found.
    declined: Option<String>,
}

/// Why there are no more values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineStop {
    /// A limit, or an interruption. What was computed stays, and the work can go on.
    Stop(Stop),
    /// The next pile is not one for this engine: the definition decides. What was computed stays.
    Declined(String),
}

impl From<Stop> for LineStop {
    fn from(stop: Stop) -> LineStop {
        LineStop::Stop(stop)
    }
}

/// Sizes up to here have values.
const LARGEST: i64 = 1 << 31;

impl Line {
    /// The engine for a game.
    ///
    /// # Errors
    /// Why it does not apply.
    pub fn new(transitions: &Arc<Transitions>, book: &Rulebook) -> Result<Line, String> {
        let header = &transitions.game.header;
        let Some(bounds) = header.shape.as_heap() else {
            return Err("a pile is not a single number".to_string());
        };
        if header.turn != Turn::One {
            return Err(format!("a turn moves in {}", header.turn.in_words()));
        }
        if header.misere {
            return Err("the last move loses".to_string());
        }
        if bounds.lo < 0 {
            return Err(format!("piles begin at {}", bounds.lo));
        }
        Ok(Line {
            columns: Columns::new(transitions),
            book: book.clone(),
            lo: bounds.lo,
            hi: bounds.hi,
            values: Narrow::default(),
            marks: Marks::default(),
            scratch: Scratch::default(),
            declined: None,
        })
    }

    /// Why the engine may answer.
    pub fn premise(&self) -> String {
        "every option met so far is smaller than its pile: the values come in order of size, the options of a pile in blocks"
            .to_string()
    }

    /// One past the greatest size with a value; 0 where there is none.
    pub fn len(&self) -> usize {
        match self.values.len() {
            0 => 0,
            count => self.lo as usize + count,
        }
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.values.len() == 0
    }

    /// The value of a pile, where it is known.
    #[inline]
    pub fn get(&self, size: usize) -> Option<u32> {
        self.values.get(size.checked_sub(self.lo as usize)?)
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        self.values.memory() + self.marks.memory()
    }

    /// Computes the values of all piles below `len`.
    ///
    /// # Errors
    /// [`LineStop::Stop`] for a limit of time or memory or an interruption; [`LineStop::Declined`] where some pile below `len`
    /// has an option that is no smaller pile of the game, or faults.
    pub fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), LineStop> {
        let end = i64::try_from(len).unwrap_or(i64::MAX);
        let end = match self.hi {
            Some(hi) => end.min(hi.saturating_add(1)),
            None => end,
        };
        if end > LARGEST && self.lo.saturating_add(self.values.len() as i64) < end {
            return Err(LineStop::Declined(format!(
                "sizes beyond {LARGEST} are too many to go through"
            )));
        }
        let more = end.saturating_sub(self.lo).max(0) as u64;
        machine.budget.need(more * self.values.width())?;
        loop {
            let size = self.lo + self.values.len() as i64;
            if size >= end {
                return Ok(());
            }
            if let Some(why) = &self.declined {
                return Err(LineStop::Declined(why.clone()));
            }
            self.next(size, machine)?;
        }
    }

    fn next(&mut self, size: i64, machine: &mut Machine) -> Result<(), LineStop> {
        self.marks.start();
        self.marks.fit(0);
        let mut sink = Smaller {
            values: &self.values,
            marks: &mut self.marks,
            lo: self.lo,
            size,
        };
        let result =
            self.columns
                .options(&[size], &self.book, machine, &mut self.scratch, &mut sink);
        let why = match result {
            Ok(()) => {
                let value = self.marks.mex();
                let width = self.values.width();
                self.values.push(value);
                self.marks.fit(value);
                if self.values.width() != width {
                    machine.budget.need(self.memory())?;
                }
                return Ok(());
            }
            Err(Halt::Stop(stop)) => return Err(stop.into()),
            Err(Halt::Declined(why)) => why,
            Err(Halt::Fault) => format!("the rule faults at the pile {size}"),
        };
        self.declined = Some(why.clone());
        Err(LineStop::Declined(why))
    }
}

/// Marks the values of options that are smaller than their pile.
struct Smaller<'a> {
    values: &'a Narrow,
    marks: &'a mut Marks,
    lo: i64,
    size: i64,
}

impl Smaller<'_> {
    fn refuse(&self, part: i64) -> Halt {
        Halt::Declined(format!(
            "a move leads from {} to {part}, which is not smaller",
            self.size
        ))
    }
}

impl Sink for Smaller<'_> {
    fn one(&mut self, cells: &[i64]) -> Result<(), Halt> {
        let mut xor = 0;
        for part in cells {
            if *part >= self.size {
                return Err(self.refuse(*part));
            }
            // Every pile between the least size and this one has its value.
            xor ^= self
                .values
                .get(part.saturating_sub(self.lo) as usize)
                .unwrap_or(0);
        }
        self.marks.mark(xor);
        Ok(())
    }

    fn block(&mut self, cells: &[Column], mask: &Mask, count: usize) -> Result<(), Halt> {
        for parts in cells {
            if parts.range(count).1 < self.size {
                continue;
            }
            for lane in 0..count {
                if mask.is_live(lane) && parts.at(lane) >= self.size {
                    return Err(self.refuse(parts.at(lane)));
                }
            }
        }
        if self.lo == 0 {
            self.marks.mark_lanes(self.values, cells, mask, count);
            return Ok(());
        }
        let places: Vec<Column> = cells.iter().map(|parts| parts.less(self.lo)).collect();
        self.marks.mark_lanes(self.values, &places, mask, count);
        Ok(())
    }
}
