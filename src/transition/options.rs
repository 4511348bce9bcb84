//! The options of a pile, flat: cells of piles, piles of options.

use std::sync::Arc;

use crate::expr::budget::Budget;
use crate::expr::code::Emit;
use crate::expr::fault::FaultKind;
use crate::expr::machine::{Host, Part};
use crate::expr::position::{GameId, Header};
use crate::expr::shape::CoordKind;
use crate::expr::tree::Place;
use crate::expr::value::Value;
use crate::rules::Rulebook;
use crate::rules::game::{Choice, Wording};
use crate::source::Span;

/// A pile in an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PileEnd {
    /// Its game.
    pub game: GameId,
    /// 0: it stays in the term it came from; else the number of the new term it stands in.
    pub term: u32,
    /// One past its last cell.
    pub end: usize,
}

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

/// The options of one pile.
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.piles.clear();
        self.ends.clear();
        self.marks.clear();
    }

    /// The piles of an option, each with its cells.
    pub fn piles(&self, option: usize) -> impl Iterator<Item = (PileEnd, &[i64])> {
        let last = self.ends.get(option).copied().unwrap_or(0);
        let first = match option.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(0),
            None => 0,
        };
        let start = match first.checked_sub(1) {
            Some(before) => self.piles.get(before).map_or(0, |pile| pile.end),
            None => 0,
        };
        let piles = self.piles.get(first..last).unwrap_or(&[]);
        piles.iter().scan(start, |start, pile| {
            let cells = self.cells.get(*start..pile.end).unwrap_or(&[]);
            *start = pile.end;
            Some((*pile, cells))
        })
    }

    /// Bytes in use.
    fn bytes(&self) -> u64 {
        (self.cells.len() * size_of::<i64>()
            + self.piles.len() * size_of::<PileEnd>()
            + self.ends.len() * 8) as u64
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

/// Takes what the code of a move emits.
pub(super) struct Emitter<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) header: &'a Header,
    pub(super) options: &'a mut Options,
    pub(super) rule: usize,
    pub(super) statement: usize,
    pub(super) marks: Option<(&'a [Choice], Wording)>,
    pub(super) memory: u64,
}

impl Emitter<'_> {
    fn refuse(&mut self) -> Result<bool, FaultKind> {
        self.options.drop_unfinished();
        Ok(false)
    }

    fn end_pile(&mut self, game: GameId, term: u32) {
        let end = self.options.cells.len();
        self.options.piles.push(PileEnd { game, term, end });
    }
}

impl Host for Emitter<'_> {
    fn ask(&mut self, _: u32, _: &[Value], _: Span, _: &mut Budget) -> Result<Value, FaultKind> {
        Err(FaultKind::Argument("a rule can ask no queries".to_string()))
    }

    fn instantiate(
        &mut self,
        definition: u32,
        args: &[Value],
        span: Span,
    ) -> Result<Arc<Header>, FaultKind> {
        self.book
            .instantiate(definition, args, self.header.misere, span)
            .map_err(|diagnostic| FaultKind::Diagnosed(Box::new(diagnostic)))
    }

    fn global(&mut self, _: u32, _: &mut Budget) -> Result<Value, FaultKind> {
        Err(FaultKind::Argument(
            "a rule can use no positions".to_string(),
        ))
    }

    #[inline]
    fn emit(&mut self, emit: Emit, part: Part<'_>) -> Result<bool, FaultKind> {
        match (emit, part) {
            (Emit::Cell(_), Part::Cell(cell)) => {
                self.options.cells.push(cell);
                Ok(true)
            }
            (Emit::Row(_, coord), Part::Value(row)) => {
                match self.header.shape.coords.get(coord as usize) {
                    Some(coord) if matches!(coord.kind, CoordKind::Row { .. }) => {
                        if coord.push_cells(row, &mut self.options.cells) {
                            Ok(true)
                        } else {
                            self.refuse()
                        }
                    }
                    _ => self.refuse(),
                }
            }
            (Emit::EndPile, _) => {
                let start = self.options.start_of_pile();
                self.header.shape.sort(&mut self.options.cells, start);
                self.end_pile(self.header.id, 0);
                Ok(true)
            }
            (Emit::Piles(_), Part::Value(list)) => {
                for pile in list.items() {
                    if !self.header.shape.push_cells(pile, &mut self.options.cells) {
                        return self.refuse();
                    }
                    self.end_pile(self.header.id, 0);
                }
                Ok(true)
            }
            (Emit::Position(_), Part::Value(Value::Position(position))) => {
                for (number, term) in (1..).zip(&position.terms) {
                    if term.game.misere != self.header.misere {
                        return Err(FaultKind::MixedMisere);
                    }
                    let alone = position.terms.len() == 1 && term.game.id == self.header.id;
                    for pile in &term.piles {
                        if !term.game.shape.push_cells(pile, &mut self.options.cells) {
                            return self.refuse();
                        }
                        self.end_pile(term.game.id, if alone { 0 } else { number });
                    }
                }
                Ok(true)
            }
            (Emit::EndOption, Part::End(ints, objs)) => {
                self.options.ends.push(self.options.piles.len());
                if self.options.ends.len().is_multiple_of(4096) {
                    let bytes = self.options.bytes();
                    if bytes > self.memory {
                        return Err(FaultKind::Limit(crate::expr::fault::Stop::Memory {
                            needed: bytes,
                            allowed: self.memory,
                        }));
                    }
                }
                if let Some((choices, wording)) = self.marks {
                    let read = |choice: &Choice| match choice.place {
                        Place::Int(reg) => Value::Int(ints.get(reg as usize).copied().unwrap_or(0)),
                        Place::Obj(obj) => {
                            objs.get(obj as usize).cloned().unwrap_or(Value::Nothing)
                        }
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
                Ok(true)
            }
            _ => self.refuse(),
        }
    }
}
