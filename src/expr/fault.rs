//! Faults: what may go wrong while an expression runs.

use std::fmt;

use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;
use crate::work::{Failure, Halt};

/// Calls of functions that call themselves are nested so deep at most.
pub(crate) const DEEPEST_CALLS: usize = 100_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// A result that does not fit 64 bits.
    Overflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// An index outside a list.
    Index { index: i64, len: usize },
    /// An argument a function cannot take.
    Argument(String),
    /// The least or greatest of an empty list, by the name of the function.
    Empty(&'static str),
    /// A value that is no pile of the game.
    Pile(Box<Diagnostic>),
    /// Games with different ending rules in one sum.
    MixedMisere,
    /// Calls that come back to themselves, in words.
    Endless(String),
    /// Calls that are nested too deep, in words; they may have an end.
    Nested(String),
    /// A limit was reached, or something that was asked for on the way has no answer.
    Failed(Box<Failure>),
}

impl FaultKind {
    /// What cannot be was found: nimrule itself is wrong.
    pub fn internal(what: &'static str) -> FaultKind {
        Failure::Bug(what).into()
    }

    /// What ends all work: a limit or a mistake in nimrule; `None`: the rule or the question is at fault.
    pub(crate) fn end(&self) -> Option<Failure> {
        match self {
            FaultKind::Failed(failure) => match **failure {
                Failure::Limit(..) | Failure::Bug(_) => Some((**failure).clone()),
                Failure::Fault(_) | Failure::Complaint(_) => None,
            },
            _ => None,
        }
    }
}

impl<T: Into<Failure>> From<T> for FaultKind {
    fn from(failure: T) -> FaultKind {
        FaultKind::Failed(Box::new(failure.into()))
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
            FaultKind::Argument(why) => f.write_str(why),
            FaultKind::Empty(name) => write!(f, "{name} of an empty list"),
            FaultKind::Pile(no_pile) => no_pile.fmt(f),
            FaultKind::MixedMisere => {
                f.write_str("a misère game can only be added to misère games")
            }
            FaultKind::Endless(chain) => write!(f, "calls without end: {chain}"),
            FaultKind::Nested(chain) => {
                write!(f, "calls nested more than {DEEPEST_CALLS} deep: {chain}")
            }
            FaultKind::Failed(failure) => match &**failure {
                Failure::Fault(diagnostic) | Failure::Complaint(diagnostic) => diagnostic.fmt(f),
                Failure::Limit(..) | Failure::Bug(_) => f.write_str("a limit was reached"),
            },
        }
    }
}

/// Something that went wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub span: Span,
}

impl Fault {
    pub fn new(kind: FaultKind, span: Span) -> Fault {
        Fault { kind, span }
    }
}

impl From<Fault> for Halt {
    /// A rule that fails at some pile may never be asked about it: the definition reports what it meets.
    fn from(fault: Fault) -> Halt {
        match fault.kind.end() {
            Some(failure) => failure.into(),
            None => Halt::declined(format!("the rule fails at some pile: {}", fault.kind)),
        }
    }
}
