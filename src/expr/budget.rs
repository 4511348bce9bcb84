//! How much memory and time the work may take, and whether it was interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::fault::Stop;
use super::progress::Progress;

/// The limits a user set.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of memory for tables and stacks.
    pub memory: u64,
    /// Time for one question; `None` is unlimited.
    pub time: Option<Duration>,
    /// Set by Ctrl-C.
    pub interrupt: Arc<AtomicBool>,
    /// How far the work came, for whoever shows it.
    pub progress: Arc<Progress>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 2 << 30,
            time: None,
            interrupt: Arc::new(AtomicBool::new(false)),
            progress: Arc::default(),
        }
    }
}

/// What is left of the limits while a question is answered.
#[derive(Debug, Clone)]
pub struct Budget {
    limits: Limits,
    deadline: Option<Instant>,
    steps: u32,
    /// Bytes that are in use for something else.
    used: u64,
}

/// How many steps pass between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u32 = 1 << 14;

impl Budget {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Budget {
        Budget {
            limits: limits.clone(),
            // A time so long that the clock cannot hold it is no limit.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            steps: 0,
            used: 0,
        }
    }

    /// The same budget where so many bytes are in use for something else.
    pub fn beside(&self, bytes: u64) -> Budget {
        Budget {
            used: self.used.saturating_add(bytes),
            ..self.clone()
        }
    }

    /// The same limits with at most so much time from now on.
    pub fn within(&self, time: Duration) -> Budget {
        let deadline = Instant::now().checked_add(time);
        let is_sooner = match (self.deadline, deadline) {
            (Some(known), Some(new)) => new < known,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if !is_sooner {
            return self.clone();
        }
        let mut limits = self.limits.clone();
        limits.time = Some(time);
        Budget {
            limits,
            deadline,
            steps: 0,
            used: self.used,
        }
    }

    /// How many bytes are left.
    pub fn memory(&self) -> u64 {
        self.limits.memory.saturating_sub(self.used)
    }

    /// Where to tell how far the work came.
    pub fn progress(&self) -> &Progress {
        &self.limits.progress
    }

    /// Counts a step; now and then looks at the clock and the interrupt flag.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps < STEPS_BETWEEN_LOOKS {
            return Ok(());
        }
        self.look()
    }

    /// Looks at the clock and the interrupt flag.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stop> {
        self.steps = 0;
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        match (self.deadline, self.limits.time) {
            (Some(deadline), Some(time)) if Instant::now() >= deadline => {
                Err(Stop::Time(time.as_millis().min(u128::from(u64::MAX)) as u64))
            }
            _ => Ok(()),
        }
    }

    /// Refuses work that needs more than the allowed memory.
    #[inline]
    pub fn need(&self, bytes: u64) -> Result<(), Stop> {
        let bytes = bytes.saturating_add(self.used);
        if bytes <= self.limits.memory {
            return Ok(());
        }
        Err(Stop::Memory {
            needed: bytes,
            allowed: self.limits.memory,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_time_may_be_given_but_never_more() {
        let unlimited = Budget::start(&Limits::default());
        let none = unlimited.within(Duration::ZERO).look();
        assert_eq!(none, Err(Stop::Time(0)));
        assert_eq!(unlimited.clone().look(), Ok(()));
        let limits = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        let mut longer = Budget::start(&limits).within(Duration::from_secs(3600));
        assert_eq!(longer.look(), Err(Stop::Time(0)));
        assert_eq!(unlimited.within(Duration::MAX).look(), Ok(()));
    }
}
