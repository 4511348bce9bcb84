//! Faults: what may go wrong while an expression runs.

use std::fmt;

use crate::text::source::Span;
use crate::work::stop::Stop;

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// A result that does not fit 64 bits.
    Overflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// An index outside a list.
    Index {
        /// The index.
        index: i64,
        /// The length of the list.
        len: usize,
    },
    /// An argument a function cannot take.
    Argument(String),
    /// A value that is no pile of the game.
    Pile(String),
    /// Games with different ending rules in one sum.
    MixedMisere,
    /// More memory than allowed, or more time, or interrupted: the limits know which.
    Limit(Stop),
    /// A complaint that is already complete.
    Diagnosed(Box<crate::text::diagnostic::Diagnostic>),
}

impl FaultKind {
    /// What cannot be was found: nimrule itself is wrong.
    pub fn internal(what: &'static str) -> FaultKind {
        FaultKind::Limit(Stop::Internal(what))
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Overflow => f.write_str("the result does not fit 64 bits"),
            FaultKind::DivisionByZero => f.write_str("division by zero"),
            FaultKind::Index { index, len } => {
                let s = if *len == 1 { "" } else { "s" };
                write!(
                    f,
                    "index {index} is outside the list, which has {len} element{s}"
                )
            }
            FaultKind::Argument(why) | FaultKind::Pile(why) => f.write_str(why),
            FaultKind::MixedMisere => {
                f.write_str("a misère game can only be added to misère games")
            }
            FaultKind::Limit(_) => f.write_str("a limit was reached"),
            FaultKind::Diagnosed(diagnostic) => diagnostic.fmt(f),
        }
    }
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
