//! How much a search may still do.

use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::progress::{Counted, Told};

/// Why there is no answer where a position is none of those that the search is for.
pub(super) const NOT_COVERED: &str = "the position is not covered";

/// Why there is no answer where numbers would not fit.
pub(super) const TOO_LARGE: &str = "the position is too large";

/// How much a search may still do.
#[derive(Debug)]
pub struct Work<'b> {
    /// Time and memory.
    pub budget: &'b mut Budget,
    /// Bytes in use elsewhere.
    pub beside: u64,
    /// How many options were looked at.
    pub options: u64,
    /// How many may be.
    pub most: u64,
}

impl Work<'_> {
    /// Works with so many more bytes in use elsewhere.
    pub(super) fn with<T>(&mut self, bytes: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.beside;
        self.beside = before.saturating_add(bytes);
        let result = run(self);
        self.beside = before;
        result
    }

    /// Refuses tables of so many bytes where memory does not hold them.
    pub(super) fn need(&self, bytes: u64) -> Result<(), Limit> {
        self.budget.need(self.beside.saturating_add(bytes))
    }

    /// Tells how far the work came, and looks at the clock.
    pub(super) fn tell(&mut self, done: u64, goal: u64) -> Result<(), Limit> {
        self.budget.progress().tell(Told {
            what: Counted::Positions,
            done,
            goal,
            rare: 0,
        });
        self.budget.look()
    }

    /// Takes over a count of options.
    #[inline]
    pub(super) fn count(&mut self, options: &mut u64) -> Result<(), Limit> {
        let count = std::mem::take(options);
        self.options += count;
        if self.options > self.most {
            return Err(Limit::Options(self.most));
        }
        // Each is looked up in a table.
        self.budget.steps(count + 1)
    }
}
