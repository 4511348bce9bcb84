//! A row read as a set: entries that stand in it once, and those that moves add.
//!
//! The places of the board are all entries that the row can have. They are not known at first: those that moves add to the ones
//! known are found by reading the rules again. Of a row whose entries have an order in its pile, but are in no bag, nothing may ask
//! for that order but for the last entry, which then is a part of the mode.

use crate::expr::shape::Entry;
use crate::expr::value::Value;

/// What is known of a row that is read as a set.
pub(super) struct Members<'g> {
    pub(super) entry: &'g Entry,
    pub(super) is_bag: bool,
    /// Entries that moves add and that are no places yet.
    pub(super) added: Vec<Vec<i64>>,
    /// Where in the mode the last entry begins, if it is a part of that.
    pub(super) last_at: Option<usize>,
    /// Whether some rule asks for the last entry.
    pub(super) asks_last: bool,
    /// The last entry in this mode.
    pub(super) last: Option<Value>,
}

impl<'g> Members<'g> {
    pub(super) fn new(entry: &'g Entry, is_bag: bool, last_at: Option<usize>) -> Members<'g> {
        Members {
            entry,
            is_bag,
            added: Vec::new(),
            last_at,
            asks_last: false,
            last: None,
        }
    }

    /// Turns to a mode.
    pub(super) fn enter(&mut self, mode: &[i64]) {
        let last = self.last_at.and_then(|at| mode.get(at..));
        let last = last.filter(|last| !last.is_empty());
        self.last = last.map(|cells| self.entry.value(cells));
    }
}
