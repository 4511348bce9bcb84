//! The row that a move leaves: a part of the entries, with others that it adds.

use super::guard::Places;
use super::read::{Reader, Regs, Seen};
use super::reading::unreadable;
use crate::expr::builtin::Builtin;
use crate::expr::tree::{Expr, Op};
use crate::expr::value::Value;
use crate::work::Halt;

/// The last entry of the row that a move leaves.
enum Last {
    /// That of the row before.
    Same,
    New(Value),
    Unknown,
}

/// What a move leaves.
pub(super) struct NewRow {
    pub(super) left: Places,
    pub(super) sets: Places,
    last: Last,
    /// It has an entry that is in no row, or is no place yet.
    pub(super) is_none: bool,
}

impl NewRow {
    /// These of the entries, in their order.
    fn of(left: Places, last: Last) -> NewRow {
        NewRow {
            left,
            sets: Places::NONE,
            last,
            is_none: false,
        }
    }

    /// All that were there before.
    pub(super) fn same(all: Places) -> NewRow {
        NewRow::of(all, Last::Same)
    }
}

impl Reader<'_> {
    /// The last entry of the row.
    pub(super) fn last(&mut self) -> Result<Value, Halt> {
        let Some(members) = self.members.as_mut().filter(|it| !it.is_bag) else {
            return unreadable("the last entry that is left is asked");
        };
        members.asks_last = true;
        match &members.last {
            Some(last) => Ok(last.clone()),
            None => unreadable("the last entry is asked"),
        }
    }

    /// The row that a move leaves.
    pub(super) fn new_row(&mut self, expr: &Expr, at: &mut Regs) -> Result<NewRow, Halt> {
        match (&expr.op, &self.members) {
            (Op::Call(Builtin::Sort | Builtin::Unique, args), Some(_)) => {
                let [list] = args.as_slice() else {
                    return unreadable("several lists are sorted");
                };
                let mut row = self.new_row(list, at)?;
                row.last = Last::Unknown;
                Ok(row)
            }
            (Op::Concat(parts), Some(_)) => {
                let mut row = NewRow::of(Places::NONE, Last::Unknown);
                for part in parts {
                    match self.value(part, at)? {
                        Seen::Known(list) => {
                            for item in list.items() {
                                self.add(item.clone(), &mut row)?;
                            }
                        }
                        Seen::Entries(part) if !part.meets(&row.left) => {
                            row.left = row.left | part;
                            row.last = self.last_of(part);
                        }
                        _ => return unreadable("an entry may come to stand in the new row twice"),
                    }
                }
                Ok(row)
            }
            _ => {
                let left = self.entries_of(expr, at)?;
                Ok(NewRow::of(left, self.last_of(left)))
            }
        }
    }

    /// The last one of these entries of the row.
    fn last_of(&self, part: Places) -> Last {
        let has_one = self.members.as_ref().is_some_and(|it| it.last.is_some());
        match part == self.all() && has_one {
            true => Last::Same,
            false => Last::Unknown,
        }
    }

    /// Adds an entry to the row that a move leaves.
    pub(super) fn add(&mut self, item: Value, row: &mut NewRow) -> Result<(), Halt> {
        let place = self.entries.iter().position(|entry| *entry == item);
        let Some(members) = &mut self.members else {
            return unreadable("an entry is added");
        };
        match (place, members.entry.cells(&item)) {
            (Some(place), _) if row.sets.contains(place) => {
                return unreadable("an entry comes to stand in the new row twice");
            }
            (Some(place), _) => row.sets.insert(place),
            (None, cells) => {
                members.added.extend(cells);
                row.is_none = true;
            }
        }
        row.last = Last::New(item);
        Ok(())
    }

    /// What becomes of the last entry, where that is a part of the mode: nothing where it stays.
    pub(super) fn last_after(&self, row: &NewRow) -> Result<Option<Vec<i64>>, Halt> {
        let Some(members) = self.members.as_ref().filter(|it| it.last_at.is_some()) else {
            return Ok(None);
        };
        match &row.last {
            Last::Same => Ok(None),
            Last::New(last) => Ok(members.entry.cells(last)),
            Last::Unknown => unreadable("the last entry of a new row is not known"),
        }
    }
}
