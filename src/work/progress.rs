//! How far long work came, for whoever shows it.

use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counted {
    #[default]
    Nothing,
    /// Piles whose values are known.
    Piles,
    Positions,
    /// Piles whose misère quotient is known.
    Quotient,
}

/// How far the work came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkDone {
    pub what: Counted,
    pub done: u64,
    /// Of how many; 0 where that is not known.
    pub goal: u64,
    /// How many rare heaps are among them, in engines that tell heaps apart in this way.
    pub rare: u64,
}

/// Where the work tells how far it came.
#[derive(Debug, Default)]
pub struct Progress(Mutex<WorkDone>);

impl Progress {
    fn last(&self) -> MutexGuard<'_, WorkDone> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn tell(&self, told: WorkDone) {
        *self.last() = told;
    }

    /// Tells how many are done of an unknown number.
    pub fn count(&self, what: Counted, done: u64) {
        self.tell(WorkDone {
            what,
            done,
            ..WorkDone::default()
        });
    }

    /// How far the work came.
    pub fn told(&self) -> WorkDone {
        *self.last()
    }
}
