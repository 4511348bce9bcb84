//! Why a quotient grew no further.

use crate::work::stop::Stop;

/// Why a quotient grew no further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// A limit on time or memory, or an interruption.
    Stopped(Stop),
    /// No quotient with at most so many elements was found.
    Order(usize),
    /// The guesses did not come to an end; this says nothing about the quotient.
    Guesses,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stopped(stop)
    }
}
