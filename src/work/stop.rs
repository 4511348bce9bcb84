//! Why work is stopped before its end.

use std::time::Duration;

/// Why work was stopped before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// More memory than allowed.
    Memory {
        /// How many bytes are needed at least, as far as that is known.
        needed: u64,
        /// How many bytes are allowed.
        allowed: u64,
    },
    /// More time than allowed, in milliseconds.
    Time(u64),
    /// More work than is set aside for it.
    Effort,
    /// Interrupted by the user.
    Interrupted,
    /// What cannot be was found: nimrule itself is wrong.
    Internal(&'static str),
}

impl Stop {
    /// More time than this.
    pub(crate) fn time(allowed: Duration) -> Stop {
        Stop::Time(allowed.as_millis().min(u128::from(u64::MAX)) as u64)
    }
}
