//! Faults: what may go wrong while an expression runs.

use thiserror::Error;

use crate::source::Span;

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// A result that does not fit 64 bits.
    #[error("the result does not fit 64 bits")]
    Overflow,
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// An index outside a list.
    #[error("index {index} is outside the list, which has {len} element{}", if *.len == 1 { "" } else { "s" })]
    Index {
        /// The index.
        index: i64,
        /// The length of the list.
        len: usize,
    },
    /// An argument a function cannot take.
    #[error("{0}")]
    Argument(String),
    /// A value that is no pile of the game.
    #[error("{0}")]
    Pile(String),
    /// Games with different ending rules in one sum.
    #[error("a misère game can only be added to misère games")]
    MixedMisere,
    /// More memory than allowed, or more time, or interrupted: the limits know which.
    #[error("a limit was reached")]
    Limit(Stop),
    /// A complaint that is already complete.
    #[error("{}", .0.message)]
    Diagnosed(Box<crate::diagnostic::Diagnostic>),
}

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
    /// Interrupted by the user.
    Interrupted,
    /// What cannot be was found: nimrule itself is wrong.
    Internal(&'static str),
}

/// Something that went wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// Where in the source.
    pub span: Span,
}

impl Fault {
    /// A fault at a place.
    pub fn new(kind: FaultKind, span: Span) -> Fault {
        Fault { kind, span }
    }
}
