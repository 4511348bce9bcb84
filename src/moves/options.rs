//! The options of a pile, flat: cells of piles, piles of options.

use std::sync::Arc;

use crate::expr::fault::FaultKind;
use crate::expr::machine::{Cells, Host, Part, Then, Wanted};
use crate::expr::position::{Game, GameId, Turn};
use crate::expr::shape::{CoordKind, Entry};
use crate::expr::tree::Place;
use crate::expr::value::Value;
use crate::rules::Rulebook;
use crate::rules::game::{Choice, Wording};
use crate::text::certain::Certain;
use crate::work::Limit;
use crate::work::budget::Budget;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PileEnd {
    pub game: GameId,
    /// 0: it stays in the term it came from; else the number of the new term it stands in.
    pub term: u32,
    /// Whether it is a component: a turn of its game moves in one pile.
    pub alone: bool,
    /// One past its last cell.
    pub end: usize,
}

/// What is done with each option as soon as it is complete: the last one of the options so far.
pub type Visit<'a> = &'a mut dyn FnMut(&mut Options) -> Then;

/// How an option came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The number of the move among the game's moves.
    pub rule: usize,
    /// The statement; moves of one statement with the same choice are alike.
    pub statement: usize,
    /// The values that were chosen, in the order of the move's choices.
    pub choice: Vec<Value>,
    /// The amount taken, where it is a `take`.
    pub taken: Option<i64>,
}

impl Mark {
    /// Bytes beside itself.
    pub(crate) fn beside(&self) -> usize {
        match self.choice.capacity() {
            0 => 0,
            chosen => chosen * size_of::<Value>() + 16,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct Options {
    cells: Vec<i64>,
    piles: Vec<PileEnd>,
    ends: Vec<usize>,
    /// How each came about, where that was asked for.
    pub marks: Vec<Mark>,
}

impl Options {
    /// How many options there are; the same one may be there several times.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn clear(&mut self) {
        self.cells.clear();
        self.piles.clear();
        self.ends.clear();
        self.marks.clear();
    }

    #[inline]
    pub fn piles(&self, option: usize) -> impl Iterator<Item = (PileEnd, &[i64])> {
        let last = self.ends[option];
        let first = option.checked_sub(1).map_or(0, |before| self.ends[before]);
        let start = first.checked_sub(1);
        let start = start.map_or(0, |before| self.piles[before].end);
        self.piles[first..last].iter().scan(start, |start, pile| {
            let cells = &self.cells[*start..pile.end];
            *start = pile.end;
            Some((*pile, cells))
        })
    }

    /// Whether all piles are components of their own.
    pub fn all_alone(&self) -> bool {
        self.piles.iter().all(|pile| pile.alone)
    }

    pub fn drop_last(&mut self) {
        self.ends.pop();
        self.marks.truncate(self.ends.len());
        self.drop_unfinished();
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.cells.capacity() * size_of::<i64>()
            + self.piles.capacity() * size_of::<PileEnd>()
            + self.ends.capacity() * size_of::<usize>()
            + self.marks.capacity() * size_of::<Mark>()
            // Moves of one statement make equally many choices; those of several are close to them.
            + self.marks.len() * self.marks.last().map_or(0, Mark::beside)) as u64
    }

    fn start_of_pile(&self) -> usize {
        self.piles.last().map_or(0, |pile| pile.end)
    }

    fn drop_unfinished(&mut self) {
        let piles = self.ends.last().copied().unwrap_or(0);
        self.piles.truncate(piles);
        let cells = self.start_of_pile();
        self.cells.truncate(cells);
    }
}

/// How many piles and options are made between two looks at the memory that they take.
const BETWEEN_LOOKS: usize = 1 << 13;

/// A cell of an entry of a row.
#[inline]
fn number(cell: &Value) -> i64 {
    cell.as_int()
        .certain("rows hold numbers and tuples of such")
}

/// Takes what the code of a move emits.
pub(super) struct Emitter<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) header: &'a Game,
    pub(super) options: &'a mut Options,
    pub(super) rule: usize,
    pub(super) statement: usize,
    pub(super) marks: Option<(&'a [Choice], Wording)>,
    /// Bytes that are in use beside the options, and those that may be.
    pub(super) memory: (u64, u64),
    /// The memory is looked at when there are so many piles and options.
    pub(super) look_at: usize,
    /// Whether a pile's cells have to be sorted.
    pub(super) sorts: bool,
    /// Where the row that is open begins.
    pub(super) row: usize,
    pub(super) visit: Option<Visit<'a>>,
    /// Whether the visitor has seen enough.
    pub(super) stopped: bool,
}

impl Emitter<'_> {
    fn end_pile(&mut self, header: &Game, term: u32) {
        self.options.piles.push(PileEnd {
            game: header.id,
            term,
            alone: header.turn == Turn::One,
            end: self.options.cells.len(),
        });
    }

    /// Ends a pile of the game whose options are listed.
    fn end_own_pile(&mut self) {
        if self.sorts {
            let start = self.options.start_of_pile();
            self.header.shape.sort(&mut self.options.cells, start);
        }
        self.end_pile(self.header, 0);
    }

    /// Adds a whole pile; false where it is none of its game.
    fn pile(&mut self, header: &Game, pile: &Value, term: u32) -> bool {
        let fits = header
            .shape
            .push_cells(pile, &mut self.options.cells)
            .is_ok();
        self.end_pile(header, term);
        fits
    }

    /// Whether the entries of the open row lie in their range; sets its length.
    fn close_row(&mut self, coord: u32) -> bool {
        let Some((len, entries)) = self.options.cells[self.row..].split_first_mut() else {
            return false;
        };
        match &self.header.shape.coords[coord as usize].kind {
            CoordKind::Row { entry, .. } => match entry {
                Entry::Int(bounds) => {
                    *len = entries.len() as i64;
                    entries.iter().all(|entry| bounds.contains(*entry))
                }
                Entry::Tuple(parts) => {
                    *len = (entries.len() / parts.len()) as i64;
                    entries.chunks(parts.len()).all(|entry| {
                        let mut cells = entry.iter().zip(parts);
                        cells.all(|(cell, (_, bounds))| bounds.contains(*cell))
                    })
                }
            },
            CoordKind::Int(_) => false,
        }
    }

    /// The option is complete: it is held to the memory, shown, and marked with what was chosen.
    #[inline]
    fn end_option(&mut self, ints: &[i64], objs: &[Value]) -> Result<Then, FaultKind> {
        self.options.ends.push(self.options.piles.len());
        if self.options.ends.len() + self.options.piles.len() >= self.look_at {
            self.look_at += BETWEEN_LOOKS;
            let bytes = self.options.bytes();
            let (used, allowed) = self.memory;
            let needed = used + bytes;
            if needed > allowed {
                return Err(FaultKind::from(Limit::Memory { needed, allowed }));
            }
        }
        let then = match &mut self.visit {
            Some(visit) => visit(self.options),
            None => Then::GoOn,
        };
        // What the visitor dropped needs no mark.
        if let Some((choices, wording)) = self.marks
            && self.options.marks.len() < self.options.ends.len()
        {
            let read = |choice: &Choice| match choice.place {
                Place::Int(reg) => Value::Int(ints[reg as usize]),
                Place::Obj(obj) => objs[obj as usize].clone(),
            };
            self.options.marks.push(Mark {
                rule: self.rule,
                statement: self.statement,
                choice: choices.iter().map(read).collect(),
                taken: match wording {
                    Wording::Take(reg) => ints.get(reg as usize).copied(),
                    Wording::Split | Wording::Change => None,
                },
            });
        }
        self.stopped = then == Then::Stop;
        Ok(then)
    }
}

impl Host for Emitter<'_> {
    fn instantiate(&mut self, wanted: Wanted<'_>, budget: &Budget) -> Result<Arc<Game>, FaultKind> {
        let misere = self.header.misere;
        Ok(self.book.instantiate(Wanted { misere, ..wanted }, budget)?)
    }

    #[inline(always)]
    fn put(&mut self, more: Cells<'_>) {
        let cells = &mut self.options.cells;
        match more {
            Cells::One(cell) => cells.push(cell),
            Cells::Row => {
                self.row = cells.len();
                cells.push(0);
            }
            Cells::Entries(entries) => match entries {
                [Value::Int(_), ..] => cells.extend(entries.iter().map(number)),
                tuples => {
                    for tuple in tuples {
                        cells.extend(tuple.items().iter().map(number));
                    }
                }
            },
            Cells::Limited(entries, least, most) => {
                let limited = |entry: &Value| number(entry).max(least).min(most);
                cells.extend(entries.iter().map(limited));
            }
            Cells::Range(lo, hi) => cells.extend(lo..=hi),
            // The entry's index was compared with the length of the row.
            Cells::At(index, value) => cells[self.row + 1 + index as usize] = value,
        }
    }

    #[inline]
    fn emit(&mut self, part: Part<'_>) -> Result<Then, FaultKind> {
        let cells = &mut self.options.cells;
        let fits = match part {
            Part::CloseRow(coord) => self.close_row(coord),
            Part::Row(row, coord) => self.header.shape.coords[coord as usize]
                .push_cells(row, cells)
                .is_ok(),
            Part::EndPile => {
                self.end_own_pile();
                true
            }
            Part::Piles(list) => list
                .items()
                .iter()
                .all(|pile| self.pile(self.header, pile, 0)),
            Part::Position(Value::Position(position)) => {
                let terms = (1..).zip(&position.terms);
                if terms
                    .clone()
                    .any(|(_, term)| term.game.misere != self.header.misere)
                {
                    return Err(FaultKind::MixedMisere);
                }
                let own = self.header.id;
                let alone = |game: &Game| position.terms.len() == 1 && game.id == own;
                let mut piles = terms.flat_map(|(number, term)| {
                    let number = if alone(&term.game) { 0 } else { number };
                    term.piles
                        .iter()
                        .map(move |pile| (&term.game, pile, number))
                });
                piles.all(|(game, pile, number)| self.pile(game, pile, number))
            }
            Part::Position(_) => false,
            Part::EndOption(pile, ints, objs) => {
                if pile {
                    self.end_own_pile();
                }
                return self.end_option(ints, objs);
            }
        };
        if !fits {
            self.options.drop_unfinished();
            return Ok(Then::Skip);
        }
        Ok(Then::GoOn)
    }
}
