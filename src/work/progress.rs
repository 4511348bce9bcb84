//! How far long work came, for whoever shows it.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Counted {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Piles whose values are known.
    Piles,
    /// Positions that were looked at.
    Positions,
    /// Piles whose misère quotient is known.
    Quotient,
}

/// How far the work came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Told {
    /// What is counted.
    pub what: Counted,
    /// How many are done.
    pub done: u64,
    /// Of how many; 0 where that is not known.
    pub goal: u64,
    /// How many rare heaps are among them, in engines that tell heaps apart in this way.
    pub rare: u64,
}

/// Where the work tells how far it came. The numbers are read while they are written: they are for showing only.
#[derive(Debug, Default)]
pub struct Progress {
    what: AtomicU8,
    done: AtomicU64,
    goal: AtomicU64,
    rare: AtomicU64,
}

impl Progress {
    /// Tells how far the work came.
    pub fn tell(&self, told: Told) {
        self.what.store(told.what as u8, Ordering::Relaxed);
        self.done.store(told.done, Ordering::Relaxed);
        self.goal.store(told.goal, Ordering::Relaxed);
        self.rare.store(told.rare, Ordering::Relaxed);
    }

    /// Tells how many are done of an unknown number.
    pub fn count(&self, what: Counted, done: u64) {
        self.tell(Told {
            what,
            done,
            ..Told::default()
        });
    }

    /// How far the work came.
    pub fn told(&self) -> Told {
        let kinds = [Counted::Piles, Counted::Positions, Counted::Quotient];
        let number = self.what.load(Ordering::Relaxed);
        let what = kinds.into_iter().find(|kind| *kind as u8 == number);
        Told {
            what: what.unwrap_or_default(),
            done: self.done.load(Ordering::Relaxed),
            goal: self.goal.load(Ordering::Relaxed),
            rare: self.rare.load(Ordering::Relaxed),
        }
    }
}
